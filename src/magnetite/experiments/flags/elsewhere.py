"""Rules about a question under the wrong passage: its words are those of another, or none is the passage's own.

The content words of a question, plurals aside, are looked up in every passage. The rule speaks where the question's own
passage has next to none of them, one other passage has nearly all, and no third comes near, so that it is not by
chance; words that more than half of the passages hold tell nothing. The options have to agree: they share more words
with the other passage than with their own.

The limits were chosen on RACE dev, in exams of eight passages, for hardly any false alarm.
What asks for the gist alone cannot be found by its words.

Where the other passage is not in the exam, only its absence tells: not one content word of question and options stands
in the passage. Abstract questions ("What is the relation of the two speakers?") can be flagged, too. How many questions
under a wrong passage are found so is on the page docs/results/flags-rates.md.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import inf

from magnetite.experiments.flags.exam import Exam, content_words
from magnetite.experiments.flags.rule import Limits, Observation, Threshold, by_row, observation, rule
from magnetite.views.text import words


@rule(
    "question-of-another-passage",
    "high",
    ("words", "other"),
    Threshold("words", 2, "words", 1, inf, "at least this many of its words are in the other passage"),
    Threshold("other", 0.6, "share", 0, 1, "and at least this share of all its content words"),
    Threshold("own", 0.34, "share", 0, 1, "its own passage has at most this share of them"),
    Threshold("lead", 1, "words", 0, inf, "and every third passage has this many fewer"),
    passage=True,
    citation="Haladyna et al. 2002, guideline 3",
)
def question_of_another_passage(
    exam: Exam, indices: Sequence[int], limits: Limits
) -> Iterator[tuple[str, Observation]]:
    """The question's words are not in its own passage, but in another passage of the exam."""
    texts: dict[str, frozenset[str]] = {}
    first: dict[str, str] = {}  # a question of each passage, by which its reader finds it
    for index in indices:
        passage = exam.items[index].passage
        if passage not in texts:
            texts[passage], first[passage] = _stems(words(passage)), exam.items[index].id
    holders: dict[str, list[str]] = {}
    for passage, held in texts.items():
        for word in held:
            holders.setdefault(word, []).append(passage)
    telling = {word: where for word, where in holders.items() if len(where) <= max(1, len(texts) // 2)}
    for index in indices:
        item = exam.items[index]
        asked = _stems(content_words(item.question, english=exam.english[index]))
        own = len(asked & texts[item.passage])
        if len(asked) < limits["words"] or own > limits["own"] * len(asked):
            continue
        counts = Counter(passage for word in asked for passage in telling.get(word, ()) if passage != item.passage)
        (other, most), (_, next_) = [*counts.most_common(2), ("", 0), ("", 0)][:2]
        offered = _stems(word for option in item.options for word in content_words(option))
        if (
            most >= max(limits["words"], limits["other"] * len(asked))
            and most - next_ >= limits["lead"]
            and len(offered & texts[other]) > len(offered & texts[item.passage])
        ):
            yield item.id, observation((), words=tuple(sorted(asked & texts[other])), other=first[other])


@rule(
    "words-not-in-passage",
    "medium",
    ("words",),
    Threshold("asked", 2, "words", 1, inf, "the question has at least this many content words"),
    Threshold("words", 8, "words", 1, inf, "and with its options at least this many"),
    passage=True,
    citation="Haladyna et al. 2002, guideline 3",
)
@by_row
def words_not_in_passage(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """Not one content word of the question or its options stands in the passage."""
    item, english = exam.items[index], exam.english[index]
    question, options = (
        _stems(content_words(text, english=english)) for text in (item.question, " ".join(item.options))
    )
    enough = len(question) >= limits["asked"] and len(question | options) >= limits["words"]
    if enough and not (question | options) & _stems(words(item.passage)):
        yield observation((), words=tuple(sorted(content_words(item.question, english=english))))


def _stems(found: Iterable[str]) -> frozenset[str]:
    """Return words in lower case, without the -s of plurals."""
    return frozenset(_stem(word.casefold()) for word in found if any(map(str.isalnum, word)))


def _stem(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word
