"""Real exam files: every one gives items or says why not, and one version's items are the other's."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.items import Dataset

REAL = Path(__file__).parents[4] / "shared/data/exam-files"
CANVAS = REAL / "qti-canvas/spec/fixtures"
PYSLET = REAL / "qti-pyslet/unittests/data_imsqtiv1p2p1"

pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="the exam files of ../shared/data are not there")


def exam(path: Path) -> Dataset | str:
    try:
        return read(path, passage_needed=False, skip_bad=True)
    except DataError as error:
        return str(error)


def test_every_file_gives_items_or_a_sentence_that_names_it() -> None:
    files = [path for path in sorted(REAL.rglob("*")) if path.name.endswith((".xml", ".qti", ".gift", ".zip"))]
    assert len(files) > 300
    read_ones = 0
    for path in files:
        found = exam(path)
        if isinstance(found, str):
            assert found.startswith(str(path)), path
        else:
            read_ones += 1
            assert all(0 <= (item.answer if item.answer is not None else -1) < len(item.options) for item in found)
    assert read_ones >= 80


@pytest.mark.parametrize(
    ("name", "answers", "left"),
    [
        ("items_1.2/choice.xml", "BDA", 1),
        ("items_1.2/multiple_choice.xml", "D", 0),
        ("items_1.2/stimulus_with_child_item.xml", "A", 0),
        ("all_canvas_simple_1.2.xml", "AA", 8),
        ("items_2.1/choice.xml", "A", 0),
        ("items_2.2/choice_true_false.xml", "A", 0),
        ("items_2.2/orkney2.xml", "B", 0),
        ("test_qti_1.2.zip", "BD", 1),
        ("test_qti_2.1.zip", "AD", 3),
        ("test_qti_2.2.zip", "AA", 3),
        ("tests/interactionmix_saxony_v3", "AA", 11),
        ("imsqti_2.2_package", "A", 0),
        ("canvas_cartridge", "AAAA", 18),
    ],
)
def test_known_files_give_their_known_keys(name: str, answers: str, left: int) -> None:
    found = exam(CANVAS / name)
    assert isinstance(found, Dataset)
    assert "".join(item.answer_letter or "?" for item in found) == answers
    assert len(found.skipped) == left


@pytest.mark.parametrize("name", ["mchc_ir_01", "mchc_ir_02", "mchc_ir_03", "mchc_ir_05"])
def test_an_item_of_version_1_is_what_its_conversion_to_version_2_is(name: str) -> None:
    old, new = exam(PYSLET / f"input/{name}.xml"), exam(PYSLET / f"outputv2/{name}")
    assert isinstance(old, Dataset)
    assert isinstance(new, Dataset)
    assert (old[0].id, old[0].question, old[0].options) == (new[0].id, new[0].question, new[0].options)
    assert old[0].answer == new[0].answer


@pytest.mark.parametrize(
    "name", ["fibi_ir_01", "fibs_ir_01", "fibs_ir_02", "mrsp_ir_01", "mrsp_ir_02", "ihsp_ir_01", "mchc_ir_04"]
)
def test_an_item_of_another_kind_is_left_out_in_both_versions(name: str) -> None:
    for path in (PYSLET / f"input/{name}.xml", PYSLET / f"outputv2/{name}"):
        with pytest.raises(DataError) as refused:
            read(path, passage_needed=False, skip_bad=True)
        [left] = refused.value.left
        assert left.reason.code.startswith("left-")


def test_a_page_that_an_item_shows_is_its_passage() -> None:
    found = exam(CANVAS / "items_2.2/orkney1.xml")
    assert isinstance(found, Dataset)
    assert found[0].passage.startswith("The Ancient Islands of Orkney\n")
    assert len(found[0].passage.split()) > 300
