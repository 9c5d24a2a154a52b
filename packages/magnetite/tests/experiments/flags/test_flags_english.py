import pytest

from magnetite.experiments.flags import Exam, not_checked
from magnetite.experiments.flags.exam import content_words, which_are_english
from magnetite.experiments.flags.grammar import is_plural
from tests.experiments.flags.made_questions import asked, fires

ENGLISH = ("Why did the captain of the ferry wait?", "A nurse was late.", "The sea was rough.", "It was dark.")
OTHERS = {
    "German": (
        "Warum hat der Kapitän am Sonntag so lange auf die Krankenschwester gewartet?",
        "Sie war spät dran und will in die Stadt.",
        "Die See war rau, also blieb das Schiff im Hafen.",
    ),
    "Dutch": (
        "Waarom heeft de kapitein op zondag zo lang op de verpleegster gewacht?",
        "Ze was laat en ze is van de stad.",
        "De zee was ruw en het schip bleef in de haven.",
    ),
    "French": (
        "Pourquoi le capitaine a-t-il attendu si longtemps dimanche matin?",
        "Parce que l'infirmière est en retard.",
        "On a dit que la mer est trop forte pour sortir.",
    ),
    "Spanish": (
        "¿Por qué esperó tanto el capitán en el puerto el domingo?",
        "Porque he visto que no hay nadie en la isla.",
        "La enfermera no llega a tiempo y me han dicho que no.",
    ),
    "Danish": (
        "Hvorfor ventede kaptajnen så længe på sygeplejersken om søndagen?",
        "Hun var for sent på den, og han vil have tid til os.",
        "Havet var for oprørt til at sejle.",
    ),
    "Polish": (
        "Dlaczego kapitan czekał tak długo w niedzielę i kto to jest?",
        "Pielęgniarka spóźniła się, to nie jest jej wina.",
        "Morze było wzburzone i by to było trudne.",
    ),
    "Russian": ("Почему капитан так долго ждал в воскресенье?", "Медсестра опоздала.", "Море было бурным."),
    "Chinese": ("船长星期天为什么等了那么久？", "护士迟到了。", "海上风浪很大。", "发动机坏了。"),
}


@pytest.mark.parametrize("language", OTHERS)
def test_a_question_in_another_language_is_told_from_english_alone_and_in_an_english_exam(language):
    assert which_are_english([OTHERS[language]]) == (False,)
    assert which_are_english([ENGLISH] * 20 + [OTHERS[language]]) == (*[True] * 20, False)


def test_options_without_words_lean_on_the_exam():
    sums = ("2 + 2 = _", "3", "4", "5")
    assert which_are_english([ENGLISH, ENGLISH, sums]) == (True, True, True)
    assert which_are_english([OTHERS["German"], sums]) == (False, False)


def test_a_short_question_is_english_beside_others_in_another_alphabet():
    short = ("An old man is an _", "apple", "tree", "car")
    arabic = (
        "\u0623\u064a\u0646 \u064a\u0642\u0639 \u0627\u0644\u0628\u0633\u062a\u0627\u0646\u061f",
        "\u0647\u0646\u0627",
        "\u0647\u0646\u0627\u0643",
    )
    assert which_are_english([short, arabic]) == (True, False)
    assert which_are_english([ENGLISH, ("The man", "reads", "sleeps"), *[arabic] * 9]) == (True, True, *[False] * 9)
    assert fires("article-cue", asked("An old man is an _", ("apple", "tree", "car"), 0))


SHORT = ("The man was looking for an", "actor", "oven", "bag", "pit")
BELOW = "The ferry was late, because the captain had waited for a nurse with bottles of the medicine that they needed."


def test_a_short_question_leans_on_its_passage():
    assert which_are_english([SHORT[:2]], [BELOW]) == (True,)
    item = asked(SHORT[0], SHORT[1:], 0, passage=BELOW)
    assert fires("article-cue", item)
    assert not [missing for missing in not_checked(Exam((item,))) if missing.reason == "language"]


@pytest.mark.parametrize("language", OTHERS)
def test_questions_in_another_language_about_an_english_passage_are_not_in_english(language):
    assert which_are_english([OTHERS[language]] * 3, [BELOW] * 3) == (False,) * 3
    assert which_are_english([OTHERS[language]], [BELOW]) == (False,)


@pytest.mark.parametrize("language", OTHERS)
def test_english_questions_about_a_passage_in_another_language_are_in_english(language):
    assert which_are_english([ENGLISH], [" ".join(OTHERS[language])]) == (True,)


@pytest.mark.parametrize(
    ("rule", "question", "options"),
    [
        (
            "article-cue",
            "Der Zug von Rom nach Turin hat gestern kurz gehalten. Er kam a _",
            ("uno", "nove", "dieci", "due"),
        ),
        (
            "option-combination",
            "Pourquoi le capitaine a-t-il attendu si longtemps dans le port dimanche?",
            ("Rome", "Bari", "A, B"),
        ),
        ("key-echoes-question", "Wohin fährt das Schiff mit dem Kapitän?", ("Rom", "Kapitän Nemo weiß es", "Bari")),
    ],
)
def test_the_rules_for_english_are_silent_in_other_languages_and_say_so(rule, question, options):
    item = asked(question, options, 1)
    assert not fires(rule, item)
    assert [missing.reason for missing in not_checked(Exam((item,))) if missing.rule == rule] == ["language"]


def test_rules_for_every_language_speak_in_other_languages():
    item = asked(
        "Warum wartete der Kapitän?",
        ("Es war kalt.", "Eine Krankenschwester mit gläsernen Flaschen fehlte.", "Nebel.", "Sturm."),
        passage="Der Kapitän wartete, denn eine Krankenschwester mit gläsernen Flaschen fehlte noch.",
    )
    assert fires("longest-key", item)
    assert fires("key-repeats-passage", item)


def test_function_words_carry_no_content():
    assert content_words("It was the nurse's, and they didn't see it.") == {"nurse", "see"}


@pytest.mark.parametrize(
    ("option", "plural"),
    [
        *(
            ("the old dogs", True),
            ("the old dogs of the man", True),
            ("the old dog of the boys", False),
            ("12 dogs", True),
        ),
        *(("1 dog", None), ("the sheep", None), ("dogs", None), ("the", None), ("a few dogs", None), ("", None)),
        *(("a dog and a cat", True), ("the dog or the cat", None), ("every dog and every cat", None)),
        *(("the dog that we saw on that day last year", None), ("their houses", True), ("this dog", False)),
    ],
)
def test_an_option_is_plural_where_its_words_say_so(option, plural):
    assert is_plural(option) is plural
