"""A training, whichever command it is of: its questions, and what follows it.

    chosen, recipe, own = running.presets.with_preset(MySettings, given)
    train_on, dev = training_questions(data, chosen.hub, "QOC")
    magnetite.train.train(train_on, "QOC", folder, recipe=recipe, dev=dev, close=False)
    finish(folder, train_on, dev, "auto")                     calibrated on dev, with its page

Stopped anywhere, the same calls continue.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.files import write_whole
from examfiles.items import Dataset
from examfiles.reasons import Reason, sentences
from examfiles.sources import data_path
from magnetite.core.files import writable
from magnetite.core.headings import ACCURACY
from magnetite.core.results import Finding, Heading, Number, Run, table
from magnetite.experiments.asking import has_passages, own_scores
from magnetite.experiments.choices import passages_of, read_choices
from magnetite.experiments.flags.cards import FLAGS_WORTH, measured_on_keys
from magnetite.experiments.flags.exam import exam_of
from magnetite.experiments.flags.lists import WITH
from magnetite.request import TrainingData
from magnetite.running.calibrate import Calibrator, fitted_temperature
from magnetite.running.data import limit_items
from magnetite.running.panels import Scoring, SystemPanel, seat
from magnetite.running.presets import REPORT, on_hub
from magnetite.running.record import data_record, system_record, version_record
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import load_system, read_system
from magnetite.stats.intervals import share
from magnetite.train.saving import close_work, is_main
from magnetite.views import shows_passage

LEARNED, LOST = 0.02, 0.9  # nats by which the loss fell, and the share of it that was lost again: see `diverged`


def training_questions(request: TrainingData, hub: Mapping[str, str], view: str) -> tuple[Dataset, Dataset | None]:
    """Read the questions to train on, sampled where asked for, and those of dev, None where there are none.

    `hub`: where a preset's own data lies, for where none is named. Raises DataError, and UsageError where `view` shows
    passages and no question has one, and where most dev questions are trained on.
    """
    from magnetite.train import sample_items

    train_on, dev = _questions(on_hub(request, hub))
    for questions in (train_on, dev):
        if questions is not None and shows_passage(view) and not has_passages(questions):
            raise UsageError(
                f"view {view}: it shows the passage, and no question of {questions.source or questions.name} has one. "
                "Train without (--view QO or --view O), or name the column that holds passages: --columns passage=NAME."
            )
    if request.level is not None:
        train_on, dev = of_level(train_on, request.level), None if dev is None else of_level(dev, request.level)
    if request.sample is not None:
        train_on = sample_items(train_on, request.sample, request.sample_seed)
    dev = None if dev is None else limit_items(dev, request.dev_limit, 0)
    _refuse_same(train_on, dev)
    return train_on, dev


def _questions(request: TrainingData) -> tuple[Dataset, Dataset | None]:
    from examfiles import splits
    from magnetite.running.data import JOINS, load_exam, parts_of, said_split

    assert request.data is not None  # on_hub saw to it
    how = request.how
    said = {part: said_split(part)[1] for part in parts_of(request.data)}
    whole = [part for part, own in said.items() if own is None]  # these have a train split and a dev split of their own
    rest = whole or [said_split(part)[0] for part in said if len(said) == 1]
    there = [set(splits(data_path(part), request.format)) for part in rest if "://" not in part]
    has = set.intersection(*there) if there else set()
    split = request.split or ("train" if whole and "train" in has else None)
    dataset = load_exam(request.data, split, **how)
    named = request.dev or ("dev" if "dev" in has and "dev" not in {split, *said.values()} else "off")
    if named == "off":
        return dataset, None
    of_data = JOINS.join(rest) or request.data
    dev = load_exam(of_data, named, **how) if named in {"train", "dev", "test"} else load_exam(named, **how)
    labelled = dev.with_items([item for item in dev if item.answer is not None])
    if not len(labelled):
        raise DataError(
            f"dev '{named}': none of its {len(dev)} questions has a known answer. Name questions with answers, or "
            "train without any: --dev off."
        )
    return dataset, labelled


def of_level(dataset: Dataset, level: str) -> Dataset:
    """Keep the questions of a level, under a name that says so. Raises UsageError where there is none of it."""
    kept = [item for item in dataset if item.level == level]
    if not kept:
        levels = sorted({item.level for item in dataset if item.level})
        if levels:
            raise unknown_name(f"{dataset.name} {dataset.split or ''}".strip() + ": level", level, levels)
        raise UsageError(f"{dataset.name}: its questions name no level, so none is '{level}'. Leave --level out.")
    return replace(dataset.with_items(kept), name=f"{dataset.name} {level}")


def _refuse_same(dataset: Dataset, dev: Dataset | None) -> None:
    """Refuse dev questions most of which are trained on: public sets share a few, a mistake shares them all."""
    if dev is not None and 2 * (same := shared(dataset, dev)) > len(dev):
        raise UsageError(
            f"dev '{dev.name}': {same} of its {len(dev)} questions are among those to train on, so it would measure "
            "memory. Name other questions, or train without any: --dev off."
        )


def shared(dataset: Dataset, other: Dataset) -> int:
    """Count the questions of `other` that stand in `dataset` too, text for text."""
    known = {(item.passage, item.question, item.options) for item in dataset}
    return sum((item.passage, item.question, item.options) in known for item in other)


def finish(made: Path, train_on: Dataset, dev: Dataset | None, device: str) -> None:
    """Calibrate a trained system on dev, write its page, and close its training: the first process alone."""
    if is_main():
        if dev is not None:
            calibrate_system(made, dev, device=device)
        write_training_report(made, train_on)
        close_work(made)  # only now: stopped before, the same command calibrates and writes what is missing


def calibrate_system(folder: Path, dev: Dataset, *, device: str = "auto") -> None:
    """Answer the dev questions with a trained system; write its temperature and its accuracy there into its card.

    For one that reads everything (QOC), its flags on keys are measured, too: what share of them is right.
    """
    trained = read_system(folder)
    system = load_system(trained, {"device": device})
    labelled = dev.with_items([item for item in dev if item.answer is not None])
    panel = SystemPanel({trained.view: seat(trained.view, trained.view, system)}, Calibrator(), Scoring(None))
    scores = own_scores(panel, trained.view, labelled.items, "dev")
    right = share(read_choices(labelled.items, scores).correct, passages_of(labelled.items))
    card = json.loads((folder / CARD).read_text("utf-8"))
    about = {"dataset": dev.name, "split": dev.split, "items": len(labelled), "hash": labelled.fingerprint}
    try:
        temperature = round(fitted_temperature(labelled.items, scores), 4)
        card["calibration"] = {"temperature": temperature, **about}
    except DataError:  # answers that no temperature makes as likely as they are right
        temperature, card["calibration"] = 1.0, None
    if trained.view == WITH:
        answered = exam_of(labelled.items, {WITH: scores}, {WITH: temperature})
        card["measured"] = {**card.get("measured", {}), FLAGS_WORTH: measured_on_keys(answered, len(system.members))}
    accuracy = {name: round(getattr(right, name), 4) for name in ("estimate", "low", "high")}
    card["measured"] = {**card.get("measured", {}), "dev": {"accuracy": accuracy.pop("estimate"), **accuracy, **about}}
    with writable(folder / CARD):
        write_whole(folder / CARD, (json.dumps(card, indent=1) + "\n").encode())


def write_training_report(folder: Path, dataset: Dataset) -> Path:
    """Write the learning curves of a trained system as a page beside its card."""
    from magnetite.report import html_report

    trained = read_system(folder)
    system = load_system(trained, {"device": "cpu"})
    cards = {member.name: json.loads((member / CARD).read_text("utf-8")) for member in trained.members}
    run = Run(
        dataset=data_record(dataset),
        exam={"passages": {}, "items": []},
        systems=(system_record(trained.view, system, []),),
        settings={**next(iter(cards.values())).get("recipe", {}), **_changes_of(next(iter(cards.values())))},
        findings=(_finding(trained.view, cards, json.loads((folder / CARD).read_text("utf-8"))),),
        cost={},
        versions=version_record(),
        command="",
        started=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    path = folder / REPORT
    with writable(path):
        write_whole(path, html_report(run).encode("utf-8", "replace"))
    return path


def _finding(view: str, cards: Mapping[str, Mapping[str, Any]], whole: Mapping[str, Any]) -> "Finding":
    rows = [
        {"split": "train", **point, "seed": str(card["recipe"]["seed"])}
        for card in cards.values()
        for point in card["curve"]
    ]
    headings = (Heading("seed"), Heading("step"), Heading("split"), Heading("loss", unit="score"), ACCURACY)
    measured = (whole.get("measured") or {}).get("dev")
    first = next(iter(cards.values()))
    numbers, answer = [], [*_made(view, first, len(cards))]
    if measured:
        numbers.append(
            Number("dev accuracy", measured["accuracy"], measured["low"], measured["high"], measured["items"])
        )
        answer.append(Reason("training-measured", {"right": measured["accuracy"], "questions": measured["items"]}))
    if calibration := whole.get("calibration"):
        numbers.append(Number("temperature", calibration["temperature"], n=calibration["items"], unit="temperature"))
    lost = ((card["recipe"]["seed"], diverged(card)) for card in cards.values())
    return Finding(
        "training",
        "Training",
        sentences(*answer),
        tuple(numbers),
        (table("learning_curve", "Learning curve", headings, rows, "learning_curve"),) if rows else (),
        settings={name: value for name, value in first["recipe"].items() if name != "seed"} | _changes_of(first),
        notes=(
            *(Reason("training-note-diverged", {"seed": seed, "how": how}) for seed, how in lost if how),
            *((Reason("training-note-means"),) if rows else ()),
        ),
    )


def diverged(card: Mapping[str, Any]) -> Reason | None:
    """Say of a trained system's card that it learned and lost it again; None where it did not.

    Lost is: the loss on what is trained on, as a mean over some steps, ends at nine tenths of what it began with or
    more, counted from the least that it reached. What rises by chance is smaller than 0.02 nats.
    """
    losses = [point["loss"] for point in card.get("curve") or [] if point.get("split", "train") == "train"]
    if not losses or not LEARNED < losses[0] - min(losses) <= (losses[-1] - min(losses)) / LOST:
        return None
    values = {"first": losses[0], "least": min(losses), "last": losses[-1], "step": card["kept_step"]}
    return Reason("training-diverged", {**values, "rate": f"{card['recipe']['learning_rate']:g}"})


def _made(view: str, card: Mapping[str, Any], seeds: int) -> Iterator[Reason]:
    """Yield in a sentence or two what was trained on what."""
    what = {"part": card["recipe"].get("train", "all"), "view": view, "seeds": seeds}
    if what["part"] == "none":
        yield Reason("training-untrained", what)
        return
    yield Reason("training-made", {**what, "questions": card["data"]["items"]})
    if augment := card.get("augment"):
        names = ("questions", "options", "file", "draw")
        yield Reason("training-augmented", {name: augment[name] for name in names})
    if change := card.get("change"):
        yield Reason("training-changed", {"change": change["name"], "draw": change["draw"]})


def _changes_of(card: Mapping[str, Any]) -> dict[str, Any]:
    return {name: card[name] for name in ("augment", "change") if card.get(name)}
