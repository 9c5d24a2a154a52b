"""Printable booklets and their key: what a participant would see on a screen, on paper, with an answer sheet.

A booklet holds no key and does not say what is original and what is attacked; the key is a file of its own, for the
organiser. The pages load nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examfiles.files import write_whole
from examfiles.items import letter
from magnetite.core.files import writable
from magnetite.report.html import environment
from magnetite.report.wording import wording
from magnetite_study.design import BookletQuestion, Design

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True)
class Booklet:
    """One participant's booklet: their number, and the questions in their order."""

    number: int
    questions: tuple[BookletQuestion, ...]


@dataclass(frozen=True, slots=True)
class KeyLine:
    """One line of a key: which printed letter is right, and which is the magnet ("" for none)."""

    position: int
    id: str
    item: str
    answer: str
    magnet: str


def booklets_html(design: Design, numbers: Sequence[int]) -> str:
    """Return the booklets of participants as one page of HTML, each beginning on a new sheet of paper."""
    booklets = [Booklet(number, design.booklet(number)) for number in numbers]
    return _render("booklets.html.j2", design, booklets=booklets)


def key_html(design: Design, numbers: Sequence[int]) -> str:
    """Return the key of the same booklets, for the organiser, as one page of HTML."""
    keys = [
        (number, design.form(number), tuple(_key_line(design, each) for each in design.booklet(number)))
        for number in numbers
    ]
    return _render("key.html.j2", design, keys=keys)


def write_booklets(design: Design, numbers: Sequence[int], folder: str | Path) -> tuple[Path, Path, Path | None]:
    """Write `booklets.html`, `key.html` and, where there is one, `debriefing.html` into a folder; return their paths.

    The folder is created if missing.
    """
    folder = Path(folder)
    booklets, key, debriefing = (folder / f"{name}.html" for name in ("booklets", "key", "debriefing"))
    with writable(folder, "Name another folder."):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(booklets, booklets_html(design, numbers).encode("utf-8", "replace"))
        write_whole(key, key_html(design, numbers).encode("utf-8", "replace"), private=True)
        if design.debriefing:
            write_whole(debriefing, _render("debriefing.html.j2", design).encode("utf-8", "replace"), private=True)
    return booklets, key, debriefing if design.debriefing else None


def _key_line(design: Design, page: BookletQuestion) -> KeyLine:
    question = design.question(page.id)
    magnet = question.magnet.replaced if page.condition == "attacked" and question.magnet else -1
    letters = {own: letter(place) for place, own in enumerate(page.order)}
    return KeyLine(page.position, page.id, question.item.id, letters[question.answer], letters.get(magnet, ""))


def _render(template: str, design: Design, **values: Any) -> str:
    from importlib.resources import files

    from markupsafe import Markup

    templates = environment("magnetite_study")
    templates.filters["letter"] = letter
    templates.filters["paragraphs"] = lambda text: [line for line in text.split("\n") if line.strip()]
    style = files("magnetite_study").joinpath("templates", "booklets.css").read_text("utf-8")
    return templates.get_template(template).render(
        design=design, say=wording(design.language).say, policy=POLICY, style=Markup(style), **values
    )
