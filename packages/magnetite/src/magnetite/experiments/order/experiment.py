"""Order: does the answer depend on the order in which the options are shown?

Every question is asked again with its options in other orders: all rotations, or permutations. If there are more
permutations than `most`, some are drawn by seed, each with all its rotations, so that every option is equally often in
every position. A question with k options costs k cells per order.

- accuracy in each order, and the share of questions right in all rotations (circular evaluation: Liu et al. 2024,
  "MMBench: Is your multi-modal model an all-around player?");
- the share of questions whose answer changes with the order;
- how often each position is chosen (a system without a preference chooses all equally often);
- accuracy, calibration and asks of four ways to answer: one order, one order without the estimated preference, the mean
  over the rotations, and over all orders asked;
- accuracy before and after a preference is divided out (PriDe, Zheng et al. 2024: `stats.positions`), on questions that
  had no part in estimating it.

A system that scores every option by itself cannot see an order, and is not run. Positions are compared among
questions with the same number of options. Options of the same text are one option.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice, permutations
from math import factorial
from random import Random
from typing import ClassVar

import numpy as np

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Dataset, Item, letter
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray, IntArray, ScoreArray, option_counts
from magnetite.core.experiment import Panel, PanelSystem
from magnetite.core.headings import ACCURACY, AFTER, BEFORE, DIFFERENCES, ENDS, HIGH, ID, LOW, OPTION, N
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import (
    below_one,
    draw,
    has_passages,
    item_named,
    own_scores,
    require_items,
    require_probabilities,
    richest_of,
    whole,
)
from magnetite.experiments.choices import answers_of, lots_of, passages_of
from magnetite.experiments.findings import INTERVALS, finite, gain, known, letters, number, set_options, span, too_few
from magnetite.stats.bootstrap import BOOTSTRAP_DRAWS
from magnetite.stats.calibration import answer_log_probability, calibration_error
from magnetite.stats.intervals import Interval, difference, share, shares
from magnetite.stats.positions import position_prior, preference_p, without_prior
from magnetite.stats.ragged import FloatArray, log_softmax, row_choices
from magnetite.stats.verdict import MARGIN, SURE_P, Verdict, verdict

TITLE = "The order of options"
ORDERS = ("rotations", "permutations")
FEWEST_QUESTIONS = 20  # questions that a preference is estimated on at least, where there are twice as many
NEEDED = 10  # of fewer, no preference is estimated
OPTIONS = Heading("options", unit="count")
IN_ORDER = Heading("order", "options shown in the order")
POSITION = Heading("position")
BY_ORDER = (OPTIONS, IN_ORDER, ACCURACY, *ENDS)
POSITIONS = (
    OPTIONS,
    POSITION,
    Heading("share", "share of choices", "share"),
    LOW,
    HIGH,
    Heading("even", "without a preference", "share"),
    Heading("prior", "estimated preference", "share"),
    Heading("n", "choices", "count"),
)
DEBIASED = (OPTIONS, Heading("measure"), BEFORE, AFTER, *DIFFERENCES, N)
WAYS = (
    OPTIONS,
    Heading("way", "how it is asked"),
    Heading("asks", "asks a question", "count"),
    ACCURACY,
    LOW,
    HIGH,
    Heading("calibration_error", "expected calibration error", "share"),
    Heading("loss", "negative log-likelihood", "nats"),
    N,
)
ONE_ORDER, WITHOUT_PRIOR, AVERAGED, ALL_AVERAGED = (
    "in the exam's order",
    "in the exam's order, estimated preference divided out",
    "mean over rotations",
    "mean over all orders asked",
)
STEPS = (IN_ORDER, POSITION, OPTION, Heading("role"), Heading("probability", unit="share"), Heading("chosen"))
AS_GIVEN, MEAN, ALL_ROTATIONS, CHANGES = (
    "right as the exam has it",
    "right on average",
    "right in all rotations",
    "answer changes",
)


@dataclass(frozen=True, slots=True)
class Order:
    """The questions asked in several orders of their options.

    `orders`: "rotations", or "permutations", of which there are at most `most` (but all rotations). `estimate_on`: the
    share of the questions, but at least 20 of them, on which a preference for positions is estimated before it is
    divided out; 0 to skip this. `trace`: the id of a question that is shown order by order. `seed` draws
    permutations and questions and, with `resamples`, belongs to the test of the preference.
    """

    name: ClassVar[str] = "order"
    orders: str = "rotations"
    most: int = 24
    estimate_on: float = 0.05
    trace: str | None = None
    resamples: int = BOOTSTRAP_DRAWS
    seed: int = 0

    def __post_init__(self) -> None:
        if self.orders not in ORDERS:
            raise unknown_name("orders", str(self.orders), list(ORDERS))
        whole(self.name, 2, most=self.most)
        whole(self.name, 1, resamples=self.resamples)
        whole(self.name, 0, seed=self.seed)
        below_one(self.name, "a share of the questions, from 0 to below 1", estimate_on=self.estimate_on)
        if self.trace is not None and not isinstance(self.trace, str):
            raise UsageError(f"experiment '{self.name}': trace is {self.trace!r}; expected the id of a question.")

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system that sees most for every question's options in every order; one that sees no order, nothing.

        Raises UsageError where the question to trace is not there.
        """
        require_items(exam, self.name)
        traced = None if self.trace is None else item_named(exam, self.trace)
        if traced is not None:  # it is shown with probabilities
            require_probabilities(panel, self.name)
        system = panel.panelists[richest_of(panel)]
        if not system.listwise:
            return (
                Finding(self.name, TITLE, Reason("order-option-wise", {"view": system.view}), settings=asdict(self)),
            )
        asked = self if system.graded else replace(self, estimate_on=0.0)  # it is divided out of probabilities
        groups = asked._asked(exam.items, panel, system)
        numbers = (*_numbers(exam.items, groups), *(n for group in groups for n in _group_numbers(group, groups)))
        finding = Finding(
            experiment=self.name,
            title=TITLE,
            answer=_answer(exam.items, groups, numbers),
            numbers=numbers,
            tables=(*_tables(groups, system.graded), *([] if traced is None else [_trace(exam.items, groups, traced)])),
            items=_item_rows(exam.items, groups),
            settings=asdict(asked),
            notes=tuple(_notes(exam, groups, asked, system)),
        )
        return (finding,)

    def orders_of(self, options: int) -> tuple[tuple[int, ...], ...]:
        """Return the orders of so many options: which of them stands in each position, the exam's own order first.

        The first `options` of them are its rotations.
        """
        first = tuple(range(options))
        bases = [first, *(self._bases(options) if self.orders == "permutations" else ())]
        return tuple(base[turn:] + base[:turn] for base in bases for turn in range(options))

    def _bases(self, options: int) -> Iterator[tuple[int, ...]]:
        """Yield more orders to rotate, none a rotation of another: all, or as many as `most` has room for, drawn."""
        rest, wanted = range(1, options), self.most // options - 1
        if factorial(options - 1) - 1 <= wanted:
            yield from ((0, *others) for others in islice(permutations(rest), 1, None))
            return
        random, drawn = Random(draw(self.seed, "orders", str(options))), {tuple(rest)}
        while len(drawn) <= wanted:
            others = tuple(random.sample(rest, options - 1))
            if others not in drawn:
                drawn.add(others)
                yield (0, *others)

    def _asked(self, items: Sequence[Item], panel: Panel, system: PanelSystem) -> "list[_Reordered]":
        """Ask for all questions in all orders at once, and read them by number of options, the most common first."""
        counts = option_counts(items)
        sizes = {int(k): self.orders_of(int(k)) for k in np.unique(counts)}
        places = {k: np.flatnonzero(counts == k) for k in sizes}
        shown = [in_order(items[i], order) for k, rows in places.items() for i in rows.tolist() for order in sizes[k]]
        scores = own_scores(panel, system.name, shown, "orders", rotate=False)
        groups, start = [], 0
        for k, orders in sizes.items():
            rows = places[k]
            end = start + len(rows) * len(orders) * k
            groups.append(_read(items, rows, orders, scores[start:end], self))
            start = end
        return sorted(groups, key=lambda group: -len(group.rows))


