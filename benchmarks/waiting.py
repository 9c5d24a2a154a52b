"""What it costs that threads wait for each other: an audit beside a program that keeps one core busy, and without.

    python benchmarks/waiting.py [--rounds 3] [--limit 24] [--patience 120] [--counts 300000,3000]

PyTorch's threads meet after every product. How long the first to arrive turns round and round before it gives up its
core is GOMP_SPINCOUNT: 300,000 turns where nobody says otherwise (GNU's libgomp), 3,000 in Magnetite
(`magnetite.__init__`). `magnetite audit sample --limit LIMIT`, with nothing stored, runs with each, in turn, on all
cores free and with a loop pinned to one of them. One that has not ended after `patience` seconds is stopped, and
counts as that long. Needs a machine that does nothing else.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

CORES = ("all cores free", "one core busy")


def main() -> None:
    """Run every audit in turn, and print the table."""
    arguments = _arguments()
    counts = arguments.counts.split(",")
    spent: dict[tuple[str, str], list[float]] = {}
    for _ in range(arguments.rounds):
        for cores in CORES:
            for count in counts:
                with _busy(cores == CORES[1]):
                    spent.setdefault((cores, count), []).append(_audit(count, arguments.limit, arguments.patience))
    headings = [f"GOMP_SPINCOUNT {int(count):,}" for count in counts]
    print(f"`magnetite audit sample --limit {arguments.limit}`, seconds, medians of {arguments.rounds}:\n")
    print(f"| {os.cpu_count()} cores | {' | '.join(headings)} |\n|---|{'--:|' * len(counts)}")
    for cores in CORES:
        shown = [_shown(spent[cores, count], arguments.patience) for count in counts]
        print(f"| {cores} | {' | '.join(shown)} |")


def _audit(count: str, limit: int, patience: float) -> float:
    """Return the seconds that an audit takes, at most `patience`. Raises where it fails."""
    words = ["audit", "sample", "--limit", str(limit), "--store", "off", "--output", "audit"]
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        try:
            audit = subprocess.run(
                [sys.executable, "-m", "magnetite", *words],
                cwd=folder,
                env=os.environ | {"GOMP_SPINCOUNT": count},
                capture_output=True,
                text=True,
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return patience
    if audit.returncode:
        raise SystemExit(audit.stderr)
    return time.perf_counter() - began


@contextmanager
def _busy(wanted: bool) -> Iterator[None]:
    """Keep the first core busy, where wanted, for the time being."""
    if not wanted:
        yield
        return
    code = f"import os; os.sched_setaffinity(0, {{{min(os.sched_getaffinity(0))}}})\nwhile True: pass"
    other = subprocess.Popen([sys.executable, "-c", code])
    try:
        yield
    finally:
        other.kill()
        other.wait()


def _shown(seconds: list[float], patience: float) -> str:
    """Show a median, with the fastest beside it; "over" where most had to be stopped."""
    median = statistics.median(seconds)
    return f"over {patience:.0f}" if median >= patience else f"{median:.1f} (fastest {min(seconds):.1f})"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=int, default=24)
    parser.add_argument("--patience", type=float, default=120)
    parser.add_argument("--counts", default="300000,3000")
    return parser.parse_args()


if __name__ == "__main__":
    main()
