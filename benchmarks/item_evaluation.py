"""Text informativity by Magnetite and by item-evaluation (Säuberli and Clematide 2024): same questions, same weights.

    python -m benchmarks.item_evaluation PEER DATA.jsonl [--model reader] [--questions 100] [--kept FOLDER]
        [--page FILE]

PEER is a checkout of github.com/saeub/item-evaluation; its packages are installed in an environment under --folder. It
asks OpenAI's models, or a server of its authors' (github.com/saeub/llm-api) that has Llama and Falcon. A server with
that interface stands here, with the weights that Magnetite has in memory: it answers a prompt at temperature 0, and
keeps what it computed of the last prompt for the next one that begins alike. The peer's program is run as it is.

Ways: its letters, all options in one prompt; each option by itself, as its manual shows; Magnetite's letters, each
option's score the mean over the rotations of the options, and as the options stand. Questions are drawn by whole texts,
ten for each round; every second round asks the ways in reverse. Of a model that is no language model, such as base, the
peer is given Magnetite's answers and counts them. A round whose answers are kept is not asked again.
Processor seconds are those of this process, which has the weights.
"""

import argparse
import json
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import DynamicCache

import magnetite
from benchmarks.published import publish
from benchmarks.servers import installed
from examfiles import read
from examfiles.items import Dataset, Item, gathered
from magnetite.core.cells import IntArray
from magnetite.core.results import Finding, Heading, table
from magnetite.experiments.choices import passages_of
from magnetite.experiments.findings import bounded
from magnetite.experiments.informativity.experiment import TextShares
from magnetite.running.data import limit_items
from magnetite.scorers.causal import Causal
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.language_model import load_language_model
from magnetite.scorers.packaged import PACKAGED_MODELS
from magnetite.scorers.prompts import prompt
from magnetite.stats.agreement import agreement
from magnetite.stats.intervals import Interval, jackknife, mean
from magnetite.stats.ragged import FloatArray, softmax
from magnetite.stats.verdict import MARGIN, Verdict, verdict
from magnetite_papers.paper import with_minus

Probabilities = list[list[float]]  # (questions, options)
Ask = Callable[[Dataset, str, int], Probabilities]  # an exam, a view, the number of the round
ROUND, SEED = 10, 0
CPU = torch.device("cpu")
PORT = 8340
ADDRESS = f"http://127.0.0.1:{PORT}"
OURS = "Magnetite"
VIEWS = {"QOC": "with the text", "QO": "without the text"}
PEER_WAYS = {
    "item-evaluation (letters)": ("true_false=False", "multi=False"),
    "item-evaluation (option by option)": ("true_false=True", "multi=True"),
}
OWN_WAYS: Mapping[str, int | None] = {OURS: None, "Magnetite (one order)": 1}
WORDS = {
    Verdict.ABOVE: "the text contributes",
    Verdict.BELOW: "the text misleads",
    Verdict.LEVEL: "the text contributes next to nothing",
    Verdict.OPEN: "whether the text contributes is open",
}
THAN = {
    Verdict.ABOVE: "larger",
    Verdict.BELOW: "smaller",
    Verdict.LEVEL: "the same, within five points",
    Verdict.OPEN: "neither clearly larger nor clearly smaller",
}
COUNTED = (
    "item-evaluation counts options. Of four options, a wrong letter leaves two marked as they should be, so that "
    "letters which are all wrong have an accuracy of 50%, and text informativity is half as large as by questions."
)
ASKED = "which asks by its own prompts in English"
COUNTS = "which counts the same answers; it asked nothing itself"
PRINTED = (
    *(Heading("way"), Heading("read"), Heading("accuracy", "accuracy over options", "share")),
    *(Heading("F1", unit="share"), Heading("auc", "ROC AUC", "share")),
)
_ENDS = ("", "_low", "_high")
SHARES = (
    Heading("way"),
    *(Heading(f"{name}{end}", name, "share") for name in ("answerability", "guessability") for end in _ENDS),
    *(Heading(f"informativity{end}", "text informativity (points)", "points") for end in _ENDS),
    Heading("n", "questions", "count"),
)
AGREEMENTS = (
    *(Heading("way"), Heading("read")),
    *(Heading(f"same{end}", "same option", "share") for end in _ENDS),
    *(Heading(f"kappa{end}", "kappa") for end in _ENDS),
    *(Heading(f"correlation{end}", "correlation of the key’s probability") for end in _ENDS),
)
BY_QUESTION = (
    Heading("way"),
    *(Heading(f"correlation{end}", "correlation of text informativity") for end in _ENDS),
    *(Heading(f"gap{end}", "less that of Magnetite (points)", "points") for end in _ENDS),
)
SECONDS = (
    *(Heading("way"), Heading("seconds", "processor seconds a question")),
    *(Heading(f"times{end}", "times those of Magnetite") for end in _ENDS),
)


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What a way answers: by view probabilities of options, (questions, options); seconds a question, (rounds,)."""

    probabilities: Mapping[str, FloatArray]
    seconds: FloatArray

    def chosen(self, view: str) -> IntArray:
        """Return the most probable option under a view, (questions,), -1 where several are."""
        values = self.probabilities[view]
        alone = (values == values.max(1, keepdims=True)).sum(1) == 1
        return np.where(alone, values.argmax(1), -1)

    def right(self, view: str, keys: IntArray) -> FloatArray:
        """Return 1 where the key alone is the most probable option, else 0, (questions,)."""
        return (self.chosen(view) == keys).astype(np.float64)

    def key(self, view: str, keys: IntArray) -> FloatArray:
        """Return the key's probability, (questions,)."""
        return self.probabilities[view][np.arange(len(keys)), keys]


