"""What there is to read: modules, lines, names used again, and what a command passes through, counted from the source.

    python -m benchmarks.structure                 a table for docs/decisions
    python -m benchmarks.structure --names         and the names behind the counts
    python -m benchmarks.structure --no-paths      without running commands
    python -m benchmarks.structure --json          what tests/budget.toml limits, as JSON

Nothing is imported but for the paths, which are two runs of the command line under `sys.setprofile`.
"""

import argparse
import ast
import contextlib
import io
import json
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from unittest.mock import patch

PACKAGES = Path(__file__).parents[1] / "packages"
SOURCE = PACKAGES / "magnetite" / "src" / "magnetite"
PARTICIPLES = ("found", "told", "asked", "said")
PATHS = (
    "check sample --no-models",
    "audit sample --model longest --experiments accuracy",
    "magnets sample --model longest",
)
LEFT_OUT = "What this file leaves out"
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Module:
    """One file of the package: its dotted name, its text and its tree."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def package(self) -> str:
        """Return the package that it stands in."""
        return self.name if self.path.stem == "__init__" else self.name.rpartition(".")[0]


def read(source: Path) -> list[Module]:
    """Read every module of a package."""
    modules = []
    for path in sorted(source.rglob("*.py")):
        parts = (source.name, *path.relative_to(source).with_suffix("").parts)
        name = ".".join(part for part in parts if part != "__init__")
        text = path.read_text("utf-8")
        modules.append(Module(name, path, text, ast.parse(text)))
    return modules


def importers(modules: Sequence[Module]) -> dict[str, set[str]]:
    """Return who imports each module, anywhere in its file; packages that only hand on a name count as importers."""
    known = {module.name for module in modules}
    found: dict[str, set[str]] = {name: set() for name in known}
    for module in modules:
        for node in ast.walk(module.tree):
            for name in _imported(node):
                target = name if name in known else name.rpartition(".")[0]
                if target in known and target != module.name:
                    found[target].add(module.name)
    return found


def single_importers(modules: Sequence[Module]) -> dict[str, str]:
    """Return the modules, packages aside, that exactly one other imports, with that other."""
    packages = {module.name for module in modules if module.path.stem == "__init__"}
    return {name: next(iter(by)) for name, by in importers(modules).items() if len(by) == 1 and name not in packages}


def header_lines(module: Module) -> int:
    """Count the lines of a file before its first definition or constant: docstring, imports, and what is between."""
    body = [node for node in module.tree.body if not isinstance(node, ast.Import | ast.ImportFrom | ast.If)]
    body = body[1:] if body and ast.get_docstring(module.tree) is not None else body
    first = body[0] if body else None
    if first is None:
        return len(module.text.splitlines())
    decorators = [each.lineno for each in getattr(first, "decorator_list", [])]
    return min([first.lineno, *decorators]) - 1


def classes(modules: Sequence[Module]) -> dict[str, list[str]]:
    """Return where each class is defined, by its name, leading underscores aside."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(module.name)
    return dict(places)


def variables(modules: Sequence[Module]) -> Counter[str]:
    """Count how often each name is bound: assigned, looped over, taken as a parameter."""
    counts: Counter[str] = Counter()
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                counts[node.id] += 1
            elif isinstance(node, ast.arg):
                counts[node.arg] += 1
    return counts


