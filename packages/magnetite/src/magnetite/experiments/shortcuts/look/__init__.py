"""What the finding of `shortcuts` looks like: accuracy by view, calibration, and how undecided systems are.

Figures 4 and 5 and Appendix C.2 of Liusie, Raina and Gales (2022); reliability diagrams as Guo et al. (2017), one panel
per view with ten bins of equally many questions. Accuracy by bins is drawn as points whose size grows with the number
of questions with a key; a bin with fewer than FEW of them is an empty, unconnected ring, so that it does not look as
sure as the others. Views with exactly the same picture (a rule that ignores the passage) are drawn once.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from examfiles.reasons import Reason, sentences
from magnetite.core.results import Finding, Run, Table
from magnetite.experiments.shortcuts.look import reading
from magnetite.report import drawing, forms
from magnetite.report.drawing import DARK, GREY, GREYS, GUESSING, PALE, RIGHT, VIEW_COLOURS
from magnetite.report.looks import Drawing, Kind, Look, Words, drawings
from magnetite.report.questions import MOST_ROWS, PAGE_ONLY, Question, questions
from magnetite.report.tables import (
    Entry,
    Matrix,
    Row,
    over,
    rows,
    show_real,
    show_value,
    show_view,
    title_of,
    views_of_run,
)
from magnetite.report.wording import label, said

FEW_QUESTIONS = (
    20  # questions with a key below which a bin's accuracy says little: its interval is wider than 40 points
)
_TIMES = {"before": "before calibration", "after": "after calibration"}
_TIME_COLOURS = {"before calibration": GREY, "after calibration": DARK, "not calibrated": DARK}
_MEASURES = (
    ("confidence", "mean confidence", "share"),
    ("ece", "ECE, points", "gap"),
    ("brier", "Brier score", "score"),
    ("nll", "NLL, nats", "nats"),
)
_DOUBT = {
    "effective_options": ("effective options without the passage", "options"),
    "information": ("what the passage tells (bits)", "bits"),
}
_OUTCOMES = {"right": RIGHT, "wrong": PALE, "key not known": GREY}
_OPTIONS, _INFORMATION = "effective number of options", "what the passage tells the system (bits)"
_AXIS = 44  # pixels that the labels of a y axis take, so that figures above each other line up
_BOTH = ("QOC", "QO")


def _by_view(table: Table) -> Any:
    data = forms.accuracies(table)
    chance = {"color": GUESSING, "thickness": 3, "opacity": 1, "bandSize": 17}
    return forms.bars(
        data,
        forms.mark("tick", chance, x="chance:Q", tooltip=drawing.tips("chance")),
        x=forms.up_to("accuracy", "questions answered right", (row["end"] for row in data)),
        y="view",
        series="level",
        colours=forms.shades((row["level"] for row in data), GREYS),
        tips=drawing.tips("view", "level", "accuracy", "low", "high", "n"),
        step=19,
        words="Accuracy under each view, with the accuracy of guessing",
    )


def _calibration(table: Table) -> Matrix:
    body = [line for row in rows(table) for line in _states(row)]
    counts = list(dict.fromkeys(over(row) for row in rows(table)))
    title = f"{title_of(table)}: {counts[0]}" if len(counts) == 1 else title_of(table)
    return Matrix(title, ("view", "temperature", "right", *(words for _, words, _ in _MEASURES)), tuple(body))


def _states(row: Row) -> Iterable[tuple[Entry, ...]]:
    """Yield a view before and after calibration: two lines, or one where calibration changed nothing."""
    changed = any(row[f"{name}_after"] not in (None, row[f"{name}_before"]) for name, *_ in _MEASURES)
    for when in ("before", "after") if changed else ("before",):
        temperature = show_real(row["temperature"], "temperature") if when == "after" else label("none")
        values = [show_value(row[f"{name}_{when}"], unit) for name, _, unit in _MEASURES]
        right = Entry(show_value(row["accuracy"], "share"), over(row))
        yield (Entry(str(row["view"])), Entry(temperature), right, *map(Entry, values))


def _reliability(table: Table) -> Any:
    data = _reliability_points(table)
    y = forms.quantity("accuracy", "answered right", ".0%", tickCount=5, domain=[0, 1])
    named = (("when", "shown"), ("confidence", "mean confidence", ".1%"), "accuracy", "low", "high", "count")
    shown = {name: shade for name, shade in _TIME_COLOURS.items() if any(row["when"] == name for row in data)}
    return forms.plot(
        data,
        forms.mark(
            "line",
            {**forms.DASHED, "strokeWidth": 1},
            rows=[{"sure": 0, "right": 0}, {"sure": 1, "right": 1}],
            alone=True,
            x="sure:Q",
            y="right:Q",
        ),
        forms.mark("line", {"strokeWidth": 1, "opacity": 0.6}, y="accuracy:Q"),
        forms.mark(
            "rule", {"strokeWidth": 1.5, "opacity": 0.6}, y=forms.quantity("low", "answered right"), y2="high:Q"
        ),
        forms.dots(46, y=y, tooltip=drawing.tips(*named)),
        words="Share of right answers by how sure each system is, before and after calibration",
        height=210,
        panels=forms.Panels("view", drawing.unique(row["view"] for row in data), broken=False),
        x=forms.quantity("confidence", "how sure the system is", ".0%", tickCount=5, domain=[0, 1]),
        color=drawing.colour("when", shown),
    )


def _reliability_points(table: Table) -> list[forms.Fields]:
    """Return the points with names for people; equal views are drawn once, and so is an uncalibrated view."""
    names = _view_names(table)
    first = {name: view for view, name in reversed(names.items())}
    known = forms.known_rows(table, "accuracy", "confidence")
    points = []
    for name, view in sorted(first.items(), key=lambda pair: list(names).index(pair[1])):
        before, after = ([row for row in known if (row["view"], row["when"]) == (view, when)] for when in _TIMES)
        calibrated = bool(after) and _drawn(before) != _drawn(after)
        times = _TIMES if calibrated else {"before": "not calibrated"}
        group = [*before, *after] if calibrated else before
        points += [{**row, "view": name, "when": times[str(row["when"])]} for row in group]
    return points


def _drawn(group: list[forms.Fields]) -> list[tuple[Any, ...]]:
    return [(row["confidence"], row["accuracy"]) for row in group]


def _effective_options(table: Table) -> Any:
    named = _view_names(table)
    data = [
        part for row in _drawn_once(table) if row["count"] for part in _outcomes({**row, "view": named[row["view"]]})
    ]
    header = {
        "labelOrient": "top",
        "labelAnchor": "start",
        "labelFontWeight": 600,
        "labelPadding": 4,
        "labelLimit": 300,
    }
    views = {
        "shorthand": "view:N",
        "title": None,
        "sort": drawing.unique(row["view"] for row in data),
        "header": header,
    }
    words = "How many questions have which effective number of options, under each view"
    return _histogram(data, table, _OPTIONS, height=84, colours=_OUTCOMES, words=words, row=views)


def _by_options(table: Table) -> Any:
    named = _view_names(table)
    data = [{**row, "view": named[row["view"]]} for row in _drawn_once(table)]
    colours = {named[view]: shade for view, shade in drawing.view_colours(named).items()}
    words = "Accuracy by the effective number of options, under each view"
    return _accuracies(data, _edges(table), _OPTIONS, colours, words)


def _counts_by_information(table: Table) -> Any:
    data = [{**row, "outcome": "questions", "part": row["count"], "order": 0} for row in rows(table) if row["count"]]
    words = "How many questions gain how much information from the passage"
    return _histogram(data, table, _INFORMATION, height=120, colours={"questions": GREY}, words=words)


def _by_information(table: Table) -> Any:
    words = "Accuracy of both systems by the information from the passage"
    return _accuracies(_both(table), _edges(table), _INFORMATION, _both_colours(), words)


def _by_tenth(table: Table) -> Any:
    data = [{**row, "middle": row["information"]} for row in _both(table)]
    halves = [2 * row["middle"] for row in data]
    edges = [half / 2 for half in range(math.floor(min(halves)), math.ceil(max(halves)) + 1)]
    words = "Accuracy of both systems in tenths of the questions, by the information"
    return _accuracies(data, edges, _INFORMATION, _both_colours(), words, even=True)


def _both_colours() -> dict[str, str]:
    return {show_view(view): VIEW_COLOURS[view] for view in _BOTH}


def _both(table: Table) -> list[forms.Fields]:
    """Return a row for each bin and system, with the system's accuracy and its interval."""
    ends = {"accuracy": "", "low": "_low", "high": "_high"}
    return [
        {**row, "view": show_view(view), **{field: row.get(f"accuracy_{view}{end}") for field, end in ends.items()}}
        for view in _BOTH
        for row in rows(table)
    ]


