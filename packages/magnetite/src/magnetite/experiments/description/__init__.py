"""What is in a dataset before any model sees it, and what is wrong with it."""
