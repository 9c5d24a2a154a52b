"""Liusie et al. (2022), done again with tiny readers: the paper's configuration trained whole, and the laptop's."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from examfiles import read, write
from examfiles.errors import UsageError
from examfiles.items import Dataset
from magnetite.core.cells import own_cells
from magnetite.core.results import Finding, Number, UnmeasuredError
from magnetite.running.calibrate import Calibrator
from magnetite.running.panels import Scoring
from magnetite_papers import planned, reproduce
from magnetite_papers.configuration import read_configuration
from magnetite_papers.liusie2022 import LIUSIE
from magnetite_papers.liusie2022.answered import ReaderAnswers, contrast, correct_in
from magnetite_papers.liusie2022.claims import CLAIMS
from magnetite_papers.liusie2022.exhibits import ELSEWHERE, INFORMATIVE, order_by_chance, worth_numbers
from magnetite_papers.liusie2022.folds import FoldPanel, folds_of, write_folds
from magnetite_papers.liusie2022.settings import EXAMS, RACE, Liusie
from magnetite_papers.liusie2022.stages import stages
from magnetite_papers.paper import claims_finding
from tests.reproduce.scaled import liusie2022_data, questions, tiny
from tests.scorers.conftest import save_tiny


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Lay out tiny data sets as the configurations name them."""
    folder = tmp_path_factory.mktemp("data")
    liusie2022_data(folder)
    return folder


