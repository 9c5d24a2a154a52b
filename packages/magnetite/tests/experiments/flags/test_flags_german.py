import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.experiments.flags import RULES, Exam, not_checked
from magnetite.experiments.flags.exam import languages_of, which_are_german
from magnetite.experiments.flags.phrases import in_english
from tests.experiments.flags.made_questions import asked, fires
from tests.experiments.flags.test_flags_english import ENGLISH, OTHERS

PASSAGE = (
    "Die Fähre aus Lund fährt um neun Uhr ab. Am Sonntag wartete der Kapitän auf eine Krankenschwester, die dem Arzt "
    "der Insel ein Paket mit Flaschen brachte. Zwei Kinder zählten die Möwen, bis sie kam."
)
OWN = ("Die See war rau.", "Eine Schwester fehlte.", "Der Motor war kalt.", "Es wurde dunkel.")


def gefragt(question="Worauf wartete der Kapitän?", options=OWN, answer=1, passage=PASSAGE, **more):
    return asked(question, options, answer, passage=passage, **more)


FIRES = {
    "option-combination": [
        gefragt(options=(*OWN[:3], "Alle genannten Antworten")),
        gefragt(options=(*OWN[:3], "Keine der genannten Antworten.")),
        gefragt(options=(*OWN[:3], "A und C")),
        gefragt(options=(*OWN[:3], "Sowohl A als auch B")),
        gefragt(options=(*OWN[:3], "Beide Aussagen treffen zu")),
        gefragt(options=(*OWN[:3], "Nichts davon")),
        gefragt("Was trifft zu? I. Es regnet. II. Es schneit.", ("nur I", "nur II", "I und II", "weder I noch II")),
    ],
    "absolute-terms": [
        gefragt(options=("Er wartet immer.", "Eine Schwester fehlte.", "Niemand war da.", "Die See war rau.")),
        gefragt(options=("Er fährt ausschließlich bei Tag.", "Sie fehlte.", "Nur er wusste es.", "Es regnete.")),
    ],
    "absolute-option": [
        gefragt(options=("Er wartet niemals.", *OWN[1:])),
        gefragt(options=("Er darf keinesfalls fahren.", *OWN[1:])),
    ],
    "vague-terms": [
        gefragt(options=("Die See ist manchmal rau.", *OWN[1:])),
        gefragt(options=("Es sind etwa 50 Flaschen.", *OWN[1:])),
    ],
    "negation-not-highlighted": [
        gefragt("Was trifft nicht zu?"),
        gefragt("Welche der folgenden Aussagen ist laut dem Text nicht richtig?"),
        gefragt("Was brachte die Krankenschwester dem Arzt nicht?"),
        gefragt("Welches von diesen Dingen ist kein Teil der Ladung?"),
        gefragt("Alle kamen mit der Fähre außer ___."),
        gefragt("Wer wartete am wenigsten auf die Fähre?"),
    ],
    "negative-question": [gefragt("Warum ist der Kapitän am Sonntag nicht um neun Uhr abgefahren?")],
    "negated-twice": [gefragt("Was trifft NICHT zu?", ("Die Schwester kam nicht.", *OWN[1:]))],
    "asks-for-exception": [
        gefragt("Welche Aussage ist falsch?"),
        gefragt("Die Fähre fährt. Was trifft NICHT zu?"),
        gefragt("Kreuzen Sie die falsche Aussage an."),
        gefragt("Welche Tiere kamen nie auf die Insel?"),
    ],
    "question-without-topic": [
        gefragt("Was trifft nicht zu?"),
        gefragt("Welche der folgenden Aussagen ist richtig?"),
        gefragt("Laut dem Text, welche Aussage ist wahr?"),
    ],
    "option-holds-another": [gefragt("Wie war sie?", ("müde", "müde und hungrig", "froh", "krank"), 2)],
}
NEAR_MISSES = {
    "option-combination": [
        gefragt(),
        gefragt("Wer kam?", ("alle Kinder", "der Arzt und die Schwester", "beide Kinder aus Lund", "der Kapitän")),
        gefragt("Wie viele Möwen waren es?", ("beide", "alle", "die meisten", "einige")),
    ],
    "absolute-terms": [
        gefragt(options=("nicht nur im Winter", OWN[1], "alle zwei Tage", "immer noch auf See")),
        gefragt(options=("vor allem nachts", OWN[1], "jeden Tag", "immer öfter")),
        gefragt(options=("Er fährt auf jeden Fall.", OWN[1], "mehr als jeder andere", "alle anderen")),
    ],
    "absolute-option": [
        gefragt(options=("Die Fähre kam nie.", *OWN[1:]), passage=f"{PASSAGE} Die Fähre kam nie."),
        gefragt(options=("Er fährt nur bei Tag.", *OWN[1:])),
    ],
    "vague-terms": [gefragt(options=("Es geht um etwa so etwas.", *OWN[1:]))],
    "negation-not-highlighted": [
        gefragt("Was trifft NICHT zu?"),
        gefragt("Was trifft nicht zu?", metadata={"emphasised": "nicht"}),
        gefragt("Warum kam die Fähre nicht?"),
        gefragt("Was geschah, als die Fähre nicht kam?"),
        gefragt("Was tat der Kapitän nicht nur am Sonntag?"),
        gefragt("Welche Stadt hatte keinen Hafen?"),
    ],
    "negative-question": [gefragt("Warum wartete der Kapitän, obwohl er das nicht wollte?")],
    "negated-twice": [gefragt("Was trifft NICHT zu?", ("Nicht nur die Schwester kam.", *OWN[1:]))],
    "asks-for-exception": [
        gefragt("Welche Aussage ist richtig?"),
        gefragt("Worauf wartete der Kapitän, der nicht fuhr?"),
        gefragt("Was ist die Ursache dafür, dass die Fähre nicht mehr fährt?"),
    ],
    "question-without-topic": [gefragt("Welche Aussage über die Fähre ist richtig?")],
    "option-holds-another": [gefragt("Wie war sie?", ("müde", "hungrig und froh", "froh oder krank", "kalt"), 0)],
}


