"""`magnetite serve` as it is typed."""

import re
import signal
import subprocess
import sys
import urllib.request

import httpx2
import pytest

from tests.web.made import COOKIE, FIELD, GIFT, wait_for


def magnetite(*arguments):
    command = [sys.executable, "-u", "-m", "magnetite", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_it_prints_the_address_serves_it_and_ends_with_ctrl_c(tmp_path):
    with magnetite("serve", "--no-browser", "--folder", tmp_path) as process:
        message = process.stdout.readline()
        [address] = re.findall(r"http://127\.0\.0\.1:\d+", message)
        page = wait_for(lambda: urllib.request.urlopen(address, timeout=10)).read().decode()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(20) == 0
    assert "Which questions deserve a second look?" in page
    assert "Ctrl-C stops it" in rest
    assert "Traceback" not in rest


@pytest.mark.skipif(sys.platform == "win32", reason="rights of groups and others are not Windows's")
@pytest.mark.parametrize("there", [False, True], ids=["new", "there"])
def test_nobody_else_may_read_what_it_writes(tmp_path, there):
    folder = tmp_path / "data"
    if there:
        folder.mkdir(mode=0o755)
    with magnetite("serve", "--no-browser", "--folder", folder) as process:
        [address] = re.findall(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        with httpx2.Client(base_url=address, follow_redirects=True) as browser:
            browser.get("/")
            token = {FIELD: browser.cookies[COOKIE]}
            sent = browser.post("/checks", data=token, files={"file": ("exam.gift", GIFT)})
            assert sent.status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read().count("Traceback") == 0
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "exam.gift" for path in written)
    assert [path for path in folder.rglob("*") if path.stat().st_mode & 0o077] == []
    assert there or folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--host", "no.such.host.invalid"], 2, "the server cannot listen there"),
        (["--folder", "FILE/below"], 5, "cannot be created"),
        (["--port", "70000"], 2, "Invalid value for '--port'"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_its_exit_code(tmp_path, arguments, code, message):
    (tmp_path / "FILE").write_text("")
    choices = [argument.replace("FILE", str(tmp_path / "FILE")) for argument in arguments]
    folder = [] if "--folder" in choices else ["--folder", tmp_path / "data"]
    with magnetite("serve", "--no-browser", *choices, *folder) as process:
        result = process.stdout.read()
        assert (process.wait(30), message in " ".join(result.split())) == (code, True), result
    assert "Traceback" not in result
