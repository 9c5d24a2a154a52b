"""Shortcuts: what a system gets right, and how sure it is, when parts of the question are missing.

Accuracy, entropy, effective number of options and mutual information per view (Liusie et al., 2022, eqs. 1 and 2),
overall and per item, calibrated where temperatures are given (eq. 4), and lists of questions for people to look at.
The paper flags the questions on which the system without the passage has little entropy, here called weak, and takes
those with a high mutual information, here strong, as candidates for good ones; neither needs a key, and the paper
gives no limits. Both are reported so, with whether the key confirms them: the system that is so sure is right.
The systems of the paper were trained for their views. One model may answer for all of them instead, with prompts
that leave out the passage, or the question too ("choices only": Balepur et al. 2024, "Artifacts or
Abduction"); the run then says so. Whether options are scored one by one or all shown at once makes no difference here.
Footnote 4 of the paper: the authors answered such lists without the passage, 92% right of the hundred questions with
the lowest entropy, 32% of those with the highest.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import (
    ACCURACY,
    ANSWER,
    CHANCE,
    COUNT,
    ENDS,
    HIGH,
    ID,
    INFORMATION,
    LEVEL,
    LOW,
    PASSAGE_ID,
    QUESTION,
    VIEW,
    chosen_with,
    interval,
)
from magnetite.core.results import Column, Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import (
    calibrated,
    calibration,
    has_passages,
    own_scores,
    require_items,
    views_of,
    whole,
)
from magnetite.experiments.choices import (
    Choices,
    answer_probability,
    chance,
    general_notes,
    levels_of,
    passages_of,
    read_choices,
    right_columns,
    unclear_notes,
)
from magnetite.experiments.findings import (
    INTERVALS,
    calibration_note,
    finite,
    gain,
    known,
    letters,
    number,
    set_options,
    span,
    too_few,
    unequal_training,
)
from magnetite.experiments.recurring.pulls import pulls, recurring_notes, recurring_table
from magnetite.experiments.shortcuts.certainty import (
    DECIDED,
    STRONG_BITS,
    Certainty,
    answer_information,
    calibration_numbers,
    calibration_tables,
    measures,
    noise,
    passage_information,
    reading_of,
    worsened,
)
from magnetite.stats.calibration import mass_bins
from magnetite.stats.intervals import Intervals, difference, mcnemar, mean, means, share, shares
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, Verdict, verdict

COMPARED_DECIMALS = 9  # decimals to which values are compared: the last ones differ from machine to machine
SPREADS = (("entropy", "bits"), ("effective options", "options"), ("effective options, normalised", "share"))
OPTIONS_BIN = 0.2  # width of a bin of effective options, as in Figure 4 of Liusie et al. (2022)
BITS_BIN = 0.25  # width of a bin of the passage's information
_EDGE = 1e-9  # a value this close below an edge is only rounded off it
ANSWERABLE = "Weak, and the key confirms it: most likely answerable without the passage"
SUREST = "Weak, by entropy alone, as in the paper: surest without the passage"
UNSURE, USELESS = "Least sure without the passage", "The passage tells least"
USEFUL = "Strong, by entropy alone, as in the paper: the passage tells most"
CONFIRMED = "Strong, and the key confirms it: the passage tells most, and the system that reads it is right"
TENTHS = 10
EFFECTIVE = Heading("effective_options", "effective options", "options")
NORMALISED = Heading("effective_normalised", "effective options, 0–100%", "share")
LABELLED = Heading("labelled", "with a key", "count")
POINTWISE = Heading("pointwise_information", "what the passage tells of the key (bits)", "bits")
KEY_CONFIRMS = Heading("confirmed", "the key confirms it")


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """The views there is a system for, compared: O, QO, CO, QOC.

    `listed` is the maximum length of a list, 0 for none.
    `temperatures` (by view, 1 where there is none) divide scores before they become probabilities; `calibrated_on`
    describes what they were fitted on.
    """

    name: ClassVar[str] = "shortcuts"
    listed: int = 20
    temperatures: Mapping[str, float] = field(default_factory=dict, hash=False)
    calibrated_on: str = ""

    def __post_init__(self) -> None:
        whole(self.name, 0, listed=self.listed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system of each view for every item's own options."""
        require_items(exam, self.name)
        names = views_of(panel)
        if not names:
            raise UsageError(f"experiment '{self.name}': no view was given; expected at least one of O, QO, CO, QOC.")
        scores = {name: own_scores(panel, name, exam.items, name) for name in names}
        graded = {name for name in names if panel.panelists[name].graded}
        finding = calibrated(self, panel, names)._finding(exam, scores, graded)
        return (replace(finding, notes=(*finding.notes, *unequal_training(panel.panelists))),)

    def _finding(self, dataset: Dataset, scores: Mapping[str, ScoreArray], graded: Set[str]) -> Finding:
        """Read each view's accuracy and, of those whose scores are `graded`, its uncertainty; what the passage adds."""
        items, passages = dataset.items, passages_of(dataset.items)
        readings = {
            name: reading_of(read_choices(items, own, name), self.temperatures.get(name))
            for name, own in scores.items()
        }
        sure = {name: reading for name, reading in readings.items() if name in graded}
        numbers = (
            *(n for name, reading in readings.items() for n in self._of_view(name, reading, passages, sure)),
            *self._of_question(readings, passages),
            *self._of_passage(items, readings, passages),
            *self._of_doubt(items, sure, passages),
        )
        recurring = pulls(items, {name: reading.choices for name, reading in readings.items()})
        lists: tuple[Table, ...] = ()
        if has_passages(items):
            lists = (_answerable_table(items, sure, self.listed), *_question_lists(items, sure, self.listed))
        return Finding(
            experiment=self.name,
            title="Shortcuts",
            answer=_answer(items, readings, numbers) if has_passages(items) else _bare_answer(readings, numbers),
            numbers=numbers,
            tables=(
                _views_table(items, readings, passages, sure),
                *calibration_tables(sure, passages),
                *([_options_table(sure, passages)] if sure else []),
                *_information_tables(sure, passages),
                *recurring_table(recurring),
                *lists,
            ),
            items=_item_rows(items, readings, sure),
            settings=asdict(self),
            notes=(
                *_notes(items, readings, sure, self.calibrated_on),
                *worsened(sure, self.calibrated_on),
                *recurring_notes(recurring),
                *(set_options(items, "note-set-options-alone") if "O" in readings else ()),
            ),
        )

    def _of_view(
        self, name: str, reading: Certainty, passages: IntArray, sure: Mapping[str, Certainty]
    ) -> list[Number]:
        on, measured = reading.choices.labelled, measures(reading)
        right = [number("accuracy", share(reading.choices.correct[on], passages[on]), group=name)] if on.any() else []
        if name not in sure:
            return right
        options = float(reading.choices.counts.max())
        found = means(measured, passages, least=(0.0, 1.0, 0.0), most=(np.log2(options), options, 1.0))
        spread = [number(label, found[k], unit, name) for k, (label, unit) in enumerate(SPREADS)]
        kept = calibration_numbers(name, reading, passages)
        return [*right, *spread, *kept]

    def _of_passage(
        self, items: tuple[Item, ...], readings: Mapping[str, Certainty], passages: IntArray
    ) -> list[Number]:
        without, given = readings.get("QO"), readings.get("QOC")
        if not has_passages(items):
            return self._of_options(items, readings, passages)
        if without is None:
            return []
        on, numbers = without.choices.labelled, []
        if on.any():
            above = difference(without.choices.correct[on], chance(items)[on], passages[on])
            numbers.append(number("without passage above chance", above, "points"))
        if given is not None and on.any():
            numbers += self._adding("passage", given.choices, without.choices, on, passages)
            if "O" in readings:
                whole = "question and passage"
                numbers += self._adding(whole, given.choices, readings["O"].choices, on, passages)
        return numbers

    def _of_doubt(self, items: tuple[Item, ...], sure: Mapping[str, Certainty], passages: IntArray) -> list[Number]:
        """Return what is weak and strong by entropy, and the bits of doubt that the passage removes."""
        if "QO" not in sure or not has_passages(items):
            return []
        without = sure["QO"]
        return [*self._weak(without, passages), *self._bits(sure, without.choices.labelled, passages)]

    def _of_options(
        self, items: tuple[Item, ...], readings: Mapping[str, Certainty], passages: IntArray
    ) -> list[Number]:
        """Return what is answered from the options alone, where the question is all that could be missing."""
        alone = readings.get("O")
        if alone is None or not (on := alone.choices.labelled).any():
            return []
        above = difference(alone.choices.correct[on], chance(items)[on], passages[on])
        return [number("options alone above chance", above, "points")]

    def _of_question(self, readings: Mapping[str, Certainty], passages: IntArray) -> list[Number]:
        """Return what the question adds to the options alone, over the same items."""
        if not {"O", "QO"} <= set(readings) or not (on := readings["O"].choices.labelled).any():
            return []
        return self._adding("question", readings["QO"].choices, readings["O"].choices, on, passages)

    def _weak(self, without: Certainty, passages: IntArray) -> list[Number]:
        """Return how many questions are weak by entropy alone, and of how many of these the key confirms it."""
        numbers = [number("weak by entropy alone", share(without.decided, passages))]
        on = without.decided & without.choices.labelled
        if on.any():
            numbers.append(number("weak by entropy alone, right", share(without.choices.correct[on], passages[on])))
        return numbers

    def _bits(self, readings: Mapping[str, Certainty], on: BoolArray, passages: IntArray) -> list[Number]:
        gain, answer = passage_information(readings), answer_information(readings)
        if gain is None or answer is None:
            return []
        strong = gain.round(COMPARED_DECIMALS) >= STRONG_BITS
        bits = [
            number("mutual information", mean(gain, passages), "bits"),
            number("negative mutual information", share(gain.round(COMPARED_DECIMALS) < 0, passages)),
            number("strong by entropy alone", share(strong, passages)),
        ]
        if (there := strong & on).any():
            for view in ("QOC", "QO"):
                right = share(readings[view].choices.correct[there], passages[there])
                bits.append(number("strong by entropy alone, right", right, group=view))
        if on.any():
            bits.append(number("pointwise information", mean(answer[on], passages[on]), "bits"))
        return bits

    def _adding(self, part: str, given: Choices, without: Choices, on: BoolArray, passages: IntArray) -> list[Number]:
        """Return what a part of the question adds to the share of right answers, paired."""
        gap = difference(given.correct[on], without.correct[on], passages[on])
        p = mcnemar(given.settled[on], without.settled[on]).p
        verb = "add" if " and " in part else "adds"
        return [number(f"{part} {verb}", gap, "points"), Number(f"{part} {verb}, McNemar p", p, n=gap.n, unit="p")]


