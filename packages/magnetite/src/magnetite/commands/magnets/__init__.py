"""`magnets`: options that attract a system whatever the passage says, and what they do to its accuracy."""

from typing import TYPE_CHECKING

from magnetite.commands.magnets.settings import MagnetSettings
from magnetite.running.command import Command

if TYPE_CHECKING:
    from magnetite.running.driver import Prepared


def _prepared(settings: MagnetSettings) -> "Prepared":
    from magnetite.commands.magnets.run import prepared

    return prepared(settings)


MAGNETS: "Command[MagnetSettings, Prepared]" = Command(
    "magnets",
    MagnetSettings,
    _prepared,
    ("data", "models"),
    "this search",
    """Screen a pool of irrelevant options, find the magnets, and attack with them.

    Example: magnetite magnets RACE.tar.gz --model bundled --mode race
    """,
    needs="audit",
)
