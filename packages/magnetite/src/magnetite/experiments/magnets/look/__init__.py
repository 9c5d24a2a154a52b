"""What the findings of `magnets` look like: the search (`search`); the attacks, and magnets found on another system.

Lin et al. (2021), Figures 1 to 7 and Tables 1 and 2.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from examfiles.items import gathered, letter
from examfiles.reasons import Reason
from magnetite.core.results import Run, Table
from magnetite.experiments.magnets.look import glances, search
from magnetite.experiments.magnets.look.search import magnet, option
from magnetite.report import drawing, forms
from magnetite.report.drawing import GREY, PALE, RIGHT
from magnetite.report.looks import Kind, Look, Words, drawings
from magnetite.report.questions import MOST_ROWS, PAGE_ONLY, AttackedOption, Example, Tag
from magnetite.report.questions import examples as attacked_questions
from magnetite.report.tables import (
    MISSING,
    NO_ATTACK,
    TEXT,
    Entry,
    Matrix,
    Row,
    between,
    bounded,
    names,
    over,
    percent,
    percents,
    rows,
    shorten,
    show_real,
    title_of,
)
from magnetite.report.wording import label, said

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

MAGNET = "magnet"
MAGNETS = 10  # magnets drawn; the table has them all
OUTCOMES = {
    "stable": ("right answer chosen", RIGHT),
    "caught": ("magnet chosen", drawing.MAGNET),
    "otherwise": ("another wrong option chosen", PALE),
}
_MARK = "#16191d"  # readable on all three outcomes, in the light and in the dark
_LABEL = 120  # characters of a magnet that a figure carries
_SAME_ACCURACY = 0.0005  # accuracies closer than this are written alike
_RIGHT = "per cent right (95% interval)"


def attacks(table: Table) -> Any:
    """Draw the accuracy before and after each magnet takes the place of a wrong option."""
    known = forms.known_rows(table, "before", "after")
    data = [{**magnet(row), "rank": index} for index, row in enumerate(known, 1)]
    points = [{**row, "when": when, "accuracy": row[when]} for row in data for when in ("before", "after")]
    times = drawing.colour("when", {"before": GREY, "after": RIGHT})
    shares = (("before", "before", ".1%"), ("after", "after", ".1%"), ("difference", "change", "+.1%"))
    ends = (("low", "interval from", "+.1%"), ("high", "to", "+.1%"))
    tooltip = drawing.tips(("option", "magnet"), *shares, *ends, "caught", "p")
    x = forms.up_to("accuracy", "questions answered right", (row["accuracy"] + 0.1 for row in points))
    change = "format(datum.before, '.0%') + ' → ' + format(datum.after, '.0%')"
    return forms.plot(
        data,
        forms.mark("rule", {"strokeWidth": 3, "color": PALE, "yOffset": 9}, x="after:Q", x2="before:Q"),
        forms.mark("circle", {"size": 100, "opacity": 1, "yOffset": 9}, rows=points, x=x, color=times, tooltip=tooltip),
        forms.mark(
            "text",
            {"align": "left", "dx": 10, "yOffset": 9},
            calculate={"end": "max(datum.before, datum.after)", "change": change},
            x="end:Q",
            text="change:N",
        ),
        forms.names_above(),
        words="Accuracy before and after each attack",
        height={"step": 44},
        y=forms.RANKS,
    )


def outcomes(table: Table) -> Any:
    """Draw the shares of the three outcomes over all levels, for the first MAGNETS."""
    known = [row for row in forms.known_rows(table, "stable") if row["level"] in ("all", None)]
    first = set(drawing.unique(str(row["option"]) for row in known)[:MAGNETS])
    placed, order, magnets = _under([row for row in known if str(row["option"]) in first], "option")
    part = forms.quantity("part", "questions", ".0%", tickCount=5, domain=[0, 1]) | {"stack": "zero"}
    named = ("system", ("option", "magnet"), "outcome", ("part", "share", ".1%"), "before", "after", "n")
    y = forms.bands("line", order, padding=6, labelExpr="slice(datum.label, 5)", labelOverlap=False)
    tick = {"color": _MARK, "thickness": 2, "opacity": 1, "bandSize": 19}
    name = {"align": "left", "baseline": "middle", "fontWeight": 600, "dy": 3, "limit": {"expr": "width"}}
    return forms.plot(
        [part for row in placed for part in _parts(row)],
        forms.mark(
            "bar",
            {"height": 15},
            x=part,
            color=drawing.colour("outcome", dict(OUTCOMES.values())),
            order="order:Q",
            tooltip=drawing.tips(*named),
        ),
        forms.mark(
            "tick", tick, rows=placed, x="before:Q", tooltip=drawing.tips(("before", "right before the attack", ".1%"))
        ),
        forms.mark("text", name, rows=magnets, x={"value": 0}, text="name:N"),
        words="Outcomes of each attack on each system, with the accuracy before it",
        height={"step": 22},
        y=y | {"scale": {"domain": order}},
    )


def best_of(table: Table) -> Any:
    """Draw the accuracy that is left against the best of k magnets, a line per system."""
    data = forms.by_system(forms.known_rows(table, "accuracy"))
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    y = forms.quantity("accuracy", "answered right", ".0%", tickCount=5)
    y["scale"] = drawing.share_scale(row["high"] or row["accuracy"] for row in data)
    tooltip = drawing.tips("system", ("magnets", "magnets", ","), "accuracy", "low", "high")
    return forms.plot(
        data,
        forms.mark(
            "rule", {"strokeWidth": 1.5, "opacity": 0.6}, y=forms.quantity("low", "answered right"), y2="high:Q"
        ),
        forms.mark("line", {"strokeWidth": 1.75}, y=y, strokeDash=dash),
        forms.dots(44, y=y, tooltip=tooltip),
        words="Accuracy left against the best of so many magnets",
        height=220,
        x=forms.quantity("magnets", "magnets to choose from", "d", tickMinStep=1),
        color=shade,
    )


def transfer_attack(table: Table) -> Any:
    """Draw an attacked system's accuracy (a column), by the system that the magnets were found on (a row).

    The first row is without an attack; it is empty where that differs between magnets, which are not all tried on the
    same questions.
    """
    known = forms.known_rows(table, "after")
    if not known:
        return None
    columns = drawing.narrow(drawing.unique(str(row["attacked"]) for row in known))
    data = [
        {**row, "row": drawing.lines(row["found_on"]), "column": columns[str(row["attacked"])]}
        for row in (*_untouched(known), *known)
    ]
    shares = (("before", "before", ".1%"), ("after", "after", ".1%"), "low", "high")
    return forms.heat_map(
        data,
        "after",
        x=drawing.beside("column", "attacked", list(columns.values())),
        y=drawing.down("row", "magnets found on", drawing.unique([NO_ATTACK, *(row["row"] for row in data)])),
        tips=drawing.tips(("found_on", "magnets found on"), "attacked", *shares, ("magnets", "magnets", ","), "n"),
        height=drawing.heights(row["row"] for row in data),
        words="Accuracy of each system under attack, by the system the magnets were found on",
    )


def _under(known: Sequence[Row], field: str) -> tuple[list[forms.Fields], list[str], list[Row]]:
    """Place rows on lines: each value of a field on a line of its own, its systems below it.

    Returns the rows with their `line`, all lines in order, and the lines of the values with their `name`. A line is
    its number and what stands beside it.
    """
    order: list[str] = []
    places: dict[tuple[str, str], str] = {}
    magnets: list[Row] = []
    for name in drawing.unique(str(row[field]) for row in known):
        order.append(_line(len(order), ""))
        magnets.append({"line": order[-1], "name": shorten(name, _LABEL)})
        for system in drawing.unique(str(row["system"]) for row in known if str(row[field]) == name):
            order.append(_line(len(order), system))
            places[name, system] = order[-1]
    placed = [{**row, "line": places[str(row[field]), str(row["system"])]} for row in known]
    return [{**row, field: shorten(str(row[field]), _LABEL)} for row in placed], order, magnets


def _line(place: int, name: str) -> str:
    return f"{place:04d} {name}"


def _parts(row: Row) -> list[forms.Fields]:
    return [
        {**row, "outcome": words, "part": row[name], "order": place}
        for place, (name, (words, _)) in enumerate(OUTCOMES.items())
        if row[name] is not None
    ]


def _untouched(known: Sequence[Row]) -> list[Row]:
    """Return a row per attacked system without an attack, where its accuracy is the same for all magnets."""
    before = gathered((str(row["attacked"]), row["before"]) for row in known if row["before"] is not None)
    alike = {name: shares[0] for name, shares in before.items() if max(shares) - min(shares) < _SAME_ACCURACY}
    return [{"found_on": NO_ATTACK, "attacked": name, "before": share, "after": share} for name, share in alike.items()]


def attack_matrix(table: Table) -> Matrix:
    """Write Table 1: each system's accuracy without an attack, and under each."""
    every = [row for row in rows(table) if row["level"] in ("all", None)]
    return forms.crossed(
        every,
        forms.titled(table, "per cent right (change in points)"),
        {"magnet": lambda row: Entry(shorten(str(row["option"]), TEXT))},
        down=("option",),
        across=("system",),
        cells=(_attacked,),
        first=_without(every, "system"),
    )


