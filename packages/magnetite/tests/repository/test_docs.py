import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "packages").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_figure_in_the_index_of_results_stands_on_the_page_it_links_to():
    folder, number, compared, wrong = ROOT / "docs" / "results", re.compile(r"\d+(?:[.,]\d+)*"), 0, []
    for line in (folder / "README.md").read_text("utf-8").splitlines():
        if not re.match(r"\| [✓✗?–] \| \[", line):
            continue
        _, measured, short, *_ = line.split(" | ")
        pages = "".join((folder / link).read_text("utf-8") for link in re.findall(r"\]\(([^)]+)\)", measured))
        compared += 1
        wrong += [(measured, each) for each in number.findall(short) if each not in number.findall(pages)]
    assert compared > 40
    assert wrong == []


def test_the_readme_python_example_runs(capsys):
    [block] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    exec(compile(block, "README.md", "exec"), {})
    assert re.match(r"The system answers [\d.]+ of 20 questions", capsys.readouterr().out)


def test_the_examples_of_the_python_page_run_one_after_the_other(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/how-to/use-from-python.md").read_text("utf-8"), re.DOTALL)
    names = {}
    for block in blocks:
        exec(compile(block, "use-from-python.md", "exec"), names)
    assert len(blocks) == 4
    assert names["run"].finding("accuracy").number("accuracy").n == 20
    assert names["earlier"].second_look == names["report"].second_look
    assert names["csv"].count("\r\n") == len(names["report"].flags) + 1
    assert "40 questions" in capsys.readouterr().out


def test_every_command_that_a_page_shows_is_one_with_these_flags():
    import typer

    from benchmarks.install import commands
    from magnetite.cli.app import app

    def flags(command):
        return {flag for each in command.params for flag in each.opts + each.secondary_opts}

    root, wrong = typer.main.get_command(app), []
    for page, line in commands():
        here, words, known = root, line.replace("COMMAND", "audit").split()[1:], flags(root) | {"--help"}
        if words[0] == "positions":  # made by the page itself
            continue
        while words and (inner := getattr(here, "commands", {}).get(words[0])):
            here, words, known = inner, words[1:], known | flags(inner)
        if here.name == "export":
            exported = "convert" if "--as" in words else words[0]
            known |= flags(root.commands.get(exported, root.commands["audit"]))
        unknown = [word for word in words if word.startswith("--") and word not in known]
        unknown += [word for word in words[:1] if hasattr(here, "commands") and not word.startswith("--")]
        wrong += [(page, line, word) for word in unknown]
    assert wrong == []


def test_constraints_pin_every_dependency():
    paths = (ROOT / "packages").glob("*/pyproject.toml")
    projects = [tomllib.loads(path.read_text("utf-8"))["project"] for path in paths]
    extras = [name for each in projects for extra in each.get("optional-dependencies", {}).values() for name in extra]
    needed = [*(name for each in projects for name in each.get("dependencies", ())), *extras]
    ours = {each["name"] for each in projects}
    wanted = [name for name in needed if re.split(r"[\[>]", name)[0] not in ours]
    pinned = {
        line.split("==")[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if "==" in line
    }
    assert {re.split(r"[<>=!\[ ]", name)[0].lower().replace("_", "-") for name in wanted} <= pinned


def test_no_file_is_large():
    import subprocess

    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    sizes = {name: (ROOT / name).stat().st_size for name in listed.stdout.split("\0") if name}
    readers = tuple(f"packages/magnetite-systems/src/magnetite_systems/{name}/" for name in ("base", "exams", "reader"))
    readers = (*readers, "benchmarks/adapters/")
    most = {name: 8 if name.startswith(readers) else 3 for name in sizes}  # MiB
    assert [name for name, size in sizes.items() if size > most[name] * 1024**2] == []
    assert sum(size for name, size in sizes.items() if name.startswith(readers)) < 60 * 1024**2
    systems = "packages/magnetite-systems/"
    assert sum(size for name, size in sizes.items() if name.startswith(systems)) < 90 * 1024**2


def test_the_readme_shows_what_a_check_of_the_sample_says_in_words_and_in_its_picture(tmp_path):
    from benchmarks.picture import words_of
    from magnetite.api import check
    from magnetite.report.check.page import reason_counts, verdict
    from magnetite.report.wording import wording

    words, run = wording("en"), check("sample", models=False, output=tmp_path / "run").run
    finding = run.finding("check")
    head = verdict(int(finding.number("second look").value), len(run.exam["items"]), words, 0)
    shown = words_of((ROOT / "docs/images/check.png").read_bytes())
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert shown.startswith(_plain(head))
    assert head in readme
    for count in reason_counts(finding, words):
        line = f"{count.questions} {count.title} {count.severity_words}"
        assert _plain(f"{line} {count.right_words}") in shown
        assert count.severity == "remark" or f"{line} {count.right_words}" in readme


def _plain(text):
    return " ".join(text.encode("ascii", "ignore").decode("ascii").split())
