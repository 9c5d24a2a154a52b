"""Columns: which column of a table is the passage, the question and so on, guessed from its name or given by name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.items import letter
from magnetite.core.reasons import Reason
from magnetite.formats.format import fault
from magnetite.formats.rows import Rows

ColumnNames = Mapping[str, str | Sequence[str]]

_NAMES = {
    "passage": "passage context article story paragraph document dialogue dialog passagetext readingpassage "
    "contexttext articletext reading content text",
    "question": "question query stem questiontext questionstem prompt",
    "options": "options choices answeroptions optionlist choicelist candidates endings option choice answers",
    "answer": "answer label key answerkey gold correct correctanswer correctoption correctchoice answerindex answeridx "
    "answerid answerletter rightanswer rightoption rightchoice correctindex correctidx correctletter goldlabel "
    "goldanswer target solution cop answers",
    "id": "id questionid qid idstring itemid exampleid uid uuid",
    "passage_id": "passageid contextid articleid storyid textid documentid docid",
    "level": "level difficulty grade",
}
_SERIES = ("option", "opt", "choice", "answer", "ans", "ending", "candidate", "alternative", "op", "")
ROLES = tuple(_NAMES)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column plays which role; `options` is one column of lists, or two and more of single options.

    `first` is the number of the first option in answers that are numbers, where it is given. A table of questions
    without passages has no `passage`.
    """

    passage: str | None
    question: str
    options: tuple[str, ...]
    answer: str | None = None
    id: str | None = None
    passage_id: str | None = None
    level: str | None = None
    first: int | None = None

    @property
    def used(self) -> set[str]:
        """Return the columns that play a role; all others become metadata."""
        roles = (self.passage, self.question, self.answer, self.id, self.passage_id, self.level, *self.options)
        return {name for name in roles if name is not None}

    @property
    def numbered_from(self) -> int | None:
        """Return the number in the first option column's name (option_1, answer0), None where there is none."""
        number = re.search(r"(\d+)\D*$", self.options[0]) if len(self.options) > 1 else None
        return int(number[1]) if number else None

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
    first = _first(names.pop("first", None))
    by_role = {role: _columns_named(rows, role, value) for role, value in names.items()}
    used = {column for columns in by_role.values() for column in columns}
    for role in ROLES:
        if role not in by_role:
            by_role[role] = _guess(rows, role, used)
            used |= set(by_role[role])
    needed = ("passage", "question", "options") if passage_needed else ("question", "options")
    missing = [role for role in needed if not by_role[role]]
    if missing:
        raise _unrecognised(rows, missing)
    single = {role: next(iter(columns), None) for role, columns in by_role.items() if role != "options"}
    result = Columns(single.pop("passage"), str(single.pop("question")), by_role["options"], **single, first=first)
    return result if "id" in names else _id_of_passage(rows, result)


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
        f"columns={names} (--columns {flag}).{several}{header}",
    )


def _first(value: object) -> int | None:
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
    free = {_plain(name): name for name in reversed(rows.columns) if name not in used}
    for name in _NAMES[role].split():
        if name in free and (role != "options" or _holds_lists(rows, free[name])):
            return (free[name],)
    return _series(free) if role == "options" else ()


def _series(free: dict[str, str]) -> tuple[str, ...]:
    """Return the longest run of single-option columns: option_a, option_b …, answer0, answer1 …, A, B …."""
    runs = [_run(free, stem, labels) for stem in _SERIES for labels in _labels(stem)]
    best = max(runs, key=len)
    return tuple(free[name] for name in best) if len(best) > 1 else ()


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
    first = next((row.values[name] for row in rows.good if row.values.get(name) is not None), None)
    return is_list_like(first)


def _id_of_passage(rows: Rows, columns: Columns) -> Columns:
    """Read an id that all questions of a passage share as the passage's own."""
    if columns.id is None or columns.passage is None:
        return columns
    pairs = [(row.values.get(columns.id), row.values.get(columns.passage)) for row in rows.good]
    ids = [str(name) for name, _ in pairs]
    passages = {(str(name), str(passage)) for name, passage in pairs}
    if len(set(ids)) == len(ids) or len(passages) > len(set(ids)):
        return columns
    return replace(columns, id=None, passage_id=columns.passage_id or columns.id)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())
