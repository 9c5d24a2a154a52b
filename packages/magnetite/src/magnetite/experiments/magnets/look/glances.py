"""What attracts it, and what happens under attack? The cards that say so, by intervals and tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from examfiles.reasons import Reason, many, sentences
from magnetite.core.results import Finding, Number, Run
from magnetite.experiments.findings import gain, span
from magnetite.report.looks import Glance, Tone
from magnetite.stats.verdict import MARGIN, Verdict, verdict

Attack = Mapping[str, Any]  # a row of the table of attacks


def attracts(run: Run) -> Glance | None:
    """Say in a word whether irrelevant options attract a system more often than a guess would choose them."""
    finding = _found(run, "magnets")
    numbers = {each.label: each for each in finding.numbers} if finding else {}
    rows = _rows(finding, "interference_curve")
    if finding is None or not rows or not {"magnets", "pool"} <= set(numbers):
        return None
    magnets, strongest = int(numbers["magnets"].value), rows[0]
    shown = Number("strongest interference", strongest["interference"], strongest.get("low"), strongest.get("high"))
    tone = Tone.POOR if magnets else _unattracted(finding, shown)
    pool = many(int(numbers["pool"].value), "irrelevant-option")
    values = {"magnets": magnets, "pool": pool, "tone": tone, "guessing": _guessing(finding)}
    best = {"option": strongest["option"], "share": shown.value, "interval": span(shown)}
    sentence = sentences(Reason("glance-magnets", values), Reason("glance-strongest", best))
    return Glance("magnets", Reason("glance-attracts-title"), tone, Reason("glance-attracts-word", values), sentence)


def _unattracted(finding: Finding, strongest: Number) -> Tone:
    """Return what may be said where nothing is a magnet: good where even the strongest wins less often than a guess."""
    below = verdict(strongest, _guessing(finding)) == Verdict.BELOW
    return Tone.GOOD if below else Tone.OPEN


def _guessing(finding: Finding) -> float:
    """Return how often a system that scores at random would choose an irrelevant option; 0 where a run is silent."""
    notes = (note for note in finding.notes if isinstance(note, Reason) and note.code == "magnets-note-guessing")
    return next((float(str(note.values["share"])) for note in notes), 0.0)


def attacked(run: Run) -> Glance | None:
    """Say in a word whether a magnet in place of a wrong option lowers the share of right answers."""
    rows = [row for row in _rows(_found(run, "attack"), "system_attacks") if row["level"] in ("all", None)]
    if not rows:
        return None
    sides = [effect(row) for row in rows]
    harmful = [row for row, side in zip(rows, sides, strict=True) if side == Verdict.BELOW]
    level = all(side == Verdict.LEVEL for side in sides)
    tone = Tone.POOR if harmful else Tone.GOOD if level else Tone.OPEN
    worst = min(harmful or rows, key=lambda row: row["after"])
    change = Number("difference", worst["difference"], worst["low"], worst["high"])
    values = {
        "tone": tone,
        "option": worst["option"],
        "before": worst["before"],
        "after": worst["after"],
        "gain": gain(change.value, change, worst["p"]),
        "questions": many(worst["n"]),
        "members": _members(run, str(worst["system"])),
    }
    sentence = sentences(Reason("glance-attack", values), *_held_up(run, rows))
    return Glance("attack", Reason("glance-attack-title"), tone, Reason("glance-attack-word", values), sentence)


def effect(row: Attack) -> Verdict:
    """Return what may be said of an attack's change: below 0 where it lowers the share of right answers."""
    return verdict(Number("difference", row["difference"], row["low"], row["high"]), margin=MARGIN, p=row["p"])


def _members(run: Run, name: str) -> int:
    """Return how many members a system has; of several, the first is attacked."""
    counts = [system.get("members") for system in run.systems if name in (system.get("view"), system.get("scorer"))]
    return next((int(count) for count in counts if count), 1)


def _held_up(run: Run, rows: Sequence[Attack]) -> tuple[Reason, ...]:
    """Say how many magnets did so on questions that the search never saw, where that was measured."""
    finding = _found(run, "validation")
    held = [each.value for each in finding.numbers if each.label == "magnets that hold up"] if finding else []
    unseen = [each.value for each in finding.numbers if each.label == "questions not seen"] if finding else []
    if len(held) != 1 or not unseen:
        return ()
    options = len({row["option"] for row in rows})
    return (Reason("glance-held", {"held": int(held[0]), "options": options, "questions": many(int(unseen[0]))}),)


def _found(run: Run, experiment: str) -> Finding | None:
    return next((finding for finding in run.findings if finding.experiment == experiment), None)


def _rows(finding: Finding | None, kind: str) -> list[Attack]:
    return [row for table in (finding.tables if finding else ()) if table.kind == kind for row in table.rows()]
