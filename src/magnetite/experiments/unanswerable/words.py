"""Un-answerable training in plain words: its sentence, and what a drop shows and does not show."""

from collections.abc import Iterable, Sequence

from magnetite.experiments.sentences import INTERVALS, between, counted, percent
from magnetite.experiments.unanswerable.reached import FULL, RULES, Above, Reached

CLEAR = 0.05  # the corrected p-value below which a difference counts as clear
WITH = {
    "P-Shuffle": "passages shuffled",
    "Q-Shuffle": "questions shuffled",
    "PQ-Shuffle": "passages and questions shuffled",
    "P-Remove": "no passages",
    "Q-Remove": "no questions",
    "PQ-Remove": "options alone",
}
TESTED = (
    "Only training was changed: every system answers the same test questions as they are, passage and all. One that "
    "was trained without passages, or without questions, meets them for the first time in the test, so its accuracy "
    "is what it learned without them, less whatever they confuse."
)
SAYS = (
    "A small drop shows that this many of these questions can be learned from training that makes no sense: without "
    "word order, or without the part removed. It does not show that a system trained on intact text makes no use of "
    "them, nor that people could do without them. A large drop shows that intact training teaches more, not that this "
    "is understanding."
)
TEST = (
    "p-values flip the sign of the difference from full training passage by passage; they are corrected for "
    "{comparisons} (Holm)."
)
ONE_SEED = (
    "One seed was trained, so the spread over seeds is unknown: take a difference of a few points for the seed's until "
    "more are trained."
)
SEEDS = (
    "Accuracies are means over {seeds} seeds, differences too, seed against seed. Intervals and p-values are about "
    "other questions, not other seeds; the range over seeds stands beside them."
)


def sentence(whole: Sequence[Reached], above: Above, seeds: int) -> str:
    """Summarise what full training reaches, what is lost without the sense, and what is left above the best rule.

    `whole` is about the whole test. Where full training itself is not clearly above that rule, the others are left out.
    """
    by_training = {row.training: row for row in whole}
    full, rules = by_training[FULL].accuracy, {name: by_training[name].accuracy.estimate for name in ("random", *RULES)}
    means = "" if seeds == 1 else f", mean of {seeds} seeds"
    opening = (
        f"Trained on questions as they are, systems answer {percent(full.estimate)} of "
        f"{counted(full.n, 'test question')} correctly ({between(full)}{means}); guessing gets "
        f"{percent(rules['random'])}, the longest option {percent(rules['longest'])}, the shortest "
        f"{percent(rules['shortest'])}."
    )
    changed = [row for row in whole if row.difference is not None]
    if not above.clear(FULL):
        nothing = ", so the others say nothing about what can be learned" if changed else ""
        return f"{opening} That is not clearly above {_rule(above)}{nothing}."
    return " ".join([opening, *_changes(changed), *_above(changed, above)])


def notes_of(whole: Sequence[Reached], seeds: int) -> tuple[str, ...]:
    """Return the caveats that go with any table of training sets."""
    compared = sum(row.p is not None for row in whole)
    lines = [INTERVALS, SEEDS.format(seeds=seeds) if seeds > 1 else ONE_SEED]
    if compared:
        lines.append(TEST.format(comparisons=counted(compared, "comparison")))
    return (*lines, TESTED, *((SAYS,) if compared else ()))


def _changes(changed: Sequence[Reached]) -> Iterable[str]:
    """Sort the changed training sets by whether they clearly differ from the full one."""
    groups: dict[str, list[Reached]] = {"A clear loss with": [], "Clearly better with": [], "No clear loss with": []}
    for row in changed:
        groups[_group(row)].append(row)
    for start, rows in groups.items():
        if rows:
            yield f"{start} {', '.join(map(_shown, rows))}."


def _group(row: Reached) -> str:
    assert row.difference is not None  # changed training sets have one
    if row.p is None or row.p >= CLEAR:
        return "No clear loss with"
    return "A clear loss with" if row.difference.estimate < 0 else "Clearly better with"


def _shown(row: Reached) -> str:
    gap = row.difference
    assert gap is not None  # as above
    return f"{row.training} ({_points(gap.estimate)} points, {_points(gap.low)} to {_points(gap.high)})"


def _above(changed: Sequence[Reached], above: Above) -> Iterable[str]:
    """Yield which un-answerable training sets teach more than the best rule, and which do not."""
    taught = [row.training for row in changed if above.clear(row.training)]
    rest = [row.training for row in changed if not above.clear(row.training)]
    if taught:
        names = ", ".join(f"{name} ({WITH[name]})" for name in taught)
        yield f"Nobody could answer what they were trained on, yet these are clearly above {_rule(above)}: {names}."
    if rest:
        yield f"Not clearly above {_rule(above)}: {', '.join(rest)}."


def _rule(above: Above) -> str:
    return "guessing" if above.rule == "guessing" else f"the {above.rule} option"


def _points(share: float) -> str:
    """Write a difference in percentage points with its sign.

    >>> _points(-0.0123), _points(0.2)
    ('−1.2', '+20.0')
    """
    return f"{100 * share:+.1f}".replace("-", "−")
