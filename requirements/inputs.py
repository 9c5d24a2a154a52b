"""What is to be locked: all that our own distributions need, without their own names, which no index has.

    python requirements/inputs.py magnetite-audit                        the base install
    python requirements/inputs.py 'magnetite-audit[models]' magnetite-papers      with extras, and several

A requirement on one of our own stands for what that one needs, with the extras that are asked of it. The build back end
comes with them, and what it needs to install from a folder that is worked on: nothing is fetched without its hash then.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PACKAGES = Path(__file__).parents[1] / "packages"
EDITABLE = "editables~=0.3"  # what hatchling asks for when it is to install a folder that is worked on
Projects = Mapping[str, Mapping[str, Any]]


def projects(packages: Path = PACKAGES) -> Projects:
    """Return the pyproject.toml of each of our distributions, by its name."""
    files = [tomllib.loads(path.read_text("utf-8")) for path in sorted(packages.glob("*/pyproject.toml"))]
    return {canonicalize_name(each["project"]["name"]): each for each in files}


def inputs(asked: Sequence[str], ours: Projects) -> list[str]:
    """Return what strangers' distributions these of ours need, and the build back end, in the order of their names.

    Raises KeyError for an extra that one of ours does not have.
    """
    back_ends = {line for each in ours.values() for line in each["build-system"]["requires"]}
    found = {line for text in asked for line in _needed(Requirement(text), ours)}
    return sorted(found | back_ends | {EDITABLE}, key=str.casefold)


def _needed(requirement: Requirement, ours: Projects) -> Iterator[str]:
    """Yield a stranger's requirement as it is, and those of one of ours in its place."""
    if (name := canonicalize_name(requirement.name)) not in ours:
        yield str(requirement)
        return
    project = ours[name]["project"]
    lines = list(project.get("dependencies", ()))
    for extra in sorted(requirement.extras):
        lines += project["optional-dependencies"][extra]
    for line in lines:
        yield from _needed(Requirement(line), ours)


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in inputs(sys.argv[1:], projects())))
