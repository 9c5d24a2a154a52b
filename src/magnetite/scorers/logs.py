"""A system that is another program's log: what a model scored or chose when lm-evaluation-harness or Inspect asked it.

    samples_TASK_….jsonl    lm-evaluation-harness, --log_samples: log-likelihoods of the options, or of their letters
    ….eval, ….json          Inspect: the letter that was chosen; with --logprobs, log-probabilities of letters

Questions are told by their texts. Where a log names passage, question and options as Magnetite's own tasks do
(`magnetite export --as`), they have to be these texts; else the options have to be those of the log, the question has
to be asked there, and the passage has to stand there. White space does not matter.

Where only the chosen letter is known, a score is the logarithm of the share of answers that chose the option, half an
answer added to each, as it is for a server that is asked so. An answer that names none does not count.
"""

import hashlib
import json
import math
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from magnetite.core.cells import BoolArray, Cells, Context, ScoreArray
from magnetite.core.errors import DataError, LackingScoresError, StoreError, UsageError
from magnetite.core.files import write_whole
from magnetite.core.items import LETTERS, Item
from magnetite.core.reasons import Reason
from magnetite.core.scorer import Sizes

PASSAGE = 20  # words from which on a text that a question is asked with may be a passage
AROUND = 60  # characters that may stand behind the question in a prompt, besides the options
MARK = 8  # and those around each option
ZSTANDARD = 93  # how a file is packed in a zip, by its number
BEHIND = 3  # words that may, such as "Answer:"
ALIKE = 0.05  # by how much the scores of a question that is asked twice may differ: batches round
_WORD = re.compile(r"\w+")
_LETTER = re.compile(r"\W*([A-Z])(?:\W*$|\s*[).:])")
_ANSWER = re.compile(r"(?:answer|option)\W*(?:is)?\W*\(?([A-Z])\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LoggedQuestion:
    """What a log knows of one question, all texts with plain white space.

    `scores`: one an option, None where only `chosen` is known: the index of the option, None where none was named.
    `passage` and `question` where the log names them; else `prompt` is what was asked, and `parts` the texts it was
    made of. `shown`: whether the options stood in the prompt.
    """

    options: tuple[str, ...]
    scores: tuple[float, ...] | None
    chosen: int | None
    prompt: str
    parts: frozenset[str]
    passage: str | None = None
    question: str | None = None
    shown: bool = False

    def fits(self, passage: str, question: str) -> bool:
        """Return whether it was asked with this passage, "" for none, and this question."""
        if self.passage is not None and self.question is not None:
            return (passage, question) == (self.passage, self.question)
        if not question or not (question in self.parts or self._asks(question, passage)):
            return False
        if passage:
            return passage in self.prompt or passage in self.parts
        return not any(
            len(part.split()) >= PASSAGE for part in (*self.parts, self.prompt) if self._is_more(part, question)
        )

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

    def __init__(self, path: Path) -> None:
        self._path = path
        answers = tuple(read_log(path))
        if not answers:
            raise DataError(f"{path}: no multiple-choice question with an answer is in this log. {EXPECTED}")
        self._letters_only = any(each.scores is None for each in answers)
        if self._letters_only and all(each.chosen is None for each in answers):
            raise DataError(f"{path}: none of its {len(answers):,} answers names an option. {EXPECTED}")
        self.listwise = any(each.shown for each in answers)
        self._questions = _joined(answers, letters_only=self._letters_only)
        self._by_option: dict[str, list[int]] = {}
        for place, (each, _) in enumerate(self._questions):
            for option in dict.fromkeys(each.options):
                self._by_option.setdefault(option, []).append(place)
        self._silent = sum(each.scores is None and each.chosen is None for each in answers)
        self.name = path.name
        told = json.dumps(
            [[q.passage, q.question, q.prompt, q.options, s] for q, s in self._questions], ensure_ascii=False
        )
        self.fingerprint = f"log {hashlib.sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
        self._found: dict[tuple[Context, str], float | None] = {}

    def remarks(self) -> tuple[Reason, ...]:
        """Return what a reader of the scores must know."""
        if not self._letters_only:
            return (Reason("note-log", {"file": self.name}),)
        values = {"file": self.name, "silent": self._silent, "questions": len(self._questions)}
        return (Reason("note-log-letters", values),)

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
        try:
            write_whole(beside, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())
        except OSError as error:
            raise StoreError(f"{beside}: cannot be written ({error.strerror or error}).") from error
        return beside

    def of_other_data(self, questions: int, view: str, beside: Path) -> DataError:
        """Return the error that a log answers none of the questions it is asked under a view."""
        first = self._questions[0][0]
        return DataError(
            f"{self._path}: answers none of the {questions:,} questions under {view}; its first reads "
            f"'{(first.question or first.prompt)[-70:]}', options {', '.join(map(repr, first.options))[:99]}. "
            f"Questions are told by their texts, options in their order where they were shown. Give the data that "
            f"the log is of, the same split and view. The questions are listed in {beside}."
        )

    def sizes(self, cells: Cells) -> Sizes:
        """Count every cell as one: nothing is read, and nothing cut."""
        return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

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


def is_log(model: str) -> bool:
    """Return whether a model's name is a log. Raises DataError where it is named like one but is missing."""
    path = Path(model).expanduser()
    if path.suffix.lower() == ".eval" and not path.exists():
        raise DataError(f"{path}: there is no such log of Inspect.")
    if path.suffix.lower() in {".eval", ".json"}:
        return path.is_file()
    return path.suffix.lower() == ".jsonl" and path.is_file() and _is_samples(path)


def read_log(path: Path) -> Iterator[LoggedQuestion]:
    """Yield what a log knows of its questions, one of each time it was asked. Raises DataError."""
    try:
        if path.suffix.lower() == ".jsonl":
            yield from _samples(path)
        elif path.suffix.lower() == ".eval":
            yield from map(_inspected, _packed(path))
        else:
            yield from map(_inspected, _listed(path))
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise DataError(f"{path}: cannot be read as a log ({error}). {EXPECTED}") from error


def plain(text: str) -> str:
    """Return a text with single spaces for its white space.

    >>> plain("  Ann sat. Bo  stood. ")
    'Ann sat. Bo stood.'
    """
    return " ".join(text.split())


def _joined(answers: Sequence[LoggedQuestion], *, letters_only: bool) -> list[tuple[LoggedQuestion, tuple[float, ...]]]:
    """Return each question once, with its scores: means of those of all times it was asked, or the votes."""
    groups: dict[tuple[Any, ...], list[LoggedQuestion]] = {}
    for each in answers:
        groups.setdefault((each.passage, each.question, each.prompt, each.options), []).append(each)
    scored = _votes if letters_only else _means
    heard = [group for group in groups.values() if any(each.scores or each.chosen is not None for each in group)]
    return [(group[0], scored(group)) for group in heard]


def _means(group: Sequence[LoggedQuestion]) -> tuple[float, ...]:
    columns = zip(*(each.scores for each in group if each.scores is not None), strict=True)
    return tuple(math.fsum(column) / len(group) for column in columns)


def _votes(group: Sequence[LoggedQuestion]) -> tuple[float, ...]:
    """Return logarithms of the shares of answers, half an answer added to each option; one that names none is none."""
    count = len(group[0].options)
    votes = [each.chosen if each.scores is None else int(np.argmax(each.scores)) for each in group]
    total = sum(vote is not None for vote in votes) + count / 2
    return tuple(math.log((votes.count(place) + 0.5) / total) for place in range(count))


# lm-evaluation-harness: a line a question.


def _is_samples(path: Path) -> bool:
    with path.open("rb") as lines:
        try:
            first = json.loads(next(lines, b""))
        except ValueError:
            return False
    return isinstance(first, dict) and {"doc", "arguments"} <= first.keys()


def _samples(path: Path) -> Iterator[LoggedQuestion]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    yield _sample(json.loads(line))
                except json.JSONDecodeError as error:
                    raise DataError(
                        f"{path}, line {number}: the JSON is invalid ({error}). The file may be cut off; copy it again."
                    ) from error
                except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
                    raise DataError(
                        f"{path}, line {number}: is no sample of a multiple-choice task. {EXPECTED}"
                    ) from error


def _sample(raw: Mapping[str, Any]) -> LoggedQuestion:
    requests = list(raw["arguments"].values()) if isinstance(raw["arguments"], dict) else raw["arguments"]
    pairs = [tuple(each.values()) if isinstance(each, dict) else tuple(each) for each in requests]
    prompt, doc = str(pairs[0][0]), raw["doc"]
    texts = [str(each) for each in _texts(doc)]
    if not isinstance(pairs[0][1], str):  # it was asked to write
        options, lettered = _options(doc, prompt, 0), True
        scores, chosen = None, _letter(raw["filtered_resps"], len(options))
    else:
        own = [place for place, pair in enumerate(pairs) if pair[0] == prompt]  # others ask without a context
        options = [str(pairs[place][1]).strip() for place in own]
        lettered = len(options) > 1 and options in (
            list(LETTERS[: len(options)]),
            [str(n + 1) for n in range(len(options))],
        )
        if lettered:
            options = _options(doc, prompt, len(options))
        answers = [each[0] if isinstance(each[0], list) else each for each in raw["resps"]]
        scores, chosen = tuple(float(answers[place][0]) for place in own), None
    if len(options) < 2 or (scores and len(scores) != len(options)):
        raise ValueError("no options")
    named = isinstance(doc, dict) and {"passage", "question", "options"} <= doc.keys()
    return _answered(options, prompt, texts, doc if named else {}, scores=scores, chosen=chosen, shown=lettered)


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
    about = {name: plain(str(named.get(name) or "")) for name in ("passage", "question")} if named else {}
    parts = frozenset(map(plain, texts))
    return LoggedQuestion(tuple(map(plain, options)), scores, chosen, plain(prompt), parts, shown=shown, **about)


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def _options(doc: Any, prompt: str, count: int) -> list[str]:
    """Find the options that letters stand for, `count` of them or all there are: a list in the row, else lines."""
    for texts in _lists(doc):
        if len(texts) == count or (
            not count and len(texts) > 1 and all(plain(text) in plain(prompt) for text in texts)
        ):
            return texts
    found: list[str] = []
    for name in LETTERS[: count or len(LETTERS)]:
        lines = re.findall(rf"^\s*\(?{name}[.:)]\)?\s+(.+)$", prompt, re.MULTILINE)
        if not lines:
            break
        found.append(lines[-1])
    return found


def _lists(value: Any) -> Iterator[list[str]]:
    """Yield all lists of texts inside a JSON value."""
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _lists(each)


def _letter(responses: Any, count: int) -> int | None:
    """Return the option that the last of some texts names by its letter; None where it names none."""
    texts = [text for text in _texts(responses) if text.strip()]
    if not texts:
        return None
    hit = _LETTER.match(texts[-1].strip()) or next(iter(reversed(list(_ANSWER.finditer(texts[-1])))), None)
    place = LETTERS.index(hit[1].upper()) if hit else count
    return place if place < count else None


# Inspect: an object a sample, in a list or in files of their own.


def _listed(path: Path) -> Iterator[Mapping[str, Any]]:
    raw = json.loads(path.read_text("utf-8"))
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
                data = _zstandard(stream, member) if member.compress_type == ZSTANDARD else archive.read(member)
                yield json.loads(data)


def _zstandard(stream: BinaryIO, member: zipfile.ZipInfo) -> bytes:
    """Unpack a member of a zip that this Python's library cannot. Raises UsageError where no other library can."""
    try:
        from zstandard import ZstdDecompressor
    except ImportError as error:
        raise UsageError(
            "this log of Inspect is packed in a way that needs one more package: pip install 'magnetite[inspect]'. "
            "Or write it as JSON: inspect log convert --to json --output-dir DIR LOG."
        ) from error
    stream.seek(member.header_offset)
    head = stream.read(30)
    stream.seek(int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little"), 1)
    return ZstdDecompressor().decompressobj().decompress(stream.read(member.compress_size))


def _inspected(raw: Mapping[str, Any]) -> LoggedQuestion:
    try:
        options, asked = [str(each) for each in raw["choices"]], raw["input"]
        if len(options) < 2:
            raise ValueError("no options")
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            f"sample '{raw.get('id')}': has no choices, so it is no multiple-choice question. {EXPECTED}"
        ) from error
    prompt = asked if isinstance(asked, str) else "\n".join(_texts([each.get("content") for each in asked]))
    chosen = _chosen(raw.get("scores") or {}, len(options))
    about = raw.get("metadata") or {}
    named = {"passage", "question", "options"} <= about.keys()
    texts = _texts({name: value for name, value in about.items() if isinstance(value, str)})
    scores = _letter_scores(raw, chosen, len(options))
    return _answered(options, prompt, texts, about if named else {}, scores=scores, chosen=chosen, shown=True)


def _chosen(scores: Mapping[str, Any], count: int) -> int | None:
    """Return the option whose letter a scorer found, that of `choice` first; None for none, or several."""
    for score in sorted(scores.items(), key=lambda each: each[0] != "choice"):
        answer = str(score[1].get("answer") or "").strip()
        if len(answer) == 1 and answer.upper() in LETTERS[:count]:
            return LETTERS.index(answer.upper())
    return None


def _letter_scores(raw: Mapping[str, Any], chosen: int | None, count: int) -> tuple[float, ...] | None:
    """Return the log-probabilities of all letters, where the chosen one was written; None where they are not known.

    A letter that is not listed gets the most it can have.
    """
    tokens = [
        token
        for choice in (raw.get("output") or {}).get("choices") or ()
        for token in (choice.get("logprobs") or {}).get("content") or ()
    ]
    for token in reversed(tokens) if chosen is not None else ():
        top = [(_bare(each["token"]), float(each["logprob"])) for each in token.get("top_logprobs") or ()]
        if _bare(token["token"]) == LETTERS[int(chosen or 0)] and top:
            least = min(value for _, value in top)
            return tuple(max((v for name, v in top if name == each), default=least) for each in LETTERS[:count])
    return None


def _bare(token: str) -> str:
    """Return a token without what tokenizers write for a space.

    >>> _bare("Ġ" + "B"), _bare(" B")
    ('B', 'B')
    """
    return token.strip(" \u0120\u2581")
