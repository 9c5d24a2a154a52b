"""Which systems a model's name means: the bundled ones, trained ones in folders, or one scorer for all views."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, cast

import numpy as np

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.items import Dataset
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, own_cells, with_shown
from magnetite.core.errors import ModelError
from magnetite.core.extras import MODELS, require
from magnetite.core.scorer import AsksServer, Prompted, Scorer
from magnetite.scorers.logs import Logged, is_log
from magnetite.scorers.packaged import PACKAGED_MODELS
from magnetite.scorers.recorded import Recorded, is_recorded, recorded
from magnetite.scorers.registry import SCORERS
from magnetite.scorers.remote.address import is_address
from magnetite.scorers.system import (
    OF_LANGUAGE_MODELS,
    OF_SYSTEMS,
    SETS,
    Computing,
    System,
    SystemCard,
    Systems,
    alone,
    as_read,
    bundled_cards,
    choice_notes,
    encoder_options,
    is_system,
    load_system,
    read_system,
    read_systems,
    read_verifier,
)
from magnetite.views import VIEWS, in_order, richest, shows_passage
from magnetite.views import view as named_view

T = TypeVar("T")
BASELINES = tuple(SCORERS.ours)
NO_OPTIONS: Computing = MappingProxyType({})
RESERVED = {*SETS, *BASELINES, *PACKAGED_MODELS}  # names that win over a folder of the same name
TRAITS = ("name", "fingerprint", "listwise", "shares_context", "tolerance", "sizes", "score")


def find_systems(
    model: str | Scorer, views: tuple[str, ...] | None, *, seed: int = 0, options: Computing = NO_OPTIONS
) -> Systems:
    """Find the systems that `model` names, and load them.

    `model`: "bundled" or one of its sets; a baseline; a folder of trained systems (one sub-folder a view); a single
    system or ensemble; a Transformers folder or hub id; "module:function" or "file.py:function", where a scorer may
    stand in the function's place; or a scorer. `views`: those wanted, None for all there are. `options`: what a scorer
    is told besides the model.
    """
    for name in views or ():
        named_view(name)
    if not isinstance(model, str):
        return _one_for_all(alone(as_scorer(model), rotations=options.get("rotations")), None, views)
    trained = {} if _is_prompted(model, options) else find_cards(model)
    if is_single(model):
        [card] = trained.values()
        return _one_for_all(load_system(card, options), card.view, views)
    if trained:
        loaded = {name: load_system(card, options) for name, card in wanted_of(trained, views).items()}
        return Systems(loaded, choice_notes(model))
    system = _named_system(model, seed, options)
    asked = system.first.views if views is None and isinstance(system.first, Logged) else views
    return _one_for_all(system, getattr(system.first, "view", None), asked)


def find_by_view(
    named: Mapping[str, str], views: tuple[str, ...] | None = None, *, seed: int = 0, options: Computing = NO_OPTIONS
) -> Systems:
    """Load the system named for each view: {"QOC": folder, "QO": folder}, or any other model in a folder's place.

    A system trained for another view than it is named for answers all the same, uncalibrated, and a note says so.
    Raises UsageError for a view that does not exist or has none, ModelError where a system cannot be loaded.
    """
    by_view: dict[str, System] = {}
    notes: list[Reason] = []
    for name, model in wanted_of({name: named[name] for name in in_order(named)}, views).items():
        by_view[name], trained_for = _one(model, seed, options)
        if trained_for not in {None, name}:
            values = {"system": by_view[name].name, "own": trained_for, "view": name}
            notes.append(Reason("note-other-view", values))
            by_view[name] = _uncalibrated(by_view[name])
    return Systems(by_view, tuple(notes))


def find_cards(model: str) -> dict[str, SystemCard]:
    """Read the cards of the trained systems that `model` names, by the view each was trained for, without weights.

    Empty where it names something else. Raises ModelError for a bad card, and for a bundled set that is not there,
    MissingExtraError where what computes them is not installed.
    """
    if model in SETS:
        require(MODELS, f"model '{model}'")
        return bundled_cards(model)
    if model in RESERVED:
        return {}
    folder = Path(model).expanduser()
    if is_system(folder):
        card = read_system(folder)
        return {card.view: card}
    return read_systems(folder)


def with_verifier(systems: Systems, model: object, options: Computing = NO_OPTIONS) -> Systems:
    """Add to systems that `model` names the one that judges each option by itself, if there is one.

    It stands beside the system that reads everything, whose view is its own, and is loaded where that is asked.
    """
    if not isinstance(model, str) or _is_prompted(model, options) or is_single(model):
        return systems
    reads = find_cards(model).get("QOC") if "QOC" in systems.by_view else None
    card = None if reads is None else read_verifier(reads.folder.parent)
    return systems if card is None else replace(systems, verifier=load_system(card, options))


def views_there(
    model: str | Scorer, named: Mapping[str, str] | None = None, *, passages: bool = True
) -> tuple[str, ...] | None:
    """Return the views there is a system for, of those `named` by view or of a model; None where one is for all.

    A log answers under those that it was asked under: the whole question, whether it has a passage or not, unless the
    log names its parts.
    """
    if named is not None:
        return in_order(named)
    if isinstance(model, str) and model not in SETS and is_log(model):
        asked = Logged(Path(model).expanduser()).views
        return asked if passages else tuple(name for name in asked if not shows_passage(name)) or ("QO",)
    alone_for_all = not isinstance(model, str) or is_single(model)
    return None if alone_for_all else tuple(find_cards(str(model))) or None


def as_named(model: str | Path | T) -> str | T:
    """Name a model whose folder is given as a path, and leave any other as it is."""
    return str(model) if isinstance(model, Path) else model


def is_single(model: str) -> bool:
    """Say whether `model` names a folder that is one system, which answers for every view."""
    return model not in RESERVED and is_system(Path(model).expanduser())


def wanted_of(there: Mapping[str, T], views: tuple[str, ...] | None) -> dict[str, T]:
    """Return what there is for the views wanted. Raises UsageError for a view there is nothing for."""
    for name in views or ():
        if name not in there:
            raise UsageError(
                f"view {name}: there is no system for it here, only for {', '.join(there)}. "
                "Leave it out of --views, or train one (magnetite train --view)."
            )
    return {name: value for name, value in there.items() if views is None or name in views}


def as_scorer(model: object) -> Scorer:
    """Take a scorer as it is, and a plain function as a model. Raises UsageError for anything else."""
    lacking = [name for name in TRAITS if not hasattr(model, name)]
    if not lacking:
        return cast("Scorer", model)
    if callable(model) and not isinstance(model, type):
        from magnetite.scorers.function import Function

        return Function(model)
    raise UsageError(
        f"model {model!r} is not a scorer: it has no {', '.join(lacking)}. Expected a name or folder, a function of "
        "(passage, question, option), or an object that magnetite.testing.check_scorer passes."
    )


def named_scorer(model: str, seed: int, options: Computing) -> Scorer:
    """Make the scorer that `model` names. Raises UsageError for a near miss of a name, ModelError if it cannot load."""
    server = options.get("server", {})
    options = {name: value for name, value in options.items() if name not in OF_SYSTEMS}
    if model in SCORERS:
        told = encoder_options(model, options) if model in BASELINES else options
        return cast("Scorer", SCORERS[model](seed=seed, **told))
    if is_address(model):
        from magnetite.scorers.remote.scorer import remote

        return remote(model, **{name: options.get(name) for name in OF_LANGUAGE_MODELS}, **server)
    if ":" in model and not Path(model).exists():
        encoder_options(model, options)
        return _function(model)
    if is_log(model):
        encoder_options(model, options)
        return Logged(Path(model).expanduser())
    if model.endswith(".py"):
        raise UsageError(f"model '{model}' is a file of Python; name the function in it: '{model}:FUNCTION'.")
    names = [*SETS, *SCORERS, *PACKAGED_MODELS]
    if not Path(model).exists() and model not in names and get_close_matches(model, names, n=1, cutoff=0.75):
        raise unknown_name("model", model, names)
    require(MODELS, f"model '{model}'")
    from magnetite.scorers.kind import is_language_model

    if is_language_model(model):
        return _language_model(model, options)
    from magnetite.scorers.encoder import encoder

    return encoder(model, **encoder_options(model, options))


def _is_prompted(model: str, options: Computing) -> bool:
    """Say whether a name means the language model itself, which is told how to answer, and not the systems on it."""
    return model in PACKAGED_MODELS and any(options.get(name) is not None for name in OF_LANGUAGE_MODELS)


def _named_system(model: str, seed: int, options: Computing) -> System:
    """Make the system that `model` names: a scorer alone, or the members that a file of scores tells apart."""
    if model in SCORERS or is_address(model) or is_log(model) or not is_recorded(model):
        return alone(named_scorer(model, seed, options), rotations=options.get("rotations"))
    encoder_options(model, options)
    members = recorded(Path(model).expanduser())
    return System(
        members[0].name if len(members) == 1 else Path(model).name,
        tuple(members),
        tuple(each.name for each in members),
        rotations=options.get("rotations"),
    )


def _language_model(model: str, options: Computing) -> Scorer:
    from magnetite.scorers.causal import causal

    told = dict(options)
    if told.pop("blank", None) is not None:
        raise UsageError(
            f"model '{model}' is a language model, which reads a blank as it is. Leave --blank out, or put the "
            "blank where you want it in a prompt of your own (--prompt FILE)."
        )
    return causal(model, **told)


def known_questions(scorer: Logged | Recorded, view: str, exam: Dataset) -> BoolArray:
    """Say for which questions a log or a file of scores has all options under a view, (items,)."""
    cells = as_read(scorer, own_cells([named_view(view)(item) for item in exam]))
    return np.logical_and.reduceat(scorer.knows(cells), np.flatnonzero(np.diff(cells.rows, prepend=-1)))


def asked_under(systems: Systems, exam: Dataset) -> Systems:
    """Leave out the views under which a log was not asked about an exam, of those that its texts allow.

    Questions that have no passage stand in a log without one, and are no sign that the others were asked so, too.
    """
    by_view = dict(systems.by_view)
    for view, system in systems.by_view.items():
        if view == "QOC" or not isinstance(system.first, Logged):
            continue
        seen = [(item, named_view(view)(item)) for item in exam]
        changed = [
            i for i, less in seen if (i.passage, i.added, i.question) != (less.passage, less.added, less.question)
        ]
        if changed and not known_questions(system.first, view, exam.with_items(changed)).any():
            del by_view[view]
    return replace(systems, by_view=by_view) if by_view else systems


def turned_to(system: System, view: str, exam: Dataset) -> System:
    """Return a system whose logs, if it is made of any, tell options in the exam's order; see `Logged.turned`."""
    if not any(isinstance(member, Logged) for member in system.members):
        return system
    cells = with_shown(own_cells([named_view(view)(item) for item in exam]))
    members = (member.turned(cells) if isinstance(member, Logged) else member for member in system.members)
    return replace(system, members=tuple(members))


