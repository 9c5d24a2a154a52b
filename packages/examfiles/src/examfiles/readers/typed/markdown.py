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
from examfiles.lengths import words
from examfiles.readers.tables import Rows, TableRow
from examfiles.readers.tables.columns import Columns, find_columns, names_role
from examfiles.readers.typed.line import TICKS, Line, counts_up, next_letter
from examfiles.readers.typed.shapes import shape

_MARKDOWN = shape(
    r"(?P<open>\*\*|__)(?P<text>[^*_].*?)(?P=open)",
    "bold text",
    "**Ann**",
    "__Ann__",
)
_INLINE_BOLD = shape(
    r"\*\*((?![\s*])[^*]{1,400}(?<!\s))\*\*",
    "bold text within a line",
    "It was **Ann** again.",
)
_BOLD_LABEL = shape(
    r"(?:\*\*|__)([^*_:]{1,40})(?::(?:\*\*|__)|(?:\*\*|__)\s?:)\s*(?=\S)",
    "a bold label",
    "**Answer:** B",
    "__Passage__: Ann sat.",
)
_MARKED = shape(
    r"[-+*_#<>\u2022\u25aa\u25e6\u25cf\u2023\u2219\u00b7]",
    "a line that has a sign of Markdown",
    "# Text",
    "* Ann",
)
_BOLD = shape(
    r"</?(?:b|strong|u|ins|mark)>",
    "a tag of bold or underlined text",
    "<b>",
    "</strong>",
)
_BEFORE = shape(
    r"^#{1,6}\s+|"
    r"^\s*[-+\u2022\u25aa\u25e6\u25cf\u2023\u2219\u00b7]\s+"
    r"(?=\(?[A-Za-z][.)]\s|\[[A-Za-z]\]\s|(?:correct |right )?answer\b)|"
    r"^>\s+(?=(?:correct |right )?answer\b)",
    "what Markdown puts before a line",
    "## Text",
    "- A. Ann",
    "> Answer: B",
    flags=re.IGNORECASE,
)
_STAR_BULLET = shape(
    r"\s{0,40}\*\s{1,9}(?=\(?[A-Za-z][.)]\s)",
    "a star that is a bullet, before a letter",
    "* A. Ann",
)
_SIGN_OF_RIGHT = shape(
    r"^\s{0,40}(#|[=+@>!~^]\s{0,3})(?=\(?[A-Za-z][.)]\s)",
    "a sign of the author's own before a letter",
    "=A. Ann",
    "#B) Bo",
)
_ITALIC_LABEL = shape(
    r"(?<![*_\w])([*_])([^\W_][^*_:]{1,38}):\1\s{0,9}(?=\S)",
    "a label in italics",
    "*Answer:* B",
)
_ITALIC_KEY = shape(
    r"([*_])((?:(?:the|correct|right) )?(?:answer|key)\b[^*_]*)\1",
    "a key in italics",
    "*The answer is B*",
    flags=re.IGNORECASE,
)
_QUOTED = 20  # words of a text that is no quotation in another
_QUOTED_LABEL = shape(
    r">\s{0,3}[^\w\s>]{0,4}\s?[*_]{0,3}[^\W\d_][^:*_>]{0,30}[*_]{0,3}\s?:",
    "a quoted line with a label",
    "> **Note:** read twice",
)
_UNSEEN = shape(
    r"^\s{0,9}[\u00ad\u200b-\u200f\u2060\ufeff]{1,9}",
    "signs that nobody sees, before a line",
    "\u200b1. Who?",
)
_ALPHABETS = [
    *("".join(map(chr, range(first, first + 8))) for first in (0x3B1, 0x430, 0x5D0, 0x561, 0x915, 0x10D0)),
    *("أبجده", "أبتث", "가나다라마"),
    *("甲乙丙丁戊", "กขคงจ", ""),
]
"""The letters of options in Greek, Russian, Hebrew, Armenian, Hindi, Georgian, Arabic, Korean, Chinese and Thai."""
_TWINS = str.maketrans("ΑΒΕАВСЕасеا", "ABEABCEaceA", "\u0640لف")
"""Letters that look like one of Latin, and how Arabic writes the first: with its sign, without it, or by its name."""
_LABEL = (
    r"(?:^[\s\u200e\u200f]{{0,40}}\*?|(?<=\t)|(?<=\s\s)|(?<=\s)(?=[(\[]?\w[)\]]))[(\[]?({0})"
    r"(?=[)\]]|[.:\uff0e\u3001](?!\s?\w\.)|[-\u2013\u2014/]\s|\t)"
)
_SHAPE = shape(
    _LABEL.format(r"(?:الف|[^\W\d_])\u0640?"),
    "a label in any alphabet",
    "α) Ann",
    "ב. Bo",
)
_KEYS = (
    r"(?:{1})?((?:[(\[]?{0}[)\]]?(?!\w)[\s,;.]{{0,9}}){{1,400}}|"
    r"(?:\d{{1,4}}\s?[.):\u2013-]?\s{{0,3}}[(\[]?{0}[)\]]?(?!\w)[\s,;.]{{0,9}}){{1,400}})|{1}({0})[).]\s\S.*"
)
_FOR_KEYS = r"[^\W\d_][^:\uff1a\d]{0,39}[:\uff1a\u2013\u2014-]\s{0,9}"
_KEYCAP = shape(
    r"(?<!\d)(\d)\ufe0f?\u20e3\s{0,9}",
    "a number in a keycap",
    "1️⃣ Who?",
)
_SQUARED = {ord(sign) + place: f"{letter})" for sign in "\U0001f130\U0001f170" for place, letter in enumerate(LETTERS)}
_SQUARED |= {0xFE0F: ""}
_RINGED = shape(
    r"\s{0,9}([\u2460-\u2473\u24b6-\u24e9])\s{0,9}(?=\S)",
    "a ringed number or letter before text",
    "① Ann",
    "Ⓐ Ann",
)
_RING = shape(
    r"(?<!\w)([\u2460-\u2473])\s{0,9}(?=\S|$)",
    "a ringed number anywhere",
    "the answer is ②",
)
_RING_KEY = shape(
    r"(\d\ubc88?\s{0,3}[-.):]?\s{0,3}|[:\uff1a\]\u3011>\u3009]\s{0,3})([\u2460-\u2473])\s{0,9}",
    "a ringed number as a key",
    "1. ③",
    "정답: ②",
)
_SIGN = shape(
    rf"\s{{0,9}}(?:[{TICKS}\u27a1\u2b50\U0001f449\U0001f511\U0001f4a1]\ufe0f?\s{{0,9}})+"
    r"(?=(?:\*\*)?(?:(?:the |correct |right |richtige )*(?:answer|ans|key|antwort|lösung)\b))",
    "a picture before the word for answer",
    "✅ Answer: B",
    flags=re.IGNORECASE,
)
_DETAILS = shape(
    r"\s{0,9}</?details\b[^>]{0,99}>\s{0,9}",
    "a part of a page that unfolds",
    "<details>",
    "</details>",
    flags=re.IGNORECASE,
)
_SUMMARY = shape(
    r"\s{0,9}<summary>\W{0,9}(?:show |see |click for |the |correct )*(?:answer|solution|key|antwort|lösung)"
    r"[^<]{0,60}</summary>\s{0,9}(.*)",
    "the heading of such a part, which hides a key",
    "<summary>Show answer</summary> B",
    flags=re.IGNORECASE,
)
_BOLD_LETTER = shape(
    r"(?:\*\*|__)\(?([A-Za-z])\)?\.?(?:\*\*|__)\s{1,3}(?=\S)",
    "a letter in bold before its option",
    "**A.** Ann",
)
_LENTICULAR = shape(
    r"\s{0,9}[\u3010\[<\u3008](?:参考|正确)?(?:(答案|정답|正解|解答)|"
    r"解析|分析|详解|点睛|해설|解説)[\u3011\]>\u3009]\s{0,9}[:\uff1a]?\s{0,9}",
    "a label between lenticular brackets",
    "【答案】B",
    "【解析】",
)
_WIDE_LABEL = shape(
    r"\s{0,9}\uff08\s{0,9}([A-Za-z]|\d{1,3}|)\s{0,9}\uff09\s{0,9}",
    "a label between wide brackets",
    "（A）安",
)
_FILLED = shape(
    r"(\S)\s{0,3}\uff08[\s\u3000]{0,9}([A-Z])[\s\u3000]{0,9}\uff09(?=\s*$)",
    "a key filled in behind a question",
    "谁？（ B ）",
)
_TEXT2QTI = shape(
    r"(?:Quiz title|Quiz description|Text title):|END_GROUP\s*$",
    "a setting that only text2qti has",
    "Quiz title: Ann",
    "END_GROUP",
)
_SETTING = shape(
    r"(?:(?:quiz title|quiz description|text title|title|points|pick|points per question|shuffle answers|"
    r"show correct answers|one question at a time|can't go back|feedback is solution)\s?:.*|(?:END_)?GROUP\s*)$",
    "a setting of a quiz, which is no question",
    "Points: 2",
    "shuffle answers: true",
    flags=re.IGNORECASE,
)
_AMC = shape(
    r"\*[^*+-]{0,9}(?:-{1,40}\+|\+{1,40}-)",
    "a question in AMC-TXT by the first signs of its lines: a star, then minus or plus",
    "*--+",
)
_AMC_PART = shape(
    r"(\*{1,2}|[+-])((?:\s{0,3}(?:<[^<>]*>|\[[\w=,.; ]*\]|\{[^{}]*\}))*)(\s{0,9}\S.*|\)|)",
    "a part of a question in AMC-TXT",
    "+ Ann",
    "** Who?",
)
_AMC_HEAD = shape(
    r"[A-Z][A-Za-z]{2,30}:\s?\S.*",
    "a setting of AMC-TXT",
    "Title: Ann",
)
_AMC_TYPE = shape(
    r"\[([*_])(.{1,400}?)\1\]",
    "text in italics or bold in AMC-TXT",
    "[_Ann_]",
)
_BOX = shape(
    r"\s{0,9}[-*+]\s{1,3}\[[ xX]\]\s",
    "an option with a box",
    "- [x] Ann",
)
_UNKNOWN = shape(
    r"</?(?!(?:details|summary|b|i|u|p|br|hr|em|strong|div|span|center|sub|sup|img|[uo]l|li|html|body)\b)"
    r"[a-zA-Z][\w:-]{0,30}(?:\s[^<>]{0,200})?/?>|\\(?:begin|end)\{[a-zA-Z*]{1,30}\}.{0,80}|:{3,}.{0,60}|\{%.{0,120}%\}",
    "markup that is not understood",
    "<custom-tag>",
    "\\begin{quiz}",
    "::: note",
)
_EDX = shape(
    r"^\s{0,9}>>[^<>\n]{1,900}<<\s*$|^\s{0,9}\[explanation\]\s*$",
    "a sign that only Open edX's Markdown has",
    ">>Who?<<",
    "[explanation]",
    flags=re.IGNORECASE | re.MULTILINE,
)
_EDX_QUESTION = shape(
    r">>\s{0,9}([^<>]{1,900}?)\s{0,9}<<",
    "a question in Open edX's Markdown",
    ">>Who sat?<<",
)
_EDX_HINT = shape(
    r"\|\|\s{0,9}(\S.{0,900}?)\s{0,9}\|\|",
    "a hint in Open edX's Markdown",
    "||Read again.||",
)
_EDX_SAID = shape(
    r"\s{0,9}\{\{\s{0,9}([^{}]{1,900}?)\s{0,9}\}\}$",
    "feedback in Open edX's Markdown",
    "(x) Ann {{ Right. }}",
)
_EDX_TYPED = shape(
    r"(?:or|not|s)?=\s{0,9}\S",
    "a typed answer in Open edX's Markdown",
    "= Ann",
    "or= Anna",
)
_EDX_LIST = shape(
    r"\[\[([^\[\]]{1,900})\]\]",
    "a list to choose from in Open edX's Markdown",
    "[[Ann, (Bo)]]",
)
_EXPLANATION = shape(
    r"\[/?explanation\]",
    "where an explanation begins or ends",
    "[explanation]",
    flags=re.IGNORECASE,
)
_LISTED_OPTION = shape(
    r"\s*(?:[-*+]\s+)?\(?[A-Za-z][.)]\s+",
    "an option that is an entry of a list",
    "- A. Ann",
)
_EXAM = r"exam|quiz|test|questions?|passages?|texts?|worksheet|comprehension|prüfung|fragen|lesetext|aufgaben"
_OPENS = shape(
    r"(?:(?:sure|certainly|of course|absolutely|gerne|natürlich)\b\s?[!,.]?\s{0,3})?"
    r"(?:here(?:['\u2019]s| is| are)|below (?:is|are)|i(?:['\u2019]ve| have) (?:written|created|prepared|made)|"
    rf"hier (?:ist|sind|kommt|kommen))\b.{{0,160}}?\b(?:{_EXAM})\b.{{0,120}}[.!:]",
    "what a language model says before an exam",
    "Sure! Here is a reading exam for you:",
    flags=re.IGNORECASE,
)
_CLOSES = shape(
    r"(?:let me know|feel free|would you like (?:me|more|another|the)|i hope (?:this|these)|"
    r"if you(?:['\u2019]d like| would like| need| want)|möchten sie|wenn sie möchten|"
    r"sag(?:en sie)? (?:mir )?bescheid)\b.{0,300}",
    "what a language model says after an exam",
    "Let me know if you need more.",
    flags=re.IGNORECASE,
)


