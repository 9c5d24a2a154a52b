"""QTI 2.1, 2.2 and 3.0, which share one model: tests, items, and shared stimuli.

A passage is the first of these that exists: the stimulus that an item refers to (one that is missing is no passage, and
a remark says so); a text of twenty words or more that leads its section and is no instruction, or an item of text alone
before it; or, where the question stands in a prompt, the text of twenty words or more around it. Shorter text belongs
to the question. Each of several choices is a question of its own (`parts_of`). A single inline choice is a question
with a blank. The key is the declared one, else what response processing gives the most points (`scoring`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from examfiles.errors import DataError
from examfiles.format import Outcome, Remark, placed, unused_passage
from examfiles.items import LeftOut
from examfiles.lengths import words
from examfiles.limits import check_options
from examfiles.markup import Text, cut, joined
from examfiles.question import (
    FULL_MARK,
    INSTRUCTION,
    NO_KEY,
    UNREAD,
    CurrentPassage,
    ExamQuestion,
    Names,
    Passage,
    question_outcomes,
)
from examfiles.readers.qti.package import (
    NO_PART,
    SIGN,
    Package,
    find,
    for_candidates,
    parts_of,
    settings_left,
    shown,
    stimulus_text,
)
from examfiles.readers.qti.scoring import scores_2, worths
from examfiles.reasons import Reason
from examfiles.xml import attribute, line_of, local

if TYPE_CHECKING:
    from lxml.etree import _Element

_KINDS = {
    "extendedTextInteraction": "left-essay",
    "textEntryInteraction": "left-typed",
    "matchInteraction": "left-matching",
    "associateInteraction": "left-matching",
    "gapMatchInteraction": "left-gaps-words",
    "orderInteraction": "left-ordering",
    "sliderInteraction": "left-slider",
    "uploadInteraction": "left-upload",
    "drawingInteraction": "left-drawing",
    "hottextInteraction": "left-mark-words",
    "hotspotInteraction": "left-picture-place",
    "selectPointInteraction": "left-picture-place",
    "positionObjectInteraction": "left-picture-object",
    "graphicOrderInteraction": "left-picture-order",
    "graphicAssociateInteraction": "left-picture-match",
    "graphicGapMatchInteraction": "left-picture-gaps",
}
_NO_KEY = Reason("left-no-key-declared")
_INSTRUCTION = re.compile(
    r"(?:(?:please|now|instructions?:?|directions?:?|bitte|hinweis\w*:?|anweisung\w*:?)\s+)?"
    r"(?:read|choose|select|answer|mark|tick|click|complete|listen|look at|in this (?:part|section|test)|for (?:each|"
    r"questions)|this (?:part|section|test)|there are \w+ questions|lesen sie|wählen sie|beantworten sie|"
    r"kreuzen sie|markieren sie|in diesem teil)\b",
    re.IGNORECASE,
)
_READ_ELEMENTS = {
    *("responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing", "modalFeedback"),
    *("assessmentStimulusRef", "stylesheet"),
}
"""Parts of an item that are read; a style sheet says nothing that a text could keep."""
MAXIMUM_SCORE = "MAXSCORE"
"""The name of the outcome that says how many points an item gives."""
FEEDBACK, SAID = "FEEDBACK", "SAID"
"""Names of outcomes, as they are written: the option whose feedback is shown, and what is said in any case."""
_SETTINGS = {"selection", "timeLimits", "preCondition", "branchRule", "weight", "testFeedback", "outcomeProcessing"}
"""Parts of a test that say which questions candidates get, and what these count."""
_NOT_ASKING = {"endAttemptInteraction", "mediaInteraction"}
_CHOICES = {"choiceInteraction": "simpleChoice", "inlineChoiceInteraction": "inlineChoice"}


@dataclass(slots=True)
class _PackageReading:
    """The state of reading: the package, the ids in use, and which files were read as items or stimuli."""

    package: Package
    names: Names
    done: set[str] = field(default_factory=set)
    missing: list[tuple[str, str]] = field(default_factory=list)  # places of items, and the stimuli that they lack


def read_2(package: Package, order: Sequence[str], names: Names) -> Iterator[Outcome]:
    """Read the tests of a package, then the sections and items that none refers to, in the manifest's order."""
    reading = _PackageReading(package, names)
    for kind in ("assessmentTest", "assessmentSection"):
        for name in order:
            if local(package.roots[name]) == kind and name not in reading.done:
                reading.done.add(name)
                root = package.roots[name]
                if kind == "assessmentTest":
                    names.enter(attribute(root, "title"), attribute(root, "identifier"), name)
                yield from settings_left(root, package.place(name), _SETTINGS)
                yield from _walk(reading, name, root, None)
                names.scope = ""
    for name in order:
        if local(package.roots[name]) == "assessmentItem" and name not in reading.done:
            yield from _item(reading, name, None, None)
    for name in order:
        if local(package.roots[name]) == "assessmentStimulus" and name not in reading.done:
            yield unused_passage(package.place(name))
    if reading.missing:
        (place, file), count = reading.missing[0], len(reading.missing)
        yield Remark(Reason("note-stimulus-missing", {"where": place, "file": file, "questions": count}))


