"""What is read and written where nothing but the dependencies is installed: all but Parquet, Arrow and the hub."""

import json
import subprocess
import sys

import pytest

from examfiles import read, write, writers
from tests.made_office import odf, ods, xlsx

HIDDEN = ("polars", "huggingface_hub", "numpy", "scipy", "torch")
# The packages are hidden as if they were not installed; what follows is one program of a user.
CODE = f"""
import json, sys
from importlib.machinery import PathFinder
from pathlib import Path
found = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name.partition(".")[0] in {HIDDEN!r} else found(name, *more)
import examfiles
"""
ROWS = (
    ("passage", "question", "A", "B", "C", "answer"),
    *((f"Text {n}.", "Who?", "Ann", "Bo", "Cy", "B") for n in "123"),
)
TYPED = "Ann sat on a mat.\n\n1. Who sat?\nA) Ann\nB) Bo\nAnswer: A\n\n2. On what?\nA) a cat\nB) a mat\nAnswer: B\n"


def alone(code, *arguments):
    """Run a program in which the packages are hidden; return what it prints, as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", CODE + code, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return json.loads(done.stdout)


def plain(dataset):
    return [[item.id, item.passage, item.question, list(item.options), item.answer] for item in dataset]


PLAIN = "plain = lambda dataset: [[i.id, i.passage, i.question, list(i.options), i.answer] for i in dataset]\n"


def test_every_format_but_parquet_is_written_and_read_back(tmp_path):
    known = {name: "".join(writer.suffixes[:1]) for name, writer in writers().items() if not writer.needs}
    assert len(known) >= 12
    code = """
exam, written = examfiles.read("sample"), {}
for name, ending in json.loads(sys.argv[2]).items():  # what is written is read back, and compared
    path = Path(sys.argv[1], name + ending)
    examfiles.write(exam, path, name, lose=True)
    written[name] = path.exists()
print(json.dumps([written, sorted(set(sys.modules) & {"polars", "huggingface_hub", "numpy"})]))
"""
    assert alone(code, tmp_path, json.dumps(known)) == [dict.fromkeys(known, True), []]


@pytest.mark.parametrize("name", ["x.csv", "x.tsv", "x.json", "x.jsonl", "x.xlsx", "x.ods", "x.odt", "x.txt"])
def test_what_is_read_is_what_is_read_with_everything(tmp_path, name):
    objects = [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]
    lines = "".join(f"<text:p>{line}</text:p>" for line in TYPED.splitlines())
    contents = {
        "x.csv": "\n".join(map(";".join, ROWS)).encode(),
        "x.tsv": "\n".join(map("\t".join, ROWS)).encode(),
        "x.json": json.dumps(objects).encode(),
        "x.jsonl": "\n".join(map(json.dumps, objects)).encode(),
        "x.xlsx": xlsx({"Questions": ROWS}),
        "x.ods": ods(ROWS),
        "x.odt": odf("text", lines),
        "x.txt": TYPED.encode(),
    }
    path = tmp_path / name
    path.write_bytes(contents[name])
    found = alone(PLAIN + "print(json.dumps(plain(examfiles.read(sys.argv[1]))))", path)
    assert found == plain(read(path))
    assert len(found) > 1


def test_what_needs_polars_says_so_in_a_sentence(tmp_path):
    write(read("sample"), tmp_path / "exam.parquet")
    code = """
exam, said = examfiles.read("sample"), []
for ask in (
    lambda: examfiles.read(sys.argv[1]),
    lambda: examfiles.write(exam, sys.argv[1] + ".parquet"),
    lambda: examfiles.read("hf://datasets/owner/name/test.parquet"),
    lambda: exam.frame(),
):
    try:
        ask()
    except examfiles.UsageError as error:
        said.append(str(error))
print(json.dumps(said))
"""
    what = ("A Parquet file", "A Parquet file", "A table on the hub", "A table of the questions")
    end = "needs polars, which is not installed: pip install polars"
    assert alone(code, tmp_path / "exam.parquet") == [f"{each} {end}" for each in what]
