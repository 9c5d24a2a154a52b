"""An exam as the rules see it: its items, the probabilities that systems give their options, and its languages.

English and German are told by a cheap test: the share of words that are of the language and hardly occur elsewhere
("the", "of", "which"; "und", "nicht", "wird"). It does not tell other languages from one another.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from examfiles.errors import DataError
from examfiles.items import Item
from magnetite.core.cells import ScoreArray
from magnetite.experiments.candidates import ItemAnswers
from magnetite.experiments.choices import probabilities_of
from magnetite.experiments.magnets.features import CLITICS, FUNCTION
from magnetite.views import in_order
from magnetite.views.text import normalised, words

Probabilities = tuple[float, ...]  # (options,), or () for an item that was not scored


def best(row: Probabilities) -> int:
    """Return the index of the highest probability, the first of equals."""
    return max(range(len(row)), key=row.__getitem__)


def share_of(row: Probabilities, place: int) -> float:
    """Return an option's share of the choice: 1/k where k options have the highest probability, 0 for others.

    >>> share_of((0.4, 0.4, 0.2), 0), share_of((0.4, 0.4, 0.2), 2), share_of((), 0)
    (0.5, 0.0, 0.0)
    """
    return 1 / row.count(max(row)) if row and row[place] == max(row) else 0.0


REMEMBERED = 1 << 16  # texts: each rule reads those of a whole exam, and several read the same
_ROUNDING = 1e-3  # how far the sum of probabilities may be from 1


@dataclass(frozen=True, slots=True)
class Exam:
    """An exam's items, and what systems make of them.

    `probabilities` has, by view, each item's option probabilities (calibrated), () for an item that was not scored;
    it may be empty: rules that read the text alone need none. `verdicts` has how likely it is
    of each option by itself that the passage makes it right, () where that was not asked; they need not add up to 1.
    `interference` has interference scores T_k by the option's text, from a magnet search; `answers` what candidates
    did, by the item's id. `cut` are the places of items whose passage the system that reads it had to cut: it has no
    probabilities of them. `languages` has each item's language, "en", "de", or "" for any other: a rule that knows
    words looks at items in its languages.
    Parts of a question that were emphasised are read from the item's metadata, "emphasised", one part a line.
    Raises DataError where ids repeat or probabilities do not fit the items, UsageError for an unknown view.
    """

    items: tuple[Item, ...]
    probabilities: Mapping[str, tuple[Probabilities, ...]] = field(default_factory=dict, hash=False)
    interference: Mapping[str, float] = field(default_factory=dict, hash=False)
    answers: Mapping[str, ItemAnswers] = field(default_factory=dict, hash=False)
    verdicts: tuple[Probabilities, ...] = ()
    cut: frozenset[int] = frozenset()
    languages: tuple[str, ...] = field(init=False)
    english: tuple[bool, ...] = field(init=False)  # whether each item is in English

    def __post_init__(self) -> None:
        _require_own_ids(self.items)
        ordered = {
            view: tuple(tuple(map(float, row)) for row in self.probabilities[view])
            for view in in_order(self.probabilities)
        }
        for view, rows in ordered.items():
            _require_fit(self.items, view, rows)
        if self.verdicts:
            _require_fit(self.items, "verdicts", self.verdicts, alone=True)
        scores = {normalised(text): float(score) for text, score in self.interference.items()}
        object.__setattr__(self, "probabilities", MappingProxyType(ordered))
        object.__setattr__(self, "interference", MappingProxyType(scores))
        object.__setattr__(self, "languages", languages_of(self.items))
        object.__setattr__(self, "english", tuple(language == "en" for language in self.languages))

    def scored(self, view: str, index: int) -> Probabilities:
        """Return the option probabilities of the item at `index` under a view, () where there are none."""
        return self.probabilities[view][index] if view in self.probabilities else ()

    def cluster(self, index: int) -> str:
        """Return what groups the item at `index` with others: its passage; one without a passage stands alone."""
        item = self.items[index]
        return item.passage_id if item.passage.strip() else f"\0{item.id}"


def exam_of(
    items: Sequence[Item],
    scores: Mapping[str, ScoreArray] | None = None,
    temperatures: Mapping[str, float] | None = None,
    interference: Mapping[str, float] | None = None,
) -> Exam:
    """Make an exam from items and raw scores: by view, (cells,), aligned with `core.cells.own_cells`.

    Scores are divided by their view's temperature, 1 where there is none, before they become probabilities. A question
    that a system did not answer has none.

    >>> import numpy as np
    >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"), 0)
    >>> exam_of([item], {"QO": np.zeros(2, dtype=np.float32)}).scored("QO", 0)
    (0.5, 0.5)
    """
    divisors = temperatures or {}
    rows = {view: probabilities_of(items, flat, divisors.get(view, 1.0)) for view, flat in (scores or {}).items()}
    return Exam(tuple(items), rows, interference or {})


def _require_own_ids(items: Sequence[Item]) -> None:
    seen: set[str] = set()
    for item in items:
        if item.id in seen or not item.id:
            problem = f"two items have the id '{item.id}'" if item.id else "an item has an empty id"
            raise DataError(f"exam: {problem}; flags name items by their ids, so each item needs an id of its own.")
        seen.add(item.id)


def _require_fit(items: Sequence[Item], view: str, rows: Sequence[Probabilities], *, alone: bool = False) -> None:
    """Raise DataError unless there are probabilities of an item's options, or none; `alone`: each by itself."""
    if len(rows) != len(items):
        raise DataError(
            f"probabilities of view {view}: {len(rows)} rows for {len(items)} items; expected one row for each item."
        )
    for item, row in zip(items, rows, strict=True):
        if not row:
            continue
        if len(row) != len(item.options):
            raise DataError(
                f"probabilities of view {view}, item '{item.id}': {len(row)} for {len(item.options)} options; "
                "expected one for each option, or none at all for an item that was not scored."
            )
        whole = max(row) <= 1 if alone else abs(sum(row) - 1) <= _ROUNDING
        if not all(map(math.isfinite, row)) or min(row) < 0 or not whole:
            raise DataError(
                f"probabilities of view {view}, item '{item.id}': {list(row)} are not probabilities; expected numbers "
                f"from 0 to 1{'' if alone else ' that add up to 1. exam_of turns scores into probabilities'}."
            )


