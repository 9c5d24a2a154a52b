"""Magnet options, whole: screen a pool on several systems, try the strongest everywhere, and attack with them.

Lin, Zou and Ding (2021), at the paper's sizes by default. A race asks only for the cells that the strongest need.
What this file leaves out: questions and pool (`magnets.data`), scoring (`magnets.scoring`), what findings say
(`probes`), and training against magnets (`training`).
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from magnetite.auditing.audit import audit_settings
from magnetite.auditing.magnets.data import Questions, questions
from magnetite.auditing.magnets.scoring import Entrant, Scoring, entrants, refuse_incomplete
from magnetite.auditing.magnets.settings import MagnetSettings
from magnetite.auditing.places import open_store, refuse_other_run
from magnetite.auditing.record import data_record, exam_record, system_record, version_record
from magnetite.auditing.run import Cost
from magnetite.auditing.scoring import Watch
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems.seen import seen_in_training
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Run
from magnetite.core.scorer import Scorer
from magnetite.formats.options import ListedOption, write_options
from magnetite.probes.magnets.agreement import agreement_finding, transfer_finding
from magnetite.probes.magnets.attacks import attack_panel, attacks_finding
from magnetite.probes.magnets.features import feature_finding
from magnetite.probes.magnets.panel import Panel, magnet_set, panel
from magnetite.probes.magnets.pool import given_pool
from magnetite.probes.magnets.race import race_finding
from magnetite.probes.magnets.screening import ordered_options, screening_finding
from magnetite.probes.magnets.validation import validation_finding
from magnetite.report import write_run

OPTIONS, MAGNETS = "options.jsonl", "magnets.jsonl"
# What tells one search from another, besides the data: a repeat of the same one may take its folder.
SAME = ("model", "mode", "split", "pool", "pool_passages", "pool_splits", "screen_passages", "seed", "top", "replace")


def magnets(
    data: str | Path | Dataset,
    models: str | Scorer | Sequence[str | Scorer] = "bundled",
    *,
    split: str | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = lambda _n, _p: None,
    **given: Any,
) -> Run:
    """Search for magnet options and attack with them, and return the run; with `output`, write its folder too.

    `data`: as in `audit`, its test split where none is named; the pool is drawn from its test and training splits,
    where it has them. `models`: one or several, each as in `audit`; of those with systems for several views the one
    that sees most, or those of `views`. May be given besides: the fields of `MagnetSettings`, and format, columns,
    limit, seed, views, store, dtype, device, keep, blank, batch_tokens, skip_bad, overwrite. The run folder holds
    `options.jsonl`, every option with its interference score (of a race, those it kept), for
    `magnetite train --augment-with`; and `magnets.jsonl`, the set.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.magnets("sample", "longest", store="off", top=3)
    >>> len(set(run.finding("attack").table("attacks").columns["option"]))
    3
    """
    settings, told, asked, entered = _prepared(data, models, split, output, given)
    listed = [each.name for each in entered]
    record = _record(settings, told, data, split, listed)
    folder = Path(settings.output).expanduser() if settings.output else None
    if folder is not None:
        refuse_other_run(folder, asked.reported.fingerprint, record, overwrite=settings.overwrite, same=SAME)
    started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.monotonic()
    scoring = Scoring(entered, open_store(settings.store), settings.batch_tokens, watch)
    searched, chosen, findings = _findings(asked, scoring, told, settings.seed)
    run = Run(
        dataset=data_record(asked.reported),
        exam=exam_record(asked.reported),
        systems=tuple(_systems(scoring.entrants, asked)),
        settings=record,
        findings=findings,
        cost={**scoring.cost, "seconds": round(time.monotonic() - clock, 2)},
        versions=version_record(),
        command=command,
        started=started,
        notes=(*seen_in_training([each.system for each in entered], asked.full), *asked.notes),
    )
    if folder is not None:
        write_run(run, folder)
        rows = [ListedOption(*row) for row in ordered_options(searched)]
        write_options(folder / OPTIONS, rows)
        strongest = {searched.pool.options[k] for k in chosen}
        write_options(folder / MAGNETS, [row for row in rows if row.option in strongest])
    return run


def magnet_costs(
    data: str | Path | Dataset,
    models: str | Scorer | Sequence[str | Scorer] = "bundled",
    *,
    split: str | None = None,
    **given: Any,
) -> list[Cost]:
    """Say what `magnets` would score: the dry run. What a race asks for is a guess, from the size of pool and top."""
    settings, told, asked, entered = _prepared(data, models, split, None, given)
    scoring = Scoring(entered, open_store(settings.store), settings.batch_tokens, lambda _n, _p: None)
    return list(scoring.costs(asked, told))


def _prepared(
    data: str | Path | Dataset, models: Any, split: str | None, output: str | Path | None, given: Mapping[str, Any]
) -> tuple[AuditSettings, MagnetSettings, Questions, list[Entrant]]:
    names = {field.name for field in fields(MagnetSettings)}
    told = MagnetSettings(**{name: value for name, value in given.items() if name in names and value is not None})
    settings = audit_settings(None, output=output, **{name: v for name, v in given.items() if name not in names})
    listed = [models] if isinstance(models, str) or not isinstance(models, Sequence) else list(models)
    return settings, told, questions(data, split, settings, told), entrants(listed, settings, told)


def _findings(
    asked: Questions, scoring: Scoring, told: MagnetSettings, seed: int
) -> tuple[Panel, list[int], tuple[Finding, ...]]:
    """Screen, then read every finding from the scores."""
    items, record = asked.screened.items, asdict(told)
    refuse_incomplete(scoring.entrants, asked, told.mode)
    own = scoring.own(items, "own options")
    raced = scoring.race(items, asked.pool, own, told, seed) if told.mode == "race" else None
    pool = asked.pool if raced is None else asked.pool.take(raced.kept)
    found = panel(items, pool, own, scoring.crossed(items, pool, "screen"))
    chosen = magnet_set(found, found.mean, told.top, told.series_at_most)
    if not chosen:
        raise UsageError(
            f"magnets: none of the {len(asked.pool.options):,} options can be a magnet: those that may be tried "
            "anywhere all combine others. Allow some (--series-at-most), or widen the pool."
        )
    size = len(asked.pool.options)
    findings = [screening_finding(found, chosen, pool=size, settings=record, seed=seed)]
    if raced is not None:
        findings.append(race_finding(raced.found, asked.pool, raced.stand_in_cells, settings=record))
    if told.mode == "full":
        findings += _full_only(found, asked, record, seed)
    if len(found.names) > 1 and any(item.answer is not None for item in items):
        after = attack_panel(found, told.replace, seed)
        strongest = [magnet_set(found, each, told.top, told.series_at_most) for each in found.interference.T]
        findings.append(transfer_finding(found, after, strongest, settings=record, seed=seed))
    return found, chosen, (*findings, *_elsewhere(asked, scoring, found, chosen, (told, seed)))


def _full_only(found: Panel, asked: Questions, record: Mapping[str, Any], seed: int) -> list[Finding]:
    """Report what needs every option's score: how systems compare, and what goes with interference."""
    several = [agreement_finding(found, settings=record, seed=seed)] if len(found.names) > 1 else []
    return [*several, feature_finding(found, asked.whole.items, settings=record)]


