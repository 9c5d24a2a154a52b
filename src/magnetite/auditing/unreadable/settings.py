"""What un-readable attacks are told, and what is checked of it before anything is read.

What this file leaves out: the attacks (`views.unreadable`), the run (`unreadable`), and settings that all commands
share (`settings`).
"""

from dataclasses import dataclass

from magnetite.auditing.settings import split_names
from magnetite.core.errors import UsageError, unknown_name
from magnetite.probes.unreadable.effects import Bootstrap
from magnetite.views.unreadable import ATTACKS, CONTROLS, AttackSettings, attack_name

SENTENCES = ("distractor", "question")
DEFAULTS = AttackSettings()


@dataclass(frozen=True, slots=True)
class UnreadableSettings:
    """Hold the settings of `unreadable`.

    `attacks`: those of Table 2 (Si et al. 2019), or controls, by name, in any case; none for all seven. `controls`:
    measure each attack's controls too. `threshold`: the ShuffleDegree that shuffled texts have to exceed. `sentence`:
    draw one from the passage for each "distractor", or one for each "question". `naive`: put what is added into the
    passage itself, where a system that cuts long passages loses it. `listed`: flips listed of each attack.
    """

    attacks: tuple[str, ...] | str = ()
    controls: bool = True
    threshold: float = DEFAULTS.threshold
    sentence: str = DEFAULTS.sentence
    naive: bool = False
    resamples: int = 2000
    listed: int = 20

    def __post_init__(self) -> None:
        asked = split_names(self.attacks) if isinstance(self.attacks, str) else self.attacks
        named = set(map(attack_name, asked or ATTACKS))
        object.__setattr__(self, "attacks", tuple(name for name in (*ATTACKS, *CONTROLS) if name in named))
        if self.sentence not in SENTENCES:
            raise unknown_name("sentence", str(self.sentence), list(SENTENCES))
        for name, least in (("resamples", 1), ("listed", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise UsageError(f"{name} is {value!r}; expected a whole number of at least {least}.")
        if (
            isinstance(self.threshold, bool)
            or not isinstance(self.threshold, int | float)
            or not 0 <= self.threshold < 1
        ):
            raise UsageError(f"threshold is {self.threshold!r}; expected a ShuffleDegree, from 0 to below 1.")

    def attack_settings(self, seed: int) -> AttackSettings:
        """Return what the attacks themselves are told."""
        return AttackSettings(
            threshold=self.threshold,
            sentence="question" if self.sentence == "question" else "distractor",
            naive=self.naive,
            seed=seed,
        )

    def bootstrap(self, seed: int) -> Bootstrap:
        """Return how intervals are drawn."""
        return Bootstrap(self.resamples, seed)
