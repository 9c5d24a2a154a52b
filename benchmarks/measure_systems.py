"""Measure the bundled readers: what each gets right on RACE test, by level, and how sure it is; other exams unseen.

    python -m benchmarks.measure_systems DATA [--set small] [--calibrate 0] [--control 1000] [--elsewhere 1000]
        [--first] [--write] [--page FILE]

DATA is a folder that holds RACE.tar.gz, RACE-C/, DREAM/, MCTest/, CosmosQA/ and ReClor/. Temperatures are fitted on
`--calibrate` questions of RACE dev, 0 for all; `exams` and `reader` keep those of their cards.
`--write` puts them, and the accuracies on RACE test, into the readers' cards. The random-passage control is made on
`--control` questions; other exams are measured on as many questions of each as `--elsewhere` says (0: all), with the
first member of each ensemble alone where `--first` is given. With `--limit` so many questions of RACE test are
answered, for the cards alone. Scores are kept in the store, so a second call costs
little. The same readers beside the paper: `magnetite reproduce liusie2022`.
"""

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

import magnetite
from benchmarks.published import for_page, publish
from magnetite.core.results import Finding, Run
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED

OWN = ("exams", "reader")  # sets that keep the temperatures of their cards, if any


def main() -> None:
    """Measure, write the cards, write the page."""
    arguments = _arguments()
    kept = "card" if arguments.set in OWN else "dev"
    race = _audit(arguments, "shortcuts", calibrate_on=kept, limit=arguments.limit or None)
    if arguments.write:
        write_cards(BUNDLED / arguments.set, race)
    if arguments.limit:
        return
    control = _audit(arguments, "following", limit=arguments.control)
    most = f"other exams on at most {arguments.elsewhere:,} questions each."
    told = [f"Following is measured on {arguments.control:,} questions, {most}"]
    told += ["Only the first member of each ensemble answers other exams."] if arguments.first else []
    publish(
        arguments.page,
        f"The bundled readers: {arguments.set}",
        f"{race.dataset['name']} {race.dataset['split']}, {race.dataset['items']:,} questions, and other exams",
        [for_page(each) for each in (race.finding("shortcuts"), control.finding("following"), elsewhere(arguments))],
        note=" ".join(told),
        precisions=[str(system["precision"]) for system in race.systems],
    )


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
        if systems.name not in OWN:
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
        asking=magnetite.Asking(systems=systems),
        experiments=(experiment,),
        calibrate_limit=arguments.calibrate,
        experiment_settings={"shortcuts": {"listed": 0}},
        store=arguments.store,
        **more,
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--set", choices=("small", "base", "exams", "reader"), default="small")
    parser.add_argument("--limit", type=int, default=0, help="questions of RACE test, for the cards alone")
    parser.add_argument("--calibrate", type=int, default=0)
    parser.add_argument("--control", type=int, default=1000)
    parser.add_argument("--elsewhere", type=int, default=1000)
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
