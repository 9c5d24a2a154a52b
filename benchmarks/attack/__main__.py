"""Attack Magnetite with what strangers and power cuts do, for a bounded time, and publish what held.

    python -m benchmarks.attack [--minutes 10] [--only kills,fuzz] [--before COMMIT] [--folder FOLDER] [--page FILE]

files        every file of packages/examfiles/tests/hostile.py, whole, read as an exam; --before: by an earlier version
kills        every command that writes, killed at random or as soon as a file appears, and given again until it ends
server       the same files sent to the check server, which is asked for its first page meanwhile; and killed in between
connections  more silent connections than a server may have
models       a model's folder changed at random: refused in a sentence, or loaded; a pickle in it is never opened
fuzz         the readers, by benchmarks/fuzz_readers.py
coverage     the readers, by benchmarks/fuzz_coverage.py: guided by coverage

Each part has its share of the time, and leaves a record in --folder (runs/attack) that says where, when and on which
commit it ran, so that parts can be run on different days; the page is made of all records that are there. A failure is
printed; the exit status is 1 where a record has any. Once it is fixed, a sentence put into the record as "mended"
stands on the page in its place. Every process that is started here is ended here.
"""

import argparse
import http.client
import json
import os
import pickle
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks import python_path
from benchmarks.attack.files import MEMORY, SECONDS
from benchmarks.attack.kills import kills_finding
from benchmarks.published import busy, publish
from magnetite.core.errors import MagnetiteError
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.running.record import version_record
from magnetite.scorers.device import describe_machine
from magnetite.scorers.encoder import encoder
from tests.scorers.conftest import save_tiny
from tests.web.made import CHECKS, GIFT, served

Record = dict[str, Any]  # what a part did: its figures, its failures; and where, when and on which commit

SHARES = {
    "files": 0.15,
    "kills": 0.3,
    "server": 0.15,
    "connections": 0.05,
    "models": 0.05,
    "fuzz": 0.15,
    "coverage": 0.15,
}
HERE = Path(__file__).parents[2]
DAY = 24 * 60  # minutes: what a night and a day of attacks would be
MANY = str(10**9)  # kills or inputs: the time ends a part
MOST_SECONDS, MOST_MIB = 10, 1024  # that a hostile file may cost
AT_ONCE = 700  # silent connections
COUNTED = {  # the titles of parts that count
    "server": "Check server",
    "connections": "Silent connections",
    "models": "Model folders",
}
ABOUT = {
    "server": "The same files, four to a server, which is asked for its first page meanwhile, and killed then.",
    "connections": f"{AT_ONCE} at a time are opened and say nothing.",
    "models": "Values of the configuration and bytes of files change, files go, pickles come under likely names. A "
    "folder must be loaded or refused in a sentence, and no pickle opened.",
}
NOT_RECORDED = "not recorded"


def main() -> int:
    """Attack, publish the page of all records, and return 1 where anything failed that is not fixed."""
    given = _arguments()
    given.folder.mkdir(parents=True, exist_ok=True)
    parts = [part for part in given.only.split(",") if part != "none"]
    second = given.minutes * 60 / sum(SHARES[part] for part in parts) if parts else 0.0
    draw = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as home:
        hostile = Path(home)
        if {"files", "server"} & set(parts):
            write_hostile(hostile)
        seed, number = ("--seed", str(given.seed + 1)), str(given.seed * 10**7)
        works: dict[str, Callable[[float], Record]] = {
            "files": lambda seconds: files(seconds, hostile, given.before),
            "kills": lambda seconds: script(seconds, "benchmarks.attack.kills", "--kills", MANY, *seed),
            "server": lambda seconds: server(seconds, hostile, draw),
            "connections": connections,
            "models": lambda seconds: models(seconds, draw),
            "fuzz": lambda seconds: script(
                seconds, "benchmarks.fuzz_readers", "--jobs", "1", "--first", number, "--inputs", MANY
            ),
            "coverage": lambda seconds: script(seconds, "benchmarks.fuzz_coverage", "--inputs", MANY, *seed),
        }
        for part in parts:
            began = time.monotonic()
            if done := works[part](SHARES[part] * second):
                keep(given.folder, part, {"seconds": round(time.monotonic() - began), **done})
    records = {part: found for part in SHARES if (found := recorded(given.folder, part))}
    publish(
        given.page,
        "Attacks",
        "Hostile files, kills, a server under attack, changed model folders, and fuzzed readers",
        list(_findings(records)),
        note="That machine made the page. With `--only none` the page is made from records; without it, the "
        "parts run again. The last table says where and when each part ran, if its record does.",
        device="cpu",
        timed=True,
    )
    return bool(open_failures([*chain(*records.values())]))


