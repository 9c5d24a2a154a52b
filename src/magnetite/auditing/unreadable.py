"""`unreadable`: shuffled text that nobody can read, put into all questions of a split, or into one token by token."""

from dataclasses import replace

from magnetite.auditing.data import limit_items, load_test_split, reading_notes, source_name
from magnetite.auditing.driver import Needed, Prepared, rehearse, systems_of
from magnetite.auditing.record import ASKED, data_record
from magnetite.auditing.shots import drawn_shots
from magnetite.commands.unreadable import UnreadableSettings
from magnetite.core.cells import own_cells
from magnetite.core.errors import UsageError
from magnetite.experiments.unreadable.experiment import PAPERS, Unreadable, UnreadableTrace, require_answers
from magnetite.experiments.unreadable.trial import NO_ATTACK
from magnetite.request import shared_record
from magnetite.scorers.system import as_read, seen_in_training
from magnetite.views import view as named_view
from magnetite.views.unreadable import attack_name

WHOLE = "QOC"
MODE = "unreadable"  # tells such a run from an audit and from a search for magnets
# What tells one run from another, besides the data: a repeat of the same one may take its folder.
SAME = (
    *("mode", "model", "views", "split", "limit", "seed", "attacks", "controls", "threshold", "sentence", "naive"),
    *("item", "attack", "option"),
    *ASKED,
)


def prepared(settings: UnreadableSettings) -> Prepared:
    """Read the data and the systems, and rehearse the attacks, or take one question apart; scores nothing."""
    if settings.trace:
        return _prepared_trace(settings)
    ready, attacks = _prepared(settings, settings.reading.limit)
    rehearse(ready.experiments, ready.exam, ready.seats)
    seen = seen_in_training([each.system for each in ready.seats.values()], ready.exam)
    return replace(
        ready,
        notes=lambda calibration: (*seen, *ready.notes(calibration)),
        cells=lambda: _needed(ready, attacks),
    )


def _prepared_trace(settings: UnreadableSettings) -> Prepared:
    """Read the data and the systems, and attack one question, whose attacked options grow token by token."""
    ready, attacks = _prepared(settings, None)
    attack = settings.attack or (settings.attacks[0] if settings.attacks else PAPERS)
    record = {**ready.record, "item": settings.item, "attack": attack_name(attack), "option": settings.option}
    trace = UnreadableTrace(str(settings.item), attack, settings.option, attacks, record)
    only = ready.exam.with_items([trace.steps(ready.exam).item])
    return replace(ready, experiments=(trace,), record=record, reported=only, cells=_refuse_export)


def _prepared(settings: UnreadableSettings, limit: int | None) -> tuple[Prepared, Unreadable]:
    if settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    reading, asking = settings.reading, settings.asking
    names = ("threshold", "sentence", "listed", *(() if settings.trace else ("attacks",)))
    own = {name: value for name in names if (value := getattr(settings, name)) is not None}
    attacks = Unreadable(**own, controls=settings.controls, naive=settings.naive, seed=reading.seed)
    exam = limit_items(load_test_split(settings.data, reading.split, reading), limit, reading.seed)
    require_answers(exam)
    named = systems_of(settings.models, asking, reading.seed, drawn_shots(asking, reading, exam))
    record = {"data": source_name(settings.data), "split": reading.split, "model": named.names, "mode": MODE}
    notes = (*named.notes, *reading_notes(exam))
    ready = Prepared(
        settings,
        exam,
        (attacks,),
        named.seats,
        named.calibrator,
        {**record, **shared_record(settings), **attacks.record},
        lambda _calibration: notes,
        SAME,
    )
    return ready, attacks


def _needed(ready: Prepared, attacks: Unreadable) -> Needed:
    """Return the cells of every attack and control, each part by its name."""
    trial, parts = attacks.trial(ready.exam), []
    for seat in ready.seats.values():
        view = seat.panelist.view
        for name in (NO_ATTACK, *trial.attacked):
            plain = view if name == NO_ATTACK else f"{view} {name}"
            label = name if view == WHOLE and name != NO_ATTACK else plain
            shown = own_cells([named_view(view)(item) for item in trial.under(name)])
            parts.append((label, as_read(seat.system.first, shown)))
    return Needed(data_record(ready.exam), tuple(parts), ready.settings)


def _refuse_export() -> Needed:
    raise UsageError(
        "trace belongs to a single question. Export the attacks; a question looked at token by token lists what it "
        "lacks besides when it is run."
    )
