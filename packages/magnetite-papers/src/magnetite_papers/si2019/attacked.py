"""Table 2 and Figures 5 to 9 of Si et al. (2019), compared with ours: readers under un-readable attacks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from examfiles.items import gathered, letter
from examfiles.reasons import counted
from magnetite.core.cells import IntArray
from magnetite.core.results import Finding, Heading, Number, Run, Table, Value, table
from magnetite.experiments.findings import number, percent
from magnetite.stats.correlation import correlation
from magnetite.stats.intervals import Interval, cluster_codes, jackknife
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, Verdict, verdict
from magnetite.views.unreadable import ATTACKS
from magnetite_papers.decided import FEW_QUESTIONS, cell
from magnetite_papers.paper import with_minus
from magnetite_papers.results import Results
from magnetite_papers.si2019.case import CASE, STEPS, case_rows
from magnetite_papers.si2019.names import ANSWER, DEGREE, LENGTH, NO_ATTACK, OVER_BINS, OVER_ITEMS, PAPERS
from magnetite_papers.si2019.reported import (
    AVERAGE,
    AVERAGE_BY_ATTACK,
    AVERAGE_BY_SET,
    BERT,
    CORRELATIONS,
    FIGURE_6,
    FIGURE_9,
    TABLE_2,
    most_effective,
    relative,
)
from magnetite_papers.si2019.settings import Si
from magnetite_papers.si2019.stages import FOLLOWED, attack_stage, case_stage

UNREADABLE, ANALYSIS = "unreadable", "unreadable_analysis"
MEAN = "mean"
FIGURED = ("MCScript", "RACE-M")  # the sets of Figures 5, 7 and 8
BINNED = {  # by figure: its table, its measure and its title
    "figure-5": ("by_growth", LENGTH, "Figure 5: accuracy loss and growth of the wrong options, by question"),
    "figure-7": ("by_answer_length", ANSWER, "Figure 7: accuracy loss and length of the answer"),
    "figure-8": ("by_degree", DEGREE, "Figure 8: accuracy loss and thoroughness of shuffling"),
}
ENDS = ("", "_low", "_high")
ATTACK_HEADINGS = (
    *(Heading("set"), Heading("attack")),
    *(Heading(f"right{end}", "accuracy", "share") for end in ENDS),
    Heading("reported", "accuracy in the paper", "share"),
    *(Heading(f"change{end}", "relative change", "change") for end in ENDS),
    *(Heading("reported_change", "change in the paper", "change"), Heading("n", "questions", "count")),
)
CORRELATED = (
    Heading("system", "set and reader"),
    *(Heading(f"bins{end}", "over bins", "correlation") for end in ("", "_low", "_high")),
    Heading("reported", "over bins in the paper", "correlation"),
    *(Heading(f"questions{end}", "over questions", "correlation") for end in ("", "_low", "_high")),
)
ATTACKS_AT = {attack: place for place, attack in enumerate(ATTACKS)}
# Labels of the numbers that claims are tested on; each is grouped by reader.
CHANGE, CELLS = "mean relative change", "combinations of attack and set"
QUESTIONS_ASKED = "questions asked"
LOSSES, HARMLESS = "clear losses", "clearly no loss"
BELOW, ABOVE_GUESSING = "clearly below guessing", "clearly above guessing"
WORDS_HELP = "AddSent2Opt-Shuffle minus Sent2Opt-Shuffle"
AGREEMENT, DISTANCE = "correlation with the paper's changes", "distance from the paper's changes"
SAME_ATTACK = "same most effective attack"
LEAD = "lead of the paper's most effective attack over the next"
OVER_ALL = "correlation of growth and change"
NEUTRAL = "the same number of neutral words minus AddSent2Opt-Shuffle"
FOREIGN = "a shuffled sentence of another passage minus AddSent2Opt-Shuffle"
LENGTHS = {NEUTRAL: "AddSent2Opt-Neutral", FOREIGN: "AddOther2Opt-Shuffle"}  # controls of about the same length
CONTROLS = {
    NEUTRAL: "With the same number of neutral words, accuracy is",
    FOREIGN: "With a shuffled sentence of another passage, it is",
}
HIGHER = {
    Verdict.ABOVE: "clearly higher for",
    Verdict.BELOW: "clearly lower for",
    Verdict.LEVEL: "within five points for",
    Verdict.OPEN: "not clearly different for",
}
TOGETHER = {  # what two controls of the attack's length show, where both show the same, and where they differ
    (Verdict.ABOVE,): "Length alone does less harm than the attack",
    (Verdict.BELOW,): "Length alone does more harm than the attack",
    (
        Verdict.ABOVE,
        Verdict.BELOW,
    ): "The two controls of about the attack's length disagree",
}


@dataclass(frozen=True, slots=True, eq=False)
class AttackedReader:
    """The questions of a set that a reader answers right, (questions, 1 + attacks): without and under each attack."""

    right: FloatArray
    passages: IntArray  # (questions,)
    ids: tuple[str, ...] = ()  # (questions,)

    @property
    def changes(self) -> FloatArray:
        """Return the relative change under each attack, (attacks,); not finite if nothing was right before."""
        return _changes(self.right.mean(axis=0))


def table_2(results: Results, settings: Si) -> Finding:
    """Return Table 2: every reader on every set under every attack, compared with the paper's BERT."""
    tables: list[Table] = []
    numbers: list[Number] = []
    sentences = []
    for reader in settings.readers:
        runs = attacked_runs(results, settings, reader)
        if runs:
            changed = {name: attacked(run) for name, run in runs.items()}
            few = {name: each for name, each in changed.items() if len(each.right) < FEW_QUESTIONS}
            if len(few) < len(runs):  # of the others, relative changes are not worth a number
                enough = {name: run for name, run in runs.items() if name not in few}
                tables += _joined(f"attacks_{reader}", f"The {reader} reader", (UNREADABLE, "attacks"), enough)
                tables.append(_beside(reader, enough, {name: changed[name] for name in enough}))
            tables.append(_each(reader, runs))
            own = list(_numbers(reader, runs, changed))
            numbers += own
            sentences.append(_few(reader, few) if few else "")
            sentences.append(_sentence(reader, own))
    told = " ".join(filter(None, sentences))
    return Finding("table-2", "Table 2: un-readable attacks", told, tuple(numbers), tuple(tables))