def listed(text: str) -> frozenset[str]:
    """Return the words of a text as a set.

    >>> sorted(listed("never always"))
    ['always', 'never']
    """
    return frozenset(text.split())


# None of these is a frequent word of another European language, as "in", "is", "a", "was", "to", "for" and "have" are.
_TELLING = listed(
    "the of and that it with are were been this which from not they his she their there what who whose how why "
    "when where does did can could would should you your them these those because after before than about into "
    "only other some many most more according following best mainly n't"
)
_GERMAN = listed(
    "aber alle allen aller alles also auch beide beiden beim bereits bevor bisher damit dann darauf daran darin darum "
    "dass davon dazu dein deine deinem deinen deiner denen denn deren dessen dich diese diesem diesen dieser dieses "
    "doch dort durch eben eine einem einen einer eines einige einigen etwa etwas euch euer eure ganz gegen habe haben "
    "hast hatte hatten hier hinter ihnen ihre ihrem ihren ihrer ihres immer jede jedem jeden jeder jedes jedoch jene "
    "jener jetzt kann kein keine keinem keinen keiner keines konnte konnten können könnte könnten manche manchen "
    "mehr mein meine meinem meinen meiner mich muss musste mussten müssen nach nachdem neben nicht nichts noch oder "
    "ohne schon sehr sein seine seinem seinen seiner seines seit selbst sich sind sobald soll sollen sollte sollten "
    "solche sondern sonst sowie über unter viel viele vielen vielleicht wann waren warum weder weil weiter welche "
    "welchem welchen welcher welches wenig wenn werde werden weshalb wessen wieder wieso will wird wohin woher wollen "
    "wollte wollten worden wurde wurden während würde würden zwar zwischen"
)
# Without German words that are frequent words of another language, too, as "alle", "die", "er", "hier" and "was" are.
_TELLING_GERMAN = (_GERMAN - listed("alle aller alles also hast hier sein will")) | listed(
    "und ist das dem im vom zum zur auf für bei von sie nur wird wie beim laut ihm ihn ich zu"
)
_UMLAUTS = frozenset("äöüßÄÖÜ")
_IS_A = re.compile(r"\bis an?\b", re.IGNORECASE)  # other languages have each of the words, and not both
SHARE = 0.06  # of all words: a quarter or more in English questions, next to none in other languages
_BORROWED = 5  # words of the exam in Latin letters added to a question in them: options are often names or numbers
_LENT = 20  # words that a question's passage adds to those of the exam, where it leans on them
_ACCENTED = 3  # what a word with an accented letter counts for: English has few, and German but umlauts
_ASIDE = CLITICS | listed(
    "according passage text author writer following mentioned conversation speaker speakers relationship"
    " probably probable possible possibly likely take takes place many two"
)


def are_in_english(items: Sequence[Item]) -> tuple[bool, ...]:
    """Return whether each item's question and options are in English; short ones lean on the exam and their passage."""
    return which_are_english(*_texts(items))