def answered_by_logs(exam: Dataset, systems: Systems, *, in_any_order: bool = True) -> tuple[Dataset, Systems]:
    """Leave out the questions that a log does not answer, all of their options, and list them beside it.

    A note says how many. `in_any_order`: whether what was asked with the options in another order answers a question,
    too. Raises DataError where a log answers none.
    """
    kept, notes = exam, systems.notes
    if in_any_order:
        turned = {view: turned_to(each, view, exam) for view, each in systems.by_view.items()}
        systems = replace(systems, by_view=turned)
    for view, system in systems.by_view.items():
        for log in (member for member in system.members if isinstance(member, Logged)):
            known = known_questions(log, view, exam)
            if known.all():
                continue
            beside = log.list_missing([item for item, there in zip(exam, known, strict=True) if not there])
            if not known.any():
                raise log.of_other_data(len(exam), view, beside)
            values = {"file": log.name, "lacking": int((~known).sum()), "questions": len(exam), "beside": str(beside)}
            notes = (*notes, Reason("note-log-lacks", values))
            there = {item.id for item, there in zip(exam, known, strict=True) if there}
            kept = kept.with_items([item for item in kept if item.id in there])
    if not len(kept):
        raise DataError(
            "the logs answer no question in common. Give logs of the same questions, or audit each by itself."
        )
    return replace(kept, not_asked=len(exam) - len(kept)), replace(systems, notes=notes)