def _few(reader: str, few: Mapping[str, AttackedReader]) -> str:
    """Say first of which sets a reader was asked too few questions for a figure of one attack."""
    told = ", ".join(
        f"{name} {len(each.right)} on {counted(len(set(each.passages.tolist())), 'passage')}"
        for name, each in few.items()
    )
    return (
        f"The {reader} reader was asked few questions ({told}): too few for the relative change of one set, so only "
        "averages are given."
    )


def controls(results: Results, settings: Si) -> Finding:
    """Return the accuracy under the controls of each attack, which the paper does not have."""
    tables: list[Table] = []
    numbers = []
    for reader in settings.readers:
        runs = attacked_runs(results, settings, reader)
        if not runs:
            continue
        tables += _joined(f"controls_{reader}", f"The {reader} reader", (UNREADABLE, "controls"), runs)
        rows = [row for row in tables[-1].rows() if row["attack"] == PAPERS]
        for label, control in LENGTHS.items():
            own = [row for row in rows if row["control"] == control]
            asked = sum(int(row["n"]) for row in own)
            numbers.append(replace(number(label, _over_sets(own), "points", reader), n=asked))
    sentence = (
        f"{told_by_length(numbers)} {_of_length(numbers)}"
        f"This is averaged over sets and compared with {PAPERS}. Each attack is "
        "compared with the same words unshuffled, with a sentence of another passage instead (shuffled if the attack "
        "is), and with the wrong option lengthened by neutral words to the attack's length, unshuffled. Neutral words "
        "are function words, which a passage may have, too. In the tables, brackets give the attack minus the control, "
        "in points; "
        "below 0, the attack does more harm. A sentence is longer than an answer, and neutral words follow the wrong "
        "option even if the attack replaces it, so these controls differ from some attacks in two ways."
    )
    return Finding("controls", "Controls for the attacks (not in the paper)", sentence, tuple(numbers), tuple(tables))


def told_by_length(numbers: Sequence[Number]) -> str:
    """Say of each control of about the attack's length whether accuracy is higher with it than under the attack."""
    return " ".join(f"{_harm(label, numbers)}." for label in LENGTHS)


