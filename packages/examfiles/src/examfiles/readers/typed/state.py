"""The state of reading a typed exam: the questions so far, the lists of keys, and the prose that is open.

Prose that stands before questions is their passage, a heading, a title, or what candidates are told to do.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from examfiles.errors import DataError
from examfiles.lengths import words
from examfiles.question import INSTRUCTION, Passage
from examfiles.readers.typed.line import TypedOption
from examfiles.readers.typed.shapes import shape

GROUP = shape(
    r"(?:text|passage|part|teil|unit|reading|story|lesetext)\s?[\w.]{1,4}\s?[:.]?\s*(.*)",
    "a heading that numbers a text",
    "Text 1: The river",
    "Part B",
    flags=re.IGNORECASE,
)
_LABEL = shape(
    r"(?:(?:the|reading|der|lese)\s?)?(?:passage|text|story|article|texte|texto|testo)(?:\s?:\s*|\s*$)",
    "a label before a text",
    "Passage: Ann sat.",
    "The text:",
    flags=re.IGNORECASE,
)
HEAD = shape(
    r"(title|type)\s?:\s*(\S.*)",
    "what test banks write above a question",
    "Title: River",
    "type: MC",
    flags=re.IGNORECASE,
)
_HEADING = 8  # words; a line of no more that does not end as a sentence does is a heading
_INSTRUCTION = shape(
    r"(?=.{0,160}\b(?:answers?|options?|letters?|questions?|correct|best|statements?|antwort\w*|fragen?|richtige?n?|"
    r"réponse|"
    r"respuesta)\b)(?:please\s|now\s|bitte\s|for\squestions?[^,]{1,40},\s)?(?:choose|select|circle|tick|mark|"
    r"underline|answer|pick|read|decide|look|write|indicate|identify|"
    r"wähle\w*|kreuze\w*|markiere\w*|beantworte\w*|lies|lesen|elige|escoge|marca|choisissez|entourez|cochez|"
    r"scegli)\b.{0,160}|"
    r"(?:阅读|从|根据|请).{0,60}(?:选项|答案|问题).{0,40}",
    "what tells candidates how to answer",
    "Choose the best answer.",
    "Kreuze die richtige Antwort an.",
    flags=re.IGNORECASE,
)
_ABOVE = shape(
    r"(?=.{0,160}\b(?:questions?|answers?|fragen?|antwort\w*|preguntas|domande)\b)(?:please\s|now\s|bitte\s)?"
    r"(?:read|answer|choose|lies|lest|lesen|beantworte\w*|lee|lea|lisez|leggi)\b.{0,160}|"
    r"(?=.{0,300}\b(?:questions?|answers?|fragen?|antwort\w*|passages?|preguntas?|choose|choisissez|elige)\b)"
    r"(?:directions?|instructions?|anweisung(?:en)?|hinweise?|instrucciones|consigne)\s?:.{0,300}|"
    r"(?:questions?|fragen?|items?)\s\d{1,3}\b.{0,30}\b(?:refer|relate|are based|are about|beziehen)\b.{0,80}|"
    r"lesen sie den text.{0,100}|"
    r"(?:\[\d{1,3}\s?[~\uff5e-]\s?\d{1,3}\]\s?)?다음 글을 읽고.{0,60}|"
    r"次の文章を読.{0,60}|"
    r"阅读.{0,20}(?:短文|文章).{0,40}",
    "what stands above a text and tells candidates what to do with it",
    "Read the text and answer the questions.",
    "Questions 1-4 refer to the notice.",
    "阅读下面的短文",
    flags=re.IGNORECASE,
)
_MOST_ABOVE = 6  # such lines of one paragraph
_MOST_HEAD = 40  # lines above a text
_LONGEST_HEAD = 1_000  # characters of one
_MOST_RESTARTS = 100  # numbers 1 above which nothing had options
_HEAD_LINE = shape(
    # what is filled in, counted or named once for the whole exam
    r"(?:(?:time|duration|dauer|zeit|durée|durata|tiempo|duración)\b[^:\d]{0,20}:?\s?\d[\d.:,]{0,4}\s?"
    r"(?:min|h\b|hours?|std|stunden?|heures?|ore\b|horas?).{0,60}|"
    r"(?:(?:total|max(?:imum)?|full)(?:\s(?:marks?|points?|score|punkte))?|marks?|points?|score|punkte|note|barème)"
    r"\s?(?:available|erreichbar)?\s?:?\s?(?:_{2,}\s?/\s?)?\d{1,4}\s?(?:marks?|points?|pts\.?|punkte)?|"
    r"total\s(?:marks?|points?|score)?\s?:.{0,20}|"
    r"(?:teacher|lehrer(?:in)?|lehrkraft|professeur|profesora?|student|schüler(?:in)?|candidate|name)\s?:\s?"
    r"(?-i:(?:[^\W\d_a-z][\w.'\u2019-]*\s?){1,4})|(?:date|datum|fecha|data|class|klasse|classe|clase|grade|"
    r"year|subject|fach|course|kurs|school|schule|(?:exam|paper|test|course|subject)\s(?:code|number|no\.?)|level|"
    r"niveau|"
    r"room|raum|term|semester|version|form|set)\s?[:#]\s?.{0,60}|"
    r"(?:version|form|set|grade|klasse|year|level)\s[A-Z\d]{1,3}|[A-Z]|\(?\d{1,3}\s(?:marks?|points?|pts|punkte)\)?|"
    r"(?:school year|schuljahr|academic year|année scolaire)\b.{0,20}|(?:\u00a9|copyright\b).{0,80}|"
    # parts, and the name of the exam
    r"true\s?(?:/|or)\s?false|"
    r"(?:part|section|unit|module|teil|abschnitt|lektion|partie|parte|sección|"
    r"sezione)\s[\w.]{1,4}(?:\s?[:.\u2013-].{0,50})?|"
    r"(?:(?:reading|leseverstehen|lesen|lecture|lectura|lettura)\s?(?:comprehension|section|part|test|passage\s?\w?)?|"
    r"comprensión lectora|compréhension écrite)\s?(?:\(.{1,30}\))?|"
    # what candidates are told of the exam as a whole
    r"read (?:each|both|all|these)\b.{0,20}\b(?:texts?|passages?|stor(?:y|ies)|articles?)\b.{0,60}|"
    r"you (?:have|will have|are allowed)\b.{0,40}\b(?:minutes?|hours?)\b.{0,40}|"
    r"there (?:is|are|will be)\b.{0,30}\b(?:marks?|points?|questions?)\b.{0,60}|"
    r"(?:do not|don['\u2019]t) (?:open|turn|write|use|start|begin)\b.{0,100}|use (?:a|an|only|black|blue)\b.{0,50}|"
    r"(?:no )?(?:dictionar(?:y|ies)|(?:mobile |cell )?phones?|calculators?|notes|electronic devices)\b.{0,60}"
    r"\b(?:allowed|permitted|used|off|forbidden)\b.{0,30}|"
    r"write (?:your|all|the)\b.{0,30}\b(?:answers?|name)\b.{0,60}|"
    r"(?:each|every) (?:question|item|(?:correct )?answer)\b.{0,40}\b(?:marks?|points?|correct|worth)\b.{0,40}|"
    r"(?:good luck|viel (?:erfolg|glück)|bonne chance|buena suerte)\W{0,9})[.!]?",
    "what stands above the first text and belongs to the exam, not to the text",
    "Time: 45 minutes",
    "Name: Ann",
    "Viel Erfolg!",
    flags=re.IGNORECASE,
)
_EXAM_NAME = shape(
    r"(?:[^.?!:]{0,60}\s)?(?:test|exam(?:ination)?|quiz|paper|worksheet|assessment|mock|klausur|prüfung|klassenarbeit|"
    r"schularbeit|examen|contrôle|verifica|prueba|toets)(?:\s?[\d#\u2013,(-][^.?!]{0,30}|\s[A-Z\d]{1,3})?",
    "the name of an exam",
    "Mid-term test 2",
    "Klausur",
    flags=re.IGNORECASE,
)
_OWN_HEAD = shape(
    r"(?:from|to|re|cc|sent|dear|place|venue|where|location|price|tickets?|contact|phone|von|an|betreff|ort|preis)\s?:",
    "what a letter, a notice or a poster has among its own first lines, beside a date and a subject",
    "Dear: Ann",
    "Ort: Bern",
    flags=re.IGNORECASE,
)
_NAMED_PASSAGE = shape(
    r"(?:text|passage|reading|story|lesetext)\s[\w.]{1,4}\s?(?:[(\[][^()\[\]]{1,40}[)\]]\s?)?(?::\s*|$)",
    "a text with a name",
    "Text A",
    "Passage 2: Rivers",
    flags=re.IGNORECASE,
)


@dataclass(slots=True)
class Typed:
    """A question still being read: its place, its number where it has one, and what follows it."""

    line: int
    number: int | None
    stem: list[str] = field(default_factory=list)
    options: list[TypedOption] = field(default_factory=list)
    tails: dict[int, list[str]] = field(default_factory=dict)  # further lines of options, by their place
    keys: list[tuple[int, str]] = field(default_factory=list)
    passage: Passage | None = None
    trouble: DataError | None = None
    emphasised: list[str] = field(default_factory=list)
    why: str = ""
    notes: dict[int, str] = field(default_factory=dict)  # of an option, by its place
    head: dict[str, str] = field(default_factory=dict)  # its title and its type, and the task of a paper it is from
    labels: tuple[str, ...] = ()  # of its options as printed, where they are not A, B, C
    numbers: tuple[int, ...] = ()  # where it counts as several questions
    end_key: str | None = None
    left_open: bool = False  # `Answer:`, and nothing behind it
    points: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a paper whose questions are not read: its kind, its line, their numbers, and how it begins."""

    kind: str
    at: int
    numbers: tuple[int, ...]
    text: str


