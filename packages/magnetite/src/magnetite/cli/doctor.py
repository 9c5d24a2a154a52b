"""`magnetite doctor`: what is installed, what can answer and compute, and what to do about what is missing.

Nothing but the standard library is imported before it is looked for: this is asked where something is missing.
"""

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from shlex import quote
from typing import Literal

import typer

from examfiles.files import size_text
from magnetite import __version__
from magnetite.cli import output
from magnetite.core.errors import MagnetiteError
from magnetite.core.extras import EXTRAS as NEEDED
from magnetite.core.extras import MODELS, lacking
from magnetite.core.installation import install_command, requirement, weights_command

SICK = 1  # the exit code where something that is needed is missing or broken
MARKS = {"fine": "[green]✓[/]", "absent": "[dim]–[/]", "broken": "[red]✗[/]"}


def command(json: output.Json = None) -> None:
    """Check the installation: packages, models, the device in use, and how to repair or add what is missing.

    Loads no model. ✓ is fine, – is missing but not needed, ✗ must be repaired and makes the exit code 1.
    Example: magnetite doctor
    """
    from rich.markup import escape

    console = output.words(json)
    found: list[tuple[str, Diagnosis]] = []
    for topic, each in diagnose():
        heading = topic if not found or topic != found[-1][0] else ""
        if heading:
            console.print(f"\n[bold]{heading}[/]", highlight=False)
        line = escape(f"{each.name:<18} {each.detail}")
        console.print(f"{MARKS[each.state]} {line}", highlight=False)
        found.append((topic, each))
    output.say(json, *_advice([each for _, each in found if each.advice]))
    names = ("name", "state", "detail", "advice")
    rows = [{"topic": topic} | {name: getattr(each, name) for name in names} for topic, each in found]
    output.write_json(json, "diagnosis", {"rows": rows})
    if any(each.state == "broken" for _, each in found):
        raise typer.Exit(SICK)


def _advice(advised: "list[Diagnosis]") -> Iterator[str]:
    """Yield lines on what to do: first about what is broken, then how to get what is absent."""
    broken = [each for each in advised if each.state == "broken"]
    for title, those in (("To repair", broken), ("To add", [each for each in advised if each not in broken])):
        if those:
            yield f"\n{title}"
        for advice in dict.fromkeys(each.advice for each in those):
            names = ", ".join(each.name for each in those if each.advice == advice)
            yield f"  {names}: {advice}"
    if not broken:
        yield f"\nNothing needs to be repaired. Try: magnetite {'check' if _is_base() else 'audit'} sample"


