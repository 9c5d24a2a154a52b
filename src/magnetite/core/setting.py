"""A setting that is a flag, too: its default, its help and its name are written once, where the settings are."""

from dataclasses import field
from typing import Any


def setting(
    default: Any = None,
    help: str = "",  # noqa: A002 - the word of the command line
    *,
    metavar: str | None = None,
    least: int | None = None,
    flag: str | None = None,
    otherwise: str = "",
    among: tuple[str, ...] = (),
) -> Any:
    """Return a dataclass's field with what a command line shows of it.

    `least`: of a number, the smallest. `flag`: its names, where they are not the field's, as in "--lora". `otherwise`:
    what holds where the flag is not given, in words, for a default that the field cannot say itself. `among`: the
    names that there are.
    """
    about = {"help": help, "metavar": metavar, "least": least, "flag": flag, "otherwise": otherwise, "among": among}
    return field(default=default, metadata=about)
