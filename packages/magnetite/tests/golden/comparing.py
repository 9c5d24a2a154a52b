"""Compare recorded outputs with present ones, and say where they differ: command, file, place.

JSON and tables are compared value by value, numbers to the last digit; everything else line by line. Where only words
changed, the difference says so: a rewording is then safe to list in `mapping`.
"""

import csv
import difflib
import io
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from examfiles.reasons import reason_of
from magnetite.report.wording import text_of
from tests.golden import mapping
from tests.golden.normal import is_json

SHOWN = 25  # differences of one file that are spelled out
NAMES = ("experiment", "name", "id", "view", "key")  # what an entry of a list is called by
ORDER = "#order"
NUMBER = re.compile(r"[-−+]?\d[\d.,]*")
EXACT = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")  # a number written to its last digit
OUTLINED = re.compile(r"[1-9]\d* of number")  # a list of figures: how many bars a figure has follows from them
DRAWN = "#data.json"  # what a figure is drawn of
CLOSE = 1e-8  # where another processor or another numpy computed, the last digits may differ


def differences(
    case: str,
    recorded: Mapping[str, str],
    present: Mapping[str, str],
    *,
    exact: bool = True,
    same_machine: bool = True,
) -> list[str]:
    """Return what differs, a paragraph a file; nothing where all is as recorded.

    What trained weights say in words (of a case that is not `exact`), and the figures drawn of it, are compared on the
    same machine alone.
    """
    expected = {mapping.file_name(case, name): name for name in recorded}
    expected.pop(None, None)
    found = []
    for name in sorted({*expected, *present}):
        where = f"{case}/{name}"
        if name not in present:
            found.append(f"{where}: was written, and is no more")
        elif name not in expected:
            if not mapping.is_added(where, ""):
                found.append(f"{where}: is new")
        elif exact or same_machine or (is_json(name) and not name.endswith(DRAWN)):
            found += _file(where, recorded[expected[name]], present[name], same_machine=same_machine)
    return found


def places(name: str, text: str) -> dict[str, Any]:
    """Return the values of a JSON file or a table by their places."""
    if is_json(name):
        return dict(_leaves(_in_words(json.loads(text)), ""))
    if name.endswith(".jsonl"):
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
        return dict(_leaves(_columns(rows), ""))
    [header, *rows] = list(csv.reader(io.StringIO(text.lstrip("\ufeff")))) or [[]]
    columns = {name: [row[at] if at < len(row) else None for row in rows] for at, name in enumerate(header)}
    return {ORDER: header, **columns}


