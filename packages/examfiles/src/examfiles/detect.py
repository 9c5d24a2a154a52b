"""The format of a source and its splits, both found by name and content, and the documents of one split."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from examfiles.decoding import SAMPLE_BYTES, decode, in_utf8, parse_json
from examfiles.errors import DataError, UsageError
from examfiles.format import Document, Format, Sample
from examfiles.formats import FORMATS, likely
from examfiles.limits import Limits
from examfiles.office_files import misnamed
from examfiles.pictures import MOST_BYTES as PICTURES
from examfiles.pictures import SUFFIXES, is_picture
from examfiles.sources import DataSource, File, files, folders_to, neighbour
from examfiles.split_names import SPLITS, canonical, in_order, natural, split_of
from examfiles.unrecognised import TYPED, line_like_a_question, other_source
from examfiles.xml import parse

_HEAD = 4096  # bytes that tell a plain text
_SAMPLED = 200  # files of a folder looked at before giving up on its format
EXAM_FILES = 20_000
_BY_CONTENT = re.compile(r"(?:^|/)files/[0-9a-f]{2}/[0-9a-f]{40}$")  # as Moodle names what lies in a backup
_ABOUT = re.compile(
    r"(readme|licen[cs]e|copying|changelog|citation|notice)\b|"
    r"(dataset_dict|dataset_infos?|state)\.json$|cache-.*\.arrow$",  # beside what `datasets` saves
    re.IGNORECASE,
)


def detect(source: DataSource) -> Format:
    """Return the format by content: a specific one before a table, a table before text. Raises DataError."""
    general: set[str] = set()
    names = []
    most = EXAM_FILES if source.path.suffix.lower() == ".mbz" else _SAMPLED  # Moodle packs its questions last
    for file in islice(files(source), most):
        names.append(file.name)
        if not _may_hold_data(source, file):
            continue
        sample = Sample(file.name, file.read(SAMPLE_BYTES))
        match = recognise(sample)
        if match is not None and not match.general:
            return match
        general |= {match.name} if match else set()
    if not general:
        raise _nothing_found(source, names)
    best: Format = FORMATS[next(name for name in FORMATS if name in general)]
    return best


def recognise(sample: Sample) -> Format | None:
    """Return the format of a file by its beginning, the likely ones asked first; None where it is in none."""
    names = dict.fromkeys((*likely(sample.name), *FORMATS))
    return next((format_ for format_ in map(FORMATS.__getitem__, names) if format_.sniff(sample)), None)


def splits_in(source: DataSource, format_: Format) -> dict[str | None, list[str]]:
    """Return the names of the format's files by split; None for files of the format that name no split."""
    names: dict[str | None, list[str]] = {}
    candidates = (file for file in files(source) if _takes(source, format_, file))
    for number, file in enumerate(candidates, start=1):
        if format_.exam and number > EXAM_FILES:
            raise DataError(
                f"{source.path}: has more than {EXAM_FILES:,} files that could be exams. Read a part of it."
            )
        split = _split(source, format_, file)
        if split or source.kind == "file" or format_.sniff(Sample(file.name, file.read(SAMPLE_BYTES))):
            names.setdefault(split, []).append(file.name)
    return names


def documents(
    source: DataSource, format_: Format, split: str | None, *, pictures: bool = False
) -> tuple[list[Document], str | None, list[str]]:
    """Return the documents of one split, its name, and the files beside it that are of no split.

    Raises UsageError where the split is absent or must be chosen. `pictures`: let documents find the pictures that lie
    beside them.
    """
    if split is None:
        by_split = splits_in(source, format_)
        if len(by_split) > 1:
            raise _choose(source, by_split)
        split = next(iter(by_split), None)
    names = set(by_split[None]) if split is None and by_split else None
    matches, splits, loose = _gather(source, format_, split, names)
    if not matches:
        none = DataError(f"{source.path}: has no {format_.title} file.")
        raise _absent(source, split, splits, loose) if split else none
    if pictures:
        matches = [replace(each, picture=_picture_of(source, format_)) for each in matches]
    return matches, split, loose


