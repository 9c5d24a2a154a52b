"""Lin et al. (2021), from the paper's configuration: every stage on tiny random models of the paper's families."""

import json
from dataclasses import replace
from importlib import import_module

import pytest

from magnetite.core.results import Finding, Heading, run_from_json, table
from magnetite.inputs.option_lists import ListedOption, read_options
from magnetite.scorers.device import describe_machine
from magnetite_papers import planned, reproduce
from magnetite_papers.configuration import FOLDER, read_configuration
from magnetite_papers.lin2021 import LIN
from magnetite_papers.lin2021.claims import CLAIMS
from magnetite_papers.lin2021.compared import compared_figures
from magnetite_papers.lin2021.exhibits import DOSED, price_of_keys
from magnetite_papers.lin2021.settings import LinSettings, dosed_of
from magnetite_papers.lin2021.stages import DOSE, RANKED, TEN, TWENTY, _write_dose, stages
from magnetite_papers.paper import claims_finding
from magnetite_papers.stages import Workplace
from tests.reproduce.scaled import SIZES, lin2021_scale, made_questions


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Reproduce the paper on made questions, with the paper's configuration but for models and sizes."""
    folder = tmp_path_factory.mktemp("lin")
    scale = lin2021_scale(folder, folder / "data")
    told = {"scale": str(scale), "output": folder / "run", "store": str(folder / "store"), "device": "cpu"}
    run = reproduce("lin2021", folder / "data", page=folder / "page.md", **told)
    return run, folder, told


def test_every_table_and_figure_is_made_and_every_claim_tested(made):
    run, _, _ = made
    assert [finding.experiment for finding in run.findings] == [
        "claims",
        "rule",
        "compared",
        *(e.name for e in LIN.exhibits(_settings("paper"))),
    ]
    assert len(run.finding("claims").table("claims")) == len(CLAIMS)
    assert [note.code for note in run.notes] == ["note-exhibits-left-out"]


def test_the_paper_is_beside_ours(made):
    run, _, _ = made
    rows = run.finding("table-1").table("table-1").rows()
    assert [row["source"] for row in rows] == ["paper"] * 6 + ["here"] * 7
    assert rows[3]["combination"] == 0.064
    assert all(row["plain_low"] <= row["plain"] <= row["plain_high"] for row in rows[6:])
    assert (rows[-1]["system"], rows[-1]["combination"] is not None) == ("longest", True)
    tuned = [row for row in run.finding("table-4").table("table-4").rows() if row["state"] == "pre-trained"]
    assert [row["mean"] for row in tuned[:3]] == [0.0518, 0.3553, 0.1483]
    assert [row["system"] for row in tuned[3:]] == ["BERT base", "ALBERT base", "RoBERTa base"]
    for row in run.finding("table-1").table("twenty").rows():
        assert row["BERT base_low"] <= row["BERT base"] <= row["BERT base_high"]


def test_the_page_says_where_and_in_which_number_formats_was_scored_and_trained(made):
    run, folder, _ = made
    [scored], trained = (
        {each for stage in run.settings["stages"] for each in stage[name]} for name in ("precisions", "trained_in")
    )
    assert scored in {"bfloat16", "float32"}
    assert trained == {"bfloat16"}  # as the configuration of the paper's scale says
    page = (folder / "page.md").read_text("utf-8")
    assert f"Machine: {describe_machine('cpu')}." in page
    assert f"| {scored} |" in page
    assert "| trained in bfloat16 |" in page


def test_no_page_holds_an_options_text(made):
    _, folder, _ = made
    texts = [option for rows in made_questions().values() for row in rows for option in row["options"]]
    for path in [folder / "page.md", folder / "page.json", *(folder / "page-figures").iterdir()]:
        written = path.read_text("utf-8")
        assert not [text for text in texts if text in written], path


def test_options_tried_after_training_were_in_none(made):
    _, folder, _ = made
    unseen, trained = (
        {json.loads(line)["option"] for name in names for line in (folder / "run" / name).read_text().splitlines()}
        for names in (["pool/unseen.jsonl"], ["sets/high.jsonl", "sets/next.jsonl", "sets/low.jsonl"])
    )
    assert len(unseen) == SIZES["unseen"]
    assert not unseen & trained
    listed = run_from_json((folder / "run" / "tried-unseen" / "findings.json").read_text("utf-8"))
    assert set(listed.finding("magnets").table("interference").values("option")) == unseen


