"""Kill an audit of many thousand questions on its way, give it again until it ends, and compare it with one left alone.

    python -m benchmarks.attack.large [--questions 100000] [--kills 3] [--workers 4] [--seed 0] [--page FILE]

The exam is drawn as in `sizes`, and a function of Python is asked under three views. It is done in one process, and
with so many workers of Ray. Each way runs once as it is, and once killed (SIGKILL, with every process that it started)
and given again until it ends. A run is killed once the store has grown to a size drawn by seed, so that every run gets
on by a part of the scores. What is found must be the same, and so must the scores in the store, none of them twice.
"""

import argparse
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.attack.kills import stored, written
from benchmarks.published import publish
from benchmarks.sizes import FUNCTION, THREADS, drawn
from magnetite.core.results import Finding, Heading, table

GLANCE = 0.1  # seconds between looks at the store
AUDIT = ["--views", "O,QO,QOC", "--experiments", "accuracy,shortcuts,informativity"]
HEADINGS = (
    *(Heading("way", "scored by"), Heading("run"), Heading("seconds", unit="count")),
    *(Heading("scores", "scores in the store then", "count"), Heading("ended", "how it ended")),
)


@dataclass
class Audit:
    """An audit in a folder of its own, with a store of its own: what it wrote, and how each of its runs ended."""

    home: Path
    words: list[str]
    seconds: list[float] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)

    @property
    def held(self) -> int:
        """Return the bytes of all scores in the store."""
        return sum(path.stat().st_size for path in (self.home / "store").rglob("*.parquet"))

    def run(self, most: float = math.inf) -> bool:
        """Give the command, and kill it once the store holds so many bytes, and more than before.

        Returns whether it ended by itself.
        """
        command = [sys.executable, "-m", "magnetite", *self.words, "--output", str(self.home / "out")]
        begun, before = time.monotonic(), self.held
        with (self.home / "log.txt").open("ab") as log:
            process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, **THREADS, "MAGNETITE_STORE": str(self.home / "store")},
            )
            while process.poll() is None and self.held < max(most, before + 1):
                time.sleep(GLANCE)
            status = process.poll()
            if status is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self.seconds.append(time.monotonic() - begun)
        self.scores.append(stored(self.home / "store"))
        if status:
            raise SystemExit((self.home / "log.txt").read_text("utf-8")[-2000:])
        return status == 0

    def rows(self, way: str) -> list[tuple[str | int, ...]]:
        """Return a row for each run."""
        ends = ["killed"] * (len(self.seconds) - 1) + ["by itself"]
        counts = [int(each.split()[0]) for each in self.scores]
        runs = [
            f"killed {len(ends) - 1} times, {n}" if len(ends) > 1 else "left alone" for n in range(1, len(ends) + 1)
        ]
        return [(way, *row) for row in zip(runs, map(round, self.seconds), counts, ends, strict=True)]


def main() -> int:
    """Run the audits, compare them, publish the page; return whether any differs."""
    given = _arguments()
    draw = random.Random(given.seed)
    rows: list[tuple[str | int, ...]] = []
    differ: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "exam.jsonl").write_text(drawn(given.questions), "utf-8")
        (home / "function.py").write_text(FUNCTION, "utf-8")
        for way, words in _ways(given.workers).items():
            audit = ["audit", str(home / "exam.jsonl"), "--model", f"{home / 'function.py'}:seen", *AUDIT, *words]
            alone, killed = (Audit(home / f"{name} {way}", audit) for name in ("alone", "killed"))
            for each in (alone, killed):
                each.home.mkdir()
            alone.run()
            for number in range(given.kills):
                if killed.run(alone.held * (number + draw.uniform(0.3, 1.0)) / (given.kills + 1)):
                    raise SystemExit("it ended before it could be killed; give another --seed.")
            killed.run()
            rows += [*alone.rows(way), *killed.rows(way)]
            if written(alone.home / "out") != written(killed.home / "out"):
                differ.append(f"{way}: findings differ")
            if " 0 of them twice" not in alone.scores[-1] or alone.scores[-1] != killed.scores[-1]:
                differ.append(f"{way}: {alone.scores[-1]} where nothing killed it, {killed.scores[-1]} after kills")
    said = "; ".join(differ) or "findings and scores are the same, and no score is there twice"
    finding = Finding(
        "large",
        "A large audit, killed and resumed",
        f"{given.questions:,} questions under three views: {said}.",
        tables=(table("runs", "By run", HEADINGS, rows),),
    )
    publish(given.page, "A large audit, killed and resumed", "A drawn exam", [finding], device="cpu", timed=True)
    return bool(differ)


def _ways(workers: int) -> Mapping[str, list[str]]:
    """Return how cells are scored, with the words of the command line."""
    return {"one process": [], f"{workers} workers of Ray": ["--workers", str(workers)]}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