def main() -> None:
    """Ask every way, round by round, and publish the page."""
    given = _arguments()
    torch.set_num_threads(1)
    parts = list(rounds(read(given.data), given.questions))
    exam = parts[0].with_items([item for part in parts for item in part])
    python = installed(given.folder.absolute() / "item-evaluation", ("-r", str(given.peer / "requirements.txt")))
    kept = given.kept.absolute() / Path(given.model).name
    kept.mkdir(parents=True, exist_ok=True)
    peer = Peer(python, given.peer.absolute() / "cli.py", kept)
    if given.model in PACKAGED_MODELS or Path(given.model).is_dir():
        loaded = load_language_model(given.model, CPU, choose_dtype("auto", CPU))
        scorer = Causal(loaded, "symbol", prompt("chat"))
        _ask(scorer, 1, parts[0], "QO", 0)  # weights are read, and laid out, before anything is timed
        with serving(Chat(loaded.model, loaded.tokenizer)):
            ways: dict[str, Ask] = {name: partial(peer.ask, name) for name in PEER_WAYS}
            ways |= {name: partial(_ask, scorer, rotations) for name, rotations in OWN_WAYS.items()}
            answers = _asked(ways, parts, kept)
    else:
        answers = _asked({OURS: partial(_ask, given.model, None)}, [exam], kept)
    printed = [
        (name, read_, *peer.evaluated(peer.predictions(name, view, len(parts))))
        for name in answers
        if name in PEER_WAYS
        for view, read_ in VIEWS.items()
    ]
    printed += [
        (f"{OURS}’s answers", read_, *peer.evaluated([peer.given(exam, answers[OURS], view)]))
        for view, read_ in VIEWS.items()
    ]
    beside = [agreements(exam, answers), times(answers)] if len(answers) > 1 else []
    publish(
        given.page,
        "Text informativity by Magnetite and by item-evaluation",
        f"{exam.name}, {len(exam)} questions on {len({item.passage_id for item in exam})} texts; {given.model}",
        [figures(exam, answers, printed), *beside],
        note=f"item-evaluation at commit {_commit(given.peer)}, {ASKED if beside else COUNTS}.",
        device="cpu",
        timed=True,
    )


