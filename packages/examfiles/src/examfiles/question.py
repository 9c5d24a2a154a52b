"""Question: what every exam format knows of a question, and the one rule that makes an item of it.

A question is an item when exactly one of its options has the full mark, alone or above partial marks. Any other is
left out with the reason.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, takewhile

from examfiles.format import Outcome, PlacedItem, Remark, make_item, outcome, unused_passage
from examfiles.items import Item, LeftOut, letter, seen
from examfiles.lengths import words
from examfiles.markup import Mark, Picture, Text, joined
from examfiles.pictures import PICTURES, lines_of
from examfiles.reasons import Reason

NO_KEY = Reason("left-no-key")
SHORT_PASSAGE = "note-short-passage"
INSTRUCTION = 20
"""A text with fewer words counts as an instruction where a format does not say that it is a passage."""

_NOTHING = Text("")
FULL_MARK = 0.999  # Moodle's own measure of a full mark is .99; thirds and sixths are written with five digits
GENERAL, CREDIT = "feedback", "credit"
MARKS: Mapping[str, str] = {GENERAL: "feedback", CREDIT: "partial credit"}
"""What metadata of marking is, by the name before the option's letter."""
FORMATTING, UNREAD = "formatting", "not_read"
"""Metadata: the parts of an item's texts in another type, and what its file says of it that nobody read."""
NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,7})?")
BREAK = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_PERCENT = re.compile(r"-?\d{1,3}(?:\.\d{1,5})?")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that questions share, its place, its id where the file gives one, and what its markup says beside it."""

    text: str
    where: str
    id: str | None = None
    rich: Text = _NOTHING

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures in it."""
        return self.rich.pictures


@dataclass(frozen=True, slots=True)
class ExamQuestion:
    """A question with its options and the share of the full mark that each is worth.

    `no_key`: why it has no key, where its format can be more specific. `feedback`: what is said of each option once it
    is chosen, `general` what is said in any case. `ticked`: candidates may choose several options.
    """

    where: str
    id: str
    stem: Text
    options: tuple[Text, ...]
    worths: tuple[float, ...]
    passage: Passage | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    no_key: Reason = NO_KEY
    feedback: tuple[Text, ...] = ()
    general: Text = _NOTHING
    ticked: bool = False


def question_outcomes(question: ExamQuestion) -> Iterator[Outcome]:
    """Make a question an item, after a remark where candidates may tick several options, or yield why it is left out.

    >>> [type(each).__name__ for each in question_outcomes(
    ...     ExamQuestion("line 1", "q", Text("Who?"), (Text("Ann"), Text("Bo")), (1.0, 0.0), ticked=True))]
    ['Remark', 'PlacedItem']
    """
    made = question_outcome(question)
    if question.ticked and isinstance(made, PlacedItem):
        yield Remark(Reason("note-several-one-right", {"where": question.where}))
    yield made


def question_outcome(question: ExamQuestion) -> Outcome:
    """Make a question an item, or return why it is left out."""
    if question.ticked and sum(worth > 0 for worth in question.worths) != 1:
        return LeftOut(question.where, Reason("left-several"))
    if flaw := _flaw(question):
        return LeftOut(question.where, flaw)
    right = [place for place, worth in enumerate(question.worths) if worth >= FULL_MARK]
    if len(right) == 1:
        return _item_outcome(question, right[0])
    unkeyed = None if right else _item_outcome(question, None)
    reason = question.no_key
    if right:
        reason = Reason("left-many-right", {"right": len(right), "options": listed(right)})
    elif any(worth > 0 for worth in question.worths):
        reason = Reason("left-no-full-mark")
    return LeftOut(question.where, reason, unkeyed.item if isinstance(unkeyed, PlacedItem) else None)


def _item_outcome(question: ExamQuestion, right: int | None) -> Outcome:
    passage = question.passage
    return outcome(
        question.where,
        lambda: make_item(
            id=question.id,
            passage=passage.text if passage else "",
            passage_id=passage.id if passage else None,
            question=question.stem.text,
            options=[option.text for option in question.options],
            answer=lambda _texts: right,
            metadata=_metadata(question),
            passage_needed=False,
        ),
    )


