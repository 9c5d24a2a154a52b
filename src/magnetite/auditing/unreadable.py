"""`unreadable`: shuffled text that nobody can read, put into all questions of a split, or into one token by token."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from magnetite.auditing.data import limit_items, load_test_split, reading_notes, source_name
from magnetite.auditing.driver import Prepared, perform, rehearse, split_settings, systems_of
from magnetite.auditing.panels import Watch, silent
from magnetite.auditing.record import ASKED
from magnetite.auditing.shots import drawn_shots
from magnetite.auditing.systems.system import seen_in_training
from magnetite.core.items import Dataset
from magnetite.core.results import Run
from magnetite.core.scorer import Scorer
from magnetite.experiments.unreadable.experiment import PAPERS, Unreadable, UnreadableTrace, require_answers
from magnetite.request import audit_settings, shared_record
from magnetite.views.unreadable import attack_name

MODE = "unreadable"  # tells such a run from an audit and from a search for magnets
# What tells one run from another, besides the data: a repeat of the same one may take its folder.
SAME = (
    *("mode", "model", "views", "split", "limit", "seed", "attacks", "controls", "threshold", "sentence", "naive"),
    *("item", "attack", "option"),
    *ASKED,
)


def unreadable(
    data: str | Path | Dataset,
    models: str | Path | Scorer | Sequence[str | Path | Scorer] = "bundled",
    *,
    split: str | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Run:
    """Attack a dataset with text that nobody can read, and return the run; with `output`, write its folder too.

    `data`: as in `audit`, its test split where none is named. `models`: one or several, each as in `audit`; of those
    with systems for several views the one that sees most, or those of `views`; an ensemble answers as one. May be given
    besides: the fields of `Unreadable`, and format, columns, limit, seed, views, store, dtype, device, keep, blank,
    scoring, prompt, shots, shots_from, batch_tokens, skip_bad, overwrite.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.unreadable("sample", "longest", attacks=("AddAns2Opt",), controls=False, store="off", limit=20)
    >>> run.finding("unreadable").number("accuracy after", "longest: AddAns2Opt").value
    0.0
    """
    return perform(prepare_unreadable(data, models, split=split, output=output, **given), command=command, watch=watch)


def unreadable_trace(
    data: str | Path | Dataset,
    item: str,
    models: str | Path | Scorer | Sequence[str | Path | Scorer] = "bundled",
    *,
    attack: str = PAPERS,
    option: str | None = None,
    split: str | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Run:
    """Let one question's attacked options grow token by token, and return the probabilities after each as a run.

    `item` is its id; `attack` one of Table 2, `option` the letter of the only option that grows. All else as in
    `unreadable`; a limit is set aside. Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.unreadable_trace("sample", "beginner-01-1", "longest", store="off")
    >>> run.finding("trace").table("trace").values("added")[0]
    'as it is'
    """
    whole = _prepared(data, models, split, {**given, "output": output}, limited=False)
    [attacks] = whole.experiments
    assert isinstance(attacks, Unreadable)
    record = {**whole.record, "item": item, "attack": attack_name(attack), "option": option}
    trace = UnreadableTrace(item, attack, option, attacks, record)
    only = whole.exam.with_items([trace.steps(whole.exam).item])
    return perform(replace(whole, experiments=(trace,), record=record, reported=only), command=command, watch=watch)


def prepare_unreadable(data: str | Path | Dataset, models: Any, *, split: str | None = None, **given: Any) -> Prepared:
    """Read the settings, the data and the systems, and rehearse the attacks; scores nothing."""
    prepared = _prepared(data, models, split, given, limited=True)
    rehearse(prepared.experiments, prepared.exam, prepared.seats)
    seen = seen_in_training([each.system for each in prepared.seats.values()], prepared.exam)
    return replace(prepared, notes=lambda calibration: (*seen, *prepared.notes(calibration)))


def _prepared(
    data: str | Path | Dataset,
    models: Any,
    split: str | None,
    given: Mapping[str, Any],
    *,
    limited: bool,
) -> Prepared:
    own, rest = split_settings(given, Unreadable)
    settings = audit_settings(None, **rest)
    experiment = Unreadable(**own, seed=settings.reading.seed)
    exam = limit_items(
        load_test_split(data, split, settings.reading),
        settings.reading.limit if limited else None,
        settings.reading.seed,
    )
    require_answers(exam)
    named = systems_of(models, settings, drawn_shots(settings.asking, settings.reading, exam))
    record = {"data": source_name(data), "split": split, "model": named.names, "mode": MODE}
    notes = (*named.notes, *reading_notes(exam))
    return Prepared(
        settings,
        exam,
        (experiment,),
        named.seats,
        named.calibrator,
        {**record, **shared_record(settings), **experiment.record},
        lambda _calibration: notes,
        SAME,
    )
