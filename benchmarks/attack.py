"""Attack Magnetite with what strangers and power cuts do, for a bounded time, and write down what held.

    python -m benchmarks.attack [--minutes 10] [--seed 0] [--page docs/results/attack.md]

files        every hostile file of tests/hostile.py at its full size, read as `magnetite check` reads it in a terminal
kills        commands that write, killed at random or as soon as a file appears, and given again until they end
server       the same files sent to the check server, which is asked for its first page meanwhile; and killed in between
connections  more silent connections than a server may have
models       a model's folder changed at random: refused in a sentence, or loaded; a pickle in it is never opened
fuzz         the readers, by benchmarks/fuzz_readers.py

Each part has its share of the time. A failure is printed; the exit status is 1 where there is any. Every process that
is started here is ended here.
"""

import argparse
import http.client
import json
import os
import pickle
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tests.web.made import CHECKS, GIFT, served

SHARES = {"files": 0.15, "kills": 0.35, "server": 0.2, "connections": 0.05, "models": 0.1, "fuzz": 0.15}
MEMORY = 4 * 2**30  # bytes that a reader may ask for in a terminal; the server's own limit is a quarter
READER = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]),) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
from magnetite.auditing.check.reading import read_exam
from magnetite.core.errors import MagnetiteError
try:
    print(len(read_exam(sys.argv[1], keys_needed=False).dataset), "questions")
except MagnetiteError as error:
    print("refused")
