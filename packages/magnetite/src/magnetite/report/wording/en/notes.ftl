### Notes on how data was read, and on the systems that answer.

# How a file was read.

# How data was put together.

note-left = Skipped: { PLACE($where) }: left out ({ $reason })
note-left-broken = Skipped: { PLACE($where) }: { $reason }
note-left-unplaced = Skipped: { $reason }
note-repeated = { $again } of { $questions } questions { $again ->
    [one] repeats
   *[other] repeat
} another one, text for text.
note-other-split = Not tested on the split { $split }, which these do not have or were set not to give: { $others }.
note-no-answer = { $unknown } of { $questions } questions { $unknown ->
    [one] has no known answer and is
   *[other] have no known answer and are
} left out.
note-no-passages = No question has a passage, so systems answer only under O and QO, and every question counts as its own passage. If a column contains passages, name it: --columns passage=NAME.
note-pool = The pool is { $pool }, { $options } options.{ $same ->
    [0] {""}
   *[other] {" "}{ $same } more are the same as one of these.
}
note-pool-split = The data has no split “{ $split }”, so the pool has no options from it.
note-exhibits-left-out = Left out, as they report no result: { $exhibits }.
note-not-run = Not run yet: { $exhibit }.
note-exhibits-kept = { $exhibits ->
    [all] All exhibits are kept as they were made
   *[other] Kept as they were made
}{ $commit ->
    [none] {" "}before
   *[other] {" "}on commit { $commit }
}, because the results of their stages are not available{ $exhibits ->
    [all] .
   *[other] : { $exhibits }.
}
note-number-formats = Not everything was computed in one number format; bfloat16 is coarser, and in it a system sometimes chooses another option. { $formats }.
note-run-in-part = { $exhibit } is shown in part; not run yet: { $missing }.
note-stages-missing = { $exhibit } is not shown, because these stages have not been run: { $missing }. Run them with --only { $name }.
note-trained-on = { $same } of the { $questions } test questions { $same ->
    [one] is
   *[other] are
} also trained on, text for text.
note-dev-is-test = The dev questions are also the test questions, so no weights were chosen on them: the last ones are kept.

# The systems that answer.

note-bundled = Models used: { $chosen }.
note-bundled-better = A better model is available ({ $better }). To install it: { $install }.
note-passages-seen = { GROUPED($seen) } of { GROUPED($passages) } passages occur in the training data of { COUNT($systems) ->
    [one] the system “{ $systems }”
   *[other] the systems { $systems }
}, or in the data set that these were drawn from ({ COMMAS($first) }{ $seen ->
    [1] {""}
    [2] {""}
    [3] {""}
   *[other] , …
}). Right answers there may be remembered.
note-seen-in-training = The system “{ $system }” was trained on questions of { $data }, which are part of this exam. It may remember the answers. Use a split that it never saw.
note-other-view = { $system } was trained for the view { $own } and answers for { $view } here, so its accuracy shows how it uses this input, not how much can be learned from it.
note-one-for-all = One system, { $system }, answers under every view; it was trained for { $own }, so its accuracy under { $others } shows how it copes with less, not how much can be answered with less.
note-one-untold = One system, { $system }, answers under every view. If it learned under only one of them, what it scores under { $others } shows what it does with less, not how much can be answered with less.
note-prompted = One model, { $system }, answers under every view: under { $others } it answers the same prompt as under { $own }, with less to read, and was not trained for that. Its accuracy there shows how it copes with less (as with choices-only prompts, Balepur et al. 2024), not how much can be answered with less; that needs systems trained for these views.
note-first-member = Only the first member of the systems for { $views } answered; figures measured elsewhere are for all members together. Use --members all to run every member.
note-first-member-uncalibrated = Only the first member of the systems for { $views } answered; the temperature, and figures measured elsewhere, are for all members together. Use --members all to run every member.
note-no-reader = Only the rules that read the text were applied; a reader would also say which keys look wrong and which questions need no passage: { $install }

# Calibration.

note-calibrated = Calibrated on { $questions } { $questions ->
    [one] question
   *[other] questions
} of { $data }, one temperature per view: { $temperatures }.
note-not-calibrated = The { $system } system is not calibrated: { $error }
note-no-temperature = Systems that store no temperature are not calibrated: { $systems }.
note-few-to-calibrate = { $questions } { $questions ->
    [one] question is
   *[other] questions are
} few to calibrate on: the temperatures are rough.
note-calibrated-on-reported = { $questions } of the questions reported { $questions ->
    [one] is
   *[other] are
} among those calibrated on, so the calibration looks better here than on questions it has not seen.
note-not-on-dev = Not calibrated on dev: { $why } Temperatures are those that the systems' cards store, if any.
note-no-dev-split = the data has no dev split, or not all of it has one.

# Studies.

