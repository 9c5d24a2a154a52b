"""What a check of an exam is told, and what it makes of it: which rules, which views, which systems.

What this file leaves out: settings of flags (`probes.flags.settings`), which are a file of their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from magnetite.auditing.driver import found_systems
from magnetite.auditing.systems.find import is_single, trained_systems
from magnetite.auditing.systems.folders import SystemFolder, system_in
from magnetite.auditing.systems.system import System, Systems
from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.scorer import Scorer
from magnetite.experiments.flags import FlagSettings, default_settings, read_flag_settings
from magnetite.formats.exams.texts import LIMIT, exam_text
from magnetite.report.wording import LANGUAGES
from magnetite.request import AuditSettings, view_name

VIEWS = ("O", "QO", "QOC")
MEMBERS = ("first", "all")
MODE = "check"
Members = Literal["first", "all"]


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """Hold every setting of a check.

    `passage` and `flags` are files: a text for questions that have none, and settings of flags. `members`: of a
    system with several, all answer, or the first alone. `models`: False asks only the rules that read the text.
    Raises UsageError for a language or members that do not exist, and for numbers out of range.
    """

    exam: str | None = None
    model: str = "bundled"
    systems: Mapping[str, str] | None = None
    passage: str | None = None
    flags: str | None = None
    language: str = "en"
    models: bool = True
    members: Members = "all"
    responses: str | None = None
    split: str | None = None
    format: str | None = None
    columns: Mapping[str, str] | None = None
    limit: int | None = None
    seed: int = 0
    output: str | None = None
    overwrite: bool = False
    store: str | None = None
    dtype: str = "auto"
    device: str = "auto"
    batch_tokens: int | None = None
    mode: str = MODE

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise unknown_name("language", self.language, list(LANGUAGES))
        if self.members not in MEMBERS:
            raise unknown_name("members", str(self.members), list(MEMBERS))
        if not self.models and (self.systems is not None or self.model != "bundled"):
            raise UsageError("no models are asked for, and a model is named too. Leave one of them out.")
        self.audit()

    def audit(self, views: tuple[str, ...] | None = None) -> AuditSettings:
        """Return what an audit calls the same settings, for what both do."""
        return AuditSettings(
            data=self.exam,
            model=self.model,
            systems=self.systems,
            split=self.split,
            format=self.format,
            columns=self.columns,
            limit=self.limit,
            seed=self.seed,
            views=views,
            output=self.output,
            store=self.store,
            dtype=self.dtype,
            device=self.device,
            batch_tokens=self.batch_tokens,
            overwrite=self.overwrite,
        )


def flag_settings(settings: CheckSettings) -> FlagSettings:
    """Read the settings of flags, the default ones where no file is named."""
    return default_settings() if settings.flags is None else read_flag_settings(Path(settings.flags).expanduser())


def passage_text(path: str | None) -> str | None:
    """Read the text for questions that have none. Raises DataError for a file that is absent, empty or no text."""
    if path is None:
        return None
    try:
        with Path(path).expanduser().open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise DataError(f"{path}: the passage cannot be read ({error.strerror or error}).") from error
    return exam_text(data, path).strip()


def check_systems(settings: CheckSettings, model: str | Scorer, views: tuple[str, ...]) -> Systems:
    """Load the systems that answer under `views`, those of them there is a system for; none where no model is asked.

    Raises UsageError where there is a system for none of them, ModelError where one cannot be loaded.
    """
    if not settings.models:
        return Systems({})
    there = _there(settings, model)
    wanted = views if there is None else tuple(view for view in views if view in there)
    if not wanted:
        raise UsageError(
            f"there are systems for {', '.join(there or ())} only; a check asks systems for {', '.join(views)}. "
            "Name another model, or none: --no-models."
        )
    audit = settings.audit(wanted)
    if settings.systems is not None:
        named = {view: folder for name, folder in settings.systems.items() if (view := view_name(name)) in wanted}
        audit = replace(audit, systems=named)
    found = found_systems(model, audit)
    return found if settings.members == "all" else _first_alone(found, _folders(settings, model))


def _there(settings: CheckSettings, model: str | Scorer) -> tuple[str, ...] | None:
    """Return the views there is a system for, None where one model answers for all."""
    if settings.systems is not None:
        return tuple(view_name(name) for name in settings.systems)
    alone = not isinstance(model, str) or is_single(model)
    return None if alone else tuple(_folders(settings, model)) or None


def _folders(settings: CheckSettings, model: str | Scorer) -> dict[str, SystemFolder]:
    """Return the cards of the trained systems that are asked, by the view each was trained for."""
    if settings.systems is not None:
        single = [folder for folder in settings.systems.values() if is_single(folder)]
        return {view: card for folder in single for view, card in trained_systems(folder).items()}
    return trained_systems(model) if isinstance(model, str) else {}


def _first_alone(found: Systems, cards: Mapping[str, SystemFolder]) -> Systems:
    """Leave each system its first member, at the temperature of that member's own card where it stores one."""
    several = [view for view, system in found.by_view.items() if len(system.members) > 1]
    own = {
        view: system_in(card.members[0]).calibration
        for view, card in cards.items()
        if view in several and found.by_view[view].calibration is not None
    }
    alone = {
        view: System(each.name, each.members[:1], each.names[:1], own.get(view) or each.calibration, each.training)
        for view, each in found.by_view.items()
    }
    return Systems(alone, (*found.notes, *_note(several, all(own.get(view) for view in several))))


def _note(several: list[str], own: bool) -> tuple[str, ...]:
    if not several:
        return ()
    together = "what was measured elsewhere is" if own else "the temperature, and what was measured elsewhere, are"
    said = (
        f"Of the systems for {', '.join(several)} the first member answered alone; {together} of all of them together. "
        "--members all asks every one."
    )
    return (said,)
