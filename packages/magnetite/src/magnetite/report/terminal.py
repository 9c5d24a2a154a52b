"""A run, a single finding, or a checked exam in the terminal.

A run is cut to two screens: long options are shortened, and caveats left out. Of a checked exam there is the verdict,
how many questions each reason was found in, the questions to look at again and why, what else is worth a thought, and
what is missing, without remarks. The HTML page has everything.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from examfiles.items import gathered, is_content_id
from examfiles.reasons import Reason, many
from examfiles.wording import Wording
from magnetite.core.results import Finding, Run, Text
from magnetite.report.check.answers import facts_of, reliability_of
from magnetite.report.check.page import (
    BY_ENTROPY,
    BY_OPTION,
    about,
    judge_lines,
    passage_numbers,
    reading_words,
    reason_counts,
    trust,
    trust_code,
    verdict,
)
from magnetite.report.check.reading import finding_of, not_read, table_rows
from magnetite.report.flagged import EXPERIMENT, WordedFlag, by_item, dismissed, flagged, left_out, looks_of, places_of
from magnetite.report.looks import in_order, kind_of, matrix, opening_of
from magnetite.report.ruled import plain, ruled, ruled_matrix, ruled_numbers, ruled_table
from magnetite.report.tables import known, shorten, show_quantity, title_of, written
from magnetite.report.wording import language_of, said, speaking, spoken

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

MOST_QUESTIONS = 30  # questions of a checked exam listed
MOST_LEFT_OUT = 10  # left-out questions, or passages, listed
UNANSWERED = ("responses-groups-asked", "responses-groups-few", "responses-no-decisions")  # what was asked for
ANSWERLESS = ("answers", "candidates", "groups")  # why rules about answers are not asked: nobody has sat it, or too few


def terminal_report(run: Run, console: "Console") -> None:
    """Print a run: its verdict, the data, what was measured as tables, the answers in words, the cost."""
    with speaking(language_of(run)) as words:
        if opening := opening_of(run):
            console.print(plain(said(opening.verdict), "bold"), plain(said(opening.basis)), "", sep="\n")
        console.print(plain(_data_line(run, words), "bold"))
        for table in _summaries(run, console):
            console.print(table)
        for finding in in_order(run.findings):
            console.print(plain(title_of(finding), "bold"), plain(said(finding.answer)), "", sep="\n")
        _print_notes(run.notes, console)
        if run.cost:
            console.print(plain(_cost_line(run, words), "dim"))


def terminal_finding(finding: Finding, console: "Console", *, only: Collection[str] | None = None) -> None:
    """Print one finding: its sentence, numbers, tables and notes.

    `only`: names of the tables to print, in place of all tables and numbers.
    """
    console.print(plain(title_of(finding), "bold"), plain(said(finding.answer)), "", sep="\n")
    if finding.numbers and only is None:
        console.print(ruled_numbers(finding.numbers))
    for table in finding.tables:
        if only is not None and table.name not in only:
            continue
        kind = kind_of(table)
        if turned := matrix(table):
            console.print(ruled_matrix(turned, console))
        elif kind.rows and len(table):
            columns = tuple(column for column in table.columns if column.name not in kind.page_only)
            console.print(ruled_table(replace(table, columns=columns), kind.rows, console))
    _print_notes(finding.notes, console)


def _print_notes(notes: Iterable[Text], console: "Console") -> None:
    for note in notes:
        console.print(plain(spoken().say("report-note", {"note": said(note)}), "dim"))


def terminal_check(run: Run, words: Wording, console: "Console") -> None:
    """Print the verdict, a line for each question that deserves a second look, and what was left out."""
    looks, flags = looks_of(run), by_item(flagged(run, words))
    console.print(plain(verdict(len(looks), len(run.exam["items"]), words, not_read(run.finding(EXPERIMENT))), "bold"))
    if counts := reason_counts(run.finding(EXPERIMENT), words):
        names = ("count", "reasons", "severity", "right")
        heads = [(words.say(f"command-{name}"), name == "count") for name in names]
        rows = [(str(each.questions), each.title, each.severity_words, each.right_words) for each in counts]
        console.print(ruled("", heads, rows))
    if looks:
        _print_looks(run, words, looks[:MOST_QUESTIONS], flags, console)
    if len(looks) > MOST_QUESTIONS:
        console.print(plain(words.say("command-more", {"more": len(looks) - MOST_QUESTIONS})))
    lists = (*_passage_use(run, words), *judge_lines(run, words))
    for line in (*_worth(words, looks, flags), *lists, *_about_exam(run, words)):
        console.print(plain(line))
    for flag in flags.get("", []):
        console.print(plain(f"{words.say('command-whole')} {flag.title}. {flag.sentence}"))
    _print_left(run, words, console)
    stands = (words.say(trust_code(run)), *trust(run.finding(EXPERIMENT), words))
    for line in (*_not_asked(run, words), *map(words.note, run.notes), *stands):
        console.print(plain(line, "dim"))
    for line in _answers(run, words):
        console.print(plain(line))
    console.print(plain(words.say("page-trust-not-good")))


def _summaries(run: Run, console: "Console") -> Iterable["rich.table.Table"]:
    tables = [table for finding in in_order(run.findings) for table in finding.tables]
    kinds = {table.kind for table in tables if matrix(table)}
    for table in tables:
        kind = kind_of(table)
        if kind.within in kinds or not known(table, kind.main):
            continue
        if turned := matrix(table):
            if not kind.long:
                yield ruled_matrix(turned, console)
        elif kind.summary:
            yield kind.summary(table, console)


def _data_line(run: Run, words: Wording) -> str:
    data = run.dataset
    name = " ".join(str(data[key]) for key in ("name", "split") if data.get(key))
    if run.exam["items"]:
        passages = sum(bool(str(text).strip()) for text in run.exam["passages"].values())
        questions, read = many(data["items"]), many(passages, "passage")
        counts = words.say("report-counts", {"questions": questions, "passages": read}) if passages else said(questions)
        name += f": {counts}"
    if not data.get("fingerprint"):
        return name
    return f"{name}, {words.say('report-fingerprint', {'fingerprint': data['fingerprint']})}"


def _cost_line(run: Run, words: Wording) -> str:
    cost = run.cost
    seconds = written(f"{cost.get('seconds') or 0:,.1f}")
    if "cells" not in cost:
        return words.say("report-cost-seconds", {"seconds": seconds})
    cells, spared = cost.get("cells"), cost.get("cells", 0) - cost.get("scored", 0)
    line = words.say("report-cost", {"cells": _count(cells), "spared": _count(spared), "seconds": seconds})
    return f"{line}{_cut(run, words)}"


def _cut(run: Run, words: Wording) -> str:
    """Return how many passages were cut to fit, by view, in words; "" where none was."""
    reading = [system for system in run.systems if system.get("view") not in ("O", "QO", None)]
    if not any(system.get("truncated") for system in reading):
        return ""
    cut = ", ".join(dict.fromkeys(f"{system['view']} {_share(system.get('truncated'))}" for system in reading))
    return f" {words.say('report-cut', {'views': cut})}"


def _share(value: object) -> str:
    return show_quantity(value if isinstance(value, int | float) else None, "share")


def _count(value: object) -> str:
    return show_quantity(value if isinstance(value, int | float) else None, "count")


def _print_looks(
    run: Run, words: Wording, looks: tuple[str, ...], flags: dict[str, list[WordedFlag]], console: "Console"
) -> None:
    """Print the questions to look at again, each with its place, and below it why, over the width of the terminal."""
    from rich.padding import Padding

    places, texts = places_of(run), {str(item["id"]): str(item["question"]) for item in run.exam["items"]}
    cells = []
    for name in looks:
        reasons = [flag for flag in flags.get(name, []) if flag.severity != "remark"] or flags.get(name, [])
        why = "\n".join(_reasons(words, reasons))
        cells.append((name, shorten(texts[name], console.width), words.place(places[name].text), why))
    same = all(place == places[""].text for _, _, place, _ in cells)
    for name, text, place, why in cells:
        console.print(plain(name if same else f"{name} · {place}", "bold"), plain(text), sep="\n")
        console.print(Padding(plain(why), (0, 0, 1, 2)))


def _reasons(words: Wording, flags: list[WordedFlag]) -> Iterator[str]:
    """Yield a paragraph for each reason: what leads, and the titles of the signs of the same cause."""
    groups = gathered((flag.reason, flag) for flag in flags)
    for lead, *signs in groups.values():
        also = f" ({words.say('page-sign')} {'; '.join(sign.title for sign in signs)}.)" if signs else ""
        yield f"{lead.title}. {lead.sentence}{also}"


def _worth(words: Wording, looks: tuple[str, ...], flags: dict[str, list[WordedFlag]]) -> list[str]:
    """Return a sentence for each reason worth a thought, with the questions that deserve no second look for it."""
    found = gathered(
        (flag.title, name)
        for name, each in flags.items()
        for flag in each
        if name and name not in looks and flag.severity != "remark" and flag.reason == flag.rule
    )
    return [words.say("command-worth", {"title": title, "ids": ", ".join(ids)}) for title, ids in found.items()]


def _about_exam(run: Run, words: Wording) -> Iterator[str]:
    """Yield where the right answers stand, how hard the passages are to read, and what was dismissed."""
    finding = run.finding(EXPERIMENT)
    keys = table_rows(finding, "keys")
    if len({row["expected"] for row in keys}) == 1:
        counts = ", ".join(f"{row['option']} {row['right']}" for row in keys)
        expected = about(float(str(keys[0]["expected"])), words)
        yield words.say("command-keys", {"counts": counts, "expected": expected})
    passages = table_rows(finding, "passages")
    numbers = passage_numbers(run)
    for row in passages[:MOST_LEFT_OUT]:
        own = str(row["passage_id"])  # of a hash nobody knows which passage it is
        name = numbers.get(own, own) if is_content_id(own) else own
        values = {"passage": name, "level": row["level"] or "none", "reading": reading_words(row, words)}
        yield words.say("command-readable", values)
    if len(passages) > MOST_LEFT_OUT:
        yield words.say("command-more", {"more": len(passages) - MOST_LEFT_OUT})
    if gone := sum(flag.rule == flag.reason for flag in dismissed(run, words)):
        yield words.say("command-dismissed", {"dismissed": gone})


def _print_left(run: Run, words: Wording, console: "Console") -> None:
    left = list(left_out(run, words))
    if left:
        console.print(plain(words.say("command-left", {"left": len(left)})))
    for place, reason in left[:MOST_LEFT_OUT]:
        console.print(plain(f"  {words.place(place.text)}: {reason}"))
    if len(left) > MOST_LEFT_OUT:
        console.print(plain(f"  {words.say('command-more', {'more': len(left) - MOST_LEFT_OUT})}"))


def _passage_use(run: Run, words: Wording) -> list[str]:
    """Return a sentence on each list to look at."""
    heads = {name: [str(row["id"]) for row in table_rows(run.finding(EXPERIMENT), name)] for name in BY_OPTION[:3]}
    sentences = [words.say(f"command-{name.replace('_', '-')}", {"ids": ids}) for name, ids in heads.items() if ids]
    for name in BY_ENTROPY:
        rows = table_rows(run.finding(EXPERIMENT), name)
        right = [str(row["id"]) for row in rows if row["confirmed"]]
        if rows:
            ids = [str(row["id"]) for row in rows]
            keyed = any(row["confirmed"] is not None for row in rows)
            confirmed = "all" if right == ids else len(right) if keyed else "unknown"
            sentences.append(words.say(f"command-{name}", {"ids": ids, "right": right, "confirmed": confirmed}))
    return sentences


def _answers(run: Run, words: Wording) -> list[str]:
    """Return sentences on how candidates did, where their answers are known, and what better ones get wrong."""
    finding = finding_of(run, "responses")
    right = [float(str(row["facility"])) for row in table_rows(finding, "facility")]
    if finding is None or not right:
        return []
    counts = {name: int(finding.number(name).value) for name in ("candidates", "questions")}
    sentences = [words.say("command-answers", {**counts, "facility": sum(right) / len(right)})]
    if values := reliability_of(finding):
        error = finding.number("standard error").value
        sentences.append(words.say("command-reliability", {**values, "error": error, "questions": counts["questions"]}))
    sentences += [words.say(f"command-{name}", values) for name, values in facts_of(finding)]
    sentences += [words.note(note) for note in finding.notes if isinstance(note, Reason) and note.code in UNANSWERED]
    if any(isinstance(note, Reason) and note.code == "responses-few" for note in finding.notes):
        sentences.append(words.say("command-few", {"candidates": counts["candidates"]}))
    negative = [str(row["id"]) for row in table_rows(finding, "negative")]
    return sentences + ([words.say("command-negative", {"ids": negative})] if negative else [])


def _not_asked(run: Run, words: Wording) -> list[str]:
    """Return a sentence on how many rules could not be applied to the exam, those about candidates' answers aside."""
    rows = table_rows(run.finding(EXPERIMENT), "not_checked")
    rules = {row["rule"] for row in rows if not row["id"] and row["reason"] not in ANSWERLESS}
    return [words.say("command-not-asked", {"rules": len(rules)})] if rules else []
