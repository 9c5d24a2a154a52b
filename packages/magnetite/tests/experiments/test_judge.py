"""A judge lists what it doubts; what it says of a flaw counts as far as it agrees with people there."""

import json
import zlib

import numpy as np
import pytest

from benchmarks.flags_judge import wording
from examfiles.errors import DataError
from examfiles.items import Dataset, Item
from magnetite.experiments.check import judge
from magnetite.experiments.check.judge import CRITERIA, KEYED, Judge, read_labels, shipped_agreement
from magnetite.stats.intervals import Interval
from magnetite.stats.together import area_together
from magnetite.testing import FakePanel


def question(name, *, double=False, key=0):
    options = ("a boat", "a ship") if double else ("a boat", "a stone")
    return Item(name, name, "", "What floats?", (*options, "an anvil"), key)


EXAM = Dataset("float", tuple(question(f"q{n}", double=n == 6) for n in range(12)))


def knows(context, option):
    """Doubt questions with a boat and a ship, where it is asked whether one option is right; else take any view."""
    if "exactly one option" not in context.question:
        return guesses(context, option)
    return 4.0 if option.startswith("No") == ("a ship" in context.passage) else 0.0


def guesses(context, option):
    return zlib.crc32(f"{context.passage}{context.question}{option}".encode()) % 1000 / 250


def asking(answers, **settings):
    panel = FakePanel({"judge": answers}, views={"judge": "QOC"}, listwise=True)
    [finding] = Judge("Tiny", **settings).run(EXAM, panel)
    return finding, panel


def labels(flaws=tuple(CRITERIA), many=30):
    """Return questions that people have labelled, right ones: where two options float, they see two right answers."""
    return [
        (question(f"{flaw}-{n}-{double}", double=double), flaw, double)
        for flaw in flaws
        for n in range(many)
        for double in (True, False)
    ]


def distinct(flaws=tuple(CRITERIA), many=30):
    """Return labelled questions of which no two have the same words."""
    return [(Item(i.id, i.id, "", f"{i.question} {i.id}", i.options, 0), *rest) for i, *rest in labels(flaws, many)]


def listed(finding):
    rows = finding.table("judged").rows()
    return {flaw: [row["id"] for row in rows if row["flaw"] == flaw] for flaw in {row["flaw"] for row in rows}}


def test_a_judge_that_nobody_has_measured_lists_what_it_doubts_most_first_and_says_so():
    finding, _ = asking(knows, listed=3)
    assert finding.answer.code == "judge-unmeasured"
    assert set(listed(finding)) == set(CRITERIA)
    assert listed(finding)["single_best_answer"][0] == "q6"
    assert {len(ids) for ids in listed(finding).values()} == {3}
    first = next(row for row in finding.table("judged").rows() if row["id"] == "q6")
    assert (first["rank"], first["probability"]) == (1, pytest.approx(0.982, abs=0.001))
    assert finding.table("agreement").rows() == []


def test_on_labels_a_judge_is_used_where_it_agrees_with_people_and_nowhere_else():
    finding, panel = asking(knows, labels=distinct())
    assert finding.answer.code == "judge-some"
    assert finding.answer.values["used"] == ["single_best_answer"]
    assert set(listed(finding)) == {"single_best_answer"}
    measured = {row["flaw"]: row for row in finding.table("agreement").rows()}
    assert measured["single_best_answer"] == {
        "flaw": "single_best_answer", "n": 60, "area": 1.0, "low": 1.0, "high": 1.0, "used": True
    }  # fmt: skip
    assert not any(measured[flaw]["used"] for flaw in CRITERIA if flaw != "single_best_answer")
    both = {label for _, label, *_ in panel.requests}
    assert both == {*CRITERIA, *(f"labels, {flaw}" for flaw in CRITERIA)}  # a dry run counts the same, whatever comes


def test_a_judge_that_guesses_is_not_used_and_a_flaw_without_labels_is_not_either():
    finding, _ = asking(guesses, labels=distinct())
    assert (finding.answer.code, listed(finding)) == ("judge-none", {})
    finding, _ = asking(knows, labels=distinct(("single_best_answer",)))
    assert finding.answer.values["rest"] == [flaw for flaw in CRITERIA if flaw != "single_best_answer"]


@pytest.mark.parametrize(("low", "used"), [(0.5, []), (0.501, ["clear_language"])])
def test_a_flaw_is_asked_about_only_where_the_whole_interval_lies_above_chance(low, used):
    finding, panel = asking(guesses, known={"clear_language": Interval(0.6, low, 0.7, 60)})
    assert list(listed(finding)) == used
    assert [label for _, label, *_ in panel.requests] == used


def test_one_of_five_intervals_above_chance_is_what_chance_gives_and_the_judge_is_not_used():
    known = dict.fromkeys(CRITERIA, Interval(0.5, 0.35, 0.65, 60)) | {"focused_stem": Interval(0.65, 0.506, 0.78, 60)}
    finding, _ = asking(guesses, known=known)
    assert (finding.answer.code, finding.answer.values["agreed"], finding.answer.values["measured"]) == (
        *("judge-none", 0),
        5,
    )
    rows = {row["flaw"]: row for row in finding.table("agreement").rows()}
    assert rows["focused_stem"]["low"] < judge.CHANCE
    assert not rows["focused_stem"]["used"]


