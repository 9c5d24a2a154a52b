"""What Markdown, HTML, mail and chat put around typed lines, taken away; signs for letters and numbers spelt out.

A table in Markdown, or of a word processor, with one question a row becomes the lines of its questions:

    | No. | Question | A | B | Answer |
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from examfiles.errors import DataError
from examfiles.items import LETTERS, letter
from examfiles.readers.tables import Rows, TableRow
from examfiles.readers.tables.columns import Columns, find_columns, names_role
from examfiles.readers.typed.line import TICKS, Line, counts_up, next_letter

_MARKDOWN = re.compile(r"(?P<open>\*\*|__)(?P<text>[^*_].*?)(?P=open)")
_INLINE_BOLD = re.compile(r"\*\*((?![\s*])[^*]{1,400}(?<!\s))\*\*")
_BOLD_LABEL = re.compile(r"(?:\*\*|__)([^*_:]{1,40})(?::(?:\*\*|__)|(?:\*\*|__)\s?:)\s*(?=\S)")
_MARKED = re.compile(r"[-+*_#<>\u2022\u25aa\u25e6\u25cf\u2023\u2219\u00b7]")
_BOLD = re.compile(r"</?(?:b|strong|u|ins|mark)>")
_BEFORE = re.compile(
    r"^#{1,6}\s+|"
    r"^\s*[-+\u2022\u25aa\u25e6\u25cf\u2023\u2219\u00b7]\s+"
    r"(?=\(?[A-Za-z][.)]\s|\[[A-Za-z]\]\s|(?:correct |right )?answer\b)|"
    r"^>\s+(?=(?:correct |right )?answer\b)",
    re.IGNORECASE,
)
_STAR_BULLET = re.compile(r"\s{0,40}\*\s{1,9}(?=\(?[A-Za-z][.)]\s)")
_SIGN_OF_RIGHT = re.compile(r"^\s{0,40}(#|[=+@>!~^]\s{0,3})(?=\(?[A-Za-z][.)]\s)")
_ITALIC_LABEL = re.compile(r"(?<![*_\w])([*_])([^\W_][^*_:]{1,38}):\1\s{0,9}(?=\S)")
_ITALIC_KEY = re.compile(r"([*_])((?:(?:the|correct|right) )?(?:answer|key)\b[^*_]*)\1", re.IGNORECASE)
_QUOTED = 20  # words of a text that is no quotation in another
_QUOTED_LABEL = re.compile(r">\s{0,3}[^\w\s>]{0,4}\s?[*_]{0,3}[^\W\d_][^:*_>]{0,30}[*_]{0,3}\s?:")
_UNSEEN = re.compile(r"^\s{0,9}[\u00ad\u200b-\u200f\u2060\ufeff]{1,9}")
_ALPHABETS = [
    *("".join(map(chr, range(first, first + 8))) for first in (0x3B1, 0x430, 0x5D0, 0x561, 0x915, 0x10D0)),
    *("\u0623\u0628\u062c\u062f\u0647", "\u0623\u0628\u062a\u062b", "\uac00\ub098\ub2e4\ub77c\ub9c8"),
    *("\u7532\u4e59\u4e19\u4e01\u620a", "\u0e01\u0e02\u0e04\u0e07\u0e08", ""),
]
"""The letters of options in Greek, Russian, Hebrew, Armenian, Hindi, Georgian, Arabic, Korean, Chinese and Thai."""
_TWINS = str.maketrans(
    "\u0391\u0392\u0395\u0410\u0412\u0421\u0415\u0430\u0441\u0435\u0627", "ABEABCEaceA", "\u0640\u0644\u0641"
)
"""Letters that look like one of Latin, and how Arabic writes the first: with its sign, without it, or by its name."""
_LABEL = (
    r"(?:^[\s\u200e\u200f]{{0,40}}\*?|(?<=\t)|(?<=\s\s)|(?<=\s)(?=[(\[]?\w[)\]]))[(\[]?({0})"
    r"(?=[)\]]|[.:\uff0e\u3001](?!\s?\w\.)|[-\u2013\u2014/]\s|\t)"
)
_SHAPE = re.compile(_LABEL.format(r"(?:\u0627\u0644\u0641|[^\W\d_])\u0640?"))
_KEYS = (
    r"(?:{1})?((?:[(\[]?{0}[)\]]?(?!\w)[\s,;.]{{0,9}}){{1,400}}|"
    r"(?:\d{{1,4}}\s?[.):\u2013-]?\s{{0,3}}[(\[]?{0}[)\]]?(?!\w)[\s,;.]{{0,9}}){{1,400}})|{1}({0})[).]\s\S.*"
)
_FOR_KEYS = r"[^\W\d_][^:\uff1a\d]{0,39}[:\uff1a\u2013\u2014-]\s{0,9}"
_KEYCAP = re.compile(r"(?<!\d)(\d)\ufe0f?\u20e3\s{0,9}")
_SQUARED = {ord(sign) + place: f"{letter})" for sign in "\U0001f130\U0001f170" for place, letter in enumerate(LETTERS)}
_SQUARED |= {0xFE0F: ""}
_RINGED = re.compile(r"\s{0,9}([\u2460-\u2473\u24b6-\u24e9])\s{0,9}(?=\S)")
_RING = re.compile(r"(?<!\w)([\u2460-\u2473])\s{0,9}(?=\S|$)")
_RING_KEY = re.compile(r"(\d\ubc88?\s{0,3}[-.):]?\s{0,3}|[:\uff1a\]\u3011>\u3009]\s{0,3})([\u2460-\u2473])\s{0,9}")
_SIGN = re.compile(
    rf"\s{{0,9}}(?:[{TICKS}\u27a1\u2b50\U0001f449\U0001f511\U0001f4a1]\ufe0f?\s{{0,9}})+"
    r"(?=(?:\*\*)?(?:(?:the |correct |right |richtige )*(?:answer|ans|key|antwort|l\u00f6sung)\b))",
    re.IGNORECASE,
)
_DETAILS = re.compile(r"\s{0,9}</?details\b[^>]{0,99}>\s{0,9}", re.IGNORECASE)
_SUMMARY = re.compile(
    r"\s{0,9}<summary>\W{0,9}(?:show |see |click for |the |correct )*(?:answer|solution|key|antwort|l\u00f6sung)"
    r"[^<]{0,60}</summary>\s{0,9}(.*)",
    re.IGNORECASE,
)
_BOLD_LETTER = re.compile(r"(?:\*\*|__)\(?([A-Za-z])\)?\.?(?:\*\*|__)\s{1,3}(?=\S)")
_LENTICULAR = re.compile(
    r"\s{0,9}[\u3010\[<\u3008](?:\u53c2\u8003|\u6b63\u786e)?(?:(\u7b54\u6848|\uc815\ub2f5|\u6b63\u89e3|\u89e3\u7b54)|"
    r"\u89e3\u6790|\u5206\u6790|\u8be6\u89e3|\u70b9\u775b|\ud574\uc124|\u89e3\u8aac)[\u3011\]>\u3009]\s{0,9}[:\uff1a]?\s{0,9}"
)
_WIDE_LABEL = re.compile(r"\s{0,9}\uff08\s{0,9}([A-Za-z]|\d{1,3}|)\s{0,9}\uff09\s{0,9}")
_FILLED = re.compile(r"(\S)\s{0,3}\uff08[\s\u3000]{0,9}([A-Z])[\s\u3000]{0,9}\uff09(?=\s*$)")
_TEXT2QTI = re.compile(r"(?:Quiz title|Quiz description|Text title):|END_GROUP\s*$")
_SETTING = re.compile(
    r"(?:(?:quiz title|quiz description|text title|title|points|pick|points per question|shuffle answers|"
    r"show correct answers|one question at a time|can't go back|feedback is solution)\s?:.*|(?:END_)?GROUP\s*)$",
    re.IGNORECASE,
)
_AMC = re.compile(r"\*[^*+-]{0,9}(?:-{1,40}\+|\+{1,40}-)")
_AMC_PART = re.compile(r"(\*{1,2}|[+-])((?:\s{0,3}(?:<[^<>]*>|\[[\w=,.; ]*\]|\{[^{}]*\}))*)(\s{0,9}\S.*|\)|)")
_AMC_HEAD = re.compile(r"[A-Z][A-Za-z]{2,30}:\s?\S.*")
_AMC_TYPE = re.compile(r"\[([*_])(.{1,400}?)\1\]")
_BOX = re.compile(r"\s{0,9}[-*+]\s{1,3}\[[ xX]\]\s")
_UNKNOWN = re.compile(
    r"</?(?!(?:details|summary|b|i|u|p|br|hr|em|strong|div|span|center|sub|sup|img|[uo]l|li|html|body)\b)"
    r"[a-zA-Z][\w:-]{0,30}(?:\s[^<>]{0,200})?/?>|\\(?:begin|end)\{[a-zA-Z*]{1,30}\}.{0,80}|:{3,}.{0,60}|\{%.{0,120}%\}"
)
_EDX = re.compile(r"^\s{0,9}>>[^<>\n]{1,900}<<\s*$|^\s{0,9}\[explanation\]\s*$", re.IGNORECASE | re.MULTILINE)
_EDX_QUESTION = re.compile(r">>\s{0,9}([^<>]{1,900}?)\s{0,9}<<")
_EDX_HINT = re.compile(r"\|\|\s{0,9}(\S.{0,900}?)\s{0,9}\|\|")
_EDX_SAID = re.compile(r"\s{0,9}\{\{\s{0,9}([^{}]{1,900}?)\s{0,9}\}\}$")
_EDX_TYPED = re.compile(r"(?:or|not|s)?=\s{0,9}\S")
_EDX_LIST = re.compile(r"\[\[([^\[\]]{1,900})\]\]")
_EXPLANATION = re.compile(r"\[/?explanation\]", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:[-*+]\s+)?\(?[A-Za-z][.)]\s+")
_EXAM = r"exam|quiz|test|questions?|passages?|texts?|worksheet|comprehension|pr\u00fcfung|fragen|lesetext|aufgaben"
_OPENS = re.compile(
    r"(?:(?:sure|certainly|of course|absolutely|gerne|nat\u00fcrlich)\b\s?[!,.]?\s{0,3})?"
    r"(?:here(?:['\u2019]s| is| are)|below (?:is|are)|i(?:['\u2019]ve| have) (?:written|created|prepared|made)|"
    rf"hier (?:ist|sind|kommt|kommen))\b.{{0,160}}?\b(?:{_EXAM})\b.{{0,120}}[.!:]",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"(?:let me know|feel free|would you like (?:me|more|another|the)|i hope (?:this|these)|"
    r"if you(?:['\u2019]d like| would like| need| want)|m\u00f6chten sie|wenn sie m\u00f6chten|"
    r"sag(?:en sie)? (?:mir )?bescheid)\b.{0,300}",
    re.IGNORECASE,
)


def in_latin(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines with the letters of options, and of their keys, in Latin where another alphabet has them.

    >>> [line.text for line in in_latin([Line("\u05d0. Ann"), Line("\u05d1. Bo"), Line("1-\u05d1, 2-\u05d0")])]
    ['A. Ann', 'B. Bo', '1-B, 2-A']
    """
    if all(line.text.isascii() for line in lines):
        return lines
    shapes = ["".join(_SHAPE.findall(line.text)).casefold() for line in lines]  # each alphabet takes its time
    best, result = 1, list(lines)
    for alphabet in [each for each in _ALPHABETS if each[1:2] in "".join(shapes)]:
        latin = _TWINS | str.maketrans(alphabet + alphabet.upper(), 2 * LETTERS[: len(alphabet)])
        letters = "".join(chr(own) for own, place in latin.items() if place)
        own = f"(?:\u0627\u0644\u0641|[{letters}A-Ha-h])\u0640?"
        label, keys = (re.compile(each.format(own, _FOR_KEYS)) for each in (_LABEL, _KEYS))
        spans = [_labels(label, latin, line.text) if shape else [] for line, shape in zip(lines, shapes, strict=True)]
        labels = "".join(line.text[slice(*span)] for line, each in zip(lines, spans, strict=True) for span in each)
        if len(labels) > best and alphabet[1:2] in labels.casefold() and "AB" in labels.translate(latin).upper():
            best = len(labels)
            for at, (line, each) in enumerate(zip(lines, spans, strict=True)):
                key, text = None if each else keys.fullmatch(line.text), line.text
                for start, end in [key.span(key.lastindex or 0)] if key else reversed(each):
                    text = text[:start] + text[start:end].translate(latin) + text[end:]
                result[at] = line if text == line.text else replace(line, text=text)
    return result


