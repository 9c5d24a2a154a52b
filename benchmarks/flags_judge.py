"""Does a language model's opinion of a question agree with people's? Five flaws that a text does not show.

    python -m benchmarks.flags_judge labels.jsonl [--model reader --model reader-small] [--ship] [--page FILE]

The labels are those of `benchmarks.flags_people`; what is asked, and how, is `check --judge`'s. Of each flaw, 30
questions in which people see it and as many in which they do not are drawn by seed, all where there are fewer. `--ship`
writes what was measured into the package, where a check that asks the same weights finds it.
"""

import argparse
import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from benchmarks.published import publish
from examfiles.items import Item
from magnetite.commands.check import find_judge
from magnetite.core.results import Finding, Heading, table
from magnetite.experiments.check import judge
from magnetite.request import Asking
from magnetite.running.calibrate import Calibrator
from magnetite.running.panels import Scoring, SystemPanel, seat
from magnetite.running.record import open_store
from magnetite.scorers.system import System
from magnetite.stats.bootstrap import BOOTSTRAP_DRAWS
from magnetite.stats.intervals import Interval

HEADINGS = (
    Heading("flaw"),
    Heading("questions", unit="count"),
    *(Heading(f"auc{end}", "area under the curve", "share") for end in ("", "_low", "_high")),
)


def main() -> None:
    """Ask the models about each flaw, and publish the page."""
    given = _arguments()
    labels, findings = judge.read_labels(given.labels), list[Finding]()
    for model in given.model or ["reader"]:
        system = find_judge(model, Asking(store=given.store))
        panel = SystemPanel(
            {judge.NAME: seat(judge.NAME, "QOC", system)}, Calibrator(), Scoring(open_store(given.store))
        )
        agreement = judge.agreement(panel, labels)
        findings.append(_finding(system, agreement))
        if given.ship:
            _ship(system, agreement)
    note = "Each question is asked for in both orders of two answers, by letter. "
    note += f"{BOOTSTRAP_DRAWS:,} bootstraps, seed 0."
    title = "Agreement of a language model's opinion with people's"
    publish(given.page, title, "labels of item-writing flaws", findings, note=note)


def wording() -> str:
    """Name the wording of what a judge is asked: what is shipped holds for it alone."""
    item = Item("q", "q", "", "", ("", ""), 0)
    return hashlib.sha256(repr([judge.shown(item, flaw) for flaw in judge.CRITERIA]).encode()).hexdigest()[:16]


def _finding(system: System, agreement: dict[str, Interval]) -> Finding:
    tells = sum(of.low > judge.CHANCE for of in agreement.values())
    answer = f"Of {len(agreement)} flaws, the model tells {tells} from sound questions better than chance."
    rows = [(flaw, of.n, of.estimate, of.low, of.high) for flaw, of in agreement.items()]
    shown = table(system.name, "By flaw", HEADINGS, rows)
    return Finding(system.name, f"`{system.name}`, zero-shot", answer, tables=(shown,))


def _ship(system: System, agreement: dict[str, Interval]) -> None:
    """Write what was measured of a model's weights beside the code that reads it."""
    if not system.fingerprint.startswith("causal:"):
        raise SystemExit(f"{system.name}: its weights have no name here, so nothing can be shipped about it.")
    path = Path(judge.__file__).with_name("agreement.json")
    known = json.loads(path.read_text("utf-8"))
    flaws = {flaw: {name: round(value, 4) for name, value in asdict(of).items()} for flaw, of in agreement.items()}
    known[system.fingerprint.split(":")[1]] = {"model": system.name, "asked": wording(), "flaws": flaws}
    path.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--model", action="append")
    parser.add_argument("--store")
    parser.add_argument("--ship", action="store_true")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
