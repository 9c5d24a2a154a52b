# What participants of a study read, on a screen and on paper.

error-link-title = This link leads nowhere
error-link-sentence = It may be incomplete, may have been replaced by a newer one, or what belonged to it may have been deleted. Ask the person who sent it to you for a new link.

error-organiser-title = This is not the organiser's link
error-organiser-sentence = The server makes a new one each time it starts, and shows it in its terminal.

study-title = Reading questions
study-page-title = Question { $position } of { $of }
study-agree-title = Before you begin
study-once = There is one question on each page. Once you have sent an answer, you cannot change it.
study-change = There is one question on each page. You can change your answers until you say at the end that you are done.
study-pause = You may stop at any time. Your answers are kept, and this link takes you back to where you were.
study-time = The time you take for each question is recorded. Take as long as you need.
study-consent = Your answers are stored under a number, without your name, and used to find out how well the questions work. Taking part is voluntary, and you may stop at any time without giving a reason. You may have your answers deleted: from any page of your personal link, or by giving your number to the person who invited you.
study-consent-responsible = Responsible for this study: { $text }
study-consent-contact = Questions and complaints: { $text }
study-consent-purpose = Purpose: { $text }
study-consent-retention = How long answers are kept: { $text }
study-consent-age = Who may take part: { $text }
study-consent-legal-basis = Legal basis: { $text }
study-debriefing-title = What this study was about
study-debriefing-attack = In half of your questions, one of the wrong options had been replaced by one that attracts computer programs, whatever the text says. You were not told before, because knowing it would have changed how you choose. The study asks whether such options attract people, too. The right options were left as they were, and your answers say nothing about how well you read. If you do not want your answers to be used now that you know this, you may have them deleted.
study-debriefing-no-passage = The questions were shown without their texts on purpose. The study asks which of them can be answered without reading: such questions do not measure reading. Your answers say nothing about how well you read.
study-debriefing-with-and-without = Some questions were shown without their texts on purpose. The study asks which of them can be answered without reading: such questions do not measure reading. Your answers say nothing about how well you read.
study-debriefing-both = In some of your questions, one of the wrong options had been replaced by one that attracts computer programs, whatever the text says. The study asks whether such options attract people, too. Other questions were shown without their texts on purpose. The study asks which of them can be answered without reading: such questions do not measure reading. You were not told before, because knowing it would have changed how you choose. The right options were left as they were, and your answers say nothing about how well you read. If you do not want your answers to be used now that you know this, you may have them deleted.
study-number = Your number is { $number }.
study-withdraw-link = Withdraw and delete my answers
study-withdraw-title = Withdraw from the study?
study-withdraw-sure = { $answered ->
    [0] You have answered nothing yet.
    [one] Your answer will be deleted.
   *[other] Your { $answered } answers will be deleted.
} Everything else that is stored about you will be deleted too, and your link will stop working. This cannot be undone.
study-withdraw-do = Withdraw and delete everything
study-withdraw-keep = Go back
study-withdrawn-title = You have withdrawn
study-withdrawn = Everything that was stored about you is deleted. You may close this page.
study-fields = The organiser also asks (you may leave this empty)
study-agree = I have read this and want to take part.
study-agree-missing = Please tick the box if you want to take part.
study-begin = Begin
study-passage = The text
study-choose = Choose one answer
study-choose-missing = Please choose an answer first.
study-send = Send and continue
study-stands = You have answered this question. Your answer can no longer be changed.
study-on = Continue
study-progress = Your progress
study-keys = Keys: a letter chooses, Enter sends.
study-review-title = All questions are answered
study-review-intro = You can still look at each answer and change it. When you are done, press the button below.
study-review-done = I am done
study-review-question = Question { $position }: { $letter }
study-thanks-title = Thank you
study-thanks = All { $of } answers are stored. You may close this page.
study-ended-title = This study has ended
study-ended = No more answers are taken. Thank you for your interest; what you have answered before is stored.

