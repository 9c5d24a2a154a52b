"""Remote: a model on a server, as a scorer.

| file | idea |
|---|---|
| `address.py` | `MODEL@URL` taken apart; the key, from the environment only |
| `dialect.py` | what a server is asked and what comes back, whatever it speaks |
| `dialects/` | the dialects of servers, a file each: chat and completions of OpenAI's protocol, Anthropic's, Ollama's |
| `client.py` | a question put, repeated where that helps, counted, and never one too many |
| `reply.py` | the JSON of a reply, or what was sent in its place: what another try may help, and what not |
| `transport.py` | one exchange: its deadline, its size, its redirects |
| `scorer.py` | cells become questions; letters' log-probabilities, texts or echoes become scores |
"""
