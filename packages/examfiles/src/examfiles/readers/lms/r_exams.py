r"""R/exams: an exercise a file, in LaTeX (`.Rnw`) or Markdown (`.Rmd`).

    Question                                 \begin{question}
    ========                                 Who rowed?
    Who rowed?                               \begin{answerlist}
    Answerlist                                 \item Mina
    ----------                                 \item Ida
    * Mina                                   \end{answerlist}
    * Ida                                    \end{question}
    Meta-information                         \exsolution{01}
    ================                         \extype{schoice}
    exsolution: 01

An exercise whose text, options or key R computes is left out: it is drawn anew for every candidate. Other code is not
read, and named.
"""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Remark, Sample, fault, placed
from examfiles.items import LeftOut
from examfiles.limits import check_options
from examfiles.markup import Text, html_text
from examfiles.pictures import ExamPictures
from examfiles.question import UNREAD, ExamQuestion, question_outcome
from examfiles.readers.lms.latex import latex_source, latex_text
from examfiles.reasons import Reason

LIMIT = 2 * 2**20
"""The largest exercise, in bytes."""
EXERCISES = 16 * 2**20
"""The most bytes of the exercises of a folder."""
_LEFT_KINDS = {"num": "left-numerical", "string": "left-short-answer", "cloze": "left-cloze", "essay": "left-essay"}
_CODE = re.compile(r"[ \t]*```+\s?\{r\b.*|<<.*>>=.*", re.IGNORECASE)
_CODE_ENDS = re.compile(r"[ \t]*```+[ \t]*|@.*")
_INLINE = re.compile(r"`r\s|\\Sexpr\b")
_AS_IS = re.compile(r"results\s?=\s?[\"']?(?:asis|tex)")
_SECTION = re.compile(r"^(Question|Solution|Meta-information)[ \t]*\n=+[ \t]*$", re.MULTILINE)
_LIST = re.compile(r"^Answerlist[ \t]*\n-+[ \t]*$", re.MULTILINE)
_META = re.compile(
    r"^[%\s]{0,9}(?:\\(ex[a-z]+)(?:\[[^\]\n]{0,40}\])?\{([^\n]*)\}|(ex[a-z]+):[ \t]*([^\n]*))", re.MULTILINE
)
_STRONG_TEXT = re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,400})(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=\S)([^*_\n]{1,400})(?<=\S)\1(?![\w*])")
_IMAGE = re.compile(r"!\[([^\]\n]{0,200})\]\(([^)\s]{1,200})\)(?:\{[^}\n]{0,200}\})?")
_METADATA = {"exname": "title", "expoints": "points", "exshuffle": "shuffle", "exsection": "category", "extags": "tags"}
_READ_FIELDS = {*_METADATA, "extype", "exsolution", "exauthor", "exversion", "extitle", "extime"}


def sniff(sample: Sample) -> bool:
    """Recognise it by its type, and by the question's heading or environment."""
    text = sample.text
    return bool(re.search(r"^[%\s]{0,9}(?:\\extype\{|extype:)", text, re.MULTILINE)) and (
        "\\begin{question}" in text or bool(_SECTION.search(text))
    )


@dataclass(frozen=True, slots=True)
class _Exercise:
    """An exercise: the sources of its question, options, solution and notes on options; what is said about it.

    `text` reads a source.
    """

    question: str
    options: tuple[str, ...]
    solution: str
    notes: tuple[str, ...]
    meta: Mapping[str, str]
    text: Callable[[str], Text]


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    source, where = latex_source(document, LIMIT), document.where
    exercise = _in_latex(source) if "\\begin{question}" in source else _in_markdown(source)
    files, find = ExamPictures(document.picture is not None), document.picture or (lambda _name: None)
    as_text = exercise.text
    exercise = replace(exercise, text=lambda text: files.kept(as_text(text), find))
    kind = exercise.meta.get("extype", "")
    shown = (exercise.question, *exercise.options)
    code = _split_code(exercise.question)[1]
    if kind not in {"schoice", "mchoice"}:
        yield LeftOut(
            where, Reason(_LEFT_KINDS[kind]) if kind in _LEFT_KINDS else Reason("left-type", {"type": repr(kind[:40])})
        )
    elif (
        any(map(_INLINE.search, (*shown, exercise.meta.get("exsolution", ""))))
        or _AS_IS.search(code)
        or (code and not exercise.options)
    ):
        yield LeftOut(where, Reason("left-drawn-anew"))
    else:
        try:
            yield from _outcomes(exercise, PurePosixPath(document.name).stem, where)
        except DataError as error:
            yield placed(where, error)
    yield from files.outcomes()


