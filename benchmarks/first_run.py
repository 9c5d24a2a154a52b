"""The first run in a fresh clone with an empty home: `make audit` twice, and `make test`.

    python -m benchmarks.first_run [--from REPOSITORY] [--skip-tests] [--page FILE]

Clones what is committed, installs it as anyone would, and reads the number of scores from the audits' records.
"""

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, Run, Value, run_from_json, table

OWN = ("MAGNETITE_", "XDG_", "PYTHON")  # settings of whoever measures, which somebody new does not have
TIMES = (
    *(Heading("command"), Heading("seconds", "seconds by the clock", "count")),
    *(Heading("audit", "of these, the audit itself", "count"), Heading("scored", "scores computed")),
)


def main() -> None:
    """Clone, run the commands, and publish the page."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        clone, home = Path(folder) / "magnetite", Path(folder) / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", str(arguments.repository), str(clone)], check=True)
        rows: list[tuple[Value, ...]] = []
        for command in ("make audit, installation included", "make audit again"):
            seconds, run = make("audit", clone, home), _audit(clone)
            rows.append((command, seconds, run.cost["seconds"], run.cost["scored"]))
        if not arguments.skip_tests:
            rows.append(("make test, installation included", make("test", clone, home), None, None))
    members = sum(system["members"] for system in run.systems)
    times = table("times", "The commands, one after the other", TIMES, rows)
    publish(
        arguments.page,
        "First run",
        f"A fresh clone of magnetite {run.versions['magnetite']}, with an empty home",
        [
            Finding(
                "times",
                "In a fresh clone",
                f"The audit of the sample exam, {run.dataset['items']} questions, asks {len(run.systems)} systems of "
                f"{members} models in all for {run.cost['cells']:,} scores.",
                tables=(times,),
            )
        ],
        precisions=[str(system["precision"]) for system in run.systems if "precision" in system],
        timed=True,
    )


def make(goal: str, clone: Path, home: Path) -> float:
    """Run `make` in the clone as somebody who has nothing at home, and return its seconds. Raises where it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    began = time.perf_counter()
    subprocess.run(["make", goal], cwd=clone, env=environment | {"HOME": str(home)}, check=True)
    return time.perf_counter() - began


def _audit(clone: Path) -> Run:
    findings = clone / "runs" / "sample" / "findings.json"
    return run_from_json(findings.read_text("utf-8"), findings)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = Path(__file__).parents[1]
    parser.add_argument("--from", type=Path, dest="repository", default=here, help="A repository; this one by default.")
    parser.add_argument("--skip-tests", action="store_true")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
