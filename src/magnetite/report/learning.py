"""Learning curves: loss and accuracy by training step, one line per seed."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREY, PINK
from magnetite.report.tables import rows

POINTS = 200  # points drawn of a longer curve
_SPLITS = {"train": ("training questions", GREY), "dev": ("dev questions", BLUE)}
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])  # told apart in print and by colour-blind readers


def accuracy_curve(table: Table) -> Any:
    """Draw accuracy by step; None where no accuracy is known."""
    return _curve(table, "accuracy", "answered right", ".0%", "Accuracy while training, by step")


def loss_curve(table: Table) -> Any:
    """Draw the loss by step; None where no loss is known."""
    return _curve(table, "loss", "loss", ".2~f", "Loss while training, by step")


def _curve(table: Table, field: str, title: str, style: str, description: str) -> Any:
    import altair as alt

    data = _lines(table, field)
    if not data:
        return None
    splits = drawing.unique(row["split"] for row in data)
    shades = (
        {splits[0]: BLUE} if len(splits) == 1 else {name: dict(_SPLITS.values()).get(name, PINK) for name in splits}
    )
    seeds = drawing.unique(row["seed"] for row in data)
    dashes = [list(_DASHES[index % len(_DASHES)]) for index in range(len(seeds))]
    legend = alt.Legend(symbolType="stroke", symbolStrokeColor=GREY, symbolSize=500) if len(seeds) > 1 else None
    y = alt.Y(f"{field}:Q", title=title, axis=alt.Axis(format=style, tickCount=5, minExtent=44), scale={"zero": False})
    base = alt.Chart(alt.Data(values=data)).encode(
        x=alt.X("step:Q", title="training steps", axis=alt.Axis(format=",d", tickMinStep=1, tickCount=8)),
        y=y,
        color=drawing.colour("split", shades),
    )
    dash = alt.StrokeDash("seed:N", scale=alt.Scale(domain=seeds, range=dashes), legend=legend)
    line = base.mark_line(strokeWidth=1.5).encode(strokeDash=dash)
    points = base.mark_circle(size=16, opacity=1).encode(tooltip=_tips(field, title, style))
    return drawing.finish(alt.layer(line, points).properties(height=170), description)


def _tips(field: str, title: str, style: str) -> list[Any]:
    return [
        drawing.tip("seed", "line"),
        drawing.tip("split", "measured on"),
        drawing.tip("step", "step", ","),
        drawing.tip(field, title, style if field == "accuracy" else ".3f"),
    ]


def _lines(table: Table, field: str) -> list[dict[str, Any]]:
    """Return the known points with names for people, each line thinned to what a reader can see."""
    lines: dict[tuple[Any, Any], list[dict[str, Any]]] = {}
    for row in rows(table):
        if row[field] is not None:
            lines.setdefault((row["seed"], row["split"]), []).append(row)
    points = [row for line in lines.values() for row in drawing.thin(line, 0, POINTS)]
    return [{**row, "seed": _seed(row["seed"]), "split": _split(row["split"])} for row in points]


def _split(name: Any) -> str:
    return _SPLITS[name][0] if name in _SPLITS else str(name)


def _seed(name: Any) -> str:
    return f"seed {name}" if str(name).isdigit() else str(name)
