"""A system that is another program's log: what a model scored or chose when lm-evaluation-harness or Inspect asked it.

    samples_TASK_….jsonl    lm-evaluation-harness, --log_samples: log-likelihoods of the options, or of their letters
    ….eval, ….json          Inspect: the letter that was chosen; with --logprobs, log-probabilities of letters

Questions are told by their texts. Where a log names passage, question and options as Magnetite's own tasks do
(`magnetite export --as`), they have to be these texts; else the options have to be those of the log, the question has
to be asked there, and the passage has to stand there. White space does not matter.

Where only the chosen letter is known, a score is the logarithm of the share of answers that chose the option, half an
answer added to each, as it is for a server that is asked so. A question whose answers name none is one that the model
did not answer: wrong, as it is on a server. What is not in the log, or ended in an error there, was not asked.
"""

import hashlib
import json
import math
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from examfiles.errors import DataError, UsageError
from examfiles.files import regular, write_whole
from examfiles.items import LETTERS, Item
from examfiles.lengths import words
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, Cells, Context, ScoreArray
from magnetite.core.errors import LackingScoresError
from magnetite.core.files import writable
from magnetite.core.installation import install_command
from magnetite.core.scorer import NO_ANSWER, Sizes, one_each
from magnetite.scorers.answer import MARKS, letters_among, named_option

PASSAGE = 20  # words from which on a text that a question is asked with may be a passage
LARGEST = 64 * 2**20  # bytes of a sample
ZSTANDARD = 93  # how a file is packed in a zip, by its number
MOST_SEPARATORS = 8  # characters, none of a word, that may stand between options without letters
BEHIND = 3  # words that may, such as "Answer:"
ALIKE = 0.05  # by how much the scores of a question that is asked twice may differ: batches round
_WORD = re.compile(r"\w+")
_MARK = r"(?:[(\[]([A-Z]|\d)[)\]][.:]?\s*|\**([A-Z]|\d)[.:)]\**\s+)"  # (A)Tom, A. Tom, **1)** Tom
_ROW_MARK = re.compile(rf"\A\s*{_MARK}")
_MARKS = (re.compile(rf"(?m)^[ \t>*-]*{_MARK}"), re.compile(rf"(?<![^\s,;/|]){_MARK}"))  # a line each, or in one line


@dataclass(frozen=True, slots=True)
class LoggedQuestion:
    """What a log knows of one question, all texts with plain white space.

    `scores`: one an option, None where only `chosen` is known: the index of the option, None where none was named.
    `passage` and `question` where the log names them; else `prompt` is what was asked, and `parts` the texts it was
    made of. `shown`: whether the options stood in the prompt; they are in its order, `moved` where the log's own row
    has them in another, and there are none where the order cannot be told. `filter`: what took the answer out of the
    model's text, where a log has the same answer as several filters see it. `floored`: how many scores were minus
    infinity.
    """

    options: tuple[str, ...]
    scores: tuple[float, ...] | None
    chosen: int | None
    prompt: str
    parts: frozenset[str]
    passage: str | None = None
    question: str | None = None
    shown: bool = False
    moved: bool = False
    filter: str = ""
    floored: int = 0

    def fits(self, passage: str, question: str) -> bool:
        """Return whether it was asked with this passage, "" for none, and this question."""
        if self.passage is not None and self.question is not None:
            return (passage, question) == (self.passage, self.question)
        if not question or not (question in self.parts or self._asks(question, passage)):
            return False
        if passage:
            return passage in self.prompt or passage in self.parts
        return not any(words(part) >= PASSAGE for part in (*self.parts, self.prompt) if self._is_more(part, question))

    def _asks(self, question: str, passage: str) -> bool:
        """Return whether the prompt ends with the question: but a few words, the passage, options and letters."""
        _, found, behind = self.prompt.rpartition(question)
        for text in (passage, *sorted(self.options, key=len, reverse=True)):
            behind = behind.replace(text, " ", 1) if text else behind
        return bool(found) and sum(len(word) > 1 for word in _WORD.findall(behind)) <= BEHIND

    def _is_more(self, part: str, question: str) -> bool:
        """Return whether a text is neither the question nor an option, nor the prompt where its parts are known."""
        return part not in {question, *self.options} and not (self.parts and part == self.prompt)


