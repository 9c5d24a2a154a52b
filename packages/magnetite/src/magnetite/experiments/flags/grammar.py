"""The grammatical kinds of options, and the rules about questions whose end only some of the options can follow.

Words of closed classes, a list of the frequent verbs in the forms that agree ("begins", "begin"), a short list of
adjectives, and endings ("-tion", "-ful") decide an option's kind; where they do not, it stays unknown.

A question ends in its subject, and options continue it: "The races" – "begins", "begin". That rule speaks only where
every option surely begins with a verb and says more than it, an adverb aside, some agree with the subject, and some do
not; a question that tests agreement ("begins at one", "begin at one") is left alone. Or its last words ask for a verb
("to"), or for a form in -ing or a noun ("interested in"): some options surely go on from there, and others do not.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from examfiles.items import Item
from magnetite.experiments.flags.exam import listed
from magnetite.experiments.flags.forms import form, is_gerund
from magnetite.experiments.flags.rule import Limits, Observation, by_text, named, observation
from magnetite.experiments.flags.stem import is_plural
from magnetite.views.text import words

_VERBS = listed(
    "accept add advise agree aim allow answer appear apply argue arrive ask attract avoid bear beat become begin "
    "behave believe belong blame borrow break breathe bring build burn buy call care carry catch cause change charge "
    "check choose claim clean climb close collect come compare complain connect consist contain continue control cook "
    "cost count cover create cross cry cut dance deal decide depend describe destroy develop die differ disagree "
    "disappear discover dislike divide draw dream dress drink drive drop earn eat encourage end enjoy enter escape "
    "exist expect explain express face fail fall fear feed feel fight fill find finish fit fix float fly follow forget "
    "form gain gather get give go grow guess happen hate hear help hide hit hold hope hunt hurt improve include "
    "increase inform inspire introduce invent invite involve join jump keep kick kill know lack land last laugh lay "
    "lead learn leave lend let lie like listen live look lose love make manage mark matter mean measure meet melt "
    "mention miss move need notice offer open order own pay pass perform pick plan plant play point prefer prepare "
    "prevent produce promise protect prove provide pull push put raise reach read realise realize receive recommend "
    "reduce refer reflect refuse regret relate rely remain remember remind remove repair repeat replace represent "
    "require respect rest return ride ring rise run save say search see seem sell send serve set shake share shine "
    "show shut sing sink sit sleep smell smile solve sound speak spend stand start state stay steal stop study succeed "
    "suffer suggest supply support suppose surprise surround survive sweep swim take talk taste teach tell tend test "
    "think throw touch train travel treat try turn understand use visit wait wake walk want warn wash waste watch wear "
    "win wish wonder work worry write"
)
_SINGULAR, _PLURAL = listed("is was has does isn't wasn't hasn't doesn't"), listed("are were have do aren't weren't")
_ANY = listed(
    "will would can could may might must shall should had did began became broke brought built bought came chose cost "
    "cut drank drew drove ate fell felt fought found flew forgot got gave went grew heard held kept knew led left lent "
    "let lost made meant met paid put ran rode rose said saw sold sent set shook sang sank sat slept spoke spent stood "
    "stole swam took taught told thought threw understood wore won wrote"
)
_ADVERBS = listed("always also often never usually sometimes still only already just all both really no longer")
_END = re.compile(r"[\s_.…:]*$")


@lru_cache(maxsize=1)
def _third_persons() -> dict[str, str]:
    """Return the verbs by their form for he, she and it."""
    return {_third_person(verb): verb for verb in _VERBS}


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}s"


def verb_form(option: str) -> tuple[str, str] | None:
    """Return the number of the verb that an option begins with ("singular", "plural", "any") and the verb; else None.

    >>> verb_form("begins at eight"), verb_form("begin at one"), verb_form("has begun"), verb_form("the races begin")
    (('singular', 'begin'), ('plural', 'begin'), ('singular', 'has'), None)
    """
    tokens = [word for word in words(option.replace("’", "'")) if any(map(str.isalnum, word))]
    while tokens and tokens[0].casefold() in _ADVERBS:
        tokens = tokens[1:]
    if len(tokens) < 2:
        return None
    verb = tokens[0].casefold()
    if verb in _third_persons():
        return "singular", _third_persons()[verb]
    number = next((name for name, kind in (("singular", _SINGULAR), ("plural", _PLURAL)) if verb in kind), None)
    if number or verb in _VERBS:
        return number or "plural", verb
    return ("any", verb) if verb in _ANY or verb.endswith("ed") else None


def subject_is_plural(question: str) -> bool | None:
    """Return whether a question that ends in its subject has a plural one, None where it does not or cannot be told.

    >>> subject_is_plural("The races at the pool"), subject_is_plural("Ann ___"), subject_is_plural("What are races?")
    (True, False, None)
    """
    subject = _END.sub("", question.strip())
    tokens = words(subject)
    if not tokens or question.rstrip().endswith("?") or len(tokens) > 8:
        return None
    if len(tokens) == 1 and tokens[0][:1].isupper() and tokens[0].casefold() not in _PRONOUNS:
        return None if tokens[0].endswith("s") else False  # a name
    if len(tokens) == 1 and tokens[0].casefold() in _PRONOUNS:
        return tokens[0].casefold() in ("they", "we", "you", "i")  # "I begin" agrees as the plural does
    return is_plural(subject)


_PRONOUNS = listed("he she it they we you i")


def _after_verb(option: str) -> str:
    return option.strip().partition(" ")[2].casefold().strip(" .")


@by_text(
    "verb-disagrees",
    "serious",
    ("word", "letters", "left"),
    english=True,
    citation="Haladyna et al. 2002, guideline 28c",
)
def verb_disagrees(item: Item, _limits: Limits) -> Iterator[Observation]:
    """The question ends in its subject, and the verb of only some of the options agrees with it."""
    plural, forms = subject_is_plural(item.question), [verb_form(option) for option in item.options]
    known = [form for form in forms if form is not None]
    if plural is None or len(known) < len(forms):
        return
    right = "plural" if plural else "singular"
    out = tuple(index for index, (number, _) in enumerate(known) if number not in ("any", right))
    said = [(verb, _after_verb(option)) for (_, verb), option in zip(known, item.options, strict=True)]
    if out and any(number == right for number, _ in known) and len(set(said)) == len(said):
        word = next(iter(words(item.options[out[0]])))
        yield observation(out, word=word, letters=named(out), left=len(forms) - len(out))


_DETERMINERS = listed(
    "a an the this that these those my your his her its our their some any no every each all both many several few"
)
_PREPOSITIONS = listed(
    "in on at by for from with about into onto over under after before between through during without within of near "
    "behind"
)
_CLAUSES = listed("if when while where as until since")  # open an adverbial clause
_OBJECTS = listed("to him her it them me us you up out away how what")  # after a verb, as determiners are
_ADJECTIVES = listed(
    "good bad happy sad angry wet dry cold hot warm cool proud lazy expensive cheap easy hard difficult big small "
    "large long short high low old young new rich poor tired hungry ill sick safe strong weak fast slow quiet loud "
    "bright dark clean dirty brave kind polite rude honest afraid bored surprised excited worried interested pleased "
    "unable able complex simple red blue green white black"
)
_OF_ADJECTIVES = ("ful", "less", "ous", "able", "ible")
_NOT_ADJECTIVES = listed("vegetable syllable handful mouthful spoonful crucible")
_OF_NOUNS = ("tion", "sion", "ment", "ness", "ity", "ism", "ist", "ance", "ence", "ship", "hood", "ology", "graphy")
_NO_PLURALS = ("ss", "us", "is")


def small_words(option: str) -> list[str]:
    """Return an option's words in small letters, without marks."""
    return [word.casefold() for word in words(option) if any(map(str.isalnum, word))]


