"""How plausible distractors are: what people chose instead of the key, what they were written for, how alike they are.

    python -m benchmarks.distractors race-answers.tsv RACE.tar.gz spans.jsonl [--model base] [--page FILE]

The first file has an answer of a person a line, on a question of RACE test: `item_id` (with the passage's number and
level), `chosen` (0 for the key, else the option's place) and `options`, the key first. The last one has OneStopQA's
questions (Berzak et al. 2020), with the kind of each option in `types`: b misreads the span that the answer rests on, c
is about another span, d has no support in the passage.

Plausible is what `magnetite audit --experiments distractors` calls so. How alike two distractors are is the cosine of
their embeddings by the small encoder, all-MiniLM-L6-v2, the mean over tokens; diversity is 1 less that (Raina, Liusie
and Gales 2023, who ask another model whether two options are equivalent). It is compared with the distance to a
distractor of another question, drawn by seed.
"""

import argparse
import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.stats import binom

import magnetite
from benchmarks.published import for_page, publish
from examfiles import read
from examfiles.items import Dataset, Item
from magnetite.core.results import Finding, Heading, Run, Value, table
from magnetite.experiments.asking import draw
from magnetite.experiments.choices import passages_of
from magnetite.experiments.findings import bounded
from magnetite.scorers.likeness import embeddings
from magnetite.stats.intervals import Interval, mean, share
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import Verdict, verdict
from magnetite.views.text import normalised

SEED = 0
CHANCE = 1 / 3  # of three distractors
KINDS = {"b": "misreads the critical span", "c": "is about another span", "d": "has no support"}
SHARES = (
    *(Heading("what"), Heading("share", unit="share"), Heading("low", "from", "share"), Heading("high", "to", "share")),
    *(Heading("chance", "by chance", "share"), Heading("n", "questions", "count")),
)
DISTANCES = (
    *(Heading("data"), Heading("within", "diversity", "margin"), Heading("other", "to another question’s", "margin")),
    *(Heading("less", "difference", "margin"), Heading("low", "from", "margin"), Heading("high", "to", "margin")),
    Heading("n", "questions", "count"),
)


def main() -> None:
    """Measure, and publish the page."""
    given = _arguments()
    answered, wrong = people(given.answers, read(given.race, split="test"))
    kinds = read(given.kinds)
    exams = {"RACE test": answered, "OneStopQA": kinds}
    runs = {name: _run(given, exam) for name, exam in exams.items()}
    least_and_most = {name: _ends(run) for name, run in runs.items()}
    findings = [
        *(for_page(run.finding("distractors")) for run in runs.values()),
        chosen_by_people(answered, wrong, least_and_most["RACE test"]),
        kinds_of(kinds, least_and_most["OneStopQA"]),
        diversity(exams),
    ]
    titles = [f"{name}, {len(exam):,} questions" for name, exam in exams.items()]
    publish(
        given.page,
        "How plausible distractors are",
        f"{given.model}, on {' and '.join(titles)}",
        [*_named(findings[:2], titles), *findings[2:]],
        note="Answers are those of OneStopQA's laboratory study, one person a question.",
        precisions=[str(system["precision"]) for run in runs.values() for system in run.systems],
    )


def people(answers: Path, race: Dataset) -> tuple[Dataset, dict[str, int]]:
    """Return the questions that people answered, and of each that was answered wrong the place of the chosen option.

    A question is found by its passage and its options; one that is not found is left out.
    """
    by_options = {(_passage(item.id), _options(item.options)): item for item in race}
    answered, wrong = {}, {}
    for row in csv.DictReader(answers.read_text("utf-8").splitlines(), delimiter="\t"):
        number_, _, level = row["item_id"].removeprefix("r").split("_")
        options = row["options"].split("|")
        item = by_options.get((f"{level.lower()}{number_}", _options(options)))
        if item is None:
            continue
        answered[item.id] = item
        if row["chosen"] != "0":
            chosen = normalised(options[int(row["chosen"])])
            wrong[item.id] = next(k for k, option in enumerate(item.options) if normalised(option) == chosen)
    return race.with_items(list(answered.values())), wrong


def _passage(item_id: str) -> str:
    return item_id.rpartition("-")[0]


def _options(options: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(map(normalised, options)))


def _run(given: argparse.Namespace, exam: Dataset) -> Run:
    return magnetite.audit(
        exam, given.model, experiments=("distractors",), views=("QOC",), seed=SEED, store=given.store
    )


def _ends(run: Run) -> dict[str, tuple[int, int]]:
    """Return the places of the least and the most plausible distractor of each question."""
    rows = run.finding("distractors").items
    assert rows is not None
    return {row["id"]: (ord(row["least"]) - ord("A"), ord(row["most"]) - ord("A")) for row in rows.rows()}


def _named(findings: Sequence[Finding], titles: Sequence[str]) -> Iterator[Finding]:
    for finding, title in zip(findings, titles, strict=True):
        yield replace(finding, experiment=f"distractors-{title.split()[0].lower()}", title=title)