@dataclass(slots=True)
class KeyList:
    """A list of keys: its line, the questions it is for by their places, and pairs of numbers and keys.

    A key in `pairs` is a letter or the text of an option. `letters` are keys without numbers, `numbers` numbers whose
    letters are on the next line. `waiting`: the exam's, before the list began.
    """

    line: int
    questions: range
    waiting: int = 0
    text: str = ""
    pairs: list[tuple[int, int, str]] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    texts: dict[int, set[str]] = field(default_factory=dict)  # the options of its questions, by their numbers
    reasons: dict[int, str] = field(default_factory=dict)  # below the keys, by the questions' numbers


@dataclass(slots=True)
class TypedExam:
    """The state of reading: the questions so far, open prose, the passage, and the lists of keys.

    `unit`: what its places count, lines or paragraphs. `forms`: whether the open prose had lines to be filled in.
    `blanks`: the lines above the questions that are filled in.
    `judged`: questions without options are statements that are true or false.
    `named`: the instructions that name questions by their numbers.
    `below_key`: whether the open prose stands right below a key.
    `restarts`: how often numbered paragraphs became prose again.
    `waiting`: how many questions behind the last list of keys, but for the last one, have options and no key.
    """

    where: str
    unit: str
    numbered: bool
    lines_are_paragraphs: bool
    questions: list[Typed] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    named: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)  # lines, and the questions that they name
    keyed: list[tuple[int, int]] = field(default_factory=list)  # lines of keys, and numbers that no question has
    prose: list[tuple[int, list[str]]] = field(default_factory=list)  # paragraphs: first line's number, lines
    passage: Passage | None = None
    unused: list[str] = field(default_factory=list)
    titles: list[tuple[int, str]] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    keys: list[KeyList] = field(default_factory=list)
    restarts: int = 0
    waiting: int = 0
    in_key: bool = False
    blank: bool = True
    below_key: bool = False
    forms: bool = False
    blanks: list[str] = field(default_factory=list)
    judged: bool = False

    @property
    def last(self) -> Typed | None:
        """The question that was begun last."""
        return self.questions[-1] if self.questions else None

    @property
    def listed(self) -> int:
        """Where the questions end that the last list of keys is for."""
        return self.keys[-1].questions.stop if self.keys else 0

    def add(self, question: Typed) -> None:
        """Begin a question."""
        self.waiting = self.without_key()
        self.questions.append(question)

    def without_key(self) -> int:
        """Count the questions behind the last list of keys that have options and no key."""
        last = self.last
        return self.waiting + bool(last and len(self.questions) > self.listed and last.options and not last.keys)

    def place(self, number: int) -> str:
        """Name a line or a paragraph of the file."""
        return f"{self.where}, {self.unit} {number}"


