"""The reference of commands, written from the program: `python docs/reference.py`.

tests/test_reference.py fails when a page in docs/reference/commands is stale.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from magnetite.cli.app import app

FOLDER = Path(__file__).parent / "reference"
MADE = "*Written by `python docs/reference.py` from the program itself.*\n"
GROUPS = {
    "For exams": ("check", "serve", "describe", "convert"),
    "For models": ("audit", "shortcuts", "magnets", "order", "unreadable", "transfer", "score"),
    "For many models": ("items", "runs", "overlap"),
    "Training": ("train", "unanswerable"),
    "Papers and people": ("reproduce", "study"),
    "Exchange": ("export", "import"),
    "Housekeeping": ("doctor", "cache"),
}
# The page that explains a command.
GUIDES = {
    "check": "how-to/check-an-exam.md",
    "serve": "web.md",
    "describe": "how-to/get-my-exam-read.md",
    "convert": "how-to/convert-an-exam.md",
    "audit": "how-to/audit-a-model.md",
    "shortcuts": "how-to/measure-shortcuts.md",
    "magnets": "how-to/find-magnets.md",
    "order": "how-to/test-the-order-of-options.md",
    "unreadable": "how-to/attack-with-shuffled-text.md",
    "transfer": "how-to/test-on-other-exams.md",
    "items": "how-to/audit-a-benchmark.md",
    "overlap": "how-to/find-an-exam-in-other-data.md",
    "runs": "how-to/compare-runs.md",
    "score": "how-to/audit-without-the-model.md",
    "train": "how-to/train-a-system.md",
    "unanswerable": "how-to/train-on-unanswerable-questions.md",
    "reproduce": "how-to/reproduce-a-paper.md",
    "study": "studies.md",
    "export": "how-to/audit-without-the-model.md",
    "import": "how-to/audit-without-the-model.md",
    "doctor": "how-to/look-after-the-installation.md",
    "cache": "how-to/look-after-the-installation.md",
}


def pages() -> dict[str, str]:
    """Return every generated page by its path in docs/reference."""
    names = [name for group in GROUPS.values() for name in group]
    return {
        "commands/README.md": commands_page(),
        **{f"commands/{name}.md": command_page(name) for name in names},
    }


def commands() -> dict[str, Any]:
    """Return every command by its name, with those of groups, except `benchmark`: its flags are its script's."""

    def walk(group: Any, *before: str) -> Iterator[tuple[str, Any]]:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                yield from walk(command, *before, name)
            else:
                yield " ".join((*before, name)), command

    return {name: command for name, command in walk(typer.main.get_command(app)) if name != "benchmark"}


def commands_page() -> str:
    """Return the list of all commands in groups, each with its purpose."""
    lines = ["# Commands", "", MADE]
    for title, names in GROUPS.items():
        lines += [f"## {title}", "", "| command | purpose |", "|---|---|"]
        for first in names:
            for name, command in _of(first).items():
                help_ = inspect.cleandoc(command.help or "").split("\n\n")[0]
                lines.append(f"| [`{name}`]({first}.md) | {' '.join(help_.split())} |")
        lines.append("")
    return "\n".join(lines)


def command_page(name: str) -> str:
    """Return the usage and all flags of a command, or of all commands of a group, as help has them."""
    own = _of(name)
    guide = f"[How to use it](../../{GUIDES[name]}) · [All commands](README.md)\n"
    parts = [(f"## magnetite {each}\n\n" if len(own) > 1 else "") + _flags(each, own[each]) for each in own]
    return "\n".join([f"# magnetite {name}\n", guide, *parts, MADE])


def _of(name: str) -> dict[str, Any]:
    return {each: command for each, command in commands().items() if each.split()[0] == name}


def _flags(name: str, command: Any) -> str:
    help_ = re.sub(r"Example: (.+)$", r"Example: `\1`", inspect.cleandoc(command.help or ""))
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    usage = " ".join(["magnetite", name, *(_argument(each) for each in arguments), "[FLAGS]"])
    rows = [f"| {_names(each)} | {_meaning(each)} |" for each in command.params if not getattr(each, "hidden", False)]
    table = "\n".join(["| flag | meaning |", "|---|---|", *rows])
    return f"{help_}\n\n    {usage}\n\n{table}\n"


def _argument(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    return name if argument.required else f"[{name}]"


def _names(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{_argument(parameter)}`"
    value = "" if getattr(parameter, "is_flag", False) else f" {parameter.metavar or _placeholder(parameter)}"
    both = [*parameter.opts, *parameter.secondary_opts]
    return ", ".join(f"`{each}{value if each.startswith('--') else ''}`".replace("|", "\\|") for each in both)


def _placeholder(parameter: Any) -> str:
    return str(parameter.name.upper().replace("_", "-"))


def _meaning(parameter: Any) -> str:
    help_ = (getattr(parameter, "help", "") or "").replace("\\[", "[").replace("|", "&#124;")
    default = parameter.default
    shown = isinstance(default, str | int | float) and not isinstance(default, bool) and "[default" not in help_
    marked = re.sub(r"(?<!\w)(--[\w-]+)", r"`\1`", " ".join(help_.split()))
    return marked + (f" [default: {default}]" if shown and default != "" else "")


if __name__ == "__main__":
    for path, text in pages().items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_text(text, "utf-8")
