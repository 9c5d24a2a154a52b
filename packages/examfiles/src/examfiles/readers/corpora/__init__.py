"""Data sets of research, as their publishers wrote them."""
