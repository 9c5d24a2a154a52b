"""The known formats by name, and the endings under which each is looked for first.

A built-in format is one module and one line here; other packages add theirs through the entry point
`examfiles.formats`.
"""

from collections.abc import Mapping

from examfiles.registry import Registry

_DATA = (".json", ".jsonl", ".ndjson", ".parquet", ".arrow")
_CELLS = (".csv", ".tsv")
_TEXT = (".txt", ".text", ".md")
_XML = (".xml", ".qti")

# Name, place, and the endings under which to ask this format before others: its own, and those under which a later
# format would otherwise take its files. Without endings it is asked in its turn.
_BUILT_IN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "race": ("corpora.race:FORMAT", (*_DATA, *_CELLS, *_TEXT)),
    "mctest": ("corpora.mctest:FORMAT", _CELLS),
    "dream": ("corpora.dream:FORMAT", (*_DATA, *_TEXT)),
    "mcscript": ("corpora.mcscript:FORMAT", (".xml",)),
    "cosmosqa": ("tables.tabular:COSMOSQA", _CELLS),
    "reclor": ("tables.tabular:RECLOR", (*_DATA, *_CELLS, *_TEXT)),
    "moodle-xml": ("lms.moodle_xml:FORMAT", _XML),
    "qti": ("qti:FORMAT", (*_XML, ".dat")),
    "moodle-backup": ("lms.moodle_backup:FORMAT", _XML),
    "olx": ("lms.olx:FORMAT", _XML),
    "r-exams": ("lms.r_exams:FORMAT", (".rnw", ".rmd", ".tex", *_TEXT)),
    "latex": ("lms.latex:FORMAT", (".tex", *_TEXT)),
    "surveyjs": ("lms.quiz_json:SURVEYJS", (".json", *_TEXT)),
    "learnosity": ("lms.quiz_json:LEARNOSITY", (".json", *_TEXT)),
    "gift": ("lms.gift:FORMAT", _TEXT),  # and every .gift that no format before it takes
    "aiken": ("lms.aiken:FORMAT", (".aiken", *_TEXT)),
    "blackboard": ("lms.blackboard:FORMAT", _TEXT),
    "brightspace": ("lms.brightspace:FORMAT", (*_CELLS, *_TEXT)),
    "anki": ("lms.anki:FORMAT", (*_CELLS, *_TEXT)),
    "docx": ("office.docx:FORMAT", (".docx",)),
    "odt": ("office.odt:FORMAT", (".odt",)),
    "h5p": ("lms.h5p:FORMAT", (".h5p",)),
    "html": ("office.paper:FORMAT", (".html", ".htm")),
    "tabular": ("tables.tabular:FORMAT", (*_DATA, *_CELLS, *_TEXT)),
    "text": ("typed:FORMAT", _TEXT),
}
FORMATS = Registry(
    "format", "examfiles.formats", {name: f"examfiles.readers.{place}" for name, (place, _) in _BUILT_IN.items()}
)


def likely(file: str) -> tuple[str, ...]:
    """Return the built-in formats to ask first about a file of this name, so that few are imported.

    >>> likely("exam.xml")
    ('mcscript', 'moodle-xml', 'qti', 'moodle-backup', 'olx')
    """
    return tuple(name for name, (_, endings) in _BUILT_IN.items() if file.lower().endswith(endings))


def format_names() -> str:
    """Return the names of all formats, as a help text lists them: "race, mctest, … or text"."""
    *names, last = FORMATS
    return f"{', '.join(names)} or {last}"
