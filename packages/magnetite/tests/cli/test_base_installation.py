"""What a base installation does: no process here finds the packages of the extras, nor those of our guests.

It is the same Magnetite; a `sitecustomize` on the path of each process, and of those that it starts, hides the packages
as if they were not installed.
"""

import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

import magnetite
from examfiles import read, write
from magnetite.core.extras import EXTRAS
from magnetite.web.security import COOKIE, FIELD
from tests.web.made import CHECKS, GIFT, served, wait_for

GUESTS = ("magnetite_papers", "magnetite_study")
REFUSED = sorted({name for modules in EXTRAS.values() for name in modules} | set(GUESTS))
SITE = f"""
import importlib.metadata as metadata
from importlib.machinery import PathFinder

found, entries = PathFinder.find_spec, metadata.entry_points

def is_there(name):
    return name.partition(".")[0] not in {REFUSED!r}

PathFinder.find_spec = lambda name, *given: found(name, *given) if is_there(name) else None
metadata.entry_points = lambda **asked: [entry for entry in entries(**asked) if is_there(entry.module)]
"""
# One process runs all of them, one after another, and says of each how it ended.
SEVERAL = """
import contextlib, io, json, sys
from magnetite.cli import main
ends = []
for typed in sys.argv[1:]:
    sys.argv, out, err = ["magnetite", *typed.split()], io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as end:
        ends.append([end.code, out.getvalue(), err.getvalue()])
print(json.dumps(ends))
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """Return the environment of a process in which the extras are not installed."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(SITE, "utf-8")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "400", "NO_COLOR": "1"}


@pytest.fixture(scope="module")
def word(tmp_path_factory):
    """Return an exam in Word."""
    path, sample = tmp_path_factory.mktemp("word") / "exam.docx", read("sample")
    write(sample.with_items(list(sample)[:12]), path, lose=True)
    return path


@pytest.fixture
def run(base, word, tmp_path):
    """Return what runs a command in such a process, in a folder with an exam in Word."""
    shutil.copy(word, tmp_path)

    def typed(*arguments, code=("-m", "magnetite")):
        command = [sys.executable, *code, *map(str, arguments)]
        return subprocess.run(command, env=base, cwd=tmp_path, capture_output=True, text=True, check=False)

    return typed


def installs(extra):
    """Return what the command looks like that installs an extra, from a checkout or elsewhere."""
    return rf"(\S*pip install .*\[{extra}\]'?|make (-C \S+ )?{extra})"


def test_an_exam_is_checked_and_all_that_a_check_writes_is_written(run, tmp_path):
    files = ("--json", "flags.json", "--sarif", "flags.sarif", "--junit", "flags.xml")
    done = run("check", "exam.docx", "--no-models", "--output", "out", *files)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    there = magnetite.check(tmp_path / "exam.docx", models=False).run
    here = magnetite.load(tmp_path / "out")
    assert [vars_of(finding) for finding in here.findings] == [vars_of(finding) for finding in there.findings]
    assert html.escape(done.stdout.splitlines()[0]) in (tmp_path / "out" / "report.html").read_text("utf-8")
    assert all((tmp_path / name).stat().st_size for name in files[1::2])


def vars_of(finding):
    tables = {table.name: [list(column.values) for column in table.columns] for table in finding.tables}
    return finding.sentence, [repr(number) for number in finding.numbers], repr(tables)


def test_answers_of_candidates_are_analysed_and_give_the_same_figures(run, tmp_path):
    exam = read("sample")
    rows = [["candidate", *(item.id for item in exam)]]
    rows += [[f"c{n}", *("ABCDE"[n * at % (2 + at % 2)] for at in range(len(exam)))] for n in range(40)]
    (tmp_path / "answers.csv").write_text("\n".join(map(",".join, rows)), "utf-8")
    done = run("check", "sample", "--no-models", "--responses", "answers.csv", "--output", "out")
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert "Reliability (Cronbach's alpha)" in done.stdout
    there = magnetite.check("sample", models=False, responses=tmp_path / "answers.csv").run
    here = magnetite.load(tmp_path / "out")
    assert [vars_of(finding) for finding in here.findings] == [vars_of(finding) for finding in there.findings]


def test_without_models_an_exam_is_checked_by_rules_and_a_sentence_says_how_to_add_a_reader(run):
    done = run("check", "exam.docx")
    assert done.returncode == 0
    [said] = [line for line in done.stdout.splitlines() if "a reader would also say" in line]
    assert re.fullmatch(rf"Only the rules .*need no passage: {installs('models')}", said)