def in_order(item: Item, order: Sequence[int]) -> Item:
    """Return the item with its options in another order: `order` names the option in each position.

    >>> in_order(Item("q", "p", "", "Which?", ("a", "b", "c"), 0), (1, 2, 0)).options
    ('b', 'c', 'a')
    """
    answer = None if item.answer is None else order.index(item.answer)
    return replace(item, options=tuple(item.options[place] for place in order), answer=answer)


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen:
    """What was chosen of k options in each order, (items, orders): its position, and which option that is.

    Both are -1 where the system did not answer. Of positions that share the top score the one is taken whose option has
    the highest lot, wherever it stands; `correct` counts 1/n where n share it.
    """

    positions: IntArray
    options: IntArray
    correct: FloatArray  # 0 where the answer is not known

    @property
    def changes(self) -> BoolArray:
        """Return whether different options were chosen, (items,)."""
        return np.asarray((self.options != self.options[:, :1]).any(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class _Reordered:
    """The questions with k options, which were all asked in the same orders.

    `rows`: their places in the exam. `same`: the first option of each one's text. `keys`: the answers. `logs`: the
    logarithm of each position's probability. `tied`: where several positions share the top. `sample`: the questions
    that `prior` was estimated on, none where there is no prior.
    """

    rows: IntArray  # (items,)
    orders: tuple[tuple[int, ...], ...]
    same: IntArray  # (items, k)
    keys: IntArray  # (items,); -1 where the answer is not known
    logs: FloatArray  # (items, orders, k)
    passages: IntArray  # (items,)
    tied: BoolArray  # (items, orders)
    answers: _Chosen
    sample: BoolArray  # (items,)
    prior: FloatArray | None  # (k,)
    debiased: _Chosen | None
    resampling: tuple[int, int]  # resamples, seed

    @property
    def k(self) -> int:
        """Return the number of options."""
        return len(self.orders[0])

    @property
    def labelled(self) -> BoolArray:
        """Return whether the answer is known, (items,)."""
        return self.keys >= 0

    @property
    def chosen(self) -> BoolArray:
        """Return which position was chosen, (choices, k), over all questions and orders, ties aside."""
        positions = self.answers.positions[~self.tied]
        return np.asarray(positions[:, None] == np.arange(self.k))

    @property
    def preference(self) -> float:
        """Return the p-value of a preference for any position."""
        one = (self.answers.positions[..., None] == np.arange(self.k)) & ~self.tied[..., None]
        resamples, seed = self.resampling
        return preference_p(one.sum(axis=1), self.passages, resamples=resamples, seed=seed)

    def ways(self) -> Iterator[tuple[str, int, FloatArray]]:
        """Yield ways to answer: their names, asks a question, and the options' log-probabilities, (items, k).

        A mean over orders in which every option stands equally often in every position leaves no preference.
        """
        places = np.argsort(np.array(self.orders), axis=1)  # (orders, k): where each option stands

        def by_option(logs: FloatArray) -> FloatArray:
            return np.take_along_axis(logs, places[None, : logs.shape[1]], axis=2)

        options = by_option(self.logs)  # (items, orders, k)
        yield ONE_ORDER, 1, options[:, 0]
        if self.prior is not None:
            yield WITHOUT_PRIOR, 1, by_option(without_prior(self.logs[:, :1], self.prior))[:, 0]
        yield AVERAGED, self.k, options[:, : self.k].mean(axis=1)
        if len(self.orders) > self.k:
            yield ALL_AVERAGED, len(self.orders), options.mean(axis=1)

    def shares(self) -> list[Interval]:
        """Return the share of choices of each position, with intervals clustered by passage.

        All or none of the choices show no variation within a question, whose orders then count as one observation.
        """
        clusters = np.repeat(self.passages[:, None], len(self.orders), axis=1)[~self.tied]
        chosen = self.chosen
        estimates = shares(chosen, np.ones_like(chosen), clusters)
        return [self._bounded(estimates[place]) for place in range(self.k)]

    def _bounded(self, interval: Interval) -> Interval:
        if interval.estimate not in {0.0, 1.0}:
            return interval
        passages = self.passages[(~self.tied).any(axis=1)]
        whole = share(np.full(len(passages), interval.estimate == 1.0), passages)
        return replace(interval, low=whole.low, high=whole.high)

    def measure(self, answers: _Chosen, name: str) -> FloatArray:
        """Return one of the measures of the table of debiasing, (items,)."""
        if name == CHANGES:
            return answers.changes.astype(np.float64)
        if name == MEAN:
            return np.asarray(answers.correct.mean(axis=1))
        orders = slice(1) if name == AS_GIVEN else slice(self.k)
        return np.asarray(answers.correct[:, orders].min(axis=1) == 1, dtype=np.float64)


def _read(
    items: Sequence[Item], rows: IntArray, orders: tuple[tuple[int, ...], ...], scores: ScoreArray, settings: Order
) -> _Reordered:
    """Read what a system made of the questions with one number of options."""
    group, k = [items[i] for i in rows], len(orders[0])
    counts = np.full(len(rows) * len(orders), k, dtype=np.int64)
    logs = log_softmax(scores.astype(np.float64), counts).reshape(len(rows), len(orders), k)
    answers = answers_of(group)
    same = np.array([[item.options.index(text) for text in item.options] for item in group], dtype=np.int64)
    answered = row_choices(scores.astype(np.float64), counts).reshape(len(rows), len(orders)) >= 0
    lots = lots_of(group).reshape(len(rows), k)
    read = partial(_answers, orders=np.array(orders), same=same, answers=answers, answered=answered, lots=lots)
    sample = _sample(group, settings)
    prior = position_prior(logs[sample]) if sample.any() else None
    return _Reordered(
        rows,
        orders,
        same,
        answers,
        logs,
        passages_of(items)[rows],
        (logs == logs.max(axis=2, keepdims=True)).sum(axis=2) > 1,
        read(logs),
        sample,
        prior,
        None if prior is None else read(without_prior(logs, prior)),
        (settings.resamples, settings.seed),
    )


def _answers(
    logs: FloatArray, *, orders: IntArray, same: IntArray, answers: IntArray, answered: BoolArray, lots: FloatArray
) -> _Chosen:
    """Read choices; `same`, (items, k), is the first option of the same text, `lots`, (items, k), what settles ties."""
    top = logs == logs.max(axis=2, keepdims=True)  # (items, orders, k), by position
    positions = np.where(top, lots[:, orders], 0.0).argmax(axis=2)
    options = np.take_along_axis(same, orders[np.arange(len(orders)), positions], axis=1)
    keys = np.take_along_axis(same, np.maximum(answers, 0)[:, None], axis=1)
    right = (top & (same[:, orders] == keys[..., None])).sum(axis=2) / top.sum(axis=2)
    correct = right * ((answers >= 0)[:, None] & answered)
    return _Chosen(np.where(answered, positions, -1), np.where(answered, options, -1), correct)


def _sample(items: Sequence[Item], settings: Order) -> BoolArray:
    """Draw the questions that a preference is estimated on, by seed and id, at most half; none where that is few."""
    many = 0 if not settings.estimate_on else max(round(settings.estimate_on * len(items)), FEWEST_QUESTIONS)
    lucky = sorted(range(len(items)), key=lambda i: (draw(settings.seed, "prior", items[i].id), i))
    drawn = np.zeros(len(items), dtype=np.bool_)
    many = min(many, len(items) // 2)
    drawn[lucky[: many if many >= NEEDED else 0]] = True
    return drawn


def _numbers(items: Sequence[Item], groups: Sequence[_Reordered]) -> Iterator[Number]:
    """Yield what is over all questions, whatever their number of options."""
    passages, on = passages_of(items), answers_of(items) >= 0
    every = {name: np.zeros(len(items)) for name in (MEAN, ALL_ROTATIONS, CHANGES)}
    for group in groups:
        for name, values in every.items():
            values[group.rows] = group.measure(group.answers, name)
    if on.any():
        yield number("accuracy over orders", share(every[MEAN][on], passages[on]))
        yield number("right in all rotations", share(every[ALL_ROTATIONS][on] > 0, passages[on]))
    yield number("answer changes", share(every[CHANGES] > 0, passages))


def _group_numbers(group: _Reordered, groups: Sequence[_Reordered]) -> Iterator[Number]:
    """Yield what depends on the number of options, which is named where there are several."""
    about = f"{group.k} options" if len(groups) > 1 else ""
    if by_order := _by_order(group):
        for label, end in (("lowest accuracy", min), ("highest accuracy", max)):
            yield number(label, end(by_order, key=lambda interval: interval.estimate), group=about)
    if len(group.chosen):
        estimates = group.shares()
        top = max(range(group.k), key=lambda place: estimates[place].estimate)
        name = ", ".join(part for part in (letter(top), about) if part)
        yield number("most chosen position", estimates[top], group=name)
        yield Number("position preference, p", group.preference, n=len(group.chosen), unit="p", group=about)
    for measure, before, after, gap in _gains(group):
        if measure == MEAN:
            yield Number("accuracy over orders, before debiasing", before, n=gap.n, group=about)
            yield Number("accuracy over orders, after debiasing", after, n=gap.n, group=about)
            yield number("debiasing adds", gap, "points", about)


def _by_order(group: _Reordered) -> list[Interval]:
    """Return the accuracy in each order; nothing where no answer is known."""
    on = group.labelled
    if not on.any():
        return []
    return [share(right[on], group.passages[on]) for right in group.answers.correct.T]


def _gains(group: _Reordered) -> Iterator[tuple[str, float, float, Interval]]:
    """Yield each measure before and after debiasing, and the difference, on questions the prior has not seen."""
    if group.debiased is None:
        return
    for name in (AS_GIVEN, MEAN, ALL_ROTATIONS, CHANGES):
        on = ~group.sample & (group.labelled | (name == CHANGES))
        if on.any():
            before, after = (group.measure(each, name)[on] for each in (group.answers, group.debiased))
            one, other = (after, before) if name == MEAN else (after > 0, before > 0)
            gap = difference(one, other, group.passages[on])
            yield name, float(before.mean()), float(after.mean()), gap


def _way_rows(group: _Reordered, graded: bool) -> Iterator[tuple[Value, ...]]:
    """Yield accuracy, calibration error and loss of each way to answer, on questions the prior has not seen.

    Without error and loss where scores are not `graded`.
    """
    on = group.labelled & ~group.sample
    counts, keys = np.full(int(on.sum()), group.k, dtype=np.int64), group.keys[on]
    for way, asks, logs in group.ways() if on.any() else ():
        scores = log_softmax(logs[on].ravel(), counts).reshape(-1, group.k)
        top, same = scores == scores.max(axis=1, keepdims=True), group.same[on]
        right = (top & (same == np.take_along_axis(same, keys[:, None], axis=1))).sum(axis=1) / top.sum(axis=1)
        interval = share(right, group.passages[on])
        error = calibration_error(np.exp(scores.max(axis=1)), right) if graded else None
        loss = -float(answer_log_probability(scores.ravel(), counts, keys).mean()) if graded else None
        yield group.k, way, asks, interval.estimate, interval.low, interval.high, error, loss, interval.n


def _tables(groups: Sequence[_Reordered], graded: bool) -> Iterator[Table]:
    orders = [
        (group.k, _named(order), interval.estimate, finite(interval.low), finite(interval.high), interval.n)
        for group in groups
        for order, interval in zip(group.orders, _by_order(group), strict=False)
    ]
    if orders:
        yield table("by_order", "Accuracy in each order of the options", BY_ORDER, orders, "accuracy_by_order")
    positions = [row for group in groups for row in _position_rows(group)]
    yield table("positions", "How often each position is chosen", POSITIONS, positions, "position_shares")
    if ways := [row for group in groups for row in _way_rows(group, graded)]:
        yield table("ways", "Gain from removing the preference", WAYS, ways, "order_ways")
    gains = [
        (group.k, name, before, after, gap.estimate, finite(gap.low), finite(gap.high), gap.n)
        for group in groups
        for name, before, after, gap in _gains(group)
    ]
    if gains:
        yield table("debiasing", "Before and after the preference is divided out", DEBIASED, gains, "debiasing")


def _position_rows(group: _Reordered) -> Iterator[tuple[Value, ...]]:
    prior: list[Value] = [None] * group.k if group.prior is None else list(group.prior.tolist())
    for place, each in enumerate(group.shares()):
        yield group.k, letter(place), finite(each.estimate), each.low, each.high, 1 / group.k, prior[place], each.n


def _named(order: Sequence[int]) -> str:
    return " ".join(letter(option) for option in order)


def _item_rows(items: Sequence[Item], groups: Sequence[_Reordered]) -> Table:
    """List per question what is chosen in each order, by the letter that the exam gives the option."""
    rows: list[tuple[Value, ...]] = [()] * len(items)
    for group in groups:
        answers, on = group.answers, group.labelled
        right = known(group.measure(answers, MEAN), on)
        everywhere = known(group.measure(answers, ALL_ROTATIONS) > 0, on)
        for place, row in enumerate(group.rows.tolist()):
            chosen = letters(answers.options[place])
            changes = bool(answers.changes[place])
            rows[row] = (items[row].id, chosen[0], changes, right[place], everywhere[place], " ".join(map(str, chosen)))
    headings = (
        ID,
        Heading("chosen", "chosen as the exam has it"),
        Heading("changes", "answer changes with the order"),
        Heading("right", "right in so many of the orders", "share"),
        Heading("right_all", "right in all rotations"),
        Heading("in_order", "chosen in each order"),
    )
    return table("items", "Every question", headings, rows)


def _trace(items: Sequence[Item], groups: Sequence[_Reordered], item: Item) -> Table:
    """List one question order by order: where each option stood, and its probability there."""
    row = next(place for place, each in enumerate(items) if each.id == item.id)
    group = next(group for group in groups if row in group.rows)
    place = int(np.flatnonzero(group.rows == row)[0])
    chances, chosen = np.exp(group.logs[place]), group.answers.positions[place]
    rows = [
        (
            _named(order),
            letter(position),
            letter(option),
            "answer" if option == item.answer else "wrong",
            float(chances[number, position]),
            bool(chosen[number] == position),
        )
        for number, order in enumerate(group.orders)
        for position, option in enumerate(order)
    ]
    return table("trace", Reason("order-trace", {"id": item.id}), STEPS, rows, "order_trace")


def _answer(items: Sequence[Item], groups: Sequence[_Reordered], numbers: Sequence[Number]) -> Reason:
    """Summarise how much depends on the order, which position is preferred, and what is left without that.

    Of few passages, or many that answers say little about, it is said first that they are few, and no preference is.
    """
    by_label = {(n.label, n.group): n for n in numbers}
    changes = by_label["answer changes", ""]
    largest = groups[0]
    about = f"{largest.k} options" if len(groups) > 1 else ""
    few = too_few(changes, passages_of(items))
    told = {"changes": changes.value, "questions": many(changes.n or 0)}
    parts = [*few, Reason("order-changes", told)]
    if ("accuracy over orders", "") in by_label:
        values = {
            "mean": by_label["accuracy over orders", ""].value,
            "low": by_label["lowest accuracy", about].value,
            "high": by_label["highest accuracy", about].value,
            "everywhere": by_label["right in all rotations", ""].value,
        }
        parts.append(Reason("order-accuracy", {**values, "options": largest.k if about else 0}))
    return sentences(
        *parts, *([] if few else (*_preferred(largest, about, by_label), *_gained(largest, about, by_label)))
    )


def _preferred(group: _Reordered, about: str, by_label: dict[tuple[str, str], Number]) -> Iterator[Reason]:
    p = by_label.get(("position preference, p", about))
    if p is None:
        return
    passages = len(np.unique(group.passages[(~group.tied).any(axis=1)]))
    if (
        p.value >= SURE_P and group.k ** (1 - passages) >= SURE_P
    ):  # the test turns whole passages: no p can be below this
        yield Reason("order-few-passages")
        return
    estimates = group.shares()
    top = max(range(group.k), key=lambda place: estimates[place].estimate)
    chosen = {"chosen": estimates[top].estimate, "interval": span(estimates[top])}
    side = {"verdict": _preference(group, p.value), "uneven": "uneven" if p.value < SURE_P else "even"}
    yield Reason("order-preference", {"position": letter(top), **chosen, "even": 1 / group.k, **side})


def _preference(group: _Reordered, p: float) -> Verdict:
    """Return what the share of the position that is chosen most shows, beside an even one.

    Where the whole interval is above, but the test of all positions finds nothing, the share was only the largest.
    """
    top = max(group.shares(), key=lambda share: share.estimate)
    return verdict(top, 1 / group.k, margin=MARGIN, p=p)


def _gained(group: _Reordered, about: str, by_label: dict[tuple[str, str], Number]) -> Iterator[Reason]:
    """Yield what taking a preference away is worth, where there is one."""
    gap = by_label.get(("debiasing adds", about))
    p = by_label.get(("position preference, p", about))
    if gap is None or p is None or _preference(group, p.value) != Verdict.ABOVE:
        return
    before, after = (by_label[f"accuracy over orders, {when} debiasing", about].value for when in ("before", "after"))
    values = {"before": before, "after": after, "questions": many(gap.n or 0)}
    yield Reason("order-debiased", {**values, "gain": gain(gap.value, gap), "verdict": verdict(gap, margin=MARGIN)})


def _notes(exam: Dataset, groups: Sequence[_Reordered], settings: Order, system: PanelSystem) -> Iterator[Reason]:
    """Yield what a reader must know to read the numbers right."""
    yield Reason("order-note-every") if settings.orders == "rotations" else _drawn_note(groups)
    sampled = sum(int(group.sample.sum()) for group in groups)
    if sampled:
        yield Reason("order-note-pride", {"questions": many(sampled)})
    few = [str(group.k) for group in groups if group.prior is None]
    if settings.estimate_on and few:
        yield Reason("order-note-few", {"options": Reason("order-either", {"options": few})})
    yield INTERVALS
    unknown = sum(int((~group.labelled).sum()) for group in groups)
    if unknown:
        yield Reason("order-note-unknown", {"questions": many(unknown)})
    total = sum(group.tied.size for group in groups)
    silent = sum(int((group.answers.positions < 0).sum()) for group in groups)
    tied = sum(int(group.tied.sum()) for group in groups) - silent
    if silent:
        yield Reason("order-note-silent", {"askings": silent, "all": total})
    if tied:
        yield Reason("order-note-ties", {"askings": tied, "all": total})
    yield from set_options(exam.items)
    if system.view != "QOC" and (system.view != "QO" or has_passages(exam)):
        yield Reason("order-note-view", {"view": system.view})


def _drawn_note(groups: Sequence[_Reordered]) -> Reason:
    each = [Reason("order-of-options", {"orders": len(group.orders), "options": group.k}) for group in groups]
    listed = Reason("writing-commas", {"parts": each}) if len(each) > 1 else "none"
    return Reason("order-note-drawn", {"orders": len(groups[0].orders), "several": listed})
