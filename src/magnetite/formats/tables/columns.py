"""Columns of a table: which is the passage, the question and so on, by name; and its answers, as indices from 0.

A column's role is guessed from its name, or given. An answer is a letter, a number or an option's own text.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from typing import Any, Literal

from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.items import LETTERS, letter
from magnetite.core.reasons import Reason
from magnetite.formats.format import fault
from magnetite.formats.question import listed
from magnetite.formats.tables.rows import Rows

ColumnNames = Mapping[str, str | Sequence[str]]

_NAMES = {
    "passage": "passage context article story paragraph document dialogue dialog passagetext readingpassage "
    "contexttext articletext florespassage support background reading content text lesetext textabschnitt artikel "
    "texte texto lectura testo brano tekst",
    "question": "question query stem questiontext questionstem prompt frage fragestellung fragetext aufgabe q "
    "pregunta domanda pergunta quest\u00e3o vraag \u00e9nonc\u00e9",
    "options": "options choices answeroptions optionlist choicelist candidates endings option choice answers optionen "
    "antwortoptionen antwortm\u00f6glichkeiten antworten",
    "answer": "answer ans label key answerkey gold correct correctanswer correctoption correctchoice answerindex "
    "answeridx answerid answerletter rightanswer rightoption rightchoice correctindex correctidx correctletter "
    "goldlabel goldanswer correctanswernum correctanswernumber target solution cop answers l\u00f6sung loesung "
    "correctanswerid correctoptionid richtigeantwort richtigel\u00f6sung richtig "
    "schl\u00fcssel antwort bonner\u00e9ponse r\u00e9ponsecorrecte respuestacorrecta correcta rispostacorretta "
    "rispostagiusta respostacorreta correta gabarito clave juisteantwoord",
    "id": "id questionid qid idstring itemid exampleid uid uuid",
    "passage_id": "passageid contextid articleid storyid textid documentid docid",
    "level": "level difficulty grade",
}
_SERIES = (
    *("option", "opt", "choice", "answer", "mcanswer", "ans", "ending", "candidate", "alternative", "op"),
    *("antwort", "antwortoption", "antwortm\u00f6glichkeit", "auswahl", "r\u00e9ponse", "proposition", "choix"),
    *("opci\u00f3n", "opcion", "respuesta", "alternativa", "opzione", "risposta", "op\u00e7\u00e3o", "resposta"),
    *("antwoord", "optie", ""),
)
_DISTRACTORS = (
    *("distractor", "incorrectanswer", "incorrectoption", "incorrectchoice", "wronganswer", "wrongoption"),
    *("wrongchoice", "wrong", "incorrect", "distraktor", "falscheantwort", "falschantwort"),
)
ROLES = tuple(_NAMES)
_LABELS = ("label", "id", "letter", "identifier", "value")
_MOST_LEVELS = 20
"""The most levels of difficulty: a column with more tells a measurement."""
_ADDED = re.compile(r"\((?:s|[^()]{3,60})\)|\s[-\u2013]\s?max\b.{0,60}", re.IGNORECASE)
_LETTER = re.compile(r"\(?([A-Za-z])[.)]?")
_LETTER_AND_TEXT = re.compile(r"[(\[]?([A-Za-z])[)\].:]\s+(.+)", re.DOTALL)
_LETTERED = re.compile(r"(?:^|[\s;,|])[(\[]?([A-Za-z])[)\].:]\s{0,9}(?=\S)")
_LISTED = 200  # characters of a cell that may list answers
_UNKNOWN = {"?", "??", "-", "–", "—", "n/a", "na", "nan", "none", "null", "unknown", "tbd"}

NO_NEED = "plain"  # why answers count from 0, where nothing has to be said


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column plays which role; `options` is one column of lists, or two and more of single options.

    `first` is the number of the first option in answers that are numbers, where it is given. A table of questions
    without passages has no `passage`. `keyed`: the first of `options` is the answer's own column, and the others hold
    distractors, so that the table does not say in which order they are shown. `typed`: the only one of `options` holds
    texts, in each of which all options of a question are typed.
    """

    passage: str | None
    question: str
    options: tuple[str, ...]
    answer: str | None = None
    id: str | None = None
    passage_id: str | None = None
    level: str | None = None
    first: int | None = None
    keyed: bool = False
    typed: bool = False

    @property
    def used(self) -> set[str]:
        """Return the columns that play a role; all others become metadata."""
        roles = (self.passage, self.question, self.answer, self.id, self.passage_id, self.level, *self.options)
        return {name for name in roles if name is not None}

    @property
    def numbered_from(self) -> int | None:
        """Return the number in the first option column's name (option_1, answer0), None where there is none."""
        number = re.search(r"(\d{1,9})\D*$", plain_name(self.options[0])) if len(self.options) > 1 else None
        return int(number[1]) if number else None

    def key(self, place: int) -> str:
        """Return what a cell of the answers' column says where the option of one of several columns is right."""
        return self.options[place] if len(self.options[place]) > 1 else letter(place)

    def has_keys(self, rows: Rows) -> bool:
        """Return whether any row has an answer in the answers' column."""
        return self.answer is not None and any(not is_missing(row.values.get(self.answer)) for row in rows.good)

    def note(self, rows: Rows, answers: Reason) -> Reason:
        """Describe how the columns and the answers are read."""
        roles = [(role, getattr(self, role)) for role in ROLES]
        parts = [f"{role}={'+'.join(c) if isinstance(c, tuple) else c}" for role, c in roles if c is not None]
        rest = self.unused(rows)
        values = {"columns": ", ".join(parts), "answers": answers}
        if not rest:
            return Reason("note-columns", values)
        return Reason("note-columns-kept", {**values, "kept": ", ".join(rest)})

    def unused(self, rows: Rows) -> list[str]:
        """Return the columns without a role, in order."""
        return [name for name in rows.columns if name not in self.used]


