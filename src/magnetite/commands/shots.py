"""Examples for language models: from which data the solved questions come that stand before each question."""

from typing import Any

from magnetite.commands.data import load_exam, load_source
from magnetite.core.errors import DataError, UsageError
from magnetite.core.items import Dataset
from magnetite.formats.detect import canonical
from magnetite.request import Asking, Reading
from magnetite.scorers.shots import Shots, draw_shots

TRAIN = "train"


def computing_with(asking: Asking, shots: Shots | None) -> dict[str, Any]:
    """Return what a scorer is told besides the model, with the examples, where there are any."""
    return {**asking.computing, "shots": shots} if shots else asking.computing


def drawn_shots(asking: Asking, reading: Reading, *exams: Dataset) -> Shots | None:
    """Draw the examples that `asking` wants, of passages that no exam asks about; None where they ask for none.

    They come from `shots_from`, its train split where it has several, or else from the exam's own train split. Raises
    UsageError where neither can be had, DataError where there are too few.
    """
    if not asking.shots:
        if asking.shots_from is not None:
            raise UsageError(
                f"shots-from '{asking.shots_from}': names where examples come from, but not how many are shown. Add "
                "--shots, as in --shots 5, or leave it out."
            )
        return None
    examples = _named(asking, reading) if asking.shots_from is not None else _train_split(asking, reading, exams)
    return draw_shots(examples, asking.shots, reading.seed, [item for exam in exams for item in exam])


def _named(asking: Asking, reading: Reading) -> Dataset:
    try:
        return load_source(str(asking.shots_from), TRAIN, reading)
    except (UsageError, DataError) as error:
        raise type(error)(f"shots-from '{asking.shots_from}': {error}") from error


def _train_split(asking: Asking, reading: Reading, exams: tuple[Dataset, ...]) -> Dataset:
    advice = "Name the data that they come from: --shots-from PATH."
    if len(exams) != 1:
        raise UsageError(
            f"shots {asking.shots}: several datasets are asked, so it cannot be told whose train split examples come "
            f"from. {advice}"
        )
    [exam] = exams
    if TRAIN in map(canonical, (exam.split or "").split("+")):
        raise UsageError(
            f"shots {asking.shots}: examples come from the train split, but that is what is asked. {advice}"
        )
    if exam.source is None:
        raise UsageError(
            f"shots {asking.shots}: examples come from the train split, but '{exam.name}' is a Dataset that names no "
            f"file to read it from. {advice}"
        )
    try:
        return load_exam(exam.source, TRAIN, **reading.how)
    except (UsageError, DataError) as error:
        text = str(error).removesuffix(" Leave split out.")
        raise type(error)(
            f"shots {asking.shots}: examples come from the data's train split, which cannot be read: {text} {advice}"
        ) from error
