look-uncertainty = Ist ein System weniger sicher, wenn keine Option richtig ist, und antwortet es richtig, wo es sicher ist? Jede Frage wird ohne ihre Lösung gestellt und zum Vergleich ohne eine falsche Option.
    .area-under-the-curve = Fläche unter der Kurve: wie gut die Entropie das Fehlen der Lösung verrät (50 % ist Raten)
figure-uncertainty = Anteil richtiger Antworten, wenn nur die Fragen mit den niedrigsten Entropien beantwortet werden (95-%-Intervalle).

uncertainty-nothing = Ob die Unsicherheit des Systems eine fehlende Lösung verrät, ist unbekannt: Nötig sind Fragen mit Lösung und mindestens drei Optionen.
uncertainty-key = In { SHARE($area) } ({ $interval }) aller Paare von { $questions } hat die Frage ohne ihre Lösung die höhere Entropie als die ohne eine falsche Option; das ist die Fläche unter der Kurve: { $verdict ->
    [above] ohne Lösung ist das System weniger sicher
    [below] ohne Lösung ist das System sicherer
    [level] ohne Lösung ist das System genauso sicher
   *[open] ob das System ohne Lösung weniger sicher ist, zeigen diese Fragen nicht
}.
uncertainty-members = Bei den { $members } Mitgliedern des Systems beträgt die Fläche { SHARE($expected_entropy) } nach ihrer mittleren Entropie und { SHARE($mutual_information) } danach, wie weit sie sich widersprechen.
uncertainty-halves = In der Hälfte der Fragen mit den niedrigsten Entropien sind { SHARE($sure) } der Antworten richtig, in der anderen { SHARE($unsure) }: { $verdict ->
    [above] wo es sicher ist, antwortet das System häufiger richtig
    [below] wo es sicher ist, antwortet das System seltener richtig
    [level] wo es sicher ist, antwortet das System genauso oft richtig
   *[open] ob das System dort, wo es sicher ist, häufiger richtig antwortet, zeigen diese Fragen nicht
} (Unterschied: { $gain }).
uncertainty-note-left-out = { $questions } nicht berücksichtigt: ohne Lösung oder mit nur zwei Optionen.
uncertainty-note-lists = Die Listen mit und ohne Lösung haben gleich viele Optionen, eine weniger als die Frage. Fehlt gerade die falsche Option, die eine Frage schwer macht, so kann die Liste leichter sein als die Frage selbst.
uncertainty-note-guess = Punkte je Frage: Eine richtige Antwort bringt 1 Punkt, eine falsche unter n Optionen kostet 1/(n − 1), und eine ausgelassene Frage bringt nichts. Blindes Raten bringt im Mittel nichts.

label-uncertainty = Unsicherheit
label-does-uncertainty-tell-that-the-key-is-gone = Verrät die Unsicherheit, dass die Lösung fehlt?
label-right-if-the-least-sure-answers-are-left-out = Richtig, wenn die unsichersten Antworten wegfallen
label-right-by-the-share-of-questions-answered = Richtig nach dem Anteil beantworteter Fragen
label-area-under-the-curve = Fläche unter der Kurve
label-expected-entropy = mittlere Entropie
label-questions-answered = beantwortete Fragen
label-points-a-question = Punkte je Frage
label-right-where-surest = richtig, wo es am sichersten ist
label-right-where-least-sure = richtig, wo es am unsichersten ist
label-surest-less-least-sure = am sichersten minus am unsichersten
label-entropy-without-the-key = Entropie ohne die Lösung
label-entropy-without-a-wrong-option = Entropie ohne eine falsche Option
