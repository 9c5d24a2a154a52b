"""What the finding of `items` looks like: the candidates' ranks, how few questions do, and lists of questions."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import DARK, SERIES
from magnetite.report.looks import Drawing, Kind, Look, Words
from magnetite.report.tables import rows, title_of

_WAYS = dict(zip(("drawn", "chosen"), SERIES, strict=False))
_MOST_CANDIDATES = 60  # candidates that the figure shows
_MOST_KEYS = 20  # keys that the terminal lists


def _candidates(table: Table) -> Any:
    data = [
        {**row, "ends": row["high"]} for row in forms.by_system(forms.known_rows(table, "accuracy"))[:_MOST_CANDIDATES]
    ]
    return forms.plot(
        data,
        forms.interval(),
        forms.dots(
            70, tooltip=drawing.tips("system", "group", "accuracy", "low", "high", "rank", "rank_low", "rank_high")
        ),
        words="Share of questions that each candidate answers right",
        height={"step": 17},
        x=forms.up_to("accuracy", "questions answered right", (row["high"] for row in data)),
        y=forms.bands("system", (row["system"] for row in data)),
        color={"value": DARK},
    )


def _fewer(table: Table) -> Any:
    data = forms.known_rows(table, "correlation")
    return forms.plot(
        data,
        forms.mark("area", {"opacity": 0.08}, y="low:Q", y2="high:Q"),
        forms.mark("line", {"strokeWidth": 1.5}),
        forms.dots(
            30, tooltip=drawing.tips(("way", "questions chosen"), "size", ("correlation", "correlation", ".2f"))
        ),
        words="Rank correlation with other questions, by the number of questions",
        height=220,
        x={"shorthand": "size:Q", "title": "questions", "scale": {"type": "log", "nice": False}},
        y=forms.quantity("correlation", "rank correlation with the others", ".1f", tickCount=5),
        color=drawing.colour("way", _WAYS),
    )


def _ranking(table: Table, _console: Any) -> Any:
    cells = {
        "rank>": forms.value("rank", "count"),
        "from>": forms.value("rank_low", "count"),
        "to>": forms.value("rank_high", "count"),
        "system": forms.text("system"),
        "group": forms.text("group"),
        "right>": forms.value("accuracy", "share"),
    }
    return forms.summary(title_of(table), rows(table), cells)


def _list(table: Table, _console: Any) -> Any:
    cells = {
        "id": forms.text("id"),
        "key": forms.text("answer"),
        "option": forms.text("option"),
        "evidence>": forms.value("evidence", "nats"),
        "again>": forms.value("again", "share"),
        "discrimination>": forms.value("discrimination", "correlation"),
    }
    return forms.summary(title_of(table), rows(table)[:_MOST_KEYS], cells)


LOOK = Look(
    kinds={
        "items_candidates": Kind(figures=(Drawing("items-candidates", _candidates),), summary=_ranking),
        "items_keys": Kind(item="id", summary=_list, page_only=("question",), last=("question",)),
        "items_draws": Kind(item="id"),
        "items_negative": Kind(item="id"),
        "items_extremes": Kind(item="id"),
        "items_duplicates": Kind(item="id"),
        "items_fewer": Kind(main="correlation", figures=(Drawing("items-fewer", _fewer),)),
    },
    findings={
        "items": Words(
            headlines=(
                ("reliability", ""),
                ("reliability over passages", ""),
                ("pairs told apart", ""),
                ("agreement with the keys", ""),
                ("keys contradicted", ""),
                ("wrong keys that would be seen", ""),
                ("questions enough", "drawn"),
            ),
        ),
    },
)
