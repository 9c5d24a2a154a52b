"""The grammatical kinds of options, and the rules about questions whose end only some of the options can follow.

Words of closed classes, a list of the frequent verbs in the forms that agree ("begins", "begin"), a short list of
adjectives, and endings ("-tion", "-ful") decide an option's kind; where they do not, it stays unknown.

A question ends in its subject, and options continue it: "The races" – "begins", "begin". That rule speaks only where
every option surely begins with a verb and says more than it, an adverb aside, some agree with the subject, and some do
not; a question that tests agreement ("begins at one", "begin at one") is left alone. Or its last words ask for a verb
("to", "should"), for a form in -ing or a noun ("interested in"), or for a unit of time ("once"), or it asks how
somebody feels, what to do, where or who: some options surely go on from there, and others do not. Or a verb stands
beside its gap, and some options are surely singular, others surely plural: a verb that is the same in the past ("put")
decides nothing, nor does a word that may be a noun of both kinds.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from examfiles.items import Item, gathered
from magnetite.experiments.flags.exam import REMEMBERED, listed
from magnetite.experiments.flags.forms import SUBJECTS, form, is_gerund
from magnetite.experiments.flags.rule import Limits, Observation, by_text, named, observation
from magnetite.experiments.flags.stem import BLANK, cue
from magnetite.experiments.magnets.features import FUNCTION
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


def is_verb(word: str) -> bool:
    """Return whether a word may be a verb's form for he, she and it, as "walks" is beside a noun's plural."""
    return word.strip(" .").casefold() in _third_persons()


@lru_cache(maxsize=REMEMBERED)
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
    languages=("en",),
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


_VERB = re.compile(
    rf"(?:^|[,;:]|\b(?:that|because|when|if|while|after|before|although)\b)\s*{BLANK}\s*"
    r"(is|are|was|were|has|have|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|hasn['’]t|haven['’]t)\b(?!\s*[/(])",
    re.IGNORECASE,
)
_VERB_AFTER = re.compile(rf"(?:^|[,;:])\s*{BLANK}\s*([a-z]+)\b(?!\s*(?:[/(]|not\b))")
_THERE = re.compile(rf"(?<!/)\bthere\s+(is|are|was|were)\s*(?:{BLANK}\s*[.!?]?)?\s*$", re.IGNORECASE)
_AS_PAST = listed("put cut hit set shut cost let hurt beat read")  # "she put", "they put"


@by_text(
    "number-cue",
    "serious",
    ("word", "letters", "left"),
    languages=("en",),
    citation="Haladyna et al. 2002, guideline 28c",
)
def number_cue(item: Item, _limits: Limits) -> Iterator[Observation]:
    """A verb next to the blank is singular or plural, and only some of the options agree with it."""
    if len(re.findall(BLANK, item.question)) > 1:
        return
    there = None if _VERB.search(item.question) else _THERE.search(item.question)
    match = _VERB.search(item.question) or there or _VERB_AFTER.search(item.question)
    plural = _verb_is_plural(match[1].casefold()) if match else None
    if match is None or plural is None:
        return

    def fits(option: str) -> bool | None:
        many = is_plural(option)
        if many is None or option.casefold() in ("a", "an"):
            return True if plural and _is_plural_word(option) else None
        several = there and re.search(r"\band\b|,", option)  # "there is a table and two chairs" is usual as well
        return None if several else many == plural

    yield from cue(item, match[1], fits)


def _verb_is_plural(verb: str) -> bool | None:
    """Return whether a verb agrees with a plural alone, or with a singular alone; None where that is not sure."""
    plain = verb.replace("’", "'").removesuffix("n't")
    if plain in ("are", "were", "have", "is", "was", "has"):
        return plain in ("are", "were", "have")
    known = verb in _VERBS or verb in _third_persons()
    return verb in _VERBS if known and verb not in _AS_PAST else None


def _is_plural_word(option: str) -> bool:
    """Return whether an option is one word that is more likely a plural than not, and no name."""
    word = option.strip(" .")
    return (
        word.isalpha()
        and word[1:].islower()
        and len(word) > 4
        and not word.endswith(("ss", "us", "is", "ics"))
        and (word.endswith("s") and word.casefold() not in _UNDECIDED)
    )


def is_plural(option: str) -> bool | None:
    """Return whether an option is plural as the subject of a sentence, None where its words do not decide.

    >>> is_plural("two dogs"), is_plural("a dog"), is_plural("a dog and a cat"), is_plural("bread and butter")
    (True, False, True, None)
    >>> is_plural("younger people"), is_plural("edible insects"), is_plural("modern physics")
    (True, True, None)
    """
    tokens = [word.casefold() for word in words(option) if any(map(str.isalnum, word))]
    if not tokens or len(tokens) > 8 or {"or", "nor"} & {*tokens}:
        return None
    if tokens[2:3] == ["of"] or tokens[:2] == ["a", "few"]:
        return None  # "a group of friends are" is usual as well
    if "and" in tokens:
        middle = tokens.index("and")
        sides = tokens[:1], tokens[middle + 1 : middle + 2]
        return True if all(side and side[0] in _DETERMINERS for side in sides) and tokens[0] not in _SINGULARS else None
    if tokens[0] in _PLURALS or (tokens[0].isdigit() and tokens[0] != "1"):
        return True
    if tokens[0] in ("a", "an", "this", "one", "every", "each", "another", "he", "she", "it"):
        return False
    bare = True if option[1:].islower() and _is_bare_plural(tokens) else None
    return _head_is_plural(tokens) if tokens[0] in _OPEN else bare


def _is_bare_plural(tokens: list[str]) -> bool:
    """Return whether these are surely one adjective or two and a plural: "edible insects", "younger people"."""
    own = tokens[: next((at for at, word in enumerate(tokens) if at and word in _AFTER), len(tokens))]
    if len(own) not in (2, 3) or FUNCTION & set(own) or own[0].endswith("s") or not all(map(str.isalpha, own)):
        return False
    noun = own[-1].endswith("s") and not own[-1].endswith(("ss", "us", "is", "ics")) and own[-1] not in _UNDECIDED
    return own[-1] == "people" or noun


def _head_is_plural(tokens: list[str]) -> bool | None:
    """Judge a noun after "the" and the like by its last letters: the word before a preposition, or the last."""
    head = next((before for before, word in pairwise(tokens) if word in _AFTER), tokens[-1])
    if (
        head in _UNDECIDED
        or len(tokens) == 1
        or head.endswith(("men", "sh", "ese", "ch", "ing", "ed", "ss", "us", "is"))
    ):
        return None
    return head.endswith("s")


_SINGULARS = listed("every each no")
_OPEN = listed("the my your his her its our their")
_AFTER = listed("of in on at by for from to with that who which whose about between under near")
_UNDECIDED = listed(
    "people children police teeth feet mice sheep fish deer cattle data media series species news family team group "
    "staff public crew class crowd government company band majority minority rest others poor rich young old blind "
    "sick dead homeless unemployed elderly disabled best worst first second last two three four five six"
)
_PLURALS = listed("these those two three four five six seven eight nine ten many several few both they we")


_DETERMINERS = listed(
    "a an the this that these those my your his her its our their some any no every each all both many several few"
)
PREPOSITIONS = listed(
    "in on at by for from with about into onto over under after before between through during without within of near "
    "behind"
)
_AFTER_VERBS = (_DETERMINERS | PREPOSITIONS | listed("to him her it them me us you up out away how what")) - {"of"}
_CLAUSES = listed("if when while where as until since whenever wherever")  # open an adverbial clause
_ADJECTIVES = listed(
    "good bad happy sad angry wet dry cold hot dark warm cool proud lazy expensive cheap easy hard difficult big "
    "small large long short high low old young new rich poor tired hungry thirsty ill sick safe strong weak fast "
    "slow quiet loud bright clean dirty brave kind polite rude honest afraid ashamed alone alive asleep awake "
    "aware bored surprised excited worried interested pleased annoyed confused disappointed embarrassed "
    "frightened relaxed relieved satisfied scared shocked stressed unhappy unable able complex simple deep "
    "shallow wide narrow thick thin tall heavy smooth rough sharp round empty full busy ready guilty lonely lucky "
    "friendly silly healthy wealthy noisy tiny huge soft sour bitter salty fresh rotten broken cruel selfish "
    "generous patient impatient confident shy calm nervous upset jealous grateful wise clever smart stupid "
    "foolish mad crazy free equal similar different likely unlikely certain sure wrong true false modern rare "
    "strange normal pretty ugly handsome beautiful better worse best worst bigger smaller larger higher lower "
    "older younger stronger weaker faster slower"
)
_OF_ADJECTIVES = ("ful", "less", "ous", "able", "ible")
_NOT_ADJECTIVES = listed("vegetable syllable handful mouthful spoonful crucible table cable fable stable parable")
_OF_NOUNS = ("tion", "sion", "ment", "ness", "ity", "ism", "ist", "ance", "ence", "ship", "hood", "ology", "graphy")
_NO_PLURALS = ("ss", "us", "is", "ous")
_DEGREES = listed("very so too quite rather extremely more less really")
_AFTER_ADJECTIVES = listed("of to about with that because at for now again enough by")
_BE_OR_HAVE = listed("is are was were am has had does did")
_VERBALS = _BE_OR_HAVE | listed("will would can could may might must shall should")


def small_words(option: str) -> list[str]:
    """Return an option's words in small letters, without marks."""
    return [word.casefold() for word in words(option) if any(map(str.isalnum, word))]


