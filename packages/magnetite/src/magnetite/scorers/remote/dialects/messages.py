"""The dialect `/v1/messages`: Anthropic's own protocol. Answers are texts; it gives no log-probabilities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from magnetite.scorers.prompts import messages
from magnetite.scorers.remote.address import Address
from magnetite.scorers.remote.dialect import Answer, Body, Concession, NotOfferedError, Question, Receipt, Writing
from magnetite.scorers.remote.dialects import openai

VERSION = "2023-06-01"  # of the protocol, which every request names
_CUT = frozenset({"max_tokens", "model_context_window_exceeded"})  # why an answer stopped before it was over
_COUNTS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages of Anthropic's protocol."""

    name = "messages"
    path = "/messages"
    title = "the JSON of Anthropic's Messages protocol"
    complaint = staticmethod(openai.complaint)

    def request(self, question: Question) -> Body:
        """Write the turns and the text as messages. Raises NotOfferedError for what needs log-probabilities."""
        if question.option is not None or question.letters:
            raise NotOfferedError("log-probabilities (Anthropic's protocol has none)")
        body = {"model": question.model, "max_tokens": question.tokens, "temperature": 0}
        return body | {"messages": messages(question.turns, question.text)}

    def concessions(self, question: Question) -> Sequence[Concession]:  # noqa: ARG002 - the protocol's
        """Return what to leave out: the temperature, which some models refuse."""
        return (openai.WARM,)

    def read(self, reply: Body, question: Question, request: Body) -> Answer:  # noqa: ARG002 - the protocol's
        """Read the text of an answer, its thinking left out."""
        content = reply.get("content")
        if not isinstance(content, list):
            raise ValueError("it holds no content")
        texts = [block.get("text") for block in content if isinstance(block, Mapping) and block.get("type") == "text"]
        written = [text for text in texts if isinstance(text, str)]
        if len(written) < len(texts):
            raise ValueError("a text of its content is none")
        return Writing("".join(written), cut=reply.get("stop_reason") in _CUT)

    def receipt(self, reply: Body) -> Receipt:
        """Read the tokens of the prompt, whether cached or not, and of the answer, and the model's name."""
        usage, model = reply.get("usage"), reply.get("model")
        tokens = openai.total(usage if isinstance(usage, Mapping) else {}, _COUNTS)
        return Receipt(tokens, model if isinstance(model, str) else None, None)

    def absent(self, address: Address) -> str:
        """Return what to do about a model that is not there."""
        return f"Check the model's name and the address; {address.url.removesuffix(self.path)}/models lists its models."


def headers(key: str) -> Mapping[str, str]:
    """Return the headers that a request needs, with the key."""
    return {"x-api-key": key, "anthropic-version": VERSION}
