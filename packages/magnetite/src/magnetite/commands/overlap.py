"""`overlap`: which passages and questions of an exam stand in other data."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import UsageError
from examfiles.items import Dataset
from examfiles.reasons import Reason
from magnetite.core.setting import part, setting
from magnetite.request import DATA, Asking, Reading, Writing, check_values, recorded, several
from magnetite.running.command import Command

if TYPE_CHECKING:
    from magnetite.running.driver import Prepared

NAME = "overlap"


@dataclass(frozen=True, slots=True)
class OverlapSettings:
    """Every setting of `overlap`; `reading` is the exam's, but for how files are read, which is everybody's."""

    exam: "str | Path | Dataset | None" = setting(None, DATA, metavar="EXAM")
    data: Any = setting(
        (),
        "Data that may contain its texts, each as for audit, with all its splits; PATH@dev chooses one.",
        metavar="DATA...",
    )
    reading: Reading = part(Reading, split="Split of the exam to use if it has several: train, dev or test.")
    writing: Writing = part(Writing)

    def __post_init__(self) -> None:
        check_values(self)
        data = (self.data,) if isinstance(self.data, Path) else self.data
        object.__setattr__(self, "data", several(data) if isinstance(data, str | tuple | list) else (data,))

    @property
    def asking(self) -> Asking:
        """Return that nobody is asked, and no store is opened."""
        return Asking(store="off")


def prepared(settings: OverlapSettings) -> "Prepared":
    """Read the exam and the data; compares nothing. Raises UsageError where either is not named, and DataError."""
    from magnetite.experiments.overlap.experiment import Overlap
    from magnetite.running.data import limit_items, load_dataset, load_datasets, reading_notes, said_split, source_name
    from magnetite.running.driver import NamedSystems, Prepared

    if settings.exam is None or not settings.data:
        raise UsageError("no exam or no data were named. Give the exam, and data: magnetite overlap EXAM RACE.tar.gz.")
    reading = settings.reading
    exam = limit_items(load_dataset(settings.exam, reading), reading.limit, reading.seed)
    others: dict[str, Dataset] = {}
    notes: list[Reason] = []
    for each in settings.data:
        read = [each] if isinstance(each, Dataset) else load_datasets(each, said_split(each)[1], **reading.how)
        for data in read:
            name = " ".join(filter(None, (data.name, data.split)))
            if data.fingerprint == exam.fingerprint:
                notes.append(Reason("overlap-note-itself", {"data": name}))
                continue
            if name in others:
                raise UsageError(f"data '{name}' is named twice. Name each once, or give the files different names.")
            others[name] = data
    if not others:
        raise UsageError("the data are the exam itself; nothing is left to compare it with. Name other data.")
    shown = [source_name(each) for each in settings.data]
    record = {**recorded(settings), "data": source_name(settings.exam), "others": shown, "model": NAME, "mode": NAME}
    for name in ("exam", "overwrite"):
        record.pop(name, None)
    notes += reading_notes(exam)
    systems = NamedSystems({})
    return Prepared(
        settings, exam, (Overlap(others),), {}, systems.calibrator, record, lambda _calibration: tuple(notes)
    )


OVERLAP: "Command[OverlapSettings, Prepared]" = Command(
    NAME,
    OverlapSettings,
    prepared,
    ("exam", "data"),
    "this comparison",
    """Find passages and questions of an exam in other data, such as a model's training data.

    Example: magnetite overlap exam.docx RACE.tar.gz DREAM/
    """,
    needs="audit",
)
