"""Prompts: what a language model reads before it answers, a template filled with passage, question and options.

A template is Jinja, sandboxed. It may use

    passage, question    texts; empty where the item or the view has none
    options              those shown, each with `letter` and `text`; empty where options are scored one by one
    chat                 whether what is rendered becomes a user's message

One template serves both ways to answer: without options the model's answer is an option's text (cloze), with them a
letter (symbol). White space around what is rendered is dropped. The built-in one is `templates/prompt.j2`; its plain
form, with options, is that of MMLU (Hendrycks et al. 2021). `chat-answer` is a chat in which the model's reply has
begun, with "The answer is", so that a letter is the next token and not the start of a sentence. For a verdict,
`options` is the one that is proposed; its own built-in template is `templates/verdict.j2`.

Shots are solved questions that it reads before the one it is asked (few-shot, Brown et al. 2020, 2.1).

    plain    an example's prompt, a space, its answer, an empty line; the next; …; the prompt of the question
    chat     an example's prompt as the user's message, its answer as the model's reply; …; the user's message

An example is laid out by the prompt of the question, and shows what the question shows: no passage where that has none,
no question where that has none, options where letters are scored. It is solved in the same way to answer: by its letter
or by its text. The layouts are those of lm-evaluation-harness, that of a chat with `--fewshot_as_multiturn`.
"""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.files import regular
from examfiles.items import LETTERS, Dataset, Item, gathered
from magnetite.core.cells import Context, own_context

if TYPE_CHECKING:
    from jinja2 import Template

