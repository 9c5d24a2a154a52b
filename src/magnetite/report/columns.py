"""Headings and units of columns, by their names and their tables' kinds, until columns carry their own."""

_VIEWS = ("O", "QO", "CO", "QOC")
_HEADINGS = {
    "n": "questions",
    "options_min": "options",
    "options_max": "to",
    "low": "interval from",
    "high": "interval to",
    "p": "p-value",
    "passage_id": "passage",
    "bin_low": "effective options from",
    "bin_high": "to",
    "count": "questions",
    "labelled": "with a key",
    "effective_options": "effective options",
    "effective_normalised": "effective options, 0–100%",
    "interference": "interference score T",
    "interference_screen": "T while searching",
    "interference_confirm": "T on fresh questions",
    "wins": "beat all own options",
    "series": "combines other options",
    "origins": "taken from",
    "caught": "magnet chosen",
    "stable": "answer unchanged",
    "beaten_by": "irrelevant options that beat it",
    "tried": "irrelevant options tried",
    "strongest": "strongest irrelevant option",
    "chosen_before": "chosen before the attack",
    "correct_before": "right before the attack",
    "chosen_after": "chosen after the attack",
    "correct_after": "right after the attack",
    "chosen_random": "chosen with another passage",
    "follows": "chosen as without the passage",
    "unchanged": "chosen again with another passage",
    "margin": "lead over the next best option (score)",
    "information": "what the passage tells (bits)",
    "pointwise_information": "what the passage tells of the key (bits)",
    "when": "calibration",
    "confidence": "mean confidence",
    "confidence_before": "mean confidence before",
    "confidence_after": "mean confidence after",
    "ece_before": "calibration error before (points)",
    "ece_after": "calibration error after (points)",
    "brier_before": "Brier score before",
    "brier_after": "Brier score after",
    "nll_before": "log loss before (nats)",
    "nll_after": "log loss after (nats)",
    "chance": "guessing",
    "expected": "expected by chance",
    "pearson": "Pearson's correlation",
    "pearson_low": "Pearson's from",
    "pearson_high": "Pearson's to",
    "spearman": "rank correlation",
    "spearman_low": "rank correlation from",
    "spearman_high": "rank correlation to",
}
_BY_KIND = {
    "by_information": {"bin_low": "information from (bits)", "bin_high": "to (bits)"},
    "interference_by_system": {"origin": "options from"},
    "magnet_set": {
        "interference": "mean T of the search",
        "subset": "T on questions of the screen",
        "whole": "T on all questions",
        "unseen": "T on questions the screen never saw",
    },
    "system_agreement": {"x": "system", "y": "with", "group": "over", "n": "options"},
    "interference_scatter": {
        "x": "system",
        "y": "with",
        "x_interference": "T with the first",
        "y_interference": "T with the second",
    },
    "system_attacks": {
        "stable": "right answer chosen",
        "otherwise": "another wrong option chosen",
        "low": "difference from",
        "high": "difference to",
        "before": "right before",
        "after": "right after",
    },
    "best_of": {"magnets": "magnets to choose from", "accuracy": "answered right"},
    "transfer_attack": {
        "found_on": "magnets found on",
        "attacked": "system attacked",
        "before": "right before",
        "after": "right after",
    },
    "attack_examples": {"replaced": "option replaced"},
    "features": {"n": "options", "group": "over"},
    "study_accuracy": {"who": "answered by", "condition": "questions", "accuracy": "right", "n": "answers"},
    "study_interference": {"who": "answered by", "n": "answers"},
    "study_magnets": {
        "questions": "placed in",
        "shown": "times shown",
        "taken": "times taken",
        "interference": "T on people",
    },
    "study_items": {
        "accuracy_original": "right, original",
        "accuracy_attacked": "right, attacked",
        "accuracy_no-passage": "right",
        "caught": "took the magnet",
        "group": "entropy is",
        "entropy": "entropy (bits)",
    },
    "study_times": {"quarter": "a quarter below", "three_quarters": "a quarter above", "n": "answers"},
    "study_participants": {"accuracy": "right", "median": "median seconds"},
    "training_sets": {
        "training": "trained on",
        "accuracy": "right",
        "lowest": "lowest seed",
        "highest": "highest seed",
        "difference": "against Full (points)",
        "difference_low": "against Full from",
        "difference_high": "against Full to",
        "kept": "gain over guessing kept",
        "reported_set": "the paper's set",
        "reported": "right in the paper",
    },
    "training_seeds": {
        "training": "trained on",
        "accuracy": "right",
        "accuracy_dev": "right on dev",
        "accuracy_training": "right while training, at the end",
    },
    "unreadable_attacks": {
        "low": "difference from",
        "high": "difference to",
        "before": "right before",
        "before_low": "before from",
        "before_high": "before to",
        "after": "right after",
        "after_low": "after from",
        "after_high": "after to",
        "relative": "relative change",
        "relative_low": "relative change from",
        "relative_high": "relative change to",
        "caught": "attacked option chosen",
        "otherwise": "another wrong option chosen",
    },
    "unreadable_controls": {
        "role": "kind of control",
        "before": "right before",
        "attacked": "right under the attack",
        "attacked_low": "attack from",
        "attacked_high": "attack to",
        "after": "right under the control",
        "gap": "attack minus control (points)",
        "gap_low": "from",
        "gap_high": "to",
    },
    "unreadable_examples": {
        "probability_before": "probability of the key before",
        "probability_after": "probability of the key after",
        "added": "added to the passage",
    },
    "flips": {
        "probability_before": "probability of the key before",
        "probability_after": "probability of the key after",
    },
    "unreadable_texts": {
        "shuffle_degree": "mean ShuffleDegree",
        "sequences": "texts shuffled",
        "below": "questions below the threshold",
        "unchanged": "questions with nothing to change",
        "equal": "questions with a second right answer",
        "stands": "questions whose passage now says a wrong option",
        "length_change": "growth of wrong options",
    },
    "unreadable_lengths": {
        "attack": "attack or control",
        "longest": "longest option right",
        "shortest": "shortest option right",
        "key_words": "words of the answer",
    },
    "unreadable_by_growth": {"value": "mean growth", "value_from": "growth from", "value_to": "to"},
    "unreadable_by_answer_length": {"value": "mean words", "value_from": "words from", "value_to": "to"},
    "unreadable_by_degree": {"value": "mean degree", "value_from": "degree from", "value_to": "to"},
    "by_attack": {"length_change": "growth of wrong options", "before": "right before", "after": "right after"},
    "trace": {"added": "token added"},
    "race": {
        "questions": "questions asked",
        "options": "options still in the race",
        "cells": "scores asked for so far",
    },
}
_PREFIXES = {
    "accuracy_": "answered right with",
    "chosen_": "chosen with",
    "correct_": "right with",
    "probability_": "probability of the key with",
    "effective_": "effective options with",
}
_SHARES = frozenset(
    [
        "accuracy",
        "low",
        "high",
        "chance",
        "probability",
        "interference",
        "interference_screen",
        "interference_confirm",
        "before",
        "after",
        "caught",
        "stable",
        "share",
        "truncated",
        "random",
        "longest",
        "expected",
        "effective_normalised",
        "confidence",
        "subset",
        "whole",
        "unseen",
        "otherwise",
        "attacked",
        "shortest",
        "lowest",
        "highest",
        "kept",
        "reported",
        "x_interference",
        "y_interference",
    ]
)
_SHARE_STARTS = (
    *("probability_", "confidence_", "accuracy_", "before_", "after_", "attacked_"),
    *("longest_", "shortest_"),
)
_EXACT = {
    "p": "p",
    **dict.fromkeys(("difference", "difference_low", "difference_high", "gap", "gap_low", "gap_high"), "points"),
}
_CHANGES = ("relative", "length_change")  # how these columns begin
_TWO_DECIMALS = frozenset(
    [
        "entropy",
        "information",
        "mutual_information",
        "pointwise_information",
        "margin",
        "temperature",
        "bin_low",
        "bin_high",
        "shuffle_degree",
        "value",
        "value_from",
        "value_to",
        "key_words",
        *(f"{name}{end}" for name in ("pearson", "spearman") for end in ("", "_low", "_high")),
    ]
)
_BOUNDS = {
    "attacks": "points",
    "system_attacks": "points",
    "unreadable_attacks": "points",
    "features": "options",
}  # kinds whose bounds are not shares


