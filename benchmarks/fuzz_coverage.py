"""Fuzz the readers, guided by coverage: inputs that reach new branches of a reader are kept and changed further.

    python -m benchmarks.fuzz_coverage [--inputs 1000000] [--seconds 3600] [--seed 1] [--result FILE]
    python -m benchmarks.fuzz_coverage --runs FILE … [--page FILE]

atheris (the extra `attack`) instruments the readers; libFuzzer changes bytes. An input's first byte names the file, its
second what is done: read it as a format, or what is told from content; compare it with an exam, put a corrected text
into it, read it as a log, as scores, as candidates' answers. The rest is the file; of an archive, the part that holds
the text. The inputs to begin with are those of fuzz_readers.py, an exam in every format, and logs. A failure is any
other end than a result or an error of Magnetite's own, or more than `LIMIT` seconds of the processor. Failures are kept
in benchmarks/fuzz_failures/. RESULT is JSON; the page is made of those of several runs.
"""

import argparse
import hashlib
import io
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import atheris

LIMIT = 5
MEMORY = 3 * 2**30
LARGEST = 32 * 2**10  # bytes of an input: small ones are read, and so tried, more often

INSTRUMENTED = ["examfiles", "magnetite.core", "magnetite.scorers.logs", "magnetite.scorers.recorded"]
with atheris.instrument_imports(include=[*INSTRUMENTED, "magnetite.experiments.overlap.experiment"]):
    import examfiles
    import examfiles.mending
    import examfiles.reading
    import magnetite.experiments.overlap.experiment
    import magnetite.inputs.responses
    from magnetite.scorers import logs, recorded

# Behind what is instrumented, which they import too.
from benchmarks.fuzz_readers import FAILURES, OverTimeError, seeds  # noqa: E402
from benchmarks.published import publish  # noqa: E402
from examfiles import FORMATS, write  # noqa: E402
from examfiles.items import Dataset, Item  # noqa: E402
from magnetite.core.errors import MagnetiteError  # noqa: E402
from magnetite.core.results import Finding, Heading, table  # noqa: E402
from magnetite.running.record import version_record  # noqa: E402
from tests.hostile import h5p_of  # noqa: E402
from tests.made_office import odf, xlsx  # noqa: E402

NAMES = (
    *("exam.txt", "exam.xml", "exam.gift", "exam.json", "exam.jsonl", "exam.csv", "exam.html", "exam.md", "exam.zip"),
    *("exam.tar", "exam.eval", "exam.docx", "exam.odt", "exam.xlsx", "exam.h5p"),
)
TEXTS = {  # of an archive, the part that an input stands for
    "exam.docx": "word/document.xml",
    "exam.odt": "content.xml",
    "exam.xlsx": "xl/worksheets/sheet1.xml",
    "exam.h5p": "content/content.json",
    "exam.eval": "samples/1_epoch_1.json",
}
EXAM = Dataset(
    "exam",
    tuple(
        Item(f"q{n}", "t", "Ann sat on a boat that was green.", f"What was {n}?", ("green", "red", "grey"), n)
        for n in range(3)
    ),
)
SAMPLE = {  # of Inspect
    "id": "q0",
    "input": "Ann sat on a boat that was green.\n\nWhat was 0?",
    "choices": ["green", "red"],
    "messages": [{"role": "user", "content": "What was 0?\nA) green\nB) red"}],
    "scores": {"choice": {"value": "C", "answer": "A"}},
    "metadata": {"passage": "", "question": "What was 0?", "options": ["green", "red"]},
    "output": {
        "choices": [
            {
                "message": {"content": "A"},
                "logprobs": {"content": [{"token": "A", "top_logprobs": [{"token": "B", "logprob": -1.5}]}]},
            }
        ]
    },
}
LINE = {  # of lm-evaluation-harness
    "doc": {"article": "Ann sat.", "question": "What was 0?", "options": ["green", "red"]},
    "arguments": {f"gen_args_{n}": {"arg_0": "Ann sat. What was 0?", "arg_1": f" {t}"} for n, t in enumerate("ab")},
    "resps": [[["-1.5", "False"]], [["-0.5", "True"]]],
    "filtered_resps": [["-1.5", "False"], ["-0.5", "True"]],
    "filter": "none",
}


def overlap(path: Path) -> int:
    """Look up in a file where an exam's texts stand, and the other way round."""
    found = examfiles.read(path, passage_needed=False)
    for exam, other in ((EXAM, found), (found, EXAM)):
        magnetite.experiments.overlap.experiment.Overlap({"other": other}).run(exam, {})  # type: ignore[arg-type]
    return len(found)


