"""What a study shows: answers in columns, findings out; nothing is read, asked or drawn here."""

from magnetite.study.analysis.findings import study_findings

__all__ = ["study_findings"]
