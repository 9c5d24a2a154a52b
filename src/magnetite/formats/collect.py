"""Collect: find a source's format and its splits, and gather the documents of the split that is wanted.

What this file leaves out: turning documents into a dataset (`read`).
"""

import re
from dataclasses import replace
from itertools import islice

from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.formats import cosmosqa, dream, mcscript, mctest, race, reclor, tabular
from magnetite.formats.exams import aiken, gift, moodle_xml, plain, qti
from magnetite.formats.format import Document, Format
from magnetite.formats.sources import File, Source, files, neighbour
from magnetite.formats.splits import SPLITS, canonical, in_order, split_of
from magnetite.formats.text import SAMPLE_BYTES, Sample, decode, parse_json, parse_xml

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        race,
        mctest,
        dream,
        mcscript,
        cosmosqa,
        reclor,
        moodle_xml,
        qti,
        gift,
        aiken,
        tabular,
        plain,
    )
}
_GENERAL = (tabular.FORMAT, plain.FORMAT)  # told by shape alone: any other format found in the source wins over these
_SAMPLED = 200  # files of a folder looked at before giving up on telling its format
EXAM_FILES = 20_000
"""Files of a package or a folder that are looked at for an exam: the largest banks have one a question."""
_ABOUT = re.compile(r"(readme|licen[cs]e|copying|changelog|citation|notice)\b", re.IGNORECASE)


def named_format(name: str) -> Format:
    """Return the format of this name. Raises UsageError with the known ones."""
    if name not in FORMATS:
        raise unknown_name("format", name, list(FORMATS))
    return FORMATS[name]


def detect(source: Source) -> Format:
    """Tell the format from content; a particular one wins over a table, a table over plain text. Raises DataError."""
    general: set[str] = set()
    names = []
    for file in islice(files(source), _SAMPLED):
        names.append(file.name)
        if not _may_hold_data(source, file):
            continue
        sample = Sample(file.name, file.read(SAMPLE_BYTES))
        found = next((format_ for format_ in FORMATS.values() if format_.sniff(sample)), None)
        if found is not None and found not in _GENERAL:
            return found
        general |= {found.name} if found else set()
    if not general:
        raise _nothing_found(source, names)
    return next(format_ for format_ in _GENERAL if format_.name in general)


def splits_in(source: Source, format_: Format) -> dict[str | None, list[str]]:
    """Return the names of the format's files by split; None for those that name no split but are of the format."""
    found: dict[str | None, list[str]] = {}
    taken = (file for file in files(source) if _takes(source, format_, file))
    for number, file in enumerate(taken, start=1):
        _check_count(source, format_, number)
        split = _split(source, format_, file)
        if split or source.kind == "file" or format_.sniff(Sample(file.name, file.read(SAMPLE_BYTES))):
            found.setdefault(split, []).append(file.name)
    return found


def documents(source: Source, format_: Format, wanted: str | None) -> tuple[list[Document], str | None]:
    """Gather the documents of one split, and say which. Raises UsageError where it is absent or must be chosen."""
    if wanted is None:
        found = splits_in(source, format_)
        if len(found) > 1:
            raise _choose(source, found)
        wanted = next(iter(found), None)
    names = set(found[None]) if wanted is None and found else None
    gathered, seen = _gather(source, format_, wanted, names)
    if not gathered:
        raise _absent(source, wanted, seen) if wanted else DataError(f"{source.path}: holds no {format_.title} file.")
    return gathered, wanted


def _gather(
    source: Source, format_: Format, wanted: str | None, names: set[str] | None
) -> tuple[list[Document], set[str]]:
    """Return the wanted documents in natural order of name, and every split seen; an archive is passed through once."""
    kept, beside, seen, total = [], {}, set(), 0
    for file in files(source):
        if file.name.endswith(format_.beside):
            beside[file.name] = file.read(format_.most)
            total += len(beside[file.name])
        elif _takes(source, format_, file):
            split = _split(source, format_, file)
            seen |= {split} if split else set()
            if split == wanted and (names is None or file.name in names):
                kept.append(Document(file.name, file.where, file.read(format_.most), source.trail))
                total += len(kept[-1].data)
        _check_total(source, format_, total)
    kept.sort(key=lambda document: _natural(document.name))
    if format_.whole and kept and source.kind != "file":
        return [_together(source, kept, beside)], seen
    return [_with_companions(source, format_, document, beside) for document in kept], seen


