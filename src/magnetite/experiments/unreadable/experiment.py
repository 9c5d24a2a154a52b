"""The two experiments with un-readable attacks: all attacks on all questions, and one question token by token.

Si et al. (2019), Sections 3 and 5. Nothing is trained: systems answer questions that were changed. A system that sees
all options at once is attacked like any other, since an attack shows it whole questions: the score of the answer may
then change because of the options next to it, which is part of what is measured.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.experiment import Panel
from magnetite.core.items import Dataset, Item, letter
from magnetite.core.results import Finding
from magnetite.experiments.asking import has_passages, item_named, own_scores
from magnetite.experiments.unreadable.analysis import analysis_finding
from magnetite.experiments.unreadable.effects import unreadable_finding
from magnetite.experiments.unreadable.trace import Trace, trace_finding, traced
from magnetite.experiments.unreadable.trial import Trial, read_trial, tried
from magnetite.views.unreadable import ATTACKS, CONTROLS, WAYS, AttackSettings, attack_name
from magnetite.views.unreadable import attack as attacked

SENTENCES = ("distractor", "question")
DEFAULTS = AttackSettings()
PAPERS = "AddSent2Opt-Shuffle"  # the attack of Figure 9


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Attacks a split in every way chosen, and measures the harm to every system.

    `attacks`: those of Table 2 (Si et al. 2019), controls, None2Key or None2Wrong, by name, in any case; none for the
    seven of that table. `controls`:
    measure each attack's controls too. `threshold`: the ShuffleDegree that shuffled texts have to exceed. `sentence`:
    draw one from the passage for each "distractor", or one for each "question". `naive`: put what is added into the
    passage itself, where a system that cuts long passages loses it. `listed`: number of flips listed per attack.
    """

    attacks: tuple[str, ...] | str = ()
    controls: bool = True
    threshold: float = DEFAULTS.threshold
    sentence: str = DEFAULTS.sentence
    naive: bool = False
    listed: int = 20
    seed: int = 0

    def __post_init__(self) -> None:
        texts = self.attacks.split(",") if isinstance(self.attacks, str) else self.attacks
        named = {attack_name(text.strip()) for text in texts or ATTACKS}
        object.__setattr__(self, "attacks", tuple(name for name in WAYS if name in named))
        if self.sentence not in SENTENCES:
            raise unknown_name("sentence", str(self.sentence), list(SENTENCES))
        if isinstance(self.listed, bool) or not isinstance(self.listed, int) or self.listed < 0:
            raise UsageError(f"listed is {self.listed!r}; expected a whole number of at least 0.")
        if (
            isinstance(self.threshold, bool)
            or not isinstance(self.threshold, int | float)
            or not 0 <= self.threshold < 1
        ):
            raise UsageError(f"threshold is {self.threshold!r}; expected a ShuffleDegree, from 0 to below 1.")

    @property
    def name(self) -> str:
        """Return the experiment's name."""
        return "unreadable"

    @property
    def attack_settings(self) -> AttackSettings:
        """Return the settings of the attacks themselves."""
        return AttackSettings(
            threshold=self.threshold,
            sentence="question" if self.sentence == "question" else "distractor",
            naive=self.naive,
            seed=self.seed,
        )

    @property
    def record(self) -> dict[str, Any]:
        """Return the settings as a finding keeps them; the seed stands among those of the run."""
        return {name: value for name, value in asdict(self).items() if name != "seed"}

    def trial(self, exam: Dataset) -> Trial:
        """Attack every question whose answer is known."""
        return tried(exam.items, self.attacks, self.attack_settings, controls=self.controls)

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask every system about every question as it is and under every attack and control."""
        require_answers(exam)
        trial = self.trial(exam)
        readings = {
            name: read_trial(
                trial,
                own_scores(panel, name, trial.shown, "attacks"),
                panel.cut(name, trial.shown),
                panel.temperature(name),
            )
            for name in panel.panelists
        }
        effects = unreadable_finding(
            trial,
            readings,
            settings=self.record,
            attack_settings=self.attack_settings,
            listed=self.listed,
            unlabelled=len(exam) - len(trial.items),
        )
        return effects, analysis_finding(trial, readings, settings=self.record)


@dataclass(frozen=True, slots=True)
class UnreadableTrace:
    """Lets one question's attacked options grow token by token: the case study (Si et al. 2019, Figure 9).

    `item`: its id. `attack`: one of Table 2. `option`: the letter of the only option that grows. `how`: the settings
    of the attack. `record`: what the finding keeps as its settings.
    """

    item: str
    attack: str = PAPERS
    option: str | None = None
    how: Unreadable = Unreadable()
    record: Mapping[str, Any] | None = None

    @property
    def name(self) -> str:
        """Return the experiment's name."""
        return "trace"

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask every system about every step."""
        trace = self.steps(exam)
        scores = {name: own_scores(panel, name, trace.steps, self.item) for name in panel.panelists}
        temperatures = {name: panel.temperature(name) for name in panel.panelists}
        return (trace_finding(trace, scores, temperatures, settings=self.record or {}),)

    def steps(self, exam: Dataset) -> Trace:
        """Attack the item and take it apart. Raises UsageError where it is not there or cannot be attacked so."""
        require_answers(exam)
        item, attack = item_named(exam, self.item), attack_name(self.attack)
        if item.answer is None:
            raise UsageError(
                f"item '{self.item}' has no known answer, so an attack does not know which option to leave alone."
            )
        among = [each for each in exam if each.answer is not None] if attack in CONTROLS else [item]
        changed = attacked(among, attack, self.how.attack_settings)[among.index(item)]
        if not changed.changed:
            raise UsageError(
                f"item '{self.item}': {attack} changes nothing in it. Choose another attack, or another item."
            )
        passage = (changed.item.passage, changed.item.added) != (item.passage, item.added)
        if passage and self.option is not None:
            raise UsageError(
                f"option '{self.option}': {attack} adds to the passage and changes no option. Leave it out."
            )
        return traced(item, changed.item, attack, None if self.option is None else _place(item, self.option))


def require_answers(exam: Dataset) -> None:
    """Raise DataError where no question has a known answer, or none has a passage."""
    if not has_passages(exam):
        raise DataError(
            f"{exam.source or exam.name}: a passage is needed, and no question has one: attacks put sentences of the "
            "passage where they mislead whoever matches words. Name questions with passages."
        )
    if all(item.answer is None for item in exam):
        raise DataError(
            f"{exam.source or exam.name}: none of the {len(exam):,} questions has a known answer, and an "
            "attack has to know which option to leave alone. Name a split with answers."
        )


def _place(item: Item, option: str) -> int:
    """Find a wrong option by its letter. Raises UsageError for another."""
    letters = [letter(place) for place in range(len(item.options))]
    wrong = ", ".join(name for name in letters if name != item.answer_letter)
    if option.upper() not in letters:
        raise UsageError(f"option '{option}' does not exist in item '{item.id}'; its wrong options are {wrong}.")
    if option.upper() == item.answer_letter:
        raise UsageError(f"option '{option}' is the right answer, which no attack touches; wrong options are {wrong}.")
    return letters.index(option.upper())
