"""Exhibits: every table and figure of the paper, made of the readers' answers, the paper's figures beside ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from examfiles.reasons import counted
from magnetite.core.cells import BoolArray
from magnetite.core.headings import OPTION, VIEW, interval
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.findings import finite, number
from magnetite.stats.correlation import correlation
from magnetite.stats.intervals import Interval, difference
from magnetite.stats.ragged import FloatArray
from magnetite_papers.decided import above
from magnetite_papers.liusie2022.answered import ALL, ReaderAnswers, answered, spread
from magnetite_papers.liusie2022.reported import (
    AUTHORS,
    LISTED_QUESTIONS,
    OVERCONFIDENT,
    TABLE_1,
    TABLE_2,
    TABLE_B1,
    TABLE_B2,
)
from magnetite_papers.liusie2022.settings import COSMOS, EXAMS, RACE, RECLOR, FurtherTraining, Liusie, ReaderSet
from magnetite_papers.liusie2022.stages import COUNTED, COUNTS, answers, further_answers, own_temperature
from magnetite_papers.paper import Exhibit
from magnetite_papers.results import Results

LEVELS = ("middle", "high", "college", ALL)
SPLITS = ("train", "dev", "test")
BASELINE, SHORTCUT = "QOC", "QO"  # the two readers of Figures 4 and 5
# What is compared in Table 2, on the same questions: what one view gets right more than another.
GAPS = {
    "the question, added to the options": ("QO", "O"),
    "the passage, added to the options": ("CO", "O"),
    "the passage instead of the question": ("CO", "QO"),
    "the passage, added to question and options": ("QOC", "QO"),
    "the question, added to passage and options": ("QOC", "CO"),
}
FEW_OPTIONS = 2.0  # effective options: as doubtful as between two
QUARTER = 0.25
SET = Heading("readers")
RIGHT = interval("right", "right", "right", "share")
TENTHS = "by_tenth"
FOUR, FIVE = ("effective_options",), ("by_information", TENTHS)  # tables of the experiment that are drawn
RECURRING = "recurring_options"
INFORMATIVE = "accuracy with {}, most minus least informative quarter"
CHANCE_ORDER = "{}, with the passage's entropies permuted"
BEYOND = "{}, beyond that with the passage's entropies permuted"
NEGATIVE = "accuracy with QO, negative information minus the rest"
ORDERED_BY = "rank correlation of information and entropy with {}"
CERTAIN_WITH = "accuracy with QO, most minus least certain quarter with the passage"
PERMUTED = 200  # times
ELSEWHERE = "above guessing, without such an option"
ENDS = ("", "_low", "_high")
CHOSEN_TOO_OFTEN = 0.1  # lower bound of how often an option is chosen minus how often it is correct


def exhibits(settings: Liusie) -> list[Exhibit]:
    """Return every table and figure of the paper that these settings give."""
    return [*_exhibits(settings)]


def _exhibits(settings: Liusie) -> Iterator[Exhibit]:
    main = settings.sets[settings.main]
    race_sets = [each for each in settings.sets.values() if each.trained_on == RACE and RACE in each.asked]
    of_race = tuple(answers(each.name, RACE) for each in race_sets)
    whole = next(each for each in [main, *race_sets] if each.drawn is None)  # a set that was asked every question
    compared = [main, *(each for each in race_sets if each.compared and each.name != main.name)]
    fitted = tuple(_own_answers(each, RACE) for each in compared)
    yield Exhibit("table-1", "Table 1: questions and passages of RACE++", (COUNTS,), _table_1)
    title = "Table 2: accuracy with parts of the question missing"
    yield Exhibit("table-2", title, of_race, partial(_table_2, settings, race_sets))
    title = "Figure 4: effective number of options, and accuracy"
    yield Exhibit("figure-4", title, fitted, partial(_certainty, "figure-4", title, compared, RACE))
    title = "Figure 5: mutual information of the passage, and accuracy"
    needs = (*fitted, *(answers(each.name, RACE) for each in compared))
    yield Exhibit("figure-5", title, needs, partial(_worth, "figure-5", title, compared, RACE))
    title = "Footnote 3 and Appendix C.2: calibration"
    needs = (*of_race, own_temperature(main.name))
    yield Exhibit("calibration", title, needs, partial(_calibration, main, race_sets))
    if settings.judge:
        judge = settings.sets[settings.judge]
        title = "Footnote 4: the hundred most and the hundred least certain questions without the passage"
        needs = (answers(whole.name, RACE), answers(judge.name, RACE))
        yield Exhibit("footnote-4", title, needs, partial(_footnote_4, whole, judge))
    for further in settings.trained_further.values():
        title = _title(further)
        needs = (further_answers(further.name, "before"), further_answers(further.name, "after"))
        yield Exhibit(f"training-{further.name}", title, needs, partial(_training, further))
    yield Exhibit("table-b1", "Table B.1: questions of each data set", (COUNTS,), _table_b1)
    for trained_on in EXAMS:
        sets = [each for each in settings.sets.values() if each.trained_on == trained_on]
        if sets:
            needs = tuple(answers(each.name, exam) for each in sets for exam in each.asked)
            title = f"Table B.2: readers trained on {trained_on}"
            name = f"table-b2-{trained_on.lower().strip('+')}"
            yield Exhibit(name, title, needs, partial(_table_b2, name, title, trained_on, sets))
    for exam, first, second in ((COSMOS, "B.1", "B.2"), (RECLOR, "B.3", "B.4")):
        if matched := settings.matched(exam):
            needs = (answers(matched.name, exam),)
            name, title = _figure(first), f"Figure {first}: effective number of options on {exam}"
            both = [matched, *([main] if exam in main.asked else [])]
            of_both = tuple(answers(each.name, exam) for each in both)
            yield Exhibit(name, title, of_both, partial(_certainty, name, title, both, exam))
            name, title = _figure(second), f"Figure {second}: mutual information of the passage on {exam}"
            yield Exhibit(name, title, needs, partial(_worth, name, title, [matched], exam))
    title = "Recurring options (not in the paper)"
    needs = tuple(answers(each.name, exam) for each in settings.sets.values() for exam in each.asked)
    yield Exhibit("recurring", title, needs, partial(_recurring, whole, list(settings.sets.values())))


def _figure(label: str) -> str:
    return f"figure-{label.lower().replace('.', '')}"


def _title(further: FurtherTraining) -> str:
    return f"Does more training make up for the passage? {further.before} (not in the paper)"


def _own_answers(each: ReaderSet, exam: str) -> str:
    """Name the stage of a set's answers with temperatures fitted on them; of other exams, those of its folds."""
    return own_temperature(each.name) if exam == RACE and not each.folds else answers(each.name, exam)