def languages_of(items: Sequence[Item]) -> tuple[str, ...]:
    """Return each item's language, "en", "de", or "" for any other; short ones lean on the exam and their passage."""
    texts = _texts(items)
    english = which_are_english(*texts)
    german = [False] * len(items) if all(english) else which_are_german(*texts)
    return tuple("en" if one else "de" if other else "" for one, other in zip(english, german, strict=True))


def _texts(items: Sequence[Item]) -> tuple[list[tuple[str, ...]], list[str]]:
    return [(item.question, *item.options) for item in items], [item.passage for item in items]


def which_are_english(questions: Sequence[Sequence[str]], passages: Sequence[str] = ()) -> tuple[bool, ...]:
    """Return whether each question, given as its texts, is in English; short ones lean on the exam and their passage.

    `passages` are theirs, in the same order, or none. A passage may be in another language than its questions, so it
    decides only where an exam has few words.

    >>> ask = "What does the sign tell visitors?", "Was sollen die Besucher nach dem langen Weg durch den Park tun?"
    >>> which_are_english([(ask[0], "Keep off.", "Go in."), (ask[1], "Warten.", "Ins Haus gehen.")])
    (True, False)
    >>> short = "Ann has an", "egg", "pear"
    >>> which_are_english([short]), which_are_english([short], ["These are the hens of the farm that Ann works on."])
    ((False,), (True,))
    """
    return _which_are("en", questions, passages)


def which_are_german(questions: Sequence[Sequence[str]], passages: Sequence[str] = ()) -> tuple[bool, ...]:
    """Return whether each question is in German, as `which_are_english` does for English.

    >>> which_are_german([("Was sollen die Besucher nach dem Weg durch den Park tun?", "Warten.", "Ins Haus gehen.")])
    (True,)
    """
    return _which_are("de", questions, passages)


def _which_are(language: str, questions: Sequence[Sequence[str]], passages: Sequence[str]) -> tuple[bool, ...]:
    counts = [_count(" ".join(texts), language) for texts in questions]
    telling, latin = (sum(count[place] for count in counts) for place in (0, 1))
    lent = [_lent(passage, language) for passage in passages] or [(0.0, 0.0)] * len(counts)
    shares = [(telling + own) / ((latin + size) or 1) for own, size in lent]
    borrowed = [_BORROWED * (latin + 1) / (latin + other + 1) for _, latin, other in counts]
    return tuple(
        telling + more * share >= SHARE * (latin + other + more)
        for (telling, latin, other), more, share in zip(counts, borrowed, shares, strict=True)
    )


def _lent(passage: str, language: str) -> tuple[float, float]:
    """Return how many telling words a passage lends, and how many words in all."""
    telling, latin, other = _count(passage, language)
    size = min(_LENT, latin + other)
    return size * telling / ((latin + other) or 1), size


@lru_cache(maxsize=REMEMBERED)
def content_words(text: str, *, english: bool = True) -> frozenset[str]:
    """Return a text's different content words, case set aside: without function words and the usual words of questions.

    In other languages words of four letters or more count, but for German function words.

    >>> sorted(content_words("According to the passage, what is a wheel for?"))
    ['wheel']
    """
    lowered = {word.casefold() for word in words(text) if any(map(str.isalnum, word))}
    if not english:
        return frozenset(word for word in lowered - _GERMAN if len(word) >= 4)
    return frozenset(lowered - FUNCTION - _ASIDE)


def as_written(text: str, chosen: Collection[str], fold: Callable[[str], str] = str.casefold) -> tuple[str, ...]:
    """Return the words of a text that are chosen once they are folded, each once and as it stands there, in order.

    >>> as_written("Gulls sleep. The gulls of Lund", {"gulls", "lund"})
    ('Gulls', 'Lund')
    """
    first: dict[str, str] = {}
    for word in words(text):
        first.setdefault(fold(word), word)
    return tuple(word for folded, word in first.items() if folded in chosen)


@lru_cache(maxsize=REMEMBERED)
def _count(text: str, language: str) -> tuple[int, int, int]:
    """Count a language's telling words, all words in Latin letters, and the letters of words in another script."""
    german = language == "de"
    telling_words, own = (_TELLING_GERMAN, _UMLAUTS) if german else (_TELLING, frozenset[str]())
    telling, latin, other = 0 if german else len(_IS_A.findall(text)), 0, 0
    for word in words(text):
        letters = [letter for letter in word if letter.isalpha()]
        telling += word.casefold() in telling_words
        if max(letters, default="") < "ɐ":
            foreign = any(letter > "\u007f" and letter not in own for letter in letters)
            latin += _ACCENTED if foreign else bool(letters)
        else:
            other += len(word)
    return telling, latin, other
