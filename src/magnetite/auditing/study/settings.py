"""What a study is told, and what is checked of it before anything is read.

What this file leaves out: making the study (`create`).
"""

from dataclasses import dataclass
from typing import Any, cast

from magnetite.core.errors import UsageError, unknown_name
from magnetite.report.wording import LANGUAGES
from magnetite.study.design import ASSIGNMENTS, KINDS, Assignment


@dataclass(frozen=True, slots=True)
class StudySettings:
    """Hold what a study is told besides its data; see the fields of `magnetite.study.design.Design`.

    `models`: those that answer the same questions, () for none; a no-passage study takes its questions from the
    entropies of the only one. `magnets`: a file of options, for an attack study. `assignment`: "" for counterbalanced.
    """

    design: str = "attack"
    questions: int = 20
    participants: int = 20
    seed: int = 0
    assignment: str = ""
    magnets: str | None = None
    models: tuple[str, ...] = ("bundled",)
    title: str = ""
    instructions: str = ""
    consent: str = ""
    language: str = "en"
    fields: tuple[str, ...] = ()
    allow_change: bool = False

    def __post_init__(self) -> None:
        if self.design not in KINDS:
            raise unknown_name("design", self.design, list(KINDS))
        if self.assignment and self.assignment not in ASSIGNMENTS:
            raise unknown_name("assignment", self.assignment, list(ASSIGNMENTS))
        if self.language not in LANGUAGES:
            raise unknown_name("language", self.language, list(LANGUAGES))
        if self.design == "attack" and self.magnets is None:
            raise UsageError(
                "an attack study needs magnets: a file of options, one a line, or the magnets.jsonl of a run of "
                "magnetite magnets (--magnets FILE)."
            )
        if self.design == "no-passage" and (self.magnets is not None or self.assignment == "counterbalanced"):
            raise UsageError(
                "a no-passage study has neither magnets nor forms to counterbalance: everybody is asked the same "
                "questions. Leave --magnets and --assignment out."
            )
        if self.design == "no-passage" and len(self.models) != 1:
            raise UsageError("a no-passage study takes its questions from one system's entropies; name one --model.")
        if len(set(self.fields)) < len(self.fields) or not all(name.strip() for name in self.fields):
            raise UsageError(f"fields are {', '.join(self.fields)}; expected names, each once.")

    @property
    def shown(self) -> dict[str, Any]:
        """Return how many are asked what, and the texts that stand around the questions."""
        names = ("questions", "participants", "seed", "title", "instructions", "consent", "language", "fields")
        return {name: getattr(self, name) for name in (*names, "allow_change")}

    @property
    def forms(self) -> Assignment:
        """Return the assignment, by default counterbalanced."""
        return cast("Assignment", self.assignment or ASSIGNMENTS[0])