def test_no_training_may_take_an_option_that_attacks_it_however_it_is_spaced(made):
    _, folder, _ = made
    attacks = json.loads((folder / "run" / "pool" / "places.json").read_text("utf-8"))["lists"].values()
    texts = [json.loads(line)["option"] for line in (folder / "run" / "pool" / "rest.jsonl").read_text().splitlines()]
    assert texts
    assert not {text.replace(" ", "") for listed in attacks for text in listed} & {t.replace(" ", "") for t in texts}


def test_a_repeat_does_nothing_again(made):
    _, folder, told = made
    said: list[str] = []
    reproduce("lin2021", folder / "data", say=said.append, **told)
    assert not said
    assert all(done for _, done in planned("lin2021", folder / "data", **told))


@pytest.mark.parametrize("scale", ["laptop", "paper"])
def test_configurations_are_whole_and_stages_come_after_what_they_need(scale):
    settings = _settings(scale)
    before: set[str] = set()
    for stage in stages(settings):
        assert set(stage.needs) <= before
        before.add(stage.name)
    assert {need for exhibit in LIN.exhibits(settings) for need in exhibit.needs} <= before


def test_stages_are_told_the_same_wherever_the_package_lies():
    told = json.dumps([dict(stage.settings) for stage in stages(_settings("laptop"))], default=str)
    assert str(FOLDER.parents[1]) not in told


def test_the_main_reader_decides_and_what_another_says_stands_beside_it():
    claim = next(claim for claim in CLAIMS if "harms each system more" in claim.says)
    for small, large, verdict, words in (
        (0.02, 0.4, "holds here", "Other readers: small: does not hold here, 0.100 (0.090 to 0.110) against 0.020 "),
        (0.02, 0.02, "does not hold here", "No reason is known."),
        (0.4, 0.02, "does not hold here", "Other readers: small: holds here, 0.100 (0.090 to 0.110) against 0.400 "),
        (0.4, 0.4, "holds here", "Other readers: small: holds here"),
    ):
        finding = claims_finding([claim], {"table-1": attacked(small=small, large=large)}, "large")
        [row] = finding.table("claims").rows()
        assert row["verdict"] == verdict
        assert words in row["remarks"]
        every = int(min(small, large) > 0.1)
        told = f"of these, {every} {'holds' if every == 1 else 'hold'} by each of them."
        assert f"1 was tested on several readers with as many questions or at least 1,000; {told}" in finding.sentence


@pytest.mark.parametrize(
    ("plain", "holds"), [((0.5, 0.4, 0.6), True), ((0.8, 0.7, 0.9), None), ((1.0, 0.96, 1.0), False)]
)
def test_combinations_lead_only_where_their_interval_is_above_that_of_the_strongest_statement(plain, holds):
    claim = next(claim for claim in CLAIMS if "combine other options" in claim.says)
    headings = [Heading(name) for name in ("system", "series", "unseen", "low", "high")]
    rows = [("small", True, 0.9, 0.85, 0.95), ("small", False, *plain), ("small", False, 0.1, 0.05, 0.15)]
    found = Finding("figure-3", "", "", tables=(table("validation", "", headings, rows),), settings=SIZES_OF_READERS)
    assert claim.test({"figure-3": found}).holds() is holds


@pytest.mark.parametrize(("low", "holds"), [(0.7, True), (0.4, None), (0.1, False)])
def test_systems_of_one_architecture_have_to_agree_clearly_more_than_the_others_do(low, holds):
    claim = next(claim for claim in CLAIMS if "one architecture" in claim.says)
    headings = [Heading(name) for name in ("pair", "all", "all_low", "all_high")]
    rows = [("a and b", low + 0.1, low, low + 0.2), ("a and c", 0.5, 0.4, 0.6), ("b and c", 0.5, 0.4, 0.6)]
    told = table("correlations", "", headings, rows)
    found = Finding("figure-7", "", "", tables=(told,), settings={"alike": [["b", "a"]]})
    assert claim.test({"figure-7": found}).holds() is holds


