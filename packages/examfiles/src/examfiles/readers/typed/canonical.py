"""Typed lines: the ways in which people mark options and number questions, rewritten as letters and numbers.

Options may be lettered (`A.`, `(a)`, `A -`), numbered (`1)`, `(1)`) where questions are numbered in another way, roman
(`i)`), bulleted or boxed (`- [x]`), or bare lines under a numbered question; questions may be numbered by roman
numerals, `(1)`, `1:`, `1 -` or a number and spaces. A file has one way, found once; its lines come out as `A. text`
and `1. text`, so that only one way need be read (`plain`). A tick, a filled box, `(correct)` or an arrow becomes the
star of a right option. Statements under `TRUE if …`, `FALSE if …` get these words as options.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, takewhile

from examfiles.items import LETTERS, letter
from examfiles.readers.typed.keys import key_heading
from examfiles.readers.typed.line import (
    DIGIT,
    INLINE_A,
    INLINE_B,
    LETTER,
    NUMBER,
    NUMBERED,
    ROMAN,
    ROMAN_VALUES,
    STRICT,
    TICKS,
    Line,
    asks,
    below,
    bullet,
    counts_up,
)
from examfiles.readers.typed.markdown import (
    in_latin,
    spelt,
    unquoted,
    without_details,
    without_markdown,
    without_rings,
    without_star_bullets,
)
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.statements import ringed, with_statements
from examfiles.readers.typed.verdicts import TRUTHS

_BOXES = "☐□▢○◯❌"
_RIGHT_WORDS = r"correct|right|right answer|correct answer|key|richtig|lösung|juste|correcta?"
_ENDING = shape(
    rf"(?P<text>.*?)\s{{0,9}}(?:[{TICKS}]|[(\[*](?:{_RIGHT_WORDS}|x|\*)[)\]*]|(?:<-+|<=+|\u2190)\s?(?:{_RIGHT_WORDS})?|"
    r"\s[-\u2013\u2014]\s?(?:correct(?: answer)?|richtig))",
    "a right option, marked at its end",
    "A. Ann (correct)",
    "B. Bo ✓",
    "C. Cem <- right",
    flags=re.IGNORECASE,
)
_WRONG = shape(
    r"(?P<text>.*?)\s{0,9}(?:[\u274c\u2717\u2718\u2716]|[(\[*](?:incorrect|wrong|false|falsch|faux)[)\]*])",
    "a wrong option, marked at its end",
    "A. Ann (wrong)",
    "B. Bo ✗",
    flags=re.IGNORECASE,
)
_BEHIND = shape(
    r"(.{0,400}\S)(?:\s{2,9}|\t|\s(?=[(\[]|(?-i:[A-Z])))[(\[]?(?:answer|ans|key|lösung|"
    r"antwort)\s?[:=]\s{0,3}\(?([A-Za-z])\)?\.?\]?",
    "a key behind the last option",
    "A. Ann B. Bo  Answer: B",
    flags=re.IGNORECASE,
)
_BEGINNING = shape(
    rf"\s{{0,40}}(?P<bullet>[-+•*]\s{{1,9}})?(?:[{TICKS}]|\[[xX*]\]|\([xX]\)|-+>|=+>|\u2192|>>)\s{{0,9}}(?=\S)",
    "a right option, marked at its beginning",
    "✓ Ann",
    "[x] Ann",
    "-> Ann",
)
_CROSS = shape(
    r"(?<!\S)[\u2717\u2718\u2716](?=\s{0,9}\S)",
    "a cross that stands for a box",
    "✗ Ann",
)
_EMPTY = shape(
    rf"\s{{0,40}}(?P<bullet>[-+•*]\s{{1,9}})?(?:[{_BOXES}]|\[\s?\]|\(\s\))\s{{0,9}}(?=\S)",
    "an empty box",
    "[ ] Bo",
    "☐ Bo",
)
_NUMBERED_BOX = shape(
    rf"\s{{0,40}}\(?\d{{1,3}}[.)]\s{{1,9}}(?=(?:[{_BOXES}{TICKS}]|\[[ xX*]?\]|\([ xX]\))\s{{0,9}}\S)",
    "a box behind a number",
    "1. [x] Ann",
)
_BOXED = shape(
    rf"\s{{0,40}}(?:[-+•*]\s{{1,9}}|\(?\d{{1,3}}[.)]\s{{1,9}})?(?:[{_BOXES}{TICKS}]|\[[ xX*]?\]|\([ xX]?\))"
    r"\s{0,9}\S.*",
    "an option with a box",
    "- [x] Ann",
    "☐ Bo",
)
_LISTED = shape(
    r"\s{0,40}(?:[-+•*]|\(?\d{1,2}[.)])\s{1,9}\S.*",
    "an entry of a list",
    "- Ann",
    "2. Bo",
)
_QUOTED = shape(
    r"\s{0,9}>\s{0,9}\S.*",
    "a quoted line",
    "> Think of spring.",
)
_LOOSE = shape(
    r"(?:\((?P<round>\d{1,3})\)|(?P<bare>\d{1,3})(?:\s?[:\-\u2013\u2014/]|\t|\s\s|"
    r"(?P<single>\s)))\s{0,9}(?P<text>\S.*)",
    "a question numbered in a looser way",
    "(1) Who?",
    "2: Where?",
    "3 Why?",
)
_SPACE_FOR_KEY = shape(
    r"\s{0,9}(?:[(\[]\s{0,9}([A-Za-z]?)\s{0,9}[)\]]|_{1,20}([A-Za-z]?)_{1,20})\s{0,9}(?=\d{1,3}\s?[.)\uff0e\u3001])",
    "a space for the key, before the number",
    "( B ) 1. Who?",
    "____ 2. Where?",
)
_DASHED = shape(
    r"\s{0,9}(\d{1,3})\s?[.)]\s?[-\u2013\u2014]\s{0,3}(?=\S)",
    "a number with a dash behind it",
    "1.- Who?",
)
_DOTTED = shape(
    r"(\s{0,40}\*?(?:\d{1,4}|[A-Za-z]))(?:\.\)|/)(?=\s)",
    "a label with two signs behind it",
    "1.) Who?",
    "a/ Ann",
)
_OF_ALL = shape(
    rf"\s{{0,9}}((?:{NUMBERED})\s?\d{{1,4}})\s?(?:of|von|/)\s?\d{{1,4}}(?=[\s.:)]|$)",
    "a number of how many",
    "Question 1 of 9",
    flags=re.IGNORECASE,
)
_WITH_ASIDE = shape(
    rf"(\s{{0,9}}(?:{NUMBERED})\s?\d{{1,4}})(?=\s?[(\[][^()\[\]]{{2,60}}[)\]]\s*$)",
    "a number with an aside",
    "Question 1 (2 points)",
    flags=re.IGNORECASE,
)
_TAGGED = shape(
    r"\s{0,9}(?:(?P<number>\d{1,4})\s?[.)]\s{0,9})?ANS:\s{0,9}(?P<key>[A-Z]|T|F)"
    r"(?P<tags>\s{1,9}(?:PTS|DIF|REF|OBJ|NAT|STA|LOC|TOP|KEY|MSC|NOT|BLM):.*)?",
    "a key of a test bank, with its tags",
    "ANS: B  PTS: 1  DIF: easy",
    "1. ANS: A",
)
_QUESTION_MARK = shape(
    r"\s{0,9}(?:Q|Question|Frage)\s?:\s{0,9}(?=\S)",
    "a question that begins with Q",
    "Q: Who?",
)
_SECTIONED = shape(
    rf"\s{{0,9}}(?:(?:{NUMBERED})\s?)?(\d{{1,2}}\.\d{{1,2}})[.):]?\s{{1,9}}(?=\S)",
    "a question numbered within its section",
    "1.2 Who?",
    flags=re.IGNORECASE,
)
_SECTION_KEY = shape(
    r"(?<![\d.])(\d{1,2}\.\d{1,2})(?=\s?[.):=\-\u2013]?\s{0,3}\(?[A-Za-z]\b)",
    "a key numbered within its section",
    "1.2 B",
)
_BLOCK = 12  # lines in which a question's first two options begin
_HASH = shape(
    r"\s{0,9}#\s?(\d{1,3})[.):]?\s{1,3}(?=\S)",
    "a number behind a hash",
    "#1 Who?",
)
_TRUTH = shape(
    r"(?<=\S)\s{1,40}(?:[(\[]?\s?(t|true|r|richtig|w|wahr)\s?[/|]\s?(?:f|false|falsch)\s?[)\]]?|"
    rf"(?:[{_BOXES}]|[(\[]\s?[)\]]?)\s?(t|true|r|richtig|w|wahr)\s?[)\]]?\s{{1,9}}"
    rf"(?:[{_BOXES}]|[(\[]\s?[)\]]?)\s?(?:f|false|falsch)\s?[)\]]?)$",
    "true or false, to be ringed behind a statement",
    "Ann sat. T / F",
    "Ann sat. [ ] true [ ] false",
    flags=re.IGNORECASE,
)
_POINTED = shape(
    r"(?:-+>|=+>|\u2192)\s?[(\[]?([A-Za-z])[)\]]?\.?",
    "a key behind an arrow",
    "-> B",
)
_ALONE = shape(
    r"[(\[]?\s{0,9}([A-Za-z])\s{0,9}[)\]]?\.?",
    "a letter alone",
    "B",
    "( c )",
)
_OPEN_KEY = shape(
    r"(?:ans|(?:correct |right )answer)\s?[:.]",
    "a key with nothing behind it",
    "Ans:",
    "Right answer:",
    flags=re.IGNORECASE,
)
_UNFILLED = shape(
    r"\(\s{2,20}\)|\[\s{2,20}\]",
    "a space for a key that nobody filled in",
    "(   )",
)
_WIDE = shape(
    r"(^|\s)\s{0,9}([A-Z])[\uff0e\u3001\uff0c]\s{0,9}",
    "a letter with a wide sign behind it",
    "A．安",
    "B、博",
    "C，岑",
)
_WIDE_NUMBER = shape(
    r"\s{0,9}(\d{1,3})\uff0c\s{0,9}(?=[^\s\d])",
    "a number with a wide comma behind it",
    "1，谁？",
)
_FOR_KEY = shape(
    r"(?<=[?\uff1f.\u3002])\s{0,9}\uff08\s{0,9}\uff09\s{0,9}$",
    "an empty wide bracket behind a question",
    "谁？（  ）",
)
_CHOICES = shape(
    r"(?:answer |possible )?(?:choices|options|answers to choose from|antwortmöglichkeiten|opciones|choix)\s?:|"
    # what platforms show around questions
    r"mark only one oval\.?|select one(?: or more)?\s?:|group of answer choices|not yet answered|answer saved|"
    r"flag question|question text|marked out of \d.{0,9}|mark \d.{0,9} out of \d.{0,9}|"
    r"your answer is (?:in)?correct\.?",
    "what says that options follow, or what platforms show around questions",
    "Choices:",
    "Mark only one oval.",
    "Select one:",
    flags=re.IGNORECASE,
)
_POINTS = shape(
    r"\(?\d{1,2}(?:\.\d{1,2})?\s?(?:points?|pts?|punkte?)\)?",
    "points alone",
    "(2 points)",
    "1 pt",
    flags=re.IGNORECASE,
)
_NUMBER_WORD = shape(
    r"^(\s{0,9}(?:question|exercice|frage|aufgabe|pregunta))\s(?:n[\u00b0ºo]\.?|n?r\.|#|number|nummer)\s?(?=\d)",
    "a word for number between a word and its number",
    "Question No. 1",
    "Aufgabe Nr. 2",
    flags=re.IGNORECASE,
)
_WORDED = shape(
    r"\s{0,9}(?P<word>[^\W\d_]{1,20}|[\u00a7\[<{]|)[.\s]?\s{0,3}#?(?P<number>\d{1,3})"
    r"(?:[\]>}\u00b0题題번]?\s?(?:[.):\uff0e\u3001]|[-\u2013\u2014/](?=\s))|[\]>}\u00b0题題번]|(?=\s))"
    r"\s{0,9}(?P<text>\S.*)",
    "a question that a word of any language numbers",
    "Vraag 1. Wie?",
    "§2 Who?",
)
_ROMAN_KEY = shape(
    r"(?<![\w.])([IVX]{1,5})(?=\s?[-.:)=\u2013]\s?\(?(?:[A-Za-z]|\d{1,2})\b)",
    "a key behind a roman numeral",
    "II. B",
)
_TO_ROMAN = shape(
    r"(\b\d{1,4}\s?[.):=\u2013-]\s{0,3}\(?)([ivx]{1,5})\b(?=[).,;]{0,3}(?:\s{1,9}\(?\d|\s{0,9}$))",
    "a key that is a roman numeral",
    "1. iv",
    flags=re.IGNORECASE,
)
_PAGE = shape(
    r"(?:page|seite|p\.)\s\d{1,4}(?:\s?(?:of|/|von)\s?\d{1,4})?|[-\u2013]\s?\d{1,4}\s?[-\u2013]",
    "the number of a page",
    "Page 2 of 5",
    "- 3 -",
    flags=re.IGNORECASE,
)
_LEGEND = shape(
    r"\s{0,9}(true|false|yes|no|not given)\s{0,40}(?:[-\u2013\u2014:=]\s{0,9})?if\b.*",
    "what a verdict means",
    "TRUE if the text says so",
    flags=re.IGNORECASE,
)
_VERDICTS = shape(
    r"\s{0,9}((?:true|yes)\s?/\s?(?:false|no)\s?/\s?not given)\W{0,9}",
    "the verdicts to choose from",
    "TRUE / FALSE / NOT GIVEN",
    flags=re.IGNORECASE,
)
_JUDGED = shape(
    r"\s{0,9}(?:do the following statements|in boxes|on your answer sheet|write\b|decide (?:if|whether)|"
    r"are the (?:following )?statements).{0,200}",
    "what asks for verdicts",
    "Do the following statements agree with the text?",
    flags=re.IGNORECASE,
)
_STATEMENT = shape(
    r"\s{0,9}(?P<number>\d{1,4})(?:\s?[.)]\s{0,9}|\s{2,9}|\t\s{0,9}|(?P<single>\s))(?P<text>\S.*)",
    "a numbered statement",
    "1  Ann sat down.",
    "2. Bo ran.",
)


def canonical(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with options as `A. text`, a star before right ones, and questions as `1. text`.

    >>> [line.text for line in canonical([Line("1. Who?"), Line("- Ann"), Line("- Bo (correct)")])]
    ['1. Who?', 'A. Ann', '*B. Bo']
    """
    lines = _bulleted(without_star_bullets(unquoted(_with_boxes_alone(without_details(in_latin(lines))))))
    lines = [_plainer(without_markdown(spelt(line))) for line in without_rings(lines)]
    lines = _with_keys([part for line in with_statements(lines) for part in _apart(line)])
    # The number of a page, a space for the key, and what says that options follow are blank lines.
    idle = [any(each.fullmatch(line.text.strip()) for each in (_PAGE, _CHOICES, _UNFILLED)) for line in lines]
    marks = [_POINTS.fullmatch(line.text.strip()) is not None for line in lines]  # several in a row are options
    verdicts = [bool(re.fullmatch(r"(?i)(?:in|partially )?correct|feedback", line.text.strip())) for line in lines]
    for at in range(len(lines)):
        alone = marks[at] and sum(marks[max(at - 1, 0) : at + 2]) == 1
        idle[at] = idle[at] or alone or (verdicts[at] and at + 1 < len(lines) and idle[at + 1])
    lines = [replace(line, text="") if out else line for line, out in zip(lines, idle, strict=True)]
    lines = _without_sections(_without_words(_without_q(along(lines))))
    lines = _with_stars(lines)
    return judged(_numbered(lettered(lines)))


