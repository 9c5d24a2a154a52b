"""Readers of exam files, and writers beside them: a module a format, a folder a family."""
