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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf, log

import numpy as np

from examfiles.items import gathered
from magnetite.experiments.flags.exam import Exam, as_written, content_words
from magnetite.experiments.flags.rule import Limits, Observation, Threshold, by_row, observation, rule
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
    texts: dict[str, frozenset[str]] = {}
    first: dict[str, str] = {}  # a question of each passage, by which its reader finds it
    asked: dict[int, frozenset[str]] = {}
    every: dict[int, frozenset[str]] = {}
    absent: dict[str, set[str]] = {}  # passages that are asked about with a word that they do not have
    for index in indices:
        item, english = exam.items[index], exam.english[index]
        if item.passage not in texts:
            texts[item.passage], first[item.passage] = _stems(words(item.passage)), item.id
        asked[index] = _stems(content_words(item.question, english=english))
        every[index] = asked[index] | _stems(content_words(" ".join(item.options), english=english))
        for word in every[index]:
            if word not in texts[item.passage]:
                absent.setdefault(word, set()).add(item.passage)
    holders = gathered((word, passage) for passage, held in texts.items() for word in held)
    weights = _weights(len(texts), holders, absent, limits["common"])
    own_texts = [exam.items[index].passage for index in indices]
    leading = _leading([every[index] for index in indices], own_texts, texts, weights)
    for index, (own, other, most, third) in zip(indices, leading, strict=True):
        item = exam.items[index]
        shared = every[index] & texts[other] & weights.keys()
        if (
            (len(shared & asked[index]) >= limits["asked"] or len(shared) >= limits["words"])
            and most - own >= limits["lead"]
            and own <= limits["own"] * most
            and most - third >= limits["third"]
        ):
            telling = sorted(shared - texts[item.passage], key=lambda word: (-weights[word], word))[:_MOST_WORDS]
            shown = as_written(" ".join((item.question, *item.options)), telling, _folded)
            yield item.id, observation((), words=shown, other=first[other])


def _leading(
    asked: Sequence[frozenset[str]],
    own_passages: Sequence[str],
    texts: Mapping[str, frozenset[str]],
    weights: Mapping[str, float],
) -> Iterator[tuple[float, str, float, float]]:
    """Yield, of each question: what its words weigh in its own passage; where most; how much; the most of a third.

    Words are added up in their order, so that sums are always the same.
    """
    names = list(texts)
    places = {passage: place for place, passage in enumerate(names)}
    holders = gathered((word, places[passage]) for passage, held in texts.items() for word in held if word in weights)
    there = {word: np.array(held, dtype=np.int64) for word, held in holders.items()}
    for words_asked, own_passage in zip(asked, own_passages, strict=True):
        found = np.zeros(len(names))
        for word in sorted(words_asked & weights.keys()):
            found[there[word]] += weights[word]
        own = float(found[places[own_passage]])
        found[places[own_passage]] = 0.0
        leader = int(found.argmax())
        most = float(found[leader])
        found[leader] = 0.0
        yield own, names[leader], most, float(found.max())


def _weights(
    passages: int, holders: Mapping[str, list[str]], absent: Mapping[str, set[str]], common: float
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


@lru_cache(maxsize=8)  # the questions about a passage stand together
def _held(passage: str) -> frozenset[str]:
    return _stems(words(passage))


def _stems(found: Iterable[str]) -> frozenset[str]:
    """Return words in lower case, without the -s of plurals."""
    return frozenset(_folded(word) for word in found if any(map(str.isalnum, word)))


def _folded(word: str) -> str:
    word = word.casefold()
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word
