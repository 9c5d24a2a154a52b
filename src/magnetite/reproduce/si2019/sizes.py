"""Which figures of Si et al. (2019) two readers of ours are compared on."""

from collections.abc import Iterator, Mapping

from magnetite.core.results import Finding
from magnetite.experiments.unreadable.trial import NO_ATTACK
from magnetite.reproduce.si2019.attacked import BINNED, CHANGE, OVER_ALL
from magnetite.reproduce.si2019.reported import AVERAGE, AVERAGE_BY_ATTACK, BERT, CORRELATIONS, FIGURE_6, TABLE_2
from magnetite.reproduce.si2019.settings import Si
from magnetite.reproduce.sizes import Sized, by_group, in_row, sized

Readers = tuple[str, str]


def compared(settings: Si, findings: Mapping[str, Finding]) -> Iterator[Sized]:
    """Yield the figures that both readers have."""
    readers = (settings.smaller, settings.larger)
    if "table-2" in findings:
        yield from _right(findings["table-2"], readers)
        held = by_group(findings["table-2"], CHANGE)
        yield from sized("mean change, all attacks (Table 2)", [AVERAGE], map(held.get, readers))
        for attack, paper in AVERAGE_BY_ATTACK.items():
            both = (held.get(f"{reader}: {attack}") for reader in readers)
            yield from sized(f"mean change, {attack} (Table 2)", [paper], both)
    if "figure-6" in findings:
        held = by_group(findings["figure-6"], OVER_ALL)
        yield from sized("growth and change, over attacks and sets (Figure 6)", [FIGURE_6], map(held.get, readers))
    for figure in BINNED:
        if figure in findings:
            yield from _over_bins(figure, findings[figure], readers)


def _right(finding: Finding, readers: Readers) -> Iterator[Sized]:
    tables = {each.name: each for each in finding.tables}
    rows = [
        {row["set"]: row for row in tables[name].rows() if row["attack"] == NO_ATTACK} if name in tables else {}
        for name in (f"each_{reader}" for reader in readers)
    ]
    for name, paper in TABLE_2[BERT].items():
        yield from sized(
            f"right on {name} (Table 2)", [paper], (in_row(own.get(name), "right", "share") for own in rows)
        )


def _over_bins(figure: str, finding: Finding, readers: Readers) -> Iterator[Sized]:
    rows = {row["system"]: row for row in finding.table("correlations_of").rows()}
    measure = BINNED[figure][1]
    for (name, held), paper in CORRELATIONS.items():
        if held == measure:
            both = (in_row(rows.get(f"{name}, {reader}"), "bins", "correlation") for reader in readers)
            number = figure.removeprefix("figure-")
            yield from sized(f"{measure} and change on {name}, over bins (Figure {number})", [paper], both)
