"""An exam before it is checked: what was read, what is missing, and what its author supplied on the page.

Corrections are the keys and passages that a file lacks, questions put right, and which columns of a table mean what;
the page's forms supply them, and they are checked here.
"""

import json
import os
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from examfiles import FORMATS
from examfiles.errors import DataError, UsageError
from examfiles.exam import ReadExam
from examfiles.format import Sample
from examfiles.items import Dataset, Item, LeftOut, content_id, letter
from examfiles.limits import EXAM
from examfiles.readers.tables import read_rows
from examfiles.readers.tables.columns import are_understood, guesses
from examfiles.readers.tables.sheets import is_workbook, workbook_rows
from examfiles.readers.tables.tabular import SUFFIXES, in_rows, sniff
from examfiles.reading import LACKING, OFFER, fillable, filled_down
from examfiles.reasons import Reason
from magnetite.commands.describe import read_exam
from magnetite.experiments.flags.dismissals import text_print
from magnetite.web.check.apart import apart
from magnetite.web.pages import without_flags
from magnetite.web.wording import say, words

MOST_QUESTIONS = 300  # questions on the page; all of them are checked
KEY = "key:"  # before a question's id, in the name of its field
NONE = "none"
TABLE = "tabular"  # the format whose columns can be chosen
REMARK = "remark"  # in the place of a role: what the column holds is kept beside the question
ROLES = ("passage", "question", "options", "answer", "id", "level")  # of a table's columns
_TABLES = {
    ".csv": "CSV",
    ".tsv": "TSV",
    ".json": "JSON",
    ".jsonl": "JSONL",
    ".ndjson": "JSONL",
    ".parquet": "Parquet",
    ".arrow": "Arrow",
    ".xlsx": "Excel",
    ".xlsm": "Excel",
    ".xls": "Excel",
    ".ods": "OpenDocument",
}
EXAMPLE_ROWS = 5  # rows read to show what a column holds
MOST_SHOWN = 60  # characters of a value


@dataclass(frozen=True, slots=True)
class SuppliedPassage:
    """A supplied passage, and the ids of the questions it is for."""

    text: str
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorrectedQuestion:
    """A question put right: its text, its options and its key, None where it has none."""

    text: str
    options: tuple[str, ...]
    key: int | None = None


@dataclass(frozen=True, slots=True)
class Corrections:
    """The keys of questions that had none, by id, and passages for questions that had none.

    `filled`: whether each question that still has none takes the passage above it. `questions`: those put right, by
    id; `texts`: passages put right, by theirs. `columns`: the columns of a table by role, where they were chosen.
    `group_by` and `cut`: of candidates' answers, the column of their groups and the least score that passes, as typed.
    """

    keys: Mapping[str, int] = field(default_factory=dict, hash=False)
    passages: tuple[SuppliedPassage, ...] = ()
    filled: bool = False
    questions: Mapping[str, CorrectedQuestion] = field(default_factory=dict, hash=False)
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)
    group_by: str = ""
    cut: str = ""

    @property
    def of_content(self) -> bool:
        """Return whether the exam itself differs from its file."""
        return bool(self.keys or self.passages or self.filled or self.questions or self.texts)

    def to_json(self) -> str:
        """Return the corrections as JSON."""
        return json.dumps(asdict(self), ensure_ascii=True)


@dataclass(frozen=True, slots=True)
class PageOption:
    """An option as the page shows it."""

    letter: str
    text: str
    right: bool


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A question as the page shows it.

    `place` is its place in the file, `reason` why it was left out, if it was, and `state` names its wording.
    """

    id: str
    place: str
    text: str
    choices: tuple[PageOption, ...]
    reason: str = ""
    corrected: bool = False
    state: str = ""
    passage: str = ""

    @property
    def keyed(self) -> bool:
        """Return whether the question has a key."""
        return any(choice.right for choice in self.choices)


@dataclass(frozen=True, slots=True)
class PagePassage:
    """A passage with its questions, in the exam's order; an empty passage is none."""

    passage: str
    questions: tuple[PageQuestion, ...]


