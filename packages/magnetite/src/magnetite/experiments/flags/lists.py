"""Lists to look at, beside the flags: an exam's questions and options in an order of a model's, never called flags.

A limit throws away what an order knows: where a reader is often wrong, hardly a key is improbable enough for a flag,
but wrong keys gather at the head of a list. Such a list is left out where the model cannot be told from guessing.

Two lists go by entropy alone, as Liusie et al. (2022, §3.2, §4) do; the key, where known, confirms them. A question is
weak where few options are left to the system without the passage: such the paper flags. It is strong where the passage
removes much of its doubt, a high mutual information (eq. 2): such the paper takes for candidates for good ones. The
words and the limits are ours.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import numpy as np

from examfiles.items import Item, letter
from magnetite.core.headings import ID, INFORMATION, OPTION, RANK
from magnetite.core.results import Finding, Heading, Table, Value, table
from magnetite.experiments.flags.by_model import option_nobody_takes
from magnetite.experiments.flags.exam import Exam, Probabilities, best
from magnetite.experiments.flags.luck import Verdict
from magnetite.experiments.flags.rule import wrong_options
from magnetite.experiments.shortcuts.certainty import DECIDED
from magnetite.stats.calibration import effective_options, entropy

MOST_QUESTIONS = 10
LINE = (ID, RANK, OPTION, Heading("probability", unit="probability"))
Row = tuple[float, str, int]  # what orders the list, the question's id, and the option that it is about
WITHOUT, WITH = "QO", "QOC"  # the two views whose entropies the passage's information is the difference of
TENTH, MOST = 10, 20  # at most a tenth of an exam's questions is listed, and 20
EVEN = 0.5  # from which an option is listed as rather right than wrong
TELLS = 0.5  # bits that the passage removes, at least, of a question that is listed as strong
COMPARED_DECIMALS = 9  # decimals to which values are compared: the last ones differ from machine to machine
ENTROPY = (
    ID,
    RANK,
    Heading("options", unit="count"),
    Heading("n_without", f"effective options with {WITHOUT}", "options"),
    Heading("n_with", f"effective options with {WITH}", "options"),
    INFORMATION,
    Heading("confirmed", "the key confirms it"),
)


def listed_tables(exam: Exam, verdicts: Mapping[str, Verdict], many: int = MOST_QUESTIONS) -> tuple[Table, ...]:
    """Return the lists, as long as `many`, none for 0: a table each, of the option concerned and its probability."""
    clear = [view for view, verdict in verdicts.items() if verdict == "clear"]
    given = {
        "check_first": ("Keys to check first", _keys(exam) if WITH in clear else ()),
        "least_needed": ("Questions the model answers without the passage", _least(exam) if WITHOUT in clear else ()),
        "idle": ("Options that the model hardly considers", _idle(exam) if clear else ()),
    }
    if exam.verdicts and WITH in clear:
        given["also_right"] = ("Wrong options that may be right as well", _also_right(exam))
    return tuple(_listed(name, title, sorted(rows), many) for name, (title, rows) in given.items() if many)


def _listed(name: str, title: str, ordered: Sequence[Row], many: int) -> Table:
    rows: Iterator[tuple[Value, ...]] = (
        (item, rank, letter(option), abs(value)) for rank, (value, item, option) in enumerate(ordered[:many], 1)
    )
    return table(name, title, LINE, rows)


def unmoved_tables(items: Sequence[Item], critical: Finding) -> Iterator[Table]:
    """Yield the list of questions that stay answered without their critical sentence, the surest first, if any do."""
    keys = {item.id: letter(item.answer) for item in items if item.answer is not None}
    rows = [row for each in critical.tables if each.name == "stays" for row in each.rows()]
    if rows:
        lines = ((row["id"], rank, keys[str(row["id"])], row["left"]) for rank, row in enumerate(rows, 1))
        yield table("unmoved", "Answered whichever sentence is taken away", LINE, lines)


def _keys(exam: Exam) -> Iterator[Row]:
    """Yield each key that the model does not choose, with its probability."""
    for at, item in enumerate(exam.items):
        if item.answer is not None and (row := exam.scored(WITH, at)) and row[item.answer] < max(row):
            yield round(row[item.answer], COMPARED_DECIMALS), item.id, item.answer


def _also_right(exam: Exam) -> Iterator[Row]:
    """Yield the wrong option of each question that is the likeliest to be right, judged by itself, if it is likely."""
    for item, row in zip(exam.items, exam.verdicts, strict=True):
        if item.answer is not None and row:
            option = max(wrong_options(item), key=row.__getitem__)
            if row[option] >= EVEN:
                yield -round(row[option], COMPARED_DECIMALS), item.id, option


def _least(exam: Exam) -> Iterator[Row]:
    """Yield each key that is chosen without the passage, the most probable first."""
    for at, item in enumerate(exam.items):
        row = exam.scored(WITHOUT, at)
        if item.answer is not None and item.passage.strip() and row and row[item.answer] == max(row):
            yield -round(row[item.answer], COMPARED_DECIMALS), item.id, item.answer


def _idle(exam: Exam) -> Iterator[Row]:
    """Yield each wrong option that is improbable under every view, with the most that it has."""
    limit = option_nobody_takes.limits()["share"]
    for at, item in enumerate(exam.items):
        rows = [row for view in exam.probabilities if at not in exam.cut and (row := exam.scored(view, at))]
        for option in wrong_options(item) if rows and item.answer is not None else ():
            if (most := max(row[option] for row in rows)) < limit:
                yield round(most, COMPARED_DECIMALS), item.id, option


def weak_table(exam: Exam) -> Table:
    """List the questions with a passage of which a system is surest without it, surest first."""
    rows = {place: _doubt(exam, WITHOUT, place) for place in _places(exam, (WITHOUT,))}
    counts = {place: len(exam.items[place].options) for place in rows}
    weak = [place for place, left in rows.items() if left < DECIDED * counts[place]]
    order = sorted(weak, key=lambda place: round((rows[place] - 1) / (counts[place] - 1), COMPARED_DECIMALS))
    return _by_entropy(exam, "weak", "Weak, by entropy: surest without the passage", order, WITHOUT)


def strong_table(exam: Exam, flagged: AbstractSet[str] = frozenset()) -> Table:
    """List the questions that draw most on their passage: those of which it tells the system most bits, most first.

    `flagged`: the ids of those that have a flag, of which this would be no good news.
    """
    places = [place for place in _places(exam, (WITHOUT, WITH)) if exam.items[place].id not in flagged]
    bits = {place: _told(exam, place) for place in places}
    strong = [place for place, told in bits.items() if told >= TELLS]
    order = sorted(strong, key=lambda place: -round(bits[place], COMPARED_DECIMALS))
    return _by_entropy(exam, "strong", "Strong, by entropy: the passage tells most", order, WITH)


def _places(exam: Exam, views: Sequence[str]) -> Iterator[int]:
    for place, item in enumerate(exam.items):
        if item.passage.strip() and len(item.options) > 1 and all(exam.scored(view, place) for view in views):
            yield place


def _by_entropy(exam: Exam, name: str, title: str, order: Sequence[int], view: str) -> Table:
    """Put down the first of these questions; `view` is that of the system whose choice the key confirms or not."""
    most = min(MOST, -(-len(exam.items) // TENTH))
    rows = (
        (
            exam.items[place].id,
            rank,
            len(exam.items[place].options),
            _doubt(exam, WITHOUT, place),
            _doubt(exam, WITH, place) if exam.scored(WITH, place) else None,
            _told(exam, place) if exam.scored(WITH, place) else None,
            None if exam.items[place].answer is None else best(exam.scored(view, place)) == exam.items[place].answer,
        )
        for rank, place in enumerate(order[:most], 1)
    )
    return table(name, title, ENTROPY, rows)


def _doubt(exam: Exam, view: str, place: int) -> float:
    """Return how many effective options are left (eq. 1)."""
    return float(effective_options(_entropy(exam.scored(view, place)))[0])


def _told(exam: Exam, place: int) -> float:
    """Return how many bits of doubt the passage removes (eq. 2)."""
    return float((_entropy(exam.scored(WITHOUT, place)) - _entropy(exam.scored(WITH, place)))[0])


def _entropy(row: Probabilities) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return entropy(np.array(row), np.array([len(row)]))
