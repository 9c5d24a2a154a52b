"""Small changes to the package, one at a time, each against the tests of its module: does a test fail?

    python -m benchmarks.mutants --seed 2 [--mutants 130] [--packages stats,views] [--kept FILE] [--page FILE]

A mutant is one change to one expression, of two kinds, drawn in equal parts. A *slip* is a comparison, an operator, a
number, a truth, a keyword that is left out, a call whose result nobody uses. A *swap* takes one quantity for another of
its type, as people do: a bound for the estimate, one argument for the next, all questions for those unseen, the first
for the mean, the largest for the sum. Each package gives an equal share of the sample.

What a page says of a seed holds for its first look alone: once tests are written for its survivors, the sample is a
list of regressions, and the next page takes a seed that nobody has seen.

The tests of a module are the files that import it or are named after it, in the folder that mirrors its package, those
that `TESTS` lists, and its own examples; without any file, all of that folder. They run in a temporary copy of the
tree, stop at the first failure and may take `SLOWER` times the processor's time that they take without the mutant. Only
a test that fails, a module that cannot be imported and an endless loop kill; whatever else ends the tests ends the run.
Results are kept as they come: the same command goes on where it was stopped; a mutant that was killed stays so while
the test that killed it stands.

mutmut 3 draws no sample, runs the whole suite first to learn which test reaches what, and swaps every function for a
switch between its mutants, which changes the fingerprints of functions that tests hold. cosmic-ray edits the working
tree and knows one test command for all modules.
"""

import argparse
import ast
import copy
import hashlib
import json
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import cache_from_source
from itertools import accumulate, zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, table
from magnetite.stats.intervals import share

ROOT = Path(__file__).parents[1]
PACKAGES = (  # folders of magnetite, and the other distributions
    *("core", "views", "stats", "scorers", "engine", "report", "experiments", "train", "commands", "web"),
    *("examfiles", "magnetite_study", "magnetite_papers"),
)
SLIP, SWAP = "slip", "swap"
TESTS = {  # where a module's promises are held if no test names it, by the beginning of its path; tests of its package
    "examfiles/exams": ("test_exam_writing.py", "test_write.py"),
    "examfiles/losses": ("test_exam_writing.py", "test_write.py"),
    "examfiles/question": ("test_gift.py", "test_moodle_xml.py"),
    "examfiles/reading": ("test_exams_in_read.py", "test_tabular.py"),
    "examfiles/readers/corpora/": ("test_known_formats.py",),
    "examfiles/readers/lms/b": ("test_qti.py", "test_uploads.py"),  # Blackboard, Brightspace
    "examfiles/readers/office/": ("test_documents.py",),
    "examfiles/readers/qti/": ("test_qti.py", "test_marking.py"),
    "examfiles/readers/tables/": ("test_tabular.py", "test_option_marks.py"),
    "examfiles/readers/typed/": ("test_typed_exams.py", "test_generated_exams.py", "test_typed_variants.py"),
    "magnetite/experiments/__init__": ("experiments/test_registry.py",),
    "magnetite/experiments/description": ("experiments/test_describe.py",),
    "magnetite/experiments/flags/": ("experiments/flags",),
    "magnetite/experiments/flags/finding": ("experiments/flags", "experiments/test_standing.py"),
    "magnetite/experiments/flags/by_candidates": (
        "experiments/test_responses.py",
        "experiments/flags/test_flags_settings.py",
    ),
    "magnetite/experiments/magnets/": ("experiments/test_magnets.py", "experiments/test_magnet_attacks.py"),
    "magnetite/experiments/magnets/search": ("commands/test_magnets.py",),
    "magnetite/experiments/unreadable/": ("experiments/test_unreadable_effects.py",),
    "magnetite/inputs/answer_tables": ("inputs/test_responses.py",),
    "magnetite/stats/positions": ("experiments/test_order.py",),
    "magnetite/train/fit": (
        "train/test_train.py",
        "train/test_trained_part.py",
        "commands/test_training.py",
    ),
}
COPIED = ("packages", "benchmarks", "docs", "conftest.py", "pyproject.toml", "README.md", "CHANGELOG.md", "Makefile")
SLOWER, LEAST = 5, 60  # times the tests' own seconds of the processor, and seconds at least
HUNG = 20  # wall seconds for each of these: other work on the machine is no endless wait
MEMORY = 12 << 30  # bytes of data: what grows without end fails, and leaves others their memory
KILLED = ("failed", "timed out")
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
TAKEN = {"low": "estimate", "high": "estimate", "estimate": "low", "value": "low", "mean": "max", "max": "mean"}
LIKE = (ast.Name, ast.Attribute, ast.Subscript)  # arguments that stand for a quantity
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
SKIPPED = (ast.JoinedStr, ast.Raise, ast.Assert)  # prose, and what mypy reads
HARMLESS = {"strict", "ensure_ascii", "frozen", "slots"}  # keywords that only guard
TABLE = (
    *(Heading("package"), Heading("mutants", "", "count"), Heading("killed", "", "count")),
    *(Heading("timed_out", "of these by time", "count"), Heading("share", "share killed", "share")),
    *(Heading("low", "from", "share"), Heading("high", "to", "share")),
)
SURVIVORS = (Heading("kind"), Heading("module"), Heading("line", "", "count"), Heading("before"), Heading("after"))


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to one module: at a line (from 1), the bytes from `start` to `end` become `after`.

    `text`: the column and what stands in the line.
    """

    module: str
    line: int
    text: str
    start: int
    end: int
    after: str
    kind: str = SLIP

    def of(self, source: bytes) -> bytes:
        """Return the changed source."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    def lot(self, seed: int) -> str:
        """Return what decides whether it is drawn: changes elsewhere leave it as it is."""
        return hashlib.sha256(f"{seed} {self.module} {self.text} {self.after}".encode()).hexdigest()


