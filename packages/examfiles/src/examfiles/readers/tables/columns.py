"""Columns of a table: which is the passage, the question and so on. A role is guessed from a name, or given."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.format import fault
from examfiles.items import LETTERS, letter
from examfiles.readers.tables import Rows
from examfiles.readers.tables.answers import TEXT, TWO, First, as_number, is_missing
from examfiles.reasons import Reason

ColumnNames = Mapping[str, str | Sequence[str]]

_NAMES = {
    "passage": "passage context article story paragraph document dialogue dialog passagetext readingpassage "
    "contexttext articletext florespassage support background reading content text lesetext textabschnitt artikel "
    "texte texto lectura testo brano tekst premise narrative extrait extracto pasaje fragmento trecho excerto "
    "leestekst "
    "文章 短文 课文 課文 材料 阅读材料 "
    "閱讀材料 原文 本文 長文 英文 지문 본문",
    "question": "question query stem questiontext questionstem prompt frage fragestellung fragetext aufgabe q "
    "pregunta domanda pergunta questão vraag énoncé enoncé intitulé textedelaquestion "
    "enunciado textodelapregunta quesito testodelladomanda enunciadodaquestão textodapergunta vraagtekst "
    "vraagstelling opgave "
    "题目 題目 问题 問題 题干 題幹 试题 問題文 "
    "質問 設問 質問文 문제 질문 문항 발문 title titel",
    "options": "options choices answeroptions optionlist choicelist candidates endings option choice answers optionen "
    "antwortoptionen antwortmöglichkeiten antworten choix propositions réponses opciones alternativas "
    "respuestas opzioni risposte alternative opções respostas opties keuzes antwoorden antwoordopties "
    "选项 選項 選択肢 선택지 보기",
    "answer": "answer ans label key answerkey gold correct correctanswer correctoption correctchoice answerindex "
    "answeridx answerid answerletter rightanswer rightoption rightchoice correctindex correctidx correctletter "
    "goldlabel goldanswer correctanswernum correctanswernumber target solution cop answers lösung loesung "
    "correctanswerid correctoptionid richtigeantwort richtigelösung richtig "
    "correctans correctresponse responsekey correctantwoord goedantwoord juistantwoord opcióncorrecta "
    "rispostaesatta respostacerta 正确答案 答案 正解 答え 정답 답 "
    "schlüssel antwort bonneréponse réponsecorrecte respuestacorrecta correcta rispostacorretta "
    "rispostagiusta respostacorreta correta gabarito clave juisteantwoord goedeantwoord antwoord oplossing sleutel "
    "códigoderespuestacorrecta solución soluzione chiave alternativacorreta opçãocorreta "
    "corrigé clé optioncorrecte opzionecorretta juisteoptie risposta réponse respuesta resposta "
    "参考答案 "
    "标准答案 標準答案 正確答案 正答 解答 답안",
    "id": "id questionid qid idstring itemid exampleid uid uuid",
    "passage_id": "passageid contextid articleid storyid textid documentid docid",
    "level": "level difficulty grade niveau schwierigkeit difficulté dificultad difficoltà dificuldade "
    "moeilijkheid 难度 難易度 난이도",
}
_SERIES = (
    *("option", "opt", "choice", "answer", "mcanswer", "ans", "ending", "candidate", "alternative", "op"),
    *("antwort", "antwortoption", "antwortmöglichkeit", "auswahl", "réponse", "proposition", "choix"),
    *("opción", "opcion", "respuesta", "alternativa", "opzione", "risposta", "opção", "resposta"),
    *("antwoord", "optie", "keuze", "choixderéponse", "réponsepossible", "选项", "選項"),
    *("選択肢", "선택지", "보기", ""),
)
_DISTRACTORS = (
    *("distractor", "incorrectanswer", "incorrectoption", "incorrectchoice", "wronganswer", "wrongoption"),
    *("wrongchoice", "wrong", "incorrect", "distraktor", "falscheantwort", "falschantwort"),
)
_OF_ANSWERS = frozenset(
    [
        "timestamp",
        "zeitstempel",
        "horodateur",
        "marcatemporal",
        "informazionicronologiche",
        "carimbodedatahora",
        "tijdstempel",
        "タイムスタンプ",
        "타임스탬프",
        "时间戳记",
        "completiontime",
        "fertigstellungszeit",
        "heuredefin",
        "horadefinalización",
        "oradicompletamento",
        "horadeconclusão",
    ]
)
"""Columns of what candidates answered in a form: when they did."""
ROLES = tuple(_NAMES)
_MOST_LEVELS = 20
"""The most levels of difficulty: a column with more tells a measurement."""
_LONGEST_NAME = 200  # characters of a column's name that are looked at
_ADDED_COLUMN = re.compile(
    r"\((?:s|[^()]{3,60})\)|\s[-\u2013\u2014]\s?"
    r"(?=.{0,60}\b(?:max|min|choose|select|at least|optional|required|characters|sec(?:ond)?s?|one of)\b).*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s*\d{1,2}[.)]\s+(?=\D)")  # Socrative: the steps of filling in
_ONE_OPTION = re.compile(r"(?:option)?[a-z]|option\d{1,2}")
_PLAIN_ANSWERS = frozenset({"answers-text", "answers-number", "answers-mixed"})
_CONCLUDED = frozenset({"highest", "columns"})  # where numbers count from was concluded, and how
_LETTERED = re.compile(r"(?:^|[\s;,|])[(\[]?([A-Za-z])[)\].:]\s{0,9}(?=\S)")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column plays which role; `options` is one column of lists, or two and more of single options.

    `first` is the number of the first option in answers that are numbers, where it is given, or says that they are
    options themselves. A table of questions
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
    first: First | None = None
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

    def note(self, rows: Rows, answers: Reason, given: Collection[str] = ()) -> Reason | None:
        """Describe how the columns and the answers are read; None where every column has its role's name or is `given`.

        Answers that had to be interpreted are described in any case.
        """
        roles = [(role, getattr(self, role)) for role in ROLES]
        concluded = answers.values.get("why") in _CONCLUDED or answers.values.get(TWO)
        plainly = answers.code in _PLAIN_ANSWERS and not concluded
        if plainly and all(role in given or _has_own_name(role, columns) for role, columns in roles):
            return None
        parts = [f"{role}={'+'.join(c) if isinstance(c, tuple) else c}" for role, c in roles if c is not None]
        rest = self.unused(rows)
        values = {"columns": ", ".join(parts), "answers": answers}
        if not rest:
            return Reason("note-columns", values)
        return Reason("note-columns-kept", {**values, "kept": ", ".join(rest)})

    def unused(self, rows: Rows) -> list[str]:
        """Return the columns without a role, in order."""
        return [name for name in rows.columns if name not in self.used]


def _has_own_name(role: str, columns: str | tuple[str, ...] | None) -> bool:
    """Return whether columns are called what the role is called: `answer`; `options`, or `option_A`, `B` and so on."""
    if columns is None or isinstance(columns, str):
        return columns is None or plain_name(columns) == role.replace("_", "")
    if len(columns) == 1:
        return plain_name(columns[0]) == role
    return all(_ONE_OPTION.fullmatch(plain_name(name)) for name in columns)


def find_columns(rows: Rows, names: ColumnNames | None = None, *, passage_needed: bool = True) -> Columns:
    """Return the columns by role: those in `names`, {role: column}, and the rest guessed from the columns' own names.

    `first` beside the roles is not a column but the number of the first option, 0 or 1, or `TEXT`. Raises UsageError
    for a role or column in `names` that does not exist, DataError where passage, question or options are not found.
    """
    names = dict(names or {})
    first = _given_first(names.pop("first", None))
    by_role, distractors = _by_role(rows, names)
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


def _by_role(rows: Rows, names: ColumnNames) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Return the columns of each role, by `names` or guessed, and those of wrong options where only these are named."""
    by_role = {role: _columns_named(rows, role, value) for role, value in names.items()}
    used = {column for columns in by_role.values() for column in columns}
    for role in ROLES:
        if role not in by_role:
            by_role[role] = _guess(rows, role, used)
            if role == "level" and not all(_are_levels(rows, name) for name in by_role[role]):
                by_role[role] = ()
            used |= set(by_role[role])
    if by_role["options"] and not by_role["question"] and "passage" not in names:
        by_role["question"], by_role["passage"] = by_role["passage"], ()  # {"text": …, "answers": […]}
    distractors = _distractors(rows, used) if by_role["answer"] and not by_role["options"] else ()
    if distractors:
        by_role["options"] = (*by_role["answer"], *distractors)
    return by_role, distractors


