"""The reference of commands, and of what formats keep, written from the program: `python docs/reference.py`.

tests/test_reference.py fails when a page is stale.
"""

import inspect
import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from examfiles import FORMATS, write, writers
from examfiles.errors import DataError
from examfiles.format import Writer
from examfiles.items import Dataset, Item
from examfiles.losses import Losses
from examfiles.pictures import ExamPictures
from magnetite.cli.app import app
from magnetite.core.results import findings_schema

FOLDER = Path(__file__).parent / "reference"
MADE = "*Written by `python docs/reference.py` from the program itself.*\n"
GROUPS = {
    "For exams": ("check", "serve", "describe", "convert"),
    "For models": ("audit", "shortcuts", "magnets", "order", "unreadable", "transfer", "score"),
    "For many models": ("items", "runs", "overlap"),
    "Training": ("train",),
    "Papers and people": ("reproduce", "unanswerable", "study"),
    "Exchange": ("export", "import"),
    "Housekeeping": ("doctor", "get", "cache"),
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
    "get": "install.md",
    "cache": "how-to/look-after-the-installation.md",
}


def schema_page() -> str:
    """Return the JSON Schema of findings.json, which lies in the package."""
    return json.dumps(findings_schema(), indent=1) + "\n"


def pages() -> dict[str, str]:
    """Return every generated page by its path in docs/reference."""
    names = [name for group in GROUPS.values() for name in group]
    return {
        "commands/README.md": commands_page(),
        **{f"commands/{name}.md": command_page(name) for name in names},
        "what-formats-keep.md": formats_page(),
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
    help_ = re.sub(r"(?m)Example: (.+)$", r"Example: `\1`", inspect.cleandoc(command.help or ""))
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


PNG = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
PICTURE = ExamPictures(keep=True).put("lamp.png", PNG)
PLAIN = Item("q1", "p1", "Ida kept a lamp.", "What did Ida keep?", ("a farm", "a lamp", "a shop", "a mill"), 1)


def _with(name: str, value: str) -> Callable[[Item], Item]:
    return lambda item: replace(item, metadata={name: value})


PROPERTIES: Mapping[str, Callable[[Item], Item]] = {
    "no passage": lambda item: replace(item, passage=""),
    "any id": lambda item: replace(item, id="Unit 7, B/2"),
    "a level": lambda item: replace(item, level="hard"),
    "no known answer": lambda item: replace(item, answer=None),
    "more than four options": lambda item: replace(item, options=(*item.options, "a boat")),
    "line breaks": lambda item: replace(item, question="What did\nIda keep?"),
    "underlined, bold, italic, raised parts": _with("formatting", "question 5 u did"),
    "highlighted parts": _with("formatting", "question 5 mark did"),
    "pictures": lambda item: replace(
        item, question="[image: a lamp] What?", metadata={"pictures": f"{PICTURE} [image: a lamp]"}
    ),
    "feedback": _with("feedback", "See line 1."),
    "feedback on options": _with("feedback_a", "Read again."),
    "feedback on right and wrong answers": _with("feedback_right", "Well done."),
    "partial credit": _with("credit", "50, 100, 0, 0"),
    "points": _with("points", "3"),
    "hints": _with("hint_1", "Look at line 1."),
    "penalty": _with("penalty", "0.5"),
    "shuffling": _with("shuffle", "true"),
    "a title": _with("title", "The lamp"),
    "a category": _with("category", "Unit 7"),
    "other metadata": _with("source", "page 12"),
}
"""What a question may have, each beside a plain one."""


def formats_page() -> str:
    """Return the formats by direction, and what comes back of a question that is written and read again."""
    lines = ["# What formats keep", "", MADE, "## Formats by direction", ""]
    lines += ["| format | read from | written as | passages |", "|---|---|---|---|"]
    for name, each in FORMATS.items():
        own = ", ".join(f"`{writer.name}` ({', '.join(writer.suffixes) or 'a folder'})" for writer in each.writers)
        lines.append(f"| `{name}` | {each.title} | {own or 'not written'} | {each.passages or 'part of the data'} |")
    others = ", ".join(
        f"`{name}`" for name, each in writers().items() if not any(each in f.writers for f in FORMATS.values())
    )
    lines += [
        "",
        f"Written for other programs, and read as tables: {others}.",
        "",
        "## What is written and read back",
        "",
    ]
    lines += [
        (
            "Each cell comes from a question that is written in the format, with this and without it, and read back. "
            "*no*: `convert` names it and stops, unless `--lose` is given. *changed*: it is listed, and no loss. "
            "*refused*: the format has no such questions."
        ),
        "",
        f"| a question with | {' | '.join(f'`{name}`' for name in writers())} |",
        f"|---|{'---|' * len(writers())}",
    ]
    plain = {name: _outcome(each, PLAIN) for name, each in writers().items()}
    rows = {
        title: [_cell(plain[name], _outcome(each, change(PLAIN))) for name, each in writers().items()]
        for title, change in PROPERTIES.items()
    }
    rows = {"a passage": ["no" if _names_passage(each) else "yes" for each in plain.values()], **rows}
    lines += [f"| {title} | {' | '.join(cells)} |" for title, cells in rows.items()]
    return "\n".join([*lines, ""])


def _outcome(writer: Writer, item: Item) -> Losses | None:
    """Return what is lost of an item, None where the format refuses it."""
    said: list[Losses] = []
    with TemporaryDirectory() as folder:
        name = f"exam{next(iter(writer.suffixes), '')}" if not writer.folder else "exam"
        exam = Dataset("exam", (item,), pictures={PICTURE: PNG})
        try:
            write(exam, Path(folder) / name, writer.name, lose=True, first=said.append)
        except DataError:
            return None
    return said[0]


def _names_passage(plain: Losses | None) -> bool:
    return any(" a passage (" in sentence for sentence in plain.lost) if plain else True


def _cell(plain: Losses | None, losses: Losses | None) -> str:
    if plain is None or losses is None:
        return "refused"
    known = {*plain.lost, *plain.changed}
    if {*losses.lost} - known:
        return "no"
    return "changed" if {*losses.changed} - known else "yes"


if __name__ == "__main__":
    for path, text in pages().items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_text(text, "utf-8")
    Path(str(files("magnetite.core").joinpath("findings.schema.json"))).write_text(schema_page(), "utf-8")