def _enough(table: Table) -> bool:
    """Return whether at least half of the points of a figure stand for so many questions that they say something."""
    points = [row for row in rows(table) if row["count"]]
    counts = [row["count"] if row.get("labelled") is None else row["labelled"] for row in points]
    return bool(counts) and 2 * sum(count >= FEW_QUESTIONS for count in counts) >= len(counts)


def _view_names(table: Table) -> dict[str, str]:
    """Return each view's name for people; views whose rows are equal share one name that lists them."""
    same: dict[str, list[str]] = {}
    for view in drawing.unique(str(value) for value in table.values("view")):
        own = [{**row, "view": None} for row in rows(table) if row["view"] == view]
        same.setdefault(repr(own), []).append(view)
    names = {
        tuple(views): show_view(views[0]) if len(views) == 1 else said(Reason("shortcuts-several", {"views": views}))
        for views in same.values()
    }
    return {view: name for views, name in names.items() for view in views}


def _alike(table: Table) -> Reason:
    """Return a sentence for each group of views that have exactly the same picture."""
    names = list(_view_names(table).values())
    same = drawing.unique(name for name in names if names.count(name) > 1)
    return sentences(*(Reason("shortcuts-alike", {"views": name}) for name in same))


def _drawn_once(table: Table) -> list[forms.Fields]:
    """Return the rows of the first view in each group of equal views."""
    first: dict[str, str] = {}
    for view, name in _view_names(table).items():
        first.setdefault(name, view)
    return [row for row in rows(table) if row["view"] in first.values()]


