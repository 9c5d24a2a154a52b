"""`magnets`: which questions are screened on which systems with which pool, and the files of a search's run folder."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from magnetite.auditing.calibrate import Calibrator
from magnetite.auditing.data import TEST, limit_items, load_test_split, reading_notes, source_name, split_reader
from magnetite.auditing.driver import (
    NamedSystems,
    Prepared,
    listed_models,
    perform,
    rehearse,
    split_settings,
)
from magnetite.auditing.panels import Seat, Watch, seat, silent
from magnetite.auditing.record import ASKED
from magnetite.auditing.shots import computing_with, drawn_shots
from magnetite.auditing.systems.find import Named, named_systems, refuse_twins, refuse_unused
from magnetite.auditing.systems.system import BEST, alone, by_option, choice_notes, seen_in_training
from magnetite.core.cells import own_cells
from magnetite.core.errors import UsageError
from magnetite.core.experiment import Panel
from magnetite.core.items import Dataset
from magnetite.core.reasons import Reason
from magnetite.core.results import Finding, Run
from magnetite.core.scorer import Scorer
from magnetite.core.setting import changed
from magnetite.experiments.asking import has_passages
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.experiments.magnets.pool import Pool, given_pool, joined_pool
from magnetite.experiments.magnets.screen import crossed_with, ordered_options
from magnetite.experiments.magnets.search import Searched, findings_of, screened_part, search, selecting
from magnetite.formats.option_lists import ListedOption, Splits, read_options, write_options
from magnetite.report import write_run
from magnetite.request import Request, SearchSettings, audit_settings, shared_record
from magnetite.scorers.recorded import Recorded
from magnetite.scorers.shots import Shots
from magnetite.views import view as named_view

NOTHING_GIVEN = (
    "magnets: without a search, the options to attack with must be given. Name a list of them (--pool FILE), or leave "
    "--no-search out."
)
OPTIONS, MAGNETS = "options.jsonl", "magnets.jsonl"
# What tells one search from another, besides the data: a repeat of the same one may take its folder.
SAME = (
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
    *ASKED,
)
TRAIN = "train"


def magnets(
    data: str | Path | Dataset,
    models: str | Path | Scorer | Sequence[str | Path | Scorer] = "bundled",
    *,
    split: str | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Run:
    """Search for magnet options and attack with them, and return the run; with `output`, write its folder too.

    `data`: as in `audit`, its test split where none is named; the pool is drawn from its test and training splits,
    where it has them. `models`: one or several, each as in `audit`; of those with systems for several views the one
    that sees most, or those of `views`. May be given besides: the fields of `Magnets` but for `pool`, which here names
    a list of options; those of `SearchSettings`; and format, columns, limit, seed, views, store, dtype, device, keep,
    blank, scoring, prompt, shots, shots_from, batch_tokens, skip_bad, overwrite. The run folder holds `options.jsonl`,
    every option with its interference score (of a race, those it kept), for `magnetite train --augment-with`; and
    `magnets.jsonl`, the set.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.magnets("sample", "longest", store="off", top=3)
    >>> len(set(run.finding("attack").table("attacks").values("option")))
    3
    """
    prepared = prepare_magnets(data, models, split=split, output=output, **given)
    [experiment] = prepared.experiments
    assert isinstance(experiment, Magnets)
    refuse_incomplete(prepared.seats, experiment, prepared.exam)
    lasting = _LastingSearch(experiment)
    return perform(replace(prepared, experiments=(lasting,), write=lasting.write), command=command, watch=watch)


def prepare_magnets(data: str | Path | Dataset, models: Any, *, split: str | None = None, **given: Any) -> Prepared:
    """Read the settings, the questions and the pool, and find the systems; scores nothing. Raises what they raise."""
    asked, rest = split_settings(given, SearchSettings)
    own, rest = split_settings(rest, Magnets)
    search, settings = SearchSettings(**asked), audit_settings(None, **rest)
    if not search.validate:
        own = {"confirm_share": 0, **own}
    experiment, models = Magnets(**own, seed=settings.reading.seed), listed_models(models)
    if not experiment.search and search.pool is None:
        raise UsageError(NOTHING_GIVEN)
    full = load_test_split(data, split, settings.reading)
    exam = limit_items(full, settings.reading.limit, settings.reading.seed)
    screened = screened_part(exam, experiment.screen_passages, settings.reading.seed)
    pool, notes = drawn_options(data, full, screened, settings, search, size=experiment.pool_size)
    experiment = replace(experiment, drawn=pool, full=full)
    exam = exam if search.validate else screened
    if settings.asking.views is None and not has_passages(full):
        settings = changed(settings, {"views": ("QO",)})
    shots = drawn_shots(settings.asking, settings.reading, full)
    named = entrants(models, settings, search.members, raced=experiment.mode == "race", shots=shots)
    rehearse([experiment], exam, named.seats)
    chosen = choice_notes(BEST) if BEST in map(by_option, models) else ()
    remarks = (*chosen, *seen_in_training(named.systems, full), *reading_notes(exam), *notes)
    record = {"data": source_name(data), "split": split, "model": named.names, "systems": None}
    return Prepared(
        settings,
        exam,
        (experiment,),
        named.seats,
        Calibrator(),
        {**record, **shared_record(settings), **experiment.record, **asdict(search)},
        lambda _calibration: remarks,
        SAME,
        exam_of=lambda _view: screened,
    )


@dataclass(slots=True, eq=False)
class _LastingSearch:
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
        """Write the run, every option with its interference, and the set of magnets."""
        assert self.searched is not None
        write_run(run, folder)
        rows = [ListedOption(*row) for row in ordered_options(self.searched.screens)]
        write_options(folder / OPTIONS, rows)
        strongest = {self.searched.screens.pool.options[k] for k in self.searched.chosen}
        write_options(folder / MAGNETS, [row for row in rows if row.option in strongest])


def entrants(
    models: Sequence[str | Scorer],
    settings: Request,
    members: str = "first",
    *,
    raced: bool = False,
    shots: Shots | None = None,
) -> NamedSystems:
    """Find the systems of all models: the richest view of each, or the views asked for; of ensembles a member or all.

    Beside a joint system sits its stand-in, where it is `raced`. `shots`: what language models show. Raises UsageError
    for a model named twice.
    """
    options = computing_with(settings.asking, shots)
    models = [by_option(each) for each in models]
    systems, _ = named_systems(models, settings.asking.views, seed=settings.reading.seed, options=options)
    refuse_unused(options, (named.system for named in systems))
    listed = [each for named in systems for each in _members(named, members)]
    refuse_twins((each.panelist.name, each.panelist.view, each.system.first.fingerprint) for each in listed)
    seats = {each.panelist.name: each for each in listed}
    cheap = [stand for each in seats.values() if (stand := _stand_in(each)) is not None] if raced else []
    return NamedSystems({**seats, **{each.panelist.name: each for each in cheap}})


def _members(named: Named, members: str) -> list[Seat]:
    system = named.system
    if members == "first" or len(system.members) == 1:
        return [seat(named.name, named.view, system)]
    each = zip(system.names, system.members, strict=True)
    return [
        seat(f"{named.name} {name}", named.view, alone(member, name, named.system.rotations)) for name, member in each
    ]


def refuse_incomplete(seats: Mapping[str, Seat], experiment: Magnets, exam: Dataset) -> None:
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
        screened = screened_part(exam, experiment.screen_passages, experiment.seed)
        own = own_cells([named_view(known.view)(item) for item in exam])
        crossed = crossed_with(known, screened.items, experiment.drawn.options, experiment.drawn.allowed)
        scorer.require(own, *([crossed] if name in searched else []))


def _stand_in(each: Seat) -> Seat | None:
    if not hasattr(each.system.first, "encoded"):  # only a joint encoder has; the others need no PyTorch for the answer
        return None
    from magnetite.scorers.stand_in import stand_in

    cheap = stand_in(each.system.first)
    return None if cheap is None else seat(cheap.name, each.panelist.view, alone(cheap), stands_for=each.panelist.name)


def drawn_options(
    data: str | Path | Dataset,
    full: Dataset,
    screened: Dataset,
    settings: Request,
    search: SearchSettings,
    *,
    size: int | None,
) -> tuple[Pool, tuple[Reason, ...]]:
    """Draw the options that are tried on the screened questions, or read them, and say what a reader must know of them.

    Of a pool, which stands in an order drawn by seed or in that of its file, the first `size` are kept. Raises
    UsageError where none of them may be tried anywhere, and where the data has no passages and no file is named;
    DataError.
    """
    if search.pool is None and not has_passages(full):
        raise UsageError(
            "magnets: a passage is needed: an option of another passage cannot be right, but the questions of "
            f"'{full.name}' have none, and an option of another question may be. Give options that can be right "
            "nowhere: --pool FILE."
        )
    splits = split_reader(data, settings.reading.how, full)
    if search.pool is not None:
        others: list[Dataset] = []  # of a list of places, the splits that it names: they tell what comes from where
        listed = read_options(search.pool, lambda name: _kept(splits(name), others))
        texts = [row.option for row in listed]
        pool = given_pool(screened, texts, [full, *(each for each in others if each is not full)])
        values = {"pool": str(search.pool), "options": len(pool.options), "same": len(texts) - len(pool.options)}
        notes = [Reason("note-pool", values)]
    else:
        sources = list(_sources(splits, search.pool_splits))
        lacking = [name for name in (TEST, TRAIN) if sources and name not in {source.split for source in sources}]
        notes = [Reason("note-pool-split", {"split": name}) for name in lacking if search.pool_splits is None]
        pool = joined_pool(screened, sources or [full], search.pool_passages, settings.reading.seed)
    kept = pool if size is None else pool.take(range(min(size, len(pool.options))))
    if not kept.allowed.any():
        raise UsageError(
            f"magnets: none of the first {size} options of the pool can be tried on any question; each belongs to all "
            "their passages. Raise --pool-size."
        )
    return kept, tuple(notes)


def _kept(dataset: Dataset, others: list[Dataset]) -> Dataset:
    others.append(dataset)
    return dataset


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