def find_columns(rows: Rows, names: ColumnNames | None = None, *, passage_needed: bool = True) -> Columns:
    """Return the columns by role: those in `names`, {role: column}, and the rest guessed from the columns' own names.

    `first` beside the roles is not a column but the number of the first option, 0 or 1. Raises UsageError for a role or
    column in `names` that does not exist, DataError where passage, question or options are not found.
    """
    names = dict(names or {})
    first = _given_first(names.pop("first", None))
    by_role = {role: _columns_named(rows, role, value) for role, value in names.items()}
    used = {column for columns in by_role.values() for column in columns}
    for role in ROLES:
        if role not in by_role:
            by_role[role] = _guess(rows, role, used)
            if role == "level" and not all(_are_levels(rows, name) for name in by_role[role]):
                by_role[role] = ()
            used |= set(by_role[role])
    distractors = _distractors(rows, used) if by_role["answer"] and not by_role["options"] else ()
    if distractors:
        by_role["options"] = (*by_role["answer"], *distractors)
    needed = ("passage", "question", "options") if passage_needed else ("question", "options")
    missing = [role for role in needed if not by_role[role]]
    if missing:
        raise _unrecognised(rows, missing)
    single = {role: next(iter(columns), None) for role, columns in by_role.items() if role != "options"}
    passage, question = single.pop("passage"), str(single.pop("question"))
    options = by_role["options"]
    typed = len(options) == 1 and _is_typed(rows, options[0])
    result = Columns(passage, question, options, **single, first=first, keyed=bool(distractors), typed=typed)
    return result if "id" in names else _id_of_passage(rows, result)


def names_role(name: str, role: str) -> bool:
    """Return whether a column of this name may play a role."""
    return plain_name(name) in _NAMES[role].split()


def are_understood(rows: Rows, names: ColumnNames | None = None) -> bool:
    """Return whether a table's columns, by `names` or by their own, say what its questions and options are."""
    try:
        find_columns(rows, names, passage_needed=False)
    except DataError:
        return False
    return True


def names_parts(header: Sequence[str]) -> bool:
    """Return whether a row names a question and its options."""
    return are_understood(Rows("", tuple(header), ()))


def guessed(rows: Rows, role: str, names: ColumnNames | None = None) -> str | None:
    """Return the column that plays a role, by `names` or by its own name."""
    given = (names or {}).get(role)
    return given if isinstance(given, str) else next(iter(_guess(rows, role, set())), None)


