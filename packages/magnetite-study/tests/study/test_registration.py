"""What was settled before anyone answered is on one page; a report says whether it keeps to it, and none peeks."""

import hashlib

import pytest

from examfiles.errors import UsageError
from magnetite.report.wording import text_of
from magnetite_study import StudySettings, create_study, report_study
from magnetite_study.answers import BookletAnswer
from magnetite_study.database import Database
from magnetite_study.files import read_design
from magnetite_study.registration import PAGE, page_of, page_print
from tests.study.made import attack, no_passage, study, with_and_without

DAY = 86_400.0
COMPARISONS = {"study_attack", "study_magnets"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "magnets.txt").write_text("\n".join(f"some thing number {k}" for k in range(5)), "utf-8")
    return tmp_path / "study"


def made(folder, **more):
    told = {"magnets": str(folder.parent / "magnets.txt"), "models": (), "questions": 6, "participants": 8, **more}
    create_study("sample", folder, StudySettings(**told))
    return folder


def answer_all(folder, numbers=range(1, 9)):
    with Database(folder) as database:
        for number in numbers:
            for page in database.booklet(number):
                database.answer(number, page.position, (number + page.position) % 3)


def notes(run):
    return " ".join(text_of(note, "en") for note in run.finding("study_people").notes)


def sentence(run):
    return text_of(run.finding("study_people").answer, "en")


def test_the_page_is_kept_with_the_study_and_its_print_is_that_of_its_file(folder):
    made(folder)
    with Database(folder) as database:
        assert database.registered() == hashlib.sha256((folder / PAGE).read_bytes()).hexdigest()
    assert (folder / PAGE).read_text("utf-8") == page_of(read_design(folder))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("make", [attack, no_passage, with_and_without])
def test_the_page_names_what_is_settled_and_has_no_key(make, language):
    design = make(language=language, until="2027-01-31", fields=("Age",))
    page = page_of(design)
    assert all(part in page for part in (str(design.seed), "2027-01-31", "Age", str(len(design.questions))))
    texts = {text for question in design.questions for text in (question.item.question, *question.item.options)}
    assert [text for text in texts if text in page] == []


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 5},
        {"participants": 7},
        {"consent": "Else."},
        {"fields": ("Age",)},
        {"allow_change": True},
        {"until": "2027-01-31"},
        {"many": 18},
        {"title": "Else"},
    ],
)
def test_whatever_is_settled_otherwise_gives_another_page(other):
    made_at = {"created": ""}
    first, second = (page_of(_at(attack(**more), **made_at)) for more in ({}, other))
    assert page_print(first.encode()) != page_print(second.encode())


def _at(design, **fields):
    from dataclasses import replace

    return replace(design, **fields)


def test_a_seed_that_nobody_chose_is_drawn_and_kept(folder, tmp_path):
    seeds = {read_design(made(tmp_path / f"study{k}")).seed for k in range(3)}
    assert len(seeds) == 3
    assert read_design(made(folder, seed=7)).seed == 7


def test_while_answers_may_come_a_report_compares_nothing_and_says_so(folder):
    made(folder)
    answer_all(folder, range(1, 8))
    run = report_study(folder)
    assert [finding.experiment for finding in run.findings] == ["study_people"]
    assert "Collection has not ended" in sentence(run)
    columns = set(run.finding("study_people").table("study_participants").names)
    assert columns.isdisjoint({"accuracy", "magnets_taken"})
    answer_all(folder, [8])
    whole = report_study(folder)
    assert {finding.experiment for finding in whole.findings} >= COMPARISONS
    assert "This report keeps to it" in notes(whole)
    assert "Collection" not in sentence(whole)


def test_a_report_says_how_it_departs_from_what_was_settled(folder):
    made(folder, exclusions="complete")
    answer_all(folder, range(1, 7))
    with Database(folder) as database:
        database.end()
    run = report_study(folder, everyone=True)
    assert {finding.experiment for finding in run.findings} >= COMPARISONS
    (folder / PAGE).write_text("something else", "utf-8")
    with Database(folder) as database:
        database.import_answers([BookletAnswer(7, 1, 0)])
    later = report_study(folder, everyone=True)
    for each, words in (
        (run, ("departs", "no one is left out", "ended before all planned participants had finished")),
        (later, ("the page was changed", "added after collection had ended")),
    ):
        assert [word for word in words if word not in notes(each)] == []
    assert "the page was changed" not in notes(run)


def test_answers_that_were_exported_early_are_counted_and_told(folder, tmp_path):
    from magnetite_study.export import write_export

    made(folder)
    answer_all(folder, range(1, 5))
    for _ in range(2):
        with Database(folder) as database:
            write_export(database, tmp_path / "export")
    answer_all(folder, range(5, 9))
    with Database(folder) as database:
        write_export(database, tmp_path / "export")
        assert [count for _, count in database.looks()] == [24, 24]
    assert "exported 2 times" in notes(report_study(folder))


def test_once_collection_has_ended_screens_take_no_answer_and_paper_may_still_be_typed(folder):
    made(folder)
    with Database(folder) as database:
        database.answer(1, 1, 0)
        database.end()
        with pytest.raises(UsageError, match="collection has ended"):
            database.answer(1, 2, 0)
        assert database.answered(1) == {1: 0}
        assert database.import_answers([BookletAnswer(2, 1, 0)])["new"] == 1


@pytest.mark.parametrize(("seconds", "closed"), [(DAY - 1, False), (DAY, True)])
def test_collection_ends_with_its_last_day(tmp_path, seconds, closed):
    midnight = 1_801_353_600.0  # 2027-01-31
    with Database(study(tmp_path / "study", attack(until="2027-01-31")), clock=lambda: midnight + seconds) as database:
        assert database.closed() is closed


def test_a_day_that_is_none_is_refused():
    with pytest.raises(UsageError, match=r"--until: '31.1.2027' is not a day; expected one such as 2027-03-31"):
        StudySettings(magnets="m", until="31.1.2027")


def test_a_study_without_a_page_is_reported_as_before(tmp_path):
    folder = study(tmp_path / "study", attack(many=4))
    with Database(folder) as database:
        database.answer(1, 1, 0)
    assert "settled" not in notes(report_study(folder))
