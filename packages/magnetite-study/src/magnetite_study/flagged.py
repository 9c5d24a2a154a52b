"""Which questions a study sets beside the others because something flagged them: a check's flags, or a list of ids.

A check's flags count by rule, each with the threshold that the check used; see `magnetite check --settings`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from examfiles.errors import DataError, UsageError
from magnetite.core.results import Run, load

RULES = ("answerable-without-passage", "answerable-from-options")
"""What says of a question that it can be answered without its passage."""
MOST_BYTES = 64 * 2**20  # bytes in a list of ids


@dataclass(frozen=True, slots=True)
class FlaggedQuestions:
    """Ids of flagged questions; which rules flagged them, () for a list whose maker is not known."""

    ids: frozenset[str]
    rules: tuple[str, ...] = ()


def read_flagged(source: str | Path, rules: Sequence[str] = ()) -> FlaggedQuestions:
    """Read which questions are flagged: from the folder of a check or its findings.json, or a file with an id a line.

    `rules`: of a check, whose flags count; by default those of `RULES`. Raises DataError where the file cannot be
    read, UsageError where no question is flagged by these rules.
    """
    path = Path(source).expanduser()
    if path.is_dir() or path.suffix == ".json":
        return _of_check(load(path), path, tuple(rules) or RULES)
    if rules:
        raise UsageError(f"{path}: is a list of ids, in which no rule flagged anything. Leave --flagged-rule out.")
    ids = frozenset(filter(None, map(str.strip, _text(path).splitlines())))
    if not ids:
        raise DataError(f"{path}: has no ids; expected the id of a flagged question on each line.")
    return FlaggedQuestions(ids)


def _of_check(run: Run, path: Path, rules: tuple[str, ...]) -> FlaggedQuestions:
    tables = [table for finding in run.findings if finding.experiment == "check" for table in finding.tables]
    flags = next((table for table in tables if table.name == "flags"), None)
    if flags is None:
        raise DataError(f"{path}: this run is not a check. Name the folder that magnetite check wrote.")
    pairs = [(str(row["rule"]), str(row["id"])) for row in flags.rows() if row["id"]]
    ids = frozenset(name for rule, name in pairs if rule in rules)
    if not ids:
        known = ", ".join(sorted({rule for rule, _ in pairs})) or "none"
        raise UsageError(
            f"{path}: the check flagged no question by {' or '.join(rules)}. It has flags of: {known}. Name other "
            "rules (--flagged-rule), or check the exam with models that see no passage."
        )
    return FlaggedQuestions(ids, rules)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DataError(f"{path}: is larger than {MOST_BYTES // 2**20} MiB, too large for a list of ids.")
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"{path}: cannot be read as text ({error}). Name the folder of a check, or a file with an id on each line."
        ) from error
