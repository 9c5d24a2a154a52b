"""How values are written in a language: shares, decimals, lists, quotations, singular and plural.

A text names a value and how to write it, as in `{share:percent}`. The ways:

    {n}                     as it is
    {share:percent}         37%, under 1%, over 99%
    {n:decimal}             2.4
    {text:quoted}           “text”, cut after 70 characters; of several texts, each
    {letters:list}          A, B and C
    {n:# word|# words}      1 word, 2 words: the form that fits the number, which # stands for; of several texts, the
                            form that fits how many there are, and # stands for their list
    {odd:name form}         the name that the section "form" of the language has for the value; of several, their list
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

QUOTED = 70
WAYS = ("", "percent", "decimal", "quoted", "list")
NAME = "name "


class Values(Formatter):
    """A formatter that writes a text's values as a language does; `texts` is the language, by path."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write one value in one way. Raises KeyError for a way that does not exist."""
        several = isinstance(value, tuple | list)
        if "|" in format_spec:
            return self._counted(value, format_spec, several)
        if format_spec.startswith(NAME):
            section = format_spec.removeprefix(NAME)
            return self._list([self._texts[f"{section}.{each}"] for each in (value if several else [value])])
        if format_spec == "quoted":
            return self._list([self._quoted(str(each)) for each in (value if several else [value])])
        if format_spec == "list" or several:
            return self._list([str(each) for each in value])
        ways: dict[str, Callable[[Any], str]] = {"": str, "percent": self._percent, "decimal": self._decimal}
        return ways[format_spec](value)

    def _counted(self, value: Any, spec: str, several: bool) -> str:
        one, more = spec.split("|")
        number = len(value) if several else value
        return (one if number == 1 else more).replace("#", self._list(list(value)) if several else str(value))

    def _list(self, values: list[str]) -> str:
        head, last = values[:-1], values[-1:]
        return f"{', '.join(head)}{self._texts['writing.and']}{last[0]}" if head else "".join(last)

    def _quoted(self, text: str) -> str:
        flat = " ".join(text.split()).rstrip(".") or text
        cut = flat if len(flat) <= QUOTED else flat[: QUOTED - 1].rstrip() + "…"
        return f"{self._texts['writing.open']}{cut}{self._texts['writing.close']}"

    def _percent(self, share: float) -> str:
        kind = "under" if 0 < share < 0.01 else "over" if 0.99 < share < 1 else "percent"
        shown = {"under": 1, "over": 99}.get(kind, round(100 * share))
        return self._texts[f"writing.{kind}"].replace("#", str(shown))

    def _decimal(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self._texts["writing.point"])


def placeholders(text: str) -> set[str]:
    """Return the names of the values a text shows.

    Raises ValueError for a text that is not a format string, and for a way of writing that does not exist.

    >>> sorted(placeholders("{key} has {share:percent}"))
    ['key', 'share']
    """
    names = set()
    for _, name, spec, conversion in Formatter().parse(text):
        if name is None:
            continue
        known = spec in WAYS or (spec or "").startswith(NAME) or (spec or "").count("|") == 1
        if not name.isidentifier() or conversion or not known:
            raise ValueError(f"'{{{name}:{spec}}}' is not a value and a way to write it")
        names.add(name)
    return names
