r"""Answers by letter: the option that a written answer names, and the letters' log-probabilities among likely tokens.

One reader for what a server says and for what another program logged. Of a written answer, reasoning that is over
(`<think>…</think>`) is left out, and one that never ends answers nothing. Then the first of these decides that finds a
letter at all; where it finds several, no option is named, but that of several announced ones the last counts:

    announced    Answer: B, The answer is (B), \boxed{B}, 答案：B, Antwort: B
    alone        B, (b), **B** on a line of its own; "B. a dog" at the beginning
    chosen       I think B, it is B, B is correct
    mentioned    option B
    marked       (B), **B** anywhere

"A" before a word is an article, a small letter inside a sentence is a word, and letters that are denied, asked about or
only discussed ("A is wrong", "B?", "Option A: it says …", "let's say A", "A: no. B: yes.") name nothing: who reasons
goes through the options in order, so that a reader who takes the first would favour A. An answer that is taken back
("A, no wait, B") names none. What is the text of an option and of no other names that.
"""

import math
import re
import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

import numpy as np

from examfiles.items import LETTERS
from examfiles.reasons import Reason
from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.scorer import NO_ANSWER

LEAST_LOG_PROBABILITY = NO_ANSWER  # log-probabilities below say no more than this; servers send -9999, too
LETTERS_SHARE = 0.5  # of the probability that the letters of a question should hold at least
ROUNDING = 0.05  # by which probabilities of coarse numbers may add up to more than 1
DENIAL_DISTANCE = 60  # characters before a letter in which it may be denied
MARKS = "▁Ġ \t\r\n()[]{}<>.,:;*_`'\"“”‘’"  # around a letter, and what tokenizers write for a space


@dataclass(frozen=True, slots=True)
class Letters:
    """The log-probability of each option's letter, and how many letters were not among the likeliest tokens."""

    scores: tuple[float, ...]
    missing: int
    first: str  # the token that was taken, for people
    shorter: bool = False  # than asked for: a list of likely tokens in which equal texts are one

    @property
    def none(self) -> bool:
        """Return whether no letter was there at all."""
        return self.missing == len(self.scores)


def bare(token: str) -> str:
    """Return a token's text without spaces and marks around it.

    >>> bare(" B"), bare("(B)"), bare("▁Ｂ")
    ('B', 'B', 'B')
    """
    return unicodedata.normalize("NFKC", token).strip(MARKS)


def letters_among(top: Sequence[tuple[str, float]], count: int, first: str = "") -> Letters:
    """Add up the likeliest tokens that mean each of `count` letters; a letter without any gets the most it can have.

    That is the least log-probability listed, or what the listed leave over, whichever is less. Without any letter none
    has more than `NO_ANSWER`. Raises ValueError where the probabilities add up to more than can be.

    >>> [round(score, 2) for score in letters_among([("B", -0.5), (" B", -2.0), ("The", -3.0)], 2).scores]
    [-3.0, -0.3]
    """
    by_letter: dict[int, list[float]] = {}
    for token, value in top:
        if len(text := bare(token)) == 1 and (place := _place(text, count)) is not None:
            by_letter.setdefault(place, []).append(value)
    values = [value for _, value in top]
    left = 1.0 - math.fsum(math.exp(value) for value in values)
    if left < -ROUNDING:
        raise ValueError(f"the probabilities of its likeliest tokens add up to {1.0 - left:.3g}")
    most = max(LEAST_LOG_PROBABILITY, min([*values, math.log(max(left, 1e-9))])) if by_letter else NO_ANSWER
    scores = tuple(min(0.0, _sum(by_letter[k])) if k in by_letter else most for k in range(count))
    likeliest = max(top, key=lambda each: each[1])[0] if top else ""
    return Letters(scores, count - len(by_letter), first or likeliest)


def letter_masses(cells: Cells, scores: ScoreArray) -> Iterator[tuple[Context, float]]:
    """Yield how much probability the letters of each context hold, where all its options were scored."""
    _, once = np.unique(
        np.column_stack([cells.rows, cells.columns]), axis=0, return_index=True
    )  # equal texts, one letter
    rows, size = cells.rows[once], len(cells.contexts)
    masses = np.bincount(rows, np.exp(scores[once].astype(np.float64)), size)
    counts = np.bincount(rows, minlength=size)
    for context, mass, count in zip(cells.contexts, masses.tolist(), counts.tolist(), strict=True):
        if count == len(set(context.shown)):
            yield context, mass