def _labels(label: re.Pattern[str], latin: Mapping[int, int | None], text: str) -> list[tuple[int, int]]:
    """Return where the letters of the options of a line stand: the first begins the line, or is an A."""
    spans, after = [], "A"
    for match in label.finditer(text):
        own = match[1].translate(latin).upper()
        if match.start() == 0 or own == after:
            spans.append(match.span(1))
            after = next_letter(own)
    return spans


def spelt(line: Line) -> Line:
    """Return a line with what stands for numbers and letters spelt out, and without a sign before a key."""
    if line.text.isascii():
        return line
    text = _SIGN.sub("", _KEYCAP.sub(r"\1. ", _UNSEEN.sub("", line.text)), count=1).translate(_SQUARED)
    text = _RING_KEY.sub(lambda match: f"{match[1]}({_ring(match[2])}) ", text)
    if label := _LENTICULAR.match(text):
        text = f"{'Answer' if label[1] else 'Explanation'}: {text[label.end() :]}"
    if label := _WIDE_LABEL.match(text):
        text = f"({label[1] or '  '}) {text[label.end() :]}"
    text = _FILLED.sub(r"\1(\2)", text)
    if ring := _RINGED.match(text):
        text = f"({unicodedata.normalize('NFKC', ring[1])}) {text[ring.end() :]}"
    return replace(line, text=text)


