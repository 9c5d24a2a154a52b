"""Train systems that answer with letters, or with Yes and No: a LoRA adapter on a language model, for one view.

    python -m benchmarks.train_reader QO RACE.tar.gz --output systems/qo [--base reader] [--questions 4000] [--seed 0]
    python -m benchmarks.train_reader all RACE.tar.gz --output systems --device cuda         # O, QO, QOC, CO in turn
    python -m benchmarks.train_reader QOC RACE.tar.gz DREAM MCTest MCScript --output systems/exams    # equal shares
    python -m benchmarks.train_reader QOC RACE.tar.gz --scoring verdict --output systems/verdicts

A question is shown with its options in a random order each time it is read, so that no position is learned, and the
loss is the cross-entropy of the letter over the whole vocabulary. Questions of a passage are read behind it together.
For verdicts two of its options are proposed, each by itself: the right one, whose answer is Yes, and one of the wrong
ones, drawn each time it is read, whose answer is No. Half of the right ones that can be said in other words (a word for
its like, a list in another order: `benchmarks.plantings`) are, and half of the wrong ones, so that words tell nothing.
Weights are bfloat16 and frozen; adapters are float32 while they are trained. `--device` is a GPU or the CPU, on which
the forward pass is laid out for matrix units (AMX): grouped products, attention by products, no padding of passages.
Without a GPU, `--bits 8` computes most products with eight bits, there and back (a CPU with VNNI). `--passages light`
reads passages without a way back: the adapters still learn which keys and values to make of them, but not through their
upper layers. `--compare` measures both. `--asking 4` takes only passages with four questions and more, since a passage
is read once for all of its questions. `--inner-rank` puts adapters on the feed-forward part as well.
Each `--every` questions it answers dev questions, in one order, and writes a checkpoint, from which the same command
goes on; the adapter with the least loss on dev is what it leaves in the folder, with its card. `--init` starts from
another system's adapter. `--average STEPS` keeps the learning rate constant and leaves the mean of the adapters of
about so many steps: a training that may be stopped at any time. Measure them with `benchmarks.measure_systems`.
"""

import argparse
import hashlib
import itertools
import json
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as fn

import magnetite
from benchmarks.plantings import reworded
from examfiles.items import Dataset, Item
from magnetite.core.cells import Context, own_context
from magnetite.scorers.causal import NO, SYMBOL, VERDICT, YES
from magnetite.scorers.kind import ADAPTER, ADAPTER_CONFIG
from magnetite.scorers.llama import EightBits, has_eight_bits
from magnetite.scorers.loading import CARD, base_folder, tokenizer_of, weights_hash
from magnetite.scorers.prompts import PLAIN, Prompt, letters, prompt
from magnetite.scorers.tree import shared
from magnetite.train import sample_items
from magnetite.views import view as named_view

RATES = {"O": 3e-4, "QO": 3e-4, "QOC": 2e-4, "CO": 2e-4}
SIZES = {"O": 4000, "QO": 8000, "QOC": 8000, "CO": 6000}  # questions of a system with --device cuda and `all`
TOGETHER, ROW = 16, 6  # questions of a step, and of one passage in a row
LONGEST = 1024  # tokens of a passage with its question
HIDDEN = -1e9
PLAIN_BITS, ROUNDED = 16, 8  # of products
PARTS, INNER = ("q", "k", "v", "o"), ("gate", "up", "down")


@dataclass(frozen=True, slots=True)
class Row:
    """Texts behind the tokens that they begin with alike: their own tokens, and the places of their answers."""

    start: tuple[int, ...]
    ends: tuple[tuple[int, ...], ...]
    keys: tuple[int, ...]
    counts: tuple[int, ...]  # of possible answers


