"""Stages: the readers that are trained, and every set's answers to every exam."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import magnetite
from examfiles import read_splits
from examfiles.files import write_whole
from magnetite.scorers.system import BUNDLED
from magnetite.train import preset
from magnetite_papers.liusie2022.folds import answer_by_folds, training_file, write_folds
from magnetite_papers.liusie2022.settings import COSMOS, RACE, RECLOR, FurtherTraining, Liusie, ReaderSet
from magnetite_papers.price import tokens_at_once, tokens_of, updates_of
from magnetite_papers.stages import NOTHING, Size, Stage, Workplace, made_stage, reads_of, training_stage

COUNTS = "counts"
COUNTED = "counts.json"
# Questions asked of each exam, and there to train on (Table 1; Table B.1): what a dry run counts with.
QUESTION_COUNTS = {RACE: 5642, COSMOS: 2985, RECLOR: 500}
TRAINED = {RACE: 100_388, COSMOS: 25_262, RECLOR: 4638}
LENGTHS_OF = {RACE: "RACE", COSMOS: "CosmosQA", RECLOR: "ReClor"}
OPTIONS = 4


def stages(settings: Liusie) -> list[Stage]:
    """Return all stages, in an order in which none waits for a later one."""
    return [*_stages(settings)]


def answers(reader_set: str, exam: str) -> str:
    """Name the stage of a set's answers to an exam."""
    return f"answers/{reader_set}/{exam}"


def own_temperature(reader_set: str) -> str:
    """Name the stage of a set's answers to RACE++ with temperatures fitted on those answers themselves."""
    return f"answers/{reader_set}/{RACE}-own-temperature"


def further_answers(name: str, when: str) -> str:
    """Name the stage of the answers "before" and "after" a reader was trained further."""
    return f"answers/{name}/{when}"


def _stages(settings: Liusie) -> Iterator[Stage]:
    yield made_stage(
        COUNTS,
        "questions and passages of every data set",
        _count,
        COUNTED,
        files=(COUNTED,),
        data=dict(settings.data),
        reads=tuple(settings.data),
    )
    for each in settings.sets.values():
        yield from _trainings(each, settings)
        for exam in each.asked:
            if each.folds and exam == each.trained_on:
                yield _answers_by_folds(each, settings)
            else:
                yield _answers(answers(each.name, exam), each, exam, settings)
    for each in settings.sets.values():
        if each.trained_on == RACE and RACE in each.asked and not each.folds:
            yield _answers(own_temperature(each.name), each, RACE, settings, own=True)
    for further in settings.trained_further.values():
        yield _further(further)
        for when in ("before", "after"):
            yield _further_answers(further, when, settings)


def _count(bench: Workplace, folder: Path) -> None:
    """Write the questions and passages of every data set, by split and level."""
    counts: dict[str, dict[str, dict[str, list[int]]]] = {}
    for name in bench.names:
        for dataset in read_splits(bench.source(name)):
            of_split = counts.setdefault(name, {}).setdefault(dataset.split or "all", {})
            for level in dict.fromkeys(item.level or "" for item in dataset):
                own = [item for item in dataset if (item.level or "") == level]
                of_split[level] = [len(own), len({item.passage_id for item in own})]
    write_whole(folder / COUNTED, (json.dumps(counts, indent=1) + "\n").encode())


def _trainings(each: ReaderSet, settings: Liusie) -> Iterator[Stage]:
    """Yield the trainings of a set: of each view, or of each view for each fold."""
    if each.folds:
        spec, folds, seed = settings.exams[each.trained_on], each.folds, settings.seed

        def cut(bench: Workplace, folder: Path) -> None:
            write_folds(bench.source(spec), folder, folds, seed)

        last = training_file(folds)
        about = f"{each.trained_on} split into {folds} folds"
        yield made_stage(
            f"folds/{each.name}", about, cut, last, data=spec, folds=folds, seed=seed, reads=reads_of(spec)
        )
    for view in each.views:
        for fold in range(1, each.folds + 1):
            yield _training(each, view, settings, fold)
        if each.data:
            yield _training(each, view, settings)


def _training(each: ReaderSet, view: str, settings: Liusie, fold: int = 0) -> Stage:
    """Return the training of one reader: on the set's data, or on the questions outside a fold."""
    name = f"{each.name}/{fold}/{view.lower()}" if fold else f"{each.name}/{view.lower()}"
    some = QUESTION_COUNTS[each.trained_on] * (each.folds - 1) // each.folds if fold else TRAINED[each.trained_on]
    return training_stage(
        name,
        f"{view} on {each.trained_on}{f', without fold {fold}' if fold else ''}",
        f"folds/{each.name}/{training_file(fold)}" if fold else each.data,
        questions={"dev": "off", **each.sampling} if fold else each.sampling,
        size=_training_size(each.training, view, each.trained_on, each.sampling.get("sample") or some),
        needs=(f"folds/{each.name}",) if fold else (),
        view=view,
        **{"seed": settings.seed, **_plain(each.training)},
    )


