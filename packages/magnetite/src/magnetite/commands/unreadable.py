"""`unreadable`: attack questions with text that nobody can read, and see which systems fall for it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import UsageError
from examfiles.items import Dataset
from magnetite.core.setting import part, setting
from magnetite.request import DATA, PROMPTING, RICHEST, Asking, Reading, Writing, check_values, models, shared_record
from magnetite.running.command import Command
from magnetite.views import view as named_view
from magnetite.views.unreadable import attack_name

if TYPE_CHECKING:
    from magnetite.experiments.unreadable.experiment import Unreadable
    from magnetite.running.driver import NeededCells, Prepared

WHOLE_VIEW = "QOC"
MODE = "unreadable"  # tells such a run from an audit and from a search for magnets
# What tells one run from another, besides the data: a repeat of the same one may take its folder.
SHARED_SETTINGS = (
    *("mode", "model", "views", "split", "limit", "seed", "attacks", "controls", "threshold", "sentence", "naive"),
    *("item", "attack", "option"),
    *PROMPTING,
)


@dataclass(frozen=True, slots=True)
class UnreadableSettings:
    """Every setting of un-readable attacks, or with `trace` of one question under one of them, token by token.

    Those of the attacks are the experiment's (`magnetite.experiments.unreadable.experiment.Unreadable`); None stands
    for its default.
    """

    data: "str | Path | Dataset | None" = setting(None, DATA, metavar="DATA")
    models: Any = models()
    attacks: tuple[str, ...] | None = setting(
        None, "Which attacks: of the seven, or None2Key.", metavar="NAME,…", otherwise="the seven"
    )
    controls: bool = setting(True, "Also measure the controls of each attack.", option="--controls/--no-controls")
    threshold: float | None = setting(None, "Shuffle again until this ShuffleDegree, from 0 to below 1.")
    sentence: str | None = setting(
        None, "One sentence of the passage for each distractor, or question.", otherwise="distractor"
    )
    naive: bool = setting(False, "Add text to the passage itself, where truncation can lose it.")
    listed: int | None = setting(None, "Number of changed answers listed per attack.", least=0, otherwise="20")
    item: str | None = setting(None, "(with --trace) The question.", metavar="ID")
    attack: str | None = setting(None, "(with --trace) The attack.", metavar="NAME", otherwise="AddSent2Opt-Shuffle")
    option: str | None = setting(None, "(with --trace) Let only this wrong option grow.", metavar="LETTER")
    trace: bool = setting(False, "Show the probabilities of one question's options, token by token.")
    reading: Reading = part(Reading, split="Split to attack.  \\[default: test, or the only one]")
    asking: Asking = part(Asking, "model", "systems", views=RICHEST)
    writing: Writing = part(Writing)

    def __post_init__(self) -> None:
        check_values(self)
        if self.trace and self.item is None:
            raise UsageError("--trace needs one question: name it with --item; a run without --trace lists candidates.")
        for name in () if self.trace else ("item", "attack", "option"):
            if (value := getattr(self, name)) is not None:
                more = " For some of the attacks only, use --attacks." if name == "attack" else ""
                raise UsageError(f"--{name} '{value}' needs a single question: add --trace.{more}")


def prepared(settings: UnreadableSettings) -> "Prepared":
    """Read the data and the systems, and rehearse the attacks, or take one question apart; scores nothing."""
    from magnetite.running.driver import rehearse
    from magnetite.scorers.system import seen_in_training

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


def _prepared_trace(settings: UnreadableSettings) -> "Prepared":
    """Read the data and the systems, and attack one question, whose attacked options grow token by token."""
    from magnetite.experiments.unreadable.experiment import PAPERS, UnreadableTrace

    ready, attacks = _prepared(settings, None)
    attack = settings.attack or (settings.attacks[0] if settings.attacks else PAPERS)
    record = {**ready.record, "item": settings.item, "attack": attack_name(attack), "option": settings.option}
    trace = UnreadableTrace(str(settings.item), attack, settings.option, attacks, record)
    only = ready.exam.with_items([trace.steps(ready.exam).item])
    return replace(ready, experiments=(trace,), record=record, reported=only, cells=_refuse_export)


def _prepared(settings: UnreadableSettings, limit: int | None) -> "tuple[Prepared, Unreadable]":
    from magnetite.experiments.unreadable.experiment import Unreadable, require_answers
    from magnetite.running.data import drawn_shots, limit_items, load_test_split, reading_notes, source_name
    from magnetite.running.driver import Prepared, find_named

    if settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    reading, asking = settings.reading, settings.asking
    names = ("threshold", "sentence", "listed", *(() if settings.trace else ("attacks",)))
    own = {name: value for name in names if (value := getattr(settings, name)) is not None}
    attacks = Unreadable(**own, controls=settings.controls, naive=settings.naive, seed=reading.seed)
    exam = limit_items(load_test_split(settings.data, reading.split, reading), limit, reading.seed)
    require_answers(exam)
    named = find_named(settings.models, asking, reading.seed, drawn_shots(asking, reading, exam))
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
        SHARED_SETTINGS,
    )
    return ready, attacks


def _needed(ready: "Prepared", attacks: "Unreadable") -> "NeededCells":
    """Return the cells of every attack and control, each part by its name."""
    from magnetite.core.cells import own_cells
    from magnetite.experiments.unreadable.trial import NO_ATTACK
    from magnetite.running.driver import NeededCells
    from magnetite.running.record import data_record
    from magnetite.scorers.system import as_read

    trial, parts = attacks.trial(ready.exam), []
    for seat in ready.seats.values():
        view = seat.panelist.view
        for name in (NO_ATTACK, *trial.attacked):
            plain = view if name == NO_ATTACK else f"{view} {name}"
            label = name if view == WHOLE_VIEW and name != NO_ATTACK else plain
            shown = own_cells([named_view(view)(item) for item in trial.under(name)])
            parts.append((label, as_read(seat.system.first, shown)))
    return NeededCells(data_record(ready.exam), tuple(parts), ready.settings, exam=ready.exam)


def _refuse_export() -> "NeededCells":
    raise UsageError(
        "trace belongs to a single question. Export the attacks; the trace of a question lists what else it lacks "
        "when it is run."
    )


UNREADABLE: "Command[UnreadableSettings, Prepared]" = Command(
    "unreadable",
    UnreadableSettings,
    prepared,
    ("data", "models"),
    "these attacks",
    """Attack a system with shuffled words that no reader would fall for, and with controls (Si et al. 2019).

    Example: magnetite unreadable RACE.tar.gz --model bundled --limit 500
    """,
    needs="audit",
)
