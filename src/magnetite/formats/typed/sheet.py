"""The state of reading a typed exam: the questions so far, the prose that is open, and the lists of keys."""

from dataclasses import dataclass, field

from magnetite.core.errors import DataError
from magnetite.formats.question import Passage
from magnetite.formats.typed.options import TypedOption


@dataclass(slots=True)
class Typed:
    """A question still being read: its place, its number where it has one, and what follows it."""

    line: int
    number: int | None
    stem: list[str] = field(default_factory=list)
    options: list[TypedOption] = field(default_factory=list)
    tails: dict[int, list[str]] = field(default_factory=dict)  # further lines of options, by their place
    keys: list[tuple[int, str]] = field(default_factory=list)
    passage: Passage | None = None
    trouble: DataError | None = None
    emphasised: list[str] = field(default_factory=list)
    why: str = ""
    said: dict[int, str] = field(default_factory=dict)  # of an option, by its place
    head: dict[str, str] = field(default_factory=dict)  # its title and its type
    end_key: str | None = None
    left_open: bool = False  # `Answer:`, and nothing behind it


@dataclass(slots=True)
class KeyList:
    """A list of keys: its line, the questions it is for by their places, and pairs of numbers and keys.

    A key in `pairs` is a letter or the text of an option. `letters` are keys without numbers, `numbers` numbers whose
    letters are on the next line. `waiting`: the sheet's, before the list began.
    """

    line: int
    questions: range
    waiting: int = 0
    text: str = ""
    pairs: list[tuple[int, int, str]] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    texts: dict[int, set[str]] = field(default_factory=dict)  # the options of its questions, by their numbers


@dataclass(slots=True)
class Sheet:
    """The state of reading: the questions so far, open prose, the passage, and the lists of keys.

    `unit`: what its places count, lines or paragraphs. `forms`: whether the open prose had lines to be filled in.
    `waiting`: how many questions behind the last list of keys, but for the last one, have options and no key.
    """

    where: str
    unit: str
    numbered: bool
    lines_are_paragraphs: bool
    questions: list[Typed] = field(default_factory=list)
    prose: list[tuple[int, list[str]]] = field(default_factory=list)  # paragraphs: first line's number, lines
    passage: Passage | None = None
    unused: list[str] = field(default_factory=list)
    titles: list[tuple[int, str]] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    keys: list[KeyList] = field(default_factory=list)
    waiting: int = 0
    in_key: bool = False
    blank: bool = True
    forms: bool = False

    @property
    def last(self) -> Typed | None:
        """The question that was begun last."""
        return self.questions[-1] if self.questions else None

    @property
    def listed(self) -> int:
        """Where the questions end that the last list of keys is for."""
        return self.keys[-1].questions.stop if self.keys else 0

    def add(self, question: Typed) -> None:
        """Begin a question."""
        self.waiting = self.without_key()
        self.questions.append(question)

    def without_key(self) -> int:
        """Count the questions behind the last list of keys that have options and no key."""
        last = self.last
        return self.waiting + bool(last and len(self.questions) > self.listed and last.options and not last.keys)

    def place(self, number: int) -> str:
        """Name a line or a paragraph of the file."""
        return f"{self.where}, {self.unit} {number}"