def late_imports(modules: Sequence[Module]) -> list[str]:
    """Return the imports of our own modules that stand in a function, with their places."""
    found = []
    for module in modules:
        functions = [node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        late = {node for function in functions for node in ast.walk(function) if any(map(_is_ours, _imported(node)))}
        found += [f"{module.name}:{node.lineno} {ast.unparse(node)}" for node in late]  # type: ignore[attr-defined]
    return sorted(found)


def docstrings(modules: Sequence[Module], kinds: tuple[type, ...]) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of definitions of these kinds, each with its place."""
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, kinds) and isinstance(node, DEFINITIONS):
                yield f"{module.name}.{node.name}", ast.get_docstring(node) or ""


def counted() -> dict[str, int]:
    """Return every figure that the budget limits, by its name in `tests/budget.toml`: modules on a command's path."""
    return {f"path_of_{command.split()[0]}": len(path_of(command)[0]) for command in PATHS}


def path_of(command: str) -> tuple[set[str], set[str]]:
    """Return the modules and functions of ours that a command runs through, imports and comprehensions aside."""
    called: set[tuple[str, str]] = set()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        place = (frame.f_code.co_filename, frame.f_code.co_qualname)
        if event == "call" and place not in called and _ours(place[0]) and not _importing(frame):
            called.add(place)

    from magnetite.cli import main  # noqa: PLC0415 - only for the paths

    with tempfile.TemporaryDirectory() as folder:
        arguments = ["magnetite", *command.split(), "--store", "off", "--output", f"{folder}/run"]
        out, err = io.StringIO(), io.StringIO()
        with patch.object(sys, "argv", arguments), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            threading.setprofile(watch)
            sys.setprofile(watch)
            try:
                main()
            except SystemExit as end:
                if end.code:
                    raise RuntimeError(f"{command}: {err.getvalue()}") from end
            finally:
                sys.setprofile(None)
                threading.setprofile(None)
    if not called:
        raise RuntimeError(f"the magnetite that is imported is not the one in {SOURCE}; set PYTHONPATH to its folder")
    # Comprehensions are no functions.
    functions = {(file, name) for file, name in called if name in _functions(Path(file))}
    return {file for file, _ in functions}, {f"{file}:{name}" for file, name in functions}


def rows(modules: Sequence[Module], *, paths: bool) -> Iterator[tuple[str, object, list[str]]]:
    """Yield each figure with what it counts and the names behind it."""
    single = single_importers(modules)
    siblings = [name for name, by in single.items() if name.rpartition(".")[0] == by.rpartition(".")[0]]
    stems = Counter(module.path.stem for module in modules if module.path.stem != "__init__")
    repeated = {name: places for name, places in classes(modules).items() if len(places) > 1}
    held = [place for place, text in docstrings(modules, (ast.ClassDef,)) if text.startswith("Hold")]
    counts = variables(modules)
    yield "modules", len(modules), []
    yield "lines", sum(len(module.text.splitlines()) for module in modules), []
    yield "lines of headers: docstring and imports", sum(map(header_lines, modules)), []
    yield "modules with a single importer", len(single), [f"{name} ← {by}" for name, by in sorted(single.items())]
    yield "of these, imported by a neighbour in the same folder", len(siblings), []
    yield "file names used more than once", *_listed({name: n for name, n in stems.items() if n > 1})
    yield "class names used more than once", *_listed({name: len(places) for name, places in repeated.items()})
    for name in PARTICIPLES:
        yield f"variables named `{name}`", counts[name], []
    late = late_imports(modules)
    yield "imports of our own modules inside functions", len(late), late
    yield "class docstrings that begin with “Hold”", len(held), held
    left_out = [module.name for module in modules if LEFT_OUT in module.text]
    yield f"files with “{LEFT_OUT}”", len(left_out), []
    for command in PATHS if paths else ():
        through, functions = path_of(command)
        yield f"modules on the path of `magnetite {command}`", len(through), sorted(through)
        yield "functions on it", len(functions), sorted(functions)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--names", action="store_true", help="print the names behind the counts, too")
    parser.add_argument("--no-paths", action="store_true", help="run no commands")
    parser.add_argument("--source", type=Path, default=SOURCE, help="the package to read")
    parser.add_argument("--json", action="store_true", help="print what the budget limits")
    options = parser.parse_args()
    if options.json:
        return print(json.dumps(counted(), indent=1))
    print("| what | count |\n|---|---|")
    listed = []
    for what, count, names in rows(read(options.source), paths=not options.no_paths):
        shown = f"{count:,}" if isinstance(count, int) else count
        print(f"| {what} | {shown} |", flush=True)
        listed += [f"\n{what}:", *(f"  {name}" for name in names)] if names else []
    if options.names:
        print("\n".join(listed))
    return None


def _ours(file: str) -> bool:
    return file.startswith(str(PACKAGES)) and file.endswith(".py")


def _is_ours(name: str) -> bool:
    return name.startswith(("magnetite", "examfiles"))


def _importing(frame: FrameType | None) -> bool:
    """Say whether a call happens while one of our modules is imported: a constant is made, a function decorated."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and _ours(frame.f_code.co_filename):
            return True
        frame = frame.f_back
    return False


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def _functions(path: Path) -> set[str]:
    """Return the qualified names of the functions and lambdas of a file."""

    def inside(node: ast.AST, prefix: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                name = f"{prefix}{getattr(child, 'name', '<lambda>')}"
                yield name
                yield from inside(child, f"{name}.<locals>.")
            elif isinstance(child, ast.ClassDef):
                yield from inside(child, f"{prefix}{child.name}.")
            else:
                yield from inside(child, prefix)

    return set(inside(ast.parse(path.read_text("utf-8")), ""))


def _listed(counts: dict[str, int]) -> tuple[int, list[str]]:
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return len(ordered), [f"{name} ×{count}" for name, count in ordered]


if __name__ == "__main__":
    main()
