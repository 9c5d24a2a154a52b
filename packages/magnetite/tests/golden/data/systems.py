"""Systems of our own for the recorded outputs: each counts words, so that its scores are the same on every machine."""

import re


def reads(passage, question, option):
    """Match the option with the sentences that hold most of the question; without a passage, with the question."""
    wanted, given = words(question), words(option)
    sentences = [words(sentence) for sentence in passage.split(".")] or [wanted]
    best = max(sentences, key=lambda sentence: len(wanted & sentence))
    return (4 * len(given & best) + len(given & words(passage)) + len(given & wanted)) / (1 + len(given))


def guesses(passage, question, option):
    """Prefer long options, and those that share words with the question."""
    return len(option) / 16 + len(words(option) & words(question)) / 2


def skims(passage, question, option):
    """Prefer an option whose words the passage holds, and 'because' where the question asks why."""
    return len(words(option) & words(passage)) / 2 + ("because" in option) * question.startswith("Why")


def flat(passage, question, option):
    """Score every option alike: nothing but ties."""
    return 1


def words(text):
    """Split a text into its words, in small letters."""
    return set(re.findall(r"\w+", text.lower()))
