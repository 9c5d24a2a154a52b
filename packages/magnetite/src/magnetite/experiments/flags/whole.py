"""Rules about the exam as a whole: questions that it asks twice, and where its right answers stand.

A question is compared as its text with its options in alphabetical order. The similarity of two is rapidfuzz's ratio:
the share of characters that stay when one is edited into the other. Questions with different numbers or negations
differ, however alike they look, and so do questions about different passages ("What is the best title?"); passages are
compared in the same way. The same question with the same right answer counts as well, whatever the wrong ones are.
Where a fifth of the questions, and ten at least, stand under several passages, the exam has its passages in versions,
easier and harder ones: that is its design, and is said once, not of every question.

The rules about keys (their letters, runs of the same letter, how often the longest is right) ask how likely the keys
would be if they were placed at random, and speak where that is very unlikely. Questions may differ in their number of
options: a letter is expected as often as chance gives it over each question's own options.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, groupby, pairwise
from math import inf

import numpy as np

from examfiles.items import Item, gathered, letter, seen
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.forms import longest_alone
from magnetite.experiments.flags.rule import QUESTIONS, Limits, Observation, Threshold, key_of, observation, rule
from magnetite.experiments.magnets.features import NEGATION
from magnetite.views.similar import similar
from magnetite.views.text import normalised, words

_MOST_DUPLICATES = 10  # duplicates that a flag names, the most similar first
_ALIKE = Threshold(
    "alike", 0.95, "share", 0.5, 1, "questions share this much of their characters (rapidfuzz.fuzz.ratio)"
)
_PASSAGES = Threshold("passage", 0.8, "share", 0.5, 1, "and their passages this much of theirs")


@rule(
    "duplicated-question",
    "serious",
    ("others", "alike"),
    _ALIKE,
    _PASSAGES,
    citation="Haladyna et al. 2002, guideline 4",
)
def duplicated_question(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """The exam asks the same question, or nearly the same, more than once.

    Questions that versions of passages share are another rule's: see `_versions`.
    """
    passages = {exam.items[index].id: exam.items[index].passage_id for index in indices}
    pairs = _twins(exam, indices, limits["alike"], limits["passage"])
    versions = _are_versions(_apart_in(pairs, passages), len(indices))
    others: dict[str, list[tuple[str, float]]] = {}
    for one, other, alike in pairs:
        if not (versions and passages[one] != passages[other]):
            others.setdefault(one, []).append((other, alike))
            others.setdefault(other, []).append((one, alike))
    for index in indices:
        if twins := others.get(exam.items[index].id):
            nearest = sorted(twins, key=lambda twin: -twin[1])[:_MOST_DUPLICATES]
            yield exam.items[index].id, observation((), others=tuple(twin for twin, _ in nearest), alike=nearest[0][1])


@rule(
    "questions-in-versions",
    "remark",
    ("groups", "repeated", "questions", "times", "example"),
    _ALIKE,
    _PASSAGES,
    citation="Haladyna et al. 2002, guideline 4",
)
def questions_in_versions(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """The exam has its passages in several versions, such as levels, each with the same questions."""
    passages = {exam.items[index].id: exam.items[index].passage_id for index in indices}
    pairs = _apart_in(_twins(exam, indices, limits["alike"], limits["passage"]), passages)
    if not _are_versions(pairs, len(indices)):
        return
    groups = _joined(pairs)
    largest = max(groups, key=len)
    yield (
        _WHOLE_EXAM,
        observation(
            (),
            groups=len(groups),
            repeated=sum(map(len, groups)),
            questions=len(indices),
            times=len(largest),
            example=tuple(largest[:_MOST_DUPLICATES]),
        ),
    )


Twins = Sequence[tuple[str, str, float]]  # two questions, by id, and how alike they are
_FEW, _SHARE = 10, 0.2  # so many questions, and such a share of the exam, that versions explain them


def _apart_in(pairs: Twins, passages: Mapping[str, str]) -> Twins:
    return [pair for pair in pairs if passages[pair[0]] != passages[pair[1]]]


def _are_versions(pairs: Twins, questions: int) -> bool:
    repeated = len({name for one, other, _ in pairs for name in (one, other)})
    return repeated >= max(_FEW, _SHARE * questions)


def _joined(pairs: Twins) -> list[list[str]]:
    """Return the groups of questions that pairs connect, in order of appearance."""
    groups: dict[str, list[str]] = {}
    for one, other, _ in pairs:
        first, second = groups.setdefault(one, [one]), groups.setdefault(other, [other])
        if first is not second:
            first.extend(second)
            groups.update(dict.fromkeys(second, first))
    return list({id(group): group for group in groups.values()}.values())


@rule("same-question-two-keys", "fatal", ("others", "key", "other"), key=True)
def same_question_two_keys(exam: Exam, indices: Sequence[int], _limits: Limits) -> Iterator[tuple[str, Observation]]:
    """The exam asks the same question with the same options twice, and keys different ones."""
    groups: dict[object, list[Item]] = {}
    for item in map(exam.items.__getitem__, indices):
        same = (item.passage, normalised(seen(item.question)), tuple(sorted(map(_bare, item.options))))
        groups.setdefault(same, []).append(item)
    for group in groups.values():
        keys = {item.id: _bare(item.options[key_of(item)]) for item in group}
        for item in group:
            others = [other for other in group if keys[other.id] != keys[item.id]]
            if others and item.question.strip():
                key, other = item.options[key_of(item)], others[0].options[key_of(others[0])]
                yield (
                    item.id,
                    observation((key_of(item),), others=tuple(each.id for each in others), key=key, other=other),
                )


def _bare(option: str) -> str:
    return normalised(seen(option))


@lru_cache(maxsize=1)  # two rules ask for the same
def _twins_of(items: tuple[Item, ...], least: float, passage: float) -> Twins:
    # questions that are only a picture all look the same
    asked = [item for item in items if item.question.strip()]
    return [(one.id, other.id, alike) for one, other, alike in _alike(asked, least, passage)]


def _twins(exam: Exam, indices: Sequence[int], least: float, passage: float) -> Twins:
    return _twins_of(tuple(exam.items[index] for index in indices), least, passage)


def _apart(item: Item) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    """Return what two questions must share to be compared: numbers, negations, and whether there is a passage."""
    text = " ".join((item.question, *item.options))
    negations = sorted(word for word in map(str.casefold, words(text)) if word in NEGATION)
    return bool(item.passage.strip()), tuple(sorted(re.findall(r"\d+", text))), tuple(negations)


def _alike(items: Sequence[Item], least: float, passage: float) -> Iterator[tuple[Item, Item, float]]:
    """Yield the pairs at least this similar, or with the same question and answer, each with its similarity."""
    from rapidfuzz import fuzz

    numbers: dict[object, int] = {}
    groups = [numbers.setdefault(_apart(item), len(numbers)) for item in items]
    texts = ["\n".join((normalised(item.question), *sorted(map(normalised, item.options)))) for item in items]
    for one, other in sorted({*similar(texts, groups, least), *_same_answer(items, groups)}):
        if _same_passage(items[one].passage, items[other].passage, passage):
            yield items[one], items[other], fuzz.ratio(texts[one], texts[other]) / 100


def _same_passage(one: str, other: str, least: float) -> bool:
    from rapidfuzz import fuzz

    return one == other or fuzz.ratio(normalised(one), normalised(other), score_cutoff=100 * least) > 0


def _same_answer(items: Sequence[Item], groups: Sequence[int]) -> Iterator[tuple[int, int]]:
    places = gathered(
        ((group, normalised(item.question), normalised(item.options[item.answer])), index)
        for index, (item, group) in enumerate(zip(items, groups, strict=True))
        if item.answer is not None
    )
    for group in places.values():
        yield from combinations(group, 2)


_WHOLE_EXAM = ""
_DRAWS = 10_000
_CELLS = 1_000_000  # random numbers at most, however many options a question has
_MOST_LETTERS = 12  # letters that the evidence lists
_P = Threshold("p", 0.01, "p", 0, 1, "keys placed at random look like this with at most this probability")


def _enough(questions: int) -> Threshold:
    return Threshold(QUESTIONS, questions, "questions", 1, inf, "asked only of exams with at least this many questions")


@rule(
    "key-positions-unbalanced",
    "worth-a-thought",
    ("counts", "questions", "most", "most_count", "least", "least_count", "p"),
    _P,
    _enough(20),
    key=True,
    citation="Haladyna et al. 2002, guideline 20",
)
def key_positions_unbalanced(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """Over the whole exam, the right answer has one letter too often or too seldom."""
    items = [exam.items[index] for index in indices]
    counts = np.bincount([key_of(item) for item in items], minlength=max(len(item.options) for item in items))
    p = position_p(items, counts)
    if p <= limits["p"]:
        most, least = int(counts.argmax()), int(counts.argmin())
        yield (
            _WHOLE_EXAM,
            observation(
                (),
                counts=tuple(f"{letter(at)} {int(count)}" for at, count in enumerate(counts[:_MOST_LETTERS])),
                questions=len(items),
                most=letter(most),
                most_count=int(counts[most]),
                least=letter(least),
                least_count=int(counts[least]),
                p=p,
            ),
        )


@rule(
    "same-letter-run",
    "remark",
    ("run", "letter", "first", "last", "questions", "p"),
    _P,
    _enough(10),
    key=True,
    citation="Haladyna et al. 2002, guideline 20",
)
def same_letter_run(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """More questions in a row have the same letter as key than chance explains."""
    items = [exam.items[index] for index in indices]
    runs = [(key, list(run)) for key, run in groupby(items, key=key_of)]
    key, longest = max(runs, key=lambda run: len(run[1]))
    p = run_p(items, len(longest))
    if p <= limits["p"]:
        yield (
            _WHOLE_EXAM,
            observation(
                (),
                run=len(longest),
                letter=letter(key),
                first=longest[0].id,
                last=longest[-1].id,
                questions=len(items),
                p=p,
            ),
        )


@rule(
    "keys-often-longest",
    "worth-a-thought",
    ("longest", "questions", "share", "expected", "p"),
    _P,
    _enough(20),
    key=True,
    citation="Haladyna et al. 2002, guideline 24; Si et al. 2019, Table 3",
)
def keys_often_longest(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """Over the whole exam, the longest option is right more often than chance explains."""
    longest = [(item, long) for index in indices if (long := longest_alone(item := exam.items[index])) is not None]
    if not longest:
        return
    right = sum(key_of(item) == long for item, long in longest)
    chances = [1 / len(item.options) for item, _ in longest]
    p = at_least(right, chances)
    if p <= limits["p"]:
        share, expected = right / len(longest), sum(chances) / len(longest)
        yield _WHOLE_EXAM, observation((), longest=right, questions=len(longest), share=share, expected=expected, p=p)


def position_p(items: Sequence[Item], counts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> float:
    """Return the p-value of Pearson's statistic of keys by letter, simulated: right for any number of options.

    Chance draws keys for groups of questions with equally many options; the seed is fixed, and so is p.
    """
    groups = Counter(len(item.options) for item in items)
    draws = max(1000, min(_DRAWS, _CELLS // len(counts)))
    expected = np.array([sum(n / k for k, n in groups.items() if at < k) for at in range(len(counts))])
    random = np.random.default_rng(0)
    drawn = np.zeros((draws, len(counts)))
    for options, questions in sorted(groups.items()):
        drawn[:, :options] += random.multinomial(questions, [1 / options] * options, size=draws)
    statistic = ((counts - expected) ** 2 / expected).sum()
    as_far = (((drawn - expected) ** 2 / expected).sum(axis=1) >= statistic - 1e-9).sum()
    return float((as_far + 1) / (draws + 1))


def run_p(items: Sequence[Item], run: int) -> float:
    """Return the probability that random keys have a run of `run` equal letters or more, exact for like items.

    Two keys next to each other are equal with a probability of one over the greater number of options.
    """
    if run <= 1:
        return 1.0
    lengths = np.zeros(run - 1)  # how likely the current run has 1, 2, … run - 1 letters, and none was longer yet
    lengths[0] = 1.0
    for before, item in pairwise(items):
        same = 1 / max(len(before.options), len(item.options))
        fresh = lengths.sum() * (1 - same)
        lengths = np.concatenate([[fresh], lengths[:-1] * same])
    return float(1 - lengths.sum())


def at_least(successes: int, chances: Sequence[float]) -> float:
    """Return the probability that at least this many of independent events with these chances happen."""
    happened = np.array([1.0])
    for chance in chances:
        happened = np.convolve(happened, [1 - chance, chance])
    return float(happened[successes:].sum())
