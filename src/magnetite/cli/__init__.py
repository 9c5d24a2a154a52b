"""The command line: one file per command, in the words of the library.

Errors are one clear paragraph on standard error, without a traceback (`--debug` shows it); exit codes tell usage (2),
data (3), model (4) and store (5) apart, and 130 is Ctrl-C.
"""

from magnetite.cli.app import main

__all__ = ["main"]
