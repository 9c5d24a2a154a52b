"""Un-readable attacks (Si et al. 2019, Section 3) and the controls that stand beside them.

    [Add](Sent|Ans|Other)2(Opt|Pas)[-Shuffle|-Neutral]

A sentence of the passage (Sent), the answer (Ans) or, in controls, a sentence of another passage (Other) takes each
distractor's place, or is appended to it (Add), and the result may be shuffled. `2Pas` appends to the passage: question
and all distractors (Sent) or another passage's sentence. `-Neutral` controls have the length of their attack alone.
Question, answer, label and id never change. An item that offers no text to put in stays as it is: `Attacked.changed`.
A sentence is drawn for (seed, item, option), not for the attack: `Sent2Opt-Shuffle`, `AddSent2Opt-Shuffle` and
`AddSent2Opt` differ only in what they do with it (Figure 3), and their controls too.

    ShuffleDegree = minimum edit distance (over words) / number of words        Si et al. (2019, Section 3.1)

Two changes of another kind stand in the same frame: `None2Key` writes "none of the others" in the answer's place, and
its control `None2Wrong` in that of a distractor drawn by seed (Wicked: Elhady et al. 2025; Salido et al. 2025). What is
right stays in the same place. Who knows the answer loses little by the first; who chooses the likeliest option does.

An order is drawn again until its ShuffleDegree exceeds a threshold. A short sequence may have no such order (three
words reach 2/3 at most, "ha ha ha" nothing): it gets the best order there is, and says so.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from math import factorial, prod
from random import Random
from types import MappingProxyType
from typing import Literal, TypeVar

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.items import Item
from magnetite.views.text import sentences, words

T = TypeVar("T")

ALL_ORDERS = 5040  # the orders of seven different words: where no draw succeeds, up to so many are all tried


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A sequence in its new order.

    `below`: no order tried exceeds the threshold. `stands`: a phrase that should be broken up still stands in it.
    """

    words: tuple[str, ...]
    degree: float
    below: bool
    stands: bool

    @property
    def text(self) -> str:
        """Return the words joined by spaces."""
        return " ".join(self.words)


def dice(seed: int, *names: str | int) -> Random:
    """Return a random generator that depends on the seed and the names alone, in any process, whatever else is drawn.

    >>> dice(0, "q1", "shuffle").random() == dice(0, "q1", "shuffle").random() != dice(0, "q2", "shuffle").random()
    True
    """
    return Random(ascii((seed, *names)))


def shuffle_degree(before: Sequence[str], after: Sequence[str]) -> float:
    """Return the minimum edit distance between two orders of the same words, divided by their number, from 0 to 1.

    Insertions, deletions and substitutions count one each (Levenshtein). No words at all have degree 0.

    >>> shuffle_degree(["where", "is", "Ann"], ["is", "Ann", "where"])
    0.6666666666666666
    """
    from rapidfuzz.distance import Levenshtein

    numbers = {word: number for number, word in enumerate(dict.fromkeys(before))}
    distance = Levenshtein.distance([numbers[word] for word in before], [numbers[word] for word in after])
    return distance / len(before) if before else 0.0


def shuffle(
    sequence: Sequence[str], luck: Random, *, threshold: float, tries: int, phrases: Sequence[str] = ()
) -> Shuffled:
    """Draw an order whose ShuffleDegree exceeds `threshold` and in which no phrase stands, up to `tries` times.

    Where none is drawn and the sequence has 5,040 orders or fewer, all are tried. Where none will do, the result
    is an order in which no phrase stands, if there is one, and among those one of the highest degree.
    A phrase stands where its words follow each other, in any case and without the marks at its ends. No order can
    break up a single word, so none is rejected for it, yet `stands` says that it is there.
    """
    runs = [run for phrase in phrases if (run := _run(phrase))]
    best: Shuffled | None = None
    for order in _orders(sequence, luck, tries):
        degree = shuffle_degree(sequence, order)
        stands = any(_stands(run, order) for run in runs if len(run) > 1)
        if best is None or (not stands, degree) > (not best.stands, best.degree):
            best = Shuffled(order, degree, degree <= threshold, stands)
        if not best.below and not best.stands:
            break
    assert best is not None  # `tries` is 1 or more
    return replace(best, stands=any(_stands(run, best.words) for run in runs))


