"""The recipe: every number that training depends on, kept in the training card.

Its fields are flags, so nothing heavy is imported here.

A preset is a recipe with a name, a documented TOML file in the folder `presets` beside this one, or in the package that
an entry point of the group `magnetite.presets` names, as `magnetite_papers` does. A paper's cites where each value
stands in the paper, and what it uses where the paper is silent. A user's own file has the same keys; all but `title`
and `paper` may be left out, and the trainer then has its defaults.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Dataset
from examfiles.registry import Registry
from magnetite.core.files import read_toml
from magnetite.core.setting import setting
from magnetite.views import VIEWS

PRESETS = "the preset's"
FOLDER = Path(__file__).parent / "presets"
PACKAGES = Registry("package of presets", "magnetite.presets", {})  # others that have some
DESCRIPTION = (
    "name",
    "title",
    "paper",
    "note",
    "data",
    "hub",
    "reported",
)  # what describes a preset and has no part in training


@dataclass(frozen=True, slots=True)
class Recipe:
    """Every number that training depends on.

    `batch` is in questions a step; `micro` in questions a pass of one device (None: the batch, divided among the
    devices). `warmup` is a share of the steps. `dropout` None keeps the base's own. `lora_rank` 0 trains all weights.
    `train`: "all" (adapters and head, or all weights), "head" (only the final linear layer, on the unchanged base:
    Lin et al. 2021, Appendix B.3) or "none" (that layer at random); with the latter two `lora_rank` is 0.
    `evaluations` is how often during training the dev questions are answered and a checkpoint is kept; `patience` stops
    after this many of them without a lower loss. Raises UsageError for a value that makes no sense.
    """

    layout: Literal["prefix", "joint"] = setting("prefix", "prefix or joint layout: see the manual.", otherwise=PRESETS)
    epochs: float = setting(1.0, "Passes over the questions.", otherwise=PRESETS)
    batch: int = setting(32, "Number of questions per step.", least=1, otherwise=PRESETS)
    micro: int | None = setting(None, "Number of questions at a time on a device; fewer if memory runs out.", least=1)
    learning_rate: float = setting(5e-4, "The highest learning rate.", otherwise=PRESETS)
    warmup: float = 0.1
    schedule: Literal["linear", "cosine", "constant"] = "linear"
    weight_decay: float = 0.01
    adam_beta2: float = 0.999
    adam_epsilon: float = 1e-8
    clip: float = 1.0
    dropout: float | None = setting(0.0, "Rate of every dropout.", otherwise=PRESETS)
    lora_rank: int = setting(
        32, "Rank of LoRA adapters; 0 trains all weights.", least=0, option="--lora", otherwise=PRESETS
    )
    max_tokens: int = setting(512, "Cut passages to fit this many tokens while training.", otherwise=PRESETS)
    keep: Literal["start", "end"] = "start"
    blank: Literal["keep", "fill"] = "keep"
    train: Literal["all", "head", "none"] = setting(
        "all", "What to train: all; head (only the final linear layer); or none (that layer stays random)."
    )
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = setting("auto", "What forward passes compute in.")
    evaluations: int = setting(10, "Evaluations on dev, and checkpoints, in total.", least=1, otherwise=PRESETS)
    patience: int | None = setting(None, "Stop after this many evaluations on dev without a lower loss.", least=1)
    seed: int = setting(0, "The first seed.", least=0, otherwise="the preset's, or 0")

    def __post_init__(self) -> None:
        _refuse_unknown(self)
        if self.train != "all":  # no adapters are made, and the card records that
            object.__setattr__(self, "lora_rank", 0)
        least = {"batch": 1, "micro": 1, "lora_rank": 0, "max_tokens": 8, "evaluations": 1, "patience": 1, "seed": 0}
        for name, low in least.items():
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < low):
                raise UsageError(f"{name} is {value!r}; expected a whole number of at least {low}.")
        for name, high in {"warmup": 1.0, "dropout": 1.0, "weight_decay": 10.0, "adam_beta2": 1.0}.items():
            value = getattr(self, name)
            if value is not None and not 0 <= value <= high:
                raise UsageError(f"{name} is {value!r}; expected a number from 0 to {high:g}.")
        if not 0 <= self.clip < float("inf"):
            raise UsageError(f"clip is {self.clip!r}; expected a number, 0 for no clipping.")
        for name in ("epochs", "learning_rate", "adam_epsilon"):
            if not 0 < getattr(self, name) < float("inf"):
                raise UsageError(f"{name} is {getattr(self, name)!r}; expected a number above 0.")


def refuse_unfit(recipe: Recipe, dataset: Dataset, dev: Dataset | None) -> None:
    """Raise UsageError where a recipe does not fit the questions: too few, or none to evaluate on."""
    if recipe.train != "none" and len(dataset) < recipe.batch:
        raise UsageError(
            f"dataset '{dataset.name}' has {len(dataset)} items, fewer than one batch of {recipe.batch}. Add items, or "
            "choose a smaller --batch."
        )
    if recipe.patience and dev is None:
        raise UsageError("patience needs dev questions to evaluate on. Add --dev, or leave --patience out.")


def _refuse_unknown(recipe: Recipe) -> None:
    for name, known in choices().items():
        if (value := getattr(recipe, name)) not in known:
            raise unknown_name(name, str(value), list(known))


def choices() -> dict[str, tuple[str, ...]]:
    """Return the names that each setting of a recipe may have, of those that have names.

    >>> choices()["layout"]
    ('prefix', 'joint')
    """
    return {each.name: get_args(each.type) for each in fields(Recipe) if get_origin(each.type) is Literal}


CHOICES: Mapping[str, Collection[str]] = {
    "view": VIEWS,
    **{name: known for name, known in choices().items() if name not in {"train", "dtype"}},
    "dtype": tuple(name for name in choices()["dtype"] if name != "auto"),  # which machines resolve differently
}


@dataclass(frozen=True, slots=True)
class Preset:
    """One recipe; None where it is silent. Raises UsageError for a value of a wrong type or out of range.

    `base`: hub id, folder, or the packaged small encoder. `batch`: questions a step. `learning_rate`: the highest.
    `warmup`: share of the steps in which it rises. `clip`: largest norm of the gradient, 0 for none. `dropout`: None is
    the base's own. `lora_rank`: 0 trains all weights. `dtype`: what forward passes compute in; weights are float32.
    `data`: the paper's training sets, with `+` between joined ones. `hub`: where their "train" and "dev" lie on the
    hub, for a command that names no data. `reported`: the paper's own accuracies in per cent, by data set, split and
    view.
    """

    name: str
    title: str
    paper: str
    note: str = ""
    base: str | None = None
    layout: str | None = None
    view: str | None = None
    epochs: float | None = None
    batch: int | None = None
    learning_rate: float | None = None
    warmup: float | None = None
    schedule: str | None = None
    weight_decay: float | None = None
    adam_epsilon: float | None = None
    adam_beta2: float | None = None
    clip: float | None = None
    dropout: float | None = None
    max_tokens: int | None = None
    keep: str | None = None
    blank: str | None = None
    lora_rank: int | None = None
    seeds: tuple[int, ...] | None = None
    dtype: str | None = None
    data: tuple[str, ...] = ()
    hub: Mapping[str, str] = field(default_factory=dict)
    reported: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key, rule in _RULES.items():
            value = getattr(self, key)
            if value is not None and not rule.fits(value):
                raise UsageError(f"{key} is {value!r}; expected {rule.expected}.")
        for key, known in CHOICES.items():
            value = getattr(self, key)
            if value is not None and value not in known:
                raise unknown_name(key, str(value), list(known))
        if (self.layout, self.blank) == ("prefix", "fill"):
            raise UsageError(
                "blank is 'fill' with layout 'prefix', which reads a question before its options; "
                "expected blank 'keep', or layout 'joint'."
            )

    @property
    def pretrained(self) -> str:
        """Return the base to start from: the preset's, or the packaged small encoder."""
        from magnetite.scorers.packaged import SMALL_BASE

        return self.base or SMALL_BASE

    @property
    def settings(self) -> dict[str, Any]:
        """Return the preset's training settings, by key; keys on which it is silent are absent.

        Only `dropout` is always there: None means the base's own.
        """
        pairs = ((f.name, getattr(self, f.name)) for f in fields(self) if f.name not in DESCRIPTION)
        return {key: value for key, value in pairs if value is not None or key == "dropout"}


