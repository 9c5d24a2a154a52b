"""Fuzz the readers: changed copies of real and own files, each read whole, none may end in another error than our own.

    python -m benchmarks.fuzz_readers [--inputs 200000] [--seconds 3600] [--jobs 2] [--first 0] [--only gift,qti]
        [--page FILE]

Input `n` depends on `n` alone: the file, the reader and the changes are drawn from the seed n. A failure is printed
with its n and kept in benchmarks/fuzz_failures/ with its input; `--first n --inputs 1` repeats it.
A reader has `LIMIT` seconds of the processor for an input of at most `LARGEST` bytes, and a worker `MEMORY` bytes.
Real files are those in ../shared/data/exam-files, if it exists; own ones are in packages/magnetite/tests/formats.
"""

import argparse
import copy
import io
import json
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from lxml import etree

from examfiles import FORMATS, read
from magnetite.core.errors import MagnetiteError
from magnetite.core.results import Finding, Heading, table
from tests.hostile import h5p_of, word_of

LIMIT = 5
LARGEST = 2**20
MEMORY = 3 * 2**30
ROOT = Path(__file__).parents[1]
FAILURES = Path(__file__).parent / "fuzz_failures"
SOURCES = (ROOT / "packages/examfiles/tests/samples", ROOT.parent / "shared/data/exam-files")
NOTE = (
    f"A reader has {LIMIT} seconds of processor time and {MEMORY >> 30} GiB for an input. Parts are cut out or "
    "repeated thousands of times, bytes are flipped, elements of XML are moved, renamed or emptied, and tokens that "
    "mean something to a reader are inserted. Files come in other encodings, and in damaged archives with names that "
    "point elsewhere. Failures found on the way, such as a typed answer key that took quadratic time, are now tests."
)
SUFFIXES = (".gift", ".xml", ".qti", ".txt", ".html", ".json")
PACKED, BODY = "content.json", "document.xml"  # of an H5P package, of a Word document
OWN = {  # formats without files of their own among the samples
    "tabular.jsonl": b'{"passage": "Ann sat.", "question": "Who?", "options": ["Ann", "Bo"], "answer": "A"}\n' * 3,
    "tabular.csv": b"id,passage,question,option_a,option_b,answer\n1,Ann sat.,Who?,Ann,Bo,A\n2,Bo ran.,Who?,Ann,Bo,B\n",
    "race.txt": b'{"article": "Ann sat.", "questions": ["Who?"], "options": [["Ann", "Bo"]], "answers": ["A"],'
    b' "id": "r"}',
    "mcscript.xml": b'<data><instance id="1"><text>Ann sat.</text><questions><question id="1" text="Who?">'
    b'<answer correct="True" text="Ann"/><answer correct="False" text="Bo"/></question></questions></instance></data>',
    "blackboard.txt": b"MC\tWho?\tAnn\tcorrect\tBo\tincorrect\nTF\tBo ran.\ttrue\nMA\tWho?\tBo\tcorrect\n",
    "brightspace.csv": b"NewQuestion,MC,,\nTitle,Who\nQuestionText,Who?,HTML\nImage,a.png\nOption,100,Ann,,Yes.\n"
    b"Option,0,Bo\nHint,Look.\nNewQuestion,TF\nQuestionText,Bo ran.\nTRUE,100\nFALSE,0\n",
    "rows.csv": b"id,question,option,correct\n1,Who?,Ann,1\n1,Who?,Bo,0\n2,When?,Now,0\n2,When?,Never,1\n",
    "marks.csv": b"passage,question,option1,correct1,option2,correct2\nAnn sat.,Who?,Ann,x,Bo,\n",
    PACKED: b'{"content": [{"content": {"library": "H5P.AdvancedText 1.1", "params": {"text": "<p>Ann sat.</p>"}}}, '
    b'{"content": {"library": "H5P.MultiChoice 1.16", "params": {"question": "Who?", "media": {"type": {"library": '
    b'"H5P.Image 1.1", "params": {"alt": "A", "file": {"path": "images/a.png"}}}}, "answers": [{"text": "Ann", '
    b'"correct": true, "tipsAndFeedback": {"chosenFeedback": "Yes."}}, {"text": "Bo", "correct": false}]}}}, '
    b'{"content": {"library": "H5P.SingleChoiceSet 1.11", "params": {"choices": [{"question": "Who?", "answers": '
    b'["Ann", "Bo"]}]}}}, {"content": {"library": "H5P.TrueFalse 1.8", "params": {"question": "Ann sat.", '
    b'"correct": "true"}}}]}',
    "generated.txt": b"Sure! Here is an exam:\n\n## Text\n\n> Ann sat.\n\n**1. Who?**\n\n- A) **Ann**\n- B) Bo\n\n"
    b"*Answer: A*\n\n| # | Question | A | B | Answer |\n|---|---|---|---|---|\n| 2 | Who? | Ann | Bo | A |\n\n"
    b"3. Who?\n   1. Ann\n   2. Bo\n"
    b"<details>\n<summary>Answer</summary>\n2\n</details>\n\n**Answer Key**\n\n1. **A) Ann** - He sat.\n",
    "nested.json": b'{"title": "T", "passages": [{"id": 1, "text": "Ann sat.", "questions": [{"question": "Who?", '
    b'"options": [{"text": "A) Ann", "correct": true}, {"text": "B) Bo", "correct": false}]}]}]}',
    "questions.xml": b"<question_categories><question_category id='1'><name>N</name><info></info><questio"
    b"n_bank_entries>"
    b"<question_bank_entry id='1'><idnumber>$@NULL@$</idnumber><question_version><question_versions><vers"
    b"ion>1</version>"
    b"<status>ready</status><questions><question id='5'><parent>0</parent><name>Q</name><questiontext>&lt;p&gt;Who?"
    b"</questiontext><questiontextformat>1</questiontextformat><defaultmark>1</defaultmark><qtype>multichoice</qtype>"
    b"<plugin_qtype_multichoice_question><answers><answer id='1'><answertext>Ann</answertext><answerformat>0"
    b"</answerformat><fraction>1.0</fraction></answer><answer id='2'><answertext>Bo</answertext><fraction>0</fraction>"
    b"</answer></answers><multichoice><single>1</single></multichoice></plugin_qtype_multichoice_question></question>"
    b"</questions></question_versions></question_version></question_bank_entry></question_bank_entries>"
    b"<questions><question id='2'><qtype>description</qtype><questiontext>Ann sat.</questiontext></questi"
    b"on></questions>"
    b"</question_category></question_categories>",
    "quiz.xml": b'<activity modulename="quiz"><quiz><name>T</name><question_instances><question_instance><slot>1</slot>'
    b"<questionid>2</questionid></question_instance><question_instance><slot>2</slot><question_reference>"
    b"<questionbankentryid>1</questionbankentryid><version>1</version></question_reference></question_instance>"
    b"</question_instances></quiz></activity>",
    "olx.xml": b'<problem display_name="D" weight="2"><p>Ann sat.</p><multiplechoiceresponse><label>Who?</label>'
    b'<choicegroup><choice correct="true">Ann<choicehint>Yes.</choicehint></choice><choice correct="false">Bo</choice>'
    b"</choicegroup></multiplechoiceresponse><solution>He sat.</solution><p>Then <optionresponse><optioninput "
    b"options=\"('a','b')\" correct='a'/></optionresponse> x</p><demandhint><hint>Look.</hint></demandhint></problem>",
    "unit.xml": b"<vertical><html url_name='h'>Ann sat.</html><problem><choiceresponse><label>Who?</label>"
    b"<checkboxgroup><choice correct='true'>Ann</choice><choice>Bo</choice></checkboxgroup></choiceresponse>"
    b"</problem></vertical>",
    "edx.md": b">>Who?||Think.<<\n\n( ) Bo {{No.}}\n(x) Ann {{Yes.}}\n\n||Look.||\n[explanation]\nHe sat."
    b"\n[explanation]\n"
    b"---\n>>Where?<<\n[[here, (there)]]\n>>When?<<\n= 5\n",
    "exam.tex": b"\\begin{document}Read.\n\\begin{questions}\\uplevel{Ann \\textbf{sat}.}\n\\question[2] Who? % c\n"
    b"\\begin{choices}\\choice Bo \\CorrectChoice \\emph{Ann} $x<2$\\end{choices}\\begin{solution}S\\end{solution}\n"
    b"\\question Q\\begin{parts}\\part P\\begin{checkboxes}\\CorrectChoice a\\choice b\\end{checkboxes}\\end{parts}"
    b"\\end{questions}\\end{document}",
    "amc.tex": b"\\element{g}{\\begin{question}{q1}Who?\\begin{reponses}\\bonne{Ann\\bareme{1}}\\mauvaise{B\\'o}"
    b"\\end{reponses}\\explain{S}\\end{question}}",
    "r.Rnw": b"<<echo=FALSE>>=\nx\n@\n\\begin{question}Who?\\begin{answerlist}\\item Ann\\item Bo\\end{answerlist}"
    b"\\end{question}\n\\begin{solution}S\\end{solution}\n\\extype{schoice}\n\\exsolution{10}\n\\exname{N}\n",
    "r.Rmd": b"```{r a}\nx\n```\nQuestion\n========\nWho?\n\nAnswerlist\n----------\n* Ann\n* *Bo*\n\nSol"
    b"ution\n========\nS\n\n"
    b"Meta-information\n================\nextype: schoice\nexsolution: 10\n",
    "survey.json": b'{"pages": [{"elements": [{"type": "html", "html": "Ann sat."}, {"type": "panel", "el'
    b'ements": [{"type": '
    b'"radiogroup", "name": "q", "title": {"default": "Who?"}, "choices": ["Ann", {"value": 2, "text": "Bo"}], '
    b'"correctAnswer": 2}]}, {"type": "boolean", "name": "b", "correctAnswer": true}, {"type": "checkbox"'
    b', "name": "c", '
    b'"choices": ["a", "b"], "correctAnswer": ["a"]}]}]}',
    "learnosity.json": b'{"items": [{"reference": "i", "features": [{"type": "sharedpassage", "data": {"c'
    b'ontent": "<p>Ann '
    b'sat."}}], "questions": [{"type": "mcq", "reference": "q", "data": {"type": "mcq", "stimulus": "Who?", "options": '
    b'[{"label": "Ann", "value": "0"}, {"label": "Bo", "value": "1"}], "validation": {"valid_response": {"score": 1, '
    b'"value": ["0"]}, "alt_responses": []}}}]}]}',
    "anki.txt": b"#separator:tab\n#html:true\n#notetype column:1\nA\tWho?\tT\t2\tAnn\tBo\t\t\t\t1 0\tS\tE\n"
    b"B\tWho?<br>A. Ann<br>B. Bo\tB\n",
    BODY: b"".join(
        b"<w:tbl>%s</w:tbl>"
        % b"".join(
            b"<w:tr>%s</w:tr>" % b"".join(b"<w:tc><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:tc>" % cell for cell in row)
            for row in rows
        )
        for rows in (
            ((b"Ann sat.", b"DE"), (b"ID number:", b"p"), (b"", b"", b"", b"")),
            (
                *((b"Who?", b"MC"), (b"Default mark:", b"2"), (b"#", b"Answers", b"Feedback", b"Grade")),
                *((b"A.", b"Ann", b"Yes.", b"100"), (b"B.", b"Bo", b"", b"-33.3"), (b"", b"Hint 1:", b"Look.", b"")),
            ),
        )
    ),
    "dream.json": b'[[["W: Hello.", "M: Hi."], [{"question": "Who?", "choice": ["W", "M"], "answer": "W"}], "d"]]',
}
TOKENS = (
    *(b"{", b"}", b"~", b"=", b"#", b"\\", b"::", b"//", b"$CATEGORY:", b"->", b"%50%", b"####", b"[html]", b"\n\n"),
    *(b"A. ", b"B) ", b"(C) ", b"*", b"ANSWER: B", b"Answer key\n1. A 2. B", b"1. ", b"Question 2", b"\t", b"  "),
    *(
        b"**",
        b"__",
        b"> ",
        b"|",
        b"| a | b |\n",
        b"```\n",
        b"<details>",
        b"<summary>Answer</summary>",
        b"- [x] ",
        b"- ",
    ),
    *(b'{"question": "', b"[[", b"1.1 ", b"Title: ", b"@ ", b"\xe2\x91\xa0", b"1\xef\xb8\x8f\xe2\x83\xa3", b"Wrong 1"),
    *(b"<", b">", b"</", b"/>", b"&", b"&amp;", b"&nbsp;", b"&#0;", b"&x;", b"<![CDATA[", b"]]>", b"<!--", b"-->"),
    *(b"<!DOCTYPE a [<!ENTITY x 'y'>]>", b'<?xml version="1.0" encoding="UTF-16"?>', b"<item>", b"<question>"),
    *(
        b"\\begin{choices}",
        b"\\end{",
        b"\\item ",
        b"\\textbf{",
        b"$",
        b"%",
        b">>",
        b"<<",
        b"( ) ",
        b"[[",
        b"]]",
        b"`r x`",
    ),
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe9", b"\r", b"\xc2\xa0", "\u202e".encode(), b"-1", b"1e999", b"nan"),
)

