"""QTI: items of every version with their stimuli and keys, packages in their order, and the rest named."""

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.format import Document, Outcome, PlacedItem, Remark
from examfiles.items import LeftOut
from examfiles.readers import qti
from examfiles.reasons import Reason
from examfiles.wording import notes_of, skipped_lines

SAMPLES = Path(__file__).parent / "samples"
NS2 = 'xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2"'


def said(left: Outcome) -> str:
    assert isinstance(left, LeftOut)
    return skipped_lines([left])[0]


def outcomes(xml: str) -> list[Outcome]:
    return list(qti.read(Document("exam.xml", "exam.xml", xml.encode())))


def only(xml: str) -> Outcome:
    (found,) = outcomes(xml)
    return found


def reasons(skipped: tuple[LeftOut, ...]) -> list[str]:
    return [sentence.split("left out ")[1] for sentence in skipped_lines(skipped)]


def item_12(processing: str, options: Sequence[str] = "ABC", presentation: str = "") -> str:
    labels = "".join(
        f'<response_label ident="{name}"><material><mattext>{name.lower()}</mattext></material></response_label>'
        for name in options
    )
    presentation = presentation or (
        "<material><mattext>Who?</mattext></material>"
        f'<response_lid ident="R" rcardinality="Single"><render_choice>{labels}</render_choice></response_lid>'
    )
    return (
        f'<questestinterop><item ident="i"><presentation>{presentation}</presentation>'
        f"<resprocessing>{processing}</resprocessing></item></questestinterop>"
    )


def condition(test: str, score: str, action: str = "Set", continues: str = "No") -> str:
    return (
        f'<respcondition continue="{continues}"><conditionvar>{test}</conditionvar>'
        f'<setvar action="{action}">{score}</setvar></respcondition>'
    )


def equal(name: str) -> str:
    return f'<varequal respident="R">{name}</varequal>'


def item_2(declaration: str, interaction: str = "", processing: str = "", body: str = "", more: str = "") -> str:
    choices = "".join(f'<simpleChoice identifier="{name}">{name.lower()}</simpleChoice>' for name in "ABC")
    interaction = interaction or (
        f'<choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Who?</prompt>{choices}</choiceInteraction>'
    )
    return (
        f'<assessmentItem {NS2} identifier="i">'
        f'<responseDeclaration identifier="R" cardinality="single" baseType="identifier">{declaration}'
        f"</responseDeclaration>{more}<itemBody>{body}{interaction}</itemBody>{processing}</assessmentItem>"
    )


CORRECT = "<correctResponse><value>B</value></correctResponse>"


def answer(one: Outcome) -> int | None:
    assert isinstance(one, PlacedItem), one
    return one.item.answer


def test_a_canvas_export_gives_its_items_with_the_text_before_them() -> None:
    exam = read(SAMPLES / "canvas.xml")
    assert [(item.id, item.answer) for item in exam] == [("c1", 1), ("c2", 1), ("c3", 0)]
    assert {item.passage_id for item in exam} == {"t1"}
    assert exam[0].passage.startswith("Nobody in Ostby owns a car.")
    assert "\nand the only road" in exam[0].passage
    assert (exam[0].question, exam[0].metadata["emphasised"]) == ("Where does the road end? Look at the map.", "Look")
    assert reasons(exam.skipped) == [
        "(several of its options may be ticked)",
        "(an essay question: it has no options)",
    ]


def test_a_stimulus_that_items_name_belongs_to_those_alone() -> None:
    exam = read(SAMPLES / "new-quizzes.xml", passage_needed=False)
    assert [(item.id, bool(item.passage)) for item in exam] == [("n1", True), ("n2", False)]
    assert not exam.skipped  # the stimulus was used


