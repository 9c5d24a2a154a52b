"""Anthropic's and Ollama's own protocols: asked in their words, read in theirs, chosen by the end of an address."""

import json
import logging
import traceback

import pytest

from examfiles.errors import UsageError
from magnetite.core.errors import MagnetiteError, ModelError
from magnetite.report.wording import notes_of
from magnetite.scorers.answer import letters_among
from magnetite.scorers.remote.dialect import NotOfferedError, Question
from magnetite.scorers.remote.dialects import DIALECTS, endpoint_of
from magnetite.scorers.remote.scorer import remote
from magnetite.testing import check_scorer
from tests.scorers.remote.made import QUICK, shown
from tests.scorers.remote.server import Reply, Server, letter_logs

SECRET = "sk-verysecret-123456"
TURN = ("Who?", "A")
PATHS = {"messages": "/v1/messages", "ollama-chat": "/api/chat", "ollama-generate": "/api/generate"}
CHATTED = [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "A"}]
ASKED = {"role": "user", "content": "Where?"}
OPTIONS = {"temperature": 0, "seed": 0}


def text_of(body):
    return body["prompt"] if "prompt" in body else body["messages"][-1]["content"]


def answered(path, body, number):
    """Answer as the server of a path does, with the option that the model behind it believes in most."""
    logs = letter_logs(text_of(body))
    best = max(logs, key=logs.__getitem__)
    if path == "/v1/messages":
        content = [{"type": "thinking", "thinking": "A, B?", "signature": ""}, {"type": "text", "text": f" {best}"}]
        usage = {"input_tokens": 30, "cache_read_input_tokens": 9, "output_tokens": 1}
        return {"type": "message", "content": content, "stop_reason": "end_turn", "usage": usage, "model": "tiny-2"}
    reply = {"model": "tiny", "done": True, "done_reason": "stop", "prompt_eval_count": 39, "eval_count": 1}
    reply |= {"response": best} if path == "/api/generate" else {"message": {"role": "assistant", "content": best}}
    if body.get("logprobs"):
        listed = [{"token": token, "logprob": value, "bytes": [65]} for token, value in logs.items()]
        reply["logprobs"] = [{"token": best, "logprob": logs[best], "top_logprobs": listed}]
    return reply


def at(server, name, **options):
    return remote(f"tiny@{server.url.removesuffix('/v1')}{PATHS[name]}", patience=QUICK, **options)


@pytest.mark.parametrize(
    ("name", "question", "body"),
    [
        (
            "messages",
            Question("tiny", "Where?", (TURN,), tokens=16),
            {"max_tokens": 16, "temperature": 0, "messages": [*CHATTED, ASKED]},
        ),
        (
            "ollama-chat",
            Question("tiny", "Where?", (TURN,), tokens=16),
            {"stream": False, "options": OPTIONS | {"num_predict": 16}, "messages": [*CHATTED, ASKED]},
        ),
        (
            "ollama-chat",
            Question("tiny", "Where?", letters=4),
            {
                "stream": False,
                "options": OPTIONS | {"num_predict": 1},
                "messages": [ASKED],
                "logprobs": True,
                "top_logprobs": 20,
                "think": False,
            },
        ),
        (
            "ollama-generate",
            Question("tiny", "Where?", (TURN,), tokens=16),
            {
                "stream": False,
                "options": OPTIONS | {"num_predict": 16},
                "prompt": "Who? A\n\nWhere?",
                "raw": True,
            },
        ),
    ],
)
def test_a_question_is_written_as_the_servers_of_a_protocol_read_it(name, question, body):
    assert DIALECTS[name].request(question) == {"model": "tiny"} | body


@pytest.mark.parametrize("name", PATHS)
def test_none_of_them_echoes_and_anthropics_has_no_log_probabilities(name):
    with pytest.raises(NotOfferedError, match="log-prob"):
        DIALECTS[name].request(Question("tiny", "Where?", option="here"))
    if name == "messages":
        with pytest.raises(NotOfferedError, match="Anthropic's protocol has none"):
            DIALECTS[name].request(Question("tiny", "Where?", letters=3))


@pytest.mark.parametrize("name", PATHS)
def test_an_address_that_ends_in_the_path_of_a_protocol_is_asked_in_it(name):
    with Server(answered) as server:
        asked = at(server, name, scoring="asks", asks=3)
        scores = asked.score(shown(2))
        check_scorer(at(server, name, scoring="asks", asks=3))
        assert {path for path, _ in server.asked} == {PATHS[name]}
    best = max(range(3), key=lambda place: list(letter_logs(text_of(server.asked[0][1])).values())[place])
    assert scores[:3].argmax() == best
    notes = " ".join(notes_of(asked.remarks()))
    assert "280 tokens" in notes  # three asks for each of two questions, and the first one twice
    assert ("tiny-2" in notes) == (name == "messages")
    assert f"dialect={name}" in asked.fingerprint
    assert asked.name.endswith(PATHS[name])


@pytest.mark.parametrize("name", ["ollama-chat", "ollama-generate"])
def test_ollamas_letters_are_read_from_its_likeliest_tokens(name):
    with Server(answered) as server:
        scores = at(server, name).score(shown(2))
        assert scores[:3].tolist() == pytest.approx(list(letter_logs(text_of(server.asked[0][1])).values()))

    def older(path, body, number):
        return {key: value for key, value in answered(path, body, number).items() if key != "logprobs"}

    with Server(older) as server, pytest.raises(ModelError, match=r"no log-probabilities.*newer versions.*asks"):
        at(server, name).score(shown(1))