def without_rings(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines with ringed numbers as letters, `① Ann ② Bo`, where a line has several from 1 on: options."""
    rows = ([_ring(match[1]) for match in _RING.finditer(line.text)] for line in lines if _RINGED.match(line.text))
    if not any(row[:1] == [1] and counts_up(row) for row in rows):
        return lines
    return [replace(line, text=_with_letters(line.text)) for line in lines]


def _with_letters(text: str) -> str:
    """Return a line of options, or of keys, with letters for ringed numbers; the rings of a passage stay."""
    if _RINGED.match(text):
        return _RING.sub(lambda match: f"{letter(_ring(match[1]) - 1)}) ", text)
    return _RING_KEY.sub(lambda match: f"{match[1]}{letter(_ring(match[2]) - 1)}) ", text)


def _ring(sign: str) -> int:
    return int(unicodedata.normalize("NFKC", sign))


def without_details(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines with what HTML hides under `Answer` as the answer that it is."""
    if not any("<" in line.text for line in lines):
        return lines
    result, opened = list(lines), False
    for at, line in enumerate(lines):
        text = _DETAILS.sub("", line.text)
        if summary := _SUMMARY.fullmatch(text):
            opened, text = True, summary[1]
        if opened and text.strip():
            text = _BOLD_LETTER.sub(r"\1. ", text, count=1)
            opened, text = False, f"Answer: {text.strip()}"
        result[at] = replace(line, text=text)
    return result


def unquoted(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines without the `>` before each, as mail quotes a file, and Markdown a text of some length.

    A short one loses it too where it says what it is (`> Explanation: …`).
    """
    if not any(line.text.startswith(">") for line in lines):
        return lines
    whole = all(line.text.startswith(">") for line in lines if line.text.strip())
    result: list[Line] = []
    for quoted, group in groupby(lines, lambda line: line.text.startswith(">")):
        block = list(group)
        long = sum(len(line.text.split()) for line in block) >= _QUOTED
        if quoted and (whole or long or _QUOTED_LABEL.match(block[0].text)):
            block = [replace(line, text=line.text.removeprefix(">").removeprefix(" ")) for line in block]
        result += block
    return result


def without_star_bullets(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines without the `* ` before lettered options where most have one: bullets, then, and no marks.

    Another sign before the letters of no more options than have none (`=B. Bo`, `+ B. Bo`) becomes the star of a key.
    """
    starred = {at for at, line in enumerate(lines) if _STAR_BULLET.match(line.text)}
    listed = sum(bool(_LISTED.match(line.text)) for line in lines if "*" not in line.text)
    if len(starred) * 2 <= len(starred) + listed:
        signed = sum(bool(_SIGN_OF_RIGHT.match(line.text)) for line in lines)
        return [replace(one, text=_SIGN_OF_RIGHT.sub("*", one.text)) for one in lines] if signed <= listed else lines
    return [
        replace(line, text=_STAR_BULLET.sub("", line.text)) if at in starred else line for at, line in enumerate(lines)
    ]


def without_markdown(line: Line) -> Line:
    """Return a line without headings, bullets of options, and bold and italic type, which become its marks."""
    if not _MARKED.search(line.text):
        return line
    text = _BEFORE.sub("", _BOLD_LABEL.sub(r"\1: ", _BOLD.sub("**", line.text), count=1))
    text = _ITALIC_LABEL.sub(r"\2: ", text, count=1)
    if italic := _ITALIC_KEY.fullmatch(text.strip()):
        text = italic[2]
    whole = _MARKDOWN.fullmatch(text.strip())
    label = _LISTED.match(text)
    inner = _MARKDOWN.fullmatch(text[label.end() :].strip()) if label else None
    if whole:
        return replace(line, text=whole["text"], marks=line.marks | {"bold"})
    if label and inner:
        return replace(line, text=label[0] + inner["text"], marks=line.marks | {"bold"})
    parts = tuple(match[1] for match in _INLINE_BOLD.finditer(text))
    text = _BEFORE.sub("", _INLINE_BOLD.sub(r"\1", text)) if parts else text
    if text == line.text:
        return line
    ways = line.ways or frozenset({"bold"} if parts else ())
    return replace(line, text=text, emphasised=(*line.emphasised, *parts), ways=ways)


def without_chat(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Return the lines with those empty that speak about the exam, at its start and its end, and these lines.

    Code fences are left out too.
    """
    texts = [line.text.strip() for line in lines]
    spoken = [at for at, text in enumerate(texts) if text and not text.startswith("```")]
    around = [at for at in spoken[:1] if _OPENS.fullmatch(texts[at])]
    around += [at for at in spoken[-1:] if at and not texts[at - 1].strip("`") and _CLOSES.fullmatch(texts[at])]
    dropped = {*around, *(at for at, text in enumerate(texts) if text.startswith("```"))}
    kept = [replace(line, text="") if at in dropped else line for at, line in enumerate(lines)]
    return kept, [lines[at] for at in around]


def question_lines(texts: Sequence[Sequence[str]]) -> list[list[Line]]:
    """Return the lines of each question of a table; none where its first row does not name a question and its options.

    `texts`: the cells of each row.
    """
    header, *body = texts if len(texts) > 1 else [[]]
    if not header or len(set(header)) < len(header):
        return []
    rows = tuple(TableRow("", dict(zip(header, row, strict=False))) for row in body)
    try:
        columns = find_columns(Rows("", tuple(header), rows), passage_needed=False)
    except DataError:
        return []
    return [[Line(text) for text in _texts(row.values, columns, number)] for number, row in enumerate(rows, start=1)]


def _texts(row: Mapping[str, str], columns: Columns, number: int) -> Iterator[str]:
    """Yield the lines of the question in a row."""
    question, key = row.get(columns.question), row.get(columns.answer or "")
    yield from ("", row.get(columns.passage or "", ""))
    if question:
        yield f"{number}. {question}"
        options = [text for name in columns.options if (text := row.get(name))]
        for label, text in zip(LETTERS, sorted(options) if columns.keyed else options, strict=False):
            yield f"{label}. {text}"
        if key:
            yield f"Answer: {key}"


def _key_lines(texts: Sequence[Sequence[str]]) -> list[list[Line]]:
    """Return the lines of a table of keys, `1. B`: its first column has the questions' numbers, another the keys."""
    header, *body = texts or [[]]
    at = next((at for at, name in enumerate(header) if at and names_role(name, "answer")), 0)
    if not at or not body or not all(len(row) > at and row[0].strip(".").isdecimal() and row[at] for row in body):
        return []
    return [[Line(f"{row[0].strip('.')}. {row[at]}")] for row in body]


def without_text2qti(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Return the lines of a text2qti file with feedback as test banks write it, and those that set the quiz apart.

    So those of Auto Multiple Choice's plain text too.
    """
    if not any(_TEXT2QTI.match(line.text) for line in lines):
        return _without_amc(lines)
    result, settings = [], []
    for line in lines:
        text = _SETTING.sub("", line.text)
        settings += [line] if text != line.text and ":" in line.text and "title" not in line.text.lower() else []
        text = re.sub(r"^(?:\.\.\.|[+-])\s{1,9}(?=\S)", "@ ", text.removeprefix("Text:").strip())
        result.append(line if text == line.text else replace(line, text=text))
    return result, settings


def _without_amc(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Return the lines of AMC-TXT (`* Who?`, `+ right`, `- wrong`) as others are typed, and those that set the quiz."""
    result, settings, number, options = list[Line](), list[Line](), 0, 0
    if not _AMC.search("".join(line.text[:1] for line in lines if line.text.strip())):
        return list(lines), []
    for line in lines:
        part = _AMC_PART.fullmatch(line.text)
        mark, rest = (part[1], part[3].strip()) if part else ("", line.text)
        settings += [replace(line, text=part[2].strip())] if part and "{" in part[2] else []
        if mark in {"+", "-"} and number:
            rest = f"{'*' * (mark == '+')}{letter(options)}. {rest}"
            options += 1
        elif mark in {"*", "**"} and rest[:1] not in {"(", ")"}:
            number, options = number + 1, 0
            kind = "Type: essay" if part and "<" in part[2] else "Type: ma" if mark == "**" else ""
            result += [replace(line, text=""), replace(line, text=kind)] if kind else []
            rest = f"{number}. {rest}"
        elif mark:
            rest = rest.lstrip("()")
        elif line.text.startswith("#") or (not number and _AMC_HEAD.fullmatch(line.text)):
            settings += [line] if ":" in line.text and not line.text.startswith(("#", "Title")) else []
            rest = ""
        result.append(replace(line, text=_AMC_TYPE.sub(r"**\2**", rest)))
    return result, settings


def without_quiz_tags(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of `<quiz>` blocks, as plug-ins of MkDocs read them: what follows the options explains."""
    result, inside, ticked = list(lines), False, False
    for at, line in enumerate(lines):
        tag = line.text.strip().lower()
        if tag in {"<quiz>", "</quiz>"}:
            inside, ticked = tag == "<quiz>", False
            result[at] = replace(line, text="")
        elif inside and _BOX.match(line.text):
            ticked = True
        elif inside and ticked and line.text.strip():
            result[at] = replace(line, text=f"Explanation: {line.text.strip()}")
    return result


def without_edx(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of Open edX's Markdown as other exams are typed, its questions (`>>Who?<<`) numbered."""
    whole = "\n".join(line.text for line in lines)
    if not _EDX.search(whole):
        return list(lines)
    result, number, explained = list[Line](), 0, False
    for line in lines:
        text = line.text.strip()
        if _EXPLANATION.fullmatch(text):
            explained = not explained
            text = ""
        elif explained and text:
            text = f"Explanation: {text}"
        elif question := _EDX_QUESTION.fullmatch(text):
            number += 1
            text = f"{number}. {question[1].replace('||', ' ')}"
        elif hint := _EDX_HINT.fullmatch(text):
            text = f"Hint: {hint[1]}"
        elif number and _EDX_TYPED.match(text):
            text = "type: sa"
        elif number and (listed := _EDX_LIST.fullmatch(text)):
            options = [option.strip() for option in listed[1].split(",")]
            ticked = (f"(x) {one[1:-1]}" if one[:1] + one[-1:] == "()" else f"( ) {one}" for one in options)
            result += [replace(line, text=option) for option in ticked]
            continue
        note = _EDX_SAID.search(text)
        result.append(replace(line, text=text[: note.start()] if note else text))
        result += [replace(line, text=f"@ {note[1]}")] if note else []
    return result


def unknown_mark_up(line: Line) -> bool:
    """Say whether a line is nothing but mark-up that no reader here knows."""
    return bool(_UNKNOWN.fullmatch(line.text.strip()))


def with_tables(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a text with its tables in Markdown, whose rows stand between bars, as questions.

    Lines know their places in the text.
    """
    placed = [replace(line, at=place) for place, line in enumerate(lines, start=1)]
    if not any(_is_barred(line.text) for line in placed):
        return placed
    result: list[Line] = []
    for barred, group in groupby(placed, lambda line: _is_barred(line.text)):
        block = list(group)
        rows = [line for line in block if not _is_rule(_cells(line.text))] if barred else []
        cells = [_cells(line.text) for line in rows]
        questions = question_lines(cells) or _key_lines(cells)
        of_rows = zip(rows[1:], questions, strict=True) if questions else ()
        result += [replace(line, at=row.at) for row, own in of_rows for line in own] or block
    return result


def _is_barred(text: str) -> bool:
    return "|" in text and len(text.strip()) > 1 and text.strip()[0] == "|" == text.strip()[-1]


def _cells(text: str) -> list[str]:
    return [cell.strip() for cell in text.strip()[1:-1].split("|")]


def _is_rule(cells: Sequence[str]) -> bool:
    """Return whether a row is drawn, as the one under the heading row is."""
    return all(set(cell) <= set("-: ") for cell in cells)
