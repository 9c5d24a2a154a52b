"""Flagged questions beside the others: which they are, how a study asks them, what its report says of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError, UsageError
from magnetite.core.results import Finding, Heading, Run, run_to_json, table
from magnetite_study import StudySettings, create_study
from magnetite_study.analysis import study_findings
from magnetite_study.analysis.passage import flagged_comparison
from magnetite_study.answers import answers_of
from magnetite_study.flagged import read_flagged
from magnetite_study.power import expected
from magnetite_study.simulated import Population, simulate
from tests.study.made import items, with_and_without

FLAGGED = {f"i{k}" for k in range(0, 20, 2)}
FLAGS = (
    ("answerable-without-passage", "q1"),
    ("answerable-from-options", "q2"),
    ("longest-key", "q3"),
    ("answerable-without-passage", "q2"),
    ("keys-uneven", None),
)


def checked(folder, flags=FLAGS):
    """Write the run of a check with these flags."""
    found = table("flags", "What was found", (Heading("rule"), Heading("id")), flags)
    finding = Finding("check", "Checked", "Found.", (), (found,))
    folder.mkdir()
    run = Run({}, {}, (), {}, (finding,), {}, {}, "", "")
    (folder / "findings.json").write_text(run_to_json(run), "utf-8")
    return folder


def test_a_check_flags_the_questions_of_its_rules_on_answers_without_the_passage_or_of_those_named(tmp_path):
    folder = checked(tmp_path / "check")
    for source in (folder, folder / "findings.json"):
        assert read_flagged(source).ids == {"q1", "q2"}
    assert read_flagged(folder, ["longest-key"]).ids == {"q3"}
    with pytest.raises(
        UsageError, match=r"flagged no question by none-such\. It has flags of: answerable-from-options,"
    ):
        read_flagged(folder, ["none-such"])


def test_a_file_of_ids_flags_them_and_has_no_rules(tmp_path):
    (tmp_path / "ids.txt").write_text("\ufeffq1\n\n q7 \n", "utf-8")
    assert read_flagged(tmp_path / "ids.txt").ids == {"q1", "q7"}
    with pytest.raises(UsageError, match="is a list of ids, in which no rule flagged anything"):
        read_flagged(tmp_path / "ids.txt", ["longest-key"])
    (tmp_path / "none.txt").write_text("\n", "utf-8")
    with pytest.raises(DataError, match="has no ids; expected the id of a flagged question on each line"):
        read_flagged(tmp_path / "none.txt")
    with pytest.raises(DataError, match="cannot be read as text"):
        read_flagged(tmp_path / "missing.txt")


def test_a_run_of_another_kind_is_no_check(tmp_path):
    (tmp_path / "findings.json").write_text(run_to_json(Run({}, {}, (), {}, (), {}, {}, "", "")), "utf-8")
    with pytest.raises(DataError, match="this run is not a check"):
        read_flagged(tmp_path)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 19), st.integers(1, 10).map(lambda half: 2 * half), st.integers(0, 99), st.integers(1, 20))
def test_half_of_the_questions_drawn_are_flagged_if_there_are_so_many_and_forms_share_both_kinds(
    marked, wanted, seed, passages
):
    flagged = {f"i{k}" for k in range(marked)}
    asked = items(20, passages=passages)
    design = with_and_without(items=asked, questions=wanted, flagged=flagged, seed=seed)
    kinds = [question.flagged for question in design.questions]
    assert {q.item.id for q in design.questions if q.flagged} <= flagged
    assert sum(kinds) == min(marked, max(wanted // 2, wanted - (20 - marked)))
    assert len(kinds) == wanted
    if passages == 20:
        for kind in (True, False):
            forms = [q.withheld for q in design.questions if q.flagged is kind]
            assert abs(forms.count("A") - forms.count("B")) <= 1


def test_where_none_or_all_of_the_questions_are_flagged_there_is_nothing_to_compare():
    for flagged in ({"i99"}, {f"i{k}" for k in range(20)}):
        with pytest.raises(UsageError, match="of the 20 questions that can be asked are flagged; expected some"):
            with_and_without(items=items(20), flagged=flagged)


def finding(design, answers):
    return next(each for each in study_findings(design, answers) if each.experiment == "study_flagged")


def test_shares_without_the_passage_are_counted_for_flagged_questions_and_others_and_compared_with_guessing():
    design = with_and_without(participants=20, flagged=FLAGGED)

    def right(number, shown, question):
        return shown.passage is not None or ((number + int(shown.id[1:]) // 4) % 4 == 0) != question.flagged

    rows = [
        (n, shown.position, shown.id, (q.answer + (not right(n, shown, q))) % 4, 9.0, "web", 0.0)
        for n in range(1, 21)
        for shown in design.booklet(n)
        for q in (design.question(shown.id),)
    ]
    found = finding(design, answers_of(design, rows))
    shares = {name: found.number("accuracy", name) for name in ("flagged", "not flagged")}
    assert [share.value for share in shares.values()] == pytest.approx([0.81, 0.16])
    gap = found.number("flagged minus not flagged", "people")
    assert gap.value == pytest.approx(0.65)
    assert 0 < gap.low < gap.value < gap.high
    assert found.number("guessing", "flagged").value == 0.25
    assert "81% of the answers to flagged questions were right (95% interval" in found.sentence
    assert "Whoever guesses is right on 25% of the flagged questions; people do better" in found.sentence
    rows = found.table("study_flagged").rows()
    assert [(row["questions"], row["passage"], row["asked"], row["n"]) for row in rows] == [
        ("flagged", "without it", 10, 100),
        ("flagged", "with the passage", 10, 100),
        ("not flagged", "without it", 10, 100),
        ("not flagged", "with the passage", 10, 100),
    ]
    assert rows[1]["accuracy"] == 1.0


def test_flags_that_are_right_are_found_and_flags_at_random_seldom():
    design = with_and_without(participants=30, items=items(40), flagged={f"i{k}" for k in range(0, 40, 2)})
    found = {}
    for easier in (0.0, 2.0):
        people = Population(without=-1.0, easier=easier)
        gaps = [flagged_comparison(design, simulate(design, people, seed=seed)).gap for seed in range(100)]
        found[easier] = np.mean([gap.low > 0 or gap.high < 0 for gap in gaps])
    assert found[0.0] <= 0.1
    assert found[2.0] >= 0.9


def test_what_is_told_beforehand_is_what_such_a_study_finds_4_times_in_5():
    """Effects as large as was told are planted in fresh studies."""
    design = with_and_without(participants=30, items=items(40), flagged={f"i{k}" for k in range(0, 40, 2)})
    told = expected(design)[0].least
    people = Population(without=-0.5, easier=1.32)
    gaps = [flagged_comparison(design, simulate(design, people, seed=seed)).gap for seed in range(1000, 1200)]
    assert np.mean([gap.estimate for gap in gaps]) == pytest.approx(told, abs=0.02), "as large as was told"
    assert 0.7 <= np.mean([gap.low > 0 for gap in gaps]) <= 0.92


def test_a_study_too_small_to_find_anything_is_told_so(tmp_path):
    (tmp_path / "ids.txt").write_text("\n".join(f"i{k}" for k in range(4)), "utf-8")
    from examfiles.items import Dataset

    asked = Dataset("made", tuple(items(8)))
    how = {"design": "no-passage", "models": (), "flagged": str(tmp_path / "ids.txt")}
    small = create_study(asked, tmp_path / "small", StudySettings(participants=2, seed=0, **how))
    large = create_study(asked, tmp_path / "large", StudySettings(participants=200, seed=0, **how))
    assert [note.values["found"] for design in (small, large) for note in design.notes] == ["no", "yes"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"design": "attack", "magnets": "m", "models": ()}, "flagged questions are compared with the others in"),
        ({"design": "no-passage", "models": ("longest",)}, "leave --model out"),
        ({"design": "no-passage", "models": (), "flagged": None, "flagged_rules": ("x",)}, "name the check"),
    ],
)
def test_settings_that_do_not_fit_flagged_questions_are_refused(settings, words):
    with pytest.raises(UsageError, match=words):
        StudySettings(**{"flagged": "f", **settings})
