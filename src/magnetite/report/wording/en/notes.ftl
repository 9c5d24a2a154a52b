### What a reader must know of how data was read, and of the systems that answer.

note-of = { $name }: { $note }

# How a file was read.

note-unused-passage = passage without questions: { PLACE($where) }
note-title = { PLACE($where) }: “{ $text }” is read as the exam’s title{ $headings ->
    [one] {""}
   *[other], as are { $headings } such lines in all
}, which belongs to no passage
note-heading = { PLACE($where) }: “{ $text }” is read as a heading{ $headings ->
    [one] {""}
   *[other], as are { $headings } such lines in all
}; the questions after it belong to the passage before it
note-no-passage = { $lacking } of { $questions } { $questions ->
    [one] question
   *[other] questions
} { $lacking ->
    [one] has
   *[other] have
} no passage, the first at { PLACE($first) }. --passage FILE supplies one.{ $hint }
note-fill-down = The passage may be only on the first of its rows, as merged cells leave it. --fill-down gives the { $lacking } { $lacking ->
    [one] question
   *[other] questions
} without one the passage above.
note-filled-down = { $questions } { $questions ->
    [one] question without a passage takes
   *[other] questions without a passage take
} the one above.
note-passages-are = {" "}{ $passages ->
    [nowhere] { $format } has no place for passages.
   *[other] In { $format } it is { $passages }.
}
passages-gift = a description before its questions
passages-text = the paragraphs before its questions
passages-html = the paragraphs before its questions
passages-docx = the paragraphs before its questions
passages-odt = the paragraphs before its questions
passages-tabular = a column, repeated on the row of each question
passages-aiken = nowhere
passages-blackboard = nowhere
passages-brightspace = nowhere
passages-moodle-xml = a description before its questions
passages-moodle-backup = a description before its questions
passages-olx = a text above its question, in the problem or in its unit
passages-latex = a text of at least twenty words between the questions
passages-r-exams = nowhere
passages-surveyjs = a text (html) before its questions
passages-learnosity = a passage among the features of its item
passages-anki = nowhere
passages-qti = a shared stimulus, a text before its questions, or the text around a prompt
passages-h5p = a text before its questions, on the same page or in the same chapter
note-passages-share-id = { $ids ->
    [one] One passage id names several different texts
   *[other] { $ids } passage ids name several different texts
}, which are kept apart by a hash added to the id: { $examples }
note-same-assessment = { PLACE($where) }: the same assessment is in another file, which was read instead
note-same-item = { PLACE($where) }: the same item is at { PLACE($first) }; it was read once
note-no-key-file = { PLACE($where) }: no { $file } beside it, so its items are unlabelled
note-short-passage = { PLACE($where) }: a text of { $words } words is read as the passage of the { $questions ->
    [one] question
   *[other] { $questions } questions
} after it. If it is only a title or an instruction, remove it and check again: much of this report will then change.
note-encoding = { PLACE($where) }: the file does not state its encoding and is read as { $encoding }: “{ $line }”. If letters are wrong there, save it as UTF-8 (Save as, encoding UTF-8; in a spreadsheet CSV UTF-8) and read that.
note-older-versions = { PLACE($where) }: { $versions ->
    [one] one older version or draft of a question was not read
   *[other] { $versions } older versions and drafts of questions were not read
}
note-gift-both-marks = { PLACE($where) }: { $questions ->
    [one] one question marks its right answer
   *[other] { $questions } questions mark their right answers
} with ~=, which is read as =, as Moodle reads it
note-gift-mark-in-text = { PLACE($where) }: in { $questions ->
    [one] one question
   *[other] { $questions } questions
} a = or ~ inside an answer's text is read as text. Moodle would begin a new answer there: write \= and \~.
note-gift-empty = { PLACE($where) }: { $questions ->
    [one] one question has
   *[other] { $questions } questions have
} an empty answer, which is skipped, as Moodle skips it
note-gift-full-mark = { PLACE($where) }: { $questions ->
    [one] one question marks
   *[other] { $questions } questions mark
} no answer with =; the only one worth 100% is read as right. Moodle lets candidates tick several there.
note-other-sheets = { PLACE($where) }: sheets that name no question and options, or other columns than the first, are not read: { $sheets }
note-row-an-option = { PLACE($where) }: each row is an option (“{ $option }”, right where “{ $right }” says so), and the rows that follow each other with one question are its options: { $questions ->
    [one] one question
   *[other] { $questions } questions
}
note-lost-by-option = { PLACE($where) }: left out, because they differ from option to option: { $columns }
note-marks-beside = { PLACE($where) }: which option is right was read from the columns { $columns }
note-h5p-sorted = { PLACE($where) }: { $questions ->
    [one] one question belongs
   *[other] { $questions } questions belong
} to a single choice set, which has the right answer first and shows the answers in its own order: they are read in alphabetical order
note-marks-in-options = { PLACE($where) }: which option is right was read from “{ $name }” of each
note-letters-left-out = { PLACE($where) }: each option begins with its letter, which is left out
note-id-of-passage = { PLACE($where) }: the questions of a passage share their value under “{ $column }”, so it is read as the passage’s id, and the questions are numbered
note-own-letters = { PLACE($where) }: the options { $questions ->
    [one] begin
   *[other] of { $questions } questions begin
} with letters in another order than their places. A key that is a letter is read as the option’s own letter, a number as its place; the letters are left out
note-said-around = { PLACE($where) }: left out, because it is about the exam: “{ $text }”
note-key-set-off = { PLACE($where) }: { $questions ->
    [one] the option
   *[other] the options
} set off by { $way ->
    [bold] bold type
    [italic] italic type
    [underline] underlining
    [highlight] highlighting
   *[colour] colour
} { $questions ->
    [one] of one question is read as its right one
   *[other] of { $questions } questions are read as the right ones
}
note-no-keys = { $questions ->
    [one] The question has no key
   *[other] None of the { $questions } questions has a key
}, so nothing is said about right options. Mark them (*B. …), or add a line ANSWER: B under each.
note-some-keys = { $lacking } of { $questions } questions { $lacking ->
    [one] has
   *[other] have
} no key, so nothing is said about { $lacking ->
    [one] its right option: { PLACE($first) }
   *[other] their right options; the first: { PLACE($first) }
}
note-stimulus-missing = { PLACE($where) }: the text { $file } that { $questions ->
    [one] the question belongs
   *[other] { $questions } questions belong
} to is not there, so { $questions ->
    [one] it has
   *[other] they have
} no passage. Check the whole package, or add the file.
note-blank-rows = { PLACE($where) }: { $rows ->
    [one] one row whose fields are all empty was left out
   *[other] { $rows } rows whose fields are all empty were left out
}
note-html-cells = { PLACE($where) }: HTML in the cells of { $rows ->
    [one] this row
   *[other] { $rows } rows, of which this is the first,
} is read as text
note-html-cdata = { PLACE($where) }: the HTML in { $parts ->
    [one] a CDATA section
   *[other] { $parts } CDATA sections, of which the first are here,
} is read as text
note-beside-text = { PLACE($where) }: headers, footers and comments are not read: { $parts }. If the exam needs one of them, such as a key, move it into the text
note-row-explains = { PLACE($where) }: this row explains the columns and is not a question
note-settings-left = { PLACE($where) }: the settings of the quiz are left out: { $settings }. Every question of a group is read, even if candidates are given only some of them
note-several-one-right = { PLACE($where) }: candidates may tick several options, and one of them is right; read as a question with one answer
note-two-readings = { PLACE($where) }: the key “{ $key }” could be option { $read } or option { $other }. It is read as { $way ->
    [letter] a letter
    [number] a number
   *[text] the text of an option
}{ $questions ->
    [one] {""}
   *[other] ; so are { $questions } such keys in all
}
note-title-rows = { PLACE($where) }: “{ $text }” { $rows ->
    [one] is read as a title, because it is
   *[other] and other lines, { $rows } in all, are read as titles, because they are
} above the names of the columns
note-splits-inside = { PLACE($where) }: the file itself names the splits { $splits }, and all of them are read together. To read one, put it into a separate file.
note-files-in-no-split = { PLACE($where) }: not read, because { $files ->
    [one] one file names no split: { $first }
   *[other] { $files } files name no split, the first { $first }
}. Give its path to read it.
note-no-header = { PLACE($where) }: the file does not name its columns; by their shape they were read as { COMMAS($columns) }. If that is wrong, put a line of names above them
note-columns = Columns read as: { $columns }; { $answers }
note-columns-kept = Columns read as: { $columns }; kept as metadata: { $kept }; { $answers }
answers-text = answers are read as the text of an option
answers-keyed = the right answers are in one column and the wrong options in one or more others; the table does not give the order of the options, so they are in alphabetical order
answers-number = answers are numbers counted from { $first }{ $why ->
    [given] {" "}(as given)
    [highest] {" "}(one equals its number of options and none is 0)
    [columns] {" "}(as the option columns are, and none is 0)
   *[plain] {""}
}
answers-mixed = answers are read as letters, option texts or numbers counted from { $first }{ $why ->
    [given] {" "}(as given)
    [highest] {" "}(one equals its number of options and none is 0)
    [columns] {" "}(as the option columns are, and none is 0)
   *[plain] {""}
}
answers-none = no answers were found, so the items are unlabelled
answers-not-recognised = no answer column was recognised, so the items are unlabelled; if one of the others has the answers, name it: --columns answer=NAME

