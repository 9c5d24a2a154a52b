"""Attack Magnetite with what strangers and power cuts do, for a bounded time, and write the page of what held.

    python -m benchmarks.attack [--minutes 10] [--only kills,fuzz] [--before COMMIT] [--page docs/results/attack.md]

files        every hostile file of tests/hostile.py at full size, read as an exam; --before: by an earlier version too
kills        every command that writes, killed at random or as soon as a file appears, and given again until it ends
server       the same files sent to the check server, which is asked for its first page meanwhile; and killed in between
connections  more silent connections than a server may have
models       a model's folder changed at random: refused in a sentence, or loaded; a pickle in it is never opened
fuzz         the readers, by benchmarks/fuzz_readers.py
coverage     the readers, by benchmarks/fuzz_coverage.py: guided by coverage

Each part has its share of the time and keeps its result in --results (runs/attack), so that parts can be run on
different days; the page is written of all that are there. A failure is printed; the exit status is 1 where there is
any. Once it is mended, a sentence put into the result as "mended" stands on the page in its place. Every process that
is started here is ended here.
"""

import argparse
import http.client
import json
import os
import pickle
import platform
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
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.web.made import CHECKS, GIFT, served

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


def files(results: Path, seconds: float, folder: Path, before: str) -> None:
    """Read every hostile file, by this version, and by an earlier one where it is named."""
    deadline = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as home:
        sources = {"after": HERE / "src"}
        if before:
            archive = subprocess.run(["git", "archive", before, "src"], cwd=HERE, capture_output=True, check=True)
            subprocess.run(["tar", "xf", "-", "-C", home], input=archive.stdout, check=True)
            sources["before"] = Path(home) / "src"
            (results / "before.json").write_text(json.dumps(before), "utf-8")
        for name, source in sources.items():
            command = [
                sys.executable,
                "-m",
                "benchmarks.attack.files",
                str(folder),
                str(results / f"files-{name}.json"),
            ]
            environment = os.environ | {"PYTHONPATH": str(source)}
            with suppress(subprocess.TimeoutExpired):
                left = max(1.0, deadline - time.monotonic())
                subprocess.run(command, cwd=HERE, env=environment, timeout=left, check=False)


def show_files(report: Report, results: Path, sizes: dict[str, int]) -> None:
    """Show what each hostile file cost."""
    costs = {name: _kept(results, f"files-{name}") for name in ("before", "after")}
    report.say("## Hostile files, before and after\n")
    commit = _kept(results, "before")
    report.say(
        "The files of `tests/hostile.py`, each read as an exam in a process with 25 seconds of the processor and 5 GiB "
        f"of addresses.{f' Before: the commit {commit}.' if commit else ''} A dash: not run.\n"
    )
    report.say("| file | bytes | before: s | MiB | | after: s | MiB | |\n|---|---|---|---|---|---|---|---|")
    for name in sorted({*costs["before"], *costs["after"]}):
        cells = []
        for one in (costs["before"].get(name), costs["after"].get(name)):
            cells += [f"{one['seconds']:.1f}", f"{one['mib']:,}", one["said"]] if one else ["–", "–", "–"]
        report.say(f"| {name} | {sizes.get(name, 0):,} | {' | '.join(cells)} |")
    for name, one in costs["after"].items():
        held = one["said"] in ("read", "refused") and one["seconds"] < 10 and one["mib"] < 1024
        report.expect(held, f"{name}: {one['seconds']} s, {one['mib']} MiB, {one['said']}")
    report.say("")


def show_kills(report: Report, results: Path) -> None:
    """Show how often each command was killed."""
    done = _kills(results)
    report.say("## Kills\n")
    report.say(
        f"{sum(done['kills'].values()):,} kills in {done['seconds'] / 60:.0f} minutes. A command that was killed, "
        "up to three times in a row, was given again until it ended: with what one wrote that was never killed, and "
        "nothing half-written beside it.\n"
    )
    report.say("| command | kills | given again to the end |\n|---|---|---|")
    report.say("\n".join(f"| {name} | {count} | {done['ends'][name]} |" for name, count in done["kills"].items()))
    report.say("")
    for failure in done["failures"]:
        report.expect(False, failure)