study-instructions-attack = You will read short texts and answer a question about each: { $of } questions in all. Choose the one answer that the text supports best.
study-instructions-no-passage = You will answer { $of } questions about texts that you are not shown. Choose the answer that seems most likely to you, even if you cannot be sure.
study-instructions-with-and-without = You will answer { $of } questions. Some are shown with the text that they are about, others without it. Choose the answer that fits the text best, and where there is no text, the one that seems most likely to you.

study-reminder-none =
    Hello,
    you were sent a personal link for “{ $title }”, and have not begun yet. It has { $of } questions. Please open your link when you have some quiet time. If you no longer have it, tell me, and I will send you a new one. Thank you!
study-reminder-some =
    Hello,
    you have answered { $answered } of { $of } questions of “{ $title }”. Please continue: your personal link takes you back to where you stopped. If you no longer have it, tell me, and I will send you a new one. Thank you!

booklet-title = Reading questions
booklet-participant = Participant
booklet-question = Question
booklet-attack = Read each text and choose the one answer that fits best. If you are not sure, choose what seems most likely. Please do not look anything up, and answer each question before you turn to the next.
booklet-no-passage = The text that each question is about is left out on purpose. Choose the answer that seems most likely to you, even if you have to guess. Please do not look anything up.
booklet-with-and-without = Some questions come with the text that they are about, and the text of others is left out on purpose. Read each text and choose the answer that fits best. If there is none, choose what seems most likely to you, even if you have to guess. Please do not look anything up, and answer each question before you turn to the next.
booklet-mark = Mark one letter for each question on the answer sheet, which is the last page.
booklet-agree = If you want to take part, tick the box on the answer sheet. Without it, your answers are not used.
booklet-withdraw = If you want your answers deleted, give the number on your answer sheet to the person who invited you.
booklet-sheet = Answer sheet
booklet-fields = About you
booklet-thanks = Thank you. Please hand in the answer sheet.
booklet-key = Key to the booklets
booklet-key-note = For the organiser only. The letters are those printed in the participant's own booklet; the order of the options differs from booklet to booklet.
booklet-form = form
booklet-answer = right answer
booklet-magnet = magnet
booklet-item = item

registration-title = Preregistration of the study “{ $name }”
registration-made = Made at { $at } by Magnetite { $version }, before anyone answered.
registration-asks-attack = Question: do magnets cost people right answers? The share of right answers to attacked questions, in which a magnet replaces a wrong option, is compared with the share for original questions.
registration-asks-no-passage = Question: without the passages, do people answer the questions that a system is surest of right more often than those that it is least sure of? Both shares of right answers are compared.
registration-asks-with-and-without = Question: do people need the passages? The share of right answers without the passage is compared with the share with it, on the same questions.
registration-asks-flagged = Question: without the passages, do people answer flagged questions right more often than the others? Both shares of right answers are compared, and the share for flagged questions with guessing.
registration-questions = Questions: { GROUPED($questions) }, of { GROUPED($passages) } passages (fingerprint { $print }).
registration-people = People: { GROUPED($planned) } are planned, { $forms ->
    [1] who all see the same form
   *[other] half of them with each of two forms
}. Everyone has an order of questions and options of their own.
registration-consent = Consent: everyone agrees to the text with the fingerprint { $print }.
registration-fields = People are also asked: { $fields }.
registration-change = { $change ->
    [yes] Answers can be changed until a participant finishes.
   *[no] The first answer to a question counts.
}
registration-exclusions = Left out of the analysis: { $rules }.
registration-exclusions-none = No one is left out of the analysis.
registration-stops = Collection ends once all planned participants have finished{ $until ->
    [none] {""}
   *[other] , and on { $until } at the latest
}. What people answered is compared once, after collection has ended.
registration-analysis = Analysis: the difference comes from a least-squares regression with an effect for every person, and for every question where questions are seen both ways. Its 95% interval (Student’s t) has a variance clustered by people and by passages (Cameron, Gelbach and Miller 2011). A difference is claimed if the interval excludes 0, and shares are called alike if it is within ±{ $margin } points. { $asks ->
    [1] No other comparison decides.
   *[other] Each question is decided by its own comparison, and by no other.
}
registration-seed = Seed of every random choice: { $seed }.
registration-print = Fingerprint of the whole design, with all texts, keys and rules: { $print }
registration-deposit = Deposit this file where others can see its date, such as OSF or AsPredicted, before the first person answers. Reports repeat the SHA-256 of this file. It has no key.

