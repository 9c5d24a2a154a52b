"""Checking and serving do without what only POSIX has, as on Windows: tried here with all of that taken away."""

import os
import re
import subprocess
import sys

import httpx2
import pytest

from tests.web.made import COOKIE, FIELD, GIFT, wait_for

TAKEN = """
import os, signal, sys
for module in ("fcntl", "resource", "grp", "pwd", "termios"):
    sys.modules[module] = None  # to import it fails
for name in ("fork", "getuid", "kill", "killpg", "nice", "sysconf"):
    delattr(os, name)
for name in ("SIGKILL", "SIGXCPU", "SIGHUP", "SIGALRM"):
    delattr(signal, name)
"""


@pytest.fixture
def elsewhere(tmp_path):
    """Return the environment in which Python, and what it starts, finds nothing that POSIX alone has."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(TAKEN, "utf-8")
    path = os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path}


def run(elsewhere, *words):
    words = [sys.executable, *map(str, words)]
    done = subprocess.run(words, env=elsewhere, capture_output=True, text=True, check=False, timeout=240)
    return done.returncode, done.stdout + done.stderr


def test_what_posix_has_is_taken_away(elsewhere):
    assert "ModuleNotFoundError" in run(elsewhere, "-c", "import fcntl")[1]
    assert "AttributeError" in run(elsewhere, "-c", "import os; os.nice(1)")[1]


def test_an_exam_is_checked_converted_and_described_there(elsewhere, tmp_path):
    words = ("-m", "magnetite", "check", "sample", "--no-models", "--output", tmp_path / "check")
    status, said = run(elsewhere, *words)
    assert status == 0, said
    assert "deserve a second look" in said
    assert (tmp_path / "check" / "report.html").exists()
    exam = tmp_path / "exam.docx"
    assert run(elsewhere, "-m", "magnetite", "convert", "sample", "--to", exam, "--lose")[0] == 0
    status, said = run(elsewhere, "-m", "magnetite", "describe", exam)
    assert status == 0, said


def test_an_exam_is_read_and_checked_in_the_browser_there(elsewhere, tmp_path):
    words = [sys.executable, "-u", "-m", "magnetite", "serve", "--no-browser", "--folder", str(tmp_path / "checks")]
    with subprocess.Popen(words, env=elsewhere, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            [address] = re.findall(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
            with httpx2.Client(base_url=address, follow_redirects=True, timeout=60) as browser:
                browser.get("/")
                token = {FIELD: browser.cookies[COOKIE]}
                read = browser.post("/checks", data=token, files={"file": ("exam.gift", GIFT)})
                assert "2 questions, 1 passage, 2 with a key" in read.text
                check = str(read.url).removesuffix("/exam")
                browser.post(f"{check}/start", data={**token, "language": "en"})
                state = wait_for(
                    lambda: {browser.get(f"{check}/progress").json()["state"]} & {"done", "failed"}, seconds=120
                )
                assert state == {"done"}, browser.get(check).text
        finally:
            server.terminate()
        assert "Traceback" not in server.stdout.read()
