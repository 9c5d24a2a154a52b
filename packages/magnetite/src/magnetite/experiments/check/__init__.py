"""Which questions of an exam deserve a second look."""
