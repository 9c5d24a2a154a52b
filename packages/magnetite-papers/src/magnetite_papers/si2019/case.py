"""The case of Figure 9: a question whose wrong option the paper built from a sentence of the passage, token by token.

This file contains none of the text: the item is given by its id in MCScript2.0's dev split, the sentence by its place
in the passage, and the paper's shuffled option by the places of its tokens in option and sentence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from examfiles.errors import DataError
from examfiles.items import Dataset, Item, letter
from magnetite.core.experiment import Panel
from magnetite.core.results import Finding, Heading, Run, Value
from magnetite.experiments.unreadable.experiment import UnreadableTrace
from magnetite.views.text import sentences, words
from magnetite_papers.si2019.names import EMPTY, ORIGINAL, PAPERS

# English function words that occur in passages about everyday life.
_STOP_WORDS = (
    "a an the and or but if then than so as at by for from in into of off on out over to up with about after before "
    "again i me my we us our you your he him his she her it its they them their this that these those there here what "
    "which who whom when where why how am is are was were be been being have has had do does did will would shall "
    "should can could may might must not no nor only own same too very just all any both each few more most other some "
    "such n't 's 'm 'd 're 've 'll"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
STEPS = (
    Heading("place", "step", "count"),
    Heading("token", "token added"),
    Heading("from", "source"),
    Heading("answer", "probability of the right answer", "share"),
    Heading("reported", "probability in the paper", "share"),
    Heading("step", "change", "points"),
    Heading("reported_step", "change in the paper", "points"),
)


@dataclass(frozen=True, slots=True)
class CaseStudy:
    """A question of a set, the option that grows, and its final text.

    `option`: its place. `sentence`: the place of the sentence in the passage. `order`: the places of the new option's
    tokens in the tokens of option and sentence together.
    """

    name: ClassVar[str] = "case"
    set: str
    item: str
    option: int
    sentence: int
    order: tuple[int, ...]

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Score every step with every system."""
        [item] = exam.items
        return UnreadableTrace(self.item, PAPERS, letter(self.option), changed=self.changed(item)).run(exam, panel)

    def tokens(self, option: str, passage: str) -> tuple[list[str], list[str]]:
        """Return the tokens of the option and of the sentence. Raises DataError if they are not the paper's."""
        parts = sentences(passage)
        if self.sentence >= len(parts):
            raise DataError(f"item '{self.item}': its passage has {len(parts)} sentences, so it is not the paper's.")
        own, added = words(option), words(parts[self.sentence])
        if sorted(self.order) != list(range(len(own) + len(added))):
            raise DataError(
                f"item '{self.item}': option and sentence have {len(own) + len(added)} tokens; the paper's have "
                f"{len(self.order)}."
            )
        return own, added

    def changed(self, item: Item) -> Item:
        """Return the item with the paper's shuffled option."""
        own, added = self.tokens(item.options[self.option], item.passage)
        options = list(item.options)
        options[self.option] = " ".join([*own, *added][place] for place in self.order)
        return replace(item, options=tuple(options))

    def kinds(self, run: Run) -> Iterator[tuple[str, str]]:
        """Yield the kind and the source of each token of the new option."""
        [item] = run.exam["items"]
        own, added = self.tokens(item["options"][self.option], run.exam["passages"][item["passage_id"]])
        for place in self.order:
            token = [*own, *added][place]
            yield kind_of(token), "the wrong option" if place < len(own) else "the sentence"


def kind_of(token: str) -> str:
    """Name the kind of a token.

    >>> [kind_of(token) for token in ("The", ",", "4.50", "counter")]
    ['stop word', 'punctuation', 'number', 'other word']
    """
    if not any(sign.isalnum() for sign in token):
        return "punctuation"
    if token.lower() in STOP_WORDS:
        return "stop word"
    return "number" if token[0].isdigit() else "other word"


def answers(run: Run) -> list[float]:
    """Return the answer's probability with an empty wrong option, and after each token."""
    [trace] = [each for each in run.finding("trace").tables if each.name == "trace"]
    rows = [row for row in trace.rows() if row["role"] == "answer" and row["added"] != ORIGINAL]
    return [row["probability"] for row in rows]


def steps_of(case: CaseStudy, run: Run) -> list[tuple[str, str, float]]:
    """Return each step without its text: the kind and source of the added token, and the answer's probability."""
    kinds = [(EMPTY, ""), *case.kinds(run)]
    return [(kind, source, answer) for (kind, source), answer in zip(kinds, answers(run), strict=True)]


def case_rows(steps: Sequence[Sequence[Any]], reported: Sequence[float]) -> Iterator[tuple[Value, ...]]:
    """Yield a row per step: the token's kind, the answer's probability and its change, ours and the paper's."""
    before: tuple[float, float] | None = None
    for place, ((kind, source, ours), papers) in enumerate(zip(steps, reported, strict=True)):
        changes = (None, None) if before is None else (ours - before[0], papers - before[1])
        yield place, kind, source, ours, papers, *changes
        before = ours, papers


CASE = CaseStudy("MCScript2.0", "11-7", 0, 3, (1, 11, 4, 3, 5, 7, 8, 2, 0, 6, 9, 10))