def _harm(label: str, numbers: Sequence[Number]) -> str:
    """Say of each reader whether accuracy is higher with a control than under the attack, by the paired difference."""
    own = [each for each in numbers if each.label == label]
    most = max((each.n or 0 for each in own), default=0)
    told = "; ".join(
        f"{HIGHER[verdict(each, margin=MARGIN)]} {each.group}{_fewer(each.n or 0, most)}, {_points(each)}"
        for each in own
    )
    return f"{CONTROLS[label]} {told}"


def _points(each: Number) -> str:
    bounds = "" if each.low is None or each.high is None else f" ({100 * each.low:+.1f} to {100 * each.high:+.1f})"
    return with_minus(f"{100 * round(each.value, 3) + 0.0:+.1f} points{bounds}")


def _fewer(many: int, most: int) -> str:
    """Say of how many questions a number is, where another has more."""
    return f" ({counted(many, 'question')})" if many < most else ""


def _of_length(numbers: Sequence[Number]) -> str:
    """Say what the two controls of the attack's length show together, of the readers of which they show the same."""
    by = gathered((each.group, verdict(each, margin=MARGIN)) for each in numbers)
    told = []
    for both, words in TOGETHER.items():
        if readers := [reader for reader, own in by.items() if set(own) == set(both)]:
            told.append(f"{words} for {', '.join(readers)}. ")
    return "".join(told)


def binned(name: str, results: Results, settings: Si) -> Finding:
    """Return Figure 5, 7 or 8: the change under AddSent2Opt-Shuffle by a measure, in bins and over questions."""
    source, measure, title = BINNED[name]
    runs = {
        f"{each}, {reader}": run
        for reader in settings.readers
        for each, run in attacked_runs(results, settings, reader).items()
        if each in FIGURED
    }
    drawn = _joined(source, title, (ANALYSIS, source), runs, attack=PAPERS)
    told = table("correlations_of", "Pearson's correlations", CORRELATED, _correlated(runs, measure))
    sentence = (
        f"Pearson's correlation of the change of accuracy under {PAPERS} with the {measure}, over bins of questions "
        "and over single questions. The paper does not describe its bins; ours, at most ten, are of equal size."
    )
    degrees = [_degree(run) for run in runs.values()]
    if measure == DEGREE and degrees:
        sentence += (
            " Questions are sorted by the largest ShuffleDegree of their options. The mean over all shuffled texts is "
            f"{min(degrees):.2f} to {max(degrees):.2f}; in the paper, it is above 0.65."
        )
    return Finding(name, title, sentence, tables=(*drawn, told))


def figure_6(results: Results, settings: Si) -> Finding:
    """Return Figure 6: the change under every attack on every set, by growth of the wrong options."""
    tables, numbers = [], []
    for reader in settings.readers:
        runs = attacked_runs(results, settings, reader)
        if runs:
            [points] = _joined(f"by_attack_{reader}", f"The {reader} reader", (ANALYSIS, "by_attack"), runs)
            tables.append(points)
            numbers.append(number(OVER_ALL, _over_all(points), "correlation", reader))
    told = "; ".join(f"{each.group}: {_bounded(each)}" for each in numbers)
    sentence = f"Pearson's correlation over attacks and sets: {told}; in the paper, {FIGURE_6:.2f} over all 49 of them."
    title = "Figure 6: accuracy loss and growth of the wrong options, by attack"
    return Finding("figure-6", title, with_minus(sentence), tuple(numbers), tuple(tables))


def figure_9(results: Results, settings: Si) -> Finding:
    """Return Figure 9: the paper's own case, token by token, without its text."""
    tables = []
    for reader in settings.readers:
        if CASE.set in settings.asked(reader) and results.has((case_stage(reader),)):
            rows = list(case_rows(results.file(case_stage(reader), FOLLOWED), FIGURE_9))
            tables.append(table(f"case_{reader}", f"The {reader} reader", STEPS, rows))
    sentence = (
        f"This is the paper's own question from {CASE.set}. Its wrong option is built from the paper's tokens in the "
        "paper's order. Tokens are named by kind, because the text may not be shown here."
    )
    return Finding("figure-9", "Figure 9: case study, token by token", sentence, tables=tuple(tables))


