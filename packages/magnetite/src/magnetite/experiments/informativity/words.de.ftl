look-informativity = Wie viel von dem, was richtig beantwortet wird, ist dem Text zu verdanken? Die Beantwortbarkeit ist der Anteil richtiger Antworten mit Text, die Erratbarkeit der ohne Text und die Informativität des Textes der Unterschied.
    .text-informativity = Informativität des Textes

informativity-nothing = Die Informativität des Textes ist unbekannt: Nötig sind Fragen mit Text und bekannter Lösung und je ein System für die Sichten QOC und QO.
informativity-exam = Mit Text beantwortet das System { SHARE($with) } ({ $interval }) von { $questions } richtig, ohne Text { SHARE($without) }: { $verdict ->
    [above] der Text trägt etwas bei
    [below] mit Text ist es schlechter
    [level] der Text trägt so gut wie nichts bei
   *[open] ob der Text etwas beiträgt, zeigen diese Fragen nicht
} (Informativität: { $gain }).
informativity-note-left-out = { $questions } nicht berücksichtigt: ohne Text oder ohne bekannte Lösung.
informativity-note-system = Die Erratbarkeit hängt davon ab, wer rät: Was ein System ohne Text weiß oder erschließt, wissen Prüflinge vielleicht nicht, und umgekehrt. An der Frage liegt eine geringe Informativität nur, wenn auch Menschen sie ohne Text beantworten können oder mit Text nicht.

label-what-the-text-contributes = Was der Text beiträgt
label-with-the-text-and-without = Mit Text und ohne
label-questions-to-which-the-text-contributes-least = Fragen, zu denen der Text am wenigsten beiträgt
label-answerability = Beantwortbarkeit
label-guessability = Erratbarkeit
label-text-informativity = Informativität des Textes
label-probability-of-the-key-with-the-text = Wahrscheinlichkeit der Lösung mit Text
label-right-with-the-text = richtig mit Text
label-right-without-the-text = richtig ohne Text