# How data was put together.

note-left = Skipped: { PLACE($where) }: left out ({ $reason })
note-left-broken = Skipped: { PLACE($where) }: { $reason }
note-left-unplaced = Skipped: { $reason }
note-repeated = { $again } of { $questions } questions { $again ->
    [one] repeats
   *[other] repeat
} another one, text for text.
note-other-split = Not tested on the split { $split }, which these do not have or were told not to give: { $others }.
note-no-answer = { $unknown } of { $questions } questions { $unknown ->
    [one] has no known answer and is
   *[other] have no known answer and are
} left out.
note-no-passages = No question has a passage, so systems are asked under O and QO, and every question counts as a passage of its own. If a column holds passages, name it: --columns passage=NAME.
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
}, because the results of their stages are not at hand{ $exhibits ->
    [all] .
   *[other] : { $exhibits }.
}
note-number-formats = Not all of it was computed in one number format, and bfloat16 is the coarser one: now and then a system takes another option in it. { $formats }.
note-run-in-part = { $exhibit } is shown in part; not run yet: { $missing }.
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
note-seen-in-training = The system “{ $system }” was trained on questions of { $data }, which it is asked here. It may remember what it gets right there. Use a split that it never saw.
note-other-view = { $system } was trained for the view { $own } and answers for { $view } here, so what it gets right shows what it does with this input, not how much can be learned from it.
note-one-for-all = One system, { $system }, answers under every view; it was trained for { $own }, so what it scores under { $others } shows what it does with less, not how much can be answered with less.
note-one-untold = One system, { $system }, answers under every view. If it learned under only one of them, what it scores under { $others } shows what it does with less, not how much can be answered with less.
note-prompted = One model, { $system }, answers under every view: under { $others } it is asked in the same way as under { $own }, with less to read, and was not trained for that. What it gets right there shows what it does with less (as choices-only prompts do, Balepur et al. 2024), not how much can be answered with less; that takes systems trained for these views.
note-first-member = Only the first member of the systems for { $views } answered; figures measured elsewhere are for all members together. --members all asks every one.
note-first-member-uncalibrated = Only the first member of the systems for { $views } answered; the temperature, and figures measured elsewhere, are for all members together. --members all asks every one.

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
note-server-model = The server's answers call the model { $names }; { $asked } was asked for.
note-server-models = The server's answers name { $count } models ({ $names }); { $asked } was asked for. Their scores may come from different models.
note-server-fingerprints = The server's answers bear several fingerprints ({ $names }), so the model or its settings may have changed during this run.
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
note-server-merged = In { $shorter } of { $answers } answers the server listed fewer likely tokens than it was asked for. It may have merged tokens of equal text, such as a letter with and without a space, and then lists only one of them; the letters' scores may be too low. A prompt for chat (--prompt chat) has no such lists.
note-letters-hold = { $system }: the letters of the options have { PERCENT($median) } of the probability in the median question, and less than half of it in { PERCENT($under) } of { $questions ->
    [one] one question
   *[other] { GROUPED($questions) } questions
}.
note-letters-hold-little = { $system }: the letters of the options have little of the probability: { PERCENT($median) } in the median question, and less than half in { PERCENT($under) } of { $questions ->
    [one] one question
   *[other] { GROUPED($questions) } questions
}. What the model would say instead is not counted, so its choices among letters may say little. Another prompt (--prompt) or another way to answer (--scoring) may do it justice.
note-log = { $file } contains the scores of another program: log-likelihoods as it logged them, summed over tokens, not divided by length.
note-log-letters = For the answers in { $file } only the chosen letter is known, not how the other options scored: accuracy and comparisons of choices are valid; probabilities, entropy and calibration are not. { $silent ->
    [0] Every answer named a letter.
    [one] One answer named none.
   *[other] { $silent } answers named none.
}
note-log-order = { $moved ->
    [0] {""}
    [one] In one question of { $file } the prompt shows the options in another order than the row lists them; the prompt's order counts.{" "}
   *[other] In { $moved } questions of { $file } the prompt shows the options in another order than the rows list them; the prompt's order counts.{" "}
}{ $unclear ->
    [0] {""}
    [one] For one answer the order of the options cannot be told from the prompt, so it is left out.
   *[other] For { $unclear } answers the order of the options cannot be told from the prompt, so they are left out.
}
note-log-floor = { $floored ->
    [one] One log-likelihood in { $file } is minus infinity; it counts
   *[other] { GROUPED($floored) } log-likelihoods in { $file } are minus infinity; they count
} as less than every other of the question.
note-log-turned = { $turned ->
    [one] One question of { $file } was asked with its options in another order than the exam's
   *[other] { GROUPED($turned) } questions of { $file } were asked with their options in another order than the exam's
}; letters stand for the texts behind them, and answers in several orders are one.
note-log-lacks = { $file } does not answer { $lacking } of the { $questions } questions; { $lacking ->
    [one] it is
   *[other] they are
} left out here and listed in { $beside }.
note-log-lacks-scores = The experiment { $experiment } is left out: the log lacks { GROUPED($lacking) } of the { GROUPED($asked) } scores it needs. A log has only what its program asked; to run this experiment, give a model that can be asked.
note-scores-lack = The experiment { $experiment } is left out: the file of scores lacks { GROUPED($lacking) } of the { GROUPED($asked) } scores it needs. They are listed in { $beside }; score them and add them to the file.

