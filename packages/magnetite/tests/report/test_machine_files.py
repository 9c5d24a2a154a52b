"""JSON, SARIF and JUnit XML of a checked exam, for machines that read nothing else."""

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import magnetite
from examfiles.errors import StoreError, UsageError
from examfiles.items import Dataset, Item, LeftOut
from examfiles.reasons import Reason
from magnetite.cli.check import FailOn, described_rules, failing_flags, write_outputs
from magnetite.experiments.flags import RULES
from magnetite.report.flagged import flagged, junit_text, listing_text, place_in, sarif_text, uri
from magnetite.report.wording import wording
from tests.report.made_check import made_check, made_items
from tests.tables import with_values

EN = wording("en")
ITEMS = (
    Item("q1", "p", "A text.", "Which car is hers?", ("the red one", "The red one.", "the blue one"), 2),
    Item("q2", "p", "A text.", "Which of them is it not?", ("this car", "that boat", "a tram"), 0),
    Item("q3", "p", "A text.", "Which is it?", ("his car", "her boat", "a tram"), 0),
)


LEFT = (LeftOut("bank/x.gift, line 7", Reason("left-typed")),)


def checked(items=ITEMS, left=LEFT):
    return magnetite.check(Dataset("bank", tuple(items), source="bank/x.gift", skipped=left), models=False).run


def with_places(run, *places):
    finding = run.finding("check")
    table = finding.table("questions")
    other = with_values(table, {"place": list(places)})
    tables = tuple(other if each.name == "questions" else each for each in finding.tables)
    return replace(run, findings=(replace(finding, tables=tables),))


def sarif(run, language="en"):
    return json.loads(sarif_text(run, wording(language), described_rules()))


