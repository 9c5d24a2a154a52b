"""The shape of what JSON holds, checked before it is used: a file may be another's, or have been changed by hand.

str, (int, float, None)          a value of this type, or of one of these, exactly: a truth is no number
[shape]                          a list of such values
{"id": str, "level?": str}       a mapping with these names, where a ? may be missing; others may be there too
Each(shape)                      a mapping from any names to such values
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Shape = Any
MOST_CHARACTERS = 60  # characters of a value that a message shows
_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "a truth", list: "a list", dict: "a mapping"}

_SCHEMA_TYPES: Mapping[type | None, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    list: "array",
    dict: "object",
    None: "null",
}


@dataclass(frozen=True, slots=True)
class Each:
    """A mapping whose values all have one shape."""

    shape: Shape


def check_shape(value: Any, shape: Shape, place: str) -> None:
    """Check that a value has a shape. Raises ValueError, with the place of the first part that has another.

    >>> check_shape({"id": "q1", "options": ["a", 2]}, {"id": str, "options": [str]}, "item 1")
    Traceback (most recent call last):
    ValueError: item 1, options, 2 is 2; expected a text
    """
    if isinstance(shape, Mapping):
        _check_names(value, shape, place)
    elif isinstance(shape, Each):
        for name, each in _of_type(value, (dict,), place).items():
            check_shape(each, shape.shape, f"{place}, {name[:MOST_CHARACTERS]}")
    elif isinstance(shape, list):
        for number, each in enumerate(_of_type(value, (list,), place), start=1):
            check_shape(each, shape[0], f"{place}, {number}")
    else:
        _of_type(value, shape if isinstance(shape, tuple) else (shape,), place)


def schema_of(shape: Shape) -> dict[str, Any]:
    """Return a shape as a JSON Schema, for programs of others.

    >>> schema_of({"id": str, "n?": (int, None)})["properties"]
    {'id': {'type': 'string'}, 'n': {'type': ['integer', 'null']}}
    """
    if isinstance(shape, Mapping):
        named = {name.removesuffix("?"): schema_of(each) for name, each in shape.items()}
        needed = [name for name in shape if not name.endswith("?")]
        return {"type": "object", "properties": named, **({"required": needed} if needed else {})}
    if isinstance(shape, Each):
        return {"type": "object", "additionalProperties": schema_of(shape.shape)}
    if isinstance(shape, list):
        return {"type": "array", "items": schema_of(shape[0])}
    types = [_SCHEMA_TYPES[each] for each in (shape if isinstance(shape, tuple) else (shape,))]
    several = [each for each in types if each != "integer" or "number" not in types]  # every integer is a number
    return {"type": several if len(several) > 1 else several[0]}


def _check_names(value: Any, shape: Mapping[str, Shape], place: str) -> None:
    there = _of_type(value, (dict,), place)
    for name, each in shape.items():
        bare = name.removesuffix("?")
        if bare in there:
            check_shape(there[bare], each, f"{place}, {bare}")
        elif bare == name:
            raise ValueError(f"{place} has no {name}")


def _of_type(value: Any, types: Sequence[type | None], place: str) -> Any:
    if value is None and None in types:
        return value
    if type(value) not in types:
        expected = " or ".join(_NAMES[each] for each in types if each is not None)
        raise ValueError(f"{place} is {repr(value)[:MOST_CHARACTERS]}; expected {expected}")
    return value
