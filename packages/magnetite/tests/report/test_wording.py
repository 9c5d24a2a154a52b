from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError, UsageError
from examfiles.items import Item
from examfiles.reasons import Reason, many, sentences
from examfiles.wording import Wording, bundle_of, completed, messages, slug, texts_of
from magnetite.commands.describe import read_exam
from magnetite.experiments.flags import REASONS, RULES, SEVERITIES, SOURCES, Exam, find_flags, not_checked
from magnetite.report.drawing import in_words
from magnetite.report.wording import (
    LANGUAGES,
    gap_reason,
    label,
    read_language,
    rule_advice,
    rule_sentence,
    rule_title,
    said,
    speaking,
    text_of,
    wording,
)
from magnetite.views import VIEWS
from tests.report.names import names
from tests.report.texts import faults, variables

# What is shown as a table in English alone, or whose page has words of its own.
WITHOUT_LABELS = ("experiments/check/", "experiments/flags/")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def made(text):
    """Return messages by id, with those that say how English writes values."""
    return {name: entry for name, entry in read_language("en").items() if name.startswith("writing")} | {
        entry.id.name: entry for entry in messages(text, "made.ftl")
    }


def said_by(text, /, **values):
    entries = made(f"made = {text}\n")
    return Wording("en", bundle_of("en", entries), frozenset(entries)).say("made", values)


@pytest.mark.parametrize(
    ("code", "number", "values", "one", "several"),
    [
        (
            "note-no-answer",
            "unknown",
            {"questions": 4},
            "has no known answer and is left",
            "have no known answer and are",
        ),
        ("note-trained-on", "same", {"questions": 4}, "is also trained on", "are also trained on"),
        ("note-calibrated-on-reported", "questions", {}, "is among", "are among"),
        ("note-repeated", "again", {"questions": 4}, "questions repeats", "questions repeat"),
        ("note-server-shares", "none", {"asks": 8, "answers": 9}, "option and does not", "option and do not"),
        ("note-log-lacks", "lacking", {"questions": 4, "file": "a", "beside": "b"}, "it is left", "they are left"),
        (
            "note-letters-hold",
            "questions",
            {"system": "QOC", "median": 0.9, "under": 0},
            "0% of one question.",
            "0% of 3 q",
        ),
    ],
)
def test_a_verb_follows_its_number(code, number, values, one, several):
    assert one in said(Reason(code, {number: 1, **values}))
    assert several in said(Reason(code, {number: 3, **values}))


@pytest.mark.parametrize("things", [1, 3])
@pytest.mark.parametrize(
    ("code", "number", "values", "said_of_all"),
    [
        (
            "attack-worst",
            "questions",
            {"before": 1, "left": 0, "worst": "x", "rest": 0, "members": 1},
            "of the answers to {} are right",
        ),
        ("unreadable-few", "questions", {"before": 1, "after": 0, "attack": "x"}, "of the answers to {} are right"),
        (
            "following-errors",
            "wrong",
            {"same": 1, "interval": "", "expected": 0, "verdict": ""},
            "On the {} answered wrong",
        ),
        ("items-note-unkeyed", "questions", {}, "{} left out: without a known key"),
    ],
)
def test_what_is_said_of_one_question_is_as_right_of_three(code, number, values, said_of_all, things):
    sentence = said(Reason(code, {number: many(things), **values}))
    assert said_of_all.format("1 question" if things == 1 else "3 questions") in sentence


def test_english_comes_first_and_there_is_a_translation():
    assert LANGUAGES[0] == "en"
    assert "de" in LANGUAGES


@every_language
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_rule_has_all_its_words_and_shows_only_what_its_evidence_holds(language, rule):
    texts = texts_of(read_language(language))
    for part in ("title", "sentence", "advice"):
        shown = variables(texts[f"rule-{rule.name}.{part}"])
        assert shown <= set(rule.evidence) if part != "title" else not shown
    last = texts[f"rule-{rule.name}.sentence"].elements[-1]
    assert last.value.endswith((".", "!"))


