"""Un-readable attacks on the seven sets of Si et al. (2019), beside their Table 2, as one page.

    python benchmarks/unreadable.py DATA [DATA...] [--sets MC160,RACE-M] [--limit N] [--page FILE] [--pictures FOLDER]

DATA are folders or archives of MCTest, DREAM, MCScript, MCScript2.0 or RACE. The bundled QOC system (seed 0) is
fine-tuned on each set's own training questions with the settings of `SETS`; RACE, which it was trained on, takes it as
it is; MCScript2.0, whose training questions are not at hand, takes the system of MCScript and is tested on dev, as in
the paper. Each set is then attacked as `magnetite unreadable` does it, controls and all. What was trained or scored
before is not done again. `--limit`: at most so many questions of a set, drawn as whole passages.
"""

import argparse
import os
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

import magnetite
from magnetite.auditing import TrainingData, load_datasets, train_system
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.items import Dataset
from magnetite.core.results import Run
from magnetite.report.drawing import save_figure
from magnetite.report.kinds import figures

START = BUNDLED / "small" / "qoc" / "seed-0"
PICTURES = {"by_growth": "Figure 5", "by_attack": "Figure 6", "by_answer_length": "Figure 7", "by_degree": "Figure 8"}
PICTURED = ("MCScript", "RACE-M")  # in Figures 5, 7 and 8, as in the paper


@dataclass(frozen=True)
class Set:
    """Say which questions a set of the paper is, and how a system is trained for it: not at all without a recipe."""

    name: str
    source: str  # the dataset's name
    level: str | None = None
    test: str = "test"
    recipe: dict[str, Any] = field(default_factory=dict)
    system: str | None = None  # of another set


SETS = (
    Set("MC160", "MCTest", "mc160", recipe={"epochs": 4, "batch": 16}),
    Set("MC500", "MCTest", "mc500", recipe={"epochs": 3, "batch": 16}),
    Set("RACE-M", "RACE", "middle"),
    Set("RACE-H", "RACE", "high"),
    Set("MCScript", "MCScript", recipe={"epochs": 1}),
    Set("MCScript2.0", "MCScript2.0", test="dev", system="MCScript"),
    Set("DREAM", "DREAM", recipe={"epochs": 1}),
)
# Si et al. (2019), Table 2, BERT-large: right answers in per cent, in the order of SETS.
PAPER = {
    "none": (74.7, 69.3, 75.6, 64.7, 87.7, 83.9, 62.8),
    "AddSent2Pas-Shuffle": (32.1, 31.6, 41.0, 34.5, 36.2, 41.2, 42.0),
    "AddSent2Opt-Shuffle": (46.5, 43.4, 58.8, 50.3, 29.9, 25.5, 59.3),
    "AddAns2Opt-Shuffle": (73.5, 66.2, 65.1, 50.0, 75.4, 65.4, 76.1),
    "Sent2Opt-Shuffle": (37.1, 36.7, 48.3, 43.3, 14.5, 15.4, 30.6),
    "Ans2Opt-Shuffle": (68.8, 63.6, 49.1, 44.1, 55.6, 52.1, 41.2),
    "AddSent2Opt": (17.5, 19.1, 60.0, 49.6, 38.6, 34.4, 35.2),
    "AddAns2Opt": (47.9, 38.5, 60.1, 43.6, 79.2, 69.6, 47.9),
}
# Figures 5, 7 and 8: correlations over bins under AddSent2Opt-Shuffle; Figure 6: over attacks.
PAPER_FIGURES = {
    ("MCScript", "growth of wrong options"): -0.6403,
    ("RACE-M", "growth of wrong options"): -0.3997,
    ("MCScript", "length of the answer"): 0.7693,
    ("RACE-M", "length of the answer"): -0.4048,
    ("MCScript", "ShuffleDegree"): -0.8965,
    ("RACE-M", "ShuffleDegree"): -0.3442,
}
OVER_ATTACKS = -0.4293
SHOWN = "AddSent2Opt-Shuffle"


def main() -> None:
    """Train what is not trained yet, attack, and print the page."""
    arguments = _arguments()
    sources = {each.name: (path, each) for path in arguments.data for each in load_datasets(path)}
    wanted = arguments.sets.split(",") if arguments.sets else [each.name for each in SETS]
    runs: dict[str, Run] = {}
    for each in SETS:
        if each.name in wanted and each.source in sources:
            runs[each.name] = _run(each, sources[each.source][0], arguments)
    lines = list(_page(runs, arguments))
    print("\n".join(lines))
    if arguments.page:
        arguments.page.write_text("\n".join(lines) + "\n", "utf-8")