class Reader(nn.Module):
    """A Llama or Qwen2 whose attention has adapters; scores the last token of each sequence."""

    def __init__(self, folder: Path, rank: int, seed: int, device: str, inner: int = 0) -> None:
        super().__init__()
        config = json.loads((folder / "config.json").read_text("utf-8"))
        weights = {
            name: each.to(device) for file in folder.glob("*.safetensors") for name, each in load_file(file).items()
        }
        self.width, self.heads = config["hidden_size"], config["num_attention_heads"]
        self.groups, self.count, self.eps = (
            config["num_key_value_heads"],
            config["num_hidden_layers"],
            config["rms_norm_eps"],
        )
        self.size = config.get("head_dim") or self.width // self.heads
        self.embedding, self.norm = weights["model.embed_tokens.weight"], weights["model.norm.weight"]
        self.head = weights.get("lm_head.weight", self.embedding)
        self.layers = [_layer(weights, f"model.layers.{i}.") for i in range(self.count)]
        self.rounded: dict[tuple[int, str], tuple[EightBits | None, EightBits]] = {}  # by layer's id and product
        self.rounds = False  # whether products are computed with them
        narrow, wide = self.groups * self.size, self.layers[0]["down"].shape[1]
        self.widths = {"q": self.heads * self.size, "k": narrow, "v": narrow, "o": self.width}
        self.inner, self.scale = inner, 2.0
        sizes = {part: (self.widths["q"] if part == "o" else self.width, self.widths[part], rank) for part in PARTS}
        sizes |= {"gate": (self.width, wide, inner), "up": (self.width, wide, inner), "down": (wide, self.width, inner)}
        self.adapters = nn.ParameterDict(_adapters(self.count, sizes, seed)).to(device)
        theta = (config.get("rope_parameters") or config)["rope_theta"]
        turns = torch.arange(2 * LONGEST)[:, None] * theta ** -(torch.arange(0, self.size, 2) / self.size)
        self.cos, self.sin = (f(turns).repeat(1, 2).bfloat16().to(device)[:, None] for f in (torch.cos, torch.sin))

    def forward(self, ids: Tensor, positions: Tensor, sees: Tensor, last: Tensor) -> Tensor:
        """Return the logits, (last, vocabulary), behind some tokens of (rows, tokens); `sees`: what attention adds."""
        x = fn.embedding(ids, self.embedding)
        for i, layer in enumerate(self.layers):
            h = _Norm.apply(x, layer["before"], self.eps)
            query, key, value = self._turned_parts(self._base(layer, "qkv", h) + self._added(i, h), positions)
            x = x + self._out(i, layer, self._read(query, key, value, sees))
            if i == self.count - 1:
                x = x.flatten(0, 1)[last]
            x = x + self._inner(i, layer, x)
        return fn.linear(_Norm.apply(x, self.norm, self.eps), self.head).float()

    def light(self, many: int, ids: Tensor, positions: Tensor, sees: Tensor, last: Tensor) -> Tensor:
        """Return what `forward` does of one row whose first tokens, so many, are read without a way back."""
        x = fn.embedding(ids[:, many:], self.embedding)
        start = fn.embedding(ids[:, :many], self.embedding)
        for i, layer in enumerate(self.layers):
            with torch.no_grad():
                h = _Norm.apply(start, layer["before"], self.eps)
                base = self._base(layer, "qkv", h)
            before = self._turned_parts(base + self._added(i, h), positions[:, :many])
            if i < self.count - 1:
                with torch.no_grad():
                    start = start + self._out(i, layer, self._read(*before, sees[:many, :many]))
                    start = start + self._inner(i, layer, start)
            h = _Norm.apply(x, layer["before"], self.eps)
            query, *own = self._turned_parts(self._base(layer, "qkv", h) + self._added(i, h), positions[:, many:])
            key, value = (torch.cat(pair, 1) for pair in zip(before[1:], own, strict=True))
            x = x + self._out(i, layer, self._read(query, key, value, sees[many:]))
            if i == self.count - 1:
                x = x.flatten(0, 1)[last - many]
            x = x + self._inner(i, layer, x)
        return fn.linear(_Norm.apply(x, self.norm, self.eps), self.head).float()

    def round_products(self) -> None:
        """Keep the weights in eight bits besides: there, but for those behind the gate, and back."""
        for layer in self.layers:
            for part in ("qkv", "o", "gate_up", "down"):
                there = None if part == "down" else _eight_bits(layer[part], layer.get(f"{part}_bias"))
                self.rounded[id(layer), part] = there, _eight_bits(layer[part].T.contiguous(), None)

    def _base(self, layer: dict[str, Tensor], part: str, h: Tensor) -> Tensor:
        ways = self.rounded.get((id(layer), part)) if self.rounds else None
        weight, bias = layer[part], layer.get(f"{part}_bias")
        return fn.linear(h, weight, bias) if ways is None else _Rounded.apply(h, weight, *ways)

    def _added(self, i: int, h: Tensor, parts: Sequence[str] = PARTS[:3]) -> Tensor:
        """Return what the adapters add to some products of the same tokens, side by side."""
        low = fn.linear(h, torch.cat([self._adapter(i, part, "A") for part in parts])) * self.scale
        added = [
            fn.linear(each, self._adapter(i, part, "B"))
            for part, each in zip(parts, low.chunk(len(parts), -1), strict=True)
        ]
        return torch.cat(added, -1)

    def _turned_parts(self, joined: Tensor, positions: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Split what was made of tokens into queries, keys and values by head, each turned to its place."""
        rows, tokens, _ = joined.shape
        query, key, value = joined.split([self.widths[part] for part in "qkv"], -1)
        query = self._turned(query.view(rows, tokens, self.heads, self.size), positions)
        key = self._turned(key.view(rows, tokens, self.groups, self.size), positions)
        return query, key, value.view(rows, tokens, self.groups, self.size)

    def _read(self, query: Tensor, key: Tensor, value: Tensor, sees: Tensor) -> Tensor:
        rows, tokens, there = len(query), query.shape[1], key.shape[1]
        query = query.view(rows, tokens, self.groups, -1, self.size).permute(0, 2, 3, 1, 4)
        each = query.shape[2]
        logits = query.reshape(rows, self.groups, each * tokens, self.size) @ key.permute(0, 2, 3, 1)
        logits = logits.view(rows, self.groups, each, tokens, there) * self.size**-0.5 + sees
        read = logits.softmax(-1).view(rows, self.groups, each * tokens, there) @ value.transpose(1, 2)
        return read.view(rows, self.groups, each, tokens, self.size).permute(0, 3, 1, 2, 4).reshape(rows, tokens, -1)

    def _out(self, i: int, layer: dict[str, Tensor], read: Tensor) -> Tensor:
        return self._base(layer, "o", read) + self._added(i, read, PARTS[3:])

    def _inner(self, i: int, layer: dict[str, Tensor], x: Tensor) -> Tensor:
        h = _Norm.apply(x, layer["between"], self.eps)
        both = self._base(layer, "gate_up", h)
        read = _Gated.apply(both + self._added(i, h, INNER[:2]) if self.inner else both)
        out = self._base(layer, "down", read)
        return out + self._added(i, read, INNER[2:]) if self.inner else out

    def _adapter(self, i: int, part: str, side: str) -> Tensor:
        return self.adapters[f"{i}_{part}_{side}"].bfloat16()

    def _turned(self, x: Tensor, positions: Tensor) -> Tensor:
        first, second = x.chunk(2, -1)
        return x * self.cos[positions] + torch.cat([-second, first], -1) * self.sin[positions]


def _layer(weights: dict[str, Tensor], at: str) -> dict[str, Tensor]:
    layer = {
        "qkv": torch.cat([weights.pop(f"{at}self_attn.{part}_proj.weight") for part in "qkv"]),
        "o": weights.pop(f"{at}self_attn.o_proj.weight"),
        "gate_up": torch.cat([weights.pop(f"{at}mlp.{part}_proj.weight") for part in ("gate", "up")]),
        "down": weights.pop(f"{at}mlp.down_proj.weight"),
        "before": weights.pop(f"{at}input_layernorm.weight"),
        "between": weights.pop(f"{at}post_attention_layernorm.weight"),
    }
    if f"{at}self_attn.q_proj.bias" in weights:
        layer["qkv_bias"] = torch.cat([weights.pop(f"{at}self_attn.{part}_proj.bias") for part in "qkv"])
    return layer


def _adapters(layers: int, sizes: dict[str, tuple[int, int, int]], seed: int) -> dict[str, nn.Parameter]:
    """Make adapters as PEFT does: A uniform within 1/√width, B zero. `sizes`: each one's width, output and rank."""
    draw, made = torch.Generator().manual_seed(seed), {}
    for i in range(layers):
        for part, (width, out, rank) in sizes.items():
            if rank:
                bound = 1 / math.sqrt(width)
                made[f"{i}_{part}_A"] = nn.Parameter(torch.empty(rank, width).uniform_(-bound, bound, generator=draw))
                made[f"{i}_{part}_B"] = nn.Parameter(torch.zeros(out, rank))
    return made


def _eight_bits(weight: Tensor, bias: Tensor | None) -> EightBits:
    with torch.device("meta"):
        linear = nn.Linear(weight.shape[1], len(weight), bias=False)
    linear.weight = nn.Parameter(weight, requires_grad=False)
    if bias is not None:
        linear.bias = nn.Parameter(bias, requires_grad=False)
    return EightBits(linear)


class _Rounded(torch.autograd.Function):
    """A product with a frozen weight, in eight bits there, where they are given, and back."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, there: EightBits | None, back: EightBits) -> Tensor:
        ctx.back = back
        return fn.linear(x, weight) if there is None else there(x)

    @staticmethod
    def backward(ctx: Any, after: Tensor) -> tuple[Tensor, None, None, None]:
        return ctx.back(after.contiguous()), None, None, None


class _Norm(torch.autograd.Function):
    """Root-mean-square norm in float32, which keeps its input in 16 bits for the way back."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, eps: float) -> Tensor:
        wide = x.float()
        by = torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + eps)
        ctx.save_for_backward(x, weight, by)
        return (wide * by).to(x.dtype) * weight

    @staticmethod
    def backward(ctx: Any, after: Tensor) -> tuple[Tensor, None, None]:
        x, weight, by = ctx.saved_tensors
        wide, gradient = x.float(), (after * weight).float()
        return (by * (gradient - wide * by * by * (gradient * wide).mean(-1, keepdim=True))).to(x.dtype), None, None


