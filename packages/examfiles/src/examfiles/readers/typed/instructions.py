"""Instructions of papers: what boards and teachers print above a task, told by its form in six languages.

An instruction names a kind of task (`Choose the correct heading`), the numbers of its questions (`Questions 6-9`), or
only how answers are written down (`in boxes 6-9 on your answer sheet`). It belongs to no passage.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from examfiles.lengths import words
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.verdicts import OPTIONS

CHOICE, TRUTH, CLOZE = "choice", "true-false", "cloze"
MATCHING, GAPPED, SEVERAL = "matching", "gapped-text", "several"
COMPLETION, SHORT, OPEN = "completion", "short-answer", "open"
BANK = "bank"
LEFT = (COMPLETION, SHORT, OPEN)
"""Kinds of tasks that have no options to choose from."""

_DASH = r"\s?(?:[-\u2010-\u2015~\u301c\uff5e]|\bto\b|\bbis\b|\ba\b|\bà\b|\band\b|\bund\b|\by\b|\bet\b|&)\s?"
_RANGE = shape(
    rf"(?<!\w)(?:questions?|items?|gaps?|statements?|fragen?|aufgaben?|sätze|texte?|situationen|lücken?|aussagen|"
    rf"preguntas?|enunciados?|huecos?|boxes|blanks?|items)\s?\(?(\d{{1,3}})(?:{_DASH}(\d{{1,3}}))?\)?(?![\d%]|"
    rf"\s?(?:points?|marks?|punkte))|"
    rf"第?\s?\(?(\d{{1,3}})\s?(?:[-\u2010-\u2015~\u301c\uff5e至到])\s?(\d{{1,3}})\)?\s?(?:小?题|题)",
    "the numbers of a task's questions",
    "Questions 6-9",
    "Lücken 21 bis 30",
    "第6~9题",
    flags=re.IGNORECASE,
)
_HEAD = shape(
    r"(?:questions?|items?|fragen|aufgaben|preguntas)\s\d{1,3}\b.{0,60}",
    "the numbers of a task alone",
    "Questions 6-9",
    "Aufgaben 1 bis 5",
    flags=re.IGNORECASE,
)
_NAMED_BOUNDARY = shape(
    r"(?:part|section|tarea|reading\s(?:passage|text)|passage|text|unit|task|teil|abschnitt|lesetext|aufgabe|partie|parte|"
    r"ejercicio|exercice|exercise|activity|übung|texto|sprachbausteine|"
    r"leseverstehen)\s?[\dA-Z]{1,3}(?:\s?[:.\u2013\u2014-]?\s.{0,60}|[:.]?)|"
    r"[^\W\d_]{4,30}(?: [^\W\d_]{2,20}){0,2}\s?[,:\u2013-]?\s(?:teil|part|partie|parte)\s\d{1,2}\s?[:.]?|"
    r"第.{1,3}[部节].{0,60}|[一二三四五六七八九十]{1,3}、.{0,60}",
    "the heading of a part",
    "Part 5",
    "READING PASSAGE 2",
    "第二节",
    flags=re.IGNORECASE,
)
_KINDS = {
    SEVERAL: shape(
        r"\b(?:choose|select|mark|tick|circle|click on|pick)\b.{0,30}\b(?:two|three|four)\b(?!-)(?!.{0,4}words)|"
        r"(?:^|[.?!:]\s|\d\s{1,4})which\s(?:two|three|four)\b|(?-i:\bwhich (?:TWO|THREE|FOUR)\b)|"
        r"\b(?:kreuzen|markieren|wählen)\b.{0,30}\b(?:zwei|drei)\b|"
        r"\b(?:choisissez|cochez)\b.{0,20}\b(?:deux|trois)\b|\b(?:elige|marca)\b.{0,20}\b(?:dos|tres)\b",
        "two answers or more to a question",
        "Choose TWO letters, A-E.",
        "Kreuzen Sie zwei Antworten an.",
        flags=re.IGNORECASE,
    ),
    TRUTH: shape(
        r"\bTRUE\b.{0,160}\bFALSE\b|\bYES\b.{0,160}\bNO\b.{0,160}NOT GIVEN|do the following statements|"
        r"\b(?:are|is|write|decide|mark|say)\b.{0,40}\btrue\b.{0,30}\bfalse\b|write T\b|\bT(?:,| or |/)\s?F\b|"
        r"\brichtig\b.{0,40}\bfalsch\b|\bja\b.{0,30}\bnein\b|\boui\b.{0,20}\bnon\b|\bvrai\b.{0,30}\bfaux\b|"
        r"\bverdadero\b.{0,30}\bfalso\b|判断",
        "statements that are true or false",
        "Do the following statements agree with the text?",
        "Sind die Aussagen richtig oder falsch?",
        "判断题",
        flags=re.IGNORECASE,
    ),
    GAPPED: shape(
        r"\b(?:sentences?|paragraphs?|phrases?)\s(?:have|has)\sbeen\s(?:removed|taken)|"
        r"\bwhich\ssentence\b.{0,30}\b(?:fits|goes)\b|短文后的选项|"
        r"\b(?:sätze|satz)\b.{0,60}\b(?:entfernt|fehlen|lücken?)\b|"
        r"\bphrases\sont\sété\s(?:retirées|supprimées)|"
        r"\b(?:frases|oraciones|fragmentos|enunciados)\b.{0,60}\b(?:han sido|eliminad|huecos?|espacios?)",
        "sentences that were taken out of a text",
        "Six sentences have been removed from the article.",
        "根据短文内容，从短文后的选项中选出能填入空白处的最佳选项。",
        "Welcher Satz gehört in welche Lücke?",
        flags=re.IGNORECASE,
    ),
    CLOZE: shape(
        r"\b(?:answer|word|option|one)\b.{0,30}\b(?:best\s)?(?:fits|fills|completes)\b.{0,10}\b(?:gap|space|blank)|"
        r"完形填空|可以填入空白处|"
        r"\bwelche[srn]?\s(?:lösung|wort|wörter|antwort|ausdruck)\b.{0,40}\b(?:lücke|richtig|passt)",
        "a text with gaps, and options for each",
        "Decide which answer (A, B, C or D) best fits each gap.",
        "选出可以填入空白处的最佳选项",
        "Welche Lösung ist jeweils richtig?",
        flags=re.IGNORECASE,
    ),
    BANK: shape(
        r"\b(?:from|using|use)\b.{0,15}\b(?:box|list|word bank)\b|\bword bank\b|选词填空|\baus\sdem\skasten\b|"
        r"\bwörter(?:n)?\b.{0,60}\bkasten\b|"
        r"方框|\bde la lista\b|\bdans la liste\b",
        "words in a box",
        "Complete the summary using the list of words, A-H, below.",
        "Wählen Sie die Wörter aus dem Kasten.",
        flags=re.IGNORECASE,
    ),
    MATCHING: shape(
        r"\bheadings?\b|\bmatch\b|\bidentify the paragraph\b|\bdecide which\b.{0,60}\b(?:suitable|best)\b|"
        r"correct ending|\bwhich\s(?:paragraph|section|person|"
        r"people|writer|text|reviewe?r?|article|"
        r"country|city|place|book|student|speaker|advert(?:isement)?|notice|expert|scientist|researcher|author|message|"
        r"e-?mail|course|holiday|museum|club|website|option|story|part)s?\b|"
        r"\bchoose from the\s\w{1,20}(?:\s\w{1,20})?\s?\(?[A-Z]\s?[-\u2013]|"
        r"\büberschrift(?:en)?\b|\bordnen\ssie\b|\bordne\b|\bwelche[rs]?\s(?:anzeige|text|person|absatz|überschrift)|"
        r"\bzuordnen\b|\bassociez\b|\brelacion[ae]\b|匹配|配对",
        "items and a list that they share",
        "Match each statement with the correct person, A-D.",
        "Choose the correct heading for each paragraph.",
        "Ordnen Sie die Überschriften den Texten zu.",
        flags=re.IGNORECASE,
    ),
    COMPLETION: shape(
        r"\bcomplete\s(?:the|each|these)\b|\bno more than\b.{0,20}\bwords?\b|\bone word\b|\bonly one word\b|"
        r"\bthink of the word\b|"
        r"\bfill in\b.{0,20}\b(?:gaps?|blanks?|spaces?|words?)\b|\bword given in capitals\b|\bergänzen\ssie\b|"
        r"\bcomplét(?:ez|er)\b|\bcomplet[ae]\b|单词的(?:正确|适当)形式|"
        r"(?:1|一)个适当的单词|语法填空|首字母",
        "gaps to fill in with words of one's own or of the text",
        "Complete the sentences below.",
        "Choose NO MORE THAN TWO WORDS from the passage.",
        "Write ONE WORD ONLY for each answer.",
        "在空白处填入1个适当的单词",
        flags=re.IGNORECASE,
    ),
    SHORT: shape(
        r"\banswer the questions?\b.{0,10}\b(?:below|in|using|with)\b|\banswer in (?:full|complete) sentences\b|"
        r"\bshort[- ]answer\b|\bin your own words\b|"
        r"\bbeantworten\ssie\b.{0,40}\b(?:sätzen|stichworten|kurz)|回答(?:下列)?问题",
        "questions to be answered in a few words",
        "Answer the questions below.",
        "Beantworten Sie die Fragen in ganzen Sätzen.",
        flags=re.IGNORECASE,
    ),
    OPEN: shape(
        r"\bwrite\s(?:an?|your)\s(?:essay|letter|e-?mail|story|review|report|article|composition)|书面表达|写作|作文|"
        r"\bschreiben\ssie\s(?:eine?n?)\b",
        "a text to be written",
        "Write an essay of 200 words.",
        "Schreiben Sie eine E-Mail.",
        "书面表达",
        flags=re.IGNORECASE,
    ),
    CHOICE: shape(
        r"\bchoose\b.{0,30}\b(?:letter|answer|option|word)\b|\bunderline\b.{0,30}\b(?:word|answer|option)\b|"
        r"\bcircle\b.{0,40}\b(?:letter|answer)\b|"
        r"\b(?:answer|letter)\s\(?A,\sB|四个选项|最佳选项|\bwelche\s(?:lösung|antwort)\b|\bkreuzen\ssie\b.{0,30}\ban\b|"
        r"\blösen\ssie\sdie\saufgaben\b|\bcochez\b|\bmarca\b.{0,20}\brespuesta\b",
        "questions with options of their own",
        "Choose the correct letter, A, B, C or D.",
        "从每题所给的A、B、C、D四个选项中选出最佳选项",
        flags=re.IGNORECASE,
    ),
}
"""How the kinds are told; the first that matches is the one, `bank` is matching where letters name the words."""
_ORDER = (*(OPEN, SEVERAL, TRUTH, GAPPED, CLOZE, BANK, MATCHING, COMPLETION, SHORT, CHOICE),)
_BESIDE = shape(
    r"(?:in\sboxes\s\d.{0,120}|.{0,80}\b(?:on|onto) (?:your|the) (?:separate )?answer sheet\b.{0,60}|"
    r"(?:NB|N\.B\.|note)\b.{0,20}\byou (?:may|can) use\b.{0,80}|.{0,60}\bmay be (?:chosen|used)\b.{0,60}|"
    r"there (?:is|are) .{0,30}\b(?:example|extra|more \w{1,12} than)\b.{0,100}|"
    r"(?:the )?(?:reading )?(?:passage|text|article|notice)s? (?:\d{1,2} )?(?:has|have) .{0,80}|"
    r"you should spend about .{0,140}|"
    r"write (?:the correct|only|one of|your answers?|T\b|TRUE|YES|R\b).{0,140}|use (?:only )?(?:the |words |"
    r"letters ).{0,80}|"
    r"mark your answers?.{0,80}|you (?:are going to|will) read .{0,380}|you do not need .{0,60}|"
    r"(?:TRUE|FALSE|YES|NO|NOT GIVEN)\s{1,40}(?:[-\u2013\u2014:=]\s{0,9})?if\b.{0,120}|"
    r"(?:TRUE|YES|T)\s?[/,]\s?(?:FALSE|NO|F)(?:\s?(?:[/,]|or)\s?(?:NOT GIVEN|NG))?\W{0,9}|"
    r"pour répondre\b.{0,160}|para responder\b.{0,160}|"
    r"(?:first,? )?read (?:the|this|each|both) (?:story|text|passage|article)s?\b.{0,160}|"
    r"(?:arbeitszeit|time|zeit|durée|tiempo)\s?:?\s?\d{1,3}\s?(?:min|std|h).{0,40}|"
    r"(?:list of|liste der)\s\w{1,20}(?:\s\w{1,20})?:?|"
    r"(?:lesen|markieren|kreuzen|finden|wählen|entscheiden|tragen|ordnen|übertragen)\ssie\b.{0,240}|"
    r"(?:sie können|sie dürfen|es gibt|manchmal|nicht alle|jede[srn]?\s\w{1,20}\s(?:kann|darf|passt)|einige|zwei|"
    r"drei)\b.{0,30}"
    r"\b(?:wort|wörter|überschrift(?:en)?|anzeigen?|lösung(?:en)?|buchstaben?|sätze|satz|einmal|mehrmals|"
    r"übrig)\b.{0,120}|"
    r"(?:wenn|falls) (?:sie )?.{0,60}\bkeine\b.{0,60}\bx\b.{0,30}|markieren sie.{0,80}|"
    r"\W{0,9}(?:richtig|true|vrai|yes|ja|verdadero)\W{1,40}(?:falsch|false|faux|no|nein|"
    r"falso)(?:\W{1,40}(?:steht nicht im text|not given|"
    r"non mentionné|no se menciona|doesn['\u2019]t say))?\W{0,9}|"
    r"选项中有.{0,20}多余.{0,20}|阅读(?:下列|下面|短文|以下).{0,120}|根据(?:短文|文章|上文).{0,60}|"
    r"[\uff08(]\s?共.{1,40}[\uff09)])[.:]?",
    "what is said beside a task: how answers are written down, how often letters may be used",
    "Write your answers in boxes 6-9 on your answer sheet.",
    "NB You may use any letter more than once.",
    "TRUE if the statement agrees with the text",
    "List of Headings",
    "选项中有两项为多余选项。",
    flags=re.IGNORECASE,
)
_VERDICT = shape(
    "|".join(sorted({word for own in OPTIONS.values() for word in own}, reverse=True)),
    "a verdict on a statement",
    "TRUE",
    "steht nicht im Text",
    flags=re.IGNORECASE,
)
_REFERS = shape(
    r"\bquestions? (?:has|have) .{0,20}\bparts\b|\bmultiple-choice question\b|"
    r"\b(?:the following|your answers?|each (?:question|answer|gap)|questions? \d|the letters?|answer sheet|aufgaben|"
    r"antwortbogen|la bonne réponse|ci-dessous)\b",
    "words of an instruction that refer to its task",
    "For which notice are the following statements true?",
    flags=re.IGNORECASE,
)
_SENTENCE = 240
"""Characters of a sentence of an instruction."""
_EXAMPLE = shape(
    r"(?:example|beispiel|exemple|ejemplo|例)\s?\d{0,2}\s?[:.\uff1a]?(?:\s.{0,160})?",
    "an example, with its answer",
    "Example: Paragraph A  iv",
    "Beispiel",
    flags=re.IGNORECASE,
)
_IMPERATIVE = shape(
    r"(?:for\s(?:questions?|each|gaps?|which)\b|directions?\s?:|instructions?\s?:|first\b|then\b|in which\b|"
    r"to which\b|questions?\s\d|which\b|do the\b|are the\b|is the\b|choose|select|complete|match|"
    r"answer|write|read|look|decide|fill|mark|tick|circle|think of|use|six|seven|five|four|three|eight|some|"
    r"the following|"
    r"lesen|welche[rsn]?|ordnen|finden|wählen|entscheiden|kreuzen|markieren|beantworten|ergänzen|schreiben|lösen|sind|"
    r"richtig|choisissez|lisez|associez|complétez|vrai|cochez|elige|lee|lea|relaciona|completa|marca|verdadero|true|"
    r"false|"
    r"先|通读|下面|以下|每小题|每题|判断|完形填空|阅读|根据|从|语法填空|书面表达|写作|回答|请|第|用|将|短文|首字母)",
    "how an instruction begins",
    "Choose the correct heading.",
    "For questions 1-8, read the text.",
    "Welche Überschrift passt?",
    flags=re.IGNORECASE,
)
_SENTENCES = shape(
    r"(?<=[.!?:\u3002])\s{1,3}",
    "what stands between two sentences of an instruction",
    "Lisez. Associez.",
)
_NUMBERED = shape(
    r"[(\[]?\d{1,3}[.)\]]",
    "the number of a question, which is no instruction",
    "4. Select TWO sentences.",
)
_ANSWERING = shape(
    r"\banswer the (?:following )?questions\b|\brépondez aux questions\b|\bbeantworten sie die fragen\b|\bresponda\b|"
    r"回答(?:下列|下面)?问题",
    "what asks for answers to questions",
    "Read the text and answer the questions.",
    flags=re.IGNORECASE,
)
_SHORT = 45
"""Words of a line whose later sentences may be an instruction."""
_MOST_WORDS = 150
"""Words of an instruction's line."""
_LONGEST = 900
"""Characters of an instruction's line; a longer one is text."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What an instruction says: the kind of its task, where it names one, and the numbers of its questions."""

    kind: str
    numbers: tuple[int, ...]
    text: str