def presets() -> tuple[str, ...]:
    """Name the presets that are installed, in alphabetical order.

    >>> presets()[-2:]
    ('small', 'smollm2')
    """
    return tuple(sorted(_files()))


def _files() -> dict[str, Path]:
    """Return the file of each preset: ours, and those of other packages, named by their folders there."""
    folders = [FOLDER, *(Path(str(files(package))) for package in PACKAGES.values())]
    return {
        path.relative_to(folder).as_posix().removesuffix(".toml"): path
        for folder in folders
        for path in folder.rglob("*.toml")
    }


def preset(name: str) -> Preset:
    """Return a preset by its name, or from a user's own TOML file where the name ends in `.toml`.

    Raises UsageError, with the nearest name, where there is none, and as `read_preset` does.

    >>> preset("small").learning_rate
    0.0005
    """
    if name.endswith(".toml"):
        return read_preset(Path(name).expanduser())
    known = _files()
    if name not in known:
        raise unknown_name("preset", name, sorted(known))
    return _read(known[name], name)


def read_preset(path: str | Path) -> Preset:
    """Read a preset from a TOML file; it is named after the file.

    Raises UsageError for a file that is absent or not TOML, a key that is unknown or missing, a value of the wrong type
    or out of range.
    """
    return _read(Path(path), Path(path).name)


