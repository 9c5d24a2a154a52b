"""Rules about a question under the wrong passage: its words are those of another, or none is the passage's own.

The content words of a question and its options, plurals aside, are looked up in every passage. A word weighs the more,
the fewer passages have it (its inverse document frequency, in nats); words that more than half of the passages hold, or
that questions about many passages without them use, weigh nothing. The rule speaks where one other passage has far
more of the question's words than its own and than any third, so that it is not by chance.

The limits were chosen on the training splits of RACE, DREAM, MCTest and MCScript, in exams of 5 to 250 passages, for
hardly any false alarm. What asks for the gist alone cannot be found by its words.

Where the other passage is not in the exam, only its absence tells: not one content word of question and options stands
in the passage. Abstract questions ("What does the man mean?") can be flagged, too, unless they are short; a short one
that has a name in it is hardly ever sound. How many questions under a wrong
passage are found so is on the page docs/results/flags-worth.md.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf, log

import numpy as np

from magnetite.experiments.flags.exam import Exam, as_written, content_words
from magnetite.experiments.flags.rule import Limits, Observation, Threshold, by_row, observation, rule
from magnetite.stats.ragged import FloatArray
from magnetite.views.text import words

_FEW_PASSAGES = 20  # passages: a word that one of fewer has weighs as much as if there were so many
_MOST_WORDS = 8  # words that a flag names: the rarest


@rule(
    "question-of-another-passage",
    "serious",
    ("words", "other"),
    Threshold("asked", 2, "words", 1, inf, "another passage has at least this many telling words of the question"),
    Threshold("words", 5, "words", 1, inf, "or this many of question and options"),
    Threshold("lead", 6, "nats", 0, inf, "they weigh this much more than those in its own passage"),
    Threshold("own", 0.3, "share", 0, 1, "of which the own weigh at most this share"),
    Threshold("third", 2, "nats", 0, inf, "and this much more than in any third passage"),
    Threshold("common", 0.1, "share", 0, 1, "a telling word is asked for in at most this share of passages without it"),
    passage=True,
    citation="Haladyna et al. 2002, guideline 3",
)
def question_of_another_passage(
    exam: Exam, indices: Sequence[int], limits: Limits
) -> Iterator[tuple[str, Observation]]:
    """The words of the question and its options are not in its own passage, but in another passage of the exam."""
    numbers: dict[str, int] = {}  # of passages, in the order in which questions come
    first: list[str] = []  # a question of each, by which its reader finds it
    holders: dict[str, array[int]] = {}  # the passages that have a word
    absent: dict[str, set[int]] = {}  # those that are asked about with a word that they do not have
    for index in indices:
        item = exam.items[index]
        held = _held(item.passage)
        if item.passage not in numbers:
            numbers[item.passage] = len(first)
            for word in held:
                holders.setdefault(word, array("L")).append(len(first))
            first.append(item.id)
        for word in set().union(*_asked(exam, index)) - held:
            absent.setdefault(word, set()).add(numbers[item.passage])
    passages, weights = list(numbers), _weights(len(first), holders, absent, limits["common"])
    found = np.zeros(len(first))
    for index in indices:
        item = exam.items[index]
        question, options = _asked(exam, index)
        held = _held(item.passage)
        telling = sorted((question | options) & weights.keys())
        own, every = _sum(weights, held.intersection(telling)), _sum(weights, telling)
        if every - own < limits["lead"] or own > limits["own"] * every:
            continue  # not even a passage that has all of the words could have so many more
        other, most, third = _leader(telling, holders, weights, numbers[item.passage], found)
        shared = _held(passages[other]).intersection(telling)
        if (
            (len(shared & question) >= limits["asked"] or len(shared) >= limits["words"])
            and most - own >= limits["lead"]
            and own <= limits["own"] * most
            and most - third >= limits["third"]
        ):
            rarest = sorted(shared - held, key=lambda word: (-weights[word], word))[:_MOST_WORDS]
            shown = as_written(" ".join((item.question, *item.options)), rarest, _folded)
            yield item.id, observation((), words=shown, other=first[other])


def _asked(exam: Exam, index: int) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of the content words of a question, and of its options."""
    item, english = exam.items[index], exam.english[index]
    return _telling(item.question, english), _telling(" ".join(item.options), english)


@lru_cache(maxsize=1 << 14)
def _telling(text: str, english: bool) -> frozenset[str]:
    return _stems(content_words(text, english=english))


def _sum(weights: Mapping[str, float], chosen: Iterable[str]) -> float:
    """Add up what words weigh, in their order, so that sums are always the same, and that of more words no less."""
    added = 0.0
    for word in sorted(chosen):
        added += weights[word]
    return added


def _leader(
    telling: Sequence[str],
    holders: Mapping[str, "array[int]"],
    weights: Mapping[str, float],
    own: int,
    found: FloatArray,
) -> tuple[int, float, float]:
    """Return the other passage in which words weigh the most, how much, and the most of a third.

    `found`, (passages,), is zero, and is left so: an exam of many passages has one for all of its questions.
    """
    places = [np.frombuffer(holders[word], dtype=np.dtype("L")) for word in telling]
    for word, there in zip(telling, places, strict=True):
        found[there] += weights[word]
    found[own] = 0.0
    leader = int(found.argmax())
    most = float(found[leader])
    found[leader] = 0.0
    third = float(found.max())
    for there in places:
        found[there] = 0.0
    return leader, most, third


def _weights(
    passages: int, holders: Mapping[str, Sequence[int]], absent: Mapping[str, set[int]], common: float
) -> dict[str, float]:
    """Return what each telling word weighs, in nats."""
    return {
        word: log((max(_FEW_PASSAGES, passages) + 1) / (len(where) + 0.5))
        for word, where in holders.items()
        if len(where) <= max(1, passages // 2) and len(absent.get(word, ())) <= max(2, common * passages)
    }


@rule(
    "words-not-in-passage",
    "serious",
    ("words",),
    Threshold("asked", 2, "words", 1, inf, "the question has at least this many content words"),
    Threshold("words", 8, "words", 1, inf, "and with its options at least this many"),
    Threshold("named", 4, "words", 1, inf, "or this many where an English question names somebody or something"),
    passage=True,
    citation="Haladyna et al. 2002, guideline 3",
)
@by_row
def words_not_in_passage(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """Not one content word of the question or its options occurs in the passage."""
    item, english = exam.items[index], exam.english[index]
    question, options = (
        _stems(content_words(text, english=english)) for text in (item.question, " ".join(item.options))
    )
    enough = len(question) >= limits["asked"] and len(question | options) >= limits["words"]
    names = [
        word
        for before, word in pairwise(words(item.question))
        if before[0].isalnum() and word[0].isupper() and word[1:].islower()
    ]
    named = english and content_words(" ".join(names)) and len(question | options) >= limits["named"]
    if (enough or named) and not (question | options) & _held(item.passage):
        yield observation((), words=as_written(item.question, content_words(item.question, english=english)))


@lru_cache(maxsize=1 << 12)  # some 8 kB each
def _held(passage: str) -> frozenset[str]:
    return _stems(words(passage))


def _stems(found: Iterable[str]) -> frozenset[str]:
    """Return words in lower case, without the -s of plurals."""
    return frozenset(_folded(word) for word in found if any(map(str.isalnum, word)))


def _folded(word: str) -> str:
    word = word.casefold()
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word
