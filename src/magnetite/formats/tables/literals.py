r"""Literals: lists and dictionaries as Python writes them into a cell of a table, read as JSON.

>>> python_value("['a', \"b's\", None]")
['a', "b's", None]
"""

import json
import re
from typing import Any

_TOKEN = re.compile(
    r"""\s*(?:(?P<mark>[\[\](){},:])|'(?P<single>(?:[^'\\]|\\.)*+)'|"(?P<double>(?:[^"\\]|\\.)*+)\""""
    r"""|(?P<number>-?\d{1,99}(?:\.\d{0,99})?(?:[eE][+-]?\d{1,3})?)|(?P<word>None|True|False))""",
    re.DOTALL,
)
_WORDS = {"None": "null", "True": "true", "False": "false"}
_BRACKETS = {"(": "[", ")": "]"}
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_ESCAPED |= {mark: mark for mark in "\\'\""}


def python_value(text: str) -> Any:
    """Return the value that a text writes in Python: texts, numbers, None, lists, tuples as lists, dictionaries.

    It takes as long as the text is. Raises ValueError for anything else, RecursionError for what is nested too deeply.
    """
    pieces: list[str] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at, end)
        if token is None:
            raise ValueError(f"no value of Python at character {at}")
        piece = _json(token)
        if piece in {"]", "}"} and pieces and pieces[-1] == ",":  # Python allows a comma before the end, JSON does not
            pieces.pop()
        pieces.append(piece)
        at = token.end()
    return json.loads("".join(pieces))


def _json(token: re.Match[str]) -> str:
    """Write a token as JSON does."""
    kind, value = str(token.lastgroup), token[str(token.lastgroup)]
    if kind == "mark":
        return _BRACKETS.get(value, value)
    if kind in {"single", "double"}:
        return json.dumps(_ESCAPE.sub(_unescaped, value))
    return _WORDS.get(value, value.rstrip("."))


def _unescaped(escape: re.Match[str]) -> str:
    name = escape[1]
    if len(name) > 1:
        code = int(name[1:], 16)
        if code > 0x10FFFF:
            raise ValueError(f"no character has the number {code}")
        return chr(code)
    return _ESCAPED.get(name, escape[0])
