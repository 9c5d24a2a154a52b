"""What a plain function does, told by its source: that of what it uses, and the plain values that it reads."""

import dis
import hashlib
import inspect
import re
import sys
import sysconfig
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

LAMBDA = "<lambda>"
_PLAIN = (str, bytes, int, float, complex, type(None))
_PATHS = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib"))


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
        self._known: set[int] = set()
        self.unseen: list[str] = []

    @cached_property
    def digest(self) -> str:
        """Return a hash of all that was told."""
        return hashlib.blake2b("".join(self._texts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    def tell(self, function: Any) -> None:
        """Take a plain function's source, and what it reads. Raises OSError or TypeError where there is none."""
        self._known.add(id(function))
        self._texts.append(inspect.getsource(function))
        if function.__name__ == LAMBDA:  # of several on a line, each has the whole line as its source
            self._texts.append(_told(function.__code__))
        if function.__defaults__ or function.__kwdefaults__:
            self._texts.append(repr((function.__defaults__, function.__kwdefaults__)))
        for name in sorted(set(_globals(function.__code__)) & function.__globals__.keys()):
            self._read(name, function.__globals__[name])

    def _read(self, name: str, value: Any) -> None:
        """Take what a function reads under a name."""
        value = inspect.unwrap(value) if callable(value) else value
        if id(value) in self._known:
            return
        if isinstance(value, ModuleType):
            self._take_module(name, value)
        elif inspect.isfunction(value) and not value.__closure__ and not _is_installed(value.__module__):
            self._inside(name, self.tell, value)
        elif isinstance(value, type) and not _is_installed(value.__module__):
            self._inside(name, self._take_class, value)
        elif isinstance(value, re.Pattern):
            self._texts.append(f"{name} = {value.pattern!r} {value.flags}")
        elif (plain := _plain(value)) is not None:
            self._texts.append(f"{name} = {plain}")
        elif _is_installed(getattr(value, "__module__", None)) and callable(value) and hasattr(value, "__qualname__"):
            self._texts.append(f"{name} = {value.__module__}.{value.__qualname__}")
        else:
            self.unseen.append(name)

    def _inside(self, name: str, take: Callable[[Any], None], value: Any) -> None:
        try:
            take(value)
        except (OSError, TypeError):
            self.unseen.append(name)

    def _take_module(self, name: str, module: ModuleType) -> None:
        file = getattr(module, "__file__", None)
        if file is None or _is_installed(module.__name__):
            self._texts.append(f"{name} = {module.__name__}")
        else:
            self._texts.append(Path(file).read_text("utf-8", "replace"))

    def _take_class(self, kind: type) -> None:
        """Take a class by its methods and plain attributes, and those of what it inherits from."""
        self._known.add(id(kind))
        for name, member in vars(kind).items():
            function = getattr(member, "__func__", getattr(member, "fget", member))
            if inspect.isfunction(function) and function.__code__.co_filename.startswith("<"):  # made for a dataclass
                self._texts.append(_told(function.__code__))
            elif inspect.isfunction(function) and id(function) not in self._known:
                self.tell(function)
            elif (plain := _plain(member)) is not None and name != "__module__":
                self._texts.append(f"{name} = {plain}")
        for each in kind.__bases__:
            self._read(each.__name__, each)


def _is_installed(module: str | None) -> bool:
    """Say whether a module is Python's own or an installed package's."""
    if module is None or module == "__main__":
        return False
    if module.partition(".")[0] == __name__.partition(".")[0]:  # ours, wherever it lies
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return module.partition(".")[0] in sys.stdlib_module_names
    return any(Path(file).resolve().is_relative_to(path) for path in _PATHS)


def _globals(code: CodeType) -> Iterator[str]:
    """Yield the names that a piece of code, with what is defined in it, reads from its module."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            yield step.argval
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _globals(each)


def _plain(value: Any) -> str | None:
    """Write a value out if it is plain through and through, and can never change; None for any other."""
    if isinstance(value, _PLAIN):
        return repr(value)
    if isinstance(value, tuple | frozenset):
        parts = [_plain(each) for each in value]
        if None not in parts:
            return repr(parts if isinstance(value, tuple) else sorted(map(str, parts)))
    return None


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
