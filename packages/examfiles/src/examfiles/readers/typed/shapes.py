r"""Shapes of typed lines: regular expressions, each with what it means and lines that have it.

    STAR = shape(r"\*\s{1,9}(?=\S)", "a star before an option", "* Ann")

Whoever reads or changes one sees beside it what it is for, and the tests hold each against its examples. A shape is
linear in a line's length: repetitions have a bound.
"""

import re

EXAMPLES: dict[re.Pattern[str], tuple[str, ...]] = {}
"""Each shape with lines, or parts of lines, in which it is found."""


def shape(pattern: str, meaning: str, *examples: str, flags: int = 0) -> re.Pattern[str]:
    r"""Return a compiled pattern, and keep its examples; `meaning` is for who reads the code.

    >>> bool(shape(r"\d{1,3}\.", "a number with its point", "12.").match("7. Who?"))
    True
    """
    if not meaning or not examples:
        raise ValueError(f"the shape {pattern!r} needs a meaning and an example")
    compiled = re.compile(pattern, flags)
    EXAMPLES[compiled] = examples
    return compiled
