"""Si et al. (2019), reproduced on made questions: readers that are rules under attack, and tiny BERTs in training."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.core.results import Finding, Heading, Number, run_from_json, table
from magnetite.views.unanswerable import SHUFFLES
from magnetite.views.unreadable import ATTACKS
from magnetite_papers import planned, reproduce
from magnetite_papers.configuration import FOLDER, read_configuration
from magnetite_papers.paper import claims_finding
from magnetite_papers.si2019 import SI
from magnetite_papers.si2019.attacked import (
    ABOVE_GUESSING,
    BELOW,
    CELLS,
    FOREIGN,
    HARMLESS,
    LEAD,
    LENGTHS,
    LOSSES,
    NEUTRAL,
    PAPERS,
    SAME_ATTACK,
    WORDS_HELP,
    controls,
)
from magnetite_papers.si2019.case import CASE
from magnetite_papers.si2019.reported import (
    AVERAGE,
    AVERAGE_BY_ATTACK,
    AVERAGE_BY_SET,
    TABLE_1,
    most_effective,
    relative,
)
from magnetite_papers.si2019.settings import SETS, Si
from magnetite_papers.si2019.trained import PAIRS, reported_kept, table_3
from magnetite_papers.training_table.finding import START, TABLE_3, Answered, unanswerable_finding
from tests.reproduce.scaled import si2019_data
from tests.train.conftest import _one_thread, tiny_base  # noqa: F401 - fixtures

ATTACKED = ("MC160", "RACE-M", "MCScript2.0")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    si2019_data(folder)
    return folder


def changed(tmp_path, scale, **replaced):
    """Write one of our configurations with other models and sizes."""
    text = (FOLDER / "si2019" / f"{scale}.toml").read_text("utf-8").replace("RACE.tar.gz", "RACE")
    for before, after in replaced.values():
        assert re.search(before, text)
        text = re.sub(before, after, text)
    path = tmp_path / f"{scale}.toml"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.fixture(scope="module")
def ruled(data, tmp_path_factory):
    """Attack two rules on three of the sets: one that matches words, and one that takes the longest option."""
    folder = tmp_path_factory.mktemp("ruled")
    scale = changed(
        folder,
        "laptop",
        untrained=(r"\[readers\.(base|small)\.sets[^[]*", ""),
        base=('model = "exams"', 'model = "overlap"'),
        small=('model = "small/qoc/seed-0"', 'model = "longest"'),
        mixed=('"MCScript2.0" = 2000', '"MCScript2.0" = 4'),
    )
    attacks = [f"attacks/{reader}-{name}" for reader in ("base", "small") for name in ATTACKED]
    wanted = ["table-1", "figure-9", *attacks]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("magnetite_papers.si2019.attacked.FEW_QUESTIONS", 1)
        run = reproduce("si2019", data, scale=scale, output=folder / "run", only=wanted, store="off")
    return run, folder / "run"


@pytest.fixture(scope="module")
def few(ruled, data):
    """Make the same exhibits as they are of so few questions."""
    scale = ruled[1].parent / "laptop.toml"
    told = {"scale": str(scale), "output": ruled[1], "page": ruled[1].parent / "few.md", "store": "off"}
    return reproduce("si2019", data, only=["figure-9"], **told)


def test_of_few_questions_it_is_said_first_that_they_are_few_and_no_relative_change_is_given(few):
    finding = few.finding("table-2")
    assert finding.sentence.startswith("The base reader was asked few questions (MC160 6 on 6 passages, ")
    assert not [each.name for each in finding.tables if each.name.startswith(("attacks_", "changes_"))]
    for name in ("each_base", "each_small"):
        assert set(finding.table(name).values("change")) == {None}
    assert "of its right answers" not in finding.sentence


def controlled(neutral, foreign, reach=0.02):
    """Make what `controls` says of a reader whose accuracy is higher by so much under the two controls of length."""
    columns = ("system", "attack", "control", "level", "gap", "gap_low", "gap_high", "n")
    own = [
        ("base", PAPERS, LENGTHS[label], "all", -value, -value - reach, -value + reach, 500)
        for label, value in ((NEUTRAL, neutral), (FOREIGN, foreign))
    ]
    shown = table("controls", "Controls", [Heading(name) for name in columns], own)
    run = SimpleNamespace(finding=lambda _name: Finding("unreadable", "", "", tables=(shown,)))
    settings = SimpleNamespace(readers=("base",), asked=lambda _reader: ("DREAM",))
    return controls(SimpleNamespace(has=lambda _names: True, run=lambda _name: run), settings).sentence


@given(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.floats(0.005, 0.2))
def test_what_is_said_of_the_controls_is_what_their_paired_differences_allow(neutral, foreign, reach):
    first, second = controlled(neutral, foreign, reach).split(", it is ")
    for told, value in ((first, neutral), (second, foreign)):
        assert ("clearly higher for base" in told) == (value - reach > 0)
        assert ("clearly lower for base" in told) == (value + reach < 0)
    disagree = "The two controls of about the attack's length disagree for base." in controlled(neutral, foreign, reach)
    assert disagree == (min(neutral, foreign) + reach < 0 < max(neutral, foreign) - reach)


def test_of_random_answers_no_control_is_said_to_do_more_or_less_harm():
    draw, reach = np.random.default_rng(0), 0.04
    clear = 0
    for _ in range(100):
        told = controlled(*(draw.normal(0, reach / 1.96, 2)), reach)
        clear += told.count("clearly higher") + told.count("clearly lower")
        assert "foreign" not in told.lower()
    assert clear <= 16  # of 200, of which an interval of 95% misses 10


def test_the_papers_own_averages_follow_from_its_table():
    for name in SETS:
        assert np.mean([relative(attack, name) for attack in ATTACKS]) == pytest.approx(AVERAGE_BY_SET[name], abs=6e-4)
    for attack in ATTACKS:
        assert np.mean([relative(attack, name) for name in SETS]) == pytest.approx(AVERAGE_BY_ATTACK[attack], abs=1e-3)
    assert np.mean(list(AVERAGE_BY_SET.values())) == pytest.approx(AVERAGE, abs=1e-3)
    assert [most_effective(name) for name in ("MC160", "RACE-H", "DREAM")] == [
        "AddSent2Opt",
        "AddSent2Pas-Shuffle",
        "Sent2Opt-Shuffle",
    ]
    assert reported_kept("MCScript", "P-Remove") == pytest.approx(26.8 / 37.7, abs=1e-3)
    assert set(TABLE_3) == set(TABLE_1) == set(SETS)


def test_a_rule_that_takes_the_longest_option_loses_all_where_wrong_options_grow(ruled):
    table = ruled[0].finding("table-2").table("attacks_small")
    after = {(row["system"], row["attack"]): row["after"] for row in table.rows()}
    assert {name for name, _ in after} == set(ATTACKED)
    assert all(after[name, "AddSent2Opt"] == 0.0 for name in ATTACKED)
    averages = {each.group: each.value for each in ruled[0].finding("table-2").numbers if "mean" in each.label}
    assert averages["small: AddSent2Opt"] == -1.0
    assert averages["small: AddSent2Pas-Shuffle"] == 0.0  # it reads no passage


def test_changes_stand_beside_the_papers_with_averages_of_rows_and_columns(ruled):
    changes = ruled[0].finding("table-2").table("changes_small").rows()
    assert [row["attack"] for row in changes] == [*ATTACKS, "average"]
    assert changes[-2]["MC160"].endswith("| −36%")
    assert changes[0]["RACE-M"].endswith("| −46%▼")
    assert changes[-1]["mean"].endswith("| −36%")
    numbers = ruled[0].finding("table-2").numbers
    [together] = [each for each in numbers if each.group == "small" and each.label.startswith("correlation")]
    assert together.low < together.value < together.high


def test_half_of_the_passages_of_a_set_without_training_questions_are_tested_on(ruled):
    folder = ruled[1] / "folds" / "MCScript2.0"
    tested, trained = (
        [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()]
        for name in ("test", "train")
    )
    assert [row["passage_id"] for row in tested] == [f"dev{place}" for place in range(1, 12, 2)]
    own = {row["passage_id"] for row in trained if row["id"].startswith("MCScript2.0/")}
    assert own == {f"MCScript2.0/dev{place}" for place in range(0, 12, 2)}
    assert len(trained) == 6 + 4


def test_another_reader_is_not_given_the_results_of_the_one_before(ruled, data, tmp_path):
    _, folder = ruled
    text = (folder.parent / "laptop.toml").read_text("utf-8")
    other = tmp_path / "other.toml"
    other.write_text(text.replace('model = "longest"', 'model = "shortest"'), "utf-8")
    with pytest.raises(UsageError, match="model = 'longest', now 'shortest'"):
        reproduce("si2019", data, scale=str(other), output=folder, only=["attacks/small-MC160"], store="off")


def test_the_case_is_told_by_kinds_of_tokens_and_shows_no_text(ruled):
    [case, _] = ruled[0].finding("figure-9").tables
    kinds = [(row["token"], row["from"]) for row in case.rows()]
    assert kinds[0] == ("empty", "")
    assert kinds[1] == ("other word", "the wrong option")  # the second token of the option
    assert kinds[2] == ("punctuation", "the sentence")
    assert case.values("reported")[-1] == 0.099
    page = (ruled[1] / "page.md").read_text("utf-8")
    assert "mill" not in page.replace("million", "")
    assert "boat" not in page


def test_every_claim_whose_exhibits_ran_has_a_verdict_and_a_reason(ruled):
    rows = ruled[0].finding("claims").table("claims").rows()
    assert len(rows) >= 8
    assert all(row["here"] for row in rows)
    assert all(row["remarks"] for row in rows if row["verdict"] != "holds here")


def test_the_page_is_made_again_word_for_word_of_its_findings(ruled):
    from magnetite_papers.page import markdown_page

    stored = run_from_json((ruled[1] / "page.json").read_text("utf-8"))
    assert markdown_page(stored, "page-figures") == (ruled[1] / "page.md").read_text("utf-8")


def verdict_on(says, **numbers):
    """Test a claim on numbers by exhibit, each a label, a group and a value with its bounds."""
    claim = next(claim for claim in SI.claims if says in claim.says)
    found = {
        exhibit.replace("_", "-"): Finding(
            exhibit, "", "", tuple(Number(label, *bounds, group=group) for label, group, *bounds in each)
        )
        for exhibit, each in numbers.items()
    }
    return claim.test(found)


@pytest.mark.parametrize(
    ("neutral", "foreign", "holds"), [(0.3, 0.2, True), (-0.1, -0.2, False), (-0.1, 0.3, None), (0.0, -0.2, None)]
)
def test_length_is_the_reason_only_if_every_control_of_that_length_is_clearly_more_harmful(neutral, foreign, holds):
    controls = [
        (label, "small", value, value - 0.05, value + 0.05)
        for label, value in zip(LENGTHS, (neutral, foreign), strict=True)
    ]
    assert verdict_on("growth of the wrong options is not", figure_6=[], controls=controls).holds() is holds


def test_an_average_is_tested_and_a_set_that_clearly_contradicts_it_is_named():
    over, other = (WORDS_HELP, "small", 0.04, 0.03, 0.05), (WORDS_HELP, "small: RACE-H", -0.04, -0.06, -0.02)
    assert verdict_on("words of the wrong option help", table_2=[over]).holds()
    verdict = verdict_on("words of the wrong option help", table_2=[over, other])
    assert verdict.holds()
    assert "RACE-H" in verdict.note


@pytest.mark.parametrize(
    ("clear", "against", "holds"), [(18, 0, True), (17, 3, False), (10, 2, None), (0, 2, None), (0, 3, False)]
)
def test_attacks_that_are_too_few_to_tell_decide_nothing(clear, against, holds):
    counts = {CELLS: 20, LOSSES: clear, HARMLESS: against}
    rows_ = [(label, "small", count) for label, count in counts.items()]
    assert verdict_on("lowers accuracy on almost every set", table_2=rows_).holds() is holds


@pytest.mark.parametrize(("below", "above", "holds"), [(1, 19, True), (0, 19, None), (0, 20, False)])
def test_answers_are_not_worse_than_guessing_only_where_every_attack_leaves_them_clearly_above(below, above, holds):
    counts = {CELLS: 20, BELOW: below, ABOVE_GUESSING: above}
    rows_ = [(label, "small", count) for label, count in counts.items()]
    assert verdict_on("below guessing", table_2=rows_).holds() is holds


CLEARLY, BARELY, BARELY_NOT, CLEARLY_NOT = (
    (0.06, 0.04, 0.08),
    (0.01, -0.01, 0.03),
    (-0.01, -0.03, 0.01),
    (-0.06, -0.08, -0.04),
)


@pytest.mark.parametrize(
    ("leads", "holds"),
    [
        ((CLEARLY, CLEARLY), True),
        ((CLEARLY, BARELY), None),
        ((CLEARLY, BARELY_NOT), None),
        ((CLEARLY, CLEARLY_NOT), False),
    ],
)
def test_the_most_effective_attack_is_the_papers_unless_another_one_does_clearly_more_harm(leads, holds):
    rows_ = [(LEAD, f"small: {name}", *each) for name, each in zip(("MC160", "DREAM"), leads, strict=True)]
    rows_.append((SAME_ATTACK, "small", 1.0))
    verdict = verdict_on("most effective attack on MCTest", table_2=rows_)
    assert verdict.holds() is holds
    assert ("clearly more effective on DREAM" in verdict.found["small"]) is (holds is False)


@pytest.mark.parametrize(
    ("low", "high", "holds"), [(-0.3, 0.4, True), (-0.6, 0.7, None), (0.2, 0.9, None), (0.6, 0.9, False)]
)
def test_a_correlation_is_weak_only_where_its_interval_says_so(low, high, holds):
    claim = next(claim for claim in SI.claims if "no strong correlation" in claim.says)
    headings = [Heading(name) for name in ("system", "bins", "bins_low", "bins_high")]
    told = table("correlations_of", "", headings, [("MCScript, small", (low + high) / 2, low, high)])
    assert claim.test({"figure-7": Finding("figure-7", "", "", tables=(told,))}).holds() is holds


def test_an_item_that_is_not_the_papers_is_refused():
    with pytest.raises(Exception, match="so it is not the paper's"):
        CASE.tokens("at a mill", "One sentence.")


SHARES = {START: 0.3, "Full": 0.9, "P-Shuffle": 0.85, "Q-Shuffle": 0.8, "PQ-Shuffle": 0.7}
SHARES |= {"P-Remove": 0.4, "Q-Remove": 0.6, "PQ-Remove": 0.35}
GAINS = dict.fromkeys(SHARES, 0.2) | {START: None, "PQ-Remove": 0.001}  # nats below the loss of guessing


def trained(seed, settings, name="DREAM"):
    """Make the run of a seed: what each training gets right is its share, drawn by the seed."""
    draw = np.random.default_rng(seed)
    items = [Item(f"q{n}", f"p{n // 2}", f"Text {n // 2}.", "What?", ("a", "b c", "d"), n % 3) for n in range(200)]
    dataset = Dataset(name, tuple(items), "test", format="dream")
    answered = [
        Answered(training, draw.random((1, 200)) < share, gains=(GAINS[training],), starts=(1,))
        for training, share in SHARES.items()
    ]
    finding = unanswerable_finding(dataset, answered[1:], (seed,), start=answered[0])
    exam = [
        {
            **{key: getattr(item, key) for key in ("id", "passage_id", "question", "answer", "level")},
            "options": item.options,
        }
        for item in items
    ]
    record = {"items": exam, "passages": {item.passage_id: item.passage for item in items}}
    return SimpleNamespace(exam=record, finding=lambda _name: finding)


def of_seeds(seeds=(0, 1)):
    settings = read_configuration(FOLDER / "si2019" / "laptop.toml", Si)
    runs = {f"table-3/DREAM-{seed}": trained(seed, settings) for seed in seeds}
    results = SimpleNamespace(has=lambda names: names[0] in runs, run=runs.__getitem__)
    return table_3(results, settings)


def test_seeds_are_taken_together_and_stand_beside_the_papers_figures():
    both, alone = of_seeds(), [of_seeds((seed,)) for seed in (0, 1)]
    for training in ("Untrained", "Full", *SHUFFLES):
        value = both.number("accuracy", f"DREAM: {training}")
        ones = [each.number("accuracy", f"DREAM: {training}").value for each in alone]
        assert value.value == pytest.approx(np.mean(ones))
        assert value.low < value.value < value.high
    kept = both.number("gain kept", "DREAM: P-Remove")
    assert kept.low < kept.value < kept.high < 0.5
    row = next(row for row in both.table("table_3").rows() if row["training"] == "P-Shuffle")
    assert row["DREAM"].endswith("| 46.8")
    pair = both.number("shuffled minus removed", f"DREAM: {PAIRS[0][0]}")
    assert pair.low > 0.3


def test_claims_about_trainings_see_what_was_planted():
    claims = [claim for claim in SI.claims if claim.needs == ("table-3",)]
    rows = claims_finding(claims, {"table-3": of_seeds()}).table("claims").rows()
    better = next(row for row in rows if row["paper"].startswith("Training on shuffled text"))
    assert better["verdict"] == "holds here"
    above = next(row for row in rows if row["paper"].startswith("All six"))
    assert above["verdict"] == "undecided"
    assert "; undecided: P-Remove on DREAM" in above["here"]
    assert above["remarks"].endswith("decide nothing: PQ-Remove on DREAM (2 of 2 seeds).")
    assert "not tested, because a training of the pair failed: PQ-Shuffle on DREAM" in better["here"]


def test_a_note_of_some_sets_names_them():
    failed = "own training questions: PQ-Remove, seed 0; PQ-Remove, seed 1."
    assert [failed in note for note in of_seeds().remarks].count(True) == 1


def test_the_papers_scale_runs_on_a_tiny_bert(tiny_base, data, tmp_path):  # noqa: F811
    scale = changed(
        tmp_path,
        "paper",
        model=('preset = "si2019/bert-large"', f'preset = "si2019/bert-large"\nbase = "{tiny_base}"\nmax_tokens = 64'),
        seeds=(r"seeds = \[42, 43\]", "seeds = [42]"),
    )
    attacks = [f"attacks/BERT-large-{name}" for name in ("RACE-M", "MCScript", "MCScript2.0")]
    wanted = ["table-1", *attacks, "case/BERT-large", "table-3/MCScript2.0-42"]  # something of every exhibit
    run = reproduce("si2019", data, scale=scale, output=tmp_path / "run", only=wanted, store="off", device="cpu")
    made = [
        "claims",
        "rule",
        "compared",
        *(exhibit.name for exhibit in SI.exhibits(read_configuration(FOLDER / "si2019" / "paper.toml", Si))),
    ]
    assert sorted(finding.experiment for finding in run.findings) == sorted(made)
    finding = run.finding("table-3")
    assert {f"MCScript2.0: {name}" for name in ("Untrained", "Full", *SHUFFLES)} <= {
        each.group for each in finding.numbers
    }
    assert any("MC160" in str(note.values) for note in run.notes)
    card = json.loads((tmp_path / "run" / "systems" / "BERT-large-MCScript2.0" / "magnetite.json").read_text("utf-8"))
    assert (card["template"]["layout"], card["recipe"]["lora_rank"], card["data"]["items"]) == ("joint", 0, 48)


@pytest.mark.parametrize("priced", [("laptop", 4e11, (6, 12)), ("paper", 1e14, (24, 100))], ids=lambda each: each[0])
def test_every_stage_has_a_price(priced, data, tmp_path, monkeypatch):
    scale, speed, hours = priced
    monkeypatch.setattr("magnetite_papers.run.measure_products", lambda *_: speed)  # of a core, and of a GPU
    rows_ = planned("si2019", data, scale=scale, output=tmp_path / "none")
    assert hours[0] < sum(price.hours for price, _ in rows_) < hours[1]  # laptop: a night of one core
    assert max(price.gib for price, _ in rows_) < 24
    unpriced = {price.stage.name for price, _ in rows_ if not price.hours}
    assert unpriced == {"counted", *({"folds/MCScript2.0"} if scale == "laptop" else ())}
