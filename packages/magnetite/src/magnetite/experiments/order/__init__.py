"""Whether an answer depends on the order of the options."""
