"""The known views by name, from the poorest to the richest input: O, QO, CO, QOC."""

from collections.abc import Callable, Iterable
from types import MappingProxyType

from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.items import Item
from magnetite.views.partial import options_only, whole, without_passage, without_question

View = Callable[[Item], Item]

VIEWS = MappingProxyType({"O": options_only, "QO": without_passage, "CO": without_question, "QOC": whole})


def view(name: str) -> View:
    """Return the view with this name. Raises UsageError, with the known names, where there is none.

    >>> from magnetite.core.items import Item
    >>> view("QO")(Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"))).passage
    ''
    """
    try:
        return VIEWS[name]
    except KeyError:
        raise unknown_name("view", name, list(VIEWS)) from None


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names once each, from the poorest input to the richest. Raises UsageError for an unknown one.

    >>> in_order(["QOC", "O", "QOC"])
    ('O', 'QOC')
    """
    distinct = set(names)
    for name in sorted(distinct):
        view(name)
    return tuple(name for name in VIEWS if name in distinct)


def richest(names: Iterable[str]) -> str:
    """Return the name of the view that leaves the most input. Raises UsageError where there is none to choose from."""
    ordered = in_order(names)
    if not ordered:
        raise UsageError(f"no view was given; expected at least one of {', '.join(VIEWS)}. Give one with --views.")
    return ordered[-1]