def is_heading_of_range(line: str) -> bool:
    """Say whether a line has the numbers of a task, and no more: `Questions 6-9`."""
    line = line.strip()
    return len(line) <= _LONGEST and bool(_HEAD.fullmatch(line)) and len(numbers_of(line)) > 1


def commands(line: str) -> bool:
    """Say whether a line begins as an instruction does."""
    return len(line) <= _LONGEST and bool(_IMPERATIVE.match(line.strip()))


def is_part(line: str) -> bool:
    """Say whether a line is the heading of a part, where a task ends: `Part 5`, `READING PASSAGE 2`."""
    line = line.strip()
    return len(line) <= _LONGEST and bool(_NAMED_BOUNDARY.fullmatch(line))


def is_example(line: str) -> bool:
    """Say whether a line is an example with its answer."""
    return len(line) <= _LONGEST and bool(_EXAMPLE.fullmatch(line.strip()))


def begins_task(line: str) -> bool:
    """Say whether a line begins the instruction of a task: it names a kind, or numbers alone.

    >>> begins_task("Questions 6-9"), begins_task("Choose the correct heading."), begins_task("She chose a heading.")
    (True, True, False)
    """
    line = line.strip()
    if not line or len(line) > _LONGEST:
        return False
    if is_heading_of_range(line) or (is_part(line) and kind_of(line) not in {"", CHOICE}):
        return True
    count = words(line) if not _NUMBERED.match(line) else _MOST_WORDS
    later = count <= _SHORT and any(map(_IMPERATIVE.match, _SENTENCES.split(line)))
    told = count < _MOST_WORDS and (_IMPERATIVE.match(line) or later)
    return bool(told) and (bool(kind_of(line)) or len(numbers_of(line)) > 1 or bool(_ANSWERING.search(line)))