@pytest.mark.parametrize(("before", "holds"), [(0.4, True), (0.11, None)])
def test_strong_options_of_no_training_count_only_if_they_were_stronger_than_random_ones(before, holds):
    claim = next(claim for claim in CLAIMS if "strong options not used" in claim.says)

    def means(name, plain, high):
        headings = [Heading(column) for column in ("system", "mean", "mean_low", "mean_high")]
        rows = [(f"base {kind}", t, t - 0.02, t + 0.02) for kind, t in (("plain", plain), ("high", high))]
        return Finding("", "", "", tables=(table(name, "", headings, rows),), settings=SIZES_OF_READERS)

    verdict = claim.test({"figure-8": means("means-next", before, 0.02), "figure-5": means("means", 0.1, 0.02)})
    assert verdict.holds() is holds
    assert ("not clearly stronger" in verdict.note) is (holds is None)


@pytest.mark.parametrize(("score", "holds"), [(0.3, True), (0.21, None), (0.1, False)])
def test_a_statement_attracts_where_it_has_more_than_its_share(score, holds):
    claim = next(claim for claim in CLAIMS if "Plain statements are magnets" in claim.says)
    headings = [Heading(name) for name in ("system", "score", "score_low", "score_high")]
    rows = [("large", score, score - 0.03, score + 0.03), ("small", 0.9, 0.9, 0.9)]
    found = Finding("table-1", "", "", tables=(table("statement", "", headings, rows),))
    assert claim.test({"table-1": found}).holds("large") is holds


@pytest.mark.parametrize(("after", "holds"), [(0.49, True), (0.45, None), (0.2, False)])
def test_an_attack_is_met_where_it_takes_less_than_a_tenth_after_training_with_its_own_options(after, holds):
    claim = next(claim for claim in CLAIMS if "does little harm" in claim.says)
    names = [f"{name}{end}" for name in ("original", "combination", "kept") for end in ("", "_low", "_high")]
    headings = [Heading(name) for name in ("system", "source", "training", *names)]
    plain, kept_out = (
        ("base", "here", kind, 0.5, 0.48, 0.52, 0.1, 0.08, 0.12, 0.2, 0.16, 0.24) for kind in ("plain", "high")
    )
    left = (after / 0.5, after / 0.5 - 0.04, after / 0.5 + 0.04)
    own = ("base dosed 0", "here", "dose", 0.5, 0.48, 0.52, after, after - 0.02, after + 0.02, *left)
    found = {
        name: Finding(name, "", "", tables=(table(name, "", headings, rows),))
        for name, rows in (("table-2", [plain, kept_out]), ("table-2-dosed", [plain, own]))
    }
    verdict = claim.test(found)
    assert verdict.holds("base dosed 0") is holds
    assert verdict.note.count("0.500 to 0.100") == 2  # before, and with the options kept out


@pytest.mark.parametrize(("least", "holds"), [(0.24, None), (0.26, False)])
def test_a_correlation_of_a_head_that_guesses_is_left_open(least, holds):
    claim = next(claim for claim in CLAIMS if "unrelated to those after" in claim.says)
    names = ("correlation", "correlation_low", "correlation_high", "accuracy", "accuracy_low", "accuracy_high")
    headings = [Heading(name) for name in ("system", "state", *names)]
    rows = [("base", "pre-trained", 0.4, 0.3, 0.5, 0.27, least, 0.3)]
    found = Finding("table-4", "", "", tables=(table("table-4", "", headings, rows),), settings=SIZES_OF_READERS)
    verdict = claim.test({"table-4": found})
    assert verdict.holds() is holds
    assert ("single random draw" in verdict.note) is (holds is None)


def attacked(*, small, large):
    names = ("system", "source", "original", "combination", "combination_low", "combination_high")
    headings = [Heading(name) for name in (*names, "plain", "plain_low", "plain_high")]
    rows = [
        (name, "here", 0.6, 0.1, 0.09, 0.11, plain, plain - 0.01, plain + 0.01)
        for name, plain in (("small", small), ("large", large))
    ]
    return Finding("table-1", "", "", tables=(table("table-1", "", headings, rows),), settings=SIZES_OF_READERS)