def _answer(items: Sequence[Item], readings: Mapping[str, Certainty], numbers: Sequence[Number]) -> Reason:
    """Summarise what is answered without the passage, whether a guess explains it, and what the passage adds."""
    by_label = {(n.label, n.group): n for n in numbers}
    if "QO" not in readings:
        rights = [
            Reason("shortcuts-right-from", {"right": by_label["accuracy", view].value, "view": view})
            for view in list(readings)
            if ("accuracy", view) in by_label
        ]
        listed = Reason("writing-commas", {"parts": rights})
        return sentences(
            Reason("shortcuts-no-qo"), *([Reason("shortcuts-rights", {"rights": listed})] if rights else [])
        )
    offered = float(np.mean([len(item.options) for item in items]))
    effective = by_label.get(("effective options", "QO"))
    doubt = {"effective": effective.value if effective else "none", "options": round(offered, 1)}
    if ("accuracy", "QO") not in by_label:
        return Reason("shortcuts-no-answers", doubt)
    right, above = by_label["accuracy", "QO"], by_label["without passage above chance", ""]
    without = {"right": right.value, "questions": many(right.n or 0), "guessing": right.value - above.value}
    side = _tied(readings["QO"]) or {"verdict": beside_guessing(above, right), "tied": ""}
    few = too_few(right, passages_of(items)[readings["QO"].choices.labelled])
    return sentences(
        *few,
        Reason("shortcuts-without", {**without, "interval": span(right), **doubt, **side}),
        *([] if few else [*_adds(by_label, "question"), *_adds(by_label, "passage")]),
        *([] if "QOC" in readings else [Reason("shortcuts-passage-unknown")]),
    )


