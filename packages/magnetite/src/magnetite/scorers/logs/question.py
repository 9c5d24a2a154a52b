"""A question as a log knows it, whichever program wrote it: its texts, and what was scored or chosen."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from examfiles.errors import DataError
from examfiles.lengths import words
from examfiles.reasons import counted
from magnetite.core.scorer import NO_ANSWER
from magnetite.scorers.logs.prompt import plain, times_lettered, unmarked, without_template

PASSAGE = 20  # words from which on a text that a question is asked with may be a passage
BEHIND = 3  # words that may stand behind a question, such as "Answer:"
INSTRUCTION = 40  # words, where its options stand there once: more of them may be other questions
EXPECTED = (
    "Expected the samples of a multiple-choice task: samples_….jsonl of lm_eval --log_samples, the .eval or .json "
    "log of Inspect, details_….parquet of lighteval, scenario_state.json of HELM, …-predictions.jsonl of OLMES with "
    "its requests beside it, or a file of predictions of OpenCompass."
)


def without_choices(log: object, unclear: int) -> DataError:
    """Return the error that a log tells of no choice; of so many answers it is unclear which option they mean."""
    if not unclear:
        return DataError(f"{log}: no multiple-choice question with an answer is in this log. {EXPECTED}")
    return DataError(
        f"{log}: it is unclear what was chosen ({counted(unclear, 'answer')}): no prompt shows the options in order, "
        "behind letters or in the order of a list in the row. Run a task whose prompt shows them, or one that scores "
        "their texts."
    )


_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class LoggedQuestion:
    """What a log knows of one question, all texts with plain white space.

    `scores`: one an option, None where only `chosen` is known: the index of the option, None where none was named.
    `passage` and `question` where the log names them; else `prompt` is what was asked, and `parts` the texts it was
    made of. `shown`: whether the options stood in the prompt; they are in its order, `moved` where the log's own row
    has them in another, and there are none where the order cannot be told. `filter`: what took the answer out of the
    model's text, where a log has the same answer as several filters see it. `floored`: how many scores were minus
    infinity. `unfiltered`: the option that the model's own text names, where a filter took no answer out of it.
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
    unfiltered: int | None = None

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
        """Return whether the prompt ends with the question: but its passage, its options, and an instruction.

        That is a few words, or more where the lettered options stand behind the question once: another question with
        the same options would show them again.
        """
        _, found, behind = self.prompt.rpartition(question)
        if not found:
            return False
        rest = without_template(behind)
        for text in (passage, *sorted(self.options, key=len, reverse=True)):
            rest = rest.replace(text, " ", 1) if text else rest
        more = sum(len(word) > 1 for word in _WORD.findall(rest))
        return more <= BEHIND or (more <= INSTRUCTION and times_lettered(self.options, behind) == 1)

    def _is_more(self, part: str, question: str) -> bool:
        """Return whether a text is neither the question nor an option, nor the prompt where its parts are known."""
        return part not in {question, *self.options} and not (self.parts and part == self.prompt)


def answered(
    options: Sequence[str],
    prompt: str,
    texts: Iterable[str],
    named: Mapping[str, Any],
    *,
    scores: tuple[float, ...] | None,
    chosen: int | None,
    shown: bool,
) -> LoggedQuestion:
    """Make what a log knows of a question; `named` holds its passage and question where the log names them.

    Letters in front of all options are none of their text.
    """
    passage, question = (plain(str(named.get(name) or "")) if named else None for name in ("passage", "question"))
    parts = frozenset(map(plain, texts))
    return LoggedQuestion(
        tuple(map(plain, unmarked(options))), scores, chosen, plain(prompt), parts, passage, question, shown=shown
    )


def texts_in(value: Any) -> Iterator[str]:
    """Yield all texts inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def floored_scores(scores: Sequence[float]) -> tuple[float, ...]:
    """Return scores with what was impossible as likely as no answer, and less likely than all that was scored."""
    if any(map(math.isnan, scores)):
        raise DataError("a log-likelihood is NaN; expected a number. Run the task again, in a precision that holds it.")
    floor = min([NO_ANSWER, *(score - 1 for score in scores if score > -math.inf)])
    return tuple(max(score, floor) for score in scores)
