"""What the dialects of the OpenAI protocol share: what servers refuse, choices, counts of tokens, errors, numbers."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from magnetite.scorers.answer import LEAST_LOG_PROBABILITY
from magnetite.scorers.remote.address import Address
from magnetite.scorers.remote.dialect import TEMPERATURE, Body, Complaint, Concession, Question, Receipt, Writing

TITLE = "the JSON of the OpenAI protocol"
TOPS = (20, 5)  # likeliest tokens to ask for: the most that servers give, and what stricter ones do
EXHAUSTED = "insufficient_quota"  # a 429 that no waiting helps
MOST_TOKENS = 10**9  # that an answer can have taken: a larger count is no count
MOST_MAGNITUDE = 10**15  # beyond which a whole number is no log-probability; -9999 is how servers write "none"


def settings(question: Question) -> dict[str, Any]:
    """Return what every request says: the model, how many tokens the answer may have, and no chance."""
    return {"model": question.model, "temperature": 0, "seed": 0, "max_tokens": question.tokens}


def _renamed(body: Body) -> Body:
    return {"max_completion_tokens" if name == "max_tokens" else name: value for name, value in body.items()}


def fewer(name: str) -> Concession:
    """Return the concession to ask for fewer likely tokens, by the name of that number."""
    return Concession(name, lambda body: {**body, name: TOPS[1]} if body.get(name) == TOPS[0] else body)


# What servers refuse, and what they are sent instead. A model without temperature 0 answers by chance: that is noted.
SEED, WARM = Concession("seed"), Concession(TEMPERATURE)
LENGTH = Concession("max_tokens|max_completion_tokens", _renamed)
# Without these it is said what the server lacks.
NO_LOGS = tuple(Concession(name, only_named=True) for name in ("top_logprobs", "logprobs"))


def choice(reply: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the first choice of an answer."""
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise ValueError("it holds no choices")
    return choices[0]


def writing(reply: Body) -> Writing:
    """Read the text of an answer, of a chat or a completion; empty where the model refused or said nothing."""
    taken = choice(reply)
    message = taken.get("message")
    text = message.get("content") if isinstance(message, Mapping) else taken.get("text")
    if text is not None and not isinstance(text, str):
        raise ValueError(f"its text is a {type(text).__name__}")
    if text is None and not isinstance(message, Mapping):
        raise ValueError("its choice has no text")
    return Writing(text or "", cut=taken.get("finish_reason") == "length")


def receipt(reply: Body) -> Receipt:
    """Read the tokens of the prompt and of the answer, as the server counts them, and how it names the model."""
    usage = reply.get("usage")
    tokens = total(usage if isinstance(usage, Mapping) else {}, ("prompt_tokens", "completion_tokens"))
    names = map(reply.get, ("model", "system_fingerprint"))
    model, fingerprint = (name if isinstance(name, str) else None for name in names)
    return Receipt(tokens, model, fingerprint)


def total(counts: Mapping[str, Any], names: Sequence[str]) -> int | None:
    """Add up counts of tokens by name; None where there is none that can be."""
    known = [count for name in names if type(count := counts.get(name)) is int and 0 <= count < MOST_TOKENS]
    return sum(known) or None


def complaint(body: object) -> Complaint:
    """Read an error."""
    return Complaint(_message(body), final=isinstance(body, Mapping) and body.get("code") == EXHAUSTED)


def absent(address: Address, path: str, ways: str) -> str:
    """Return what to do about a server that has no such path or model; `ways`: what may work on another path."""
    models = f"Check the model's name and the path; {address.url}/models lists its models."
    return f"{models} If the server has no {path}, try {ways}."


def _message(body: object) -> str:
    """Return the sentence of an error's body, wherever servers put it."""
    if isinstance(body, Mapping):
        for name in ("message", "detail", "error"):
            if body.get(name):
                return _message(body[name]) or str(body[name])
    return body if isinstance(body, str) else ""


def log_probability(value: object) -> float:
    """Return a log-probability, between `LEAST` and 0; a rounding above 0 is 0."""
    if isinstance(value, int) and abs(value) > MOST_MAGNITUDE:
        raise ValueError(f"a log-probability has {len(str(abs(value))):,} digits")
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value) or value > 1e-3:
        raise ValueError(f"a log-probability is {value!r}; expected a number of 0 at most")
    return min(0.0, max(LEAST_LOG_PROBABILITY, float(value)))


def token_entry(value: object) -> Mapping[str, Any]:
    """Return one token's entry in a list of likely ones. Raises ValueError for what is none."""
    if not isinstance(value, Mapping) or "token" not in value:
        raise ValueError("a token's log-probability names no token")
    return value
