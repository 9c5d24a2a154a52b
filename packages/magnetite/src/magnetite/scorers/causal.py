r"""The causal scorer: a language model answers with an option's text (cloze), its letter (symbol), or yes and no.

With x the prompt's tokens (`prompts`), o₁ … oₙ the answer's, and p the model:

    cloze         log p(o | x) = Σᵢ log p(oᵢ | x, o₁ … oᵢ₋₁)       Brown et al. 2020, section 2.4
    cloze-token   log p(o | x) / n                                   n the answer's tokens
    cloze-byte    log p(o | x) / bytes                               bytes the option's text takes in UTF-8
    cloze-pmi     log p(o | x) - log p(o | y)                        y the prompt of nothing, "Answer:" (Holtzman et
                                                                     al. 2021, equation 2)
    symbol        log p(letter | x)                                  x shows all options, each with its letter
    verdict       log p(Yes | x) - log p(No | x)                     x proposes one option, and asks whether it is right

Letters must choose: one of two right options takes nearly all. A verdict is on each option alone, so that two may be
right, and none.

Under view O nothing precedes the options, and `cloze-pmi` gives them all 0. Tokens are those of
lm-evaluation-harness (`_encode_pair`): prompt and answer are tokenised as one text, from which the prompt's tokens are
taken off; white space at the prompt's end belongs to the answer's text. A letter in a chat is scored behind all that
the template writes, as a server scores it: a line end there is no part of the letter's probability. What contexts and
options share is computed once (`tree`). With examples (`prompts`) x begins with them, and so does y.

The truncation rule is that of `encoding`: of what is read, the passage alone is cut, at its end or its start (`keep`),
to the longest text with which the prompt leaves room for the answer.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from examfiles.errors import DataError, UsageError, unknown_name
from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.core.scorer import Sizes
from magnetite.scorers.device import choose_device, choose_dtype
from magnetite.scorers.encoding import Ids, frame, room_for
from magnetite.scorers.kind import rounding
from magnetite.scorers.language_model import LanguageModel, load_language_model, load_trained
from magnetite.scorers.loading import first_line, read_card, reduced, refuse_written, reloading
from magnetite.scorers.prompts import CHAT, PLAIN, Prompt, Shots, Turns, letters, messages, text_before
from magnetite.scorers.prompts import prompt as named_prompt
from magnetite.scorers.tree import Continuation, Likelihoods, own_tokens

CLOZE, TOKEN, BYTE, PMI, SYMBOL, VERDICT = SCORINGS = (
    *("cloze", "cloze-token", "cloze-byte", "cloze-pmi", "symbol", "verdict"),
)
YES, NO = "Yes", "No"
KEEPS = ("start", "end")
REMEMBERED = 20_000  # prompts, whose texts and ids take some 10 kB each
PRIORS = 400_000  # options whose log-probability without a question is remembered
# Templates of some families write the day's date; a fixed one gives the same cell the same score tomorrow.
DATE = {"date_string": "26 Jul 2024"}
THINKING = "enable_thinking"  # by which templates of models that may reason first are told whether to
# Absolute, on sums of log-probabilities of an answer's tokens, between different batches: docs/results/quantised.md.
TOLERANCE = {"torch.float32": 1e-3, "torch.bfloat16": 2.0, "torch.float16": 0.2}


def causal(
    model: str | Path,
    *,
    device: str = "auto",
    dtype: str = "auto",
    keep: str | None = None,
    scoring: str | None = None,
    prompt: str | None = None,
    shots: Shots | None = None,
) -> "Causal":
    """Make a causal scorer of a packaged model's name, a GGUF file, a Transformers folder or a hub id.

    `keep`: which end of a passage that must be cut stays, by default its start. `scoring`: one of `SCORINGS`, by
    default cloze-byte. `prompt`: see `prompts.prompt`, by default plain. `shots`: examples that it reads before each
    question, by default none. `dtype`: a number format, 4bit or int8. Raises ModelError where the model cannot be
    loaded, UsageError for a choice that does not exist or does not fit it.
    """
    scoring, keep = scoring or BYTE, keep or KEEPS[0]
    if scoring not in SCORINGS:
        raise unknown_name("scoring", scoring, list(SCORINGS))
    if keep not in KEEPS:
        raise unknown_name("keep", keep, list(KEEPS))
    asked = named_prompt(prompt or PLAIN, verdict=scoring == VERDICT)
    target = choose_device(device)
    rounded, computing = rounding(dtype)
    loaded = load_language_model(model, target, choose_dtype(computing, target), rounded=rounded)
    options = {"keep": keep, "scoring": scoring, "prompt": prompt, "shots": shots}
    number = str(loaded.dtype).removeprefix("torch.")
    again = reloading(causal, model, device, f"{rounded}-{number}" if rounded else number, **options)
    return Causal(replace(loaded, again=again), scoring, asked, keep, shots)


def trained(folder: Path, *, device: str = "auto", dtype: str = "auto", keep: str | None = None) -> "Causal":
    """Make the scorer of a system that answers with letters, or verdicts, asked by the prompt in its card.

    Raises ModelError where it cannot be loaded, UsageError for a choice that does not exist.
    """
    card, target = read_card(folder), choose_device(device)
    rounded, computing = rounding(dtype)
    loaded = load_trained(folder, target, choose_dtype(computing, target), rounded=rounded)
    number = str(loaded.dtype).removeprefix("torch.")
    again = reloading(trained, folder, device, f"{rounded}-{number}" if rounded else number, keep=keep)
    prompt, kept = Prompt(**card["prompt"]), keep or card.get("keep") or KEEPS[0]
    if kept not in KEEPS:
        raise unknown_name("keep", kept, list(KEEPS))
    return Causal(replace(loaded, again=again), card.get("scoring", SYMBOL), prompt, kept)


@dataclass(frozen=True, slots=True)
class _Prompt:
    """A prompt as the model reads it: its text, and its ids, of which white space at its end may be the answer's."""

    text: str
    ids: Ids
    truncated: bool