def _bare_answer(readings: Mapping[str, Certainty], numbers: Sequence[Number]) -> Reason:
    """Summarise what is answered of questions without passages, and what of it from the options alone."""
    by_label = {(n.label, n.group): n for n in numbers}
    shares = {name: by_label["accuracy", name] for name in readings if ("accuracy", name) in by_label}
    if not shares:
        return Reason("shortcuts-bare-no-answers")
    opening = [Reason("shortcuts-bare")]
    if "QO" in shares:
        opening.append(
            Reason("shortcuts-bare-right", {"right": shares["QO"].value, "questions": many(shares["QO"].n or 0)})
        )
    if "O" not in shares:
        return sentences(*opening, Reason("shortcuts-bare-no-options"))
    above = by_label["options alone above chance", ""]
    side = {"verdict": beside_guessing(above, shares["O"]), "interval": span(shares["O"])}
    values = {"right": shares["O"].value, "guessing": shares["O"].value - above.value, **side}
    return sentences(*opening, Reason("shortcuts-bare-options", values))


def beside_guessing(above: Number, right: Number) -> Verdict:
    """Say how a share compares with guessing: by the paired difference and by the share's own interval, which is shown.

    Where questions differ in their number of options the two may disagree, which leaves it open.
    """
    sides = verdict(above, margin=MARGIN), verdict(right, right.value - above.value, margin=MARGIN)
    return sides[0] if sides[0] == sides[1] else Verdict.OPEN


