"""The tables and figures of Lin et al. (2021), with ours next to theirs, made from finished stages.

RACE's texts may not be redistributed, so options are named by their places: data set, split, question and letter.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from magnetite.core.headings import OPTION, SERIES, SYSTEM, interval
from magnetite.core.results import Column, Finding, Heading, Number, Run, Table, Value, table
from magnetite.experiments.findings import finite, percent
from magnetite.stats.intervals import Interval, cluster_codes, contrast, mean, wilson
from magnetite.stats.verdict import Verdict, verdict
from magnetite.views.text import words as words_of
from magnetite_papers.decided import FEW_QUESTIONS, cell, gap, kept, wide
from magnetite_papers.lin2021 import reported
from magnetite_papers.lin2021.settings import LinSettings, augmented_of, dosed_of, origins_of, reading
from magnetite_papers.lin2021.stages import (
    DRAWN,
    KEY,
    KEYED,
    KEYS,
    OF_TWENTY,
    PLACES,
    TABLE_1,
    TEN,
    TRAINING,
    TWENTY,
    WRONG,
    asked,
    before_tuning,
    beside_stage,
    dosed,
    tried,
)
from magnetite_papers.paper import Exhibit
from magnetite_papers.results import Results

DOSED = "table-2-dosed"
PAPER, HERE, ALL = "paper", "here", "all"
SOURCE = Heading("source")
STRONG_INTERFERENCE = 0.6  # T from which an option of Appendix A.2 counts as a strong magnet
ORIGINAL = interval("original", "no attack", "no attack", "share")
COMBINATION = interval("combination", "combination", "combination", "share")
PLAIN = interval("plain", "plain statement", "plain statement", "share")
CHANGE = interval("plain_change", "change with the statement", "change with the statement", "points")
KEPT = interval("kept", "right answers left by the combination", "left", "share")
QUESTION_COUNTS = (Heading("n", "questions", "count"), Heading("combination_n", "with the combination", "count"))
UNDER_ATTACK = (*ORIGINAL, *COMBINATION, *KEPT, *PLAIN, *CHANGE, *QUESTION_COUNTS)
MEAN = interval("mean", "mean T", "mean T", "fine share")
NUMBERED = Heading("number", "number in the appendix")
TOGETHER = "Intervals for T of single options are wide: they hold jointly for all options and systems of their table."
SYSTEM_COLUMNS = ("system", "x", "y", "found_on", "attacked")  # columns that name a system
TEXTS = ("option", "magnet")  # columns that hold an option's text


def exhibits(settings: LinSettings) -> list[Exhibit]:
    """Return every table and figure of the paper, in its order, with the stages that each needs."""
    series = ("series",) if settings.screened else ()
    beside = map(beside_stage, settings.beside)
    made: list[tuple[str, str, tuple[str, ...], Callable[[LinSettings, Results], Finding]]] = [
        ("pool", "The pool (section 4.1)", ("pool",), _pool),
        ("figure-2", "Figure 2: how strong irrelevant options are", ("pool", "screen"), _figure_2),
        ("figure-6", "Figure 6: options of the test and training splits", ("pool", "screen"), _figure_6),
        ("figure-7", "Figure 7: magnets shared by systems", ("pool", "screen", *series), _figure_7),
        ("figure-3", "Figure 3: magnets on more questions of RACE test", ("pool", "magnets"), _figure_3),
        ("table-1", "Table 1: accuracy under attack", ("pool", "twenty", *beside), _table_1),
        ("figure-4", "Figure 4: the ten options shown to people", ("pool", "ten", "ten-more"), _figure_4),
    ]
    if settings.augmented:
        made += [
            ("table-2", "Table 2: accuracy after augmented training", ("pool", "two"), _table_2),
            ("figure-5", "Figure 5: options not used in training", ("pool", "tried-unseen"), _figure_5),
            (
                "figure-8",
                "Figure 8: strong options, used in training or not",
                ("pool", "tried-high", "tried-next"),
                _figure_8,
            ),
        ]
    if settings.dosed:
        needs = ("pool", "dosed-two", "dosed-series", "keyed", "keys")
        made.append((DOSED, "Table 2, with the attack's options in training", needs, _table_2_dosed))
    if settings.origin:
        made.append(("table-4", "Table 4: where the bias comes from", ("pool", "origin", "origin-right"), _table_4))
    return [
        Exhibit(name, title, needs, partial(_titled, name, title, settings, make)) for name, title, needs, make in made
    ]


def _titled(
    name: str, title: str, settings: LinSettings, make: Callable[[LinSettings, Results], Finding], results: Results
) -> Finding:
    sizes = {
        "smaller": settings.smaller,
        "larger": settings.larger,
        "differ_in": settings.differ_in,
        "alike": settings.alike,
        "one_line": [f"{x} and {y}" for line in settings.one_line for x in line for y in line if x != y],
        "reading": reading(settings),
    }
    return replace(make(settings, results), experiment=name, title=title, settings=sizes)


@dataclass(frozen=True, slots=True)
class StageRun:
    """A stage's run, with the configuration's names for its systems, and places for its options."""

    run: Run
    systems: Mapping[str, str]
    places: Mapping[str, str]

    def number(self, finding: str, label: str, system: str, option: str = "") -> Number:
        """Return a number of a system, or of a system and an option. Raises KeyError."""
        name = next(name for name, known in self.systems.items() if known == system)
        return self.run.finding(finding).number(label, f"{name}: {option}" if option else name)

    def table(self, finding: str, name: str) -> Table:
        """Return a table in which systems have the configuration's names, and options their places."""
        held = self.run.finding(finding).table(name)
        return replace(
            held, columns=tuple(map(self._column, (each for each in held.columns if each.name != "origins")))
        )

    def _column(self, column: Column) -> Column:
        if column.name in TEXTS:
            return replace(column, values=[self.places[str(text)] for text in column.values])
        if column.name in SYSTEM_COLUMNS:
            return replace(column, values=[self.systems[str(name)] for name in column.values])
        if column.name in self.systems:
            return replace(column, name=self.systems[column.name], heading=self.systems[column.name])
        return column