@lru_cache(maxsize=REMEMBERED)
def kind(option: str) -> str | None:
    """Return an option's kind: a form of `form`, or "preposition", "verb" or "adjective"; None if unsure.

    A sentence is a clause, whatever it begins with; a single word in -ing is a noun as well as a verb.

    >>> kind("in the yard"), kind("eat a pear"), kind("careful"), kind("pears"), kind("pear")
    ('preposition', 'verb', 'adjective', 'noun-phrase', None)
    >>> kind("After rain the yard is wet."), kind("very careful"), kind("a basket of pears"), kind("Pears are sweet")
    ('clause', 'adjective', 'noun-phrase', 'clause')
    """
    tokens = small_words(option)
    if not tokens or _UNSURE.search(option):
        return None
    known = "to" if tokens[:3] == ["in", "order", "to"] else form(option)
    if known is not None and known != "by":
        return None if known == "clause" and _has_relative(tokens) else known
    if len(tokens) == 1:
        return "preposition" if tokens[0] in PREPOSITIONS else _word_kind(tokens[0])
    return _kind_by_opening(option, tokens)


def _kind_by_opening(option: str, tokens: list[str]) -> str | None:
    """Return the kind of an option of two words or more by the first of these that it begins with."""
    first, second, *_ = tokens
    verb = verb_form(option) is not None
    openings = (
        (first in PREPOSITIONS | _CLAUSES, _opened(option, tokens)),
        (first in _DEGREES, "adjective" if _word_kind(second) == "adjective" and len(tokens) < 5 else None),
        (_is_sentence(tokens), None if verb or first in _JOINING else "clause"),
        (first in _DETERMINERS, "noun-phrase" if _is_noun_phrase(tokens) else None),
        (_word_kind(first) == "adjective" and second in _AFTER_ADJECTIVES, "adjective"),
        (second == "of" and len(tokens) < 6 and not verb, "noun-phrase"),
        (verb and second in _AFTER_VERBS, "verb"),
    )
    return next((kind for applies, kind in openings if applies), None)


