"""An audit of a model on a server, interrupted three times and finished, its requests counted on their way.

    python benchmarks/remote.py DATA MODEL@URL [--questions 200] [--store FOLDER] [--page FILE]

Between `magnetite audit` and the server stands a proxy that passes every request on and writes down what was answered.
After a quarter of the questions the command gets Ctrl-C, after a half it is killed, after three quarters it gets Ctrl-C
again; then it runs to its end, and once more, when everything is stored. The page says how many requests each of these
runs sent and how many were sent that had been answered before.
"""

import argparse
import hashlib
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path

import httpx2

from magnetite.core.results import Run, run_from_json
from magnetite.report.wording import notes_of
from magnetite.scorers.remote.address import read_address

PORT = 8399  # always the same: the address is part of the fingerprint
INTERRUPTIONS = (("Ctrl-C", signal.SIGINT), ("kill -9", signal.SIGKILL), ("Ctrl-C", signal.SIGINT))


@dataclass
class Proxy:
    """A server that passes requests on and counts: which were answered, in order, by a hash of what they asked."""

    url: str
    answered: list[str] = field(default_factory=list)
    sent: int = 0
    tokens: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Serve in threads of this process, until it ends."""
        proxy, client = self, httpx2.Client(timeout=600)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with proxy.lock:
                    proxy.sent += 1
                headers = {"Content-Type": "application/json"}
                reply = client.post(f"{proxy.url}{self.path.removeprefix('/v1')}", content=body, headers=headers)
                self.send_response(reply.status_code)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(reply.content)))
                self.end_headers()
                try:
                    self.wfile.write(reply.content)
                except OSError:  # whoever asked is gone
                    return
                with proxy.lock:
                    if reply.status_code == 200:
                        proxy.answered.append(hashlib.blake2b(body, digest_size=8).hexdigest())
                        proxy.tokens += json.loads(reply.content).get("usage", {}).get("total_tokens", 0)

            def log_message(self, *_: object) -> None:
                """Print nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        threading.Thread(target=server.serve_forever, daemon=True).start()


@dataclass(frozen=True)
class Part:
    """One start of the command: how it ended, and what it sent."""

    end: str
    sent: int
    answered: int
    again: int  # of the answered, those that an earlier part had an answer to
    seconds: float


def main() -> None:
    """Run the audit in parts, count, and write the page."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background process would hand on its deafness
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data")
    parser.add_argument("model", help="MODEL@URL")
    parser.add_argument("--split", default="test", help="'' for data without splits")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--scoring", default="symbol")
    parser.add_argument("--store", help="a new one by default")
    parser.add_argument("--page", type=Path)
    asked = parser.parse_args()
    address = read_address(asked.model)
    proxy = Proxy(address.url)
    proxy.start()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "run"
        command = [sys.executable, "-m", "magnetite", "audit", asked.data, "--limit", str(asked.questions)]
        command += ["--split", asked.split] if asked.split else []
        command += ["--experiments", "accuracy", "--concurrency", str(asked.concurrency)]
        command += ["--model", f"{address.model}@http://127.0.0.1:{PORT}/v1", "--output", str(output)]
        command += ["--store", asked.store or f"{folder}/store"]
        if asked.scoring != "symbol":
            command += ["--scoring", asked.scoring]
        parts: list[Part] = []
        quarters = [asked.questions * quarter // 4 for quarter in (1, 2, 3)]
        for (end, number), after in zip(INTERRUPTIONS, quarters, strict=True):
            parts.append(run_part(command, proxy, end, number, after))
            print(parts[-1], flush=True)
        parts.append(run_part(command, proxy, "finished"))
        run = run_from_json((output / "findings.json").read_text("utf-8"))
        parts.append(run_part([*command, "--overwrite"], proxy, "finished, all stored"))
    page = written(run, parts, proxy, asked.model)
    print(page)
    if asked.page:
        asked.page.write_text(page, "utf-8")


def run_part(command: list[str], proxy: Proxy, end: str, number: int = 0, after: int | None = None) -> Part:
    """Start the command, and send it a signal once `after` different requests were answered in all."""
    before, sent, started = list(proxy.answered), proxy.sent, time.monotonic()
    process = subprocess.Popen(command, env={**os.environ, "COLUMNS": "120"})
    while after is not None and process.poll() is None and len(set(proxy.answered)) < after:
        time.sleep(0.05)
    if after is not None and process.poll() is None:
        process.send_signal(number)
    code = process.wait()
    if after is None and code:
        raise SystemExit(f"the command ended with {code}")
    time.sleep(1.0)  # what was on its way at a kill comes back to nobody
    known, own = Counter(before), proxy.answered[len(before) :]
    again = sum(known[each] > 0 for each in own)
    return Part(end, proxy.sent - sent, len(own), again, time.monotonic() - started)


def written(run: Run, parts: list[Part], proxy: Proxy, model: str) -> str:
    """Return the page."""
    accuracy = run.finding("accuracy").number("accuracy")
    low, high = (accuracy.value if bound is None else bound for bound in (accuracy.low, accuracy.high))
    questions, distinct = accuracy.n, len(set(proxy.answered))
    rows = "\n".join(
        f"| {n} | {part.end} | {part.sent} | {part.answered} | {part.again} | {part.seconds:,.0f} |"
        for n, part in enumerate(parts, 1)
    )
    notes = "\n".join(f"- {note}" for note in notes_of(run.notes) if "server" in note or "requests" in note)
    return f"""# A model on a server, interrupted and finished

    python benchmarks/remote.py RACE.tar.gz {model}

{questions} questions of RACE test, the way to answer `symbol`, one view (QOC). A proxy between the command and the \
server counts; {platform.processor() or platform.machine()}, openai {version("openai")}.

| start | ended by | requests sent | answered | of these, answered before | seconds |
|---|---|---|---|---|---|
{rows}

{distinct} different requests were answered for {questions} questions, {len(proxy.answered)} answers in all: each \
start asks its first request twice, to compare the answers. {sum(part.again for part in parts)} requests were asked \
again after an answer; a kill may lose what is on its way, Ctrl-C waits for it. {proxy.tokens:,} tokens, as the server \
counts.

The model answers {100 * accuracy.value:.1f}% correctly (95% interval {100 * low:.1f} to \
{100 * high:.1f}).

What the last run that asked noted:

{notes}
"""


if __name__ == "__main__":
    main()