def _with_boxes_alone(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines with the list between a question and its boxes in the question; quoted lines are no text.

    A quotation above the boxes is a hint, one below a box is said of it.

    >>> typed = ("Who?", "- Ann", "- Bo", "[x] both", "[ ] one")
    >>> [line.text for line in _with_boxes_alone([Line(text) for text in typed])]
    ['Who (Ann; Bo)?', '', '', '[x] both', '[ ] one']
    """
    if sum(bool(_BOXED.fullmatch(line.text)) for line in lines) < 2:
        return lines
    result, listed, asked, boxed = list(lines), list[int](), -1, False
    for at, line in enumerate(lines):
        text = line.text
        if _BOXED.fullmatch(text):
            quoted = all(_QUOTED.fullmatch(lines[place].text) for place in listed)
            if asked >= 0 and listed and (quoted or len(listed) > 1):
                entries = [] if quoted else [_bare_entry(lines[place].text) for place in listed]
                result[asked] = replace(lines[asked], text=_with_entries(lines[asked].text.rstrip(), entries))
                for place in listed:
                    result[place] = replace(lines[place], text="")
            listed, asked, boxed = [], -1, True
        elif boxed and _QUOTED.fullmatch(text):
            result[at] = replace(line, text=f"@ {text.strip().lstrip('> ')}")
        elif (_LISTED.fullmatch(text) or _QUOTED.fullmatch(text)) and asked >= 0 and not _begins_question(text, listed):
            listed.append(at)
        elif text.strip():
            listed, asked, boxed = [], at, False
    return result


def _with_entries(question: str, entries: Sequence[str]) -> str:
    """Return a question with the entries of a list, before the sign at its end."""
    end = question[-1:] if question[-1:] in {"?", ":", "\uff1f", "\uff1a"} else ""
    return f"{question.removesuffix(end)} ({'; '.join(entries)}){end}" if entries else question


def _begins_question(text: str, listed: Sequence[int]) -> bool:
    """Say whether an entry is numbered, and its number does not follow from its place in the list above the boxes."""
    number = re.match(r"\s*\(?(\d{1,2})[.)]", text)
    return number is not None and int(number[1]) not in {1, len(listed) + 1}


def _bare_entry(text: str) -> str:
    """Return an entry of a list without its bullet; its number stays, for the options may name it."""
    return re.sub(r"^[-+\u2022*]\s+", "", text.strip())


def _bulleted(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with boxes behind numbers (`1. [x] Ann`), two and more in a row, as a list with bullets."""
    own = [at for at, line in enumerate(lines) if not line.text.startswith("@ ")]  # what is said of a box is below it
    boxed = [0, *(match.end() if (match := _NUMBERED_BOX.match(lines[at].text)) else 0 for at in own), 0]
    result = list(lines)
    for at, before, end, after in zip(own, boxed, boxed[1:], boxed[2:], strict=False):
        if end and (before or after):
            result[at] = replace(lines[at], text=f"- {lines[at].text[end:]}")
    return result


def _plainer(line: Line) -> Line:
    """Return a line with the number of a question first, `1. …`, and the cells of a row of a table behind each other.

    What was filled into a space for the key, `(B) 1. Who?`, goes behind the question; `T / F` becomes two options;
    `1.)` and `1/` are `1)`, `Question 1 of 9` is `Question 1`, `Question 1 (2 points)` is `Question 1. (2 points)`, and
    of a test bank's `ANS: B  PTS: 1  DIF: easy` the key is kept.
    """
    text = _NUMBER_WORD.sub(r"\1 ", _OF_ALL.sub(r"\1", _DOTTED.sub(r"\1)", line.text, count=1), count=1))
    text = _WITH_ASIDE.sub(r"\1.", text, count=1)
    if text.strip().startswith("|") and text.strip().endswith("|"):
        cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
        return replace(line, text="" if all(set(cell) <= set("-: ") for cell in cells) else "\t".join(cells))
    if not text.isascii():
        text = _FOR_KEY.sub("", text.replace("\u3000", "  ") if _WIDE.search(text) else text)
        text = _WIDE.sub(r"\1\2. ", text) if _WIDE.match(text) else _WIDE_NUMBER.sub(r"\1. ", text, count=1)
    if space := _SPACE_FOR_KEY.match(text):
        key = space[1] or space[2]
        text = text[space.end() :] + (f" ({key})" if key else "")
    if truth := _TRUTH.search(text.rstrip()):
        right, wrong = next(pair for pair in TRUTHS if pair[0][0] == (truth[1] or truth[2])[0].upper())
        text = f"{text[: truth.start()]} a) {right} b) {wrong}"
    text = ringed(text) if STRICT.match(text.strip()) else text
    if (tagged := _TAGGED.fullmatch(text.rstrip())) and (tagged["number"] or tagged["tags"]):
        text = f"{tagged['number']}. {tagged['key']}" if tagged["number"] else f"ANS: {tagged['key']}"
    if number := _DASHED.match(text) or _HASH.match(text):
        text = f"{number[1]}. {text[number.end() :]}"
    return line if text == line.text else replace(line, text=text)


def _apart(line: Line) -> list[Line]:
    """Return a line of options and the key that stands behind the last of them as two."""
    options = LETTER.match(line.text) or INLINE_A.search(line.text)
    if options and (behind := _BEHIND.fullmatch(line.text.rstrip())):
        return [replace(line, text=behind[1]), replace(line, text=f"Answer: {behind[2]}")]
    return [line]


def _without_q(lines: list[Line]) -> list[Line]:
    """Return the lines with `Q: Who?` as `Who?` where options A and B follow; an interview has an A alone."""
    result = list(lines)
    for at, line in enumerate(lines):
        if match := _QUESTION_MARK.match(line.text):
            block = takewhile(lambda later: not _QUESTION_MARK.match(later.text), lines[at + 1 : at + 1 + _BLOCK])
            first = [label["label"].upper() for later in block if (label := LETTER.match(later.text))][:2]
            if first == ["A", "B"] or (first == ["A"] and INLINE_B.search(lines[at + 1].text)):
                result[at] = replace(line, text=line.text[match.end() :])
    return result


def _without_words(lines: list[Line]) -> list[Line]:
    """Return the lines with questions that a word of any language numbers (`Vraag 1`, `§2`) as `1. …`."""
    questions = {at: match for at, line in enumerate(lines) if (match := _WORDED.fullmatch(line.text))}
    questions = {at: match for at, match in questions.items() if _asks_soon(lines, at)}
    words = {match["word"].lower() for match in questions.values()}
    if len(words) != 1 or [int(match["number"]) for match in questions.values()] != list(range(1, len(questions) + 1)):
        return lines
    result = list(lines)
    for at, match in questions.items() if len(questions) > 1 else ():
        result[at] = replace(lines[at], text=f"{match['number']}. {match['text']}")
    return result


def _without_sections(lines: list[Line]) -> list[Line]:
    """Return the lines with questions that are numbered `1.1`, `1.2`, `2.1` counted through, in lists of keys too."""
    matches = [(at, match) for at, line in enumerate(lines) if (match := _SECTIONED.match(line.text))]
    questions = {at: match for at, match in matches if _asks_soon(lines, at)}
    labels = [tuple(map(int, match[1].split("."))) for match in questions.values()]
    if len(labels) < 2 or labels[0][1] != 1 or not all(_follows(*pair) for pair in pairwise(labels)):
        return lines
    numbers = {match[1]: str(place) for place, match in enumerate(questions.values(), start=1)}
    result = list(lines)
    for at, match in questions.items():
        result[at] = replace(lines[at], text=f"{numbers[match[1]]}. {lines[at].text[match.end() :]}")
    for at in range(max(questions) + 1, len(lines)):
        text = _SECTION_KEY.sub(lambda label: numbers.get(label[1], label[1]), lines[at].text)
        result[at] = replace(lines[at], text=text)
    return result


def _follows(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Say whether 1.2 or 2.1 comes after 1.1."""
    return after == (before[0], before[1] + 1) or (after[0] > before[0] and after[1] == 1)


def _with_keys(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with a letter that stands alone under options, or behind an arrow, as the key that it is."""
    result, before, last = list(lines), "", 0
    for at, line in enumerate(lines):
        text, after = line.text.strip(), lines[at + 1].text.strip() if at + 1 < len(lines) else ""
        ends, opened = not after or bool(NUMBER.match(after)), bool(_OPEN_KEY.fullmatch(before))
        key = _POINTED.fullmatch(text) or (
            _ALONE.fullmatch(text) if ends and (_option_text(before) or opened) else None
        )
        if key and before:
            result[at] = replace(line, text=f"Answer: {key[1].upper()}")
            if opened:
                result[last] = replace(lines[last], text="")
        before, last = (text, at) if text else (before, last)
    return result


def _option_text(line: str) -> bool:
    """Return whether a line is an option with a text."""
    label = LETTER.match(line)
    return bool(label and line[label.end() :].strip())


def _with_stars(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with a star before each that is ticked; an empty box is a bullet."""
    result = []
    ticked = any(_ENDING.fullmatch(line.text.rstrip()) for line in lines if LETTER.match(line.text))
    crosses = any(_BEGINNING.match(line.text) for line in lines)
    for line in lines:
        text, star = _CROSS.sub("\u2610", line.text, count=1) if crosses else line.text, False
        right = _ENDING.fullmatch(text.rstrip())
        if ending := right or (_WRONG.fullmatch(text.rstrip()) if ticked else None):
            rest = ending["text"]
            if LETTER.match(rest) or bullet(rest) or DIGIT.fullmatch(rest.strip()):
                text, star = rest, bool(right)
        box = _BEGINNING.match(text)
        if box and (box["bullet"] or text[box.end() :]):
            text, star = text[box.end() :], True
            text = text if LETTER.match(text) else f"- {text}"
        elif empty := _EMPTY.match(text):
            text = text[empty.end() :]
            text = text if LETTER.match(text) else f"- {text}"
        result.append(replace(line, text=f"*{text.lstrip()}" if star else text) if text != line.text or star else line)
    return result


def _numbered(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with questions numbered `1.`, where all are numbered in a looser way."""
    keys = max((at for at, line in enumerate(lines) if at and key_heading(line.text.strip())), default=len(lines))
    if any(STRICT.match(line.text.strip()) and re.search(r"[^\W\d_]{2}", line.text) for line in lines[:keys]):
        return list(lines)
    result, expected, count, romans, sure = list(lines), 1, 0, False, False
    for at, line in enumerate(lines):
        text = line.text.strip()
        match, roman = _LOOSE.fullmatch(text), ROMAN.fullmatch(text)
        number = int(match["round"] or match["bare"]) if match else 0
        if match and (match["single"] or not count) and not _asks_soon(lines, at):
            continue
        if roman and roman["label"].isupper():
            match, number = roman, ROMAN_VALUES.get(roman["label"].lower(), 0)
        # The first may have any number: a paper that begins in the middle. Sections begin at 1 again.
        if match and number and (number in {expected, 1} or not count) and (number > 1 or _asks_soon(lines, at)):
            result[at] = replace(line, text=f"{number}. {match['text']}")
            sure = match is not roman and not match["single"] and asks(text)  # `12 boats came?` may begin with a word
            expected, count, romans = number + 1, count + 1, match is roman
        elif romans:
            result[at] = replace(
                line, text=_ROMAN_KEY.sub(lambda key: str(ROMAN_VALUES.get(key[1].lower(), key[1])), line.text)
            )
    return result if count > 1 or sure else list(lines)


def _asks_soon(lines: Sequence[Line], at: int) -> bool:
    if INLINE_A.search(lines[at].text):
        return True
    following = [line.text.strip() for line in lines[at + 1 : at + 4] if line.text.strip()]
    return any(LETTER.match(text) or text.startswith("(1)") for text in following[:2])


def judged(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with options behind the statements under `TRUE if …`, `FALSE if …`, which are taken away."""
    result, at = list(lines), 0
    if not any(_LEGEND.fullmatch(line.text) or _VERDICTS.fullmatch(line.text) for line in lines):
        return result
    while at < len(result):
        legend = _legend(result, at)
        verdicts = re.split(r"\s?/\s?", "/".join(legend.values()))
        options = next((each for each in TRUTHS if [*map(str.lower, each)] == verdicts), ())
        if options:
            above = takewhile(lambda place: _JUDGED.fullmatch(result[place].text), range(at - 1, -1, -1))
            for place in [*above, *legend]:
                result[place] = replace(result[place], text="")
            _give_options(result, max(legend) + 1, options)
        at = max(legend, default=at) + 1
    return result


def _legend(lines: Sequence[Line], at: int) -> dict[int, str]:
    """Return the verdicts that the lines from this one on explain, by the lines' places."""
    words: dict[int, str] = {}
    if match := _VERDICTS.fullmatch(lines[at].text):
        return {at: match[1].lower()}
    for place in range(at, len(lines)):
        if match := _LEGEND.fullmatch(lines[place].text):
            words[place] = match[1].lower()
        elif lines[place].text.strip() or not words:
            break
    return words


def _give_options(lines: list[Line], first: int, options: Sequence[str]) -> None:
    """Put options behind the numbered statements from a line on, each up to the next number or a blank line."""
    labelled = "".join(f" {letter.lower()}) {text}" for letter, text in zip(LETTERS, options, strict=False))
    at, last = first, 0
    while at < len(lines):
        statement = _STATEMENT.fullmatch(lines[at].text)
        if not statement or (statement["single"] and last and int(statement["number"]) != last + 1):
            if lines[at].text.strip():
                return
            at += 1
            continue
        last = int(statement["number"])
        more = list(takewhile(partial(_goes_on, lines, last), range(at + 1, len(lines))))
        if more and LETTER.match(lines[more[0]].text):
            return
        text = " ".join([statement["text"].strip(), *(lines[place].text.strip() for place in more)])
        lines[at] = replace(lines[at], text=f"{statement['number']}. {text}{labelled}")
        for place in more:
            lines[place] = replace(lines[place], text="")
        at += 1 + len(more)


def _goes_on(lines: Sequence[Line], number: int, place: int) -> bool:
    """Say whether the line at a place goes on with the statement of a number."""
    text = lines[place].text
    other = _STATEMENT.fullmatch(text)
    begins = other and (not other["single"] or int(other["number"]) == number + 1)
    return bool(text.strip()) and not NUMBER.match(text.strip()) and not begins


_WEAK = shape(
    r"(?P<star>\*?)\s{0,9}(?P<label>[A-Za-z])(?:\s{0,3}[-\u2013\u2014=]\s{1,9}|\t\s{0,9}|\s{3,9})(?P<text>\S.*)",
    "an option whose letter has a dash or much space behind it",
    "A - Ann",
    "*B   Bo",
)
_INITIAL = shape(
    r"\. [A-Za-z]\.?$",
    "initials at an end: `A. Washington  D. C.` is one option",
    "A. Washington  D. C.",
)
_CELL = shape(
    r"(?:^|\t\s{0,9}|\s{2,9})(\*?)[(\[]?([A-Za-z])[)\].:]\s{0,9}(?=\S)",
    "a letter where a cell of a row begins",
    "Ann  (b) Bo",
    "A. Ann",
)
_SPACED_NUMBER = shape(
    r"\s{0,9}(\d{1,3})\s{1,9}(\S.*)",
    "a number with nothing but a space behind it",
    "1 Who?",
)
_SPACED_LETTER = shape(
    r"\s{0,40}(?P<star>\*?)(?P<label>[A-Za-z])(?:\s{1,9}|\s?/\s{1,3})(?P<text>[^\s=|\u2013\u2014-].*)",
    "a letter with nothing but a space behind it",
    "a Ann",
    "B / Bo",
)
_UNUSUAL = shape(
    r"((?:option|choice)\s|[<{\[/|]?)([A-Za-z])(\s?[|>}\]/;,.:)\u2013\u2014-]{1,2})\s{0,9}(?=\S.)",
    "a letter with signs around it that few use",
    "option A, Ann",
    "<B> Bo",
    flags=re.IGNORECASE,
)
_STEM = 3  # lines of a question above its first option, below its first line
_KEY = shape(
    r"(?:the\s|correct\s)*(?:answer|ans\b|key|solution|lösung|antwort|réponse)",
    "a word for key",
    "the answer",
    "Lösung",
    flags=re.IGNORECASE,
)
_ROW = shape(
    r"(?:^|(?<=\s))\(?(\d{1,2})\)\s{0,9}(?=\S)",
    "a number where an option of a row begins",
    "Who? (1) Ann (2) Bo",
)
_NESTED = shape(
    r"(?:\s{2,40}|(?P<star>\*))(?P<label>\d{1,2})[.)]\s{1,9}(?P<text>\S.*)",
    "a number that is set in",
    "  1. Ann",
    "*2) Bo",
)
Labelled = tuple[int, str, str]  # a label's number from 1, its style, and the text after it


def along(lines: list[Line]) -> list[Line]:
    """Return the lines with options in columns that are read downwards (A and C above B and D) on one line each."""
    result = list(lines)
    cells = [_cells(line.text) for line in lines]
    for at, first in enumerate(cells):
        rows = first[1][0] if len(first) > 1 and first[0][0] == 0 else 0
        block = cells[at : at + rows]
        steps = [list(range(row, row + rows * len(own), rows)) for row, own in enumerate(block)]
        if rows < 2 or [[place for place, _ in own] for own in block] != steps or _INITIAL.search(first[1][1]):
            continue
        options = sorted(cell for row in block for cell in row)
        if [place for place, _ in options] == list(range(len(options))):
            result[at] = replace(lines[at], text="\t".join(text for _, text in options))
            result[at + 1 : at + rows] = [replace(line, text="") for line in lines[at + 1 : at + rows]]
    return result


def _cells(text: str) -> list[tuple[int, str]]:
    """Return the lettered cells of a line that begins with one: the letter's place, and the cell with its letter."""
    marks = list(_CELL.finditer(text.strip())) if "\t" in text or "  " in text or LETTER.match(text) else []
    if not marks or marks[0].start() > 0:
        return []
    ends = [*(match.start() for match in marks[1:]), len(text.strip())]
    return [
        (LETTERS.index(match[2].upper()), f"{match[1]}{match[2]}. {' '.join(text.strip()[match.end() : end].split())}")
        for match, end in zip(marks, ends, strict=True)
    ]


def _has_letters(lines: Sequence[Line]) -> bool:
    """Return whether an option A is followed by an option B, both with strong labels."""
    before = ""
    for line in lines:
        label = LETTER.match(line.text)
        if label and not _WEAK.fullmatch(line.text.strip()):
            if before == "A" and label["label"].upper() == "B":
                return True
            if label["label"] in "aA" and INLINE_B.search(line.text):
                return True
            before = label["label"].upper()
        elif (first := INLINE_A.search(line.text)) and INLINE_B.search(line.text, first.end()):
            return True
    return False


def lettered(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with options lettered, by the first way of marking them that the file has."""
    if _has_letters(lines):
        return list(lines)
    return _in_rows(lines) or _nested(lines) or _spaced(lines) or _by_runs(lines)


def _by_runs(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with options that stand one a line lettered."""
    for labelled in (_weak, _roman, _digit("(", ")"), _digit("", ")"), _digit("", "."), _bullet_run):
        runs = list(_runs(lines, labelled))
        if runs:
            if labelled is _roman:  # so are the options in a list of keys
                lines = [replace(one, text=_TO_ROMAN.sub(_from_roman, one.text)) for one in lines]
            return _relabelled(_with_odd_bullets(lines, runs) if labelled is _bullet_run else lines, runs)
    if any((label := LETTER.match(line.text)) and label["label"] in "Aa" for line in lines):
        return list(lines)
    return _relabelled(lines, list(_bare_runs(lines)))


def _from_roman(key: re.Match[str]) -> str:
    value = ROMAN_VALUES.get(key[2].lower())
    return f"{key[1]}{letter(value - 1)}" if value else key[0]


def _in_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with numbered options that stand on one line, `(1) Ann  (2) Bo`, lettered; else none.

    They follow a line that asks, or go on where the line above ended.
    """
    result, last, before = list(lines), 0, ""
    for at, line in enumerate(lines):
        text = line.text.strip()
        marks = list(_ROW.finditer(text))
        numbers = [int(match[1]) for match in marks]
        begins = bool(marks) and marks[0].start() == 0 and numbers[0] == last + 1
        if begins and (last or _asks_for_options(before)) and (counts_up(numbers) or (last and len(numbers) == 1)):
            result[at] = replace(line, text=_ROW.sub(lambda match: f"{letter(int(match[1]) - 1)}) ", text))
            last = numbers[-1]
        elif text:
            last = 0
        before = text or before
    return result if result != list(lines) else []


def _nested(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with numbered options under numbered questions that stand farther left lettered; else none."""
    result, runs = list(lines), 0
    for at, line in enumerate(lines):
        loose = None if STRICT.match(line.text) else _SPACED_NUMBER.fullmatch(line.text)
        if loose is None and not STRICT.match(line.text):
            continue
        below = (_NESTED.fullmatch(lines[place].text) for place in range(at + 1, len(lines)))
        run = list(filter(None, takewhile(bool, below)))
        if loose and int(loose[1]) != runs + 1:
            continue
        if len(run) > 1 and [int(option["label"]) for option in run] == list(range(1, len(run) + 1)):
            runs += 1
            if loose:
                result[at] = replace(line, text=f"{loose[1]}. {loose[2]}")
            for place, option in enumerate(run):
                text = f"{option['star'] or ''}{letter(place)}. {option['text']}"
                result[at + 1 + place] = replace(lines[at + 1 + place], text=text)
    return result if runs else []


def _spaced(lines: Sequence[Line]) -> list[Line]:
    """Return the lines where nothing but a space stands behind letters, `A Ann`, or behind numbers too; else none.

    The questions count up from any number; each has the letters from A on, two at least, below it.
    """
    result, last = list(lines), 0
    counts: list[int] = []
    starts = [
        at for at, line in enumerate(lines) if STRICT.match(line.text.strip()) or _SPACED_NUMBER.fullmatch(line.text)
    ]
    for at, end in pairwise([*starts, len(lines)]):
        strict, loose = STRICT.match(lines[at].text.strip()), _SPACED_NUMBER.fullmatch(lines[at].text)
        options = dict(_letters_below(lines, at, end))
        if len(options) < 2 or (not strict and loose and 1 != int(loose[1]) <= last):
            continue
        if not strict and loose:
            last = int(loose[1])
            result[at] = replace(lines[at], text=f"{loose[1]}. {loose[2]}")
        counts.append(len(options))
        for place, text in options.items():
            result[place] = replace(lines[place], text=text)
    return result if len(counts) > 1 or any(count > 2 for count in counts) else []


def _letters_below(lines: Sequence[Line], at: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the options between a question and the next as `A. Ann`, each with its place, and pass other lines over."""
    capital, count, above = True, 0, 0
    for place in range(at + 1, end):
        option = _SPACED_LETTER.fullmatch(lines[place].text)
        if option and count < len(LETTERS) and option["label"] in {LETTERS[count], LETTERS[count].lower()}:
            capital = option["label"].isupper() if not count else capital
            if option["label"].isupper() == capital:
                count += 1
                yield place, f"{option['star']}{option['label'].upper()}. {option['text']}"
                continue
        above += bool(lines[place].text.strip())
        if (not count and above > _STEM) or (count and not lines[place].text.strip() and _key_or_text(lines, place)):
            return


def _key_or_text(lines: Sequence[Line], place: int) -> bool:
    """Say whether no option follows a blank line."""
    return not _SPACED_LETTER.fullmatch(below(lines, place))


def _with_odd_bullets(lines: Sequence[Line], runs: Sequence[dict[int, str]]) -> Sequence[Line]:
    """Return the lines with a star where one option of every question has the same other bullet: `- Ann`, `+ Bo`."""
    bullets = [{at: match for at in run if (match := bullet(lines[at].text))} for run in runs]
    counts = [Counter(match["mark"] for match in run.values()) for run in bullets]
    odd = set.intersection(*({mark for mark, count in each.items() if count == 1} for each in counts))
    if len(odd) != 1 or any(len(each) != 2 or each.total() < 3 for each in counts):
        return lines
    right = {at: match["text"] for run in bullets for at, match in run.items() if match["mark"] in odd}
    return [replace(line, text=f"*- {right[at]}") if at in right else line for at, line in enumerate(lines)]


def _relabelled(lines: Sequence[Line], runs: Sequence[dict[int, str]]) -> list[Line]:
    """Return the lines with the texts of runs lettered; letters of an unusual look that all of them have go."""
    result = list(lines)
    own = [(place, _UNUSUAL.match(text)) for run in runs for place, text in enumerate(run.values())]
    looks = {one and one[2].upper() == LETTERS[place] and (one[1], one[3]) for place, one in own}
    if len(looks) == 1 and all(looks):
        runs = [{at: _UNUSUAL.sub("", text) for at, text in run.items()} for run in runs]
    for run in runs:
        for place, (at, text) in enumerate(run.items()):
            star = (
                "*" if lines[at].text.lstrip().startswith("*") and not lines[at].text.lstrip().startswith("* ") else ""
            )
            result[at] = replace(lines[at], text=f"{star}{LETTERS[place]}. {text}")
    return result


def _runs(lines: Sequence[Line], labelled: Callable[[str], Labelled | None]) -> Iterator[dict[int, str]]:
    """Yield the runs of two options or more, texts by the lines' places, that follow a line which asks.

    A line between two options that has no label continues the one before it.
    """
    run: dict[int, str] = {}
    style, after_question, before = "", False, ""
    for at, line in enumerate([*lines, Line("")]):
        text = line.text.strip()
        label = labelled(text) if text else None
        follows = label and (not run or (label[1] == style and (label[0] in {0, len(run) + 1})))
        if label and follows and (run or label[0] in {0, 1}) and len(run) < len(LETTERS):
            if not run:
                style, after_question = label[1], _asks_for_options(before)
            run[at] = label[2]
        elif text or at == len(lines):
            if (
                len(run) > 1
                and after_question
                and (at == len(lines) or label or NUMBER.match(text) or _KEY.match(text) or _ends(lines, at))
            ):
                yield run
                run = {}
            if not run or label or NUMBER.match(text) or _KEY.match(text):
                run = {}
                if label and label[0] in {0, 1}:
                    style, after_question = label[1], _asks_for_options(before)
                    run[at] = label[2]
            before = text


def _asks_for_options(text: str) -> bool:
    """Say whether options may follow a line: it asks, or is numbered, and is no heading of keys."""
    return bool((asks(text) and not _KEY.match(text)) or NUMBER.match(text))


def _ends(lines: Sequence[Line], at: int) -> bool:
    """Return whether a line begins a paragraph, so that no option goes on in it."""
    return at > 0 and not lines[at - 1].text.strip()


def _weak(text: str) -> Labelled | None:
    match = _WEAK.fullmatch(text)
    return (LETTERS.index(match["label"].upper()) + 1, "letter", match["text"]) if match else None


def _roman(text: str) -> Labelled | None:
    match = ROMAN.fullmatch(text)
    value = ROMAN_VALUES.get(match["label"].lower()) if match and match["label"].islower() else None
    return (value, "roman", match["text"]) if match and value else None


def _digit(opening: str, closing: str) -> Callable[[str], Labelled | None]:
    def labelled(text: str) -> Labelled | None:
        match = DIGIT.fullmatch(text)
        if not match or (match["open"], match["close"]) != (opening, closing):
            return None
        return int(match["label"]), opening + closing, match["text"]

    return labelled


def _bullet_run(text: str) -> Labelled | None:
    match = bullet(text.removeprefix("*") if text.startswith("*-") else text)
    return (0, "bullet", match["text"]) if match else None


def _bare_runs(lines: Sequence[Line]) -> Iterator[dict[int, str]]:
    """Yield the lines under each numbered question that asks, two and more, up to a blank line or its key."""
    run: dict[int, str] | None = None
    for at, line in enumerate([*lines, Line("")]):
        text = line.text.strip()
        if text and STRICT.match(text) and asks(text):
            run = {}
        elif run is not None and (not text or _KEY.match(text) or STRICT.match(text)):
            if len(run) > 1:
                yield run
            run = run if not text and not run else None
        elif run is not None and len(run) < len(LETTERS):
            run[at] = text.removeprefix("*").strip()
