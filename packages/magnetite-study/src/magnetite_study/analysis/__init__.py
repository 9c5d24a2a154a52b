"""What a study shows: answers in columns go in, findings come out."""

from magnetite_study.analysis.findings import study_findings

__all__ = ["study_findings"]
