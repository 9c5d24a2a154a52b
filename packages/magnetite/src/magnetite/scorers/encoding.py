"""How a cell becomes token ids: the template of each layout and the one truncation rule.

    joint    [CLS] passage [SEP] question option [SEP]      segments 0 … 0 1 … 1 (where the model has them)
    prefix   [CLS] passage [SEP]                            segment 0, shared by all questions of the passage
                 question [SEP]                             segment 0, shared by all options of the question
                     [CLS] option [SEP]                     segment 1; positions count on, part after part
             of tokenizers without these marks, decoders': BOS passage, question and option, each on a line, and EOS

The truncation rule: question and option are never cut; the passage is, at the end (`keep="start"`, as the public code
of Si et al. 2019) or at the start (`keep="end"`, as that of Liusie et al. 2022); the papers do not say which.
Text that a view added to the passage (`Context.added`) follows it and is never cut either.
A missing passage or question has no separator either (Liusie et al. 2022, Figure 3).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Literal

from examfiles.errors import DataError, UsageError, unknown_name
from magnetite.core.cells import Context
from magnetite.core.errors import ModelError

# A passage leaves room for question and option in steps of this many tokens, so that one encoding of it serves almost
# all of them and still depends on the cell alone.
ROOM_STEP = 64
BLANK = re.compile(r"_+(?:\s+_+)*")
REMEMBERED = 400_000  # texts: several times the passages, questions and options of a screen

# Ends of questions and starts of options: a tokenizer that splits all these pairs at the space splits any there, given
# that both sides are plain (`Encoding._apart`). Contractions, numbers and marks are what tokenizers treat specially.
_ENDS = ("a", "Who is it?", "the boats .", "in 1984", "he said:", "_", "50%", "U.S.")
_STARTS = ("a", "the boats", "It's so", "'s", "1984", "$5", "(b)", "e,c,a", "-1", "...", "%", "un-")
Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """The choices that turn a cell into ids; part of a scorer's fingerprint and of a training card.

    `blank`: what happens to a cloze blank `_` in a question: "keep" it and append the option (Lin et al. 2021, §2, put
    the option behind every question), or "fill" it with the option (joint layout only).
    Raises UsageError for a choice that does not exist.
    """

    layout: Literal["joint", "prefix"] = "joint"
    max_tokens: int = 512
    keep: Literal["start", "end"] = "start"
    blank: Literal["keep", "fill"] = "keep"

    def __post_init__(self) -> None:
        choices = {"layout": ["joint", "prefix"], "keep": ["start", "end"], "blank": ["keep", "fill"]}
        for choice, names in choices.items():
            if (value := getattr(self, choice)) not in names:
                raise unknown_name(f"template {choice}", str(value), names)
        if self.layout == "prefix" and self.blank == "fill":
            raise UsageError(
                "template: blank 'fill' puts the option into the question, which the prefix layout encodes before its "
                "options. Use blank 'keep', or the joint layout."
            )
        if not isinstance(self.max_tokens, int) or self.max_tokens < 1:
            raise UsageError(f"template: max_tokens is {self.max_tokens!r}; expected a whole number, 1 or more.")


@dataclass(frozen=True, slots=True)
class Encoded:
    """One sequence: its ids, and how many of the first ones are in segment 0, and belong to the context alone."""

    ids: Ids
    first_segment: int
    of_context: int  # the same ids in every cell of the context with the same cut
    truncated: bool


@dataclass(frozen=True, slots=True)
class Prefix:
    """What precedes an option in the prefix layout: the ids of passage and question, and whether the passage is cut."""

    passage: Ids
    question: Ids
    truncated: bool

    @property
    def tokens(self) -> int:
        """Count the tokens before the option."""
        return len(self.passage) + len(self.question)


class Encoding:
    """Texts turned into ids, with one tokenizer and one template; remembers what it has tokenised."""

    def __init__(self, tokenizer: Any, template: Template) -> None:
        self.template = template
        self._tokenizer = tokenizer
        self._known: dict[str, Ids] = {}
        self.single = frame(tokenizer, pair=False)
        self.pair = frame(tokenizer, pair=True)

    def remember(self, texts: Iterable[str]) -> None:
        """Tokenise the new ones among the texts, all at once, which a fast tokenizer does on all cores."""
        distinct = dict.fromkeys(texts)
        if len(self._known) + len(distinct) > REMEMBERED:
            self._known.clear()
        new = [text for text in distinct if text not in self._known]
        if new:
            # A lone surrogate is not a character; it becomes "?".
            whole = [text.encode("utf-8", "replace").decode("utf-8") for text in new]
            tokenised = self._tokenizer(whole, add_special_tokens=False, verbose=False)["input_ids"]
            self._known.update(zip(new, map(tuple, tokenised), strict=True))

    def ids(self, text: str) -> Ids:
        """Return a text's ids, without special tokens."""
        if text not in self._known:
            self.remember([text])
        return self._known[text]

    @cached_property
    def lead(self) -> str | None:
        """Return what an option's text needs in front to be tokenised apart from its question; None: it cannot be.

        "" where a word's ids are the same everywhere (WordPiece), " " where a space belongs to the word after it (BPE).
        """
        pairs = list(product(_ENDS, _STARTS))
        self.remember(text for end, start in pairs for text in (f"{end} {start}", end, start, f" {start}"))
        for lead in ("", " "):
            if all(self.ids(f"{end} {start}") == self.ids(end) + self.ids(lead + start) for end, start in pairs):
                return lead
        return None

    @cached_property
    def _marks(self) -> tuple[Ids, Ids, Ids, Ids]:
        """Return what the prefix layout puts before all, behind passage and question, before and behind an option."""
        cls, sep = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        if cls is not None and sep is not None:
            return (cls,), (sep,), (cls,), (sep,)
        ends = [e for e in (self._tokenizer.bos_token_id, self._tokenizer.eos_token_id) if e is not None]
        return tuple(ends[:1]), self.ids("\n"), (), tuple(ends[-1:])

    def joint(self, context: Context, option: str) -> Encoded:
        """Encode one cell of the joint layout. Raises DataError where everything but the passage does not fit."""
        question_ids, option_ids = self._second(context.question, option)
        head, middle, tail = self.pair if context.text else self.single
        fixed = len(head) + len(middle) + len(question_ids) + len(option_ids) + len(tail)
        self._check_room(fixed, context, option)
        if not context.text:
            return Encoded(head + question_ids + option_ids + tail, 0, len(head) + len(question_ids), False)
        passage, truncated = self._first(context, self.template.max_tokens - fixed)
        before = head + passage + middle
        return Encoded(
            before + question_ids + option_ids + tail, len(before), len(before) + len(question_ids), truncated
        )

    def _second(self, question: str, option: str) -> tuple[Ids, Ids]:
        """Tokenise question and option, apart where that gives the ids of both as one text, else as one."""
        fills = self.template.blank == "fill" and len(BLANK.findall(question)) == 1
        if not fills and self._apart(question, option):
            return self.ids(question), self.ids((self.lead or "") + option)
        return (), self.ids(question_with_option(question, option, self.template.blank))

    def prefix(self, context: Context, option: str) -> Prefix:
        """Encode passage and question of the prefix layout, leaving room for them and `option`: see `room_for`.

        The passage of a longer question or option has more of it cut. Raises DataError where question, option and
        added text alone do not fit.
        """
        begin, sep, _, _ = self._marks
        question = self.prefix_question(context)
        suffix = len(self.prefix_option(option))
        fixed = len(begin) + (len(sep) if context.text else 0)
        self._check_room(fixed + len(question) + suffix, context, option)
        # Where the room, rounded up, leaves none for the passage, the option still fits: the line above checks it.
        passage, truncated = self._first(context, self.template.max_tokens - fixed - room_for(len(question) + suffix))
        return Prefix(begin + passage + (sep if context.text else ()), question, truncated)

    def prefix_question(self, context: Context) -> Ids:
        """Encode the question of the prefix layout, question [SEP]; nothing where a view has none."""
        return self.ids(context.question) + self._marks[1] if context.question else ()

    def prefix_option(self, option: str) -> Ids:
        """Encode one option of the prefix layout: [CLS] option [SEP]."""
        _, _, before, behind = self._marks
        return before + self.ids(option) + behind

    def texts(self, context: Context) -> tuple[str, ...]:
        """Return the texts of a context that are tokenised, for `remember`."""
        texts = (context.passage, context.question)
        if not context.added:
            return texts
        whole = () if self._apart(context.passage, context.added) else (context.text,)
        return (*texts, self._added_text(context), *whole)

    def _added_text(self, context: Context) -> str:
        between = " " if self.lead is None else self.lead
        return between + context.added if context.passage and context.added else context.added

    def _first(self, context: Context, room: int) -> tuple[Ids, bool]:
        """Return passage and added text, and whether the passage was cut to make both fit into `room` tokens.

        What fits whole has the ids of both as one text, a space between.
        """
        if context.added and context.passage and not self._apart(context.passage, context.added):
            whole = self.ids(context.text)
            if len(whole) <= room:
                return whole, False
        added = self.ids(self._added_text(context))
        passage, truncated = self._cut(self.ids(context.passage), max(0, room - len(added)))
        return passage + added, truncated

    def _apart(self, first: str, second: str) -> bool:
        """Return whether two texts with a space between have the ids of each, the second after `lead`.

        They do only where plain characters meet: white space would join the space between them, a combining mark the
        character before it, and brackets may begin a special token.
        """
        return self.lead is not None and _plain(first[-1:]) and _plain(second[:1])

    def _cut(self, ids: Ids, room: int) -> tuple[Ids, bool]:
        if len(ids) <= room:
            return ids, False
        return (ids[:room] if self.template.keep == "start" else ids[len(ids) - room :]), True

    def _check_room(self, fixed: int, context: Context, option: str) -> None:
        """Raise DataError where `fixed` tokens and the text added to the passage are more than the model reads."""
        needed = fixed + len(self.ids(self._added_text(context)))
        if needed > self.template.max_tokens:
            added = f" and '{context.added[:60]}', which was added to its passage" if context.added else ""
            never = ", and neither is added text" if context.added else ""
            raise DataError(
                f"question '{context.question[:60]}' with option '{option[:60]}'{added}: {needed} tokens without any "
                f"passage, but the model reads {self.template.max_tokens}. Questions and options are never "
                f"cut{never}: shorten them, or use a model that reads more."
            )


