"""Packages: the files of a QTI exam, one alone or many, in the manifest's order, and what candidates see of them.

Names are looked up among the files that are there; a name that points outside the package (`../`, `/`, an address)
finds nothing, and nothing is ever written.
"""

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from examfiles.decoding import LIMIT
from examfiles.errors import DataError
from examfiles.format import Remark, fault
from examfiles.lengths import words
from examfiles.markup import Text, as_xhtml, element_text, html_text, is_html, joined, part_of
from examfiles.pictures import ExamPictures
from examfiles.question import INSTRUCTION, Passage
from examfiles.reasons import Reason
from examfiles.xml import attribute, local, parse

if TYPE_CHECKING:
    from lxml.etree import _Element

_REFERRING = {
    "assessmentItemRef",
    "assessmentStimulusRef",
    "assessmentSectionRef",
    "object",
    "include",
    "file",
    "resource",
}
MOST_PICTURE_BYTES = 64 * 2**20
"""The most characters of linked pages that all parts of a package show, a page counted whenever it is shown."""
_FILES_FOLDER = re.compile(r"^\$[A-Z_-]{3,40}\$/?(?:\.\./)*")
"""What stands for the folder of a cartridge's files in the addresses that Canvas writes."""
SIGN = "\0"
"""What stands for a part to answer in the text of an item: no XML has this character."""
NO_PART = {"inlineChoiceInteraction", "textEntryInteraction", "endAttemptInteraction", "mediaInteraction"}
"""Interactions that stand in a line of text, or ask nothing."""
_UNSEEN = {
    *("feedbackBlock", "feedbackInline", "modalFeedback", "infoControl", "companionMaterialsInfo", "catalogInfo"),
    *("templateBlock", "templateInline"),
}


_CDATA = b"<![CDATA["


@dataclass(slots=True)
class Package:
    """A package: its files by name, its parsed XML, and what could not be parsed.

    `opened`: in how many CDATA sections of a file HTML was found.
    """

    where: str
    data: Mapping[str, bytes]
    main: str | None = None
    roots: dict[str, "_Element"] = field(default_factory=dict)
    errors: dict[str, DataError] = field(default_factory=dict)
    lower: dict[str, str] = field(default_factory=dict)
    opened: dict[str, int] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    stimuli: dict[str, Text] = field(default_factory=dict)
    shown: int = 0
    files: ExamPictures = field(default_factory=lambda: ExamPictures(keep=False))
    picture: Callable[[str], bytes | None] = lambda _name: None

    def place(self, name: str) -> str:
        """Name a file as an error does."""
        if self.main is None:
            return f"{self.where}/{name}"
        return self.where if name == self.main else self.where.removesuffix(self.main) + name

    def kept(self, text: Text, name: str) -> Text:
        """Return a text of the file `name` with the pictures that it shows."""
        return self.files.kept(text, lambda address: self._found(name, address))

    def _found(self, name: str, address: str) -> bytes | None:
        address = _FILES_FOLDER.sub("", unquote(address))
        path = inside(name, address)
        root = inside("", address)
        return (self.picture(path) if path else None) or (self.picture(root) if root and root != path else None)


def open_package(
    where: str, data: Mapping[str, bytes], main: str | None = None, picture: Callable[[str], bytes | None] | None = None
) -> Package:
    """Parse a package's XML; `main` is the file that was named, where the others only accompany it.

    `picture` returns a picture by its name; without it, none is kept.

    Raises DataError where its files are larger than a package of texts can be.
    """
    total = sum(map(len, data.values()))
    if total > LIMIT:
        raise fault(where, f"the texts of the package are larger than {LIMIT // 2**20} MiB in total. Split it.")
    package = Package(where, data, main, lower={name.lower(): name for name in data})
    if picture is not None:
        package.files, package.picture = ExamPictures(keep=True), picture
    for name, content in data.items():
        if not name.lower().endswith((".html", ".htm")) and (name == main or not _other_data(name, content)):
            try:
                content, opened = _with_cdata_open(content)  # noqa: PLW2901 - as it is read
                package.roots[name] = parse(content, package.place(name))
                package.opened |= {name: opened} if opened else {}
            except DataError as error:
                package.errors[name] = error
    return package


def _with_cdata_open(content: bytes) -> tuple[bytes, int]:
    """Return XML of QTI 2 or 3 with the HTML of its CDATA sections as elements, and how many sections these are."""
    if _CDATA not in content or b"questestinterop" in content:  # QTI 1 says of each text whether it is HTML
        return content, 0
    count, done, parts = 0, 0, list[bytes]()
    while (start := content.find(_CDATA, done)) >= 0 and (end := content.find(b"]]>", start)) >= 0:
        text = content[start + len(_CDATA) : end].decode("utf-8", "replace")
        parts.append(content[done:start])
        done = end + 3
        if not is_html(text) or "\ufffd" in text:
            parts.append(content[start:done])
            continue
        count += 1
        parts.append(as_xhtml(text).encode("ascii", "xmlcharrefreplace"))
    return b"".join([*parts, content[done:]]), count


def _other_data(name: str, content: bytes) -> bool:
    """Return whether a file of Blackboard's ending for everything (.dat) is no XML."""
    return name.lower().endswith(".dat") and not content.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")


def find(package: Package, base: str, href: str) -> str | None:
    """Return the name of the file that `href` in the file `base` refers to; None where there is none in the package."""
    path = inside(base, href)
    return path if path is None or path in package.data else package.lower.get(path.lower())


