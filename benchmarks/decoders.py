"""Compare the causal scorer with lm-evaluation-harness and with a plain loop: the same numbers, and how much sooner.

    pip install lm-eval==0.4.13        some thirty packages, so it is in no extra
    python -m benchmarks.decoders RACE.tar.gz [--questions 12] [--page docs/results/decoders.md]

Models: tiny ones with random weights of five families, in their own tokenizers, and SmolLM2 (the extra `decoder`).
Numbers: log-likelihoods of every option and letter, and what is chosen by them, by the harness's own rules (`acc`,
`acc_norm`, `acc_bytes`, PMI; `lm_eval/api/task.py`). Speed: cells per second of processor time in one thread, which
other jobs on the machine change little, the three ways one after the other in one run.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from lm_eval.api.instance import Instance
from lm_eval.models.huggingface import HFLM
from tests.scorers.decoders import FAMILIES, plain_sum, save_decoder

import magnetite
from magnetite.auditing.record import made_on
from magnetite.core.cells import Cells, Context, own_cells, with_shown
from magnetite.core.items import Item
from magnetite.engine import score_cells
from magnetite.scorers.causal import Causal
from magnetite.scorers.language_model import LanguageModel, load_language_model
from magnetite.scorers.prompts import letters, prompt

CPU = torch.device("cpu")
SCREEN = (20, 100)  # passages, options
SAMPLE = 4  # options of each passage of a screen that the slow ways score


@dataclass(frozen=True, slots=True)
class Speeds:
    """Cells per second of processor time."""

    ours: float
    harness: float
    loop: float

    @property
    def row(self) -> str:
        """Return the cells of a table's row."""
        times = (self.ours / self.harness, self.ours / self.loop)
        return f"{self.ours:.3g} | {self.harness:.3g} | {self.loop:.3g} | {times[0]:.1f} | {times[1]:.1f}"


def main() -> None:
    """Compare, and print the page or write it."""
    arguments = _arguments()
    torch.set_num_threads(1)
    lines = list(_page(_questions(arguments.data, arguments.seed), arguments))
    print("\n".join(lines))
    if arguments.page:
        Path(arguments.page).write_text("\n".join(lines) + "\n", "utf-8")


def _page(exam: Sequence[Item], arguments: argparse.Namespace) -> Iterator[str]:
    items, rows, speeds = exam[: arguments.questions], [], []
    with tempfile.TemporaryDirectory() as folder:
        for family in FAMILIES:
            place = save_decoder(family, Path(folder) / family, merging=False, **_long(family))
            tiny = load_language_model(place, CPU, torch.float32)
            rows.append(_parity(f"{family}, random", tiny, items))
            print(rows[-1], flush=True)
        wide = {"hidden_size": 256, "intermediate_size": 768, "num_hidden_layers": 6}
        place = save_decoder("llama", Path(folder) / "middle", merging=False, **_long("llama"), **wide)
        middle = load_language_model(place, CPU, torch.float32)
        speeds.append(
            _speed("a Llama of 6 layers × 256, random, its own small vocabulary", middle, items, exam, SCREEN[0])
        )
        print(*speeds[-1], sep="\n", flush=True)
    real = load_language_model("smollm2", CPU, torch.float32)
    few = items[: arguments.real]
    rows.append(_parity("SmolLM2-135M-Instruct", real, few))
    print(rows[-1], flush=True)
    speeds.append(_speed("SmolLM2-135M-Instruct", real, few, exam, arguments.passages))
    yield from _written(rows, speeds, items, arguments)


def _long(family: str) -> dict[str, int]:
    """Let a tiny model read whole passages, so that nothing is cut."""
    return {"n_positions" if family == "gpt2" else "max_position_embeddings": 4096}


def _parity(name: str, loaded: LanguageModel, items: Sequence[Item]) -> str:
    """Return a row: the largest deviations, and what the harness and we choose differently."""
    harness, plain = Harness(loaded), prompt("plain")
    own = own_cells(items)
    texts = [plain.render(own.contexts[row]) for row in own.rows]
    options = [own.options[column] for column in own.columns]
    expected = harness.sums([(text, f" {option}") for text, option in zip(texts, options, strict=True)])
    priors = harness.sums([("Answer:", f" {option}") for option in options])
    shown = with_shown(own)
    asked = [
        (plain.render(shown.contexts[row], shown.contexts[row].shown), f" {letter}")
        for row, item in enumerate(items)
        for letter in letters(len(item.options))
    ]
    scores = {scoring: Causal(loaded, scoring, plain).score(own) for scoring in ("cloze", "cloze-byte", "cloze-pmi")}
    by_letter = harness.sums(asked)
    off = [np.abs(scores["cloze"] - expected).max(), np.abs(scores["cloze-pmi"] - (expected - priors)).max()]
    ours = Causal(loaded, "symbol", plain).score(shown)
    off.append(np.abs(ours - by_letter).max())
    lengths = np.array([len(option) for option in options]), np.array([len(option.encode()) for option in options])
    pairs = {
        "acc": (scores["cloze"], expected),
        "acc_norm": (scores["cloze-byte"], expected / lengths[0]),
        "acc_bytes": (scores["cloze-byte"], expected / lengths[1]),
        "PMI": (scores["cloze-pmi"], expected - priors),
        "letters": (ours, by_letter),
    }
    right = [f"{_accuracy(a, items):.0%} / {_accuracy(b, items):.0%}" for a, b in pairs.values()]
    return f"| {name} | {' | '.join(f'{each:.1e}' for each in off)} | {' | '.join(right)} |"


