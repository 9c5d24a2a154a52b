"""Reproduce the three papers at their own scale with tiny models, killed on the way, and compare with undisturbed runs.

    python -m benchmarks.attack.papers [--kills 2] [--seed 0] [--page FILE]

`magnetite reproduce all` is given configurations that differ from those of the papers' scale in sizes and models alone:
made questions, and random weights of every family that they name, BERT, ALBERT and RoBERTa in two sizes, ELECTRA. It
runs once as it is, and once killed (SIGKILL) at moments drawn by seed, one in each part of the time that it took, and
given again until it ends. The pages' findings and all trained weights have to be the same, and no stage that was
finished when it was killed may run again.
"""

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, table
from magnetite_papers.paper import PAPERS
from tests.reproduce.scaled import every_paper

BY_PAPER = (
    *(Heading("paper"), Heading("stages", unit="count"), Heading("weights", "trained weights, files", "count")),
    *(Heading("exhibits", unit="count"), Heading("same")),
)
BY_KILL = (
    *(Heading("kill", unit="count"), Heading("after", "after, seconds", "count")),
    *(Heading("finished", "stages finished by then", "count"), Heading("again", "of them run again", "count")),
)


@dataclass
class Reproduction:
    """The three papers in a folder: what was written, and how long the command ran."""

    home: Path
    data: Path
    scales: Path
    seconds: float = 0.0
    kills: list[tuple[int, int, dict[str, str]]] = field(default_factory=list)

    def run(self, moment: float | None = None) -> bool:
        """Give the command, and kill it after so many seconds; return whether it ended by itself, without an error."""
        words = ["reproduce", "all", str(self.data), "--scale", str(self.scales), "--device", "cpu"]
        command = [sys.executable, "-m", "magnetite", *words, "--output", str(self.home / "runs")]
        begun = time.monotonic()
        with (self.home / "log.txt").open("ab") as log:
            process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env={**os.environ, "MAGNETITE_STORE": str(self.home / "store"), "HF_HUB_OFFLINE": "1"},
            )
            try:
                status = process.wait(moment)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                return False
        self.seconds = time.monotonic() - begun
        if status:
            raise SystemExit((self.home / "log.txt").read_text("utf-8")[-2000:])
        return True

    def killed(self, moments: Sequence[float]) -> None:
        """Kill the command at each moment, and then let it end; note which finished stages were written again."""
        for number, moment in enumerate(moments, 1):
            if self.run(moment):
                raise SystemExit(f"it ended before it could be killed after {moment:.0f} s; give another --seed.")
            self.kills.append((number, round(moment), self.finished()))
        self.run()

    def finished(self) -> dict[str, str]:
        """Return when each finished stage ended, by its record."""
        records = {str(path): json.loads(path.read_text("utf-8")) for path in self.home.glob("runs/*/stages/**/*.json")}
        return {path: record["finished"] for path, record in records.items() if "finished" in record}

    def again(self, before: Mapping[str, str]) -> int:
        """Count the stages that had been finished and were done again."""
        return sum(self.finished()[path] != ended for path, ended in before.items())

    def findings(self, paper: str) -> list[object]:
        """Return what a paper's page says."""
        return list(json.loads((self.home / "runs" / paper / "page.json").read_text("utf-8"))["findings"])

    def weights(self, paper: str) -> dict[str, str]:
        """Return a digest of all weights that were trained, by file."""
        folder = self.home / "runs" / paper
        return {
            str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*.safetensors"))
        }


def main() -> int:
    """Reproduce the papers undisturbed and killed, and publish what differs."""
    given = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        data, scales = every_paper(Path(folder))
        whole, killed = (Reproduction(Path(folder) / name, data, scales) for name in ("whole", "killed"))
        for each in (whole, killed):
            each.home.mkdir()
        whole.run()
        draw = random.Random(given.seed)
        part = whole.seconds / (given.kills + 1)
        killed.killed([draw.uniform(0.1, 0.9) * part for _ in range(given.kills)])
        rows = [_compared(paper, whole, killed) for paper in PAPERS]
        kills = [(number, after, len(before), killed.again(before)) for number, after, before in killed.kills]
    failed = sum(row[-1] != "yes" for row in rows) + sum(again for *_, again in kills)
    held = "Everything is as it is where nobody kills it" if not failed else f"{failed} things differ"
    finding = Finding(
        "papers-killed",
        "Three papers, killed and continued",
        f"{sum(row[1] for row in rows)} stages of three papers, which leave {sum(row[2] for row in rows)} files of "
        f"trained weights, were killed {len(kills)} times and given again. {held}. Undisturbed, they take "
        f"{whole.seconds / 60:.0f} minutes.",
        tables=(
            table("papers", "By paper", BY_PAPER, rows),
            table("kills", "By kill", BY_KILL, kills),
        ),
    )
    publish(
        given.page,
        "The three papers at their own scale, on tiny models, killed and continued",
        "Made questions, and random weights of every family that the papers name",
        [finding],
        note="Configurations differ from those of the papers' scale in sizes and models alone. The seconds after which "
        "it was killed count from the command's start; each continues what the one before left.",
        device="cpu",
        timed=True,
    )
    return bool(failed)


def _compared(paper: str, whole: Reproduction, killed: Reproduction) -> tuple[str, int, int, int, str]:
    stages = sum(f"/{paper}/" in path for path in whole.finished())
    findings, weights = whole.findings(paper), whole.weights(paper)
    differing = [
        name
        for name, same in (
            ("findings", findings == killed.findings(paper)),
            ("weights", weights == killed.weights(paper)),
            ("stages", stages == sum(f"/{paper}/" in path for path in killed.finished())),
        )
        if not same
    ]
    return paper, stages, len(weights), len(findings), "yes" if not differing else f"not {', '.join(differing)}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
