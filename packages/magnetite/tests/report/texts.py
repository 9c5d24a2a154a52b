"""What the texts of a language show, and where a language is not complete beside English."""

from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from examfiles.wording import FUNCTIONS, texts_of
from magnetite.report.wording import read_language


def faults(language, entries):
    """Yield the codes that are missing or unknown, and the texts that show other values than English."""
    texts, expected = texts_of(entries), texts_of(read_language("en"))
    yield from (f"{language}: {code} is missing" for code in expected if code not in texts)
    for code, pattern in texts.items():
        if code.startswith("label-"):
            continue  # the English name is the code
        if code not in expected:
            yield f"{language}: {code} is not in English"
        elif variables(pattern) != variables(expected[code]):
            yield f"{language}: {code} shows {sorted(variables(pattern))}, not {sorted(variables(expected[code]))}"


def variables(pattern: ast.Pattern) -> set[str]:
    """Return the names of the values that a text shows. Raises ValueError for a function that does not exist."""
    seen = References()
    seen.visit(pattern)
    if unknown := seen.functions - set(FUNCTIONS):
        raise ValueError(f"'{sorted(unknown)[0]}' is not a function of the messages")
    return seen.variables


class References(Visitor):
    """Collects the names of the values and functions in a pattern."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.functions: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_FunctionReference(self, node: ast.FunctionReference) -> None:  # noqa: N802
        self.functions.add(node.id.name)
        self.generic_visit(node)