codebook-participant = number of the participant
codebook-form = form of the booklet
codebook-position = place of the question in the booklet, from 1
codebook-question = question of the study
codebook-item = id of the question in the data
codebook-passage = id of its passage in the data
codebook-condition = how it was shown: original, attacked (with a magnet), or no-passage
codebook-flagged = whether it was flagged when the study was made; empty where the study does not ask
codebook-order = the options in the order shown, each by its letter in the data
codebook-letter = the letter that the participant marked, as shown
codebook-chosen = the option chosen, by its letter in the data; a magnet has the letter of the option it replaces
codebook-answer = the right option, by its letter in the data
codebook-correct = whether the answer is right
codebook-took-magnet = whether the magnet was chosen; empty where there was none
codebook-magnet = text of the magnet
codebook-seconds = seconds from the first showing to the answer, pauses included; empty where not measured
codebook-showings = how often the question was shown on a screen
codebook-first-shown-at = when it was first shown on a screen (UTC)
codebook-source = web (a screen) or import
codebook-answered-at = when the answer was stored (UTC); with number and form, this can identify people
codebook-excluded = the rule of the study by which reports leave this participant out

look-study-attack = People answered the same questions as the systems, some of them with a magnet in place of one wrong option. A reader should not mind: the passage, the question and the right answer stayed as they were.
    .accuracy-people-original = of original questions answered right by people
    .accuracy-people-attacked = of attacked questions answered right by people
    .attacked-minus-original = from original to attacked, allowing for who answered which questions
    .run = Study with people:
look-study-magnets = How often did people take each magnet? If systems often do and people almost never do, what attracts the systems is not something that readers go by.
    .magnet-chosen = of attacked questions lost to the magnet by { $group }
    .run = Study with people:
look-study-no-passage = People answered questions without the passages they were written for. Questions that they can answer anyway do not require reading, whatever a system makes of them.
    .accuracy-people-lowest-entropy = right on the questions that the system is surest of
    .accuracy-people-highest-entropy = right on those it is least sure of
    .guessing = guessing
    .run = Study with people:
look-study-passage = Half of the people saw each question with its passage, half without it. A question that people answer as well without the passage does not require reading.
    .accuracy-people-with-the-passage = of answers right with the passage
    .accuracy-people-without-it = of answers right without it
    .guessing = guessing
    .run = Study with people:
look-study-flagged = Before anyone answered, some questions were flagged as answerable without their passages. If the flags are right, people who are not shown the passages answer these questions more often than the others, and more often than by guessing.
    .accuracy-flagged = of flagged questions answered right without the passage
    .accuracy-not-flagged = of the others answered right without it
    .flagged-minus-not-flagged = from the others to flagged questions
    .run = Study with people:
look-study-people = Who took part, how long it took, and how far they agree. If people agree little, a question may be unclear or its key wrong.
    .people-who-answered = people who answered
    .krippendorff-s-alpha = Krippendorff’s alpha ({ $group ->
        [original] original
        [attacked] attacked
       *[no-passage] without the passage
    })
    .run = Study with people:
figure-study-accuracy = Share of questions answered right by people, and by systems that were asked the same questions in the same form. { figure-intervals }
figure-study-interference = How often each magnet is taken. Bars are people: the share of those shown it who chose it, with an interval as a thin line. Marks are systems: the share of the study's questions where it beats all of the question's own options.
table-study-magnets = In a counterbalanced study each magnet is in two questions, and every participant meets it in one of them.
table-study-participants = Listed by number; nothing here says who they are.

