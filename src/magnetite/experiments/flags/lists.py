"""Lists to look at, beside the flags: an exam's questions and options in an order of a model's, never called flags.

A limit throws away what an order knows: where a reader is often wrong, hardly a key is improbable enough for a flag,
but wrong keys gather at the head of a list. A list is left out where the model cannot be told from guessing.
"""

from collections.abc import Iterator, Sequence

from magnetite.core.headings import ID, OPTION, RANK
from magnetite.core.items import letter
from magnetite.core.results import Heading, Table, Value, table
from magnetite.experiments.flags.luck import Judged, standing
from magnetite.experiments.flags.passage import SAME, WITH, WITHOUT
from magnetite.experiments.flags.rule import key_of, wrong_options

LISTED = 10
HEADINGS = (ID, RANK, OPTION, Heading("probability", unit="probability"))
Row = tuple[float, str, int]  # what orders the list, the question's id, and the option that it is about


def listed_tables(judged: Judged, many: int = LISTED) -> tuple[Table, ...]:
    """Return the lists, as long as `many`: a table each, of the option concerned and its probability."""
    views = [view for view in judged.exam.probabilities if standing(judged, view, None)[0] == "told"]
    given = {
        "check_first": ("Keys to check first", _keys(judged, WITH) if WITH in views else ()),
        "least_needed": ("Questions that need the passage least", _least(judged) if WITHOUT in views else ()),
        "idle": ("Options that nobody would take", _idle(judged, views) if views else ()),
    }
    return tuple(_listed(name, title, sorted(rows), many) for name, (title, rows) in given.items())


def _listed(name: str, title: str, ordered: Sequence[Row], many: int) -> Table:
    rows: Iterator[tuple[Value, ...]] = (
        (item, rank, letter(option), abs(value)) for rank, (value, item, option) in enumerate(ordered[:many], 1)
    )
    return table(name, title, HEADINGS, rows)


def _keys(judged: Judged, view: str) -> Iterator[Row]:
    """Yield each key with its probability."""
    exam = judged.exam
    for at, item in enumerate(exam.items):
        if item.answer is not None and (row := exam.scored(view, at)):
            yield round(row[key_of(item)], SAME), item.id, key_of(item)


def _least(judged: Judged) -> Iterator[Row]:
    """Yield each key that is chosen without the passage, the most probable first."""
    exam = judged.exam
    for at, item in enumerate(exam.items):
        row = exam.scored(WITHOUT, at)
        if item.answer is not None and item.passage.strip() and row and row[key_of(item)] == max(row):
            yield -round(row[key_of(item)], SAME), item.id, key_of(item)


def _idle(judged: Judged, views: Sequence[str]) -> Iterator[Row]:
    """Yield each wrong option with the most that it has under any view."""
    exam = judged.exam
    for at, item in enumerate(exam.items):
        rows = [row for view in views if (row := exam.scored(view, at))]
        for option in wrong_options(item) if rows and item.answer is not None else ():
            if most := max(row[option] for row in rows):  # 0: it was set aside
                yield round(most, SAME), item.id, option
