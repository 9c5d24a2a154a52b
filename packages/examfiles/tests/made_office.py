"""Office files made for tests: the fewest parts that Word, Excel and OpenDocument programs write."""

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
ODF = "urn:oasis:names:tc:opendocument:xmlns"

Cells = Sequence[Sequence[str | float | None]]


def zipped(parts: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def xlsx(
    sheets: dict[str, Cells],
    merged: str = "",
    formats: dict[str, int] | None = None,
    pictures: dict[tuple[int, int], str] | None = None,
) -> bytes:
    """Return a workbook.

    Of its first sheet, `merged` is a range, such as A2:A4, `formats` are the places in `FORMATS` of cells by name, and
    `pictures` descriptions of pictures by row and column from 0.
    """
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
        f'Type="{RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATION}"><sheets>'
        + "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, start=1))
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        + "".join(
            f'<Relationship Id="r{n}" Type="{RELATION}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n in range(1, len(sheets) + 1)
        )
        + "</Relationships>",
    }
    for number, cells in enumerate(sheets.values(), start=1):
        own = (formats or {}) if number == 1 else {}
        rows = "".join(f'<row r="{n}">{_row(n, row, own)}</row>' for n, row in enumerate(cells, start=1))
        merges = f'<mergeCells><mergeCell ref="{merged}"/></mergeCells>' if merged and number == 1 else ""
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{merges}</worksheet>'
        )
    if formats:
        parts["xl/styles.xml"] = FORMATS
    if pictures:
        parts |= _drawing(pictures)
    return zipped(parts)


FORMATS = (
    f'<styleSheet xmlns="{MAIN}"><fonts><font><color theme="1"/></font><font><b/><color theme="1"/></font><font>'
    '<color rgb="FFFF0000"/></font><font><u/><color theme="1"/></font></fonts><fills><fill><patternFill '
    'patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill '
    'patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor '
    'theme="4" tint="0.8"/></patternFill></fill></fills><cellXfs><xf fontId="0" fillId="0"/><xf fontId="0" fillId="2"/>'
    '<xf fontId="2" fillId="0"/><xf fontId="3" fillId="0"/><xf fontId="1" fillId="0"/><xf fontId="0" fillId="3"/>'
    "</cellXfs></styleSheet>"
)
"""The formats of cells: 0 plain, 1 yellow, 2 in red, 3 underlined, 4 bold, 5 the band of a table."""


def _drawing(pictures: dict[tuple[int, int], str]) -> dict[str, str | bytes]:
    spaces = f'xmlns:xdr="{DRAWING}/spreadsheetDrawing"'
    anchors = "".join(
        f"<xdr:oneCellAnchor><xdr:from><xdr:col>{column}</xdr:col><xdr:row>{row}</xdr:row></xdr:from><xdr:pic>"
        f'<xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1" descr="{name}"/></xdr:nvPicPr></xdr:pic></xdr:oneCellAnchor>'
        for (row, column), name in pictures.items()
    )
    return {
        "xl/worksheets/_rels/sheet1.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{RELATION}/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
        "xl/drawings/drawing1.xml": f"<xdr:wsDr {spaces}>{anchors}</xdr:wsDr>",
    }


def _row(number: int, row: Sequence[str | float | None], formats: dict[str, int]) -> str:
    cells = ((f"{chr(65 + place)}{number}", value) for place, value in enumerate(row) if value is not None)
    own = {name: f' s="{number}"' for name, number in formats.items()}
    return "".join(
        f'<c r="{name}"{own.get(name, "")} t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        if isinstance(value, str)
        else f'<c r="{name}"{own.get(name, "")}><v>{value}</v></c>'
        for name, value in cells
    )


def odf(kind: str, body: str, styles: str = "", pictures: dict[str, bytes] | None = None) -> bytes:
    """Return an OpenDocument file of a kind, text or spreadsheet."""
    spaces = " ".join(f'xmlns:{name}="{ODF}:{name}:1.0"' for name in ("office", "text", "table", "style", "drawing"))
    spaces += (
        f' xmlns:fo="{ODF}:xsl-fo-compatible:1.0" xmlns:draw="{ODF}:drawing:1.0" xmlns:svg="{ODF}:svg-compatible:1.0"'
    )
    content = (
        f'<office:document-content {spaces} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{ODF}:manifest:1.0"><manifest:file-entry manifest:full-path="/" '
        f'manifest:media-type="application/vnd.oasis.opendocument.{kind}"/></manifest:manifest>'
    )
    parts: dict[str, str | bytes] = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": content,
        "META-INF/manifest.xml": manifest,
    }
    return zipped(parts | dict(pictures or {}))


