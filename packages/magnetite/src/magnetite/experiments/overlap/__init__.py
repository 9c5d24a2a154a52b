"""Which passages and questions of an exam stand in other data."""
