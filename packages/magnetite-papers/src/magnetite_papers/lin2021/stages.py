"""Trainings and runs of a reproduction of Lin et al. (2021), stage by stage."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import magnetite
from examfiles.items import Dataset, letter
from magnetite.experiments.magnets.pool import Pool, is_series, joined_pool, screened_part
from magnetite.inputs.option_lists import ListedOption, read_options, write_options
from magnetite.running.data import load_joined, split_reader
from magnetite.stats.intervals import cluster_codes, difference
from magnetite.train import preset
from magnetite.views.text import normalised, words
from magnetite_papers.lin2021.settings import (
    ORIGINS,
    RACE,
    LinSettings,
    augmented_of,
    dosed_of,
    model_of,
    origins_of,
    told_of,
    trainings,
)
from magnetite_papers.price import tokens_at_once, tokens_of, updates_of, weights_of
from magnetite_papers.stages import SYSTEMS, Size, Stage, Workplace, made_stage, training_stage

DRAWN, PLACES, SETS_MADE = "pool.json", "places.json", "low.jsonl"
RANKED = "options.jsonl"  # of a search: every option, the strongest first
UNSEEN, COMBINATIONS, REST = "unseen.jsonl", "combinations.jsonl", "rest.jsonl"
DOSE, KEYED, KEYS = "dose.jsonl", "keyed.json", "keys.json"
TABLE_1, TWENTY, TEN = "lin2021-table1", "lin2021-a2", "lin2021-a3"
# Lists whose options are excluded from training, except that of `dosed`, and the options per question with them.
ATTACKS = {TABLE_1: 6, TWENTY: 24, TEN: 14}
ALL_SERIES: Mapping[str, Any] = {"needs": ("pool",), "pool": f"pool/{COMBINATIONS}", "series_at_most": 1}
OF_TWENTY = 20
KEY, WRONG = "a combination is the key", "a combination is wrong"  # levels of the questions that have one
QUESTIONS, TRAINING = 4934, 87866  # of RACE test and train
A_PASSAGE = 3.48  # questions
POOL_A_PASSAGE = 13.1  # different options
RACED = 0.04  # share of the cells that a race scores
Ask = tuple[str, int, int]  # a system, the number of questions, and of options tried on each
OF_SYSTEM = ("model", "view", "tuned", "plain")  # settings of a system that are not of its training


def stages(settings: LinSettings) -> list[Stage]:
    """Return every stage of the reproduction, each after the stages it needs."""
    return [
        made_stage(
            "pool",
            "the pool, and its options not used in training",
            lambda bench, folder: _draw(settings, bench, folder),
            REST,
            files=(DRAWN, PLACES),
            pool_passages=settings.pool_passages,
            passages=settings.passages,
            unseen=settings.unseen,
            ranked=settings.ranked,
            apart=tuple(ATTACKS),
            seed=settings.seed,
            reads=(f"{RACE}@test", f"{RACE}@train"),
        ),
        *(_training(settings, name, settings.systems[name]) for name in trainings(settings)),
        *_searches(settings),
        *(_augmentations(settings) if settings.augmented else ()),
        *(_doses(settings) if settings.dosed else ()),
        *_origins(settings),
    ]


def asked(settings: LinSettings) -> tuple[str, ...]:
    """Return the systems that are searched and attacked."""
    return tuple(settings.systems)


def tried(settings: LinSettings) -> tuple[str, ...]:
    """Return the systems of the augmented trainings, each once."""
    return tuple(dict.fromkeys(name for each in settings.augmented for name in augmented_of(settings, each)))


def dosed(settings: LinSettings) -> tuple[str, ...]:
    """Return the systems of trainings with the attack's own options, and those that they are compared with."""
    return tuple(dict.fromkeys(name for each in settings.dosed for name in dosed_of(settings, each)))


def before_tuning(settings: LinSettings) -> tuple[str, ...]:
    """Return the models before fine-tuning and after, each once."""
    return tuple(dict.fromkeys(name for each in settings.origin for name in origins_of(settings, each)))


