"""The settings of a configuration of Si et al. (2019), and the questions of the paper's seven sets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from examfiles.errors import unknown_name
from magnetite_papers.configuration import Configuration

FOLDS = "folds"


@dataclass(frozen=True, slots=True)
class SetSettings:
    """One of the seven sets (Section 5.1): its data, level, and the split that the paper tests on.

    `trained`: the data that its systems are trained on, if not `data`.
    """

    data: str
    level: str | None = None
    split: str = "test"
    options: int = 4
    trained: tuple[str, ...] = ()


SETS: Mapping[str, SetSettings] = {
    "MC160": SetSettings("MCTest", "mc160"),
    "MC500": SetSettings("MCTest", "mc500"),
    "RACE-M": SetSettings("RACE", "middle"),
    "RACE-H": SetSettings("RACE", "high"),
    "MCScript": SetSettings("MCScript", options=2),
    "MCScript2.0": SetSettings("MCScript2.0", split="dev", options=2, trained=("MCScript", "MCScript2.0")),
    "DREAM": SetSettings("DREAM", options=3),
}


@dataclass(frozen=True, kw_only=True)
class Si(Configuration):
    """The settings of a reproduction of Si et al. (2019).

    `sets`: the sets of Table 3 in the order in which they are run, each with training settings in addition to
    `training` (`sample`: number of its questions). `seeds`: of Table 3. `limit`: test questions per set there, all by
    default. `readers`: of Table 2, by name. `model` answers; `training` says how it is trained on the sets under
    `sets`, each with further settings; `asked`: the sets it answers, all by default; `attacked`: number of questions
    per set, instead of the `attacked` for all readers. `halved`: sets whose own training questions are not available.
    Half of the passages that the paper tests on are used for training instead, with this number of questions from the
    other sets that the paper trains with. `trained_longer`: the reader of Table 2, if any, that started from the
    encoder of Table 3's trainings and was trained on more questions.
    """

    sets: Mapping[str, Mapping[str, Any]]
    training: Mapping[str, Any]
    readers: Mapping[str, Mapping[str, Any]]
    seeds: tuple[int, ...] = (0, 1)
    limit: int | None = None
    attacked: int | None = None
    halved: Mapping[str, int] = field(default_factory=dict)
    trained_longer: str = ""

    def __post_init__(self) -> None:
        named = (each for reader in self.readers.values() for each in (*_sets(reader), *reader.get("asked", ())))
        for name in (*self.sets, *self.halved, *named):
            if name not in SETS:
                raise unknown_name("set", name, list(SETS))
        for name in filter(None, (self.smaller, self.larger, self.trained_longer)):
            if name not in self.readers:
                raise unknown_name("reader", name, list(self.readers))

    def trained(self, name: str) -> str:
        """Return the data that a set's systems are trained on, as `Workplace.source` expects it."""
        if name in self.halved:
            return f"{FOLDS}/{name}"
        each = SETS[name]
        return "+".join(each.trained) if each.trained else each.data

    def asked(self, reader: str) -> tuple[str, ...]:
        """Return the sets that a reader of Table 2 answers."""
        return tuple(self.readers[reader].get("asked", SETS))

    def tested(self, name: str) -> tuple[str, str]:
        """Return the data and the split that a set is tested on."""
        return (f"{FOLDS}/{name}", "test") if name in self.halved else (SETS[name].data, SETS[name].split)


def _sets(reader: Mapping[str, Any]) -> Mapping[str, Any]:
    sets: Mapping[str, Any] = reader.get("sets", {})
    return sets
