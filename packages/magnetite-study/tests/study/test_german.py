"""A German report has no English name: of parts, tables, columns, numbers, and conditions."""

import pytest

from magnetite.report.tables import show_label
from magnetite.report.wording import slug, speaking, text_of, wording
from magnetite_study.analysis import study_findings
from magnetite_study.simulated import Population, simulate
from tests.study.made import attack, no_passage, with_a_model, with_and_without

FLAGGED = {f"i{k}" for k in range(0, 20, 2)}
ITSELF = {"model", "the system", "T"}  # names of systems, and of what has the same in both languages


def names(finding):
    yield finding.title
    for number in finding.numbers:
        yield from (number.label, *number.group.split(", "))
    for table in finding.tables:
        yield table.title
        yield from (column.heading for column in table.columns)
        for column in table.columns:
            if column.name in {"condition", "stage", "who", "passage"}:
                yield from map(str, column.values)


@pytest.mark.parametrize(
    "design",
    [with_a_model(attack()), no_passage(), with_and_without(), with_and_without(flagged=FLAGGED)],
    ids=["attack", "no-passage", "with-and-without", "flagged"],
)
def test_every_name_in_a_study_has_a_german_one(design):
    codes = wording("de").codes
    findings = study_findings(design, simulate(design, Population()))
    used = {name for finding in findings for name in names(finding) if name} - ITSELF
    own = {name for name in used if name.startswith("lost_by_")}
    assert sorted(name for name in used - own if f"label-{slug(name)}" not in codes) == []


def test_of_a_number_of_several_parts_each_is_named_in_german():
    finding, *_ = study_findings(no_passage(), simulate(no_passage(), Population()))
    with speaking("de"):
        shown = {show_label(number) for number in finding.numbers}
    assert "Genauigkeit: Menschen, kleinste Entropie" in shown


def test_conditions_in_sentences_are_german():
    findings = study_findings(no_passage(), simulate(no_passage(), Population()))
    assert "(ohne den Text)" in text_of(findings[-1].answer, "de")
