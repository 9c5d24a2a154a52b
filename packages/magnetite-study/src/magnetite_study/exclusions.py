"""Rules that leave a participant's answers out of a report, set when a study is made and never changed afterwards.

Rules that are chosen once answers are known can make a difference appear; so there are none to choose then.
"""

from dataclasses import dataclass

from examfiles.errors import UsageError

FORM = "complete, seconds=NUMBER, alike=SHARE, as in complete,seconds=3,alike=0.9"


@dataclass(frozen=True, slots=True)
class Exclusions:
    """Whose answers are left out.

    `complete`: those of who did not answer every question. `seconds`: of whose median time for a question is less.
    `alike`: of who marked one letter, as shown, in at least this share of the questions, such as A throughout. None
    and False leave nobody out.
    """

    complete: bool = False
    seconds: float | None = None
    alike: float | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the names of the rules that are set.

        >>> Exclusions(complete=True, alike=0.9).rules
        ('complete', 'alike')
        """
        own = {"complete": self.complete or None, "seconds": self.seconds, "alike": self.alike}
        return tuple(name for name, value in own.items() if value is not None)


def read_exclusions(text: str) -> Exclusions:
    """Read rules as they are typed, "" for none. Raises UsageError for what is no rule.

    >>> read_exclusions("complete, seconds=3")
    Exclusions(complete=True, seconds=3.0, alike=None)
    """
    values: dict[str, float | bool] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = (each.strip() for each in part.partition("="))
        try:
            values[name] = float(value) if equals else True
        except ValueError:
            values[name] = False
        most = {"seconds": 86_400.0, "alike": 1.0}.get(name, 0.0)
        good = name == "complete" if values[name] is True else 0 < values[name] <= most
        if not good:
            raise UsageError(f"--exclude: '{part}' is not a rule; expected {FORM}.")
    return Exclusions(**values)  # type: ignore[arg-type]
