"""Measure the bundled systems: Table 2 of Liusie et al. (2022) on RACE, calibration, and other exams unseen.

    python benchmarks/measure_systems.py DATA [--set small] [--calibrate 1000] [--control 1000] [--first]

DATA is a folder that holds RACE.tar.gz, RACE-C/, DREAM/, MCTest/, CosmosQA/ and ReClor/. Writes the temperatures
(fitted on `--calibrate` questions of RACE dev; systems trained on several exams keep those fitted on the dev questions
of all) and the accuracies on RACE test into the systems' cards, and everything onto the page, beside the paper's
figures for ELECTRA-large. Scores are kept in the store, so a second call costs little. The random-passage control is
made on `--control` questions. `--first` measures the other exams with the first member of each ensemble alone,
`--elsewhere 1000` on as many questions of each at most (0: all); both cost less.
"""

import argparse
import json
import os
import platform
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

import magnetite
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.reasons import Reason
from magnetite.core.results import Finding, Number, Run, Table
from magnetite.report import save_figure
from magnetite.report.kinds import Figure, figures
from magnetite.report.wording import notes_of
from magnetite.scorers.loading import CARD

VIEWS = ("O", "QO", "CO", "QOC")
FIGURES = {  # what the first figure of each table is called
    "effective_options": "figure-4",
    "by_information": "figure-5",
    "by_tenth": "figure-5-tenths",
    "recurring_options": "recurring",
    "reliability": "reliability",
}
PAGES = Path(__file__).parents[1] / "docs" / "results"
PAGE = {"small": "shortcuts", "base": "shortcuts-base", "exams": "shortcuts-exams"}
WEIGHTS = {"small": "23 million", "base": "110 million", "exams": "110 million"}
SEEN = {
    "exams": "Of DREAM and MCTest these are questions that the systems never saw, of exams that they were trained on."
}
# Liusie et al. (2022), Table 2 (RACE++ test: middle, high, college, all) and Table B.2 (trained on RACE++).
PAPER = {
    "O": ("40.95", "42.14", "41.76"),
    "QO": ("54.81", "57.75", "57.32"),
    "CO": ("66.85", "69.15", "68.20"),
    "QOC": ("88.09", "84.42", "85.01"),
}
PAPER_COLLEGE = {"O": "41.53", "QO": "60.31", "CO": "66.24", "QOC": "81.64"}
PAPER_COSMOS = {"O": "21.44", "QO": "54.04", "CO": "54.61", "QOC": "70.05"}
PAPER_RECLOR = {"O": "34.00", "QO": "34.80", "CO": "46.00", "QOC": "48.60"}


def main() -> None:
    """Measure, write the cards, write the page."""
    arguments = _arguments()
    race = _audit(arguments, ("shortcuts",), calibrate_on=_calibrated(arguments.set), output=arguments.run)
    control = _audit(arguments, ("following",), limit=arguments.control)
    write_cards(BUNDLED / arguments.set, race)
    others = elsewhere(arguments)
    page = _page(race.finding("shortcuts"), control.finding("following"), others, arguments)
    (PAGES / f"{PAGE[arguments.set]}.md").write_text(page, "utf-8")
    for name in FIGURES:
        for file, drawn in _drawn(race.finding("shortcuts"), name, arguments):
            save_figure(drawn.chart, PAGES.parent / "images" / file)
    print(page)


def _drawn(finding: Finding, name: str, arguments: argparse.Namespace) -> list[tuple[str, Figure]]:
    """Return every figure of a table with the name of its file: the first by the paper's name, the others by theirs."""
    charts = figures(finding.table(name)) if any(table.name == name for table in finding.tables) else ()
    names = [FIGURES[name], *(f"{FIGURES[name]}-{each.name}" for each in charts[1:])]
    return [(f"{_figure(arguments, file)}.svg", each) for file, each in zip(names, charts, strict=False)]


def _linked(finding: Finding, name: str, arguments: argparse.Namespace) -> list[str]:
    """Link every figure of a table, each with its caption."""
    lines = [
        (each.caption, "", f"![{each.name}](../images/{file})", "") for file, each in _drawn(finding, name, arguments)
    ]
    return [line for group in lines for line in group]


def elsewhere(arguments: argparse.Namespace) -> Finding:
    """Answer the other exams, none of which the systems were trained on."""
    data, systems = arguments.data, BUNDLED / arguments.set
    exams = [
        f"{data / 'RACE-C'}/race_c_496.csv",
        f"{data / 'DREAM'}@test",
        f"{data / 'MCTest'}@test",
        f"{data / 'CosmosQA'}@dev",
        f"{data / 'ReClor'}@dev",
    ]
    with tempfile.TemporaryDirectory() as temporary:
        folder = systems
        if arguments.first:
            folder = Path(temporary)
            for path in (path for path in sorted(systems.iterdir()) if (path / CARD).is_file()):
                member = json.loads((path / CARD).read_text("utf-8")).get("members", ["."])[0]
                (folder / path.name).symlink_to((path / member).resolve())
        run = magnetite.transfer(exams, {"RACE": str(folder)}, split=None, limit=arguments.elsewhere or None)
    return run.finding("transfer")


