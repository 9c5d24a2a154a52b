"""What judges each option by itself may find two of them right, and none: which options, and how likely, is shown."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import magnetite
from examfiles.items import Dataset, Item
from magnetite.core.errors import ModelError
from magnetite.experiments.asking import VERDICTS
from magnetite.experiments.check.experiment import Check
from magnetite.experiments.flags import RULES, default_settings
from magnetite.experiments.flags.settings import settings_from
from magnetite.experiments.flags.worth import Curve, fitted, row_of
from magnetite.scorers.find import find_systems, with_verifier
from magnetite.scorers.system import Systems
from magnetite.testing import FakePanel

RULE = "another-option-supported"
RIGHT = {"the boat", "the ship"}


def exam():
    """Return questions of which every other one has two right answers."""
    passage = "The miller counted the boats and the ships that came to his bridge. "
    pairs = (("the boat", "the ship", "the tea"), ("the boat", "the cup", "the bread"))
    items = [
        Item(f"q{n}-{k}", f"p{n}", f"{passage * 4}{n}", f"What did the miller count on day {n}?", options, 0)
        for n in range(8)
        for k, options in enumerate(pairs)
    ]
    return Dataset("mill", tuple(items))


def answers(odds=4.0, *, verifier=True):
    """Return a panel that reads, whose verifier says Yes to what is right, with so many log-odds."""
    reads = {"QO": lambda *_: 0.0, "QOC": lambda _context, option: 6.0 if option == "the boat" else 0.0}
    judged = {VERDICTS: lambda _context, option: odds if option in RIGHT else -odds} if verifier else {}
    return FakePanel({**reads, **judged}, views={VERDICTS: "QOC"}, listwise=True)


def checked(panel, settings=None):
    [finding] = Check(settings or default_settings(), {}).run(exam(), panel)
    return finding


def flagged(finding):
    return {row["id"]: row for row in finding.table("flags").rows() if row["rule"] == RULE}


def test_a_second_right_answer_is_flagged_and_listed_and_stands_beside_each_option():
    finding = checked(answers())
    found = flagged(finding)
    assert set(found) == {f"q{n}-0" for n in range(8)}
    assert {tuple(row["options"]) for row in found.values()} == {("A", "B")}
    assert {row["severity"] for row in found.values()} == {"worth-a-thought"}  # what nobody measured is no more
    listed = finding.table("also_right")
    assert set(listed.values("id")) <= set(found)
    assert set(listed.values("option")) == {"B"}
    likely = {(row["id"], row["option"]): row["supported"] for row in finding.table("options").rows()}
    assert likely["q0-0", "B"] == pytest.approx(1 / (1 + math.exp(-4)))
    assert likely["q0-1", "B"] == pytest.approx(1 / (1 + math.exp(4)))


def test_a_verifier_that_is_not_sure_flags_nothing_and_lists_nothing_below_even():
    assert not flagged(checked(answers(odds=2.0)))
    assert len(checked(answers(odds=2.0)).table("also_right"))
    doubting = replace(answers(), answers={**answers().answers, VERDICTS: lambda *_: -0.5})
    assert not len(checked(doubting).table("also_right"))


def test_without_a_verifier_the_rule_says_so_and_no_option_has_a_verdict():
    finding = checked(answers(verifier=False))
    assert [row["reason"] for row in finding.table("not_checked").rows() if row["rule"] == RULE] == ["verdicts"]
    assert "supported" not in finding.table("options").names
    assert "also_right" not in [table.name for table in finding.tables]


def test_a_verifier_is_not_asked_where_its_rule_is_switched_off():
    panel = answers()
    checked(panel, settings_from({RULE: {"enabled": False}}, "here"))
    assert VERDICTS not in {name for name, *_ in panel.requests}


def test_verdicts_are_calibrated_and_flags_weighed_by_the_verifiers_own_card():
    curve = fitted("probability", [0.95, 0.9, 0.99, 0.8, 0.97] * 20, [0.1, 0.2, 0.3, 0.05, 0.1] * 20)
    measured = {
        VERDICTS: {"slope": 0.5, "intercept": -1.0},
        "flags": {RULE: {"members": 1, "worth": row_of(curve)}},
    }
    panel = replace(answers(odds=8.0), training={"card": {"measured": measured}})
    finding = checked(panel)
    likely = {(row["id"], row["option"]): row["supported"] for row in finding.table("options").rows()}
    assert likely["q0-0", "B"] == pytest.approx(1 / (1 + math.exp(-3)))  # 0.5 · 8 - 1
    assert {row["severity"] for row in flagged(finding).values()} == {"serious"}
    assert RULES[RULE].severity == "serious"
    assert isinstance(curve, Curve)


@pytest.fixture(scope="module")
def systems(tmp_path_factory):
    """Yield a folder with a system that reads everything by letters, and one beside it that gives verdicts."""
    import torch

    from benchmarks.train_reader import Training
    from tests.scorers.decoders import save_decoder
    from tests.test_train_reader import asked
    from tests.test_train_reader import exam as questions

    home = tmp_path_factory.mktemp("set")
    base = save_decoder("qwen2", home / "base", max_position_embeddings=2048, dtype=torch.bfloat16)
    data = questions("train", 24)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("benchmarks.train_reader", "magnetite.scorers.causal"):  # of the tiny vocabulary, a token each
            patch.setattr(f"{module}.YES", "C")
            patch.setattr(f"{module}.NO", "D")
        for name, scoring in (("qoc", "symbol"), ("verdicts", "verdict")):
            Training("QOC", [data], [data], home / "systems" / name, str(base), asked(scoring=scoring)).run()
        yield home / "systems"


def loaded(model):
    return with_verifier(find_systems(model, None), model)


@pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing. is deprecated:FutureWarning")  # PEFT's
def test_a_set_has_one_system_for_each_view_and_its_verifier_beside_them(systems):
    assert find_systems(str(systems), None).views == ("QOC",)
    verifier = loaded(str(systems)).verifier
    assert verifier is not None
    assert verifier.name == "verdicts"
    assert not verifier.listwise
    assert loaded(str(systems / "qoc")).verifier is None  # a system alone has none
    assert loaded("longest").verifier is None
    assert loaded(lambda *_: 0.0).verifier is None
    without = with_verifier(Systems({}), str(systems))
    assert without.verifier is None  # nothing reads everything


@pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing. is deprecated:FutureWarning")  # PEFT's
def test_a_check_asks_the_verifier_of_a_set(systems, tmp_path):
    data = exam()
    run = magnetite.check(data.with_items(data.items[:4]), str(systems), store="off").run
    finding = run.finding("check")
    assert np.isfinite(finding.table("options").values("supported")).all()
    (tmp_path / "off.toml").write_text(f"[{RULE}]\nenabled = false\n", "utf-8")
    off = magnetite.check(data.with_items(data.items[:4]), str(systems), store="off", flags=tmp_path / "off.toml").run
    assert "supported" not in off.finding("check").table("options").names
    card = json.loads((systems / "verdicts" / "magnetite.json").read_text("utf-8"))
    assert card["scoring"] == "verdict"


@pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing. is deprecated:FutureWarning")  # PEFT's
def test_a_check_says_what_the_verifier_was_trained_on(systems, tmp_path):
    import shutil

    shutil.copytree(systems, tmp_path / "set")
    card = tmp_path / "set" / "verdicts" / "magnetite.json"
    told = json.loads(card.read_text("utf-8"))
    told["data"] |= {"name": "mill", "split": "all"}
    card.write_text(json.dumps(told), "utf-8")
    data = replace(exam(), split="all")
    run = magnetite.check(data.with_items(data.items[:4]), str(tmp_path / "set"), store="off").run
    assert [note.values for note in run.notes if note.code == "note-seen-in-training"] == [
        {"system": "verdicts", "data": "mill all"}
    ]


def test_a_card_of_two_systems_that_read_is_still_refused(systems, tmp_path):
    import shutil

    shutil.copytree(systems, tmp_path / "both")
    shutil.copytree(tmp_path / "both" / "qoc", tmp_path / "both" / "again")
    with pytest.raises(ModelError, match="both 'again' and 'qoc'"):
        find_systems(str(tmp_path / "both"), None)
