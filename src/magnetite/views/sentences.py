"""Sentences: a text cut where a reader would pause, by sentencex (decision 16).

A line break ends a sentence, as between the turns of a dialogue, unless the next line goes on in lower case.
No character is lost but white space at a sentence's ends. English rules serve every text.
"""

from sentencex import segment  # type: ignore[import-untyped]


def sentences(text: str) -> list[str]:
    r"""Split a text into sentences, none of them empty.

    >>> sentences('Mr. Hale sat down.He said, "Wait. Not yet." \nW: Why?')
    ['Mr. Hale sat down.', 'He said, "Wait. Not yet."', 'W: Why?']
    """
    return [stripped for line in _lines(text) for sentence in _segments(line) if (stripped := sentence.strip())]


def _lines(text: str) -> list[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and lines[-1].strip() and line.lstrip()[:1].islower():
            lines[-1] += f"\n{line}"
        else:
            lines.append(line)
    return lines


def _segments(line: str) -> list[str]:
    whole = line.encode("utf-8", "replace").decode("utf-8")  # sentencex refuses lone surrogates
    segments, start = [], 0
    for sentence in segment("en", whole):
        segments.append(line[start : start + len(sentence)])
        start += len(sentence)
    return segments
