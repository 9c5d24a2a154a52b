"""Published pages are made of the findings that lie beside them, so that no figure on them is typed."""

import gzip
import json
import re
import shlex
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from magnetite.core.results import run_from_json
from magnetite_papers.page import markdown_page

RESULTS = Path(__file__).parents[4] / "docs" / "results"
STORED = sorted(RESULTS.glob("*.json"))
ARCHIVED = sorted(RESULTS.glob("*-stages/*.json.gz"))
LIN, TRAINED = ("plain", "high", "low", "none", "head", "dosed 0", "dosed 1", "dosed 2"), "lin2021/systems/base {} QOC"
SMALL = (
    ("1005b78fa7acfc17", "4b5bb40e98807945", "b592527a0eaa0e24"),  # O
    ("191f31378612d95d", "271d7814b3ae550b", "84bc6ed28454775e"),  # QO
    ("0e7b0a122246d5de", "2f198ca296037a07", "ede5a426267953a1"),  # CO
    ("041129b63ebb5aab", "ae24a2b26505e692", "c23b8878fb8834ec"),  # QOC
)
OURS = {  # values of five words or more that are no exam's
    "a sentence of another passage",
    "sure answers on RACE test",
    "ends with a full stop",
    "step 315 of 1000: the first 10080 questions of the sample",  # a system's card, of its training
    "step 378 of 1000: the first 12096 questions of the sample",
    *(  # the three of an ensemble
        " | ".join(f"encoder:{weights}+eadd4b20bba5b7e4:{precision}:prefix2:512:start:keep" for weights in three)
        for three in SMALL
        for precision in ("float32", "bfloat16.2")
    ),
    *(  # systems that the reproduction of Lin et al. trained: two of them, and one on a split
        f"{TRAINED.format(name)}, {other}"
        for name in LIN
        for other in (*map(TRAINED.format, LIN), "RACE train", "RACE dev", "RACE test")
    ),
    *(f"{TRAINED.format(part)}, bundled/base/qoc QOC" for part in ("none", "head")),
    *(f"bundled/base/qoc QOC, {TRAINED.format(part)}" for part in LIN),
    *("a combination is the key", "a combination is wrong"),
    "None of the above choices",  # the option that recurs in CosmosQA, which the page is about
    # the columns of a table that Magnetite wrote
    "passage=passage, question=question, options=options, answer=answer, id=id, passage_id=passage_id, level=level",
}
BY_VIEW = re.compile(r"((O|QO|CO|QOC) [\d.,]+(, |$))+")  # a figure of each view
PROSE = {
    "sentence",
    "notes",
    "title",
    "heading",
    "label",
    "about",
    "machine",
    *("text", "template", "script"),  # a note's words, a prompt, and where a system was trained
}  # what people read; quotations are hashed


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_a_published_page_is_that_of_its_findings(stored):
    run = run_from_json(stored.read_text("utf-8"), stored)
    assert stored.with_suffix(".md").read_text("utf-8") == markdown_page(run, f"{stored.stem}-figures")


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_the_command_on_a_page_is_one_that_its_benchmark_takes(stored, monkeypatch):
    python, _, name, *words = shlex.split(json.loads(stored.read_text("utf-8"))["command"])
    if python == "magnetite":
        return  # tests/cli/test_pages.py reads these
    module = import_module(f"{name}.__main__" if hasattr(import_module(name), "__path__") else name)
    monkeypatch.setattr(sys, "argv", [name, *words])
    assert module._arguments()


def test_every_page_has_its_findings():
    assert [page.stem for page in RESULTS.glob("*.md") if not page.with_suffix(".json").is_file()] == ["README"]


def long_values(part, name="") -> Iterator[str]:
    """Yield the texts of five words or more that are not prose of ours, keys included."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from long_values(key)
            yield from long_values(value, key)
    elif isinstance(part, list):
        for value in part:
            yield from long_values(value, name)
    elif (
        isinstance(part, str)
        and name not in PROSE
        and not BY_VIEW.fullmatch(part)
        and len(part.replace("; ", ";").replace(": ", ":").split()) > 4
    ):
        yield part


@pytest.mark.parametrize("archived", ARCHIVED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_archive_of_a_page_holds_a_text_of_an_exam_or_a_folder_of_a_machine(archived):
    content = json.loads(gzip.decompress(archived.read_bytes()))
    assert set(long_values(content)) <= OURS
    assert '"/' not in json.dumps(content)


def test_a_text_of_an_exam_in_an_archive_would_be_seen():
    text = "What would the boy rather do than sleep?"
    assert list(long_values({"tables": [{"columns": [{"values": [text]}]}], text: "None"})) == [text, text]
