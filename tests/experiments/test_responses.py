import csv

import numpy as np
import pytest
from tests.tables import values_of

from magnetite.core.errors import DataError
from magnetite.core.items import Item
from magnetite.experiments.flags import Exam
from magnetite.experiments.responses import Responses, read_responses, responses_finding
from magnetite.report.wording import LANGUAGES, notes_of

ITEMS = (
    Item("q1", "p", "A text.", "Who?", ("Ann", "Bob", "Cid"), 0),
    Item("q2", "p", "A text.", "How many?", ("3", "1", "2", "4"), 1),
    Item("q3", "p", "A text.", "Where?", ("in a box", "on a hill"), 1),
)


def written(tmp_path, text, name="answers.csv"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def read(tmp_path, text, items=ITEMS, **how):
    return read_responses(written(tmp_path, text), items, **how)


def test_letters_option_texts_and_numbers_mean_the_same(tmp_path):
    letters = read(tmp_path, "who,q1,q2,q3\nx,A,b,(B)\ny,C,,a\n")
    texts = read(tmp_path, "who,q1,q2,q3\nx,ann,1,On a  hill\ny,Cid,,in a box\n")
    numbers = read(
        tmp_path,
        "who,q1,q2,q3\nx,1,2,2\ny,3,,1.0\n",
        items=(
            ITEMS[0],
            ITEMS[0].__class__("q2", "p", "A text.", "Which?", ("red", "blue", "green", "grey"), 1),
            ITEMS[2],
        ),
    )
    assert letters.chosen.tolist() == texts.chosen.tolist() == numbers.chosen.tolist() == [[0, 1, 1], [2, -1, 0]]
    assert [notes_of(each.notes)[0] for each in (letters, texts, numbers)] == [
        "Answers were read as letters.",
        "Answers were read as option texts.",
        "Answers were read as numbers from 1.",
    ]


def test_one_answer_a_row_reads_as_one_candidate_a_row_does(tmp_path):
    wide = read(tmp_path, "candidate,q1,q2,q3\nx,A,B,A\ny,C,,B\n")
    long = read(tmp_path, "Candidate;Item;Answer\nx;q1;A\ny;q3;B\nx;q2;B\nx;q3;A\ny;q1;C\n")
    assert long.candidates == wide.candidates == ("x", "y")
    assert long.chosen.tolist() == wide.chosen.tolist()


def test_candidates_need_no_names_and_items_no_order(tmp_path):
    found = read(tmp_path, "q3,q1\nA,B\nB,\n")
    assert (found.candidates, found.items) == (("1", "2"), ("q1", "q3"))
    assert found.chosen.tolist() == [[1, 0], [-1, 1]]
    assert "1 question of the exam has no answers in the file: q2." in notes_of(found.notes)


def test_items_may_be_named_by_number_where_none_was_left_out(tmp_path):
    found = read(tmp_path, "name,Question 1,Question 3\nx,A,B\n")
    assert found.items == ("q1", "q3")
    with pytest.raises(DataError, match="some questions of the exam were left out"):
        read(tmp_path, "name,1,3\nx,A,B\n", complete=False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("  \n", "the file is empty"),
        ("who,q1\n", "no candidate below it"),
        ("who,q1,q9\nx,A,B\n", "question 'q9' does not exist.*q1"),
        ("who,name\nx,A\n", "question 'name' does not exist"),
        ("who,q1\nx,E\n", r"line 2: the answer 'E' to question 'q1' is no option of it; expected a letter from A to C"),
        ("who,q1\nx,4\n", "is no option of it"),
        ("who,q1\nx,0\n", "is no option of it"),
        ("who,q1\nx,A\nx,B\n", r"line 3: candidate 'x' stands at .*line 2 already"),
        ("who,q1\n,A\n", "the candidate is not named"),
        ("who,q1,q1\nx,A,B\n", "two columns have the same name"),
        ("who,q1,q2\nx,,\n", "there is no answer in it"),
        ("who,q1,q2\nx,A\n", "found 2 fields; expected 3"),
        ("candidate,item,answer\nx,q1,A\nx,q1,B\n", "candidate 'x' has an answer to question 'q1' at .*line 2 already"),
        ("candidate,item,answer\nx,q7,A\n", "question 'q7' does not exist"),
        ("candidate,item,answer\n,q1,A\n", "the candidate is not named"),
        ("who,q2\nx,3\ny,A\n", "'3' to question 'q2' could mean A or C"),
    ],
)
def test_answers_that_do_not_fit_the_exam_are_refused_with_their_place(tmp_path, text, said):
    with pytest.raises(DataError, match=said):
        read(tmp_path, text)


def test_a_file_that_is_absent_or_no_text_is_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_responses(tmp_path / "none.csv", ITEMS)
    (tmp_path / "latin.csv").write_bytes("wer,q1\nJürgen,A\n".encode("latin-1"))
    with pytest.raises(DataError, match="not UTF-8"):
        read_responses(tmp_path / "latin.csv", ITEMS)