def test_a_package_is_read_in_the_order_of_its_test_and_then_of_its_manifest() -> None:
    exam = read(SAMPLES / "package", passage_needed=False)
    assert [item.id for item in exam] == ["q2", "q1", "q3"]
    two, one, three = exam.items
    assert two.passage.startswith("Long before the road came")  # a long text around the prompt
    assert two.question == "Who was carried?"
    assert one.passage.startswith("Terraces\nRice stands")  # a shared stimulus
    assert (one.passage_id, one.question) == ("terraces", "Read the text.\nWhat is not grown there?")
    assert (one.options, one.metadata["emphasised"]) == (("rice", "tea"), "not")  # feedback is not seen
    assert (three.question, three.passage) == ("The priest could _____.", "")
    assert reasons(exam.skipped) == [
        "(the file 'items/q9.xml' it refers to is missing)",
        "(it has no key: no correct response is declared, and none could be computed)",
        "(an essay question: it has no options)",
        "(several of its options may be ticked)",
    ]


def test_version_3_is_read_as_version_2_is() -> None:
    (item,) = read(SAMPLES / "package3")
    assert (item.id, item.passage, item.question) == (
        "v3",
        "The wind blows from the north.",
        "From where does it blow?",
    )
    assert (item.options, item.answer, item.passage_id) == (("south", "north"), 1, "wind")


def test_a_single_item_finds_its_stimulus_beside_it_and_a_zip_is_its_folder(tmp_path: Path) -> None:
    assert read(SAMPLES / "package3/item.xml").items == read(SAMPLES / "package3").items
    path = tmp_path / "exam.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted((SAMPLES / "package").rglob("*.xml")):
            archive.write(file, str(file.relative_to(SAMPLES / "package")))
    assert read(path, passage_needed=False).items == read(SAMPLES / "package", passage_needed=False).items


@pytest.mark.parametrize(
    "href", ["../../../secret.xml", "/etc/passwd", "file:///etc/passwd", "http://example.org/x.xml"]
)
def test_a_stimulus_outside_the_package_is_never_read(tmp_path: Path, href: str) -> None:
    (tmp_path / "secret.xml").write_text((SAMPLES / "package3/wind.xml").read_text(encoding="utf-8"), encoding="utf-8")
    folder = tmp_path / "a/b"
    folder.mkdir(parents=True)
    item = (SAMPLES / "package3/item.xml").read_text(encoding="utf-8").replace("wind.xml", href)
    (folder / "item.xml").write_text(item, encoding="utf-8")
    exam = read(folder / "item.xml", passage_needed=False)
    assert exam[0].passage == ""
    (note,) = [note for note in exam.notes if note.code == "note-stimulus-missing"]
    assert (note.values["file"], note.values["questions"]) == (repr(href), 1)


def test_an_item_of_a_package_finds_its_stimulus_in_another_folder_and_nothing_above_the_package(
    tmp_path: Path,
) -> None:
    from shutil import copytree

    copytree(SAMPLES / "package", tmp_path / "bank/package")
    item = tmp_path / "bank/package/items/q1.xml"
    whole = read(tmp_path / "bank/package", passage_needed=False)
    assert read(item).items == tuple(one for one in whole if one.id == "q1")
    (tmp_path / "bank/package/texts/terraces.xml").rename(tmp_path / "bank/terraces.xml")
    item.write_text(item.read_text("utf-8").replace("../texts/terraces.xml", "../../terraces.xml"), "utf-8")
    assert read(item, passage_needed=False)[0].passage == ""


@pytest.mark.parametrize(
    ("attributes", "begins", "is_passage"),
    [
        ("", "The mill by the river", True),
        ('use="instructions"', "The mill by the river", False),
        ("", "Read the text and choose the best answer to each question", False),
        ("", "Lesen Sie den Text und kreuzen Sie an", False),
    ],
)
def test_what_leads_a_section_is_a_passage_unless_it_instructs(
    tmp_path: Path, attributes: str, begins: str, is_passage: bool
) -> None:
    text = f"{begins} {'and more of it ' * 6}."
    rubric = f'<rubricBlock view="candidate" {attributes}><p>{text}</p></rubricBlock>'
    (tmp_path / "test.xml").write_text(
        f'<assessmentTest identifier="t"><testPart identifier="p"><assessmentSection identifier="s">{rubric}'
        '<assessmentItemRef identifier="i" href="item.xml"/></assessmentSection></testPart></assessmentTest>'
    )
    item = (SAMPLES / "package3/item.xml").read_text(encoding="utf-8")
    (tmp_path / "item.xml").write_text(re.sub(r"<qti-assessment-stimulus-ref[^>]*/>", "", item), encoding="utf-8")
    exam = read(tmp_path, passage_needed=False)
    assert exam[0].passage == (text if is_passage else "")


