"""Do length, wording or overlap with passages explain T_k? Simple features of options, ranked.

Each feature reads an option's text alone, or beside all passages and options of an exam: a property of the option
whatever the question. Each is correlated with the interference scores (Spearman), over all options and over those that
combine no other options, since combinations would explain much by themselves. Words are those of `views.text`, case
aside; the word lists are ours and short. A correlation is not a cause, and one feature may stand for another.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from examfiles.items import Item
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.headings import HIGH, LOW, P
from magnetite.core.results import Finding, Heading, Table, Value
from magnetite.experiments.findings import finite
from magnetite.experiments.magnets.pool import is_series
from magnetite.experiments.magnets.screen import Screens
from magnetite.stats.correlation import correlation, correlation_p
from magnetite.stats.intervals import holm
from magnetite.stats.ragged import FloatArray
from magnetite.views.text import words

SIGNIFICANT = 0.05


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATION = _listed("no not n't never none nobody nothing nowhere neither nor without cannot")
ABSOLUTE = _listed(
    "all always every everybody everyone everything never none nobody nothing only must completely entirely totally "
    "absolutely certainly definitely exactly impossible whole"
)
HEDGES = _listed(
    "may might could perhaps maybe probably possibly likely seem seems seemed appear appears sometimes usually often "
    "generally mostly somewhat almost nearly rather some"
)
PERSON = _listed("i me my mine myself we us our ours ourselves you your yours yourself yourselves")
CLITICS = _listed("n't 's 'm 'd 're 've 'll")
FUNCTION = (NEGATION | PERSON | CLITICS) | _listed(
    "a an the this that these those he him his himself she her hers herself it its itself they them their theirs "
    "themselves who whom whose which what when where why how and or but if then than so as because while although "
    "though since until unless of in on at by to from for with about into onto over under after before between "
    "through during against among up down out off near is am are was were be been being do does did done doing "
    "have has had having will would shall should can could may might must there here very too also just all any "
    "both each either every some such more most other another one ones own same"
)


def features(
    options: Sequence[str], passages: Sequence[str], options_of_exam: Sequence[str]
) -> Mapping[str, FloatArray]:
    """Return each feature of each option, {name: (options,)}.

    Lengths count characters, and words without clitics (n't, 's); "capitalised words" is a share of words; yes-or-no
    features are 1 or 0.
    "overlap with passages" is the share of the option's different content words that a passage holds, averaged over
    all different passages; "common words" the mean natural logarithm of its words' frequency among the exam's options
    (one added to each count). NaN where an option has no word, or no content word, to judge by.
    """
    tokens = [_words(option) for option in options]
    lowered = [[word.lower() for word in each] for each in tokens]
    written = [[word for word in each if word.lower() not in CLITICS] for each in tokens]
    plain = [option.strip() for option in options]
    return {
        "characters": np.array([len(option) for option in plain], dtype=np.float64),
        "words": np.array([len(each) for each in written], dtype=np.float64),
        "mean word length": np.array([_mean(len(word) for word in each) for each in written]),
        "capitalised words": np.array([_mean(word[0].isupper() for word in each) for each in written]),
        "ends with a full stop": _truths(option.endswith(".") for option in plain),
        "negation": _any_of(lowered, NEGATION),
        "absolute terms": _any_of(lowered, ABSOLUTE),
        "hedges": _any_of(lowered, HEDGES),
        "digits": _truths(any(map(str.isdigit, option)) for option in plain),
        "first or second person": _any_of(lowered, PERSON),
        "overlap with passages": _overlap(lowered, passages),
        "common words": _commonness(lowered, options_of_exam),
        "combines other options": _truths(is_series(option) for option in options),
    }


def feature_table(
    interference: FloatArray,
    features: Mapping[str, FloatArray],
    series: BoolArray,
    clusters: IntArray | None = None,
) -> Table:
    """Rank features against interference scores, (options,) each: one row per feature and group, kind "features".

    Groups are "all" and "without series". `low` and `high` bound Spearman's correlation, with options of one of the
    `clusters`, (options,), going together (`Pool.groups`); `p` is corrected over the whole table (Holm, 1979). An
    option whose score or feature is NaN is left out, `n` counts the others; None where there is no correlation, as of a
    feature that all options share.
    """
    groups = {"all": np.ones(len(series), dtype=np.bool_), "without series": ~series}
    rows = [(name, group, values, inside) for name, values in features.items() for group, inside in groups.items()]
    intervals, p_values = [], []
    for _, _, values, inside in rows:
        pair = values[inside], interference[inside]
        together = None if clusters is None else clusters[inside]
        intervals.append(correlation(*pair, "spearman", together))
        p_values.append(correlation_p(*pair, "spearman", together))
    columns = (
        Heading("feature").over(name for name, *_ in rows),
        Heading("group", "over").over(group for _, group, *_ in rows),
        Heading("spearman", "rank correlation", "correlation").over(finite(each.estimate) for each in intervals),
        Heading("low", LOW.text, "correlation").over(finite(each.low) for each in intervals),
        Heading("high", HIGH.text, "correlation").over(finite(each.high) for each in intervals),
        P.over(_corrected(np.array(p_values))),
        Heading("n", "options", "count").over(each.n for each in intervals),
    )
    return Table("features", "What goes together with the interference score", columns, "features")


def feature_finding(screens: Screens, items: Sequence[Item], *, settings: Mapping[str, Any]) -> Finding:
    """Report which features of an option go with its mean interference over the systems of a screens."""
    passages = list(dict.fromkeys(item.passage for item in items))
    values = features(screens.pool.options, passages, [option for item in items for option in item.options])
    series = screens.series
    table = feature_table(screens.mean, values, series, screens.pool.groups)
    return Finding(
        experiment="features",
        title="What do magnets look like?",
        answer=_answer(table),
        tables=(table,),
        settings=dict(settings),
        notes=(Reason("features-note"),),
    )


def _answer(table: Table) -> Reason:
    columns = (table.values(name) for name in ("group", "feature", "spearman", "p"))
    rows = [
        (abs(r), feature, r)
        for group, feature, r, p in zip(*columns, strict=True)
        if group == "without series" and isinstance(r, float) and isinstance(p, float) and p < SIGNIFICANT
    ]
    if not rows:
        return Reason("features-none")
    _, feature, r = max(rows)
    return Reason("features-most", {"feature": feature, "correlation": r})


def _overlap(options: Sequence[Sequence[str]], passages: Sequence[str]) -> FloatArray:
    """Return each option's mean overlap, (options,).

    The mean over passages of a share of words is the mean over words of the share of passages that hold them, so that
    no option is held against a passage.
    """
    different = set(passages)
    passages_with = Counter(word for passage in different for word in set(map(str.lower, _words(passage))))
    content = ([word for word in dict.fromkeys(option) if word not in FUNCTION] for option in options)
    return np.array([_mean(passages_with[word] / max(len(different), 1) for word in each) for each in content])


def _commonness(options: Sequence[Sequence[str]], options_of_exam: Sequence[str]) -> FloatArray:
    counts = Counter(word.lower() for option in options_of_exam for word in _words(option))
    total = counts.total() + len(counts) + 1
    logs = {word: float(np.log((count + 1) / total)) for word, count in counts.items()}
    unseen = float(np.log(1 / total))
    return np.array([_mean(logs.get(word, unseen) for word in option) for option in options])


def _words(text: str) -> list[str]:
    """Split into words, marks left out, with straight apostrophes."""
    return [word for word in words(text.replace("’", "'")) if any(map(str.isalnum, word))]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else np.nan


def _truths(values: Iterable[bool]) -> FloatArray:
    return np.fromiter(values, dtype=np.float64)


def _any_of(options: Iterable[Sequence[str]], listed: frozenset[str]) -> FloatArray:
    return _truths(not listed.isdisjoint(option) for option in options)


def _corrected(p_values: FloatArray) -> list[Value]:
    known = ~np.isnan(p_values)
    corrected = np.full(len(p_values), np.nan)
    corrected[known] = holm(p_values[known])
    return [finite(p) for p in corrected.tolist()]