note-study-left-out = { $left } of { $of } questions are left out: they have no passage, or no known answer.
note-few-magnets = { $magnets ->
    [one] There is one magnet
   *[other] There are { $magnets } magnets
} for the { $questions } attacked questions of a booklet, so participants meet some of them more than once.

# Models on servers.

note-server-sent = { $requests } { $requests ->
    [one] request was
   *[other] requests were
} sent in this run, { $tokens } tokens.
note-server-sent-guessed = { $requests } { $requests ->
    [one] request was
   *[other] requests were
} sent in this run, { $tokens } tokens, { $guessed } answers' by estimate, at four bytes a token.
note-server-all-stored = Scores of a server are as reproducible as the server. All were stored before.
note-server-model = The server's answers name the model { $names }; the request was for { $asked }.
note-server-models = The server's answers name { $count } models ({ $names }); the request was for { $asked }. Their scores may come from different models.
note-server-fingerprints = The server's answers have several fingerprints ({ $names }), so the model or its settings may have changed during this run.
note-server-stored = Scores of a server are as reproducible as the server. Some were stored before this run, between { $first } and { $last }. A stored question was asked again; its scores differ from the stored ones by { $by } at most.
note-server-temperature = The server refuses temperature 0, so its answers are drawn by chance: asked again, they may differ.
note-server-asked-once = Scores of a server are as reproducible as the server. No request was asked twice here.
note-server-alike = Scores of a server are as reproducible as the server. The first request, asked twice, was answered alike.
note-server-chose-another = Scores of a server are as reproducible as the server. The first request, asked twice, chose another option.
note-server-drift = Scores of a server are as reproducible as the server. The first request, asked twice, differed by { $by }.
note-server-shares = Scores are shares of { $asks } requests per question, as logarithms, each with the options in another order. { $none } of { $answers } answers named no option and { $none ->
    [one] does
   *[other] do
} not count.
note-server-letters = In { $some } of { $answers } answers some letter was not among the likeliest tokens that the server lists, and got the most it can have; in { $none } there was none, and the question counts as not answered.
note-server-merged = In { $shorter } of { $answers } answers the server listed fewer likely tokens than requested. It may have merged tokens of equal text, such as a letter with and without a space, and then lists only one of them; the letters' scores may be too low. A prompt for chat (--prompt chat) has no such lists.
note-letters-hold = { $system }: the letters of the options have { PERCENT($median) } of the probability in the median question, and less than half of it in { PERCENT($under) } of { $questions ->
    [one] one question
   *[other] { GROUPED($questions) } questions
}.
note-letters-hold-little = { $system }: the letters of the options have little of the probability: { PERCENT($median) } in the median question, and less than half in { PERCENT($under) } of { $questions ->
    [one] one question
   *[other] { GROUPED($questions) } questions
}. Other answers are not counted, so its choices among letters may mean little. Another prompt (--prompt) or another way to answer (--scoring) may suit it better.
note-letters-hold-little-logged = { $system }: the letters of the options have little of the probability: { PERCENT($median) } in the median question, and less than half in { PERCENT($under) } of { $questions ->
    [one] one question
   *[other] { GROUPED($questions) } questions
}. Other answers are not counted, so its choices among letters may mean little. The program that asked it may do better with another prompt.
note-log = { $file } contains the scores of another program: log-likelihoods as it logged them, summed over tokens, not divided by length.
note-log-letters = For the answers in { $file } only the chosen letter is known, not how the other options scored: accuracy and comparisons of choices are valid, and what needs probabilities is left out. { $silent ->
    [0] Every answer named a letter.
    [one] One answer named none.
   *[other] { $silent } answers named none.
}
note-log-shared = The scores in { $file } are logarithms of each option's share of what all options got, so they do not tell how likely the model was to answer with an option at all.
note-log-order = { $moved ->
    [0] {""}
    [one] In one question of { $file } the prompt shows the options in another order than the row lists them; the prompt's order counts.{" "}
   *[other] In { $moved } questions of { $file } the prompt shows the options in another order than the rows list them; the prompt's order counts.{" "}
}{ $unclear ->
    [0] {""}
    [one] For one answer the prompt does not show the order of the options, so it is left out.
   *[other] For { $unclear } answers the prompt does not show the order of the options, so they are left out.
}
note-log-floor = { $floored ->
    [one] One log-likelihood in { $file } is minus infinity; it counts
   *[other] { GROUPED($floored) } log-likelihoods in { $file } are minus infinity; they count
} as less than every other of the question.
note-log-turned = { $turned ->
    [one] One question of { $file } was asked with its options in another order than the exam's
   *[other] { GROUPED($turned) } questions of { $file } were asked with their options in another order than the exam's
}; letters are translated back into option texts, and answers to several orders count as one.
note-log-unfiltered = In { $answers ->
    [one] one answer
   *[other] { GROUPED($answers) } answers
} in { $file } the filter of the task found no option, and the model's own text names one, which counts. Accuracy may therefore be above the program's.
note-log-unended = { $answers ->
    [one] One answer in { $file } ends within the model's reasoning, so it names no option and counts
   *[other] { GROUPED($answers) } answers in { $file } end within the model's reasoning, so they name no option and count
} as wrong. The program that asked ended them: give the model more tokens there (lm_eval: --gen_kwargs max_gen_toks=8192; Inspect: --max-tokens 8192).
note-log-left-out = { $file }, one of the logs in { $folder }, is left out: { $error }
note-log-lacks = { $file } does not answer { $lacking } of the { $questions } questions; { $lacking ->
    [one] it is
   *[other] they are
} left out here and listed in { $beside }.
note-scores-choices = All scores in { $file } are 0 or 1. They say which options were chosen, not how likely the others were: accuracy and comparisons of choices are valid, and what needs probabilities is left out.
note-log-lacks-scores = The experiment { $experiment } is left out: the log { PART($lacking, $asked) ->
    [all] has none
   *[some] lacks { GROUPED($lacking) }
} of the { GROUPED($asked) } scores it needs. A log contains only the scores that its program computed; to run this experiment, choose a model that can run here or on a server.
note-scores-lack = The experiment { $experiment } is left out: the file of scores { PART($lacking, $asked) ->
    [all] has none
   *[some] lacks { GROUPED($lacking) }
} of the { GROUPED($asked) } scores it needs. They are listed in { $beside }; score them and add them to the file.

