# The words of a checked exam: the page, the terminal.

view-O = a model that sees only the options
    .name = options only
view-QO = a model that sees question and options
    .name = no passage
view-CO = a model that sees passage and options
    .name = no question
view-QOC = a model that sees everything
    .name = everything
view-verdicts = a model that judges each option by itself

page-share = { PERCENT($share) }
page-share-of = { PERCENT($share) } ({ $right } of { $questions })
page-about = { $whole ->
    [yes] { DECIMAL($value, digits: 0) }
   *[no] { DECIMAL($value, digits: 1) }
}
page-interval = { PERCENT($low) } to { PERCENT($high) }
page-skip = Go straight to the questions that need a second look
page-parts = Parts of this page
page-question = Question { $id }
page-unwritten = (no question)
page-empty = (empty)
page-unkeyed = The right answer is not known.
page-key = right answer
page-advice = What to change
page-passage = Passage { $number }
page-to-card = Why it deserves a second look
page-no-flag = no flag
page-sign = Also shows up as:
page-by-reason = Reasons found, and in how many questions
page-heading-dismissed = Dismissed
page-dismissed-intro = These flags were reviewed and dismissed. They no longer count, unless the question changes.
page-keys = Positions of the right answers
page-keys-right = right answers
page-keys-expected = if spread by chance
page-readable-ease = { $words } words, reading ease { DECIMAL($ease, digits: 0) }, school grade { DECIMAL($grade, digits: 1) }, LIX { DECIMAL($lix, digits: 0) }
page-readable-lix = { $words } words, LIX { DECIMAL($lix, digits: 0) }
page-readable-characters = { GROUPED($characters) } characters, about { GROUPED($words) } words
page-readable-short = { $words ->
    [one] one word
   *[other] { $words } words
}
page-readable-explained = Formulas estimate how hard a passage is to read only from the length of its words and sentences: reading ease (Flesch; 90 very easy, 60 plain, 30 hard), the American school grade (Flesch and Kincaid), and LIX (under 30 easy, over 50 hard).
page-bars = The bars show how likely the model is to choose each option, without the passage and with it. The thin line is a blind guess.
page-no-bars = No model has answered these questions: only rules were applied, which examine the text.
page-map = The exam at a glance: { $look ->
        [one] { GROUPED($look) } question deserves
       *[other] { GROUPED($look) } questions deserve
    } a second look, { $remark ->
        [one] { GROUPED($remark) } has
       *[other] { GROUPED($remark) } have
    } lesser remarks, { $clean ->
        [one] { GROUPED($clean) } has
       *[other] { GROUPED($clean) } have
    } no flag, { $unchecked ->
        [one] { GROUPED($unchecked) } was
       *[other] { GROUPED($unchecked) } were
    } not checked.
page-footer = Made by Magnetite. This page is a single file; it loads nothing from the internet.
page-please-note = Please note
page-reading = How the exam was read

page-verdict-some = { GROUPED($looks) } of { $questions ->
        [one] { GROUPED($questions) } question
       *[other] { GROUPED($questions) } questions
    } { $looks ->
        [one] deserves
       *[other] deserve
    } a second look
page-verdict-one = Nothing in the only question calls for a second look
page-verdict-none = Nothing in the { GROUPED($questions) } questions calls for a second look
page-verdict-unread = { GROUPED($questions) } of { GROUPED($all) } questions were read; the other { $unread ->
        [one] one was
       *[other] { GROUPED($unread) } were
    } not checked
page-verdict-unread-some = { GROUPED($questions) } of { GROUPED($all) } questions were read; { GROUPED($looks) } of these { $looks ->
        [one] deserves
       *[other] deserve
    } a second look
page-unread = Not read:
page-verdict-empty = No question here could be checked

page-count = { GROUPED($count) }
page-kind-flagged = with a flag
page-passages-all = Show all { $passages } passages
page-kind-look = worth a second look
page-kind-remark = minor remarks only
page-kind-clean = no flag
page-kind-unchecked = not checked
page-kind-left-out = left out

page-bar-without = without passage
page-bar-given = with passage
page-bar-alone = options only
page-bar-supported = judged by itself
page-bar-candidates = candidates

page-fact-key-both = right answer { PERCENT($without) } without the passage, { PERCENT($given) } with it
page-fact-key-without = right answer { PERCENT($without) } without the passage
page-fact-key-given = right answer { PERCENT($given) } with the passage
page-fact-facility = { PERCENT($share) } of candidates right