@dataclass(slots=True)
class Names:
    """Ids of questions: their own as they are, a title once, otherwise the file's name and the question's number."""

    stem: str
    used: set[str] = field(default_factory=set)
    number: int = 0
    scope: str = ""  # the exam, of several in a package, in which ids are unique
    scopes: set[str] = field(default_factory=set)

    def enter(self, *names: str) -> None:
        """Begin an exam of a package, called by the first of its names that no other has."""
        self.scope = next((name for name in names if name and name not in self.scopes), names[-1])
        self.scopes.add(self.scope)

    def take(self, own: str = "", title: str = "") -> str:
        """Return the id of the next question."""
        self.number += 1
        name = own or title
        if not own and (not title or title in self.used):
            name = f"{self.stem}-{self.number}"
        self.used.add(name)
        return name


@dataclass(slots=True)
class CurrentPassage:
    """The passage that now applies, and the number of questions that used it."""

    passage: Passage | None = None
    parts: list[Text] = field(default_factory=list)
    questions: int = 0

    def put(self, passage: Passage) -> Iterator[Outcome]:
        """Take a new passage; one that follows another with no question in between continues it."""
        part = replace(passage.rich, text=passage.text)
        if self.parts:
            self.parts.append(part)
            return
        yield from self.close()
        self.passage, self.parts, self.questions = passage, [part], 0

    def use(self) -> Passage | None:
        """Return the passage for a question."""
        if self.passage and self.parts:
            whole = joined(self.parts, "\n\n")
            self.passage = replace(self.passage, text=whole.text, rich=whole)
        self.parts = []
        self.questions += 1
        return self.passage

    def close(self) -> Iterator[Outcome]:
        """End the passage's reach; yield a remark if it has no questions or looks like an instruction."""
        passage, questions = self.passage, self.questions
        self.passage, self.parts, self.questions = None, [], 0
        if passage is None:
            return
        if not questions:
            yield unused_passage(passage.where)
        elif words(passage.text) < INSTRUCTION:
            values = {"where": passage.where, "words": words(passage.text), "questions": questions}
            yield Remark(Reason(SHORT_PASSAGE, values))


def listed(places: Sequence[int]) -> str:
    """Return the letters of options, the first few of them."""
    return ", ".join(letter(place) for place in places[:5]) + (", …" if len(places) > 5 else "")


def _flaw(question: ExamQuestion) -> Reason | None:
    count = len(question.options)
    if not question.stem:
        return Reason("left-empty-question")
    if count < 2:
        return Reason("left-few-options", {"options": count})
    empty = [place for place, option in enumerate(question.options) if not seen(option.text)]
    if empty:
        return Reason("left-empty-option", {"options": listed(empty)})
    return None


def _metadata(question: ExamQuestion) -> dict[str, str]:
    """Return the metadata.

    `emphasised` holds the emphasised parts of the question, one a line, unless all of it is; `pictures` its pictures.
    """
    parts = [" ".join(part.split()) for part in question.stem.emphasised if part != question.stem.text]
    metadata = {name: value for name, value in question.metadata.items() if value}
    metadata |= {"emphasised": "\n".join(parts)} if parts else {}
    passage = question.passage.rich if question.passage else _NOTHING
    texts = (passage, question.stem, *question.options, question.general, *question.feedback)
    pictures = [each for text in texts for each in text.pictures]
    metadata |= {PICTURES: lines_of(pictures)} if pictures else {}
    metadata |= formatting_of(texts[: len(question.options) + 2], metadata.get("emphasised", ""))
    named = zip(places(len(question.options)), texts, strict=False)
    flattened = [f"{name}: {', '.join(text.flattened)}" for name, text in named if text.flattened]
    letters = (f"{GENERAL} {letter(at)}" for at in range(len(question.feedback)))
    remarks = zip((GENERAL, *letters), (question.general, *question.feedback), strict=True)
    flattened += [f"{name}: {', '.join(type_of(text))}" for name, text in remarks if type_of(text)]
    unread = [*([metadata.pop(UNREAD)] if UNREAD in metadata else []), *flattened]
    metadata |= {UNREAD: "; ".join(unread)} if unread else {}
    return metadata | said_after([text.text for text in question.feedback], question.general.text, question.worths)


def type_of(text: Text) -> tuple[str, ...]:
    """Return what the markup of a text says beside it, by the names of elements."""
    return tuple(dict.fromkeys((*(mark.tag for mark in text.marks), *text.flattened)))


def places(options: int) -> tuple[str, ...]:
    """Name the texts of a question, as metadata does: passage, question, and its options by their letters.

    >>> places(2)
    ('passage', 'question', 'A', 'B')
    """
    return ("passage", "question", *map(letter, range(options)))