PLAIN, CHAT, ANSWER = BUILT_IN = ("plain", "chat", "chat-answer")
REPLY = "The answer is"
VARIABLES = ("passage", "question", "options", "chat")
_TRIAL = Context("Ann has a cat.", "What has Ann?", ("a grey cat", "a brown dog"))
Turns = tuple[tuple[str, str], ...]  # of each example its prompt and its answer


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template by the name that the user gave it; `chat`: what it renders is a user's message to the model.

    `reply`: the words with which the model's reply to it begins, which the answer then goes on.
    """

    name: str
    source: str
    chat: bool = False
    reply: str = ""

    @property
    def fingerprint(self) -> str:
        """Return a hash of the template, and whether it is for chat: 16 hexadecimal digits."""
        digest = hashlib.blake2b(self.source.encode("utf-8", "surrogatepass"), digest_size=8, person=b"prompt")
        digest.update(b"chat" if self.chat else b"plain")
        digest.update(self.reply.encode())
        return digest.hexdigest()

    @property
    def shows_options(self) -> bool:
        """Return whether the options and their letters appear in it, as whoever answers with a letter needs."""
        rendered = self.render(_TRIAL, _TRIAL.shown)
        rest = rendered.replace(_TRIAL.passage, "").replace(_TRIAL.question, "")
        return all(part in rest for part in (*_TRIAL.shown, *letters(len(_TRIAL.shown))))

    @property
    def proposes(self) -> bool:
        """Return whether the text of a single option appears in it, as a verdict on that option needs."""
        option = _TRIAL.shown[:1]
        rest = self.render(_TRIAL, option).replace(_TRIAL.passage, "").replace(_TRIAL.question, "")
        return option[0] in rest

    def render(self, context: Context, options: Sequence[str] = ()) -> str:
        """Render what precedes an answer; `options` are shown with their letters, in this order.

        Raises UsageError where the template fails, or there are more options than letters.

        >>> print(prompt("plain").render(Context("Ann has a cat.", "What has Ann?"), ("a cat", "a dog")))
        Ann has a cat.
        <BLANKLINE>
        Question: What has Ann?
        A. a cat
        B. a dog
        Answer:
        """
        lettered = [{"letter": name, "text": text} for name, text in zip(letters(len(options)), options, strict=True)]
        template = _template(self.name, self.source)
        try:
            text = template.render(passage=context.text, question=context.question, options=lettered, chat=self.chat)
        except Exception as error:  # a template is a program of the user's: it may fail in any way
            raise UsageError(f"prompt '{self.name}': {_sentence(error)} {_EXPECTED}") from error
        return text.strip()


def prompt(name: str = PLAIN, *, verdict: bool = False) -> Prompt:
    """Return the prompt that `name` means: "plain", "chat", "chat-answer", a file with a template, or "chat:FILE".

    `verdict`: the built-in ones propose an option, and ask whether it is right.

    Raises UsageError where there is no such name or file, or the template does not show passage and question.
    """
    if name in BUILT_IN:
        source = _built_in("verdict" if verdict else "prompt")
        return Prompt(name, source, name != PLAIN, REPLY if name == ANSWER else "")
    chat, path = name.startswith(f"{CHAT}:"), Path(name.removeprefix(f"{CHAT}:")).expanduser()
    if not path.exists():
        if get_close_matches(name, BUILT_IN, n=1, cutoff=0.6):
            raise unknown_name("prompt", name, list(BUILT_IN))
        raise UsageError(
            f"prompt '{name}': there is no such file. Give {', '.join(BUILT_IN)}, the file of a template, or chat:FILE."
        )
    try:
        made = Prompt(name, regular(path).read_text("utf-8"), chat)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"prompt '{name}': the file cannot be read ({error}). {_EXPECTED}") from error
    _refuse_blind(made)
    return made


def letters(count: int) -> tuple[str, ...]:
    """Return the letters of so many options, A first. Raises UsageError for more than there are letters.

    >>> letters(4)
    ('A', 'B', 'C', 'D')
    """
    if count > len(LETTERS):
        raise UsageError(
            f"a question with {count} options cannot be answered by a letter: there are letters for {len(LETTERS)}. "
            "Score the options' texts instead (--scoring cloze), or leave the question out."
        )
    return tuple(LETTERS[:count])


_EXPECTED = f"Expected a Jinja template in UTF-8 that uses {', '.join(VARIABLES)}; an option has letter and text."


def _refuse_blind(made: Prompt) -> None:
    """Refuse a template that fails, or hides what a view leaves: views would differ in name only."""
    for context in (_TRIAL, replace(_TRIAL, passage=""), replace(_TRIAL, question="")):
        for options in ((), context.shown):
            rendered = made.render(context, options)
            for part in ("passage", "question"):
                if (text := getattr(context, part)) and text not in rendered:
                    raise UsageError(
                        f"prompt '{made.name}': it does not show the {part}. Put {{{{ {part} }}}} into it; where a "
                        "question or a view has none, it is empty."
                    )


@cache
def _built_in(name: str) -> str:
    return files("magnetite.scorers").joinpath("templates", f"{name}.j2").read_text("utf-8")


@cache
def _template(name: str, source: str) -> "Template":
    from jinja2 import StrictUndefined, TemplateSyntaxError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    try:
        return environment.from_string(source)
    except TemplateSyntaxError as error:
        raise UsageError(f"prompt '{name}', line {error.lineno}: {_sentence(error)} {_EXPECTED}") from error


def _sentence(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    return f"{text.rstrip('.')}."


@dataclass(frozen=True, slots=True)
class Shot:
    """A solved question: what stands before its answer, all options among it (`shown`), and the right one's place."""

    id: str
    context: Context
    answer: int


