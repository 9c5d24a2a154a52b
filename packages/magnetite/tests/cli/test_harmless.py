"""Whatever a file, a model or a setting is called, no output makes a terminal do anything, nor turns text around."""

import json
import logging
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from examfiles.errors import harmless

EVIL = "ev\x1b[2J\x1b]0;owned\x07\x9b31m\u202eil\udcff\r"
TYPED = "Ann lives in Rome.\n\n1. Where does Ann live?\na) Rome\nb) Paris\nc) Oslo\nAnswer: A\n"
STEERING = re.compile(r"(?![\n\t])[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
COMMANDS = {
    "check": ["check", "FILE", "--no-models", "--output", "OUT"],
    "check, JSON": ["check", "FILE", "--no-models", "--output", "OUT", "--json", "-"],
    "check, SARIF": ["check", "FILE", "--no-models", "--output", "OUT", "--sarif", "-"],
    "check, JUnit": ["check", "FILE", "--no-models", "--output", "OUT", "--junit", "-"],
    "describe": ["describe", "FILE"],
    "describe, JSON": ["describe", "FILE", "--json", "-"],
    "convert": ["convert", "FILE", "OUT.gift"],
    "convert, another format": ["convert", "FILE", "OUT"],
    "score": ["score", "FILE", "--model", "longest", "--output", "OUT.csv"],
    "audit": ["audit", "FILE", "--model", "longest", "--output", "OUT", "--store", "STORE"],
    "audit, a run that is there": ["audit", "FILE", "--model", "longest", "--output", "HERE"],
    "dry run": ["audit", "FILE", "--model", "longest", "--dry-run", "--store", "STORE"],
    "export": ["export", "FILE", "--as", "lm-eval", "--to", "OUT"],
    "no such file": ["check", "OUT"],
    "no exam": ["check", "EMPTY"],
    "no such model": ["audit", "FILE", "--model", EVIL],
    "no such model's folder": ["audit", "FILE", "--model", "HERE"],
    "no such format": ["check", "FILE", "--format", EVIL],
    "no such view": ["audit", "FILE", "--views", EVIL],
    "no such column": ["check", "FILE", "--columns", f"passage={EVIL}"],
    "no such command": [EVIL],
    "no such flag": ["check", "FILE", f"--{EVIL}"],
    "too many": ["check", "FILE", "FILE"],
    "store": ["cache", "list", "--store", "STORE"],
    "debug": ["--debug", "check", "EMPTY"],
}


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_no_output_steers_a_terminal(arguments, magnetite, tmp_path, monkeypatch):
    places = {name: tmp_path / f"{EVIL}{name}" for name in ("FILE", "OUT", "HERE", "EMPTY", "STORE")}
    places |= {"FILE": tmp_path / f"{EVIL}.txt", "OUT.gift": tmp_path / f"{EVIL}.gift"}
    places |= {"EMPTY": tmp_path / f"{EVIL}.gift", "OUT.csv": tmp_path / f"{EVIL}.csv"}
    places["FILE"].write_text(TYPED, "utf-8")
    places["EMPTY"].write_text("nothing", "utf-8") if "EMPTY" in arguments else None
    places["HERE"].mkdir()
    (places["HERE"] / "config.json").write_text("{}", "utf-8")
    monkeypatch.setenv("MAGNETITE_DEBUG", "")
    ended = magnetite(*(places.get(each, each) for each in arguments))
    assert ended.stdout or ended.stderr
    for output in (ended.stdout, ended.stderr):
        assert not STEERING.findall(output)
    if {"--json", "--sarif"} & {*arguments}:
        assert json.loads(ended.stdout)
    if "--junit" in arguments:
        assert ElementTree.fromstring(ended.stdout).tag == "testsuites"
    assert not Path("-").exists()


def test_standard_output_takes_one_file_for_programs(magnetite, tmp_path):
    (tmp_path / "exam.txt").write_text(TYPED, "utf-8")
    ended = magnetite("check", tmp_path / "exam.txt", "--no-models", "--json", "-", "--sarif", "-")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--json - and --sarif -: standard output takes one" in ended.stderr


def test_what_is_logged_is_harmless_too(magnetite, capsys):
    magnetite("cache", "list", "--store", "nowhere")
    record = logging.LogRecord("magnetite", logging.WARNING, __file__, 1, "Unpacking into %s", (Path(EVIL),), None)
    assert logging.lastResort is not None
    assert logging.lastResort.format(record) == f"Unpacking into {harmless(EVIL)}"


def test_what_is_shown_is_what_was_there():
    assert harmless("Zürich\t“a”\nשלום 👩‍🔬") == "Zürich\t“a”\nשלום 👩‍🔬"
    assert harmless(EVIL) == r"ev\x1b[2J\x1b]0;owned\x07\x9b31m\u202eil\udcff\r"
