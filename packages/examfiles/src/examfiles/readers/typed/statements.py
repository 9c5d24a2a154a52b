"""Statements to be judged where no instruction says so, as questions with options: true or false, yes or no.

    1. Ann sat down.   T   F          1. Ann sat down. (T)          1. 安坐下了。
    2. Bo ran away.    T   F          2. Bo ran away. (NG)          答案：正确

The verdicts are what stands behind a statement, below it as its key, or in the list of keys. Rows of yes and no under
one question are a question each:

    1. Does the text say so?
    Ann sat down.   Yes / No
    Bo ran away.    Yes / No
    Answer: Yes, No
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from examfiles.items import LETTERS
from examfiles.readers.typed.keys import answer_in, key_heading
from examfiles.readers.typed.line import INLINE_A, LETTER, NUMBER, STRICT, Line, below, bullet, split_question
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.verdicts import OPTIONS, VERDICT, language_of, verdict

_BEHIND = shape(
    rf"(?P<text>.{{0,400}}\S)(?:\s{{2,40}}|\t\s{{0,9}}|(?<=[.!?\u3002])\s(?=(?-i:[TFRW]|NG)\s?$)|"
    rf"\s{{0,9}}(?=[(\[\uff08]))[(\[\uff08]?\s{{0,3}}(?P<key>{VERDICT})\s{{0,3}}[)\]\uff09]?\.?",
    "a verdict behind a statement",
    "1. Ann sat.   T",
    "2. Bo ran. (NG)",
    "1. 安坐下了。（√）",
    flags=re.IGNORECASE,
)
_RINGED = shape(
    r"(?P<text>.{0,400}\S)(?:\s{2,40}|\t\s{0,9}|\s{0,9}(?=[(\[\u2610\u25a1\u25ef\u25cb]))[(\[]?\s?"
    r"(?:[\u2610\u25a1\u25ef\u25cb]\s?)?(?P<first>t|true|r|richtig|w|wahr|yes|ja|vrai|v|verdadero)"
    r"(?:\s{0,9}[/|]\s{0,9}|\s{2,40}|\t\s{0,9}|\s(?=[fn]\s?[)\]])|\s{1,9}[\u2610\u25a1\u25ef\u25cb]\s?)"
    r"(?P<second>f|false|falsch|no|nein|faux|falso)"
    r"(?:(?:\s{0,9}[/|]\s{0,9}|\s{2,40}|\t\s{0,9}|\s{1,9}[\u2610\u25a1\u25ef\u25cb]\s?)"
    r"(?P<third>ng|not given|doesn['\u2019]t say|steht nicht im text))?\s?[)\]]?",
    "verdicts to be ringed behind a statement",
    "1. Ann sat.   T   F",
    "Bo ran.   Yes / No",
    "2. Cem slept.  richtig   falsch",
    flags=re.IGNORECASE,
)
_FOR_SIGN = shape(
    r"\s{0,9}[(\[\uff08][\s\u3000]{0,9}[)\]\uff09]\s{0,9}$",
    "room for a verdict behind a statement",
    "Ann sat. (  )",
)
_LISTED = shape(
    rf"(?<![\d.])(?P<number>\d{{1,3}})\s?[.):\uff0e\u3001-]?\s{{0,3}}(?P<key>{VERDICT})(?![\w])[,;.\u3002\uff1b\uff0c]?",
    "a verdict in a list of keys",
    "1. T",
    "2 falsch,",
    "3. ×",
    flags=re.IGNORECASE,
)
_ROW_LABEL = shape(
    r"\s{0,40}(?:[(\[]?[a-zA-Z][)\].]|[-*\u2022])\s{1,9}",
    "the letter or the bullet of a row",
    "a) ",
    "- ",
)
_ROWS_HEAD = shape(
    r"(?:the\s)?(?:statements?|claims?|aussagen?|affirmations?|afirmaci(?:ón|ones))[:.]?",
    "the heading of the column of statements",
    "Statement",
    "Aussagen",
    flags=re.IGNORECASE,
)
_EMPTY_ROW = shape(
    r"(?P<text>.{0,400}[^\s\u2610\u25a1\u25ef\u25cb])(?P<boxes>(?:\s{1,40}[\u2610\u25a1\u25ef\u25cb]){2,3})\s{0,9}",
    "a row with a box under each verdict",
    "Ann sat.\t☐\t☐",
)
_HOW = shape(
    r"\s{0,3}\b(?:circle|tick|mark|choose|write|select|put|kreuzen|kreisen|markieren|wählen|entourez|cochez|marca)\b"
    r"[^.?!]{0,100}\b(?:yes|true|ja|richtig|oui|vrai|sí)\b[^.?!]{0,60}[.!:]",
    "what says how rows are answered",
    "Circle Yes or No for each statement.",
    flags=re.IGNORECASE,
)
_MOST_STEM = 6  # lines of a question above its rows
_LONGEST = 500  # characters of a statement
_MOST_WRAPPED = 4  # lines of a statement above its key


@dataclass(frozen=True, slots=True)
class _Judged:
    """A statement: its words, the language and the number of its options, and the place of the right one."""

    text: str
    language: str
    options: int
    right: int | None = None

    def line(self) -> str:
        """Return the statement with its options on one line."""
        options = zip(LETTERS, OPTIONS[self.language][: self.options], strict=False)
        return self.text + "".join(f" {own.lower()}) {option}" for own, option in options)


def ringed(text: str) -> str:
    """Return a statement with the verdicts behind it as options; another text as it is.

    >>> ringed("1. Ann sat.   T   F"), ringed("1. Ann sat.")
    ('1. Ann sat. a) True b) False', '1. Ann sat.')
    """
    judged = _ringed(text)
    return judged.line() if judged else text


def _ringed(text: str) -> _Judged | None:
    match = _RINGED.fullmatch(text.rstrip()) if len(text) < _LONGEST else None
    language = language_of((match["first"], match["second"]), "") if match else ""
    return _Judged(match["text"], language, 3 if match["third"] else 2) if match and language else None


def with_statements(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with options behind the statements that have verdicts, and the verdicts as their keys."""
    result, at = list[Line](), 0
    listed, lines = _listed(lines)
    judged = _behind(lines) or {}
    wrapped = dict(_below(lines))
    while at < len(lines):
        line, own, more = lines[at], judged.get(at), 0
        if at in wrapped:
            own, more = wrapped[at]
        elif at in listed:
            own = listed[at]
        if not own:
            result.append(line)
            at += 1
            continue
        result.append(replace(line, text=own.line()))
        result += [replace(line, text=f"Answer: {LETTERS[own.right]}")] if own.right is not None else []
        at += 1 + more
    return result


