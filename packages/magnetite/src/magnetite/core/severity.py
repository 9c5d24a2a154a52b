"""How severe a flag is: one set of names, in reports, settings, `--fail-on` and files for programs alike.

    fatal             the question cannot stand as it is
    serious           by itself a reason for a second look
    worth-a-thought   two of these are one
    remark            never, however many there are

Settings, scripts and runs of earlier versions say high, medium and low; these are read as what they are called now.
"""

from types import MappingProxyType
from typing import Literal, get_args

from examfiles.errors import UsageError, unknown_name

Severity = Literal["fatal", "serious", "worth-a-thought", "remark"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)  # worst first
_FORMER: MappingProxyType[str, Severity] = MappingProxyType(
    {"high": "serious", "medium": "worth-a-thought", "low": "remark"}
)
_NAMES: MappingProxyType[str, Severity] = MappingProxyType({**{name: name for name in SEVERITIES}, **_FORMER})


def severity_of(name: str) -> Severity:
    """Return the severity of a name, of today or of earlier versions. Raises UsageError for one that is none.

    >>> severity_of("worth a thought"), severity_of("high")
    ('worth-a-thought', 'serious')
    """
    if (written := name.strip().replace(" ", "-")) not in _NAMES:
        raise unknown_name("severity", name, list(SEVERITIES))
    return _NAMES[written]


def is_severity(name: str) -> bool:
    """Say whether a name is one of a severity."""
    try:
        severity_of(name)
    except UsageError:
        return False
    return True