def _check_count(source: Source, format_: Format, number: int) -> None:
    if format_.exam and number > EXAM_FILES:
        raise DataError(f"{source.path}: holds more than {EXAM_FILES:,} files that could be exams. Name a part of it.")


def _check_total(source: Source, format_: Format, total: int) -> None:
    """Refuse exams of more than one may hold before more of them is in memory; one file is refused by its format."""
    if format_.most is not None and total > format_.most and source.kind != "file":
        raise DataError(
            f"{source.path}: its {format_.title} files are larger than {format_.most // 2**20} MiB together; exams of "
            "texts are smaller. Name a part of it."
        )


def _together(source: Source, documents: list[Document], beside: dict[str, bytes]) -> Document:
    """Make one document of all files of a source, for a format whose files refer to each other."""
    held = {document.name: document.data for document in documents} | beside
    return Document(source.path.name, str(source.path), b"", source.trail, held)


def _with_companions(source: Source, format_: Format, document: Document, beside: dict[str, bytes]) -> Document:
    own = {name: beside.get(name) or neighbour(source, name) for name in format_.companions(document.name)}
    total = len(document.data)
    for name in format_.linked(document.data):
        if format_.most is not None and total <= format_.most and name not in own:
            own[name] = neighbour(source, name, format_.most)
            total += len(own[name] or b"")
    return replace(document, beside={name: data for name, data in own.items() if data is not None})


def _takes(source: Source, format_: Format, file: File) -> bool:
    return source.kind == "file" or (file.name.lower().endswith(format_.suffixes) and not _is_about(file.name))


def _split(source: Source, format_: Format, file: File) -> str | None:
    """Tell a file's split from its own name, else from the folder its source is, where that can mean a split.

    Exams have none: a `final test.gift` beside other exams is one of them.
    """
    if format_.exam:
        return None
    named = split_of(file.name)
    if named or (source.kind == "file" and format_ is not race.FORMAT):
        return named
    return next((canonical(part) for part in reversed(source.trail) if canonical(part) in SPLITS), None)


def _may_hold_data(source: Source, file: File) -> bool:
    suffixes = tuple(suffix for format_ in FORMATS.values() for suffix in format_.suffixes)
    return source.kind == "file" or (file.name.lower().endswith(suffixes) and not _is_about(file.name))


def _is_about(name: str) -> bool:
    return bool(_ABOUT.match(name.rsplit("/", 1)[-1]))


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort 2.txt before 10.txt, so that an archive and its unpacked folder give the same dataset."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]


def _choose(source: Source, found: dict[str | None, list[str]]) -> UsageError:
    named = in_order(split for split in found if split)
    loose = found.get(None, [])
    more = f", and {len(loose)} file(s) of no split ({', '.join(loose[:3])})" if loose else ""
    split = next((split for split in ("test", "dev") if split in named), named[-1])
    return UsageError(
        f"{source.path}: holds the splits {', '.join(named)}{more}; name one: split='{split}' (--split {split})."
    )


def _absent(source: Source, wanted: str, seen: set[str]) -> UsageError:
    if not seen:
        return UsageError(
            f"{source.path}: no split '{wanted}'; no file or folder in it names a split. Leave split out."
        )
    return UsageError(f"{source.path}: no split '{wanted}'; it has {', '.join(in_order(seen))}.")


def _nothing_found(source: Source, names: list[str]) -> DataError:
    """Explain why no format fits: a file that breaks says so itself, otherwise what was found and expected is said."""
    for file in islice(files(source), _SAMPLED):
        if _may_hold_data(source, file):
            _check_whole(file.read(None), file.where)
    if not names:
        return DataError(f"{source.path}: there are no files in it; expected questions.")
    listed = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    known = "; ".join(f"{format_.name} ({format_.title})" for format_ in FORMATS.values())
    subject = source.path if source.kind == "file" else f"{source.path}, {len(names)} file(s): {listed}"
    return DataError(f"{subject}: in no format known here. Known: {known}. Name one with format='…' (--format …).")


def _check_whole(data: bytes, where: str) -> None:
    text = decode(data, where)
    start = text.lstrip()[:1]
    if start in {"{", "["} and not where.endswith((".jsonl", ".ndjson")):
        parse_json(text, where)
    elif start == "<":
        parse_xml(text, where)
