"""A command as a value: its name, its settings, and how they are made ready.

    AUDIT = Command("audit", AuditSettings, prepared, ("data", "model"), "this audit", "…")

    AUDIT.ready({"data": "sample", "limit": 9})     reads the exam and finds the systems; scores nothing
        .perform()                                  scores what is not stored: the run
        .costs()                                    counts it: the dry run
        .needed()                                   the cells it asks for: the export

The command line's flags and help come from the same value (`cli.runs`). A function of the front (`magnetite.api`) has
the same settings as arguments, typed by hand; a test holds it against the value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from magnetite.core.extras import require
from magnetite.core.setting import Setting, composed, renamed, settings_of

if TYPE_CHECKING:
    from magnetite.core.results import Run
    from magnetite.running.driver import NeededCells
    from magnetite.running.panels import Cost, Watch

S = TypeVar("S")
R = TypeVar("R", bound="Ready | Action")


class Ready(Protocol):
    """A run made ready: its exam is read and its systems are found; nothing is scored."""

    def perform(self, *, command: str = "", watch: "Watch | None" = None) -> "Run":
        """Score what is not stored, and write the run's folder, if one is named."""

    def costs(self) -> "list[Cost]":
        """Return what it would score."""

    def needed(self) -> "NeededCells":
        """Return the cells it asks for, whatever is answered."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a command that writes no run makes ready: it can be performed, and has neither dry run nor export."""

    perform: Callable[..., Any]


def action(perform: Callable[..., Any]) -> Callable[[Any], Action]:
    """Return how a command that writes no run is made ready: `perform` is given its settings, and does it all."""
    return lambda settings: Action(partial(perform, settings))


@dataclass(frozen=True, slots=True)
class ActionResult:
    """What such a command says when it is done: `lines` to people, the rest to programs.

    It wrote `count` of something to a path, None where that is one thing; `more`: what else programs are told.
    """

    path: Path
    count: int | None
    of: str
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Command(Generic[S, R]):
    """A command: most ask systems about an exam and write a run, some write a file.

    `prepare`: reads the exam and finds the systems; scores nothing. `subjects`: the settings that need no name: the
    data, then what answers. `priced`: what the dry run, if it has one, calls it. `help`: what the command line and the
    manual say; a paragraph that begins with "Example:" shows how it is typed. `read`: makes settings of what is given
    by name. `extra`: settings that are none of the run's but say where others come from, such as a file of them.
    `optional`: the command line may leave out what it is about. `watched`: the arguments of `perform` that are called
    as it goes on. `says`: of a command that writes no run, what it wrote, by what `perform` returns. `needs`: the extra
    without which it can do nothing.
    """

    name: str
    settings: type[S]
    prepare: Callable[[S], R]
    subjects: tuple[str, ...]
    priced: str
    help: str
    read: Callable[[Mapping[str, Any]], S] | None = None
    extra: tuple[Setting, ...] = ()
    optional: bool = False
    watched: tuple[str, ...] = ("watch",)
    says: Callable[[Any], ActionResult] | None = None
    needs: str = ""

    def settings_from(self, given: Mapping[str, Any]) -> S:
        """Make settings of what is given by name (not None).

        Raises UsageError for what does not exist or fit, and where the extra that the command needs is not installed.
        """
        require(self.needs, f"magnetite {self.name}")
        return composed(self.settings, renamed(given)) if self.read is None else self.read(given)

    def ready(self, given: Mapping[str, Any]) -> R:
        """Make a run ready of settings that are given by name."""
        return self.prepare(self.settings_from(given))

    @property
    def flags(self) -> dict[str, Setting]:
        """Return every setting by name."""
        return {**settings_of(self.settings), **{each.name: each for each in self.extra}}
