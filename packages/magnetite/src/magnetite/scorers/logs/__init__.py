"""Logs: what another program had a model score or choose, as a scorer.

| file | program, and what it writes |
|---|---|
| `lm_eval.py` | lm-evaluation-harness, --log_samples: log-likelihoods of options or letters, or what was written |
| `inspect_ai.py` | Inspect: the letter that was chosen; with --logprobs, log-probabilities of letters |
| `lighteval.py` | lighteval's details, in both schemas: as the harness |
| `helm.py` | HELM's scenario_state.json: letters that were written, or a log-likelihood a reference |
| `olmes.py` | OLMES's predictions, with the requests beside them: log-likelihoods |
| `opencompass.py` | OpenCompass's predictions: what was written, or the likeliest of several prompts |

Each file turns a program's rows into `question.LoggedQuestion`s; `prompt.py` tells which options a letter stands for;
`reading.py` knows which file is whose; `scorer.py` looks cells up in what was read.

Questions are told by their texts. Where a log names passage, question and options as Magnetite's own tasks do
(`magnetite export --as`), they have to be these texts; else the options have to be those of the log, the question has
to be asked there, and the passage has to stand there. White space does not matter, nor letters in front of options.

Where only the chosen letter is known, a score is the logarithm of the share of answers that chose the option, half an
answer added to each, as it is for a server that is asked so. A question whose answers name none is one that the model
did not answer: wrong, as it is on a server. What is not in the log, or ended in an error there, was not asked.
"""

from magnetite.scorers.logs.reading import is_log, logs_in, read_log
from magnetite.scorers.logs.scorer import Logged

__all__ = ["Logged", "is_log", "logs_in", "read_log"]