page-heading-trust = How far to trust this
page-heading-looks = Worth a second look
page-heading-uses = Where to look first
page-heading-exam = The exam as a whole
page-heading-answers = What candidates answered
page-heading-all = Every question
page-heading-passages = The passages
page-heading-left-out = Left out of the check
page-heading-missing = Not checked
page-heading-method = Method and limits

page-trust-both = This exam was checked in two ways. A model answered the questions with parts of them hidden; its findings are likely, not certain. Rules examined the text; they give the same result every time, and see the form of a text, not its meaning.
page-trust-rules = Only rules were used, no model. They give the same result every time, and see the form of a text, not its meaning: they cannot tell whether a question can be answered without its passage.
page-trust-not-good = A question without a flag is not necessarily a good one.
page-trust-worth = How many flags of a kind are right was measured on published exams, in which a program had planted flaws. It depends on how common a flaw is: here, { PERCENT($value) } of the questions are expected to have it.
page-trust-race = on RACE, English school exams
page-trust-not-measured = not measured
page-trust-exam = on this exam
page-trust-cut = The longest passages are too long for the model: in { $cut } of { $questions } questions ({ PERCENT($share) }), part of the passage was cut off. It did not answer these with the passage, so they have no flags, and are in no lists, that depend on reading.
page-trust-guessing = Having read the passages, the model is right on { PERCENT($value) } of { $questions } questions, which is not clearly better than guessing. So nothing here relies on its reading. What the rules find in the text is not affected.
page-trust-few = There are too few questions to tell how well the model understands this exam; here it is right on { PERCENT($value) } of them. On RACE, a large set of English school exams, it is clearly better than guessing. So its doubts about keys and wrong options are shown as remarks only, and the lists that depend on them are left out.
page-trust-below = Having read the passages, the model is right on { PERCENT($value) } of { $questions } questions, clearly less than on RACE, the English school exams on which it was measured. It may not know this kind of exam: treat its findings about keys and wrong options as hints.
page-trust-as-measured = Having read the passages, the model is right on { PERCENT($value) } of { $questions } questions: as well as on RACE, the English school exams on which it was measured, or no more than five points worse.
page-trust-open = Having read the passages, the model is right on { PERCENT($value) } of { $questions } questions. They are too few to show whether it does as well here as on RACE, the English school exams on which it was measured.
page-trust-table = How often the model is right. Guessing would be right { PERCENT($guessing) } of the time on this exam.{ $ranges ->
        [yes] {" "}The grey ranges show how far chance could have moved the figure.
       *[no] {""}
    }
page-trust-one = { $questions ->
        [one] There is only one question
       *[other] All { $questions } questions are about one passage
    }, so the figures say nothing about other passages.
page-trust-system = The model

page-looks-intro = The worst come first. Each question is shown as candidates see it, with the reasons for a second look and a change to consider.
page-looks-none = No question has flags serious enough for a second look. There may still be remarks below that are worth reading.

luck-sure = In { $sure } of { $questions } questions, { NAME($view, of: "view") } clearly prefers one option, and it is right in { $right } of these.
luck-share = Luck explains { $much ->
        [none] almost none of these right answers.
       *[some] about { $luck } of these right answers ({ $low } to { $high }).
    }
luck-alone = { $right ->
        [one] One right answer is
       *[other] { $right } right answers are
    } too few to rule out luck (if all of these answers were guesses, { $ends ->
        [same] { $most }
        [or] { $least } or { $most }
       *[to] { $least } to { $most }
    } would be right)
page-luck-clear = { luck-sure } { luck-share } So { $raised ->
        [one] the clearest one is
       *[other] the { $raised } clearest are
    } flagged{ $parts ->
        [one] .
       *[several] : { $listed }.
    }
luck-part-severity = { $n } as “{ NAME($severity, of: "severity") }”
luck-part-other = { $n } together with another reason
luck-part-dismissed = { $n } since dismissed
page-luck-few = { luck-sure } { luck-alone }. On RACE, English school exams, { PERCENT($elsewhere) } of such answers were right, so these findings are shown only as remarks.
page-luck-small = { luck-sure } { luck-alone }, so no question is flagged for this.
page-luck-guessing = { luck-sure } { luck-share } That leaves too much to luck, so no question is flagged for this.

