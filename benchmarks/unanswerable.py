"""Un-answerable training on several data sets, beside Si et al. (2019), Table 3, as one page.

    python benchmarks/unanswerable.py DATA [DATA...] [--start qo] [--seeds 3] [--sample N] [--page FILE]

DATA are folders or archives of MCTest, DREAM, MCScript or RACE. Of MCTest MC500 is taken, of RACE middle and high, each
for itself; `--sets` names others of `SETS`, or fewer. Each is `magnetite unanswerable` with the settings of `SETS`, in
a folder of its own under `--folder`: stopped, the same command goes on, and nothing finished is trained again.
`--start`: "qo", the bundled system that never saw a passage (adapters, prefix layout); or "bare", the packaged encoder
(with `--lora 0` all its weights). What is given of a recipe goes before that of `SETS`.
MCScript2.0 is left out: the paper trains it on its own training set too, which has to be at hand.
"""

import argparse
import os
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from magnetite.auditing import TrainingData, load_datasets
from magnetite.auditing.systems.system import BUNDLED
from magnetite.auditing.unanswerable.run import unanswerable
from magnetite.core.results import Run
from magnetite.train import Step

START = BUNDLED / "small" / "qo" / "seed-0"
RULES = {"random": "guessing", "longest": "longest option", "shortest": "shortest option"}


@dataclass(frozen=True)
class Set:
    """Say how one of the paper's sets is trained here: which questions, for how many epochs."""

    name: str
    format: str
    level: str | None = None
    test: str = "test"
    recipe: dict[str, Any] = field(default_factory=dict)


SETS = (
    Set("MC160", "mctest", "mc160", recipe={"epochs": 6, "batch": 16}),
    Set("MC500", "mctest", "mc500", recipe={"epochs": 4, "batch": 16}),
    Set("RACE-M", "race", "middle", recipe={"epochs": 1}),
    Set("RACE-H", "race", "high", recipe={"epochs": 1}),
    Set("MCScript", "mcscript", recipe={"epochs": 1}),
    Set("DREAM", "dream", recipe={"epochs": 2}),
)


def main() -> None:
    """Train, test and write the page."""
    arguments = _arguments()
    wanted = arguments.sets.split(",") if arguments.sets else None
    runs = {}
    for path in arguments.data:
        kind = load_datasets(path, split="test")[0].format
        for each in SETS:
            if each.format == kind and (each.name in wanted if wanted else each.name != "MC160"):
                runs[each.name] = _run(path, each, arguments)
    lines = list(_page(runs, arguments))
    print("\n".join(lines))
    if arguments.page:
        arguments.page.write_text("\n".join(lines) + "\n", "utf-8")


def _run(path: str, each: Set, arguments: argparse.Namespace) -> Run:
    folder = arguments.folder / f"unanswerable-{each.name}-{arguments.start}"
    told = {**each.recipe, **{name: v for name, v in _given(arguments).items() if v is not None}}
    if arguments.start == "qo":
        told["init"] = START
    data = TrainingData(path, level=each.level, sample=arguments.sample, dev_limit=arguments.dev_limit)
    began = time.perf_counter()
    told |= {"test": each.test, "limit": arguments.limit, "seeds": arguments.seeds, "device": arguments.device}
    run = unanswerable(data, folder, progress=_show, **told)
    print(f"{each.name}: {time.perf_counter() - began:.0f} s, {run.cost['trained']} systems trained", flush=True)
    return run


def _page(runs: dict[str, Run], arguments: argparse.Namespace) -> Iterator[str]:
    yield "# Un-answerable training"
    yield ""
    typed = " ".join(["python benchmarks/unanswerable.py", *map(_named, arguments.data), *_flags(arguments)])
    yield f"    {typed}"
    yield ""
    start = "bundled QO system, seed 0, which never saw a passage" if arguments.start == "qo" else "packaged encoder"
    yield f"Every system starts from the {start}. {_machine()}"
    yield "The same intact test questions for all; per cent right, 95% intervals clustered by passage in brackets."
    yield "Paper: Si et al. 2019, Table 3 (Full: Table 2), BERT-large, in the last column of each set."
    yield ""
    yield from _table(runs)
    yield ""
    for name, run in runs.items():
        yield f"## {name}"
        yield ""
        yield run.findings[0].sentence
        yield ""
        yield from _details(run)
        yield ""