@every_language
def test_there_are_no_words_for_a_rule_that_does_not_exist(language):
    named = {code.removeprefix("rule-").split(".")[0] for code in wording(language).codes if code.startswith("rule-")}
    assert named == set(RULES)


@every_language
def test_severities_sources_views_and_reasons_have_names(language):
    codes = wording(language).codes
    for section, keys in (
        ("severity", SEVERITIES),
        ("source", SOURCES),
        ("view", (*VIEWS, *(f"{name}.name" for name in VIEWS), "verdicts", "judge")),
        ("reason", REASONS),
    ):
        assert {code.removeprefix(f"{section}-") for code in codes if code.startswith(f"{section}-")} == set(keys)


@every_language
def test_translations_have_words_of_their_own(language):
    english = wording("en")
    if language != "en":
        titles = [f"rule-{rule}.title" for rule in RULES]
        assert not [path for path in titles if wording(language).say(path) == english.say(path)]


@every_language
def test_found_and_missing_things_become_sentences_without_gaps(language):
    words = wording(language)
    options = [(f"A nurse {n}.", f"the nurse {n}", "Nobody ever came.", "All of the above") for n in range(25)]
    items = [Item(f"q{n}", "p", "", "Which is not true?", each, 0) for n, each in enumerate(options)]
    flags = find_flags(Exam(tuple(items), {"QO": [(0.9, 0.02, 0.04, 0.04)] * 25, "O": [(0.9, 0.02, 0.04, 0.04)] * 25}))
    assert {"key-stands-twice", "answerable-from-options", "same-letter-run"} <= {flag.rule for flag in flags}
    said = [
        rule_sentence(words, flag.rule, flag.evidence) + rule_advice(words, flag.rule, flag.evidence) for flag in flags
    ]
    said += [
        gap_reason(words, each.reason, each.evidence)
        for each in not_checked(Exam((*items, Item("x", "", "", "?", ("", "")))))
    ]
    assert not [text for text in said if "{" in text or "#" in text or "()" in text]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "About 2.3 of 4 options still look possible to it."),
        ("de", "Von 4 Optionen kommen für das Modell etwa 2,3 noch in Frage."),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(language, said):
    evidence = {"key": "B", "probability": 0.7461, "chance": 0.25, "effective": 2.31, "options": 4}
    text = rule_sentence(wording(language), "answerable-without-passage", evidence)
    assert said in text
    assert ("75%" if language == "en" else "75\xa0%") in text


@pytest.mark.parametrize(
    ("share", "said"), [(0, "0%"), (0.004, "under 1%"), (0.5, "50%"), (0.996, "over 99%"), (1, "100%")]
)
def test_a_share_is_never_rounded_to_none_or_all(share, said):
    assert said_by("{ PERCENT($share) }", share=share) == said


OPTIONS = """{ COUNT($letters) ->
    [one] Option { $letters } is
   *[other] Options { $letters } are
}"""
WORDS = """{ $n ->
    [one] { $n } word
   *[other] { $n } words
}"""


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("{ $letters }", {"letters": ("A", "B", "C")}, "A, B and C"),
        (OPTIONS, {"letters": ("A",)}, "Option A is"),
        (OPTIONS, {"letters": ["A", "C"]}, "Options A and C are"),
        (WORDS, {"n": 1}, "1 word"),
        (WORDS, {"n": 1200}, "1200 words"),
        ("{ QUOTE($text) }", {"text": "a  <b>.\n"}, "“a <b>”"),
        ("{ QUOTE($text) }", {"text": ("x", "y")}, "“x” and “y”"),
        ("{ QUOTE($text) }", {"text": "x" * 90}, "“" + "x" * 69 + "…”"),
        ("{ QUOTE($text) }", {"text": "{braces} and { $text }"}, "“{braces} and { $text }”"),
        ("{ $text }", {"text": "x" * 9000}, "x" * 9000),
        ("{ DECIMAL($n, digits: 1) }", {"n": 2.25}, "2.2"),
        ("{ DECIMAL($n, digits: 2) }", {"n": 1234.155}, "1234.15"),
        ("{ DECIMAL($n, digits: 2) }", {"n": -0.125}, "−0.12"),
        ("{ DECIMAL($n, digits: 1) }", {"n": -0.04}, "0.0"),
        ("{ POINTS($n) } points", {"n": -0.075}, "−7.5 points"),
        ("{ SHARE($n) }", {"n": -0.25}, "−25%"),
    ],
)
def test_values_are_written_in_the_way_a_text_asks_for(text, values, said):
    assert said_by(text, **values) == said


