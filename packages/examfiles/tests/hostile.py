"""Hostile exam files: small files that once took minutes or gigabytes to read, made here from a few lines each.

`hostile_files` gives each its name and bytes, all under the 16 MiB that the check server takes. `scale` is the share of
their size: the tests read them at a tenth, the benchmark whole.
"""

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

CHOICE = "<choiceInteraction responseIdentifier='R' maxChoices='1'><prompt>Who?</prompt>{}</choiceInteraction>"
TWO = "<simpleChoice identifier='A'>Ann</simpleChoice><simpleChoice identifier='B'>Bo</simpleChoice>"
DECLARED = (
    "<responseDeclaration identifier='R' cardinality='single'><correctResponse><value>A</value></correctResponse>"
    "</responseDeclaration>"
)

LISTED = (
    b"<w:p><w:pPr><w:numPr><w:ilvl w:val='9999999'/><w:numId w:val='1'/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>"
)
SPANNED = b"<w:tc><w:tcPr><w:gridSpan w:val='1000000000'/></w:tcPr><w:p/></w:tc>"
LINE = b"," * 8999 + b"\n"
ITEM = b"<assessmentItem xmlns='http://www.imsglobal.org/xsd/imsqti_v2p2' identifier='q' title='q'>"


def hostile_files(scale: float = 1.0) -> Iterator[tuple[str, bytes]]:
    """Yield hostile files, by name."""

    def many(count: int) -> int:
        return max(1, int(count * scale))

    quiz = b"<quiz><question type='essay'/></quiz>"
    yield "doctype.xml", b"<!DOCTYPE quiz [" + b"]" * many(2_000_000) + b"x" + quiz
    yield "spaces.xml", b"<!DOCTYPE quiz [" + (b"]" + b" " * 1000) * many(2000) + b"x" + quiz
    yield "blank.xml", b"<!DOCTYPE quiz [" + (b"]" + b" " * many(2_000_000)) + b"x" + quiz
    yield "prolog.xml", b"<?a?>" * many(200_000) + quiz
    yield "comments.xml", b"<!---->" * many(400_000) + quiz
    yield "doctypes.xml", b"<!DOCTYPE a [<!ELEMENT a ANY>]>" * many(100_000) + quiz
    yield "spaced.xml", b"<?a?>" + b" " * many(8_000_000) + quiz
    yield "signs.txt", b"x" + b"->" * many(7_000_000) + b"\xe9"
    yield "sections.xml", ITEM + b"<![CDATA[" * many(1_600_000)
    yield "list.parquet", parquet_of_lists(many(60_000_000))
    yield "repeated.parquet", parquet_of_texts(many(2_000_000))
    yield "object.zip", package_of_objects(many(2000), many(2_000_000))
    yield "stimulus.zip", package_of_stimuli(many(4000), many(4_000_000))
    yield "rubric.zip", package_of_sections(many(200), many(2_000_000))
    yield "names.tar", tar_of_names(many(3_000_000))
    yield "names.tar.gz", gzip.compress(tar_of_names(many(500_000_000)))
    yield "literal.csv", csv_of_lists(many(8_000_000))
    yield "minus.csv", f'passage,question,options\np,q,"[{"-" * many(8_000_000)}1]"\n'.encode()
    yield "deep.csv", f'passage,question,options\np,q,"{"[" * many(8_000_000)}"\n'.encode()
    yield "lines.zip", zipped(("exam.gift", b"Who?{=a ~b}" + b"\n" * many(500_000_000)))
    yield "returns.zip", zipped(("exam.gift", b"Who?{=a ~b}" + b"\r\n" * many(60_000_000)))
    yield "bomb.tar.bz2", packed_zeros(bz2.BZ2Compressor(), many(400_000_000))
    yield "bomb.tar.xz", packed_zeros(lzma.LZMACompressor(), many(300_000_000))
    yield "options.gift", b"Who?{=a" + b"~b" * many(8_000_000) + b"}"
    yield "answers.gift", (b"Who?{=a" + b"~b" * 100 + b"}\n\n") * many(60_000)
    yield "options.csv", ("passage,question,answer," + ",".join(f"option_{n}" for n in range(many(700_000)))).encode()
    yield "options.jsonl", json.dumps({"passage": "p", "question": "q", "options": ["b"] * many(3_000_000)}).encode()
    yield "columns.jsonl", b"".join(b'{"c%d": 1}\n' % n for n in range(many(600_000)))
    yield "deep.json", b"[" * many(8_000_000)
    yield "rows.csv", b"passage,question,option_a,option_b\n" + b"p,q,a,b\n" * many(1_800_000)
    yield "aiken.txt", b"Who?\nA. a\nB. b\nANSWER: A\n\n" * many(500_000)
    yield from _typed_exams(many)
    yield from _platform_files(many)
    yield "moodle.xml", moodle_of_answers(many(300_000))
    yield "paragraphs.xml", item_of_paragraphs(many(990_000))  # just under the limit of tags
    yield from _office_files(many)
    yield "cells.zip", zipped(("exam.csv", b",".join(b"c%d" % n for n in range(9000)) + b"\n" + LINE * many(13_000)))
    yield "empty.zip", zipped(("exam.json", b"[" + b"[]," * many(30_000_000) + b"[]]"))
    yield "objects.jsonl", b"{}\n" * many(5_000_000)
    yield "keys.txt", b"1. Who?\na) Ann\nb) Bo\n\nAnswer key\n" + b"1 A " * many(3_800_000)
    yield "digits.jsonl", b'{"passage": "p", "question": "q", "options": ["a", "b"], "answer": ' + b"9" * 5000 + b"}"
    yield "digits.csv", b"passage,question,option_a,option_b,answer\np,q,a,b," + b"9" * 5000 + b"\n"
    yield "digits.txt", b"9" * 5000 + b". Who?\na) Ann\nb) Bo\nAnswer: A\n"
    yield "key.txt", b"1. Who?\na) Ann\nb) Bo\n\nAnswer key\n" + b"1" * 5000 + b". A\n"
    yield "magic.tar", b"\x1f\x8b\x08\x04"
    yield "year.parquet", parquet_of_dates()
    yield (
        "surrogate.jsonl",
        (b'{"id": "\\ud800", "passage": "p", "question": "q", "options": ["a", "b"], "answer": "A"}\n'),
    )


