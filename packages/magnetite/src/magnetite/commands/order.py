"""`order`: ask every question in several orders of its options, of a system that is shown them all."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from magnetite.commands.audit import AuditSettings
from magnetite.commands.audit import prepared as audit_prepared
from magnetite.core.setting import part, setting
from magnetite.request import DATA, RICHEST, Asking, Reading, Settings, Writing, check_values, own_settings
from magnetite.running.command import Command

if TYPE_CHECKING:
    from examfiles.items import Dataset
    from magnetite.running.driver import Prepared

NAME = "order"


@dataclass(frozen=True, slots=True)
class OrderSettings:
    """Every setting of `order`; its own are the experiment's (`magnetite.experiments.order.experiment.Order`)."""

    data: "str | Path | Dataset | None" = setting(None, DATA, metavar="DATA")
    reading: Reading = part(Reading)
    asking: Asking = part(Asking, views=RICHEST)
    orders: str | None = setting(None, "Orders: rotations, or permutations (at most --most).", otherwise="rotations")
    most: int | None = setting(
        None, "Maximum number of permutations; all rotations are always tried.", least=2, otherwise="24"
    )
    estimate_on: float | None = setting(
        None, "Share of the questions used to estimate a preference; 0 for none.", otherwise="0.05, at least 20"
    )
    trace: str | None = setting(None, "Show this question's probabilities in every order.", metavar="ID")
    writing: Writing = part(Writing)
    experiment_settings: Mapping[str, Settings] = own_settings("order.resamples=500")

    def __post_init__(self) -> None:
        check_values(self)


def prepared(settings: OrderSettings) -> "Prepared":
    """Make an audit ready that has this experiment alone."""
    own = {name: getattr(settings, name) for name in ("orders", "most", "estimate_on", "trace")}
    before = dict(settings.experiment_settings)
    given = {**before, NAME: {**before.get(NAME, {}), **{k: v for k, v in own.items() if v is not None}}}
    asked = AuditSettings(
        settings.data, settings.reading, settings.asking, (NAME,), writing=settings.writing, experiment_settings=given
    )
    return audit_prepared(asked)


ORDER: "Command[OrderSettings, Prepared]" = Command(
    NAME,
    OrderSettings,
    prepared,
    ("data", "model"),
    "this audit",
    """See whether a system's answers depend on the order of the options, and which position it prefers.

    Example: magnetite order RACE.tar.gz --split test --limit 200 --model smollm2 --scoring symbol
    """,
    needs="audit",
)
