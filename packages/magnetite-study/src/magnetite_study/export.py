"""A study's answers for another program: one row an answer, with a codebook; personal fields apart, on request alone.

answers.csv       see `answers.answers_csv`
codebook.csv      what each column means
changes.csv       answers that were replaced or cleared
deletions.csv     on which days participants were deleted, and how many answers each had given; not who they were
participants.csv  who has which number: state, form, and the fields that the organiser asked for
"""

from pathlib import Path

from examfiles.files import write_whole
from examfiles.items import letter
from magnetite.core.files import writable
from magnetite.report.wording import wording
from magnetite_study.analysis.flow import excluded
from magnetite_study.answers import COLUMNS, answers_csv, csv_of, harmless_cell, time_text
from magnetite_study.database import Database

KNOWN = ("participant", "form", "state", "answered")
CHANGES = ("participant", "position", "question", "before", "after", "changed_at")
DELETIONS = ("deleted_on", "answered")


def write_export(database: Database, folder: str | Path, *, fields: bool = False) -> list[Path]:
    """Write a study's answers into a folder, which is created if missing, for its owner alone; return the paths.

    `fields`: write what participants told of themselves, too. Raises StoreError where a file cannot be written.
    """
    design, answers = database.design, database.answers()
    database.look()
    files = {
        "answers.csv": answers_csv(design, answers, database.showings(), excluded(design, answers)),
        "codebook.csv": _codebook(design.language),
        "changes.csv": _changes(database),
        "deletions.csv": _deletions(database),
        **({"participants.csv": _people(database)} if fields else {}),
    }
    folder = Path(folder)
    with writable(folder, "Name another folder."):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return [write_whole(folder / name, content, private=True) for name, content in files.items()]


def _codebook(language: str) -> bytes:
    say = wording(language).say
    rows = [{"column": name, "meaning": say(f"codebook-{name.replace('_', '-')}")} for name in COLUMNS]
    return csv_of(("column", "meaning"), rows)


def _changes(database: Database) -> bytes:
    rows: list[dict[str, str | int]] = [
        {
            "participant": each.participant,
            "position": each.position,
            "question": each.question,
            "before": letter(each.before),
            "after": "" if each.after is None else letter(each.after),
            "changed_at": time_text(each.at),
        }
        for each in database.changes()
    ]
    return csv_of(CHANGES, rows)


def _deletions(database: Database) -> bytes:
    rows: list[dict[str, str | int]] = [
        # a day is enough to count by: a time could tell who it was
        {"deleted_on": time_text(each.at).partition("T")[0], "answered": each.answered}
        for each in database.deletions()
    ]
    return csv_of(DELETIONS, rows)


def _people(database: Database) -> bytes:
    labels = database.design.fields
    rows: list[dict[str, str | int]] = []
    for each in database.participants():
        known = (each.number, each.form, each.state, each.answered)
        rows.append(
            {
                **dict(zip(KNOWN, known, strict=True)),
                **{label: harmless_cell(each.fields.get(label, "")) for label in labels},
            }
        )
    return csv_of((*KNOWN, *labels), rows)