def _histogram(
    data: list[forms.Fields],
    table: Table,
    title: str,
    *,
    height: int,
    colours: Mapping[str, str],
    words: str,
    **rest: Any,
) -> Any:
    shown = {name: shade for name, shade in colours.items() if any(row["outcome"] == name for row in data)}
    return forms.plot(
        data,
        forms.mark("bar", {"binSpacing": 2}),
        words=words,
        height=height,
        x=_bins(_edges(table), title, "bin_low") | {"bin": "binned"},
        x2="bin_high:Q",
        y=forms.quantity("part", "questions", tickCount=3, minExtent=_AXIS),
        color=drawing.colour("outcome", shown),
        order="order:Q",
        tooltip=_bin_tips("accuracy" in data[0]) if data else None,
        **rest,
    )


def _accuracies(
    data: list[forms.Fields],
    edges: list[float],
    title: str,
    colours: Mapping[str, str],
    words: str,
    *,
    even: bool = False,
) -> Any:
    """Draw accuracy by bins, which hold equally many questions if `even`, as lines of points."""
    known = [_placed(row) for row in data if row["accuracy"] is not None and row["count"]]
    shown = {name: shade for name, shade in colours.items() if any(row["view"] == name for row in known)}
    pick = forms.picked("view")
    size = {"shorthand": "labelled:Q", "scale": {"domainMin": 0, "range": [15, 230]}, "legend": None}
    valid = "isValid(datum.low) && isValid(datum.high)"
    return forms.plot(
        known,
        forms.mark("rule", {"strokeWidth": 1}, where=valid, y="low:Q", y2="high:Q"),
        forms.mark("line", {"strokeWidth": 2}, where="!datum.few"),
        forms.dots(60, where="!datum.few", tooltip=_bin_tips(True), params=(pick,), **({} if even else {"size": size})),
        forms.mark(
            "point", {"size": 26, "filled": False, "strokeWidth": 1}, where="datum.few", tooltip=_bin_tips(True)
        ),
        words=words,
        height=190,
        x=_bins(edges, title, "middle"),
        y=forms.quantity("accuracy", "answered right", ".0%", tickCount=5, minExtent=_AXIS, domain=[0, 1]),
        color=drawing.colour("view", shown),
        opacity=forms.faded(pick, 0.15),
    )


