"""QTI of every version, as one XML file, a folder, or a package (zip, or a Canvas cartridge with a manifest).

QTI 2.2 and 3.0 are written: a package of a manifest, a test, one file per item, a shared stimulus per passage, and the
pictures that they show. Both are built once, under the names of version 2; version 3 writes the same names with hyphens
and a prefix. White space is that of XHTML: line breaks are kept, runs of spaces are one. Ids must be QTI identifiers (a
letter or _, then letters, digits, _, - and full stops); others become item-1, passage-1 and so on, with the old id as
the title.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from examfiles.decoding import LIMIT
from examfiles.exams import Marks, evened, marks_of, ready, refuse_unholdable, runs
from examfiles.format import Document, Format, Outcome, PlacedItem, Remark, Sample, Writer
from examfiles.items import Dataset, Item, LeftOut, letter
from examfiles.markup import Picture
from examfiles.pictures import address, alternative, cut_at, placed_pictures
from examfiles.question import GENERAL, NUMBER, Names, feedbacks, percents
from examfiles.readers.qti.package import Package, in_manifest_order, linked, open_package
from examfiles.readers.qti.version1 import bank_ids, read_12
from examfiles.readers.qti.version2 import FEEDBACK, MAXIMUM_SCORE, SAID, read_2
from examfiles.reasons import Reason
from examfiles.xml import child, hyphened, local, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_ROOTS = {
    "questestinterop", "assessmentItem", "assessmentTest", "assessmentSection", "assessmentStimulus", "manifest",
    "qti-assessment-item", "qti-assessment-test", "qti-assessment-section", "qti-assessment-stimulus",
}  # fmt: skip
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*")
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_XHTML = {"p", "br", "strong", "em", "sub", "sup", "span", "img"}
_SPANS = {"u": "text-decoration: underline", "s": "text-decoration: line-through"}  # QTI has no elements for them


def sniff(sample: Sample) -> bool:
    """Recognise it by its root."""
    return root_of(sample) in _ROOTS


def read(document: Document) -> Iterator[Outcome]:
    """Read a package, or one file with those it refers to. Raises DataError for a single file that is broken."""
    alone = bool(document.data)
    data = {document.name: document.data, **document.beside} if alone else document.beside
    package = open_package(document.where, data, document.name if alone else None, document.picture)
    if alone and document.name in package.errors:
        raise package.errors[document.name]
    yield from package.errors.values()
    names = Names(PurePosixPath(document.name).stem)
    yield from _once(_outcomes(package, names), names)
    yield from package.files.outcomes()


def _outcomes(package: Package, names: Names) -> Iterator[Outcome]:
    if package.opened:
        where = package.place(next(iter(package.opened)))
        yield Remark(Reason("note-html-cdata", {"where": where, "parts": sum(package.opened.values())}))
    order = in_manifest_order(package)
    older = [name for name in order if local(package.roots[name]) == "questestinterop"]
    banks = frozenset(ident for name in older for ident in bank_ids(package.roots[name]))
    preferred = _preferred(package, older)
    for name in older:
        if name in preferred:
            names.scope = ""
            yield from read_12(package, name, names, banks)
        else:
            yield Remark(Reason("note-same-assessment", {"where": package.place(name)}))
    names.scope = ""
    yield from read_2(package, order, names)


def _preferred(package: Package, names: list[str]) -> set[str]:
    """Choose one of several files with the same assessment: a Canvas cartridge has each twice, once shortened."""
    choice: dict[str, str] = {}
    for name in names:
        key = "+".join(sorted(bank_ids(package.roots[name]))) or name
        if key not in choice or name.endswith(".xml.qti"):
            choice[key] = name
    return set(choice.values())


def _once(outcomes: Iterator[Outcome], names: Names) -> Iterator[Outcome]:
    """Drop an item that another file repeats exactly (a bank and the test that draws from it), with a remark.

    Another item of the same id, in another exam of the package, gets the exam's name before it.
    """
    known: dict[str, list[tuple[PlacedItem | LeftOut, str]]] = {}
    for one in outcomes:
        if isinstance(one, PlacedItem | LeftOut) and one.item:
            others = known.setdefault(one.item.id, [])
            if first := next((other for other, _ in others if other.item == one.item), None):
                yield Remark(Reason("note-same-item", {"where": one.where, "first": first.where}))
                continue
            elsewhere = bool(others and names.scope) and names.scope not in [scope for _, scope in others]
            others.append((one, names.scope))
            if elsewhere:
                one = replace(one, item=replace(one.item, id=f"{names.scope}/{one.item.id}"))  # noqa: PLW2901
        yield one


@dataclass(frozen=True, slots=True)
class Version:
    """What differs between two versions: namespaces, schema locations, kinds of resource, the scoring template."""

    number: str
    space: str
    schema: str
    manifest_space: str
    manifest_schema: str
    title: str
    kind: str
    template: str
    hyphens: bool = False


V22 = Version(
    "2.2",
    "http://www.imsglobal.org/xsd/imsqti_v2p2",
    "http://www.imsglobal.org/xsd/qti/qtiv2p2/imsqti_v2p2.xsd",
    "http://www.imsglobal.org/xsd/imscp_v1p1",
    "http://www.imsglobal.org/xsd/qti/qtiv2p2/qtiv2p2_imscpv1p2_v1p0.xsd",
    "QTIv2.2 Package",
    "imsqti_{}_xmlv2p2",
    "http://www.imsglobal.org/question/qti_v2p2/rptemplates/match_correct",
)
V30 = Version(
    "3.0",
    "http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
    "https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0_v1p0.xsd",
    "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1",
    "https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqtiv3p0_imscpv1p2_v1p0.xsd",
    "QTI Package",
    "imsqti_{}_xmlv3p0",
    "https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml",
    hyphens=True,
)


def write(dataset: Dataset, version: Version) -> Mapping[str, bytes]:
    """Write a dataset as a package. Raises DataError for what no QTI reader would give back."""
    refuse_unholdable(dataset, f"QTI {version.number}")
    contents: dict[str, bytes] = {}
    resources: list[_Resource] = []
    stimuli: dict[str, str] = {}
    numbers: dict[str, str] = {}
    for number, item in enumerate(ready(dataset, evened, lambda name: bool(_IDENTIFIER.fullmatch(name))), start=1):
        if item.passage and item.passage_id not in stimuli:
            stimuli[item.passage_id] = f"passages/{len(stimuli) + 1:04}.xml"
            root = _root("assessmentStimulus", version, item.passage_id, item.passage_id)
            _put(child(child(root, "stimulusBody"), "p"), item.passage, placed_pictures(item)[0], marks_of(item)[0])
            contents[stimuli[item.passage_id]] = _bytes(root, version)
            numbers[item.passage_id] = f"P{len(stimuli)}"
            files = _files(placed_pictures(item)[:1], dataset)
            resources.append(
                _Resource(numbers[item.passage_id], "stimulus", stimuli[item.passage_id], files=tuple(files))
            )
            contents |= files
        name = f"items/{number:04}.xml"
        contents[name] = _bytes(_item(item, version, stimuli), version)
        files = _files(placed_pictures(item)[1:], dataset)
        contents |= files
        needs = (numbers[item.passage_id],) if item.passage else ()
        resources.append(_Resource(f"I{number}", "item", name, needs, tuple(files)))
    names = {each.name: each.identifier for each in resources if each.kind == "item"}
    contents["test.xml"] = _bytes(_test(dataset.name, names, version), version)
    resources.insert(0, _Resource("T", "test", "test.xml", tuple(names.values())))
    return {"": _zipped({"imsmanifest.xml": _manifest(resources, version), **contents})}


@dataclass(frozen=True, slots=True)
class _Resource:
    """A file of a package: its identifier and kind, the resources it needs, and the pictures that it shows."""

    identifier: str
    kind: str
    name: str
    needs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def _files(parts: Sequence[Sequence[Picture]], dataset: Dataset) -> dict[str, bytes]:
    """Return the pictures that texts show, by their names in the package."""
    names = dict.fromkeys(each.file for pictures in parts for each in pictures)
    return {f"pictures/{name}": dataset.pictures[name] for name in names if name in dataset.pictures}


def _item(item: Item, version: Version, stimuli: Mapping[str, str]) -> "_Element":
    root = _root("assessmentItem", version, item.id, item.metadata.get("title", "").strip() or item.id)
    root.set("adaptive", "false")
    root.set("timeDependent", "false")
    response = child(root, "responseDeclaration", identifier="RESPONSE", cardinality="single", baseType="identifier")
    child(child(response, "correctResponse"), "value").text = item.answer_letter
    credit = percents(item)
    if any(credit):
        mapping = child(response, "mapping", defaultValue="0")
        for place, percent in enumerate(credit):
            value = "1" if place == item.answer else f"{float(percent or 0) / 100:.7g}"
            child(mapping, "mapEntry", mapKey=letter(place), mappedValue=value)
    score = child(root, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    child(child(score, "defaultValue"), "value").text = "0"
    if NUMBER.fullmatch(points := item.metadata.get("points", "")):
        highest = child(root, "outcomeDeclaration", identifier=MAXIMUM_SCORE, cardinality="single", baseType="float")
        child(child(highest, "defaultValue"), "value").text = points
    if item.passage:
        child(root, "assessmentStimulusRef", identifier=item.passage_id, href=f"../{stimuli[item.passage_id]}")
    choice = child(child(root, "itemBody"), "choiceInteraction", responseIdentifier="RESPONSE", maxChoices="1")
    choice.set("shuffle", "true" if item.metadata.get("shuffle") == "true" else "false")
    prompt, (_, in_question, *in_options) = child(choice, "prompt"), placed_pictures(item)
    _, marks, *option_marks = marks_of(item)
    _put(prompt, item.question, in_question, marks)
    for place, option in enumerate(item.options):
        _put(child(choice, "simpleChoice", identifier=letter(place)), option, in_options[place], option_marks[place])
    _mark(root, item, version, mapped=any(credit))
    return root


def _mark(root: "_Element", item: Item, version: Version, *, mapped: bool) -> None:
    """Add how an item is scored, and what is said after it is answered: of the option chosen, and in any case."""
    feedback, general = feedbacks(item), item.metadata.get(GENERAL, "")
    if not (mapped or any(feedback) or general):
        child(root, "responseProcessing", template=version.template)
        return
    processing = child(root, "responseProcessing")
    if mapped:
        child(child(processing, "setOutcomeValue", identifier="SCORE"), "mapResponse", identifier="RESPONSE")
    else:
        condition = child(child(processing, "responseCondition"), "responseIf")
        match = child(condition, "match")
        child(match, "variable", identifier="RESPONSE")
        child(match, "correct", identifier="RESPONSE")
        child(child(condition, "setOutcomeValue", identifier="SCORE"), "baseValue", baseType="float").text = "1"
    spoken = [(FEEDBACK, letter(place), text) for place, text in enumerate(feedback) if text]
    spoken += [(SAID, SAID, general)] if general else []
    body = next(place for place, part in enumerate(root) if part.tag == "itemBody")
    before = body - bool(item.passage)
    for outcome in dict.fromkeys(outcome for outcome, _, _ in spoken):
        declared = child(root, "outcomeDeclaration", identifier=outcome, cardinality="single", baseType="identifier")
        if outcome == SAID:
            child(child(declared, "defaultValue"), "value").text = SAID
        else:
            child(child(processing, "setOutcomeValue", identifier=outcome), "variable", identifier="RESPONSE")
        root.insert(before, declared)
    for outcome, identifier, text in spoken:
        shown = child(root, "modalFeedback", outcomeIdentifier=outcome, identifier=identifier, showHide="show")
        _put(child(child(shown, "contentBody"), "p") if version.hyphens else shown, text)


def _test(title: str, names: Mapping[str, str], version: Version) -> "_Element":
    root = _root("assessmentTest", version, "test", title)
    part = child(root, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="simultaneous")
    section = child(part, "assessmentSection", identifier="section", title=title, visible="true")
    for href, identifier in names.items():
        child(section, "assessmentItemRef", identifier=identifier, href=href)
    return root


def _root(name: str, version: Version, identifier: str, title: str) -> "_Element":
    from lxml import etree

    root = etree.Element(name, nsmap={"xsi": _XSI})
    root.set(f"{{{_XSI}}}schemaLocation", f"{version.space} {version.schema}")
    root.set("identifier", identifier)
    root.set("title", title)
    return root


def _put(element: "_Element", text: str, pictures: Sequence[Picture] = (), marks: Marks = ()) -> None:
    """Add text at the end of an element, with its pictures and the type of its parts."""
    left = list(pictures)
    for piece, tags in runs(text, marks):
        inner = element
        for tag in (tag for tag in tags if tag in _XHTML or tag in _SPANS):
            inner = child(inner, tag) if tag in _XHTML else child(inner, "span", style=_SPANS[tag])
        for part in cut_at(piece, left):
            if isinstance(part, str):
                _put_text(inner, part)
            else:
                child(inner, "img", src=address(part, "../pictures"), alt=alternative(part))


def _put_text(element: "_Element", text: str) -> None:
    """Add text at the end of an element, a <br/> for every line break."""
    first, *rest = text.split("\n")
    if len(element):
        element[-1].tail = (element[-1].tail or "") + first
    else:
        element.text = (element.text or "") + first
    for line in rest:
        child(element, "br").tail = line


def _bytes(root: "_Element", version: Version) -> bytes:
    """Write the elements as XML, under the version's names and its namespace."""
    from lxml import etree

    whole = etree.Element(_name(root, version), nsmap={None: version.space, "xsi": _XSI})
    _copy(root, whole, version)
    return etree.tostring(whole, encoding="UTF-8", xml_declaration=True) + b"\n"


