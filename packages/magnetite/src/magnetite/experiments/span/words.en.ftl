look-span = Does an answer rest on a sentence of the passage? Each sentence is taken away in turn, and the question is asked again. The critical sentence is the one whose loss lowers the probability of the right answer most, or the one named in the data.
    .stays-right = of the right answers stay right without the critical sentence
    .critical-less-another = what the critical sentence costs more than another one

span-nothing = It is unknown whether answers rest on a sentence of the passage: that needs questions with an answer, passages of two sentences or more, and a system that sees them.
span-right = { SHARE($whole) } of the answers to { $questions } are right with the whole passage, { SHARE($other) } without a sentence drawn at random, and { SHARE($left) } ({ $interval }) without the sentence that each answer rests on{ $blind ->
    [known] ; without the passage, { SHARE($none) }
   *[none] {""}
}.
span-cost = On { $questions } whose sentence is named in the data, { $verdict ->
    [above] it costs fewer right answers than another one
    [below] it costs more right answers than another one
    [level] it costs as many right answers as another one
   *[open] these answers do not show whether it costs more right answers than another one
}: a difference of { $gain }.
span-stay = { $stay } of { $right } that are right with the whole passage stay right without that sentence, some of them by luck.
span-note-left-out = { $questions } left out: without a known answer, or with a passage of a single sentence.
span-note-chosen = If the data names no critical span, the sentence is the one whose loss costs the right answer most probability. A search among many sentences finds some loss by chance, so accuracy without it is a little too low; the questions that stay right are a safe count.
span-note-says = A question that stays answered may rest on several sentences that say the same, on the question and options, or on the system's knowledge.
