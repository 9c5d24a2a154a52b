"""Each known format, from files this test writes: told from content, read whole, with ids, levels and metadata."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from examfiles import read, splits, unused_passages
from examfiles.errors import DataError, UsageError
from examfiles.items import Item
from examfiles.wording import notes_of

PASSAGE = "Ann keeps a cat.\nBo keeps a dog."


def race(article: str = PASSAGE, **changes: object) -> str:
    raw = {
        "article": article,
        "questions": ["What has Ann?", "Bo has _ ."],
        "options": [["a cat", "a dog", "a cow", "a hen"], ["a cat", "a dog", "a cow", "a hen"]],
        "answers": ["A", "B"],
        "id": "high7.txt",
    }
    return json.dumps(raw | changes)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


@pytest.fixture
def race_folder(tmp_path: Path) -> Path:
    for split in ("train", "dev", "test"):
        for name in ("10", "9"):
            write(tmp_path / f"RACE/{split}/high/{name}.txt", race(id=f"high{name}.txt"))
        write(tmp_path / f"RACE/{split}/middle/1.txt", race(id="middle1.txt"))
    write(tmp_path / "RACE/README.txt", "About this data.")
    return tmp_path / "RACE"


def test_a_race_folder_gives_the_split_asked_for_with_levels_and_natural_order(race_folder: Path) -> None:
    dataset = read(race_folder, "test")
    assert [item.id for item in dataset] == [
        *("high9-1", "high9-2", "high10-1", "high10-2", "middle1-1", "middle1-2"),
    ]
    assert [item.level for item in dataset] == ["high"] * 4 + ["middle"] * 2
    assert (dataset.name, dataset.split, dataset.format) == ("RACE", "test", "race")
    assert dataset[1] == Item(
        "high9-2", "high9", PASSAGE, "Bo has _ .", ("a cat", "a dog", "a cow", "a hen"), 1, "high"
    )


def test_a_folder_with_several_splits_asks_which_and_names_them(race_folder: Path) -> None:
    with pytest.raises(UsageError, match=r"has the splits train, dev, test; name one: .*--split test"):
        read(race_folder)
    assert splits(race_folder) == ("train", "dev", "test")


def test_an_absent_split_is_refused_with_those_present(race_folder: Path) -> None:
    with pytest.raises(UsageError, match="no split 'trian'; it has train, dev, test"):
        read(race_folder, "trian")


@pytest.mark.parametrize("name", ["validation", "val", "valid", "dev", "DEV"])
def test_every_name_of_the_dev_split_is_understood(race_folder: Path, name: str) -> None:
    assert read(race_folder, name).split == "dev"


@pytest.mark.parametrize("part", ["test", "test/high", "test/high/9.txt"])
def test_a_part_of_race_knows_its_split_and_level_from_the_folders_it_stands_in(race_folder: Path, part: str) -> None:
    dataset = read(race_folder / part)
    assert dataset.split == "test"
    assert {item.level for item in dataset if item.passage_id.startswith("high")} == {"high"}


def test_a_folder_with_one_split_needs_no_choice(tmp_path: Path) -> None:
    write(tmp_path / "exam/test/high/1.txt", race())
    assert len(read(tmp_path / "exam")) == 2


def test_race_without_answers_is_unlabelled_and_without_questions_is_remarked(tmp_path: Path) -> None:
    write(tmp_path / "exam/1.txt", race(answers=[], id="high1.txt"))
    write(tmp_path / "exam/2.txt", race(questions=[], options=[], answers=[], id="high2.txt"))
    dataset = read(tmp_path / "exam")
    assert [item.answer for item in dataset] == [None, None]
    assert unused_passages(dataset) == [str(tmp_path / "exam/2.txt")]


def test_race_c_as_csv_is_college_and_an_empty_fifth_option_is_no_option(tmp_path: Path) -> None:
    header = (
        "question_id,question_text,subject,option_a,option_b,option_c,option_d,option_e,passage,correct_answer,source"
    )
    write(tmp_path / "c.csv", f"{header}\nQ1,Who?,English,Ann,Bo,Cy,Di,,{PASSAGE!r},C,race_c\n")
    (item,) = read(tmp_path / "c.csv").items
    assert (item.id, item.level, item.options, item.answer) == ("Q1", "college", ("Ann", "Bo", "Cy", "Di"), 2)
    assert item.metadata == {"subject": "English", "source": "race_c"}


def mctest_line(name: str) -> str:
    questions = [f"{kind}: Who {place}?\tAnn\tBo\tCy\tDi" for place, kind in enumerate(("one", "multiple"))]
    return "\t".join([name, "Author: 1;Work Time(s): 9", r"Ann sat.\newline\newline\tabBo ran.", *questions])


def test_mctest_joins_questions_and_answers_and_turns_escapes_into_white_space(tmp_path: Path) -> None:
    for size in ("mc160", "mc500"):
        write(tmp_path / f"MCTest/{size}.dev.tsv", f"{mctest_line(f'{size}.dev.0')}\r\n")
        write(tmp_path / f"MCTest/{size}.dev.ans", "B\tD\r\n")
    dataset = read(tmp_path / "MCTest")
    assert [item.level for item in dataset] == ["mc160", "mc160", "mc500", "mc500"]
    assert dataset[1] == Item(
        "mc160.dev.0-2", "mc160.dev.0", "Ann sat.\n\n\tBo ran.", "Who 1?", ("Ann", "Bo", "Cy", "Di"), 3, "mc160",
        {"type": "multiple", "properties": "Author: 1;Work Time(s): 9"},
    )  # fmt: skip
    assert dataset.split == "dev"
    assert {item.level for item in read(tmp_path / "MCTest/mc500.dev.tsv")} == {"mc500"}


def test_mctest_without_its_answers_is_unlabelled_and_says_so(tmp_path: Path) -> None:
    dataset = read(write(tmp_path / "mc160.test.tsv", mctest_line("mc160.test.0")))
    assert [item.answer for item in dataset] == [None, None]
    assert "no mc160.test.ans in the same folder" in notes_of(dataset.notes)[0]


def test_mctest_with_answers_for_other_stories_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "mc160.dev.ans", "A\tB\nC\tD\n")
    with pytest.raises(DataError, match="found 2 lines; expected 1"):
        read(write(tmp_path / "mc160.dev.tsv", mctest_line("mc160.dev.0")))


def test_dream_joins_turns_by_lines_and_takes_the_annotation_beside_it(tmp_path: Path) -> None:
    questions = [{"question": "Where?", "choice": ["Here.", "There.", "Nowhere."], "answer": "There."}]
    write(tmp_path / "DREAM/test.json", json.dumps([[["M: Hi.", "W: Go there."], questions, "4-1"]]))
    write(tmp_path / "DREAM/annotation/annotator2_test.txt", "dialogueID\tquestionIndex\ttype\n4-1\t1\tcl\n")
    write(tmp_path / "DREAM/license.txt", "Research only.")
    expected = Item(
        "4-1-1", "4-1", "M: Hi.\nW: Go there.", "Where?", ("Here.", "There.", "Nowhere."), 1, None,
        {"type_annotator2": "cl"},
    )  # fmt: skip
    assert read(tmp_path / "DREAM").items == read(tmp_path / "DREAM/test.json").items == (expected,)


MCSCRIPT = """<?xml version="1.0" ?>{doctype}
<data><instance id="3" scenario="baking"><text>We baked.</text><questions>
<question id="0" text="What?" type="commonsense"><answer correct="False" id="0" text="Ice"/>
<answer correct="True" id="1" text="A cake"/></question></questions></instance>
<instance id="4"><text>Nothing is asked.</text><questions/></instance></data>"""


@pytest.mark.parametrize("doctype", ["", '\n<!DOCTYPE data SYSTEM "MCScript.dtd">'])
def test_mcscript_keeps_type_and_scenario_and_remarks_texts_without_questions(tmp_path: Path, doctype: str) -> None:
    dataset = read(write(tmp_path / "MCScript/dev-data.xml", MCSCRIPT.format(doctype=doctype)))
    expected = Item(
        "3-0", "3", "We baked.", "What?", ("Ice", "A cake"), 1, None, {"type": "commonsense", "scenario": "baking"}
    )
    assert dataset.items == (expected,)
    assert unused_passages(dataset) == [f"{tmp_path / 'MCScript/dev-data.xml'}, instance 4"]


def test_cosmos_qa_counts_answers_from_zero_and_its_test_file_has_none(tmp_path: Path) -> None:
    head, row = ["id", "context", "question", *(f"answer{n}" for n in range(4))], ["i1", PASSAGE, "Who?", *"wxyz"]
    for name, extra in (("valid", ["label", "3"]), ("test", [])):
        with (tmp_path / f"{name}.csv").open("w", newline="") as stream:
            csv.writer(stream).writerows([head + extra[:1], row + extra[1:]])
    (dev,), (test,) = read(tmp_path, "dev").items, read(tmp_path, "test").items
    assert (dev.options, dev.answer, test.answer) == (("w", "x", "y", "z"), 3, None)
    assert read(tmp_path, "dev").format == "cosmosqa"


def test_reclor_reads_labels_where_there_are_any(tmp_path: Path) -> None:
    raw = {"context": PASSAGE, "question": "Which?", "answers": list("wxyz"), "id_string": "val_0"}
    write(tmp_path / "val.json", json.dumps([raw | {"label": 2}]))
    write(tmp_path / "test.json", json.dumps([raw | {"question_type": 4}]))
    dev, test = read(tmp_path, "dev"), read(tmp_path, "test")
    assert (dev.format, dev[0].id, dev[0].answer) == ("reclor", "val_0", 2)
    assert (test[0].answer, test[0].metadata) == (None, {"question_type": "4"})


@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_a_byte_order_mark_changes_nothing(tmp_path: Path, bom: str) -> None:
    assert read(write(tmp_path / "1.txt", bom + race()))[0].question == "What has Ann?"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answers": ["A", "E"]}, r"question 2: answer 'E' is not one of A–D"),
        ({"answers": ["A", "AB"]}, r"question 2: answer 'AB' is not one of A–D"),
        (
            {"options": [["a", "b"], ["a"]], "answers": ["A", "A"]},
            r"question 2: it has 1 option; a multiple-choice question has at least 2",
        ),
        (
            {"options": [["a", "b"], "ab"], "answers": ["A", ""]},
            r"question 2: the options are a text 'ab'; expected a list",
        ),
        ({"options": [["a", "b"], ["a", 3]]}, r"question 2: the option B is the value 3; expected text"),
        ({"questions": ["Who?", "  "]}, r"question 2: its question is empty"),
        ({"questions": ["Who?", None]}, r"question 2: the question is missing; expected text"),
        ({"questions": ["Who?", "half \ud83d"]}, r"question 2: the question has half a character"),
    ],
)
def test_a_bad_question_is_named_and_can_be_skipped(tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = write(tmp_path / "1.txt", race(**change))
    with pytest.raises(DataError, match=rf"1\.txt, {message}.*--skip-bad"):
        read(path)
    dataset = read(path, skip_bad=True)
    assert len(dataset) == 1
    assert len(dataset.skipped) == 1
    assert "question 2" in dataset.skipped[0].where


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: race(article=" "), "the passage is empty"),
        (lambda: race()[:-30], r"the JSON is invalid at line 1, column \d+"),
        (lambda: race(answers=["A"]), "found 2 questions, 2 lists of options and 1 answers"),
        (lambda: json.dumps({"article": "x", "questions": []}), "'options' is missing; found 'article', 'questions'"),
        (lambda: "[" * 100_000, "the JSON cannot be read"),
    ],
)
def test_a_broken_file_among_others_is_named_and_can_be_skipped(
    tmp_path: Path, make: Callable[[], str], message: str
) -> None:
    write(tmp_path / "test/high/1.txt", race())
    write(tmp_path / "test/high/2.txt", make())
    with pytest.raises(DataError, match=rf"2\.txt.*{message}"):
        read(tmp_path)
    dataset = read(tmp_path, skip_bad=True)
    assert {item.passage_id for item in dataset} == {"high7"}
    assert dataset.skipped


def test_two_items_with_one_id_are_both_named(tmp_path: Path) -> None:
    write(tmp_path / "test/1.txt", race())
    write(tmp_path / "test/2.txt", race())
    with pytest.raises(DataError, match=r"2\.txt, question 1: the id 'high7-1' is taken by .*1\.txt, question 1"):
        read(tmp_path)


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE data [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE data [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_xml_that_declares_entities_is_refused(tmp_path: Path, declared: str) -> None:
    text = MCSCRIPT.format(doctype=declared).replace("We baked.", "&b;")
    with pytest.raises(DataError, match="declares entities or attributes of its own"):
        read(write(tmp_path / "dev-data.xml", text))


def test_mcscript_with_two_right_answers_is_refused(tmp_path: Path) -> None:
    text = MCSCRIPT.format(doctype="").replace("False", "True")
    with pytest.raises(DataError, match="instance 3, question 0: found 2 answers marked correct; expected 1"):
        read(write(tmp_path / "dev-data.xml", text))
