"""What is read beside an exam: the answers of candidates, and lists of options."""
