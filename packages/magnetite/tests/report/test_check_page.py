import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError, StoreError, UsageError
from examfiles.items import Dataset, Item
from examfiles.wording import Wording
from magnetite.core.results import Finding, Heading, Number, Run, Table, run_from_json, run_to_json, table
from magnetite.core.severity import SEVERITIES
from magnetite.experiments.check.judge import Judge
from magnetite.experiments.flags import Dismissal, Flag
from magnetite.report.check import render_check, write_check
from magnetite.report.check.page import BY_OPTION, check_page, content_policy, method, reason_counts, trust
from magnetite.report.check.reading import by_reason, flags_by_item, flags_of, shown, table_rows
from magnetite.report.wording import LANGUAGES, rule_advice, rule_sentence, rule_title, wording, worth_words
from magnetite.stats.intervals import Interval
from magnetite.testing import FakePanel
from tests.report.made_check import HOSTILE, made_check, made_items, made_probabilities
from tests.tables import columns_of, with_values

every_language = pytest.mark.parametrize("language", LANGUAGES)
TEMPLATES = files("magnetite.report.check").joinpath("templates")
VOID = {"meta", "input", "br", "link", "img", "rect", "path", "circle"}
BLOCKS = {"p", "li", "td", "th", "dt", "dd", "div", "h1", "h2", "h3", "h4", "summary"}