def _answered(results: Results, each: ReaderSet, exam: str, *, own: bool = False) -> ReaderAnswers:
    return answered(results.run(_own_answers(each, exam) if own else answers(each.name, exam)))


FITTED_SO = (
    "From this figure on, each view has a temperature at which its mean highest probability equals its accuracy, as in "
    "the paper. Ours is fitted on the questions asked; the paper does not say which questions it used."
)


def _bounds(found: Interval) -> tuple[Value, Value, Value]:
    return finite(found.estimate), finite(found.low), finite(found.high)


# Tables 1 and B.1


def _counts(results: Results) -> dict[str, dict[str, dict[str, list[int]]]]:
    counts: dict[str, dict[str, dict[str, list[int]]]] = results.file(COUNTS, COUNTED)
    return counts


def _race_counts(results: Results) -> dict[str, dict[str, list[int]]]:
    """Count RACE++ by split and level; a part without splits counts as test, where it is asked."""
    joined: dict[str, dict[str, list[int]]] = {split: {} for split in SPLITS}
    counts = _counts(results)
    for name in ("RACE", "RACE-C"):
        for split, levels in counts.get(name, {}).items():
            joined["test" if split == ALL else split] |= levels
    for levels in joined.values():
        if levels:
            levels[ALL] = [sum(own[k] for own in levels.values()) for k in (0, 1)]
    return joined


