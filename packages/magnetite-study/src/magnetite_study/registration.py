"""What is settled before anybody answers, as one page to deposit; and whether a report keeps to it.

`study create` writes the page. Deposited where others see its date, it is a preregistration (Nosek et al. 2018): the
question, the design, whose answers count, when collection ends, and the one comparison that decides. Its SHA-256
stands in the study's database and in every report, so that anybody can hold the deposited file against both. It has
no key: it may be public before anybody answers.
"""

import hashlib
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

import magnetite
from examfiles.items import Item
from examfiles.reasons import Reason
from magnetite.report.wording import wording
from magnetite.stats.verdict import MARGIN
from magnetite_study.answers import StudyAnswers
from magnetite_study.database import Database, consent_print
from magnetite_study.design import Design
from magnetite_study.files import design_print

PAGE = "preregistration.txt"
EXPECTED, EXPECTED_OF = "note-study-expected", "note-study-expected-of"  # notes on what a study is expected to find
SHORT = 16  # hexadecimal digits of a fingerprint inside the page


def page_of(design: Design) -> str:
    """Return the page, in the language of the study."""
    words = wording(design.language)
    say, rules = words.say, design.exclusions
    asks = ["flagged" if part.questions[0].flagged is not None else part.task for part in design.parts]
    passages = len({question.item.passage_id for question in design.questions})
    told = {name: getattr(rules, name) for name in rules.rules}
    left_out = [words.note(Reason("people-rule", {"rule": name, "value": value})) for name, value in told.items()]
    values = {"questions": len(design.questions), "passages": passages, "print": _print_of(design)}
    lines = [
        say("registration-title", {"name": design.name}),
        say("registration-made", {"at": design.created, "version": magnetite.__version__}),
        "",
        *(say(f"registration-asks-{each}") for each in asks),
        say("registration-questions", values),
        say("registration-people", {"planned": design.participants, "forms": len(design.forms)}),
        say("registration-consent", {"print": consent_print(design)}),
        *([say("registration-fields", {"fields": ", ".join(design.fields)})] if design.fields else ()),
        say("registration-change", {"change": "yes" if design.allow_change else "no"}),
        say("registration-exclusions", {"rules": "; ".join(left_out)})
        if left_out
        else say("registration-exclusions-none"),
        say("registration-stops", {"until": design.until or "none"}),
        say("registration-analysis", {"margin": round(100 * MARGIN), "asks": len(asks)}),
        *(words.note(note) for note in design.notes if note.code in (EXPECTED, EXPECTED_OF)),
        say("registration-seed", {"seed": str(design.seed)}),
        say("registration-print", {"print": design_print(design)}),
        "",
        say("registration-deposit"),
    ]
    return "\n".join(lines) + "\n"


def page_print(page: bytes) -> str:
    """Return the SHA-256 of a page, which `sha256sum` gives for its file too."""
    return hashlib.sha256(page).hexdigest()


def _print_of(design: Design) -> str:
    """Return a fingerprint of what is asked: the items alone, whoever sees them in which form."""
    names = [each.name for each in fields(Item)]
    texts = [[repr(getattr(question.item, name)) for name in names] for question in design.questions]
    return hashlib.sha256(repr(texts).encode("utf-8", "surrogatepass")).hexdigest()[:SHORT]


@dataclass(frozen=True, slots=True)
class Registration:
    """How a report stands to the page that was written before anybody answered.

    `print`: SHA-256 of the page. `interim`: answers may still come. `departures`: codes of what is otherwise than
    settled. `looks`: how often the answers were exported before collection had ended.
    """

    print: str
    interim: bool
    departures: tuple[str, ...] = ()
    looks: int = 0

    @property
    def notes(self) -> tuple[Reason, ...]:
        """Say whether the report keeps to the page, and how often the answers were looked at before."""
        listed = [Reason("people-departure", {"what": what}) for what in self.departures]
        values = {"print": self.print, "kept": "no" if listed else "yes"}
        kept = Reason("people-note-registered", {**values, "departures": Reason("writing-commas", {"parts": listed})})
        return (kept, *([Reason("people-note-looks", {"looks": self.looks})] if self.looks else []))


def registration_of(database: Database, answers: StudyAnswers, *, everyone: bool = False) -> Registration | None:
    """Compare a study's state with its page; None for a study that was made without one."""
    own = database.registered()
    if own is None:
        return None
    path, ended = Path(database.folder) / PAGE, database.ended()
    late = ended is not None and bool(np.any(answers.answered_at > ended))
    same = path.is_file() and page_print(path.read_bytes()) == own
    finished = sum(each.finished_at is not None for each in database.participants())
    found = {
        "page": not same,
        "everyone": everyone and bool(database.design.exclusions.rules),
        "early": not database.collecting() and finished < database.design.participants and not database.past(),
        "late": late,
    }
    departures = tuple(name for name, holds in found.items() if holds)
    return Registration(own, database.collecting(), departures, len(database.looks()))
