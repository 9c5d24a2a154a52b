"""Exam files as teachers have them: Moodle GIFT, Aiken, Moodle XML, QTI and plain text, one module each.

Questions with one right option become items; every other question is listed with the reason (`Left`). An item may
have an empty passage here: `read` decides whether to allow that.
"""
