"""Following: does the system that reads the passage still choose what it would choose without it?

That questions can be answered without their passage (`shortcuts`) does not show that the full system answers them that
way. Two comparisons say more. Where the system without the passage (QO) is wrong, does the full system (QOC) take the
same wrong option, more often than its errors would fall there evenly? And does its choice survive another passage in
the place of its own: does it need the passage at all?
What this file leaves out: the chance model (`stats.agreement`), the comparisons
(`shortcuts.following_result`) and the words (`shortcuts.following_words`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import ClassVar

from magnetite.core.cells import ScoreArray, own_cells
from magnetite.core.items import Dataset, Item
from magnetite.core.probe import Need
from magnetite.core.results import Finding
from magnetite.probes.choices import passages_of, read_choices, require_items
from magnetite.probes.draws import draw
from magnetite.probes.settings import calibration, whole
from magnetite.probes.shortcuts.following_result import comparisons, following_table, item_rows, numbers
from magnetite.probes.shortcuts.following_words import UNTOLD, notes, sentence
from magnetite.views.named import in_order, view

TITLE = "Following the shortcut"


@dataclass(frozen=True, slots=True)
class Following:
    """Compare the full system's choices with those made without the passage and with another passage.

    `seed` draws the other passages and, with `resamples`, belongs to the bootstrap. `temperatures` (by view, 1 where
    there is none) and `calibrated_on` concern only how sure the system is; choices do not depend on them.
    Without systems for QO and QOC nothing is scored and the finding says so.
    """

    resamples: int = 2000
    seed: int = 0
    temperatures: Mapping[str, float] = field(default_factory=dict, hash=False)
    calibrated_on: str = ""

    needs_independent_options: ClassVar[bool] = False

    def __post_init__(self) -> None:
        whole(self.name, 1, resamples=self.resamples)
        whole(self.name, 0, seed=self.seed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    @property
    def name(self) -> str:
        """Return the probe's name."""
        return "following"

    def needs(self, dataset: Dataset, views: tuple[str, ...]) -> Mapping[str, Need]:
        """Ask for own options under "QO" and "QOC", and under QOC with another passage's text ("random").

        Asks for nothing without both views, and not for "random" where there is a single passage.
        """
        require_items(dataset, self.name)
        if not {"QO", "QOC"} <= set(in_order(views)):
            return {}
        needs = {name: Need(name, own_cells([view(name)(item) for item in dataset])) for name in ("QO", "QOC")}
        if others := with_other_passages(dataset.items, self.seed):
            needs["random"] = Need("QOC", own_cells([view("QOC")(item) for item in others]))
        return needs

    def finding(self, dataset: Dataset, needs: Mapping[str, Need], scores: Mapping[str, ScoreArray]) -> Finding:
        """Read from the scores how far the choices go together."""
        if not needs:
            return Finding(self.name, TITLE, UNTOLD, settings=asdict(self))
        items = dataset.items
        chosen = {name: read_choices(items, scores[name]) for name in needs}
        passages, temperature = passages_of(items), self.temperatures.get("QOC", 1.0)
        found = comparisons(items, chosen, passages, resamples=self.resamples, seed=self.seed)
        return Finding(
            probe=self.name,
            title=TITLE,
            sentence=sentence(found),
            numbers=numbers(found, chosen, passages, temperature, resamples=self.resamples, seed=self.seed),
            tables=(following_table(found),),
            items=item_rows(items, chosen),
            settings=asdict(self),
            notes=notes(chosen, self.temperatures, self.calibrated_on),
        )


def with_other_passages(items: Sequence[Item], seed: int) -> tuple[Item, ...]:
    """Give each item another passage's text, all items of a passage the same; empty where there is but one text.

    The texts, ordered by a draw from the seed, each get the next one's: no text stays, each is used once, and an
    encoder reads as many passages as before.
    """
    texts = sorted({item.passage for item in items}, key=lambda text: (draw(seed, "random passage", text), text))
    if len(texts) < 2:
        return ()
    following = dict(zip(texts, (*texts[1:], texts[0]), strict=True))
    return tuple(replace(item, passage=following[item.passage]) for item in items)
