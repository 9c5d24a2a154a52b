"""Extras: what each brings, and what is said where it is missing."""

import re
import tomllib
from pathlib import Path

import pytest

from magnetite.core import extras
from magnetite.core.extras import EXTRAS, MissingExtraError, extras_named, lacking, require

PACKAGES = Path(__file__).parents[3]
DISTRIBUTIONS = {"vl_convert": "vl-convert-python", "magnetite_systems": "magnetite-systems"}


def required(package, extra):
    """Name the distributions that an extra of one of our packages asks for, those of other extras of ours too."""
    project = tomllib.loads((PACKAGES / package / "pyproject.toml").read_text("utf-8"))["project"]
    for line in project["optional-dependencies"][extra]:
        name, _, inner = re.match(r"([\w-]+)(\[(\w+)\])?", line).groups()
        if inner:
            yield from required({"magnetite-audit": "magnetite"}.get(name, name), inner)
        yield name


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_module_of_an_extra_comes_with_it(extra):
    asked = set(required("magnetite", extra))
    assert {DISTRIBUTIONS.get(module, module) for module in EXTRAS[extra]} <= asked


@pytest.mark.parametrize("extra", EXTRAS)
def test_nothing_of_an_extra_is_needed_by_the_base_installation(extra):
    project = tomllib.loads((PACKAGES / "magnetite" / "pyproject.toml").read_text("utf-8"))["project"]
    base = {re.match(r"[\w-]+", line)[0] for line in project["dependencies"]}
    assert not base & {DISTRIBUTIONS.get(module, module) for module in EXTRAS[extra]}


def test_an_extra_lacks_what_the_one_that_it_includes_lacks(monkeypatch):
    monkeypatch.setattr(extras, "is_installed", lambda module: module not in {"polars", "peft"})
    assert (lacking("audit"), lacking("models")) == (("polars",), ("peft", "polars"))


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (["polars"], "magnetite audit needs polars, which is not installed: "),
        (["altair", "polars"], "magnetite audit needs altair and polars, which are not installed: "),
        (
            ["altair", "huggingface_hub", "polars", "vl_convert"],
            "needs altair, huggingface_hub, polars and 1 more, which are not installed",
        ),
    ],
)
def test_what_is_missing_is_named_with_the_command_that_installs_it(monkeypatch, missing, said):
    monkeypatch.setattr(extras, "is_installed", lambda module: module not in missing)
    with pytest.raises(MissingExtraError, match=rf"{said}.*pip install .*\[audit\]"):
        require("audit", "magnetite audit")


def test_a_missing_module_of_an_extra_is_named_and_any_other_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(extras, "is_installed", lambda module: False)
    with pytest.raises(MissingExtraError, match="this needs torch, which is not installed"), extras_named("this"):
        raise ModuleNotFoundError(name="torch.nn")
    with pytest.raises(ModuleNotFoundError), extras_named("this"):
        raise ModuleNotFoundError(name="nonsense")
    monkeypatch.setattr(extras, "is_installed", lambda module: True)
    with pytest.raises(ModuleNotFoundError), extras_named("this"):  # a part of it is gone: it is broken
        raise ModuleNotFoundError(name="torch.nn")
