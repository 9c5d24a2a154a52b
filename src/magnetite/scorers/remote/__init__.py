"""Remote: a model on a server that speaks the OpenAI protocol, as a scorer.

| file | idea |
|---|---|
| `address.py` | `MODEL@URL` taken apart; the key, from the environment only |
| `client.py` | a request sent, repeated where that helps, counted, and never one too many |
| `reading.py` | an answer taken apart: the letters' log-probabilities, its text, an echo |
| `scorer.py` | cells become requests, answers become scores |
"""