def _read(results: Results, stage: str, systems: Sequence[str]) -> StageRun:
    run = results.run(stage)
    attacked = [each.group for each in run.finding("attack").numbers if each.label == "accuracy before"]
    return StageRun(run, dict(zip(attacked, systems, strict=True)), _drawn(results, PLACES)["places"])


def _drawn(results: Results, file: str) -> Any:
    return results.file("pool", file)


def _pool(_settings: LinSettings, results: Results) -> Finding:
    counts = _drawn(results, DRAWN)
    paper = reported.QUESTIONS_OF_POOL
    drawn = [
        (f"source questions, {name}", paper.get(name.rpartition(" ")[2]), many)
        for name, many in counts["questions"].items()
    ]
    rows: list[tuple[Value, ...]] = [
        *drawn,
        ("options, including duplicates", reported.POOL, counts["before"]),
        ("distinct options", None, counts["different"]),
        ("of these, combinations", None, counts["combinations"]),
        ("questions for screening", reported.SCREENED, counts["screened"]),
    ]
    headings = (Heading("what", "count"), Heading(PAPER, "the paper", "count"), Heading(HERE, unit="count"))
    sentence = (
        f"The paper counts {reported.POOL:,} options, four per question, including duplicates. "
        f"Here there are {counts['before']:,}, of which {counts['different']:,} are distinct."
    )
    return Finding("", "", sentence, tables=(table("pool", "The pool", headings, rows),))


def _figure_2(settings: LinSettings, results: Results) -> Finding:
    read, systems = _read(results, "screen", asked(settings)), asked(settings)
    listed = read.table("magnets", "interference")
    series = np.array(listed.values("series"), dtype=bool)
    rows: list[tuple[Value, ...]] = [
        (f"{name} (fine-tuned)", PAPER, parts["tuned"][2], *[None] * 9) for name, parts in reported.ORIGIN.items()
    ]
    rows.append(
        (
            "all models (approximate)",
            PAPER,
            None,
            None,
            None,
            reported.STRONGEST,
            *[None] * 6,
        )
    )
    for name in systems:
        values = np.array(listed.values(name), dtype=float)
        mean, most = (read.number("magnets", f"{what} interference", name) for what in ("mean", "strongest"))
        plain = float(values[~series].max(initial=0.0))
        bounds = (value for each in (mean, most) for value in (each.value, each.low, each.high))
        rows.append((name, HERE, *bounds, plain, *_share(values > 0)))
    headings = (
        SYSTEM,
        SOURCE,
        *MEAN,
        *interval("strongest", "highest T", "highest T", "share"),
        Heading("plain", "highest T, plain statement", "share"),
        *interval("beaten", "options with T above 0", "T above 0", "share"),
    )
    highest = max(read.number("magnets", "strongest interference", name).value for name in systems)
    sentence = (
        f"{len(listed):,} options were drawn at random from the pool and tried on "
        f"{read.run.finding('magnets').number('questions').value:,.0f} questions. The strongest beats all "
        f"original options on up to {highest:.0%} of them. The paper's means are from Table 4."
    )
    return Finding(
        "",
        "",
        sentence,
        tables=(table("interference", "Interference scores", headings, rows), _curves(read)),
    )


