"""Packages that only some files need: an error that says what they are for and how to get them."""

from importlib import import_module
from importlib.util import find_spec
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
        raise UsageError(f"{what} needs {name}, which is not installed: pip install {name}") from error


def is_installed(module: str) -> bool:
    """Return whether a package is installed; it is not imported.

    >>> is_installed("json"), is_installed("no_such_package")
    (True, False)
    """
    try:
        return find_spec(module) is not None
    except ImportError:
        return False
