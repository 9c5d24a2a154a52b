"""Race a joint system, whose cells are full passes, with its stand-in choosing the cells to score first.

    python -m benchmarks.joint RACE.tar.gz [--sample 2000] [--pool 2000] [--folder runs/joint] [--page FILE]

Trains a QOC system in the joint layout from the bundled prefix system's weights, on `sample` questions of RACE train.
Measures what the stand-in is worth: on 24 questions × 200 options, its correlation with the exact scores, within a
question, of the margins, and of T_k in rank; and the cost of a score of either, in one run. Then races, as
`magnetite magnets --mode race` does, over the first `pool` options of the pool.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import stats

import magnetite
from benchmarks.published import publish
from examfiles.items import Item
from magnetite.commands.magnets import MAGNETS
from magnetite.core.cells import crossed_cells, own_cells
from magnetite.core.results import Finding, Heading, Number, Run, table
from magnetite.core.scorer import Scorer
from magnetite.experiments.choices import read_choices
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.request import TrainingData
from magnetite.scorers.find import find_systems
from magnetite.scorers.stand_in import stand_in
from magnetite.scorers.system import BUNDLED
from magnetite.views import view

MEASURED = (24, 200)
CORRELATIONS = ("scores, within a question", "margins", "T_k, in rank")

Floats = npt.NDArray[np.float64]


def main() -> None:
    """Train, measure, race, and print the page."""
    arguments = _arguments()
    system = arguments.folder / "system"
    if not (system / "magnetite.json").is_file() or (system / "training").exists():
        data = TrainingData(arguments.data, split="train", sample=arguments.sample, sample_seed=500, dev="off")
        start = BUNDLED / "small" / "qoc" / "seed-0"
        numbers: magnetite.RecipeSettings = {"layout": "joint", "seed": 0, "epochs": 1, "micro": 4}
        magnetite.train_system(data, system, view="QOC", init=start, progress=_show, **numbers)
    measured = _measure(system, arguments)
    print(measured, flush=True)
    began = time.perf_counter()
    run = magnetite.magnets(
        arguments.data,
        [str(system)],
        mode="race",
        pool_size=arguments.pool,
        validate=False,
        output=arguments.folder / "race",
        store=arguments.store,
        overwrite=True,
        watch=_watch(),
    )
    publish(
        arguments.page,
        "A joint system, raced",
        f"{run.dataset['name']}, {run.dataset['items']} questions",
        _findings(measured, run, time.perf_counter() - began),
        note="The bundled QOC system, seed 0, trained further in the joint layout, on "
        f"{arguments.sample:,} questions of RACE train.",
        precisions=[str(system["precision"]) for system in run.systems],
    )


def _measure(system: Path, arguments: argparse.Namespace) -> dict[str, float]:
    """Score the same cells with the system and with its stand-in, and compare."""
    prepared = MAGNETS.ready(
        {"data": arguments.data, "models": str(system), "pool_size": arguments.pool, "validate": False}
    )
    pool = next(each.drawn for each in prepared.experiments if isinstance(each, Magnets) and each.drawn is not None)
    many, tried = MEASURED
    items = prepared.exam.items[:many]
    columns = np.random.default_rng(0).choice(len(pool.options), tried, replace=False)
    options = [pool.options[k] for k in columns]
    allowed = pool.allowed[:many][:, columns]
    exact = find_systems(str(system), ("QOC",)).by_view["QOC"].first
    cheap = stand_in(exact)
    if cheap is None:
        raise SystemExit(f"{system}: has no stand-in.")
    found = [_crossed(scorer, items, options, allowed) for scorer in (exact, cheap)]
    (scores, margins, seconds), (guessed, guesses, less) = found
    inside = [
        stats.pearsonr(scores[row][allowed[row]], guessed[row][allowed[row]]).statistic for row in range(len(items))
    ]
    return {
        "scores, within a question": float(np.mean(inside)),
        "margins": float(stats.pearsonr(margins[allowed], guesses[allowed]).statistic),
        "T_k, in rank": float(stats.spearmanr(_interference(margins), _interference(guesses)).statistic),
        "cost": less / seconds,
        "seconds": seconds,
        "cells": int(allowed.sum()),
    }


def _crossed(
    scorer: Scorer, items: tuple[Item, ...], options: list[str], allowed: npt.NDArray[np.bool_]
) -> tuple[Floats, Floats, float]:
    """Score questions × options; return the scores and margins, NaN where not allowed, and the seconds it took."""
    viewed = [view("QOC")(item) for item in items]
    best = read_choices(items, scorer.score(own_cells(viewed))).best
    scores = np.full(allowed.shape, np.nan)
    began = time.perf_counter()
    scores[allowed] = scorer.score(crossed_cells(viewed, options, allowed))
    return scores, scores - best[:, None], time.perf_counter() - began


def _interference(margins: Floats) -> Floats:
    found: Floats = np.nanmean(np.where(np.isnan(margins), np.nan, margins > 0), axis=0)
    return found


def _findings(measured: dict[str, float], run: Run, seconds: float) -> tuple[Finding, ...]:
    told = {number.label: number.value for number in run.finding("race").numbers}
    of = told["cells of a full screen"]
    exact, cheap = told["cells asked for"] / of, told["scores of stand-ins"] / of
    many, tried = MEASURED
    headings = (Heading("what", "correlation of"), Heading("correlation", "", "correlation"))
    return (
        Finding(
            "stand-in",
            "The stand-in beside exact scores",
            f"On {many} questions × {tried} options, {measured['cells']:,} cells. A score of the stand-in takes "
            f"{measured['cost']:.1%} of the time of an exact one, in the same run.",
            tables=(
                table("correlations", "Correlations", headings, [(name, measured[name]) for name in CORRELATIONS]),
            ),
        ),
        Finding(
            "race",
            "The race",
            "",
            numbers=(
                Number("cells of a full screen", of, unit="count"),
                Number("exact cells asked for", told["cells asked for"], unit="count"),
                Number("exact cells asked for, of the full screen", exact),
                Number("scores of the stand-in, of the full screen's cells", cheap),
                Number("share of the full screen's cost, the stand-in's included", exact + measured["cost"] * cheap),
                Number("interference to reach", told["interference to reach"], unit="score"),
                Number("minutes", seconds / 60, unit="count"),
            ),
        ),
    )


def _show(_seed: int, step: Any) -> None:
    print(f"{step.number} of {step.of}, {step.split} {step.correct:.1%}", flush=True)


def _watch() -> Any:
    latest = [time.monotonic()]

    def watch(name: str, progress: Any) -> None:
        if time.monotonic() - latest[0] > 60:
            latest[0] = time.monotonic()
            print(name, progress, flush=True)

    return watch


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--sample", type=int, default=2000)
    parser.add_argument("--pool", type=int, default=2000)
    parser.add_argument("--folder", type=Path, default=Path("runs/joint"))
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