def beside_stage(name: str) -> str:
    """Name the stage that attacks a system with only the two options of Table 1."""
    return f"beside/{name}"


def _searches(settings: LinSettings) -> Iterator[Stage]:
    names, rows = asked(settings), _questions(settings.passages)
    known = names if settings.screened is None else ()  # whose cells the screen has stored
    pool = round(2 * settings.pool_passages * POOL_A_PASSAGE)
    whole = f"{settings.attacked:,} questions of RACE test" if settings.attacked else "all questions of RACE test"
    what = "options drawn at random" if settings.screened else "the whole pool"
    about = f"every system on {what} (Figures 2, 6 and 7)"
    drawn: dict[str, Any] = {"pool_size": settings.screened, "pool_passages": settings.pool_passages}
    yield _screen(settings, "screen", about, names, settings.passages, options=settings.screened or pool, **drawn)
    if settings.screened is not None:
        about = "all combinations of the pool (Figure 7)"
        yield _screen(settings, "series", about, names, settings.passages, options=14, **ALL_SERIES)
    share = RACED if settings.mode == "race" else 1.0
    yield _search(
        settings,
        "magnets",
        f"the twenty strongest options, chosen on some systems and tried on {whole} (Figure 3)",
        names,
        asks=[
            *_each([name for name in settings.choose_on if name not in known], rows, round(pool * share)),
            *_each(names, settings.attacked or QUESTIONS, 24),
        ],
        mode=settings.mode,
        select_on=settings.choose_on,
        screen_passages=settings.passages,
        pool_passages=settings.pool_passages,
        limit=settings.attacked,
    )
    about = f"the twenty options of Appendix A.2, including the two of Table 1, on {whole}"
    yield _attack(settings, "twenty", about, names, TWENTY, limit=settings.attacked)
    for name, spec in settings.beside.items():
        yield _search(
            settings,
            beside_stage(name),
            f"{name} with the two options of Table 1, on {spec['questions']:,} questions of RACE test",
            [name],
            asks=_each([name], spec["questions"], 3 * 4 * 4),  # three runs, each with four options in four rotations
            pool=TABLE_1,
            search=False,
            limit=spec["questions"],
            views=(spec["view"],),
        )
    for name, like, many in (
        ("ten", "as many as people saw with a magnet", settings.people),
        ("ten-more", "as many as for screening", rows),
    ):
        about = f"the ten options of Appendix A.3 on {many:,} questions, {like} (Figure 4)"
        yield _attack(settings, name, about, names, TEN, limit=many)


def _augmentations(settings: LinSettings) -> Iterator[Stage]:
    yield _screen(
        settings,
        "rank",
        "ranking of the options allowed in training",
        settings.rank_by,
        settings.rank_passages,
        options=settings.ranked or _rest(settings),
        anew=settings.rank_by if settings.screened else (),
        needs=("pool",),
        pool=f"pool/{REST}",
    )
    yield made_stage(
        "sets",
        "the strongest and weakest of the ranked options",
        lambda bench, folder: _write_sets(settings, bench, folder),
        SETS_MADE,
        needs=("rank",),
        trained_on=settings.trained_on,
        strongest=settings.strongest,
    )
    for name, spec in settings.augmented.items():
        for system, options in zip(augmented_of(settings, name), (None, "high", "low"), strict=True):
            if system not in settings.systems:
                yield _training(settings, system, spec, options)
    systems, unseen = tried(settings), "random options not used in training (Figure 5)"
    for stage, what, file, many in (
        ("tried-high", "the options used in training (Figure 8)", "sets/high.jsonl", settings.trained_on),
        ("tried-next", "the next strongest (Figure 8)", "sets/next.jsonl", settings.strongest - settings.trained_on),
        ("tried-unseen", unseen, f"pool/{UNSEEN}", settings.unseen),
    ):
        about = f"{what}, after augmented training"
        yield _screen(
            settings, stage, about, systems, settings.tried_passages, options=many, needs=("sets",), pool=file
        )
    about = "the two options of Table 1, after augmented training (Table 2)"
    yield _attack(settings, "two", about, systems, TABLE_1, limit=settings.tried_questions)