Change = Callable[[random.Random, bytes], bytes]


@dataclass(frozen=True)
class Result:
    """How an input ended: its number, the format it was read as, and the failure, empty where there is none."""

    number: int
    kind: str
    failure: str = ""
    seconds: float = 0.0


class OverTimeError(Exception):
    """A reader that took longer than it may."""


@cache
def seeds() -> tuple[tuple[str, bytes], ...]:
    """Return the files to start from, by name, smallest first."""
    found = dict(OWN)
    for source in SOURCES:
        for path in sorted(source.rglob("*")):
            if path.is_file() and path.name.endswith(SUFFIXES) and path.stat().st_size <= LARGEST // 4:
                found[str(path.relative_to(source))] = path.read_bytes()
    return tuple(sorted(found.items(), key=lambda entry: (len(entry[1]), entry[0])))


@cache
def rich() -> tuple[tuple[str, bytes], ...]:
    """Return the files that hold items or passages as they are: changed a little, they reach the farthest."""
    inside = {path.name for path in (SOURCES[0]).rglob("*")} | set(OWN)
    return tuple((name, data) for name, data in seeds() if Path(name).name in inside)


def input_of(number: int, only: tuple[str, ...]) -> tuple[str, bytes, str | None]:
    """Return an input's name, bytes and the format it is read as (None: told from content)."""
    rng = random.Random(number)
    name, data = rng.choice(rich() if rng.random() < 0.6 else seeds())
    for _ in range(rng.choice((0, 1, 1, 2, 3, 8))):
        data = rng.choice(CHANGES)(rng, data)[:LARGEST]
    format_ = rng.choice(only) if only else rng.choice((None, None, None, rng.choice(tuple(FORMATS))))
    name = Path(name).name
    if name in {PACKED, BODY}:
        packed = ("boat.h5p", h5p_of("Column", data)) if name == PACKED else ("boat.docx", word_of(data))
        return *packed, format_
    if rng.random() < 0.08:
        return f"{name}.zip", zipped(rng, name, data), format_
    return name, data, format_


