"""Measure a command whose scores are all stored: what it takes to read the exam, look the scores up and write the page.

    python benchmarks/repeat.py [--rounds 3] [--before FOLDER]

`magnetite check sample` and `magnetite audit sample` run once, which scores, and then again and again. Each run is a
process of its own; seconds are the clock's, and the processor's over all threads, which do not wait for other work on
the machine. `--before`: the `src` folder of another version, whose runs alternate with this one's. Prints the table of
docs/performance.md.
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

SOURCE = Path(__file__).parents[1] / "src"
COMMANDS = ("check", "audit")


def run(command: str, source: Path, folder: Path) -> tuple[float, float]:
    """Run a command on the bundled exam; return its seconds and the processor's."""
    environment = os.environ | {"PYTHONPATH": str(source), "MAGNETITE_STORE": str(folder / "scores")}
    arguments = [command, "sample", "--output", str(folder / command), "--overwrite"]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "magnetite", *arguments], env=environment, check=True, capture_output=True)
    seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a row for each command and version."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--before", type=Path, help="The src folder of another version.")
    arguments = parser.parse_args()
    sources = {"before": arguments.before, "now": SOURCE} if arguments.before else {"now": SOURCE}
    print("| everything stored | version | seconds, median (fastest) | the processor's |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as place:
        for command in COMMANDS:
            run(command, SOURCE, Path(place))
            taken: dict[str, list[tuple[float, float]]] = {name: [] for name in sources}
            for _ in range(arguments.rounds):
                for name, source in sources.items():
                    taken[name].append(run(command, source, Path(place)))
            for name, pairs in taken.items():
                shown = [f"{statistics.median(each):.1f} ({min(each):.1f})" for each in zip(*pairs, strict=True)]
                print(f"| `magnetite {command} sample` | {name} | {' | '.join(shown)} |", flush=True)


if __name__ == "__main__":
    main()