def _doses(settings: LinSettings) -> Iterator[Stage]:
    """Yield the trainings with the attack's own options, the attack on them, and their side effects."""
    yield made_stage(
        "dose",
        "the options of the paper's appendix and the strongest others",
        lambda bench, folder: _write_dose(settings, bench, folder),
        DOSE,
        needs=("rank",) if settings.dose > OF_TWENTY else (),
        dose=settings.dose,
        lists=dose_lists(settings),
        reads=(f"{RACE}@test", f"{RACE}@train"),
    )
    for name, spec in settings.dosed.items():
        for seed, system in zip(settings.dose_seeds, dosed_of(settings, name)[1:], strict=True):
            yield _training(settings, system, {**spec, "seed": seed}, "dose")
    systems = dosed(settings)
    about = "the two options of Table 1, after training with them (Table 2)"
    yield _attack(settings, "dosed-two", about, systems, TABLE_1, limit=settings.tried_questions)
    about = "all combinations of the pool, after training with some of them"
    yield _screen(settings, "dosed-series", about, systems, settings.tried_passages, options=14, **ALL_SERIES)
    yield made_stage(
        "keys",
        "how often a combination is the key in RACE",
        _count_keys,
        KEYS,
        files=(KEYS,),
        reads=tuple(f"{RACE}@{split}" for split in ("train", "dev", "test")),
    )
    yield made_stage(
        "keyed",
        "accuracy on questions of RACE dev and test with a combination",
        lambda bench, folder: _ask_keyed(settings, bench, folder),
        KEYED,
        files=(KEYED,),
        needs=_trained(settings, systems),
        systems={each: dict(settings.systems.get(each, {})) for each in systems},
        reads=(f"{RACE}@dev", f"{RACE}@test"),
    )


def _origins(settings: LinSettings) -> Iterator[Stage]:
    systems = before_tuning(settings)
    for name, spec in settings.origin.items():
        for part, system in zip(ORIGINS, origins_of(settings, name), strict=False):
            yield _training(settings, system, {**spec, "train": part})
    if systems:
        yield _screen(
            settings,
            "origin",
            "options drawn at random, before and after fine-tuning (Table 4)",
            systems,
            settings.passages,
            options=settings.compared,
            anew=[name for name in systems if name not in settings.systems],
            pool_size=settings.compared,
            pool_passages=settings.pool_passages,
        )
        about = "accuracy before and after fine-tuning (Table 4)"
        yield _attack(settings, "origin-right", about, systems, TABLE_1, limit=settings.tried_questions)


def _screen(
    settings: LinSettings,
    name: str,
    about: str,
    systems: Sequence[str],
    passages: int,
    *,
    options: int,
    anew: Sequence[str] | None = None,
    **given: Any,
) -> Stage:
    """Make the stage that tries options on the questions of some passages; `anew`: systems whose scores are new."""
    asks = _each(systems if anew is None else anew, _questions(passages), options)
    return _search(settings, name, about, systems, asks=asks, screen_passages=passages, validate=False, top=1, **given)


def _attack(
    settings: LinSettings, name: str, about: str, systems: Sequence[str], pool: str, *, limit: int | None
) -> Stage:
    """Make the stage that attacks questions, all by default, with one of the paper's lists."""
    asks = _each(systems, limit or QUESTIONS, ATTACKS[pool])
    return _search(settings, name, about, systems, asks=asks, pool=pool, search=False, limit=limit)


