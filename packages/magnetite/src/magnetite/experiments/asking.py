"""What an experiment does before it has an answer: check its settings, draw by seed, ask for own options."""

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, TypeVar

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Dataset, Item
from magnetite.core.cells import ScoreArray, own_cells
from magnetite.core.experiment import Members, Panel, PanelSystem
from magnetite.views import VIEWS, in_order, richest, view

_SHARED = frozenset({"matching", "gapped-text"})
_JUDGED = "true-false"
VERDICTS = "verdicts"  # the seat of what judges each option by itself

E = TypeVar("E", bound=Any)  # an experiment with the settings `temperatures` and `calibrated_on`


def by_view(panel: Panel) -> dict[str, PanelSystem]:
    """Return the systems that are named after the view that they read: all but a judge, for one."""
    return {name: known for name, known in panel.panelists.items() if name == known.view}


def views_of(panel: Panel) -> tuple[str, ...]:
    """Return the views there is a system for, from the poorest to the richest, in a panel with one for each view."""
    return in_order(by_view(panel))


def richest_of(panel: Panel) -> str:
    """Return the name of the system that sees most, in a panel with one for each view. Raises UsageError for none."""
    return richest(by_view(panel))


def require_probabilities(panel: Panel, experiment: str) -> None:
    """Raise UsageError where no more is known of a system than which options it chose."""
    bare = [name for name, known in panel.panelists.items() if not known.graded]
    if bare:
        raise UsageError(
            f"experiment '{experiment}': it needs the probabilities of options, and only the chosen letters are known "
            f"under {', '.join(bare)}. Log the options' log-likelihoods (a multiple_choice task of "
            "lm-evaluation-harness), or name a model that runs here or on a server."
        )


def own_scores(
    panel: Panel, name: str, items: Sequence[Item], label: str, members: Members = "all", *, rotate: bool = True
) -> ScoreArray:
    """Ask a system for all options of the items, put under its view; aligned with `core.cells.own_cells(items)`."""
    see = view(panel.panelists[name].view)
    return panel.score(name, own_cells([see(item) for item in items]), label, members, rotate=rotate)


def calibrated(experiment: E, panel: Panel, names: Iterable[str]) -> E:
    """Return the experiment with the systems' temperatures among its settings, unless its user has set some."""
    if experiment.temperatures:
        return experiment
    temperatures = {name: panel.temperature(name) for name in names}
    known = {name: value for name, value in temperatures.items() if value is not None}
    return replace(experiment, temperatures=known, calibrated_on=panel.calibrated_on()) if known else experiment


def has_passages(items: Iterable[Item]) -> bool:
    """Say whether any item has a passage.

    >>> has_passages([Item("q1", "q1", "", "What is 2 + 2?", ("3", "4"), 1)])
    False
    """
    return any(item.passage.strip() or item.added for item in items)


def shares_list(item: Item) -> bool:
    """Say whether an item's options are a list that it shares with others: it is matched, or a gap of a text.

    >>> shares_list(Item("q1", "p1", "", "Who keeps bees?", ("Ann", "Bo"), 0, metadata={"task": "matching"}))
    True
    """
    return item.metadata.get("task") in _SHARED


def has_set_options(item: Item) -> bool:
    """Say whether an item's task sets its options: a statement that is judged, or one with a list that others share.

    >>> has_set_options(Item("q1", "p1", "", "Ann sat.", ("True", "False"), 0, metadata={"type": "true-false"}))
    True
    """
    return shares_list(item) or _JUDGED in {item.metadata.get("type"), item.metadata.get("task")}


def require_items(dataset: Dataset, experiment: str) -> None:
    """Raise UsageError where there is nothing to ask."""
    if not len(dataset):
        raise UsageError(
            f"experiment '{experiment}': dataset '{dataset.name}' has no items; expected at least one question. "
            "Check the split and the limit."
        )


def item_named(dataset: Dataset, id_: str) -> Item:
    """Find an item. Raises UsageError, with the nearest id, where there is none."""
    for item in dataset:
        if item.id == id_:
            return item
    near = get_close_matches(id_, [item.id for item in dataset], n=1, cutoff=0.4)
    hint = f"Did you mean '{near[0]}'?" if near else f"The first is '{dataset[0].id}'."
    split = f" {dataset.split}" if dataset.split else ""
    others = " Another split is named with --split." if dataset.split else ""
    raise UsageError(
        f"item '{id_}' does not exist among the {len(dataset):,} questions of {dataset.name}{split}. {hint}{others}"
    )


def draw(seed: int, *names: str) -> int:
    """Return 64 random bits that belong to the seed and the names.

    >>> draw(0, "pool", "a cat") == draw(0, "pool", "a cat") != draw(1, "pool", "a cat")
    True
    """
    text = "\x00".join((str(seed), *names)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def whole(experiment: str, least: int, **settings: Any) -> None:
    """Check that each setting is a whole number of `least` or more. Raises UsageError.

    >>> whole("magnets", 1, pool_size=1.5)
    Traceback (most recent call last):
    examfiles.errors.UsageError: experiment 'magnets': pool_size is 1.5; expected a whole number of 1 or more.
    """
    for name, value in settings.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise _refused(experiment, name, value, f"a whole number of {least} or more")


def below_one(experiment: str, meaning: str, **settings: Any) -> None:
    """Check that each setting is a number from 0 to below 1, called `meaning`. Raises UsageError."""
    for name, value in settings.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
            raise _refused(experiment, name, value, meaning)


def texts(experiment: str, **settings: Any) -> tuple[str, ...]:
    """Check that the one setting is a list or tuple of texts and return it as a tuple. Raises UsageError."""
    ((name, value),) = settings.items()
    if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(text, str) for text in value):
        raise _refused(experiment, name, value, 'a list of texts, such as ["All of the above","None of these"]')
    return tuple(value)


def calibration(experiment: str, temperatures: Any, calibrated_on: Any) -> dict[str, float]:
    """Check the temperatures, by view, and the words for what they were fitted on; return the temperatures.

    Raises UsageError for temperatures that are not a mapping, a view that does not exist, a temperature that is not
    above 0, or words that are not a text.

    >>> calibration("shortcuts", {"QO": 2}, "dev")
    {'QO': 2.0}
    """
    if not isinstance(temperatures, Mapping):
        raise _refused(
            experiment, "temperatures", temperatures, "a temperature for each view, such as {QO = 1.4, QOC = 1.2}"
        )
    for name, value in temperatures.items():
        if name not in VIEWS:
            raise unknown_name(f"experiment '{experiment}': temperatures: view", str(name), list(VIEWS))
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
            raise _refused(experiment, f"temperature of {name}", value, "a number above 0; 1 leaves scores as they are")
    if not isinstance(calibrated_on, str):
        raise _refused(experiment, "calibrated_on", calibrated_on, 'a text, such as "RACE dev, 2,000 questions"')
    return {name: float(value) for name, value in temperatures.items()}


def _refused(experiment: str, name: str, value: Any, expected: str) -> UsageError:
    return UsageError(f"experiment '{experiment}': {name} is {value!r}; expected {expected}.")
