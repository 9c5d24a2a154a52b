"""Exams and studies for the tests of the pages, and servers that really run."""

import json
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import uvicorn
from starlette.testclient import TestClient

from examfiles.items import Item
from magnetite.web.check.worker import check_one
from magnetite.web.security import COOKIE, FIELD
from magnetite_study.database import Database
from magnetite_study.design import Design
from magnetite_study.files import write_design
from magnetite_study.make import OfferedMagnet, make_attack, make_no_passage, make_with_and_without
from magnetite_study.participants import organiser_link
from magnetite_study.web.app import study_app

HOME = "http://127.0.0.1:8000"
HOSTILE = (
    "<script>window.injected = 1</script>",
    "\"><img src=x onerror='window.injected = 2'>",
    "</textarea></title><svg onload=window.injected=3>",
    "{{ 7 * 7 }} {% raw %} {0} %s",
    "javascript:window.injected=4",
    "a & b &amp; c &#60;",
    "\u202edesrever\u202c \u2067x",
)
GIFT = """// made for the tests
Mina's boat was small and green, and she had built it herself from the boards of an old fence that stood behind
the school. On the last day of May she rowed it out to the island for the first time.

::first::What colour was the boat? {=green, because the boards of the fence were green ~red ~blue ~grey}

::second::When did Mina row to the island? {~in March ~in April ~in May ~in June}

::third::Who built the boat? {=Mina ~her brother ~a carpenter ~All of the above}

::essay::Describe the island. {}
"""
AIKEN = """Who rowed to the island?
A. Mina
B. her brother
C. nobody
ANSWER: A

What was the boat made of?
A. a fence
B. a table
C. a wall
ANSWER: A
"""
HOSTILE_JSONL = "\n".join(
    json.dumps({"passage": f"Read: {text}", "question": text, "options": [text, "plain", "other"], "answer": "B"})
    for text in HOSTILE
)


class Browser(TestClient):
    """A client that keeps cookies and sends forms as our pages do."""

    def __init__(self, app: object) -> None:
        super().__init__(app, base_url=HOME)  # type: ignore[arg-type]

    def fill(self, path: str, data: dict | None = None, **more):
        if COOKIE not in self.cookies:
            self.get("/")
        return self.post(path, data={FIELD: self.cookies.get(COOKIE, ""), **(data or {})}, **more)

    def upload(self, text: str | bytes, name: str = "exam.gift"):
        content = text.encode() if isinstance(text, str) else text
        return self.fill("/checks", files={"file": (name, content)})


def wait_for(said, seconds: float = 60.0):
    """Return what `said` returns as soon as it is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := said():
            return found
        time.sleep(0.1)
    raise AssertionError("it took too long")


def worker_here(folder: Path) -> SimpleNamespace:
    """Stand for the process that checks: checks run in this one, as soon as they are handed over."""

    def write(line: bytes) -> None:
        check_one(folder, line.decode().strip())

    pipe = SimpleNamespace(write=write, flush=lambda: None, close=lambda: None)
    return SimpleNamespace(poll=lambda: None, stdin=pipe, wait=lambda _seconds: 0)


def items(count: int = 12) -> list[Item]:
    return [
        Item(
            f"item-{n}",
            f"text-{n}",
            f"Text number {n} tells of a boat, a fence and an island. The boat was colour {n}.",
            f"Which colour was boat {n}?",
            (f"colour {n}", f"shade {n}", f"tint {n}", f"tone {n}"),
            n % 4,
        )
        for n in range(count)
    ]


def hostile_items() -> list[Item]:
    return [
        Item(f"h{n}", f"t{n}", f"{text} is the text.", f"What is it? {text}", (text, f"{n}", "two", "three"), 0)
        for n, text in enumerate(HOSTILE)
    ]


def made_study(folder: Path, participants: int = 4, questions: int = 4, asked=None, **texts) -> SimpleNamespace:
    """Create a study, and return it with a token for each participant."""
    design = make_attack(
        asked or items(),
        [OfferedMagnet(f"none of the {n} boats") for n in range(12)],
        name="pilot of magnets",
        questions=questions,
        participants=participants,
        seed=3,
        **texts,
    )
    return _made(folder, design, participants)


def made_no_passage(folder: Path, participants: int = 2) -> SimpleNamespace:
    asked = items()
    probabilities = {item.id: (0.7, 0.1, 0.1, 0.1) if n % 2 else (0.25,) * 4 for n, item in enumerate(asked)}
    design = make_no_passage(asked, probabilities, name="blind", questions=4, participants=participants, seed=1)
    return _made(folder, design, participants)


def made_with_and_without(folder: Path, participants: int = 2) -> SimpleNamespace:
    design = make_with_and_without(items(), name="halves", questions=4, participants=participants, seed=1)
    return _made(folder, design, participants)


def _made(folder: Path, design: Design, participants: int) -> SimpleNamespace:
    write_design(folder, design)
    numbers = Database.create(folder, participants)
    with Database(folder) as study:
        tokens = {number: study.renew(number) for number in numbers}
    return SimpleNamespace(folder=folder, design=design, tokens=tokens)


@contextmanager
def served(code: str, *arguments: object, env: Mapping[str, str] | None = None) -> Iterator[SimpleNamespace]:
    """Run a server in a process of its own, and environment; its address, what it said, and the process."""
    command = [sys.executable, "-u", "-c", WITHOUT_READER + code, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            address = re.search(r"http://\S+?:\d+", said)
            assert address, said + process.stdout.read()
            wait_for(lambda: _answers(address[0]), 30)
            yield SimpleNamespace(address=address[0], process=process, said=said)
        finally:
            process.kill()
            process.wait()


@contextmanager
def hosted(folder: Path) -> Iterator[SimpleNamespace]:
    """Serve a study from a thread of this process, which spares a start; its address, and the organiser's link."""
    with Database(folder) as database, socket.create_server(("127.0.0.1", 0)) as listening:
        address = "http://{}:{}".format(*listening.getsockname())
        config = uvicorn.Config(study_app(database), log_level="warning", ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            wait_for(lambda: server.started, 30)
            yield SimpleNamespace(address=address, organiser=organiser_link(address, database.renew_organiser()))
        finally:
            server.should_exit = True
            thread.join()


# A process of its own does not have what tests/conftest.py does to this one: `bundled` answers with encoders.
WITHOUT_READER = (
    "from magnetite.scorers import system; there = system.is_installed; "
    "system.is_installed = lambda base: base != system.READER and there(base); "
)
# Nor has the worker that it starts. Among tests, none gives way to another: one that does waits for minutes.
WORKER = (
    WITHOUT_READER + "import sys; from magnetite.web.check import worker; worker.NICE = 0; worker.main(sys.argv[1])"
)
CHECKS = (
    f"import sys; from magnetite.web.check import checks, serve; checks.WORKER = ('-c', {WORKER!r}); "
    "serve(sys.argv[1], open_browser=False, tell=lambda a: print(a, flush=True))"
)
STUDY = (
    "import sys; from magnetite_study.web import serve; "
    "serve(sys.argv[1], open_browser=False, tell=lambda a, link: print(a, link, flush=True))"
)


def _answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address, timeout=5).close()
    except urllib.error.HTTPError as error:
        error.close()
        return True
    except OSError:
        return False
    return True
