"""Measure trained systems on a data set by level, and write the result into their training cards.

    python benchmarks/measure_systems.py RACE.tar.gz --split test [--systems FOLDER] [--name "RACE test"]

Accuracy with intervals clustered by passage, as `magnetite audit --probes accuracy` reports it.
"""

import argparse
import json
from pathlib import Path

import magnetite
from magnetite.auditing.systems import BUNDLED
from magnetite.core.results import Run
from magnetite.scorers.loading import CARD


def main() -> None:
    """Audit each system under its own view and update its card."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--systems", type=Path, default=BUNDLED)
    parser.add_argument("--name", default="RACE test")
    arguments = parser.parse_args()
    dataset = magnetite.read(arguments.data, split=arguments.split)
    for path in sorted(arguments.systems.glob(f"*/{CARD}")):
        card = json.loads(path.read_text("utf-8"))
        run = magnetite.audit(dataset, str(path.parent), views=(card["view"],), probes=("accuracy",))
        card["measured"][arguments.name] = by_level(run)
        path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")
        print(path.parent.name, card["measured"][arguments.name])


def by_level(run: Run) -> dict[str, dict[str, float | int | None]]:
    """Return accuracy, interval and number of items, for all items and by level."""
    numbers = [number for number in run.finding("accuracy").numbers if number.label == "accuracy"]
    return {
        number.group or "all": {
            "accuracy": round(number.value, 4),
            "low": round(number.low or 0.0, 4),
            "high": round(number.high or 0.0, 4),
            "items": number.n,
        }
        for number in numbers
    }


if __name__ == "__main__":
    main()