def goes_on(line: str) -> bool:
    """Say whether a line goes on with an instruction, and is no item or text.

    >>> goes_on("NB You may use any letter more than once."), goes_on("6  Paragraph B")
    (True, False)
    """
    line = line.strip()
    if not line or len(line) > _LONGEST:
        return False
    refers = _REFERS.search(line) and line.endswith((".", "?", "!", ":", "\u3002", ")")) and len(line) <= _SENTENCE
    return bool(_BESIDE.fullmatch(line) or begins_task(line) or refers)


def is_verdict(text: str) -> bool:
    """Say whether a text is a verdict on a statement: true, false, not given.

    >>> is_verdict("NOT GIVEN"), is_verdict("steht nicht im Text"), is_verdict("Ann")
    (True, True, False)
    """
    return bool(_VERDICT.fullmatch(text.strip()))


def is_beside(line: str) -> bool:
    """Say whether a line says how answers are written down, and no more."""
    return len(line) <= _LONGEST and bool(_BESIDE.fullmatch(line.strip()))


def uses_list(text: str) -> bool:
    """Say whether an instruction speaks of words in a box or a list."""
    return bool(_KINDS[BANK].search(text))


def kind_of(text: str) -> str:
    """Return the kind of task that an instruction asks for; an empty text where it names none.

    >>> kind_of("Choose TWO letters, A-E."), kind_of("Complete each sentence with the correct ending, A-G.")
    ('several', 'matching')
    """
    for kind in _ORDER:
        if _KINDS[kind].search(text):
            return kind
    return ""


def numbers_of(text: str) -> tuple[int, ...]:
    """Return the numbers of the questions that an instruction is for; none where it names none.

    >>> numbers_of("Questions 6-9"), numbers_of("Fragen 1 bis 3"), numbers_of("Choose two.")
    ((6, 7, 8, 9), (1, 2, 3), ())
    """
    for match in _RANGE.finditer(text):
        first = int(match[1] or match[3])
        last = int(match[2] or match[4] or first)
        if first <= last < first + 100:
            return tuple(range(first, last + 1))
    return ()


def instruction_of(lines: Sequence[str]) -> Instruction:
    """Return what the lines of an instruction say together."""
    text = " ".join(line.strip() for line in lines)
    return Instruction(kind_of(text), numbers_of(text), text)
