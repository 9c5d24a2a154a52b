"""A dataset under a view, by the view's name: what is left of the input, its words shuffled, or an attack.

    O, QO, CO, QOC                              (Liusie et al. 2022)
    P-Shuffle, Q-Shuffle, PQ-Shuffle, …         (Si et al. 2019, Section 4)
    AddSent2Opt-Shuffle, …, and controls        (Si et al. 2019, Section 3)

Names are taken in any case. What this file leaves out: what the views do (`magnetite.views`), and files (`convert`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.items import Dataset
from magnetite.views import SHUFFLES, VIEWS
from magnetite.views import view as partial_view
from magnetite.views.unanswerable import is_drawn
from magnetite.views.unanswerable import view as shuffled_view
from magnetite.views.unreadable import ATTACKS, CONTROLS, Attacked, AttackSettings, attack

NAMES = (*VIEWS, *SHUFFLES, *ATTACKS, *CONTROLS)
_ATTACKS = {*ATTACKS, *CONTROLS}


@dataclass(frozen=True, slots=True)
class Viewed:
    """Hold a dataset under a view, the view's name and settings, what it did to the items, and what is to be said."""

    dataset: Dataset
    view: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    items: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def view_named(text: str) -> str:
    """Return the name of a view as it is written, whatever the case it comes in. Raises UsageError for none.

    >>> view_named("addsent2opt-shuffle"), view_named("p-shuffle"), view_named("qo")
    ('AddSent2Opt-Shuffle', 'P-Shuffle', 'QO')
    """
    known = {name.casefold(): name for name in NAMES}
    if text.casefold() not in known:
        raise unknown_name("view", text, list(NAMES))
    return known[text.casefold()]


def viewed(dataset: Dataset, view: str, *, seed: int = 0, **attacking: Any) -> Viewed:
    """Put a dataset under a view. `attacking`: threshold, sentence, tries and naive, which attacks take.

    Items without a known answer are left out of an attack, which has to know the option to leave alone.
    Raises UsageError for a view that does not exist, and for settings it does not take; DataError where no item has an
    answer.
    """
    name = view_named(view)
    given = {setting: value for setting, value in attacking.items() if value is not None}
    if name in _ATTACKS:
        return _attacked(dataset, name, AttackSettings(**given, seed=seed))
    if given:
        raise UsageError(f"{', '.join(given)}: belong to attacks, and {name} is none. Leave them out.")
    change = partial_view(name) if name in VIEWS else shuffled_view(name, seed)
    settings = {"seed": seed} if name in SHUFFLES and is_drawn(name) else {}
    return Viewed(dataset.with_items([change(item) for item in dataset]), name, settings)


def _attacked(dataset: Dataset, name: str, settings: AttackSettings) -> Viewed:
    labelled = [item for item in dataset if item.answer is not None]
    unlabelled = [item.id for item in dataset if item.answer is None]
    if not labelled:
        raise DataError(
            f"{dataset.source or dataset.name}: none of the {len(dataset):,} questions has a known answer, and an "
            "attack has to know which option to leave alone. Name a split with answers."
        )
    found = attack(labelled, name, settings)
    notes = [f"{len(unlabelled):,} questions without a known answer were left out."] if unlabelled else []
    counts = _counts(found)
    notes += [f"{len(ids):,} of {len(found):,} questions {_SAID[what]}." for what, ids in counts.items() if ids]
    items = {**counts, "without an answer": unlabelled}
    return Viewed(dataset.with_items([each.item for each in found]), name, asdict(settings), items, tuple(notes))


_SAID = {
    "unchanged": "stay as they are: there was nothing to put into them",
    "below": "have a text in which no order reaches the threshold of ShuffleDegree; they have the best there is",
    "stands": "have a distractor that stands whole in what was shuffled into their passage",
    "equal": "have a wrong option with the answer's words in their order",
}


def _counts(found: Sequence[Attacked]) -> dict[str, list[str]]:
    return {
        "unchanged": [each.item.id for each in found if not each.changed],
        "below": [each.item.id for each in found if each.below],
        "stands": [each.item.id for each in found if each.stands],
        "equal": [each.item.id for each in found if each.equal],
    }
