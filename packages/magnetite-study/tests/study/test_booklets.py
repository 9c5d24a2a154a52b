"""Booklets on paper: what the participant would see on a screen, nothing more; and the key apart."""

import html
import re

import pytest
from lxml import html as parsed

from examfiles.errors import StoreError
from examfiles.items import Item, letter
from magnetite.report.wording import LANGUAGES, wording
from magnetite_study.booklets import booklets_html, key_html, write_booklets
from tests.study.made import attack, items, no_passage

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)> & \u202e{{ 7 * 7 }}'


def read(text):
    return parsed.document_fromstring(text)


def test_a_booklet_prints_every_question_in_the_participants_order_with_their_options():
    design = attack(4)
    page = read(booklets_html(design, [1, 2]))
    for number, booklet in zip((1, 2), page.find_class("booklet"), strict=True):
        sections = booklet.find_class("question")
        for shown, section in zip(design.booklet(number), sections, strict=True):
            options = [li.text_content().split(maxsplit=1) for li in section.xpath(".//li")]
            assert [option for _, option in options] == list(shown.options)
            assert [name for name, _ in options] == ["A", "B", "C", "D"]
            assert section.find_class("stem")[0].text_content() == shown.question
            assert section.find_class("passage")[0].text_content().strip() == shown.passage
        assert booklet.find_class("who")[0].text_content() == f"Participant {number}-{design.check_letter(number)}"


def test_the_answer_sheet_has_a_line_a_question_and_a_circle_an_option():
    design = attack(4, items=[*items(3), Item("i9", "p9", "Passage.", "Which?", ("x", "y", "z"), 0)])
    page = read(booklets_html(design, [1]))
    lines = page.xpath("//ol[@class='marks']/li")
    circles = [len(line.find_class("circle")) for line in lines]
    assert circles == [len(shown.options) for shown in design.booklet(1)]
    assert sorted(circles) == [3, 4, 4, 4]


def test_no_key_form_condition_or_id_is_in_a_booklet():
    design = attack(4, title="Reading")
    text = booklets_html(design, [1, 2, 3])
    for telling in ("original", "attacked", "magnetite", "form A", *(q.id for q in design.questions)):
        assert telling not in text.replace("form-action", "")
    for shown in design.booklet(1):
        assert (
            len({li.attrib.get("class") for li in read(text).find_class("question")[shown.position - 1].xpath(".//li")})
            == 1
        )


def test_without_the_passage_there_is_none_on_paper():
    page = read(booklets_html(no_passage(4), [1]))
    assert not page.find_class("passage")
    assert "left out on purpose" in page.text_content()


def test_the_key_names_the_printed_letter_of_the_answer_and_of_the_magnet():
    design = attack(4)
    page = read(key_html(design, [2]))
    rows = [[cell.text_content() for cell in row.xpath("td")] for row in page.xpath("//tbody/tr")]
    for shown, row in zip(design.booklet(2), rows, strict=True):
        question = design.question(shown.id)
        magnet = letter(shown.order.index(question.magnet.replaced)) if shown.condition == "attacked" else ""
        assert row == [
            str(shown.position),
            letter(shown.order.index(question.answer)),
            magnet,
            shown.id,
            question.item.id,
        ]


def test_whatever_stands_in_the_texts_stays_text():
    odd = [Item(f"{HOSTILE}{k}", f"p{k}", HOSTILE, HOSTILE, (HOSTILE, "b", "c", f"d{k}"), 1) for k in range(2)]
    design = attack(2, items=odd, title=HOSTILE, instructions=HOSTILE, fields=(HOSTILE,))
    for text in (booklets_html(design, [1]), key_html(design, [1])):
        page = read(text)
        assert not page.xpath("//script | //img | //*[@onerror]")
        assert html.escape(HOSTILE, quote=True).split("&amp;")[0] in text or "&lt;script&gt;" in text
        assert "49" not in page.text_content()


def test_a_page_loads_nothing():
    for text in (booklets_html(attack(4), [1]), key_html(attack(4), [1])):
        assert "default-src 'none'" in read(text).xpath("//meta[@http-equiv]/@content")[0]
        assert not re.search(r"(src|href)=", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_booklet_is_printed_in_every_language(language):
    page = read(booklets_html(attack(2, language=language), [1]))
    assert page.get("lang") == language
    assert wording(language).say("booklet-sheet") in page.text_content()


def test_what_the_organiser_says_stands_in_place_of_the_usual_words():
    design = attack(2, title="Lesen", instructions="First line.\n\nSecond line.", fields=("Age", "School"))
    page = read(booklets_html(design, [1]))
    assert page.xpath("//header/p/text()")[1:3] == ["First line.", "Second line."]
    assert [dt.text_content() for dt in page.xpath("//dt")] == ["Age", "School"]


def test_both_files_are_written_and_a_folder_that_cannot_be_is_a_clear_error(tmp_path):
    booklets, key, _ = write_booklets(attack(2), [1], tmp_path / "new")
    assert (booklets.name, key.name) == ("booklets.html", "key.html")
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StoreError, match="cannot be written"):
        write_booklets(attack(2), [1], tmp_path / "file")
