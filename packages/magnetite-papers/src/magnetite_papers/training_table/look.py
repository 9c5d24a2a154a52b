"""What the finding of un-answerable training looks like: training sets as dots and turned round.

Si et al. (2019), Table 3, for one test set: a row per training set, beside rules that read nothing and, where the test
set is one of the paper's, its own figures.
"""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.looks import Kind, Look, Words, drawings
from magnetite.report.tables import MISSING, Entry, Matrix, Row, between, bounded, percent, rows, show_value
from magnetite.report.wording import label
from magnetite.views.unanswerable import FULL

BASELINE_LABELS = {"random": "guessing", "longest": "longest option", "shortest": "shortest option"}


def _training_sets(table: Table) -> Any:
    data = [
        {**row, "name": BASELINE_LABELS.get(row["training"], row["training"]), "level": forms.show_level(row["level"])}
        for row in forms.known_rows(table, "accuracy")
    ]
    colours = forms.shades(
        (row["level"] for row in data),
        drawing.SERIES,
    )
    levels = drawing.colour("level", colours)
    ends = (row[name] for row in data for name in ("accuracy", "high", "reported"))
    full = [row for row in data if row["training"] == FULL]
    paper = [row for row in data if row["reported"] is not None]
    diamond = {"shape": "diamond", "size": 55}
    return forms.plot(
        data,
        forms.mark("rule", {"strokeDash": [5, 4]}, rows=full, alone=True, x="accuracy:Q", color=levels),
        forms.interval(),
        forms.dots(70, x=forms.up_to("accuracy", "questions answered right", ends), tooltip=_tips(data)),
        *([forms.mark("point", diamond, rows=paper, x="reported:Q")] if paper else []),
        words="Accuracy of every training set on the same test questions",
        height={"step": 17},
        y=forms.bands("name", (row["name"] for row in data)),
        yOffset=forms.offset("level", colours, 0.25),
        color=levels,
    )


def _tips(data: list[forms.Fields]) -> list[Any]:
    seeds = (("lowest", "seeds from", ".1%"), ("highest", "to", ".1%")) if _known(data, "lowest") else ()
    paper = (("reported", "the paper's BERT-large", ".1%"),) if _known(data, "reported") else ()
    return drawing.tips(("name", "trained on"), "level", "accuracy", "low", "high", *seeds, *paper, "n")


def _known(data: list[forms.Fields], field: str) -> bool:
    return any(row[field] is not None for row in data)


def _matrix(table: Table) -> Matrix:
    """Write a line per training set: accuracy, what is lost, and the paper's figure, level by level."""
    data = rows(table)
    levels = drawing.unique(str(row["level"]) for row in data)
    by_names = {(row["training"], str(row["level"])): row for row in data}
    spread = _known(data, "lowest")
    headings, body = ["trained on"], []
    for level in levels:
        of = "" if len(levels) == 1 else f"{label(forms.show_level(level))}: "
        headings += [f"{of}{label(words)}" for words in _headings(by_names[FULL, level], level == levels[0])]
    for name in drawing.unique(str(row["training"]) for row in data):
        cells = [
            cell
            for level in levels
            for cell in _entries(by_names[name, level], by_names[FULL, level], level == levels[0])
        ]
        ends = [Entry(percent(by_names[name, levels[0]][end])) for end in ("lowest", "highest")] if spread else []
        body.append((Entry(label(BASELINE_LABELS.get(name, name))), *cells, *ends))
    headings += ["lowest seed", "highest seed"] if spread else []
    return Matrix(forms.titled(table, "per cent right (95% interval)"), tuple(headings), tuple(body))


def _headings(full: Row, first: bool) -> list[str]:
    paper = [f"{full['reported_set']} in the paper"] if full["reported"] is not None else []
    return ["right", "against Full, points", *(["p-value", "gain kept"] if first else []), *paper]


def _entries(row: Row, full: Row, first: bool) -> list[Entry]:
    """Write a training set's results on a level; p-value and gain kept only on the first, which is the whole test."""
    paper = [Entry(percent(row["reported"]))] if full["reported"] is not None else []
    whole = [Entry(show_value(row["p"], "p")), _kept(row)] if first else []
    return [bounded(row), _difference(row), *whole, *paper]


def _difference(row: Row) -> Entry:
    """Write a difference in points with its interval."""
    if row["difference"] is None:
        return Entry(MISSING)
    bounds = [row[name] for name in ("difference_low", "difference_high") if row[name] is not None]
    text, *ends = (show_value(value, "points") for value in (row["difference"], *bounds))
    return Entry(text, interval=between(*ends) if len(ends) == 2 else "")


def _kept(row: Row) -> Entry:
    """Write the gain that is kept with its interval, which tables of older runs do not have."""
    low, high = row.get("kept_low"), row.get("kept_high")
    bounds = "" if low is None or high is None else between(percent(low), percent(high))
    return Entry(percent(row["kept"]), interval=bounds)


LOOK = Look(
    kinds={
        "training_sets": Kind(main="accuracy", figures=drawings(training_sets=_training_sets), matrix=_matrix),
    },
    findings={
        "unanswerable": Words(
            headlines=(
                ("accuracy", "Full"),
                ("accuracy", "PQ-Shuffle"),
                ("accuracy", "PQ-Remove"),
                ("baseline", "longest"),
            ),
        ),
    },
)
