"""Typed exams: questions as people and language models type them, in a text or a document."""
