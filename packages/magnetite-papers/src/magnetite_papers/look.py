"""What a paper claims, one claim after another: a claim's evidence is a paragraph, too long for a cell."""

from magnetite.report.looks import Kind, Look

LOOK = Look(kinds={"claims": Kind(listed=True)})