BLACKBOARD = """<?xml version="1.0" encoding="UTF-8"?>
<questestinterop><assessment title="Unit 4"><section><item maxattempts="0"><itemmetadata>
<bbmd_questiontype>Multiple Choice</bbmd_questiontype></itemmetadata><presentation><flow class="Block">
<flow class="QUESTION_BLOCK"><flow class="FORMATTED_TEXT_BLOCK"><material><mat_extension>
<mat_formattedtext type="HTML">&lt;p&gt;Who &lt;b&gt;rowed&lt;/b&gt;?&lt;/p&gt;</mat_formattedtext></mat_extension>
</material></flow></flow><flow class="RESPONSE_BLOCK">
<response_lid ident="response" rcardinality="Single" rtiming="No"><render_choice shuffle="No">{labels}</render_choice>
</response_lid></flow></flow></presentation><resprocessing scoremodel="SumOfScores"><outcomes>
<decvar varname="SCORE" vartype="Decimal" defaultval="0" minvalue="0"/></outcomes>
<respcondition title="correct"><conditionvar><varequal respident="response" case="No">b2</varequal></conditionvar>
<setvar variablename="SCORE" action="Set">SCORE.max</setvar><displayfeedback linkrefid="correct"/></respcondition>
<respcondition title="incorrect"><conditionvar><other/></conditionvar>
<setvar variablename="SCORE" action="Set">0</setvar>
</respcondition></resprocessing></item></section></assessment></questestinterop>"""


def test_formatted_text_as_blackboard_writes_it_is_read_from_its_own_package(tmp_path: Path) -> None:
    labels = "".join(
        f'<flow_label class="Block"><response_label ident="{name}"><flow_mat class="FORMATTED_TEXT_BLOCK"><material>'
        f'<mat_extension><mat_formattedtext type="HTML">&lt;i&gt;{text}&lt;/i&gt;</mat_formattedtext></mat_extension>'
        "</material></flow_mat></response_label></flow_label>"
        for name, text in (("a1", "Ann"), ("b2", "Bo"))
    )
    path = tmp_path / "pool.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("res00001.dat", BLACKBOARD.format(labels=labels))
        archive.writestr("res00002.dat", "not XML at all")
    exam = read(path, passage_needed=False)
    assert [(item.question, item.options, item.answer) for item in exam] == [("Who rowed?", ("Ann", "Bo"), 1)]
    assert exam[0].metadata["emphasised"] == "rowed"
    assert exam.skipped == ()


def test_the_key_of_version_1_is_what_scores_most() -> None:
    set_b = condition(equal("B"), "100")
    assert answer(only(item_12(set_b))) == 1
    assert answer(only(item_12(condition("<other/>", "0", continues="Yes") + set_b))) == 1
    assert answer(only(item_12(condition(equal("A"), "50") + condition(equal("C"), "100")))) == 2
    assert answer(only(item_12(condition(f"<not>{equal('B')}</not>", "-1") + set_b))) == 1
    assert answer(only(item_12(condition(f"<or>{equal('A')}{equal('B')}</or>", "0") + condition(equal("C"), "1")))) == 2
    adds = condition(equal("A"), "1", "Add", "Yes") + condition(f"<not>{equal('B')}</not>", "1", "Add")
    assert answer(only(item_12(adds))) == 0


def test_a_thousand_options_are_scored() -> None:
    names = [f"N{number}" for number in range(1000)]
    conditions = "".join(condition(equal(name), "1" if name == "N777" else "0") for name in names)
    assert answer(only(item_12(conditions, options=names))) == 777


