"""Settings: which sets of readers there are, what they were trained on, and what they are asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from examfiles.errors import UsageError, unknown_name
from magnetite.views import VIEWS, view_name
from magnetite_papers.configuration import Configuration

RACE, COSMOS, RECLOR = EXAMS = ("RACE++", "CosmosQA", "ReClor")
SAMPLING = ("sample", "sample_seed", "dev", "dev_limit", "level")  # fields of `TrainingData` that a set may give


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderSet:
    """A reader for each view, and how it comes to be.

    `trained_on`: an exam, as Table B.2 names its rows. `model`: readers that exist, as `--model`; else they are
    trained, as `training` and `sampling` say, on `data` (a data set, as `Workplace.source` reads it), or by `folds` of
    the exam that they are trained on, each question answered by readers that did not see its fold. `asked`: the exams
    that they answer. `limit`: at most so many questions of each exam that they were not trained on; `drawn`: of each
    exam, where a question takes long. `weights`: how many it has, in words.
    """

    name: str
    trained_on: str
    model: str = ""
    data: str = ""
    folds: int = 0
    views: tuple[str, ...] = tuple(VIEWS.ours)
    asked: tuple[str, ...] = EXAMS
    limit: int | None = None
    drawn: int | None = None
    weights: str = ""
    sampling: Mapping[str, Any] = field(default_factory=dict)
    training: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        where = f"systems.{self.name}"
        for exam in (self.trained_on, *self.asked):
            if exam not in EXAMS:
                raise UsageError(f"{where}: {unknown_name('exam', exam, list(EXAMS))}")
        object.__setattr__(self, "views", tuple(map(view_name, self.views)))
        if sum(map(bool, (self.model, self.data, self.folds))) != 1:
            raise UsageError(f"{where}: expected exactly one of model, data (to train on) and folds (of its own exam).")
        if self.folds == 1:
            raise UsageError(f"{where}: folds is 1; expected 2 or more, because one is held out.")
        if self.model and (self.training or self.sampling):
            told = next(iter({**self.training, **self.sampling}))
            raise UsageError(f"{where}: has both a model and a setting for training ({told}). Remove one of them.")

    @property
    def compared(self) -> bool:
        """Say whether the set reads with and without the passage, as Figures 4, 5 and B.1 to B.4 compare."""
        return {"QO", "QOC"} <= set(self.views)


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherTraining:
    """A reader without the passage, trained further, to see whether more training replaces the passage.

    `before` and `beside`: the folders of the reader under QO that it starts from, and of the one under QOC that it is
    compared with, as "base/qo". `data` and `sample`: the
    questions that the first is trained on besides; `training`: how.
    """

    name: str
    before: str
    beside: str
    data: str
    sample: int
    training: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Liusie(Configuration):
    """What is asked of which readers.

    `exams`: the questions of each exam, as `Workplace.source` reads them ("RACE@test+RACE-C"). `main`: the set of
    readers that Table 2 and Figures 4 and 5 are made of; `judge`: the set whose reader under QO answers, in the
    authors' place, the questions that the main one is surest and least sure of. `further`: see `FurtherTraining`, by
    name.
    """

    exams: Mapping[str, str]
    main: str
    judge: str = ""
    further: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def main_reader(self) -> str:
        """Return the set of readers that claims are tested on."""
        return self.main

    def __post_init__(self) -> None:
        for exam in EXAMS:
            if exam not in self.exams:
                raise UsageError(f"exams: {exam} is missing; expected {', '.join(EXAMS)}.")
        for name in (self.main, *([self.judge] if self.judge else [])):
            if name not in self.systems:
                raise unknown_name("set of readers", name, list(self.systems))
        if (main := self.sets[self.main]).trained_on != RACE or RACE not in main.asked:
            raise UsageError(
                f"systems.{self.main}: is trained on {main.trained_on} and asked {', '.join(main.asked)}; Table 2 and "
                f"Figures 4 and 5 need {RACE} in both. Choose another set as main."
            )
        _ = self.trained_further  # what does not fit is refused now
        for name, needed in ((self.main, ("QO", "QOC")), *([(self.judge, ("QO",))] if self.judge else [])):
            if missing := [view for view in needed if view not in self.sets[name].views]:
                raise UsageError(
                    f"systems.{name}: its exhibits need a reader of {' and '.join(missing)}. Add it to views."
                )

    @property
    def sets(self) -> dict[str, ReaderSet]:
        """Return the sets of readers by name. Raises UsageError for one that does not fit."""
        return {name: _set(name, raw) for name, raw in self.systems.items()}

    @property
    def trained_further(self) -> dict[str, FurtherTraining]:
        """Return the readers that are trained on, by name. Raises UsageError for one that does not fit."""
        known = {each.name for each in fields(FurtherTraining)}
        made = {}
        for name, raw in self.further.items():
            own = {key: value for key, value in raw.items() if key in known}
            rest = {key: value for key, value in raw.items() if key not in known}
            made[name] = _made(FurtherTraining, f"further.{name}", name=name, training=rest, **own)
        return made

    def matched(self, exam: str) -> ReaderSet | None:
        """Return the first set that was trained on an exam, is asked it, and compares; for RACE++ the main one."""
        sets = self.sets
        if sets[self.main].trained_on == exam:
            return sets[self.main]
        fit = (each for each in sets.values() if each.trained_on == exam and exam in each.asked and each.compared)
        return next(fit, None)


def _set(name: str, raw: Mapping[str, Any]) -> ReaderSet:
    known = {each.name for each in fields(ReaderSet)} - {"name", "sampling", "training"}
    own = {key: value for key, value in raw.items() if key in known}
    sampling = {key: value for key, value in raw.items() if key in SAMPLING}
    training = {key: value for key, value in raw.items() if key not in known and key not in SAMPLING}
    made: ReaderSet = _made(ReaderSet, f"systems.{name}", name=name, sampling=sampling, training=training, **own)
    return made


def _made(kind: Any, where: str, **own: Any) -> Any:
    try:
        return kind(**own)
    except TypeError as error:
        raise UsageError(f"{where}: {str(error).partition('__init__() ')[2]}") from error
