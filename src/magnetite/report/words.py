"""The report's own words: the order of its parts, their introductions and headline numbers.

The sentences about an exam come from its findings.
"""

from collections.abc import Iterable

from magnetite.core.results import Finding, Number
from magnetite.report.tables import shorten, show_label

MAGNET_PROBES = ("screen", "race", "validation", "agreement", "features", "attack", "transfer_attack")
UNREADABLE_PROBES = ("unreadable", "unreadable_analysis")
STUDY_PROBES = ("study_attack", "study_magnets", "study_no_passage", "study_people")
ORDER = (
    *("accuracy", "shortcuts", "following", "magnets", *MAGNET_PROBES),
    *(*UNREADABLE_PROBES, "trace", "unanswerable", "transfer", "training", *STUDY_PROBES),
)
INTROS = {
    "accuracy": (
        "How often the system picks the right option, beside three ways to answer without understanding anything: "
        "guessing, taking the longest option, and taking the option that shares the most words with the passage. "
        "A system that does not clear these by a margin has not shown that it reads."
    ),
    "shortcuts": (
        "The same questions again, with parts taken away. Without the passage nobody can know what it says; a system "
        "that still does better than guessing uses what it already knows, or hints in the wording of the options. "
        "The fault may be the system's, or the question's."
    ),
    "magnets": (
        "Options from other passages, which cannot be right, are put to the system beside each question's own. Some "
        "attract it whatever the passage says: these are magnets. Then the strongest take the place of a wrong option, "
        "to see how many right answers they draw away."
    ),
    "following": (
        "Two systems answer the same questions, one with the passage and one without. If the one with the passage "
        "chooses as the other does, even where that is wrong, it may be taking the same shortcut instead of reading. "
        "Then it is given a passage that belongs to other questions: a system that reads should change its answers."
    ),
    "screen": (
        "Thousands of options from other passages, which cannot be right, are put to every system beside each "
        "question's own. How often one scores above them all is its interference score T. Options that combine "
        "others, such as “both A and B”, are a series of their own: they attract most systems, so they are shown "
        "separately throughout."
    ),
    "race": (
        "The strongest options can be found without computing every score. Questions are taken in random order, and "
        "an option leaves the race once it can hardly be among the strongest any more. Those that are left are tried "
        "on all questions, so that their scores are exact."
    ),
    "validation": (
        "The strongest of many options look stronger than they are, because they were picked for looking strong. Here "
        "they are tried again on all questions; what counts is how they do on those that had no part in the search."
    ),
    "agreement": (
        "Do different systems fall for the same options? If their interference scores rise and fall together, the "
        "fault lies in what they all learned from, and magnets found on one work on another."
    ),
    "features": (
        "Are magnets longer, worded in a certain way, or just closer to the passages? Each feature is compared with T "
        "over all options, by rank. A feature that hardly varies with T cannot be why options attract."
    ),
    "attack": (
        "A magnet takes the place of one wrong option. The passage, the question and the right answer stay as they "
        "were, so a system that reads should lose nothing. What it chooses now is the right answer, the magnet, or "
        "another wrong option."
    ),
    "transfer_attack": (
        "Magnets found on one system are tried on the others. Where they do as much harm there, a system can be "
        "attacked by somebody who has never seen it at work."
    ),
    "unreadable": (
        "Each question is shown again with text that misleads whoever only matches words: in its wrong options, or "
        "behind the passage. Most of it is shuffled, so that nobody can read it. The passage, the question and the "
        "right answer stay as they were, and a reader would lose nothing."
    ),
    "unreadable_analysis": (
        "Does an attack do more harm where wrong options grew more, where the right answer is short, or where words "
        "were shuffled more? What does not vary with the harm can hardly explain it."
    ),
    "trace": (
        "One question under one attack, taken apart: what is attacked starts empty and gets its words back one by one, "
        "and the system answers again after each."
    ),
    "unanswerable": (
        "Systems are trained on questions that nobody could answer: the words of the passage or the question are "
        "shuffled, or the texts are taken away. Then they take the test as it is, beside a system that was trained on "
        "questions as they are. What hardly suffers can be learned without the sense of the text."
    ),
    "transfer": (
        "Systems trained on one exam take every exam, their own first and then the others. What a system without the "
        "passage learns from one exam and can use on another is a habit of those who write such questions."
    ),
    "training": (
        "How the systems came about: what they learned from, how fast, and where they stopped. Dev questions are held "
        "back from training, to see whether what was learned holds for questions that are new."
    ),
    "study_attack": (
        "People answered the same questions as the systems, some of them with a magnet in the place of one wrong "
        "option. A reader should not mind: the passage, the question and the right answer stayed as they were."
    ),
    "study_magnets": (
        "How often did people take each magnet? Where systems often do and people hardly ever, what draws the systems "
        "is nothing that a reader goes by."
    ),
    "study_no_passage": (
        "People answered questions without the passages they were written for. Questions that they can answer anyway "
        "do not require reading, whatever a system makes of them."
    ),
    "study_people": (
        "Who took part, how long it took, and how far they agree. Where people hardly agree, a question may be unclear "
        "or its key wrong."
    ),
}
TABLE_INTROS = {
    "study_magnets": (
        "In a counterbalanced study each magnet is in two questions, and every participant meets it in one of them."
    ),
    "study_participants": "Listed by number; nothing here says who they are.",
    "calibration": (
        "A temperature divides the scores before they become probabilities, so that a system is on average as sure as "
        "it is right: above 1 it was too sure of itself, below 1 not sure enough. It never changes an answer. The "
        "lower ECE, Brier score and NLL are, the better."
    ),
    "flips": (
        "Answered right before and wrong under the attack, beginning with those the system was surest of. Look at one "
        "token by token: magnetite unreadable DATA --item ID --attack NAME --trace, with the same --split, --seed, "
        "--sentence and --threshold if you gave any."
    ),
    "controls": (
        "How much of the harm comes from shuffling, how much from the passage's words, how much from length? Each "
        "control changes one of them: the same text unshuffled, a sentence of another passage, or as many neutral "
        "words."
    ),
    "caught_by": (
        "Of the right answers that an attack moved to one of the options it promotes: to which of them? In brackets, "
        "the share if all wrong options attracted alike."
    ),
    "lengths": (
        "An attack that lengthens only wrong options gives away which they are. These rules look at nothing but "
        "length; where one does well under an attack, a system could be helped by length, or hurt by it."
    ),
    "truncated": (
        "Unless an attack is put into the passage itself, what it adds is never cut: the passage is cut instead, and "
        "what it said at its end may be lost to the system."
    ),
    "without_passage_sure": (
        "Try to answer these without reading the passage. On these the system was surest without it; where people "
        "can answer too, the question does not require reading."
    ),
    "without_passage_unsure": (
        "On these the system was least sure without the passage. If people cannot answer them either, the questions "
        "do what they should."
    ),
    "passage_useful": (
        "Here the passage made the system surer than anywhere else. Answer without the passage first, then with it."
    ),
    "passage_useless": (
        "Here the passage told the system least, or left it less sure than before. Either the question can be answered "
        "without the passage, or the system does not find the answer in it."
    ),
}

