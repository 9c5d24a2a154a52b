"""Training: learning curves by step, and un-answerable training, whose training sets are drawn and turned round.

Si et al. (2019), Table 3, for one test set: a row per training set, beside rules that read nothing and, where the test
set is one of the paper's, its own figures.
"""

from typing import TYPE_CHECKING, Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, GREY, ORANGE, PINK, SKY
from magnetite.report.looks import INTERVALS, Drawing, Kind, Look, Words
from magnetite.report.ruled import heads, ruled
from magnetite.report.tables import MISSING, Entry, Matrix, bounded, percent, rows, show_quantity, show_value

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

WORDS = {
    "unanswerable": Words(
        intro=(
            "Systems are trained on questions that nobody could answer: the words of the passage or the question are "
            "shuffled, or the texts are taken away. Then they take the test as it is, beside a system that was trained "
            "on questions as they are. What hardly suffers can be learned without the sense of the text."
        ),
        headlines=(
            ("accuracy", "Full", "right after full training"),
            ("accuracy", "PQ-Shuffle", "right after training on shuffled passages and questions"),
            ("accuracy", "PQ-Remove", "right after training on the options alone"),
            ("baseline", "longest", "always taking the longest option"),
        ),
        run="Un-answerable training:",
    ),
}

POINTS = 200  # points drawn of a longer curve
_SPLITS = {"train": ("training questions", GREY), "dev": ("dev questions", BLUE)}
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])  # told apart in print and by colour-blind readers
RULES = {"random": "guessing", "longest": "longest option", "shortest": "shortest option"}
FULL = "Full"
_LEVELS = (BLUE, ORANGE, GREEN, PINK, SKY, GREY)
_PAPER = "the paper's BERT-large"
_Row = dict[str, Any]


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
    base = alt.Chart(drawing.inline(data)).encode(
        x=alt.X("step:Q", title="training steps", axis=alt.Axis(format=",d", tickMinStep=1, tickCount=8)),
        y=y,
        color=drawing.colour("split", shades),
    )
    dash = alt.StrokeDash("seed:N", scale=alt.Scale(domain=seeds, range=dashes), legend=legend)
    line = base.mark_line(strokeWidth=1.5).encode(strokeDash=dash)
    points = base.mark_circle(size=16, opacity=1).encode(tooltip=_curve_tips(field, title, style))
    return drawing.finish(alt.layer(line, points).properties(height=170), description)


def _curve_tips(field: str, title: str, style: str) -> list[Any]:
    value = (field, title, style if field == "accuracy" else ".3f")
    return drawing.tips(("seed", "line"), ("split", "measured on"), ("step", "step", ","), value)


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


def _ends(table: Table, _console: "Console") -> "rich.table.Table":
    """List where each seed's learning curve ends."""
    last = {(row["seed"], row["split"]): row for row in rows(table)}
    units = {"seed": "", "split": "", "step": "count", "loss": "score", "accuracy": "share"}
    cells = [tuple(show_value(row[name], unit) for name, unit in units.items()) for row in last.values()]
    return ruled("Where learning ended", heads("seed>", "measured on", "step>", "loss>", "right>"), cells)


def training_sets(table: Table) -> Any:
    """Draw each training set's accuracy as a dot with its interval, and a line where full training stands.

    A diamond is the paper's figure. None where no accuracy is known.
    """
    import altair as alt

    data = [_named(row) for row in rows(table) if row["accuracy"] is not None]
    if not data:
        return None
    levels = drawing.unique(row["level"] for row in data)
    shades = {name: _LEVELS[place % len(_LEVELS)] for place, name in enumerate(levels)}
    axis = alt.Axis(ticks=False, domain=False, labelPadding=8)
    y = alt.Y("name:N", title=None, sort=drawing.unique(row["name"] for row in data), axis=axis)
    over = alt.YOffset("level:N", sort=levels, scale=alt.Scale(padding=0.25))
    base = alt.Chart(drawing.inline(data)).encode(y=y, yOffset=over, color=drawing.colour("level", shades))
    line = alt.Chart(drawing.inline([row for row in data if row["training"] == FULL])).mark_rule(strokeDash=[5, 4])
    line = line.encode(x="accuracy:Q", color=drawing.colour("level", shades))
    interval = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    ends = [row[name] for row in data for name in ("accuracy", "high", "reported")]
    x = drawing.share_axis("questions answered right", ends, field="accuracy")
    dots = base.mark_circle(size=70, opacity=1).encode(x=x, tooltip=_set_tips(data))
    marks = [line, interval, dots]
    if reported := [row for row in data if row["reported"] is not None]:
        paper = base.properties(data=drawing.inline(reported)).mark_point(shape="diamond", size=55)
        marks.append(paper.encode(x="reported:Q"))
    chart = alt.layer(*marks).properties(height={"step": 17})
    return drawing.finish(chart, "Accuracy of every training set on the same test questions")


