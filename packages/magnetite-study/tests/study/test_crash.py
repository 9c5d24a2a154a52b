"""The crash law of a study: kill the process anywhere, and every acknowledged answer is there."""

import importlib.util
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from examfiles.errors import UsageError
from magnetite.web.serving import only_server
from magnetite_study.database import Database
from tests.study.made import attack, study

SCRIPT = Path(__file__).with_name("answering.py")
PEOPLE, KILLS, PATIENCE = 70, 8, 30.0


def load_script():
    spec = importlib.util.spec_from_file_location("answering", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


answering = load_script()


def start(folder, log):
    return subprocess.Popen([sys.executable, str(SCRIPT), str(folder), str(log)])


def stored(folder):
    with Database(folder) as database:
        answers = database.answers()
        options = {number: database.answered(number) for number in range(1, PEOPLE + 1)}
    result = {(number, place): option for number, own in options.items() for place, option in own.items()}
    assert len(answers) == len(result), "an answer is doubled"
    return result


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
def test_a_process_killed_at_random_moments_loses_no_acknowledged_answer_and_doubles_none(tmp_path):
    draw = random.Random(20_26)
    folder, log = study(tmp_path / "study", attack(participants=PEOPLE)), tmp_path / "log"
    for kills in range(KILLS):
        before, child = len(answering.logged(log)), start(folder, log)
        give_up = time.monotonic() + PATIENCE
        while len(answering.logged(log)) < before + draw.randrange(1, 150) and child.poll() is None:
            assert time.monotonic() < give_up, "the process does not get on"
            time.sleep(0.002)
        time.sleep(draw.uniform(0, 0.01))
        child.kill()
        child.wait()
        acknowledged, result = answering.logged(log), stored(folder)
        assert acknowledged.items() <= result.items(), f"kill {kills + 1} lost an acknowledged answer"
        assert len(result) - len(acknowledged) <= (kills + 1) * answering.THREADS
        assert len(result) < PEOPLE * 20, "the process was done before it was killed"
    assert start(folder, log).wait() == 0
    result = stored(folder)
    assert result == {(n, p): (n + p) % 4 for n in range(1, PEOPLE + 1) for p in range(1, 21)}
    with Database(folder) as database:
        assert {each.state for each in database.participants()} == {"finished"}


def test_one_server_holds_a_folder_at_a_time(tmp_path):
    refused = pytest.raises(UsageError, match="another server has this folder open")
    with only_server(tmp_path), refused, only_server(tmp_path):
        pass
    with only_server(tmp_path):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
def test_a_killed_server_gives_its_folder_up(tmp_path):
    code = (
        "import sys, time; from magnetite.web.serving import only_server\n"
        "with only_server(sys.argv[1]): print('held', flush=True); time.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "held\n"
    with pytest.raises(UsageError, match="another server"), only_server(tmp_path):
        pass
    child.kill()
    child.wait()
    child.stdout.close()
    with only_server(tmp_path):
        pass
