"""A language model that answers by letters: our scorer, a plain Transformers loop and lm-evaluation-harness.

    make peers
    PYTHONPATH=.venv/peers python -m benchmarks.reader_speed RACE.tar.gz --model FOLDER
        [--questions 20] [--rounds 2] [--dtype auto] [--without-harness] [--page FILE]

Scores each question, with its passage, in the four rotations of its options (`symbol`, the plain prompt). One thread,
the processor's own time, the ways one after the other in every round; the peak is measured in between.

- ours      `score_cells`, through the engine's batches
- int8      the same, with weights and tokens rounded to eight bits, where the processor multiplies them
- loop      each prompt whole, in batches of like length, padded on the left; logits of the last token only
- harness   `HFLM.loglikelihood`, which groups the letters of a prompt, in batches of the same size

The peak is that of products of the layers' shapes, their weights laid out beforehand. A way's share of it counts the
operations that the answers need: tokens that prompts share are needed once.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from scipy.special import log_softmax
from transformers import AutoModelForCausalLM

import magnetite
from benchmarks.counting import seconds
from benchmarks.published import publish
from examfiles.items import Item
from magnetite.core.cells import Cells, ScoreArray, own_cells, with_shown
from magnetite.core.results import Finding, Heading, table
from magnetite.engine import score_cells
from magnetite.scorers.causal import Causal
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.encoding import Ids
from magnetite.scorers.kind import INT8, rounding
from magnetite.scorers.language_model import load_language_model
from magnetite.scorers.llama import has_eight_bits
from magnetite.scorers.prompts import letters, prompt
from magnetite.scorers.tree import own_tokens

CPU = torch.device("cpu")
PROMPT = prompt("plain")
BATCH = 8  # prompts, of the loop and the harness
IN_EIGHT_BITS = "ours in int8"
EIGHT_BITS_NOTE = "The peak is that of products of floating-point numbers; those of eight bits have another."
ROWS = 512  # tokens of a product that the peak is measured with
REPEATS = 5
WAYS = (
    *(Heading("way"), Heading("seconds", "processor seconds a question"), Heading("tokens", "tokens read", "count")),
    *(Heading("times", "times the seconds of ours"), Heading("peak", "of the peak, needed operations", "share")),
    *(Heading("differ", "choices that differ from the loop's", "count"), Heading("off", "largest difference, letters")),
)
NOTE = (
    "A prompt's choice is the letter with the highest log-probability; differences are of log-probabilities over the "
    "four letters. The loop and the harness run the library's own forward pass in {}."
)


@dataclass(slots=True)
class Way:
    """A way to answer: what was measured of it, and the letters' log-probabilities, (prompts, letters)."""

    name: str
    tokens: int
    answer: Callable[[], ScoreArray]
    seconds: list[float] = field(default_factory=list)
    logs: Any = None


def main() -> None:
    """Measure all ways, and publish the page."""
    arguments = _arguments()
    torch.set_num_threads(1)
    items = _questions(arguments.data, arguments.questions, arguments.seed)
    cells = with_shown(own_cells([turned for item in items for turned in _rotations(item)]))
    rounded, computing = rounding(arguments.dtype)
    loaded = load_language_model(arguments.model, CPU, choose_dtype(computing, CPU), rounded=rounded)
    scorer = Causal(loaded, "symbol", PROMPT)
    asked = [scorer.prompt.render(context, context.shown) for context in cells.contexts]
    ids = [tuple(loaded.tokenizer(text)["input_ids"]) for text in asked]
    ways = _ways(scorer, cells, asked, ids, arguments)
    assert scorer.likelihoods.is_fast  # and weights are read, before anything is timed
    if has_eight_bits() and rounded != INT8:
        ways.append(_in_eight_bits(arguments.model, cells, ways[0].tokens))
    peaks = [_measured(ways[:: -1 if number % 2 else 1], loaded.model) for number in range(arguments.rounds)]
    publish(
        arguments.page,
        "A reader asked by letters",
        f"{arguments.model.name} on RACE test, {len(items)} questions about "
        f"{len({item.passage_id for item in items})} passages, {len(asked)} prompts",
        [_finding(ways, _needed(loaded.model.config, ids), peaks, len(items))],
        note=NOTE.format(_narrowest()),
        precisions=[scorer.precision],
        device="cpu",
        timed=True,
    )


