"""What the user asked for: the settings of whole runs, from flags, a TOML file and callers, checked before any work.

Every field is a flag of the commands that use it (`magnetite.cli.options`), so nothing heavy is imported here.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Dataset
from magnetite.core.setting import flat, same, setting, settings_of
from magnetite.views import view_name

if TYPE_CHECKING:
    from magnetite.core.scorer import Scorer

DATA = "A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the bundled exam."
RICHEST = "Views to use, any of O, QO, CO, QOC; by default the richest that has a system."  # of commands that ask one
PRESET = "small"
BASE = "The pretrained model: a folder, a hub id, a GGUF file, or a packaged one: reader, reader-small, smollm2."
DTYPES = ("auto", "float32", "bfloat16", "float16", "4bit", "int8")
CHECK_MEMBERS = ("first", "all")
Settings = Mapping[str, Any]
T = TypeVar("T")


WORKERS = ("workers", "ray")  # settings that say where scores are computed, which no score depends on
SHOTS = ("shots", "shots_from")  # settings of examples
PROMPTING = ("scoring", "prompt", *SHOTS)  # settings that say how a language model is asked
NEWER = (
    "rotations",
    *SHOTS,
    "fill_down",
    "language",
    "answer_tokens",
    "judge",
    "judge_labels",
)  # settings that a run keeps where they are given: runs of before lack them
OBJECT_SETTINGS = ("data", "exam", "model", "judge")  # settings that may be objects
NOT_SHARED = ("split", "skip_bad", "fill_down", "model", "systems")  # which a command records in its own way, or not
# settings that only models on servers know
SERVER = ("concurrency", "request_limit", "token_limit", "asks", "answer_tokens")


@dataclass(frozen=True, slots=True)
class Reading:
    """How the questions of an exam are read, and which of them. Raises UsageError for values that do not fit."""

    split: str | None = setting(None, "Split to use if the data has several: train, dev or test.")
    format: str | None = setting(
        None,
        "Read the data as this format instead of detecting it: {formats}.",
    )
    columns: Mapping[str, str] | None = setting(
        None,
        "Columns of a table: passage=text,question=stem,options=A+B+C,…; with first=1, numbered answers count from 1.",
        metavar="NAME=COLUMN,…",
    )
    limit: int | None = setting(None, "Use this many questions, drawn as whole passages by seed.", least=1)
    seed: int = setting(0, "Seed of every random choice.", least=0)
    skip_bad: bool = setting(False, "Leave out items that cannot be read, and list them, instead of stopping.")
    fill_down: bool = setting(
        False, "Copy the passage of the row above to table rows that have none, as merged cells mean."
    )

    def __post_init__(self) -> None:
        check_values(self)
        if self.columns is not None:
            _check_columns(self.columns)

    @property
    def how(self) -> dict[str, Any]:
        """Return the settings that say how a file is read."""
        return {name: getattr(self, name) for name in ("format", "columns", "skip_bad", "fill_down")}


@dataclass(frozen=True, slots=True)
class Asking:
    """Which systems answer, how they are asked, and where their scores are computed and kept.

    `systems` names a system for each view, in TOML `[systems]` with `QO = "my/qo"`, in place of `model`. None means:
    chosen automatically. Raises UsageError for values that do not fit.
    """

    model: "str | Path | Scorer" = setting(
        "bundled",
        "Model to test: 'bundled', the best installed of 'small', 'base' and 'reader'; 'exams'; a folder of "
        "trained systems; a Transformers folder or hub id, of a language model or with a multiple-choice "
        "head; a GGUF file; 'reader', 'reader-small' or 'smollm2'; a model on a server, "
        "MODEL@http://host:port/v1; random, longest or overlap; or 'file.py:function'.",
        metavar="MODEL",
    )
    systems: Mapping[str, str] | None = setting(
        None, "A system for each view, instead of --model: qoc=DIR,qo=DIR,co=DIR.", metavar="VIEW=FOLDER,…"
    )
    views: tuple[str, ...] | None = setting(
        None, "Views to use, any of O, QO, CO, QOC; by default all that have a system.", metavar="VIEW,…"
    )
    store: str | None = setting(
        None, "Folder for computed scores; 'off' keeps none.", metavar="FOLDER", otherwise="your cache"
    )
    dtype: str = setting(
        "auto",
        "Number format: auto, float32, bfloat16 or float16; 4bit or int8 round a language model's weights.",
        among=DTYPES,
    )
    device: str = setting("auto", "auto, cpu, cuda, cuda:1, mps.")
    keep: str | None = setting(None, "Part of an overlong passage to keep: start or end.", among=("start", "end"))
    blank: str | None = setting(
        None, "A cloze blank: keep it and append the option, or fill it with the option.", among=("keep", "fill")
    )
    scoring: str | None = setting(
        None,
        "How a language model answers: cloze, cloze-token, cloze-byte, cloze-pmi, symbol or verdict; on a server also "
        "asks, and no verdict.",
        otherwise="cloze-byte; on a server symbol",
    )
    prompt: str | None = setting(
        None,
        "Prompt for a language model: plain, chat, chat-answer (its reply has begun: The answer is), a template file, "
        "or chat:FILE.",
        otherwise="plain; on a server chat, except for cloze",
    )
    rotations: int | Literal["all"] | None = setting(
        None,
        "Number of rotations of the options, or all, shown to a system that answers with a letter; an "
        "option's score is the mean over them.",
        metavar="N|all",
        otherwise="all; on a server 1",
    )
    shots: int | None = setting(
        None, "Number of solved questions shown to a language model before each question.", least=0, otherwise="none"
    )
    shots_from: str | None = setting(
        None, "Data for the --shots questions.", metavar="PATH", otherwise="the train split of the data"
    )
    batch_tokens: int | None = setting(None, "Number of tokens scored at a time; by default as many as fit.", least=1)
    workers: int | None = setting(
        None,
        "Number of worker processes; each gets one GPU, or some of the cores.",
        least=1,
        otherwise="this process; with --ray one per GPU, or core",
    )
    ray: str | None = setting(
        None, "Score on a Ray cluster: auto (that of this machine), or host:port.", metavar="ADDRESS"
    )
    concurrency: int | None = setting(None, "(server) Maximum number of simultaneous requests.", least=1, otherwise="8")
    request_limit: int | None = setting(None, "(server) Maximum number of requests per run.", least=1)
    token_limit: int | None = setting(None, "(server) Maximum number of tokens per run, sent and received.", least=1)
    asks: int | None = setting(
        None, "(server) How often each question is put to the model with --scoring asks.", least=2, otherwise="8"
    )
    answer_tokens: int | None = setting(
        None,
        "(server) Maximum number of tokens of an answer with --scoring asks; a model that reasons needs thousands.",
        least=1,
        otherwise="16",
    )

    def __post_init__(self) -> None:
        check_values(self)
        if self.rotations is not None:
            object.__setattr__(self, "rotations", read_rotations(self.rotations))
        if self.views is not None:
            object.__setattr__(self, "views", tuple(view_name(name) for name in several(self.views)))
        if self.systems is not None:
            object.__setattr__(self, "systems", _by_view(self.systems))
            if self.model != "bundled":
                raise UsageError(f"model '{name_of(self.model)}' and systems are both named; expected one of them.")

    @property
    def computing(self) -> dict[str, Any]:
        """Return what a scorer is told besides the model; `server`: what only a server is."""
        names = ("device", "dtype", "keep", "blank", "scoring", "prompt", "rotations")
        told = {name: getattr(self, name) for name in names}
        return {**told, "server": {name: getattr(self, name) for name in SERVER}}


def models() -> Any:
    """Return the field of a command that asks one model or several."""
    about = "A model, as for audit; may be repeated to compare several."
    return setting(("bundled",), about, metavar="MODEL", option="--model", otherwise="bundled")


def own_settings(example: str) -> Any:
    """Return the field of a command whose experiments may have settings of their own; `example`: one of them."""
    about = {"help": f"An experiment's own setting, such as {example}.", "metavar": "NAME.SETTING=VALUE"}
    return field(default_factory=dict, metadata={**about, "option": "--set"})


@dataclass(frozen=True, slots=True)
class Writing:
    """Where a run is written, nowhere without `output` unless from the command line, and in which language.

    Raises UsageError for a language that does not exist, and for values that do not fit.
    """

    output: str | None = setting(None, "The run's folder.", metavar="FOLDER", otherwise="a new one under runs/")
    overwrite: bool = setting(False, "Write into a folder that contains another run or other files.")
    language: str | None = setting(None, "Language of the report and the terminal: en or de.", otherwise="en")

    def __post_init__(self) -> None:
        check_values(self)
        if self.language is not None:
            from magnetite.report.wording import LANGUAGES

            if self.language not in LANGUAGES:
                raise unknown_name("language", self.language, list(LANGUAGES))

    @property
    def folder(self) -> Path | None:
        """Return the run's folder."""
        return Path(self.output).expanduser() if self.output else None


