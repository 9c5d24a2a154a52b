"""The text of a file, whatever its kind: pages without markup, tables as CSV, archives and databases spelled out."""

import csv
import hashlib
import io
import json
import re
import sqlite3
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from lxml import html

from tests.golden.normal import STORE

BLOCKS = """
    address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr label legend li main nav ol option p pre section select summary table
    tbody template tfoot thead tr ul
""".split()  # noqa: SIM905 - a list is read more easily without its marks
CELLS = frozenset(("td", "th"))
SILENT = frozenset(("script", "style", "svg", "head"))
SPOKEN = ("aria-label", "alt", "title", "placeholder", "value")  # attributes that a person reads or hears
WEIGHTS = (".safetensors", ".pt", ".bin", ".tmp")


def readable(folder: Path, contents: Mapping[str, bytes]) -> dict[str, str]:
    """Return the texts of files by name; a page, an archive and the store become several, or one together."""
    stored = {name: content for name, content in contents.items() if name.startswith("store/")}
    texts = {STORE: store_text(folder / "store")} if stored else {}
    for name in contents.keys() - stored.keys():
        texts |= dict(_texts(name, contents[name], folder))
    return texts


def store_text(store: Path) -> str:
    """Say what a store holds: each scorer's folder, its fingerprint, and digests of its sorted keys and scores."""
    import polars as pl

    scorers = []
    for folder in sorted(path for path in store.iterdir() if path.is_dir()):
        shards = sorted(folder.glob("*.parquet"))
        headers = {pl.read_parquet_metadata(shard)["magnetite"] for shard in shards}
        rows = (
            pl.concat([pl.read_parquet(shard) for shard in shards], how="vertical_relaxed")
            .unique(["hi", "lo"])
            .sort("hi", "lo")
        )
        entry = {
            "name": folder.name,
            "headers": sorted(headers),
            "scores": len(rows),
            "keys": _digest(rows.select("hi", "lo").to_numpy().tobytes()),
            "values": _digest(rows["score"].to_numpy().tobytes()),
            "first": [f"{hi:016x}{lo:016x} {score!r}" for hi, lo, score in rows.head(3).rows()],
        }
        scorers.append(entry)
    return json.dumps(scorers, indent=1)


def page_text(content: str) -> str:
    """Return what a page says, a line a block, cells parted by bars; not how it is marked up or drawn."""
    body = html.document_fromstring(content).body
    lines = ("".join(_spoken(body))).split("\n")
    return "\n".join(line for raw in lines if (line := re.sub(r"[ \t\r\f\v]+", " ", raw).strip(" |")))


def page_data(content: str) -> dict[str, object]:
    """Return what a page's figures and scripts draw from, by name: chart specifications without looks, data."""
    found: dict[str, object] = {}
    for script in html.document_fromstring(content).iter("script"):
        if script.get("type") == "application/json":
            name = script.get("data-chart") or script.get("id") or f"script {len(found)}"
            data = json.loads(script.text or "null")
            if isinstance(data, dict):
                data = {key: value for key, value in data.items() if key not in {"config", "$schema"}}
            found[name] = data
    return found


def _texts(name: str, content: bytes, folder: Path) -> Iterator[tuple[str, str]]:
    ending = Path(name).suffix.lower()
    if ending == ".html":
        page = content.decode("utf-8")
        yield name, page_text(page)
        if data := page_data(page):
            yield f"{name}#data.json", json.dumps(data, ensure_ascii=False, indent=1)
    elif ending == ".parquet":
        yield f"{name}.csv", _parquet_text(content)
    elif ending == ".zip" or name.endswith(".tar.gz"):
        yield from ((f"{name}!{member}", text.decode("utf-8")) for member, text in _members(content))
    elif content.startswith(b"SQLite format 3"):
        yield f"{name}.json", _database_text(folder / name)
    elif ending in WEIGHTS:
        yield name, "weights"
    elif not name.endswith(("-wal", "-shm", ".lock")):
        yield name, content.decode("utf-8", "replace")


def _members(content: bytes) -> list[tuple[str, bytes]]:
    """Return the files of an archive, by name."""
    if zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return [(name, archive.read(name)) for name in sorted(archive.namelist())]
    with tarfile.open(fileobj=io.BytesIO(content)) as packed:
        files = [(name, packed.extractfile(name)) for name in sorted(packed.getnames())]
        return [(name, file.read()) for name, file in files if file is not None]


def _spoken(element: html.HtmlElement) -> Iterator[str]:
    tag = element.tag
    if not isinstance(tag, str) or tag in SILENT or element.get("type") == "hidden":
        yield element.tail or ""
        return
    yield "\n" if tag in BLOCKS else ""
    for name in SPOKEN:
        if text := element.get(name):
            yield f"[{name}: {text}] "
    yield _one_line(element.text)
    for child in element:
        yield from _spoken(child)
    yield "\n" if tag in BLOCKS else " | " if tag in CELLS else ""
    yield _one_line(element.tail)


def _one_line(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _parquet_text(content: bytes) -> str:
    import polars as pl

    frame = pl.read_parquet(io.BytesIO(content))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([f"{name}: {kind}" for name, kind in frame.schema.items()])
    writer.writerows([["" if value is None else repr(value) for value in row] for row in frame.iter_rows()])
    metadata = {
        key: value for key, value in pl.read_parquet_metadata(io.BytesIO(content)).items() if "ARROW" not in key
    }
    return text.getvalue() + (f"# {json.dumps(metadata, ensure_ascii=False)}\n" if metadata else "")


def _database_text(path: Path) -> str:
    connection = sqlite3.connect(path)
    try:
        names = [
            row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        ]
        tables: dict[str, object] = {}
        for name in names:
            cursor = connection.execute(f'SELECT * FROM "{name}"')
            columns = [each[0] for each in cursor.description]
            rows = [[value.hex() if isinstance(value, bytes) else value for value in row] for row in cursor]
            tables[name] = {column: [row[at] for row in sorted(rows, key=repr)] for at, column in enumerate(columns)}
        return json.dumps(tables, ensure_ascii=False, indent=1)
    finally:
        connection.close()


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