def _figure_6(settings: LinSettings, results: Results) -> Finding:
    read, systems = _read(results, "screen", asked(settings)), asked(settings)
    listed = read.run.finding("magnets").table("interference")
    places = [str(origins).split("; ") for origins in listed.values("origins")]
    splits = list(dict.fromkeys(place.partition(": ")[0] for held in places for place in held if ": " in place))
    rows: list[tuple[Value, ...]] = []
    own = {known: name for name, known in read.systems.items()}
    for system in systems:
        values = np.array(listed.values(own[system]), dtype=float)
        held = [(split, next((p for p in each if p.startswith(split)), "")) for split in splits[:2] for each in places]
        of_second = np.array([split == splits[1] for split, place in held if place])
        each = np.tile(values, 2)[[bool(place) for _, place in held]]
        passages = cluster_codes([place.rpartition("-")[0] for _, place in held if place])
        gap = contrast(each, passages, of_second, ~of_second)
        means = [float(each[~of_second].mean()), float(each[of_second].mean())]
        rows.append((system, *means, gap.estimate, gap.low, gap.high))
    headings = (
        SYSTEM,
        *(Heading(split, f"mean T, {split}", "share") for split in splits[:2]),
        *interval("difference", "difference", "difference", "points"),
    )
    sentence = (
        "The paper finds the curves of both splits alike, except for BERT large and ALBERT large, for which options "
        f"of the training split are somewhat stronger. Here the splits are {splits[0]} and {splits[1]}; intervals are "
        "clustered by source passage."
    )
    curves = _curves(read, by_split=True)
    return Finding("", "", sentence, tables=(table("splits", "Mean interference by split", headings, rows), curves))


def _figure_7(settings: LinSettings, results: Results) -> Finding:
    read = _read(results, "screen", asked(settings))
    series = _read(results, "series", asked(settings)) if settings.screened else read
    groups = {"all": read, "series": series, "other": read}
    held = {
        (str(row["x"]), str(row["y"]), group): row
        for group, source in groups.items()
        for row in source.table("agreement", "correlations").rows()
        if row["group"] == group
    }
    pairs = list(dict.fromkeys(key[:2] for key in held))
    rows: list[tuple[Value, ...]] = [("mean over pairs (paper, approximate)", *_one(reported.CORRELATION), *[None] * 6)]
    for x, y in pairs:
        each = [held.get((x, y, group), {}) for group in groups]
        rows.append((f"{x} and {y}", *(row.get(f"pearson{end}") for row in each for end in ("", "_low", "_high"))))
    counts = [next((row["n"] for key, row in held.items() if key[2] == group), 0) for group in groups]
    headings = [Heading("pair", "systems")]
    for name, words, many in zip(groups, ("all options", "combinations", "others"), counts, strict=True):
        headings += interval(name, f"{words} (n = {many:,})", words, "correlation")
    seeing = [(x, y) for x, y in pairs if {x, y} <= set(reading(settings))]
    apart = [pair for pair in seeing if not any(set(pair) <= set(line) for line in settings.one_line)]
    sentence = (
        f"Interference scores of independently trained systems that see the passage have a mean correlation of "
        f"{_mean_correlation(held, apart)} (Pearson, all options). In the paper, where all systems are of this kind, "
        f"it is about {reported.CORRELATION:.2f}."
    )
    if len(apart) < len(seeing):
        sentence += f" Including pairs that share training, it is {_mean_correlation(held, seeing)}, which says little."
    sentence += " All combinations of the pool are used; the others are a random sample." if settings.screened else ""
    correlated = table("correlations", "Correlations of interference scores", headings, rows)
    return Finding("", "", sentence, tables=(correlated, read.table("agreement", "scatter")))


def _mean_correlation(held: Mapping[tuple[str, str, str], Mapping[str, Any]], pairs: Sequence[tuple[str, str]]) -> str:
    mean = _mean(held[x, y, "all"]["pearson"] for x, y in pairs if held[x, y, "all"]["pearson"] is not None)
    return "none" if mean is None else f"{mean:.2f}"


