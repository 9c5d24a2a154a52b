"""The dialects by name: a file each, in the same parts. `Remote` takes the one that its prompt is for, or is given one.

| file | idea |
|---|---|
| `chat.py` | `/chat/completions`: messages, to which the server applies the model's own template |
| `completions.py` | `/completions`: a text that is continued, or echoed |
| `echo.py` | the log-probability of an option, read from the tokens of a prompt that is echoed |
| `messages.py` | `/v1/messages`: Anthropic's protocol, texts only |
| `ollama.py` | `/api/chat` and `/api/generate`: Ollama's protocol |
| `openai.py` | what the protocol of OpenAI shares: concessions, counts, errors, choices |

An address that ends in the path of one of the other protocols speaks it (`endpoint_of`): `ENDPOINTS` has them, with the
names of their keys and their headers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from magnetite.scorers.remote.address import KEYS
from magnetite.scorers.remote.dialect import Dialect
from magnetite.scorers.remote.dialects import messages
from magnetite.scorers.remote.dialects.chat import Chat
from magnetite.scorers.remote.dialects.completions import Completions
from magnetite.scorers.remote.dialects.messages import Messages
from magnetite.scorers.remote.dialects.ollama import OllamaChat, OllamaGenerate

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {each.name: each for each in (Chat(), Completions(), Messages(), OllamaChat(), OllamaGenerate())}
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a dialect is spoken: the end of its addresses, whether it takes chats, and how it takes keys.

    `keys`: the environment variables a key is read from. `headers`: those that carry it, None for a bearer token.
    """

    dialect: Dialect
    ending: str
    chat: bool
    keys: tuple[str, ...]
    headers: Callable[[str], Mapping[str, str]] | None = None


_OLLAMA_KEYS = (KEYS[0], "OLLAMA_API_KEY")
ENDPOINTS = (
    Endpoint(DIALECTS["messages"], "/v1/messages", True, (KEYS[0], "ANTHROPIC_API_KEY"), messages.headers),
    Endpoint(DIALECTS["ollama-chat"], "/api/chat", True, _OLLAMA_KEYS),
    Endpoint(DIALECTS["ollama-generate"], "/api/generate", False, _OLLAMA_KEYS),
)


def endpoint_of(url: str) -> Endpoint | None:
    """Return which of the other protocols an address is of, by its end; None for that of OpenAI.

    >>> endpoint_of("http://localhost:11434/api/chat").dialect.name, endpoint_of("http://localhost:11434/v1")
    ('ollama-chat', None)
    """
    return next((each for each in ENDPOINTS if url.endswith(each.ending)), None)
