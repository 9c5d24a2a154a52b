"""Figures: the charts of a table, and writing a chart to a file.

One specification gives the interactive chart of the page and the SVG, PNG or PDF. A figure shows a table's rows and
computes nothing. A kind without a figure is shown as a table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magnetite.core.errors import StoreError, UsageError
from magnetite.core.results import Table
from magnetite.report.kinds import kind_of


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


def figures(table: Table) -> tuple[Figure, ...]:
    """Draw a table's figures; none for a kind that has no figure, and none where there is nothing to draw.

    Rows whose value is not known (an exam without answers) are left out, and so is a figure without rows.
    """
    if not len(table):
        return ()
    kind = kind_of(table)
    remark = kind.remark(table) if kind.remark else ""
    charts = ((each.name, each.caption + remark, each.draw(table)) for each in kind.figures)
    return tuple(Figure(name, caption, chart) for name, caption, chart in charts if chart is not None)


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
