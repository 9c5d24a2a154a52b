"""What machines read of a check: which flags make it fail, and the files JSON, SARIF and JUnit XML."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from magnetite.commands.check import CheckSettings
from magnetite.core.errors import StoreError, UsageError, unknown_name
from magnetite.core.files import write_whole
from magnetite.core.results import Run
from magnetite.experiments.flags import RULES, SEVERITIES, FlagSettings
from magnetite.report.check.reading import gaps_of
from magnetite.report.flag_files import RuleDescription, junit_text, listing_text, sarif_text
from magnetite.report.flagged import PROBE, flagged, left_out, looks_of
from magnetite.report.wording import Wording, wording

SECOND_LOOK, LEFT_OUT = "second-look", "left-out"
KINDS = ("json", "sarif", "junit")


@dataclass(frozen=True, slots=True)
class FailOn:
    """What makes a check fail: severities, rules, any question worth a second look, any left-out question."""

    severities: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    second_look: bool = False
    left_out: bool = False


def read_fail_on(text: str | None, settings: CheckSettings, flags: FlagSettings) -> FailOn:
    """Read `SEVERITY|RULE[,…]`; a severity stands for itself and all worse ones.

    Raises UsageError for a name that does not exist, and for a rule that would never be asked.

    >>> from magnetite.experiments.flags import default_settings
    >>> sorted(read_fail_on("medium,left-out", CheckSettings(), default_settings()).severities)
    ['fatal', 'high', 'medium']
    """
    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    if text is not None and not names:
        raise UsageError("--fail-on is empty; expected a severity (high, medium, low), rules, second-look or left-out.")
    severities: set[str] = set()
    rules = set()
    for name in names:
        if name in SEVERITIES:
            severities |= set(SEVERITIES[: SEVERITIES.index(name) + 1])
        elif name in RULES:
            _require_asked(name, settings, flags)
            rules.add(name)
        elif name not in (SECOND_LOOK, LEFT_OUT):
            raise unknown_name("--fail-on", name, [*SEVERITIES, SECOND_LOOK, LEFT_OUT, *RULES])
    return FailOn(frozenset(severities), frozenset(rules), SECOND_LOOK in names, LEFT_OUT in names)


def failing_flags(run: Run, fail_on: FailOn, words: Wording) -> frozenset[str]:
    """Return the fingerprints of the flags that make the check fail."""
    looks = set(looks_of(run)) if fail_on.second_look else set()
    return frozenset(
        flag.fingerprint
        for flag in flagged(run, words)
        if flag.severity in fail_on.severities or flag.rule in fail_on.rules or flag.item in looks
    )


def failures(run: Run, fail_on: FailOn, words: Wording) -> int:
    """Count what makes the check fail: flags, and left-out questions where they count."""
    left = sum(1 for _ in left_out(run, words)) if fail_on.left_out else 0
    return len(failing_flags(run, fail_on, words)) + left


def never_asked(run: Run, fail_on: FailOn, words: Wording) -> list[str]:
    """Say which rules of `fail_on` could not be asked about the exam as a whole, and so cannot make the check fail."""
    return [
        words.say("command-not-asked-named", {"rule": gap.rule, "reason": words.reason(gap.reason, gap.evidence)})
        for gap in gaps_of(run.finding(PROBE))
        if not gap.item and gap.rule in fail_on.rules
    ]


def write_outputs(
    run: Run,
    paths: Mapping[str, str | Path],
    fail_on: FailOn = FailOn(),
    language: str = "en",
) -> tuple[Path, ...]:
    """Write the files named by kind ("json", "sarif", "junit"); what is there is replaced, whole or not at all.

    In JUnit XML the flags of `fail_on` are failures; without it, those of questions that deserve a second look.
    Raises UsageError for another kind, StoreError where a file cannot be written.
    """
    return tuple(
        _write(Path(path).expanduser(), output_text(run, kind, fail_on, language)) for kind, path in paths.items()
    )


def output_text(run: Run, kind: str, fail_on: FailOn = FailOn(), language: str = "en") -> str:
    """Return a file of a kind ("json", "sarif", "junit") as text, as `write_outputs` writes it. Raises UsageError."""
    words = wording(language)
    named = fail_on != FailOn()
    failing = failing_flags(run, fail_on if named else FailOn(second_look=True), words)
    if kind not in KINDS:
        raise unknown_name("file", kind, list(KINDS))
    if kind == "json":
        return listing_text(run, words, failing if named else frozenset())
    return sarif_text(run, words, described_rules()) if kind == "sarif" else junit_text(run, words, failing)


def described_rules() -> dict[str, RuleDescription]:
    """Describe every rule, for a list of all that could have spoken."""
    return {name: RuleDescription(rule.sees, rule.citation, rule.severity, rule.source) for name, rule in RULES.items()}


def _require_asked(name: str, settings: CheckSettings, flags: FlagSettings) -> None:
    if not flags.rules[name].enabled:
        raise UsageError(f"--fail-on {name}: the settings switch this rule off, so it could never fail. Leave it out.")
    if RULES[name].source == "model" and not settings.models:
        raise UsageError(
            f"--fail-on {name}: this rule needs a model, and --no-models asks none. Leave one of them out."
        )


def _write(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return write_whole(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror or error}). Name another place.") from error
