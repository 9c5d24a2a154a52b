"""QTI 1.2: <questestinterop> with assessments, sections, banks and items, as Canvas and many others export it.

A passage is an item that is text alone, for the items after it in its section, or, where the file says which items
belong to which (Canvas New Quizzes), for those; or the <presentation_material> of a section. The key is what response
processing gives the most points (`scoring`). Feedback is what response processing shows (`displayfeedback`); rubrics
are named as not read. Each of several choices under one text is a question of its own (`parts_of`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from examfiles.errors import DataError
from examfiles.format import Outcome, placed
from examfiles.items import LeftOut
from examfiles.markup import Mark, Picture, Text, cut, element_text, html_text, joined
from examfiles.question import (
    FULL_MARK,
    NO_KEY,
    NUMBER,
    UNREAD,
    CurrentPassage,
    ExamQuestion,
    Names,
    Passage,
    question_outcomes,
    set_in,
)
from examfiles.readers.qti.package import SIGN, Package, parts_of, settings_left
from examfiles.readers.qti.scoring import results_1, worths
from examfiles.reasons import Reason
from examfiles.xml import line_of, local

if TYPE_CHECKING:
    from lxml.etree import _Element

_RESPONSES = {"response_lid", "response_str", "response_num", "response_xy", "response_grp"}
_TYPES = {
    "essay_question": "left-essay",
    "short_answer_question": "left-short-answer",
    "numerical_question": "left-numerical",
    "calculated_question": "left-calculated",
    "matching_question": "left-matching",
    "file_upload_question": "left-upload",
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
}
_READ_ELEMENTS = {"presentation", "resprocessing", "itemfeedback", "itemmetadata", "qtimetadata", "itemproc_extension"}
"""Parts of an item of which everything is read that is said to candidates."""
_SETTINGS = {"selection_number", "duration", "outcomes_processing"}
"""Parts of an assessment that say which questions candidates get, and how they count."""
_VERDICTS = 3
"""The most options that all parts of an item have in common without being matched: true, false, not given."""
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
    """A file being read: its package, name and place, ids, the banks in its package, the stimuli of its items."""

    package: Package
    name: str
    where: str
    names: Names
    banks: frozenset[str]
    stimuli: dict[str, Passage] = field(default_factory=dict)
    by_name: bool = False


def read_12(package: Package, name: str, names: Names, banks: frozenset[str]) -> Iterator[Outcome]:
    """Read one file of a package; `banks` are the ids of the item banks in it."""
    root, where = package.roots[name], package.place(name)
    file = _OpenFile(package, name, where, names, banks)
    for item in (element for element in root.iter() if local(element) == "item"):
        file.by_name = file.by_name or bool(_parent(item))
        if not _responses(item) and _type(item) not in _TYPES:
            text, ident = _text(_child(item, "presentation"), file), item.get("ident", "")
            file.stimuli[ident] = Passage(text.text, line_of(item, where), ident or None, rich=text)
    used: set[str] = set()
    current = CurrentPassage()
    yield from _walk(root, file, current, used)
    yield from current.close()
    if file.by_name:
        for ident, passage in file.stimuli.items():
            if ident not in used and passage.text:
                yield LeftOut(passage.where, Reason("left-unused-text"), questions=0)


def bank_ids(root: "_Element") -> set[str]:
    """Return the ids of the item banks and assessments of a file."""
    kinds = {"objectbank", "assessment"}
    return {element.get("ident", "") for element in root.iter() if local(element) in kinds} - {""}


def _walk(element: "_Element", file: _OpenFile, current: CurrentPassage, used: set[str]) -> Iterator[Outcome]:
    written_out = any(local(child) in {"item", "section"} for child in element)
    for child in element:
        kind, place = local(child), line_of(child, file.where)
        if kind == "item":
            yield from _item(child, file, current, used)
        elif kind in {"assessment", "section", "objectbank"}:
            yield from current.close()
            if kind == "assessment":
                yield from settings_left(child, place, _SETTINGS)
                file.names.enter((child.get("title") or "").strip(), child.get("ident", ""), file.name)
            yield from _walk(child, file, current, used)
            yield from current.close()
        elif kind == "presentation_material":
            text = _text(child, file)
            if text:
                yield from current.put(Passage(text.text, place, rich=text))
        elif kind == "selection_ordering" and not written_out:
            banks = [(each.text or "").strip() for each in child.iter() if local(each) == "sourcebank_ref"]
            for bank in (bank for bank in banks if bank not in file.banks):
                yield LeftOut(place, Reason("left-bank-draw", {"bank": repr(bank)}))
        elif kind == "bankentry_item" and child.get("sourcebank_ref", "") not in file.banks:
            yield LeftOut(place, Reason("left-bank-item", {"item": repr(child.get("item_ref", ""))}))


def _item(item: "_Element", file: _OpenFile, current: CurrentPassage, used: set[str]) -> Iterator[Outcome]:
    ident, title = item.get("ident", "").strip(), (item.get("title") or "").strip()
    place = line_of(item, file.where) + (f", item {ident!r}" if ident else "")
    responses = _responses(item)
    if not responses and _type(item) not in _TYPES:
        passage = file.stimuli[item.get("ident", "")]
        if not passage.text:
            yield LeftOut(place, Reason("left-empty"))
        elif not file.by_name:
            yield from current.put(passage)
        return
    passage_of: Passage | None = current.use()
    if file.by_name:
        parent = _parent(item)
        used.add(parent)
        passage_of = file.stimuli.get(parent)
    stem = _text(_child(item, "presentation"), file, SIGN if len(responses) > 1 else "")
    context = _ItemContext(file.names.take(ident, title), passage_of, place, stem)
    parts = [context] if len(responses) == 1 else _parts(context)
    reason = _reason(item, responses)
    if reason is None and len(parts) != len(responses):  # one inside the other
        reason = Reason("left-parts", {"parts": len(responses)})
    if reason:
        yield LeftOut(place, reason)
        return
    for response, own in zip(responses, parts, strict=True):
        try:
            if reason := _part_reason(response):
                yield LeftOut(own.place, reason)
            else:
                yield from _choice(item, response, file, own)
        except DataError as error:
            yield placed(own.place, error)


@dataclass(frozen=True, slots=True)
class _ItemContext:
    """What is known of an item, or of a part of it, besides its own element."""

    id: str
    passage: Passage | None
    place: str
    stem: Text
    part: bool = False


def _parts(item: _ItemContext) -> list[_ItemContext]:
    """Return what is known of each part of an item that has several."""
    texts = cut(item.stem, SIGN)  # what stands before a response, in it, before the next one, …
    questions = parts_of(texts[::2], texts[1::2], item.passage, item.place)
    return [
        _ItemContext(f"{item.id}-{number}", passage, f"{item.place}, part {number}", question, part=True)
        for number, (question, passage) in enumerate(questions, start=1)
    ]


def _reason(item: "_Element", responses: list["_Element"]) -> Reason | None:
    """Return why an item is no multiple-choice question with one right option; None where it may be one."""
    kind = _type(item)
    if kind in _TYPES:
        return Reason(_TYPES[kind])
    offered = {tuple(_listed(response)) for response in responses}
    if len(responses) > 1 and len(offered) == 1 and len(*offered) > _VERDICTS:
        return Reason("left-matching")
    chosen = any(local(response) == "response_lid" for response in responses)
    return None if chosen or len(responses) == 1 else Reason("left-parts", {"parts": len(responses)})


def _listed(response: "_Element") -> Iterator[str]:
    """Yield the texts of a part's options."""
    labels = (element for element in response.iter() if local(element) == "response_label")
    return (" ".join("".join(map(str, label.itertext())).split()) for label in labels)