def _placed(row: forms.Fields) -> forms.Fields:
    """Add a bin's middle; where a run did not count the questions with a key, all are taken to have one."""
    labelled = row["count"] if row.get("labelled") is None else row["labelled"]
    middle = row["middle"] if "middle" in row else (row["bin_low"] + row["bin_high"]) / 2
    return {**row, "labelled": labelled, "few": labelled < FEW_QUESTIONS, "middle": middle}


def _bins(edges: list[float], title: str, field: str) -> forms.Fields:
    if not edges:
        return {}
    half = [edge for edge in edges if (2 * edge).is_integer()]
    scale = {"domain": [edges[0], edges[-1]], "nice": False}
    return forms.quantity(field, title, ".3~g", values=half if edges[0] < 0 else edges, labelOverlap=True, scale=scale)


def _edges(table: Table) -> list[float]:
    return sorted({float(row[name] or 0) for row in rows(table) for name in ("bin_low", "bin_high")})


def _bin_tips(accuracy: bool) -> list[Any]:
    key = (("labelled", "with a key", ","), "accuracy", "low", "high") if accuracy else ()
    return drawing.tips(("bin_low", "from", ".2f"), ("bin_high", "to", ".2f"), "count", *key)


def _outcomes(row: forms.Fields) -> list[forms.Fields]:
    """Split a bin's bar into the questions answered right, answered wrong, and without a key."""
    count, accuracy = row["count"], row["accuracy"]
    labelled = row.get("labelled")
    known = 0 if accuracy is None else count if labelled is None else labelled
    right = round(known * (accuracy or 0))
    parts = zip(_OUTCOMES, (right, known - right, count - known), strict=True)
    pieces = [
        (order, name, part) for order, (name, part) in enumerate(parts) if part or (known and name != "key not known")
    ]
    return [{**row, "labelled": known, "outcome": name, "part": part, "order": order} for order, name, part in pieces]


def _questions(run: Run, finding: Finding, table: Table, places: Mapping[str, int]) -> tuple[Question, ...]:
    results = {str(row["id"]): row for row in rows(finding.items)} if finding.items else {}
    return questions(run, table, places, lambda row: _facts(row, results.get(str(row["id"]), {}), views_of_run(run)))


def _facts(row: Row, result: Row, views: Iterable[str]) -> list[tuple[str, str]]:
    chosen = {view: result.get(f"chosen_{view}") for view in views}
    choices = [(label(f"chosen with {view}"), str(option)) for view, option in chosen.items() if option is not None]
    measures = [
        (label(words), show_value(row[name], unit))
        for name, (words, unit) in _DOUBT.items()
        if row.get(name) is not None
    ]
    confirmed = row.get("confirmed")
    return [
        *choices,
        *measures,
        *([] if confirmed is None else [(label("the key confirms it"), show_value(confirmed))]),
    ]


_ITEMS = Kind(item="id", first=("question",), last=("id", "passage_id"))
LOOK = Look(
    kinds={
        "accuracy_by_view": Kind(
            main="accuracy",
            figures=drawings(accuracy_by_view=_by_view),
            matrix=lambda table: forms.accuracy_by_level(table, "view", show_view),
        ),
        "calibration": Kind(main="accuracy", matrix=_calibration),
        "reliability": Kind(figures=(Drawing("reliability", _reliability, enough=_enough),), remark=_alike, rows=0),
        "effective_options": Kind(
            figures=(
                Drawing("effective-options", _effective_options),
                Drawing("accuracy-by-effective-options", _by_options, enough=_enough),
            ),
            remark=_alike,
        ),
        "by_information": Kind(
            figures=(
                Drawing("questions-by-information", _counts_by_information),
                Drawing("accuracy-by-information", _by_information, enough=_enough),
            )
        ),
        "by_tenth": Kind(figures=(Drawing("accuracy-by-tenth", _by_tenth, enough=_enough),)),
        "answerable": replace(_ITEMS, tells_answers=True),
        "question_list": replace(_ITEMS, questions=_questions, rows=MOST_ROWS, page_only=PAGE_ONLY),
    },
    findings={
        "shortcuts": Words(
            headlines=(("accuracy", "QO"), "without passage above chance", "passage adds"),
            answers={name: f"{name}_{{view}}" for name in ("chosen", "correct", "probability", "effective")},
        ),
    },
    opening=reading.opening,
    glances=(reading.card,),
)