def _run(each: Set, path: str, arguments: argparse.Namespace) -> Run:
    system = START if not each.recipe else _trained(each, path, arguments)
    if each.system:
        system = arguments.folder / f"unreadable-{each.system}" / "system"
    began = time.perf_counter()
    run = magnetite.unreadable(
        _questions(each, path),
        str(system),
        output=arguments.folder / f"unreadable-{each.name}" / "report",
        limit=arguments.limit,
        store=arguments.store,
        overwrite=True,
    )
    print(f"{each.name}: {time.perf_counter() - began:.0f} s, {run.cost}", flush=True)
    return run


def _trained(each: Set, path: str, arguments: argparse.Namespace) -> Path:
    folder: Path = arguments.folder / f"unreadable-{each.name}" / "system"
    if (folder / "magnetite.json").is_file() and not (folder / "training").exists():
        return folder
    data = TrainingData(path, split="train", level=each.level, dev_limit=300)
    told = {"view": "QOC", "layout": "prefix", "init": START, "seed": 0, **each.recipe}
    return train_system(data, folder, progress=_show, **told)


def _show(_seed: int, step: Any) -> None:
    if step.split == "dev" or step.number == step.of:
        print(f"{step.number} of {step.of}, {step.split} {step.correct:.1%}", flush=True)


def _questions(each: Set, path: str) -> Dataset:
    dataset = load_datasets(path, split=each.test)[0]
    items = tuple(item for item in dataset.items if each.level in {None, item.level})
    return replace(dataset, name=each.name, items=items)


def _page(runs: dict[str, Run], arguments: argparse.Namespace) -> Iterator[str]:
    named = " ".join(Path(path).name for path in arguments.data)
    given = {"sets": arguments.sets, "limit": arguments.limit}
    flags = "".join(f" --{name} {value}" for name, value in given.items() if value)
    machine = torch.cuda.get_device_name() if torch.cuda.is_available() else f"{os.cpu_count()} CPU cores"
    yield "# Un-readable attacks beside Si et al. (2019)"
    yield ""
    yield f"    python benchmarks/unreadable.py {named}{flags}"
    yield ""
    yield (
        f"The bundled QOC system, seed 0, {machine}, Python {platform.python_version()}, torch {torch.__version__}: "
        "fine-tuned on each set's own training questions (MC160 4 epochs, MC500 3, MCScript and DREAM 1), RACE as it "
        "is, MCScript2.0 with MCScript's system on dev. Paper: Si et al. 2019, Table 2, BERT-large."
    )
    yield ""
    yield from _table_2(runs)
    yield ""
    yield from _controls(runs)
    yield ""
    yield from _figures(runs)
    if arguments.pictures:
        yield from _pictures(runs, arguments.pictures)


def _table_2(runs: dict[str, Run]) -> Iterator[str]:
    """Write Table 2: per cent right, and the relative change, ours and the paper's."""
    yield "## Table 2: per cent right under each attack"
    yield ""
    yield "In brackets the change relative to no attack. The attack that harms most is in bold."
    yield ""
    yield "| attack | " + " | ".join(f"{name} | paper" for name in runs) + " |"
    yield "|---|" + "---|---|" * len(runs)
    columns = {name: _attacks(run) for name, run in runs.items()}
    places = {each.name: place for place, each in enumerate(SETS)}
    for attack, reported in PAPER.items():
        cells = []
        for name, rows in columns.items():
            worst = min(rows, key=lambda other: rows[other]["after"])
            cells += [_ours(rows, attack, worst), _papers(reported[places[name]], PAPER["none"][places[name]])]
        yield f"| {attack} | {' | '.join(cells)} |"
    yield "| questions | " + " | ".join(f"{_any(rows)['n']:,} | " for rows in columns.values()) + " |"


def _ours(rows: dict[str, dict[str, Any]], attack: str, worst: str) -> str:
    if attack == "none":
        row = _any(rows)
        return f"{100 * row['before']:.1f} ({100 * row['before_low']:.1f}–{100 * row['before_high']:.1f})"
    row = rows[attack]
    told = f"{100 * row['after']:.1f} ({100 * row['relative']:+.0f}%)"
    return f"**{told}**" if attack == worst else told


def _papers(value: float, before: float) -> str:
    return f"{value}" if value == before else f"{value} ({100 * (value / before - 1):+.0f}%)"


