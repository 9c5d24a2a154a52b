"""The known rules by name, in the order in which they are asked, and those of other packages after them."""

from examfiles.registry import Registry

_IN_ORDER = (  # files, each with rules in it; a rule's function is called as the rule
    ("by_candidates", "wrong-option-draws-the-best negative-discrimination low-discrimination worse-than-guessing"),
    ("by_candidates", "wrong-option-rises easier-for-a-group"),
    ("by_candidates", "too-hard-for-candidates too-easy-for-candidates option-nobody-chooses"),
    ("by_model", "answerable-without-passage answerable-from-options another-option-fits-better passage-misleads"),
    ("by_model", "another-option-supported two-options-fit passage-hardly-helps magnet-like-option known-magnet"),
    ("by_model", "option-nobody-takes"),
    ("options", "empty-option"),
    ("same", "key-stands-twice options-say-the-same"),
    ("options", "option-holds-another overlapping-ranges"),
    ("whole", "same-question-two-keys duplicated-question questions-in-versions"),
    ("elsewhere", "question-of-another-passage words-not-in-passage"),
    ("same", "options-nearly-the-same"),
    ("options", "option-combination combination-throughout recombined-parts absolute-terms"),
    ("style", "absolute-option vague-terms"),
    ("options", "repeated-opening"),
    ("forms", "longest-key option-length-stands-out"),
    ("style", "uneven-lengths"),
    ("stem", "key-repeats-passage key-echoes-question"),
    ("style", "key-shares-most"),
    ("stem", "article-cue"),
    ("grammar", "number-cue verb-disagrees form-cue"),
    ("stem", "negation-not-highlighted negative-question negated-twice"),
    ("style", "asks-for-exception blank-inside"),
    ("stem", "question-without-topic"),
    ("forms", "option-form-stands-out"),
    ("style", "option-forms-differ"),
    ("forms", "key-mark-stands-out"),
    ("options", "numbers-out-of-order"),
    ("whole", "key-positions-unbalanced same-letter-run keys-often-longest"),
)
RULES = Registry(
    "rule",
    "magnetite.rules",
    {
        name: f"magnetite.experiments.flags.{file}:{name.replace('-', '_')}"
        for file, names in _IN_ORDER
        for name in names.split()
    },
)