def _gather(
    source: DataSource, format_: Format, split: str | None, names: set[str] | None
) -> tuple[list[Document], set[str], list[str]]:
    """Return a split's documents in natural order of name, the names of all splits, and of files of the format in none.

    An archive is read once.
    """
    matches, beside, splits, total = [], {}, set(), 0
    loose: list[str] = []
    for file in files(source):
        if file.name.endswith(format_.beside):
            beside[file.name] = file.read(format_.most)
            total += len(beside[file.name])
        elif _takes(source, format_, file):
            own = _split(source, format_, file)
            splits |= {own} if own else set()
            if own == split and (names is None or file.name in names):
                matches.append(
                    Document(file.name, file.where, file.read(format_.most), source.trail, limits=source.limits)
                )
                total += len(matches[-1].data)
            elif own is None and format_.sniff(Sample(file.name, file.read(SAMPLE_BYTES))):
                loose.append(file.name)
        _check_total(source, format_, total)
    matches.sort(key=lambda document: natural(document.name))
    if format_.whole and matches and source.kind != "file":
        # The files refer to each other: together they are one document.
        contents = {document.name: document.data for document in matches} | beside
        together = Document(source.path.name, str(source.path), b"", source.trail, contents, source.limits)
        return [together], splits, loose
    return [_with_companions(source, format_, document, beside) for document in matches], splits, loose


def _check_total(source: DataSource, format_: Format, total: int) -> None:
    """Refuse exams larger than one may be before more is in memory; a single file is refused by its format."""
    if format_.most is not None and total > format_.most and source.kind != "file":
        raise DataError(
            f"{source.path}: its {format_.title} files are larger than {format_.most // 2**20} MiB in total; exams of "
            "texts are smaller. Read a part of it."
        )


def _with_companions(source: DataSource, format_: Format, document: Document, beside: dict[str, bytes]) -> Document:
    own = {name: beside.get(name) or neighbour(source, name) for name in format_.companions(document.name)}
    total, above = len(document.data), folders_to(source, format_.root)
    document = replace(document, name="/".join((*above, document.name)))
    waiting = list(format_.linked(document.data, document.name))
    for name in waiting:  # grows: what it refers to may refer to more
        if format_.most is not None and total <= format_.most and name not in own and name != document.name:
            own[name] = data = neighbour(source, name, format_.most, len(above))
            total += len(data or b"")
            waiting += format_.linked(data, name) if data and len(own) < EXAM_FILES else ()
    return replace(document, beside={name: data for name, data in own.items() if data is not None})


def _picture_of(source: DataSource, format_: Format) -> Callable[[str], bytes | None]:
    """Return what finds a picture beside an exam: in its folder or archive, or beside a single file."""
    if source.kind == "file":
        above = len(folders_to(source, format_.root))
        return lambda name: neighbour(source, name, PICTURES, above) if name.lower().endswith(SUFFIXES) else None
    pictures: dict[str, bytes] = {}
    total = 0
    for file in files(source) if format_.whole else ():
        named = file.name.lower().endswith(SUFFIXES)
        if total < PICTURES and (named or _BY_CONTENT.search(file.name)):
            data = file.read(PICTURES)
            if named or is_picture(data[:99]):
                pictures[file.name] = data
                total += len(data)

    def picture(name: str) -> bytes | None:
        """Return a file, or the only one whose path ends with its name: platforms add folders of their own."""
        ends = [data for path, data in pictures.items() if path.endswith(f"/{name}")]
        return pictures.get(name) or (ends[0] if len(ends) == 1 else None)

    return picture


def _takes(source: DataSource, format_: Format, file: File) -> bool:
    return source.kind == "file" or (file.name.lower().endswith(format_.suffixes) and not _is_about(file.name))


def _split(source: DataSource, format_: Format, file: File) -> str | None:
    """Return a file's split: that of its own name, else of the folder its source is in, where that can name one.

    Exams have none: a `final test.gift` beside other exams is one of them.
    """
    if format_.exam:
        return None
    named = split_of(file.name)
    if named or (source.kind == "file" and format_.name != "race"):
        return named
    return next((canonical(part) for part in reversed(source.trail) if canonical(part) in SPLITS), None)