def write_cards(systems: Path, run: Run) -> None:
    """Write accuracy by level and the temperature into each system's card."""
    finding = run.finding("shortcuts")
    rows = _rows(finding.table("views"))
    for path in sorted(systems.glob(f"*/{CARD}")):
        card = json.loads(path.read_text("utf-8"))
        own = [row for row in rows if row["view"] == card["view"]]
        card.setdefault("measured", {})["RACE test"] = {
            str(row["level"]): {
                "accuracy": round(row["accuracy"], 6),
                "low": round(row["low"], 6),
                "high": round(row["high"], 6),
                "items": row["n"],
            }
            for row in own
        }
        if _calibrated(systems.name) == "dev":
            card["calibration"] = _calibration(finding, card["view"])
        path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _calibrated(name: str) -> str:
    """Say what a set's temperatures are fitted on, as `--calibrate-on` does."""
    return "card" if name in SEEN else "dev"


def _calibration(finding: Finding, view: str) -> dict[str, object]:
    where, _, count = str(finding.settings["calibrated_on"]).partition(", ")
    dataset, _, split = where.rpartition(" ")
    return {
        "temperature": round(finding.number("temperature", view).value, 4),
        "dataset": dataset,
        "split": split,
        "items": int(count.split()[0].replace(",", "")),
    }


def _audit(arguments: argparse.Namespace, probes: tuple[str, ...], **more: Any) -> Run:
    systems = {path.name.upper(): str(path) for path in sorted((BUNDLED / arguments.set).iterdir()) if path.is_dir()}
    return magnetite.audit(
        str(arguments.data / "RACE.tar.gz"),
        split="test",
        systems=systems,
        probes=probes,
        calibrate_limit=arguments.calibrate,
        overwrite=True,
        **more,
    )


def _page(shortcuts: Finding, following: Finding, others: Finding, arguments: argparse.Namespace) -> str:
    less = f"{' --first' if arguments.first else ''}{f' --elsewhere {n}' if (n := arguments.elsewhere) else ''}"
    chosen = "" if arguments.set == "small" else f" --set {arguments.set}"
    chosen += "" if arguments.control == 1000 else f" --control {arguments.control}"
    command = f"python benchmarks/measure_systems.py DATA{chosen}{less}"
    made = f"Made by `{command}` with the systems `{arguments.set}` ({', '.join(_members(arguments))}) on {_machine()}"
    paper = (
        "ensembles of three ELECTRA-large (340 million weights each), trained and tested on RACE++, which adds RACE-C; "
        f"ours have {WEIGHTS[arguments.set]}"
    )
    on = shortcuts.settings["calibrated_on"]
    lines = [
        f"# Shortcut systems on RACE, and on {'other exams' if arguments.set in SEEN else 'exams they have not seen'}",
        "",
        f"{made}, torch {torch.__version__}; scores that were stored already were not computed again.",
        "Per cent right, with 95% intervals clustered by passage.",
        f"The paper's figures (Liusie et al. 2022) are those of {paper}.",
        "",
        "## Table 2: what can be answered with parts missing",
        "",
        *_table_2(_rows(shortcuts.table("views"))),
        "",
        "## Calibration",
        "",
        f"One temperature a system, so that mean confidence equals accuracy, fitted on {on}.",
        "",
        *_markdown(shortcuts.table("calibration")),
        "",
        "Mean confidence above accuracy before any temperature (footnote 3 of the paper: 5% for QO and QOC):",
        *(f"- {_number(n)}" for n in shortcuts.numbers if n.label == "confidence above accuracy before"),
        "",
        *(f"- {note}" for note in notes_of([n for n in shortcuts.notes if isinstance(n, Reason)])),
        "",
        *_linked(shortcuts, "reliability", arguments),
        "## Effective number of options, and what the passage is worth",
        "",
        shortcuts.sentence,
        *(f"- {_number(n)}" for n in shortcuts.numbers if n.label in INFORMATION),
        "",
        BESIDE,
        "",
        "### Figure 4 of the paper",
        "",
        *_linked(shortcuts, "effective_options", arguments),
        "### Figure 5 of the paper",
        "",
        *_linked(shortcuts, "by_information", arguments),
        *_linked(shortcuts, "by_tenth", arguments),
        *_markdown(shortcuts.table("by_tenth")),
        "",
        *_recurring(shortcuts, arguments),
        "## Does the full system follow the shortcut?",
        "",
        f"On {arguments.control:,} questions of RACE test, whole passages; the same with a random other passage.",
        "",
        following.sentence,
        "",
        *_markdown(following.table("following")),
        "",
        f"## {'Other exams' if arguments.set in SEEN else 'Exams the systems have not seen'} (Table B.2)",
        "",
        *([SEEN[arguments.set], ""] if arguments.set in SEEN else []),
        *_less(arguments),
        *_elsewhere(_rows(others.tables[0])),
        "",
        f"Paper, trained on RACE++: {'; '.join(map(_paper_elsewhere, VIEWS))}.",
    ]
    return "\n".join(lines) + "\n"


