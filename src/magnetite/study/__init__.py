"""Studies with people: the questions asked, the form each participant sees, their answers, and what these show.

The pages that participants see are in `magnetite.web`, the systems that answer the same questions in
`magnetite.auditing.studies`.
"""