# What a reader must know of what systems chose.

note-recurring-option = { $view } chooses { QUOTE($option) } in { PERCENT($taken) } of the { $offered } questions that offer it, where it is right in { PERCENT($right) } (difference { DECIMAL($low, digits: 0) } to { DECIMAL($high, digits: 0) } points): it works as a magnet.{ $others ->
    [0] {""}
   *[other] {" "}Without it, { PERCENT($out) } of the { $others } of them that have another answer would be right, where guessing gets { PERCENT($chance) }.
}
note-unequal-training = The systems were not trained on equally many questions ({ $seen }; repeats counted), so part of what the passage or the question adds may be what more training adds.
note-temperature-worsens = The temperature of { $view }, { DECIMAL($temperature, digits: 2) }, makes its calibration error larger here: { DECIMAL($before, digits: 1) } points before, { DECIMAL($after, digits: 1) } after.{ $on ->
    [none] {""}
   *[other] {" "}It was fitted on { $on }.
} A temperature fitted elsewhere need not fit here; --calibrate-on fits one on questions of your choice.

# What goes with any reading of answers.

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
} several options share the top score. Of these answers, those that count as right are largely what guessing among them would get: each of two counts a half, each of three a third.
note-tied = In { $tied }{ $view ->
    [none] {""}
    [random] {" "}under the view QOC with a random passage
   *[other] {" "}under the view { $view }
} several options share the top score; each of two counts a half, each of three a third.
note-richest-view = No system here sees the whole question; this one saw the view { $view }, the richest that there is a system for.
