"""What can be answered with parts of the question missing."""
