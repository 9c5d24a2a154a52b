"""The same questions in two languages: what readers get right with the text and without, and what the second costs.

    python -m benchmarks.belebele ENGLISH.jsonl GERMAN.jsonl [--models base,reader] [--questions 300] [--write]

The files have the same questions line for line, as Belebele's have (Bandarkar et al. 2024).
With --questions, every n-th text is asked, in both languages alike. Differences are paired by question.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

import magnetite
from benchmarks.published import for_page, publish
from examfiles import read
from examfiles.items import Dataset
from magnetite.core.results import Finding, Heading, Run, table
from magnetite.experiments.choices import passages_of
from magnetite.experiments.findings import bounded, number
from magnetite.experiments.flags.finding import IN_TWO_LANGUAGES
from magnetite.experiments.informativity.experiment import ANSWERABILITY
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED
from magnetite.stats.intervals import Interval, difference
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, Verdict, verdict
from magnetite_papers.paper import with_minus

VIEWS = {"QOC": "with the text", "QO": "without the text"}
WORDS = {
    Verdict.ABOVE: "more right answers",
    Verdict.BELOW: "fewer right answers",
    Verdict.LEVEL: "as many right answers, within five points,",
    Verdict.OPEN: "neither clearly more nor clearly fewer right answers",
}
HEADINGS = (
    *(Heading("reader"), Heading("read")),
    *(Heading("first", "in the first language", "share"), Heading("second", "in the second", "share")),
    *(Heading(f"gap{end}", "second less first (points)", "points") for end in ("", "_low", "_high")),
    Heading("n", "questions", "count"),
)
NOTE = (
    "No bundled reader was trained on these questions. Text informativity is that of Säuberli and Clematide (2024), "
    "whose figures are of other readers and of people, and are not repeated here. The German questions are "
    "translations, so a difference may lie in the translation as well as in the reader."
)


def main() -> None:
    """Measure, and publish the page."""
    arguments = _arguments()
    exams = [every_nth(read(path), arguments.questions) for path in (arguments.first, arguments.second)]
    if [item.answer for item in exams[0]] != [item.answer for item in exams[1]]:
        raise SystemExit("The two files do not have the same keys line for line: they are not the same questions.")
    runs = {model: [_run(exam, model, arguments.store) for exam in exams] for model in arguments.models.split(",")}
    if arguments.write:
        for model, both in runs.items():
            _write(model, both)
    findings = [_between(exams[0], runs), *_each(runs, (arguments.first.stem, arguments.second.stem))]
    publish(
        arguments.page,
        "The same questions in two languages",
        f"{len(exams[0]):,} questions on {len({item.passage_id for item in exams[0]}):,} texts, twice",
        findings,
        note=NOTE,
        precisions=[str(system["precision"]) for both in runs.values() for run in both for system in run.systems],
    )


def every_nth(exam: Dataset, questions: int | None) -> Dataset:
    """Return the questions of every n-th text, about as many as wanted: by place, so the same in both languages."""
    if questions is None or questions >= len(exam):
        return exam
    every = max(1, round(len(exam) / questions))
    texts = list(dict.fromkeys(item.passage_id for item in exam))[::every]
    return exam.with_items([item for item in exam if item.passage_id in set(texts)])


def _run(exam: Dataset, model: str, store: str | None) -> Run:
    return magnetite.audit(
        exam, model, experiments=("informativity", "accuracy"), views=("QO", "QOC"), calibrate_on="off", store=store
    )


def _write(model: str, both: Sequence[Run]) -> None:
    """Write what a bundled system gets right with the text in each language into its card, where `check` finds it."""
    path = BUNDLED / model / "qoc" / CARD
    card = json.loads(path.read_text("utf-8"))
    measured = {}
    for language, run in zip(("en", "de"), both, strict=True):
        right = run.finding("informativity").number(ANSWERABILITY)
        ends = {
            name: value if value is None else round(value, 6)
            for name, value in zip(("value", "low", "high"), (right.value, right.low, right.high), strict=True)
        }
        measured[language] = {**ends, "n": right.n}
    card.setdefault("measured", {})[IN_TWO_LANGUAGES] = measured
    path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _right(run: Run, view: str) -> FloatArray:
    """Return what is right under a view, (questions,): the key has the highest probability, and has it alone."""
    items = run.finding("informativity").items
    assert items is not None  # the finding of every such run has them
    return np.array(items.values(f"right_{view}"), dtype=np.float64)


def _between(exam: Dataset, runs: dict[str, list[Run]]) -> Finding:
    """Compare the two languages, question by question."""
    passages = passages_of(exam.items)
    rows, numbers, told = [], [], []
    for model, both in runs.items():
        for view, read_ in VIEWS.items():
            first, second = (_right(run, view) for run in both)
            gap = difference(second, first, passages)
            rows.append((model, read_, first.mean(), second.mean(), *bounded(gap), gap.n))
            numbers.append(number("second less first", gap, "points", f"{model}, {read_}"))
            told.append(f"{read_} {model} has {WORDS[verdict(gap, margin=MARGIN)]} ({_points(gap)})")
    title = "The second language less the first, question by question"
    sentence = f"In the second language, {'; '.join(told)}."
    return Finding("between", title, sentence, tuple(numbers), (table("between", title, HEADINGS, rows),))


def _points(gap: Interval) -> str:
    return with_minus(f"{100 * gap.estimate:+.1f} points, {100 * gap.low:+.1f} to {100 * gap.high:+.1f}")


def _each(runs: dict[str, list[Run]], names: Sequence[str]) -> Iterator[Finding]:
    for model, both in runs.items():
        for name, run in zip(names, both, strict=True):
            finding = for_page(run.finding("informativity"))
            tables = tuple(each for each in finding.tables if each.name != "least")
            yield replace(finding, experiment=f"{model}-{name}", title=f"{model} on {name}", tables=tables)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--models", default="base")
    parser.add_argument("--questions", type=int)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--write", action="store_true", help="Write what bundled systems get right into their cards.")
    parser.add_argument("--store")
    return parser.parse_args()


if __name__ == "__main__":
    main()