def write_hostile(folder: Path, scale: float = 1.0) -> None:
    """Write every hostile file of the tests into a folder, in a process of its own, so that no memory is kept."""
    code = "import sys; from pathlib import Path; from tests.hostile import hostile_files\n"
    code += "for name, data in hostile_files(float(sys.argv[2])): Path(sys.argv[1], name).write_bytes(data)"
    tests = HERE / "packages/examfiles"
    subprocess.run([sys.executable, "-c", code, str(folder), str(scale)], check=True, cwd=tests)


def keep(folder: Path, part: str, done: Record) -> None:
    """Write a part's record, with where, when and on which commit it ran."""
    now, machine = datetime.now().astimezone(), f"{describe_machine('cpu')}{busy()}"
    made = {"date": f"{now:%Y-%m-%d %H:%M}", "version": version_record()["magnetite"], "machine": machine}
    (folder / f"{part}-{now:%Y%m%d-%H%M%S}.json").write_text(json.dumps(made | done, indent=1), "utf-8")


def recorded(folder: Path, part: str) -> list[Record]:
    """Return the records of a part, the latest at the end."""
    records = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob(f"{part}*.json"))]
    return sorted(records, key=lambda record: str(record.get("date", "")))


def open_failures(records: Sequence[Record]) -> list[str]:
    """Return what failed and is not fixed."""
    return [failure for record in records if "mended" not in record for failure in record["failures"]]


def expect(failures: list[str], held: object, failure: str) -> None:
    """Note and print a failure where something did not hold."""
    if not held:
        print(f"FAILED: {failure}", file=sys.stderr, flush=True)
        failures.append(failure)


def files(seconds: float, folder: Path, before: str) -> Record:
    """Read every hostile file, by this version, and by an earlier one where it is named."""
    deadline = time.monotonic() + seconds
    costs: dict[str, dict[str, Record]] = {}
    with tempfile.TemporaryDirectory() as home:
        sources = {"after": HERE}
        if before:
            archive = subprocess.run(["git", "archive", before, "packages"], cwd=HERE, capture_output=True, check=True)
            subprocess.run(["tar", "xf", "-", "-C", home], input=archive.stdout, check=True)
            sources["before"] = Path(home)
        for name, source in sources.items():
            result = Path(home) / f"{name}.json"
            command = [sys.executable, "-m", "benchmarks.attack.files", str(folder), str(result)]
            environment = os.environ | {"PYTHONPATH": python_path(source)}
            with suppress(subprocess.TimeoutExpired):
                left = max(1.0, deadline - time.monotonic())
                subprocess.run(command, cwd=HERE, env=environment, timeout=left, check=False)
            costs[name] = json.loads(result.read_text("utf-8")) if result.exists() else {}
    failures: list[str] = []
    for name, cost in costs["after"].items():
        held = cost["said"] in ("read", "refused") and cost["seconds"] < MOST_SECONDS and cost["mib"] < MOST_MIB
        expect(failures, held, f"{name}: {cost['seconds']} s, {cost['mib']} MiB, {cost['said']}")
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    return {"before": before, "sizes": sizes, "costs": costs, "failures": failures}