def _search(
    settings: LinSettings,
    name: str,
    about: str,
    systems: Sequence[str],
    *,
    asks: Iterable[Ask],
    needs: tuple[str, ...] = (),
    pool: str | None = None,
    select_on: Sequence[str] | None = None,
    **given: Any,
) -> Stage:
    """Make the stage that runs `magnets` on systems; `asks`: its new scores."""
    given = {key: value for key, value in given.items() if value is not None}

    def search(bench: Workplace, folder: Path) -> None:
        told = dict(given)
        if pool is not None:
            told["pool"] = str(bench.folder / pool) if "/" in pool else pool
        if select_on is not None:
            told["select_on"] = tuple(model_of(settings, each, bench) for each in select_on)
        magnetite.magnets(
            bench.source(RACE),
            [model_of(settings, each, bench) for each in systems],
            output=str(folder),
            overwrite=True,
            watch=bench.watch,
            seed=settings.seed,
            asking=bench.asking,
            **told,
        )

    record = {**given, "systems": {each: dict(told_of(settings, each)) for each in systems}}
    record |= {"pool": pool, "select_on": select_on, "seed": settings.seed}
    return Stage(
        name,
        about,
        record,
        search,
        size=_size(settings, list(asks)),
        needs=(*needs, *_trained(settings, systems)),
        reads=(f"{RACE}@test",),
    )


def _trained(settings: LinSettings, systems: Sequence[str]) -> tuple[str, ...]:
    """Name the stages that train the systems without a model."""
    return tuple(f"{SYSTEMS}/{each}" for each in systems if "model" not in told_of(settings, each))


def _training(settings: LinSettings, name: str, spec: Mapping[str, Any], options: str | None = None) -> Stage:
    """Make the stage that trains a system; `options`: the set from which each question gets one more option."""
    recipe = {key: value for key, value in spec.items() if key not in OF_SYSTEM}
    sample, init = recipe.pop("sample", None), recipe.pop("init", None)
    made_by = "dose" if options == "dose" else "sets"
    top = settings.dose if options == "dose" else settings.trained_on
    augmented: dict[str, Any] = {"augment_top": top} if options else {}
    many, view = sample or TRAINING, str(recipe.get("view", "QOC"))
    whole = {**preset(str(recipe["preset"])).settings, **recipe}
    epochs = whole.get("epochs") or 1.0
    parts = {"none": 0.0, "head": 1 / 3}.get(str(recipe.get("train")), 1.0)  # no gradients run back to the base
    tokens = many * epochs * parts * tokens_of(RACE, view, 4 + bool(options), shared=_shares(spec))
    size = Size(
        training_tokens=tokens,
        updates=updates_of(many, epochs, whole.get("batch", 32)) if parts else 0,
        at_once=tokens_at_once(whole, 4 + bool(options), shared=_shares(spec)) if parts == 1.0 else 0,
        model=str(recipe["preset"]),
        whole="/" in str(recipe["preset"]) and parts == 1.0,
        systems=1,
    )
    about = f"{name}, trained on {many:,} RACE questions" + (f", with options of set '{options}'" if options else "")
    about = f"{name}: the base with a new head" if recipe.get("train") == "none" else about
    return training_stage(
        name,
        about,
        RACE,
        questions={"split": "train", "sample": sample, "sample_seed": settings.seed, "dev": "off"},
        size=size,
        needs=(
            *([made_by] if options else []),
            *([f"{SYSTEMS}/{init}"] if init in trainings(settings) else []),
        ),
        init=init,
        paths={"augment_with": f"{made_by}/{options}.jsonl"} if options else None,
        view=view,
        **{key: value for key, value in recipe.items() if key != "view"},
        **augmented,
    )