def training_matrix(table: Table) -> Matrix:
    """Return a row per training set: accuracy, what is lost, and the paper's figure, level by level."""
    data = rows(table)
    levels = drawing.unique(str(row["level"]) for row in data)
    by_names = {(row["training"], str(row["level"])): row for row in data}
    spread = any(row["lowest"] is not None for row in data)
    headings, body = ["trained on"], []
    for level in levels:
        of = "" if len(levels) == 1 else f"{'all levels' if level == 'all' else level}: "
        headings += [f"{of}{words}" for words in _headings(by_names[FULL, level], level == levels[0])]
    for name in drawing.unique(str(row["training"]) for row in data):
        cells = [
            cell
            for level in levels
            for cell in _entries(by_names[name, level], by_names[FULL, level], level == levels[0])
        ]
        ends = [Entry(percent(by_names[name, levels[0]][end])) for end in ("lowest", "highest")] if spread else []
        body.append((Entry(RULES.get(name, name)), *cells, *ends))
    headings += ["lowest seed", "highest seed"] if spread else []
    return Matrix(f"{table.title}: per cent right (95% interval)", tuple(headings), tuple(body))


def _headings(full: _Row, first: bool) -> list[str]:
    paper = [f"{full['reported_set']} in the paper"] if full["reported"] is not None else []
    return ["right", "against Full, points", *(["p-value", "gain kept"] if first else []), *paper]


def _entries(row: _Row, full: _Row, first: bool) -> list[Entry]:
    """Write a training set's results on a level; p-value and gain kept only on the first, which is the whole test."""
    paper = [Entry(percent(row["reported"]))] if full["reported"] is not None else []
    whole = [Entry(show_value(row["p"], "p")), _kept(row)] if first else []
    return [bounded(row), _difference(row), *whole, *paper]


def _difference(row: _Row) -> Entry:
    """Write a difference in points with its interval."""
    if row["difference"] is None:
        return Entry(MISSING)
    bounds = [row[name] for name in ("difference_low", "difference_high") if row[name] is not None]
    text, *ends = (show_quantity(value, "points").removesuffix(" points") for value in (row["difference"], *bounds))
    return Entry(text, interval=" to ".join(ends))


def _kept(row: _Row) -> Entry:
    """Write the gain that is kept with its interval, which tables of older runs do not have."""
    low, high = row.get("kept_low"), row.get("kept_high")
    bounds = "" if low is None or high is None else f"{percent(low)} to {percent(high)}"
    return Entry(percent(row["kept"]), interval=bounds)


def _named(row: _Row) -> _Row:
    level = "all levels" if row["level"] == "all" else row["level"]
    return {**row, "name": RULES.get(row["training"], row["training"]), "level": level}


def _set_tips(data: list[_Row]) -> list[Any]:
    tips = drawing.tips(("name", "trained on"), "level", "accuracy", "low", "high")
    if any(row["lowest"] is not None for row in data):
        tips += drawing.tips(("lowest", "seeds from", ".1%"), ("highest", "to", ".1%"))
    if any(row["reported"] is not None for row in data):
        tips += drawing.tips(("reported", _PAPER, ".1%"))
    return tips + drawing.tips("n")


LEARNING_CURVE = Kind(
    figures=(
        Drawing(
            "learning-curve-accuracy",
            (
                "Share of questions answered right while the system learns, a line for each seed. Dev questions are "
                "not trained on: where their line stops rising, more training does not help."
            ),
            accuracy_curve,
        ),
        Drawing(
            "learning-curve-loss",
            (
                "The loss that training lowers (in nats, lower is better), a line for each seed. Where it falls on "
                "training questions and rises on dev questions, the system learns them by heart."
            ),
            loss_curve,
        ),
    ),
    summary=_ends,
)
TRAINING_SETS = Kind(
    main="accuracy",
    figures=(
        Drawing(
            "training-sets",
            (
                "Share of the same test questions answered right by systems trained on intact questions (Full), on "
                "shuffled ones, or without a part of them, and by rules that read nothing. The dashed line is full "
                "training; a diamond, where there is one, the figure of Si et al. (2019) for BERT-large. "
                f"{INTERVALS}"
            ),
            training_sets,
        ),
    ),
    matrix=training_matrix,
)
LOOK = Look(
    kinds={
        "training_sets": TRAINING_SETS,
        "learning_curve": LEARNING_CURVE,
    },
    findings=WORDS,
)
