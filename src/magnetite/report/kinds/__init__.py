"""Kinds of tables, and what each looks like: its figures and captions, its matrix, its words, its lists of questions.

A kind is one value in one module, and one line here. A table of a kind that is not listed is shown as its rows.
Figures and matrices show rows and compute nothing; one chart is interactive on the page, and a file (`drawing`).

    interference_curve = "magnetite.report.kinds.magnets:INTERFERENCE_CURVE"
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from magnetite.core.registry import Registry
from magnetite.core.results import Finding, Run, Table
from magnetite.report.tables import Matrix, known

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

    from magnetite.report.kinds.examples import Example
    from magnetite.report.kinds.questions import Question

KINDS = Registry(
    "kind of table",
    "magnetite.kinds",
    {
        "accuracy_by_level": "magnetite.report.kinds.accuracy:ACCURACY_BY_LEVEL",
        "accuracy_by_view": "magnetite.report.kinds.accuracy:ACCURACY_BY_VIEW",
        "following": "magnetite.report.kinds.accuracy:FOLLOWING",
        "calibration": "magnetite.report.kinds.calibration:CALIBRATION",
        "reliability": "magnetite.report.kinds.calibration:RELIABILITY",
        "effective_options": "magnetite.report.kinds.entropy:EFFECTIVE_OPTIONS",
        "by_information": "magnetite.report.kinds.entropy:BY_INFORMATION",
        "by_tenth": "magnetite.report.kinds.entropy:BY_TENTH",
        "recurring_options": "magnetite.report.kinds.recurring:RECURRING_OPTIONS",
        "answerable": "magnetite.report.kinds.questions:ANSWERABLE",
        "question_list": "magnetite.report.kinds.questions:QUESTION_LIST",
        "flips": "magnetite.report.kinds.questions:FLIPS",
        "transfer": "magnetite.report.kinds.transfer:TRANSFER",
        "interference_curve": "magnetite.report.kinds.magnets:INTERFERENCE_CURVE",
        "attacks": "magnetite.report.kinds.magnets:ATTACKS",
        "interference_by_system": "magnetite.report.kinds.search:INTERFERENCE_BY_SYSTEM",
        "race": "magnetite.report.kinds.search:RACE",
        "magnet_set": "magnetite.report.kinds.search:MAGNET_SET",
        "given_set": "magnetite.report.kinds.search:GIVEN_SET",
        "system_agreement": "magnetite.report.kinds.agreement:SYSTEM_AGREEMENT",
        "interference_scatter": "magnetite.report.kinds.agreement:INTERFERENCE_SCATTER",
        "features": "magnetite.report.kinds.agreement:FEATURES",
        "system_attacks": "magnetite.report.kinds.attacks:SYSTEM_ATTACKS",
        "best_of": "magnetite.report.kinds.attacks:BEST_OF",
        "transfer_attack": "magnetite.report.kinds.attacks:TRANSFER_ATTACK",
        "attack_examples": "magnetite.report.kinds.examples:ATTACK_EXAMPLES",
        "unreadable_examples": "magnetite.report.kinds.examples:UNREADABLE_EXAMPLES",
        "unreadable_attacks": "magnetite.report.kinds.unreadable:ATTACKS",
        "unreadable_controls": "magnetite.report.kinds.unreadable:CONTROLS",
        "caught_by": "magnetite.report.kinds.unreadable:CAUGHT_BY",
        "unreadable_lengths": "magnetite.report.kinds.unreadable:LENGTHS",
        "unreadable_truncated": "magnetite.report.kinds.unreadable:TRUNCATED",
        "unreadable_by_growth": "magnetite.report.kinds.harm:BY_GROWTH",
        "unreadable_by_answer_length": "magnetite.report.kinds.harm:BY_ANSWER_LENGTH",
        "unreadable_by_degree": "magnetite.report.kinds.harm:BY_DEGREE",
        "by_attack": "magnetite.report.kinds.harm:BY_ATTACK",
        "unreadable_correlations": "magnetite.report.kinds.harm:CORRELATIONS",
        "trace": "magnetite.report.kinds.trace:TRACE",
        "accuracy_by_order": "magnetite.report.kinds.order:ACCURACY_BY_ORDER",
        "position_shares": "magnetite.report.kinds.order:POSITION_SHARES",
        "order_ways": "magnetite.report.kinds.order:WAYS",
        "debiasing": "magnetite.report.kinds.order:DEBIASING",
        "order_trace": "magnetite.report.kinds.order:ORDER_TRACE",
        "training_sets": "magnetite.report.kinds.training:TRAINING_SETS",
        "learning_curve": "magnetite.report.kinds.training:LEARNING_CURVE",
    },
)
INTERVALS = "Each thin line is an interval: it holds the true value about 95 times in 100."  # ends many captions


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure of a kind: its name in files, its caption, and who draws it (None where there is nothing to draw)."""

    name: str
    caption: str
    draw: Callable[[Table], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What one kind of table looks like, on the page and in the terminal.

    `main` names the column without which a table says nothing; where no value of it is known, there is neither matrix
    nor summary. `remark` ends every caption. `intro` stands above the table, or `intros`, by the table's name.
    `questions` and `examples` turn rows into what a person reads; they are given the places of questions on the page,
    by id.

    A whole run in the terminal shows matrices, but none that is `long`, and of other kinds the `summary`; a table is
    left out where the run has one of the kind `within`, which shows it too. A single finding shows `rows` of a table
    that has no matrix, without the columns that only the page shows (`page_only`).

    `item` names the column with the id of the item that a row is about. On the page the columns `first` come before all
    others, and `last` after them; a table that `tells_answers` to questions listed beside it is folded away. A `listed`
    table is read row by row, whole: the first column in bold, the second behind it, the others below it.
    """

    main: str = ""
    figures: tuple[Drawing, ...] = ()
    remark: Callable[[Table], str] | None = None
    intro: str = ""
    intros: Mapping[str, str] = field(default_factory=dict, hash=False)
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


def kind_of(table: Table) -> Kind:
    """Return a table's kind; a table of the kind "table" has that of its name, if there is one."""
    name = table.name if table.kind == "table" else table.kind
    if name not in KINDS:
        return PLAIN
    kind: Kind = KINDS[name]
    return kind


def matrix(table: Table) -> Matrix | None:
    """Return a table as a matrix; None for a kind that is read as it is, and where nothing is known."""
    kind = kind_of(table)
    return kind.matrix(table) if kind.matrix and known(table, kind.main) else None


def figures(table: Table) -> tuple[Figure, ...]:
    """Draw a table's figures; none for a kind that has no figure, and none where there is nothing to draw.

    Rows whose value is not known (an exam without answers) are left out, and so is a figure without rows.
    """
    kind = kind_of(table)
    if not (kind.figures and len(table)):
        return ()
    remark = kind.remark(table) if kind.remark else ""
    from altair.utils.schemapi import debug_mode

    with debug_mode(False):  # tests hold what is drawn against the schema; people need not wait for that
        charts = [(each.name, each.caption + remark, each.draw(table)) for each in kind.figures]
    return tuple(Figure(name, caption, chart) for name, caption, chart in charts if chart is not None)


def page_figures(table: Table, prefix: str) -> tuple[PageFigure, ...]:
    """Draw a table's figures for the page; `prefix` makes their names unique."""
    return tuple(
        PageFigure(f"{prefix}-{figure.name}", figure.caption, figure.chart.to_dict(validate=False))
        for figure in figures(table)
    )
