"""What it costs that threads wait for each other: an audit with and without a program that keeps one core busy.

    python -m benchmarks.waiting [--rounds 3] [--limit 24] [--patience 120] [--page FILE]

PyTorch's threads meet after every product. How long the first to arrive turns round and round before it gives up its
core is GOMP_SPINCOUNT (`COUNTS`). `magnetite audit sample --limit LIMIT`, with nothing stored, runs with each, in turn,
on all cores free and with a loop pinned to one of them. One that has not ended after `patience` seconds is stopped, and
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
from pathlib import Path

from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, table

CORES = ("all cores free", "one core busy")
COUNTS = {300_000: "libgomp's own", 3000: "Magnetite's"}


def main() -> None:
    """Run every audit in turn, and publish the page."""
    arguments = _arguments()
    spent: dict[tuple[str, int], list[float]] = {}
    for _ in range(arguments.rounds):
        for cores in CORES:
            for count in COUNTS:
                with _busy(cores == CORES[1]):
                    spent.setdefault((cores, count), []).append(_audit(count, arguments.limit, arguments.patience))
    publish(
        arguments.page,
        "Scoring next to a program that uses a core",
        f"`magnetite audit sample --limit {arguments.limit}`, nothing stored, on {os.cpu_count()} cores",
        [_finding(spent, arguments.rounds, arguments.patience)],
        device="cpu",
        timed=True,
    )


def _finding(spent: dict[tuple[str, int], list[float]], rounds: int, patience: float) -> Finding:
    said = []
    for count, name in COUNTS.items():
        free, busy = (statistics.median(spent[cores, count]) for cores in CORES)
        said.append(f"{'at least ' if busy >= patience else ''}{busy / free:.1f} times as long with {name} count")
    rows = [(cores, *(_shown(spent[cores, count], patience) for count in COUNTS)) for cores in CORES]
    headings = [Heading("cores"), *(Heading(name, f"GOMP_SPINCOUNT {n:,}, {name}") for n, name in COUNTS.items())]
    return Finding(
        "waiting",
        "Seconds of an audit",
        f"Beside a program that keeps a core busy, an audit takes {' and '.join(said)}.",
        tables=(table("waiting", f"Medians of {rounds} rounds; stopped after {patience:g} seconds", headings, rows),),
    )


def _audit(count: int, limit: int, patience: float) -> float:
    """Return the seconds that an audit takes, at most `patience`. Raises where it fails."""
    words = ["audit", "sample", "--limit", str(limit), "--store", "off", "--output", "audit"]
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        try:
            audit = subprocess.run(
                [sys.executable, "-m", "magnetite", *words],
                cwd=folder,
                env=os.environ | {"GOMP_SPINCOUNT": str(count)},
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
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