class Causal:
    """A scorer of a causal language model, in one of the ways above.

    `symbol` is list-wise: an option is scored by its letter among those that its context shows. Raises UsageError where
    it is to chat and has no chat template, or is to answer by letters that the prompt does not show.
    """

    shares_context = True

    def __init__(
        self, loaded: LanguageModel, scoring: str, asked: Prompt, keep: str = KEEPS[0], shots: Shots | None = None
    ) -> None:
        self.name, self.scoring, self.prompt, self.listwise = loaded.name, scoring, asked, scoring == SYMBOL
        self._begun = scoring in (SYMBOL, VERDICT) and asked.chat  # the template has begun the answer
        self._loaded, self._shots, self.view = loaded, shots or Shots(), loaded.view
        self._tokenizer, self._limit, self._keep = loaded.tokenizer, loaded.max_tokens, keep
        self._refuse_unfit()
        self._before = frame(loaded.tokenizer, pair=False)[0]
        self.tolerance, self.precision = TOLERANCE[loaded.coarsest], loaded.precision
        nothing = Context("", "")
        chat = (
            replace(asked, source=self._rendered(nothing, self._turns(nothing))).fingerprint if asked.chat else "plain"
        )
        chat += f"+{loaded.templates}" if asked.chat and loaded.templates else ""
        way = f"{scoring}-begun" if self._begun else scoring
        parts = (loaded.weights, loaded.format, way, asked.fingerprint, chat, str(self._limit), keep)
        self.fingerprint = "causal:" + ":".join((*parts, *([f"shots={shots.fingerprint}"] if shots else [])))
        self._read = lru_cache(REMEMBERED // (1 + len(self._shots.examples)))(self._read_anew)
        self._length = lru_cache(PRIORS)(lambda answer: len(self._tokenised([self._written(answer)])[0]))
        self._priors: dict[str, float] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self.name, self._loaded.again)

    def verdicts(self) -> "Causal | None":
        """Return the scorer of the same model that judges each option by itself; None where it does, or was trained."""
        if not self.listwise or self.view is not None:
            return None
        name = CHAT if self.prompt.chat else PLAIN
        asked = {"scoring": VERDICT, "prompt": name, "shots": None}
        again = self._loaded.again and partial(self._loaded.again, **asked)
        return Causal(replace(self._loaded, again=again), VERDICT, named_prompt(name, verdict=True), self._keep)

    @cached_property
    def likelihoods(self) -> Likelihoods:
        """Return what gives the log-probabilities; the model's weights are read when it is first asked."""
        model = self._loaded.model
        self._loaded.wear()
        return Likelihoods(self._loaded.name, model)

    def _sums(self, continuations: Sequence[Continuation]) -> ScoreArray:
        likelihoods = self.likelihoods
        self._loaded.wear()
        sums = likelihoods.sums(continuations)
        refuse_written(self.name, self._loaded.files)
        return sums

    @property
    def by_letter(self) -> bool:
        """Return whether its scores are letters' log-probabilities among all tokens."""
        return self.listwise

    @property
    def rotates(self) -> bool:
        """Return whether options are shown in every rotation by default: each adds only the options' own tokens."""
        return self.listwise

    @property
    def batch_tokens(self) -> int:
        """Return how many tokens to hand over at once: on a CPU one pass, so that progress shows within seconds."""
        passes = self.likelihoods.passes
        return passes.tokens if self._loaded.device.type == "cpu" else passes.batch_tokens

    @property
    def prompt_record(self) -> Mapping[str, Any]:
        """Return how the model is asked and answers."""
        asked = {"scoring": self.scoring, "prompt": self.prompt.name, "template": self.prompt.source}
        asked |= {"reply": self.prompt.reply} if self.prompt.reply else {}
        thinking = {"thinking": False} if self.prompt.chat and self._may_think else {}
        return {**asked, **thinking, **self._shots.record}

    @property
    def _may_think(self) -> bool:
        """Return whether the chat template can be told not to let the model reason before it answers."""
        return THINKING in str(self._tokenizer.chat_template)

    def sizes(self, cells: Cells) -> Sizes:
        """Measure each cell: its answer's tokens; those of its prompt count for the first cell, as far as not shared.

        Raises what `score` raises.
        """
        tokens, truncated = np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_)
        first: dict[Ids, int] = {}
        for cell, (context, answer) in enumerate(self._pairs(cells)):
            read = self._fitting(context, answer)
            first.setdefault(read.ids, cell)
            tokens[cell], truncated[cell] = max(1, self._length(answer)), read.truncated
        tokens[list(first.values())] += own_tokens(list(first))[1]
        return Sizes(tokens, truncated)

    def score(self, cells: Cells) -> ScoreArray:
        """Score the cells, (cells,).

        Raises DataError where a question and an answer do not fit into what the model reads, UsageError where a letter
        is asked for and the option is not shown, or more are shown than there are letters.
        """
        pairs = self._pairs(cells)
        continuations = self._continuations(pairs)
        if self.scoring == VERDICT:
            denied = self._continuations([(context, NO) for context, _ in pairs])
            both = self._sums([*continuations, *denied])
            return both[: len(pairs)] - both[len(pairs) :]
        scores = self._sums(continuations)
        if self.scoring == TOKEN:
            scores /= np.array([len(each.ids) - each.start for each in continuations], dtype=np.float32)
        if self.scoring == BYTE:
            scores /= np.array([max(1, len(_encodable(answer).encode())) for _, answer in pairs], dtype=np.float32)
        if self.scoring == PMI:
            scores -= self._prior([answer for _, answer in pairs])
        return scores

    def _prior(self, answers: list[str]) -> ScoreArray:
        """Return the log-probability of each answer after a prompt without passage and question, (answers,)."""
        if len(self._priors) + len(answers) > PRIORS:
            self._priors.clear()
        if new := [answer for answer in dict.fromkeys(answers) if answer not in self._priors]:
            sums = self._sums(self._continuations([(Context("", ""), answer) for answer in new]))
            self._priors |= zip(new, sums.tolist(), strict=True)
        return np.array([self._priors[answer] for answer in answers], dtype=np.float32)

    def _pairs(self, cells: Cells) -> list[tuple[Context, str]]:
        """Return what the model reads for each cell, and what it would answer: an option's text, or its letter."""
        contexts = cells.contexts if self.listwise else [replace(context, shown=()) for context in cells.contexts]
        pairs = zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)
        if self.scoring == VERDICT:
            return [(replace(contexts[row], shown=(cells.options[column],)), YES) for row, column in pairs]
        return [(contexts[row], self._answer(contexts[row], cells.options[column])) for row, column in pairs]

    def _answer(self, context: Context, option: str) -> str:
        if not self.listwise:
            return option
        if option not in context.shown:
            raise UsageError(
                f"model '{self.name}', question '{context.question[:60]}', option '{option[:60]}': an option is scored "
                f"by its letter, but this one is not among the {len(context.shown)} its context shows. Score "
                "core.cells.with_shown(cells)."
            )
        return letters(len(context.shown))[context.shown.index(option)]

    def _continuations(self, pairs: Sequence[tuple[Context, str]]) -> list[Continuation]:
        """Encode each context with its answer as one text."""
        reads = [self._fitting(context, answer) for context, answer in pairs]
        texts = [read.text + self._written(answer) for read, (_, answer) in zip(reads, pairs, strict=True)]
        wholes = [self._first(read.text) + ids for read, ids in zip(reads, self._tokenised(texts), strict=True)]
        # An answer that is empty, or whose tokens are the prompt's, has the last token for its own.
        return [
            Continuation(whole, min(len(read.ids), len(whole) - 1)) for read, whole in zip(reads, wholes, strict=True)
        ]

    def _fitting(self, context: Context, answer: str) -> _Prompt:
        """Return the prompt, its passage cut where the answer would not fit otherwise. Raises DataError."""
        length = self._length(answer)
        read = self._read(context, room_for(length + 1))
        if len(read.ids) + length > self._limit:
            raise DataError(
                f"question '{context.question[:60]}' with option '{answer[:60]}': {len(read.ids) + length} tokens "
                f"without {'its own' if self._shots else 'any'} passage, but the model reads {self._limit}. "
                f"{self._advice(context, read)}"
            )
        return read

    def _advice(self, context: Context, read: _Prompt) -> str:
        """Say what to do where a question does not fit."""
        if not self._shots:
            return "Questions, options and prompts are never cut: shorten them, or use a model that reads more."
        examples = len(read.ids) - len(self._ids(self._rendered(replace(context, passage=""), ()).rstrip()))
        return (
            f"{examples} of them are those of the examples ({self._shots}), which are never cut: show fewer (--shots), "
            "draw them from shorter passages (--shots-from), or use a model that reads more."
        )

    def _read_anew(self, context: Context, room: int) -> _Prompt:
        """Render a prompt, with the longest part of the passage that leaves `room` tokens for an answer."""

        def cut(characters: int) -> Context:
            start = 0 if self._keep == "start" else len(context.passage) - characters
            return replace(context, passage=context.passage[start : start + characters])

        turns, left = self._turns(context), self._limit - room  # before its passage is cut: it may lose all of it
        text = self._rendered(context, turns)
        truncated = len(self._ids(text)) > left and bool(context.passage)
        if truncated:
            lengths = range(len(context.passage))
            fitting = bisect_right(lengths, left, key=lambda length: len(self._ids(self._rendered(cut(length), turns))))
            text = self._rendered(cut(max(0, fitting - 1)), turns)
        return _Prompt(text, self._ids(text if self._begun else text.rstrip()), truncated)

    def _turns(self, context: Context) -> Turns:
        return self._shots.turns(self.prompt, context, lettered=self.listwise)

    def _rendered(self, context: Context, turns: Turns) -> str:
        """Return the examples and the prompt, in the model's chat template where it is to chat. Raises ModelError."""
        text = self.prompt.render(context, context.shown)
        if not self.prompt.chat:
            return text_before(turns) + text
        told = messages(turns, text)
        try:
            chat = self._tokenizer.apply_chat_template(
                told,
                tokenize=False,
                add_generation_prompt=True,
                **DATE,
                **({THINKING: False} if self._may_think else {}),
            )
        except Exception as error:  # the template is the model's own program
            raise ModelError(
                f"model '{self.name}': its chat template fails: {first_line(error)} Use --prompt plain."
            ) from error
        return f"{chat}{self.prompt.reply}"

    def _written(self, answer: str) -> str:
        return answer if self.prompt.chat and not self.prompt.reply else f" {answer}"

    def _ids(self, text: str) -> Ids:
        return self._first(text) + self._tokenised([text])[0]

    def _first(self, text: str) -> Ids:
        """Return the special tokens before a prompt: the tokenizer's, unless a chat template wrote them already.

        Before an empty prompt there is one in any case, as in lm-evaluation-harness: an answer begins behind something.
        """
        tokenizer = self._tokenizer
        if tokenizer.bos_token and text.startswith(tokenizer.bos_token):
            return ()
        if self._before or text.strip():
            return self._before
        return (tokenizer.eos_token_id if tokenizer.bos_token_id is None else tokenizer.bos_token_id,)

    def _tokenised(self, texts: list[str]) -> list[Ids]:
        if not texts:
            return []
        encodable = [_encodable(text) for text in texts]
        ids = self._tokenizer(encodable, add_special_tokens=False, verbose=False)["input_ids"]
        return [tuple(each) for each in ids]

    def _refuse_unfit(self) -> None:
        if self.prompt.chat and not self._tokenizer.chat_template:
            raise UsageError(
                f"prompt '{self.prompt.name}': the tokenizer of model '{self.name}' has no chat template. Use --prompt "
                "plain, or a model that was trained to chat."
            )
        if self.listwise and not self.prompt.shows_options:
            raise UsageError(
                f"prompt '{self.prompt.name}': scoring by letters ({SYMBOL}) needs a template that shows the options. "
                "Put {% for option in options %}{{ option.letter }}. {{ option.text }}{% endfor %} into it."
            )
        if self.scoring == VERDICT and not self.prompt.proposes:
            raise UsageError(
                f"prompt '{self.prompt.name}': a verdict on an option ({VERDICT}) needs a template that shows it. Put "
                "{{ options[0].text }} into it, and ask whether it is right, yes or no."
            )
        if self.scoring == VERDICT and self._shots:
            raise UsageError(f"--scoring {VERDICT} shows no solved questions. Leave out --shots.")


def _encodable(text: str) -> str:
    """Return the text with "?" for lone surrogates, which are no characters."""
    return text.encode("utf-8", "replace").decode("utf-8")
