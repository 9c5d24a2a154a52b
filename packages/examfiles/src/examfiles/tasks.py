"""Folders that other programs take as they are: tasks for lm-evaluation-harness and Inspect, data sets for datasets.

    lm_eval --tasks NAME --include_path FOLDER          NAME.yaml, questions.py, questions.jsonl
    inspect eval FOLDER/NAME.py                         NAME.py, questions.jsonl
    datasets.load_dataset("FOLDER")                     README.md (the card), data/SPLIT/questions.parquet

NAME is the folder's, in letters that Python allows. The questions lie in them as tables that Magnetite reads too, so
that a folder is data again, and what those programs log of them is matched by its texts alone
(`magnetite.scorers.logs`).
"""

import json
import re
from collections.abc import Mapping
from keyword import iskeyword
from pathlib import Path

from examfiles.exams import refuse
from examfiles.extras import extra
from examfiles.files import no_device
from examfiles.format import Writer
from examfiles.items import LETTERS, Dataset
from examfiles.readers.tables import POLARS, tabular
from examfiles.split_names import SPLITS

QUESTIONS = "questions.jsonl"
TABLE = "questions.parquet"
HERE = "."  # in the folder itself
UNSPLIT = "questions"
_INSTEAD = "Write JSONL, or name a split with answers."

PROMPT = "{% if passage %}{{passage}}\\n\\n{% endif %}{% if question %}Question: {{question}}\\n{% endif %}Answer:"
"""What the harness shows of a question, as a template inside a string of YAML."""
_LM_EVAL = """\
# Written by Magnetite: lm_eval --tasks NAME --include_path FOLDER --log_samples --output_path logs
# The log of samples is then a system: magnetite audit FOLDER --model logs/…/samples_NAME_….jsonl
task: NAME
custom_dataset: !function questions.questions
output_type: multiple_choice
test_split: test
doc_to_text: "PROMPT"
doc_to_choice: "{{OPTIONS}}"
doc_to_target: "{{LABELS.index(answer)}}"
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
  - metric: acc_norm
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
"""
_QUESTIONS = '''\
"""The questions of this task, for lm-evaluation-harness; written by Magnetite."""

from pathlib import Path

import datasets


def questions(**_settings):
    """Return the questions as the only split."""
    path = Path(__file__).parent / "questions.jsonl"
    return {"test": datasets.load_dataset("json", data_files=str(path), split="train")}
'''
_INSPECT = Path(__file__).with_name("inspect_task.txt")  # a program, with NAME and ALPHABET to fill in
_CARD = """\
---
configs:
- config_name: default
  data_files:
{splits}
task_categories:
- multiple-choice
- question-answering
size_categories:
- {size}
---

# {title}

{count} multiple-choice questions, written by Magnetite. Before you publish them, say here where they come from and \
under which licence they stand.

| column | what it holds |
|---|---|
| `id`, `passage_id` | names of the question and of its passage |
| `passage`, `question` | texts; empty where a view took them away |
| `options` | the options, a list of texts; or texts with labels |
| `answer` | the letter (or label) of the right option; null where it is not known |
| `level` | a level, where the questions have any |

Further columns are metadata. What a view or an attack changed stands in the file that ends in `.provenance`, beside \
this folder.

{table}

    magnetite describe FOLDER
    datasets.load_dataset("FOLDER", split="{first}")
"""


def task_name(folder: str) -> str:
    """Return the name of a task, by that of its folder.

    >>> task_name("RACE attacked"), task_name("2019-exam")
    ('race_attacked', 'task_2019_exam')
    """
    name = re.sub(r"[^a-z0-9]+", "_", folder.lower()).strip("_") or "questions"
    plain = name.isidentifier() and not iskeyword(name) and no_device(name) == name
    return name if plain else f"task_{name}"


def _lm_eval(dataset: Dataset) -> Mapping[str, bytes]:
    _refuse(dataset, "lm-eval")
    name = task_name(dataset.name)
    rows = _written("jsonl", dataset)
    labelled = isinstance(json.loads(rows.partition(b"\n")[0])["options"], dict)
    parts = ("options.text", "options.label") if labelled else ("options", f"'{LETTERS}'")
    text = (
        _LM_EVAL.replace("PROMPT", PROMPT)
        .replace("NAME", name)
        .replace("OPTIONS", parts[0])
        .replace("LABELS", parts[1])
    )
    return {f"{name}.yaml": text.encode(), "questions.py": _QUESTIONS.encode(), QUESTIONS: rows}


def _inspect(dataset: Dataset) -> Mapping[str, bytes]:
    _refuse(dataset, "Inspect")
    most = [item for item in dataset if len(item.options) > len(LETTERS)]
    refuse(most, "Inspect", f"more than {len(LETTERS)} options", _INSTEAD)
    name = task_name(dataset.name)
    program = _INSPECT.read_text("utf-8").replace("NAME", name).replace("ALPHABET", LETTERS)
    return {f"{name}.py": program.encode(), QUESTIONS: _written("jsonl", dataset)}


def card(folder: Path) -> Mapping[str, bytes]:
    """Return the card of a folder, of all splits that lie in it."""
    pl = extra(POLARS, "A data set of Hugging Face")
    tables = {path.parent.name: pl.scan_parquet(path) for path in folder.glob(f"data/*/{TABLE}")}
    order = {name: place for place, name in enumerate((*SPLITS, UNSPLIT))}
    counts = {
        name: int(tables[name].select(pl.len()).collect().item())
        for name in sorted(tables, key=lambda name: order.get(name, len(order)))
    }
    total = sum(counts.values())
    text = _CARD.format(
        splits="\n".join(f"  - split: {name}\n    path: data/{name}/{TABLE}" for name in counts),
        size=next(size for size, most in _SIZES.items() if total < most),
        title=folder.name,
        count=f"{total:,}",
        table="\n".join(["| split | questions |", "|---|---|", *(f"| {name} | {n:,} |" for name, n in counts.items())]),
        first=next(iter(counts)),
    )
    return {"README.md": text.encode()}


_SIZES = {"n<1K": 1_000, "1K<n<10K": 10_000, "10K<n<100K": 100_000, "100K<n<1M": 1_000_000, "1M<n<10M": float("inf")}


def _refuse(dataset: Dataset, title: str) -> None:
    refuse([item for item in dataset if item.answer is None], title, "no known answer", _INSTEAD)


def _written(name: str, dataset: Dataset) -> bytes:
    writer = next(each for each in tabular.WRITERS if each.name == name)
    return writer.write(dataset)[""]


WRITERS = (
    Writer("lm-eval", "a task of lm-evaluation-harness", (), _lm_eval, lambda _dataset: HERE),
    Writer("inspect", "a task of Inspect", (), _inspect, lambda _dataset: HERE),
    Writer(
        "datasets",
        "a data set of Hugging Face",
        (),
        lambda dataset: {TABLE: _written("parquet", dataset)},
        lambda dataset: f"data/{dataset.split or UNSPLIT}",
        about=card,
        needs=POLARS,
    ),
)
