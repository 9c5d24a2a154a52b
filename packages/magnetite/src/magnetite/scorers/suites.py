"""Suites: the cells of runs as tasks of lm-evaluation-harness or Inspect, one a view or attack, run by one command.

    lm_eval --tasks NAME --include_path FOLDER …        NAME.yaml, a group; NAME_VIEW.yaml and .jsonl for each task
    inspect eval FOLDER/NAME.py …                       NAME.py, a task for each NAME_VIEW.jsonl

NAME is the folder's. A row of a task is a context with the options that are scored after it, or that it shows; it names
passage, question and options, so that a folder of the logs answers the runs by these texts alone
(`magnetite.scorers.logs`). Rows whose right option is not known, such as those of a pool of magnets, are tasks of their
own, NAME_VIEW_more, of which the programs show no accuracy.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from examfiles.errors import UsageError, unknown_name
from examfiles.files import write_whole
from examfiles.items import LETTERS, Dataset, Item, gathered
from examfiles.tasks import PROMPT, task_name
from magnetite.core.cells import Cells
from magnetite.core.files import writable
from magnetite.core.shapes import check_shape

PROGRAMS = ("lm-eval", "inspect")
ABOUT = "suite.json"  # what a suite is of, and how a folder is known to be one
_UNKEYED = "_more"
_TASK = """\
# Written by Magnetite; its group is GROUP.
task: NAME
custom_dataset: !function questions.questions
dataset_kwargs:
  part: NAME
output_type: multiple_choice
test_split: test
doc_to_text: "PROMPT"
doc_to_choice: options
doc_to_target: TARGET
metric_list:
  - metric: METRIC
    aggregation: AGGREGATION
    higher_is_better: true
metadata:
  version: 1.0
"""
_GROUP = """\
# Written by Magnetite: lm_eval --tasks GROUP --include_path FOLDER --log_samples --output_path logs
# The folder of logs is then a system: magnetite COMMAND DATA --model logs
group: GROUP
task:
TASKS
"""
_QUESTIONS = '''\
"""The questions of these tasks, for lm-evaluation-harness; written by Magnetite."""

from pathlib import Path

import datasets


def questions(part, **_settings):
    """Return the questions of one task as the only split."""
    path = Path(__file__).parent / f"{part}.jsonl"
    return {"test": datasets.load_dataset("json", data_files=str(path), split="train")}
'''
_INSPECT = '''\
"""The suite GROUP for Inspect: inspect eval FOLDER/GROUP.py --model … --log-dir logs; written by Magnetite.

The folder of logs is then a system: magnetite COMMAND DATA --model logs
"""

import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice

LETTERS = "ALPHABET"


def part(name):
    """Ask every question of a part once; the model answers with a letter."""
    with (Path(__file__).parent / f"{name}.jsonl").open(encoding="utf-8") as lines:
        samples = [sample(json.loads(line)) for line in lines]
    return Task(name=name, dataset=MemoryDataset(samples), solver=multiple_choice(), scorer=choice())


def sample(row):
    """Make a sample of a question; its parts, for whoever reads the log, stand in its metadata."""
    return Sample(
        input="\\n\\n".join(each for each in (row["passage"], row["question"]) if each) or "Choose an answer.",
        choices=row["options"],
        target="" if row["answer"] is None else LETTERS[row["answer"]],
        metadata={name: row[name] for name in ("passage", "question", "options")},
    )
TASKS'''
_INSPECT_TASK = '''

@task
def NAME():
    """Ask the questions of NAME.jsonl."""
    return part("NAME")
'''


@dataclass(frozen=True, slots=True)
class SuiteRow:
    """A context and the options that are scored after it, or shown in it; `answer`: the right one's index, if known."""

    passage: str
    question: str
    options: tuple[str, ...]
    answer: int | None = None


def suite_parts(parts: Iterable[tuple[str, Cells]], exams: Iterable[Dataset]) -> dict[str, list[SuiteRow]]:
    """Return the rows of each part by its name, every row once; those without a known answer apart.

    `exams`: those whose questions tell the answers. An attack changes others, or the right one alone. With the passage
    of another question, none is right.
    """
    items = list(chain.from_iterable(exams))
    by_options = gathered((item.options, item) for item in items)
    by_question = gathered((item.question, item) for item in items)
    named: dict[str, list[SuiteRow]] = {}
    before: set[tuple[str, str, tuple[str, ...]]] = set()
    for view, cells in parts:
        columns: dict[int, dict[str, None]] = {}
        for row, column in zip(cells.rows.tolist(), cells.columns.tolist(), strict=True):
            columns.setdefault(row, {})[cells.options[column]] = None
        for row, scored in columns.items():
            context = cells.contexts[row]
            options = context.shown or tuple(scored)
            if (texts := (context.text, context.question, options)) in before:
                continue
            before.add(texts)
            answer = _answer(by_options.get(options, ()), context.text, context.question)
            if answer is None:
                answer = _attacked(by_question.get(context.question, ()), context.passage, options)
            name = task_name(view) + ("" if answer is not None else _UNKEYED)
            named.setdefault(name, []).append(SuiteRow(context.text, context.question, options, answer))
    return named