@dataclass(frozen=True, slots=True)
class Understood:
    """An exam as the page shows it; of a very long one, `sections` are the beginning and `more` counts the rest.

    `unread`: how many questions of the file were not read. `keyless`: those whose key the file lacks, with the keys
    supplied; `passageless`: those without a passage;
    `fillable`: whether these may take the passage above them.
    """

    format: str
    questions: int
    unread: int
    passages: int
    keys: int
    sections: tuple[PagePassage, ...]
    more: int
    keyless: tuple[PageQuestion, ...]
    passageless: tuple[PageQuestion, ...]
    left: tuple[tuple[str, str], ...]  # places and reasons
    notes: tuple[str, ...]
    fillable: bool = False

    @property
    def lacking(self) -> bool:
        """Return whether a key or a passage is still missing."""
        return bool(self.passageless) or not all(question.keyed for question in self.keyless)


Columns = tuple[tuple[str, tuple[str, ...]], ...]  # by role


def chosen_columns(corrections: Corrections) -> Columns:
    """Return the columns that were chosen, as `read_upload` takes them."""
    return tuple((role, tuple(names)) for role, names in corrections.columns.items())


def read_upload(path: Path, columns: Columns = (), pictures: bool = False) -> ReadExam:
    """Read an uploaded file as `magnetite check` reads it, in a process apart. An upload never changes.

    `pictures`: with those that questions show, for a file that carries them.

    Raises UsageError or DataError where nothing can be read, or only with too much memory or time.
    """
    return _kept(path, columns, pictures)


@lru_cache(maxsize=4)  # which would keep a call without `columns` apart from one with none of them
def _kept(path: Path, columns: Columns, pictures: bool) -> ReadExam:
    return apart(read_alone, path, columns, pictures)


def read_alone(path: Path, columns: Columns = (), pictures: bool = False) -> ReadExam:
    """Read an uploaded file as `magnetite check` reads it; places name the file alone."""
    named: dict[str, str | tuple[str, ...]] = {
        role: names[0] if len(names) == 1 and role != "options" else names for role, names in columns
    }
    read = read_exam(path, columns=named or None, keys_needed=False, pictures=pictures)  # the page asks for the keys
    places = {name: _alone(where, path) for name, where in read.places.items()}
    left = tuple(_left_alone(each, path) for each in read.left)
    notes = tuple(_reason_alone(note, path) for note in read.dataset.notes)
    skipped = tuple(_left_alone(each, path) for each in read.dataset.skipped)
    return ReadExam(replace(read.dataset, source=path.name, notes=notes, skipped=skipped), places, left)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table: its name, its first value, and what it holds by its name, if that says it."""

    name: str
    example: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class TableHeader:
    """The columns of a table, none where a file is no table; and whether their names say what they hold."""

    columns: tuple[TableColumn, ...] = ()
    understood: bool = True

    def has(self, role: str) -> bool:
        """Return whether the name of a column says that it holds this."""
        return any(column.role == role for column in self.columns)


@lru_cache(maxsize=4)
def table_header(path: Path) -> TableHeader:
    """Return the columns of an uploaded table, in a process apart."""
    try:
        return apart(header_alone, path)
    except DataError:
        return TableHeader()


def header_alone(path: Path) -> TableHeader:
    """Return the columns of a table with their first values. Raises DataError where it cannot be read as one."""
    data = path.read_bytes()
    sample = Sample(path.name, data)
    if path.suffix.lower() not in SUFFIXES and not sniff(sample):
        return TableHeader()
    rows = (
        workbook_rows(data, path.name, EXAMPLE_ROWS)[0]
        if is_workbook(sample)
        else read_rows(data, path.name, EXAMPLE_ROWS, EXAM)
    )
    if any(name != _shown(name) for name in rows.columns):  # no form could send it back
        return TableHeader()
    firsts = (next((str(row.values[name]) for row in rows.good if row.values.get(name)), "") for name in rows.columns)
    table = in_rows(rows)[0]
    roles = guesses(table)
    columns = tuple(
        TableColumn(name, _shown(first[:MOST_SHOWN]), roles.get(name, ""))
        for name, first in zip(rows.columns, firsts, strict=True)
    )
    return TableHeader(columns, are_understood(table))


def _shown(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def candidates_alone(path: Path, read: ReadExam, group_by: str = "") -> int:
    """Read candidates' answers as a check does; return how many questions they answered.

    Raises DataError where they cannot be read, or have no such groups.
    """
    from magnetite.commands.check import read_candidates  # which knows systems: only the process apart needs it

    return len(read_candidates(path, read, group_by or None).items)


def require_cut(cut: str, questions: int) -> None:
    """Raise UsageError for a cut that is none, or that so many questions cannot reach; "" is no cut."""
    from magnetite.experiments.check.scores import read_cut

    try:
        reached = not cut or read_cut(cut).points(questions) <= questions
    except UsageError:
        reached = False
    if not reached:
        raise UsageError(say("exam-cut-none", found=cut, points=questions))


def understood(read: ReadExam, corrections: Corrections) -> Understood:
    """Return an exam, with its corrections, as the page shows it."""

    def said(note: Reason) -> str:
        return without_flags(words().note(note))

    now = corrected(read, corrections)
    reasons = {each.item.id: said(each.reason) for each in read.left if each.item}
    items = {item.id: item for item in now.dataset}
    lacking = [items.get(name, item) for name, item in keyless(read).items()]
    bare = set(passageless(now))
    return Understood(
        format=_format_of(now.dataset),
        questions=len(now.dataset),
        unread=sum(each.questions for each in now.left if each.item is None),
        passages=len({item.passage for item in now.dataset if item.passage.strip()}),
        keys=sum(item.answer is not None for item in now.dataset),
        sections=tuple(_sections(now.dataset.items[:MOST_QUESTIONS], now, corrections.questions)),
        more=max(0, len(now.dataset) - MOST_QUESTIONS),
        keyless=tuple(replace(_question(item, now), reason=reasons.get(item.id, "")) for item in lacking),
        passageless=tuple(_question(item, now) for item in now.dataset if item.id in bare),
        left=tuple((words().place(each.where), said(each.reason)) for each in now.left if each.item is None),
        notes=tuple(said(note) for note in now.dataset.notes if note.code not in {LACKING, OFFER}),  # the page asks
        fillable=now.dataset.format == TABLE and fillable(now.dataset.items),
    )


def _format_of(dataset: Dataset) -> str:
    """Return what a file was read as, of the formats that a reader knows together."""
    format_ = FORMATS.get(dataset.format or "")
    if dataset.format == TABLE:
        return _TABLES.get(Path(dataset.source or "").suffix.lower(), say("exam-a-table"))
    return "QTI" if dataset.format == "qti" else format_.title if format_ else ""


def _sections(items: Sequence[Item], read: ReadExam, put_right: Container[str]) -> Iterator[PagePassage]:
    for passage, members in groupby(items, key=lambda item: item.passage.strip()):
        shown = (replace(_question(item, read), corrected=item.id in put_right) for item in members)
        yield PagePassage(passage, tuple(shown))


def question_of(read: ReadExam, name: str) -> PageQuestion | None:
    """Return one question as the page shows it, None where there is none of this id."""
    return next((_question(item, read) for item in read.dataset if item.id == name), None)


def _question(item: Item, read: ReadExam) -> PageQuestion:
    choices = (PageOption(letter(place), text, place == item.answer) for place, text in enumerate(item.options))
    place = words().place(read.places.get(item.id, ""))
    return PageQuestion(item.id, place, item.question, tuple(choices), state=_state(item), passage=item.passage)


def _state(item: Item) -> str:
    return text_print(item) + content_id(item.passage)


def _left_alone(left: LeftOut, path: Path) -> LeftOut:
    """Return what was left out, its texts without the file's folder."""
    return replace(left, where=_alone(left.where, path), reason=_reason_alone(left.reason, path))


