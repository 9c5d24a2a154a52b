look-unreadable = Each question is shown again with text that misleads a system that only matches words: in its wrong options, or after the passage. Most of it is shuffled, so that no one can read it. The passage, the question and the right answer do not change, so a reader would lose nothing.
    .accuracy-before = right without an attack ({ $group })
    .accuracy-after = right under the most effective one ({ $group })
    .left-more-by-the-next-most-effective = more are left by the next most effective ({ $group })
    .run = Un-readable attacks:
look-unreadable-analysis = Does an attack do more harm if wrong options grew more, if the right answer is short, or if words were shuffled more? A measure that does not vary with the harm is unlikely to explain it.
    .run = Un-readable attacks:
look-trace = One question under one attack, taken apart: the attacked text starts empty and its words come back one by one, and the system answers again after each.
    .probability-of-the-answer-with-nothing-added = for the right answer while the attack is empty
    .probability-of-the-answer-with-all-added = for it under the whole attack
    .run = Case study:
table-flips = Answered right before and wrong under the attack, beginning with those the system was surest of. Look at one token by token: magnetite unreadable DATA --item ID --attack NAME --trace, with the same --split, --seed, --sentence and --threshold if you gave any.
figure-unreadable-attacks = The same questions without an attack (the dark mark) and under each (the dot), with the relative change next to it. The right answer and the question do not change, so a system that reads should lose nothing. The dashed line is a blind guess. { figure-intervals }
table-unreadable-controls = How much of the harm comes from shuffling, how much from the passage's words, how much from length? Each control changes one of them: the same text unshuffled, a sentence of another passage, or as many neutral words.
figure-unreadable-controls = Each attack next to its controls, with the accuracy without an attack (the dark mark). If a control does as much harm, it is not the shuffling, or not the passage's words, that fools the system. { figure-intervals }
table-caught-by = When an attack moves right answers to the options it promotes, which of these do they go to? In brackets, the share if all wrong options attracted alike.
table-unreadable-lengths = An attack that lengthens only wrong options gives away which they are. These rules use only length; if one does well under an attack, length could help a system, or hurt it.
table-unreadable-truncated = Unless an attack is put into the passage itself, its text is never cut: the passage is cut instead, and the system may not see its end.
figure-unreadable-by-growth = Do longer wrong options do more harm? Each point is one of at most ten bins of about equally many questions, at its mean; how far it falls below 0 is the share of right answers that were lost there. { figure-intervals } A bin with few right answers before the attack has a long interval, or none.
figure-unreadable-by-answer-length = Are questions with short answers attacked more easily? Each point is one of at most ten bins of about equally many questions, at its mean; how far it falls below 0 is the share of right answers that were lost there. { figure-intervals } A bin with few right answers before the attack has a long interval, or none.
figure-unreadable-by-degree = Does more thorough shuffling do more harm? Each point is one of at most ten bins of about equally many questions, at its mean; how far it falls below 0 is the share of right answers that were lost there. { figure-intervals } A bin with few right answers before the attack has a long interval, or none.
figure-by-attack = Each point is one attack on one system: by how much its wrong options grow, and its effect. If only length mattered, the points would follow a falling line.
figure-trace = From top to bottom, the attacked text gains its tokens one by one; the lines are the probabilities of the options. If the answer's line jumps, that token made the difference.

