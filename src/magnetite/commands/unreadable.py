"""`unreadable`: attack questions with text that nobody can read, and see which systems fall for it."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.commands.command import Command, function_of
from magnetite.core.errors import UsageError
from magnetite.core.setting import part, setting
from magnetite.request import DATA, RICHEST, Asking, Reading, check_values, models

if TYPE_CHECKING:
    from magnetite.auditing.driver import Prepared
    from magnetite.core.items import Dataset
    from magnetite.core.results import Run


@dataclass(frozen=True, slots=True)
class UnreadableSettings:
    """Every setting of un-readable attacks, or with `trace` of one question under one of them, token by token.

    Those of the attacks are the experiment's (`magnetite.experiments.unreadable.experiment.Unreadable`); None stands
    for its default.
    """

    data: "str | Path | Dataset | None" = setting(None, DATA, metavar="DATA")
    models: Any = models()
    attacks: tuple[str, ...] | None = setting(
        None, "Some of the seven attacks.", metavar="NAME,…", otherwise="all of them"
    )
    controls: bool = setting(True, "Measure the controls of each attack, too.", flag="--controls/--no-controls")
    threshold: float | None = setting(None, "Shuffle again until this ShuffleDegree, from 0 to below 1.")
    sentence: str | None = setting(
        None, "One sentence of the passage for each distractor, or question.", otherwise="distractor"
    )
    naive: bool = setting(False, "Add text to the passage itself, where truncation can lose it.")
    listed: int | None = setting(None, "Changed answers to list for each attack.", least=0, otherwise="20")
    item: str | None = setting(None, "With --trace: the question.", metavar="ID")
    attack: str | None = setting(None, "With --trace: the attack.", metavar="NAME", otherwise="AddSent2Opt-Shuffle")
    option: str | None = setting(None, "With --trace: let only this wrong option grow.", metavar="LETTER")
    trace: bool = setting(False, "One question: probabilities of its options, token by token.")
    reading: Reading = part(Reading, split="The split that is attacked.  \\[default: test, or the only one]")
    asking: Asking = part(Asking, "model", "systems", views=RICHEST)
    output: str | None = setting(None, "The run's folder.", metavar="FOLDER", otherwise="a new one under runs/")
    overwrite: bool = setting(False, "Write into a folder that holds another run or other files.")

    def __post_init__(self) -> None:
        check_values(self)
        if self.trace and self.item is None:
            raise UsageError("--trace needs one question: name it with --item; a run without --trace lists candidates.")
        for name in () if self.trace else ("item", "attack", "option"):
            if (value := getattr(self, name)) is not None:
                more = " For some of the attacks only, use --attacks." if name == "attack" else ""
                raise UsageError(f"--{name} '{value}' needs a single question: add --trace.{more}")


UNREADABLE: "Command[UnreadableSettings, Prepared]" = Command(
    "unreadable",
    UnreadableSettings,
    "magnetite.auditing.unreadable:prepared",
    ("data", "models"),
    "these attacks",
    """Attack a system with shuffled words that no reader would fall for, beside controls (Si et al. 2019).

    Example: magnetite unreadable RACE.tar.gz --model bundled --limit 500
    """,
)
unreadable = function_of(
    UNREADABLE,
    """Attack a dataset with text that nobody can read, and return the run; with `output`, write its folder too.

    `data`: as in `audit`, its test split where none is named. `models`: one or several, each as in `audit`; of those
    with systems for several views the one that sees most, or those of `views`; an ensemble answers as one.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.unreadable("sample", "longest", attacks=("AddAns2Opt",), controls=False, store="off", limit=20)
    >>> run.finding("unreadable").number("accuracy after", "longest: AddAns2Opt").value
    0.0
    """,
)


def unreadable_trace(data: "str | Path | Dataset", item: str, models: Any = "bundled", **given: Any) -> "Run":
    """Let one question's attacked options grow token by token, and return the probabilities after each as a run.

    `item` is its id; `attack` one of Table 2, `option` the letter of the only option that grows. All else as in
    `unreadable`; a limit is set aside. Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.unreadable_trace("sample", "beginner-01-1", "longest", store="off")
    >>> run.finding("trace").table("trace").values("added")[0]
    'as it is'
    """
    return unreadable(data, models, item=item, trace=True, **given)
