r"""LaTeX: exams of the class `exam`, questions of auto-multiple-choice (AMC), and how LaTeX is read as text.

    \question[2] Who rowed?                            \begin{question}{who} Who rowed?
    \begin{choices}                                    \begin{choices}
      \choice Mina  \CorrectChoice Ida                   \wrongchoice{Mina}  \correctchoice{Ida}
    \end{choices}                                      \end{choices}\end{question}

In the class `exam`, text between questions (`\uplevel`, `\fullwidth`) is the passage of the questions behind it where
it has twenty words or more, and so is the text of a question with parts. Text outside questions is left out and listed.
LaTeX becomes HTML, which is read as such: formulas stay as they are, macros of one's own are named.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from examfiles.decoding import TYPED_LIMIT, exam_text
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Remark, Sample, fault, placed
from examfiles.items import LeftOut
from examfiles.lengths import words
from examfiles.limits import check_options
from examfiles.markup import Text, html_text, joined
from examfiles.pictures import ExamPictures
from examfiles.question import (
    INSTRUCTION,
    CurrentPassage,
    ExamQuestion,
    Names,
    Passage,
    question_outcome,
)
from examfiles.reasons import Reason

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*\n?[ \t]*")
_TOKEN = re.compile(
    r"(?P<math>\$\$?[^$]{0,2000}\$\$?)|\\(?:begin|end)\s?\{(?P<env>[a-zA-Z]{1,40}\*?)\}(?:\[[^\]\n]{0,200}\])?"
    r"|\\(?P<name>[a-zA-Z]{1,40})\*?(?P<more>(?:\[[^\]\n]{0,200}\])?)[ \t]*|\\(?P<sign>.)|(?P<brace>[{}])"
    r"|(?P<quote>``|''|---?|~|&)|(?P<break>\n[ \t]*\n\s*)|(?P<text>[^\\{}$`'~&\n-]+|.|\n)",
    re.DOTALL,
)
_TYPE = {
    **dict.fromkeys(("textbf", "bfseries", "bf", "mathbf"), "strong"),
    **dict.fromkeys(("emph", "textit", "itshape", "it", "em", "textsl"), "em"),
    "underline": "u",
    "uline": "u",
    "textsubscript": "sub",
    "textsuperscript": "sup",
    "sout": "s",
}
_SWITCHES = ("bfseries", "bf", "itshape", "it", "em")
_SIGNS = {
    "ldots": "…",
    "dots": "…",
    "textbackslash": "\\",
    "ss": "ß",
    "ae": "æ",
    "oe": "œ",
    "o": "ø",
    "euro": "€",
    "par": "<br><br>",
    "newline": "<br>",
    "linebreak": "<br>",
    "item": "<div></div>- ",
    "quad": " ",
    "qquad": " ",
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "textendash": "–",
    "textemdash": "—",
    "og": "«",
    "fg": "»",
    "fillin": "____",
    "blank": "____",
    "hrulefill": "____",
    "dotfill": "____",
    "degree": "°",
    "textdegree": "°",
}
_QUIET = {
    *("noindent", "centering", "hfill", "vfill", "bigskip", "medskip", "smallskip", "newpage", "clearpage", "small"),
    *("large", "Large", "normalsize", "footnotesize", "relax", "protect", "text", "mbox", "textrm", "textnormal"),
    *("AMCnoCompleteMulti", "lastchoices", "texttt", "url", "textsf", "textsc", "sl", "sc", "tt", "rm", "null"),
}
"""What sets no type that is kept, and has no text of its own."""
_DROPPED = {"label", "vspace", "hspace", "ref", "index", "bareme", "scoring", "setlength", "rule", "includegraphics"}
"""What has an argument that is no text."""
_ACCENTS = dict(
    zip(
        "`'^\"~=.ucvHkrd",
        "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0306\u0327\u030c\u030b\u0328\u030a\u0323",
        strict=True,
    )
)
_ACCENTED = re.compile(r"\\(?:([`'^\"~=.])\s{0,3}|([ucvHkrd])(?:\s{1,3}|(?=\{)))\{?\\?([a-zA-Z])\}?")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_ARGUMENT = re.compile(r"\s{0,9}\{([^{}]{0,300})\}")


def latex_text(source: str) -> Text:
    r"""Return LaTeX as text, with the type of its parts; macros that nobody knows are named, their arguments are read.

    >>> latex_text(r"Who \textbf{did not} row to B\"urg?\ % sic").text
    'Who did not row to Bürg?'
    """
    source = _COMMENT.sub(r"\1", source)
    source = _ACCENTED.sub(lambda m: unicodedata.normalize("NFC", m[3] + _ACCENTS[m[1] or m[2]]), source)
    parts, groups, waiting, unknown, at = list[str](), list[str](), "", dict[str, None](), 0
    while match := _TOKEN.match(source, at):
        at, name = match.end(), match["name"] or ""
        if name == "includegraphics" and (file := _ARGUMENT.match(source, at)):
            parts.append(f' <img src="{html.escape(file[1])}"> ')
        if name in _DROPPED:
            at = file.end() if (file := _ARGUMENT.match(source, at)) else at
        elif name in _SWITCHES:
            parts.append(f"<{_TYPE[name]}>")
            groups = [*groups[:-1], groups[-1] + f"</{_TYPE[name]}>"] if groups else groups
        elif name in _TYPE:
            waiting = _TYPE[name]
        elif match["brace"] == "{":
            groups.append(f"</{waiting}>" if waiting else "")
            parts.append(f"<{waiting}>" if waiting else "")
            waiting = ""
        elif match["brace"]:
            parts.append(groups.pop() if groups else "")
        elif match["env"]:
            parts.append("<div></div>")
            unknown |= {} if match["env"] in {"center", "flushleft", "quote"} else {match["env"].rstrip("*"): None}
        elif name:
            parts.append(_SIGNS.get(name, ""))
            unknown |= {} if name in _SIGNS or name in _QUIET else {f"\\{name}": None}
        else:
            parts.append(_plain(match))
    text = html_text("".join(parts))
    return replace(text, flattened=(*text.flattened, *unknown))


def _plain(match: re.Match[str]) -> str:
    if match["sign"]:
        signs = {"\\": "<br>", ",": " ", "\n": " ", "/": "", "-": ""}
        return signs.get(match["sign"], html.escape(match["sign"]))
    if match["break"]:
        return "<br><br>"
    quotes = {"``": "“", "''": "”", "--": "–", "---": "—", "~": " ", "&": " | "}
    return quotes.get(match["quote"] or "", html.escape(match[0]))


_STRUCTURE = re.compile(
    r"\\(?P<edge>begin|end)\s?\{(?P<env>questions?|questionmult|(?:onepar)?(?:choices|checkboxes)|choiceshoriz|reponses(?:horiz)?"
    r"|solution\w{0,9}|(?:sub){0,2}parts|document)\}(?P<id>\{[^{}\n]{0,100}\})?"
    r"|\\(?P<name>question|titledquestion|(?:sub){0,2}part|choice|CorrectChoice|correctchoice|wrongchoice|bonne|mauvaise|explain"
    r"|uplevel|fullwidth)(?![a-zA-Z])(?:\s?\[(?P<points>[^\]\n]{0,40})\])?"
)
_OPTION = {"choice": 0.0, "wrongchoice": 0.0, "mauvaise": 0.0, "CorrectChoice": 1.0, "correctchoice": 1.0, "bonne": 1.0}
MOST_CHARACTERS = 1_000_000
"""The most commands, braces and other signs of a file in LaTeX: each takes a microsecond and more."""
_FEW_WORDS = 4  # words; less, outside the questions, are names of groups and the like


def sniff(sample: Sample) -> bool:
    """Recognise it by a question and an option, as either of them writes these."""
    text = sample.text
    if "\\extype" in text:
        return False
    amc = re.search(r"\\begin\s?\{question(?:mult)?\}\s?\{", text)
    amc = amc and re.search(r"\\(?:bonne|correctchoice|mauvaise)\b", text)
    return bool(amc or ("\\begin{questions}" in text and re.search(r"\\question\b", text)))


@dataclass(slots=True)
class _LatexQuestion:
    """A question that is being read: its place, its own id, its texts, and the question that it is a part of."""

    where: str
    id: str = ""
    points: str = ""
    stem: str = ""
    options: list[str] = field(default_factory=list)
    worths: list[float] = field(default_factory=list)
    solution: str = ""
    several: bool = False
    whole: "_LatexQuestion | None" = None
    has_parts: bool = False
    text: Text | None = None  # of its stem, where it has parts


@dataclass(frozen=True, slots=True)
class _LatexProse:
    """A text outside the questions, its place, and whether it stands where passages do."""

    where: str
    source: str
    may_be_passage: bool


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    names, current = Names(PurePosixPath(document.name).stem), CurrentPassage()
    files, find = ExamPictures(document.picture is not None), document.picture or (lambda _name: None)

    def text_of(piece: str) -> Text:
        return files.kept(latex_text(piece), find)

    for block in _blocks(latex_source(document), document.where):
        try:
            if isinstance(block, _LatexQuestion):
                yield from _outcomes(block, names, current, text_of)
                continue
            text = text_of(block.source)
            if block.may_be_passage and words(text.text) >= INSTRUCTION:
                yield from current.put(Passage(text.text, block.where, rich=text))
            elif words(text.text) >= _FEW_WORDS:
                yield LeftOut(
                    block.where,
                    Reason("left-outside-questions", {"line": " ".join(text.text.split())[:80]}),
                    questions=0,
                )
        except DataError as error:
            yield placed(block.where, error)
    yield from current.close()
    yield from files.outcomes()


@dataclass(slots=True)
class _Scan:
    """What was found so far: questions and the texts outside them, those since the last question, and what is open."""

    blocks: list[_LatexQuestion | _LatexProse] = field(default_factory=list)
    waiting: list[_LatexProse] = field(default_factory=list)
    question: _LatexQuestion | None = None
    slot: str = ""
    inside: bool = False  # the questions of the class `exam`

    def put(self, piece: str, place: str) -> None:
        """Take a text to where it belongs."""
        if self.question and self.slot == "stem":
            self.question.stem += piece
        elif self.question and self.slot == "option":
            self.question.options[-1] += piece
        elif self.question and self.slot == "solution":
            self.question.solution += piece
        elif piece.strip():
            self.waiting.append(_LatexProse(place, piece, may_be_passage=self.slot == "between"))

    def close(self) -> None:
        """End the open question, and what stands behind it."""
        open_ = [self.question] if self.question and not self.question.has_parts else []
        self.blocks += [*open_, *self.waiting]
        self.question, self.waiting = None, []

    def turn(self, match: re.Match[str], place: str) -> None:
        """Begin or end a question, or a list of its parts."""
        name, env, begins = match["name"] or "", match["env"] or "", match["edge"] == "begin"
        if self.question and env.endswith("parts") and begins:
            self.question.has_parts, self.slot = True, "between"
            return
        whole = self.question and (self.question if self.question.has_parts else self.question.whole)
        self.close()
        self.question = whole if env.endswith("parts") else None
        self.inside = begins if env == "questions" else self.inside
        self.slot = "between" if self.inside else ""
        if name or (begins and env != "questions"):
            id_, points = (match["id"] or "").strip("{} "), (match["points"] or "").strip()
            self.question = _LatexQuestion(place, id_, points, several=env == "questionmult")
            self.question.whole = whole if name.endswith("part") else None
            self.slot = "stem"

    def go_on(self, name: str, env: str, *, begins: bool) -> None:
        """Begin an option, or begin or end a part of a question."""
        if name in _OPTION and self.question:
            self.question.options.append("")
            self.question.worths.append(_OPTION[name])
            self.slot = "option"
        elif name == "explain" or (env.startswith("solution") and begins):
            self.slot = "solution"
        elif begins and self.question and env != "document":
            self.slot, self.question.several = "choices", self.question.several or env.endswith("checkboxes")
        elif self.question and not self.question.options:
            self.slot = "stem"
        else:
            self.slot = "between" if self.inside else ""


def latex_source(document: Document, limit: int = TYPED_LIMIT) -> str:
    """Return the text of a file. Raises DataError for one of more commands and signs than an exam has."""
    source = exam_text(document.data, document.where, limit)
    if sum(map(source.count, "\\{}$~&`'-")) > MOST_CHARACTERS:
        raise fault(
            document.where, f"there are more than {MOST_CHARACTERS:,} commands and signs; an exam has fewer. Split it."
        )
    return source


def _blocks(source: str, where: str) -> list[_LatexQuestion | _LatexProse]:
    """Return questions, and the texts outside them, in their order."""
    text = _COMMENT.sub(lambda match: match[1] + " " * (len(match[0]) - len(match[1])), source)
    at, scan = max(text.find("\\begin{document}"), 0), _Scan()
    line = source.count("\n", 0, at) + 1
    for match in _STRUCTURE.finditer(text, at):
        if match.start() < at:  # in an argument that was taken whole
            continue
        scan.put(text[at : match.start()], f"{where}, line {line}")
        line, at = line + source.count("\n", at, match.end()), match.end()
        name, env = match["name"] or "", match["env"] or ""
        if name.endswith(("question", "part")) or env.startswith("question") or env.endswith("parts"):
            scan.turn(match, f"{where}, line {line}")
        elif name in {"uplevel", "fullwidth"}:
            end = _closing(text, at)
            scan.waiting.append(_LatexProse(f"{where}, line {line}", text[at:end], may_be_passage=True))
            line, at, scan.slot = line + source.count("\n", at, end), end, "between"
        else:
            scan.go_on(name, env, begins=match["edge"] == "begin")
    scan.put(text[at:], f"{where}, line {line}")
    scan.close()
    return scan.blocks


def _closing(text: str, at: int) -> int:
    """Return where the argument ends that begins here; the end of the text where it is not closed."""
    depth = 0
    for match in _BRACE.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth <= 0:
            return match.end()
    return len(text)


def _outcomes(
    question: _LatexQuestion, names: Names, current: CurrentPassage, text_of: Callable[[str], Text]
) -> Iterator[Outcome]:
    """Yield a question. Raises DataError (without the place) for too many options."""
    name, passage, where = names.take(question.id), current.use(), question.where
    stem = text_of(question.stem)
    if question.whole:
        question.whole.text = above = question.whole.text or text_of(question.whole.stem)
        if words(above.text) >= INSTRUCTION:
            passage = Passage(above.text, question.whole.where, rich=above)
        else:
            stem = joined((above, stem))
    if not question.options:
        yield LeftOut(where, Reason("left-essay"))
        return
    if question.several and sum(question.worths) != 1:
        yield LeftOut(where, Reason("left-several"))
        return
    if question.several:
        yield Remark(Reason("note-several-one-right", {"where": where}))
    check_options(len(question.options))
    options = tuple(map(text_of, question.options))
    whole = ExamQuestion(where, name, stem, options, tuple(question.worths), passage, {"points": question.points})
    yield question_outcome(replace(whole, general=text_of(question.solution)))


FORMAT = Format(
    "latex",
    "LaTeX",
    (".tex",),
    sniff,
    read,
    exam=True,
    most=TYPED_LIMIT + 1,
    passages="a text of at least twenty words between the questions",
    typed=True,
)
