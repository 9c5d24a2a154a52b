"""Studies from data, magnets and systems; reported as a run."""

import json
import os

import pytest

from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset
from magnetite.core.results import run_from_json
from magnetite.views.text import length
from magnetite_study import StudySettings, create_study, report_study
from magnetite_study.booklets import write_booklets
from magnetite_study.database import Database
from magnetite_study.files import read_design
from magnetite_study.simulated import Population, simulate
from tests.study.made import attack, items, magnets, no_passage, study

LONG, SHORT = "an option that is much longer than any other " * 3, "no"


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "magnets.txt"
    path.write_text("\n".join([LONG, SHORT, "all of the above", "both A and C", "a thing of no importance"]), "utf-8")
    return path


def request(listed, **more):
    return StudySettings(
        **{"questions": 10, "participants": 4, "magnets": str(listed), "models": ("longest",), "seed": 0, **more}
    )


def fill(folder, population=None):
    """Store simulated answers."""
    with Database(folder) as database:
        design = database.design
        answers = simulate(design, population or Population())
        for k in range(len(answers)):
            number, position = int(answers.participant[k]), int(answers.position[k])
            shown = design.booklet(number)[position - 1]
            database.answer(number, position, shown.order.index(int(answers.chosen[k])), float(answers.seconds[k]))


def test_a_models_interference_score_is_the_share_of_the_studys_questions_that_the_magnet_wins(listed, tmp_path):
    design = create_study("sample", tmp_path / "study", request(listed), store="off")
    scores = {q.magnet.text: q.magnet.interference["longest"] for q in design.questions}
    assert scores[LONG.strip()] == 1.0
    assert scores[SHORT] == 0.0
    for question in design.questions:
        took = question.magnet.chosen["longest"] == question.magnet.replaced
        assert took or question.magnet.text != LONG.strip()
        assert not took or question.magnet.text != SHORT
        own = [length(option) for option in question.item.options]
        assert own[question.chosen["longest"]] == max(own)


def test_under_attack_a_model_chooses_among_what_people_are_shown(listed, tmp_path):
    design = create_study("sample", tmp_path / "study", request(listed), store="off")
    for question in design.questions:
        shown = question.options("attacked")
        assert question.magnet.chosen["longest"] in range(len(shown))
        kept = [k for k in range(len(shown)) if k != question.magnet.replaced]
        if question.magnet.text == SHORT:
            longest = max(length(shown[k]) for k in kept)
            assert length(shown[question.magnet.chosen["longest"]]) == longest


def test_the_folder_holds_the_design_and_an_empty_database_of_its_participants(listed, tmp_path):
    design = create_study("sample", tmp_path / "study", request(listed), store="off", command="as typed")
    assert read_design(tmp_path / "study") == design
    assert design.sources["command"] == "as typed"
    assert design.sources["data"]["items"] == 96
    with Database(tmp_path / "study") as database:
        assert [each.state for each in database.participants()] == ["new"] * 4


def test_no_question_with_a_combining_option_is_attacked(listed, tmp_path):
    design = create_study("sample", tmp_path / "study", request(listed, questions=80, models=()), store="off")
    flawed = {q.item.id for q in design.questions if q.item.metadata.get("flaw") == "all-of-the-above"}
    assert flawed == set()


def test_without_models_none_is_asked_and_the_report_has_people_alone(listed, tmp_path):
    design = create_study("sample", tmp_path / "study", request(listed, models=()), store="off")
    assert design.models == ()
    fill(tmp_path / "study")
    run = report_study(tmp_path / "study", tmp_path / "run")
    assert set(run.finding("study_attack").table("study_accuracy").values("who")) == {"people"}


def test_a_no_passage_study_takes_its_questions_from_the_systems_entropies(tmp_path):
    design = create_study(
        "sample",
        tmp_path / "study",
        StudySettings(design="no-passage", questions=10, models=("longest",), seed=0),
        store="off",
    )
    low = [q.shortcut.entropy for q in design.questions if q.shortcut.group == "low"]
    high = [q.shortcut.entropy for q in design.questions if q.shortcut.group == "high"]
    assert len(low) == len(high) == 5
    assert max(low) < min(high)
    assert design.sources["shortcut"] == "longest QO"
    fill(tmp_path / "study", Population(easier=3.0, ability=0.0))
    run = report_study(tmp_path / "study", tmp_path / "run")
    assert run.finding("study_no_passage").number("accuracy", "longest QO, lowest entropy").n == 5


