"""Function: a Python callable as a scorer, one cell, one batch or one question at a time."""

import logging
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from typing import Any, overload

import numpy as np

from examfiles.errors import UsageError
from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.core.scorer import Sizes
from magnetite.scorers.source import LAMBDA, FunctionSource, unstable

# The cost of a call is unknown: it may ask a service and take seconds. A batch of the default size holds 32 cells,
# and a killed run loses at most a batch.
CALL_TOKENS = 512
CELL, LIST = ("passage", "question", "option"), ("passage", "question", "options")  # parameters, in their order

Place = Callable[[], str]  # names a cell: in an error, and not before

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A scorer that calls a user's function, in one of three ways.

        function(passage, question, option) -> float                    one cell (the default)
        function([{"passage", "question", "option"}, …]) -> [float, …]    `batched`: many cells
        function(passage, question, [option, …]) -> [float, …]            `listwise`: all the options of one question

    A passage comes with what a view added to it. Parameters that have these names may stand in any order.

    `name` is for people; by default it is the function's own. `version` names the rule for the store: change it
    whenever scores would change. Without it, a hash of the source of a plain function serves, and of the functions and
    classes it uses and the plain values it reads (`scorers.source`); what else it reads is named in a warning. Raises
    UsageError where neither is available, for a version without a name (of a lambda, which has none of its own), or for
    both `batched` and `listwise`.

    >>> Function(lambda passage, question, option: len(option), "length", version="1").fingerprint
    'function/2/cell name=length version=1'
    """

    function: Callable[..., Any]
    name: str = ""
    version: str | None = None
    batched: bool = False
    listwise: bool = False
    tolerance: float = 0.0
    fingerprint: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or getattr(self.function, "__name__", type(self.function).__name__))
        if self.batched and self.listwise:
            raise UsageError(
                f"function '{self.name}': batched and listwise do not go together; a listwise function is called once "
                "for each question, with its options. Choose one."
            )
        if self.version and self.name == LAMBDA:
            raise UsageError(
                "a lambda has no name, so its version could not be distinguished from another's. Name it: "
                f"Function(lambda …, 'my rule', version='{self.version}')."
            )
        way = "batch" if self.batched else "list" if self.listwise else "cell"
        version = f"name={self.name} version={self.version}" if self.version else _source_version(self)
        object.__setattr__(self, "fingerprint", f"function/2/{way} {version}")

    @property
    def shares_context(self) -> bool:
        """Return whether cells of one context should come together: a listwise function scores them in one call."""
        return self.listwise

    def sizes(self, cells: Cells) -> Sizes:
        """Count each cell as `CALL_TOKENS`, so that batches are small and little is lost. Nothing is cut."""
        return Sizes(np.full(len(cells), CALL_TOKENS, dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells: Cells) -> ScoreArray:
        """Call the function on the cells, (cells,).

        Raises ModelError, naming the cell, where it fails or returns something else than numbers; UsageError where
        a listwise function is asked for an option that its context does not show.
        """
        if not len(cells):
            return np.empty(0)
        if self.listwise:
            return np.array(_listwise(self, cells))
        return np.array(_batched(self, cells) if self.batched else _one_by_one(self, cells))


def _one_by_one(scorer: Function, cells: Cells) -> list[float]:
    scores, names = [], _names(scorer, CELL)
    for context, option in _pairs(cells):
        place = partial(_place, scorer, context, option)
        scores.append(_number(_call(scorer, place, context.text, context.question, option, names=names), place))
    return scores


def _batched(scorer: Function, cells: Cells) -> list[float]:
    arguments = [{"passage": c.text, "question": c.question, "option": option} for c, option in _pairs(cells)]

    count, first = len(arguments), dict(arguments[0])  # the function may change its list

    def place() -> str:
        return f"function '{scorer.name}', a batch of {count} cells from {_words(first)}"

    values = _sequence(_call(scorer, place, arguments), count, place)
    return [_number(value, place) for value in values]


def _listwise(scorer: Function, cells: Cells) -> list[float]:
    lists: dict[Context, list[float]] = {}
    scores = []
    for context, option in _pairs(cells):
        if option not in context.shown:
            raise UsageError(
                f"{_place(scorer, context, option)}: a listwise function cannot score an option that is not among the "
                f"{len(context.shown)} its context shows. Score core.cells.with_shown(cells)."
            )
        if context not in lists:
            lists[context] = _whole_list(scorer, context, option)
        scores.append(lists[context][context.shown.index(option)])
    return scores


def _whole_list(scorer: Function, context: Context, option: str) -> list[float]:
    place = partial(_place, scorer, context, option)
    values = _call(scorer, place, context.text, context.question, list(context.shown), names=_names(scorer, LIST))
    return [_number(value, place) for value in _sequence(values, len(context.shown), place)]


def _call(scorer: Function, place: Place, *arguments: Any, names: Sequence[str] = ()) -> Any:
    """Call the function, by its parameters' `names` where they are given."""
    try:
        if names:
            return scorer.function(**dict(zip(names, arguments, strict=True)))
        return scorer.function(*arguments)
    except Exception as error:
        raise ModelError(
            f"{place()}: it raised {type(error).__name__}: {error}. Expected a score; correct the function."
        ) from error


