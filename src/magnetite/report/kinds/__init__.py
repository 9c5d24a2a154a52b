"""Looks of studies with people, and of the claims of a paper."""