def _reason_alone(reason: Reason, path: Path) -> Reason:
    """Return a reason or note, its texts without the file's folder."""
    values = reason.values.items()
    return replace(
        reason, values={name: _alone(each, path) if isinstance(each, str) else each for name, each in values}
    )


def _alone(text: str, path: Path) -> str:
    """Return a message that names files without their folder."""
    return text.replace(f"{path.parent}{os.sep}", "")


def read_corrections(text: str) -> Corrections:
    """Read corrections from JSON; an empty text holds none."""
    raw = json.loads(text or "{}")
    passages = tuple(SuppliedPassage(each["text"], tuple(each["questions"])) for each in raw.get("passages", ()))
    questions = {
        name: CorrectedQuestion(each["text"], tuple(each["options"]), each["key"])
        for name, each in raw.get("questions", {}).items()
    }
    columns = {role: tuple(names) for role, names in raw.get("columns", {}).items()}
    return Corrections(
        raw.get("keys", {}),
        passages,
        bool(raw.get("filled")),
        questions,
        columns,
        raw.get("texts", {}),
        raw.get("group_by", ""),
        raw.get("cut", ""),
    )


def keyless(read: ReadExam) -> dict[str, Item]:
    """Return the questions of a file that have no key, by id in the file's order, those left out for that included."""
    left = {each.item.id: each.item for each in read.left if each.item is not None}
    items = left | {item.id: item for item in read.dataset if item.answer is None}
    return {item.id: item for item in _in_order(list(items.values()), read)}


