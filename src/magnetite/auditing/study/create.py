"""Create a study: read data and magnets, draw a design, let the models answer it, and write its folder.

What this file leaves out: the design itself (`magnetite.study.make`).
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from magnetite.auditing.audit import audit_settings
from magnetite.auditing.driver import load_test_split
from magnetite.auditing.panels import Watch, silent
from magnetite.auditing.record import data_record
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.study.models import shortcut_probabilities, with_models
from magnetite.auditing.study.settings import StudySettings
from magnetite.core.errors import StoreError, UsageError
from magnetite.core.items import Dataset
from magnetite.experiments.magnets.series import is_series
from magnetite.formats.options import read_options
from magnetite.report.wording import skipped_lines
from magnetite.study.database import Database
from magnetite.study.design import Design
from magnetite.study.files import DATABASE, DESIGN, write_design
from magnetite.study.make import OfferedMagnet, make_attack, make_no_passage


def create_study(
    data: str | Path | Dataset,
    folder: str | Path,
    told: StudySettings,
    *,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Design:
    """Make a study in a new folder and return its design.

    `data`: as in `audit`, its test split where none is named. May be given besides: split, format, columns, limit,
    views, store, dtype, device, keep, blank, batch_tokens, skip_bad. With `limit`, only so many questions are looked
    at. Raises UsageError where the design does not fit the data or the folder is not new, DataError, ModelError or
    StoreError.
    """
    folder = Path(folder).expanduser()
    _refuse(folder)
    settings = audit_settings(None, seed=told.seed, **given)
    full = load_test_split(data, settings.split, settings)
    making = _Making(limit_items(full, settings.limit, told.seed), full, told, settings, watch)
    design, sources = making.no_passage() if told.design == "no-passage" else making.attack()
    made_from = {"data": data_record(full), "looked_at": len(making.dataset), "command": command}
    design = replace(design, sources={**made_from, **sources})
    write_design(folder, design)
    try:
        Database.create(folder, told.participants)
    except StoreError:
        for name in (DESIGN, DATABASE):  # half a study would stand in the way of a second try
            (folder / name).unlink(missing_ok=True)
        raise
    return design


@dataclass(frozen=True, slots=True)
class _Making:
    """Hold what a design is made from: the questions looked at, all of the data, and what was told."""

    dataset: Dataset
    full: Dataset
    told: StudySettings
    settings: AuditSettings
    watch: Watch

    def attack(self) -> tuple[Design, dict[str, Any]]:
        """Make an attack design, and let the models answer it."""
        listed = read_options(Path(str(self.told.magnets)).expanduser())
        design = make_attack(
            self.dataset.items,
            [OfferedMagnet(row.option, row.origins) for row in listed],
            name=_name(self.dataset),
            assignment=self.told.forms,
            known=self.full.items,
            combines=is_series,
            notes=_notes(self.dataset),
            **self.told.shown,
        )
        sources = {"magnets": str(self.told.magnets), "systems": []}
        if not self.told.models:
            return design, sources
        design, records = with_models(design, self.full, self.told.models, self.settings, self.watch)
        return design, {**sources, "systems": records}

    def no_passage(self) -> tuple[Design, dict[str, Any]]:
        """Ask the system without the passage, and make a no-passage design of its entropies."""
        model = self.told.models[0]
        probabilities, records = shortcut_probabilities(self.dataset, model, self.settings, self.watch)
        design = make_no_passage(
            self.dataset.items,
            probabilities,
            name=_name(self.dataset),
            combines=is_series,
            notes=_notes(self.dataset),
            **self.told.shown,
        )
        return design, {"shortcut": records[0]["name"], "systems": records}


def _refuse(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        there = "holds a study already" if (folder / DESIGN).exists() else "is there already"
        raise UsageError(f"{folder}: {there}; a study gets a new folder. Name another.")


def _notes(dataset: Dataset) -> tuple[str, ...]:
    return (*dataset.notes, *(f"Skipped: {line}" for line in skipped_lines(dataset.skipped)))


def _name(dataset: Dataset) -> str:
    return f"{dataset.name} {dataset.split}" if dataset.split else dataset.name