def rounds(exam: Dataset, questions: int) -> Iterator[Dataset]:
    """Yield ten questions at a time, drawn by whole texts: the first rounds are the same however many there are."""
    drawn = set[str]()
    for many in range(ROUND, questions + 1, ROUND):
        some = [item for item in limit_items(exam, many, SEED) if item.id not in drawn]
        drawn |= {item.id for item in some}
        yield exam.with_items(some)


def _asked(ways: Mapping[str, Ask], parts: Sequence[Dataset], kept: Path) -> dict[str, Answers]:
    every = list[Any]()
    for number, part in enumerate(parts):
        path = kept / f"{number}.json"
        if not path.exists():
            asked = {name: _timed(ways[name], part, number) for name in list(ways)[:: -1 if number % 2 else 1]}
            path.write_text(json.dumps(asked), "utf-8")
        every.append(json.loads(path.read_text("utf-8")))
        print(f"round {number + 1}:", {name: round(each["seconds"], 2) for name, each in every[-1].items()}, flush=True)
    return {
        name: Answers(
            {view: np.concatenate([each[name][view] for each in every]) for view in VIEWS},
            np.array([each[name]["seconds"] for each in every]),
        )
        for name in ways
    }


def _timed(ask: Ask, part: Dataset, number: int) -> dict[str, Any]:
    start = time.process_time()
    answers = {view: ask(part, view, number) for view in VIEWS}
    return {**answers, "seconds": (time.process_time() - start) / len(part)}


def _ask(model: Any, rotations: int | None, exam: Dataset, view: str, number: int) -> Probabilities:
    del number
    frame = magnetite.score(exam, model, views=(view,), store="off", asking=magnetite.Asking(rotations=rotations))
    scores = frame["score"].to_numpy().astype(np.float64)
    counts = np.resize([len(item.options) for item in exam], sum(1 for _ in exam) * frame["member"].n_unique())
    members = softmax(scores, counts).reshape(-1, len(exam), len(exam[0].options))
    return [list(map(float, each)) for each in members.mean(0)]


@dataclass(frozen=True, slots=True)
class Peer:
    """item-evaluation's own program; `folder`: for what it reads and writes."""

    python: Path
    program: Path
    folder: Path

    def ask(self, way: str, exam: Dataset, view: str, number: int) -> Probabilities:
        """Let it predict the answers to a round's questions, keep them, and return the probabilities that it writes."""
        asked = self.folder / "asked.jsonl"
        asked.write_text("".join(json.dumps(article) + "\n" for article, _ in articles(exam)), "utf-8")
        settings = ("lang=en", "chat=True", f"base_url={ADDRESS}", *PEER_WAYS[way])
        guess = ("--guess",) if view == "QO" else ()
        written = self._run("predict", str(asked), "--model", "LLMAPIModel", *guess, "--kwargs", *settings)
        self.predictions(way, view, number + 1)[number].write_text(written, "utf-8")
        items = [item for line in written.splitlines() for item in json.loads(line)["items"]]
        return [[option["prediction"]["prob_correct"] for option in item["answers"]] for item in items]

    def given(self, exam: Dataset, answers: Answers, view: str) -> Path:
        """Write a way's answers to an exam as it writes its own, and return where."""
        chosen = dict(zip((item.id for item in exam), answers.chosen(view).tolist(), strict=True))
        sure = dict(zip((item.id for item in exam), answers.probabilities[view].tolist(), strict=True))
        path = self.folder / f"given-{view}.jsonl"
        with path.open("w", encoding="utf-8") as lines:
            for article, items in articles(exam):
                for item, asked in zip(items, article["items"], strict=True):
                    for k, option in enumerate(asked["answers"]):
                        option["prediction"] = {"pred_correct": k == chosen[item.id], "prob_correct": sure[item.id][k]}
                lines.write(json.dumps(article) + "\n")
        return path

    def evaluated(self, predictions: Sequence[Path]) -> tuple[float, ...]:
        """Return what it prints of answers: accuracy and F1 over options, and the area under the curve."""
        printed = self._run("evaluate", *map(str, predictions))
        return tuple(float(value) / 100 for value in re.findall(r"([\d.]+)%", printed))

    def predictions(self, way: str, view: str, many: int) -> list[Path]:
        """Return where it writes the answers of so many rounds."""
        return [self.folder / f"{number}-{list(PEER_WAYS).index(way)}-{view}.jsonl" for number in range(many)]

    def _run(self, *words: str) -> str:
        command = [str(self.python), str(self.program), *words]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def articles(exam: Dataset) -> Iterator[tuple[dict[str, Any], list[Item]]]:
    """Yield the exam as item-evaluation reads it, a text and its questions, beside the items."""
    for text, items in gathered((item.passage, item) for item in exam).items():
        questions = [
            {
                "question": item.question,
                "answers": [{"text": option, "correct": k == item.answer} for k, option in enumerate(item.options)],
                "multiple": False,
            }
            for item in items
        ]
        yield {"text": text, "items": questions, "metadata": {"dataset": exam.name, "split": "", "extra": {}}}, items


