"""`check`: which questions of an exam to look at again before anyone sits it, and why."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from magnetite.commands.command import Command, function_of
from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.setting import part, setting
from magnetite.request import CHECK_MEMBERS, Asking, Reading, check_values

if TYPE_CHECKING:
    from magnetite.auditing.driver import Prepared
    from magnetite.core.items import Dataset

EXAM = (
    "An exam: a Word, Excel or OpenDocument file, plain text, CSV, GIFT, Moodle XML, QTI (file, folder or zip), Aiken "
    "or JSONL; or 'sample', the bundled one."
)


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """Every setting of a check.

    `passage`, `flags` and `dismissed` are files: a text for questions that have none, settings of flags, and flags that
    were dismissed. `members`: of a system with several, all answer, or the first alone. `models`: False asks only the
    rules that read the text. Raises UsageError for a language or members that do not exist, and for numbers out of
    range.
    """

    exam: "str | Path | Dataset | None" = setting(None, EXAM, metavar="EXAM")
    reading: Reading = part(
        Reading,
        "skip_bad",
        fill_down="Give each question without a passage the one above it, as cells merged over several rows mean.",
    )
    asking: Asking = part(Asking, "views", "keep", "blank")
    passage: str | None = setting(None, "A passage for all questions that have none.", metavar="FILE")
    flags: str | None = setting(
        None, "Rules to use, their severities and limits, in TOML.", metavar="FILE", flag="--settings"
    )
    dismissed: str | None = setting(
        None, "Flags that you have looked at and dismissed, with your notes, in TOML.", metavar="FILE"
    )
    language: str = setting("en", "Language of the report: en or de.")
    models: bool = setting(
        True,
        "Let models answer too, or use only the rules that read the text, which is instant.",
        flag="--models/--no-models",
    )
    members: Literal["first", "all"] = setting("all", "Members of an ensemble that answer: all or first.")
    responses: str | None = setting(
        None,
        "Candidates' answers: what Moodle or Canvas gives, or a table with a row for each candidate.",
        metavar="FILE",
    )
    output: str | None = setting(None, "The run's folder.", metavar="FOLDER", otherwise="a new one under runs/")
    overwrite: bool = setting(False, "Write into a folder that holds another run or other files.")

    def __post_init__(self) -> None:
        from magnetite.report.wording import LANGUAGES

        check_values(self)
        if self.language not in LANGUAGES:
            raise unknown_name("language", self.language, list(LANGUAGES))
        if self.members not in CHECK_MEMBERS:
            raise unknown_name("members", str(self.members), list(CHECK_MEMBERS))
        if not self.models and (self.asking.systems is not None or self.asking.model != "bundled"):
            raise UsageError("no models are asked for, and a model is named too. Leave one of them out.")


CHECK: "Command[CheckSettings, Prepared]" = Command(
    "check",
    CheckSettings,
    "magnetite.auditing.check.run:prepared",
    ("exam", "model"),
    "this check",
    """Check an exam before anyone sits it: which questions deserve a second look, why, and what to change.

    Example: magnetite check exam.gift
    """,
    optional=True,
)
check = function_of(
    CHECK,
    """Check an exam, and return the run; with `output`, write its folder too.

    `exam`: a file in any format `magnetite.read` knows, or a Dataset; passages and keys may be lacking. `model`: see
    `--model`; the bundled systems by default. `passage`, `flags`, `dismissed` and `responses` are files. `models`:
    False asks only the rules that read the text.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.check("sample", models=False)
    >>> int(run.finding("check").number("questions").value)
    96
    """,
)
