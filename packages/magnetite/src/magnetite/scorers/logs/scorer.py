"""A log, or a folder of logs, as a scorer: cells are looked up by their texts."""

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from examfiles.errors import DataError
from examfiles.files import write_whole
from examfiles.items import Item
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, Cells, Context, ScoreArray
from magnetite.core.errors import LackingScoresError, of_scores
from magnetite.core.files import writable
from magnetite.core.scorer import NO_ANSWER, Sizes, one_each
from magnetite.scorers.logs.prompt import plain, unmarked, without_mark
from magnetite.scorers.logs.question import EXPECTED, LoggedQuestion, without_choices
from magnetite.scorers.logs.reading import read_logs
from magnetite.views import in_order

NAMED = 0.5  # of an answer, added to each option's votes
ALIKE = 0.05  # by how much the scores of a question that is asked twice may differ: batches round,
ALIKE_SHARE = 2**-7  # or a share of them: bfloat16 has no more than 2^7 numbers from one power of two to the next
WHOLE = "QOC"
MORE_ROOM = "give the model more tokens (lm_eval: --gen_kwargs max_gen_toks=8192; Inspect: --max-tokens 8192)"
_VIEWS: Mapping[tuple[bool, bool], str] = {  # by whether there was a passage, and a question
    (False, False): "O",
    (False, True): "QO",
    (True, False): "CO",
    (True, True): WHOLE,
}


class Logged:
    """A scorer that looks its scores up in a log, or in a folder of logs. Raises DataError for what is none.

    It answers under the views under which its program asked. Each log has its own answers: two that answer one question
    differently contradict each other. `given`: what each log knows, where it was read. `logs`: these of the folder.
    """

    shares_context = False
    tolerance = 0.0

    def __init__(
        self,
        path: Path,
        given: Sequence[Sequence[LoggedQuestion]] | None = None,
        logs: Sequence[Path] | None = None,
    ) -> None:
        self._path, self._turned = path, 0
        self._left_out: tuple[Reason, ...] = ()
        if given is None:
            given, self._left_out = read_logs(path, logs)
        self._logged = given
        groups = [group for log in given for group in _groups(each for each in log if each.options)]
        answers = [each for group in groups for each in group]
        self._unclear = sum(not each.options for each in chain.from_iterable(given))
        self._moved = sum(group[0].moved for group in groups)
        if not answers:
            raise without_choices(path, self._unclear)
        self._letters_only = any(each.scores is None for each in answers)
        self._unended = sum(each.unended and _is_silent(each) for each in answers)
        if self._letters_only and all(_is_silent(each) for each in answers):
            raise self._says_nothing(len(answers))
        self.listwise = any(each.shown for each in answers)
        scored = _votes if self._letters_only else _means
        self._questions = [(group[0], scored(group)) for group in groups]
        self._by_option: dict[str, list[int]] = {}
        for place, (each, _) in enumerate(self._questions):
            for option in dict.fromkeys(each.options):
                self._by_option.setdefault(option, []).append(place)
        self._silent = sum(map(_is_silent, answers))
        self._shared = any(each.shared for each in answers)
        self._floored = sum(each.floored for each in answers)
        self._unfiltered = sum(each.unfiltered is not None for each in answers)
        self.name = self._label = path.name
        told = json.dumps(
            [[q.passage, q.question, q.prompt, q.options, s] for q, s in self._questions], ensure_ascii=False
        )
        self.fingerprint = f"log {hashlib.sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
        self._found: dict[tuple[Context, str], float | None] = {}

    @property
    def views(self) -> tuple[str, ...]:
        """Return the views under which questions were asked: that of the whole question, unless the log names parts."""
        views = {
            WHOLE if each.passage is None or each.question is None else _VIEWS[bool(each.passage), bool(each.question)]
            for each, _ in self._questions
        }
        return in_order(views)

    @property
    def by_letter(self) -> bool:
        """Return whether its scores are letters' log-probabilities."""
        return self.listwise and not self._letters_only and not self._shared

    @property
    def only_chooses(self) -> bool:
        """Return whether only letters are known: a share of answers is then no probability of the model's."""
        return self._letters_only

    def remarks(self) -> tuple[Reason, ...]:
        """Return what a reader of the scores must know."""
        about = {"file": self._label}
        letters = {"silent": self._silent, "questions": len(self._questions)}
        order = {"moved": self._moved, "unclear": self._unclear}
        return (
            Reason("note-log-letters", about | letters) if self._letters_only else Reason("note-log", about),
            *([Reason("note-log-shared", about)] if self._shared else []),
            *([Reason("note-log-order", about | order)] if any(order.values()) else []),
            *([Reason("note-log-floor", about | {"floored": self._floored})] if self._floored else []),
            *([Reason("note-log-turned", about | {"turned": self._turned})] if self._turned else []),
            *([Reason("note-log-unended", about | {"answers": self._unended})] if self._unended else []),
            *([Reason("note-log-unfiltered", about | {"answers": self._unfiltered})] if self._unfiltered else []),
            *self._left_out,
        )

    def called(self, label: str) -> "Logged":
        """Return the log with another name in what it has to say: several may have one file name."""
        log = copy(self)
        log._label = label
        return log

    def turned(self, cells: Cells) -> "Logged":
        """Return the log with its answers told by the exam's order of options, where it showed them in another.

        `cells`: the exam's own, with all options shown. A letter stands for the text behind it, so that all orders in
        which a question was asked are one; where two options have one text, a letter cannot be told, and the question
        stays as it is. So it does where one of several logs asked it in the exam's order alone: other orders are then
        another task's.
        """
        by_texts: dict[tuple[str, ...], list[tuple[int, LoggedQuestion]]] = {}
        for number, logged in enumerate(self._logged if self.listwise else ()):
            for each in logged:
                if len(set(each.options)) == len(each.options):
                    sure = each.options[:-1] if each.rest else each.options
                    by_texts.setdefault(tuple(sorted(sure)), []).append((number, each))
        turned: dict[int, LoggedQuestion] = {}
        count = 0
        for context in cells.contexts:
            shown, texts = _plain_list(context.shown), (plain(context.text), plain(context.question))
            keys = {tuple(sorted(shown)), *(tuple(sorted((*shown[:at], *shown[at + 1 :]))) for at in range(len(shown)))}
            there = [
                (log, each, own)
                for log, each in chain.from_iterable(by_texts.get(key, ()) for key in keys)
                if (own := each.told_by(shown)) and len(set(own.options)) == len(shown) and each.fits(*texts)
            ]
            in_another = {log for log, _, own in there if own.options != shown}
            if not in_another or {log for log, _, _ in there} > in_another:
                continue
            count += 1
            first = there[0][1]
            turned |= {
                id(each): replace(_turned(own, shown), prompt=first.prompt, listed=first.listed)
                for _, each, own in there
            }
        if not count:
            return self
        log = Logged(self._path, [[turned.get(id(each), each) for each in logged] for logged in self._logged])
        log._turned, log._left_out = count, self._left_out
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
            "Questions and options are recognised by their texts, and if two options of a question have the same text, "
            f"by their order, too{f'; in {self._moved:,} the prompt has another than the row' if self._moved else ''}. "
            f"Give the data that the log is of, the same split and view. The questions are listed in {beside}."
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
            found = (self._scores(context, text) for text in dict.fromkeys((option, without_mark(option))))
            scores: dict[float, str] = next(filter(None, found), {})
            low, high = (min(scores), max(scores)) if scores else (0.0, 0.0)
            if high - low > max(ALIKE, ALIKE_SHARE * abs(low)):
                raise DataError(
                    f"{self._path}: has several scores of the option '{option[:70]}' for the question "
                    f"'{context.question[:70]}', {low:.6g} in {scores[low]} and {high:.6g} in {scores[high]}, so it is "
                    "unclear which is meant. Give the logs of one model and run."
                )
            self._found[key] = math.fsum(scores) / len(scores) if scores else None
        return self._found[key]

    def _scores(self, context: Context, option: str) -> dict[float, str]:
        """Return all scores of an option after a context, with the log that each is in."""
        passage, question = plain(context.text), plain(context.question)
        shown = _plain_list(context.shown) if self.listwise else ()
        if shown and option not in shown:
            return {}
        known = (self._questions[place] for place in self._by_option.get(shown[0] if shown else option, ()))
        return {
            values[(shown or each.options).index(option)]: each.file or self._path.name
            for each, values in known
            if (not shown or each.shows(shown)) and each.fits(passage, question)
        }

    def _says_nothing(self, answers: int) -> DataError:
        """Return the error that no answer names an option."""
        advice = EXPECTED
        if self._unended:
            advice = (
                f"{self._unended:,} of them end within the model's reasoning: {MORE_ROOM}, and run the program again."
            )
        return DataError(f"{self._path}: none of its {answers:,} answers names an option. {advice}")

    def _lacks(self, lacking: Cells, asked: int) -> LackingScoresError:
        first = int(lacking.rows[0])
        question, option = lacking.contexts[first].question, lacking.options[int(lacking.columns[0])]
        shown = sorted(_plain_list(lacking.contexts[first].shown))
        order, what, run = "", "attacks and other views", "audit"
        if any(sorted(each.options) == shown for each, _ in self._questions):
            order = " The log has its options in another order, or with another text."
            what, run = "all orders of the options", "order"
        program = "inspect" if self.listwise else "lm-eval"
        return LackingScoresError(
            f"{self._path}: {of_scores(len(lacking), asked)} needed, the first of the option "
            f"'{option[:70]}' for the question '{question[:70]}'.{order} A log holds only what its program asked: "
            f"leave out the experiment that needs more, or, for {what}, export those questions as a task "
            f"(magnetite export {run} DATA --as {program} --to suite) and run that.",
            lacking=len(lacking),
            asked=asked,
        )


