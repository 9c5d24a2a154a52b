"""How the documentation's pages are made from what there is: a hook of MkDocs (`make docs`).

    docs/*.md                     a page each
    docs/manual.md                a page for each section; a command's has all its flags, from the command line itself
    package, root                 README files, changes, the model's card: `ELSEWHERE`
    commands.md                   made from the commands; the reference of manual/python.md is from docstrings

Links are written for who reads the files in the repository; here they are led to the pages.
"""

import inspect
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pymdownx.slugs import slugify

import magnetite
import magnetite.testing
import magnetite_papers
from magnetite.cli.app import app
from magnetite.core import experiment, scorer

ROOT = Path(__file__).parents[1]
MANUAL = "manual.md"
REST = "*.md"
# Files that lie elsewhere in the repository, and the pages they become.
ELSEWHERE = {
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "src/magnetite/bundled/MODEL.md": "bundled.md",
    "src/magnetite/bundled/READER.md": "reader.md",
    "src/magnetite/bundled/SAMPLE.md": "sample.md",
    "src/magnetite/report/schema.json": "schema.json",
    "src/magnetite/engine/README.md": "internals/engine.md",
    "src/magnetite/experiments/README.md": "internals/experiments.md",
    "src/magnetite/scorers/README.md": "internals/scorers.md",
}
SOURCES = {page: source for source, page in ELSEWHERE.items()}
LINK = re.compile(r"(\]\()([^)\s]+)(?=\))")
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
LIST = re.compile(r"^(?!\s*(?:[-*+] |\d+\. )|\s*$|\s{2,}|[|>#])(.+)\n(?=(?:[-*+] |\d+\. )\S)", re.MULTILINE)
CODE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)
slug = slugify(case="lower")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Write out what the navigation only names: the manual's sections, the pages of folders."""
    config.nav = _expanded(config.nav, _unnamed(str(config.nav)))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made, and take the manual as one page away."""
    files.remove(files.src_uris[MANUAL])
    for page, text in made_pages().items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to the pages, and begin every list as MkDocs wants it: after an empty line."""
    del config, files
    parts = CODE.split(markdown)  # text and code by turns
    return "".join(
        part if at % 2 else led(LIST.sub(r"\1\n\n", part), page.file.src_uri) for at, part in enumerate(parts)
    )


@cache
def made_pages() -> dict[str, str]:
    """Return every page that is made, by its name."""
    pages = {page: (ROOT / source).read_text("utf-8") for source, page in ELSEWHERE.items()}
    pages |= {name: _section_page(title, text) for name, (title, text) in sections().items()}
    pages["manual/python.md"] += python_reference()
    return pages | {"commands.md": commands_page()}


@cache
def sections() -> dict[str, tuple[str, str]]:
    """Cut the manual at its headings: title and text of each section by its page's name, what leads it first."""
    text = (ROOT / "docs" / MANUAL).read_text("utf-8")
    starts = list(SECTION.finditer(text))
    ends = [*(match.start() for match in starts[1:]), len(text)]
    cut = {"manual/index.md": ("Manual", text[: starts[0].start()].split("\n", 1)[1])}
    for match, end in zip(starts, ends, strict=True):
        cut[f"manual/{slug(match[1], '-')}.md"] = (match[1], text[match.end() : end])
    return cut


@cache
def anchors() -> dict[str, str]:
    """Return in which page of the manual each of its headings stands."""
    found = {}
    for name, (title, text) in sections().items():
        for heading in (title, *re.findall(r"^###+ (.+)$", CODE.sub("", text), re.MULTILINE)):
            found.setdefault(slug(heading, "-"), name)
    return found


def led(markdown: str, page: str) -> str:
    """Rewrite the relative links of a page to the names that pages have here."""
    source = (
        PurePosixPath("docs", MANUAL)
        if page.startswith("manual/")
        else PurePosixPath(SOURCES.get(page, f"docs/{page}"))
    )

    def lead(match: re.Match[str]) -> str:
        path, _, anchor = match[2].partition("#")
        if "://" in path or path.startswith("mailto:") or (not path and source.name != MANUAL):
            return match[0]
        target = os.path.normpath(source.parent / path) if path else str(source)
        own = ELSEWHERE.get(target, target.removeprefix("docs/"))
        if own == MANUAL:
            own = anchors().get(anchor, "manual/index.md")
            anchor = "" if anchor == slug(sections()[own][0], "-") else anchor
        led_to = os.path.relpath(own, PurePosixPath(page).parent)
        return match[1] + led_to + (f"#{anchor}" if anchor else "")

    return LINK.sub(lead, markdown)


def _unnamed(nav: str) -> list[str]:
    """Return the pages of the folder itself that the navigation does not name."""
    return sorted(path.name for path in (ROOT / "docs").glob("*.md") if f"'{path.name}'" not in nav)


def _expanded(entries: Any, unnamed: list[str]) -> Any:
    if isinstance(entries, dict):
        return {title: _expanded(entry, unnamed) for title, entry in entries.items()}
    if isinstance(entries, str):
        return list(_pages(entries, unnamed)) if entries.endswith("/") else entries
    lists = (_pages(each, unnamed) if isinstance(each, str) else [_expanded(each, unnamed)] for each in entries)
    return [entry for entries in lists for entry in entries]


def _pages(entry: str, unnamed: list[str]) -> Iterable[str]:
    """Return the pages that an entry of the navigation stands for."""
    if entry == MANUAL:
        return list(sections())
    if entry == REST:
        return unnamed
    if not entry.endswith("/"):
        return [entry]
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / entry).glob("*.md")}
    there |= {page for page in ELSEWHERE.values() if page.startswith(entry)}
    return sorted(there, key=lambda page: (not page.endswith("README.md"), page))


