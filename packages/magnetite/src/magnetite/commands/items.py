"""`items`: audit a benchmark by the answers of the systems that took it."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import DataError, Error, UsageError
from examfiles.items import Dataset, gathered, letter
from examfiles.reasons import Reason
from magnetite.commands.runs import PAGE
from magnetite.core.errors import ModelError
from magnetite.core.results import Run, load
from magnetite.core.setting import part, setting
from magnetite.request import DATA, Asking, Reading, Writing, check_values, name_of, several, shared_record
from magnetite.running.command import Command
from magnetite.views import VIEWS, richest

if TYPE_CHECKING:
    from magnetite.core.cells import BoolArray, IntArray
    from magnetite.running.driver import Prepared
    from magnetite.running.panels import PanelMember
    from magnetite.scorers.system import System

NAME = "items"
FINDINGS = "findings.json"


@dataclass(frozen=True, slots=True)
class ItemsSettings:
    """Every setting of `items`; `groups` and `listed` are the experiment's (`magnetite.experiments.items`)."""

    exam: "str | Path | Dataset | None" = setting(None, DATA, metavar="EXAM")
    logs: Any = setting(
        (),
        "What took the exam: logs of lm_eval (samples_….jsonl), Inspect (.eval, .json) and others, folders of logs, "
        "files of scores, folders of runs, or models as for audit, such as longest.",
        metavar="LOGS...",
    )
    reading: Reading = part(Reading)
    asking: Asking = part(
        Asking,
        "model",
        "systems",
        views="Views whose answers count, any of O, QO, CO, QOC; by default the richest that each has.",
    )
    groups: Mapping[str, str] | None = setting(
        None,
        "Candidates that are alike, such as a family of models: a group's name and a pattern of their names, as in "
        "`qwen=*Qwen*`. A group counts as one candidate.",
        metavar="NAME=PATTERN,…",
        otherwise="one for all of one base",
    )
    listed: int = setting(50, "Length of the lists, such as the keys to check first.", metavar="N", least=1)
    writing: Writing = part(Writing)

    def __post_init__(self) -> None:
        check_values(self)
        object.__setattr__(self, "logs", several(self.logs))


def prepared(settings: ItemsSettings) -> "Prepared":
    """Read the exam and everything that took it; scores nothing.

    Raises UsageError where no exam or log is named, DataError where too few logs and runs are of the exam.
    """
    from magnetite.experiments.items.experiment import Items
    from magnetite.running.data import drawn_shots, limit_items, load_dataset, reading_notes, source_name
    from magnetite.running.driver import NamedSystems, Prepared, rehearse

    logs = [log for log in settings.logs if Path(str(log)).name != PAGE]  # as `runs/*` names them
    if settings.exam is None or not logs:
        raise UsageError("no exam or no logs were named. Give both: magnetite items EXAM samples_*.jsonl longest.")
    reading = settings.reading
    exam = limit_items(load_dataset(settings.exam, reading), reading.limit, reading.seed)
    taken = _Candidates(exam, settings, drawn_shots(settings.asking, reading, exam))
    logs = [each for log in logs for each in _within(log)]
    taken.add_all(zip(logs, _labels(logs), strict=True))
    experiment = Items(
        taken.recorded, taken.known, settings.groups or {}, settings.listed, reading.seed, taken.lineages()
    )
    rehearse((experiment,), exam, taken.seats)
    record = {
        "data": source_name(settings.exam),
        "split": reading.split,
        "model": ", ".join([*taken.seats, *taken.recorded]),
        "mode": NAME,
        **shared_record(settings),
        "groups": dict(settings.groups or {}),
        "listed": settings.listed,
    }
    notes = (*taken.notes, *reading_notes(exam))
    calibrator = NamedSystems(taken.seats).calibrator
    return Prepared(settings, exam, (experiment,), taken.seats, calibrator, record, lambda _calibration: notes)


def _within(log: Any) -> list[Any]:
    """Return the logs that lie in a folder of them, each a candidate of its own; anything else as it is."""
    from magnetite.scorers.logs import logs_in

    return (logs_in(Path(log).expanduser()) if isinstance(log, str | Path) else []) or [log]


def _labels(logs: Sequence[Any]) -> list[str]:
    """Return names of what took the exam: paths from where they differ on, and names as they are."""
    names = [str(name_of(log)).rstrip("/") for log in logs]
    paths = [name for name in names if Path(name).expanduser().exists()]
    if len(paths) < 2:
        return [Path(name).name if name in paths else name for name in names]
    shared = os.path.commonpath([Path(name).absolute().parent for name in paths])
    return [os.path.relpath(Path(name).absolute(), shared) if name in paths else name for name in names]


def _called(system: "System", label: str) -> "System":
    """Return a system whose logs, if it is made of any, have this name in what they say."""
    from magnetite.scorers.logs import Logged

    if not any(isinstance(member, Logged) for member in system.members):
        return system
    members = (member.called(label) if isinstance(member, Logged) else member for member in system.members)
    return replace(system, members=tuple(members))