def _may_hold_data(source: DataSource, file: File) -> bool:
    if source.kind == "file":
        return True
    return not _is_about(file.name) and any(file.name.lower().endswith(each.suffixes) for each in FORMATS.values())


def _is_about(name: str) -> bool:
    return bool(_ABOUT.match(name.rpartition("/")[2]))


def _choose(source: DataSource, names: dict[str | None, list[str]]) -> UsageError:
    splits = in_order(split for split in names if split)
    loose = names.get(None, [])
    more = f", and {len(loose)} file(s) in no split ({', '.join(loose[:3])})" if loose else ""
    split = next((split for split in ("test", "dev") if split in splits), splits[-1])
    return UsageError(f"{source.path}: has the splits {', '.join(splits)}{more}; name one: --split {split}.")


def _absent(source: DataSource, split: str, splits: set[str], loose: list[str]) -> UsageError:
    if not splits:
        return UsageError(f"{source.path}: no split '{split}'; no file or folder in it names a split. Leave split out.")
    own = f" Of a file that names none ({', '.join(loose[:3])}), give the path." if loose else ""
    return UsageError(f"{source.path}: no split '{split}'; it has {', '.join(in_order(splits))}.{own}")


def _nothing_found(source: DataSource, names: list[str]) -> DataError:
    """Return the error for data in no known format; a file that is damaged raises its own error before."""
    for file in islice(files(source), _SAMPLED):
        if source.kind == "file" and misnamed(file.read(_HEAD), source.path.suffix.lower()):
            return DataError(
                f"{source.path}: is plain text, though its name ends in {source.path.suffix}, and no question was "
                "recognised in it. It may be a download that failed: open it to see, and download or save it again."
            )
        if _may_hold_data(source, file):
            _check_whole(file.read(source.limits.unpacked), file.where, source.limits)
    if not names:
        return DataError(f"{source.path}: there are no files in it; expected questions.")
    if source.kind == "file" and _are_cards(next(files(source)).read(_HEAD)):
        return DataError(
            f"{source.path}: each line has a term and a definition, or a question and its answer, as Quizlet exports "
            "them; there are no options to choose from. Add wrong options in columns of their own, below a line of "
            "names: question, answer, wrong answer 1, wrong answer 2."
        )
    if source.kind == "file" and (error := _of_text(source)):
        return error
    examples = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    subject = source.path if source.kind == "file" else f"{source.path}, {len(names)} file(s): {examples}"
    known = ", ".join(FORMATS)
    return DataError(
        f"{subject}: no questions were recognised. In a text, {TYPED} In a table, name the columns question, A, B, … "
        f"and answer. A format may be named: --format with one of {known}."
    )


def _of_text(source: DataSource) -> DataError | None:
    """Return the error for a text that is another tool's, or in which a line looks like a question."""
    data = next(files(source)).read(source.limits.unpacked)
    if b"\0" in data[:_HEAD]:
        return None
    text, subject = decode(in_utf8(data)[0], str(source.path)), str(source.path)
    error = other_source(source.path.name, text, subject)
    return error or (None if text.lstrip()[:1] in {"{", "[", "<"} else line_like_a_question(text, subject))


def _are_cards(head: bytes) -> bool:
    """Say whether a file begins with lines of two fields: between tabs, or commas where a line names the first two."""
    lines = [line for line in Sample("", head).text.splitlines()[:-1] if line.strip()] if len(head) == _HEAD else None
    lines = lines or [line for line in Sample("", head).text.splitlines() if line.strip()]
    named = bool(lines) and re.fullmatch(
        r"\W?(?:term|question|word)\W*[,;]\W*(?:definition|(?:correct )?answer)\W?", lines[0], re.I
    )
    return len(lines) > 1 and (bool(named) or all(line.count("\t") == 1 for line in lines))


def _check_whole(data: bytes, where: str, limits: Limits) -> None:
    text = decode(in_utf8(data)[0], where)
    start = text.lstrip()[:1]
    if start in {"{", "["} and not where.endswith((".jsonl", ".ndjson")):
        parse_json(text, where, limits)
    elif start == "<":
        parse(data, where)
