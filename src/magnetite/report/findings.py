"""The report's own words about each finding, in reading order: what is asked, its headline numbers, the run's title.

The sentences about an exam come from its findings; what stands at a table is in the module of its kind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from magnetite.core.results import Column, Finding, Number
from magnetite.report.tables import shorten, show_label

_Headline = tuple[str, str | None, str]  # the number's label, its group (None: the first), its words


@dataclass(frozen=True, slots=True)
class Words:
    """The words about one finding. `run` precedes the data's name where a run has only findings with the same one.

    Of its columns of items, by what the page's list of questions makes of them: `answers` are what a system answers, of
    the view whose name stands for "{view}", or else of the richest; `marks` are of the question; `known` are shown
    there anyway.
    """

    intro: str = ""
    headlines: tuple[_Headline, ...] = ()
    run: str = ""
    answers: Mapping[str, str] = field(default_factory=dict, hash=False)
    marks: Mapping[str, str] = field(default_factory=dict, hash=False)
    known: tuple[str, ...] = ()


FINDINGS: dict[str, Words] = {
    "accuracy": Words(
        intro=(
            "How often the system picks the right option, beside three ways to answer without understanding anything: "
            "guessing, taking the longest option, and taking the option that shares the most words with the passage. "
            "A system that does not clear these by a margin has not shown that it reads."
        ),
        headlines=(
            ("accuracy", "", "of all questions right"),
            ("baseline", "longest", "always taking the longest option"),
            ("baseline", "random", "guessing"),
        ),
        answers={"chosen": "chosen", "correct": "correct", "probability": "probability"},
        known=("level", "answer"),
    ),
    "shortcuts": Words(
        intro=(
            "The same questions again, with parts taken away. Without the passage nobody can know what it says; a "
            "system that still does better than guessing uses what it already knows, or hints in the wording of the "
            "options. The fault may be the system's, or the question's."
        ),
        headlines=(
            ("accuracy", "QO", "right without the passage"),
            ("without passage above chance", None, "above guessing, without the passage"),
            ("passage adds", None, "gained by reading the passage"),
        ),
        answers={name: f"{name}_{{view}}" for name in ("chosen", "correct", "probability", "effective")},
    ),
    "following": Words(
        intro=(
            "Two systems answer the same questions, one with the passage and one without. If the one with the passage "
            "chooses as the other does, even where that is wrong, it may be taking the same shortcut instead of "
            "reading. Then it is given a passage that belongs to other questions: a system that reads should change "
            "its answers."
        ),
        headlines=(
            ("agreement", None, "answered alike with the passage and without"),
            ("agreement expected", None, "would be, by chance alone"),
            ("follows wrong shortcut", None, "of the shortcut's wrong answers given with the passage too"),
            ("unchanged with random passage", None, "of answers stay the same with another passage"),
        ),
        known=("chosen_{view}",),
    ),
    "order": Words(
        intro=(
            "The same questions once more, with their options shown in other orders. Nothing that matters has changed, "
            "so every answer should stay. A system that prefers a position, whatever stands there, loses questions "
            "whose answer stands elsewhere; and an exam whose answers often stand there flatters it."
        ),
        headlines=(
            ("answer changes", "", "of questions get another answer in another order"),
            ("right in all rotations", "", "right in every rotation of the options"),
            ("most chosen position", None, "of choices are the option shown as {group}"),
            ("debiasing adds", None, "to accuracy over the orders, with the preference divided out"),
        ),
        run="Order of options:",
    ),
    "magnets": Words(
        intro=(
            "Options from other passages, which cannot be right, are put to every system beside each question's own. "
            "Some attract it whatever the passage says: these are magnets. How often one scores above all of a "
            "question's own options is its interference score T. Options that combine "
            "others, such as “both A and B”, are a series of their own: they attract most systems, so they are shown "
            "separately throughout."
        ),
        headlines=(
            ("strongest interference", None, "of questions lost to the strongest option ({group})"),
            ("mean interference", None, "lost to an option on average ({group})"),
        ),
        marks={"beaten": "beaten_by", "before": "correct_before", "after": "correct_after"},
        run="Magnet options:",
    ),
    "race": Words(
        intro=(
            "The strongest options can be found without computing every score. Questions are taken in random order, "
            "and an option leaves the race once it can hardly be among the strongest any more. Those that are left are "
            "tried on all questions, so that their scores are exact."
        ),
        headlines=(("share of the full screen", None, "of the scores of a full screen were asked for"),),
        run="Magnet options:",
    ),
    "validation": Words(
        intro=(
            "The strongest of many options look stronger than they are, because they were picked for looking strong. "
            "Here they are tried again on all questions; what counts is how they do on those that had no part in the "
            "search."
        ),
        headlines=(
            ("mean interference, not seen", None, "of unseen questions lost to a magnet on average ({group})"),
            ("mean interference, where searched", None, "of those the magnets were searched with ({group})"),
        ),
        run="Magnet options:",
    ),
    "given": Words(
        intro=(
            "Options that were chosen beforehand, elsewhere or by hand, each tried on all questions. Nothing was "
            "searched for, so what is measured here is what these options do, not what the strongest of many seem to."
        ),
        headlines=(("mean interference, all questions", None, "of questions lost to a given option ({group})"),),
        run="Magnet options:",
    ),
    "agreement": Words(
        intro=(
            "Do different systems fall for the same options? If their interference scores rise and fall together, the "
            "fault lies in what they all learned from, and magnets found on one work on another."
        ),
        headlines=(("Spearman correlation", None, "rank correlation of scores ({group})"),),
        run="Magnet options:",
    ),
    "features": Words(
        intro=(
            "Are magnets longer, worded in a certain way, or just closer to the passages? Each feature is compared "
            "with T over all options, by rank. A feature that hardly varies with T cannot be why options attract."
        ),
        run="Magnet options:",
    ),
    "attack": Words(
        intro=(
            "A magnet takes the place of one wrong option. The passage, the question and the right answer stay as they "
            "were, so a system that reads should lose nothing. What it chooses now is the right answer, the magnet, or "
            "another wrong option."
        ),
        headlines=(
            ("accuracy before", None, "right before the attack ({group})"),
            ("accuracy after", None, "right after it ({group})"),
        ),
        run="Magnet options:",
    ),
    "transfer_attack": Words(
        intro=(
            "Magnets found on one system are tried on the others. Where they do as much harm there, a system can be "
            "attacked by somebody who has never seen it at work."
        ),
        run="Magnet options:",
    ),
    "unreadable": Words(
        intro=(
            "Each question is shown again with text that misleads whoever only matches words: in its wrong options, or "
            "behind the passage. Most of it is shuffled, so that nobody can read it. The passage, the question and the "
            "right answer stay as they were, and a reader would lose nothing."
        ),
        headlines=(
            ("accuracy before", None, "right without an attack ({group})"),
            ("accuracy after", None, "right under the most effective one ({group})"),
            ("left more by the next most effective", None, "more are left by the next most effective ({group})"),
        ),
        run="Un-readable attacks:",
    ),
    "unreadable_analysis": Words(
        intro=(
            "Does an attack do more harm where wrong options grew more, where the right answer is short, or where "
            "words were shuffled more? What does not vary with the harm can hardly explain it."
        ),
        run="Un-readable attacks:",
    ),
    "trace": Words(
        intro=(
            "One question under one attack, taken apart: what is attacked starts empty and gets its words back one by "
            "one, and the system answers again after each."
        ),
        headlines=(
            ("probability of the answer with nothing added", None, "for the right answer while the attack is empty"),
            ("probability of the answer with all added", None, "for it under the whole attack"),
        ),
        run="Case study:",
    ),
    "unanswerable": Words(
        intro=(
            "Systems are trained on questions that nobody could answer: the words of the passage or the question are "
            "shuffled, or the texts are taken away. Then they take the test as it is, beside a system that was trained "
            "on questions as they are. What hardly suffers can be learned without the sense of the text."
        ),
        headlines=(
            ("accuracy", "Full", "right after full training"),
            ("accuracy", "PQ-Shuffle", "right after training on shuffled passages and questions"),
            ("accuracy", "PQ-Remove", "right after training on the options alone"),
            ("baseline", "longest", "always taking the longest option"),
        ),
        run="Un-answerable training:",
    ),
    "transfer": Words(
        intro=(
            "Systems trained on one exam take every exam, their own first and then the others. What a system without "
            "the passage learns from one exam and can use on another is a habit of those who write such questions."
        )
    ),
    "training": Words(
        intro=(
            "How the systems came about: what they learned from, how fast, and where they stopped. Dev questions are "
            "held back from training, to see whether what was learned holds for questions that are new."
        )
    ),
    "study_attack": Words(
        intro=(
            "People answered the same questions as the systems, some of them with a magnet in the place of one wrong "
            "option. A reader should not mind: the passage, the question and the right answer stayed as they were."
        ),
        headlines=(
            ("accuracy", "people, original", "of original questions answered right by people"),
            ("accuracy", "people, attacked", "of attacked questions answered right by people"),
            ("attacked minus original", None, "from original to attacked"),
        ),
        run="Study with people:",
    ),
    "study_magnets": Words(
        intro=(
            "How often did people take each magnet? Where systems often do and people hardly ever, what draws the "
            "systems is nothing that a reader goes by."
        ),
        headlines=(("magnet chosen", None, "of attacked questions lost to the magnet by {group}"),),
        run="Study with people:",
    ),
    "study_no_passage": Words(
        intro=(
            "People answered questions without the passages they were written for. Questions that they can answer "
            "anyway do not require reading, whatever a system makes of them."
        ),
        headlines=(
            ("accuracy", "people, flagged: lowest entropy", "of flagged questions answered right by people"),
            ("accuracy", "people, not flagged: highest entropy", "of the others answered right by people"),
            ("guessing", None, "guessing"),
        ),
        run="Study with people:",
    ),
    "study_people": Words(
        intro=(
            "Who took part, how long it took, and how far they agree. Where people hardly agree, a question may be "
            "unclear or its key wrong."
        ),
        headlines=(
            ("people who answered", None, "people who answered"),
            ("Krippendorff's alpha", None, "Krippendorff’s alpha ({group})"),
        ),
        run="Study with people:",
    ),
}


def words_of(finding: Finding) -> Words:
    """Return the words about a finding; none about one that is not known here."""
    return FINDINGS.get(finding.probe, Words())


def answering() -> list[str]:
    """Return the findings that say what a system answers to each question, those that say it by view first."""
    probes = [probe for probe, words in FINDINGS.items() if words.answers]
    return sorted(probes, key=lambda probe: "{view}" not in FINDINGS[probe].answers["chosen"])


def measures(finding: Finding, views: Iterable[str]) -> list[Column]:
    """Return a finding's columns of items that have no place of their own among these views' answers."""
    words = words_of(finding)
    shown = {name.format(view=view) for name in (*words.answers.values(), *words.known) for view in ("", *views)}
    return [column for column in finding.items.columns[1:] if column.name not in shown] if finding.items else []


def run_words(findings: Iterable[Finding]) -> str:
    """Return what kind of run it is, in words that precede the name of its data."""
    titles = {words_of(finding).run for finding in findings}
    return (titles.pop() if len(titles) == 1 else "") or "Audit of"


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings in reading order: the known probes first, in their order, then any others as they came."""
    places = {probe: place for place, probe in enumerate(FINDINGS)}
    return sorted(findings, key=lambda finding: places.get(finding.probe, len(places)))


def headlines(finding: Finding) -> list[tuple[Number, str]]:
    """Return the numbers that stand beside a finding's sentence, each with plain words.

    Of a probe that is not known here, these are the first three numbers under their own labels.
    """
    named = [
        (number, words.format(group=shorten(number.group, 40)))
        for label, group, words in words_of(finding).headlines
        if (number := _first(finding, label, group)) is not None
    ]
    return named or [(number, show_label(number)) for number in finding.numbers[:3]]


def _first(finding: Finding, label: str, group: str | None) -> Number | None:
    fits = (n for n in finding.numbers if n.label == label and group in (None, n.group))
    return next(fits, None)