"""
COMMANDS = {  # what each writes is named OUT
    "audit": ["audit", "sample", "--model", "overlap", "--limit", "24", "--output", "OUT"],
    "check": ["check", "sample", "--no-models", "--output", "OUT"],
    "order": ["order", "sample", "--model", "longest", "--limit", "24", "--output", "OUT"],
    "convert": ["convert", "sample", "--to", "OUT.jsonl"],
    "score": ["score", "sample", "--model", "overlap", "--limit", "24", "--output", "OUT.parquet"],
    "export": ["export", "audit", "sample", "--limit", "24", "--to", "OUT.jsonl"],
}
ONCE = {"convert", "export"}  # a second time it says that the file is there, which shows that it is whole


@dataclass
class Report:
    """What was tried and what failed, in the order of the page."""

    lines: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        """Add a line to the page."""
        print(line, flush=True)
        self.lines.append(line)

    def expect(self, held: object, failure: str) -> None:
        """Note a failure where something did not hold."""
        if not held:
            print(f"FAILED: {failure}", file=sys.stderr, flush=True)
            self.failures.append(failure)


def files(report: Report, seconds: float, folder: Path) -> None:
    """Read every hostile file in a process of its own."""
    deadline = time.monotonic() + seconds
    report.say("## Hostile files\n")
    report.say("| file | KiB | seconds of the processor | MiB of memory | |\n|---|---|---|---|---|")
    for path in sorted(folder.iterdir()):
        if time.monotonic() > deadline:
            return report.say("\nThe time was up before the others.\n")
        command = [sys.executable, "-c", READER, str(path), str(MEMORY)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = process.stdout.read().strip() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        cost, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        row = (path.name, f"{path.stat().st_size / 1024:,.0f}", f"{cost:.1f}", f"{memory:,.0f}", said or "died")
        report.say(f"| {' | '.join(row)} |")
        report.expect(said and cost < 10 and memory < 1024, f"{path.name}: {cost:.1f} s, {memory:.0f} MiB, {said!r}")
    return report.say("")


def kills(report: Report, seconds: float, draw: random.Random) -> None:
    """Kill commands, and give them again: they end, with the findings of one that was never killed."""
    deadline, counts = time.monotonic() + seconds, dict.fromkeys(COMMANDS, 0)
    with tempfile.TemporaryDirectory() as home:
        whole, times = {}, {}
        for name in COMMANDS:
            start = time.monotonic()
            ended = finished(name, Path(home) / f"whole-{name}")
            whole[name], times[name] = written(Path(home) / f"whole-{name}"), time.monotonic() - start
            report.expect(ended == 0, f"{name} ends with {ended}")
        while time.monotonic() < deadline:
            name = draw.choice(list(COMMANDS))
            place = Path(home) / f"{name}-{sum(counts.values())}" / "out"
            place.parent.mkdir()
            for _ in range(draw.randint(1, 3)):
                counts[name] += killed(name, place, draw, times[name])
            ended = finished(name, place)
            taken = ended == 2 and name in ONCE and written(place) == whole[name]
            report.expect(ended == 0 or taken, f"{name} after a kill ends with {ended}")
            report.expect(written(place) == whole[name], f"{name} after a kill writes something else")
            left = [path.name for path in place.parent.rglob("*.part")]
            report.expect(not left or taken, f"{name} after a kill leaves {left}")
            shutil.rmtree(place.parent)
    report.say("## Kills\n")
    report.say("| command | kills |\n|---|---|")
    report.say("\n".join(f"| {name} | {count} |" for name, count in counts.items()))
    report.say("")


def started(name: str, place: Path) -> "subprocess.Popen[bytes]":
    """Start a command."""
    words = [word.replace("OUT", str(place)) for word in COMMANDS[name]]
    code = "import sys; from magnetite.cli import main; sys.exit(main())"
    environment = os.environ | {"MAGNETITE_STORE": str(place.parent / f"{place.name}-store"), "HF_HUB_OFFLINE": "1"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-c", code, *words], env=environment, **quiet)


def finished(name: str, place: Path) -> int:
    """Run a command to its end, and return its exit status."""
    return started(name, place).wait()


def killed(name: str, place: Path, draw: random.Random, usual: float) -> bool:
    """Kill a command after a random time, or as soon as it begins to write; return whether it was still running."""
    process = started(name, place)
    end = time.monotonic() + draw.uniform(0, usual)
    early = draw.random() < 0.5
    while process.poll() is None and (early or time.monotonic() < end):
        if early and any(path.name.endswith(".part") for path in place.parent.rglob(".*")):
            break
        time.sleep(0.001)
    process.kill()
    return process.wait() == -signal.SIGKILL


def written(place: Path) -> str:
    """Return what a command found, without what differs from run to run."""
    findings = place / "findings.json"
    if findings.is_file():
        return json.dumps(json.loads(findings.read_text("utf-8"))["findings"], sort_keys=True)
    sizes = {path.suffix: path.stat().st_size for path in place.parent.glob(f"{place.name}.*") if path.is_file()}
    return json.dumps(sizes, sort_keys=True)


def server(report: Report, seconds: float, folder: Path, draw: random.Random) -> None:
    """Send every hostile file, ask for a page meanwhile, and kill the server between two of them."""
    deadline, sent, statuses, deaths = time.monotonic() + seconds, 0, dict[int, int](), 0
    waits: list[float] = []
    with tempfile.TemporaryDirectory() as data:
        todo = sorted(folder.iterdir())
        draw.shuffle(todo)
        while todo and time.monotonic() < deadline:
            part, todo = todo[:4], todo[4:]
            with served(CHECKS, data) as host, asked_meanwhile(host.address, waits):
                for path in part:
                    status = upload(host.address, path.name, path.read_bytes())
                    statuses[status] = statuses.get(status, 0) + 1
                    sent += 1
                    report.expect(status in (303, 422), f"{path.name}: the server answers {status}")
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
            report.expect(listed == there, f"{len(there - listed)} uploads without a check, {len(listed - there)} gone")
    waits.sort()
    report.say("## Check server\n")
    report.say(
        f"{sent} hostile uploads ({statuses}), {deaths} kills. Meanwhile {len(waits)} requests for the first page: "
    )
    middle, late_, worst = (waits[int(len(waits) * share)] * 1000 if waits else 0 for share in (0.5, 0.99, 0.9999))
    report.say(f"median {middle:.0f} ms, 99% within {late_:.0f} ms, the longest {worst:.0f} ms.\n")


@contextmanager
def asked_meanwhile(address: str, waits: list[float]):
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


def connections(report: Report, seconds: float) -> None:
    """Open more connections than there may be, and ask for a page."""
    deadline, opened, waits = time.monotonic() + seconds, 0, []
    with tempfile.TemporaryDirectory() as data, served(CHECKS, data) as host:
        place = urlsplit(host.address)
        while time.monotonic() < deadline:
            silent: list[socket.socket] = []
            for _ in range(700):
                with suppress(OSError):
                    silent.append(socket.create_connection((place.hostname, place.port), timeout=5))
            opened += len(silent)
            start = time.monotonic()
            page = b""
            with suppress(OSError, http.client.HTTPException):
                page = get(host.address, "/")[1]
            waits.append(time.monotonic() - start)
            report.expect(page, "no page while connections are silent")
            for one in silent:
                one.close()
    report.say("## Silent connections\n")
    report.say(f"{opened} opened, 700 at a time; the first page took at most {max(waits) * 1000:.0f} ms.\n")


class Trap:
    """Makes a file when it is unpickled, as any code could be run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[[Path], None], tuple[Path]]:
        return Path.touch, (self.path,)