State = Literal["fine", "absent", "broken"]
EXTRAS = {
    "audit": "experiments on answers, with their reports",
    "cluster": "workers on cores, GPUs and machines",
    "inspect": "packed logs of Inspect",
    "models": "models that run here, and the bundled systems",
    "quantised": "language models in four bits",
    "remote": "models on servers",
}
DEVELOPERS_EXTRAS = {"attack", "benchmark", "dev", "test"}  # extras for who works on Magnetite
VARIABLES = (
    *("MAGNETITE_STORE", "MAGNETITE_WEIGHTS", "MAGNETITE_UNPACKED", "HF_HOME", "HF_HUB_OFFLINE"),
    *("CUDA_VISIBLE_DEVICES", "OMP_NUM_THREADS"),
)
KEYS = ("MAGNETITE_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OLLAMA_API_KEY")  # said to be set, never shown
CPU_WHEELS = "https://download.pytorch.org/whl/cpu"
LEAST_FREE = 1e9  # bytes where scores and weights are kept


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at: fine, absent though nothing needs it, or broken; and what to do about it."""

    name: str
    state: State
    detail: str
    advice: str = ""


def diagnose() -> Iterator[tuple[str, Diagnosis]]:
    """Look at everything, topic by topic, what takes longest last: torch is imported to say what is computed on."""
    for topic, look in TOPICS.items():
        try:
            for each in look():
                yield topic, each
        except ImportError as error:
            name = (error.name or "a package").partition(".")[0]
            again = install_command(packages=f"--force-reinstall {requirement()}")
            yield topic, Diagnosis(name, "broken", f"cannot be imported: {error}", f"Install it again: {again}")


def _installation() -> Iterator[Diagnosis]:
    yield Diagnosis("version", "fine", f"{__version__} in {Path(__file__).parents[1]}")
    yield Diagnosis("Python", "fine", f"{platform.python_version()} ({sys.executable})")
    yield Diagnosis("machine", "fine", f"{platform.system()}, {platform.machine()}, {os.cpu_count()} cores{_memory()}")


def _memory() -> str:
    try:
        return f", {os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 1024**3:.0f} GiB memory"
    except (AttributeError, ValueError, OSError):  # not on every system
        return ""


def _packages() -> Iterator[Diagnosis]:
    """Compare what is installed with what Magnetite's own metadata names, extras too."""
    from packaging.requirements import Requirement

    from magnetite.core.installation import DISTRIBUTION, install_command

    try:
        own = distribution(DISTRIBUTION)
        asked = [Requirement(line) for line in own.requires or ()]
    except PackageNotFoundError:
        yield Diagnosis(DISTRIBUTION, "absent", "runs from a folder", f"To install it: {install_command()}")
        return
    needed = [each for each in asked if each.marker is None or each.marker.evaluate({"extra": ""})]
    wrong = {each.name: problem for each in needed if (problem := _problem(each.name, each.specifier.contains))}
    if not wrong:
        yield Diagnosis("needed", "fine", f"all {len(needed)} are installed, in versions that fit")
    advice = install_command(packages=" ".join(quote(f"{a.name}{a.specifier}") for a in needed if a.name in wrong))
    for each in needed:
        if each.name in wrong:
            yield Diagnosis(each.name, "broken", f"{wrong[each.name]}, needs {each.specifier}", advice)
    for extra in sorted(set(own.metadata.get_all("Provides-Extra") or ()) - DEVELOPERS_EXTRAS):
        parts = [each for each in asked if each.marker and not each.marker.evaluate({"extra": ""})]
        parts = [each for each in parts if each.marker and each.marker.evaluate({"extra": extra})]
        if parts:
            yield _extra(extra, {each.name: _problem(each.name, each.specifier.contains) for each in parts})
    import_module("magnetite.report.wording")  # the words of every command: what they stand on may be missing, too


def _extra(extra: str, problems: Mapping[str, str]) -> Diagnosis:
    purpose = EXTRAS.get(extra, "")
    wrong = {name: problem for name, problem in problems.items() if problem}
    if not wrong:
        return Diagnosis(f"[{extra}]", "fine", purpose)
    lacking = f"not installed: {purpose}" if len(wrong) == len(problems) else ", ".join(map(" ".join, wrong.items()))
    return Diagnosis(f"[{extra}]", "absent", lacking, install_command(extra))


def _problem(package: str, fits: Callable[[str], bool]) -> str:
    """Say what is wrong with an installed package; "" where nothing is."""
    try:
        there = version(package)
    except PackageNotFoundError:
        return "is missing"
    # A local version is another build of the same one: torch's says for which processors.
    return "" if fits(re.sub(r"\+.*", "", there)) else f"is {there}"


def _models() -> Iterator[Diagnosis]:
    from magnetite.scorers.find import find_cards
    from magnetite.scorers.packaged import MPNET_BASE, PACKAGED_MODELS, SMALL_BASE, held_weights, is_installed
    from magnetite.scorers.system import BEST, SETS

    if _is_base():
        yield Diagnosis("models", "absent", "none is installed: exams are checked by rules", install_command(MODELS))
        return
    held = {each.name: each for each in held_weights() if not each.leftover}
    if SMALL_BASE not in held:
        advice = install_command(packages=f"--force-reinstall {SMALL_BASE}")
        yield Diagnosis(SMALL_BASE, "broken", "the weights of the small systems are missing", advice)
    for name in SETS:
        try:
            systems = find_cards(name)
        except MagnetiteError as error:
            lost: State = "broken" if name in {BEST, "small"} else "absent"
            advice = weights_command("reader" if name == "reader" else "base")
            yield Diagnosis(name, lost, str(error).partition(". ")[0], advice)
            continue
        places = {card.folder.parent.name for card in systems.values()} if name == BEST else set()
        of = f" (from {' and '.join(sorted(places))})" if places else ""
        yield Diagnosis(name, "fine", f"systems for {', '.join(systems)}{of}")
    if MPNET_BASE in held:
        yield Diagnosis(MPNET_BASE, "fine", f"unpacked, {size_text(held[MPNET_BASE].size)}")
    for name, model in PACKAGED_MODELS.items():
        memory = f"; needs {size_text(model.size)} of memory, in float32 twice that" if model.is_unpacked else ""
        if name in held:
            how = "unpacked, " if model.is_unpacked else ""
            yield Diagnosis(name, "fine", f"{how}{size_text(held[name].size)}, a language model{memory}")
        elif is_installed(name):
            yield Diagnosis(name, "fine", f"a language model, unpacked when it is first used{memory}")
        else:
            yield Diagnosis(name, "absent", f"a language model, not installed{memory}", model.install)