def test_table_2_stands_beside_the_training_with_the_attacks_options_and_names_the_one_without():
    names = [f"{name}{end}" for name in ("original", "combination", "plain") for end in ("", "_low", "_high")]
    headings = [Heading(name) for name in ("system", "source", "training", *names)]

    def row(system, training, *shares):
        return (system, "here", training, *(bound for t in shares for bound in (t, t - 0.05, t + 0.05)))

    rows = [row("base QOC", "", 0.56, 0.04, 0.38), *(row(f"base dosed {k}", "", 0.54, 0.58, 0.61) for k in (0, 1))]
    held_out = [row("base", "high", 0.474, 0.006, 0.534)]
    found = {
        name: Finding(name, "", "", tables=(table(name, "", headings, own),))
        for name, own in (("table-2", held_out), (DOSED, rows))
    }
    figures = {each.figure: each for each in compared_figures(_settings("laptop"), found)}
    assert len(figures) == 3
    [(name, combination)] = [(name, each) for name, each in figures.items() if "under the combination" in name]
    assert combination.ours.value == pytest.approx(0.58)
    assert not combination.outside
    assert "0.6% by base with the attack's options held out, not the paper's experiment" in name
    assert not list(compared_figures(_settings("laptop"), {"table-2": found["table-2"]}))


@pytest.mark.parametrize(
    ("after", "words"), [(0.1, "clearly fewer correctly"), (0.85, "not clearly more or fewer"), (0.99, "clearly more")]
)
def test_the_price_of_a_training_is_what_its_questions_show(after, words):
    names = ("system", "keys", "key", "key_low", "key_high")
    settings = _settings("laptop")
    systems = dosed_of(settings, "base")
    rows = [(systems[0], 54, 0.8, 0.7, 0.9), *((each, 54, after, after - 0.05, after + 0.05) for each in systems[1:])]
    [told] = price_of_keys(settings, table("keyed", "", [Heading(name) for name in names], rows))
    assert told.count(words) == len(systems) - 1


@pytest.mark.parametrize(("dose", "lists"), [(20, {TWENTY}), (40, {TWENTY, TEN})])
def test_a_dose_of_more_than_twenty_begins_with_all_magnets_of_the_papers_appendix_each_once(
    dose, lists, tmp_path, monkeypatch
):
    rows = {TWENTY: [f"m{k}" for k in range(20)], TEN: ["all the above", "M0", "m1", "A and B"]}
    ranked = [f"r{k}" for k in range(400)]
    (tmp_path / "run" / "dose").mkdir(parents=True)
    (tmp_path / "RACE").mkdir()
    (tmp_path / "RACE" / "test.jsonl").write_text("\n".join(map(json.dumps, made_questions()["test"])), "utf-8")
    known = {**rows, tmp_path / "run" / "rank" / RANKED: ranked}
    module = import_module("magnetite_papers.lin2021.stages")  # by its path: the package has a function of that name
    monkeypatch.setattr(module, "read_options", lambda name, _splits=None: [*map(ListedOption, known[name])])
    bench = Workplace(tmp_path / "run", tmp_path, {"RACE": "RACE"})
    settings = replace(_settings("paper"), dose=dose)
    _write_dose(settings, bench, tmp_path / "run" / "dose")
    written = [each.option for each in read_options(tmp_path / "run" / "dose" / DOSE)]
    listed = {option.lower() for name in lists for option in rows[name]}
    assert len(written) == dose
    assert {option.lower() for option in written[: len(listed)]} == listed
    assert written[len(listed) :] == ranked[: dose - len(listed)]


@pytest.mark.parametrize(
    ("kept", "holds"), [((0.05, 0.03, 0.07), True), ((0.08, 0.05, 0.11), None), ((0.3, 0.2, 0.4), False)]
)
def test_the_most_affected_system_has_lost_nine_in_ten_by_the_interval_of_what_is_left(kept, holds):
    claim = next(claim for claim in CLAIMS if "up to 0.68" in claim.says)
    names = ("system", "source", "original", "combination", "combination_low", "combination_high")
    headings = [Heading(name) for name in (*names, "kept", "kept_low", "kept_high")]
    rows = [("base", "here", 0.6, 0.05, 0.03, 0.06, *kept), ("small", "here", 0.4, 0.2, 0.1, 0.3, 0.5, 0.4, 0.6)]
    found = Finding("table-1", "", "", tables=(table("table-1", "", headings, rows),))
    assert claim.test({"table-1": found}).holds() is holds


SIZES_OF_READERS = {"smaller": "small", "larger": "large", "differ_in": "size and training"}


def _settings(scale) -> LinSettings:
    return read_configuration(FOLDER / "lin2021" / f"{scale}.toml", LinSettings)
