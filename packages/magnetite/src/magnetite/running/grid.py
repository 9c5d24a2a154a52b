"""A grid search: some of a recipe's numbers in all combinations, each trained, and the one that answers dev best.

    magnetite train ReClor --preset liusie2022/reclor --grid "epochs=2,5,10 learning_rate=2e-7,2e-6,2e-5 batch=2,4"

So Liusie et al. (2022, Appendix C.1) chose their recipes. Each combination is a system in a folder of its own, named as
what was varied; stopped anywhere, the same command continues. The accuracy on dev of the one that is chosen flatters
it, as it was chosen by that; it is measured on other questions.
"""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import product
from pathlib import Path
from typing import Any

from examfiles.errors import UsageError, unknown_name
from examfiles.files import write_whole
from examfiles.items import Dataset
from magnetite.core.files import writable
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import read_system
from magnetite.train.recipe import Recipe, choices
from magnetite.train.saving import is_main, is_trained

GRID = "grid.json"
SHAPE = 'names of a recipe\'s numbers with values, such as "epochs=2,5 batch=2,4"'


@dataclass(frozen=True, slots=True)
class GridSystem:
    """A system of a grid: what was varied, its folder, and its accuracy on dev with a 95% interval."""

    values: Mapping[str, Any]
    folder: Path
    accuracy: float
    low: float
    high: float


def combinations(grid: str, recipe: Recipe) -> list[tuple[dict[str, Any], Recipe]]:
    """Return all combinations of a grid's values, and the recipe with each. Raises UsageError where one is none.

    >>> [values for values, _ in combinations("epochs=2,5 batch=4", Recipe())]
    [{'epochs': 2, 'batch': 4}, {'epochs': 5, 'batch': 4}]
    """
    varied: dict[str, list[Any]] = {}
    for part in grid.split():
        name, equals, listed = part.partition("=")
        values = [text for text in listed.split(",") if text]
        if not equals or not values or name in varied:
            raise UsageError(f"grid '{grid}': '{part}' cannot be read, or is there twice; expected {SHAPE}.")
        known = [each.name for each in fields(Recipe)]
        if name not in known:
            raise unknown_name("grid: setting", name, known)
        varied[name] = [_value(text) for text in values]
        if name not in choices() and any(isinstance(value, str | bool) for value in varied[name]):
            raise UsageError(f"grid '{grid}': {name} has {listed}; expected numbers.")
        if len({*varied[name]}) < len(varied[name]):
            raise UsageError(f"grid '{grid}': '{part}' has a value twice; expected each once.")
    if not varied:
        raise UsageError(f"grid '{grid}' is empty; expected {SHAPE}.")
    drawn = [dict(zip(varied, values, strict=True)) for values in product(*varied.values())]
    return [(values, replace(recipe, **values)) for values in drawn]


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def search(
    grid: str,
    recipe: Recipe,
    place: Path,
    questions: tuple[Dataset, Dataset | None],
    train: Callable[[Recipe, Path], object],
) -> Path:
    """Train every combination in a folder of its own inside `place`, and return the folder of the best on dev.

    `train` trains a recipe into a folder. `grid.json` in `place` has the accuracies. Raises UsageError where there are
    no dev questions, or a folder holds another system.
    """
    train_on, dev = questions
    if dev is None:
        raise UsageError("a grid is compared on dev questions, and there are none. Name some: --dev SPLIT or FILE.")
    asked = combinations(grid, recipe)
    for values, own in asked:
        folder = place / name_of(values)
        if not is_trained(folder):
            train(own, folder)
        elif (other := _differs(folder, own, train_on)) and is_main():
            raise UsageError(f"{folder}: was trained with another {other}. Name another --output, or delete it.")
    systems = [_measured(values, place / name_of(values)) for values, _ in asked]
    best = max(systems, key=lambda each: each.accuracy)  # of equals the first
    if is_main():
        with writable(place / GRID):
            write_whole(place / GRID, (json.dumps(_plain(systems, best), indent=1) + "\n").encode())
    return best.folder


def name_of(values: Mapping[str, Any]) -> str:
    """Return the folder's name of a combination.

    >>> name_of({"epochs": 2, "learning_rate": 2e-06})
    'epochs=2,learning_rate=2e-06'
    """
    return ",".join(f"{name}={value}" for name, value in values.items())


def told(folder: Path) -> Iterator[str]:
    """Yield lines on the grid that a system was chosen from; none where it is of no grid."""
    path = folder.parent / GRID
    if not path.is_file():
        return
    grid = json.loads(path.read_text("utf-8"))
    rows = sorted(grid["systems"], key=lambda row: -row["accuracy"])
    for row in rows:
        yield f"{row['name']}: {row['accuracy']:.1%} of dev ({row['low']:.1%} to {row['high']:.1%})"
    near = sum(row["high"] >= rows[0]["accuracy"] for row in rows[1:])
    yield (
        f"Chosen on dev: {grid['chosen']}. The intervals of {near} of the {len(rows) - 1} others include its accuracy, "
        "which is flattered by the choice: measure it on other questions."
    )
    yield f"Grid: {path}"


def _differs(folder: Path, recipe: Recipe, train_on: Dataset) -> str:
    """Return what a trained system's card says otherwise; "" for the system that is asked for."""
    card = json.loads((read_system(folder).members[0] / CARD).read_text("utf-8"))
    own = {name: value for name, value in asdict(recipe).items() if name != "seed"}
    names = [name for name, value in own.items() if card["recipe"].get(name) != value]
    read = (card["data"] or {}).get("hash", train_on.fingerprint)
    return names[0] if names else "" if read == train_on.fingerprint else "set of questions"


def _measured(values: Mapping[str, Any], folder: Path) -> GridSystem:
    dev = json.loads((folder / CARD).read_text("utf-8"))["measured"]["dev"]
    return GridSystem(values, folder, dev["accuracy"], dev["low"], dev["high"])


def _plain(systems: Sequence[GridSystem], best: GridSystem) -> dict[str, Any]:
    rows = [
        {"name": each.folder.name, **{name: getattr(each, name) for name in ("values", "accuracy", "low", "high")}}
        for each in systems
    ]
    return {"chosen": best.folder.name, "systems": rows}
