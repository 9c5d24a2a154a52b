"""The page for an exam's author: which questions deserve a second look, why, and what to change.

    write_check(run, "checked", "en")    report.html and findings.json
    render_check(run, "de")              the page as a text

It is not the audit's report: its reader knows exams, not models. Its words are in `report.wording`.
"""

from magnetite.report.check.page import render_check, write_check

__all__ = ["render_check", "write_check"]
