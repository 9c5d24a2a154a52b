"""A function's stored scores are found again only where all that it can be seen to do is the same.

Each way to change a rule is a small program in which one word changes, and with it a score: either the fingerprint
changes, or what no hash sees is named in a warning.
"""

import builtins
import importlib
import string
import sys
from pathlib import Path

import pytest

from examfiles.items import Item
from magnetite.core.cells import own_cells
from magnetite.scorers.find import find_systems
from magnetite.scorers.function import Function
from tests.scorers.changed_rules import HARMLESS, HASHED, NAMED, NEVER_THE_SAME, files_of

CELLS = own_cells([Item("1", "p", "Ann sold bread and milk.", "What did Ann sell?", ("bread", "milk"), 0)])


@pytest.fixture
def scorer(tmp_path, monkeypatch):
    """Return a function that writes a program with a word into a folder of its own, and loads its rule."""
    yield lambda program, word, rule="r.py": load(program, word, rule, tmp_path, monkeypatch)
    forget()


def load(program, word, rule, root, monkeypatch):
    forget()
    folder = root / str(len(list(root.iterdir())))
    for name, text in files_of(program, word).items():
        path = folder / (rule if name == "r.py" else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MAGNETITE_TEST_WORD", word)
    return find_systems(f"{folder / rule}:score", ("QOC",)).by_view["QOC"].first


def forget():
    for name in [name for name in sys.modules if name.partition(".")[0] in {"pk", "deep", "pile"}]:
        del sys.modules[name]
    for holder, name in ((string, "magnetite_word"), (builtins, "MAGNETITE_WORD")):
        vars(holder).pop(name, None)
    importlib.invalidate_caches()


@pytest.mark.parametrize("way", HASHED)
def test_a_rule_that_changes_gets_another_name_in_the_store(scorer, way, caplog):
    one = scorer(HASHED[way], "bread")
    assert one.score(CELLS).tolist() == [1, 0]
    other = scorer(HASHED[way], "milk")
    assert other.score(CELLS).tolist() == [0, 1]
    assert one.fingerprint != other.fingerprint
    assert scorer(HASHED[way], "bread").fingerprint == one.fingerprint
    assert not caplog.records


@pytest.mark.parametrize("way", NAMED)
def test_what_no_hash_sees_is_named_with_what_to_do(scorer, way, caplog):
    assert scorer(NAMED[way], "bread").score(CELLS).tolist() == [1, 0]
    [record] = caplog.records
    uses = record.getMessage().partition(" uses ")[2].partition(", and stored scores")[0]
    assert way.partition(",")[0] in uses.split(", ")
    assert "version='1'" in record.getMessage()
    assert scorer(NAMED[way], "milk").score(CELLS).tolist() == [0, 1]


@pytest.mark.parametrize("name", NEVER_THE_SAME)
def test_what_differs_from_call_to_call_is_named(scorer, name, caplog):
    scorer(NEVER_THE_SAME[name], "bread")
    [record] = caplog.records
    uses = record.getMessage().partition(" uses ")[2].partition(", and stored scores")[0]
    assert name.partition(",")[0] in uses.split(", ")


@pytest.mark.parametrize("rule", HARMLESS)
def test_of_an_everyday_rule_nothing_is_named(scorer, rule, caplog):
    one = scorer(HARMLESS[rule], "bread")
    assert one.score(CELLS).tolist() == [1, 0]
    assert scorer(HARMLESS[rule], "bread").fingerprint == one.fingerprint
    assert not caplog.records


def test_a_users_file_may_be_called_as_a_library_is(scorer):
    program = "class Rule:\n    TEXTS = ['WORD']\ndef words():\n    return Rule.TEXTS\nin words()"
    one, other = (scorer(program, word, "random.py") for word in ("bread", "milk"))
    assert one.fingerprint != other.fingerprint


PROGRAM = """
import pk
def score(passage, question, option):
    return float(option == pk.word())
--- pk.py
import re
import numpy as np
class Held:
    word = ''
def word():
    return {held}
HELD = Held()
HELD.word = 'WORD'
W = 'WORD'
IS = re.compile('WORD')
ALL = [IS]
MANY = np.array(['WORD'])
"""


@pytest.mark.parametrize("held", ["'WORD'", "W", "HELD.word", "IS.pattern", "ALL[0].pattern", "str(MANY[0])"])
def test_scores_of_code_in_memory_are_never_stored_as_those_of_an_edited_module(scorer, held):
    program = PROGRAM.replace("{held}", held)
    one = scorer(program, "bread")
    file = Path(sys.modules["pk"].__file__)
    edited = file.read_text("utf-8").replace("bread", "milk")
    file.write_text(edited, "utf-8")
    again = find_systems(f"{file.with_name('r.py')}:score", ("QOC",)).by_view["QOC"].first
    assert again.score(CELLS).tolist() == [1, 0]
    fresh = scorer(program, "milk")
    assert fresh.score(CELLS).tolist() == [0, 1]
    assert len({one.fingerprint, again.fingerprint, fresh.fingerprint}) == 3


def test_a_rule_edited_since_it_was_loaded_is_told_by_its_code_and_a_warning_says_so(tmp_path, monkeypatch, caplog):
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "pk.py"
    text = "def score(passage, question, option):\n    return float(option == 'WORD')\n"
    file.write_text(text.replace("WORD", "bread"), "utf-8")
    forget()
    rule = importlib.import_module("pk").score
    before = Function(rule)
    file.write_text("# moved\n\n" + text.replace("WORD", "bread"), "utf-8")
    assert Function(rule).fingerprint == before.fingerprint
    assert not caplog.records
    file.write_text(text.replace("WORD", "milk"), "utf-8")
    edited = Function(rule)
    assert edited.score(CELLS).tolist() == [1, 0]
    [record] = caplog.records
    assert "Function 'score': pk.py and the code in memory differ." in record.getMessage()
    forget()
    fresh = Function(importlib.import_module("pk").score)
    assert fresh.score(CELLS).tolist() == [0, 1]
    assert len({before.fingerprint, edited.fingerprint, fresh.fingerprint}) == 3
    assert len(caplog.records) == 1
    forget()