def formatting_of(texts: Sequence[Text], emphasised: str = "") -> dict[str, str]:
    """Return the metadata of the type of a passage, a question and its options: a line for each part that is set off.

    Of a question whose strong parts are all that `emphasised` lists there is none.

    >>> formatting_of((Text("Ann sat.", marks=(Mark("u", 0, 3),)), Text("Who?")))
    {'formatting': 'passage 0 u Ann'}
    """
    stem = texts[1]
    if [("strong", part) for part in emphasised.split("\n")] == [
        (m.tag, stem.text[m.start : m.end]) for m in stem.marks
    ]:
        texts = (texts[0], replace(stem, marks=()), *texts[2:])
    lines = [
        f"{name} {mark.start} {mark.tag} {' '.join(re.split(BREAK, text.text[mark.start : mark.end]))}"
        for name, text in zip(places(len(texts) - 2), texts, strict=True)
        for mark in evened_marks(text.text, text.marks)
    ]
    return {FORMATTING: "\n".join(lines)} if lines else {}


def evened_marks(text: str, marks: Sequence[Mark]) -> list[Mark]:
    """Return marks in one order, without white space at their ends; those of a kind that only it separates are one."""
    evened: list[Mark] = []
    for tag in dict.fromkeys(mark.tag for mark in marks):
        last: Mark | None = None
        for mark in sorted((mark for mark in marks if mark.tag == tag), key=lambda mark: mark.start):
            inner = text[mark.start : mark.end]
            start, end = mark.end - len(inner.lstrip()), mark.start + len(inner.rstrip())
            if start >= end:
                continue
            if last and not text[last.end : start].strip():
                start, end = last.start, max(end, last.end)
                evened.pop()
            last = Mark(tag, start, end)
            evened.append(last)
    return sorted(evened, key=lambda mark: (mark.start, -mark.end, mark.tag))


def set_in(text: str, marks: Sequence[Mark], flattened: tuple[str, ...] = ()) -> Text:
    """Return a text with marks, of which those that are not sub- or superscript emphasise."""
    evened = evened_marks(text, marks)
    loud = evened_marks(text, [replace(mark, tag="") for mark in evened if mark.tag not in {"sub", "sup", "s"}])
    emphasised = tuple(text[mark.start : mark.end] for mark in loud)
    return Text(text, emphasised, marks=tuple(evened), flattened=flattened)


def said_after(feedback: Sequence[str], general: str, worths: Sequence[float]) -> dict[str, str]:
    """Return the metadata of feedback and partial credit; `worths` are shares of the full mark by option.

    >>> said_after(("Yes.", ""), "", (1.0, 0.5))
    {'feedback_a': 'Yes.', 'credit': '100, 50'}
    """
    texts = {f"feedback_{letter(place).lower()}": text.strip() for place, text in enumerate(feedback)}
    metadata = {name: text for name, text in {GENERAL: general.strip(), **texts}.items() if text}
    right = max(range(len(worths)), key=worths.__getitem__, default=0)
    if any(worth for place, worth in enumerate(worths) if place != right):
        metadata[CREDIT] = ", ".join(f"{worth * 100:.5f}".rstrip("0").rstrip(".") for worth in worths)
    return metadata


def feedbacks(item: Item) -> list[str]:
    """Return what is said of each option, an empty text for nothing."""
    names = (f"feedback_{letter(place).lower()}" for place in range(len(item.options)))
    return [item.metadata.get(name, "") for name in names]


def hints_of(item: Item) -> list[str]:
    """Return the hints of a question, in the order in which they are given."""
    return list(takewhile(bool, (item.metadata.get(f"hint_{number}", "") for number in count(1))))


def percents(item: Item) -> list[str]:
    """Return what each wrong option is worth in percent of the full mark, an empty text for nothing.

    What is worth all of it, though another option has become the key, is worth nothing.
    """
    parts = item.metadata.get(CREDIT, "").split(", ")
    if len(parts) != len(item.options) or not all(map(_PERCENT.fullmatch, parts)):
        return [""] * len(item.options)
    unworthy = {"0", "-0", "100"}
    return ["" if place == item.answer or part in unworthy else part for place, part in enumerate(parts)]


def marking_of(item: Item) -> dict[str, str]:
    """Return the metadata of marking as a format with a place for it gives it back."""
    worths = [
        float(place == item.answer) if not part else float(part) / 100 for place, part in enumerate(percents(item))
    ]
    return said_after(feedbacks(item), item.metadata.get(GENERAL, ""), worths)