class Request(Protocol):
    """The settings of a command that reads an exam, asks systems and writes a run."""

    @property
    def reading(self) -> Reading:
        """Return how the questions are read."""

    @property
    def asking(self) -> Asking:
        """Return which systems answer, and how they are asked."""

    @property
    def writing(self) -> Writing:
        """Return where the run is written."""


@dataclass(frozen=True, slots=True)
class TrainingData:
    """Which questions a system is trained on, and which it is tried on while it trains.

    `data`: a path, paths joined with "+", or None for those that the preset names on the hub. `dev`: a split of `data`,
    a path, "off", or None for the data's own dev split where it has one; at most `dev_limit` questions of it are used.
    `sample`: train on so many questions, drawn as whole passages by `sample_seed`. `level`: only questions of this
    level, of dev too.
    """

    data: str | None = setting(None, DATA, metavar="DATA")
    split: str | None = same(Reading, "split")
    format: str | None = same(Reading, "format")
    columns: Mapping[str, str] | None = same(Reading, "columns")
    skip_bad: bool = same(Reading, "skip_bad", default=False)
    sample: int | None = setting(None, "Train on this many questions; --sample-seed draws whole passages.", least=1)
    sample_seed: int = setting(0, "Seed of the sample.", least=0)
    dev: str | None = setting(
        None, "Questions to evaluate on: a split, a path, or off.", otherwise="the data's dev split, if any"
    )
    dev_limit: int | None = setting(1000, "Use at most this many of the dev questions.", least=1)
    level: str | None = setting(None, "Train only on questions of this level.")

    @property
    def how(self) -> dict[str, Any]:
        """Return the settings that say how data is read."""
        return {name: getattr(self, name) for name in ("format", "columns", "skip_bad")}


