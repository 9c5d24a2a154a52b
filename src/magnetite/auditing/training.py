"""Train a system as one call: read the data, take a preset, train, calibrate on dev, and report the learning curves.

What this file leaves out: training itself (`magnetite.train`), and how temperatures are fitted (`calibrate`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.auditing.calibrate import fitted_temperatures
from magnetite.auditing.folders import load_system, system_in
from magnetite.auditing.joined import data_path, load_joined, parts_of
from magnetite.auditing.record import data_record, system_record, version_record
from magnetite.auditing.scoring import score_need
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import view_name
from magnetite.core.cells import own_cells
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset
from magnetite.core.probe import Need
from magnetite.core.results import Finding, Number, Run, Table
from magnetite.formats import splits
from magnetite.probes.choices import passages_of, read_choices
from magnetite.report import html_report
from magnetite.scorers.loading import CARD
from magnetite.stats.intervals import share
from magnetite.views import view as named_view

if TYPE_CHECKING:
    from magnetite.train import Recipe
    from magnetite.train.train import Progress

REPORT = "training.html"
PRESET = "small"


@dataclass(frozen=True, slots=True)
class TrainingData:
    """Say which questions a system is trained on, and which it is tried on while it trains.

    `data`: a path, paths joined with "+", or None for those that the preset names on the hub. `dev`: a split of `data`,
    a path, "off", or None for the data's own dev split where it has one; at most `dev_limit` questions of it are used.
    `sample`: train on so many questions, drawn as whole passages by `sample_seed`.
    """

    data: str | None = None
    split: str | None = None
    format: str | None = None
    columns: Mapping[str, str] | None = None
    skip_bad: bool = False
    sample: int | None = None
    sample_seed: int = 0
    dev: str | None = None
    dev_limit: int | None = 1000


def train_system(
    data: TrainingData | str | Path | None = None,
    output: str | Path | None = None,
    *,
    preset: str = PRESET,
    view: str | None = None,
    base: str | None = None,
    init: str | Path | None = None,
    seeds: int | tuple[int, ...] | None = None,
    device: str = "auto",
    progress: "Progress" = lambda _seed, _step: None,
    **recipe: Any,
) -> Path:
    """Train a system by a preset, calibrate it on dev, and write its folder, `training.html` in it.

    What is named besides (`recipe`: see `magnetite.train.Recipe`) overrides the preset. `seeds`: how many, or which.
    Raises UsageError, DataError, ModelError or StoreError.
    """
    from magnetite.train import sample_items, train
    from magnetite.train.presets import preset as named_preset
    from magnetite.train.saving import is_main

    chosen = named_preset(preset)
    reads = view_name(view or chosen.view or "QOC")
    place = Path("systems") / preset.removesuffix(".toml") / reads.lower() if output is None else output
    said = data if isinstance(data, TrainingData) else TrainingData(None if data is None else str(data))
    train_on, dev = _questions(_on_hub(said, chosen.hub))
    if said.sample is not None:
        train_on = sample_items(train_on, said.sample, said.sample_seed)
    made = train(
        train_on,
        reads,
        Path(place).expanduser(),
        base=base or chosen.base or "",
        init=Path(init).expanduser() if init else None,
        recipe=_recipe(chosen.settings, recipe),
        seeds=_seeds(seeds, chosen.seeds, recipe.get("seed")),
        dev=dev,
        device=device,
        progress=progress,
    )
    if is_main():
        if dev is not None:
            calibrate_system(made, dev, device=device)
        write_training_report(made, train_on)
    return made


def calibrate_system(folder: Path, dev: Dataset, *, device: str = "auto") -> None:
    """Answer the dev questions with a trained system; write its temperature and its accuracy there into its card."""
    found = system_in(folder)
    system = load_system(found, {"device": device})
    labelled = dev.with_items([item for item in dev if item.answer is not None])
    need = Need(found.view, own_cells([named_view(found.view)(item) for item in labelled]))
    scored = score_need(system, need, None, batch_tokens=None, label="dev", watch=lambda _n, _p: None)
    fitted = fitted_temperatures(labelled, {found.view: need}, {found.view: scored.scores}, labelled.with_items([]))
    right = share(read_choices(labelled.items, scored.scores).correct, passages_of(labelled.items))
    card = json.loads((folder / CARD).read_text("utf-8"))
    about = {"dataset": dev.name, "split": dev.split, "items": len(labelled), "hash": labelled.fingerprint}
    temperature = fitted.by_view.get(found.view)
    card["calibration"] = None if temperature is None else {"temperature": round(temperature, 4), **about}
    accuracy = {name: round(getattr(right, name), 4) for name in ("estimate", "low", "high")}
    card["measured"] = {**card.get("measured", {}), "dev": {"accuracy": accuracy.pop("estimate"), **accuracy, **about}}
    (folder / CARD).write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def write_training_report(folder: Path, dataset: Dataset) -> Path:
    """Write the learning curves of a trained system as a page beside its card."""
    found = system_in(folder)
    system = load_system(found, {"device": "cpu"})
    cards = {member.name: json.loads((member / CARD).read_text("utf-8")) for member in found.members}
    run = Run(
        dataset=data_record(dataset),
        exam={"passages": {}, "items": []},
        systems=(system_record(found.view, system, []),),
        settings=next(iter(cards.values())).get("recipe", {}),
        findings=(_finding(found.view, cards, json.loads((folder / CARD).read_text("utf-8"))),),
        cost={},
        versions=version_record(),
        command="",
        started=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    path = folder / REPORT
    path.write_text(html_report(run), "utf-8")
    return path


def _on_hub(said: TrainingData, hub: Mapping[str, str]) -> TrainingData:
    """Fill in the preset's own data where none was named. Raises UsageError where it names none either."""
    if said.data is not None:
        return said
    if "train" not in hub:
        raise UsageError("no data was named, and the preset names none on the hub. Give a file or folder to train on.")
    return replace(said, data=hub["train"], dev=said.dev or hub.get("dev"))