def _degree(run: Run) -> float:
    texts = run.finding(UNREADABLE).table("texts").rows()
    return next(float(row["shuffle_degree"] or 0) for row in texts if row["attack"] == PAPERS)


def attacked_runs(results: Results, settings: Si, reader: str) -> dict[str, Run]:
    """Return the finished runs of a reader, by set."""
    names = {name: attack_stage(reader, name) for name in settings.asked(reader)}
    return {name: results.run(stage) for name, stage in names.items() if results.has((stage,))}


def attacked(run: Run) -> AttackedReader:
    """Read which questions of a run were answered right, and the passage of each."""
    exam, items = run.exam["items"], run.finding(UNREADABLE).items
    assert items is not None  # the finding of every such run has them
    known = {item["id"]: item for item in exam if item["answer"] is not None}
    ids = tuple(map(str, items.values("id")))
    asked = [known[name] for name in ids]
    keys = [letter(item["answer"]) for item in asked]
    columns = ["chosen without an attack", *(f"chosen under {name}" for name in ATTACKS)]
    right = np.array([[a == b for a, b in zip(items.values(name), keys, strict=True)] for name in columns], dtype=float)
    return AttackedReader(right.T, cluster_codes([str(item["passage_id"]) for item in asked]), ids)


def _changes(right: FloatArray) -> FloatArray:
    """Return relative changes, (…, attacks), of accuracies, (…, 1 + attacks)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        changes: FloatArray = right[..., 1:] / right[..., :1] - 1
    return changes


def _rows(run: Run) -> dict[str, dict[str, Value]]:
    """Return a run's rows of Table 2 by attack."""
    return {str(r["attack"]): r for r in run.finding(UNREADABLE).table("attacks").rows() if r["level"] == "all"}


def _joined(name: str, title: str, source: tuple[str, str], runs: Mapping[str, Run], attack: str = "") -> list[Table]:
    """Join a table of all runs that have it; `source`: its finding and name. The runs' names become its systems."""
    tables = {each: run.finding(source[0]).tables for each, run in runs.items()}
    every = [(each, own) for each, there in tables.items() for own in there if own.name == source[1]]
    if not every:
        return []
    first = every[0][1]
    rows = [
        {**row, "system": each}
        for each, own in every
        for row in own.rows()
        if attack in {"", row["attack"]} and row.get("level", "all") == "all"
    ]
    words = {column.name: column.heading for column in first.columns} | {"system": "set"}
    headings = tuple(Heading(column.name, words[column.name], column.unit) for column in first.columns)
    return [table(name, title, headings, rows, first.kind)]


def _beside(reader: str, runs: Mapping[str, Run], changed: Mapping[str, AttackedReader]) -> Table:
    """Compare the relative changes with the paper's: a row per attack, a column per set, averages of both."""
    columns = [Heading("attack"), *(Heading(name) for name in runs), Heading(MEAN, "average")]
    strongest = {name: _strongest(run) for name, run in runs.items()}
    rows: list[list[Value]] = []
    for place, attack in enumerate(ATTACKS):
        line: list[Value] = [attack]
        for name in runs:
            marks = ("▼" if attack == strongest[name] else "", "▼" if attack == most_effective(name) else "")
            line.append(
                f"{_change(changed[name].changes[place])}{marks[0]} | {_change(relative(attack, name))}{marks[1]}"
            )
        over = _one(changed, place)
        line.append(f"{_spread(over)} | {_change(AVERAGE_BY_ATTACK[attack])}")
        rows.append(line)
    means = {name: float(each.changes.mean()) for name, each in changed.items()}
    last: list[Value] = ["average", *(f"{_change(means[name])} | {_change(AVERAGE_BY_SET[name])}" for name in runs)]
    last.append(f"{_spread(_grand(changed))} | {_change(AVERAGE)}")
    title = f"The {reader} reader: relative change, ours | the paper's (▼: the most effective attack on the set)"
    return table(f"changes_{reader}", title, columns, [*rows, last])


