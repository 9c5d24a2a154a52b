"""The tables and figures of Si et al. (2019), the stages that they need, and Table 1 itself."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from magnetite.core.results import Finding, Heading, Value, table
from magnetite_papers.paper import Exhibit
from magnetite_papers.results import Results
from magnetite_papers.si2019.attacked import BINNED, FIGURED, binned, controls, figure_6, figure_9, table_2
from magnetite_papers.si2019.case import CASE
from magnetite_papers.si2019.reported import TABLE_1
from magnetite_papers.si2019.settings import SETS, Si
from magnetite_papers.si2019.stages import COUNTED, COUNTS, attack_stage, case_stage, table_stage
from magnetite_papers.si2019.trained import table_3
from magnetite_papers.si2019.typed import TYPED, by_type
from magnetite_papers.training_table.finding import TABLE_3

SPLITS = ("train", "dev", "test")
HOW_COUNTED = (
    "Lengths are means over all available splits. The paper does not say how it counts. Here they are counted in two "
    "ways: whitespace-separated words, with any option as the answer; and words and punctuation marks, with the right "
    "option as the answer. The longest option has the most words and marks; options of one length share the choice."
)
COUNTED_AS = (
    *(
        Heading("set"),
        Heading("questions", "questions (train/dev/test)"),
        Heading("reported", "questions in the paper"),
    ),
    *(Heading("between", "length in words, any option"), Heading("words", "in words and marks, right option")),
    Heading("reported_words", "length in the paper"),
)
LONGEST = (
    *(Heading("set"), Heading("split")),
    *(Heading(f"longest{end}", "accuracy", "share") for end in ("", "_low", "_high")),
    *(Heading("reported", "in the paper", "share"), Heading("n", "questions", "count")),
)


def exhibits(settings: Si) -> list[Exhibit]:
    """Return the exhibits, in the paper's order; those of many stages show the finished ones."""
    asked = [(reader, name) for reader in settings.readers for name in settings.asked(reader)]
    attacks = tuple(attack_stage(reader, name) for reader, name in asked)
    figured = tuple(attack_stage(reader, name) for reader, name in asked if name in FIGURED)
    cases = tuple(case_stage(reader) for reader, name in asked if name == CASE.set)
    trainings = tuple(table_stage(name, seed) for seed in settings.seeds for name in settings.sets)
    typed = tuple(attack_stage(reader, name) for reader, name in asked if name in TYPED)
    typed += tuple(table_stage(name, seed) for seed in settings.seeds for name in settings.sets if name in TYPED)

    def shown(name: str, title: str, needs: tuple[str, ...], make: Callable[[Results, Si], Finding]) -> Exhibit:
        return Exhibit(name, title, needs, lambda results: make(results, settings), partial=True)

    return [
        Exhibit("table-1", "Table 1: the data sets", (COUNTED,), table_1),
        shown("table-2", "Table 2: un-readable attacks", attacks, table_2),
        shown("controls", "Controls for the attacks (not in the paper)", attacks, controls),
        shown("figure-5", BINNED["figure-5"][2], figured, partial(binned, "figure-5")),
        shown("figure-6", "Figure 6: accuracy loss and growth of the wrong options, by attack", attacks, figure_6),
        shown("figure-7", BINNED["figure-7"][2], figured, partial(binned, "figure-7")),
        shown("figure-8", BINNED["figure-8"][2], figured, partial(binned, "figure-8")),
        shown("figure-9", "Figure 9: case study, token by token", cases, figure_9),
        shown("table-3", "Table 3: un-answerable training", trainings, table_3),
        shown("by-type", "By type of question (not in the paper; section 5.2 supposes a difference)", typed, by_type),
    ]


def table_1(results: Results) -> Finding:
    """Return Table 1: questions and lengths of the seven sets, in two counts, and the longest option's accuracy."""
    counts = results.file(COUNTED, COUNTS)
    lengths = table("counts", "Questions, and mean lengths of passage/question/answer", COUNTED_AS, _counts(counts))
    longest = table("longest", "Always choosing the longest option (the paper's Table 3)", LONGEST, _longest(counts))
    return Finding("table-1", "Table 1: the data sets", HOW_COUNTED, tables=(lengths, longest))


def _counts(counts: Mapping[str, Any]) -> Iterator[tuple[Value, ...]]:
    for name, own in counts.items():
        questions, words = TABLE_1[name]
        here = "/".join(f"{own['questions'][split]:,}" if split in own["questions"] else "–" for split in SPLITS)
        ways = ("/".join(f"{value:.1f}" for value in own[way]) for way in ("between blanks", "words"))
        yield name, here, "/".join(f"{n:,}" for n in questions), *ways, "/".join(map(str, words))


def _longest(counts: Mapping[str, Any]) -> Iterator[tuple[Value, ...]]:
    for name, own in counts.items():
        value, low, high, n = own["longest"]
        yield name, SETS[name].split, value, low, high, TABLE_3[name]["longest"], n
