"""Matrices of several systems' magnets: a row per magnet, pair, feature or k, a column per system or group.

Lin et al. (2021), Tables 1 and 2, the numbers of Figures 3 and 7.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report.agreement import GROUPS
from magnetite.report.entries import Entry, Matrix, Row, bounded, over, percent
from magnetite.report.features import GROUPS as FEATURE_GROUPS
from magnetite.report.headings import show_heading
from magnetite.report.heatmap import NO_ATTACK
from magnetite.report.screens import MEASURES
from magnetite.report.tables import MISSING, rows, shorten, show_value

TEXT = 120  # characters of an option; the numbers behind a table have it all
_RIGHT = "per cent right (95% interval)"


def magnet_matrix(table: Table) -> Matrix | None:
    """Return a table as a matrix; None for a kind that is read as it is, and where nothing is known."""
    if table.kind not in _KINDS:
        return None
    column, build = _KINDS[table.kind]
    return build(table, rows(table)) if any(row[column] is not None for row in rows(table)) else None


def _magnet_set(table: Table, body: Sequence[Row]) -> Matrix:
    """Write a row per magnet: T per system, on the unseen questions, else on all, else on the screen's."""
    measure = next(name for name in ("unseen", "whole", "subset") if any(row[name] is not None for row in body))
    systems, by_names = _names(body, "system"), _by_names(body, "rank", "system")
    lines = []
    for rank in _names(body, "rank"):
        first = next(row for row in body if str(row["rank"]) == rank)
        names = (Entry(rank), Entry(shorten(str(first["option"]), TEXT)), Entry("yes" if first["series"] else "no"))
        cells = (_confirmed(by_names.get((rank, system)), measure) for system in systems)
        lines.append((*names, Entry(_percent(first["interference"])), *cells))
    title = f"{table.title}: interference score T in per cent on {MEASURES[measure][0]} (95% interval)"
    heads = ("rank", "option", show_heading("series"), show_heading("interference", "magnet_set"), *systems)
    return Matrix(title, heads, tuple(lines), words=3)


def _confirmed(row: Row | None, measure: str) -> Entry:
    cell = bounded(row, measure)
    if row is None:
        return cell
    others = [f"{words}: {percent(row[name])}" for name, (words, _) in MEASURES.items() if row[name] is not None]
    return Entry(cell.text, "; ".join([*others, over(row)]), cell.interval)


def _agreement(table: Table, body: Sequence[Row]) -> Matrix:
    """Write a row per pair of systems: both correlations per group of options."""
    groups = _names(body, "group")
    by_names = {(str(row["x"]), str(row["y"]), str(row["group"])): row for row in body}
    pairs = list(dict.fromkeys((x, y) for x, y, _ in by_names))
    measures = ("pearson", "spearman")
    lines = [
        (
            Entry(x),
            Entry(y),
            *(_correlation(by_names.get((x, y, group)), name) for group in groups for name in measures),
        )
        for x, y in pairs
    ]
    heads = [f"{GROUPS.get(group, group)}: {name.title()}" for group in groups for name in measures]
    return Matrix(f"{table.title}: correlations (95% interval)", ("system", "with", *heads), tuple(lines), words=2)


def _correlation(row: Row | None, name: str) -> Entry:
    if row is None or row[name] is None:
        return Entry(MISSING)
    bounds = [
        show_value(name, _real(row[f"{name}_{end}"])) for end in ("low", "high") if row[f"{name}_{end}"] is not None
    ]
    interval = " to ".join(bounds) if len(bounds) == 2 else ""
    return Entry(show_value(name, _real(row[name])), f"{show_value('n', row['n'])} options", interval)


def _attacks(table: Table, body: Sequence[Row]) -> Matrix:
    """Write Table 1: each system's accuracy without an attack, and under each."""
    every = [row for row in body if row["level"] in ("all", None)]
    systems, options, by_names = _names(every, "system"), _names(every, "option"), _by_names(every, "option", "system")
    without = (Entry(_range(row["before"] for row in every if str(row["system"]) == system)) for system in systems)
    lines = [(Entry(NO_ATTACK), *without)]
    lines += [
        (Entry(shorten(option, TEXT)), *(_attacked(by_names.get((option, system))) for system in systems))
        for option in options
    ]
    title = f"{table.title}: per cent right (change in points)"
    return Matrix(title, ("magnet", *systems), tuple(lines))