def _each(reader: str, runs: Mapping[str, Run]) -> Table:
    """List every attack on every set, with intervals and the paper's figures."""
    rows: list[tuple[Value, ...]] = []
    for name, run in runs.items():
        own = _rows(run)
        first = next(iter(own.values()))
        before = (first["before"], first["before_low"], first["before_high"])
        rows.append((name, NO_ATTACK, *before, TABLE_2[BERT][name], None, None, None, None, first["n"]))
        for attack, row in own.items():
            after, change = ([row[f"{what}{end}"] for end in ENDS] for what in ("after", "relative"))
            change = change if int(row["n"] or 0) >= FEW_QUESTIONS else [None, None, None]
            papers = TABLE_2[attack][name], *change, relative(attack, name), row["n"]
            rows.append((name, attack, *after, *papers))
    return table(f"each_{reader}", f"The {reader} reader: all attacks on all sets", ATTACK_HEADINGS, rows)


def _numbers(reader: str, runs: Mapping[str, Run], changed: Mapping[str, AttackedReader]) -> Iterator[Number]:
    every: list[dict[str, Any]] = [row for run in runs.values() for row in _rows(run).values()]
    yield number(CHANGE, _grand(changed), "change", reader)
    for place, attack in enumerate(ATTACKS):
        over = _one(changed, place)
        yield number(CHANGE, over, "change", f"{reader}: {attack}")
    yield Number(CELLS, len(every), unit="count", group=reader)
    yield Number(QUESTIONS_ASKED, sum(len(each.right) for each in changed.values()), unit="count", group=reader)
    lost = [verdict(Number("", row["difference"], row["low"], row["high"])) for row in every]
    left = [verdict(cell(row, "after"), row["chance"]) for row in every]
    for label, found, side in (
        (LOSSES, lost, Verdict.BELOW),
        (HARMLESS, lost, Verdict.ABOVE),
        (BELOW, left, Verdict.BELOW),
        (ABOVE_GUESSING, left, Verdict.ABOVE),
    ):
        yield Number(label, found.count(side), unit="count", group=reader)
    same = sum(_strongest(run) == most_effective(name) for name, run in runs.items())
    yield Number(SAME_ATTACK, same, n=len(runs), unit="count", group=reader)
    for name, each in changed.items():
        yield number(LEAD, _lead(each, ATTACKS_AT[most_effective(name)]), "gap", f"{reader}: {name}")
    yield number(WORDS_HELP, _over(changed.values(), _words_help), "points", reader)
    for name, each in changed.items():
        yield number(WORDS_HELP, _over([each], _words_help), "points", f"{reader}: {name}")
    ours = np.concatenate([each.changes for each in changed.values()])
    papers = np.array([relative(attack, name) for name in runs for attack in ATTACKS])
    sets = np.repeat(np.arange(len(runs)), len(ATTACKS))
    together = correlation(ours, papers, "pearson", sets if len(runs) > 2 else None)
    yield number(AGREEMENT, together, "score", reader)
    yield Number(DISTANCE, float(np.abs(ours - papers).mean()), n=len(ours), unit="gap", group=reader)


def _sentence(reader: str, numbers: Sequence[Number]) -> str:
    """Report a reader's average loss and how it compares with the paper's; "" of fewer questions than `FEW`."""
    of = {(each.label, each.group): each for each in numbers}
    if of[QUESTIONS_ASKED, reader].value < FEW_QUESTIONS:
        return ""
    total, agreement, same = (of[label, reader] for label in (CHANGE, AGREEMENT, SAME_ATTACK))
    loss = replace(total, value=-total.value, low=_negative(total.high), high=_negative(total.low))
    bounds = "" if loss.low is None or loss.high is None else f" ({percent(loss.low)} to {percent(loss.high)})"
    return with_minus(
        f"The {reader} reader loses {percent(loss.value)}{bounds} of its right answers on average (the paper's BERT: "
        f"{percent(-AVERAGE)}). Over {of[CELLS, reader].value:.0f} combinations of attack and set, its changes "
        f"correlate with the paper's at {_bounded(agreement)}. Its most effective attack is the paper's on "
        f"{same.value:.0f} of {same.n} sets."
    )


def _negative(bound: float | None) -> float | None:
    return None if bound is None else -bound


def _strongest(run: Run) -> str:
    rows = _rows(run)
    return min(rows, key=lambda attack: float(rows[attack]["after"] or 0))


