"""A run, a finding or a table as a notebook shows it: the figures of the page, in HTML that loads and runs nothing.

A run is its findings in short, with their headline numbers and matrices; of a checked exam it is the questions to look
at again, and why. A finding has its drawings, tables and notes besides. Colours are those around it, light or dark.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from magnetite.core.results import Finding, Run, Table
from magnetite.report.check.page import judge_lines, trust_code, verdict
from magnetite.report.check.reading import not_read
from magnetite.report.flagged import EXPERIMENT, by_item, flagged, looks_of
from magnetite.report.html import static_svg, templates
from magnetite.report.looks import PageFigure, headlines, intro_of, matrix, page_figures
from magnetite.report.page import headline, matrix_grid, number_grid, page, table_grid
from magnetite.report.tables import title_of
from magnetite.report.wording import language_of, notes_of, said, speaking, wording

MOST_QUESTIONS = 30  # questions of a checked exam listed


def html(part: Run | Finding | Table) -> str:
    """Return a part of a run as HTML for a notebook."""
    if isinstance(part, Table):
        return _filled("table", block=_block(part))
    if isinstance(part, Finding):
        return _filled("finding", **_finding(part))
    if any(finding.experiment == EXPERIMENT for finding in part.findings):
        return _filled("check", **_check(part))
    with speaking(language_of(part)):
        return _filled("run", page=page(part))


def _filled(what: str, **values: Any) -> str:
    template = templates().get_template("notebook.html.j2")
    return template.render(what=what, svg_of=_svg, **values)


def _finding(finding: Finding) -> Mapping[str, Any]:
    return {
        "title": title_of(finding),
        "sentence": said(finding.answer),
        "headlines": [headline(number, words) for number, words in headlines(finding)],
        "blocks": [_block(table) for table in finding.tables if len(table)],
        "numbers": number_grid(finding.numbers),
        "notes": notes_of(finding.notes),
    }


def _block(table: Table) -> Mapping[str, Any]:
    turned = matrix(table)
    return {
        "title": title_of(table),
        "intro": intro_of(table),
        "figures": page_figures(table, table.name),
        "matrix": matrix_grid(turned) if turned else None,
        "grid": table_grid(table, {}),
    }


def _check(run: Run) -> Mapping[str, Any]:
    words = wording(language_of(run))
    looks, flags = looks_of(run), by_item(flagged(run, words))
    texts = {str(item["id"]): str(item["question"]) for item in run.exam["items"]}
    return {
        "title": verdict(len(looks), len(run.exam["items"]), words, not_read(run.finding(EXPERIMENT))),
        "heads": [words.say(f"command-{name}") for name in ("question", "why")],
        "rows": [
            (name, texts[name], [f for f in flags[name] if f.severity != "remark"] or flags[name])
            for name in looks[:MOST_QUESTIONS]
        ],
        "more": words.say("command-more", {"more": len(looks) - MOST_QUESTIONS}) if len(looks) > MOST_QUESTIONS else "",
        "whole": flags.get("", []),
        "trust": [words.say(trust_code(run)), words.say("page-trust-not-good")],
        "notes": [*judge_lines(run, words), *(words.note(note) for note in run.notes)],
    }


def _svg(figure: PageFigure) -> Markup:
    """Return a figure as SVG, with ids that no other figure in the notebook has, unless it is the same."""
    digest = hashlib.blake2b(json.dumps(figure.spec, sort_keys=True, default=str).encode(), digest_size=6).hexdigest()
    return Markup(static_svg(dict(figure.spec), f"{figure.name}-{digest}"))
