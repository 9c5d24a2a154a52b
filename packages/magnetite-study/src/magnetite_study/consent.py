"""What participants agree to before they begin, and read once they are done, where the organiser has no own text.

The usual consent text names who is responsible, whom to ask, what for, how long, who may take part and on what legal
basis, as an ethics board and the GDPR (Art. 13) ask; these are the organiser's to fill in.
"""

from dataclasses import replace

from magnetite.report.wording import wording
from magnetite_study.settings import StudySettings

BLANKS = ("responsible", "contact", "purpose", "retention", "age", "legal_basis")


def missing(study: StudySettings) -> list[str]:
    """Return what the usual consent text leaves open; nothing where the organiser has an own text."""
    return [] if study.consent else [name for name in BLANKS if not getattr(study, name)]


def with_texts(study: StudySettings) -> StudySettings:
    """Return the settings with the texts that participants will read, as they stand: no later version changes them."""
    say = wording(study.language).say
    told = "with-and-without" if study.design == "no-passage" and not study.models else study.design
    filled = [name for name in BLANKS if getattr(study, name)]
    lines = [say(f"study-consent-{name.replace('_', '-')}", {"text": getattr(study, name)}) for name in filled]
    return replace(
        study,
        consent=study.consent or "\n".join((say("study-consent"), *lines)),
        debriefing=study.debriefing or say(f"study-debriefing-{told}"),
    )