@pytest.mark.parametrize(("rule", "item"), [(rule, item) for rule, items in FIRES.items() for item in items])
def test_a_rule_of_phrases_speaks_in_german(rule, item):
    assert fires(rule, item)


@pytest.mark.parametrize(("rule", "item"), [(rule, item) for rule, items in NEAR_MISSES.items() for item in items])
def test_a_near_miss_in_german_is_let_pass(rule, item):
    assert not fires(rule, item)
    assert not [each for each in not_checked(Exam((item,))) if each.rule == rule and each.reason == "language"]


def test_every_rule_that_knows_german_is_tried_in_german():
    german = {name for name, rule in RULES.items() if "de" in rule.languages}
    assert german - FIRES.keys() == {"combination-throughout"}


def test_no_rule_about_phrases_says_of_a_german_exam_that_it_was_not_asked():
    silent = {each.rule for each in not_checked(Exam((gefragt(),))) if each.reason == "language"}
    assert silent == {name for name, rule in RULES.items() if rule.languages == ("en",)} - {"another-option-supported"}


def test_half_of_the_questions_with_one_combination_are_one_flag_of_the_exam():
    items = [gefragt(f"Wer wartete am {n}. Tag auf die Fähre?", (*OWN[:3], "Keine der genannten")) for n in range(12)]
    exam = [asked(item.question, item.options, id=f"q{n}", passage=PASSAGE) for n, item in enumerate(items)]
    assert fires("combination-throughout", *exam)
    assert not fires("option-combination", *exam)


@pytest.mark.parametrize("language", OTHERS)
def test_german_is_told_from_other_languages(language):
    assert which_are_german([OTHERS[language]]) == (language == "German",)
    assert which_are_german([ENGLISH]) == (False,)


def test_an_exam_in_two_languages_has_the_language_of_each_question():
    english, french = asked(*ENGLISH[:1], ENGLISH[1:]), asked(OTHERS["French"][0], OTHERS["French"][1:], 0)
    assert languages_of([english, gefragt(), french]) == ("en", "de", "")


@given(st.lists(st.sampled_from(" ".join(ENGLISH).split())))
def test_english_words_stand_as_they_are(words):
    assert in_english(" ".join(words)) == " ".join(words)
