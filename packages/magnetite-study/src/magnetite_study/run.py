"""Studies with people: create one from data, magnets and what the models answer; report its answers as a run."""

import math
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from examfiles.errors import UsageError
from examfiles.files import part_folder, sweep_parts, write_whole
from examfiles.items import Dataset
from examfiles.reasons import Reason, many
from magnetite.core.experiment import Panel
from magnetite.core.files import writable
from magnetite.core.results import Finding, Run
from magnetite.core.setting import composed
from magnetite.experiments.asking import own_scores
from magnetite.experiments.choices import probabilities_of
from magnetite.experiments.magnets.pool import is_series
from magnetite.experiments.magnets.tried import TriedOptions, tried_options
from magnetite.inputs.option_lists import Splits, read_options
from magnetite.request import Writing
from magnetite.running.calibrate import Calibrator
from magnetite.running.data import (
    drawn_shots,
    limit_items,
    load_test_split,
    reading_notes,
    split_reader,
)
from magnetite.running.driver import NamedSystems, Prepared, find_for, find_named, remarks_of, system_records
from magnetite.running.panels import Watch, scoring, silent
from magnetite.running.record import data_record
from magnetite.scorers.find import refuse_unused
from magnetite.scorers.system import by_option
from magnetite_study.analysis import study_findings
from magnetite_study.analysis.flow import Flow, excluded, flow_of
from magnetite_study.analysis.numbers import percent
from magnetite_study.answers import StudyAnswers
from magnetite_study.consent import with_texts
from magnetite_study.database import Database
from magnetite_study.design import Design, StudyQuestion
from magnetite_study.files import DESIGN, design_print, write_design
from magnetite_study.flagged import read_flagged
from magnetite_study.make import OfferedMagnet, halves, joined, make_attack, make_no_passage, make_with_and_without
from magnetite_study.power import expected
from magnetite_study.registration import EXPECTED, EXPECTED_OF, PAGE, Registration, page_of, page_print, registration_of
from magnetite_study.settings import ModelSettings, StudySettings

SEEDS = 2**31  # of which one is drawn
SHORTCUT = "QO"  # a system that is not shown the passage
SHARED_SETTINGS = ("kind", "assignment", "seed")
SOURCES = ("magnets", "flagged", "flagged_rules", "looked_at", "command")
SETTINGS = ("kind", "assignment", "seed", "participants", "language", "allow_change", "created")


