"""`shortcuts`: compare systems that read parts of a question, and measure what the passage is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from magnetite.commands.audit import EXPERIMENTS_OF_SHORTCUTS, AuditSettings
from magnetite.commands.audit import prepared as audit_prepared
from magnetite.core.setting import changed, flat, part, same, setting
from magnetite.request import DATA, Asking, Reading, Settings, Writing, own_settings
from magnetite.running.command import Command

if TYPE_CHECKING:
    from examfiles.items import Dataset
    from magnetite.running.driver import Prepared


@dataclass(frozen=True, slots=True)
class ShortcutSettings:
    """Every setting of a comparison of systems that read parts of a question."""

    data: "str | Path | Dataset | None" = setting(None, DATA, metavar="DATA")
    reading: Reading = part(Reading)
    asking: Asking = part(Asking)
    calibrate_on: str = same(
        AuditSettings, "calibrate_on", "dev-or-card", otherwise="dev, or card where the data has no dev"
    )
    calibrate_limit: int | None = same(AuditSettings, "calibrate_limit", 2000)
    span: bool = setting(
        False,
        "Also ask about each question without each sentence of its passage; some twenty times as much to score.",
        option="--span",
    )
    writing: Writing = part(Writing)
    experiment_settings: Mapping[str, Settings] = own_settings("shortcuts.listed=50")


def prepared(settings: ShortcutSettings) -> "Prepared":
    """Make an audit ready that has these experiments."""
    given = flat(settings)
    experiments = (*EXPERIMENTS_OF_SHORTCUTS, *(["span"] if given.pop("span") else []))
    return audit_prepared(changed(AuditSettings(experiments=experiments), given))


SHORTCUTS: "Command[ShortcutSettings, Prepared]" = Command(
    "shortcuts",
    ShortcutSettings,
    prepared,
    ("data", "systems"),
    "this audit",
    """Compare calibrated systems on an exam: they read everything, no passage, no question, or only the options.

    Example: magnetite shortcuts RACE.tar.gz --split test --systems qoc=systems/qoc,qo=systems/qo
    """,
    needs="audit",
)