def _is_of_nothing(folder: Path) -> bool:
    """Say whether this is a folder in which there is neither a log nor a model, by its names."""
    from magnetite.scorers.find import RESERVED, find_cards
    from magnetite.scorers.logs import is_log

    if str(folder) in RESERVED or not folder.is_dir():
        return False
    models = (path for pattern in ("*config.json", "*.gguf") for path in folder.glob(pattern))
    return not (is_log(str(folder)) or find_cards(str(folder)) or any(models))


class TwiceError(UsageError):
    """An argument that is named twice."""


@dataclass(slots=True)
class _Candidates:
    """What took the exam: systems to ask, and answers of earlier runs, each by a name of its own."""

    exam: "Dataset"
    settings: ItemsSettings
    shots: Any
    seats: "dict[str, PanelMember]" = field(default_factory=dict)
    recorded: "dict[str, IntArray]" = field(default_factory=dict)
    known: "dict[str, BoolArray]" = field(default_factory=dict)
    made_of: "dict[str, Lineage]" = field(default_factory=dict)
    notes: list[Reason] = field(default_factory=list)

    def add_all(self, logs: Iterable[tuple[Any, str]]) -> None:
        """Add what arguments name, but what is no log, run or model of the exam: it is named in a note.

        Raises the first error where too few are left, UsageError for an argument that is named twice.
        """
        from magnetite.experiments.items.experiment import FEWEST_CANDIDATES

        unfit: list[Error] = []
        for log, label in logs:
            try:
                self.add(log, label)
            except TwiceError:
                raise
            except (DataError, ModelError, UsageError) as error:
                unfit.append(error)
                self.notes.append(Reason("items-note-unfit", {"name": label, "error": str(error)}))
        if unfit and len(self.seats) + len(self.recorded) < FEWEST_CANDIDATES:
            raise unfit[0]

    def add(self, log: Any, label: str) -> None:
        """Add what one argument names. Raises DataError where it took another exam, TwiceError for one named twice."""
        folder = Path(log).expanduser() if isinstance(log, str | Path) else None
        if folder is not None and (folder.name == FINDINGS or (folder / FINDINGS).is_file()):
            self._add_run(folder, label)
        elif folder is not None and _is_of_nothing(folder):
            raise DataError(
                f"{log}: neither a log, a run nor a model is in this folder. Expected samples_….jsonl of lm_eval, "
                "….eval of Inspect or another program's logs, a findings.json, or a config.json."
            )
        else:
            self._add_system(log, label)

    def _add_run(self, folder: Path, label: str) -> None:
        from magnetite.inputs.responses import NOT_ASKED

        run = load(folder)
        answers = chosen_in(run, self.exam, self.settings.asking.views)
        if not answers:
            held = ", ".join(finding.experiment for finding in run.findings)
            raise DataError(
                f"{folder}: this run does not say what its system chose; it holds {held}. Expected an audit with "
                "accuracy or shortcuts, under the views asked for."
            )
        lacking = int((next(iter(answers.values())) == NOT_ASKED).sum())
        if lacking == len(self.exam):
            raise DataError(
                f"{folder}: this run is of other questions ({run.dataset.get('name')}); none of its "
                f"{len(run.exam['items']):,} is in {self.exam.name}. Name the exam that it is of, and its split."
            )
        made = {}
        for system in run.systems:  # what another program wrote may lack any of it; its answers then stand alone
            view, name, fingerprint = (system.get(part) for part in ("view", "scorer", "fingerprint"))
            if isinstance(view, str) and isinstance(name, str) and isinstance(fingerprint, str):
                training = system.get("training")
                made[view] = lineage_of(name, fingerprint, training if isinstance(training, dict) else {})
        for view, chosen in answers.items():
            name = f"{label} {view}"
            self._name(self.recorded, name, chosen)
            if view in made:
                self.made_of[name] = made[view]
        self._lacking(label, lacking)

    def _add_system(self, log: Any, label: str) -> None:
        from magnetite.experiments.asking import has_passages
        from magnetite.running.data import computing_with
        from magnetite.running.panels import seat
        from magnetite.scorers.find import as_named, find_several, known_questions, turned_to
        from magnetite.scorers.logs import Logged
        from magnetite.scorers.recorded import Recorded

        asking = self.settings.asking
        views = asking.views or (None if has_passages(self.exam) else ("QO",))
        options = computing_with(asking, self.shots)
        named, notes = find_several([as_named(log)], views, seed=self.settings.reading.seed, options=options)
        fitting = []
        for each in named:
            name = label if len(named) == 1 and not each.name.endswith(f" {each.view}") else f"{label} {each.view}"
            system = turned_to(each.system, each.view, self.exam)
            first = system.first
            known = known_questions(first, each.view, self.exam) if isinstance(first, Logged | Recorded) else None
            if known is not None and not known.any():
                raise DataError(
                    f"{log}: has an answer to none of the {len(self.exam):,} questions of {self.exam.name} under "
                    f"{each.view}. Questions and options are recognised by their texts, and if two options of a "
                    "question have the same text, by their order, too. Name the exam and split that it is of."
                )
            fitting.append((name, each.view, system, known))
        self.notes += notes
        for name, view, system, known in fitting:
            called = _called(system, name if len(fitting) == 1 else label)
            self._name(self.seats, name, seat(name, view, called))
            self.made_of[name] = lineage_of(system.name, system.fingerprint, system.training or {})
            if known is not None:
                self.known[name] = known
                self._lacking(label, int((~known).sum()))

    def lineages(self) -> dict[str, str]:
        """Return what each candidate was made of, by name; what is not the same has another name."""
        kinds = dict.fromkeys(self.made_of.values())
        namesakes = gathered((kind.name, kind) for kind in kinds)
        numbered = {kind: place for several in namesakes.values() for place, kind in enumerate(several, start=1)}
        return {
            candidate: kind.name if numbered[kind] == 1 else f"{kind.name} {numbered[kind]}"
            for candidate, kind in self.made_of.items()
        }

    def _name(self, where: dict[str, Any], name: str, value: Any) -> None:
        if name in self.seats or name in self.recorded:
            raise TwiceError(f"{name}: is named twice. Name each log once.")
        where[name] = value

    def _lacking(self, label: str, lacking: int) -> None:
        if lacking:
            values = {"name": label, "lacking": lacking, "questions": len(self.exam)}
            self.notes.append(Reason("items-note-lacks", values))


