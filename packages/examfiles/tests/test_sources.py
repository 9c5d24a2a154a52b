"""Sources and detection: archives equal folders, nothing is unpacked, and what cannot be read says so once."""

import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import examfiles
from examfiles import FORMATS, read, sources, splits
from examfiles.detect import recognise
from examfiles.errors import DataError, UsageError
from examfiles.format import Sample
from examfiles.formats import format_names, likely
from examfiles.wording import notes_of
from tests.hostile import word_of

SUFFIXES = tuple(dict.fromkeys(suffix for format_ in FORMATS.values() for suffix in format_.suffixes))
SAMPLE = Path(examfiles.__file__).parent / "samples" / "sample-exam.jsonl"

ARTICLE = {
    "article": "Ann sat.",
    "questions": ["Who sat?"],
    "options": [["Ann", "Bo"]],
    "answers": ["A"],
}
ROW = {"passage": "Ann sat.", "question": "Who?", "options": ["Ann", "Bo"], "answer": "A"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "RACE"
    for split in ("train", "dev"):
        for number in (2, 10):
            path = root / split / "middle" / f"{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(ARTICLE | {"id": f"middle{number}.txt"}), encoding="utf-8")
    (root / ".hidden.json").write_text("{", encoding="utf-8")
    return root


def tar(folder: Path, mode: str, suffix: str) -> Path:
    path = folder.parent / f"RACE{suffix}"
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        archive.add(folder, "./RACE")
    return path


def zipped(folder: Path) -> Path:
    path = folder.parent / "RACE.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*"), reverse=True):
            archive.write(file, str(Path("RACE") / file.relative_to(folder)))
    return path


ARCHIVES: dict[str, Callable[[Path], Path]] = {
    "tar": lambda folder: tar(folder, "w", ".tar"),
    "tar.gz": lambda folder: tar(folder, "w:gz", ".tar.gz"),
    "tgz": lambda folder: tar(folder, "w:gz", ".tgz"),
    "tar.bz2": lambda folder: tar(folder, "w:bz2", ".tar.bz2"),
    "tar.xz": lambda folder: tar(folder, "w:xz", ".tar.xz"),
    "zip": zipped,
}


@pytest.mark.parametrize("kind", list(ARCHIVES))
def test_an_archive_gives_the_same_dataset_as_its_folder_and_writes_nothing(folder: Path, kind: str) -> None:
    archive = ARCHIVES[kind](folder)
    before = sorted(archive.parent.rglob("*"))
    dataset = read(archive, "dev")
    assert dataset.items == read(folder, "dev").items
    assert [item.id for item in dataset] == ["middle2-1", "middle10-1"]
    assert (dataset.name, splits(archive)) == ("RACE", ("train", "dev"))
    assert sorted(archive.parent.rglob("*")) == before


@pytest.mark.parametrize("kind", ["tar.gz", "zip"])
def test_an_archive_is_told_from_content_whatever_its_name(folder: Path, kind: str) -> None:
    archive = ARCHIVES[kind](folder).rename(folder.parent / "download")
    assert len(read(archive, "train")) == 2


