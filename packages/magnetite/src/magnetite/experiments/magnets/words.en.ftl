look-magnets = Every system is shown options from other passages, which cannot be right, next to each question's own. Some attract it whatever the passage says: these are magnets. How often one scores above all of a question's own options is its interference score T. Options that combine others, such as “both A and B”, are a separate series: they attract most systems, so they are shown separately throughout.
    .strongest-interference = of questions lost to the strongest option ({ $group })
    .mean-interference = lost to an option on average ({ $group })
    .run = Magnet options:
look-race = The strongest options can be found without computing every score. Questions are taken in random order, and an option leaves the race once it is very unlikely to be among the strongest. The remaining options are tried on all questions, so that their scores are exact.
    .share-of-the-full-screen = of the scores of a full search were needed
    .run = Magnet options:
look-validation = The strongest of many options look stronger than they are, because they were picked for looking strong. Here they are tried again on all questions; the ones that matter are those that had no part in the search.
    .mean-interference-not-seen = of unseen questions lost to one of the strongest options on average ({ $group })
    .mean-interference-where-searched = of those they were searched with ({ $group })
    .run = Magnet options:
look-given = Options that were chosen beforehand, elsewhere or by hand, each tried on all questions. Nothing was searched for, so the figures show the effect of these options, without the flattery of choosing the strongest of many.
    .mean-interference-all-questions = of questions lost to a given option ({ $group })
    .run = Magnet options:
look-agreement = Do different systems fall for the same options? If their interference scores rise and fall together, the fault is in the data that they all learned from, and magnets found on one work on another.
    .spearman-correlation = rank correlation of scores ({ $group })
    .run = Magnet options:
look-features = Are magnets longer, worded in a certain way, or just closer to the passages? Each feature is compared with T over all options, by rank. A feature unrelated to T cannot be why options attract.
    .run = Magnet options:
look-attack = A magnet takes the place of one wrong option. The passage, the question and the right answer stay as they were, so a system that reads should lose nothing. What it chooses now is the right answer, the magnet, or another wrong option.
    .accuracy-before = of all questions right before the attack ({ $group }; of several members, the first answers)
    .accuracy-after = of the attacked ones right after it ({ $group })
    .run = Magnet options:
look-transfer-attack = Magnets found on one system are tried on the others. If they do as much harm there, a system can be attacked by someone who has never seen it at work.
    .run = Magnet options:
figure-interference-curve =
    .strongest-options = How often each option, though it has nothing to do with the passage, beats all of a question's own options. For a system that reads, every bar would be near zero; for one that guesses between four options and the intruder, near 20%.
    .interference-curve = Every option that was tried, from the strongest to the weakest, with its interval in grey. A curve that starts high and falls steeply means that a few texts attract the system whatever the passage says. Drag to move along, hold Shift and turn the wheel to zoom, double-click to go back.
figure-attacks = The same questions before and after one wrong option is replaced by the magnet, which differ a little from magnet to magnet: a magnet is not tried on passages that it occurs under. The right answer stays in place, so a system that reads should lose nothing.
figure-interference-by-system =
    .interference-by-system = Irrelevant options, from the one that attracts a system most to the one that attracts it least, each system in its own order. A system that reads would stay near zero all along. Drag to move along, hold Shift and turn the wheel to zoom, double-click to go back.
    .interference-by-origin = The same options by where they come from, each source in its own order. If the lines coincide, it does not matter which questions an option was written for.
figure-race =
    .race-options = A race takes one question after another and drops every option that is very unlikely to be among the strongest. The line falls to the remaining options, whose scores are exact. Equal steps on the axes are equal factors.
    .race-scores = Scores needed so far. The line is steep while all options are in the race; the sooner it bends, the cheaper the race.
figure-magnet-set = The strongest options, numbered as in the table, on the questions they were searched with, on all questions, and on those the search never saw. What a search finds looks stronger than it is; only the unseen questions tell how strong. The thin lines are intervals over these.
figure-given-set = The options that were given, numbered as in the table, on all questions. The thin lines are intervals for all of them together.
figure-system-agreement = How far two systems agree on which options attract: 1 if they put all options in the same order, 0 if one says nothing about the other. Below the diagonal: Pearson's correlation of the scores; above it: Spearman's, of their ranks.
figure-interference-scatter = Each point is an option: how often it wins with one system, and with another. On the dashed line it attracts both alike. Points far up on the right are magnets for both.
figure-features = Do options attract because of their form? Right of the dashed line, options with more of a feature win more often; left of it, less often. On the line the feature explains nothing. { figure-intervals }
figure-system-attacks = What the systems choose when a wrong option is replaced by the magnet named above the bars. The dark mark is the share answered right without it. At most 10 magnets are drawn.
figure-best-of = Questions still answered right when the attacker may take, for every question, whichever of this many magnets does the most harm. All questions with a known answer count, those that no magnet may be tried on too. { figure-intervals }
figure-transfer-attack = Each row is the system the magnets were found on, each column the system attacked with them; the darker a cell, the more questions are still answered right. Pale rows are magnets that work on systems they were not found on.

