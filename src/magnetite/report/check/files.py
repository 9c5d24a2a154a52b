"""The folder of a checked exam: report.html and findings.json.

Each file is written under a temporary name, flushed and renamed, so that a reader never sees half of one.
"""

from pathlib import Path

from magnetite.core.errors import StoreError
from magnetite.core.files import write_whole
from magnetite.core.results import Run, run_to_json
from magnetite.report.check.render import render_check


def write_check(run: Run, folder: str | Path, language: str = "en") -> tuple[Path, ...]:
    """Write the page and the findings into a folder, which is created if missing; return their paths, page first.

    Raises UsageError for an unknown language, StoreError where a file cannot be written; an earlier check's files then
    stay whole.
    """
    folder = Path(folder)
    contents = {
        "report.html": render_check(run, language).encode("utf-8", "replace"),
        # A lone surrogate is not valid UTF-8, but its escape is valid JSON.
        "findings.json": run_to_json(run).encode("utf-8", "backslashreplace"),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return tuple(write_whole(folder / name, data) for name, data in contents.items())
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(
            f"folder '{folder}': its files cannot be written ({reason}). Free some space, or name another folder."
        ) from error
