"""The encoder scorer in the prefix layout: questions with few options share passes, many options share a context."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import torch
from torch import Tensor

from magnetite.core.cells import Cells, IntArray, ScoreArray
from magnetite.core.scorer import Sizes
from magnetite.scorers.attention import State
from magnetite.scorers.encoding import Encoding, Prefix, room_for
from magnetite.scorers.frame import Ids
from magnetite.scorers.loading import Loaded
from magnetite.scorers.passes import Passes
from magnetite.scorers.prefix import Question, Row, pack, packed_scores
from magnetite.scorers.prefix_states import extend, option_scores
from magnetite.scorers.stack import need_stack

FEW_TOKENS = 256  # a question with at most this many tokens of options shares a pass with others
ROW_TOKENS = 512  # questions behind one passage in one row: each attends over the whole row
PASS_TOKENS = 8192  # tokens of one packed pass, padding included


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """The cells of one context that share an encoding of it: their positions and their options' ids."""

    prefix: Prefix
    cells: IntArray  # (cells,)
    suffixes: list[Ids]

    @property
    def few(self) -> bool:
        return sum(map(len, self.suffixes)) <= FEW_TOKENS

    @property
    def question(self) -> Question:
        return Question(self.prefix.question, tuple(self.suffixes))


class PrefixEncoder:
    """A scorer of options as short suffixes of a passage and a question that are encoded once.

    Questions with few options share one masked pass; for many options the context's keys and values are stored.
    """

    listwise = False
    shares_context = True

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._stack = need_stack(loaded.name, loaded.model)
        self._passes = Passes(loaded.model)
        self.batch_tokens = self._passes.batch_tokens
        self.config = loaded.model.config
        self.encoding = Encoding(loaded.tokenizer, loaded.template)
        self._latest: tuple[Ids, list[State]] | None = None
        self.name, self.view = loaded.name, loaded.view
        self.fingerprint, self.tolerance = loaded.fingerprint, loaded.tolerance

    def sizes(self, cells: Cells) -> Sizes:
        """Measure each cell: its own suffix; question and passage count for the first cell that has them."""
        tokens, truncated = np.zeros(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_)
        passages: set[Ids] = set()
        for group in self._groups(cells):
            tokens[group.cells] = [len(suffix) for suffix in group.suffixes]
            tokens[group.cells[0]] += len(group.prefix.question)
            if group.prefix.passage not in passages:
                tokens[group.cells[0]] += len(group.prefix.passage)
                passages.add(group.prefix.passage)
            truncated[group.cells] = group.prefix.truncated
        return Sizes(tokens, truncated)

    @torch.inference_mode()
    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells: those of questions with few options together, those of the others context by context."""
        scores = np.zeros(len(cells), dtype=np.float32)
        few: list[_Group] = []
        for group in self._groups(cells):
            if group.few:
                few.append(group)
                continue
            scores[group.cells] = self._many(group)
        for rows in _passes(few):
            batch = pack([row for row, _ in rows], self._loaded.tokenizer.pad_token_id).to(self._loaded.model.device)
            values = packed_scores(self._stack, batch).float().cpu().numpy()
            scores[np.concatenate([cells for _, cells in rows])] = values
        return scores

    def _groups(self, cells: Cells) -> Iterable[_Group]:
        """Group the cells by context, and by the room that question and option take: see `encoding.room_for`."""
        suffixes = {column: self.encoding.prefix_option(cells.options[column]) for column in np.unique(cells.columns)}
        order = np.argsort(cells.rows, kind="stable")
        starts = np.flatnonzero(np.diff(cells.rows[order], prepend=-1))
        for of_context in np.split(order, starts[1:]) if len(order) else []:
            context = cells.contexts[cells.rows[of_context[0]]]
            columns = cells.columns[of_context]
            question = self.encoding.prefix_question(context)
            rooms = np.array([room_for(len(question) + len(suffixes[column])) for column in columns])
            for room in np.unique(rooms):
                group = of_context[rooms == room]
                here = cells.columns[group]
                longest = max(here, key=lambda column: len(suffixes[column]))
                prefix = self.encoding.prefix(context, cells.options[longest])
                yield _Group(prefix, group, [suffixes[column] for column in here])

    def _states(self, prefix: Prefix) -> list[State]:
        if self._latest is None or self._latest[0] != prefix.passage:
            self._latest = (prefix.passage, extend(self._stack, None, prefix.passage))
        return extend(self._stack, self._latest[1], prefix.question)

    def _many(self, group: _Group) -> ScoreArray:
        """Score a context's options, those of one length side by side."""
        states, lengths = self._states(group.prefix), np.array([len(suffix) for suffix in group.suffixes])

        def score(part: IntArray) -> Tensor:
            return option_scores(self._stack, states, [group.suffixes[i] for i in part])

        return self._passes.run(np.argsort(-lengths, kind="stable"), lengths, score)


def _passes(few: Sequence[_Group]) -> Iterable[list[tuple[Row, IntArray]]]:
    """Put questions of one passage into rows, and rows of like length into passes of a bounded padded size."""
    rows: list[tuple[Row, IntArray]] = []
    for passage, of_passage in groupby(sorted(few, key=lambda a: a.prefix.passage), key=lambda a: a.prefix.passage):
        for part in _cut(list(of_passage)):
            questions = Row(passage, tuple(group.question for group in part))
            rows.append((questions, np.concatenate([group.cells for group in part])))
    rows.sort(key=lambda row: row[0].tokens)
    batch: list[tuple[Row, IntArray]] = []
    for row in rows:
        if batch and (len(batch) + 1) * row[0].tokens > PASS_TOKENS:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _cut(groups: Sequence[_Group]) -> Iterable[list[_Group]]:
    """Cut the questions of one passage into rows of a bounded size; a longer question gets a row of its own."""
    part: list[_Group] = []
    for each in groups:
        if part and sum(other.question.tokens for other in part) + each.question.tokens > ROW_TOKENS:
            yield part
            part = []
        part.append(each)
    if part:
        yield part
