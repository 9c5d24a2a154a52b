"""Which passages and questions of an exam stand in other data, told by the runs of words that they share.

A passage stands there where one passage of the data has at least half of its runs of eight words; in part, where it has
a tenth. A question stands there where one question of the data shares three quarters of what tells it: its runs of five
words, and its options. So a question that many exams ask ("What is the best title?") is not found by itself.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from examfiles.items import Dataset, Item, gathered
from examfiles.reasons import Reason, many, sentences
from magnetite.core.experiment import Panel
from magnetite.core.headings import ID, PASSAGE_ID, QUESTION
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.experiments.asking import require_items
from magnetite.views.shingles import shingles
from magnetite.views.text import normalised

WHOLE, PART = 0.5, 0.1  # shares of a passage's shingles
SAME_QUESTION_SHARE = 0.75  # the share of what tells a question
_WORDS = 5  # of a question's shingle
_MOST_PAIRS = 500
_SHARE = Heading("share", "shared", "share")
_PASSAGES = (PASSAGE_ID, Heading("data", "occurs in"), Heading("other", "as passage"), _SHARE, Heading("how", "how"))
_SAME_KEY = Heading("same_key", "with the same key")
_QUESTIONS = (ID, Heading("data", "occurs in"), Heading("other", "as question"), _SHARE, _SAME_KEY, QUESTION)
_SHARES = (Heading("passage_share", "passage shared", "share"), Heading("question_share", "question shared", "share"))


@dataclass(frozen=True, slots=True)
class Match:
    """Where a text stands: in which data, as what, and the share of its own shingles that stand there."""

    share: float
    data: str
    other: str
    key: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """Looks an exam's texts up in other data, by name; asks no system."""

    name: ClassVar[str] = "overlap"
    data: Mapping[str, Dataset]

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:  # noqa: ARG002 - it asks nobody
        """Compare every text. Raises UsageError for an exam without questions."""
        require_items(exam, self.name)
        texts = {item.passage_id: item.passage for item in exam if item.passage.strip()}
        passages = best_matches(
            {name: shingles(text) for name, text in texts.items()},
            (
                (Match(0.0, name, other), shingles(text))
                for name, data in self.data.items()
                for other, text in {item.passage_id: item.passage for item in data}.items()
            ),
        )
        questions = best_matches(
            {item.id: _telling(item) for item in exam},
            (
                (Match(0.0, name, item.id, _key(item)), _telling(item))
                for name, data in self.data.items()
                for item in data
            ),
        )
        return (_finding(exam, texts, passages, questions, self.data),)


def best_matches(
    own: Mapping[str, frozenset[Any]], others: Iterable[tuple[Match, frozenset[Any]]]
) -> dict[tuple[str, str], Match]:
    """Return, for each own text and data that shares anything with it, the text there that shares most, the first.

    >>> own = {"p": frozenset("abcd")}
    >>> best_matches(own, [(Match(0, "X", "x1"), frozenset("a")), (Match(0, "X", "x2"), frozenset("abe"))])["p", "X"]
    Match(share=0.5, data='X', other='x2', key=None)
    """
    index = gathered((part, name) for name, parts in own.items() for part in parts)
    best: dict[tuple[str, str], Match] = {}
    for match, parts in others:
        for name, count in Counter(name for part in parts for name in index.get(part, ())).items():
            share, place = count / len(own[name]), (name, match.data)
            if place not in best or share > best[place].share:
                best[place] = Match(share, match.data, match.other, match.key)
    return best


def _telling(item: Item) -> frozenset[Any]:
    """Return what tells a question: its shingles, and its options whole."""
    return shingles(item.question, _WORDS) | {("option", normalised(option)) for option in item.options}


def _key(item: Item) -> str | None:
    return None if item.answer is None else normalised(item.options[item.answer])


def _finding(
    exam: Dataset,
    texts: Mapping[str, str],
    passages: Mapping[tuple[str, str], Match],
    questions: Mapping[tuple[str, str], Match],
    data: Mapping[str, Dataset],
) -> Finding:
    """Report what was found.

    Tables: `passages` (the passage, where it stands, as which, the share, whole or in part), `questions` (the same, and
    whether its key is the same). The items have the largest share of each question and of its passage.
    """
    whole = {place for place, match in passages.items() if match.share >= WHOLE}
    same = {place for place, match in questions.items() if match.share >= SAME_QUESTION_SHARE}
    counts = {name: (_in(whole, name), _in(same, name)) for name in data}
    partly = {name: sum(PART <= m.share < WHOLE for m in passages.values() if m.data == name) for name in data}
    numbers = [
        Number("passages", len(texts), unit="count"),
        Number("questions", len(exam), unit="count"),
        *(
            Number(label, count / total, n=total, group=name)
            for name, both in counts.items()
            for label, count, total in zip(
                ("passages found there", "questions found there"), both, (len(texts), len(exam)), strict=True
            )
            if total
        ),
    ]
    answers = [
        Reason(
            "overlap-answer",
            {
                "data": name,
                "passages": len(texts),
                "whole": counts[name][0],
                "part": partly[name],
                "questions": many(len(exam)),
                "same": counts[name][1],
            },
        )
        for name in data
    ]
    return Finding(
        "overlap",
        "What occurs in other data",
        sentences(*answers),
        tuple(numbers),
        (
            table("passages", "Passages that occur elsewhere", _PASSAGES, _passage_rows(passages), "overlap_passages"),
            table(
                "questions",
                "Questions that occur elsewhere",
                _QUESTIONS,
                _question_rows(exam, questions),
                "overlap_questions",
            ),
        ),
        table("items", "Every question", (ID, *_SHARES), _every(exam, passages, questions)),
        notes=(Reason("overlap-note-words"),),
    )


def _in(places: Iterable[tuple[str, str]], data: str) -> int:
    return sum(name == data for _, name in places)


def _passage_rows(passages: Mapping[tuple[str, str], Match]) -> Sequence[tuple[Value, ...]]:
    return [
        (name, match.data, match.other, match.share, "whole" if match.share >= WHOLE else "in part")
        for (name, _), match in sorted(passages.items(), key=_most_shared)
        if match.share >= PART
    ][:_MOST_PAIRS]


def _most_shared(pair: tuple[tuple[str, str], Match]) -> tuple[float, str, str]:
    place, match = pair
    return (-match.share, *place)


def _question_rows(exam: Dataset, questions: Mapping[tuple[str, str], Match]) -> list[tuple[Value, ...]]:
    items = {item.id: item for item in exam}
    rows: list[tuple[Value, ...]] = []
    for (name, _), match in sorted(questions.items(), key=_most_shared):
        if match.share >= SAME_QUESTION_SHARE:
            known = None in (own := _key(items[name]), match.key)
            rows.append(
                (name, match.data, match.other, match.share, None if known else own == match.key, items[name].question)
            )
    return rows[:_MOST_PAIRS]


def _every(
    exam: Dataset, passages: Mapping[tuple[str, str], Match], questions: Mapping[tuple[str, str], Match]
) -> Iterator[tuple[Value, ...]]:
    most: list[dict[str, float]] = [{}, {}]
    for shares, matches in zip(most, (passages, questions), strict=True):
        for (name, _), match in matches.items():
            shares[name] = max(match.share, shares.get(name, 0.0))
    for item in exam:
        yield item.id, most[0].get(item.passage_id, 0.0) if item.passage.strip() else None, most[1].get(item.id, 0.0)
