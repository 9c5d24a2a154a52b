"""Matrices of un-readable attacks: a row per attack, a column per system or level.

Si et al. (2019), Table 2.
"""

from collections.abc import Callable, Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report.entries import Entry, Matrix, Row, bounded, over, percent
from magnetite.report.tables import MISSING, rows, show_value
from magnetite.report.trace import KIND, trace_matrix

NO_ATTACK = "no attack"
ALL = "all"


def unreadable_matrix(table: Table) -> Matrix | None:
    """Return a table as a matrix; None for a kind that is read as it is, and for an empty table."""
    if table.kind == KIND:
        return trace_matrix(table)
    build = _KINDS.get(table.kind)
    return build(table, rows(table)) if build and len(table) else None


def _attacks(table: Table, body: Sequence[Row]) -> Matrix:
    """Write Table 2: a column per system, or per level where there is one system."""
    systems, attacks = _names(body, "system"), _names(body, "attack")
    across = "system" if len(systems) > 1 else "level"
    every = [row for row in body if across == "level" or row["level"] in (ALL, None)]
    columns = _names(every, across)
    by_names = {(str(row["attack"]), str(row[across])): row for row in every}
    first = {column: next(row for row in every if str(row[across]) == column) for column in columns}
    lines = [(Entry(NO_ATTACK), *(_before(first[column]) for column in columns))]
    lines += [(Entry(name), *(_after(by_names.get((name, column))) for column in columns)) for name in attacks]
    lines.append((Entry("guessing"), *(Entry(_percent(first[column]["chance"])) for column in columns)))
    heads = [("all levels" if column == ALL else column) if across == "level" else column for column in columns]
    return Matrix(f"{table.title}: per cent right (relative change)", ("attack", *heads), tuple(lines))


def _before(row: Row) -> Entry:
    return Entry(_percent(row["before"]), f"{_interval(row, 'before')}{over(row)}")


def _after(row: Row | None) -> Entry:
    """Write the accuracy under an attack with the relative change beside it; interval and p-value in the hint."""
    if row is None or row["after"] is None:
        return Entry(MISSING)
    change = "" if row["relative"] is None else show_value("relative", _real(row["relative"]))
    test = "" if row["p"] is None else f"p {show_value('p', _real(row['p']))}, "
    return Entry(percent(row["after"]), f"{_interval(row, 'after')}{test}{over(row)}", change)


