"""What is asked of a study besides its data."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, cast

from examfiles.errors import UsageError, unknown_name
from magnetite.core.setting import part, setting
from magnetite.request import Asking, Reading, Writing

if TYPE_CHECKING:
    from magnetite_study.design import Assignment


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What is asked of the models of a study: which questions are read, and how they are put; where a report goes."""

    reading: Reading = part(Reading)
    asking: Asking = part(Asking)
    writing: Writing = part(Writing)


@dataclass(frozen=True, slots=True)
class StudySettings:
    """What is asked of a study besides its data; see the fields of `magnetite_study.design.Design`.

    `models`: those that answer the same questions, () for none; a no-passage study takes its questions from the
    entropies of the only one, and without one it asks all, half of them with their passages. `flagged_rules`: of a
    check, whose flags count; () for those on answers without the passage. `magnets`: a list of options, for an attack
    study. `assignment`: "" for counterbalanced. `consent`, `debriefing`: the organiser's own texts, "" for the usual
    ones, of which `responsible` to `legal_basis` fill in the first.
    """

    design: str = setting(
        "attack",
        "attack (are people confused by magnets?), no-passage (which can they answer?), or both, on half of the "
        "questions each.",
    )
    questions: int | None = setting(
        None,
        "Number of questions in a booklet, even.",
        least=2,
        otherwise="20; all in a no-passage study without models",
    )
    participants: int = setting(20, "Number of participants to begin with; more can be added.", least=1)
    seed: int | None = setting(None, "Seed of every random choice.", least=0, otherwise="drawn, and kept")
    until: str = setting("", "Last day on which answers are taken on screens (UTC), as 2027-03-31.", metavar="DATE")
    assignment: str = setting(
        "",
        "counterbalanced: what half of the people see attacked, the others see in the original; or fixed: the same "
        "half of the questions for everybody.",
        otherwise="counterbalanced",
    )
    magnets: str | None = setting(
        None,
        "Magnets: the list of magnetite magnets, a text file with one per line, or lin2021-a3; the first are used.",
        metavar="FILE|LIST",
    )
    flagged: str | None = setting(
        None,
        "Of a no-passage study: flagged questions to set beside the others, as the folder of a magnetite check or a "
        "file of ids, one a line.",
        metavar="FOLDER|FILE",
    )
    flagged_rules: tuple[str, ...] = ()
    models: tuple[str, ...] = ("bundled",)
    title: str = setting("", "What participants read above the questions.")
    instructions: str = ""
    consent: str = ""
    debriefing: str = ""
    responsible: str = setting(
        "", "Of the consent text: who is responsible for the study, with their institution.", metavar="TEXT"
    )
    contact: str = setting("", "Of the consent text: whom participants can ask, with an address.", metavar="TEXT")
    purpose: str = setting("", "Of the consent text: what the answers are used for.", metavar="TEXT")
    retention: str = setting(
        "", "Of the consent text: how long the answers are kept, and what happens then.", metavar="TEXT"
    )
    age: str = setting("", "Of the consent text: who may take part, as: people of 18 years and more.", metavar="TEXT")
    legal_basis: str = setting(
        "", "Of the consent text: legal basis of the processing, as: your consent (GDPR, Art. 6(1)(a)).", metavar="TEXT"
    )
    language: str = setting("en", "Language around the questions: en or de.")
    fields: tuple[str, ...] = ()
    exclusions: str = setting(
        "",
        "Whose answers the report leaves out: complete (who did not answer everything), seconds=3 (whose median time "
        "for a question is less), alike=0.9 (who marked one letter in so many of the questions).",
        option="--exclude",
        metavar="RULES",
    )
    allow_change: bool = setting(False, "Let participants change answers until they finish.")

    def __post_init__(self) -> None:
        from magnetite.report.wording import LANGUAGES
        from magnetite_study.design import ASSIGNMENTS, KINDS

        if self.design not in KINDS:
            raise unknown_name("design", self.design, list(KINDS))
        if self.assignment and self.assignment not in ASSIGNMENTS:
            raise unknown_name("assignment", self.assignment, list(ASSIGNMENTS))
        if self.language not in LANGUAGES:
            raise unknown_name("language", self.language, list(LANGUAGES))
        if self.design != "no-passage" and self.magnets is None:
            raise UsageError(
                "an attack study needs magnets: a file of options, one a line, or the magnets.jsonl of a run of "
                "magnetite magnets (--magnets FILE)."
            )
        if self.design == "both":
            self._check_both()
        if self.design == "no-passage" and (self.magnets is not None or self.assignment):
            raise UsageError(
                "a no-passage study has neither magnets nor an assignment to choose. Leave --magnets and --assignment "
                "out."
            )
        if self.design == "no-passage" and len(self.models) > 1:
            raise UsageError(
                "a no-passage study takes its questions from one system's entropies; name one --model. With "
                "--no-models it asks all questions, half of them with their passages."
            )
        if self.flagged is not None and (self.design != "no-passage" or self.models):
            raise UsageError(
                "flagged questions are compared with the others in a no-passage study that asks no model. Add --design "
                "no-passage, and leave --model out."
            )
        if self.flagged_rules and self.flagged is None:
            raise UsageError("rules say whose flags of a check count; name the check (--flagged FOLDER).")
        self._check_texts()

    def _check_both(self) -> None:
        if (self.questions or 20) % 4:
            raise UsageError(
                f"questions is {self.questions}; both designs in one study need a multiple of 4, half of it for each."
            )
        if self.assignment == "fixed":
            raise UsageError("both designs in one study are counterbalanced. Leave --assignment out.")

    def _check_texts(self) -> None:
        from magnetite_study.exclusions import read_exclusions

        read_exclusions(self.exclusions)
        if self.until and not _is_day(self.until):
            raise UsageError(f"--until: '{self.until}' is not a day; expected one such as 2027-03-31.")
        if len(set(self.fields)) < len(self.fields) or not all(name.strip() for name in self.fields):
            raise UsageError(f"fields are {', '.join(self.fields)}; expected names, each once.")

    @property
    def shown(self) -> dict[str, Any]:
        """Return how many are asked what, the texts that stand around the questions, and whose answers are left out."""
        from magnetite_study.exclusions import read_exclusions

        names = (
            "participants",
            "seed",
            "title",
            "instructions",
            "consent",
            "language",
            "fields",
            "until",
            "debriefing",
        )
        own = {name: getattr(self, name) for name in (*names, "allow_change")}
        return own | {"questions": self.questions or 20, "exclusions": read_exclusions(self.exclusions)}

    @property
    def forms(self) -> "Assignment":
        """Return the assignment, by default counterbalanced."""
        from magnetite_study.design import ASSIGNMENTS

        return cast("Assignment", self.assignment or ASSIGNMENTS[0])


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
