"""Servers that refuse, think, send elsewhere or answer what cannot be: the right number, or one sentence."""

import json
import math
import time
from base64 import b64encode, urlsafe_b64encode
from dataclasses import replace
from urllib.parse import quote

import pytest

from magnetite.core.errors import ModelError
from magnetite.report.wording import notes_of
from magnetite.scorers.remote.address import without_key
from tests.scorers.remote.made import QUICK, scorer, shown
from tests.scorers.remote.server import Reply, Server, chat, error, honest, letter_logs, options_of, text_of

SECRET = "sk-secret/abc+def=12345"
REFUSALS = {  # as services word them
    "seed": ("seed", 422, '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs"}]}'),
    "max_tokens": ("max_tokens", 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    "temperature": ("temperature", 400, "Unsupported value: 'temperature' does not support 0 with this model."),
    "unsaid": ("seed", 400, "Bad request"),
}


def refusing(*names):
    def answer(path, body, number):
        for name in names:
            parameter, status, said = REFUSALS[name]
            if parameter in body:
                return Reply(status, said) if status == 422 else error(status, said)
        if body.get("logprobs"):
            return honest(path, body, number)
        return chat("ABC"[options_of(text_of(body)).index("none")])

    return answer


@pytest.mark.parametrize("names", [["seed"], ["unsaid"], ["max_tokens", "temperature"], ["seed", "max_tokens"]])
@pytest.mark.parametrize("scoring", ["symbol", "asks"])
def test_what_a_server_refuses_is_left_out_once_and_for_all(names, scoring):
    with Server(refusing(*names)) as server:
        asked = scorer(server, scoring=scoring, asks=3)
        scores = asked.score(shown(3))
        refused = {REFUSALS[name][0] for name in names}
        bodies = [body for _, body in server.asked]
    assert len(bodies) - len(names) == (4 if scoring == "symbol" else 10)  # each refusal costs one request
    assert not refused & set(bodies[-1])
    kept = {"seed", "max_tokens", "temperature"} - refused
    assert kept <= set(bodies[-1])
    assert ("max_completion_tokens" in bodies[-1]) == ("max_tokens" in refused)
    assert ("temperature 0" in " ".join(notes_of(asked.remarks()))) == ("temperature" in refused)
    if scoring == "symbol":
        assert scores[:3] == pytest.approx(list(letter_logs(server.texts[-1] and text_of(bodies[0])).values()))
    else:
        assert scores[:3].argmax() == 1


def test_the_last_refusal_is_shown_and_log_probabilities_that_are_refused_are_named():
    def picky(path, body, number):
        said = "Use 'max_completion_tokens', not 'max_tokens'." if "max_tokens" in body else "The prompt is too long."
        return error(400, said)

    with Server(picky) as server, pytest.raises(ModelError, match=r"400: The prompt is too long\. Correct"):
        scorer(server).score(shown(1))

    def no_logs(path, body, number):
        return error(400, "'logprobs' is not supported with this model.") if "logprobs" in body else chat("A")

    with Server(no_logs) as server, pytest.raises(ModelError, match=r"gives no log-probabilities.*--scoring asks"):
        scorer(server).score(shown(1))


def thinks(path, body, number):
    room = body["max_tokens"] > 100
    content = "ABC"[options_of(text_of(body)).index("none")] if room else None
    message = {"role": "assistant", "content": content, "reasoning_content": "Let me see: A says"}
    return {"choices": [{"message": message, "finish_reason": "stop" if room else "length"}]}


def test_a_model_that_thinks_gets_room_or_the_sentence_that_says_so():
    with Server(thinks) as server:
        with pytest.raises(ModelError, match=r"all 16 tokens .* went into thinking.*--answer-tokens 4096"):
            scorer(server, scoring="asks", asks=6).score(shown(2))
        patient = scorer(server, scoring="asks", asks=3, answer_tokens=4096)
        assert patient.score(shown(1)).argmax() == 1
        assert patient.fingerprint != scorer(server, scoring="asks", asks=3).fingerprint


def test_an_answer_that_drips_ends_at_the_timeout_as_a_whole():
    with Server(lambda *_: Reply(body=" " * 500, drip=0.05)) as server:
        begun = time.monotonic()
        with pytest.raises(ModelError, match=r"did not answer within 0.4 seconds, 2 times"):
            scorer(server, replace(QUICK, timeout=0.4, retries=1)).score(shown(1))
    assert time.monotonic() - begun < 20  # all that drips would take 50


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_within_the_host_keeps_the_question(status):
    def moved(path, body, number):
        if path.startswith("/v1/"):
            return Reply(status, "", {"Location": path.replace("/v1/", "/v2/")})
        return honest(path, body, number)

    with Server(moved) as server:
        scores = scorer(server).score(shown(1))
        assert scores.tolist() == pytest.approx(list(letter_logs(server.texts[0]).values()))
        assert {path for path, _ in server.asked} == {"/v1/chat/completions", "/v2/chat/completions"}


@pytest.mark.parametrize(
    ("status", "place"), [(307, "http://127.0.0.2:9/v1"), (302, "https://127.0.0.1:9/v1"), (303, "/v2")]
)
def test_a_redirect_to_another_host_or_to_a_get_is_not_followed(status, place):
    with (
        Server(lambda *_: Reply(status, "", {"Location": place})) as server,
        pytest.raises(ModelError, match=r"sends requests on to .*/v\d\. Give the address that answers itself"),
    ):
        scorer(server).score(shown(1))
    assert len(server.asked) == 1


def test_redirects_without_end_end():
    with (
        Server(lambda path, *_: Reply(307, "", {"Location": path})) as server,
        pytest.raises(ModelError, match="and on and on"),
    ):
        scorer(server).score(shown(1))
    assert len(server.asked) == 5


def test_the_name_that_answers_give_the_model_is_noted_and_so_is_a_change():
    def named(*names):
        return lambda path, body, number: {**honest(path, body, number), "model": names[number % len(names)]}

    for names, said in (
        (["tiny"], None),
        (["tiny-2026"], "name the model tiny-2026; the request was for tiny."),
        (["tiny", "cheap\x1b[2J"], r"name 2 models (cheap\x1b[2J); the request was for tiny."),
    ):
        with Server(named(*names)) as server:
            asked = scorer(server)
            asked.score(shown(3))
            notes = " ".join(notes_of(asked.remarks()))
        assert said is None or said in notes
        assert ("the request was for" in notes) == (said is not None)


def letters(value):
    return chat("A", {"A": value, "B": -2.0})


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (letters(0.5), r"a log-probability is 0\.5; expected a number of 0 at most"),
        (letters(-(10**4000)), r"a log-probability has 4,001 digits"),
        (letters("high"), r"a log-probability is 'high'"),
        (Reply(body="[" * 200_000), r"nested too deeply"),
        (Reply(body="\x1b]0;owned\x07"), r"is text, not JSON"),
        (Reply(body=json.dumps(["\x1b]0;owned"])), r"is no JSON object"),
    ],
    ids=lambda each: None if isinstance(each, str) else "",
)
def test_numbers_and_shapes_that_cannot_be_are_refused_in_a_sentence(reply, said):
    with Server(lambda *_: reply) as server, pytest.raises(ModelError, match=said) as caught:
        scorer(server).score(shown(1))
    assert str(caught.value).isprintable()