def close(exam: TypedExam) -> Passage | None:
    """Make the collected prose the passage of what follows; without new prose the old passage stays.

    A title page, lines to be filled in and few words beside them, is none, nor are headings above or between questions.
    """
    while exam.prose and _INSTRUCTION.fullmatch(exam.prose[-1][1][-1].strip()):
        _drop_line(exam)
    _drop_above(exam)
    take_headings(exam)
    if exam.prose:
        text = "\n\n".join("\n".join(lines) for _, lines in exam.prose)
        if not exam.forms or words(text) >= INSTRUCTION:
            if exam.passage and not any(question.passage is exam.passage for question in exam.questions[-1:]):
                exam.unused.append(exam.passage.where)
            exam.passage = Passage(text, exam.place(exam.prose[0][0]))
        exam.prose = []
    exam.forms = False
    return exam.passage


def take_reason(exam: TypedExam) -> None:
    """Take what stands between a key and an empty line as its reason, if it is short for a passage and no heading."""
    if exam.below_key and exam.last and exam.prose:
        lines = [line for _, own in exam.prose for line in own]
        why, below = exam.last.why, " ".join(lines)
        goes_on = why and (below[0].islower() or not why.endswith((".", "!", "?")))
        own = (_INSTRUCTION, _ABOVE, _HEAD_LINE, _LABEL, GROUP)
        above = is_heading(lines) or any(each.fullmatch(below) for each in own) or below.startswith(("Read ", "Lies"))
        if not above and (goes_on or words(below) < INSTRUCTION):
            exam.last.why, exam.prose = f"{why} {below}".strip(), []


