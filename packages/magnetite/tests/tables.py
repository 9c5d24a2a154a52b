"""Tables for tests: made of values by their columns' names, read as such, and changed."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from magnetite.core import headings
from magnetite.core.results import Column, Heading, Table, Value

# Of headings with one name, the one that is defined first.
_SHARED = {each.name: each for each in reversed(list(vars(headings).values())) if isinstance(each, Heading)}


def columns_of(values: Mapping[str, Iterable[Value]]) -> tuple[Column, ...]:
    """Make columns; those whose name many tables share have its heading and unit."""
    return tuple(_SHARED.get(name, Heading(name)).over(each) for name, each in values.items())


def values_of(table: Table) -> dict[str, list[Value]]:
    """Read a table's values by the names of its columns."""
    return {column.name: list(column.values) for column in table.columns}


def with_values(table: Table, values: Mapping[str, Iterable[Value]]) -> Table:
    """Change columns of a table; one that it lacks is added."""
    kept = tuple(replace(c, values=list(values[c.name])) if c.name in values else c for c in table.columns)
    return replace(table, columns=(*kept, *columns_of({n: v for n, v in values.items() if n not in table})))