def _draw(settings: LinSettings, bench: Workplace, folder: Path) -> None:
    """Draw the pool as `magnets` does and count it; its first options and the attacks are excluded from training."""
    data = bench.source(RACE)
    test, train = (load_joined(data, split) for split in ("test", "train"))
    screened = screened_part(test, settings.passages, settings.seed)
    pool = joined_pool(screened, [test, train], settings.pool_passages, settings.seed)
    questions = {(place, name) for k in range(len(pool.options)) for place, name in _places(pool, k)}
    items = [{item.id: item for item in source} for source in (test, train)]
    counts = {
        "questions": {name: sum(place == k for place, _ in questions) for k, name in enumerate(pool.names)},
        "before": sum(len(items[place][name].options) for place, name in questions),
        "different": len(pool.options),
        "combinations": sum(map(is_series, pool.options)),
        "screened": len(screened),
    }
    read_split = split_reader(data, {}, test)
    lists = {name: read_options(name, read_split) for name in ATTACKS}
    named = {}
    for k, text in enumerate(pool.options):
        place, name = _places(pool, k)[0]
        named[text] = _at(pool.names[place], items[place][name].options, text, name)
    for row in (row for listed in lists.values() for row in listed):
        named[row.option] = _place(row, (test, train))
    rows = [ListedOption(text, origins=pool.origins[k]) for k, text in enumerate(pool.options)]
    last = None if settings.ranked is None else settings.unseen + settings.ranked
    (folder / DRAWN).write_text(json.dumps(counts, indent=1), "utf-8")
    texts = {name: [row.option for row in listed] for name, listed in lists.items()}
    (folder / PLACES).write_text(json.dumps({"places": named, "lists": texts}, ensure_ascii=False), "utf-8")
    write_options(folder / UNSEEN, rows[: settings.unseen])
    write_options(folder / COMBINATIONS, (row for row in rows if is_series(row.option)))
    attacks = {_words(row.option) for listed in lists.values() for row in listed}
    write_options(folder / REST, (row for row in rows[settings.unseen : last] if _words(row.option) not in attacks))


def _words(option: str) -> tuple[str, ...]:
    """Return an option's words and marks, so that "A , B and C" is the same as "A, B and C"."""
    return tuple(words(normalised(option)))


def _places(pool: Pool, k: int) -> list[tuple[int, str]]:
    return list(zip(pool.origin_sources[k], pool.origins[k], strict=True))


def _place(row: ListedOption, sources: Sequence[Dataset]) -> str:
    """Return the place of an option of the paper's lists."""
    return next(
        _at(f"{source.name} {source.split}", item.options, row.option, item.id)
        for source in sources
        for item in source
        if item.id == row.origins[0] and row.option in item.options
    )


def _at(source: str, options: Sequence[str], text: str, name: str) -> str:
    """Name an option by its place, the first if a question has two alike."""
    same = [place for place, option in enumerate(options) if normalised(option) == normalised(text)]
    return f"{source} {name} {letter(same[0])}"


def _write_sets(settings: LinSettings, bench: Workplace, folder: Path) -> None:
    rows = read_options(bench.folder / "rank" / RANKED)  # strongest first
    parts = {
        "high": rows[: settings.trained_on],
        "next": rows[settings.trained_on : settings.strongest],
        "low": rows[-settings.trained_on :],
    }
    for name, part in parts.items():
        write_options(folder / f"{name}.jsonl", part)


def dose_lists(settings: LinSettings) -> tuple[str, ...]:
    """Name the paper's lists of magnets that `dosed` trains on: with more options than A.2's twenty, A.3's ten too.

    The paper trains on the 400 options with the highest scores; both lists were selected from those.
    """
    return (TWENTY,) if settings.dose <= OF_TWENTY else (TWENTY, TEN)


def _write_dose(settings: LinSettings, bench: Workplace, folder: Path) -> None:
    """Write the magnets of the paper's lists, each once, and after them the strongest ranked options.

    The ranked ones are drawn from a pool that the lists' options were taken out of (`_draw`), so none is there twice.
    """
    data = bench.source(RACE)
    read_split = split_reader(data, {}, load_joined(data, "test"))
    listed = (row for name in dose_lists(settings) for row in read_options(name, read_split))
    rows = list({_words(row.option): row for row in listed}.values())
    if settings.dose > len(rows):
        rows += read_options(bench.folder / "rank" / RANKED)[: settings.dose - len(rows)]
    write_options(folder / DOSE, (ListedOption(row.option, origins=row.origins) for row in rows))  # all are used