_Headline = tuple[str, str | None, str]  # the number's label, its group (None: the first), its words
HEADLINES: dict[str, tuple[_Headline, ...]] = {
    "accuracy": (
        ("accuracy", "", "of all questions right"),
        ("baseline", "longest", "always taking the longest option"),
        ("baseline", "random", "guessing"),
    ),
    "shortcuts": (
        ("accuracy", "QO", "right without the passage"),
        ("without passage above chance", None, "above guessing, without the passage"),
        ("passage adds", None, "gained by reading the passage"),
    ),
    "magnets": (
        ("strongest interference", None, "of questions: “{group}” beats every own option"),
        ("accuracy before", None, "right before the attack"),
        ("accuracy after", None, "right after it, with “{group}”"),
    ),
    "screen": (
        ("strongest interference", None, "of questions lost to the strongest option ({group})"),
        ("mean interference", None, "lost to an option on average ({group})"),
    ),
    "race": (("share of the full screen", None, "of the scores of a full screen were asked for"),),
    "validation": (
        ("mean interference, not seen", None, "of unseen questions lost to a magnet on average ({group})"),
        ("mean interference, where searched", None, "of those the magnets were searched with ({group})"),
    ),
    "agreement": (("Spearman correlation", None, "rank correlation of scores ({group})"),),
    "unreadable": (
        ("accuracy before", None, "right without an attack ({group})"),
        ("accuracy after", None, "right under the most effective one ({group})"),
        ("left more by the next most effective", None, "more are left by the next most effective ({group})"),
    ),
    "trace": (
        ("probability of the answer with nothing added", None, "for the right answer while the attack is empty"),
        ("probability of the answer with all added", None, "for it under the whole attack"),
    ),
    "attack": (
        ("accuracy before", None, "right before the attack ({group})"),
        ("accuracy after", None, "right after it ({group})"),
    ),
    "unanswerable": (
        ("accuracy", "Full", "right after full training"),
        ("accuracy", "PQ-Shuffle", "right after training on shuffled passages and questions"),
        ("accuracy", "PQ-Remove", "right after training on the options alone"),
        ("baseline", "longest", "always taking the longest option"),
    ),
    "study_attack": (
        ("accuracy", "people, original", "of original questions answered right by people"),
        ("accuracy", "people, attacked", "of attacked questions answered right by people"),
        ("attacked minus original", None, "from original to attacked"),
    ),
    "study_magnets": (("magnet chosen", None, "of attacked questions lost to the magnet by {group}"),),
    "study_no_passage": (
        ("accuracy", "people, flagged: lowest entropy", "of flagged questions answered right by people"),
        ("accuracy", "people, not flagged: highest entropy", "of the others answered right by people"),
        ("guessing", None, "guessing"),
    ),
    "study_people": (
        ("people who answered", None, "people who answered"),
        ("Krippendorff's alpha", None, "Krippendorff’s alpha ({group})"),
    ),
    "following": (
        ("agreement", None, "answered alike with the passage and without"),
        ("agreement expected", None, "would be, by chance alone"),
        ("follows wrong shortcut", None, "of the shortcut's wrong answers given with the passage too"),
        ("unchanged with random passage", None, "of answers stay the same with another passage"),
    ),
}


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings in reading order: the known probes first, in their order, then any others as they came."""
    return sorted(findings, key=lambda finding: ORDER.index(finding.probe) if finding.probe in ORDER else len(ORDER))


def headlines(finding: Finding) -> list[tuple[Number, str]]:
    """Return the numbers that stand beside a finding's sentence, each with plain words.

    Of a probe that is not known here, these are the first three numbers under their own labels.
    """
    named = [
        (number, words.format(group=shorten(number.group, 40)))
        for label, group, words in HEADLINES.get(finding.probe, ())
        if (number := _first(finding, label, group)) is not None
    ]
    return named or [(number, show_label(number)) for number in finding.numbers[:3]]


def _first(finding: Finding, label: str, group: str | None) -> Number | None:
    fits = (n for n in finding.numbers if n.label == label and group in (None, n.group))
    return next(fits, None)
