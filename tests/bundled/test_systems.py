import json

import polars as pl
import pytest

import magnetite
from magnetite.auditing.run import sample_exam
from magnetite.auditing.systems import BUNDLED
from magnetite.core.cells import own_cells
from magnetite.core.errors import UsageError
from magnetite.core.items import Item
from magnetite.scorers.encoder import encoder
from magnetite.scorers.loading import CARD, SMALL_BASE
from magnetite.testing import check_scorer

VIEWS = {path.parent.name: json.loads(path.read_text("utf-8")) for path in sorted(BUNDLED.glob(f"*/{CARD}"))}


def test_there_is_a_system_with_and_one_without_the_passage():
    assert {"qo", "qoc"} <= set(VIEWS)
    assert all(card["view"].lower() == name for name, card in VIEWS.items())


@pytest.mark.parametrize("name", VIEWS)
def test_a_card_says_what_the_system_was_made_from_and_how_good_it_is(name):
    card = VIEWS[name]
    assert card["base"] == SMALL_BASE
    assert {"seed", "epochs", "learning_rate", "batch", "rank"} <= set(card["recipe"])
    assert {"all", "middle", "high"} == set(card["measured"]["RACE test"])
    assert card["measured"]["RACE test"]["all"]["items"] == 4934
    assert card["curve"][-1]["loss"] < card["curve"][0]["loss"]


@pytest.mark.parametrize("name", VIEWS)
def test_the_model_card_shows_the_measured_accuracy(name):
    card = (BUNDLED.parent / "MODEL.md").read_text("utf-8")
    [row] = [line for line in card.splitlines() if line.startswith(f"| `{name}`, with")]
    for level, cell in zip(("all", "middle", "high"), row.split("|")[2:5], strict=True):
        measured = VIEWS[name]["measured"]["RACE test"][level]
        shown = "{accuracy:.1f} ({low:.1f}–{high:.1f})".format(**{k: 100 * v for k, v in measured.items()})
        assert cell.strip() == shown


def test_reading_the_passage_clearly_beats_not_reading_it_on_race():
    with_passage, without = (VIEWS[name]["measured"]["RACE test"]["all"] for name in ("qoc", "qo"))
    assert with_passage["low"] > without["high"] > without["low"] > 0.25


def test_the_committed_weights_stay_small():
    assert sum(path.stat().st_size for path in BUNDLED.rglob("*") if path.is_file()) < 12 * 1024**2


@pytest.mark.parametrize("name", VIEWS)
def test_the_systems_keep_the_scorer_contract(name):
    check_scorer(encoder(BUNDLED / name, device="cpu"))


def test_the_end_of_a_passage_can_be_kept_and_is_another_scorer():
    start, end = (encoder(BUNDLED / "qoc", device="cpu", keep=keep) for keep in ("start", "end"))
    long = Item("long", "p", "The mill is old. " * 200 + "Ann bought it.", "Who bought the mill?", ("Ann", "Ben"), 0)
    cells = own_cells([long])
    assert start.sizes(cells).truncated.all()
    assert start.fingerprint != end.fingerprint
    assert (start.score(cells) != end.score(cells)).any()


@pytest.mark.parametrize(("choice", "said"), [({"keep": "middle"}, "Known: start, end"), ({"blank": "fill"}, "prefix")])
def test_a_template_that_does_not_exist_or_fit_is_refused(choice, said):
    with pytest.raises(UsageError, match=said):
        encoder(BUNDLED / "qoc", device="cpu", **choice)


def test_flaws_that_need_no_passage_are_answered_without_it_more_often_than_sound_questions():
    frame = magnetite.score("sample", views=("QO",))
    answers = {item.id: item for item in magnetite.read(sample_exam())}
    chosen = frame.group_by("id", maintain_order=True).agg(pl.col("score").arg_max().alias("chosen"))
    right = {row["id"]: row["chosen"] == answers[row["id"]].answer for row in chosen.to_dicts()}
    kinds = ("general-knowledge", "options-alone")
    planted = [right[item.id] for item in answers.values() if item.metadata["flaw"] in kinds]
    sound = [right[item.id] for item in answers.values() if not item.metadata["flaw"]]
    assert sum(planted) / len(planted) > sum(sound) / len(sound) + 0.1