def _training_size(training: Mapping[str, Any], view: str, exam: str, questions: int) -> Size:
    """Count what is read in training: of each seed, in each epoch."""
    recipe = preset(training["preset"])
    told = {"epochs": 1.0, "batch": 32, "lora_rank": 0, "base": recipe.base or "small", **recipe.settings, **training}
    seeds = told.get("seeds") or (0,)
    systems = len(seeds) if isinstance(seeds, tuple | list) else seeds
    read = told["epochs"] * questions * systems
    tokens = tokens_of(LENGTHS_OF[exam], view, shared=recipe.layout == "prefix")
    return Size(
        training_tokens=read * tokens,
        updates=systems * updates_of(questions, told["epochs"], told["batch"]),
        at_once=tokens_at_once(told, shared=recipe.layout == "prefix"),
        model=str(told["base"]),
        whole=not told["lora_rank"],
        systems=systems,
    )


def _answers(name: str, each: ReaderSet, exam: str, settings: Liusie, *, own: bool = False) -> Stage:
    """Return the stage of a set's answers to an exam; `own`: with temperatures fitted on these very answers."""
    spec = settings.exams[exam]
    limit = each.drawn or (each.limit if exam != each.trained_on else None)
    told: dict[str, Any] = {"views": each.views, "limit": limit, "seed": settings.seed}

    def work(bench: Workplace, folder: Path) -> None:
        source = bench.source(spec)
        model = each.model or bench.trained(f"{each.name}/1" if each.folds else each.name)
        fitted: dict[str, Any] = {"calibrate_on": source, "calibrate_limit": limit or 0} if own else {}
        _audit(bench, source, folder, model=model, **fitted, **told)

    about = f"{each.name} answers {exam}" + (", each view at its own temperature" if own else "")
    needs = tuple(stage.name for stage in _trainings(each, settings))
    return Stage(
        name,
        about,
        {**told, "model": each.model or each.name, "data": spec, "own": own},
        work,
        size=NOTHING if own else _asked_size(each, exam, limit),
        needs=needs,
        reads=reads_of(spec),
    )


def _audit(
    bench: Workplace, source: str, folder: Path, *, systems: Mapping[str, str] | None = None, **told: Any
) -> None:
    magnetite.audit(
        source,
        experiments=("shortcuts",),
        output=str(folder),
        overwrite=True,
        watch=bench.watch,
        experiment_settings={"shortcuts": {"listed": 0}},
        asking=replace(bench.asking, systems=systems),
        **told,
    )


def _answers_by_folds(each: ReaderSet, settings: Liusie) -> Stage:
    spec = settings.exams[each.trained_on]

    def work(bench: Workplace, folder: Path) -> None:
        trained = Path(bench.trained(each.name))
        answer_by_folds(bench.source(spec), trained, folder, bench, folds=each.folds, seed=settings.seed)

    return Stage(
        answers(each.name, each.trained_on),
        f"{each.name} answers {each.trained_on}, each question by the readers trained without its fold",
        {"views": each.views, "folds": each.folds, "seed": settings.seed, "data": spec},
        work,
        size=_asked_size(each, each.trained_on, None),
        needs=tuple(stage.name for stage in _trainings(each, settings)),
        reads=reads_of(spec),
    )


def _asked_size(each: ReaderSet, exam: str, limit: int | None) -> Size:
    questions = min(limit or QUESTION_COUNTS[exam], QUESTION_COUNTS[exam])
    recipe = preset(each.training["preset"]) if each.training else None
    shared = recipe is None or recipe.layout == "prefix"
    tokens = sum(tokens_of(LENGTHS_OF[exam], view, shared=shared) for view in each.views)
    model = each.model or str(each.training.get("base") or (recipe.base if recipe else ""))
    seeds = each.training.get("seeds") or (recipe.seeds if recipe else None) or (0,)
    members = len(seeds) if isinstance(seeds, tuple | list) else seeds
    asked = members * questions
    return Size(cells=asked * OPTIONS * len(each.views), tokens=asked * tokens, model=model)


def _further(further: FurtherTraining) -> Stage:
    size = _training_size(further.training, "QO", RACE, further.sample)
    return training_stage(
        f"{further.name}/qo",
        f"{further.before} trained on {further.sample:,} more questions",
        further.data,
        questions={"sample": further.sample, "dev": "off"},
        init=further.before,
        view="QO",
        size=size,
        **_plain(further.training),
    )


def _further_answers(further: FurtherTraining, when: str, settings: Liusie) -> Stage:
    spec = settings.exams[RACE]

    def work(bench: Workplace, folder: Path) -> None:
        without = str(BUNDLED / further.before) if when == "before" else bench.trained(f"{further.name}/qo")
        named = {"QO": without, "QOC": str(BUNDLED / further.beside)}
        _audit(bench, bench.source(spec), folder, systems=named, calibrate_on="off", seed=settings.seed)

    return Stage(
        further_answers(further.name, when),
        f"{further.before} {when} further training, and {further.beside}, answer {RACE}",
        {"before": further.before, "beside": further.beside, "data": spec, "seed": settings.seed},
        work,
        size=Size(
            cells=2 * QUESTION_COUNTS[RACE] * OPTIONS,
            tokens=sum(QUESTION_COUNTS[RACE] * tokens_of("RACE", view, shared=True) for view in ("QO", "QOC")),
            model=further.before,
        ),
        needs=(f"systems/{further.name}/qo",) if when == "after" else (),
        reads=reads_of(spec),
    )


def _plain(training: Mapping[str, Any]) -> dict[str, Any]:
    """Return a training's settings as `train_system` takes them: seeds in their number or a tuple, no lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in training.items()}