def _office_files(many: Callable[[int], int]) -> Iterator[tuple[str, bytes]]:
    """Yield documents and workbooks."""
    yield "runs.docx", word_of(b"<w:p>" + b"<w:r><w:t>x</w:t></w:r>" * many(3_500_000) + b"</w:p>")
    yield "numbered.docx", word_of(LISTED * many(200_000))
    yield "blank.docx", word_of(b"<w:p/>" * many(2_000_000))
    yield "span.docx", word_of(b"<w:tbl><w:tr>" + SPANNED * 3 + b"</w:tr></w:tbl>")
    yield "paragraphs.odt", open_text_of(b"<text:p>1. Who?</text:p>" * many(1_500_000))
    yield "corner.xlsx", workbook_of("A1", "XFD1048576")
    yield "corner.xls", old_sheet_of((0, 0), (65535, 65535))
    yield (
        "counted.xlsx",
        sheet_of(b"<sheetData><row><c><v>1</v></c></row></sheetData>", told=b"uniqueCount='9999999999'"),
    )
    yield "shared.xlsx", workbook_of(*(f"A{n + 1}" for n in range(many(100_000))), text=b"x" * 30_000)
    yield "rows.ods", open_sheet_of(1_000_000, 16_000)


def zipped(*members: tuple[str, bytes]) -> bytes:
    """Return a zip of files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return stream.getvalue()


def parquet_of_lists(length: int) -> bytes:
    """Return a table of one row whose options are one text, `length` times: the pages compress to nothing."""
    import polars as pl

    options = pl.select(options=pl.lit("a").repeat_by(length))
    stream = io.BytesIO()
    frame = options.select(passage=pl.lit("p"), question=pl.lit("q"), options="options")
    frame.write_parquet(stream, compression="zstd", statistics=False)
    return stream.getvalue()


def parquet_of_texts(rows: int) -> bytes:
    """Return a table that repeats one text: a dictionary holds it once."""
    import polars as pl

    texts = {"passage": "p" * 1000, "question": "q", "option_a": "a", "option_b": "b"}
    frame = pl.select(**{name: pl.repeat(text, rows) for name, text in texts.items()})
    stream = io.BytesIO()
    frame.write_parquet(stream, compression="zstd", statistics=False)
    return stream.getvalue()


def parquet_of_dates() -> bytes:
    """Return a table with a date past the year 9999, which Python has none of."""
    import polars as pl

    frame = pl.DataFrame({"passage": ["p"], "question": ["q"], "option_a": ["a"], "option_b": ["b"], "day": [10**7]})
    stream = io.BytesIO()
    frame.with_columns(pl.col("day").cast(pl.Int32).cast(pl.Date)).write_parquet(stream)
    return stream.getvalue()


def package_of_objects(references: int, size: int) -> bytes:
    """Return a QTI package with an item that shows one long page again and again."""
    page = b"<html><body>" + b"<p>x</p>" * (size // 8) + b"</body></html>"
    shown = "<object data='page.html' type='text/html'/>" * references
    item = f"<assessmentItem identifier='i'>{DECLARED}<itemBody>{shown}{CHOICE.format(TWO)}</itemBody></assessmentItem>"
    return zipped(("item.xml", item.encode()), ("page.html", page))


def package_of_stimuli(items: int, size: int) -> bytes:
    """Return a QTI package in which every item refers to one long stimulus."""
    body = f"<stimulusBody>{'<p>x y</p>' * (size // 10)}</stimulusBody>"
    stimulus = f"<assessmentStimulus identifier='s'>{body}</assessmentStimulus>"
    inside = f"{DECLARED}<assessmentStimulusRef href='s.xml'/><itemBody>{CHOICE.format(TWO)}</itemBody>"
    item = "<assessmentItem identifier='i{}'>{}</assessmentItem>"
    whole = [(f"{n}.xml", item.format(n, inside).encode()) for n in range(items)]
    return zipped(("s.xml", stimulus.encode()), *whole)


def package_of_sections(depth: int, size: int) -> bytes:
    """Return a QTI test whose sections, each in the other, show one long page."""
    rubric = "<rubricBlock view='candidate'><object data='page.html'/></rubricBlock>"
    test = "<assessmentTest><testPart>" + f"<assessmentSection>{rubric}" * depth
    test += "</assessmentSection>" * depth + "</testPart></assessmentTest>"
    return zipped(("test.xml", test.encode()), ("page.html", b"<p>word word</p>" * (size // 16)))


def tar_of_names(size: int) -> bytes:
    """Return a tar of one empty file whose name is `size` long, in a header that is read before any limit applies."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive:
        archive.addfile(tarfile.TarInfo("a" * size + ".gift"))
    return stream.getvalue()