page-uses-intro = These lists rank your questions by the model's answers. A listed question is not necessarily wrong.
page-check-first-title = Keys to check first
page-check-first-intro = After reading the passage, the model finds these keys the least likely. The model may be wrong, and the keys right: check each by reading the passage.
page-check-first-line = the model's probability for the key ({ $option }) is { PERCENT($probability) }.
page-also-right-title = Wrong options that may be right as well
page-also-right-intro = The model was shown the passage and one option at a time, and asked whether it is right. These are the wrong options that it finds the likeliest to be right.
page-also-right-line = the model's probability that { $option } is right, judged by itself, is { PERCENT($probability) }.
page-least-needed-title = Questions the model answers without the passage
page-least-needed-intro = Without having seen the passage, the model is surest of these keys.
page-least-needed-line = without the passage, the model's probability for the key ({ $option }) is { PERCENT($probability) }.
page-unmoved-title = Still answered whichever sentence is removed
page-unmoved-intro = The model was shown the passage without each of its sentences in turn, and still chose these keys. Several sentences may give the answer, or the passage may not be needed.
page-unmoved-line = without the sentence that it needs most, the model's probability for the key ({ $option }) is { PERCENT($probability) }.
page-idle-title = Wrong options that the model almost never considers
page-idle-intro = The model gives these wrong options a probability of less than 5%, before and after reading.
page-idle-line = option { $option }: { PERCENT($probability) }.
page-strong-title = Questions for which the passage tells the model most
page-strong-intro = Here the passage removes half a bit or more of the model's doubt. This is a good sign, not proof: wording and key are yours to judge. A question that is not listed is not necessarily bad: a weak model misses much that people find easily in a passage.
page-strong-none = In no question does the passage remove half a bit of the model's doubt. That can be the model's fault: a weak one finds little in a passage.
page-weak-title = Questions the model is surest of before it reads
page-weak-intro = Before it has read anything, fewer options look possible to the model here than in the questions that are not listed. If it chooses your key, readers may not need the passage either. If it chooses another option, the passage may correct it, or the key may be wrong.
page-weak-none = No question stands out: before it reads, the model is sure of none.
page-passage-left = of { $options } options, about { DECIMAL($without, digits: 1) } look possible before the model reads, { DECIMAL($given, digits: 1) } after.
page-passage-left-without = of { $options } options, about { DECIMAL($without, digits: 1) } look possible before the model reads.
page-confirmed = It chooses your key.
page-not-confirmed = It chooses an option other than your key.
page-by-entropy = The key is not known.
page-exam-none = Nothing was found that concerns the exam as a whole.

page-answers-intro = How hard each question was, and whether those who knew more got it right: the exam's own test of the flags.
page-answers-candidates = { $value ->
        [one] { $value } candidate's
       *[other] { $value } candidates'
    } answers are known.
page-answers-facility-correlation = Correlation between the share of candidates who are right and the probability of the right answer for { NAME($view, of: "view") }: { $value }.
page-answers-distractor-correlation = Correlation between the share of candidates who choose a wrong option and its probability for { NAME($view, of: "view") }: { $value }.
page-answers-plot = Each dot is a question: across, how likely the model is to give the right answer; up, the share of candidates who did.
page-answers-dot = Question { $id }: model { PERCENT($model) }, candidates { PERCENT($candidates) }
page-answers-across = model right
page-answers-up = candidates right
page-answers-question = Question
page-answers-n = answered
page-answers-facility = right
page-answers-mean-facility = On average, { PERCENT($looks) } of candidates are right on a question worth a second look, and { PERCENT($others) } on the others.
page-answers-mean-discrimination = On average, discrimination is { $looks } on questions worth a second look, and { $others } on the others.
page-answers-discrimination = discrimination
page-answers-explained = Discrimination is the correlation of being right here with the rest of the score. Near zero, the question does not separate strong from weak candidates; below zero, weaker candidates do better on it than stronger ones. Each range is for one question by itself: one in forty sound questions has a range below zero by chance. Flags use wider ranges that allow for all questions at once.

page-all-intro = Questions in the order of the exam. Open one to see its options.
page-unshown = The exam is too large for one page. It shows { GROUPED($shown) } of { GROUPED($questions) } questions, those with flags first; findings.json has all.