def _tied(without: Certainty) -> dict[str, Any]:
    often = without.choices.often_tied
    return {"verdict": "tied", "tied": many(int(without.choices.tied.sum()))} if often else {}


def _adds(by_label: Mapping[tuple[str, str], Number], part: str) -> Iterator[Reason]:
    """Yield what a part of the question adds, where that is known, by its interval and an exact test of the pairs."""
    added, p = by_label.get((f"{part} adds", "")), by_label.get((f"{part} adds, McNemar p", ""))
    if added is None or p is None or added.low is None or added.high is None:
        return
    values = {"verdict": verdict(added, margin=MARGIN, p=p.value), "gain": gain(added.value, added, p.value)}
    yield Reason(f"shortcuts-{part}-adds", values)


def _notes(
    items: Sequence[Item], readings: Mapping[str, Certainty], sure: Mapping[str, Certainty], calibrated_on: str
) -> tuple[Reason, ...]:
    """Return the caveats a reader must see."""
    temperatures = {name: r.temperature for name, r in sure.items() if r.temperature is not None}
    lines = [*([calibration_note(list(sure), temperatures, calibrated_on)] if sure else []), INTERVALS]
    if (chance := noise(sure)) is not None:
        lines.append(Reason("shortcuts-note-error", {"noise": chance}))
    if "QO" in sure and has_passages(items):
        lines.append(Reason("shortcuts-note-answerable", {"decided": DECIDED}))
    if {"QO", "QOC"} <= set(sure):
        lines.append(Reason("shortcuts-note-bits"))
    *poorer, (_, richest) = readings.items()
    ties = (note for name, reading in poorer for note in unclear_notes(reading.choices, name))
    return (*lines, *general_notes(richest.choices), *ties)


def _views_table(
    items: Sequence[Item], readings: Mapping[str, Certainty], passages: IntArray, sure: Mapping[str, Certainty]
) -> Table:
    """Compare the views, overall and by level: accuracy, and how sure each system is, where that is known."""
    rows: list[list[Value]] = []
    guess = chance(items)
    for name, reading in readings.items():
        for level, mask in levels_of(items).items():
            on = mask & reading.choices.labelled
            right = share(reading.choices.correct[on], passages[on])
            bounds = [right.low, right.high] if on.any() else [np.nan, np.nan]
            means = measures(reading)[mask].mean(axis=0).tolist() if name in sure else [np.nan] * len(SPREADS)
            estimates = [right.estimate, *bounds, right.n, float(guess[on if on.any() else mask].mean()), *means]
            rows.append([name, level, *map(finite, estimates)])
    headings = (VIEW, LEVEL, ACCURACY, *ENDS, CHANCE, Heading("entropy", unit="bits"), EFFECTIVE, NORMALISED)
    return table("views", "Accuracy with parts of the question missing", headings, rows, "accuracy_by_view")