def _figure_3(settings: LinSettings, results: Results) -> Finding:
    read = _read(results, "magnets", asked(settings))
    held = replace(read.table("validation", "validation"), title="Individual magnets")
    rows: list[tuple[Value, ...]] = []
    for system in asked(settings):
        own = [row for row in held.rows() if row["system"] == system]
        subset, whole, *unseen = (
            np.array([row[name] for row in own], dtype=float) for name in ("subset", "whole", "unseen", "low", "high")
        )
        means = (each.mean() for each in (subset, whole, *unseen))
        gap = mean(unseen[0] - subset, np.arange(len(subset)))
        bounds = gap.estimate, gap.low, gap.high
        rows.append((system, system in settings.choose_on, *means, *bounds, abs(whole - subset).max()))
    headings = (
        SYSTEM,
        Heading("chosen", "used to choose"),
        Heading("subset", "mean T, search questions", "share"),
        Heading("whole", "mean T, all questions", "share"),
        *interval("unseen", "mean T, unseen questions", "unseen", "share"),
        *interval("gap", "unseen minus search, paired by magnet", "difference", "points"),
        Heading("largest", "largest difference for one magnet", "gap"),
    )
    many = len({row["rank"] for row in held.rows()})
    race = next((f" {each.sentence}" for each in read.run.findings if each.experiment == "race"), "")
    sentence = (
        f"{many} magnets, at most three of them combinations, were chosen by their mean T on "
        f"{' and '.join(settings.choose_on)} and tried on "
        f"{read.run.finding('validation').number('questions').value:,.0f} questions of RACE test.{race} The "
        "interval of a mean is the average of its magnets' intervals, wide enough even if all vary together."
    )
    summary = table("means", "Mean over the magnets", headings, [_plain(row) for row in rows])
    return Finding("", "", sentence, tables=(summary, held))


def _table_1(settings: LinSettings, results: Results) -> Finding:
    fixed = _read(results, "twenty", asked(settings))
    chosen = _read(results, "magnets", asked(settings)) if results.has(("magnets",)) else None  # if run
    lists = _drawn(results, PLACES)["lists"]
    rows: list[tuple[Value, ...]] = [
        (name, PAPER, *_reported(values), "", *([None, None] if chosen else []))
        for name, values in reported.ATTACKED.items()
    ]
    for system, record in zip(asked(settings), fixed.run.systems, strict=True):
        row = (system, HERE, *_attacked(fixed, system, lists[TABLE_1]), str(record.get("precision", "")))
        rows.append((*row, *(_worst(chosen, system)[kind] for kind in (True, False))) if chosen else row)
    for system in settings.beside:
        read = _read(results, beside_stage(system), (system,))
        precision = str(read.run.systems[0].get("precision", ""))
        row = (system, HERE, *_attacked(read, system, lists[TABLE_1]), precision)
        rows.append((*row, None, None) if chosen else row)
    headings = [SYSTEM, SOURCE, *UNDER_ATTACK, Heading("precision", "number format")]
    if chosen:
        headings.append(Heading("worst_combination", "worst combination", "share"))
        headings.append(Heading("worst_plain", "worst plain statement", "share"))
    attacked = table("table-1", "Accuracy on RACE test", headings, rows)
    sentence = (
        f"Every system is attacked with the paper's two options: {fixed.places[lists[TABLE_1][0]]}, a "
        f"combination, and {fixed.places[lists[TABLE_1][1]]}, a plain statement. A question that has an option already "
        f"is not attacked with it. {TOGETHER}"
    )
    if chosen:
        sentence += (
            " The last columns give accuracy under the most harmful of our twenty magnets (Figure 3) for each system; "
            "choosing the worst overstates the harm."
        )
    statement = _statement(settings, fixed, lists[TABLE_1][-1])
    return Finding("", "", sentence, tables=(attacked, statement, *_twenty(settings, fixed, lists[TWENTY])))


def _statement(settings: LinSettings, fixed: StageRun, text: str) -> Table:
    """Return the T of the plain statement of Table 1; the paper gives the mean over its models."""
    place = fixed.places[text]
    held = {row["system"]: row for row in fixed.table("given", "given").rows() if row["option"] == place}
    rows: list[tuple[Value, ...]] = [("all models (approximate)", PAPER, *_one(reported.STRONGEST_PLAIN))]
    rows += [(system, HERE, *(held[system][name] for name in ("whole", "low", "high"))) for system in asked(settings)]
    headings = (SYSTEM, SOURCE, *interval("score", "T", "T", "share"))
    return table("statement", "Interference score of the plain statement", headings, rows)


def _twenty(settings: LinSettings, fixed: StageRun, texts: Sequence[str]) -> Iterator[Table]:
    """Yield the number of strong options among the twenty of Appendix A.2 for each system, and each option."""
    each = _one_by_one("twenty", "Each of the twenty: interference scores on RACE test", settings, fixed, texts)
    strong = []
    for system in asked(settings):
        scores = [float(score) for score in each.values(system)]  # type: ignore[arg-type]  # all are scores
        strong.append((system, sum(score >= STRONG_INTERFERENCE for score in scores), len(scores), _mean(scores)))
    headings = (
        SYSTEM,
        Heading("strong", f"T at least {STRONG_INTERFERENCE}", "count"),
        Heading("of", "options", "count"),
        MEAN[0],
    )
    yield table("strong", "The twenty options of Appendix A.2", headings, strong)
    yield each


