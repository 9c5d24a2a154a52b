"""Flags of one cause are one reason; the worst questions come first; what was dismissed stays dismissed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite.core.severity import SEVERITIES
from magnetite.experiments.flags import (
    RULES,
    Dismissal,
    Exam,
    Flag,
    dismissals_text,
    find_flags,
    read_dismissals,
    second_look,
    text_print,
)
from magnetite.experiments.flags.dismissals import apart
from magnetite.experiments.flags.find import SIGNS, reasons
from magnetite.experiments.flags.finding import keys_table, passages_table, reasons_table
from magnetite.stats.intervals import Interval
from magnetite.stats.readability import readability
from tests.experiments.flags.made_questions import QUESTION, asked

RULE_FLAGS = st.lists(
    st.sampled_from(sorted(RULES)).map(lambda name: Flag(name, RULES[name].source, RULES[name].severity, "q1", (0,))),
    max_size=8,
    unique_by=lambda flag: flag.rule,
)


def flag(name, item="q1", *options):
    return Flag(name, RULES[name].source, RULES[name].severity, item, options)


def rules(groups):
    return [[each.rule for each in group] for group in groups]


def test_every_sign_and_lead_is_a_rule():
    assert {*SIGNS, *(sign for signs in SIGNS.values() for sign in signs)} <= set(RULES)


@given(RULE_FLAGS)
def test_every_flag_belongs_to_one_reason_and_the_worst_reason_comes_first(flags):
    groups = reasons(flags)
    assert sorted(each.rule for group in groups for each in group) == sorted(each.rule for each in flags)
    worst = [min(SEVERITIES.index(each.severity) for each in group) for group in groups]
    assert worst == sorted(worst)
    assert len(second_look(flags)) <= 1


def test_a_long_key_that_a_system_finds_without_reading_is_one_reason_with_two_signs():
    found = [flag("answerable-without-passage"), flag("answerable-from-options"), flag("longest-key")]
    assert rules(reasons(found)) == [["longest-key", "answerable-without-passage", "answerable-from-options"]]


def test_what_is_odd_about_all_of_the_above_is_no_reason_of_its_own():
    found = [
        flag("option-combination", "q1", 3),
        flag("option-form-stands-out", "q1", 3),
        flag("option-length-stands-out", "q1", 0),
    ]
    assert rules(reasons(found)) == [["option-combination", "option-form-stands-out"], ["option-length-stands-out"]]


def test_a_model_that_prefers_all_of_the_above_says_nothing_about_the_key():
    found = [flag("option-combination", "q1", 3), flag("another-option-fits-better", "q1", 3, 0)]
    assert rules(reasons(found)) == [["option-combination", "another-option-fits-better"]]
    found = [flag("option-combination", "q1", 3), flag("another-option-fits-better", "q1", 1, 0)]
    assert len(reasons(found)) == 2


def test_a_right_answer_that_stands_twice_comes_before_any_number_of_serious_reasons():
    serious = [flag(name, "q1") for name in ("longest-key", "key-repeats-passage", "article-cue", "option-combination")]
    assert second_look([*serious, flag("key-stands-twice", "q2")]) == ("q2", "q1")


def test_signs_of_one_cause_do_not_put_a_question_before_one_with_two_causes():
    one = [flag("longest-key", "q1"), flag("answerable-without-passage", "q1"), flag("answerable-from-options", "q1")]
    two = [flag("longest-key", "q2"), flag("duplicated-question", "q2")]
    assert second_look([*one, *two]) == ("q2", "q1")


TWICE = asked(options=("A nurse.", "the nurse", "A child.", "A guest."), answer=0)


def test_what_is_dismissed_is_found_no_more_until_the_question_changes():
    flags = find_flags(Exam((TWICE,)))
    judged = Dismissal("q1", "key-stands-twice", "Both count.", text_print(TWICE))
    kept, gone = apart(flags, (TWICE,), [judged])
    assert "key-stands-twice" not in {each.rule for each in kept}
    assert [dismissal.note for _, dismissal in gone] == ["Both count."] * len(gone) != []
    changed = replace(TWICE, options=("A nurse.", "the nurse", "A boy.", "A guest."))
    assert apart(find_flags(Exam((changed,))), (changed,), [judged])[1] == ()
    assert apart(find_flags(Exam((changed,))), (changed,), [replace(judged, text="")])[1]


def test_a_dismissed_reason_takes_its_signs_along_and_nothing_else():
    flags = [
        flag("longest-key"),
        flag("answerable-without-passage"),
        flag("repeated-opening"),
        flag("longest-key", "q2"),
    ]
    kept, gone = apart(flags, (QUESTION,), [Dismissal("q1", "longest-key")])
    assert [(each.rule, each.item) for each in kept] == [("repeated-opening", "q1"), ("longest-key", "q2")]
    assert len(gone) == 2
    kept, _ = apart(flags, (QUESTION,), [Dismissal("q1", "answerable-without-passage")])
    assert "longest-key" in {each.rule for each in kept}


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\x7f"), max_size=20)


@given(st.lists(st.builds(Dismissal, WORDS, st.sampled_from(sorted(RULES)), WORDS, WORDS), max_size=4))
def test_a_written_file_of_dismissals_is_read_as_it_was(tmp_path_factory, dismissals):
    path = tmp_path_factory.mktemp("dismissed") / "dismissed.toml"
    path.write_text(dismissals_text(dismissals), "utf-8")
    assert read_dismissals(path) == tuple(dismissals)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[dismissed]]\nquestion = "q1"', "entry 1: names no rule"),
        ('[[dismissed]]\nrule = "longest-keys"', "entry 1: .*Did you mean 'longest-key'"),
        ('[[dismissed]]\nrule = "longest-key"\nreason = "x"', "entry 1: word 'reason' does not exist"),
        ('[[dismissed]]\nrule = "longest-key"\nquestion = 7', "question is 7; expected a text in quotation marks"),
        ('rule = "longest-key"', "expected \\[\\[dismissed\\]\\]"),
        ("[[dismissed", "cannot be read"),
    ],
)
def test_a_mistake_in_a_file_of_dismissals_is_named_with_its_entry(tmp_path, text, said):
    path = tmp_path / "dismissed.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=f"dismissed.toml.*{said}"):
        read_dismissals(path)


def test_questions_are_counted_by_reason_the_worst_first():
    flags = [
        flag("repeated-opening", "q1"),
        flag("longest-key", "q1"),
        flag("longest-key", "q2"),
        flag("key-stands-twice", "q3", 0, 1),
        flag("key-stands-twice", "q3", 2, 3),
        flag("key-positions-unbalanced", ""),
    ]
    counted = reasons_table(flags)
    assert list(zip(counted.values("rule"), counted.values("questions"), strict=True)) == [
        ("key-stands-twice", 1),
        ("longest-key", 2),
        ("repeated-opening", 1),
    ]


def test_a_reason_that_is_surer_of_one_question_than_of_others_is_counted_by_severity():
    def likely(item, severity, share):
        return replace(
            flag("longest-key", item), severity=severity, right=Interval(share, share - 0.1, share + 0.1, 10)
        )

    sure, doubtful = likely("q1", "serious", 0.8), [likely(f"q{n}", "remark", 0.2) for n in range(2, 6)]
    counted = reasons_table([*doubtful, sure])
    assert list(counted.values("severity")) == ["serious", "remark"]
    assert list(counted.values("questions")) == [1, 4]
    assert list(counted.values("right")) == pytest.approx([0.8, 0.2])


def test_keys_are_counted_by_letter_beside_what_chance_gives():
    items = [asked(answer=n % 2, options=("a", "b", "c", "d")[: 2 + 2 * (n > 1)]) for n in range(4)]
    shown = keys_table(Exam(tuple(replace(item, id=f"q{n}") for n, item in enumerate(items))))
    assert list(shown.values("right")) == [2, 2, 0, 0]
    assert list(shown.values("expected")) == [1.5, 1.5, 0.5, 0.5]


# Counted by hand: 6 words a sentence, 1 syllable a word; and 13 words, 4 of them of seven letters or more.
def test_readability_is_what_the_formulas_say():
    easy = readability("The cat sat on the mat. " * 10)
    assert (easy.words, easy.sentences, easy.ease, easy.grade, easy.lix) == (60, 10, 116.1, -1.45, 6.0)
    german = readability("Die Umgehungsstraße verbindet seit gestern beide Ortschaften. " * 10, english=False)
    assert (german.words, german.ease, german.lix) == (70, None, 7 + round(100 * 4 / 7, 1))
    chinese = readability("船长星期天早上在港口等了一位护士。因为她要带很多药瓶！" * 10, english=False)
    assert (chinese.words, chinese.characters, chinese.sentences) == (150, 250, 20)
    assert chinese.ease is chinese.lix is None
    assert readability("The captain 船长 waits.").characters is None
    assert readability("The cat sat.") == readability("The cat sat.", english=False)


def test_each_passage_is_measured_once_in_the_order_of_the_exam():
    long = "The captain waited for the nurse, who was late. " * 8
    items = [
        replace(asked(), id=name, passage_id=p, passage=t)
        for name, p, t in [("a", "2", long), ("b", "1", "x y"), ("c", "2", long)]
    ]
    shown = passages_table(Exam(tuple(items)))
    assert list(shown.values("passage_id")) == ["2", "1"]
    assert list(shown.values("questions")) == [2, 1]
    assert [value is None for value in shown.values("ease")] == [False, True]
