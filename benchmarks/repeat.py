"""Measure a command whose scores are all stored: the time to read the exam, look the scores up and write the page.

    python -m benchmarks.repeat [--rounds 3] [--before FOLDER] [--page FILE]

`magnetite check sample` and `magnetite audit sample` run once, which scores, and then again and again. Each run has its
own process; seconds are by the clock, and of the processor over all threads, which exclude other work on the
machine. `--before`: another checkout, whose runs alternate with this one's.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import ROOT, python_path
from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, table

ASKED = {"check": 5.0, "audit": 8.0}  # seconds that a command may take
HEADINGS = (
    *(Heading("command"), Heading("version"), Heading("seconds", "seconds, median"), Heading("fastest")),
    *(Heading("processor", "the processor's, median"), Heading("least", "fewest"), Heading("asked", "asked: under")),
    Heading("met"),
)


def main() -> None:
    """Run every command in turn, and publish the page."""
    arguments = _arguments()
    sources = {"before": arguments.before, "now": ROOT} if arguments.before else {"now": ROOT}
    rows = []
    with tempfile.TemporaryDirectory() as place:
        for command, limit in ASKED.items():
            run(command, ROOT, Path(place))
            taken: dict[str, list[tuple[float, float]]] = {name: [] for name in sources}
            for _ in range(arguments.rounds):
                for name, source in sources.items():
                    taken[name].append(run(command, source, Path(place)))
            for name, pairs in taken.items():
                spent = [shown for each in zip(*pairs, strict=True) for shown in (statistics.median(each), min(each))]
                rows.append((f"magnetite {command} sample", name, *spent, limit, spent[0] < limit))
    said = [f"`{row[0]}` takes {row[2]:.1f} seconds, {'less' if row[-1] else 'more'} than {row[-2]:g}" for row in rows]
    seconds = table("repeat", f"Medians of {arguments.rounds} rounds, each in a process of its own", HEADINGS, rows)
    publish(
        arguments.page,
        "A repeat",
        "The bundled sample exam, everything stored",
        [Finding("repeat", "Seconds", f"{'; '.join(said)}.", tables=(seconds,))],
        note="A repeat reads no weights: it looks the scores up, and writes the report.",
        device="cpu",
        timed=True,
    )


def run(command: str, source: Path, folder: Path) -> tuple[float, float]:
    """Run a command on the bundled exam; return its seconds and the processor's."""
    environment = os.environ | {"PYTHONPATH": python_path(source), "MAGNETITE_STORE": str(folder / "scores")}
    arguments = [command, "sample", "--output", str(folder / command), "--overwrite"]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "magnetite", *arguments], env=environment, check=True, capture_output=True)
    seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--before", type=Path, help="The src folder of another version.")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
