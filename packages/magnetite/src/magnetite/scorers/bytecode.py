"""Bytecode: what a piece of code names, reads and imports, and whether two pieces do the same.

Steps are told by their names, which are the same enough in all versions of Python since 3.11.
"""

import ast
import dis
from collections.abc import Iterator
from importlib.util import resolve_name
from itertools import takewhile
from types import CodeType
from typing import Any

_BETWEEN_STEPS = {"EXTENDED_ARG", "CACHE", "PUSH_NULL", "NOT_TAKEN"}  # steps between those that belong together
_LOADS = ("STORE_FAST_LOAD_FAST", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_FAST", "LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM")
_STAR = ("CALL_INTRINSIC_1", 2)


def nested(code: CodeType) -> Iterator[CodeType]:
    """Yield a piece of code and all that is defined in it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from nested(each)


def all_code(text: str, file: str) -> list[CodeType]:
    """Return all code of a file's text; none where it cannot be compiled."""
    try:  # a cell of a notebook may await
        return list(nested(compile(text, file, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)))
    except (SyntaxError, ValueError):
        return []


def told(code: CodeType) -> str:
    """Return what a piece of code does, as a text that is the same in each process of one version of Python."""
    constants = [
        told(each)
        if isinstance(each, CodeType)
        else repr(sorted(map(repr, each)))  # a set of constants, in an order that is not each process's own
        if isinstance(each, frozenset)
        else repr(each)
        for each in code.co_consts
    ]
    return repr((code.co_code, constants, code.co_names, code.co_varnames))


def are_same(one: CodeType, other: CodeType) -> bool:
    """Say whether two pieces of code do the same, wherever they stand in their files."""
    return one.co_qualname == other.co_qualname and _traits(one) == _traits(other) and told(one) == told(other)


def _traits(code: CodeType) -> tuple[Any, ...]:
    arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    return (*arguments, code.co_freevars, code.co_cellvars, code.co_exceptiontable)


def global_names(code: CodeType) -> Iterator[str]:
    """Yield the names that a piece of code, with what is defined in it, reads from its module."""
    for step in dis.get_instructions(code):
        if step.opname in {"LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"} or (
            step.opname == "LOAD_NAME" and not step.argval.startswith("__")
        ):
            yield step.argval
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from global_names(each)


def all_names(code: CodeType) -> Iterator[str]:
    """Yield the names of globals and attributes in a piece of code, with what is defined in it."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from all_names(each)


def defined_names(code: CodeType) -> set[str]:
    """Return the names of all functions and classes in a piece of code."""
    return {each.co_name for each in nested(code)}


def texts_as_names(code: CodeType) -> set[str]:
    """Return the texts in a piece of code that may be names of attributes."""
    return {text for each in nested(code) for text in each.co_consts if isinstance(text, str) and text.isidentifier()}


def imports(code: CodeType, package: str) -> Iterator[str]:
    """Yield the full names of the modules that a piece of code imports, with what is defined in it.

    >>> list(imports(compile("import a.b; from .c import d", "", "exec"), "p"))
    ['a', 'a.b', 'p', 'p.c', 'p.c.d']
    """
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    for place, step in enumerate(steps):
        if step.opname == "IMPORT_NAME":
            level, listed = steps[place - 2].argval, steps[place - 1].argval or ()
            try:
                name = resolve_name("." * level + step.argval, package)
            except ImportError:
                continue
            parts = name.split(".")
            yield from (".".join(parts[: end + 1]) for end in range(len(parts)))
            yield from (f"{name}.{each}" for each in listed)
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from imports(each, package)


def bindings(code: CodeType, package: str) -> Iterator[tuple[str, str]]:
    """Yield the names that imports in a piece of code bind, each with the full name of what it stands for.

    >>> list(bindings(compile("import a.b; import a.b as c; from .d import e as f", "", "exec"), "p"))
    [('a', 'a'), ('c', 'a.b'), ('f', 'p.d.e')]
    """
    for each in nested(code):
        module, part, listed = "", "", False
        steps = [step for step in dis.get_instructions(each) if step.opname not in _BETWEEN_STEPS]
        for place, step in enumerate(steps):
            if step.opname == "IMPORT_NAME":
                part, listed = "", bool(steps[place - 1].argval)
                try:
                    module = resolve_name("." * steps[place - 2].argval + step.argval, package)
                except ImportError:
                    module = ""
            elif step.opname == "IMPORT_FROM":
                part = step.argval
            elif step.opname == "IMPORT_STAR" or (step.opname, step.argval) == _STAR:
                yield "*", f"{module}.*"
            elif step.opname.startswith("STORE_") and module:
                name = step.argval[0] if isinstance(step.argval, tuple) else step.argval
                yield name, f"{module}.{part}" if listed else module if part else module.partition(".")[0]
                if not (listed and steps[place + 1].opname == "IMPORT_FROM"):
                    module = ""


def chains_of(code: CodeType) -> dict[str, set[tuple[str, ...]]]:
    """Return the names that code loads, each with the attributes it reads from them, one after the other.

    >>> chains_of(compile("a.b.c + a", "", "eval")) == {"a": {("b", "c"), ()}}
    True
    """
    chains: dict[str, set[tuple[str, ...]]] = {}
    for each in nested(code):
        steps = [step for step in dis.get_instructions(each) if step.opname not in _BETWEEN_STEPS]
        for place, step in enumerate(steps):
            if not step.opname.startswith(_LOADS):
                continue
            *others, name = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            if step.opname == _LOADS[0]:  # it stores the other
                others = []
            read = takewhile(lambda step: step.opname in {"LOAD_ATTR", "LOAD_METHOD"}, steps[place + 1 :])
            chains.setdefault(name, set()).add(tuple(step.argval for step in read))
            for other in others:
                chains.setdefault(other, set()).add(())
    return chains


def used_part(text: str, names: set[str] | None) -> ast.Module:
    """Return what of a module's text runs when it is imported, or when code that has these names uses it.

    `names`: None for any. Left out are annotations, what runs only in a program of its own, and functions that nobody
    names.

    >>> print(ast.unparse(used_part("x: int = 1; y: int = 2", set())))
    x = 1
    y = 2
    """
    tree = ast.parse(text)
    if names is not None:
        tree.body = [each for each in tree.body if not _is_unused(each, names)]
    _Plain().visit(tree)
    return ast.fix_missing_locations(tree)


def _is_unused(step: ast.stmt, names: set[str]) -> bool:
    """Say whether a step of a module only defines a function that nobody names, and that no decorator keeps."""
    if not isinstance(step, ast.FunctionDef | ast.AsyncFunctionDef) or step.decorator_list:
        return False
    return step.name not in names and not step.name.startswith("__")


class _Plain(ast.NodeTransformer):
    """Takes annotations away, and what runs only where a module is the program."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._bare(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._bare(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if node.value is None else ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_If(self, node: ast.If) -> Any:
        if ast.unparse(node.test).replace("'", '"') == '__name__ == "__main__"':
            return [self.visit(each) for each in node.orelse]
        return self.generic_visit(node)

    def _bare(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
