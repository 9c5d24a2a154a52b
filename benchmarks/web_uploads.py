"""20 people upload a long exam to `magnetite serve` at once, while others read: does anybody wait for them?

    python -m benchmarks.web_uploads [--uploads 20] [--questions 1000] [--seconds 20] [--page FILE]

A real server in a process of its own. Readers ask for the first page, an exam's page and the style sheet, a few times a
second each: for `--seconds` alone, then until all uploads are answered. Who uploads asks for their place in the line.
Exits with 1 where an exam is lost, a place rises, uploads are not answered in their order, or the pages of 99% of the
readers come more than 200 milliseconds later than before.
"""

import argparse
import asyncio
import itertools
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import numpy as np

from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, Number, table
from magnetite.web.check.checks import Checks
from magnetite.web.security import COOKIE, FIELD

PROMISED = 200  # milliseconds more than without uploads, for 99% of the pages
WARM = 5.0  # seconds in which a server imports what its pages need
READERS, PAUSE = 5, 0.2  # people who read, and their seconds between two pages
HEADINGS = [Heading(name) for name in ("when", "pages")] + [
    Heading(name, unit="count") for name in ("median", "95% under", "99% under", "slowest")
]


@dataclass
class Seen:
    """What was seen: milliseconds of pages, by when; places of uploads in the line; and what went wrong."""

    pages: dict[str, list[float]] = field(default_factory=lambda: {"first": [], "before": [], "during": []})
    places: list[list[int]] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def main() -> None:
    """Upload while others read, and publish the page; exit with 1 where a promise is not kept."""
    arguments = _arguments()
    exam = exam_of(arguments.questions)
    with tempfile.TemporaryDirectory() as folder:
        command = ["magnetite", "serve", "--folder", folder, "--port", "0", "--no-browser"]
        with subprocess.Popen([sys.executable, "-u", "-m", *command], stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                said = next(found for line in server.stdout if (found := re.search(r"http://\S+?:\d+", line)))
                seen, taken = asyncio.run(_all(said[0], exam, arguments.uploads, arguments.seconds))
            finally:
                server.terminate()
        kept = {check.name: check.questions for check in Checks(Path(folder)).all()}
    lost = sum(kept.get(f"{n}.gift") != arguments.questions for n in range(arguments.uploads))
    rising = sum(any(later > first for first, later in itertools.pairwise(each)) for each in seen.places)
    fast = {
        when: [float(np.percentile(times, share)) for share in (50, 95, 99, 100)] for when, times in seen.pages.items()
    }
    more = fast["during"][2] - fast["before"][2]
    publish(
        arguments.page,
        "Uploads at once",
        f"{arguments.uploads} exams of {arguments.questions:,} questions, {len(exam) / 2**20:.1f} MiB each",
        [
            Finding(
                "uploads",
                "Pages while exams are uploaded",
                f"All uploads were answered in {taken:.0f} seconds. 99% of the pages of {READERS} readers came within "
                f"{fast['during'][2]:.0f} milliseconds, before within {fast['before'][2]:.0f}; {PROMISED} more are "
                "promised.",
                numbers=tuple(
                    Number(name, count, unit="count")
                    for name, count in (
                        ("exams lost", lost),
                        ("uploads whose place rose", rising),
                        ("most that came first", max((max(each) for each in seen.places if each), default=0)),
                        ("requests failed", len(seen.wrong)),
                    )
                ),
                tables=(
                    table(
                        "pages",
                        "Milliseconds of a page",
                        HEADINGS,
                        [[when, len(times), *fast[when]] for when, times in seen.pages.items()],
                    ),
                ),
                notes=tuple(seen.wrong[:5]),
            )
        ],
        note="The server runs on the same machine as its visitors.",
        device="cpu",
        timed=True,
    )
    sys.exit(bool(lost or rising or seen.wrong or more > PROMISED))


def exam_of(questions: int) -> bytes:
    """Return an exam in GIFT, four questions a passage of 300 words."""
    passages = (
        f"Passage {n} tells of boat {n}. " + " ".join(f"word{n}x{at}" for at in range(300))
        for n in range(questions // 4)
    )
    asked = "\n\n".join(
        "::{0}-{1}::What is {1} of boat {0}? {{=one ~two ~three ~four}}".format("{n}", at) for at in range(4)
    )
    return "\n\n".join(f"{text}\n\n{asked.replace('{n}', str(n))}" for n, text in enumerate(passages)).encode()


async def _all(address: str, exam: bytes, uploads: int, seconds: float) -> tuple[Seen, float]:
    seen, when, stop = Seen(), ["first"], asyncio.Event()
    async with httpx2.AsyncClient(base_url=address, timeout=900) as client:
        first = await sent(client, b"::a::Who? {=Ann ~Bo}", "small.gift")
        paths = ("/", str(first.headers["location"]), "/static/web.css")
        readers = [asyncio.create_task(_read(client, paths, when, stop, seen)) for _ in range(READERS)]
        await asyncio.sleep(WARM)
        when[0] = "before"
        await asyncio.sleep(seconds)
        when[0], started = "during", time.monotonic()
        await asyncio.gather(*(_upload(address, exam, number, seen) for number in range(uploads)))
        taken = time.monotonic() - started
        stop.set()
        await asyncio.gather(*readers)
    return seen, taken


async def _read(
    client: httpx2.AsyncClient, paths: tuple[str, ...], when: list[str], stop: asyncio.Event, seen: Seen
) -> None:
    while not stop.is_set():
        for path in paths:
            began, now = time.monotonic(), when[0]
            answer = await client.get(path)
            seen.pages[now].append(1000 * (time.monotonic() - began))
            if answer.status_code != 200:
                seen.wrong.append(f"{path}: {answer.status_code}")
            await asyncio.sleep(PAUSE)


async def _upload(address: str, exam: bytes, number: int, seen: Seen) -> None:
    places: list[int] = []
    seen.places.append(places)
    async with httpx2.AsyncClient(base_url=address, timeout=900) as client:
        sending = asyncio.create_task(sent(client, exam, f"{number}.gift"))
        while not sending.done():
            await asyncio.sleep(0.5)
            place = (await client.get("/waiting")).json()["ahead"]
            places += [] if place is None else [place]
        if (answer := await sending).status_code != 303:
            seen.wrong.append(f"upload {number}: {answer.status_code}")


async def sent(client: httpx2.AsyncClient, exam: bytes, name: str) -> httpx2.Response:
    """Upload an exam as the first page's form does."""
    if COOKIE not in client.cookies:
        await client.get("/")
    return await client.post("/checks", data={FIELD: client.cookies[COOKIE]}, files={"file": (name, exam)})


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--uploads", type=int, default=20)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
