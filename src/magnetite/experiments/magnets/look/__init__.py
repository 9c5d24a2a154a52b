"""What the findings of `magnets` look like: the search, the attacks, and how far systems agree.

Lin et al. (2021), Figures 1 to 7 and Tables 1 and 2.
"""

from magnetite.experiments.magnets.look import attacks, search
from magnetite.report.looks import Kind, Look, Words, drawings
from magnetite.report.questions import LISTED, PAGE_ONLY

WORDS = {
    "magnets": Words(
        headlines=("strongest interference", "mean interference"),
        marks={"beaten": "beaten_by", "before": "correct_before", "after": "correct_after"},
    ),
    "race": Words(headlines=("share of the full screen",)),
    "validation": Words(headlines=("mean interference, not seen", "mean interference, where searched")),
    "given": Words(headlines=("mean interference, all questions",)),
    "agreement": Words(headlines=("Spearman correlation",)),
    "features": Words(),
    "attack": Words(headlines=("accuracy before", "accuracy after")),
    "transfer_attack": Words(),
}

LOOK = Look(
    kinds={
        "interference_curve": Kind(
            main="interference",
            figures=drawings(strongest_options=search.strongest, interference_curve=search.curve),
            summary=search.strongest_listed,
        ),
        "attacks": Kind(main="before", figures=drawings(attacks=attacks.attacks), summary=attacks.attacks_listed),
        "interference_by_system": Kind(
            figures=drawings(interference_by_system=search.by_system, interference_by_origin=search.by_origin),
            rows=0,
        ),
        "race": Kind(
            figures=drawings(race_options=search.options_left, race_scores=search.scores_asked),
            summary=search.finishes,
        ),
        "magnet_set": Kind(
            main="subset",
            figures=drawings(magnet_set=search.magnet_set),
            matrix=search.magnet_matrix,
        ),
        "given_set": Kind(main="whole", figures=drawings(given_set=search.magnet_set), matrix=search.magnet_matrix),
        "system_agreement": Kind(
            main="spearman",
            figures=drawings(agreement=search.correlations),
            matrix=search.agreement_matrix,
            long=True,
        ),
        "interference_scatter": Kind(figures=drawings(interference_scatter=search.scatter), rows=0),
        "features": Kind(
            main="spearman",
            figures=drawings(features=search.features),
            matrix=search.feature_matrix,
            long=True,
        ),
        "system_attacks": Kind(main="after", figures=drawings(outcomes=attacks.outcomes), matrix=attacks.attack_matrix),
        "best_of": Kind(
            main="accuracy",
            figures=drawings(best_of=attacks.best_of),
            matrix=attacks.best_matrix,
            long=True,
        ),
        "transfer_attack": Kind(
            main="after",
            figures=drawings(transfer_attack=attacks.transfer_attack),
            matrix=attacks.transfer_matrix,
        ),
        "attack_examples": Kind(examples=attacks.examples, item="id", rows=LISTED, page_only=PAGE_ONLY),
    },
    findings=WORDS,
)
