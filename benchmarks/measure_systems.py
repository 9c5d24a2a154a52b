"""Measure the bundled readers: what each gets right on RACE test, by level, and how sure it is; other exams unseen.

    python benchmarks/measure_systems.py DATA [--set small] [--calibrate 1000] [--control 1000] [--elsewhere 1000]

DATA is a folder that holds RACE.tar.gz, RACE-C/, DREAM/, MCTest/, CosmosQA/ and ReClor/. Writes the temperatures
(fitted on `--calibrate` questions of RACE dev; readers of several exams keep those fitted on the dev questions of all)
and the accuracies on RACE test into the readers' cards, and the set's page, made of its findings, which lie beside it.
Scores are kept in the store, so a second call costs little. The random-passage control is made on `--control`
questions; other exams are measured on as many questions of each as `--elsewhere` says (0: all), with the first member
of each ensemble alone where `--first` is given. The same readers beside the paper: `magnetite reproduce liusie2022`.
"""

import argparse
import json
import shlex
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import magnetite
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.results import Finding, Run
from magnetite.reproduce.run import write_page
from magnetite.scorers.device import describe_machine
from magnetite.scorers.loading import CARD

PAGES = Path(__file__).parents[1] / "docs" / "results"
PAGE = {"small": "shortcuts", "base": "shortcuts-base", "exams": "shortcuts-exams"}
SEVERAL = ("exams",)  # sets trained on several exams, whose temperatures are fitted on the dev questions of all


def main() -> None:
    """Measure, write the cards, write the page."""
    arguments = _arguments()
    race = _audit(arguments, "shortcuts", calibrate_on="card" if arguments.set in SEVERAL else "dev")
    control = _audit(arguments, "following", limit=arguments.control)
    write_cards(BUNDLED / arguments.set, race)
    findings = (race.finding("shortcuts"), control.finding("following"), elsewhere(arguments))
    page = PAGES / f"{PAGE[arguments.set]}.md"
    write_page(_without_texts(race, findings, arguments), page)
    print(page.read_text("utf-8"))


def elsewhere(arguments: argparse.Namespace) -> Finding:
    """Let the readers answer other exams."""
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
        run = magnetite.transfer(
            exams, {arguments.set: str(folder)}, split=None, limit=arguments.elsewhere or None, store=arguments.store
        )
    return run.finding("transfer")


def write_cards(systems: Path, run: Run) -> None:
    """Write accuracy by level and the temperature into each reader's card."""
    finding = run.finding("shortcuts")
    rows: list[dict[str, Any]] = finding.table("views").rows()
    for path in sorted(systems.glob(f"*/{CARD}")):
        card = json.loads(path.read_text("utf-8"))
        card.setdefault("measured", {})["RACE test"] = {
            str(row["level"]): {name: round(row[name], 6) for name in ("accuracy", "low", "high")} | {"items": row["n"]}
            for row in rows
            if row["view"] == card["view"]
        }
        if systems.name not in SEVERAL:
            card["calibration"] = _calibration(finding, card["view"])
        path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _calibration(finding: Finding, view: str) -> dict[str, object]:
    where, _, count = str(finding.settings["calibrated_on"]).partition(", ")
    dataset, _, split = where.rpartition(" ")
    return {
        "temperature": round(finding.number("temperature", view).value, 4),
        "dataset": dataset,
        "split": split,
        "items": int(count.split()[0].replace(",", "")),
    }


def _audit(arguments: argparse.Namespace, experiment: str, **more: Any) -> Run:
    systems = {path.name.upper(): str(path) for path in sorted((BUNDLED / arguments.set).iterdir()) if path.is_dir()}
    return magnetite.audit(
        str(arguments.data / "RACE.tar.gz"),
        split="test",
        systems=systems,
        experiments=(experiment,),
        calibrate_limit=arguments.calibrate,
        experiment_settings={"shortcuts": {"listed": 0}},
        store=arguments.store,
        **more,
    )


def _without_texts(run: Run, findings: tuple[Finding, ...], arguments: argparse.Namespace) -> Run:
    """Return a run of these findings without a word of the exam: no question, no list of questions."""
    kept = tuple(
        replace(each, items=None, tables=tuple(table for table in each.tables if "question" not in table))
        for each in findings
    )
    precisions = sorted({str(system["precision"]) for system in run.systems})
    told = [f"Computed on {describe_machine()}, in {' and '.join(precisions)}."]
    told += [f"Following on {arguments.control:,} questions, other exams on at most {arguments.elsewhere:,} of each."]
    told += ["Other exams with the first member of each ensemble alone."] if arguments.first else []
    return replace(
        run,
        exam={"passages": {}, "items": []},
        findings=kept,
        settings={"title": f"The bundled readers: {arguments.set}", "note": " ".join(told)},
        command=shlex.join(["python", "benchmarks/measure_systems.py", "DATA", *sys.argv[2:]]),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--set", choices=list(PAGE), default="small")
    parser.add_argument("--calibrate", type=int, default=1000)
    parser.add_argument("--control", type=int, default=1000)
    parser.add_argument("--elsewhere", type=int, default=1000)
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--store")
    return parser.parse_args()


if __name__ == "__main__":
    main()
