"""The command line: one file per command, in the words of the library.

Errors are a paragraph on standard error, without a traceback (`--debug`); `core/errors.py` lists the exit codes.
"""


def main() -> None:
    """Run the command line, which imports every command: one of another package may import `flags` before."""
    from magnetite.cli import app

    app.main()
