look-extent = How much of the passage does a system need? Each question is asked with the first sentence of its passage, with the first two, and so on. It is also asked with the sentences that decide most, and with sentences drawn at random.
    .accuracy = of the questions are right with the first half of the passage
figure-extent = Share of questions answered right by the number of sentences that the system reads (95% intervals). A question whose passage has no more sentences is asked with the whole passage.

extent-nothing = It is unknown how much of the passage is needed: finding out takes questions with an answer, passages of two sentences or more, and a system that sees them.
extent-half = With the first half of the passage, the system answers { SHARE($share) } ({ $interval }) of { $questions } correctly, with the whole passage { SHARE($other) }: { $verdict ->
    [above] the second half costs right answers
    [below] the second half adds right answers
    [level] the second half adds next to nothing
   *[open] these questions do not show whether the second half adds right answers
}, a difference of { $gain }.
extent-few = With only the { $count } most decisive sentences, it answers { SHARE($share) } ({ $interval }) correctly: { $verdict ->
    [above] more than with the whole passage
    [below] fewer than with the whole passage
    [level] as many as with the whole passage
   *[open] these questions do not show whether the whole passage gives more right answers
}, a difference of { $gain }.
extent-random = { $count } sentences drawn at random give { SHARE($other) } right answers: { $verdict ->
    [above] fewer than the decisive ones
    [below] more than the decisive ones
    [level] as many as the decisive ones
   *[open] these questions do not show whether the decisive ones give more
}, a difference of { $gain }.
extent-needs = { $half } of the { $right } that are right with the whole passage need no more than its first half{ $blind ->
    [known] ; { $none } of these need nothing of it
   *[none] {""}
}.
extent-note-left-out = { $questions } left out: without a known answer, or with a passage of a single sentence.
extent-note-turns = In { $questions }, the passage is a dialogue and is read by turn instead of by sentence.
extent-note-cut = In { $questions }, the passage is too long for the system, which does not see its end.
extent-note-decisive = A sentence decides the more, the more probability the option that the system chooses loses without it. The key plays no part in this, so accuracy with the most decisive sentences is not due to a search for the key.
extent-note-needs = A question needs as many first sentences as it takes for the key to lead and to keep the lead with every larger number. That is so for this system: a lucky guess needs nothing, and people may need more or less.