def _attacked(row: Row | None) -> Entry:
    """Write the accuracy under an attack with its change beside it; interval and p-value in the hint."""
    if row is None or row["after"] is None:
        return Entry(MISSING)
    texts = {name: show_value(name, _real(row[name]), "system_attacks") for name in ("difference", "low", "high", "p")}
    known = row["low"] is not None and row["high"] is not None
    interval = f"95% interval of the change {texts['low']} to {texts['high']} points, " if known else ""
    test = f"p {texts['p']}, " if row["p"] is not None else ""
    change = texts["difference"] if row["difference"] is not None else ""
    return Entry(percent(row["after"]), interval + test + over(row), change)


def _transfer(table: Table, body: Sequence[Row]) -> Matrix:
    attacked, by_names = _names(body, "attacked"), _by_names(body, "found_on", "attacked")
    without = (Entry(_range(row["before"] for row in body if str(row["attacked"]) == name)) for name in attacked)
    lines = [(Entry(NO_ATTACK), *without)]
    lines += [
        (Entry(name), *(bounded(by_names.get((name, other)), "after") for other in attacked))
        for name in _names(body, "found_on")
    ]
    counts = _names([row for row in body if row["magnets"] is not None], "magnets")
    mean = f", mean over {counts[0]} magnets" if len(counts) == 1 and counts != ["1"] else ""
    return Matrix(f"{table.title}: {_RIGHT}{mean}", ("magnets found on", *attacked), tuple(lines))


def _best_of(table: Table, body: Sequence[Row]) -> Matrix:
    systems, by_names = _names(body, "system"), _by_names(body, "magnets", "system")
    lines = [
        (Entry(count), *(bounded(by_names.get((count, system))) for system in systems))
        for count in _names(body, "magnets")
    ]
    return Matrix(f"{table.title}: {_RIGHT}", ("magnets to choose from", *systems), tuple(lines))


def _features(table: Table, body: Sequence[Row]) -> Matrix:
    groups, by_names = _names(body, "group"), _by_names(body, "feature", "group")
    lines = [
        (Entry(feature), *(_explained(by_names.get((feature, group))) for group in groups))
        for feature in _names(body, "feature")
    ]
    heads = (FEATURE_GROUPS.get(group, (group, ""))[0] for group in groups)
    title = f"{table.title}: rank correlation with T (95% interval)"
    return Matrix(title, ("feature", *heads), tuple(lines))


def _explained(row: Row | None) -> Entry:
    if row is None or row["spearman"] is None:
        return Entry(MISSING)
    cell = _correlation({**row, "spearman_low": row["low"], "spearman_high": row["high"]}, "spearman")
    test = f"p {show_value('p', _real(row['p']))}, " if row["p"] is not None else ""
    return Entry(cell.text, test + cell.hint, cell.interval)


def _names(body: Sequence[Row], column: str) -> list[str]:
    return list(dict.fromkeys(str(row[column]) for row in body))


def _by_names(body: Sequence[Row], down: str, across: str) -> dict[tuple[str, str], Row]:
    return {(str(row[down]), str(row[across])): row for row in body}


def _range(shares: Iterable[Any]) -> str:
    """Write the least and the greatest share, once if they are equal: a magnet is not tried on every question."""
    known = [share for share in shares if share is not None]
    if not known:
        return MISSING
    return "–".join(dict.fromkeys((percent(min(known)), percent(max(known)))))


def _percent(share: Any) -> str:
    return MISSING if share is None else percent(share)


def _real(value: Any) -> Any:
    return float(value) if isinstance(value, int) else value


_KINDS: dict[str, tuple[str, Callable[[Table, Sequence[Row]], Matrix]]] = {
    "magnet_set": ("subset", _magnet_set),
    "system_agreement": ("spearman", _agreement),
    "system_attacks": ("after", _attacks),
    "transfer_attack": ("after", _transfer),
    "best_of": ("accuracy", _best_of),
    "features": ("spearman", _features),
}