def _any(rows: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return next(iter(rows.values()))


def _attacks(run: Run) -> dict[str, dict[str, Any]]:
    return {row["attack"]: row for row in _rows(run, "unreadable", "attacks") if row["level"] == "all"}


def _controls(runs: dict[str, Run]) -> Iterator[str]:
    """Write what is right under each attack's controls, and what the lengths of options give away."""
    yield "## Controls: per cent right under what stands beside each attack"
    yield ""
    yield "The attack's own figure first, then its control's: the shuffling, the passage's words, or the length alone."
    yield ""
    yield "| attack | control | " + " | ".join(runs) + " |"
    yield "|---|---|" + "---|" * len(runs)
    rows = {name: _rows(run, "unreadable", "controls") for name, run in runs.items()}
    pairs = list(dict.fromkeys((row["attack"], row["control"]) for each in rows.values() for row in each))
    for attack, control in pairs:
        cells = []
        for each in rows.values():
            found = [row for row in each if (row["attack"], row["control"]) == (attack, control)]
            cells.append(f"{100 * found[0]['attacked']:.1f} → {100 * found[0]['after']:.1f}" if found else "")
        yield f"| {attack} | {control} | {' | '.join(cells)} |"
    yield ""
    yield "Always the longest, and always the shortest option, on the attacked questions, per cent right:"
    yield ""
    yield "| attack | " + " | ".join(f"{name} longest | shortest" for name in runs) + " |"
    yield "|---|" + "---|---|" * len(runs)
    lengths = {name: {row["attack"]: row for row in _rows(run, "unreadable", "lengths")} for name, run in runs.items()}
    for attack in PAPER:
        row = [_lengths(each, attack) for each in lengths.values()]
        yield f"| {attack} | {' | '.join(row)} |"


def _lengths(rows: dict[str, dict[str, Any]], attack: str) -> str:
    row = rows[attack] if attack in rows else next(row for name, row in rows.items() if name not in PAPER)
    return f"{100 * row['longest']:.1f} | {100 * row['shortest']:.1f}"


def _figures(runs: dict[str, Run]) -> Iterator[str]:
    """Write the correlations of Figures 5 to 8."""
    yield f"## Figures 5 to 8: what the harm of {SHOWN} goes with"
    yield ""
    yield "Pearson's correlation of the change of accuracy over bins, as in the paper, and of single questions."
    yield ""
    yield "| set | with | over bins | paper | over questions | bins |"
    yield "|---|---|---|---|---|---|"
    for name, run in runs.items():
        found = [row for row in _rows(run, "unreadable_analysis", "correlations") if row["attack"] == SHOWN]
        for what in dict.fromkeys(row["with"] for row in found):
            over = {row["over"]: row for row in found if row["with"] == what}
            reported = PAPER_FIGURES.get((name, what))
            yield (
                f"| {name} | {what} | {_bounded(over['bins'])} | {'' if reported is None else reported} | "
                f"{_bounded(over['questions'])} | {over['bins']['n']} |"
            )
    yield ""
    points = [row for run in runs.values() for row in _rows(run, "unreadable_analysis", "by_attack")]
    grown = torch.tensor(
        [[row["length_change"], row["relative"]] for row in points if row["length_change"] is not None]
    )
    if len(grown) > 2:
        over_all = float(torch.corrcoef(grown.T)[0, 1])
        yield f"Figure 6: over {len(grown)} attacks on sets {over_all:.3f}; the paper has {OVER_ATTACKS} over its 49."


def _pictures(runs: dict[str, Run], folder: Path) -> Iterator[str]:
    """Draw the paper's Figures 5 to 8, a colour for each set, and link them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, number in PICTURES.items():
        found = [
            {**row, "system": each}
            for each, run in runs.items()
            if name == "by_attack" or each in PICTURED
            for row in _rows(run, "unreadable_analysis", name)
            if name == "by_attack" or row["attack"] == SHOWN
        ]
        if not found:
            continue
        first = next(iter(runs.values())).finding("unreadable_analysis").table(name)
        table = replace(first, columns={column: [row[column] for row in found] for column in found[0]})
        path = save_figure(figures(table)[0].chart, folder / f"unreadable-{name.replace('_', '-')}.png", scale=1.25)
        yield ""
        yield f"{number}: {first.title}."
        yield ""
        yield f"![{first.title}](../images/{path.name})"


def _bounded(row: dict[str, Any]) -> str:
    if row["pearson"] is None:
        return ""
    if row["pearson_low"] is None:
        return f"{row['pearson']:.2f}"
    return f"{row['pearson']:.2f} ({row['pearson_low']:.2f} to {row['pearson_high']:.2f})"


def _rows(run: Run, finding: str, table: str) -> list[dict[str, Any]]:
    return run.finding(finding).table(table).rows()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--sets", help="some of the sets, as in MC160,MC500")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--store")
    parser.add_argument("--folder", type=Path, default=Path("runs"))
    parser.add_argument("--page", type=Path)
    parser.add_argument("--pictures", type=Path, help="a folder for Figures 5 to 8")
    return parser.parse_args()


if __name__ == "__main__":
    main()