def letter_notes(
    masses: Mapping[str, Mapping[Context, Sequence[float]]], asked: Container[str] = ()
) -> Iterator[Reason]:
    """Say how much probability the letters hold, of each system by name: of questions, those of all their orders.

    `asked`: those that are asked with a prompt, which may be another one; what is read from a log is not.
    """
    for name, by_question in masses.items():
        if held := [fmean(each) for each in by_question.values()]:
            middle, under = median(held), sum(each < LETTERS_SHARE for each in held) / len(held)
            values = {"system": name, "questions": len(held), "median": middle, "under": under}
            little = "note-letters-hold-little" if name in asked else "note-letters-hold-little-logged"
            yield Reason("note-letters-hold" if middle >= LETTERS_SHARE else little, values)


def named_option(text: str, options: Sequence[str]) -> int | None:
    r"""Return the option that a written answer names, by its letter or its own words; None for none, or several.

    >>> options = ("a cat", "a dog", "a cow")
    >>> [named_option(text, options) for text in ("B", r"So it is \boxed{B}.", "The answer is B, not A.", "A dog.")]
    [1, 1, 1, 1]
    >>> [named_option(text, options) for text in ("E", "I cannot say.", "A or B", "<think>Let me see: B")]
    [None, None, None, None]
    """
    plain = _conclusion(unicodedata.normalize("NFKC", text))
    if len(plain.strip(MARKS)) > 1 and (own := _with_words(plain, options)) is not None:
        return own
    for way in (_announced, _alone, _chosen, _mentioned, _marked):
        if found := list(way(plain, options)):
            return _place(found[0], len(options)) if len(set(found)) == 1 else None
    return next(
        (own for said in _LETTER_SENTENCE.findall(plain) if (own := _with_words(said, options)) is not None), None
    )


_THOUGHTS = r"think|thinking|thought|reasoning"
_THOUGHT = re.compile(  # where reasoning begins (begun) or ends
    rf"(?i)(?P<begun><(?:{_THOUGHTS})>|\[THINK\]|◁think▷|<\|channel\|>analysis)"
    rf"|</(?:{_THOUGHTS})>|\[/THINK\]|◁/think▷|<\|channel\|>final<\|message\|>"
)
_SPECIAL = re.compile(r"<\|[^<>]*\|>|</?s>|\\(?:text|textbf|mathbf|mathrm|rm)\b")
_NEXT = re.compile(r"(?is)\n[ \t]*q(?:uestion)?[ \t]*:.*")  # a model that goes on asks itself more


def _conclusion(text: str) -> str:
    """Return what is said outside of reasoning, nothing where that has not ended."""
    said, place, thinking = [], 0, False
    for mark in _THOUGHT.finditer(text):
        if mark["begun"] and not thinking:
            said.append(text[place : mark.start()])
        elif not mark["begun"] and not thinking:  # a prompt may have begun it
            said.clear()
        place, thinking = mark.end(), bool(mark["begun"])
    rest = "" if thinking else "".join([*said, text[place:]])
    return _NEXT.sub("", _SPECIAL.sub(" ", rest)).strip()


def ends_in_thought(text: str) -> bool:
    """Return whether a text ends within reasoning, so that it answers nothing.

    >>> ends_in_thought("<think>Let me see: B"), ends_in_thought("<think>Let me see</think>B")
    (True, False)
    """
    *_, last = [None, *_THOUGHT.finditer(text)]
    return last is not None and bool(last["begun"])


