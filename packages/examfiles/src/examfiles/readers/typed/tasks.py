"""Tasks of a paper as questions: what of the lines below an instruction is a question, its options, and its key.

A cloze is a question for each gap, with the options on the line of its number. The items of a matching task, and the
gaps of a text whose sentences or words stand in a list, have that list for their options. A statement has the verdicts
that the instruction names.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from examfiles.items import LETTERS
from examfiles.lengths import words
from examfiles.question import Passage
from examfiles.readers.typed.body import ITEM, Body, Entry, Region, paragraphs_of
from examfiles.readers.typed.gaps import gap_sentences, gap_sign, is_gap
from examfiles.readers.typed.instructions import BANK, CLOZE, GAPPED, MATCHING, SEVERAL, TRUTH, kind_of
from examfiles.readers.typed.line import TypedOption
from examfiles.readers.typed.rows import cells_of, letters_named
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.state import Typed
from examfiles.readers.typed.verdicts import OPTIONS

_NAMES = {"en": ("en", "yes"), "de": ("de", "ja"), "fr": ("fr", "oui"), "es": ("es", "sí"), "zh": ("zh", "zh")}
"""The options of statements in a language: true and false, or yes and no."""
_SIGNS = shape(
    r"\byes\b.{0,160}\bno\b|\bja\b.{0,30}\bnein\b|\boui\b.{0,20}\bnon\b|\bsí\b.{0,20}\bno\b",
    "verdicts that are yes and no",
    "Write YES or NO.",
    flags=re.IGNORECASE,
)
_UNKNOWN = shape(
    r"not given|\bNG\b|steht nicht|nicht im text|non mentionné|on ne sait pas|no se menciona|未提及|"
    r"doesn['\u2019]t say|"
    r"not stated",
    "a third verdict",
    "NOT GIVEN if there is no information",
    "steht nicht im Text",
    flags=re.IGNORECASE,
)
_LANGUAGES = {
    "de": shape(
        r"\brichtig\b|\bfalsch\b|\bja\b.{0,30}\bnein\b", "German verdicts", "richtig oder falsch", flags=re.IGNORECASE
    ),
    "fr": shape(r"\bvrai\b|\boui\b.{0,20}\bnon\b", "French verdicts", "vrai ou faux", flags=re.IGNORECASE),
    "es": shape(r"\bverdadero\b", "Spanish verdicts", "verdadero o falso", flags=re.IGNORECASE),
    "zh": shape(r"判断|正确", "Chinese verdicts", "判断正误"),
}
_BEHIND = shape(
    r"(?P<text>.*\S)(?:\s{1,40}|(?=[(\[\uff08]))[(\[\uff08]?\s?(?P<key>T|F|NG|Y|N|R|V|[\u221a\u2713\u00d7\u2717\u5bf9\u9519])"
    r"\s?[)\]\uff09]?\.?",
    "a verdict behind a statement",
    "Ann sat.  T",
    "Bo ran. (NG)",
    "安坐下了。（√）",
)
_BOXED = shape(
    r"(?P<text>.*\S)(?:\s{0,40}[\u2610\u2611\u2612\u25a1\u25ef\u25cb]\s{0,9}(?:true|false|not given|yes|no|richtig|"
    r"falsch|ja|nein|"
    r"vrai|faux|oui|non|verdadero|falso|sí)){2,3}\s{0,9}",
    "boxes with verdicts behind a statement",
    "Ann sat.  \u2610 true  \u2610 false",
    flags=re.IGNORECASE,
)
_RINGED = shape(
    r"(?P<text>.*\S)\s{1,40}[(\[]?\s?(?:T|R|V|Y|true|richtig|vrai|yes)\s{0,9}[/|]?\s{0,9}(?:F|N|false|falsch|faux|no)"
    r"(?:\s{0,9}[/|]?\s{0,9}(?:NG|not given|n))?\s?[)\]]?",
    "the verdicts to be ringed behind a statement",
    "Ann sat.   T   F",
    "Bo ran. T / F / NG",
    flags=re.IGNORECASE,
)
_PLACE = shape(
    r"\b(?:which|welche[rsnm]?|quel(?:le)?|qué|each|the)\s(?:\w{1,20}\s)?(paragraph|section|text|person|review|"
    r"article|writer|"
    r"student|speaker|absatz|abschnitt|anzeige|paragraphe|texte|párrafo|texto)s?\b|\b(people)\b",
    "what the letters of a list name",
    "Which paragraph contains the following information?",
    flags=re.IGNORECASE,
)
_FINDS = shape(
    r"\b(?:match|find|choose|which|what|welche[rsn]?|finden|ordnen|wählen|passt|associez|quel(?:le)?s?|relaciona)\b",
    "what asks for an entry of a list",
    "Finden Sie die passende Überschrift.",
    flags=re.IGNORECASE,
)
_NONE = shape(
    r"\b(?:keine?|none|no)\b.{0,60}\b([xX0])\b|\b([xX0])\b.{0,40}\b(?:keine?|none|no)\b",
    "X for an item without an entry",
    "Wenn keine Anzeige passt, markieren Sie x.",
    flags=re.IGNORECASE,
)
_TEXT_WORDS = 25  # of an item that is a text of its own
_ENDINGS = shape(
    r"\bendings?\b|complete each sentence|satzende|fin de phrase",
    "items that go on in the entries of the list",
    "Complete each sentence with the correct ending, A-F.",
    flags=re.IGNORECASE,
)


def questions_of(kind: str, region: Region, body: Body, numbers: Sequence[int]) -> list[Typed]:
    """Return the questions of a task of a kind; none where its lines do not have the form of one."""
    questions = list(_MAKERS[kind](region, body, numbers))
    for question in questions:
        question.head["task"] = kind
    return questions


def _cloze(region: Region, body: Body, numbers: Sequence[int]) -> Iterator[Typed]:
    """Yield a question for each gap: its sentence, and the options on the line of its number."""
    stems = _stems(region, body, tuple(body.items))
    for number, item in body.items.items():
        options = [TypedOption(label.upper(), option) for label, option in cells_of(item.text)]
        if len(options) > 1 and number in numbers:
            stem = stems.get(number, gap_sign(number))
            yield Typed(region.lines[item.places[0]].at, number, [stem], options)


def _gapped(region: Region, body: Body, numbers: Sequence[int]) -> Iterator[Typed]:
    """Yield a question for each gap: the sentences around it; its options are the sentences of the list."""
    stems = _stems(region, body, numbers, beside=1) if body.entries else {}
    labels = tuple(entry.label for entry in body.entries)
    for number, stem in stems.items():
        options = [TypedOption(LETTERS[at], entry.text) for at, entry in enumerate(body.entries)]
        yield Typed(region.lines[body.prose[0]].at, number, [stem], options, labels=labels)


def _stems(region: Region, body: Body, numbers: Sequence[int], *, beside: int = 0) -> Mapping[int, str]:
    texts = [region.lines[at].text for at in body.prose]
    alone = any(is_gap(text, number) for text in texts for number in numbers)  # each line is a paragraph then
    return gap_sentences(texts if alone else list(paragraphs_of(region.lines, body.prose)), numbers, beside)


@dataclass(frozen=True, slots=True)
class _List:
    """The list that items share: its options, and their labels as printed."""

    options: tuple[TypedOption, ...]
    labels: tuple[str, ...]


def _matching(region: Region, body: Body, numbers: Sequence[int]) -> Iterator[Typed]:
    """Yield a question for each item, whose options are the list; for each gap, where the list is of words."""
    shared = _list_of(region, body)
    if len(shared.options) < 2:
        return
    stems = {} if body.items else _stems(region, body, numbers)
    asked = _asked(region.head.text)
    for number in numbers:
        question = Typed(0, number, [], list(shared.options), labels=shared.labels)
        item = body.items.get(number)
        if item and item.text:
            question.line = region.lines[item.places[0]].at
            if words(item.text) >= _TEXT_WORDS:
                question.stem, question.passage = [asked], Passage(item.text, region.place(item.places[0]))
            else:
                question.stem = [item.text if _ENDINGS.search(region.head.text) else f"{asked} {item.text}"]
            yield question
        elif number in stems:
            question.line, question.stem = region.lines[body.prose[0]].at, [stems[number]]
            yield question


def _list_of(region: Region, body: Body) -> _List:
    """Return the list of a matching task: its entries, or the letters of paragraphs or people that it names."""
    text = region.head.text
    noun = next((match[1] or "person" for match in _PLACE.finditer(text)), "").capitalize()
    if body.entries:
        labels = [entry.label for entry in body.entries]
        texts = [_name(entry, noun, texts=body.texts) for entry in body.entries]
    else:
        labels = [*letters_named(text)]
        texts = [f"{noun} {label}" for label in labels]
    none = _NONE.search(text)
    if none and labels and labels[-1].upper() != (sign := (none[1] or none[2]).upper()):
        labels, texts = [*labels, sign], [*texts, sign]
    options = tuple(TypedOption(LETTERS[at], text.strip()) for at, text in enumerate(texts))
    return _List(options, tuple(labels))


def _name(entry: Entry, noun: str, *, texts: bool) -> str:
    """Return an entry as an option: its text, or, of one that is a text, its label and what stands on its line."""
    if not entry.text or (texts and not entry.below):
        return f"{noun} {entry.label}"
    return f"{entry.label}  {entry.text}" if texts else entry.text


def _asked(text: str) -> str:
    """Return the sentence of an instruction that says what is to be found."""
    sentences = [one for one in re.split(r"(?<=[.!?\u3002])\s{0,3}", text) if one]
    ended = [one for one in sentences if one.endswith((".", "?", "!", "\u3002"))] or sentences
    asking = [one for one in ended if kind_of(one) in {MATCHING, BANK}] or [one for one in ended if one.endswith("?")]
    return next((one for one in asking if _FINDS.search(one)), (asking or ended)[-1])


def _truth(region: Region, body: Body, numbers: Sequence[int]) -> Iterator[Typed]:
    """Yield a question for each statement, with the verdicts that the instruction names, and the one behind it.

    Of a text that a verdict is asked of, the question is what the instruction asks.
    """
    below = (line.text for line in region.lines[region.stop : region.end])
    said = f"{region.head.text} {next(filter(has_verdicts, below), '')}"
    verdicts = _verdicts(said)
    for number, item in body.items.items():
        if number not in numbers or not item.text:
            continue
        ringed, behind = _BOXED.fullmatch(item.text) or _RINGED.fullmatch(item.text), _BEHIND.fullmatch(item.text)
        statement = (ringed or behind or {"text": item.text})["text"].rstrip()
        options = [TypedOption(own, verdict) for own, verdict in zip(LETTERS, verdicts, strict=False)]
        at = region.lines[item.places[0]].at
        question = Typed(at, number, [statement], options, keys=[(at, behind["key"])] if behind and not ringed else [])
        if words(statement) >= _TEXT_WORDS:
            question.stem, question.passage = (
                [_asked(region.head.text)],
                Passage(statement, region.place(item.places[0])),
            )
        yield question


def has_verdicts(text: str) -> bool:
    """Say whether boxes with verdicts stand behind a statement."""
    return bool(_BOXED.fullmatch(text.strip()))


def _verdicts(text: str) -> tuple[str, ...]:
    """Return the verdicts that an instruction names, in its language."""
    language = next((name for name, sign in _LANGUAGES.items() if sign.search(text)), "en")
    name = _NAMES[language][bool(_SIGNS.search(text))]
    return OPTIONS[name][: 3 if _UNKNOWN.search(text) else 2]


def question_of_several(region: Region, body: Body) -> Typed | None:
    """Return the question of a task with several right options, whose list follows what asks for them."""
    if not body.entries or len(body.items) > 1:
        return None
    said = [line.text.strip() for line in region.lines[region.start : body.entries[0].at] if line.text.strip()]
    asks = (text for text in reversed(said) if text.endswith(("?", ":", "\uff1f")) or kind_of(text) == SEVERAL)
    stem = next(asks, said[-1])
    item = ITEM.fullmatch(stem)
    numbers = region.head.numbers or ((int(item[1]),) if item else ())
    if not numbers:
        return None
    options = [TypedOption(LETTERS[at], entry.text) for at, entry in enumerate(body.entries)]
    at, text = region.lines[region.start].at, item[2] if item else stem
    return Typed(at, numbers[0], [text], options, numbers=numbers, head={"task": SEVERAL})


_MAKERS: Mapping[str, Callable[[Region, Body, Sequence[int]], Iterator[Typed]]] = {
    CLOZE: _cloze,
    GAPPED: _gapped,
    MATCHING: _matching,
    TRUTH: _truth,
}