def show_fuzzed(report: Report, results: Path, name: str) -> None:
    """Show what a fuzzer tried."""
    done = _fuzzed(results, name)
    title = {"fuzz": "changed copies of real and own files", "coverage": "guided by coverage"}[name]
    report.say(f"## Readers fuzzed: {title}\n")
    report.say(
        f"{done['inputs']:,} inputs in {done['seconds'] / 60:.0f} minutes: {done['read']:,} read, {done['refused']:,} "
        f"refused in a sentence of Magnetite's own, {len(done['failures'])} ended otherwise; the slowest took "
        f"{done['slowest']} s of the processor.\n"
    )
    for failure in done["failures"]:
        report.expect(False, failure)


def show_plan(report: Report, results: Path) -> None:
    """Say what a day and a night of attacks would be, at the rates of these runs."""
    kills = _kills(results)
    lines = ["## A day and a night\n", f"    python -m benchmarks.attack --minutes {DAY}\n"]
    if kills:
        many = sum(kills["kills"].values()) / kills["seconds"] * DAY * 60 * SHARES["kills"]
        lines.append(f"At the rates of these runs that is {many:,.0f} kills,")
    for name, what in (("fuzz", "changed copies,"), ("coverage", "inputs guided by coverage.")):
        if done := _fuzzed(results, name):
            lines.append(f"{done['inputs'] / done['seconds'] * DAY * 60 * SHARES[name]:,.0f} {what}")
    for line in lines:
        report.say(line)
    report.say("It was not run.\n")


def _kills(results: Path) -> dict[str, Any]:
    """Return the kills of all runs together: of some hours here, and some there."""
    runs = [json.loads(path.read_text("utf-8")) for path in sorted(results.glob("kills*.json"))]
    counts = {name: Counter[str]() for name in ("kills", "ends")}
    for run in runs:
        for name, count in counts.items():
            count.update(run[name])
    failures = [failure for run in runs for failure in run["failures"] if "mended" not in run]
    return {**counts, "failures": failures, "seconds": sum(run["seconds"] for run in runs)} if runs else {}


def _mended(results: Path) -> list[str]:
    """Return what stands as `mended` in results whose failures were: by hand, what failed and what was done."""
    runs = [json.loads(path.read_text("utf-8")) for path in sorted(results.glob("*.json"))]
    return [run["mended"] for run in runs if isinstance(run, dict) and "mended" in run]


def _fuzzed(results: Path, name: str) -> dict[str, Any]:
    """Return what all runs of a fuzzer did together."""
    runs = [json.loads(path.read_text("utf-8")) for path in sorted(results.glob(f"{name}*.json"))]
    if not runs:
        return {}
    sums = {key: sum(run[key] for run in runs) for key in ("inputs", "read", "refused", "seconds")}
    failures = [failure for run in runs for failure in run["failures"]]
    return {**sums, "slowest": max(run["slowest"] for run in runs), "failures": failures}


def _kept(results: Path, name: str) -> Any:
    path = results / f"{name}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


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
    refused, read = statuses.get(422, 0), statuses.get(303, 0)
    middle, late_, worst = (waits[int(len(waits) * share)] * 1000 if waits else 0 for share in (0.5, 0.99, 0.9999))
    report.say(
        f"{sent} hostile uploads, {refused} refused and {read} read, and {deaths} kills. Meanwhile {len(waits):,} "
        f"requests for the first page: median {middle:.0f} ms, 99% within {late_:.0f} ms, the longest {worst:.0f} ms.\n"
    )


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
    report.say(f"{opened:,} opened, 700 at a time; the first page took at most {max(waits) * 1000:.0f} ms.\n")


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
    report.say(f"{counts['refused']:,} refused, {counts['loaded']:,} loaded, no pickle opened.\n")


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


def script(results: Path, name: str, seconds: float, *words: str) -> None:
    """Run a part that is a script of its own, and keeps its own result."""
    command = [sys.executable, *words, "--seconds", f"{seconds:.0f}", "--result", str(results / f"{name}.json")]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(HERE / "src"), str(HERE)]),
        "POLARS_MAX_THREADS": "1",
    }
    subprocess.run(command, cwd=HERE, env=environment, check=False, stdout=subprocess.DEVNULL)


