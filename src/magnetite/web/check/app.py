"""The addresses of the check page.

/                          drop a file or paste questions; earlier checks
/checks/ID                 what was understood, then progress, then the result
/checks/ID/exam            what was understood, also later
/checks/ID/report          the report, in a sandbox: it is a document of its own, with its own script
/checks/ID/download        the exam in other formats, with what each cannot hold
"""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp

from magnetite.web.check import actions, showing
from magnetite.web.check.database import Checks
from magnetite.web.check.folder import sweep
from magnetite.web.check.queue import Queue
from magnetite.web.pages import HANDLERS, static_files
from magnetite.web.security import BodyLimit, Guard


def check_app(folder: Path, hosts: Iterable[str] = ()) -> ASGIApp:
    """Return the application for a data folder. Raises StoreError where its database cannot be used."""
    checks = Checks(folder)
    queue = Queue(folder, checks)

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        sweep(folder)
        with queue:
            yield

    one = "/checks/{name:str}"
    app = Starlette(
        routes=[
            Route("/", showing.home),
            Route("/checks", actions.upload, methods=["POST"]),
            Route(one, showing.check_page),
            Route(f"{one}/exam", showing.exam),
            Route(f"{one}/progress", showing.progress),
            Route(f"{one}/report", showing.report),
            Route(f"{one}/report.html", showing.report_file),
            Route(f"{one}/flags.csv", showing.flags),
            Route(f"{one}/download", showing.download),
            Route(f"{one}/download/{{form:str}}", showing.exam_as),
            Route(f"{one}/keys", actions.posting(actions.keys), methods=["POST"]),
            Route(f"{one}/passage", actions.posting(actions.passage), methods=["POST"]),
            Route(f"{one}/passage/remove", actions.posting(actions.remove_passage), methods=["POST"]),
            Route(f"{one}/start", actions.posting(actions.start), methods=["POST"]),
            Route(f"{one}/delete", actions.posting(actions.delete), methods=["POST"]),
            static_files(),
        ],
        exception_handlers=HANDLERS,
        lifespan=running,
    )
    app.state.home, app.state.folder, app.state.checks, app.state.queue = "/", folder, checks, queue
    return Guard(BodyLimit(app, showing.MOST), hosts)