def no_data(given: object) -> UsageError:
    """Return the error that something is no data."""
    return UsageError(
        f"data is a {type(given).__name__}; expected a path, 'sample', or a Dataset: magnetite.read makes one of a "
        "file, of rows such as a list of objects, and of a table."
    )


def shared_record(settings: Request, *more: str) -> dict[str, Any]:
    """Return the shared settings that a run of another command keeps, and `more` of all by name."""
    kept = recorded(settings)
    shared = [name for name in (*settings_of(Reading), *settings_of(Asking), "language") if name not in NOT_SHARED]
    return {name: kept[name] for name in (*shared, *more) if name in kept}


def recorded(settings: Any) -> dict[str, Any]:
    """Return settings as a run keeps them: not where scores are computed, and what earlier runs lack only if given."""
    return {
        name: name_of(value) if name in OBJECT_SETTINGS else value
        for name, value in flat(settings).items()
        if name not in WORKERS and not (name in NEWER and (value is None or value is False))
    }


def read_assignments(assignments: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Read `magnets.pool_size=500` into each experiment's settings; values are TOML, and what is not is text.

    >>> read_assignments(["magnets.pool_size=500", "magnets.replace=strongest"])
    {'magnets': {'pool_size': 500, 'replace': 'strongest'}}
    """
    settings: dict[str, dict[str, Any]] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        experiment, dot, own = name.partition(".")
        if not (equals and dot and experiment.strip() and own.strip()):
            raise UsageError(f"--set '{assignment}' is not EXPERIMENT.SETTING=VALUE, as in magnets.pool_size=500.")
        settings.setdefault(experiment.strip(), {})[own.strip()] = _value(value)
    return settings


def read_systems(
    texts: Sequence[str], flag: str = "systems", form: str = "NAME=FOLDER, as in qoc=systems/qoc,qo=systems/qo"
) -> dict[str, str]:
    """Read `qoc=DIR,qo=DIR`: what stands before "=" by what stands after it; a comma inside a folder's name stays.

    `flag` and `form` are what an error says was expected.
    Raises UsageError for a part without "=", and for a name given twice.

    >>> read_systems(["qoc=systems/a,b,qo=systems/qo"])
    {'qoc': 'systems/a,b', 'qo': 'systems/qo'}
    """
    folders: dict[str, str] = {}
    for each in (each for text in texts for each in re.split(r",(?=[^,=]+=)", text)):
        name, equals, folder = (piece.strip() for piece in each.partition("="))
        if not (name and equals and folder):
            raise UsageError(f"--{flag}: '{each}' is not {form}.")
        if name in folders:
            raise UsageError(f"--{flag}: '{name}' is named twice: {folders[name]} and {folder}. Keep one.")
        folders[name] = folder
    return folders


def read_rotations(text: object) -> int:
    """Read how many rotations of the options are shown: a number, 0 for "all". Raises UsageError for anything else.

    >>> read_rotations("4"), read_rotations("all")
    (4, 0)
    """
    if text == "all" or (type(text) is int and text == 0):
        return 0
    if isinstance(text, bool) or not str(text).isdecimal() or int(str(text)) < 1:
        raise UsageError(f"rotations is {text!r}; expected a whole number of at least 1, or all.")
    return int(str(text))


def split_names(text: str) -> tuple[str, ...]:
    """Split a comma-separated list of names. Raises UsageError where it names nothing.

    >>> split_names("QOC, QO")
    ('QOC', 'QO')
    """
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise UsageError(f"a list of names is {text!r}; expected at least one name, or leave the flag out.")
    return names


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def _by_view(systems: Mapping[str, Any]) -> dict[str, str]:
    """Name systems by their views' own names. Raises UsageError for what is no view or no text, and for one twice."""
    if not isinstance(systems, Mapping) or not systems:
        raise UsageError(f"systems is {systems!r}; expected a folder for each view, as in QO = 'systems/qo'.")
    by_view: dict[str, str] = {}
    for name, folder in systems.items():
        if not isinstance(folder, str | Path):
            raise UsageError(f"systems: {name} is {folder!r}; expected the folder of a system.")
        if view_name(name) in by_view:
            raise UsageError(f"systems: the view {view_name(name)} is named twice. Keep one.")
        by_view[view_name(name)] = str(folder)
    return by_view


def _check_columns(columns: Any) -> None:
    """Raise UsageError for columns that are not named role by role."""
    as_in = "expected a name for each role, as in {'passage': 'text', 'options': ['a', 'b']}"
    if not isinstance(columns, Mapping):
        raise UsageError(f"columns is {columns!r}; {as_in}.")
    for role, names in columns.items():
        several = names if isinstance(names, list | tuple) else [names]
        if not all(isinstance(name, str) for name in several) and role != "first":
            raise UsageError(f"columns: {role} is {names!r}; {as_in}.")


def name_of(subject: Any) -> str | None:
    """Return the name by which a run keeps a model or data that was given as an object; None of a Dataset."""
    if isinstance(subject, str | Path | None):
        return None if subject is None else str(subject)
    return (
        None
        if isinstance(subject, Dataset)
        else str(getattr(subject, "name", None) or getattr(subject, "__name__", "model"))
    )


def models_in(model: Any) -> tuple[Any, ...]:
    """Return the models that a name joins with commas; a comma that belongs to an existing path stays.

    Raises UsageError for one that is named twice, and where there is nothing on one side of a comma.

    >>> models_in("longest, overlap"), models_in("longest")
    (('longest', 'overlap'), ('longest',))
    """
    if not isinstance(model, str) or "," not in model or Path(model).expanduser().exists():
        return (model,)
    names = tuple(each.strip() for each in model.split(","))
    if "" in names or len(set(names)) < len(names):
        raise UsageError(f"model '{model}': expected different names, joined with commas, as in small,longest.")
    return names


def several(names: str | Sequence[T]) -> tuple[T | str, ...]:
    """Return names as a tuple; one name may stand in place of several."""
    return (names,) if isinstance(names, str) else tuple(names)


def check_values(settings: Any) -> None:
    """Check each setting against its field: its type, its least value, the names that there are. Raises UsageError."""
    for each in fields(settings):
        value, about = getattr(settings, each.name), each.metadata
        _check_value(each.name, value, each.type, about.get("least"), about.get("metavar"))
        if value is not None and about.get("among") and value not in about["among"]:
            raise unknown_name(each.name, value, list(about["among"]))


def _check_value(name: str, value: Any, kind: Any, least: int | None, form: str | None = None) -> None:
    """Check a setting's value against its field. Raises UsageError; what is no number, text or switch passes."""
    if least is not None and value is not None and (type(value) is not int or value < least):
        raise UsageError(f"{name} is {value!r}; expected a whole number of at least {least}.")
    if kind in (str, str | None) and not isinstance(value, str | None):
        raise UsageError(f"{name} is {value!r}; expected a text{f' ({form})' if form else ''}.")
    if kind is bool and not isinstance(value, bool):
        raise UsageError(f"{name} is {value!r}; expected true or false.")