class _Gated(torch.autograd.Function):
    """silu(gate) · up of the two side by side, which keeps only its input."""

    @staticmethod
    def forward(ctx: Any, both: Tensor) -> Tensor:
        ctx.save_for_backward(both)
        gate, up = both.chunk(2, -1)
        return fn.silu(gate) * up

    @staticmethod
    def backward(ctx: Any, after: Tensor) -> Tensor:
        (both,) = ctx.saved_tensors
        gate, up = both.chunk(2, -1)
        share, out = torch.sigmoid(gate), torch.empty_like(both)
        of_gate, of_up = out.chunk(2, -1)
        silu = gate * share
        torch.mul(after, silu, out=of_up)
        torch.mul(after * up, share + silu * (1 - share), out=of_gate)
        return out


def rows_of(
    items: Sequence[Item], shown: Prompt, tokenizer: Any, draw: random.Random, scoring: str = SYMBOL
) -> Iterator[Row]:
    """Encode items, already under their view, with what is drawn of them; those of a passage together, `ROW` a row."""
    by_passage: dict[str, list[Item]] = {}
    for item in items:
        by_passage.setdefault(item.passage or item.id, []).append(item)
    for group in by_passage.values():
        for start in range(0, len(group), ROW):
            yield _row(group[start : start + ROW], shown, tokenizer, draw, scoring)


