# The words of a checked exam: the page, the terminal.

view-O = a model that sees the options alone
view-QO = a model that sees question and options
view-CO = a model that sees passage and options
view-QOC = a model that sees everything

page-share = { PERCENT($share) }
page-interval = { PERCENT($low) } to { PERCENT($high) }
page-skip = Skip to the questions to look at
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
page-sign = Seen in this too:
page-by-reason = Reasons found, and in how many questions
page-heading-dismissed = Dismissed
page-dismissed-intro = These flags were looked at and dismissed. They count no longer, until the question changes.
page-keys = Where the right answers stand
page-keys-right = right answers
page-keys-expected = placed at random
page-readable-ease = { $words } words, reading ease { DECIMAL($ease, digits: 0) }, school grade { DECIMAL($grade, digits: 1) }, LIX { DECIMAL($lix, digits: 0) }
page-readable-lix = { $words } words, LIX { DECIMAL($lix, digits: 0) }
page-readable-short = { $words ->
    [one] one word
   *[other] { $words } words
}
page-readable-explained = How hard a passage is to read is estimated by formulas, which see the length of words and sentences alone: reading ease (Flesch; 90 very easy, 60 plain, 30 hard), the American school grade (Flesch and Kincaid), and LIX (under 30 easy, over 50 hard).
page-bars = The bars show how likely a reading model is to choose each option, without the passage and with it. The thin line is what guessing gives.
page-no-bars = No reading model has answered these questions: only rules were applied, which examine the text.
page-map = The exam at a glance: { $look ->
        [one] { $look } question deserves
       *[other] { $look } questions deserve
    } a second look, { $remark ->
        [one] { $remark } has
       *[other] { $remark } have
    } lesser remarks, { $clean ->
        [one] { $clean } has
       *[other] { $clean } have
    } no flag, { $unchecked ->
        [one] { $unchecked } was
       *[other] { $unchecked } were
    } not checked.
page-footer = Made by Magnetite. This file holds everything it shows and loads nothing.
page-please-note = Please note
page-reading = How the exam was read

page-verdict-some = { $looks } of { $questions ->
        [one] { $questions } question
       *[other] { $questions } questions
    } { $looks ->
        [one] deserves
       *[other] deserve
    } a second look
page-verdict-one = The only question needs no second look
page-verdict-none = None of the { $questions } questions needs a second look
page-verdict-empty = There is no question here that could be checked

page-kind-look = worth a second look
page-kind-remark = lesser remarks
page-kind-clean = no flag
page-kind-unchecked = not checked
page-kind-left-out = left out

page-bar-without = without passage
page-bar-given = with passage
page-bar-alone = options alone
page-bar-candidates = candidates

page-fact-key-both = right answer { PERCENT($without) } without the passage, { PERCENT($given) } with it
page-fact-key-without = right answer { PERCENT($without) } without the passage
page-fact-key-given = right answer { PERCENT($given) } with the passage
page-fact-facility = { PERCENT($share) } of candidates right

page-heading-trust = How far to trust this
page-heading-looks = Worth a second look
page-heading-uses = Lists to look at
page-heading-exam = The exam as a whole
page-heading-answers = What candidates answered
page-heading-all = Every question
page-heading-passages = The passages
page-heading-left-out = Left out of the check
page-heading-missing = Not checked
page-heading-method = Method and limits

