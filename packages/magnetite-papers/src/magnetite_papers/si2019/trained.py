"""Table 3 of Si et al. (2019), compared with ours: un-answerable trainings, the seeds of each set combined."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from examfiles.items import Dataset, Item, gathered
from examfiles.reasons import Reason
from magnetite.core.results import Finding, Heading, Number, Run, Table, Text, Value, table
from magnetite.experiments.choices import passages_of
from magnetite.experiments.findings import number
from magnetite.report.tables import percent
from magnetite.report.wording import text_of
from magnetite.stats.intervals import difference
from magnetite.views.unanswerable import FULL, SHUFFLES, START
from magnetite_papers.results import Results
from magnetite_papers.si2019.settings import SETS, Si
from magnetite_papers.si2019.stages import table_stage
from magnetite_papers.training_table.finding import NAME, TABLE_3, Answered, learned, unanswerable_finding

ROWS = {"random": "guessing", "longest": "longest option", "shortest": "shortest option"}
KEPT, RIGHT, ABOVE, GAP = "gain kept", "accuracy", "above the best rule", "difference from full"
UNLEARNED = "seeds that learned nothing from their own questions"
SHUFFLED_AGAINST_REMOVED = "shuffled minus removed"
NORMAL = 1.96
SEEDS = (
    "Accuracy of a training varies by {:.1f} points between seeds (standard deviation, pooled over all trainings). "
    "The intervals of the gain kept, and those that decide the claims, include this."
)
PAIRS = (("P-Shuffle", "P-Remove"), ("Q-Shuffle", "Q-Remove"), ("PQ-Shuffle", "PQ-Remove"))


def table_3(results: Results, settings: Si) -> Finding:
    """Return Table 3 of the sets that were run, with the accuracy of each seed's systems and the gain they keep."""
    sets = {name: trained_runs(results, settings, name) for name in settings.sets}
    findings = {name: _together(name, list(runs.values()), tuple(runs)) for name, runs in sets.items() if runs}
    seed_sd = _seed_sd(findings.values())
    numbers = [
        _of_set(name, _with_seeds(each, seed_sd, len(settings.seeds), finding))
        for name, finding in findings.items()
        for each in finding.numbers
    ]
    numbers += [
        _with_seeds(each, 2**0.5 * seed_sd, len(runs))
        for name, runs in sets.items()
        if runs
        for each in _pairs(name, list(runs.values()))
    ]
    numbers += [each for name, finding in findings.items() for each in _unlearned(name, finding)]
    details = [_named(name, each) for name, finding in findings.items() for each in finding.tables]
    ours = {each.group: each for each in numbers if each.label == KEPT}
    rows = [
        (training, *(_share_cell(ours.get(f"{name}: {training}"), reported_kept(name, training)) for name in findings))
        for training in SHUFFLES
    ]
    headings = [Heading("training", "trained on"), *(Heading(name) for name in findings)]
    title = "Percentage of Full's gain over guessing kept: ours (95% interval, seeds included) | the paper's"
    return Finding(
        "table-3",
        "Table 3: un-answerable training",
        f"{_reached(findings)} {SEEDS.format(100 * seed_sd)}" if seed_sd else _reached(findings),
        tuple(numbers),
        (_overview(findings), table("kept", title, headings, rows), *details),
        notes=_notes(findings),
    )


def _seed_sd(findings: Iterable[Finding]) -> float:
    """Return the standard deviation of accuracy between seeds of a training, pooled over trainings; 0 for one seed."""
    squares, degrees = 0.0, 0
    for finding in findings:
        by = gathered((str(row["training"]), float(row["accuracy"])) for row in finding.table("by_seed").rows())
        for right in (each for training, each in by.items() if training != START):
            squares += float(np.sum((np.array(right) - np.mean(right)) ** 2))
            degrees += len(right) - 1
    return float((squares / degrees) ** 0.5) if degrees else 0.0


def _with_seeds(each: Number, seed_sd: float, seeds: int, finding: Finding | None = None) -> Number:
    """Widen the interval of a number about a training by the variation between seeds; leave other numbers unchanged.

    `seed_sd`: of the number itself; with `finding`, of an accuracy, from which that of differences and shares follows.
    """
    if each.low is None or each.high is None or each.unit == "p" or each.label == "baseline" or each.group == START:
        return each
    if finding is not None and each.label == GAP:
        seed_sd *= 2**0.5
    if finding is not None and each.label == KEPT:
        full = finding.number(RIGHT, FULL).value - finding.number("baseline", "random").value
        seed_sd *= (1 + each.value**2) ** 0.5 / full
    reach = NORMAL * seed_sd / seeds**0.5
    low, high = (np.hypot(each.value - each.low, reach), np.hypot(each.high - each.value, reach))
    return replace(each, low=float(each.value - low), high=float(each.value + high))


def _share_cell(ours: Number | None, paper: float) -> str:
    if ours is None:
        return f"– | {percent(paper)}"
    bounds = "" if ours.low is None or ours.high is None else f" ({percent(ours.low)}–{percent(ours.high)})"
    return f"{percent(ours.value)}{bounds} | {percent(paper)}"


def _reached(findings: Mapping[str, Finding]) -> str:
    """Report the accuracy of the full training on each set, compared with the paper's."""
    full = {name: finding.number(RIGHT, FULL).value for name, finding in findings.items()}
    told = ", ".join(f"{name} {percent(each)}% ({percent(TABLE_3[name][FULL])})" for name, each in full.items())
    return (
        f"All trainings of a seed start from the same encoder and head; row {START} is their accuracy before training. "
        f"Accuracy after training on intact questions (the paper's BERT in brackets): {told}."
    )