magnets-strongest = The strongest of { $pool } tried on { $questions }, { QUOTE($option) }, beats all { $listed ->
    [yes] of the options that stay
   *[no] of a question's own options
}{ $systems ->
    [one] {""}
   *[other] , on average over the systems,
} on { SHARE($share) } of the questions.
magnets-strongest-plain = The strongest of { $pool } tried on { $questions }, { QUOTE($option) }, beats all { $listed ->
    [yes] of the options that stay
   *[no] of a question's own options
}{ $systems ->
    [one] {""}
   *[other] , on average over the systems,
} on { SHARE($share) } of the questions; { QUOTE($plain) }, the first that combines no others, on { SHARE($plain-share) }.
magnets-none-wins = None of { $pool } tried on { $questions } beats all { $listed ->
    [yes] of the options that stay
   *[no] of a question's own options
} on any question.
magnets-attracting = { $magnets ->
    [0] None of the { $pool } is shown to attract more often than a system that scores at random would choose it ({ SHARE($guessing) }).
    [one] One of the { $pool } is a magnet: an interval for all of them at once shows that it attracts more often than a system that scores at random would choose it ({ SHARE($guessing) }).
   *[other] { GROUPED($magnets) } of the { $pool } are magnets: an interval for all of them at once shows that they attract more often than a system that scores at random would choose them ({ SHARE($guessing) }).
}
magnets-unswappable = Magnets cannot be searched for here: the system is shown all options at once, so an irrelevant option has to take the place of a wrong one, and no known answer tells which are wrong.
magnets-unsearchable = Magnets cannot be searched for here: { $why ->
    [no-passages] an option of another passage cannot be right, but these questions have no passages, and an option of another question may be. Give options that can be right nowhere: --set 'magnets.pool=["All of the above","None of these"]'.
    [one-passage] options of other passages are needed, and this exam has only one. Audit more passages, or give a pool: --set 'magnets.pool=["All of the above","None of these"]'.
   *[everywhere] options of other passages are needed, and here every option occurs under every passage. Audit more passages, or give a pool: --set 'magnets.pool=["All of the above","None of these"]'.
}
magnets-note-raced = The race kept { GROUPED($kept) } of { GROUPED($pool) } options. Only those are shown here.
magnets-note-guessing = A system that scores at random would rank an irrelevant option first on { SHARE($share) } of the questions; a magnet stands out from the other options of the pool.
magnets-note-constraint = An option is never tried on a question of a passage it occurs under, compared without regard to case, spaces and a final full stop; such questions are left out of its count.
magnets-note-searched = The strongest of many look stronger than they are: intervals here are for single options, not corrected for the search. Questions that the search never saw show how strong they are elsewhere.
magnets-note-given = The options were given, not searched for. Intervals here are for single options.
magnets-note-view = The system saw the view { $view }: no system here reads the whole question.
magnets-note-member = Only the first of { GROUPED($members) } members of { COMMAS($systems) } answers here, because options of one question are compared with another's. So its accuracy before an attack differs from that of all members together.
magnets-note-lists = { $systems ->
    [one] The system is
   *[other] { $systems }: a system that is
} shown all options at once, so an option replaces one wrong option and counts if it beats the remaining options, one fewer than when it is added to them. Questions without a known answer were left out.
race-answer = { $options } of { GROUPED($pool) } found with { GROUPED($cells) } of { GROUPED($of) } cells per system, { SHARE($share) } of the full screen.
race-note-error = The probability, over the random order of the questions, that any of the { $top } strongest is missing is at most { SHARE($error) }; if options tie for the last place, any of them may be listed. All option combinations were scored. The scores of the remaining options are exact. Options of { SHARE($worth) } or less are not ranked.
race-note-above = The same bound applies to the probability that any option that reaches { SHARE($above) } is missing.
features-none = No feature is related to interference beyond chance.
features-most = The feature most closely related to interference is “{ LABEL($feature) }” (rank correlation { DECIMAL($correlation, digits: 2) }, without option combinations).
features-note = A feature that is related to interference need not be its cause.
attack-unlabelled = No answer is known, so the effect of magnets on accuracy is unknown. Interference scores need no answers.
attack-answer = { $systems }.
attack-none = no question with a key can take any of the options
attack-answered = { $members ->
    [1] {""}
   *[other] {" "}when the first of { GROUPED($members) } members answers
}{ $rest ->
    [0] {""}
   *[other] {" "}({ GROUPED($rest) } more cannot take the option)
}
attack-worst = { SHARE($before) } of the answers to { $questions } are right{ attack-answered }, and { SHARE($left) } with { QUOTE($worst) } in place of a wrong option
attack-range = { SHARE($before) } of the answers to { $questions } are right{ attack-answered }, and from { SHARE($left) } with { QUOTE($worst) } to { SHARE($most) } with { QUOTE($mildest) } in place of a wrong option
attack-note = One wrong option is replaced ({ $replaced ->
    [random] drawn by the seed
    [strongest] the one with the highest score
    [weakest] the one with the lowest score
   *[each] each in turn, and the outcomes are averaged
}) and nothing else; a magnet counts as chosen only if it scores strictly above all remaining options. p-values: exact McNemar test, Holm-corrected over the magnets of one system and level; it treats questions as independent. The intervals allow for questions of one passage being alike.
validation-all-seen = Every question was part of the search, so whether the magnets also work elsewhere is unknown: there are too few passages, or none were kept from the search.
validation-answer = On { $questions } that the search never saw, the { $magnets }{ $chose ->
    [all] {""}
   *[other] , which { $chose } chose,
} beat { $listed ->
    [yes] all of the options that stay
   *[no] all of a question's own options
} on { SHARE($unseen) } of them on average ({ SHARE($subset) } of the questions used in the search).
validation-held-up = On unseen questions, { $held } of the { $magnets } clearly hold up: they beat more of the questions than an average option, and lower accuracy.
validation-held = { $held }{ $system ->
    [none] {""}
   *[other] {" "}on { $system }
}
validation-note-intervals = Intervals are over the questions that the search never saw, at 95% for all magnets and systems of this table together. Accuracy before and after is over the same questions; p is McNemar's, corrected (Holm) over the magnets of one system.
validation-note-selected = The magnets were searched for only on { $chose }; { $others } had no part in the choice. The effect of an average option on the others is unknown, so a magnet holds up there if its interval is above 0 and its attack lowers accuracy.
given-answer = The { $options } were tried on all of { $questions }. They beat { $listed ->
    [yes] all of the options that stay
   *[no] all of a question's own options
} on { $shares } on average.
given-mean = { SHARE($mean) }{ $system ->
    [none] {""}
   *[other] {" "}with { $system }
}
given-note = The options were given and not searched for, so every question counts. Intervals are at 95% for all options and systems of this table together. Accuracy before and after is over the same questions; p is McNemar's, corrected (Holm) over the options of one system.
agreement-none = No two systems' interference scores both vary, so there is no correlation to report.
agreement-two = The interference scores of { $first } and { $second } correlate at { DECIMAL($correlation, digits: 2) }.
agreement-several = The interference scores of two systems correlate at { DECIMAL($mean, digits: 2) } on average ({ DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }).
transfer-attack-answer = With magnets found on the system itself, { SHARE($own) } of the questions stay right on average over magnets and systems, and with magnets found on another, { SHARE($other) }.
transfer-attack-note = Here a system's magnets are searched for and tried on the same questions.
magnets-listed = The { $shown } strongest of { GROUPED($all) } irrelevant options
magnets-on = interference score T in per cent on { $measure } (95% interval)
magnets-mean-of = per cent right (95% interval), mean over { $magnets } magnets

