"""Make a design: draw the questions of a study, and give each attacked one its magnet.

Which magnet goes into which question: none into one of its own passage, each once while they last. The constraints are
those of Lin et al. (2021, §3.1): an option is irrelevant only to passages that it does not come from, and never stands
beside itself. Texts are compared after `normalised`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

import numpy as np

from examfiles.errors import UsageError
from examfiles.items import Item
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray
from magnetite.stats.calibration import effective_options, entropy, normalised_options
from magnetite.views.text import normalised
from magnetite_study.design import (
    ASSIGNMENTS,
    FORMS,
    Assignment,
    Design,
    Magnet,
    Shortcut,
    StudyQuestion,
    draw,
    shuffled,
)

Combines = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class OfferedMagnet:
    """A magnet that a study may use: its text, and the ids of the items it is known to come from."""

    text: str
    origins: tuple[str, ...] = ()


DECIMALS = 9  # of probabilities and entropies: a study is the same whichever machine makes it


def make_attack(
    items: Sequence[Item],
    magnets: Sequence[OfferedMagnet],
    *,
    name: str,
    questions: int = 20,
    participants: int = 20,
    seed: int = 0,
    assignment: Assignment = "counterbalanced",
    known: Sequence[Item] = (),
    combines: Combines = lambda _option: False,
    **texts: Any,
) -> Design:
    """Draw questions at random, from different passages while they last, and attack half of them in each form.

    Each attacked question has a magnet of its own (Lin et al. 2021, §4.4). The first magnets offered are taken; both
    forms of a counterbalanced design share them, so every participant meets each once, on one of two questions. Left
    out are questions without a passage or a known answer, and those with an option that `combines` others, whose
    meaning would change with the option replaced. `known`: more items of the same data, which are not asked but tell
    which passage a magnet comes from. `texts`: title, instructions, consent, language, fields, allow_change, sources,
    notes. Raises UsageError where the design does not fit the data.
    """
    _check(questions, participants, seed, assignment)
    usable = [item for item in items if item.answer is not None and item.passage.strip()]
    usable = [item for item in usable if not any(map(combines, item.options))]
    if len(usable) < questions:
        raise UsageError(
            f"study '{name}': {questions} questions are asked for, but only {len(usable)} of {len(items)} can be "
            "attacked: those with a passage, a known answer, and no option that combines others. "
            f"Ask for at most {len(usable) // 2 * 2} (--questions), or name more data."
        )
    drawn = _from_different_passages(usable, seed)[:questions]
    half = questions // 2
    originals = tuple(StudyQuestion(_id(place), item) for place, item in enumerate(drawn, start=1))
    forms = FORMS if assignment == "counterbalanced" else FORMS[:1]
    attacked: list[StudyQuestion] = []
    notes: list[Reason] = list(texts.pop("notes", ()))
    for form, targets in zip(forms, (originals[:half], originals[half:]), strict=False):
        everything = (*items, *known)
        attacked += place_magnets(targets, magnets, everything, form=form, seed=seed, name=name, combines=combines)
    if (offered := len(different(magnets))) < half:
        notes.append(Reason("note-few-magnets", {"magnets": offered, "questions": half}))
    return _design(
        texts,
        name=name,
        kind="attack",
        assignment=assignment,
        seed=seed,
        participants=participants,
        questions=(*attacked, *originals[len(attacked) :]),
        notes=tuple(notes),
    )


def make_no_passage(
    items: Sequence[Item],
    probabilities: Mapping[str, Sequence[float]],
    *,
    name: str,
    questions: int = 20,
    participants: int = 20,
    seed: int = 0,
    combines: Combines = lambda _option: False,
    **texts: Any,
) -> Design:
    """Take the questions of lowest and of highest entropy, half each (Liusie et al. 2022, footnote 4).

    `probabilities`: those that a system without the passage gives the options, by item id. Items are ordered by
    (2^H - 1)/(n - 1), which compares different numbers of options, and is the order by entropy where these are equal.
    The options of a question with one that `combines` others are shown to everybody in the item's own order.
    Raises UsageError where the design does not fit the data.
    """
    _check(questions, participants, seed, "fixed")
    usable = [item for item in items if item.answer is not None and item.id in probabilities]
    if len(usable) < questions:
        raise UsageError(
            f"study '{name}': {questions} questions are asked for, but only {len(usable)} of {len(items)} have a known "
            f"answer. Ask for at most {len(usable) // 2 * 2} (--questions), or name more data."
        )
    counts = np.array([len(item.options) for item in usable], dtype=np.int64)
    rounded = {item.id: tuple(round(float(p), DECIMALS) for p in probabilities[item.id]) for item in usable}
    flat = np.array([p for item in usable for p in rounded[item.id]], dtype=np.float64)
    bits = entropy(flat, counts).round(DECIMALS)
    doubt = normalised_options(effective_options(bits), counts).round(DECIMALS)
    order = sorted(range(len(usable)), key=lambda k: (doubt[k], draw(seed, "tie", usable[k].id)))
    half = questions // 2
    chosen = [(k, "low") for k in order[:half]] + [(k, "high") for k in order[-half:]]
    study_questions = tuple(
        StudyQuestion(
            _id(place),
            usable[k],
            keeps_order=any(map(combines, usable[k].options)),
            shortcut=Shortcut(group, float(bits[k]), rounded[usable[k].id]),
        )
        for place, (k, group) in enumerate(chosen, start=1)
    )
    return _design(
        texts,
        name=name,
        kind="no-passage",
        assignment="fixed",
        seed=seed,
        participants=participants,
        questions=study_questions,
    )


def make_with_and_without(
    items: Sequence[Item],
    *,
    name: str,
    questions: int | None = None,
    participants: int = 20,
    seed: int = 0,
    flagged: Collection[str] | None = None,
    combines: Combines = lambda _option: False,
    **texts: Any,
) -> Design:
    """Ask every question, half of them without their passages: what form A withholds, form B shows.

    Questions about one passage are in the same half: whoever has read it for one of them knows it for the others. So
    the halves are as equal as the passages allow. `questions`: draw so many of them, None for all. `flagged`: ids of
    questions to set beside the others; they are half of those drawn, if there are so many. Left out are questions
    without a passage or a known answer. The options of a question with one that `combines` others keep their order.
    Raises UsageError where the design does not fit the data.
    """
    _check(2 if questions is None else questions, participants, seed, "counterbalanced")
    usable = [item for item in items if item.answer is not None and item.passage.strip()]
    wanted = questions or max(len(usable), 1)
    if len(usable) < wanted:
        raise UsageError(
            f"study '{name}': {wanted if questions else 'all'} questions are asked for, but only {len(usable)} of "
            f"{len(items)} have a passage and a known answer. Ask for fewer (--questions), or name other data."
        )
    drawn = _drawn(sorted(usable, key=lambda item: item.id), wanted, seed, flagged, name)
    chosen = [item for item in usable if item.id in drawn]
    withheld = _halves(chosen, seed, flagged or ())
    notes = list(texts.pop("notes", ()))
    if len(usable) < len(items):
        notes.append(Reason("note-study-left-out", {"left": len(items) - len(usable), "of": len(items)}))
    return _design(
        texts,
        name=name,
        kind="no-passage",
        assignment="counterbalanced",
        seed=seed,
        participants=participants,
        questions=tuple(
            StudyQuestion(
                _id(place),
                item,
                keeps_order=any(map(combines, item.options)),
                withheld=withheld[item.passage.strip()],
                flagged=None if flagged is None else item.id in flagged,
            )
            for place, item in enumerate(chosen, start=1)
        ),
        notes=tuple(notes),
    )


def halves(items: Sequence[Item], seed: int) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return two halves of the passages by seed, each with all of its questions, in their order."""
    passages = shuffled(sorted({item.passage.strip() for item in items}), seed, "halves")
    first = set(passages[: (len(passages) + 1) // 2])
    sides = [tuple(item for item in items if (item.passage.strip() in first) is side) for side in (True, False)]
    return sides[0], sides[1]


def joined(attack: Design, no_passage: Design) -> Design:
    """Return a design with the questions of two counterbalanced ones, numbered on; all else is that of the first."""
    later = [
        replace(question, id=_id(place))
        for place, question in enumerate(no_passage.questions, start=len(attack.questions) + 1)
    ]
    notes = dict.fromkeys((*attack.notes, *no_passage.notes))
    return replace(attack, kind="both", questions=(*attack.questions, *later), notes=tuple(notes))


def _drawn(items: Sequence[Item], wanted: int, seed: int, flagged: Collection[str] | None, name: str) -> set[str]:
    """Draw the ids of so many items, half of them flagged where that is asked for and there are enough."""
    order = [item.id for item in shuffled(items, seed, "items")]
    if flagged is None:
        return set(order[:wanted])
    sides = [id for id in order if id in flagged], [id for id in order if id not in flagged]  # noqa: A001
    if not all(sides):
        raise UsageError(
            f"study '{name}': {len(sides[0])} of the {len(order)} questions that can be asked are flagged; expected "
            "some that are and some that are not. Name a check of the same file, or ids that the data has (--flagged)."
        )
    first = min(len(sides[0]), max(wanted // 2, wanted - len(sides[1])))
    return {*sides[0][:first], *sides[1][: wanted - first]}


def _halves(items: Sequence[Item], seed: int, flagged: Collection[str]) -> dict[str, str]:
    """Return for each passage the form that withholds it: both withhold about as many questions, flagged and others."""
    counts = Counter(item.passage.strip() for item in items)
    marked = Counter(item.passage.strip() for item in items if item.id in flagged)
    order = sorted(shuffled(sorted(counts), seed, "withheld"), key=lambda each: (-marked[each], -counts[each]))
    totals, withheld = {form: np.zeros(2) for form in FORMS}, {}
    for passage in order:
        own = np.array([marked[passage], counts[passage]])
        withheld[passage] = min(FORMS, key=lambda form: tuple(totals[form] * (own > 0)))
        totals[withheld[passage]] += own
    return withheld


def _design(texts: Mapping[str, Any], **fields: Any) -> Design:
    return Design(created=datetime.now(UTC).isoformat(timespec="seconds"), **fields, **texts)


def _check(questions: int, participants: int, seed: int, assignment: str) -> None:
    if questions < 2 or questions % 2:
        raise UsageError(
            f"questions is {questions}; expected an even number of at least 2: one half is compared with the other."
        )
    if assignment not in ASSIGNMENTS:
        raise UsageError(f"assignment is '{assignment}'; expected one of {', '.join(ASSIGNMENTS)}.")
    least = 2 if assignment == "counterbalanced" else 1
    if participants < least:
        raise UsageError(
            f"participants is {participants}; a {assignment} design needs at least {least}"
            + (", one for each form." if least > 1 else ".")
        )
    if seed < 0:
        raise UsageError(f"seed is {seed}; expected a whole number of at least 0.")


def _from_different_passages(items: Sequence[Item], seed: int) -> list[Item]:
    """Return the items in random order, the first of every passage before the second of any."""
    turns: defaultdict[str, count[int]] = defaultdict(count)
    drawn = shuffled(sorted(items, key=lambda item: item.id), seed, "items")
    return sorted(drawn, key=lambda item: next(turns[item.passage_id]))


def _id(place: int) -> str:
    return f"q{place:02d}"


def different(offered: Sequence[OfferedMagnet]) -> list[OfferedMagnet]:
    """Return the magnets with different texts, the first of each. Raises UsageError where there is none.

    >>> [each.text for each in different([OfferedMagnet("All of them."), OfferedMagnet("all of them")])]
    ['All of them.']
    """
    first: dict[str, OfferedMagnet] = {}
    for each in offered:
        if normalised(each.text):
            first.setdefault(normalised(each.text), each)
    if not first:
        raise UsageError("study: there is no magnet. Name a file of them, one option per line (--magnets FILE).")
    return list(first.values())


def place_magnets(
    questions: Sequence[StudyQuestion],
    offered: Sequence[OfferedMagnet],
    items: Sequence[Item],
    *,
    form: str,
    seed: int,
    name: str,
    combines: Combines = lambda _option: False,
) -> list[StudyQuestion]:
    """Give each question a magnet for those who see `form`; the first offered come first, and again once all are used.

    One that `combines` other options is shown last, and only where it names neither itself nor the right answer.
    The wrong option that is replaced is drawn by seed. Raises UsageError where the magnets do not fit the questions.
    """
    from scipy.optimize import linear_sum_assignment

    magnets = different(offered)
    allowed = allowed_magnets([question.item for question in questions], magnets, items)
    tried = [Magnet(each.text, 0, form, last=combines(each.text)) for each in magnets]
    allowed &= np.array([[each.fits(len(question.item.options)) for each in tried] for question in questions])
    rounds = -(-len(questions) // max(int(allowed.any(axis=0).sum()), 1))  # of those that fit anywhere
    rank = np.arange(rounds * len(magnets), dtype=np.float64)
    forbidden = rank.sum() * (len(questions) + 1) + 1
    cost = np.where(np.tile(allowed, (1, rounds)), rank[None, :], forbidden)
    rows, columns = linear_sum_assignment(cost)
    fitting = int((cost[rows, columns] < forbidden).sum())
    if fitting < len(questions):
        stuck = [questions[row].item.id for row in np.flatnonzero(~np.any(allowed, axis=1)).tolist()]
        where = f" None fits {', '.join(stuck[:3])}{' and others' if len(stuck) > 3 else ''}." if stuck else ""
        raise UsageError(
            f"study '{name}': only {fitting} of {len(questions)} attacked questions can have a magnet: a magnet must "
            f"not belong to the question's own passage, or name only itself or the right option.{where} Offer magnets "
            "from other passages, or try another --seed."
        )
    texts = [magnets[column % len(magnets)].text for column in columns.tolist()]
    return [
        replace(question, magnet=Magnet(text, _wrong(question, seed), form, last=combines(text)))
        for question, text in zip(questions, texts, strict=True)
    ]


def allowed_magnets(targets: Sequence[Item], magnets: Sequence[OfferedMagnet], items: Sequence[Item]) -> BoolArray:
    """Return which magnet may be placed in which target, (targets, magnets).

    A magnet whose text or origin belongs to the target's passage may not. `items` tell what belongs to a passage.
    """
    texts: defaultdict[str, set[str]] = defaultdict(set)
    ids: defaultdict[str, set[str]] = defaultdict(set)
    for item in (*items, *targets):
        texts[item.passage_id].update(map(normalised, item.options))
        ids[item.passage_id].add(item.id)
    return np.array(
        [
            [
                normalised(magnet.text) not in texts[item.passage_id]
                and ids[item.passage_id].isdisjoint(magnet.origins)
                for magnet in magnets
            ]
            for item in targets
        ],
        dtype=np.bool_,
    )


def _wrong(question: StudyQuestion, seed: int) -> int:
    """Draw the wrong option that the magnet replaces."""
    drawn = draw(seed, "replaced", question.item.id) % (len(question.item.options) - 1)
    return drawn + (drawn >= question.answer)
