"""What the findings of `magnets` look like: the search, the attacks, and how far systems agree.

Lin et al. (2021), Figures 1 to 7 and Tables 1 and 2.
"""

from magnetite.experiments.magnets.look import agreement, attacks, search
from magnetite.experiments.magnets.look.attacks import MAGNETS
from magnetite.report.looks import INTERVALS, Kind, Look, Words, drawings
from magnetite.report.questions import LISTED, PAGE_ONLY

WORDS = {
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
}
CAPTIONS = {
    "strongest-options": (
        "How often each option, though it has nothing to do with the passage, beats all of a question's own "
        "options. For a system that reads, every bar would be near zero; for one that guesses between four "
        "options and the intruder, near 20%."
    ),
    "interference-curve": (
        "Every option that was tried, from the strongest to the weakest, with its interval in grey. A curve "
        "that starts high and falls steeply means that a few texts attract the system whatever the passage "
        "says. Drag to move along, hold Shift and turn the wheel to zoom, double-click to go back."
    ),
    "attacks": (
        "The same questions before and after one wrong option is replaced by the magnet. The right answer "
        "stays in place, so a system that reads should lose nothing."
    ),
    "interference-by-system": (
        "Irrelevant options, from the one that attracts a system most to the one that attracts it least, "
        "each system in its own order. A system that reads would stay near zero all along. Drag to move "
        "along, hold Shift and turn the wheel to zoom, double-click to go back."
    ),
    "interference-by-origin": (
        "The same options by where they come from, each source in its own order. Where the lines coincide, it "
        "does not matter which questions an option was written for."
    ),
    "race-options": (
        "A race takes one question after another and drops every option that can hardly be among the "
        "strongest. The line falls to those that are left, whose scores are exact. Equal steps on the axes "
        "are equal factors."
    ),
    "race-scores": (
        "Scores asked for so far. The line is steep while all options are in the race; the sooner it bends, "
        "the cheaper the race."
    ),
    "magnet-set": (
        "The strongest options, numbered as in the table, on the questions they were searched with, on all "
        "questions, and on those the search never saw. What a search finds looks stronger than it is; only "
        "the unseen questions tell how strong. The thin lines are intervals over these."
    ),
    "given-set": (
        "The options that were given, numbered as in the table, on all questions. The thin lines are "
        "intervals that hold for all of them together."
    ),
    "agreement": (
        "How far two systems agree on which options attract: 1 where they put all options in the same order, "
        "0 where one says nothing about the other. Below the diagonal: Pearson's correlation of the scores; "
        "above it: Spearman's, of their ranks."
    ),
    "interference-scatter": (
        "Each point is an option: how often it wins with one system, and with another. On the dashed line it "
        "attracts both alike. Points far up on the right are magnets for both."
    ),
    "features": (
        "Do options attract because of what they look like? Right of the dashed line, options with more of a "
        f"feature win more often; left of it, less often. On the line the feature explains nothing. {INTERVALS}"
    ),
    "outcomes": (
        "What the systems choose when a wrong option is replaced by the magnet named above the bars. The "
        f"dark mark is the share answered right without it. At most {MAGNETS} magnets are drawn."
    ),
    "best-of": (
        "Questions still answered right when the attacker may take, for every question, whichever of so many "
        f"magnets does the most harm. {INTERVALS}"
    ),
    "transfer-attack": (
        "Each row is the system the magnets were found on, each column the system attacked with them; the "
        "darker a cell, the more questions are still answered right. Pale rows are magnets that work on "
        "systems they were not found on."
    ),
}

LOOK = Look(
    kinds={
        "interference_curve": Kind(
            main="interference",
            figures=drawings(CAPTIONS, strongest_options=search.strongest, interference_curve=search.curve),
            summary=search.strongest_listed,
        ),
        "attacks": Kind(
            main="before", figures=drawings(CAPTIONS, attacks=attacks.attacks), summary=attacks.attacks_listed
        ),
        "interference_by_system": Kind(
            figures=drawings(
                CAPTIONS, interference_by_system=search.by_system, interference_by_origin=search.by_origin
            ),
            rows=0,
        ),
        "race": Kind(
            figures=drawings(CAPTIONS, race_options=search.options_left, race_scores=search.scores_asked),
            summary=search.finishes,
        ),
        "magnet_set": Kind(
            main="subset",
            figures=drawings(CAPTIONS, magnet_set=search.magnet_set),
            matrix=search.magnet_matrix,
        ),
        "given_set": Kind(
            main="whole", figures=drawings(CAPTIONS, given_set=search.magnet_set), matrix=search.magnet_matrix
        ),
        "system_agreement": Kind(
            main="spearman",
            figures=drawings(CAPTIONS, agreement=agreement.correlations),
            matrix=agreement.agreement_matrix,
            long=True,
        ),
        "interference_scatter": Kind(figures=drawings(CAPTIONS, interference_scatter=agreement.scatter), rows=0),
        "features": Kind(
            main="spearman",
            figures=drawings(CAPTIONS, features=agreement.features),
            matrix=agreement.feature_matrix,
            long=True,
        ),
        "system_attacks": Kind(
            main="after", figures=drawings(CAPTIONS, outcomes=attacks.outcomes), matrix=attacks.attack_matrix
        ),
        "best_of": Kind(
            main="accuracy",
            figures=drawings(CAPTIONS, best_of=attacks.best_of),
            matrix=attacks.best_matrix,
            long=True,
        ),
        "transfer_attack": Kind(
            main="after",
            figures=drawings(CAPTIONS, transfer_attack=attacks.transfer_attack),
            matrix=attacks.transfer_matrix,
        ),
        "attack_examples": Kind(examples=attacks.examples, item="id", rows=LISTED, page_only=PAGE_ONLY),
    },
    findings=WORDS,
)
