"""What a plain function does, told by its source: that of what it uses, and the values that it reads.

From the function on, what it can be seen to reach is hashed: functions, with what wraps them and what they close over;
classes, with all that they hold and inherit; modules, with those that they import; values that are plain through and
through, lists and dictionaries as they stand. Whatever else it reaches is named: objects with values of their own, the
environment, files, and code that is made while it runs.
"""

import dis
import hashlib
import inspect
import re
import sys
import sysconfig
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial, partialmethod, singledispatchmethod
from importlib.util import find_spec, resolve_name
from pathlib import Path, PurePath
from types import CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

LAMBDA = "<lambda>"
_PLAIN = (str, bytes, int, float, complex, type(None))
_VALUES = (PurePath, Decimal, Fraction, date, time, timedelta, range)  # which can never change, either
_MAPPINGS = (dict, OrderedDict, defaultdict, Counter, MappingProxyType)
_PATHS = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib"))
_WRAPPERS: tuple[tuple[Any, tuple[str, ...]], ...] = (  # and where they keep what they wrap
    (partial | partialmethod, ("func", "args", "keywords")),
    (property, ("fget", "fset", "fdel")),
    (MethodType, ("__func__", "__self__")),
    (staticmethod | classmethod, ("__func__",)),
    (cached_property, ("func",)),
    (singledispatchmethod, ("func", "dispatcher")),
)
# What Python keeps in a class about it, besides descriptors of its own.
_KEPT = re.compile(
    r"__(annot\w+|dataclass_(fields|params)|orig_bases|parameters|type_params)__|_abc_impl"
    r"|_(new_member|member_(map|names|type)|value2member_map|(un)?hashable_values(_map)?)_"
)
_PYTHONS = {"builtins", "collections", "_collections", "enum", "types"}  # where its descriptors come from
_OUTSIDE = {  # names by which code reaches what no hash sees
    **dict.fromkeys(("environ", "getenv"), "os.environ"),
    **dict.fromkeys(("open", "read_text", "read_bytes"), "files"),
    **dict.fromkeys(("eval", "exec", "globals", "__import__", "import_module"), "code that is made while it runs"),
}


def unstable(function: Callable[..., Any]) -> str | None:
    """Return why a hash of the source would not identify this callable; None where it would."""
    if not inspect.isfunction(function):
        return "it is not a plain function but an object with values of its own"
    if function.__closure__:
        names = ", ".join(function.__code__.co_freevars)
        return f"it depends on values from outside its source ({names})"
    given = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    if any(not isinstance(value, _PLAIN) for value in given):
        return "an argument's default is an object with values of its own"
    return None