def _copy(source: "_Element", target: "_Element", version: Version) -> None:
    from lxml import etree

    for key, value in source.attrib.items():
        target.set(key if key.startswith("{") or not version.hyphens else hyphened(key), value)
    target.text = source.text
    for part in source:
        copy = etree.SubElement(target, _name(part, version))
        _copy(part, copy, version)
        copy.tail = part.tail


def _name(element: "_Element", version: Version) -> str:
    name = str(element.tag)
    if version.hyphens and name not in _XHTML:
        name = f"qti-{hyphened(name)}"
    return f"{{{version.space}}}{name}"


def _manifest(resources: Iterable[_Resource], version: Version) -> bytes:
    from lxml import etree

    space = f"{{{version.manifest_space}}}"
    root = etree.Element(f"{space}manifest", nsmap={None: version.manifest_space, "xsi": _XSI})
    root.set(f"{{{_XSI}}}schemaLocation", f"{version.manifest_space} {version.manifest_schema}")
    root.set("identifier", "MANIFEST")
    metadata = etree.SubElement(root, f"{space}metadata")
    etree.SubElement(metadata, f"{space}schema").text = version.title
    etree.SubElement(metadata, f"{space}schemaversion").text = "3.0.0" if version.hyphens else "1.0.0"
    etree.SubElement(root, f"{space}organizations")
    entries = etree.SubElement(root, f"{space}resources")
    for each in resources:
        attributes = {"identifier": each.identifier, "type": version.kind.format(each.kind), "href": each.name}
        resource = etree.SubElement(entries, f"{space}resource", attributes)
        for file in (each.name, *each.files):
            etree.SubElement(resource, f"{space}file", {"href": file})
        for other in each.needs:
            etree.SubElement(resource, f"{space}dependency", {"identifierref": other})
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def _zipped(contents: Mapping[str, bytes]) -> bytes:
    """Return a zip of files whose bytes depend on its contents alone."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _writer(version: Version) -> Writer:
    name, title = f"qti-{version.number}", f"QTI {version.number}"
    return Writer(name, title, (".zip",), partial(write, version=version))


FORMAT = Format(
    "qti",
    "QTI 1.2, 2.1, 2.2 or 3.0",
    (".xml", ".qti", ".dat"),
    sniff,
    read,
    beside=(".html", ".htm"),
    exam=True,
    most=LIMIT + 1,
    whole=True,
    linked=linked,
    root="imsmanifest.xml",
    passages="a shared stimulus, a text before its questions, or the text around a prompt",
    writers=(_writer(V22), _writer(V30)),
)
