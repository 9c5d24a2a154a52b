"""Which cells a run asks for, known before any model: what its dry run knows.

A system outside is one that scores options one by one and answers under every view, like any single model.
What this file leaves out: cells that only a first result tells (magnets to be tried on all questions of a split): the
run that lacks them lists them. And the files (`magnetite.scorers.exchange`).
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from magnetite.auditing.audit import SHORTCUTS, audit_settings, prepare_as
from magnetite.auditing.magnets.data import questions
from magnetite.auditing.magnets.scoring import entrants
from magnetite.auditing.magnets.settings import MagnetSettings
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.training.calibrate import EITHER
from magnetite.auditing.unreadable.run import prepared
from magnetite.core.cells import Cells, ScoreArray, crossed_cells, own_cells
from magnetite.core.errors import ModelError, UsageError, unknown_name
from magnetite.core.items import Dataset
from magnetite.core.scorer import Sizes
from magnetite.probes.unreadable.reading import NO_ATTACK, tried
from magnetite.views import view as named_view

WHOLE = "QOC"
NOTHING_HERE = ("model", "models", "systems")
# Settings of how a model computes, and of where a run writes: they ask for no other cells.
NOT_ABOUT_CELLS = {
    "data",
    "model",
    "systems",
    "output",
    "overwrite",
    "store",
    "dtype",
    "device",
    "keep",
    "blank",
    "batch_tokens",
}


@dataclass(frozen=True, slots=True, eq=False)
class Needed:
    """Hold the cells a run asks for, each part by the view it is of, what they are of, and what a user must know."""

    dataset: Dataset
    parts: tuple[tuple[str, Cells], ...]
    settings: Mapping[str, Any]
    notes: tuple[str, ...] = ()


class Outside:
    """Stand for a system that is not here: it can be asked which cells it would be asked for, but scores none."""

    name = "a system outside"
    fingerprint = "outside"
    listwise = False
    shares_context = False
    tolerance = 0.0

    def sizes(self, cells: Cells) -> Sizes:
        """Count every cell as one."""
        return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells: Cells) -> ScoreArray:
        """Raise ModelError: there is nobody to score."""
        raise ModelError(f"{len(cells)} cells are to be scored by a system that is not here. Export them.")


def needed_cells(probe: str, data: str | Path | Dataset | None, given: Mapping[str, Any]) -> Needed:
    """Say which cells the run of this name asks for; `given` is what its function takes besides data and model.

    Raises UsageError for a run that does not exist, for a model, and for settings that do not fit; DataError.
    """
    if probe not in RUNS:
        raise unknown_name("probe to export", probe, list(RUNS))
    named = [name for name in NOTHING_HERE if given.get(name) is not None]
    if named:
        raise UsageError(f"{named[0]} is named, but cells are the same for every model that is not here. Leave it out.")
    return RUNS[probe](data, {name: value for name, value in given.items() if value is not None})


def _audit(data: str | Path | Dataset | None, given: Mapping[str, Any]) -> Needed:
    settings = audit_settings(given.get("config"), data=data, **{k: v for k, v in given.items() if k != "config"})
    if settings.systems is not None or settings.model != AuditSettings().model:
        raise UsageError("the settings file names a model or systems, but cells are the same for all. Leave them out.")
    ready = prepare_as(settings, data, Outside())
    parts = tuple((job.need.view, job.need.cells) for job in ready.jobs())
    return Needed(ready.dataset, parts, _record(settings), ready.calibrating.notes)


def _shortcuts(data: str | Path | Dataset | None, given: Mapping[str, Any]) -> Needed:
    return _audit(data, {"probes": SHORTCUTS, "calibrate_on": EITHER, **given})


def _magnets(data: str | Path | Dataset | None, given: Mapping[str, Any]) -> Needed:
    told, settings, split = _told(MagnetSettings, given)
    if told.mode == "race":
        raise UsageError("a race asks for cells as it goes, which files cannot follow. Export with --mode full.")
    asked = questions(_named(data), split, settings, told)
    parts = []
    for each in entrants([Outside()], settings, told):
        whole = [named_view(each.view)(item) for item in asked.whole]
        screened = [named_view(each.view)(item) for item in asked.screened]
        parts.append((each.view, own_cells(whole)))
        parts.append((each.view, crossed_cells(screened, asked.pool.options, asked.pool.allowed)))
    later = told.validate and len(asked.whole) > len(asked.screened)
    notes = (_LATER,) if later else ()
    return Needed(asked.whole, tuple(parts), {"split": split, **_record(settings), **asdict(told)}, notes)


_LATER = (
    "Which options are magnets, and so which are tried on the questions that are not screened, only these scores tell: "
    "the search lists those cells when it comes to them, to be scored and added. --no-validate does without."
)


def _unreadable(data: str | Path | Dataset | None, given: Mapping[str, Any]) -> Needed:
    for name in ("trace", "item", "attack", "option"):
        if name in given:
            raise UsageError(
                f"{name} belongs to a single question. Export the attacks; a question looked at token by token lists "
                "what it lacks besides when it is run."
            )
    rest = {name: value for name, value in given.items() if name != "split"}
    asked = prepared(_named(data), [Outside()], given.get("split"), None, rest)
    told = asked.told
    trial = tried(asked.dataset.items, told.attacks, told.attack_settings(asked.settings.seed), controls=told.controls)
    parts = []
    for reader in asked.readers:
        for name in (NO_ATTACK, *trial.attacked):
            plain = reader.view if name == NO_ATTACK else f"{reader.view} {name}"
            label = name if reader.view == WHOLE and name != NO_ATTACK else plain
            parts.append((label, reader.cells(trial.under(name))))
    record = {"split": given.get("split"), **_record(asked.settings), **asdict(told)}
    return Needed(asked.dataset, tuple(parts), record)


def _told(kind: type[MagnetSettings], given: Mapping[str, Any]) -> tuple[MagnetSettings, AuditSettings, str | None]:
    """Part what is given into a run's own settings, those that all share, and the split."""
    names = {field.name for field in fields(kind)}
    own = {name: value for name, value in given.items() if name in names}
    rest = {name: value for name, value in given.items() if name not in names and name != "split"}
    return kind(**own), audit_settings(None, **rest), given.get("split")


def _named(data: str | Path | Dataset | None) -> str | Path | Dataset:
    if data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    return data


def _record(settings: AuditSettings) -> dict[str, Any]:
    return {
        name: value
        for name, value in asdict(settings).items()
        if name not in NOT_ABOUT_CELLS and value not in (None, {})
    }


Run = Callable[[str | Path | Dataset | None, Mapping[str, Any]], Needed]
RUNS: Mapping[str, Run] = MappingProxyType(
    {"audit": _audit, "shortcuts": _shortcuts, "magnets": _magnets, "unreadable": _unreadable}
)