page-trust-both = This exam was checked in two ways. A reading model answered the questions with parts of them hidden; what it points to is likely, not certain. Rules examined the text; they give the same result every time, and see form, not meaning.
page-trust-rules = This exam was checked by rules alone. They examine the text, give the same result every time, and see form, not meaning: they cannot tell whether a question can be answered without its passage.
page-trust-not-good = A question without a flag is not thereby a good question.
page-trust-race = on RACE, other school exams
page-trust-not-measured = not measured
page-trust-exam = on this exam
page-trust-guessing = Having read the passages, the model is right on { PERCENT($value) } of this exam's questions, which it could reach by guessing. So what it says of keys and wrong options is left out. What the rules find in the text holds as always.
page-trust-few = This exam is too small to tell whether the model reads it or guesses: it is right on { PERCENT($value) } of the questions. On RACE, other school exams, it reads better than that chance could explain. So what it says of keys and wrong options is listed as remarks only.
page-trust-below = Having read the passages, the model is right on { PERCENT($value) } of this exam's questions, less than on RACE, the school exams on which it was measured. It may not know this kind of exam: take what it says of keys and wrong options as hints.
page-trust-as-measured = Having read the passages, the model is right on { PERCENT($value) } of this exam's questions, not clearly less than on RACE, the school exams on which it was measured.
page-trust-table = How often the model's answers are right. On this exam, guessing would be right { PERCENT($guessing) } of the time; the ranges allow for chance.
page-trust-system = The model

page-looks-intro = The worst first. Each question stands as candidates see it; the notes beside it say what was found and what you could change.
page-looks-none = No question reached the limit. The remarks below may still be worth reading.

luck-sure = Of { $questions } questions, { NAME($view, of: "view") } is sure of { $sure }; it has { $right } of these right. Luck alone would make { $luck ->
        [0] hardly any
       *[other] about { $luck }
    } of them right ({ $low } to { $high }).
page-luck-told = { luck-sure } So { $raised ->
        [one] the surest one is
       *[other] the { $raised } surest are
    } flagged, few of them by luck.
page-luck-few = { luck-sure } That is too few to tell knowledge from luck. On RACE, other school exams, { PERCENT($elsewhere) } of such answers were right: take these flags as remarks.
page-luck-guessing = { luck-sure } That is too near to luck, so nothing is flagged for it.

page-uses-intro = The head of each list comes first. These are no flags: an order shows where to begin, not what is wrong.
page-check-first-title = Keys to check first
page-check-first-intro = To the model that has read the passage, no other keys look less likely. Most of them are right all the same, and the model is wrong; but a wrong key is most likely to be found here.
page-check-first-none = Nothing is listed: on this exam, the model that reads the passage cannot be told from guessing, or was not asked.
page-check-first-line = the key, { $option }, has a probability of { PERCENT($probability) }.
page-least-needed-title = Questions that need the passage least
page-least-needed-intro = Without the passage, the model gives these keys the highest probabilities.
page-least-needed-none = Nothing is listed: on this exam, the model that has not seen the passage cannot be told from guessing, or was not asked.
page-least-needed-line = the key, { $option }, has a probability of { PERCENT($probability) } without the passage.
page-idle-title = Options that nobody would take
page-idle-intro = No model considers these wrong options, with the passage or without.
page-idle-none = Nothing is listed: on this exam, the models cannot be told from guessing.
page-idle-line = option { $option } has a probability of { PERCENT($probability) } at most.
page-strong-title = Draw most on the passage
page-strong-intro = Good news. Of no other questions does the passage remove more of the model's doubt: they are candidates for good questions (Liusie, Raina and Gales 2022), by entropy alone, that is, without asking whether the model is right. Where the key confirms it, the model that reads chooses the right answer; where it does not, look at the key. It does not mean that a question is good: the wording, the key and what is asked are yours to judge. Nor is a question bad that is missing here, or good that has no flag (their Appendix A): a weak model finds little in a passage that people find easily.
page-strong-none = Of no question does the passage remove much of the model's doubt. That can be the model's fault: a weak one finds little in a passage.
page-weak-title = Surest without the passage
page-weak-intro = By entropy alone, as in the paper: before it has read anything, fewer options look possible to the model than in the rest of the exam, whatever the key says. Where the key confirms it, readers may not need the passage either. Where it does not, the model trusts what it takes to know, and the passage corrects it, or the key is wrong.
page-weak-none = Until it reads, the model is undecided about every question.
page-passage-left = of { $options } options, about { DECIMAL($without, digits: 1) } look possible to the model without the passage, { DECIMAL($given, digits: 1) } with it.
page-passage-left-without = of { $options } options, about { DECIMAL($without, digits: 1) } look possible to the model without the passage.
page-confirmed = The key confirms it.
page-not-confirmed = By entropy alone: the model chooses another answer than the key.
page-by-entropy = By entropy alone: the key is not known.
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
page-answers-explained = Discrimination is the correlation of being right here with the rest of the score. Near zero, the question does not tell strong from weak candidates; below zero, weaker candidates do better on it than stronger ones.

