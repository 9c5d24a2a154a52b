"""Small charts of what candidates did: who chose which option, by groups of candidates; and how scores are distributed.

A chart is lines in a box of 100 by 60, drawn by a template. An option is told by the letter at the end of its line and
by how the line is dashed, not by colour alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from magnetite.core.results import Finding
from magnetite.report.check.reading import Row, table_rows
from magnetite.report.wording import Wording

HEIGHT = 60.0
_APART = 7.0  # how far letters at the ends of lines must stand from each other
_MOST = 45  # bars of a distribution; of more scores, some share a bar


@dataclass(frozen=True, slots=True)
class CurveLine:
    """One option's line: its letter, its path, where its letter stands; `dash` is the number of its pattern."""

    letter: str
    right: bool
    path: str
    ends: float
    dash: int


@dataclass(frozen=True, slots=True)
class OptionCurves:
    """Who chose what, by groups from the weakest candidates to the strongest; `alt` says the same in words."""

    lines: tuple[CurveLine, ...]
    alt: str


@dataclass(frozen=True, slots=True)
class ScoreBar:
    """One bar of a distribution: its place and height, from 0 to 100, and what it says."""

    x: float
    width: float
    height: float
    title: str


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """How many candidates have which score: bars, the highest score, and the most candidates in a bar."""

    bars: tuple[ScoreBar, ...]
    top: int
    most: int


def curve_rows(finding: Finding | None) -> dict[str, list[Row]]:
    """Return the rows of the table `curves` by the item's id."""
    rows: dict[str, list[Row]] = {}
    for row in table_rows(finding, "curves"):
        rows.setdefault(str(row["id"]), []).append(row)
    return rows


def option_curves(rows: Sequence[Row], right: str, words: Wording) -> OptionCurves | None:
    """Return a question's curves, None where there are fewer than two groups; `right` is the key's letter."""
    shares: dict[str, dict[int, float]] = {}
    for row in rows:
        shares.setdefault(str(row["option"]), {})[int(str(row["group"]))] = float(str(row["share"]))
    groups = sorted({group for each in shares.values() for group in each})
    if len(groups) < 2:
        return None
    points = {
        name: [(100 * at / (len(groups) - 1), HEIGHT * (1 - each[group])) for at, group in enumerate(groups)]
        for name, each in shares.items()
    }
    ends = _spread({name: each[-1][1] for name, each in points.items()})
    lines = tuple(
        CurveLine(name, name == right, _path(each), ends[name], at % 4)
        for at, (name, each) in enumerate(points.items())
    )
    texts = " ".join(_said(name, [each[group] for group in groups], words) for name, each in shares.items())
    return OptionCurves(lines, words.say("page-curve-alt", {"groups": len(groups), "texts": texts}))


def _said(name: str, shares: Sequence[float], words: Wording) -> str:
    texts = ", ".join(words.say("page-share", {"share": share}) for share in shares)
    return words.say("page-curve-option", {"option": name, "shares": texts})


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _spread(places: Mapping[str, float]) -> dict[str, float]:
    """Move letters apart that would cover each other, in the order of their lines' ends, within the box."""
    order = sorted(places, key=lambda name: places[name])
    spread: dict[str, float] = {}
    least = 0.0
    for name in order:
        spread[name] = least = max(places[name], least)
        least += _APART
    most = HEIGHT
    for name in reversed(order):
        spread[name] = most = min(spread[name], most)
        most -= _APART
    return spread


def score_chart(finding: Finding, words: Wording) -> ScoreChart | None:
    """Return the distribution of scores, None where scores cannot be compared."""
    counts = [int(str(row["candidates"])) for row in table_rows(finding, "scores")]
    if not any(counts):
        return None
    step = -(-len(counts) // _MOST)
    sums = [sum(counts[at : at + step]) for at in range(0, len(counts), step)]
    bars = tuple(_bars(sums, step, len(counts) - 1, words))
    return ScoreChart(bars, len(counts) - 1, max(sums))


def _bars(sums: Sequence[int], step: int, top: int, words: Wording) -> Iterator[ScoreBar]:
    width = 100 / len(sums)
    for at, count in enumerate(sums):
        score = at * step if step == 1 else f"{at * step}–{min(top, (at + 1) * step - 1)}"
        title = words.say("page-scores-bar", {"score": score, "candidates": count})
        yield ScoreBar(at * width, 0.8 * width, HEIGHT * count / max(sums), title)