def _table_1(results: Results) -> Finding:
    here = _race_counts(results)
    headings = (
        Heading("split"),
        Heading("level"),
        *(
            Heading(f"{what}_{who}", f"{what}{', the paper' * (who == 'paper')}", "count")
            for what in ("questions", "passages")
            for who in ("here", "paper")
        ),
    )
    rows: list[tuple[Value, ...]] = []
    for split in SPLITS:
        for level in LEVELS:
            questions, passages = here[split].get(level) or (None, None)
            paper = TABLE_1[split][level]
            rows.append((split, level, questions, paper[0], passages, paper[1]))
    same = [row for row in rows if row[2] == row[3]]
    sentence = (
        f"{len(same)} of the {len(rows)} numbers of questions agree with the paper's. The middle and high school "
        "questions are from RACE, the college questions from RACE-C. A sample of it without splits counts as test. "
        "Passages without a question are not counted here."
    )
    if (college := here["test"].get("college")) and college[0] == college[1]:
        sentence += " In that sample every question has its own passage, so we count more passages than the paper."
    return Finding("table-1", "Table 1", sentence, tables=(table("table-1", "Table 1", headings, rows),))


def _table_b1(results: Results) -> Finding:
    counts, race = _counts(results), _race_counts(results)
    rows: list[tuple[Value, ...]] = []
    own: dict[str, int]
    for exam in EXAMS:
        if exam == RACE:
            own = {split: levels[ALL][0] for split, levels in race.items() if levels}
        else:
            own = {split: sum(level[0] for level in levels.values()) for split, levels in counts.get(exam, {}).items()}
        rows += [(exam, split, own.get(split), TABLE_B1[exam][split]) for split in SPLITS]
    headings = (
        Heading("exam"),
        Heading("split"),
        Heading("questions", unit="count"),
        Heading("paper", "the paper", "count"),
    )
    missing = [f"{exam} {split}" for exam, split, ours, paper in rows if ours is None and paper is not None]
    missing += [f"the college questions of {split}" for split in ("train", "dev") if "college" not in race[split]]
    sentence = f"Not available here: {', '.join(missing)}." if missing else "Every split is available here."
    return Finding("table-b1", "Table B.1", sentence, tables=(table("table-b1", "Table B.1", headings, rows),))


# Table 2


def _table_2(settings: Liusie, sets: Sequence[ReaderSet], results: Results) -> Finding:
    every = {each.name: _answered(results, each, RACE) for each in sets}
    main = every[settings.main]
    numbers = [
        number("above guessing", own.above_guessing(view), "points", f"{name} {view}")
        for name, own in every.items()
        for view in own.views
    ]
    numbers += [each for name, own in every.items() for each in _level_numbers(name, own)]
    gaps = [*_gap_rows(every)]
    for name, own in every.items():
        for label, (more, less) in GAPS.items():
            if {more, less} <= set(own.views):
                numbers.append(number(label, own.gain(more, less), "points", name))
    shown = ", ".join(f"{view} {spread(main.right(view))}" for view in main.views)
    sentence = (
        f"Accuracy of {settings.main} on {len(main.passages):,} questions: {shown}; guessing gets "
        f"{100 * main.guessing:.0f}%."
    )
    return Finding(
        "table-2",
        "Table 2",
        sentence,
        tuple(numbers),
        (
            _levels_table(every),
            _sizes_table(sets, every),
            table("gaps", "What each part adds to accuracy", _gap_headings(), gaps),
        ),
    )


def _levels_table(every: Mapping[str, ReaderAnswers]) -> Table:
    """Show each reader's accuracy by level, beside the paper's, and on how many questions."""
    levels = [level for level in LEVELS if any(own.at(level).any() for own in every.values())]
    headings = [SET, VIEW]
    for level in levels:
        headings += [
            *interval(level, level, level, "share"),
            Heading(f"{level}_n", f"{level}: questions", "count"),
            Heading(f"{level}_paper", f"{level}, the paper", "fine share"),
        ]
    first = next(iter(every.values()))
    rows: list[list[Value]] = [["guessing", "", *(v for _ in levels for v in (first.guessing, None, None, None, 0.25))]]
    for name, own in every.items():
        for view in own.views:
            cells: list[Value] = [name, view]
            for level in levels:
                many = int(own.at(level).sum())
                bounds = _bounds(own.right(view, level)) if many else (None, None, None)
                cells += [*bounds, many, TABLE_2[view][level]]
            rows.append(cells)
    return table("table-2", "Accuracy on RACE++", headings, rows)


def _level_numbers(name: str, own: ReaderAnswers) -> Iterator[Number]:
    """Yield the accuracy on college minus that on middle school questions, if both are asked."""
    if own.at("middle").any() and own.at("college").any():
        for view in own.views:
            gap = own.contrast(view, own.at("college"), own.at("middle"))
            yield number("college minus middle school", gap, "points", f"{name} {view}")


