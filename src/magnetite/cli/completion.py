"""What a shell offers for a flag: the names that are known. Where none fits, it completes files, as it always does.

Names are looked up when a shell asks, so that a rule, a preset or another package's experiment is offered as soon as
it is there.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping

import typer
from typer.models import ArgumentInfo, OptionInfo

Names = Callable[[], Iterable[str]]
SETS = ("bundled", "small", "base", "exams", "reader")  # as in scorers.system, which takes long to import


def _models() -> Iterable[str]:
    from magnetite.scorers.packaged import PACKAGED_MODELS
    from magnetite.scorers.registry import SCORERS

    return (*SETS, *SCORERS, *PACKAGED_MODELS)


def _experiments() -> Iterable[str]:
    from magnetite.experiments.registry import EXPERIMENTS

    return EXPERIMENTS


def _experiment_settings() -> Iterable[str]:
    from dataclasses import fields

    from magnetite.experiments.registry import EXPERIMENTS

    return [f"{name}.{each.name}=" for name in EXPERIMENTS for each in fields(EXPERIMENTS[name])]


def _rules() -> Iterable[str]:
    from magnetite.experiments.flags import RULES

    return ("high", "medium", "low", "second-look", "left-out", *RULES)


def _presets() -> Iterable[str]:
    from magnetite.train.presets import presets

    return presets()


def _formats() -> Iterable[str]:
    from magnetite.formats import FORMATS

    return FORMATS


def _written() -> Iterable[str]:
    from magnetite.formats import writers

    return writers()


def _splits() -> Iterable[str]:
    from magnetite.formats.detect import SPLITS

    return SPLITS


def _views() -> Iterable[str]:
    from magnetite.views import VIEWS

    return VIEWS


def _changes() -> Iterable[str]:
    from magnetite.views import SHUFFLES

    return SHUFFLES


def _attacks() -> Iterable[str]:
    from magnetite.views.unreadable import ATTACKS

    return ATTACKS


def _converting() -> Iterable[str]:
    from magnetite.views.unreadable import CONTROLS

    return (*_views(), *_changes(), *_attacks(), *CONTROLS)


def _languages() -> Iterable[str]:
    from magnetite.report.wording import LANGUAGES

    return LANGUAGES


def _bases() -> Iterable[str]:
    from magnetite.scorers.packaged import PACKAGED, PACKAGED_MODELS

    return (*PACKAGED, *PACKAGED_MODELS)


def _any(*names: str) -> Names:
    return lambda: names


# Names for a flag of every command, by its parameter; of one command alone as "COMMAND PARAMETER".
NAMES: Mapping[str, Names] = {
    "assignment": _any("counterbalanced", "fixed"),
    "attack": _attacks,
    "attacks": _attacks,
    "augment_draw": _any("fixed", "epoch"),
    "base": _bases,
    "blank": _any("keep", "fill"),
    "calibrate_on": _any("card", "dev", "test", "train", "dev-or-card", "off"),
    "change": _changes,
    "convert format": _written,
    "convert read_as": _formats,
    "convert view": _converting,
    "data": _any("sample"),
    "design": _any("attack", "no-passage"),
    "device": _any("auto", "cpu", "cuda", "mps"),
    "dtype": _any("auto", "float32", "bfloat16", "float16", "4bit", "int8"),
    "exam": _any("sample"),
    "experiment_settings": _experiment_settings,
    "experiments": _experiments,
    "export probe": _any("audit", "check", "magnets", "order", "shortcuts", "transfer", "unreadable"),
    "fail_on": _rules,
    "format": _formats,
    "keep": _any("start", "end"),
    "language": _languages,
    "layout": _any("prefix", "joint"),
    "members": _any("first", "all"),
    "mode": _any("full", "race"),
    "magnets models": _models,
    "model": _models,
    "orders": _any("rotations", "permutations"),
    "paper": _any("lin2021", "liusie2022", "si2019"),
    "pool": _any("lin2021-a2", "lin2021-a3", "lin2021-table1"),
    "preset": _presets,
    "prompt": _any("plain", "chat"),
    "ray": _any("auto"),
    "rotations": _any("all"),
    "replace": _any("random", "strongest", "weakest", "each"),
    "reshuffle": _any("fixed", "epoch"),
    "scale": _any("laptop", "paper"),
    "scoring": _any("cloze", "cloze-token", "cloze-byte", "cloze-pmi", "symbol", "asks"),
    "sentence": _any("distractor", "question"),
    "split": _splits,
    "store": _any("off"),
    "train train": _any("all", "head", "none"),
    "unanswerable only": _changes,
    "unreadable models": _models,
    "view": _views,
    "views": _views,
}
FILES_TOO = ("data", "exam", "store")  # names are offered once they are begun, since it is nearly always a file


def attach(app: typer.Typer, *before: str) -> None:
    """Give the flags of all commands of an application, and of its groups, the names that a shell offers."""
    for group in app.registered_groups:
        if group.typer_instance is not None:
            attach(group.typer_instance, *before, group.name or "")
    for command in app.registered_commands:
        name = " ".join((*before, command.name or ""))
        for parameter in inspect.signature(command.callback or (lambda: None)).parameters.values():
            names = NAMES.get(f"{name} {parameter.name}") or NAMES.get(parameter.name)
            for info in getattr(parameter.annotation, "__metadata__", ()):
                if names is not None and isinstance(info, OptionInfo | ArgumentInfo):
                    info.autocompletion = _completing(names, begun=parameter.name in FILES_TOO)


def _completing(names: Names, *, begun: bool) -> Callable[..., list[str]]:
    def complete(incomplete: str) -> list[str]:
        return matching(names(), incomplete) if incomplete or not begun else []

    return complete


def matching(names: Iterable[str], incomplete: str) -> list[str]:
    """Return the names that continue what was typed; of a list with commas, its last part.

    >>> matching(["O", "QO", "QOC"], "O,Q")
    ['O,QO', 'O,QOC']
    """
    head, comma, begun = incomplete.rpartition(",")
    taken = head.split(",")
    return [head + comma + name for name in names if name.startswith(begun) and name not in taken]
