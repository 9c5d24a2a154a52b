look-accuracy = Wie oft das System richtig antwortet, verglichen mit drei Verfahren, die nichts verstehen: raten, die längste Option nehmen oder die Option mit den meisten Wörtern aus dem Text. Ein System, das nicht deutlich darüber liegt, hat nicht gezeigt, dass es liest.
    .accuracy = aller Fragen richtig
    .baseline-longest = wer stets die längste Option nimmt
    .baseline-random = wer rät
figure-accuracy-by-level = Anteil der richtig beantworteten Fragen. { figure-intervals }

accuracy-answer = Das System beantwortet { GROUPED($right) } von { $questions } richtig: { SHARE($accuracy) } ({ $interval }). Wer rät, erreicht { SHARE($guessing) }; wer stets die längste Option nimmt, { SHARE($longest) }; wer Wörter mit dem Text vergleicht, { SHARE($overlap) }.
accuracy-answer-no-passages = Das System beantwortet { GROUPED($right) } von { $questions } richtig: { SHARE($accuracy) } ({ $interval }). Wer rät, erreicht { SHARE($guessing) }; wer stets die längste Option nimmt, { SHARE($longest) }.
accuracy-silent = { $silent ->
    [one] Bei einer Frage nannte es keine Option; sie zählt als falsch.
   *[other] Bei { GROUPED($silent) } Fragen nannte es keine Option; sie zählen als falsch.
}
accuracy-not-asked = { $lacking ->
    [one] Eine weitere Frage der Klausur steht nicht in seinem Protokoll.
   *[other] { GROUPED($lacking) } weitere Fragen der Klausur stehen nicht in seinem Protokoll.
}
accuracy-unanswered = Von keiner der { $questions } ist die Lösung bekannt, daher lässt sich die Genauigkeit nicht angeben; die Tabelle zeigt, was das System wählte.
accuracy-ties = Bei { $tied } teilen sich mehrere Optionen den höchsten Wert, was als Raten unter ihnen zählt.
accuracy-beside-longest = { $side ->
    [above] Es liegt über der Regel der längsten Option; der Unterschied ist { $gap }.
    [below] Es liegt unter der Regel der längsten Option; der Unterschied ist { $gap }.
    [level] Es ist so gut wie die Regel, stets die längste Option zu nehmen; der Unterschied ist { $gap }.
   *[open] Diese Fragen zeigen nicht, ob es besser ist als die Regel, stets die längste Option zu nehmen; der Unterschied ist { $gap }.
}
note-standing = Im Testteil von RACE, englischen Schulprüfungen, hat das System { PERCENT($measured) } der Fragen richtig beantwortet. { $verdict ->
    [guessing] Hier ist es nicht erkennbar besser als Raten; seine Antworten sagen wenig über diese Fragen.
    [below] Hier ist es schlechter: Vielleicht kennt es diese Art Klausur nicht. Nehmen Sie seine Antworten auf einzelne Fragen als Hinweise.
    [as-measured] Hier ist es ebenso gut oder höchstens fünf Punkte schlechter.
   *[open] Diese Fragen zeigen nicht, ob es hier ebenso gut ist.
}

label-named-no-option = nannte keine Option
label-not-asked = nicht gestellt