def _questions(said: TrainingData) -> tuple[Dataset, Dataset | None]:
    assert said.data is not None  # _on_hub saw to it
    how: dict[str, Any] = {"format": said.format, "columns": said.columns, "skip_bad": said.skip_bad}
    there = [set(splits(data_path(part), said.format)) for part in parts_of(said.data) if "://" not in part]
    has = set.intersection(*there) if there else set()
    split = said.split or ("train" if "train" in has else None)
    dataset = load_joined(said.data, split, **how)
    named = said.dev or ("dev" if "dev" in has and split != "dev" else "off")
    if named == "off":
        return dataset, None
    dev = load_joined(said.data, named, **how) if named in {"train", "dev", "test"} else load_joined(named, **how)
    labelled = dev.with_items([item for item in dev if item.answer is not None])
    return dataset, limit_items(labelled, said.dev_limit, 0)


def _recipe(preset: Mapping[str, Any], given: Mapping[str, Any]) -> "Recipe":
    from magnetite.train import Recipe

    known = {field.name for field in fields(Recipe)}
    for name in given:
        if name not in known:
            from magnetite.core.errors import unknown_name

            raise unknown_name("recipe setting", name, sorted(known))
    over = {name: value for name, value in given.items() if value is not None}
    return Recipe(**{**{name: value for name, value in preset.items() if name in known}, **over})


def _seeds(asked: int | tuple[int, ...] | None, preset: tuple[int, ...] | None, first: int | None) -> tuple[int, ...]:
    if isinstance(asked, tuple):
        return asked
    if asked is None and first is None and preset:
        return preset
    if asked is not None and asked < 1:
        raise UsageError(f"seeds is {asked}; expected how many to train, 1 or more.")
    return tuple(range(first or 0, (first or 0) + (asked or 1)))


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
    questions, seeds = first["data"]["items"], len(cards)
    said = f" It answers {measured['accuracy']:.1%} of {measured['items']:,} dev questions." if measured else ""
    return Finding(
        "training",
        "Training",
        f"A {view} system of {seeds} {'seed' if seeds == 1 else 'seeds'} was trained on {questions:,} questions.{said}",
        tuple(numbers),
        (Table("learning_curve", "Learning curve", columns, "learning_curve"),),
        settings={name: value for name, value in first["recipe"].items() if name != "seed"},
        notes=("Points on what is trained on are means over the steps since the last point.",),
    )
