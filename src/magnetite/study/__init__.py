"""Ask people: which questions a study asks, in what form each participant sees them, what they answer, what it shows.

What this package leaves out: the pages participants see (`magnetite.web`), and the systems that answer the same
questions (`magnetite.auditing.study`).
"""
