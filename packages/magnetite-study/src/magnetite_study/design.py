"""The design of a study: which questions are asked, which are attacked for whom, and each participant's booklet.

A design is frozen when the study is created. Everything a participant sees follows from the design and their number,
so a booklet is the same each time it is shown on a screen, printed, or compared with answers later.

    attack        some questions have a wrong option replaced by a magnet (Lin et al. 2021, §4.4, Figure 1)
      counterbalanced   two forms: what form A attacks, form B leaves alone; every question is its own control
      fixed             the paper's: one form, half of the questions attacked, the same half for everybody
    no-passage    questions that a system without the passage finds easiest and hardest, without their passages
                  (Liusie et al. 2022, footnote 4)
      counterbalanced   without a system: every question, and two forms. The passages that form A withholds, form B
                        shows; the questions of one passage go together, as whoever has read it knows it. Where
                        flagged questions are named, they are set beside the others
    both          half of the questions in a counterbalanced attack design, half in a counterbalanced no-passage one, on
                  other passages
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, TypeVar

from examfiles.errors import UsageError
from examfiles.items import Item, gathered
from examfiles.reasons import Reason
from magnetite_study.exclusions import Exclusions

Kind = Literal["attack", "no-passage", "both"]
Assignment = Literal["counterbalanced", "fixed"]
Condition = Literal["original", "attacked", "no-passage"]
KINDS: tuple[Kind, ...] = ("attack", "no-passage", "both")
ASSIGNMENTS: tuple[Assignment, ...] = ("counterbalanced", "fixed")
FORMS = ("A", "B")
EDITION = 2  # of designs: from the second on, questions are ordered in balance, and every text is part of the print
LETTERS = "ABCDEFGHJKLMNPQRSTVWXYZ"  # of checks: as many as a prime number, without I, O and U
NAMES = "ABCDEFGH"  # of options that another one names
_LETTER = re.compile(rf"\b[{NAMES}]\b")
Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class Magnet:
    """An option that replaces a wrong one, number `replaced`, for those who see `form`.

    `interference`: T_k of each model, over the study's questions that the magnet may be tried on. `chosen`: the option
    each model chooses here, with the magnet in place. `last`: it combines other options ("A and B", "all of the
    above"), so it is shown after them, and where it names letters, neither its own nor the right one.
    """

    text: str
    replaced: int
    form: str
    interference: Mapping[str, float] = field(default_factory=dict, hash=False)
    chosen: Mapping[str, int] = field(default_factory=dict, hash=False)
    last: bool = False

    @property
    def named(self) -> frozenset[int]:
        """Return the places of the options that it names by their letters.

        >>> sorted(Magnet("Both A and C", 1, "A", last=True).named)
        [0, 2]
        """
        return frozenset(NAMES.index(name) for name in _LETTER.findall(self.text)) if self.last else frozenset()

    def fits(self, options: int) -> bool:
        """Return whether it can be shown last of so many options, with the right one in a place that it does not name.

        >>> [Magnet("Both A and B", 1, "A", last=True).fits(options) for options in (3, 4)]
        [False, True]
        """
        return all(place < options - 1 for place in self.named) and len(self.named) < options - 1


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A shortcut system's view of a question, without the passage.

    `group`: "low" for the lowest entropies (questions that would be flagged), "high" for the highest. `entropy` is in
    bits. `probabilities`: (options,).
    """

    group: str
    entropy: float
    probabilities: tuple[float, ...]

    @property
    def chosen(self) -> int:
        """Return the most likely option, the first of equals."""
        return self.probabilities.index(max(self.probabilities))


@dataclass(frozen=True, slots=True)
class StudyQuestion:
    """One question of a study: the item, and what the design adds to it.

    `keeps_order`: its options name each other ("both A and C"), so they are shuffled for nobody. `chosen`: the option
    each model chooses among the item's own. `withheld`: the form that sees it without its passage, "" for every form
    of a no-passage design and for none of an attack. `flagged`: whether it was flagged before anybody answered it; None
    where the study does not ask.
    """

    id: str
    item: Item
    keeps_order: bool = False
    magnet: Magnet | None = None
    shortcut: Shortcut | None = None
    chosen: Mapping[str, int] = field(default_factory=dict, hash=False)
    withheld: str = ""
    flagged: bool | None = None

    @property
    def answer(self) -> int:
        """Return the index of the right option, which every question of a design has."""
        assert self.item.answer is not None
        return self.item.answer

    def options(self, condition: Condition) -> tuple[str, ...]:
        """Return the options under a condition, in the item's own order."""
        if condition != "attacked" or self.magnet is None:
            return self.item.options
        place = self.magnet.replaced
        return (*self.item.options[:place], self.magnet.text, *self.item.options[place + 1 :])


@dataclass(frozen=True, slots=True)
class BookletQuestion:
    """One question as one participant sees it, without its key.

    `position` counts from 1. `order[k]` is the index, in the item, of the option shown in place k. `passage` is None
    where it is withheld.
    """

    id: str
    position: int
    condition: Condition
    passage: str | None
    question: str
    options: tuple[str, ...]
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Design:
    """A study's design, from which every booklet follows.

    `participants`: how many are planned. `title`, `instructions`, `consent`: texts for participants ("" for the
    default). `language`: that of the pages around the questions. `fields`: what else the organiser asks of
    participants. `allow_change`: whether an answer may be changed; otherwise the first one stands. `exclusions`: whose
    answers a report leaves out. `until`: the last day (UTC) on which screens take answers, "" for none. `debriefing`:
    what participants read once they are done. `sources`: the data, models and settings it was made from. `edition`: by
    which rules booklets are made; those of an earlier one stay as they were printed.
    """

    name: str
    kind: Kind
    assignment: Assignment
    seed: int
    participants: int
    questions: tuple[StudyQuestion, ...]
    created: str
    title: str = ""
    instructions: str = ""
    consent: str = ""
    language: str = "en"
    fields: tuple[str, ...] = ()
    allow_change: bool = False
    exclusions: Exclusions = field(default_factory=Exclusions)
    until: str = ""
    debriefing: str = ""
    sources: Mapping[str, Any] = field(default_factory=dict, hash=False)
    notes: tuple[Reason, ...] = ()
    edition: int = EDITION

    @property
    def forms(self) -> tuple[str, ...]:
        """Return the forms: A and B of a counterbalanced design, A alone of a fixed one."""
        return FORMS if self.assignment == "counterbalanced" else FORMS[:1]

    @property
    def task(self) -> str:
        """Return what participants are told to do: the kind, or "with-and-without" where some passages are withheld.

        >>> Design("exam", "no-passage", "counterbalanced", 0, 2, (), "").task
        'with-and-without'
        """
        return "with-and-without" if self.kind != "attack" and len(self.forms) > 1 else self.kind

    @property
    def parts(self) -> tuple["Design", ...]:
        """Return the designs that are analysed apart: of both, the attack and the no-passage one, else the design.

        >>> [part.kind for part in Design("exam", "both", "counterbalanced", 0, 2, (), "").parts]
        ['attack', 'no-passage']
        """
        if self.kind != "both":
            return (self,)
        sides = {"attack": [q for q in self.questions if not q.withheld]}
        sides["no-passage"] = [q for q in self.questions if q.withheld]
        return tuple(replace(self, kind=kind, questions=tuple(sides[kind])) for kind in KINDS if kind != "both")

    @property
    def models(self) -> tuple[str, ...]:
        """Return the models that answered the same questions."""
        return tuple(self.questions[0].chosen) if self.questions else ()

    def question(self, id: str) -> StudyQuestion:  # noqa: A002 - an item's id is called id everywhere
        """Return the question with this id. Raises UsageError where there is none."""
        for question in self.questions:
            if question.id == id:
                return question
        ids = f"{self.questions[0].id} to {self.questions[-1].id}"
        raise UsageError(f"study '{self.name}' has no question '{id}'; expected one of {ids}.")

    def form(self, number: int) -> str:
        """Return the form of a participant, numbered from 1.

        Of participants 1 and 2, one gets A and the other B, as the seed decides; so of 3 and 4. Forms stay balanced.
        """
        if number < 1:
            raise UsageError(f"participant {number} does not exist; participants are numbered from 1.")
        forms = self.forms
        block, place = divmod(number - 1, len(forms))
        return forms[(place + draw(self.seed, "form", block)) % len(forms)]

    def condition(self, question: StudyQuestion, form: str) -> Condition:
        """Return the condition under which participants with a form see a question."""
        if self.kind == "no-passage" or question.withheld:
            return "no-passage" if question.withheld in ("", form) else "original"
        return "attacked" if question.magnet is not None and question.magnet.form == form else "original"

    def check_letter(self, number: int) -> str:
        """Return the letter printed after a participant's number, which shows a number that was typed wrongly.

        A wrong digit, or two neighbours exchanged, give a number of another letter: 9 * 10^k is no multiple of 23.

        >>> made = Design("exam", "no-passage", "counterbalanced", 0, 2, (), "")
        >>> made.check_letter(12) != made.check_letter(21), made.check_letter(12) != made.check_letter(13)
        (True, True)
        """
        return LETTERS[(5 * number + draw(self.seed, "check")) % len(LETTERS)]

    def booklet(self, number: int) -> tuple[BookletQuestion, ...]:
        """Return what a participant sees, in their order; options are shuffled for each by seed."""
        form = self.form(number)
        early = self.edition < EDITION
        ordered = shuffled(self.questions, self.seed, "questions", number) if early else self._ordered(number, form)
        return tuple(
            self._booklet_question(question, number, form, place) for place, question in enumerate(ordered, start=1)
        )

    def _ordered(self, number: int, form: str) -> list[StudyQuestion]:
        """Return the questions in a participant's order: a row of a square in which each is once in every place.

        The square is Williams' (1949), in which each question also follows each other one about equally often. Of as
        many participants of a form as there are questions, each has another row, in an order that spreads few of them
        evenly. Questions of all conditions take turns in the square's first row, so that each half of a booklet has
        about as many of each.
        """
        many, (block, row) = len(self.questions), divmod((number - 1) // len(self.forms), max(len(self.questions), 1))
        sides = gathered((self.condition(question, form), question) for question in self.questions)
        ranked = [
            ((place + 0.5) / len(side), k, question)
            for k, side in enumerate(sides.values())
            for place, question in enumerate(shuffled(side, self.seed, "order", form, block, k))
        ]
        base = [question for *_, question in sorted(ranked, key=lambda each: each[:2])]
        shift = spread(many)[row]
        steps = ((place + 1) // 2 * (1 if place % 2 else -1) for place in range(many))
        return [base[(shift + step) % many] for step in steps]

    def _booklet_question(self, question: StudyQuestion, number: int, form: str, position: int) -> BookletQuestion:
        condition = self.condition(question, form)
        options = question.options(condition)
        places = range(len(options))
        order = list(places) if question.keeps_order else shuffled(places, self.seed, "options", number, question.id)
        if condition == "attacked" and question.magnet is not None and question.magnet.last:
            order = _last(order, question.magnet, question.answer)
        return BookletQuestion(
            question.id,
            position,
            condition,
            None if condition == "no-passage" else question.item.passage,
            question.item.question,
            tuple(options[k] for k in order),
            tuple(order),
        )


def _last(order: Sequence[int], magnet: Magnet, answer: int) -> list[int]:
    """Return an order with the magnet last, and the answer in the first free place where its own is named."""
    others = [k for k in order if k != magnet.replaced]
    own = others.index(answer)
    if own in magnet.named:
        free = next(place for place in range(len(others)) if place not in magnet.named)
        others[own], others[free] = others[free], others[own]
    return [*others, magnet.replaced]


@cache
def spread(many: int) -> tuple[int, ...]:
    """Return 0 to `many` - 1 in an order of which every beginning is spread evenly (van der Corput, 1935).

    >>> spread(8)
    (0, 4, 2, 6, 1, 5, 3, 7)
    """
    mirrored = [int(f"{k:032b}"[::-1], 2) for k in range(many)]
    ranks = {value: rank for rank, value in enumerate(sorted(mirrored))}
    return tuple(ranks[value] for value in mirrored)


def draw(seed: int, *names: object) -> int:
    """Return 64 random bits that the seed and the names determine.

    >>> draw(0, "order", 3, "q01") == draw(0, "order", 3, "q01") != draw(0, "order", 4, "q01")
    True
    """
    text = "\x00".join(map(str, (seed, *names))).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def shuffled(entries: Iterable[Drawn], seed: int, *names: object) -> list[Drawn]:
    """Return the entries in a random order that the seed and the names determine.

    >>> sorted(shuffled("abc", 0, "options"))
    ['a', 'b', 'c']
    """
    listed = list(entries)
    return [listed[place] for place in sorted(range(len(listed)), key=lambda place: draw(seed, *names, place))]
