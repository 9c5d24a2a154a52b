"""Train against magnets and see what it does; and see where the bias comes from (Lin et al. 2021, §4.5, §4.6).

    magnetite magnets RACE.tar.gz --output runs/magnets
    python benchmarks/augmented.py RACE.tar.gz runs/magnets/options.jsonl FOLDER [--sample 6000] [--page FILE]
        [--screen-passages 25] [--limit 1000]

Into FOLDER it trains, from the bundled QO system, on the same questions with the same seed: `plain`; `high`, with one
of the 400 options of highest interference in each question; `low`, with one of the 400 lowest. From the packaged base:
`none` (an untrained head) and `head` (the final linear layer alone). What is there already is not trained again.
Then it screens, on the questions of some test passages: the first 1,000 options by interference, the 400 trained on
apart from the 600 others (Figure 8); and 1,186 others that no training saw (Figure 5; 1,000 of them for Table 4).
Prints Table 2, both figures as means, and Table 4, beside the paper's figures.
"""

import argparse
import os
import platform
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

import magnetite
from magnetite.auditing import TrainingData, train_system
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.results import Run
from magnetite.formats.option_lists import ListedOption, read_options, write_options
from magnetite.report.drawing import save_figure
from magnetite.report.kinds import figures
from magnetite.stats.correlation import correlation

TRAINED_ON, LISTED, UNSEEN, RANDOM = 400, 1000, 1186, 1000
# Lin et al. (2021): Table 2, base versions: original accuracy, under a combination, under a plain statement.
TABLE_2 = {"BERT": (0.601, 0.576, 0.670), "ALBERT": (0.689, 0.681, 0.740), "RoBERTa": (0.723, 0.725, 0.778)}
# Table 4, BERT base: correlation with the fine-tuned model, accuracy, mean T.
TABLE_4 = {
    "pre-trained": (-0.023, 0.315, 0.0518),
    "head alone": (0.069, 0.315, 0.0214),
    "fine-tuned": (1, 0.613, 0.0713),
}


def main() -> None:
    """Train what is not trained yet, screen, and print the page."""
    arguments = _arguments()
    folder, rows = arguments.folder, read_options(arguments.options)
    folder.mkdir(parents=True, exist_ok=True)
    _write_sets(rows, folder)
    for name in ("plain", "high", "low", "none", "head"):
        if not (folder / name / "magnetite.json").is_file() or (folder / name / "training").exists():
            _train(name, arguments)
    lines = [*_head(arguments), *_augmented(folder, arguments), *_origin(folder, arguments)]
    print("\n".join(lines))
    if arguments.page:
        arguments.page.write_text("\n".join(lines) + "\n", "utf-8")


def _head(arguments: argparse.Namespace) -> Iterator[str]:
    given = {name: getattr(arguments, name) for name in ("sample", "screen_passages", "limit", "seed")}
    flags = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in given.items() if value is not None)
    yield "# Training against magnets, and where the bias comes from"
    yield ""
    yield f"    python benchmarks/augmented.py {Path(arguments.data).name} OPTIONS FOLDER {flags}"
    yield ""
    yield (
        f"Trained from the bundled QO system (seed 0) on the same {arguments.sample:,} questions of RACE train; "
        f"{os.cpu_count()} CPU cores, Python {platform.python_version()}, torch {torch.__version__}."
    )
    yield ""


def _pictures(run: Run, name: str, arguments: argparse.Namespace) -> Iterator[str]:
    """Draw the curves of interference of a screen, and link them."""
    if arguments.pictures is None:
        return
    figure = figures(run.finding("magnets").table("curves"))[0]
    path = save_figure(figure.chart, arguments.pictures / f"augmented-{name}.png", scale=1.25)
    yield f"![{figure.caption.partition('. ')[0]}](../images/{path.name})"
    yield ""


def _write_sets(rows: Sequence[ListedOption], folder: Path) -> None:
    """Split the options, strongest first: trained on, listed, the weakest, and some that are in none of these."""
    weakest = rows[-TRAINED_ON:]
    middle = list(rows[LISTED:-TRAINED_ON])
    random.Random(0).shuffle(middle)
    sets = {"high": rows[:TRAINED_ON], "low": weakest, "listed": rows[:LISTED], "unseen": middle[:UNSEEN]}
    for name, part in sets.items():
        if not (folder / f"{name}.jsonl").is_file():
            write_options(folder / f"{name}.jsonl", part)


