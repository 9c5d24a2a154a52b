"""What a training looks like: learning curves by step, a line for each seed."""

from functools import partial
from typing import TYPE_CHECKING, Any

from examfiles.items import gathered
from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import DARK, GREY, PALE
from magnetite.report.looks import Kind, Look, Words, drawings
from magnetite.report.tables import rows

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

POINTS = 200  # points drawn of a longer curve
_SPLITS = {"train": ("training questions", GREY), "dev": ("dev questions", DARK)}
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])  # told apart in print and by colour-blind readers


def _curve(table: Table, field: str, title: str, style: str, words: str) -> Any:
    data = _lines(table, field)
    splits, seeds = drawing.unique(row["split"] for row in data), drawing.unique(row["seed"] for row in data)
    known = dict(_SPLITS.values())
    colours = {name: known.get(name, PALE) if len(splits) > 1 else DARK for name in splits}
    dashes = [list(_DASHES[place % len(_DASHES)]) for place in range(len(seeds))]
    legend = {"symbolType": "stroke", "symbolStrokeColor": GREY, "symbolSize": 500} if len(seeds) > 1 else None
    dash = {"shorthand": "seed:N", "scale": {"domain": seeds, "range": dashes}, "legend": legend}
    value = (field, title, style if field == "accuracy" else ".3f")
    return forms.plot(
        data,
        forms.mark("line", {"strokeWidth": 1.5}, strokeDash=dash),
        forms.dots(16, tooltip=drawing.tips(("seed", "line"), ("split", "measured on"), ("step", "step", ","), value)),
        words=words,
        height=170,
        x=forms.quantity("step", "training steps", ",d", tickMinStep=1, tickCount=8),
        y=forms.quantity(field, title, style, tickCount=5, minExtent=44, scale={"zero": False}),
        color=drawing.colour("split", colours),
    )


def _lines(table: Table, field: str) -> list[forms.Fields]:
    """Return the known points with names for people, each line thinned to what a reader can see."""
    lines = gathered(((row["seed"], row["split"]), row) for row in forms.known_rows(table, field))
    points = [row for line in lines.values() for row in drawing.thin(line, 0, POINTS)]
    return [{**row, "seed": _seed(row["seed"]), "split": _split(row["split"])} for row in points]


def _split(name: Any) -> str:
    return _SPLITS[name][0] if name in _SPLITS else str(name)


def _seed(name: Any) -> str:
    return f"seed {name}" if str(name).isdigit() else str(name)


def _ends(table: Table, _console: "Console") -> "rich.table.Table":
    """List where each seed's learning curve ends."""
    last = {(row["seed"], row["split"]): row for row in rows(table)}
    cells = {
        "seed>": forms.value("seed"),
        "measured on": forms.value("split"),
        "step>": forms.value("step", "count"),
        "loss>": forms.value("loss", "score"),
        "right>": forms.value("accuracy", "share"),
    }
    return forms.summary("Where learning ended", last.values(), cells)


LOOK = Look(
    kinds={
        "learning_curve": Kind(
            figures=drawings(
                learning_curve_accuracy=partial(
                    _curve,
                    field="accuracy",
                    title="answered right",
                    style=".0%",
                    words="Accuracy while training, by step",
                ),
                learning_curve_loss=partial(
                    _curve, field="loss", title="loss", style=".2~f", words="Loss while training, by step"
                ),
            ),
            summary=_ends,
        ),
    },
    findings={
        "training": Words(),
    },
)