class Logged:
    """A scorer that looks its scores up in a log. Raises DataError for a file that cannot be read as one.

    It answers under one view, as its program asked.
    """

    shares_context = False
    tolerance = 0.0

    def __init__(self, path: Path, given: Sequence[LoggedQuestion] | None = None) -> None:
        self._path = path
        logged = list(read_log(path)) if given is None else given
        self._logged, self._turned = logged, 0
        groups = _groups(each for each in logged if each.options)
        answers = [each for group in groups for each in group]
        self._unclear, self._moved = len(logged) - len(answers), sum(group[0].moved for group in groups)
        if not answers:
            raise DataError(
                f"{path}: no multiple-choice question with an answer is in this log, "
                f"{self._unclear:,} whose prompt does not show the options in order. {EXPECTED}"
            )
        self._letters_only = any(each.scores is None for each in answers)
        if self._letters_only and all(each.chosen is None for each in answers):
            raise DataError(f"{path}: none of its {len(answers):,} answers names an option. {EXPECTED}")
        self.listwise = any(each.shown for each in answers)
        scored = _votes if self._letters_only else _means
        self._questions = [(group[0], scored(group)) for group in groups]
        self._by_option: dict[str, list[int]] = {}
        for place, (each, _) in enumerate(self._questions):
            for option in dict.fromkeys(each.options):
                self._by_option.setdefault(option, []).append(place)
        self._silent = sum(map(_is_silent, answers))
        self._floored = sum(each.floored for each in answers)
        self.name = path.name
        told = json.dumps(
            [[q.passage, q.question, q.prompt, q.options, s] for q, s in self._questions], ensure_ascii=False
        )
        self.fingerprint = f"log {hashlib.sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
        self._found: dict[tuple[Context, str], float | None] = {}

    @property
    def by_letter(self) -> bool:
        """Return whether its scores are letters' log-probabilities."""
        return self.listwise and not self._letters_only

    def remarks(self) -> tuple[Reason, ...]:
        """Return what a reader of the scores must know."""
        about = {"file": self.name}
        letters = {"silent": self._silent, "questions": len(self._questions)}
        order = {"moved": self._moved, "unclear": self._unclear}
        return (
            Reason("note-log-letters", about | letters) if self._letters_only else Reason("note-log", about),
            *([Reason("note-log-order", about | order)] if any(order.values()) else []),
            *([Reason("note-log-floor", about | {"floored": self._floored})] if self._floored else []),
            *([Reason("note-log-turned", about | {"turned": self._turned})] if self._turned else []),
        )

    def turned(self, cells: Cells) -> "Logged":
        """Return the log with its answers told by the exam's order of options, where it showed them in another.

        `cells`: the exam's own, with all options shown. A letter stands for the text behind it, so that all orders in
        which a question was asked are one; where two options have one text, a letter cannot be told, and the question
        stays as it is.
        """
        by_texts: dict[tuple[str, ...], list[LoggedQuestion]] = {}
        for each in self._logged if self.listwise else ():
            if len(set(each.options)) == len(each.options):
                by_texts.setdefault(tuple(sorted(each.options)), []).append(each)
        turned: dict[int, LoggedQuestion] = {}
        count = 0
        for context in cells.contexts:
            shown, texts = tuple(map(plain, context.shown)), (plain(context.text), plain(context.question))
            there = [each for each in by_texts.get(tuple(sorted(shown)), ()) if each.fits(*texts)]
            if all(each.options == shown for each in there):
                continue
            count += 1
            turned |= {id(each): replace(_turned(each, shown), prompt=there[0].prompt) for each in there}
        if not count:
            return self
        log = Logged(self._path, [turned.get(id(each), each) for each in self._logged])
        log._turned = count
        return log

    def knows(self, cells: Cells) -> BoolArray:
        """Return whether each cell has a score here, (cells,)."""
        return np.array([each is not None for each in self._looked_up(cells)], dtype=np.bool_)

    def list_missing(self, items: Sequence[Item]) -> Path:
        """List questions that are not here in a file beside the log, and return its path. Raises StoreError."""
        beside = self._path.with_name(f"{self._path.stem}-missing.jsonl")
        rows = (
            {"id": item.id, "passage": item.passage, "question": item.question, "options": list(item.options)}
            for item in items
        )
        with writable(beside, ""):
            write_whole(beside, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())
        return beside

    def of_other_data(self, questions: int, view: str, beside: Path) -> DataError:
        """Return the error that a log answers none of the questions it is asked under a view."""
        first = self._questions[0][0]
        return DataError(
            f"{self._path}: answers none of the {questions:,} questions under {view}; its first reads "
            f"'{(first.question or first.prompt)[-70:]}', options {', '.join(map(repr, first.options))[:99]}. "
            f"Questions and options are told by their texts; where two options of a question have one text, by their "
            f"order, too{f'; in {self._moved:,} the prompt has another than the row' if self._moved else ''}. Give the "
            f"data that the log is of, the same split and view. The questions are listed in {beside}."
        )

    def sizes(self, cells: Cells) -> Sizes:
        """Count every cell as one: nothing is read, and nothing cut."""
        return one_each(cells)

    def score(self, cells: Cells) -> ScoreArray:
        """Look up the cells' scores. Raises LackingScoresError where one is missing."""
        found = self._looked_up(cells)
        lacking = np.array([each is None for each in found], dtype=np.bool_)
        if lacking.any():
            raise self._lacks(cells.take(lacking), len(cells))
        return np.array(found, dtype=np.float32)

    def _looked_up(self, cells: Cells) -> list[float | None]:
        options = [plain(option) for option in cells.options]
        return [
            self._score(cells.contexts[row], options[column])
            for row, column in zip(cells.rows, cells.columns, strict=True)
        ]

    def _score(self, context: Context, option: str) -> float | None:
        """Return the score of an option after a context; None where the log does not hold it.

        Raises DataError where it holds two.
        """
        key = (context, option)
        if key not in self._found:
            passage, question = plain(context.text), plain(context.question)
            shown = tuple(map(plain, context.shown)) if self.listwise else ()
            matches = [self._questions[place] for place in self._by_option.get(option, ())]
            scores = {
                values[each.options.index(option)]
                for each, values in matches
                if (not shown or each.options == shown) and each.fits(passage, question)
            }
            if scores and max(scores) - min(scores) > ALIKE:
                raise DataError(
                    f"{self._path}: has several scores of the option '{option[:70]}' for the question "
                    f"'{context.question[:70]}', so it is unclear which is meant. Give the log of one task and run."
                )
            self._found[key] = math.fsum(scores) / len(scores) if scores else None
        return self._found[key]

    def _lacks(self, lacking: Cells, asked: int) -> LackingScoresError:
        first = int(lacking.rows[0])
        question, option = lacking.contexts[first].question, lacking.options[int(lacking.columns[0])]
        order = ""
        if any(
            sorted(each.options) == sorted(map(plain, lacking.contexts[first].shown)) for each, _ in self._questions
        ):
            order = " The log has its options in another order, or with another text."
        return LackingScoresError(
            f"{self._path}: lacks {len(lacking):,} of the {asked:,} scores needed, the first of the option "
            f"'{option[:70]}' for the question '{question[:70]}'.{order} A log holds only what its program asked: "
            "leave out the experiment that needs more, or, for attacks and other views, export those questions as a "
            "task (magnetite export --as) and run that.",
            lacking=len(lacking),
            asked=asked,
        )


