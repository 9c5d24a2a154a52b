"""Un-answerable training: the accuracy of every training set, drawn as dots with intervals and turned round as a table.

Table 3 of Si et al. (2019), for one test set: a row per training set, beside rules that read nothing and, where the
test set is one of the paper's, its own figures.
"""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, GREY, ORANGE, PINK, SKY
from magnetite.report.entries import Entry, Matrix, bounded, percent
from magnetite.report.tables import MISSING, rows, show_quantity, show_value

RULES = {"random": "guessing", "longest": "longest option", "shortest": "shortest option"}
FULL = "Full"
_LEVELS = (BLUE, ORANGE, GREEN, PINK, SKY, GREY)
_PAPER = "the paper's BERT-large"
_Row = dict[str, Any]


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
    base = alt.Chart(alt.Data(values=data)).encode(y=y, yOffset=over, color=drawing.colour("level", shades))
    line = alt.Chart(alt.Data(values=[row for row in data if row["training"] == FULL])).mark_rule(strokeDash=[5, 4])
    line = line.encode(x="accuracy:Q", color=drawing.colour("level", shades))
    interval = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    ends = [row[name] for row in data for name in ("accuracy", "high", "reported")]
    x = drawing.share_axis("questions answered right", ends, field="accuracy")
    dots = base.mark_circle(size=70, opacity=1).encode(x=x, tooltip=_tips(data))
    marks = [line, interval, dots]
    if reported := [row for row in data if row["reported"] is not None]:
        paper = base.properties(data=alt.Data(values=reported)).mark_point(shape="diamond", size=55)
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
        ends = [Entry(_share(by_names[name, levels[0]][end])) for end in ("lowest", "highest")] if spread else []
        body.append((Entry(RULES.get(name, name)), *cells, *ends))
    headings += ["lowest seed", "highest seed"] if spread else []
    return Matrix(f"{table.title}: per cent right (95% interval)", tuple(headings), tuple(body))


def _headings(full: _Row, first: bool) -> list[str]:
    paper = [f"{full['reported_set']} in the paper"] if full["reported"] is not None else []
    return ["right", "against Full, points", *(["p-value", "gain kept"] if first else []), *paper]


def _entries(row: _Row, full: _Row, first: bool) -> list[Entry]:
    """Write a training set's results on a level; p-value and gain kept only on the first, which is the whole test."""
    paper = [Entry(_share(row["reported"]))] if full["reported"] is not None else []
    whole = [Entry(show_value("p", row["p"])), Entry(_share(row["kept"]))] if first else []
    return [bounded(row), _difference(row), *whole, *paper]


def _difference(row: _Row) -> Entry:
    """Write a difference in points with its interval."""
    if row["difference"] is None:
        return Entry(MISSING)
    bounds = [row[name] for name in ("difference_low", "difference_high") if row[name] is not None]
    text, *ends = (show_quantity(value, "points").removesuffix(" points") for value in (row["difference"], *bounds))
    return Entry(text, interval=" to ".join(ends))


def _share(value: Any) -> str:
    return MISSING if value is None else percent(value)


def _named(row: _Row) -> _Row:
    level = "all levels" if row["level"] == "all" else row["level"]
    return {**row, "name": RULES.get(row["training"], row["training"]), "level": level}


def _tips(data: list[_Row]) -> list[Any]:
    tips = [
        drawing.tip("name", "trained on"),
        drawing.tip("level", "level"),
        drawing.tip("accuracy", "answered right", ".1%"),
        drawing.tip("low", "interval from", ".1%"),
        drawing.tip("high", "to", ".1%"),
    ]
    if any(row["lowest"] is not None for row in data):
        tips += [drawing.tip("lowest", "seeds from", ".1%"), drawing.tip("highest", "to", ".1%")]
    if any(row["reported"] is not None for row in data):
        tips.append(drawing.tip("reported", _PAPER, ".1%"))
    return [*tips, drawing.tip("n", "questions", ",")]
