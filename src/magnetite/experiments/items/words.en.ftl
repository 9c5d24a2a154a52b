look-items = Systems took the exam as candidates do, and what test statistics say of candidates can be said of them: which questions are hard, which tell better systems from weaker ones, and where the better ones agree on an option that is not the key.
    .reliability = reliability of the score (alpha)
    .pairs-told-apart = of the pairs of candidates are told apart
    .keys-contradicted = keys contradicted, whichever candidates are drawn
    .agreement-with-the-keys = of options that they agree on are the key
    .wrong-keys-that-would-be-seen = of wrong keys would be contradicted, if there were some
    .questions-enough-drawn = questions drawn at random rank the candidates as half of the exam does
    .run = Items:
figure-items-candidates = What each candidate gets right, from the best to the worst. { figure-intervals }
figure-items-fewer = How well so many questions rank candidates as the other half of the exam does: questions drawn at random, and those that discriminate best. The candidates that are ranked had no part in choosing. Bands hold nine tenths of the splits.
table-items-candidates = A rank is sure only as far as its interval: the ranks that the candidate would have if other passages of this kind were drawn.
table-items-keys = The wrong option that the better candidates prefer to the key, the strongest evidence first. A wrong key looks like this; so do a second right option, and a wrong option that attracts these systems for reasons of their own. Look at each before you change it.
table-items-draws = The better a candidate is on the other questions, the rather it chooses this wrong option, and more clearly so than the key. The interval of the correlation begins above zero.
table-items-negative = The better a candidate is on the other questions, the rather it is wrong here. The interval of the discrimination ends below zero.
table-items-extremes = These questions do not rank anybody. Where nobody is right, look at the key; where everybody is, the question may be too easy or known by heart.
table-items-duplicates = Questions that ask the same, or nearly the same, about the same passage. If the keys differ, one of them is wrong.
table-items-fewer = Mean rank correlation with the other half of the exam. The last line of each way is the most that can be had from half of it.

count-candidate = { GROUPED($many) } { $many ->
    [one] candidate
   *[other] candidates
}
items-answer = { $candidates } took { $questions }{ $groups ->
    [0] {""}
   *[other] {" "}and count as { GROUPED($groups) } groups
}; { SHARE($right) } of their answers are right.
items-reliability = The score has a reliability of { DECIMAL($alpha, digits: 2) } (95% interval { DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }), and the exam tells { SHARE($apart) } of all pairs apart.
items-contradicted = { $keys ->
    [0] No key is contradicted so clearly that it would be whichever candidates were drawn.
    [one] The better candidates contradict the key of one question: { COMMAS($first) }.
   *[other] The better candidates contradict the keys of { GROUPED($keys) } questions: { COMMAS($first) }{ $more ->
    [True] , …
   *[other] {""}
}.
} Where they agree, they agree on the key in { SHARE($agreement) } of cases; if a wrong option stood as the key, they would contradict it in { SHARE($power) }.
items-untrusted = Where the candidates agree on an option whichever of them are drawn, it is the key in only { SHARE($agreement) } of cases: they share habits rather than knowledge, so a key that they contradict is not suspect for it.
items-note-evidence = Evidence against a key adds up the votes of all candidates, each weighed by how often it is right elsewhere, as if they erred independently. They do not: an option that attracts all of them looks like the right one. So the figure orders questions; it is no probability.
items-note-groups = Candidates of one group count as one, and intervals are over the { GROUPED($groups) } groups.
items-note-alone = Every candidate counts by itself. Models of one family, or sizes and checkpoints of one model, make the same errors; counted singly they make intervals too short and a shared error look like a wrong key. Put them into groups (--groups).
items-note-few = { $groups ->
    [one] One candidate or group answered
   *[other] { GROUPED($groups) } candidates or groups answered
}; from { $least } on, correlations have intervals, and lists that need them are filled.
items-note-unkeyed = { $questions } without a known key are left out.
items-note-not-asked = Not all candidates were asked all { $questions }: shares right and discriminations rest on those who were, and ranks on the { GROUPED($common) } questions that all have in common.
items-note-lacks = { $name } has no answer to { GROUPED($lacking) } of { GROUPED($questions) } questions; they count as not asked.
