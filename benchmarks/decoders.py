"""Compare the causal scorer with lm-evaluation-harness and with a plain loop: the same numbers, and how much sooner.

    make smollm2 peers                     SmolLM2; and the harness, in its own folder
    PYTHONPATH=.venv/peers python -m benchmarks.decoders RACE.tar.gz [--questions 12] [--page FILE]

Models: tiny ones with random weights of five families, in their own tokenizers, and SmolLM2.
Numbers: log-likelihoods of every option and letter, and what is chosen by them, by the harness's own rules (`acc`,
`acc_norm`, `acc_bytes`, PMI; `lm_eval/api/task.py`). Speed: cells per second of processor time in one thread, which
other jobs on the machine change little, the three ways one after the other in one run.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch

import magnetite
from benchmarks.published import publish
from examfiles.items import Item
from magnetite.core.cells import Cells, Context, own_cells, with_shown
from magnetite.core.results import Finding, Heading, table
from magnetite.engine import score_cells
from magnetite.experiments.choices import read_choices
from magnetite.scorers.causal import Causal
from magnetite.scorers.language_model import LanguageModel, load_language_model
from magnetite.scorers.prompts import letters, prompt
from tests.scorers.decoders import FAMILIES, plain_sum, save_decoder

CPU = torch.device("cpu")
SCREEN = (20, 100)  # passages, options
SAMPLE = 4  # options of each passage of a screen that the slow ways score
BATCH = 8  # of the harness
RULES = 5  # of the harness, that choose by them
Row = list[Any]
SAME = (
    *(Heading("model"), Heading("questions", unit="count"), Heading("cloze"), Heading("pmi", "PMI")),
    *(Heading("letters"), Heading("differ", "choices that differ", "count")),
)
SOONER = (
    *(Heading("model"), Heading("cells"), Heading("ours"), Heading("harness"), Heading("loop", "plain loop")),
    *(Heading("harness_times", "times the harness"), Heading("loop_times", "times the loop")),
)
DEVIATIONS = (
    "The largest deviation of an option's log-likelihood (cloze), of the same less its log-likelihood after “Answer:” "
    "(PMI), and of a letter's. `cloze-byte` chooses beside both `acc_norm`, which divides by characters, and "
    "`acc_bytes`. Llama and Mistral are one architecture at this size, and with one seed have the same weights. So few "
    "questions say whether two programs agree, not how good a model is: what SmolLM2 makes of RACE is in "
    "[A language model through every command](language-model.md)."
)
SAVED = (
    "On a question's own options time is saved because the passage is computed once for the questions that share it, "
    "and logits only where an answer is scored; on a screen, because options are a few tokens behind a context that is "
    "there already."
)


def main() -> None:
    """Compare, and publish the page."""
    arguments = _arguments()
    torch.set_num_threads(1)
    exam = _questions(arguments.data, arguments.seed)
    items, small, name = exam[: arguments.questions], exam[: arguments.real], "SmolLM2-135M-Instruct"
    with tempfile.TemporaryDirectory() as folder:
        same = [_same(f"{family}, random", _random(family, folder), items) for family in FAMILIES]
        middle = _random("llama", folder, hidden_size=256, intermediate_size=768, num_hidden_layers=6)
        sooner = _sooner("a Llama of 6 layers × 256, random, its own small vocabulary", middle, items, exam, SCREEN[0])
    real = load_language_model("smollm2", CPU, torch.float32)
    same.append(_same(name, real, small))
    sooner += _sooner(name, real, small, exam, arguments.passages)
    publish(
        arguments.page,
        "Language models",
        f"{len(items)} questions of RACE test about {len(_of_distinct_passages(items))} passages",
        _findings(same, sooner),
        note=f"Compared with lm-eval {version('lm-eval')} (`make peers`). The GGUF weights of SmolLM2 are dequantised.",
        precisions=["float32"],
        device="cpu",
        timed=True,
    )


def _findings(same: Sequence[Row], sooner: Sequence[Row]) -> tuple[Finding, Finding]:
    largest = max(deviation for row in same for deviation in row[2:5])
    own, screens = sooner[::2], sooner[1::2]
    chosen, differ = RULES * sum(row[1] for row in same), sum(row[5] for row in same)
    times = [f"{min(row[5] for row in rows):.0f} to {max(row[5] for row in rows):.0f}" for rows in (own, screens)]
    return (
        Finding(
            "same",
            "The same numbers",
            f"Log-likelihoods deviate from those of lm-evaluation-harness by {largest:.1e} at most. By its rules "
            f"(`acc`, `acc_norm`, `acc_bytes`, PMI, letters), {chosen - differ} of {chosen} choices are the same.",
            tables=(table("same", "Largest deviations, and choices that differ", SAME, same),),
            notes=(DEVIATIONS,),
        ),
        Finding(
            "sooner",
            "How much sooner",
            f"In the same time ours scores {times[0]} times as many options of questions as the harness, and "
            f"{times[1]} times as many of a screen. There the harness (in batches of {BATCH}) and a plain loop score "
            f"{SAMPLE} options of each passage; ours scores all.",
            tables=(table("sooner", "Cells per second of processor time", SOONER, sooner),),
            notes=(SAVED,),
        ),
    )


def _random(family: str, folder: str, **sizes: Any) -> LanguageModel:
    """Make a tiny model that reads whole passages, so that nothing is cut."""
    positions: dict[str, Any] = {"n_positions" if family == "gpt2" else "max_position_embeddings": 4096}
    place = Path(folder) / "-".join([family, *map(str, sizes.values())])
    return load_language_model(save_decoder(family, place, merging=False, **positions, **sizes), CPU, torch.float32)


def _same(name: str, loaded: LanguageModel, items: Sequence[Item]) -> Row:
    """Return the largest deviations from the harness, and how often we choose differently."""
    harness, plain = Harness(loaded), prompt("plain")
    own = own_cells(items)
    shown = with_shown(own)
    texts = [plain.render(own.contexts[row]) for row in own.rows]
    options = [own.options[column] for column in own.columns]
    asked = [
        (plain.render(shown.contexts[row], shown.contexts[row].shown), f" {letter}")
        for row, item in enumerate(items)
        for letter in letters(len(item.options))
    ]
    expected = harness.sums([(text, f" {option}") for text, option in zip(texts, options, strict=True)])
    informed = expected - harness.sums([("Answer:", f" {option}") for option in options])
    by_letter = harness.sums(asked)
    cloze, by_byte, pmi = (Causal(loaded, way, plain).score(own) for way in ("cloze", "cloze-byte", "cloze-pmi"))
    symbol = Causal(loaded, "symbol", plain).score(shown)
    lengths = np.array([len(option) for option in options]), np.array([len(option.encode()) for option in options])
    rules = ((cloze, expected), (pmi, informed), (symbol, by_letter), *((by_byte, expected / n) for n in lengths))
    differ = [(read_choices(items, ours).chosen != read_choices(items, theirs).chosen).sum() for ours, theirs in rules]
    return [name, len(items), *(float(np.abs(ours - theirs).max()) for ours, theirs in rules[:3]), int(sum(differ))]


def _sooner(name: str, loaded: LanguageModel, items: Sequence[Item], exam: Sequence[Item], passages: int) -> list[Row]:
    """Time four options a question, and a screen of the first questions of so many passages."""
    own = own_cells(items)
    screened = _of_distinct_passages(exam)[:passages]
    contexts = tuple(Context(item.passage, item.question) for item in screened)
    pool = tuple(dict.fromkeys(option for item in exam for option in item.options))[: SCREEN[1]]
    rows, columns = np.divmod(np.arange(len(contexts) * len(pool)), len(pool))
    whole = Cells(contexts, pool, rows, columns)
    part = whole.take(columns % (len(pool) // SAMPLE) == 0)
    return [
        [name, f"{len(items)} questions, their options", *_timed(loaded, own, own)],
        [name, f"screen, {len(contexts)} passages × {len(pool)} options", *_timed(loaded, whole, part)],
    ]


def _timed(loaded: LanguageModel, cells: Cells, part: Cells) -> tuple[float, ...]:
    """Time ours on all cells, through the engine's batches, and the slow ways on a part of them; and compare."""
    scorer, harness, plain = Causal(loaded, "cloze", prompt("plain")), Harness(loaded), prompt("plain")
    texts = [
        (plain.render(part.contexts[r]), f" {part.options[c]}") for r, c in zip(part.rows, part.columns, strict=True)
    ]
    ours = len(cells) / _seconds(lambda: score_cells(cells, scorer))
    theirs = len(part) / _seconds(lambda: harness.sums(texts))
    loop = len(part) / _seconds(lambda: [_alone(loaded, *each) for each in texts])
    return ours, theirs, loop, ours / theirs, ours / loop