_EDGE = r"A-Za-z0-9\u00c0-\u024f'’"
_VERBS = r"is|was|has|seems|because|as|since|and|or|for|from"
_LETTER = (  # a capital that is no article and no pronoun; a small letter that closes a bracket, a line or a sentence
    rf"(?<![{_EDGE}\\])(?:([A-Z])(?![{_EDGE}]|-[A-Za-z])(?!(?<=[AI])\s+(?!(?:{_VERBS})\b)[a-z\u00df-\u024f])"
    rf"|([a-z])(?=[)\]}}*_`\"”’]|[.:]?\s*(?:\n|\Z)))"
)
_BUT = (  # no letter behind which it is denied, or asked
    r"(?!\W{0,4}\?|[^\w\n]{0,4}(?i:is|was|seems|ist|est|es|looks)\s+(?:\w+\s+)?(?i:not|wrong|incorrect|false|out|falsch"
    r"|unlikely|impossible|plausible|possible|tempting|close)\b|[^\w\n]{0,4}(?i:isn.t|cannot|can.t|won.t)\b)"
)
_NAMED_LETTER = rf"{_LETTER}{_BUT}"
_ALSO = re.compile(  # another letter beside it
    rf"[^\w\n]{{0,3}}\s*(?:/|&|(?i:or|and|oder|und|ou|et|o|y|или|и)\b|或|和|と|,(?=\W*[A-Z]\W*(?:$|,|and\b|or\b)))\W*{_NAMED_LETTER}",
    re.MULTILINE,
)
_WORD = (
    r"(?i:\b(?:answer|(?:right|correct|best|final|my)\s+(?:option|choice)|antwort|lösung|réponse|respuesta|risposta"
    r"|resposta|antwoord|svar|odpowiedź|odpověď|válasz|cevap|jawaban|đáp án|ответ|відповідь|απάντηση)\b"
    r"|答案|答え|回答|正解|정답|답)"
)
_IS = r"(?:(?i:\b(?:is|be|ist|lautet|est|es|è|é|är|er|jest|je)\b)|[:=是为為は])"
_FILL = (
    r"(?:(?i:option|choice|letter|clearly|therefore|probably|most likely|likely|definitely|the|still|la|die|opción"
    r"|opzione|opção|lettre|buchstabe)\b\W{1,3}){0,3}"
)
_BETWEEN = r"(?:(?!(?i:choices|options|\bnot\b|n.t\b|either|between))[^\n.:;?!]){0,60}?"
_ANNOUNCED = re.compile(
    rf"(?:{_WORD}\W{{0,8}}|{_WORD}{_BETWEEN}{_IS}\W{{0,6}}{_FILL}|{_WORD}[^\n]{{0,80}}:\W{{0,4}}(?=\w\W*$)|\\boxed\W*)"
    rf"{_NAMED_LETTER}",
    re.MULTILINE,
)
_LETTER_SENTENCE = re.compile(rf"{_WORD}(?:{_BETWEEN}{_IS})?\W*(\w[^\n]*)")
_LINE = re.compile(rf"^[^\w\n]*{_NAMED_LETTER}[^\w\n]*$", re.MULTILINE)
_HEAD = re.compile(rf"\A\W{{0,4}}(?:{_NAMED_LETTER}(?=\s*(?:[)\].:,\n–—-]|(?i:because|since)\b))|([a-z])(?=[).:]\s))")
_LETTER_AT_HEAD = re.compile(  # a letter at the head of a sentence; elsewhere, with what stands behind it
    r"(?:^|[.!?])[\W_]{0,8}([A-Za-z])[*_]{0,2}[).:](?=\W|$)|(?<![\w(])\(?([A-Z])[).:]\W{0,8}(?=(?P<text>\w[^\n]*))",
    re.MULTILINE,
)
_CHOSEN = re.compile(
    r"(?:(?i:\b(?:think|believe|say|guess|choose|chose|pick|picked|select|selected|go with|go for|it['’]?s|it is"
    r"|must be|wähle|nehme|denke|choisis|elijo|scelgo|escolho)\b)|选择?|選択?)"
    rf"[^\w.!?;\n]{{0,4}}(?:(?:it is|it['’]?s)\W+)?{_FILL}{_NAMED_LETTER}"
)
_RIGHT = re.compile(
    rf"{_NAMED_LETTER}[^\w\n]{{0,4}}(?i:is|ist|est|es|è|é|seems|looks)\s+(?:\w+\s+){{0,2}}?"
    r"(?i:correct|right|best|answer|richtig|correcte|correcta|juste)\b"
)
_MENTIONED = re.compile(rf"(?i:\b(?:option|choice|letter)\b|选项)\W{{0,3}}{_NAMED_LETTER}")
_MARKED = re.compile(rf"(?:\(|\[|\*\*)\W?(?:{_NAMED_LETTER})\W?(?=\)|\]|\*\*)")
_DENIED = re.compile(  # in the same sentence
    r"(?i)\b(?:not|nor|nicht|never|than|excludes?|eliminates?|rules? out|consider(?:s|ed|ing)?|look(?:s|ed|ing)? at"
    r"|examin\w+|check\w*|regarding|concerning|as for|start(?:s|ing)? with|begin(?:s|ning)? with)[^\w.!?;\n]+"
    r"(?:\w+[^\w.!?;\n]+){0,2}\Z"
)
_SUPPOSED = re.compile(
    r"(?i)(?:\blet(?:['’]?s|\s+us)\s+say|(?<!\bi )\b(?:suppos|assum|imagin)\w*|\bif|\bwhether)\b[^.!?;:,\n]*\Z"
)
_TAKEN_BACK = re.compile(rf"\W*(?:\b(?i:no|wait|actually|sorry|rather|hmm?|i mean)\b[^\w\n]+)+{_FILL}{_NAMED_LETTER}")
_REPORTED = re.compile(r"(?i)\W{0,4}(?:says|states|claims|mentions|talks|describes|suggests|refers|is about)\b")
_JUDGED = re.compile(r"(?i)\**[)\]:]\**:?\s*(?:no|not|false|wrong|incorrect|unlikely)\b")
_COLON = re.compile(r"[^\w\n:]{0,3}:\W*(?=\w)")


