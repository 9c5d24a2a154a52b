"""Flaws that are planted in an exam's questions by program: one kind each, and every kind with the rules meant for it.

    from benchmarks.plantings import KINDS, spoiled
    spoiled(items, "wrong-key", seed=0)     # those of the items that can be spoiled so, each with metadata `flaw`

A spoiled question has the id `ID#KIND`. What one kind needs, not every question has: a second right answer needs a
key with a word that has a like, a cue of the article needs options that begin with one. So a kind yields as many
questions as it can.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from benchmarks.flags_sample import UNREAD
from benchmarks.general_knowledge import planted as general_knowledge
from examfiles.items import Item

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
DOUBLED = ("option-holds-another", "options-nearly-the-same", "key-stands-twice", "options-say-the-same")
# What a question with this flaw deserves to be told; any of these is right there.
KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "wrong-key": ("another-option-fits-better", "passage-misleads"),
        "two-keys": ("another-option-supported", "two-options-fit", *DOUBLED),
        "general-knowledge": (*UNREAD, "question-of-another-passage", "words-not-in-passage"),
        "other-passage": (
            *("question-of-another-passage", "words-not-in-passage"),
            *("another-option-fits-better", "passage-misleads", "passage-hardly-helps"),
        ),
        "key-twice": ("key-stands-twice", *DOUBLED, "another-option-supported", "two-options-fit"),
        "wrong-twice": ("options-say-the-same", *DOUBLED),
        "empty": ("empty-option",),
        "overlap": ("option-holds-another", "options-nearly-the-same", "two-options-fit", "another-option-supported"),
        "ranges": ("overlapping-ranges", "option-holds-another"),
        "combination": ("option-combination", "option-holds-another"),
        "long-key": ("longest-key", *UNREAD),
        "passage-words": ("key-repeats-passage", *UNREAD),
        "absolute": ("absolute-terms", *UNREAD),
        "article": ("article-cue", *UNREAD),
        "number": ("number-cue", "verb-disagrees", *UNREAD),
        "verb": ("verb-disagrees", "number-cue", *UNREAD),
        "form": ("form-cue", *UNREAD),
        "negation": ("negation-not-highlighted", "negative-question"),
        "negated-twice": ("negated-twice", "negation-not-highlighted"),
        "asked-twice": ("duplicated-question", "same-question-two-keys", "questions-in-versions"),
        "two-answers": ("same-question-two-keys", "duplicated-question"),
    }
)
# The kinds on which it is measured how often a rule finds its flaw.
MEASURED_ON: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "another-option-fits-better": ("wrong-key",),
        "passage-misleads": ("wrong-key", "other-passage"),
        "another-option-supported": ("two-keys",),
        "two-options-fit": ("two-keys", "overlap"),
        "answerable-without-passage": ("general-knowledge",),
        "answerable-from-options": ("long-key", "absolute"),
        "passage-hardly-helps": ("general-knowledge",),
        "key-stands-twice": ("key-twice",),
        "options-say-the-same": ("wrong-twice",),
        "empty-option": ("empty",),
        "option-holds-another": ("overlap",),
        "overlapping-ranges": ("ranges",),
        "options-nearly-the-same": ("two-keys",),
        "option-combination": ("combination",),
        "longest-key": ("long-key",),
        "key-repeats-passage": ("passage-words",),
        "absolute-terms": ("absolute",),
        "article-cue": ("article",),
        "number-cue": ("number",),
        "verb-disagrees": ("verb",),
        "form-cue": ("form",),
        "negation-not-highlighted": ("negation",),
        "negated-twice": ("negated-twice",),
        "question-of-another-passage": ("other-passage",),
        "words-not-in-passage": ("other-passage",),
        "duplicated-question": ("asked-twice",),
        "same-question-two-keys": ("two-answers",),
    }
)
_MORE = (
    "and this is what the text goes on to explain at some length",
    "for the reasons that are given in the text, one after the other",
    "which was just what everybody in the end had to agree about",
    "as becomes clear from what is said about it later in the text",
)
_ABSOLUTE = ("It is always {}", "It can only be {}", "It is never anything but {}", "It must be {} without exception")
_VERB = re.compile(r"^(?:Wh\w+|How \w+)\s+(?:did|does|do|can|will|should|would)\s+(?P<rest>.+?)\?$", re.IGNORECASE)


def spoiled(items: Sequence[Item], kind: str, seed: int = 0) -> tuple[Item, ...]:
    """Spoil every question that can be, each by a seed of its own; the others are left out."""
    found = []
    for place, item in enumerate(items):
        if item.answer is None or len(item.options) < 3:
            continue
        draw = random.Random(f"{seed} {kind} {item.id}")
        changes = _MAKERS[kind](items, place, draw)
        if changes:
            metadata = {**item.metadata, "flaw": kind, "of": item.id}
            found.append(replace(item, id=f"{item.id}#{kind}", metadata=metadata, **changes))
    return tuple(found)


Changes = Mapping[str, Any]
Maker = Callable[[Sequence[Item], int, random.Random], Changes | None]


def _wrong(item: Item) -> list[int]:
    return [at for at in range(len(item.options)) if at != item.answer]


def _with(item: Item, changed: Mapping[int, str]) -> Changes:
    return {"options": tuple(changed.get(at, text) for at, text in enumerate(item.options))}


def _key(item: Item) -> str:
    return item.options[item.answer or 0]


def _bare(text: str) -> str:
    return text.strip().rstrip(".!?").strip()


def _wrong_key(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    return {"answer": draw.choice(_wrong(items[place]))}


def second_key(item: Item) -> str | None:
    """Return the key in other words, None where no word of it has a like; no option of the question has them yet."""
    key = item.options[item.answer or 0]
    there = {option.casefold() for option in item.options}
    return next((text for text in reworded(key) if text.casefold() not in there), None)


def reworded(key: str) -> Iterator[str]:
    """Yield an option in other words: a list of two in the other order, and each word that has a like as this."""
    if swapped := LIST.match(key):
        first, word, last, stop = swapped.groups()
        yield last[0].upper() * first[0].isupper() + last[first[0].isupper() :] + f" {word} {first.lower()}{stop}"
    for one, other in SAME:
        for word, like in ((one, other), (other, one)):
            found = None if word.isdigit() else re.search(rf"\b{re.escape(word)}\b", key, re.IGNORECASE)
            if found:
                new = like.capitalize() if found[0][0].isupper() else like
                yield key[: found.start()] + new + key[found.end() :]


def _two_keys(items: Sequence[Item], place: int, draw: random.Random) -> Changes | None:
    item = items[place]
    again = second_key(item)
    return _with(item, {draw.choice(_wrong(item)): again}) if again else None


def _general_knowledge(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    question, options, answer = general_knowledge(draw.randrange(10**6), len(items[place].options), draw)
    return {"question": question, "options": options, "answer": answer}


def _other_passage(items: Sequence[Item], place: int, draw: random.Random) -> Changes | None:
    others = [each for each in items if each.passage_id != items[place].passage_id and each.passage.strip()]
    if not others:
        return None
    other = draw.choice(others)
    return {"passage": other.passage, "passage_id": other.passage_id}


def _key_twice(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    return _with(items[place], {draw.choice(_wrong(items[place])): _again(_key(items[place]), draw)})


def _wrong_twice(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    one, two = draw.sample(_wrong(items[place]), 2)
    return _with(items[place], {two: _again(items[place].options[one], draw)})


def _again(text: str, draw: random.Random) -> str:
    """Return a text as somebody might type it a second time."""
    bare = _bare(text)
    return draw.choice([text, f"{bare}.", bare, bare[:1].swapcase() + bare[1:]])


def _empty(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    return _with(items[place], {draw.choice(_wrong(items[place])): draw.choice(["", " ", "\u00a0", "\u200b"])})


def _overlap(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    """Let a wrong option contain the key."""
    item = items[place]
    at = draw.choice(_wrong(item))
    key, other = _bare(_key(item)), _bare(item.options[at])
    joined = draw.choice([f"{key} or {_lowered(other)}", f"{_capital(other)} or {_lowered(key)}"])
    return _with(item, {at: joined})


def _lowered(text: str) -> str:
    first, _, rest = text.partition(" ")
    return (
        f"{first.lower()} {rest}".strip() if first in ("A", "An", "The", "To", "In", "By", "He", "She", "It") else text
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _ranges(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    """Ask for a number by ranges that meet or lie within one another."""
    item = items[place]
    low, step = draw.randrange(0, 50, 5), draw.choice([5, 10, 20])
    many = len(item.options)
    shared = draw.randrange(1, many)  # from here on a range begins where the one before it ends
    edges = [(low + at * step + (at < shared), low + (at + 1) * step) for at in range(many)]
    dash = draw.choice(["–", "-", " to "])
    unit = draw.choice(["years", "euros", "people", "minutes"])
    question = f"How many {unit} does the text speak of?"
    return {"question": question, "options": tuple(f"{a}{dash}{b} {unit}" for a, b in edges), "answer": shared}


def _combination(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    item = items[place]
    last = len(item.options) - 1
    texts = [
        "All of the above",
        "None of the above",
        "Both A and B",
        "A and C",
        "All of these",
        "None of these answers",
    ]
    changed = _with(item, {last: draw.choice(texts)})
    return {**changed, "answer": draw.randrange(last) if item.answer == last else item.answer}


def _long_key(items: Sequence[Item], place: int, draw: random.Random) -> Changes | None:
    item = items[place]
    longer = f"{_bare(_key(item))}, {draw.choice(_MORE)}"
    most = max(len(item.options[at]) for at in _wrong(item))
    return _with(item, {item.answer or 0: longer}) if len(longer) > 1.5 * most else None


def _passage_words(items: Sequence[Item], place: int, draw: random.Random) -> Changes | None:
    """Let the key be a stretch of the passage, and the wrong options what nobody wrote there."""
    item = items[place]
    sentences = [each for each in re.split(r"(?<=[.!?])\s+", item.passage) if 6 <= len(each.split()) <= 16]
    far = [each for each in items if each.passage_id != item.passage_id]
    if not sentences or len(far) < len(item.options):
        return None
    chosen = {item.answer or 0: draw.choice(sentences)}
    for at in _wrong(item):
        other = draw.choice(far)
        own = [each for each in re.split(r"(?<=[.!?])\s+", other.passage) if 6 <= len(each.split()) <= 16]
        chosen[at] = draw.choice(own) if own else other.options[0]
    return _with(item, chosen)


def _absolute(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    item = items[place]
    forms = draw.sample(_ABSOLUTE, 2)
    where = draw.sample(_wrong(item), 2)
    return _with(
        item, {at: form.format(_lowered(_bare(item.options[at]))) for at, form in zip(where, forms, strict=True)}
    )


_NOUNS = (
    ("an", ("egg", "apple", "umbrella", "island", "engine", "orange", "answer", "office")),
    ("a", ("house", "dog", "letter", "river", "picture", "garden", "ticket", "bridge")),
)
_SINGULAR, _PLURAL = ("the mayor", "a neighbour", "the old bridge"), ("the children", "two farmers", "the ships")
_ARE = ("were late in the evening", "were left behind", "were sent for", "were hard to find")
_IS = ("was sold the next day", "was ill at that time", "was not to be seen", "was gone by then")
_FORMS = (
    (
        "The writer is interested in",
        "learning from others",
        ("to travel alone", "of the old days", "they stay at home"),
    ),
    (
        "The people in the text wanted to",
        "find a better place",
        ("going away", "of their friends", "houses by the sea"),
    ),
    ("The text says that one should", "wait for an answer", ("to ask at once", "asking again", "of other people")),
)


def _article(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    article, fitting = draw.choice(_NOUNS)
    others = next(words for word, words in _NOUNS if word != article)
    return _stem(items[place], f"What the text speaks of is {article}", draw.choice(fitting), others, draw)


def _number(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    one, many = draw.choice([(_SINGULAR, _PLURAL), (_PLURAL, _SINGULAR)])
    verb = "was" if one is _SINGULAR else "were"
    return _stem(
        items[place], f"___ {verb} the first to arrive.", _capital(draw.choice(one)), map(_capital, many), draw
    )


def _verb(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    """Let the question end in its subject, with which the verb of the key alone agrees."""
    many = draw.random() < 0.5
    subject = draw.choice(("The two brothers", "The old ships") if many else ("The youngest sister", "The old ship"))
    right, wrong = (_ARE, _IS) if many else (_IS, _ARE)
    return _stem(items[place], subject, draw.choice(right), draw.sample(wrong, len(wrong)), draw)


def _form(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    stem, right, wrong = draw.choice(_FORMS)
    return _stem(items[place], stem, right, wrong, draw)


def _stem(item: Item, question: str, right: str, wrong: Sequence[str] | Iterator[str], draw: random.Random) -> Changes:
    chosen = [right, *list(wrong)[: len(item.options) - 1]]
    draw.shuffle(chosen)
    return {"question": question, "options": tuple(chosen), "answer": chosen.index(right)}


def _negation(_items: Sequence[Item], _place: int, draw: random.Random) -> Changes:
    texts = (
        "Which of the following is not true?",
        "Which of these is not mentioned in the text?",
        "All of the following are true except",
        "What does the writer not say?",
    )
    return {"question": draw.choice(texts)}


def _negated_twice(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    item = items[place]
    at = draw.choice(_wrong(item))
    texts = ("Which of the following is not true?", "Which of these statements is not right?")
    return {**_with(item, {at: f"It is not {_lowered(_bare(item.options[at]))}"}), "question": draw.choice(texts)}


def _asked_twice(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    """Ask the same once more: the options in another order."""
    order = list(range(len(items[place].options)))
    draw.shuffle(order)
    item = items[place]
    return {"options": tuple(item.options[at] for at in order), "answer": order.index(item.answer or 0)}


def _two_answers(items: Sequence[Item], place: int, draw: random.Random) -> Changes:
    return {"answer": draw.choice(_wrong(items[place]))}


_MAKERS: Mapping[str, Maker] = MappingProxyType(
    {kind: globals()[f"_{kind.replace('-', '_')}"] for kind in KINDS}  # a maker is called as its kind
)
