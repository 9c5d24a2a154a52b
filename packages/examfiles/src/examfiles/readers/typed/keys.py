"""Keys of a typed exam: what the line of one says, and lists of them: where one begins, and for which questions."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from examfiles.errors import DataError
from examfiles.format import Outcome, excerpt, fault
from examfiles.items import LETTERS, LeftOut, letter
from examfiles.lengths import words
from examfiles.question import INSTRUCTION
from examfiles.readers.typed.line import NUMBER, ROMAN_VALUES, Line, counts_up, option_in
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.state import GROUP, KeyList, Typed, TypedExam, is_heading
from examfiles.readers.typed.verdicts import TRUTHS, place_among
from examfiles.reasons import Reason

MOST_KEYS = 100_000
"""Entries of a list of keys."""
# Every pattern is tried at the start of a line and is linear in its length.
WHY = shape(
    r"(?:explanation|rationale|feedback|reason|why|justification|(?:text )?evidence|"
    r"distractors?(?: analysis| rationales?)?|why the (?:others?|wrong|incorrect)\b[^:]{0,40}|"
    r"begründung|erklärung|explication|解析|해설|解説)\s?[:\uff1a]\s*(.+)",
    "a line that gives the reason of a key",
    "Explanation: she sat.",
    "解析：她坐着。",
    flags=re.IGNORECASE,
)
_ANSWER = shape(
    r"(?:(?:(?:the\s)?(?:correct\s|right\s)?(?:answer(?:\skey)?|ans|key|solution)|correct|"
    r"antwort|richtige antwort|richtig|lösung|réponse|bonne réponse|respuesta|correcta|risposta|"
    r"(?:正确|正確)?答案|정답|답|正解|答え|解答)"
    r"(?:\sis|\sist)?\s{0,3}[:=\uff1a]\s*(?P<told>.*)|"
    r"\(?(?P<first>[a-z])\)?\sis\s(?:the\s)?(?:correct|right)(?:\s(?:answer|option|one))?"
    r"(?:\.?|(?P<why>\s(?:because|since|as)\b.*))|"
    r"(?:(?:the\s)?(?:correct\s|right\s)?answer\sis\s(?:option\s|choice\s)?|(?:ans|sol)[.)]\s|"
    r"(?:故|应)选|答案[是为]|"
    r"(?:answer|ans|key|antwort|lösung|correct|richtig)(?:\s|(?=[-\u2013\u2014]))|"
    r"ans\.\s?|richtig\sist\s|die\santwort\sist\s)(?:[-\u2013\u2014]\s?)?"
    r"(?P<said>\(?[a-z]\)?[.\u3002]?|\([a-z]\)\s\S.*|[a-z][).:]\s\S.*|[a-z]\s(?:because|since|as)\b.*))",
    "a line that gives a key",
    "Answer: B",
    "B is correct",
    "Die Antwort ist B",
    "答案：B",
    flags=re.IGNORECASE,
)
_KEY_HEADING = shape(
    r"(?:the\s)?(?:answer\s?(?:key|section)|answers?|key|solutions?|correct\sanswers|lösungen|"
    r"lösungsschlüssel|(?:muster)?lösung|antworten|respuestas|soluciones|clave|soluzioni|risposte|corrigé|"
    r"réponses|(?:参考)?答案|정답(?:표|\s및\s해설)?|正解|解答|"
    r"(?:questions?|fragen?|no\.?|nr\.?)\s{1,9}(?:answers?|key|lösung|antwort))"
    r"(?:\s\d{1,3}\s?[-\u2013]\s?\d{1,3})?(?:\s\([^()\d]{1,60}\)|\s(?:for|für)\s[^:\d]{1,60}|"
    r"\s(?:with|and|&|mit|und)\s(?:brief |short |detailed )?(?:explanation|rationale|reason|comment|erkl|begr)\w{0,9})?"
    r"\s{0,3}(?P<colon>[:\uff1a]?)\s*(?P<rest>.*)",
    "the heading of a list of keys",
    "Answer key:",
    "Lösungen",
    "参考答案",
    flags=re.IGNORECASE,
)
_PAIR = shape(
    r"\s*(?:[;,/|]\s?|(?:and|und|et|y)\s)?"
    r"(?:(?:q(?:uestion)?|frage|aufgabe|n[ro]|問|第|문제)\s?\.?\s?)?"
    r"\(?(\d{1,4})\s?[번题題]?\s?[.):=\-\u2013\u2014\u2192\uff0e\u3001]?\s{0,9}"
    r"(?:(?:answer|antwort|réponse|respuesta|option|\u3010?答案\u3011?)\s?[:\uff1a]?\s?)?"
    r"\(?([A-Za-z])\)?(?:[.;,\s]|(?=[/|])|$)",
    "a number and its key",
    "1. B",
    "Q2) C,",
    "Frage 3: Antwort D",
    flags=re.IGNORECASE,
)
_COUNTED = shape(
    r"\s*[;,/|]?\s{0,3}(?:[Qq]|問|第|문제)?\s?\(?(\d{1,3})번?(?:\s?[.):=\-\u2013\u2014]\s{0,3}\(?|\s?\()"
    r"([1-9])\)?(?:[;,\s]|$)",
    "a number and a key that is a number",
    "1) 3",
    "2 (4)",
)
_BULLETED = shape(
    r"^[-*+\u2022]\s{1,9}(?=\(?\d)",
    "a bullet before an entry of a list of keys",
    "- 1. B",
)
_RANGE = shape(
    r"\s*(\d{1,4})\s?[-\u2013\u2014~\u301c\uff5e]\s?(\d{1,4})\s{0,3}[:.\uff1a]?\s{0,9}([A-Za-z](?:\s?[A-Za-z]){0,99})(?![\w])",
    "a range of numbers and their keys",
    "1-5: ABCDA",
)
_ENTRY = shape(
    r"(?:(?:the\s)?(?:correct\s)?answer\sto\s)?(?:(?:question|frage|aufgabe|q)\s?\.?\s?)?(\d{1,4})"
    r"(?:\sis\s|\s?[.):=\-\u2013\u2014]?\s{0,9})(\S.*)",
    "a number and what stands behind it",
    "1. B because she sat",
    "Question 2 is C",
    flags=re.IGNORECASE,
)
_LABELLED = shape(
    r"[^\W\d_][^:\uff1a=\d]{0,39}[:\uff1a=]\s{0,9}(\S.*)",
    "a label and what stands behind it",
    "Reading: B",
)
_ALONE = shape(
    r"[(\[]?([A-Za-z])[)\]]?\.?",
    "a letter alone",
    "B",
    "(c)",
)
_BETWEEN = shape(
    r"[,;]\s{0,9}(?=\d)",
    "what stands between two entries",
    ", 2",
)
_LETTERED = shape(
    r"\(?([A-Za-z]|[1-9](?=\)))(?:\)|[.,:;]|\s?[-\u2013\u2014=:])?(?:\s+(\S.*))?",
    "a letter, and a text behind it",
    "B. Bo",
    "(c) Cem",
)
_ALSO = shape(
    r"\W{0,3}(?:or|and|also|oder|und|auch|ou|et)\b",
    "a word that names a second key",
    "or C",
    "und B",
    flags=re.IGNORECASE,
)
_LIST = shape(
    r"(?:the\s)?(?:answer\s?key|key|solutions|answers|lösungen|lösungsschl)",
    "the beginning of a heading of keys",
    "Answer key",
    "Lösungen",
    flags=re.IGNORECASE,
)
_REASONED = shape(
    # `A farm` names an option by its text: behind an A alone there is more than a space before a reason.
    r"(?:\(?(?P<letter>[A-Z])\)?(?:\s?[-\u2013\u2014:.;,(\uff0e\u3001]\s*|\s(?=(?:because|since|as|weil|denn|see|"
    r"line)\b)|"
    r"\s{2,9}|\t|(?<=\))\s)|(?P<one>[B-HJ-Z])\s|\(?(?P<small>[a-z])(?:\)\s?[.:]?|[.:)]\s|"
    r"\s[-\u2013\u2014]\s))\s*(?P<text>\S.*)",
    "a letter and its reason",
    "B - she sat",
    "C because he ran",
)
_WRAPPED = shape(
    r"(?:\$|\\boxed\{|\\\(|\*\*|`|#)\s?\(?([A-Za-z]|\d{1,2})\)?\s?(?:\$|\}|\\\)|\*\*|`)?",
    "a key as models wrap it",
    "\\boxed{B}",
    "**C**",
)
_CALLED = shape(
    r"(?:option|choice|letter|buchstabe|lettre|letra)\s(\(?[a-z](?:\W.*)?)|"
    r"[\"\u201c\u201e\u00ab]\s?(.*?)\s?[\"\u201d\u201c\u00bb]",
    "an option named by its kind or quoted",
    "option B",
    '"the river"',
    flags=re.IGNORECASE,
)
_RULES = " -\u2013\u2014=*~#_|\u2022"  # what people draw around a heading
_KEY_ROW = shape(
    r"(?:questions?|answers?|keys?|fragen?|aufgaben?|antwort(?:en)?|lösung(?:en)?|no|nr|#)\s?[.:]?\s{1,9}"
    r"(?=[\dA-Za-z](?:\d{0,3}|)(?:[\s,;|]|$))(.*)",
    "a row of keys behind a word",
    "Answers A B C",
    "Nr. 1 2 3",
    flags=re.IGNORECASE,
)
_SECTION = shape(
    r"(?:multiple[ -]choice|true\s?/\s?false|reading comprehension)\s?:?",
    "the heading of a kind of questions",
    "Multiple choice:",
    "True/false",
    flags=re.IGNORECASE,
)
_TOGETHER = shape(
    r"accept(?:ed|able)?|also|and|answers?|are|as|auch|beide|both|choose|correct|either|et|is|letters|oder|ok|or|ou|"
    r"possibl[ey]|plus|richtig|right|sowie|too|und|well",
    "words that may stand between the letters of a key that names several options",
    "and",
    "beide",
    flags=re.IGNORECASE,
)
_CONNECTIVES = frozenset("yeou")  # of one letter: and, or
_TOKEN = shape(
    r"[^\W\d_]+|[^\s,;/&+|.()\[\]{}:*\u2013\u2014-]",
    "a word or a sign of a key",
    "B",
    "Ann",
)
_LONGEST_KEY = 120  # characters of a key that is letters alone
_ENTRY_START = shape(
    r"(?:^|(?<=[\s;,/|]))(?:(?:q(?:uestion)?|frage|aufgabe|n[ro]|問|第|문제)\s?\.?\s?)?"
    r"\(?(\d{1,4})\s?[번题題]?(?:\s?[.):=\-\u2013\u2014\u2192\uff0e\u3001]|\s|(?=[A-Za-z(\[]))",
    "where an entry of a list of keys begins",
    "1. B",
    "; 2) C",
    flags=re.IGNORECASE,
)
_LISTS = 20  # lists of keys for the same questions; each is compared with all of them


def key_heading(line: str) -> re.Match[str] | None:
    """Read a line as the heading of a list of keys, whatever is drawn around it: `Answers:`, `--- KEY ---`, `[Key]`.

    The match has `colon` and the `rest` of the line.
    """
    bare = line.strip(_RULES)
    in_brackets = (bare[:1], bare[-1:]) in {("(", ")"), ("[", "]")}
    return _KEY_HEADING.fullmatch(bare[1:-1] if in_brackets else bare)


def names_a_list(line: str) -> bool:
    """Say whether a heading speaks of several keys (`Answers`, `Key`), where `Answer` may stand under one question."""
    return bool(_LIST.match(line))


def is_rule(line: str) -> bool:
    """Say whether a line is drawn: dashes, stars, underscores and the like alone."""
    return not line.strip(_RULES)


def answer_in(line: str) -> str | None:
    """Read a line as a key (`ANSWER: B`); return what it says."""
    line = line.strip()
    match = _ANSWER.fullmatch(line[1:-1] if (line[:1], line[-1:]) in {("[", "]"), ("(", ")")} else line)
    if not match:
        return None
    key = next(match[way] for way in ("told", "first", "said") if match[way] is not None)
    return f"{key}{match['why'] or ''}".strip().rstrip("\u3002")


def unlabelled(line: str) -> str:
    """Return what stands behind a label in words of any language (`Gabarito: 1B 2A`); an empty text without one."""
    match = _LABELLED.fullmatch(line)
    return match[1].strip() if match else ""


def labelled_in(line: str, options: Sequence[str]) -> str | None:
    """Read a line as a key under options, whatever its label is: `Antwoord: B`; None where it names no option.

    >>> labelled_in("Correct option: (b)", ["red", "blue"]), labelled_in("Level: C", ["red", "blue"])
    ('b', None)
    """
    bare = unlabelled(line)
    alone = _ALONE.fullmatch(bare)
    if alone and alone[1].upper() in LETTERS[: len(options)]:
        return alone[1]
    lettered = option_in(bare)
    for own, text in zip(LETTERS, map(_bare, options), strict=False):
        with_letter = lettered is not None and (lettered.letter, _bare(lettered.text)) == (own, text)
        if len(text) > 1 and (_bare(bare) == text or with_letter):
            return own
    return None


def pairs_in(line: str) -> tuple[tuple[int, str], ...] | None:
    """Read a line that holds nothing but numbers with letters (`1. B  2. C`, `1-B`, `1-3 BCA`); None for any other.

    >>> pairs_in("1. B, 2. c"), pairs_in("1. Because"), pairs_in("21-22 BC  23. A")
    (((1, 'B'), (2, 'C')), None, ((21, 'B'), (22, 'C'), (23, 'A')))
    """
    pairs: list[tuple[int, str]] = []
    at, line = 0, line.strip()
    while at < len(line) and len(pairs) <= MOST_KEYS:
        if match := _RANGE.match(line, at):
            letters = match[3].replace(" ", "").upper()
            if len(letters) == int(match[2]) - int(match[1]) + 1:
                pairs += enumerate(letters, start=int(match[1]))
                at = match.end()
                continue
        match = _PAIR.match(line, at)
        if not match:
            return None
        pairs.append((int(match[1]), match[2].upper()))
        at = match.end()
    return tuple(pairs) or None


def letters_together(text: str) -> tuple[str, ...]:
    """Return the letters of a key that is two letters or more, whatever joins them; none for any other text.

    >>> letters_together("A, C and E"), letters_together("ACE"), letters_together("A (also C)"), letters_together("A 3")
    (('A', 'C', 'E'), ('A', 'C', 'E'), ('A', 'C'), ())
    """
    text = text.strip() if len(text) <= _LONGEST_KEY else ""
    run = text.strip(" .,;()[]")
    if re.fullmatch(r"[A-Z]{2,10}", run):
        return tuple(run) if sorted(set(run)) == list(run) else ()
    tokens = _TOKEN.findall(text)
    letters = [token for token in tokens if len(token) == 1]
    if letters and letters[0].isupper():
        letters = [token for token in letters if token not in _CONNECTIVES]
    joined = all(map(_TOGETHER.fullmatch, (token for token in tokens if len(token) > 1)))
    together = tuple(dict.fromkeys(map(str.upper, letters)))
    return together if joined and len(together) > 1 and {*together} <= {*LETTERS} else ()


def keys_in(line: str) -> tuple[tuple[int, str], ...] | None:
    """Read a line of numbers with letters as `pairs_in` does, or with several letters behind some of them.

    >>> keys_in("1. B 2. C 3. A, C, E"), keys_in("2. A or C"), keys_in("1. B - see line 2")
    (((1, 'B'), (2, 'C'), (3, 'A, C, E')), ((2, 'A, C'),), None)
    """
    if pairs := pairs_in(line):
        return pairs
    starts: list[re.Match[str]] = []
    for match in _ENTRY_START.finditer(line.strip()):
        if not starts or int(match[1]) == int(starts[-1][1]) + 1:
            starts.append(match)
    if not starts or starts[0].start() or len(starts) > MOST_KEYS:
        return None
    ends = [*(match.start() for match in starts[1:]), len(line.strip())]
    values = [line.strip()[match.end() : end].strip(" \t;,/|") for match, end in zip(starts, ends, strict=True)]
    alone = [bool(_ALONE.fullmatch(value)) for value in values]
    several = [", ".join(letters_together(value)) for value in values]
    sure = any(several) if len(values) == 1 else (alone[0] or several[0]) and sum(map(bool, several)) + sum(alone) > 1
    if not sure:
        return None
    found = zip(starts, values, alone, several, strict=True)
    keys = [(int(start[1]), value.strip("().").upper() if one else more or value) for start, value, one, more in found]
    return tuple((number, key) for number, key in keys if key)


def counted_in(line: str) -> tuple[tuple[int, str], ...] | None:
    """Read a line of numbers in a row, each with the number of an option (`1-2, 2-4`, `3. (1)`); None for any other.

    >>> counted_in("1-2, 2-4"), counted_in("1. 2. 3. 4."), counted_in("Questions 1-2")
    (((1, '2'), (2, '4')), None, None)
    """
    pairs: list[tuple[int, str]] = []
    at, line = 0, line.strip()
    while at < len(line) and len(pairs) <= MOST_KEYS:
        match = _COUNTED.match(line, at)
        if not match or (pairs and int(match[1]) != pairs[-1][0] + 1):
            return None
        pairs.append((int(match[1]), match[2]))
        at = match.end()
    return tuple(pairs) or None


def entry_in(line: str, texts: Mapping[int, Iterable[str]]) -> tuple[int, str] | None:
    """Read a line as an entry of a list of keys: a question's number, and a letter or the text of one of its options.

    `texts`: how each question's options may be named, by its number (`key_texts`).

    A letter in front of another option's text is returned with it: two keys in one.

    >>> entry_in("2. At six.", {2: {"at six"}}), entry_in("2. B - at eight", {2: {"at six"}})
    ((2, 'At six.'), (2, 'B'))
    """
    entry = _ENTRY.fullmatch(line)
    if not entry:
        return None
    number = int(entry[1])
    names = texts.get(number, ())
    if _bare(entry[2]) in names:
        return number, entry[2].strip()
    if several := letters_together(entry[2]):
        return number, ", ".join(several)
    key = _LETTERED.fullmatch(entry[2])
    if key is None:
        return None
    behind = key[2] or ""
    begun = [name for name in names if re.match(rf"{re.escape(name)}(?!\w)", behind.casefold())]
    sound = not begun or any(f"{key[1].casefold()}. {name}" in names for name in begun)
    return number, key[1].upper() if sound and not _ALSO.match(behind) else f"{key[1].upper()}. {behind}"


def entries_in(line: str, texts: Mapping[int, Iterable[str]]) -> tuple[tuple[int, str], ...] | None:
    """Read a line as several entries: `1 false, 2 true`; None for any other."""
    entries = [entry_in(part, texts) for part in _BETWEEN.split(line.strip())]
    return tuple(filter(None, entries)) if len(entries) > 1 and all(entries) else None


def key_texts(options: Sequence[str]) -> Iterator[str]:
    """Yield the texts by which a list of keys may name an option, alone and behind its letter; a letter is a letter."""
    names = [*map(_bare, options), *map(_bare, _initials(options))]
    yield from (name for name in names if len(name) > 1)
    yield from (f"{own.lower()}. {_bare(text)}" for own, text in zip(LETTERS, options, strict=False))


def key_places(value: str, options: Sequence[str]) -> tuple[int, ...]:
    """Return the options that a typed key names: one by letter or by its text, several by letters or by the same text.

    Raises DataError where it names none of them.
    """
    called = _CALLED.fullmatch(value.strip())
    if called and value.strip().casefold() not in map(str.casefold, options):
        value = called[1] or called[2]
    initials, short = _initials(options), value.strip().rstrip(".").upper()
    judged = place_among(value, options)
    if short in initials or judged is None:
        return (initials.index(short),) if short in initials else _named(value, options)
    return (judged,)


def _named(value: str, options: Sequence[str]) -> tuple[int, ...]:
    if wrapped := _WRAPPED.fullmatch(value.strip()):
        value = wrapped[1]
    bare = value.strip().rstrip(".").strip()
    whole = value.strip().casefold()
    same = [place for place, text in enumerate(options) if text.strip().casefold() == whole]
    same = same or [place for place, text in enumerate(options) if text.strip(" .").casefold() == bare.casefold()]
    if len(bare) != 1 and same:
        return tuple(same)
    option = option_in(bare) if len(bare) > 1 else None
    if option and not option.text:
        bare = option.letter
    elif option and option.letter in LETTERS[: len(options)]:
        place = LETTERS.index(option.letter)
        if _bare(options[place]) == _bare(option.text):
            return (place,)
    parts = [*letters_together(bare)] or [part for part in re.split(r"\s*[,;/&+]\s*|\s+", bare) if part]
    parts = list(bare) if len(parts) == 1 and bare.isupper() and 1 < len(bare) <= len(options) else parts
    if parts and set(LETTERS[: len(options)]).issuperset(map(str.upper, parts)):
        return tuple(dict.fromkeys(LETTERS.index(part.upper()) for part in parts))
    if same:
        return tuple(same)
    if (place := _counted(bare)) in range(len(options)):
        return (place,)
    if not letters_together(bare) and (reasoned := _reasoned(bare, options)) is not None:
        return (reasoned[0],)
    letters = f"A–{letter(len(options) - 1)}"
    text = f"the key {excerpt(value)!r} is not one of {letters} and not the text of an option."
    raise fault("", text, "left-key-unknown", key=repr(excerpt(value)), letters=letters)


def two_readings(value: str, options: Sequence[str]) -> tuple[str, int, int] | None:
    """Return how a typed key is read, the place that it names, and another that it could name; None for one reading.

    >>> two_readings("A", ["B", "A"]), two_readings("2", ["2", "3"]), two_readings("B", ["red", "blue"])
    (('letter', 0, 1), ('text', 0, 1), None)
    """
    bare = value.strip("()[] .")
    if len(bare) > 2:
        return None
    texts = [("text", at) for at, text in enumerate(options) if _bare(text) == bare.casefold()]
    letters = [("letter", LETTERS.index(bare.upper()))] if bare and bare.upper() in [*LETTERS[: len(options)]] else []
    numbers = [("number", place)] if (place := _counted(bare)) in range(len(options)) and not letters else []
    found = [*letters, *texts, *numbers]
    other = next((place for _, place in found if place != found[0][1]), None)
    return (*found[0], other) if texts and other is not None else None


def key_reason(value: str, options: Sequence[str]) -> str:
    """Return the reason that a key gives behind its letter, and behind the option's text where that stands between.

    >>> key_reason("b. A farm - see line 1", ["a shop", "a farm"]), key_reason("B. A farm.", ["a shop", "a farm"])
    ('see line 1', '')
    """
    if _bare(value) in map(_bare, options) or letters_together(value):
        return ""
    return (_reasoned(value.strip(), options) or (0, ""))[1]


def _reasoned(value: str, options: Sequence[str]) -> tuple[int, str] | None:
    """Read a key as a letter and a reason, which may begin with the option's text, but not with another's."""
    match = _REASONED.fullmatch(value)
    place = LETTERS.index((match["letter"] or match["one"] or match["small"]).upper()) if match else len(options)
    if match is None or place >= len(options):
        return None
    text = match["text"].strip()
    if _ALSO.match(text):
        return None
    named = [at for at, option in enumerate(options) if re.match(rf"{re.escape(_bare(option))}(?!\w)", text.casefold())]
    if named and place not in named:
        return None
    return place, text[len(_bare(options[place])) if named else 0 :].strip(" .,;:()\u2013\u2014-")


def _counted(label: str) -> int:
    """Return the place, from 0, of an option named by a digit or a roman numeral, as options may be labelled."""
    label = label.strip("()[] .").lower()
    return int(label) - 1 if re.fullmatch(r"\d{1,2}", label) else ROMAN_VALUES.get(label, 0) - 1


def letters_in(text: str) -> list[str]:
    """Return the letters of a text that holds nothing else, in capitals: `BCA`, `b, c, a`, `B - C - A`."""
    if re.fullmatch(r"[A-Z]{1,400}|[a-z]{1,2}", text.strip()):
        return list(text.strip().upper())
    parts = re.split(r"[\s,;|/\-\u2013.]+", text.strip().strip(".;,"))
    return [part.upper() for part in parts] if all(len(part) == 1 and part.isalpha() for part in parts) else []


def _bare(text: str) -> str:
    return text.strip(" .").casefold()


def _initials(options: Sequence[str]) -> list[str]:
    """Return how people write the options of a statement that is true or false for short: T, F, NG; none for others."""
    if tuple(options) not in TRUTHS:
        return []
    return ["".join(word[0] for word in option.split()).upper() for option in options]


def key_behind(lines: list[Line]) -> list[Line]:
    """Return the lines with a list of keys that stands before all questions, as in a teacher's copy, behind them."""
    first = next((at for at, line in enumerate(lines) if option_in(line.text)), len(lines))
    for at, line in enumerate(lines[:first]):
        if heading := key_heading(line.text.strip()):
            rows = takewhile(lambda one: not one.text.strip() or keys_in(one.text), lines[at + 1 : first])
            block = [line] if heading["rest"] else [line, *rows]
            if sum(len(keys_in(text) or ()) for text in (heading["rest"], *(one.text for one in block[1:]))) > 1:
                return [*lines[:at], *lines[at + len(block) :], Line(""), *block]
    return lines