def _sizes_table(sets: Sequence[ReaderSet], every: Mapping[str, ReaderAnswers]) -> Table:
    headings = [SET, Heading("weights")]
    for view in TABLE_2:
        headings += [
            *interval(view, view, view, "share"),
            Heading(f"seen_{view}", f"{view}: training questions", "count"),
        ]
    rows: list[list[Value]] = []
    for each in sets:
        cells: list[Value] = [each.name, each.weights]
        for view in TABLE_2:
            known = view in every[each.name].views
            bounds = _bounds(every[each.name].right(view)) if known else (None, None, None)
            cells += [*bounds, every[each.name].seen.get(view)]
        rows.append(cells)
    paper: list[Value] = ["the paper", "340 million, 3 seeds"]
    for view in TABLE_2:
        paper += [TABLE_2[view][ALL], None, None, 2 * TABLE_1["train"][ALL][0]]
    title = "By reader, with the number of training questions, repeats and other views included"
    return table("sizes", title, headings, [*rows, paper])


def _gap_headings() -> tuple[Heading, ...]:
    return (
        Heading("added"),
        Heading("comparison"),
        SET,
        *interval("gap", "adds (points)", "adds", "points"),
        Heading("paper", "the paper", "points"),
    )


def _gap_rows(every: Mapping[str, ReaderAnswers]) -> Iterator[tuple[Value, ...]]:
    for label, (more, less) in GAPS.items():
        for name, own in every.items():
            if {more, less} <= set(own.views):
                yield (
                    label,
                    f"{more} minus {less}",
                    name,
                    *_bounds(own.gain(more, less)),
                    TABLE_2[more][ALL] - TABLE_2[less][ALL],
                )


# Figures 4, B.1 and B.3


def _certainty(name: str, title: str, sets: Sequence[ReaderSet], exam: str, results: Results) -> Finding:
    """Show the effective number of options with the passage and without, and the accuracy by it.

    Drawn for the first set; for the others, the mean, and the share of questions with few.
    """
    every = {each.name: _answered(results, each, exam, own=True) for each in sets}
    views = (BASELINE, SHORTCUT)
    numbers = [each for name_, own in every.items() for view in views for each in _certain(name_, own, view)]
    first, own = next(iter(every.items()))
    few = own.effective[SHORTCUT] < FEW_OPTIONS
    right = f", and {spread(own.right_of(SHORTCUT, few))} of these are answered correctly" if few.any() else ""
    sentence = (
        f"{first}: without the passage, {spread(own.share_of(few)) if few.any() else 'none'} of the questions "
        f"have fewer than two effective options{right}. The paper plots its counts and accuracies without numbers."
        f"{f' {FITTED_SO}' if exam == RACE else ''}"
    )
    drawn = tuple(_of_views(each, views) for each in _taken(own.finding, FOUR))
    shown = (*drawn, *map(_in_numbers, drawn))
    return Finding(name, title, sentence, tuple(numbers), shown)


def _certain(name: str, own: ReaderAnswers, view: str) -> Iterator[Number]:
    """Yield how many questions a reader is certain of, and how accurate it is there and by quarters of certainty."""
    low, high = _ends(own.effective[view])
    few, group = own.effective[view] < FEW_OPTIONS, f"{name} {view}"
    yield number("fewer than 2 effective options", own.share_of(few), group=group)
    if few.any():
        yield number("right, of these", own.right_of(view, few), group=group)
    gap = own.contrast(view, low, high)
    yield _over_all(number("accuracy, most minus least certain quarter", gap, "points", group), own)
    yield number("mean effective options", own.options_left(view), "options", group)


def _over_all(each: Number, own: ReaderAnswers) -> Number:
    """Say of a number about some of the questions, chosen among all, that it is over all of them."""
    return replace(each, n=len(own.passages))


# Figures 5, B.2 and B.4


