"""Words are counted in every script: between spaces where there are any, else by characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.lengths import unspaced, words
from examfiles.question import INSTRUCTION

HAN, THAI = "船长等护士岛上的医生学生读书", "กขคงจฉชซดตถทนบปพมยรลวสหอ"
# Sentences of our own, with their words as a dictionary would divide them.
DIVIDED = {
    "Chinese": "船长 星期天 早上 在 港口 等 了 一 位 护士 ， 因为 她 要 带 很多 药瓶 给 岛上 的 医生 。",
    "Japanese": "船長 は 日曜日 の 朝 港 で 看護師 を 待って いまし た 。 "
    "彼女 は 島 の 医者 に たくさん の 薬 を 届ける 予定 でし た 。",
    "Thai": "กัปตัน รอ พยาบาล อยู่ ที่ ท่าเรือ ใน เช้า วัน อาทิตย์ เพราะ เธอ นำ ขวด ยา ไป ให้ หมอ บน เกาะ",
}


@given(st.text(st.characters(max_codepoint=0x0DFF)))
def test_words_of_scripts_with_spaces_are_those_between_spaces(text: str) -> None:
    assert words(text) == len(text.split())


def test_korean_words_stand_between_spaces() -> None:
    assert words("선장은 일요일 아침에 간호사를 기다렸다.") == 5


@given(st.text(HAN, max_size=80), st.text(THAI, max_size=80), st.data())
def test_spaces_between_characters_change_nothing(han: str, thai: str, data: st.DataObject) -> None:
    text = han + thai
    spread = "".join(letter + data.draw(st.sampled_from(["", " ", "\n"])) for letter in text)
    assert words(spread) == words(text)
    assert unspaced(spread) == unspaced(text) == len(text)


@given(st.text(HAN, max_size=200), st.text(HAN, max_size=200))
def test_a_longer_text_has_as_many_words_as_its_parts(one: str, other: str) -> None:
    assert abs(words(one + other) - words(one) - words(other)) <= 1


@pytest.mark.parametrize("language", DIVIDED)
def test_the_estimate_is_near_the_words_that_a_dictionary_finds(language: str) -> None:
    divided = DIVIDED[language]
    known = sum(any(map(str.isalnum, word)) for word in divided.split())
    assert words(divided.replace(" ", "")) == pytest.approx(known, rel=0.3)


def test_numbers_and_names_between_characters_count_as_words() -> None:
    assert words("渡船 9 点从 Lund 开。") == 2 + 3


def test_a_text_of_forty_characters_is_no_instruction() -> None:
    assert words("船长" * 20) >= INSTRUCTION
