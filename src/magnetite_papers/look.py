"""What a paper claims, one claim after another: a claim's evidence is a paragraph, too long for a cell."""

from magnetite.report.kinds import Kind

CLAIMS = Kind(listed=True)