def _row(items: Sequence[Item], shown: Prompt, tokenizer: Any, draw: random.Random, scoring: str) -> Row:
    asked = [each for item in items for each in (_proposed if scoring == VERDICT else _lettered)(item, draw)]
    texts = [shown.render(own_context(item), options) for item, (options, _, _) in asked]
    ids = [tuple(each) for each in tokenizer(texts, add_special_tokens=False)["input_ids"]]
    passage = tokenizer(shown.render(Context(items[0].passage, ""), ()), add_special_tokens=False)["input_ids"]
    others = ids[1:] or [tuple(passage)] * bool(items[0].passage)  # of a question alone, what it shares with none
    same = min((shared(ids[0], each) for each in others), default=0)
    own = max(len(each) - same for each in ids)
    start = ids[0][: min(same, LONGEST - own)]  # a passage that is too long is cut at its end
    ends = tuple(each[same:][-LONGEST:] for each in ids)
    return Row(start, ends, tuple(key for _, (_, key, _) in asked), tuple(count for _, (_, _, count) in asked))


Asked = tuple[Item, tuple[list[str], int, int]]  # the options shown, the answer's place, and how many there could be


def _lettered(item: Item, draw: random.Random) -> Iterator[Asked]:
    order = draw.sample(range(len(item.options)), len(item.options))
    yield item, ([item.options[place] for place in order], order.index(item.answer or 0), len(order))


