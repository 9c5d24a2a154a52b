"""What numbers allow to say of a claim, and which reader says it: laws of `decided` and of a claim's outcome."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magnetite_papers
from examfiles.reasons import counted
from magnetite.core.results import Number
from magnetite.stats.intervals import difference, relative_change, share
from magnetite_papers.decided import MANY_QUESTIONS, above, apart, below, gap, joint, kept, within
from magnetite_papers.paper import Claim, Outcome, claims_finding, untested

SOURCES = sorted(Path(magnetite_papers.__file__).parent.rglob("*.py"))
ENDS = st.tuples(st.floats(-1, 1), st.floats(0, 0.5))
HELD = st.sampled_from([True, False, None])


def of(value, reach):
    return Number("it", value, value - reach, value + reach)


@given(ENDS, st.floats(-1, 1))
def test_a_number_is_on_one_side_only_with_its_whole_interval(ends, bound):
    number = of(*ends)
    assert above(number, bound) is (True if number.low > bound else False if number.high < bound else None)
    assert below(number, bound) is {True: False, False: True, None: None}[above(number, bound)]


@given(ENDS, st.floats(-1, 0), st.floats(0, 1))
def test_a_number_is_within_bounds_only_with_its_whole_interval_and_outside_only_with_none_of_it(ends, low, high):
    number = of(*ends)
    held = within(number, low, high)
    assert (held is True) == (number.low > low and number.high < high)
    assert (held is False) == (number.high < low or number.low > high)


def test_a_number_without_an_interval_decides_nothing():
    bare = Number("it", 5.0)
    assert [above(bare), below(bare), within(bare, 0, 9)] == [None] * 3
    assert not apart(bare, of(0, 0.1))


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(40, 300), st.floats(0.3, 0.95), st.floats(0.05, 0.9))
def test_intervals_that_do_not_meet_make_the_paired_difference_clear(seed, many, first, second):
    draw = np.random.default_rng(seed)
    passages, right = np.arange(many) // 3, draw.random((2, many)) < [[first], [second]]
    one, other = (Number("right", each.estimate, each.low, each.high) for each in (share(r, passages) for r in right))
    paired = difference(*right, passages)
    if apart(one, other):
        assert gap(one, other).low <= paired.estimate <= gap(one, other).high
        assert paired.low > 0 or paired.high < 0


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(300, 900), st.floats(0.4, 0.8), st.floats(0.1, 0.9))
def test_what_is_left_of_a_share_has_the_interval_of_the_ratio_itself(seed, many, before, left):
    """The peer is the jackknife over the questions, of which a page has only the three intervals."""
    draw = np.random.default_rng(seed)
    passages, first = np.arange(many) // 3, draw.random(many) < before
    after = np.where(first, draw.random(many) < left, draw.random(many) < 0.1)
    known = [share(first, passages), share(after, passages), difference(after, first, passages)]
    found = kept(*(Number("", each.estimate, each.low, each.high, each.n) for each in known))
    peer = relative_change(first, after, passages)
    assert found.estimate == pytest.approx(1 + peer.estimate)
    assert (found.high - found.low) / (peer.high - peer.low) == pytest.approx(1, abs=0.35)


def test_nothing_is_left_of_nothing_and_an_interval_of_one_part_alone_decides_nothing():
    nothing, half = of(0.0, 0.0), of(0.5, 0.1)
    assert np.isnan(kept(nothing, half, half).low)
    assert np.isnan(kept(half, Number("", 0.4), of(-0.1, 0.1)).low)


READERS = st.dictionaries(st.sampled_from("abcd"), st.tuples(HELD, st.integers(1, 5000)), min_size=1)


@given(READERS, st.sampled_from("abcd"))
def test_the_reader_with_the_most_questions_decides_and_those_with_fewer_change_nothing(readers, main):
    by, asked = ({name: each[k] for name, each in readers.items()} for k in (0, 1))
    outcome = Outcome(by, {}, asked)
    most = [name for name in asked if asked[name] == max(asked.values())]
    assert outcome.deciding(main) == ((main,) if main in most else tuple(most))
    alone = Outcome({name: by[name] for name in most}, {}, {name: asked[name] for name in most})
    assert outcome.holds(main) is alone.holds(main)
    assert all(asked[name] >= min(MANY_QUESTIONS, max(asked.values())) for name in outcome.peers(main))


@given(READERS, st.sampled_from("abcd"))
def test_every_reader_that_does_not_decide_is_named_with_its_verdict(readers, main):
    by, asked = ({name: each[k] for name, each in readers.items()} for k in (0, 1))
    claim = Claim("It reads.", (), lambda _f: Outcome(by, dict.fromkeys(by, "so"), asked))
    outcome = claim.test({})
    [row] = claims_finding([claim], {}, main).table("claims").rows()
    words = {True: "holds here", False: "does not hold here", None: "undecided"}
    for name in set(by) - set(outcome.deciding(main)):
        many = f" ({counted(asked[name], 'question')})" if asked[name] < max(asked.values()) else ""
        assert f"{name}{many}: {words[by[name]]}, so" in row["remarks"]
    assert row["verdict"] == words[outcome.holds(main)]


def test_a_few_questions_of_the_main_reader_do_not_hide_many_of_others():
    few, many = Number("gap", -0.018, -0.18, 0.15), Number("gap", -0.099, -0.15, -0.05)
    by = {"reader": below(few), "base": below(many)}
    assert Outcome(by, {}, {"reader": 42, "base": 496}).holds("reader") is True


def test_only_claims_that_several_readers_tested_are_counted_as_held_by_each():
    outcomes = [
        Outcome({"a": True, "b": True}, {}, {"a": 2000, "b": 1500}),
        Outcome({"a": True, "b": None}, {}, {"a": 2000, "b": 2000}),
        Outcome({"a": True, "b": None}, {}, {"a": 2000, "b": 40}),  # of one reader with many
        Outcome({"a": True}, {}),
        Outcome({"a and b": True, "a and c": True}, {}, joined=True),
    ]
    claims = [Claim("It reads.", (), lambda _f, outcome=outcome: outcome) for outcome in outcomes]
    sentence = claims_finding(claims, {}, "a").sentence
    assert "Of 5 claims tested, 5 hold here" in sentence
    assert "2 were tested on several readers with as many questions or at least 1,000; of these, 1 holds by" in sentence


def test_of_an_untested_claim_no_interval_is_spoken_of_and_of_a_reader_that_holds_no_reason():
    holds = Outcome({"a": True, "b": False}, {"a": "+1", "b": "-1"}, reason={"b": "Tested: it guesses."})
    claims = [
        Claim("People read.", (), lambda _f: untested("nobody was asked")),
        Claim("It reads.", (), lambda _f: holds),
    ]
    people, reads = claims_finding(claims, {}, "a").table("claims").rows()
    assert (people["verdict"], people["remarks"]) == ("not tested", "")
    assert reads["remarks"] == "Other readers: b: does not hold here, −1. Tested: it guesses."


def test_parts_of_a_claim_must_all_agree():
    parts = {"a and b": True, "a and c": None}
    assert Outcome(parts, {}, joined=True).holds("a and b") is None
    assert joint([]) is None


def _is_bound(node):
    if isinstance(node, ast.UnaryOp):
        return _is_bound(node.operand)
    if isinstance(node, ast.Attribute):
        return node.attr in {"low", "high"}
    if isinstance(node, ast.Subscript):
        texts = [part.value for part in ast.walk(node.slice) if isinstance(part, ast.Constant)]
        return any(str(text).endswith(("low", "high")) for text in texts)
    return False


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_bound_is_compared_by_hand(source):
    """Every above, below and holds comes from `stats.verdict`, by way of `decided`."""
    order = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    found = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.Compare)
        and any(isinstance(each, order) for each in node.ops)
        and any(map(_is_bound, [node.left, *node.comparators]))
    ]
    assert found == []


def test_a_bound_that_is_compared_by_hand_would_be_seen():
    for text in ("each.low > 0", "row['plain_high'] < 1", "-each.high > b", "row[f'{name}_low'] >= 0"):
        node = ast.parse(text).body[0].value
        assert any(map(_is_bound, [node.left, *node.comparators])), text


# Words that conclude something of what was measured.
CONCLUDING = re.compile(
    r"\b(clearly|hardly|no longer|distract\w*|causes?|explain\w*|because|harm\w*|attract\w*|helps?|overstates?|little|"
    r"rather than|disagree\w*|more|less|fewer|better|worse|above|below|higher|lower|increases?|decreases?|too few)\b"
)
CHOOSING = (ast.If, ast.IfExp, ast.Dict, ast.comprehension, ast.Compare)
CHOICES = (ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)


def conclusions(source):
    """Yield the texts of a module that conclude, and whether data choose them: a condition or a mapping is around."""
    tree = ast.parse(source)
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }

    def visit(node, chosen):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            if CONCLUDING.search(node.value) and " " in node.value.strip():
                yield node.value, chosen
            return
        if isinstance(node, ast.Expr) and id(node.value) in documents:
            return
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"Claim", "UsageError", "DataError"}:
            return  # what the paper says, and what a user did
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"Heading", "interval", "number", "Number"}:
            return  # names of columns and numbers
        own = chosen or isinstance(node, CHOOSING)
        own = own or (isinstance(node, CHOICES) and any(each.ifs for each in node.generators))
        for child in ast.iter_child_nodes(node):
            yield from visit(child, own)
            own = own or (isinstance(child, ast.If) and isinstance(child.body[-1], ast.Return | ast.Raise))

    yield from visit(tree, False)


# Read one by one: what a word means, what a number or a title is called, how a figure is made; none says how it came
# out. A new sentence that concludes nothing is added here by its beginning, one that does gets a condition.
METHOD = (
    *("not clearly different", "Questions: ", "An interval of a share", "A claim is tested on", "a an the and or"),
    *(". After training without", "Figure 3: magnets on more", " questions with the two options of Table 1, less"),
    *("above guessing", "fewer than 2 effective", "QOC, questions with fewer", "information below 0 minus"),
    *("Does more training make up", " of the questions have fewer", " of the questions the reader is more certain"),
    *("confidence above accuracy before", " more, the reader without the passage gains", " more questions", "too few"),
    " is clearly closer to it than ",  # `reasons_of` says it of figures of which that was decided
    *(
        "clearly no loss",
        "clearly below guessing",
        "clearly above guessing",
        "clearly above in ",
        "above the best rule",
    ),
    *(" clearly better on ", "; clearly worse in "),  # with their counts
    *("): too few for the relative change", ". Each attack is compared with", ". Its wrong option is built from"),
)


def test_a_constant_that_concludes_would_be_seen():
    text = """
def sentence(numbers):
    if not numbers:
        return "there is nothing"
    if numbers.clear:
        told = "the passage clearly helps"
    return told

def controls(numbers):
    return f"Words foreign to every passage distract these readers ({numbers})."
"""
    assert [chosen for _, chosen in conclusions(text)] == [True, False]


def test_a_conclusion_is_chosen_by_data():
    found = {
        f"{path.parent.name}/{path.name}": left
        for path in SOURCES
        if (
            left := [
                text
                for text, chosen in conclusions(path.read_text("utf-8"))
                if not chosen and not text.startswith(METHOD)
            ]
        )
    }
    assert found == {}
