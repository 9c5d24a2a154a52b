look-span = Hängt die Antwort an einem Satz des Textes? Jeder Satz wird einmal weggelassen und die Frage neu gestellt. Entscheidend ist der Satz, ohne den die richtige Antwort am wenigsten Wahrscheinlichkeit bekommt, oder der, den die Daten nennen.
    .stays-right = der richtigen Antworten bleiben ohne den entscheidenden Satz richtig
    .critical-less-another = kostet der entscheidende Satz mehr als ein anderer

span-nothing = Ob Antworten an einem Satz des Textes hängen, ist unbekannt: Nötig sind Fragen mit Lösung, Texte aus mindestens zwei Sätzen und ein System, das sie sieht.
span-right = Mit dem ganzen Text sind { SHARE($whole) } der Antworten auf { $questions } richtig, ohne einen zufälligen Satz { SHARE($other) } und ohne den Satz, an dem die Antwort hängt, { SHARE($left) } ({ $interval }){ $blind ->
    [known] ; ohne Text { SHARE($none) }
   *[none] {""}
}.
span-cost = Bei { $questions }, deren Satz die Daten nennen, { $verdict ->
    [above] kostet er weniger richtige Antworten als ein anderer
    [below] kostet er mehr richtige Antworten als ein anderer
    [level] kostet er so viele richtige Antworten wie ein anderer
   *[open] zeigen diese Antworten nicht, ob er mehr richtige Antworten kostet als ein anderer
}: ein Unterschied von { $gain }.
span-stay = Von { $right }, die mit dem ganzen Text richtig sind, bleiben { $stay } auch ohne diesen Satz richtig, manche davon durch Glück.
span-note-left-out = { $questions } nicht berücksichtigt: ohne Lösung oder mit einem Text aus einem einzigen Satz.
span-note-chosen = Wo die Daten keine entscheidende Stelle nennen, ist es der Satz, dessen Fehlen die richtige Antwort am meisten Wahrscheinlichkeit kostet. Wer unter vielen Sätzen sucht, findet auch durch Zufall einen Verlust; die Genauigkeit ohne ihn ist daher etwas zu niedrig, und was richtig bleibt, ist sicher.
span-note-says = Eine Frage, die richtig beantwortet bleibt, kann an mehreren Sätzen mit gleichem Inhalt hängen, an Frage und Optionen allein oder an dem, was das System weiß.

label-without-the-critical-sentence = ohne den entscheidenden Satz
label-right-without-the-passage = ohne Text richtig
label-the-critical-sentence = der entscheidende Satz
label-right-with-less-of-the-passage = Richtig mit weniger vom Text
label-critical-less-another = entscheidender Satz minus ein anderer
label-stays-right = bleibt richtig
label-read = gelesen
label-answered-whichever-sentence-is-taken-away = Beantwortet, welcher Satz auch fehlt
label-the-critical-span = Die entscheidende Stelle
label-sentences = Sätze
label-probability-of-the-key = Wahrscheinlichkeit der Lösung
