"""Shapes: tables that write questions in another way, as rows of a question with its options and its key.

- JSON whose questions stand inside other objects: each is a row, with what is said of it above, the text, the title.

      {"title": "Unit 4", "passages": [{"text": "Mina rowed.", "questions": [{"question": "Who?", …}, …]}, …]}

- Tables that say of each option whether it is right: in its own row (`question, option, correct`), in a column beside
  it (`question, option_1, correct_1, option_2, correct_2`), or in an object for it.
- Letters before the texts of options, `A) Mina`, as language models write them: left out where all have them, or where
  they are in another order than their places.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from examfiles.errors import DataError
from examfiles.exams import EMPHASISED
from examfiles.format import Remark, fault
from examfiles.items import LeftOut, letter
from examfiles.limits import check_columns
from examfiles.markup import html_text, is_html
from examfiles.readers.tables import Rows, TableRow
from examfiles.readers.tables.answers import is_foreign, label_of, labelled, many_right, none_of
from examfiles.readers.tables.columns import (
    ColumnNames,
    Columns,
    are_understood,
    by_letter,
    guessed,
    is_ours,
    names_role,
    options_in_cell,
    plain_name,
)
from examfiles.reasons import Reason
from examfiles.split_names import SPLITS, canonical

_DEEPEST = 50
"""The most objects and lists inside each other."""
_RIGHT = re.compile(r"correct|right|richtig|korrekt|just|giust|corret|istrue|iskey|score|fraction|^key$|^points$")
_WRONG = re.compile(r"incorrect|wrong|falsch")
_OPTION = re.compile(
    r"(option|choice|answer|response|alternative|antwort|réponse|respuesta|opción|risposta)(text)?|text"
)
_YES, _NO = (
    frozenset(words.split())
    for words in (
        "true t yes y x 1 1.0 100 100.0 100% correct right ✓ ✔ ☑ richtig wahr ja vrai oui sí si vero",
        "false f no n 0 0.0 0% incorrect wrong ✗ ✘ ☐ - – falsch nein faux non falso",
    )
)
_CELLS = re.compile(r"options|choices|answers|responses|optionen|antworten")
_MARK = re.compile(
    r"\s*(?:[\[(*]\s?(?:(?:correct|right)(?: answer)?|richtig|x|\u2713|\u2714)\s?[\])*]|[\u2713\u2714\u2705])\s*$",
    re.IGNORECASE,
)
_NAMELESS = re.compile(r"column \d{1,4}")
_MOST_CHARACTERS = 60
"""Characters of a column's name that are looked at: nobody writes longer ones."""
_CODE = "code"
"""What an option in JSON has in place of its text where it is a program, and a question beside its text."""
_LABELS = (ascii_lowercase, *([str(first + place) for place in range(26)] for first in (1, 0)))
_ON_MARKUP = re.compile(r"\b(?:x?html|xml|tags?|mark-?up|css|elements?|entit(?:y|ies))\b", re.IGNORECASE)
_ALPHABETS = (ascii_uppercase, ascii_uppercase.replace("I", ""))  # F, G, H, J are letters of options, too
_LETTER = re.compile(r"\s*[(\[]?([A-Za-z])(?:(?<=[(\[][A-Za-z])[)\]]\s*|[)\].:]\s+)(?=\S)")  # "(A)Tom", "A. Tom"


def unnested(rows: Rows, names: ColumnNames | None = None) -> Rows:
    """Return the questions that stand inside the rows of a table as its rows; one that is understood stays as it is.

    `names`: columns by role. Raises DataError where they have more columns than any table, or stand too deep.
    """
    if are_understood(rows, names):
        return rows
    questions = [values for row in rows.good for values in _questions(row.values, {}, row.where)]
    if not any(_inside(row.values) for row in rows.good) or not questions:
        return rows
    columns = tuple(dict.fromkeys(name for values in questions for name in values))
    check_columns(rows.where, len(columns))
    body = (TableRow(f"{rows.where}, question {number}", values) for number, values in enumerate(questions, start=1))
    broken = (row for row in rows.rows if not isinstance(row, TableRow))
    return replace(rows, columns=columns, rows=(*body, *broken))


