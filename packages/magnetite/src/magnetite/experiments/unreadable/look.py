"""What the findings of un-readable attacks look like (Si et al. 2019, Table 2 and Figures 5 to 9).

- Accuracy before and after each attack, beside its controls; what else could explain it.
- What the harm varies with: the change of accuracy by bins and by attack, a panel for each attack, a line for each
  system; and correlations.
- The case study: every option's probability while an attack grows token by token. Tokens stand below each other, in
  reading order, as in the paper's table.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from examfiles.items import gathered, letter
from examfiles.reasons import Reason
from magnetite.core.results import Run, Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import GREY, MAGNET, PALE, RIGHT, SERIES, WIDTH
from magnetite.report.looks import Kind, Look, Words, drawings
from magnetite.report.questions import MOST_ROWS, PAGE_ONLY, AttackedOption, Example, Tag
from magnetite.report.questions import examples as attacked_questions
from magnetite.report.tables import (
    MISSING,
    NO_ATTACK,
    Entry,
    Matrix,
    Row,
    between,
    by_names,
    correlation,
    heading,
    names,
    over,
    percent,
    rows,
    shorten,
    show_quantity,
    show_real,
    show_value,
    title_of,
)
from magnetite.report.wording import label, said

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console


_PANEL = 190  # width of a panel in pixels, unless the page sets it
_CHANGE = "change of accuracy"
ALL = "all"
ADDED_ROLE = "magnet"  # the role of what an attack put in
THE_ATTACK = "the attack"
_SHADES = (MAGNET, *SERIES)
_MARK = "#6b7480"  # readable in the light and in the dark
_ROOM = 0.12  # of the axis, for the label right of a dot
_NAMES = 150  # pixels that the names of attacks take
_TITLE = 24  # characters in a line of a panel's title
_ORDINALS = {"1": "strongest", "2": "second", "3": "third", "4": "fourth"}
ROLES = {"answer": "the answer", "growing": "grows", "wrong": "stays"}
_GROWING = (MAGNET, *SERIES)
_STAYING = (GREY, PALE)
_TOKEN = 30  # characters of a token on a line


def by_bins(table: Table, title: str, style: str) -> Any:
    """Draw the relative change of accuracy in each bin, a panel for each attack.

    `title` says what the bins are of, and `style` is the d3 format of its numbers.
    """
    data = [{**row, **_bar(row)} for row in forms.by_system(forms.known_rows(table, "relative"))]
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    attacks, y = drawing.unique(str(row["attack"]) for row in data), _changes(data)
    ends = (("relative_low", "interval from", "+.1%"), ("relative_high", "to", "+.1%"))
    tooltip = drawing.tips(
        "system", "attack", ("value", "mean of the bin", style), "before", "after", "relative", *ends, "n"
    )
    bar = {"strokeWidth": 1.25, "opacity": 0.5, "clip": True}
    return forms.plot(
        data,
        _no_change(),
        forms.mark("rule", bar, y=forms.quantity("bar_low", _CHANGE), y2="bar_high:Q"),
        forms.mark("line", {"strokeWidth": 1.5}, y=y, strokeDash=dash),
        forms.dots(36, y=y, tooltip=tooltip),
        words=f"Change of accuracy by the {title}, for each attack",
        height=150,
        panels=forms.Panels("attack", attacks, 3, _PANEL if len(attacks) > 1 else WIDTH, independent=True),
        x=forms.quantity("value", title, **_written(style), tickCount=4, labelOverlap=True, scale={"zero": False}),
        color=shade,
    )


def by_attack(table: Table) -> Any:
    """Draw each attack on each system by how much it makes wrong options grow (Figure 6)."""
    data = forms.by_system(forms.known_rows(table, "relative", "length_change"))
    several = len({row["system"] for row in data}) > 1
    legend = "system" if several else "attack"  # two legends have no room on a phone; a tooltip has the other
    colours = forms.shades((str(row[legend]) for row in data), SERIES)
    growth = ("length_change", "growth of wrong options", "+.1%")
    return forms.plot(
        data,
        _no_change(),
        forms.mark(
            "circle",
            {"size": 90, "opacity": 0.9},
            x=forms.quantity("length_change", "growth of the wrong options", **_written("+.0%"), tickCount=5),
            y=_changes(data),
            color=drawing.colour(legend, colours),
            tooltip=drawing.tips("system", "attack", growth, "before", "after", "relative", "n"),
        ),
        words="Change of accuracy by the growth of the wrong options, a point for each attack and system",
        height=280,
    )


def _no_change() -> forms.Mark:
    """Draw a line at no change over the panel's data: with data of its own, it would leave panels without a scale.

    It has no value that a screen reader could name.
    """
    return forms.mark("rule", {**forms.DASHED, "aria": False}, alone=True, y={"datum": 0, "title": _CHANGE})


def _bar(row: Row) -> forms.Fields:
    """Return the ends of an interval's bar, of zero length without an interval: a panel without bars has no scale."""
    return {f"bar_{end}": row["relative"] if (at := row[f"relative_{end}"]) is None else at for end in ("low", "high")}