def label_of(option: Mapping[str, Any], text: str = "text") -> Any:
    """Return what an option that is an object is called beside its text, None where it is called nothing."""
    return next((option[name] for name in _LABELS if name != text and option.get(name) is not None), None)


def labelled(value: Any, labels: Sequence[Any]) -> int | None:
    """Return the place of the label that an answer names, None where it names none.

    >>> labelled("b", ["C", "B", "A"]), labelled("2", [1, 2, 3]), labelled("Mina", ["A", "B"])
    (1, 1, None)
    """
    name = None if value is None else _bare(value)
    return next((at for at, each in enumerate(labels) if each is not None and _bare(each) == name), None)


def _bare(label: Any) -> str:
    """Return a label without its brackets or stop, in lower case."""
    match = _LETTER.fullmatch(text := str(label).strip())
    return (match[1] if match else text).lower()


def is_foreign(value: Any, labels: Sequence[Any]) -> bool:
    """Return whether an answer is a number or a letter as all labels are, and none of them.

    >>> is_foreign("A", ["B", "C"]), is_foreign(0, ["A", "B"]), is_foreign(0, [1, 2]), is_foreign(1, [1, 2])
    (True, False, True, False)
    """
    if not labels or is_missing(value) or labelled(value, labels) is not None:
        return False
    return any(all(map(alike, (value, *labels))) for alike in (_is_number, _is_letter))


def none_of(value: Any, labels: Sequence[Any]) -> DataError:
    """Return the error that an answer names none of the labels of its options."""
    return _not_among(value, ", ".join(map(str, labels)))


def is_list_like(value: Any) -> bool:
    """Return whether a value can hold several options: a list, an object of texts or by letter, or its text."""
    if isinstance(value, dict):
        return isinstance(value.get("text"), list) or by_letter(value) is not None
    return isinstance(value, list | tuple) or (isinstance(value, str) and value.lstrip().startswith(("[", "{")))


def by_letter(value: dict[Any, Any]) -> list[Any] | None:
    """Return the options of an object {"A": …, "B": …} in the letters' order, without blank last ones, or None."""
    options = {str(key).strip().upper(): option for key, option in value.items()}
    names = [letter(place) for place in range(len(value))]
    if not value or set(options) != set(names):
        return None
    while names and options[names[-1]] is None:
        names.pop()
    return [options[name] for name in names]


def options_in_cell(text: str) -> list[str]:
    """Return options that are typed into one cell, lettered, one a line, or with | or ; between them; [] for none.

    >>> options_in_cell("A) red, B) blue"), options_in_cell("red | blue"), options_in_cell("red, blue")
    (['red', 'blue'], ['red', 'blue'], [])
    """
    marks: list[re.Match[str]] = []
    for match in _LETTERED.finditer(text := text.strip()):
        if LETTERS.index(match[1].upper()) == len(marks):
            marks.append(match)
    if len(marks) > 1 and marks[0].start() == 0:
        ends = [*(mark.start() for mark in marks[1:]), len(text)]
        return [text[mark.end() : end].strip(" ;,|\n") for mark, end in zip(marks, ends, strict=True)]
    cut = ([part.strip() for part in text.split(sign) if part.strip()] for sign in "\n|;")
    return next((parts for parts in cut if len(parts) > 1), [])


def _unrecognised(rows: Rows, missing: list[str]) -> DataError:
    columns = ", ".join(rows.columns) or "none"
    names = {role: "A+B+C" if role == "options" else "NAME" for role in missing}
    flag = ",".join(f"{role}={name}" for role, name in names.items())
    several = (
        " options=A+B+C names one column per option; options=NAME one column of lists." if "options" in names else ""
    )
    whole = {"question", "options"} <= set(missing)
    header = " Where the first line is a question itself, put a line of column names above it." if whole else ""
    return fault(
        rows.where,
        f"no column was recognised as {', '.join(missing)}; found {columns}. Name each: "
        f"--columns {flag}.{several}{header}",
    )


def _given_first(value: object) -> int | None:
    if value is None:
        return None
    if str(value) not in {"0", "1"}:
        raise UsageError(f"columns: first is '{value}', the number of the first option; expected 0 or 1.")
    return int(str(value))


