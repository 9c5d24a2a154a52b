"""How the documentation's pages are made from what there is: a hook of MkDocs (`make docs`).

    docs/*.md                     a page each
    package, root                 README files, changes, the model's card: `ELSEWHERE`
    how-to/use-from-python.md     ends with what can be imported, from signatures, docstrings and the help of settings

Links are written for who reads the files in the repository; here they are led to the pages.
"""

import inspect
import os
import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, get_type_hints, is_typeddict

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import magnetite
import magnetite.testing
import magnetite_papers
from examfiles.formats import format_names
from magnetite.core import experiment, scorer
from magnetite.core.setting import Setting, settings_of

ROOT = Path(__file__).parents[1]
PYTHON = "how-to/use-from-python.md"
REST = "*.md"
# Files that lie elsewhere in the repository, and the pages they become.
ELSEWHERE = {
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "packages/magnetite-systems/src/magnetite_systems/MODEL.md": "bundled.md",
    "packages/magnetite-systems/src/magnetite_systems/READER.md": "reader.md",
    "packages/examfiles/src/examfiles/samples/SAMPLE.md": "sample.md",
    "packages/magnetite/src/magnetite/report/schema.json": "schema.json",
    "packages/magnetite/src/magnetite/engine/README.md": "internals/engine.md",
    "packages/magnetite/src/magnetite/experiments/README.md": "internals/experiments.md",
    "packages/magnetite/src/magnetite/scorers/README.md": "internals/scorers.md",
}
LEFT_OUT = ("decisions/", "licences.md", "changes.md")  # of search
BOOSTS = {
    **dict.fromkeys(("how-to/", "without-a-terminal.md", "web.md", "studies.md"), 4.0),
    "install.md": 1.5,
    **dict.fromkeys(("tours/", "flags.md", "reference/commands/"), 2.0),
    **dict.fromkeys(("results/", "internals/", "architecture.md", "contributing.md"), 0.1),
}
"""How much a page counts in search, by how its name begins; 1 for all others."""
SOURCES = {page: source for source, page in ELSEWHERE.items()}
LINK = re.compile(r"(\]\()([^)\s]+)(?=\))")
LIST = re.compile(r"^(?!\s*(?:[-*+] |\d+\. )|\s*$|\s{2,}|[|>#])(.+)\n(?=(?:[-*+] |\d+\. )\S)", re.MULTILINE)
CODE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Write out what the navigation only names: the pages of folders."""
    config.nav = _expanded(config.nav, _unnamed(str(config.nav)))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    for page, text in made_pages().items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to the pages, begin every list after an empty line, as MkDocs wants it, say how search ranks it."""
    del config, files
    page.meta["search"] = ranked(page.file.src_uri)
    markdown += python_reference() if page.file.src_uri == PYTHON else ""
    parts = CODE.split(markdown)  # text and code by turns
    return "".join(
        part if at % 2 else led(LIST.sub(r"\1\n\n", part), page.file.src_uri) for at, part in enumerate(parts)
    )


def ranked(page: str) -> dict[str, float | bool]:
    """Return how search treats a page: what tells users what to do comes first, decisions are left out.

    >>> ranked("decisions/022-words.md"), ranked("how-to/check-an-exam.md"), ranked("index.md")
    ({'exclude': True}, {'boost': 4.0}, {'boost': 1.0})
    """
    if page.startswith(LEFT_OUT):
        return {"exclude": True}
    return {"boost": next((boost for begins, boost in BOOSTS.items() if page.startswith(begins)), 1.0)}


@cache
def made_pages() -> dict[str, str]:
    """Return every page that is made, by its name."""
    return {page: (ROOT / source).read_text("utf-8") for source, page in ELSEWHERE.items()}


def led(markdown: str, page: str) -> str:
    """Rewrite the relative links of a page to the names that pages have here."""
    source = PurePosixPath(SOURCES.get(page, f"docs/{page}"))

    def lead(match: re.Match[str]) -> str:
        path, _, anchor = match[2].partition("#")
        if "://" in path or path.startswith("mailto:") or not path:
            return match[0]
        target = os.path.normpath(source.parent / path)
        own = ELSEWHERE.get(target, target.removeprefix("docs/"))
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
    if entry == REST:
        return unnamed
    if not entry.endswith("/"):
        return [entry]
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / entry).glob("*.md")}
    there |= {page for page in ELSEWHERE.values() if page.startswith(entry)}
    return sorted(there, key=lambda page: (not page.endswith("README.md"), page))