def _answer(items: Iterable[Item], passage: str, question: str) -> int | None:
    """Return the right option of the items that have this passage and question, or of all where a view shows none."""
    known = {item.answer for item in items if passage in {"", item.passage} and question in {"", item.question}}
    return next(iter(known)) if len(known) == 1 else None


def _attacked(items: Iterable[Item], passage: str, options: tuple[str, ...]) -> int | None:
    """Return the right option of items that an attack changed: the key's text, or what was put in its place."""
    known = {_right(item, options) for item in items if passage in {"", item.passage}}
    return next(iter(known)) if len(known) == 1 else None


def _right(item: Item, options: tuple[str, ...]) -> int | None:
    if item.answer is None:
        return None
    if (key := item.options[item.answer]) in options:  # equal wrong options, scored once, may have moved it
        return options.index(key)
    others = (*options[: item.answer], key, *options[item.answer + 1 :])
    return item.answer if others == item.options else None


def suite_files(program: str, group: str, parts: Mapping[str, Sequence[SuiteRow]]) -> dict[str, bytes]:
    """Return the files of a suite by name.

    Raises UsageError for an unknown program, where nothing is asked, or for more options than letters.
    """
    if program not in PROGRAMS:
        raise unknown_name("program to export for", program, list(PROGRAMS))
    if not any(parts.values()):
        raise UsageError(
            "nothing is asked of this exam, so there is no task to write. An experiment may need passages, answers or "
            "marked spans that it lacks: choose others (--experiments)."
        )
    most = max(len(row.options) for rows in parts.values() for row in rows)
    if program == "inspect" and most > len(LETTERS):
        raise UsageError(
            f"a question has {most} options; Inspect asks for a letter, so there may be {len(LETTERS)} at most. Leave "
            "out what scores options of other questions (--experiments), or export for lm-eval."
        )
    named = {f"{group}_{part}": rows for part, rows in parts.items()}
    files = {f"{name}.jsonl": _lines(rows) for name, rows in named.items()}
    if program == "inspect":
        tasks = "".join(_INSPECT_TASK.replace("NAME", name) for name in named)
        text = _INSPECT.replace("GROUP", group).replace("ALPHABET", LETTERS).replace("TASKS", tasks)
        return files | {f"{group}.py": text.encode()}
    for name in named:
        known = not name.endswith(_UNKEYED)
        filled = {"METRIC": "acc" if known else "bypass", "AGGREGATION": "mean" if known else "bypass"}
        filled |= {"TARGET": "answer" if known else "0", "PROMPT": PROMPT, "GROUP": group, "NAME": name}
        text = _TASK
        for place, value in filled.items():
            text = text.replace(place, value)
        files[f"{name}.yaml"] = text.encode()
    tasks = "\n".join(f"  - {name}" for name in named)
    group_text = _GROUP.replace("GROUP", group).replace("TASKS", tasks)
    return files | {f"{group}.yaml": group_text.encode(), "questions.py": _QUESTIONS.encode()}


def _lines(rows: Sequence[SuiteRow]) -> bytes:
    return "".join(
        json.dumps(
            {"passage": row.passage, "question": row.question, "options": row.options, "answer": row.answer},
            ensure_ascii=False,
        )
        + "\n"
        for row in rows
    ).encode()


def write_suite(folder: Path, about: Mapping[str, Any], files: Mapping[str, bytes], *, overwrite: bool) -> None:
    """Write a suite's folder, and in `suite.json` what it is of and which files are its own.

    Those of an earlier suite that this one lacks are removed, since their tasks would be run with the others; what is
    not the suite's stays. Raises UsageError where the folder is there already, is no suite, or has a file of another
    with the name of one of these; StoreError.
    """
    before: set[str] = set()
    if folder.exists():
        if not (overwrite and (folder / ABOUT).is_file()):
            advice = "Name another folder" + ("." if overwrite else ", or replace it, if it is a suite: --overwrite.")
            raise UsageError(f"{folder}: exists already{' and is no suite' if overwrite else ''}. {advice}")
        before = _files_of(folder)
    if others := sorted(name for name in files if name not in before and (folder / name).exists()):
        raise UsageError(
            f"{folder / others[0]}: is not of the suite that would be replaced. Move it, or name another folder."
        )
    with writable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _write_about(folder, about, before.union(files))  # so that a killed export leaves nothing that is nobody's
        for name, content in files.items():
            write_whole(folder / name, content)
        for name in before.difference(files):
            (folder / name).unlink(missing_ok=True)
        _write_about(folder, about, files)


def _write_about(folder: Path, about: Mapping[str, Any], files: Iterable[str]) -> None:
    text = json.dumps({**about, "files": sorted(files)}, ensure_ascii=False, indent=2, default=str)
    write_whole(folder / ABOUT, f"{text}\n".encode())


def _files_of(folder: Path) -> set[str]:
    """Return the names of a suite's own files. Raises UsageError where its list cannot be read."""
    try:
        named = json.loads((folder / ABOUT).read_bytes())["files"]
        check_shape(named, [str], "files")
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{folder / ABOUT}: it does not say which files are the suite's ({error}). Name another folder."
        ) from error
    return {name for name in named if Path(name).name == name and not (folder / name).is_dir()}