def zipped(rng: random.Random, name: str, data: bytes) -> bytes:
    """Pack an input with some others, under names that may point elsewhere; the archive may be damaged too."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(rng.choice(("", "a/b/", "../", "/", "..\\")) + name, data)
        for _ in range(rng.randrange(4)):
            other, content = rng.choice(seeds())
            archive.writestr(rng.choice((other, f"../{other}", "imsmanifest.xml", other.upper())), content)
    packed = stream.getvalue()
    return cut(rng, packed) if rng.random() < 0.2 else packed


def cut(rng: random.Random, data: bytes) -> bytes:
    """Leave out a part."""
    start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:start] + data[end:]


def doubled(rng: random.Random, data: bytes) -> bytes:
    """Repeat a part, a few times or very often."""
    start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    often = min(rng.choice((1, 2, 50, 2000)), LARGEST // max(end - start, 1) + 1)
    return data[:end] + data[start:end] * often + data[end:]


def flipped(rng: random.Random, data: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 3, 20))):
        if changed:
            changed[rng.randrange(len(changed))] = rng.choice((rng.randrange(32, 127), rng.randrange(256)))
    return bytes(changed)


def tree_changed(rng: random.Random, data: bytes) -> bytes:
    """Drop, repeat, move, rename or empty elements of XML that stays well-formed; change lines of anything else."""
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    except (etree.XMLSyntaxError, ValueError):
        return lines_swapped(rng, data)
    for _ in range(rng.choice((1, 2, 5))):
        elements = [one for one in root.iter() if isinstance(one.tag, str) and one is not root]
        if elements:
            changed_element(rng, rng.choice(elements), rng.choice(elements))
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def changed_element(rng: random.Random, one: "etree._Element", other: "etree._Element") -> None:
    """Change one element of a tree in a way drawn by chance; `other` gives a name, a text or a place."""
    parent, kind = one.getparent(), rng.randrange(6)
    if parent is None:
        return
    if kind == 0:
        parent.remove(one)
    elif kind == 1:
        parent.append(copy.deepcopy(one))
    elif kind == 2 and other is not one and one not in other.iterancestors():
        other.append(one)
    elif kind == 3:
        one.tag = other.tag
    elif kind == 4 and one.attrib:
        one.set(
            rng.choice(list(one.attrib)), rng.choice(("", "0", "100", "x", "multiple", other.get("identifier") or "A"))
        )
    else:
        one.text = rng.choice((None, other.text, "<b>x", "&amp;", "1e400"))


def inserted(rng: random.Random, data: bytes) -> bytes:
    """Put in a token that means something to a reader, perhaps many times."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(TOKENS) * rng.choice((1, 1, 1, 2, 300, 20000)) + data[at:]