@pytest.mark.parametrize(
    ("processing", "reason"),
    [
        ("", "it has no key: no response processing"),
        (condition(equal("A"), "0"), "it has no key: no option is marked as right"),
        (condition(f"<or>{equal('A')}{equal('B')}</or>", "1"), "2 of its options are right (A, B); one is expected"),
        (condition("<vargt respident='R'>1</vargt>", "1"), "its key is computed in a way that is not supported"),
    ],
)
def test_an_item_of_version_1_without_one_key_says_why(processing: str, reason: str) -> None:
    assert said(only(item_12(processing))) == f"exam.xml, line 1, item 'i': left out ({reason})"


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        (item_12(condition(equal("X"), "1")), "the key names 'X', which is not one of its 3 options"),
        (item_12(condition(equal("A"), "1"), options="AAB"), "two of its options have the same ident"),
        (item_2(CORRECT.replace("B", "X")), "the key 'X' is not one of its 3 options"),
        (item_2(CORRECT.replace("</value>", "</value><value>A</value>")), "found 2 correct responses to a single"),
        (item_2('<mapping><mapEntry mapKey="A" mappedValue="x"/></mapping>'), "the mapped value 'x' is not a number"),
    ],
)
def test_a_key_that_contradicts_or_names_nothing_is_an_error(xml: str, message: str) -> None:
    error = only(xml)
    assert isinstance(error, DataError)
    assert message in str(error)
    assert "item 'i'" in str(error)


def test_the_key_of_version_2_is_declared_mapped_or_computed() -> None:
    mapping = '<mapping><mapEntry mapKey="C" mappedValue="2"/><mapEntry mapKey="A" mappedValue="1"/></mapping>'
    rule = (
        "<responseProcessing><responseCondition><responseIf><match><variable identifier='R'/>"
        "<baseValue baseType='identifier'>C</baseValue></match><setOutcomeValue identifier='SCORE'>"
        "<baseValue baseType='float'>1</baseValue></setOutcomeValue></responseIf>{}"
        "</responseCondition></responseProcessing>"
    )
    assert answer(only(item_2(CORRECT))) == 1
    assert answer(only(item_2(mapping))) == 2
    assert answer(only(item_2("", processing=rule.format("")))) == 2
    unread = rule.format("<responseElse><lookupOutcomeValue identifier='SCORE'/></responseElse>")
    assert only(item_2("", processing=unread)) == LeftOut("exam.xml (item 'i')", Reason("left-no-key-declared"))


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (item_2(CORRECT, '<textEntryInteraction responseIdentifier="R"/>'), "a question with a typed answer"),
        (item_2(CORRECT, "<p/>"), "it asks nothing: it has no interaction"),
        (
            item_2(CORRECT.replace("</value>", "</value><value>A</value>")).replace('"single"', '"multiple"'),
            "several of its options may be ticked",
        ),
        (
            item_2(CORRECT, body="<printedVariable identifier='X'/>"),
            "its text or its key is drawn at random for each candidate",
        ),
        (item_2(CORRECT, '<textEntryInteraction responseIdentifier="S"/>' * 2), "it has 2 parts to answer"),
        (item_2(CORRECT).replace('responseIdentifier="R"', 'responseIdentifier="Q"'), "its response is not declared"),
        (item_2(CORRECT, '<customInteraction responseIdentifier="R"/>'), "a question of the kind customInteraction"),
    ],
)
def test_an_item_of_another_kind_says_which(xml: str, reason: str) -> None:
    assert said(only(xml)) == f"exam.xml (item 'i'): left out ({reason})"


def test_the_same_item_in_a_bank_and_a_test_is_read_once_and_remarked(tmp_path: Path) -> None:
    for name in ("bank.xml", "test.xml"):
        (tmp_path / name).write_text(item_12(condition(equal("B"), "1")), encoding="utf-8")
    exam = read(tmp_path, passage_needed=False)
    assert len(exam) == 1
    assert any("the same item is at" in note for note in notes_of(exam.notes))


def test_two_items_with_one_id_and_other_texts_are_an_error(tmp_path: Path) -> None:
    for name, key in (("bank.xml", "A"), ("test.xml", "B")):
        (tmp_path / name).write_text(item_12(condition(equal(key), "1")), encoding="utf-8")
    with pytest.raises(DataError, match=r"test\.xml, line 1, item 'i': the id 'i' is taken by .*bank\.xml"):
        read(tmp_path, passage_needed=False)