def main() -> None:
    """Run the sample, as far as it is not kept, and publish the page."""
    arguments = _arguments()
    sample = drawn(arguments.packages.split(","), arguments.mutants, arguments.seed)
    rows = list(tried(sample, arguments.kept))
    killed = sum(row["outcome"] in KILLED for row in rows)
    publish(
        arguments.page,
        "Mutants",
        f"{len(rows)} mutants of {', '.join(sorted({_package(row['module']) for row in rows}))}",
        [_finding(rows)],
        note=f"Mutants are drawn with seed {arguments.seed}, as many from each package and of each kind. A mutant that "
        "no input can tell from the original is counted as one that survived.",
    )
    print(f"{killed} of {len(rows)} killed")


def drawn(packages: Sequence[str], count: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """Return a sample of the packages' mutants, an equal share of each, by turns, so that any first part is fair."""
    parts = []
    for place, package in enumerate(packages):
        share = count // len(packages) + (place < count % len(packages))
        modules = [
            module
            for module in sorted(_folder(package, root).rglob("*.py"))
            # What it looks like is report's, held by snapshots; what papers report is held by their pages.
            if not {"look", "reported"} & set(module.relative_to(root).with_suffix("").parts)
        ]
        every = sorted(
            (mutant for module in modules for mutant in mutants(module)), key=lambda mutant: mutant.lot(seed)
        )
        slips, swaps = ([mutant for mutant in every if mutant.kind == kind] for kind in (SLIP, SWAP))
        by_turns = [mutant for pair in zip_longest(slips, swaps) for mutant in pair if mutant]
        parts.append(by_turns[:share])
    return [mutant for turn in zip_longest(*parts) for mutant in turn if mutant]


def _folder(package: str, root: Path) -> Path:
    """Return the folder of a package: of one of the distributions, or of a part of magnetite."""
    own = sorted(root.glob(f"packages/*/src/{package}"))
    return own[0] if own else root / "packages/magnetite/src/magnetite" / package


def _house(module: str, root: Path) -> Path:
    """Return the folder of the distribution that a module belongs to, by the module's path below `src`.

    >>> _house("magnetite_study/design.py", ROOT).name
    'magnetite-study'
    """
    [source] = root.glob(f"packages/*/src/{module.partition('/')[0]}")
    return source.parents[1]


def _source(module: str, root: Path) -> Path:
    return _house(module, root) / "src" / module


def mutants(module: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module, from its first line to its last."""
    source = module.read_bytes()
    lines = source.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]  # `ast` counts columns in bytes
    name = module.relative_to(next(above for above in module.parents if above.name == "src")).as_posix()
    tree = ast.parse(source)
    types = _types(tree)
    for node in _changeable(tree):
        changes = [(SLIP, each) for each in _changes(node)] + [(SWAP, each) for each in _swaps(node, types)]
        for kind, changed in changes:
            new = ast.unparse(changed)
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            after = f"({new})" if isinstance(node, ast.expr) else new
            text = f"{node.col_offset} {lines[node.lineno - 1].decode()}"
            yield Mutant(name, node.lineno, text, start, end, after, kind)


def _changeable(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the expressions and statements that may change: no annotation, decorator or message."""
    for name, value in ast.iter_fields(tree):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.expr | ast.stmt) and not isinstance(child, SKIPPED):
                yield child
            if isinstance(child, ast.AST) and not isinstance(child, SKIPPED):
                yield from _changeable(child)


def _changes(node: ast.AST) -> Iterator[ast.AST]:  # noqa: C901  a table of forms, one case each
    """Yield the node with one thing about it changed, in every way there is."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPPED:
            yield ast.Compare(node.left, [SWAPPED[type(operator)]()], node.comparators)  # type: ignore[list-item]
        case ast.BinOp() | ast.BoolOp() | ast.AugAssign() if type(node.op) in SWAPPED:
            changed = copy.copy(node)
            changed.op = SWAPPED[type(node.op)]()  # type: ignore[assignment]
            yield changed
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() | float() as number):
            yield ast.Constant(number + 1)
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield ast.Name(NAMES[name])
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.Call(keywords=keywords):
            for keyword in keywords:
                if keyword.arg and keyword.arg not in HARMLESS:
                    yield ast.Call(node.func, node.args, [other for other in keywords if other is not keyword])
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield ast.Pass()


def _types(tree: ast.AST) -> dict[int, dict[str, str]]:
    """Return, for each name that is read in a function, the other parameters of its type: by node, name to name."""
    others: dict[int, dict[str, str]] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
            typed = [(each.arg, ast.unparse(each.annotation)) for each in arguments if each.annotation]
            alike: dict[str, list[str]] = {}
            for name, kind in typed:
                alike.setdefault(kind, []).append(name)
            after = {
                name: names[(place + 1) % len(names)]
                for names in alike.values()
                if len(names) > 1
                for place, name in enumerate(names)
            }
            others |= {id(node): after for node in ast.walk(function) if isinstance(node, ast.Name)}
    return others


def _swaps(node: ast.AST, types: Mapping[int, Mapping[str, str]]) -> Iterator[ast.AST]:
    """Yield the node with one quantity taken for another of its type, in every way there is."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in types.get(id(node), {}):
            yield ast.Name(types[id(node)][name])
        case ast.Attribute(attr=attr, ctx=ast.Load()) if attr in TAKEN:
            yield ast.Attribute(node.value, TAKEN[attr])
        case ast.Call(func=ast.Attribute(attr="mean", value=value), keywords=[ast.keyword(arg="axis")]):
            yield ast.Subscript(value, ast.Constant(0))
        case ast.Call(args=[first, second, *rest]) if isinstance(first, LIKE) and isinstance(second, LIKE):
            yield ast.Call(node.func, [second, first, *rest], node.keywords)
        case ast.Tuple(elts=[*front, first, second], ctx=ast.Load()) if all(
            isinstance(e, LIKE) for e in (first, second)
        ):
            yield ast.Tuple([*front, second, first])
        case ast.BinOp(op=ast.BitAnd()):
            yield node.left
        case ast.UnaryOp(op=ast.Invert()):
            yield node.operand


def tried(sample: Sequence[Mutant], kept: Path, root: Path = ROOT) -> Iterator[dict[str, Any]]:
    """Yield what became of each mutant: module, line, before, after, outcome, the test that failed, seconds.

    Raises SystemExit where a module's tests fail without any mutant.
    """
    kept.parent.mkdir(parents=True, exist_ok=True)
    lines = kept.read_text("utf-8").splitlines() if kept.is_file() else []
    known = {row["mutant"]: row for row in map(json.loads, lines)}
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        for mutant in sample:
            tests = files_of(mutant.module, root)
            source = _source(mutant.module, root).read_bytes()
            key = _hash(mutant.of(source))
            if key not in known or known[key]["proof"] != _proof(known[key], tests, root):
                if not tree.exists():
                    _copy(root, tree)
                run = (*tests, *_examples(mutant.module, source, root))
                usual = _usual(run, tree)
                row = {
                    "mutant": key,
                    "kind": mutant.kind,
                    "module": mutant.module,
                    "line": mutant.line,
                    "after": mutant.after,
                    "before": source[mutant.start : mutant.end].decode(),
                    **_trial(mutant, run, tree, max(LEAST, SLOWER * usual)),
                }
                known[key] = {**row, "proof": _proof(row, tests, root)}
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(known[key]) + "\n")
                print(*(row[part] for part in ("module", "line", "after", "outcome", "by")), flush=True)
            yield known[key]


