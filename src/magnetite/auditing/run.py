"""Run an audit: read, select, find systems, score every cell once, let each probe answer, write the run."""

import platform
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems import Systems, systems
from magnetite.core.cells import Cells, ScoreArray, own_cells, with_shown
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset
from magnetite.core.probe import Need, Probe
from magnetite.core.results import Run
from magnetite.core.scorer import Scorer
from magnetite.engine import Progress, Store, estimate, plan, score_cells
from magnetite.formats import read, read_splits
from magnetite.probes import PROBES, probe
from magnetite.views import view as named_view

LIBRARIES = ("magnetite", "torch", "transformers", "polars", "scipy")
Watch = Callable[[str, Progress], None]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Hold an audit that is ready to be scored: its items, systems, probes, and what each probe needs."""

    settings: AuditSettings
    dataset: Dataset
    systems: Systems
    probes: tuple[Probe, ...]
    needs: Mapping[str, Mapping[str, Need]]

    def jobs(self) -> Iterator[tuple[str, str, Scorer, Cells]]:
        """Yield probe, need, scorer and cells, in the order they are scored."""
        for name, needs in self.needs.items():
            for need_name, need in needs.items():
                scorer = self.systems.scorers[need.view]
                yield name, need_name, scorer, with_shown(need.cells) if scorer.listwise else need.cells


@dataclass(frozen=True, slots=True)
class Cost:
    """Say what one need of a probe costs: unique cells, how many are stored, and seconds for the rest."""

    probe: str
    need: str
    scorer: str
    cells: int
    stored: int
    seconds: float | None


def prepare(data: str | Path | Dataset, model: str | Scorer, settings: AuditSettings) -> Prepared:
    """Read the data, find the systems, and ask each probe which cells it needs; scores nothing."""
    dataset = limit_items(load_dataset(data, settings), settings.limit, settings.seed)
    found = systems(model, settings.views, seed=settings.seed, options=settings.encoder)
    probes = tuple(_probe(name, settings) for name in settings.probes or tuple(PROBES))
    _refuse_listwise(probes, found)
    needs = {each.name: each.needs(dataset, found.views) for each in probes}
    return Prepared(settings, dataset, found, probes, needs)


def load_dataset(data: str | Path | Dataset, settings: AuditSettings) -> Dataset:
    """Return the dataset itself, or read it; "sample" is the bundled exam."""
    if isinstance(data, Dataset):
        if settings.split or settings.format or settings.columns:
            raise UsageError("split, format and columns say how a path is read; this is a Dataset, already read.")
        return data
    return read(
        data_path(data),
        split=settings.split,
        format=settings.format,
        columns=settings.columns,
        skip_bad=settings.skip_bad,
    )


def load_datasets(data: str | Path, split: str | None = None, **how: Any) -> list[Dataset]:
    """Read every split there is, or the one named; "sample" is the bundled exam."""
    source = data_path(data)
    return read_splits(source, **how) if split is None else [read(source, split=split, **how)]


def data_path(data: str | Path) -> str | Path:
    """Return where data lies; "sample" is the bundled exam, unless there is a file of that name."""
    return sample_exam() if str(data) == "sample" and not Path("sample").exists() else data


def sample_exam() -> Path:
    """Return where the bundled sample exam lies."""
    return Path(__file__).parent.parent / "bundled" / "sample-exam.jsonl"


def costs(prepared: Prepared, store: Store | None) -> list[Cost]:
    """Say what the audit would cost: the dry run. A few cells are scored, and kept, to measure the speed."""
    rows = []
    for name, need, scorer, cells in prepared.jobs():
        scores = None if store is None else store.open_scores(scorer.fingerprint)
        planned = plan(cells, scores)
        seconds = estimate(cells, scorer, planned, scores, batch_tokens=prepared.settings.batch_tokens)
        rows.append(Cost(name, need, scorer.name, planned.unique, planned.stored, seconds))
    return rows


def perform(prepared: Prepared, store: Store | None, *, command: str = "", watch: Watch = lambda _n, _p: None) -> Run:
    """Score what is not stored yet and let each probe read its finding."""
    started, clock = datetime.now(UTC), time.monotonic()
    scores: dict[str, dict[str, ScoreArray]] = {}
    asked = stored = scored = 0
    for name, need, scorer, cells in prepared.jobs():
        result = score_cells(
            cells,
            scorer,
            store,
            batch_tokens=prepared.settings.batch_tokens,
            progress=lambda progress, label=f"{name}: {need}": watch(label, progress),  # type: ignore[misc]
        )
        scores.setdefault(name, {})[need] = result.scores
        asked, stored, scored = asked + result.asked, stored + result.stored, scored + result.scored
    dataset = prepared.dataset
    findings = tuple(
        each.finding(dataset, prepared.needs[each.name], scores.get(each.name, {})) for each in prepared.probes
    )
    return Run(
        dataset=_describe(dataset),
        exam=_exam(dataset),
        systems=tuple(_system(view, scorer, dataset) for view, scorer in prepared.systems.scorers.items()),
        settings=_settings(prepared),
        findings=findings,
        cost={"cells": asked, "stored": stored, "scored": scored, "seconds": round(time.monotonic() - clock, 2)},
        versions={name: version(name) for name in LIBRARIES} | {"python": platform.python_version()},
        command=command,
        started=started.isoformat(timespec="seconds"),
        notes=(*prepared.systems.notes, *dataset.notes, *(f"Skipped: {line}" for line in dataset.skipped)),
    )


def _probe(name: str, settings: AuditSettings) -> Probe:
    own = dict(settings.probe_settings.get(name, {}))
    return probe(name, {"seed": settings.seed, **own})


def _refuse_listwise(probes: tuple[Probe, ...], found: Systems) -> None:
    listwise = [scorer.name for scorer in found.scorers.values() if scorer.listwise]
    for each in probes:
        if listwise and getattr(each, "needs_independent_options", False):
            raise UsageError(
                f"probe '{each.name}' needs scores that do not depend on the other options, and {listwise[0]} is shown "
                f"them. Leave it out: --probes {','.join(p for p in PROBES if p != each.name)}."
            )


def _system(view: str, scorer: Scorer, dataset: Dataset) -> dict[str, Any]:
    items = [named_view(view)(item) for item in dataset]
    cells = own_cells(items)
    truncated = np.zeros(len(items), dtype=np.bool_)
    np.logical_or.at(truncated, cells.rows, scorer.sizes(with_shown(cells) if scorer.listwise else cells).truncated)
    share = float(truncated.mean())
    return {"view": view, "scorer": scorer.name, "fingerprint": scorer.fingerprint, "truncated": share}


def _describe(dataset: Dataset) -> dict[str, Any]:
    return {
        "name": dataset.name,
        "split": dataset.split,
        "source": dataset.source,
        "format": dataset.format,
        "fingerprint": dataset.fingerprint,
        "items": len(dataset),
        "passages": len({item.passage_id for item in dataset}),
        "answered": sum(item.answer is not None for item in dataset),
    }


def _exam(dataset: Dataset) -> dict[str, Any]:
    items = [
        {
            "id": item.id,
            "passage_id": item.passage_id,
            "level": item.level,
            "question": item.question,
            "options": list(item.options),
            "answer": item.answer,
        }
        for item in dataset
    ]
    return {"passages": {item.passage_id: item.passage for item in dataset}, "items": items}


def _settings(prepared: Prepared) -> dict[str, Any]:
    settings = asdict(prepared.settings)
    settings["probes"] = [each.name for each in prepared.probes]
    settings["views"] = list(prepared.systems.views)
    settings.pop("overwrite")
    return settings