def _announced(text: str, _options: Sequence[str]) -> list[str]:
    """Return the letter announced last; with the letters beside it, or in its place, if there are any."""
    found = list(_ANNOUNCED.finditer(text))
    if not found:
        return []
    also = _ALSO.match(text, found[-1].end()) or _TAKEN_BACK.match(text, found[-1].end())
    return [_letter(each) for each in (found[-1], also) if each]


def _alone(text: str, options: Sequence[str]) -> Iterator[str]:
    """Yield letters that fill a line, and the one that the text begins with, unless it lists options."""
    yield from map(_letter, _LINE.finditer(text))
    head = _HEAD.match(text)
    if head and not (_JUDGED.match(text, head.end()) or _lists_options(text, options)):
        yield _letter(head)
        if also := _ALSO.match(text, head.end()):
            yield _letter(also)


def _lists_options(text: str, options: Sequence[str]) -> bool:
    """Return whether several letters stand at the head of sentences, or of options' own texts."""
    heads = {
        (each[1] or each[2]).upper()
        for each in _LETTER_AT_HEAD.finditer(text)
        if each[1] or _is_option(each["text"], each[2], options)
    }
    return len(heads) > 1


def _is_option(text: str, letter: str, options: Sequence[str]) -> bool:
    """Return whether a text begins with that of the option."""
    place = _place(letter, len(options))
    own = "" if place is None else options[place].strip(MARKS).casefold()
    return bool(own) and text.casefold().startswith(own)


def _chosen(text: str, _options: Sequence[str]) -> Iterator[str]:
    for pattern in (_CHOSEN, _RIGHT):
        for each in pattern.finditer(text):
            if _SUPPOSED.search(text, max(0, each.start() - DENIAL_DISTANCE), each.start(each.lastindex or 0)):
                continue
            yield _letter(each)
            if pattern is _CHOSEN and (also := _ALSO.match(text, each.end())):
                yield _letter(also)


def _mentioned(text: str, options: Sequence[str]) -> list[str]:
    """Return the letters of options that are named; none where something is said of one first: "Option A: it …"."""
    found = list(_undenied(_MENTIONED, text))
    return [] if any(_is_discussed(each, text, options) for each in found) else list(map(_letter, found))


def _is_discussed(found: re.Match[str], text: str, options: Sequence[str]) -> bool:
    """Return whether a letter is followed by something that is said of its option, but for the option's own text."""
    if colon := _COLON.match(text, found.end()):
        return not _is_option(text[colon.end() :], _letter(found), options)
    return _REPORTED.match(text, found.end()) is not None


def _marked(text: str, options: Sequence[str]) -> list[str]:
    every = list(_undenied(_MARKED, text))
    found = [each for each in every if not _JUDGED.match(text, each.end())]
    if len(found) < len(every) and all(_is_discussed(each, text, options) for each in found):
        return []  # "**A**: no. **B**: the story does not say so."
    return [] if _lists_options(text, options) else list(map(_letter, found))


def _undenied(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    return (
        each
        for each in pattern.finditer(text)
        if not _DENIED.search(text[max(0, each.start() - DENIAL_DISTANCE) : each.start()])
    )


def _letter(found: re.Match[str]) -> str:
    return next(group for group in found.groups() if group).upper()


def _with_words(text: str, options: Sequence[str]) -> int | None:
    """Return the only option whose own words these are."""
    words = text.strip(MARKS).casefold()
    same = [place for place, option in enumerate(options) if option.strip(MARKS).casefold() == words]
    return same[0] if len(same) == 1 else None


def _place(letter: str, count: int) -> int | None:
    place = LETTERS.find(letter.upper())
    return place if 0 <= place < count else None


def _sum(values: Sequence[float]) -> float:
    """Return the logarithm of a sum of probabilities."""
    top = max(values)
    return top + math.log(math.fsum(math.exp(value - top) for value in values))
