"""The contracts of scorers, experiments and views as suites that run, and a panel that answers from a function.

    from magnetite.testing import FakePanel, check_experiment, check_scorer, check_view
    check_scorer(my_scorer)
    check_experiment(my_experiment)
    check_view(my_view)
    my_experiment.run(exam, FakePanel({"QOC": lambda context, option: float(option in context.passage)}))

Each promise is one function below. Whether scores are any good, and whether findings are right, no suite can know.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from examfiles.items import Dataset, Item
from magnetite.core.cells import BoolArray, Cells, Context, IntArray, ScoreArray, own_cells, with_shown
from magnetite.core.errors import MagnetiteError
from magnetite.core.experiment import Experiment, Members, PanelSystem
from magnetite.core.results import Finding, Run, run_from_json, run_to_json
from magnetite.core.scorer import Scorer, SuggestsBatches
from magnetite.views import VIEWS, View
from magnetite.views import view as named_view

ALONE = 24  # cells scored one at a time: enough for each kind of text below, few enough for a large model


class BrokenPromiseError(AssertionError):
    """A promise that is not kept; an AssertionError, so that test runners show it as a failure."""


@dataclass(frozen=True, slots=True, eq=False)
class _ScorerTrial:
    """The scorer on trial, the cells it is asked for, and the scores it gave when asked for all at once."""

    scorer: Scorer
    cells: Cells
    scores: ScoreArray


def check_scorer(scorer: Scorer, items: Sequence[Item] | None = None) -> None:
    """Ask a scorer for the same scores in many ways and compare them.

    `items`: what to ask about; by default a handful of small ones: words of several scripts, an empty passage, an
    empty question, both empty, a long passage, one-word and repeated options, 2 to 5 of them.
    Raises BrokenPromiseError, an AssertionError, for the first promise that is broken.
    """
    _check_description(scorer)
    cells = own_cells(tuple(items) if items is not None else example_items())
    cells = with_shown(cells) if scorer.listwise else cells
    before = scorer.fingerprint
    trial = _ScorerTrial(scorer, cells, _scores(scorer, cells, "all cells at once"))
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
    if isinstance(scorer, SuggestsBatches):
        size = scorer.batch_tokens
        fine = isinstance(size, int) and size > 0
        _demand(scorer, fine, "its batch_tokens, where it has them, are a number, 1 or more", f"found {size!r}")


def _check_empty(trial: _ScorerTrial) -> None:
    nothing = trial.cells.take(np.empty(0, dtype=np.int64))
    _scores(trial.scorer, nothing, "no cells")
    _check_sizes(_ScorerTrial(trial.scorer, nothing, trial.scores[:0]))


def _check_sizes(trial: _ScorerTrial) -> None:
    sizes, count = trial.scorer.sizes(trial.cells), len(trial.cells)
    for label, values, kind in (("tokens", sizes.tokens, np.integer), ("truncated", sizes.truncated, np.bool_)):
        fine = isinstance(values, np.ndarray) and values.shape == (count,) and np.issubdtype(values.dtype, kind)
        promise = f"sizes: `{label}` has one {'whole number' if kind is np.integer else 'truth value'} for each cell"
        _demand(trial.scorer, fine, promise, f"asked for {count} cells, found {_described(values)}")
    _demand(
        trial.scorer, bool(np.all(sizes.tokens > 0)), "sizes: every cell costs at least one token", "found 0 or less"
    )


def _check_repeated(trial: _ScorerTrial) -> None:
    _compare(trial, np.arange(len(trial.cells)), trial.cells, "the same request gets the same scores")


def _check_order(trial: _ScorerTrial) -> None:
    everything = np.arange(len(trial.cells))
    for order in (everything[::-1], np.random.default_rng(0).permutation(everything)):
        promise = "scores stand in the order asked for, and a cell's does not depend on it"
        _compare(trial, order, trial.cells.take(order), promise)


def _check_batches(trial: _ScorerTrial) -> None:
    order = np.random.default_rng(1).permutation(len(trial.cells))
    for part in np.array_split(order, max(1, len(order) // 4)):
        promise = "the same cell gets the same score whatever shares its batch"
        _compare(trial, part, trial.cells.take(part), promise)


def _check_alone(trial: _ScorerTrial) -> None:
    count = len(trial.cells)
    for position in np.unique(np.linspace(0, count - 1, min(count, ALONE)).astype(np.int64)):
        index = np.array([position])
        _compare(trial, index, trial.cells.take(index), "the same cell gets the same score alone and among others")


def _check_duplicates(trial: _ScorerTrial) -> None:
    twice = np.repeat(np.arange(len(trial.cells)), 2)
    _compare(trial, twice, trial.cells.take(twice), "a cell asked for twice gets one score")


def _check_equal_texts(trial: _ScorerTrial) -> None:
    """Ask for the same texts under other indices, in tables that also hold other texts."""
    cells, other = trial.cells, (Context("Nobody asked.", "Who?", ("me", "you")),)
    contexts, options = other + cells.contexts[::-1], ("unasked", *cells.options[::-1])
    moved = Cells(contexts, options, len(cells.contexts) - cells.rows, len(cells.options) - cells.columns)
    _compare(trial, np.arange(len(cells)), moved, "a score depends on a cell's texts, not on their indices")


def _check_shown(trial: _ScorerTrial) -> None:
    """Show an option-wise scorer other options; a list-wise one may look at them."""
    if trial.scorer.listwise:
        return
    cells = trial.cells
    contexts = tuple(replace(context, shown=("all of them", "none")) for context in cells.contexts)
    others = Cells(contexts, cells.options, cells.rows, cells.columns)
    _compare(trial, np.arange(len(cells)), others, "an option-wise scorer does not look at the options shown")


_CHECKS: tuple[Callable[[_ScorerTrial], None], ...] = (
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
    observation = f"asked for {request}, found {_described(scores)}"
    aligned = isinstance(scores, np.ndarray) and scores.shape == (len(cells),)
    _demand(scorer, aligned, f"it returns one score for each of {len(cells)} cells, in a numpy array", observation)
    _demand(scorer, scores.dtype in (np.float32, np.float64), "scores are float32 or float64", observation)
    bad = np.flatnonzero(~np.isfinite(scores))
    for position in bad[:1]:
        _demand(scorer, False, "every score is finite", f"found {scores[position]} for {_quoted(cells, position)}")
    return scores


def _compare(trial: _ScorerTrial, index: IntArray, cells: Cells, promise: str) -> None:
    """Score `cells`, which are those at `index` of the first request, and demand the same scores."""
    scores = _scores(trial.scorer, cells, f"{len(cells)} of the cells")
    expected = trial.scores[index]
    off = np.abs(scores.astype(np.float64) - expected.astype(np.float64))
    for position in np.flatnonzero(off > trial.scorer.tolerance)[:1]:
        where = _quoted(cells, position)
        observation = f"{where} scored {expected[position]:.9g} at first and {scores[position]:.9g} later"
        _demand(trial.scorer, False, f"{promise} (tolerance {trial.scorer.tolerance:g})", observation)


def _demand(scorer: Scorer, holds: bool, promise: str, observation: str) -> None:
    if not holds:
        raise BrokenPromiseError(
            f"scorer '{scorer.name}' breaks a promise. Promised: {promise}. Instead: {observation}."
        )


def _described(values: object) -> str:
    if isinstance(values, np.ndarray):
        return f"{values.dtype} of shape {values.shape}"
    return f"a {type(values).__name__}"


def _quoted(cells: Cells, position: int) -> str:
    context, option = cells.contexts[cells.rows[position]], cells.options[cells.columns[position]]
    return f"question {context.question[:60]!r}, option {option[:60]!r}"


Answer = Callable[[Context, str], float] | ScoreArray | Mapping[str, ScoreArray]


@dataclass(slots=True, eq=False)
class FakePanel:
    """A panel that answers from functions or arrays, and keeps what it was asked.

    `answers`, by the system's name: a function of a context and an option; an array, aligned with whatever cells are
    asked for; or arrays by the request's label. A system reads the view it is named after, or that in `views`.
    `training`: what all their cards say, under "card". `members`: what each member of an ensemble answers.
    `alike`: how alike two texts are; None where nothing knows it.
    `listwise`: functions are given contexts that show all options asked for, in their order, as a scorer would be.

    >>> panel = FakePanel({"QO": lambda context, option: float(len(option))})
    >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a horse"))
    >>> panel.score("QO", own_cells([item]), "own").tolist()
    [5.0, 7.0]
    """

    answers: Mapping[str, Answer]
    views: Mapping[str, str] = field(default_factory=dict)
    temperatures: Mapping[str, float] = field(default_factory=dict)
    listwise: bool = False
    training: Mapping[str, Any] = field(default_factory=dict)
    members: Mapping[str, Sequence[Answer]] = field(default_factory=dict)
    alike: Callable[[str, str], float] | None = None
    requests: list[tuple[str, str, Cells, Members]] = field(default_factory=list)  # name, label, cells, members

    @property
    def panelists(self) -> Mapping[str, PanelSystem]:
        """Return the systems by name."""
        return {
            name: PanelSystem(
                name,
                self.views.get(name, name),
                self.listwise,
                len(self.members.get(name, [name])),
                training=self.training,
            )
            for name in self.answers
        }

    def score(
        self, name: str, cells: Cells, label: str, members: Members = "all", *, rotate: bool = True
    ) -> ScoreArray:
        """Look the scores up, (cells,); options are shown in the order of the cells alone."""
        del rotate
        self.requests.append((name, label, cells, members))
        answer = self.members[name][members] if isinstance(members, int) else self.answers[name]
        if isinstance(answer, np.ndarray):
            return answer
        if isinstance(answer, Mapping):
            return answer[label]
        cells = with_shown(cells) if self.listwise else cells
        pairs = zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)
        return np.array([answer(cells.contexts[row], cells.options[column]) for row, column in pairs], dtype=np.float32)

    def temperature(self, name: str) -> float | None:
        """Return what was given."""
        return self.temperatures.get(name)

    def calibrated_on(self) -> str:
        """Return that temperatures are made up, where there are any."""
        return "made up" if self.temperatures else ""

    def cut(self, name: str, items: Sequence[Item]) -> BoolArray:
        """Return that no passage is cut, (items,)."""
        del name
        return np.zeros(len(items), dtype=np.bool_)

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> ScoreArray | None:
        """Return what was given of each pair, (pairs,)."""
        return None if self.alike is None else np.array([self.alike(*pair) for pair in pairs], dtype=np.float64)


def check_experiment(experiment: Experiment, exam: Dataset | None = None) -> None:
    """Run an experiment on fake systems, and compare what it asks for and finds with what the protocol promises.

    Systems that are shown all options at once are asked too; an experiment may refuse them, in so many words.
    `exam`: what to ask about; by default a small one of eight passages with known answers.
    Raises BrokenPromiseError, an AssertionError, for the first promise that is broken.
    """
    _keep(experiment, isinstance(experiment.name, str) and bool(experiment.name), "its name is a text, not empty")
    exam = example_exam() if exam is None else exam
    _check_findings(experiment, exam, listwise=False)
    with contextlib.suppress(MagnetiteError):
        _check_findings(experiment, exam, listwise=True)
    with contextlib.suppress(MagnetiteError):  # an exam without answers may be refused, in so many words
        unanswered = exam.with_items([replace(item, answer=None) for item in exam])
        experiment.run(unanswered, FakePanel(dict.fromkeys(VIEWS.ours, _hashed)))


def _check_findings(experiment: Experiment, exam: Dataset, *, listwise: bool) -> None:
    answers = dict.fromkeys(VIEWS.ours, _hashed)
    first, second = FakePanel(answers, listwise=listwise), FakePanel(answers, listwise=listwise)
    found, again = experiment.run(exam, first), experiment.run(exam, second)
    _keep(
        experiment,
        isinstance(found, tuple) and all(isinstance(each, Finding) for each in found),
        "it returns its findings in a tuple",
    )
    same = _written(exam, found) == _written(exam, again)
    _keep(experiment, same, "the same exam and the same answers give the same findings")
    for name, label, cells, members in first.requests:
        _check_request(experiment, first.panelists[name].view, label, (cells, members))
    _keep(experiment, _written(exam, found) == _written(exam, _read_back(exam, found)), "findings survive as JSON")
    ids = {item.id for item in exam}
    for finding in found:
        rows = [] if finding.items is None else list(finding.items.values("id"))
        _keep(experiment, set(rows) <= ids, "rows of questions have the exam's ids", f"others: {set(rows) - ids}")


def example_exam() -> Dataset:
    """Return the exam that `check_experiment` asks about: eight passages with three questions each."""
    items = [
        Item(
            f"q{place}",
            f"p{place // 3}",
            f"In house {place // 3} live {place // 3 + 2} cats, and the door is painted colour {place % 5}.",
            f"What is true of house {place // 3}, question {place % 3}?",
            tuple(f"option {place} {letter} of {'the ' * letter}house" for letter in range(3 + place % 2)),
            place % 3,
            "easy" if place % 2 else "hard",
        )
        for place in range(24)
    ]
    return Dataset("example", tuple(items))


def _check_request(experiment: Experiment, view: str, label: str, asked: tuple[Cells, Members]) -> None:
    cells, members = asked
    where = f"request '{label}' of a system that reads {view}"
    read = [cells.contexts[row] for row in np.unique(cells.rows)]
    passages, questions = any(c.passage for c in read), any(c.question for c in read)
    known = named_view(view)
    _keep(experiment, known.passage or not passages, "no passage goes to a system without", where)
    _keep(experiment, known.question or not questions, "no question goes to a system without", where)
    runs = int(np.count_nonzero(np.diff(cells.rows)) + 1) if len(cells) else 0
    together = members == "first" or runs == len(np.unique(cells.rows))
    _keep(experiment, together, "of an ensemble's members, a context's cells are asked for together", where)


def _hashed(context: Context, option: str) -> float:
    """Score by the texts' hash: no system reads so, and no two cells tie."""
    cells = Cells((context,), (option,), np.array([0]), np.array([0]))
    return float(cells.keys()[0, 0] % np.uint64(10_000)) / 1000