def test_feedback_of_version_1_is_what_its_processing_shows() -> None:
    def says(name: str) -> str:
        return f'<displayfeedback feedbacktype="Response" linkrefid="{name}"/>'

    def shows(test: str, name: str, score: str = "", continues: str = "Yes") -> str:
        change = f'<setvar action="Set">{score}</setvar>' if score else ""
        tests = f"<conditionvar>{test}</conditionvar>"
        return f'<respcondition continue="{continues}">{tests}{change}{says(name)}</respcondition>'

    processing = (
        shows("<other/>", "all")
        + shows(equal("A"), "a")
        + shows(equal("B"), "right", "100", "No")
        + shows("<other/>", "wrong")
    )
    texts = "".join(
        f'<itemfeedback ident="{name}"><flow_mat><material><mattext>Said: {name}.</mattext></material></flow_mat>'
        "</itemfeedback>"
        for name in ("all", "a", "right", "wrong", "never")
    )
    item = only(item_12(processing).replace("</resprocessing>", f"</resprocessing>{texts}"))
    assert isinstance(item, PlacedItem)
    assert item.item.answer == 1
    assert dict(item.item.metadata) == {
        "feedback": "Said: all.",
        "feedback_a": "Said: a.\nSaid: wrong.",
        "feedback_b": "Said: right.",
        "feedback_c": "Said: wrong.",
        "not_read": "itemfeedback",  # the one that is never shown
    }


def test_section_files_are_read_where_a_test_refers_to_them_and_alone(tmp_path: Path) -> None:
    root = tmp_path / "exam"
    (root / "parts").mkdir(parents=True)
    for name in ("one", "two", "three"):
        (root / f"parts/{name}.xml").write_text(item_2(CORRECT).replace('identifier="i"', f'identifier="{name}"', 1))
    rubric = f"<rubricBlock view='candidate'><p>{'The mill stands by the river. ' * 8}</p></rubricBlock>"
    deeper = '<assessmentSectionRef identifier="s2" href="deeper.xml"/>'
    refs = [f'<assessmentItemRef identifier="{name}" href="{name}.xml"/>' for name in ("one", "two", "three")]
    (root / "parts/first.xml").write_text(
        f'<assessmentSection {NS2} identifier="s1" title="1" visible="true">{rubric}{refs[0]}{deeper}'
        "</assessmentSection>"
    )
    (root / "parts/deeper.xml").write_text(
        f'<assessmentSection {NS2} identifier="s2" title="2" visible="true">{refs[1]}{refs[2]}</assessmentSection>'
    )
    (root / "test.xml").write_text(
        f'<assessmentTest {NS2} identifier="t" title="t"><testPart identifier="p"><assessmentSectionRef '
        'identifier="s1" href="parts/first.xml"/></testPart></assessmentTest>'
    )
    for path in (root, root / "test.xml"):
        exam = read(path)
        assert [item.id for item in exam] == ["one", "two", "three"]
        assert len({item.passage for item in exam}) == 1
        assert exam[0].passage.startswith("The mill stands")
        assert exam.skipped == ()
    assert [item.id for item in read(root / "parts/deeper.xml", passage_needed=False)] == ["two", "three"]
    (root / "parts/deeper.xml").unlink()
    assert reasons(read(root / "test.xml").skipped) != []


def test_sections_that_refer_to_each_other_are_read_once(tmp_path: Path) -> None:
    for own, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{own}.xml").write_text(
            f'<assessmentSection identifier="{own}"><assessmentSectionRef identifier="{other}" href="{other}.xml"/>'
            "</assessmentSection>"
        )
    with pytest.raises(DataError, match="nothing to read"):
        read(tmp_path / "a.xml")


def test_a_condition_of_version_1_that_only_shows_feedback_ends_nothing() -> None:
    shows = (
        f'<respcondition continue="No"><conditionvar>{equal("C")}</conditionvar>'
        '<displayfeedback feedbacktype="Response" linkrefid="f"/></respcondition>'
    )
    assert answer(only(item_12(shows + condition(equal("A"), "1") + condition(equal("C"), "2")))) == 2