def _options_table(readings: Mapping[str, Certainty], passages: IntArray) -> Table:
    """Count the items by their effective number of options, in bins of 0.2, with each bin's accuracy (Figure 4).

    A bin includes its lower end, and the last its upper end too, where a system that cannot choose lies.
    """
    rows: list[tuple[Value, ...]] = []
    for name, reading in readings.items():
        bins = round((int(reading.choices.counts.max()) - 1) / OPTIONS_BIN)
        place = np.minimum(((reading.effective - 1) / OPTIONS_BIN + _EDGE).astype(np.int64), bins - 1)
        edges = [round(1 + OPTIONS_BIN * k, 6) for k in range(bins + 1)]
        counts, right = np.bincount(place, minlength=bins), _accuracies(place, bins, reading, passages)
        bounds = zip(edges[:-1], edges[1:], counts.tolist(), right.n.tolist(), *_shown(right), strict=True)
        rows += [(name, *row) for row in bounds]
    edge = Heading("bin_low", "effective options from", "options"), Heading("bin_high", "to", "options")
    headings = (VIEW, *edge, COUNT, LABELLED, ACCURACY, LOW, HIGH)
    return table("effective_options", "Effective number of options", headings, rows, "effective_options")


def _information_tables(readings: Mapping[str, Certainty], passages: IntArray) -> tuple[Table, ...]:
    """Count the items by the bits of doubt the passage removes, with both systems' accuracies (Figure 5).

    First in bins of 0.25 bits, without a gap from the lowest to the highest, then in tenths of equally many items, in
    order of the bits. None without QO and QOC.
    """
    bits = passage_information(readings)
    if bits is None:
        return ()
    place, first = _bits_bins(bits)
    bins = int(place.max()) + 1
    columns = (
        Heading("bin_low", "information from (bits)", "bits").over(BITS_BIN * (first + k) for k in range(bins)),
        Heading("bin_high", "to (bits)", "bits").over(BITS_BIN * (first + k + 1) for k in range(bins)),
        *_by_bin(place, bins, readings, passages),
    )
    return (
        Table("by_information", "What the passage is worth", columns, "by_information"),
        _tenths_table(bits, readings, passages),
    )


def _tenths_table(bits: FloatArray, readings: Mapping[str, Certainty], passages: IntArray) -> Table:
    order = mass_bins(bits.round(COMPARED_DECIMALS), TENTHS)
    used, place = np.unique(order, return_inverse=True)
    ends = [bits[place == k] for k in range(len(used))]
    columns = (
        Heading("tenth").over((used + 1).tolist()),
        INFORMATION.over(float(each.mean()) for each in ends),
        Heading("information_low", "least (bits)", "bits").over(float(each.min()) for each in ends),
        Heading("information_high", "most (bits)", "bits").over(float(each.max()) for each in ends),
        *_by_bin(place, len(used), readings, passages),
    )
    return Table("by_tenth", "What the passage is worth, in tenths of the questions", columns, "by_tenth")


def _by_bin(place: IntArray, bins: int, readings: Mapping[str, Certainty], passages: IntArray) -> Iterator[Column]:
    """Yield the count of items in each bin, and the accuracy of both systems with its interval."""
    on = readings["QO"].choices.labelled
    yield COUNT.over(np.bincount(place, minlength=bins).tolist())
    yield LABELLED.over(np.bincount(place[on], minlength=bins).tolist())
    for name in ("QOC", "QO"):
        headings = interval(f"accuracy_{name}", f"answered right with {name}", f"right with {name}", "share")
        values = _shown(_accuracies(place, bins, readings[name], passages))
        yield from (heading.over(column) for heading, column in zip(headings, values, strict=True))


def _item_rows(items: Sequence[Item], readings: Mapping[str, Certainty], sure: Mapping[str, Certainty]) -> Table:
    """List per item what each view's system chose and how sure it was, and how much the passage told it, in bits."""
    columns = [ID.over(item.id for item in items)]
    for name, reading in readings.items():
        on, chances = reading.choices.labelled, answer_probability(reading.choices, reading.divisor)
        columns += [
            chosen_with(name).over(letters(reading.choices.chosen)),
            *right_columns(
                Heading(f"correct_{name}", f"right with {name}"), reading.choices.settled, reading.choices.correct, on
            ),
        ]
        if name in sure:
            key, left = f"probability of the key with {name}", f"effective options with {name}"
            columns += [
                Heading(f"probability_{name}", key, "share").over(known(chances, on)),
                Heading(f"effective_{name}", left, "options").over(reading.effective.tolist()),
            ]
    gain, answer = passage_information(sure), answer_information(sure)
    if gain is not None and answer is not None:
        columns += [INFORMATION.over(gain.tolist()), POINTWISE.over(known(answer, readings["QO"].choices.labelled))]
    return Table("items", "Every question", tuple(columns))


