"""`check`: which questions of an exam to look at again before anyone sits it, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from examfiles.errors import DataError, TooLargeError, UsageError, unknown_name
from examfiles.reasons import Reason
from magnetite.core.extras import AUDIT, MODELS, lacking, require
from magnetite.core.installation import install_command
from magnetite.core.setting import part, setting
from magnetite.request import CHECK_MEMBERS, PROMPTING, Asking, Reading, Writing, check_values, name_of, recorded
from magnetite.running.command import Command

if TYPE_CHECKING:
    from examfiles.exam import ReadExam
    from examfiles.items import Dataset
    from magnetite.core.experiment import Experiment
    from magnetite.core.scorer import Scorer
    from magnetite.experiments.check.experiment import Check
    from magnetite.experiments.flags import FlagSettings
    from magnetite.inputs.responses import Responses
    from magnetite.report.flagged import RuleDescription
    from magnetite.running.driver import Prepared
    from magnetite.scorers.prompts import Shots
    from magnetite.scorers.system import System, SystemCard, Systems

EXAM = (
    "An exam: a Word, Excel or OpenDocument file, plain text, CSV, GIFT, Moodle XML, QTI (file, folder or zip), Aiken "
    "or JSONL; or 'sample', the bundled one."
)
VIEWS = ("O", "QO", "QOC")
SHARED_SETTINGS = (
    "mode",
    "model",
    "systems",
    "models",
    "members",
    "language",
    "flags",
    "dismissed",
    "responses",
    "group_by",
    "cut",
    "listed",
    "span",
    "judge",
    "judge_labels",
    *PROMPTING,
)


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """Every setting of a check.

    `passage`, `flags` and `dismissed` are files: a text for questions that have none, settings of flags, and flags that
    were dismissed. `members`: of a system with several, all answer, or the first alone. `models`: False asks only the
    rules that read the text. Raises UsageError for a language or members that do not exist, and for numbers out of
    range.
    """

    exam: "str | Path | Dataset | None" = setting(None, EXAM, metavar="EXAM")
    reading: Reading = part(
        Reading,
        "skip_bad",
        fill_down="Copy the passage of the question above to questions that have none, as merged cells mean.",
    )
    asking: Asking = part(Asking, "views", "keep", "blank")
    passage: str | None = setting(None, "A passage for all questions that have none.", metavar="FILE")
    flags: str | None = setting(
        None, "Rules to use, their severities and limits, in TOML.", metavar="FILE", option="--settings"
    )
    dismissed: str | None = setting(
        None, "Flags that you have looked at and dismissed, with your notes, in TOML.", metavar="FILE"
    )
    language: str = setting("en", "Language of the report: en or de.")
    models: bool = setting(
        True,
        "Run models as well as the rules that read the text; without models, a check is instant.",
        option="--models/--no-models",
    )
    members: Literal["first", "all"] = setting("all", "Members of an ensemble that answer: all or first.")
    responses: str | None = setting(
        None,
        "Candidates' answers: an export of Moodle or Canvas, or a table with one row per candidate.",
        metavar="FILE",
    )
    group_by: str | None = setting(
        None,
        "Column of the answers that names candidates' form, class or language version: which questions are easier for "
        "one group than for others who score alike?",
        metavar="COLUMN",
    )
    cut: str | None = setting(
        None,
        "Least score that passes, as points (24) or a share (60%): how far would a second exam decide alike?",
        metavar="SCORE",
    )
    listed: int = setting(10, "Length of the lists to look at, such as the keys to check first.", metavar="N", least=0)
    span: bool = setting(
        False,
        "List the questions still answered whichever sentence of the passage is removed; asks the model some "
        "twenty times as much.",
        option="--span",
    )
    judge: "str | Path | Scorer | None" = setting(
        None,
        "A language model, as for --model, that is asked about flaws in meaning, such as two right answers.",
        metavar="MODEL",
        otherwise="none",
    )
    judge_labels: str | None = setting(
        None, "Questions whose flaws people have labelled, to measure the judge on, as JSON lines.", metavar="FILE"
    )
    writing: Writing = part(Writing, "language")

    def __post_init__(self) -> None:
        from magnetite.report.wording import LANGUAGES

        check_values(self)
        if self.language not in LANGUAGES:
            raise unknown_name("language", self.language, list(LANGUAGES))
        if self.members not in CHECK_MEMBERS:
            raise unknown_name("members", str(self.members), list(CHECK_MEMBERS))
        if not self.models and (self.asking.systems is not None or self.asking.model != "bundled"):
            raise UsageError("no models are asked for, and a model is named too. Leave one of them out.")
        if not self.models and self.span:
            raise UsageError("no models are asked for, and --span asks one. Leave one of them out.")
        about_answers = {"group-by": self.group_by, "cut": self.cut}
        if self.responses is None and (alone := [name for name, value in about_answers.items() if value is not None]):
            raise UsageError(f"--{alone[0]} is about candidates' answers, and none are named. Add --responses FILE.")
        if self.cut is not None:
            from magnetite.experiments.check.scores import read_cut

            read_cut(self.cut)
        if self.judge_labels is not None and self.judge is None:
            raise UsageError("--judge-labels measures a judge, and none is named. Name one too: --judge MODEL.")


def _whole_exam(source: "str | Path | Dataset | ReadExam", settings: CheckSettings) -> "ReadExam":
    from examfiles.decoding import passage_text
    from examfiles.exam import MOST_QUESTIONS, with_keyless
    from examfiles.reading import filled_down
    from magnetite.commands.describe import read_exam

    reading = settings.reading
    try:
        found = read_exam(
            source,
            split=reading.split,
            format=reading.format,
            columns=reading.columns,
            passage=passage_text(settings.passage),
            most=None if reading.limit else MOST_QUESTIONS,
            keys_needed=False,
        )
    except TooLargeError as error:
        if reading.limit:
            raise
        raise TooLargeError(f"{error} Or check some of its questions: --limit 1000.") from error
    whole = with_keyless(found)
    return replace(whole, dataset=filled_down(whole.dataset)) if reading.fill_down else whole


def prepared(settings: CheckSettings, exam: "ReadExam | None" = None) -> "Prepared":
    """Read the exam, unless it has been, the settings of flags and the answers, and load systems; scores nothing."""
    from examfiles.exam import near
    from magnetite.commands.describe import places_left
    from magnetite.experiments.check.experiment import Check, views_of_exam
    from magnetite.experiments.check.scores import read_cut
    from magnetite.experiments.flags import read_dismissals
    from magnetite.experiments.flags.settings import wants_verdicts
    from magnetite.running.data import drawn_shots, limit_items

    source = exam or settings.exam
    if source is None:
        raise UsageError("no exam was named. Give a file, or 'sample' for the bundled exam.")
    rules = flag_settings(settings)
    whole = _whole_exam(source, settings)
    read = replace(whole, dataset=limit_items(whole.dataset, settings.reading.limit, settings.reading.seed))
    responses = read_candidates(settings.responses, whole, settings.group_by) if settings.responses else None
    cut = read_cut(settings.cut) if settings.cut else None
    if cut is not None and responses is not None and cut.points(len(responses.items)) > len(responses.items):
        raise UsageError(
            f"--cut {settings.cut} is more than the {len(responses.items)} points of the questions answered; expected "
            "a score that can be reached."
        )
    shots = drawn_shots(settings.asking, settings.reading, read.dataset) if settings.models else None
    systems = find_for_check(settings, views_of_exam(read.dataset, VIEWS), shots, verdicts=wants_verdicts(rules))
    named = read_dismissals(settings.dismissed) if settings.dismissed else ()
    places = {name: near(read.dataset.source, where) for name, where in read.places.items()}
    experiment = Check(
        rules, places, places_left(read), responses, settings.reading.seed, named, settings.listed, settings.span, cut
    )
    judge = None if settings.judge is None else find_judge(settings.judge, settings.asking, settings.reading.seed)
    if systems.by_view or judge:
        require(AUDIT, "a check that asks a model")
    return _prepared(settings, read.dataset, experiment, systems, judge)


def read_candidates(path: str | Path, read: "ReadExam", groups: str | None = None) -> "Responses":
    """Read candidates' answers to an exam; `groups` heads the column of their groups.

    Raises DataError where they cannot be read, or are to another exam.
    Answers given as texts are those of the file that the candidates sat, or of the questions as they were put right.
    """
    from magnetite.inputs.responses import read_responses

    sat = [read.before.get(item.id, item) for item in read.dataset]
    try:
        return read_responses(path, sat, complete=not read.left, groups=groups)
    except DataError:
        if not read.before:
            raise
        return read_responses(path, read.dataset.items, complete=not read.left, groups=groups)


def find_judge(model: "str | Path | Scorer", asking: Asking, seed: int = 0) -> "System":
    """Load a language model that answers by letter, in either order of two answers.

    Raises UsageError for a model that answers no question but an exam's, ModelError where it cannot be loaded.
    """
    from magnetite.scorers.find import RESERVED, as_named, find_systems, is_single
    from magnetite.scorers.kind import is_language_model
    from magnetite.scorers.packaged import PACKAGED_MODELS
    from magnetite.scorers.remote.address import is_address

    named = as_named(model)
    if not isinstance(named, str):
        answers = named.listwise
    elif not (answers := is_address(named) or named in PACKAGED_MODELS):
        answers = named not in RESERVED and not is_single(named) and is_language_model(named)
    if not answers:
        raise UsageError(
            f"judge '{name_of(named)}' cannot be asked for an opinion: it only chooses among an exam's options. "
            "Expected a language model: reader, reader-small, smollm2, a Transformers folder or hub id of one, a GGUF "
            "file, or MODEL@http://host:port/v1."
        )
    by_letter = {"scoring": "symbol", "prompt": None, "rotations": 0, "keep": "end", "blank": None}
    return find_systems(named, ("QOC",), seed=seed, options={**asking.computing, **by_letter}).by_view["QOC"]


def _prepared(
    settings: CheckSettings,
    exam: "Dataset",
    experiment: "Check",
    systems: "Systems",
    judge: "System | None",
) -> "Prepared":
    """Put a check together: every rule, the systems' answers, the candidates' and a judge's, if there are any."""
    from magnetite.experiments.check.experiment import asked_under
    from magnetite.report.check import write_check
    from magnetite.running.calibrate import Calibrator, stored_temperatures
    from magnetite.running.data import near_notes
    from magnetite.running.driver import Prepared
    from magnetite.running.panels import seat, seats_by_view
    from magnetite.scorers.system import seen_in_training

    by_view = systems.by_view
    notes = (*systems.notes, *seen_in_training(systems.every, exam), *near_notes(exam))
    record = {**recorded(settings), "mode": "check", "fill_down": settings.reading.fill_down, "views": list(by_view)}
    del record["overwrite"]
    experiments: list[Experiment] = [experiment]
    seats = seats_by_view(systems)
    if judge is not None:
        from magnetite.experiments.check.judge import NAME, Judge, read_labels, shipped_agreement

        labels = read_labels(settings.judge_labels) if settings.judge_labels else ()
        experiments.append(Judge(judge.name, shipped_agreement(judge.fingerprint), labels, settings.listed))
        seats[NAME] = seat(NAME, "QOC", judge)
    return Prepared(
        settings,
        exam,
        tuple(experiments),
        seats,
        Calibrator(stored_temperatures(by_view)),
        record,
        lambda _calibration: notes,
        SHARED_SETTINGS,
        exam_of=lambda view: exam.with_items([exam[place] for place in asked_under(view, exam.items)]),
        write=lambda run, folder: write_check(run, folder, settings.language),
    )