def _without(body: Sequence[Row], field: str) -> list[tuple[Entry, ...]]:
    """Write a line with each system's accuracy without an attack."""
    before = (percents(row["before"] for row in body if str(row[field]) == name) for name in names(body, field))
    return [(Entry(label(NO_ATTACK)), *map(Entry, before))]


def _attacked(row: Row) -> Entry:
    """Write the accuracy under an attack with its change beside it; interval and p-value in the hint."""
    if row["after"] is None:
        return Entry(MISSING)
    units = {"difference": "points", "low": "points", "high": "points", "p": "p"}
    texts = {name: show_real(row[name], unit) for name, unit in units.items()}
    known = row["low"] is not None and row["high"] is not None
    ends = between(texts["low"], texts["high"])
    interval = f"{label('95% interval of the change')} {ends} {label('points')}, " if known else ""
    test = f"p {texts['p']}, " if row["p"] is not None else ""
    change = texts["difference"] if row["difference"] is not None else ""
    return Entry(percent(row["after"]), interval + test + over(row), change)


def transfer_matrix(table: Table) -> Matrix:
    """Write each attacked system's accuracy, by the system that the magnets were found on."""
    body = rows(table)
    counts = names([row for row in body if row["magnets"] is not None], "magnets")
    several = len(counts) == 1 and counts != ["1"]
    right = said(Reason("magnets-mean-of", {"magnets": counts[0]})) if several else label(_RIGHT)
    return forms.crossed(
        body,
        f"{title_of(table)}: {right}",
        {"magnets found on": forms.text("found_on")},
        down=("found_on",),
        across=("attacked",),
        cells=(lambda row: bounded(row, "after"),),
        first=_without(body, "attacked"),
    )