def take_headings(exam: TypedExam) -> None:
    """Take the one line above as a heading, or the lines above the first questions as titles, if all are headings."""
    if exam.prose and (exam.passage is None or len(exam.prose) == 1) and all(is_heading(own) for _, own in exam.prose):
        (exam.headings if exam.passage else exam.titles).extend((place, line) for place, [line] in exam.prose)
        exam.prose = []


def taken_head(exam: TypedExam) -> dict[str, str]:
    """Take the title and the type of a question from the end of the prose above it."""
    head: dict[str, str] = {}
    while exam.prose and (label := HEAD.fullmatch(exam.prose[-1][1][-1].strip())):
        head = {label[1].lower(): label[2], **head}
        _drop_line(exam)
    return head


def _drop_line(exam: TypedExam) -> None:
    """Take the last line of the prose away."""
    exam.prose[-1][1].pop()
    if not exam.prose[-1][1]:
        exam.prose.pop()


def back_to_prose(exam: TypedExam) -> None:
    """Take back what was read as questions before the first one of a file, without options: numbered paragraphs."""
    if not exam.questions or exam.listed or any(one.options or one.keys for one in exam.questions):
        return  # what has a list of keys is questions
    exam.restarts += 1
    if exam.restarts > _MOST_RESTARTS:  # each reads all that was read before
        return
    passage = exam.questions[0].passage
    before = [(exam.questions[0].line, [passage.text])] if passage else []
    numbered = [
        (
            one.line,
            [*(f"{name.title()}: {text}" for name, text in one.head.items()), f"{one.number}. {' '.join(one.stem)}"],
        )
        for one in exam.questions
    ]
    exam.prose = [*before, *numbered, *exam.prose]
    exam.questions, exam.passage = [], None