@pytest.fixture(scope="module")
def done(tmp_path_factory, data):
    """Do the paper's configuration with tiny ELECTRAs, and then the laptop's with what was trained."""
    folder = tmp_path_factory.mktemp("done")
    base = str(save_tiny("electra", folder / "electra"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("MAGNETITE_STORE", str(folder / "store"))
        small = {"base": base, "epochs": 1, "seeds": [0], "max_tokens": 64, "batch": 12, "micro": 12}
        less = {"views": ["QO", "QOC"]}
        paper = tiny("paper", folder, **{"*": small}, cosmos=less, reclor=less)
        with pytest.MonkeyPatch.context() as unwritten:  # the laptop's page has the same kinds of tables, and more
            unwritten.setattr("magnetite_papers.run.write_page", lambda _run, _page: None)
            first = reproduce("liusie2022", data, scale=paper, output=folder / "paper")
        readers = folder / "paper" / "systems" / "race"
        model = {"model": str(readers)}
        half = {"base": base, "epochs": 1, "max_tokens": 64, "folds": 2, "lora_rank": 2, "limit": 6, "batch": 4, **less}
        further = {"before": str(readers / "qo"), "beside": str(readers / "qoc"), "sample": 4, "max_tokens": 64}
        further |= {"preset": "liusie2022/race++", "base": base, "seeds": [0], "epochs": 1}
        given = {**model, **less, **dict.fromkeys(("folds", "preset", "epochs", "batch", "learning_rate"))}
        changes = {"base": model, "small": model, "exams": {**model, **less}, "cosmos": half, "reclor": given}
        changes["reader"] = {**model, "drawn": 16}
        changes |= {"small-further": further, "data": {"RACE-C": "sample/race_c.csv"}}
        laptop = tiny("laptop", folder, **changes)
        second = reproduce("liusie2022", data, scale=laptop, output=folder / "laptop")
    return folder, first, second


def test_every_exhibit_of_both_scales_is_made_and_every_claim_is_tested(done):
    _, first, second = done
    of_paper = {finding.experiment for finding in first.findings}
    of_laptop = {finding.experiment for finding in second.findings}
    assert {"table-1", "table-2", "figure-4", "figure-5", "calibration", "table-b1", "recurring"} <= of_paper
    assert {f"table-b2-{exam.lower().strip('+')}" for exam in EXAMS} <= of_paper
    assert {"figure-b1", "figure-b2", "figure-b3", "figure-b4"} <= of_paper
    assert of_laptop - of_paper == {"footnote-4", "training-small-further"}
    assert len(second.finding("claims").table("claims")) == len(CLAIMS)
    assert [note.code for note in second.notes] == ["note-exhibits-left-out"]


def test_readers_of_both_exams_are_told_of_where_an_exam_leaves_more_options(done):
    _, first, _ = done
    main = first.settings["main"]
    [remarks] = [
        row["remarks"]
        for row in first.finding("claims").table("claims").rows()
        if row["paper"].startswith("ReClor leaves more effective options")
    ]
    for view in ("QOC", "QO"):
        there = first.finding("figure-b3").number("mean effective options", f"{main} {view}")
        race = first.finding("figure-4").number("mean effective options", f"{main} {view}")
        assert f"{main} {view} {there.value:.2f}" in remarks
        assert f"{race.value:.2f}" in remarks


def test_a_claim_about_readers_that_are_not_asked_cannot_be_told(done):
    *_, second = done
    few = {
        finding.experiment: replace(finding, numbers=tuple(each for each in finding.numbers if "QOC" in each.group))
        for finding in second.findings
    }
    [claims] = claims_finding(CLAIMS, few).tables
    assert len(claims) == len(CLAIMS)
    unmeasured = [row["verdict"] for row in claims.rows() if row["here"] == "not measured with this configuration"]
    assert unmeasured
    assert set(unmeasured) == {"not tested"}


def test_readers_train_as_the_preset_says_but_for_model_and_size(done):
    folder, *_ = done
    card = json.loads((folder / "paper" / "systems" / "cosmos" / "qoc" / "magnetite.json").read_text())
    assert card["view"] == "QOC"
    assert card["recipe"]["learning_rate"] == 2e-6
    assert card["recipe"]["schedule"] == "constant"
    assert card["recipe"]["dtype"] == "bfloat16"
    assert (card["data"]["items"], card["dev"]["items"]) == (12, 12)


def test_race_plus_plus_is_all_three_levels_in_training_and_in_test(done):
    folder, first, _ = done
    card = json.loads((folder / "paper" / "systems" / "race" / "o" / "magnetite.json").read_text())
    assert card["data"]["items"] == 36
    counts = {(row["split"], row["level"]): row["questions_here"] for row in first.finding("table-1").tables[0].rows()}
    assert counts["test", "college"] == 12
    assert counts["train", "all"] == 36
    assert first.finding("table-2").number("above guessing", "race QOC").n == 36


def test_the_same_call_does_nothing_again(done, data, monkeypatch):
    folder, *_ = done
    monkeypatch.setattr("magnetite_papers.run.write_page", lambda _run, _page: None)
    told: list[str] = []
    reproduce("liusie2022", data, scale=str(folder / "laptop.toml"), output=folder / "laptop", say=told.append)
    assert told == []


def test_no_question_is_answered_by_a_reader_that_saw_its_passage(tmp_path):
    exam = Dataset("exam", tuple(questions(30, 0)))
    write(exam, tmp_path / "exam.jsonl")
    numbers = folds_of(exam, 3, seed=1)
    write_folds(str(tmp_path / "exam.jsonl"), tmp_path, 3, seed=1)
    by_fold = {fold: {i.passage_id for i, own in zip(exam, numbers, strict=True) if own == fold} for fold in range(3)}
    assert all(len(passages) == 5 for passages in by_fold.values())
    for fold in range(3):
        trained = read(tmp_path / f"without-{fold + 1}.jsonl")
        assert {item.passage for item in trained} == {i.passage for i in exam if i.passage_id not in by_fold[fold]}


def test_each_question_is_asked_of_the_reader_of_its_fold(tmp_path):
    for fold in range(3):
        (tmp_path / f"reader{fold}.py").write_text(f"def score(passage, question, option):\n    return {fold}.0\n")
    exam = Dataset("exam", tuple(questions(30, 0)))
    numbers = folds_of(exam, 3, seed=2)
    models = [f"{tmp_path}/reader{fold}.py:score" for fold in range(3)]
    panel = FoldPanel(numbers, models, {}, Scoring(None), Calibrator())
    scores = panel.score("QOC", own_cells(exam.items), "own").reshape(30, 4)
    np.testing.assert_array_equal(scores, np.repeat(numbers[:, None], 4, axis=1))


def test_a_contrast_is_the_difference_of_two_shares_of_other_questions():
    right = np.array([True, True, False, True, False, False, True, False])
    first = np.array([True] * 4 + [False] * 4)
    found = contrast(right, np.arange(8), first, ~first)
    assert found.estimate == pytest.approx(0.5)
    assert found.low < 0.5 < found.high
    assert np.isnan(contrast(right, np.arange(8), first, np.zeros(8, bool)).estimate)


@pytest.mark.parametrize(("low", "high", "holds"), [(0.1, 0.2, True), (-0.1, 0.2, None), (-0.3, -0.1, False)])
def test_a_claim_holds_where_its_interval_is_clear_of_zero(low, high, holds):
    claim = next(claim for claim in CLAIMS if "15.6 points" in claim.says)
    label = "the question, added to the options"
    numbers = (Number(label, (low + high) / 2, low, high, unit="points", group="base"),)
    small = Number(label, 0.005, -0.01, 0.02, unit="points", group="small")
    outcome = claim.test({"table-2": Finding("table-2", "Table 2", "", (*numbers, small))})
    assert outcome.holds("base") is holds
    assert outcome.found["small"].startswith("+0.5 points")


def answers_of(seed, many=600, *, informed=0.0, told=0.0):
    """Draw a reader's answers. It is right less often where its entropy is high, under either view.

    `told`: how far the entropy with the passage decides who is right with it; `informed`: how much less often the
    reader without the passage is right where the passage leaves little entropy, at the same entropy without it.
    """
    draw = np.random.default_rng(seed)
    without, left = draw.beta(4, 1.5, many) * 2, draw.beta(2, 2, many) * 2
    right = {
        "QO": draw.random(many) < 0.9 - 0.3 * without - informed * (1 - left / 2),
        "QOC": draw.random(many) < 0.6 + told * (1 - left),
    }
    return ReaderAnswers(
        Finding("shortcuts", "", ""),
        np.arange(many) // 3,
        np.repeat("", many),
        0.25,
        {view: each.astype(float) for view, each in right.items()},
        {"QO": 2**without, "QOC": 2**left},
        without - left,
        {},
    )


def informed_claims(seed, **drawn):
    """Return what the three claims about information say of one draw, and the difference that the paper plots."""
    finding = Finding("figure-5", "", "", tuple(worth_numbers("base", answers_of(seed, **drawn))))
    beginnings = (
        "Where the passage is informative",
        "There, the reader without it",
        "Where it is negative, the reader",
    )
    held = [
        next(claim for claim in CLAIMS if claim.says.startswith(words)).test({"figure-5": finding}).holds("base")
        for words in beginnings
    ]
    return held, finding.number(INFORMATIVE.format("QO"), "base")


def test_what_the_passage_is_worth_does_not_hold_where_its_entropies_are_anybodys():
    """The entropies with the passage know nothing of the questions, as if permuted; the plain difference is clear."""
    drawn = [informed_claims(seed, many=1000) for seed in range(40)]
    held = np.array([[each is True for each in claims] for claims, _ in drawn])
    assert sum(plain.high < 0 for _, plain in drawn) > 35  # QO is less accurate there by the order alone
    assert (held.sum(axis=0) <= 4).all()


def test_what_the_passage_is_worth_holds_where_it_tells_more_than_the_order_alone():
    drawn = [informed_claims(seed, told=0.3, informed=0.45)[0] for seed in range(20)]
    assert sum(informative is True for informative, *_ in drawn) > 17
    assert sum(less is True for _, less, _ in drawn) > 17


def test_where_the_reader_without_the_passage_is_more_accurate_the_claim_fails_with_its_reason():
    """A reader as here: certain with the passage where the question is easy; its entropy without hardly varies."""
    draw = np.random.default_rng(0)
    left = draw.beta(2, 2, 900) * 2
    own = replace(
        answers_of(0, 900),
        correct={
            "QO": (draw.random(900) < 0.7 - 0.3 * left).astype(float),
            "QOC": (draw.random(900) < 0.6).astype(float),
        },
        effective={"QO": 2 ** (1.9 - 0.02 * draw.random(900)), "QOC": 2**left},
        bits=1.9 - left,
    )
    claim = next(claim for claim in CLAIMS if claim.says.startswith("There, the reader without it"))
    outcome = claim.test({"figure-5": Finding("figure-5", "", "", tuple(worth_numbers("base", own)))})
    assert outcome.holds("base") is False
    assert outcome.reason["base"].startswith("Tested: information is the entropy without the passage minus")


def test_the_weights_of_a_chance_order_add_up_to_nothing_and_follow_the_entropy_without_the_passage():
    own = answers_of(3)
    weights = order_by_chance(own.entropy("QO"), own.entropy("QOC"))
    assert weights.sum() == pytest.approx(0)
    assert np.corrcoef(weights, own.entropy("QO"))[0, 1] > 0.8
    assert own.weighed("QO", weights).estimate == pytest.approx(float(np.sum(weights * own.correct["QO"])))


def test_a_tie_counts_as_its_share_and_is_no_view_of_its_own():
    assert correct_in(("id", "correct_QO", "correct_QO_share", "correct_QOC"), "QO") == "correct_QO_share"
    assert correct_in(("id", "correct_QO", "correct_QO_share", "correct_QOC"), "QOC") == "correct_QOC"


def test_table_2_gives_every_reader_by_level_and_how_many_questions_it_was_asked(done):
    *_, second = done
    rows = second.finding("table-2").table("table-2").rows()
    assert {row["readers"] for row in rows} == {"guessing", "reader", "base", "small", "exams"}
    asked = {row["readers"]: row["all_n"] for row in rows}
    assert asked["reader"] < asked["base"] == asked["small"]
    college = {each.group for each in second.finding("table-2").numbers if each.label == "college minus middle school"}
    assert {"base QOC", "small QOC", "exams QOC"} <= college


def test_college_questions_are_told_by_the_reader_that_was_asked_most_of_them():
    claim = next(claim for claim in CLAIMS if claim.says.startswith("College questions"))
    few = Number("college minus middle school", -0.018, -0.182, 0.146, 139, "points", "reader QOC")
    many = Number("college minus middle school", -0.099, -0.15, -0.048, 1932, "points", "base QOC")
    outcome = claim.test({"table-2": Finding("table-2", "", "", (few, many))})
    assert outcome.holds("reader") is outcome.holds("base") is True
    assert outcome.by["reader"] is None


def test_a_reader_of_an_exams_own_questions_tests_what_is_said_of_that_exam():
    claim = next(claim for claim in CLAIMS if "On Cosmos QA, too, certainty" in claim.says)
    own, other = (
        Number("accuracy, most minus least certain quarter", value, value - 0.05, value + 0.05, 2985, "points", group)
        for value, group in ((0.5, "cosmos QOC"), (0.0, "base QOC"))
    )
    assert claim.test({"figure-b1": Finding("figure-b1", "", "", (own, other))}).holds("base") is True


@pytest.mark.parametrize(
    ("value", "words"), [(0.4, "are above"), (0.0, "not clearly above or below"), (-0.1, "are below")]
)
def test_how_an_exams_own_readers_stand_beside_guessing_is_said_as_it_was_measured(value, words):
    claim = next(claim for claim in CLAIMS if claim.says.startswith("ReClor leaves more"))
    label = "mean effective options"
    above = Number("above guessing", value, value - 0.04, value + 0.04, unit="points", group="reclor QOC on ReClor")
    found = {
        "figure-4": (Number(label, 3.0, 2.9, 3.1, unit="options", group="base QOC"),),
        "figure-b3": (Number(label, 3.8, 3.7, 3.9, unit="options", group="reclor QOC"),),
        "table-b2-reclor": (above,),
    }
    outcome = claim.test({name: Finding(name, "", "", numbers) for name, numbers in found.items()})
    assert outcome.holds() is True
    assert words in outcome.note


@pytest.mark.parametrize(
    ("low", "high", "holds"), [(0.06, 0.08, True), (-0.01, 0.02, None), (-0.03, 0.08, None), (-0.08, -0.02, False)]
)
def test_readers_about_as_sure_as_right_are_not_too_sure(low, high, holds):
    claim = next(claim for claim in CLAIMS if "overconfident" in claim.says)
    numbers = tuple(
        Number("confidence above accuracy", (low + high) / 2, low, high, unit="points", group=f"base {view}")
        for view in ("QO", "QOC")
    )
    assert claim.test({"calibration": Finding("calibration", "", "", numbers)}).holds() is holds


@pytest.mark.parametrize(("low", "high", "holds"), [(-0.02, 0.04, True), (-0.02, 0.09, None), (0.06, 0.1, False)])
def test_a_gain_is_little_only_where_its_interval_says_so(low, high, holds):
    claim = next(claim for claim in CLAIMS if "adds little" in claim.says)
    gap = Number("the question adds", (low + high) / 2, low, high, unit="points", group="reclor on ReClor")
    assert claim.test({"table-b2-reclor": Finding("table-b2-reclor", "", "", (gap,))}).holds() is holds


@pytest.mark.parametrize(("value", "holds"), [(0.04, True), (0.0, None), (-0.04, False)])
def test_a_transfer_is_tested_where_the_papers_readers_are_above_guessing(value, holds):
    claim = next(claim for claim in CLAIMS if claim.says.startswith("Trained on RACE++"))
    tested, other = (
        Number("above guessing", value, value - 0.02, value + 0.02, unit="points", group=f"base {view} on CosmosQA")
        for view in ("QO", "O")  # the paper's O has 21.4%
    )
    nothing = {"recurring": Finding("recurring", "", "")}
    verdict = claim.test({"table-b2-race": Finding("table-b2-race", "", "", (tested, other)), **nothing})
    assert verdict.holds() is holds
    assert "guesses or does worse: O on CosmosQA." in verdict.note
    assert not any(verdict.reason.values())
    with pytest.raises(UnmeasuredError):
        claim.test({"table-b2-race": Finding("table-b2-race", "", "", (other,)), **nothing})


@pytest.mark.parametrize(("low", "words"), [(-0.02, "none is clearly below"), (-0.2, "does not explain everything")])
def test_a_transfer_fails_by_an_option_that_recurs_only_if_readers_do_better_where_it_is_not_offered(low, words):
    claim = next(claim for claim in CLAIMS if claim.says.startswith("Trained on RACE++"))
    group = "base QO on CosmosQA"
    below = Number("above guessing", -0.1, -0.12, -0.08, unit="points", group=group)
    elsewhere = Number(ELSEWHERE, low + 0.05, low, low + 0.1, n=130, unit="points", group=group)
    found = {"table-b2-race": (below,), "recurring": (elsewhere,)}
    verdict = claim.test({name: Finding(name, "", "", numbers) for name, numbers in found.items()})
    assert verdict.holds() is False
    assert words in verdict.reason["base"]


@pytest.mark.parametrize("scale", ["laptop", "paper"])
def test_a_scale_as_it_is_can_be_priced_and_waits_for_no_later_stage(scale, tmp_path, data):
    settings = read_configuration(LIUSIE.configurations / f"{scale}.toml", Liusie)
    seen: set[str] = set()
    for stage in stages(settings):
        assert set(stage.needs) <= seen, stage.name
        seen.add(stage.name)
    assert {name for exhibit in LIUSIE.exhibits(settings) for name in exhibit.needs} <= seen
    rows = planned("liusie2022", data, scale=scale, output=tmp_path / "none")
    trainings = [price for price, _ in rows if price.stage.size.updates]
    assert trainings
    assert all(price.hours > 0 and price.gib > 0 for price in trainings)
    assert settings.sets[settings.main].trained_on == RACE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"trained_on": "RACE"}, "Did you mean 'RACE\\+\\+'"),
        ({"folds": 2}, "expected exactly one of model, data"),
        ({"epochs": 3}, "has both a model and a setting for training"),
        ({"views": ["OQ"]}, "Did you mean"),
        ({"trained_on": "CosmosQA"}, r"need RACE\+\+ in both"),
        ({"views": ["O", "qo"]}, r"systems\.base: its exhibits need a reader of QOC"),
    ],
)
def test_a_set_of_readers_that_does_not_fit_is_refused(change, message, tmp_path):
    path = Path(tiny("laptop", tmp_path, base=change))
    with pytest.raises(UsageError, match=message):
        read_configuration(path, Liusie)