def _changes(data: Sequence[Row]) -> dict[str, Any]:
    largest = max(0.0, *(float(row["relative"]) for row in data)) if data else 0.0
    domain = [-1, round(largest + 0.1, 1)]
    return forms.quantity("relative", _CHANGE, **_written("+.0%"), tickCount=5, domain=domain)


def _written(style: str) -> dict[str, str]:
    """Return an axis whose numbers are written in a d3 format, without a sign at zero."""
    if not style.startswith("+"):
        return {"style": style}
    return {"labelExpr": f"format(datum.value, datum.value ? '{style}' : '{style[1:]}')"}


def correlations(table: Table) -> Matrix | None:
    """Write a line per system, attack and measure: Pearson's over bins, the number of bins, and both over questions."""
    alone = [row for row in rows(table) if row["attack"] != "all"]  # the one over all attacks is in the sentence
    several = len(names(alone, "system")) > 1
    places = list(dict.fromkeys((str(r["system"]), str(r["attack"]), str(r["with"])) for r in alone))
    found = by_names(alone, "system", "attack", "with", "over")
    lines = []
    for place in places:
        bins, each = found.get((*place, "bins")), found.get((*place, "questions"))
        cells = [correlation(bins, "pearson", "bins")]
        cells += [correlation(each, method, "questions") for method in ("pearson", "spearman")]
        words = (*map(Entry, place[0 if several else 1 :]), Entry("" if bins is None else show_value(bins["n"])))
        lines.append((*words, *cells))
    heads = ("attack", "with", "bins", "over bins: Pearson", "over questions: Pearson", "over questions: Spearman")
    title = forms.titled(table, "correlations (95% interval)")
    headings = ("system", *heads) if several else heads
    return Matrix(title, headings, tuple(lines), words=4 if several else 3) if lines else None


def attacks(table: Table) -> Any:
    """Draw accuracy before (a mark) and under each attack (a dot), a panel per system."""
    data = [_ended(row) for row in forms.known_rows(table, "after") if row["level"] in (ALL, None)]
    x = forms.up_to("after", "questions answered right", (row["end"] + _ROOM for row in data))
    under = {"strokeWidth": 1.5, "opacity": 0.7, "color": MAGNET}
    dot = {"size": 80, "opacity": 1, "color": MAGNET}
    return _by_system(
        data,
        forms.mark("rule", forms.DASHED, alone=True, x="chance:Q"),
        forms.mark("rule", {"strokeWidth": 3, "color": PALE}, x="after:Q", x2="before:Q"),
        forms.mark("rule", under, x="after_low:Q", x2="after_high:Q"),
        _before(13, _tips()),
        forms.mark("circle", dot, x=x, tooltip=_tips()),
        forms.mark("text", {"align": "left", "dx": 8}, where="datum.room", x="end:Q", text="told:N"),
        forms.mark("text", {"align": "right", "dx": -8}, where="!datum.room", x="start:Q", text="told:N"),
        words="Accuracy before and under each attack",
        height={"step": 22},
    )


