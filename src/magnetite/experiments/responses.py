"""Responses: what candidates' answers show about each question, beside what systems make of it.

Facility, corrected discrimination and the table of options are those of classical item analysis
(`stats.item_analysis`). The correlations with the systems' probabilities are the exam's own check of the flags: does
what tempts a system tempt candidates?

A table of answers is wide, one row a candidate, one column an item, and a first column that names the candidate if it
is no item's; or long, the columns candidate, item and answer, one row an answer. An answer is an option's letter, its
text or its number from 1; blank is no answer. The file is read in the one way that fits all of its answers; where none
does, each answer is read alone, and one that could mean two options is refused.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.errors import DataError, unknown_name
from magnetite.core.headings import HIGH, ID, LOW, OPTION, probability_with
from magnetite.core.items import Item, letter
from magnetite.core.reasons import Reason
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.findings import counted, finite, number, percent
from magnetite.experiments.flags import Exam
from magnetite.formats.rows import Rows, TableRow, read_rows
from magnetite.stats.correlation import correlation
from magnetite.stats.intervals import bootstrap_mean
from magnetite.stats.item_analysis import ItemStatistics, item_statistics, mean_rest_scores, rest_scores
from magnetite.stats.ragged import FloatArray

BLANK = -1
FEW = 30  # candidates below which a note calls discriminations rough
LOOKS, OTHERS = "second look", "others"
_CLEARLY = (
    "Answered by weaker candidates more often than by better ones: the key may be wrong, or the question misleads"
)
MOST = 256 * 2**20
"""The largest file of answers read, in bytes."""
_CANDIDATE = ("candidate", "student", "participant", "person", "user", "name", "id", "respondent", "testee", "prüfling")
_ITEM = ("item", "question", "frage", "aufgabe")
_ANSWER = ("answer", "response", "choice", "option", "antwort")
_PLACE = re.compile(r"(?:item|question|response|answer|q|frage|aufgabe|antwort)?[\s_.-]*(\d{1,6})\.?", re.IGNORECASE)
_Read = Callable[[str, Item], tuple[int, ...]]
_WHOLE = re.compile(r"[0-9]{1,6}\.0+")


@dataclass(frozen=True, slots=True, eq=False)
class Responses:
    """Candidates' answers: `chosen`, (candidates, items), is an option from 0, -1 for none; `notes` on the reading."""

    candidates: tuple[str, ...]
    items: tuple[str, ...]
    chosen: IntArray
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Analysed:
    """The answered questions with a known key: their places in the exam, their answers, and their statistics."""

    items: tuple[Item, ...]
    places: tuple[int, ...]
    chosen: IntArray  # (candidates, items)
    rest: FloatArray  # (candidates, items)
    statistics: ItemStatistics


def responses_finding(exam: Exam, given: Responses, looks: Iterable[str] = (), *, seed: int = 0) -> Finding:
    """Analyse answers to an exam; `looks` are the ids of the questions that flags single out for a second look.

    Tables: `facility` (id, n, facility with low and high, discrimination with discrimination_low and _high, and by
    view p_VIEW of the key) and `distractors` (id, option, right, chosen: the share of candidates, n, rest: their mean
    rest score, by view p_VIEW; option "" is no answer) and `negative` (id: discrimination clearly below 0).
    Numbers: "facility correlation" with the probability of the key and "distractor correlation" of wrong options'
    shares with theirs (Pearson's; "rank correlation": Spearman's), grouped by view; mean facility and discrimination
    of the questions in `looks` and of the others. Questions without a known key are left out, and a note says so.
    """
    part = _analysed(exam, given, seed)
    numbers = (
        Number("candidates", len(given.candidates), unit="count"),
        Number("questions", len(part.items), unit="count"),
        *_correlations(exam, part),
        *_means(part, set(looks), seed),
    )
    return Finding(
        "responses",
        "What candidates' answers show",
        _sentence(given, part),
        tuple(each for each in numbers if not math.isnan(each.value)),
        (_facility(exam, part), _distractors(exam, part), _negative_table(part)),
        settings={"seed": seed},
        notes=_notes(exam, given, part),
    )