def flag_settings(settings: CheckSettings) -> "FlagSettings":
    """Read the settings of flags, the default ones where no file is named."""
    from magnetite.experiments.flags import default_settings, read_flag_settings

    return default_settings() if settings.flags is None else read_flag_settings(Path(settings.flags).expanduser())


def described_rules() -> "dict[str, RuleDescription]":
    """Describe every rule, for a list of all that could have spoken."""
    from magnetite.experiments.flags import RULES
    from magnetite.report.flagged import RuleDescription

    return {name: RuleDescription(rule.sees, rule.citation, rule.severity, rule.source) for name, rule in RULES.items()}


def asks_nobody(settings: CheckSettings) -> bool:
    """Return whether models may be asked, none is named, and what would compute the bundled ones is not installed.

    Raises MissingExtraError where something is asked for that only a model can tell.
    """
    named = settings.asking.systems is not None or settings.asking.model != "bundled"
    if named or not settings.models or not lacking(MODELS):
        return False
    if settings.span:
        require(MODELS, "--span")
    return True


def find_for_check(
    settings: CheckSettings, views: tuple[str, ...], shots: "Shots | None" = None, *, verdicts: bool = True
) -> "Systems":
    """Load the systems that answer under `views`, those of them there is a system for; none where no model is asked.

    Where the bundled ones are not installed and none is named, there is none either, and a note says how to get them.
    `shots`: the examples that language models show. `verdicts`: whether a verifier, if they have one, is asked, too.

    Raises UsageError where there is a system for none of them, ModelError where one cannot be loaded.
    """
    from magnetite.running.driver import find_for
    from magnetite.scorers.find import as_named, views_there, with_verifier
    from magnetite.scorers.remote.address import is_address
    from magnetite.scorers.system import Systems

    if not settings.models:
        return Systems({})
    if asks_nobody(settings):
        return Systems({}, (Reason("note-no-reader", {"install": install_command(MODELS)}),))
    model = as_named(settings.asking.model)
    there = views_there(model, settings.asking.systems, passages="QOC" in views)
    wanted = views if there is None else tuple(view for view in views if view in there)
    if not wanted:
        raise UsageError(
            f"there are systems for {', '.join(there or ())} only; a check asks systems for {', '.join(views)}. "
            "Name another model, or none: --no-models."
        )
    asking = replace(settings.asking, views=wanted)
    if is_address(str(settings.judge)) and not is_address(str(model)):  # limits on servers are then the judge's
        asking = replace(asking, concurrency=None, request_limit=None, token_limit=None)
    if asking.systems is not None:
        asking = replace(asking, systems={view: folder for view, folder in asking.systems.items() if view in wanted})
    systems = find_for(asking, settings.reading.seed, shots)
    systems = systems if settings.members == "all" else _first_alone(systems, _folders(settings, model))
    return with_verifier(systems, model, asking.computing) if verdicts and asking.systems is None else systems