def _one_by_one(name: str, title: str, settings: LinSettings, read: StageRun, texts: Sequence[str]) -> Table:
    """List options in the appendix's order with their T for each system; options that were not tried are left out."""
    held = {(str(row["option"]), str(row["system"])): row for row in read.table("given", "given").rows()}
    systems = asked(settings)
    rows: list[tuple[Value, ...]] = []
    for k, text in enumerate(texts, 1):
        place = read.places[text]
        if (place, systems[0]) in held:
            own = [held[place, system] for system in systems]
            scores = (row[end] for row in own for end in ("whole", "low", "high"))
            rows.append((k, place, own[0]["series"], *scores))
    headings = (
        NUMBERED,
        OPTION,
        SERIES,
        *(heading for system in systems for heading in interval(system, system, system, "share")),
    )
    return table(name, title, headings, rows)


def _figure_4(settings: LinSettings, results: Results) -> Finding:
    few, more = (_read(results, stage, asked(settings)) for stage in ("ten", "ten-more"))
    texts = _drawn(results, PLACES)["lists"][TEN]
    counts = [int(read.run.finding("magnets").number("questions").value) for read in (few, more)]
    lists = [
        _one_by_one(f"ten-{many}", f"Interference scores on {many:,} questions", settings, read, texts)
        for many, read in zip(counts, (few, more), strict=True)
    ]
    enough = [(many, each) for many, each in zip(counts, lists, strict=True) if many >= FEW_QUESTIONS]
    means = [(name, *(_mean(each.values(name)) for _, each in enough)) for name in asked(settings)]
    summary = (SYSTEM, *(Heading(f"over_{many}", f"mean T on {many:,} questions", "share") for many, _ in enough))
    told = [each for each in lists if _tells(each, asked(settings))]
    sentence = (
        "Only models were tested here. In the paper, 20 people answered 20 questions, 10 of which "
        f"had a magnet: {reported.PEOPLE[0]:.0%} correctly without one, {reported.PEOPLE[1]:.0%} with one. "
        f"`magnetite study` shows the same magnets (lin2021-a3) to people. {TOGETHER}"
    )
    if lists[0] not in told:
        sentence += (
            f" On {counts[0]:,} questions, as many as people saw with a magnet, all are too wide to say anything."
        )
    return Finding(
        "",
        "",
        sentence,
        tables=(
            *([table("means", "Mean over the ten", summary, means)] if enough else []),
            *(each for each in lists[:1] if each in told),
            replace(more.table("given", "given"), title=f"Each of the ten, on {counts[1]:,} questions"),
        ),
    )


def _tells(listed: Table, systems: Sequence[str]) -> bool:
    """Return whether one of a table's scores has an interval that says something."""
    return any(not wide(row[f"{name}_low"], row[f"{name}_high"]) for row in listed.rows() for name in systems)


def _table_2(settings: LinSettings, results: Results) -> Finding:
    read = _read(results, "two", tried(settings))
    texts = _drawn(results, PLACES)["lists"][TABLE_1]
    rows: list[tuple[Value, ...]] = []
    for name, values in reported.AUGMENTED.items():
        for training, held in (("plain", reported.ATTACKED[name]), ("high", values)):
            rows.append((name, training, PAPER, *_reported(held)))
    for name in settings.augmented:
        for training, system in zip(("plain", "high", "low"), augmented_of(settings, name), strict=True):
            rows.append((name, training, HERE, *_attacked(read, system, texts)))
    headings = (SYSTEM, Heading("training"), SOURCE, *UNDER_ATTACK)
    right = read.run.finding("attack").number("accuracy before", next(iter(read.systems))).n
    sentence = (
        "Training: plain, on unchanged questions; high, with one of the strongest options added to each question; low, "
        f"with one of the weakest. Our systems are attacked on {right:,} questions with the two options of Table 1, "
        "less those that have such an option already. Our trainings exclude these and all other options of the paper's "
        "lists."
    )
    sentence += "".join(_trained(name, spec, settings.trained_on) for name, spec in settings.augmented.items())
    return Finding("", "", sentence, tables=(table("table-2", "Accuracy under attack", headings, rows),))


def _trained(name: str, spec: Mapping[str, Any], options: int) -> str:
    """Say which system and questions the trainings of one kind use, if fewer than in the paper."""
    told = f" {name} continues the training of {spec['init']}" if "init" in spec else ""
    if "sample" in spec:
        told += f"{'' if told else f' {name} is trained'} on {spec['sample']:,} questions; the paper trains bare "
        told += f"encoders on all of RACE. So each of {options} options was added about {spec['sample'] / options:.0f} "
        told += f"times; in the paper, each of 400 about {TRAINING / 400:.0f} times per epoch."
    return told