def _analysed(exam: Exam, given: Responses, seed: int) -> _Analysed:
    column = {name: place for place, name in enumerate(given.items)}
    places = tuple(p for p, item in enumerate(exam.items) if item.id in column and item.answer is not None)
    items = tuple(exam.items[place] for place in places)
    chosen = given.chosen[:, [column[item.id] for item in items]]
    keys = np.array([item.answer for item in items], dtype=np.int64)
    right = chosen == keys
    return _Analysed(items, places, chosen, rest_scores(right), item_statistics(right, seed=seed))


def _facility(exam: Exam, part: _Analysed) -> Table:
    facility, discrimination = part.statistics.facility, part.statistics.discrimination
    columns = [
        ID.over(item.id for item in part.items),
        Heading("n", "candidates", "count").over(facility.n.tolist()),
        Heading("facility", unit="share").over(_known(facility.estimate)),
        LOW.over(_known(facility.low)),
        HIGH.over(_known(facility.high)),
        Heading("discrimination", unit="correlation").over(_known(discrimination.estimate)),
        Heading("discrimination_low", unit="correlation").over(_known(discrimination.low)),
        Heading("discrimination_high", unit="correlation").over(_known(discrimination.high)),
    ]
    for view in exam.probabilities:
        rows = [exam.scored(view, place) for place in part.places]
        keys = (row[_key(item)] if row else None for row, item in zip(rows, part.items, strict=True))
        columns.append(probability_with(view).over(keys))
    title = "How easy each question is, and whether it tells good candidates from weak ones"
    return Table("facility", title, tuple(columns))


def _distractors(exam: Exam, part: _Analysed) -> Table:
    rows: list[dict[str, Value]] = []
    for column, (item, place) in enumerate(zip(part.items, part.places, strict=True)):
        options = len(item.options)
        counts, means = mean_rest_scores(part.rest[:, column], part.chosen[:, column], options)
        for option in range(options + 1):
            named = option < options
            row: dict[str, Value] = {
                "id": item.id,
                "option": letter(option) if named else "",
                "right": option == item.answer if named else None,
                "chosen": float(counts[option] / len(part.chosen)),
                "n": int(counts[option]),
                "rest": finite(float(means[option])),
            }
            for view in exam.probabilities:
                scored = exam.scored(view, place)
                row[f"p_{view}"] = scored[option] if scored and named else None
            if named or counts[option]:
                rows.append(row)
    headings = [ID, OPTION, Heading("right"), Heading("chosen", unit="share"), Heading("n", "candidates", "count")]
    headings += [Heading("rest", "mean score on the other questions"), *map(probability_with, exam.probabilities)]
    title = "Who chose what: share of candidates, and their mean score on the other questions"
    return table("distractors", title, headings, rows)


def _correlations(exam: Exam, part: _Analysed) -> Iterable[Number]:
    """Correlate facilities and wrong options' shares with each view's probabilities, options of a question together."""
    shares = [np.bincount(column[column != BLANK], minlength=1) / len(column) for column in part.chosen.T]
    for view in exam.probabilities:
        scored = [(n, exam.scored(view, place)) for n, place in enumerate(part.places) if exam.scored(view, place)]
        keys = np.array([row[_key(part.items[n])] for n, row in scored])
        yield from _both(
            "facility",
            view,
            np.array([part.statistics.facility.estimate[n] for n, _ in scored]),
            keys,
            None,
        )
        wrong = [
            (n, float(shares[n][option]) if option < len(shares[n]) else 0.0, p)
            for n, row in scored
            for option, p in enumerate(row)
            if option != part.items[n].answer
        ]
        yield from _both(
            "distractor",
            view,
            np.array([share for _, share, _ in wrong]),
            np.array([p for *_, p in wrong]),
            np.array([n for n, *_ in wrong], dtype=np.int64),
        )


