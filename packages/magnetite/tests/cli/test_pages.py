"""Every command on every page is run here, or is marked with the reason why it is not; all of them exist.

Commands are the lines of code blocks that begin with a program. What is run is run in a folder with made files of the
names that pages use, with a baseline where a page has the bundled systems answer.
"""

import csv
import re
import shlex
from pathlib import Path

import pytest
import typer

from examfiles import read
from magnetite.cli.app import app

ROOT = Path(__file__).parents[4]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES += sorted((ROOT / "src").rglob("*.md"))
PROGRAMS = (
    *("magnetite", ".venv/bin/magnetite", "pip", "pipx", "uvx", "make", "python", "podman", "ray", "sbatch", "kubectl"),
    *(".venv/bin/pre-commit", "git", "export", "source"),
)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$|^((?:    .*\n)+)", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# The commands that are not run here, by what is in them, and why.
WHY_NOT = {
    r"[\[…]|\bDATA\b|\bSTUDY\b|\bFIRST\b": "it stands for many",
    r"\bserve\b": "it waits for visitors; tests/web serve both kinds of pages",
    r"install-completion": "it changes the user's shell; test_completion.py asks as a shell asks",
    r"^(pip|pipx|uvx|podman)\b": "it needs the package index; tests/test_install.py installs what is built",
    r"^(make|git|pre-commit|export|source)\b": "it sets up this folder; CI does",
    r"^(ray|sbatch|kubectl)\b": "it needs a cluster; tests/test_cluster_pages.py reads and starts what one machine can",
    r"^python (-m )?benchmarks": "it takes minutes to hours; its page is what it wrote",
    r"^magnetite get (base|reader|smollm2)": "it fetches weights; tests/cli/test_get_command.py has a hub of its own",
    r"\btrain\b|\bunanswerable\b": "it trains; tests/cli and tests/golden train on made questions",
    r"\bbenchmark\b": "it takes minutes; tests/cli/test_benchmark.py",
    r"http://localhost|http://127": "it needs a server; tests/commands/test_remote.py has one",
    r"smollm2|--model reader|path/or/hub-id": "it needs weights; tests/commands/test_language_models.py has small ones",
    r"scored\.jsonl|scores\.parquet": "it needs scores; tests/cli/test_exchange_commands.py makes them",
    r"\.pipes\b": "tests/test_extending.py follows the page",
    r"race\.jsonl|\bruns runs\b": "it needs runs and logs; tests/commands/test_runs.py and test_items.py make them",
    r"magnets\.jsonl": "it needs magnets that were found; the tour makes a study with given ones",
    r"RACE|DREAM|MCTest|CosmosQA|MCScript|\breproduce\b": "not ours to pass on; tests/golden has made data",
    r"study (links|end|report) my-study": "it needs a study; the tour makes one",
}


def blocks(page):
    """Yield the code blocks of a page: their language, "" for indented ones, and text."""
    for fenced, text, indented in BLOCK.findall(page.read_text("utf-8")):
        yield fenced, text or re.sub(r"^    ", "", indented, flags=re.MULTILINE)


def commands_of(text):
    """Yield the commands in a code block, without what is said beside them."""
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.split(" ")[0] in PROGRAMS:
            yield re.split(r"\s{2,}|\s#", line.removeprefix(".venv/bin/"))[0].strip()


def commands(page):
    return [command for fenced, text in blocks(page) if fenced in {"", "console"} for command in commands_of(text)]


def why_not(command):
    return next((reason for pattern, reason in WHY_NOT.items() if re.search(pattern, command)), "")


def is_tour(page):
    return page.parent.name == "tours"


def is_run(page, command):
    lasting = re.search(r"\bserve\b|\breproduce\b", command)
    return command.startswith("magnetite ") and ((is_tour(page) and not lasting) or not why_not(command))


EVERY = [(page, command) for page in PAGES for command in commands(page)]
OF_OURS = [
    (page, command)
    for page, command in EVERY
    if command.startswith("magnetite ") and "[" not in command and "positions" not in command  # another package's
]
named = [f"{page.relative_to(ROOT).as_posix()}: {command}" for page, command in OF_OURS]


@pytest.mark.parametrize(("page", "command"), OF_OURS, ids=named)
def test_a_command_on_a_page_exists_and_takes_these_flags(page, command):
    group, words = typer.main.get_command(app), shlex.split(command)[1:]
    if words[0].startswith("--"):
        assert words[0] in {name for each in group.params for name in each.opts} | {"--install-completion"}
        return
    while hasattr(group, "commands"):
        group, words = group.commands[words[0]], words[1:]
    if group.name in {"benchmark", "export"}:  # which pass flags on
        return
    group.make_context(group.name, words).close()  # raises for a flag or an argument that there is not