def _table(runs: dict[str, Run]) -> Iterator[str]:
    """Write Table 3: a row per training set; of each data set what it reaches, and the paper's value."""
    columns = {name: _rows(run) for name, run in runs.items()}
    names = list(dict.fromkeys(name for rows in columns.values() for name in rows))
    yield "| trained on | " + " | ".join(f"{name} | paper" for name in columns) + " |"
    yield "|---|" + "---|---|" * len(columns)
    for name in names:
        cells = [cell for rows in columns.values() for cell in (_right(rows[name]), _percent(rows[name]["reported"]))]
        yield f"| {RULES.get(name, name)} | {' | '.join(cells)} |"


def _details(run: Run) -> Iterator[str]:
    """Write what a data set's run has besides: differences, p-values, what is kept, the range over seeds."""
    asked, counts = run.settings["recipe"], run.settings["questions"]
    kind = f"adapters of rank {asked['lora_rank']}" if asked["lora_rank"] else "all weights"
    yield (
        f"Trained on {counts['training']:,} questions, epochs {asked['epochs']:g}, batch {asked['batch']}, {kind}, "
        f"{asked['layout']} layout, learning rate {asked['learning_rate']:g}, seeds "
        f"{', '.join(map(str, run.settings['seeds']))}; weights chosen on {counts['dev']:,} dev questions; tested on "
        f"{counts['test']:,}. Shuffles: {run.settings['reshuffle']}."
    )
    yield ""
    yield "| trained on | against Full, points | p (Holm) | gain over guessing kept | seeds from | to |"
    yield "|---|---|---|---|---|---|"
    for name, row in _rows(run).items():
        if name in RULES:
            continue
        gap, bounds = row["difference"], (row["difference_low"], row["difference_high"])
        shown = "" if gap is None else f"{100 * gap:+.1f} ({100 * bounds[0]:+.1f} to {100 * bounds[1]:+.1f})"
        p = "" if row["p"] is None else "< 0.001" if row["p"] < 0.001 else f"{row['p']:.3f}"
        ends = f"{_percent(row['lowest'])} | {_percent(row['highest'])}"
        yield f"| {name} | {shown} | {p} | {_percent(row['kept'])} | {ends} |"


def _rows(run: Run) -> dict[str, dict[str, Any]]:
    rows = run.finding("unanswerable").table("training_sets").rows()
    return {row["training"]: row for row in rows if row["level"] == "all"}


def _right(row: dict[str, Any]) -> str:
    bounds = "" if row["low"] is None else f" ({_percent(row['low'])}–{_percent(row['high'])})"
    return f"{_percent(row['accuracy'])}{bounds}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


def _show(training: str, seed: int, step: Step) -> None:
    if step.split == "dev" or step.number == step.of:
        print(f"{training}, seed {seed}: {step.number} of {step.of}, {step.split} {step.correct:.1%}", flush=True)


def _machine() -> str:
    name = torch.cuda.get_device_name() if torch.cuda.is_available() else f"{os.cpu_count()} CPU cores"
    return f"{name}, {platform.machine()}, torch {torch.__version__}."


def _named(path: str) -> str:
    return Path(path).name


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what of the recipe the command gives; None where it leaves it to the set and the preset."""
    names = ("epochs", "batch", "learning_rate", "layout", "reshuffle")
    return {**{name: getattr(arguments, name) for name in names}, "lora_rank": arguments.lora}


def _flags(arguments: argparse.Namespace) -> Iterator[str]:
    usual = _parser().parse_args(["."])
    for name, value in vars(arguments).items():
        if name not in {"data", "page", "folder", "device"} and value != getattr(usual, name):
            yield f"--{name.replace('_', '-')} {value}"


def _arguments() -> argparse.Namespace:
    return _parser().parse_args()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--sets", help="some of the paper's sets, as in MC160,MC500")
    parser.add_argument("--start", choices=("qo", "bare"), default="qo")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--dev-limit", type=int, default=300)
    parser.add_argument("--epochs", type=float)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--learning-rate", type=float)
    parser.add_argument("--layout", choices=("prefix", "joint"))
    parser.add_argument("--lora", type=int)
    parser.add_argument("--reshuffle", choices=("fixed", "epoch"))
    parser.add_argument("--device", default="auto")
    parser.add_argument("--folder", type=Path, default=Path("runs"))
    parser.add_argument("--page", type=Path)
    return parser


if __name__ == "__main__":
    main()
