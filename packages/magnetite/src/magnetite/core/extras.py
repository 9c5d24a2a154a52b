"""Extras: the packages that only some commands need, and the one error that says what is missing and how to get it.

ORDER = Command("order", …, needs="audit")        refused before anything is read
require("models", "model 'small'")                where only a setting shows that they are needed
lacking("models")                                 where there is something to do without them
with extras_named("this check"): …                whatever else is missing in there is said in the same way
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from examfiles.errors import UsageError
from examfiles.extras import is_installed
from magnetite.core.installation import install_command

AUDIT, MODELS = "audit", "models"
EXTRAS: Mapping[str, tuple[str, ...]] = {  # what Python imports of each; pyproject.toml says from where
    AUDIT: ("altair", "huggingface_hub", "polars", "vl_convert"),
    MODELS: ("torch", "transformers", "peft", "accelerate", "safetensors", "tokenizers", "gguf", "magnetite_systems"),
}
INCLUDED = {MODELS: (AUDIT,)}
_NAMED = 3  # missing packages that an error names


class MissingExtraError(UsageError):
    """A command or a model needs packages that are not installed; the message has the command that installs them."""


def lacking(extra: str) -> tuple[str, ...]:
    """Return the modules of an extra, and of those that it includes, that are not installed; imports none of them."""
    modules = (*EXTRAS[extra], *(name for other in INCLUDED.get(extra, ()) for name in EXTRAS[other]))
    return tuple(name for name in modules if not is_installed(name))


def require(extra: str, what: str) -> None:
    """Raise MissingExtraError where an extra is not installed; `what` names what needs it.

    >>> require("", "a command of the base installation")
    """
    if extra and (missing := lacking(extra)):
        raise missing_extra(extra, what, missing)


def missing_extra(extra: str, what: str, missing: Sequence[str]) -> MissingExtraError:
    """Return the error that `what` needs an extra of which these modules are missing."""
    names = [*missing[:_NAMED], *([f"{len(missing) - _NAMED} more"] if len(missing) > _NAMED else [])]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    state = "are not installed" if len(missing) > 1 else "is not installed"
    return MissingExtraError(f"{what} needs {listed}, which {state}: {install_command(extra)}")


@contextmanager
def extras_named(what: str) -> Iterator[None]:
    """Say of a module of an extra that is missing what needs it, and how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        extra = next((extra for extra, modules in EXTRAS.items() if name in modules), None)
        if extra is None or is_installed(name):  # a part of it is missing: its installation is broken
            raise
        raise missing_extra(extra, what, [name]) from error
