"""Packages that only some files need: an error that says what they are for and how to get them."""

from importlib import import_module
from typing import Any

from examfiles.errors import UsageError


def extra(module: str, what: str, package: str = "") -> Any:
    """Import a package that is not always installed. Raises UsageError, with what needs it, where it is missing.

    >>> extra("json", "Nothing").loads("1")
    1
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        name = package or error.name
        raise UsageError(f"{what} needs {name}, which is not installed. Install it: pip install {name}") from error
