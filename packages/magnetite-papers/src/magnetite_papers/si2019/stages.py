"""The stages of Si et al. (2019): counts, trainings, attacks, and the case study, token by token."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from math import ceil
from pathlib import Path
from typing import Any

import magnetite
from examfiles import read_splits, write
from examfiles.files import write_whole
from examfiles.items import Dataset
from examfiles.split_names import SPLITS
from magnetite.request import TrainingData
from magnetite.running.data import join, limit_items, load_exam
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED
from magnetite.train import preset
from magnetite_papers.price import tokens_at_once, tokens_of, updates_of
from magnetite_papers.si2019.case import CASE, steps_of
from magnetite_papers.si2019.names import PAPERS
from magnetite_papers.si2019.settings import FOLDS, SETS, Si
from magnetite_papers.stages import SYSTEMS, Size, Stage, Workplace, made_stage, reads_of, run_stage, training_stage
from magnetite_papers.training_table.command import unanswerable

COUNTED = "counted"
COUNTS = "counts.json"
FOLLOWED = "steps.json"
SYSTEMS_OF_A_SEED = 8  # the start, the full training and six un-answerable ones
CONDITIONS = 18  # per question: unchanged, seven attacks, ten controls
# Questions of the paper's splits (Table 1), only for prices.
TRAINED = {"MC160": 280, "MC500": 1200, "RACE-M": 25421, "RACE-H": 62445, "MCScript": 9731, "MCScript2.0": 23922}
TRAINED |= {"DREAM": 6116}
TESTED = {"MC160": 240, "MC500": 600, "RACE-M": 1436, "RACE-H": 3498, "MCScript": 2797, "MCScript2.0": 2020}
TESTED |= {"DREAM": 2041}
LAYOUT = "prefix"


def stages(settings: Si) -> list[Stage]:
    """Return the stages in the order in which they are run: the cheap ones first."""
    return [
        made_stage(
            COUNTED,
            "question and word counts of the seven sets",
            _count,
            COUNTS,
            files=(COUNTS,),
            reads=tuple(dict.fromkeys(each.data for each in SETS.values())),
        ),
        *(_halving(settings, name) for name in settings.halved),
        *(_reader(settings, reader, name) for reader in settings.readers for name in _trained_for(settings, reader)),
        *(_followed(settings, reader) for reader in settings.readers if CASE.set in settings.asked(reader)),
        *(_attacked(settings, reader, name) for reader in settings.readers for name in settings.asked(reader)),
        *(_unanswerable(settings, name, seed) for seed in settings.seeds for name in settings.sets),
    ]


def attack_stage(reader: str, name: str) -> str:
    """Name the stage that attacks a reader on a set."""
    return f"attacks/{reader}-{name}"


def case_stage(reader: str) -> str:
    """Name the stage that runs the case of Figure 9 with a reader."""
    return f"case/{reader}"


def table_stage(name: str, seed: int) -> str:
    """Name the stage that trains and tests the systems of a set with a seed."""
    return f"table-3/{name}-{seed}"


def questions(bench: Workplace, settings: Si, name: str) -> Dataset:
    """Read the test questions of a set."""
    source, split = settings.tested(name)
    dataset = load_exam(bench.source(source), split)
    level = SETS[name].level
    return replace(dataset.with_items([item for item in dataset if level in {None, item.level}]), name=name)


def system_name(reader: str, name: str) -> str:
    """Name the system of a reader that is trained for a set."""
    return f"{reader}-{name}"


def _trained_for(settings: Si, reader: str) -> tuple[str, ...]:
    return tuple(settings.readers[reader].get("sets", {}))


def _needs(settings: Si, reader: str, name: str) -> tuple[str, ...]:
    """Return the stages that a reader's answers on a set need."""
    halves = (f"{FOLDS}/{name}",) if name in settings.halved else ()
    trained = (f"{SYSTEMS}/{system_name(reader, name)}",) if name in _trained_for(settings, reader) else ()
    return (*halves, *trained)


def _told(settings: Si, reader: str, name: str) -> dict[str, Any]:
    """Return the stage setting that names the model; a model trained by a stage is in that stage's settings."""
    return {} if name in _trained_for(settings, reader) else {"model": settings.readers[reader]["model"]}


def _model(bench: Workplace, settings: Si, reader: str, name: str) -> str:
    """Return the model that answers a set for a reader: trained for it, or the reader's own, bundled or not."""
    if name in _trained_for(settings, reader):
        return bench.trained(system_name(reader, name))
    model = str(settings.readers[reader]["model"])
    return str(BUNDLED / model) if (BUNDLED / model / CARD).is_file() else model


