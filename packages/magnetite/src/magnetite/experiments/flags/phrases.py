"""What rules about phrases know of each language: words that turn a question round, absolute and vague words.

The lists are our own, short and cautious. Set phrases that combine options ("alle genannten", "A und C") are put into
English word by word (`in_english`), so that what tells them in English tells them in every language here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from magnetite.experiments.flags.exam import REMEMBERED, listed

_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words and phrases of a language. Patterns name the word they are about "word".

    `facts`: words of questions whose negation belongs to what is asked for ("Why …?"). `turned`: what turns the task
    round ("Which is not true?"); `exception`: what asks for what is not so in another way ("Which is false?"); `reason`
    asks why something is not so, and its one group that matches is the negation. `unfocused`: a whole question without
    a topic, in small letters. `negated`: words that say "not", unless `only` follows. `absolute`: words that claim
    something absolute, unless they stand in what is `harmless` ("nicht nur", "immer noch"). `vague`: words that say
    vaguely how often or how many; `before_number`: those that do before a number. Words are case-folded ("ss" for "ß").
    """

    facts: re.Pattern[str]
    turned: tuple[re.Pattern[str], ...]
    exception: tuple[re.Pattern[str], ...]
    reason: re.Pattern[str]
    unfocused: re.Pattern[str]
    negated: frozenset[str]
    only: str
    absolute: frozenset[str]
    vague: frozenset[str]
    before_number: frozenset[str]
    harmless: re.Pattern[str] = _NEVER