def test_a_value_that_a_text_shows_and_nobody_gave_is_an_error():
    with pytest.raises(ValueError, match="letters"):
        said_by("{ $letters }")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("severity-serious =\n", "severity-serious"),
        ("severity-serious = { $share\n", "is not a Fluent message"),
    ],
)
def test_bad_syntax_is_refused_with_its_file(text, problem):
    with pytest.raises(DataError, match=f"made.ftl.*{problem}"):
        made(text)


@every_language
def test_our_languages_are_complete(language):
    assert list(faults(language, read_language(language))) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("severity-worst = x", "de: severity-worst is not in English"),
        ("rule-longest-key =\n    .title = x\n    .sentence = { $key }", "de: rule-longest-key.advice is missing"),
        ("page-question = { $secret }", "de: page-question shows ['secret'], not ['id']"),
        ("page-question = Frage", "de: page-question shows [], not ['id']"),
    ],
)
def test_a_fault_of_a_translation_is_found(change, said):
    entries = read_language("de") | {entry.id.name: entry for entry in messages(change, "made.ftl")}
    assert said in list(faults("de", entries))


def test_a_message_uses_functions_that_there_are():
    with pytest.raises(ValueError, match="'LOUD' is not a function"):
        variables(texts_of(made("made = { LOUD($id) }\n"))["made"])


def test_what_a_language_lacks_is_english_and_a_warning_names_it(caplog):
    english = read_language("en")
    german = {name: entry for name, entry in read_language("de").items() if name != "severity-serious"}
    german |= {entry.id.name: entry for entry in messages("rule-longest-key =\n    .title = x\n", "made.ftl")}
    whole = completed("de", german, english)
    assert whole["severity-serious"] is english["severity-serious"]
    assert whole["rule-longest-key"] is english["rule-longest-key"]
    assert whole["severity-remark"] is german["severity-remark"]
    assert caplog.messages == ["de lacks rule-longest-key, severity-serious: English instead"]
    caplog.clear()
    completed("de", {}, english)
    assert caplog.messages[0].endswith(f" and {len(english) - 5} more: English instead")


def test_a_rule_without_words_shows_its_name_and_its_evidence():
    words = wording("de")
    assert (rule_title(words, "shouting"), rule_advice(words, "shouting", {})) == ("shouting", "")
    assert rule_sentence(words, "shouting", {"share": 0.5, "words": ["OH", "NO"]}) == "share: 0.5; words: OH, NO."


def test_an_unknown_language_is_answered_with_the_known_ones():
    with pytest.raises(UsageError, match="Known: en, de"):
        wording("fr")


SAMPLES = Path(__file__).parents[4] / "packages/examfiles/tests/samples"
REAL = Path(__file__).parents[5] / "shared/data/exam-files"


@pytest.mark.parametrize("folder", [SAMPLES, REAL])
def test_every_reason_that_a_reader_gives_is_said_in_german(folder):
    if folder == REAL and not folder.is_dir():
        pytest.skip(f"the exam files of {folder.name} are not here")
    reasons = [left.reason for path in folder.rglob("*") if path.is_file() for left in left_in(path)]
    assert len({reason.code for reason in reasons}) >= 10
    codes = wording("de").codes
    assert {reason.code for reason in reasons if reason.code not in codes} == set()
    same = {reason.code for reason in reasons if wording("de").note(reason) == wording("en").note(reason)}
    assert same <= {"left-error"}  # errors without words of their own stay English