def _count(bench: Workplace, folder: Path) -> None:
    """Count every set as `describe` does, and its whitespace-separated words."""
    read: dict[str, list[Dataset]] = {}
    counts = {}
    for name, each in SETS.items():
        if each.data not in read:
            read[each.data] = [data for data in read_splits(bench.source(each.data)) if data.split in SPLITS]
        own = [data.with_items([i for i in data if each.level in {None, i.level}]) for data in read[each.data]]
        [tested] = [data for data in own if data.split == each.split]
        longest = magnetite.describe(tested).number("baseline", "longest")
        lengths = magnetite.describe(own).table("lengths")
        counts[name] = {
            "questions": {str(data.split): len(data) for data in own},
            "words": [lengths.values(part)[0] for part in ("passage", "question", "answer")],
            "between blanks": _between_blanks(own),
            "longest": [longest.value, longest.low, longest.high, len(tested)],
        }
    write_whole(folder / COUNTS, (json.dumps(counts, indent=1) + "\n").encode())


def _between_blanks(datasets: list[Dataset]) -> list[float]:
    """Return mean lengths in whitespace-separated words: of passages, questions, and options, right or wrong."""
    items = [item for dataset in datasets for item in dataset]
    passages = {item.passage_id: item.passage for item in items}
    texts = (
        list(passages.values()),
        [item.question for item in items],
        [option for item in items for option in item.options],
    )
    return [sum(len(text.split()) for text in each) / len(each) for each in texts]


def _halving(settings: Si, name: str) -> Stage:
    """Make the stage that halves the passages of a set: every other one is for testing, the rest for training."""
    each, mixed = SETS[name], settings.halved[name]
    others = [part for part in each.trained if part != each.data]

    def halve(bench: Workplace, folder: Path) -> None:
        whole = load_exam(bench.source(each.data), each.split)
        places = {passage: place for place, passage in enumerate(dict.fromkeys(item.passage_id for item in whole))}
        halves = [whole.with_items([i for i in whole if places[i.passage_id] % 2 == half]) for half in (0, 1)]
        beside = [limit_items(load_exam(bench.source(part), "train"), mixed, settings.seed) for part in others]
        write(join([halves[0], *beside]), folder / "train.jsonl", overwrite=True)
        write(halves[1], folder / "test.jsonl", overwrite=True)

    about = f"training data: every other passage of {name}, {mixed:,} questions of {' and '.join(others)}"
    return made_stage(
        f"{FOLDS}/{name}",
        about,
        halve,
        "test.jsonl",
        mixed=mixed,
        seed=settings.seed,
        reads=(f"{each.data}@{each.split}", *(f"{part}@train" for part in others)),
    )


def _reader(settings: Si, reader: str, name: str) -> Stage:
    """Make the stage that trains a reader for a set of Table 2."""
    told = {**settings.readers[reader]["training"], **settings.readers[reader]["sets"][name]}
    sample, init = told.pop("sample", None), told.pop("init", None)
    return training_stage(
        system_name(reader, name),
        f"training of the {reader} reader for {name}",
        settings.trained(name),
        questions={"level": SETS[name].level, "sample": sample, "dev": "off"},
        size=_training(settings, name, told, sample, ("QOC",)),
        needs=(f"{FOLDS}/{name}",) if name in settings.halved else (),
        init=init,
        view="QOC",
        **{"seeds": (settings.seed,), **told},
    )


def _attacked(settings: Si, reader: str, name: str) -> Stage:
    """Make the stage that tests a reader on a set under every attack and control (Table 2)."""
    told = settings.readers[reader]
    limit = told.get("attacked", settings.attacked)
    count = min(limit or TESTED[name], TESTED[name])
    stage = run_stage(
        attack_stage(reader, name),
        f"the {reader} reader under seven attacks and their controls on {name}",
        magnetite.unreadable,
        lambda bench: (questions(bench, settings, name), _model(bench, settings, reader, name)),
        size=Size(
            cells=CONDITIONS * count * SETS[name].options,
            tokens=CONDITIONS * count * tokens_of(name, options=SETS[name].options, shared=_shares(told)),
            model=_size_of(told),
        ),
        needs=_needs(settings, reader, name),
        reads=_tested(settings, name),
        limit=limit,
        seed=settings.seed,
    )
    return replace(stage, settings={**stage.settings, **_told(settings, reader, name)})


