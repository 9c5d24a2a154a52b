"""A keyword matcher falls for un-readable attacks exactly as planted, and a reader does not."""

import json
import re
import shutil

import numpy as np
import pytest

import magnetite
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from magnetite.commands.unreadable import UNREADABLE
from magnetite.core.errors import ModelError
from magnetite.scorers.function import Function
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED
from magnetite.views.unreadable import ATTACKS
from tests.tables import values_of

QUICK = {"store": "off"}
FOOLED = set(ATTACKS) - {"Ans2Opt-Shuffle"}
PASSAGES, QUESTIONS, OPTIONS = 8, 4, 4


def exam(split="test", *, answered=True, levels=True):
    """Make questions whose key has two words of the passage and whose wrong options have one, besides one of their own.

    No two passages share a word; their sentences are eight words long, and none of them is a neutral one.
    """
    items = []
    for p in range(PASSAGES):
        words = [f"w{p}x{n}" for n in range(32)]
        passage = " ".join(" ".join(words[n : n + 8]).capitalize() + "." for n in range(0, 32, 8))
        for q in range(QUESTIONS):
            key = (p + q) % OPTIONS
            options = tuple(
                f"w{p}x{q + 1} w{p}x{q + 9}" if k == key else f"w{p}x{k + 17} nonsense{p}{q}{k} other{p}{q}{k}"
                for k in range(OPTIONS)
            )
            level = ("easy" if p % 2 else "hard") if levels else None
            items.append(Item(f"{p}-{q}", f"p{p}", passage, f"q{p}{q}?", options, key if answered else None, level))
    return Dataset("planted", tuple(items), split)


def matched(passage, option):
    found = set(re.findall(r"\w+", passage.lower()))
    return float(sum(word in found for word in re.findall(r"\w+", option.lower())))


def matcher(name="matcher"):
    """Count the words that an option shares with the passage."""
    return Function(lambda passage, _q, option: matched(passage, option), name, version="1")


def reader(name="reader"):
    """Know the right option of every question."""
    right = {item.question: item.options[item.answer] for item in exam()}
    return Function(lambda _p, question, option: float(right[question] == option), name, version="1")


def by_attack(run, column, level="all", name="attacks"):
    table = values_of(run.finding("unreadable").table(name))
    levels = table.get("level", ["all"] * len(table["attack"]))
    return {
        attack: value
        for attack, value, here in zip(table["attack"], table[column], levels, strict=True)
        if here == level
    }


@pytest.fixture(scope="module")
def fooled():
    return magnetite.unreadable(exam(), matcher(), **QUICK)


def test_a_keyword_matcher_falls_for_the_attacks_and_for_no_words_of_other_passages(fooled):
    after = by_attack(fooled, "after")
    assert set(after) == set(ATTACKS)
    assert {after[name] for name in FOOLED} == {0.0}
    assert after["Ans2Opt-Shuffle"] == 0.25  # all options alike: the first is taken, the key once in four
    assert set(by_attack(fooled, "before").values()) == {1.0}
    assert {by_attack(fooled, "relative")[name] for name in FOOLED} == {-1.0}
    controls = values_of(fooled.finding("unreadable").table("controls"))
    left = dict(zip(controls["control"], controls["after"], strict=True))
    assert left["AddOther2Opt-Shuffle"] == left["AddOther2Pas-Shuffle"] == left["AddSent2Opt-Neutral"] == 1.0
    assert left["AddSent2Opt"] == left["AddSent2Pas"] == 0.0


def test_a_reader_loses_nothing():
    run = magnetite.unreadable(exam(), reader(), **QUICK)
    assert set(by_attack(run, "after").values()) == {1.0}
    assert set(by_attack(run, "difference").values()) == {0.0}
    assert set(by_attack(run, "p").values()) == {1.0}
    assert "flips" not in [table.name for table in run.finding("unreadable").tables]
    said = run.finding("unreadable").sentence
    assert "These questions do not show that an attack does harm: the difference is 0.0 points" in said


