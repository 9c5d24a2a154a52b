"""A check with candidates' answers, from a platform's file to the report: what is found, and what is kept to itself."""

import csv
import io

import numpy as np
import pytest
from rich.console import Console

import magnetite
from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.report.terminal import terminal_check
from magnetite.report.wording import wording

NAMES = ("Nováková", "Ildikó", "someone@example.org")
ITEMS = tuple(
    Item(
        f"q{n}",
        f"p{n}",
        "",
        f"Who came in chapter {n}?",
        tuple(f"{w} of {n}" for w in ("one", "two", "six", "ten")),
        n % 4,
    )
    for n in range(16)
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Check an exam with Moodle's file of 90 candidates; the key of q5 is wrong."""
    folder, random = tmp_path_factory.mktemp("checked"), np.random.default_rng(4)
    ability = random.normal(size=(90, 1))
    knows = random.random((90, 16)) < 1 / (1 + np.exp(-0.3 - 1.4 * ability))
    right = np.array([(item.answer + 1) % 4 if item.id == "q5" else item.answer for item in ITEMS])
    chosen = np.where(knows, right, random.integers(0, 4, (90, 16)))
    with (folder / "responses.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        heads = ["Surname", "First name", "Email address", "State", "Grade/16.00"]
        writer.writerow([*heads, *(f"Response {n}" for n in range(1, 17))])
        for number, row in enumerate(chosen):
            who = [f"{NAMES[0]} {number}", NAMES[1], NAMES[2], "Finished", "9.00"]
            writer.writerow([*who, *(item.options[at] for item, at in zip(ITEMS, row, strict=True))])
    return folder


@pytest.fixture(scope="module")
def run(folder):
    exam = Dataset("exam", ITEMS)
    return magnetite.check(exam, models=False, responses=folder / "responses.csv", output=folder / "out").run


def test_a_wrong_key_stands_first_with_the_option_that_is_right(run):
    flags = run.finding("check").table("flags")
    rows = list(zip(*(flags.values(name) for name in ("rule", "source", "id", "options")), strict=True))
    assert ("wrong-option-draws-the-best", "candidates", "q5", ["C", "B"]) in rows
    assert run.finding("check").table("looks").values("id")[0] == "q5"


def test_nobody_is_named_in_what_is_written(run, folder):
    written = [path for path in (folder / "out").rglob("*") if path.is_file()]
    assert len(written) == 2
    for path in written:
        text = path.read_text("utf-8")
        assert not [name for name in NAMES if name in text]
        assert "Email address" not in text  # it tells candidates apart, and is not among the extra columns
        assert "Grade/16.00" in text


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Reliability (Cronbach's alpha): 0."), ("de", "Cronbachs Alpha): 0,")]
)
def test_the_terminal_says_how_far_the_score_can_be_relied_on(run, language, said):
    console = Console(file=io.StringIO(), width=200)
    terminal_check(run, wording(language), console)
    text = console.file.getvalue()
    assert said in text
    assert NAMES[0] not in text


def test_a_few_candidates_are_told_that_they_raise_no_flags(folder):
    lines = (folder / "responses.csv").read_text("utf-8").splitlines()
    (folder / "few.csv").write_text("\n".join(lines[:13]), "utf-8")
    run = magnetite.check(Dataset("exam", ITEMS), models=False, responses=folder / "few.csv").run
    assert "candidates" not in run.finding("check").table("flags").values("source")
    console = Console(file=io.StringIO(), width=200)
    terminal_check(run, wording("en"), console)
    assert "12 candidates are too few for flags from their answers" in console.file.getvalue()


@pytest.fixture(scope="module")
def grouped(tmp_path_factory):
    """Write answers of 240 candidates, every other one of the evening form, in which q3 is far easier."""
    path, random = tmp_path_factory.mktemp("grouped") / "answers.csv", np.random.default_rng(8)
    evening = np.arange(240) % 2 == 1
    easier = 3.0 * np.outer(evening, np.arange(16) == 3)
    knows = random.random((240, 16)) < 1 / (1 + np.exp(0.2 - 1.4 * random.normal(size=(240, 1)) - easier))
    key = np.array([item.answer for item in ITEMS])
    chosen = np.where(knows, key, random.integers(0, 4, (240, 16)))
    heads = ["candidate", "Form", *(item.id for item in ITEMS)]
    rows = [[f"c{n}", "evening" if evening[n] else "morning", *("ABCD"[at] for at in chosen[n])] for n in range(240)]
    path.write_text("\n".join(",".join(row) for row in [heads, *rows]), "utf-8")
    return path


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "Group “evening” compared with group “morning”: at the same score, 1 question differs strongly and",
                "Cut at 9.6 of 16 points: ",
                "a second exam of this kind would decide ",
                "wrong options work: chosen by at least 5% of candidates",
            ),
        ),
        (
            "de",
            (
                "Gruppe „evening“ neben Gruppe „morning“: bei gleich vielen Punkten unterscheidet sich 1 Frage stark",
                "Bestehensgrenze 9,6 von 16 Punkten: ",
                "falschen Optionen wirken: mindestens 5",
            ),
        ),
    ],
)
def test_a_form_that_makes_a_question_easier_and_a_cut_are_told_on_the_page_and_in_the_terminal(
    grouped, tmp_path, language, said
):
    how = {"responses": grouped, "group_by": "form", "cut": "60%", "language": language, "output": tmp_path / "out"}
    run = magnetite.check(Dataset("exam", ITEMS), models=False, **how).run
    flags = run.finding("check").table("flags")
    assert [row["id"] for row in flags.rows() if row["rule"] == "easier-for-a-group"] == ["q3"]
    console = Console(file=io.StringIO(), width=1000)
    terminal_check(run, wording(language), console)
    text = " ".join(console.file.getvalue().split())
    for each in said:
        assert each in text
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert wording(language).say("page-groups-favoured") in page
    assert "<td>C</td>" in page


def test_groups_and_a_cut_need_answers_and_a_cut_that_can_be_reached(grouped):
    exam = Dataset("exam", ITEMS)
    for how in ({"group_by": "form"}, {"cut": "60%"}):
        with pytest.raises(UsageError, match="is about candidates' answers, and none are named"):
            magnetite.check(exam, models=False, **how)
    with pytest.raises(UsageError, match="--cut 17 is more than the 16 points"):
        magnetite.check(exam, models=False, responses=grouped, cut="17")
    with pytest.raises(UsageError, match="expected a share of the points"):
        magnetite.check(exam, models=False, responses=grouped, cut="most")


def test_where_nothing_can_be_said_of_groups_and_the_cut_the_terminal_says_why(grouped, tmp_path):
    few = tmp_path / "few.csv"
    few.write_text("\n".join(grouped.read_text("utf-8").splitlines()[:9]), "utf-8")
    run = magnetite.check(Dataset("exam", ITEMS), models=False, responses=few, group_by="Form", cut="9").run
    console = Console(file=io.StringIO(), width=1000)
    terminal_check(run, wording("en"), console)
    text = " ".join(console.file.getvalue().split())
    assert "Groups evening and morning have fewer than 50 candidates, so no groups were compared" in text
    assert "Decisions at the cut were not analysed: that needs ten candidates" in text
