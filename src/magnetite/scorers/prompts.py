"""Prompts: what a language model reads before it answers, a template filled with passage, question and options.

A template is Jinja, sandboxed. It may use

    passage, question    texts; empty where the item or the view has none
    options              those shown, each with `letter` and `text`; empty where options are scored one by one
    chat                 whether what is rendered becomes a user's message

One template serves both ways to answer: without options the model's answer is an option's text (cloze), with them a
letter (symbol). White space around what is rendered is dropped. The built-in one is `templates/prompt.j2`; its plain
form, with options, is that of MMLU (Hendrycks et al. 2021).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from magnetite.core.cells import Context
from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.files import regular
from magnetite.core.items import LETTERS

if TYPE_CHECKING:
    from jinja2 import Template

PLAIN, CHAT = "plain", "chat"
VARIABLES = ("passage", "question", "options", "chat")
_TRIAL = Context("Ann has a cat.", "What has Ann?", ("a grey cat", "a brown dog"))


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template by the name that the user gave it; `chat`: what it renders is a user's message to the model."""

    name: str
    source: str
    chat: bool = False

    @property
    def fingerprint(self) -> str:
        """Return a hash of the template, and whether it is for chat: 16 hexadecimal digits."""
        digest = hashlib.blake2b(self.source.encode("utf-8", "surrogatepass"), digest_size=8, person=b"prompt")
        digest.update(b"chat" if self.chat else b"plain")
        return digest.hexdigest()

    @property
    def shows_options(self) -> bool:
        """Return whether the options and their letters appear in it, as whoever answers with a letter needs."""
        rendered = self.render(_TRIAL, _TRIAL.shown)
        rest = rendered.replace(_TRIAL.passage, "").replace(_TRIAL.question, "")
        return all(part in rest for part in (*_TRIAL.shown, *letters(len(_TRIAL.shown))))

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


def prompt(name: str = PLAIN) -> Prompt:
    """Return the prompt that `name` means: "plain", "chat", a file with a template of one's own, or "chat:FILE".

    Raises UsageError where there is no such name or file, or the template does not show passage and question.
    """
    if name in {PLAIN, CHAT}:
        return Prompt(name, _built_in(), name == CHAT)
    chat, path = name.startswith(f"{CHAT}:"), Path(name.removeprefix(f"{CHAT}:")).expanduser()
    if not path.exists():
        if get_close_matches(name, [PLAIN, CHAT], n=1, cutoff=0.6):
            raise unknown_name("prompt", name, [PLAIN, CHAT])
        raise UsageError(
            f"prompt '{name}': there is no such file. Give plain, chat, the file of a template, or chat:FILE."
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
def _built_in() -> str:
    return files("magnetite.scorers").joinpath("templates", "prompt.j2").read_text("utf-8")


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
