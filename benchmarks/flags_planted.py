"""Plant flaws in exams by program, and count what the flags find: wrong keys, second keys, misplaced questions.

    python -m benchmarks.flags_planted RACE.tar.gz@test DREAM@test MCTest@test [--sets text,base,reader] [--many 100]

Of each exam `--many` questions are drawn as whole passages. One in ten gets a wrong key, drawn among its other options;
one in ten a second key, which stands in place of a wrong option; one in ten the passage of a question far away. A
second key is the key in other words: a swap of a list's ends, or a word that means the same (`SAME`), so only keys that
have such a word can be doubled. The other questions are as they were, and count as sound, though nobody has checked
them. General knowledge cannot be planted by program: `benchmarks.flags_sample` has questions that we wrote.
"""

import argparse
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.flags_sample import TEXT, answered, planted
from benchmarks.published import publish
from examfiles.items import Dataset, Item
from magnetite.core.results import Finding
from magnetite.running.data import limit_items, load_joined

SHARE = 0.1
SAME = (
    ("lots of", "many"),
    ("began", "started"),
    ("begin", "start"),
    ("big", "large"),
    ("bought", "purchased"),
    ("buy", "purchase"),
    ("children", "kids"),
    ("couldn't", "could not"),
    ("didn't", "did not"),
    ("difficult", "hard"),
    ("doesn't", "does not"),
    ("don't", "do not"),
    ("father", "dad"),
    ("glad", "happy"),
    ("happened", "took place"),
    ("help", "assist"),
    ("helped", "assisted"),
    ("important", "significant"),
    ("isn't", "is not"),
    ("learn about", "get to know"),
    ("many", "a large number of"),
    ("mother", "mum"),
    ("need", "require"),
    ("needed", "required"),
    ("often", "frequently"),
    ("parents", "mother and father"),
    ("rich", "wealthy"),
    ("sick", "ill"),
    ("wanted to", "wished to"),
    ("want to", "wish to"),
    ("wasn't", "was not"),
    ("can't", "cannot"),
    ("everyone", "everybody"),
    ("someone", "somebody"),
    ("maybe", "perhaps"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("ten", "10"),
    ("twelve", "12"),
)
LIST = re.compile(r"^((?:an? |the )?[\w-]+) (and|or) ((?:an? |the )?[\w-]+)(\.?)$", re.IGNORECASE)


def main() -> None:
    """Plant, ask, and publish the page."""
    given = _arguments()
    sets = given.sets.split(",")
    findings: list[Finding] = []
    for name in given.exams:
        path, _, split = name.partition("@")
        exam = plant(limit_items(load_joined(path, split or None), given.many, given.seed), given.seed)
        asked = {each: answered(exam, each, store=given.store) for each in sets}
        found = planted(exam, asked, f"{exam.name} {exam.split}".rstrip())
        findings.append(replace(found, experiment=f"{exam.name}-{len(findings)}"))
    note = (
        f"`{TEXT}` is the rules that read only the text. Flaws are planted by seed {given.seed}, in a tenth of the "
        "questions each; the others count as sound, though nobody has checked them. A flaw is found if a rule meant "
        "for it flags its question."
    )
    about = f"{len(findings)} exams, {given.many} questions of each at most"
    publish(given.page, "What the flags find: flaws planted by program", about, findings, note=note)


def plant(exam: Dataset, seed: int) -> Dataset:
    """Return the exam with a tenth of its questions each spoiled in one of three ways, told in metadata `flaw`."""
    draw = random.Random(seed)
    items = [replace(each, metadata={**each.metadata, "flaw": ""}) for each in exam if each.answer is not None]
    many = max(1, round(SHARE * len(items)))
    order = draw.sample(range(len(items)), len(items))
    doubled = [at for at in order if second_key(items[at])][:many]
    rest = [at for at in order if at not in set(doubled)]
    far = {at: items[at - len(items) // 2] for at in rest[many : 2 * many]}
    for at in doubled:
        items[at] = _spoiled(items[at], "two-keys", options=_doubled(items[at], draw))
    for at in rest[:many]:
        others = [option for option in range(len(items[at].options)) if option != items[at].answer]
        items[at] = _spoiled(items[at], "wrong-key", answer=draw.choice(others))
    for at, other in far.items():
        items[at] = _spoiled(items[at], "other-passage", passage=other.passage, passage_id=other.passage_id)
    return exam.with_items(items)


def second_key(item: Item) -> str | None:
    """Return the key in other words, None where no word of it has a like; no option of the question has them yet."""
    key = item.options[item.answer or 0]
    there = {option.casefold() for option in item.options}
    return next((text for text in _again(key) if text.casefold() not in there), None)


def _again(key: str) -> Iterator[str]:
    if swapped := LIST.match(key):
        first, word, last, stop = swapped.groups()
        yield last[0].upper() * first[0].isupper() + last[first[0].isupper() :] + f" {word} {first.lower()}{stop}"
    for one, other in SAME:
        for word, like in ((one, other), (other, one)):
            found = None if word.isdigit() else re.search(rf"\b{re.escape(word)}\b", key, re.IGNORECASE)
            if found:
                new = like.capitalize() if found[0][0].isupper() else like
                yield key[: found.start()] + new + key[found.end() :]


def _doubled(item: Item, draw: random.Random) -> tuple[str, ...]:
    wrong = draw.choice([option for option in range(len(item.options)) if option != item.answer])
    return tuple(second_key(item) or "" if at == wrong else text for at, text in enumerate(item.options))


def _spoiled(item: Item, flaw: str, **changed: object) -> Item:
    return replace(item, metadata={**item.metadata, "flaw": flaw}, **changed)  # type: ignore[arg-type]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exams", nargs="+", metavar="PATH[@SPLIT]")
    parser.add_argument("--sets", default="text,base,reader")
    parser.add_argument("--many", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
