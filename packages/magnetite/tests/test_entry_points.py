"""Another package adds a scorer, a view, an experiment, its look and a format by entry points, and touches no file."""

import subprocess
import sys
from importlib import invalidate_caches

import pytest

import magnetite
from examfiles.errors import UsageError
from examfiles.registry import Registry
from magnetite.core.results import Finding, Table
from magnetite.request import Asking
from magnetite.testing import BrokenPromiseError, check_experiment, check_scorer, check_view
from magnetite.views import VIEWS, in_order, view

MODULE = """
from collections.abc import Iterator
from dataclasses import dataclass, replace

from magnetite.core.cells import own_cells
from magnetite.core.results import Finding
from examfiles.format import Document, Format, PlacedItem, make_item, outcome
from magnetite.report.looks import Kind, Look, Words
from magnetite.scorers.function import Function
from magnetite.views import View, view


@dataclass(frozen=True)
class FirstLetter:
    letter: str = "a"
    seed: int = 0
    name: str = "first-letter"

    def run(self, exam, panel):
        name = next(iter(panel.panelists))
        see = view(panel.panelists[name].view)
        panel.score(name, own_cells([see(item) for item in exam]), "own")
        many = sum(option.startswith(self.letter) for item in exam for option in item.options)
        return (Finding(self.name, "First letters", f"{many} options begin with {self.letter}."),)


def shouting(**_):
    return Function(lambda passage, question, option: float(option.isupper()), "shouting", version="1")


def read(document: Document) -> Iterator[PlacedItem]:
    for number, line in enumerate(document.data.decode().splitlines()[1:], start=2):
        question, *options = line.split("/")
        where = f"{document.where}, line {number}"
        yield outcome(where, lambda: make_item(
            id=f"q{number}", passage="A slash stands between.", question=question, options=options,
            answer=lambda _: 0,
        ))


INITIALS = View("INITIALS", lambda item: replace(item, passage="".join(word[0] for word in item.passage.split())))
TELLING = View("TELLING", lambda item: replace(item, options=item.options[::-1]))
LOOK = Look(findings={"first-letter": Words(intro="Letters, one by one.")})
SINGLE = Kind(intro="A kind of its own.")
SLASHES = Format("slashes", "lines with slashes", (".slash",), lambda sample: sample.data.startswith(b"#slashes"), read)
"""
ENTRIES = """
[magnetite.experiments]
first-letter = {module}:FirstLetter
[magnetite.scorers]
shouting = {module}:shouting
[magnetite.views]
INITIALS = {module}:INITIALS
TELLING = {module}:TELLING
plain = {module}:shouting
[examfiles.formats]
slashes = {module}:SLASHES
[magnetite.looks]
letters = {module}:LOOK
[magnetite.kinds]
single = {module}:SINGLE
"""


def install(folder, module, entries=ENTRIES, text=MODULE):
    """Lay a package out as an installer would."""
    (folder / f"{module}.py").write_text(text, "utf-8")
    meta = folder / f"{module}-1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", "utf-8")
    (meta / "entry_points.txt").write_text(entries.format(module=module), "utf-8")


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """Install a small package that nobody here wrote, and forget it again."""
    site = tmp_path / "site"
    site.mkdir()
    install(site, "slashing")
    monkeypatch.syspath_prepend(str(site))
    invalidate_caches()
    forget()
    yield site
    sys.modules.pop("slashing", None)
    forget()  # the next test finds what is there then


def forget():
    """Let the registries look again."""
    from examfiles.formats import FORMATS
    from magnetite.experiments.registry import EXPERIMENTS, LOOKS
    from magnetite.report.looks import single_kinds
    from magnetite.scorers.registry import SCORERS
    from magnetite.views import VIEWS

    single_kinds.cache_clear()
    for registry in (FORMATS, EXPERIMENTS, LOOKS, SCORERS, VIEWS):
        registry.__dict__.pop("_theirs", None)


def test_one_of_each_is_found_by_its_name_and_keeps_its_promises(outside, tmp_path):
    exam = tmp_path / "exam.slash"
    exam.write_text("#slashes\nWho?/ANN/a man\nWhere?/an inn/HERE/up\n", "utf-8")
    dataset = magnetite.read(exam)
    assert (dataset.format, len(dataset), dataset[1].options) == ("slashes", 2, ("an inn", "HERE", "up"))
    given = {"experiments": ("first-letter", "accuracy"), "store": "off"}
    run = magnetite.audit(str(exam), "shouting", **given)
    assert run.finding("first-letter").sentence == "2 options begin with a."
    assert run.finding("accuracy").number("accuracy").value == 0.5
    changed = magnetite.audit(str(exam), "shouting", experiment_settings={"first-letter": {"letter": "u"}}, **given)
    assert changed.finding("first-letter").sentence == "1 options begin with u."
    from slashing import FirstLetter, shouting

    check_experiment(FirstLetter())
    check_scorer(shouting())


def initials(passage, question, option):
    """Score an option by whether the passage is nothing but its initials."""
    return float(passage.lower() == "".join(word[0] for word in option.split()))