def _questions(value: Any, above: dict[str, Any], where: str, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the questions inside a value, each with what objects above it say; an object around questions is none."""
    if depth > _DEEPEST:
        raise fault(where, f"more than {_DEEPEST} of its objects and lists are inside each other; no exam needs that.")
    if isinstance(value, list):
        for each in value:
            yield from _questions(each, above, where, depth + 1)
    elif isinstance(value, dict):
        flat = {name: each for name, each in value.items() if not isinstance(each, list | dict)}
        # An id above questions is the passage's.
        own = {"passage_id" if plain_name(name) == "id" else name: each for name, each in flat.items()}
        inside = False
        for name, each in _inside(value).items():
            split = {"split": canonical(name)} if canonical(name) in SPLITS else {}
            for question in _questions(each, above | own | split, where, depth + 1):
                yield question
                inside = True
        if not inside and any(isinstance(each, str) and names_role(name, "question") for name, each in value.items()):
            yield above | value


def _inside(value: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in value.items() if isinstance(each, list | dict) and each}


def with_a_row_a_question(rows: Rows, names: ColumnNames | None = None) -> tuple[Rows, list[Remark]]:
    """Return a table of a row an option as one of a row a question; any other as it is. `names`: columns by role.

    Rows that follow each other are a question's if they have the same one, or none of their own. What differs among
    them in other columns is left out, and a remark says so.
    """
    plain = {name: plain_name(name) for name in rows.columns}
    rights = [name for name in plain if _tells_right(plain[name]) and _are_marks(_values(rows, [name]))]
    options = [name for name in plain if _OPTION.fullmatch(plain[name])]
    question = guessed(rows, "question", names)
    if not (question and len(rights) == len(options) == 1) or {"options", "answer"} & set(names or {}):
        return rows, []
    [right], [option] = rights, options
    groups = list(_groups(rows, [question, *_also_shared(rows, names)]))
    if sum(_are_options(group, option) for group in groups) * 2 <= len(groups):
        return rows, []
    others = [name for name in rows.columns if name not in {right, option}]
    if {"options", "answer"} & set(others):
        return rows, []
    lost = [name for name in others if any(_differs(group, name) for group in groups)]
    kept = [name for name in others if name not in lost]
    broken = (row for row in rows.rows if not isinstance(row, TableRow))
    body = (*(_one(group, kept, option, right) for group in groups), *broken)
    values = {"where": rows.where, "option": option, "right": right, "questions": len(groups)}
    remarks = [Remark(Reason("note-row-an-option", values))]
    if lost:
        remarks.append(Remark(Reason("note-lost-by-option", {"where": rows.where, "columns": ", ".join(lost)})))
    return replace(rows, columns=(*kept, "options", "answer"), rows=body), remarks


def with_marked_cells(rows: Rows, names: ColumnNames | None = None) -> tuple[Rows, list[Remark]]:
    """Return a table whose cells hold all options of a question, `1. bread | 2. tea [Correct]`, with these and keys.

    Any other table is returned as it is, and so is one whose options or answers have a column of their own. `names`:
    columns by role.
    """
    named = [name for name in rows.columns if names_role(name, "options") and _CELLS.search(plain_name(name))]
    keys = [name for name in rows.columns if name not in named and names_role(name, "answer")]
    if len(named) != 1 or keys or {"options", "answer"} & {*(names or {}), *({*rows.columns} - {*named})}:
        return rows, []
    [name] = named
    cells = {row.where: _marked_options(row.values.get(name)) for row in rows.good}
    right = [sum(mark for _, mark in cell) for cell in cells.values()]
    if not right or sum(count > 0 for count in right) * 2 <= len(right):
        return rows, []
    columns = tuple("options" if each == name else each for each in rows.columns)
    body = tuple(_of_cell(row, name, cells[row.where]) if isinstance(row, TableRow) else row for row in rows.rows)
    note = Reason("note-marks-in-cells", {"where": rows.where, "name": name})
    return replace(rows, columns=(*columns, "answer"), rows=body), [Remark(note)]


def _marked_options(value: Any) -> list[tuple[str, bool]]:
    """Return the options that are typed into a cell, without their numbers and marks, and whether each is marked."""
    options = options_in_cell(value) if isinstance(value, str) else []
    numbers = [re.match(r"\(?(\d{1,2})[.)]\s*", option) for option in options]
    if all(number and int(number[1]) == place for place, number in enumerate(numbers, start=1)):
        options = [option[number.end() :] for option, number in zip(options, numbers, strict=True) if number]
    return [(_MARK.sub("", option).strip(), bool(_MARK.search(option))) for option in options]


def _of_cell(row: TableRow, name: str, options: Sequence[tuple[str, bool]]) -> TableRow | DataError:
    """Return a row with its options as a list, and the letter of the one that is marked."""
    right = [place for place, (_, mark) in enumerate(options) if mark]
    values = {own: value for own, value in row.values.items() if own != name}
    values |= {"options": [text for text, _ in options], "answer": letter(right[0]) if right else None}
    return many_right(row.where, right) if len(right) > 1 else replace(row, values=values)


_TYPE = "type questiontype typ fragetyp fragentyp typedequestion tipodepregunta tipodidomanda tipodepergunta vraagtype"
_CHOICE = frozenset(
    [
        "multiplechoice",
        "mcq",
        "mc",
        "singlechoice",
        "single",
        "singleselect",
        "checkbox",
        "multiselect",
        "multipleselect",
        "multipleanswers",
        "singleanswer",
        "singlechoicequestion",
        "multiplechoicequestion",
        "truefalse",
        "trueorfalse",
        "quiz",
        "dropdown",
        "elecciónúnica",
        "elecciónmúltiple",
        "opciónmúltiple",
        "verdaderoofalso",
        "choixmultiple",
        "choixunique",
        "qcm",
        "vraifaux",
        "sceltamultipla",
        "múltiplaescolha",
        "meerkeuze",
        "meerkeuzevraag",
        "einfachauswahl",
        "mehrfachauswahl",
        "单选题",
        "选择题",
        "選擇題",
        "객관식",
    ]
)
_KINDS = {
    name: reason
    for reason, names in {
        "left-poll": "poll survey opinion wordcloud brainstorm encuesta sondage umfrage sondaggio enquete",
        "left-essay": "essay longanswer paragraph aufsatz ensayo",
        "left-typed": "openended open openquestion shortanswer shorttext freetext freeresponse typeanswer text "
        "textinput string respuestaabierta respuestacorta questionouverte réponsecourte offenefrage freitext "
        "kurzantwort openvraag "
        "rispostaaperta respostaaberta respostacurta 简答题 주관식",
        "left-blanks": "fillintheblank fillintheblanks fillinblank fillblank fillingap fillinthegap cloze gapfill "
        "lückentext texteàtrous rellenarhuecos 填空题",
        "left-matching": "match matching matchthefollowing pairs zuordnung relacionar association",
        "left-ordering": "order ordering reorder sorting sequence puzzle jumble ordenar reihenfolge",
        "left-drawing": "draw drawing",
        "left-numerical": "numeric numerical number",
        "left-upload": "upload fileupload audioresponse videoresponse",
    }.items()
    for name in names.split()
}
"""Why rows are left out whose type a table names, beside those of questions with options."""
_EXPLAINS = re.compile(r"[(\[](?:required|optional|default)\b|^text (?:of|for) |leave (?:it )?blank\b", re.IGNORECASE)


def without_kinds(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows without the one that explains the columns, and those of other kinds of questions as left out.

    A column names the kinds where it names one of questions with options, too.
    """
    names = [name for name in columns.unused(rows) if plain_name(name) in _TYPE.split()]
    body, remarks = list(rows.rows), list[Remark]()
    first = next((row for row in body if isinstance(row, TableRow)), None)
    filled = [str(value) for value in first.values.values() if value] if first and rows.named else []
    if first and len(filled) > 2 and sum(bool(_EXPLAINS.search(text)) for text in filled) * 2 > len(filled):
        body.remove(first)
        remarks.append(Remark(Reason("note-row-explains", {"where": first.where})))
    for name in names:
        kinds = [plain_name(str(row.values.get(name) or "")) if isinstance(row, TableRow) else "" for row in body]
        polls = not columns.answer and all(_KINDS.get(kind) == "left-poll" for kind in kinds)
        if _CHOICE & set(kinds) or polls:
            for at, (row, kind) in enumerate(zip(body, kinds, strict=True)):
                if isinstance(row, TableRow) and kind in _KINDS:
                    body[at] = LeftOut(row.where, Reason(_KINDS[kind]))
    return (rows if body == list(rows.rows) else replace(rows, rows=tuple(body))), columns, remarks


def with_listed_keys(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows with the key that stands in several columns, or in one without a name, where none is named for it."""
    free = () if columns.answer or len(columns.options) < 2 else columns.unused(rows)
    names = [name for name in free if _NAMELESS.fullmatch(name) or names_role(re.sub(r" \d$", "", name), "answer")]
    letters = {letter(place) for place in range(len(columns.options))} | {
        str(n + 1) for n in range(len(columns.options))
    }
    values = {name: [str(row.values[name]).strip() for row in rows.good if row.values.get(name)] for name in names}
    keys = [
        name
        for name in names
        if {each.upper() for text in values[name] for each in re.split(r"[,;\s]+", text)} <= letters
    ]
    if not any(values[name] for name in keys):
        return rows, columns, []

    def keyed(row: TableRow) -> TableRow:
        own = [str(row.values[name]) for name in keys if row.values.get(name)]
        return replace(row, values={**row.values, keys[0]: ", ".join(own) or None})

    body = tuple(keyed(row) if isinstance(row, TableRow) else row for row in rows.rows)
    kept = tuple(name for name in rows.columns if name not in keys[1:])
    return replace(rows, columns=kept, rows=body), replace(columns, answer=keys[0]), []


def without_markup(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows with the texts of cells that hold HTML, as learning platforms export them.

    A cell that is an element alone (`<b>`) stays, and so do rows on HTML and tables that were written here, as text.
    """
    names = [columns.passage, columns.question, columns.answer, *columns.options]
    first, count, body = "", 0, []
    for row in () if is_ours(rows) else rows.rows:
        if isinstance(row, TableRow) and not _ON_MARKUP.search(str(row.values.get(columns.question))):
            values = {name: _text_of(value) if name in names else value for name, value in row.values.items()}
            if values != row.values:
                count, first = count + 1, first or row.where
                question = row.values.get(columns.question)
                parts = html_text(question).emphasised if isinstance(question, str) and is_html(question) else ()
                values |= {EMPHASISED: "\n".join(parts)} if parts and EMPHASISED not in values else {}
                row = replace(row, values=values)  # noqa: PLW2901 - the row as it is read
        body.append(row)
    if not count:
        return rows, columns, []
    note = Remark(Reason("note-html-cells", {"where": first, "rows": count}))
    return replace(rows, rows=tuple(body)), columns, [note]


def _text_of(value: Any) -> Any:
    """Return a value with its HTML as text, inside lists and objects too."""
    if isinstance(value, str):
        return (html_text(value).text or value) if is_html(value) else value
    if isinstance(value, list):
        return [_text_of(each) for each in value]
    return {name: _text_of(each) for name, each in value.items()} if isinstance(value, dict) else value


def with_marks(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows with the keys that stand beside their options: in columns, or in an object for each option.

    Rows that have a key stay as they are.
    """
    if len(columns.options) == 1:
        return _with_objects(rows, columns)
    marks = () if columns.has_keys(rows) else _marks(rows, columns)
    if not marks:
        return rows, columns, []
    name = columns.answer or "answer"
    body = tuple(_keyed(row, name, marks, columns) if isinstance(row, TableRow) else row for row in rows.rows)
    note = Remark(Reason("note-marks-beside", {"where": rows.where, "columns": ", ".join(marks)}))
    named = tuple(each for each in dict.fromkeys((*rows.columns, name)) if each not in marks)
    return replace(rows, columns=named, rows=body), replace(columns, answer=name), [note]


def _with_objects(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows whose options are objects with a text as rows of texts, and with the keys that the objects tell."""
    [name] = columns.options
    objects = [each for row in rows.good if _are_objects(row.values.get(name)) for each in row.values[name]]
    names = dict.fromkeys(key for each in objects for key in each)
    text = next((key for key in names if _is_text(plain_name(key))), None)
    marks = (key for key in names if _tells_right(plain_name(key)) and _are_marks(each.get(key) for each in objects))
    right = None if columns.has_keys(rows) else next(marks, None)
    if text is None or (right is None and plain_name(text) == "text"):
        return rows, columns, []
    key = columns.answer or "answer"
    body = tuple(
        _from_objects(_with_code(row, columns), name, text, right, key)
        if isinstance(row, TableRow) and _are_objects(row.values.get(name))
        else row
        for row in rows.rows
    )
    if right is None:
        return replace(rows, rows=body), columns, []
    remark = Remark(Reason("note-marks-in-options", {"where": rows.where, "name": right}))
    named = tuple(dict.fromkeys((*rows.columns, key)))
    return replace(rows, columns=named, rows=body), replace(columns, answer=key), [remark]


def _with_code(row: TableRow, columns: Columns) -> TableRow:
    """Return a row with the program that is shown below its question."""
    code = row.values.get(_CODE) if _CODE not in columns.used else None
    if not isinstance(code, str) or not re.search(r"[\s(=]", code):  # Q17 is an id
        return row
    values = {name: value for name, value in row.values.items() if name != _CODE}
    return replace(row, values={**values, columns.question: f"{values.get(columns.question) or ''}\n{code}"})


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _is_text(name: str) -> bool:
    return bool(_OPTION.fullmatch(name)) or name in {"value", "title", "statement", "content"}


def _from_objects(row: TableRow, name: str, text: str, right: str | None, key: str) -> TableRow | DataError:
    """Return a row with its options as texts, and, where `right` names what tells it, its key, or an error."""
    objects, values = row.values[name], dict(row.values)
    named = [label_of(each, text) for each in objects]
    labels = [letter(at) if label is None else label for at, label in enumerate(named)]
    values[name] = {"text": [each.get(text, each.get(_CODE)) for each in objects], "label": labels}
    if right is None:
        return replace(row, values=values)
    keys = [at for at, each in enumerate(objects) if _mark(each.get(right))]
    values[key] = labels[keys[0]] if keys else None
    return many_right(row.where, keys) if len(keys) > 1 else replace(row, values=values)


def _marks(rows: Rows, columns: Columns) -> tuple[str, ...]:
    """Return the columns that say of each option whether it is right, in the options' order; none where there are none.

    Their names are alike but for the label, a letter or a number.
    """
    free = {plain_name(name): name for name in columns.unused(rows) if len(name) <= _MOST_CHARACTERS}
    for labels in _LABELS:
        for first in free:
            for at in (match.start() for match in re.finditer(labels[0], first)):
                before, after = first[:at], first[at + 1 :]
                names = [free.get(before + label + after, "") for label in labels[: len(columns.options)]]
                if _tells_right(before + after) and all(names) and _are_marks(_values(rows, names)):
                    return tuple(names)
    return ()


def _keyed(row: TableRow, name: str, marks: Sequence[str], columns: Columns) -> TableRow | DataError:
    """Return a row with its key, or the error that it has several."""
    values = {column: value for column, value in row.values.items() if column not in marks}
    right = [place for place, mark in enumerate(marks) if _mark(row.values.get(mark))]
    if len(right) > 1:
        return many_right(row.where, right)
    return TableRow(row.where, {**values, name: columns.key(right[0]) if right else None})


def _one(group: Sequence[TableRow], kept: Sequence[str], option: str, right: str) -> TableRow | DataError:
    """Return the rows of a question as one, or the error that it has several keys."""
    values = {
        name: next((row.values[name] for row in group if row.values.get(name) is not None), None) for name in kept
    }
    texts = ["" if row.values.get(option) is None else str(row.values[option]) for row in group]
    keys = [place for place, row in enumerate(group) if _mark(row.values.get(right))]
    labels = [letter(place) for place in range(len(texts))]
    values |= {"options": {"text": texts, "label": labels}, "answer": labels[keys[0]] if keys else None}
    return many_right(group[0].where, keys) if len(keys) > 1 else TableRow(group[0].where, values)


def _groups(rows: Rows, shared: Sequence[str]) -> Iterator[list[TableRow]]:
    """Yield the rows of each question; `shared`: the columns that are the same in all of them, or empty."""
    last: dict[str, Any] = {}

    def own(row: TableRow) -> list[Any]:
        last.update({name: row.values[name] for name in shared if row.values.get(name) is not None})
        return [last.get(name) for name in shared]

    for _, group in groupby(rows.good, own):
        yield list(group)


def _also_shared(rows: Rows, names: ColumnNames | None) -> Iterator[str]:
    """Yield the passage's column, and that of an id which is not each row's own."""
    for role in ("passage", "id"):
        name = guessed(rows, role, names)
        values = [row.values[name] for row in rows.good if name and row.values.get(name) is not None]
        if name and len(set(map(str, values))) < len(values):
            yield name


def _are_options(group: Sequence[TableRow], option: str) -> bool:
    """Return whether there are several rows that say different things, as candidates with the same answer do not."""
    texts = {str(row.values.get(option)) for row in group}
    return 1 < len(texts) == len(group)


def _differs(group: Sequence[TableRow], name: str) -> bool:
    return len({str(row.values[name]) for row in group if row.values.get(name) is not None}) > 1


def _tells_right(name: str) -> bool:
    return bool(_RIGHT.search(name)) and not _WRONG.search(name)


def _values(rows: Rows, names: Sequence[str]) -> Iterator[Any]:
    return (row.values.get(name) for row in rows.good for name in names)


def _are_marks(values: Iterable[Any]) -> bool:
    """Return whether values are words for right and wrong alone, and one is for right at least."""
    marks: set[bool] = set()
    for mark in map(_mark, values):
        if mark is None:
            return False
        marks.add(mark)
    return True in marks


def _mark(value: Any) -> bool | None:
    """Return whether a cell says that an option is right; an empty one does not. None: it says neither.

    >>> _mark("TRUE"), _mark(None), _mark(0.0), _mark("perhaps")
    (True, False, False, None)
    """
    text = "" if value is None else str(value).strip().lower()
    return True if text in _YES else False if not text or text in _NO else None


def without_letters(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows without the letters that options begin with, `A) Mina`, where all of them do, each with its own.

    Where a row has them in another order than its places, a letter as its key names the option that begins with it.
    """
    texts = [_typed_options(row, columns) for row in rows.good]
    if texts and all(map(are_lettered, texts)):
        body = tuple(_unlettered(row, columns) if isinstance(row, TableRow) else row for row in rows.rows)
        return replace(rows, rows=body), columns, [Remark(Reason("note-letters-left-out", {"where": rows.where}))]
    moved = {row.where for row, own in zip(rows.good, texts, strict=True) if own_letters(own) and not are_lettered(own)}
    body = tuple(
        _unlettered(row, columns) if isinstance(row, TableRow) and row.where in moved else row for row in rows.rows
    )
    read = [old.where for old, new in zip(rows.rows, body, strict=True) if isinstance(old, TableRow) and new is not old]
    remarks = [Remark(Reason("note-own-letters", {"where": read[0], "questions": len(read)}))] if read else []
    return replace(rows, rows=body), columns, remarks


def _typed_options(row: TableRow, columns: Columns) -> list[str]:
    """Return the options of a row as they are typed; none where they are no texts."""
    if len(columns.options) == 1:
        values = row.values.get(columns.options[0])
        values = options_in_cell(values) if columns.typed and isinstance(values, str) else values
        values = by_letter(values) if isinstance(values, dict) else values
    else:
        values = [row.values.get(name) for name in columns.options]
        while values and values[-1] is None:
            values.pop()
    return list(values) if isinstance(values, list | tuple) and all(isinstance(each, str) for each in values) else []


def own_letters(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the letters that texts begin with, where all do, each with one of its own; none for others.

    >>> own_letters(["B. bread", "A. tea"]), own_letters(["B. bread", "tea"])
    (('B', 'A'), ())
    """
    labels = [label[1].upper() for text in texts if (label := _LETTER.match(text))]
    return tuple(labels) if len(texts) == len(labels) == len(set(labels)) > 1 else ()


def are_lettered(texts: Sequence[str]) -> bool:
    """Return whether texts begin with the letters from A on, each with its own."""
    letters = own_letters(texts)
    return bool(letters) and all(own == letter(at) for at, own in enumerate(letters))


def _unlettered(row: TableRow, columns: Columns) -> TableRow | DataError:
    """Return a row without the letters of its options; the key is the place that its letter, or its text, names.

    Initials (`B. Franklin`, `J. Adams`) are no letters of options: a key that may mean one, or a place, is an error.
    """
    texts, values = _typed_options(row, columns), dict(row.values)
    letters, key = own_letters(texts), values.get(columns.answer) if columns.answer else None
    own = [_LETTER.sub("", text, count=1) for text in texts]
    at = texts.index(key) if key in texts else labelled(key, letters) if isinstance(key, str) else None
    follow = any("".join(sorted(letters)) in alphabet for alphabet in _ALPHABETS)
    if not follow and at is not None and key not in texts and str(key).upper() != letter(at):
        text = (
            f"the key {key!r} may be the option that begins with it ({texts[at]!r}) or the one in its place. Write the "
            "text of the right option as the key."
        )
        return fault(row.where, text, "left-own-letters", key=repr(key), option=repr(texts[at]))
    if not follow:
        return row
    if len(columns.options) == 1:
        values[columns.options[0]] = {"text": own, "label": list(letters)}
    else:
        values |= dict(zip(columns.options, own, strict=False))
    if columns.answer and at is not None:
        values[columns.answer] = letters[at] if len(columns.options) == 1 else columns.key(at)
    elif columns.answer and len(columns.options) > 1 and is_foreign(key, letters):
        return fault(row.where, str(none_of(key, letters)))
    return replace(row, values=values)
