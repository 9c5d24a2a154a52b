"""One set of names for severities, and those of earlier versions are read as today's."""

import pytest

from examfiles.errors import UsageError
from magnetite.core.severity import SEVERITIES, is_severity, severity_of
from magnetite.experiments.flags import RULES, Flag, settings_from
from magnetite.report.wording import LANGUAGES, wording

FORMER = {"high": "serious", "medium": "worth-a-thought", "low": "remark", "fatal": "fatal"}


@pytest.mark.parametrize(("former", "name"), FORMER.items())
def test_files_and_rules_of_earlier_versions_are_read_by_todays_names(former, name):
    assert severity_of(former) == severity_of(name) == severity_of(name.replace("-", " ")) == name
    assert Flag("longest-key", "rule", former, "q1").severity == name
    assert settings_from({"longest-key": {"severity": former}}, "mine").rules["longest-key"].severity == name


def test_another_name_is_refused_with_those_there_are():
    assert not is_severity("urgent")
    with pytest.raises(UsageError, match="Known: fatal, serious, worth-a-thought, remark"):
        severity_of("urgent")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_severity_has_one_word_in_terminal_page_and_browser(language):
    words = wording(language)
    said = [words.say(f"severity-{name}") for name in SEVERITIES]
    assert said == [words.say(f"result-severity-{name}") for name in SEVERITIES]
    if language == "en":
        assert [severity_of(name) for name in said] == list(SEVERITIES)


def test_every_rule_has_one_of_these_names():
    assert {rule.severity for rule in RULES.values()} == set(SEVERITIES)