def files_of(module: str, root: Path = ROOT) -> tuple[str, ...]:
    """Return the test files of a module of the package, the one that is named after it first.

    >>> files_of("magnetite/stats/crossed.py")
    ('packages/magnetite/tests/stats/test_crossed.py',)
    """
    tests = _house(module, root) / "tests"
    parts = Path(module).with_suffix("").parts
    dotted = ".".join(parts).removesuffix(".__init__")
    above, _, name = dotted.rpartition(".")
    imported = re.compile(rf"\b{re.escape(dotted)}\b|from {re.escape(above)} import .*\b{name}\b")
    every = sorted((tests / parts[1] if (tests / parts[1]).is_dir() else tests).rglob("test_*.py"))
    own = [file for file in every if file.stem == f"test_{name}"]
    own += [file for file in every if imported.search(file.read_text("utf-8"))]
    listed = max((start for start in TESTS if module.startswith(start)), key=len, default="")
    own += [file for place in TESTS.get(listed, ()) for file in _files(tests / place)]
    return tuple(dict.fromkeys(file.relative_to(root).as_posix() for file in own or every))


def _examples(module: str, source: bytes, root: Path) -> list[str]:
    """Return the test of the examples in a module's docstrings."""
    there = b">>> " in source and (root / "packages/magnetite/tests/repository/test_examples.py").is_file()
    return (
        [f"packages/magnetite/tests/repository/test_examples.py::test_an_example_gives_what_it_says[{module}]"]
        if there
        else []
    )


