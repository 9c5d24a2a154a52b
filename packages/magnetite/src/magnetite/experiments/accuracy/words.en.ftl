look-accuracy = How often the system picks the right option, compared with three ways to answer without understanding anything: guessing, taking the longest option, and taking the option that shares the most words with the passage. A system that does not clear these by a margin has not shown that it reads.
    .accuracy = of all questions right
    .baseline-longest = always taking the longest option
    .baseline-random = guessing
figure-accuracy-by-level = Share of questions answered right. { figure-intervals }

accuracy-answer = The system answers { GROUPED($right) } of { $questions } correctly: { SHARE($accuracy) } ({ $interval }). A blind guess is right { SHARE($guessing) } of the time, always taking the longest option { SHARE($longest) }, matching words with the passage { SHARE($overlap) }.
accuracy-answer-no-passages = The system answers { GROUPED($right) } of { $questions } correctly: { SHARE($accuracy) } ({ $interval }). A blind guess is right { SHARE($guessing) } of the time, always taking the longest option { SHARE($longest) }.
accuracy-silent = { $silent ->
    [one] It named no option in one question, which counts as wrong.
   *[other] It named no option in { GROUPED($silent) } questions, which count as wrong.
}
accuracy-not-asked = { $lacking ->
    [one] One more question of the exam is not in its log.
   *[other] { GROUPED($lacking) } more questions of the exam are not in its log.
}
accuracy-unanswered = None of the { $questions } has a known answer, so accuracy is unknown; the table lists the system's choices.
accuracy-ties = In { $tied } several options share the top score, which counts as guessing among them.
accuracy-beside-longest = { $side ->
    [above] It is above the longest-option rule; the difference is { $gap }.
    [below] It is below the longest-option rule; the difference is { $gap }.
    [level] It does as well as always taking the longest option; the difference is { $gap }.
   *[open] These questions do not show whether it does better than always taking the longest option; the difference is { $gap }.
}
note-standing = On RACE test (English school exams) this system answers { PERCENT($measured) } correctly. { $verdict ->
    [guessing] On this exam it is not clearly better than guessing, so its answers say little about these questions.
    [below] Here it does worse: it may not know this kind of exam. Take its answers to single questions as hints.
    [as-measured] Here it does as well, or no more than five points worse.
   *[open] These questions do not show whether it does as well here.
}