def _folders(settings: CheckSettings, model: "str | Scorer") -> "dict[str, SystemCard]":
    """Return the cards of the trained systems that are asked, by the view each was trained for."""
    from magnetite.scorers.find import find_cards, is_single

    if settings.asking.systems is not None:
        single = [folder for folder in settings.asking.systems.values() if is_single(folder)]
        return {view: card for folder in single for view, card in find_cards(folder).items()}
    return find_cards(model) if isinstance(model, str) else {}


def _first_alone(systems: "Systems", cards: "Mapping[str, SystemCard]") -> "Systems":
    """Leave each system its first member, at the temperature of that member's own card where it stores one."""
    from magnetite.scorers.system import Systems, read_system

    several = [view for view, system in systems.by_view.items() if len(system.members) > 1]
    own = {
        view: read_system(card.members[0]).calibration
        for view, card in cards.items()
        if view in several and systems.by_view[view].calibration is not None
    }
    alone = {
        view: replace(
            each, members=each.members[:1], names=each.names[:1], calibration=own.get(view) or each.calibration
        )
        for view, each in systems.by_view.items()
    }
    if not several:
        return systems
    calibrated = all(own.get(view) for view in several)
    code = "note-first-member" if calibrated else "note-first-member-uncalibrated"
    return Systems(alone, (*systems.notes, Reason(code, {"views": ", ".join(several)})))


CHECK: "Command[CheckSettings, Prepared]" = Command(
    "check",
    CheckSettings,
    prepared,
    ("exam", "model"),
    "this check",
    """Check an exam before anyone sits it: which questions deserve a second look, why, and what to change.

    Example: magnetite check exam.gift
    """,
    optional=True,
)