def _files(place: Path) -> list[Path]:
    return sorted(place.rglob("test_*.py")) if place.is_dir() else [place]


def _proof(row: Mapping[str, Any], tests: Sequence[str], root: Path) -> str:
    """Return the hash of what shows an outcome: the test that failed, else all tests."""
    place, _, name = row["by"].partition("[")[0].partition("::")
    if name and (root / place).is_file():
        text = (root / place).read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name == name.rpartition("::")[2]:
                return _hash((ast.get_source_segment(text, node) or "").encode())
    return _hash(b"\0".join((root / test).read_bytes() for test in tests))


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:20]


def _copy(root: Path, tree: Path) -> None:
    """Copy what tests read; the data beside the tree are reached through a link."""
    tree.mkdir()
    for name in COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif (root / name).is_file():
            shutil.copy(root / name, tree / name)
    if (root.parent / "shared").is_dir():
        (tree.parent / "shared").symlink_to(root.parent / "shared")


@cache
def _usual(tests: tuple[str, ...], tree: Path) -> float:
    """Return the processor's seconds that tests take without a mutant. Raises SystemExit where one of them fails."""
    result = _run(tests, tree, None)
    if result["outcome"] != "survived":
        raise SystemExit(f"{' '.join(tests)}: {result['by']} fails without a mutant. Mend it first.")
    return float(result["seconds"])


