"""Audit models: what they answer, what they read, and what leads them astray.

The arguments of every function are the settings of the command of its name: `magnetite.api` says how they are given.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from magnetite.api.settings import Source, guided, perform, run
from magnetite.commands.audit import AUDIT
from magnetite.commands.magnets import MAGNETS
from magnetite.commands.order import ORDER
from magnetite.commands.score import SCORE
from magnetite.commands.shortcuts import SHORTCUTS
from magnetite.commands.transfer import TRANSFER
from magnetite.commands.unreadable import UNREADABLE
from magnetite.core.results import Run
from magnetite.request import Asking, Reading

if TYPE_CHECKING:
    import polars as pl

    from magnetite.api.settings import Model
    from magnetite.core.experiment import Experiment
    from magnetite.running.panels import Watch


@guided
def audit(
    data: Source | None = None,
    model: "Model" = "bundled",
    *,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    experiments: "Sequence[str | Experiment] | None" = None,
    experiment_settings: Mapping[str, Mapping[str, Any]] | None = None,
    calibrate_on: str | Path = "card",
    calibrate_limit: int | None = 2000,
    config: str | Path | None = None,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Audit a dataset with a model, and return the run: a finding for each experiment.

    `data` may also be a Dataset, `model` any scorer or function, `experiments` values of your own beside names of ours.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> run = audit("sample", "longest", experiments=["accuracy"], store="off", limit=20)
    >>> run.finding("accuracy").number("accuracy").n
    20

    Args:
        data: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        model: Model to test: 'bundled', the best installed of 'small', 'base' and 'reader'; 'exams'; a folder
            of trained systems; a Transformers folder or hub id, of a language model or with a multiple-choice
            head; a GGUF file; 'reader', 'reader-small' or 'smollm2'; a model on a server,
            MODEL@http://host:port/v1; random, longest or overlap; or 'file.py:function'.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default all that have a system.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        experiments: Experiments to run, any of accuracy, shortcuts, following, magnets, order, span, marked,
            informativity, extent, distractors, uncertainty, options; by default the first four.
        experiment_settings: An experiment's own setting, such as magnets.pool_size=500. In Python: `{"magnets":
            {"pool_size": 500}}`.
        calibrate_on: Data to fit temperatures on: dev, test or train of the data, or other data; 'card' uses
            those stored with systems, 'off' none.
        calibrate_limit: Calibrate on at most this many questions; 0 for all.
        config: A TOML file of settings; flags override it. So do arguments that are not at their defaults.
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(AUDIT, locals())


@guided
def score(
    data: Source,
    model: "Model" = "bundled",
    *,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> "pl.DataFrame":
    """Score every option of every question under every view; return a row for each option and member.

    Columns: id, view, member, option (A, B, …), text, score, answer (whether it is the right one; null where
    unknown), and key, by which a run that takes the written file as its model finds the score again. An ensemble has
    several members; a single system is its own member.

    >>> score("sample", "longest", views=["QOC"], limit=1, store="off").columns
    ['id', 'view', 'member', 'option', 'text', 'score', 'answer', 'key']

    Args:
        data: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        model: Model to test: 'bundled', the best installed of 'small', 'base' and 'reader'; 'exams'; a folder
            of trained systems; a Transformers folder or hub id, of a language model or with a multiple-choice
            head; a GGUF file; 'reader', 'reader-small' or 'smollm2'; a model on a server,
            MODEL@http://host:port/v1; random, longest or overlap; or 'file.py:function'.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default all that have a system.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    frame: pl.DataFrame = perform(SCORE, locals())
    return frame