def _table_2_dosed(settings: LinSettings, results: Results) -> Finding:
    """Return Table 2 as in the paper: the attacking options are among those used in training."""
    read = _read(results, "dosed-two", dosed(settings))
    texts = _drawn(results, PLACES)["lists"][TABLE_1]
    rows: list[tuple[Value, ...]] = []
    for name, values in reported.AUGMENTED.items():
        rows += [
            (f"{name}{training}", PAPER, *_reported(held))
            for training, held in (("", reported.ATTACKED[name]), (", trained on options", values))
        ]
    for name in settings.dosed:
        rows += [(system, HERE, *_attacked(read, system, texts)) for system in dosed_of(settings, name)]
    headings = (SYSTEM, SOURCE, *UNDER_ATTACK)
    more = "" if settings.dose == OF_TWENTY else f"{settings.dose} that include "
    sentence = (
        "The paper excludes no option from training: both attacking options are among its twenty strongest "
        f"(Appendix A.2). We do the same here, and add to each question one option, drawn from {more}these twenty."
    )
    keyed = _keyed(results)
    sentence += "".join(_trained(name, spec, settings.dose) for name, spec in settings.dosed.items())
    sentence += "".join(price_of_keys(settings, keyed))
    shown = (
        table("table-2-dosed", "Accuracy under attack", headings, rows),
        _combinations_left(settings, results),
        _stays(results),
        keyed,
        _keys(results),
    )
    return Finding("", "", sentence, tables=shown)


def _combinations_left(settings: LinSettings, results: Results) -> Table:
    """Return mean T of the pool's combinations: those added in training, and the others."""
    read = _read(results, "dosed-series", dosed(settings))
    added = {_bare(text) for text in _drawn(results, PLACES)["lists"][TWENTY]}
    texts = read.run.finding("magnets").table("interference").values("option")
    listed = read.table("magnets", "interference")
    rows = []
    for system in dosed(settings):
        scores = list(zip(texts, listed.values(system), strict=True))
        parts = [[score for text, score in scores if (_bare(str(text)) in added) is kind] for kind in (True, False)]
        rows.append((system, *(value for part in parts for value in (len(part), _mean(part)))))
    headings = (
        *(SYSTEM, Heading("added", "added in training", "count"), Heading("added_mean", "mean T, added", "share")),
        *(Heading("new", "not added", "count"), Heading("new_mean", "mean T, not added", "share")),
    )
    return table("combinations", "Combinations of the pool", headings, rows)


def _bare(text: str) -> tuple[str, ...]:
    """Return only an option's words, so that "A , B and C." is the same as "A, B and C"."""
    return tuple(word.casefold() for word in words_of(text) if any(map(str.isalnum, word)))


def _stays(results: Results) -> Table:
    """Return the change in accuracy without an added option after training, paired by question."""
    rows = [(system, change[3], *change[:3]) for system, change in results.file("keyed", KEYED)["change"].items()]
    headings = (SYSTEM, Heading("n", "questions", "count"), *interval("change", "change", "change", "points"))
    return table("stays", "Change in accuracy after training, without an attack", headings, rows)


def _keyed(results: Results) -> Table:
    """Return accuracy on the questions of RACE dev and test that have a combination, by its role."""
    rows = []
    for system, levels in results.file("keyed", KEYED)["right"].items():
        key, wrong = (levels.get(role) or [None] * 4 for role in (KEY, WRONG))
        rows.append((system, key[3], *key[:3], wrong[3], *wrong[:3]))
    headings = (
        *(SYSTEM, Heading("keys", "combination correct", "count"), *interval("key", "accuracy", "accuracy", "share")),
        *(Heading("wrongs", "combination wrong", "count"), *interval("wrong", "accuracy", "accuracy", "share")),
    )
    return table("keyed", "Accuracy on questions of RACE dev and test with a combination", headings, rows)


def price_of_keys(settings: LinSettings, keyed: Table) -> Iterator[str]:
    """Say of each training with the attack's options what it did to questions whose key is a combination.

    The questions are the same before and after, so their difference is certain where the intervals do not meet.
    """
    rows = {row["system"]: row for row in keyed.rows() if row["key"] is not None}
    for name in settings.dosed:
        plain, *after = dosed_of(settings, name)
        told = []
        for system in (each for each in after if {each, plain} <= set(rows)):
            before, now = (cell(rows[each], "key") for each in (plain, system))
            shares = f"{percent(before.value)} before, {percent(now.value)} after"
            told.append(f"{system} answers {PRICE[verdict(gap(now, before))]} than before this training ({shares})")
        if told:
            yield f" Of the {rows[plain]['keys']:,} questions whose key is a combination, {'; '.join(told)}."