page-filter-form = Choose and sort questions
page-filter-find = Find in questions, options and passages
page-filter-kind = Show
page-filter-rule = Reason
page-filter-severity = Severity
page-filter-source = Found by
page-filter-any = all
page-filter-sort = Sort by
page-filter-choice = { $words } ({ $count })
page-filter-reset = Reset
page-filter-unfold = Open all
page-filter-fold = Close all
page-filter-shown = # of { $questions ->
        [one] { $questions } question
       *[other] { $questions } questions
    } shown

page-sort-exam = order of the exam
page-sort-worst = worst first
page-sort-without = answerable without the passage first
page-sort-information = least helped by the passage first
page-sort-hardest = hardest for candidates first

page-passages-intro = Each passage appears once, and its questions link to it. On paper, only those needed for a second look are printed.

page-left-out-intro = Only multiple-choice questions with one right answer are checked. These parts of the file are of another kind, or broken, so nothing above is about them.
page-left-out-none = Nothing: every question of the file was checked.

page-missing-intro = Rules that could not be applied, and why. They may have missed something in these questions.
page-missing-all = the whole exam
page-missing-some = { $n ->
        [one] { $n } question
       *[other] { $n } questions
    }
page-missing-none = Every rule was applied to every question.

page-method-trained = { $model } was trained on { $data }{ $school ->
        [race] {" "}(RACE is a set of English school exams).
       *[other] .
    }
page-method-partly = Some of the systems of { $model } were trained on { $data }{ $school ->
        [race] {" "}(RACE is a set of English school exams);
       *[other] ;
    } how the others were made is not recorded.
page-method-unknown = How { $model } was made is not recorded.
page-method-calibrated-all = How its scores become probabilities was fitted on other questions, so that on those questions its highest probabilities are, on average, as high as the share of its right answers. On another kind of exam, or in another language, this is less true.
page-method-calibrated-some = The probabilities of { NAME($views, of: "view") } were fitted on other questions; the other probabilities are the model's own, and may be too high or too low.
page-method-calibrated-none = Its probabilities were not calibrated: they are the model's own, and may be too high or too low.
page-method-system-answers = The table at the top shows which parts of a question the model saw. Questions are ranked by how much they need the passage, using entropy (Liusie, Raina and Gales 2022, §3.2), whether or not the model is right.
page-method-look = A fatal or serious reason counts two points, one worth a thought counts one, a remark none. Unless the settings say otherwise, a question with two points or more deserves a second look.
page-method-effective = The effective number of options says how many options still look possible: 4 if all four are equally likely, near 1 if one stands out.
page-method-limits = A flag is a reason to look, never a verdict on a question or its author. Weak models find few shortcuts, and other readers may find other ones. No model here knows what you teach. A question without a flag is not necessarily a good one, as Liusie, Raina and Gales (2022, Appendix A) stress too. Whether the passage is worth reading, or the question worth asking, was not checked.
page-method-exam = Exam
page-method-questions = Questions
page-method-system = { NAME($view, of: "view") }
page-method-setting = Setting
page-method-started = Checked
page-method-versions = Versions
page-method-repeat = To repeat this check
page-method-details = Exam, systems, settings and versions

command-reasons = reason
command-count = questions
command-severity = severity
command-right = such flags
command-worth = Also worth a thought: { $title } ({ $ids }).
command-keys = Right answers by letter: { $counts }; if spread by chance, about { $expected } each.
command-readable = Passage { $passage }{ $level ->
        [none] {""}
       *[other] {" "}({ $level })
    }: { $reading }.
command-dismissed = { $dismissed ->
        [one] { $dismissed } reason was
       *[other] { $dismissed } reasons were
    } dismissed earlier and left out of this list.
command-whole = The exam as a whole:
command-left = { $left ->
        [one] { $left } part of the file was
       *[other] { $left } parts of the file were
    } left out and not checked:
command-check-first = Keys to check first (the model finds them least likely, and may be wrong): { $ids }.
command-also-right = Questions in which a wrong option may be right as well, the likeliest first: { $ids }.
command-unmoved = Questions still answered whichever sentence of the passage is removed: { $ids }.
command-least-needed = Questions the model answers without the passage, the surest first: { $ids }.
command-strong = Questions for which the passage tells the model most (a good sign): { $ids }. { $confirmed ->
    [unknown] No key is known.
    [0] The model chooses an option other than the key.
    [all] The model chooses the key.
   *[other] The model chooses the key in { $right }.
}
command-weak = Questions the model is surest of before it reads: { $ids }. { $confirmed ->
    [unknown] No key is known.
    [0] It chooses an option other than the key.
    [all] It chooses the key.
   *[other] It chooses the key in { $right }.
}
command-more = and { $more } more, in the report
command-not-asked = { $rules ->
        [one] { $rules } rule was
       *[other] { $rules } rules were
    } not applied to the exam; the report says which and why.
