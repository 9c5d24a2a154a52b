"""One process at a time writes a run into a folder; a second is refused before it scores anything."""

import subprocess
import sys
import threading

import pytest

import magnetite
from examfiles.errors import UsageError
from magnetite.running.record import only_writer
from magnetite.scorers.function import Function

HOLD = """
import sys
from pathlib import Path
from magnetite.running.record import only_writer
with only_writer(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """Start another process that writes a run into `tmp_path / "run"` until its input ends."""
    command = [sys.executable, "-c", HOLD, str(tmp_path / "run")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def audit(folder, model="longest"):
    return magnetite.audit("sample", model, limit=6, store="off", experiments=["accuracy"], output=str(folder))


def test_a_second_process_on_one_run_folder_is_refused_until_the_first_ends_or_is_killed(tmp_path, holder, monkeypatch):
    asked = []
    ask = Function(lambda passage, question, option: asked.append(option) or len(option), "longest again", version="1")
    monkeypatch.chdir(tmp_path)
    for name in (tmp_path / "run", "run", "./x/../run"):
        with pytest.raises(UsageError, match=r"another process is writing a run there\. Wait until it ends"):
            audit(name, ask)
    assert asked == []
    assert not (tmp_path / "run").exists()
    assert audit(tmp_path / "other").finding("accuracy")
    holder.kill()
    holder.wait()
    audit(tmp_path / "run")
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_one_of_several_writers_at_once_writes(tmp_path):
    """Of any number that begin together, each has the folder alone or is refused."""
    inside, most, refused = [0], [0], []
    gate, lock = threading.Barrier(6), threading.Lock()

    def write():
        gate.wait()
        try:
            with only_writer(tmp_path / "run"):
                with lock:
                    inside[0] += 1
                    most[0] = max(most[0], inside[0])
                with lock:
                    inside[0] -= 1
        except UsageError as error:
            refused.append(error)

    threads = [threading.Thread(target=write) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert most[0] == 1
    assert len(refused) < 6
