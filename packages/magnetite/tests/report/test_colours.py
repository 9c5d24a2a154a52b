"""A colour means one thing on a page: who answered, whether that was right, how serious a flag is, or what to press."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import magnetite
from magnetite.report import drawing

REPORT = Path(magnetite.__file__).parent / "report"
LOOK, AUDIT = "templates/look.css", "templates/report.css"
CHECK = ("check/templates/check.css", "check/templates/answers.css")
USES = {  # what may have the colour, by a part of its selector
    "high": (".serious", ".fatal", ".look", ".poor"),
    "medium": (".worth-a-thought", ".remark"),
    "low": (".reason", ".severity"),
    "right": (".right", ".key", ".good"),
    "wrong": (".wrong", ".magnet", "ins", ".poor"),
    "given": (".given", ".view-QOC"),
    "without": (".without", ".view-QO"),
    "alone": (".alone", ".view-O"),
    "candidates": (".candidates", ".plot rect"),
}
PAGES = {
    "audit": ((LOOK, AUDIT), ("right", "wrong", "given", "without", "alone")),
    "check": ((LOOK, *CHECK), ("high", "medium", "low", "right", "given", "without", "alone", "candidates")),
}
APART = 20  # CIE 1976; 2 can just be told apart side by side
FIGURES = {
    **drawing.VIEW_COLOURS,
    "right": drawing.RIGHT,
    "magnet": drawing.MAGNET,
    "guessing": drawing.GUESSING,
    "people": drawing.PEOPLE,
    **{f"series {place}": colour for place, colour in enumerate(drawing.SERIES, 1)},
}


def looks() -> list[Path]:
    """Return the modules that say what findings look like."""
    return sorted(path for path in REPORT.parent.rglob("*.py") if "look" in path.relative_to(REPORT.parent).as_posix())


def read(name: str) -> str:
    return REPORT.joinpath(name).read_text("utf-8")


def rules(name: str) -> Iterator[tuple[str, str]]:
    """Yield the selectors of a style sheet with what they set; those of its media, too."""
    for selectors, body in re.findall(r"([^{};]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", read(name), flags=re.DOTALL)):
        yield from ((selector.strip(), body) for selector in selectors.split(","))


def schemes() -> list[dict[str, str]]:
    """Return the colours in the light, in the dark, and on paper."""
    roots = [body for selector, body in rules(LOOK) if selector == ":root"]
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", body)) for body in roots]


@pytest.mark.parametrize("name", [LOOK, AUDIT, *CHECK])
def test_a_colour_with_a_meaning_is_used_for_nothing_else_and_no_other_is_made_up(name: str) -> None:
    other = [
        (selector, colour)
        for selector, body in rules(name)
        for colour in re.findall(r"var\(--(\w+)\)", body)
        if colour in USES and not any(part in selector for part in USES[colour])
    ]
    assert other == []
    assert [pair for pair in rules(name) if pair[0] != ":root" and re.search(r"#[0-9a-f]{3,6}\b", pair[1])] == []


def test_the_style_sheet_lists_what_each_colour_means() -> None:
    meanings = re.findall(r"^   (\w+) {2,}\w", read(LOOK), flags=re.MULTILINE)
    assert sorted(meanings) == sorted([*USES, "accent"])
    assert all(USES.keys() <= scheme.keys() for scheme in schemes())
    assert len(schemes()) == 3


@pytest.mark.parametrize("page", PAGES)
def test_colours_of_different_meanings_are_told_apart_in_the_light_in_the_dark_and_on_paper(page: str) -> None:
    _, meanings = PAGES[page]
    for scheme in schemes():
        assert near({meaning: scheme[meaning] for meaning in meanings}) == []


def test_figures_have_the_colours_of_the_page_and_series_mean_nothing_else() -> None:
    light = schemes()[0]
    assert [light[name] for name in ("given", "without", "alone", "candidates")] == [
        *(drawing.VIEW_COLOURS[view] for view in ("QOC", "QO", "O")),
        drawing.PEOPLE,
    ]
    assert near(FIGURES) == []


MEANT = re.compile(r"\b(BLUE|SKY|ORANGE|GREEN|PINK|OCHRE|PURPLE|TEAL)\b")


@pytest.mark.parametrize("look", looks(), ids=lambda path: path.parent.name)
def test_figures_name_a_colour_by_what_it_means(look: Path) -> None:
    assert MEANT.findall(look.read_text("utf-8")) == []


def test_cells_of_a_heat_map_are_grey_and_their_letters_are_read_on_each_of_them() -> None:
    least, most = lab(drawing.LEAST), lab(drawing.MOST)
    assert max(abs(each) for each in (*least[1:], *most[1:])) < APART / 2
    for step in range(101):
        lightness = least[0] + step / 100 * (most[0] - least[0])
        light = ((lightness + 16) / 116) ** 3 if lightness > 8 else lightness / 903.3
        contrast = 1.05 / (light + 0.05) if step / 100 > drawing.TURN else (light + 0.05) / 0.05
        assert contrast >= 4.5, step


def near(colours: dict[str, str]) -> list[tuple[str, str, int]]:
    """Return pairs of colours that are hardly told apart, and how far from each other they are."""
    pairs = itertools.combinations(colours, 2)
    far = [(one, other, round(distance(colours[one], colours[other]))) for one, other in pairs]
    return [pair for pair in far if pair[2] < APART]


def distance(one: str, other: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5


def lab(colour: str) -> tuple[float, float, float]:
    """Return a colour of sRGB in CIELAB, under daylight (D65)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