def simulated(candidates=400, seed=1):
    """Simulate an exam of 12 items: item q0's key is wrong, the wrong option B of every other tempts by its number."""
    random = np.random.default_rng(seed)
    ability = random.normal(size=candidates)
    items = [Item(f"q{n}", f"p{n}", "A text.", "Who?", ("a", "b", "c", "d"), 1 if n == 0 else 0) for n in range(12)]
    tempting = [0.9, *(0.1 + 0.07 * n for n in range(1, 12))]
    chosen = np.empty((candidates, 12), dtype=np.int64)
    for n in range(12):
        able = random.random(candidates) < 1 / (1 + np.exp(-(1 - 0.25 * n + 1.5 * ability)))
        wrong = np.where(random.random(candidates) < tempting[n], 1, random.integers(2, 4, candidates))
        chosen[:, n] = np.where(able, 0, wrong)
    rows = []
    for n in range(12):
        right = 1 / (1 + np.exp(-(1 - 0.25 * n)))
        other = (1 - right) * (1 - tempting[n]) / 2
        rows.append((right, (1 - right) * tempting[n], other, other))
    given = Responses(tuple(map(str, range(candidates))), tuple(item.id for item in items), chosen)
    return Exam(tuple(items), {"QO": tuple(rows)}), given


def test_a_planted_wrong_key_and_a_system_that_thinks_like_candidates_are_found():
    exam, given = simulated()
    found = responses_finding(exam, given, looks=("q0",))
    facility = values_of(found.table("facility"))
    assert facility["high"][0] < 0.5
    assert facility["discrimination_high"][0] < 0
    assert all(value > 0 for value in facility["discrimination"][1:])
    assert "the key may be wrong, or the question misleads: q0." in found.sentence
    assert found.number("distractor correlation", "QO").low > 0.5
    assert found.number("mean facility", "second look").value == pytest.approx(facility["facility"][0])
    assert found.number("mean discrimination", "others").low > 0


def test_few_candidates_accuse_no_question():
    exam, given = simulated()
    few = Responses(given.candidates[:20], given.items, given.chosen[:20])
    found = responses_finding(exam, few)
    assert found.table("negative").values("id") == []
    assert "too few for discriminations that can be relied on" in notes_of(found.notes)[-1]
    assert responses_finding(exam, given).table("negative").values("id") == ["q0"]


def test_a_system_that_knows_nothing_of_the_candidates_does_not_correlate():
    exam, given = simulated()
    random = np.random.default_rng(0)
    rows = tuple(map(tuple, random.dirichlet([1, 1, 1, 1], 12)))
    number = responses_finding(Exam(exam.items, {"O": rows}), given).number("distractor correlation", "O")
    assert number.low < 0 < number.high


def test_shares_of_a_question_add_up_and_missing_answers_are_shown():
    chosen = np.array([[0, 1, 1], [2, -1, 0], [0, 1, 1], [0, 0, 1]])
    found = responses_finding(Exam(ITEMS), Responses(("a", "b", "c", "d"), ("q1", "q2", "q3"), chosen))
    rows = values_of(found.table("distractors"))
    totals: dict[str, float] = {}
    for name, share in zip(rows["id"], rows["chosen"], strict=True):
        totals[name] = totals.get(name, 0) + share
    assert totals == pytest.approx({"q1": 1, "q2": 1, "q3": 1})
    assert [name for name, option in zip(rows["id"], rows["option"], strict=True) if option == ""] == ["q2"]
    assert "1 answer is missing; a missing answer counts as not right." in notes_of(found.notes)
    assert found.table("facility").values("facility") == [0.75, 0.5, 0.75]


def test_questions_without_a_key_are_left_out_and_said():
    items = (ITEMS[0], Item("q2", "p", "A text.", "Who?", ("a", "b"), None))
    found = responses_finding(Exam(items), Responses(("x",), ("q1", "q2"), np.array([[0, 1]])))
    assert found.table("facility").values("id") == ["q1"]
    assert any("without a known key are not analysed: q2" in note for note in notes_of(found.notes))


def test_what_is_written_in_a_spreadsheet_with_semicolons_is_read(tmp_path):
    path = tmp_path / "excel.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=";").writerows([["Name", "q1", "q3"], ["Ä. Öz", "B", "a"], ["", "", ""]])
    assert read_responses(path, ITEMS).chosen.tolist() == [[1, 0]]


def test_every_note_is_in_the_reader_s_language(tmp_path):
    items = (*ITEMS, Item("q4", "p", "A text.", "Who?", ("a", "b"), None))
    given = read(tmp_path, "1,2,4\nAnn,2,B\nB,,A\n", items)
    found = responses_finding(Exam(items), given)
    texts = {language: notes_of(found.notes, language) for language in LANGUAGES}
    assert len(texts["en"]) == 6  # one of each
    assert not set(texts["de"]) & set(texts["en"])
    assert "Antworten wurden als Texte von Antworten gelesen." in texts["de"]
