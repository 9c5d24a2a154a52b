"""Silent connections are closed in time, and keep nobody out; a log does not say the same for ever."""

import contextlib
import logging
import re
import socket
import subprocess
import sys
import time
import urllib.request
from urllib.parse import urlsplit

import pytest

from magnetite.web import serving as connections
from magnetite.web.serving import SparseLog, connections_allowed
from tests.web.made import CHECKS, STUDY, made_study, served


def opened(address: str, sent: bytes = b"") -> socket.socket:
    place = urlsplit(address)
    connection = socket.create_connection((place.hostname, place.port), timeout=30)
    connection.sendall(sent)
    return connection


def closed_after(connection: socket.socket) -> float:
    start = time.monotonic()
    try:
        while connection.recv(4096):
            pass
    except ConnectionError:
        pass
    return time.monotonic() - start


def test_more_silent_connections_than_there_may_be_keep_nobody_out(tmp_path):
    with served(CHECKS, tmp_path) as server:
        silent = [opened(server.address) for _ in range(connections_allowed() + 100)]
        with urllib.request.urlopen(server.address, timeout=20) as answer:
            assert answer.status == 200
        for connection in silent:
            connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files are POSIX")
def test_a_server_may_open_a_file_for_each_connection_where_the_system_lets_it():
    code = (
        "import resource\n"
        "from magnetite.web import serving\n"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))\n"
        "serving.allow_files()\n"
        "print(serving.connections_allowed(), resource.getrlimit(resource.RLIMIT_NOFILE)[0], hard)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    allowed, soft, hard = map(int, told.split())
    assert soft == min(hard, 2 * (connections.CONNECTIONS + connections.BACKLOG)) or hard == -1
    assert allowed == min(connections.CONNECTIONS, soft // 2 - connections.BACKLOG)


def test_a_connection_whose_request_does_not_come_is_closed(tmp_path):
    with (
        served(CHECKS, tmp_path) as server,
        opened(server.address) as silent,
        opened(server.address, b"GET / HTTP/1.1\r\nHost: local") as slow,
    ):
        assert closed_after(silent) < connections.HEADER + 15
        assert closed_after(slow) < 5


def test_a_message_is_logged_ten_times_a_minute():
    sparse = SparseLog()
    records = [logging.LogRecord("uvicorn.error", 30, "", 0, "Invalid", (), None) for _ in range(1000)]
    assert sum(map(sparse.filter, records)) == 10
    assert sparse.filter(logging.LogRecord("uvicorn.error", 30, "", 0, "Another", (), None))


FORM = b"POST /checks HTTP/1.1\r\nHost: localhost\r\n"
AGAIN = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
ODD = {  # what is sent, and the status that alone answers it
    "two lengths that agree on nothing": (FORM + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd", 400),
    "a length and chunks": (FORM + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + AGAIN, 400),
    "chunks and a length": (FORM + b"Transfer-Encoding: chunked\r\nContent-Length: 40\r\n\r\n0\r\n\r\n" + AGAIN, 400),
    "another encoding": (FORM + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + AGAIN, 501),
    "a hidden encoding": (FORM + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + AGAIN, 400),
    "a length that is none": (FORM + b"Content-Length: +4\r\n\r\nabcd", 400),
    "a folded header": (b"GET / HTTP/1.1\r\nHost: localhost\r\n evil.example\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "another host": (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 400),
    "another host as the target": (b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 400),
    "a path outside": (b"GET /static/../../checks.sqlite HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    "a path outside, quoted": (b"GET /static/%2e%2e%2fchecks.sqlite HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    "another method": (b"TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
    "a tunnel": (b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
}


def statuses(address: str, sent: bytes, *, half: bool = False) -> list[int]:
    """Return the statuses of all answers to what is sent over one connection; `half`: nothing more will come."""
    with opened(address, sent) as connection:
        connection.settimeout(3)
        if half:
            connection.shutdown(socket.SHUT_WR)
        content = b""
        with contextlib.suppress(TimeoutError, ConnectionError):
            while part := connection.recv(65536):
                content += part
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", content)]


@pytest.mark.parametrize("code", [CHECKS, STUDY], ids=["checks", "study"])
def test_requests_that_are_odd_are_refused_once_and_leave_no_trace(tmp_path, code):
    first = 200 if code == CHECKS else 404  # a study shows nothing without a link
    half = FORM + b"Content-Length: 100000\r\n\r\nhalf"
    if code == STUDY:
        token = made_study(tmp_path).tokens[1]
        half = half.replace(b"/checks", f"/p/{token}/consent".encode())
    with served(code, tmp_path) as server:
        given = {name: statuses(server.address, sent) for name, (sent, _) in ODD.items()}
        websocket = (
            b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert 101 not in statuses(server.address, websocket)
        assert 206 not in statuses(server.address, AGAIN.replace(b"\r\n\r\n", b"\r\nRange: bytes=0-1,1-2\r\n\r\n"))
        assert statuses(server.address, half, half=True) in ([], [400], [403])
        assert statuses(server.address, AGAIN) == [first]  # it goes on
        server.process.terminate()
        logged = server.process.stdout.read()
    refused = {name: seen for name, seen in given.items() if len(seen) != 1 or not 400 <= seen[0] < 500}
    assert refused == {}
    assert "Traceback" not in logged
