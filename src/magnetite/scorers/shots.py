"""Shots: solved questions that a language model reads before the one it is asked (few-shot, Brown et al. 2020, 2.1).

    plain    an example's prompt, a space, its answer, an empty line; the next; …; the prompt of the question
    chat     an example's prompt as the user's message, its answer as the model's reply; …; the user's message

An example is laid out by the prompt of the question, and shows what the question shows: no passage where that has none,
no question where that has none, options where letters are scored. It is solved in the same way to answer: by its letter
or by its text. The layouts are those of lm-evaluation-harness, that of a chat with `--fewshot_as_multiturn`.
"""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from magnetite.core.cells import Context, own_context
from magnetite.core.errors import DataError
from magnetite.core.items import Dataset, Item
from magnetite.scorers.prompts import Prompt, letters

Turns = tuple[tuple[str, str], ...]  # of each example its prompt and its answer


@dataclass(frozen=True, slots=True)
class Shot:
    """A solved question: what stands before its answer, all options among it (`shown`), and the right one's place."""

    id: str
    context: Context
    answer: int


@dataclass(frozen=True, slots=True)
class Shots:
    """Examples, in the order in which they are read."""

    examples: tuple[Shot, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.examples)

    def __str__(self) -> str:
        return str(len(self.examples))

    @property
    def fingerprint(self) -> str:
        """Return a hash of the examples' texts and answers, in order: 16 hexadecimal digits."""
        contexts = [(each.context, each.answer) for each in self.examples]
        texts = [(c.passage, c.question, c.shown, c.added, answer) for c, answer in contexts]
        whole = json.dumps(texts).encode()
        return hashlib.blake2b(whole, digest_size=8, person=b"shots").hexdigest()

    @property
    def record(self) -> Mapping[str, Any]:
        """Return what a run keeps of them: how many, and their ids; nothing where there are none."""
        return {"shots": len(self.examples), "examples": [each.id for each in self.examples]} if self else {}

    def turns(self, prompt: Prompt, asked: Context, *, lettered: bool) -> Turns:
        """Return the examples as they stand before a question; `lettered`: it is answered by a letter.

        Raises what `Prompt.render` raises.
        """
        return _turns(self, prompt, bool(asked.text), bool(asked.question), lettered)

    def without(self, dataset: Dataset) -> Dataset:
        """Return a dataset without the questions of the examples' passages."""
        shown = {_place(each.context.passage, each.context.question) for each in self.examples}
        return dataset.with_items([item for item in dataset if _place(item.passage, item.question) not in shown])


def text_before(turns: Turns) -> str:
    r"""Return the text of examples that precedes a plain prompt.

    >>> text_before((("Question: Who? Answer:", "Ann"),))
    'Question: Who? Answer: Ann\n\n'
    """
    return "".join(f"{text} {answer}\n\n" for text, answer in turns)


def messages(turns: Turns, text: str) -> list[dict[str, str]]:
    """Return a chat of the examples and the question, whose prompt is `text`.

    >>> [message["role"] for message in messages((("Who?", "Ann"),), "Where?")]
    ['user', 'assistant', 'user']
    """
    told = [{"role": role, "content": each} for turn in turns for role, each in zip(_ROLES, turn, strict=True)]
    return [*told, {"role": _ROLES[0], "content": text}]


_ROLES = ("user", "assistant")


def draw_shots(dataset: Dataset, count: int, seed: int, asked: Sequence[Item] = ()) -> Shots:
    """Draw examples: questions with a known answer, one of a passage, none of a passage that is `asked`.

    Passages are told apart by their texts, questions without one by their own. The first of more examples are those of
    fewer. Raises DataError where there are not enough.
    """
    taken = {_place(item.passage, item.question) for item in asked}
    twins = {(item.question, item.options) for item in asked}
    bare = not any(item.passage for item in asked)  # then examples need no passage either
    known = [item for item in dataset if item.answer is not None and (item.passage or bare)]
    by_place: dict[str, list[Item]] = {}
    for item in known:
        if (item.question, item.options) not in twins:
            by_place.setdefault(_place(item.passage, item.question), []).append(item)
    places = [place for place in by_place if place not in taken]
    if len(places) < count:
        raise DataError(
            f"{dataset.source or dataset.name}: {count} examples are to be shown, but only {len(places)} of its "
            "passages are not asked about and have a question with a known answer. Show fewer (--shots), or name "
            "other data for them (--shots-from)."
        )
    drawing = random.Random(seed)
    drawing.shuffle(places)
    return Shots(tuple(_example(drawing.choice(by_place[place])) for place in places[:count]))


def _example(item: Item) -> Shot:
    assert item.answer is not None
    return Shot(item.id, replace(own_context(item), shown=item.options), item.answer)


@lru_cache(4096)
def _place(passage: str, question: str) -> str:
    """Return the text that questions which belong together share, white space aside."""
    return " ".join((passage.strip() or question).split())


@lru_cache(16)
def _turns(shots: Shots, prompt: Prompt, passage: bool, question: bool, lettered: bool) -> Turns:
    return tuple(_turn(each, prompt, passage, question, lettered) for each in shots.examples)


def _turn(example: Shot, prompt: Prompt, passage: bool, question: bool, lettered: bool) -> tuple[str, str]:
    whole, options = example.context, example.context.shown
    context = Context(whole.text if passage else "", whole.question if question else "")
    if lettered:
        return prompt.render(context, options), letters(len(options))[example.answer]
    return prompt.render(context), options[example.answer]
