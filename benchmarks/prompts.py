"""What language models without an adapter get right by letters, under each of the built-in prompts.

    python -m benchmarks.prompts RACE.tar.gz@test DREAM@test … [--models reader-small=60,reader=20] [--page FILE]

Each model reads the same questions with their passages (view QOC) and is asked for a letter, in every rotation of the
options; MODEL=N: at most N questions of each exam, drawn as whole passages by seed. A prompt is compared with `plain`
question by question, over all exams together, where each passage counts as a cluster.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

import magnetite
from benchmarks.published import publish
from examfiles.items import Dataset
from magnetite import Asking
from magnetite.core.results import Finding, Heading, Value, table
from magnetite.experiments.choices import passages_of, read_choices
from magnetite.running.data import limit_items, load_joined
from magnetite.scorers.prompts import BUILT_IN, PLAIN
from magnetite.stats.intervals import Interval, cluster_codes, difference, mean
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, Verdict, verdict

SEED = 0
WORDS = {
    Verdict.ABOVE: "more right answers than",
    Verdict.BELOW: "fewer right answers than",
    Verdict.LEVEL: "as many right answers as",
    Verdict.OPEN: "neither clearly more nor clearly fewer right answers than",
}
HEADINGS = (
    *(Heading("exam"), Heading("prompt")),
    *(Heading("right", "", "share"), Heading("low", "at least", "share"), Heading("high", "at most", "share")),
    *(Heading("gap", "more than plain (points)", "points"), Heading("gap_low", "from", "points")),
    *(Heading("gap_high", "to", "points"), Heading("n", "questions", "count")),
)
ALL = "all together"


def main() -> None:
    """Ask every model under every prompt, and publish the page."""
    given = _arguments()
    models = dict(each.split("=") for each in given.models.split(","))
    exams = [load_joined(path) for path in given.data]
    findings = [_finding(model, [limit_items(exam, int(most), SEED) for exam in exams], given.store)
                for model, most in models.items()]  # fmt: skip
    publish(
        given.page,
        "What language models without an adapter get right, by prompt",
        ", ".join(f"{exam.name} {exam.split or ''}".strip() for exam in exams),
        findings,
        note="Letters are asked in every rotation of the options, with the passage. chat-answer is a chat whose reply "
        "has begun with “The answer is”. Nothing was tuned on these questions.",
    )


def _finding(model: str, exams: Sequence[Dataset], store: str | None) -> Finding:
    right = {name: [_right(model, name, exam, store) for exam in exams] for name in BUILT_IN}
    rows: list[list[Value]] = []
    for place, exam in enumerate(exams):
        passages = passages_of(exam.items)
        rows += [_row(exam.name, name, right[name][place], right[PLAIN][place], passages) for name in BUILT_IN]
    joined = {name: np.concatenate(each) for name, each in right.items()}
    passages = cluster_codes([f"{exam.name}/{item.passage_id}" for exam in exams for item in exam])
    rows += [_row(ALL, name, joined[name], joined[PLAIN], passages) for name in BUILT_IN]
    told = [_told(name, joined[name], joined[PLAIN], passages) for name in BUILT_IN if name != PLAIN]
    sentence = f"With plain, {model} is right on {joined[PLAIN].mean():.0%} of {len(passages):,} questions. "
    return Finding(
        f"prompts-{model}",
        f"{model}, {len(passages):,} questions",
        sentence + " ".join(told),
        tables=(table("prompts", "Right by prompt", HEADINGS, rows),),
    )


def _right(model: str, name: str, exam: Dataset, store: str | None) -> FloatArray:
    asking = Asking(scoring="symbol", prompt=name, rotations="all")
    frame = magnetite.score(exam, model, views=["QOC"], asking=asking, store=store)
    scores = frame.group_by("id", "option").agg(pl.col("score").mean()).sort("id", "option")
    by_id = {key: group["score"].to_numpy() for (key,), group in scores.group_by("id", maintain_order=True)}
    flat = np.concatenate([by_id[item.id] for item in exam])
    return np.asarray(read_choices(exam.items, flat, name).correct, dtype=np.float64)


def _row(exam: str, name: str, right: FloatArray, plain: FloatArray, passages: np.ndarray) -> list[Value]:
    share = mean(right, passages, least=0.0, most=1.0)
    gap = _gap(name, right, plain, passages)
    bounds: list[Value] = [gap.estimate, gap.low, gap.high] if gap else [None, None, None]
    return [exam, name, share.estimate, share.low, share.high, *bounds, share.n]


def _gap(name: str, right: FloatArray, plain: FloatArray, passages: np.ndarray) -> Interval | None:
    return None if name == PLAIN else difference(right, plain, passages)


def _told(name: str, right: FloatArray, plain: FloatArray, passages: np.ndarray) -> str:
    gap = difference(right, plain, passages)
    side = WORDS[verdict(gap, margin=MARGIN)]
    points = f"{100 * gap.estimate:+.1f} points, {100 * gap.low:+.1f} to {100 * gap.high:+.1f}"
    return f"{name} gives {side} plain ({points.replace('-', '−')})."


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--models", default="reader-small=60,reader=20")
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
