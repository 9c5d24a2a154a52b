"""Following: does the system that reads the passage still choose what it would choose without it?

That questions can be answered without their passage (`shortcuts`) does not show that the full system answers them that
way. Two comparisons tell more. Where the system without the passage (QO) is wrong, does the full system (QOC) take the
same wrong option, more often than evenly spread errors would? And does its choice survive another passage in
place of its own: does it need the passage at all?
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from magnetite.core.cells import ScoreArray
from magnetite.core.experiment import Panel
from magnetite.core.items import Dataset, Item
from magnetite.core.results import Finding
from magnetite.experiments.asking import calibrated, own_scores, views_of
from magnetite.experiments.choices import passages_of, read_choices, require_items
from magnetite.experiments.draws import draw
from magnetite.experiments.settings import calibration, whole
from magnetite.experiments.shortcuts.following_result import comparisons, following_table, item_rows, numbers
from magnetite.experiments.shortcuts.following_words import UNTOLD, notes, sentence

TITLE = "Following the shortcut"


@dataclass(frozen=True, slots=True)
class Following:
    """The full system's choices compared with those made without the passage and with another passage.

    `seed` draws the other passages and, with `resamples`, belongs to the bootstrap. `temperatures` (by view, 1 where
    there is none) and `calibrated_on` concern only how sure the system is; choices do not depend on them.
    Without systems for QO and QOC nothing is scored, and the finding reports that.
    """

    resamples: int = 2000
    seed: int = 0
    temperatures: Mapping[str, float] = field(default_factory=dict, hash=False)
    calibrated_on: str = ""

    def __post_init__(self) -> None:
        whole(self.name, 1, resamples=self.resamples)
        whole(self.name, 0, seed=self.seed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    @property
    def name(self) -> str:
        """Return the probe's name."""
        return "following"

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask QO and QOC for own options, and QOC for those with another passage's text ("random").

        Asks for nothing without both views, and not for "random" where there is a single passage.
        """
        require_items(exam, self.name)
        if not {"QO", "QOC"} <= set(views_of(panel)):
            return (Finding(self.name, TITLE, UNTOLD, settings=asdict(self)),)
        scores = {name: own_scores(panel, name, exam.items, name) for name in ("QO", "QOC")}
        if others := with_other_passages(exam.items, self.seed):
            scores["random"] = own_scores(panel, "QOC", others, "random")
        return (calibrated(self, panel, ["QO", "QOC"])._finding(exam, scores),)

    def _finding(self, dataset: Dataset, scores: Mapping[str, ScoreArray]) -> Finding:
        """Read from the scores how far the choices go together."""
        items = dataset.items
        choices = {name: read_choices(items, each) for name, each in scores.items()}
        passages, temperature = passages_of(items), self.temperatures.get("QOC", 1.0)
        result = comparisons(items, choices, passages, resamples=self.resamples, seed=self.seed)
        return Finding(
            probe=self.name,
            title=TITLE,
            sentence=sentence(result),
            numbers=numbers(result, choices, passages, temperature, resamples=self.resamples, seed=self.seed),
            tables=(following_table(result),),
            items=item_rows(items, choices),
            settings=asdict(self),
            notes=notes(choices, self.temperatures, self.calibrated_on),
        )


def with_other_passages(items: Sequence[Item], seed: int) -> tuple[Item, ...]:
    """Give each item another passage's text, all items of a passage the same; empty where there is only one text.

    The texts, ordered by a draw from the seed, each get the next one's: no text stays, each is used once, and an
    encoder reads as many passages as before.
    """
    texts = sorted({item.passage for item in items}, key=lambda text: (draw(seed, "random passage", text), text))
    if len(texts) < 2:
        return ()
    following = dict(zip(texts, (*texts[1:], texts[0]), strict=True))
    return tuple(replace(item, passage=following[item.passage]) for item in items)
