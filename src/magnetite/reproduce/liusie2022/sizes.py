"""Which figures of Liusie et al. (2022) two sets of readers of ours are compared on."""

from collections.abc import Iterator, Mapping

from magnetite.core.results import Finding
from magnetite.reproduce.liusie2022.exhibits import GAPS
from magnetite.reproduce.liusie2022.reported import OVERCONFIDENT, TABLE_2, TABLE_B2
from magnetite.reproduce.liusie2022.settings import COSMOS, RACE, RECLOR, Liusie
from magnetite.reproduce.sizes import Sized, by_group, in_row, sized

GUESSING = 0.25
ALL, B2 = "all", "table-b2-race"


def compared(settings: Liusie, findings: Mapping[str, Finding]) -> Iterator[Sized]:
    """Yield the figures that both sets have."""
    readers = (settings.smaller, settings.larger)
    if "table-2" in findings:
        rows = {row["readers"]: row for row in findings["table-2"].table("sizes").rows()}
        for view, paper in TABLE_2.items():
            both = (in_row(rows.get(reader), view, "share") for reader in readers)
            yield from sized(f"{view}, right on RACE++ (Table 2)", [paper[ALL]], both)
        for label, (more, less) in GAPS.items():
            held = by_group(findings["table-2"], label)
            gap = TABLE_2[more][ALL] - TABLE_2[less][ALL]
            yield from sized(f"{more} less {less} (Table 2)", [gap], map(held.get, readers))
    if "calibration" in findings:
        held = by_group(findings["calibration"], "confidence above accuracy")
        for view in ("QO", "QOC"):
            both = (held.get(f"{reader} {view}") for reader in readers)
            yield from sized(f"{view}, confidence above accuracy (footnote 3)", [OVERCONFIDENT], both)
    if B2 in findings:
        held = by_group(findings[B2], "above guessing")
        for exam in (COSMOS, RECLOR):
            for view, paper in TABLE_B2[RACE].items():
                both = (held.get(f"{reader} {view} on {exam}") for reader in readers)
                yield from sized(f"{view}, above guessing on {exam} (Table B.2)", [paper[exam] - GUESSING], both)
