"""Be the command line: one file per command, in the words of the library."""
