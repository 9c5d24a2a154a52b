"""Encodings: what word processors and spreadsheets save is read with its letters, and what was assumed is shown."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles import decoding, read
from examfiles.decoding import AssumedEncoding, in_utf8, passage_text
from examfiles.errors import DataError
from examfiles.wording import wording
from tests.typeset import WORDS, typeset

GERMAN = "Die Bäckerei über dem Fluss öffnet früh."
QUESTION = "1. {}\nA. yes\nB. no\nAnswer: B\n"


@pytest.mark.parametrize(
    ("codec", "name", "line"),
    [
        ("cp1252", "Windows-1252", GERMAN),
        ("cp1252", "Windows-1252", "“It’s a bakery” – he said"),
        ("cp1252", "Windows-1252", "Le café est fermé après l’été."),
        ("mac_roman", "Mac Roman", GERMAN),
        ("cp1250", "Windows-1250", "Żółta gęś poszła na łąkę, gdzie spotkała źrebię."),
        ("cp1251", "Windows-1251", "Где находится библиотека? Она рядом с парком."),
        ("cp1253", "Windows-1253", "Πού βρίσκεται η βιβλιοθήκη; Είναι δίπλα στο πάρκο."),
        ("cp1254", "Windows-1254", "Kütüphane nerede? Parkın yanında, ığdır şehri."),
        ("shift_jis", "Shift JIS", "図書館はどこにありますか。公園の隣です。"),
        ("gb18030", "GB 18030", "图书馆在哪里？它在公园旁边。"),
        ("big5", "Big5", "圖書館在哪裡？它在公園旁邊。"),
        ("cp949", "Korean (CP949)", "도서관은 어디에 있습니까? 공원 옆에 있습니다."),
        ("utf-16-le", "UTF-16", GERMAN),
        ("utf-16-be", "UTF-16", GERMAN),
    ],
)
def test_an_encoding_is_found_and_a_line_shows_its_letters(codec: str, name: str, line: str) -> None:
    text = QUESTION.format(line)
    data, encoding = in_utf8(text.encode(codec))
    assert data.decode() == text
    assert encoding is not None
    assert encoding.name == name
    assert encoding.line in f"1. {line}"
    assert any(letter > "\x7f" for letter in encoding.line)


def test_what_states_its_encoding_or_is_no_text_is_not_guessed_at() -> None:
    for data in (
        GERMAN.encode(),
        GERMAN.encode("utf-8-sig"),
        GERMAN.encode("utf-16"),
        b"",
        b"plain",
        b"PAR1\x00\xe4\x00\x00",
    ):
        assert in_utf8(data)[1] is None
    assert in_utf8(GERMAN.encode("utf-16"))[0] == GERMAN.encode()
    assert in_utf8(b"PAR1\x00\xe4\x00\x00")[0] == b"PAR1\x00\xe4\x00\x00"


def test_a_letter_or_two_are_read_as_windows_writes_them() -> None:
    for line in ("Café", "Wer war Jürgen?", "naïve", "Größe"):
        assert in_utf8(line.encode("cp1252"))[1] == AssumedEncoding("Windows-1252", line)


def test_utf_8_with_a_broken_byte_is_damaged_and_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "exam.txt").write_bytes(QUESTION.format(GERMAN).encode() + b"2. \xff?\n")
    with pytest.raises(DataError, match=r"exam\.txt, line 5: byte 0xFF is not UTF-8.*save it again"):
        read(tmp_path / "exam.txt", passage_needed=False)


def test_an_exam_saved_by_windows_is_read_and_the_remark_shows_its_letters_in_both_languages(tmp_path: Path) -> None:
    path = tmp_path / "exam.txt"
    path.write_bytes(QUESTION.format(GERMAN).encode("cp1252"))
    exam = read(path, passage_needed=False)
    assert exam[0].question == GERMAN
    (note,) = [note for note in exam.notes if note.code == "note-encoding"]
    for language in ("en", "de"):
        sentence = wording(language).note(note)
        assert GERMAN in sentence
        assert "Windows-1252" in sentence
        assert "iconv" not in sentence


def test_a_sheet_saved_as_unicode_text_is_a_table_whatever_its_name(tmp_path: Path) -> None:
    rows = ["passage\tquestion\tA\tB\tanswer", f"{GERMAN}\tWhat opens early?\tthe bakery\tthe school\tA"]
    (tmp_path / "exam.txt").write_bytes("\r\n".join(rows).encode("utf-16"))
    exam = read(tmp_path / "exam.txt")
    assert (exam.format, exam[0].passage, exam[0].answer) == ("tabular", GERMAN, 0)


def test_a_passage_of_its_own_file_may_be_in_any_encoding(tmp_path: Path) -> None:
    (tmp_path / "passage.txt").write_bytes(GERMAN.encode("cp1252"))
    assert passage_text(str(tmp_path / "passage.txt")) == GERMAN


def test_the_line_that_shows_an_encoding_is_one_line_of_a_mac_s_file_too() -> None:
    text = "Der Garten\rWer war J\u00fcrgen M\u00fcller aus K\u00f6ln?\rEnde"
    _, encoding = in_utf8(text.encode("mac_roman"))
    assert encoding is not None
    assert (encoding.name, encoding.line) == ("Mac Roman", "Wer war J\u00fcrgen M\u00fcller aus K\u00f6ln?")


@pytest.mark.parametrize("codec", ["cp1252", "mac_roman"])
@pytest.mark.parametrize("language", WORDS)
def test_short_exams_of_windows_and_of_a_mac_are_read_as_such_in_95_of_100(language: str, codec: str) -> None:
    texts = [typeset(language, seed, sentences) for seed in range(40) for sentences in (1, 3)]
    wrong = [text for text in texts if in_utf8(text.encode(codec))[0].decode("utf-8", "replace") != text]
    assert len(wrong) <= (0.01 if language == "English" else 0.05) * len(texts)


@given(st.integers(0, 10_000), st.integers(1, 6))
def test_an_english_exam_that_word_saved_as_plain_text_is_never_read_as_a_mac_s(seed: int, sentences: int) -> None:
    data, encoding = in_utf8(typeset("English", seed, sentences).encode("cp1252"))
    assert encoding is None or encoding.name != "Mac Roman"
    assert not {*"\u00ec\u00ee\u00ed"} & {*data.decode()}  # as which a Mac shows quotation marks of Windows


@given(
    st.lists(st.sampled_from([b"a" * 150, b"word ", b"\xe9", b"\n", b"\r\n", b"\x80\x80"]), max_size=12).map(b"".join)
)
def test_what_tells_an_encoding_is_what_its_pattern_finds_everywhere(data: bytes) -> None:
    assert list(decoding._telling_lines(data)) == decoding._TELLING_LINE.findall(data)
