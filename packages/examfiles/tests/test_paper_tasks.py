"""Papers that are written at random, and read: whatever the task, its instruction and its layout, nothing is lost.

A paper has passages, each with tasks below it; every task has numbers, and every number is read with its passage, its
options and its key, or named as left out.
"""

import re
from dataclasses import dataclass, field

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from examfiles.exam import read_exam
from examfiles.items import LETTERS

SUBJECTS = ("Marta", "The baker", "Old Guo", "A gardener", "My aunt", "The captain", "Her nephew", "Professor Lind")
VERBS = ("repaired", "carried", "painted", "hid", "sold", "found", "borrowed", "described")
OBJECTS = (
    "a violin",
    "two ladders",
    "the red boat",
    "some apples",
    "a broken clock",
    "nine letters",
    "the old map",
    "a kite",
)
PLACES = ("above the bakery", "near the harbour", "in the tower", "before noon", "on a Monday", "without a word")
NUMBERS = ("{}  ", "{}. ", "({}) ", "{}) ")
LABELS = ("{}  ", "{}. ", "{}) ", "({}) ")
TRUTHS = {
    ("True", "False", "Not given"): (
        (
            "Questions {first}–{last}\nDo the following statements agree with the text?\nTRUE if the text says so\n"
            "FALSE if the text says the opposite\nNOT GIVEN if the text says nothing about it"
        ),
        "Questions {first}-{last}: Are the statements TRUE, FALSE or NOT GIVEN?",
    ),
    ("Richtig", "Falsch"): ("Lesen Sie die Aufgaben {first} bis {last}. Sind die Aussagen richtig oder falsch?",),
    ("Vrai", "Faux"): ("Questions {first} à {last}\nLisez les phrases : vrai ou faux ?",),
}
MATCHING = (
    "Questions {first}–{last}\nMatch each statement with the correct person, {a}–{z}.",
    "Questions {first} to {last}\nWhich person says this? Choose from the list, {a}–{z}.",
    "Lesen Sie die Aussagen {first} bis {last} und ordnen Sie die Personen {a}–{z} zu.",
)
GAPPED = (
    (
        "Questions {first}–{last}\nSome sentences have been removed from the text. Choose from the sentences {a}–{z} "
        "the one which fits each gap."
    ),
    "Welcher Satz ({a}–{z}) gehört in welche Lücke? Lücken {first}–{last}",
)
CLOZE = (
    "For questions {first}–{last}, read the text below and decide which answer (A, B, C or D) best fits each gap.",
    "Lesen Sie den Text. Welches Wort (a, b, c oder d) passt in die Lücken {first} bis {last}?",
)
CHOICE = (
    "Questions {first}–{last}\nChoose the correct letter, A, B, C or D.",
    "Questions {first}–{last}\nCircle the correct answer.",
)
COMPLETION = (
    "Questions {first}–{last}\nComplete the sentences below. Write ONE WORD ONLY for each answer.",
    "Questions {first}–{last}\nComplete the notes. Choose NO MORE THAN TWO WORDS from the passage.",
)


@dataclass
class Task:
    """A task as it is written, and what has to come of it: options and keys by number, and words of each question."""

    lines: list[str]
    options: dict[int, tuple[str, ...]] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)  # as the list of keys has them
    right: dict[int, int] = field(default_factory=dict)
    asked: dict[int, str] = field(default_factory=dict)
    text: str = ""  # its own passage
    left: tuple[int, ...] = ()


@st.composite
def sentences(draw: st.DrawFn) -> str:
    return (
        " ".join(
            (
                draw(st.sampled_from(SUBJECTS)),
                draw(st.sampled_from(VERBS)),
                draw(st.sampled_from(OBJECTS)),
                draw(st.sampled_from(PLACES)),
            )
        )
        + "."
    )


@st.composite
def passages(draw: st.DrawFn) -> str:
    parts = draw(st.lists(sentences(), min_size=8, max_size=12, unique=True))
    return " ".join(parts)


def lettered(style: str, texts: tuple[str, ...]) -> list[str]:
    return [style.format(letter) + text for letter, text in zip(LETTERS, texts, strict=False)]