def _ways(
    scorer: Causal, cells: Cells, asked: Sequence[str], ids: Sequence[Ids], arguments: argparse.Namespace
) -> list[Way]:
    named = [f" {letter}" for letter in letters(len(cells.contexts[0].shown))]
    model = AutoModelForCausalLM.from_pretrained(arguments.model, dtype=_narrowest()).eval()
    ways = [
        Way("ours", int(own_tokens(ids)[1].sum()), lambda: score_cells(cells, scorer).scores),
        Way("loop", sum(map(len, ids)), lambda: _looped(model, scorer, ids, named)),
    ]
    if not arguments.without_harness:
        from lm_eval.api.instance import Instance
        from lm_eval.models.huggingface import HFLM

        harness = HFLM(model, tokenizer=scorer._loaded.tokenizer, batch_size=BATCH, device="cpu")
        requests = [Instance("loglikelihood", {}, (text, letter), 0) for text in asked for letter in named]

        def answer() -> ScoreArray:
            return np.array([total for total, _ in harness.loglikelihood(requests, disable_tqdm=True)])

        ways.append(Way(f"lm-evaluation-harness {version('lm-eval')}", sum(map(len, ids)), answer))
    return ways


def _in_eight_bits(model: Path, cells: Cells, tokens: int) -> Way:
    number, computing = rounding(INT8)
    scorer = Causal(load_language_model(model, CPU, choose_dtype(computing, CPU), rounded=number), "symbol", PROMPT)
    assert scorer.likelihoods.is_fast
    return Way(IN_EIGHT_BITS, tokens, lambda: score_cells(cells, scorer).scores)


@torch.inference_mode()
def _looped(model: Any, scorer: Causal, ids: Sequence[Ids], named: Sequence[str]) -> ScoreArray:
    """Answer as a plain script does, a prompt's letters by one forward pass, (prompts × letters,)."""
    targets = [scorer._loaded.tokenizer(letter)["input_ids"][-1] for letter in named]
    order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
    logs = np.zeros((len(ids), len(targets)), dtype=np.float32)
    for start in range(0, len(ids), BATCH):
        places = order[start : start + BATCH]
        width = max(len(ids[place]) for place in places)
        padded = torch.zeros(len(places), width, dtype=torch.long)
        mask = torch.zeros_like(padded)
        for row, place in enumerate(places):
            padded[row, width - len(ids[place]) :] = torch.tensor(ids[place])
            mask[row, width - len(ids[place]) :] = 1
        places_of = (mask.cumsum(1) - 1).clamp(min=0)
        output = model(input_ids=padded, attention_mask=mask, position_ids=places_of, logits_to_keep=1, use_cache=False)
        logs[places] = output.logits[:, -1].float().log_softmax(-1)[:, targets].numpy()
    return logs.ravel()


def _measured(ways: Sequence[Way], model: Any) -> float:
    """Time the ways once each; return the peak, in operations a second."""
    layer, config, total, best = model.model.layers[0], model.config, 0.0, 0.0
    wide = {layer.mlp.down_proj: config.intermediate_size}
    for product in (layer.self_attn.q_proj, layer.self_attn.o_proj, layer.mlp.gate_proj, layer.mlp.up_proj, *wide):
        hidden = torch.randn(ROWS, wide.get(product, config.hidden_size), dtype=model.dtype)
        with torch.inference_mode():
            total += 2.0 * hidden.numel() * product(hidden).shape[1]
            best += min(seconds(partial(product, hidden), CPU, time.process_time) for _ in range(REPEATS))
    for way in ways:
        began = time.process_time()
        way.logs = log_softmax(way.answer().reshape(-1, 4), axis=1)
        way.seconds.append(time.process_time() - began)
    return total / best