def _both(label: str, view: str, x: FloatArray, y: FloatArray, clusters: IntArray | None) -> Iterable[Number]:
    for name, method in (("correlation", "pearson"), ("rank correlation", "spearman")):
        both = correlation(x.astype(np.float64), y.astype(np.float64), method, clusters)
        yield number(f"{label} {name}", both, "score", view)


def _means(part: _Analysed, looks: set[str], seed: int) -> Iterable[Number]:
    """Average facility and discrimination over the questions that deserve a second look and over the others."""
    inside = np.array([item.id in looks for item in part.items], dtype=np.bool_)
    for group, mask in ((LOOKS, inside), (OTHERS, ~inside)):
        for label, intervals in (
            ("facility", part.statistics.facility),
            ("discrimination", part.statistics.discrimination),
        ):
            values = intervals.estimate[mask & np.isfinite(intervals.estimate)]
            if len(values):
                mean = bootstrap_mean(values, np.arange(len(values)), seed=seed)
                yield number(f"mean {label}", mean, "share" if label == "facility" else "score", group)


def _sentence(given: Responses, part: _Analysed) -> str:
    begin = f"{counted(len(given.candidates), 'candidate')} answered {counted(len(part.items), 'question')}"
    if not part.items:
        return f"{begin} with a known key, so how well they did is unknown."
    facility = float(part.statistics.facility.estimate.mean())
    bad = _negative(part)
    misleading = f" {_CLEARLY}: {', '.join(bad[:10])}{', …' if len(bad) > 10 else ''}." if bad else ""
    return f"{begin}; on average {percent(facility)} of them are right.{misleading}"


def _negative(part: _Analysed) -> list[str]:
    """Name the questions whose discrimination is clearly below 0; none where candidates are few."""
    if len(part.chosen) < FEW:
        return []
    return [item.id for item, high in zip(part.items, part.statistics.discrimination.high, strict=True) if high < 0]


def _negative_table(part: _Analysed) -> Table:
    return Table("negative", "Questions that better candidates get wrong more often", (ID.over(_negative(part)),))


def _notes(exam: Exam, given: Responses, part: _Analysed) -> tuple[Reason, ...]:
    unkeyed = [item.id for item in exam.items if item.id in set(given.items) and item.answer is None]
    notes = list(given.notes)
    if unkeyed:
        notes.append(Reason("responses-unkeyed", {"ids": _some(unkeyed)}))
    blank = int((part.chosen == BLANK).sum())
    if blank:
        notes.append(Reason("responses-missing", {"answers": blank}))
    if len(given.candidates) < FEW:
        notes.append(Reason("responses-few", {"candidates": len(given.candidates)}))
    return tuple(notes)


def _some(ids: Sequence[str]) -> str:
    return ", ".join([*ids[:5], *(["…"] if len(ids) > 5 else [])])


def _key(item: Item) -> int:
    if item.answer is None:
        raise ValueError(f"item '{item.id}' has no known key, and only those with one are analysed.")
    return item.answer


def _known(values: FloatArray) -> list[Value]:
    return [finite(value) for value in values.tolist()]


@dataclass(frozen=True, slots=True)
class _WrittenAnswer:
    """One answer as it stands in the file."""

    where: str
    candidate: str
    item: str
    text: str


def read_responses(path: str | Path, items: Sequence[Item], *, complete: bool = True) -> Responses:
    """Read a CSV, TSV, JSONL or Parquet file of answers to `items`.

    Items are named by their ids; or, where the file has no id, by their numbers in the exam (1, Q1, Question 1), which
    needs a `complete` exam, with no question left out.
    Raises DataError for a file that is absent, empty, too large or broken, an item or option that does not exist, and
    a candidate named twice or not at all.
    """
    rows = _rows(Path(path).expanduser())
    roles = _long_roles(rows, items)
    names, named = _item_names(
        [str(row.values[roles[1]]) for row in rows.good] if roles else rows.columns,
        items,
        rows.where,
        complete=complete,
        first_may_differ=not roles,
    )
    entries = _long(rows, roles, names) if roles else _wide(rows, names)
    return _matrix(entries, items, list(dict.fromkeys(names.values())), rows.where, named)