def test_probabilities_that_add_up_to_more_than_one_are_refused():
    reply = chat("A", {"A": -0.01})
    content = reply["choices"][0]["logprobs"]["content"][0]
    content["top_logprobs"] = content["top_logprobs"] * 20
    with Server(lambda *_: reply) as server, pytest.raises(ModelError, match=r"add up to 19\.8"):
        scorer(server).score(shown(1))
    content["top_logprobs"] = [{"token": token, "logprob": math.log(0.51)} for token in ("A", " A")]
    with Server(lambda *_: reply) as server:  # coarse numbers
        assert scorer(server).score(shown(1)).max() == 0.0


def test_a_count_of_tokens_that_cannot_be_is_estimated():
    with Server(lambda *each: {**honest(*each), "usage": {"prompt_tokens": 10**300}}) as server:
        asked = scorer(server)
        asked.score(shown(1))
        assert "by estimate" in " ".join(notes_of(asked.remarks()))


def test_an_answer_is_limited_in_size(monkeypatch):
    monkeypatch.setattr("magnetite.scorers.remote.transport.MOST_BYTES", 10_000)
    with Server(lambda *_: Reply(body=" " * 20_000)) as server, pytest.raises(ModelError, match=r"more than 10\.0 kB"):
        scorer(server).score(shown(1))
    assert len(server.asked) == 1


FORMS = {
    "as it is": SECRET,
    "cut off": SECRET[:12],
    "quoted": quote(SECRET, safe=""),
    "with slashes": json.dumps(SECRET).replace("/", "\\/").strip('"'),
    "in base64": b64encode(SECRET.encode()).decode(),
    "for URLs": urlsafe_b64encode(b"x:" + SECRET.encode()).decode(),
    "behind a scheme": b64encode(b"Bearer " + SECRET.encode() + b"\n").decode(),
    "in hexadecimal": SECRET.encode().hex(),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("place", ["error", "letter", "echo"])
def test_no_form_of_the_key_is_shown(form, place, monkeypatch):
    monkeypatch.setenv("MAGNETITE_API_KEY", SECRET)

    def tells(path, body, number):
        if place == "error":
            return error(400, f"Who is {form}?")
        if place == "letter":
            return chat(form, {form: -0.1, "x": -3.0})
        logs = {"tokens": [form, "x"], "token_logprobs": [-1.0, -1.0]}
        return {"choices": [{"text": "x", "logprobs": logs}]}

    with Server(tells) as server, pytest.raises(ModelError) as caught:
        scorer(server, scoring="cloze" if place == "echo" else "symbol").score(shown(6))
    rest = str(caught.value)
    assert "[key]" in rest
    own = form.removeprefix(b64encode(b"Bearer ").decode()[:9])
    assert not [own[at : at + 8] for at in range(len(own) - 7) if own[at : at + 8] in rest]


def test_texts_without_the_key_stay():
    assert without_key("none of it, or all", "none") == "none of it, or all"
    assert without_key("Incorrect key.", SECRET) == "Incorrect key."