@pytest.mark.parametrize("kind", ["tar.gz", "tar.xz", "zip"])
def test_an_archive_that_is_cut_off_is_an_error_even_when_skipping(folder: Path, kind: str) -> None:
    archive = ARCHIVES[kind](folder)
    data = archive.read_bytes()
    archive.write_bytes(data[: len(data) * 2 // 3])
    with pytest.raises(DataError, match=r"the archive is damaged, cut off or encrypted"):
        read(archive, "dev", skip_bad=True)


def test_a_file_inside_an_archive_is_named_through_it(folder: Path) -> None:
    (folder / "dev/middle/10.txt").write_text(json.dumps(ARTICLE | {"answers": ["E"]}), encoding="utf-8")
    with pytest.raises(DataError, match=r"RACE\.zip/RACE/dev/middle/10\.txt, question 1: answer 'E'"):
        read(zipped(folder), "dev")


def bomb(path: Path, size: int, kind: str) -> Path:
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("test.jsonl", b" " * size)
    else:
        with tarfile.open(path, "w:gz") as archive:
            member = tarfile.TarInfo("test.jsonl")
            member.size = size
            archive.addfile(member, io.BytesIO(b" " * size))
    return path


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_an_archive_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path = bomb(tmp_path / "bomb", 3 * 2**20, kind)
    monkeypatch.setattr(sources, "MEMBER_LIMIT", 2**20)
    with pytest.raises(DataError, match=r"test\.jsonl: the file is 3,145,728 bytes; at most 1 MiB"):
        read(path)
    monkeypatch.setattr(sources, "MEMBER_LIMIT", 2**30)
    monkeypatch.setenv("MAGNETITE_UNPACKED", str(1 / 1024))
    with pytest.raises(DataError, match=r"bomb: unpacks to more than 1 MiB\. If you trust it, allow more: MAGNETITE"):
        read(path)


def test_names_that_point_outside_an_archive_write_nothing_there(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "exam.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../outside.jsonl", json.dumps(ROW))
    assert len(read(path)) == 1
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["exam.zip", "in"]


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nowhere\.json: there is no such file or folder"):
        read(tmp_path / "nowhere.json")


def test_an_address_is_answered_with_the_advice_to_download_it() -> None:
    with pytest.raises(DataError, match=r"https://example\.org/exam\.csv: .* Download the file first"):
        read("https://example.org/exam.csv")


@pytest.mark.parametrize(
    ("name", "head", "advice"),
    [
        ("x.doc", b"\xd0\xcf\x11\xe0", r"save it as a Word document \(\.docx\)"),
        ("x.rtf", b"{\\rtf1\\ansi", r"save it as a Word document \(\.docx\) or as plain text"),
        ("x.txt", b"{\\rtf1\\ansi", r"save it as a Word document"),
        ("x.pages", b"PK\x03\x04", "export it as a Word document"),
        ("x.numbers", b"PK\x03\x04", "export it as an Excel workbook"),
        ("x", b"%PDF-1.7", "the document that it was made from"),
    ],
)
def test_an_office_file_that_is_not_read_is_answered_with_what_to_save_it_as(
    tmp_path: Path, name: str, head: bytes, advice: str
) -> None:
    (tmp_path / name).write_bytes(head + b"...")
    with pytest.raises(DataError, match=rf"{name}: this kind of file cannot be read\. .*{advice}"):
        read(tmp_path / name)


@pytest.mark.parametrize("name", ["x.xlsx", "x.ods", "x.xls"])
def test_a_damaged_office_file_is_said_to_be_damaged(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes((b"\xd0\xcf\x11\xe0" if name == "x.xls" else b"PK\x03\x04") + b"...")
    with pytest.raises(DataError, match=rf"{name}: the (file|workbook) is damaged or cut off\. Save it again"):
        read(tmp_path / name)


def test_a_word_file_whose_parts_lie_outside_it_is_said_to_be_damaged(tmp_path: Path) -> None:
    (tmp_path / "x.docx").write_bytes(b"PK\x03\x04" + word_of(b"<w:p/>")[14:])  # ten bytes are gone from its first part
    with pytest.raises(DataError, match=r"x\.docx: the file is damaged or cut off\. Save it again"):
        read(tmp_path / "x.docx")


@pytest.mark.parametrize(("splits_", "named"), [(("train", "dev", "trial"), "dev"), (("dev", "test", "trial"), "test")])
def test_the_split_suggested_is_test_before_dev(tmp_path: Path, splits_: tuple[str, ...], named: str) -> None:
    for split in splits_:
        (tmp_path / f"{split}.jsonl").write_text(json.dumps(ROW))
    with pytest.raises(UsageError, match=rf"--split {named}\."):
        read(tmp_path)


@pytest.mark.parametrize("data", [b"", b" \n\n"])
def test_an_empty_file_says_so(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    with pytest.raises(DataError, match=r"x\.json: the file is empty"):
        read(tmp_path / "x.json")


def test_a_folder_without_files_or_without_data_says_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there are no files in it"):
        read(tmp_path)
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    with pytest.raises(DataError, match=r"1 file\(s\): photo\.png: no questions were recognised\. .* one of race"):
        read(tmp_path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[]")
    (tmp_path / "x.json").chmod(0)
    with pytest.raises(DataError, match="cannot be read"):
        read(tmp_path / "x.json")


@pytest.mark.parametrize(("encoding", "name"), [("cp1252", "Windows-1252"), ("utf-16", ""), ("utf-16-le", "UTF-16")])
@pytest.mark.parametrize("file", ["x.jsonl", "x.csv", "x.json"])
def test_a_table_in_another_encoding_is_read_and_what_was_assumed_is_said(
    tmp_path: Path, file: str, encoding: str, name: str
) -> None:
    text = "passage,question,a,b,answer\nCafé.,Where?,Here,There,A\n"
    if file != "x.csv":
        text = json.dumps(ROW | {"passage": "Café."}, ensure_ascii=False)
        text = text if file == "x.jsonl" else f"[{text}]"
    (tmp_path / file).write_bytes(text.encode(encoding))
    dataset = read(tmp_path / file)
    assert dataset[0].passage == "Café."
    notes = [note.values for note in dataset.notes if note.code == "note-encoding"]
    assert [(values["encoding"], "Café." in values["line"]) for values in notes] == ([(name, True)] if name else [])


def test_a_json_file_cut_off_in_its_first_item_says_where_it_breaks(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps([ROW])[:40])
    with pytest.raises(DataError, match=r"x\.json: the JSON is invalid at line 1, column \d+"):
        read(tmp_path / "x.json")


def test_an_unknown_format_lists_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(json.dumps(ROW))
    with pytest.raises(UsageError, match=r"format 'recall' does not exist\. Known: reclor, .*mean 'reclor'"):
        read(tmp_path / "x.jsonl", format="recall")


def test_a_named_format_overrides_the_one_told_from_content(tmp_path: Path) -> None:
    raw = {"context": "Ann sat.", "question": "Who?", "answers": ["Ann", "Bo"], "id_string": "v1", "label": "B"}
    (tmp_path / "x.json").write_text(json.dumps([raw]))
    with pytest.raises(DataError, match="answer 'B' is not one of 0–1"):
        read(tmp_path / "x.json")
    dataset = read(tmp_path / "x.json", format="tabular")
    assert (dataset.format, dataset[0].answer, dataset[0].id) == ("tabular", 1, "v1")


def test_a_split_asked_of_a_file_that_names_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "exam.jsonl").write_text(json.dumps(ROW))
    with pytest.raises(UsageError, match="no split 'test'; no file or folder in it names a split"):
        read(tmp_path / "exam.jsonl", "test")


def test_files_that_name_no_split_beside_ones_that_do_are_not_passed_over_in_silence(tmp_path: Path) -> None:
    (tmp_path / "test.jsonl").write_text(json.dumps(ROW))
    (tmp_path / "extra.jsonl").write_text(json.dumps(ROW))
    with pytest.raises(UsageError, match=r"the splits test, and 1 file\(s\) in no split \(extra\.jsonl\)"):
        read(tmp_path)
    assert [item.id for item in read(tmp_path, "test")] == ["test-1"]


def test_several_files_of_one_split_are_one_dataset(tmp_path: Path) -> None:
    for part in (2, 10):
        (tmp_path / f"test-{part}.jsonl").write_text(json.dumps(ROW))
    assert [item.id for item in read(tmp_path, "test")] == ["test-2-1", "test-10-1"]


def test_a_plain_table_in_a_folder_does_not_hide_a_known_format(folder: Path) -> None:
    (folder / "a.jsonl").write_text(json.dumps(ROW))
    assert read(folder, "dev").format == "race"


def test_every_format_is_found_under_its_own_name() -> None:
    assert all(name == format_.name for name, format_ in FORMATS.items())
    assert {FORMATS[name].name for name in FORMATS} == set(FORMATS)


def test_a_format_is_asked_first_under_its_own_endings_where_any_is() -> None:
    for name, format_ in FORMATS.items():
        assert all(name in likely(f"exam{suffix}") for suffix in format_.suffixes if likely(f"exam{suffix}"))


def test_the_names_for_help_texts_are_those_of_the_registry() -> None:
    assert format_names().replace(" or ", ", ").split(", ") == list(FORMATS)


@pytest.mark.parametrize("suffix", [*SUFFIXES, ".html", ""])
def test_asking_the_likely_formats_first_finds_what_asking_all_in_order_finds(suffix: str) -> None:
    samples = [SAMPLE, *(path for path in (Path(__file__).parent / "samples").rglob("*.*") if path.is_file())]
    rows = {"race": ARTICLE, "table": ROW, "list": [ROW], "dream": [["A. one", "B. two"], [{"choice": []}], "1"]}
    data = [path.read_bytes() for path in samples] + [json.dumps(row).encode() for row in rows.values()]
    for each in data:
        sample = Sample(f"exam{suffix}", each)
        first = next((format_ for format_ in FORMATS.values() if format_.sniff(sample)), None)
        assert recognise(sample) == first


def test_a_table_is_recognised_without_importing_the_exams_formats() -> None:
    code = (
        f"import sys, examfiles; examfiles.read({str(SAMPLE)!r}); "
        "print([name for name in sys.modules if name.endswith(('.gift', '.qti', '.moodle_xml', '.aiken', '.plain'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_importing_the_formats_imports_nothing_heavy() -> None:
    code = "import sys, examfiles; print({'polars', 'torch', 'scipy', 'altair'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def test_a_file_of_no_split_beside_others_is_named(tmp_path):
    rows = "passage,question,A,B,answer\nAnn sat.,Who?,Ann,Bo,A\n"
    for name in ("train", "test", "eval"):
        (tmp_path / f"{name}.csv").write_text(rows, "utf-8")
    (tmp_path / "colours.csv").write_text("name,red\nsky,1\n", "utf-8")
    [note] = [note for note in notes_of(read(tmp_path, "test").notes) if "names no split" in note]
    assert "eval.csv" in note
    with pytest.raises(UsageError, match=r"no split 'eval'; it has train, test\. Of a file .*eval\.csv.*give the path"):
        read(tmp_path, "eval")


def test_the_bundled_exam_is_read_by_its_name():
    assert len(read("sample")) == len(read(sources.sample_exam())) > 0


def test_columns_are_given_by_role():
    with pytest.raises(UsageError, match=r"columns is 'first=1'; expected columns by role, such as \{'answer': 'key'"):
        read("sample", columns="first=1")


@pytest.mark.parametrize("name", ["exam.docx", "exam.h5p", "RACE.tar.gz", "exam.zip", "test.parquet", "exam.PDF"])
def test_a_failed_download_under_the_name_of_an_archive_or_document_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("<html><body>404: not found</body></html>")
    with pytest.raises(DataError, match=rf"is plain text, though its name ends in \{Path(name).suffix}"):
        examfiles.read(tmp_path / name)
