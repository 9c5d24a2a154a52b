"""What a plain function does, told by its source: that of what it uses, and the values that it reads.

From the function on, what it can be seen to reach is hashed: functions, with what wraps them and what they close over;
classes, with all that they hold and inherit; modules, with those that they import; values that are plain through and
through, lists and dictionaries as they stand. Whatever else it reaches is named: objects with values of their own, the
environment, files, code that is made while it runs, and all code of packages that is not known to be pure (`purity`).

The source stands for the code only where it compiles to the code in memory. Where a file was edited since it was
loaded, the code in memory is hashed instead.
"""

import builtins
import hashlib
import inspect
import linecache
import re
import sys
import sysconfig
import tokenize
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial, partialmethod, singledispatchmethod
from importlib.util import find_spec
from pathlib import Path, PurePath
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from magnetite.scorers.bytecode import (
    all_code,
    all_names,
    are_same,
    bindings,
    chains_of,
    defined_names,
    global_names,
    imports,
    nested,
    texts_as_names,
    told,
    used_part,
)
from magnetite.scorers.purity import REACHING, defined_at, is_pure, label, loaded, parts_of

LAMBDA = "<lambda>"
_PLAIN = (str, bytes, int, float, complex, bool, type(None), type(Ellipsis))
_BASES = (str, bytes, int, float, complex, tuple, frozenset)  # plain, unless it is a class of the user's below these
_VALUES = (PurePath, Decimal, Fraction, date, time, timedelta, range)  # which can never change, either
_MAPPINGS = (dict, OrderedDict, defaultdict, Counter, MappingProxyType)
_LISTS = (list, deque, tuple)
_FILE_METHODS = frozenset(dir(Path)) - frozenset(dir(PurePath))
_DESCRIPTORS = (MethodDescriptorType, WrapperDescriptorType, ClassMethodDescriptorType)
_HARMLESS = {"logging.Logger"}  # objects with values of their own that give a rule nothing
_BY_NAME = {"getattr", "attrgetter", "methodcaller", "vars", "__dict__"}  # with these, a text may be an attribute
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
_KEPT_LINES = re.compile(
    r"__(annot\w+|dataclass_(fields|params)|orig_bases|parameters|type_params)__|_abc_impl"
    r"|_(new_member|member_(map|names|type)|value2member_map|(un)?hashable_values(_map)?)_"
)
_PYTHONS = {"builtins", "collections", "_collections", "enum", "types"}  # where its descriptors come from


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


