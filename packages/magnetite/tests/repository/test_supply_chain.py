"""What is installed is known: locked with its hashes, listed in the bill of materials and in the table of licences."""

import json
import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[4]
BY_VERSION = "torch"  # its files differ from index to index, and so does what they need


def pinned(name: str) -> dict[str, str]:
    """Return the versions that a file of requirements pins, by package."""
    lines = re.findall(r"^([A-Za-z0-9._-]+)==([^\s\\;]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    return {canonicalize_name(package): version for package, version in lines}


def installed(name: str, found: dict[str, str]) -> dict[str, str]:
    """Return the versions of a package's dependencies as they are installed here, and of theirs."""
    for text in distribution(name).requires or ():
        needed = Requirement(text)
        package = canonicalize_name(needed.name)
        if package not in found and (needed.marker is None or needed.marker.evaluate({"extra": ""})):
            found[package] = distribution(needed.name).version.partition("+")[0]
            if package != BY_VERSION:
                installed(needed.name, found)
    return found


@pytest.fixture(scope="module")
def dependencies() -> dict[str, str]:
    return installed("magnetite-audit", {})


def test_every_dependency_is_locked_at_the_version_that_is_tested(dependencies):
    locked, constrained = pinned("requirements/run.txt"), pinned("constraints.txt")
    assert len(dependencies) > 50
    assert {**locked, BY_VERSION: constrained[BY_VERSION]}.items() >= dependencies.items()
    everything = pinned("requirements/develop.txt")
    assert everything.items() >= locked.items()
    assert {name: version for name, version in everything.items() if constrained.get(name, version) != version} == {}


@pytest.mark.parametrize("name", ["run", "develop", "tools", "base", "decoder", "reader", "reader-small"])
def test_everything_locked_has_the_hashes_of_its_files(name):
    text = (ROOT / f"requirements/{name}.txt").read_text("utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert entries


@pytest.mark.parametrize("name", ["base", "reader", "reader-small"])
def test_the_parts_of_weights_are_those_of_their_extra_and_of_their_lock(name):
    from magnetite.scorers.packaged import MPNET_BASE, PACKAGED, PACKAGED_MODELS
    from magnetite.scorers.unpacking import GGUF_VERSION

    weights = PACKAGED[MPNET_BASE] if name == "base" else PACKAGED_MODELS[name]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    extra = dict(each.split("==") for each in extras[name])
    assert extra == pinned(f"requirements/{name}.txt")
    assert extra.items() <= pinned("constraints.txt").items()
    assert list(weights.parts) == [package for package in extra if package != "gguf"]
    assert extra.get("gguf", GGUF_VERSION) == GGUF_VERSION


def test_the_bill_of_materials_and_the_licences_name_every_dependency(dependencies):
    bill = json.loads((ROOT / "requirements/sbom.json").read_text("utf-8"))
    named = {canonicalize_name(each["name"]): each["version"] for each in bill["components"]}
    assert named.items() >= dependencies.items()
    rows = [line.split("|") for line in (ROOT / "docs/licences.md").read_text("utf-8").splitlines()[2:]]
    licences = {canonicalize_name(row[1].strip()): row[3].strip() for row in rows if len(row) > 4}
    assert {name for name in dependencies if licences.get(name, "UNKNOWN") == "UNKNOWN"} == set()


def test_the_build_back_end_and_the_actions_of_every_workflow_are_pinned():
    [back_end] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert back_end == f"hatchling=={pinned('requirements/run.txt')['hatchling']}"
    workflows = {path.name: path.read_text("utf-8") for path in (ROOT / ".github/workflows").iterdir()}
    assert {"test.yml", "publish.yml"} <= workflows.keys()
    actions = [(name, action) for name, text in workflows.items() for action in re.findall(r"uses: (\S+)", text)]
    assert [each for each in actions if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each[1])] == []
    assert {name for name, _ in actions} == workflows.keys()
