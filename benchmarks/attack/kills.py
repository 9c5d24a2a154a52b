"""Kill every command that writes, at random or as soon as a file appears, and give it again until it ends.

    python -m benchmarks.attack.kills --kills 1000 --seconds 3600 [--only audit,check] [--result FILE] [--page FILE]

A process that has imported everything is copied (fork) for each command, so that most of the time is that of commands
and not of imports. After its kills a command has to end as one that was never killed: with the same findings, the same
scores in its store, and nothing half-written beside them. A server of checks has ended when all its checks are done;
one that exams are uploaded to while it is killed must also have every exam whose upload it answered, and none twice.
`RESULT` is JSON: kills by command, and failures; those of earlier runs that it has are added. `--page` publishes it;
with `--only none` nothing is killed, and the page is made of what RESULT has.
"""

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import httpx2

from magnetite.core.results import Finding, Heading, table
from magnetite.web.security import COOKIE, FIELD

SMALL = ("--limit", "12")
PATIENCE = 600.0  # seconds for a command to end by itself
IN_A_ROW = 6  # kills at most, before a command may end
DATABASES_OWN = ("-wal", "-shm", "-journal")  # files beside a database, which come and go with its connections
VOLATILE = {"created", "seconds", "started", "command", "saved", "date", "duration", "base"}  # what no two runs share


@dataclass(frozen=True)
class Command:
    """A command line in which OUT is where it writes, and HOME where what it needs was made before."""

    words: tuple[str, ...]
    once: bool = False  # it refuses to write over what is there, which shows that it is whole
    changes: str = ""  # the folder in HOME that it changes: OUT is a copy
    serves: int = 0  # checks, until it is killed: so many wait in OUT,
    uploads: tuple[str, ...] = ()  # or, at PORT, those of files in HOME, which are sent to it

    def typed(self, home: Path, place: Path, port: int = 0) -> list[str]:
        """Return the words with the folders' names."""
        names = {"OUT": str(place), "HOME": str(home), "PORT": str(port)}
        return [reduce(lambda word, name: word.replace(name, names[name]), names, word) for word in self.words]


def run(name: str, *words: str) -> tuple[str, Command]:
    """Return a command that writes a run's folder."""
    return name, Command((name, *words, *SMALL, "--output", "OUT"))


TINY = """title = "Tiny"
note = "Tiny readers, trained and asked."
main = "tiny"
[data]
RACE = "RACE"
[exams]
"RACE++" = "RACE@test"
CosmosQA = "RACE@test"
ReClor = "RACE@test"
[systems.tiny]
trained_on = "RACE++"
data = "RACE"
dev = "off"
views = ["QO", "QOC"]
asked = ["RACE++"]
preset = "small"
base = "{base}"
epochs = 1
batch = 8
"""
UPLOADS = ("exam.jsonl", "test.jsonl")
CHECKS, ANSWERED = "checks.sqlite", "answered.txt"  # of a server: its database; beside it, which uploads it answered
COMMANDS = dict(
    [
        run("audit", "sample", "--model", "overlap"),
        run("order", "sample", "--model", "longest"),
        run("shortcuts", "sample", "--systems", "qoc=overlap,qo=longest"),
        run("magnets", "sample", "--model", "overlap", "--top", "3"),
        run("unreadable", "sample", "--model", "overlap"),
        run("transfer", "sample", "--systems", "sample=overlap"),
        run("items", "sample", "overlap", "longest", "random"),
        run("overlap", "HOME/exam.jsonl", "HOME/test.jsonl"),
        ("runs", Command(("runs", "HOME/run", "--output", "OUT.html"))),
        run("check", "sample", "--no-models"),
        ("serve", Command(("serve", "--folder", "OUT", "--no-browser"), changes="checks", serves=3)),
        ("serve uploads", Command(("serve", "--folder", "OUT", "--no-browser", "--port", "PORT"), serves=len(UPLOADS),
                                  uploads=UPLOADS)),
        ("score", Command(("score", "sample", "--model", "overlap", *SMALL, "--output", "OUT.parquet"), once=True)),
        ("convert", Command(("convert", "sample", "--to", "OUT.jsonl"), once=True)),
        ("convert to print", Command(("convert", "sample", "--to", "OUT.docx", "--lose"), once=True)),
        ("export", Command(("export", "audit", "sample", *SMALL, "--to", "OUT.jsonl"), once=True)),
        ("import", Command(("import", "HOME/scored.jsonl", "--cells", "HOME/cells.jsonl", "--to", "OUT.parquet"),
                           once=True)),
        ("train", Command(("train", "HOME/exam.jsonl", "--base", "HOME/tiny", "--batch", "2", "--output", "OUT"),
                          once=True)),
        ("unanswerable", Command(("unanswerable", "HOME/exam.jsonl", "--base", "HOME/tiny", "--batch", "8", "--seeds",
                                  "1", "--only", "P-Shuffle", "--dev", "off", "--test", "HOME/test.jsonl", "--output",
                                  "OUT"))),
        ("reproduce", Command(("reproduce", "liusie2022", "HOME", "--scale", "HOME/tiny.toml", "--output", "OUT"))),
        ("study create", Command(("study", "create", "HOME/exam.jsonl", "--magnets", "HOME/magnets.txt", "--no-models",
                                  "--yes", "--questions", "4", "--participants", "3", "--seed", "1", "--output", "OUT"),
                                 once=True)),
        ("study booklets", Command(("study", "booklets", "HOME/study", "--output", "OUT"))),
        ("study import", Command(("study", "import", "OUT", "HOME/answers.csv"), changes="empty study")),
        ("study report", Command(("study", "report", "HOME/study", "--output", "OUT"))),
    ]
)  # fmt: skip