def all_items(read: ReadExam) -> list[Item]:
    """Return the questions of a file in its order, those that lack their key included."""
    return _in_order(list(({item.id: item for item in read.dataset} | keyless(read)).values()), read)


def passageless(read: ReadExam) -> list[str]:
    """Return the ids of the questions that have no passage."""
    return [item.id for item in read.dataset if not item.passage.strip()]


def corrected(read: ReadExam, corrections: Corrections) -> ReadExam:
    """Return the exam with its corrections; a question left out for want of a key returns to its place."""
    lacking = keyless(read)
    keys = {name: key for name, key in corrections.keys.items() if name in lacking}
    returned = [lacking[each.item.id] for each in read.left if each.item and each.item.id in keys]
    passages = {name: passage.text for passage in reversed(corrections.passages) for name in passage.questions}
    supplied = [_supplied(item, keys, passages) for item in _in_order([*read.dataset, *returned], read)]
    items = [_put_right(item, corrections) for item in supplied]
    left = tuple(
        replace(each, item=each.item and _put_right(each.item, corrections))
        for each in read.left
        if each.item is None or each.item.id not in keys
    )
    put_right = sum(now is not before for now, before in zip(items, supplied, strict=True))
    dataset = _noted(read.dataset.with_items(items), read.dataset, len(keys), put_right)
    before = {then.id: then for now, then in zip(items, supplied, strict=True) if now is not then}
    return replace(read, dataset=filled_down(dataset) if corrections.filled else dataset, left=left, before=before)


def _supplied(item: Item, keys: Mapping[str, int], passages: Mapping[str, str]) -> Item:
    """Return an item with its key and passage; what does not fit it (from another file) is ignored."""
    key, text = keys.get(item.id), passages.get(item.id)
    if key is not None and key < len(item.options):
        item = replace(item, answer=key)
    if text is not None and not item.passage.strip():
        item = replace(item, passage=text, passage_id=content_id(text))
    return item


def _put_right(item: Item, corrections: Corrections) -> Item:
    """Return an item as it was put right; what does not fit it (from another file) is ignored."""
    corrected, text = corrections.questions.get(item.id), corrections.texts.get(item.passage_id)
    if text is not None and item.passage.strip():
        item = replace(item, passage=text)
    if corrected is None or len(corrected.options) != len(item.options):
        return item
    return replace(item, question=corrected.text, options=corrected.options, answer=corrected.key)


def _noted(dataset: Dataset, before: Dataset, keys: int, put_right: int) -> Dataset:
    """Return the dataset with notes on what was supplied, and without those that say it is missing."""
    passages = sum(now.passage != "" for now in dataset) - sum(item.passage != "" for item in before)
    notes = [note for note in dataset.notes if not (passages and note.code == LACKING)]
    notes += [Reason("corrected-keys", {"n": keys})] if keys else []
    notes += [Reason("corrected-passages", {"n": passages})] if passages else []
    notes += [Reason("corrected-questions", {"n": put_right})] if put_right else []
    return replace(dataset, notes=tuple(notes))


def _in_order(items: Sequence[Item], read: ReadExam) -> list[Item]:
    """Return items in the file's order; those whose place is not known follow the others."""
    places = {name: place for place, name in enumerate(read.places)}
    return sorted(items, key=lambda item: places.get(item.id, len(places)))


def with_keys(read: ReadExam, corrections: Corrections, form: Mapping[str, Any]) -> Corrections:
    """Return corrections with the keys of a form, each of which replaces an earlier one.

    Raises UsageError for an option that a question does not have.
    """
    keys = dict(corrections.keys)
    for name, item in keyless(read).items():
        value = str(form.get(f"{KEY}{name}", ""))
        if value == NONE:
            keys.pop(name, None)
        elif value:
            if value not in map(str, range(len(item.options))):
                raise UsageError(say("exam-no-option", id=name))
            keys[name] = int(value)
    return replace(corrections, keys=keys)


