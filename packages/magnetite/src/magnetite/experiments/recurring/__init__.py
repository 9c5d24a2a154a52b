"""Options that recur in an exam."""