@pytest.mark.parametrize(
    "page", [page for page in PAGES if is_tour(page) or page == PAGES[0]], ids=lambda page: page.name
)
def test_a_beginner_learns_how_to_get_the_command_before_it_is_typed(page):
    text = page.read_text("utf-8")
    typed = re.search(r"^(?:    )?magnetite ", text, re.MULTILINE)
    assert 0 < text.index("source .venv/bin/activate") < typed.start()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_command_that_is_not_run_is_marked_why(page):
    assert [each for each in commands(page) if not is_run(page, each) and not why_not(each)] == []


def test_every_mark_is_of_use():
    unused = [p for p in WHY_NOT if not any(re.search(p, command) for _, command in EVERY)]
    assert unused == []


def test_the_targets_of_make_exist():
    targets = {
        name for line in (ROOT / "Makefile").read_text("utf-8").splitlines() for name in line.partition(":")[0].split()
    }
    assert {command.split()[1] for _, command in EVERY if command.startswith("make ")} <= targets


def test_the_benchmarks_exist():
    scripts = [c.split()[1:3] for _, c in EVERY if c.startswith("python ")]
    paths = {
        second.replace(".", "/") if first == "-m" else first
        for first, second in scripts
        if "benchmarks" in first + second
    }
    assert paths
    assert all((ROOT / path).with_suffix(".py").exists() or (ROOT / path / "__main__.py").exists() for path in paths)


@pytest.fixture
def workbench(magnetite, tmp_path, monkeypatch):
    """Make a folder with exams of the names that pages use."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")
    for name in ("exam.gift", "exam.csv", "exam.jsonl", "bank/one.gift", "exam.docx", "exam.zip", "exam.xml"):
        Path(name).parent.mkdir(exist_ok=True)
        if name == "exam.docx":
            write_document(Path(name))
            continue
        how = ("--format", "qti-2.2") if name.endswith(".zip") else ()
        made = magnetite("convert", "sample", "--limit", 4, "--lose", *how, "--to", name)
        assert made.returncode == 0, made.stderr
        Path(f"{name}.provenance").unlink(missing_ok=True)
    write_responses(Path("Quiz 1-responses.csv"), read("exam.xml"))
    return tmp_path


def write_responses(path, exam):
    """Write what Moodle would of three candidates, the first of whom is right each time."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        heads = ["Last name", "First name", "Email address", "Status", "Started", "Completed", "Duration", "Grade/4.00"]
        out.writerow([*heads, *(f"Response {place}" for place in range(1, len(exam) + 1))])
        for candidate in range(3):
            chosen = [
                item.options[(item.answer + candidate * (place % 2)) % len(item.options)]
                for place, item in enumerate(exam)
            ]
            out.writerow([f"L{candidate}", f"F{candidate}", f"c{candidate}@example.org", "Finished", *"1234", *chosen])


def write_document(path):
    from docx import Document

    document = Document()
    document.add_paragraph("The bakery opens at six, and bread is ready at seven. Mara buys two loaves.")
    asked = {
        "When does it open?": ("At six", "At seven", "At eight", "At nine"),
        "What is ready at seven?": ("Bread", "Tea", "Soup", "Cake"),
        "Who buys two loaves?": ("Mara", "Ben", "Ida", "Tom"),
    }
    for number, (question, options) in enumerate(asked.items(), 1):
        lettered = [f"{letter}. {option}" for letter, option in zip("ABCD", options, strict=True)]
        for line in (f"{number}. {question}", *lettered, "ANSWER: A"):
            document.add_paragraph(line)
    document.save(str(path))


def typed(command):
    """Return the words of a command; a baseline answers where the bundled systems would."""
    words = shlex.split(command)[1:]
    group = typer.main.get_command(app).commands[words[0]]
    takes = {name for each in getattr(group, "params", ()) for name in each.opts}
    if "--model" in takes and not {"--model", "--no-models", "--systems"} & set(words):
        words += ["--model", "overlap"]
    return words


@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(is_run(page, c) for c in commands(page))], ids=lambda page: page.stem
)
def test_the_commands_of_a_page_work_in_order_and_print_what_it_shows(page, magnetite, workbench):
    for name, text in FILE.findall(page.read_text("utf-8")):
        Path(name).write_text(text, "utf-8")

    printed = ""
    for fenced, text in blocks(page):
        if fenced == "output":
            for line in text.splitlines():
                assert " ".join(line.split()) in printed, f"{line}\n\nnot in\n\n{printed}"
        for command in commands_of(text) if fenced in {"", "console"} else ():
            if is_run(page, command):
                done = magnetite(*typed(command))
                assert done.returncode in ({0, 6} if "--fail-on" in command else {0}), f"{command}\n{done.stderr}"
                printed = " ".join((done.stdout + done.stderr).split())


def test_the_python_of_the_researchers_tour_runs(capsys, workbench):
    text = (ROOT / "docs" / "tours" / "researcher.md").read_text("utf-8")
    [block] = [each for each in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "import magnetite" in each]
    exec(compile(block, "researcher.md", "exec"), {})
    assert "20 questions" in capsys.readouterr().out