def figures(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return what a rewording leaves as it is, by file: every figure in its place, and of a text all in their order."""
    return {
        name: {place: _figures(value) for place, value in places(name, text).items()}
        if has_places(name)
        else NUMBER.findall(text)
        for name, text in texts.items()
    }


def _in_words(value: Any) -> Any:
    """Return findings with their notes in words; how reasons are made of codes and values is not compared."""
    if isinstance(value, list):
        return [_in_words(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    if {"items", "sentence", "notes"} <= set(value) and isinstance(value["notes"], list):
        notes = [note if isinstance(note, str) else text_of(reason_of(note)) for note in value["notes"]]
        value = {name: each for name, each in value.items() if name not in ("answer", "reason")} | {"notes": notes}
    if {"columns", "kind", "reason"} <= set(value):  # a table whose title is a reason
        value = {name: each for name, each in value.items() if name != "reason"}
    return {name: _in_words(each) for name, each in value.items()}


def has_places(name: str) -> bool:
    """Say whether a file is compared value by value."""
    return is_json(name) or name.endswith((".jsonl", ".csv"))


def _file(where: str, old: str, new: str, *, same_machine: bool) -> Iterator[str]:
    if old == new:
        return
    if has_places(where):
        lines = list(_values(where, places(where, old), places(where, new), same_machine=same_machine))
    else:
        lines = _lines(mapping.wording(where, old), new)
    if lines:
        more = [f"  … and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
        yield "\n".join([f"{where}:", *lines[:SHOWN], *more])


def _values(where: str, old: dict[str, Any], new: dict[str, Any], *, same_machine: bool) -> Iterator[str]:
    moves = {path: _moved(where, path) for path in old if not _is_order(path)}
    expected = {moved: path for path, moved in moves.items() if moved is not None}
    added = {path for path in new if path not in expected and mapping.is_added(where, path)}
    for moved, path in expected.items():
        before = _reworded(where, old[path])
        if moved not in new:
            yield f"  {moved}: gone; was {_short(before)}"
        elif not _equal(before, new[moved], same_machine=same_machine):
            yield f"  {moved}{'' if moved == path else f' (was {path})'}: {_change(before, new[moved])}"
    for path, value in new.items():
        if not (path in expected or path in added or _is_order(path)):
            yield f"  {path}: new: {_short(value)}"
    yield from _orders(old, new, moves, added)


def _moved(where: str, path: str) -> str | None:
    """Return where a value stands now; an entry that is called by a text that was reworded has a new name, too."""
    moved = mapping.place(where, path)
    return moved if moved is None else mapping.wording(where, moved)


def _orders(
    old: dict[str, Any], new: dict[str, Any], moves: Mapping[str, str | None], added: set[str]
) -> Iterator[str]:
    """Compare the orders of entries, as they are called now; orders of what is not on both sides have no say."""
    called = _prefixes(moves)
    known = set(called.values()) | set(
        _prefixes({path: path for path in new if not _is_order(path)} | dict.fromkeys(added))
    )
    for path in filter(_is_order, old):
        container = path.removesuffix(ORDER).removesuffix("/")
        now = f"{called.get(container, container)}/{ORDER}".lstrip("/")
        if now in new:
            inside = [called[at] for entry in old[path] if (at := f"{container}/{entry}".lstrip("/")) in called]
            before = [at.rpartition("/")[2] for at in inside]
            after = [entry for entry in new[now] if now.removesuffix(ORDER) + str(entry) in known and entry in before]
            if before != after and sorted(before) == sorted(after):
                yield f"  {now}: stand in another order: {_short(before)} → {_short(after)}"


def _prefixes(moves: Mapping[str, str | None]) -> dict[str, str]:
    """Return where each place, and all that it stands in, is now: of those that are still anywhere."""
    found: dict[str, str] = {}
    for path, moved in moves.items():
        if moved is not None:
            old, new = path.split("/"), moved.split("/")
            for depth in range(1, len(old) + 1):
                found.setdefault("/".join(old[:depth]), "/".join(new[:depth]))
    return found


def unused_rules(recordings: Mapping[str, Mapping[str, str]]) -> list[mapping.Rule]:
    """Return the rules of FILES, PLACES and TEXTS that nothing recorded needs, by case and file."""
    used: set[mapping.Rule] = set()
    for case, texts in recordings.items() if mapping.FILES or mapping.PLACES or mapping.TEXTS else ():
        for name, text in texts.items():
            where = f"{case}/{name}"
            used |= {rule for rule in mapping.FILES if mapping.file_name(case, name, [rule]) != name}
            used |= {rule for rule in mapping.TEXTS if mapping.wording(where, text, [rule]) != text}
            for path in places(name, text) if mapping.PLACES and has_places(name) else ():
                at: str | None = path
                for rule in mapping.PLACES:
                    if at is not None and (moved := mapping.place(where, at, [rule])) != at:
                        used.add(rule)
                        at = moved
    return [rule for rule in (*mapping.FILES, *mapping.PLACES, *mapping.TEXTS) if rule not in used]


def _figures(value: Any) -> Any:
    if isinstance(value, list):
        return [_figures(entry) for entry in value]
    return NUMBER.findall(value) if isinstance(value, str) else value


def _is_order(path: str) -> bool:
    return path.rpartition("/")[2] == ORDER


def _reworded(where: str, value: Any) -> Any:
    if isinstance(value, str):
        return mapping.wording(where, value)
    return [_reworded(where, entry) for entry in value] if isinstance(value, list) else value


def _equal(old: Any, new: Any, *, same_machine: bool) -> bool:
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(
            _equal(a, b, same_machine=same_machine) for a, b in zip(old, new, strict=True)
        )
    if type(old) is type(new) and old == new:
        return True
    return not same_machine and _close(old, new)


def _close(old: Any, new: Any) -> bool:
    """Say whether two numbers, or two texts with numbers in them, differ in the last digits alone."""
    if isinstance(old, str) and isinstance(new, str) and OUTLINED.fullmatch(old) and OUTLINED.fullmatch(new):
        return True
    if isinstance(old, str) and isinstance(new, str) and (before := EXACT.split(old)) == EXACT.split(new):
        return all(map(_close, map(float, EXACT.findall(old)), map(float, EXACT.findall(new)))) if before[1:] else False
    numbers = [_number(old), _number(new)]
    return None not in numbers and math.isclose(*numbers, rel_tol=CLOSE, abs_tol=CLOSE)


def _number(value: Any) -> float | None:
    try:
        return None if isinstance(value, bool) or value is None else float(value)
    except (TypeError, ValueError):
        return None


def _change(old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            return f"{len(old)} values, now {len(new)}: {_short(old)} → {_short(new)}"
        at = [k for k, (a, b) in enumerate(zip(old, new, strict=True)) if a != b or type(a) is not type(b)]
        first = at[0] if at else 0
        return f"[{first}] {_short(old[first])} → {_short(new[first])} ({len(at)} of {len(old)} values differ)"
    note = _verdict(old, new) if isinstance(old, str) and isinstance(new, str) else ""
    return f"{_short(old)} → {_short(new)}{note}"


def _lines(old: str, new: str) -> list[str]:
    if old == new:
        return []
    lines = list(difflib.unified_diff(old.split("\n"), new.split("\n"), n=0, lineterm=""))[2:]
    return [f"  {_verdict(old, new).strip(' ()')}", *(f"  {line[:300]}" for line in lines)]


def _verdict(old: str, new: str) -> str:
    """Say whether two texts hold the same figures in the same order."""
    same = NUMBER.findall(old) == NUMBER.findall(new)
    return " (only words differ: all figures are the same)" if same else " (FIGURES DIFFER)"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 140 else f"{text[:70]} … {text[-60:]}"


def _columns(rows: list[Any]) -> Any:
    """Turn rows with the same plain fields into columns."""
    if rows and all(isinstance(row, dict) and row.keys() == rows[0].keys() for row in rows):
        return {key: [row[key] for row in rows] for key in rows[0]}
    return rows


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield each value with its place; a list of plain values is one value."""
    if isinstance(value, dict) and value:
        yield f"{path}/{ORDER}".lstrip("/"), list(value)
        for key, entry in value.items():
            yield from _leaves(entry, f"{path}/{key}".lstrip("/"))
    elif isinstance(value, list) and any(isinstance(entry, dict | list) for entry in value):
        names = _names(value)
        yield f"{path}/{ORDER}".lstrip("/"), names
        for name, entry in zip(names, value, strict=True):
            yield from _leaves(entry, f"{path}/{name}".lstrip("/"))
    else:
        yield path, value


def _names(entries: list[Any]) -> list[str]:
    """Return what each entry of a list is called: its own name where all have one, else its number."""
    for own in NAMES:
        if all(isinstance(entry, dict) and isinstance(entry.get(own), str) for entry in entries):
            names = [entry[own] for entry in entries]
            if len(set(names)) == len(names):
                return names
    if all(isinstance(entry, dict) and {"label", "group"} <= entry.keys() for entry in entries):
        names = [f"{entry['label']}|{entry['group']}" for entry in entries]
        if len(set(names)) == len(names):
            return names
    return [str(number) for number in range(len(entries))]
