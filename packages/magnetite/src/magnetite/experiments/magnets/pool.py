"""The pool of irrelevant options: which texts are tried, on which questions, where from, and which combine others.

Both constraints of Lin et al. (2021, §3.1) hold: an option is never tried on a question of a passage it belongs to,
nor where it equals one of the question's own options. Texts are compared after `normalised`, so an option that
occurs under several passages is kept from all of them, and the second constraint follows from the first.
A passage of the questions is the same in a dataset that options are drawn from where both its id and its text are.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.core.cells import BoolArray, IntArray
from magnetite.experiments.asking import draw
from magnetite.experiments.choices import passages_of
from magnetite.views.text import normalised


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Irrelevant options, (options,), the ids of the items each comes from, and where each may be tried.

    `names` are the datasets that items come from, as "RACE test"; `origin_sources` gives the number of the dataset for
    each of an option's `origins`. `groups` numbers the passages: options whose first origins share one share a number,
    and an option without an origin has one of its own.
    """

    options: tuple[str, ...]
    origins: tuple[tuple[str, ...], ...]
    allowed: BoolArray  # (items, options)
    names: tuple[str, ...]
    origin_sources: tuple[tuple[int, ...], ...]
    groups: IntArray  # (options,)

    @property
    def sources(self) -> BoolArray:
        """Return which datasets each option comes from, (sources, options); there may be several, or none."""
        held = np.zeros((len(self.names), len(self.options)), dtype=np.bool_)
        for column, places in enumerate(self.origin_sources):
            held[list(places), column] = True
        return held

    def take(self, columns: Sequence[int]) -> "Pool":
        """Return the pool of some of the options, by position."""
        at = list(columns)
        return Pool(
            tuple(self.options[k] for k in at),
            tuple(self.origins[k] for k in at),
            self.allowed[:, at],
            self.names,
            tuple(self.origin_sources[k] for k in at),
            self.groups[at],
        )


_Places = list[tuple[int, Item, str]]  # where a text occurs: the number of the source, the item, how it is written


def drawn_pool(questions: Dataset, source: Dataset, size: int | None, seed: int) -> Pool:
    """Draw up to `size` different option texts of `source`, None for all, each written the way it most often is.

    `questions`: those of the source that they are tried on. A text's place in the draw depends on the seed and the text
    alone, so a larger pool holds a smaller one. Texts that occur under every passage can be tried nowhere and are not
    drawn, nor are empty ones. With one passage, or where every option occurs under every passage, the pool is empty.
    """
    occurrences = _gathered([source.items])
    count = len({item.passage_id for item in source})
    usable = [
        text for text, places in occurrences.items() if text and len({item.passage_id for _, item, _ in places}) < count
    ]
    texts = [_usual(occurrences[text]) for text in _shuffled(usable, seed)[:size]]
    return _pool(questions, texts, occurrences, [source])


def given_pool(dataset: Dataset, texts: Sequence[str], sources: Sequence[Dataset] = ()) -> Pool:
    """Make a pool of these texts, each once, in their order; the constraints hold for them as well.

    `sources` are other datasets that texts may come from, such as the whole split for a dataset that is a part of it;
    origins are then theirs, else the dataset's.
    Raises UsageError for an empty text, or where no text can be tried on any question.
    """
    different = list({normalised(text): text for text in reversed(texts)}.values())[::-1]
    if not different or not all(normalised(text) for text in different):
        raise UsageError("experiment 'magnets': `pool` is empty or has an empty option; expected at least one text.")
    origins = sources or [dataset]
    pool = _pool(dataset, different, _gathered([source.items for source in origins]), origins)
    if not pool.allowed.any():
        raise UsageError(
            f"experiment 'magnets': every option of `pool` occurs under every passage of '{dataset.name}', so none can "
            "be tried. Give options that the exam does not use."
        )
    return pool