def controls(table: Table) -> Any:
    """Draw accuracy under each attack and under its controls, a panel per system."""
    groups = gathered(((str(row["system"]), str(row["attack"])), row) for row in rows(table)).values()
    data = [point for group in groups for point in _points(group)]
    order = drawing.unique([THE_ATTACK, *(point["role"] for point in data)])
    colours = drawing.colour("role", {role: _SHADES[place % len(_SHADES)] for place, role in enumerate(order)})
    named = (("name", "shown"), "role", "before", ("accuracy", "right after", ".1%"), "low", "high", "n")
    x = forms.up_to("accuracy", "questions answered right", (p["high"] or p["accuracy"] for p in data))
    return _by_system(
        data,
        _before(11, drawing.tips(*named)),
        forms.mark("rule", {"strokeWidth": 1.5, "opacity": 0.7}, x="low:Q", x2="high:Q", color=colours),
        forms.dots(60, x=x, color=colours, tooltip=drawing.tips(*named)),
        words="Accuracy under each attack and its controls",
        height={"step": 14 * len(order) + 8, "for": "position"},
        yOffset=forms.offset("role", order, 0.2, bandPosition=0.5),
    )


def _before(size: int, tooltip: list[Any]) -> forms.Mark:
    look = {"color": _MARK, "thickness": 2, "opacity": 1, "bandSize": size}
    return forms.mark("tick", look, x="before:Q", tooltip=tooltip)


def _by_system(data: Sequence[Row], *marks: forms.Mark, words: str, height: Any, **shared: Any) -> Any:
    """Draw attacks in bands; a panel per system where there are several."""
    systems = drawing.unique(row["system"] for row in data)
    several = len(systems) > 1
    return forms.plot(
        data,
        *marks,
        words=f"{words}, a panel for each system" if several else words,
        height=height,
        panels=forms.Panels("system", systems, width=None, room=_NAMES) if several else None,
        y=forms.bands("attack", (row["attack"] for row in data)),
        **shared,
    )


def _ended(row: Row) -> forms.Fields:
    """Add the label of an attack and where it stands: right of the marks, or left where there is no room."""
    start = min(row["before"], row["after"], 1.0 if row["after_low"] is None else row["after_low"])
    end = max(row["before"], row["after"], row["after_high"] or 0)
    label = "" if row["relative"] is None else f"{row['relative']:+.0%}".replace("-", "−").replace("+0%", "0%")
    ends = {"start": start, "end": end, "room": end <= 1 - _ROOM}
    return {**row, "system": _broken(row["system"]), **ends, "told": label}


def _broken(system: object) -> str:
    return drawing.lines(system, _TITLE)


def _points(group: Sequence[Row]) -> list[forms.Fields]:
    """Return the points of one attack: itself, then its controls."""
    first = group[0]
    shared = {"system": _broken(first["system"]), **{name: first[name] for name in ("attack", "before", "n")}}
    own = {**shared, "role": THE_ATTACK, "name": first["attack"], "accuracy": first["attacked"]}
    own |= {"low": first["attacked_low"], "high": first["attacked_high"]}
    return [
        own,
        *(
            {
                **shared,
                "role": row["role"],
                "name": row["control"],
                "accuracy": row["after"],
                "low": row["low"],
                "high": row["high"],
            }
            for row in group
        ),
    ]