def _is_base() -> bool:
    """Return whether nothing of what models need is installed; then nothing of it is broken."""
    return set(NEEDED[MODELS]) <= set(lacking(MODELS))


def _places() -> Iterator[Diagnosis]:
    from magnetite.running.record import OFF, default_store
    from magnetite.scorers.packaged import weights_folder

    if os.environ.get("MAGNETITE_STORE") == OFF:
        yield Diagnosis("scores", "fine", "MAGNETITE_STORE is off: nothing is kept")
    else:
        yield _place("scores", default_store(), "MAGNETITE_STORE")
    yield _place("weights", weights_folder(), "MAGNETITE_WEIGHTS")
    if _is_base():
        return
    from huggingface_hub.constants import HF_HUB_CACHE

    hub = Path(HF_HUB_CACHE)
    size = f"{size_text(folder_size(hub))} of models and data from the hub" if hub.is_dir() else "nothing from the hub"
    yield Diagnosis("hub", "fine", f"{size} in {hub}")


def _place(name: str, folder: Path, variable: str) -> Diagnosis:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not (there.is_dir() and os.access(there, os.W_OK)):
        advice = f"Make it writable, or name another folder in {variable}."
        return Diagnosis(name, "broken", f"{there} cannot be written to", advice)
    free = shutil.disk_usage(there).free
    size = size_text(folder_size(folder)) if folder.is_dir() else "nothing yet"
    detail = f"{size} in {folder}; {size_text(free)} free"
    if free < LEAST_FREE:
        return Diagnosis(name, "broken", detail, f"Free some space (magnetite cache prune), or set {variable}.")
    return Diagnosis(name, "fine", detail)


def folder_size(folder: Path) -> int:
    """Add up the bytes of the files in a folder; a link counts as nothing."""
    sizes = 0
    for where, _, names in os.walk(folder):
        for path in (Path(where, name) for name in names):
            if not path.is_symlink() and path.exists():  # another process may have removed it since
                sizes += path.stat().st_size
    return sizes


def _variables() -> Iterator[Diagnosis]:
    for name in VARIABLES:
        if name in os.environ:
            yield Diagnosis(name, "fine", os.environ[name] or "set, and empty")
    for name in KEYS:
        if name in os.environ:
            yield Diagnosis(name, "fine", "set")


def _computing() -> Iterator[Diagnosis]:
    if _is_base():
        return
    try:
        from magnetite.scorers.device import describe_device, idle_cuda

        device = describe_device()
    except Exception as error:  # a broken installation of torch may raise anything
        advice = f"Install torch again: {install_command(packages='--force-reinstall torch')}"
        yield Diagnosis("torch", "broken", f"{type(error).__name__}: {error}", advice)
        return
    if built := idle_cuda():  # what PyPI has for Linux
        size = "a torch that takes a tenth of the disk"
        yield Diagnosis(
            "CUDA",
            "absent",
            f"torch is built for CUDA {built}, and there is no GPU that it can use",
            f"For {size}: {install_command(packages=f'--force-reinstall torch --index-url {CPU_WHEELS}')}",
        )
    device["precision"] += " (--dtype auto)"
    for name, value in device.items():
        yield Diagnosis(name, "fine", value)


TOPICS: Mapping[str, Callable[[], Iterator[Diagnosis]]] = {
    "Magnetite": _installation,
    "Packages": _packages,
    "Models": _models,
    "Kept": _places,
    "Environment": _variables,
    "Computing": _computing,
}