def ods(cells: Cells, styles: str = "", more: str = "") -> bytes:
    """Return a sheet of cells; `styles` are automatic styles, `more` stands behind them as it stands in a file."""
    rows = "".join(f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>" for row in cells)
    return odf("spreadsheet", f'<table:table table:name="Questions">{rows}{more}</table:table>', styles)


def _cell(value: str | float | None) -> str:
    if value is None:
        return "<table:table-cell/>"
    kind = "string" if isinstance(value, str) else f'float" office:value="{value}'
    return f'<table:table-cell office:value-type="{kind}"><text:p>{escape(str(value))}</text:p></table:table-cell>'


DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
COMPATIBLE = "http://schemas.openxmlformats.org/markup-compatibility/2006"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
LISTS = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
    '<w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/>'
    '<w:lvlText w:val="%2)"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>'
    "</w:lvlOverride></w:num>"
)


def docx(*blocks: str, parts: dict[str, str | bytes] | None = None, related: str = "") -> bytes:
    """Return a Word document of blocks (`wp`, `wtable`), whose lists 1 and 2 number `1.` and, a level down, `a)`.

    `parts`: further parts by name, such as footnotes and pictures; `related` are relations to them.
    """
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    spaces = f'xmlns:w="{W}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    spaces += f' xmlns:a="{DRAWING}/main" xmlns:r="{RELATION}" xmlns:mc="{COMPATIBLE}"'
    own: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="png" ContentType="image/png"/>'
        f'<Override PartName="/word/document.xml" ContentType="{kind}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{kind}.styles+xml"/>'
        f'<Override PartName="/word/numbering.xml" ContentType="{kind}.numbering+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
        f'Type="{RELATION}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="n" '
        f'Type="{RELATION}/numbering" Target="numbering.xml"/><Relationship Id="s" '
        f'Type="{RELATION}/styles" Target="styles.xml"/>{related}</Relationships>',
        "word/styles.xml": f'<w:styles {spaces}><w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
        '<w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Right"><w:name w:val="Right"/>'
        '<w:basedOn w:val="Normal"/><w:rPr><w:b/></w:rPr></w:style></w:styles>',
        "word/numbering.xml": f"<w:numbering {spaces}>{LISTS}</w:numbering>",
        "word/document.xml": f"<w:document {spaces}><w:body>{''.join(blocks)}</w:body></w:document>",
    }
    return zipped(own | (parts or {}))


def wp(
    text: str,
    *,
    level: int | None = None,
    number: int = 1,
    mark: str = "",
    style: str = "",
    picture: str = "",
    file: str = "",
) -> str:
    """Return a paragraph; `level` puts it in a list, `mark` are its run's properties; words in ** are in bold.

    `picture` is the description of a picture in it, `file` the id of the relation to its file.
    """
    about = f'<w:pStyle w:val="{style}"/>' if style else ""
    if level is not None:
        about += f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    runs = ""
    for place, part in enumerate(text.split("**")):
        lines = "<w:br/>".join(f'<w:t xml:space="preserve">{escape(line)}</w:t>' for line in part.split("\n"))
        runs += f"<w:r><w:rPr>{mark}{'<w:b/>' if place % 2 else ''}</w:rPr>{lines}</w:r>"
    if picture:
        about_picture = f'<wp:docPr id="1" name="Picture 1" descr="{picture}"/>'
        about_picture += f'<a:graphic><a:blip r:embed="{file}"/></a:graphic>' if file else ""
        runs += f"<w:r><w:drawing><wp:inline>{about_picture}</wp:inline></w:drawing></w:r>"
    return f"<w:p><w:pPr>{about}</w:pPr>{runs}</w:p>"


def wbox(text: str, *inside: str) -> str:
    """Return a paragraph with a text box fixed to it, and the copy of it that older versions of Word show."""
    content = f"<w:txbxContent>{''.join(inside)}</w:txbxContent>"
    shape = f'<w:drawing><wp:anchor><wp:docPr id="9" name="Text Box 9"/><a:graphic>{content}</a:graphic></wp:anchor>'
    drawn = f"<mc:Choice>{shape}</w:drawing></mc:Choice><mc:Fallback><w:pict>{content}</w:pict></mc:Fallback>"
    return f"<w:p><w:r><w:t>{text}</w:t></w:r><w:r><mc:AlternateContent>{drawn}</mc:AlternateContent></w:r></w:p>"


def wnote(text: str, note: int, rest: str) -> str:
    """Return a paragraph with the sign of a footnote in it."""
    sign = f'<w:r><w:footnoteReference w:id="{note}"/></w:r>'
    return f"<w:p><w:r><w:t>{text}</w:t></w:r>{sign}<w:r><w:t>{rest}</w:t></w:r></w:p>"


def wtable(rows: Sequence[Sequence[str]]) -> str:
    """Return a table; a cell is a text, or blocks."""
    cells = ["".join(f"<w:tc>{c if c.startswith('<') else wp(c)}</w:tc>" for c in row) for row in rows]
    grid = "<w:gridCol/>" * max(map(len, rows))
    return f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"
