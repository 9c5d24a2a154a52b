"""Flags as a plain list in JSON, for users' own scripts."""

import json
from collections.abc import Container
from typing import Any

from magnetite.core.results import Run
from magnetite.report.flagged import Place, flagged, left_out, looks_of
from magnetite.report.wording import Wording


def listing_text(run: Run, words: Wording, failing: Container[str]) -> str:
    """Return a checked exam's flags as JSON, in the form that the manual describes."""
    flags = [
        {
            "rule": flag.rule,
            "source": flag.source,
            "severity": flag.severity,
            "question": flag.item or None,
            **_where(flag.place),
            "options": list(flag.options),
            "title": flag.title,
            "sentence": flag.sentence,
            "advice": flag.advice,
            "evidence": dict(flag.evidence),
            "fingerprint": flag.fingerprint,
            "fails": flag.fingerprint in failing,
        }
        for flag in flagged(run, words)
    ]
    listing = {
        "magnetite": run.versions.get("magnetite"),
        "exam": run.dataset.get("source") or run.dataset.get("name"),
        "questions": len(run.exam["items"]),
        "second_look": list(looks_of(run)),
        "flags": flags,
        "left_out": [{**_where(place), "reason": reason} for place, reason in left_out(run, words)],
    }
    return json.dumps(listing, ensure_ascii=False, indent=1) + "\n"


def _where(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "place": place.text}
