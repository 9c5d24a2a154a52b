"""A study's design as a file: `study.json`, beside `study.sqlite`, which holds the answers (`database`)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from examfiles.errors import DataError, StoreError, UsageError
from examfiles.files import disk_fault, write_whole
from examfiles.items import Item
from examfiles.reasons import reason_of
from magnetite.core.files import writable
from magnetite_study.design import ASSIGNMENTS, EDITION, KINDS, Design, Magnet, Shortcut, StudyQuestion
from magnetite_study.exclusions import Exclusions

DESIGN, DATABASE = "study.json", "study.sqlite"
FORMATS = (1, EDITION)
LATER = ("until", "debriefing")  # texts that a design of the first edition does not have
TEXTS = (
    *("name", "participants", "title", "instructions", "consent", "language", "fields", "allow_change", "edition"),
    *LATER,
)


def write_design(folder: str | Path, design: Design) -> Path:
    """Write a design into a new study's folder, whole or not at all; return its path.

    Raises UsageError where the folder already holds a study, which is never replaced, and StoreError where it cannot
    be written.
    """
    path = Path(folder) / DESIGN
    if path.exists():
        raise UsageError(f"{path}: there is already a study, and a design is never changed. Name another folder.")
    text = json.dumps({"format": design.edition, **_plain(design)}, indent=1)
    with writable(path, "Name another folder."):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the folder holds the key, and who answered what
        return write_whole(path, text.encode(), private=True)


def read_design(folder: str | Path) -> Design:
    """Read a study's design. Raises UsageError where there is no study, DataError where it cannot be read."""
    path = Path(folder) / DESIGN
    if not path.is_file():
        raise UsageError(
            f"{folder}: there is no study here ({DESIGN} is missing). Create one with magnetite study create."
        )
    try:
        raw = json.loads(path.read_text("utf-8"))
        if raw["format"] not in FORMATS:
            raise DataError(
                f"{path}: its format is {raw['format']!r}; this version of Magnetite reads formats 1 and {EDITION}. "
                "Read it with the version that made it."
            )
        raw |= {"edition": raw["format"], "exclusions": Exclusions(**raw.get("exclusions", {}))}
        raw = {**dict.fromkeys(LATER, ""), **raw} if raw["format"] == 1 else raw
        fields: dict[str, Any] = {name: raw[name] for name in Design.__slots__}
        if fields["kind"] not in KINDS or fields["assignment"] not in ASSIGNMENTS:
            raise ValueError(f"design '{fields['kind']}', '{fields['assignment']}'")
        questions = tuple(_question(each) for each in raw["questions"])
        return Design(
            **{
                **fields,
                "questions": questions,
                "fields": tuple(raw["fields"]),
                "notes": tuple(map(reason_of, raw["notes"])),
            }
        )
    except OSError as error:
        raise StoreError(f"{path}: cannot be read ({disk_fault(error, path)}).") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(
            f"{path}: this is not the design of a study ({type(error).__name__}: {error}). Put back the file that "
            "magnetite study create wrote; the answers are in study.sqlite and are not lost."
        ) from error


def design_print(design: Design) -> str:
    """Return a hash of all that participants see, agree to and are asked, and of how answers are analysed.

    64 hexadecimal digits. In the first edition the texts around questions had no part in it.
    """
    questions = [_plain_question(each) for each in design.questions]
    made_from: list[Any] = [design.kind, design.assignment, design.seed, questions]
    if design.edition > 1:
        made_from += [getattr(design, name) for name in TEXTS] + [asdict(design.exclusions)]
    return hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()


def _plain(design: Design) -> dict[str, Any]:
    apart = {"questions", "edition", *(("exclusions", *LATER) if design.edition == 1 else ())}
    plain = {name: getattr(design, name) for name in Design.__slots__ if name not in apart}
    if design.edition > 1:
        plain["exclusions"] = asdict(design.exclusions)
    notes = [asdict(note) for note in design.notes]
    return {
        **plain,
        "notes": notes,
        "sources": dict(design.sources),
        "questions": [_plain_question(each) for each in design.questions],
    }


def _plain_question(question: StudyQuestion) -> dict[str, Any]:
    item = {name: getattr(question.item, name) for name in Item.__slots__}
    return {
        "id": question.id,
        "item": {**item, "metadata": dict(question.item.metadata)},
        "keeps_order": question.keeps_order,
        "magnet": _plain_magnet(question.magnet) if question.magnet else None,
        "shortcut": asdict(question.shortcut) if question.shortcut else None,
        "chosen": dict(question.chosen),
        **({"withheld": question.withheld} if question.withheld else {}),  # else as earlier versions wrote it
        **({"flagged": question.flagged} if question.flagged is not None else {}),
    }


def _plain_magnet(magnet: Magnet) -> dict[str, Any]:
    return {name: value for name, value in asdict(magnet).items() if name != "last" or value}  # as earlier versions


def _question(raw: Mapping[str, Any]) -> StudyQuestion:
    magnet, shortcut = raw["magnet"], raw["shortcut"]
    return StudyQuestion(
        raw["id"],
        Item(**{**raw["item"], "options": tuple(raw["item"]["options"])}),
        raw["keeps_order"],
        Magnet(**magnet) if magnet else None,
        Shortcut(**{**shortcut, "probabilities": tuple(shortcut["probabilities"])}) if shortcut else None,
        raw["chosen"],
        raw.get("withheld", ""),
        raw.get("flagged"),
    )