class Chat:
    """A chat model that answers by the library's own forward pass; what two prompts in a row share is computed once."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model, self.tokenizer = model, tokenizer
        self.read: list[int] = []  # tokens whose keys and values are in the cache
        self.cache = DynamicCache()

    @torch.inference_mode()
    def answer(self, messages: list[dict[str, str]], most: int, tokens: Sequence[str]) -> dict[str, Any]:
        """Return the text of at most so many tokens, and of each the log-probabilities: the likeliest, and `tokens`."""
        asked = list(self.tokenizer.apply_chat_template(messages, add_generation_prompt=True)["input_ids"])
        pairs = enumerate(zip(self.read, asked[:-1], strict=False))
        shared = next((k for k, (old, new) in pairs if old != new), min(len(self.read), len(asked) - 1))
        if shared < len(self.read):
            self.cache.crop(shared - len(self.read))
        named = {token: self.tokenizer.encode(token, add_special_tokens=False)[0] for token in tokens}
        rest, answered, logs = asked[shared:], list[int](), list[dict[str, float]]()
        self.read = asked[:shared]
        while len(answered) < most and (not answered or answered[-1] != self.tokenizer.eos_token_id):
            ids = torch.tensor([rest])
            output = self.model(input_ids=ids, past_key_values=self.cache, use_cache=True, logits_to_keep=1)
            self.read += rest
            values = output.logits[0, -1].float().log_softmax(-1)
            rest = [int(values.argmax())]
            answered += rest
            top = {self.tokenizer.decode(rest): float(values[rest[0]])}
            logs.append(top | {token: float(values[place]) for token, place in named.items()})
        return {"output": self.tokenizer.decode(answered, skip_special_tokens=True), "logprobs": logs}


@contextmanager
def serving(model: Chat) -> Iterator[None]:
    """Answer requests for `/chat` as the peer's own server does, in a thread of this process."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps(model.answer(asked["messages"], asked["max_tokens"], asked["logprobs_for_tokens"]))
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_request(self, code: Any = "-", size: Any = "-") -> None:
            """Print nothing."""

    with HTTPServer(("127.0.0.1", PORT), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


def _keys(exam: Dataset) -> IntArray:
    return np.array([item.answer for item in exam], dtype=np.int64)


def figures(exam: Dataset, answers: Mapping[str, Answers], printed: Sequence[tuple[Any, ...]]) -> Finding:
    """Show what each tool says of the exam: the peer's own figures, and the same measures of every way."""
    keys, passages = _keys(exam), passages_of(exam.items)
    shares = {
        name: TextShares.of(each.right("QOC", keys), each.right("QO", keys), passages) for name, each in answers.items()
    }
    said = " ".join(
        f"{name}: {each.answerability.estimate:.0%} right with the text, {each.guessability.estimate:.0%} without; "
        f"{WORDS[verdict(each.informativity, margin=MARGIN)]} ({_points(each.informativity)})."
        for name, each in shares.items()
    )
    counted = " ".join(
        f"{name}, as item-evaluation counts options: {each[0]:.1%} with the text, {each[1]:.1%} without "
        f"({with_minus(f'{100 * (each[0] - each[1]):+.1f}')} points)."
        for name, each in gathered((row[0], row[2]) for row in printed).items()
    )
    return Finding(
        "figures",
        "What each tool finds",
        f"{said} A question is right if its key alone is the most probable option. {counted}".rstrip(),
        tables=(
            table(
                "shares", "Questions that are right", SHARES, [(name, *each.cells()) for name, each in shares.items()]
            ),
            table("printed", "What item-evaluation prints of answers, without intervals", PRINTED, printed),
        ),
        notes=(COUNTED,),
    )


def agreements(exam: Dataset, answers: Mapping[str, Answers]) -> Finding:
    """Compare every way with Magnetite's, question by question."""
    passages, keys, counts = passages_of(exam.items), _keys(exam), np.array([len(item.options) for item in exam])
    ours = answers[OURS]
    rows, by_question, said = list[tuple[Any, ...]](), list[tuple[Any, ...]](), list[str]()
    for name, each in answers.items():
        if each is ours:
            continue
        for view, read_ in VIEWS.items():
            same = agreement(ours.chosen(view), each.chosen(view), keys, counts, passages)
            alike = correlation(ours.key(view, keys), each.key(view, keys), passages)
            rows.append((name, read_, *bounded(same.observed), *bounded(same.kappa), *bounded(alike)))
        gains = [side.key("QOC", keys) - side.key("QO", keys) for side in (ours, each)]
        more = [side.right("QOC", keys) - side.right("QO", keys) for side in (ours, each)]
        gap = mean(more[1] - more[0], passages)
        by_question.append((name, *bounded(correlation(gains[0], gains[1], passages)), *bounded(gap)))
        said.append(
            f"{name} chooses the same option in {rows[-2][2]:.0%} of the questions with the text and in "
            f"{rows[-1][2]:.0%} without it; its text informativity is {THAN[verdict(gap, margin=MARGIN)]} "
            f"({_points(gap)})."
        )
    return Finding(
        "agreement",
        "Question by question, compared with Magnetite",
        " ".join(said),
        tables=(
            table("agreement", "Choices, and probabilities of the key", AGREEMENTS, rows),
            table("questions", "Text informativity", BY_QUESTION, by_question),
        ),
    )


def correlation(first: FloatArray, second: FloatArray, passages: IntArray) -> Interval:
    """Return Pearson's correlation of two values of each question, (questions,), with a t interval over passages."""

    def of(means: FloatArray) -> FloatArray:
        a, b, aa, bb, ab = means.T
        return np.asarray(((ab - a * b) / np.sqrt((aa - a**2) * (bb - b**2)))[:, None])

    return jackknife(np.column_stack([first, second, first**2, second**2, first * second]), passages, of)[0]


def _points(gap: Interval) -> str:
    return with_minus(f"{100 * gap.estimate:+.1f} points, {100 * gap.low:+.1f} to {100 * gap.high:+.1f}")


def times(answers: Mapping[str, Answers]) -> Finding:
    """Compare the processor seconds of every way with Magnetite's, in pairs of rounds."""
    rows = list[tuple[Any, ...]]()
    ours = answers[OURS].seconds
    for name, each in answers.items():
        ratio = mean(np.log(each.seconds / ours), np.arange(len(ours)))
        ends = [None] * 3 if name == OURS else [float(np.exp(end)) for end in (ratio.estimate, ratio.low, ratio.high)]
        rows.append((name, float(each.seconds.mean()), *ends))
    return Finding(
        "seconds",
        "Time",
        f"Means over {len(ours)} rounds, both views. The ways’ times are compared in pairs, round by round: geometric "
        "means of their ratios, with t intervals of their logarithms.",
        tables=(table("seconds", "Processor seconds a question", SECONDS, rows),),
    )


def _commit(checkout: Path) -> str:
    command = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", default="reader")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--folder", type=Path, default=Path("runs/peers"), help="for the environment of the peer")
    parser.add_argument("--kept", type=Path, default=Path("runs/item-evaluation"), help="for the answers")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