@dataclass(frozen=True, slots=True)
class Shots:
    """Examples, in the order in which they are read."""

    examples: tuple[Shot, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.examples)

    def __str__(self) -> str:
        return str(len(self.examples))

    @property
    def fingerprint(self) -> str:
        """Return a hash of the examples' texts and answers, in order: 16 hexadecimal digits."""
        contexts = [(each.context, each.answer) for each in self.examples]
        texts = [(c.passage, c.question, c.shown, c.added, answer) for c, answer in contexts]
        whole = json.dumps(texts).encode()
        return hashlib.blake2b(whole, digest_size=8, person=b"shots").hexdigest()

    @property
    def record(self) -> Mapping[str, Any]:
        """Return what a run keeps of them: how many, and their ids; nothing where there are none."""
        return {"shots": len(self.examples), "examples": [each.id for each in self.examples]} if self else {}

    def turns(self, prompt: Prompt, asked: Context, *, lettered: bool) -> Turns:
        """Return the examples as they stand before a question; `lettered`: it is answered by a letter.

        Raises what `Prompt.render` raises.
        """
        return _turns(self, prompt, bool(asked.text), bool(asked.question), lettered)

    def without(self, dataset: Dataset) -> Dataset:
        """Return a dataset without the questions of the examples' passages."""
        shown = {_place(each.context.passage, each.context.question) for each in self.examples}
        return dataset.with_items([item for item in dataset if _place(item.passage, item.question) not in shown])


def text_before(turns: Turns) -> str:
    r"""Return the text of examples that precedes a plain prompt.

    >>> text_before((("Question: Who? Answer:", "Ann"),))
    'Question: Who? Answer: Ann\n\n'
    """
    return "".join(f"{text} {answer}\n\n" for text, answer in turns)


def messages(turns: Turns, text: str) -> list[dict[str, str]]:
    """Return a chat of the examples and the question, whose prompt is `text`.

    >>> [message["role"] for message in messages((("Who?", "Ann"),), "Where?")]
    ['user', 'assistant', 'user']
    """
    told = [{"role": role, "content": each} for turn in turns for role, each in zip(_ROLES, turn, strict=True)]
    return [*told, {"role": _ROLES[0], "content": text}]


_ROLES = ("user", "assistant")


def draw_shots(dataset: Dataset, count: int, seed: int, asked: Sequence[Item] = ()) -> Shots:
    """Draw examples: questions with a known answer, one of a passage, none of a passage that is `asked`.

    Passages are told apart by their texts, questions without one by their own. The first of more examples are those of
    fewer. Raises DataError where there are not enough.
    """
    taken = {_place(item.passage, item.question) for item in asked}
    twins = {(item.question, item.options) for item in asked}
    bare = not any(item.passage for item in asked)  # then examples need no passage either
    known = [item for item in dataset if item.answer is not None and (item.passage or bare)]
    by_place = gathered(
        (_place(item.passage, item.question), item) for item in known if (item.question, item.options) not in twins
    )
    places = [place for place in by_place if place not in taken]
    if len(places) < count:
        raise DataError(
            f"{dataset.source or dataset.name}: {count} examples are to be shown, but only {len(places)} of its "
            "passages are not asked about and have a question with a known answer. Show fewer (--shots), or name "
            "other data for them (--shots-from)."
        )
    drawing = random.Random(seed)
    drawing.shuffle(places)
    return Shots(tuple(_example(drawing.choice(by_place[place])) for place in places[:count]))


def _example(item: Item) -> Shot:
    assert item.answer is not None
    return Shot(item.id, replace(own_context(item), shown=item.options), item.answer)


@lru_cache(4096)
def _place(passage: str, question: str) -> str:
    """Return the text that questions which belong together share, white space aside."""
    return " ".join((passage.strip() or question).split())


@lru_cache(16)
def _turns(shots: Shots, prompt: Prompt, passage: bool, question: bool, lettered: bool) -> Turns:
    return tuple(_turn(each, prompt, passage, question, lettered) for each in shots.examples)


def _turn(example: Shot, prompt: Prompt, passage: bool, question: bool, lettered: bool) -> tuple[str, str]:
    whole, options = example.context, example.context.shown
    context = Context(whole.text if passage else "", whole.question if question else "")
    solved = letters(len(options))[example.answer] if lettered else options[example.answer]
    asked = prompt.render(context, options) if lettered else prompt.render(context)
    return asked, f"{prompt.reply} {solved}" if prompt.reply else solved