def _part_reason(response: "_Element") -> Reason | None:
    if local(response) != "response_lid":
        return Reason(_KINDS[local(response)])
    if response.get("rcardinality", "").lower() == "ordered":
        return Reason("left-ordering")
    renders = {local(child) for child in response if local(child).startswith("render_")}
    if not renders & {"render_choice", "render_slider"}:  # a slider over listed texts is a choice of one
        return Reason("left-answered-by", {"way": ", ".join(sorted(renders)) or "nothing"})
    return None


def _choice(item: "_Element", response: "_Element", file: _OpenFile, context: _ItemContext) -> Iterator[Outcome]:
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
    results = results_1(item, response.get("ident", ""), choices)
    shares = None if results is None else worths([score for score, _ in results])
    ticked = response.get("rcardinality", "").lower() == "multiple"
    if ticked and not _is_full(item, results or ()):
        shares = None
    no_key = NO_KEY
    if shares is None:
        scored = any(local(element) == "respcondition" for element in item.iter())
        no_key = Reason("left-no-key-supported") if scored else _NO_PROCESSING
    title = (item.get("title") or "").strip()
    points = (_field(item, "points_possible") or "1").removesuffix(".0")
    mixed = any(each.get("shuffle", "").lower() in {"yes", "true"} for each in response.iter())
    metadata = {
        "title": title if title != context.id else "",
        "points": points if points != "1" else "",
        "shuffle": "true" if mixed else "",
        UNREAD: ", ".join(_unread(item, response, [name for _, names in results or () for name in names])),
    }
    if context.part and metadata["points"]:
        metadata |= {"points": "", UNREAD: ", ".join(filter(None, (metadata[UNREAD], "points of all parts")))}
    options = tuple(_text(label, file) for label in labels)
    shares = shares or (0.0,) * len(options)
    general, feedback = _feedback(item, [shown for _, shown in results or ()], file)
    yield from question_outcomes(
        ExamQuestion(
            *(context.place, context.id, context.stem, options, shares, context.passage, metadata, no_key),
            feedback=feedback,
            general=general,
            ticked=ticked,
        )
    )


