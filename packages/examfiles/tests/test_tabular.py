"""Tables: columns guessed or given, answers in every notation, and what is written comes back."""

import csv
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles import read
from examfiles import write as write_dataset
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item, letter
from examfiles.reasons import Reason
from examfiles.wording import notes_of

ROW: dict[str, Any] = {"passage": "Ann sat.", "question": "Who sat?", "options": ["Ann", "Bo", "Cy"], "answer": "A"}


def jsonl(path: Path, rows: Sequence[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def table(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="")
    return path


# --- what is written comes back -------------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
# A word of letters in front keeps an option from being another's letter or number, which would be ambiguous.
OPTION = TEXT.map(lambda text: f"option {text}")
ITEMS = st.lists(
    st.tuples(
        TEXT.filter(str.strip),
        TEXT,
        st.lists(OPTION, min_size=2, max_size=6, unique_by=str.strip).flatmap(
            lambda options: st.tuples(st.just(tuple(options)), st.none() | st.integers(0, len(options) - 1))
        ),
    ),
    min_size=1,
    max_size=4,
).map(
    lambda raw: tuple(
        Item(f"q{n}", f"p{n}", passage, question, options, answer, "easy", {"note": f"n{n}"})
        for n, (passage, question, (options, answer)) in enumerate(raw)
    )
)
NOTATIONS: dict[str, Callable[[Item, int], Any]] = {
    "index": lambda item, index: index,
    "letter": lambda item, index: letter(index),
    "text": lambda item, index: item.options[index],
}


def as_rows(items: Sequence[Item], notation: str) -> list[dict[str, Any]]:
    write = NOTATIONS[notation]
    return [
        {
            "id": item.id,
            "passage_id": item.passage_id,
            "passage": item.passage,
            "question": item.question,
            "options": list(item.options),
            "answer": None if item.answer is None else write(item, item.answer),
            "level": item.level,
            "note": item.metadata["note"],
        }
        for item in items
    ]


def wide(row: dict[str, Any]) -> dict[str, Any]:
    options = {f"option_{letter(n)}": text for n, text in enumerate(row["options"] + [None] * 6) if n < 6}
    return {key: value for key, value in row.items() if key != "options"} | options


def write_csv(path: Path, rows: list[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(wide(rows[0])), delimiter="\t" if path.suffix == ".tsv" else ",")
        writer.writeheader()
        writer.writerows(wide(row) for row in rows)


WRITERS: dict[str, Callable[[Path, list[dict[str, Any]]], object]] = {
    "jsonl": jsonl,
    "json": lambda path, rows: path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8"),
    "csv": write_csv,
    "tsv": write_csv,
    "parquet": lambda path, rows: pl.DataFrame(rows, infer_schema_length=None).write_parquet(path),
    "polars.csv": lambda path, rows: pl.DataFrame(
        [wide(row) for row in rows], infer_schema_length=None
    ).write_csv(path, quote_style="always"),
}  # fmt: skip


@pytest.mark.parametrize("notation", list(NOTATIONS))
@pytest.mark.parametrize("suffix", list(WRITERS))
@settings(max_examples=15, deadline=None)
@given(items=ITEMS)
def test_items_written_as_a_table_are_read_back_equal(suffix: str, notation: str, items: tuple[Item, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"exam.{suffix}"
        WRITERS[suffix](path, as_rows(items, notation))
        # An index may never be 0 here, so where it counts from has to be said.
        dataset = read(path, columns={"first": "0"} if notation == "index" else None)
    assert dataset.items == items
    assert [dict(item.metadata) for item in dataset] == [dict(item.metadata) for item in items]
    assert (dataset.name, dataset.format) == (path.stem if "." not in path.stem else "exam.polars", "tabular")


# --- columns --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "read_as"),
    [
        ("passage,stem,A,B,answer", "passage=passage, question=stem, options=A+B, answer=answer"),
        ("article,query,option_1,option_2,key",
         "passage=article, question=query, options=option_1+option_2, answer=key"),
        ("context,stem,answer0,answer1,label", "passage=context, question=stem, options=answer0+answer1, answer=label"),
        ("text,question,opa,opb,cop", "passage=text, question=question, options=opa+opb, answer=cop"),
        ("Story,Question Text,Choice A,Choice B,Correct Answer",
         "passage=Story, question=Question Text, options=Choice A+Choice B, answer=Correct Answer"),
        ("passage,question,ending0,ending1,gold",
         "passage=passage, question=question, options=ending0+ending1, answer=gold"),
    ],
)  # fmt: skip
def test_common_column_names_are_recognised_and_shown(tmp_path: Path, header: str, read_as: str) -> None:
    dataset = read(table(tmp_path / "exam.csv", f"{header}\nAnn sat.,Who?,Ann,Bo,Bo\n"))
    assert notes_of(dataset.notes) == (f"Columns read as: {read_as}; answers are read as the text of an option",)
    assert (dataset[0].passage, dataset[0].question, dataset[0].options, dataset[0].answer) == (
        *("Ann sat.", "Who?", ("Ann", "Bo")),
        1,
    )


@pytest.mark.parametrize("options", ["A,B", "option_a,option_b", "Option 1,Option 2"])
@pytest.mark.parametrize("renamed", [{}, {"passage": "article"}, {"question": "stem"}, {"answer": "key"}])
def test_columns_are_noted_only_where_a_name_was_guessed(tmp_path: Path, options: str, renamed: dict[str, str]) -> None:
    header = ",".join(renamed.get(role, role) for role in ("passage", "question", options, "answer"))
    path = table(tmp_path / "exam.csv", f"{header}\nAnn sat.,Who?,Ann,Bo,Bo\n")
    noted = [note for note in read(path).notes if isinstance(note, Reason) and note.code == "note-columns"]
    assert len(noted) == len(renamed)
    given = read(path, columns=renamed)  # who named the column needs no note that it was read
    assert given.items == read(path).items
    assert not given.notes


LONG = "Question - max 120 characters,{},Time limit (sec),Correct answer(s)".format(
    ",".join(f"Answer {n} - max 75 characters" for n in (1, 2, 3))
)
PLATFORMS = {
    "a quiz platform": (LONG, "Who?,Bo,Ann,Cy,20,2"),
    "another": ("Question #,Question Text,Answer 1,Answer 2,Answer 3,Correct Answer(s)", "1,Who?,Bo,Ann,Cy,2"),
    "wrong answers that may lack": (
        "Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2 (Optional)",
        "Who?,Ann,Bo,Cy",
    ),
    "the key names a column": ("Q,optA,optB,optC,key", "Who?,Bo,Ann,Cy,optB"),
    "French": ("Question,R\u00e9ponse A,R\u00e9ponse B,R\u00e9ponse C,Bonne r\u00e9ponse", "Who?,Bo,Ann,Cy,B"),
    "Spanish": ("Pregunta,Opci\u00f3n A,Opci\u00f3n B,Opci\u00f3n C,Respuesta correcta", "Who?,Bo,Ann,Cy,B"),
    "Italian": ("Domanda,Opzione 1,Opzione 2,Opzione 3,Risposta corretta", "Who?,Bo,Ann,Cy,2"),
}


@pytest.mark.parametrize("name", PLATFORMS)
def test_the_columns_of_quiz_platforms_and_of_other_languages_are_recognised(tmp_path: Path, name: str) -> None:
    header, row = PLATFORMS[name]
    (item,) = read(table(tmp_path / "exam.csv", f"{header}\n{row}\n"), passage_needed=False)
    assert item.question == "Who?"
    assert set(item.options) == {"Ann", "Bo", "Cy"}
    assert item.answer is not None
    assert item.options[item.answer] == "Ann"


def test_a_premise_or_a_narrative_is_what_a_question_is_about(tmp_path: Path) -> None:
    for name in ("premise", "narrative"):
        row = {name: "Ann let go of the cup.", "choice1": "It fell.", "choice2": "It flew.", "question": "effect"}
        [item, _] = read(
            jsonl(tmp_path / f"{name}.jsonl", [{**row, "label": 0}, {**row, "question": "cause", "label": 1}])
        )
        assert (item.passage, item.question, item.options) == (row[name], "effect", ("It fell.", "It flew."))


def test_titles_above_the_names_of_columns_are_told(tmp_path: Path) -> None:
    text = "Reading test 4,,,,\n,,,,\npassage,question,A,B,key\nAnn sat.,Who?,Ann,Bo,A\n"
    exam = read(table(tmp_path / "exam.csv", text))
    assert [(item.passage, item.answer) for item in exam] == [("Ann sat.", 0)]
    assert any("“Reading test 4” is read as a title, because it is above" in note for note in notes_of(exam.notes))


@pytest.mark.parametrize(
    "cell",
    [
        "A. Ann B. Bo Benn C. Cy",
        "(a) Ann; (b) Bo Benn; (c) Cy",
        "A) Ann\nB) Bo Benn\nC) Cy",
        "Ann\nBo Benn\n\nCy",
        "Ann | Bo Benn | Cy",
        "Ann; Bo Benn; Cy",
    ],
)
def test_options_that_are_typed_into_one_cell_are_told_apart(tmp_path: Path, cell: str) -> None:
    path = table(tmp_path / "exam.csv", f'Text,Question,Options,Key\nBo sat.,Who?,"{cell}",B\n')
    assert (read(path)[0].options, read(path)[0].answer) == (("Ann", "Bo Benn", "Cy"), 1)


def test_a_list_that_is_broken_is_not_cut_like_a_typed_cell(tmp_path: Path) -> None:
    rows = [{**ROW, "options": ["Ann", "Bo"]}, {**ROW, "options": "Ann; Bo"}, {**ROW, "options": '["Ann", "Bo; Cy"'}]
    dataset = read(jsonl(tmp_path / "exam.jsonl", rows), skip_bad=True)
    assert (len(dataset), len(dataset.skipped)) == (1, 2)


def test_a_column_of_answers_alone_is_no_column_of_options(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no column was recognised as options"):
        read(table(tmp_path / "exam.csv", "context,question,answers\nBo sat.,Who?,Bo; the man\n"))


def test_a_column_of_several_keys_is_no_column_of_options(tmp_path: Path) -> None:
    rows = "passage,question,option_a,option_b,answers\nBo sat.,Who?,Ann,Bo,A; B\n"
    with pytest.raises(DataError, match="left-many-right"):
        read(table(tmp_path / "exam.csv", rows))


@pytest.mark.parametrize(
    ("header", "options"),
    [
        ("Text,Question,Correct answer,Distractor 1,Distractor 2,Distractor 3", "Bo,Ann,Cy,"),
        ("passage,question,correct_answer,wrong_answer_a,wrong_answer_b", "Bo,Cy,Ann"),
        ("passage,question,correct_answer,incorrect_answers", 'Bo,"[""Cy"", ""Ann""]"'),
        ("Lesetext,Frage,Richtige Antwort,Falsche Antwort 1,Falsche Antwort 2", "Bo,Cy,Ann"),
        ("Text,Frage,L\u00f6sung,Distraktoren", 'Bo,"[""Cy"", ""Ann""]"'),
    ],
)
def test_an_answer_beside_its_distractors_is_one_of_the_options_in_no_telling_order(
    tmp_path: Path, header: str, options: str
) -> None:
    dataset = read(table(tmp_path / "bank.csv", f"{header}\nBo sat.,Who?,{options}\n"))
    assert (dataset[0].options, dataset[0].answer) == (("Ann", "Bo", "Cy"), 1)
    assert "the table does not give the order of the options" in notes_of(dataset.notes)[0]


def test_distractors_without_their_answer_are_no_question(tmp_path: Path) -> None:
    path = table(tmp_path / "bank.csv", "passage,question,correct,distractor1,distractor2\nBo sat.,Who?,,Ann,Cy\n")
    with pytest.raises(DataError, match=r"line 2: its right answer is missing: the cell under “correct” is empty"):
        read(path)


def test_columns_that_are_given_win_and_the_rest_is_guessed(tmp_path: Path) -> None:
    path = table(tmp_path / "x.csv", "body,ask,yes,no,passage,answer\nAnn sat.,Who?,Ann,Bo,ignored,B\n")
    for options in (["yes", "no"], "yes+no", "yes, no"):
        (item,) = read(path, columns={"passage": "body", "question": "ask", "options": options}).items
        assert (item.passage, item.question, item.options, item.answer) == ("Ann sat.", "Who?", ("Ann", "Bo"), 1)
        assert item.metadata == {"passage": "ignored"}


def test_a_column_or_role_that_does_not_exist_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "x.jsonl", [ROW])
    with pytest.raises(UsageError, match=r"column 'pasage' does not exist\. Known: passage, .* Did you mean 'passage'"):
        read(path, columns={"passage": "pasage"})
    with pytest.raises(UsageError, match=r"column role 'text' does not exist\. Known: passage, question"):
        read(path, columns={"text": "passage"})
    with pytest.raises(UsageError, match="only 'tabular' has columns"):
        read(path, format="race", columns={"passage": "passage"})


def test_columns_nobody_recognises_are_listed_with_the_way_to_name_them(tmp_path: Path) -> None:
    path = table(tmp_path / "x.csv", "body,ask,one,two\na,b,c,d\n")
    with pytest.raises(
        DataError,
        match=r"passage, question, options; found body, ask, one, two.*"
        r"--columns passage=NAME,question=NAME,options=A\+B\+C\. options=A\+B\+C names one column per option",
    ):
        read(path)


MMLU = 'What is 1 + 1?,1,2,"3, or 4",5,B\n"Which ""one""?\nSay.",a,b,c,d,D\n'


def test_csv_without_column_names_is_read_where_every_line_is_a_question_its_options_and_a_letter(tmp_path: Path):
    path = table(tmp_path / "algebra_test.csv", MMLU)
    dataset = read(path, passage_needed=False)
    assert [(item.question, item.options, item.answer) for item in dataset] == [
        ("What is 1 + 1?", ("1", "2", "3, or 4", "5"), 1),
        ('Which "one"?\nSay.', ("a", "b", "c", "d"), 3),
    ]
    assert any("does not name its columns" in note for note in notes_of(dataset.notes))
    named = read(table(tmp_path / "named.csv", "question,A,B,C,D,answer\n" + MMLU), passage_needed=False)
    assert [item.options for item in named] == [item.options for item in dataset]


LONG = "Mina rowed across the bay every morning before school, and her brother watched from the pier until she was back"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Who sat?,Ann,Bo,B\nWho ran?,Jo,Al,A\n", "question, A, B, answer"),
        ("Who sat?,Ann,Bo,2\nWho ran?,Jo,Al,1\n", "question, option 1, option 2, answer"),
        ("Who sat?;Ann;Bo;Bo\nWho ran?;Jo;Al;Jo\n", "question, A, B, answer"),
        ("Who sat?,Bo,Ann,Bo\nWho ran?,Jo,Jo,Al\n", "question, answer, A, B"),
        ("1\tWho sat?\tAnn\tBo\tB\n2\tWho ran?\tJo\tAl\tA\n", "id, question, A, B, answer"),
        (f'"{LONG}.",Who sat?,Ann,Bo,B\n"{LONG}.",Who ran?,Jo,Al,A\n', "passage, question, A, B, answer"),
        (f'1,"{LONG}.",Who sat?,Ann,Bo,B\n2,"{LONG}.",Who ran?,Jo,Al,A\n', "id, passage, question, A, B, answer"),
    ],
)
def test_columns_without_names_are_told_by_their_shape_and_a_note_says_how(tmp_path: Path, text: str, names: str):
    dataset = read(table(tmp_path / "x.csv", text), passage_needed=False)
    found = [(item.question, item.options, item.answer) for item in dataset]
    assert found == [("Who sat?", ("Ann", "Bo"), 1), ("Who ran?", ("Jo", "Al"), 0)]
    assert {item.passage for item in dataset} == {f"{LONG}." if "passage" in names else ""}
    assert any(f"by their shape they were read as {names}. If" in note for note in notes_of(dataset.notes))


@pytest.mark.parametrize(
    "text",
    [
        "id,question,A,B,C,D\n1,What?,w,x,y,A\n",  # a key below, but a header above
        "body,ask,one,two\np,q,x,A\np,q,x,y\n",  # the last line ends with no letter
        "What?,x,y,C\nWho?,x,y,A\n",  # a letter that names no option
        "Who sat?,Ann,Bo\nWho ran?,Jo,Al\n",  # no key
        "How many?,1,2,2\nWho ran?,Jo,Al,1\n",  # a number that is an option, or its place
        f'"{LONG}.",Who sat?,Ann,Bo,B\n,Who ran?,Jo,Al,A\n',  # a passage, or a question
    ],
)
def test_a_first_line_that_could_name_columns_does(tmp_path: Path, text: str) -> None:
    try:
        dataset = read(table(tmp_path / "x.csv", text), passage_needed=False)
    except DataError as error:
        assert "Where the first line is a question itself, put a line of column names above it" in str(error)  # noqa: PT017
    else:
        assert [item.question for item in dataset] == ["What?"]


def test_an_id_shared_by_a_passages_questions_is_the_passages(tmp_path: Path) -> None:
    rows = [ROW | {"example_id": "high1.txt"}, ROW | {"example_id": "high1.txt", "question": "Who ran?"}]
    dataset = read(jsonl(tmp_path / "exam.jsonl", rows))
    assert [(item.id, item.passage_id) for item in dataset] == [("exam-1", "high1.txt"), ("exam-2", "high1.txt")]
    assert "passage_id=example_id" in notes_of(dataset.notes)[0]


def test_an_id_that_comes_twice_among_others_of_its_passage_is_an_error(tmp_path: Path) -> None:
    rows = [ROW | {"id": name, "question": f"Who, {at}?"} for at, name in enumerate(("q1", "q2", "q2"))]
    with pytest.raises(DataError, match="the id 'q2' is taken by"):
        read(jsonl(tmp_path / "exam.jsonl", rows))


def test_an_id_shared_by_a_passages_questions_is_the_passages_where_one_passage_stands_under_two(
    tmp_path: Path,
) -> None:
    rows = [{**ROW, "example_id": f"high{n // 3}.txt", "question": f"Who {n}?"} for n in range(9)]
    dataset = read(jsonl(tmp_path / "race.jsonl", [{**row, "passage": "Ann sat."} for row in rows]))
    assert [item.passage_id for item in dataset] == [f"high{n // 3}.txt" for n in range(9)]


def test_a_column_without_a_name_is_neither_key_nor_passage(tmp_path: Path) -> None:
    rows = "".join(f"{n},Who {n}?,Ann,Bo,Cy\n" for n in range(3))
    path = table(tmp_path / "index.csv", f",question,option_a,option_b,option_c\n{rows}")
    items = read(path, passage_needed=False).items
    assert [(item.passage, item.answer) for item in items] == [("", None)] * 3


def test_an_id_that_stands_twice_among_questions_is_an_error(tmp_path: Path) -> None:
    rows = [{**ROW, "id": name, "question": f"Who {n}?"} for n, name in enumerate(("a", "b", "b", "c"))]
    with pytest.raises(DataError, match="the id 'b' is taken"):
        read(jsonl(tmp_path / "typo.jsonl", rows))


@pytest.mark.parametrize(
    "row",
    [
        {**ROW, "answer": None, "label": "A"},
        {**ROW, "answer": ["A"]},
        {**ROW, "answer": ["Ann"]},
        {**ROW, "passage": ["Ann", "sat."]},
        {**{name: value for name, value in ROW.items() if name != "passage"}, "support": "Ann\nsat."},
        {
            "flores_passage": "Ann\nsat.",
            "question": "Who sat?",
            "correct_answer_num": "1",
            **{f"mc_answer{n}": option for n, option in enumerate(ROW["options"], 1)},
        },
    ],
    ids=["empty-answer", "list-of-one", "list-of-a-text", "turns", "support", "belebele"],
)
def test_rows_as_published_sets_have_them_are_read(row: dict[str, Any], tmp_path: Path) -> None:
    other = {"correct_answer_num": "3"} if "flores_passage" in row else {}
    [item, *_] = read(jsonl(tmp_path / "rows.jsonl", [row, {**row, "question": "Who else?", **other}]))
    assert (item.options, item.answer) == (("Ann", "Bo", "Cy"), 0)
    assert item.passage.split() == ["Ann", "sat."]


def test_an_answer_that_is_not_a_number_is_none(tmp_path: Path) -> None:
    pl.DataFrame(
        {**{name: [ROW[name]] * 3 for name in ("passage", "options")}, "question": ["a?", "b?", "c?"]}
    ).with_columns(answer=pl.Series([0.0, float("nan"), 2.0])).write_parquet(tmp_path / "rows.parquet")
    assert [item.answer for item in read(tmp_path / "rows.parquet")] == [0, None, 2]


def test_an_id_shared_by_different_passages_is_an_error(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "exam.jsonl", [ROW | {"id": 1}, ROW | {"id": 1, "passage": "Bo sat."}])
    with pytest.raises(DataError, match=r"line 2: the id '1' is taken by .*line 1"):
        read(path)


def test_without_ids_passages_are_named_by_content_and_items_by_place(tmp_path: Path) -> None:
    rows = [ROW, ROW | {"question": "Who ran?"}, ROW | {"passage": "Bo sat."}]
    first, second = (read(jsonl(tmp_path / name, rows)) for name in ("one.jsonl", "two.jsonl"))
    assert [item.id for item in first] == ["one-1", "one-2", "one-3"]
    assert [item.passage_id for item in first] == [item.passage_id for item in second]
    assert first[0].passage_id == first[1].passage_id != first[2].passage_id


def test_items_may_have_different_numbers_of_options(tmp_path: Path) -> None:
    rows = [ROW | {"options": ["Ann", "Bo"]}, ROW | {"options": list("abcdefg"), "answer": "G"}]
    assert [len(item.options) for item in read(jsonl(tmp_path / "x.jsonl", rows))] == [2, 7]
    path = table(tmp_path / "x.csv", "passage,question,a,b,c,d,answer\np,q,Ann,Bo,,,B\np,q,Ann,,Cy,,C\n")
    assert [item.options for item in read(path)] == [("Ann", "Bo"), ("Ann", "", "Cy")]


def test_empty_and_identical_options_and_empty_questions_are_read_as_they_are(tmp_path: Path) -> None:
    (item,) = read(jsonl(tmp_path / "x.jsonl", [ROW | {"question": "", "options": ["", "Bo", "Bo"]}])).items
    assert (item.question, item.options) == ("", ("", "Bo", "Bo"))


@pytest.mark.parametrize(
    "options",
    [
        {"text": ["Ann", "Bo"], "label": ["P", "Q"]},
        [{"text": "Ann", "label": "P"}, {"text": "Bo", "label": "Q"}],
    ],
)
def test_options_with_labels_of_their_own_are_found_by_them(tmp_path: Path, options: object) -> None:
    (item,) = read(jsonl(tmp_path / "x.jsonl", [ROW | {"options": options, "answer": "Q"}])).items
    assert (item.options, item.answer) == (("Ann", "Bo"), 1)


@pytest.mark.parametrize("cell", ['"[""Ann"", ""Bo""]"', "\"['Ann', 'Bo']\""])
def test_a_list_written_into_one_cell_is_a_list(tmp_path: Path, cell: str) -> None:
    (item,) = read(table(tmp_path / "x.csv", f"passage,question,options,answer\np,q,{cell},B\n")).items
    assert (item.options, item.answer) == (("Ann", "Bo"), 1)


def test_options_by_letter_are_read_in_the_letters_order(tmp_path: Path) -> None:
    options = {"B": "Bo", "A": "Ann", "C": None}
    (item,) = read(jsonl(tmp_path / "x.jsonl", [ROW | {"options": options, "answer": "B"}])).items
    assert (item.options, item.answer) == (("Ann", "Bo"), 1)
    cell = json.dumps({"A": "Ann", "B": "Bo"}).replace('"', '""')
    (item,) = read(table(tmp_path / "x.csv", f'passage,question,options,answer\np,q,"{cell}",Bo\n')).items
    assert (item.options, item.answer) == (("Ann", "Bo"), 1)


@pytest.mark.parametrize("separator", [",", "\t"])
def test_rows_without_any_value_are_left_out_and_counted(tmp_path: Path, separator: str) -> None:
    lines = ["passage,question,a,b,answer", "p,q,x,y,A", ",,,,", " ,,,,", "p,r,x,y,B", ",,,", ""]
    path = table(tmp_path / "x.csv", "\n".join(lines).replace(",", separator))
    dataset = read(path)
    assert [item.answer for item in dataset] == [0, 1]
    assert notes_of(dataset.notes)[0] == f"{path}: 3 rows whose fields are all empty were left out"


def test_one_passage_id_for_several_texts_is_kept_apart_and_noted(tmp_path: Path) -> None:
    texts = {"p1": ["Ann sat.", "Bo sat.", "Ann sat."], "p2": ["Cy sat."]}
    rows = [ROW | {"passage_id": name, "passage": text} for name, several in texts.items() for text in several]
    dataset = read(jsonl(tmp_path / "x.jsonl", rows))
    first, second, again, other = (item.passage_id for item in dataset)
    assert first == again != second
    assert (first.rpartition("-")[0], second.rpartition("-")[0], other) == ("p1", "p1", "p2")
    said = r"One passage id names several different texts.*'p1' \(.*line 1, .*line 2\)"
    assert re.search(said, notes_of(dataset.notes)[-1])


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_told_from_the_header(tmp_path: Path, separator: str) -> None:
    rows = [["passage", "question", "a", "b", "answer"], ["Ann, sat; down.", "Who?", "Ann", "Bo", "A"]]
    with (tmp_path / "x.csv").open("w", newline="") as stream:
        csv.writer(stream, delimiter=separator).writerows(rows)
    assert read(tmp_path / "x.csv")[0].passage == "Ann, sat; down."


def test_a_passage_of_half_a_million_characters_is_read_from_csv(tmp_path: Path) -> None:
    path = table(tmp_path / "x.csv", f"passage,question,a,b,answer\n{'word ' * 100_000},q,Ann,Bo,A\n")
    before = csv.field_size_limit()
    assert len(read(path)[0].passage) == 500_000
    assert csv.field_size_limit() == before


# --- answers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "indices", "note"),
    [
        ([0, 1, 2], [0, 1, 2], "counted from 0"),
        ([1, 2, 3], [0, 1, 2], r"counted from 1 \(one equals its number of options and none is 0\)"),
        (["1", "2", "3"], [0, 1, 2], "counted from 1"),
        (["B", 3, "1"], [1, 2, 0], r"letters, option texts or numbers counted from 1 \(one equals its number"),
        (["Cy", "A", 1, 0], [2, 0, 1, 0], "letters, option texts or numbers counted from 0"),
        ([2.0, 0.0, -1], [2, 0, None], "counted from 0"),
        (["a", "(B)", "C."], [0, 1, 2], "letters, option texts or numbers"),
        (["Bo", "Cy", " Ann "], [1, 2, 0], "the text of an option"),
        (["B", "Cy", 0], [1, 2, 0], "letters, option texts or numbers"),
        ([None, "", "C"], [None, None, 2], "letters, option texts or numbers"),
        ([None, None, None], [None] * 3, "no answers were found, so the questions have no keys"),
    ],
)
def test_answers_are_understood_and_the_reading_is_noted(
    tmp_path: Path, answers: list[Any], indices: list[int | None], note: str
) -> None:
    row = {"article" if role == "passage" else role: value for role, value in ROW.items()}  # a name to guess
    dataset = read(jsonl(tmp_path / "x.jsonl", [row | {"answer": answer} for answer in answers]))
    assert [item.answer for item in dataset] == indices
    assert re.search(note, notes_of(dataset.notes)[0])


@pytest.mark.parametrize("answers", [[1, 1, 2], ["1", "2", "A"]])
def test_numbers_that_could_count_from_0_or_1_are_refused_until_it_is_said(tmp_path: Path, answers: list[Any]) -> None:
    row = {"article" if role == "passage" else role: value for role, value in ROW.items()}  # a name to guess
    path = jsonl(tmp_path / "x.jsonl", [row | {"answer": answer} for answer in answers])
    with pytest.raises(
        DataError, match=r"x\.jsonl: the numbers of its answers \(1, 2\) could count from 0 or from 1.*first=1"
    ):
        read(path)
    zero, one = (read(path, columns={"first": first}) for first in "01")
    numbers = [n for n, answer in enumerate(answers) if answer != "A"]
    assert [zero[n].answer for n in numbers] == [int(answers[n]) for n in numbers]
    assert [one[n].answer for n in numbers] == [int(answers[n]) - 1 for n in numbers]
    assert "counted from 1 (as given)" in notes_of(one.notes)[0]


NUMERIC = [[("3", "4", "5", "6"), 4], [("2", "1", "4", "3"), 1], [("1", "3", "2", "5"), 2]]


def numeric(folder: Path, kind: str, rows_of: list[Any]) -> Path:
    """Write questions whose options are numbers, with their keys: numbers in JSON, texts in CSV."""
    rows = [{**ROW, "options": list(options), "answer": key} for options, key in rows_of]
    if kind == "jsonl":
        return jsonl(folder / "n.jsonl", rows)
    lines = [",".join(("passage", "question", *(f"option_{n}" for n in "abcd"), "answer"))]
    lines += [",".join(("p", "q", *options, str(key))) for options, key in rows_of]
    return table(folder / "n.csv", "\n".join(lines) + "\n")


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_numbers_that_could_be_options_or_their_places_are_refused_until_it_is_said(tmp_path: Path, kind: str) -> None:
    path = numeric(tmp_path, kind, NUMERIC)
    with pytest.raises(DataError, match=r"4 is the option '4' or, counted from 1, the option '6'.*first=text.*first=1"):
        read(path)
    values, places = (read(path, columns={"first": first}) for first in ("text", "1"))
    assert [item.options[item.answer or 0] for item in values] == ["4", "1", "2"]
    assert [item.options[item.answer or 0] for item in places] == ["6", "2", "3"]


@given(
    st.lists(st.tuples(st.permutations("12345").map(lambda o: tuple(o[:4])), st.integers(0, 6)), min_size=1, max_size=4)
)
def test_numbers_in_json_and_in_csv_mean_the_same_or_are_asked_about(rows: list[Any]) -> None:
    read_as: list[Any] = []
    for kind in ("jsonl", "csv"):
        with tempfile.TemporaryDirectory() as folder:
            try:
                items = read(numeric(Path(folder), kind, rows)).items
                read_as.append([item.options[item.answer or 0] for item in items])
            except DataError:
                read_as.append("refused")
    assert read_as[0] == read_as[1]
    if isinstance(read_as[0], list) and all(str(key) in options for options, key in rows):
        assert read_as[0] == [str(key) for _, key in rows]


def test_a_first_option_that_is_neither_0_nor_1_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="first is '2', the number of the first option; expected 0, 1 or text"):
        read(jsonl(tmp_path / "x.jsonl", [ROW]), columns={"first": "2"})


