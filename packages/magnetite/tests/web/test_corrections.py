"""What an author supplies makes another exam of what was read, and nothing else does."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite.report.wording import notes_of
from magnetite.web.check.checks import Checks
from magnetite.web.check.exam import (
    Corrections,
    SuppliedPassage,
    _kept,
    corrected,
    keyless,
    passageless,
    read_corrections,
    read_upload,
    understood,
    with_keys,
    with_passage,
    without_passage,
)
from magnetite.web.check.folder import check_folder, safe_name
from magnetite.web.check.worker import LOADED, _Watch

TYPED = "{number}. Question number {number}?\nA. one\nB. two\nC. three\n{key}\n"
AIKEN = "Who rowed?\nA. Mina\nB. her brother\n\nWhat was green?\nA. the boat\nB. the sea\nANSWER: A\n"
GIFT = "::one::Who rowed? {~Mina ~her brother}\n\n::two::What was green? {=the boat ~the sea}\n"
MOODLE = """<quiz><question type="multichoice"><name><text>one</text></name><questiontext><text>Who rowed?</text>
</questiontext><single>true</single><answer fraction="0"><text>Mina</text></answer><answer fraction="0">
<text>her brother</text></answer></question></quiz>"""
PARTLY = MOODLE.replace('fraction="0"><text>Mina', 'fraction="50"><text>Mina')
QTI_2 = """<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="one" title="t" adaptive="false"
timeDependent="false"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"/><itemBody>
<choiceInteraction responseIdentifier="R" maxChoices="1" shuffle="false"><prompt>Who rowed?</prompt>
<simpleChoice identifier="a">Mina</simpleChoice><simpleChoice identifier="b">her brother</simpleChoice>
</choiceInteraction></itemBody></assessmentItem>"""
QTI_1 = """<questestinterop><item ident="one"><presentation><material><mattext>Who rowed?</mattext></material>
<response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="a"><material><mattext>Mina</mattext>
</material></response_label><response_label ident="b"><material><mattext>her brother</mattext></material>
</response_label></render_choice></response_lid></presentation></item></questestinterop>"""
TABLE = '{"id": "one", "question": "Who rowed?", "options": ["Mina", "her brother"]}\n'


def read(folder: Path, name: str, text: str):
    path = folder / name
    path.write_text(text, "utf-8")
    _kept.cache_clear()
    return read_upload(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", AIKEN),
        ("a.gift", GIFT),
        ("a.xml", MOODLE),
        ("b.xml", PARTLY),
        ("c.xml", QTI_2),
        ("d.xml", QTI_1),
        ("e.jsonl", TABLE),
        ("f.txt", TYPED.format(number=1, key="") + TYPED.format(number=2, key="ANSWER: A")),
    ],
)
def test_every_format_hands_on_a_question_that_lacks_only_its_key(tmp_path, name, text):
    result = read(tmp_path, name, text)
    [(key, item)] = keyless(result).items()
    assert item.answer is None
    supplied = corrected(result, Corrections({key: 1}))
    assert {each.id: each.answer for each in supplied.dataset}[key] == 1
    assert all(each.item is None for each in supplied.left)


def typed(keys):
    return "".join(
        TYPED.format(number=number, key=f"ANSWER: {key}" if key else "") for number, key in enumerate(keys, start=1)
    )


@given(st.lists(st.sampled_from(["A", "B", "C", ""]), min_size=2, max_size=8), st.data())
def test_supplied_keys_put_questions_in_their_places_and_touch_no_other(tmp_path_factory, keys, data):
    result = read(tmp_path_factory.mktemp("typed"), "exam.txt", typed(keys))
    lacking = [str(number) for number, key in enumerate(keys, start=1) if not key]
    assert list(keyless(result)) == lacking
    supplied = {name: data.draw(st.integers(0, 2)) for name in lacking if data.draw(st.booleans())}
    now = corrected(result, Corrections(supplied))
    wanted = {str(n): "ABC".index(key) for n, key in enumerate(keys, start=1) if key} | supplied
    assert [(item.id, item.answer) for item in now.dataset] == sorted(wanted.items(), key=lambda pair: int(pair[0]))
    assert {each.item.id for each in now.left if each.item} == set(lacking) - set(supplied)
    assert corrected(result, Corrections()) == result


@given(st.integers(2, 8), st.data())
def test_a_passage_is_given_to_a_range_and_to_nobody_who_has_one(tmp_path_factory, count, data):
    result = read(tmp_path_factory.mktemp("typed"), "exam.txt", typed("A" * count))
    first, last = (str(data.draw(st.integers(1, count))) for _ in range(2))
    given_ = with_passage(result, Corrections(), "A text.", first, last)
    now = corrected(result, given_)
    inside = range(min(int(first), int(last)), max(int(first), int(last)) + 1)
    assert [item.id for item in now.dataset if item.passage == "A text."] == [str(number) for number in inside]
    assert passageless(now) == [str(number) for number in range(1, count + 1) if number not in inside]
    again = replace(
        given_, passages=(*given_.passages, SuppliedPassage("Another.", tuple(item.id for item in now.dataset)))
    )
    assert [i.passage for i in corrected(result, again).dataset if int(i.id) in inside] == ["A text."] * len(inside)
    assert without_passage(given_, "0") == Corrections()


@given(
    st.dictionaries(st.text(max_size=9), st.integers(0, 9), max_size=3),
    st.lists(st.builds(SuppliedPassage, st.text(max_size=40), st.tuples(st.text(max_size=5)))).map(tuple),
)
def test_corrections_are_read_back_as_they_were_written(keys, passages):
    whole = Corrections(keys, passages)
    back = read_corrections(whole.to_json())
    assert (back.keys, back.passages) == (whole.keys, whole.passages)


def test_what_was_supplied_is_said_in_the_report_and_what_is_no_longer_true_is_not(tmp_path):
    result = read(tmp_path, "exam.txt", typed(["A", ""]))
    assert any("1 of 1 question has no passage" in note for note in notes_of(result.dataset.notes))
    given_ = with_passage(result, Corrections({"2": 0}), "A text.", "1", "2")
    assert list(notes_of(corrected(result, given_).dataset.notes)) == [
        "The key of 1 question was supplied on the page, not by the file.",
        "The passage of 2 questions was supplied on the page, not by the file.",
    ]


def test_corrections_of_another_file_change_nothing(tmp_path):
    result = read(tmp_path, "exam.txt", typed(["A", ""]))
    other = Corrections({"1": 2, "9": 0}, (SuppliedPassage("A text.", ("9",)),))
    assert corrected(result, other).dataset.items == result.dataset.items


def test_an_option_beyond_the_last_is_refused(tmp_path):
    result = read(tmp_path, "exam.txt", typed(["A", ""]))
    with pytest.raises(UsageError, match="Question 2"):
        with_keys(result, Corrections(), {"key:2": "3"})


def test_what_is_shown_names_files_without_the_folder_they_are_kept_in(tmp_path):
    result = read(tmp_path, "exam.txt", typed(["A", ""]) + "\n3. No options?\n")
    shown = understood(result, Corrections())
    message = repr(shown)
    assert str(tmp_path) not in message
    assert "exam.txt, line" in message


@example(f"{'0' * 119} 0")  # cut behind a space
@given(st.text())
def test_any_name_becomes_the_name_of_one_file_in_one_folder(name):
    safe = safe_name(name)
    assert safe
    assert Path(safe).name == safe
    assert not safe.startswith(".")
    assert len(safe.encode()) <= 120
    assert safe_name(safe) == safe


@given(st.text())
def test_only_an_id_of_ours_names_a_folder(name):
    with pytest.raises(ValueError, match="is not the id of a check"):
        check_folder(Path("/data"), f"{name}/..")


def test_progress_grows_from_model_to_model_and_ends_whole(tmp_path):
    from magnetite.engine import Progress

    checks = Checks(tmp_path)
    checks.add("0" * 16, "exam.gift", 2)
    checks.queue("0" * 16, models=True, language="en")
    checks.start("0" * 16)
    watch, shares = _Watch(checks, "0" * 16, 2), []
    for label in ("check: O", "check: QO"):
        for done in (0, 50, 100):
            watch._last = 0.0
            watch(label, Progress(done, 100, done, 100, 1.0))
            shares.append(checks.get("0" * 16).share)
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (LOADED, 1.0)


def test_what_a_check_is_doing_is_said_in_words(tmp_path):
    from magnetite.web.check.app import _doing

    checks = Checks(tmp_path)
    checks.add("0" * 16, "exam.gift", 2)
    checks.queue("0" * 16, models=True, language="en")
    checks.start("0" * 16)
    checks.progress("0" * 16, 0.5, "answering")
    assert _doing(checks.get("0" * 16)) == "Models answer the questions"


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.txt", AIKEN), ("a.gift", GIFT), ("a.xml", MOODLE), ("b.xml", QTI_2), ("c.xml", QTI_1), ("a.jsonl", TABLE)],
)
def test_a_question_without_a_key_shows_no_option_as_right_and_any_other_its_own_alone(
    name: str, text: str, tmp_path: Path
) -> None:
    exam = read(tmp_path, name, text)
    lacking = list(keyless(exam))
    assert lacking
    for corrections in (Corrections(), Corrections(keys={lacking[0]: 1})):
        keys = {item.id: item.answer for item in corrected(exam, corrections).dataset}
        shown = understood(exam, corrections)
        questions = [*shown.keyless, *(each for section in shown.sections for each in section.questions)]
        assert {question.id for question in shown.keyless} == set(lacking)
        for question in questions:
            right = [at for at, choice in enumerate(question.choices) if choice.right]
            assert right == [key for key in (keys.get(question.id),) if key is not None]
            assert question.keyed == bool(right)
