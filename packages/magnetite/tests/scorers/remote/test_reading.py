"""What servers say is read as it is meant, and never as more."""

import contextlib
import math
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite.scorers.answer import LEAST_LOG_PROBABILITY
from magnetite.scorers.remote.address import is_address, read_address
from magnetite.scorers.remote.dialect import NotOfferedError
from magnetite.scorers.remote.dialects import DIALECTS
from magnetite.scorers.remote.dialects.chat import chat_letters
from magnetite.scorers.remote.dialects.completions import plain_letters
from magnetite.scorers.remote.dialects.echo import echoed
from magnetite.scorers.remote.dialects.openai import writing
from tests.scorers.remote.server import chat, echo


def test_a_refusal_says_nothing_and_a_choice_without_text_is_broken():
    assert writing(chat(None)).text == ""
    for broken in ({"choices": [{}]}, {"choices": [{"text": 3}]}, {"choices": ["B"]}):
        with pytest.raises(ValueError, match="it"):
            writing(broken)


@given(st.dictionaries(st.sampled_from([*"ABCDE", "The", " A", "Ｃ", "\n", "ß"]), st.floats(-9999, 0), min_size=1))
def test_letters_have_finite_scores_and_a_missing_one_no_more_than_any_listed(top):
    over = max(
        0.0, math.log(math.fsum(map(math.exp, top.values()))) if max(top.values()) > LEAST_LOG_PROBABILITY / 20 else 0.0
    )
    top = {token: value - over for token, value in top.items()}  # probabilities that add up to 1 at most
    read = chat_letters(chat("A", top), 4)
    assert all(LEAST_LOG_PROBABILITY <= score <= 0 for score in read.scores)
    listed = {letter for letter in "ABCD" if any(letter in token.replace("Ｃ", "C") for token in top if token != "The")}
    assert read.missing == 4 - len(listed)
    for place, letter in enumerate("ABCD"):
        if letter not in listed:
            assert read.scores[place] <= max(LEAST_LOG_PROBABILITY, min(top.values())) + 1e-9


def collapsed(tokens, most=20):
    """Return a completion whose likely tokens are listed by their shown texts, of which the last one stays."""
    listed = sorted(tokens, key=lambda each: -each[1])[:most]
    written, value = listed[0]
    top = {text.strip("▁ "): value for text, value in listed}
    logprobs = {"tokens": [written.strip("▁ ")], "token_logprobs": [value], "top_logprobs": [top]}
    return {"choices": [{"text": written, "logprobs": logprobs}]}


TOKENS = ("▁A", "A", "▁B", "B", "▁C", "C", "▁D", "D", "▁The", "The", "x")


@given(st.lists(st.floats(0.001, 1.0), min_size=len(TOKENS), max_size=len(TOKENS)))
@example([0.01, 0.1, 0.86, 0.0015, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01])
def test_a_letter_that_was_written_has_its_own_probability_at_least_whatever_its_text_collapses_with(weights):
    tokens = [(token, math.log(weight / sum(weights))) for token, weight in zip(TOKENS, weights, strict=True)]
    different = len({token.strip("▁") for token in TOKENS})
    assert [plain_letters(collapsed(tokens), 4, asked).shorter for asked in (different, different + 1)] == [False, True]
    read = plain_letters(collapsed(tokens), 4)
    written, value = max(tokens, key=lambda each: each[1])
    if written.strip("▁") in "ABCD":
        assert read.scores["ABCD".index(written.strip("▁"))] >= value - 1e-9
    assert math.fsum(map(math.exp, read.scores)) <= 1 + 1e-9


@given(st.dictionaries(st.sampled_from([*"ABCD", " A", " B", "The"]), st.floats(0.01, 1.0), min_size=1))
def test_a_list_in_which_nothing_collapsed_is_read_as_in_a_chat(weights):
    top = {token: math.log(weight / sum(weights.values())) for token, weight in weights.items()}
    written = max(top, key=top.__getitem__)
    logprobs = {"tokens": [written], "token_logprobs": [top[written]], "top_logprobs": [top]}
    read = plain_letters({"choices": [{"text": written, "logprobs": logprobs}]}, 4)
    assert read.scores == pytest.approx(chat_letters(chat(written, top), 4).scores)


