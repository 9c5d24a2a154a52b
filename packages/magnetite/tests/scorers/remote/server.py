"""A server of the OpenAI protocol that answers as it is told, in threads, and writes down what it was asked.

    with Server(honest) as server:          server.url, server.asked
    python server.py PORT LOG SECONDS       a process of its own: every question answered after so many seconds

An answer is a function of the path, the body and the number of the request (from 0): a dictionary, sent as JSON, or a
`Reply`, for whatever else a server can do.
"""

import contextlib
import json
import math
import re
import sys
import threading
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any

Answer = Callable[[str, Mapping[str, Any], int], "dict[str, Any] | Reply"]


@dataclass(frozen=True)
class Reply:
    """A status, headers, a body as it stands; `pause`: seconds before it; `cut`: bytes announced beyond those sent.

    `drip`: seconds before each byte of the body.
    """

    status: int = 200
    body: str = "{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    pause: float = 0.0
    cut: int = 0
    drip: float = 0.0


def error(status: int, message: str, **headers: str) -> Reply:
    """Return an error as OpenAI writes it."""
    return Reply(status, json.dumps({"error": {"message": message, "code": None}}), headers)


def text_of(body: Mapping[str, Any]) -> str:
    """Return the prompt or the message of a request."""
    return body["messages"][0]["content"] if "messages" in body else body["prompt"]


def options_of(text: str) -> list[str]:
    """Return the options that a prompt lists."""
    return [line[3:] for line in text.split("\n") if line[1:3] == ". "]


def belief(text: str, option: str) -> float:
    """Return what the model behind the server thinks of an option: a number for each question and option."""
    question = text.partition("Question: ")[2].partition("\n")[0]
    return zlib.crc32(f"{question}|{option}".encode()) % 1000 / 250


def letter_logs(text: str) -> dict[str, float]:
    """Return the letters' log-probabilities: the softmax of the beliefs in their options, 0.9 of all there is."""
    beliefs = [belief(text, option) for option in options_of(text)]
    total = math.log(sum(map(math.exp, beliefs)))
    return {"ABCDEFGHIJ"[n]: value - total + math.log(0.9) for n, value in enumerate(beliefs)}


def chat(content: str | None, top: Mapping[str, float] | None = None, **more: Any) -> dict[str, Any]:
    """Return a chat's answer, with the likeliest tokens at its first place."""
    choice: dict[str, Any] = {"index": 0, "message": {"role": "assistant", "content": content}, "logprobs": None}
    if top is not None:
        listed = [{"token": token, "logprob": value, "bytes": None} for token, value in top.items()]
        choice["logprobs"] = {"content": [{**listed[0], "top_logprobs": listed}] if listed else []}
    return {"choices": [choice], "usage": {"prompt_tokens": 40, "completion_tokens": 1}, **more}


def echo(prompt: str, special: Sequence[str] = (), shows: str = "words", more: str = " more") -> dict[str, Any]:
    """Return a completion that echoes its prompt, a token a word; a word costs a tenth of its letters, and a bit.

    `special`: tokens that the server puts before the prompt. `shows`: "words" as they are, "bare" ones without their
    spaces, or a token for each byte of a character that is not ASCII, which shares its word's cost: "replaced" by
    U+FFFD, "late" (nothing, until the last byte shows the whole character), or "bytes" (`bytes:\\xe2`).
    `more`: the token that is generated. Offsets are counted as vLLM does, from 0 over what the tokens show.
    """
    words = [" " + word if n else word for n, word in enumerate(prompt.split(" "))]
    tokens, values = list(special), [-0.7 for _ in special]
    for word in words:
        pieces = [word] if shows in {"words", "bare"} else SHOWN[shows](word)
        tokens += [piece.strip() for piece in pieces] if shows == "bare" else pieces
        values += [(-len(word) / 10 - 0.01) / len(pieces)] * len(pieces)
    tokens, values = [*tokens, more], [*values, -0.51]
    offsets = [sum(map(len, tokens[:n])) for n in range(len(tokens))]
    logs = {"tokens": tokens, "token_logprobs": [None, *values[1:]], "text_offset": offsets, "top_logprobs": None}
    answer = {"text": prompt + more, "logprobs": logs, "finish_reason": "length"}
    return {"choices": [answer], "usage": {"prompt_tokens": len(tokens) - 1}}


