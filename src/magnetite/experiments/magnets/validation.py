"""Do magnets hold on questions that the screen never saw? Their T_k over a whole split, and over its unseen part.

Lin et al. (2021), §4.3 and Figure 3. A search finds the luckiest of many, so the part it never saw shows what is true;
its intervals are for all magnets and systems together (Bonferroni).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.experiments.choices import finite
from magnetite.experiments.magnets.screen import Screen
from magnetite.experiments.magnets.screens import Screens
from magnetite.experiments.sentences import counted, percent
from magnetite.stats.intervals import shares

INTERVALS = (
    "Intervals are over the questions that the screen never saw, at 95% for all magnets and systems of this table "
    "together."
)


def validation_finding(
    screened: Screens, whole: Screens, magnets: Sequence[int], *, settings: Mapping[str, Any]
) -> Finding:
    """Compare the magnets' T_k where they were searched for with that on all questions, and on those not seen.

    `magnets` are columns of `screened`; `whole` has the same options, in their order, over the whole split.
    """
    seen = {item.id for item in screened.items}
    unseen = np.array([item.id not in seen for item in whole.items], dtype=np.bool_)
    together = len(magnets) * len(whole.names)
    rows = [
        {
            "rank": place + 1,
            "option": whole.pool.options[place],
            "series": bool(whole.screens[name].series[place]),
            "interference": float(screened.mean[column]),
            "system": name,
            "subset": finite(screened.screens[name].interference[column].estimate),
            **_over(whole.screens[name], unseen, place, together),
        }
        for place, column in enumerate(magnets)
        for name in whole.names
    ]
    columns: dict[str, list[Value]] = {name: [row[name] for row in rows] for name in rows[0]}
    table = Table("validation", "The magnets on all questions", columns, "magnet_set")
    return Finding(
        probe="validation",
        title="Do the magnets hold elsewhere?",
        sentence=_sentence(table, unseen, len(magnets)),
        numbers=tuple(_numbers(table, whole, unseen)),
        tables=(table,),
        settings=dict(settings),
        notes=(INTERVALS,),
    )


def _over(screen: Screen, unseen: BoolArray, place: int, together: int) -> dict[str, Value]:
    wins, tried = screen.wins[unseen][:, [place]], screen.pool.allowed[unseen][:, [place]]
    rest = shares(wins, tried, screen.passages[unseen], together=together)[0]
    return {
        "whole": finite(screen.interference[place].estimate),
        "unseen": finite(rest.estimate),
        "low": rest.low if rest.n else None,
        "high": rest.high if rest.n else None,
        "n": rest.n,
    }


def _numbers(table: Table, whole: Screens, unseen: BoolArray) -> list[Number]:
    numbers = [
        Number("questions", len(whole.items), unit="count"),
        Number("questions not seen", int(unseen.sum()), unit="count"),
    ]
    for name in whole.names:
        for label, column in (("where searched", "subset"), ("not seen", "unseen")):
            values = [
                value
                for value, system in zip(table.columns[column], table.columns["system"], strict=True)
                if system == name and isinstance(value, float)
            ]
            if values:
                numbers.append(Number(f"mean interference, {label}", float(np.mean(values)), group=name))
    return numbers


def _sentence(table: Table, unseen: BoolArray, many: int) -> str:
    pairs = [
        (subset, rest)
        for subset, rest in zip(table.columns["subset"], table.columns["unseen"], strict=True)
        if isinstance(subset, float) and isinstance(rest, float)
    ]
    if not pairs:
        return "Every question was part of the screen, so whether the magnets hold elsewhere is unknown."
    subset, rest = (percent(float(np.mean(values))) for values in zip(*pairs, strict=True))
    questions, magnets = counted(int(unseen.sum()), "question"), counted(many, "magnet")
    return (
        f"On {questions} that the screen never saw, the {magnets} beat all of a question's own options on {rest} of "
        f"the questions on average, and on {subset} where they were searched for."
    )
