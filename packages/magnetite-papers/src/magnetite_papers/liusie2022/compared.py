"""The figures of Liusie et al. (2022) that are compared with ours, of two sets of readers and of those trained here."""

from collections.abc import Iterator, Mapping

from magnetite.core.results import Finding
from magnetite_papers.compared import FigureComparison, by_group, compared, in_row
from magnetite_papers.liusie2022.exhibits import GAPS
from magnetite_papers.liusie2022.reported import AUTHORS, OVERCONFIDENT, TABLE_2, TABLE_B2
from magnetite_papers.liusie2022.settings import COSMOS, EXAMS, RACE, RECLOR, Liusie

GUESSING = 0.25
ALL = "all"
MOST_SHARES = (0.5, 1.0)  # Figure 4: with the passage "most" questions have fewer than 2 effective options
SURELY = "QOC, questions with fewer than 2 effective options (Figure 4)"
MATCHED = {RACE: "table-b2-race", COSMOS: "table-b2-cosmosqa", RECLOR: "table-b2-reclor"}


def compared_figures(settings: Liusie, findings: Mapping[str, Finding]) -> Iterator[FigureComparison]:
    """Yield the figures that we have."""
    readers = (settings.smaller, settings.larger)
    if "table-2" in findings:
        yield from _table_2(findings["table-2"], readers)
    if "figure-4" in findings:
        held = by_group(findings["figure-4"], "fewer than 2 effective options")
        yield from compared(SURELY, MOST_SHARES, (held.get(f"{reader} QOC") for reader in readers))
    if "calibration" in findings:
        held = by_group(findings["calibration"], "confidence above accuracy")
        for view in ("QO", "QOC"):
            both = (held.get(f"{reader} {view}") for reader in readers)
            yield from compared(f"{view}, confidence above accuracy (footnote 3)", [OVERCONFIDENT], both)
    if "footnote-4" in findings:
        for which, paper in AUTHORS.items():
            ours = findings["footnote-4"].number(f"accuracy, {which} entropy")
            figure = f"accuracy, hundred questions of {which} entropy: authors; here, {settings.judge} (footnote 4)"
            yield from compared(figure, [paper], (None, ours))
    for trained_on, name in MATCHED.items():
        if name in findings:
            yield from _table_b2(settings, trained_on, findings[name])


def _table_2(finding: Finding, readers: tuple[str, str]) -> Iterator[FigureComparison]:
    rows = {row["readers"]: row for row in finding.table("sizes").rows()}
    for view, paper in TABLE_2.items():
        both = (in_row(rows.get(reader), view, "share") for reader in readers)
        yield from compared(f"{view}, accuracy on RACE++ (Table 2)", [paper[ALL]], both)
    for label, (more, less) in GAPS.items():
        held = by_group(finding, label)
        gap = TABLE_2[more][ALL] - TABLE_2[less][ALL]
        yield from compared(f"{more} minus {less} (Table 2)", [gap], map(held.get, readers))
    held = by_group(finding, "college minus middle school")
    gap = TABLE_2["QOC"]["college"] - TABLE_2["QOC"]["middle"]
    both = (held.get(f"{reader} QOC") for reader in readers)
    yield from compared("QOC, college minus middle school (Table 2)", [gap], both)


def _table_b2(settings: Liusie, trained_on: str, finding: Finding) -> Iterator[FigureComparison]:
    """Yield what readers trained on an exam reach; those of RACE++ on it are in Table 2."""
    held = by_group(finding, "above guessing")
    own = settings.matched(trained_on)
    for exam in EXAMS:
        for view, paper in TABLE_B2[trained_on].items():
            place, gap = f"{view} on {exam}", [paper[exam] - GUESSING]
            if trained_on == RACE and exam != RACE:
                both = (held.get(f"{reader} {place}") for reader in (settings.smaller, settings.larger))
                yield from compared(f"{place}, above guessing, trained on {RACE} (Table B.2)", gap, both)
            elif trained_on != RACE and own is not None:
                figure = f"{place}, above guessing, trained on {trained_on} (Table B.2)"
                yield from compared(figure, gap, (None, held.get(f"{own.name} {place}")))