def _plain_list(options: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(plain, unmarked(options)))


def _groups(answers: Iterable[LoggedQuestion]) -> list[list[LoggedQuestion]]:
    """Return the answers of each question; of what several filters see in one answer, what the first to name one sees.

    lm-evaluation-harness logs an answer once for each filter of a task. Where none names an option, the model's own
    text may.
    """
    questions: dict[tuple[Any, ...], dict[str, list[LoggedQuestion]]] = {}
    for each in answers:
        filters = questions.setdefault((each.passage, each.question, each.prompt, each.options), {})
        filters.setdefault(each.filter, []).append(each)
    seen = (
        next((seen for seen in filters.values() if not all(map(_is_silent, seen))), next(iter(filters.values())))
        for filters in questions.values()
    )
    return [[replace(each, chosen=each.unfiltered) if _is_silent(each) else each for each in group] for group in seen]


def _turned(answer: LoggedQuestion, shown: tuple[str, ...]) -> LoggedQuestion:
    """Return an answer with its options in another order, `shown`, of which no two have one text."""
    places = [answer.options.index(text) for text in shown]
    scores = None if answer.scores is None else tuple(answer.scores[place] for place in places)
    chosen, unfiltered = (
        None if place is None else shown.index(answer.options[place]) for place in (answer.chosen, answer.unfiltered)
    )
    return replace(answer, options=shown, scores=scores, chosen=chosen, unfiltered=unfiltered)


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
    total = len(texts) + NAMED * len(options)
    return tuple(math.log((texts.count(text) / options.count(text) + NAMED) / total) for text in options)