def guessing(name: str) -> float:
    """Return the accuracy of guessing on a set."""
    return 1 / SETS[name].options


def reported_kept(name: str, training: str) -> float:
    """Return the share of the full training's gain over guessing that a training keeps in the paper."""
    guess, paper = guessing(name), TABLE_3[name]
    return (paper[training] - guess) / (paper[FULL] - guess)


def reported_above(name: str, training: str) -> bool:
    """Say whether a training is better than guessing and than the longest option in the paper's own table."""
    paper = TABLE_3[name]
    return paper[training] > max(guessing(name), paper["longest"])


def _notes(findings: Mapping[str, Finding]) -> tuple[str, ...]:
    """Return each note once, with the names of its sets unless it concerns all."""
    notes = gathered((text_of(note), name) for name, finding in findings.items() for note in finding.notes)
    return tuple(
        note if len(names) == len(findings) else f"{', '.join(names)}: {note}" for note, names in notes.items()
    )


def trained_runs(results: Results, settings: Si, name: str) -> dict[int, Run]:
    """Return a set's finished runs by seed."""
    names = {seed: table_stage(name, seed) for seed in settings.seeds}
    return {seed: results.run(stage) for seed, stage in names.items() if results.has((stage,))}


def _together(name: str, runs: Sequence[Run], seeds: tuple[int, ...]) -> Finding:
    """Compare the trainings of several seeds, which share their test questions."""
    every = {training: answered(training, runs) for training in (START, FULL, *SHUFFLES)}
    exam = Dataset(name, exam_items(runs[0]), SETS[name].split, format=SETS[name].data.lower().removesuffix("2.0"))
    own = [note for run in runs for note in run.finding(NAME).notes if _tells_the_training(note)]
    start, *others = every.values()
    return unanswerable_finding(exam, others, seeds, start=start, notes=tuple(dict.fromkeys(own)))


def _tells_the_training(note: Text) -> bool:
    """Say whether a note gives the number of questions that were trained on; runs before 0.2 have it in words."""
    return note.code == "unanswerable-note-trained" if isinstance(note, Reason) else "trained on the" in note


def exam_items(run: Run) -> tuple[Item, ...]:
    """Return the questions of a run from its record of the exam."""
    passages: Mapping[str, str] = run.exam["passages"]
    return tuple(
        Item(
            item["id"],
            item["passage_id"],
            passages[item["passage_id"]],
            item["question"],
            tuple(item["options"]),
            item["answer"],
            item["level"],
        )
        for item in run.exam["items"]
    )


def answered(training: str, runs: Sequence[Run]) -> Answered:
    """Return what the systems of a training answer right, of a run for each seed."""
    trained, gains, starts = zip(*(_while_training(run, training) for run in runs), strict=True)
    right = np.array([_right(run, training) for run in runs])
    return Answered(training, right, trained=trained, gains=gains, starts=starts)


def _while_training(run: Run, training: str) -> tuple[Any, ...]:
    """Return the accuracy of the run's only seed on its last training questions, its gain, and its number of starts."""
    [row] = [row for row in run.finding(NAME).table("by_seed").rows() if row["training"] == training]
    return tuple(row.get(name) for name in ("accuracy_training", "gain_training", "starts"))


def _right(run: Run, training: str) -> list[float]:
    """Return what each question counts as right by the run's only seed: a share, where options are tied."""
    items = run.finding(NAME).items
    assert items is not None  # the finding of every such run has them
    return [float(value) for value in items.values(f"right_{training}")]  # type: ignore[arg-type]  # all are numbers


def _of_set(name: str, each: Number) -> Number:
    return Number(each.label, each.value, each.low, each.high, each.n, each.unit, f"{name}: {each.group}")


def _unlearned(name: str, finding: Finding) -> Iterator[Number]:
    """Yield how many seeds of each training learned nothing from their own questions."""
    gains = gathered(
        (str(row["training"]), float(row["gain_training"]))
        for row in finding.table("by_seed").rows()
        if row.get("gain_training") is not None
    )
    for training, each in gains.items():
        failed = sum(not learned(gain) for gain in each)
        yield Number(UNLEARNED, failed, n=len(each), unit="count", group=f"{name}: {training}")


def _named(name: str, each: Table) -> Table:
    return Table(f"{each.name}_{name}", f"{name}: {each.title}", each.columns, each.kind)


def _overview(findings: Mapping[str, Finding]) -> Table:
    """Return Table 3 in the paper's layout: a row per training, our figure and the paper's for each set."""
    rows: dict[str, list[Value]] = {}
    for name, finding in findings.items():
        for row in finding.table("training_sets").rows():
            if row["level"] == "all":
                bounds = "" if row["low"] is None else f" ({percent(row['low'])}–{percent(row['high'])})"
                paper = TABLE_3[name].get(str(row["training"]))
                rows.setdefault(str(row["training"]), []).append(
                    f"{percent(row['accuracy'])}{bounds} | {'' if paper is None else percent(paper)}"
                )
    headings = [Heading("training", "trained on"), *(Heading(name) for name in findings)]
    body = [[ROWS.get(training, training), *cells] for training, cells in rows.items()]
    return table("table_3", "Accuracy in per cent: ours (95% interval) | the paper's", headings, body)


def _pairs(name: str, runs: Sequence[Run]) -> list[Number]:
    """Compare each training on shuffled text with the one without that text, question by question."""
    passages = passages_of(exam_items(runs[0]))
    return [
        number(
            SHUFFLED_AGAINST_REMOVED,
            difference(answered(first, runs).mean, answered(second, runs).mean, passages),
            "points",
            f"{name}: {first}",
        )
        for first, second in PAIRS
    ]