def _is_statement(lines: Sequence[Line], at: int) -> bool:
    """Say whether a line has a number and a text, and no options on it or below it."""
    text = lines[at].text.strip()
    number = STRICT.match(text)
    if not number or text.endswith(("?", "\uff1f")) or not re.search(r"[^\W\d_]{2}", text[number.end() :]):
        return False
    if INLINE_A.search(text):
        return False
    following = below(lines, at)
    return not (LETTER.match(following) or bullet(following))


def _behind(lines: Sequence[Line]) -> dict[int, _Judged]:
    """Return the statements with a verdict behind them, two and more, where one is judged to be true."""
    found: dict[int, tuple[str, str]] = {}
    for at, line in enumerate(lines):
        match = (
            _BEHIND.fullmatch(line.text.rstrip()) if len(line.text) < _LONGEST and _is_statement(lines, at) else None
        )
        if match:
            found[at] = match["text"].strip(), match["key"]
    keys = [key for _, key in found.values()]
    language = language_of(keys, " ".join(text for text, _ in found.values()))
    places = [each[1] for key in keys if (each := verdict(key, language))] if language else []
    if len(places) < 2 or 0 not in places:
        return {}
    options = max(2, *(place + 1 for place in places))
    return {
        at: _Judged(text, language, options, place)
        for (at, (text, _)), place in zip(found.items(), places, strict=True)
    }