EXPECTED = (
    "Expected the samples of a multiple-choice task: samples_….jsonl of lm_eval --log_samples, or the .eval or .json "
    "log of Inspect."
)


# What a file can end in that has another form than a log: other types, nesting, an archive that is damaged or locked.
_OTHERWISE = (
    *(OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error),
)


def is_log(model: str) -> bool:
    """Return whether a model's name is a log. Raises DataError where it is named like one but is missing."""
    path = Path(model).expanduser()
    if path.suffix.lower() == ".eval" and not path.exists():
        raise DataError(f"{path}: there is no such log of Inspect.")
    if path.suffix.lower() in {".eval", ".json"}:
        return path.is_file()
    return path.suffix.lower() == ".jsonl" and path.is_file() and _is_samples(path)


def logs_in(folder: Path) -> list[Path]:
    """List the logs that a folder holds, where it is one and no model, by their names alone."""
    if not folder.is_dir() or (folder / "config.json").exists():
        return []
    return sorted({*folder.glob("samples_*.jsonl"), *folder.glob("*.eval")})


def read_log(path: Path) -> Iterator[LoggedQuestion]:
    """Yield what a log knows of its questions, one of each time it was asked. Raises DataError."""
    try:
        if path.suffix.lower() == ".jsonl":
            yield from _samples(path)
        elif path.suffix.lower() == ".eval":
            yield from chain.from_iterable(map(_inspected, _packed(path)))
        else:
            yield from chain.from_iterable(map(_inspected, _listed(path)))
    except _OTHERWISE as error:
        raise DataError(f"{path}: cannot be read as a log ({error or type(error).__name__}). {EXPECTED}") from error