@st.composite
def tasks(draw: st.DrawFn, first: int) -> Task:
    """Draw a task whose questions count up from a number."""
    count = draw(st.integers(2, 4))
    numbers = range(first, first + count)
    number, label = draw(st.sampled_from(NUMBERS)), draw(st.sampled_from(LABELS))
    values = {"first": first, "last": first + count - 1, "a": "A"}
    kind = draw(st.sampled_from(("truth", "matching", "gapped", "cloze", "choice", "completion")))
    asked = draw(st.lists(sentences(), min_size=count, max_size=count, unique=True))
    if kind == "truth":
        verdicts = draw(st.sampled_from(sorted(TRUTHS)))
        head = draw(st.sampled_from(TRUTHS[verdicts])).format(**values)
        right = {n: draw(st.integers(0, len(verdicts) - 1)) for n in numbers}
        lines = [head, "", *(number.format(n) + text for n, text in zip(numbers, asked, strict=True))]
        keys = {n: verdicts[at].upper() for n, at in right.items()}
        return Task(lines, dict.fromkeys(numbers, verdicts), keys, right, dict(zip(numbers, asked, strict=True)))
    if kind == "completion":
        head = draw(st.sampled_from(COMPLETION)).format(**values)
        lines = [
            head,
            "",
            *(f"{number.format(n)}{text[:-1]} .............. " for n, text in zip(numbers, asked, strict=True)),
        ]
        return Task(lines, keys=dict.fromkeys(numbers, "harbour"), left=tuple(numbers))
    if kind == "choice":
        options = {
            n: tuple(draw(st.lists(st.sampled_from(OBJECTS), min_size=4, max_size=4, unique=True))) for n in numbers
        }
        right = {n: draw(st.integers(0, 3)) for n in numbers}
        lines = [draw(st.sampled_from(CHOICE)).format(**values)]
        for n, text in zip(numbers, asked, strict=True):
            lines += ["", f"{number.format(n)}{text[:-1]}?", *lettered(label, options[n])]
        return Task(
            lines,
            options,
            {n: LETTERS[at] for n, at in right.items()},
            right,
            {n: text[:-1] for n, text in zip(numbers, asked, strict=True)},
        )
    shared = tuple(draw(st.lists(sentences(), min_size=count + 1, max_size=count + 3, unique=True)))
    values["z"] = LETTERS[len(shared) - 1]
    right = dict(zip(numbers, draw(st.permutations(range(len(shared)))), strict=False))
    keys = {n: LETTERS[at] for n, at in right.items()}
    if kind == "matching":
        head = draw(st.sampled_from(MATCHING)).format(**values)
        items = [number.format(n) + text for n, text in zip(numbers, asked, strict=True)]
        body = draw(st.permutations((items, lettered(label, shared))))
        return Task(
            [head, "", *body[0], "", *body[1]],
            dict.fromkeys(numbers, shared),
            keys,
            right,
            dict(zip(numbers, asked, strict=True)),
        )
    gap = draw(st.sampled_from(("({}) ..........", "__{}__", "({}) ______")))
    whole = draw(st.lists(sentences(), min_size=2 * count, max_size=2 * count, unique=True))
    if kind == "gapped":
        text = " ".join(f"{a} {gap.format(n)} {b}" for n, a, b in zip(numbers, whole[::2], whole[1::2], strict=True))
        head = draw(st.sampled_from(GAPPED)).format(**values)
        asked_of = dict(zip(numbers, whole[::2], strict=True))
        return Task(
            [head, "", text, "", *lettered(label, shared)], dict.fromkeys(numbers, shared), keys, right, asked_of, text
        )
    text = " ".join(
        f"{a} He {gap.format(n)} it {b[0].lower()}{b[1:]}"
        for n, a, b in zip(numbers, whole[::2], whole[1::2], strict=True)
    )
    options = {n: tuple(draw(st.lists(st.sampled_from(VERBS), min_size=4, max_size=4, unique=True))) for n in numbers}
    right = {n: draw(st.integers(0, 3)) for n in numbers}
    head = draw(st.sampled_from(CLOZE)).format(**values)
    space = draw(st.sampled_from(("  ", "\t")))
    rows = [number.format(n) + space.join(lettered(label, options[n])) for n in numbers]
    keys = {n: LETTERS[at] for n, at in right.items()}
    return Task([head, "", text, "", *rows], options, keys, right, {n: f"He ({n})" for n in numbers}, text)


@st.composite
def papers(draw: st.DrawFn) -> tuple[str, list[tuple[str, Task]]]:
    """Draw a paper: its text, and its tasks, each with the passage that it is about."""
    lines, found, first = list[str](), list[tuple[str, Task]](), draw(st.sampled_from((1, 21)))
    for part in range(1, draw(st.integers(1, 2)) + 1):
        passage = draw(passages())
        lines += [f"READING PASSAGE {part}", "", passage, ""]
        for _ in range(draw(st.integers(1, 3))):
            task = draw(tasks(first))
            passage = task.text or passage
            found.append((passage, task))
            lines += [*task.lines, ""]
            first += len(task.keys)
    assume(any(task.options for _, task in found))  # of gaps to fill in alone, nothing would be read
    style = draw(st.sampled_from(("row", "line", "dotted")))
    pairs = [(n, key) for _, task in found for n, key in task.keys.items()]
    key = {
        "row": ["  ".join(f"{n} {value}" for n, value in pairs)],
        "line": [f"{n}  {value}" for n, value in pairs],
        "dotted": [", ".join(f"{n}. {value}" for n, value in pairs)],
    }[style]
    return "\n".join((*lines, draw(st.sampled_from(("Answer key", "ANSWERS", "Lösungen", "Key:"))), *key)), found


@settings(max_examples=150)
@given(papers())
def test_every_number_of_a_paper_is_read_with_its_passage_options_and_key_or_named(tmp_path_factory, paper) -> None:
    text, found = paper
    path = tmp_path_factory.mktemp("paper") / "paper.txt"
    path.write_text(text, encoding="utf-8")
    exam = read_exam(path)
    items = {item.id: item for item in exam.dataset}
    for passage, task in found:
        for number, options in task.options.items():
            item = items.pop(str(number))
            assert (item.options, item.answer) == (options, task.right[number])
            assert task.asked[number].rstrip(".") in item.question
            assert item.passage == passage
    assert not items
    named = [number for left in exam.left for number in numbers_in(str(left.reason.values.get("numbers", "")))]
    assert sorted(named) == sorted(number for _, task in found for number in task.left)
    assert exam.not_read == len(named)


def numbers_in(text: str) -> list[int]:
    """Return the numbers of `1–3, 5`."""
    found = []
    for first, last in re.findall(r"(\d+)(?:–(\d+))?", text):
        found += range(int(first), int(last or first) + 1)
    return found
