"""The pages that are served: what a person sees on the way through a check, and through a study."""

import re
import time
from pathlib import Path

from tests.golden.reading import page_text


def web_check(folder: Path) -> None:
    """Upload an exam, supply a key, check it by the rules in German, and take everything along."""
    from magnetite.web.check.app import check_app
    from tests.web.made import Browser

    with Browser(check_app(folder / "data" / "checks")) as browser:
        seen = _Seen(folder)
        seen("start", browser.get("/"))
        seen("nothing", browser.fill("/checks", {}))
        seen("broken", browser.upload("::q1:: What? {=a ~b\n", "broken.gift"))
        exam = (folder / "data" / "exams" / "lighthouse.gift").read_text("utf-8")
        uploaded = seen("understood", browser.upload(exam, "lighthouse.gift"))
        path = uploaded.url.path
        browser.fill(f"{path}/start", {"language": "de"})
        _wait(lambda: browser.get(f"{path}/progress").json()["state"] in {"done", "failed"})
        for name in ("", "/exam", "/report", "/download"):
            seen(f"checked{name.replace('/', '-')}", browser.get(f"{path}{name}"))
        seen("flags.csv.txt", browser.get(f"{path}/flags.csv"))
        for form in ("jsonl", "gift", "moodle-xml"):
            seen(f"download.{form}.txt", browser.get(f"{path}/download/{form}"))
        seen("finally", browser.get("/"))
        seen("missing", browser.get("/checks/nothing"))


def web_study(folder: Path) -> None:
    """Take part in a study, stop in the middle, and look at it as its organiser."""
    from magnetite_study.database import Database
    from magnetite_study.web.app import study_app
    from tests.web.made import Browser, made_study

    made = made_study(folder / "data" / "study", questions=2, fields=("Age",), language="de")
    with Database(made.folder) as database, Browser(study_app(database)) as browser:
        seen, one = _Seen(folder), f"/p/{made.tokens[1]}"
        seen("welcome", browser.get(one))
        seen("not-agreed", browser.post(f"{one}/consent", data={}))
        seen("question", browser.post(f"{one}/consent", data={"agreed": "1", "Age": "30"}))
        seen("nothing-chosen", browser.post(f"{one}/1", data={}))
        seen("next", browser.post(f"{one}/1", data={"option": "0"}))
        seen("thanks", browser.post(f"{one}/2", data={"option": "1"}))
        browser.post(f"/p/{made.tokens[2]}/consent", data={"agreed": "1"})
        desk = f"/organiser/{database.renew_organiser()}"
        seen("organiser", browser.get(desk))
        seen("nobody", browser.get("/p/nobody"))


class _Seen:
    """Write down each page that is answered, under a name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "pages"
        self.folder.mkdir()

    def __call__(self, name: str, answer):
        kind = answer.headers.get("content-type", "")
        text = page_text(answer.text) if "html" in kind else answer.text
        text = re.sub(r"/checks/[\w-]+", "/checks/ID", text)
        (self.folder / (name if "." in name else f"{name}.txt")).write_text(f"{answer.status_code}\n{text}", "utf-8")
        return answer


def _wait(done, seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise TimeoutError("the check did not end")
        time.sleep(0.1)