class FunctionSource:
    """The sources and values that a function's scores follow from, and the names of what no hash sees (`unseen`).

    Installed packages and Python's own are told by their names alone. `edited`: files that differ from the code in
    memory, which is told in their place.
    """

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._known: dict[int, tuple[Any, str]] = {}  # by id, which is theirs as long as they are kept
        self._own: set[str] = set()  # modules of the user's, whatever they are called
        self._names: set[str] = set()  # in all code that the function is known to use
        self._modules: list[_Module] = []  # of the user's, which are judged by what is used of them
        self._compiled: dict[str, list[CodeType]] = {}  # files' texts as code, with what is defined in them
        self.unseen: list[str] = []
        self.edited: list[str] = []

    @cached_property
    def digest(self) -> str:
        """Return a hash of all that was told."""
        return hashlib.blake2b("".join(self._texts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    def tell(self, function: Any) -> None:
        """Take a plain function's source, and what it reads. Raises OSError or TypeError where there is none."""
        if not _is_inside(function.__code__.co_filename):
            self._own.add(function.__module__)
        self._take(function, self._source(function))
        self._judge_modules()

    def _source(self, function: Any) -> str:
        """Return the source of a function's code in memory; where its file holds other code now, the code's own text.

        That of a wrapped function is the source of what wraps it. Raises OSError or TypeError where there is none.
        """
        code = function.__code__
        try:
            source = inspect.getsource(code)  # reads a file anew that has changed
        except (tokenize.TokenError, SyntaxError):  # what stands there now is no Python
            self._note_edit(code.co_filename)
            return told(code)
        if code.co_filename not in self._compiled:
            text = "".join(linecache.getlines(code.co_filename, function.__globals__))
            self._compiled[code.co_filename] = all_code(text, code.co_filename)
        same = [each for each in self._compiled[code.co_filename] if are_same(each, code)]
        if any(each.co_firstlineno == code.co_firstlineno for each in same):
            return source
        if same:  # it has only moved
            return inspect.getsource(same[0])
        self._note_edit(code.co_filename)
        return told(code)

    def _note_edit(self, file: str) -> None:
        if (name := Path(file).name) not in self.edited:
            self.edited.append(name)

    def _take(self, function: Any, source: str) -> None:
        """Take a function by a text that says what it does, and by what it reads."""
        self._known[id(function)] = (function, function.__name__)
        code, own = function.__code__, function.__globals__
        self._texts.append(source)
        if function.__name__ == LAMBDA:  # of several on a line, each has the whole line as its source
            self._texts.append(told(code))
        given = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        if given and all(_plain(value) is not None for value in given):
            self._texts.append(repr((function.__defaults__, function.__kwdefaults__)))
        else:
            self._read_all(function.__name__, given)
        for name in sorted(set(global_names(code)) & own.keys()):
            self._read(name, own[name])
            self._take_parts(own[name], set(all_names(code)))
        self._read_cells(function)
        self._read_all(function.__name__, (value for name, value in vars(function).items() if name != "__wrapped__"))
        self._reach(code, str(own.get("__package__") or ""), own)

    def _read(self, name: str, value: Any) -> None:
        """Take what is read under a name."""
        if id(value) in self._known:
            if (first := self._known[id(value)][1]) != name:
                self._texts.append(f"{name} is {first}")
            return
        if isinstance(value, ModuleType):
            self._take_module(name, value)
        elif isinstance(value, FunctionType):
            self._take_function(name, value)
        elif self._is_users(value):
            self._take_class(value)
        elif (text := _text_of(value)) is not None:
            self._texts.append(f"{name} = {text}")
        elif isinstance(value, (*_BASES, Enum)) and type(value) not in _BASES:
            self._take_instance(name, value)
        elif (parts := _elements(value)) is not None:
            self._known[id(value)] = (value, name)
            self._read_all(name, parts)
        elif (parts := _parts(value)) is not None:
            self._known[id(value)] = (value, name)
            self._judge_kind(value)
            self._read_all(name, parts)
        else:
            self._read_object(name, value)

    def _read_object(self, name: str, value: Any) -> None:
        """Take a function or class of a package by its name; name any other object."""
        if self._is_theirs(getattr(value, "__module__", None)) and callable(value) and hasattr(value, "__qualname__"):
            self._texts.append(f"{name} = {value.__module__}.{value.__qualname__}")
            self._judge(defined_at(value) or name, value)
        elif defined_at(type(value)) not in _HARMLESS:
            self._miss(name)

    def _read_all(self, name: str, values: Iterable[Any]) -> None:
        """Take values that are held under a name; of a module among them, nobody knows what is used."""
        for value in values:
            self._read(name, value)
            if isinstance(value, ModuleType) and self._is_theirs(value.__name__):
                self._judge(value.__name__)

    def _miss(self, name: str) -> None:
        if name not in self.unseen:
            self.unseen.append(name)

    def _judge(self, path: str, value: Any = None) -> None:
        """Name a piece of code outside that is not known to be pure."""
        if not is_pure(path, value):
            self._miss(label(path))

    def _judge_kind(self, value: Any) -> None:
        """Name the kind of what wraps a function, where that comes from outside and is not known to be pure."""
        wrapper = any(isinstance(value, kinds) for kinds, _ in _WRAPPERS)
        if self._is_theirs(type(value).__module__) and not wrapper:
            self._judge(f"{type(value).__module__}.{type(value).__qualname__}")

    def _take_instance(self, name: str, value: Any) -> None:
        """Take a text, a number or a tuple of a class of its own: what it is, its attributes, and its class."""
        if isinstance(value, Enum):
            self._read(name, type(value))
            self._texts.append(f"{name} = {value.name}")
            return
        if not self._is_theirs(type(value).__module__):
            self._known[id(value)] = (value, name)
            self._read(name, type(value))
        else:
            self._judge_kind(value)
        if isinstance(value, tuple | frozenset):
            self._read(name, (tuple if isinstance(value, tuple) else frozenset)(value))
        else:
            own = next(kind for kind in _BASES if isinstance(value, kind))
            self._texts.append(f"{name} = {own.__repr__(value)}")
        for attribute, held in sorted(getattr(value, "__dict__", {}).items()):
            self._read(f"{name}.{attribute}", held)

    def _take_function(self, name: str, function: FunctionType) -> None:
        """Take a function of the user's; one of a package by its name, or by what it wraps."""
        if self._is_theirs(function.__module__):
            self._texts.append(f"{name} = {function.__module__}.{function.__qualname__}")
            self._judge(f"{function.__module__}.{function.__qualname__}", function)
            self._known[id(function)] = (function, name)
            self._read_all(name, self._users_in(_closed_over(function), set()))
        elif _is_inside(function.__code__.co_filename):
            self._known[id(function)] = (function, name)
            self._judge(f"{function.__globals__.get('__name__')}.{function.__code__.co_name}")
            self._read_cells(function)
            held = vars(function).values()
            self._read_all(name, [each for each in held if isinstance(each, _MAPPINGS)])
            self._read_all(name, self._users_in(held, set()))
        else:
            try:
                source = self._source(function)
            except (OSError, TypeError):  # made, not written
                source = told(function.__code__)
            self._take(function, source)

    def _is_users(self, value: Any) -> bool:
        """Say whether a value is a function or a class of the user's."""
        return isinstance(value, FunctionType | type) and not self._is_theirs(value.__module__)

    def _users_in(self, values: Iterable[Any], met: set[int]) -> Iterator[Any]:
        """Yield the user's functions and classes among values, and those that functions of packages close over."""
        for value in values:
            if id(value) in met or not isinstance(value, FunctionType | type):
                continue
            met.add(id(value))
            if self._is_users(value):
                yield value
            elif isinstance(value, FunctionType):
                yield from self._users_in(_closed_over(value), met)

    def _read_cells(self, function: Any) -> None:
        """Take what a function closes over, as far as it is there yet."""
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                self._read_all(name, (cell.cell_contents,))
            except ValueError:
                continue

    def _take_module(self, name: str, module: ModuleType) -> None:
        self._known[id(module)] = (module, name)
        file = getattr(module, "__file__", None)
        if self._is_theirs(module.__name__) or (file is None and hasattr(module, "__path__")):
            self._texts.append(f"{name} = {module.__name__}")
        elif file is None:  # made while the program runs
            self._texts.append(f"{name} = {module.__name__}")
            self._own.add(module.__name__)
            for each, value in sorted(_contents(module)):
                self._read(f"{name}.{each}", value)
        else:
            self._take_file(Path(file), module.__package__ or "", module)

    def _take_file(self, file: Path, package: str, module: ModuleType | None = None) -> None:
        """Take the text of a module, the modules that it imports, and what the module in memory holds."""
        text = file.read_text("utf-8", "replace")
        self._texts.append(text)
        try:
            code = compile(text, str(file), "exec", dont_inherit=True)
        except (SyntaxError, ValueError):  # it is compiled already
            self._miss(file.name)
            return
        self._take_imports(code, package)
        self._modules.append(_Module(text, package, None if module is None else vars(module)))
        if module is not None:
            self._own.add(module.__name__)
            self._take_memory(module.__name__, _contents(module), list(nested(code)), set(imports(code, package)))

    def _take_memory(
        self,
        module: str,
        held: Iterable[tuple[str, Any]],
        codes: list[CodeType],
        imported: set[str],
        within: tuple[type, ...] = (),
    ) -> None:
        """Take what a module or one of its classes holds in memory, as far as its text, compiled, does not say it."""
        for name, value in sorted(held, key=lambda each: each[0]):
            if isinstance(value, type):
                if value.__module__ == module and value not in within:
                    self._take_memory(module, _contents(value), codes, imported, (*within, value))
                elif self._is_users(value) and value.__module__ not in {*imported, module}:
                    self._read(name, value)
                continue
            if (state := self._state(value)) is not None:
                self._texts.append(f"{name} = {state}")
            for function in _functions(value):
                if function.__code__ in codes or any(are_same(each, function.__code__) for each in codes):
                    continue
                if function.__module__ == module and not function.__code__.co_filename.startswith("<"):
                    self._note_edit(function.__code__.co_filename)
                    self._texts.append(told(function.__code__))
                elif not self._is_theirs(function.__module__) and function.__module__ not in imported:
                    self._read(name, function)

    def _state(self, value: Any, depth: int = 6) -> str | None:
        """Write out what a module's value holds, as far as it can be seen: its text says how it was made."""
        if (text := _text_of(value)) is not None or not depth:
            return text
        if (parts := _elements(value)) is not None:
            return f"{type(value).__name__}{[self._state(part, depth - 1) for part in parts]}"
        if defined_at(type(value)) == "numpy.ndarray" and not value.dtype.hasobject:
            return f"{value.dtype}{value.shape}{hashlib.blake2b(value.tobytes(), digest_size=8).hexdigest()}"
        if isinstance(value, FunctionType) or self._is_theirs(type(value).__module__):
            return None
        return self._state(dict(getattr(value, "__dict__", {})), depth - 1)

    def _take_parts(self, package: Any, names: set[str]) -> None:
        """Take the modules in a package that code names as its attributes."""
        for name in sorted(names) if isinstance(package, ModuleType) and not self._is_theirs(package.__name__) else ():
            if (part := sys.modules.get(f"{package.__name__}.{name}")) is not None and id(part) not in self._known:
                self._read(name, part)
                self._take_parts(part, names)

    def _reach(self, code: CodeType, package: str, held: Mapping[str, Any]) -> None:
        """Take what a function's code imports and reaches; `held`: the names of its module."""
        self._names.update(all_names(code))
        self._take_imports(code, package)
        self._judge_code(code, package, held)

    def _take_imports(self, code: CodeType, package: str) -> None:
        """Take the user's modules that code imports."""
        for name in imports(code, package):
            if (module := sys.modules.get(name)) is not None:
                if not self._is_theirs(name):
                    self._read(name, module)
            elif name not in self._own and (file := _file_of(name)) is not None:
                self._own.add(name)
                self._take_file(file, name.rpartition(".")[0])

    def _judge_modules(self) -> None:
        """Judge what modules reach outside, as far as the function uses them: by the names in what it uses."""
        while True:
            modules, before = len(self._modules), len(self._names)
            everything = bool(self._names & _BY_NAME)
            parts = [module.used(None if everything else self._names) for module in self._modules]
            for part in parts:
                self._names.update(all_names(part))
            if (modules, before) != (len(self._modules), len(self._names)):
                continue
            for module, part in zip(self._modules, parts, strict=True):
                self._judge_code(part, module.package, module.held)
            if modules == len(self._modules):
                return

    def _judge_code(self, code: CodeType, package: str, held: Mapping[str, Any] | None) -> None:
        """Name what code reaches outside: by names of its module, by Python's own, and by what it imports itself.

        `held`: the names of its module in memory, None where that is not loaded.
        """
        for name in sorted(set(all_names(code)) & REACHING.keys()):
            self._miss(REACHING[name])
        chains = chains_of(code)
        names = {name for each in chains.values() for chain in each for name in chain}
        around = _Surroundings(self, names | (texts_as_names(code) if _BY_NAME & (names | chains.keys()) else set()))
        for name in sorted(set(global_names(code))):
            if held is not None and name in held:
                around.meet_name(held[name], chains[name])
            elif name in _BUILTINS and not (name == "hash" and "__hash__" in defined_names(code)):
                around.meet(f"builtins.{name}", _BUILTINS[name], ())
        # Of what a loaded module imports, the names above tell what is used.
        inner = (
            [each for each in code.co_consts if isinstance(each, CodeType)] if code.co_name == "<module>" else [code]
        )
        for each in inner if held is not None else [code]:
            for name, path in bindings(each, package):
                if name in chains or name == "*":
                    around.meet_import(path, chains.get(name, ()))

    def _take_class(self, kind: type) -> None:
        """Take a class by all that it holds, and by what it inherits."""
        self._known[id(kind)] = (kind, kind.__name__)
        members = kind.__members__ if issubclass(kind, Enum) else {}
        for name, member in members.items():
            self._read(f"{kind.__name__}.{name}", member.value)
        for name, member in vars(kind).items():
            function = getattr(member, "__func__", getattr(member, "fget", member))
            if isinstance(function, FunctionType) and function.__code__.co_filename.startswith("<"):  # of a dataclass
                self._texts.append(told(function.__code__))
                self._read_all(name, _factories(function))
            elif (plain := _plain(member)) is not None:
                self._texts.append(f"{name} = {plain}" if name != "__module__" else "")
            elif isinstance(member, _DESCRIPTORS):
                self._read(name, member)
            elif not (name in members or _KEPT_LINES.fullmatch(name) or _is_pythons(member)):
                self._read(f"{kind.__name__}.{name}", member)
        self._read_all(kind.__name__, (type(kind),) if not self._is_theirs(type(kind).__module__) else ())
        for each in kind.__bases__:
            self._read(each.__name__, each)

    def _is_theirs(self, module: str | None) -> bool:
        """Say whether a module is Python's own or an installed package's, and not the user's under such a name."""
        return module not in self._own and _is_installed(module)


@dataclass(frozen=True, slots=True)
class _Module:
    """A module of the user's: its text, its package, and its names in memory; None where it is not loaded."""

    text: str
    package: str
    held: Mapping[str, Any] | None

    def used(self, names: set[str] | None) -> CodeType:
        """Return the code that runs when it is imported, and where these names are used; None: any may be."""
        return compile(used_part(self.text, names), "", "exec", dont_inherit=True)


_NOTHING = object()
_BUILTINS = vars(builtins)
_Chains = Iterable[tuple[str, ...]]  # of attributes, one after the other, that are read from a name


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What a piece of code reaches outside; `names`: those of all attributes in it, for a module that it hands on."""

    told: FunctionSource
    names: set[str]

    def meet_name(self, value: Any, chains: _Chains) -> None:
        """Judge what a module of the user's has under a name."""
        told = self.told
        if isinstance(value, Path) and self.names & _FILE_METHODS:
            told._miss(label("pathlib"))
        if isinstance(value, ModuleType):
            self.meet(value.__name__, value, chains)
        elif isinstance(value, FunctionType | BuiltinFunctionType | type):
            owner = type(value.__self__) if value.__module__ is None else value
            if told._is_theirs(owner.__module__):
                told._judge(f"{owner.__module__}.{owner.__qualname__}", value)

    def meet_import(self, path: str, chains: _Chains) -> None:
        """Judge what is imported under a full name: a module, or what one holds."""
        told, (parent, _, name) = self.told, path.rpartition(".")
        if (module := loaded(path)) is not None:
            if told._is_theirs(path):
                self.meet(path, module, chains)
        elif parent and (module := loaded(parent)) is not None:
            if told._is_theirs(parent) and name in vars(module):
                self.meet(path, vars(module)[name], ())
        elif path.partition(".")[0] not in told._own and not any(map(_file_of, filter(None, (path, parent)))):
            told._judge(path.removesuffix(".*"))

    def meet(self, path: str, value: Any, chains: _Chains) -> None:
        """Judge a piece of code outside; of a module, its parts that the chains of attributes lead to."""
        told = self.told
        if isinstance(value, ModuleType) and told._is_theirs(value.__name__):
            for chain in sorted(chains):
                self._follow(value.__name__, value, chain)
        elif isinstance(value, ModuleType):
            if id(value) not in told._known:
                told._read(path, value)
            for name, *rest in filter(None, chains):
                self.meet_name(vars(value).get(name), [tuple(rest)])
        elif told._is_users(value):
            told._read(path, value)
        elif (written := _written(value)) is not None:
            if not isinstance(value, type(None) | bool | type(Ellipsis)):
                told._texts.append(f"{path} = {written}")
        else:
            told._judge(path, value)

    def _follow(self, path: str, module: ModuleType, chain: tuple[str, ...]) -> None:
        """Follow attributes from a module; where they end at a module, all names in the code may be its parts."""
        parts = parts_of(path, module, chain[:1] or self.names)
        if not parts:
            self.told._judge(path)
        for each, part in parts.items():
            if not isinstance(part, ModuleType) or not self.told._is_theirs(part.__name__):
                self.meet(each, part, ())
            elif chain:
                self._follow(part.__name__, part, chain[1:])
            else:
                for deeper, value in parts_of(part.__name__, part, self.names).items():
                    if not isinstance(value, ModuleType):
                        self.meet(deeper, value, ())


def _contents(holder: Any) -> list[tuple[str, Any]]:
    """Return what a module or a class holds, by name, without what Python keeps there."""
    return [(name, value) for name, value in vars(holder).items() if not name.startswith("__") or name[-2:] != "__"]


def _functions(value: Any) -> Iterator[FunctionType]:
    """Yield the functions that a value is or wraps."""
    if isinstance(value, FunctionType):
        yield value
    else:
        for part in _parts(value) or ():
            if not isinstance(part, type):
                yield from _functions(part)


def _closed_over(function: FunctionType) -> list[Any]:
    """Return what a function closes over, as far as it is there yet."""
    held = []
    for cell in function.__closure__ or ():
        try:
            held.append(cell.cell_contents)
        except ValueError:
            continue
    return held


def _elements(value: Any) -> list[Any] | None:
    """Return what a list, tuple or dictionary holds, in its order; None for any other value."""
    if type(value) in _MAPPINGS:
        held = [each for pair in value.items() for each in pair]
        return [*held, value.default_factory] if type(value) is defaultdict else held
    return list(value) if type(value) in _LISTS else None


def _text_of(value: Any) -> str | None:
    """Write out a plain value, an expression, or a method of Python's own; None for any other."""
    if isinstance(value, re.Pattern):
        return f"{value.pattern!r} {value.flags}"
    if isinstance(value, _DESCRIPTORS):
        return f"{value.__objclass__.__name__}.{value.__name__}"
    return _written(value)


def _parts(value: Any) -> list[Any] | None:
    """Return what stands behind a value that only wraps others; None for any other."""
    for kinds, names in _WRAPPERS:
        if isinstance(value, kinds):
            return [part for name in names if (part := getattr(value, name)) is not None]
    wraps = not isinstance(value, type) and hasattr(value, "__wrapped__") and _is_installed(type(value).__module__)
    return [value.__wrapped__] if wraps else None


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
    if module.partition(".")[0] in {"examfiles", __name__.partition(".")[0]}:  # ours, wherever it lies
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


def _plain(value: Any) -> str | None:
    """Write a value out if it is plain through and through, and can never change; None for any other.

    A value of a class below a plain one is not: that class may say what it does.
    """
    if type(value) in _PLAIN:
        return repr(value)
    if type(value) in {tuple, frozenset}:
        parts = [_plain(each) for each in value]
        if None not in parts:
            return repr(parts if isinstance(value, tuple) else sorted(map(str, parts)))
    return None


def _written(value: Any, depth: int = 12) -> str | None:
    """Write a value out as it stands if it is plain through and through, lists and dictionaries, too."""
    if (plain := _plain(value)) is not None or not depth:
        return plain
    if isinstance(value, _VALUES):
        return repr(value) if _is_installed(type(value).__module__) else None
    if isinstance(value, defaultdict) and value.default_factory is not None:
        return None
    if type(value) in _MAPPINGS:
        parts = [_written(each, depth - 1) for pair in value.items() for each in pair]
    elif type(value) in {list, deque, set, tuple, frozenset}:
        parts = [_written(each, depth - 1) for each in value]
    else:
        return None
    if None in parts:
        return None
    return f"{type(value).__name__}{sorted(map(str, parts)) if isinstance(value, set | frozenset) else parts}"
