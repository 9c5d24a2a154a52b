"""Progress bars, one a label: in a terminal, and in a notebook, where a bar is an element of the page that changes.

    with magnetite.progress() as watch:
        run = magnetite.audit("exam.csv", watch=watch)

A bar counts tokens, so that the time left allows for long passages; beside it are cells, and both speeds. What is
stored takes no time and gets no bar.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

from magnetite.core.console import console as harmless_console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID

    from magnetite.core.progress import Progress

    Shown = Callable[[str, Progress], None]

PAUSE = 0.1  # seconds between two changes of a bar in a notebook


@contextmanager
def progress(console: "Console | None" = None) -> Iterator["Shown"]:
    """Yield a function that shows one bar per label: give it to a run as `watch`.

    In a notebook below the cell; else on a console, by default standard error.
    """
    with _notebook_bars() if in_notebook() else _terminal_bars(console) as watch:
        yield watch


def in_notebook() -> bool:
    """Return whether this process is the kernel of a notebook."""
    if "ipykernel" not in sys.modules:
        return False
    from ipykernel.zmqshell import ZMQInteractiveShell
    from IPython import get_ipython

    return isinstance(get_ipython(), ZMQInteractiveShell)


@contextmanager
def _terminal_bars(console: "Console | None") -> Iterator["Shown"]:
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[cells]} cells", markup=False),
        TextColumn("{task.fields[speed]}", markup=False),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=console or harmless_console(stderr=True)) as bars:
        tasks: dict[str, TaskID] = {}

        def watch(label: str, progress: "Progress") -> None:
            if progress.total == 0:
                return
            if label not in tasks:
                tasks[label] = bars.add_task(label, total=progress.tokens_total, cells="", speed="")
            bars.update(tasks[label], completed=progress.tokens_done, cells=_cells(progress), speed=_speed(progress))

        yield watch


@contextmanager
def _notebook_bars() -> Iterator["Shown"]:
    from IPython.display import display

    shown: dict[str, tuple[Any, float]] = {}  # the element of a label, and when it may change next

    def watch(label: str, progress: "Progress") -> None:
        if progress.total == 0:
            return
        element, due = shown.get(label, (None, 0.0))
        now = time.monotonic()
        if element is None:
            element = display(_bar(label, progress), raw=True, display_id=True)
        elif now >= due or progress.done == progress.total:
            element.update(_bar(label, progress), raw=True)
        else:
            return
        shown[label] = (element, now + PAUSE)

    yield watch


def _bar(label: str, progress: "Progress") -> dict[str, str]:
    """Return a bar as HTML, and as the text that stands for it."""
    words = f"{_cells(progress)} cells {_speed(progress)}".strip()
    bar = f'<progress value="{progress.tokens_done}" max="{progress.tokens_total}" style="width: 14em"></progress>'
    return {"text/html": f"<div>{escape(label)} {bar} {escape(words)}</div>", "text/plain": f"{label}: {words}"}


def _cells(progress: "Progress") -> str:
    return f"{progress.done:,}/{progress.total:,}"


def _speed(progress: "Progress") -> str:
    if not progress.seconds:
        return ""
    cells, tokens = progress.done / progress.seconds, progress.tokens_done / progress.seconds
    return f"{cells:,.0f} cells/s · {tokens:,.0f} tokens/s"
