"""Why options suffice: each option by itself, the options together, and the question that a model infers from them.

    python -m benchmarks.options RACE.tar.gz@test [--model reader] [--limit 100] [--kept FILE] [--page FILE]

N questions are drawn as whole passages by seed. A language model that runs here writes, greedily, the question that it
infers from the options of each; all else is `magnetite audit --experiments options`, asked of the same model by letters
in a chat, in two rotations of the options. How alike the inferred questions are to the true ones is measured by words
there, and here by the cosine of embeddings, too (the small encoder, all-MiniLM-L6-v2, the mean over tokens). Inferred
questions are kept in a file, so that the same command goes on where it was stopped.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import torch

import magnetite
from benchmarks.published import for_page, publish
from examfiles.items import Dataset, Item, letter
from magnetite import Asking
from magnetite.core.results import Finding, table
from magnetite.experiments.choices import passages_of
from magnetite.experiments.options.experiment import (
    BY_ITSELF,
    FIELD,
    INFERRED,
    LIKENESS_HEADINGS,
    TOGETHER,
    Likeness,
    inferred_question,
)
from magnetite.running.data import limit_items, load_joined
from magnetite.scorers.causal import SYMBOL, Causal
from magnetite.scorers.device import choose_device, choose_dtype
from magnetite.scorers.language_model import LanguageModel, load_language_model
from magnetite.scorers.likeness import embeddings
from magnetite.scorers.loading import ready
from magnetite.scorers.prompts import CHAT, prompt
from magnetite.stats.verdict import MARGIN, Verdict, verdict

SEED = 0
ROTATIONS = 2
BATCH, MOST_TOKENS = 10, 24  # questions that are written together, and tokens of one
PROMPT = (
    "Below are the options of a multiple-choice question on a text. The question is missing.\n\n{options}\n\n"
    "Write the question that was most likely asked. Reply with the question only."
)
DATE = {"date_string": "26 Jul 2024"}  # of templates that write the day's
CLOSER = {
    Verdict.ABOVE: "they come closer to the true ones",
    Verdict.BELOW: "they come closer to the others",
    Verdict.LEVEL: "they come no closer to the true ones",
    Verdict.OPEN: "these questions do not show whether they come closer to the true ones",
}
NOTE = (
    "Balepur, Ravichander and Rudinger (2024) ask larger models, of ARC, MMLU and HellaSwag, with examples; their "
    "figures are not comparable. {power}"
)


def main() -> None:
    """Let the model infer questions, audit, and publish the page."""
    given = _arguments()
    device = choose_device("auto")
    loaded = load_language_model(given.model, device, choose_dtype("auto", device))
    exam = with_inferred(limit_items(load_joined(given.data), given.limit, SEED), loaded, given.kept)
    run = magnetite.audit(
        exam,
        Causal(loaded, SYMBOL, prompt(CHAT)),
        experiments=("options",),
        views=("O", "QO"),
        seed=SEED,
        store=given.store,
        asking=Asking(rotations=ROTATIONS),
    )
    finding = run.finding("options")
    publish(
        given.page,
        "Why options suffice",
        f"{given.model}, on {' '.join(filter(None, (exam.name, exam.split)))}, {len(exam):,} questions on "
        f"{len({item.passage_id for item in exam}):,} passages",
        [for_page(finding), by_meaning([item for item in exam if item.answer is not None])],
        note=NOTE.format(power=_power(finding)),
        precisions=[str(system["precision"]) for system in run.systems],
    )


def with_inferred(exam: Dataset, model: LanguageModel, kept: Path | None) -> Dataset:
    """Return the exam with the question that the model infers from each one's options, but for those kept."""
    known: dict[str, str] = json.loads(kept.read_text("utf-8")) if kept and kept.exists() else {}
    left = [item for item in exam if item.id not in known]
    for part, questions in written(left, model) if left else ():
        known |= zip((item.id for item in part), questions, strict=True)
        if kept:
            kept.write_text(json.dumps(known, indent=1, ensure_ascii=False), "utf-8")
    return exam.with_items([replace(item, metadata={**item.metadata, FIELD: known[item.id]}) for item in exam])


def written(items: Sequence[Item], model: LanguageModel) -> Iterator[tuple[Sequence[Item], list[str]]]:
    """Let a language model write the question that it infers from each item's options, the likeliest token first."""
    words, writer = model.tokenizer, ready(model.read(), model.device, model.dtype)
    words.padding_side, words.pad_token = "left", words.pad_token or words.eos_token
    for start in range(0, len(items), BATCH):
        part = items[start : start + BATCH]
        texts = [
            words.apply_chat_template(_asked(item), tokenize=False, add_generation_prompt=True, **DATE) for item in part
        ]
        read = words(texts, return_tensors="pt", padding=True, add_special_tokens=False).to(model.device)
        with torch.inference_mode():
            tokens = writer.generate(
                **read, max_new_tokens=MOST_TOKENS, do_sample=False, pad_token_id=words.pad_token_id
            )
        told = words.batch_decode(tokens[:, read["input_ids"].shape[1] :], skip_special_tokens=True)
        yield part, [first_line(each) for each in told]


def _asked(item: Item) -> list[dict[str, str]]:
    options = "\n".join(f"{letter(place)}. {option}" for place, option in enumerate(item.options))
    return [{"role": "user", "content": PROMPT.format(options=options)}]


def first_line(text: str) -> str:
    r"""Return the first line that says something, without what introduces it.

    >>> first_line(" Question: What has Ann?\nA. a cat")
    'What has Ann?'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0].removeprefix("Question:").strip() if lines else ""


def by_meaning(items: Sequence[Item]) -> Finding:
    """Compare the inferred questions with the true ones, and with others, by the embeddings of both."""
    texts = [text for item in items for text in (item.question, inferred_question(item))]
    vectors = embeddings(texts)
    found = Likeness.of(
        items, passages_of(items), SEED, lambda first, second: max(0.0, float(vectors[first] @ vectors[second]))
    )
    assert found is not None  # several passages, and a question inferred for each item
    several = len({inferred_question(item) for item in items})
    told = (
        f"By their embeddings, the {len(found.own):,} inferred questions are {found.own.mean():.2f} like the true ones "
        f"and {found.other.mean():.2f} like questions on other passages (1 is the same): "
        f"{CLOSER[verdict(found.gap, margin=MARGIN)]}. {several:,} of them are different."
    )
    rows = found.rows()
    title = "How alike inferred questions are by meaning"
    return Finding("options-meaning", title, told, tables=(table("meaning", title, LIKENESS_HEADINGS, rows),))


def _power(finding: Finding) -> str:
    """Say which differences so many questions show."""
    return " ".join(_shown(finding, first, second) for first, second in ((TOGETHER, BY_ITSELF), (INFERRED, TOGETHER)))


def _shown(finding: Finding, first: str, second: str) -> str:
    gap = finding.number("difference", f"{first} less {second}")
    assert gap.low is not None
    assert gap.high is not None
    points = detectable(gap.low, gap.high)
    return f"A difference of {100 * points:.0f} points between {first} and {second} is found four times in five."


def detectable(low: float, high: float) -> float:
    """Return the difference that is told from none four times in five, if its interval of 95% is as wide as this one.

    >>> round(detectable(-0.098, 0.098), 2)
    0.14
    """
    return (high - low) / 2 * (1.96 + 0.84) / 1.96


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--model", default="reader")
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