def with_pairs(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with the cells of a table of keys, a line each, as entries: `1`, `b`, `2`, `a` as `1 b`, `2 a`.

    >>> [line.text for line in with_pairs([Line(text) for text in ("Key", "1", "b", "2", "a")])]
    ['Key', '1 b', '', '2 a', '']
    """
    result = list(lines)
    first = next((at for at, line in enumerate(lines) if _is_heading(line.text.strip())), len(lines))
    filled = [at for at in range(first + 1, len(lines)) if lines[at].text.strip()]
    place = 0
    while place + 3 < len(filled):
        run = place
        while run + 1 < len(filled) and _is_cell_pair(lines, filled, run, place):
            run += 2
        if run - place >= 4:
            for at in range(place, run, 2):
                number, key = filled[at], filled[at + 1]
                result[number] = replace(
                    lines[number], text=f"{lines[number].text.strip(' .')} {lines[key].text.strip()}"
                )
                result[key] = replace(lines[key], text="")
        place = max(run, place + 1)
    return result


def _is_cell_pair(lines: Sequence[Line], filled: Sequence[int], run: int, place: int) -> bool:
    """Say whether two lines are a number, one higher than the last of the run, and a key that is no number."""
    number, key = (lines[filled[at]].text.strip() for at in (run, run + 1))
    if not re.fullmatch(r"\d{1,3}\.?", number) or not key or key[0].isdigit():
        return False
    before = int(lines[filled[run - 2]].text.strip(" .")) if run > place else int(number.strip(".")) - 1
    return int(number.strip(".")) == before + 1


def _is_heading(text: str) -> bool:
    heading = key_heading(text) if text else None
    return bool(heading and not heading["rest"])


def takes_key(exam: TypedExam, place: int, line: str, *, below: bool) -> bool:
    """Take a line as part of a list of keys: under a heading, or alone after a question.

    `below`: it stands right below another line; so a list may give the reason of each key.
    """
    if not exam.questions:
        exam.in_key = False
        return False
    heading = key_heading(line)
    if heading and (not heading["rest"] or heading["colon"]) and _begins_key(exam, place, heading["rest"], line):
        return True
    line = _BULLETED.sub("", line) if exam.in_key else line
    if not exam.in_key:
        row = _is_row_of_numbers(exam, line)
        labelled = not row and not keys_in(line)
        line = unlabelled(line) if labelled else line
        if not row and not _starts_key(exam, keys_in(line) or (counted_in(line) if labelled else ()) or ()):
            return False
        exam.prose = [] if len(exam.prose) == 1 and is_heading(exam.prose[0][1]) else exam.prose  # it names the list
        _new_key(exam, place)
        exam.keys[-1].text = line if row else ""
    if (exam.in_key and _SECTION.fullmatch(line)) or _adds_keys(exam, place, line):
        exam.in_key = True
        return True
    keys, why = exam.keys[-1], WHY.fullmatch(line)
    single = below and len({at for at, *_ in keys.pairs}) == len(keys.pairs) and not NUMBER.match(line)
    sentence = single and not is_heading([line]) and words(line) < INSTRUCTION
    if exam.in_key and keys.pairs and (why or sentence):
        number = keys.pairs[-1][1]
        keys.reasons[number] = " ".join(filter(None, (keys.reasons.get(number), why[1] if why else line)))
        return True
    without_open_answer(exam)
    exam.in_key = False
    return False


def _is_row_of_numbers(exam: TypedExam, line: str) -> bool:
    """Say whether a line is the first row of a table of keys: `Question  1  2  3`, or each number without a key."""
    row = _KEY_ROW.fullmatch(line)
    numbers = re.fullmatch(r"\d{1,4}(?:[\s,;|]{1,9}\d{1,4}){1,400}", (row[1] if row else line).strip())
    if row or not numbers or exam.without_key() < len(exam.questions) - exam.listed:
        return bool(row and numbers)
    return list(map(int, re.findall(r"\d+", line))) == _numbers(exam.questions[exam.listed :])


def _starts_key(exam: TypedExam, pairs: Sequence[tuple[int, str]]) -> bool:
    """Say whether pairs begin a list of keys: several, or one for the first of some questions without keys.

    Those that name options by numbers have to begin with the first of these questions.
    """
    if not pairs or exam.listed == len(exam.questions):
        return len(pairs) > 1 and not pairs[0][1].isdigit()
    number, key = pairs[0]
    first = exam.questions[exam.listed]
    begins = number == (first.number or 1)
    if len(pairs) > 1:
        return begins or not key.isdigit()
    keyless = exam.without_key() == len(exam.questions) - exam.listed
    return keyless and begins and set(key.split(", ")) <= {option.letter for option in first.options}


def without_open_answer(exam: TypedExam) -> None:
    """Take back a list of keys without keys that is an `Answer:` under a single question, left open."""
    keys = exam.keys[-1] if exam.in_key else None
    if keys is None or keys.pairs or keys.letters or keys.numbers or answer_in(keys.text) != "":
        return
    open_ = [exam.questions[at] for at in keys.questions if not exam.questions[at].keys]
    if open_ and not open_[-1].left_open and all(one.left_open for one in open_[:-1]):
        open_[-1].left_open = True
        exam.keys.pop()
        exam.waiting = keys.waiting


def _begins_key(exam: TypedExam, place: int, rest: str, line: str) -> bool:
    """Begin a list of keys at a heading; False where what follows on the line is the key of a single question."""
    waiting = exam.without_key()
    letters = letters_in(rest)
    if rest and not keys_in(rest) and len(counted_in(rest) or ()) < 2:
        other = answer_in(line) is not None and (not names_a_list(line) or waiting < 2)
        if (letters and (len(letters) == 1 or len(letters) != waiting)) or (not letters and other):
            return False
    _new_key(exam, place)
    exam.keys[-1].text = line
    exam.in_key = True
    if rest:
        _adds_keys(exam, place, rest)
    return True


def _new_key(exam: TypedExam, place: int) -> None:
    first = exam.listed
    if first == len(exam.questions):  # a second list for the same questions
        first = exam.keys[-1].questions.start
        if len(exam.keys) >= _LISTS and exam.keys[-_LISTS].questions.start == first:
            raise DataError(
                f"{exam.place(place)}: another list of keys for the same questions, after {_LISTS} of them; "
                "expected one. Keep the list that is right."
            )
    own = range(first, len(exam.questions))
    texts = (
        exam.keys[-1].texts if exam.keys and exam.keys[-1].questions == own else _option_names(exam.questions[first:])
    )
    exam.keys.append(KeyList(place, own, exam.waiting, texts=texts))
    exam.waiting = 0


def _option_names(questions: Sequence[Typed]) -> dict[int, set[str]]:
    """Return how a list of keys may name the options of questions by their texts, by the questions' numbers."""
    names: dict[int, set[str]] = {}
    for number, question in zip(_numbers(questions), questions, strict=True):
        names.setdefault(number, set()).update(key_texts([option.text for option in question.options]))
    return names


def _adds_keys(exam: TypedExam, place: int, line: str) -> bool:
    """Add the keys of a line to the list that is open; False where it holds none."""
    keys = exam.keys[-1]
    group = GROUP.fullmatch(line) or _KEY_ROW.fullmatch(line)
    line = group[1] if group else line
    entry = entry_in(line, keys.texts)
    if entry and _bare(entry[1]) in keys.texts.get(entry[0], ()):
        keys.pairs.append((place, *entry))
    elif pairs := keys_in(line) or entries_in(line, keys.texts) or counted_in(line):
        keys.pairs += [(place, *pair) for pair in pairs]
    elif len(numbers := re.findall(r"\d{1,4}", line)) > 1 and not re.search(r"[^\d\s.,;|)]", line):
        if len({sign.strip() for sign in re.findall(r"(?<=\d)[^\d]{1,9}(?=\d)", line)}) > 1:  # `2. 1, 3`
            keys.pairs.append((place, int(numbers[0]), ", ".join(numbers[1:])))
        else:
            _adds_numbers(keys, place, [int(number) for number in numbers])
    elif letters := letters_in(line):
        if len(keys.numbers) == len(letters):
            keys.pairs += [(place, number, key) for number, key in zip(keys.numbers, letters, strict=True)]
        else:
            keys.letters += letters
        keys.numbers = []
    elif entry:
        keys.pairs.append((place, *entry))
    else:
        return bool(group and not line)
    if len(keys.pairs) + len(keys.letters) > MOST_KEYS:
        raise DataError(f"a list of keys has more than {MOST_KEYS:,} entries. Split the exam, and its key with it.")
    return True


def _adds_numbers(keys: KeyList, place: int, numbers: list[int]) -> None:
    """Add a line of numbers alone: those of questions, or of the right options below them, or one of each, `1  2`."""
    above, keys.numbers = keys.numbers, []
    if len(numbers) == len(above) > 2 and counts_up(above) and max(numbers) <= len(LETTERS):
        keys.pairs += [(place, number, str(key)) for number, key in zip(above, numbers, strict=True)]
    elif len(numbers) == len(above) == 2 and numbers[0] == above[0] + 1:
        keys.pairs += [(place, number, str(key)) for number, key in (above, numbers)]
    elif len(numbers) == 2 and keys.pairs and numbers[0] == keys.pairs[-1][1] + 1:
        keys.pairs.append((place, numbers[0], str(numbers[1])))
    else:
        keys.numbers = numbers


def share_keys(exam: TypedExam) -> Iterator[Outcome]:
    """Give the questions the keys of the lists; yield an error for each that is for no question."""
    for keys in sorted(exam.keys, key=lambda keys: not keys.pairs and not keys.letters):
        questions = [exam.questions[place] for place in keys.questions]
        for number, question in zip(_numbers(questions), questions, strict=True):
            question.why = question.why or keys.reasons.get(number, "")
        if not keys.pairs and not keys.letters:
            if keys.text and any(not (one.keys or one.end_key) for one in questions):
                yield LeftOut(exam.place(keys.line), Reason("left-key-list", {"line": keys.text[:80]}), questions=0)
        elif keys.letters and not keys.pairs:
            yield from _in_order(exam, keys, [one for one in questions if one.options])
        elif [number for _, number, _ in keys.pairs] == _numbers(questions):
            for question, (*_, key) in zip(questions, keys.pairs, strict=True):
                question.end_key = key
        else:
            yield from _by_number(exam, keys, questions)


def _numbers(questions: Sequence[Typed]) -> list[int]:
    return [question.number or place for place, question in enumerate(questions, start=1)]


def _in_order(exam: TypedExam, keys: KeyList, questions: Sequence[Typed]) -> Iterator[Outcome]:
    if len(keys.letters) != len(questions):
        text = f"the key lists {len(keys.letters)} letters for {len(questions)} questions; expected one for each."
        values = {"letters": len(keys.letters), "questions": len(questions)}
        yield fault(exam.place(keys.line), text, "left-key-count", **values)
        return
    for question, key in zip(questions, keys.letters, strict=True):
        question.end_key = key


def _by_number(exam: TypedExam, keys: KeyList, questions: Sequence[Typed]) -> Iterator[Outcome]:
    by_number: dict[int, list[Typed]] = {}
    for number, question in zip(_numbers(questions), questions, strict=True):
        by_number.setdefault(number, []).append(question)
    for line, number, key in keys.pairs:
        owners = by_number.get(number, [])
        if not owners:
            exam.keyed.append((line, number))
        elif len(owners) != 1:
            yield fault(exam.place(line), f"the key names question {number}; {len(owners)} questions have that number.")
        elif owners[0].end_key not in {None, key}:
            yield fault(exam.place(line), f"question {number} has two keys in the list of answers.")
        else:
            owners[0].end_key = key
