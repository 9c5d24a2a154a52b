from pathlib import Path

import pytest

from examfiles.errors import UsageError
from magnetite.experiments.flags import (
    RULES,
    default_settings,
    find_flags,
    not_checked,
    read_flag_settings,
    second_look,
    settings_text,
    write_default_settings,
)
from magnetite.experiments.flags.exam import Exam
from tests.experiments.flags.made_questions import asked

LONG = asked(options=("It was cold.", "A nurse who was carrying glass bottles was late.", "It rained.", "He slept."))


def settings(tmp_path, text):
    path = tmp_path / "flags.toml"
    path.write_text(text, "utf-8")
    return read_flag_settings(path)


def rules_of(flags):
    return {flag.rule for flag in flags}


def test_the_default_file_says_what_the_defaults_are(tmp_path):
    assert settings(tmp_path, settings_text()) == default_settings()
    for rule in RULES.values():
        assert f"[{rule.name}]" in settings_text()
        assert all(threshold.meaning in settings_text() for threshold in rule.thresholds)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_manual_has_a_row_for_every_rule_with_its_limits(rule):
    page = (Path(__file__).parents[5] / "docs" / "flags.md").read_text("utf-8")
    [row] = [line for line in page.splitlines() if line.startswith(f"| `{rule.name}` | {rule.sees} |")]
    shown = ", ".join(f"`{t.name}` {int(t.value) if t.whole else t.value} ({t.unit})" for t in rule.thresholds)
    assert f"| {shown or '–'} | {rule.severity} | {rule.source}" in row
    assert row.endswith(f"| {rule.citation} |")


def test_an_empty_file_changes_nothing(tmp_path):
    assert settings(tmp_path, "") == default_settings()


def test_a_rule_can_be_switched_off_and_is_said_to_be(tmp_path):
    off = settings(tmp_path, "[longest-key]\nenabled = false\n")
    exam = Exam((LONG,))
    assert "longest-key" in rules_of(find_flags(exam))
    assert "longest-key" not in rules_of(find_flags(exam, off))
    assert ("longest-key", "switched-off") in {(missing.rule, missing.reason) for missing in not_checked(exam, off)}


def test_a_severity_changes_the_flag_and_whether_the_question_deserves_a_second_look(tmp_path):
    exam, low = (
        Exam((LONG,)),
        settings(tmp_path, '[longest-key]\nseverity = "remark"\n[key-repeats-passage]\nenabled = false'),
    )
    [flag] = [flag for flag in find_flags(exam, low) if flag.rule == "longest-key"]
    assert flag.severity == "remark"
    assert second_look(find_flags(exam), low) == ("q1",)
    assert second_look(find_flags(exam, low), low) == ()


def test_a_threshold_changes_what_is_found(tmp_path):
    assert "longest-key" not in rules_of(find_flags(Exam((LONG,)), settings(tmp_path, "[longest-key]\nratio = 9")))


def test_the_doubt_that_makes_a_second_look_can_be_changed(tmp_path):
    exam, strict = Exam((asked("Which of these did she not bring?"),)), settings(tmp_path, "[second-look]\nshare = 0.2")
    assert second_look(find_flags(exam)) == ()
    assert second_look(find_flags(exam), strict) == ("q1",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[longest-keys]\nratio = 2", r"flags\.toml: rule 'longest-keys' .* Did you mean 'longest-key'\?"),
        ("[longest-key]\nration = 2", r"flags\.toml: \[longest-key\] setting 'ration' .* Did you mean 'ratio'\?"),
        (
            "[longest-key]\nratio = 0.5",
            r"\.toml: \[longest-key\] ratio is 0\.5; expected a number from 1 \(ratio\)",
        ),
        ("[longest-key]\ncharacters = 1.5", r"characters is 1\.5; expected a whole number from 1"),
        ("[longest-key]\nratio = true", r"ratio is True; expected a number"),
        ("[longest-key]\nratio = nan", r"ratio is nan; expected a number"),
        (
            '[longest-key]\nseverity = "urgent"',
            r"\[longest-key\] severity 'urgent' .* Known: fatal, serious, worth-a-thought, remark",
        ),
        ("[longest-key]\nseverity = 1", r"\[longest-key\] severity '1' does not exist"),
        ('[longest-key]\nenabled = "no"', r"enabled is 'no'; expected true or false"),
        ("longest-key = 2", r"longest-key is 2; expected a table"),
        ("[second-look]\nshares = 2", r"\[second-look\] setting 'shares' .* Did you mean 'share'\?"),
        ("[second-look]\nscore = 2", r"\[second-look\] score was a number of points; .* Put share = 0\.5"),
        ("[longest-key]\nright = 2", r"\[longest-key\] right is 2; expected a number from 0\.001 to 0\.999"),
        ("[answerable-without-passage]\nprobability = 60", r"probability is 60; expected a number from 0 to 1"),
        ("[longest-key", r"flags\.toml: the settings file cannot be read: .*Expected TOML"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_file_and_key(tmp_path, text, said):
    with pytest.raises(UsageError, match=said):
        settings(tmp_path, text)


def test_a_file_that_is_absent_or_not_text_is_refused(tmp_path):
    with pytest.raises(UsageError, match="there is no such settings file"):
        read_flag_settings(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="Expected TOML in UTF-8"):
        read_flag_settings(tmp_path / "binary.toml")
    with pytest.raises(UsageError, match="the settings file cannot be read"):
        read_flag_settings(tmp_path)


def test_the_default_file_is_written_and_never_over_another(tmp_path):
    write_default_settings(tmp_path / "flags.toml")
    assert read_flag_settings(tmp_path / "flags.toml") == default_settings()
    with pytest.raises(UsageError, match="there is a file already"):
        write_default_settings(tmp_path / "flags.toml")
    with pytest.raises(UsageError, match="cannot be written"):
        write_default_settings(tmp_path / "nowhere" / "flags.toml")