PRICE = {
    Verdict.ABOVE: "clearly more correctly",
    Verdict.BELOW: "clearly fewer correctly",
    Verdict.OPEN: "not clearly more or fewer correctly",
}


def _keys(results: Results) -> Table:
    """Return how often combinations of RACE are the key."""
    counts = results.file("keys", KEYS)
    rows = [
        (split, kind, offered, right, *_share(np.arange(offered) < right))
        for split, kinds in counts.items()
        for kind, (offered, right) in kinds.items()
        if offered
    ]
    headings = (
        *(Heading("split"), Heading("kind"), Heading("offered", unit="count"), Heading("keys", "correct", "count")),
        *interval("share", "share", "share", "share"),
    )
    return table("keys", "How often combinations are the key in RACE", headings, rows)


def _figure_5(settings: LinSettings, results: Results) -> Finding:
    read = _read(results, "tried-unseen", tried(settings))
    many = int(read.run.finding("magnets").number("pool").value)
    sentence = (
        f"These {many:,} options were drawn from the whole pool before any was chosen for training; the paper has "
        f"{reported.UNSEEN:,} and gives only the curves. They were tried on "
        f"{read.run.finding('magnets').number('questions').value:,.0f} questions."
    )
    return Finding("", "", sentence, tables=(_means(read, tried(settings)), _curves(read)))


def _figure_8(settings: LinSettings, results: Results) -> Finding:
    parts = {
        "high": (_read(results, "tried-high", tried(settings)), "options used in training (high)"),
        "next": (_read(results, "tried-next", tried(settings)), "the next strongest, not used in training"),
    }
    tables = []
    for name, (read, words) in parts.items():
        tables += [
            replace(_means(read, tried(settings)), name=f"means-{name}", title=f"Mean T of {words}"),
            *_combined(read, tried(settings), f"combinations-{name}", f"Combinations among {words}"),
            replace(_curves(read), name=f"curves-{name}", title=f"Interference scores, {words}"),
        ]
    sentence = (
        f"These are the {settings.strongest:,} strongest options by {', '.join(settings.rank_by)}{_ranked(settings)}. "
        f"The first {settings.trained_on:,} were used in the training 'high', the others in none. The paper gives only "
        "the curves."
    )
    return Finding("", "", sentence, tables=tuple(tables))


def _combined(read: StageRun, systems: Sequence[str], name: str, title: str) -> Iterator[Table]:
    """Yield the mean T of combinations and of the other options, if there are both."""
    listed = read.table("magnets", "interference")
    series = np.array(listed.values("series"), dtype=bool)
    if series.any() and not series.all():
        scores = {system: np.array(listed.values(system), dtype=float) for system in systems}
        rows = [
            (system, int(series.sum()), float(held[series].mean()), float(held[~series].mean()))
            for system, held in scores.items()
        ]
        headings = (
            SYSTEM,
            Heading("combinations", unit="count"),
            Heading("combined", "mean T, combinations", "share"),
            Heading("others", "mean T, others", "share"),
        )
        yield table(name, title, headings, rows)


def _ranked(settings: LinSettings) -> str:
    """Say how many options were ranked, if not the whole pool, and on how many passages."""
    if not settings.ranked:
        return ""
    return f", out of {settings.ranked:,} from the pool ranked on the questions of {settings.rank_passages} passages"


def _table_4(settings: LinSettings, results: Results) -> Finding:
    read, right = (_read(results, stage, before_tuning(settings)) for stage in ("origin", "origin-right"))
    rows: list[tuple[Value, ...]] = [
        (name, STATES[state], PAPER, *_one(values[0]), *_one(values[1]), *_one(values[2]), None, None, None)
        for name, states in reported.ORIGIN.items()
        for state, values in states.items()
    ]
    pairs = {
        (row["x"], row["y"]): row for row in read.table("agreement", "correlations").rows() if row["group"] == "all"
    }
    for name in settings.origin:
        states = origins_of(settings, name)
        for state, system in zip(STATES, states, strict=True):
            pair = pairs.get((system, states[-1])) or pairs.get((states[-1], system)) or {}
            held = (
                [pair.get(f"pearson{end}") for end in ("", "_low", "_high")]
                if system != states[-1]
                else [1.0, None, None]
            )
            accuracy = right.number("attack", "accuracy before", system)
            scores = (read.number("magnets", f"{what} interference", system) for what in ("mean", "strongest"))
            numbers = (accuracy, *scores)
            rows.append((name, STATES[state], HERE, *held, *(b for n in numbers for b in (n.value, n.low, n.high))))
    headings = (
        SYSTEM,
        Heading("state"),
        SOURCE,
        *interval("correlation", "correlation with the fine-tuned system", "correlation", "score"),
        *interval("accuracy", "accuracy", "accuracy", "share"),
        *MEAN,
        *interval("strongest", "highest T", "highest T", "share"),
    )
    answered = right.run.finding("attack").number("accuracy before", next(iter(right.systems))).n
    sentence = (
        f"{int(read.run.finding('magnets').number('pool').value):,} options drawn at random from the whole pool were "
        f"tried on {read.run.finding('magnets').number('questions').value:,.0f} questions before and after "
        f"fine-tuning; accuracy is on {answered:,}. Without any preference, an option added to four has a T of 20%."
    )
    return Finding("", "", sentence, tables=(table("table-4", "Before and after fine-tuning", headings, rows),))


