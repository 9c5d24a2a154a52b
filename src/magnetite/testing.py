"""The scorer contract as a suite that runs: `check_scorer` names the promise a scorer breaks.

    from magnetite.testing import check_scorer
    check_scorer(my_scorer)

Each promise of `magnetite.core.scorer.Scorer` is one function below. What this file leaves out: whether the scores are
any good, and how fast they come.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from magnetite.core.cells import Cells, Context, IntArray, ScoreArray, own_cells, with_shown
from magnetite.core.items import Item
from magnetite.core.scorer import Scorer

ALONE = 24  # cells scored one at a time: enough for each kind of text below, few enough for a large model


class BrokenPromiseError(AssertionError):
    """Report a promise that a scorer does not keep; an AssertionError, so that test runners show it as a failure."""


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """Hold the scorer on trial, the cells it is asked for, and the scores it gave when asked for all at once."""

    scorer: Scorer
    cells: Cells
    scores: ScoreArray


def check_scorer(scorer: Scorer, items: Sequence[Item] | None = None) -> None:
    """Ask a scorer for scores in many ways and compare them.

    `items`: what to ask about; by default a handful of small ones: words of several scripts, an empty passage, an
    empty question, both empty, a long passage, one-word and repeated options, 2 to 5 of them.
    Raises BrokenPromiseError, an AssertionError, for the first promise that is broken.
    """
    _check_description(scorer)
    cells = own_cells(tuple(items) if items is not None else example_items())
    cells = with_shown(cells) if scorer.listwise else cells
    before = scorer.fingerprint
    trial = _Trial(scorer, cells, _scores(scorer, cells, "all cells at once"))
    for check in _CHECKS:
        check(trial)
    _demand(scorer, scorer.fingerprint == before, "its fingerprint stays the same", f"'{before}' changed while scoring")


def example_items() -> tuple[Item, ...]:
    """Return the items that `check_scorer` asks about."""
    story = "Mara keeps two goats behind the mill. Every evening she walks them down to the river."
    shelf = "The tall shelf holds the maps, the low one the letters. "
    return (
        Item(
            "plain", "goats", story, "Where does Mara take the goats?", ("to the river", "to market", "home", "up"), 0
        ),
        Item("blank", "goats", story, "Mara keeps her goats behind the _ .", ("mill", "barn"), 0),
        Item(
            "scripts",
            "tea",
            "Ömer trinkt Çay. 他每天喝茶。Он пьёт чай ☕.",
            "谁喝茶？",
            ("Ömer", "他", "чай", "☕", "ß"),
            1,
        ),
        Item("no passage", "none", "", "Which of these can fly?", ("a heron", "a spade", "a well"), 0),
        Item("no question", "goats", story, "", ("Mara has goats.", "Mara has geese."), 0),
        Item("nothing", "none", "", "", ("yes", "no"), None),
        Item(
            "long", "shelves", shelf * 250, "Where are the maps?", ("on the tall shelf", "on the low shelf", "gone"), 0
        ),
        Item("repeated", "goats", story, "How many goats are there?", ("two", "three", "two"), 0),
        Item("marks", "goats", "“Well…”, she said; ‘no’!?", "What did she say?", ("…", "\t no \n", "well, no"), 1),
    )


def _check_description(scorer: Scorer) -> None:
    for trait in ("name", "fingerprint"):
        value = getattr(scorer, trait, None)
        _demand(scorer, isinstance(value, str) and value != "", f"its {trait} is a text, not empty", f"found {value!r}")
    for trait in ("listwise", "shares_context"):
        value = getattr(scorer, trait, None)
        _demand(scorer, isinstance(value, bool), f"`{trait}` is true or false", f"found {value!r}")
    tolerance = getattr(scorer, "tolerance", None)
    fine = isinstance(tolerance, float) and np.isfinite(tolerance) and tolerance >= 0
    _demand(scorer, fine, "its tolerance is a finite number, 0 or more", f"found {tolerance!r}")


def _check_empty(trial: _Trial) -> None:
    nothing = trial.cells.take(np.empty(0, dtype=np.int64))
    _scores(trial.scorer, nothing, "no cells")
    _check_sizes(_Trial(trial.scorer, nothing, trial.scores[:0]))


def _check_sizes(trial: _Trial) -> None:
    sizes, count = trial.scorer.sizes(trial.cells), len(trial.cells)
    for label, values, kind in (("tokens", sizes.tokens, np.integer), ("truncated", sizes.truncated, np.bool_)):
        fine = isinstance(values, np.ndarray) and values.shape == (count,) and np.issubdtype(values.dtype, kind)
        promise = f"sizes: `{label}` has one {'whole number' if kind is np.integer else 'truth value'} for each cell"
        _demand(trial.scorer, fine, promise, f"asked for {count} cells, found {_described(values)}")
    _demand(
        trial.scorer, bool(np.all(sizes.tokens > 0)), "sizes: every cell costs at least one token", "found 0 or less"
    )


def _check_repeated(trial: _Trial) -> None:
    _compare(trial, np.arange(len(trial.cells)), trial.cells, "the same request gets the same scores")


def _check_order(trial: _Trial) -> None:
    everything = np.arange(len(trial.cells))
    for order in (everything[::-1], np.random.default_rng(0).permutation(everything)):
        promise = "scores stand in the order asked for, and a cell's does not depend on it"
        _compare(trial, order, trial.cells.take(order), promise)


def _check_batches(trial: _Trial) -> None:
    order = np.random.default_rng(1).permutation(len(trial.cells))
    for part in np.array_split(order, max(1, len(order) // 4)):
        promise = "the same cell gets the same score whatever shares its batch"
        _compare(trial, part, trial.cells.take(part), promise)


def _check_alone(trial: _Trial) -> None:
    count = len(trial.cells)
    for position in np.unique(np.linspace(0, count - 1, min(count, ALONE)).astype(np.int64)):
        index = np.array([position])
        _compare(trial, index, trial.cells.take(index), "the same cell gets the same score alone and among others")


def _check_duplicates(trial: _Trial) -> None:
    twice = np.repeat(np.arange(len(trial.cells)), 2)
    _compare(trial, twice, trial.cells.take(twice), "a cell asked for twice gets one score")


def _check_equal_texts(trial: _Trial) -> None:
    """Ask for the same texts under other indices, in tables that hold other texts besides."""
    cells, other = trial.cells, (Context("Nobody asked.", "Who?", ("me", "you")),)
    contexts, options = other + cells.contexts[::-1], ("unasked", *cells.options[::-1])
    moved = Cells(contexts, options, len(cells.contexts) - cells.rows, len(cells.options) - cells.columns)
    _compare(trial, np.arange(len(cells)), moved, "a score depends on a cell's texts, not on their indices")


def _check_shown(trial: _Trial) -> None:
    """Ask an option-wise scorer with the other options in sight; a listwise one may look at them."""
    if trial.scorer.listwise:
        return
    cells = trial.cells
    contexts = tuple(replace(context, shown=("all of them", "none")) for context in cells.contexts)
    seen = Cells(contexts, cells.options, cells.rows, cells.columns)
    _compare(trial, np.arange(len(cells)), seen, "an option-wise scorer does not look at the options shown")


_CHECKS: tuple[Callable[[_Trial], None], ...] = (
    _check_sizes,
    _check_empty,
    _check_repeated,
    _check_order,
    _check_batches,
    _check_alone,
    _check_duplicates,
    _check_equal_texts,
    _check_shown,
)


def _scores(scorer: Scorer, cells: Cells, request: str) -> ScoreArray:
    scores = scorer.score(cells)
    found = f"asked for {request}, found {_described(scores)}"
    aligned = isinstance(scores, np.ndarray) and scores.shape == (len(cells),)
    _demand(scorer, aligned, f"it returns one score for each of {len(cells)} cells, in a numpy array", found)
    _demand(scorer, scores.dtype == np.float32, "scores are float32", found)
    bad = np.flatnonzero(~np.isfinite(scores))
    for position in bad[:1]:
        _demand(scorer, False, "every score is finite", f"found {scores[position]} for {_quoted(cells, position)}")
    return scores


def _compare(trial: _Trial, index: IntArray, cells: Cells, promise: str) -> None:
    """Score `cells`, which are those at `index` in some other request, and demand the same scores."""
    scores = _scores(trial.scorer, cells, f"{len(cells)} of the cells")
    expected = trial.scores[index]
    off = np.abs(scores.astype(np.float64) - expected.astype(np.float64))
    for position in np.flatnonzero(off > trial.scorer.tolerance)[:1]:
        where = _quoted(cells, position)
        found = f"{where} has {expected[position]:.9g} at first and {scores[position]:.9g} then"
        _demand(trial.scorer, False, f"{promise} (tolerance {trial.scorer.tolerance:g})", found)


def _demand(scorer: Scorer, kept: bool, promise: str, found: str) -> None:
    if not kept:
        raise BrokenPromiseError(f"scorer '{scorer.name}' breaks a promise. Promised: {promise}. But: {found}.")


def _described(values: object) -> str:
    if isinstance(values, np.ndarray):
        return f"{values.dtype} of shape {values.shape}"
    return f"a {type(values).__name__}"


def _quoted(cells: Cells, position: int) -> str:
    context, option = cells.contexts[cells.rows[position]], cells.options[cells.columns[position]]
    return f"question {context.question[:60]!r}, option {option[:60]!r}"