def _lead(changed: AttackedReader, place: int) -> Interval:
    """Return how much more harm one attack does than the most effective of the others; below 0, how much less.

    NaN if nothing was right before.
    """
    if not np.isfinite(changed.changes).all():
        return Interval(np.nan, np.nan, np.nan, 0)
    others = [k for k in range(len(changed.changes)) if k != place]
    next_one = min(others, key=lambda k: float(changed.changes[k]))

    def lead(right: FloatArray) -> FloatArray:
        changes = _changes(right)[:, 0]
        gap: FloatArray = changes[:, next_one] - changes[:, place]
        return gap

    return _over([changed], lead)


def _one(changed: Mapping[str, AttackedReader], place: int) -> Interval:
    return _over(changed.values(), lambda right: _changes(right)[:, :, place].mean(axis=1))


def _grand(changed: Mapping[str, AttackedReader]) -> Interval:
    return _over(changed.values(), lambda right: _changes(right).mean(axis=(1, 2)))


def _words_help(right: FloatArray) -> FloatArray:
    """Return the accuracy under AddSent2Opt-Shuffle minus that under Sent2Opt-Shuffle, averaged over sets."""
    added, alone = (1 + ATTACKS_AT[name] for name in (PAPERS, "Sent2Opt-Shuffle"))
    gap: FloatArray = (right[:, :, added] - right[:, :, alone]).mean(axis=1)
    return gap


def _over(readers: Iterable[AttackedReader], statistic: Callable[[FloatArray], FloatArray]) -> Interval:
    """Estimate a statistic of accuracies, (m, sets, 1 + attacks), over other passages of every set."""
    each = list(readers)
    place = np.repeat(np.arange(len(each)), [len(one.right) for one in each])
    own = (place[:, None] == np.arange(len(each)))[:, :, None]  # (questions, sets, 1)
    right = np.concatenate([one.right for one in each])[:, None, :]
    columns = np.concatenate([own, own * right], axis=2).astype(np.float64)
    passages = np.concatenate([one.passages for one in each])

    def of(means: FloatArray) -> FloatArray:
        sets = means.reshape(len(means), len(each), -1)
        return statistic(sets[..., 1:] / sets[..., :1])[:, None]

    found = jackknife(columns.reshape(len(place), -1), passages + place * (passages.max() + 1), of)
    return replace(found[0], n=0)


def _over_sets(rows: Sequence[Mapping[str, Value]]) -> Interval:
    """Return the mean over sets of control minus attack, each set counting once; intervals of sets are independent."""
    gaps = np.array([row["gap"] for row in rows], dtype=float)
    bounds = np.array([[row["gap_low"], row["gap_high"]] for row in rows], dtype=float)  # None becomes NaN
    mean, reach = -float(gaps.mean()), float(np.sqrt((np.diff(bounds) ** 2).sum()) / 2 / len(gaps))
    return Interval(mean, mean - reach, mean + reach, len(gaps))


def _over_all(points: Table) -> Interval:
    rows = [row for row in points.rows() if row["length_change"] is not None and row["relative"] is not None]
    x, y = (np.array([row[name] for row in rows], dtype=float) for name in ("length_change", "relative"))
    sets = cluster_codes([str(row["system"]) for row in rows])
    return correlation(x, y, "pearson", sets if len(set(sets.tolist())) > 2 else None)


def _correlated(runs: Mapping[str, Run], measure: str) -> Iterator[tuple[Value, ...]]:
    for name, run in runs.items():
        rows = run.finding(ANALYSIS).table("correlations").rows()
        own = {r["over"]: r for r in rows if (r["attack"], r["with"]) == (PAPERS, measure)}
        bins, each = (
            [own[over][column] if over in own else None for column in ("pearson", "pearson_low", "pearson_high")]
            for over in (OVER_BINS, OVER_ITEMS)
        )
        yield name, *bins, CORRELATIONS[name.partition(",")[0], measure], *each


def _change(value: float) -> str:
    return with_minus(f"{100 * value:+.0f}%")


def _spread(interval: Interval) -> str:
    bounds = with_minus(f" ({100 * interval.low:+.0f} to {100 * interval.high:+.0f})")
    return _change(interval.estimate) + (bounds if np.isfinite(interval.low) else "")


def _bounded(each: Number) -> str:
    bounds = "" if each.low is None or each.high is None else f" ({each.low:.2f} to {each.high:.2f})"
    return with_minus(f"{each.value:.2f}{bounds}")
