"""Names that are made of what people call things are files on Linux, macOS and Windows alike."""

import ntpath
import sys
from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.files import write_whole
from examfiles.pictures import _file_name
from examfiles.tasks import task_name
from magnetite.commands.runs import folder_names
from magnetite.engine.store import folder_name
from magnetite.running.record import default_store
from magnetite.scorers.packaged import weights_folder
from magnetite.web.check.folder import safe_name

DEVICES = ("con", "NUL.gift", "Aux.tar.gz", "lpt1", "COM\u00b2.docx", "CONIN$", "prn .txt")
MADE = {
    "an upload": safe_name,
    "the store of a scorer": folder_name,
    "the run of a model": lambda name: folder_names([name])[name],
    "a picture": lambda name: _file_name(name, b"x"),
    "a task": task_name,
}
texts = st.text(max_size=300) | st.sampled_from(
    (*DEVICES, "a:b", "a|b?.gift", "..", "x.", "x ", "C:\\a.gift", "\\\\s\\a")
)


def is_reserved(name):
    return ntpath.isreserved(name) if sys.version_info >= (3, 13) else PureWindowsPath(name).is_reserved()


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
@given(text=texts)
def test_a_name_is_one_part_of_a_path_that_windows_takes_and_no_device(make, text):
    name = make(text)
    assert PureWindowsPath(name).parts == (name,)
    assert not set(name) & set('<>:"|?*\\/')
    assert not any(ord(sign) < 32 for sign in name)
    assert not name.endswith((".", " "))
    assert not is_reserved(name)
    assert len(name.encode("utf-16-le")) // 2 <= 255


def test_devices_are_what_is_looked_for():
    assert all(map(is_reserved, DEVICES))
    assert [safe_name(name) for name in ("nul", "NUL.gift", "nullable.gift")] == ["nul-", "NUL-.gift", "nullable.gift"]


def test_runs_of_models_whose_names_differ_by_case_alone_have_folders_that_differ_by_more():
    names = folder_names(["systems/A", "systems/a", "Systems/A"]).values()
    assert len({name.casefold() for name in names}) == 3


def test_a_cache_that_is_named_with_a_tilde_is_in_the_home_folder(monkeypatch, tmp_path):
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("MAGNETITE_STORE", "~/scores")
    monkeypatch.setenv("MAGNETITE_WEIGHTS", "~/weights")
    assert (default_store(), weights_folder()) == (tmp_path / "scores", tmp_path / "weights")


def test_a_file_that_cannot_be_replaced_while_another_program_has_it_open_stays_as_it_was(monkeypatch, tmp_path):
    path = write_whole(tmp_path / "report.html", b"old")

    def taken(*_):
        raise PermissionError(13, "The process cannot access the file because it is being used by another process")

    monkeypatch.setattr(Path, "replace", taken)
    with pytest.raises(PermissionError):
        write_whole(path, b"new")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("report.html", b"old")]