def _below(lines: Sequence[Line]) -> Iterator[tuple[int, tuple[_Judged, int]]]:
    """Yield the statements whose key is a verdict, right below them, each with how many lines follow its first."""
    texts = [line.text.strip() for line in lines]
    keys = {at: key for at, text in enumerate(texts) if (key := answer_in(text)) and verdict(key)}
    language = language_of(list(keys.values()), " ".join(texts[at - 1] for at in keys if at))
    places = {at: own[1] for at, key in keys.items() if language and (own := verdict(key, language))}
    options = max(2, *(place + 1 for place in places.values())) if places else 2
    for at, place in places.items():
        above = at
        while above > max(at - _MOST_WRAPPED, 0) and not STRICT.match(texts[above]):
            above -= 1
            if not texts[above] or LETTER.match(texts[above]) or bullet(texts[above]):
                break
        if above < at and _is_statement(lines, above):
            text = _FOR_SIGN.sub("", " ".join(texts[above:at]))
            if _ringed(text) is None:
                yield above, (_Judged(text, language, options, place), at - above)


def _listed(lines: Sequence[Line]) -> tuple[dict[int, _Judged], Sequence[Line]]:
    """Return the statements whose verdicts are in a list of keys, and the lines without these entries."""
    head = next((at for at, line in enumerate(lines) if at and key_heading(line.text.strip())), None)
    if head is None:
        return {}, lines
    entries = [match for line in lines[head:] for match in _LISTED.finditer(line.text)]
    keys = {int(match["number"]): match["key"] for match in entries}
    language = language_of(list(keys.values()), " ".join(line.text for line in lines[:head]))
    statements: dict[int, _Judged] = {}
    places = {number: own[1] for number, key in keys.items() if (own := verdict(key, language))} if language else {}
    options = max(2, *(place + 1 for place in places.values())) if places else 2
    for at in range(head):
        number = re.match(r"\D{0,20}(\d{1,3})", lines[at].text)
        right = places.get(int(number[1])) if number else None
        judged = _with_options(lines[at].text)
        if right is not None and judged and judged.options >= options:
            statements[at] = replace(judged, right=right)
        elif right is not None and not judged and _is_statement(lines, at):
            statements[at] = _Judged(_FOR_SIGN.sub("", lines[at].text).rstrip(), language, options, right)
    if len(statements) < 2 or len(entries) > len(keys):
        return {}, lines
    read = {match[1] for at in statements if (match := re.match(r"\D{0,20}(\d{1,3})", lines[at].text))}
    rest = [_without(line, read) if at >= head else line for at, line in enumerate(lines)]
    return statements, rest


def _with_options(text: str) -> _Judged | None:
    """Read a line that is a statement and the verdicts of a language as its options."""
    stem, options = split_question(text) or ("", ())
    texts = tuple(option.text for option in options)
    language = next((name for name, own in OPTIONS.items() if options and own[: len(texts)] == texts), "")
    return _Judged(stem, language, len(texts)) if language else None


def _without(line: Line, numbers: set[str]) -> Line:
    """Return a line of a list of keys without the verdicts of some numbers; empty where no entry is left."""
    text = _LISTED.sub(lambda match: "" if match["number"] in numbers else match[0], line.text)
    return line if text == line.text else replace(line, text=text if re.search(r"\d", text) else "")