def _trial(mutant: Mutant, tests: Sequence[str], tree: Path, limit: float) -> Mapping[str, Any]:
    """Return what the tests say of a mutant; the copy is as it was afterwards."""
    place = _source(mutant.module, tree)
    original = place.read_bytes()
    compiled = Path(cache_from_source(str(place)))
    try:
        place.write_bytes(mutant.of(original))
        compiled.unlink(missing_ok=True)  # Python tells sources apart by size and second
        return _run(tests, tree, limit)
    finally:
        place.write_bytes(original)
        compiled.unlink(missing_ok=True)


def _run(tests: Sequence[str], tree: Path, limit: float | None) -> dict[str, Any]:
    """Run tests until one fails, all processes that they start ended with them.

    Raises SystemExit where they end in a way that says nothing of the mutant.
    """
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", *tests]
    most = math.ceil(limit) if limit else resource.RLIM_INFINITY
    before = _processor()
    process = subprocess.Popen(
        words,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sorted(tree.glob("packages/*/src"))))},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
    resource.prlimit(process.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
    output, outcome = "", ""
    try:
        output, _ = process.communicate(timeout=limit and HUNG * limit)
    except subprocess.TimeoutExpired:
        outcome = "timed out"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    named = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    code, by = process.returncode, named[1] if named else ""
    if code == 0:
        outcome = "survived"
    elif code in {1, 2} and by:  # 2: a module that cannot be imported
        outcome = "failed"
    elif code == -signal.SIGXCPU:
        outcome = "timed out"
    elif not outcome:
        last = output.strip().rpartition("\n")[2]
        raise SystemExit(f"{' '.join(tests)}: pytest ends with {code}, which says nothing of a test. {last}")
    return {"outcome": outcome, "by": by, "seconds": round(_processor() - before, 1)}


def _processor() -> float:
    """Return the processor's seconds of all processes that this one started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _package(module: str) -> str:
    first, *others = Path(module).with_suffix("").parts
    return others[0] if first == "magnetite" else first


def _finding(rows: Sequence[Mapping[str, Any]]) -> Finding:
    """Return the table of packages and the list of survivors."""
    packages = list(dict.fromkeys(_package(row["module"]) for row in rows))
    lines = [_counted(name, [row for row in rows if _package(row["module"]) == name]) for name in packages]
    kinds = [
        _counted(f"all {kind}s", [row for row in rows if row["kind"] == kind])
        for kind in (SLIP, SWAP)
        if any(row["kind"] == kind for row in rows)
    ]
    total = _counted("all", rows)
    survivors = [row for row in rows if row["outcome"] not in KILLED]
    shown = [[row[heading.name] for heading in SURVIVORS] for row in survivors]
    return Finding(
        "mutants",
        "Mutants that a test of their module kills",
        f"Of {total[1]} mutants {total[2]} are killed ({total[4]:.1%}).",
        tables=(
            table("killed", "Killed, with 95% intervals", TABLE, [*lines, *kinds, total]),
            table("survivors", "Those that no test of their module kills", SURVIVORS, shown),
        ),
    )


def _counted(name: str, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    killed = sum(row["outcome"] in KILLED for row in rows)
    late = sum(row["outcome"] == "timed out" for row in rows)
    interval = share(np.arange(len(rows)) < killed, np.arange(len(rows)))
    return [name, len(rows), killed, late, interval.estimate, interval.low, interval.high]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=130)
    parser.add_argument("--seed", type=int, required=True, help="one that no page has published")
    parser.add_argument("--packages", default=",".join(PACKAGES))
    parser.add_argument("--kept", type=Path, default=ROOT / "runs" / "mutants.jsonl")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