def _section_page(title: str, text: str) -> str:
    """Return a section as a page; headings go up by one, and a command's flags stand at the end."""
    raised = re.sub(r"^#(#+ )", r"\1", text, flags=re.MULTILINE)
    name = title.removeprefix("magnetite ")
    flags = flags_of(name) if title.startswith("magnetite ") else ""
    return f"# {title}\n{raised}\n" + (f"\n## All flags of {title}\n\n{flags}" if flags else "")


def commands() -> dict[str, Any]:
    """Return every command by its name, those of groups too, but for `benchmark`, whose flags are its script's."""

    def walk(group: Any, *before: str) -> Iterator[tuple[str, Any]]:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                yield from walk(command, *before, name)
            else:
                yield " ".join((*before, name)), command

    return {name: command for name, command in walk(typer.main.get_command(app)) if name != "benchmark"}


def flags_of(name: str) -> str:
    """Return the usage and all flags of a command, or of all commands of a group, as help has them."""
    own = {each: command for each, command in commands().items() if each == name or each.startswith(f"{name} ")}
    return "\n".join((f"### magnetite {each}\n\n" if len(own) > 1 else "") + _flags(each, own[each]) for each in own)


def _flags(name: str, command: Any) -> str:
    told = re.sub(r"Example: (.+)$", r"Example: `\1`", inspect.cleandoc(command.help or ""))
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    usage = " ".join(["magnetite", name, *(_argument(each) for each in arguments), "[FLAGS]"])
    rows = [f"| {_names(each)} | {_cell(each)} |" for each in command.params if not getattr(each, "hidden", False)]
    table = "\n".join(["| flag | meaning |", "|---|---|", *rows])
    return f"{told}\n\n    {usage}\n\n{table}\n"


def _argument(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    return name if argument.required else f"[{name}]"


def _names(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{_argument(parameter)}`"
    # With a value, what it is called; a switch has none.
    value = (
        ""
        if getattr(parameter, "is_flag", False)
        else f" {parameter.metavar or parameter.name.upper().replace('_', '-')}"
    )
    both = [*parameter.opts, *parameter.secondary_opts]
    return ", ".join(f"`{each}{value if each.startswith('--') else ''}`" for each in both)


def _cell(parameter: Any) -> str:
    told = (getattr(parameter, "help", "") or "").replace("\\[", "[").replace("|", "&#124;")
    default = parameter.default
    shown = isinstance(default, str | int | float) and not isinstance(default, bool) and "[default" not in told
    return re.sub(r"(?<!\w)(--[\w-]+)", r"`\1`", told) + (f" [default: {default}]" if shown and default != "" else "")


def commands_page() -> str:
    """Return the page of all commands, each with what it does and a link to its page in the manual."""
    lines = ["# Commands", "", "Made from the commands themselves; `magnetite COMMAND --help` prints the same.", ""]
    lines += ["| command | what it does |", "|---|---|"]
    for name, command in commands().items():
        told = " ".join(inspect.cleandoc(command.help or "").split("\n\n")[0].split("\n")[0].split())
        page = next((p for p, (title, _) in sections().items() if title == f"magnetite {name.split()[0]}"), None)
        lines.append(f"| [`{name}`]({page}) | {told} |" if page else f"| `{name}` | {told} |")
    orphans = [
        name for name in commands() if f"manual/{slug(f'magnetite {name.split()[0]}', '-')}.md" not in sections()
    ]
    for name in orphans:  # explained under another heading
        lines += ["", f"## magnetite {name}", "", flags_of(name)]
    return "\n".join(lines) + "\n"


def python_reference() -> str:
    """Return what can be imported: signatures and docstrings."""
    groups = {
        "magnetite": [getattr(magnetite, name) for name in magnetite.__all__],
        "magnetite_papers": [magnetite_papers.reproduce],
        "magnetite.testing": [magnetite.testing.check_scorer, magnetite.testing.check_experiment],
        "magnetite.core": [scorer.Scorer, experiment.Experiment, experiment.Panel],
    }
    lines = [""]
    for module, members in groups.items():
        lines += [f"## {module}", ""]
        for each in members:
            lines += [
                f"### {each.__name__}",
                "",
                "```python",
                _signature(each),
                "```",
                "",
                _fenced(inspect.getdoc(each) or ""),
                "",
            ]
    return "\n".join(lines)


def _fenced(docstring: str) -> str:
    """Return a docstring with its examples as code."""
    parts = docstring.split("\n\n")
    return "\n\n".join(f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in parts)


def _signature(each: Any) -> str:
    """Return a signature, one parameter a line where it is long; of a protocol, its name and its methods."""
    if inspect.isclass(each):
        methods = [name for name, value in vars(each).items() if callable(value) and not name.startswith("_")]
        return "\n".join([f"class {each.__name__}(Protocol):", *(f"    {_head(getattr(each, m))}" for m in methods)])
    return _head(each)


def _head(function: Any) -> str:
    plain = inspect.signature(function)
    # Names without their modules, and a function that is a default without its address.
    named = (re.sub(r"= <.*>", "= …", str(p)) for p in plain.parameters.values())
    parameters = [re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", each) for each in named]
    short = f"def {function.__name__}({', '.join(parameters)})"
    stars = next((i for i, p in enumerate(plain.parameters.values()) if p.kind is p.KEYWORD_ONLY), None)
    if stars is not None and not any(p.kind is p.VAR_POSITIONAL for p in plain.parameters.values()):
        parameters.insert(stars, "*")
        short = f"def {function.__name__}({', '.join(parameters)})"
    if len(short) < 100:
        return short
    return f"def {function.__name__}(\n" + "".join(f"    {each},\n" for each in parameters) + ")"
