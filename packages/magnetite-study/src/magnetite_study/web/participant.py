"""A participant's pages: instructions and consent, one question per page, thanks; withdrawal from each of them.

Every answer is stored before the next page is requested. No answer is lost or doubled by sending a form twice, going
back, opening the link elsewhere, or coming back later: what comes next follows from what is stored.
"""

import re

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from examfiles.items import letter
from magnetite.web.pages import page
from magnetite.web.wording import say
from magnetite_study.database import Database
from magnetite_study.design import BookletQuestion, Design
from magnetite_study.participants import Participant

PACKAGE = "magnetite_study"
FIELD = "field-"  # before the number of a field the organiser asks for
LONG_LINE = 120  # characters in a line; nobody wraps by hand later than this
MOST_FIELD_CHARACTERS = 500  # characters in such a field


def welcome(request: Request) -> Response:
    """Show the instructions to those who have not agreed yet, thank those who are done, and lead all others on."""
    study, who = _study(request), _who(request)
    if _shut(study, who):
        return _page(request, who, "ended.html.j2")
    if who.consented_at is None:
        return _welcome(request, study.design, who)
    following = _following(study, who)
    if who.finished_at is None and following is not None:
        return _to(request, str(following))
    if who.finished_at is None:
        chosen = {position: letter(option) for position, option in study.answered(who.number).items()}
        return _page(request, who, "review.html.j2", booklet=_booklet(study, who), chosen=chosen)
    return _page(request, who, "thanks.html.j2", of=who.of, debriefing=paragraphs(study.design.debriefing))


async def consent(request: Request) -> Response:
    """Store that a participant agreed, with the organiser's fields, and lead on to the first question."""
    form = await request.form(max_files=0)
    return await run_in_threadpool(_consent, request, form)


def _consent(request: Request, form: FormData) -> Response:
    study, who = _study(request), _who(request)
    if study.closed():
        return _to(request)
    if not form.get("agreed") and who.consented_at is None:
        return _welcome(request, study.design, who, missing=True)
    labels = study.design.fields
    fields = {
        label: str(form.get(f"{FIELD}{k}") or "").strip()[:MOST_FIELD_CHARACTERS] for k, label in enumerate(labels)
    }
    study.consent(who.number, {label: text for label, text in fields.items() if text})
    return _to(request)


def question(request: Request) -> Response:
    """Show the question at a position, once those before it are answered."""
    study, who = _study(request), _who(request)
    position = int(request.path_params["position"])
    following = _following(study, who)
    if _shut(study, who) or who.consented_at is None or not 1 <= position <= (following or who.of):
        return _to(request)
    if who.finished_at is None:
        study.show(who.number, position)
    return _question(request, study, who, position)


async def answer(request: Request) -> Response:
    """Store an answer, and lead on when it is on the disk."""
    form = await request.form(max_files=0)
    return await run_in_threadpool(_answer, request, str(form.get("option") or ""))


def _answer(request: Request, option: str) -> Response:
    study, who = _study(request), _who(request)
    position, following = int(request.path_params["position"]), _following(study, who)
    if _shut(study, who) or who.consented_at is None or not 1 <= position <= (following or who.of):
        return _to(request)
    count = len(_booklet(study, who)[position - 1].options)
    if option not in map(str, range(count)):
        return _question(request, study, who, position, missing=True)
    study.answer(who.number, position, int(option))
    return _to(request)


async def finish(request: Request) -> Response:
    """Store that a participant who could change answers is done."""
    return await run_in_threadpool(_finish, request)


def _finish(request: Request) -> Response:
    study, who = _study(request), _who(request)
    if who.answered == who.of and not study.closed():
        study.finish(who.number)
    return _to(request)


async def withdraw(request: Request) -> Response:
    """Delete a participant with all their data, once they have confirmed it; before that, ask."""
    sure = request.method == "POST" and bool((await request.form(max_files=0)).get("sure"))
    return await run_in_threadpool(_withdraw, request, sure)


def _withdraw(request: Request, sure: bool) -> Response:
    study, who = _study(request), _who(request)
    if sure:
        study.delete_participant(who.number)
    return _page(request, who, "withdraw.html.j2", answered=who.answered, done=sure)


def _welcome(request: Request, design: Design, who: Participant, *, missing: bool = False) -> Response:
    return _page(request, who, "welcome.html.j2", 422 if missing else 200, design=design, of=who.of, missing=missing)


def _question(request: Request, study: Database, who: Participant, position: int, *, missing: bool = False) -> Response:
    question, chosen = _booklet(study, who)[position - 1], study.answered(who.number).get(position)
    stands = who.finished_at is not None or (chosen is not None and not study.design.allow_change)
    return _page(
        request,
        who,
        "question.html.j2",
        422 if missing else 200,
        position=position,
        of=who.of,
        passage=paragraphs(question.passage or ""),
        question=question.question,
        options=[(letter(k), text) for k, text in enumerate(question.options)],
        chosen=chosen,
        stands=stands,
        missing=missing,
    )


def paragraphs(text: str) -> list[str]:
    r"""Split a text at blank lines, or at every line break where lines are longer than anybody wraps by hand.

    >>> paragraphs("A fox sat\nin the sun.\n\nIt slept."), len(paragraphs("word " * 30 + "\nEnd."))
    (['A fox sat\nin the sun.', 'It slept.'], 2)
    """
    end = r"\n" if any(len(line) > LONG_LINE for line in text.split("\n")) else r"\n\s*\n"
    return [part.strip() for part in re.split(end, text) if part.strip()]


def _shut(study: Database, who: Participant) -> bool:
    """Return whether a participant can answer nothing more, as collection has ended."""
    return who.finished_at is None and study.closed()


def _following(study: Database, who: Participant) -> int | None:
    """Return the first position without an answer, None where all are answered."""
    if who.answered == who.of:
        return None
    answered = study.answered(who.number)
    return next((position for position in range(1, who.of + 1) if position not in answered), None)


def _booklet(study: Database, who: Participant) -> tuple[BookletQuestion, ...]:
    return study.booklet(who.number)


def _page(request: Request, who: Participant, template: str, status: int = 200, **values: object) -> Response:
    design = _study(request).design
    title, number = design.title or say("study-title"), f"{who.number}-{design.check_letter(who.number)}"
    return page(template, status, package=PACKAGE, study_title=title, base=_base(request), number=number, **values)


def _to(request: Request, further: str = "") -> Response:
    """Redirect to a question, or to whatever comes next."""
    return RedirectResponse(f"{_base(request)}/{further}" if further else _base(request), 303)


def _base(request: Request) -> str:
    return f"/p/{request.path_params['token']}"


def _who(request: Request) -> Participant:
    """Return the participant whose link this is. Raises HTTPException 404, alike for void and unknown links."""
    who = _study(request).find(str(request.path_params["token"]))
    if who is None:
        raise HTTPException(404, "link")
    return who


def _study(request: Request) -> Database:
    return request.app.state.study  # type: ignore[no-any-return]
