"""200 and 500 people answer a study at once on loopback: how quick are pages, and is any answer lost or doubled?

    python -m benchmarks.web_load [--participants 200 500] [--questions 20] [--seconds 120] [--page FILE]

A real server in a process of its own, a study of the sample exam in a temporary folder. Everybody opens their link
within the same second, and reads each question for a random while, so that all of it takes about `--seconds`; one
answer in ten is sent twice, as by a double click. Afterwards the database is compared with what was acknowledged.
Exits with 1 if an answer is lost, doubled or wrong, if fewer than 95% of the pages arrived within half a second, or
fewer than 99% within a second.
"""

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import numpy as np

from benchmarks.published import publish
from examfiles import read
from examfiles.sources import sample_exam
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite_study.database import Database
from magnetite_study.files import write_design
from magnetite_study.make import OfferedMagnet, make_attack

PROMISED = {95: 0.5, 99: 1.0}  # seconds, for so many per cent of the pages
BEGIN = 1.0  # seconds in which everybody opens their link
HEADINGS = [Heading(name, unit="count") for name in ("page", "pages", "median", "95% under", "99% under", "slowest")]
KINDS = ("agreeing", "question", "answer")


@dataclass
class Seen:
    """Hold what the participants saw: seconds for each page, acknowledged answers, and what went wrong."""

    processor: float = 0.0  # seconds of the server
    seconds: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    acknowledged: dict[tuple[int, int], int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def main() -> None:
    """Let every crowd answer, and publish the page; exit with 1 where a promise is not kept."""
    arguments = _arguments()
    crowds = [_crowd(many, arguments.questions, arguments.seconds) for many in arguments.participants]
    publish(
        arguments.page,
        "A study under load",
        f"{' and '.join(map(str, arguments.participants))} participants, {arguments.questions} questions each",
        [finding for finding, _ in crowds],
        note="The server runs on the same machine as its visitors. Everybody opens their link within the same second. "
        "One answer in ten is sent twice, as by a double click; afterwards the stored answers are compared with the "
        "acknowledged ones.",
        device="cpu",
        timed=True,
    )
    sys.exit(not all(kept for _, kept in crowds))


def _crowd(participants: int, questions: int, seconds: float) -> tuple[Finding, bool]:
    """Let so many people answer; return what was measured, and whether every promise was kept."""
    with tempfile.TemporaryDirectory() as folder:
        tokens = _study(Path(folder), participants, questions)
        seen, taken = _served(Path(folder), tokens, questions, seconds)
        wrong = _compared(Path(folder), seen)
    pages = [each for kind in seen.seconds.values() for each in kind]
    kept = all(float(np.percentile(pages, share)) <= most for share, most in PROMISED.items())
    return _finding(participants, seen, pages, taken, wrong), kept and not any(wrong.values())


def _finding(participants: int, seen: Seen, pages: list[float], taken: float, wrong: dict[str, int]) -> Finding:
    faults = ", ".join(f"{many} {what}" for what, many in wrong.items() if many)
    rows: list[list[Value]] = [
        [name, len(each), *(1000 * float(np.percentile(each, share)) for share in (50, 95, 99, 100))]
        for name, each in (*seen.seconds.items(), ("all", pages))
    ]
    told = [
        f"{share}% of the pages are there in {1000 * slow:.0f} milliseconds, {'less' if slow <= most else 'more'} than "
        f"the {1000 * most:.0f} promised."
        for share, most in PROMISED.items()
        for slow in [float(np.percentile(pages, share))]
    ]
    return Finding(
        f"load-{participants}",
        f"{participants} people at once",
        f"{len(seen.acknowledged):,} answers were acknowledged; {faults or 'none is lost, doubled or changed'}. "
        + " ".join(told),
        numbers=(
            Number("seconds in all", taken, unit="count"),
            Number("pages a second", len(pages) / taken, unit="count"),
            Number("processor milliseconds a page, of the server", 1000 * seen.processor / len(pages), unit="count"),
            *(Number(what, many, unit="count") for what, many in wrong.items()),
        ),
        tables=(table("pages", "Milliseconds of a page", HEADINGS, rows),),
        notes=tuple(seen.wrong[:5]),
    )


def _study(folder: Path, participants: int, questions: int) -> dict[int, str]:
    """Make a study, and return a token for each participant."""
    magnets = [OfferedMagnet(f"something else, of kind {number}") for number in range(questions)]
    items = read(sample_exam()).items
    design = make_attack(items, magnets, name="load", questions=questions, participants=participants, seed=0)
    write_design(folder, design)
    numbers = Database.create(folder, participants)
    with Database(folder) as database, database.renewing(numbers) as tokens:
        return tokens


def _served(folder: Path, tokens: dict[int, str], questions: int, seconds: float) -> tuple[Seen, float]:
    """Let everybody answer; return what they saw, and how long it took."""
    command = [sys.executable, "-u", "-m", "magnetite", "study", "serve", str(folder), "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = re.search(r"http://\S+?:\d+", server.stdout.readline())
            assert said is not None
            time.sleep(1)
            started, before = time.monotonic(), _processor(server.pid)
            seen = asyncio.run(_all(said[0], tokens, questions, seconds / questions))
            seen.processor = _processor(server.pid) - before
            return seen, time.monotonic() - started
        finally:
            server.terminate()


def _processor(process: int) -> float:
    """Return the processor seconds of a process so far, of Linux."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Person:
    """Hold one participant: their number and link, how long they read on average, and their own randomness."""

    number: int
    path: str
    pause: float
    draw: random.Random


async def _all(address: str, tokens: dict[int, str], questions: int, pause: float) -> Seen:
    seen = Seen()
    people = [Person(number, f"/p/{token}", pause, random.Random(number)) for number, token in tokens.items()]
    async with AsyncExitStack() as browsers:
        clients = [httpx2.AsyncClient(base_url=address, timeout=30, verify=False) for _ in people]
        for client in clients:
            await browsers.enter_async_context(client)
        await asyncio.gather(*(_answer_all(*pair, questions, seen) for pair in zip(clients, people, strict=True)))
    return seen


async def _answer_all(client: httpx2.AsyncClient, person: Person, questions: int, seen: Seen) -> None:
    await asyncio.sleep(person.draw.uniform(0, BEGIN))
    for position in range(questions + 1):
        try:
            if position:
                await _answer(client, person, position, seen)
            else:
                await _timed(client.post(f"{person.path}/consent", data={"agreed": "1"}), "agreeing", 303, seen)
        except httpx2.HTTPError as error:
            seen.wrong.append(f"participant {person.number}, question {position}: {error!r}")


async def _answer(client: httpx2.AsyncClient, person: Person, position: int, seen: Seen) -> None:
    """Read a question for a while, answer it, and now and then answer twice."""
    draw, path = person.draw, f"{person.path}/{position}"
    shown = await _timed(client.get(path), "question", 200, seen)
    if shown.status_code != 200:
        return
    await asyncio.sleep(draw.uniform(0, 2 * person.pause))
    option = draw.randrange(len(re.findall('type="radio"', shown.text)))
    sent = [client.post(path, data={"option": str(option)}) for _ in range(2 if draw.random() < 0.1 else 1)]
    for answered in await asyncio.gather(*(_timed(each, "answer", 303, seen) for each in sent)):
        if answered.status_code == 303:
            seen.acknowledged[person.number, position] = option


async def _timed(asked: Awaitable[httpx2.Response], kind: str, expected: int, seen: Seen) -> httpx2.Response:
    started = time.monotonic()
    answer = await asked
    seen.seconds[kind].append(time.monotonic() - started)
    if answer.status_code != expected:
        seen.wrong.append(f"{answer.request.method} {answer.request.url.path[-4:]}: {answer.status_code}")
    return answer


def _compared(folder: Path, seen: Seen) -> dict[str, int]:
    """Count acknowledged answers that are not stored, stored ones beyond them, those stored otherwise, and failures."""
    with Database(folder) as database:
        stored = {
            (person.number, position): option
            for person in database.participants()
            for position, option in database.answered(person.number).items()
        }
        count = len(database.answers())
    other = sum(stored[place] != option for place, option in seen.acknowledged.items() if place in stored)
    return {
        "answers lost": len(seen.acknowledged.keys() - stored.keys()),
        "answers doubled": count - len(seen.acknowledged),
        "answers other than sent": other,
        "requests failed": len(seen.wrong),
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--participants", type=int, nargs="+", default=[200, 500])
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