def test_a_no_passage_study_without_models_asks_all_questions_and_its_report_is_of_people(tmp_path):
    how = StudySettings(design="no-passage", models=(), participants=6, seed=0)
    design = create_study("sample", tmp_path / "study", how)
    assert len(design.questions) == 96
    assert {question.withheld for question in design.questions} == {"A", "B"}
    assert design.sources["systems"] == []
    assert read_design(tmp_path / "study") == design
    pages, _key, _ = write_booklets(design, [1, 2], tmp_path / "paper")
    assert "Some questions come with the text" in pages.read_text("utf-8")
    fill(tmp_path / "study", Population(ability=0.0))
    run = report_study(tmp_path / "study", tmp_path / "run")
    assert [finding.experiment for finding in run.findings] == ["study_passage", "study_people"]
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "With and without the passage" in page
    assert "right without it" in page


def test_a_report_is_a_run_folder_that_reads_back_with_figures_and_every_question(listed, tmp_path):
    create_study("sample", tmp_path / "study", request(listed, models=("longest", "overlap")), store="off")
    fill(tmp_path / "study", Population(susceptibility=0.3))
    run = report_study(tmp_path / "study", tmp_path / "run")
    assert [finding.experiment for finding in run.findings] == ["study_attack", "study_magnets", "study_people"]
    kept = run_from_json((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert kept.finding("study_attack").sentence == run.finding("study_attack").sentence
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    for part in ("Study with people: sample-exam", "study_magnets-study-interference", "study_attack-study-accuracy"):
        assert part in page
    assert len((tmp_path / "run" / "items.csv").read_text("utf-8-sig").splitlines()) > 10


def test_a_report_may_be_made_again_as_answers_come_in_but_not_over_another_study(listed, tmp_path):
    create_study("sample", tmp_path / "study", request(listed), store="off")
    with Database(tmp_path / "study") as database:
        database.answer(1, 1, 0)
    report_study(tmp_path / "study", tmp_path / "run")
    fill(tmp_path / "study")
    assert report_study(tmp_path / "study", tmp_path / "run").finding("study_people").number("answered all").value >= 3
    other = study(tmp_path / "other", attack())
    with Database(other) as database:
        database.answer(1, 1, 0)
    with pytest.raises(UsageError, match="holds another run"):
        report_study(other, tmp_path / "run")
    report_study(other, tmp_path / "run", overwrite=True)


def test_a_report_without_answers_says_so(tmp_path):
    with pytest.raises(DataError, match="has no answers yet"):
        report_study(study(tmp_path / "study", no_passage()), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_deleted_participant_is_in_no_report(listed, tmp_path):
    create_study("sample", tmp_path / "study", request(listed), store="off")
    fill(tmp_path / "study")
    with Database(tmp_path / "study") as database:
        database.delete_participant(2)
    run = report_study(tmp_path / "study")
    assert run.finding("study_people").table("study_participants").values("participant") == ["1", "3", "4"]


def test_hostile_texts_stay_texts_in_the_report(tmp_path):
    from dataclasses import replace

    bad = "</script><script>alert(1)</script>"
    asked = [replace(item, question=f"{bad} {item.id}", passage=f"{bad} {item.id}") for item in items(4)]
    (tmp_path / "m.txt").write_text(f"{bad} x\n{bad} y", "utf-8")
    data = Dataset(bad, tuple(asked))
    create_study(data, tmp_path / "study", request(tmp_path / "m.txt", questions=4), store="off")
    fill(tmp_path / "study", Population(susceptibility=0.9))
    report_study(tmp_path / "study", tmp_path / "run")
    assert bad not in (tmp_path / "run" / "report.html").read_text("utf-8").replace("\\u003c", "")


def test_data_with_several_splits_gives_its_test_split_and_a_limit_draws_from_it(tmp_path, listed):
    exam = tmp_path / "exam"
    exam.mkdir()
    for split in ("train", "test"):
        rows = [
            {
                "id": f"{split}{k}",
                "passage": f"Passage {k}.",
                "question": f"Which {k}?",
                "options": ["ab", "abc"],
                "answer": "A",
            }
            for k in range(12)
        ]
        (exam / f"{split}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    design = create_study(exam, tmp_path / "study", request(listed, questions=4, models=()), limit=6, store="off")
    assert {question.item.id[:4] for question in design.questions} == {"test"}
    assert design.sources["looked_at"] == 6


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"design": "attacks", "magnets": "m"}, "design 'attacks' does not exist. Known: attack, no-passage"),
        ({}, r"needs magnets.*--magnets FILE"),
        ({"magnets": "m", "assignment": "random"}, "assignment 'random' does not exist"),
        ({"magnets": "m", "language": "fr"}, "language 'fr' does not exist"),
        ({"design": "no-passage", "magnets": "m"}, "has neither magnets nor an assignment"),
        ({"design": "no-passage", "assignment": "counterbalanced"}, "has neither magnets nor an assignment"),
        ({"design": "no-passage", "models": ("longest", "overlap")}, "name one --model"),
        ({"magnets": "m", "fields": ("Age", "Age")}, "each once"),
        ({"magnets": "m", "fields": (" ",)}, "each once"),
    ],
)
def test_settings_that_do_not_fit_are_refused(settings, words):
    with pytest.raises(UsageError, match=words):
        StudySettings(**settings)


