"""Accuracy by type of question, under every attack and after every training: why sets may differ (section 5.2).

Si et al. suppose that their sets differ in what attacks them because the sets' questions differ, and measure nothing of
it. The types come with the data: MCScript and MCScript2.0 tell questions that the text answers from those that take
commonsense (Ostermann et al. 2018, 2019); of DREAM's questions in dev and test half were typed by two annotators, with
one or several of matching, summary, logic, arithmetic and commonsense (Sun et al. 2019, section 3.3). A DREAM question
has a type here where both annotators gave it.

Each type is compared with all other typed questions of its set (an interaction of type and attack): whether it loses
more. A type whose supposed difference is nothing shows a clear one in 5 of 100 comparisons by chance.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from examfiles.items import Item, gathered
from examfiles.reasons import counted
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.choices import passages_of
from magnetite.experiments.findings import bounded, number
from magnetite.running.data import load_exam
from magnetite.stats.intervals import Interval, contrast, difference, share
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, Verdict, verdict
from magnetite.views.unanswerable import FULL, SHUFFLES
from magnetite.views.unreadable import ATTACKS
from magnetite_papers.paper import with_minus
from magnetite_papers.results import Results
from magnetite_papers.si2019.attacked import attacked, attacked_runs
from magnetite_papers.si2019.settings import SETS, Si
from magnetite_papers.si2019.trained import answered, exam_items, trained_runs

TYPED = ("MCScript", "MCScript2.0", "DREAM")
DREAM = {"m": "matching", "s": "summary", "l": "logic", "a": "arithmetic", "c": "commonsense"}
ANNOTATORS = ("type_annotator1", "type_annotator2")
FEWEST = 20  # questions of a type, and of the others of its set, that are compared

LOSS, MORE = "loss of a type", "against the other types"
ALL_ATTACKS, ALL_TRAININGS = "mean of the seven attacks", "mean of the six trainings"
NOTE = (
    f"Types are those of the data; a type, and the other typed questions of its set, need {FEWEST} questions. "
    "A DREAM question has the types that both annotators gave it, so it may have several. Of two types that share a "
    "set's questions between them, one is compared: the other's difference is the same with the other sign."
)
WORDS = {Verdict.ABOVE: "clearly more", Verdict.BELOW: "clearly less"}
Types = Callable[[str], Mapping[str, tuple[str, ...]]]
"""The types of a set's test questions, by id."""

HEADINGS = (
    *(Heading("set"), Heading("reader"), Heading("type"), Heading("condition", "under")),
    *(Heading(f"before{end}", "accuracy before", "share") for end in ("", "_low", "_high")),
    *(Heading(f"loss{end}", "loss (points)", "points") for end in ("", "_low", "_high")),
    *(Heading(f"more{end}", "more than other types (points)", "points") for end in ("", "_low", "_high")),
    Heading("n", "questions", "count"),
)


@dataclass(frozen=True, slots=True, eq=False)
class TypedAnswers:
    """What a reader loses on each question of a set under each condition, (questions, conditions), and their types."""

    name: str
    reader: str
    before: FloatArray  # (questions,): right before the attack, or after training on intact questions
    losses: FloatArray
    conditions: tuple[str, ...]
    types: Sequence[tuple[str, ...]]  # (questions,)
    passages: IntArray  # (questions,)

    def rows(self) -> Iterator["TypedLoss"]:
        """Yield what each type loses under each condition and on average, and how much more than the others."""
        typed, seen = np.array([bool(each) for each in self.types]), list[BoolArray]()
        for kind in sorted({each for every in self.types for each in every}):
            own = np.array([kind in each for each in self.types])
            others = typed & ~own
            if min(own.sum(), others.sum()) < FEWEST:
                continue
            mirrored = any((own == (typed & ~each)).all() for each in seen)
            seen.append(own)
            together = "" if len(self.conditions) < 2 else ALL_ATTACKS if self.reader else ALL_TRAININGS
            columns = [*zip(self.conditions, self.losses.T, strict=True)]
            for condition, loss in [(together, self.losses.mean(axis=1)), *columns] if together else columns:
                yield self._loss(kind, condition, loss, own, np.zeros_like(others) if mirrored else others)

    def _loss(self, kind: str, condition: str, loss: FloatArray, own: BoolArray, others: BoolArray) -> "TypedLoss":
        before, passages = self.before[own], self.passages[own]
        lost = difference(before, before - loss[own], passages)
        more = contrast(loss, self.passages, own, others)
        return TypedLoss(self.name, self.reader, kind, condition, share(before, passages), lost, more)


@dataclass(frozen=True, slots=True)
class TypedLoss:
    """What a type of question loses under a condition, and how much more than the other typed questions of its set."""

    name: str
    reader: str
    kind: str
    condition: str
    before: Interval
    lost: Interval
    more: Interval

    @property
    def together(self) -> bool:
        """Return whether it is the mean of all conditions."""
        return self.condition in {ALL_ATTACKS, ALL_TRAININGS}

    @property
    def compared(self) -> bool:
        """Return whether it is compared with the set's other types."""
        return not math.isnan(self.more.estimate)

    def row(self) -> tuple[Value, ...]:
        """Return its row of a table."""
        numbers = (*bounded(self.before), *bounded(self.lost), *bounded(self.more), self.before.n)
        return (self.name, self.reader, self.kind, self.condition, *numbers)

    def numbers(self) -> Iterator[Number]:
        """Yield its loss, and by how much that is more than the others'."""
        group = ": ".join(filter(None, (self.reader, self.name, self.kind)))
        yield number(LOSS, self.lost, "points", group)
        if self.compared:
            yield number(MORE, self.more, "points", group)

    def told(self) -> str:
        """Say by how much more or less it loses than the others, where that is clear."""
        points = f"{100 * self.more.estimate:+.1f} points, {100 * self.more.low:+.1f} to {100 * self.more.high:+.1f}"
        who = f"{self.reader} loses" if self.reader else "the trainings lose"
        more = WORDS[verdict(self.more)]
        return with_minus(f"{who} {more} on {self.kind} questions of {self.name} than on its others ({points})")