def refuse_unused(options: Computing, systems: Iterable[System]) -> None:
    """Raise UsageError where an option of servers or of language models is given, and no system has a use for it."""
    systems = list(systems)
    members = [member for system in systems for member in system.members]
    if options.get("shots") and not any(
        "shots" in each.prompt_record for each in members if isinstance(each, Prompted)
    ):
        raise UsageError(
            "shots is for language models that are named, and none is asked here. Leave it out: --shots; or name one: "
            "a Transformers folder or hub id, a GGUF file, reader, smollm2, or a model on a server."
        )
    if options.get("rotations") is not None and not any(system.listwise for system in systems):
        raise UsageError(
            "rotations is for systems that are shown all options at once; those asked here score each option by "
            "itself. Leave --rotations out, or let a language model answer with letters (--scoring symbol)."
        )
    given = [name for name, value in options.get("server", {}).items() if value is not None]
    if given and not any(isinstance(member, AsksServer) for member in members):
        raise UsageError(
            f"{given[0]} is for models on servers (MODEL@http://host:port/v1), and none is asked here. Leave it out: "
            f"--{given[0].replace('_', '-')}."
        )


def is_baseline(scorer: Scorer) -> bool:
    """Say whether a scorer is one of the baselines, which learn nothing."""
    return scorer.name.startswith(tuple(f"{name} baseline" for name in BASELINES))


def gains_from_workers(scorer: Scorer) -> bool:
    """Say whether several processes score faster than one: not where a server, a file or next to nothing answers."""
    return not (isinstance(scorer, AsksServer | Recorded | Logged) or is_baseline(scorer))


