"""Presets say what the papers say, and a user's own file is refused with the key and the reason."""

import subprocess
import sys
import tomllib
import zipfile
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite.train.recipe import FOLDER, Preset, Recipe, preset, presets, read_preset

PACKAGE = Path(__file__).parents[2]


MINIMAL = 'title = "Mine"\npaper = "none"\n'


OURS = ("small", "base", "smollm2")  # of no paper


def write(folder: Path, text: str) -> Path:
    """Write a preset of the user's own."""
    path = folder / "mine.toml"
    path.write_text(MINIMAL + text, "utf-8")
    return path


def test_our_presets_are_these() -> None:
    assert {path.stem for path in FOLDER.rglob("*.toml")} == set(OURS)
    assert set(OURS) <= set(presets())


@pytest.mark.parametrize("name", presets())
def test_every_preset_can_be_read_and_keeps_its_name(name: str) -> None:
    result = preset(name)
    assert result.name == name
    assert result.base
    assert result.data


def test_without_a_preset_weights_decay_as_adamw_has_it() -> None:
    from torch.optim import AdamW

    assert Recipe().weight_decay == signature(AdamW).parameters["weight_decay"].default


def test_an_unknown_preset_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match=r"preset 'smal' does not exist.*Did you mean 'small'"):
        preset("smal")


def test_settings_hold_what_the_preset_says_and_nothing_that_only_describes_it() -> None:
    settings = preset("small").settings
    assert settings["lora_rank"] == 32
    assert "seeds" not in settings
    assert not {"name", "title", "paper", "note", "data", "reported"} & set(settings)


def test_silence_about_dropout_asks_for_the_bases_own(tmp_path: Path) -> None:
    assert preset(str(write(tmp_path, "batch = 8\n"))).settings == {"batch": 8, "dropout": None}


def test_a_file_of_the_users_own_is_a_preset_named_after_the_file(tmp_path: Path) -> None:
    result = preset(str(write(tmp_path, 'epochs = 3\nseeds = [4, 2]\n[reported]\n"RACE test, QO" = 37.6\n')))
    assert (result.name, result.epochs, result.seeds) == ("mine.toml", 3, (4, 2))
    assert result.reported == {"RACE test, QO": 37.6}
    assert result.base is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("lora_rank", 0), ("batch", 1), ("max_tokens", 16), ("learning_rate", 1), ("clip", 0), ("weight_decay", 0)),
        *(("warmup", 0), ("dropout", 0), ("adam_beta2", 0), ("epochs", 0.01)),
    ],
)
def test_a_value_may_stand_at_its_bound(tmp_path: Path, name: str, value: float) -> None:
    assert getattr(read_preset(write(tmp_path, f"{name} = {value}\n")), name) == value


def test_seeds_begin_at_0_and_accuracies_go_from_0_to_100(tmp_path: Path) -> None:
    result = read_preset(write(tmp_path, "seeds = [0]\n[reported]\nRACE = 0\nDREAM = 100\n"))
    assert (result.seeds, result.reported) == ((0,), {"RACE": 0, "DREAM": 100})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("learning_rat = 1e-5", r"key 'learning_rat' does not exist.*Did you mean 'learning_rate'"),
        ('name = "other"', r"key 'name' does not exist"),
        ('epochs = "five"', r"epochs is 'five'; expected a number above 0"),
        ("epochs = 0", r"epochs is 0; expected a number above 0"),
        ("epochs = inf", r"epochs is inf; expected a number above 0"),
        ("batch = 2.5", r"batch is 2.5; expected a whole number of at least 1"),
        ("batch = true", r"batch is True; expected a whole number"),
        ("learning_rate = nan", r"learning_rate is nan; expected a number above 0 and at most 1"),
        ("learning_rate = 5", r"learning_rate is 5; expected a number above 0 and at most 1"),
        ("warmup = 1000", r"warmup is 1000; expected a share, at least 0 and below 1"),
        ("dropout = 1.0", r"dropout is 1.0; expected a share"),
        ("clip = -1", r"clip is -1; expected a number of at least 0"),
        ("max_tokens = 8", r"max_tokens is 8; expected a whole number of at least 16"),
        ("lora_rank = -1", r"lora_rank is -1; expected a whole number of at least 0"),
        ('schedule = "linea"', r"schedule 'linea' does not exist.*Did you mean 'linear'"),
        ('view = "QCO"', r"view 'QCO' does not exist.*Did you mean"),
        ('dtype = "auto"', r"dtype 'auto' does not exist"),
        ("layout = 1", r"layout is 1; expected a text"),
        ("seeds = []", r"seeds is \(\); expected a list of different whole numbers"),
        ("seeds = [1, 1]", r"seeds is \(1, 1\); expected a list of different"),
        ("seeds = [[1], [2]]", r"seeds is .* expected a list of different"),
        ("seeds = 3", r"seeds is 3; expected a list of different whole numbers"),
        ('data = "RACE"', r"data is 'RACE'; expected a list of texts"),
        ("[reported]\nRACE = 0.5\nDREAM = 101", r"reported is .*; expected a table of accuracies, from 0 to 100"),
        ("[epochs]\nfirst = 1", r"epochs is \{'first': 1\}; expected a number"),
        ('layout = "prefix"\nblank = "fill"', r"blank is 'fill' with layout 'prefix'.*expected blank 'keep'"),
    ],
)
def test_a_bad_line_is_refused_with_the_file_the_key_and_what_was_expected(
    tmp_path: Path, line: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        read_preset(write(tmp_path, line))
    assert str(caught.value).startswith(str(tmp_path / "mine.toml"))


@pytest.mark.parametrize("key", ["title", "paper"])
def test_a_preset_without_title_or_paper_is_refused(tmp_path: Path, key: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("".join(line for line in MINIMAL.splitlines(keepends=True) if not line.startswith(key)), "utf-8")
    with pytest.raises(UsageError, match=f"{key} is missing"):
        read_preset(path)


def test_a_file_that_is_not_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"mine\.toml: the preset cannot be read: .*line 3.*Expected TOML"):
        read_preset(write(tmp_path, "epochs: 5\n"))


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00title")
    with pytest.raises(UsageError, match="the preset cannot be read"):
        read_preset(path)


def test_a_file_that_is_absent_is_refused_with_the_presets_there_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no such preset file.*small, smollm2"):
        preset(str(tmp_path / "absent.toml"))


def test_a_folder_is_no_preset(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(UsageError, match="the preset cannot be read"):
        preset(str(folder))


@given(
    key=st.sampled_from([f.name for f in fields(Preset) if f.name not in ("name", "title", "paper")]), data=st.data()
)
def test_any_value_toml_can_hold_is_read_or_refused_but_never_a_traceback(key: str, data: st.DataObject) -> None:
    simple = st.one_of(st.booleans(), st.integers(), st.just(10**400), st.floats(), st.text(max_size=5))
    value: Any = data.draw(st.one_of(simple, st.lists(simple, max_size=3).map(tuple)))
    try:
        result = Preset(name="any", title="Any", paper="none", **{key: value})
    except UsageError as error:
        assert key in str(error)  # noqa: PT017 - either outcome is right; the message must name the key
    else:
        assert getattr(result, key) == value


def test_the_wheel_brings_every_preset(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="the build tool is not installed")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=PACKAGE, check=True, capture_output=True, timeout=120)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        packed = {name: wheel.read(name) for name in wheel.namelist() if "/train/presets/" in name}
    assert {name.split("/train/presets/")[1].removesuffix(".toml") for name in packed} == set(OURS)
    assert all(tomllib.loads(content.decode("utf-8"))["title"] for content in packed.values())
