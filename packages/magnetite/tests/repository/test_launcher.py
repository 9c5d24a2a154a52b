"""The launcher for people without a terminal: what the zip has in it, and that its starters say what to run."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[4]
LAUNCHER = ROOT / "launcher"
WHEELS = ("examfiles-0.2.0-py3-none-any.whl", "magnetite_audit-0.2.0-py3-none-any.whl")


def pack(folder, *wheels):
    (folder / "dist").mkdir()
    for name in wheels:
        (folder / "dist" / name).write_bytes(b"a wheel")
    command = [sys.executable, LAUNCHER / "pack.py", folder / "dist", folder / "launcher.zip"]
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)


@pytest.fixture
def unpacked(tmp_path):
    """Unpack the zip as `unzip` does, with its permissions, into a folder with a space and an umlaut in its name."""
    assert pack(tmp_path, *WHEELS, "magnetite_study-0.2.0-py3-none-any.whl").returncode == 0
    place = tmp_path / "Prü fung"
    with ZipFile(tmp_path / "launcher.zip") as archive:
        for entry in archive.infolist():
            path = Path(archive.extract(entry, place))
            path.chmod(entry.external_attr >> 16)
    return place / "Magnetite"


def test_the_zip_has_the_starters_and_the_wheels_that_a_check_needs(unpacked):
    files = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert files == {"Magnetite.cmd", "Magnetite.command", "README.txt", *(f"wheels/{name}" for name in WHEELS)}
    assert (unpacked / "Magnetite.command").stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize("wheels", [WHEELS[:1], (*WHEELS, "examfiles-0.1.0-py3-none-any.whl")])
def test_a_missing_wheel_and_two_of_one_part_are_refused(tmp_path, wheels):
    done = pack(tmp_path, *wheels)
    assert done.returncode == 1
    assert "expected one wheel of" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_a_double_click_on_a_mac_starts_the_check_page_with_the_wheel_beside_it(unpacked, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/uv").write_text('#!/bin/sh\npwd\nfor word in "$@"; do echo "$word"; done\n')
    (tmp_path / "bin/uv").chmod(0o755)
    told = {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(
        [str(unpacked / "Magnetite.command"), "--port", "1"],
        cwd="/",
        env=told,
        capture_output=True,
        text=True,
        check=True,
    )
    where, *words = done.stdout.splitlines()[1:]
    assert Path(where) == unpacked
    assert words == [
        *("tool", "run", "--find-links", "wheels", "--from", f"wheels/{WHEELS[1]}"),
        *("magnetite", "serve", "--port", "1"),
    ]


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_without_uv_the_starter_gets_it_into_its_own_folder(unpacked, tmp_path):
    (tmp_path / "bin").mkdir()
    for name in ("sh", "dirname", "env", "chmod", "cat", "mkdir"):
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    uv = "'#!/bin/sh\\necho got $1 $2\\n'"
    got = f'mkdir -p "$UV_UNMANAGED_INSTALL"; printf {uv} > "$UV_UNMANAGED_INSTALL/uv"'
    script = f"#!/bin/sh\ncat <<'END'\n{got}\nchmod 755 \"$UV_UNMANAGED_INSTALL/uv\"\nEND\n"
    (tmp_path / "bin/curl").write_text(script)
    (tmp_path / "bin/curl").chmod(0o755)
    told = {"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)}
    for first in (True, False):
        done = subprocess.run(
            [str(unpacked / "Magnetite.command")], env=told, capture_output=True, text=True, check=True
        )
        assert ("First start" in done.stdout) == first
        assert done.stdout.endswith("got tool run\n")


def test_the_starter_for_windows_has_its_line_ends_and_every_label_that_it_goes_to():
    data = (LAUNCHER / "Magnetite.cmd").read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n")
    lines = data.decode("ascii").splitlines()
    labels = {line[1:] for line in lines if line.startswith(":")}
    assert {line.rpartition("goto ")[2] for line in lines if "goto " in line} == labels
    assert any(
        line.startswith('"%UV%" tool run --find-links wheels --from "%WHEEL%" magnetite serve') for line in lines
    )
