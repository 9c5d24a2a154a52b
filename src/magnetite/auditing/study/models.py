"""Let systems answer a study's questions as people will: original, attacked, and against every magnet.

What this file leaves out: which systems there are (`systems`), and how scores become interference (`probes.magnets`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from magnetite.auditing.calibrate import Calibrator, stored_temperatures
from magnetite.auditing.magnets import entrants
from magnetite.auditing.panels import ScoringPanel, Watch, seats_by_view
from magnetite.auditing.places import open_store
from magnetite.auditing.record import system_record
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems.find import systems
from magnetite.core.items import Dataset
from magnetite.experiments.check import answered_exam
from magnetite.experiments.magnets.attack import attacked
from magnetite.experiments.magnets.experiment import MagnetSettings, screen_all, searched_systems
from magnetite.experiments.magnets.pool import given_pool
from magnetite.experiments.magnets.screen import Screens
from magnetite.study.design import Design, StudyQuestion

SHORTCUT = "QO"  # a system that is not shown the passage


def with_models(
    design: Design, full: Dataset, models: Sequence[str], settings: AuditSettings, watch: Watch
) -> tuple[Design, list[dict[str, Any]]]:
    """Return an attack design with what every model chooses, and T_k of its magnets; and a record of the models.

    T_k is over the design's own questions, those of them on which the magnet may be tried (`full` tells where a magnet
    comes from). Raises UsageError for a model that scores an option beside the others, ModelError where one cannot be
    loaded.
    """
    entered = entrants(models, settings, MagnetSettings())
    panel = entered.scoring(settings, open_store(settings.store), watch)
    panel.experiment = "study"
    systems = searched_systems(panel)
    asked = full.with_items([question.item for question in design.questions])
    texts = dict.fromkeys(question.magnet.text for question in design.questions if question.magnet is not None)
    pool = given_pool(asked, list(texts), [full])
    found = screen_all(panel, systems, asked.items, pool, own="own options", label="magnets")
    questions = [_answered(found, place, question) for place, question in enumerate(design.questions)]
    records = entered.records(asked, calibrated=False)
    return design.with_questions(tuple(questions)), [_short(record) for record in records]


def shortcut_probabilities(
    dataset: Dataset, model: str, settings: AuditSettings, watch: Watch
) -> tuple[dict[str, tuple[float, ...]], list[dict[str, Any]]]:
    """Return the calibrated probabilities, by item id, of a model's system without the passage; and its record."""
    found = systems(model, (SHORTCUT,), seed=settings.seed, options=settings.encoder)
    temperatures = stored_temperatures(found.by_view)
    store = open_store(settings.store)
    panel = ScoringPanel(seats_by_view(found), Calibrator(temperatures), store, settings.batch_tokens, watch, "study")
    rows = answered_exam(dataset, panel).probabilities[SHORTCUT]
    probabilities = {item.id: tuple(map(float, row)) for item, row in zip(dataset, rows, strict=True)}
    record = system_record(SHORTCUT, found.by_view[SHORTCUT], [dataset], temperatures.by_name.get(SHORTCUT))
    return probabilities, [_short({**record, "name": f"{model} {SHORTCUT}"})]


def _answered(found: Screens, place: int, question: StudyQuestion) -> StudyQuestion:
    """Return a question with what each model chooses of its own options, and with the magnet among them."""
    chosen = {name: int(choices.chosen[place]) for name, choices in found.choices.items()}
    if question.magnet is None:
        return replace(question, chosen=chosen)
    column = found.pool.options.index(question.magnet.text)
    interference, under = {}, {}
    for name, screen in found.screens.items():
        replaced = np.full(len(found.items), -1, dtype=np.int64)
        replaced[place] = question.magnet.replaced
        done = attacked(found.choices[name], replaced, screen.scores, screen.pool.allowed)
        under[name] = question.magnet.replaced if done.caught[place, column] else int(done.chosen[place])
        interference[name] = float(screen.interference.estimate[column])
    magnet = replace(question.magnet, interference=interference, chosen=under)
    return replace(question, chosen=chosen, magnet=magnet)


def _short(record: dict[str, Any]) -> dict[str, Any]:
    """Leave out how a system was trained, which its own card tells."""
    return {name: value for name, value in record.items() if name != "training"}
