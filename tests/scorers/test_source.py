"""A function's stored scores are found again only where all that it can be seen to do is the same.

Each way to change a rule is a small program in which one word changes, and with it a score: either the fingerprint
changes, or what no hash sees is named in a warning.
"""

import importlib
import sys

import pytest
from tests.scorers.changed_rules import HASHED, NAMED, files_of

from magnetite.core.cells import own_cells
from magnetite.core.items import Item
from magnetite.scorers.find import find_systems

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
    assert f"Function 'score' reads {way.partition(',')[0]}, and stored scores" in record.getMessage()
    assert "version='1'" in record.getMessage()
    assert scorer(NAMED[way], "milk").score(CELLS).tolist() == [0, 1]


def test_a_users_file_may_be_called_as_a_library_is(scorer):
    program = "class Rule:\n    TEXTS = ['WORD']\ndef words():\n    return Rule.TEXTS\nin words()"
    one, other = (scorer(program, word, "random.py") for word in ("bread", "milk"))
    assert one.fingerprint != other.fingerprint
