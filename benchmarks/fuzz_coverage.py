"""Fuzz the readers, guided by coverage: inputs that reach new branches of a reader are kept and changed further.

    python -m benchmarks.fuzz_coverage [--inputs 1000000] [--seconds 3600] [--seed 1] [--result FILE]

atheris (the extra `attack`) instruments magnetite.formats and core; libFuzzer changes bytes. An input's
first byte names the reader, the rest is the file; the inputs to begin with are those of fuzz_readers.py, and an exam in
every format. A failure is any other end than a dataset or an error of Magnetite's own, or more than `LIMIT` seconds of
the processor. Failures are kept in benchmarks/fuzz_failures/. RESULT is JSON.
"""

import argparse
import hashlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

import atheris

LIMIT = 5
MEMORY = 3 * 2**30
LARGEST = 32 * 2**10  # bytes of an input: small ones are read, and so tried, more often

with atheris.instrument_imports(include=["magnetite.formats", "magnetite.core"]):
    import magnetite.formats
    import magnetite.formats.reading

# Behind what is instrumented, which they import too.
from benchmarks.fuzz_readers import FAILURES, OverTimeError, seeds  # noqa: E402

from magnetite.core.errors import MagnetiteError  # noqa: E402
from magnetite.formats import FORMATS  # noqa: E402

READERS = (None, *sorted(FORMATS))  # None: told from content
NAMES = (
    "exam.txt",
    "exam.xml",
    "exam.gift",
    "exam.json",
    "exam.jsonl",
    "exam.csv",
    "exam.html",
    "exam.zip",
    "exam.tar",
)


class Fuzzing:
    """Inputs tried so far, and how they ended."""

    def __init__(self, folder: Path, seconds: float, result: Path | None) -> None:
        self.folder, self.seconds, self.result = folder, seconds, result
        self.begun, self.inputs, self.read, self.refused, self.slowest = time.monotonic(), 0, 0, 0, 0.0
        self.failures: dict[str, str] = {}

    def one(self, data: bytes) -> None:
        """Try an input."""
        if not data:
            return
        self.inputs += 1
        name, kind = NAMES[data[0] % len(NAMES)], READERS[data[0] // len(NAMES) % len(READERS)]
        path = self.folder / name
        path.write_bytes(data[1:])
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        start = time.process_time()
        try:
            found = magnetite.formats.read(path, format=kind, skip_bad=data[0] % 2 == 0, passage_needed=False)
            self.read += len(found) > 0
        except MagnetiteError:
            self.refused += 1
        except Exception as error:  # any other error is what is looked for
            self._keep(error, name, kind, data)
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
        said = counts | {"slowest": round(self.slowest, 2), "failures": list(self.failures.values())}
        said["seconds"] = round(time.monotonic() - self.begun)
        if self.result:
            self.result.write_text(json.dumps(said, indent=1), "utf-8")

    def _keep(self, error: Exception, name: str, kind: str | None, data: bytes) -> None:
        where = traceback.extract_tb(error.__traceback__)[-1]
        key = f"{type(error).__name__} {Path(where.filename).name}:{where.lineno}"
        if key not in self.failures:
            self.failures[key] = f"{key} ({name} as {kind or 'told from content'}): {str(error)[:200]}"
            FAILURES.mkdir(exist_ok=True)
            (FAILURES / f"{hashlib.sha256(data).hexdigest()[:12]}-{name}").write_bytes(data[1:])
            print(f"FAILED: {self.failures[key]}", file=sys.stderr, flush=True)


def corpus(folder: Path) -> None:
    """Write the inputs to begin with, each for the reader that is told from its content, and for every name."""
    for number, (name, data) in enumerate(seeds()):
        if len(data) < LARGEST:
            suffix = Path(name).suffix.replace(".qti", ".xml")
            first = next((place for place, each in enumerate(NAMES) if each.endswith(suffix)), 0)
            (folder / f"{number}").write_bytes(bytes([first]) + data)


def main() -> None:
    """Fuzz."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--result", type=Path)
    given = parser.parse_args()
    home = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    (home / "corpus").mkdir()
    corpus(home / "corpus")
    fuzzing = Fuzzing(home, given.seconds, given.result)

    def over(*_arguments: object) -> None:
        raise OverTimeError(f"more than {LIMIT} s of the processor")

    signal.signal(signal.SIGPROF, over)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    settings = [f"-runs={given.inputs}", f"-max_total_time={given.seconds:.0f}", f"-seed={given.seed}", "-timeout=60"]
    settings += [f"-max_len={LARGEST}", "-rss_limit_mb=0", "-print_final_stats=1", str(home / "corpus")]
    atheris.Setup([sys.argv[0], *settings], fuzzing.one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