def plain(text: str) -> str:
    """Return a text with single spaces for its white space.

    >>> plain("  Ann sat. Bo  stood. ")
    'Ann sat. Bo stood.'
    """
    return " ".join(text.split())


def _groups(answers: Iterable[LoggedQuestion]) -> list[list[LoggedQuestion]]:
    """Return the answers of each question; of what several filters see in one answer, what the first to name one sees.

    lm-evaluation-harness logs an answer once for each filter of a task.
    """
    questions: dict[tuple[Any, ...], dict[str, list[LoggedQuestion]]] = {}
    for each in answers:
        filters = questions.setdefault((each.passage, each.question, each.prompt, each.options), {})
        filters.setdefault(each.filter, []).append(each)
    return [
        next((seen for seen in filters.values() if not all(map(_is_silent, seen))), next(iter(filters.values())))
        for filters in questions.values()
    ]


def _turned(answer: LoggedQuestion, shown: tuple[str, ...]) -> LoggedQuestion:
    """Return an answer with its options in another order, `shown`, of which no two have one text."""
    places = [answer.options.index(text) for text in shown]
    scores = None if answer.scores is None else tuple(answer.scores[place] for place in places)
    chosen = None if answer.chosen is None else shown.index(answer.options[answer.chosen])
    return replace(answer, options=shown, scores=scores, chosen=chosen)


def _is_silent(answer: LoggedQuestion) -> bool:
    return answer.scores is None and answer.chosen is None


def _means(group: Sequence[LoggedQuestion]) -> tuple[float, ...]:
    columns = zip(*(each.scores for each in group if each.scores is not None), strict=True)
    return tuple(math.fsum(column) / len(group) for column in columns)


def _votes(group: Sequence[LoggedQuestion]) -> tuple[float, ...]:
    """Return logarithms of the shares of answers that name an option, half an answer added to each.

    Options of one text share what they got. Where no answer names an option, each has the score of no answer.
    """
    options = group[0].options
    votes = [each.chosen if each.scores is None else int(np.argmax(each.scores)) for each in group]
    texts = [options[vote] for vote in votes if vote is not None]
    if not texts:
        return (NO_ANSWER,) * len(options)
    total = len(texts) + len(options) / 2
    return tuple(math.log((texts.count(text) / options.count(text) + 0.5) / total) for text in options)


# lm-evaluation-harness: a line a question.


def _is_samples(path: Path) -> bool:
    try:
        first = next(_listed_rows(path), None)
        if first is None:
            with path.open("rb") as lines:
                first = json.loads(next(lines, b""))
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and {"doc", "arguments"} <= first.keys()


def _listed_rows(path: Path) -> Iterator[Any]:
    """Yield the rows of a file that is one list, as lm_eval 0.4.0 to 0.4.2 wrote it; nothing of any other."""
    with path.open("rb") as file:
        if file.read(1) == b"[":
            yield from json.loads(regular(path).read_text("utf-8"))


def _samples(path: Path) -> Iterator[LoggedQuestion]:
    if rows := list(_listed_rows(path)):
        for number, row in enumerate(rows, start=1):
            yield from _told(row, f"{path}, sample {number}")
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    row = json.loads(line)
                except json.JSONDecodeError as error:
                    raise DataError(
                        f"{path}, line {number}: the JSON is invalid ({error}). The file may be cut off; copy it again."
                    ) from error
                yield from _told(row, f"{path}, line {number}")


def _told(row: Any, where: str) -> list[LoggedQuestion]:
    try:
        return _sample(row)
    except DataError as error:
        raise DataError(f"{where}: {error}") from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise DataError(f"{where}: is no sample of a multiple-choice task. {EXPECTED}") from error


def _floored(scores: Sequence[float]) -> tuple[float, ...]:
    """Return scores with what was impossible as likely as no answer, and less likely than all that was scored."""
    if any(map(math.isnan, scores)):
        raise DataError("a log-likelihood is NaN; expected a number. Run the task again, in a precision that holds it.")
    floor = min([NO_ANSWER, *(score - 1 for score in scores if score > -math.inf)])
    return tuple(max(score, floor) for score in scores)