def models(report: Report, seconds: float, draw: random.Random) -> None:
    """Change a model's folder at random, and load it."""
    # Imported here, since what this process holds counts as the memory of those that it starts.
    from tests.scorers.conftest import save_tiny  # noqa: PLC0415

    from magnetite.core.errors import MagnetiteError  # noqa: PLC0415
    from magnetite.scorers.encoder import encoder  # noqa: PLC0415

    deadline, counts = time.monotonic() + seconds, {"refused": 0, "loaded": 0}
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
                report.expect(False, f"a model's folder: {type(error).__name__}: {error}")
            report.expect(not trap.exists(), "a pickle was opened")
            shutil.rmtree(folder)
    report.say("## Model folders\n")
    report.say(f"{counts['refused']} refused, {counts['loaded']} loaded, no pickle opened.\n")


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


def fuzz(report: Report, seconds: float, seed: int) -> None:
    """Fuzz the readers."""
    script = Path(__file__).with_name("fuzz_readers.py")
    first = ["--first", str(seed * 10**6), "--inputs", str(10**6)]
    command = [sys.executable, str(script), "--seconds", str(seconds), "--jobs", "1", *first]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    report.say("## Fuzzed readers\n")
    report.say("\n".join(process.stdout.splitlines()[:2]) + "\n")
    report.expect(process.returncode == 0, process.stderr[-2000:])


def main() -> int:
    """Attack, write the page, and return 1 where anything failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default=",".join(SHARES), help="Parts, separated by commas.")
    parser.add_argument("--page", type=Path)
    given = parser.parse_args()
    parts = given.only.split(",")
    second = given.minutes * 60 / sum(SHARES[part] for part in parts)
    report, draw, begun = Report(), random.Random(given.seed), time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        hostile = Path(home)
        if {"files", "server"} & set(parts):  # made apart: what making them needs would count as their reader's memory
            code = "import sys; from pathlib import Path; from tests.hostile import hostile_files\n"
            code += "for name, data in hostile_files(): Path(sys.argv[1], name).write_bytes(data)"
            subprocess.run([sys.executable, "-c", code, home], check=True)
        works: dict[str, Callable[[float], None]] = {
            "files": lambda seconds: files(report, seconds, hostile),
            "kills": lambda seconds: kills(report, seconds, draw),
            "server": lambda seconds: server(report, seconds, hostile, draw),
            "connections": lambda seconds: connections(report, seconds),
            "models": lambda seconds: models(report, seconds, draw),
            "fuzz": lambda seconds: fuzz(report, seconds, given.seed),
        }
        for part in parts:
            works[part](SHARES[part] * second)
    minutes = (time.monotonic() - begun) / 60
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    report.say(f"{minutes:.1f} minutes; the largest process {peak:.1f} GiB; {len(report.failures)} failures.")
    report.lines += [f"- {failure}" for failure in report.failures]
    if given.page:
        head = ["# Attacked", "", f"    python -m benchmarks.attack --minutes {given.minutes:g}", ""]
        given.page.write_text("\n".join([*head, *report.lines]) + "\n", "utf-8")
    return bool(report.failures)


if __name__ == "__main__":
    sys.exit(main())