def _columns_named(rows: Rows, role: str, names: str | Sequence[str]) -> tuple[str, ...]:
    if role not in ROLES:
        raise unknown_name("column role", role, [*ROLES, "first"])
    if isinstance(names, str):
        names = [names] if names in rows.columns or role != "options" else re.split(r"[+,]\s*", names)
    for name in names:
        if name not in rows.columns:
            raise unknown_name("column", name, list(rows.columns))
    return tuple(names)


def _guess(rows: Rows, role: str, used: set[str]) -> tuple[str, ...]:
    free = {plain_name(name): name for name in reversed(rows.columns) if name not in used}
    named = [free[name] for name in _NAMES[role].split() if name in free]
    named = [name for name in named if role != "options" or _holds_lists(rows, name)]
    if named:  # one that is empty throughout gives way to the next, but in tables of ours, which have all of them
        ours = {*ROLES} - {"options"} <= {*rows.columns}
        return (next((name for name in named if ours or _is_filled(rows, name)), named[0]),)
    return (_series(free) or _cells(rows, free)) if role == "options" else ()


def _series(free: dict[str, str]) -> tuple[str, ...]:
    """Return the longest run of single-option columns: option_a, option_b …, answer0, answer1 …, A, B …."""
    runs = [_run(free, stem, labels) for stem in _SERIES for labels in _labels(stem)]
    best = max(runs, key=len)
    return tuple(free[name] for name in best) if len(best) > 1 else ()


def _cells(rows: Rows, free: dict[str, str]) -> tuple[str, ...]:
    """Return the column of options that are typed into one cell, all of them."""
    keys = _NAMES["answer"].split()  # "answers" may be what is right, and several of them
    named = (free[name] for name in _NAMES["options"].split() if name in free and name not in keys)
    return tuple(name for name in named if _is_typed(rows, name) and options_in_cell(_first_of(rows, name)))[:1]


def _is_typed(rows: Rows, name: str) -> bool:
    first = _first_of(rows, name)
    return isinstance(first, str) and not is_list_like(first)


def _distractors(rows: Rows, used: set[str]) -> tuple[str, ...]:
    """Return the columns of wrong options alone: distractor1, distractor2 …, or one, of lists or single options."""
    free = {plain_name(name): name for name in reversed(rows.columns) if name not in used}
    runs = [_run(free, stem, labels) for stem in _DISTRACTORS for labels in _labels(stem)]
    alone = [[name] for stem in _DISTRACTORS for name in (stem, f"{stem}s", f"{stem}en", f"{stem}n") if name in free]
    return tuple(free[name] for name in max([*runs, *alone], key=len))


def _labels(stem: str) -> Iterable[list[str]]:
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    numbers = [str(number) for number in range(100)]
    return (letters, numbers, numbers[1:]) if stem else (letters,)


def _run(free: dict[str, str], stem: str, labels: list[str]) -> list[str]:
    run = []
    for label in labels:
        name = next((name for name in (stem + label, f"{stem}text{label}", f"{stem}{label}text") if name in free), None)
        if name is None:
            break
        run.append(name)
    return run


def _holds_lists(rows: Rows, name: str) -> bool:
    return is_list_like(_first_of(rows, name))


def _first_of(rows: Rows, name: str) -> Any:
    return next((row.values[name] for row in rows.good if row.values.get(name) is not None), None)


def _is_filled(rows: Rows, name: str) -> bool:
    return any(row.values.get(name) not in (None, "") for row in rows.good)


def _are_levels(rows: Rows, name: str) -> bool:
    """Return whether values are few, and no fractions such as the share of candidates who were right."""
    values = {str(row.values.get(name)) for row in rows.good}
    fractions = [each for each in values if re.fullmatch(r"-?\d*[.,]\d+", each) and as_number(each) is None]
    return len(values) <= _MOST_LEVELS and len(fractions) * 2 <= len(rows.good)