def python_reference() -> str:
    """Return what can be imported: signatures and docstrings."""
    groups = {
        "magnetite": [getattr(magnetite, name) for name in sorted(magnetite.__all__, key=str.istitle)],
        "magnetite_papers": [magnetite_papers.reproduce, magnetite_papers.unanswerable],
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
                *_members(each),
                "",
            ]
    return "\n".join(lines)


def _fenced(docstring: str) -> str:
    """Return a docstring with its examples as code, and its arguments as a list."""
    text, _, told = docstring.partition("\n\nArgs:\n")
    parts = text.split("\n\n")
    arguments = re.sub(r"^ {4}(\w+): ", r"- `\1`: ", re.sub(r"\n {8}", " ", told), flags=re.MULTILINE)
    parts = [f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in parts]
    return "\n\n".join([*parts, *([arguments] if arguments else [])])


def _members(each: Any) -> list[str]:
    """Return the fields of settings, each with its help, and what the values of another class can be asked."""
    if not inspect.isclass(each) or getattr(each, "_is_protocol", False):
        return []
    if is_dataclass(each) and any(field.metadata.get("help") for field in fields(each)):
        flags = settings_of(each).values()
        return [f"- `{flag.name}`: {_help(flag)}" for flag in flags]
    public = {name: value for name, value in vars(each).items() if not name.startswith("_")}
    told = {name: value for name, value in public.items() if inspect.isfunction(value) or isinstance(value, property)}
    return [f"- `{name}`: {(inspect.getdoc(value) or '').partition(chr(10) * 2)[0]}" for name, value in told.items()]


def _help(flag: Setting) -> str:
    """Return what help says of a setting, as Python says it."""
    text = flag.help.replace("{formats}", format_names()).replace("\\[", "[").replace("--", "")
    return f"{text} [default: {flag.otherwise}]" if flag.otherwise else text


def _signature(each: Any) -> str:
    """Return a signature, one parameter a line where it is long; of a protocol, its name and its methods."""
    if getattr(each, "_is_protocol", False):
        methods = [name for name, value in vars(each).items() if callable(value) and not name.startswith("_")]
        return "\n".join([f"class {each.__name__}(Protocol):", *(f"    {_head(getattr(each, m))}" for m in methods)])
    if is_typeddict(each):
        hints = get_type_hints(each).items()
        lines = (_named(f"    {name}: {inspect.formatannotation(kind)}") for name, kind in hints)
        return "\n".join([f"class {each.__name__}(TypedDict):", *lines])
    return f"class {_head(each)[4:]}" if inspect.isclass(each) else _head(each)


def _head(function: Any) -> str:
    plain = inspect.signature(function)
    # Names without their modules, and a function that is a default without its address.
    parameters = [_named(re.sub(r"= <.*>", "= …", str(p))) for p in plain.parameters.values()]
    short = f"def {function.__name__}({', '.join(parameters)})"
    stars = next((i for i, p in enumerate(plain.parameters.values()) if p.kind is p.KEYWORD_ONLY), None)
    if stars is not None and not any(p.kind is p.VAR_POSITIONAL for p in plain.parameters.values()):
        parameters.insert(stars, "*")
        short = f"def {function.__name__}({', '.join(parameters)})"
    if len(short) < 100:
        return short
    return f"def {function.__name__}(\n" + "".join(f"    {each},\n" for each in parameters) + ")"


def _named(annotated: str) -> str:
    """Return an annotated parameter without the names of modules, and without quotes around what is imported later.

    >>> _named("watch: 'Watch | None' = None"), _named("model: 'Model' = 'bundled'")
    ('watch: Watch | None = None', "model: Model = 'bundled'")
    """
    text = re.sub(r"^(\**\w+: )'(.*?)'(?= =|$)", r"\1\2", annotated)
    text = re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", text)
    return re.sub(r"Union\[(.*), NoneType\]", lambda union: f"{union[1].replace(', ', ' | ')} | None", text)