READINGS = (
    partial(chat_letters, count=4),
    partial(plain_letters, count=4),
    writing,
    partial(echoed, prompt="a b", start=1),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(["A", " B", -0.5]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["content", "top_logprobs", "token", "logprob", "tokens", "x"]), inner)
    ),
    max_leaves=20,
)


@given(JSON, JSON, st.sampled_from(["logprobs", "message", "text"]))
def test_whatever_json_a_server_sends_is_read_or_refused_in_a_sentence(part, other, name):
    choice = {"logprobs": {"content": part, "tokens": part, "token_logprobs": other, "top_logprobs": other}, name: part}
    for reply in ({"choices": [choice]}, {"choices": part}):
        for read in READINGS:
            with contextlib.suppress(ValueError, NotOfferedError):
                read(reply)
        for dialect in DIALECTS.values():
            dialect.receipt(reply)
            dialect.complaint(reply)
            dialect.complaint(part)


def test_a_chat_that_ended_at_once_names_no_letter():
    assert chat_letters(chat("", {}), 3).none
    refused = {"choices": [{"message": {"refusal": "no"}, "logprobs": {"content": None, "refusal": [{"token": "I"}]}}]}
    assert chat_letters(refused, 3).none


def test_an_echos_tokens_are_counted_from_where_the_option_begins():
    prompt = "Ann has a grey cat"
    value, tokens, *_ = echoed(echo(prompt), prompt, len("Ann has a"))
    assert (value, tokens) == (pytest.approx(-0.5 - 0.01 - 0.4 - 0.01), 2)


WORDS = st.text(st.sampled_from("ab.,“”é水ß🙂"), min_size=1, max_size=4)


@given(
    st.lists(WORDS, min_size=1, max_size=5),
    st.lists(WORDS, min_size=1, max_size=3),
    st.sampled_from([(), ("<s>",), ("<|begin_of_text|>",)]),
    st.sampled_from(["words", "bare", "replaced", "late", "bytes"]),
    st.sampled_from([" more", "", "水", "\ufffd", "\n"]),
)
def test_an_echo_has_the_options_own_cost_or_none(before, option, special, shows, more):
    text = f"{' '.join(before)} Answer:"
    prompt = f"{text} {' '.join(option)}"
    own = sum(-(len(word) + 1) / 10 - 0.01 for word in option)
    assert echoed(echo(prompt, special, shows, more), prompt, len(text))[0] == pytest.approx(own)


@pytest.mark.parametrize(
    "change",
    [
        lambda logs: logs["tokens"].insert(3, " and") or logs["token_logprobs"].insert(3, -1.0),
        lambda logs: logs.update(tokens=logs["tokens"][1:], token_logprobs=logs["token_logprobs"][1:]),
        lambda logs: logs["tokens"].extend([" no"] * 2) or logs["token_logprobs"].extend([-1.0] * 2),
        lambda logs: logs.update(tokens=[each.upper() for each in logs["tokens"]]),
        lambda logs: logs.update(tokens=["<a>", "<b>", "<c>", *logs["tokens"]], token_logprobs=[None] * 10),
        lambda logs: logs.update(token_logprobs=[None] * len(logs["tokens"])),
    ],
    ids=["a word more", "cut in front", "two generated", "another text", "three before", "no values"],
)
def test_tokens_that_do_not_spell_the_prompt_are_no_echo(change):
    prompt = "Ann has a grey old cat"
    reply = echo(prompt)
    change(reply["choices"][0]["logprobs"])
    with pytest.raises(NotOfferedError, match="prompt's own tokens"):
        echoed(reply, prompt, len("Ann has a"))


@pytest.mark.parametrize("late", [0, 1])
def test_an_echo_whose_values_are_of_the_next_place_is_refused(late):
    prompt = "Ann has a grey cat and a grey dog and a cat"
    reply = echo(prompt)
    logs = reply["choices"][0]["logprobs"]
    expected = [*logs["tokens"][late:], *[" then"] * late]  # as by a model that foresees every word
    logs["top_logprobs"] = [{own: -9.0, top: -0.1} for own, top in zip(logs["tokens"], expected, strict=True)]
    with pytest.raises(NotOfferedError, match="expects after it") if late else contextlib.nullcontext():
        assert echoed(reply, prompt, len("Ann has a"))[1] == 9


