"""How fast models have scored: by model, view and device, in a file beside a store's scores.

A dry run takes its time from here, since measuring a large model takes minutes. Who only reads a store may do without.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from examfiles.files import write_whole
from magnetite.core.progress import Progress
from magnetite.core.scorer import HasPrecision, Scorer
from magnetite.core.shapes import Each, check_shape
from magnetite.engine import Store

FILE = "speeds.json"  # in the store's folder: seconds a token
Watch = Callable[[Progress], None]


def machine(device: str) -> str:
    """Name a device, and the processor and threads that serve it."""
    from magnetite.scorers.device import describe_machine

    return describe_machine(device)


@dataclass(slots=True, eq=False)
class Speeds:
    """The seconds that models take for a token, on one device; kept where there is a store."""

    store: Store | None
    device: str = "auto"
    _here: str = ""  # the device by its full name, once a model has been asked
    _known: dict[str, float] = field(default_factory=dict)

    def of(self, scorer: Scorer, view: str) -> float | None:
        """Return the seconds for a token, None where that is not known."""
        if not isinstance(scorer, HasPrecision):
            return None
        name = self._name(scorer, view)
        return self._known.get(name) or self._stored().get(name)

    def keep(self, scorer: Scorer, view: str, tokens: int, seconds: float) -> None:
        """Keep a speed, of a model that computes here."""
        if not isinstance(scorer, HasPrecision) or not tokens or seconds <= 0:
            return
        name = self._name(scorer, view)
        self._known[name] = seconds / tokens
        if self.store is not None and self.store.folder.is_dir():
            known = self._stored() | {name: self._known[name]}
            with suppress(OSError):  # a store that cannot be written to can be read
                write_whole(self._path(self.store), json.dumps(known, indent=1, sort_keys=True).encode())

    def watched(self, scorer: Scorer, view: str, watch: Watch) -> "Watched":
        """Return what follows the progress of a run, and tells `watch`."""
        return Watched(self, scorer, view, watch)

    def _name(self, scorer: Scorer, view: str) -> str:
        self._here = self._here or machine(self.device)
        return f"{scorer.fingerprint} | {view} | {self._here}"

    def _stored(self) -> dict[str, float]:
        if self.store is None:
            return {}
        try:
            known: dict[str, float] = json.loads(self._path(self.store).read_bytes())
            check_shape(known, Each(float), FILE)
        except (OSError, ValueError):
            return {}
        return known

    @staticmethod
    def _path(store: Store) -> Path:
        return store.folder / FILE


@dataclass(slots=True, eq=False)
class Watched:
    """The progress of a model through a run: from its first batch, which pays for loading, to its last."""

    speeds: Speeds
    scorer: Scorer
    view: str
    watch: Watch
    first: Progress | None = None
    last: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        """Take note of progress, and pass it on."""
        if progress.done:
            self.first, self.last = self.first or progress, progress
        self.watch(progress)

    def keep(self) -> None:
        """Keep the speed, once the run has come to its end."""
        if self.first and self.last:
            tokens = self.last.tokens_done - self.first.tokens_done
            self.speeds.keep(self.scorer, self.view, tokens, self.last.seconds - self.first.seconds)