def main() -> int:
    """Kill commands until there were enough kills, or the time is up; write what happened."""
    given = _arguments()
    begun, draw = time.monotonic(), random.Random(given.seed)
    before = json.loads(given.result.read_text("utf-8")) if given.result and given.result.exists() else {}
    result = before
    if given.only != "none":
        import_everything()
        with tempfile.TemporaryDirectory() as home:
            attack = Attack(Path(home), draw, given.only.split(","))
            result = joined(before, attack.result(time.monotonic() - begun))
            while sum(attack.kills.values()) < given.kills and time.monotonic() - begun < given.seconds:
                attack.once()
                result = joined(before, attack.result(time.monotonic() - begun))
                if given.result:
                    given.result.write_text(json.dumps(result, indent=1), "utf-8")
    print(json.dumps(result, indent=1))
    if given.page:
        _publish(given.page, result)
    return bool(result["failures"])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default=",".join(COMMANDS))
    parser.add_argument("--result", type=Path)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


def joined(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return what two runs did together."""
    if not before:
        return dict(now)
    counts = {
        part: {name: before[part].get(name, 0) + now[part].get(name, 0) for name in {**before[part], **now[part]}}
        for part in ("kills", "ends")
    }
    failures = [*before["failures"], *now["failures"]]
    return {**counts, "failures": failures, "seconds": before["seconds"] + now["seconds"]}


def kills_finding(kills: Mapping[str, int], ends: Mapping[str, int], minutes: str, held: str) -> Finding:
    """Return what is published of kills: how many by command, and whether anything failed."""
    headings = (Heading("command"), Heading("kills"), Heading("ends", "given again to the end"))
    return Finding(
        "kills",
        "Kills",
        f"{sum(kills.values()):,} kills in {minutes} minutes. A command that is killed, up to {IN_A_ROW} times in a "
        "row, is given again until it ends, and must then have written what it writes where nobody kills it, with the "
        f"same scores in its store, none of them twice, and nothing half-written beside it. {held}",
        tables=(table("commands", "By command", headings, [(name, kills[name], ends[name]) for name in kills]),),
    )


def _publish(page: Path, result: Mapping[str, Any]) -> None:
    from benchmarks.published import publish  # noqa: PLC0415, it imports what starts threads

    failed = result["failures"]
    held = f"Failures: {len(failed) or 'none'}."
    found = kills_finding(result["kills"], result["ends"], f"{result['seconds'] / 60:.0f}", held)
    failures = Finding("failures", "Failures", "" if failed else "None.", notes=tuple(failed))
    about = "Commands on the bundled sample and on a small made exam, with baselines, rules and a tiny model"
    note = "With `--only none` the page is made of the results of several runs; without it, all run again."
    publish(page, "Kills", about, [found, failures], note=note, device="cpu", timed=True)


class Attack:
    """Commands, what each writes where nobody kills it, and how often each was killed."""

    def __init__(self, home: Path, draw: random.Random, names: Iterable[str]) -> None:
        self.home, self.draw = home, draw
        self.failures: list[str] = []
        self.whole: dict[str, str] = {}
        self.stored: dict[str, str] = {}
        self.usual: dict[str, float] = {}
        prepare(home)
        for name in names:
            place = home / f"whole {name}" / "out"
            place.parent.mkdir()
            start = time.monotonic()
            if (ended := self._finished(name, place)) != 0:
                self.failures.append(f"{name} ends with {ended}, though nobody killed it")
                continue
            self.usual[name], self.whole[name] = time.monotonic() - start, written(place)
            self.stored[name] = stored(place.parent / "store")
        self.kills = dict.fromkeys(self.whole, 0)
        self.ends = dict.fromkeys(self.whole, 0)

    def result(self, seconds: float) -> dict[str, Any]:
        """Return what happened."""
        return {"kills": self.kills, "ends": self.ends, "failures": self.failures, "seconds": round(seconds)}

    def once(self) -> None:
        """Kill the command that was killed least, up to six times, and let it end."""
        name = min(self.kills, key=lambda each: (self.kills[each], self.draw.random()))
        with tempfile.TemporaryDirectory(dir=self.home) as folder:
            place = Path(folder) / "out"
            for _ in range(self.draw.randint(1, IN_A_ROW)):
                self.kills[name] += self._killed(name, place)
            ended = self._finished(name, place)
            self.ends[name] += 1
            lost = answered_and_lost(place)
            self._expect(not lost, f"{name} after a kill has lost {lost}, whose upload it had answered")
            there = ended == 2 and COMMANDS[name].once
            # A store that several machines share is swept by age alone, after an hour.
            left = [path.name for path in Path(folder).rglob("*.part") if not there and "store" not in path.parts]
            if ended == -signal.SIGKILL:  # by `_ended`: what it wrote says nothing
                self._expect(False, f"{name}, given again, had not ended after {PATIENCE:.0f} s and was ended")
                return
            self._expect(ended == 0 or there, f"{name}, given again, ends with {ended}")
            self._expect(written(place) == self.whole[name], f"{name} after a kill writes something else")
            self._expect(not left, f"{name} after a kill leaves {left}")
            kept = stored(place.parent / "store")
            self._expect(kept == self.stored[name], f"{name} after a kill stores {kept}, not {self.stored[name]}")

    def _expect(self, held: bool, failure: str) -> None:
        if not held:
            print(f"FAILED: {failure}", file=sys.stderr, flush=True)
            self.failures.append(failure)

    def _finished(self, name: str, place: Path) -> int:
        if not COMMANDS[name].serves:
            return _ended(self._started(name, place), lambda: False, PATIENCE)
        ended = self._ended(name, place, lambda: False, PATIENCE)
        return 0 if _all_checked(place, COMMANDS[name].serves) else ended

    def _killed(self, name: str, place: Path) -> bool:
        """Kill a command after a random time, or as soon as it writes; return whether it was still running."""
        at, moment = self.draw.random() < 0.5, self.draw.uniform(0, self.usual[name])
        ended = self._ended(name, place, lambda: at and _writes(place.parent), PATIENCE if at else moment)
        serves = COMMANDS[name].serves
        return ended == -signal.SIGKILL and not (serves and _all_checked(place, serves))

    def _ended(self, name: str, place: Path, now: Callable[[], bool], seconds: float) -> int:
        """Start a command; end it when it is time, or when all that it serves is done. Return how it ended."""
        serves, uploads, port = COMMANDS[name].serves, COMMANDS[name].uploads, free_port()
        process = self._started(name, place, port)
        client = send([self.home / each for each in uploads], place, port) if uploads else 0
        try:
            return _ended(process, lambda: now() or bool(serves and _all_checked(place, serves)), seconds)
        finally:
            if client:
                _ended(client, lambda: True, 0)

    def _started(self, name: str, place: Path, port: int = 0) -> int:
        command = COMMANDS[name]
        words = command.typed(self.home, place, port)
        if command.changes and not place.exists():
            shutil.copytree(self.home / command.changes, place)
        if process := os.fork():
            return process
        become(words, place)
        raise AssertionError("a copy does not come back")


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def send(files: list[Path], place: Path, port: int) -> int:
    """Start a process that uploads the files which a server does not have yet, and starts each check; return its id.

    What the server answers is noted beside `place`, a line for each upload. The process ends where the server does.
    """
    if process := os.fork():
        return process
    try:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            token = _token(client)
            for file in files:
                if (known := _check_of(place, file.name)) is None:
                    answer = client.post("/checks", data={FIELD: token}, files={"file": (file.name, file.read_bytes())})
                    with (place.parent / ANSWERED).open("a", encoding="utf-8") as noted:
                        noted.write(f"{answer.headers['location'].rpartition('/')[2]} {file.name}\n")
                    known = _check_of(place, file.name)
                if known and known[1] == "draft":
                    client.post(f"/checks/{known[0]}/start", data={FIELD: token, "language": "en"})
    finally:
        os._exit(0)


def _token(client: httpx2.Client) -> str:
    """Return the token of the server's forms, once it answers."""
    for _ in range(int(PATIENCE / 0.05)):
        with suppress(httpx2.TransportError):
            client.get("/")
            return client.cookies[COOKIE]
        time.sleep(0.05)
    raise AssertionError("the server does not answer")


def _check_of(folder: Path, name: str) -> tuple[str, str] | None:
    """Return the id and the state of the check of a file, None where there is none."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{folder / CHECKS}?mode=ro", uri=True)) as database:
        known: tuple[str, str] | None = database.execute(
            "SELECT id, state FROM checks WHERE name = ?", (name,)
        ).fetchone()
        return known
    return None


def answered_and_lost(place: Path) -> list[str]:
    """Return the uploads that a server answered and does not have."""
    noted = place.parent / ANSWERED
    lines = noted.read_text("utf-8").splitlines() if noted.exists() else []
    return [line for line in lines if (_check_of(place, line.split()[1]) or ("",))[0] != line.split()[0]]


def become(words: list[str], place: Path, log: int | None = None) -> None:
    """Be the command, in a copy of this process, and end with its status; errors go to `log`, or a file beside it."""
    status = 70
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        if log is None:
            log = os.open(place.parent / "log.txt", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        os.dup2(quiet, 0)
        os.dup2(quiet, 1)
        os.dup2(log, 2)
        sys.stdout, sys.stderr = (os.fdopen(stream, "w", encoding="utf-8", closefd=False) for stream in (1, 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.environ["MAGNETITE_STORE"] = str(place.parent / "store")
        sys.argv = ["magnetite", *words]
        from magnetite.cli import main as magnetite  # noqa: PLC0415

        magnetite()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(status)


def _ended(process: int, now: Callable[[], bool], seconds: float) -> int:
    """Wait until a process ends, or kill it after some seconds or once it is time; return how it ended."""
    end = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if now() or time.monotonic() > end:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        time.sleep(0.001)


def _all_checked(folder: Path, checks: int) -> bool:
    """Say whether so many checks of a server's folder are done."""
    counted = "SELECT count(*) FROM checks WHERE state IN ('done', 'failed')"
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{folder / CHECKS}?mode=ro", uri=True)) as database:
        return bool(database.execute(counted).fetchone()[0] >= checks)
    return False


def _writes(folder: Path) -> bool:
    with suppress(OSError):
        return any(path.name.endswith(".part") for path in folder.rglob(".*"))
    return False


def written(place: Path) -> str:
    """Return what a command wrote, without what differs from run to run."""
    findings = place / "findings.json"
    if findings.is_file():
        return json.dumps(json.loads(findings.read_text("utf-8"))["findings"], sort_keys=True)
    there = place.rglob("*") if place.is_dir() else place.parent.glob(f"{place.name}.*")
    files = (path for path in sorted(there) if path.is_file() and not path.name.endswith(DATABASES_OWN))
    contents = {str(path.relative_to(place.parent)): _content(path) for path in files}
    names = _names(place / CHECKS)
    contents = {
        reduce(lambda path, key: path.replace(key, names[key]), names, path): contents[path] for path in contents
    }
    return reduce(lambda text, key: text.replace(key, names[key]), names, json.dumps(contents, sort_keys=True))


def _names(path: Path) -> dict[str, str]:
    """Return the names of a server's checks by their ids, which are drawn."""
    if not path.exists():
        return {}
    with closing(sqlite3.connect(path)) as database:
        return dict(database.execute("SELECT id, name FROM checks").fetchall())


def _content(path: Path) -> object:
    if path.suffix in (".json", ".provenance"):
        return _stable(json.loads(path.read_text("utf-8")))
    if path.suffix in (".safetensors", ".jsonl"):
        return hashlib.sha256(path.read_bytes()).hexdigest()
    if path.suffix == ".docx":  # it holds when it was made, too
        with zipfile.ZipFile(path) as archive:
            return hashlib.sha256(archive.read("word/document.xml")).hexdigest()
    if path.name == CHECKS:
        return _states(path)
    if path.suffix == ".sqlite":
        return _answers(path)
    return 0 if path.suffix in (".html", ".svg") else path.stat().st_size


def _answers(path: Path) -> list[object]:
    """Return the answers in a study's database: who, where and what, not when."""
    with closing(sqlite3.connect(path)) as database:
        return database.execute(
            "SELECT number, position, question, chosen, source FROM answers ORDER BY 1, 2"
        ).fetchall()


def _states(path: Path) -> list[object]:
    """Return how the checks of a server ended."""
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT id, name, state, message, looks FROM checks ORDER BY 2").fetchall()


def stored(store: Path) -> str:
    """Say how many scores a store holds, how many of them twice, and a digest of scorers, keys and values."""
    read, write = os.pipe()
    if process := os.fork():
        os.close(write)
        with os.fdopen(read, encoding="utf-8") as pipe:
            said = pipe.read()
        os.waitpid(process, 0)
        return said
    status = 1
    try:  # in a copy of this process, since polars starts threads, and what has threads cannot be copied
        os.write(write, _scores(store).encode())
        status = 0
    finally:
        os._exit(status)


def _scores(store: Path) -> str:
    import polars as pl  # noqa: PLC0415

    rows: list[tuple[object, ...]] = []
    for shard in store.rglob("*.parquet"):
        rows += [(shard.parent.name, *row) for row in pl.read_parquet(shard).rows()]
    single = sorted(set(rows))
    digest = hashlib.sha256(repr(single).encode()).hexdigest()[:16]
    return f"{len(single)} scores, {len(rows) - len(single)} of them twice: {digest}"


def _stable(value: object) -> object:
    if isinstance(value, dict):
        return {name: _stable(each) for name, each in sorted(value.items()) if name not in VOLATILE}
    return [_stable(each) for each in value] if isinstance(value, list) else value


def prepare(home: Path) -> None:
    """Make what commands need: an exam, a tiny model, exported cells with scores, a study."""
    from tests.scorers.conftest import save_tiny  # noqa: PLC0415

    save_tiny("bert", home / "tiny")
    colours = ["red", "green", "grey", "brown"]
    rows: list[dict[str, Any]] = [
        {"id": f"q{n}", "passage": f"Boat {n} was {colours[n % 4]}, and nobody rowed it to the island in spring.",
         "question": f"What colour was boat {n}?", "options": colours, "answer": "ABCD"[n % 4]}
        for n in range(24)
    ]  # fmt: skip
    (home / "exam.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    others = [row | {"id": f"t{row['id']}", "passage": row["passage"].replace("Boat", "Ship")} for row in rows]
    (home / "test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in others), "utf-8")
    (home / "RACE").mkdir()
    for split in ("train", "test"):
        shutil.copy(home / "exam.jsonl", home / "RACE" / f"{split}.jsonl")
    (home / "tiny.toml").write_text(TINY.format(base=home / "tiny"), "utf-8")
    answers = "".join(f"{person},{question},A\n" for person in range(1, 4) for question in range(1, 5))
    (home / "answers.csv").write_text(f"participant,question,answer\n{answers}", "utf-8")
    (home / "magnets.txt").write_text("".join(f"none of the {n} boats\n" for n in range(12)), "utf-8")
    for words in (
        ["export", "audit", "sample", *SMALL, "--to", f"{home}/cells.jsonl"],
        ["audit", "sample", "--model", "overlap", *SMALL, "--output", f"{home}/run"],
        ["study", "create", f"{home}/exam.jsonl", "--magnets", f"{home}/magnets.txt", "--no-models", "--yes",
         "--questions", "4", "--participants", "3", "--output", f"{home}/study"],
        ["study", "import", f"{home}/study", f"{home}/answers.csv"],
    ):  # fmt: skip
        if words[1] == "import":
            shutil.copytree(home / "study", home / "empty study")
        if not (process := os.fork()):
            become(words, home / "x")
        if _ended(process, lambda: False, PATIENCE):
            raise SystemExit((home / "log.txt").read_text("utf-8"))
    _queue_checks(home)
    cells = [json.loads(line) for line in (home / "cells.jsonl").read_text("utf-8").splitlines()]
    scored = "".join(json.dumps({"key": cell["key"], "score": n % 7}) + "\n" for n, cell in enumerate(cells))
    (home / "scored.jsonl").write_text(scored, "utf-8")


def _queue_checks(home: Path) -> None:
    """Let checks wait in a server's folder, as if they had been uploaded and started."""
    from magnetite.web.check.checks import Checks  # noqa: PLC0415
    from magnetite.web.check.folder import keep_upload  # noqa: PLC0415

    folder = home / "checks"
    folder.mkdir(mode=0o700)
    checks = Checks(folder)
    for path in (home / "exam.jsonl", home / "test.jsonl", home / "cells.jsonl"):
        key = checks.new_id()
        keep_upload(folder, key, path.name, path.read_bytes())
        checks.add(key, path.name, 24)
        checks.queue(key, models=False, language="en")


def import_everything() -> None:
    """Import what commands import, and start none of its threads."""
    os.environ |= {
        "HF_HUB_OFFLINE": "1",
        "OMP_NUM_THREADS": "1",
        "POLARS_MAX_THREADS": "1",
        "TOKENIZERS_PARALLELISM": "0",
    }
    from importlib import import_module  # noqa: PLC0415

    for name in (
        *("magnetite.cli", "magnetite.running.driver", "magnetite.experiments.magnets.search"),
        *("magnetite_study.run", "magnetite_papers.training_table.run"),
        *("magnetite.commands.train", "magnetite.commands.import_"),
        *(
            "magnetite.experiments.transfer.experiment",
            "magnetite.experiments.check.experiment",
            "magnetite.commands.describe",
            "magnetite.report.page",
            "magnetite.train.fit",
        ),
        *("numpy", "scipy.stats", "scipy.special", "polars", "altair", "lxml.etree", "jinja2", "torch", "peft"),
        *("transformers", "transformers.models.bert.modeling_bert", "rapidfuzz", "babel.dates", "rich.progress"),
    ):
        import_module(name)
    import torch  # noqa: PLC0415

    torch.set_num_threads(1)


if __name__ == "__main__":
    sys.exit(main())