def with_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with each row of verdicts under a numbered question as a question of that number.

    >>> rows = ("1. Is it said?", "Ann sat.   Yes / No", "Bo ran.   Yes / No", "Answer: Yes, No")
    >>> [line.text for line in with_rows([Line(row) for row in rows]) if line.text]
    ['1. Is it said? Ann sat. a) Yes b) No', 'Answer: A', '1. Is it said? Bo ran. a) Yes b) No', 'Answer: B']
    """
    result, at = list(lines), 0
    answers: dict[int, list[str]] = {}
    while at < len(lines):
        rows = _rows(lines, at)
        stem = _stem(lines, at) if len(rows) > 1 else None
        if stem is None:
            at = max(rows, default=at) + 1
            continue
        first, number, text = stem
        for place in range(first, max(rows) + 1):
            result[place] = replace(lines[place], text="")
        if is_head_of_rows(next(iter(rows.values())).text):
            rows.pop(min(rows))
        keys = _keys_of_rows(result, max(rows), number, list(rows.values()))
        for key, (place, row) in enumerate(rows.items()):
            judged = replace(row, text=f"{number}. {text} {_ROW_LABEL.sub('', row.text, count=1).strip()}")
            result[place] = replace(lines[place], text=judged.line())
            answers[place] = [f"Answer: {LETTERS[keys[key]]}"] if keys else []
        at = max(rows) + 1
    return [
        one
        for at, line in enumerate(result)
        for one in (line, *(replace(line, text=text) for text in answers.get(at, ())))
    ]


def is_head_of_rows(text: str) -> bool:
    """Say whether a text is the heading of a column of statements.

    >>> is_head_of_rows("Statement"), is_head_of_rows("Ann sat.")
    (True, False)
    """
    return bool(_ROWS_HEAD.fullmatch(text.strip()))


def _rows(lines: Sequence[Line], at: int) -> dict[int, _Judged]:
    """Return the rows of verdicts from a line on, by their places; empty lines may stand between them."""
    rows: dict[int, _Judged] = {}
    for place in range(at, len(lines)):
        text = lines[place].text
        row = None if NUMBER.match(text.strip()) else _ringed(text)
        boxes = _EMPTY_ROW.fullmatch(text) if rows and len(text) < _LONGEST else None
        if boxes and len(boxes["boxes"].split()) == (first := next(iter(rows.values()))).options:
            row = replace(first, text=boxes["text"])
        if row and (not rows or row.language == next(iter(rows.values())).language):
            rows[place] = row
        elif text.strip() or not rows:
            break
    return rows


def _stem(lines: Sequence[Line], at: int) -> tuple[int, int, str] | None:
    """Return the question above rows: the place of its first line, its number and its text; None where none is."""
    texts: list[str] = []
    for place in range(at - 1, max(at - 1 - 2 * _MOST_STEM, -1), -1):
        text = lines[place].text.strip()
        number = NUMBER.match(text) or STRICT.match(text)
        if number:
            digits = re.search(r"\d{1,4}", number[0])
            whole = " ".join(filter(None, (text[number.end() :].strip(), *texts)))
            return (place, int(digits[0]), (_HOW.sub("", whole).strip() or whole)) if digits and whole else None
        if text and not texts and is_head_of_rows(re.split(r"\t|\s{2,}", text)[0]):
            continue
        if text:
            texts.insert(0, text)
        if len(texts) > _MOST_STEM or (text and _ringed(text)):
            return None
    return None


def _keys_of_rows(lines: list[Line], last: int, number: int, rows: Sequence[_Judged]) -> list[int]:
    """Take the keys of rows out of the lines behind them: below the rows, or in a list of keys. Return their places."""
    one, label = rf"(?:{VERDICT})", rf"(?<![\d.]){number}\s?[.):\uff0e\u3001]?\s{{1,9}}"
    more = rf"(?:\s?[,;/+-]?\s?(?:and\s)?{one}){{{len(rows) - 1}}}"
    listed = re.compile(rf"{label}({one}{more})(?!\w)[.;,]?", re.IGNORECASE)
    below = next((at for at in range(last + 1, len(lines)) if lines[at].text.strip()), None)
    own = answer_in(lines[below].text) if below is not None else None
    if below is not None and own and (keys := _places(own, rows)):
        lines[below] = replace(lines[below], text="")
        return keys
    for at in range(last + 1, len(lines)):
        match = listed.search(lines[at].text)
        if match and (keys := _places(match[1], rows)):
            rest = f"{lines[at].text[: match.start()]}{lines[at].text[match.end() :]}"
            lines[at] = replace(lines[at], text=rest if re.search(r"\w", rest) else "")
            return keys
    return []


def _places(text: str, rows: Sequence[_Judged]) -> list[int]:
    """Return the places of the verdicts of a key, one for each row; none where it has others, or more or fewer."""
    found = [verdict(match[0], rows[0].language) for match in re.finditer(rf"(?<!\w)(?:{VERDICT})(?!\w)", text, re.I)]
    places = [each[1] for each in found if each]
    return places if len(places) == len(rows) == len(found) else []
