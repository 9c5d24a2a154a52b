"""The questions that a system is trained on, and those of dev: which they are, and what of them cannot be taken.

What this file leaves out: training on them (`training`), and reading a source (`joined`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from magnetite.auditing.joined import data_path, load_joined, parts_of
from magnetite.auditing.select import limit_items
from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.items import Dataset
from magnetite.formats import splits


@dataclass(frozen=True, slots=True)
class TrainingData:
    """Say which questions a system is trained on, and which it is tried on while it trains.

    `data`: a path, paths joined with "+", or None for those that the preset names on the hub. `dev`: a split of `data`,
    a path, "off", or None for the data's own dev split where it has one; at most `dev_limit` questions of it are used.
    `sample`: train on so many questions, drawn as whole passages by `sample_seed`. `level`: only questions of this
    level, of dev too.
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
    level: str | None = None


def training_questions(said: TrainingData, hub: Mapping[str, str]) -> tuple[Dataset, Dataset | None]:
    """Read the questions to train on, sampled where asked for, and those of dev, None where there are none.

    `hub`: where a preset's own data lies, for where none is named. Raises UsageError or DataError.
    """
    from magnetite.train import sample_items

    train_on, dev = _questions(_on_hub(said, hub))
    if said.level is not None:
        train_on, dev = of_level(train_on, said.level), None if dev is None else of_level(dev, said.level)
    if said.sample is not None:
        train_on = sample_items(train_on, said.sample, said.sample_seed)
    return train_on, None if dev is None else limit_items(dev, said.dev_limit, 0)


def of_level(dataset: Dataset, level: str) -> Dataset:
    """Keep the questions of a level, under a name that says so. Raises UsageError where there is none of it."""
    kept = [item for item in dataset if item.level == level]
    if not kept:
        levels = sorted({item.level for item in dataset if item.level})
        if levels:
            raise unknown_name(f"{dataset.name} {dataset.split or ''}".strip() + ": level", level, levels)
        raise UsageError(f"{dataset.name}: its questions name no level, so none is '{level}'. Leave --level out.")
    return replace(dataset.with_items(kept), name=f"{dataset.name} {level}")


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
    if not len(labelled):
        raise DataError(
            f"dev '{named}': none of its {len(dev)} questions has a known answer. Name questions with answers, or "
            "train without any: --dev off."
        )
    return dataset, labelled


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