def room_for(tokens: int) -> int:
    """Return how many tokens a passage leaves for a question and an option of `tokens`: the next multiple of 64.

    >>> room_for(12), room_for(65)
    (64, 128)
    """
    return -(-tokens // ROOM_STEP) * ROOM_STEP


def _plain(character: str) -> bool:
    return character.isascii() and character.isprintable() and character not in " <[>]|"


def question_with_option(question: str, option: str, blank: Literal["keep", "fill"]) -> str:
    """Join question and option; "fill" puts the option where the question's one blank stands.

    >>> question_with_option("Ann has _ .", "a cat", "fill")
    'Ann has a cat .'
    """
    if blank == "fill" and len(BLANK.findall(question)) == 1:
        return BLANK.sub(lambda _: option, question)
    return f"{question} {option}" if question else option


def frame(tokenizer: Any, *, pair: bool) -> tuple[Ids, Ids, Ids]:
    """Find the special tokens a tokenizer puts before, between and after its texts, by trying texts it knows.

    Raises ModelError where they cannot be found.
    """
    texts: Sequence[str] = ("a", "b") if pair else ("a",)
    ids = tokenizer(*texts)["input_ids"]
    bodies = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in texts]
    first = _find(ids, bodies[0], 0)
    after = first + len(bodies[0])
    if not pair:
        return tuple(ids[:first]), (), tuple(ids[after:])
    second = _find(ids, bodies[1], after)
    return tuple(ids[:first]), tuple(ids[after:second]), tuple(ids[second + len(bodies[1]) :])


def _find(ids: Sequence[int], body: Sequence[int], start: int) -> int:
    for i in range(start, len(ids)):
        if body and list(ids[i : i + len(body)]) == list(body):
            return i
    raise ModelError(
        f"the tokenizer turns 'a' and 'b' into {list(ids)}, which does not contain the tokens {list(body)} of one of "
        "them; its special tokens cannot be found. Use the tokenizer the model was trained with."
    )