def _rows(path: Path) -> Rows:
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
    except OSError as error:
        raise DataError(f"{path}: the answers cannot be read ({error.strerror or error}).") from error
    if not data.strip():
        raise DataError(f"{path}: the file is empty; expected a row for each candidate and a column for each question.")
    if len(data) > MOST:
        raise DataError(f"{path}: larger than {MOST // 2**20} MiB; expected the answers to one exam, which take less.")
    rows = read_rows(data, str(path))
    for row in rows.rows:
        if isinstance(row, DataError):
            raise row
    if not rows.rows:
        raise DataError(f"{path}: there is a header but no candidate below it; expected a row for each candidate.")
    return rows


def _long_roles(rows: Rows, items: Sequence[Item]) -> tuple[str, str, str] | None:
    """Return the columns of candidate, item and answer where the table has exactly these three."""
    if len(rows.columns) != 3 or {item.id for item in items} & set(rows.columns):
        return None
    columns = tuple(
        next((name for name in rows.columns if re.sub(r"[\s_-]|id$", "", name.strip().lower()) in words), None)
        for words in ((*_CANDIDATE, ""), _ITEM, _ANSWER)
    )
    candidate, item, answer = columns
    if candidate is None or item is None or answer is None or len(set(columns)) < 3:
        return None
    return candidate, item, answer


def _item_names(
    headings: Iterable[str], items: Sequence[Item], where: str, *, complete: bool, first_may_differ: bool
) -> tuple[dict[str, str], tuple[Reason, ...]]:
    """Return the id of the item that each name means, and a note where names were read as numbers."""
    names = list(dict.fromkeys(headings))
    ids = {item.id.strip(): item.id for item in items}
    known = {name: ids[name.strip()] for name in names if name.strip() in ids}
    unknown = [name for name in names if name not in known]
    if first_may_differ and unknown[:1] == names[:1]:
        unknown = unknown[1:]
    if not unknown:
        if not known:
            raise DataError(
                f"{where}: names no question of the exam; expected a column for each question, headed by its id."
            )
        return known, ()
    places = {name: int(match[1]) for name in unknown if (match := _PLACE.fullmatch(name.strip()))}
    if known or len(places) < len(unknown) or not all(1 <= place <= len(items) for place in places.values()):
        error = unknown_name("question", unknown[0], [item.id for item in items][:50])
        raise DataError(f"{where}: {error}")
    if not complete:
        raise DataError(
            f"{where}: names questions by number ('{unknown[0]}'), but some questions of the exam were left out, so "
            f"numbers may not fit. Name them by id, as in '{items[0].id}'."
        )
    return {name: items[place - 1].id for name, place in places.items()}, (Reason("responses-numbered"),)


def _wide(rows: Rows, names: dict[str, str]) -> list[_WrittenAnswer]:
    if len(set(names.values())) < len(names):
        twice = next(name for name in names if list(names.values()).count(names[name]) > 1)
        raise DataError(f"{rows.where}: two columns are for the same question, one of them '{twice}'. Keep one.")
    first = rows.columns[0] if rows.columns[0] not in names else None
    entries: list[_WrittenAnswer] = []
    places: dict[str, str] = {}
    for place, row in enumerate(rows.good, start=1):
        candidate = _candidate(row, first) if first else str(place)
        if candidate in places:
            raise DataError(
                f"{row.where}: candidate '{candidate}' stands at {places[candidate]} already. Keep one row."
            )
        places[candidate] = row.where
        entries += [_WrittenAnswer(row.where, candidate, item, _text(row, name)) for name, item in names.items()]
    return entries