def attack_matrix(table: Table) -> Matrix:
    """Write Table 2: a column per system, or per level where there is one system."""
    body = rows(table)
    across = "system" if len(names(body, "system")) > 1 else "level"
    every = [row for row in body if across == "level" or row["level"] in (ALL, None)]
    first = by_names(reversed(every), across)
    columns = [first[name,] for name in names(every, across)]
    return forms.crossed(
        every,
        forms.titled(table, "per cent right (relative change)"),
        {"attack": forms.text("attack")},
        down=("attack",),
        across=(across,),
        cells=(_after,),
        heads=lambda name: (forms.show_level(name) if across == "level" else name,),
        first=[(Entry(label(NO_ATTACK)), *(_share_of("before", row) for row in columns))],
        last=[(Entry(label("guessing")), *map(forms.share("chance"), columns))],
    )


def _share_of(name: str, row: Row) -> Entry:
    return Entry(percent(row[name]), f"{_interval(row, name)}{over(row)}")


def _after(row: Row) -> Entry:
    """Write the accuracy under an attack with the relative change beside it; interval and p-value in the hint."""
    if row["after"] is None:
        return Entry(MISSING)
    change = "" if row["relative"] is None else show_real(row["relative"], "change")
    test = "" if row["p"] is None else f"p {show_real(row['p'], 'p')}, "
    return Entry(percent(row["after"]), f"{_interval(row, 'after')}{test}{over(row)}", change)


