"""Every error that is raised on purpose, in one tree.

    Error                   exit code
    ├── UsageError          2    a setting, a name or an option that does not exist or does not fit
    ├── DataError           3    a file or an item that is not what it should be
    │   └── TooLargeError        an exam of which a part could be read
    └── StoreError          5    a file that cannot be written or kept

A message is one or a few short sentences in this order: the subject (file, line, item), what was found,
what was expected, and what to do next.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from examfiles.reasons import Reason

MOST_NAMES = 12  # that an error lists


class Error(Exception):
    """The root: `except examfiles.Error` takes all of them; `exit_code` is what a command line exits with."""

    exit_code = 1


class LeftPart(Protocol):
    """A part of a file that was left out: its place, why, and whether it was in error (`items.LeftOut`)."""

    @property
    def where(self) -> str:
        """Say where in the file it stands."""

    @property
    def reason(self) -> Reason:
        """Say why it was left out."""

    @property
    def broken(self) -> bool:
        """Say whether it is in error."""


class UsageError(Error):
    """A setting, name or flag that does not exist or does not fit."""

    exit_code = 2


class DataError(Error):
    """A file or an item that is not what it should be.

    `where` names the part of a file and `reason` what is wrong with it, where a reader knows. `left`: the parts that
    were left out of a file of which nothing else can be used.
    """

    exit_code = 3

    def __init__(
        self, message: str = "", *, where: str = "", reason: Reason | None = None, left: Sequence[LeftPart] = ()
    ) -> None:
        super().__init__(message)
        self.where, self.reason, self.left = where, reason, tuple(left)


class TooLargeError(DataError):
    """An exam that is refused for its size alone: a program that can read a part of it says how."""


class StoreError(Error):
    """Scores or results that cannot be kept or read back."""

    exit_code = 5


def unknown_name(kind: str, name: str, known: list[str]) -> UsageError:
    """Return the error for an unknown name: it lists known names and suggests the nearest.

    Of more than twelve, the nearest come first, and the others are counted.

    >>> str(unknown_name("view", "QCO", ["O", "QO", "CO", "QOC"]))
    "view 'QCO' does not exist. Known: O, QO, CO, QOC. Did you mean 'QO'?"
    """
    listed = ", ".join(known)
    if len(known) > MOST_NAMES:
        near = _near(name, known, 3)
        shown = [*near, *(each for each in known if each not in near)][:MOST_NAMES]
        listed = f"{', '.join(shown)}, … and {len(known) - MOST_NAMES} more"
    return UsageError(f"{kind} '{name}' does not exist. Known: {listed}.{nearest(name, known)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a sentence that suggests the nearest of the known names; "" where none is near."""
    near = _near(name, known, 1)
    return f" Did you mean '{near[0]}'?" if near else ""


def _near(name: str, known: Iterable[str], most: int) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(name, list(known), n=most, cutoff=0.4)


def harmless(text: str) -> str:
    r"""Show what a terminal would obey, or a reader could not see: control characters, and turns of direction.

    >>> harmless("a\x1b[2Jb\n\u202egnp")
    'a\\x1b[2Jb\n\\u202egnp'
    """
    return text.translate(_VISIBLE)


_CONTROLS = {
    *range(0x20),
    *range(0x7F, 0xA0),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xD800, 0xE000),
} - {*map(ord, "\t\n")}
_VISIBLE = {code: repr(chr(code))[1:-1] for code in sorted(_CONTROLS)}