def test_a_score_may_be_computed_of_others_and_feedback_is_none_of_them() -> None:
    processing = (
        "<responseProcessing><responseCondition><responseIf><match><variable identifier='R'/>"
        "<baseValue baseType='identifier'>C</baseValue></match><setOutcomeValue identifier='RAW'>"
        "<baseValue baseType='float'>2</baseValue></setOutcomeValue><setOutcomeValue identifier='FEEDBACK'><multiple>"
        "<variable identifier='FEEDBACK'/><baseValue baseType='identifier'>right</baseValue></multiple>"
        "</setOutcomeValue></responseIf></responseCondition>"
        "<setOutcomeValue identifier='SCORE'><variable identifier='RAW'/></setOutcomeValue></responseProcessing>"
    )
    declared = "".join(
        f"<outcomeDeclaration identifier='{name}' cardinality='single' baseType='float'/>" for name in ("RAW", "SCORE")
    )
    assert answer(only(item_2("", processing=processing, more=declared))) == 2


def test_a_score_that_every_choice_begins_with_is_worth_nothing() -> None:
    declared = (
        "<outcomeDeclaration identifier='SCORE' cardinality='single' baseType='float'><defaultValue><value>1</value>"
        "</defaultValue></outcomeDeclaration>"
    )
    processing = (
        "<responseProcessing><responseCondition><responseIf><match><variable identifier='R'/>"
        "<baseValue baseType='identifier'>C</baseValue></match><setOutcomeValue identifier='SCORE'><sum>"
        "<variable identifier='SCORE'/><baseValue baseType='float'>2</baseValue></sum></setOutcomeValue></responseIf>"
        "</responseCondition></responseProcessing>"
    )
    found = only(item_2("", processing=processing, more=declared))
    assert answer(found) == 2
    assert isinstance(found, PlacedItem)
    assert "credit" not in found.item.metadata


def test_a_declared_key_stands_where_another_option_has_the_full_mark_too() -> None:
    mapping = '<mapping><mapEntry mapKey="A" mappedValue="2"/><mapEntry mapKey="B" mappedValue="2"/></mapping>'
    assert answer(only(item_2(CORRECT + mapping))) == 1


def test_an_extension_beside_a_response_is_no_further_part_and_in_a_text_no_question() -> None:
    extension = "<response_extension><display_style>2</display_style></response_extension>"
    plain = item_12(condition(equal("B"), "100"))
    item = plain.replace('<response_lid ident="R"', f'{extension}<response_lid ident="R"')
    text = " ".join(["Ida kept a lamp on the coast."] * 4)
    shown = f"<presentation><material><mattext>{text}</mattext></material>{extension}</presentation>"
    found = only(item.replace("<questestinterop>", f'<questestinterop><item ident="t">{shown}</item>'))
    assert isinstance(found, PlacedItem)
    assert (found.item.passage, found.item.question, found.item.answer) == (text, "Who?", 1)


ABOUT = " ".join(["Ida kept a lighthouse on the coast."] * 4)


def part_2(name: str, key: str, prompt: str = "") -> tuple[str, str]:
    """Return the declaration of a part's response, and its interaction."""
    choices = "".join(f'<simpleChoice identifier="{each}">{name}{each}</simpleChoice>' for each in "ABC")
    declared = (
        f'<responseDeclaration identifier="{name}" cardinality="single" baseType="identifier"><correctResponse>'
        f"<value>{key}</value></correctResponse></responseDeclaration>"
    )
    prompt = f"<prompt>{prompt}</prompt>" if prompt else ""
    return (
        declared,
        f'<choiceInteraction responseIdentifier="{name}" maxChoices="1">{prompt}{choices}</choiceInteraction>',
    )


def parts_12(*parts: tuple[str, str, str], between: str = "", text: str = ABOUT) -> str:
    """Return an item of version 1 with a text and a response for each (name, key, question)."""
    responses, keys = "", ""
    for name, key, question in parts:
        labels = "".join(
            f'<response_label ident="{each}"><material><mattext>{name}{each}</mattext></material></response_label>'
            for each in "ABCD"
        )
        asked = f"<material><mattext>{question}</mattext></material>"
        before, inside = (asked, "") if between else ("", asked)
        responses += (
            f'{before}<response_lid ident="{name}">{inside}<render_choice>{labels}</render_choice></response_lid>'
        )
        keys += condition(f'<varequal respident="{name}">{key}</varequal>', "1", "Add", "Yes")
    return item_12(keys, presentation=f"<material><mattext>{text}</mattext></material>{responses}")


