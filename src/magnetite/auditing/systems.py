"""Which scorer answers for which view: the bundled systems, a folder of trained systems, one model, or a function."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from magnetite.core.errors import ModelError, UsageError, unknown_name
from magnetite.core.scorer import Scorer
from magnetite.scorers.loading import CARD, read_card
from magnetite.views import VIEWS

BUNDLED = Path(__file__).parent.parent / "bundled" / "systems"
BASELINES = ("random", "longest", "overlap")
NAMES = ("bundled", *BASELINES)
EncoderOptions = Mapping[str, Any]
NO_OPTIONS: EncoderOptions = MappingProxyType({})
TRAITS = ("name", "fingerprint", "listwise", "shares_context", "tolerance", "sizes", "score")


@dataclass(frozen=True, slots=True)
class Systems:
    """Hold the scorer of each view, in the order O, QO, CO, QOC, and what a reader must know about them."""

    scorers: Mapping[str, Scorer]
    notes: tuple[str, ...] = ()

    @property
    def views(self) -> tuple[str, ...]:
        """Return the views there is a system for."""
        return tuple(self.scorers)


def systems(
    model: str | Scorer, views: tuple[str, ...] | None, *, seed: int = 0, options: EncoderOptions = NO_OPTIONS
) -> Systems:
    """Find the systems that `model` names.

    `model`: "bundled"; a baseline; a folder of trained systems (one sub-folder a view); a Transformers folder or hub
    id; "module:function" or "file.py:function"; or a scorer. `views`: those wanted, None for all there are.
    `options`: what `magnetite.scorers.encoder.encoder` is told besides the model.
    """
    for name in views or ():
        if name not in VIEWS:
            raise unknown_name("view", name, list(VIEWS))
    if not isinstance(model, str):
        return _one_for_all(_as_scorer(model), views)
    folder = BUNDLED if model == "bundled" else Path(model).expanduser()
    if trained := _trained_systems(folder):
        return _per_view(trained, views, options)
    if model == "bundled":
        raise ModelError(f"{BUNDLED}: the bundled systems are missing. Reinstall Magnetite.")
    return _one_for_all(_scorer(model, seed, options), views)


def _trained_systems(folder: Path) -> dict[str, Path]:
    """Find the trained systems in a folder's sub-folders, by the view each was trained for."""
    found: dict[str, Path] = {}
    for card in sorted(folder.glob(f"*/{CARD}")) if folder.is_dir() else ():
        view = read_card(card.parent)["view"]
        if view in found:
            raise ModelError(
                f"{folder}: both '{found[view].name}' and '{card.parent.name}' were trained for the view {view}. "
                "Keep one system a view in a folder."
            )
        found[view] = card.parent
    return {view: found[view] for view in VIEWS if view in found}


def _per_view(trained: dict[str, Path], views: tuple[str, ...] | None, options: EncoderOptions) -> Systems:
    from magnetite.scorers.encoder import encoder

    for view in views or ():
        if view not in trained:
            raise UsageError(
                f"view {view}: there is no system trained for it here, only for {', '.join(trained)}. "
                "Leave it out of --views, or train one (magnetite train --view)."
            )
    wanted = [view for view in trained if views is None or view in views]
    return Systems({view: encoder(trained[view], **options) for view in wanted})


def _one_for_all(scorer: Scorer, views: tuple[str, ...] | None) -> Systems:
    wanted = [view for view in VIEWS if views is None or view in views]
    trained_for = getattr(scorer, "view", None) or "QOC"
    other = [view for view in wanted if view != trained_for]
    note = (
        f"One system, {scorer.name}, answers under every view; it was trained for {trained_for}, so what it scores "
        f"under {', '.join(other)} shows what it does with less, not how much can be answered with less."
    )
    learns = not scorer.name.startswith(tuple(f"{name} baseline" for name in BASELINES))
    return Systems(dict.fromkeys(wanted, scorer), (note,) if other and learns else ())


def _as_scorer(model: object) -> Scorer:
    """Take a scorer as it is, and a plain function as a model. Raises UsageError for anything else."""
    lacking = [name for name in TRAITS if not hasattr(model, name)]
    if not lacking:
        return cast("Scorer", model)
    if callable(model) and not isinstance(model, type):
        from magnetite.scorers.function import Function

        return Function(model)
    raise UsageError(
        f"model {model!r} is no scorer: it has no {', '.join(lacking)}. Expected a name or folder, a function of "
        "(passage, question, option), or an object that magnetite.testing.check_scorer passes."
    )


def _scorer(model: str, seed: int, options: EncoderOptions) -> Scorer:
    if model in BASELINES:
        from magnetite.scorers.baselines import Longest, Random, WordOverlap

        baselines: dict[str, Scorer] = {"random": Random(seed), "longest": Longest(), "overlap": WordOverlap()}
        return baselines[model]
    if ":" in model and not Path(model).exists():
        return _function(model)
    if model.endswith(".py"):
        raise UsageError(f"model '{model}' is a file of Python; name the function in it: '{model}:FUNCTION'.")
    if not Path(model).exists() and get_close_matches(model, NAMES, n=1, cutoff=0.75):
        raise unknown_name("model", model, list(NAMES))
    from magnetite.scorers.encoder import encoder

    return encoder(model, **options)


def _function(model: str) -> Scorer:
    """Load "module:function" or "path/file.py:function"."""
    import importlib
    import importlib.util

    from magnetite.scorers.function import Function

    where, _, name = model.rpartition(":")
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
    if not callable(function):
        raise ModelError(f"model '{model}': '{name}' is {type(function).__name__}, not a function that can be called.")
    return Function(function)
