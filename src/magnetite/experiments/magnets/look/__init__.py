"""What the findings of `magnets` look like."""

from magnetite.experiments.magnets.look.agreement import FEATURES, INTERFERENCE_SCATTER, SYSTEM_AGREEMENT
from magnetite.experiments.magnets.look.attacks import BEST_OF, SYSTEM_ATTACKS, TRANSFER_ATTACK
from magnetite.experiments.magnets.look.screen import ATTACKS, INTERFERENCE_CURVE
from magnetite.experiments.magnets.look.search import GIVEN_SET, INTERFERENCE_BY_SYSTEM, MAGNET_SET, RACE
from magnetite.report.examples import ATTACK_EXAMPLES
from magnetite.report.looks import Look, Words

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

LOOK = Look(
    kinds={
        "interference_curve": INTERFERENCE_CURVE,
        "attacks": ATTACKS,
        "interference_by_system": INTERFERENCE_BY_SYSTEM,
        "race": RACE,
        "magnet_set": MAGNET_SET,
        "given_set": GIVEN_SET,
        "system_agreement": SYSTEM_AGREEMENT,
        "interference_scatter": INTERFERENCE_SCATTER,
        "features": FEATURES,
        "system_attacks": SYSTEM_ATTACKS,
        "best_of": BEST_OF,
        "transfer_attack": TRANSFER_ATTACK,
        "attack_examples": ATTACK_EXAMPLES,
    },
    findings=WORDS,
)