def test_a_dataset_is_described_with_the_same_figures(run, magnetite, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    done = run("describe", "sample")
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert done.stdout == magnetite("describe", "sample").stdout


def test_an_exam_is_converted(run, tmp_path):
    names = ("new.gift", "new.csv", "new.jsonl", "new.html", "new.docx")
    done = run(*(f"convert exam.docx --to {name} --lose" for name in names), code=("-c", SEVERAL))
    assert [code for code, *_ in json.loads(done.stdout)] == [0] * len(names)
    assert [len(read(tmp_path / name)) for name in names] == [12] * len(names)


def test_a_diagnosis_finds_nothing_to_repair(run):
    done = run("doctor")
    assert done.returncode == 0, done.stdout
    assert "exams are checked by rules" in done.stdout


def test_the_check_page_takes_an_exam_and_gives_it_back(base, tmp_path):
    with (
        served(CHECKS, tmp_path / "checks", env=base) as server,
        httpx2.Client(base_url=server.address, follow_redirects=True, timeout=60) as browser,
    ):
        assert browser.get("/").status_code == 200
        token = {FIELD: browser.cookies[COOKIE]}
        page = browser.post("/checks", data=token, files={"file": ("exam.gift", GIFT.encode())})
        assert "2 questions, 1 passage, 2 with a key" in page.text
        assert "Models, which point out questions" in page.text
        assert 'name="models"' not in page.text
        browser.post(f"{page.url.path}/start", data={"language": "en", "models": "1", **token})
        wait_for(lambda: browser.get(f"{page.url.path}/progress").json()["state"] in {"done", "failed"})
        assert "deserve" in browser.get(f"{page.url.path}/report.html").text
        assert browser.get(f"{page.url.path}/flags.csv").text.startswith("\ufeffquestion,")
        offered = browser.get(f"{page.url.path}/download").text
        assert "Moodle GIFT" in offered
        assert "Parquet" not in offered


LACKING = {
    "audit sample": "audit",
    "audit sample --dry-run": "audit",
    "check exam.docx --model longest": "audit",
    "check exam.docx --model small": "models",
    "check exam.docx --model ./weights": "models",
    "check exam.docx --judge reader": "models",
    "check exam.docx --span": "models",
    "export audit sample --to cells.jsonl": "audit",
    "import scores.csv --to scores": "audit",
    "items exam.docx log.json": "audit",
    "magnets sample": "audit",
    "order sample": "audit",
    "overlap sample exam.docx": "audit",
    "runs .": "audit",
    "score sample": "audit",
    "shortcuts sample": "audit",
    "train sample --view QO --output system": "models",
    "transfer sample": "audit",
    "unreadable sample": "audit",
}


def test_a_command_that_lacks_an_extra_says_so_in_one_sentence_with_the_command_that_installs_it(run):
    done = run(*LACKING, code=("-c", SEVERAL))
    for (typed, extra), (code, _, said) in zip(LACKING.items(), json.loads(done.stdout), strict=True):
        sentence = rf"Error: .* needs .*, which are not installed: {installs(extra)}\n"
        assert (code, bool(re.fullmatch(sentence, said.lstrip()))) == (2, True), (typed, said)


def test_a_data_frame_says_what_it_needs(run):
    code = """
import examfiles, magnetite
try:
    magnetite.check("exam.docx").frame()
except examfiles.UsageError as error:
    print(error)
"""
    done = run(code=("-c", code))
    assert re.fullmatch(rf"a data frame needs polars, which is not installed: {installs('audit')}\n", done.stdout)


def test_a_parquet_file_is_refused_with_what_reads_it(run, tmp_path):
    write(read("sample"), tmp_path / "exam.parquet")
    for typed in (("describe", "exam.parquet"), ("convert", "sample", "--to", "new.parquet")):
        done = run(*typed)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "Error: A Parquet file needs polars, which is not installed: pip install polars\n"


def test_magnetite_speaks_with_words_of_its_own_and_none_of_its_guests():
    packages = Path(__file__).parents[3]
    text = {
        path.relative_to(packages): path.read_text("utf-8")
        for path in (packages / "magnetite" / "src").rglob("*")
        if path.suffix in {".py", ".j2"}
    }
    for guest in GUESTS:
        for words in (packages / guest.replace("_", "-") / "src").rglob("*.en.ftl"):
            codes = re.findall(r"^([a-z][\w-]*) =", words.read_text("utf-8"), re.MULTILINE)
            assert codes
            assert not [(code, path) for code in codes for path, each in text.items() if f'"{code}"' in each]