@pytest.mark.parametrize("mark", ["?", "N/A", "-"])
@pytest.mark.parametrize("known", ["A", 3])
def test_a_mark_for_no_answer_is_refused_with_the_way_to_write_it(tmp_path: Path, mark: str, known: object) -> None:
    path = jsonl(tmp_path / "x.jsonl", [ROW | {"answer": known}, ROW | {"answer": mark}])
    with pytest.raises(DataError, match=r"line 2: answer .* Leave the cell empty if the answer is not known\."):
        read(path)


@pytest.mark.parametrize("name", ["Right Answer", "CORRECT ANSWER", "key", "Solution", "correct_letter"])
def test_the_answer_column_is_found_under_its_common_names(tmp_path: Path, name: str) -> None:
    assert read(table(tmp_path / "x.csv", f"passage,question,a,b,{name}\np,q,x,y,B\n"))[0].answer == 1


def test_a_table_without_a_recognised_answer_column_says_how_to_name_it(tmp_path: Path) -> None:
    path = table(tmp_path / "x.csv", "passage,question,a,b,truth\np,q,x,y,B\n")
    assert re.search(r"no answer column was recognised.*--columns answer=NAME", notes_of(read(path).notes)[0])
    assert read(path, columns={"answer": "truth"})[0].answer == 1