def server(seconds: float, folder: Path, draw: random.Random) -> Record:
    """Send every hostile file, ask for a page meanwhile, and kill the server between two of them."""
    deadline, statuses, deaths = time.monotonic() + seconds, Counter[int](), 0
    waits: list[float] = []
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as data:
        todo = sorted(folder.iterdir())
        draw.shuffle(todo)
        while todo and time.monotonic() < deadline:
            part, todo = todo[:4], todo[4:]
            with served(CHECKS, data) as host, asked_meanwhile(host.address, waits):
                for path in part:
                    status = upload(host.address, path.name, path.read_bytes())
                    statuses[status] += 1
                    expect(failures, status in (303, 422), f"{path.name}: the server answers {status}")
                late = threading.Thread(target=upload, args=(host.address, "exam.gift", GIFT.encode()))
                late.start()
                time.sleep(draw.uniform(0, 1.5))
                host.process.kill()
                deaths += 1
                late.join()
        with served(CHECKS, data) as host:
            page = get(host.address, "/")[1].decode()
            listed = set(re.findall(r"/checks/([0-9a-f]{16})", page))
            there = {path.name for path in (Path(data) / "checks").iterdir()}
            lost = f"{len(there - listed)} uploads without a check, {len(listed - there)} gone"
            expect(failures, listed == there, lost)
    waits.sort()
    counts = {"hostile uploads": statuses.total(), "refused": statuses[422], "read": statuses[303], "kills": deaths}
    counts["requests for the first page meanwhile"] = len(waits)
    for share, name in ((0.5, "median"), (0.99, "99th percentile"), (0.9999, "longest")):
        counts[f"milliseconds until it came, {name}"] = round(waits[int(len(waits) * share)] * 1000) if waits else 0
    return {"counts": counts, "failures": failures}


@contextmanager
def asked_meanwhile(address: str, waits: list[float]) -> Iterator[None]:
    """Ask for the first page again and again, and note how long each answer took."""
    stop = threading.Event()

    def ask() -> None:
        while not stop.wait(0.05):
            start = time.monotonic()
            with suppress(OSError, http.client.HTTPException):
                get(address, "/")
                waits.append(time.monotonic() - start)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def get(address: str, path: str) -> tuple[str, bytes]:
    """Return a page's cookie and its content."""
    place = urlsplit(address)
    connection = http.client.HTTPConnection(str(place.hostname), place.port, timeout=120)
    connection.request("GET", path)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return (answer.getheader("Set-Cookie") or "").split(";")[0], content


def upload(address: str, name: str, content: bytes) -> int:
    """Send a file as the page's form does; return the status, 0 where the server died."""
    with suppress(OSError, http.client.HTTPException):
        cookie, _ = get(address, "/")
        token, mark = cookie.partition("=")[2], "----attack"
        head = f'--{mark}\r\nContent-Disposition: form-data; name="form_token"\r\n\r\n{token}\r\n--{mark}\r\n'
        head += f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        place = urlsplit(address)
        connection = http.client.HTTPConnection(str(place.hostname), place.port, timeout=120)
        headers = {"Content-Type": f"multipart/form-data; boundary={mark}", "Cookie": cookie}
        connection.request("POST", "/checks", body, headers)
        status = connection.getresponse().status
        connection.close()
        return status
    return 0


def connections(seconds: float) -> Record:
    """Open more connections than there may be, and ask for a page."""
    deadline, opened, waits = time.monotonic() + seconds, 0, [0.0]
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as data, served(CHECKS, data) as host:
        place = urlsplit(host.address)
        while time.monotonic() < deadline:
            silent: list[socket.socket] = []
            for _ in range(AT_ONCE):
                with suppress(OSError):
                    silent.append(socket.create_connection((place.hostname, place.port), timeout=5))
            opened += len(silent)
            start = time.monotonic()
            page = b""
            with suppress(OSError, http.client.HTTPException):
                page = get(host.address, "/")[1]
            waits.append(time.monotonic() - start)
            expect(failures, page, "no page while connections are silent")
            for one in silent:
                one.close()
    counts = {"opened": opened, "milliseconds until the first page came, longest": round(max(waits) * 1000)}
    return {"counts": counts, "failures": failures}