def _read(path: Path, name: str) -> Preset:
    absent = f"there is no such preset file. Name one that exists, or one of: {', '.join(presets())}."
    raw = read_toml(path, absent, "the preset cannot be read")
    known = [f.name for f in fields(Preset) if f.name != "name"]
    for key in raw:
        if key not in known:
            raise UsageError(f"{path}: {unknown_name('key', key, known)}")
    for key in ("title", "paper"):
        if key not in raw:
            raise UsageError(f'{path}: {key} is missing; expected a line such as {key} = "…" at the top of the file.')
    try:
        return Preset(name=name, **{key: _frozen(value) for key, value in raw.items()})
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)  # to Python, true is 1


def _is_number(value: Any) -> bool:
    return _is_whole(value) or (isinstance(value, float) and isfinite(value))


def _is_seeds(value: Any) -> bool:
    if not isinstance(value, tuple) or not all(_is_whole(seed) and seed >= 0 for seed in value):
        return False
    return 0 < len(value) == len(set(value))


def _is_accuracies(value: Any) -> bool:
    return isinstance(value, Mapping) and all(_is_number(share) and 0 <= share <= 100 for share in value.values())


def _is_paths(value: Any) -> bool:
    return isinstance(value, Mapping) and set(value) <= {"train", "dev"} and all(map(_is_text, value.values()))


@dataclass(frozen=True, slots=True)
class _Expectation:
    """What a key's value must be: in words, and as a test."""

    expected: str
    fits: Callable[[Any], bool]


def _whole(least: int) -> _Expectation:
    return _Expectation(f"a whole number of at least {least}", lambda value: _is_whole(value) and value >= least)


def _number(expected: str, within: Callable[[float], bool]) -> _Expectation:
    return _Expectation(expected, lambda value: _is_number(value) and within(value))


_POSITIVE = _number("a number above 0", lambda value: value > 0)
_NOT_NEGATIVE = _number("a number of at least 0", lambda value: value >= 0)
_SHARE = _number("a share, at least 0 and below 1", lambda value: 0 <= value < 1)
_TEXT = _Expectation("a text", _is_text)
_RULES: Mapping[str, _Expectation] = {
    **dict.fromkeys(("name", "title", "paper", "base", *CHOICES), _TEXT),
    "note": _Expectation("a text", lambda value: isinstance(value, str)),
    **dict.fromkeys(("epochs", "adam_epsilon"), _POSITIVE),
    "learning_rate": _number("a number above 0 and at most 1", lambda value: 0 < value <= 1),
    **dict.fromkeys(("weight_decay", "clip"), _NOT_NEGATIVE),
    **dict.fromkeys(("warmup", "dropout", "adam_beta2"), _SHARE),
    "batch": _whole(1),
    "max_tokens": _whole(16),  # fewer leave no room for a question and an option
    "lora_rank": _whole(0),
    "seeds": _Expectation("a list of different whole numbers of at least 0, one or more", _is_seeds),
    "data": _Expectation("a list of texts", lambda value: isinstance(value, tuple) and all(map(_is_text, value))),
    "hub": _Expectation('a table of "train" and "dev" with paths', _is_paths),
    "reported": _Expectation("a table of accuracies, from 0 to 100", _is_accuracies),
}
