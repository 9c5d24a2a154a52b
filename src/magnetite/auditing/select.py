"""Which items of a dataset an audit looks at."""

import random

from magnetite.core.errors import DataError
from magnetite.core.items import Dataset


def limit_items(dataset: Dataset, limit: int | None, seed: int) -> Dataset:
    """Draw whole passages at random until there are `limit` items; the last passage drawn may be cut short.

    Drawing passages, as Lin et al. 2021 (§4.1) do, keeps questions that share a text together. The items keep the
    dataset's order. Raises DataError for a dataset without items.
    """
    if len(dataset) == 0:
        raise DataError(f"dataset '{dataset.name}' has no items, so there is nothing to audit.")
    if limit is None or limit >= len(dataset):
        return dataset
    passages = list(dict.fromkeys(item.passage_id for item in dataset))
    random.Random(seed).shuffle(passages)
    rank = {passage: number for number, passage in enumerate(passages)}
    order = sorted(range(len(dataset)), key=lambda index: (rank[dataset[index].passage_id], index))
    return dataset.with_items([dataset[index] for index in sorted(order[:limit])])