def chosen_by_people(exam: Dataset, wrong: Mapping[str, int], ends: Mapping[str, tuple[int, int]]) -> Finding:
    """Compare what people chose instead of the key with the most and the least plausible distractor."""
    items = [item for item in exam if item.id in wrong]
    passages = passages_of(items)
    ranks = {"the least plausible distractor": 0, "the most plausible distractor": 1}
    shares = {
        name: share(np.array([ends[item.id][end] == wrong[item.id] for item in items]), passages)
        for name, end in ranks.items()
    }
    told = "; ".join(
        f"{name} in {each.estimate:.0%} (95% interval {each.low:.0%} to {each.high:.0%}), {_than(each, CHANCE)}"
        for name, each in shares.items()
    )
    answer = (
        f"{len(items)} of {len(exam)} people's answers are wrong. They are {told}; by chance, each is in {CHANCE:.0%}. "
        f"With {len(items)} answers, a share of {told_by(len(items)):.0%} is told from chance four times in five."
    )
    rows = ((name, *bounded(each), CHANCE, each.n) for name, each in shares.items())
    return Finding(
        "distractors-people",
        "What people chose instead of the key",
        answer,
        tables=(table("chosen", "Wrong answers of people", SHARES, rows),),
    )


def told_by(answers: int) -> float:
    """Return the share of wrong answers from which on so many show, 4 times in 5, that it is more than by chance.

    >>> told_by(29) > told_by(290) > CHANCE
    True
    """
    counts = np.arange(answers + 1)
    lows = np.array([share(np.arange(answers) < count, np.arange(answers)).low for count in counts])
    enough = int(counts[lows > CHANCE][0])
    shares = np.linspace(CHANCE, 1, 2001)
    return float(shares[binom.sf(enough - 1, answers, shares) >= 0.8][0])


def kinds_of(exam: Dataset, ends: Mapping[str, tuple[int, int]]) -> Finding:
    """Compare the most plausible distractor with what each distractor was written for."""
    items = [item for item in exam if item.answer is not None]
    passages = passages_of(items)
    kinds = [item.metadata["types"][ends[item.id][1]] for item in items]
    shares = {kind: share(np.array([each == kind for each in kinds]), passages) for kind in KINDS}
    told = "; ".join(
        f"one that {KINDS[kind]} in {each.estimate:.0%}, {_than(each, CHANCE)}" for kind, each in shares.items()
    )
    rows = ((KINDS[kind], *bounded(each), CHANCE, each.n) for kind, each in shares.items())
    return Finding(
        "distractors-kinds",
        "What the most plausible distractor was written for",
        f"In {len(items)} questions, the most plausible distractor is {told}; by chance, each is in {CHANCE:.0%}.",
        tables=(table("kinds", "The most plausible distractor", SHARES, rows),),
    )


def _than(found: Interval, chance: float) -> str:
    words = {Verdict.ABOVE: "more than by chance", Verdict.BELOW: "less than by chance"}
    return words.get(verdict(found, chance), "which does not differ clearly from chance")


def diversity(exams: Mapping[str, Dataset]) -> Finding:
    """Measure how different the distractors of a question are, beside those of other questions."""
    rows, said = list[tuple[Value, ...]](), []
    for name, exam in exams.items():
        items = [item for item in exam if item.answer is not None]
        within, other = distances(items)
        passages = passages_of(items)
        gap = mean(within - other, passages)
        rows.append((name, within.mean(), other.mean(), gap.estimate, gap.low, gap.high, gap.n))
        said.append(f"{within.mean():.2f} in {name}, {other.mean():.2f} to a distractor of another question")
    return Finding(
        "distractors-diversity",
        "How different distractors are",
        f"The mean distance of two distractors of a question is {'; '.join(said)}. 0 is the same text.",
        tables=(table("diversity", "Distances of embeddings (1 less their cosine)", DISTANCES, rows),),
    )


def distances(items: Sequence[Item]) -> tuple[FloatArray, FloatArray]:
    """Return the mean distance of each question's distractors to each other and to those of another one, (items,)."""
    wrong = [[option for k, option in enumerate(item.options) if k != item.answer] for item in items]
    vectors = embeddings([option for each in wrong for option in each])
    within, other = np.zeros(len(items)), np.zeros(len(items))
    for k, (item, own) in enumerate(zip(items, wrong, strict=True)):
        within[k] = np.mean([1 - vectors[a] @ vectors[b] for a, b in combinations(own, 2)])
        others = [place for place, each in enumerate(items) if each.passage_id != item.passage_id]
        far = wrong[others[draw(SEED, "another question", item.id) % len(others)]]
        other[k] = np.mean([1 - vectors[a] @ vectors[b] for a in own for b in far])
    return within, other


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", type=Path)
    parser.add_argument("race")
    parser.add_argument("kinds", type=Path)
    parser.add_argument("--model", default="base")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--store")
    return parser.parse_args()


if __name__ == "__main__":
    main()