def guesses(rows: Rows) -> dict[str, str]:
    """Return the role of each column that has one by its own name; those of wrong options alone have none."""
    by_role, distractors = _by_role(rows, {})
    shown = by_role | ({"options": ()} if distractors else {})
    return {name: role for role, names in shown.items() for name in names}


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


def is_list_like(value: Any) -> bool:
    """Return whether a value can hold several options: a list, an object of texts or by letter, or its text."""
    if isinstance(value, dict):
        return isinstance(value.get("text"), list) or by_letter(value) is not None or by_number(value) is not None
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


def by_number(value: dict[Any, Any]) -> tuple[list[Any], list[str]] | None:
    """Return the options of an object {"1": …, "2": …}, from 0 or 1, in their order, and their numbers, or None.

    >>> by_number({"2": "tea", "1": "bread"}), by_number({"2": "tea"})
    ((['bread', 'tea'], ['1', '2']), None)
    """
    options = {str(key).strip(): option for key, option in value.items()}
    for first in (0, 1):
        names = [str(number) for number in range(first, first + len(value))]
        if len(value) > 1 and {*options} == {*names}:
            return [options[name] for name in names], names
    return None


def options_in_cell(text: str) -> list[str]:
    """Return options that are typed into one cell, lettered, one a line, or with | or ; between them; [] for none.

    Letters in another order stay before their options.

    >>> options_in_cell("A) red, B) blue"), options_in_cell("red | blue"), options_in_cell("red, blue")
    (['red', 'blue'], ['red', 'blue'], [])
    >>> options_in_cell("B) red | A) blue")
    ['B) red', 'A) blue']
    """
    cut = [[part.strip() for part in text.split(sign) if part.strip()] for sign in "\n|;"]
    for parts in cut:
        letters = [match[1].upper() for match in map(_LETTERED.match, parts) if match]
        if len(parts) == len(letters) == len({*letters}) > 1 and letters != [*LETTERS[: len(letters)]]:
            return parts
    marks: list[re.Match[str]] = []
    for match in _LETTERED.finditer(text := text.strip()):
        if LETTERS.index(match[1].upper()) == len(marks):
            marks.append(match)
    if len(marks) > 1 and marks[0].start() == 0:
        ends = [*(mark.start() for mark in marks[1:]), len(text)]
        return [text[mark.end() : end].strip(" ;,|\n") for mark, end in zip(marks, ends, strict=True)]
    return next((parts for parts in cut if len(parts) > 1), [])