@dataclass(frozen=True, slots=True)
class Lineage:
    """What a system was made of: what is the same for those of one lineage, and a name for people."""

    key: str
    name: str


def lineage_of(name: str, fingerprint: str, training: Mapping[str, Any]) -> Lineage:
    """Return what a system was made of: the base that its card names, or without a card the system itself.

    `training`: what a run records of it. Members of an ensemble, what was trained on in steps, and systems of several
    views share a base. Names alone say nothing: logs of two models, or two functions, may have the same.

    >>> lineage_of("qoc", "encoder:1", {"card": {"base": "mini"}}).key, lineage_of("score", "function:2", {}).key
    ('mini', 'function:2')
    """
    card = training.get("card")
    base = card.get("base") if isinstance(card, Mapping) else None
    return Lineage(str(base), str(base)) if base else Lineage(fingerprint, name)


def chosen_in(run: "Run", exam: "Dataset", views: tuple[str, ...] | None) -> "dict[str, IntArray]":
    """Return what a run's system chose, by view: (items,) in the exam's order, as `experiments.items` takes it.

    Questions are told by their texts, and so are options, which may stand in another order there. `views`: those
    wanted, None for the richest.
    """
    import numpy as np

    from magnetite.inputs.responses import BLANK, NOT_ASKED

    columns: dict[str, str] = {}
    answered: dict[str, dict[str, Any]] = {}
    for finding in run.findings:
        if finding.items is None or finding.experiment not in {"accuracy", "shortcuts"}:
            continue
        whole = {richest([system["view"] for system in run.systems]): "chosen"}
        by_view = whole if finding.experiment == "accuracy" else {view: f"chosen_{view}" for view in VIEWS}
        columns |= {view: name for view, name in by_view.items() if name in finding.items}
        for row in finding.items.rows():
            answered.setdefault(str(row["id"]), {}).update(row)
    there = {
        _texts(run.exam["passages"][each["passage_id"]], each["question"], each["options"]): each
        for each in reversed(run.exam["items"])
    }
    wanted = [view for view in views or [richest(columns)] if view in columns] if columns else []
    answers = {view: np.full(len(exam), NOT_ASKED, dtype=np.int64) for view in wanted}
    for place, item in enumerate(exam):
        same = there.get(_texts(item.passage, item.question, item.options))
        if same is None or same["id"] not in answered:
            continue
        own = [_plain(option) for option in item.options]
        by_letter = {letter(at): own.index(_plain(option)) for at, option in enumerate(same["options"])}
        for view, chosen in answers.items():
            said = answered[same["id"]].get(columns[view])
            chosen[place] = by_letter.get(said, BLANK) if isinstance(said, str) else BLANK
    return answers


def _texts(passage: str, question: str, options: Sequence[str]) -> tuple[str, ...]:
    return (_plain(passage), _plain(question), *sorted(map(_plain, options)))


def _plain(text: str) -> str:
    return " ".join(text.split())


ITEMS: "Command[ItemsSettings, Prepared]" = Command(
    NAME,
    ItemsSettings,
    prepared,
    ("exam", "logs"),
    "this audit",
    """Audit a benchmark by the systems that took it: doubtful keys, questions that separate no systems, the ranking.

    Example: magnetite items race.jsonl logs/samples_*.jsonl runs/* longest
    """,
    needs="audit",
)
