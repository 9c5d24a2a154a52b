"""A prompt shows what a view leaves and nothing else; a template's mistakes are named with what was expected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite.core.cells import Context
from magnetite.scorers.prompts import letters, prompt

ANN = Context("Ann has a cat.", "What has Ann?")
OPTIONS = ("a cat", "a dog")
OWN = (
    "{% if passage %}Text: {{ passage }}\n{% endif %}{{ question }}"
    "{% for o in options %} ({{ o.letter }}) {{ o.text }}{% endfor %} ="
)


@pytest.fixture
def template(tmp_path):
    """Return a function that writes a template and gives its path."""

    def write(source, encoding="utf-8"):
        path = tmp_path / "own.j2"
        path.write_text(source, encoding)
        return str(path)

    return write


def test_the_plain_prompt_shows_passage_question_and_asks_for_the_answer():
    assert prompt("plain").render(ANN) == "Ann has a cat.\n\nQuestion: What has Ann?\nAnswer:"


def test_options_are_shown_with_their_letters():
    assert prompt("plain").render(ANN, OPTIONS) == (
        "Ann has a cat.\n\nQuestion: What has Ann?\nA. a cat\nB. a dog\nAnswer:"
    )


@pytest.mark.parametrize(
    ("context", "text"),
    [
        (Context("", "What has Ann?"), "Question: What has Ann?\nAnswer:"),
        (Context("Ann has a cat.", ""), "Ann has a cat.\n\nAnswer:"),
        (Context("", ""), "Answer:"),
    ],
    ids=["QO", "CO", "O"],
)
def test_a_part_that_a_view_removes_leaves_no_trace(context, text):
    assert prompt("plain").render(context) == text


def test_added_text_follows_the_passage():
    assert (
        prompt("plain")
        .render(Context("Ann has a cat.", "What?", added="cat the"))
        .startswith("Ann has a cat. cat the\n")
    )


def test_the_options_that_a_context_shows_play_no_part_unless_they_are_asked_for():
    assert prompt("plain").render(Context("P", "Q", OPTIONS)) == prompt("plain").render(Context("P", "Q"))


def test_a_chat_prompt_says_how_to_reply_where_options_are_shown():
    assert prompt("chat").render(ANN, OPTIONS).endswith("B. a dog\nReply with the letter of the right option only.")
    assert prompt("chat").render(ANN) == prompt("plain").render(ANN)


def test_a_prompt_that_begins_the_reply_asks_as_a_chat_does_and_is_named_apart():
    begun, chat = prompt("chat-answer"), prompt("chat")
    assert begun.render(ANN, OPTIONS) == chat.render(ANN, OPTIONS)
    assert (begun.chat, begun.reply) == (True, "The answer is")
    assert begun.fingerprint != chat.fingerprint
    assert not chat.reply
    assert not prompt("plain").reply


def test_texts_are_shown_as_they_are_not_read_as_a_template():
    text = prompt("plain").render(Context("{{ question }} {% if %} <b>&", "{# ? #}"), ("{{ 1 }}", "b"))
    assert text == "{{ question }} {% if %} <b>&\n\nQuestion: {# ? #}\nA. {{ 1 }}\nB. b\nAnswer:"


def test_a_file_is_a_template_of_ones_own_for_chat_or_not(template):
    own = prompt(template(OWN))
    assert own.render(ANN, OPTIONS) == "Text: Ann has a cat.\nWhat has Ann? (A) a cat (B) a dog ="
    assert own.source == OWN
    assert not own.chat
    assert prompt(f"chat:{own.name}").chat


def test_a_fingerprint_follows_the_template_and_chat_not_the_files_name(template, tmp_path):
    first = prompt(template(OWN))
    (tmp_path / "copy.j2").write_text(OWN)
    assert prompt(str(tmp_path / "copy.j2")).fingerprint == first.fingerprint
    others = (prompt("plain"), prompt("chat"), prompt(f"chat:{first.name}"), prompt(template(f"{OWN}:")))
    assert len({first.fingerprint, *(other.fingerprint for other in others)}) == 5


def test_a_prompt_knows_whether_it_shows_the_options(template):
    assert prompt("chat").shows_options
    assert prompt(template(OWN)).shows_options
    assert not prompt(template("{{ passage }} {{ question }}")).shows_options
    without_letters = "{{ passage }} {{ question }}{% for o in options %} {{ o.text }}{% endfor %}"
    assert not prompt(template(without_letters)).shows_options


def test_a_near_miss_of_a_name_and_a_file_that_is_not_there_are_named():
    with pytest.raises(
        UsageError, match=r"prompt 'chatt' does not exist\. Known: plain, chat, chat-answer\. Did you mean 'chat'\?"
    ):
        prompt("chatt")
    with pytest.raises(UsageError, match=r"prompt 'my/own\.j2': there is no such file"):
        prompt("my/own.j2")


def test_a_file_that_is_no_text_is_refused(template, tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        prompt(template("Grüße {{ passage }} {{ question }}", "latin-1"))
    with pytest.raises(UsageError, match="cannot be read"):
        prompt(str(tmp_path))


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("{{ passage }}\n{% if %}{{ question }}", "line 2: Expected an expression"),
        ("{{ passage }} {{ questoin }}", "'questoin' is undefined"),
        ("{{ passage }} {{ question }}{% for o in options %}{{ o.leter }}{% endfor %}", "no attribute 'leter'"),
        ("{{ passage }} {{ question }} {{ passage.__class__.__mro__ }}", "unsafe"),
        ("{{ passage }} What?", "does not show the question"),
        ("{{ question }}", "does not show the passage"),
        ("{{ passage }}{% if not options %} {{ question }}{% endif %}", "does not show the question"),
    ],
)
def test_a_template_that_cannot_serve_is_refused_before_anything_is_scored(template, source, problem):
    with pytest.raises(UsageError, match=f"own.j2'.*{problem}"):
        prompt(template(source))


def test_there_are_letters_for_26_options_and_no_more():
    assert "".join(letters(26)) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    with pytest.raises(UsageError, match=r"27 options cannot be answered by a letter.*--scoring cloze"):
        letters(27)


@given(st.text(), st.text(), st.lists(st.text(), max_size=4))
def test_whatever_the_texts_are_they_appear_whole(passage, question, options):
    text = prompt("plain").render(Context(passage, question), options)
    assert all(part.strip() in text for part in (passage, question, *options))
