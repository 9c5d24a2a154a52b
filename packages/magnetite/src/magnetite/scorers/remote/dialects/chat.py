"""The dialect `/chat/completions`: messages, to which the server applies the model's own template."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magnetite.scorers.answer import Letters, letters_among
from magnetite.scorers.prompts import messages
from magnetite.scorers.remote.address import Address
from magnetite.scorers.remote.dialect import Answer, Body, Concession, NotOfferedError, Question
from magnetite.scorers.remote.dialects import openai

_FEWER = openai.fewer("top_logprobs")


@dataclass(frozen=True, slots=True)
class Chat:
    """Chats of the OpenAI protocol; they echo nothing."""

    name = "chat"
    path = "/chat/completions"
    title = openai.TITLE
    receipt = staticmethod(openai.receipt)
    complaint = staticmethod(openai.complaint)

    def request(self, question: Question) -> Body:
        """Write the turns and the text as messages. Raises NotOfferedError for an echo."""
        if question.option is not None:
            raise NotOfferedError("log-probabilities of a chat's own tokens (echo)")
        body = openai.settings(question) | {"messages": messages(question.turns, question.text)}
        return body | ({"top_logprobs": openai.TOPS[0], "logprobs": True} if question.letters else {})

    def concessions(self, question: Question) -> Sequence[Concession]:
        """Return what to leave out: the seed, the old name of a limit, some of the likely tokens, the temperature."""
        if not question.letters:
            return (openai.SEED, openai.LENGTH, openai.WARM)
        return (openai.SEED, openai.LENGTH, _FEWER, openai.WARM, *openai.NO_LOGS)

    def read(self, reply: Body, question: Question, request: Body) -> Answer:  # noqa: ARG002 - the protocol's
        """Read letters or a text."""
        return chat_letters(reply, question.letters) if question.letters else openai.writing(reply)

    def absent(self, address: Address) -> str:
        """Return the ways that take no chat."""
        return openai.absent(address, self.path, "--scoring cloze or --prompt plain")


def chat_letters(reply: Mapping[str, Any], count: int) -> Letters:
    """Read the letters' log-probabilities at the first token of a chat's answer."""
    given = openai.choice(reply).get("logprobs")
    content = given.get("content") if isinstance(given, Mapping) else None
    if not isinstance(content, list):
        refusal = given.get("refusal") if isinstance(given, Mapping) else None
        if isinstance(refusal, list) and refusal:
            return letters_among([], count)
        raise NotOfferedError("log-probabilities (top_logprobs) of chat answers")
    if not content:  # it ended at once
        return letters_among([], count)
    return first_letters(content, count, "log-probabilities (top_logprobs) of chat answers")


def first_letters(content: Sequence[Any], count: int, lacking: str) -> Letters:
    """Read the letters' log-probabilities at the first of an answer's tokens; `lacking`: what there is none of."""
    first = content[0] if isinstance(content[0], Mapping) else {}
    top = first.get("top_logprobs")
    if not isinstance(top, list) or not top:
        raise NotOfferedError(lacking)
    entries = map(openai.token_entry, top)
    listed = [(str(each["token"]), openai.log_probability(each.get("logprob"))) for each in entries]
    return letters_among(listed, count, str(first.get("token", "")))