def machine() -> str:
    """Describe the machine, and how busy it is with other work."""
    waiting = f"{os.getloadavg()[0]:.0f} processes running or waiting when the page was written"
    return f"{os.cpu_count()} processor cores, {waiting}; Python {platform.python_version()}, one thread."


def main() -> int:
    """Attack, write the page, and return 1 where anything failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default=",".join(SHARES), help="Parts, separated by commas; none: write the page.")
    parser.add_argument("--before", default="", help="An earlier commit that reads the hostile files too.")
    parser.add_argument("--results", type=Path, default=HERE / "runs/attack")
    parser.add_argument("--page", type=Path)
    given = parser.parse_args()
    results, draw = given.results, random.Random(given.seed)
    results.mkdir(parents=True, exist_ok=True)
    parts = [part for part in given.only.split(",") if part != "none"]
    second = given.minutes * 60 / sum(SHARES[part] for part in parts) if parts else 0.0
    with tempfile.TemporaryDirectory() as home:
        hostile = Path(home)
        if {"files", "server"} & set(parts):  # made apart: what making them needs would count as their reader's memory
            code = "import sys; from pathlib import Path; from tests.hostile import hostile_files\n"
            code += "for name, data in hostile_files(): Path(sys.argv[1], name).write_bytes(data)"
            subprocess.run([sys.executable, "-c", code, home], check=True, cwd=HERE)
            sizes = {path.name: path.stat().st_size for path in hostile.iterdir()}
            (results / "sizes.json").write_text(json.dumps(sizes), "utf-8")
        inputs = ("--inputs", str(10**6))
        works: dict[str, Callable[[float], None]] = {
            "files": lambda seconds: files(results, seconds, hostile, given.before),
            "kills": lambda seconds: script(
                results,
                "kills",
                seconds,
                "-m",
                "benchmarks.attack.kills",
                "--kills",
                str(10**6),
                "--seed",
                str(given.seed),
            ),
            "server": lambda seconds: told(results, "server", lambda report: server(report, seconds, hostile, draw)),
            "connections": lambda seconds: told(results, "connections", lambda report: connections(report, seconds)),
            "models": lambda seconds: told(results, "models", lambda report: models(report, seconds, draw)),
            "fuzz": lambda seconds: script(
                results,
                "fuzz",
                seconds,
                "benchmarks/fuzz_readers.py",
                "--jobs",
                "1",
                "--first",
                str(given.seed * 10**7),
                *inputs,
            ),
            "coverage": lambda seconds: script(
                results, "coverage", seconds, "benchmarks/fuzz_coverage.py", "--seed", str(given.seed + 1), *inputs
            ),
        }
        for part in parts:
            works[part](SHARES[part] * second)
    report = shown(results)
    if given.page:
        given.page.write_text("\n".join(report.lines) + "\n", "utf-8")
    return bool(report.failures)


def told(results: Path, name: str, work: Callable[[Report], None]) -> None:
    """Keep what a part that runs in this process says."""
    report = Report()
    work(report)
    (results / f"{name}.json").write_text(json.dumps(asdict(report), indent=1), "utf-8")


def shown(results: Path) -> Report:
    """Return the page of all results that are there."""
    report = Report()
    report.say("# Attacked\n\n    python -m benchmarks.attack\n")
    report.say(f"{machine()} Seconds are those of the processor. Parts were run on different days.\n")
    if _kept(results, "files-after"):
        show_files(report, results, _kept(results, "sizes"))
    if _kills(results):
        show_kills(report, results)
    for name in ("server", "connections", "models"):
        if done := _kept(results, name):
            report.lines += done["lines"]
            report.failures += done["failures"]
    for name in ("fuzz", "coverage"):
        if _fuzzed(results, name):
            show_fuzzed(report, results, name)
    show_plan(report, results)
    report.say("## Failures\n")
    report.say("\n".join(f"- {failure}" for failure in report.failures) or "None that is not mended.")
    for mended in _mended(results):
        report.say(f"\n{mended}")
    return report


if __name__ == "__main__":
    sys.exit(main())
