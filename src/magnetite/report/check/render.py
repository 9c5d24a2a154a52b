"""The page as one HTML file that opens offline: `render_check`.

The templates escape every text of the exam; a content security policy lets nothing be loaded and only the one style
sheet and the one script below take effect, named by their hashes. The page works without its script, which only
filters, sorts, and opens passages in place.
"""

import base64
import hashlib
from importlib.resources import files

from magnetite.core.results import Run
from magnetite.report.check.page import check_page
from magnetite.report.wording import wording


def render_check(run: Run, language: str = "en") -> str:
    """Return a checked exam as one HTML page. The same run and language give the same page.

    Raises UsageError for an unknown language.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    words = wording(language)
    environment = Environment(
        loader=PackageLoader("magnetite.report.check"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["say"] = lambda code, /, **values: words.say(code, values)
    style, script = _template("check.css"), _template("check.js")
    return environment.get_template("check.html.j2").render(
        page=check_page(run, words),
        language=language,
        policy=content_policy(style, script),
        style=Markup(style),
        script=Markup(script),
    )


def content_policy(style: str, script: str) -> str:
    """Return a content security policy: nothing loads, nothing is sent, only this style and this script take effect.

    >>> content_policy("", "").split("; ")[0]
    "default-src 'none'"
    """
    rest = "base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; style-src {_hash_source(style)}; script-src {_hash_source(script)}; {rest}"


def _hash_source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _template(name: str) -> str:
    return files("magnetite.report.check").joinpath("templates", name).read_text("utf-8")