def test_several_choices_under_one_text_are_questions_of_their_own() -> None:
    (first, who), (second, when) = part_2("R", "B", "Who?"), part_2("S", "C", "When?")
    essay = '<extendedTextInteraction responseIdentifier="T"><prompt>Tell.</prompt></extendedTextInteraction>'
    body = f"<div><p>{ABOUT}</p>{who}<hr/>{when}{essay}</div>"
    xml = f'<assessmentItem {NS2} identifier="i">{first}{second}<itemBody>{body}</itemBody></assessmentItem>'
    one, two, left = outcomes(xml)
    assert isinstance(one, PlacedItem)
    assert isinstance(two, PlacedItem)
    assert [(each.item.id, each.item.question, each.item.options[0], each.item.answer) for each in (one, two)] == [
        ("i-1", "Who?", "RA", 1),
        ("i-2", "When?", "SA", 2),
    ]
    assert (one.item.passage, two.item.passage_id) == (ABOUT, one.item.passage_id)
    assert said(left) == "exam.xml (item 'i'), part 3: left out (an essay question: it has no options)"


def test_without_prompts_the_line_above_a_choice_is_its_question_and_short_text_is_of_all() -> None:
    (first, who), (second, when) = part_2("R", "B"), part_2("S", "C")
    body = f"<p>Look at <b>line 1</b>.</p><p>Who?</p>{who}<p>When was the <u>lamp</u> lit?</p>{when}"
    xml = f'<assessmentItem {NS2} identifier="i">{first}{second}<itemBody>{body}</itemBody></assessmentItem>'
    one, two = outcomes(xml)
    assert isinstance(one, PlacedItem)
    assert isinstance(two, PlacedItem)
    assert one.item.question == "Look at line 1.\nWho?"
    assert two.item.question == "Look at line 1.\nWhen was the lamp lit?"
    assert two.item.metadata["formatting"] == "question 8 strong line 1\nquestion 29 u lamp"
    assert (one.item.passage, one.item.answer, two.item.answer) == ("", 1, 2)


@pytest.mark.parametrize("between", ["", "yes"])
def test_several_responses_of_version_1_are_questions_of_their_own(between: str) -> None:
    one, two = outcomes(parts_12(("R", "B", "Who?"), ("S", "C", "When?"), between=between))
    assert isinstance(one, PlacedItem)
    assert isinstance(two, PlacedItem)
    asked = [(each.item.id, each.item.question, each.item.answer) for each in (one, two)]
    assert asked == [("i-1", "Who?", 1), ("i-2", "When?", 2)]
    assert {one.item.passage, two.item.passage} == {ABOUT}


def test_parts_that_all_offer_the_same_four_texts_are_matched() -> None:
    xml = parts_12(("R", "B", "Ida"), ("S", "C", "Bo")).replace(">SA<", ">RA<").replace(">SB<", ">RB<")
    (left,) = outcomes(xml.replace(">SC<", ">RC<").replace(">SD<", ">RD<"))
    assert said(left) == "exam.xml, line 1, item 'i': left out (a matching question)"


MANY = '<response_lid ident="R" rcardinality="Multiple">'


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        (f"<and>{equal('B')}<not>{equal('A')}</not><not>{equal('C')}</not></and>", 1),
        (f"<and>{equal('B')}{equal('A')}<not>{equal('C')}</not></and>", None),
        (f"<or>{equal('B')}{equal('A')}</or>", None),
    ],
)
def test_a_question_of_several_ticks_with_one_right_option_is_read_with_a_remark(key: str, answer: int | None) -> None:
    xml = item_12(condition(key, "100")).replace('<response_lid ident="R" rcardinality="Single">', MANY)
    *remarks, found = outcomes(xml)
    assert len(remarks) == (answer is not None)
    if answer is None:
        assert found == LeftOut("exam.xml, line 1, item 'i'", Reason("left-several"))
    else:
        assert isinstance(found, PlacedItem)
        assert found.item.answer == answer
    *remarks, found = outcomes(item_2(CORRECT).replace('"single"', '"multiple"'))
    assert isinstance(found, PlacedItem)
    assert len(remarks) == 1