def test_an_answer_of_ollama_that_ended_at_once_names_no_letter_and_one_cut_says_so():
    reply = {"message": {"content": ""}, "done_reason": "stop"}
    assert DIALECTS["ollama-chat"].read(reply, Question("m", "t", letters=3), {}) == letters_among([], 3)
    cut = DIALECTS["ollama-chat"].read({"message": {"content": ""}, "done_reason": "length"}, Question("m", "t"), {})
    assert cut.cut


@pytest.mark.parametrize(
    ("reply", "text", "cut"),
    [
        (
            {"content": [{"type": "text", "text": "B"}, {"type": "text", "text": "."}], "stop_reason": "end_turn"},
            "B.",
            0,
        ),
        ({"content": [], "stop_reason": "refusal"}, "", 0),
        ({"content": [{"type": "thinking", "thinking": "A"}], "stop_reason": "max_tokens"}, "", 1),
    ],
)
def test_anthropics_answers_are_their_texts(reply, text, cut):
    read = DIALECTS["messages"].read(reply, Question("m", "t"), {})
    assert (read.text, read.cut) == (text, bool(cut))


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("reply", [{}, {"content": "B"}, {"content": [{"type": "text"}]}, {"message": 3}])
def test_a_reply_of_another_form_is_broken(name, reply):
    with pytest.raises(ValueError, match=r"it holds no|is none"):
        DIALECTS[name].read(reply, Question("m", "t"), {})


@pytest.mark.parametrize(
    ("name", "status", "body", "said"),
    [
        (
            "messages",
            529,
            {"type": "error", "error": {"type": "x", "message": "Overloaded"}},
            "529: Overloaded, 4 times",
        ),
        (
            "messages",
            404,
            {"type": "error", "error": {"type": "not_found_error", "message": "model: tiny"}},
            r"404: model: tiny\. Check the model's name.*/v1/models lists",
        ),
        (
            "messages",
            401,
            {"error": {"message": "invalid x-api-key"}},
            r"No key was sent: put it into .*MAGNETITE_API_KEY",
        ),
        ("ollama-chat", 404, {"error": "model 'tiny' not found"}, r"404: model 'tiny' not found.*`ollama pull tiny`"),
        ("ollama-generate", 500, {"error": "no memory"}, r"500: no memory, 4 times"),
    ],
)
def test_an_error_is_said_in_the_servers_words_with_what_to_do(name, status, body, said):
    reply = Reply(status, json.dumps(body))
    with Server(lambda *_: reply) as server, pytest.raises(ModelError, match=said):
        at(server, name, scoring="asks").score(shown(1))


def test_a_model_that_refuses_the_temperature_is_asked_without_it_and_that_is_said():
    def newest(path, body, number):
        if "temperature" in body:
            message = "`temperature` is deprecated for this model."
            return Reply(400, json.dumps({"type": "error", "error": {"message": message}}))
        return answered(path, body, number)

    with Server(newest) as server:
        asked = at(server, "messages", scoring="asks", asks=2)
        asked.score(shown(1))
    assert "temperature" in " ".join(notes_of(asked.remarks()))


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("messages", {}, r"--scoring symbol needs\. Give --scoring asks\."),
        ("messages", {"scoring": "cloze"}, r"--scoring cloze needs\. Give --scoring asks\."),
        ("ollama-chat", {"scoring": "cloze"}, r"Give --scoring symbol or asks\."),
        ("ollama-chat", {"prompt": "plain"}, "does not take --prompt plain. Give --prompt chat"),
        ("ollama-generate", {"prompt": "chat"}, "does not take --prompt chat. Give --prompt plain"),
        ("messages", {"scoring": "asks", "prompt": "plain"}, "Give --prompt chat"),
        ("messages", {"scoring": "ask"}, "Did you mean 'asks'"),
    ],
)
def test_a_way_that_a_protocol_does_not_have_is_refused_before_anything_is_sent(name, options, said):
    with pytest.raises(UsageError, match=said):
        remote(f"tiny@http://localhost:1{PATHS[name]}", **options)


@pytest.mark.parametrize(
    "case",
    [
        ("messages", "ANTHROPIC_API_KEY", "x-api-key", SECRET),
        ("messages", "MAGNETITE_API_KEY", "x-api-key", SECRET),
        ("ollama-chat", "OLLAMA_API_KEY", "authorization", f"Bearer {SECRET}"),
        ("ollama-generate", "MAGNETITE_API_KEY", "authorization", f"Bearer {SECRET}"),
    ],
)
def test_a_key_goes_out_in_the_header_of_its_protocol_and_is_shown_nowhere(case, monkeypatch, caplog, capsys):
    name, variable, header, sent = case
    monkeypatch.setenv(variable, SECRET)
    monkeypatch.setenv("OPENAI_API_KEY", "another's")
    said = ""
    with caplog.at_level(logging.DEBUG):
        for answer in (answered, lambda *_: Reply(500, SECRET)):
            with Server(answer) as server:
                try:
                    at(server, name, scoring="asks", asks=1).score(shown(1))
                except MagnetiteError as caught:
                    said += "".join(traceback.format_exception(caught))
                assert server.headers[0][header] == sent
                assert not any("another's" in value for value in server.headers[0].values())
                if name == "messages":
                    assert server.headers[0]["anthropic-version"] == "2023-06-01"
                    assert "authorization" not in server.headers[0]
    assert said
    assert SECRET not in said + caplog.text + "".join(capsys.readouterr())


def test_addresses_of_openais_protocol_are_of_none_of_the_others():
    for url in ("http://h/v1", "https://h/api", "https://h/v1/chat", "http://h/messages"):
        assert endpoint_of(url) is None