def _worth(name: str, title: str, sets: Sequence[ReaderSet], exam: str, results: Results) -> Finding:
    """Show the mutual information of the passage for the readers (equation 2), and the accuracy by it."""
    every = {each.name: _answered(results, each, exam, own=True) for each in sets}
    first = next(iter(every))
    numbers = [each for name_, own in every.items() for each in worth_numbers(name_, own)]
    negative = every[first].share_of(_bits(every[first]) < 0)
    sentence = (
        f"{first}: on {spread(negative)} of the questions the reader is more certain without the passage (negative "
        f"mutual information).{' The paper reports a small fraction, without a number.' if exam == RACE else ''}"
    )
    drawn = _taken(every[first].finding, FIVE)
    numbered = (_in_numbers(each) for each in drawn if each.name == TENTHS)
    given = {each.name: _answered(results, each, exam) for each in sets if each.name in every}
    tables = (*drawn, *numbered, _negative_table(every, given))
    return Finding(name, title, sentence, tuple(numbers), tables)


def worth_numbers(name: str, own: ReaderAnswers) -> Iterator[Number]:
    """Yield what the claims about Figures 5, B.2 and B.4 are tested on, of one reader."""
    bits, without, left = _bits(own), own.entropy(SHORTCUT), own.entropy(BASELINE)
    least, most = _ends(bits)
    yield number("negative mutual information", own.share_of(bits < 0), group=name)
    actual, expected = most / most.sum() - least / least.sum(), order_by_chance(without, left)
    for view in (BASELINE, SHORTCUT):
        label = INFORMATIVE.format(view)
        yield _over_all(number(label, own.contrast(view, most, least), "points", name), own)
        yield number(CHANCE_ORDER.format(label), own.weighed(view, expected), "points", name)
        yield number(BEYOND.format(label), own.weighed(view, actual - expected), "points", name)
    yield number(NEGATIVE, own.contrast(SHORTCUT, bits < 0, bits >= 0), "points", name)
    for view, entropy in ((SHORTCUT, without), (BASELINE, left)):
        rank = correlation(bits, entropy, "spearman", own.passages)
        yield number(ORDERED_BY.format(view), rank, "correlation", name)
    gap = own.contrast(SHORTCUT, *_ends(left))
    yield _over_all(number(CERTAIN_WITH, gap, "points", name), own)


def order_by_chance(without: FloatArray, left: FloatArray) -> FloatArray:
    """Return what each question weighs in the mean of the most informative quarter minus that of the least, by chance.

    Information is the entropy `without` the passage minus that `left` with it, (questions,) each. With the latter
    permuted among the questions the passage tells nothing of them, and yet their order by information is partly that
    by the entropy without it. The weights are means over `PERMUTED` permutations.
    """
    weights, draw = np.zeros(len(without)), np.random.default_rng(0)
    for _ in range(PERMUTED):
        least, most = _ends(without - draw.permutation(left))
        weights += most / most.sum() - least / least.sum()
    return weights / PERMUTED


def _negative_table(every: Mapping[str, ReaderAnswers], given: Mapping[str, ReaderAnswers]) -> Table:
    """Show where the passage adds doubt; `given`: the same answers, with the temperatures of the readers."""
    headings = (
        SET,
        *interval("negative", "negative information", "negative", "share"),
        *interval("given", "negative, with the readers' own temperatures", "own", "share"),
        *interval("right_there", "QO accuracy there", "there", "share"),
        *interval("right_else", "QO accuracy elsewhere", "elsewhere", "share"),
        Heading("mean", "mean (bits)", "bits"),
    )
    rows = []
    for name, own in every.items():
        less = _bits(own) < 0
        rows.append(
            (
                name,
                *_bounds(own.share_of(less)),
                *_bounds(given[name].share_of(_bits(given[name]) < 0)),
                *_known(own, SHORTCUT, less),
                *_known(own, SHORTCUT, ~less),
                float(_bits(own).mean()),
            )
        )
    return table("negative", "Questions on which the passage adds doubt", headings, rows)


def _bits(own: ReaderAnswers) -> FloatArray:
    assert own.bits is not None  # there are readers under QO and QOC
    return own.bits


def _ends(values: FloatArray, among: BoolArray | None = None) -> tuple[BoolArray, BoolArray]:
    """Return the quarter of the questions, `among` some or all, with the lowest values, and that with the highest."""
    order = np.argsort(values, kind="stable")
    order = order if among is None else order[among[order]]
    many = max(1, int(len(order) * QUARTER))
    low, high = np.zeros(len(values), dtype=np.bool_), np.zeros(len(values), dtype=np.bool_)
    low[order[:many]] = True
    high[order[len(order) - many :]] = True
    return low, high & ~low