unreadable-none-right = None of { $questions } is answered right, so no attack can take anything away.
unreadable-few = { SHARE($before) } of the answers to { $questions } are right, and { SHARE($after) } under { $attack }.
unreadable-harm = { SHARE($before) } of the answers to { $questions } are right, and { SHARE($after) } ({ $interval }) under { $attacks ->
    [one] the attack
   *[other] the most effective attack
}, { $attack }{ $verdict ->
    [below] : a difference of { $loss }{ $below ->
        [below] . A blind guess would be right more often ({ SHARE($guessing) })
       *[other] {""}
    }
    [above] : no attack takes any of that away
    [level] : no attack takes more than five points of that away
   *[open] . These questions do not show that an attack does harm: the difference is { $loss }
}.
unreadable-next = { $attack } comes next.
unreadable-next-leaves = { $verdict ->
    [above] { $attack } comes next and leaves { $more } more.
    [level] { $attack } comes next and does as much: it leaves { $more } more.
   *[open] { $attack } comes next; which of the two does more harm is open ({ $more }).
}
unreadable-attack-right = { $attack } { SHARE($right) }
unreadable-attack-tied = { $attack } ({ SHARE($tied) })
unreadable-note-unlabelled = { $questions } { $unlabelled ->
    [one] has no known answer and is
   *[other] have no known answer and are
} left out: an attack must know which option not to change.
unreadable-note-searched = The most effective of several attacks looks a little stronger than it is, because it was chosen for its effect.
unreadable-note-tested = p-values: exact McNemar test, Holm-corrected over the attacks of one system and level; it treats questions as independent. The p-value of a control compares it with its attack, corrected over all controls of a system.
unreadable-note-relative = A relative change is the difference as a share of the accuracy before.
unreadable-note-length = Length gives the key away: only wrong options were changed, so that always taking the { $rule } option is right more often than the { SHARE($plain) } without an attack: { $attacks }. A system that looks at length is helped by this, and one that is hurt may be hurt by length, not by words: compare the control of the same length.
unreadable-note-naive = The attack's text was put into the passage itself (naive). A system that cuts long passages at their end may lose it: questions whose attack was cut off were not attacked.
unreadable-note-cut = { $system } had to cut the passage of { SHARE($plain) } of the questions without an attack, and of up to { SHARE($most) } under one ({ $attack }). The text of an attack { $naive ->
    [yes] may be
   *[no] is never
} cut.
unreadable-note-shuffled = { $caveat ->
    [below] Some texts are too short, or repeat themselves too much, to be shuffled beyond a ShuffleDegree of { $threshold }; the best order found is used
    [stands] If every order tried left a distractor whole, the passage now says it
    [equal] If a wrong option ended up with the right one's words in their order, it is right too
   *[unchanged] If there was nothing to change, the question stayed as it was
} (questions: { $questions }).
unreadable-note-ties = Several options share the top score in many questions; right answers there are largely guesses: { $attacks }.
unreadable-analysis-nothing = Nothing varies enough to show what the harm of { $attack } is related to.
unreadable-analysis-correlations = Rank correlations of the change under { $attack }, question by question (below 0 if more of it goes with more harm): { $correlations }.
unreadable-analysis-measure = { LABEL($measure) } { DECIMAL($estimate, digits: 2) }{ $bounds ->
    [none] {""}
   *[known] {" "}({ DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) })
}
unreadable-analysis-growth = Over { $attacks } attacks on systems, Pearson's correlation with the growth is { DECIMAL($estimate, digits: 2) }{ $bounds ->
    [none] {""}
   *[known] {" "}({ DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) })
}.
unreadable-analysis-note = Over bins, as in the paper, each bin of about equally many questions is one point: few points, with most of the chance averaged away, so such correlations are large and their intervals wide. Over questions, each counts −1 if a right answer was lost, 1 if one was won, and 0 otherwise; such correlations are small, and show how little one question says.
trace-of = { $id } under { $attack }
trace-title = { $attack }, token by token{ $system ->
    [none] {""}
   *[other] : { $system }
}
trace-answer = The right answer, { $key }, has { SHARE($start) } { $grows ->
    [options] while the growing options are empty
   *[passage] before anything is added to the passage
} and { SHARE($end) } at the end.
trace-always = It is chosen at every step.
trace-from-the-start = { $option } is chosen from the start.
trace-turns = The choice first goes to { $option } with token { $step }, { QUOTE($token) }{ $ends ->
    [back] ; later tokens bring it back
    [wrong] , and is wrong in the end
   *[none] {""}
}.
trace-softmax = Probabilities are the softmax of the scores over the question's options{ $temperature ->
    [none] ; the system is not calibrated, so they may be surer than it is right.
   *[other] , divided by the temperature { $temperature } that the system was calibrated with.
}
trace-note-passage = The text added to the passage starts empty and gains its tokens one by one; the options do not change.
trace-note-options = { $growing ->
    [one] Option { $options } starts empty and gains its tokens one by one; an
   *[other] Options { $options } start empty and gain their tokens one by one, side by side; a shorter one waits for the longest. An
} empty option is scored as a text of no words, which systems seldom met in training.{ $rest ->
    [stay] {" "}All other options stay as they were.
   *[none] {""}
}

unreadable-surest = { $title }: the { $shown } surest of { GROUPED($questions) } questions, with the key's probability
