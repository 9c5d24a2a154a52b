"""Checking an exam before anyone sits it: reading, scoring, flags, and files for machines."""