def _accuracy(scores: Any, items: Sequence[Item]) -> float:
    """Return the share of questions of which the answer has the highest score, the first of equals, as the harness."""
    ends = np.cumsum([len(item.options) for item in items])
    chosen = [int(np.argmax(part)) for part in np.split(scores, ends[:-1])]
    return float(np.mean([choice == item.answer for choice, item in zip(chosen, items, strict=True)]))


def _speed(
    name: str, loaded: LanguageModel, items: Sequence[Item], exam: Sequence[Item], passages: int
) -> tuple[str, str]:
    """Return two rows: four options a question, and a screen, of the first questions of so many passages."""
    questions = _timed(loaded, own_cells(items), own_cells(items))
    screened = _of_distinct_passages(exam)[:passages]
    contexts = tuple(Context(item.passage, item.question) for item in screened)
    pool = tuple(dict.fromkeys(option for item in exam for option in item.options))[: SCREEN[1]]
    rows, columns = np.divmod(np.arange(len(contexts) * len(pool)), len(pool))
    whole = Cells(contexts, pool, rows, columns)
    crossed = _timed(loaded, whole, whole.take(columns % (len(pool) // SAMPLE) == 0))
    return (
        f"| {name} | {len(items)} questions, their options | {questions.row} |",
        f"| {name} | screen, {len(contexts)} passages × {len(pool)} options | {crossed.row} |",
    )


def _timed(loaded: LanguageModel, cells: Cells, part: Cells) -> Speeds:
    """Time ours on all cells, through the engine's batches, and the slow ways on a part of them."""
    scorer, harness, plain = Causal(loaded, "cloze", prompt("plain")), Harness(loaded), prompt("plain")
    texts = [
        (plain.render(part.contexts[r]), f" {part.options[c]}") for r, c in zip(part.rows, part.columns, strict=True)
    ]
    return Speeds(
        len(cells) / _seconds(lambda: score_cells(cells, scorer)),
        len(part) / _seconds(lambda: harness.sums(texts)),
        len(part) / _seconds(lambda: [_alone(loaded, *each) for each in texts]),
    )


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
        limit = loaded.max_tokens
        self._model = HFLM(loaded.model, tokenizer=loaded.tokenizer, batch_size=8, max_length=limit, device="cpu")

    def sums(self, pairs: Sequence[tuple[str, str]]) -> Any:
        """Return the log-likelihood of each continuation after its context, (pairs,)."""
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


def _written(
    rows: Sequence[str], speeds: Sequence[tuple[str, str]], items: Sequence[Item], arguments: argparse.Namespace
) -> Iterator[str]:
    passages = len(_of_distinct_passages(items))
    yield from (
        "# Language models",
        "",
        f"    {_COMMAND} --questions {arguments.questions} --passages {arguments.passages} --seed {arguments.seed}",
        "",
        _PLACE.format(version("lm-eval"), made_on(["float32"])),
        _DATA.format(len(items), passages, arguments.real),
        "",
        "## The same numbers",
        "",
        _NUMBERS,
        "",
        "| model | cloze | PMI | letters | acc | acc_norm | acc_bytes | PMI | letters |",
        "|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
        "## How much sooner",
        "",
        _SPEED,
        "",
        "| model | cells | ours | harness | plain loop | times the harness | times the loop |",
        "|---|---|---|---|---|---|---|",
        *(row for pair in speeds for row in pair),
    )


_COMMAND = "python -m benchmarks.decoders RACE.tar.gz"
_PLACE = "lm-eval {}, one thread, beside other jobs. {}."
_DATA = (
    "{} questions of RACE test about {} passages, the first {} of them for SmolLM2, whose GGUF weights are dequantised."
)
_NUMBERS = (
    "The first three columns are the largest deviation from lm-evaluation-harness: of an option's log-likelihood "
    "(cloze), of the same less its log-likelihood after “Answer:” (PMI), and of a letter's. The others are questions "
    "right by each rule, ours / the harness's; cloze-byte stands against both acc_norm, which divides by characters, "
    "and acc_bytes."
)
_SPEED = (
    "Cells per second of processor time. Of a screen, the harness (in batches of 8) and a plain loop score "
    f"{SAMPLE} options of each passage; ours scores all."
)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="RACE, as magnetite reads it")
    parser.add_argument("--questions", type=int, default=12)
    parser.add_argument("--real", type=int, default=4, help="questions for SmolLM2")
    parser.add_argument("--passages", type=int, default=3, help="passages of a screen by SmolLM2")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", help="write the page here")
    return parser.parse_args()


if __name__ == "__main__":
    main()
