"""The texts around the questions of a printed booklet, by language."""

from collections.abc import Mapping
from types import MappingProxyType

WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            "title": "Reading questions",
            "participant": "Participant",
            "question": "Question",
            "read": (
                "Read each text and choose the one answer that fits best. If you are not sure, choose what seems most "
                "likely. Please do not look anything up, and answer each question before you turn to the next."
            ),
            "no-passage": (
                "The text that each question is about is left out on purpose. Choose the answer that seems most likely "
                "to you, even if you have to guess. Please do not look anything up."
            ),
            "mark": "Mark one letter for each question on the answer sheet, which is the last page.",
            "sheet": "Answer sheet",
            "fields": "About you",
            "thanks": "Thank you. Please hand in the answer sheet.",
            "key": "Key to the booklets",
            "key-note": (
                "For the organiser only. The letters are those printed in the participant's own booklet; the order of "
                "the options differs from booklet to booklet."
            ),
            "form": "form",
            "answer": "right answer",
            "magnet": "magnet",
            "item": "item",
        },
        "de": {
            "title": "Fragen zum Lesen",
            "participant": "Teilnehmende Person",
            "question": "Frage",
            "read": (
                "Lesen Sie jeden Text und wählen Sie die eine Antwort, die am besten passt. Wenn Sie unsicher sind, "
                "wählen Sie, was Ihnen am wahrscheinlichsten vorkommt. Bitte schlagen Sie nichts nach, und beantworten "
                "Sie jede Frage, bevor Sie zur nächsten gehen."
            ),
            "no-passage": (
                "Der Text, zu dem jede Frage gehört, ist absichtlich weggelassen. Wählen Sie die Antwort, die Ihnen am "
                "wahrscheinlichsten vorkommt, auch wenn Sie raten müssen. Bitte schlagen Sie nichts nach."
            ),
            "mark": "Kreuzen Sie auf dem Antwortbogen, der letzten Seite, für jede Frage einen Buchstaben an.",
            "sheet": "Antwortbogen",
            "fields": "Angaben zu Ihnen",
            "thanks": "Vielen Dank. Bitte geben Sie den Antwortbogen ab.",
            "key": "Schlüssel zu den Heften",
            "key-note": (
                "Nur für die Studienleitung. Es gelten die Buchstaben im Heft der jeweiligen Person; in jedem Heft "
                "stehen die Antworten in einer anderen Reihenfolge."
            ),
            "form": "Form",
            "answer": "richtige Antwort",
            "magnet": "Magnet",
            "item": "Aufgabe",
        },
    }
)
LANGUAGES = tuple(WORDS)