_UNSURE = re.compile(  # "Swimming Pool", "a paint can", "8:35 am", "when to go", "He doesn't know"
    r"^\s*[A-Z]\w*ing [A-Z]\w*\W*$|\b(?:can|will|might|must)\W*$|\d\s*am\b|^\s*(?:when|where|while) to\b"
    r"|n['’]t know|\bnot (?:known|sure|mentioned|given|stated)\b",
)
_JOINING = listed("and or but so")


def _has_relative(tokens: list[str]) -> bool:
    """Return whether a clause may be part of a noun phrase: "a cake she had baked"."""
    return tokens[0] not in SUBJECTS and bool(SUBJECTS & set(tokens[1:]))


def _opened(option: str, tokens: list[str]) -> str | None:
    """Return the kind of an option that begins with a preposition or "when": a phrase, or a sentence with one."""
    if tokens[0] in _CLAUSES:
        after = small_words(option.partition(",")[2])
        return "clause" if after and after[0] in _DETERMINERS | SUBJECTS | {"then"} else "preposition"
    if {*tokens} & _BE_OR_HAVE and not {*tokens} & _INNER:
        return "clause"
    return None if option.rstrip().endswith((".", "!")) and len(tokens) > _LONG else "preposition"


_LONG = 6  # words: a longer one that is written as a sentence may be one, with a rare verb
_INNER = listed(
    "whenever wherever that who whom whose which what where when why how if whether as than because while until since"
)


def _is_sentence(tokens: list[str]) -> bool:
    """Return whether a finite verb follows a subject, with nothing before it that opens another clause."""
    at = next((at for at, word in enumerate(tokens) if word in _VERBALS), 0)
    return 0 < at < len(tokens) - 1 and not {*tokens[:at]} & (_INNER | SUBJECTS | {"to"})


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
    inner = (at for at, word in enumerate(tokens) if at > 1 and (word in PREPOSITIONS or word == "that"))
    head = tokens[1 : next(inner, len(tokens))]
    more = len(tokens) > len(head) + 1 and head[1:] and head[-1].endswith(("s", "ed"))  # "the hare hops over a wall"
    return len(head) in (1, 2) and not more and not any(verb_form(f"{word} it") for word in head[1:])


