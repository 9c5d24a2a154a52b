"""A search for magnets: its pool, its systems, its run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from examfiles.errors import UsageError
from examfiles.items import Dataset
from examfiles.reasons import Reason
from magnetite.commands.magnets.settings import MAGNETS_FILE, OPTIONS_FILE, MagnetSettings
from magnetite.core.cells import Cells, own_cells
from magnetite.core.experiment import Panel
from magnetite.core.results import Finding, Run
from magnetite.core.scorer import Scorer
from magnetite.experiments.asking import has_passages
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.experiments.magnets.pool import Pool, given_pool, joined_pool, screened_part
from magnetite.experiments.magnets.screen import attracting, crossed_with, ordered_options
from magnetite.experiments.magnets.search import Searched, findings_of, search, selecting
from magnetite.inputs.option_lists import ListedOption, Splits, read_options, write_options
from magnetite.report import write_run
from magnetite.request import (
    PROMPTING,
    Asking,
    shared_record,
)
from magnetite.running.calibrate import Calibrator
from magnetite.running.data import (
    TEST,
    computing_with,
    drawn_shots,
    limit_items,
    load_test_split,
    reading_notes,
    source_name,
    split_reader,
)
from magnetite.running.driver import NamedSystems, NeededCells, Prepared, listed_models, rehearse
from magnetite.running.panels import PanelMember, seat
from magnetite.running.record import data_record
from magnetite.scorers.find import NamedSystem, find_several, refuse_twins, refuse_unused
from magnetite.scorers.prompts import Shots
from magnetite.scorers.recorded import Recorded
from magnetite.scorers.system import BEST, alone, as_read, by_option, choice_notes, seen_in_training
from magnetite.views import view as named_view

NOTHING_GIVEN = (
    "magnets: without a search, the options to attack with must be given. Name a list of them (--pool FILE), or leave "
    "--no-search out."
)
# What tells one search from another, besides the data: a repeat of the same one may take its folder.
SHARED_SETTINGS = (
    "model",
    "select_on",
    "mode",
    "split",
    "pool",
    "pool_passages",
    "pool_splits",
    "screen_passages",
    "seed",
    "top",
    "replace",
    *PROMPTING,
)
TRAIN = "train"
_LATER = (
    "Which options are magnets, and so which are tried on the questions that are not screened, only these scores tell: "
    "the search lists those cells when it comes to them, to be scored and added. --no-validate does without."
)


def prepared(settings: MagnetSettings) -> Prepared:
    """Read the questions and the pool, and find the systems; scores nothing. Raises what they raise."""
    reading, models = settings.reading, listed_models(settings.models)
    share = settings.search.confirm_share if settings.validate else 0
    own = replace(settings.search, seed=reading.seed, confirm_share=share)
    if not own.search and settings.pool is None:
        raise UsageError(NOTHING_GIVEN)
    if settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    full = load_test_split(settings.data, reading.split, reading)
    exam = limit_items(full, reading.limit, reading.seed)
    screened = screened_part(exam, own.screen_passages, reading.seed)
    pool, notes = drawn_options(settings, full, screened)
    experiment = replace(own, drawn=pool, full=full)
    exam = exam if settings.validate else screened
    asking = settings.asking
    if asking.views is None and not has_passages(full):
        asking = replace(asking, views=("QO",))
    shots = drawn_shots(asking, reading, full)
    named = entrants(models, asking, reading.seed, settings.members, raced=experiment.mode == "race", shots=shots)
    rehearse([experiment], exam, named.seats)
    chosen = choice_notes(BEST) if BEST in map(by_option, models) else ()
    remarks = (*chosen, *seen_in_training(named.systems, full), *reading_notes(exam), *notes)
    record = {"data": source_name(settings.data), "split": reading.split, "model": named.names, "systems": None}
    names = ("pool_passages", "pool_splits", "pool", "members", "validate")
    lasting = LastingSearch(experiment)
    ready = Prepared(
        settings,
        exam,
        (lasting,),
        named.seats,
        Calibrator(),
        {**record, **shared_record(settings), **experiment.record, **{name: getattr(settings, name) for name in names}},
        lambda _calibration: remarks,
        SHARED_SETTINGS,
        exam_of=lambda _view: screened,
        write=lasting.write,
        require=lambda: refuse_incomplete(named.seats, experiment, exam),
    )
    return replace(ready, cells=lambda: _needed(ready, experiment))


def _needed(ready: Prepared, experiment: Magnets) -> NeededCells:
    """Return the cells of a search: the questions' own options, and what it asks for whatever it finds."""
    if experiment.mode == "race":
        raise UsageError("a race asks for cells as it goes, which files cannot follow. Export with --mode full.")
    asked = ready.asked()
    whole = [(each.panelist.view, _own(ready.exam, each)) for each in ready.seats.values()]
    parts = (*whole, *((view, cells) for view, _, cells in asked.parts))
    return NeededCells(data_record(ready.exam), parts, ready.settings, (_LATER,) if asked.adaptive else (), ready.exam)


