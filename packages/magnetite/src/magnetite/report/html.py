"""The report as one HTML file that opens offline: `html_report`.

Data cannot run or load anything: the templates escape it, or it travels as JSON that cannot end its script element; the
page's script sets texts, never markup; a content security policy lets nothing be loaded and only the two scripts below
run, named by their hashes. Vega's expressions are interpreted (`ast`), so `eval` stays forbidden too.

A process of its own draws figures as SVG: a fault of the library that draws costs one figure, not the run. The library
ends its process where it meets certain characters, and nothing can catch that. Those that are known are replaced first
(`drawable`); whatever else ends the process is found out by its end, and the next figure gets another. The process
lives as long as ours: it ends when its standard input does.
"""

import atexit
import base64
import hashlib
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from magnetite.core.results import Run
from magnetite.report.drawing import drawable, vega_lite_version
from magnetite.report.page import page
from magnetite.report.wording import label, language_of, speaking, spoken

if TYPE_CHECKING:
    from jinja2 import Environment

_ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026", 0x2028: "\\u2028", 0x2029: "\\u2029"}
_FROM_RIGHT = r"\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_QUOTED_FROM_RIGHT = re.compile(rf"[“„][^“”„{_FROM_RIGHT}]*[{_FROM_RIGHT}][^“”„]*[“”]")
_DRAWER = """
import json, sys
import vl_convert
for line in sys.stdin:
    try:
        answer = vl_convert.vegalite_to_svg(*json.loads(line))
    except Exception:
        answer = ""
    print(json.dumps(answer), flush=True)
"""


def html_report(run: Run) -> str:
    """Return a run as one HTML page with everything it needs inside. The same run gives the same page."""
    from markupsafe import Markup

    with speaking(language_of(run)), ThreadPoolExecutor(1) as beside:
        # A second's work, and none of Python's. It imports nothing that the page does: each could wait for the other.
        bundle = beside.submit(vega_bundle, vega_lite_version())
        content = page(run)
        scripts = (bundle.result(), template("report.js"))
        return (
            templates()
            .get_template("report.html.j2")
            .render(
                page=content,
                policy=content_policy(scripts),
                style=Markup(template("look.css") + template("report.css")),
                vega=Markup(scripts[0]),
                script=Markup(scripts[1]),
            )
        )


def environment(*packages: str) -> "Environment":
    """Return the templates of packages: reports, the check page, the web application and booklets are made from such.

    They escape every text, and a name that is not given is an error. `isolated` keeps quotations from right to left
    from reordering the marks of the sentence around them.
    """
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=ChoiceLoader([PackageLoader(each) for each in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["isolated"] = lambda text: _QUOTED_FROM_RIGHT.sub("\u2068\\g<0>\u2069", text)
    return made


@cache
def templates() -> "Environment":
    """Return the templates of reports, with what turns values into JSON and figures into SVG."""
    from markupsafe import Markup

    templates = environment("magnetite.report")
    templates.filters["json"] = lambda value: Markup(script_json(value))
    templates.globals["say"] = lambda code, values=None: spoken().say(code, values)
    templates.globals["label"] = label
    templates.globals["svg"] = lambda spec, name: Markup(static_svg(spec, name))
    return templates


def script_json(value: Any) -> str:
    r"""Return JSON that is safe inside a script element: no text in it can end the element or begin a comment.

    >>> script_json("</script><!--")
    '"\\u003c/script\\u003e\\u003c!--"'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).translate(_ESCAPES)


def content_policy(scripts: Iterable[str]) -> str:
    """Return a content security policy: nothing loads, nothing is sent, only these inline scripts run.

    Inline styles are allowed because Vega positions its marks with them; no text of the data reaches a style.
    """
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    rest = "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; script-src {allowed}; {rest}"


@cache
def vega_bundle(version: str) -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script that defines `vegaEmbed`, from vl-convert; about 900 kB.

    `version`: of Vega-Lite, as `vega_lite_version` names it.
    """
    import vl_convert

    bundle = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=version)
    # The bundle's top-level names would be globals of the page.
    return "(() => {" + bundle.replace("</script", "<\\/script").replace("<!--", "<\\!--") + "})();"


def static_svg(spec: dict[str, Any], name: str) -> str:
    """Return a figure as SVG, for the time before the page's script runs, or where none may run (a mail preview).

    `name` makes the ids of clip paths unique on the page. A figure that cannot be drawn here is left to the script.
    Marks of which none is drawn are no graphic that a screen reader could name.
    """
    svg = re.sub(r'(<g [^<>]*)role="graphics-\w+"([^<>]*(?:/>|></g>))', r"\1\2", svg_of(spec))
    ids = {old: f"{name}-clip{number}" for number, old in enumerate(dict.fromkeys(re.findall(r'id="(\w+)"', svg)))}
    return re.sub(r'(id="|url\(#)(\w+)', lambda hit: hit[1] + ids.get(hit[2], hit[2]), svg)


def template(name: str) -> str:
    """Return a file of the templates as it is."""
    return files("magnetite.report").joinpath("templates", name).read_text("utf-8")


def svg_of(spec: dict[str, Any]) -> str:
    """Return a figure as SVG; an empty text where it cannot be drawn."""
    return _DRAWERS.draw(spec)


class _Drawers:
    """The process that draws, started when the first figure is, and again where it ended; safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def draw(self, spec: dict[str, Any]) -> str:
        call = json.dumps([drawable(spec), vega_lite_version()])
        with self._lock:
            try:
                answer = _asked(self._started(), call)
            except OSError:
                answer = ""
            if not answer and self._process is not None:  # it ended
                atexit.unregister(self._process.communicate)
                self._process.communicate()
                self._process = None
        return str(json.loads(answer)) if answer else ""

    def _started(self) -> "subprocess.Popen[str]":
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _DRAWER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
            atexit.register(self._process.communicate)  # closes its standard input, which ends it
        return self._process


def _asked(process: "subprocess.Popen[str]", call: str) -> str:
    """Return the line that a process answers a line with; an empty text where it has ended."""
    assert process.stdin is not None  # both are pipes
    assert process.stdout is not None
    process.stdin.write(f"{call}\n")
    process.stdin.flush()
    return process.stdout.readline()


_DRAWERS = _Drawers()
