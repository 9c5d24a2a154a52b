"""How much of papers by other boards and teachers is read wholly right: their tasks, passages, options and keys.

    python -m benchmarks.papers [--wrong] [PAPER ...]

Seven papers that the reader was not written with, as typed text and as text copied from a PDF, each with its truth
(`packages/examfiles/tests/papers_of_others`). Their forms were added to the reader after a first reading, so what a
layout that nobody looked at gets is less. `--wrong` lists what is wrong with each task.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from benchmarks import ROOT
from examfiles.errors import DataError
from examfiles.exam import ReadExam, read_exam, with_keyless
from examfiles.items import Item
from examfiles.wording import notes_of, skipped_lines
from tests.test_papers import CHECKED, faults, options_of, plain, same_options

PAPERS = ROOT / "packages/examfiles/tests/papers_of_others"
FILES = ("pasted.txt", "copied.txt")
VERDICTS = ("right", "no key", "wrong", "named", "missing")
Truth = Mapping[str, Any]


def main() -> None:
    """Read every paper, and print what came of its tasks."""
    given = _arguments()
    names = given.papers or sorted(path.name for path in PAPERS.iterdir())
    print(f"{'':24}{'tasks':>7}" + "".join(f"{verdict:>9}" for verdict in VERDICTS))
    for file in FILES:
        total = Counter[str]()
        for name in names:
            counts, details = read_paper(name, file)
            total += counts
            _print(f"{name} {file}", counts)
            print(*details if given.wrong else (), sep="\n", end="\n" * bool(details and given.wrong))
        _print(f"all {file}", total)


def read_paper(name: str, file: str) -> tuple[Counter[str], list[str]]:
    """Return how many of a paper's tasks with options are right, wrong or not read, and what is wrong with each."""
    truth = json.loads((PAPERS / name / "truth.json").read_text("utf-8"))
    try:
        exam = with_keyless(read_exam(PAPERS / name / file, keys_needed=False))
    except DataError as error:
        return Counter(missing=len(_checked(truth))), [f"  {error}"]
    items, said = list(exam.dataset), _said(exam)
    found = _matched(truth, items)
    counts, details = Counter[str](), list[str]()
    for place, task in enumerate(_checked(truth)):
        wrong = _fewest_faults(task, items[found[place]], truth) if place in found else []
        verdict = _verdict(wrong) if place in found else "named" if task["number"] in said else "missing"
        counts[verdict] += 1
        if verdict != "right":
            details.append(f"  {verdict} {task['number']} ({task['kind']}): {'; '.join(wrong)[:300]}")
    return counts, details


def _verdict(wrong: Sequence[str]) -> str:
    if not wrong:
        return "right"
    return "no key" if all(each.startswith("the key is None") for each in wrong) else "wrong"


def _checked(truth: Truth) -> list[Truth]:
    return [task for task in truth["tasks"] if task["kind"] in CHECKED]


def _said(exam: ReadExam) -> set[int]:
    """Return the numbers that what is said of a file names."""
    text = " ".join((*skipped_lines(exam.left), *notes_of(exam.dataset.notes)))
    numbers = set[int]()
    for first, last in re.findall(r"\b(\d{1,2})(?:\s?[-–]\s?(\d{1,2}))?\b", re.sub(r"\bline \d+", "", text)):
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def _matched(truth: Truth, items: Sequence[Item]) -> dict[int, int]:
    """Return the item of each task, by their places; numbers may begin again, so the best pairs go first."""
    pairs = []
    for t, task in enumerate(_checked(truth)):
        for i, item in enumerate(items):
            number = task["number"] in {int(each) for each in re.findall(r"\d+", item.id)}
            fits, same = _asks(task, item), same_options(item, options_of(task, truth))
            if number + fits + same > 1 or str(task["number"]) == item.id:
                pairs.append((not fits, len(_fewest_faults(task, item, truth)), not number, t, i))
    found: dict[int, int] = {}
    for *_, t, i in sorted(pairs):
        if t not in found and i not in found.values():
            found[t] = i
    return found


def _asks(task: Truth, item: Item) -> bool:
    wanted = task.get("question") or []
    return any(words in plain(item.question) for words in (wanted if isinstance(wanted, list) else [wanted]))


def _fewest_faults(task: Truth, item: Item, truth: Truth) -> list[str]:
    """Return what is wrong with an item in the form of its task that it fits best."""
    return min((list(each) for each in _all_faults(task, item, truth)), key=len)


def _all_faults(task: Truth, item: Item, truth: Truth) -> Iterator[Iterator[str]]:
    """Yield what is wrong with an item for each form of its task that would be right.

    “Section A” is A; a name below a short text may belong to it; texts to choose from may be options or the passage.
    """
    short = [re.fullmatch(r"(?:[^\W\d]+ )?([A-Z0x])", plain(option)) for option in item.options]
    if all(short) and any(len(option.strip()) > 1 for option in item.options):
        yield from _all_faults(task, replace(item, options=tuple(each[1] for each in short if each)), truth)
    for other in ({}, *task.get("or", ())):
        form = {**task, **other}
        if "part" in form and form["kind"] == "multiple-choice":
            form["kind"] = "cloze"  # its question may stand behind other words
        passage = truth["passages"].get(form["passage"] or "", {})
        text = plain(item.passage)
        tails = [tail for tail in passage.get("tail", ()) if text.endswith(tail)]
        fitted = replace(item, passage=text[: -len(tails[0])].rstrip()) if tails else item
        yield faults(form, fitted, truth)
        whole = " ".join(map(plain, item.options))
        if passage.get("may_be_options") and all(words in whole for words in (passage["first"], passage["last"])):
            yield (each for each in faults({**form, "passage": None}, item, truth) if "options are" not in each)


def _print(name: str, counts: Counter[str]) -> None:
    print(f"{name:24}{counts.total():7}" + "".join(f"{counts[verdict]:9}" for verdict in VERDICTS))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("papers", nargs="*", metavar="PAPER")
    parser.add_argument("--wrong", action="store_true", help="List what is wrong with each task.")
    return parser.parse_args()


if __name__ == "__main__":
    main()