def _bits_bins(bits: FloatArray) -> tuple[IntArray, int]:
    """Return each item's bin, from 0, and where the first begins, in bin widths."""
    place = np.floor(bits / BITS_BIN + _EDGE).astype(np.int64)
    first = int(place.min())
    return place - first, first


def _accuracies(place: IntArray, bins: int, reading: Certainty, passages: IntArray) -> Intervals:
    """Return the accuracy in each bin, over its items with a known answer, (bins,)."""
    inside = (place[:, None] == np.arange(bins)) & reading.choices.labelled[:, None]
    return shares(inside * reading.choices.correct[:, None], inside, passages)


def _shown(right: Intervals) -> tuple[list[Value], ...]:
    """Return estimates and bounds, None where a bin has no item with a known answer."""
    return tuple(known(values, right.n > 0) for values in (right.estimate, right.low, right.high))


def _answerable_table(items: Sequence[Item], readings: Mapping[str, Certainty], listed: int) -> Table:
    """List the items that QO gets right with the least entropy, at most `listed`, none that it is undecided on."""
    reading = readings.get("QO")
    rows: list[int] = []
    if reading is not None:
        order = np.argsort(reading.entropy.round(COMPARED_DECIMALS), kind="stable")
        fits = reading.choices.right & reading.decided
        rows = [int(i) for i in order if fits[i]][:listed]
    columns = (
        *_named(items, rows),
        ANSWER.over(items[i].options[items[i].answer or 0] for i in rows),
        EFFECTIVE.over([float(reading.effective[i]) for i in rows] if reading else []),
        Heading("probability", unit="share").over(
            answer_probability(reading.choices, reading.divisor)[rows].tolist() if reading else []
        ),
    )
    return Table("answerable", ANSWERABLE, columns)


def _question_lists(items: Sequence[Item], readings: Mapping[str, Certainty], listed: int) -> tuple[Table, ...]:
    """List the questions on which QO is surest and least sure, and those whose passage tells the system most and least.

    How sure is compared by the normalised effective number of options: where all items have the same number of
    options, the order of entropy. A list holds at most `listed` questions and at most half of them, so that no
    question is at both ends; nor is one listed that is no surer, or no less sure, than all the others.
    """
    reading, bits = readings.get("QO"), passage_information(readings)
    if reading is None:
        return ()

    def listing(name: str, title: str, rows: Sequence[int], sure: Certainty | None = None) -> Table:
        right = [] if sure is None else known(sure.choices.right, sure.choices.labelled)
        columns = (
            *_named(items, rows),
            EFFECTIVE.over(float(reading.effective[i]) for i in rows),
            INFORMATION.over(None if bits is None else float(bits[i]) for i in rows),
            *([] if sure is None else [KEY_CONFIRMS.over(right[i] for i in rows)]),
        )
        return Table(name, title, columns, "question_list")

    sure, unsure = _ends(reading.normalised, listed)
    tables = [listing("without_passage_sure", SUREST, sure, reading), listing("without_passage_unsure", UNSURE, unsure)]
    if bits is not None:
        given = readings["QOC"]
        useless, useful = _ends(bits, listed)
        values = bits.round(COMPARED_DECIMALS)
        fits = given.choices.right & (values > 0)
        strong = [int(i) for i in np.argsort(-values, kind="stable") if fits[i]][:listed]
        tables += [listing("passage_useful", USEFUL, useful, given), listing("passage_useless", USELESS, useless)]
        tables += [listing("passage_useful_confirmed", CONFIRMED, strong)] if given.choices.labelled.any() else []
    return tuple(tables)


def _ends(values: FloatArray, listed: int) -> tuple[list[int], list[int]]:
    """Return the items with the lowest values and those with the highest, from the ends inward, ties in order.

    Both are cut from one order, so that no item of equal values stands in both.
    """
    values = values.round(COMPARED_DECIMALS)
    order = np.argsort(values, kind="stable")
    most = min(listed, len(values) // 2)
    low = [int(i) for i in order[:most] if values[i] < values.max()]
    high = [int(i) for i in order[len(order) - most :] if values[i] > values.min()]
    return low, sorted(high, key=lambda i: (-values[i], i))


def _named(items: Sequence[Item], rows: Sequence[int]) -> tuple[Column, ...]:
    return (
        ID.over(items[i].id for i in rows),
        PASSAGE_ID.over(items[i].passage_id for i in rows),
        LEVEL.over(items[i].level for i in rows),
        QUESTION.over(items[i].question for i in rows),
    )