class Told:
    """The sources and values that a function's scores follow from, and the names of what no hash sees (`unseen`).

    Installed packages and Python's own are told by their names alone.
    """

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._known: dict[int, Any] = {}  # by id, which is theirs as long as they are kept
        self._own: set[str] = set()  # modules of the user's, whatever they are called
        self.unseen: list[str] = []

    @cached_property
    def digest(self) -> str:
        """Return a hash of all that was told."""
        return hashlib.blake2b("".join(self._texts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    def tell(self, function: Any) -> None:
        """Take a plain function's source, and what it reads. Raises OSError or TypeError where there is none."""
        if not _is_inside(function.__code__.co_filename):
            self._own.add(function.__module__)
        self._take(function, inspect.getsource(function.__code__))  # that of a function is the source of what it wraps

    def _take(self, function: Any, source: str) -> None:
        """Take a function by a text that says what it does, and by what it reads."""
        self._known[id(function)] = function
        code, own = function.__code__, function.__globals__
        self._texts.append(source)
        if function.__name__ == LAMBDA:  # of several on a line, each has the whole line as its source
            self._texts.append(_told(code))
        given = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        if given and all(_plain(value) is not None for value in given):
            self._texts.append(repr((function.__defaults__, function.__kwdefaults__)))
        else:
            self._read_all(function.__name__, given)
        for name in sorted(set(_globals(code)) & own.keys()):
            self._read(name, own[name])
            self._take_parts(own[name], set(_names(code)))
        self._read_cells(function)
        self._read_all(function.__name__, (value for name, value in vars(function).items() if name != "__wrapped__"))
        self._reach(code, str(own.get("__package__") or ""))

    def _read(self, name: str, value: Any) -> None:
        """Take what is read under a name."""
        if id(value) in self._known:
            return
        if isinstance(value, ModuleType):
            self._take_module(name, value)
        elif isinstance(value, FunctionType):
            self._take_function(name, value)
        elif isinstance(value, type) and not self._is_theirs(value.__module__):
            self._take_class(value)
        elif isinstance(value, re.Pattern):
            self._texts.append(f"{name} = {value.pattern!r} {value.flags}")
        elif (written := _written(value)) is not None:
            self._texts.append(f"{name} = {written}")
        elif isinstance(value, Enum):
            self._read(name, type(value))
            self._texts.append(f"{name} = {value.name}")
        elif (parts := _parts(value)) is not None:
            self._known[id(value)] = value
            self._read_all(name, parts)
        elif self._is_theirs(getattr(value, "__module__", None)) and callable(value) and hasattr(value, "__qualname__"):
            self._texts.append(f"{name} = {value.__module__}.{value.__qualname__}")
        else:
            self._miss(name)

    def _read_all(self, name: str, values: Iterable[Any]) -> None:
        for value in values:
            self._read(name, value)

    def _miss(self, name: str) -> None:
        if name not in self.unseen:
            self.unseen.append(name)

    def _take_function(self, name: str, function: FunctionType) -> None:
        """Take a function of the user's; one of a package by its name, or by what it wraps."""
        if self._is_theirs(function.__module__):
            self._texts.append(f"{name} = {function.__module__}.{function.__qualname__}")
        elif _is_inside(function.__code__.co_filename):
            self._known[id(function)] = function
            self._read_cells(function)
        else:
            try:
                source = inspect.getsource(function.__code__)
            except (OSError, TypeError):  # made, not written
                source = _told(function.__code__)
            self._take(function, source)

    def _read_cells(self, function: Any) -> None:
        """Take what a function closes over, as far as it is there yet."""
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                self._read(name, cell.cell_contents)
            except ValueError:
                continue

    def _take_module(self, name: str, module: ModuleType) -> None:
        self._known[id(module)] = module
        file = getattr(module, "__file__", None)
        if file is None or self._is_theirs(module.__name__):
            self._texts.append(f"{name} = {module.__name__}")
        else:
            self._take_file(Path(file), module.__package__ or "")

    def _take_file(self, file: Path, package: str) -> None:
        """Take the text of a module, and the modules that it imports."""
        text = file.read_text("utf-8", "replace")
        self._texts.append(text)
        try:
            self._reach(compile(text, str(file), "exec", dont_inherit=True), package)
        except (SyntaxError, ValueError):  # it is compiled already
            self._miss(file.name)

    def _take_parts(self, package: Any, names: set[str]) -> None:
        """Take the modules in a package that code names as its attributes."""
        for name in sorted(names) if isinstance(package, ModuleType) and not self._is_theirs(package.__name__) else ():
            if (part := sys.modules.get(f"{package.__name__}.{name}")) is not None and id(part) not in self._known:
                self._read(name, part)
                self._take_parts(part, names)

    def _reach(self, code: CodeType, package: str) -> None:
        """Take the modules that code imports, and name what it reaches and no hash sees."""
        for name in sorted(set(_names(code)) & _OUTSIDE.keys()):
            self._miss(_OUTSIDE[name])
        for name in _imports(code, package):
            if (module := sys.modules.get(name)) is not None:
                if not self._is_theirs(name):
                    self._read(name, module)
            elif name not in self._own and (file := _file_of(name)) is not None:
                self._own.add(name)
                self._take_file(file, name.rpartition(".")[0])

    def _take_class(self, kind: type) -> None:
        """Take a class by all that it holds, and by what it inherits."""
        self._known[id(kind)] = kind
        members = kind.__members__ if issubclass(kind, Enum) else {}
        for name, member in members.items():
            self._read(f"{kind.__name__}.{name}", member.value)
        for name, member in vars(kind).items():
            function = getattr(member, "__func__", getattr(member, "fget", member))
            if isinstance(function, FunctionType) and function.__code__.co_filename.startswith("<"):  # of a dataclass
                self._texts.append(_told(function.__code__))
                self._read_all(name, _factories(function))
            elif (plain := _plain(member)) is not None:
                self._texts.append(f"{name} = {plain}" if name != "__module__" else "")
            elif not (name in members or _KEPT.fullmatch(name) or _is_pythons(member)):
                self._read(f"{kind.__name__}.{name}", member)
        self._read_all(kind.__name__, (type(kind),) if not self._is_theirs(type(kind).__module__) else ())
        for each in kind.__bases__:
            self._read(each.__name__, each)

    def _is_theirs(self, module: str | None) -> bool:
        """Say whether a module is Python's own or an installed package's, and not the user's under such a name."""
        return module not in self._own and _is_installed(module)


def _parts(value: Any) -> list[Any] | None:
    """Return what stands behind a value that only wraps others; None for any other."""
    for kinds, names in _WRAPPERS:
        if isinstance(value, kinds):
            return [part for name in names if (part := getattr(value, name)) is not None]
    return [value.__wrapped__] if hasattr(value, "__wrapped__") and _is_installed(type(value).__module__) else None


def _factories(function: FunctionType) -> list[Any]:
    """Return the user's functions and classes that a function which Python made calls, as a dataclass does."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return [each for each in cells if isinstance(each, FunctionType | type) and not _is_installed(each.__module__)]


def _is_pythons(member: Any) -> bool:
    """Say whether a class's member is a descriptor of Python's own, which holds nothing that was written there."""
    kind = type(member)
    descriptor = kind.__module__ in _PYTHONS and hasattr(kind, "__get__")
    return descriptor and _parts(member) is None and not isinstance(member, FunctionType)


def _is_installed(module: str | None) -> bool:
    """Say whether a module is Python's own or an installed package's."""
    if module is None or module == "__main__":
        return False
    if module.partition(".")[0] == __name__.partition(".")[0]:  # ours, wherever it lies
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return module.partition(".")[0] in sys.stdlib_module_names
    return _is_inside(file)


def _is_inside(file: str | Path) -> bool:
    """Say whether a file is part of Python or of an installed package."""
    return any(Path(file).resolve().is_relative_to(path) for path in _PATHS)


def _file_of(name: str) -> Path | None:
    """Return the file of a user's module that is not loaded; None for an installed one, or where there is none."""
    try:
        top = find_spec(name.partition(".")[0])
        spec = top if top is None or _is_inside(top.origin or "") else find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    file = Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None
    return None if file is None or _is_inside(file) else file


def _globals(code: CodeType) -> Iterator[str]:
    """Yield the names that a piece of code, with what is defined in it, reads from its module."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL" or (step.opname == "LOAD_NAME" and not step.argval.startswith("__")):
            yield step.argval
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _globals(each)


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names of globals and attributes in a piece of code, with what is defined in it."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


def _imports(code: CodeType, package: str) -> Iterator[str]:
    """Yield the full names of the modules that a piece of code imports, with what is defined in it.

    >>> list(_imports(compile("import a.b; from .c import d", "", "exec"), "p"))
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
            yield from _imports(each, package)


def _plain(value: Any) -> str | None:
    """Write a value out if it is plain through and through, and can never change; None for any other."""
    if isinstance(value, _PLAIN):
        return repr(value)
    if isinstance(value, tuple | frozenset):
        parts = [_plain(each) for each in value]
        if None not in parts:
            return repr(parts if isinstance(value, tuple) else sorted(map(str, parts)))
    return None


def _written(value: Any, depth: int = 12) -> str | None:
    """Write a value out as it stands if it is plain through and through, lists and dictionaries, too."""
    if (plain := _plain(value)) is not None or not depth:
        return plain
    if isinstance(value, _VALUES):
        return repr(value)
    if type(value) in _MAPPINGS:
        parts = [_written(each, depth - 1) for pair in value.items() for each in pair]
    elif type(value) in {list, deque, set, tuple, frozenset}:
        parts = [_written(each, depth - 1) for each in value]
    else:
        return None
    if None in parts:
        return None
    return f"{type(value).__name__}{sorted(map(str, parts)) if isinstance(value, set | frozenset) else parts}"


def _told(code: CodeType) -> str:
    """Return what a piece of code does, as a text that is the same in each process of one version of Python."""
    constants = [
        _told(each)
        if isinstance(each, CodeType)
        else repr(sorted(map(repr, each)))  # a set of constants, in an order that is not each process's own
        if isinstance(each, frozenset)
        else repr(each)
        for each in code.co_consts
    ]
    return repr((code.co_code, constants, code.co_names, code.co_varnames))