def show_heading(column: str, kind: str = "table") -> str:
    """Return a column's name for people; `kind` is its table's.

    >>> show_heading("chosen_QO"), show_heading("beaten_by"), show_heading("word_count")
    ('chosen with QO', 'irrelevant options that beat it', 'word count')
    >>> show_heading("bin_high", "by_information")
    'to (bits)'
    """
    named = _BY_KIND.get(kind, {}).get(column) or _HEADINGS.get(column)
    if named:
        return named
    for prefix, words in _PREFIXES.items():
        if column.startswith(prefix) and column.removeprefix(prefix) in _VIEWS:
            return f"{words} {column.removeprefix(prefix)}"
    return column.replace("_", " ")


def column_unit(column: str, kind: str) -> str:
    """Return the unit of a column of numbers, by its name; "" where it is unknown."""
    if column in ("low", "high") and kind in _BOUNDS:
        return _BOUNDS[kind]
    if column in _EXACT:
        return _EXACT[column]
    if column.startswith(_CHANGES) or (column.startswith("value") and kind == "unreadable_by_growth"):
        return "change"
    if column in _SHARES or column.startswith(_SHARE_STARTS):
        return "share"
    if column in _TWO_DECIMALS or column.startswith("effective_"):
        return "options"
    starts = {"ece_": "gap", "brier_": "score", "nll_": "score", "loss": "score"}
    other = "share" if kind == "interference_list" else ""  # its other columns are systems, with their T
    return next((unit for start, unit in starts.items() if column.startswith(start)), other)
