"""200 people answer a study at the same time on loopback: how quick are pages, and is any answer lost or doubled?

    python -m benchmarks.web_load [--participants 200] [--questions 20] [--seconds 180] [--page FILE]

A real server in a process of its own, a study of the sample exam in a temporary folder. Everybody reads each question
for a random while, so that all of it takes about `--seconds`; one answer in ten is sent twice, as by a double click.
Afterwards the database is compared with what was acknowledged. Exits with 1 if an answer is lost, doubled or wrong,
or if fewer than 95% of the pages arrived within half a second.
"""

import argparse
import asyncio
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
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

PROMISED = 0.5  # seconds, for 95% of the pages
HEADINGS = [Heading(name, unit="count") for name in ("page", "pages", "median", "95% under", "slowest")]


@dataclass
class Seen:
    """Hold what the participants saw: seconds for each page, acknowledged answers, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {"question": [], "answer": []})
    acknowledged: dict[tuple[int, int], int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def main() -> None:
    """Let everybody answer, and publish the page; exit with 1 where a promise is not kept."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        tokens = _study(Path(folder), arguments.participants, arguments.questions)
        seen, taken = _served(Path(folder), tokens, arguments.questions, arguments.seconds)
        wrong = _compared(Path(folder), seen)
    pages = [seconds for each in seen.seconds.values() for seconds in each]
    slow = float(np.percentile(pages, 95))
    publish(
        arguments.page,
        "A study under load",
        f"{arguments.participants} participants, {arguments.questions} questions each, in {taken:.0f} seconds",
        [_finding(seen, pages, taken, slow, wrong)],
        note="The server runs on the same machine as its visitors. One answer in ten is sent twice, as by a double "
        "click; afterwards the stored answers are compared with the acknowledged ones.",
        device="cpu",
        timed=True,
    )
    sys.exit(any(wrong.values()) or slow > PROMISED)


def _finding(seen: Seen, pages: list[float], taken: float, slow: float, wrong: dict[str, int]) -> Finding:
    faults = ", ".join(f"{many} {what}" for what, many in wrong.items() if many)
    rows: list[list[Value]] = [
        [name, len(each), *(1000 * float(np.percentile(each, share)) for share in (50, 95, 100))]
        for name, each in (*seen.seconds.items(), ("all", pages))
    ]
    return Finding(
        "load",
        "Pages and answers",
        f"{len(seen.acknowledged):,} answers were acknowledged; {faults or 'none is lost, doubled or changed'}. 95% of "
        f"the pages are there in {1000 * slow:.0f} milliseconds, {'less' if slow <= PROMISED else 'more'} than the "
        f"{1000 * PROMISED:.0f} promised.",
        numbers=(
            Number("pages a second", len(pages) / taken, unit="count"),
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
    with Database(folder) as database:
        return {number: database.renew(number) for number in numbers}


def _served(folder: Path, tokens: dict[int, str], questions: int, seconds: float) -> tuple[Seen, float]:
    """Let everybody answer; return what they saw, and how long it took."""
    command = [sys.executable, "-u", "-m", "magnetite", "study", "serve", str(folder), "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = re.search(r"http://\S+?:\d+", server.stdout.readline())
            assert said is not None
            time.sleep(1)
            started = time.monotonic()
            seen = asyncio.run(_all(said[0], tokens, questions, seconds / questions))
            return seen, time.monotonic() - started
        finally:
            server.terminate()


@dataclass
class Person:
    """Hold one participant: their number and link, how long they read on average, and their own randomness."""

    number: int
    path: str
    pause: float
    draw: random.Random


async def _all(address: str, tokens: dict[int, str], questions: int, pause: float) -> Seen:
    seen = Seen()
    limits = httpx2.Limits(max_connections=len(tokens) * 2, max_keepalive_connections=len(tokens) * 2)
    async with httpx2.AsyncClient(base_url=address, timeout=30, limits=limits) as client:
        people = [Person(number, f"/p/{token}", pause, random.Random(number)) for number, token in tokens.items()]
        await asyncio.gather(*(_answer_all(client, person, questions, seen) for person in people))
    return seen


async def _answer_all(client: httpx2.AsyncClient, person: Person, questions: int, seen: Seen) -> None:
    await asyncio.sleep(person.draw.uniform(0, person.pause))
    await client.post(f"{person.path}/consent", data={"agreed": "1"})
    for position in range(1, questions + 1):
        try:
            await _answer(client, person, position, seen)
        except httpx2.HTTPError as error:
            seen.wrong.append(f"participant {person.number}, question {position}: {error!r}")


async def _answer(client: httpx2.AsyncClient, person: Person, position: int, seen: Seen) -> None:
    """Read a question for a while, answer it, and now and then answer twice."""
    draw, path = person.draw, f"{person.path}/{position}"
    shown = await _timed(client.get(path), "question", 200, seen)
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
    parser.add_argument("--participants", type=int, default=200)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