def _id_of_passage(rows: Rows, columns: Columns) -> Columns:
    """Read an id that all questions of a passage share as the passage's own."""
    if columns.id is None or columns.passage is None:
        return columns
    pairs = [(row.values.get(columns.id), row.values.get(columns.passage)) for row in rows.good]
    ids = [str(name) for name, _ in pairs]
    together = {(str(name), str(passage)) for name, passage in pairs}
    if len(set(ids)) == len(ids) or len(together) > len(set(ids)):  # an id has several passages
        return columns
    once = sum(count == 1 for count in Counter(ids).values())
    if len(together) > len({passage for _, passage in together}) and 2 * once >= len(set(ids)):
        return columns  # a passage has several ids, and most ids are a question's
    return replace(columns, id=None, passage_id=columns.passage_id or columns.id)


def plain_name(name: str) -> str:
    """Return a column's name for comparison, without what a quiz platform adds: `Option 2 (optional)`, ` - max 75 …`.

    >>> [*map(plain_name, ("Correct answer(s)", "Answer 1 - max 75 characters", "Option (A)", "Question #"))]
    ['correctanswer', 'answer1', 'optiona', 'questionnumber']
    """
    name = _ADDED.sub("", name).replace("#", "number")
    return re.sub(r"[\W_]+", "", name.lower())


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a column's answers are read: the kind, the number of the first option, and the note that says so."""

    kind: Literal["text", "number", "mixed"]
    first: int = 0
    note: Reason | None = None


def is_missing(value: Any) -> bool:
    """Return whether a value stands for no answer: nothing, blank text, an empty list, NaN, or -1 (hub test sets)."""
    if isinstance(value, str):
        return value.strip() in {"", "-1"}
    return value is None or value in ([], ()) or (isinstance(value, int | float) and (value == -1 or isnan(value)))


def letter_index(value: Any, options: Sequence[str]) -> int | None:
    """Return the index of a letter, None for no answer. Raises DataError for anything else.

    >>> letter_index("B", ["yes", "no"])
    1
    """
    if is_missing(value):
        return None
    match = _LETTER.fullmatch(value.strip()) if isinstance(value, str) else None
    index = LETTERS.index(match[1].upper()) if match else len(options)
    if index >= len(options):
        raise _not_among(value, f"A–{letter(max(len(options) - 1, 0))}")
    return index


def text_index(value: Any, options: Sequence[str]) -> int | None:
    """Return the index of the first option that is this text, None for no answer. Raises DataError."""
    if is_missing(value):
        return None
    stripped = [option.strip() if isinstance(option, str) else option for option in options]
    if not isinstance(value, str) or value.strip() not in stripped:
        text = f"answer {value!r} is not the text of one of its {len(options)} options."
        raise fault("", text, "left-answer-no-text", answer=repr(value), options=len(options))
    return list(options).index(value) if value in options else stripped.index(value.strip())


def lettered_index(value: Any, options: Sequence[str]) -> int | None:
    """Return the index of a letter that stands before its option's own text. Raises DataError for anything else.

    >>> lettered_index("B. no", ["yes", "no"])
    1
    """
    match = _LETTER_AND_TEXT.fullmatch(value.strip()) if isinstance(value, str) else None
    place = LETTERS.index(match[1].upper()) if match else len(options)
    if match is None or place >= len(options) or match[2].strip() != str(options[place]).strip():
        raise _not_among(value, "the options with their letters")
    return place


def number_index(value: Any, options: Sequence[str], first: int = 0) -> int | None:
    """Return the index of a number that counts from `first`, None for no answer. Raises DataError."""
    if is_missing(value):
        return None
    number = as_number(value)
    if number is None or not first <= number < first + len(options):
        raise _not_among(value, f"{first}–{first + len(options) - 1}")
    return number - first


def answer_index(value: Any, options: Sequence[str], scheme: Scheme) -> int | None:
    """Return the answer's index under a column's scheme, None for no answer. Raises DataError."""
    try:
        return _index(value, options, scheme)
    except DataError as error:
        if isinstance(value, str) and len(right := _several(value, options, scheme)) > 1:
            raise many_right("", right) from error
        if isinstance(value, str) and value.strip().lower() in _UNKNOWN:
            text = f"{error} Leave the cell empty if the answer is not known."
            raise fault("", text, "left-answer-empty", error=error.reason) from error
        raise


def many_right(where: str, right: Sequence[int]) -> DataError:
    """Return the error that several options of a question are right."""
    letters = listed(right)
    text = f"{len(right)} of its options are right ({letters}); one is expected."
    return fault(where, text, "left-many-right", right=len(right), options=letters)


