"""What commands cost on exams of many thousand questions: processor seconds, memory, and how they grow.

    python -m benchmarks.sizes [--questions 5000 20000 200000] [--only describe,audit,check] [--kept FILE] [--page FILE]

Exams are drawn: passages of 150 words, five questions each, with four options of four words. An audit is of a baseline,
with its screen for magnets, and of a function of Python under three views. A command runs in a process of its own, with
one thread and without a store; its processor seconds and those of the processes that it starts are added, and its
memory is the most that one of them held. *Exponent*: how time grows with the questions, between a row and the one
before it; 1 is linear. What was measured is kept in `--kept`, and not measured again: remove a row of it, or the file,
and it is. Each row names the version that it was measured with.
"""

import argparse
import json
import math
import os
import random
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, table
from magnetite.running.record import version_record

COMMANDS = {
    "describe": "describe EXAM",
    "audit": "audit EXAM --model overlap --store off --output OUT",
    "audit of a function": "audit EXAM --model FUNCTION --views O,QO,QOC "
    "--experiments accuracy,shortcuts,informativity --store off --output OUT",
    "check": "check EXAM --no-models --limit MANY --output OUT",  # without a limit, 20,000 questions are the most
}
FUNCTION = """def seen(passage, question, option):
    return sum(word in passage or word in question for word in option.split())
"""
WORDS, QUESTIONS, OPTIONS = 150, 5, 4  # of a passage, and of a question
THREADS = {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
HEADINGS = [
    Heading("command"),
    *(Heading(name, unit="count") for name in ("questions", "seconds", "MiB")),
    Heading("exponent"),
    Heading("report", "MiB of its page"),
    Heading("version", "measured with"),
]


def main() -> None:
    """Run the commands on drawn exams, and publish the page."""
    given = _arguments()
    kept: dict[str, Any] = json.loads(given.kept.read_text("utf-8")) if given.kept and given.kept.exists() else {}
    with tempfile.TemporaryDirectory() as home:
        for name in given.only.split(","):
            for questions in given.questions:
                if (key := f"{name} {questions}") not in kept:
                    kept[key] = _measured(name, questions, Path(home))
                    print(key, kept[key], file=sys.stderr, flush=True)
                if given.kept:
                    given.kept.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    rows = list(_rows(kept))
    largest = {str(row[0]): row for row in rows}
    said = [
        f"{name} takes {row[2]} processor seconds and {row[3]:,} MiB for {row[1]:,}" for name, row in largest.items()
    ]
    finding = Finding(
        "sizes",
        "Cost by the number of questions",
        f"The largest exams: {'; '.join(said)} questions.",
        tables=(table("sizes", "Processor seconds and memory", HEADINGS, rows),),
    )
    publish(given.page, "Exams of many thousand questions", "Drawn exams", [finding], device="cpu", timed=True)


def _measured(name: str, questions: int, home: Path) -> dict[str, Any]:
    """Run a command on a drawn exam of so many questions; return what it cost."""
    exam, output, function = home / f"{questions}.jsonl", home / f"{name}-{questions}", home / "function.py"
    if not exam.exists():
        exam.write_text(drawn(questions), "utf-8")
    function.write_text(FUNCTION, "utf-8")
    words = {"EXAM": str(exam), "OUT": str(output), "MANY": str(questions), "FUNCTION": f"{function}:seen"}
    seconds, memory = cost([words.get(word, word) for word in COMMANDS[name].split()])
    report = output / "report.html"
    page = round(report.stat().st_size / 2**20, 1) if report.exists() else None
    version = version_record()["magnetite"]
    return {"seconds": round(seconds, 1), "MiB": round(memory), "page": page, "version": version}


def _rows(kept: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Yield the table's rows: each command's, by the number of questions."""
    of = {key.rpartition(" ")[::2]: each for key, each in kept.items()}
    for name in COMMANDS:
        known = sorted((int(questions), each) for (command, questions), each in of.items() if command == name)
        for at, (questions, each) in enumerate(known):
            exponent = None
            if at:
                before, other = known[at - 1]
                exponent = round(math.log(each["seconds"] / other["seconds"]) / math.log(questions / before), 2)
            yield [name, questions, each["seconds"], each["MiB"], exponent, each["page"], each["version"]]


def drawn(questions: int) -> str:
    """Draw an exam, as JSON lines; the same for the same number of questions."""
    draw = random.Random(questions)
    syllables = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
    vocabulary = ["".join(draw.choices(syllables, k=draw.randint(1, 4))) for _ in range(20_000)]
    often = list(accumulate(1 / (rank + 10) for rank in range(len(vocabulary))))
    lines: list[str] = []
    while len(lines) < questions:
        words = draw.choices(vocabulary, cum_weights=often, k=WORDS)
        sentences = [" ".join(words[start : start + 12]).capitalize() for start in range(0, WORDS, 12)]
        for _ in range(min(QUESTIONS, questions - len(lines))):
            starts = draw.sample(range(WORDS - OPTIONS), OPTIONS)
            row = {
                "id": f"q{len(lines)}",
                "passage": ". ".join(sentences) + ".",
                "question": f"What do {' '.join(draw.choices(vocabulary, cum_weights=often, k=6))} have?",
                "options": [" ".join(words[start : start + 4]) for start in starts],
                "answer": "ABCD"[draw.randrange(OPTIONS)],
            }
            lines.append(json.dumps(row))
    return "\n".join(lines)


def cost(words: Sequence[str]) -> tuple[float, float]:
    """Run a command of Magnetite; return its processor seconds, and the MiB that it held."""
    command = [sys.executable, "-m", "magnetite", *words]
    if not (process := os.fork()):
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        os.execve(sys.executable, command, os.environ | THREADS)
    _, status, used = os.wait4(process, 0)
    if status:
        raise SystemExit(f"magnetite {shlex.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 2**10


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, nargs="+", default=[5_000, 20_000, 200_000])
    parser.add_argument("--only", default=",".join(COMMANDS))
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