def _count_keys(bench: Workplace, folder: Path) -> None:
    """Count combinations by split and kind, and how many of them are the key."""
    counts: dict[str, dict[str, list[int]]] = {}
    for split in ("train", "dev", "test"):
        kinds = counts.setdefault(split, {"all or both": [0, 0], "none or neither": [0, 0]})
        for item in load_joined(bench.source(RACE), split):
            for place, option in enumerate(item.options):
                if is_series(option):
                    kind = "none or neither" if _words(option)[0] in {"none", "neither"} else "all or both"
                    kinds[kind][0] += 1
                    kinds[kind][1] += place == item.answer
    (folder / KEYS).write_text(json.dumps(counts, indent=1), "utf-8")


def _ask_keyed(settings: LinSettings, bench: Workplace, folder: Path) -> None:
    """Measure each system's accuracy on questions with a combination, by its role, and on the attacked questions.

    On the latter, each training is compared with the system before it, paired by question.
    """
    parts = [load_joined(bench.source(RACE), split) for split in ("dev", "test")]
    keyed = [
        replace(item, level=KEY if is_series(item.options[item.answer]) else WRONG)
        for part in parts
        for item in part
        if item.answer is not None and any(map(is_series, item.options))
    ]
    exam = parts[0].with_items(keyed)
    right, change = {}, {}
    for name in settings.dosed:
        before: Any = None
        for system in dosed_of(settings, name):
            ask: dict[str, Any] = {"experiments": ("accuracy",), "views": ("QOC",), "model": ""}
            ask["model"] = model_of(settings, system, bench)
            ask |= {"watch": bench.watch, "seed": settings.seed, "asking": bench.asking}
            rows = magnetite.audit(exam, **ask).finding("accuracy").table("by_level").rows()
            own = [row for row in rows if row["system"] == "model"]
            right[system] = {row["level"]: [row["accuracy"], row["low"], row["high"], row["n"]] for row in own}
            run = magnetite.audit(bench.source(RACE), split="test", limit=settings.tried_questions, **ask)
            items = run.finding("accuracy").items
            assert items is not None
            answered = np.array(items.values("correct"), dtype=bool)
            passages = cluster_codes([item["passage_id"] for item in run.exam["items"]])
            if before is None:
                before = answered
            else:
                gap = difference(answered, before, passages)
                change[system] = [gap.estimate, gap.low, gap.high, gap.n]
    (folder / KEYED).write_text(json.dumps({"right": right, "change": change}, indent=1), "utf-8")


def _each(systems: Iterable[str], questions: int, options: int) -> Iterator[Ask]:
    return ((name, questions, options) for name in systems)


def _size(settings: LinSettings, asks: Sequence[Ask]) -> Size:
    """Count cells, and tokens weighted as if all were the largest system's."""
    specs = [_spec(settings, name) for name, _, _ in asks]
    models = [str(spec.get("model", spec.get("preset", "base"))) for spec in specs]
    largest = max(models, key=weights_of, default="")
    tokens = sum(
        questions
        * tokens_of(RACE, str(spec.get("view", "QOC")), options, shared=_shares(spec))
        * (weights_of(model) / weights_of(largest))
        for spec, model, (_, questions, options) in zip(specs, models, asks, strict=True)
    )
    return Size(cells=sum(questions * options for _, questions, options in asks), tokens=tokens, model=largest)


def _spec(settings: LinSettings, name: str) -> Mapping[str, Any]:
    """Return the configuration of a system, or of the training that makes it."""
    made = {each: spec for part in (settings.augmented, settings.origin) for each, spec in part.items()}
    return told_of(settings, name) or next(spec for each, spec in made.items() if name.startswith(each))


def _shares(spec: Mapping[str, Any]) -> bool:
    """Say whether a question's options share its passage, as in all layouts except the papers'."""
    return not str(spec.get("preset", "")).startswith("lin2021/")


def _questions(passages: int) -> int:
    return round(passages * A_PASSAGE)


def _rest(settings: LinSettings) -> int:
    return round(2 * settings.pool_passages * POOL_A_PASSAGE) - settings.unseen