def _less(arguments: argparse.Namespace) -> list[str]:
    first = "The first member of each ensemble alone. " if arguments.first else ""
    some = f"At most {arguments.elsewhere:,} questions of each, whole passages." if arguments.elsewhere else ""
    return [f"{first}{some}", ""] if first or some else []


def _paper_elsewhere(view: str) -> str:
    return f"{view} RACE-C {PAPER_COLLEGE[view]}, Cosmos QA {PAPER_COSMOS[view]}, ReClor {PAPER_RECLOR[view]}"


def _machine() -> str:
    return f"{os.cpu_count()} cores of {platform.processor() or platform.machine()}, {torch.get_num_threads()} threads"


BESIDE = (
    "Beside the paper: QO - O is 15.6 points there and QOC - QO 27.7; a small fraction of questions has negative "
    "mutual information; and as it grows, the accuracy of QOC rises and that of QO falls."
)
INFORMATION = (
    "effective options",
    "question adds",
    "passage adds",
    "mutual information",
    "negative mutual information",
    "pointwise information",
    "weak by entropy alone",
    "weak by entropy alone, right",
    "strong by entropy alone",
    "strong by entropy alone, right",
)


def _recurring(finding: Finding, arguments: argparse.Namespace) -> list[str]:
    """Return the section on options that recur; none where none do."""
    lines = _linked(finding, "recurring_options", arguments)
    return ["## Options that recur", "", *lines, *_markdown(finding.table("recurring_options")), ""] if lines else []


def _table_2(rows: Sequence[Mapping[str, object]]) -> list[str]:
    lines = ["| view | middle | high | all | paper: middle | high | all |", "|---|---|---|---|---|---|---|"]
    for view in VIEWS:
        own = {row["level"]: row for row in rows if row["view"] == view}
        if not own:
            continue
        ours = [_share(own[level]) if level in own else "" for level in ("middle", "high", "all")]
        lines.append(f"| {view} | {' | '.join(ours)} | {' | '.join(PAPER[view])} |")
    return lines


def _elsewhere(rows: Sequence[Mapping[str, object]]) -> list[str]:
    exams = list(dict.fromkeys(row["tested_on"] for row in rows))
    lines = [f"| view | {' | '.join(map(str, exams))} |", f"|---|{'---|' * len(exams)}"]
    for view in VIEWS:
        own = {row["tested_on"]: row for row in rows if row["view"] == view}
        if not own:
            continue
        lines.append(f"| {view} | {' | '.join(_share(own[exam]) if exam in own else '' for exam in exams)} |")
    last = {row["tested_on"]: row for row in rows}
    chance = [f"{100 * float(str(last[exam]['chance'])):.1f}" for exam in exams]
    return [
        *lines,
        f"| chance | {' | '.join(chance)} |",
        f"| n | {' | '.join(str(last[exam]['n']) for exam in exams)} |",
    ]


def _markdown(table: Table) -> list[str]:
    lines = [f"| {' | '.join(name.replace('_', ' ') for name in table.names)} |", f"|{'---|' * len(table.columns)}"]
    return [*lines, *(f"| {' | '.join(map(_shown, row.values()))} |" for row in _rows(table))]


def _shown(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "" if value is None else str(value)


def _share(row: Mapping[str, object]) -> str:
    low, value, high = (100 * float(str(row[name])) for name in ("low", "accuracy", "high"))
    return f"{value:.1f} ({low:.1f}–{high:.1f})"


def _number(number: Number) -> str:
    known = number.low is not None and number.high is not None
    bounds = f" ({number.low:.3f} to {number.high:.3f})" if known else ""
    group = f", {number.group}" if number.group else ""
    return f"{number.label}{group}: {number.value:.3f}{bounds} {number.unit}"


def _rows(table: Table) -> list[dict[str, object]]:
    return table.rows()


def _figure(arguments: argparse.Namespace, name: str) -> str:
    return f"race-{name}" if arguments.set == "small" else f"race-{arguments.set}-{name}"


def _members(arguments: argparse.Namespace) -> list[str]:
    paths = sorted((BUNDLED / arguments.set).glob(f"*/{CARD}"))
    cards = [(path.parent.name, json.loads(path.read_text("utf-8"))) for path in paths]
    return [f"{name}: {len(card.get('members', [1]))}" for name, card in cards]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--set", choices=list(WEIGHTS), default="small")
    parser.add_argument("--run", default="runs/race-shortcuts")
    parser.add_argument("--calibrate", type=int, default=1000)
    parser.add_argument("--control", type=int, default=1000)
    parser.add_argument("--elsewhere", type=int, default=0)
    parser.add_argument("--first", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