def test_exams_of_a_package_may_name_their_items_alike(tmp_path: Path) -> None:
    for name, title, key in (("a", "Quiz", "A"), ("b", "Quiz", "B"), ("c", "Last quiz", "C"), ("d", "Copy", "A")):
        item = item_12(condition(equal(key), "1")).removeprefix("<questestinterop>").removesuffix("</questestinterop>")
        exam = f'<assessment ident="ident-{name}" title="{title}"><section>{item}</section></assessment>'
        (tmp_path / f"{name}.xml").write_text(f"<questestinterop>{exam}</questestinterop>")
    exam = read(tmp_path, passage_needed=False)
    assert [(item.id, item.answer_letter) for item in exam] == [("i", "A"), ("ident-b/i", "B"), ("Last quiz/i", "C")]
    assert [note.code for note in exam.notes].count("note-same-item") == 1


def test_tests_of_a_package_may_name_their_items_alike(tmp_path: Path) -> None:
    for name, key in (("a", "A"), ("b", "B")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "q.xml").write_text(item_2(CORRECT.replace("B", key)))
        (tmp_path / name / "test.xml").write_text(
            f'<assessmentTest {NS2} identifier="t-{name}"><testPart identifier="p"><assessmentSection identifier="s">'
            '<assessmentItemRef identifier="i" href="q.xml"/></assessmentSection></testPart></assessmentTest>'
        )
    assert [item.id for item in read(tmp_path, passage_needed=False)] == ["i", "t-b/i"]


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("<p>violins</p>", "violins"),
        ("<div><b>violins</b> &amp; bows</div>", "violins & bows"),
        ("violins<br>and&nbsp;bows", "violins\nand bows"),
        ("<p>Geige &uuml;ber &#8222;Lucca&#8220;", "Geige über „Lucca“"),
        ("a < b & c", "a < b & c"),
        ("the tag <b>", "the tag <b>"),
    ],
)
@pytest.mark.parametrize("place", ["option", "prompt", "body"])
def test_html_in_cdata_is_read_as_text_with_a_note(inside: str, text: str, place: str) -> None:
    cdata = f"<![CDATA[{inside}]]>"
    xml = item_2(CORRECT, body="<p>BODY</p>")
    mark = {"option": ">b</simpleChoice>", "prompt": "<prompt>Who?", "body": "<p>BODY"}[place]
    found = outcomes(xml.replace(mark, mark.replace("b<", f"{cdata}<") if place == "option" else mark[:-4] + cdata))
    (item,) = [one.item for one in found if isinstance(one, PlacedItem)]
    shown = {"option": item.options[1], "prompt": item.question, "body": item.passage or item.question}[place]
    assert text == shown if place == "option" else text in shown
    assert ("note-html-cdata" in {one.note.code for one in found if isinstance(one, Remark)}) is (text != inside)
    assert item.answer == 1


def test_tags_that_are_escaped_are_text() -> None:
    one = only(item_2(CORRECT).replace(">b<", ">&lt;b&gt;bold&lt;/b&gt;<"))
    assert isinstance(one, PlacedItem)
    assert one.item.options[1] == "<b>bold</b>"


@pytest.mark.parametrize(
    ("conditions", "earned"),
    [
        ([("A", "100", "No"), ("not B", "0", "No"), ("B", "50", "No")], (100, 50, 0)),
        ([("A", "100", "Yes"), ("not B", "0", "No"), ("B", "50", "No")], (0, 50, 0)),
        ([("A", "0", "No"), ("A", "100", "No"), ("B", "50", "No")], (0, 50, 0)),
        ([("A", "20", "Yes"), ("A", "100", "No"), ("B", "50", "No")], (100, 50, 0)),
    ],
)
def test_of_conditions_that_hold_the_first_counts_unless_it_says_to_continue(
    conditions: list[tuple[str, str, str]], earned: tuple[int, int, int]
) -> None:
    processing = "".join(
        condition(f"<not>{equal(test[4:])}</not>" if test.startswith("not ") else equal(test), score, continues=more)
        for test, score, more in conditions
    )
    one = only(item_12(processing))
    assert isinstance(one, PlacedItem)
    assert one.item.answer == max(range(3), key=lambda at: earned[at])
    best = max(earned)
    shares = ", ".join(f"{each * 100 // best}" for each in earned)
    assert one.item.metadata.get("credit", "0, 100, 0") == shares