def joined_pool(questions: Dataset, sources: Sequence[Dataset], passages: int | None, seed: int) -> Pool:
    """Pool the options of up to `passages` passages drawn from each source, None for all (Lin et al., 2021, §4.1).

    Each different text stands once, written as it most often is among those drawn, with all its origins among them;
    empty texts are left out. A passage's luck depends on the seed and its id, an option's place on the seed and its
    text, so the order of a dataset changes nothing and a larger draw holds a smaller one. An option that occurs under
    every passage of the questions stays in the pool with nowhere to be tried.
    Raises UsageError for `passages` below 1, no questions, no source, a source without an option, and where no option
    can be tried on any question.
    """
    _require_parts(questions, sources, passages)
    samples = [_of_some_passages(source.items, passages, seed) for source in sources]
    for source, items in zip(sources, samples, strict=True):
        if not any(normalised(option) for item in items for option in item.options):
            raise UsageError(f"magnets: {_name(source)} has no option to draw. Leave it out, or check its questions.")
    occurrences = _gathered(samples)
    texts = _shuffled([text for text in occurrences if text], seed)
    pool = _pool(questions, [_usual(occurrences[text]) for text in texts], occurrences, sources)
    if not pool.allowed.any():
        raise UsageError(_nowhere(questions, sources))
    return pool


def screened_part(exam: Dataset, passages: int | None, seed: int) -> Dataset:
    """Keep the questions of so many passages, drawn by seed and passage id; all where there are no more."""
    kept = set(drawn_passages({item.passage_id for item in exam}, "screen", seed)[:passages])
    return exam.with_items([item for item in exam if item.passage_id in kept])


def drawn_passages(passages: Iterable[str], word: str, seed: int) -> list[str]:
    """Return passages in an order that is drawn by the seed, a word and their ids."""
    return sorted(passages, key=lambda name: (draw(seed, word, name), name))


def _pool(
    questions: Dataset, options: Sequence[str], occurrences: Mapping[str, _Places], sources: Sequence[Dataset]
) -> Pool:
    places = [occurrences.get(normalised(option), []) for option in options]
    origins = [tuple(dict.fromkeys((source, item.id) for source, item, _ in held)) for held in places]
    return Pool(
        tuple(options),
        tuple(tuple(name for _, name in ids) for ids in origins),
        _allowed(questions.items, _same_passages(questions.items, sources), options),
        _names(sources),
        tuple(tuple(source for source, _ in ids) for ids in origins),
        _groups(places),
    )


def _groups(places: Sequence[_Places]) -> IntArray:
    """Number the passages that options occur under first, (options,); a text that occurs nowhere is by itself."""
    numbers: dict[object, int] = {}
    firsts = ((held[0][0], held[0][1].passage_id) if held else column for column, held in enumerate(places))
    return np.array([numbers.setdefault(first, len(numbers)) for first in firsts], dtype=np.int64)


def _gathered(sources: Sequence[Iterable[Item]]) -> dict[str, _Places]:
    """Return where each normalised text occurs, source by source, item by item."""
    occurrences: defaultdict[str, _Places] = defaultdict(list)
    for source, items in enumerate(sources):
        for item in items:
            for option in item.options:
                occurrences[normalised(option)].append((source, item, option))
    return dict(occurrences)


def _allowed(items: Sequence[Item], others: Iterable[tuple[Item, int]], options: Sequence[str]) -> BoolArray:
    """Return where each option may be tried, (items, options): where its text is not of the question's passage.

    `others` are items of other datasets, each with one of the questions that has the same passage.
    """
    passages = passages_of(items)
    column = {normalised(option): k for k, option in enumerate(options)}
    own = np.zeros((int(passages.max(initial=-1)) + 1, len(options)), dtype=np.bool_)
    pairs = [(item, row) for row, item in enumerate(items)]
    for item, row in [*pairs, *others]:
        held = [column[text] for text in map(normalised, item.options) if text in column]
        own[passages[row], held] = True
    return ~own[passages]


def _same_passages(items: Sequence[Item], sources: Iterable[Dataset]) -> Iterator[tuple[Item, int]]:
    """Yield the sources' items whose passage, by id and text, is a question's, with that question's row."""
    rows = {(item.passage_id, item.passage): row for row, item in enumerate(items)}
    for source in sources:
        for item in source:
            row = rows.get((item.passage_id, item.passage))
            if row is not None:
                yield item, row