class Trap:
    """Makes a file when it is unpickled, as any code could be run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[[Path], None], tuple[Path]]:
        return Path.touch, (self.path,)


def models(seconds: float, draw: random.Random) -> Record:
    """Change a model's folder at random, and load it."""
    deadline, counts = time.monotonic() + seconds, {"refused": 0, "loaded": 0}
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        good, trap = save_tiny("bert", Path(home) / "good"), Path(home) / "opened"
        while time.monotonic() < deadline:
            folder = Path(home) / "changed"
            shutil.copytree(good, folder)
            changed(folder, trap, draw)
            try:
                encoder(folder, device="cpu", dtype="float32")
                counts["loaded"] += 1
            except MagnetiteError:
                counts["refused"] += 1
            except Exception as error:
                expect(failures, False, f"a model's folder: {type(error).__name__}: {error}")
            expect(failures, not trap.exists(), "a pickle was opened")
            shutil.rmtree(folder)
    return {"counts": counts, "failures": failures}


def changed(folder: Path, trap: Path, draw: random.Random) -> None:
    """Change a folder: a value of its configuration, bytes of a file, a file gone, a pickle under a likely name."""
    path = draw.choice(sorted(path for path in folder.iterdir() if path.is_file()))
    what = draw.randrange(4)
    if what == 0:
        config = json.loads((folder / "config.json").read_text("utf-8"))
        name = draw.choice(sorted(config))
        config[name] = draw.choice([-1, 0, 10**9, None, "", [], {}, "x" * 1000, True, 1e308, config[name]])
        (folder / "config.json").write_text(json.dumps(config), "utf-8")
    elif what == 1:
        data = bytearray(path.read_bytes())
        for _ in range(draw.choice((1, 10, 100))):
            data[draw.randrange(len(data))] = draw.randrange(256)
        path.write_bytes(data[: draw.randrange(1, len(data) + 1)] if draw.random() < 0.3 else data)
    elif what == 2:
        path.unlink()
    else:
        name = draw.choice(
            ["pytorch_model.bin", "weights.dat", "model.safetensors", "training_args.bin", "tokenizer.model"]
        )
        (folder / name).write_bytes(pickle.dumps(Trap(trap)))
        if draw.random() < 0.5:
            index = {"metadata": {}, "weight_map": {"classifier.weight": name}}
            (folder / "model.safetensors.index.json").write_text(json.dumps(index), "utf-8")


def script(seconds: float, *words: str) -> Record:
    """Run a part that is a script of its own, and return its result; nothing where it leaves none."""
    with tempfile.TemporaryDirectory() as home:
        result = Path(home) / "result.json"
        command = [sys.executable, "-m", *words, "--seconds", f"{seconds:.0f}", "--result", str(result)]
        environment = os.environ | {"POLARS_MAX_THREADS": "1"}
        subprocess.run(command, cwd=HERE, env=environment, check=False, stdout=subprocess.DEVNULL)
        done: Record = json.loads(result.read_text("utf-8")) if result.exists() else {}
    return done


def _findings(records: Mapping[str, list[Record]]) -> Iterator[Finding]:
    """Yield what all records say: of parts that count once, the latest."""
    every = [*chain(*records.values())]
    if "files" in records:
        yield _files(records["files"][-1])
    if "kills" in records:
        yield _kills(records["kills"])
    for part, title in COUNTED.items():
        if part in records:
            last = records[part][-1]
            numbers = tuple(Number(name, count, unit="count") for name, count in last["counts"].items())
            yield Finding(part, title, f"{ABOUT[part]} {_held([last])}", numbers=numbers)
    if fuzzed := {part: records[part] for part in ("fuzz", "coverage") if part in records}:
        yield _fuzzed(fuzzed)
    yield _day(records)
    failures, mended = open_failures(every), [str(record["mended"]) for record in every if "mended" in record]
    yield Finding("failures", "Failures", "" if failures else "None that is not fixed.", notes=(*failures, *mended))
    yield _places(records)


def _held(records: Sequence[Record]) -> str:
    """Say how often something failed, and how often that is fixed since."""
    failed = sum(len(record["failures"]) for record in records)
    fixed = f", {failed - len(open_failures(records))} of them fixed since" if failed else ""
    return f"Failures: {failed or 'none'}{fixed}."