def _known(own: ReaderAnswers, view: str, chosen: BoolArray) -> tuple[Value, ...]:
    return _bounds(own.right_of(view, chosen)) if chosen.any() else (None, None, None)


# Calibration


def _calibration(main: ReaderSet, sets: Sequence[ReaderSet], results: Results) -> Finding:
    runs = {each.name: results.run(answers(each.name, RACE)).finding("shortcuts") for each in sets}
    rows, numbers = [], []
    for name, finding in runs.items():
        for row in finding.table("calibration").rows():
            gap = _interval_of(finding.number("confidence above accuracy before", str(row["view"])))
            paper = OVERCONFIDENT if row["view"] in (SHORTCUT, BASELINE) else None
            rows.append((name, row["view"], row["accuracy"], row["confidence_before"], *_bounds(gap), paper))
            numbers.append(number("confidence above accuracy", gap, "points", f"{name} {row['view']}"))
    headings = (
        SET,
        VIEW,
        Heading("accuracy", unit="share"),
        Heading("confidence", "mean highest probability", "share"),
        *interval("gap", "above accuracy (points)", "above accuracy", "points"),
        Heading("paper", "the paper", "points"),
    )
    elsewhere = [row for name, finding in runs.items() for row in _temperatures(name, _fitted_on(finding), finding)]
    fitted = [
        row
        for name in runs
        if results.has((own_temperature(name),))
        for row in _temperatures(name, "the questions asked", results.run(own_temperature(name)).finding("shortcuts"))
    ]
    sentence = (
        "The paper sets one temperature per system so that the mean highest probability equals the accuracy, and does "
        "not say on which questions. Our readers have temperatures that were fitted on dev questions. The table also "
        "gives those fitted on the questions asked, which Figures 4 and 5 use, and the calibration error before and "
        "after."
    )
    tables = (
        table("overconfidence", "Footnote 3: before calibration", headings, rows),
        table("temperatures", "Temperatures, by what they were fitted on", FITTED, [*elsewhere, *fitted]),
        *_taken(runs[main.name], ("reliability",)),
    )
    return Finding("calibration", "Calibration", sentence, tuple(numbers), tables)


FITTED = (
    SET,
    Heading("fitted_on", "fitted on"),
    VIEW,
    Heading("temperature", unit="temperature"),
    Heading("confidence_after", "mean highest probability after", "share"),
    Heading("accuracy", unit="share"),
    Heading("ece_before", "calibration error before (points)", "gap"),
    Heading("ece_after", "calibration error after (points)", "gap"),
)


def _fitted_on(finding: Finding) -> str:
    return str(finding.settings["calibrated_on"] or "nothing")


def _temperatures(name: str, where: str, finding: Finding) -> Iterator[dict[str, Any]]:
    for row in finding.table("calibration").rows():
        yield {SET.name: name, "fitted_on": where, **{heading.name: row[heading.name] for heading in FITTED[2:]}}


# Footnote 4


def _footnote_4(main: ReaderSet, judge: ReaderSet, results: Results) -> Finding:
    """Let the judge answer the main reader's most and least certain questions without the passage, and the reverse."""
    both = {each.name: _answered(results, each, RACE) for each in (main, judge)}
    rows: list[tuple[Value, ...]] = [
        ("the paper's", "its authors", AUTHORS["lowest"], None, None, AUTHORS["highest"], None, None)
    ]
    numbers = []
    for chooser in (main.name, judge.name):
        ends = _listed(both[chooser].effective[SHORTCUT])
        for answerer in (judge.name, main.name):
            found = [both[answerer].right_of(SHORTCUT, end) for end in ends]
            rows.append((chooser, answerer, *_bounds(found[0]), *_bounds(found[1])))
            if chooser == main.name and answerer == judge.name:
                numbers = [
                    number("accuracy, lowest entropy", found[0]),
                    number("accuracy, highest entropy", found[1]),
                    number("difference", both[answerer].contrast(SHORTCUT, *ends), "points"),
                ]
    headings = (
        Heading("chosen", "entropy of"),
        Heading("answered", "answered by"),
        *interval("lowest", "accuracy, lowest entropy", "lowest", "share"),
        *interval("highest", "accuracy, highest entropy", "highest", "share"),
    )
    sentence = (
        f"Of the hundred questions on which {main.name} is most certain without the passage, {judge.name} answers "
        f"{spread(_interval_of(numbers[0]))} correctly without it; of the hundred on which it is least certain, "
        f"{spread(_interval_of(numbers[1]))}. In the paper, the authors answered both lists themselves; here "
        f"{judge.name} takes their place, a reader and not a person."
    )
    return Finding(
        "footnote-4", "Footnote 4", sentence, tuple(numbers), (table("footnote-4", "Footnote 4", headings, rows),)
    )