page-all-intro = All questions in the order of the exam, those without a flag too. Open one to see its options.

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

page-passages-intro = Each passage once; questions lead here. On paper, those that a second look needs are printed.

page-left-out-intro = Only multiple-choice questions with one right answer are checked. These parts of the file are of another kind, or broken, so nothing above is about them.
page-left-out-none = Nothing: every question of the file was checked.

page-missing-intro = Rules that could not be applied, and why. That they flag nothing says nothing about these questions.
page-missing-all = the whole exam
page-missing-some = { $n ->
        [one] { $n } question
       *[other] { $n } questions
    }
page-missing-none = Every rule was applied to every question.

page-method-system-answers = A reading model was trained on school exams to choose the right option. Copies of it saw the question and its options without the passage, the options alone, or everything. Its scores were turned into probabilities with the help of other questions, so that a probability of 60% is right about six times in ten there; on another kind of exam this holds less well.
page-method-look = A serious reason counts two points, one worth a thought counts one, a remark none. Unless the settings say otherwise, a question with two points or more deserves a second look.
page-method-effective = The effective number of options says how many options still look possible: 4 where all four are equally likely, near 1 where one stands out.
page-method-limits = A flag is a reason to look, never a verdict on a question or its author. Weak models find few shortcuts, and other readers may find other ones. No model here knows what you teach. Liusie, Raina and Gales (2022, Appendix A) stress it too: a question without a flag is not thereby good. Whether the passage is worth reading, or the question worth asking, nobody has checked.
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
command-severity = weight
command-worth = Worth a thought, without a second look: { $title } ({ $ids }).
command-keys = Right answers by letter: { $counts }; placed at random, about { $expected }.
command-readable = Passage { $passage }{ $level ->
        [none] {""}
       *[other] {" "}({ $level })
    }: { $reading }.
command-dismissed = { $dismissed ->
        [one] { $dismissed } reason was
       *[other] { $dismissed } reasons were
    } dismissed earlier and left out of this list.
command-question = question
command-place = place
command-why = why
command-whole = The exam as a whole:
command-left = { $left ->
        [one] { $left } part of the file was
       *[other] { $left } parts of the file were
    } left out, and nothing here is about { $left ->
        [one] it
       *[other] them
    }:
command-check-first = Keys to check first, the least likely to the model (a list, no flags): { $ids }.
command-least-needed = Questions that need the passage least, to the model (a list, no flags): { $ids }.
command-strong = Draw most on the passage, by entropy alone (good news): { $ids }. { $confirmed ->
    [unknown] No key is known.
    [0] The key confirms none of them.
    [all] The key confirms all of them.
   *[other] The key confirms { $right }.
}
command-weak = The model is surest without the passage, by entropy alone: { $ids }. { $confirmed ->
    [unknown] No key is known.
    [0] The key confirms none of them.
    [all] The key confirms all of them.
   *[other] The key confirms { $right }.
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
command-negative = Better candidates get { COUNT($ids) ->
        [one] this question
       *[other] these questions
    } wrong more often than weaker ones: { $ids }. So the key may be wrong, or the question misleads.
command-rules-first = What the rules find that read the text; a language model answers next, which takes longer.
command-report = Report: { $path }

# What was made of candidates' answers.

responses-read-as = Answers were read as { $how ->
    [letters] letters
    [texts] option texts
    [numbers] numbers from 1
   *[each] letters, option texts or numbers, each by itself
}.
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
}: too few for discriminations that can be relied on.
