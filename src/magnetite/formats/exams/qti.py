"""QTI of every version, as one XML file, a folder, or a package (zip, or a Canvas cartridge with a manifest)."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from magnetite.formats.exams.package import Package, in_manifest_order, linked, open_package
from magnetite.formats.exams.qti2 import read_2
from magnetite.formats.exams.qti12 import bank_ids, read_12
from magnetite.formats.exams.question import Names
from magnetite.formats.exams.safe_xml import local, root_of
from magnetite.formats.exams.texts import LIMIT
from magnetite.formats.format import Document, Format, Found, Outcome, Remark
from magnetite.formats.text import Sample

_ROOTS = {
    "questestinterop", "assessmentItem", "assessmentTest", "assessmentStimulus", "manifest",
    "qti-assessment-item", "qti-assessment-test", "qti-assessment-stimulus",
}  # fmt: skip


def sniff(sample: Sample) -> bool:
    """Recognise it by its root."""
    return root_of(sample) in _ROOTS


def read(document: Document) -> Iterator[Outcome]:
    """Read a package, or one file with those it refers to. Raises DataError for a single file that is broken."""
    alone = bool(document.data)
    data = {document.name: document.data, **document.beside} if alone else document.beside
    package = open_package(document.where, data, document.name if alone else None)
    if alone and document.name in package.errors:
        raise package.errors[document.name]
    yield from package.errors.values()
    yield from _once(_outcomes(package, Names(PurePosixPath(document.name).stem)))


def _outcomes(package: Package, names: Names) -> Iterator[Outcome]:
    order = in_manifest_order(package)
    older = [name for name in order if local(package.roots[name]) == "questestinterop"]
    banks = frozenset(ident for name in older for ident in bank_ids(package.roots[name]))
    preferred = _preferred(package, older)
    for name in older:
        if name in preferred:
            yield from read_12(package.roots[name], package.place(name), names, banks)
        else:
            yield Remark(f"{package.place(name)}: the same assessment is in another file, which was read instead")
    yield from read_2(package, order, names)


def _preferred(package: Package, names: list[str]) -> set[str]:
    """Choose one of several files with the same assessment: a Canvas cartridge has each twice, once shortened."""
    choice: dict[str, str] = {}
    for name in names:
        key = "+".join(sorted(bank_ids(package.roots[name]))) or name
        if key not in choice or name.endswith(".xml.qti"):
            choice[key] = name
    return set(choice.values())


def _once(outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    """Drop an item that another file repeats exactly (a bank and the test that draws from it), with a remark."""
    firsts: dict[str, Found] = {}
    for one in outcomes:
        if isinstance(one, Found):
            first = firsts.setdefault(one.item.id, one)
            if first is not one and first.item == one.item:
                yield Remark(f"{one.where}: the same item is at {first.where}; it was read once")
                continue
        yield one


FORMAT = Format(
    "qti",
    "QTI 1.2, 2.1, 2.2 or 3.0",
    (".xml", ".qti"),
    sniff,
    read,
    beside=(".html", ".htm"),
    exam=True,
    most=LIMIT + 1,
    whole=True,
    linked=linked,
    passages="a shared stimulus, a text before its questions, or the text around a prompt",
)