def test_a_folder_that_is_not_new_is_refused_before_anything_is_read(tmp_path, listed):
    folder = study(tmp_path / "study")
    with pytest.raises(UsageError, match="holds a study already; a study gets a new folder"):
        create_study("no such data", folder, request(listed))
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(UsageError, match="is there already"):
        create_study("no such data", tmp_path / "file", request(listed))


def test_what_does_not_fit_the_data_leaves_no_folder_behind(tmp_path, listed):
    with pytest.raises(UsageError, match=r"questions are asked for, but only \d+ of 96 can be attacked"):
        create_study("sample", tmp_path / "study", request(listed, questions=200), store="off")
    own = tmp_path / "own.txt"
    sample = Dataset("one", tuple(items(4, passages=1)))
    own.write_text("\n".join(option for option in sample[0].options), "utf-8")
    with pytest.raises(UsageError, match="must not belong to the question's own passage"):
        create_study(sample, tmp_path / "study", request(own, questions=4), store="off")
    with pytest.raises(DataError, match="nowhere"):
        create_study("sample", tmp_path / "study", request(tmp_path / "nowhere.txt"), store="off")
    assert not (tmp_path / "study").exists()


def test_magnets_and_origins_may_come_from_a_list_of_options(tmp_path):
    path = tmp_path / "magnets.jsonl"
    rows = [{"option": each.text, "origins": [f"i{k}"], "interference": 0.5} for k, each in enumerate(magnets(4))]
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    design = create_study(
        Dataset("made", tuple(items(8))), tmp_path / "study", request(path, questions=8, models=()), store="off"
    )
    for question in design.questions:
        assert question.magnet.text != f"magnet {question.item.id[1:]}"


def test_magnets_may_be_named_by_their_places_in_a_split_of_the_data(tmp_path):
    path = tmp_path / "magnets.places"
    path.write_text("\n".join(f"made test i{k} A" for k in range(4)), "utf-8")
    made = Dataset("made", tuple(items(8)), "test")
    design = create_study(made, tmp_path / "study", request(path, questions=8, models=()), store="off")
    assert {question.magnet.text for question in design.questions} == {f"option {k}A" for k in range(4)}
    assert design.sources["magnets"] == str(path)


def test_a_study_that_is_killed_while_it_is_made_leaves_nothing_in_the_way(listed, tmp_path, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Database, "create", killed)
        with pytest.raises(KeyboardInterrupt):
            create_study("sample", tmp_path / "study", request(listed), store="off")
    assert not (tmp_path / "study").exists()
    create_study("sample", tmp_path / "study", request(listed), store="off")
    assert read_design(tmp_path / "study").questions


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.parametrize("linked", [False, True])
def test_a_studys_files_are_for_its_owner_alone_even_in_a_folder_that_was_there(linked, listed, tmp_path):
    there = tmp_path / "there"
    there.mkdir(mode=0o777)
    folder = tmp_path / "link" if linked else there
    if linked:
        folder.symlink_to(there)
    create_study("sample", folder, request(listed), store="off")
    with Database(folder) as database:
        _, key, _ = write_booklets(database.design, [1], folder)
        private = [path for path in there.iterdir() if path.name != "booklets.html"]
        assert {path.name for path in private} >= {"study.json", "study.sqlite", "key.html"}
        assert {path.stat().st_mode & 0o777 for path in [*private, key]} == {0o600}
    assert linked or there.stat().st_mode & 0o777 == 0o700