def _outcomes(exercise: _Exercise, name: str, where: str) -> Iterator[Outcome]:
    """Yield the question. Raises DataError (without the place) for a key that does not fit the options."""
    key, count = exercise.meta.get("exsolution", "").strip(), len(exercise.options)
    check_options(count)
    if not re.fullmatch(r"[01]*", key) or (key and len(key) != count):
        flaw = f"exsolution is {key[:40]!r}; expected a digit for each of the {count} options, 1 for the right one."
        raise fault("", flaw, "left-exsolution", key=key[:40], options=count)
    if exercise.meta["extype"] == "mchoice" and key.count("1") != 1:
        yield LeftOut(where, Reason("left-several"))
        return
    if exercise.meta["extype"] == "mchoice":
        yield Remark(Reason("note-several-one-right", {"where": where}))
    text, code = _split_code(exercise.question)
    unread = [*(["R code"] if code else []), *(tag for tag in exercise.meta if tag not in _READ_FIELDS)]
    metadata = {name: exercise.meta.get(tag, "") for tag, name in _METADATA.items()} | {UNREAD: ", ".join(unread)}
    worths = tuple(map(float, key)) or (0.0,) * count
    options = tuple(map(exercise.text, exercise.options))
    stem = exercise.text(text)
    notes, solution = exercise.notes if len(exercise.notes) == count else (), _split_code(exercise.solution)[0]
    question = ExamQuestion(where, name, stem, options, worths, None, metadata)
    yield question_outcome(
        replace(question, feedback=tuple(map(exercise.text, notes)), general=exercise.text(solution))
    )


def _split_code(source: str) -> tuple[str, str]:
    """Return a source without the code of R in it, and the code."""
    texts, code, inside = list[str](), list[str](), False
    for line in source.split("\n"):
        begins = not inside and bool(_CODE.fullmatch(line))
        (code if inside or begins else texts).append(line)
        inside = begins or (inside and not _CODE_ENDS.fullmatch(line))
    return "\n".join(texts), "\n".join(code)


def _in_latex(source: str) -> _Exercise:
    def inside(name: str, text: str) -> tuple[str, str]:
        """Return what stands in an environment, and the text without it."""
        match = re.search(rf"\\begin\{{{name}\}}(.*?)(?:\\end\{{{name}\}}|\Z)", text, re.DOTALL)
        return (match[1], text[: match.start()] + text[match.end() :]) if match else ("", text)

    def items(text: str) -> tuple[str, ...]:
        return tuple(re.split(r"\\item(?![a-zA-Z])", text)[1:])

    (options, question), (notes, solution) = (
        inside("answerlist", inside(name, source)[0]) for name in ("question", "solution")
    )
    return _Exercise(question, items(options), solution, items(notes), _meta(source), latex_text)


def _in_markdown(source: str) -> _Exercise:
    parts = _SECTION.split(source)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))

    def split(name: str) -> tuple[str, tuple[str, ...]]:
        text, *lists = _LIST.split(sections.get(name, ""))
        return text, tuple(re.split(r"^[*-][ \t]+", _split_code(lists[0])[0], flags=re.MULTILINE)[1:]) if lists else ()

    (question, options), (solution, notes) = split("Question"), split("Solution")
    return _Exercise(question, options, solution, notes, _meta(sections.get("Meta-information", "")), _markdown_text)


def _meta(source: str) -> dict[str, str]:
    return {match[1] or match[3]: (match[2] or match[4] or "").strip() for match in _META.finditer(source)}


def _markdown_text(source: str) -> Text:
    """Return Markdown as text, with the type of its parts."""
    source = html.escape(source.strip(), quote=False)
    source = _STRONG_TEXT.sub(r"<strong>\2</strong>", source)
    source = _EMPHASIS.sub(r"<em>\2</em>", source)
    source = _IMAGE.sub(lambda match: f'<img alt="{html.escape(match[1])}" src="{html.escape(match[2])}">', source)
    return html_text(re.sub(r"\n[ \t]*\n\s*", "<br><br>", source))


FORMAT = Format(
    "r-exams",
    "R/exams",
    (".rnw", ".rmd"),
    sniff,
    read,
    exam=True,
    most=EXERCISES,
    passages="nowhere",
    typed=True,
)