def with_question(read: ReadExam, corrections: Corrections, form: Mapping[str, Any]) -> Corrections:
    """Return corrections with a question put right, or as it was read where the form takes that back.

    Its passage changes for all questions on it. Raises UsageError for a question that does not exist, an empty option
    or passage; and where the form shows another state than the present one, as in a second window.
    """
    present, name = {item.id: item for item in corrected(read, corrections).dataset}, str(form.get("id") or "")
    if name in present and form.get("state", _state(present[name])) != _state(present[name]):
        raise UsageError(say("exam-changed-since", id=name))
    items = {item.id: item for item in corrected(read, replace(corrections, questions={}, texts={})).dataset}
    if name not in items:
        raise UsageError(say("exam-no-question", id=name))
    others = {key: each for key, each in corrections.questions.items() if key != name}
    item = items[name]
    options = tuple(_typed(form, f"option:{place}", old) for place, old in enumerate(item.options))
    corrections = replace(corrections, texts={k: v for k, v in corrections.texts.items() if k != item.passage_id})
    if form.get("undo"):
        return replace(corrections, questions=others)
    passage = _typed({"passage": present[name].passage, **form}, "passage", item.passage)
    if item.passage.strip() and not passage.strip():
        raise UsageError(say("exam-empty-passage"))
    if passage != item.passage:
        corrections = replace(corrections, texts={**corrections.texts, item.passage_id: passage})
    if not all(option.strip() for option in options):
        raise UsageError(say("exam-empty-option", id=name))
    key = str(form.get("key", ""))
    if key not in (NONE, *map(str, range(len(options)))):
        raise UsageError(say("exam-no-option", id=name))
    question = CorrectedQuestion(_typed(form, "text", item.question), options, None if key == NONE else int(key))
    same = (question.text, question.options, question.key) == (item.question, item.options, item.answer)
    return replace(corrections, questions=others if same else {**others, name: question})


def _typed(form: Mapping[str, Any], name: str, before: str) -> str:
    """Return a field's text; what a browser alone changed, the ends of lines, stays as it was."""
    text = str(form.get(name, before)).replace("\r\n", "\n")
    return before if text.strip() == before.replace("\r\n", "\n").strip() else text.strip()


def with_columns(header: TableHeader, form: Mapping[str, Any]) -> Corrections:
    """Return the columns chosen in a form, and nothing else: what was supplied before belonged to another reading.

    A role that none was chosen for is guessed, unless its column is to be a remark.
    Raises UsageError where a role that only one column can have was given to two, or there are fewer than two options.
    """
    if form.get("undo"):
        return Corrections()
    chosen: dict[str, list[str]] = {}
    for place, column in enumerate(header.columns):
        role = str(form.get(f"column:{place}", ""))
        if role in ROLES:
            chosen.setdefault(role, []).append(column.name)
    remarks = {each.role for place, each in enumerate(header.columns) if form.get(f"column:{place}") == REMARK}
    chosen |= {role: [] for role in sorted(remarks) if role in ROLES and role not in chosen}
    for role in ("question", "options"):
        if not chosen.get(role) and (role in remarks or not (header.understood or header.has(role))):
            raise UsageError(say("exam-columns-lack", role=say(f"column-{role}")))
    for role, names in chosen.items():
        if role != "options" and len(names) > 1:
            raise UsageError(say("exam-columns-twice", role=say(f"column-{role}"), columns=tuple(names)))
    return Corrections(columns={role: tuple(names) for role, names in chosen.items()})


def with_passage(read: ReadExam, corrections: Corrections, text: str, first: str, last: str) -> Corrections:
    """Return corrections with a passage for the questions without one from id `first` to id `last`.

    Raises UsageError for an empty text, and for questions that do not lack one.
    """
    text = text.replace("\r\n", "\n").strip()
    lacking = passageless(corrected(read, corrections))
    if not text:
        raise UsageError(say("exam-empty-passage"))
    if first not in lacking or last not in lacking:
        raise UsageError(say("exam-not-lacking"))
    ends = sorted((lacking.index(first), lacking.index(last)))
    questions = tuple(lacking[ends[0] : ends[1] + 1])
    return replace(corrections, passages=(*corrections.passages, SuppliedPassage(text, questions)))


def with_passages_above(_read: ReadExam, corrections: Corrections, form: Mapping[str, Any]) -> Corrections:
    """Return corrections with or without the passage above for each question that has none."""
    return replace(corrections, filled=bool(form.get("fill")))


def without_passage(corrections: Corrections, number: str) -> Corrections:
    """Return corrections without the passage of this number, from 0. Raises UsageError where there is none."""
    places = [str(place) for place in range(len(corrections.passages))]
    if number not in places:
        raise UsageError(say("exam-not-lacking"))
    place = places.index(number)
    return replace(corrections, passages=corrections.passages[:place] + corrections.passages[place + 1 :])
