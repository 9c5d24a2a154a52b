"""Looks: what the tables and findings of an experiment look like, on the page and in the terminal.

A look is one value beside its experiment: its kinds of tables, with figures, matrices and lists, and which numbers
stand beside its findings. The words lie in language files beside it, in messages named after what they are about:
`look-order` introduces the finding `order`, and its attributes are the words beside its numbers; `figure-order-trace`
is the caption of that kind of table, `table-order-trace` stands above it. The registry of looks lies beside that of the
experiments; the report knows forms, and no experiment. Another package adds a look by the entry point
`magnetite.looks`, or a kind of table by `magnetite.kinds`. A table of an unknown kind is shown as its rows. Looks show
rows and compute nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from examfiles.registry import Registry
from examfiles.wording import slug
from magnetite.core.results import Column, Finding, Number, Run, Table, Text
from magnetite.report.drawing import in_words
from magnetite.report.tables import Matrix, known, shorten, show_label
from magnetite.report.wording import said, spoken

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

    from magnetite.report.questions import Example, Question

# A number's label, of its first group; or label and group (None: the first), and words in place of the message.
_Headline = str | tuple[str, str | None] | tuple[str, str | None, str]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure of a kind: its name in files, and who draws it (None where there is nothing to draw).

    The caption is the message `figure-KIND`, or its attribute NAME where the kind has several figures; `caption` stands
    in its place where a package has no language files. `enough` says whether a table has enough questions for it to say
    something; a page has a line in place of a figure that would not.
    """

    name: str
    draw: Callable[[Table], Any]
    caption: str = ""
    enough: Callable[[Table], bool] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What one kind of table looks like, on the page and in the terminal.

    `main` names the column without which a table says nothing; where no value of it is known, there is neither matrix
    nor summary. `remark` ends every caption. Above the table stands the message `table-KIND`, or its attribute of the
    table's name; `intro` in its place where a package has no language files.
    `questions` and `examples` turn rows into what a person reads; they are given the places of questions on the page,
    by id.

    A whole run in the terminal shows matrices, but none that is `long`, and of other kinds the `summary`; a table is
    left out where the run has one of the kind `within`, which shows it too. A single finding shows `rows` of a table
    that has no matrix, without the columns that only the page shows (`page_only`).

    `item` names the column with the id of the item that a row is about. On the page the columns `first` come before all
    others, and `last` after them; a table that `tells_answers` to questions listed beside it is folded away. A `listed`
    table is read row by row, whole: the first column in bold, the second behind it, the others below it. A page that
    begins with a verdict shows a finding's first table, and folds the others away, and those that are a `detail`
    or that the run has `within` another.
    """

    main: str = ""
    figures: tuple[Drawing, ...] = ()
    remark: Callable[[Table], Text] | None = None
    intro: str = ""
    matrix: Callable[[Table], Matrix | None] | None = None
    questions: Callable[[Run, Finding, Table, Mapping[str, int]], "tuple[Question, ...]"] | None = None
    examples: Callable[[Run, Table, Mapping[str, int]], "tuple[Example, ...]"] | None = None
    long: bool = False
    summary: "Callable[[Table, Console], rich.table.Table] | None" = None
    within: str = ""
    rows: int = 20
    page_only: tuple[str, ...] = ()
    item: str = ""
    first: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    tells_answers: bool = False
    listed: bool = False
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """What is said about one finding, and which numbers stand beside its answer.

    The message `look-NAME` introduces it; its attributes are the words beside the numbers, and `run`, which precedes
    the data's name where a run has only findings with the same one. `intro`, `run` and a headline's third part stand in
    their place where a package has no language files.

    Of its columns of items, by what the page's list of questions makes of them: `answers` are what a system answers, of
    the view whose name stands for "{view}", or else of the richest; `marks` are of the question; `known` are shown
    there anyway.
    """

    intro: str = ""
    headlines: tuple[_Headline, ...] = ()
    run: str = ""
    answers: Mapping[str, str] = field(default_factory=dict, hash=False)
    marks: Mapping[str, str] = field(default_factory=dict, hash=False)
    known: tuple[str, ...] = ()


class Tone(StrEnum):
    """How a card is coloured: an answer that speaks for the system, one against it, and none."""

    GOOD = "good"
    POOR = "poor"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the opening's figure: what it is, a share with its interval, if it has one, and what colours it."""

    name: Text
    number: Number
    kind: str