def _needed(config: Any, ids: Sequence[Ids]) -> float:
    """Count the operations that the answers need, products alone: each token that prompts share once.

    In the last layer, tokens that are not a prompt's last are needed for their keys and values only.
    """
    width, head = config.hidden_size, config.hidden_size // config.num_attention_heads
    asks, keys = 2 * width**2, 2 * width * head * config.num_key_value_heads
    feeds, layers = 3 * width * config.intermediate_size, config.num_hidden_layers
    order, own = own_tokens(ids)
    behind = [np.arange(len(ids[place]) - own[place], len(ids[place])) + 1 for place in order]
    tokens, pairs = int(own.sum()), float(np.concatenate(behind).sum())
    inner = (layers - 1) * (2 * tokens * (asks + keys + feeds) + 4 * width * pairs)
    last = 2 * tokens * keys + len(ids) * 2 * (asks + feeds + width * config.vocab_size)
    return inner + last + 4 * width * sum(map(len, ids))


def _finding(ways: Sequence[Way], needed: float, peaks: Sequence[float], questions: int) -> Finding:
    ours, loop, *_ = ways
    rows: list[list[Any]] = [
        [
            *(way.name, statistics.median(way.seconds) / questions, way.tokens),
            statistics.median(a / b for a, b in zip(way.seconds, ours.seconds, strict=True)),
            statistics.median(needed / a / peak for a, peak in zip(way.seconds, peaks, strict=True)),
            *(int((way.logs.argmax(1) != loop.logs.argmax(1)).sum()), float(np.abs(way.logs - loop.logs).max())),
        ]
        for way in ways
    ]
    return compared(rows, len(peaks))


def compared(rows: Sequence[Sequence[Any]], rounds: int) -> Finding:
    """Compare the ways, each a row of `WAYS`; one in eight bits has no share of a peak that other products reach."""
    shown = [[*row[:4], None if row[0] == IN_EIGHT_BITS else row[4], *row[5:]] for row in rows]
    slower = ", ".join(
        f"{'' if row[0].startswith('ours') else 'the '}{row[0]} takes {row[3]:.2g} times as long" for row in shown[1:]
    )
    return Finding(
        "speed",
        "Seconds and operations",
        f"Ours takes {rows[0][1]:.1f} processor seconds a question; {slower}. What the answers need is computed at "
        f"{rows[0][4]:.0%} of what the processor reaches.",
        tables=(
            table("ways", f"One thread, {'one round' if rounds == 1 else f'medians of {rounds} rounds'}", WAYS, shown),
        ),
        notes=(EIGHT_BITS_NOTE,) if IN_EIGHT_BITS in [row[0] for row in rows] else (),
    )


def _narrowest() -> str:
    return str(choose_dtype("auto", CPU)).removeprefix("torch.")


def _rotations(item: Item) -> list[Item]:
    """Return a question in every rotation of its options."""
    turns = range(len(item.options))
    return [replace(item, id=f"{item.id}-{k}", options=item.options[k:] + item.options[:k], answer=None) for k in turns]


def _questions(data: str, count: int, seed: int) -> list[Item]:
    """Return the first questions of RACE test with four options, passage by passage, passages drawn by seed."""
    exam = [item for item in magnetite.read(data, split="test") if len(item.options) == 4]
    passages = list(dict.fromkeys(item.passage_id for item in exam))
    place = {
        passages[number]: rank for rank, number in enumerate(np.random.default_rng(seed).permutation(len(passages)))
    }
    return sorted(exam, key=lambda item: place[item.passage_id])[:count]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="RACE, as magnetite reads it")
    parser.add_argument("--model", type=Path, required=True, help="the folder of a Llama, Mistral, Qwen2 or Qwen3")
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--without-harness", action="store_true")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