people-share = { SHARE($share) }
people-unknown = unknown
people-gap = { WHOLE($value) } points (95% interval { WHOLE($low) } to { WHOLE($high) })
people-answers = { $people } gave { $answers }{ $few ->
    [pair] , far too few to tell anything about other people or questions: one or two people cannot show anything
    [few] , far too few to tell anything about other people or questions
   *[enough] {""}
}.
people-nobody = Nobody has given such an answer yet: far too few to tell anything about other people or questions.
people-attack = { $adjusted ->
    [yes] Allowing for who answered which questions, { $original }
   *[no] { $original }
} of the answers to original questions were right, and { $attacked } of those to attacked ones.
people-attack-gap = The difference is { $gap }{ $verdict ->
    [above] : people were right more often under attack
    [below] : the attack costs people right answers
    [level] : people were right as often under attack
   *[open] , which does not show whether the attack costs people right answers
}.
people-least = A study like this one finds a difference of { GROUPED($least) } points 4 times in 5.
people-attack-model = { $model }, on the same questions: { $before } and { $after }.
people-magnets = People took the magnet in { $share } of { $answers } to attacked questions (95% interval { $low } to { $high }), over { $magnets }.
people-magnets-more = { $verdict ->
    [above] That is more often than they took the options that magnets replace
    [below] That is less often than they took the options that magnets replace
    [level] They took the options that magnets replace as often
   *[open] These answers do not show whether people take magnets more often than the options that they replace
}; the difference is { $gap }, allowing for who answered which questions.
people-magnets-models = On the same questions, { $models }.
people-magnets-model = { $model } took it on { $share }
people-people = { $people } of { $planned } planned answered, { $whole } of them all { $questions }.
people-alphas = Krippendorff's alpha: { $alphas }.
people-alpha = { DECIMAL($alpha, digits: 2) } ({ $condition ->
    [original] original
    [attacked] attacked
   *[no-passage] without the passage
})
people-no-passage = { $adjusted ->
    [yes] Allowing for who answered which questions, without
   *[no] Without
} the passages, { $low } of the answers to the questions of lowest entropy were right, and { $high } of those to the questions of highest.
people-no-passage-gap = The difference is { $gap }{ $verdict ->
    [above] : without their passages, people answer the questions that the system is surest of more often
    [below] : without their passages, people answer the questions that the system is surest of less often
    [level] : without their passages, people answer the questions that the system is surest of as often as the others
   *[open] , which does not show whether people answer the questions that the system is surest of more often without their passages
}.
people-no-passage-system = { $system }, on { $of } and { $of_high } of these questions: { $low } and { $high }.
people-passage = { $adjusted ->
    [yes] Allowing for who answered which questions, { $shown }
   *[no] { $shown }
} of the answers were right with the passage, and { $withheld } without it.
people-passage-gap = The difference is { $gap }{ $verdict ->
    [above] : people were right more often without the passage
    [below] : people need the passage to answer these questions as well
    [level] : people answer these questions as well without the passage
   *[open] , which does not show whether people need the passage
}.
people-flagged = { $adjusted ->
    [yes] Allowing for who answered which questions, without
   *[no] Without
} the passages, { $flagged } of the answers to flagged questions were right, and { $others } of those to the others.
people-flagged-between = { $adjusted ->
    [yes] Allowing for who answered which questions, without
   *[no] Without
} the passages, { $flagged } of the answers to flagged questions were right (95% interval { $flagged_low } to { $flagged_high }), and { $others } of those to the others ({ $others_low } to { $others_high }).
people-flagged-gap = The difference is { $gap }{ $verdict ->
    [above] : without the passages, people answer flagged questions right more often than the others
    [below] : without the passages, people answer flagged questions right less often than the others
    [level] : without the passages, people answer flagged questions right as often as the others
   *[open] , which does not show whether people answer flagged questions right more often than the others
}.
people-flagged-guessing = Whoever guesses is right on { $guessing } of the flagged questions{ $verdict ->
    [above] ; people do better than that without the passages
    [below] ; people do worse than that without the passages
   *[open] ; these answers do not show whether people do better than that without the passages
}.
people-flow = { GROUPED($invited) } were invited, { GROUPED($took_part) } took part, { GROUPED($withdrawn) } withdrew, { $excluded ->
    [one] 1 was
   *[other] { GROUPED($excluded) } were
} excluded, and { $analysed ->
    [one] 1 is
   *[other] { GROUPED($analysed) } are
} analysed.
people-rule = { $rule ->
    [complete] who did not answer every question
    [seconds] whose median time for a question is under { DECIMAL($value, digits: 1) } seconds
   *[alike] who marked one letter in { SHARE($value) } of the questions or more
}
people-interim = Collection has not ended: this report says who takes part, and compares nothing. What people answered is compared once collection has ended (magnetite study end).
people-departure = { $what ->
    [page] the page was changed or is missing
    [everyone] no one is left out, whatever the rules say
    [early] collection was ended before all planned participants had finished
   *[late] answers were added after collection had ended
}
people-note-registered = Before anyone answered, it was settled what is asked, of whom, and how it is analysed (preregistration.txt, SHA-256 { $print }). { $kept ->
    [yes] This report keeps to it.
   *[no] This report departs from it: { $departures }.
}
people-note-looks = Before collection had ended, the answers were exported { $looks ->
    [one] once
   *[other] { GROUPED($looks) } times
}. If collection was ended because of what they showed, differences are found too easily.
people-note-rules = When the study was made, it was set that these are excluded: { $rules }. { $applied ->
    [yes] This report does so.
   *[no] This report leaves no one out.
}
note-study-expected-of = { $part ->
    [attack] Magnets
   *[no-passage] Passages
}: { $told }
note-study-expected = Simulated beforehand with { $people } who are right on { $first } and { $second } under the two conditions compared, this study finds { $found ->
    [yes] a difference of { GROUPED($least) } points 4 times in 5
   *[no] no difference 4 times in 5, however large; it needs more people or more passages
}.
people-note-one-form = All questions belong to one passage, so each participant saw either all of them with it or all of them without it: the difference is between people.
people-note-each = Under each condition, { GROUPED($least) } to { GROUPED($most) } people answered a question, so the shares of single questions are hints.
people-note-crossed = Intervals are 95% and extend to other participants and other questions: they allow for one person's answers being alike, and for answers to one question being alike.
people-note-fixed = All participants saw the same half of the questions attacked, so the difference also depends on how hard the two halves happen to be. A counterbalanced design compares each question with itself.
people-note-alone = The interval of a single magnet extends to other people, each of whom met it about once, but only to the questions it was placed in; only the mean over magnets extends to other questions too.
people-note-scores = People chose among the options shown, with the magnet in the place of one. A model's T is taken over the study's questions that the magnet may be tried on: the share where it beats all of the question's own options. The table also shows on how many of the questions that people saw with the magnet a model chooses it.
people-note-alpha = Krippendorff's alpha is 1 where all choose alike and 0 where they agree no more than by chance. Options are numbered so that right answers spread evenly over the numbers; the interval is for other questions.
people-note-times = Times run from a question's first showing to its answer, pauses included, so medians are given.
people-note-counted = As counted, without allowing for who answered which questions, the shares are { $first } and { $second }.
people-note-flagged = { $by ->
    [rules] Flagged means that a check of the exam had flags by { $rules } when the study was made, before anyone answered.
   *[list] Flagged means listed as flagged when the study was made, before anyone answered.
}
people-note-guessing = A participant who guesses is right on { SHARE($share) } of these questions.
people-note-missing = { GROUPED($missing) } of { GROUPED($expected) } answers are missing from those who began; shares allow for who answered which questions.