@guided
def shortcuts(
    data: Source,
    systems: Mapping[str, str | Path] | None = None,
    *,
    model: "Model" = "bundled",
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    span: bool = False,
    calibrate_on: str | Path = "dev-or-card",
    calibrate_limit: int | None = 2000,
    experiment_settings: Mapping[str, Mapping[str, Any]] | None = None,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Compare the systems that read parts of a question (Liusie et al. 2022, Table 2): shortcuts, following.

    `systems`: {"QOC": folder, "QO": folder, …}; without them, the views of `model`.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> run = shortcuts("sample", {"QOC": "overlap", "QO": "longest"}, store="off", limit=20)
    >>> run.finding("shortcuts").number("accuracy", "QO").n
    20

    Args:
        data: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        systems: A system for each view, instead of model: qoc=DIR,qo=DIR,co=DIR. In Python: `{"QOC":
            "systems/qoc"}`.
        model: Model to test: 'bundled', the best installed of 'small', 'base' and 'reader'; 'exams'; a folder
            of trained systems; a Transformers folder or hub id, of a language model or with a multiple-choice
            head; a GGUF file; 'reader', 'reader-small' or 'smollm2'; a model on a server,
            MODEL@http://host:port/v1; random, longest or overlap; or 'file.py:function'.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default all that have a system.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        span: Also ask about each question without each sentence of its passage; some twenty times as much to
            score.
        calibrate_on: Data to fit temperatures on: dev, test or train of the data, or other data; 'card' uses
            those stored with systems, 'off' none. [default: dev, or card where the data has no dev]
        calibrate_limit: Calibrate on at most this many questions; 0 for all.
        experiment_settings: An experiment's own setting, such as shortcuts.listed=50. In Python: `{"shortcuts":
            {"listed": 50}}`.
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(SHORTCUTS, locals())


@guided
def magnets(
    data: Source,
    models: "Model | Sequence[Model]" = "bundled",
    *,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    pool: str | Path | None = None,
    pool_size: int | None = None,
    pool_passages: int = 300,
    pool_splits: Sequence[str] | None = None,
    screen_passages: int | None = 100,
    search: bool = True,
    mode: Literal["full", "race"] = "full",
    error: float = 0.05,
    above: float | None = None,
    worth: float = 0.05,
    top: int = 20,
    series_at_most: int | None = 3,
    select_on: Sequence[str] | None = None,
    replace: Literal["random", "strongest", "weakest", "each"] = "random",
    members: Literal["first", "all"] = "first",
    confirm_share: float = 0.5,
    validate: bool = True,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Search for magnets, options that attract a system whatever the passage says, and attack with them.

    The run's folder has `options.jsonl`, every option with its interference score (of a race, those it kept), for
    `train_system(augment_with=…)`; and `magnets.jsonl`, the magnets. For a list of texts as the pool, call `audit` with
    `experiments=["magnets"]` and `experiment_settings={"magnets": {"pool": […]}}`.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> run = magnets("sample", "longest", store="off", top=3)
    >>> len(set(run.finding("attack").table("attacks").values("option")))
    3

    Args:
        data: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        models: A model, as for audit; may be repeated to compare several. [default: bundled] Several in a list.
        split: Split whose questions are asked. [default: test, or the only one]
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default the richest that has a system.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        pool: Your own options: JSONL, CSV or a text file with one per line; or lin2021-a2, -a3 or -table1, the
            paper's.
        pool_size: Try only this many options of the pool.
        pool_passages: Draw options from this many passages of each split.
        pool_splits: Splits to draw options from. [default: test,train]
        screen_passages: Screen the questions of this many passages.
        search: Search the pool for its strongest options, or attack with every option of pool on every
            question.
        mode: Search: full, or race (score only the cells that the strongest need).
        error: (race) Probability of missing any of the top.
        above: (race) Also find every option with at least this interference.
        worth: (race) Do not rank options with this interference or less.
        top: Number of magnets to find and to attack with.
        series_at_most: Maximum number of option combinations among the magnets.
        select_on: Search only these systems (by name or by model); the magnets are tried on all. [default: all]
        replace: Wrong option to replace: random, strongest, weakest, or each.
        members: Members of an ensemble: first, or all, each as a system.
        confirm_share: Share of the passages kept out of the search, at least; 0 for none.
        validate: Try the magnets on every question of the split.
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(MAGNETS, locals())


@guided
def order(
    data: Source,
    model: "Model" = "bundled",
    *,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    orders: Literal["rotations", "permutations"] | None = None,
    most: int | None = None,
    estimate_on: float | None = None,
    trace: str | None = None,
    experiment_settings: Mapping[str, Mapping[str, Any]] | None = None,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Ask every question in several orders of its options, of a system that is shown them all.

    Raises UsageError, DataError, ModelError or StoreError.

    >>> order("sample", "longest", store="off").finding("order").sentence.partition(",")[0]
    'The QOC system scores every option by itself and is not shown the others'

    Args:
        data: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        model: Model to test: 'bundled', the best installed of 'small', 'base' and 'reader'; 'exams'; a folder
            of trained systems; a Transformers folder or hub id, of a language model or with a multiple-choice
            head; a GGUF file; 'reader', 'reader-small' or 'smollm2'; a model on a server,
            MODEL@http://host:port/v1; random, longest or overlap; or 'file.py:function'.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default the richest that has a system.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        orders: Orders: rotations, or permutations (at most most). [default: rotations]
        most: Maximum number of permutations; all rotations are always tried. [default: 24]
        estimate_on: Share of the questions used to estimate a preference; 0 for none. [default: 0.05, at least
            20]
        trace: Show this question's probabilities in every order.
        experiment_settings: An experiment's own setting, such as order.resamples=500. In Python: `{"order":
            {"resamples": 500}}`.
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(ORDER, locals())


@guided
def unreadable(
    data: Source,
    models: "Model | Sequence[Model]" = "bundled",
    *,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    attacks: Sequence[str] | None = None,
    controls: bool = True,
    threshold: float | None = None,
    sentence: Literal["distractor", "question"] | None = None,
    naive: bool = False,
    listed: int | None = None,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Attack a dataset with text that nobody can read (Si et al. 2019), and see which systems fall for it.

    Of models with systems for several views the one that sees most is asked, or those of `views`; an ensemble answers
    as one. Raises UsageError, DataError, ModelError or StoreError.

    >>> run = unreadable("sample", "longest", attacks=["AddAns2Opt"], controls=False, store="off", limit=20)
    >>> run.finding("unreadable").number("accuracy after", "longest: AddAns2Opt").value
    0.0

    Args:
        data: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        models: A model, as for audit; may be repeated to compare several. [default: bundled] Several in a list.
        split: Split to attack. [default: test, or the only one]
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default the richest that has a system.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        attacks: Which attacks: of the seven, or None2Key. [default: the seven]
        controls: Also measure the controls of each attack.
        threshold: Shuffle again until this ShuffleDegree, from 0 to below 1.
        sentence: One sentence of the passage for each distractor, or question. [default: distractor]
        naive: Add text to the passage itself, where truncation can lose it.
        listed: Number of changed answers listed per attack. [default: 20]
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(UNREADABLE, locals())


@guided
def unreadable_trace(
    data: Source,
    item: str,
    models: "Model | Sequence[Model]" = "bundled",
    *,
    attack: str | None = None,
    option: str | None = None,
    split: str | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    threshold: float | None = None,
    sentence: Literal["distractor", "question"] | None = None,
    naive: bool = False,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Let one question's attacked options grow token by token, and return the probabilities after each as a run.

    Raises UsageError, DataError, ModelError or StoreError.

    >>> run = unreadable_trace("sample", "beginner-01-1", "longest", store="off")
    >>> run.finding("trace").table("trace").values("added")[0]
    'as it is'

    Args:
        data: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        item: The question.
        models: A model, as for audit; may be repeated to compare several. [default: bundled] Several in a list.
        attack: The attack. [default: AddSent2Opt-Shuffle]
        option: Let only this wrong option grow.
        split: Split to attack. [default: test, or the only one]
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default the richest that has a system.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        threshold: Shuffle again until this ShuffleDegree, from 0 to below 1.
        sentence: One sentence of the passage for each distractor, or question. [default: distractor]
        naive: Add text to the passage itself, where truncation can lose it.
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(UNREADABLE, {**locals(), "trace": True})


@guided
def transfer(
    data: Source | Sequence[Source],
    systems: "Mapping[str, Model] | None" = None,
    *,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Let systems that were trained on one dataset answer others.

    Raises UsageError, DataError, ModelError or StoreError.

    >>> run = transfer("sample", {"nothing": "longest"}, views=["QO"], store="off", limit=20)
    >>> run.finding("transfer").tables[0].values("n")
    [20]

    Args:
        data: Data sets, each as for audit; PATH@dev chooses a split.
        systems: For each training set, by name, a folder with a system for each view. [default: bundled] In
            Python: `{"RACE": "systems/race"}`.
        split: The split of every DATA that names none and has several. [default: test]
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default all that have a system.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(TRANSFER, locals())