def _unrecognised(rows: Rows, missing: list[str]) -> DataError:
    columns = ", ".join(rows.columns) or "none"
    if {plain_name(name) for name in rows.columns} & _OF_ANSWERS:
        return fault(
            rows.where,
            f"found {columns}; expected a question and its options in each row. These are candidates' answers, as "
            "Google Forms and Microsoft Forms export them: give the exam itself, with this file as --responses.",
        )
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


def _given_first(value: object) -> First | None:
    if value is None:
        return None
    if str(value) == TEXT:
        return TEXT
    if str(value) not in {"0", "1"}:
        raise UsageError(f"columns: first is '{value}', the number of the first option; expected 0, 1 or {TEXT}.")
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
    named = [name for name in named if role != "options" or is_list_like(_first_of(rows, name))]
    if named:  # one that is empty throughout gives way to the next, but in tables of ours, which have all of them
        filled = {name for row in rows.good for name, value in row.values.items() if value not in (None, "")}
        return (next((name for name in named if is_ours(rows) or name in filled), named[0]),)
    if role != "options":
        return ()
    # The longest run of single-option columns: option_a, option_b …, answer0, answer1 …, A, B ….
    best = max((_run(free, stem, labels) for stem in _SERIES for labels in _labels(stem)), key=len)
    return tuple(free[name] for name in best) if len(best) > 1 else _cells(rows, free)


def is_ours(rows: Rows) -> bool:
    """Say whether a table has all the columns that are written here."""
    return {*ROLES} - {"options"} <= {*rows.columns}


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
        names = [stem + label, f"{stem}text{label}", f"{stem}{label}text"]
        names += [label + stem] if label.isdigit() or not stem.isascii() else []  # `cop` is no third option
        name = next((name for name in names if name in free), None)
        if name is None:
            break
        run.append(name)
    return run


def _first_of(rows: Rows, name: str) -> Any:
    return next((row.values[name] for row in rows.good if row.values.get(name) is not None), None)


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


@lru_cache(2**14)
def plain_name(name: str) -> str:
    """Return a column's name for comparison, without what a quiz platform adds: `Option 2 (optional)`, ` - max 75 …`.

    >>> [*map(plain_name, ("Correct answer(s)", "Answer 1 - max 75 characters", "Option (A)", "3. Question:", "Q #"))]
    ['correctanswer', 'answer1', 'optiona', 'question', 'qnumber']
    """
    name = unicodedata.normalize("NFKC", name[:_LONGEST_NAME])
    name = _NUMBERED.sub("", _ADDED_COLUMN.sub("", name)).replace("#", "number")
    return re.sub(r"[\W_]+", "", name.lower())
