"""What readers cost compared with each other: time and memory of checks, and of a screen by race.

    python -m benchmarks.cost RACE.tar.gz [--sets small,base] [--rounds 1] [--passages 100] [--only check short race]
        [--page FILE]

Each command runs in a process of its own, with nothing stored, models loaded and all; rounds alternate between the
sets. A check is of the bundled sample exam (96 questions; QO, QOC and O); a short one of the first four passages of
RACE test that have five questions and 250 to 350 words. The race is that of `magnetite magnets`, the reader of
everything on the questions of `passages` passages of RACE test, with every option of the others tried. A set may be
named with a number format: reader@int8. Time is by the clock; memory is the peak of the process.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import magnetite
from benchmarks.published import publish
from examfiles import write
from examfiles.items import Dataset, gathered
from magnetite.core.results import Finding, Heading, Value, table

PASSAGES, QUESTIONS, WORDS = 4, 5, range(250, 351)  # of a short exam, of a passage of it
COMMANDS = ("check", "short", "race")
COSTS = (
    *(Heading("what"), Heading("systems"), Heading("seconds", "", "count")),
    *(Heading("times", "times the first", "words"), Heading("memory", "GiB", "words")),
)


def main() -> None:
    """Run every command with every set, in turn, and print the table."""
    arguments = _arguments()
    sets = arguments.sets.split(",")
    spent: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as home:
        short = Path(home, "short.jsonl")
        write(_short(arguments.data), short)
        for _ in range(arguments.rounds):
            for name in sets:
                for command, words in _commands(arguments, name, short).items():
                    spent.setdefault((command, name), []).append(run(words))
    publish(
        arguments.page,
        *_named(arguments),
        [_finding(spent, sets, arguments.rounds)],
        timed=True,
    )


def _named(arguments: argparse.Namespace) -> tuple[str, str]:
    """Return the title of the page, and what the data are."""
    test = f"{Path(arguments.data).name.split('.')[0]} test"
    commands = {
        "check": ("a check", "the bundled sample exam"),
        "short": ("a short check", f"{PASSAGES * QUESTIONS} questions on {PASSAGES} passages of {test}"),
        "race": ("a screen by race", f"{arguments.passages} passages of {test}"),
    }
    what, data = zip(*(commands[each] for each in arguments.only), strict=True)
    title = f"Time and memory of {_listed(what)} with {_listed(arguments.sets.split(','))}"
    return title, _listed(data)[:1].upper() + _listed(data)[1:]


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _short(data: str) -> Dataset:
    """Return the questions of the first passages of RACE test that are like those of a short exam."""
    exam = magnetite.read(data, split="test")
    by_passage = gathered((item.passage_id, item) for item in exam)
    fits = [own for own in by_passage.values() if len(own) == QUESTIONS and len(own[0].passage.split()) in WORDS]
    return exam.with_items([item for own in fits[:PASSAGES] for item in own])


def run(words: Sequence[str]) -> tuple[float, float]:
    """Run Magnetite with these words and return its seconds and its most GiB of memory. Raises where it fails."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([sys.executable, "-m", "magnetite", *words], cwd=folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"magnetite {' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}.")
    return time.perf_counter() - began, usage.ru_maxrss / 1024**2


def _commands(arguments: argparse.Namespace, name: str, short: Path) -> dict[str, list[str]]:
    """Return the words of each command, by what the table calls it."""
    data, (model, _, dtype) = str(Path(arguments.data).resolve()), name.partition("@")
    asked = ["--model", model, *(["--dtype", dtype] if dtype else []), "--store", "off", "--output", "run"]
    search = ["--split", "test", "--views", "QOC", "--mode", "race", "--no-validate"]
    search += ["--screen-passages", str(arguments.passages)]
    words = {
        "check": ("check of 96 questions", ["check", "sample", *asked]),
        "short": (f"check of {PASSAGES * QUESTIONS} questions on {PASSAGES} passages", ["check", str(short), *asked]),
        "race": (f"screen by race, {arguments.passages} passages", ["magnets", data, *asked, *search]),
    }
    return dict(words[each] for each in arguments.only)


def _finding(spent: dict[tuple[str, str], list[tuple[float, float]]], sets: Sequence[str], rounds: int) -> Finding:
    rows: list[list[Value]] = []
    for command in dict.fromkeys(command for command, _ in spent):
        first = statistics.median(seconds for seconds, _ in spent[command, sets[0]])
        for name in sets:
            seconds, memory = (statistics.median(column) for column in zip(*spent[command, name], strict=True))
            rows.append([command, name, seconds, seconds / first, memory])
    title = "Time by the clock, and the most memory held"
    costs = table("cost", f"Medians of {rounds} rounds, the sets in turn" if rounds > 1 else "One round", COSTS, rows)
    return Finding("cost", title, "", tables=(costs,))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--sets", default="small,base")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--passages", type=int, default=100)
    parser.add_argument("--only", nargs="+", choices=COMMANDS, default=COMMANDS)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