def _walk(reading: _PackageReading, name: str, element: "_Element", passage: Passage | None) -> Iterator[Outcome]:
    """Read a test or section; `passage` is what leads the section around it."""
    where = reading.package.place(name)
    lead = _leading(reading, name, element)
    passage = lead or passage
    current = CurrentPassage()
    for child in element:
        kind = local(child)
        if kind in {"testPart", "assessmentSection"}:
            yield from _walk(reading, name, child, passage)
        elif kind in {"assessmentItemRef", "assessmentSectionRef"}:
            target = find(reading.package, name, attribute(child, "href"))
            root = reading.package.roots.get(target) if target else None
            if target is None or root is None:
                if target not in reading.package.errors:
                    yield LeftOut(line_of(child, where), Reason("left-file-missing", {"file": _short(child)}))
            elif target not in reading.done:
                yield from _referred(reading, target, root, passage, current)
    yield from current.close()


def _referred(
    reading: _PackageReading, target: str, root: "_Element", passage: Passage | None, current: CurrentPassage
) -> Iterator[Outcome]:
    reading.done.add(target)
    if local(root) == "assessmentSection":
        yield from _walk(reading, target, root, passage)
    elif local(root) == "assessmentItem":
        yield from _item(reading, target, passage, current)


def _leading(reading: _PackageReading, name: str, section: "_Element") -> Passage | None:
    """Return what a section shows before its items, where it is long enough for a passage."""
    blocks = [child for child in section if local(child) == "rubricBlock" and for_candidates(child)]
    blocks = [block for block in blocks if not _instructs(block)]
    texts = [shown(reading.package, name, block) for block in blocks]
    whole = joined(texts, "\n\n")
    if words(whole.text) < INSTRUCTION:
        return None
    place, identifier = line_of(blocks[0], reading.package.place(name)), attribute(section, "identifier")
    return Passage(whole.text, place, identifier or None, rich=whole)


def _instructs(block: "_Element") -> bool:
    """Return whether a rubric tells candidates what to do, by the use it states or by how it begins."""
    use = attribute(block, "use")
    text = " ".join("".join(map(str, block.itertext())).split())
    return use in {"instructions", "navigation"} or bool(_INSTRUCTION.match(text))


def _item(
    reading: _PackageReading, name: str, passage: Passage | None, current: CurrentPassage | None
) -> Iterator[Outcome]:
    root = reading.package.roots[name]
    reading.done.add(name)
    where, ident = reading.package.place(name), attribute(root, "identifier")
    place = where if not ident else f"{where} (item {ident!r})"
    body = next((child for child in root if local(child) == "itemBody"), None)
    interactions = [
        element
        for element in (body.iter() if body is not None else ())
        if local(element).endswith("Interaction") and local(element) not in _NOT_ASKING
    ]
    try:
        if body is not None and not interactions and current is not None:
            text = shown(reading.package, name, body)
            if words(text.text) >= INSTRUCTION:
                yield from current.put(Passage(text.text, where, ident or None, rich=text))
                return
        on_shelf = current.use() if current is not None else None
        id_ = reading.names.take(ident, attribute(root, "title"))
        passage = _stimulus(reading, name, root, place) or on_shelf or passage
        if reason := _reason(root, body, interactions):
            yield LeftOut(place, reason)
        elif len(interactions) == 1:
            item = _ChoiceItem(name, id_, place, interactions[0])
            yield from _choice(item, reading, *_stem(reading, item, passage))
        else:
            yield from _several(_ChoiceItem(name, id_, place, interactions[0]), reading, interactions, passage)
    except DataError as error:
        yield placed(place, error)


def _several(
    item: "_ChoiceItem", reading: _PackageReading, interactions: Sequence["_Element"], passage: Passage | None
) -> Iterator[Outcome]:
    """Read each choice of an item as a question of its own, and name what else the item asks."""
    parts = [each for each in interactions if local(each) not in NO_PART]
    around = cut(shown(reading.package, item.file, _body(reading, item), SIGN), SIGN)
    if len(around) != len(parts) + 1:  # one inside the other, or in what candidates do not see
        yield LeftOut(item.place, Reason("left-parts", {"parts": len(interactions)}))
        return
    prompts = [_prompt(reading, item.file, part) for part in parts]
    texts = dict(zip(parts, parts_of(around, prompts, passage, item.place), strict=True))
    for number, part in enumerate(interactions, start=1):
        own = replace(item, id=f"{item.id}-{number}", place=f"{item.place}, part {number}", interaction=part, part=True)
        try:
            if reason := _part_reason(reading.package.roots[item.file], part):
                yield LeftOut(own.place, reason)
            else:
                yield from _choice(own, reading, *texts[part])
        except DataError as error:
            yield placed(own.place, error)


