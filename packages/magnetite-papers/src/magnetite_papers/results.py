"""What finished stages left, wherever it is: in the reproduction's folder, or in an archive."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from magnetite.core.results import Run, run_from_json
from magnetite.running.record import FINDINGS
from magnetite.scorers.loading import CARD
from magnetite_papers.archive import Archive, ArchivedStage
from magnetite_papers.stages import Stage, Workplace, has_findings, is_done, record_of


@dataclass(slots=True)
class Results:
    """What finished stages left: runs and other files, and what each took; runs are read once."""

    bench: Workplace
    stages: Mapping[str, Stage]
    archive: Archive | None = None
    _runs: dict[str, Run] = field(default_factory=dict)

    def has(self, names: tuple[str, ...]) -> bool:
        """Say whether all of these stages are finished, here or in the archive."""
        return all(self._done(name) or self._archived(name) for name in names)

    def difference(self, name: str) -> str:
        """Say what the archive's stage was told otherwise, or one that it needs; "" where nothing, or none is kept."""
        if self.archive is None:
            return ""
        told = (self.archive.difference(self.stages[name]), *map(self.difference, self.stages[name].needs))
        return next(filter(None, told), "")

    def run(self, name: str) -> Run:
        """Return the run of a stage."""
        if name not in self._runs:
            self._runs[name] = run_from_json(json.dumps(self.file(name, FINDINGS)), f"{name}/{FINDINGS}")
        return self._runs[name]

    def file(self, name: str, file: str) -> Any:
        """Return the content of one of a stage's files."""
        if self.archive and not self._done(name):
            return self.archive.file(self.stages[name], file)
        return json.loads((self.bench.folder / name / file).read_text("utf-8"))

    def entry(self, name: str) -> ArchivedStage:
        """Return what the archive keeps of a stage, or will keep: its own with hashes for texts."""
        if self.archive and not self._done(name):
            return self.archive.entry(self.stages[name])
        files = {file: self.file(name, file) for file in self.stages[name].files}
        return ArchivedStage(
            record_of(self.stages[name], self.bench), self._precisions(name), self._trained_in(name), files
        )

    def _done(self, name: str) -> bool:
        return is_done(self.stages[name], self.bench)

    def _archived(self, name: str) -> bool:
        return self.archive is not None and self.stages[name] in self.archive and not self.difference(name)

    def _precisions(self, name: str) -> list[str]:
        """Return the number formats that a stage's systems scored in; none of a stage that scores nothing."""
        systems = self.file(name, FINDINGS)["systems"] if has_findings(self.bench.folder / name) else ()
        return sorted({system["precision"] for system in systems if "precision" in system})

    def _trained_in(self, name: str) -> list[str]:
        """Return the number formats that a stage trained systems in; none of a stage that trains none."""
        cards = [json.loads(path.read_text("utf-8")) for path in (self.bench.folder / name).rglob(CARD)]
        return sorted({card["precision"] for card in cards if card.get("precision")})