def is_heading(lines: Sequence[str]) -> bool:
    """Return whether a paragraph is a line of a few words that names a part, or does not end as a sentence does."""
    [line, *more] = lines
    ends = line.rstrip().endswith((".", "!", "?", "\u2026", '"', "\u201d", "\u00bb", "\u3002", "\uff01", "\uff1f"))
    return not more and words(line) <= _HEADING and (not ends or bool(GROUP.fullmatch(line.strip())))


def _drop_above(exam: TypedExam) -> None:
    """Take away what stands above a text: the exam's own lines, which are told, what says to read, and labels.

    A label says no more than that a text follows: `Passage`, `Text A: `.
    """
    above = [line for _, lines in exam.prose[:_MOST_ABOVE] for line in lines[:_MOST_ABOVE]]
    notice = any(_OWN_HEAD.match(line.strip()) for line in above[: 2 * _MOST_ABOVE])
    lettered = has_letters_of_paragraphs([line for _, lines in exam.prose for line in lines])
    for _ in range(_MOST_HEAD):
        if not exam.prose:
            return
        place, first = exam.prose[0]
        line = first[0].strip()
        label = _LABEL.match(line) or _NAMED_PASSAGE.match(line)
        last = len(exam.prose) == len(first) == 1
        if _INSTRUCTION.fullmatch(line) or (not last and _ABOVE.fullmatch(line)):
            first.pop(0)
        elif lettered and len(line) == 1:
            break
        elif not notice and _heads(exam, line, last=last):
            (exam.headings if exam.passage else exam.titles).append((place, line))
            first.pop(0)
        elif last:
            break
        elif len(exam.prose) > 1 and len(first) <= _MOST_ABOVE and _ABOVE.fullmatch(" ".join(first)):
            first.clear()
        elif label and label.end() == len(line):
            first.pop(0)
        else:
            break
        exam.prose[:1] = [(place + 1, first)] if first else []
    if exam.prose and (label := _LABEL.match(exam.prose[0][1][0]) or _NAMED_PASSAGE.match(exam.prose[0][1][0])):
        exam.prose[0][1][0] = exam.prose[0][1][0][label.end() :] or exam.prose[0][1][0]


def is_label_of_text(line: str) -> bool:
    """Say whether a line says no more than that a text follows.

    >>> is_label_of_text("Reading 2:"), is_label_of_text("Reading test, unit 2")
    (True, False)
    """
    line = line.strip()
    label = _LABEL.match(line) or _NAMED_PASSAGE.match(line)
    return bool(label and label.end() == len(line))


def has_letters_of_paragraphs(lines: Sequence[str]) -> bool:
    """Say whether the paragraphs of a text have letters, each on a line of its own: A, then B.

    >>> has_letters_of_paragraphs(["A", "Ann sat.", "B", "Bo ran."]), has_letters_of_paragraphs(["A", "Ann sat."])
    (True, False)
    """
    letters = [line.strip() for line in lines if len(line.strip()) == 1 and line.strip().isalpha()]
    return len(letters) > 1 and ord(letters[1]) == ord(letters[0]) + 1


def _heads(exam: TypedExam, line: str, *, last: bool) -> bool:
    """Say whether a line above a text, the `last` where nothing follows it, belongs to the exam and not to the text."""
    parts = [part for part in re.split(r"\s{2,}|\t|(?<=[.!])\s", line) if part] if len(line) < _LONGEST_HEAD else []
    if parts and all(_HEAD_LINE.fullmatch(part) or _INSTRUCTION.fullmatch(part) for part in parts):
        return not last or len(line) > 1
    return exam.passage is None and not last and words(line) <= _HEADING and bool(_EXAM_NAME.fullmatch(line))