def best_matrix(table: Table) -> Matrix:
    """Write each system's accuracy by the number of magnets to choose from."""
    front = {"magnets to choose from": forms.text("magnets")}
    title = forms.titled(table, _RIGHT)
    return forms.crossed(rows(table), title, front, down=("magnets",), across=("system",), cells=(bounded,))


def attacks_listed(table: Table, console: "Console") -> "rich.table.Table":
    """List the accuracy before and after each attack."""
    cells = {
        "magnet": lambda row: Entry(option(row["option"], console.width)),
        "before>": forms.value("before", "share"),
        "after>": forms.value("after", "share"),
        "points>": forms.value("difference", "points"),
        "p>": forms.value("p", "p"),
    }
    return forms.summary(label("Accuracy before and after one wrong option is replaced"), rows(table), cells)


def examples(run: Run, table: Table, places: Mapping[str, int]) -> tuple[Example, ...]:
    """Show attacked questions (Lin et al., 2021, Figure 1): replaced option and magnet share one place and letter."""
    return attacked_questions(
        run,
        table,
        places,
        system=lambda row: "" if row.get("system") is None else str(row["system"]),
        options=_options,
        before=lambda row: _chosen(row, "chosen_before"),
        after=lambda row: _chosen(row, "chosen_after"),
    )