def spliced(rng: random.Random, data: bytes) -> bytes:
    """Go on with a part of another file."""
    other = rng.choice(seeds())[1]
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def lines_swapped(rng: random.Random, data: bytes) -> bytes:
    """Swap, drop or repeat lines."""
    lines = data.split(b"\n")
    for _ in range(rng.choice((1, 2, 5))):
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], rng.choice((lines[one], lines[other], b""))
    return b"\n".join(lines)


def recoded(rng: random.Random, data: bytes) -> bytes:
    """Write the text in another encoding."""
    return data.decode("utf-8", "replace").encode(
        rng.choice(("utf-16", "utf-16-le", "latin-1", "utf-8-sig")), "replace"
    )


CHANGES: tuple[Change, ...] = (
    *(cut, doubled, flipped, inserted, inserted, spliced, lines_swapped, recoded),
    *(tree_changed, tree_changed, tree_changed),
)


def try_one(number: int, only: tuple[str, ...] = ()) -> Result:
    """Read one input; return how that ended."""
    name, data, format_ = input_of(number, only)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "exam" / name
        path.parent.mkdir()
        path.write_bytes(data)
        try:
            how: dict[str, Any] = {"passage_needed": number % 5 == 0, "pictures": number % 3 == 0}
            found = read(path, format=format_, skip_bad=number % 4 > 0, **how)
            kind, failure = str(found.format) if len(found) else "empty", ""
        except MagnetiteError:
            kind, failure = "refused", ""
        except Exception:  # any other error is what is looked for
            kind, failure = "failed", traceback.format_exc(limit=-6)[-3000:]
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        written = {*Path(folder).rglob("*")} - {path, path.parent}
    failure = failure or ("wrote a file" if written else "")
    return Result(number, kind, failure, time.process_time() - start)


