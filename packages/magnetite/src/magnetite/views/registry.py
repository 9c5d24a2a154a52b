"""The views by name: ours, and those that other packages add by the entry point `magnetite.views`; what a view is.

A view changes what a system reads of an item. Another package's view is a value like one of ours:

    def first_sentence(item):
        return replace(item, passage=next(iter(sentences(item.passage)), ""), added="")

    LEAD = View("LEAD", first_sentence)

Its words are the message `view-LEAD` (what a model sees) and its attribute `.name` (in tables).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from examfiles.errors import UsageError
from examfiles.items import Item
from examfiles.registry import Registry

VIEWS = Registry(
    "view",
    "magnetite.views",
    {
        "O": "magnetite.views.partial:OPTIONS_ONLY",
        "QO": "magnetite.views.partial:WITHOUT_PASSAGE",
        "CO": "magnetite.views.partial:WITHOUT_QUESTION",
        "QOC": "magnetite.views.partial:WHOLE",
    },
)
"""All views; `VIEWS.ours` are those that a system answers under unless others are named."""
ItemChange = Callable[[Item], Item]


@dataclass(frozen=True, slots=True)
class View:
    """A view: its name, how it changes an item, and whether a passage and a question are left to read.

    The change is pure: the same item, the same result. It may touch the passage, what was added to it, and the
    question; `magnetite.testing.check_view` tests that it touches nothing else.
    """

    name: str
    change: ItemChange
    passage: bool = True
    question: bool = True

    def __call__(self, item: Item) -> Item:
        """Return the item as a system sees it. Raises UsageError for a view that changes the options or the answer."""
        seen = self.change(item)
        if (seen.id, seen.options, seen.answer) != (item.id, item.options, item.answer):
            raise UsageError(
                f"view '{self.name}' changes the id, the options or the answer of question '{item.id}'; expected a "
                "change of the passage or the question only. Repair the view."
            )
        return seen


def view(name: str) -> View:
    """Return the view with this name. Raises UsageError, with the known names, where there is none.

    >>> from examfiles.items import Item
    >>> view("QO")(Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"))).passage
    ''
    """
    found = VIEWS[name]
    if not isinstance(found, View) or found.name != name:
        raise UsageError(
            f"view '{name}': its entry point names {found!r}; expected View('{name}', …) of magnetite.views. Repair or "
            "remove the package that adds it."
        )
    return found


def view_name(text: str) -> str:
    """Return a view's name in its own letters. Raises UsageError for a view that does not exist.

    >>> view_name("qoc")
    'QOC'
    """
    known = {name.casefold(): name for name in VIEWS}
    return known.get(str(text).casefold()) or view(str(text).upper()).name


def shows_passage(name: str) -> bool:
    """Say whether a system reads a passage under a view. Raises UsageError for an unknown one.

    >>> shows_passage("CO"), shows_passage("QO")
    (True, False)
    """
    return view(name).passage


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names once each, from the poorest input to the richest. Raises UsageError for an unknown one.

    A view with a passage is richer than one with a question, and a view of ours than one that leaves part of the same.

    >>> in_order(["QOC", "O", "QOC"])
    ('O', 'QOC')
    """
    return tuple(sorted(sorted(set(names)), key=_richness))


def richest(names: Iterable[str]) -> str:
    """Return the name of the view that leaves the most input. Raises UsageError where there is none to choose from."""
    ordered = in_order(names)
    if not ordered:
        raise UsageError(f"no view was given; expected at least one of {', '.join(VIEWS)}. Give one with --views.")
    return ordered[-1]


def _richness(name: str) -> tuple[bool, bool, bool]:
    known = view(name)
    return known.passage, known.question, name in VIEWS.ours