def test_where_nothing_is_right_no_attack_is_called_harmless():
    right = {item.question: item.options[item.answer] for item in exam()}
    wrong = Function(lambda _p, question, option: -float(right[question] == option), "wrong", version="1")
    run = magnetite.unreadable(exam(), wrong, attacks=("AddSent2Opt",), controls=False, **QUICK)
    said = run.finding("unreadable").sentence
    assert said == "None of 32 questions is answered right, so no attack can take anything away."


def test_p_values_are_exact_and_corrected_over_the_attacks(fooled):
    questions, p = PASSAGES * QUESTIONS, by_attack(fooled, "p")
    rows = values_of(fooled.finding("unreadable").items)
    pairs = zip(rows["chosen without an attack"], rows["chosen under Ans2Opt-Shuffle"], strict=True)
    lost = sum(before != after for before, after in pairs)  # all four options tie there, and a lot decides
    assert 16 < lost < questions
    assert {p[name] for name in FOOLED} == {7 * 2.0 ** (1 - questions)}
    assert p["Ans2Opt-Shuffle"] == pytest.approx(2.0 ** (1 - lost))


def test_every_level_is_told_apart(fooled):
    table = values_of(fooled.finding("unreadable").table("attacks"))
    assert list(dict.fromkeys(table["level"])) == ["all", "hard", "easy"]
    assert by_attack(fooled, "n", "easy")["AddSent2Opt"] == 16


def test_the_choice_goes_to_an_option_that_was_attacked(fooled):
    caught = by_attack(fooled, "caught")
    assert {caught[name] for name in FOOLED} == {1.0}
    assert caught["Ans2Opt-Shuffle"] == 0.75
    which = values_of(fooled.finding("unreadable").table("caught_by"))
    shares = {}
    for attack, by, place, share in zip(which["attack"], which["by"], which["distractor"], which["share"], strict=True):
        shares.setdefault((attack, by), {})[place] = share
    # Wrong options of equal scores: lots decide, wherever an option stands.
    assert all(0.05 < share < 0.5 for share in shares["AddSent2Pas-Shuffle", "letter"].values())
    assert all(sum(group.values()) == pytest.approx(1) for group in shares.values())


def test_each_question_tells_what_was_chosen_before_and_after(fooled):
    rows = values_of(fooled.finding("unreadable").items)
    key = [item.answer_letter for item in exam()]
    assert rows["chosen without an attack"] == key
    assert set(rows["chosen under Ans2Opt-Shuffle"]) == {"A", "B", "C", "D"}
    assert all(a != b for a, b in zip(rows["chosen under AddSent2Opt"], key, strict=True))


def test_lengthening_only_wrong_options_gives_the_key_away_and_is_said(fooled):
    lengths = values_of(fooled.finding("unreadable").table("lengths"))
    shortest = dict(zip(lengths["attack"], lengths["shortest"], strict=True))
    longest = dict(zip(lengths["attack"], lengths["longest"], strict=True))
    assert shortest["AddSent2Opt-Shuffle"] == shortest["no attack"] == 1.0  # the key has a word less in this exam
    assert longest["no attack"] == longest["AddSent2Opt"] == 0.0
    assert longest["Ans2Opt-Shuffle"] == shortest["Ans2Opt-Shuffle"] == 0.25
    plain = exam().with_items([_evened(item) for item in exam()])
    run = magnetite.unreadable(plain, reader(), attacks="addsent2opt, ans2opt-shuffle", **QUICK)
    [note] = [note for note in run.finding("unreadable").remarks if "gives the key away" in note]
    assert "AddSent2Opt 100%" in note
    assert "Ans2Opt-Shuffle" not in note


def _evened(item):
    """Give every option of an item three words."""
    options = list(item.options)
    options[item.answer] += " fill"
    return Item(item.id, item.passage_id, item.passage, item.question, tuple(options), item.answer, item.level)


def test_the_flips_are_listed_with_the_surest_first_and_so_many_of_each_attack():
    sure = {item.question: 1 + n for n, item in enumerate(exam())}
    unequal = Function(lambda p, q, o: matched(p, o) * sure[q] / 10, "unequal", version="1")
    run = magnetite.unreadable(exam(), unequal, attacks=("AddSent2Opt", "Sent2Opt-Shuffle"), listed=3, **QUICK)
    flips = values_of(run.finding("unreadable").table("flips"))
    surest = [item.id for item in exam()][:-4:-1]
    assert flips["id"] == [id_ for id_ in surest for _ in range(2)]
    assert flips["attack"][:2] == ["Sent2Opt-Shuffle", "AddSent2Opt"]
    assert flips["probability_before"] == sorted(flips["probability_before"], reverse=True)