def _names(scorer: Function, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names by which the function is called: these where its parameters have them, in any order."""
    try:
        told = signature(scorer.function).parameters.values()
    except (TypeError, ValueError):  # some of Python's own tell no parameters
        return ()
    return names if {each.name for each in told if each.kind is not each.POSITIONAL_ONLY} == {*names} else ()


def _sequence(result: Any, count: int, place: Place) -> Sequence[Any]:
    try:
        values = list(result)
    except TypeError as error:
        raise ModelError(f"{place()}: it returned a {type(result).__name__}; expected {count} numbers.") from error
    if isinstance(result, str | bytes | dict) or len(values) != count:
        raise ModelError(
            f"{place()}: it returned a {type(result).__name__} of {len(values)}; expected {count} numbers."
        )
    return values


def _number(value: Any, place: Place) -> float:
    """Convert any kind of number (Python's, numpy's, a tensor of one), but not a text that looks like one."""
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        return float(value)
    except (TypeError, ValueError, OverflowError) as error:
        text = "a number too large" if isinstance(value, int) else textwrap.shorten(repr(value), 40, placeholder=" …")
        several = f" {_LISTWISE}" if hasattr(value, "__len__") and not isinstance(value, str | bytes) else ""
        raise ModelError(f"{place()}: it returned {text}; expected a number.{several}") from error


_LISTWISE = "A function that scores all options of a question at once is given as Function(rule, listwise=True)."


def _pairs(cells: Cells) -> Iterator[tuple[Context, str]]:
    for row, column in zip(cells.rows.tolist(), cells.columns.tolist(), strict=True):
        yield cells.contexts[row], cells.options[column]


def _place(scorer: Function, context: Context, option: str) -> str:
    return f"function '{scorer.name}', {_words({'question': context.question, 'option': option})}"


def _words(cell: dict[str, str]) -> str:
    question, option = (textwrap.shorten(cell[part], 60, placeholder=" …") for part in ("question", "option"))
    return f"question '{question}', option '{option}'"


def _source_version(scorer: Function) -> str:
    function = scorer.function
    reason = unstable(function)
    told = FunctionSource()
    if reason is None:
        try:
            told.tell(function)
        except (OSError, TypeError):
            reason = "its source cannot be read"
    if reason is not None:
        name = "my rule" if scorer.name == LAMBDA else scorer.name
        raise UsageError(
            f"function '{scorer.name}': {reason}, so its stored scores could not be distinguished from another's. "
            f"Name its version: Function(…, '{name}', version='1'), and change that when its scores change."
        )
    if told.unseen:
        log.warning(
            "Function '%s' uses %s, and stored scores are found again whatever that gives. Give it a version, and "
            "change that with what it uses: Function(…, '%s', version='1'). Or store nothing (store='off').",
            scorer.name,
            ", ".join(told.unseen),
            scorer.name,
        )
    if told.edited:
        log.warning(
            "Function '%s': %s and the code in memory differ. The scores are those of the code in memory, and are "
            "stored as such. To score with the file, load it again (importlib.reload) or restart Python.",
            scorer.name,
            ", ".join(told.edited),
        )
    return f"name={function.__module__}.{function.__qualname__} source={told.digest}"


@overload
def scorer(
    function: Callable[..., Any],
    *,
    name: str = "",
    version: str | None = None,
    batched: bool = False,
    listwise: bool = False,
) -> Function: ...


@overload
def scorer(
    *, name: str = "", version: str | None = None, batched: bool = False, listwise: bool = False
) -> Callable[[Callable[..., Any]], Function]: ...


def scorer(
    function: Callable[..., Any] | None = None,
    *,
    name: str = "",
    version: str | None = None,
    batched: bool = False,
    listwise: bool = False,
) -> Any:
    """Make a scorer of the function below it; see `Function`.

    >>> @scorer(version="1")
    ... def length(passage, question, option):
    ...     return float(len(option))
    >>> length.fingerprint
    'function/2/cell name=length version=1'
    """
    if function is not None:
        return Function(function, name, version, batched, listwise)
    return lambda given: Function(given, name, version, batched, listwise)