def by_byte(show: Callable[[str, int, int], str]) -> Callable[[str], list[str]]:
    """Return what splits a word at its characters that are not ASCII, and shows each byte of one in its own way."""

    def pieces(word: str) -> list[str]:
        return [
            part if part.isascii() else show(part, n, size)
            for part in re.findall(r"[\x00-\x7f]+|[^\x00-\x7f]", word)
            for size in [1 if part.isascii() else len(part.encode())]
            for n in range(size)
        ]

    return pieces


SHOWN = {
    "replaced": by_byte(lambda part, n, size: "\ufffd"),
    "late": by_byte(lambda part, n, size: part if n == size - 1 else ""),
    "bytes": by_byte(lambda part, n, size: f"bytes:\\x{part.encode()[n]:02x}"),
}


def honest(path: str, body: Mapping[str, Any], _number: int) -> dict[str, Any]:
    """Answer in every way to answer, the same to the same."""
    text = text_of(body)
    if body.get("echo"):
        return echo(text)
    logs = letter_logs(text)
    best = max(logs, key=logs.__getitem__)
    if path.endswith("/chat/completions"):
        return chat(best, logs if body.get("logprobs") else None)
    logprobs = {"top_logprobs": [logs]} if "logprobs" in body else None
    return {"choices": [{"text": f" {best}", "logprobs": logprobs}], "usage": {"prompt_tokens": 40}}


class Server:
    """A server in this process; `asked` are the paths and bodies of all requests, `headers` their headers."""

    def __init__(self, answer: Answer, port: int = 0, tls: SSLContext | None = None) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.headers: list[dict[str, str]] = []
        self.together = self.most = 0  # requests on their way at once, and the most there ever were
        self._lock, self._answer = threading.Lock(), answer
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # head and body are two packets; the second would wait for 40 ms

            def do_POST(self) -> None:
                server._serve(self)

            def log_message(self, *_: Any) -> None:
                """Print nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._http.daemon_threads = True
        if tls is not None:
            self._http.socket = tls.wrap_socket(self._http.socket, server_side=True)
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> "Server":
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def texts(self) -> list[str]:
        """Return the prompts and messages in the order they came."""
        return [text_of(body) for _, body in self.asked]

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        with self._lock:
            number = len(self.asked)
            self.asked.append((handler.path, body))
            self.headers.append({name.lower(): value for name, value in handler.headers.items()})
            self.together += 1
            self.most = max(self.most, self.together)
        try:
            given = self._answer(handler.path, body, number)
        finally:
            with self._lock:
                self.together -= 1
        reply = given if isinstance(given, Reply) else Reply(body=json.dumps(given))
        time.sleep(reply.pause)
        content = reply.body.encode()
        handler.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(content) + reply.cut))
        handler.end_headers()
        with contextlib.suppress(OSError):  # whoever asked is gone
            for place in range(len(content)) if reply.drip else ():
                time.sleep(reply.drip)
                handler.wfile.write(content[place : place + 1])
            handler.wfile.write(b"" if reply.drip else content)
        if reply.cut:
            handler.close_connection = True


def main(port: int, log: str, seconds: float) -> None:
    """Serve until killed; append each prompt to `log`, as a line of JSON, once its answer is sent."""
    lock = threading.Lock()

    def slow(path: str, body: Mapping[str, Any], number: int) -> dict[str, Any]:
        with lock, open(log, "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(json.dumps(text_of(body)) + "\n")
        time.sleep(seconds)
        return honest(path, body, number)

    with Server(slow, port):
        threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))