def _interval(row: Row, name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return "" if low is None or high is None else f"95% interval {percent(low)} to {percent(high)}, "


def _controls(table: Table, body: Sequence[Row]) -> Matrix:
    """Write a row per attack: accuracy under it and under each kind of control, with the difference beside it."""
    systems, roles = _names(body, "system"), _names(body, "role")
    by_names = {(str(row["system"]), str(row["attack"]), str(row["role"])): row for row in body}
    first: dict[tuple[str, str], Row] = {}
    for row in body:
        first.setdefault((str(row["system"]), str(row["attack"])), row)
    lines = tuple(
        (
            *((Entry(system),) if len(systems) > 1 else ()),
            Entry(attack),
            Entry(_percent(row["attacked"]), f"{_interval(row, 'attacked')}{over(row)}"),
            *(_beside(by_names.get((system, attack, role))) for role in roles),
        )
        for (system, attack), row in first.items()
    )
    heads = ("attack", "under the attack", *roles)
    title = f"{table.title}: per cent right (attack minus control, points)"
    several = len(systems) > 1
    return Matrix(title, ("system", *heads) if several else heads, lines, words=2 if several else 1)


def _beside(row: Row | None) -> Entry:
    """Write the accuracy under a control with the attack's difference beside it; its interval in the hint."""
    if row is None or row["after"] is None:
        return Entry(MISSING)
    texts = {name: show_value(name, _real(row[name])) for name in ("gap", "gap_low", "gap_high", "p")}
    known = row["gap_low"] is not None and row["gap_high"] is not None
    interval = f"95% interval of the difference {texts['gap_low']} to {texts['gap_high']} points, " if known else ""
    hint = f"{row['control']}: {interval}p {texts['p']}, {over(row)}"
    return Entry(percent(row["after"]), hint, "" if row["gap"] is None else texts["gap"])


def _lengths(table: Table, body: Sequence[Row]) -> Matrix:
    lines = tuple(
        (
            Entry(str(row["attack"])),
            *(
                bounded({**row, "low": row[f"{rule}_low"], "high": row[f"{rule}_high"]}, rule)
                for rule in ("longest", "shortest")
            ),
            Entry(_percent(row["chance"])),
        )
        for row in body
    )
    title = f"{table.title}: per cent right by length alone (95% interval)"
    return Matrix(title, ("attack or control", "longest option", "shortest option", "guessing"), lines)


def _truncated(table: Table, body: Sequence[Row]) -> Matrix:
    systems = _names(body, "system")
    title = f"{table.title}: per cent of questions"
    if not any(row["truncated"] for row in body):
        every = (Entry("with and without an attack"), *(Entry(percent(0.0)) for _ in systems))
        return Matrix(title, ("attack or control", *systems), (every,))
    by_names = {(str(row["attack"]), str(row["system"])): row for row in body}
    lines = tuple(
        (Entry(name), *(Entry(_percent(by_names[name, system]["truncated"])) for system in systems))
        for name in _names(body, "attack")
    )
    return Matrix(title, ("attack or control", *systems), lines)


def _caught(table: Table, body: Sequence[Row]) -> Matrix:
    """Write a row per attack: the share of lost answers that went to each wrong option, by rank and by letter."""
    several = len(_names(body, "system")) > 1
    columns = list(dict.fromkeys((str(row["by"]), str(row["distractor"])) for row in body))
    columns.sort(key=lambda column: column[0] == "letter")
    by_names = {(str(r["system"]), str(r["attack"]), str(r["by"]), str(r["distractor"])): r for r in body}
    pairs = list(dict.fromkeys((str(row["system"]), str(row["attack"])) for row in body))
    lines = tuple(
        (
            *((Entry(system),) if several else ()),
            Entry(attack),
            *(_share(by_names.get((system, attack, *column))) for column in columns),
        )
        for system, attack in pairs
    )
    heads = [name if by == "letter" else f"{_ORDINALS.get(name, name)} before" for by, name in columns]
    title = f"{table.title}: per cent of the answers lost to it (if all attracted alike)"
    names = ("system", "attack", *heads) if several else ("attack", *heads)
    return Matrix(title, names, lines, words=2 if several else 1)


_ORDINALS = {"1": "strongest", "2": "second", "3": "third", "4": "fourth"}


def _share(row: Row | None) -> Entry:
    if row is None or row["share"] is None:
        return Entry(MISSING)
    bounds = f"95% interval {_percent(row['low'])} to {_percent(row['high'])}, {over(row)}"
    return Entry(percent(row["share"]), bounds, _percent(row["expected"]))


def _correlations(table: Table, body: Sequence[Row]) -> Matrix | None:
    """Write a row per system, attack and measure: Pearson's over bins, the number of bins, and both over questions."""
    alone = [row for row in body if row["attack"] != ALL]  # the one over all attacks is in the sentence
    several = len(_names(alone, "system")) > 1
    places = list(dict.fromkeys((str(r["system"]), str(r["attack"]), str(r["with"])) for r in alone))
    by_names = {(str(r["system"]), str(r["attack"]), str(r["with"]), str(r["over"])): r for r in alone}
    lines = []
    for place in places:
        bins, each = by_names.get((*place, "bins")), by_names.get((*place, "questions"))
        cells = (_correlation(bins, "pearson"), _correlation(each, "pearson"), _correlation(each, "spearman"))
        names = (*map(Entry, place[0 if several else 1 :]), Entry("" if bins is None else show_value("n", bins["n"])))
        lines.append((*names, *cells))
    heads = ("attack", "with", "bins", "over bins: Pearson", "over questions: Pearson", "over questions: Spearman")
    title = f"{table.title}: correlations (95% interval)"
    headings = ("system", *heads) if several else heads
    return Matrix(title, headings, tuple(lines), words=4 if several else 3) if lines else None


def _correlation(row: Row | None, method: str) -> Entry:
    if row is None or row[method] is None:
        return Entry(MISSING)
    bounds = [
        show_value(method, _real(row[f"{method}_{end}"]))
        for end in ("low", "high")
        if row[f"{method}_{end}"] is not None
    ]
    interval = " to ".join(bounds) if len(bounds) == 2 else ""
    return Entry(show_value(method, _real(row[method])), f"{show_value('n', row['n'])} {row['over']}", interval)


def _names(body: Sequence[Row], column: str) -> list[str]:
    return list(dict.fromkeys(str(row[column]) for row in body))


def _percent(share: Any) -> str:
    return MISSING if share is None else percent(share)


def _real(value: Any) -> Any:
    return float(value) if isinstance(value, int) else value


_KINDS: dict[str, Callable[[Table, Sequence[Row]], Matrix | None]] = {
    "unreadable_attacks": _attacks,
    "unreadable_controls": _controls,
    "unreadable_lengths": _lengths,
    "unreadable_truncated": _truncated,
    "unreadable_correlations": _correlations,
    "caught_by": _caught,
}
