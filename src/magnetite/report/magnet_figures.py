"""The figures of several systems screened, raced and attacked: names, captions and who draws them, by kind of table."""

from collections.abc import Callable
from typing import Any

from magnetite.core.results import Table
from magnetite.report import agreement, features, heatmap, outcomes, races, screens

_BARS = "Each thin line is an interval: it holds the true value about 95 times in 100."

KINDS: dict[str, tuple[tuple[str, str, Callable[[Table], Any]], ...]] = {
    "interference_by_system": (
        (
            "interference-by-system",
            (
                "Irrelevant options, from the one that attracts a system most to the one that attracts it least, "
                "each system in its own order. A system that reads would stay near zero all along. Drag to move "
                "along, hold Shift and turn the wheel to zoom, double-click to go back."
            ),
            screens.curves,
        ),
        (
            "interference-by-origin",
            (
                "The same options by where they come from, each source in its own order. Where the lines coincide, it "
                "does not matter which questions an option was written for."
            ),
            screens.origins,
        ),
    ),
    "magnet_set": (
        (
            "magnet-set",
            (
                "The strongest options, numbered as in the table, on the questions they were searched with, on all "
                "questions, and on those the search never saw. What a search finds looks stronger than it is; only "
                "the unseen questions tell how strong. The thin lines are intervals over these."
            ),
            screens.magnet_set,
        ),
    ),
    "system_agreement": (
        (
            "agreement",
            (
                "How far two systems agree on which options attract: 1 where they put all options in the same order, "
                "0 where one says nothing about the other. Below the diagonal: Pearson's correlation of the scores; "
                "above it: Spearman's, of their ranks."
            ),
            agreement.correlations,
        ),
    ),
    "interference_scatter": (
        (
            "interference-scatter",
            (
                "Each point is an option: how often it wins with one system, and with another. On the dashed line it "
                "attracts both alike. Points far up on the right are magnets for both."
            ),
            agreement.scatter,
        ),
    ),
    "system_attacks": (
        (
            "outcomes",
            (
                "What the systems choose when a wrong option is replaced by the magnet named above the bars. The "
                f"dark mark is the share answered right without it. At most {outcomes.MAGNETS} magnets are drawn."
            ),
            outcomes.system_attacks,
        ),
    ),
    "best_of": (
        (
            "best-of",
            (
                "Questions still answered right when the attacker may take, for every question, whichever of so many "
                f"magnets does the most harm. {_BARS}"
            ),
            races.best_of,
        ),
    ),
    "transfer_attack": (
        (
            "transfer-attack",
            (
                "Each row is the system the magnets were found on, each column the system attacked with them; the "
                "darker a cell, the more questions are still answered right. Pale rows are magnets that work on "
                "systems they were not found on."
            ),
            heatmap.transfer_attack,
        ),
    ),
    "features": (
        (
            "features",
            (
                "Do options attract because of what they look like? Right of the dashed line, options with more of a "
                f"feature win more often; left of it, less often. On the line the feature explains nothing. {_BARS}"
            ),
            features.features,
        ),
    ),
    "race": (
        (
            "race-options",
            (
                "A race takes one question after another and drops every option that can hardly be among the "
                "strongest. The line falls to those that are left, whose scores are exact. Equal steps on the axes "
                "are equal factors."
            ),
            races.options_left,
        ),
        (
            "race-scores",
            (
                "Scores asked for so far. The line is steep while all options are in the race; the sooner it bends, "
                "the cheaper the race."
            ),
            races.scores_asked,
        ),
    ),
}
