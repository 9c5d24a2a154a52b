"""Rules about options that say the same, or nearly the same.

Two options say the same if only case, articles, punctuation between words, the way a number or "not" is written, or one
of two names for the same thing ("everyone", "everybody") tells them apart. They say nearly the same where they differ
only in words that mean almost the same (`_NEAR`): a short list of our own, of words that exams seldom tell apart. In a
question about the meaning of a word, two such options are as hard to tell apart.
"""

import re
from collections.abc import Callable, Iterator

from examfiles.items import Item, gathered, seen
from magnetite.experiments.flags.exam import listed
from magnetite.experiments.flags.forms import in_digits
from magnetite.experiments.flags.rule import Limits, Observation, by_text, named, observation
from magnetite.views.text import normalised, words

_ARTICLES = listed("a an the")
_MARKS = listed(". , ; : ! ? \" ' “ ” „ ‘ ’ « » … ...")
_WRITING = re.compile(
    r"\b(?:punctuat|comma|apostrophe|capital|spell|spelt|colon|hyphen|quotation mark|written correctly|grammar)",
    re.IGNORECASE,
)  # in such questions the options differ in their marks
_PICTURE = re.compile(r"\[(?:image|audio|video|object)\b")
_SPELLED = {
    **dict.fromkeys(("everyone", "everybody"), "everybody"),
    **dict.fromkeys(("someone", "somebody"), "somebody"),
    **dict.fromkeys(("anyone", "anybody"), "anybody"),
    "no-one": "nobody",
    "n't": "not",
    "cannot": "can not",
    "'re": "are",
    "'m": "am",
    "'ll": "will",
    "'ve": "have",
}
_NO_ONE = re.compile(r"\bno one\b(?! of\b)")
_O_CLOCK = re.compile(r"\b(\d+) o['’]clock\b")
_CUT_OFF = {"ca": "can", "wo": "will", "sha": "shall"}  # before n't
_BEFORE_NOT = re.compile(r"\b(?:ca|wo|sha)(?= not\b)")
_BY_THEN = re.compile(
    r"\bby(?= (?:\d+|noon|midnight|lunchtime|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april"
    r"|may|june|july|august|september|october|november|december|christmas|easter)\b)"
)
_NEAR_WORDS = (
    "like love enjoy|likes loves enjoys|liked loved enjoyed|begin start|begins starts|began started"
    "|end finish|ends finishes|ended finished|big large|bigger larger|biggest largest|small little|fast quick"
    "|hard difficult|harder|glad happy pleased|ill sick|buy purchase|buys purchases|bought purchased|shut close"
    "|shuts closes|shut closed|speak talk|speaks talks|spoke talked|mother mum mom|father dad|child kid"
    "|children kids|film movie|films movies|pupil student|pupils students|shop store|shops stores"
    "|holiday vacation|holidays vacations|help assist|helps assists|helped assisted|sad unhappy|rich wealthy"
    "|scared afraid frightened|clever smart|maybe perhaps|over above|under below|often frequently|correct right"
    "|wrong incorrect|want wish|wants wishes|wanted wished|need require|needs requires|needed required"
    "|important significant|whole entire|enough sufficient|almost nearly|around approximately|boy lad"
    "|doctor physician|photo photograph|autumn fall|shout yell|shouts yells|shouted yelled|error mistake"
    "|errors mistakes|choose select|chose selected|repair mend fix|repairs mends fixes|repaired mended fixed"
    "|lucky fortunate|famous well-known|beautiful lovely|present gift|presents gifts"
    "|"
)
_NEAR = {word: group.split()[0] for group in _NEAR_WORDS.split("|") for word in group.split()}


def plain(option: str) -> str:
    """Return what options must share to say the same: normalised, without articles and marks, numbers in digits.

    Signs that change a meaning stay: those of a number (-5, $5, 5%), and apostrophes inside words.

    >>> plain("The twelve apples,"), plain("12 apples."), plain("-10 °C") == plain("10 °C")
    ('12 apples', '12 apples', False)
    >>> plain("Everyone can't come by ten o'clock.") == plain("Everybody cannot come by 10")
    True
    """
    tokens = words(_NO_ONE.sub("nobody", normalised(option)))
    tokens = [in_digits(word) for word in tokens if word not in _ARTICLES and word not in _MARKS]
    text = " ".join(_SPELLED.get(token.replace("’", "'"), token) for token in tokens)
    text = _BEFORE_NOT.sub(lambda cut: _CUT_OFF[cut[0]], text)
    return _O_CLOCK.sub(r"\1", text) or normalised(option)


def _nearly(option: str) -> str:
    """Return what options must share to say nearly the same: `plain`, with one of the words that mean almost the same.

    >>> _nearly("She loves animals.") == _nearly("She likes animals"), _nearly("By ten") == _nearly("Before 10 o'clock")
    (True, True)
    """
    return _BY_THEN.sub("before", " ".join(_NEAR.get(word, word) for word in plain(option).split()))


@by_text(
    "options-say-the-same",
    "serious",
    ("letters", "first", "second"),
    citation="Haladyna et al. 2002, guidelines 19 and 22",
    shared=True,
)
def options_say_the_same(item: Item, _limits: Limits) -> Iterator[Observation]:
    """Two wrong options say the same, up to case, articles, punctuation or the way words and numbers are written."""
    yield from (each for each in _alike(item) if item.answer not in each.options)


@by_text(
    "key-stands-twice",
    "fatal",
    ("letters", "first", "second"),
    key=True,
    citation="Haladyna et al. 2002, guideline 19",
    shared=True,
)
def key_stands_twice(item: Item, _limits: Limits) -> Iterator[Observation]:
    """Another option says the same as the right answer, so two are right and one is counted wrong."""
    yield from (each for each in _alike(item) if item.answer in each.options)


@by_text(
    "options-nearly-the-same",
    "serious",
    ("letters", "first", "second"),
    languages=("en",),
    citation="Haladyna et al. 2002, guidelines 19 and 22",
)
def options_nearly_the_same(item: Item, _limits: Limits) -> Iterator[Observation]:
    """Two options differ only in words that mean almost the same (“loves”, “likes”; “by ten”, “before ten”)."""
    if item.metadata.get("task") == "cloze":
        return  # to tell words of nearly one meaning apart is what it asks
    for observed in _alike(item, _nearly):
        if len({plain(seen(item.options[index])) for index in observed.options}) > 1:  # else they say the same
            yield observed


def _alike(item: Item, meaning: Callable[[str], str] = plain) -> Iterator[Observation]:
    """Yield the groups of options that share a meaning, or look the same, whatever characters they are typed with."""
    tell = normalised if _WRITING.search(item.question) else meaning
    # a description need not tell its picture from another
    groups = gathered(
        (tell(seen(option)), index)
        for index, option in enumerate(item.options)
        if seen(option) and not _PICTURE.search(option)
    )
    for alike in groups.values():
        if len(alike) > 1:
            first, second = (seen(item.options[index]) for index in alike[:2])
            yield observation(tuple(alike), letters=named(alike), first=first, second=second)
