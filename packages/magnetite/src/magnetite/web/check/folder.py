"""The data folder: the upload and the report of each check. Nothing is written anywhere else.

FOLDER/checks.sqlite         the checks, their settings and progress (`checks`)
FOLDER/checks/ID/exam/NAME   the upload, unchanged, under a harmless name
FOLDER/checks/ID/answers/NAME   candidates' answers, where they were uploaded
FOLDER/checks/ID/dismissed.toml   flags that were dismissed, as `magnetite check --dismissed` reads them
FOLDER/checks/ID/report/     report.html and findings.json, as `magnetite check` writes them
FOLDER/scores/               the models' scores: no cell is scored twice
"""

import os
import re
import shutil
import unicodedata
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from examfiles.errors import StoreError
from examfiles.files import disk_fault, no_device, sweep_parts, write_whole
from magnetite.core.errors import MagnetiteError
from magnetite.report.wording import error_text
from magnetite.web.wording import spoken

UPLOAD, REPORT, SCORES, ANSWERS, DISMISSED = "exam", "report", "scores", "answers", "dismissed.toml"
_GONE = ".deleted"
_ID = r"[0-9a-f]{16}"
_UNSAFE = frozenset('<>:"|?*\\/')


def default_folder() -> Path:
    """Return this user's own data folder for checks."""
    from platformdirs import user_data_path

    return user_data_path("magnetite") / "checks"


def check_folder(folder: Path, name: str) -> Path:
    """Return a check's own folder; `name` is an id from the database. Raises ValueError for any other."""
    if not re.fullmatch(_ID, name):
        raise ValueError(f"{name!r} is not the id of a check")
    return folder / "checks" / name


def upload_of(folder: Path, name: str) -> Path:
    """Return a check's uploaded file. Raises StoreError where it is gone."""
    try:
        return next(path for path in sorted((check_folder(folder, name) / UPLOAD).iterdir()) if path.is_file())
    except (OSError, StopIteration):
        raise StoreError(
            "the file of this check is gone from the data folder. Delete the check, and upload the file again."
        ) from None


def report_of(folder: Path, name: str) -> Path:
    """Return where a check's report is, or will be."""
    return check_folder(folder, name) / REPORT


def answers_of(folder: Path, name: str) -> Path | None:
    """Return a check's file of candidates' answers, None where there is none."""
    home = check_folder(folder, name) / ANSWERS
    return next((path for path in sorted(home.iterdir()) if path.is_file()), None) if home.is_dir() else None


def keep_answers(folder: Path, name: str, file_name: str, content: bytes) -> Path:
    """Write candidates' answers in place of any earlier ones. Raises StoreError where that fails."""
    remove_answers(folder, name)
    path = check_folder(folder, name) / ANSWERS / safe_name(file_name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise disk_error(error, folder) from error
    return path


def remove_answers(folder: Path, name: str) -> None:
    """Delete a check's candidates' answers, if there are any."""
    shutil.rmtree(check_folder(folder, name) / ANSWERS, ignore_errors=True)


def dismissed_of(folder: Path, name: str) -> Path:
    """Return where the flags are, or will be, that were dismissed."""
    return check_folder(folder, name) / DISMISSED


def keep_dismissed(folder: Path, name: str, text: str) -> None:
    """Write the file of dismissed flags. Raises StoreError where that fails."""
    try:
        write_whole(dismissed_of(folder, name), text.encode())
    except OSError as error:
        raise disk_error(error, folder) from error


def keep_upload(folder: Path, name: str, file_name: str, content: bytes) -> Path:
    """Write an upload to the disk. Raises StoreError where that fails, and then leaves nothing behind."""
    home = check_folder(folder, name)
    path = home / UPLOAD / safe_name(file_name)
    try:
        path.parent.mkdir(parents=True)
        write_whole(path, content)
    except OSError as error:
        remove(folder, name)
        raise disk_error(error, folder) from error
    return path


def remove(folder: Path, name: str) -> None:
    """Delete all files of a check, if there are any. If it is killed in between, `sweep` does the rest."""
    home = check_folder(folder, name)
    gone = home.with_suffix(_GONE)
    with suppress(OSError):
        home.rename(gone)
    shutil.rmtree(gone, ignore_errors=True)


def sweep(folder: Path, known: Collection[str]) -> None:
    """Delete what an earlier server had begun to delete, and uploads of which it could record no check.

    `known`: the ids of the checks in the database. What has no id for its name is not ours, and stays.
    """
    for home in (folder / "checks").glob("*"):
        if home.suffix == _GONE or (re.fullmatch(_ID, home.name) and home.name not in known):
            shutil.rmtree(home, ignore_errors=True)
        elif home.name in known:
            sweep_parts(home, deep=True)


def remove_report(folder: Path, name: str) -> None:
    """Delete a check's report, because the exam has changed since."""
    shutil.rmtree(report_of(folder, name), ignore_errors=True)


def safe_name(name: str) -> str:
    r"""Return a name that is safe for one file on any system, whatever was sent; its ending stays.

    >>> safe_name("../../etc/passwd"), safe_name("C:\\exams\\Unit 3.gift"), safe_name("\0")
    ('passwd', 'Unit 3.gift', 'exam')
    """
    base = unicodedata.normalize("NFC", re.split(r"[/\\]", name)[-1])
    safe = "".join(sign for sign in base if sign.isprintable() and sign not in _UNSAFE).strip(" .")
    ending = Path(safe).suffix
    stem = safe.removesuffix(ending)
    while len((short := stem + ending).encode("utf-8", "replace")) > 120:
        stem, ending = (stem[:-1], ending) if stem else ("", ending[:-1])
    return no_device(short.encode("utf-8", "ignore").decode().strip(" .") or "exam")


def without_folder(folder: Path, name: str, text: str) -> str:
    """Return a message that names files as their author knows them, without the folder they are stored in."""
    with suppress(ValueError):
        home = check_folder(folder, name)
        for inside in (home / UPLOAD, home / ANSWERS, home / REPORT, home, folder):
            text = text.replace(f"{inside}{os.sep}", "").replace(str(inside), inside.name)
    return text


def without_paths(folder: Path, name: str, error: MagnetiteError) -> MagnetiteError:
    """Return the same error without the folder in its message."""
    return type(error)(without_folder(folder, name, error_text(error, spoken())))


def disk_error(error: OSError, folder: Path) -> StoreError:
    """Return the error that the data folder cannot be written to."""
    return StoreError(
        f"the data folder cannot be written to ({disk_fault(error, folder)}). Nothing was stored. Free some space on "
        "the disk, or start magnetite serve with another --folder."
    )