glance-attracts-title = What attracts it?
glance-attracts-word = { $tone ->
    [poor] { $magnets ->
        [one] One magnet
       *[other] { GROUPED($magnets) } magnets
    }
    [good] Nothing that was tried
   *[open] Nothing is shown to
}
glance-magnets = { $tone ->
    [poor] { $magnets ->
        [one] One of { $pool } attracts
       *[other] { GROUPED($magnets) } of { $pool } attract
    } it more often than a random choice would ({ SHARE($guessing) }).
    [good] Even the strongest of { $pool } attracts it less often than a random choice would ({ SHARE($guessing) }).
   *[open] None of { $pool } is shown to attract it more often than a random choice would ({ SHARE($guessing) }).
}
glance-strongest = The strongest, { QUOTE($option) }, beats all of a question's own options on { SHARE($share) } of the questions ({ $interval }).
glance-attack-title = What happens under attack?
glance-attack-word = { $tone ->
    [poor] It loses right answers
    [good] Next to nothing
   *[open] No harm is shown
}
glance-attack = { $tone ->
    [poor] With { QUOTE($option) } in place of one wrong option, the share of right answers falls from { SHARE($before) } to { SHARE($after) }, a change of { $gain }
    [good] No magnet changes the share of right answers by more than five points; with { QUOTE($option) } in place of one wrong option, the change is { $gain }
   *[open] No magnet is shown to lower the share of right answers; with { QUOTE($option) } in place of one wrong option, the change is { $gain }
} ({ $questions }{ $members ->
    [1] {""}
   *[other] , answered by the first of { GROUPED($members) } members
}).
glance-held = On { $questions } that the search never saw, { GROUPED($held) } of the { GROUPED($options) } strongest options clearly did harm.