def test_judges_that_guess_about_five_flaws_are_used_for_one_in_at_most_five_of_a_hundred():
    random, used = np.random.default_rng(0), 0
    for _ in range(40):
        noise = {}

        def drawn(context, option, noise=noise):
            return noise.setdefault((context.passage, context.question, option), float(random.normal()))

        known = judge.agreement(FakePanel({"judge": drawn}, {"judge": "QOC"}, listwise=True), distinct(many=15), 15)
        finding, _ = asking(guesses, known=known)
        used += finding.answer.code != "judge-none"
    assert used <= 2


def test_two_questions_told_from_two_others_do_not_show_that_a_judge_agrees_with_people():
    finding, _ = asking(knows, labels=distinct(("single_best_answer",), many=2))
    assert finding.answer.code == "judge-none"
    [row] = finding.table("agreement").rows()
    assert (row["area"], row["low"]) == (1.0, judge.CHANCE)


def test_an_area_counts_pairs_of_a_flawed_and_a_sound_question_and_halves_ties():
    def long(context, option):
        return len(context.passage) / 100 if option.startswith("No") else 0.0

    pairs = [("x", True), ("xxx", True), ("", False), ("xxx", False)]
    given = [
        (Item(f"{n}", "p", "", text, ("a", "b"), 0), "clear_language", seen) for n, (text, seen) in enumerate(pairs)
    ]
    known = judge.agreement(FakePanel({"judge": long}, {"judge": "QOC"}), given)["clear_language"]
    assert (known.estimate, known.n) == ((1 + 0 + 1 + 0.5) / 4, 4)


def test_without_a_key_a_judge_is_not_asked_what_only_the_key_tells_and_a_note_says_so():
    unkeyed = EXAM.with_items([*EXAM.items[:11], question("q11", key=None)])
    panel = FakePanel({"judge": knows}, views={"judge": "QOC"}, listwise=True)
    [finding] = Judge("Tiny", listed=99).run(unkeyed, panel)
    assert {flaw for flaw, ids in listed(finding).items() if "q11" not in ids} == set(KEYED)
    assert [(note.code, note.values) for note in finding.notes] == [
        ("judge-unkeyed", {"questions": 1, "flaws": list(KEYED)})
    ]
    assert "The key is" not in judge.shown(unkeyed[11], "clear_language").passage


def test_what_a_judge_reads_has_the_passage_first_and_numbers_for_options():
    item = Item("q", "p", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"), 0, added="And a bird.")
    assert judge.shown(item, "clear_language").passage.split("\n\n") == [
        "Ann has a cat.",
        "And a bird.",
        "An exam question:\nWhat has Ann?\n1) a cat\n2) a dog\nThe key is 1.",
    ]


def test_what_is_shipped_was_measured_with_todays_wording_and_is_found_by_weights_in_any_number_format():
    shipped = json.loads(judge.files(judge.__package__).joinpath("agreement.json").read_text("utf-8"))
    for weights, known in shipped.items():
        assert known["asked"] == wording(), "measure it again: python -m benchmarks.flags_judge labels.jsonl --ship"
        of = shipped_agreement(f"causal:{weights}:float32:symbol:0:plain:32768:end")
        used = {flaw for flaw, each in of.items() if area_together(each, len(of)).low > judge.CHANCE}
        finding, _ = asking(guesses, known=of)
        assert set(listed(finding)) == used
        assert shipped_agreement(f"causal:0000+{weights}:float32:symbol:0:plain:32768:end") is None  # with an adapter
    assert shipped_agreement("remote tiny@http://localhost:1/v1 scoring=symbol prompt=0") is None


LINE = {"question": "Who?", "choices": ["Ann", "Bo"], "answer": "B", "flaw_type": "clear_language", "label": 1.0}


def test_labels_are_read_from_the_lines_that_are_about_a_judges_flaws(tmp_path):
    lines = [LINE, {**LINE, "label": 0, "answer": "A"}, {**LINE, "flaw_type": "avoid_k_type", "choices": None}]
    (tmp_path / "l.jsonl").write_text("\n\n".join(map(json.dumps, lines)), "utf-8")
    read = read_labels(tmp_path / "l.jsonl")
    assert [(item.answer, flaw, seen) for item, flaw, seen in read] == [
        (1, "clear_language", True),
        (0, "clear_language", False),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", r"l\.jsonl, line 1: no labels to be read \(JSONDecodeError.*Expected JSON lines"),
        (json.dumps({**LINE, "answer": "é"}), "line 1: no labels to be read"),
        (json.dumps({**LINE, "choices": ["Ann"]}), "line 1: .*at least 2"),
        (json.dumps({"question": "Who?"}), "line 1: .*KeyError"),
        (json.dumps(LINE), "of no flaw are there questions with it and without it"),
        ("[]", "line 1: no labels to be read"),
    ],
)
def test_what_is_no_label_is_refused_with_its_line(tmp_path, text, says):
    (tmp_path / "l.jsonl").write_text(text, "utf-8")
    with pytest.raises(DataError, match=says):
        read_labels(tmp_path / "l.jsonl")
    with pytest.raises(DataError, match=r"missing\.jsonl: no labels"):
        read_labels(tmp_path / "missing.jsonl")