def mending(path: Path) -> int:
    """Put a longer first question with another key into a file."""

    def items_of(data: bytes) -> tuple[Item, ...]:
        path.write_bytes(data)
        return examfiles.read(path, passage_needed=False).items

    data = path.read_bytes()
    if before := items_of(data):
        examfiles.mending.SECONDS = LIMIT // 2
        first = replace(before[0], question=f'{before[0].question} & "so" <on>?', answer=not before[0].answer)
        done = examfiles.mending.mended(data, before, (first, *before[1:]), items_of)
        now = items_of(done.data)[0]
        assert done.missing or (now.question, now.answer) == (first.question, first.answer)
    return len(before)


DONE: Mapping[str, Callable[[Path], int]] = {
    "overlap": overlap,
    "mending": mending,
    "log": lambda path: len(logs.Logged(path).remarks()) if logs.is_log(str(path)) else 0,
    "scores": lambda path: len(recorded.recorded(path)) if recorded.is_recorded(str(path)) else 0,
    "answers": lambda path: len(magnetite.inputs.responses.read_responses(path, EXAM.items).chosen),
}
READERS = (None, *DONE, *sorted(FORMATS))  # None: told from content


def shells() -> Mapping[str, bytes]:
    """Return archives with one part to be replaced."""
    with tempfile.TemporaryDirectory() as folder:
        write(EXAM, Path(folder, "exam.docx"), lose=True)
        document = Path(folder, "exam.docx").read_bytes()
    log = io.BytesIO()
    with zipfile.ZipFile(log, "w") as archive:
        archive.writestr(TEXTS["exam.eval"], json.dumps(SAMPLE))
    book = xlsx({"a": [["question", "A", "B", "answer"], ["Who?", "Ann", "Bo", "A"]]})
    made = {"exam.docx": document, "exam.odt": odf("text", "<text:p>1. Who?</text:p>"), "exam.xlsx": book}
    return {**made, "exam.h5p": h5p_of("Column", b"{}"), "exam.eval": log.getvalue()}


