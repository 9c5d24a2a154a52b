look-informativity = How much of what is answered right is owed to the text? Answerability is the share of right answers with the text, guessability the share without it, and text informativity the difference.
    .text-informativity = text informativity

informativity-nothing = The text informativity is unknown: finding out takes questions with a text and a known answer, and a system for each of the views QOC and QO.
informativity-exam = With the text, the system answers { SHARE($with) } ({ $interval }) of { $questions } correctly, without it { SHARE($without) }: { $verdict ->
    [above] the text contributes
    [below] with the text it does worse
    [level] the text contributes next to nothing
   *[open] these questions do not show whether the text contributes
}, a text informativity of { $gain }.
informativity-note-left-out = { $questions } left out: without a text or without a known answer.
informativity-note-system = Guessability depends on who guesses: what a system knows or infers without the text, candidates may not, and the other way round. A low text informativity is the question's fault only if people can answer without the text, too, or cannot answer with it.
