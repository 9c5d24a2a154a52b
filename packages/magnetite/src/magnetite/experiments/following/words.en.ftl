look-following = Two systems answer the same questions, one with the passage and one without. If the one with the passage makes the same choices, even wrong ones, it may be taking the same shortcut instead of reading. It is then given a passage that belongs to other questions: a system that reads should change its answers.
    .agreement = answered alike with the passage and without
    .agreement-expected = would be, by chance
    .follows-wrong-shortcut = of the shortcut's wrong answers are given with the passage too
    .unchanged-with-random-passage = of answers stay the same with another passage

following-no-views = It is unknown whether the system keeps the choice it would make without the passage: that needs a system for the view without the passage (QO) and one for the whole question (QOC).
following-no-passages = The questions have no passages, so choices with and without one cannot be compared; no scores were needed.
following-no-answers = The system makes the same choice with and without the passage on { SHARE($same) } of { $questions } ({ $interval }); no answer is known, so chance agreement is unknown.
following-no-errors = Without the passage the system makes no error, so there is none to follow with the passage.
following-errors = On the { $wrong } answered wrong without the passage, the full system takes the same wrong option on { SHARE($same) } ({ $interval }); errors spread evenly would do so on { SHARE($expected) }{ $verdict ->
    [above] , so it shares errors with a system that cannot have read
    [below] , so it does so less often than chance
    [level] , so it does so as often as chance
   *[open] ; these questions do not show whether it follows the shortcut
}.
following-random = Given a random passage in place of its own, it keeps its choice on { SHARE($keeps) }.
following-random-right = Given a random passage in place of its own, it keeps its choice on { SHARE($keeps) } and is right on { SHARE($right) } ({ $interval }); a blind guess is right { SHARE($guessing) } of the time{ $verdict ->
    [above] : corrected for guessing, about { SHARE($known) } can be answered without the right passage
    [below] , so a wrong passage leads it astray
    [level] , so without the right passage it can only guess
   *[open] ; these questions do not show whether it can answer without the right passage
}.
following-note-random = With a random passage, each question is shown with another passage of this exam, the same for all questions of a passage. A right answer then comes from guessing, from knowledge, or from hints in the wording.
following-note-one-passage = All questions have the same passage, so there is no other to put in its place.
following-note-chance = The expected share is that of independent systems of the same accuracy: both right, or both wrong with the same wrong option, all equally likely. Wrong options are made to attract, some more than others, and systems that read alike err alike; so agreement beyond that shows common errors, not by itself a shortcut.
