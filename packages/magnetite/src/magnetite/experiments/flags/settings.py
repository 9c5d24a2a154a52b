"""The user's settings for rules, a TOML file: which are asked, how severe they are, their limits.

    [second-look]
    share = 0.5

    [flaw]
    share = 0.1

    [luck]
    rate = 0.2

    [longest-key]
    enabled = true
    severity = "serious"
    right = 0.7
    ratio = 1.75

`severity` is the most that a rule's flags are; their own follows the share of such flags that are right, which was
measured (see `worth`) or is said with `right`, by somebody who knows better.

What a file does not name stays as it is; `settings_text` writes a file that names everything, with what it means.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from examfiles.errors import UsageError, unknown_name
from magnetite.core.files import read_toml
from magnetite.core.severity import SEVERITIES, Severity, is_severity, severity_of
from magnetite.experiments.flags.registry import RULES
from magnetite.experiments.flags.rule import Rule, Threshold
from magnetite.experiments.flags.worth import PRIOR

SECOND_LOOK, FLAW, LUCK = "second-look", "flaw", "luck"
_OWN = ("enabled", "severity", "right")
_LOOK = Threshold(
    "share",
    0.5,
    "probability",
    0,
    1,
    "a question deserves a second look where one of its flags is right with this probability, at least",
)
_PRIOR = Threshold(
    "share",
    PRIOR,
    "share",
    0.001,
    0.999,
    "so many of the questions are expected to have a given flaw: fewer, fewer looks",
)
_RIGHT = Threshold("right", 0.5, "share", 0.001, 0.999, "this share of the rule's flags is right")
_RATE = Threshold(
    "rate",
    0.2,
    "share",
    0,
    1,
    "at most this share of a model's flags may be luck, on average; with 1 they are raised whatever luck explains",
)
_OF_ALL = {SECOND_LOOK: _LOOK, FLAW: _PRIOR, LUCK: _RATE}


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """The settings of one rule; `thresholds` has all of its limits, `severity` is the most that its flags are.

    `right`: the share of its flags that the user knows to be right, None for what was measured.
    """

    enabled: bool
    severity: Severity
    thresholds: Mapping[str, float] = field(hash=False)
    right: float | None = None


@dataclass(frozen=True, slots=True)
class FlagSettings:
    """The settings of every rule, by name; from which doubt on a question deserves a second look, and luck's share.

    `prior`: the share of questions that are expected to have a given flaw.
    """

    rules: Mapping[str, RuleSettings] = field(hash=False)
    second_look: float = _LOOK.value
    prior: float = _PRIOR.value
    luck: float = _RATE.value


def default_settings() -> FlagSettings:
    """Return the default settings: every rule asked, with its own severity and limits."""
    return settings_from({}, "default settings")


def wants_verdicts(settings: FlagSettings) -> bool:
    """Return whether any rule asks what judges each option by itself: it costs as much as reading once more."""
    return any(RULES[name].verdicts and own.enabled for name, own in settings.rules.items())


def read_flag_settings(path: str | Path) -> FlagSettings:
    """Read a TOML file of settings.

    Raises UsageError, which names the file and the key, for a file that is absent or not TOML, a rule or threshold
    that does not exist, and a value of the wrong kind or out of range.
    """
    absent = "there is no such settings file. Write one with all settings to start from."
    raw = read_toml(Path(path), absent, "the settings file cannot be read")
    return settings_from(raw, str(path))


def settings_from(raw: Mapping[str, Any], where: str) -> FlagSettings:
    """Make settings from tables by rule; `where` begins every error. Raises UsageError as `read_flag_settings` does.

    >>> settings_from({"longest-key": {"ratio": 3}}, "mine").rules["longest-key"].thresholds["ratio"]
    3.0
    """
    for name, table in raw.items():
        if name not in (*_OF_ALL, *RULES):
            raise UsageError(f"{where}: {unknown_name('rule', name, [*_OF_ALL, *RULES])}")
        if not isinstance(table, Mapping):
            raise UsageError(f"{where}: {name} is {table!r}; expected a table, such as [{name}] with keys below it.")
    for name, rule in RULES.items():
        if rule.name != name:
            raise UsageError(f"rule '{rule.name}' is entered as '{name}'; expected the same name in both places.")
    rules = {name: _of_rule(rule, raw.get(name, {}), f"{where}: [{name}]") for name, rule in RULES.items()}
    return FlagSettings(MappingProxyType(rules), *(_of_all(raw, name, where) for name in _OF_ALL))


def settings_text() -> str:
    """Return a settings file that names every setting with its value, its meaning and its range."""
    head = (
        "# Flags of magnetite check: which rules are asked, how severe they are, and from which limits on they speak.\n"
        "# Whatever a settings file leaves out keeps the value given here.\n"
    )
    own = (f"[{name}]\n{_line(threshold)}" for name, threshold in _OF_ALL.items())
    return "\n".join((head, *own, *(_rule_text(rule) for rule in RULES.values())))


def write_default_settings(path: str | Path) -> None:
    """Write the documented default file. Raises UsageError where a file is already there, or none can be written."""
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(settings_text())
    except FileExistsError as error:
        raise UsageError(f"{path}: there is a file already. Name another, or remove it.") from error
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be written: {error.strerror}. Name a file in a folder that exists."
        ) from error


def _of_rule(rule: Rule, table: Mapping[str, Any], where: str) -> RuleSettings:
    thresholds = {threshold.name: threshold for threshold in rule.thresholds}
    for key in table:
        if key not in (*_OWN, *thresholds):
            raise UsageError(f"{where} {unknown_name('setting', key, [*_OWN, *thresholds])}")
    enabled, severity = table.get("enabled", True), table.get("severity", rule.severity)
    if not isinstance(enabled, bool):
        raise UsageError(f"{where} enabled is {enabled!r}; expected true or false.")
    if not is_severity(str(severity)):
        raise UsageError(f"{where} {unknown_name('severity', str(severity), list(SEVERITIES))}")
    limits = {
        name: threshold.checked(f"{where} {name}", table[name]) if name in table else threshold.value
        for name, threshold in thresholds.items()
    }
    right = _RIGHT.checked(f"{where} right", table["right"]) if "right" in table else None
    return RuleSettings(enabled, severity_of(str(severity)), MappingProxyType(limits), right)


def _of_all(raw: Mapping[str, Any], name: str, where: str) -> float:
    threshold, table = _OF_ALL[name], raw.get(name, {})
    if name == SECOND_LOOK and "score" in table:
        raise UsageError(
            f"{where}: [{name}] score was a number of points; now a question deserves a second look where one of its "
            f"flags is right with a probability of `{threshold.name}`, at least. Put {threshold.name} = "
            f"{threshold.value:g} in its place."
        )
    for key in table:
        if key != threshold.name:
            raise UsageError(f"{where}: [{name}] {unknown_name('setting', key, [threshold.name])}")
    return threshold.checked(f"{where}: [{name}] {threshold.name}", table.get(threshold.name, threshold.value))


def _rule_text(rule: Rule) -> str:
    most = f'severity = "{rule.severity}"  # at most; by how many of its flags are right\n'
    lines = [f"[{rule.name}]  # {rule.sees}\n", "enabled = true\n", most]
    return "".join((*lines, *map(_line, rule.thresholds)))


def _line(threshold: Threshold) -> str:
    value = int(threshold.value) if threshold.whole else threshold.value
    upto = "" if math.isinf(threshold.high) else f" to {threshold.high:g}"
    return f"{threshold.name} = {value}  # {threshold.unit}, from {threshold.low:g}{upto}: {threshold.meaning}\n"