def test_a_system_that_sees_all_options_is_attacked_like_any_other(fooled):
    listwise = Function(
        lambda passage, _q, options: [matched(passage, option) for option in options],
        "list",
        version="1",
        listwise=True,
    )
    run = magnetite.unreadable(exam(), listwise, **QUICK)
    assert by_attack(run, "after") == by_attack(fooled, "after")


def test_several_systems_stand_beside_each_other_and_share_the_attacks():
    run = magnetite.unreadable(exam(), [matcher(), reader()], attacks=("AddSent2Opt-Shuffle",), **QUICK)
    table = values_of(run.finding("unreadable").table("attacks"))
    cells = {(s, lv): a for s, lv, a in zip(table["system"], table["level"], table["after"], strict=True)}
    assert (cells["matcher QOC", "all"], cells["reader QOC", "all"]) == (0.0, 1.0)
    points = values_of(run.finding("unreadable_analysis").table("by_attack"))
    assert points["system"] == ["matcher QOC", "reader QOC"]
    assert points["length_change"][0] == points["length_change"][1] > 1
    assert [system["name"] for system in run.systems] == ["matcher QOC", "reader QOC"]


def test_the_system_without_the_passage_does_not_see_what_was_added_to_it():
    run = magnetite.unreadable(exam(), matcher(), views=("QO",), attacks=("AddSent2Pas-Shuffle",), **QUICK)
    assert by_attack(run, "difference") == {"AddSent2Pas-Shuffle": 0.0}


def test_questions_without_an_answer_are_counted_and_left_out():
    items = list(exam())
    blank = [Item(i.id, i.passage_id, i.passage, i.question, i.options, None, i.level) for i in items[:4]]
    run = magnetite.unreadable(exam().with_items([*blank, *items[4:]]), matcher(), attacks=("AddSent2Opt",), **QUICK)
    assert by_attack(run, "n") == {"AddSent2Opt": 28}
    assert any(
        "4 questions have no known answer and are left out" in note for note in run.finding("unreadable").remarks
    )
    assert len(run.finding("unreadable").items) == 28
    with pytest.raises(DataError, match="which option not to change"):
        magnetite.unreadable(exam(answered=False), matcher(), **QUICK)


def test_controls_can_be_left_out_and_are_then_not_scored():
    whole = magnetite.unreadable(exam(), matcher(), attacks=("AddSent2Opt",), **QUICK)
    bare = magnetite.unreadable(exam(), matcher(), attacks=("AddSent2Opt",), controls=False, **QUICK)
    assert "controls" not in [table.name for table in bare.finding("unreadable").tables]
    assert bare.cost["cells"] == 2 * whole.cost["cells"] / 4


def test_a_repeat_scores_nothing_and_gives_the_same(tmp_path):
    told = {"store": str(tmp_path / "store"), "attacks": ("AddSent2Opt-Shuffle",)}
    first, second = (magnetite.unreadable(exam(), matcher(), output=tmp_path / "run", **told) for _ in range(2))
    assert first.cost["scored"] > 0
    assert second.cost["scored"] == 0
    assert first.findings == second.findings
    assert {path.name for path in (tmp_path / "run").iterdir()} == {
        "report.html",
        "findings.json",
        "items.parquet",
        "items.csv",
    }


def test_a_folder_with_another_run_is_not_written_over(tmp_path):
    told = {**QUICK, "output": tmp_path / "run", "attacks": ("AddSent2Opt",), "controls": False}
    magnetite.unreadable(exam(), matcher(), **told)
    for other in ({"threshold": 0.3}, {"attacks": ("AddAns2Opt",)}, {"naive": True}, {"seed": 1}):
        with pytest.raises(UsageError, match="another run"):
            magnetite.unreadable(exam(), matcher(), **{**told, **other})
    with pytest.raises(UsageError, match="another run"):
        magnetite.unreadable_trace(exam(), "0-0", matcher(), output=tmp_path / "run", store="off")
    with pytest.raises(UsageError, match="another run"):
        magnetite.audit(exam(), matcher(), output=tmp_path / "run", store="off")


