"""Answers of a server read: the letters' log-probabilities, the text, the log-probability of an echo.

Each function takes the JSON that a server sent and raises ValueError where it is not what the protocol says, or
NotOfferedError where the server leaves out what the way to answer needs.
"""

import math
import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from magnetite.core.errors import ModelError
from magnetite.scorers.answer import LEAST, Letters, letters_among

SPECIALS = 2  # tokens that a server may put before a prompt: <s>, or [gMASK]<sop>


class NotOfferedError(ModelError):
    """What a way to answer needs and the server leaves out; the message is what it leaves out."""


def choice(reply: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the first choice of an answer."""
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise ValueError("it holds no choices")
    return choices[0]


def chat_letters(reply: Mapping[str, Any], count: int) -> Letters:
    """Read the letters' log-probabilities at the first token of a chat's answer."""
    given = choice(reply).get("logprobs")
    content = given.get("content") if isinstance(given, Mapping) else None
    if not isinstance(content, list):
        refusal = given.get("refusal") if isinstance(given, Mapping) else None
        if isinstance(refusal, list) and refusal:
            return letters_among([], count)
        raise NotOfferedError("log-probabilities (top_logprobs) of chat answers")
    if not content:  # it ended at once
        return letters_among([], count)
    first = content[0] if isinstance(content[0], Mapping) else {}
    top = first.get("top_logprobs")
    if not isinstance(top, list) or not top:
        raise NotOfferedError("log-probabilities (top_logprobs) of chat answers")
    listed = [(str(each["token"]), _number(each.get("logprob"))) for each in map(_mapping, top)]
    return letters_among(listed, count, str(first.get("token", "")))


def plain_letters(reply: Mapping[str, Any], count: int) -> Letters:
    """Read the letters' log-probabilities at the first token that completes a text."""
    given = choice(reply).get("logprobs")
    tops = given.get("top_logprobs") if isinstance(given, Mapping) else None
    if isinstance(tops, list) and tops and isinstance(tops[0], Mapping) and tops[0]:
        return letters_among([(str(token), _number(value)) for token, value in tops[0].items()], count)
    if isinstance(given, Mapping) and given.get("content"):  # some servers answer as in a chat
        return chat_letters(reply, count)
    raise NotOfferedError("log-probabilities (logprobs) of completions")


def said_text(reply: Mapping[str, Any]) -> str:
    """Return the text of an answer, of a chat or a completion; empty where the model refused or said nothing."""
    taken = choice(reply)
    message = taken.get("message")
    text = message.get("content") if isinstance(message, Mapping) else taken.get("text")
    if text is not None and not isinstance(text, str):
        raise ValueError(f"its text is a {type(text).__name__}")
    if text is None and not isinstance(message, Mapping):
        raise ValueError("its choice has no text")
    return text or ""


def echoed(reply: Mapping[str, Any], prompt: str, start: int) -> tuple[float, int]:
    """Return the log-probability of `prompt` from the character `start` on, and how many tokens that is.

    The tokens' own texts decide which they are, since a server may count offsets in another text: with a special token
    in front, or in bytes. They have to spell the prompt, behind `SPECIALS` special tokens at most and before the one
    that was generated. Where a server shows no white space, or no characters that several tokens share (U+FFFD), the
    rest of both texts has to agree. A token that begins before `start` and ends behind it counts.

    Raises NotOfferedError where the tokens do not spell the prompt, or leave open which of them are the option's.
    """
    answer = choice(reply)
    given = answer.get("logprobs")
    if not isinstance(given, Mapping) or not isinstance(given.get("tokens"), list):
        raise NotOfferedError(_ECHO)
    tokens, values = [_raw(str(token)) for token in given["tokens"]], given.get("token_logprobs")
    if not isinstance(values, list) or len(values) != len(tokens):
        raise ValueError("its tokens and their log-probabilities are not of one length")
    before, whole = (text.encode("utf-8", "surrogatepass") for text in (prompt[:start], prompt))
    for hidden in _HIDDEN:
        for first in range(min(SPECIALS, len(tokens)) + 1):
            inside = _behind(before, whole, tokens[first:], hidden, cut=answer.get("finish_reason") == "length")
            own = values[first:][inside]
            if own and None not in own:
                return sum(map(_number, own)), len(own)
    raise NotOfferedError(f"{_ECHO}: what it sent spells {b''.join(tokens)[:60].decode('utf-8', 'replace')!r}")


def _behind(before: bytes, whole: bytes, tokens: Sequence[bytes], hidden: re.Pattern[bytes], *, cut: bool) -> slice:
    """Return which tokens spell what follows `before` in `whole`; none where that is not clear.

    `hidden`: what the tokens' texts need not show. `cut`: the last token is certainly one that was generated.
    """
    shown = [hidden.sub(b"", token) for token in tokens]
    start, end = len(hidden.sub(b"", before)), len(hidden.sub(b"", whole))
    ends = list(accumulate(map(len, shown)))
    begins = [0, *ends[:-1]]
    if not b"".join(shown).startswith(hidden.sub(b"", whole)):
        return _NONE
    first = sum(a < start and b <= start for a, b in zip(begins, ends, strict=True))
    if shown[first : first + 1] == [b""] and hidden.fullmatch(before[-1:]):  # it may be the end of what precedes
        return _NONE
    stop, open_end = sum(b <= end for b in ends), hidden.fullmatch(whole[-1:])
    if stop == len(tokens) and shown[-1:] == [b""]:  # generated, unless the option may end in it
        if open_end and not cut:
            return _NONE
        stop -= 1
    if stop <= first or stop < len(tokens) - 1 or ends[stop - 1] != end:
        return _NONE
    spelt = hidden.fullmatch(tokens[stop - 1][-1:]) if open_end else shown[stop - 1]
    return slice(first, stop) if spelt else _NONE


def _raw(token: str) -> bytes:
    r"""Return a text's bytes; OpenAI writes a token that is no whole character as `bytes:\xe2\x80`."""
    raw = token.encode("utf-8", "surrogatepass")
    if raw.startswith(b"bytes:") and b"\\x" in raw:
        return re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes.fromhex(found[1].decode()), raw[6:])
    return raw


_ECHO = "log-probabilities of the prompt's own tokens (echo)"
_NONE = slice(0, 0)
# What servers may not show of a token: nothing, white space, characters that are no single byte, or both.
_HIDDEN = tuple(map(re.compile, (rb"(?!)", rb"\s+", rb"[^\x00-\x7f]+", rb"[^\x21-\x7e]+")))


def _number(value: object) -> float:
    """Return a log-probability, between `LEAST` and 0; a rounding above 0 is 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value) or value > 1e-3:
        raise ValueError(f"a log-probability is {value!r}")
    return min(0.0, max(LEAST, float(value)))


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or "token" not in value:
        raise ValueError("a token's log-probability names no token")
    return value
