"""Every look is one value and one line; what is added so is on the page and in the terminal."""

import sys
from dataclasses import replace
from io import StringIO
from types import ModuleType

import pytest
from rich.console import Console

from magnetite.core.results import Finding, Number, Run, Table
from magnetite.experiments.registry import LOOKS
from magnetite.report import figures, terminal_finding
from magnetite.report.looks import (
    PLAIN,
    Drawing,
    Kind,
    Look,
    caption_of,
    headlines,
    intro_of_finding,
    kind_of,
    kinds,
    matrix,
)
from magnetite.report.page import page
from magnetite.report.tables import Entry, Matrix
from magnetite.report.wording import LANGUAGES, speaking
from tests.tables import columns_of, with_values


def stars(table: Table) -> object:
    import altair as alt

    return alt.Chart(alt.Data(values=[{"stars": table.values("stars")[0]}])).mark_bar().encode(x="stars:Q")


STARS = Kind(
    main="stars",
    intro="Stars that examinees gave.",
    figures=(Drawing("stars", stars, "More stars are better."),),
    matrix=lambda table: Matrix(table.title, ("exam", "stars"), ((Entry("A"), Entry("3 of 5")),)),
)
TABLE = Table("ratings", "Ratings", columns_of({"exam": ["A"], "stars": [3]}), "stars")


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("look_of_stars")
    module.LOOK = Look(kinds={"stars": STARS})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "look_of_stars", module)
    monkeypatch.setitem(LOOKS.ours, "stars", "look_of_stars:LOOK")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", LOOKS)
def test_every_line_of_the_registry_leads_to_a_look(name: str) -> None:
    assert isinstance(LOOKS[name], Look)


def test_no_two_looks_have_kinds_or_findings_of_one_name() -> None:
    for part in ("kinds", "findings"):
        names = [name for look in LOOKS.values() for name in getattr(look, part)]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_of_all_kinds_have_names_of_their_own_within_a_kind_and_captions(language: str) -> None:
    with speaking(language):
        for name, kind in kinds().items():
            captions = {drawing.name: caption_of(name, drawing) for drawing in kind.figures}
            assert len(captions) == len(kind.figures), name
            assert all(caption.endswith(".") for caption in captions.values()), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_with_a_look_is_introduced_and_its_numbers_have_words(language: str) -> None:
    with speaking(language):
        for look in LOOKS.values():
            for name, words in look.findings.items():
                listed = [(each, None) if isinstance(each, str) else each for each in words.headlines]
                numbers = tuple(Number(label, 0.5, group=group or "x") for label, group, *_ in listed)
                finding = Finding(name, name, "", numbers)
                assert intro_of_finding(finding).endswith("."), name
                assert all(text for _, text in headlines(finding)), name


def test_a_kind_that_leaves_something_to_another_names_one_that_exists() -> None:
    assert all(kind.within in ("", *kinds()) for kind in kinds().values())


@pytest.mark.usefixtures("registered")
def test_a_new_look_needs_one_module_and_one_line(run: Run) -> None:
    finding = Finding("ratings", "Ratings", "The exam has three stars.", tables=(TABLE,))
    (section,) = page(replace(run, findings=(finding,))).sections
    (block,) = section.blocks
    assert (block.intro, [figure.caption for figure in block.figures]) == (STARS.intro, ["More stars are better."])
    assert block.matrix is not None
    assert block.matrix.rows[0][1].text == "3 of 5"
    assert [figure.name for figure in figures(TABLE)] == ["stars"]
    console = Console(file=StringIO(), width=100)
    terminal_finding(finding, console)
    assert "3 of 5" in console.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("registered")
def test_a_kind_has_no_matrix_where_nothing_of_its_main_column_is_known() -> None:
    assert matrix(TABLE) is not None
    assert matrix(with_values(TABLE, {"stars": [None]})) is None
    assert matrix(with_values(TABLE, {"stars": [float("nan")]})) is None


def test_a_plain_table_has_the_kind_of_its_name_and_an_unknown_one_is_plain() -> None:
    assert kind_of(Table("following", "Following", columns_of({"share": [0.5]}))) is kinds()["following"]
    assert kind_of(Table("following", "Following", columns_of({"share": [0.5]}), "other")) is PLAIN