def test_a_set_of_readers_that_compares_nothing_is_in_no_figure_that_compares(tmp_path):
    path = Path(tiny("laptop", tmp_path, small={"views": ["O", "QO"]}, cosmos={"views": ["QO"]}))
    exhibits = {each.name: each for each in LIUSIE.exhibits(read_configuration(path, Liusie))}
    assert {"figure-4", "figure-5", "figure-b3", "figure-b4"} <= set(exhibits)
    assert not {"figure-b1", "figure-b2"} & set(exhibits)
    assert not [name for name in exhibits["figure-5"].needs if "small" in name]
    assert "answers/small/RACE++" in exhibits["table-2"].needs


def test_a_dry_run_names_the_splits_that_are_missing_and_the_stage_refuses_before_it_trains(tmp_path):
    data = tmp_path / "data"
    (data / "CosmosQA").mkdir(parents=True)
    write(Dataset("CosmosQA", tuple(questions(8, 0)), "dev"), data / "CosmosQA" / "dev.jsonl")
    told = []
    planned("liusie2022", data, scale="paper", only=["systems/cosmos/o"], say=told.append)
    assert any("CosmosQA has no split 'train'; it has dev. 1 stage will fail" in line for line in told)
    with pytest.raises(UsageError, match=r"systems/cosmos/o: .*CosmosQA has no split 'train'; it has dev"):
        reproduce("liusie2022", data, scale="paper", only=["systems/cosmos/o"], output=tmp_path / "run")
    assert not (tmp_path / "run" / "systems").exists()
