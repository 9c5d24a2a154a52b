"""The case study as a run of its own: one question under one attack, token by token (Si et al. 2019, Figure 9).

What this file leaves out: the steps and what is said of them (`probes.unreadable.trace`).
"""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from magnetite.auditing.places import open_store
from magnetite.auditing.record import data_record, exam_record, version_record
from magnetite.auditing.scoring import Watch
from magnetite.auditing.unreadable.run import Asked, free_folder, prepared, settings_of_run, system_records
from magnetite.auditing.unreadable.scoring import Scoring
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset, Item, letter
from magnetite.core.results import Run
from magnetite.core.scorer import Scorer
from magnetite.probes.unreadable.trace import Trace, trace_finding, traced
from magnetite.report import write_run
from magnetite.views.unreadable import CONTROLS, attack_name
from magnetite.views.unreadable import attack as attacked

PAPERS = "AddSent2Opt-Shuffle"  # the attack of Figure 9


def unreadable_trace(
    data: str | Path | Dataset,
    item: str,
    models: str | Scorer | Sequence[str | Scorer] = "bundled",
    *,
    attack: str = PAPERS,
    option: str | None = None,
    split: str | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = lambda _n, _p: None,
    **given: Any,
) -> Run:
    """Let one question's attacked options grow token by token, and return the probabilities after each as a run.

    `item` is its id; `attack` one of Table 2, `option` the letter of the only option that grows. All else as in
    `unreadable`; a limit is set aside. Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.unreadable_trace("sample", "beginner-01-1", "longest", store="off")
    >>> run.finding("trace").table("trace").columns["added"][0]
    'as it is'
    """
    asked = prepared(data, models, split, output, given, limited=False)
    trace = _traced(asked, item, attack_name(attack), option)
    record = settings_of_run(asked, data, split, item=item, attack=trace.attack, option=option)
    folder = free_folder(asked, record)
    started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.monotonic()
    scoring = Scoring(asked.readers, open_store(asked.settings.store), asked.settings.batch_tokens, watch)
    scores = {each.name: scoring.own(each, trace.steps, item) for each in asked.readers}
    temperatures = {each.name: each.temperature for each in asked.readers}
    only = asked.dataset.with_items([trace.item])
    run = Run(
        dataset={**data_record(only), "fingerprint": asked.dataset.fingerprint},
        exam=exam_record(only),
        systems=system_records(asked, only),
        settings=record,
        findings=(trace_finding(trace, scores, temperatures, settings=record),),
        cost={**scoring.cost, "seconds": round(time.monotonic() - clock, 2)},
        versions=version_record(),
        command=command,
        started=started,
        notes=asked.notes,
    )
    if folder is not None:
        write_run(run, folder)
    return run


def _traced(asked: Asked, id_: str, attack: str, option: str | None) -> Trace:
    item = _item(asked.dataset, id_)
    if item.answer is None:
        raise UsageError(f"item '{id_}' has no known answer, so an attack does not know which option to leave alone.")
    among = [each for each in asked.dataset if each.answer is not None] if attack in CONTROLS else [item]
    made = attacked(among, attack, asked.told.attack_settings(asked.settings.seed))
    changed = made[among.index(item)]
    if not changed.changed:
        raise UsageError(f"item '{id_}': {attack} changes nothing in it. Choose another attack, or another item.")
    passage = (changed.item.passage, changed.item.added) != (item.passage, item.added)
    if passage and option is not None:
        raise UsageError(f"option '{option}': {attack} adds to the passage and changes no option. Leave it out.")
    return traced(item, changed.item, attack, None if option is None else _place(item, option))


def _item(dataset: Dataset, id_: str) -> Item:
    """Find an item. Raises UsageError, with the nearest id, where there is none."""
    for item in dataset:
        if item.id == id_:
            return item
    near = get_close_matches(id_, [item.id for item in dataset], n=1, cutoff=0.4)
    hint = f"Did you mean '{near[0]}'?" if near else f"The first is '{dataset[0].id}'."
    split = f" {dataset.split}" if dataset.split else ""
    others = " Another split is named with --split." if dataset.split else ""
    raise UsageError(
        f"item '{id_}' does not exist among the {len(dataset):,} questions of {dataset.name}{split}. {hint}{others}"
    )


def _place(item: Item, option: str) -> int:
    """Find a wrong option by its letter. Raises UsageError for another."""
    letters = [letter(place) for place in range(len(item.options))]
    wrong = ", ".join(name for name in letters if name != item.answer_letter)
    if option.upper() not in letters:
        raise UsageError(f"option '{option}' does not exist in item '{item.id}'; its wrong options are {wrong}.")
    if option.upper() == item.answer_letter:
        raise UsageError(f"option '{option}' is the right answer, which no attack touches; wrong options are {wrong}.")
    return letters.index(option.upper())