def _of_some_passages(items: Sequence[Item], many: int | None, seed: int) -> list[Item]:
    names = list(dict.fromkeys(item.passage_id for item in items))
    sample = set(sorted(names, key=lambda name: (draw(seed, "passages", name), name))[:many])
    return [item for item in items if item.passage_id in sample]


def _shuffled(texts: Iterable[str], seed: int) -> list[str]:
    return sorted(texts, key=lambda text: (draw(seed, "pool", text), text))


def _usual(places: _Places) -> str:
    spellings = Counter(option for _, _, option in places)
    return min(spellings, key=lambda text: (-spellings[text], text))


def _names(sources: Sequence[Dataset]) -> tuple[str, ...]:
    """Name the sources by dataset and split; those of one name are numbered."""
    names = [_name(source) for source in sources]
    return tuple(
        name if names.count(name) == 1 else f"{name} ({names[: k + 1].count(name)})" for k, name in enumerate(names)
    )


def _name(dataset: Dataset) -> str:
    return f"{dataset.name} {dataset.split}" if dataset.split else dataset.name


def _require_parts(questions: Dataset, sources: Sequence[Dataset], passages: int | None) -> None:
    if passages is not None and passages < 1:
        raise UsageError(
            f"magnets: the settings ask for options of {passages} passages; expected 1 or more from each dataset."
        )
    if not sources:
        raise UsageError("magnets: there is no dataset to draw options from; name one or more, or give options.")
    if not len(questions):
        raise UsageError(f"magnets: {_name(questions)} has no questions. Check the split and the limit.")


def _nowhere(questions: Dataset, sources: Sequence[Dataset]) -> str:
    where = " and ".join(_names(sources))
    return (
        f"magnets: every option drawn from {where} belongs to every passage of {_name(questions)}, so none is "
        "irrelevant anywhere; a question takes options of other passages only. Draw from more passages or another "
        "dataset, or give options of your own."
    )


_COUNTED = r"(?:all|none|both|neither|either|any|each|every one|not all|not any)"
_QUANTITY = r"(?:all|none|both|neither|either|any|each|every one|some|one|two|three|four|most|not all|not any)"
_NUMBER = r"(?:two|three|four|five)"
_THINGS = r"(?:options?|answers?|choices?|statements?|alternatives?)"
_MENTIONED = r"(?:mentioned|listed|named|given|stated|described)"
_RIGHT = r"(?:correct|right|true|wrong|false|incorrect)"
_JUDGED = rf"(?:\s+(?:is|are)(?:\s+(?:all|both))?(?:\s+not)?\s+{_RIGHT}(?:\s+{_THINGS})?)"
_VERDICT = rf"(?:{_JUDGED}|\s+(?:is|are)(?:\s+(?:all|both))?(?:\s+not)?\s+(?:ok|mentioned|included|possible))?"
_DOING = r"(?:(?:do|does|did|doing|by|of)\s+)?"

_LETTER = r"\(?([a-h])\b[.)]?"
_JOINT = r"(?:\s*,?\s*(?:and|an\b|or|nor|but\s+not|as\s+well\s+as|plus|&|\+|/)\s*|\s*,\s*)"

