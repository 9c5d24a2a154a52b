"""Tables as platforms export them: texts with HTML, answers written otherwise than options, templates of quizzes."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles import write as write_dataset
from examfiles.errors import DataError
from examfiles.items import Dataset, Item
from examfiles.wording import notes_of


def exam_of(text: str, folder: Path, name: str = "exam.csv") -> Dataset:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read(path, passage_needed=False)


HTML = """\
passage,question,A,B,C,answer
<p>Ida kept it.</p><p>It shone.</p>,<p>What did <b>Ida</b> keep?</p>,A farm,"<p style=""x"">A lamp</p>",A shop,B
Ida said so.,What is &quot;H<sub>2</sub>O&quot;?,a &lt; b,5 < 6,caf&eacute;,A
"""


def test_html_in_cells_is_read_as_text_with_its_emphasis(tmp_path: Path) -> None:
    exam = exam_of(HTML, tmp_path)
    assert [(item.passage, item.question, item.options, item.answer) for item in exam] == [
        ("Ida kept it.\nIt shone.", "What did Ida keep?", ("A farm", "A lamp", "A shop"), 1),
        ("Ida said so.", 'What is "H2O"?', ("a < b", "5 < 6", "caf\u00e9"), 0),
    ]
    assert exam[0].metadata["emphasised"] == "Ida"
    assert any("line 2: HTML in the cells of 2 rows" in note for note in notes_of(exam.notes))


def test_html_in_json_is_read_as_text_in_options_and_their_key_too(tmp_path: Path) -> None:
    both = "<p>Ida &amp; Bo</p>"
    text = f'[{{"question": "<p>Who?</p>", "options": ["{both}", "<b>Kim</b>"], "answer": "{both}"}}]'
    (item,) = exam_of(text, tmp_path, "exam.json")
    assert (item.question, item.options, item.answer) == ("Who?", ("Ida & Bo", "Kim"), 0)


@pytest.mark.parametrize(
    ("question", "option"), [("Which tag is bold?", "<b>"), ("Which tag?", "<b>x</b>"), ("Is it?", "2 < 3 > 1")]
)
def test_questions_on_html_and_signs_of_comparison_keep_theirs(question: str, option: str, tmp_path: Path) -> None:
    (item,) = exam_of(f"question,A,B,answer\n{question},{option},none,A\n", tmp_path)
    assert item.options[0] == option


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.parquet"])
def test_what_is_written_here_comes_back_with_its_signs(name: str, tmp_path: Path) -> None:
    item = Item("q", "p", "a &amp; b", "What is <b>this</b>?", ("<p>x</p>", "y"), 0)
    write_dataset(Dataset("a", (item,)), tmp_path / name)
    assert read(tmp_path / name).items == (item,)


@pytest.mark.parametrize(
    ("option", "key"),
    [
        *(("a lighthouse", "A lighthouse"), ("A lighthouse", "A lighthouse."), ("A lighthouse.", "a lighthouse")),
        *(("Ida's", "Ida\u2019s"), ("\u201cNo\u201d", '"No"'), ("False", "FALSE"), ("caf\u00e9", "cafe\u0301")),
        *(("a  farm", "a farm"), ("Stop!", "stop")),
    ],
)
def test_a_key_names_an_option_written_in_another_way(option: str, key: str, tmp_path: Path) -> None:
    quoted = [f'"{text.replace(chr(34), chr(34) * 2)}"' for text in (option, key)]
    exam = exam_of(f"question,A,B,C,answer\nWhat?,a shop,{quoted[0]},none,{quoted[1]}\nWho?,Ida,Bo,Kim,Kim\n", tmp_path)
    assert [item.answer for item in exam] == [1, 2]


def test_an_option_to_the_letter_goes_first_and_two_that_are_as_near_are_no_key(tmp_path: Path) -> None:
    assert exam_of("question,A,B,answer\nWhich is right?,Polish,polish,polish\n", tmp_path)[0].answer == 1
    with pytest.raises(DataError, match=r"the text of several options \(A, B\)"):
        exam_of("question,A,B,answer\nWhich is right?,Polish,polish,POLISH\nWho?,Ida,Bo,A\n", tmp_path)


@pytest.mark.parametrize("key", ["Option B", "antwort b", "(b)", "B - a lighthouse", "B: A lighthouse."])
def test_a_key_names_a_letter_in_many_ways(key: str, tmp_path: Path) -> None:
    exam = exam_of(f"question,A,B,answer\nWhat?,a shop,a lighthouse,{key}\nWho?,Ida,Bo,A\n", tmp_path)
    assert [item.answer for item in exam] == [1, 0]


KAHOOT = """\
,"Question - max 120 characters","Answer 1 - max 75 characters","Answer 2 - max 75 characters",\
"Answer 3 - max 75 characters","Time limit (sec) \u2013 5, 10 or 20 secs","Correct answer(s) - choose at least one"
1,What did Ida keep?,a farm,a lighthouse,a shop,20,2
2,When did it end?,in 1977,in 1987,in 1997,20,3
3,Which are old?,the lamp,the rock,the boat,20,"1,2"
4,,,,,,
5,,,,,,
"""


def test_a_template_of_kahoot_is_read_with_its_keys_and_its_empty_rows_are_one_remark(tmp_path: Path) -> None:
    exam = exam_of(KAHOOT, tmp_path)
    assert [(item.options[item.answer or 0], item.answer) for item in exam] == [("a lighthouse", 1), ("in 1997", 2)]
    assert [left.reason.code for left in exam.skipped] == ["left-many-right"]
    assert any("2 rows whose fields are all empty" in note for note in notes_of(exam.notes))


HEADINGS = (
    "Correct Ans.",
    "Correct response",
    "Response key",
    "Correct antwoord",
    "\u6b63\u786e\u7b54\u6848",
    "\uc815\ub2f5",
)


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_key_is_told_by_its_heading_in_many_words(heading: str, tmp_path: Path) -> None:
    assert exam_of(f"Question,A,B,C,{heading}\nWho?,Ida,Bo,Kim,B\n", tmp_path)[0].answer == 1


def rows_of(*rows: str) -> str:
    """Return CSV of rows whose cells are between bars, as far as the first one reaches."""
    cells = [row.split("|") for row in rows]
    return "".join(",".join(f'"{cell}"' for cell in [*row, *[""] * (len(cells[0]) - len(row))]) + "\n" for row in cells)


WAYGROUND = rows_of(
    "Question Text|Question Type|Option 1|Option 2|Option 3|Option 4|Correct Answer|Time in seconds|Answer explanation",
    "Text of the question\n\n(required)|Kind\n(default is Multiple Choice)|Text for option 1\n\n(required)|"
    "Text for option 2|Text for option 3\n(optional)|Text for option 4\n(optional)|The right one.\n\nLeave blank for "
    "others|Seconds\n(optional)|Why",
    "What did Ida keep?|Multiple Choice|a farm|a lighthouse|a shop||2|30",
    "Which are old?|Checkbox|the lamp|the rock|the boat||1,2|30",
    "Which is white?|Checkbox|the lamp|the rock|the boat||3|30",
    "Who wrote?|Open-Ended",
    "Do you like it?|Poll|yes|no",
    "The lamp is ___|Fill-in-the-Blank|old",
    "When did it end?|Multiple Choice|in 1977|in 1987|in 1997|in 2007|4",
)
SOCRATIVE = rows_of(
    "Instructions:|Fill in the quiz|||||||",
    "1. Quiz Name:|The lamp",
    "||4. Enter the answers:|||5. Choose the correct answer",
    "2. Question Type:|3. Question:|Answer A:|Answer B:|Answer C:||||6. Explanation (Optional):",
    "Multiple choice|What did Ida keep?|a farm|a lighthouse|a shop|B|||She did.",
    "Multiple choice|Which are old?|the lamp|the rock|the boat|A|B",
    "Open-ended|Who wrote?",
    "Multiple choice|When did it end?|in 1977|in 1987|in 1997|C",
)
BLOOKET = rows_of(
    "Blooket\nImport Template|||||",
    "Question #|Question Text|Answer 1|Answer 2|Answer 3\n(Optional)|Correct Answer(s)\n(Only include Answer #)",
    "1|What did Ida keep?|a farm|a lighthouse|a shop|2",
    "2|Which are old?|the lamp|the rock|the boat|1,2",
    "3|When did it end?|in 1977|in 1987|in 1997|3",
)
GIMKIT = rows_of(
    "Gimkit Spreadsheet Import Template|||",
    "Question|Correct Answer|Incorrect Answer 1|Incorrect Answer 2 (Optional)",
    "What did Ida keep?|a lighthouse|a farm|a shop",
    "When did it end?|in 1997|in 1977|in 1987",
)
WOOCLAP = rows_of(
    "Type|Title|Correct|Choice|Choice|Choice",
    "MCQ|What did Ida keep?|2|a farm|a lighthouse|a shop",
    "OpenQuestion|Who wrote?",
    "Poll|Do you like it?||yes|no",
    "MCQ|When did it end?|3|in 1977|in 1987|in 1997",
)
GENIALLY = rows_of(
    "|Instrucciones|||||",
    "Tipo de pregunta|Pregunta|Respuesta(s) correcta(s)|Opci\u00f3n A|Opci\u00f3n B|Opci\u00f3n C",
    "Elecci\u00f3n \u00fanica|What did Ida keep?|B|a farm|a lighthouse|a shop",
    "Respuesta abierta|\u00bfQui\u00e9n?",
    "Encuesta|\u00bfTe gusta?||s\u00ed|no",
    "Elecci\u00f3n \u00fanica|When did it end?|C|in 1977|in 1987|in 1997",
)
IDOCEO = rows_of(
    "||Plantilla de examen|||",
    "N.\n (opcional)|Pregunta|Respuesta 1|Respuesta 2|Respuesta 3|C\u00f3digo de respuesta(s) correcta(s)",
    "1|What did Ida keep?|a farm|a lighthouse|a shop|2",
    "2|When did it end?|in 1977|in 1987|in 1997|3",
)
QUIZALIZE = rows_of(
    "QUESTION|ANSWER|INCORRECT_ANSWER1|INCORRECT_ANSWER2|TIME_LIMIT|ID",
    "What did Ida keep?|a lighthouse|a farm|a shop|30|1",
    "When did it end?|in 1997|in 1977|in 1987|30|2",
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (WAYGROUND, "left-many-right left-typed left-poll left-blanks"),
        (SOCRATIVE, "left-many-right left-typed"),
        (BLOOKET, "left-many-right"),
        (GIMKIT, ""),
        (WOOCLAP, "left-typed left-poll"),
        (GENIALLY, "left-typed left-poll"),
        (IDOCEO, ""),
        (QUIZALIZE, ""),
    ],
    ids=["wayground", "socrative", "blooket", "gimkit", "wooclap", "genially", "idoceo", "quizalize"],
)
def test_the_template_of_a_platform_gives_its_questions_and_names_the_rest(
    text: str, left: str, tmp_path: Path
) -> None:
    exam = exam_of(text, tmp_path)
    asked = [(item.question, set(item.options), item.options[item.answer or 0]) for item in exam]
    assert asked[0] == ("What did Ida keep?", {"a farm", "a lighthouse", "a shop"}, "a lighthouse")
    assert asked[-1][0] == "When did it end?"
    assert asked[-1][2] in {"in 1997", "in 2007"}
    assert len(exam) == (3 if text is WAYGROUND else 2)
    assert [each.reason.code for each in exam.skipped] == left.split()
    assert [note.code for note in exam.notes].count("note-row-explains") == (text is WAYGROUND)


def test_a_skill_that_is_called_like_a_kind_of_question_leaves_nothing_out(tmp_path: Path) -> None:
    exam = exam_of("question,type,A,B,answer\nWho?,sequence,Ida,Bo,A\nWhen?,order,1977,1987,B\n", tmp_path)
    assert [item.answer for item in exam] == [0, 1]


def test_a_row_of_one_filled_cell_is_no_damage_and_one_of_a_key_without_options_is(tmp_path: Path) -> None:
    exam = exam_of("question,A,B,answer\nText 1,,,\nWho?,Ida,Bo,A\n", tmp_path)
    assert (len(exam), [left.reason.code for left in exam.skipped]) == (1, ["left-few-options"])
    with pytest.raises(DataError, match="line 2: it has 0 options"):
        exam_of("question,A,B,answer\nWho?,,,B\nWho?,Ida,Bo,A\n", tmp_path)


def test_columns_of_one_name_are_told_apart_and_two_keys_that_differ_are_refused(tmp_path: Path) -> None:
    exam = exam_of("Question,Note,A,Note,B,Correct\nWho?,x,Ida,y,Bo,B\n", tmp_path)
    assert (exam[0].options, exam[0].answer, dict(exam[0].metadata)) == (("Ida", "Bo"), 1, {"Note": "x", "Note 2": "y"})
    assert exam_of("question,A,B,answer,answer\nWho?,Ida,Bo,B,B\n", tmp_path)[0].answer == 1
    with pytest.raises(DataError, match="answer and answer 2 may both be the key, and differ"):
        exam_of("question,A,B,answer,answer\nWho?,Ida,Bo,B,A\n", tmp_path)


LANGUAGES = {
    "nl": ("Tekst", "Vraag", "Antwoord {}", "Juiste antwoord"),
    "fr": ("Texte", "\u00c9nonc\u00e9", "R\u00e9ponse {}", "Bonne r\u00e9ponse"),
    "es": ("Texto", "Pregunta", "Opci\u00f3n {}", "Respuesta correcta"),
    "it": ("Brano", "Domanda", "Risposta {}", "Risposta corretta"),
    "pt": ("Trecho", "Pergunta", "Alternativa {}", "Gabarito"),
    "zh": ("\u6587\u7ae0", "\u9898\u76ee", "\u9009\u9879{}", "\u6b63\u786e\u7b54\u6848"),
    "zh-hant": ("\u6587\u7ae0", "\u984c\u76ee", "{}\u9078\u9805", "\u6a19\u6e96\u7b54\u6848"),
    "ja": ("\u672c\u6587", "\u554f\u984c\u6587", "\u9078\u629e\u80a2{}", "\u6b63\u89e3"),
    "ko": ("\uc9c0\ubb38", "\ubb38\ud56d", "\ubcf4\uae30 {}", "\uc815\ub2f5"),
}


@pytest.mark.parametrize("labels", ["ABC", "123", "\u2460\u2461\u2462"], ids=["letters", "numbers", "rings"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_in_many_languages_name_passage_question_options_and_key(
    language: str, labels: str, tmp_path: Path
) -> None:
    passage, question, option, key = LANGUAGES[language]
    head = [passage, question, *(option.format(label) for label in labels), key]
    text = rows_of("|".join(head), f"Ida sat.|Who?|Ida|Bo|Kim|{labels[1]}", f"Ida sat.|Where?|in|on|up|{labels[2]}")
    exam = exam_of(text, tmp_path)
    assert [(item.passage, item.question, item.options, item.answer) for item in exam] == [
        ("Ida sat.", "Who?", ("Ida", "Bo", "Kim"), 1),
        ("Ida sat.", "Where?", ("in", "on", "up"), 2),
    ]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("TRUE", "FALSE"), ("Vrai", "Faux"), ("Verdadero", "Falso"), ("Waar", "Onwaar"), ("\u5bf9", "\u9519")],
)
def test_an_answer_of_true_or_false_without_options_names_both(right: str, wrong: str, tmp_path: Path) -> None:
    exam = exam_of(f"question,A,B,answer\nIda sat.,,,{wrong}\nBo sat.,,,{right}\nWho?,Ida,Bo,A\n", tmp_path)
    assert [(item.options, item.answer) for item in exam][:2] == [
        ((right.capitalize(), wrong.capitalize()), 1),
        ((right.capitalize(), wrong.capitalize()), 0),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Timestamp,Score,Who sat?\n1 May,1 / 1,Ida\n", "candidates' answers, as Google Forms and Microsoft Forms"),
        ("ID,Start time,Completion time,Who sat?\n1,9:00,9:05,Ida\n", "give the exam itself, with this file as --resp"),
        ("Who sat?\tIda\nWhen?\tin 1987\n", "each line has a term and a definition.*no options to choose from"),
        ("Question,Answer\nWho sat?,Ida\n", "Add wrong options in columns of their own"),
    ],
)
def test_tables_without_options_are_named_for_what_they_are(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=said):
        exam_of(text, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        '[{"text": "Who sat?", "answers": [{"text": "Bo", "isCorrect": false}, {"text": "Ida", "isCorrect": true}]}]',
        '[{"title": "Who sat?", "choices": ["Bo", "Ida"], "correctAnswer": "Ida"}]',
    ],
)
def test_a_question_may_be_called_text_or_title_where_nothing_else_is_one(text: str, tmp_path: Path) -> None:
    (item,) = exam_of(text, tmp_path, "exam.json")
    assert (item.question, item.options, item.answer, item.passage) == ("Who sat?", ("Bo", "Ida"), 1, "")


@pytest.mark.parametrize("head", ["question,answers", "Question,Options", "No.,Question,Choices"])
@pytest.mark.parametrize("sign", [" | ", "\n"])
@pytest.mark.parametrize("mark", [" [Correct]", " (correct)", " \u2713"])
@pytest.mark.parametrize("numbers", [True, False])
def test_options_in_one_cell_are_read_with_the_mark_behind_one_of_them(
    head: str, sign: str, mark: str, tmp_path: Path, *, numbers: bool
) -> None:
    asked = [("When does it stay?", ("Mondays", "Sundays", "at night"), 1), ("What is mended?", ("nets", "bells"), 0)]
    rows = []
    for number, (question, options, right) in enumerate(asked, start=1):
        typed = [f"{f'{n + 1}. ' if numbers else ''}{one}{mark * (n == right)}" for n, one in enumerate(options)]
        rows.append(f'{f"{number}," if head.startswith("No") else ""}{question},"{sign.join(typed)}"\n')
    exam = exam_of(f"{head}\n{''.join(rows)}", tmp_path)
    assert [(item.question, item.options, item.answer) for item in exam] == asked
    assert any("the mark behind one of them is the key" in note for note in notes_of(exam.notes))


def test_a_cell_with_two_marks_has_two_right_options_and_one_without_any_has_no_key(tmp_path: Path) -> None:
    rows = (
        "Which?,nets [Correct] | bells [Correct]\nWho?,Ann | Bo [Correct]\nWhen?,now [correct] | no\nWhy?,so | so so\n"
    )
    path = tmp_path / "exam.csv"
    path.write_text(f"question,answers\n{rows}", encoding="utf-8")
    exam = read(path, passage_needed=False, skip_bad=True)
    assert [(item.question, item.answer) for item in exam] == [("Who?", 1), ("When?", 0), ("Why?", None)]
    assert [left.reason.code for left in exam.skipped] == ["left-many-right"]


JUPYTERQUIZ = """[
 {"question": "When does it stay?", "type": "multiple_choice", "answers": [
  {"answer": "Mondays", "correct": false, "feedback": "No."}, {"answer": "Sundays", "correct": true}]},
 {"question": "What is printed?", "type": "multiple_choice", "code": "print(2 - 1)", "answers": [
  {"code": "1", "correct": true}, {"code": "2", "correct": false}]},
 {"question": "Which are mended?", "type": "many_choice", "answers": [
  {"answer": "nets", "correct": true}, {"answer": "bells", "correct": false}, {"answer": "oars", "correct": true}]},
 {"question": "How often?", "type": "numeric", "answers": [{"type": "value", "value": 2, "correct": true}]},
 {"question": "Who?", "type": "string", "answers": [{"answer": "Ann", "correct": true}]}
]"""


def test_jupyterquiz_is_read_with_its_programs_and_other_types_are_named(tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    path.write_text(JUPYTERQUIZ, encoding="utf-8")
    exam = read(path, passage_needed=False, skip_bad=True)
    assert [(item.question, item.options, item.answer) for item in exam] == [
        ("When does it stay?", ("Mondays", "Sundays"), 1),
        ("What is printed?\nprint(2 - 1)", ("1", "2"), 0),
    ]
    assert [left.reason.code for left in exam.skipped] == ["left-many-right", "left-numerical", "left-typed"]


@pytest.mark.parametrize("first", [0, 1])
def test_options_in_an_object_by_number_have_keys_that_are_their_numbers(first: int, tmp_path: Path) -> None:
    options = f'{{"{first}": "Mondays", "{first + 1}": "Sundays"}}'
    poll = f'{{"question": "Nice?", "type": "survey", "options": {options}, "answers": []}}'
    asked = f'{{"question": "When?", "type": "single answer", "options": {options}, "answers": [{first + 1}]}}'
    path = tmp_path / "quiz.json"
    path.write_text(f"[{asked}, {poll}]", encoding="utf-8")
    exam = read(path, passage_needed=False, skip_bad=True)
    assert [(item.options, item.answer) for item in exam] == [(("Mondays", "Sundays"), 1)]
    assert [left.reason.code for left in exam.skipped] == ["left-poll"]


def test_a_file_of_polls_alone_is_refused_as_polls(tmp_path: Path) -> None:
    rows = '{"question": "Nice?", "type": "survey", "options": ["yes", "no"]}'
    with pytest.raises(DataError) as error:
        exam_of(f"[{rows}, {rows}]", tmp_path, "quiz.json")
    assert [left.reason.code for left in error.value.left] == ["left-poll", "left-poll"]
