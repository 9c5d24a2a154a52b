"""An audit at the end of every run of Inspect, from the logs that it has just written.

    import magnetite
    magnetite.inspect_hook(lambda logs: magnetite.audit("exam.csv", logs, output="runs/inspect"))

These lines stand before `eval()`, or in the file of the task that `inspect eval` runs.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote, urlsplit

from examfiles.errors import DataError, UsageError

if TYPE_CHECKING:
    from magnetite.scorers.logs import Logged

T = TypeVar("T")


def inspect_hook(audit: "Callable[[Logged], T]") -> "Callable[[Logged], T]":
    """Call a function after every run of Inspect in this process, with the run's logs as a model; return the function.

    The logs of one run are one model: a suite's tasks, one a view, are audited together. Logs that ended with an error
    or were cancelled are left out. What the function raises, Inspect reports as a warning; the evaluation and its logs
    stay as they are. A later hook replaces an earlier one. Raises UsageError where Inspect is not installed.

        @magnetite.inspect_hook
        def audited(logs):
            magnetite.audit("exam.csv", logs, split="test", limit=300, output="runs/inspect", overwrite=True)

    Args:
        audit: What to do with the logs, which any function of Magnetite takes as a model.
    """
    try:
        from inspect_ai.hooks import Hooks, hooks
    except ImportError as error:
        raise UsageError(
            "inspect_hook is for a process that runs Inspect, which is not installed here (its package is inspect-ai). "
            "Without it, logs are audited by their folder: magnetite audit DATA --model LOGS"
        ) from error

    @hooks(name="magnetite", description="Audit the answers of a run of Inspect.")
    class Audit(Hooks):  # type: ignore[misc]
        async def on_run_end(self, data: Any) -> None:
            if written := [log.location for log in data.logs if log.status == "success"]:
                audit(_logged(written))

    return audit


def _logged(locations: Sequence[str]) -> "Logged":
    """Return logs as one model. Raises DataError where they are not on this machine, or none is of choices."""
    from magnetite.scorers.logs import Logged

    if elsewhere := next((each for each in locations if urlsplit(each).scheme not in {"", "file"}), None):
        raise DataError(f"{elsewhere}: logs are audited where they are files. Copy them, then: --model LOGS")
    paths = [Path(unquote(urlsplit(each).path) if each.startswith("file:") else each) for each in locations]
    return Logged(paths[0]) if len(paths) == 1 else Logged(paths[0].parent, logs=paths)
