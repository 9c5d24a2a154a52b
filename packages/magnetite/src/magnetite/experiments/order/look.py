"""What the finding of `order` looks like: accuracy in each order, choices by position, one question order by order."""

from collections.abc import Mapping
from typing import Any

from examfiles.reasons import Reason
from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import DARK, GUESSING, VIEW_COLOURS
from magnetite.report.looks import Drawing, Kind, Look, Words
from magnetite.report.ruled import ruled_table
from magnetite.report.tables import Entry, Matrix, Row, percent, rows
from magnetite.report.wording import label, said

ROLES = {"answer": "the answer", "wrong": "wrong"}
PRIOR = "estimated preference"
LABEL = {"align": "left", "dx": 6}


def _by_order(table: Table) -> Any:
    data = _placed(forms.known_rows(table, "accuracy"), "order")
    x = forms.up_to("accuracy", "questions answered right", (row["high"] for row in data))
    return forms.plot(
        data,
        forms.mark("rule", {"strokeWidth": 1.5, "color": VIEW_COLOURS["QOC"]}, x="low:Q", x2="high:Q"),
        forms.mark(
            "circle",
            {"size": 70, "color": VIEW_COLOURS["QOC"], "opacity": 1},
            x=x,
            tooltip=drawing.tips("line", "accuracy", "low", "high", "n"),
        ),
        forms.mark("text", LABEL, x="high:Q", text={"shorthand": "accuracy:Q", "format": ".1%"}),
        words="Accuracy in each order of the options",
        height={"step": 20},
        y=forms.bands("line", (row["line"] for row in data)),
    )


def _positions(table: Table) -> Any:
    known = forms.known_rows(table, "share")
    data = _placed([{**row, "end": max(row["high"], row["even"], row["prior"] or 0)} for row in known], "position")
    diamond = {"fill": DARK, "stroke": "white", "strokeWidth": 1, "shape": "diamond", "size": 110}
    return forms.plot(
        data,
        forms.mark(
            "bar",
            {"color": VIEW_COLOURS["QOC"], "height": 15},
            x=forms.up_to("share", "share of choices", (row["high"] for row in data)),
            tooltip=drawing.tips("line", ("share", "chosen", ".1%"), "low", "high"),
        ),
        forms.interval(),
        forms.mark(
            "tick",
            {"color": GUESSING, "thickness": 3, "opacity": 1, "bandSize": 22},
            x="even:Q",
            tooltip=drawing.tips(("even", "without a preference", ".1%")),
        ),
        forms.mark(
            "point",
            diamond,
            where="isValid(datum.prior)",
            x="prior:Q",
            opacity={"value": 1},
            tooltip=drawing.tips(("prior", PRIOR, ".1%")),
        ),
        forms.mark("text", LABEL, x="end:Q", text={"shorthand": "share:Q", "format": ".1%"}),
        words="Share of choices by position",
        height={"step": 26},
        y=forms.bands("line", (row["line"] for row in data)),
    )


def _trace(table: Table) -> Any:
    data = [{**row, "name": _name(row)} for row in rows(table)]
    named = ("order", ("name", "option"), ("position", "shown as"), ("probability", "probability", ".1%"))
    return forms.heat_map(
        data,
        "probability",
        x=forms.bands("name", sorted(row["name"] for row in data), labelAngle=0, grid=False),
        y=forms.bands("order", (row["order"] for row in data), grid=False),
        tips=drawing.tips(*named),
        height={"step": 26},
        words="Probability of every option in each order",
    )


def _placed(data: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Add to each row the name of its line, with the number of options where there are several."""
    several = len({row["options"] for row in data}) > 1
    return [{**row, "line": _of(row, name) if several else label(row[name])} for row in data]


def _of(row: Row, name: str) -> str:
    return said(Reason("order-line", {"line": label(row[name]), "options": row["options"]}))


def _positions_matrix(table: Table) -> Matrix:
    cells = {
        "position": forms.text("line"),
        "chosen": forms.share_between("share", counted=False),
        "without a preference": forms.share("even"),
    }
    cells |= {PRIOR: forms.share("prior"), "choices": forms.value("n")}
    return forms.listed(_placed(rows(table), "position"), forms.titled(table, "per cent (95% interval)"), cells)


def _ways_matrix(table: Table) -> Matrix:
    cells = {
        "the system is asked": forms.text("line"),
        "asks a question": forms.value("asks"),
        "accuracy": forms.share_between("accuracy", counted=False),
        "calibration error": forms.share("calibration_error"),
        "loss": forms.value("loss", "nats"),
        "questions": forms.value("n"),
    }
    return forms.listed(_placed(rows(table), "way"), forms.titled(table, "per cent (95% interval)"), cells)


def _debiasing_matrix(table: Table) -> Matrix:
    body = rows(table)
    several = {"options": forms.value("options")} if len({row["options"] for row in body}) > 1 else {}
    cells = {
        "measure": forms.text("measure"),
        "before": forms.share("before"),
        "after": forms.share("after"),
        "difference": forms.points_between("difference"),
    }
    title = forms.titled(table, "per cent, and points (95% interval)")
    return forms.listed(body, title, several | cells | {"questions": forms.value("n")}, words=len(several) + 1)


def _trace_matrix(table: Table) -> Matrix:
    """Write a line for each order: every option's probability, and the position it stood in; the choice marked."""
    data = sorted(rows(table), key=lambda row: (len(str(row["option"])), str(row["option"])))
    return forms.crossed(
        [{**row, "name": _name(row)} for row in data],
        forms.titled(table, "probability in per cent, and what the option was shown as (◂ marks the choice)"),
        {"shown in the order": forms.text("order")},
        down=("order",),
        across=("name",),
        cells=(_probability,),
    )


def _probability(row: Row) -> Entry:
    return Entry(f"{percent(row['probability'])} {row['position']}{' ◂' if row['chosen'] else '  '}")


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['option']}: {label(ROLES[str(row['role'])])}"


LOOK = Look(
    kinds={
        "accuracy_by_order": Kind(
            main="accuracy",
            figures=(Drawing("accuracy-by-order", _by_order),),
            summary=lambda table, console: ruled_table(table, len(table), console),
            rows=30,
        ),
        "position_shares": Kind(
            main="share",
            figures=(Drawing("position-shares", _positions),),
            matrix=_positions_matrix,
        ),
        "order_ways": Kind(main="accuracy", matrix=_ways_matrix),
        "debiasing": Kind(main="before", matrix=_debiasing_matrix),
        "order_trace": Kind(figures=(Drawing("order-trace", _trace),), matrix=_trace_matrix, long=True),
    },
    findings={
        "order": Words(
            headlines=(("answer changes", ""), ("right in all rotations", ""), "most chosen position", "debiasing adds")
        ),
    },
)