def _orders(sequence: Sequence[str], luck: Random, tries: int) -> Iterator[tuple[str, ...]]:
    """Yield drawn orders, `tries` of them, then, where these are few enough, all different orders, shuffled."""
    for _ in range(tries):
        yield tuple(_drawn(sequence, luck))
    counts = Counter(sequence).values()
    if factorial(len(sequence)) <= ALL_ORDERS * prod(map(factorial, counts)):
        yield from _drawn(list(_every_order(sequence)), luck)


def _drawn(values: Sequence[T], luck: Random) -> list[T]:
    """Return the values in a random order; `Random.random` alone is promised to be the same in every Python."""
    return [value for _, _, value in sorted((luck.random(), place, value) for place, value in enumerate(values))]


def _every_order(sequence: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield each different order once, from the first of a dictionary to the last (Narayana's next permutation)."""
    order = sorted(sequence)
    while True:
        yield tuple(order)
        rises = [i for i in range(len(order) - 1) if order[i] < order[i + 1]]
        if not rises:
            return
        last = rises[-1]
        swap = max(i for i in range(last + 1, len(order)) if order[i] > order[last])
        order[last], order[swap] = order[swap], order[last]
        order[last + 1 :] = order[:last:-1]


def _run(phrase: str) -> list[str]:
    """Return the words to look for: the phrase without marks at its ends, unless that leaves a single word."""
    whole = [word.casefold() for word in words(phrase)]
    wordy = [place for place, word in enumerate(whole) if any(map(str.isalnum, word))]
    inner = whole[wordy[0] : wordy[-1] + 1] if wordy else whole
    return inner if len(inner) > 1 else whole


def _stands(run: Sequence[str], order: Sequence[str]) -> bool:
    read = [word.casefold() for word in order]
    return any(read[start : start + len(run)] == run for start in range(len(read) - len(run) + 1))


Source = Literal["asked", "sentence", "answer", "other", "none"]

# Function words that say nothing for or against what stands before them.
NEUTRAL_WORDS = (
    "as it is and as it was and as it may be for this one or for that one and so on with the one and with the other"
)


@dataclass(frozen=True, slots=True)
class Manipulation:
    """What an attack or a control does: which text, where to, and how.

    `add`: the text is appended to what was there; otherwise it replaces it. `neutral`: neutral words are appended
    instead, until the distractor is as long as the text would have made it.
    """

    source: Source
    place: Literal["passage", "options", "key", "wrong"]
    add: bool
    shuffle: bool = False
    neutral: bool = False


ATTACKS: Mapping[str, Manipulation] = MappingProxyType(
    {
        "AddSent2Pas-Shuffle": Manipulation("asked", "passage", add=True, shuffle=True),
        "AddSent2Opt-Shuffle": Manipulation("sentence", "options", add=True, shuffle=True),
        "AddAns2Opt-Shuffle": Manipulation("answer", "options", add=True, shuffle=True),
        "Sent2Opt-Shuffle": Manipulation("sentence", "options", add=False, shuffle=True),
        "Ans2Opt-Shuffle": Manipulation("answer", "options", add=False, shuffle=True),
        "AddSent2Opt": Manipulation("sentence", "options", add=True),
        "AddAns2Opt": Manipulation("answer", "options", add=True),
    }
)
CONTROLS: Mapping[str, Manipulation] = MappingProxyType(
    {
        "AddSent2Pas": Manipulation("asked", "passage", add=True),
        "AddOther2Pas-Shuffle": Manipulation("other", "passage", add=True, shuffle=True),
        "Sent2Opt": Manipulation("sentence", "options", add=False),
        "AddOther2Opt-Shuffle": Manipulation("other", "options", add=True, shuffle=True),
        "Other2Opt-Shuffle": Manipulation("other", "options", add=False, shuffle=True),
        "AddOther2Opt": Manipulation("other", "options", add=True),
        "AddSent2Opt-Neutral": Manipulation("sentence", "options", add=True, neutral=True),
        "AddAns2Opt-Neutral": Manipulation("answer", "options", add=True, neutral=True),
        "Sent2Opt-Neutral": Manipulation("sentence", "options", add=False, neutral=True),
        "Ans2Opt-Neutral": Manipulation("answer", "options", add=False, neutral=True),
    }
)
NONE = "none of the others"
NONES: Mapping[str, Manipulation] = MappingProxyType(
    {"None2Key": Manipulation("none", "key", add=False), "None2Wrong": Manipulation("none", "wrong", add=False)}
)
WAYS: Mapping[str, Manipulation] = MappingProxyType({**ATTACKS, **CONTROLS, **NONES})
# Ans2Opt, unshuffled, would make all options the same; it is no control.
_BESIDE = {
    "AddSent2Pas-Shuffle": ("AddSent2Pas", "AddOther2Pas-Shuffle"),
    "AddSent2Opt-Shuffle": ("AddSent2Opt", "AddOther2Opt-Shuffle", "AddSent2Opt-Neutral"),
    "AddAns2Opt-Shuffle": ("AddAns2Opt", "AddOther2Opt-Shuffle", "AddAns2Opt-Neutral"),
    "Sent2Opt-Shuffle": ("Sent2Opt", "Other2Opt-Shuffle", "Sent2Opt-Neutral"),
    "Ans2Opt-Shuffle": ("Other2Opt-Shuffle", "Ans2Opt-Neutral"),
    "AddSent2Opt": ("AddOther2Opt", "AddSent2Opt-Neutral"),
    "AddAns2Opt": ("AddOther2Opt", "AddAns2Opt-Neutral"),
    "None2Key": ("None2Wrong",),
}


@dataclass(frozen=True, slots=True)
class AttackSettings:
    """The settings that all attacks of a run share.

    `threshold`: what a ShuffleDegree must exceed, from 0 (any other order) to below 1. Si et al. give an average, above
    0.65 on all their data (footnote 1), and no threshold; every example in their figures is above 0.7. At 0.65, the
    default here, every sequence reaches what they report on average, and three different words still can (2/3).
    `sentence`: draw one for each distractor (their text) or one for the question (their Figure 3).
    `tries`: how many orders are drawn before other ways are tried; see `shuffle.shuffle`.
    `naive`: append to the passage itself, where truncation may cut the text, instead of to `Item.added`.
    Raises UsageError for a setting outside these bounds.
    """

    threshold: float = 0.65
    sentence: Literal["distractor", "question"] = "distractor"
    tries: int = 100
    naive: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.threshold < 1:
            raise UsageError(
                f"the threshold of ShuffleDegree is {self.threshold}; expected 0 or more and less than 1, which is the "
                "most a shuffle can reach. 0.65 is the default."
            )
        if self.sentence not in (known := ["distractor", "question"]):
            raise unknown_name("sentence setting", str(self.sentence), known)
        if self.tries < 1:
            raise UsageError(f"tries is {self.tries}; expected 1 or more orders to draw for each text.")


@dataclass(frozen=True, slots=True)
class Attacked:
    """One item under an attack: its id, question, answer and, but for `None2Key`, the answer's text are unchanged.

    `degrees`: the ShuffleDegree of each option, (options,), None where it was not shuffled; for an attack on the
    passage, that of the appended text, (1,). `below`: one of them does not exceed the threshold. `changed`: the item
    differs from what it was. `stands`: a distractor stands whole in what was shuffled into the passage. `equal`: the
    attack gave a distractor the answer's words in the answer's order, whatever the marks and the case.
    """

    item: Item
    degrees: tuple[float | None, ...]
    below: bool
    changed: bool
    stands: bool = False
    equal: bool = False


def controls_of(name: str) -> tuple[str, ...]:
    """Return the controls that stand beside an attack, none beside a control. Raises UsageError for an unknown name.

    >>> controls_of("AddSent2Opt")
    ('AddOther2Opt', 'AddSent2Opt-Neutral')
    """
    return _BESIDE.get(attack_name(name), ())


def attack_name(text: str) -> str:
    """Return the name of an attack or a control as it is written here, whatever the case of `text`.

    Raises UsageError, with the nearest name, where there is none.

    >>> attack_name("addsent2opt-shuffle")
    'AddSent2Opt-Shuffle'
    """
    known = {name.casefold(): name for name in WAYS}
    try:
        return known[text.casefold()]
    except KeyError:
        raise unknown_name("attack", text, list(known.values())) from None


def attack(items: Sequence[Item], name: str, settings: AttackSettings | None = None) -> list[Attacked]:
    """Put every item under an attack or a control, in order.

    What an item becomes depends on itself, the name and the settings; in controls with a sentence of another passage
    also on which passages there are. Raises UsageError for an unknown name, DataError where an answer is missing.
    """
    settings = settings or AttackSettings()
    name = attack_name(name)
    _require_answers(items)
    texts = Texts(items, seed=settings.seed, per_question=settings.sentence == "question")
    change = {"passage": _passage, "options": _options, "key": _none, "wrong": _none}[WAYS[name].place]
    return [change(item, name, texts, settings) for item in items]


class Texts:
    """The texts that are put into items; remembers the sentences of the passages it has seen."""

    def __init__(self, items: Sequence[Item], *, seed: int, per_question: bool) -> None:
        self._seed, self._per_question = seed, per_question
        self._known: dict[str, list[str]] = {}
        self._items = items
        self._passages: list[str] | None = None

    def text(self, source: Source, item: Item, option: int = 0) -> str:
        """Return the text for one distractor (the passage: option 0), "" where the item has none.

        "asked" is the question and all distractors, "other" a sentence of another passage among the items given.
        """
        if source == "asked":
            return joined(item.question, *(item.options[index] for index in distractors(item)))
        if source == "answer":
            return "" if item.answer is None else item.options[item.answer]
        drawn = 0 if self._per_question else option
        return self._other(item, drawn) if source == "other" else self._own(item, drawn)

    def _own(self, item: Item, option: int) -> str:
        choices = self._sentences(item.passage)
        luck = dice(self._seed, item.id, "sentence", option)
        return choices[int(luck.random() * len(choices))] if choices else ""

    def _other(self, item: Item, option: int) -> str:
        """Draw a passage, evenly among those with another text, then one of its sentences, evenly."""
        if self._passages is None:  # sorted, so that the order of the items changes nothing
            self._passages = sorted(text for text in {i.passage for i in self._items} if self._sentences(text))
        others = len(self._passages) - bool(self._sentences(item.passage))
        if others < 1:
            return ""
        luck = dice(self._seed, item.id, "other", option)
        drawn = int(luck.random() * others)
        own = bisect_left(self._passages, item.passage) if others < len(self._passages) else others
        choices = self._sentences(self._passages[drawn + (drawn >= own)])
        return choices[int(luck.random() * len(choices))]

    def _sentences(self, passage: str) -> list[str]:
        """Return a passage's sentences, without those that have no letter or digit."""
        if passage not in self._known:
            self._known[passage] = [text for text in sentences(passage) if any(map(str.isalnum, text))]
        return self._known[passage]


def _require_answers(items: Sequence[Item]) -> None:
    lacking = [item.id for item in items if item.answer is None]
    if lacking:
        raise DataError(
            f"{len(lacking)} of the {len(items)} questions have no answer (the first is '{lacking[0]}'); an attack "
            "changes every option but the answer. Add the answers, or leave those questions out."
        )


def _passage(item: Item, name: str, texts: Texts, settings: AttackSettings) -> Attacked:
    way = WAYS[name]
    text = texts.text(way.source, item)
    if not item.passage.strip() or not text:
        return Attacked(item, (None,), below=False, changed=False)
    order = _shuffled(item, name, 0, text, settings) if way.shuffle else None
    changed = _appended(item, order.text if order else text, naive=settings.naive)
    if order is None:
        return Attacked(changed, (None,), below=False, changed=True)
    return Attacked(changed, (order.degree,), below=order.below, changed=True, stands=order.stands)


def _appended(item: Item, text: str, *, naive: bool) -> Item:
    if naive:
        return replace(item, passage=joined(item.passage, text))
    return replace(item, added=joined(item.added, text))


def _options(item: Item, name: str, texts: Texts, settings: AttackSettings) -> Attacked:
    way, options = WAYS[name], list(item.options)
    degrees: list[float | None] = [None] * len(options)
    below = False
    for index in distractors(item):
        text = texts.text(way.source, item, index)
        if not text.strip():
            continue
        option = joined(options[index], text) if way.add else text
        if way.neutral:
            options[index] = lengthened(options[index], len(words(option)))
        elif way.shuffle:
            order = _shuffled(item, name, index, option, settings)
            options[index], degrees[index] = order.text, order.degree
            below |= order.below
        else:
            options[index] = option
    changed = replace(item, options=tuple(options))
    return Attacked(changed, tuple(degrees), below, changed != item, equal=_made_equal(item, changed))


def _none(item: Item, name: str, _texts: Texts, settings: AttackSettings) -> Attacked:
    """Put "none of the others" in the place of one option; an item that has such an option stays as it is."""
    wrong, options = distractors(item), list(item.options)
    same = Attacked(item, (None,) * len(options), below=False, changed=False)
    if item.answer is None or not wrong or any(_read(option)[:1] in (["none"], ["neither"]) for option in options):
        return same
    drawn = wrong[int(dice(settings.seed, item.id, "none").random() * len(wrong))]
    options[item.answer if WAYS[name].place == "key" else drawn] = NONE
    return replace(same, item=replace(item, options=tuple(options)), changed=True)


def _shuffled(item: Item, name: str, option: int, text: str, settings: AttackSettings) -> Shuffled:
    on_passage = WAYS[name].place == "passage"
    return shuffle(
        words(text),
        dice(settings.seed, item.id, name, option),
        threshold=settings.threshold,
        tries=settings.tries,
        phrases=[item.options[index] for index in distractors(item)] if on_passage else (),
    )


def _made_equal(before: Item, after: Item) -> bool:
    """Return whether a distractor now reads like the answer: `. Yes` after a shuffle of `Yes.` is no other answer."""
    was, now = ([_read(option) for option in item.options] for item in (before, after))
    assert before.answer is not None  # attacks are refused without answers
    key = now[before.answer]
    return any(now[index] == key != was[index] for index in distractors(before))


def _read(option: str) -> list[str]:
    """Return an option's words in order, in lower case; its marks where it has no words."""
    tokens = [token.casefold() for token in words(option)]
    return [token for token in tokens if any(map(str.isalnum, token))] or tokens


def distractors(item: Item) -> list[int]:
    """Return the indices of all options but the answer; an option that equals the answer's text is among them."""
    return [index for index in range(len(item.options)) if index != item.answer]


def joined(*texts: str) -> str:
    """Join by spaces the texts that hold more than white space."""
    return " ".join(text for text in texts if text.strip())


def lengthened(distractor: str, count: int) -> str:
    """Return the distractor followed by neutral function words, `count` words in all; never shorter than it is.

    >>> lengthened("she likes cooking", 8)
    'she likes cooking as it is and as'
    """
    lacking = max(0, count - len(words(distractor)))
    return joined(distractor, " ".join(islice(cycle(NEUTRAL_WORDS.split()), lacking)))
