"""The dialects by name: a file each, in the same parts. `Remote` takes the one that its prompt is for, or is given one.

| file | idea |
|---|---|
| `chat.py` | `/chat/completions`: messages, to which the server applies the model's own template |
| `completions.py` | `/completions`: a text that is continued, or echoed |
| `echo.py` | the log-probability of an option, read from the tokens of a prompt that is echoed |
| `openai.py` | what both of these share: concessions, counts, errors, choices |
"""

from collections.abc import Mapping
from types import MappingProxyType

from magnetite.scorers.remote.dialect import Dialect
from magnetite.scorers.remote.dialects.chat import Chat
from magnetite.scorers.remote.dialects.completions import Completions

DIALECTS: Mapping[str, Dialect] = MappingProxyType({each.name: each for each in (Chat(), Completions())})