def create_study(
    data: str | Path | Dataset,
    folder: str | Path,
    study: StudySettings,
    *,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Design:
    """Make a study in a new folder and return its design.

    `data`: as in `audit`, its test split where none is named. May be given besides: split, format, columns, limit,
    views, store, dtype, device, keep, blank, scoring, prompt, shots, shots_from, batch_tokens, skip_bad. With
    `limit`, only so many questions are looked at. Raises UsageError where the design does not fit the data or the
    folder is not new, DataError, ModelError or StoreError.
    """
    folder = Path(folder).expanduser()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        there = "holds a study already" if (folder / DESIGN).exists() else "is there already"
        raise UsageError(f"{folder}: {there}; a study gets a new folder. Name another.")
    study = replace(with_texts(study), seed=secrets.randbelow(SEEDS) if study.seed is None else study.seed)
    settings = composed(ModelSettings, {**given, "seed": study.seed})
    if not study.models:
        refuse_unused({**settings.asking.computing, "shots": settings.asking.shots}, ())
    full = load_test_split(data, settings.reading.split, settings.reading)
    looked_at = limit_items(full, settings.reading.limit, settings.reading.seed)
    making = _Making(looked_at, full, split_reader(data, settings.reading.how, full), study, settings, watch)
    make = {"attack": making.attack, "no-passage": making.no_passage, "both": making.both}
    design, sources = make[study.design]()
    made_from = {"data": data_record(full), "looked_at": len(making.dataset), "command": command}
    design = replace(design, sources={**made_from, **sources}, notes=(*design.notes, *_expected(design)))
    _make(folder, design, study.participants)
    return design


@dataclass(frozen=True, slots=True)
class _Making:
    """What a design is made from: the questions looked at, the split, its data's others, and what was asked for."""

    dataset: Dataset
    full: Dataset
    splits: Splits
    study: StudySettings
    settings: ModelSettings
    watch: Watch

    def attack(self) -> tuple[Design, dict[str, Any]]:
        """Make an attack design, and let the models answer it."""
        listed = read_options(str(self.study.magnets), self.splits)
        design = make_attack(
            self.dataset.items,
            [OfferedMagnet(row.option, row.origins) for row in listed],
            name=_name(self.dataset),
            assignment=self.study.forms,
            known=self.full.items,
            combines=is_series,
            notes=reading_notes(self.dataset),
            **self.study.shown,
        )
        sources = {"magnets": str(self.study.magnets), "systems": []}
        if not self.study.models:
            return design, sources
        design, records = with_models(design, self.full, self.study.models, self.settings, self.watch)
        return design, {**sources, "systems": records}

    def both(self) -> tuple[Design, dict[str, Any]]:
        """Make a design of either kind, on different passages, with half of the questions each; and join them."""
        half = replace(self.study, questions=(self.study.questions or 20) // 2)
        sides = halves(self.dataset.items, self.study.shown["seed"])
        first, second = (replace(self, dataset=self.dataset.with_items(side), study=half) for side in sides)
        try:
            attack, sources = first.attack()
            return joined(attack, second.with_and_without()[0]), sources
        except UsageError as error:
            raise UsageError(
                f"{error} Each of both designs has half of the questions and half of the passages: --questions is "
                "twice what is named here."
            ) from error

    def no_passage(self) -> tuple[Design, dict[str, Any]]:
        """Ask the system without the passage, and make a no-passage design of its entropies; without one, of all."""
        if not self.study.models:
            return self.with_and_without()
        model = self.study.models[0]
        asking, reading = self.settings.asking, self.settings.reading
        only = replace(asking, model=model, views=(SHORTCUT,))
        shortcut = NamedSystems.by_view(find_for(only, reading.seed, drawn_shots(asking, reading, self.full)))
        probabilities, records, notes = shortcut_probabilities(self.dataset, model, shortcut, self.settings, self.watch)
        design = make_no_passage(
            self.dataset.items,
            probabilities,
            name=_name(self.dataset),
            combines=is_series,
            notes=(*reading_notes(self.dataset), *remarks_of(shortcut.systems), *notes),
            **self.study.shown,
        )
        return design, {"shortcut": records[0]["name"], "systems": records}

    def with_and_without(self) -> tuple[Design, dict[str, Any]]:
        """Ask all questions, half of them without their passages; set those that are flagged beside the others."""
        source = self.study.flagged
        flagged = None if source is None else read_flagged(source, self.study.flagged_rules)
        design = make_with_and_without(
            self.dataset.items,
            name=_name(self.dataset),
            flagged=None if flagged is None else flagged.ids,
            combines=is_series,
            notes=reading_notes(self.dataset),
            **{**self.study.shown, "questions": self.study.questions},
        )
        by = {} if flagged is None else {"flagged": str(source), "flagged_rules": list(flagged.rules)}
        return design, {**by, "systems": []}


def with_models(
    design: Design, full: Dataset, models: Sequence[str], settings: ModelSettings, watch: Watch
) -> tuple[Design, list[dict[str, Any]]]:
    """Return an attack design with what every model chooses, and T_k of its magnets; and a record of the models.

    T_k is over the design's own questions, those of them on which the magnet may be tried (`full` tells where a magnet
    comes from). Raises UsageError for a model that scores an option beside the others, ModelError where one cannot be
    loaded.
    """
    shots = drawn_shots(settings.asking, settings.reading, full)
    named = find_named([by_option(model) for model in models], settings.asking, settings.reading.seed, shots)
    exam = full.with_items([question.item for question in design.questions])
    texts = dict.fromkeys(question.magnet.text for question in design.questions if question.magnet is not None)
    with scoring(settings.asking, watch) as way:
        panel = named.scoring(way)
        panel.experiment = "study"
        _refuse_listwise(panel)
        tried = tried_options(panel, exam, list(texts), [full])
    questions = [_answered(tried, place, question) for place, question in enumerate(design.questions)]
    records = system_records(named.seats, lambda _view: exam)
    asked = replace(design, questions=tuple(questions), notes=(*design.notes, *remarks_of(named.systems)))
    return asked, [_short(record) for record in records]


def _refuse_listwise(panel: Panel) -> None:
    """Raise UsageError for a system that is shown all options at once."""
    for known in panel.panelists.values():
        if known.listwise:
            raise UsageError(
                f"{known.name}: is shown all options at once, and a study compares people with systems that score "
                "options one by one. A language model does with --scoring cloze; or name another model, or none "
                "(--no-models)."
            )


def shortcut_probabilities(
    dataset: Dataset, model: str, shortcut: NamedSystems, settings: ModelSettings, watch: Watch
) -> tuple[dict[str, tuple[float, ...]], list[dict[str, Any]], tuple[Reason, ...]]:
    """Return the calibrated probabilities, by item id, of a model's system without the passage; its record, and notes.

    A question that it did not answer has none.
    """
    with scoring(settings.asking, watch) as way:
        panel = shortcut.scoring(way)
        panel.experiment = "study"
        temperature = panel.temperature(SHORTCUT)
        scores = own_scores(panel, SHORTCUT, dataset.items, SHORTCUT)
        notes = way.notes
    rows = probabilities_of(dataset.items, scores, temperature or 1.0)
    probabilities = {item.id: row for item, row in zip(dataset, rows, strict=True) if row}
    heat = {} if temperature is None else {SHORTCUT: temperature}
    [record] = system_records(shortcut.seats, lambda _view: dataset, heat)
    return probabilities, [_short({**record, "name": f"{model} {SHORTCUT}"})], notes


def report_study(
    folder: str | Path,
    output: str | Path | None = None,
    *,
    overwrite: bool = False,
    everyone: bool = False,
    command: str = "",
) -> Run:
    """Analyse the answers of a study and return the run; with `output`, write its folder too.

    Whom the rules of the design exclude is left out, unless `everyone` is to be reported. May be called while answers
    still come in; then it tells who takes part, and compares nothing. Raises UsageError where there is no study,
    DataError where there is no answer yet or a file is damaged, StoreError where one cannot be read or written.
    """
    with Database(folder) as database:
        design, answers = database.design, database.answers()
        out = {} if everyone else excluded(design, answers)
        flow = flow_of(database, answers, out, everyone=everyone)
        registration = registration_of(database, answers, everyone=everyone)
    exam = Dataset(design.name, tuple(question.item for question in design.questions))
    dataset = {
        "name": design.name,
        "source": design.sources.get("data", {}).get("source"),
        "fingerprint": design_print(design)[:16],
        "items": len(exam),
        "passages": len({item.passage_id for item in exam}),
        "answered": len(exam),
    }
    kept = {name: getattr(design, name) for name in SETTINGS}
    made = {name: design.sources[name] for name in SOURCES if name in design.sources}
    prepared = Prepared(
        ModelSettings(writing=Writing(None if output is None else str(output), overwrite)),
        exam,
        (PeoplesAnswers(design, answers.where(~np.isin(answers.participant, list(out))), flow, registration),),
        {},
        Calibrator(),
        {**kept, **{f"create.{name}": value for name, value in made.items()}},
        lambda _calibration: design.notes,
        SHARED_SETTINGS,
        dataset=dataset,
        elsewhere=design.sources.get("systems", ()),
    )
    return prepared.perform(command=command)


@dataclass(frozen=True, slots=True, eq=False)
class PeoplesAnswers:
    """Analyses what people answered; asks no system, since the models answered when the study was made."""

    name: ClassVar[str] = "study"
    design: Design
    answers: StudyAnswers
    flow: Flow | None = None
    registration: Registration | None = None

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Return the findings on the answers there are."""
        del exam, panel
        return study_findings(self.design, self.answers, self.flow, self.registration)


def _make(folder: Path, design: Design, participants: int) -> None:
    """Write a study whole or not at all: half of one would stand in the way of a second try."""
    place = folder.absolute()
    with writable(folder, "Name another folder."):
        place.parent.mkdir(parents=True, exist_ok=True)
        sweep_parts(place.parent)
        with part_folder(place.parent) as temporary:
            made = temporary / place.name
            write_design(made, design)
            page = page_of(design).encode()
            write_whole(made / PAGE, page, private=True)
            Database.create(made, participants, page_print(page))
            try:
                made.replace(place)
            except OSError:  # an empty folder that is there already, where it cannot be replaced
                place.mkdir(exist_ok=True)
                for path in sorted(made.iterdir(), reverse=True):  # the design last, without which there is no study
                    path.replace(place / path.name)


def _expected(design: Design) -> Iterator[Reason]:
    """Say, before anyone answers, which difference each part of a study can be expected to find."""
    people = many(design.participants, "person")
    for part, told in zip(design.parts, expected(design), strict=True):
        found = "no" if math.isnan(told.least) else "yes"
        values = {
            "found": found,
            "least": 0 if found == "no" else round(100 * told.least),
            "first": percent(told.first),
            "second": percent(told.second),
        }
        reason = Reason(EXPECTED, {"people": people, **values})
        yield reason if part is design else Reason(EXPECTED_OF, {"part": part.kind, "told": reason})


def _name(dataset: Dataset) -> str:
    return f"{dataset.name} {dataset.split}" if dataset.split else dataset.name


def _answered(tried: TriedOptions, place: int, question: StudyQuestion) -> StudyQuestion:
    """Return a question with what each model chooses of its own options, and with the magnet among them."""
    chosen = {name: int(choices[place]) for name, choices in tried.chosen.items()}
    if (magnet := question.magnet) is None:
        return replace(question, chosen=chosen)
    interference = {name: tried.interference(name, magnet.text) for name in chosen}
    under = {name: tried.chosen_with(name, place, magnet.text, magnet.replaced) for name in chosen}
    return replace(question, chosen=chosen, magnet=replace(magnet, interference=interference, chosen=under))


def _short(record: dict[str, Any]) -> dict[str, Any]:
    """Leave out how a system was trained, which its own card tells."""
    return {name: value for name, value in record.items() if name != "training"}