def _proposed(item: Item, draw: random.Random) -> Iterator[Asked]:
    """Yield the right option, to be answered with the first of Yes and No, and a wrong one, or what says the same."""
    key = item.answer or 0
    wrong = draw.choice([place for place in range(len(item.options)) if place != key])
    for answer, place in enumerate((key, wrong)):
        alike = [item.options[place], *reworded(item.options[place])]
        yield item, ([draw.choice(alike[1:]) if len(alike) > 1 and draw.random() < 0.5 else alike[0]], answer, 2)


def batch(rows: Sequence[Row]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Lay out a row with its questions side by side, or questions without a passage padded.

    Returns ids, positions, mask, and the places of the last tokens.
    """
    if len(rows) == 1:
        [row] = rows
        ids, many = list(row.start), len(row.start)
        sees = torch.full((many + sum(map(len, row.ends)),) * 2, HIDDEN, dtype=torch.bfloat16)
        sees[:many, :many].triu_(1)
        positions, ends = list(range(many)), []
        for end in row.ends:
            own = slice(len(ids), len(ids) + len(end))
            sees[own, :many] = 0
            sees[own, own].triu_(1)
            positions += range(many, many + len(end))
            ids += end
            ends.append(len(ids) - 1)
        return torch.tensor([ids]), torch.tensor([positions]), sees, torch.tensor(ends)
    wide = max(len(row.ends[0]) for row in rows)
    padded = torch.zeros(len(rows), wide, dtype=torch.long)
    for place, row in enumerate(rows):
        padded[place, : len(row.ends[0])] = torch.tensor(row.ends[0])
    last = torch.tensor([place * wide + len(row.ends[0]) - 1 for place, row in enumerate(rows)])
    sees = torch.full((wide, wide), HIDDEN, dtype=torch.bfloat16).triu(1)
    return padded, torch.arange(wide).expand(len(rows), wide), sees, last


def passes(rows: Sequence[Row]) -> list[list[Row]]:
    """Cut rows into forward passes: one behind a passage alone, others `TOGETHER` by length."""
    single = sorted((row for row in rows if not row.start), key=lambda row: len(row.ends[0]))
    many = min(TOGETHER, max(1, 4 * LONGEST // max((len(row.ends[0]) for row in single), default=1)))
    return [[row] for row in rows if row.start] + [single[i : i + many] for i in range(0, len(single), many)]


@dataclass(eq=False)
class Training:
    """One system in the making: its model, its questions, and where it stands."""

    view: str
    data: Sequence[Dataset]
    dev: Sequence[Dataset]
    output: Path
    base: str
    asked: argparse.Namespace

    def __post_init__(self) -> None:
        self.folder = Path(base_folder(self.base))
        asked, verdict = self.asked, self.asked.scoring == VERDICT
        self.tokenizer, self.prompt = tokenizer_of(self.folder), prompt(PLAIN, verdict=verdict)
        most = max(len(item.options) for each in (*self.data, *self.dev) for item in each)
        names = (YES, NO) if verdict else letters(most)
        tokens = [self.tokenizer.encode(f" {name}", add_special_tokens=False) for name in names]
        if any(len(each) > 1 for each in tokens):
            raise SystemExit(
                f"{self.base}: {names[0]}, or another answer, is several tokens of its, so it cannot be trained to "
                "answer with one."
            )
        self.answers = torch.tensor(tokens)[:, 0]
        self.model = Reader(self.folder, asked.rank, asked.seed, asked.device, asked.inner_rank)
        if asked.bits == ROUNDED:
            self.model.round_products()
        self.rate = self.asked.learning_rate or RATES[self.view]
        self.optimizer = torch.optim.AdamW(self.model.adapters.parameters(), lr=self.rate, weight_decay=0.0)
        self.done, self.seen, self.best = 0, 0, math.inf
        self.mean: dict[str, Tensor] = {}  # of the adapters after each step, where it is asked for
        self.curve: list[dict[str, Any]] = []
        see = named_view(self.view)
        self.items = [see(item) for each in self.data for item in each]
        if self.asked.init:
            self._start_from(self.asked.init)
        dev = [see(item) for each in self.dev for item in each]
        self.dev_rows = list(self._rows(dev, random.Random("dev")))
        self.steps = self._steps()

    def run(self) -> None:
        """Train from where the last checkpoint left it, and leave the best adapter and its card."""
        state = self.output / "training.pt"
        self.output.mkdir(parents=True, exist_ok=True)
        if state.exists():
            kept = torch.load(state, map_location=self.asked.device)
            self.model.load_state_dict(kept["model"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.done, self.seen, self.curve, self.best = kept["stands"]
            self.mean = kept["mean"]
        began, due = time.monotonic(), (self.seen // self.asked.every + bool(self.seen)) * self.asked.every
        for number in range(self.done, len(self.steps) + 1):
            if self.seen >= due or number == len(self.steps):
                with self._averaged():
                    self._check(began)
                due += self.asked.every
                torch.save(
                    {
                        "model": self.model.state_dict(),
                        "optimizer": self.optimizer.state_dict(),
                        "stands": (number, self.seen, self.curve, self.best),
                        "mean": self.mean,
                    },
                    state.with_suffix(".part"),
                )
                state.with_suffix(".part").replace(state)
            if number == len(self.steps) or time.monotonic() - began > 60 * self.asked.minutes:
                break
            self._step(number)

    def _rows(self, items: Sequence[Item], draw: random.Random) -> Iterator[Row]:
        return rows_of(items, self.prompt, self.tokenizer, draw, self.asked.scoring)

    def _steps(self) -> list[list[Item]]:
        """Cut the questions into steps of about `TOGETHER`, whole passages, in an order drawn by seed."""
        groups: dict[str, list[Item]] = {}
        for item in self.items:
            groups.setdefault(item.passage or item.id, []).append(item)
        order, steps = list(groups.values()), [[]]  # type: ignore[var-annotated]
        random.Random(self.asked.seed).shuffle(order)
        for group in order:
            if len(steps[-1]) >= TOGETHER:
                steps.append([])
            steps[-1] += group
        return steps

    def compare(self, steps: int) -> None:
        """Print what the way asked for costs beside the exact one, and how alike gradients are; nothing is learned."""
        exact, given = ("whole", PLAIN_BITS), (self.asked.passages, self.asked.bits)
        seconds, gradients = {exact: 0.0, given: 0.0}, {exact: [], given: []}  # type: ignore[var-annotated]
        for number in range(steps):
            rows = list(self._rows(self.steps[number], random.Random(number)))
            for way in sorted(seconds, reverse=number % 2 == 0):
                (self.asked.passages, self.asked.bits), began = way, time.process_time()
                for part in passes(rows):
                    self._loss(part).backward()
                seconds[way] += time.process_time() - began
                gradients[way].append(torch.cat([each.grad.flatten() for each in self.model.adapters.values()]))
                self.optimizer.zero_grad(set_to_none=True)
        alike = [fn.cosine_similarity(a, b, 0).item() for a, b in zip(*gradients.values(), strict=True)]
        among = [fn.cosine_similarity(a, b, 0).item() for a, b in itertools.pairwise(gradients[exact])]
        asked = sum(map(len, self.steps[:steps]))
        costs = ", ".join(f"{way} in {bits} bits {cost / asked:.2f} s" for (way, bits), cost in seconds.items())
        print(f"{asked} questions: {costs} each")
        means = [f"{sum(each) / len(each):.3f}" for each in (alike, among)]
        print(f"cosine of gradients, both ways of a step: {means[0]}; the exact way of two steps: {means[1]}")

    def _step(self, number: int) -> None:
        warm = max(1, round(0.05 * len(self.steps)))
        left = 1.0 if self.asked.average else max(0.02, (len(self.steps) - number) / (len(self.steps) - warm or 1))
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * min((number + 1) / warm, left)
        items = self.steps[number]
        rows = list(self._rows(items, random.Random(f"{self.asked.seed}/{number}")))
        for part in passes(rows):
            (self._loss(part) / len(items)).backward()
        nn.utils.clip_grad_norm_(self.model.adapters.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.seen += len(items)
        if self.asked.average:
            self._average(1 / min(number + 1, self.asked.average))

    def _average(self, share: float) -> None:
        for name, each in self.model.adapters.items():
            self.mean[name] = torch.lerp(self.mean.get(name, each.detach()), each.detach(), share)

    @contextmanager
    def _averaged(self) -> Iterator[None]:
        """Have the model use the mean of its adapters for a while, where there is one."""
        last = {name: each.detach().clone() for name, each in self.model.adapters.items()}
        self._set(self.mean)
        yield
        self._set(last)

    def _set(self, adapters: dict[str, Tensor]) -> None:
        for name, each in adapters.items():
            self.model.adapters[name].data.copy_(each)

    def _loss(self, rows: Sequence[Row]) -> Tensor:
        """Return the cross-entropy of the right answers over the vocabulary, summed over texts."""
        self.model.rounds = self.asked.bits == ROUNDED
        chosen, keys = self._logits(rows)
        return fn.cross_entropy(chosen, self.answers.to(chosen.device)[keys], reduction="sum")

    def _logits(self, rows: Sequence[Row]) -> tuple[Tensor, Tensor]:
        device = self.asked.device
        keys = torch.tensor([key for row in rows for key in row.keys], device=device)
        laid = [each.to(device) for each in batch(rows)]
        if self.asked.passages == "light" and len(rows) == 1 and rows[0].start and torch.is_grad_enabled():
            return self.model.light(len(rows[0].start), *laid), keys
        return self.model(*laid), keys

    @torch.inference_mode()
    def _check(self, began: float) -> None:
        right = loss = count = 0.0
        self.model.rounds = False
        for part in passes(self.dev_rows):
            logits, keys = self._logits(part)
            counts = torch.tensor([count for row in part for count in row.counts], device=keys.device)
            chosen = logits[:, self.answers[: int(counts.max())].to(keys.device)]
            there = torch.arange(chosen.shape[1], device=keys.device) < counts[:, None]
            logs = chosen.masked_fill(~there, -math.inf).log_softmax(-1)
            loss -= float(logs[torch.arange(len(keys)), keys].sum())
            right, count = right + float((logs.argmax(-1) == keys).sum()), count + len(keys)
        self.curve.append(
            {
                "questions": self.seen,
                "split": "dev",
                "loss": round(loss / count, 4),
                "accuracy": round(right / count, 4),
            }
        )
        print(
            f"{self.view} {self.seen} questions: dev loss {loss / count:.4f}, right {right / count:.3f}, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
        if loss / count < self.best:
            self.best = loss / count
            self._save()

    def _save(self) -> None:
        named = (name.split("_") for name in self.model.adapters)
        weights = {
            f"base_model.model.model.layers.{i}.{_block(part)}.{part}_proj.lora_{side}.weight": self.model.adapters[
                f"{i}_{part}_{side}"
            ]
            .detach()
            .bfloat16()
            .cpu()
            .contiguous()
            for i, part, side in named
        }
        save_file(weights, self.output / ADAPTER)
        rank, inner = self.asked.rank, self.asked.inner_rank
        others = INNER if inner else ()
        config = {
            "peft_type": "LORA",
            "task_type": "CAUSAL_LM",
            "r": rank,
            "lora_alpha": 2 * rank,
            "lora_dropout": 0.0,
            "bias": "none",
            "target_modules": [f"{part}_proj" for part in (*PARTS, *others)],
            "rank_pattern": {f"{part}_proj": inner for part in others},
            "alpha_pattern": {f"{part}_proj": 2 * inner for part in others},
            "base_model_name_or_path": self.base,
            "inference_mode": True,
        }
        (self.output / ADAPTER_CONFIG).write_text(json.dumps(config, indent=1) + "\n")
        digest = hashlib.sha256((self.output / ADAPTER).read_bytes()).hexdigest()
        card = {
            "view": self.view,
            "scoring": self.asked.scoring,
            "base": self.base,
            "base_weights": weights_hash(self.folder, None),
            "prompt": {"name": self.prompt.name, "source": self.prompt.source, "chat": False},
            "max_tokens": 4096,
            "keep": "start",
            "data": _about(self.data),
            "dev": _about(self.dev),
            "recipe": {
                "learning_rate": self.rate,
                "batch": TOGETHER,
                "lora_rank": rank,
                "inner_rank": inner,
                "seed": self.asked.seed,
                "schedule": "constant" if self.asked.average else "linear",
                "average": self.asked.average,
                "warmup": 0.05,
                "longest": LONGEST,
                "passages": self.asked.passages,
                "bits": self.asked.bits,
                "asking": self.asked.asking,
                "init": self.asked.init and hashlib.sha256((self.asked.init / ADAPTER).read_bytes()).hexdigest(),
            },
            "init": self.asked.init and json.loads((self.asked.init / CARD).read_text("utf-8")),
            "questions": self.seen,
            "curve": self.curve,
            "weights": {"file": ADAPTER, "sha256": digest},
            "calibration": None,
            "measured": {},
        }
        (self.output / CARD).write_text(json.dumps(card, indent=1) + "\n")

    def _start_from(self, folder: Path) -> None:
        given = {}
        for name, weight in load_file(folder / ADAPTER).items():
            *_, i, _, part, side, _ = name.split(".")
            given[f"{i}_{part.removesuffix('_proj')}_{side[-1]}"] = weight
        shapes = {name: tuple(each.shape) for name, each in self.model.adapters.items()}
        unfit = [name for name, weight in given.items() if shapes.get(name) != tuple(weight.shape)]
        if unfit:
            found, wanted = tuple(given[unfit[0]].shape), shapes.get(unfit[0], "none")
            raise SystemExit(
                f"{folder}: {len(unfit)} of its adapters do not fit: {unfit[0]} is {found}, here {wanted}. "
                "Give the --rank and --inner-rank that it was trained with."
            )
        self._set(given)


def _block(part: str) -> str:
    return "mlp" if part in INNER else "self_attn"


def _about(data: Sequence[Dataset]) -> dict[str, Any]:
    """Return what a card says of data sets that are read together: their names joined, as whoever reads it expects."""
    hashes = [each.fingerprint for each in data]
    return {
        "name": "+".join(each.name for each in data),
        "split": data[0].split,
        "items": sum(map(len, data)),
        "hash": hashes[0] if len(hashes) == 1 else hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:16],
    }


def _asked_about(data: Dataset, least: int) -> Dataset:
    """Leave the questions on passages that so many ask about."""
    many = Counter(item.passage_id for item in data)
    return data.with_items([item for item in data if many[item.passage_id] >= least])


def main() -> None:
    """Train what is asked for."""
    asked = _arguments()
    torch.set_num_threads(asked.threads)
    many = len(asked.data)
    dev = [sample_items(magnetite.read(each, split="dev"), asked.dev // many, 1) for each in asked.data]
    train_on = [_asked_about(magnetite.read(each, split="train"), asked.asking) for each in asked.data]
    for view in ("O", "QO", "QOC", "CO") if asked.view == "all" else (asked.view,):
        size = asked.questions or SIZES[view]
        output = asked.output / view.lower() if asked.view == "all" else asked.output
        drawn = [sample_items(each, min(size // many, len(each)), asked.seed) for each in train_on]
        training = Training(view, drawn, dev, output, asked.base, asked)
        if asked.compare:
            training.compare(asked.compare)
        else:
            training.run()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("view", choices=("O", "QO", "QOC", "CO", "all"))
    parser.add_argument("data", nargs="+", help="with splits train and dev; of several, equally many questions each")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--base", default="reader")
    parser.add_argument("--init", type=Path)
    parser.add_argument("--scoring", choices=(SYMBOL, VERDICT), default=SYMBOL, help="by letter, or each option alone")
    parser.add_argument("--questions", type=int)
    parser.add_argument("--asking", type=int, default=1, metavar="QUESTIONS", help="the least about a passage")
    parser.add_argument("--dev", type=int, default=256)
    parser.add_argument("--every", type=int, default=800)
    parser.add_argument("--learning-rate", type=float)
    parser.add_argument("--rank", type=int, default=8)
    parser.add_argument("--inner-rank", type=int, default=0, help="of adapters on the feed-forward part; 0: none")
    parser.add_argument("--average", type=int, default=0, metavar="STEPS", help="of the adapters; 0: leave the last")
    parser.add_argument("--passages", choices=("whole", "light"), default="whole")
    parser.add_argument("--bits", type=int, choices=(PLAIN_BITS, ROUNDED), default=PLAIN_BITS, help="of products")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compare", type=int, default=0, metavar="STEPS", help="compare with the exact way")
    parser.add_argument("--minutes", type=float, default=math.inf)
    asked = parser.parse_args()
    if asked.bits == ROUNDED and not (asked.device == "cpu" and has_eight_bits()):
        parser.error("--bits 8 needs a CPU that multiplies integers of eight bits (VNNI); leave it out.")
    if asked.compare == 1:
        parser.error("--compare: the gradients of one step cannot be compared with those of another; give 2 or more.")
    if asked.compare and (asked.passages, asked.bits) == ("whole", PLAIN_BITS):
        parser.error("--compare: this is the exact way itself; give --passages light, --bits 8 or both.")
    return asked


if __name__ == "__main__":
    main()