class _Tree(HTMLParser):
    """Collects elements with their attributes, the texts inside each, and the texts of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._open: list[tuple[str, dict[str, str | None], list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        entry: tuple[str, dict[str, str | None], list[str]] = (tag, dict(attrs), [])
        self.elements.append(entry)
        if tag in BLOCKS:
            self.handle_data(" ")
        if tag not in VOID:
            self._open.append(entry)

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for _, _, texts in self._open:
            texts.append(data)

    def find(self, tag: str = "", **wanted: str) -> list[tuple[str, dict[str, str | None], str]]:
        """Return elements of a tag whose attributes hold the words wanted (`kind` stands for class)."""
        named = {("class" if name == "kind" else name): value for name, value in wanted.items()}
        return [
            (name, attributes, "".join(texts))
            for name, attributes, texts in self.elements
            if (not tag or name == tag)
            and all(value in (attributes.get(key) or "").split() for key, value in named.items())
        ]


def tree(html: str) -> _Tree:
    parsed = _Tree()
    parsed.feed(html)
    return parsed


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def run() -> Run:
    return made_check(responses=True)


@pytest.fixture(scope="module")
def html(run: Run) -> str:
    return render_check(run)


@pytest.fixture(scope="module")
def page(html: str) -> _Tree:
    return tree(html)


def small(flags: tuple[Flag, ...] = (), items: tuple[Item, ...] | None = None, **given: Any) -> Run:
    chosen = items or (Item("q1", "p", "Ann has a cat.", "What has Ann?", ("A cat.", "A dog.", "A fish."), 0),)
    return made_check(chosen, {}, flags=flags, **given)


def test_the_page_read_back_from_its_findings_is_the_same_page(run: Run, html: str) -> None:
    assert render_check(run_from_json(run_to_json(run))) == html


def test_the_verdict_comes_first_and_counts_what_the_finding_counts(run: Run, page: _Tree) -> None:
    looks = len(run.finding("check").table("looks"))
    said = f"40 of 41 questions were read; {looks} of these deserve a second look"
    (heading,) = page.find("h1")
    assert heading[2] == said
    assert page.find("title")[0][2] == f"{said} – Reading <b>exam</b>"
    numbers = [int(text) for *_, text in page.find("strong") if text.isdecimal()]
    assert sum(numbers) == 40 + len(run.finding("check").table("left_out"))


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ((), "Nothing in the only question calls for a second look"),
        (
            (Flag("option-combination", "rule", "serious", "q1", (2,), {"letters": ("C",), "text": "x"}),),
            "1 of 1 question",
        ),
    ],
)
def test_one_question_and_none_have_a_verdict_of_their_own(flags: tuple[Flag, ...], said: str) -> None:
    assert tree(render_check(small(flags, left_out=()))).find("h1")[0][2].startswith(said)


def test_an_exam_without_questions_still_has_a_page() -> None:
    html = render_check(made_check([], {}, left_out=[("exam.gift, line 3", "it has no key")]))
    assert tree(html).find("h1")[0][2] == "No question here could be checked"
    assert "exam.gift, line 3" in html


def test_every_flag_stands_on_its_question_with_what_was_found_and_what_to_change(run: Run, page: _Tree) -> None:
    words, rows = wording("en"), table_rows(run.finding("check"), "flags")
    reasons = Counter(squeezed(text) for *_, text in page.find("li", kind="reason"))
    groups = [group for each in flags_by_item(run.finding("check")).values() for group in by_reason(each)]
    assert sum(reasons.values()) == len(groups) < len(rows)
    for lead, *signs in groups:
        severity = min((flag.severity for flag in (lead, *signs)), key=SEVERITIES.index)
        known = [each.right for each in (lead, *signs) if each.severity == severity and each.right is not None]
        worth = worth_words(words, severity, max(known, default=None))
        said = [
            rule_title(words, lead.rule),
            words.say(f"severity-{severity}"),
            *(("·", worth) if worth else ()),
            "·",
            words.say(f"source-{lead.source}"),
        ]
        said += [rule_sentence(words, lead.rule, lead.evidence)]
        for sign in signs:
            said += [
                "Also shows up as:",
                f"{rule_title(words, sign.rule)}.",
                rule_sentence(words, sign.rule, sign.evidence),
            ]
        assert reasons[squeezed(" ".join([*said, "What to change", rule_advice(words, lead.rule, lead.evidence)]))]


def test_dismissed_flags_are_told_with_their_notes_and_nowhere_else() -> None:
    item = made_items(1)[0]
    flags = (
        Flag("longest-key", "rule", "serious", item.id),
        Flag("answerable-without-passage", "model", "serious", item.id),
    )
    dismissals = [Dismissal(item.id, "longest-key", "It <b>must</b> be.")]
    html = render_check(made_check([item], {}, flags=flags, dismissals=dismissals, left_out=()))
    assert "It &lt;b&gt;must&lt;/b&gt; be." in html
    assert tree(html).find("h1")[0][2] == "Nothing in the only question calls for a second look"
    assert not tree(html).find("li", kind="reason")


def test_second_looks_are_cards_in_their_order_and_everything_is_in_the_list(run: Run, page: _Tree) -> None:
    looks = run.finding("check").table("looks").values("id")
    cards = [text for _, _, text in page.find("article", kind="card")]
    assert [re.search(r"Question (\S+)", text)[1] for text in cards] == list(looks)  # type: ignore[index]
    listed = [squeezed(text) for *_, text in page.find("span", kind="name")]
    assert listed == [item["id"] for item in run.exam["items"]]
    kinds = Counter(attributes["data-kind"] for _, attributes, _ in page.find("li", kind="row"))
    assert kinds["look"] == len(looks)
    assert kinds["clean"] > 0


def test_model_and_rule_are_told_apart_in_words_and_in_shape(page: _Tree) -> None:
    for source, said in (("model", "found by a model"), ("rule", "found in the text by a rule")):
        reasons = page.find("li", kind=source)
        assert reasons
        assert all(said in text for *_, text in reasons)


def test_every_passage_stands_on_the_page_once(run: Run, page: _Tree) -> None:
    texts = [text for *_, text in page.find("div", kind="passage")]
    used = {item["passage_id"] for item in run.exam["items"]}
    assert texts == [run.exam["passages"][key].strip() for key in used_in_order(run, used)]


def used_in_order(run: Run, used: set[str]) -> list[str]:
    return [key for key in dict.fromkeys(item["passage_id"] for item in run.exam["items"]) if key in used]


def test_options_stand_in_their_order_with_the_key_marked_once_where_it_is_known(run: Run, page: _Tree) -> None:
    lists = [attributes for _, attributes, _ in page.find("ol", kind="choices")]
    keyed = [item for item in run.exam["items"] if item["answer"] is not None]
    assert len(lists) == 40
    assert len(page.find("span", kind="key")) == len(keyed) == 39
    assert len([text for *_, text in page.find("p") if text == "The right answer is not known."]) == 1


def test_bars_are_as_long_as_the_probabilities_behind_them() -> None:
    items, rows = made_items(4, hostile=False), made_probabilities(made_items(4, hostile=False))
    found = check_page(made_check(items, rows), wording("en")).rows
    for index, each in enumerate(found):
        for at, choice in enumerate(each.question.choices):
            widths = {bar.kind: bar.width for bar in choice.bars if bar.kind != "alone"}
            assert widths == {
                "without": pytest.approx(100 * rows["QO"][index][at], abs=0.06),
                "given": pytest.approx(100 * rows["QOC"][index][at], abs=0.06),
            }


def test_options_alone_stand_for_the_missing_passage_where_nothing_else_does() -> None:
    items = made_items(4, hostile=False)
    rows = {"O": made_probabilities(items)["O"]}
    bars = check_page(made_check(items, rows), wording("en")).rows[0].question.choices[0].bars
    assert [(bar.kind, bar.width) for bar in bars] == [("without", round(100 * rows["O"][0][0], 1))]


def test_without_a_model_there_are_no_bars_and_the_page_says_so() -> None:
    page = tree(render_check(made_check(made_items(), {})))
    assert not page.find("p", kind="bar")
    said = squeezed("".join(text for *_, text in page.find("main")))
    assert "Only rules were used, no model" in said
    assert "No model has answered these questions" in said
    assert "it needs a model that sees question and options" in said


def test_flags_about_the_whole_exam_have_their_own_part() -> None:
    items = [replace(item, answer=1) for item in made_items(40, hostile=False)]
    (section,) = [text for _, a, text in tree(render_check(made_check(items, {}))).find("section") if a.get(
        "aria-labelledby") == "exam"]  # fmt: skip
    assert "unevenly spread over the letters" in section
    assert "The same letter many times in a row" in section


UNDECIDED, SURE = (0.25,) * 4, (0.97, 0.01, 0.01, 0.01)
USES = [
    (UNDECIDED, SURE, 0),
    (UNDECIDED, SURE, 1),
    (UNDECIDED, SURE, None),
    (SURE, UNDECIDED, 0),
    (SURE, None, 1),
]


def of_passage(without: tuple[float, ...], given: tuple[float, ...] | None, key: int | None) -> Run:
    """Return a checked exam of one question, and what systems without its passage and with it make of it."""
    item = Item("q1", "p", "Ann has a cat.", "What has Ann?", ("A cat.", "A dog.", "A fish.", "A fox."), key)
    return made_check((item,), {"QO": [without]} | ({"QOC": [given]} if given else {}))


def test_questions_that_draw_on_their_passage_are_good_news_and_say_what_the_key_says() -> None:
    for key, said in ((0, "It chooses your key."), (1, "chooses an option other than your key"), (None, "not known")):
        text = squeezed(render_check(of_passage(UNDECIDED, SURE, key)))
        assert "This is a good sign, not proof" in text
        assert "about 4.0 look possible before the model reads, 1.2 after" in text
        assert said in text
    assert "Good news:" not in render_check(of_passage(SURE, UNDECIDED, 0))
    assert "surest of before it reads" in render_check(of_passage(SURE, None, None))
    assert 'id="uses"' not in render_check(small())


def test_what_was_left_out_and_not_checked_is_listed_with_the_reason(page: _Tree) -> None:
    left, missing = (
        next(squeezed(text) for _, a, text in page.find("section") if a.get("aria-labelledby") == part)
        for part in ("left-out", "missing")
    )
    assert "exam.xml, question 7 it is an essay question" in left
    assert "no search for magnet options has been made" in missing
    assert "1 question: the right answer is not known" in missing
    assert "q14" in missing


def test_the_page_names_the_file_and_not_the_folder_it_lay_in(html: str) -> None:
    assert "exam.xml, question 40" in html
    assert "/home/ann" not in html


def test_a_question_that_no_rule_could_see_is_called_unchecked() -> None:
    run = small()
    finding = run.finding("check")
    tables = tuple(
        with_values(table, {"checked": [False]}) if table.name == "questions" else table for table in finding.tables
    )
    found = check_page(replace(run, findings=(replace(finding, tables=tables),)), wording("en"))
    assert found.counts["unchecked"] == 1
    assert found.counts["clean"] == 0


def test_what_luck_explains_is_said_in_a_sentence(run: Run) -> None:
    page = squeezed(render_check(_trusted(run, [])))
    sure = "In 9 of 40 questions, a model that sees only the options clearly prefers one option, and it is right in 7"
    luck = "Luck explains about 1 of these right answers (0 to 2)."
    listed = sum(
        each.questions for each in reason_counts(run.finding("check"), wording("en")) if "options" in each.rule
    )
    assert f"{sure} of these. {luck} So the {listed} clearest are flagged" in page
    few = "7 right answers are too few to rule out luck (if all of these answers were guesses, 0 to 2 would be right)"
    assert f"{few}. On RACE, English school exams, 70% of such answers were right" in page
    assert f"{few}, so no question is flagged for this" in page
    assert "leaves too much to luck, so no question is flagged for this" in page


@every_language
@pytest.mark.parametrize("serious", [1, 5])
@pytest.mark.parametrize("doubtful", [0, 2])
@pytest.mark.parametrize("shared", [0, 3])
@pytest.mark.parametrize("dismissed", [0, 1])
def test_as_many_are_said_to_be_flagged_as_the_page_lists_and_where_it_lists_them(
    language: str, serious: int, doubtful: int, shared: int, dismissed: int
) -> None:
    rule, lead, words = "answerable-from-options", "longest-key", wording(language)
    severities = ["serious"] * serious + ["worth-a-thought"] * doubtful + ["remark"] * (shared + dismissed)
    flags = [Flag(rule, "model", severity, f"q{n}") for n, severity in enumerate(severities, 1)]  # type: ignore[arg-type]
    flags += [Flag(lead, "rule", "serious", f"q{serious + doubtful + n}") for n in range(1, shared + 1)]
    gone = [Dismissal(f"q{n}", rule) for n in range(len(severities) - dismissed + 1, len(severities) + 1)]
    finding = _trusted(made_check(flags=flags, dismissals=gone), []).finding("check")
    [listed] = {sum(each.questions for each in reason_counts(finding, words) if each.rule == rule)}
    assert listed == serious + doubtful
    parts = [(serious, "serious"), (doubtful, "worth-a-thought")]
    said = [words.say("luck-part-severity", {"n": n, "severity": severity}) for n, severity in parts if n]
    plain = len(said) == 1 and not shared + dismissed
    said += [words.say(f"luck-part-{of}", {"n": n}) for of, n in (("other", shared), ("dismissed", dismissed)) if n]
    sentence = next(iter(trust(finding, words)))
    assert str(listed + shared + dismissed) in sentence or listed + shared + dismissed == 1
    assert all(part in sentence for part in said) is not plain
    assert sentence.endswith((" flagged.", " bemängelt.")) is plain


@pytest.mark.parametrize(
    ("luck", "high", "said"),
    [(0.33, 0.6, "Luck explains about 0 of these right answers (0 to 1)."), (0.1, 0.4, "Luck explains almost none of")],
)
def test_luck_explains_hardly_any_only_where_it_could_not_explain_one(
    run: Run, luck: float, high: float, said: str
) -> None:
    assert said in squeezed(render_check(_trusted(run, [], (luck, 0.0, high))))


def test_of_one_passage_the_table_says_how_many_of_how_many_were_right_and_has_no_range(run: Run) -> None:
    page = squeezed(render_check(_alone(run)))
    assert "43% (17.2 of 40)" in page
    assert "All 40 questions are about one passage, so the figures say nothing about other passages." in page
    assert "grey ranges" not in page
    ranged = squeezed(render_check(run))
    assert "The grey ranges show" in ranged
    assert "about one passage" not in ranged


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_said_of_a_model_is_on_its_card_or_said_to_be_unknown(run: Run, language: str) -> None:
    finding = run.finding("check")
    unmeasured = [("QO", None, "page-trust-race"), ("QOC", None, "page-trust-race"), ("QOC", 0.43, "page-trust-exam")]
    trusted = table("trust", "", [Heading(name) for name in ("name", "value", "text")], unmeasured)
    tables = tuple(trusted if each.name == "trust" else each for each in finding.tables)
    plain = replace(run, findings=(replace(finding, tables=tables),))
    page = squeezed(render_check(plain, language))
    assert "RACE" not in page
    assert {"en": "How bundled was made is not recorded.", "de": "Wie bundled entstanden ist"}[language] in page
    whole, part = (squeezed(render_check(each, language)) for each in _trained(plain))
    assert {"en": "bundled was trained on RACE+DREAM", "de": "wurde an RACE+DREAM trainiert"}[language] in whole
    assert {"en": "fitted on other questions, so that", "de": "angepasst, dass"}[language] in whole
    assert {"en": "how the others were made is not recorded", "de": "über die übrigen ist nichts"}[language] in part


def test_what_has_not_been_measured_is_said_to_be_so(page: _Tree) -> None:
    (section,) = page.find("section", kind="trust")
    said = squeezed(section[2])
    assert "a model that sees everything 41% 43% 33% to 53%" in said
    assert "a model that sees question and options 41% not measured" in said


def test_candidates_answers_stand_beside_the_models(run: Run, page: _Tree) -> None:
    shares = run.finding("responses").table("distractors")
    assert len([1 for _, a, _ in page.find("p", kind="bar") if "candidates" in str(a["class"])]) == len(shares)
    assert len(page.find("circle")) == len(run.finding("responses").table("facility"))
    (section,) = [text for _, a, text in page.find("section") if a.get("aria-labelledby") == "answers"]
    assert "120 candidates' answers are known." in section
    assert "44% of candidates are right on a question worth a second look, and 38% on the others" in section


def test_every_order_puts_first_what_it_promises(run: Run) -> None:
    found = check_page(run, wording("en"))
    by = {name: sorted(found.rows, key=lambda row: row.ranks[name]) for name in found.orders}
    looks = list(run.finding("check").table("looks").values("id"))
    assert set(by) == {"worst", "without", "information", "hardest", "weakest"}
    assert [row.question.id for row in by["worst"]][: len(looks)] == looks
    assert not by["worst"][-1].question.reasons
    for name, sign in (("without", -1), ("information", 1), ("hardest", 1)):
        value = "facility" if name == "hardest" else name
        known = [each for row in by[name] if (each := row.question.values[value]) is not None]
        assert [sign * each for each in known] == sorted(sign * each for each in known)
        assert all(row.question.values[value] is None for row in by[name][len(known) :])


def test_filters_offer_what_this_exam_has_with_how_many_questions_it_keeps(run: Run) -> None:
    found = check_page(run, wording("en"))
    rows = table_rows(run.finding("check"), "flags")
    kept = {each.value: each.count for each in found.filters["rule"]}
    assert kept == Counter(rule for rule, _ in {(row["rule"], row["id"]) for row in rows if row["id"]})
    kinds = {each.value: each.count for each in found.filters["kind"]}
    flagged = {row["id"] for row in rows if row["id"]}
    assert kinds.pop("look remark") == kinds["look"] + kinds["remark"] == len(flagged)
    assert sum(kinds.values()) == 40


# Escaping


def test_no_text_of_the_exam_becomes_an_element_an_attribute_or_a_script(html: str, page: _Tree) -> None:
    tags = {tag for tag, *_ in page.elements}
    assert not tags & {"img", "b", "iframe", "object", "textarea", "link", "base"}
    assert Counter(tag for tag, *_ in page.elements)["script"] == 1
    assert Counter(tag for tag, *_ in page.elements)["style"] == 1
    names = {name for _, attributes, _ in page.elements for name in attributes}
    assert not [name for name in names if name.startswith("on") or name == "style"]
    assert page.find("html")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_shown_letter_by_letter(page: _Tree, text: str) -> None:
    options = [shown for _, attributes, shown in page.find("span", kind="own")]
    assert text.strip() in options


def test_only_this_style_and_this_script_may_take_effect(html: str, page: _Tree) -> None:
    ((*_, style),), ((*_, script),) = page.find("style"), page.find("script")
    policy = content_policy(style, script)
    assert policy in [attributes.get("content") for _, attributes, _ in page.find("meta")]
    assert "unsafe" not in policy
    assert script == TEMPLATES.joinpath("check.js").read_text("utf-8")


def test_nothing_on_the_page_points_outside_it_and_every_link_arrives(page: _Tree) -> None:
    ids = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    targets = [
        attributes[name]
        for _, attributes, _ in page.elements
        for name in ("src", "href", "action", "data", "poster", "xlink:href")
        if name in attributes
    ]
    assert len(ids) == len(set(ids))
    assert {str(target).removeprefix("#") for target in targets} <= set(ids)
    assert "@import" not in TEMPLATES.joinpath("check.css").read_text("utf-8")
    assert "url(" not in TEMPLATES.joinpath("check.css").read_text("utf-8")


def test_a_quoted_text_cannot_turn_the_sentence_round() -> None:
    found = shown({"letters": ["A"], "text": "\u202eabove the of all\u2066"})
    assert found == {"letters": ("A",), "text": "above the of all"}


@pytest.mark.parametrize(("language", "quoted"), [("en", "“{}”"), ("de", "„{}“")])
def test_words_from_right_to_left_leave_the_marks_of_a_sentence_in_their_order(language: str, quoted: str) -> None:
    words = ("\u05d0\u05d1\u05d2", "\u062c\u062f", "garden")
    evidence: dict[str, str | tuple[str, ...]] = {"key": "A", "words": words}
    flag = Flag("key-echoes-question", "rule", "remark", "q1", (0,), evidence)
    page = render_check(small((flag,)), language)
    isolated = [f"\u2068{quoted.format(word)}\u2069" for word in words[:2]]
    assert f"{', '.join(isolated)} {'and' if language == 'en' else 'und'} {quoted.format('garden')}" in page


def test_a_finding_of_the_first_edition_is_refused_with_what_to_do() -> None:
    columns = columns_of({"rule": ["longest-key"], "options": ["A"], "evidence": ['{"key": "A"}']})
    with pytest.raises(DataError, match=r"Run the check again"):
        flags_of(Finding("check", "", "", tables=(Table("flags", "", columns),)))


@settings(max_examples=10, deadline=None)
@given(st.text(min_size=1), st.text(), st.text())
def test_whatever_an_exam_says_the_page_has_the_same_elements(name: str, question: str, option: str) -> None:
    def shape(run: Run) -> list[str]:
        html = render_check(_nothing_missing(run)).encode("utf-8", "replace").decode()
        return [tag for tag, *_ in tree(html).elements]

    plain = Item("q", "p", "x", "x", ("x", "x x"), 0)
    strange = Item(name, "p", "x" + option, question, (option, option + "x"), 0)
    assert shape(small((), (strange,), name=name)) == shape(small((), (plain,)))


# Words and structure


@every_language
def test_headings_never_skip_a_level(run: Run, language: str) -> None:
    levels = [int(tag[1]) for tag, *_ in tree(render_check(run, language)).elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@every_language
def test_the_page_names_its_own_language_and_claims_none_for_the_exam(run: Run, language: str) -> None:
    page = tree(render_check(run, language))
    assert page.find("html")[0][1]["lang"] == language
    own = page.find(kind="own")
    assert len(own) > 200
    assert all(attributes.get("lang") == "" and attributes.get("dir") == "auto" for _, attributes, _ in own)


@pytest.mark.parametrize("name", ["check.html.j2", "parts.html.j2"])
def test_templates_have_no_words_of_their_own(name: str) -> None:
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", TEMPLATES.joinpath(name).read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r"<!doctype html>|<[^>]*>", " ", text)
    assert not re.search(r"\w", text)


def _judged(run: Run) -> Run:
    """Add what a judge says that agrees with people on one flaw."""
    panel = FakePanel({"judge": lambda _context, option: float(len(option))}, views={"judge": "QOC"})
    judge = Judge("Tiny", {"clear_language": Interval(0.7, 0.6, 0.8, 60)})
    return replace(run, findings=(*run.findings, *judge.run(Dataset("made", tuple(made_items(4))), panel)))


def test_every_word_of_the_page_is_said_somewhere(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    said: set[str] = set()
    plain = Wording.say

    def say(self: Wording, path: str, values: Any = None) -> str:
        said.add(path)
        return plain(self, path, values)

    monkeypatch.setattr(Wording, "say", say)
    standings = ("guessing", "few", "below", "as-measured", "open")
    measured = _cut(_trusted(run, [("QOC", 0.4, f"page-trust-{standing}") for standing in standings]))
    unkeyed = [replace(item, question=" ", options=("", "x"), answer=None) for item in made_items(1)]
    one_view = [{view: made_probabilities(made_items(4))[view]} for view in ("QO", "QOC")]
    runs = [
        run,
        small(),
        made_check([], {}, left_out=()),
        made_check(made_items(1), {}, verdicts=[(0.9,) * len(made_items(1)[0].options)]),
        made_check([made_items(1)[0]], {}, flags=(), left_out=()),
        made_check(made_items(40), {}, left_out=()),
        made_check(made_items(2), {}, flags=(), left_out=()),
        measured,
        made_check(unkeyed, {}),
        made_check(made_items(), {}),
    ]
    runs += [made_check(made_items(4), rows) for rows in one_view]
    runs += [_judged(made_check(made_items(4), {}))]
    runs += [_alone(run), *_trained(run)]
    runs += [
        made_check([replace(item, answer=1) for item in made_items(40)], {}),
        _nothing_missing(small()),
        _unchecked(),
        *(of_passage(without, given, key) for without, given, key in USES),
        made_check([replace(made_items(1)[0], passage=text) for text in ["The boat is late. " * 20]], {}),
        made_check([replace(made_items(1)[0], passage="Das Boot kommt heute sehr spät. " * 20)], {}),
        made_check([replace(made_items(1)[0], passage="今天船来得很晚。" * 20)], {}),
        made_check(
            made_items(1),
            {},
            flags=[Flag("longest-key", "rule", "serious", made_items(1)[0].id)],
            dismissals=[Dismissal(made_items(1)[0].id, "longest-key")],
        ),
    ]
    for each in runs:
        render_check(each)
    monkeypatch.setattr("magnetite.report.check.page.MOST_SHOWN", 5)
    render_check(made_check(made_items(), {}))
    assert {code for code in wording("en").codes if code.startswith("page-")} - said == set()


def _alone(run: Run) -> Run:
    """Return a run about one passage: nothing can be said of others."""
    finding = run.finding("check")
    numbers = tuple(replace(each, low=0.0, high=1.0) if each.label == "accuracy" else each for each in finding.numbers)
    changed = replace(finding, numbers=numbers)
    return replace(run, findings=tuple(changed if each is finding else each for each in run.findings))


def _trained(run: Run) -> list[Run]:
    """Return runs of systems with cards: of all, calibrated, and of one alone."""
    card = {"training": {"card": {"data": {"name": "RACE+DREAM"}}}, "temperature": 1.1}
    every = tuple({**system, **card} for system in run.systems)
    return [replace(run, systems=every), replace(run, systems=(every[0], *run.systems[1:]))]


def _cut(run: Run) -> Run:
    """Add that the model that reads had to cut a passage."""
    finding = run.finding("check")
    cut = Number("passage cut", 1, n=4, unit="count", group="QOC")
    changed = replace(finding, numbers=(*finding.numbers, cut))
    return replace(run, findings=tuple(changed if each is finding else each for each in run.findings))


def _trusted(run: Run, rows: list[tuple[str, float, str]], luck: tuple[float, float, float] = (0.7, 0.2, 2.0)) -> Run:
    finding = run.finding("check")
    trust = table("trust", "", [Heading(name) for name in ("name", "value", "text")], rows)
    tables = [trust if table.name == "trust" else table for table in finding.tables]
    names = (
        "rule",
        "view",
        "questions",
        "sure",
        "right",
        "luck",
        "luck_low",
        "luck_high",
        "raised",
        "elsewhere",
        "verdict",
    )
    row = ("answerable-from-options", "O", 40, 9, 7, *luck, 7, 0.7)
    lucky = [(*row, verdict) for verdict in ("clear", "few", "small", "guessing")]
    tables.append(table("luck", "", [Heading(name) for name in names], lucky))
    listed = [(str(run.exam["items"][0]["id"]), 1, "B", 0.02)]
    tables += [
        table(name, name, [*map(Heading, ("id", "rank", "option", "probability"))], listed) for name in BY_OPTION
    ]
    return replace(run, findings=(replace(finding, tables=tuple(tables), notes=("A note.",)),))


def _nothing_missing(run: Run) -> Run:
    """Return a run of which every rule could be asked: which could depends on the language of its texts."""
    finding = run.finding("check")
    return replace(
        run, findings=(replace(finding, tables=tuple(t for t in finding.tables if t.name != "not_checked")),)
    )


def _unchecked() -> Run:
    run = small()
    finding: Finding = run.finding("check")
    rows = Table("questions", "", columns_of({"id": ["q1"], "place": [""], "checked": [False], "information": [None]}))
    return replace(
        run, findings=(replace(finding, tables=tuple(rows if t.name == "questions" else t for t in finding.tables)),)
    )


@every_language
def test_no_sentence_shows_a_placeholder_or_a_gap(run: Run, language: str) -> None:
    page = tree(render_check(made_check(made_items(hostile=False), responses=True), language))
    said = "".join(text for *_, text in page.find("main"))
    shown = said.replace(page.find("script")[0][2] if page.find("script") else "", "")
    assert not re.search(r"\{\w*[:}]|None|\bnan\b|#", shown)


def test_german_words_are_german_and_numbers_are_written_as_there(run: Run) -> None:
    html = render_check(run, "de")
    assert "verdienen einen zweiten Blick" in html
    assert re.search(r"\d,\d\d\b", html)
    assert "43\xa0%" in html
    assert "deserve" not in html


# Files


def test_the_folder_holds_the_page_and_the_findings(run: Run, html: str, tmp_path: Any) -> None:
    paths = write_check(run, tmp_path / "new" / "folder")
    assert [path.name for path in paths] == ["report.html", "findings.json"]
    assert paths[0].read_text("utf-8") == html
    assert run_from_json(paths[1].read_text("utf-8")) == run
    assert {path.name for path in paths[0].parent.iterdir()} == {"report.html", "findings.json"}


def test_a_lone_surrogate_does_not_stop_the_files(tmp_path: Any) -> None:
    run = small((), (Item("q1", "p", "x", "\ud800?", ("a", "b"), 0),))
    assert write_check(run, tmp_path)[0].stat().st_size > 0


def test_a_folder_that_cannot_be_written_is_said_to_be_so(run: Run, tmp_path: Any) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        write_check(run, tmp_path / "file")


def test_an_unknown_language_is_answered_with_the_known_ones(run: Run) -> None:
    with pytest.raises(UsageError, match="Known: en, de"):
        render_check(run, "fr")


def seated(temperature: float | None, line: dict[str, float] | None) -> tuple[dict[str, Any], ...]:
    """Return two systems that read everything, of which the second judges each option by itself."""
    reader = {"view": "QOC", "scorer": "reader", "fingerprint": "f-reader", "temperature": temperature}
    measured = {"verdicts": line} if line else {}
    judging = {"name": "verdicts", "view": "QOC", "scorer": "own", "fingerprint": "f-own", "temperature": None}
    return reader, {**judging, "training": {"card": {"measured": measured}}}


@every_language
@pytest.mark.parametrize(
    ("temperature", "line", "code", "named"),
    [
        (1.5, {"slope": 0.5, "intercept": -1.0}, "all", ()),
        (1.5, None, "some", ("QOC",)),
        (None, {"slope": 0.5, "intercept": -1.0}, "some", ("verdicts",)),
        (None, None, "none", ()),
    ],
)
def test_what_judges_each_option_counts_as_calibrated_by_a_line_of_its_own(
    language: str, temperature: float | None, line: dict[str, float] | None, code: str, named: tuple[str, ...]
) -> None:
    words = wording(language)
    told = list(method(replace(made_check(), systems=seated(temperature, line)), words))
    assert words.say(f"page-method-calibrated-{code}", {"views": list(named)}) in told


@every_language
def test_the_page_names_every_system_that_answered_by_what_it_sees(language: str) -> None:
    words = wording(language)
    page = check_page(replace(made_check(), systems=seated(None, None)), words)
    for seat, print_ in (("QOC", "f-reader"), ("verdicts", "f-own")):
        title = words.say("page-method-system", {"view": seat})
        assert any(name == title and text.endswith(print_) for name, text in page.facts)
