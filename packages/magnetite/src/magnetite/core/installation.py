"""Commands that install what is missing, made from where this Magnetite itself was installed.

The distribution is called `magnetite-audit`; the `magnetite` on PyPI is another project. Whatever the program tells a
user to install is made here, so that it is installed from the same place: a checkout, a wheel, a URL, or an index.
"""

import json
import re
import sys
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
CHECKOUT = Path(__file__).parents[5]  # if this is one


@dataclass(frozen=True, slots=True)
class Origin:
    """Where this Magnetite was installed from.

    `place`: the path of a folder or of an archive, or a URL; "" for a package index. `editable`: the folder is a
    checkout, and Magnetite runs from it. `targets`: those of its Makefile, if Python is that of the checkout's `.venv`.
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
    """Return what pip is to be given for this Magnetite, with an extra if there is one, quoted for a shell."""
    own, extras = origin(), f"[{extra}]" if extra else ""
    if not own.place:
        return quote(DISTRIBUTION + extras)
    if "://" in own.place:
        return quote(f"{DISTRIBUTION}{extras} @ {own.place}")
    place = "." if _is_here(own.place) else own.place
    return ("--editable " if own.editable else "") + quote(place + extras)


def install_command(extra: str = "", packages: str = "") -> str:
    """Return the command that installs an extra of this Magnetite, or Magnetite itself.

    `packages`: what to give pip instead, where no target of `make` has the extra's name.

    >>> install_command(packages="gguf==0.19.0").endswith("pip install gguf==0.19.0")
    True
    """
    own = origin()
    if extra in own.targets:
        return f"make {extra}" if _is_here(own.place) else f"make -C {quote(own.place)} {extra}"
    pip = Path("" if _is_here(own.place) else own.place, ".venv/bin/pip") if own.targets else "pip"
    return f"{quote(str(pip))} install {packages or requirement(extra)}"


def _is_here(place: str) -> bool:
    folder = Path(place)
    return folder.is_dir() and folder.samefile(".")
