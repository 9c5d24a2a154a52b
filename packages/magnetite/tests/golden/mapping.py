"""Old name, new name: what has been renamed, moved, reworded, dropped or added since the outputs were recorded.

Recorded outputs are read through these rules, then compared with what the present code gives: everything that no rule
names must be equal. The rules are empty where the outputs were recorded by this version; `record` asks for that.

A rule's `where` is a pattern of `CASE/FILE` as `fnmatch` reads it, such as "audit-*/run/findings.json".
A place is the path of a value: `findings/accuracy/tables/by_level/columns/low`. In a list, an entry that has a name
(experiment, name, id, label and group) stands under it; the values of a table's column are one value; `#order` beside
entries says in which order they stand. The columns of a CSV file are its places.

    Rule("*/run/findings.json", r"findings/([^/]+)/sentence", r"findings/\\1/answer", "one word per concept")
    Rule("*", r"(.*/columns/[^/#]+)", r"\\1/values", "a column says its heading and unit")
    ADDED = (Rule("*/findings.json", r".*/columns/[^/]+/(heading|unit)", None, "a column says its heading and unit"),)
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class Rule:
    """One change: what stood there (a regular expression; in TEXTS and FILES as it is), what stands there now, and why.

    `new` is None for what is gone (of ADDED: for what was not there before).
    """

    where: str
    old: str
    new: str | None
    why: str


# A file's name, within its case. `old` and `new` are names, not patterns.
FILES: tuple[Rule, ...] = ()

# The place of a value in JSON, or a column of a table; `old` matches the whole place.
PLACES: tuple[Rule, ...] = ()

# Places, and files (`FILE` alone), that the recorded outputs do not have; `old` matches the whole new place.
ADDED: tuple[Rule, ...] = ()

# Pieces of text, exactly, wherever text is compared: pages, terminal, sentences and values in JSON and tables.
TEXTS: tuple[Rule, ...] = ()


def file_name(case: str, name: str, rules: Iterable[Rule] | None = None) -> str | None:
    """Return what a recorded file is called now; None where it is written no more."""
    for rule in FILES if rules is None else rules:
        if fnmatchcase(f"{case}/{name}", rule.where) and name == rule.old:
            return rule.new
    return name


def place(where: str, path: str, rules: Iterable[Rule] | None = None) -> str | None:
    """Return where a recorded value stands now, after one rule and then the next; None where it stands nowhere."""
    for rule in PLACES if rules is None else rules:
        if fnmatchcase(where, rule.where) and (match := re.fullmatch(rule.old, path)):
            if rule.new is None:
                return None
            path = match.expand(rule.new)
    return path


def wording(where: str, text: str, rules: Iterable[Rule] | None = None) -> str:
    """Return a recorded text in the words of today."""
    for rule in TEXTS if rules is None else rules:
        if rule.old in text and fnmatchcase(where, rule.where):
            text = text.replace(rule.old, rule.new or "")
    return text


def is_added(where: str, path: str, rules: Iterable[Rule] | None = None) -> bool:
    """Say whether a value, or with an empty path a file, is known to be new."""
    for rule in ADDED if rules is None else rules:
        if fnmatchcase(where, rule.where) and re.fullmatch(rule.old, path):
            return True
    return False
