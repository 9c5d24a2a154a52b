"""Both designs in one study: other passages for each, and a report that says of each what a study of its own would."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite_study import StudySettings, create_study, report_study
from magnetite_study.analysis import study_findings
from magnetite_study.analysis.attack import attack_finding, magnet_finding
from magnetite_study.analysis.findings import main_comparisons
from magnetite_study.analysis.passage import with_and_without_finding
from magnetite_study.answers import answers_of
from magnetite_study.files import read_design, write_design
from magnetite_study.power import expected
from magnetite_study.registration import page_of
from magnetite_study.simulated import Population, simulate
from tests.study.made import both, items, sides
from tests.study.test_create import fill


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6).map(lambda quarter: 4 * quarter), st.integers(2, 9), st.integers(0, 99), st.integers(1, 3))
def test_everyone_meets_every_question_once_each_passage_in_one_design_and_each_question_in_both_conditions(
    many, people, seed, each
):
    design = both(many, participants=people, seed=seed, items=items(2 * each * many, passages=2 * many))
    seen = {}
    for number in range(1, people + 1):
        booklet = design.booklet(number)
        assert sorted(page.id for page in booklet) == sorted(question.id for question in design.questions)
        for page in booklet:
            seen.setdefault(page.id, set()).add(page.condition)
            assert (page.passage is None) is (page.condition == "no-passage")
    assert sorted(map(sorted, seen.values())) == [["attacked", "original"]] * (many // 2) + [
        ["no-passage", "original"]
    ] * (many // 2)
    attacked, withheld = ({q.item.passage for q in part.questions} for part in design.parts)
    assert not attacked & withheld


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 99), st.sampled_from([0.4, 0.9, 1.0]))
def test_each_part_is_analysed_as_a_study_of_its_own(seed, finishing):
    design = both(20, participants=8, seed=seed)
    answers = simulate(design, Population(susceptibility=0.3, without=0.0, finishing=finishing), seed=seed)
    whole = study_findings(design, answers)
    first, second = sides(20, participants=8, seed=seed)
    moved = {f"q{place + 10:02d}": f"q{place:02d}" for place in range(1, 11)}
    rows = [(design.questions[answers.question[k]].id, k) for k in range(len(answers))]
    apart = [
        answers_of(
            own,
            [
                (
                    int(answers.participant[k]),
                    1,
                    ids.get(name, name),
                    int(answers.chosen[k]),
                    float(answers.seconds[k]),
                    "web",
                    0.0,
                )
                for name, k in rows
                if (name in moved) is bool(ids)
            ],
        )
        for own, ids in ((first, {}), (second, moved))
    ]
    alone = [
        attack_finding(first, apart[0]),
        magnet_finding(first, apart[0]),
        with_and_without_finding(second, apart[1]),
    ]
    assert [each.experiment for each in whole] == [*(each.experiment for each in alone), "study_people"]
    for one, other in zip(whole, alone, strict=False):
        assert one.numbers == other.numbers
        assert one.sentence == other.sentence
        assert [table.title for table in one.tables] == [table.title for table in other.tables]


@pytest.mark.parametrize(
    ("population", "truth"),
    [
        (Population(susceptibility=0.4, without=None), (True, False)),
        (Population(susceptibility=0.0, without=-1.5), (False, True)),
    ],
    ids=["magnets attract", "passages are needed"],
)
def test_the_effect_that_is_there_is_found_and_the_other_is_not(population, truth):
    design = both(40, participants=30, seed=1, items=items(80))
    made = [main_comparisons(design, simulate(design, population, seed=seed)) for seed in range(40)]
    for part, there in enumerate(truth):
        found = np.mean([each[part].gap.high < 0 for each in made])
        assert (found >= 0.95) if there else (found <= 0.15)


def test_a_study_of_both_goes_from_data_to_its_report(tmp_path):
    magnets = tmp_path / "magnets.txt"
    magnets.write_text("\n".join(f"a thing of no importance {k}" for k in range(5)), "utf-8")
    asked = StudySettings(design="both", questions=8, participants=4, magnets=str(magnets), models=("longest",), seed=3)
    design = create_study("sample", tmp_path / "study", asked, store="off")
    assert read_design(tmp_path / "study") == design
    assert [len(part.questions) for part in design.parts] == [4, 4]
    assert all(question.chosen for question in design.parts[0].questions)
    page = page_of(design)
    assert "do magnets cost people right answers?" in page
    assert "do people need the passages?" in page
    assert "Each question is decided by its own comparison" in page
    assert ["Magnets: Simulated" in page, "Passages: Simulated" in page] == [True, True]
    assert len(expected(design)) == 2
    assert "replaced by one that attracts" in design.debriefing
    assert "without their texts" in design.debriefing
    fill(tmp_path / "study")
    run = report_study(tmp_path / "study", tmp_path / "whole")
    assert [finding.experiment for finding in run.findings][:3] == ["study_attack", "study_magnets", "study_passage"]
    assert (tmp_path / "whole" / "report.html").is_file()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"questions": 10}, "questions is 10; both designs in one study need a multiple of 4, half of it for each"),
        ({"assignment": "fixed"}, "both designs in one study are counterbalanced"),
        ({"magnets": None}, "an attack study needs magnets"),
        ({"flagged": "ids.txt"}, "flagged questions are compared with the others in a no-passage study"),
    ],
)
def test_what_both_cannot_do_is_refused(given, message):
    with pytest.raises(UsageError, match=message):
        StudySettings(**{"design": "both", "magnets": "magnets.txt", **given})


def test_too_many_questions_are_refused_with_what_to_ask_for(tmp_path):
    magnets = tmp_path / "magnets.txt"
    magnets.write_text("a thing of no importance\n", "utf-8")
    asked = StudySettings(design="both", questions=200, magnets=str(magnets), models=(), seed=3)
    with pytest.raises(UsageError, match=r"100 questions are asked for.*--questions is twice what is named here"):
        create_study("sample", tmp_path / "study", asked)


def test_a_design_of_both_is_read_as_it_was_written(tmp_path):
    design = both()
    write_design(tmp_path / "study", design)
    assert read_design(tmp_path / "study") == design