def inside(base: str, href: str) -> str | None:
    """Resolve a relative address against a file's name; None for one that leads outside.

    >>> inside("items/q1.xml", "../texts/a.html"), inside("q1.xml", "../../etc/passwd"), inside("q1.xml", "http://x/y")
    ('texts/a.html', None, None)
    """
    path = unquote(href.strip().partition("#")[0].partition("?")[0]).replace("\\", "/")
    if not path or path.startswith("/") or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", path) or "\0" in path:
        return None
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(base), path))
    return None if joined == ".." or joined.startswith(("../", "/")) else joined


def linked(data: bytes, name: str = "") -> tuple[str, ...]:
    """Name the files that the test, item or manifest `name` refers to, as it is named itself."""
    try:
        root = parse(data, "")
    except DataError:
        return ()
    hrefs = (
        attribute(element, "href") or attribute(element, "data")
        for element in root.iter()
        if local(element) in _REFERRING
    )
    paths = dict.fromkeys(path for href in hrefs if href and (path := inside(name, href)))
    return tuple(path for path in paths if path.lower().endswith((".xml", ".qti", ".html", ".htm")))


def in_manifest_order(package: Package) -> list[str]:
    """Return the names of the parsed files: as the manifests list them, then the others."""
    ordered: dict[str, None] = {}
    for name, root in package.roots.items():
        if local(root) == "manifest":
            ordered |= dict.fromkeys(_listed(package, name, root))
    return list(ordered | dict.fromkeys(package.roots))


def _listed(package: Package, name: str, root: "_Element") -> Iterator[str]:
    for element in root.iter():
        if local(element) in {"resource", "file"}:
            target = find(package, name, attribute(element, "href"))
            if target in package.roots:
                yield target


def shown(package: Package, name: str, element: "_Element", sign: str = "") -> Text:
    """Return what candidates see of an element of the file `name` before they answer.

    `sign`: what stands for each of its interactions that has lines of its own.
    """
    hidden: dict[str, None] = {}
    own = attribute(element, "identifier")

    def other(part: "_Element") -> str | None:
        kind = local(part)
        if part is element:
            return None
        if kind in _UNSEEN or (kind == "rubricBlock" and not for_candidates(part)):
            if kind != "feedbackInline" or attribute(part, "identifier") != own:  # said of the option itself
                hidden[kind] = None
            return ""
        if kind.endswith("Interaction"):
            return "_____" if kind == "inlineChoiceInteraction" else "" if kind in NO_PART else sign
        return _linked_page(package, name, part) if kind == "object" else None

    text = element_text(element, other)
    return package.kept(replace(text, flattened=(*text.flattened, *hidden)), name)


def settings_left(test: "_Element", where: str, names: Collection[str]) -> Iterator[Remark]:
    """Yield a remark on the parts of a test, of these names, that nobody reads."""
    parts = dict.fromkeys(
        " ".join(filter(None, (local(each), *each.attrib.values(), (each.text or "").strip())))[:80]
        for each in test.iter()
        if local(each) in names
    )
    if parts:
        yield Remark(Reason("note-settings-left", {"where": where, "settings": ", ".join(parts)}))


def parts_of(
    around: Sequence[Text], prompts: Sequence[Text], passage: Passage | None, where: str
) -> list[tuple[Text, Passage | None]]:
    """Return the question of each part of an item that has several, and its passage.

    `around`: the texts before each part, and the one behind the last. Without a prompt, the last line before a part is
    its question. What else stands there is the passage from there on where it has twenty words or more; otherwise it
    belongs to the question, and at the beginning to all of them.
    """
    given, lead, questions = passage, Text(""), []
    for number, (prompt, before) in enumerate(zip(prompts, around, strict=False)):
        line = before.text.rfind("\n") + 1
        question = prompt or part_of(before, line, len(before.text))
        text = before if prompt else part_of(before, 0, line)
        text = text if number else joined([text, around[-1]])
        if given is None and words(text.text) >= INSTRUCTION:
            passage, text = Passage(text.text, where, rich=text), Text("")
        elif not number:
            lead, text = text, Text("")
        questions.append((joined([lead, text, question]), passage))
    return questions


def _linked_page(package: Package, name: str, part: "_Element") -> str | None:
    """Return the text of a page that an item shows inside itself."""
    target = find(package, name, attribute(part, "data"))
    if target is None or not target.lower().endswith((".html", ".htm")) or target not in package.data:
        return None
    if target not in package.pages:
        package.pages[target] = _page_text(package.data[target])
    package.shown += len(package.pages[target])
    if package.shown > MOST_PICTURE_BYTES:
        raise fault(
            package.where,
            f"pages are shown again and again, {MOST_PICTURE_BYTES:,} characters in all; no exam needs that.",
        )
    return package.pages[target]


def _page_text(data: bytes) -> str:
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        source = data.decode("cp1252", "replace")  # what browsers assume for a page that names no encoding
    return html_text(source).text


def stimulus_text(package: Package, name: str) -> Text:
    """Return what candidates see of a shared stimulus, which is read once however many items refer to it."""
    if name not in package.stimuli:
        package.stimuli[name] = shown(package, name, package.roots[name])
    return package.stimuli[name]


def for_candidates(block: "_Element") -> bool:
    """Return whether a rubric is shown to candidates."""
    views = attribute(block, "view").split()
    return (not views or "candidate" in views) and attribute(block, "use") != "scoring"