# Notes on the systems' choices.

note-recurring-option = { $view } chooses { QUOTE($option) } in { PERCENT($taken) } of the { $offered } questions that offer it, where it is right in { PERCENT($right) } (difference { DECIMAL($low, digits: 0) } to { DECIMAL($high, digits: 0) } points): it works as a magnet.{ $others ->
    [0] {""}
   *[other] {" "}Without it, { PERCENT($out) } of the { $others } of them that have another answer would be right; a blind guess is right { PERCENT($chance) } of the time.
}
note-set-options = { $found } of { $questions } questions { $found ->
    [one] is a statement to be judged, or has
   *[other] are statements to be judged, or have
} a list of options that other questions share. The options are part of such a task: with other options, or in another order, it is a different one, so changes there say little about reading.
note-set-options-alone = { $found } of { $questions } questions { $found ->
    [one] is a statement to be judged, or has
   *[other] are statements to be judged, or have
} a list of options that other questions share. Such options are the same for several questions, so answers from the options only say little about these.
note-unequal-training = The systems were not trained on the same number of questions ({ $seen }; repeats counted), so part of the gain from the passage or the question may come from more training.
note-temperature-worsens = The temperature of { $view }, { DECIMAL($temperature, digits: 2) }, makes its calibration error larger here: { DECIMAL($before, digits: 1) } points before, { DECIMAL($after, digits: 1) } after.{ $on ->
    [none] {""}
   *[other] {" "}It was fitted on { $on }.
} A temperature fitted elsewhere need not fit here; --calibrate-on fits one on questions of your choice.

# Notes that apply to all answers.

note-intervals = Intervals are 95% and allow for questions on the same passage being alike.
note-probabilities-uncalibrated = Probabilities are the softmax of each system's own scores, not calibrated: an overconfident system shows high ones and too few effective options. Compare views and questions with each other rather than with a fixed bound.
note-probabilities-calibrated = Probabilities are calibrated { $on ->
    [settings] with the temperatures in the settings
   *[other] on { $on }
}: scores are divided by a temperature ({ $temperatures }).{ $left ->
    [none] {""}
   *[other] {" "}Not calibrated: { $left }.
}
note-unknown-answers = { GROUPED($unknown) } of { $questions } { $unknown ->
    [one] has
   *[other] have
} no known answer; shares leave them out.
too-few = { $count ->
    [1] One passage says nothing about others, so the shares of its { $questions } have no interval.
   *[other] { $questions } on { $passages } are too few to say anything about others.
}
note-silent = In { GROUPED($silent) } of { $questions }{ $view ->
    [none] {""}
    [random] {" "}under the view QOC with a random passage
   *[other] {" "}under the view { $view }
} the system named no option; they count as wrong.
note-often-tied = In { GROUPED($tied) } of { $questions }{ $view ->
    [none] {""}
    [random] {" "}under the view QOC with a random passage
   *[other] {" "}under the view { $view }
} several options share the top score. Those that count as right are largely guesses among the tied options: each of two counts a half, each of three a third.
note-tied = In { $tied }{ $view ->
    [none] {""}
    [random] {" "}under the view QOC with a random passage
   *[other] {" "}under the view { $view }
} several options share the top score; each of two counts a half, each of three a third.
note-richest-view = No system here sees the whole question; this one saw the view { $view }, the most complete available.
