"""200 exams wait to be checked in `magnetite serve`: is each checked, how long do pages take, what is held?

    python -m benchmarks.web_checks [--checks 200] [--questions 20] [--page FILE]

A real server in a process of its own. The exams are uploaded, `AT_ONCE` at a time; then all are to be checked, by rules
alone, and one reader asks for the first page and for the progress of one exam after the other. Memory is that of the
server and of the processes that it starts, each page of memory counted once (PSS), on Linux; it is read every half
second. Exits with 1 where a check fails, or does not end in time, or a request fails.
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
from benchmarks.web_uploads import exam_of, sent
from magnetite.core.results import Finding, Heading, Number, table
from magnetite.web.check.checks import Checks
from magnetite.web.security import COOKIE, FIELD

AT_ONCE = 20  # uploads; more than 34 are sent away
LOOK = 0.5  # seconds between two looks at memory and at pages
ENDED = {"done", "failed"}
PATIENCE = 15  # seconds for a check, all of them together: on two cores one took 2.4
PARTS = ("before", "uploading", "checking, first half", "checking, second half")
HEADINGS = (Heading("when"), *(Heading(name, unit="count") for name in ("seconds", "MiB, median", "MiB, most")))


@dataclass
class Seen:
    """What was seen: when, in seconds, and MiB; milliseconds of pages; and what went wrong."""

    memory: list[tuple[float, float]] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def main() -> None:
    """Upload, check, and publish the page; exit with 1 where something is lost."""
    given = _arguments()
    seen = Seen()
    with tempfile.TemporaryDirectory() as folder:
        command = ["magnetite", "serve", "--folder", folder, "--port", "0", "--no-browser"]
        with subprocess.Popen([sys.executable, "-u", "-m", *command], stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                said = next(found for line in server.stdout if (found := re.search(r"http://\S+?:\d+", line)))
                marks = asyncio.run(_all(said[0], exam_of(given.questions), given.checks, server.pid, seen))
            finally:
                server.terminate()
        states = [check.state for check in Checks(Path(folder)).all()]
    done, slowest = states.count("done"), np.percentile(seen.pages, [50, 99])
    rows = [_row(seen, name, *ends) for name, ends in zip(PARTS, itertools.pairwise(marks), strict=True)]
    most = max(held for _, held in seen.memory)
    publish(
        given.page,
        f"{given.checks} checks waiting",
        f"{given.checks} exams of {given.questions} questions",
        [
            Finding(
                "checks",
                "Memory while exams are checked",
                f"{done} of {given.checks} exams were checked, in {marks[-1] - marks[2]:.0f} seconds. The server and "
                f"its processes held {most:,.0f} MiB at most. 99% of the pages came within {slowest[1]:.0f} "
                f"milliseconds, half of them within {slowest[0]:.0f}.",
                numbers=(
                    Number("checks that failed or were lost", given.checks - done, unit="count"),
                    Number("requests failed", len(seen.wrong), unit="count"),
                ),
                tables=(table("memory", "Memory of the server and its processes", HEADINGS, rows),),
                notes=tuple(seen.wrong[:5]),
            )
        ],
        note="Exams are checked one after the other, by rules. The server runs on the same machine as its visitors.",
        device="cpu",
        timed=True,
    )
    sys.exit(bool(done < given.checks or seen.wrong))


async def _all(address: str, exam: bytes, checks: int, server: int, seen: Seen) -> list[float]:
    """Upload and check everything; return when each of `PARTS` began, and when the last ended."""
    began, marks = time.monotonic(), [0.0]
    watching = asyncio.create_task(_watch(server, began, seen))
    async with httpx2.AsyncClient(base_url=address, timeout=900) as client:
        await client.get("/")
        await asyncio.sleep(5)
        marks.append(time.monotonic() - began)
        few = asyncio.Semaphore(AT_ONCE)

        async def uploaded(number: int) -> str:
            async with few:
                answer = await sent(client, exam, f"{number}.gift")
            if answer.status_code != 303:
                seen.wrong.append(f"upload {number}: {answer.status_code}")
            return str(answer.headers.get("location", ""))

        places = list(filter(None, await asyncio.gather(*map(uploaded, range(checks)))))
        marks.append(time.monotonic() - began)
        form = {FIELD: client.cookies[COOKIE]}
        answers = await asyncio.gather(*(client.post(f"{place}/start", data=form) for place in places))
        seen.wrong += [f"start: {answer.status_code}" for answer in answers if answer.status_code != 303]
        until = time.monotonic() + PATIENCE * len(places)
        for place in places:
            await ended(client, place, until, seen)
        end = time.monotonic() - began
    watching.cancel()
    return [*marks, (marks[-1] + end) / 2, end]


async def ended(client: httpx2.AsyncClient, place: str, until: float, seen: Seen) -> None:
    """Wait until a check has ended; at `until`, on the clock of `time.monotonic`, it is lost."""
    while (answer := await _page(client, f"{place}/progress", seen)).status_code == 200:
        if answer.json()["state"] in ENDED:
            return
        if time.monotonic() > until:
            seen.wrong.append(f"{place}: it did not end")
            return
        await _page(client, "/", seen)
        await asyncio.sleep(LOOK)


async def _page(client: httpx2.AsyncClient, path: str, seen: Seen) -> httpx2.Response:
    began = time.monotonic()
    answer = await client.get(path)
    seen.pages.append(1000 * (time.monotonic() - began))
    if answer.status_code != 200:
        seen.wrong.append(f"{path}: {answer.status_code}")
    return answer


async def _watch(server: int, began: float, seen: Seen) -> None:
    while True:
        seen.memory.append((time.monotonic() - began, await asyncio.to_thread(held, server)))
        await asyncio.sleep(LOOK)


def held(process: int) -> float:
    """Return the MiB that a process and those that it started hold, pages that they share once."""
    total = 0.0
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
        total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[1]) / 2**10  # type: ignore[index]
        for task in Path(f"/proc/{process}/task").iterdir():
            total += sum(held(int(child)) for child in (task / "children").read_text("utf-8").split())
    except (OSError, TypeError):  # it has just ended
        pass
    return total


def _row(seen: Seen, name: str, start: float, end: float) -> tuple[str, float, float, float]:
    own = [held for at, held in seen.memory if start <= at <= end] or [float("nan")]
    return name, round(end - start), round(float(np.median(own))), round(max(own))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checks", type=int, default=200)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
