"""Progress bars while cells are scored."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import TaskID

    from magnetite.engine import Progress


@contextmanager
def progress_bars() -> Iterator[Callable[[str, "Progress"], None]]:
    """Yield a function that shows one bar per label on standard error; stored cells take no time and get no bar.

    A bar counts tokens, so that the time left allows for long passages; beside it are cells, and both speeds.
    """
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[cells]} cells", markup=False),
        TextColumn("{task.fields[speed]}", markup=False),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, TaskID] = {}

        def watch(label: str, progress: "Progress") -> None:
            if progress.total == 0:
                return
            if label not in tasks:
                tasks[label] = bars.add_task(label, total=progress.tokens_total, cells="", speed="")
            cells = f"{progress.done:,}/{progress.total:,}"
            bars.update(tasks[label], completed=progress.tokens_done, cells=cells, speed=_speed(progress))

        yield watch


def _speed(progress: "Progress") -> str:
    if not progress.seconds:
        return ""
    cells, tokens = progress.done / progress.seconds, progress.tokens_done / progress.seconds
    return f"{cells:,.0f} cells/s · {tokens:,.0f} tokens/s"