def _train(name: str, arguments: argparse.Namespace) -> None:
    data = TrainingData(arguments.data, split="train", sample=arguments.sample, sample_seed=arguments.seed, dev="off")
    told: dict[str, Any] = {"view": "QOC", "seed": arguments.seed, "layout": "prefix"}
    if name in {"none", "head"}:
        told["train"] = name
    else:
        told["init"] = BUNDLED / "small" / "qo" / "seed-0"
    if name in {"high", "low"}:
        told |= {"augment_with": arguments.folder / f"{name}.jsonl", "augment_top": TRAINED_ON}
    train_system(data, arguments.folder / name, progress=_show, **told)


def _show(seed: int, step: Any) -> None:
    print(f"seed {seed} step {step.number} of {step.of} {step.split} loss {step.loss:.3f}", flush=True)


def _screened(folder: Path, names: Sequence[str], pool: str, arguments: argparse.Namespace, **told: Any) -> Run:
    models = [str(folder / name) for name in names]
    return magnetite.magnets(
        arguments.data,
        models,
        pool=str(folder / f"{pool}.jsonl"),
        store=arguments.store,
        seed=arguments.seed,
        screen_passages=arguments.screen_passages,
        limit=arguments.limit,
        **told,
    )


def _interference(run: Run, folder: Path, name: str) -> dict[str, float]:
    interference = run.finding("magnets").table("interference")
    pairs = zip(interference.values("option"), interference.values(f"{folder / name} QOC"), strict=True)
    return {str(option): float(value or 0) for option, value in pairs}


def _augmented(folder: Path, arguments: argparse.Namespace) -> Iterator[str]:
    names = ("plain", "high", "low")
    listed = _screened(folder, names, "listed", arguments, top=2, series_at_most=1)
    unseen = _screened(folder, names, "unseen", arguments, validate=False)
    trained_on = {row.option for row in read_options(folder / "high.jsonl")}
    yield "## Training against magnets"
    yield ""
    yield "| system | original | one combination | one plain statement |"
    yield "|---|---|---|---|"
    for model, values in TABLE_2.items():
        yield f"| {model} base, augmented (paper's Table 2) | {' | '.join(f'{value:.3f}' for value in values)} |"
    attacks = listed.finding("attack").table("attacks")
    for name in names:
        rows = [
            (series, before, after)
            for system, level, series, before, after in zip(
                *(attacks.values(column) for column in ("system", "level", "series", "before", "after")), strict=True
            )
            if system == f"{folder / name} QOC" and level == "all"
        ]
        found = {bool(series): after for series, _, after in rows}
        cells = [f"{found[kind]:.3f}" if kind in found else "" for kind in (True, False)]
        yield f"| {name} (ours) | {rows[0][1]:.3f} | {' | '.join(cells)} |"
    yield ""
    yield "| mean T of | " + " | ".join(names) + " |"
    yield "|---|" + "---|" * len(names)
    scores = {name: _interference(listed, folder, name) for name in names}
    groups = {
        "the 400 trained on (high)": [option for option in scores["plain"] if option in trained_on],
        "the 600 next (Figure 8)": [option for option in scores["plain"] if option not in trained_on],
    }
    for group, options in groups.items():
        yield f"| {group} | {' | '.join(f'{np.mean([scores[name][o] for o in options]):.3f}' for name in names)} |"
    others = {name: list(_interference(unseen, folder, name).values()) for name in names}
    yield f"| {UNSEEN:,} in no training (Figure 5) | {' | '.join(f'{np.mean(others[name]):.3f}' for name in names)} |"
    yield ""
    yield from _pictures(unseen, "figure-5", arguments)


def _origin(folder: Path, arguments: argparse.Namespace) -> Iterator[str]:
    names = ("none", "head", "plain")
    run = _screened(folder, names, "unseen", arguments, pool_size=RANDOM, top=1)
    scores = {name: _interference(run, folder, name) for name in names}
    yield "## Where the bias comes from"
    yield ""
    yield "| system | correlation with fine-tuned | accuracy | mean T |"
    yield "|---|---|---|---|"
    for label, values in TABLE_4.items():
        yield f"| BERT base, {label} (paper's Table 4) | {' | '.join(f'{value:.3f}' for value in values)} |"
    for name in names:
        mine, tuned = (np.array([scores[each][o] for o in scores["plain"]]) for each in (name, "plain"))
        together = correlation(mine, tuned)
        right = run.finding("attack").number("accuracy before", f"{folder / name} QOC")
        yield (
            f"| {name} (ours) | {together.estimate:.3f} ({together.low:.3f} to {together.high:.3f}) | "
            f"{right.value:.3f} | {mine.mean():.3f} |"
        )
    yield ""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("options", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=6000)
    parser.add_argument("--screen-passages", type=int, default=25)
    parser.add_argument("--limit", type=int, help="questions attacked, at most (drawn as whole passages)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--pictures", type=Path, help="a folder for Figure 5")
    return parser.parse_args()


if __name__ == "__main__":
    main()
