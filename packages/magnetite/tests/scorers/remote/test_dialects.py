"""A scorer asks in the dialect that it is given: ours write these requests, and a stranger's needs nothing of ours."""

import json
from dataclasses import dataclass

import numpy as np
import pytest

from magnetite.core.errors import ModelError
from magnetite.report.wording import notes_of
from magnetite.scorers.remote.address import Address
from magnetite.scorers.remote.client import Client
from magnetite.scorers.remote.dialect import Complaint, Concession, NotOfferedError, Question, Receipt, Writing
from magnetite.scorers.remote.dialects import DIALECTS
from magnetite.scorers.remote.scorer import Remote
from magnetite.testing import check_scorer
from tests.scorers.remote.made import QUICK, shown
from tests.scorers.remote.server import Reply, Server, belief, options_of

SETTINGS = {"model": "tiny", "temperature": 0, "seed": 0}
TURN = ("Who?", "A")


@pytest.mark.parametrize(
    ("name", "question", "request_body"),
    [
        (
            "chat",
            Question("tiny", "Where?", letters=4),
            {
                "max_tokens": 1,
                "messages": [{"role": "user", "content": "Where?"}],
                "logprobs": True,
                "top_logprobs": 20,
            },
        ),
        (
            "chat",
            Question("tiny", "Where?", (TURN,), tokens=16),
            {
                "max_tokens": 16,
                "messages": [
                    {"role": "user", "content": "Who?"},
                    {"role": "assistant", "content": "A"},
                    {"role": "user", "content": "Where?"},
                ],
            },
        ),
        (
            "completions",
            Question("tiny", "Where?", (TURN,), letters=4),
            {"max_tokens": 1, "prompt": "Who? A\n\nWhere?", "logprobs": 20},
        ),
        ("completions", Question("tiny", "Where?", tokens=16), {"max_tokens": 16, "prompt": "Where?"}),
        (
            "completions",
            Question("tiny", "Where?", option="here"),
            {"max_tokens": 1, "prompt": "Where? here", "logprobs": 1, "echo": True},
        ),
    ],
)
def test_a_question_is_written_as_the_servers_of_a_dialect_read_it(name, question, request_body):
    assert DIALECTS[name].request(question) == SETTINGS | request_body


def test_a_chat_echoes_nothing_and_says_so():
    with pytest.raises(NotOfferedError, match="echo"):
        DIALECTS["chat"].request(Question("tiny", "Where?", option="here"))


@dataclass(frozen=True)
class Plainly:
    """A dialect of nobody's: `{"say": …}` is answered by `{"said": …, "spent": …}`, an error by `{"no": …}`."""

    name = "plainly"
    path = "/say"
    title = "a word under `said`"

    def request(self, question):
        return {"say": question.text, "loudly": True}

    def concessions(self, question):
        return (Concession("loudly"),)

    def read(self, reply, question, request):
        if "said" not in reply:
            raise ValueError("it says nothing")
        return Writing(reply["said"])

    def receipt(self, reply):
        return Receipt(reply.get("spent"), reply.get("name"), None)

    def complaint(self, body):
        return Complaint(body.get("no", "") if isinstance(body, dict) else "", final=True)

    def absent(self, address):
        return f"Nobody listens at {address.url}."


def asking(server):
    address = Address("tiny", server.url)
    return Remote(address, scoring="asks", asks=3, client=Client(address, patience=QUICK), dialect=Plainly())


def plainly(path, body, number):
    """Answer with the option that the model behind the server believes in most."""
    if body.get("loudly"):
        return Reply(422, json.dumps({"no": "loudly is not allowed here"}))
    options = options_of(body["say"])
    best = max(range(len(options)), key=lambda place: belief(body["say"], options[place]))
    return {"said": "ABCDE"[best], "spent": 7, "name": "tiny-2"}


def test_a_scorer_speaks_a_dialect_of_somebody_elses():
    with Server(plainly) as server:
        asked = asking(server)
        scores = asked.score(shown(2))
        check_scorer(asking(server))
        assert {path for path, _ in server.asked} == {"/v1/say"}
    assert np.isfinite(scores).all()
    notes = " ".join(notes_of(asked.remarks()))
    assert "49 tokens" in notes  # three asks for each of two questions, and the first one twice
    assert "tiny-2" in notes


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(404, "{}"), "Nobody listens at http"),
        (Reply(503, '{"no": "we are closed"}'), "answered 503: we are closed. Correct what it says"),
        ({"spent": 1}, "it says nothing, 2 times. It begins with '{\"spent\": 1}'. Expected a word under `said`."),
    ],
)
def test_an_error_is_told_in_the_words_of_the_dialect(reply, words):
    with Server(lambda *_: reply) as server, pytest.raises(ModelError) as caught:
        asking(server).score(shown(1))
    assert words in str(caught.value)
