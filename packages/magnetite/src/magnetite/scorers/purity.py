"""Which code of Python's own and of installed packages is known to be pure: the same in, the same out.

`PURE` lists it, by module. Whatever it does not list may read a file, a clock, the network or anything else, so that a
function's scores may change while its source does not.
"""

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

_PURE_MODULES = """
__future__ abc array ast attr attrs base64 binascii bisect calendar cmath collections colorsys contextlib copy copyreg
dataclasses decimal difflib enum fractions functools graphlib heapq html itertools keyword logging math numbers operator
pprint re reprlib statistics string struct stringprep textwrap types typing typing_extensions unicodedata urllib.parse
warnings weakref zlib
Levenshtein jellyfish rapidfuzz regex unidecode
numpy.char numpy.exceptions numpy.fft numpy.linalg numpy.ma numpy.polynomial numpy.strings numpy.typing scipy.special
examfiles.items examfiles.reasons
magnetite.core magnetite.stats magnetite.views magnetite.scorers.answer magnetite.scorers.function
"""
_PARTS = {
    "builtins": """abs aiter all anext any ascii bin bool bytearray bytes callable chr classmethod complex delattr dict
        dir divmod enumerate filter float format frozenset getattr hasattr hex int isinstance issubclass iter len list
        locals map max memoryview min next object oct ord pow print property range repr reversed round set setattr slice
        sorted staticmethod str sum super tuple type vars zip __build_class__ Ellipsis NotImplemented""",
    "datetime": "UTC timedelta timezone time tzinfo MINYEAR MAXYEAR",
    "hashlib": """blake2b blake2s md5 new sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512
        pbkdf2_hmac shake_128 shake_256""",
    "io": "BytesIO StringIO",
    "json": "JSONDecodeError JSONDecoder JSONEncoder dumps loads",
    "os": "PathLike fspath path",
    "os.path": "basename commonpath commonprefix dirname isabs join normcase normpath split splitdrive splitext",
    "pathlib": "PurePath PurePosixPath PureWindowsPath",
    "sys": "exit getsizeof intern stderr stdout",
    "numpy": """all allclose amax amin any append apply_along_axis apply_over_axes arange argmax argmin
        argpartition argsort argwhere around array array2string array_equal array_equiv array_repr array_split
        array_str asanyarray asarray ascontiguousarray asfortranarray astype atleast_1d atleast_2d atleast_3d
        average bincount block bool_ broadcast_arrays broadcast_shapes broadcast_to can_cast choose clip
        column_stack compress concat concatenate convolve copy corrcoef correlate count_nonzero cov cross
        cumprod cumsum cumulative_prod cumulative_sum delete diag diag_indices diagflat diagonal diff digitize
        dot dsplit dstack dtype ediff1d einsum empty empty_like errstate expand_dims extract eye fill_diagonal
        finfo fix flatnonzero flip fliplr flipud frombuffer fromfunction fromiter frompyfunc fromstring full
        full_like geomspace gradient histogram histogram2d histogram_bin_edges histogramdd hsplit hstack i0
        identity iinfo imag in1d indices inner insert interp intersect1d isclose iscomplex iscomplexobj isin
        isneginf isposinf isreal isrealobj isscalar issubdtype ix_ kron lexsort linspace logspace max mean
        median meshgrid min moveaxis nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean
        nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar ndarray ndenumerate ndim ndindex
        nonzero ones ones_like outer packbits pad partition percentile permute_dims piecewise place poly poly1d
        polyadd polyder polyfit polyint polymul polyval prod ptp put put_along_axis putmask quantile ravel
        ravel_multi_index real repeat reshape resize result_type roll rollaxis roots rot90 round searchsorted
        select setdiff1d setxor1d shape sign sinc size sort sort_complex split squeeze stack std sum swapaxes
        take take_along_axis tensordot tile trace transpose trapezoid trapz tri tril tril_indices trim_zeros
        triu triu_indices ufunc union1d unique unpackbits unravel_index unwrap vander var vdot vectorize vsplit
        vstack where zeros zeros_like""",
}
PURE: Mapping[str, frozenset[str] | None] = {
    **dict.fromkeys(_PURE_MODULES.split()),
    **{module: frozenset(names.split()) for module, names in _PARTS.items()},
}
"""Modules with the names in them that are pure; None: all are, and those of their parts."""