def _several(value: str, options: Sequence[str], scheme: Scheme) -> list[int]:
    """Return the options that a cell names, between commas or the like; none where one of its parts names none."""
    parts = re.split(r"\s*[,;|/&+]\s*", value.strip()) if len(value) < _LISTED else []
    try:
        return sorted({place for part in parts if (place := _index(part, options, scheme)) is not None})
    except DataError:
        return []


def answer_scheme(
    pairs: Iterable[tuple[Any, Sequence[str]]], numbered_from: int | None = None, *, first: int | None = None
) -> Scheme:
    """Return how the answers of a file are to be read, judged by all its (answer, options) pairs.

    Texts where every answer is a text of its options; numbers where every answer is a whole number; otherwise each is
    read as a letter, an option's text or a number, whichever fits first. Numbers count from `first` where it is given;
    from 0 if one is 0 or the option columns are numbered from 0; from 1 if one equals its number of options or the
    option columns are numbered from 1. Raises DataError (without the place) where numbers could count from 0 or 1, and
    where they do from neither.
    """
    known = [(value, options) for value, options in pairs if not is_missing(value)]
    others = [(value, options) for value, options in known if not _is_text_of(value, options)]
    if known and not others:
        return Scheme("text", note=Reason("answers-text"))
    if known and all(as_number(value) is not None for value, _ in known):
        start, why = _first([(as_number(value), len(options)) for value, options in known], numbered_from, first)
        return Scheme("number", start, Reason("answers-number", {"first": start, "why": why}))
    numbers = [(number, len(options)) for value, options in others if (number := as_number(value)) is not None]
    start, why = _first(numbers, numbered_from, first) if numbers else (0, NO_NEED)
    return Scheme("mixed", start, Reason("answers-mixed", {"first": start, "why": why}) if known else None)


def _not_among(value: Any, known: str) -> DataError:
    return fault(
        "", f"answer {value!r} is not one of {known}.", "left-answer-not-among", answer=repr(value), known=known
    )


def _index(value: Any, options: Sequence[str], scheme: Scheme) -> int | None:
    if scheme.kind == "number":
        return number_index(value, options, scheme.first)
    if scheme.kind == "text":
        return text_index(value, options)
    for read in (letter_index, text_index, partial(number_index, first=scheme.first), lettered_index):
        try:
            return read(value, options)
        except DataError:
            continue
    last = len(options) - 1
    known = f"A–{letter(last)}, {scheme.first}–{scheme.first + last}"
    text = f"answer {value!r} is not one of {known} or the text of an option."
    raise fault("", text, "left-answer-unknown", answer=repr(value), known=known)


def _first(numbers: Sequence[tuple[int | None, int]], numbered_from: int | None, first: int | None) -> tuple[int, str]:
    """Return where (number, number of options) count from, and why: how their note calls it."""
    if first is not None:
        return first, "given"
    values, highest = {number for number, _ in numbers}, any(number == count for number, count in numbers)
    if 0 in values and highest and numbered_from != 0:
        raise DataError(
            "some of its answers are 0 and some are the number of their options, so they count neither from 0 nor from "
            "1. Correct them, or give the number of the first option: --columns first=1, or first=0."
        )
    if 0 in values or numbered_from == 0:
        return 0, NO_NEED
    if highest:
        return 1, "highest"
    if numbered_from == 1:
        return 1, "columns"
    examples = ", ".join(map(str, sorted(filter(None, values))[:5]))
    raise DataError(
        f"the numbers of its answers ({examples}) could count from 0 or from 1: none is 0 and none equals its number "
        "of options. Give the number of the first option: --columns first=1, or first=0."
    )


def _is_number(value: Any) -> bool:
    return as_number(value) is not None


def _is_letter(value: Any) -> bool:
    return isinstance(value, str) and bool(_LETTER.fullmatch(value.strip()))


def as_number(value: Any) -> int | None:
    """Return a whole number, also one written as text or as 2.0; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else None


def _is_text_of(value: Any, options: Sequence[str]) -> bool:
    return isinstance(value, str) and value.strip() in {option.strip() for option in options if isinstance(option, str)}
