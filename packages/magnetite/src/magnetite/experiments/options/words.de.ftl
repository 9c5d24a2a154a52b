look-options = Wonach richtet sich ein System, das nur die Optionen sieht? Es wird nach jeder Option für sich gefragt, nach allen Optionen zusammen und nach einer Frage, die ein Sprachmodell aus ihnen erschlossen hat.
    .right-the-options-together = richtig, wenn es die Optionen zusammen sieht
    .right-each-option-by-itself = richtig, wenn es jede Option für sich beurteilt

options-nothing = Was die Optionen einem System verraten, ist unbekannt: Nötig sind Fragen mit bekannter Lösung und ein System für die Sicht O.
options-together = Aus den Optionen, ohne die Frage, beantwortet das System { SHARE($right) } ({ $interval }) von { $questions } richtig; wer rät, { SHARE($guessing) }: { $verdict ->
    [above] Die Optionen verraten ihm etwas
    [below] Die Optionen führen es in die Irre
    [level] Die Optionen verraten ihm so gut wie nichts
   *[open] Ob die Optionen ihm etwas verraten, zeigen diese Fragen nicht
}.
options-itself = Es bewertet jede Option für sich; was die Optionen ihm verraten, kommt also von einzelnen Optionen und nicht daher, wie sie zusammenpassen.
options-list = Beurteilt es jede Option für sich, sind { SHARE($right) } richtig: { $verdict ->
    [above] Wie die Optionen zusammenpassen, verrät ihm mehr
    [below] Wie die Optionen zusammenpassen, führt es in die Irre
    [level] Wie die Optionen zusammenpassen, verrät ihm so gut wie nichts mehr
   *[open] Ob es ihm mehr verrät, sie zusammen zu sehen, zeigen diese Fragen nicht
} (Unterschied: { $gain }). Beide Male wählt es in { SHARE($same) } der Fragen dieselbe Option; durch Zufall wären es { SHARE($expected) }.
options-inferred = Steht eine aus den Optionen erschlossene Frage an der Stelle der wahren, beantwortet es { SHARE($right) } von { $questions } richtig: { $verdict ->
    [above] mehr als ohne Frage
    [below] weniger als ohne Frage
    [level] so viele wie ohne Frage
   *[open] Ob das mehr oder weniger sind als ohne Frage, zeigen diese Fragen nicht
} (Unterschied: { $gain }). In { SHARE($same) } davon wählt es dieselbe Option wie ohne Frage; durch Zufall wären es { SHARE($expected) }.
options-alike = Die Ähnlichkeit der erschlossenen Fragen mit den wahren beträgt { SHARE($own) }, mit Fragen zu anderen Texten { SHARE($other) }: { $verdict ->
    [above] Sie kommen den wahren näher
    [below] Sie kommen den anderen näher
    [level] Sie kommen den wahren nicht näher
   *[open] Ob sie den wahren näher kommen, zeigen diese Fragen nicht
}.
options-note-left-out = { $questions } nicht berücksichtigt: ohne bekannte Lösung.
options-note-verdicts = Um eine Option für sich zu beurteilen, wird das Sprachmodell gefragt, ob sie richtig ist, ja oder nein, und sieht keine andere. Als seine Wahl gilt die Option, für die ein Ja am wahrscheinlichsten ist.
options-note-no-verdicts = Was das System von jeder Option für sich hält, ist unbekannt: Fragen lässt sich nur ein Sprachmodell, das hier rechnet und mit Buchstaben antwortet (--scoring symbol).
options-note-inferred = { $lacking ->
    [0] Zu jeder Frage gibt es eine erschlossene
    [one] Zu einer Frage gibt es keine erschlossene
   *[other] Zu { GROUPED($lacking) } Fragen gibt es keine erschlossene
}. Ähnlichkeit ist die der Wörter, in welcher Reihenfolge auch immer (token_sort_ratio von rapidfuzz). Zwei Fragen, die in anderen Worten dasselbe bedeuten, gelten als verschieden.
options-note-not-inferred = { $lacking ->
    [system] Was eine erschlossene Frage ändern würde, ist unbekannt: Dazu braucht es ein System für die Sicht QO.
   *[question] Was eine erschlossene Frage ändern würde, ist unbekannt: Die Daten haben keine. Lassen Sie ein Sprachmodell aus den Optionen jeder Frage eine Frage erschließen, und tragen Sie sie in eine Spalte oder ein Feld inferred_question ein.
}

label-what-options-tell = Was Optionen verraten
label-right-by-what-is-asked-about = Richtig, nach dem, wonach gefragt wird
label-compared-question-by-question = Frage für Frage verglichen
label-how-alike-inferred-questions-are = Wie ähnlich die erschlossenen Fragen sind
label-asked-about = gefragt nach
label-compared-with = verglichen mit
label-more-than-guessing = mehr als beim Raten
label-same-choice = dieselbe Wahl
label-likeness-to-the-question = Ähnlichkeit mit der Frage
label-likeness-to-another = Ähnlichkeit mit einer anderen
label-more-than-to-another = mehr als mit einer anderen
label-each-option-by-itself = jede Option für sich
label-the-options-together = die Optionen zusammen
label-the-inferred-question = die erschlossene Frage
label-the-question = die Frage
label-the-true-question = die wahre Frage
label-a-question-on-another-passage = eine Frage zu einem anderen Text