def _body(reading: _PackageReading, item: "_ChoiceItem") -> "_Element":
    return next(child for child in reading.package.roots[item.file] if local(child) == "itemBody")


def _prompt(reading: _PackageReading, file: str, interaction: "_Element") -> Text:
    prompt = next((child for child in interaction if local(child) == "prompt"), None)
    return shown(reading.package, file, prompt) if prompt is not None else Text("")


def _stimulus(reading: _PackageReading, name: str, root: "_Element", place: str) -> Passage | None:
    """Return the shared stimuli an item refers to, as one passage; note one that is missing."""
    texts, ids = [], []
    for reference in root:
        if local(reference) != "assessmentStimulusRef":
            continue
        target = find(reading.package, name, attribute(reference, "href"))
        stimulus = reading.package.roots.get(target) if target else None
        if target is None or stimulus is None:
            reading.missing.append((place, _short(reference)))
            continue
        reading.done.add(target)
        texts.append(stimulus_text(reading.package, target))
        ids.append(attribute(stimulus, "identifier") or attribute(reference, "identifier"))
    whole, identifier = joined(texts, "\n\n"), "+".join(filter(None, ids))
    return Passage(whole.text, reading.package.place(name), identifier or None, rich=whole) if whole else None


def _short(reference: "_Element") -> str:
    href = attribute(reference, "href")
    return repr(href if len(href) <= 80 else f"{href[:77]}...")


def _reason(root: "_Element", body: "_Element | None", interactions: Sequence["_Element"]) -> Reason | None:
    """Return why an item is no multiple-choice question with one right option; None where it may be one."""
    if body is None or not interactions:
        return Reason("left-asks-nothing")
    if len(interactions) > 1 and not any(local(each) == "choiceInteraction" for each in interactions):
        return Reason("left-parts", {"parts": len(interactions)})
    if any(local(element) in {"printedVariable", "setCorrectResponse"} for element in root.iter()):
        return Reason("left-drawn-anew")
    return _part_reason(root, interactions[0]) if len(interactions) == 1 else None


def _part_reason(root: "_Element", interaction: "_Element") -> Reason | None:
    kind = local(interaction)
    if kind not in _CHOICES:
        return Reason(_KINDS[kind]) if kind in _KINDS else Reason("left-kind", {"kind": kind})
    if kind in NO_PART and sum(local(each).endswith("Interaction") for each in root.iter()) > 1:
        return Reason("left-several-lists")
    declaration = _declaration(root, interaction)
    if declaration is None:
        return Reason("left-undeclared")
    one = attribute(declaration, "cardinality") == "single" or len(set(_correct(declaration))) < 2
    return None if one else Reason("left-several")


def _declaration(root: "_Element", interaction: "_Element") -> "_Element | None":
    name = attribute(interaction, "responseIdentifier")
    return next((c for c in root if local(c) == "responseDeclaration" and attribute(c, "identifier") == name), None)


@dataclass(frozen=True, slots=True)
class _ChoiceItem:
    """An item that asks for one choice: its file, id and place, and the interaction."""

    file: str
    id: str
    place: str
    interaction: "_Element"
    part: bool = False


def _choice(item: _ChoiceItem, reading: _PackageReading, stem: Text, passage: Passage | None) -> Iterator[Outcome]:
    root, interaction = reading.package.roots[item.file], item.interaction
    elements = [element for element in interaction.iter() if local(element) == _CHOICES[local(interaction)]]
    check_options(len(elements))
    choices = [attribute(element, "identifier") for element in elements]
    if len(set(choices)) < len(choices):
        raise DataError("two of its options have the same identifier; identifiers must be unique.")
    shares = _worths(root, interaction, choices)
    title = attribute(root, "title")
    options = tuple(shown(reading.package, item.file, element) for element in elements)
    spoken = {SAID} if item.part else {*choices, SAID}  # whose option it speaks of does not stand in an item's feedback
    metadata = {"title": title if title != item.id else "", **_more(root, interaction, spoken)}
    if item.part and metadata.pop("points"):
        metadata[UNREAD] = ", ".join(filter(None, (metadata[UNREAD], f"{MAXIMUM_SCORE} of all parts")))
    no_key = _NO_KEY if shares is None else NO_KEY
    shares = shares or (0.0,) * len(options)
    feedback = tuple(
        _feedback(reading.package, item.file, None if item.part else root, element, each)
        for element, each in zip(elements, choices, strict=True)
    )
    general = _spoken(reading.package, item.file, root, SAID)
    declaration = _declaration(root, interaction)
    yield from question_outcomes(
        ExamQuestion(
            *(item.place, item.id, stem, options, shares, passage, metadata, no_key),
            feedback=feedback,
            general=general,
            ticked=declaration is not None and attribute(declaration, "cardinality") != "single",
        )
    )