_ABOVE = re.compile(
    rf"\b{_QUANTITY}\s+(?:of\s+)?the\s+above(?:-{_MENTIONED})?(?![\w-]|\s+average)"
    rf"|\b{_COUNTED}\s+(?:of\s+)?(?:the|these|those|them)\s+(?:{_NUMBER}\s+)?(?:\w+\s+)?(?:{_MENTIONED}\s+)?aboves?{_VERDICT}$"
    rf"|\b{_COUNTED}\s+(?:of\s+)?(?:\w+\s+)?{_MENTIONED}\s+above{_VERDICT}$"
    rf"|^{_DOING}{_COUNTED}\s+(?:of\s+)?above(?:[-\s]{_MENTIONED})?(?:\s+{_THINGS})?{_VERDICT}$"
    rf"|^the\s+above(?:\s+(?:all|both|{_NUMBER}|{_THINGS}))?{_VERDICT}$|^above\s+(?:of\s+)?all$"
)
_THESE = re.compile(
    rf"{_QUANTITY}\s+(?:of\s+)?(?:(?:these|those)(?:\s+{_THINGS})?|(?:the\s+)?(?:other\s+)?{_THINGS}){_VERDICT}"
    rf"|{_COUNTED}\s+(?:of\s+)?the\s+{_NUMBER}{_VERDICT}|{_COUNTED}{_JUDGED}"
)
_LETTERS = re.compile(
    rf"{_DOING}(?:{_QUANTITY}\s+(?:of\s+)?|only\s+)?(?:the\s+)?(?:{_THINGS}\s+)?"
    rf"({_LETTER}(?:{_JOINT}(?:{_THINGS}\s+)?{_LETTER})+)(?:\s+(?:both|only|together|alone))?{_VERDICT}"
)
_ORDER = 4  # letters joined by commas alone, from this many on, are an order of sentences


def is_series(option: str) -> bool:
    """Return whether an option combines others ("all of the above", "both A and C") instead of saying something itself.

    Lin et al. (2021, §4.2) call them the option-combination series: they are the strongest magnets, for a reason that
    has little to do with the passage. The rule reads the option's text alone, case and outer punctuation set aside:

    - a quantity (all, none, both, neither, either, any, each, some, one, two...) of "the above", anywhere;
    - a quantity of "the / these / those / them ... above", with at most a number and one noun between, or of what is
      "mentioned / listed / named above", at the end, with or without a verdict ("are correct", "is not true");
    - "all above" and the like, "the above" with a verdict or a quantity after it, and "above all", as the whole option;
    - a quantity of "these", "those", "the two / three / four" or "the options / answers / choices / statements", as the
      whole option, with or without a verdict; a bare quantity with the verdict right or wrong ("none is true");
    - two or more different single letters from A to H in alphabetical order, joined by commas, "and", "or", "nor", "but
      not", "as well as", "plus", "&", "/" or "+", as the whole option, with or without "both", "all of",
      "only" and the like before, "are correct" after. Four or more letters joined by commas alone are an order.

    It leaves out what the text alone cannot decide: bare quantities ("all", "none", "both", "all of them"), which as
    often count what the question asks for; combinations of numbered statements ("1 and 3"); letters in any other order,
    which answer questions about the order of sentences. It takes "all the rooms above" for a combination, whatever is
    above, and misses words that are misspelt or cut off, but for "B an C".

    Measured on RACE, texts compared with case and spaces set aside. Each text that matched was read beside its
    question, except the ten plainest ("all of the above", "both A and B"); misses were looked for by eye among texts
    with "above" or "mentioned" and a quantity, with joined letters, and the shorter ones with a quantity, so there may
    be more:

    | split | different texts | of the series | options of the series | wrongly among the texts | misses seen |
    |---|---|---|---|---|---|
    | test | 18,245 | 13 | 31 | 0 | 1 |
    | dev | 18,087 | 15 | 38 | 0 | 1 |
    | train | 283,374 | 73 | 573 | 1 | 7 |

    >>> is_series("All of the above."), is_series("both A and C"), is_series("a cat and a dog")
    (True, True, False)
    """
    text = " ".join(option.casefold().split()).strip(" .!?,;:'\"“”‘’_*")
    if _ABOVE.search(text) or _THESE.fullmatch(text):
        return True
    match = _LETTERS.fullmatch(text)
    return match is not None and _combined(match.group(1))


def _combined(joined: str) -> bool:
    """Return whether letters stand in alphabetical order, and not as a list of four or more."""
    letters = re.findall(r"\b[a-h]\b", joined)
    listed = len(letters) >= _ORDER and not re.search(r"and|or|nor|but|well|plus|[&+/]", joined)
    return not listed and all(first < second for first, second in pairwise(letters))
