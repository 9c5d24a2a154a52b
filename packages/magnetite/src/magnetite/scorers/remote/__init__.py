"""Remote: a model on a server that speaks the OpenAI protocol, as a scorer.

| file | idea |
|---|---|
| `address.py` | `MODEL@URL` taken apart; the key, from the environment only |
| `client.py` | a request sent, repeated where that helps, counted, and never one too many |
| `transport.py` | one exchange: its deadline, its size, its redirects |
| `scorer.py` | cells become requests; answers, letters' log-probabilities, texts or echoes, become scores |
"""