@dataclass(frozen=True, slots=True)
class Opening:
    """How a report begins: its verdict in a sentence or two, what that rests on, and shares of right answers."""

    verdict: Text
    basis: Text
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """One question that a report answers in a word: the finding that has more, the question, the word, and a sentence.

    `questions`: ids of those to look at first.
    """

    finding: str
    title: Text
    tone: Tone
    word: Text
    sentence: Text
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """What an experiment's findings look like: its kinds of tables, and the words about each finding, in order.

    `opening` makes a report's verdict of a run, and `glances` its cards; None where the run does not have what they
    are about.
    """

    kinds: Mapping[str, Kind] = field(default_factory=dict, hash=False)
    findings: Mapping[str, Words] = field(default_factory=dict, hash=False)
    opening: Callable[[Run], Opening | None] | None = None
    glances: tuple[Callable[[Run], Glance | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: a short name for files, the caption, and the altair chart."""

    name: str
    caption: str
    chart: Any


@dataclass(frozen=True, slots=True)
class PageFigure:
    """One figure on the page: a unique name, the caption, and the Vega-Lite specification."""

    name: str
    caption: str
    spec: Mapping[str, Any]


PLAIN = Kind()


def drawings(**drawn: Callable[[Table], Any]) -> tuple[Drawing, ...]:
    """Return figures by name; what is `by_level` here is called "by-level"."""
    return tuple(Drawing(name.replace("_", "-"), draw) for name, draw in drawn.items())


def looks() -> Iterable[Look]:
    """Yield every look in reading order: ours, then those of other packages."""
    yield from import_module("magnetite.experiments.registry").LOOKS.values()


def opening_of(run: Run) -> Opening | None:
    """Return how a run's report begins; None where no look has a verdict on it."""
    made = (look.opening(run) for look in looks() if look.opening)
    return next((each for each in made if each), None)


def glances_of(run: Run) -> tuple[Glance, ...]:
    """Return a run's cards, in reading order."""
    made = (glance(run) for look in looks() for glance in look.glances)
    return tuple(each for each in made if each)


def kinds() -> Mapping[str, Kind]:
    """Return the kinds of tables of all looks by name."""
    return {name: kind for look in looks() for name, kind in look.kinds.items()}


def kind_of(table: Table) -> Kind:
    """Return a table's kind; a table of the kind "table" has that of its name, if there is one."""
    name, known = _kind_name(table), kinds()
    if name in known:
        return known[name]
    single = single_kinds(tuple(known))
    if name not in single:
        return PLAIN
    kind: Kind = single[name]
    return kind


@cache
def single_kinds(known: tuple[str, ...]) -> Registry:
    """Return the kinds that other packages add without a look, none of them named as one that is known."""
    return Registry("kind of table", "magnetite.kinds", dict.fromkeys(known, ""))


def matrix(table: Table) -> Matrix | None:
    """Return a table as a matrix; None for a kind that is read as it is, and where nothing is known."""
    kind = kind_of(table)
    return kind.matrix(table) if kind.matrix and known(table, kind.main) else None


def figures(table: Table, *, enough: bool = False) -> tuple[Figure, ...]:
    """Draw a table's figures; none for a kind that has no figure, and none where there is nothing to draw.

    Rows whose value is not known (an exam without answers) are left out, and so is a figure without rows. `enough`:
    draw only what the table has enough questions for.
    """
    kind, name = kind_of(table), _kind_name(table)
    if not (kind.figures and len(table)):
        return ()
    remark = said(kind.remark(table)) if kind.remark else ""
    remark = f" {remark}" if remark else ""
    from magnetite.report.forms import unchecked

    with unchecked():
        charts = [(each, each.draw(table)) for each in kind.figures if not (enough and withheld(table, each))]
    return tuple(
        Figure(each.name, caption_of(name, each) + remark, chart) for each, chart in charts if chart is not None
    )


def withheld(table: Table, drawing: Drawing) -> bool:
    """Return whether a figure would say little, because a table has too few questions for it."""
    return drawing.enough is not None and not drawing.enough(table)


def caption_of(kind: str, drawing: Drawing) -> str:
    """Return the caption of a figure of a kind, in the language that is spoken."""
    code = f"figure-{slug(kind)}"
    return drawing.caption or _message(f"{code}.{slug(drawing.name)}") or _message(code)


def charts(finding: Finding) -> dict[str, Any]:
    """Return the charts of a finding's tables by their names; a name that two tables share has the table's in front."""
    drawn = [(table.name, figure) for table in finding.tables for figure in figures(table)]
    names = [figure.name for _, figure in drawn]
    return {
        figure.name if names.count(figure.name) == 1 else f"{table} {figure.name}": figure.chart
        for table, figure in drawn
    }


def page_figures(table: Table, prefix: str) -> tuple[PageFigure, ...]:
    """Draw the figures for the page that a table has enough questions for; `prefix` makes their names unique."""
    return tuple(
        PageFigure(f"{prefix}-{figure.name}", figure.caption, in_words(figure.chart.to_dict(validate=False)))
        for figure in figures(table, enough=True)
    )


def intro_of(table: Table) -> str:
    """Return what stands above a table of a known kind; "" where nothing does."""
    code = f"table-{slug(_kind_name(table))}"
    return kind_of(table).intro or _message(f"{code}.{slug(table.name)}") or _message(code)


def words_by_finding() -> Mapping[str, Words]:
    """Return the words about every finding by its name, in reading order."""
    return {name: words for look in looks() for name, words in look.findings.items()}


def words_of(finding: Finding) -> Words:
    """Return the words about a finding; none about one that is not known here."""
    return words_by_finding().get(finding.experiment, Words())


def answering() -> Mapping[str, Words]:
    """Return the words about findings that say what a system answers, those that say it by view first."""
    known = [(name, words) for name, words in words_by_finding().items() if words.answers]
    return dict(sorted(known, key=lambda pair: "{view}" not in pair[1].answers["chosen"]))


def measures(finding: Finding, views: Iterable[str]) -> list[Column]:
    """Return a finding's columns of items that have no place of their own among these views' answers."""
    words = words_of(finding)
    shown = {name.format(view=view) for name in (*words.answers.values(), *words.known) for view in ("", *views)}
    return [column for column in finding.items.columns[1:] if column.name not in shown] if finding.items else []


def run_words(findings: Iterable[Finding]) -> str:
    """Return what kind of run it is, in words that precede the name of its data."""
    titles = {words_of(each).run or _message(f"look-{slug(each.experiment)}.run") for each in findings}
    return (titles.pop() if len(titles) == 1 else "") or spoken().say("report-run")


def intro_of_finding(finding: Finding) -> str:
    """Return what a finding's experiment asks, in words; "" for one that is not known here."""
    return words_of(finding).intro or _message(f"look-{slug(finding.experiment)}")


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings in reading order: the known ones first, in their order, then any others as they came."""
    places = {name: place for place, name in enumerate(words_by_finding())}
    return sorted(findings, key=lambda finding: places.get(finding.experiment, len(places)))


def headlines(finding: Finding) -> list[tuple[Number, str]]:
    """Return the numbers that stand beside a finding's sentence, each with plain words.

    Of a finding that is not known here, these are the first three numbers under their own labels.
    """
    about = words_of(finding)
    named = [
        (number, _headline(finding, number, *words))
        for label, group, *words in ((each, None) if isinstance(each, str) else each for each in about.headlines)
        for number in [n for n in finding.numbers if n.label == label and group in (None, n.group)][:1]
    ]
    return named or [(number, show_label(number)) for number in finding.numbers[:3]]


def _headline(finding: Finding, number: Number, *words: str) -> str:
    """Return the words beside a number: its own, the message of its group, or that of its label."""
    group, code = shorten(number.group, 40), f"look-{slug(finding.experiment)}.{slug(number.label)}"
    if words:
        return words[0].format(group=group)
    return _message(f"{code}-{slug(number.group)}") or _message(code, group=group)


def _kind_name(table: Table) -> str:
    return table.name if table.kind == "table" else table.kind


def _message(code: str, **values: str) -> str:
    """Return a message in the language that is spoken, "" where there is none."""
    words = spoken()
    return words.say(code, values) if code in words.codes else ""
