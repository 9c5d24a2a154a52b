import json
import re

import polars as pl
import pytest

import magnetite
from examfiles.errors import UsageError
from examfiles.items import Item
from examfiles.sources import sample_exam
from magnetite.core.cells import own_cells
from magnetite.experiments.findings import questions_seen
from magnetite.scorers.encoder import encoder
from magnetite.scorers.loading import CARD
from magnetite.scorers.packaged import MPNET_BASE, SMALL_BASE
from magnetite.scorers.system import BUNDLED
from magnetite.testing import check_scorer, example_items

SMALL = BUNDLED / "small"
VIEWS = {path.parent.name: json.loads(path.read_text("utf-8")) for path in sorted(SMALL.glob(f"*/{CARD}"))}
LARGER = {
    which: {
        path.parent.name: json.loads(path.read_text("utf-8")) for path in sorted((BUNDLED / which).glob(f"*/{CARD}"))
    }
    for which in ("base", "exams")
}
BASE = LARGER["base"]
ALL = [(which, name, card) for which, cards in {"small": VIEWS, **LARGER}.items() for name, card in cards.items()]
each_system = pytest.mark.parametrize(("which", "name", "card"), ALL, ids=[f"{which}-{name}" for which, name, _ in ALL])
MEMBERS = [f"{name}/{member}" for name, card in VIEWS.items() for member in card["members"]]


def test_there_is_a_system_of_three_seeds_for_every_view():
    assert {card["view"]: name for name, card in VIEWS.items()} == {"O": "o", "QO": "qo", "CO": "co", "QOC": "qoc"}
    assert all(len(card["members"]) == 3 for card in VIEWS.values())


@pytest.mark.parametrize("name", MEMBERS)
def test_a_card_says_what_the_system_was_made_from_and_how(name):
    card = json.loads((SMALL / name / CARD).read_text("utf-8"))
    assert card["view"].lower() == name.split("/")[0]
    assert card["base"] == SMALL_BASE
    assert {"seed", "epochs", "learning_rate", "batch", "lora_rank"} <= set(card["recipe"])
    assert card["data"]["items"] > 1000
    assert card["curve"][-1]["step"] == card["kept_step"]


def test_the_passage_is_worth_more_to_the_larger_readers():
    assert {card["view"]: card["base"] for card in BASE.values()} == dict.fromkeys(("O", "QO", "CO", "QOC"), MPNET_BASE)
    right = {name: card["measured"]["RACE test"]["all"]["accuracy"] for name, card in BASE.items()}
    small = {name: card["measured"]["RACE test"]["all"]["accuracy"] for name, card in VIEWS.items()}
    assert right["qoc"] - right["qo"] > small["qoc"] - small["qo"] > 0


def test_the_readers_of_several_exams_were_trained_on_four():
    assert {card["view"]: card["base"] for card in LARGER["exams"].values()} == dict.fromkeys(("QO", "QOC"), MPNET_BASE)
    names = {name for card in LARGER["exams"].values() for name in card["data"]["name"].split("+")}
    assert names == {"RACE", "DREAM", "MCTest", "MCScript"}


@each_system
def test_a_system_is_calibrated_on_dev_and_measured_on_the_whole_test_set(which, name, card):
    assert card["calibration"]["split"] == "dev"
    assert 0.3 < card["calibration"]["temperature"] < 3
    assert {"all", "middle", "high"} == set(card["measured"]["RACE test"])
    assert card["measured"]["RACE test"]["all"]["items"] == 4934


@each_system
def test_the_model_card_shows_the_measured_accuracy_and_the_temperature(which, name, card):
    sections = (BUNDLED / "MODEL.md").read_text("utf-8").split("\n# The set ")
    [section] = [each for each in sections if each.startswith(f"`{which}`")]
    [row] = [line for line in section.splitlines() if line.startswith(f"| `{name}`, ")]
    for level, cell in zip(("all", "middle", "high"), row.split("|")[2:5], strict=True):
        measured = card["measured"]["RACE test"][level]
        shown = "{accuracy:.1f} ({low:.1f}–{high:.1f})".format(**{k: 100 * v for k, v in measured.items()})
        assert cell.strip() == shown
    assert row.split("|")[5].strip() == f"{card['calibration']['temperature']:.2f}"