@dataclass(frozen=True, slots=True, eq=False)
class NamedSystem:
    """One system by a name that tells it from the others, and the view it reads."""

    name: str
    view: str
    system: System


def find_several(
    models: Sequence[str | Scorer], views: tuple[str, ...] | None, *, seed: int = 0, options: Computing = NO_OPTIONS
) -> tuple[list[NamedSystem], list[Reason]]:
    """Find the systems of all models: the richest view of each, or the views asked for; and what is to be said of them.

    A single trained system reads the view it was trained for.
    Raises UsageError where no model is named, and what `find_systems` raises.
    """
    if not models:
        raise UsageError("no model was named; expected at least one.")
    named: list[NamedSystem] = []
    notes: list[Reason] = []
    for given in models:
        model = given if isinstance(given, str) else as_scorer(given)
        there = tuple(find_cards(model)) if isinstance(model, str) and not _is_prompted(model, options) else ()
        here = find_systems(model, views or ((richest(there),) if there else None), seed=seed, options=options)
        label = model if isinstance(model, str) else model.name
        for view in views or (richest(here.views),):
            plain = is_baseline(here.by_view[view].first) and not views
            named.append(NamedSystem(label if plain else f"{label.rstrip('/')} {view}", view, here.by_view[view]))
        notes += here.notes if views or label in SETS else ()
    return named, notes


def refuse_twins(named: Iterable[tuple[str, str, str]]) -> None:
    """Raise UsageError where two of (name, view, fingerprint) have one name, or the same weights for the same view."""
    before: list[tuple[str, str, str]] = []
    for name, view, fingerprint in named:
        for other, *same in before:
            if other == name or same == [view, fingerprint]:
                raise UsageError(
                    f"{name}: is named twice, or has the name or the weights of {other}. Name each system once, and "
                    "give each a name of its own."
                )
        before.append((name, view, fingerprint))


def _one(model: str, seed: int, options: Computing) -> tuple[System, str | None]:
    """Load one system, and say for which view it was trained, None where nobody knows."""
    folder = Path(model).expanduser()
    if is_system(folder):
        card = read_system(folder)
        return load_system(card, options), card.view
    if inside := read_systems(folder):
        raise UsageError(_several(folder, inside))
    system = _named_system(model, seed, options)
    return system, getattr(system.first, "view", None)


def _several(folder: Path, inside: Mapping[str, SystemCard]) -> str:
    each = ", ".join(f"{name.lower()}={card.folder}" for name, card in inside.items())
    return f"{folder}: holds systems for {', '.join(inside)}, where one is expected. Name one: {each}."


def _one_for_all(system: System, trained_for: str | None, views: tuple[str, ...] | None) -> Systems:
    own = trained_for or "QOC"
    wanted = in_order({*VIEWS.ours, own} if views is None else views)
    other = [name for name in wanted if name != own]
    prompted = trained_for is None and (system.listwise or isinstance(system.first, Prompted))
    code = "note-prompted" if prompted else "note-one-for-all" if trained_for else "note-one-untold"
    note = Reason(code, {"system": system.name, "own": own, "others": ", ".join(other)})
    by_view = {name: system if name == own else _uncalibrated(system) for name in wanted}
    told = is_baseline(system.first) or isinstance(system.first, Logged)  # a log answers as it was asked
    return Systems(by_view, (note,) if other and not told else ())


def _uncalibrated(system: System) -> System:
    """Return the system without its temperature, which belongs to the view it was trained for."""
    return replace(system, calibration=None)


def _function(model: str) -> Scorer:
    """Load "module:function" or "path/file.py:function"."""
    import importlib
    import importlib.util

    from magnetite.scorers.function import Function

    where, _, name = model.rpartition(":")
    if where.endswith(".py") and not Path(where).is_file():
        raise ModelError(f"model '{model}': there is no file {where}. Relative paths start at {Path.cwd()}.")
    try:
        if where.endswith(".py"):
            spec = importlib.util.spec_from_file_location(Path(where).stem, where)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = importlib.import_module(where)
        function = getattr(module, name)
    except (Exception, SystemExit) as error:  # the file is the user's: it may raise anything
        raise ModelError(
            f"model '{model}': {type(error).__name__}: {error}. Expected 'module:function' or 'file.py:function', "
            "a function of (passage, question, option) that returns a number."
        ) from error
    if all(hasattr(function, trait) for trait in TRAITS) and not isinstance(function, type):
        return cast("Scorer", function)
    if not callable(function):
        raise ModelError(f"model '{model}': '{name}' is {type(function).__name__}, not a function that can be called.")
    return Function(function)
