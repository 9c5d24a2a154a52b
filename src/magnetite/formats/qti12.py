"""QTI 1.2: <questestinterop> with assessments, sections, banks and items, as Canvas and many others export it.

A passage is an item that is text alone, for the items after it in its section, or, where the file says which items
belong to which (Canvas New Quizzes), for those; or the <presentation_material> of a section. The key is what response
processing gives the most points (`scoring`). Feedback, hints and rubrics are not read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from magnetite.core.errors import DataError
from magnetite.core.items import Left
from magnetite.core.reasons import Reason
from magnetite.formats.format import Outcome, placed
from magnetite.formats.markup import Text, element_text, html_text
from magnetite.formats.qti_scoring import scores_1, worths
from magnetite.formats.question import NO_KEY, ExamQuestion, Names, Passage, Shelf, question_outcome
from magnetite.formats.xml import line_of, local

if TYPE_CHECKING:
    from lxml.etree import _Element

_RESPONSES = {"response_lid", "response_str", "response_num", "response_xy", "response_grp", "response_extension"}
_TYPES = {
    "essay_question": "left-essay",
    "short_answer_question": "left-short-answer",
    "numerical_question": "left-numerical",
    "calculated_question": "left-calculated",
    "matching_question": "left-matching",
    "file_upload_question": "left-upload",
    "multiple_answers_question": "left-several",
    "fill_in_multiple_blanks_question": "left-blanks",
    "multiple_dropdowns_question": "left-several-lists",
    "ordering_question": "left-ordering",
    "categorization_question": "left-categories",
    "hot_spot_question": "left-picture-place",
}
_KINDS = {
    "response_str": "left-typed",
    "response_num": "left-typed-number",
    "response_xy": "left-picture-place",
    "response_grp": "left-matching",
    "response_extension": "left-extension",
}
_NO_PROCESSING = Reason("left-no-key-processing")
_MEDIA = {
    "matimage": "image",
    "mataudio": "audio",
    "matvideo": "video",
    "matapplet": "applet",
    "matapplication": "file",
}


@dataclass(slots=True)
class _OpenFile:
    """A file being read: its place, ids, the banks in its package, and the stimuli that items refer to."""

    where: str
    names: Names
    banks: frozenset[str]
    stimuli: dict[str, Passage] = field(default_factory=dict)
    by_name: bool = False


def read_12(root: "_Element", where: str, names: Names, banks: frozenset[str]) -> Iterator[Outcome]:
    """Read one file; `banks` are the ids of the item banks in the same package."""
    file = _OpenFile(where, names, banks)
    for item in (element for element in root.iter() if local(element) == "item"):
        file.by_name = file.by_name or bool(_parent(item))
        if not _responses(item) and _type(item) not in _TYPES:
            text = _text(_child(item, "presentation")).text
            name = item.get("ident", "")
            file.stimuli[name] = Passage(text, line_of(item, where), name or None)
    used: set[str] = set()
    shelf = Shelf()
    yield from _walk(root, file, shelf, used)
    yield from shelf.close()
    if file.by_name:
        for name, passage in file.stimuli.items():
            if name not in used and passage.text:
                yield Left(passage.where, Reason("left-unused-text"))


def bank_ids(root: "_Element") -> set[str]:
    """Return the ids of the item banks and assessments of a file."""
    kinds = {"objectbank", "assessment"}
    return {element.get("ident", "") for element in root.iter() if local(element) in kinds} - {""}


def _walk(element: "_Element", file: _OpenFile, shelf: Shelf, used: set[str]) -> Iterator[Outcome]:
    written_out = any(local(child) in {"item", "section"} for child in element)
    for child in element:
        kind, place = local(child), line_of(child, file.where)
        if kind == "item":
            yield from _item(child, file, shelf, used)
        elif kind in {"assessment", "section", "objectbank"}:
            yield from shelf.close()
            yield from _walk(child, file, shelf, used)
            yield from shelf.close()
        elif kind == "presentation_material":
            text = _text(child).text
            if text:
                yield from shelf.put(Passage(text, place))
        elif kind == "selection_ordering" and not written_out:
            yield from _draw(child, file, place)
        elif kind == "bankentry_item" and child.get("sourcebank_ref", "") not in file.banks:
            yield Left(place, Reason("left-bank-item", {"item": repr(child.get("item_ref", ""))}))


def _draw(element: "_Element", file: _OpenFile, place: str) -> Iterator[Outcome]:
    """List a draw from a bank that is neither written out nor in the package."""
    for reference in element.iter():
        if local(reference) == "sourcebank_ref" and (reference.text or "").strip() not in file.banks:
            yield Left(place, Reason("left-bank-draw", {"bank": repr((reference.text or "").strip())}))


def _item(item: "_Element", file: _OpenFile, shelf: Shelf, used: set[str]) -> Iterator[Outcome]:
    ident, title = item.get("ident", "").strip(), (item.get("title") or "").strip()
    place = line_of(item, file.where) + (f", item {ident!r}" if ident else "")
    responses = _responses(item)
    if not responses and _type(item) not in _TYPES:
        passage = file.stimuli[item.get("ident", "")]
        if not passage.text:
            yield Left(place, Reason("left-empty"))
        elif not file.by_name:
            yield from shelf.put(passage)
        return
    passage_of = shelf.use()
    if file.by_name:
        parent = _parent(item)
        used.add(parent)
        passage_of = file.stimuli.get(parent)
    id_ = file.names.take(ident, title)
    reason = _reason(item, responses)
    if reason:
        yield Left(place, reason)
        return
    try:
        yield _choice(item, responses[0], id_, passage_of, place)
    except DataError as error:
        yield placed(place, error)


def _reason(item: "_Element", responses: list["_Element"]) -> Reason | None:
    """Return why an item is no multiple-choice question with one right option; None where it may be one."""
    kind = _type(item)
    if kind in _TYPES:
        return Reason(_TYPES[kind])
    if len(responses) > 1:
        return Reason("left-parts", {"parts": len(responses)})
    response = responses[0]
    if local(response) != "response_lid":
        return Reason(_KINDS[local(response)])
    cardinality = response.get("rcardinality", "Single").lower()
    if cardinality != "single":
        return Reason("left-ordering" if cardinality == "ordered" else "left-several")
    renders = {local(child) for child in response if local(child).startswith("render_")}
    if not renders & {"render_choice", "render_slider"}:  # a slider over listed texts is a choice of one
        return Reason("left-answered-by", {"way": ", ".join(sorted(renders)) or "nothing"})
    return None


def _choice(item: "_Element", response: "_Element", id_: str, passage: Passage | None, place: str) -> Outcome:
    labels = [element for element in response.iter() if local(element) == "response_label"]
    choices = [label.get("ident", "") for label in labels]
    if len(set(choices)) < len(choices):
        raise DataError("two of its options have the same ident; idents must be unique.")
    keys = {
        (test.text or "").strip()
        for test in item.iter()
        if local(test) == "varequal" and test.get("respident") == response.get("ident")
    }
    if keys and not keys & set(choices):
        examples = ", ".join(sorted(keys)[:3])
        raise DataError(f"the key names {examples!r}, which is not one of its {len(choices)} options.")
    shares = worths(scores_1(item, response.get("ident", ""), choices))
    no_key = NO_KEY
    if shares is None:
        scored = any(local(element) == "respcondition" for element in item.iter())
        no_key = Reason("left-no-key-supported") if scored else _NO_PROCESSING
    title = (item.get("title") or "").strip()
    metadata = {"title": title if title != id_ else ""}
    stem = _text(_child(item, "presentation"))
    options = tuple(_text(label) for label in labels)
    shares = shares or (0.0,) * len(options)
    return question_outcome(ExamQuestion(place, id_, stem, options, shares, passage, metadata, no_key))


def _responses(item: "_Element") -> list["_Element"]:
    return [element for element in item.iter() if local(element) in _RESPONSES]


def _child(item: "_Element", name: str) -> "_Element | None":
    return next((child for child in item if local(child) == name), None)


def _type(item: "_Element") -> str:
    return _field(item, "question_type")


def _parent(item: "_Element") -> str:
    """Return the ident of the text an item belongs to, stated with the item or with its section."""
    above = item.getparent()
    ident = above.get("parent_stimulus_item_ident") if above is not None else None
    return _field(item, "parent_stimulus_item_ident") or (ident or "").strip()


def _field(item: "_Element", name: str) -> str:
    for entry in item.iter():
        if local(entry) == "qtimetadatafield":
            parts = {local(part): (part.text or "").strip() for part in entry}
            if parts.get("fieldlabel") == name:
                return parts.get("fieldentry", "")
    return ""


def _text(element: "_Element | None") -> Text:
    """Return the text of all material in an element except that of its options."""
    if element is None:
        return Text("")
    rows: list[list[str]] = [[]]
    spans: list[str] = []
    _gather(element, rows, spans, top=True)
    lines = (" ".join(part for part in row if part) for row in rows)
    text = "\n".join(line for line in lines if line)
    if not text and local(element) == "response_label":
        text = " ".join((element.text or "").split())
    return Text(text, tuple(spans))


def _gather(element: "_Element", rows: list[list[str]], spans: list[str], *, top: bool = False) -> None:
    kind = local(element)
    if not kind or kind == "qticomment" or (kind == "response_label" and not top):
        return
    if kind in {"mattext", "matemtext", "mat_formattedtext"}:
        text = _mattext(element)
        rows[-1].append(text.text)
        spans += [text.text] if kind == "matemtext" else text.emphasised
    elif kind in _MEDIA:
        file = (element.get("uri") or "").rsplit("/", 1)[-1]
        rows[-1].append(f"[{_MEDIA[kind]}: {file}]" if file else f"[{_MEDIA[kind]}]")
    elif kind == "matbreak":
        rows.append([])
    else:
        if kind in {"material", "flow_mat"}:
            rows.append([])
        for child in element:
            _gather(child, rows, spans)


def _is_html(element: "_Element") -> bool:
    """Return whether a text is HTML; Blackboard's formatted text is, unless it says that it is plain."""
    if local(element) == "mat_formattedtext":
        return element.get("type", "HTML").upper() != "PLAIN_TEXT"
    return element.get("texttype", "").lower() == "text/html"


def _mattext(element: "_Element") -> Text:
    if len(element):
        return element_text(element)
    source = element.text or ""
    return html_text(source) if _is_html(element) else Text(source.strip())