_ALIASES = {"posixpath": "os.path", "ntpath": "os.path", "genericpath": "os.path"}
_ENVIRONMENT, _FILES, _MADE = "os.environ", "files", "code that is made while it runs"
_LABELS = {  # what a person calls it
    **dict.fromkeys(("os.environb", "os.getenv", "os.getenvb", "os.path.expandvars"), _ENVIRONMENT),
    **dict.fromkeys(("builtins.open", "io.open", "codecs.open", "pathlib"), _FILES),
    **dict.fromkeys(("builtins.eval", "builtins.exec", "builtins.compile", "builtins.globals"), _MADE),
    **dict.fromkeys(("builtins.__import__", "importlib"), _MADE),
}
# Names by which an object that nobody knows reaches what is outside.
REACHING = {
    **dict.fromkeys(("environ", "environb", "getenv", "expandvars"), _ENVIRONMENT),
    **dict.fromkeys(("open", "read_text", "read_bytes"), _FILES),
    **dict.fromkeys(("eval", "exec", "globals", "__globals__", "f_globals", "__builtins__"), _MADE),
    **dict.fromkeys(("__import__", "import_module"), _MADE),
}


NOT_LOADED = object()
"""What stands for a part of a module that is loaded only when it is used."""


def is_pure(path: str, value: Any = None) -> bool:
    """Say whether code is known to be pure, by the path under which it is reached or the one where it is defined.

    >>> is_pure("math.sqrt"), is_pure("numpy.mean"), is_pure("numpy.loadtxt"), is_pure("random.random")
    (True, True, False, False)
    """
    if isinstance(value, type) and (issubclass(value, BaseException) or _is_number_type(value)):
        return True
    if type(value).__module__ == "numpy" and type(value).__name__ in {"ufunc", "_UFunc"}:
        return True
    return any(map(_is_listed, {path, defined_at(value) or path}))


def defined_at(value: Any) -> str | None:
    """Return the module and name under which a function or class is defined; None for anything else."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str):
        return None
    return name if name.startswith(f"{module}.") else f"{module}.{name}"


def label(path: str) -> str:
    """Return what a person calls a piece of code outside.

    >>> label("builtins.open"), label("pathlib.Path"), label("builtins.hash"), label("numpy.loadtxt")
    ('files', 'files', 'hash', 'numpy.loadtxt')
    """
    path = _canonical(path)
    known = next((_LABELS[start] for start in _starts(path) if start in _LABELS), None)
    return known or path.removeprefix("builtins.")


def parts_of(path: str, module: ModuleType, names: Iterable[str]) -> dict[str, Any]:
    """Return what a module has under these names, by path; `NOT_LOADED` for what it loads only when that is used."""
    held, there = vars(module), dir(module)
    each = {name: held.get(name, sys.modules.get(f"{module.__name__}.{name}", NOT_LOADED)) for name in sorted(names)}
    return {f"{path}.{name}": part for name, part in each.items() if part is not NOT_LOADED or name in there}


def loaded(name: str) -> Any:
    """Return a module that is loaded, or listed here as pure and so loaded now; None for any other."""
    if name not in sys.modules and name in PURE and name.partition(".")[0] in sys.stdlib_module_names:
        return import_module(name)
    return sys.modules.get(name)


def _is_number_type(kind: type) -> bool:
    return any(each.__module__ == "numpy" and each.__name__ == "generic" for each in kind.__mro__)


def _is_listed(path: str) -> bool:
    path = _canonical(path)
    for start in _starts(path):
        if start in PURE:
            names = PURE[start]
            return names is None or path[len(start) + 1 :].partition(".")[0] in names
    return False


def _starts(path: str) -> list[str]:
    """Return the beginnings of a path, the longest first.

    >>> _starts("a.b.c")
    ['a.b.c', 'a.b', 'a']
    """
    parts = path.split(".")
    return [".".join(parts[:end]) for end in range(len(parts), 0, -1)]


def _canonical(path: str) -> str:
    """Return a path by the public name of its module: `_operator.add` is operator.add."""
    first, dot, rest = path.partition(".")
    public = first.lstrip("_") if not first.startswith("__") else first
    return f"{_ALIASES.get(public, public)}{dot}{rest}"
