"""The configuration of a reproduction of Lin et al. (2021): its systems and sizes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from examfiles.errors import UsageError
from magnetite.scorers.system import BUNDLED, SETS
from magnetite_papers.configuration import Configuration
from magnetite_papers.stages import Workplace

RACE = "RACE"
ORIGINS = ("none", "head")  # parts of a model that are trained before it is fine-tuned (Appendix B.3)


@dataclass(frozen=True, kw_only=True)
class LinSettings(Configuration):
    """The settings of a reproduction of Lin et al. (2021); the defaults are the paper's sizes.

    `systems`: a model (`model`, and the `view` if it is a set), or a training (`preset` and settings that override it).
    The magnets are chosen on `choose_on` and tried on all systems. `alike`: groups of systems of one architecture;
    `one_line`: groups that share training.
    `pool_passages`: passages per split whose options form the pool; `passages`: those whose questions screen it.
    `screened`: number of options of the pool, drawn at random, None for all. `mode`: of the search, as in `magnets`.
    `attacked`: number of questions to attack, None for all. `beside`: systems that are attacked only with the two
    options of Table 1, each on its number of `questions`. `people`: questions of a study, answered here by the models.

    `augmented`: trainings with options, by name: a training's settings, and `plain`, the system of the same training
    without options; if it is missing, one is trained. The options are the `trained_on` strongest and weakest of the
    pool, without its first `unseen`, which no training uses. `ranked` of them are ranked, None for all, by `rank_by` on
    the questions of `rank_passages` passages. `strongest`: number of options in Figure 8. `tried_passages`: passages
    for trying the options afterwards; `tried_questions`: questions for both options of Table 1, None for all.

    `dosed`: the same trainings with the attack's own options among the added ones, as in the paper, one for each of
    `dose_seeds`; `plain` is the system for comparison. They use the twenty of Appendix A.2, with a larger `dose` those
    of A.3 too, and the strongest ranked options, `dose` in all.

    `origin`: models before fine-tuning, by name: a training's settings, and `tuned`, the system they become. `compared`
    options of the pool, drawn at random, are tried on them.
    """

    choose_on: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...] = ()
    one_line: tuple[tuple[str, ...], ...] = ()
    pool_passages: int = 300
    passages: int = 100
    screened: int | None = None
    mode: str = "full"
    attacked: int | None = None
    beside: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    people: int = 10
    augmented: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    rank_by: tuple[str, ...] = ()
    rank_passages: int = 100
    ranked: int | None = None
    trained_on: int = 400
    strongest: int = 1000
    unseen: int = 1186
    tried_passages: int = 100
    tried_questions: int | None = None
    dosed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    dose: int = 400
    dose_seeds: tuple[int, ...] = (0,)
    origin: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    compared: int = 1000

    def __post_init__(self) -> None:
        named = (*self.choose_on, *self.rank_by, *filter(None, (self.smaller, self.larger)))
        trained = (*self.augmented.values(), *self.dosed.values())
        named += tuple(spec["plain"] for spec in trained if "plain" in spec)
        for name in (*named, *(spec["tuned"] for spec in self.origin.values())):
            if name not in self.systems:
                raise UsageError(f"the configuration has no system '{name}', only {', '.join(self.systems)}.")


def told_of(settings: LinSettings, name: str) -> Mapping[str, Any]:
    """Return the configuration of a system, empty if a stage trains it from another."""
    return settings.systems.get(name) or settings.beside.get(name, {})


def model_of(settings: LinSettings, name: str, bench: Workplace) -> str:
    """Return the model that a command is given for a system: a name, a folder or a hub id."""
    spec = told_of(settings, name)
    if "model" not in spec:
        return bench.trained(name)
    model = str(spec["model"])
    if model in SETS and "view" in spec:
        return str(Path(BUNDLED) / model / str(spec["view"]).lower())
    return model


def reading(settings: LinSettings) -> tuple[str, ...]:
    """Return the systems that see the passage, as all of the paper's do."""
    return tuple(name for name, spec in settings.systems.items() if "C" in str(spec.get("view", "QOC")))


def trainings(settings: LinSettings) -> list[str]:
    """Return the systems that stages train."""
    return [name for name, spec in settings.systems.items() if "model" not in spec]


def plain_of(settings: LinSettings, name: str) -> str:
    """Return the system that an augmented training is compared with."""
    return str(settings.augmented[name].get("plain", f"{name} plain"))


def augmented_of(settings: LinSettings, name: str) -> tuple[str, str, str]:
    """Return the systems of an augmented training: without options, with strong ones, with weak ones."""
    return plain_of(settings, name), f"{name} high", f"{name} low"


def dosed_of(settings: LinSettings, name: str) -> tuple[str, ...]:
    """Return the systems of a training with the attack's own options: the one without options, and one per seed."""
    return str(settings.dosed[name]["plain"]), *(f"{name} dosed {seed}" for seed in settings.dose_seeds)


def origins_of(settings: LinSettings, name: str) -> tuple[str, str, str]:
    """Return a model before fine-tuning, with its head trained, and fine-tuned."""
    before, head = (f"{name} {part}" for part in ORIGINS)
    return before, head, str(settings.origin[name]["tuned"])
