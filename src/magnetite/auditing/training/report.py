"""The page of a trained system: how it was made, its learning curves, and what it answers on dev.

What this file leaves out: training and measuring (`training`), and how a page looks (`magnetite.report`).
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from magnetite.auditing.record import data_record, system_record, version_record
from magnetite.auditing.systems.folders import load_system, system_in
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Number, Run, Table
from magnetite.report import html_report
from magnetite.scorers.loading import CARD

REPORT = "training.html"


def write_training_report(folder: Path, dataset: Dataset) -> Path:
    """Write the learning curves of a trained system as a page beside its card."""
    found = system_in(folder)
    system = load_system(found, {"device": "cpu"})
    cards = {member.name: json.loads((member / CARD).read_text("utf-8")) for member in found.members}
    run = Run(
        dataset=data_record(dataset),
        exam={"passages": {}, "items": []},
        systems=(system_record(found.view, system, []),),
        settings={**next(iter(cards.values())).get("recipe", {}), **_told_of(next(iter(cards.values())))},
        findings=(_finding(found.view, cards, json.loads((folder / CARD).read_text("utf-8"))),),
        cost={},
        versions=version_record(),
        command="",
        started=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    path = folder / REPORT
    path.write_text(html_report(run), "utf-8")
    return path


def _finding(view: str, cards: Mapping[str, Mapping[str, Any]], whole: Mapping[str, Any]) -> Finding:
    rows = [
        (str(card["recipe"]["seed"]), point["step"], point.get("split", "train"), point["loss"], point["accuracy"])
        for card in cards.values()
        for point in card["curve"]
    ]
    columns = {name: [row[k] for row in rows] for k, name in enumerate(("seed", "step", "split", "loss", "accuracy"))}
    measured = (whole.get("measured") or {}).get("dev")
    first = next(iter(cards.values()))
    numbers = []
    if measured:
        numbers.append(
            Number("dev accuracy", measured["accuracy"], measured["low"], measured["high"], measured["items"])
        )
    if calibration := whole.get("calibration"):
        numbers.append(Number("temperature", calibration["temperature"], n=calibration["items"], unit="temperature"))
    said = f" It answers {measured['accuracy']:.1%} of {measured['items']:,} dev questions." if measured else ""
    return Finding(
        "training",
        "Training",
        f"{_made(view, first, len(cards))}{said}",
        tuple(numbers),
        (Table("learning_curve", "Learning curve", columns, "learning_curve"),) if rows else (),
        settings={name: value for name, value in first["recipe"].items() if name != "seed"} | _told_of(first),
        notes=("Points on what is trained on are means over the steps since the last point.",) if rows else (),
    )


def _made(view: str, card: Mapping[str, Any], seeds: int) -> str:
    """Say in a sentence or two what was trained on what."""
    system, share = f"{view} system of {seeds} {'seed' if seeds == 1 else 'seeds'}", card["recipe"].get("train", "all")
    if share == "none":
        return f"A {system} was drawn and not trained: the base as it was pre-trained, with a new final layer."
    trained = "The final layer alone of a" if share == "head" else "A"
    said = f"{trained} {system} was trained on {card['data']['items']:,} questions."
    if augment := card.get("augment"):
        when = "for each epoch" if augment["draw"] == "epoch" else "once"
        drawn = f"drawn {when} from the {augment['options']:,} of {augment['file']}"
        said += f" {augment['questions']:,} of them had one wrong option more, {drawn}."
    if change := card.get("change"):
        when = ", drawn anew each epoch" if change["draw"] == "epoch" else ""
        said += f" They were changed by {change['name']}{when}, so that nobody could have answered them."
    return said


def _told_of(card: Mapping[str, Any]) -> dict[str, Any]:
    return {name: card[name] for name in ("augment", "change") if card.get(name)}
