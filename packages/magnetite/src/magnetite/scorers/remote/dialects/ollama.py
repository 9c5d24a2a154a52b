"""The dialects `/api/chat` and `/api/generate`: Ollama's own protocol, a chat or a text that is continued.

Newer versions give the likeliest tokens of an answer, up to 20; none echoes a prompt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magnetite.scorers.answer import letters_among
from magnetite.scorers.prompts import messages, text_before
from magnetite.scorers.remote.address import Address
from magnetite.scorers.remote.dialect import Answer, Body, Concession, NotOfferedError, Question, Receipt, Writing
from magnetite.scorers.remote.dialects import openai
from magnetite.scorers.remote.dialects.chat import first_letters

_COUNTS = ("prompt_eval_count", "eval_count")
_NO_LOGS = "log-probabilities (logprobs, which newer versions of Ollama have)"
_FEWER = openai.fewer("top_logprobs")


@dataclass(frozen=True, slots=True)
class _Ollama:
    """What both have in common: all but how a question is written, and where the answer's text stands."""

    title = "the JSON of Ollama's protocol"
    complaint = staticmethod(openai.complaint)

    def concessions(self, question: Question) -> Sequence[Concession]:
        """Return what to leave out."""
        return (Concession("think"), _FEWER, *openai.NO_LOGS) if question.letters else ()

    def receipt(self, reply: Body) -> Receipt:
        """Read the tokens of the prompt and of the answer, and the model's name."""
        model = reply.get("model")
        return Receipt(openai.total(reply, _COUNTS), model if isinstance(model, str) else None, None)

    def absent(self, address: Address) -> str:
        """Return what to do about a model that is not there."""
        return f"`ollama list` shows the models that are there; `ollama pull {address.model}` fetches this one."


@dataclass(frozen=True, slots=True)
class OllamaChat(_Ollama):
    """Chats of Ollama's protocol."""

    name = "ollama-chat"
    path = "/api/chat"

    def request(self, question: Question) -> Body:
        """Write the turns and the text as messages. Raises NotOfferedError for an echo."""
        return _settings(question) | {"messages": messages(question.turns, question.text)}

    def read(self, reply: Body, question: Question, request: Body) -> Answer:  # noqa: ARG002 - the protocol's
        """Read letters or a text."""
        message = reply.get("message")
        return _read(reply, message.get("content") if isinstance(message, Mapping) else None, question)


@dataclass(frozen=True, slots=True)
class OllamaGenerate(_Ollama):
    """Texts that are continued, as they are (`raw`), by Ollama's protocol."""

    name = "ollama-generate"
    path = "/api/generate"

    def request(self, question: Question) -> Body:
        """Write the turns and the text as one prompt. Raises NotOfferedError for an echo."""
        return _settings(question) | {"prompt": text_before(question.turns) + question.text, "raw": True}

    def read(self, reply: Body, question: Question, request: Body) -> Answer:  # noqa: ARG002 - the protocol's
        """Read letters or a text."""
        return _read(reply, reply.get("response"), question)


def _settings(question: Question) -> dict[str, Any]:
    """Return what every request says; where letters are read, a model that may think first is told not to."""
    if question.option is not None:
        raise NotOfferedError("log-probabilities of the prompt's own tokens (echo)")
    options = {"temperature": 0, "seed": 0, "num_predict": question.tokens}
    body = {"model": question.model, "stream": False, "options": options}
    return body | ({"logprobs": True, "top_logprobs": openai.TOPS[0], "think": False} if question.letters else {})


def _read(reply: Body, text: object, question: Question) -> Answer:
    if not isinstance(text, str):
        raise ValueError("it holds no answer")
    if not question.letters:
        return Writing(text, cut=reply.get("done_reason") == "length")
    tokens = reply.get("logprobs")
    if isinstance(tokens, list) and tokens:
        return first_letters(tokens, question.letters, _NO_LOGS)
    if not text and reply.get("done_reason") == "stop":  # it ended at once
        return letters_among([], question.letters)
    raise NotOfferedError(_NO_LOGS)