def test_numbered_option_columns_say_where_counting_starts(tmp_path: Path) -> None:
    one = table(tmp_path / "one.csv", "passage,question,option_1,option_2,option_3,answer\np,q,x,y,z,2\n")
    zero = table(tmp_path / "zero.csv", "passage,question,answer0,answer1,answer2,label\np,q,x,y,z,2\n")
    assert (read(one)[0].answer, read(zero)[0].answer) == (1, 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answer": "E"}, r"answer 'E' is not one of A–C, 0–2 or the text of an option"),
        ({"answer": True}, "answer True is not one of A–C"),
        ({"options": ["Ann"]}, "it has 1 option; a multiple-choice question has at least 2"),
        ({"options": []}, "it has 0 options"),
        ({"options": "Ann or Bo"}, "the options are a text 'Ann or Bo'; expected a list"),
        ({"options": ["Ann", 5]}, "the option B is the value 5; expected text"),
        ({"passage": ""}, "the passage is empty"),
        ({"passage": None}, r"the passage is missing; expected text\. Repeat the passage on the row of each question"),
        ({"passage": ["Ann", 3]}, "the passage is a list; expected text"),
        ({"question": 7}, "the question is the value 7; expected text"),
    ],
)
def test_a_bad_row_is_named_by_its_line_and_can_be_skipped(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = jsonl(tmp_path / "x.jsonl", [ROW, ROW | change, ROW])
    with pytest.raises(DataError, match=rf"x\.jsonl, line 2: .*{message}.*--skip-bad"):
        read(path)
    dataset = read(path, skip_bad=True)
    assert [item.id for item in dataset] == ["x-1", "x-3"]
    assert len(dataset.skipped) == 1


def test_answers_that_count_neither_from_zero_nor_from_one_are_refused_as_a_whole(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "x.jsonl", [ROW | {"answer": 0}, ROW | {"answer": 3}, ROW | {"answer": 1}])
    with pytest.raises(DataError, match=r"count neither from 0 nor from 1.*--columns first=1"):
        read(path, skip_bad=True)  # all others would move by one
    assert [item.answer for item in read(path, columns={"first": "1"}, skip_bad=True)] == [2, 0]
    with pytest.raises(DataError, match="line 2: answer 3 is not one of 0–2"):
        read(path, columns={"first": "0"})


OBJECTS = [{"text": "Pip"}, {"text": "Mina"}, {"text": "Ann"}]


@pytest.mark.parametrize("name", ["label", "id", "letter", "identifier", "value"])
@pytest.mark.parametrize(
    ("labels", "answer", "place"),
    [("CAB", "A", 1), ("cab", "B.", 2), ((1, 2, 3), 1, 0), ((1, 2, 3), "3", 2), ((70, 80, 90), 80, 1)],
)
def test_an_answer_names_its_option_as_the_option_calls_itself(tmp_path: Path, name, labels, answer, place) -> None:
    options = [each | {name: label} for each, label in zip(OBJECTS, labels, strict=True)]
    (item,) = read(jsonl(tmp_path / "x.jsonl", [ROW | {"options": options, "answer": answer}]))
    assert (item.options[item.answer], item.answer) == (OBJECTS[place]["text"], place)


def test_an_answer_that_no_option_is_called_is_refused(tmp_path: Path) -> None:
    numbered, lettered = (
        [each | {"id": label} for each, label in zip(OBJECTS, labels, strict=True)] for labels in ((1, 2, 3), "BCD")
    )
    with pytest.raises(DataError, match=r"answer 0 is not one of 1, 2, 3\. Number the answers as the options are"):
        read(jsonl(tmp_path / "x.jsonl", [ROW | {"options": numbered, "answer": n} for n in (0, 1)]), skip_bad=True)
    dataset = read(jsonl(tmp_path / "y.jsonl", [ROW | {"options": lettered, "answer": n} for n in "AD"]), skip_bad=True)
    assert [item.answer for item in dataset] == [2]
    assert dataset.skipped[0].reason.values["known"] == "B, C, D"


def test_two_columns_that_may_be_the_key_and_differ_are_refused(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "x.jsonl", [ROW | {"answer": "A", "gold": "A"}, ROW | {"answer": "A", "gold": "B"}])
    with pytest.raises(DataError, match=r"answer and gold may both be the key, and differ in 1 .*line 2.*answer=gold"):
        read(path)
    assert [item.answer for item in read(path, columns={"answer": "gold"})] == [0, 1]
    same = jsonl(tmp_path / "y.jsonl", [ROW | {"answer": "A", "gold": 0, "solution": "He said so."}])
    assert [(item.answer, item.metadata["gold"]) for item in read(same)] == [(0, "0")]


def test_a_measured_difficulty_is_no_level(tmp_path: Path) -> None:
    measured = jsonl(tmp_path / "x.jsonl", [ROW | {"difficulty": n / 100} for n in (3, 41, 7)])
    assert [item.metadata["difficulty"] for item in read(measured)] == ["0.03", "0.41", "0.07"]
    assert {item.level for item in read(measured)} == {None}
    many = jsonl(tmp_path / "y.jsonl", [ROW | {"difficulty": n} for n in range(30)])
    assert {item.level for item in read(many)} == {None}
    assert {item.level for item in read(many, columns={"level": "difficulty"})} == {str(n) for n in range(30)}
    grades = jsonl(tmp_path / "z.jsonl", [ROW | {"difficulty": n} for n in (1.5, 2, 1.5, 2)])
    assert {item.level for item in read(grades)} == {"1.5", "2"}


@pytest.mark.parametrize("shape", ["column", "objects"])
def test_splits_inside_a_file_are_told(tmp_path: Path, shape: str) -> None:
    path = tmp_path / "x.json"
    rows = [ROW | {"split": "train"}, ROW | {"split": "validation"}]
    path.write_text(json.dumps(rows if shape == "column" else {"train": [ROW], "validation": [ROW, ROW]}), "utf-8")
    assert any("itself names the splits train, dev" in note for note in notes_of(read(path).notes))


@pytest.mark.parametrize(
    ("before", "after", "last"), [("", "", ",,"), ("", ",", ""), ("sep=,\r\n", "", ""), ('"sep=,"\n', ",", ",")]
)
def test_what_spreadsheets_put_around_a_table_is_no_part_of_it(tmp_path: Path, before, after, last) -> None:
    text = (
        f"{before}passage,question,A,B,answer{after}{last}\nAnn sat.,Who?,Ann,Bo,B{after}{last}\nBo,Who?,x,y,A{after}"
    )
    dataset = read(table(tmp_path / "x.csv", text + last))
    assert [(item.answer, item.metadata) for item in dataset] == [(1, {}), (0, {})]


def test_a_line_that_says_the_separator_is_counted(tmp_path: Path) -> None:
    path = table(tmp_path / "x.csv", "sep=;\npassage;question;A;B;answer\nAnn, who sat;Who?;Ann;Bo;C\n")
    with pytest.raises(DataError, match="line 3: answer 'C'"):
        read(path)


def test_a_letter_may_stand_before_the_option_it_names(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "x.jsonl", [ROW | {"answer": answer} for answer in ("B. Bo", "(c) Cy", "A: Ann")])
    assert [item.answer for item in read(path)] == [1, 2, 0]
    with pytest.raises(DataError, match=r"answer 'B\. Cy' is not one of"):
        read(jsonl(tmp_path / "y.jsonl", [ROW | {"answer": "B. Cy"}]))


def test_a_list_may_mark_the_right_option(tmp_path: Path) -> None:
    labelled = {"text": ["Ann", "Bo", "Cy"], "label": ["C", "B", "A"]}
    rows = [ROW | {"answer": [0, 0, 1]}, ROW | {"answer": [True, False, False], "options": labelled}]
    assert [item.answer for item in read(jsonl(tmp_path / "x.jsonl", rows))] == [2, 0]
    with pytest.raises(DataError, match=r"answer \[1, 1, 0\]"):
        read(jsonl(tmp_path / "y.jsonl", [ROW | {"answer": [1, 1, 0]}]))


def test_rows_in_memory_are_a_table(tmp_path: Path) -> None:
    rows = [ROW | {"answer": answer} for answer in "ABC"]
    from_file = read(jsonl(tmp_path / "table.jsonl", rows))
    assert read(rows).items == read(iter(rows)).items == read(pl.DataFrame(rows)).items == from_file.items
    assert (read(rows, "validation").split, read(rows, columns={"answer": "answer"}).items) == ("dev", from_file.items)
    wide = {"passage": "Ann sat.", "question": "Who?", "a": "Ann", "b": "Bo", "c": float("nan"), "answer": "B"}
    assert [item.options for item in read([wide])] == [("Ann", "Bo")]


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ({"test": [ROW]}, UsageError, r"the data is of type dict; expected a path, or rows.*data\['test'\]"),
        (5, UsageError, "the data is of type int; expected a path, or rows"),
        ([ROW, 1], DataError, "table, row 2: found the value 1; expected an object"),
        ([], DataError, "table: nothing to read as tabular"),
    ],
)
def test_what_is_no_rows_is_refused(rows: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read(rows)


def test_what_datasets_keeps_beside_a_saved_folder_is_no_part_of_it(tmp_path: Path) -> None:
    import polars as pl

    for name in ("data-00000-of-00001.arrow", "cache-1b2c3d4e.arrow"):
        pl.DataFrame([ROW]).write_ipc_stream(tmp_path / name)
    (tmp_path / "state.json").write_text("{}", encoding="utf-8")
    assert len(read(tmp_path)) == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "x.jsonl",
            json.dumps(ROW) + "\n" + json.dumps(ROW)[:30],
            r"line 2: the JSON is invalid \(Unterminated string",
        ),
        ("x.jsonl", json.dumps(ROW) + "\n[1]\n", "line 2: found a list; expected an object"),
        ("x.json", json.dumps([ROW, "text"]), "item 2: found a text 'text'; expected an object"),
        ("x.csv", "passage,question,a,b,answer\np,q,x,y,A\np,q,x,A\n", "line 3: found 4 fields; expected 5"),
        ("x.csv", 'passage,question,a,b,answer\n"p\np",q,x,y,A\np,q,x,y,A,B\n', "line 4: found 6 fields; expected 5"),
    ],
)
def test_a_broken_row_is_named_and_the_rest_can_be_read(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = table(tmp_path / name, text)
    with pytest.raises(DataError, match=message):
        read(path)
    assert len(read(path, skip_bad=True)) == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "x.json",
            json.dumps([ROW, ROW])[:-40],
            r"x\.json: the JSON is invalid at line 1, column \d+ .*may be cut off",
        ),
        ("x.csv", 'passage,question,a,b,answer\n"p,q,x,y,A\n', "the CSV is invalid in the record that ends at line 2"),
        ("x.csv", "passage,question,a,a,answer\np,q,x,y,A\n", "options; found passage, question, a, a 2"),
        (
            "x.csv",
            "A text, with a comma, and another.\n\n1. Who?\nA. Ann\nB. Bo\nAnswer: A\n",
            r"With --format text it is read as a typed exam\.",
        ),
        ("x.csv", "passage,question,a,b,answer\n", r"nothing to read as tabular: it has no items\. Check that"),
    ],
)
def test_a_file_broken_as_a_whole_is_one_clear_error(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(table(tmp_path / name, text), skip_bad=True)


def test_when_every_row_is_bad_skipping_is_not_success(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "x.jsonl", [ROW | {"passage": ""}])
    with pytest.raises(DataError, match=r"its only question cannot be used\.\n.*line 1: the passage is empty"):
        read(path, skip_bad=True)


def test_a_parquet_file_that_is_cut_off_says_so(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    pl.DataFrame([ROW]).write_parquet(path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(DataError, match=r"x\.parquet: the Parquet cannot be read"):
        read(path)


# --- the hub --------------------------------------------------------------------------------------------------------


def test_a_hub_path_is_read_by_polars_and_named_after_its_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pl, "scan_parquet", lambda path: asked.append(path) or pl.LazyFrame([ROW]))
    path = "hf://datasets/owner/exam/data/test-00000-of-00001.parquet"
    dataset = read(path)
    assert asked == [path]
    assert (dataset.name, dataset.split, dataset.source, dataset[0].answer) == ("owner/exam", "test", path, 0)
    with pytest.raises(UsageError, match="no split 'train'; a hub path names one file"):
        read(path, "train")


def test_a_hub_that_cannot_be_reached_is_a_data_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str) -> pl.LazyFrame:
        raise pl.exceptions.ComputeError("error sending request")

    monkeypatch.setattr(pl, "scan_ndjson", fail)
    with pytest.raises(DataError, match=r"cannot be read from the hub .*Check the path and the network"):
        read("hf://datasets/owner/exam/test.jsonl")
    with pytest.raises(UsageError, match=r"expected the path of a file that ends in \.parquet"):
        read("hf://datasets/owner/exam/notes.txt")


# --- what quiz platforms write ---------------------------------------------------------------------------------------

SOCRATIVE = (
    "Quiz Name:,Boat,,,,\n,,,,,\nQuestion Type:,Question:,Answer A:,Answer B:,Answer C:,Correct Answer:\n"
    "Multiple choice,Who rowed?,Mina,Ann,Zoe,A\nTrue/False,They rowed.,,,,FALSE\nShort answer,Who?,,,,Mina\n"
)


def test_lines_above_the_names_of_the_columns_are_titles_and_true_or_false_needs_no_options(tmp_path: Path) -> None:
    dataset = read(table(tmp_path / "a.csv", SOCRATIVE), passage="They rowed.", skip_bad=True)
    assert [(item.question, item.options, item.answer) for item in dataset] == [
        ("Who rowed?", ("Mina", "Ann", "Zoe"), 0),
        ("They rowed.", ("True", "False"), 1),
    ]
    assert len(dataset.skipped) == 1
    assert any("“Quiz Name: Boat” is read as a title" in note for note in notes_of(dataset.notes))


@pytest.mark.parametrize("name", ["Wrong {}", "Incorrect {}", "Incorrect Answer {} (Optional)"])
def test_columns_of_wrong_options_are_distractors(tmp_path: Path, name: str) -> None:
    text = f"Question,Correct,{name.format(1)},{name.format(2)}\nWho rowed?,Mina,Zoe,Ann\n"
    (item,) = read(table(tmp_path / "a.csv", text), passage="Mina rowed.")
    assert (item.options, item.answer) == (("Ann", "Mina", "Zoe"), 1)


@pytest.mark.parametrize("several", ["1,2", "A, B", "a;b", "Mina & Ann", "1 / 2"])
def test_a_row_with_several_answers_is_left_out_as_that(tmp_path: Path, several: str) -> None:
    first = f'Question,A,B,C,Ans\nWho rowed?,Mina,Ann,Zoe,"{several}"\n'
    text = f"{first}When?,In May,In June,In July,3\nWhere?,Here,There,,1\n"
    exam = read(table(tmp_path / "a.csv", text), passage="Mina rowed.")
    assert [item.question for item in exam] == ["When?", "Where?"]
    assert [(left.reason.code, left.reason.values["options"]) for left in exam.skipped] == [("left-many-right", "A, B")]


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.parquet"])
def test_options_that_begin_with_their_letters_come_back_as_they_were(tmp_path: Path, name: str) -> None:
    item = Item("q", "p", "Mina rowed.", "Who rowed?", ("A. Miller", "B. Brecht"), 1, None, {})
    write_dataset(Dataset("a", (item,)), tmp_path / name)
    assert read(tmp_path / name).items == (item,)


def test_an_id_that_all_questions_of_a_passage_share_is_the_passages_and_a_note_says_so(tmp_path: Path) -> None:
    rows = "id,passage,question,A,B,answer\nx,Bo sat.,Who?,Ann,Bo,B\nx,Bo sat.,What did he do?,sat,ran,A\n"
    dataset = read(table(tmp_path / "exam.csv", rows))
    assert [(item.id, item.passage_id) for item in dataset] == [("exam-1", "x"), ("exam-2", "x")]
    assert any("under “id”, so it is read as the passage’s id" in note for note in notes_of(dataset.notes))
    named = read(table(tmp_path / "other.csv", rows.replace("x,Bo sat.,What", "y,Bo sat.,What")))
    assert [item.id for item in named] == ["x", "y"]
    assert not any("passage’s id" in note for note in notes_of(named.notes))


@pytest.mark.parametrize("name", ["exam.json", "exam.jsonl", "exam.txt"])
def test_an_object_that_gives_a_member_twice_is_refused_and_named(tmp_path: Path, name: str) -> None:
    row = '{"passage": "Bo sat.", "question": "Who?", "options": ["Ann", "Bo"], "answer": "A", "answer": "B"}'
    with pytest.raises(DataError, match=r"“answer” is given twice in one object, as 'A' and as 'B'. Remove the wrong"):
        read(table(tmp_path / name, f"[{row}]" if name == "exam.json" else f"{row}\n"))
    once = row.replace('"answer": "A"', '"answer": "B"')
    assert read(table(tmp_path / name, f"[{once}]" if name == "exam.json" else f"{once}\n"))[0].answer == 1
