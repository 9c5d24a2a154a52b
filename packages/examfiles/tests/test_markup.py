"""Markup: what a candidate sees becomes text, what is emphasised is known, and nothing dangerous is followed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import DataError
from examfiles.markup import html_text, markdown, moodle_text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a &amp; b &lt; c&nbsp;d", "a & b < c d"),
        ("<p>one</p><p>two<br/>three</p>", "one\ntwo\nthree"),
        ("one<div>two</div>three", "one\ntwo\nthree"),
        ("<b><p>one</p></b>two", "one\ntwo"),
        ("one<br><br>two<br></p>", "one\n\ntwo"),
        ("  a \n\t b  ", "a b"),
        ("<pre>a  b\n  c</pre>", "a  b\n  c"),
        ("<ul><li>x<li>y</ul>", "- x\n- y"),
        ("<ol><li>x</li><li>y</li></ol>", "1. x\n2. y"),
        ("<table><tr><td>a<td>b</tr><tr><td>c<td>d</table>", "a | b\nc | d"),
        ("x<sup>2</sup> and H<sub>2</sub>O", "x^2 and H2O"),
        ("<math><mfrac><mn>1</mn><mn>6</mn></mfrac></math>", "1/6"),
        ('<img alt="a  dog" src="x.png">', "[image: a dog]"),
        ('<img title="a  dog" src="x.png">', "[image: a dog]"),
        ('<img alt="a dog" title="a cat" src="x.png">', "[image: a dog]"),
        ('see<img src="a/b/the%20map.png?w=3">there', "see [image: the map.png] there"),
        ('<img src="data:image/png;base64,AAAA">', "[image]"),
        ('<audio controls><source src="x/talk.mp3"></audio>', "[audio: talk.mp3]"),
        ("a<script>alert(1)</script><style>p{}</style><!-- c -->b", "ab"),
        ("unclosed <b>bold", "unclosed bold"),
        ("", ""),
    ],
)
def test_markup_becomes_what_is_seen(source: str, text: str) -> None:
    assert html_text(source).text == text


def test_what_is_emphasised_is_kept_however_it_is_written() -> None:
    source = 'Which is <b>not</b> a <em>big <i>red</i></em> <span style="text-decoration: underline">dog</span>?'
    text = html_text(source)
    assert (text.text, text.emphasised) == ("Which is not a big red dog?", ("not", "big red", "dog"))
    set_as = [(mark.tag, text.text[mark.start : mark.end]) for mark in text.marks]
    assert set_as == [("strong", "not"), ("em", "big red"), ("em", "red"), ("u", "dog")]
    text = markdown("Which is **not** a _dog_, 2*3*4 or snake_case_name?\nAnd 3 < **4**?")
    assert text.text == "Which is not a dog, 2*3*4 or snake_case_name?\nAnd 3 < 4?"
    assert (text.emphasised, [mark.tag for mark in text.marks]) == (("not", "dog", "4"), ["strong", "em", "strong"])


def test_text_of_moodles_own_format_is_markup_only_where_it_holds_some() -> None:
    assert moodle_text("a < b\nand c > d & e").text == "a < b\nand c > d & e"
    assert moodle_text("<i>a</i>\nb").text == "a\nb"


def test_markup_that_is_nested_too_deep_is_refused_and_not_cut() -> None:
    with pytest.raises(DataError, match="nested more than 256 levels deep"):
        html_text("<div>" * 5000 + "lost?" + "</div>" * 5000)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_any_text_is_read_and_escaped_text_comes_back_but_for_its_spaces(text: str) -> None:
    html_text(text)
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    assert html_text(f"<p>{escaped}</p>").text.split() == text.split()