_GAP_END = r"[\s_.…:]*$"
_TO = re.compile(
    r"\b(?:in order|so as|wants?|wanted|needs?|needed|hopes?|hoped|decides?|decided|plans?|planned|tries|tried|try|"
    r"able|going|likely|ready|willing|encouraged?|advised?|asks?|asked|told|supposed|how|is|was|are|meant|intended|"
    r"designed|aims?|tends?|refused?|prefers?|wishes|wished|expected|forced|happy|glad|free|failed)"
    rf"\s+to{_GAP_END}",
    re.IGNORECASE,
)
_MODAL = re.compile(
    r"\b(?:can|could|should|must|will|would|may|might|cannot|(?:ca|could|should|must|wo|would|do|does|did)n['’]t"
    rf"|(?:do|does|did) not)(?: (?:probably|most likely|best|never|always))?{_GAP_END}",
    re.IGNORECASE,
)
_ING = re.compile(
    r"\b(?:interested in|good at|bad at|fond of|afraid of|tired of|capable of|instead of|keen on|insists? on|"
    r"by means of|succeed(?:s|ed)? in|thinks? of|dreams? of|famous for|responsible for|without)"
    rf"{_GAP_END}",
    re.IGNORECASE,
)
_WHERE = re.compile(r"^(?:[^?]*[,.]\s*)?(?P<word>where|who|whom)\b[^?]*\?\s*$", re.IGNORECASE)
_FEEL = re.compile(r"\b(?:how|what)\b[^?]*\b(?P<word>feel)(?: \w+){0,2}\s*\?\s*$", re.IGNORECASE)
_DO = re.compile(r"\bwhat\b[^?]*\b(?P<word>to do)(?: \w+){0,3}\s*\?\s*$", re.IGNORECASE)
_ONCE = re.compile(rf"\b(?:once|twice|times){_GAP_END}", re.IGNORECASE)
_CONTINUED: tuple[tuple[re.Pattern[str], tuple[str | None, ...], tuple[str, ...]], ...] = (
    # the end of a question, or what it asks for; what surely goes on from there, and what surely does not
    (_TO, ("verb", "verb first"), ("clause", "because", "ing", "preposition", "singular verb")),
    (_MODAL, ("verb", "verb first"), ("clause", "because", "ing", "to", "singular verb")),
    (_ING, ("ing", "noun-phrase"), ("clause", "because", "to", "verb")),
    (_DO, ("verb", "verb first"), ("preposition", "adjective", "ing", "noun-phrase")),
    (_WHERE, ("noun-phrase", "preposition", None), ("adjective",)),
    (_FEEL, ("adjective",), ("verb", "verb first", "to", "noun-phrase")),
    (_ONCE, ("unit",), ("units",)),
)
TIMES = listed(
    "second seconds minute minutes hour hours day days night nights morning afternoon evening week weeks weekend "
    "month months season seasons year years century ago next last every once twice today tomorrow yesterday tonight "
    "times time"
)
_UNITS = listed(
    "second minute hour day night morning afternoon evening week weekend month season year century monday tuesday "
    "wednesday thursday friday saturday sunday"
)


def _continuation(option: str) -> str | None:
    """Return what an option goes on with: a kind, or a verb by its form, or a unit of time and its number; else None.

    >>> [_continuation(text) for text in ("sells bread", "be late", "love between two", "every Sundays", "help us")]
    ['singular verb', 'verb first', 'verb first', 'units', 'verb']
    """
    tokens = small_words(option)
    if len(tokens) == 2 and tokens[0] in ("a", "an", "every", "each", "per"):
        unit = tokens[1] if tokens[1] in _UNITS else tokens[1].removesuffix("s")
        if unit in _UNITS:
            return "unit" if unit == tokens[1] else "units"
    known, verb = kind(option), verb_form(option)
    if known not in (None, "verb"):
        return known
    if tokens[:1] == ["be"] or (verb is not None and verb[0] == "plural"):
        return "verb" if known and tokens[1] not in PREPOSITIONS else "verb first"  # "love between two" is a noun
    return "singular verb" if verb is not None and verb[0] == "singular" else None


def asks_for_form(options: Sequence[str]) -> bool:
    """Return whether two options differ in the form of their first word alone ("sing a song", "singing a song")."""
    rests = gathered((_after_verb(option), option[:2].casefold()) for option in options)
    return any(rest and len(set(openings)) < len(openings) for rest, openings in rests.items())


@by_text(
    "form-cue",
    "serious",
    ("word", "letters", "left"),
    languages=("en",),
    citation="Haladyna et al. 2002, guideline 28c",
)
def form_cue(item: Item, _limits: Limits) -> Iterator[Observation]:
    """The question leads up to “to”, “should”, “interested in” or “feel”, and only some of the options can follow."""
    if asks_for_form(item.options):
        return
    for pattern, fitting, unfit in _CONTINUED:
        match = pattern.search(item.question)
        kinds = [_continuation(option) for option in item.options]
        out = tuple(index for index, each in enumerate(kinds) if each in unfit)
        if match and out and any(each in fitting for each in kinds):
            word = match.groupdict().get("word") or match[0].strip(" \t\n_.…:")
            yield observation(out, word=word, letters=named(out), left=len(kinds) - len(out))
