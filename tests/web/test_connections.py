"""Silent connections are closed in time, and keep nobody out; a log does not say the same for ever."""

import logging
import socket
import time
import urllib.request
from urllib.parse import urlsplit

from tests.web.made import CHECKS, served

from magnetite.web import serving as connections
from magnetite.web.serving import SparseLog, connections_allowed


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