def _written(exam: Dataset, findings: tuple[Finding, ...]) -> str:
    return run_to_json(Run({"name": exam.name}, {}, (), {}, findings, {}, {}, "", ""))


def _read_back(exam: Dataset, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return run_from_json(_written(exam, findings)).findings


def _keep(experiment: Experiment, kept: bool, promise: str, found: str = "") -> None:
    if not kept:
        instead = f" Instead: {found}." if found else ""
        raise BrokenPromiseError(f"experiment '{experiment.name}' breaks a promise. Promised: {promise}.{instead}")


_LEFT_ALONE = ("id", "passage_id", "options", "answer", "level", "metadata")  # what no view touches of an item


def check_view(view: View, items: Sequence[Item] | None = None) -> None:
    """Put items under a view, and compare what is left with what the view says of itself.

    `items`: what to change; by default those of `example_items`.
    Raises BrokenPromiseError, an AssertionError, for the first promise that is broken.

    >>> check_view(named_view("QO"))
    """
    for item in example_items() if items is None else items:
        seen = view.change(item)
        promises = {
            f"it leaves {', '.join(_LEFT_ALONE)} alone": all(
                getattr(seen, name) == getattr(item, name) for name in _LEFT_ALONE
            ),
            "the same item always looks the same": view.change(item) == seen,
            "without passage nothing is left of one": view.passage or not (seen.passage or seen.added),
            "without question nothing is left of one": view.question or not seen.question,
        }
        for promise, kept in promises.items():
            if not kept:
                raise BrokenPromiseError(
                    f"view '{view.name}' breaks a promise. Promised: {promise}. "
                    f"Instead: item '{item.id}' becomes {seen}."
                )