def _options(row: Row, item: Row) -> Iterable[AttackedOption]:
    """Yield the options in order, the magnet right after the one it replaces; the magnet alone where none is known."""
    magnet = AttackedOption(str(row["replaced"] or ""), str(row["magnet"]), MAGNET, tuple(_tags(row, MAGNET, MAGNET)))
    if not item:
        yield magnet
    for place, text in enumerate(item.get("options", ())):
        name = letter(place)
        role = "replaced" if name == row["replaced"] else "key" if name == row["answer"] else ""
        yield AttackedOption(name, str(text), role, tuple(_tags(row, name, role)))
        if role == "replaced":
            yield magnet


def _tags(row: Row, name: str, role: str) -> Iterable[Tag]:
    """Yield what an option is and when it was chosen; the replaced one can only be chosen before the attack."""
    roles = {"key": Tag("key", "right"), "replaced": Tag("replaced"), MAGNET: Tag("magnet in its place")}
    if role:
        yield roles[role]
    times = {"chosen_before": "chosen before the attack", "chosen_after": "chosen after the attack"}
    yield from (Tag(words, _verdict(row, name)) for column, words in times.items() if row[column] == name)


def _chosen(row: Row, column: str) -> Tag:
    name = row[column]
    if name is None:
        return Tag("not known")
    return Tag("the magnet" if name == MAGNET else str(name), _verdict(row, str(name)))


def _verdict(row: Row, name: str) -> str:
    if row["answer"] is None:
        return ""
    return "right" if name == row["answer"] else "wrong"


LOOK = Look(
    kinds={
        "interference_curve": Kind(
            main="interference",
            figures=drawings(strongest_options=search.strongest, interference_curve=search.curve),
            summary=search.strongest_listed,
        ),
        "attacks": Kind(main="before", figures=drawings(attacks=attacks), summary=attacks_listed),
        "interference_by_system": Kind(
            figures=drawings(interference_by_system=search.by_system, interference_by_origin=search.by_origin), rows=0
        ),
        "race": Kind(
            figures=drawings(race_options=search.options_left, race_scores=search.scores_asked), summary=search.finishes
        ),
        "magnet_set": Kind(
            detail=True, main="subset", figures=drawings(magnet_set=search.magnet_set), matrix=search.magnet_matrix
        ),
        "given_set": Kind(main="whole", figures=drawings(given_set=search.magnet_set), matrix=search.magnet_matrix),
        "system_agreement": Kind(
            main="spearman", figures=drawings(agreement=search.correlations), matrix=search.agreement_matrix, long=True
        ),
        "interference_scatter": Kind(figures=drawings(interference_scatter=search.scatter), rows=0),
        "features": Kind(
            detail=True,
            main="spearman",
            figures=drawings(features=search.features),
            matrix=search.feature_matrix,
            long=True,
        ),
        "system_attacks": Kind(main="after", figures=drawings(outcomes=outcomes), matrix=attack_matrix),
        "best_of": Kind(main="accuracy", figures=drawings(best_of=best_of), matrix=best_matrix, long=True),
        "transfer_attack": Kind(
            main="after", figures=drawings(transfer_attack=transfer_attack), matrix=transfer_matrix
        ),
        "attack_examples": Kind(examples=examples, item="id", rows=MOST_ROWS, page_only=PAGE_ONLY),
    },
    findings={
        "magnets": Words(
            headlines=("strongest interference", "mean interference"),
            marks={"beaten": "beaten_by", "before": "correct_before", "after": "correct_after"},
        ),
        "race": Words(headlines=("share of the full screen",)),
        "validation": Words(headlines=("mean interference, not seen", "mean interference, where searched")),
        "given": Words(headlines=("mean interference, all questions",)),
        "agreement": Words(headlines=("Spearman correlation",)),
        "features": Words(),
        "attack": Words(headlines=("accuracy before", "accuracy after")),
        "transfer_attack": Words(),
    },
    glances=(glances.attracts, glances.attacked),
)
