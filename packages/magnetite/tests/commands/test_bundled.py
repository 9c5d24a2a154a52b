"""Which bundled systems a name stands for, where the larger ones are brought or not, and can be read or not."""

import shutil

import pytest
from typer.testing import CliRunner

import magnetite
from examfiles.errors import UsageError
from magnetite.cli.app import app
from magnetite.core.errors import ModelError
from magnetite.report.wording import notes_of
from magnetite.scorers import system
from magnetite.scorers.find import find_systems
from magnetite.scorers.packaged import MPNET_BASE, READER, SMALL_BASE
from magnetite.scorers.system import BUNDLED, SETS, bundled_cards, choice_notes
from tests.commands.made import rule, write_system

BROUGHT = {"small": ("O", "QO", "CO", "QOC"), "base": ("QO", "QOC"), "exams": ("QO",), "reader": ("QOC",)}
INSTALLED = {"nothing": (), "base": (MPNET_BASE,), "both": (MPNET_BASE, READER)}


@pytest.fixture
def brought(tmp_path, monkeypatch):
    """Bring small systems for all views, and of other sets some; their weights are a rule."""
    for name, views in BROUGHT.items():
        for view in views:
            write_system(tmp_path / name / view.lower(), view)
    monkeypatch.setattr(system, "BUNDLED", tmp_path)
    monkeypatch.setattr("magnetite.scorers.encoder.encoder", rule)
    return tmp_path


@pytest.fixture(params=list(INSTALLED))
def installed(request, monkeypatch):
    """Say which of the larger sets' weights are installed: none, the base's, or the language model's too."""
    monkeypatch.setattr(system, "is_installed", lambda base: base in (SMALL_BASE, *INSTALLED[request.param]))
    return request.param


def sets(found):
    return {view: system.folder.parent.name for view, system in found.items()}


def test_bundled_takes_the_best_system_that_can_be_read_for_each_view(brought, installed):
    better = "small" if installed == "nothing" else "base"
    best = "reader" if installed == "both" else better
    assert sets(bundled_cards("bundled")) == {"O": "small", "QO": better, "CO": "small", "QOC": best}


def test_bundled_says_which_it_is_and_which_better_ones_there_are(brought, installed):
    chosen, *better = notes_of(choice_notes("bundled"))
    parts = {
        "nothing": f"small ({SMALL_BASE}): O, QO, CO, QOC",
        "base": f"small ({SMALL_BASE}): O, CO; base ({MPNET_BASE}): QO, QOC",
        "both": f"small ({SMALL_BASE}): O, CO; base ({MPNET_BASE}): QO; reader (reader): QOC",
    }
    assert chosen == f"Models used: {parts[installed]}."
    assert bool(better) == (installed != "both")
    assert all("reader" in note and "magnetite get reader" in note for note in better)
    assert choice_notes("small") == choice_notes("base") == choice_notes("longest") == ()


def test_where_only_small_systems_are_brought_there_is_no_choice_to_speak_of(brought, installed):
    shutil.rmtree(brought / "base")
    shutil.rmtree(brought / "reader")
    assert set(sets(bundled_cards("bundled")).values()) == {"small"}
    assert choice_notes("bundled") == ()
    with pytest.raises(ModelError, match=r"model 'base': there are no such systems here .*Ask 'bundled'"):
        bundled_cards("base")


def test_a_set_by_name_is_that_set_alone_or_an_error_that_says_what_to_install(brought, installed):
    assert set(sets(bundled_cards("small")).values()) == {"small"}
    for name, extra in {"base": "base", "exams": "base", "reader": "reader"}.items():
        if system.BASES[name] in INSTALLED[installed]:
            assert sets(bundled_cards(name)) == dict.fromkeys(BROUGHT[name], name)
        else:
            with pytest.raises(ModelError, match=rf"model '{name}': .* not installed.*magnetite get {extra}"):
                bundled_cards(name)


def test_the_systems_that_answer_are_those_of_the_set(brought, installed):
    found = find_systems("bundled", ("QO",))
    assert found.by_view["QO"].members[0].fingerprint.endswith("small/qo" if installed == "nothing" else "base/qo")
    assert found.notes == choice_notes("bundled")
    assert find_systems("small", ("QO",)).notes == ()


def test_a_search_for_magnets_asks_the_best_set_that_scores_options_one_by_one(brought, installed):
    asked = {"nothing": "bundled", "base": "bundled", "both": "base"}[installed]
    assert system.by_option("bundled") == asked
    run = magnetite.magnets("sample", "bundled", store="off", limit=8)
    assert {each["name"].split()[0] for each in run.systems} == {asked}
    assert system.by_option("longest") == "longest"


def test_a_view_that_a_set_has_no_system_for_is_refused(brought, monkeypatch):
    monkeypatch.setattr(system, "is_installed", lambda base: True)
    with pytest.raises(UsageError, match="view O: there is no system for it here, only for QO, QOC"):
        find_systems("base", ("O",))


def test_an_audit_a_check_and_attacks_say_which_systems_answered(brought, installed):
    told = {"store": "off", "limit": 8}
    audit = magnetite.audit("sample", "bundled", views=("QO",), experiments=("accuracy",), **told)
    check = magnetite.check("sample", "bundled", **told).run
    attacks = magnetite.unreadable("sample", "bundled", **told)
    assert all(choice_notes("bundled")[0] in run.notes for run in (audit, check, attacks))


def test_a_check_asks_a_set_under_the_views_that_it_has(brought, installed):
    name = "small" if installed == "nothing" else "exams"
    run = magnetite.check("sample", name, store="off", limit=8).run
    assert [system["view"] for system in run.systems] == (["QO"] if name == "exams" else ["O", "QO", "QOC"])


def test_the_terminal_says_which_systems_answered(brought, installed, tmp_path):
    call = (
        "audit",
        "sample",
        "--limit",
        "8",
        "--store",
        "off",
        "--experiments",
        "accuracy",
        "--output",
        tmp_path / "run",
    )
    done = CliRunner().invoke(app, [str(argument) for argument in call], catch_exceptions=False)
    assert "Models used: small" in " ".join(done.output.split())


def test_a_name_that_is_nearly_a_sets_is_answered_with_it():
    with pytest.raises(UsageError, match=r"model 'smal' does not exist.*Did you mean 'small'"):
        find_systems("smal", None)
    assert set(SETS) == {"bundled", *system.BASES}


def test_what_magnetite_brings_is_for_the_four_views_in_small():
    assert [path.name for path in sorted((BUNDLED / "small").iterdir())] == ["co", "o", "qo", "qoc"]
    assert list(bundled_cards("bundled")) == ["O", "QO", "CO", "QOC"]