def by_type(results: Results, settings: Si) -> Finding:
    """Return what each type of question loses, of the readers under attack, and of the trainings against Full."""
    types = cache(lambda name: _types(results, name))
    attacks = [each for answers in _under_attack(results, settings, types) for each in answers.rows()]
    trainings = [each for answers in _trained(results, settings, types) for each in answers.rows()]
    tables = []
    for name, title, losses in (
        ("attacked", "Loss under attack, by type of question", attacks),
        ("trained", "Loss after un-answerable training against training on intact questions, by type", trainings),
    ):
        tables += list(_tables(name, title, losses))
    together = [each for each in (*attacks, *trainings) if each.together]
    return Finding(
        "by-type",
        "By type of question (section 5.2 supposes it)",
        _sentence(attacks, trainings),
        tuple(each for loss in together for each in loss.numbers()),
        tuple(tables),
        notes=(NOTE,),
    )


def types_of(item: Item) -> tuple[str, ...]:
    """Return the types of a question by its data: one of MCScript's, or those that both annotators of DREAM gave.

    >>> types_of(Item("q", "p", "", "Why?", ("a", "b"), 0, metadata={"type_annotator1": "cl", "type_annotator2": "c"}))
    ('commonsense',)
    """
    if "type" in item.metadata:
        return (item.metadata["type"],)
    both = set.intersection(*(set(item.metadata.get(each, "")) for each in ANNOTATORS))
    return tuple(DREAM[mark] for mark in sorted(both & set(DREAM)))


def _types(results: Results, name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the types of a set's test questions by id."""
    each = SETS[name]
    return {item.id: types_of(item) for item in load_exam(results.bench.source(each.data), each.split)}


def _under_attack(results: Results, settings: Si, types: Types) -> Iterator[TypedAnswers]:
    for reader in settings.readers:
        for name, run in attacked_runs(results, settings, reader).items():
            if name in TYPED:
                own = attacked(run)
                kinds = [types(name).get(each, ()) for each in own.ids]
                losses = own.right[:, :1] - own.right[:, 1:]
                yield TypedAnswers(name, reader, own.right[:, 0], losses, tuple(ATTACKS), kinds, own.passages)


def _trained(results: Results, settings: Si, types: Types) -> Iterator[TypedAnswers]:
    """Yield what un-answerable trainings lose against the full one, of the seeds of each set together."""
    for name in filter(settings.sets.__contains__, TYPED):
        if runs := list(trained_runs(results, settings, name).values()):
            items = exam_items(runs[0])
            full = answered(FULL, runs).mean
            losses = np.column_stack([full - answered(training, runs).mean for training in SHUFFLES])
            kinds = [types(name).get(item.id, ()) for item in items]
            yield TypedAnswers(name, "", full, losses, tuple(SHUFFLES), kinds, passages_of(items))


def _tables(name: str, title: str, losses: Sequence[TypedLoss]) -> Iterator[Table]:
    """Yield the means first, and each condition by itself behind them."""
    for kind, shown in (("", [each for each in losses if each.together]), ("_each", losses)):
        rows = [each.row() for each in shown if each.together is not bool(kind)]
        if rows:
            yield table(f"{name}{kind}", title + (", one by one" if kind else ""), HEADINGS, rows)


def _sentence(attacks: Sequence[TypedLoss], trainings: Sequence[TypedLoss]) -> str:
    """Count the clear interactions of single conditions, beside what chance gives, and tell those of the means."""
    told = []
    for what, losses in (("attack", attacks), ("training", trainings)):
        single = [each for each in losses if each.compared and not each.together]
        clear = sum(verdict(each.more).clear for each in single)
        if single:
            told.append(
                f"Of {counted(len(single), 'comparison')} of a type with its set's others under one {what}, {clear} "
                f"{'is' if clear == 1 else 'are'} clear; if types made no difference, about {0.05 * len(single):.0f} "
                "would be."
            )
    means = [each for each in (*attacks, *trainings) if each.compared and each.together]
    if not means:
        return "No set that was asked has types with enough questions."
    by = gathered((verdict(each.more, margin=MARGIN), each) for each in means)
    more = "; ".join(each.told() for each in means if verdict(each.more).clear)
    level, open_ = len(by.get(Verdict.LEVEL, ())), len(by.get(Verdict.OPEN, ()))
    told.append(
        f"Over all attacks, or all trainings, together: {more or 'no type loses clearly more or less'}. Of "
        f"{counted(len(means), 'such comparison')}, {level} {'lies' if level == 1 else 'lie'} within five points of "
        f"nothing and {open_} {'is' if open_ == 1 else 'are'} open."
    )
    return " ".join(told)
