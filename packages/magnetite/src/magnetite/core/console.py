"""The console of all output for people. It needs rich alone: `doctor` speaks where other packages are missing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from examfiles.errors import harmless

if TYPE_CHECKING:
    from rich.console import Console


def console(**options: Any) -> "Console":
    """Return a console that shows what a terminal would obey, in file names as in what servers say."""
    from rich.console import Console
    from rich.segment import Segment

    class Harmless(Console):
        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            for part in super().render(renderable, options):
                yield part if part.control else Segment(harmless(part.text), part.style)

    return Harmless(**{"soft_wrap": True, "emoji": False, **options})
