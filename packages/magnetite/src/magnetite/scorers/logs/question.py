"""A question as a log knows it, whichever program wrote it: its texts, and what was scored or chosen."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from examfiles.errors import DataError
from examfiles.lengths import words
from examfiles.reasons import counted
from magnetite.core.scorer import NO_ANSWER
from magnetite.scorers.answer import ends_in_thought, named_option
from magnetite.scorers.logs.prompt import Shown, list_start, plain, told_by, unmarked, without_template

PASSAGE = 20  # words from which on a text that a question is asked with may be a passage
BEHIND = 3  # words that may stand behind a question, such as "Answer:"
INSTRUCTION = 40  # words that may stand between it and its options, such as how to choose one
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
_LETTER = re.compile(r"\b[A-Z]\b")
_ANOTHER = re.compile(r"[?？]|(?i:\b(?:question|problem)\b[\W\d]*[:.：])")  # question that begins


@dataclass(frozen=True, slots=True)
class LoggedQuestion:
    """What a log knows of one question, all texts with plain white space.

    `scores`: one an option, None where only `chosen` is known: the index of the option, None where none was named.
    `passage` and `question` where the log names them; else `prompt` is what was asked, and `parts` the texts it was
    made of. `shown`: whether the options stood in the prompt; they are in its order, `moved` where the log's own row
    has them in another, and there are none where the order cannot be told. `filter`: what took the answer out of the
    model's text, where a log has the same answer as several filters see it. `floored`: how many scores were minus
    infinity. `unfiltered`: the option that the model's own text names, where a filter took no answer out of it.
    `listed`: where in the prompt the list of options begins; `rest`: as of `prompt.Shown`. `unended`: whether what the
    model wrote ends within its reasoning. `file`: the log, in a folder of them. `shared`: whether
    scores are of shares among the options alone.
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
    listed: int | None = None
    rest: str = ""
    unended: bool = False
    file: str = ""
    shared: bool = False

    def told_by(self, texts: Sequence[str]) -> "LoggedQuestion | None":
        """Return it with an exam's options, in the order of the prompt; None where it has others."""
        own = told_by(self.options, self.rest, texts)
        return None if own is None else replace(self, options=tuple(own), rest="")

    def shows(self, options: tuple[str, ...]) -> bool:
        """Return whether it has an exam's options, in their order."""
        told = None if self.options == options or not self.rest else self.told_by(options)
        return options == (told or self).options

    def fits(self, passage: str, question: str) -> bool:
        """Return whether it was asked with this passage, "" for none, and this question."""
        if self.passage is not None and self.question is not None:
            return (passage, question) == (self.passage, self.question)
        if not question or not (question in self.parts or self._asks(question, passage)):
            return False
        if passage:
            return passage in self.prompt or passage in self.parts
        return not any(self._is_passage(part, question) for part in (*self.parts, self.prompt))

    def _asks(self, question: str, passage: str) -> bool:
        """Return whether the prompt asks this question, and no other behind it.

        Behind a list of its options there may be any instruction: another question would have options of its own.
        """
        if self.listed is None:
            return self._ends_with(self.prompt, question, passage, listed=False)
        before, behind = self.prompt[: self.listed], self.prompt[self.listed :]
        return self._ends_with(before, question, passage, listed=True) or self._ends_with(
            behind, question, passage, listed=False
        )

    def _ends_with(self, text: str, question: str, passage: str, *, listed: bool) -> bool:
        """Return whether a text ends with the question: but its passage, its options, a few words and no answer to it.

        `listed`: whether the options come behind the text, which then has none, and may say how to choose one.
        """
        _, found, behind = text.rpartition(question)
        if not found:
            return False
        rest = without_template(behind).replace(passage or " ", " ", 1)
        named = sum(_stands_in(option, rest) for option in self.options)
        if named and (listed or named < len(self.options)):
            return False
        for option in sorted(self.options, key=len, reverse=True):
            rest = rest.replace(option, " ", 1) if option else rest
        if listed and (len(set(_LETTER.findall(rest))) == 1 or _ANOTHER.search(rest)):
            return False
        return sum(len(word) > 1 for word in _WORD.findall(rest)) <= (INSTRUCTION if listed else BEHIND)

    def _is_passage(self, part: str, question: str) -> bool:
        """Return whether a text may be a passage: more than the question and options, and not the prompt itself."""
        if words(part) < PASSAGE or (self.parts and part == self.prompt):
            return False
        for text in (question, *sorted(self.options, key=len, reverse=True)):
            part = part.replace(text, " ", 1) if text else part
        return words(part) >= PASSAGE


def _stands_in(option: str, text: str) -> bool:
    """Return whether an option's text stands in another by itself, in small letters or capitals."""
    option, text = option.casefold(), text.casefold()
    return bool(option) and option in text and re.search(rf"(?<!\w){re.escape(option)}(?!\w)", text) is not None


def answered(
    seen: Shown,
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
    parts, asked, own = frozenset(map(plain, texts)), plain(prompt), tuple(map(plain, unmarked(seen.options)))
    known = LoggedQuestion(own, scores, chosen, asked, parts, passage, question, shown=shown)
    return replace(known, moved=seen.moved, rest=seen.rest, listed=list_start(own, asked) if shown else None)


def wrote(asked: LoggedQuestion, text: str) -> LoggedQuestion:
    """Return what is known of a question to which a model wrote this."""
    return replace(asked, chosen=named_option(text, asked.options), unended=ends_in_thought(text))


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