def kind(option: str) -> str | None:
    """Return an option's kind: a form of `form`, or "preposition", "verb" or "adjective"; None if unsure.

    >>> kind("in the yard"), kind("eat a pear"), kind("careful"), kind("pears"), kind("pear")
    ('preposition', 'verb', 'adjective', 'noun-phrase', None)
    """
    tokens = small_words(option)
    if not tokens:
        return None
    first = tokens[0]
    if (known := form(option)) is not None and known != "by":
        return known
    if first in _PREPOSITIONS or first in _CLAUSES:
        return "preposition"
    if first in _DETERMINERS:
        return "noun-phrase" if _is_noun_phrase(tokens) else None
    if len(tokens) == 1:
        return _word_kind(first)
    return "verb" if verb_form(option) is not None and tokens[1] in _DETERMINERS | _PREPOSITIONS | _OBJECTS else None


def _word_kind(word: str) -> str | None:
    long = len(word) > 5
    kinds = {
        "adjective": word in _ADJECTIVES or (long and word.endswith(_OF_ADJECTIVES) and word not in _NOT_ADJECTIVES),
        "noun-phrase": (long and word.endswith(_OF_NOUNS))
        or (word[4:].endswith("s") and not word.endswith(_NO_PLURALS)),
        "ing": is_gerund(word),
    }
    return next((kind for kind, is_so in kinds.items() if is_so), None)


def _is_noun_phrase(tokens: list[str]) -> bool:
    """Return whether there is a noun after a determiner, and no verb that could make a sentence of both."""
    inner = (at for at, word in enumerate(tokens) if at > 1 and (word in _PREPOSITIONS or word == "that"))
    head = tokens[1 : next(inner, len(tokens))]
    return len(head) in (1, 2) and not any(verb_form(f"{word} it") for word in head[1:])


_TO = re.compile(
    r"\b(?:in order|so as|wants?|wanted|needs?|needed|hopes?|hoped|decides?|decided|plans?|planned|tries|tried|try|"
    r"able|going|likely|ready|willing|encouraged?|advised?|asks?|asked|told|supposed|how|is|was|are)\s+to[\s_.…:]*$",
    re.IGNORECASE,
)
_ING = re.compile(
    r"\b(?:interested in|good at|bad at|fond of|afraid of|tired of|capable of|instead of|keen on|insists? on|"
    r"by means of|succeed(?:s|ed)? in|thinks? of|dreams? of|famous for|responsible for|without)[\s_.…:]*$",
    re.IGNORECASE,
)
_NO_VERB = ("clause", "because", "ing", "preposition")
_NO_NOUN = ("clause", "because", "to", "verb")


@by_text(
    "form-cue",
    "worth-a-thought",
    ("word", "letters", "left"),
    english=True,
    citation="Haladyna et al. 2002, guideline 28c",
)
def form_cue(item: Item, _limits: Limits) -> Iterator[Observation]:
    """The question leads up to “to”, “interested in” and the like, and only some of the options can follow."""
    for pattern, fitting, unfit in ((_TO, ("verb",), _NO_VERB), (_ING, ("ing", "noun-phrase"), _NO_NOUN)):
        match = pattern.search(item.question)
        kinds = [kind(option) for option in item.options]
        out = tuple(index for index, each in enumerate(kinds) if each in unfit)
        if match and out and any(each in fitting for each in kinds):
            word = match[0].strip(" \t\n_.…:")
            yield observation(out, word=word, letters=named(out), left=len(kinds) - len(out))
