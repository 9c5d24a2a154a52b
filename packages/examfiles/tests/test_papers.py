"""Whole papers, as boards and teachers set them: what can be checked is read rightly, everything else is named.

Each folder of `papers/` is one paper in our own wording, with one truth for its three files: text pasted from a word
processor, the Word document (`made_papers`), and text copied from the PDF that was printed from it. A task of the truth
has its number, its kind, its question, its options (or the name of a list that several tasks share), its key and its
passage. A question is its beginning, or, for a gap, words right before or behind it. An option that is a letter alone
stands for a paragraph, a person or a place in the text, however it is called. `inside` are words that a passage has,
`without` words that it must not have: instructions, other texts, the foot of a page.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from examfiles.exam import ReadExam, read_exam
from examfiles.items import Item
from tests.made_papers import PAPERS, SETTINGS, word

CHECKED = ("multiple-choice", "cloze", "true-false", "matching", "gapped-text")
NAMED = ("several", "completion", "short-answer", "open")
REASONS = {
    "several": {"left-task-several", "left-many-right", "left-out-of-order"},  # the last of a list in two columns
    "completion": {"left-task-completion"},
    "short-answer": {"left-task-completion", "left-task-short-answer"},  # IELTS limits the words of both
    "open": {"left-task-open", "left-no-letters", "left-task-completion"},  # a second sentence to be completed
}
FILES = ("pasted.txt", "paper.docx", "copied.txt")
TRUTH: Mapping[str, Any] = {name: json.loads((PAPERS / name / "truth.json").read_text("utf-8")) for name in SETTINGS}
KINDS = [
    (name, file, kind)
    for name in SETTINGS
    for file in FILES
    for kind in dict.fromkeys(task["kind"] for task in TRUTH[name]["tasks"])
]
Exams = Callable[[str, str], ReadExam]


@pytest.fixture(scope="module")
def exams(tmp_path_factory: pytest.TempPathFactory) -> Exams:
    """Return what reads a file of a paper, each once."""
    read: dict[tuple[str, str], ReadExam] = {}

    def exam(name: str, file: str) -> ReadExam:
        if (name, file) not in read:
            path = tmp_path_factory.mktemp(name) / file
            path.write_bytes(word(name) if file == "paper.docx" else (PAPERS / name / file).read_bytes())
            read[name, file] = read_exam(path)
        return read[name, file]

    return exam


def plain(text: str) -> str:
    return " ".join(text.split())


def options_of(task: Mapping[str, Any], truth: Mapping[str, Any]) -> list[str]:
    named = task["options"]
    options: list[str] = truth["lists"][named] if isinstance(named, str) else named
    return options


def faults(task: Mapping[str, Any], item: Item | None, truth: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the question that was read for a task."""
    if item is None:
        yield "was not read"
        return
    options, question = options_of(task, truth), plain(item.question)
    wanted = task.get("question", "")
    words = wanted if isinstance(wanted, list) else [wanted]
    if not (
        question.startswith(wanted) if task["kind"] == "multiple-choice" else any(one in question for one in words)
    ):
        yield f"the question is “{question}”; expected “{wanted}”"
    if not same_options(item, options):
        yield f"the options are {item.options}; expected {options}"
    if item.answer_letter != task["key"]:
        yield f"the key is {item.answer_letter}; expected {task['key']}"
    if task["passage"] is None:
        yield from strange_text(item, options)
    else:
        yield from passage_faults(item, truth["passages"][task["passage"]], task["kind"])


def same_options(item: Item, options: list[str]) -> bool:
    """Say whether options are those expected; letters stand for texts that the passage has."""
    found = [plain(option) for option in item.options]
    if len(found) != len(options):
        return False
    if all(len(option) < 3 for option in found):
        return all(len(option) == 1 or option in plain(item.passage) for option in options)
    return all(len(b) == 1 or a.casefold() == b.casefold() for a, b in zip(found, options, strict=True))


def strange_text(item: Item, options: list[str]) -> Iterator[str]:
    """Yield what stands in the passage of a question that has none but the texts of its options."""
    rest = plain(item.passage)
    for option in options:
        rest = rest.replace(option, "")
    if re.search(r"\w\w", rest):
        yield f"its passage is “{rest[:80]}”; expected none"