def _files(record: Record) -> Finding:
    costs, before = record["costs"], record["before"]
    versions = ("before", "after") if before else ("after",)
    headings, rows = [Heading("file"), Heading("bytes")], []
    for version in versions:
        headings += [Heading(f"{version}_{name}", f"{version}: {name}") for name in ("seconds", "MiB", "end")]
    for name in sorted(record["sizes"]):
        ends = (costs[version].get(name, {}) for version in versions)
        rows.append(
            [name, record["sizes"][name], *(end.get(key) for end in ends for key in ("seconds", "mib", "said"))]
        )
    return Finding(
        "files",
        "Hostile files",
        f"The files of `tests/hostile.py`, each read as an exam in a process with {SECONDS} seconds of the processor "
        f"and {MEMORY >> 30} GiB of addresses. This version has to read or refuse a file within {MOST_SECONDS} seconds "
        f"and {MOST_MIB:,} MiB; it was tried on {len(costs['after'])} of {len(rows)}. {_held([record])}"
        + (f" Before: the commit {before}." if before else ""),
        tables=(table("costs", "What a file cost, in seconds of the processor", headings, rows),),
    )


def _kills(records: Sequence[Record]) -> Finding:
    kills, ends = (_together(record[name] for record in records) for name in ("kills", "ends"))
    return kills_finding(kills, ends, _minutes(records), _held(records))


def _fuzzed(fuzzed: Mapping[str, Sequence[Record]]) -> Finding:
    named = {"fuzz": "changed copies of files", "coverage": "guided by the readers' coverage"}
    headings = [Heading("how"), Heading("minutes"), Heading("inputs"), Heading("read"), Heading("refused")]
    rows: list[list[Value]] = []
    for part, records in fuzzed.items():
        counts = _together({name: record[name] for name in ("inputs", "read", "refused")} for record in records)
        slowest = max(record["slowest"] for record in records)
        rows.append([named[part], _minutes(records), *counts.values(), slowest])
    return Finding(
        "fuzzed",
        "Readers fuzzed",
        "An input must be read, or refused in a sentence of Magnetite's own. " + _held([*chain(*fuzzed.values())]),
        tables=(table("fuzzed", "Inputs", [*headings, Heading("slowest", "slowest, seconds")], rows),),
    )


def _day(records: Mapping[str, list[Record]]) -> Finding:
    """Say what a day and a night of attacks would be, at the rates of these runs."""
    tried = {"kills": "kills", "fuzz": "changed copies of files", "coverage": "inputs guided by coverage"}
    numbers = []
    for part, name in tried.items():
        if part in records:
            done = sum(sum(each["kills"].values()) if part == "kills" else each["inputs"] for each in records[part])
            rate = done / sum(each["seconds"] for each in records[part])
            numbers.append(Number(name, rate * SHARES[part] * DAY * 60, unit="count"))
    return Finding(
        "day",
        "A day and a night",
        f"What `python -m benchmarks.attack --minutes {DAY}` would try at the rates of these runs:",
        numbers=tuple(numbers),
    )


def _places(records: Mapping[str, list[Record]]) -> Finding:
    names = ("date", "version", "machine")
    rows = [
        [part, *(each.get(name, NOT_RECORDED) for name in names), _minutes([each]), len(each["failures"])]
        for part, found in records.items()
        for each in found
    ]
    headings = [Heading(name) for name in ("part", *names, "minutes", "failures")]
    return Finding("places", "Where and when", "", tables=(table("places", "Every run of a part", headings, rows),))


def _together(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    every: Counter[str] = Counter()
    for count in counts:
        every.update(count)
    return every


def _minutes(records: Sequence[Record]) -> str:
    """Write the minutes that runs took together."""
    if not all("seconds" in record for record in records):
        return NOT_RECORDED
    return f"{sum(record['seconds'] for record in records) / 60:.0f}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default=",".join(SHARES), help="Parts, separated by commas; none: make the page.")
    parser.add_argument("--before", default="", help="An earlier commit that reads the hostile files too.")
    parser.add_argument("--folder", type=Path, default=HERE / "runs/attack")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