def _followed(settings: Si, reader: str) -> Stage:
    """Make the stage that scores every step of the paper's own case with a reader (Figure 9)."""

    def work(bench: Workplace, folder: Path) -> None:
        source, split = settings.tested(CASE.set)
        exam = load_exam(bench.source(source), split)
        only = exam.with_items([item for item in exam if item.id == CASE.item])
        run = magnetite.audit(
            only,
            _model(bench, settings, reader, CASE.set),
            experiments=(CASE,),
            views=("QOC",),
            output=str(folder),
            overwrite=True,
            watch=bench.watch,
            asking=bench.asking,
        )
        write_whole(folder / FOLLOWED, (json.dumps(steps_of(CASE, run), indent=1) + "\n").encode())

    return Stage(
        case_stage(reader),
        f"the {reader} reader on the paper's example of {PAPERS}, token by token",
        {"case": asdict(CASE), **_told(settings, reader, CASE.set)},
        work,
        lambda folder: (folder / FOLLOWED).is_file(),
        Size(cells=28, tokens=14 * tokens_of(CASE.set, options=2), model=_size_of(settings.readers[reader])),
        _needs(settings, reader, CASE.set),
        (FOLLOWED,),
        _tested(settings, CASE.set),
    )


def _unanswerable(settings: Si, name: str, seed: int) -> Stage:
    """Make the stage that trains and tests the systems of one set and seed (Table 3)."""
    each, told = SETS[name], {**settings.training, **settings.sets[name]}
    sample = told.pop("sample", None)
    source, split = settings.tested(name)
    trained = settings.trained(name)
    test = None if trained == source else f"{source}@{split}"
    settled = {**told, "seeds": (seed,), "limit": settings.limit}

    def work(bench: Workplace, folder: Path) -> None:
        def show(training: str, seed: int, step: Any) -> None:
            bench.say(f"{name}, {training}, seed {seed}  step {step.number:,} of {step.of:,}  loss {step.loss:.4f}")

        unanswerable(
            TrainingData(bench.source(trained), level=each.level, sample=sample, dev="off"),
            folder,
            test=None if test is None else bench.source(test),
            overwrite=True,
            watch=bench.watch,
            progress=show,
            **{**bench.computing, **settled},
        )

    tested = min(settings.limit or TESTED[name], TESTED[name])
    size = _training(settings, name, told, sample, ("QOC",) * 4 + ("QO", "CO", "O"))
    cells = SYSTEMS_OF_A_SEED * tested * each.options
    tokens = SYSTEMS_OF_A_SEED * tested * tokens_of(name, options=each.options, shared=_shared(told))
    return Stage(
        table_stage(name, seed),
        f"Untrained, Full and six un-answerable trainings on {name}, seed {seed}",
        {**settled, "sample": sample, "data": trained, "test": test},
        work,
        size=replace(size, cells=cells, tokens=tokens),
        needs=(f"{FOLDS}/{name}",) if name in settings.halved else (),
        reads=(*reads_of(trained, "train"), *_tested(settings, name)),
    )


def _tested(settings: Si, name: str) -> tuple[str, ...]:
    return reads_of("@".join(settings.tested(name)))


def _training(settings: Si, name: str, told: Mapping[str, Any], sample: int | None, views: tuple[str, ...]) -> Size:
    """Return the size of trainings on a set, one per view."""
    recipe: dict[str, Any] = {**preset(str(told["preset"])).settings, **told}
    halved = TESTED[name] // 2 + settings.halved[name] if name in settings.halved else None
    questions = sample or halved or TRAINED[name]
    reads = ceil(questions * recipe["epochs"])
    shared = recipe["layout"] == LAYOUT
    tokens = sum(tokens_of(name, view, SETS[name].options, shared=shared) for view in views)
    return Size(
        training_tokens=reads * tokens,
        updates=len(views) * updates_of(questions, recipe["epochs"], recipe["batch"]),
        at_once=tokens_at_once(recipe, SETS[name].options, shared=shared),
        model=_model_of(told),
        whole=not recipe["lora_rank"],
        systems=len(views),
    )


def _shared(told: Mapping[str, Any]) -> bool:
    return bool(preset(str(told["preset"])).settings["layout"] == LAYOUT)


def _shares(reader: Mapping[str, Any]) -> bool:
    return _shared(reader["training"]) if "training" in reader else True


def _model_of(told: Mapping[str, Any]) -> str:
    return str(told.get("base") or told["preset"])


def _size_of(reader: Mapping[str, Any]) -> str:
    return _model_of(reader["training"]) if "training" in reader else str(reader["model"])