def _unread(item: "_Element", response: "_Element", shown: Sequence[str]) -> list[str]:
    """Name the parts of an item that nobody reads; `shown`: the feedback that is, by ident."""
    parts = [each for each in item if "".join(map(str, each.itertext())).strip()]
    names = [name for each in parts if (name := local(each)) and name not in _READ_ELEMENTS]
    names += ["itemfeedback" for each in parts if local(each) == "itemfeedback" and each.get("ident") not in shown]
    fixed = (each for each in response.iter() if (each.get("rshuffle") or "").lower() == "no")
    names += ["rshuffle" for _ in fixed if any(each.get("shuffle", "").lower() == "yes" for each in response.iter())]
    return list(dict.fromkeys(names))


def _is_full(item: "_Element", results: Sequence[tuple[float, Sequence[str]]]) -> bool:
    """Say whether one option alone may earn all that an item says it is worth."""
    highest = [each.get("maxvalue") or "" for each in item.iter() if local(each) == "decvar"]
    named = any((each.text or "").strip() == "SCORE.max" for each in item.iter() if local(each) == "setvar")
    most = max((float(each) for each in highest if NUMBER.fullmatch(each)), default=0.0)
    return named or max((score for score, _ in results), default=0.0) >= most * FULL_MARK


def _feedback(item: "_Element", shown: Sequence[Sequence[str]], file: _OpenFile) -> tuple[Text, tuple[Text, ...]]:
    """Return what is said in any case, and what of each option alone; `shown` are idents by option."""
    texts = {each.get("ident", ""): _text(each, file) for each in item if local(each) == "itemfeedback"}
    always = [name for name in dict.fromkeys(shown[0] if shown else ()) if all(name in names for names in shown)]
    own = [[texts.get(name, Text("")) for name in dict.fromkeys(names) if name not in always] for names in shown]
    return joined(texts.get(name, Text("")) for name in always), tuple(map(joined, own))


def _responses(item: "_Element") -> list["_Element"]:
    """Return what an item asks for; an extension (Brightspace: how options are set) stands beside it and is none."""
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


def _text(element: "_Element | None", file: _OpenFile, sign: str = "") -> Text:
    """Return the text of all material in an element except that of its options; `sign` stands around each response."""
    if element is None:
        return Text("")
    rows: list[list[Text]] = [[]]
    _gather(element, rows, sign, top=True)
    whole = joined(joined(row, " ") for row in rows)
    if not whole and local(element) == "response_label":
        whole = Text(" ".join((element.text or "").split()))
    return file.package.kept(whole, file.name)


def _gather(element: "_Element", rows: list[list[Text]], sign: str = "", *, top: bool = False) -> None:
    kind = local(element)
    if not kind or kind == "qticomment" or (kind == "response_label" and not top):
        return
    if kind in {"mattext", "matemtext", "mat_formattedtext"}:
        text = _mattext(element)
        rows[-1].append(set_in(text.text, (Mark("strong", 0, len(text.text)),)) if kind == "matemtext" else text)
    elif kind in _MEDIA:
        name = (element.get("uri") or "").rpartition("/")[2]
        label = f"[{_MEDIA[kind]}: {name}]" if name else f"[{_MEDIA[kind]}]"
        pictures = (Picture(label, _uri(element)),) if kind == "matimage" else ()
        rows[-1].append(Text(label, pictures=pictures))
    elif kind == "matbreak":
        rows.append([])
    else:
        if kind in {"material", "flow_mat"}:
            rows.append([])
        around = [[Text(sign)]] if kind in _RESPONSES else []
        rows += around
        for child in element:
            _gather(child, rows, sign)
        rows += around


def _uri(element: "_Element") -> str:
    """Return the address of a picture, which may stand in the element itself, in base 64."""
    if element.get("embedded", "").lower() == "base64":
        return f"data:{element.get('imagtype', 'image/png')};base64,{element.text or ''}"
    return (element.get("uri") or "").strip()


def _mattext(element: "_Element") -> Text:
    if len(element):
        return element_text(element)
    source = element.text or ""
    is_html = element.get("texttype", "").lower() == "text/html"
    if local(element) == "mat_formattedtext":
        is_html = element.get("type", "HTML").upper() != "PLAIN_TEXT"
    return html_text(source) if is_html else Text(source.strip())
