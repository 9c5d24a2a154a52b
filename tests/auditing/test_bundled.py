"""Which bundled systems a name stands for, where the larger ones are brought or not, and can be read or not."""

import shutil

import pytest
from tests.auditing.made import rule, write_system
from typer.testing import CliRunner

import magnetite
from magnetite.auditing.systems import system
from magnetite.auditing.systems.find import systems
from magnetite.auditing.systems.system import BUNDLED, SETS, bundled_systems, choice_notes
from magnetite.cli.app import app
from magnetite.core.errors import ModelError, UsageError
from magnetite.report.wording import notes_of
from magnetite.scorers.packaged import MPNET_BASE, SMALL_BASE


@pytest.fixture
def brought(tmp_path, monkeypatch):
    """Bring small systems for all views, base ones for two, and an exam's for one; their weights are a rule."""
    for name, views in {"small": ("O", "QO", "CO", "QOC"), "base": ("QO", "QOC"), "exams": ("QO",)}.items():
        for view in views:
            write_system(tmp_path / name / view.lower(), view)
    monkeypatch.setattr(system, "BUNDLED", tmp_path)
    monkeypatch.setattr("magnetite.scorers.encoder.encoder", rule)
    return tmp_path


@pytest.fixture(params=[True, False], ids=["installed", "not installed"])
def installed(request, monkeypatch):
    """Say that the larger base's weights are installed, or that they are not."""
    monkeypatch.setattr(system, "is_installed", lambda base: base == SMALL_BASE or request.param)
    return request.param


def sets(found):
    return {view: system.folder.parent.name for view, system in found.items()}


def test_bundled_takes_the_best_system_that_can_be_read_for_each_view(brought, installed):
    better = "base" if installed else "small"
    assert sets(bundled_systems("bundled")) == {"O": "small", "QO": better, "CO": "small", "QOC": better}


def test_bundled_says_which_it_is_and_a_set_by_its_own_name_says_nothing(brought, installed):
    [note] = notes_of(choice_notes("bundled"))
    if installed:
        assert note == (
            f"The bundled systems are the base ones here ({MPNET_BASE}) for QO, QOC, and the small ones ({SMALL_BASE}) "
            "for O, CO."
        )
    else:
        assert "are the small ones here" in note
        assert "pip install 'magnetite[base]'" in note
    assert choice_notes("small") == choice_notes("base") == choice_notes("longest") == ()


def test_where_only_small_systems_are_brought_there_is_no_choice_to_speak_of(brought, installed):
    shutil.rmtree(brought / "base")
    assert set(sets(bundled_systems("bundled")).values()) == {"small"}
    assert choice_notes("bundled") == ()
    with pytest.raises(ModelError, match=r"model 'base': there are no such systems here .*Ask 'bundled'"):
        bundled_systems("base")


def test_a_set_by_name_is_that_set_alone_or_an_error_that_says_what_to_install(brought, installed):
    assert set(sets(bundled_systems("small")).values()) == {"small"}
    if installed:
        assert sets(bundled_systems("base")) == {"QO": "base", "QOC": "base"}
        assert sets(bundled_systems("exams")) == {"QO": "exams"}
    else:
        for name in ("base", "exams"):
            with pytest.raises(ModelError, match=rf"model '{name}': .* not installed.*pip install 'magnetite\[base\]'"):
                bundled_systems(name)


def test_the_systems_that_answer_are_those_of_the_set(brought, installed):
    found = systems("bundled", ("QO",))
    assert found.by_view["QO"].members[0].fingerprint.endswith("base/qo" if installed else "small/qo")
    assert found.notes == choice_notes("bundled")
    assert systems("small", ("QO",)).notes == ()


def test_a_view_that_a_set_has_no_system_for_is_refused(brought, monkeypatch):
    monkeypatch.setattr(system, "is_installed", lambda base: True)
    with pytest.raises(UsageError, match="view O: there is no system for it here, only for QO, QOC"):
        systems("base", ("O",))


def test_an_audit_a_check_a_search_and_attacks_say_which_systems_answered(brought, installed):
    told = {"store": "off", "limit": 8}
    audit = magnetite.audit("sample", "bundled", views=("QO",), probes=("accuracy",), **told)
    check = magnetite.check("sample", "bundled", **told)
    search = magnetite.magnets("sample", "bundled", **told)
    attacks = magnetite.unreadable("sample", "bundled", **told)
    assert all(choice_notes("bundled")[0] in run.notes for run in (audit, check, search, attacks))


def test_a_check_asks_a_set_under_the_views_that_it_has(brought, installed):
    name = "exams" if installed else "small"
    run = magnetite.check("sample", name, store="off", limit=8)
    assert [system["view"] for system in run.systems] == (["QO"] if installed else ["O", "QO", "QOC"])


def test_the_terminal_says_which_systems_answered(brought, installed, tmp_path):
    call = ("audit", "sample", "--limit", "8", "--store", "off", "--probes", "accuracy", "--output", tmp_path / "run")
    done = CliRunner().invoke(app, [str(argument) for argument in call], catch_exceptions=False)
    assert f"are the {'base' if installed else 'small'} ones here" in " ".join(done.output.split())


def test_a_name_that_is_nearly_a_sets_is_answered_with_it():
    with pytest.raises(UsageError, match=r"model 'smal' does not exist.*Did you mean 'small'"):
        systems("smal", None)
    assert set(SETS) == {"bundled", *system.BASES}


def test_what_magnetite_brings_is_for_the_four_views_in_small():
    assert [path.name for path in sorted((BUNDLED / "small").iterdir())] == ["co", "o", "qo", "qoc"]
    assert list(bundled_systems("bundled")) == ["O", "QO", "CO", "QOC"]
