"""Figures: which chart each kind of table gets, and writing a chart to a file.

One specification gives the interactive chart of the page and the SVG, PNG or PDF. A figure shows a table's rows and
computes nothing. A kind without a figure is shown as a table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magnetite.core.errors import StoreError, UsageError
from magnetite.core.results import Table
from magnetite.report import (
    bars,
    binned,
    curves,
    heatmap,
    learning,
    magnet_figures,
    reliability,
    study_figures,
    training_sets,
    unreadable_figures,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: a short name for files, the caption, and the altair chart."""

    name: str
    caption: str
    chart: Any


@dataclass(frozen=True, slots=True)
class PageFigure:
    """One figure on the page: a unique name, the caption, and the Vega-Lite specification."""

    name: str
    caption: str
    spec: Mapping[str, Any]


_RINGS = (
    "The larger a point, the more questions with a key it stands for; an empty ring stands for fewer than "
    f"{binned.FEW} and says little."
)
_BARS = "Each thin line is an interval: it holds the true value about 95 times in 100."
_BY_VIEW = ("effective_options", "reliability")  # kinds in which equal views are drawn once
_Draw = tuple[str, str, Callable[[Table], Any]]
KINDS: dict[str, tuple[_Draw, ...]] = {
    "accuracy_by_level": (
        ("accuracy-by-level", f"Share of questions answered right. {_BARS}", bars.accuracy_by_level),
    ),
    "accuracy_by_view": (
        (
            "accuracy-by-view",
            (
                "Share of questions answered right when parts of each item are hidden. The orange mark is what "
                f"guessing gives. {_BARS}"
            ),
            bars.accuracy_by_view,
        ),
    ),
    "effective_options": (
        (
            "effective-options",
            (
                "How many options still look plausible to the system. 1 means it is sure; as many as the question has "
                "means it can only guess. The blue part of a bar is the share answered right, where the key is known."
            ),
            binned.effective_options,
        ),
        (
            "accuracy-by-effective-options",
            (
                "Share answered right among the questions of each bar above. A system that knows when it knows is "
                "right where few options are left, and near guessing where many are. Without the passage, points high "
                f"up on the left are questions that can be answered without it. {_RINGS}"
            ),
            binned.accuracy_by_options,
        ),
    ),
    "by_information": (
        (
            "questions-by-information",
            (
                "What the passage tells the system about a question: how much less undecided it is with the passage "
                "than without. Near 0 the passage changes nothing; below 0 it leaves the system more undecided."
            ),
            binned.counts_by_information,
        ),
        (
            "accuracy-by-information",
            (
                "Share answered right among the same questions, with the passage and without. Where the passage tells "
                f"much, only the system that reads it should do well. {_RINGS}"
            ),
            binned.accuracy_by_information,
        ),
    ),
    "reliability": (
        (
            "reliability",
            (
                "The questions in ten groups of equal size, from those the system is least sure of to those it is "
                "surest of. On the dashed line it is right as often as it says: of answers it calls 70% sure, 70 in "
                f"100 are right. Below the line it is too sure of itself, above it not sure enough. {_BARS}"
            ),
            reliability.reliability,
        ),
    ),
    "transfer": (
        (
            "transfer",
            (
                "Each row is one system, each column an exam it was tried on; the darker a cell, the more questions "
                "answered right. What guessing gives differs between exams; see the table below."
            ),
            heatmap.transfer,
        ),
    ),
    "training_sets": (
        (
            "training-sets",
            (
                "Share of the same test questions answered right by systems trained on intact questions (Full), on "
                "shuffled ones, or without a part of them, and by rules that read nothing. The dashed line is full "
                "training; a diamond, where there is one, the figure of Si et al. (2019) for BERT-large. "
                f"{_BARS}"
            ),
            training_sets.training_sets,
        ),
    ),
    "learning_curve": (
        (
            "learning-curve-accuracy",
            (
                "Share of questions answered right while the system learns, a line for each seed. Dev questions are "
                "not trained on: where their line stops rising, more training does not help."
            ),
            learning.accuracy_curve,
        ),
        (
            "learning-curve-loss",
            (
                "The loss that training lowers (in nats, lower is better), a line for each seed. Where it falls on "
                "training questions and rises on dev questions, the system learns them by heart."
            ),
            learning.loss_curve,
        ),
    ),
    "interference_curve": (
        (
            "strongest-options",
            (
                "How often each option, though it has nothing to do with the passage, beats all of a question's own "
                "options. For a system that reads, every bar would be near zero; for one that guesses between four "
                "options and the intruder, near 20%."
            ),
            curves.strongest,
        ),
        (
            "interference-curve",
            (
                "Every option that was tried, from the strongest to the weakest, with its interval in grey. A curve "
                "that starts high and falls steeply means that a few texts attract the system whatever the passage "
                "says. Drag to move along, hold Shift and turn the wheel to zoom, double-click to go back."
            ),
            curves.interference_curve,
        ),
    ),
    "attacks": (
        (
            "attacks",
            (
                "The same questions before and after one wrong option is replaced by the magnet. The right answer "
                "stays in place, so a system that reads should lose nothing."
            ),
            curves.attacks,
        ),
    ),
    **magnet_figures.KINDS,
    **study_figures.KINDS,
    **unreadable_figures.KINDS,
}


def figures(table: Table) -> tuple[Figure, ...]:
    """Draw a table's figures; none for a kind that has no figure, and none where there is nothing to draw.

    Rows whose value is not known (an exam without answers) are left out, and so is a figure without rows.
    """
    if not len(table):
        return ()
    charts = ((name, caption, draw(table)) for name, caption, draw in KINDS.get(table.kind, ()))
    remark = binned.alike(table) if table.kind in _BY_VIEW else ""
    return tuple(Figure(name, caption + remark, chart) for name, caption, chart in charts if chart is not None)


def page_figures(table: Table, prefix: str) -> tuple[PageFigure, ...]:
    """Draw a table's figures for the page; `prefix` makes their names unique."""
    return tuple(
        PageFigure(f"{prefix}-{figure.name}", figure.caption, figure.chart.to_dict()) for figure in figures(table)
    )


def save_figure(chart: Any, path: str | Path, *, scale: float = 2.0) -> Path:
    """Write a chart to an SVG, PNG or PDF file, by the path's ending, offline.

    `scale`: pixels of a PNG per pixel of the chart. Raises UsageError for another ending, StoreError where the file
    cannot be written.
    """
    import vl_convert

    path, spec, version = Path(path), chart.to_dict(), vega_lite_version()
    match path.suffix.lower():
        case ".svg":
            data = vl_convert.vegalite_to_svg(spec, vl_version=version).encode()
        case ".png":
            data = vl_convert.vegalite_to_png(spec, vl_version=version, scale=scale)
        case ".pdf":
            data = vl_convert.vegalite_to_pdf(spec, vl_version=version)
        case other:
            raise UsageError(f"{path}: figures cannot be written as '{other}'. Use .svg, .png or .pdf.")
    try:
        path.write_bytes(data)
    except OSError as error:
        raise StoreError(f"{path}: the figure cannot be written ({error.strerror}). Choose another path.") from error
    return path


def vega_lite_version() -> str:
    """Return the Vega-Lite version that altair writes, as vl-convert names it ("6.4")."""
    import altair

    return ".".join(altair.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
