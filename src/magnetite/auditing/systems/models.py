"""One scorer from what a user names: a baseline, a function, a Transformers folder or hub id, or an object.

What this file leaves out: folders of systems that Magnetite trained (`folders`).
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from magnetite.core.errors import ModelError, UsageError, unknown_name
from magnetite.core.scorer import Scorer
from magnetite.scorers.recorded import Recorded, is_recorded
from magnetite.scorers.registry import SCORERS

BASELINES = tuple(SCORERS.ours)
BEST = "bundled"
SETS = (BEST, "small", "base", "exams")
EncoderOptions = Mapping[str, Any]
NO_OPTIONS: EncoderOptions = MappingProxyType({})
TRAITS = ("name", "fingerprint", "listwise", "shares_context", "tolerance", "sizes", "score")


def as_scorer(model: object) -> Scorer:
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


def named_scorer(model: str, seed: int, options: EncoderOptions) -> Scorer:
    """Make the scorer that `model` names. Raises UsageError for a near miss of a name, ModelError if it cannot load."""
    if model in SCORERS:
        return cast("Scorer", SCORERS[model](seed=seed, **options))
    if ":" in model and not Path(model).exists():
        return _function(model)
    if is_recorded(model):
        return Recorded(Path(model).expanduser())
    if model.endswith(".py"):
        raise UsageError(f"model '{model}' is a file of Python; name the function in it: '{model}:FUNCTION'.")
    names = [*SETS, *SCORERS]
    if not Path(model).exists() and get_close_matches(model, names, n=1, cutoff=0.75):
        raise unknown_name("model", model, names)
    from magnetite.scorers.encoder import encoder

    return encoder(model, **options)


def is_baseline(scorer: Scorer) -> bool:
    """Say whether a scorer is one of the baselines, which learn nothing."""
    return scorer.name.startswith(tuple(f"{name} baseline" for name in BASELINES))


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