@each_system
def test_the_model_card_shows_the_questions_read(which, name, card):
    sections = (BUNDLED / "MODEL.md").read_text("utf-8").split("\n# The set ")
    [section] = [each for each in sections if each.startswith(f"`{which}`")]
    rows = [line.split("|") for line in section.splitlines() if line.startswith(f"| `{name}` | ")]
    [row] = [row for row in rows if re.match(r" [\d,]+\d", row[3])]
    first = card if "members" not in card else json.loads((BUNDLED / which / name / "seed-0" / CARD).read_text("utf-8"))
    shown, whole = int(re.match(r" ([\d,]+\d)", row[3])[1].replace(",", "")), questions_seen({"card": first})
    assert shown == (round(whole, -2) if (which, name) in {("base", "qo"), ("base", "qoc")} else first["questions"])
    if which == "small":
        assert int(row[5].replace(",", "")) == whole


def test_the_more_a_system_reads_the_more_it_answers_on_race():
    measured = [VIEWS[name]["measured"]["RACE test"]["all"] for name in ("o", "qo", "co", "qoc")]
    accuracy = [each["accuracy"] for each in measured]
    assert accuracy == sorted(accuracy)
    assert measured[3]["low"] > measured[1]["high"]  # reading the passage clearly beats not reading it
    assert measured[0]["low"] > 0.25


def test_the_committed_weights_stay_small():
    assert sum(path.stat().st_size for path in SMALL.rglob("*") if path.is_file()) < 40 * 1024**2
    assert all(path.stat().st_size < 8 * 1024**2 for which in LARGER for path in (BUNDLED / which).rglob("*"))


def test_a_system_keeps_the_scorer_contract():
    short = [item for item in example_items() if item.id != "long"]  # a cut passage is the same with any weights
    check_scorer(encoder(SMALL / "qoc" / "seed-2", device="cpu"), short)


def test_the_end_of_a_passage_can_be_kept_and_is_another_scorer():
    start, end = (encoder(SMALL / "qoc" / "seed-0", device="cpu", keep=keep) for keep in ("start", "end"))
    long = Item("long", "p", "The mill is old. " * 200 + "Ann bought it.", "Who bought the mill?", ("Ann", "Ben"), 0)
    cells = own_cells([long])
    assert start.sizes(cells).truncated.all()
    assert start.fingerprint != end.fingerprint
    assert (start.score(cells) != end.score(cells)).any()


@pytest.mark.parametrize(("choice", "said"), [({"keep": "middle"}, "Known: start, end"), ({"blank": "fill"}, "prefix")])
def test_a_template_that_does_not_exist_or_fit_is_refused(choice, said):
    with pytest.raises(UsageError, match=said):
        encoder(SMALL / "qoc" / "seed-0", device="cpu", **choice)


def test_flaws_that_need_no_passage_are_answered_without_it_more_often_than_sound_questions():
    answers = {item.id: item for item in magnetite.read(sample_exam())}
    frame = magnetite.score("sample", str(SMALL / "qo" / "seed-0"), views=("QO",), store="off")
    chosen = frame.group_by("id", maintain_order=True).agg(pl.col("score").arg_max().alias("chosen"))
    right = {row["id"]: row["chosen"] == answers[row["id"]].answer for row in chosen.to_dicts()}
    kinds = ("general-knowledge", "options-alone")
    planted = [right[item.id] for item in answers.values() if item.metadata["flaw"] in kinds]
    sound = [right[item.id] for item in answers.values() if not item.metadata["flaw"]]
    assert sum(planted) / len(planted) > sum(sound) / len(sound) + 0.1