def _long(rows: Rows, roles: tuple[str, str, str], names: dict[str, str]) -> list[_WrittenAnswer]:
    entries: list[_WrittenAnswer] = []
    places: dict[tuple[str, str], str] = {}
    for row in rows.good:
        key = (_candidate(row, roles[0]), names[str(row.values[roles[1]])])
        if key in places:
            raise DataError(
                f"{row.where}: candidate '{key[0]}' has an answer to question '{key[1]}' at {places[key]} already. "
                "Keep one."
            )
        places[key] = row.where
        entries.append(_WrittenAnswer(row.where, *key, _text(row, roles[2])))
    return entries


def _candidate(row: TableRow, column: str) -> str:
    name = _text(row, column)
    if not name:
        raise DataError(f"{row.where}: the candidate is not named; expected a name or number under '{column}'.")
    return name


def _text(row: TableRow, column: str) -> str:
    value = row.values.get(column)
    return "" if value is None else " ".join(str(value).split())


def _matrix(
    entries: list[_WrittenAnswer], items: Sequence[Item], order: list[str], where: str, named: tuple[Reason, ...]
) -> Responses:
    by_id = {item.id: item for item in items}
    columns = {name: place for place, name in enumerate(item.id for item in items if item.id in set(order))}
    rows = {name: place for place, name in enumerate(dict.fromkeys(each.candidate for each in entries))}
    chosen = np.full((len(rows), len(columns)), BLANK, dtype=np.int64)
    answers = [each for each in entries if each.text]
    if not answers:
        raise DataError(f"{where}: there is no answer in it; expected letters, option texts or numbers from 1.")
    read, how = _reading([(each.text, by_id[each.item]) for each in answers])
    for each in answers:
        chosen[rows[each.candidate], columns[each.item]] = _option(each, by_id[each.item], read)
    notes = [Reason("responses-read-as", {"how": how}), *named]
    absent = [item.id for item in items if item.id not in columns]
    if absent:
        notes.append(Reason("responses-absent", {"questions": len(absent), "ids": _some(absent)}))
    return Responses(tuple(rows), tuple(columns), chosen, tuple(notes))


def _reading(answers: list[tuple[str, Item]]) -> tuple[_Read, str]:
    """Return the reading that fits all answers, and its code; where none does, the one that tries each in turn."""
    distinct = list({(text, item.id): (text, item) for text, item in answers}.values())
    for how, read in _WAYS.items():
        if all(len(read(text, item)) == 1 for text, item in distinct):
            return read, how
    return _any, "each"


def _option(entry: _WrittenAnswer, item: Item, read: _Read) -> int:
    options = read(entry.text, item)
    if len(options) == 1:
        return options[0]
    text = entry.text if len(entry.text) <= 60 else entry.text[:57] + "..."
    begin = f"{entry.where}: the answer '{text}' to question '{item.id}'"
    if options:
        raise DataError(f"{begin} could mean {' or '.join(map(letter, options))}. Write answers as letters.")
    count = len(item.options)
    raise DataError(
        f"{begin} is no option of it; expected a letter from A to {letter(count - 1)}, a number from 1 to {count}, or "
        "the text of an option."
    )


def _by_letter(text: str, item: Item) -> tuple[int, ...]:
    upper = text.strip("().").upper()
    return tuple(place for place in range(len(item.options)) if letter(place) == upper)


def _by_text(text: str, item: Item) -> tuple[int, ...]:
    folded = text.casefold()
    return tuple(place for place, option in enumerate(item.options) if " ".join(option.split()).casefold() == folded)


def _by_number(text: str, item: Item) -> tuple[int, ...]:
    place = int(text) if re.fullmatch(r"[0-9]{1,6}", text) else int(float(text)) if _WHOLE.fullmatch(text) else 0
    return (place - 1,) if 1 <= place <= len(item.options) else ()


def _any(text: str, item: Item) -> tuple[int, ...]:
    return tuple(sorted({place for read in _WAYS.values() for place in read(text, item)}))


_WAYS: dict[str, _Read] = {"letters": _by_letter, "texts": _by_text, "numbers": _by_number}
