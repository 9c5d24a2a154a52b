look-extent = Wie viel vom Text braucht ein System? Jede Frage wird mit dem ersten Satz ihres Textes gestellt, mit den ersten beiden und so weiter, außerdem mit den Sätzen, die am meisten entscheiden, und mit zufällig gezogenen.
    .accuracy = der Fragen sind mit der ersten Hälfte des Textes richtig
figure-extent = Anteil richtig beantworteter Fragen nach der Zahl der Sätze, die das System liest (95-%-Intervalle). Eine Frage, deren Text nicht mehr Sätze hat, wird mit dem ganzen Text gestellt.

extent-nothing = Wie viel vom Text nötig ist, ist unbekannt: Nötig sind Fragen mit Lösung, Texte aus mindestens zwei Sätzen und ein System, das sie sieht.
extent-half = Mit der ersten Hälfte des Textes beantwortet das System { SHARE($share) } ({ $interval }) von { $questions } richtig, mit dem ganzen Text { SHARE($other) }: { $verdict ->
    [above] die zweite Hälfte kostet richtige Antworten
    [below] die zweite Hälfte bringt weitere richtige Antworten
    [level] die zweite Hälfte bringt so gut wie nichts
   *[open] ob die zweite Hälfte weitere richtige Antworten bringt, zeigen diese Fragen nicht
} (Unterschied: { $gain }).
extent-few = Mit nur den { $count } entscheidendsten Sätzen beantwortet es { SHARE($share) } ({ $interval }) richtig: { $verdict ->
    [above] mehr als mit dem ganzen Text
    [below] weniger als mit dem ganzen Text
    [level] so viele wie mit dem ganzen Text
   *[open] ob der ganze Text mehr richtige Antworten bringt, zeigen diese Fragen nicht
} (Unterschied: { $gain }).
extent-random = Mit { $count } zufällig gezogenen Sätzen sind { SHARE($other) } richtig: { $verdict ->
    [above] weniger als mit den entscheidenden
    [below] mehr als mit den entscheidenden
    [level] so viele wie mit den entscheidenden
   *[open] ob die entscheidenden mehr bringen, zeigen diese Fragen nicht
} (Unterschied: { $gain }).
extent-needs = Von { $right }, die mit dem ganzen Text richtig sind, brauchen { $half } nicht mehr als dessen erste Hälfte{ $blind ->
    [known] , { $none } davon gar nichts vom Text
   *[none] {""}
}.
extent-note-left-out = { $questions } nicht berücksichtigt: ohne Lösung oder mit einem Text aus einem einzigen Satz.
extent-note-turns = Bei { $questions } ist der Text ein Gespräch und wird nicht nach Sätzen, sondern nach Redebeiträgen gelesen.
extent-note-cut = Bei { $questions } ist der Text für das System zu lang; sein Ende sieht es nicht.
extent-note-decisive = Ein Satz entscheidet umso mehr, je mehr Wahrscheinlichkeit die vom System gewählte Option ohne ihn verliert. Die Lösung spielt dabei keine Rolle; was mit den entscheidendsten Sätzen richtig ist, verdankt sich also keiner Suche nach ihr.
extent-note-needs = Eine Frage braucht so viele erste Sätze, bis die Lösung vorn liegt und mit jeder größeren Zahl vorn bleibt. Das gilt für dieses System: Richtig Geratenes braucht nichts, und Menschen brauchen vielleicht mehr oder weniger.

label-how-much-of-the-passage-is-needed = Wie viel vom Text nötig ist
label-right-with-parts-of-the-passage = Richtig mit Teilen des Textes
label-right-by-the-number-of-sentences = Richtig nach der Zahl der Sätze
label-questions-that-need-least-of-the-passage = Fragen, die am wenigsten vom Text brauchen
label-the-first = die ersten
label-the-most-decisive = die entscheidendsten
label-drawn-at-random = zufällig gezogene
label-the-first-half = die erste Hälfte
label-the-three-most-decisive-sentences = die drei entscheidendsten Sätze
label-three-sentences-drawn-at-random = drei zufällig gezogene Sätze
label-sentences-read = gelesene Sätze
label-which-sentences = welche Sätze
label-with-more-sentences = mit mehr Sätzen
label-first-sentences-needed = nötige erste Sätze
label-decisive-sentences-needed = nötige entscheidende Sätze
label-accuracy-by-the-number-of-sentences-read = Anteil richtiger Antworten nach der Zahl der gelesenen Sätze