def passage_faults(item: Item, truth: Mapping[str, Any], kind: str) -> Iterator[str]:
    """Yield what is wrong with a passage. A short text to be matched may be the question."""
    text = plain(item.passage or (item.question if kind == "matching" else ""))
    before, first, _ = text.partition(truth["first"])
    for title in truth["title"]:
        before = before.replace(title, "")
    if not first:
        yield f"the passage begins “{text[:80]}”; expected “{truth['first']}”"
    elif re.search(r"\w\w", before):
        yield f"“{before[:80]}” stands before the passage"
    if not text.endswith(truth["last"]):
        yield f"the passage ends “{text[-80:]}”; expected “{truth['last']}”"
    yield from (f"the passage lacks “{words}”" for words in truth["inside"] if words not in text)
    yield from (f"the passage has “{words}”" for words in truth["without"] if words in text)


def named_numbers(exam: ReadExam) -> dict[int, str]:
    """Return the numbers of questions that were left out, each with the reason that is given."""
    found: dict[int, str] = {}
    for left in exam.left:
        numbers = str(left.reason.values.get("numbers", "")) or "".join(re.findall(r"\(question (\d+)\)", left.where))
        for first, last in re.findall(r"(\d+)(?:–(\d+))?", numbers):
            found |= dict.fromkeys(range(int(first), int(last or first) + 1), left.reason.code)
    return found


@pytest.mark.parametrize(("name", "file", "kind"), [each for each in KINDS if each[2] in CHECKED])
def test_what_has_options_and_a_key_is_read_with_them_and_with_its_passage(
    exams: Exams, name: str, file: str, kind: str
) -> None:
    items = {item.id: item for item in exams(name, file).dataset}
    wrong = [
        f"{task['number']}: {fault}"
        for task in TRUTH[name]["tasks"]
        if task["kind"] == kind
        for fault in faults(task, items.get(str(task["number"])), TRUTH[name])
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("name", "file", "kind"), [each for each in KINDS if each[2] in NAMED])
def test_what_has_no_single_key_is_left_out_by_its_number(exams: Exams, name: str, file: str, kind: str) -> None:
    exam = exams(name, file)
    numbers = {task["number"] for task in TRUTH[name]["tasks"] if task["kind"] == kind}
    assert {named_numbers(exam).get(number) for number in numbers} <= REASONS[kind]
    assert not {str(number) for number in numbers} & {item.id for item in exam.dataset}


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", SETTINGS)
def test_nothing_else_is_taken_for_a_question(exams: Exams, name: str, file: str) -> None:
    checked = {str(task["number"]) for task in TRUTH[name]["tasks"] if task["kind"] in CHECKED}
    exam = exams(name, file)
    assert {item.id for item in exam.dataset} <= checked
    assert exam.not_read >= len(TRUTH[name]["tasks"]) - len(checked)


# The evidence itself: a truth that its own files contradict would prove nothing.


def written(name: str, file: str) -> str:
    """Return the words of a file; Word's own numbers and letters are not among them."""
    if file != "paper.docx":
        return plain((PAPERS / name / file).read_text("utf-8"))
    from io import BytesIO

    from docx import Document

    document = Document(BytesIO(word(name)))
    return plain(" ".join(p.text for p in document.element.body.iter() if p.tag.endswith("}p")))


@pytest.mark.parametrize("name", SETTINGS)
def test_tasks_of_a_truth_are_numbered_without_gaps_and_have_keys_among_their_options(name: str) -> None:
    tasks = TRUTH[name]["tasks"]
    first = tasks[0]["number"]
    assert [task["number"] for task in tasks] == list(range(first, first + len(tasks)))
    for task in tasks:
        assert task["kind"] in CHECKED + NAMED
        if task["kind"] in CHECKED:
            assert len(task["key"]) == 1
            assert "A" <= task["key"] < chr(ord("A") + len(options_of(task, TRUTH[name]))), task


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", SETTINGS)
def test_all_files_of_a_paper_have_the_words_of_its_truth(name: str, file: str) -> None:
    text = written(name, file)
    for task in TRUTH[name]["tasks"]:
        words = task.get("question", "")
        options = options_of(task, TRUTH[name]) if task["kind"] in CHECKED else []
        for each in (*(words if isinstance(words, list) else [words]), *options):
            assert each in text, each


@pytest.mark.parametrize("name", SETTINGS)
def test_a_passage_of_a_truth_has_what_it_says_and_lacks_what_it_forbids(name: str) -> None:
    text = written(name, "pasted.txt")
    for passage in TRUTH[name]["passages"].values():
        start, end = text.index(passage["first"]), text.index(passage["last"]) + len(passage["last"])
        assert all(words in text[start:end] for words in passage["inside"])
        assert not any(words in text[start:end] for words in passage["without"])


def test_each_paper_has_a_folder_and_each_folder_a_setting() -> None:
    assert {path.name for path in PAPERS.iterdir()} == set(SETTINGS)