def packed_zeros(compressor: Any, size: int) -> bytes:
    """Return a compressed tar of one file of `size` zeros, never all in memory."""
    member = tarfile.TarInfo("exam.gift")
    member.size = size
    block = bytes(2**20)
    parts = [compressor.compress(member.tobuf()), *(compressor.compress(block) for _ in range(size // 2**20 + 1))]
    return b"".join([*parts, compressor.flush()])


def csv_of_lists(size: int) -> bytes:
    """Return a table whose options are one Python list of `size` characters, which is no JSON."""
    return f'passage,question,options\np,q,"[{"1," * (size // 2)}]"\n'.encode()


def word_of(body: bytes) -> bytes:
    """Return a Word document of nothing but its text."""
    kind = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    space = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    word = b"<w:document xmlns:w='%s'><w:body>%s</w:body></w:document>" % (space, body)
    return _office(("word/document.xml", kind, word))


def workbook_of(*places: str, text: bytes = b"x") -> bytes:
    """Return a workbook whose one sheet has the same text in each of the places."""
    rows = "".join(f"<row><c r='{place}' t='s'><v>0</v></c></row>" for place in places).encode()
    return sheet_of(b"<sheetData>%s</sheetData>" % rows, text)


def sheet_of(content: bytes, text: bytes = b"x", told: bytes = b"", name: str = "xl/worksheets/sheet1.xml") -> bytes:
    """Return a workbook of one sheet, whose cells may share a text. `told`: what is said of its texts."""
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.%s+xml"
    main = b"xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
    link = b"xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'"
    book = b"<workbook %s %s><sheets><sheet name='a' sheetId='1' r:id='r'/></sheets></workbook>" % (main, link)
    sheet = b"<worksheet %s>%s</worksheet>" % (main, content)
    texts = b"<sst %s %s><si><t>%s</t></si></sst>" % (main, told, text)
    return _office(
        ("xl/workbook.xml", kind % b"sheet.main", book),
        (name, kind % b"worksheet", sheet),
        ("xl/sharedStrings.xml", kind % b"sharedStrings", texts),
    )


def old_sheet_of(*places: tuple[int, int]) -> bytes:
    """Return a workbook of Excel 97 (.xls) that has a number in each of the places, its row and column from 0.

    Its records are those of [MS-XLS], in a compound file ([MS-CFB]) of one stream.
    """

    def record(kind: int, *parts: bytes) -> bytes:
        return struct.pack("<HH", kind, len(b"".join(parts))) + b"".join(parts)

    def begun(kind: int) -> bytes:
        return record(0x809, struct.pack("<HHHHII", 0x600, kind, 0, 0, 0, 0))

    def book(start: int) -> bytes:
        return begun(5) + record(0x85, struct.pack("<IHBB", start, 0, 1, 0), b"a") + record(0xA)

    cells = (record(0x203, struct.pack("<HHHd", row, column, 0, 1.0)) for row, column in places)
    return _compound(book(len(book(0))) + begun(0x10) + b"".join(cells) + record(0xA))


def _compound(stream: bytes) -> bytes:
    """Return a compound file whose one stream is a workbook's."""
    end, free = 0xFFFFFFFE, 0xFFFFFFFF
    count = max(8, -(-len(stream) // 512))  # a shorter stream would stand in sectors of another size
    sectors = [0xFFFFFFFD, end, *range(3, count + 2), end]
    head = struct.pack("<QQQHHHHH6x", 0xE11AB1A1E011CFD0, 0, 0, 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<9I", 0, 1, 1, 0, 4096, end, 0, end, 0) + struct.pack("<109I", 0, *[free] * 108)
    entries = b""
    for name, kind, child, start, size in (("Root Entry", 5, 1, end, 0), ("Workbook", 2, free, 2, 512 * count)):
        letters = name.encode("utf-16-le") + b"\0\0"
        entries += letters.ljust(64, b"\0") + struct.pack("<HBBIII", len(letters), kind, 1, free, free, child)
        entries += struct.pack("<36xIQ", start, size)
    table = struct.pack("<128I", *sectors, *[free] * (128 - len(sectors)))
    return head + table + entries.ljust(512, b"\0") + stream.ljust(512 * count, b"\0")


def _office(*parts: tuple[str, bytes, bytes]) -> bytes:
    """Return an office file of parts, each its name, its kind and its XML: the first refers to the second."""
    to = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    relation = b"<Relationship Id='r' Type='%s' Target='%s'/>"
    package = b"http://schemas.openxmlformats.org/package/2006/"
    relations = b"<Relationships xmlns='" + package + b"relationships'>" + relation + b"</Relationships>"
    kinds = b"".join(b"<Override PartName='/%s' ContentType='%s'/>" % (name.encode(), kind) for name, kind, _ in parts)
    rels = b"<Default Extension='rels' ContentType='application/vnd.openxmlformats-package.relationships+xml'/>"
    types = b"<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>%s%s</Types>"
    files = [("[Content_Types].xml", types % (rels, kinds))]
    files.append(("_rels/.rels", relations % (to + b"officeDocument", parts[0][0].encode())))
    if len(parts) > 1:
        files.append(
            ("xl/_rels/workbook.xml.rels", relations % (to + b"worksheet", parts[1][0].removeprefix("xl/").encode()))
        )
    return zipped(*files, *((name, data) for name, _, data in parts))


def open_sheet_of(rows: int, columns: int) -> bytes:
    """Return an OpenDocument sheet of one cell that stands for many."""
    space = b"xmlns:%s='urn:oasis:names:tc:opendocument:xmlns:%s:1.0' "
    spaces = b"".join(space % (name, name) for name in (b"office", b"text", b"table"))
    cell = (
        b"<table:table-cell office:value-type='string' table:number-columns-repeated='%d'><text:p>x</text:p>" % columns
    )
    row = b"<table:table-row table:number-rows-repeated='%d'>%s</table:table-cell></table:table-row>" % (rows, cell)
    inside = b"<office:body><office:spreadsheet><table:table table:name='a'>%s</table:table></office:spreadsheet>" % row
    content = b"<office:document-content %s>%s</office:body></office:document-content>" % (spaces, inside)
    manifest = b"<manifest:manifest xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'/>"
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    return zipped(("mimetype", kind), ("META-INF/manifest.xml", manifest), ("content.xml", content))


def open_text_of(body: bytes) -> bytes:
    """Return an OpenDocument text of nothing but its text."""
    space = b"xmlns:%s='urn:oasis:names:tc:opendocument:xmlns:%s:1.0' "
    spaces = space % (b"office", b"office") + space % (b"text", b"text")
    inside = b"<office:body><office:text>%s</office:text></office:body>" % body
    content = b"<office:document-content %s>%s</office:document-content>" % (spaces, inside)
    return zipped(("mimetype", b"application/vnd.oasis.opendocument.text"), ("content.xml", content))


def item_of_paragraphs(paragraphs: int) -> bytes:
    """Return a QTI item of a body of many paragraphs."""
    key = b"<correctResponse><value>A</value></correctResponse>"
    declared = b"<responseDeclaration identifier='R' cardinality='single' baseType='identifier'>" + key
    options = b"".join(b"<simpleChoice identifier='%c'>%c</simpleChoice>" % (name, name) for name in b"AB")
    asked = b"<choiceInteraction responseIdentifier='R' maxChoices='1'>" + options + b"</choiceInteraction>"
    body = b"</responseDeclaration><itemBody>" + b"<p>a</p>" * paragraphs + asked + b"</itemBody></assessmentItem>"
    place = b"http://www.imsglobal.org/xsd/imsqti_v2p2"
    return b"<assessmentItem xmlns='" + place + b"' identifier='a' title='a'>" + declared + body


def h5p_of(kind: str, content: bytes) -> bytes:
    """Return an H5P package of an activity."""
    return zipped(("h5p.json", f'{{"mainLibrary":"H5P.{kind}"}}'.encode()), ("content/content.json", content))


def marks_of_nothing(count: int) -> bytes:
    """Return a table with many columns that could say which of two options is right, and say so in the last row."""
    names = [f"correct{place}x{number}" for number in range(count // 2) for place in (1, 2)]
    rows = ["1," * len(names)] * 50 + ["?," * len(names)]
    head = f"passage,question,option1,option2,{','.join(names)}"
    return "\n".join([head, *(f"p,q,a,b,{row[:-1]}" for row in rows)]).encode()


def moodle_of_answers(answers: int) -> bytes:
    """Return a Moodle question of very many answers."""
    answer = "<answer fraction='{}'><text>a</text></answer>"
    whole = answer.format(100) + answer.format(0) * answers
    return (
        "<quiz><question type='multichoice'><name><text>n</text></name><questiontext><text>Who?</text></questiontext>"
        f"{whole}</question></quiz>"
    ).encode()


def _platform_files(many: Callable[[int], int]) -> Iterator[tuple[str, bytes]]:
    """Yield files and tables as quiz platforms have them."""
    yield "blackboard.txt", b"MC\tWho?\ta\tcorrect\tb\tincorrect\n" * many(450_000)
    yield "brightspace.csv", b"NewQuestion,MC\nQuestionText,Who?\nOption,100,a\nOption,0,b\n" * many(240_000)
    rows = b"Who?,a,1\nWho?,b,0\nWhen?,c,1\nWhen?,d,0\n"
    yield "options-by-row.csv", b"question,option,correct\n" + rows * many(60_000)
    yield "marks.csv", marks_of_nothing(many(9_000))
    choices = b'{"question":"Who?","answers":["a","b"]},' * many(300_000)
    yield "choices.h5p", h5p_of("SingleChoiceSet", b'{"choices":[' + choices[:-1] + b"]}")
    yield "deep.h5p", h5p_of("Column", b'{"content":[' * many(900) + b"1" + b"]}" * many(900))
    yield "long.h5p", h5p_of("Column", b" " * many(2_000_000_000))


def _typed_exams(many: Callable[[int], int]) -> Iterator[tuple[str, bytes]]:
    unanswered = b"Who?\nA. a\nB. b\n\n" * many(125_000)
    yield "keys-in-a-row.txt", unanswered + b"ANSWERS: AB\n" * many(125_000)
    spaced = b"1 Who?\nA Ann\nB Bo\n\n2 Where?\nA here\nB there\n\n"
    story = (b"Ann %d sat.\n\n%d. Who?\nA. a\nB. b\nAnswer: A\n\n" % (each, each) for each in range(many(75_000)))
    yield "short-passages.txt", b"".join(story)
    yield "spaced.txt", spaced + b"3 a\n" * many(250_000)
    yield "legends.txt", unanswered + b"TRUE if so\nFALSE if not\n3. It is.\n" * many(50_000)
    yield "worded.txt", unanswered + b"Vraag 1 x a) y b) z\n" * many(50_000)
    yield "labels.txt", unanswered + b"Gabarito: x\n" * many(125_000)
    yield "keys-in-lists.txt", unanswered + b"Prose.\n\nAnswer key\n1. A 2. B\n\n" * many(125_000)
    yield "typed.txt", b"1. Who?\n" + b"a) b\n" * many(3_000_000)
    yield "statements.txt", b"1. Who?\na) Ann\nb) Bo\n" + b"1. A 2. BAnswer key\n" * many(60_000)
    yield "one-question.txt", b"1. Who?\n" + b"C. The river was high.\n" * many(140_000)
    first, sound = b"1. Why so many people, free of charge.\n\n", b"2. Who?\nA. Ann\nB. Bo\n\nAnswer key\n2. A\n"
    yield "all-first.txt", b"The bridge was closed in May.\n\n" + first * many(20_000) + sound
    yield "names.csv", b"passage,question,options,level" + b",Who?" * 20 + b"x" * many(9_000_000) + b"\np,q,r,s\n"
