"""The net itself: what differs is found and named by its place, and only what a rule names may differ."""

import json

import pytest

from tests.golden import mapping, recorded
from tests.golden.cases import CASES
from tests.golden.comparing import differences, figures, places, unused_rules
from tests.golden.mapping import Rule

NUMBERS = ({"label": "all", "group": "", "value": 0.5}, {"label": "all", "group": "easy", "value": 0.25})
FINDING = {
    "findings": [
        {
            "id": "accuracy",
            "numbers": list(NUMBERS),
            "tables": [{"name": "by_level", "columns": {"level": ["easy", "hard"], "low": [0.1, 0.2]}}],
        }
    ]
}


def texts(document):
    return {"run/findings.json": json.dumps(document), "terminal.txt": "$ magnetite audit\n24 of 96 right\n"}


def changed(**more):
    copy = json.loads(json.dumps(FINDING))
    copy["findings"][0] |= more
    return copy


def test_equal_outputs_do_not_differ():
    assert differences("audit", texts(FINDING), texts(changed())) == []


@pytest.fixture
def no_rules(monkeypatch):
    for rules in ("FILES", "PLACES", "ADDED", "TEXTS"):
        monkeypatch.setattr(mapping, rules, ())


@pytest.mark.usefixtures("no_rules")
def test_a_changed_figure_is_named_by_its_place():
    columns = {"level": ["easy", "hard"], "low": [0.1, 0.20000000000000004]}
    [found] = differences("audit", texts(FINDING), texts(changed(tables=[{"name": "by_level", "columns": columns}])))
    assert "audit/run/findings.json" in found
    assert "findings/accuracy/tables/by_level/columns/low: [1] 0.2 → 0.20000000000000004 (1 of 2" in found


@pytest.mark.usefixtures("no_rules")
def test_on_another_machine_last_digits_may_differ_and_no_more():
    for low, same in ((0.20000000000000004, True), (0.2000001, False)):
        new = changed(tables=[{"name": "by_level", "columns": {"level": ["easy", "hard"], "low": [0.1, low]}}])
        assert (differences("audit", texts(FINDING), texts(new), same_machine=False) == []) == same


def test_what_is_gone_and_what_is_new_are_named_and_so_are_other_orders():
    columns = {"low": [0.1, 0.2], "level": ["easy", "hard"], "high": [1, 2]}
    [found] = differences("audit", texts(FINDING), texts(changed(tables=[{"name": "by_level", "columns": columns}])))
    assert "columns/high: new: [1, 2]" in found
    assert "columns/#order: stand in another order" in found
    assert differences("audit", texts(FINDING), {}) == [
        "audit/run/findings.json: was written, and is no more",
        "audit/terminal.txt: was written, and is no more",
    ]


def test_a_text_says_whether_its_figures_changed_too():
    old = {"terminal.txt": "24 of 96 right"}
    [words] = differences("audit", old, {"terminal.txt": "24 of 96 correct"})
    [figures] = differences("audit", old, {"terminal.txt": "25 of 96 right"})
    assert "only words differ" in words
    assert "FIGURES DIFFER" in figures


def test_a_rewording_leaves_every_figure_in_its_place():
    old = texts(FINDING) | {"flags.json": '{"help": "one of 3"}'}
    assert figures(old) == figures(
        old | {"terminal.txt": "$ magnetite check\n24 from 96\n", "flags.json": '{"help": "3!"}'}
    )
    assert figures(old) != figures(old | {"terminal.txt": "$ magnetite audit\n96 of 24 right\n"})
    assert figures(old) != figures(old | {"flags.json": '{"help": "one of 4"}'})
    assert figures(old) != figures(old | texts(changed(numbers=[])))


def test_a_whole_number_is_no_fraction_and_null_is_no_zero():
    for value in (1, None, True, "1.0"):
        assert differences("a", {"x.json": '{"n": 1.0}'}, {"x.json": json.dumps({"n": value})})


def test_rules_move_reword_and_add_what_they_name_and_nothing_else(monkeypatch):
    new = {
        "findings": [
            {
                "experiment": "accuracy",
                "numbers": [{**number, "group": number["group"].replace("easy", "simple")} for number in NUMBERS],
                "tables": [
                    {
                        "name": "by_level",
                        "columns": [
                            {"name": "level", "values": ["simple", "hard"], "heading": "level"},
                            {"name": "low", "values": [0.1, 0.2], "heading": "from"},
                        ],
                    }
                ],
            }
        ]
    }
    every = "*/findings.json"
    places = (
        Rule(every, r"(.*/columns/[^/]+)", r"\1/values", "w"),
        Rule(every, r"(findings/[^/]+)/id", r"\1/experiment", "w"),
    )
    monkeypatch.setattr(mapping, "PLACES", places)
    monkeypatch.setattr(mapping, "TEXTS", (Rule(f"{every}", "easy", "simple", "why"),))
    monkeypatch.setattr(mapping, "ADDED", (Rule(every, r".*/columns/[^/]+/(heading|name)", None, "why"),))
    assert differences("audit", texts(FINDING), texts(new)) == []
    new["findings"][0]["tables"][0]["columns"].reverse()
    [found] = differences("audit", texts(FINDING), texts(new))
    assert 'columns/#order: stand in another order: ["level", "low"] → ["low", "level"]' in found
    new["findings"][0]["tables"][0]["columns"][0]["values"] = [0.1, 0.3]
    [found] = differences("audit", texts(FINDING), texts(new))
    assert "columns/low/values (was findings/accuracy/tables/by_level/columns/low): [1] 0.2 → 0.3" in found


def test_the_columns_of_a_table_are_its_places():
    assert places("items.csv", "\ufeffid,right\na,True\nb,\n") == {
        "#order": ["id", "right"],
        "id": ["a", "b"],
        "right": ["True", ""],
    }


def test_every_case_is_recorded_and_every_recording_is_a_case():
    assert recorded.names() == sorted(case.name for case in CASES)


def test_the_recordings_stay_small():
    assert sum(path.stat().st_size for path in recorded.FOLDER.iterdir()) < 2_500_000


def test_every_rule_says_why_and_changes_something_that_was_recorded():
    rules = (*mapping.FILES, *mapping.PLACES, *mapping.TEXTS, *mapping.ADDED)
    assert [rule for rule in rules if not rule.why] == []
    assert unused_rules({case: recorded.load(case) for case in recorded.names()}) == []


@pytest.mark.usefixtures("no_rules")
def test_a_rule_that_nothing_needs_is_named(monkeypatch):
    needed, idle = Rule("*", "right", "correct", "why"), Rule("*", "nobody says this", "", "why")
    monkeypatch.setattr(mapping, "TEXTS", (needed, idle))
    assert unused_rules({"audit": texts(FINDING)}) == [idle]


def test_of_trained_weights_another_machine_may_have_other_bars_in_a_figure():
    def outlined(bars, words="1 of str"):
        return {"run/findings.json": f'{{"bars": "{bars} of number", "words": "{words}"}}'}

    def found(present, **where):
        return differences("trained", outlined(2), present, exact=False, **where)

    assert found(outlined(1), same_machine=False) == []
    assert found(outlined(1), same_machine=True) != []
    assert found(outlined(2, "2 of str"), same_machine=False) != []
    assert found(outlined(0), same_machine=False) != []