def test_sarif_names_every_rule_with_help_and_every_flag_with_its_line():
    run = with_places(checked(), "x.gift, line 3", "x.gift, line 9 (question 2)", "")
    log = sarif(run)
    driver = log["runs"][0]["tool"]["driver"]
    assert [rule["id"] for rule in driver["rules"]] == list(RULES)
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in driver["rules"])
    results = log["runs"][0]["results"]
    same = next(result for result in results if result["ruleId"] == "options-say-the-same")
    assert same["level"] == "error"
    assert driver["rules"][same["ruleIndex"]]["id"] == "options-say-the-same"
    physical = same["locations"][0]["physicalLocation"]
    assert physical == {"artifactLocation": {"uri": "bank/x.gift"}, "region": {"startLine": 3}}
    assert same["message"]["text"].startswith("q1: Two options say the same. Options A and B")
    negated = next(result for result in results if result["ruleId"] == "negation-not-highlighted")
    assert (negated["level"], negated["locations"][0]["physicalLocation"]["region"]["startLine"]) == ("warning", 9)
    [left] = log["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert left["message"]["text"] == "Left out: a question with a typed answer"
    assert left["locations"][0]["physicalLocation"]["region"]["startLine"] == 7


def test_fingerprints_outlive_moved_lines_and_new_ids_but_not_changed_texts():
    def prints(run):
        return [result["partialFingerprints"]["magnetiteFlag/v1"] for result in sarif(run)["runs"][0]["results"]]

    first = prints(with_places(checked(), "x, line 1", "x, line 2", "x, line 3"))
    assert prints(with_places(checked(), "x, line 5", "x, line 6", "x, line 7")) == first
    assert prints(checked([replace(item, id=f"new {item.id}") for item in ITEMS])) == first
    assert not set(prints(checked([replace(item, question=f"So: {item.question}") for item in ITEMS]))) & set(first)
    assert len(set(first)) == len(first)


def test_twice_the_same_question_has_fingerprints_of_its_own():
    twins = [ITEMS[0], replace(ITEMS[0], id="again")]
    prints = [flag.fingerprint for flag in flagged(checked(twins), EN)]
    assert len(set(prints)) == len(prints) >= 3


def test_junit_has_a_case_for_each_question_and_fails_those_that_are_to_fail():
    run = checked()
    failing = failing_flags(run, FailOn(severities=frozenset(["serious"])), EN)
    suite = ElementTree.fromstring(junit_text(run, EN, failing).split("\n", 1)[1])[0]
    cases = {case.get("name"): case for case in suite}
    assert list(cases) == ["The exam as a whole", "q1", "q2", "q3", "x.gift, line 7"]
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["q1"]
    assert cases["q1"].find("failure").get("type") == "options-say-the-same"
    assert "easily overlooked" in cases["q2"].find("system-out").text
    assert cases["x.gift, line 7"].find("skipped").get("message") == "a question with a typed answer"
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("5", "1", "1")


def test_the_list_says_what_fails_and_where(tmp_path):
    write_outputs(checked(), {"json": tmp_path / "a.json"}, FailOn(rules=frozenset(["negation-not-highlighted"])))
    listed = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert listed["questions"] == 3
    assert listed["second_look"] == ["q1"]
    assert [flag["question"] for flag in listed["flags"] if flag["fails"]] == ["q2"]
    assert listed["left_out"] == [
        {"file": "bank/x.gift", "line": 7, "place": "x.gift, line 7", "reason": "a question with a typed answer"}
    ]


def test_texts_follow_the_language():
    result = next(
        each for each in sarif(checked(), "de")["runs"][0]["results"] if each["ruleId"] == "options-say-the-same"
    )
    assert result["message"]["text"].startswith("q1: Zwei Optionen sagen dasselbe.")


def test_hostile_texts_leave_every_file_well_formed(tmp_path):
    bad = 'x</failure>]]>&"\x00\x1b\ud800\ufffe{key}'
    items = [Item(bad, "p", bad, bad, (bad, bad, "c"), 0), ITEMS[1]]
    run = checked(items, (LeftOut(f"{bad}, line 3", Reason("left-file-missing", {"file": bad})),))
    paths = {kind: tmp_path / f"out.{kind}" for kind in ("json", "sarif", "junit")}
    write_outputs(run, paths, FailOn(severities=frozenset(["serious", "worth-a-thought", "remark"])))
    assert json.loads(paths["json"].read_text("utf-8"))["questions"] == 2
    results = json.loads(paths["sarif"].read_text("utf-8"))["runs"][0]["results"]
    assert {"key-stands-twice", "negation-not-highlighted"} <= {result["ruleId"] for result in results}
    root = ElementTree.fromstring(paths["junit"].read_text("utf-8").split("\n", 1)[1])
    assert len(root[0]) == 4
    assert not re.search("[\x00\x1b\ufffe]", paths["junit"].read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "file", "line"),
    [
        ("a b.gift, line 12", "a b.gift", 12),
        ("x.txt, line 3 (question 4)", "x.txt", 3),
        ("bank.zip/items/q.xml, line 2", "bank.zip/items/q.xml", 2),
        ("e.json, item 3", "e.json", None),
        ("e.parquet, row 3", "e.parquet", None),
        ("", "source", None),
    ],
)
def test_places_are_read_as_file_and_line(text, file, line):
    place = place_in(text, "source")
    assert (place.file, place.line) == (file, line)


def test_paths_become_uris():
    assert uri("unit 3/ä#?.gift") == "unit%203/%C3%A4%23%3F.gift"


def test_a_place_is_looked_for_in_the_folder_that_the_exam_was_named_with():
    assert place_in("unit 3.gift, line 2", "/home/ann/bank").file == "/home/ann/unit 3.gift"
    assert place_in("bank/unit 3.gift, line 2", "../bank").file == "../bank/unit 3.gift"


def test_a_file_is_written_to_a_new_folder_and_refused_where_there_can_be_none(tmp_path):
    [written] = write_outputs(checked(), {"json": tmp_path / "new" / "a.json"})
    assert json.loads(written.read_text("utf-8"))["exam"] == "bank/x.gift"
    with pytest.raises(StoreError, match=r"b\.json: cannot be written"):
        write_outputs(checked(), {"json": written / "b.json"})


def test_what_is_of_no_kind_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"file 'csv' does not exist\. Known: json, sarif, junit"):
        write_outputs(checked(), {"csv": tmp_path / "a.csv"})


def test_the_list_has_what_the_passage_contributes_with_what_the_key_says():
    run = made_check(probabilities={"QO": [(0.25,) * 4], "QOC": [(0.97, 0.01, 0.01, 0.01)]}, items=made_items(1, False))
    listing = json.loads(listing_text(run, EN, ()))
    (strong,) = listing["strong"]
    assert (strong["question"], strong["options"], strong["effective_without"]) == (run.exam["items"][0]["id"], 4, 4)
    assert strong["key_confirms"] is (run.exam["items"][0]["answer"] == 0)
    assert listing["weak"] == []