command-not-asked-named = --fail-on { $rule }: this rule was not applied, so it cannot make the check fail: { $reason }.
command-failed = --fail-on { $asked }: { $failing ->
        [one] { $failing } flag
       *[other] { $failing } flags
    } found.
command-answers = { $candidates ->
        [one] { $candidates } candidate
       *[other] { $candidates } candidates
    } answered { $questions ->
        [one] { $questions } question
       *[other] { $questions } questions
    }; on average { PERCENT($facility) } of them are right.
command-negative = { COUNT($ids) ->
        [one] On this question, judged by itself, better candidates do worse than weaker ones
       *[other] On these questions, each judged by itself, better candidates do worse than weaker ones
    }: { $ids }. By chance, one in forty sound questions looks like this. Otherwise, the key may be wrong, or the question may mislead.
command-rules-first = What the rules find in the text. A language model answers next, which takes longer.
command-report = Report: { $path }

# A judge: a language model that is asked for its opinion of the questions.

view-judge = a language model that was asked for its opinion
judge-single_best_answer = two right answers (or none)
judge-plausible_distractors = wrong options that no one would believe
judge-focused_stem = a question that asks nothing definite
judge-problem_in_stem = a problem that only the options state
judge-clear_language = unclear wording
judge-unmeasured = The opinion of { $judge } was not compared with people's, so its reliability is unknown. These lists only rank questions to read again, the most doubtful first; they raise no flags. To measure its reliability, give questions that people have labelled: --judge-labels FILE.
judge-none = { $judge } agreed with people better than chance on { $agreed } of { $measured } flaws, by intervals for all flaws at once. So nothing shows that its opinion is reliable, and no question is listed.
judge-some = { $judge } agreed with people better than chance on { $agreed } of { $measured } flaws, by intervals for all flaws at once: { NAME($used, of: "judge") }. These lists only rank questions to read again; they raise no flags. Its opinion of the other flaws is not shown, because no such agreement was found: { NAME($rest, of: "judge") }.
judge-all = { $judge } agreed with people better than chance on { $agreed } of { $measured } flaws, by intervals for all flaws at once. These lists only rank questions to read again; they raise no flags.
judge-unkeyed = { $questions ->
        [one] 1 question has no key, so for it the judge was not asked about
       *[other] { $questions } questions have no key, so for them the judge was not asked about
    } { NAME($flaws, of: "judge") }.
page-heading-judge = A model's opinion
page-judge-measured = Given one question that people say has this flaw and one that they say has not, { $judge } doubts the flawed one more { PERCENT($area) } of the time ({ PERCENT($low) } to { PERCENT($high) }, by intervals for all flaws at once; { $n } questions). Chance would be 50%.
page-judge-line = it gives the flaw { PERCENT($probability) }.
command-question = question
command-why = why
command-judge = Questions to read again, for { $flaw }: { $ids }. { $worth }

# What was made of candidates' answers.

responses-read-as = Answers were read as { $how ->
    [letters] letters
    [texts] option texts
    [numbers] numbers from 1
   *[each] letters, option texts or numbers, each by itself
}.
responses-two-readings = The answer “{ $found }” to question “{ $id }” could also mean option { $other }; it counts as option { $read }, as the other answers are written{ $answers ->
    [one] .
   *[other] . So do { $answers } different answers in all.
} If that is wrong, write answers as letters.
responses-numbered = Questions were named by number.
responses-absent = { $questions ->
    [one] 1 question of the exam has
   *[other] { $questions } questions of the exam have
} no answers in the file: { $ids }.
responses-unkeyed = Questions without a known key are not analysed: { $ids }.
responses-missing = { $answers ->
    [one] 1 answer is
   *[other] { $answers } answers are
} missing; a missing answer counts as not right.
responses-few = { $candidates ->
    [one] 1 candidate
   *[other] { $candidates } candidates
}: too few for reliable discriminations.