def _sample(raw: Mapping[str, Any]) -> list[LoggedQuestion]:
    """Return what a line knows of its question, once for each time that an answer was written."""
    requests = list(raw["arguments"].values()) if isinstance(raw["arguments"], dict) else raw["arguments"]
    pairs = [tuple(each.values()) if isinstance(each, dict) else tuple(each) for each in requests]
    prompt, doc, moved, floored = str(pairs[0][0]), raw["doc"], False, 0
    texts = [str(each) for each in _texts(doc)]
    if not isinstance(pairs[0][1], str):  # it was asked to write
        lettered = True
        options, moved = _options(doc, prompt, 0)
        scores, choices = None, [named_option(text, options) for text in _texts(raw["filtered_resps"])] or [None]
    else:
        own = [place for place, pair in enumerate(pairs) if pair[0] == prompt]  # others ask without a context
        options = [str(pairs[place][1]).strip() for place in own]
        lettered = len(options) > 1 and [each.strip(MARKS).upper() for each in options] in (
            list(LETTERS[: len(options)]),
            [str(n + 1) for n in range(len(options))],
        )
        if lettered:
            options, moved = _options(doc, prompt, len(options))
        answers = [each[0] if isinstance(each[0], list) else each for each in raw["resps"]]
        logged = [float(answers[place][0]) for place in own]
        scores, choices, floored = _floored(logged), [None], sum(map(math.isinf, logged))
    if (len(options) < 2 and not lettered) or (options and scores and len(scores) != len(options)):
        raise ValueError("no options")
    named = isinstance(doc, dict) and {"passage", "question", "options"} <= doc.keys()
    answered = _answered(options, prompt, texts, doc if named else {}, scores=scores, chosen=None, shown=lettered)
    answered = replace(answered, moved=moved, filter=str(raw.get("filter") or ""), floored=floored)
    return [replace(answered, chosen=each) for each in choices]


def _answered(
    options: Sequence[str],
    prompt: str,
    texts: Iterable[str],
    named: Mapping[str, Any],
    *,
    scores: tuple[float, ...] | None,
    chosen: int | None,
    shown: bool,
) -> LoggedQuestion:
    """Make what a log knows of a question; `named` holds its passage and question where the log names them."""
    passage, question = (plain(str(named.get(name) or "")) if named else None for name in ("passage", "question"))
    parts = frozenset(map(plain, texts))
    return LoggedQuestion(
        tuple(map(plain, options)), scores, chosen, plain(prompt), parts, passage, question, shown=shown
    )


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def _options(doc: Any, prompt: str, count: int) -> tuple[list[str], bool]:
    """Return the options that letters stand for, `count` of them or all there are, and whether the row moved them.

    Their order is the prompt's: that of its lettered options, or of a list in the row whose texts stand there one
    behind the other. There are none where neither is clear.
    """
    lists = [texts for texts in _lists(doc) if len(texts) > 1 and count in {0, len(texts)}]
    read = [texts for pattern in _MARKS if (texts := _lettered(pattern, prompt, count))]
    for shown in read:
        for texts in lists:
            rows = [plain(_ROW_MARK.sub("", text)) for text in texts]
            # A last option may go on in another line.
            if rows[:-1] == shown[:-1] and rows[-1].startswith(shown[-1]) and rows[-1] in plain(prompt):
                return texts, False
            if sorted(rows) == sorted(shown):
                return shown, True
    for texts in lists if not read else ():
        if re.search(rf"\W{{1,{MOST_SEPARATORS}}}".join(re.escape(plain(text)) for text in texts), plain(prompt)):
            return texts, False
    return (read[0] if read else []), False


def _lettered(pattern: re.Pattern[str], prompt: str, count: int) -> list[str]:
    """Return the texts behind the last A, B, C … or 1, 2, 3 … of a prompt; none where they are not `count`."""
    marks = [(each[1] or each[2], each) for each in pattern.finditer(prompt)]
    last = {name: place for place, (name, _) in enumerate(marks)}
    for first in sorted((last[name] for name in ("A", "1") if name in last), reverse=True):
        names = iter(LETTERS if marks[first][0] == "A" else "123456789")
        run: list[re.Match[str]] = []
        wanted = next(names, "")
        for name, each in marks[first:]:
            if name == wanted:
                run, wanted = [*run, each], next(names, "")
        ends = [each.start() for each in run[1:]] + [len(prompt)]
        texts = [prompt[each.end() : end] for each, end in zip(run, ends, strict=True)]
        if len(texts) > 1 and count in {0, len(texts)}:
            return [plain(text) for text in (*texts[:-1], texts[-1].partition("\n")[0])]
    return []


def _lists(value: Any) -> Iterator[list[str]]:
    """Yield all lists of texts inside a JSON value."""
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _lists(each)


# Inspect: an object a sample, in a list or in files of their own.


