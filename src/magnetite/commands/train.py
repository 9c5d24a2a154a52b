"""Train a system as one call: read the data, take a preset, train, calibrate on dev, and report the learning curves."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.commands.calibrate import Calibrator, fitted_temperature
from magnetite.commands.data import JOINS, limit_items, load_exam, parts_of, said_split, split_reader
from magnetite.commands.panels import Scoring, SystemPanel, seat
from magnetite.commands.record import data_record, system_record, version_record
from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.files import write_whole
from magnetite.core.headings import ACCURACY
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Heading, Number, Run, table
from magnetite.experiments.asking import has_passages, own_scores
from magnetite.experiments.choices import passages_of, read_choices
from magnetite.formats import splits
from magnetite.formats.sources import data_path
from magnetite.report import html_report
from magnetite.request import PRESET, TrainingData, view_name
from magnetite.scorers.loading import CARD
from magnetite.scorers.packaged import SMALL_BASE
from magnetite.scorers.system import load_system, read_system
from magnetite.stats.intervals import share

if TYPE_CHECKING:
    from magnetite.train import Recipe
    from magnetite.train.changes import Augmentation, Change
    from magnetite.train.fit import Progress

REPORT = "training.html"
LEARNED, LOST = 0.02, 0.9  # nats by which the loss fell, and the share of it that was lost again: see `diverged`


def train_system(
    data: TrainingData | str | Path | None = None,
    output: str | Path | None = None,
    *,
    preset: str | Path = PRESET,
    view: str | None = None,
    base: str | None = None,
    init: str | Path | None = None,
    seeds: int | Sequence[int] | None = None,
    augment_with: str | Path | None = None,
    augment_top: int | None = None,
    augment_draw: str | None = None,
    change: str | None = None,
    reshuffle: str | None = None,
    device: str = "auto",
    progress: "Progress" = lambda _seed, _step: None,
    **recipe: Any,
) -> Path:
    """Train a system by a preset, calibrate it on dev, and write its folder, `training.html` in it.

    What is named besides (`recipe`: see `magnetite.train.Recipe`) overrides the preset. `seeds`: how many, or which.
    `augment_with`: a list of options, a file or a name (`formats.option_lists`), of which the `augment_top` (400) with
    the highest interference are kept; each training question gets one of them as a further, wrong option, the same in
    all epochs (`augment_draw` "fixed") or another in each ("epoch"): Lin et al. 2021, §4.5. `change`: an un-answerable
    view of the training questions, such as "P-Shuffle", the same in all epochs (`reshuffle` "fixed") or another in each
    ("epoch"): Si et al. 2019, §4.
    Raises UsageError, DataError, ModelError or StoreError.
    """
    from magnetite.train import train
    from magnetite.train.presets import preset as named_preset

    if not isinstance(data, TrainingData | str | Path | None):
        raise UsageError(
            f"data is a {type(data).__name__}; training reads files. Write it as one (magnetite.convert(data, "
            "'train.jsonl')), and name that."
        )
    if asked := [each.name for each in fields(TrainingData) if each.name in recipe]:
        raise UsageError(f"{asked[0]} says which questions are used: train_system(TrainingData(data, {asked[0]}=…)).")
    chosen = named_preset(str(preset))
    reads = view_name(view or chosen.view or "QOC")
    request = data if isinstance(data, TrainingData) else TrainingData(None if data is None else str(data))
    settings, changed = recipe_of(chosen.settings, recipe), _change(change, reshuffle)
    augment = _augmentation(augment_with, augment_top, augment_draw, _on_hub(request, chosen.hub))
    place = Path("systems") / _place(str(preset)) / reads.lower() if output is None else output
    train_on, dev = training_questions(request, chosen.hub, reads)
    refuse_same(train_on, dev)
    made = train(
        train_on,
        reads,
        Path(place).expanduser(),
        base=base or chosen.base or SMALL_BASE,
        init=Path(init).expanduser() if init else None,
        recipe=settings,
        seeds=seeds_of(seeds, chosen.seeds, recipe.get("seed")),
        dev=dev,
        augment=augment,
        change=changed,
        device=device,
        progress=progress,
        close=False,
    )
    finish(made, train_on, dev, device)
    return made


def finish(made: Path, train_on: Dataset, dev: Dataset | None, device: str) -> None:
    """Calibrate a trained system on dev, write its page, and close its training: the first process alone."""
    from magnetite.train.saving import close_work, is_main

    if is_main():
        if dev is not None:
            calibrate_system(made, dev, device=device)
        write_training_report(made, train_on)
        close_work(made)  # only now: stopped before, the same command calibrates and writes what is missing


def calibrate_system(folder: Path, dev: Dataset, *, device: str = "auto") -> None:
    """Answer the dev questions with a trained system; write its temperature and its accuracy there into its card."""
    trained = read_system(folder)
    system = load_system(trained, {"device": device})
    labelled = dev.with_items([item for item in dev if item.answer is not None])
    panel = SystemPanel({trained.view: seat(trained.view, trained.view, system)}, Calibrator(), Scoring(None))
    scores = own_scores(panel, trained.view, labelled.items, "dev")
    right = share(read_choices(labelled.items, scores).correct, passages_of(labelled.items))
    card = json.loads((folder / CARD).read_text("utf-8"))
    about = {"dataset": dev.name, "split": dev.split, "items": len(labelled), "hash": labelled.fingerprint}
    try:
        card["calibration"] = {"temperature": round(fitted_temperature(labelled.items, scores), 4), **about}
    except DataError:  # answers that no temperature makes as likely as they are right
        card["calibration"] = None
    accuracy = {name: round(getattr(right, name), 4) for name in ("estimate", "low", "high")}
    card["measured"] = {**card.get("measured", {}), "dev": {"accuracy": accuracy.pop("estimate"), **accuracy, **about}}
    write_whole(folder / CARD, (json.dumps(card, indent=1) + "\n").encode())


def recipe_of(preset: Mapping[str, Any], given: Mapping[str, Any]) -> "Recipe":
    """Make the recipe of a preset and what is given over it. Raises UsageError for what is unknown or does not fit."""
    from magnetite.train import Recipe

    known = {field.name for field in fields(Recipe)}
    for name in given:
        if name not in known:
            raise unknown_name("recipe setting", name, sorted(known))
    if given.get("train") in ("head", "none") and given.get("lora_rank"):
        raise UsageError(
            f"train is '{given['train']}' with adapters of rank {given['lora_rank']}; expected none, for the base "
            "stays as it is. Leave --lora out, or train all."
        )
    over = {name: value for name, value in given.items() if value is not None}
    return Recipe(**{**{name: value for name, value in preset.items() if name in known}, **over})


def seeds_of(seeds: int | Sequence[int] | None, preset: tuple[int, ...] | None, first: int | None) -> tuple[int, ...]:
    """Return the seeds to train: those asked for, so many from the first, or the preset's. Raises UsageError."""
    if isinstance(seeds, Sequence):
        return tuple(seeds)
    if seeds is not None and seeds < 1:
        raise UsageError(f"seeds is {seeds}; expected how many to train, 1 or more.")
    usual = preset or (0,)
    if seeds is None and first is None:
        return usual
    start = usual[0] if first is None else first
    return tuple(range(start, start + (seeds or len(usual))))