def test_a_dry_run_tells_the_cells_of_questions_attacks_and_controls():
    how = {"attacks": ("AddSent2Opt", "Ans2Opt-Shuffle"), "store": "off"}
    rows = UNREADABLE.ready({"data": exam(), "models": matcher(), **how}).costs()
    own = PASSAGES * QUESTIONS * OPTIONS
    wrong = own * 3 // 4
    alone = UNREADABLE.ready({"data": exam(), "models": matcher(), **how, "controls": False}).costs()
    assert [row.need for row in (*rows, *alone)] == ["attacks", "attacks"]
    # The keys are shared; a key of two words has one other order, which is then that of all three wrong options.
    assert alone[0].cells == own + wrong + own // 4
    assert rows[0].cells > alone[0].cells


def test_the_test_split_is_attacked_unless_another_is_named(tmp_path):
    for split, size in (("test", 8), ("train", 12)):
        rows = [
            {"id": i.id, "passage": i.passage, "question": i.question, "options": list(i.options), "answer": i.answer}
            for i in exam().items[:size]
        ]
        (tmp_path / f"{split}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    told = {**QUICK, "attacks": ("AddSent2Opt",), "controls": False}
    assert magnetite.unreadable(str(tmp_path), matcher(), **told).dataset["items"] == 8
    assert magnetite.unreadable(str(tmp_path), matcher(), split="train", **told).dataset["items"] == 12
    assert magnetite.unreadable(str(tmp_path), matcher(), limit=4, **told).dataset["items"] == 4


def test_scores_that_a_file_lacks_are_listed_all_at_once(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("passage,question,option,score\na,b,c,1\n", "utf-8")
    with pytest.raises(DataError, match=r"has none of the 224 scores") as raised:
        magnetite.unreadable(exam(), str(path), attacks=("AddSent2Opt",), controls=False, store="off")
    asked = (tmp_path / "scores-missing.csv").read_text("utf-8").splitlines()
    assert len(asked) - 1 == PASSAGES * QUESTIONS * (OPTIONS + 3)
    assert "scores-missing.csv" in str(raised.value)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"attacks": ("AddSent3Opt",)}, "Did you mean 'AddSent2Opt'"),
        ({"threshold": 1.0}, "from 0 to below 1"),
        ({"threshold": "high"}, "from 0 to below 1"),
        ({"sentence": "distracter"}, "Did you mean 'distractor'"),
        ({"listed": -1}, "whole number of at least 0"),
        ({"listed": True}, "whole number of at least 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(told, said):
    with pytest.raises(UsageError, match=said):
        magnetite.unreadable(exam(), matcher(), **{**QUICK, **told})


def test_a_system_named_twice_and_none_at_all_are_refused():
    with pytest.raises(UsageError, match="named twice"):
        magnetite.unreadable(exam(), ["longest", "longest"], **QUICK)
    with pytest.raises(UsageError, match="at least one"):
        magnetite.unreadable(exam(), [], **QUICK)


def test_a_trace_names_the_token_at_which_the_matcher_falls():
    run = magnetite.unreadable_trace(exam(), "1-2", matcher(), attack="addsent2opt", option="a", store="off")
    table = values_of(run.finding("trace").table("trace"))
    item = next(item for item in exam() if item.id == "1-2")
    rows = [(s, o, c) for s, o, c in zip(table["step"], table["option"], table["chosen"], strict=True) if c]
    assert rows[0][:2] == (-1, item.answer_letter)
    # The first three tokens are the option's own, one of which stands in the passage; the key has two such words.
    assert [option for step, option, _ in rows if step <= 4] == [item.answer_letter] * 5 + ["A"]
    assert rows[-1][1] == "A"
    roles = dict(zip(table["option"], table["role"], strict=True))
    assert roles["A"] == "growing"
    assert list(roles.values()).count("wrong") == 2
    assert run.exam["items"][0]["id"] == "1-2"
    assert len(run.exam["items"]) == 1


def test_a_trace_of_all_distractors_ends_at_the_attacked_question():
    run = magnetite.unreadable_trace(exam(), "0-1", matcher(), store="off")
    last = dict(zip(*_columns(run, "option", "probability"), strict=True))
    rows = magnetite.unreadable(exam(), matcher(), attacks=("AddSent2Opt-Shuffle",), controls=False, **QUICK)
    flips = values_of(rows.finding("unreadable").table("flips"))
    expected = dict(zip(flips["id"], flips["probability_after"], strict=True))["0-1"]
    assert last["B"] == pytest.approx(expected)


def _columns(run, *names):
    table = values_of(run.finding("trace").table("trace"))
    return [table[name] for name in names]


def test_a_trace_of_an_attack_on_the_passage_lets_the_passage_grow():
    run = magnetite.unreadable_trace(exam(), "0-1", matcher(), attack="AddSent2Pas-Shuffle", store="off")
    steps, added, roles = _columns(run, "step", "added", "role")
    assert "growing" not in roles
    assert (steps[0], added[0]) == (0, "as it is")
    assert run.finding("trace").number("probability of the answer as it is", "matcher QOC").value == pytest.approx(
        run.finding("trace").number("probability of the answer with nothing added", "matcher QOC").value
    )


@pytest.mark.parametrize(
    ("item", "told", "said"),
    [
        ("0-9", {}, r"item '0-9' does not exist among the 32 questions of planted test\. Did you mean '0-"),
        ("zzz", {}, r"The first is '0-0'\. Another split is named with --split\."),
        ("0-0", {"attack": "AddSent2Op"}, "Did you mean 'AddSent2Opt'"),
        ("0-0", {"option": "E"}, r"does not exist in item '0-0'; its wrong options are B, C, D"),
        ("0-0", {"option": "a"}, "is the right answer, which no attack touches"),
        ("0-0", {"option": "B", "attack": "AddSent2Pas-Shuffle"}, "changes no option"),
    ],
)
def test_what_a_trace_cannot_show_is_said(item, told, said):
    with pytest.raises(UsageError, match=said):
        magnetite.unreadable_trace(exam(), item, matcher(), store="off", **told)


def test_a_trace_of_a_question_without_an_answer_is_refused():
    first, *rest = exam()
    unknown = Item(first.id, first.passage_id, first.passage, first.question, first.options)
    with pytest.raises(UsageError, match="no known answer"):
        magnetite.unreadable_trace(exam().with_items([unknown, *rest]), first.id, matcher(), store="off")


def test_a_system_that_cannot_score_an_empty_option_says_which():
    divides = Function(lambda _p, _q, option: 1 / len(option), "divides", version="1")
    with pytest.raises(ModelError, match="option ''"):
        magnetite.unreadable_trace(exam(), "0-0", divides, store="off")


@pytest.fixture
def one_member(tmp_path):
    """Copy the bundled QOC system with the first of its members alone, which is all that is to be shown."""
    shutil.copytree(BUNDLED / "small" / "qoc" / "seed-0", tmp_path / "qoc" / "seed-0")
    card = json.loads((BUNDLED / "small" / "qoc" / CARD).read_text("utf-8"))
    (tmp_path / "qoc" / CARD).write_text(json.dumps({**card, "members": ["seed-0"]}), "utf-8")
    return str(tmp_path / "qoc")


def test_a_bundled_system_takes_part_and_an_empty_option_is_no_trouble_to_it(one_member, tmp_path):
    told = {"store": str(tmp_path / "store"), "limit": 4, "attacks": ("AddSent2Opt-Shuffle",), "controls": False}
    run = magnetite.unreadable("sample", one_member, **told)
    assert by_attack(run, "n") == {"AddSent2Opt-Shuffle": 4}
    assert run.systems[0]["temperature"] is not None
    traced = magnetite.unreadable_trace("sample", run.exam["items"][0]["id"], one_member, store=told["store"])
    probabilities = np.array(_columns(traced, "probability")[0]).reshape(-1, len(run.exam["items"][0]["options"]))
    assert np.allclose(probabilities.sum(axis=1), 1)
    assert "divided by the temperature" in traced.finding("trace").sentence