def shifted(reply, by, first=None):
    """Move the values of an echo by so many places, to earlier ones below 0, and put `first` into the first."""
    logs = reply["choices"][0]["logprobs"]
    values = logs["token_logprobs"]
    moved = [*[None] * by, *values[:-by]] if by > 0 else [*values[-by:], *[-0.5] * -by]
    logs["token_logprobs"] = moved if first is None else [first, *moved[1:]]
    return reply


@given(
    st.integers(-2, 2).filter(bool),
    st.sampled_from([(), ("<s>",), ("[gMASK]", "<sop>")]),
    st.sampled_from(["words", "bare", "replaced", "late", "bytes"]),
)
def test_values_that_are_moved_are_no_echo_though_no_likely_tokens_are_listed(by, special, shows):
    prompt = "Ann has a grey éa cat"
    with pytest.raises(NotOfferedError, match="prompt's own tokens"):
        echoed(shifted(echo(prompt, special, shows), by), prompt, len("Ann has a"))


def test_a_first_token_with_a_value_is_said_to_leave_open_whose_values_they_are():
    with pytest.raises(NotOfferedError, match=r"first token has a value.* lists no likeliest tokens"):
        echoed(shifted(echo("Ann has a cat"), -1), "Ann has a cat", 9)


def test_a_first_token_with_a_value_is_read_where_the_likeliest_tokens_are_those_of_their_own_places():
    prompt = "Ann has a grey cat and a grey dog and a cat"
    reply = echo(prompt)
    logs = reply["choices"][0]["logprobs"]
    logs["token_logprobs"] = [-3.0, *logs["token_logprobs"][1:]]  # after a hidden <s>
    logs["top_logprobs"] = [{own: -0.1, " x": -9.0} for own in logs["tokens"]]
    assert echoed(reply, prompt, len("Ann has a"))[1] == 9
    logs["top_logprobs"] = [{" x": -0.1} for _ in logs["tokens"]]
    with pytest.raises(NotOfferedError, match="first token has a value"):
        echoed(reply, prompt, len("Ann has a"))


@pytest.mark.parametrize("none", [0, 0.0, -9999, -9999.0])
def test_a_number_that_stands_for_no_value_is_none(none):
    reply = echo("Ann has a grey cat")
    reply["choices"][0]["logprobs"]["token_logprobs"][0] = none
    assert echoed(reply, "Ann has a grey cat", len("Ann has a"))[1] == 2


def test_where_the_last_token_may_be_the_options_or_generated_nothing_is_read():
    reply = echo("Ann has 水", shows="replaced", more="茶")
    assert echoed(reply, "Ann has 水", len("Ann has"))[1] == 4
    del reply["choices"][0]["finish_reason"]
    with pytest.raises(NotOfferedError):
        echoed(reply, "Ann has 水", len("Ann has"))


@pytest.mark.parametrize(
    "name", ["m@http://h:1/v1", "a/b@https://h.example/v1", "x@y@http://h/v1", "http://h/v1", "m@HTTPS://h/v1"]
)
def test_an_address_is_known_by_its_scheme(name):
    assert is_address(name)


@pytest.mark.parametrize("name", ["bundled", "systems/qo", "a.py:f", "a@b", "me@home.py:f", "C:/models/x", "hf://data"])
def test_other_names_are_no_addresses(name):
    assert not is_address(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("http://h/v1", "names no model"),
        ("m@http://ann:pass-word@h/v1", "holds a user's name or a password"),
        ("m@http://pass-word@h/v1", "holds a user's name or a password"),
        ("m@http://h/v1?key=pass-word", r"a part behind '\?'"),
        ("m@http://h/v1#pass-word", "a part behind"),
        ("m@http:///v1", "no host"),
        ("m@http://h:port/v1", "a port that is no number"),
        ("m@localhost:8000/v1", r"begins with http:// or https://\. Expected m@http://localhost:8000/v1"),
    ],
)
def test_an_address_that_cannot_be_or_holds_a_secret_is_refused_without_showing_it(name, said):
    assert is_address(name)
    with pytest.raises(UsageError, match=said) as caught:
        read_address(name)
    assert "pass-word" not in str(caught.value)
