"""Checks of probe settings as a user wrote them: the type and the range, before anything is computed.

What this file leaves out: unknown names of settings (`named`), and which texts a pool may hold (`pool`).
"""

from collections.abc import Sequence
from typing import Any

from magnetite.core.errors import UsageError


def whole(probe: str, least: int, **settings: Any) -> None:
    """Check that each setting is a whole number of `least` or more. Raises UsageError.

    >>> whole("magnets", 1, pool_size=1.5)
    Traceback (most recent call last):
    magnetite.core.errors.UsageError: probe 'magnets': pool_size is 1.5; expected a whole number of 1 or more.
    """
    for name, value in settings.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise _refused(probe, name, value, f"a whole number of {least} or more")


def below_one(probe: str, meaning: str, **settings: Any) -> None:
    """Check that each setting is a number from 0 to below 1, called `meaning`. Raises UsageError."""
    for name, value in settings.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
            raise _refused(probe, name, value, meaning)


def texts(probe: str, **settings: Any) -> tuple[str, ...]:
    """Check that the one setting is a list or tuple of texts and return it as a tuple. Raises UsageError."""
    ((name, value),) = settings.items()
    if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(text, str) for text in value):
        raise _refused(probe, name, value, 'a list of texts, such as ["All of the above","None of these"]')
    return tuple(value)


def _refused(probe: str, name: str, value: Any, expected: str) -> UsageError:
    return UsageError(f"probe '{probe}': {name} is {value!r}; expected {expected}.")
