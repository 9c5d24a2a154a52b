"""An audit of a model on a server, interrupted three times and finished, its requests counted on their way.

    python -m benchmarks.remote DATA MODEL@URL [--questions 200] [--store FOLDER] [--page FILE]

A proxy between `magnetite audit` and the server passes every request on and records the answers.
After a quarter of the questions the command gets Ctrl-C, after a half it is killed, after three quarters it gets Ctrl-C
again; then it runs to its end, and once more, when everything is stored. The page says how many requests each of these
runs sent and how many were sent that had been answered before; and which ways to answer the server offers, by an audit
of one question with each.
"""

import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path

import httpx2

import magnetite
from benchmarks.published import publish
from magnetite.core.errors import MagnetiteError
from magnetite.core.results import Finding, Heading, Run, run_from_json, table
from magnetite.scorers.remote.address import read_address

PORT = 8399  # always the same: the address is part of the fingerprint
INTERRUPTIONS = (("Ctrl-C", signal.SIGINT), ("kill -9", signal.SIGKILL), ("Ctrl-C", signal.SIGINT))
STARTS = (
    *(Heading("start"), Heading("end", "ended by"), Heading("sent", "requests sent"), Heading("answered")),
    *(Heading("again", "of these, answered before"), Heading("seconds", "", "count")),
)


@dataclass
class Proxy:
    """A server that passes requests on and counts: which were answered, in order, by a hash of what they asked."""

    url: str
    answered: list[str] = field(default_factory=list)
    sent: int = 0
    tokens: int = 0
    server: str = ""  # as it names itself
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
                        answer = json.loads(reply.content)
                        proxy.answered.append(hashlib.blake2b(body, digest_size=8).hexdigest())
                        proxy.tokens += answer.get("usage", {}).get("total_tokens", 0)
                        proxy.server = f"{reply.headers.get('Server', '')} {answer.get('system_fingerprint') or ''}"

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
    """Run the audit in parts, count, and publish the page."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background process would hand on its deafness
    given = _arguments()
    address = read_address(given.model)
    proxy = Proxy(address.url)
    proxy.start()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "run"
        command = [sys.executable, "-m", "magnetite", "audit", given.data, "--limit", str(given.questions)]
        command += ["--split", given.split] if given.split else []
        command += ["--experiments", "accuracy", "--concurrency", str(given.concurrency), "--scoring", given.scoring]
        command += ["--model", f"{address.model}@http://127.0.0.1:{PORT}/v1", "--output", str(output)]
        command += ["--store", given.store or f"{folder}/store"]
        quarters = [given.questions * quarter // 4 for quarter in (1, 2, 3)]
        parts = [
            run_part(command, proxy, end, number, after)
            for (end, number), after in zip(INTERRUPTIONS, quarters, strict=True)
        ]
        parts.append(run_part(command, proxy, "finished"))
        run = run_from_json((output / "findings.json").read_text("utf-8"))
        parts.append(run_part([*command, "--overwrite"], proxy, "finished, all stored"))
    publish(
        given.page,
        "A model on a server, interrupted and finished",
        f"{run.dataset['name']} {given.split}, {run.dataset['items']} questions, each with everything (QOC)",
        [_starts(parts, proxy, run), _accuracy(run), _offers(given.model)],
        note=f"The server names itself {proxy.server.strip() or 'nothing'}; the client is openai {version('openai')}.",
        device="cpu",
        timed=True,
    )


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


def _starts(parts: Sequence[Part], proxy: Proxy, run: Run) -> Finding:
    again = sum(part.again for part in parts)
    rows = [(n, part.end, part.sent, part.answered, part.again, part.seconds) for n, part in enumerate(parts, 1)]
    return Finding(
        "starts",
        "Every start of the command",
        f"{proxy.sent} requests were sent for {run.dataset['items']} questions, and {len(set(proxy.answered))} "
        "different ones answered. Each start that asks sends its first request twice, to compare the answers; a kill "
        "loses what is on its way or not stored yet, and Ctrl-C waits for it. Answered in an earlier start, and asked "
        f"again: {again or 'none'}. {proxy.tokens:,} tokens, as the server counts.",
        tables=(table("starts", "Counted by a proxy between the command and the server", STARTS, rows),),
    )


def _accuracy(run: Run) -> Finding:
    """Return how many answers are right, with what the last start that asked notes of the server."""
    accuracy = run.finding("accuracy")
    notes = (note.values["note"] for note in run.notes if note.code == "note-of")
    server = tuple(note for note in notes if note.code.startswith("note-server"))
    return Finding("accuracy", "The model's answers", accuracy.sentence, (accuracy.number("accuracy"),), notes=server)


def _offers(model: str) -> Finding:
    """Ask with every way to answer; the exam is the bundled one, since an error quotes its question."""
    rows = []
    for way in ("cloze", "symbol", "asks"):
        offered = "yes"
        try:
            asking = magnetite.Asking(scoring=way)
            magnetite.audit("sample", model, limit=1, experiments=["accuracy"], store="off", asking=asking)
        except MagnetiteError as error:
            offered = f"no: {error}"
        rows.append((f"--scoring {way}", offered))
    headings = (Heading("way", "way to answer"), Heading("offered"))
    return Finding(
        "offers",
        "What the server offers",
        "Where a way to answer is not offered, a run ends after one question.",
        tables=(table("offers", "An audit of one question of the sample exam", headings, rows),),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("model", help="MODEL@URL")
    parser.add_argument("--split", default="test", help="'' for data without splits")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--scoring", default="symbol")
    parser.add_argument("--store", help="a new one by default")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