def _patterns(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_END = r"\s*(?:_+|\.{3,}|[.:?…]|$)"
_NOT = r"(?P<word>\w*n['’]t|not|cannot)"
_VERDICT = (
    r"(?:true|correct|right|mentioned|stated|included|discussed|listed|supported|implied|suggested|described|used|"
    r"an?\s+example|an?\s+reason|one\s+of|among|the\s+case)"
)
_TELL = r"(?:mention|include|refer|discuss|list|belong|cover|describe)"
_SAME_CLAUSE = r"(?:(?!\b(?:who|that|which|when|where|whose|to|and|or)\b|\.\s)[^?,])*?"
_ASKS = r"^(?:[^?]*,\s*)?(?:which|what|who|select|choose|identify|find|mark)\b[^?]*\b"
_FALSE = r"(?P<word>false|incorrect|untrue|wrong|inaccurate)"
ENGLISH = Phrases(
    facts=re.compile(r"\b(?:why|how|because|if|unless|although|though|while|reason)\b", re.IGNORECASE),
    turned=_patterns(
        rf"\b(?P<word>except)(?:\s+(?:for|that))?{_END}",
        rf"(?<!but )\b{_NOT}\s+(?:be\s+)?{_VERDICT}\b",
        rf"\b{_NOT}\s+{_TELL}\b",
        r"\b(?:which|what)\b[^?]*\b(?P<word>least\s+likely)\b",
        rf"^(?:[^?]*,\s*)?(?:which|what|who|whom|whose)\b{_SAME_CLAUSE}\b{_NOT}\b(?!\s+(?:only|until|to|being|having)\b)",
    ),
    exception=_patterns(
        rf"{_ASKS}(?P<word>least|never|no\s+longer)\b",
        rf"{_ASKS}(?:is|are|was|were)\s+(?:an?\s+|the\s+)?{_FALSE}\b",
        rf"^(?:select|choose|identify|find|mark)\s+(?:an?|the)\s+(?:\w+\s+)?{_FALSE}\b",
    ),
    reason=re.compile(
        r"^(?:[^?]*,\s*)?(?:why|how come)\s+"
        r"(?:(?:is|are|was|were|do|does|did|can|could|has|have|had|should|would|will)"
        r"(?:(n['’]t)|\s+(?:(?!\b(?:who|that|which|when|where|to|and|if|because)\b)[^?,\s]+\s+){1,5}?(not)))\b",
        re.IGNORECASE,
    ),
    unfocused=re.compile(
        r"(?:according to (?:the|this) (?:passage|text|article|story)\s*,?\s*)?(?:which|what)(?: one)?(?: of (?:the )?"
        r"(?:following|these|above))?(?: (?:statements?|sentences?|options?|answers?|choices?))?(?: (?:below|above))?"
        r" (?:is|are)(?: not)? (?:true|correct|right|false|wrong|incorrect|not true)"
        r"(?:,? according to (?:the|this) (?:passage|text|article|story))?",
    ),
    negated=frozenset(["not", "n't", "never", "cannot"]),
    only="only",
    absolute=listed(
        "always never all none every everyone everybody everything everywhere nobody nothing nowhere only entirely "
        "completely totally absolutely impossible forever invariably exclusively solely wholly utterly endlessly "
        "incapable inevitably infallible undoubtedly no-one"
    ),
    vague=listed(
        "usually often sometimes frequently generally normally typically occasionally rarely seldom commonly mostly "
        "tend tends tended some most"
    ),
    before_number=listed("about around approximately roughly almost nearly"),
)

# German clauses are parted by commas, so what turns the task round stands before the next one.
_WELCHE = r"(?:welche[rsnm]?(?!\s+nicht\b)|was|wer|wen|wem|wessen)"
_FRAGT = rf"^(?:[^?]*,\s*)?(?:\w+\s+)?{_WELCHE}\b"
_SATZ = r"(?:(?!\b(?:und|oder)\b|\.\s)[^?,])*?"
_NICHT = r"(?P<word>nicht)"
_IST = r"(?:ist|sind|war|waren|wäre|wären|zählt|zählen|gehört|gehören|gilt|gelten)"
_FALSCH = r"falsch|unrichtig|inkorrekt|unwahr|unzutreffend"
_LAUT = (
    r"(?:(?:laut|nach|gemäss) (?:dem |diesem )?(?:text|abschnitt|absatz|artikel|auszug)(?: zufolge)?|dem text zufolge)"
)
_ZEIT = (
    r"sekunden?|minuten?|stunden?|tage?n?|nächte|nacht|morgen|abend|wochen?|wochenende|monate?n?|jahre?n?|sommer|winter"
    r"|herbst|frühling|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|mal"
)
_ZAHL = r"\d[\d.,]*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf"
GERMAN = Phrases(
    facts=re.compile(
        r"\b(?:warum|wieso|weshalb|weswegen|wie|weil|wenn|falls|obwohl|während|grund|gründe)\b", re.IGNORECASE
    ),
    turned=_patterns(
        rf"\b(?P<word>außer|ausser|ausgenommen|bis auf|mit ausnahme)(?:\s+(?:für|von|dass))?{_END}",
        rf"\b{_NICHT}\s+(?:als\s+)?(?:richtig|wahr|korrekt|zutreffend|(?:ge|er)nannt|erwähnt|aufgeführt|beschrieben)\b",
        rf"\b(?:trifft|treffen|traf|trafen)\b[^?,]*\b{_NICHT}\s+(?:auf\b[^?,]*\s)?zu\b",
        rf"\b(?:was|welche\w*)\b[^?,]*\bstimm(?:t|en)\b[^?,]*\b{_NICHT}\b",
        r"\b(?:welche\w*|was|wer)\b[^?]*\b(?P<word>am\s+(?:wenigsten|unwahrscheinlichsten))\b",
        rf"{_FRAGT}{_SATZ}\b{_NICHT}\b(?!\s+(?:nur|bis|zu|mehr\s+als)\b)",
        rf"{_FRAGT}{_SATZ}\b{_IST}\b{_SATZ}\b(?P<word>kein(?:e[nmrs]?)?)\b",
    ),
    exception=_patterns(
        rf"{_FRAGT}[^?,]*\b(?P<word>niemals|nie|nicht\s+mehr)\b",
        rf"{_FRAGT}[^?]*\b(?:ist|sind|war|waren|wäre)\b(?:[^?,]*\s)?(?P<word>{_FALSCH}|unwahrscheinlich)\b",
        rf"{_FRAGT}\s+(?:der\s+\w+\s+)?(?P<word>(?:{_FALSCH})e[nrs]?)\b",
        rf"^(?:wähl|nenn|such|find|bestimm|markier|kreuz)\w*\b[^?,]*\b(?P<word>(?:{_FALSCH})e[nrs]?)\b",
    ),
    reason=re.compile(
        r"^(?:[^?]*,\s*)?(?:warum|wieso|weshalb|weswegen|aus welchem grund)\b[^?,]*?"
        r"\b(nicht)\b(?!\s+(?:nur|mehr\s+als)\b)",
        re.IGNORECASE,
    ),
    unfocused=re.compile(
        rf"(?:{_LAUT},? )?(?:welche[rs]?|was)(?: (?:der|von den) (?:folgenden|obigen|genannten))?"
        r"(?: (?:aussagen?|sätze|satz|antwort(?:en)?|möglichkeiten))?"
        rf" (?:(?:ist|sind)(?: {_LAUT})?(?: nicht)? (?:richtig|wahr|korrekt|zutreffend|falsch|unrichtig)(?: {_LAUT})?"
        rf"|(?:trifft|treffen)(?: {_LAUT})?(?: nicht)? zu|stimm(?:t|en)(?: {_LAUT})?(?: nicht)?)"
    ),
    negated=listed("nicht nie niemals kein keine keinen keinem keiner keines"),
    only="nur",
    absolute=listed(
        "immer stets ständig nie niemals nirgends nirgendwo überall alle allen aller alles jeder jede jedes jeden "
        "jedem niemand niemandem niemanden nichts nur ausschliesslich ausnahmslos keinesfalls keineswegs völlig "
        "vollständig vollkommen gänzlich komplett absolut total unmöglich unfehlbar zweifellos unweigerlich "
        "zwangsläufig sämtliche"
    ),
    vague=listed(
        "manchmal oft öfter oftmals häufig meist meistens zumeist gelegentlich mitunter selten üblicherweise "
        "gewöhnlich normalerweise typischerweise einige einigen manche manchen mancher meisten neigt neigen"
    ),
    before_number=listed("etwa ungefähr rund circa ca annähernd fast beinahe nahezu"),
    harmless=re.compile(
        r"\bnicht (?:nur|immer|alle[nrs]?|jede[nmrs]?|völlig|vollständig|ganz)\b|\b(?:vor|trotz|bei|nach) alle[mn]\b"
        r"|\bimmer (?:noch|wieder|mehr|weniger|\w+er(?:e[nmrs]?)?)\b|\b(?:noch|für) (?:nie|immer)\b"
        rf"|\b(?:alle|jede[nmrs]?) (?:(?:{_ZAHL}|paar|halbe|zweite[nr]?|dritte[nr]?) )?(?:{_ZEIT})\b"
        rf"|\b(?:alle|nur) (?:{_ZAHL}|[ivx]+|[a-h])\b|\b(?:{_ZAHL}|[ivx]+) nur\b"
        r"|\b(?:alle[ns]?|nichts) ander(?:e[nmrs]?|s)\b"
        r"|\bals jede[rs]? ander|\bauf jeden fall\b|\baller? (?:art(?:en)?|möglichen)\b|\baller\w+\b|\bam meisten\b",
        re.IGNORECASE,
    ),
)
PHRASES: Mapping[str, Phrases] = MappingProxyType({"en": ENGLISH, "de": GERMAN})

_GIVEN = r"(?:(?:oben|zuvor|hier) )?(?:genannte|erwähnte|aufgeführte|angegebene|vorgenannte|obige|vorstehende)"
_SET = {
    "als auch": "and",
    "sowohl": "both",
    "weder": "neither",
    "noch": "nor",
    "und": "and",
    "sowie": "and",
    "oder": "or",
    "aber": "but",
    "mit": "with",
    "nur": "only",
    "nicht": "not",
    "kein": "no",
    "mehr als": "more than",
    "weniger als": "less than",
    "mindestens": "at least",
    "höchstens": "at most",
    "bis zu": "up to",
    "(?:alle|sämtliche)": "all",
    "alles": "all",
    "beides?": "both",
    "keine[rs]?": "none",
    "nichts": "none",
    "einige": "some",
    "(?:davon|hiervon|von diesen|dieser)": "of these",
    "von (?:ihnen|uns)": "of them",
    rf"(?:der|die|von den)(?= {_GIVEN}| (?:ander|übrig|folgend|antw|auss|option|möglichk))": "the",
    rf"{_GIVEN}[nsr]?": "given",
    "(?:folgende|andere|übrige)n?": "others",
    "antwort(?:möglichkeit)?(?:en)?": "answers",
    "(?:optionen|möglichkeiten)": "options",
    "aussagen?": "statements",
    "ist": "is",
    "sind": "are",
    "(?:richtig|wahr|korrekt|zutreffend)": "correct",
    "falsch": "wrong",
    "trifft zu": "is correct",
    "(?:treffen (?:alle )?zu|stimmen)": "are correct",
    "stimmt": "is correct",
}
_SAID = {f"g{at}": said for at, said in enumerate(_SET.values())}
_GERMAN_SET = re.compile("|".join(rf"(?P<g{at}>\b{each}\b)" for at, each in enumerate(_SET)), re.IGNORECASE)


@lru_cache(maxsize=REMEMBERED)
def in_english(text: str) -> str:
    """Return a text with the words of German set phrases in English, all others as they stand.

    >>> in_english("Keine der genannten Antworten"), in_english("sowohl A als auch C"), in_english("Both A and C")
    ('none the given answers', 'both A and C', 'Both A and C')
    """
    return _GERMAN_SET.sub(lambda match: _SAID[str(match.lastgroup)], text)