def test_a_view_is_used_wherever_a_view_is_named(outside, tmp_path):
    exam = magnetite.read(
        {"passage": text, "question": "Why?", "options": ["our iron bed", "an oak", "a bat"], "answer": "A"}
        for text in ("Old inns burn.", "Oaks in bloom.", "One is best.")
    )
    assert view("INITIALS")(exam[1]).passage == "Oib"
    check_view(view("INITIALS"))
    with pytest.raises(BrokenPromiseError, match=r"view 'TELLING' breaks a promise\. Promised: it leaves id,"):
        check_view(VIEWS["TELLING"])
    assert Asking(views=("initials", "qo")).views == ("INITIALS", "QO")
    assert Asking(systems={"initials": "longest"}).systems == {"INITIALS": "longest"}
    assert in_order(["QOC", "INITIALS", "CO", "O"]) == ("O", "CO", "INITIALS", "QOC")
    magnetite.convert(exam, tmp_path / "seen.jsonl", view="initials")
    assert magnetite.read(tmp_path / "seen.jsonl")[0].passage == "Oib"
    run = magnetite.shortcuts(exam, model=initials, views=("QO", "INITIALS"), store="off")
    assert run.finding("shortcuts").number("accuracy", "INITIALS").value == 1
    assert [system["view"] for system in run.systems] == ["QO", "INITIALS"]


def test_a_view_of_another_package_is_used_only_by_name(outside):
    run = magnetite.shortcuts("sample", model="longest", limit=8, store="off")
    assert [system["view"] for system in run.systems] == ["O", "QO", "CO", "QOC"]


def test_a_view_that_changes_options_or_is_none_is_refused(outside):
    with pytest.raises(UsageError, match="view 'TELLING' changes the id, the options or the answer of question"):
        magnetite.audit("sample", "longest", views=("TELLING",), limit=4, store="off")
    with pytest.raises(UsageError, match=r"'plain': its entry point names <function .* expected View\('plain', …\)"):
        magnetite.audit("sample", "longest", views=("plain",), limit=4, store="off")


def test_a_look_and_a_single_kind_of_table_are_found(outside):
    from magnetite.report.looks import kind_of, words_of

    assert words_of(Finding("first-letter", "First letters", "None.")).intro == "Letters, one by one."
    assert kind_of(Table("any", "Any", (), "single")).intro == "A kind of its own."


def test_what_others_add_is_asked_only_by_name(outside):
    run = magnetite.audit("sample", "longest", limit=4, store="off")
    assert "first-letter" not in [finding.experiment for finding in run.findings]


def test_an_experiment_of_ones_own_needs_no_package(outside):
    from slashing import FirstLetter

    run = magnetite.audit("sample", "longest", experiments=[FirstLetter("t")], limit=4, store="off")
    assert [finding.experiment for finding in run.findings] == ["first-letter"]
    both = magnetite.audit("sample", "longest", experiments=[FirstLetter("t"), "accuracy"], limit=4, store="off")
    assert [finding.experiment for finding in both.findings] == ["first-letter", "accuracy"]


def test_two_of_one_name_are_refused_by_their_packages_names(outside):
    install(outside, "slashing_too", "[magnetite.experiments]\nfirst-letter = {module}:Other\n")
    invalidate_caches()
    forget()
    with pytest.raises(
        UsageError, match=r"experiment 'first-letter': both slashing.* and the package slashing.* have one"
    ):
        magnetite.audit("sample", "longest", experiments=("first-letter",), limit=4, store="off")


def test_a_package_that_cannot_be_imported_is_named_only_when_it_is_asked(outside):
    install(outside, "broken", "[magnetite.experiments]\nbroken = {module}:Nothing\n", "raise ValueError('not today')")
    invalidate_caches()
    forget()
    assert magnetite.audit("sample", "longest", experiments=("accuracy",), limit=4, store="off").findings
    with pytest.raises(
        UsageError, match="experiment 'broken' of the package broken cannot be imported: ValueError: not today"
    ):
        magnetite.audit("sample", "longest", experiments=("broken",), limit=4, store="off")


def test_an_unknown_name_is_answered_with_the_known_ones(outside):
    audited = "accuracy, shortcuts, following, magnets, order, span, marked, informativity, extent, distractors"
    known = f"first-letter, {audited}, uncertainty, … and 1 more. Did you mean 'first-letter'"
    with pytest.raises(UsageError, match=known):
        magnetite.audit("sample", "longest", experiments=("frist-lettre-of-all",), limit=4, store="off")


@pytest.mark.parametrize("name", ["reproduce", "study"])
def test_a_command_of_another_package_is_found_without_the_command_line(name):
    """Its module imports what the command line shares, which must not import every command in turn."""
    code = f"from magnetite.commands import RUNS; RUNS[{name!r}]"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_registry_imports_nothing_until_it_is_asked():
    registry = Registry("thing", "magnetite.nothing", {"one": "no_such_module:thing"})
    assert list(registry) == ["one"]
    assert "one" in registry
    with pytest.raises(ModuleNotFoundError):
        registry["one"]


def test_a_run_is_shown_where_the_package_of_its_view_is_not_installed(outside, monkeypatch):
    from magnetite.report import html_report

    run = magnetite.shortcuts("sample", model="longest", views=("O", "INITIALS", "QOC"), limit=8, store="off")
    with monkeypatch.context() as patched:  # which ends before the package is forgotten
        patched.setitem(VIEWS.__dict__, "_theirs", {})
        assert "INITIALS" in html_report(run)
