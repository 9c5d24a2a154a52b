"""Train a system as one call: read the data, take a preset, train, calibrate on dev, and report the learning curves."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import UsageError
from magnetite.core.setting import changed, part, same, setting, settings_of
from magnetite.request import BASE, PRESET, Asking, TrainingData
from magnetite.running.command import Action, ActionResult, Command, action
from magnetite.running.presets import REPORT, on_hub, with_preset
from magnetite.train.recipe import Recipe
from magnetite.views import view_name

if TYPE_CHECKING:
    from magnetite.train.changes import Augmentation, Change
    from magnetite.train.fit import Progress


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """Every setting of a training; what a preset says has been filled in, and `hub` is where its own data lies."""

    questions: TrainingData = part(
        TrainingData, data="See `magnetite describe`; several joined with +.  \\[default: the preset's]"
    )
    output: str | None = setting(
        None,
        "A folder for the trained system: new, or one whose training was interrupted.",
        otherwise="systems/PRESET/VIEW",
    )
    preset: str = setting(PRESET, "A recipe by name, such as lin2021/roberta-base; or a TOML file of your own.")
    view: str = setting("", "What the system reads: O, QO, CO or QOC.", otherwise="the preset's, or QOC")
    base: str = setting("", BASE, otherwise="the preset's")
    init: str | None = setting(None, "A trained system to start from, such as QO before QOC.")
    seeds: tuple[int, ...] = setting((), "Train an ensemble of this many.", least=1, otherwise="the preset's, or 1")
    augment_with: str | None = setting(
        None,
        "List of options, such as magnets; each training question gets one as a wrong option.",
        metavar="FILE|LIST",
    )
    augment_top: int | None = setting(
        None, "(with --augment-with) Use this many, those of highest interference.", least=1, otherwise="400"
    )
    augment_draw: str | None = setting(
        None, "(with --augment-with) fixed: the same option in all epochs; epoch: another in each.", otherwise="fixed"
    )
    change: str | None = setting(
        None, "Train on questions with parts shuffled or removed, such as P-Shuffle.", metavar="NAME"
    )
    reshuffle: str | None = setting(
        None, "fixed: one shuffle for all epochs; epoch: a new one in each.", otherwise="fixed"
    )
    grid: str = setting(
        "",
        'Train every combination of these numbers, such as "epochs=2,5 batch=2,4", and name the best on dev.',
        metavar="NAME=VALUE,…",
    )
    device: str = same(Asking, "device", default="auto")
    recipe: Recipe = part(Recipe, dtype=settings_of(Asking)["dtype"].help)
    hub: Mapping[str, str] = field(default_factory=dict)


def settings_from(given: Mapping[str, Any]) -> TrainSettings:
    """Take a preset, and override it with what is given (not None). `data` may be a `TrainingData`.

    Raises UsageError for what is no path, and for what does not exist or fit.
    """
    chosen, recipe, own = with_preset(TrainSettings, given)
    own["view"] = view_name(given.get("view") or chosen.view or "QOC")
    return changed(TrainSettings(recipe=recipe, base=chosen.pretrained, hub=chosen.hub), own)


def _train(settings: TrainSettings, *, command: str = "", progress: "Progress" = lambda _seed, _step: None) -> Path:
    from magnetite.running.grid import search
    from magnetite.running.training import finish, training_questions
    from magnetite.train import train

    del command
    request, changed_by = settings.questions, _change(settings.change, settings.reshuffle)
    augment = _augmentation(
        settings.augment_with, settings.augment_top, settings.augment_draw, on_hub(request, settings.hub)
    )
    preset = str(settings.preset)
    place = Path("systems") / (Path(preset).stem if preset.endswith(".toml") else preset) / settings.view.lower()
    output = Path(settings.output or place).expanduser()
    train_on, dev = training_questions(request, settings.hub, settings.view)
    if settings.grid:
        plain = replace(settings, grid="")
        return search(
            settings.grid,
            settings.recipe,
            output,
            (train_on, dev),
            lambda recipe, folder: _train(replace(plain, recipe=recipe, output=str(folder)), progress=progress),
        )
    made = train(
        train_on,
        settings.view,
        output,
        base=settings.base,
        init=Path(settings.init).expanduser() if settings.init else None,
        recipe=settings.recipe,
        seeds=settings.seeds,
        dev=dev,
        augment=augment,
        change=changed_by,
        device=settings.device,
        progress=progress,
        close=False,
    )
    finish(made, train_on, dev, settings.device)
    return made


def _augmentation(
    listed: str | Path | None, top: int | None, draw: str | None, request: TrainingData
) -> "Augmentation | None":
    """Read the set of wrong options. Raises UsageError where it is said how to draw but not from what."""
    from magnetite.running.data import split_reader
    from magnetite.train.changes import DRAWS, TOP, read_augmentation

    if listed is not None:
        splits = split_reader(str(request.data), request.how)
        return read_augmentation(listed, TOP if top is None else top, draw or DRAWS[0], splits)
    for name, value in (("augment_top", top), ("augment_draw", draw)):
        if value is not None:
            raise UsageError(f"{name} is {value!r} without options to draw from. Name their file: --augment-with FILE.")
    return None


def _change(name: str | None, reshuffle: str | None) -> "Change | None":
    """Make the change of the training questions. Raises UsageError where it is said when to draw but not what."""
    from magnetite.train.changes import DRAWS, Change

    if name is not None:
        return Change(name, reshuffle or DRAWS[0])  # type: ignore[arg-type]  # it checks the draw
    if reshuffle is not None:
        raise UsageError(f"reshuffle is {reshuffle!r} without anything to shuffle. Name a change, such as P-Shuffle.")
    return None


def _says(folder: Path) -> ActionResult:
    from magnetite.running.grid import told

    lines = (*told(folder), f"Trained system: {folder}", f"Learning curve: {folder / REPORT}")
    return ActionResult(folder, None, "system", lines)


TRAIN: Command[TrainSettings, Action] = Command(
    "train",
    TrainSettings,
    action(_train),
    ("data", "output"),
    "",
    """Train a system for one view: a folder with weights and a training card; if stopped, the same command continues.

    Example: magnetite train RACE.tar.gz --view QO --sample 30000 --output systems/qo
    """,
    settings_from,
    optional=True,
    watched=("progress",),
    says=_says,
    needs="models",
)