def training_questions(request: TrainingData, hub: Mapping[str, str], view: str) -> tuple[Dataset, Dataset | None]:
    """Read the questions to train on, sampled where asked for, and those of dev, None where there are none.

    `hub`: where a preset's own data lies, for where none is named. Raises DataError, and UsageError where `view` shows
    passages and no question has one.
    """
    from magnetite.train import sample_items

    train_on, dev = _questions(_on_hub(request, hub))
    for questions in (train_on, dev):
        if questions is not None and "C" in view and not has_passages(questions):
            raise UsageError(
                f"view {view}: it shows the passage, and no question of {questions.source or questions.name} has one. "
                "Train without (--view QO or --view O), or name the column that holds passages: --columns passage=NAME."
            )
    if request.level is not None:
        train_on, dev = of_level(train_on, request.level), None if dev is None else of_level(dev, request.level)
    if request.sample is not None:
        train_on = sample_items(train_on, request.sample, request.sample_seed)
    return train_on, None if dev is None else limit_items(dev, request.dev_limit, 0)


def of_level(dataset: Dataset, level: str) -> Dataset:
    """Keep the questions of a level, under a name that says so. Raises UsageError where there is none of it."""
    kept = [item for item in dataset if item.level == level]
    if not kept:
        levels = sorted({item.level for item in dataset if item.level})
        if levels:
            raise unknown_name(f"{dataset.name} {dataset.split or ''}".strip() + ": level", level, levels)
        raise UsageError(f"{dataset.name}: its questions name no level, so none is '{level}'. Leave --level out.")
    return replace(dataset.with_items(kept), name=f"{dataset.name} {level}")


def refuse_same(dataset: Dataset, dev: Dataset | None) -> None:
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


