look-options = What does a system go by if it sees only the options? It is asked about each option by itself, about the options together, and about a question that a language model inferred from them.
    .right-the-options-together = right if it sees the options together
    .right-each-option-by-itself = right if it judges each option by itself

options-nothing = It is unknown what the options tell a system: finding out takes questions with a known answer, and a system for the view O.
options-together = From the options, without the question, the system answers { SHARE($right) } ({ $interval }) of { $questions } correctly; guessing is right in { SHARE($guessing) }: { $verdict ->
    [above] the options tell it something
    [below] the options mislead it
    [level] the options tell it next to nothing
   *[open] these questions do not show whether the options tell it anything
}.
options-itself = It scores each option by itself, so what the options tell it comes from single options, not from how they go together.
options-list = If it judges each option by itself, { SHARE($right) } are right: { $verdict ->
    [above] how the options go together tells it more
    [below] how the options go together misleads it
    [level] how the options go together tells it next to nothing more
   *[open] these questions do not show whether it tells the system more to see them together
}, a difference of { $gain }. Both times it chooses the same option in { SHARE($same) } of the questions; by chance it would in { SHARE($expected) }.
options-inferred = If a question inferred from the options takes the place of the true one, it answers { SHARE($right) } of { $questions } correctly: { $verdict ->
    [above] more than without a question
    [below] fewer than without a question
    [level] as many as without a question
   *[open] these questions do not show whether that is more or fewer than without a question
}, a difference of { $gain }. It chooses the same option as without a question in { SHARE($same) } of them; by chance it would in { SHARE($expected) }.
options-alike = The likeness of inferred questions to the true ones is { SHARE($own) }, and to questions on other passages { SHARE($other) }: { $verdict ->
    [above] they come closer to the true ones
    [below] they come closer to the others
    [level] they come no closer to the true ones
   *[open] these questions do not show whether they come closer to the true ones
}.
options-note-left-out = { $questions } left out: without a known answer.
options-note-verdicts = To judge an option by itself, the language model is asked whether it is right, yes or no, and sees no other option. The option with the highest odds of yes counts as its choice.
options-note-no-verdicts = It is unknown what the system makes of each option by itself: only a language model that runs here and answers by letter can be asked (--scoring symbol).
options-note-inferred = { $lacking ->
    [0] Each question has an inferred one
    [one] One question has no inferred one
   *[other] { GROUPED($lacking) } questions have no inferred one
}. Likeness is that of the words, in any order (rapidfuzz’s token_sort_ratio). Two questions that mean the same in other words count as different.
options-note-not-inferred = { $lacking ->
    [system] It is unknown what an inferred question would change: that needs a system for the view QO.
   *[question] It is unknown what an inferred question would change: the data has none. Let a language model infer a question from the options of each question, and put it into a column or key inferred_question.
}
