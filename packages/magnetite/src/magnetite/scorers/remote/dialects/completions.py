"""The dialect `/completions`: a text that is continued, or echoed with the log-probabilities of its own tokens."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from magnetite.scorers.answer import Letters, bare, letters_among
from magnetite.scorers.prompts import text_before
from magnetite.scorers.remote.address import Address
from magnetite.scorers.remote.dialect import Answer, Body, Concession, NotOfferedError, Question
from magnetite.scorers.remote.dialects import openai
from magnetite.scorers.remote.dialects.chat import chat_letters
from magnetite.scorers.remote.dialects.echo import echoed

_FEWER = openai.fewer("logprobs")


@dataclass(frozen=True, slots=True)
class Completions:
    """Completions of the OpenAI protocol."""

    name = "completions"
    path = "/completions"
    title = openai.TITLE
    receipt = staticmethod(openai.receipt)
    complaint = staticmethod(openai.complaint)

    def request(self, question: Question) -> Body:
        """Write the turns and the text as one prompt."""
        body, text = openai.settings(question), _text(question)
        if question.option is not None:
            return body | {"prompt": f"{text} {question.option}", "echo": True, "logprobs": 1}
        return body | {"prompt": text} | ({"logprobs": openai.TOPS[0]} if question.letters else {})

    def concessions(self, question: Question) -> Sequence[Concession]:
        """Return what to leave out: the seed, the old name of a limit, some of the likely tokens, the temperature."""
        if question.option is not None:
            return (openai.SEED, openai.WARM)
        if not question.letters:
            return (openai.SEED, openai.LENGTH, openai.WARM)
        return (openai.SEED, openai.LENGTH, _FEWER, openai.WARM, *openai.NO_LOGS)

    def read(self, reply: Body, question: Question, request: Body) -> Answer:
        """Read an echo, letters or a text."""
        if question.option is not None:
            text = _text(question)
            return echoed(reply, f"{text} {question.option}", len(text))
        if question.letters:
            return plain_letters(reply, question.letters, request.get("logprobs", 0))
        return openai.writing(reply)

    def absent(self, address: Address) -> str:
        """Return the way that takes a chat."""
        return openai.absent(address, self.path, "--scoring asks --prompt chat")


def _text(question: Question) -> str:
    return text_before(question.turns) + question.text


def plain_letters(reply: Mapping[str, Any], count: int, asked: int = openai.TOPS[0]) -> Letters:
    """Read the letters' log-probabilities at the first token that completes a text; `asked`: for how many tokens."""
    given = openai.choice(reply).get("logprobs")
    tops = given.get("top_logprobs") if isinstance(given, Mapping) else None
    if isinstance(given, Mapping) and isinstance(tops, list) and tops and isinstance(tops[0], Mapping) and tops[0]:
        listed = [(str(token), openai.log_probability(value)) for token, value in tops[0].items()]
        return replace(letters_among(_with_written(listed, given), count), shorter=len(listed) < asked)
    if isinstance(given, Mapping) and given.get("content"):  # some servers answer as in a chat
        return chat_letters(reply, count)
    raise NotOfferedError("log-probabilities (logprobs) of completions")


def _with_written(listed: list[tuple[str, float]], given: Mapping[str, Any]) -> list[tuple[str, float]]:
    """Return the likeliest tokens, in which the one that was written counts with its own probability at least.

    A server that lists tokens by their texts keeps one of several with equal texts: "B" and " B" where a tokenizer's
    space is not shown. It may be the less likely one.
    """
    tokens, values = given.get("tokens"), given.get("token_logprobs")
    if not (isinstance(tokens, list) and isinstance(values, list) and tokens and values) or values[0] is None:
        return listed
    written, value = str(tokens[0]), openai.log_probability(values[0])
    same = [each for token, each in listed if bare(token) == bare(written)]
    if math.fsum(map(math.exp, same)) >= math.exp(value):
        return listed
    return [(token, each) for token, each in listed if bare(token) != bare(written)] + [(written, value)]