def _more(root: "_Element", interaction: "_Element", spoken: set[str]) -> dict[str, str]:
    """Return the points of an item, whether its options are shuffled, and what nobody reads of it."""
    highest = (
        each for each in root if local(each) == "outcomeDeclaration" and attribute(each, "identifier") == MAXIMUM_SCORE
    )
    points = "".join("".join(map(str, each.itertext())).strip() for each in highest).removesuffix(".0")
    unread = [local(each) for each in root if local(each) not in _READ_ELEMENTS and local(each)]
    unread += ["modalFeedback" for each in root if local(each) == "modalFeedback" if _unsaid(each, spoken)]
    shuffled = attribute(interaction, "shuffle") == "true"
    unread += ["fixed" for each in interaction.iter() if shuffled and attribute(each, "fixed") == "true"]
    return {
        "points": points if points != "1" else "",
        "shuffle": "true" if shuffled else "",
        UNREAD: ", ".join(dict.fromkeys(unread)),
    }


def _unsaid(feedback: "_Element", spoken: set[str]) -> bool:
    return attribute(feedback, "identifier") not in spoken or attribute(feedback, "showHide") == "hide"


def _spoken(package: Package, name: str, root: "_Element", identifier: str) -> Text:
    """Return the feedback that an item shows for an outcome of this name."""
    spoken = (
        child
        for child in root
        if local(child) == "modalFeedback"
        and attribute(child, "identifier") == identifier
        and attribute(child, "showHide") != "hide"
    )
    return joined([shown(package, name, child) for child in spoken])


def _feedback(package: Package, name: str, root: "_Element | None", element: "_Element", identifier: str) -> Text:
    """Return what is said of an option that is chosen, beside it or for all to see."""
    beside = (
        shown(package, name, child)
        for child in element.iter()
        if local(child) == "feedbackInline" and attribute(child, "identifier") == identifier
    )
    return joined(beside if root is None else [*beside, _spoken(package, name, root, identifier)])


def _correct(declaration: "_Element") -> list[str]:
    """Return the options that are declared to be right."""
    correct = next((child for child in declaration if local(child) == "correctResponse"), ())
    values = [(value.text or "").strip() for value in correct if local(value) == "value"]
    return [value for value in values if value]


def _mapped(declaration: "_Element") -> dict[str, str]:
    """Return what each option is worth, as it is written."""
    mappings = [mapping for mapping in declaration if local(mapping) == "mapping"]
    entries = (entry for mapping in mappings for entry in mapping if local(entry) == "mapEntry")
    return {attribute(entry, "mapKey"): attribute(entry, "mappedValue") for entry in entries}


def _worths(root: "_Element", interaction: "_Element", choices: Sequence[str]) -> tuple[float, ...] | None:
    declaration = _declaration(root, interaction)
    assert declaration is not None  # otherwise `_reason` would have left the item out
    values, mapped = _correct(declaration), _mapped(declaration)
    if len(set(values)) > 1:
        raise DataError(f"found {len(values)} correct responses to a single choice; expected 1.")
    if values and values[0] not in choices:
        raise DataError(f"the key {values[0][:60]!r} is not one of its {len(choices)} options.")
    shares = worths([_number(mapped.get(choice, "0")) for choice in choices]) if mapped else None
    if values:
        right = choices.index(values[0])
        partial = shares and shares[right] >= FULL_MARK and sum(share >= FULL_MARK for share in shares) == 1
        return shares if partial else tuple(float(choice == values[0]) for choice in choices)
    if shares is not None:
        return shares
    return worths(scores_2(root, attribute(interaction, "responseIdentifier"), choices))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise DataError(f"the mapped value {text[:60]!r} is not a number.") from None


def _stem(reading: _PackageReading, item: _ChoiceItem, passage: Passage | None) -> tuple[Text, Passage | None]:
    """Return the question, and the passage, which may stand around the prompt."""
    around = shown(reading.package, item.file, _body(reading, item))
    question = _prompt(reading, item.file, item.interaction)
    if not question:
        return around, passage
    if passage is None and words(around.text) >= INSTRUCTION:
        return question, Passage(around.text, item.place, rich=around)
    return joined([around, question]), passage