def prepare() -> None:
    """Bound a worker's memory, and let the clock interrupt it."""

    def over(*_arguments: object) -> None:
        raise OverTimeError(f"more than {LIMIT} s of the processor")

    signal.signal(signal.SIGPROF, over)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(inputs: range, seconds: float, jobs: int, only: tuple[str, ...]) -> Iterator[Result]:
    """Try inputs in several processes until all are done or the time is up."""
    deadline = time.monotonic() + seconds
    with ProcessPoolExecutor(jobs, initializer=prepare) as pool:
        for start in range(inputs.start, inputs.stop, 2000):
            if time.monotonic() > deadline:
                return
            part = range(start, min(start + 2000, inputs.stop))
            yield from pool.map(partial(try_one, only=only), part, chunksize=50)


def main() -> int:
    """Run, keep the failures, and publish what happened; return 1 where there are failures."""
    given = _arguments()
    only = tuple(filter(None, given.only.split(",")))
    kinds: Counter[str] = Counter()
    failures, slowest, begun = [], 0.0, time.monotonic()
    for result in run(range(given.first, given.first + given.inputs), given.seconds, given.jobs, only):
        kinds[result.kind] += 1
        slowest = max(slowest, result.seconds)
        if result.failure:
            failures.append(f"Input {result.number}: {result.failure.splitlines()[-1]}")
            keep(result, only)
    done: dict[str, Any] = {"inputs": sum(kinds.values()), "refused": kinds["refused"], "failures": failures}
    done["read"] = sum(kinds[name] for name in FORMATS)
    done |= {"slowest": round(slowest, 2), "seconds": round(time.monotonic() - begun)}
    if given.result:
        given.result.write_text(json.dumps(done, indent=1), "utf-8")
    # Imported here, since it imports torch, which would count in the memory of a reader.
    from benchmarks.published import publish  # noqa: PLC0415

    publish(
        given.page,
        "Readers fuzzed",
        f"Changed copies of {len(seeds())} files: samples of every format, and real exports of exam tools",
        [_finding(done, kinds)],
        note=NOTE,
        timed=True,
    )
    return bool(failures)


def keep(result: Result, only: tuple[str, ...]) -> None:
    """Print a failure and write its input down."""
    name, data, format_ = input_of(result.number, only)
    FAILURES.mkdir(exist_ok=True)
    (FAILURES / f"{result.number}-{name}").write_bytes(data)
    print(f"input {result.number} ({name} as {format_ or 'told from content'}):\n{result.failure}", file=sys.stderr)


def _finding(done: Mapping[str, Any], kinds: Counter[str]) -> Finding:
    headings = (Heading("format"), Heading("inputs"))
    return Finding(
        "fuzz",
        "How inputs ended",
        f"Of {done['inputs']:,} inputs, {done['read']:,} were read, with at least one question, and "
        f"{done['refused']:,} refused with an error of Magnetite's own; {len(done['failures']) or 'none'} ended "
        f"otherwise, over time or over memory. The slowest took {done['slowest']:.2f} seconds of the processor, all "
        f"of them {done['seconds'] / 60:.0f} minutes by the clock.",
        tables=(table("formats", "What was read", headings, [(name, kinds[name]) for name in FORMATS if kinds[name]]),),
        notes=tuple(done["failures"]),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--result", type=Path, help="A JSON file for what happened: benchmarks.attack keeps it.")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
