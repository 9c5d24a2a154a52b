"""Lists to look at, beside the flags: an exam's questions and options in an order of a model's, never called flags.

A limit throws away what an order knows: where a reader is often wrong, hardly a key is improbable enough for a flag,
but wrong keys gather at the head of a list. A list is left out where the model cannot be told from guessing.
"""

from collections.abc import Iterator, Mapping, Sequence

from magnetite.core.headings import ID, OPTION, RANK
from magnetite.core.items import letter
from magnetite.core.results import Heading, Table, Value, table
from magnetite.experiments.flags.by_model import OPTION_NOBODY_TAKES
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.luck import Verdict
from magnetite.experiments.flags.passage import SAME, WITH, WITHOUT
from magnetite.experiments.flags.rule import wrong_options

LISTED = 10
HEADINGS = (ID, RANK, OPTION, Heading("probability", unit="probability"))
Row = tuple[float, str, int]  # what orders the list, the question's id, and the option that it is about


def listed_tables(exam: Exam, verdicts: Mapping[str, Verdict], many: int = LISTED) -> tuple[Table, ...]:
    """Return the lists, as long as `many`, none for 0: a table each, of the option concerned and its probability."""
    told = [view for view, verdict in verdicts.items() if verdict == "told"]
    given = {
        "check_first": ("Keys to check first", _keys(exam) if WITH in told else ()),
        "least_needed": ("Questions that need the passage least", _least(exam) if WITHOUT in told else ()),
        "idle": ("Options that nobody would take", _idle(exam) if told else ()),
    }
    return tuple(_listed(name, title, sorted(rows), many) for name, (title, rows) in given.items() if many)


def _listed(name: str, title: str, ordered: Sequence[Row], many: int) -> Table:
    rows: Iterator[tuple[Value, ...]] = (
        (item, rank, letter(option), abs(value)) for rank, (value, item, option) in enumerate(ordered[:many], 1)
    )
    return table(name, title, HEADINGS, rows)


def _keys(exam: Exam) -> Iterator[Row]:
    """Yield each key that the model does not choose, with its probability."""
    for at, item in enumerate(exam.items):
        if item.answer is not None and (row := exam.scored(WITH, at)) and row[item.answer] < max(row):
            yield round(row[item.answer], SAME), item.id, item.answer


def _least(exam: Exam) -> Iterator[Row]:
    """Yield each key that is chosen without the passage, the most probable first."""
    for at, item in enumerate(exam.items):
        row = exam.scored(WITHOUT, at)
        if item.answer is not None and item.passage.strip() and row and row[item.answer] == max(row):
            yield -round(row[item.answer], SAME), item.id, item.answer


def _idle(exam: Exam) -> Iterator[Row]:
    """Yield each wrong option that is improbable under every view, with the most that it has."""
    limit = OPTION_NOBODY_TAKES.limits()["share"]
    for at, item in enumerate(exam.items):
        rows = [row for view in exam.probabilities if (row := exam.scored(view, at))]
        for option in wrong_options(item) if rows and item.answer is not None else ():
            if (most := max(row[option] for row in rows)) < limit:
                yield round(most, SAME), item.id, option