def repacked(shell: bytes, name: str, data: bytes) -> bytes:
    """Return an archive with other content in one part."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(shell)) as old, zipfile.ZipFile(made, "w") as new:
        for member in old.namelist():
            new.writestr(member, data if member == name else old.read(member))
    return made.getvalue()


class Fuzzing:
    """Inputs tried so far, and how they ended."""

    def __init__(self, folder: Path, seconds: float, seed: int, result: Path | None) -> None:
        self.folder, self.seconds, self.result = folder, seconds, result
        now, version = datetime.now().astimezone(), version_record()["magnetite"]
        self.made = {"date": f"{now:%Y-%m-%d %H:%M}", "version": version, "seed": seed}
        self.begun, self.inputs, self.read, self.refused, self.slowest = time.monotonic(), 0, 0, 0, 0.0
        self.failures: dict[str, str] = {}
        self.shells = shells()

    def one(self, data: bytes) -> None:
        """Try an input."""
        if len(data) < 2:
            return
        self.inputs += 1
        name, kind, content = NAMES[data[0] % len(NAMES)], READERS[data[1] % len(READERS)], data[2:]
        path = self.folder / name
        if name in TEXTS:
            content = repacked(self.shells[name], TEXTS[name], content)
        path.write_bytes(content)
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        start = time.process_time()
        try:
            if kind is not None and kind in DONE:
                read = DONE[kind](path)
            else:
                bad = data[0] % 2 == 0
                read = len(examfiles.read(path, format=kind, skip_bad=bad, passage_needed=False))
            self.read += read > 0
        except MagnetiteError:
            self.refused += 1
        except Exception as error:  # any other error is what is looked for
            self._keep(error, name, kind, content)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            path.unlink(missing_ok=True)
        self.slowest = max(self.slowest, time.process_time() - start)
        if self.inputs % 500 == 0:
            self.write()
            if time.monotonic() - self.begun > self.seconds:
                os._exit(0)  # libFuzzer ends in the same way

    def write(self) -> None:
        """Write what happened so far."""
        counts = {name: getattr(self, name) for name in ("inputs", "read", "refused")}
        said = self.made | counts | {"slowest": round(self.slowest, 2), "failures": list(self.failures.values())}
        said["seconds"] = round(time.monotonic() - self.begun)
        if self.result:
            self.result.write_text(json.dumps(said, indent=1), "utf-8")

    def _keep(self, error: Exception, name: str, kind: str | None, content: bytes) -> None:
        where = traceback.extract_tb(error.__traceback__)[-1]
        key = f"{type(error).__name__} {Path(where.filename).name}:{where.lineno}"
        if key not in self.failures:
            self.failures[key] = f"{key} ({name} as {kind or 'told from content'}): {str(error)[:200]}"
            FAILURES.mkdir(exist_ok=True)
            (FAILURES / f"{hashlib.sha256(content).hexdigest()[:12]}-{name}").write_bytes(content)
            print(f"FAILED: {self.failures[key]}", file=sys.stderr, flush=True)


def corpus(folder: Path) -> None:
    """Write the inputs to begin with: files as their content tells, then every further use of them, and logs."""
    texts = {name: data for name, data in seeds() if len(data) < LARGEST}
    with tempfile.TemporaryDirectory() as home:
        for name in ("exam.jsonl", "exam.csv", "exam.gift", "exam.txt", "exam.html", "exam.xml"):
            write(EXAM, Path(home, name), lose=True)
            texts[f"written {name}"] = Path(home, name).read_bytes()
    for number, (name, data) in enumerate(texts.items()):
        suffix = Path(name).suffix.replace(".qti", ".xml")
        first = next((place for place, each in enumerate(NAMES) if each.endswith(suffix)), 0)
        for use in (0, 1 + number % 2):  # overlap and mending in turn
            (folder / f"{number}-{use}").write_bytes(bytes([first, use]) + data)
    for name, shell in shells().items():
        with zipfile.ZipFile(io.BytesIO(shell)) as archive:
            data = archive.read(TEXTS[name])
        for use in (3,) if name == "exam.eval" else (0, 2):
            (folder / f"{name}-{use}").write_bytes(bytes([NAMES.index(name), use]) + data)
    log = {"version": 2, "status": "success", "eval": {"task": "t"}, "samples": [SAMPLE]}
    table = "name,q0,q1\nAnn,A,B\nBo,B,A\n"
    scores = '{"item": "q0", "view": "QO", "option": 0, "score": -1.5}\n'
    own = (("exam.json", "log", json.dumps(log)), ("exam.jsonl", "log", json.dumps(LINE)))
    for name, kind, text in (*own, ("exam.csv", "answers", table), ("exam.jsonl", "scores", scores)):
        (folder / f"{name}-{kind}").write_bytes(bytes([NAMES.index(name), READERS.index(kind)]) + text.encode())


def main() -> None:
    """Fuzz."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--result", type=Path)
    parser.add_argument("--runs", type=Path, nargs="+")
    parser.add_argument("--page", type=Path)
    given = parser.parse_args()
    if given.runs:
        title, about = "Readers fuzzed, guided by coverage", "Bytes changed so that they reach new branches of readers"
        runs = [json.loads(path.read_text("utf-8")) for path in given.runs]
        publish(given.page, title, about, [_finding(runs)], device="cpu", timed=True)
        return
    home = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    (home / "corpus").mkdir()
    corpus(home / "corpus")
    fuzzing = Fuzzing(home, given.seconds, given.seed, given.result)

    def over(*_arguments: object) -> None:
        raise OverTimeError(f"more than {LIMIT} s of the processor")

    signal.signal(signal.SIGPROF, over)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    settings = [f"-runs={given.inputs}", f"-max_total_time={given.seconds:.0f}", f"-seed={given.seed}"]
    settings += ["-timeout=86400", "-report_slow_units=86400"]  # by the clock; an input's limit is of the processor
    settings += [f"-max_len={LARGEST}", "-rss_limit_mb=0", "-print_final_stats=1", str(home / "corpus")]
    atheris.Setup([sys.argv[0], *settings], fuzzing.one)
    atheris.Fuzz()


def _finding(runs: Sequence[Mapping[str, Any]]) -> Finding:
    total = {name: sum(run[name] for run in runs) for name in ("inputs", "read", "refused", "seconds")}
    failures = [failure for run in runs for failure in run["failures"]]
    headings = (
        *(Heading("date"), Heading("version"), Heading("seed"), Heading("hours"), Heading("inputs", unit="count")),
        *(Heading("read", unit="count"), Heading("refused", unit="count"), Heading("slowest", "slowest, seconds")),
        Heading("failures", unit="count"),
    )
    rows = [
        (
            *(run["date"], run["version"], run["seed"], run["seconds"] / 3600, run["inputs"]),
            *(run["read"], run["refused"], run["slowest"], len(run["failures"])),
        )
        for run in runs
    ]
    return Finding(
        "fuzz_coverage",
        "How inputs ended",
        f"Of {total['inputs']:,} inputs in {total['seconds'] / 3600:.1f} hours, {total['read']:,} held at least one "
        f"question, answer or score, and {total['refused']:,} were refused with an error of Magnetite's own; "
        f"{len(failures) or 'none'} ended otherwise or took more than {LIMIT} seconds of the processor.",
        tables=(table("runs", "Runs", headings, rows),),
        notes=tuple(failures),
    )


if __name__ == "__main__":
    main()