def _listed(path: Path) -> Iterator[Mapping[str, Any]]:
    raw = json.loads(regular(path).read_text("utf-8"))
    if isinstance(raw, dict) and "results" in raw and "configs" in raw:
        raise DataError(
            f"{path}: holds the totals of lm_eval. Give the samples that lie beside it, samples_….jsonl; they are "
            "written with --log_samples."
        )
    if not isinstance(raw, dict) or "eval" not in raw:
        raise DataError(f"{path}: is no log. {EXPECTED}")
    yield from raw.get("samples") or ()


def _packed(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open("rb") as stream, zipfile.ZipFile(stream) as archive:
        for member in archive.infolist():
            if member.filename.startswith("samples/"):
                data = _zstandard(stream, member) if member.compress_type == ZSTANDARD else _plain(archive, member)
                if len(data) > LARGEST:
                    raise ValueError(f"{member.filename} has more than {LARGEST >> 20} MiB")
                yield json.loads(data)


def _plain(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as file:
        return file.read(LARGEST + 1)


def _zstandard(stream: BinaryIO, member: zipfile.ZipInfo) -> bytes:
    """Unpack a member of a zip that this Python's library cannot. Raises UsageError where no other library can."""
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError as error:
        raise UsageError(
            f"this log of Inspect is packed in a way that needs one more package: {install_command('inspect')}. "
            "Or write it as JSON: inspect log convert --to json --output-dir DIR LOG."
        ) from error
    stream.seek(member.header_offset)
    head = stream.read(30)
    stream.seek(int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little"), 1)
    try:
        return ZstdDecompressor().stream_reader(stream.read(member.compress_size)).read(LARGEST + 1)
    except ZstdError as error:
        raise ValueError(f"{member.filename}: {error}") from error


def _inspected(raw: Mapping[str, Any]) -> list[LoggedQuestion]:
    """Return what a sample knows of its question; nothing where it ended in an error, or nobody scored the answer."""
    try:
        options, asked = [str(each) for each in raw["choices"]], raw["input"]
        if len(options) < 2:
            raise ValueError("no options")
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            f"sample '{raw.get('id')}': has no choices, so it is no multiple-choice question. {EXPECTED}"
        ) from error
    if raw.get("error") or not raw.get("scores"):
        return []
    prompt = asked if isinstance(asked, str) else "\n".join(map(_content, asked))
    shown = "\n".join(_content(each) for each in raw.get("messages") or () if each.get("role") == "user")
    hidden = shown and not all(plain(option) in plain(shown) for option in options)
    if hidden or _options(options, shown or prompt, len(options))[1]:  # which option a letter means is not clear
        options = []
    chosen = _chosen(raw["scores"], options)
    about = raw.get("metadata") or {}
    named = {"passage", "question", "options"} <= about.keys()
    texts = _texts({name: value for name, value in about.items() if isinstance(value, str)})
    scores = _letter_scores(raw, chosen, len(options))
    return [_answered(options, prompt, texts, about if named else {}, scores=scores, chosen=chosen, shown=True)]


def _content(message: Mapping[str, Any]) -> str:
    """Return the text of a message."""
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(str(part.get("text") or "") for part in content)


def _chosen(scores: Mapping[str, Any], options: Sequence[str]) -> int | None:
    """Return the option that a scorer's answer names, that of `choice` first; None for none, or several."""
    answers = sorted(scores.items(), key=lambda each: each[0] != "choice")
    named = (named_option(str(score.get("answer") or ""), options) for _, score in answers)
    return next((option for option in named if option is not None), None)


def _letter_scores(raw: Mapping[str, Any], chosen: int | None, count: int) -> tuple[float, ...] | None:
    """Return the log-probabilities of all letters, where the chosen one was written; None where they are not known."""
    tokens = [
        token
        for choice in (raw.get("output") or {}).get("choices") or ()
        for token in (choice.get("logprobs") or {}).get("content") or ()
    ]
    said = "".join(_content(choice.get("message") or {}) for choice in (raw.get("output") or {}).get("choices") or ())
    if said.strip() and said.strip() != "".join(token["token"] for token in tokens).strip():
        return None  # Inspect writes the answer anew where it showed the options in another order
    for token in reversed(tokens) if chosen is not None else ():
        top = [(str(each["token"]), float(each["logprob"])) for each in token.get("top_logprobs") or ()]
        if token["token"].strip(MARKS) == LETTERS[int(chosen or 0)] and top:
            return letters_among(top, count).scores
    return None