def _own(exam: Dataset, member: PanelMember) -> Cells:
    """Return the cells of the questions' own options, as the system of a seat reads them."""
    return as_read(member.system.first, own_cells([named_view(member.panelist.view)(item) for item in exam]))


@dataclass(slots=True, eq=False)
class LastingSearch:
    """A search that keeps what its findings were made of, for the files of its folder."""

    experiment: Magnets
    searched: Searched | None = None

    @property
    def name(self) -> str:
        """Return the experiment's name."""
        return self.experiment.name

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Search. Raises UsageError where there is nothing to search."""
        searched = search(self.experiment, exam, panel)
        if isinstance(searched, Finding):
            raise UsageError(searched.sentence)
        self.searched = searched
        return findings_of(searched, exam)

    def write(self, run: Run, folder: Path) -> None:
        """Write the run, every option with its interference, and the magnets: of the strongest, those that attract."""
        assert self.searched is not None
        write_run(run, folder)
        rows = [ListedOption(*row) for row in ordered_options(self.searched.screens)]
        write_options(folder / OPTIONS_FILE, rows)
        screens, chosen = self.searched.screens, set(self.searched.chosen)
        magnets = {screens.pool.options[k] for k in attracting(screens, len(self.searched.pool.options)) if k in chosen}
        write_options(folder / MAGNETS_FILE, [row for row in rows if row.option in magnets])


def entrants(
    models: Sequence[str | Scorer],
    asking: Asking,
    seed: int,
    members: str = "first",
    *,
    raced: bool = False,
    shots: Shots | None = None,
) -> NamedSystems:
    """Find the systems of all models: the richest view of each, or the views asked for; of ensembles a member or all.

    Beside a joint system sits its stand-in, where it is `raced`. `shots`: what language models show. Raises UsageError
    for a model named twice.
    """
    options = computing_with(asking, shots)
    models = [by_option(each) for each in models]
    systems, _ = find_several(models, asking.views, seed=seed, options=options)
    refuse_unused(options, (named.system for named in systems))
    listed = [each for named in systems for each in _members(named, members)]
    refuse_twins((each.panelist.name, each.panelist.view, each.system.first.fingerprint) for each in listed)
    seats = {each.panelist.name: each for each in listed}
    cheap = [stand for each in seats.values() if (stand := _stand_in(each)) is not None] if raced else []
    return NamedSystems({**seats, **{each.panelist.name: each for each in cheap}})


def _members(named: NamedSystem, members: str) -> list[PanelMember]:
    system = named.system
    if members == "first" or len(system.members) == 1:
        return [seat(named.name, named.view, system)]
    each = zip(system.names, system.members, strict=True)
    return [
        seat(f"{named.name} {name}", named.view, alone(member, name, named.system.rotations)) for name, member in each
    ]


def refuse_incomplete(seats: Mapping[str, PanelMember], experiment: Magnets, exam: Dataset) -> None:
    """Raise where a file of scores lacks what a search asks for first, all at once; and where it is to be raced."""
    searched = {known.name for known in selecting(experiment, [each.panelist for each in seats.values()])}
    for name, each in seats.items():
        scorer, known = each.system.first, each.panelist
        if not isinstance(scorer, Recorded):
            continue
        if name in searched and experiment.mode == "race":
            raise UsageError(
                f"{name}: its scores are there already, so a race saves nothing, and would ask for what is "
                "missing bit by bit. Search it with --mode full."
            )
        assert experiment.drawn is not None
        first = [_own(exam, each)]
        if name in searched and not known.listwise:  # which is asked in lists, all of one screen at once
            screened = screened_part(exam, experiment.screen_passages, experiment.seed)
            first.append(crossed_with(known, screened.items, experiment.drawn.options, experiment.drawn.allowed))
        scorer.require(*first)


def _stand_in(each: PanelMember) -> PanelMember | None:
    if not hasattr(each.system.first, "encoded"):  # only a joint encoder has; the others need no PyTorch for the answer
        return None
    from magnetite.scorers.stand_in import stand_in

    cheap = stand_in(each.system.first)
    return None if cheap is None else seat(cheap.name, each.panelist.view, alone(cheap), stands_for=each.panelist.name)


def drawn_options(settings: MagnetSettings, full: Dataset, screened: Dataset) -> tuple[Pool, tuple[Reason, ...]]:
    """Draw the options that are tried on the screened questions, or read them, and say what a reader must know of them.

    Of a pool, which stands in an order drawn by seed or in that of its file, the first `pool_size` are kept. Raises
    UsageError where none of them may be tried anywhere, and where the data has no passages and no file is named;
    DataError.
    """
    if settings.pool is None and not has_passages(full):
        raise UsageError(
            "magnets: a passage is needed: an option of another passage cannot be right, but the questions of "
            f"'{full.name}' have none, and an option of another question may be. Give options that can be right "
            "nowhere: --pool FILE."
        )
    assert settings.data is not None  # `prepared` saw to it
    splits, size = split_reader(settings.data, settings.reading.how, full), settings.search.pool_size
    if settings.pool is not None:
        others: list[Dataset] = []  # of a list of places, the splits that it names: they tell what comes from where

        def kept_split(name: str) -> Dataset:
            others.append(splits(name))
            return others[-1]

        listed = read_options(settings.pool, kept_split)
        texts = [row.option for row in listed]
        pool = given_pool(screened, texts, [full, *(each for each in others if each is not full)])
        values = {"pool": str(settings.pool), "options": len(pool.options), "same": len(texts) - len(pool.options)}
        notes = [Reason("note-pool", values)]
    else:
        sources = list(_sources(splits, settings.pool_splits))
        lacking = [name for name in (TEST, TRAIN) if sources and name not in {source.split for source in sources}]
        notes = [Reason("note-pool-split", {"split": name}) for name in lacking if settings.pool_splits is None]
        pool = joined_pool(screened, sources or [full], settings.pool_passages, settings.reading.seed)
    kept = pool if size is None else pool.take(range(min(size, len(pool.options))))
    if not kept.allowed.any():
        raise UsageError(
            f"magnets: none of the first {size} options of the pool can be tried on any question; each belongs to all "
            "their passages. Raise --pool-size."
        )
    return kept, tuple(notes)


def _sources(read_split: Splits, names: tuple[str, ...] | None) -> Iterator[Dataset]:
    """Yield the datasets of the splits that were named, or of test and train, those there are.

    Raises UsageError for a split that was named and is not there, DataError for one that cannot be read.
    """
    for name in names or (TEST, TRAIN):
        try:
            yield read_split(name)
        except UsageError:
            if names is not None:
                raise