STATES = {"none": "pre-trained", "head": "head only", "tuned": "fine-tuned"}


def _attacked(read: StageRun, system: str, texts: Sequence[str]) -> Iterator[float | None]:
    """Yield what stands under `UNDER_ATTACK`: a system's accuracy, and that with each option instead of a wrong one.

    What the combination leaves is a ratio on the same questions; the change with the statement is paired. An option is
    not put where a question has it already, so each is on a few questions less.
    """
    rows = read.table("attack", "attacks").rows()
    whole = read.number("attack", "accuracy before", system)
    after = [read.number("attack", "accuracy after", system, text) for text in texts]
    own = {r["option"]: r for r in rows if (r["system"], r["level"]) == (system, "all")}
    first, last = own[read.places[texts[0]]], own[read.places[texts[-1]]]
    left = kept(_shifted(whole, first["before"]), after[0], _difference(first))
    yield from (*_bounds(whole), *_bounds(after[0]), *_finite(left))
    yield from (*_bounds(after[-1]), *_bounds(_difference(last)))
    yield from (whole.n, first["n"])


def _difference(row: Mapping[str, Any]) -> Number:
    return Number("difference", row["difference"], row["low"], row["high"], row["n"], "points")


def _shifted(whole: Number, value: float) -> Number:
    """Return an accuracy on most of the questions, with the width of the interval on all."""
    if whole.low is None or whole.high is None:
        return replace(whole, value=value)
    return replace(whole, value=value, low=whole.low + value - whole.value, high=whole.high + value - whole.value)


def _finite(found: Interval) -> tuple[float | None, ...]:
    return finite(found.estimate), finite(found.low), finite(found.high)


def _reported(values: Sequence[float]) -> Iterator[float | None]:
    """Yield the paper's accuracies, what is left and the change with the last option, without intervals or numbers."""
    original, combination, plain = values
    for value in (original, combination, combination / original, plain, plain - original):
        yield from _one(value)
    yield from (None, None)


def is_dosed(row: Mapping[str, Any]) -> bool:
    """Say whether a row is of a system that was trained with the attack's own options."""
    return " dosed " in str(row["system"])


def _worst(read: StageRun, system: str) -> dict[bool, float | None]:
    """Return a system's accuracy under its most harmful magnets: a combination, and another."""
    rows = read.table("attack", "attacks").rows()
    left: dict[bool, list[float]] = {True: [], False: []}
    for row in rows:
        if row["system"] == system and row["level"] == "all":
            left[bool(row["series"])].append(float(row["after"]))
    return {kind: min(values) if values else None for kind, values in left.items()}


def _means(read: StageRun, systems: Sequence[str]) -> Table:
    rows = [(name, *_bounds(read.number("magnets", "mean interference", name))) for name in systems]
    return table("means", "Mean interference", (SYSTEM, *MEAN), rows)


def _curves(read: StageRun, *, by_split: bool = False) -> Table:
    """Return the systems' sorted scores, of all options or by split."""
    held = read.table("magnets", "curves")
    rows = [row for row in held.rows() if (row["origin"] != ALL) is by_split]
    headings = [Heading(column.name, column.heading, column.unit) for column in held.columns]
    return table("curves", held.title, headings, rows, held.kind)


def _bounds(number: Number) -> tuple[float | None, ...]:
    return number.value, number.low, number.high


def _share(held: Any) -> tuple[float, ...]:
    """Return a share of independent things, (n,), with Wilson's interval."""
    mean = float(np.mean(held))
    low, high = wilson(np.array([mean]), np.array([float(len(held))]))
    return mean, float(low[0]), float(high[0])


def _one(value: float) -> tuple[float | None, ...]:
    return value, None, None


def _mean(values: Any) -> float | None:
    known = [float(value) for value in values]
    return sum(known) / len(known) if known else None


def _plain(row: Sequence[Any]) -> list[Value]:
    return [value.item() if isinstance(value, np.generic) else value for value in row]
