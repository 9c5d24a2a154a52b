"""Small exams, answers and rules whose right number or key is known: what the installed version makes of each.

    python -m benchmarks.right_cases      JSON: each case by name, its right outcome and the one found

`benchmarks.right_numbers` runs this with an earlier version and with this one.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import magnetite
from magnetite.commands.describe import read_exam
from magnetite.core.errors import MagnetiteError
from magnetite.experiments.candidates import analysed

if find_spec("magnetite.inputs"):
    from examfiles.items import Dataset, Item
    from magnetite.inputs.responses import Responses
else:  # one package, before version 0.2
    from magnetite.core.items import Dataset, Item  # type: ignore[no-redef, import-not-found]
    from magnetite.formats.responses import Responses  # type: ignore[no-redef, import-not-found]

if find_spec("magnetite.scorers.remote.dialects"):
    from magnetite.scorers.remote.dialects.completions import plain_letters
else:
    from magnetite.scorers.remote.scorer import plain_letters  # type: ignore[no-redef, attr-defined]

Case = Callable[[], str]
CASES: dict[str, tuple[str, Case]] = {}
PASSAGE = "Marta mends violins above a bakery. On Mondays she walks to the opera house with her bag of tools."
OPTIONS = ("ovens", "violins", "bags", "strings")
QUIET: dict[str, Any] = {"store": "off"}


def case(name: str, right: str) -> Callable[[Case], Case]:
    """Enter a case: what is done, and what is right."""

    def enter(made: Case) -> Case:
        CASES[name] = right, made
        return made

    return enter


def outcome(made: Case) -> str:
    """Return what a case comes to; of an error, that it is refused."""
    try:
        return made()
    except MagnetiteError:
        return "refused"
    except Exception as error:  # an earlier version may end in any way
        return f"{type(error).__name__}"


def percent(share: float) -> str:
    """Write a share."""
    return f"{100 * share:.0f}%"


def exam(name: str, text: str | bytes) -> Any:
    """Read a file of this text as `describe` and `check` do: with or without passages."""
    path = Path(name)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_exam(path, keys_needed=False).dataset


def questions(count: int, key: Callable[[int], int], options: Callable[[int], tuple[str, ...]]) -> Any:
    """Make an exam of so many questions, each about a passage of its own."""
    items = [Item(f"q{n}", f"p{n}", f"Text {n}.", f"What is {n}?", options(n), key(n)) for n in range(count)]
    return Dataset("made", tuple(items))


def keys_of(dataset: Any) -> str:
    """Name the right options."""
    return ", ".join(item.options[item.answer] if item.answer is not None else "no key" for item in dataset)


def accuracy(dataset: Any, rule: Any) -> Any:
    """Audit a rule, and return what it gets right."""
    return magnetite.audit(dataset, rule, experiments=("accuracy",), **QUIET).finding("accuracy")


@case("Always the longest option, where half of the keys tie for it: keys spread over the letters", "25%")
def longest_spread() -> str:
    found = accuracy(questions(100, lambda n: n % 4, lambda n: (f"x y {n}", f"y z {n}", f"z {n}", f"w {n}")), "random")
    return percent(found.number("baseline", "longest").value)


@case("The same, each key first", "50%")
def longest_first() -> str:
    found = accuracy(questions(100, lambda _: 0, lambda n: (f"x y {n}", f"y z {n}", f"z {n}", f"w {n}")), "random")
    return percent(found.number("baseline", "longest").value)


def same(passage: str, question: str, option: str) -> float:
    return 0.0


@case("A system that always says 0, all keys A, four options", "25%")
def constant() -> str:
    return percent(accuracy(questions(40, lambda _: 0, lambda _: OPTIONS), same).number("accuracy").value)


def fine(passage: str, question: str, option: str) -> float:
    return 1e8 + (option == "violins")


@case("Scores of 100,000,000 and 100,000,001, the key's higher", "100%")
def digits() -> str:
    return percent(accuracy(questions(8, lambda _: 1, lambda _: OPTIONS), fine).number("accuracy").value)


@case("The word-overlap baseline beside the system `overlap`, on the bundled exam", "equal")
def overlaps() -> str:
    found = magnetite.audit("sample", "overlap", experiments=("accuracy",), **QUIET).finding("accuracy")
    own, beside = found.number("accuracy").value, found.number("baseline", "word overlap").value
    return "equal" if abs(own - beside) < 1e-9 else f"{100 * own:.1f} and {100 * beside:.1f}%"


def log_of(answers: list[Any]) -> tuple[Any, str]:
    """Return an exam and a log of lm-evaluation-harness with these filtered answers to its questions."""
    dataset = questions(len(answers), lambda n: n % 4, lambda n: tuple(f"{word} {n}" for word in OPTIONS))
    lines = []
    for n, (item, answer) in enumerate(zip(dataset, answers, strict=True)):
        shown = "".join(f"{letter}. {option}\n" for letter, option in zip("ABCD", item.options, strict=True))
        prompt = f"{item.passage}\n\n{item.question}\n{shown}Answer:"
        doc = {"passage": item.passage, "question": item.question, "choices": list(item.options)}
        given = answer if isinstance(answer, list) else [answer]
        row = {"doc_id": n, "doc": doc, "arguments": [[prompt, {"until": []}]]}
        lines.append(json.dumps(row | {"resps": [given], "filtered_resps": [given] if len(given) > 1 else given}))
    Path("samples_made.jsonl").write_text("\n".join(lines), "utf-8")
    return dataset, "samples_made.jsonl"


@case("A log of 18 right letters, every other one `[invalid]`", "50%")
def refusals() -> str:
    dataset, log = log_of(["ABCD"[n % 4] if n % 2 else "[invalid]" for n in range(18)])
    return percent(accuracy(dataset, log).number("accuracy").value)


@case("A log of four answers a question: the key twice, `[invalid]`, another letter", "100%")
def votes() -> str:
    dataset, log = log_of([["ABCD"[n % 4]] * 2 + ["[invalid]", "ABCD"[(n + 1) % 4]] for n in range(18)])
    return percent(accuracy(dataset, log).number("accuracy").value)


@case("Reliability of 400 candidates on 4 passages of 8 questions that are understood as wholes", "low")
def reliability() -> str:
    random = np.random.default_rng(0)
    of = np.repeat(np.arange(4), 8)
    items = [Item(f"q{n}", f"p{p}", f"Text {p}.", f"Who is {n}?", ("a", "b"), 0) for n, p in enumerate(of)]
    ability = random.normal(size=(400, 1)) + 1.5 * random.normal(size=(400, 4))[:, of]
    right = random.random((400, 32)) < 1 / (1 + np.exp(-ability))
    part = analysed(tuple(items), Responses(tuple(item.id for item in items), np.where(right, 0, 1)))
    told = getattr(part.reliability, "lower", part.reliability.alpha)
    return "low" if told.estimate < 0.7 else f"{told.estimate:.2f}, enough for a class test"


@case("Pairs told apart of 24 candidates who are all alike, 80 questions", "0%")
def alike() -> str:
    dataset = questions(80, lambda n: n % 4, lambda n: tuple(f"{word} {n}" for word in OPTIONS))
    random = np.random.default_rng(1)
    names = []
    for place in range(24):
        rows = [
            {"passage": i.passage, "question": i.question, "option": o, "score": float(s)}
            for i in dataset
            for o, s in zip(i.options, random.random(4) + 0.2 * (np.arange(4) == i.answer), strict=True)
        ]
        names.append(f"c{place}.jsonl")
        Path(names[-1]).write_text("\n".join(map(json.dumps, rows)), "utf-8")
    found = magnetite.items(dataset, names, **QUIET).finding("items")
    told = next(each for each in found.numbers if "apart" in each.label)
    return percent(told.value)


def typed(key: str) -> str:
    """Return a typed exam of two questions, whose list of keys ends with this line."""
    return (
        f"{PASSAGE}\n\n1. What does Marta mend?\nA. ovens\nB. violins\nC. bags\n\n"
        "2. Which are in the text?\nA. tools\nB. boats\nC. a bakery\nD. a lake\nE. Mondays\n\n"
        f"Answer key\n1. B\n{key}\n"
    )


for written in ("2. A, C, E", "2. A and C and E", "2. A & C", "2. A C E", "2. A or C", "2. A (also C)"):

    @case(f"A list of keys with `{written}`", "several")
    def several(written: str = written) -> str:
        dataset = exam("keys.txt", typed(written))
        second = [item for item in dataset if "Which" in item.question]
        return f"keyed {second[0].answer_letter} alone" if second and second[0].answer is not None else "several"


@case("Options that bring the letters B, A, C, D along, key A", "tea")
def labels() -> str:
    row = {"passage": PASSAGE, "question": "What?", "options": ["B. bread", "A. tea", "C. shoes", "D. car"]}
    dataset = magnetite.read([{**row, "question": f"What is {n}?", "answer": "A"} for n in range(3)])
    return keys_of(list(dataset)[:1]).split(". ")[-1]


@case("A CSV without headings whose last column has points", "violins, home")
def points() -> str:
    rows = "What did she mend?,ovens,violins,bags,strings,B,1\nWhere is she?,sea,lake,opera,home,D,2\n"
    return keys_of(exam("quiz.csv", rows))


@case("Text of Windows: “Leave them be.” – Mr Quill’s advice", "as it is")
def windows() -> str:
    text = typed("2. A").replace("Marta mends", "“Leave them be,” said Mr Quill’s aunt – twice. Marta mends")
    dataset = exam("windows.txt", text.encode("cp1252"))
    return "as it is" if "“Leave them be,”" in next(iter(dataset)).passage else "other signs"


@case("quizdown's `1. [x]`", "2 questions")
def boxes() -> str:
    text = (
        "# What did Marta mend?\n1. [ ] ovens\n1. [x] violins\n1. [ ] bags\n\n"
        "# Where did she walk?\n- [x] to the opera house\n- [ ] to the oven\n"
    )
    count = len(exam("quiz.md", text))
    return f"{count} question{'s' if count > 1 else ''}"


@case("HTML in a CDATA section of a QTI option", "violins")
def cdata() -> str:
    choices = "".join(
        f'<simpleChoice identifier="{k}"><![CDATA[<p>{text}</p>]]></simpleChoice>'
        for k, text in zip("ABCD", OPTIONS, strict=True)
    )
    return keys_of(
        exam(
            "item.xml",
            '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" '
            'adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" '
            'baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration>'
            f'<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>What?</prompt>{choices}'
            "</choiceInteraction></itemBody></assessmentItem>",
        )
    )


@case("“(2 marks)” behind an unfinished question", "taken off")
def marks() -> str:
    text = typed("2. A").replace("What does Marta mend?", "Marta was looking for an (2 marks)")
    return "taken off" if not any("marks" in item.question for item in exam("marks.txt", text)) else "left in the text"


@case("Letters of /completions of which two tokens are spelt “B”; the model wrote B", "B")
def letters() -> str:
    top = {"B": -6.5, "A": -2.3, "C": -4.0, "D": -4.2}
    logprobs = {"tokens": ["B"], "token_logprobs": [-0.15], "top_logprobs": [top]}
    return "ABCD"[int(np.argmax(plain_letters({"choices": [{"text": " B", "logprobs": logprobs}]}, 4).scores))]


@case("An edited rule in a notebook that was not loaded again, then in a new process", "scored anew")
def notebook() -> str:
    Path("rule_made.py").write_text(
        "def score(passage, question, option):\n    return float('violins' in option)\n", "utf-8"
    )
    dataset = "exam_made.jsonl"
    rows = [
        {"passage": f"Text {n}.", "question": f"What is {n}?", "options": list(OPTIONS), "answer": "B"}
        for n in range(8)
    ]
    Path(dataset).write_text("\n".join(map(json.dumps, rows)), "utf-8")
    program = (
        "import sys; sys.path.insert(0, '.'); from pathlib import Path; import magnetite, rule_made\n"
        "path = Path('rule_made.py'); path.write_text(path.read_text().replace('violins', 'ovens'))\n"
        f"magnetite.audit({dataset!r}, rule_made.score, experiments=('accuracy',), store='kept')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    again = (
        "import sys; sys.path.insert(0, '.'); import magnetite, rule_made\n"
        f"run = magnetite.audit({dataset!r}, rule_made.score, experiments=('accuracy',), store='kept')\n"
        "print('\\n', run.finding('accuracy').number('accuracy').value)\n"
    )
    done = subprocess.run([sys.executable, "-c", again], check=True, capture_output=True, text=True)
    return "the old rule's scores" if float(done.stdout.split()[-1]) == 1 else "scored anew"


def main() -> None:
    """Print every case's right outcome and the one found."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found = {}
        for name, (right, made) in CASES.items():
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                found[name] = right, outcome(made)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
