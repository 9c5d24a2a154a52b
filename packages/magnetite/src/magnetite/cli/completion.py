"""What a shell offers for a flag: the names that are known. Where none fits, it completes files, as it always does.

Names are looked up when a shell asks, so that a rule, a preset or another package's experiment is offered as soon as
it is there.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module

import typer
from typer.models import ArgumentInfo, OptionInfo

SETS = ("bundled", "small", "base", "exams", "reader")  # as in scorers.system, which takes long to import
VIEWS, SHUFFLES, ATTACKS = "magnetite.views:VIEWS", "magnetite.views:SHUFFLES", "magnetite.views.unreadable:WAYS"
PACKAGED, PACKAGED_MODELS = "magnetite.scorers.packaged:PACKAGED", "magnetite.scorers.packaged:PACKAGED_MODELS"
MODELS = (*SETS, "magnetite.scorers.registry:SCORERS", PACKAGED_MODELS)

# Names for a flag of every command, by its parameter; of one command alone as "COMMAND PARAMETER". What has a colon
# is looked up: "module:names", or a function that returns them.
NAMES: Mapping[str, tuple[str, ...]] = {
    "assignment": ("counterbalanced", "fixed"),
    "attack": (ATTACKS,),
    "attacks": (ATTACKS,),
    "augment_draw": ("fixed", "epoch"),
    "base": (PACKAGED, PACKAGED_MODELS),
    "blank": ("keep", "fill"),
    "calibrate_on": ("card", "dev", "test", "train", "dev-or-card", "off"),
    "change": (SHUFFLES,),
    "convert format": ("examfiles:writers",),
    "convert read_as": ("examfiles:FORMATS",),
    "convert view": (VIEWS, SHUFFLES, ATTACKS),
    "data": ("sample",),
    "design": ("attack", "no-passage"),
    "device": ("auto", "cpu", "cuda", "mps"),
    "dtype": ("auto", "float32", "bfloat16", "float16", "4bit", "int8"),
    "exam": ("sample",),
    "experiment_settings": ("magnetite.cli.completion:experiment_settings",),
    "experiments": ("magnetite.experiments.registry:EXPERIMENTS",),
    "export run": ("audit", "check", "magnets", "order", "shortcuts", "transfer", "unreadable"),
    "fail_on": ("magnetite.core.severity:SEVERITIES", "second-look", "left-out", "magnetite.experiments.flags:RULES"),
    "format": ("examfiles:FORMATS",),
    "get name": ("magnetite.scorers.packaged:to_get",),
    "keep": ("start", "end"),
    "language": ("magnetite.report.wording:LANGUAGES",),
    "layout": ("prefix", "joint"),
    "members": ("first", "all"),
    "mode": ("full", "race"),
    "magnets models": MODELS,
    "model": MODELS,
    "orders": ("rotations", "permutations"),
    "paper": ("lin2021", "liusie2022", "si2019"),
    "pool": ("lin2021-a2", "lin2021-a3", "lin2021-table1"),
    "preset": ("magnetite.train.recipe:presets",),
    "prompt": ("plain", "chat", "chat-answer"),
    "ray": ("auto",),
    "rotations": ("all",),
    "replace": ("random", "strongest", "weakest", "each"),
    "reshuffle": ("fixed", "epoch"),
    "scale": ("laptop", "paper"),
    "scoring": ("cloze", "cloze-token", "cloze-byte", "cloze-pmi", "symbol", "verdict", "asks"),
    "sentence": ("distractor", "question"),
    "split": ("examfiles.detect:SPLITS",),
    "store": ("off",),
    "train train": ("all", "head", "none"),
    "unanswerable only": (SHUFFLES,),
    "unreadable models": MODELS,
    "view": (VIEWS,),
    "views": (VIEWS,),
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


def _completing(names: tuple[str, ...], *, begun: bool) -> Callable[..., list[str]]:
    def complete(incomplete: str) -> list[str]:
        return matching(known(names), incomplete) if incomplete or not begun else []

    return complete


def known(names: tuple[str, ...]) -> Iterator[str]:
    """Yield names, those that are to be looked up among them."""
    for name in names:
        module, colon, attribute = name.partition(":")
        found = getattr(import_module(module), attribute) if colon else (name,)
        yield from found() if callable(found) else found


def experiment_settings() -> list[str]:
    """Return the beginnings of all settings of experiments."""
    from dataclasses import fields

    from magnetite.experiments.registry import EXPERIMENTS

    return [f"{name}.{each.name}=" for name in EXPERIMENTS for each in fields(EXPERIMENTS[name])]


def matching(names: Iterable[str], incomplete: str) -> list[str]:
    """Return the names that continue what was typed; of a list with commas, its last part.

    >>> matching(["O", "QO", "QOC"], "O,Q")
    ['O,QO', 'O,QOC']
    """
    head, comma, begun = incomplete.rpartition(",")
    taken = head.split(",")
    return [head + comma + name for name in names if name.startswith(begun) and name not in taken]