def in_latin(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines with the letters of options, and of their keys, in Latin where another alphabet has them.

    >>> [line.text for line in in_latin([Line("א. Ann"), Line("ב. Bo"), Line("1-ב, 2-א")])]
    ['A. Ann', 'B. Bo', '1-B, 2-A']
    """
    if all(line.text.isascii() for line in lines):
        return lines
    shapes = ["".join(_SHAPE.findall(line.text)).casefold() for line in lines]  # each alphabet takes its time
    best, result = 1, list(lines)
    for alphabet in [each for each in _ALPHABETS if each[1:2] in "".join(shapes)]:
        latin = _TWINS | str.maketrans(alphabet + alphabet.upper(), 2 * LETTERS[: len(alphabet)])
        letters = "".join(chr(own) for own, place in latin.items() if place)
        own = f"(?:الف|[{letters}A-Ha-h])\u0640?"
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
        long = sum(words(line.text) for line in block) >= _QUOTED
        if quoted and (whole or long or _QUOTED_LABEL.match(block[0].text)):
            block = [replace(line, text=line.text.removeprefix(">").removeprefix(" ")) for line in block]
        result += block
    return result


def without_star_bullets(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines without the `* ` before lettered options where most have one: bullets, then, and no marks.

    Another sign before the letters of no more options than have none (`=B. Bo`, `+ B. Bo`) becomes the star of a key.
    """
    starred = {at for at, line in enumerate(lines) if _STAR_BULLET.match(line.text)}
    listed = sum(bool(_LISTED_OPTION.match(line.text)) for line in lines if "*" not in line.text)
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
    label = _LISTED_OPTION.match(text)
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