def left_in(path):
    try:
        return read_exam(path).left
    except DataError:
        return ()


def test_a_readers_error_says_in_english_what_the_exception_says(tmp_path):
    path = tmp_path / "exam.gift"
    path.write_text(
        "Who?{=Ann ~Bo}\n\nWhen?{=Now ~Then\n\n::Q::A?{=A ~B}\n\n// [id:x]\nB?{=A ~B}\n\n// [id:x]\nC?{=A ~B}\n"
    )
    for left, message in zip(
        read_exam(path).left, ("the brace {", "the id 'x' is taken by exam.gift, line "), strict=True
    ):
        assert wording("en").note(left.reason).startswith(message)
    with pytest.raises(DataError) as caught:
        read(path, passage_needed=False)
    broken = next(left for left in read_exam(path).left if left.reason.code == "left-brace-open")
    assert str(caught.value).startswith(wording("en").skipped(broken))
    assert wording("de").note(broken.reason).startswith("die Klammer { wird vor der Leerzeile")


def test_what_a_strangers_format_says_without_a_code_stays_as_it_is():
    assert wording("de").note(Reason("it is \\1 # {blue}")) == "it is \\1 # {blue}"


def test_a_place_is_named_in_the_language_and_a_file_s_own_name_stays():
    for where, german in (
        ("exam.txt, line 9 (question 2)", "exam.txt, Zeile 9 (Frage 2)"),
        ("line 3.txt, paragraph 4", "line 3.txt, Absatz 4"),
        ("exam.csv, row 2", "exam.csv, Zeile 2"),
        ("quiz.json, item 7", "quiz.json, Eintrag 7"),
        ("test.xml", "test.xml"),
    ):
        assert wording("de").place(where) == german
        assert wording("en").place(where) == where


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_names_of_things_that_reports_show_are_in_every_language(language):
    codes = wording(language).codes
    missing = [f"{where}: {name}" for where, name in names() if name and f"label-{slug(name)}" not in codes]
    assert not [each for each in missing if not each.startswith(WITHOUT_LABELS)]


@every_language
def test_an_answer_says_the_same_figures_in_every_language(language):
    interval = Reason("writing-interval", {"low": 0.125, "high": 0.996})
    values = {"right": 1234, "questions": many(2468), "accuracy": 0.5, "interval": interval, "guessing": 0.004}
    text = text_of(sentences(Reason("accuracy-answer-no-passages", {**values, "longest": 0.25})), language)
    group, decimal = (",", ".") if language == "en" else (".", ",")
    assert f"1{group}234" in text
    assert f"2{group}468" in text
    assert f"0{decimal}4" in text
    assert f"99{decimal}6" in text


def test_what_is_spoken_ends_where_its_block_does():
    with speaking("de"):
        assert (label("questions"), said(Reason("report-run"))) == ("Fragen", "Audit von")
    assert (label("questions"), said(Reason("report-run"))) == ("questions", "Audit of")


def test_a_figure_speaks_and_keeps_its_data():
    spec = {
        "data": {"values": [{"system": "longest", "share": 0.5}]},
        "title": "Every question",
        "encoding": {
            "x": {"field": "share", "title": "share", "type": "quantitative"},
            "color": {"field": "system", "type": "nominal"},
        },
    }
    with speaking("de"):
        german = in_words(spec)
    assert in_words(spec) is spec
    assert (german["data"], german["title"], german["encoding"]["x"]["title"]) == (
        spec["data"],
        "Alle Fragen",
        "Anteil",
    )
    assert '{"longest": "l\\u00e4ngste Option"}' in german["encoding"]["color"]["legend"]["labelExpr"]
    assert german["config"]["locale"]["number"]["decimal"] == ","
