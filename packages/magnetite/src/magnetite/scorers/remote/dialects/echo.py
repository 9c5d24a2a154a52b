"""The log-probability of an option, read from the tokens of a prompt that a server sends back (echo)."""

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from magnetite.scorers.remote.dialect import Echo, NotOfferedError
from magnetite.scorers.remote.dialects import openai

SPECIALS = 2  # tokens that a server may put before a prompt: <s>, or [gMASK]<sop>
FORESEEN = 4  # tokens that may be listed as likeliest one place too early; more, and all values are of the next place
NO_VALUES = (None, 0, -9999)  # how servers write that the first token has none
_ECHO = "log-probabilities of the prompt's own tokens (echo)"
_NO_SLICE = slice(0, 0)
# What servers may not show of a token: nothing, white space, characters that are no single byte, or both.
_HIDDEN = tuple(map(re.compile, (rb"(?!)", rb"\s+", rb"[^\x00-\x7f]+", rb"[^\x21-\x7e]+")))


def echoed(reply: Mapping[str, Any], prompt: str, start: int) -> Echo:
    """Return the log-probability of `prompt` from the character `start` on, and how many tokens that is.

    The tokens' own texts decide which they are, since a server may count offsets in another text: with a special token
    in front, or in bytes. They have to spell the prompt, behind `SPECIALS` special tokens at most and before the one
    that was generated. Where a server shows no white space, or no characters that several tokens share (U+FFFD), the
    rest of both texts has to agree. A token that begins before `start` and ends behind it counts.

    The first token of all has no value: nothing precedes it. Where it has one, or another has none, the values may be
    those of the neighbours, unless the likeliest tokens at each place say that they are its own.

    Raises NotOfferedError where the tokens do not spell the prompt, leave open which of them are the option's, come
    with the values of another place, or leave that open.
    """
    answer = openai.choice(reply)
    given = answer.get("logprobs")
    if not isinstance(given, Mapping) or not isinstance(given.get("tokens"), list):
        raise NotOfferedError(_ECHO)
    late, proven = _places(given["tokens"], given.get("top_logprobs"))
    if late:
        raise NotOfferedError(f"{_ECHO}: each token comes with what the model expects after it")
    tokens, values = [_raw(str(token)) for token in given["tokens"]], given.get("token_logprobs")
    if not isinstance(values, list) or len(values) != len(tokens):
        raise ValueError("its tokens and their log-probabilities are not of one length")
    before, whole = (text.encode("utf-8", "surrogatepass") for text in (prompt[:start], prompt))
    for hidden in _HIDDEN:
        for first in range(min(SPECIALS, len(tokens)) + 1):
            inside = _behind(before, whole, tokens[first:], hidden, cut=answer.get("finish_reason") == "length")
            own = values[first:][inside]
            if own and None not in own:
                if not proven:
                    _refuse_moved(values)
                begin = first + inside.start
                last = values[begin - 1] if begin else None
                last = None if last is None else openai.log_probability(last)
                return Echo(sum(map(openai.log_probability, own)), len(own), begin, last)
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
        return _NO_SLICE
    first = sum(a < start and b <= start for a, b in zip(begins, ends, strict=True))
    if shown[first : first + 1] == [b""] and hidden.fullmatch(before[-1:]):  # it may be the end of what precedes
        return _NO_SLICE
    stop, open_end = sum(b <= end for b in ends), hidden.fullmatch(whole[-1:])
    if stop == len(tokens) and shown[-1:] == [b""]:  # generated, unless the option may end in it
        if open_end and not cut:
            return _NO_SLICE
        stop -= 1
    if stop <= first or stop < len(tokens) - 1 or ends[stop - 1] != end:
        return _NO_SLICE
    spelt = hidden.fullmatch(tokens[stop - 1][-1:]) if open_end else shown[stop - 1]
    return slice(first, stop) if spelt else _NO_SLICE


def _places(tokens: Sequence[object], tops: object) -> tuple[bool, bool]:
    """Return whether the likeliest tokens listed at each place are those of the next, and whether of their own place.

    By its source, llama-cpp-python 0.3.36 lists those of the next for models without a token at the beginning: the
    log-probabilities are of no use then. A model foresees about half of a text's tokens, and the token after the next
    one hardly ever.
    """
    if not isinstance(tops, list):
        return False, False
    listed = (top if isinstance(top, Mapping) else {} for top in tops)
    likeliest = [max(top, key=lambda token: openai.log_probability(top[token]), default=None) for top in listed]
    telling = [(top, *pair) for top, *pair in zip(likeliest, tokens, tokens[1:], strict=False) if pair[0] != pair[1]]
    late = sum(top == after for top, _, after in telling)
    own = sum(top == each for top, each, _ in telling)
    return late > max(FORESEEN, 2 * own), own > max(FORESEEN, 2 * late)


def _refuse_moved(values: Sequence[object]) -> None:
    """Refuse values that may be those of neighbours: the first token alone has none."""
    lacking = {place for place, value in enumerate(values) if value is None}
    if values[0] in NO_VALUES:
        lacking.add(0)
    if not lacking:
        raise NotOfferedError(
            f"{_ECHO} that are certainly theirs: the first token has a value, so that each may have that of the next, "
            "and it lists no likeliest tokens by which to tell"
        )
    if lacking != {0}:
        raise NotOfferedError(f"{_ECHO} that are certainly theirs: tokens behind the first have no value")


def _raw(token: str) -> bytes:
    r"""Return a text's bytes; OpenAI writes a token that is no whole character as `bytes:\xe2\x80`."""
    raw = token.encode("utf-8", "surrogatepass")
    if raw.startswith(b"bytes:") and b"\\x" in raw:
        return re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes.fromhex(found[1].decode()), raw[6:])
    return raw