def _listed(effective: FloatArray) -> tuple[BoolArray, BoolArray]:
    """Mark the hundred questions with the lowest entropy and the hundred with the highest, whatever the key is."""
    order, many = np.argsort(effective.round(9), kind="stable"), min(LISTED_QUESTIONS, len(effective) // 2)
    low, high = np.zeros(len(effective), dtype=np.bool_), np.zeros(len(effective), dtype=np.bool_)
    low[order[:many]] = high[order[len(effective) - many :]] = True
    return low, high


def _interval_of(found: Number) -> Interval:
    low, high = (np.nan if bound is None else bound for bound in (found.low, found.high))
    return Interval(found.value, low, high, found.n or 0)


# More training without the passage


def _training(further: FurtherTraining, results: Results) -> Finding:
    """Compare what the passage adds before and after QO was trained on more questions."""
    name = f"training-{further.name}"
    before, after = (answered(results.run(further_answers(further.name, when))) for when in ("before", "after"))
    rows, numbers = [], []
    for when, own in (("before", before), ("after", after)):
        adds = own.gain(BASELINE, SHORTCUT)
        rows.append(
            (
                when,
                own.seen.get("QO"),
                *_bounds(own.right("QO")),
                own.seen.get("QOC"),
                *_bounds(own.right("QOC")),
                *_bounds(adds),
            )
        )
        numbers.append(number("passage adds", adds, "points", when))
    gained = difference(after.correct[SHORTCUT], before.correct[SHORTCUT], after.passages)
    numbers.append(number("more training adds to QO", gained, "points"))
    headings = (
        Heading("training", "training of QO"),
        Heading("seen_qo", "QO: questions", "count"),
        *interval("qo", "QO: accuracy", "QO", "share"),
        Heading("seen_qoc", "QOC: questions", "count"),
        *interval("qoc", "QOC: accuracy", "QOC", "share"),
        *interval("adds", "passage adds (points)", "adds", "points"),
    )
    sentence = (
        f"{further.before} was trained on {_questions(before.seen.get('QO'))}, {further.beside} on "
        f"{_questions(before.seen.get('QOC'))}. "
        f"Trained on {further.sample:,} more, the reader without the passage gains {spread(gained, points=True)}; the "
        f"passage adds {spread(before.gain(BASELINE, SHORTCUT), points=True)} before and "
        f"{spread(after.gain(BASELINE, SHORTCUT), points=True)} after."
    )
    shown = table("further", "What the passage adds, before and after", headings, rows)
    told = {"before": further.before}
    return Finding(name, _title(further), sentence, tuple(numbers), (shown,), settings=told)


def _questions(seen: int | None) -> str:
    return "an unknown number of questions" if seen is None else counted(seen, "question")


# Table B.2


def _table_b2(name: str, title: str, trained_on: str, sets: Sequence[ReaderSet], results: Results) -> Finding:
    headings = [SET, VIEW]
    for exam in EXAMS:
        headings += [*interval(exam, exam, exam, "share"), Heading(f"{exam}_paper", f"{exam}, the paper", "fine share")]
    rows: list[list[Value]] = []
    numbers = []
    for each in sets:
        every = {exam: _answered(results, each, exam) for exam in each.asked}
        for view in each.views:
            cells: list[Value] = [each.name, view]
            for exam in EXAMS:
                own = every.get(exam)
                bounds = (None, None, None) if own is None else _bounds(own.right(view))
                cells += [*bounds, TABLE_B2[trained_on][view][exam]]
                if own is not None:
                    group = f"{each.name} {view} on {exam}"
                    numbers.append(number("above guessing", own.above_guessing(view), "points", group))
                    if view == SHORTCUT and "O" in own.views:
                        gap = own.gain("QO", "O")
                        numbers.append(number("the question adds", gap, "points", f"{each.name} on {exam}"))
            rows.append(cells)
    counts = [f"{exam} {len(own.passages):,}" for exam, own in every.items()]
    folds = [
        f"{each.name}: the questions of {trained_on} were split into {each.folds} folds, each answered by readers "
        "trained on the other folds; the readers held out from the first fold answered the other exams."
        for each in sets
        if each.folds
    ]
    sentence = " ".join([f"Questions asked: {', '.join(counts)}; guessing gets 25% everywhere.", *folds])
    shown = table(name, title, headings, rows)
    return Finding(name, title, sentence, tuple(numbers), (shown,))


# Options that recur


def _recurring(main: ReaderSet, sets: Sequence[ReaderSet], results: Results) -> Finding:
    """Show the options that recur in an exam and that the main reader chooses much more often than they are correct.

    For every reader, also its accuracy on questions with such an option, and without.
    """
    tables, pulling = [], []
    for exam in main.asked:
        finding = results.run(answers(main.name, exam)).finding("shortcuts")
        for found in _taken(finding, (RECURRING,)):
            rows = _too_often(found)
            pulling += [f"{row['view']} on {exam}" for row in rows]
            if rows:
                headings = [Heading(column.name, column.heading, column.unit) for column in found.columns]
                tables.append(table(f"recurring-{exam.lower().strip('+')}", exam, headings, rows, found.kind))
    sentence = (
        f"{main.name} chooses recurring options far more often than they are correct: "
        f"{', '.join(dict.fromkeys(pulling))}."
        if pulling
        else f"{main.name} chooses no recurring option far more often than it is correct."
    )
    shown, numbers = _elsewhere(sets, results)
    return Finding("recurring", "Recurring options (not in the paper)", sentence, tuple(numbers), (*tables, shown))


def _elsewhere(sets: Sequence[ReaderSet], results: Results) -> tuple[Table, list[Number]]:
    """Show the accuracy of readers on questions with an option that they choose too often, and without."""
    rows: list[tuple[Value, ...]] = []
    numbers = []
    for each in sets:
        for exam in each.asked:
            own = _answered(results, each, exam)
            for row in (row for found in _taken(own.finding, (RECURRING,)) for row in _too_often(found)):
                there, elsewhere = ([row[f"accuracy_{kind}{end}"] for end in ENDS] for kind in ("with", "without"))
                rows.append((each.name, exam, row["option"], row["view"], row["offered"], *there, *elsewhere))
                if elsewhere[0] is not None:
                    above, low, high = (bound - own.guessing for bound in elsewhere)
                    group = f"{each.name} {row['view']} on {exam}"
                    left = len(own.passages) - row["offered"]
                    numbers.append(Number(ELSEWHERE, above, low, high, n=left, unit="points", group=group))
    headings = (
        *(SET, Heading("exam"), OPTION, VIEW, Heading("offered", unit="count")),
        *interval("there", "accuracy with it", "with", "share"),
        *interval("elsewhere", "accuracy without it", "without", "share"),
    )
    title = "Accuracy of every reader on questions with an option that it prefers, and without"
    return table("elsewhere", title, headings, rows), numbers


def _too_often(found: Table) -> list[dict[str, Any]]:
    """Return the rows of options that are chosen far more often than they are correct."""
    return [row for row in found.rows() if above(_pull(row), CHOSEN_TOO_OFTEN)]


def _pull(row: Mapping[str, Any]) -> Number:
    """Return how much more often an option is chosen than it is correct."""
    return Number("pull", row["difference"], row["low"], row["high"], unit="points")


def _taken(finding: Finding, names: Sequence[str]) -> tuple[Table, ...]:
    """Return those of the experiment's own tables that it has."""
    return tuple(each for each in finding.tables if each.name in names)


def _in_numbers(found: Table) -> Table:
    """Return a table that is drawn as its rows, too."""
    return replace(found, name=f"{found.name}-rows", title=f"{found.title}, in numbers", kind="table")


def _of_views(found: Table, views: Sequence[str]) -> Table:
    return _of_rows(found, [k for k, view in enumerate(found.values("view")) if view in views])


def _of_rows(found: Table, rows: Sequence[int]) -> Table:
    columns = tuple(replace(column, values=[column.values[k] for k in rows]) for column in found.columns)
    return replace(found, columns=columns)
