"""What a user can choose to read an exam: accuracy, processor time and memory of each model on each exam.

    python -m benchmarks.readers DATA [--models small,base,exams,reader-small,reader] [--views QO,QOC] [--limit 150]
        [--keep FILE] [--page FILE]

DATA is a folder that holds RACE.tar.gz, RACE-C/, DREAM/, MCTest/, CosmosQA/ and ReClor/; exams are scored in this
order, `--limit` questions of each; the seed draws whole passages. Each model answers each exam in its own process,
`magnetite audit`, with nothing stored; measurements are kept in `--keep`, so that a stopped run continues. Time is
processor time of all threads, with loading; memory is the peak of the process. `MODEL:SCORING` runs a language model in
that way, such as reader:symbol.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import magnetite
from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, Value, table

EXAMS = {
    "RACE test": "RACE.tar.gz@test",
    "DREAM test": "DREAM@test",
    "MCTest test": "MCTest@test",
    "RACE-C": "RACE-C/race_c_496.csv",
    "Cosmos QA dev": "CosmosQA@dev",
    "ReClor dev": "ReClor@dev",
}
UNSEEN = ("RACE-C", "Cosmos QA dev", "ReClor dev")  # by no bundled reader; what the language models read, nobody says
SHOWN = (
    *(Heading("model"), Heading("view"), Heading("exam"), Heading("accuracy", unit="share")),
    *(Heading("low", "from", "share"), Heading("high", "to", "share"), Heading("n", "questions", "count")),
    *(Heading("seconds", "processor seconds a question", "words"), Heading("memory", "GiB", "words")),
)


def main() -> None:
    """Ask every model about every exam, where that is not kept, and print the table."""
    arguments = _arguments()
    kept: dict[str, dict[str, Any]] = {}
    if arguments.keep and arguments.keep.exists():
        kept = json.loads(arguments.keep.read_text("utf-8"))
    for name, place in EXAMS.items():
        for model in arguments.models.split(","):
            for view in arguments.views.split(","):
                key = f"{model} {view} {name} {arguments.limit}"
                if key not in kept:
                    kept[key] = measured(model, view, f"{arguments.data}/{place}", arguments.limit)
                    print(key, kept[key], file=sys.stderr, flush=True)
                if arguments.keep:
                    arguments.keep.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    publish(
        arguments.page,
        "Accuracy, time and memory of the readers",
        "RACE test and exams that no bundled reader was trained on, but `exams` on DREAM and MCTest",
        [_finding(list(_rows(kept, arguments)))],
        timed=True,
    )


def measured(model: str, view: str, data: str, limit: int) -> dict[str, Any]:
    """Audit in a process of its own; return accuracy with its interval, seconds a question, and GiB."""
    name, _, scoring = model.partition(":")
    words = ["audit", data, "--model", name, "--views", view, "--limit", str(limit), "--experiments", "accuracy"]
    words += ["--store", "off", "--output", "run", *(("--scoring", scoring) if scoring else ())]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([sys.executable, "-m", "magnetite", *words], cwd=folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"magnetite {' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}.")
        run = magnetite.load(Path(folder) / "run")
    [number] = [each for each in run.finding("accuracy").numbers if each.label == "accuracy"][:1]
    share = {bound: getattr(number, bound) for bound in ("value", "low", "high", "n")}
    return share | {
        "seconds": (usage.ru_utime + usage.ru_stime) / len(run.exam["items"]),
        "memory": usage.ru_maxrss / 1024**2,
    }


def _rows(kept: dict[str, dict[str, Any]], arguments: argparse.Namespace) -> Iterator[tuple[Value, ...]]:
    for view in arguments.views.split(","):
        for name in EXAMS:
            for model in arguments.models.split(","):
                each = kept[f"{model} {view} {name} {arguments.limit}"]
                share = (each["value"], each["low"], each["high"], each["n"])
                yield model, view, name, *share, f"{each['seconds']:.2f}", f"{each['memory']:.1f}"


def _finding(rows: list[tuple[Value, ...]]) -> Finding:
    shares = {(str(row[0]), str(row[1]), str(row[2])): float(row[3] or 0) for row in rows}
    models, views = dict.fromkeys(each for each, _, _ in shares), dict.fromkeys(each for _, each, _ in shares)
    means = (
        f"{view}, {model} {sum(shares[model, view, name] for name in UNSEEN) / len(UNSEEN):.1%}"
        for view in views
        for model in models
    )
    return Finding(
        "readers",
        "Readers",
        "Each model on each exam: accuracy with a 95% interval, clustered by passage, and what a question costs. Mean "
        f"accuracy on {', '.join(UNSEEN)}, which none of the models was trained on: {'; '.join(means)}.",
        tables=(table("readers", "Readers", SHOWN, rows),),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--models", default="small,base,exams,reader-small,reader")
    parser.add_argument("--views", default="QO,QOC")
    parser.add_argument("--limit", type=int, default=150)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