def _interval(row: Row, name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return "" if low is None or high is None else f"{label('95% interval')} {between(percent(low), percent(high))}, "


def control_matrix(table: Table) -> Matrix:
    """Write a line per attack: accuracy under it and under each kind of control, with the difference beside it."""
    body = rows(table)
    several = {heading(table.column(name)): cell for name, cell in forms.if_several(body, "system").items()}
    words = several | {"attack": forms.text("attack")}
    return forms.crossed(
        body,
        forms.titled(table, "per cent right (attack minus control, points)"),
        words | {"under the attack": lambda row: _share_of("attacked", row)},
        down=("system", "attack"),
        across=("role",),
        cells=(_beside,),
        words=len(words),
    )


def _beside(row: Row) -> Entry:
    """Write the accuracy under a control with the attack's difference beside it; its interval in the hint."""
    if row["after"] is None:
        return Entry(MISSING)
    units = {"gap": "points", "gap_low": "points", "gap_high": "points", "p": "p"}
    texts = {name: show_real(row[name], unit) for name, unit in units.items()}
    known = row["gap_low"] is not None and row["gap_high"] is not None
    ends = between(texts["gap_low"], texts["gap_high"])
    interval = f"{label('95% interval of the difference')} {ends} {label('points')}, " if known else ""
    hint = f"{row['control']}: {interval}p {texts['p']}, {over(row)}"
    return Entry(percent(row["after"]), hint, "" if row["gap"] is None else texts["gap"])


def length_matrix(table: Table) -> Matrix:
    """Write a line per attack and control: what rules get that look at nothing but length."""
    rules = {f"{rule} option": forms.share_between(rule, f"{rule}_") for rule in ("longest", "shortest")}
    cells = {"attack or control": forms.text("attack"), **rules, "guessing": forms.share("chance")}
    return forms.listed(rows(table), forms.titled(table, "per cent right by length only (95% interval)"), cells)


def cut_matrix(table: Table) -> Matrix:
    """Write how many questions of each system were cut, under each attack; one line where none was."""
    body, title = rows(table), forms.titled(table, "per cent of questions")
    if not any(row["truncated"] for row in body):
        body = [{**row, "attack": label("with and without an attack"), "truncated": 0.0} for row in body]
    return forms.crossed(
        body,
        title,
        {"attack or control": forms.text("attack")},
        down=("attack",),
        across=("system",),
        cells=(forms.share("truncated"),),
    )


def caught_matrix(table: Table) -> Matrix:
    """Write a line per attack: the share of lost answers that went to each wrong option, by rank and by letter."""
    body = sorted(rows(table), key=lambda row: row["by"] == "letter")
    return forms.crossed(
        body,
        forms.titled(table, "per cent of the answers lost to it (if all attracted alike)"),
        forms.if_several(body, "system") | {"attack": forms.text("attack")},
        down=("system", "attack"),
        across=("by", "distractor"),
        cells=(_share,),
        heads=lambda by, name: (name if by == "letter" else label(f"{_ORDINALS.get(name, name)} before"),),
    )


def _share(row: Row) -> Entry:
    if row["share"] is None:
        return Entry(MISSING)
    bounds = f"{label('95% interval')} {between(percent(row['low']), percent(row['high']))}, {over(row)}"
    return Entry(percent(row["share"]), bounds, percent(row["expected"]))


def _tips() -> list[Any]:
    return drawing.tips(
        "system",
        "attack",
        "before",
        "after",
        ("after_low", "interval from", ".1%"),
        ("after_high", "to", ".1%"),
        "relative",
        ("caught", "attacked option chosen", ".1%"),
        "p",
        "n",
    )


def surest(table: Table, _console: "Console") -> "rich.table.Table":
    """List the surest right answers that attacks turned wrong, each question once."""
    first: dict[Any, Row] = {}
    for row in sorted(rows(table), key=lambda row: -float(row["probability_before"] or 0)):
        first.setdefault(row["id"], row)
    every = list(first.values())
    cells = {
        "question": forms.text("id"),
        **forms.if_several(every, "system"),
        "attack": forms.text("attack"),
        "before>": forms.value("probability_before", "share"),
        "after>": forms.value("probability_after", "share"),
        "chosen": lambda row: Entry(f"{row['answer']} → {row['chosen_after']}"),
    }
    data = every[:MOST_ROWS]
    values = {"title": title_of(table), "shown": len(data), "questions": len(first)}
    return forms.summary(said(Reason("unreadable-surest", values)), data, cells)


def examples(run: Run, table: Table, places: Mapping[str, int]) -> tuple[Example, ...]:
    """Show attacked questions: each attacked option right after its original."""
    several = len({row["system"] for row in rows(table)}) > 1
    return attacked_questions(
        run,
        table,
        places,
        system=lambda row: f"{row['system']}, {row['attack']}" if several else str(row["attack"]),
        options=_options,
        before=lambda row: _choice(row, row["answer"], "probability_before"),
        after=lambda row: _choice(row, row["chosen_after"], "probability_after"),
    )


def _options(row: Row, item: Row) -> Iterable[AttackedOption]:
    """Yield what was added to the passage, then the options, each attacked one right after its original."""
    if row["added"] is not None:
        yield AttackedOption("+", str(row["added"]), ADDED_ROLE, (Tag("added to the passage"),))
    changed = {name.removeprefix("attacked_"): text for name, text in row.items() if name.startswith("attacked_")}
    for place, text in enumerate(item.get("options", ())):
        name = letter(place)
        new = changed.pop(name, None)
        if new is not None:
            yield AttackedOption(name, str(text), "replaced", (Tag("before"),))
        role = ADDED_ROLE if new is not None else "key" if name == row["answer"] else ""
        yield AttackedOption(name, str(text if new is None else new), role, tuple(_tags_of(row, name, new)))
    yield from (
        AttackedOption(name, str(text), ADDED_ROLE, tuple(_tags_of(row, name, text)))
        for name, text in changed.items()
        if text is not None
    )


def _tags_of(row: Row, name: str, new: object) -> Iterable[Tag]:
    if name == row["answer"]:
        yield Tag("key", "right")
        yield Tag("chosen before the attack", "right")
    if new is not None:
        yield Tag("under the attack")
    if name == row["chosen_after"]:
        yield Tag("chosen after the attack", "wrong")


def _choice(row: Row, name: object, column: str) -> Tag:
    """Return what was chosen, with the key's probability at that time, if it is known."""
    probability = "" if row[column] is None else f" ({label('key')} {show_quantity(row[column], 'share')})"
    return Tag(f"{name}{probability}", "right" if name == row["answer"] else "wrong")


def trace(table: Table) -> Any:
    """Draw every option's probability as a line, from the first step down to the last."""
    data = [
        {**row, "line": f"{row['step'] + 1:04d} {shorten(str(row['added']), _TOKEN)}", "name": _name(row)}
        for row in forms.known_rows(table, "probability")
    ]
    axis = {"labelExpr": "slice(datum.label, 5)", "labelOverlap": False}
    roles = {row["name"]: str(row["role"]) for row in data}
    growing = [name for name, role in roles.items() if role == "growing"]
    staying = [name for name, role in roles.items() if role == "wrong"]
    shades = {name: _GROWING[place % len(_GROWING)] for place, name in enumerate(growing)}
    shades |= {name: _STAYING[place % len(_STAYING)] for place, name in enumerate(staying)}
    return forms.plot(
        data,
        forms.mark("line", {"strokeWidth": 1.75}),
        forms.dots(50, tooltip=drawing.tips("added", ("name", "option"), ("probability", "probability", ".1%"))),
        words="Probability of every option after each token",
        height={"step": 17},
        x=forms.quantity("probability", "probability", ".0%", tickCount=5, orient="top", domain=[0, 1]),
        y=forms.bands("line", (row["line"] for row in data), padding=6, **axis),
        color=drawing.colour("name", {name: shades.get(name, RIGHT) for name in roles}),
        order="step:Q",
    )


def trace_matrix(table: Table) -> Matrix:
    """Write a line for each step: the token it added, and every option's probability, with the choice marked."""
    front = {
        "step": lambda row: Entry(str(row["step"]) if (row["step"] or 0) > 0 else ""),
        "token added": lambda row: Entry(label(str(row["added"])) if (row["step"] or 0) <= 0 else str(row["added"])),
    }
    return forms.crossed(
        [{**row, "name": _name(row)} for row in rows(table)],
        forms.titled(table, "probability in per cent (◂ marks the choice)"),
        front,
        down=("step",),
        across=("name",),
        cells=(lambda row: Entry(f"{percent(row['probability'])}{' ◂' if row['chosen'] else '  '}"),),
    )


def _binned(name: str, title: str, style: str) -> Kind:
    return Kind(figures=drawings(**{name: partial(by_bins, title=title, style=style)}), rows=0)


LOOK = Look(
    kinds={
        "unreadable_examples": Kind(examples=examples, item="id", rows=0),
        "flips": Kind(item="id", summary=surest, rows=MOST_ROWS, page_only=PAGE_ONLY),
        "unreadable_attacks": Kind(figures=drawings(attacks=attacks), matrix=attack_matrix),
        "unreadable_controls": Kind(
            figures=drawings(controls=controls),
            matrix=control_matrix,
            long=True,
        ),
        "caught_by": Kind(matrix=caught_matrix, long=True),
        "unreadable_lengths": Kind(matrix=length_matrix, long=True),
        "unreadable_truncated": Kind(matrix=cut_matrix, long=True),
        "unreadable_by_growth": _binned("by_growth", "growth of the wrong options", "+.0%"),
        "unreadable_by_answer_length": _binned("by_answer_length", "words and marks of the right answer", "~g"),
        "unreadable_by_degree": _binned("by_degree", "largest ShuffleDegree of the question", ".2f"),
        "by_attack": Kind(figures=drawings(by_attack=by_attack), rows=0),
        "unreadable_correlations": Kind(matrix=correlations, long=True),
        "trace": Kind(figures=drawings(trace=trace), matrix=trace_matrix),
    },
    findings={
        "unreadable": Words(headlines=("accuracy before", "accuracy after", "left more by the next most effective")),
        "unreadable_analysis": Words(),
        "trace": Words(
            headlines=("probability of the answer with nothing added", "probability of the answer with all added")
        ),
    },
)


def _name(row: forms.Fields) -> str:
    return f"{row['option']}: {label(ROLES[str(row['role'])])}"