def _seconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _alone(loaded: LanguageModel, text: str, answer: str) -> float:
    """Score one cell as a plain script does."""
    whole, start = loaded.tokenizer(text + answer)["input_ids"], len(loaded.tokenizer(text)["input_ids"])
    return plain_sum(loaded.model, whole, min(start, len(whole) - 1))


class Harness:
    """Log-likelihoods by lm-evaluation-harness, of the same model in memory."""

    def __init__(self, loaded: LanguageModel) -> None:
        from lm_eval.models.huggingface import HFLM  # of make peers; the command line is read without it

        limit = loaded.max_tokens
        self._model = HFLM(loaded.model, tokenizer=loaded.tokenizer, batch_size=BATCH, max_length=limit, device="cpu")

    def sums(self, pairs: Sequence[tuple[str, str]]) -> Any:
        """Return the log-likelihood of each continuation after its context, (pairs,)."""
        from lm_eval.api.instance import Instance

        requests = [Instance("loglikelihood", {}, pair, 0) for pair in pairs]
        return np.array([total for total, _ in self._model.loglikelihood(requests, disable_tqdm=True)])


def _questions(data: str, seed: int) -> list[Item]:
    """Return the questions of RACE test, passage by passage, these in an order drawn by seed."""
    exam = magnetite.read(data, split="test")
    passages = list(dict.fromkeys(item.passage_id for item in exam))
    drawn = np.random.default_rng(seed).permutation(len(passages))
    place = {passages[number]: rank for rank, number in enumerate(drawn)}
    return sorted(exam, key=lambda item: place[item.passage_id])


def _of_distinct_passages(items: Sequence[Item]) -> list[Item]:
    return list({item.passage_id: item for item in items}.values())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="RACE, as magnetite reads it")
    parser.add_argument("--questions", type=int, default=12)
    parser.add_argument("--real", type=int, default=4, help="questions for SmolLM2")
    parser.add_argument("--passages", type=int, default=3, help="passages of a screen by SmolLM2")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
