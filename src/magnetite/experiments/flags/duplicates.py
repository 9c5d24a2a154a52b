"""The rule about questions that an exam asks twice.

A question is compared as its text with its options in alphabetical order. The similarity of two is rapidfuzz's ratio:
the share of characters that stay when one is edited into the other. Questions with different numbers or negations
differ, however alike they look, and so do questions about different passages ("What is the best title?"); passages are
compared in the same way. The same question with the same right answer counts as well, whatever the wrong ones are.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from magnetite.core.items import Item
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.rule import Limits, Observation, Rule, Threshold, observation
from magnetite.experiments.magnets.features import NEGATION
from magnetite.views.text import normalised, words

_NAMED = 10  # duplicates that a flag names, the most similar first
_ROWS = 1000  # compared at once, so that memory stays bounded whatever the size of a question bank


def _repeated(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    groups: dict[object, list[Item]] = {}
    for index in indices:
        item = exam.items[index]
        if item.question.strip():  # questions that are only a picture all look the same
            groups.setdefault(_apart(item), []).append(item)
    others: dict[str, list[tuple[str, float]]] = {}
    for items in groups.values():
        for one, other, alike in _alike(items, limits["alike"], limits["passage"]):
            others.setdefault(one.id, []).append((other.id, alike))
            others.setdefault(other.id, []).append((one.id, alike))
    for index in indices:
        if twins := others.get(exam.items[index].id):
            nearest = sorted(twins, key=lambda twin: -twin[1])[:_NAMED]
            yield exam.items[index].id, observation((), others=tuple(twin for twin, _ in nearest), alike=nearest[0][1])


def _apart(item: Item) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    """Return what two questions must share to be compared: numbers, negations, and whether there is a passage."""
    text = " ".join((item.question, *item.options))
    negations = sorted(word for word in map(str.casefold, words(text)) if word in NEGATION)
    return bool(item.passage.strip()), tuple(sorted(re.findall(r"\d+", text))), tuple(negations)


def _alike(items: Sequence[Item], least: float, passage: float) -> Iterator[tuple[Item, Item, float]]:
    """Yield the pairs at least this similar, or with the same question and answer, each with its similarity."""
    from rapidfuzz import fuzz

    texts = ["\n".join((normalised(item.question), *sorted(map(normalised, item.options)))) for item in items]
    for one, other in sorted({*_near(texts, least), *_same_answer(items)}):
        if not _same_passage(items[one].passage, items[other].passage, passage):
            continue
        yield items[one], items[other], fuzz.ratio(texts[one], texts[other]) / 100


def _same_passage(one: str, other: str, least: float) -> bool:
    from rapidfuzz import fuzz

    return one == other or fuzz.ratio(normalised(one), normalised(other)) >= 100 * least


def _near(texts: Sequence[str], least: float) -> Iterator[tuple[int, int]]:
    from rapidfuzz import fuzz, process

    for start in range(0, len(texts) - 1, _ROWS):
        rows = texts[start : start + _ROWS]
        ratios = process.cdist(rows, texts[start:], scorer=fuzz.ratio, score_cutoff=100 * least)
        for one, other in zip(*ratios.nonzero(), strict=True):
            if other > one:
                yield start + int(one), start + int(other)


def _same_answer(items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    places: dict[tuple[str, str], list[int]] = {}
    for index, item in enumerate(items):
        if item.answer is not None:
            places.setdefault((normalised(item.question), normalised(item.options[item.answer])), []).append(index)
    for group in places.values():
        yield from combinations(group, 2)


DUPLICATE_RULES = (
    Rule(
        "duplicated-question",
        "rule",
        "high",
        "the exam asks the same question, or nearly the same, more than once",
        _repeated,
        ("others", "alike"),
        (
            Threshold(
                "alike", 0.95, "share", 0.5, 1, "questions share this much of their characters (rapidfuzz.fuzz.ratio)"
            ),
            Threshold("passage", 0.8, "share", 0.5, 1, "and their passages this much of theirs"),
        ),
        citation="Haladyna et al. 2002, guideline 4",
    ),
)
