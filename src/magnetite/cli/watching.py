"""Show progress while cells are scored."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import TaskID

    from magnetite.engine import Progress


@contextmanager
def progress_bars() -> Iterator[Callable[[str, "Progress"], None]]:
    """Yield a function that shows one bar per label on standard error; stored cells take no time and no bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("cells · {task.fields[speed]:,.0f}/s", markup=False),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, TaskID] = {}

        def watch(label: str, progress: "Progress") -> None:
            if progress.total == 0:
                return
            if label not in tasks:
                tasks[label] = bars.add_task(label, total=progress.total, speed=0.0)
            speed = progress.done / progress.seconds if progress.seconds else 0.0
            bars.update(tasks[label], completed=progress.done, total=progress.total, speed=speed)

        yield watch