def _elsewhere(
    asked: Questions, scoring: Scoring, found: Panel, chosen: list[int], how: tuple[MagnetSettings, int]
) -> list[Finding]:
    """Try the set of magnets on the whole split, or on the screened questions alone, and attack with it there."""
    told, seed = how
    record = asdict(told)
    texts = [found.pool.options[k] for k in chosen]
    dataset = asked.reported
    pool = given_pool(dataset, texts, [asked.full])
    own, crossed = scoring.own(dataset.items, "all questions"), scoring.crossed(dataset.items, pool, "magnets")
    whole = panel(dataset.items, pool, own, crossed)
    findings = [validation_finding(found, whole, chosen, settings=record)] if told.validate else []
    after = attack_panel(whole, told.replace, seed)
    return [*findings, attacks_finding(whole, after, settings=record, resamples=told.resamples, seed=seed)]


def _systems(entered: Sequence[Entrant], asked: Questions) -> list[dict[str, Any]]:
    return [{**system_record(each.view, each.system, [asked.screened]), "name": each.name} for each in entered]


def _record(
    settings: AuditSettings, told: MagnetSettings, data: Any, split: str | None, listed: Sequence[str]
) -> dict[str, Any]:
    kept = {"format", "columns", "limit", "seed", "views", "store", "dtype", "device", "keep", "blank", "batch_tokens"}
    record = {name: value for name, value in asdict(settings).items() if name in kept}
    source = data.name if isinstance(data, Dataset) else str(data)
    return {"data": source, "split": split, "model": ", ".join(listed), "systems": None, **record, **asdict(told)}
