"""Which system answers for which view: the bundled ones, trained ones in folders, or one model for all views.

What this file leaves out: reading a folder's cards (`folders`), and what else can be a model (`models`).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from magnetite.auditing.systems.bundled import bundled_systems, choice_notes
from magnetite.auditing.systems.folders import SystemFolder, is_system, load_system, system_in, systems_in
from magnetite.auditing.systems.models import NO_OPTIONS, SETS, EncoderOptions, as_scorer, is_baseline, named_scorer
from magnetite.auditing.systems.system import System, Systems, alone
from magnetite.core.errors import UsageError
from magnetite.core.scorer import Scorer
from magnetite.views import VIEWS, view

T = TypeVar("T")


def systems(
    model: str | Scorer, views: tuple[str, ...] | None, *, seed: int = 0, options: EncoderOptions = NO_OPTIONS
) -> Systems:
    """Find the systems that `model` names, and load them.

    `model`: "bundled" or one of its sets; a baseline; a folder of trained systems (one sub-folder a view); a single
    system or ensemble; a Transformers folder or hub id; "module:function" or "file.py:function"; or a scorer. `views`:
    those wanted, None for all there are. `options`: what `magnetite.scorers.encoder.encoder` is told besides the model.
    """
    for name in views or ():
        view(name)
    if not isinstance(model, str):
        return _one_for_all(alone(as_scorer(model)), None, views)
    trained = trained_systems(model)
    if is_single(model):
        [found] = trained.values()
        return _one_for_all(load_system(found, options), found.view, views)
    if trained:
        loaded = {name: load_system(found, options) for name, found in wanted_of(trained, views).items()}
        return Systems(loaded, choice_notes(model))
    scorer = named_scorer(model, seed, options)
    return _one_for_all(alone(scorer), getattr(scorer, "view", None), views)


def systems_by_view(
    named: Mapping[str, str],
    views: tuple[str, ...] | None = None,
    *,
    seed: int = 0,
    options: EncoderOptions = NO_OPTIONS,
) -> Systems:
    """Load the system named for each view: {"QOC": folder, "QO": folder}, or any other model in a folder's place.

    A system trained for another view than it is named for answers all the same, uncalibrated, and a note says so.
    Raises UsageError for a view that does not exist or has none, ModelError where a system cannot be loaded.
    """
    found: dict[str, System] = {}
    notes: list[str] = []
    for name in named:
        view(name)
    for name, model in wanted_of({name: named[name] for name in VIEWS if name in named}, views).items():
        found[name], trained_for = _one(model, seed, options)
        if trained_for not in {None, name}:
            notes.append(
                f"{found[name].name} was trained for the view {trained_for} and answers for {name} here, so what it "
                f"gets right shows what it does with this input, not how much can be learned from it."
            )
            found[name] = _uncalibrated(found[name])
    return Systems(found, tuple(notes))


def trained_systems(model: str) -> dict[str, SystemFolder]:
    """Read the cards of the trained systems that `model` names, by the view each was trained for, without weights.

    Empty where it names something else. Raises ModelError for a bad card, and for a bundled set that is not there.
    """
    if model in SETS:
        return bundled_systems(model)
    folder = Path(model).expanduser()
    if is_system(folder):
        found = system_in(folder)
        return {found.view: found}
    return systems_in(folder)


def is_single(model: str) -> bool:
    """Say whether `model` names a folder that is one system, which answers for every view."""
    return model not in SETS and is_system(Path(model).expanduser())


def wanted_of(there: Mapping[str, T], views: tuple[str, ...] | None) -> dict[str, T]:
    """Return what there is for the views wanted. Raises UsageError for a view there is nothing for."""
    for name in views or ():
        if name not in there:
            raise UsageError(
                f"view {name}: there is no system for it here, only for {', '.join(there)}. "
                "Leave it out of --views, or train one (magnetite train --view)."
            )
    return {name: value for name, value in there.items() if views is None or name in views}


def _one(model: str, seed: int, options: EncoderOptions) -> tuple[System, str | None]:
    """Load one system, and say for which view it was trained, None where nobody knows."""
    folder = Path(model).expanduser()
    if is_system(folder):
        found = system_in(folder)
        return load_system(found, options), found.view
    if inside := systems_in(folder):
        raise UsageError(_several(folder, inside))
    scorer = named_scorer(model, seed, options)
    return alone(scorer), getattr(scorer, "view", None)


def _several(folder: Path, inside: Mapping[str, SystemFolder]) -> str:
    each = ", ".join(f"{name.lower()}={found.folder}" for name, found in inside.items())
    return f"{folder}: holds systems for {', '.join(inside)}, where one is expected. Name one: {each}."


def _one_for_all(system: System, trained_for: str | None, views: tuple[str, ...] | None) -> Systems:
    wanted = [name for name in VIEWS if views is None or name in views]
    own = trained_for or "QOC"
    other = [name for name in wanted if name != own]
    note = (
        f"One system, {system.name}, answers under every view; it was trained for {own}, so what it scores "
        f"under {', '.join(other)} shows what it does with less, not how much can be answered with less."
    )
    by_view = {name: system if name == own else _uncalibrated(system) for name in wanted}
    return Systems(by_view, (note,) if other and not is_baseline(system.first) else ())


def _uncalibrated(system: System) -> System:
    """Return the system without its temperature, which belongs to the view it was trained for."""
    return System(system.name, system.members, system.names, None, system.training)