def write_training_report(folder: Path, dataset: Dataset) -> Path:
    """Write the learning curves of a trained system as a page beside its card."""
    trained = read_system(folder)
    system = load_system(trained, {"device": "cpu"})
    cards = {member.name: json.loads((member / CARD).read_text("utf-8")) for member in trained.members}
    run = Run(
        dataset=data_record(dataset),
        exam={"passages": {}, "items": []},
        systems=(system_record(trained.view, system, []),),
        settings={**next(iter(cards.values())).get("recipe", {}), **_told_of(next(iter(cards.values())))},
        findings=(_finding(trained.view, cards, json.loads((folder / CARD).read_text("utf-8"))),),
        cost={},
        versions=version_record(),
        command="",
        started=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    path = folder / REPORT
    write_whole(path, html_report(run).encode("utf-8", "replace"))
    return path


def _place(preset: str) -> str:
    """Name the folder of a preset's systems: its own name, or that of its file."""
    return Path(preset).stem if preset.endswith(".toml") else preset


def _augmentation(
    listed: str | Path | None, top: int | None, draw: str | None, request: TrainingData
) -> "Augmentation | None":
    """Read the set of wrong options. Raises UsageError where it is said how to draw but not from what."""
    from magnetite.train.changes import DRAWS, TOP, read_augmentation

    if listed is not None:
        splits = split_reader(str(request.data), request.how)
        return read_augmentation(listed, TOP if top is None else top, draw or DRAWS[0], splits)
    for name, value in (("augment_top", top), ("augment_draw", draw)):
        if value is not None:
            raise UsageError(f"{name} is {value!r} without options to draw from. Name their file: --augment-with FILE.")
    return None


def _change(name: str | None, reshuffle: str | None) -> "Change | None":
    """Make the change of the training questions. Raises UsageError where it is said when to draw but not what."""
    from magnetite.train.changes import DRAWS, Change

    if name is not None:
        return Change(name, reshuffle or DRAWS[0])  # type: ignore[arg-type]  # it checks the draw
    if reshuffle is not None:
        raise UsageError(f"reshuffle is {reshuffle!r} without anything to shuffle. Name a change, such as P-Shuffle.")
    return None


def _on_hub(request: TrainingData, hub: Mapping[str, str]) -> TrainingData:
    """Fill in the preset's own data where none was named. Raises UsageError where it names none either."""
    if request.data is not None:
        return request
    if "train" not in hub:
        raise UsageError("no data was named, and the preset names none on the hub. Give a file or folder to train on.")
    return replace(request, data=hub["train"], dev=request.dev or hub.get("dev"))


def _questions(request: TrainingData) -> tuple[Dataset, Dataset | None]:
    assert request.data is not None  # _on_hub saw to it
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


def _finding(view: str, cards: Mapping[str, Mapping[str, Any]], whole: Mapping[str, Any]) -> Finding:
    rows = [
        {"split": "train", **point, "seed": str(card["recipe"]["seed"])}
        for card in cards.values()
        for point in card["curve"]
    ]
    headings = (Heading("seed"), Heading("step"), Heading("split"), Heading("loss", unit="score"), ACCURACY)
    measured = (whole.get("measured") or {}).get("dev")
    first = next(iter(cards.values()))
    numbers = []
    if measured:
        numbers.append(
            Number("dev accuracy", measured["accuracy"], measured["low"], measured["high"], measured["items"])
        )
    if calibration := whole.get("calibration"):
        numbers.append(Number("temperature", calibration["temperature"], n=calibration["items"], unit="temperature"))
    result = f" It answers {measured['accuracy']:.1%} of {measured['items']:,} dev questions." if measured else ""
    return Finding(
        "training",
        "Training",
        f"{_made(view, first, len(cards))}{result}",
        tuple(numbers),
        (table("learning_curve", "Learning curve", headings, rows, "learning_curve"),) if rows else (),
        settings={name: value for name, value in first["recipe"].items() if name != "seed"} | _told_of(first),
        notes=(
            *_diverged_of(cards),
            *(("Points on what is trained on are means over the steps since the last point.",) if rows else ()),
        ),
    )


def diverged(card: Mapping[str, Any]) -> str:
    """Say of a trained system's card that it learned and lost it again, or nothing where it did not.

    Lost is: the loss on what is trained on, as a mean over some steps, ends at nine tenths of what it began with or
    more, counted from the least that it reached. What rises by chance is smaller than 0.02 nats.
    """
    losses = [point["loss"] for point in card.get("curve") or [] if point.get("split", "train") == "train"]
    if not losses or not LEARNED < losses[0] - min(losses) <= (losses[-1] - min(losses)) / LOST:
        return ""
    return (
        f"training diverged: the loss fell from {losses[0]:.3f} to {min(losses):.3f} and ended at {losses[-1]:.3f}. "
        f"The weights are those of step {card['kept_step']:,}. Train with a lower learning rate than "
        f"{card['recipe']['learning_rate']:g}, or with more questions a step."
    )


def _diverged_of(cards: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for card in cards.values():
        if told := diverged(card):
            yield f"Seed {card['recipe']['seed']}: {told}"


def _made(view: str, card: Mapping[str, Any], seeds: int) -> str:
    """Say in a sentence or two what was trained on what."""
    system, share = f"{view} system of {seeds} {'seed' if seeds == 1 else 'seeds'}", card["recipe"].get("train", "all")
    if share == "none":
        return f"A {system} was drawn and not trained: the base as it was pre-trained, with a new final layer."
    trained = "The final layer alone of a" if share == "head" else "A"
    text = f"{trained} {system} was trained on {card['data']['items']:,} questions."
    if augment := card.get("augment"):
        when = "for each epoch" if augment["draw"] == "epoch" else "once"
        drawn = f"drawn {when} from the {augment['options']:,} of {augment['file']}"
        text += f" {augment['questions']:,} of them had one wrong option more, {drawn}."
    if change := card.get("change"):
        when = ", drawn anew each epoch" if change["draw"] == "epoch" else ""
        text += f" They were changed by {change['name']}{when}, so that nobody could have answered them."
    return text


def _told_of(card: Mapping[str, Any]) -> dict[str, Any]:
    return {name: card[name] for name in ("augment", "change") if card.get(name)}
