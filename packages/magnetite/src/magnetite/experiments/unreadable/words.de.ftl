look-unreadable = Jede Frage wird noch einmal gezeigt, mit Text, der in die Irre führt, wer nur Wörter vergleicht: in ihren falschen Optionen oder hinter dem Text. Das meiste davon ist gemischt, sodass niemand es lesen kann. Text, Frage und richtige Antwort bleiben, wie sie waren; wer liest, verlöre nichts.
    .accuracy-before = richtig ohne Angriff ({ $group })
    .accuracy-after = richtig unter dem wirksamsten ({ $group })
    .left-more-by-the-next-most-effective = mehr lässt der nächstwirksame ({ $group })
    .run = Unlesbare Angriffe:
look-unreadable-analysis = Schadet ein Angriff mehr, wo falsche Optionen mehr gewachsen sind, wo die richtige Antwort kurz ist, oder wo Wörter mehr gemischt sind? Was sich nicht mit dem Schaden ändert, kann ihn kaum erklären.
    .run = Unlesbare Angriffe:
look-trace = Eine Frage unter einem Angriff, zerlegt: Was angegriffen wird, beginnt leer und bekommt seine Wörter eines nach dem anderen zurück, und das System antwortet nach jedem wieder.
    .probability-of-the-answer-with-nothing-added = für die richtige Antwort, solange der Angriff leer ist
    .probability-of-the-answer-with-all-added = für sie unter dem ganzen Angriff
    .run = Fallstudie:
table-flips = Vorher richtig und unter dem Angriff falsch beantwortet, zuerst die, bei denen das System am sichersten war. Eine davon Wort für Wort ansehen: magnetite unreadable DATEN --item KENNUNG --attack NAME --trace, mit demselben --split, --seed, --sentence und --threshold, falls Sie welche angegeben haben.
figure-unreadable-attacks = Dieselben Fragen ohne Angriff (die dunkle Marke) und unter jedem (der Punkt), daneben die relative Änderung. Die richtige Antwort und die Frage bleiben, wie sie waren; ein System, das liest, sollte also nichts verlieren. Die gestrichelte Linie zeigt, was man durch Raten erreicht. { figure-intervals }
table-unreadable-controls = Wie viel des Schadens kommt vom Mischen, wie viel von den Wörtern des Textes, wie viel von der Länge? Jede Kontrolle ändert eines davon: derselbe Text ungemischt, ein Satz eines anderen Textes, oder ebenso viele neutrale Wörter.
figure-unreadable-controls = Jeder Angriff neben seinen Kontrollen, und die Genauigkeit ohne Angriff (die dunkle Marke). Wo eine Kontrolle ebenso viel schadet, ist es nicht das Mischen, oder sind es nicht die Wörter des Textes, was das System täuscht. { figure-intervals }
table-caught-by = Von den richtigen Antworten, die ein Angriff auf eine der Optionen verschob, für die er wirbt: auf welche? In Klammern der Anteil, wenn alle falschen Optionen gleich anzögen.
table-unreadable-lengths = Ein Angriff, der nur falsche Optionen verlängert, verrät, welche es sind. Diese Regeln achten allein auf die Länge; wo eine unter einem Angriff gut ist, könnte die Länge einem System helfen oder schaden.
table-unreadable-truncated = Außer wenn ein Angriff in den Text selbst gesetzt wird, wird nie gekürzt, was er hinzufügt: Stattdessen wird der Text gekürzt, und was an seinem Ende stand, kann dem System fehlen.
figure-unreadable-by-growth = Schaden längere falsche Optionen mehr? Jeder Punkt ist eine von höchstens zehn Gruppen etwa gleich vieler Fragen, bei ihrem Mittel; wie weit er unter 0 liegt, ist der Anteil richtiger Antworten, die dort verloren gingen. { figure-intervals } Eine Gruppe, in der vorher wenige Antworten richtig waren, hat ein langes Intervall oder keines.
figure-unreadable-by-answer-length = Sind Fragen mit kurzen Antworten leichter anzugreifen? Jeder Punkt ist eine von höchstens zehn Gruppen etwa gleich vieler Fragen, bei ihrem Mittel; wie weit er unter 0 liegt, ist der Anteil richtiger Antworten, die dort verloren gingen. { figure-intervals } Eine Gruppe, in der vorher wenige Antworten richtig waren, hat ein langes Intervall oder keines.
figure-unreadable-by-degree = Schadet gründlicheres Mischen mehr? Jeder Punkt ist eine von höchstens zehn Gruppen etwa gleich vieler Fragen, bei ihrem Mittel; wie weit er unter 0 liegt, ist der Anteil richtiger Antworten, die dort verloren gingen. { figure-intervals } Eine Gruppe, in der vorher wenige Antworten richtig waren, hat ein langes Intervall oder keines.
figure-by-attack = Jeder Punkt ist ein Angriff auf ein System: um wie viel seine falschen Optionen wachsen, und was er anrichtet. Wäre die Länge alles, lägen die Punkte auf einer fallenden Linie.
figure-trace = Von oben nach unten bekommt, was angegriffen wird, seine Wörter eines nach dem anderen; die Linien sind die Wahrscheinlichkeiten der Optionen. Wo die Linie der Antwort springt, machte dieses Wort den Unterschied.

unreadable-none-right = Von { $questions } ist keine richtig beantwortet; so kann kein Angriff etwas wegnehmen.
unreadable-few = { SHARE($before) } der Antworten auf { $questions } sind richtig, und { SHARE($after) } unter { $attack }.
unreadable-harm = { SHARE($before) } der Antworten auf { $questions } sind richtig, und { SHARE($after) } ({ $interval }) unter { $attacks ->
    [one] dem Angriff
   *[other] dem wirksamsten Angriff
} { $attack }{ $verdict ->
    [below] : ein Unterschied von { $loss }{ $below ->
        [below] . Wer rät, liegt öfter richtig ({ SHARE($guessing) })
       *[other] {""}
    }
    [above] : Kein Angriff nimmt etwas davon weg
    [level] : Kein Angriff nimmt mehr als fünf Punkte davon weg
   *[open] . Dass ein Angriff schadet, zeigen diese Fragen nicht: Der Unterschied ist { $loss }
}.
unreadable-next = { $attack } folgt als Nächster.
unreadable-next-leaves = { $verdict ->
    [above] { $attack } folgt als Nächster und lässt { $more } mehr.
    [level] { $attack } folgt als Nächster und richtet ebenso viel an: Er lässt { $more } mehr.
   *[open] { $attack } folgt als Nächster; welcher der beiden mehr schadet, ist offen ({ $more }).
}
unreadable-attack-right = { $attack } { SHARE($right) }
unreadable-attack-tied = { $attack } ({ SHARE($tied) })
unreadable-note-unlabelled = { $questions } { $unlabelled ->
    [one] hat keine bekannte Antwort und ist
   *[other] haben keine bekannte Antwort und sind
} ausgelassen: Ein Angriff muss wissen, welche Option er nicht ändern darf.
unreadable-note-searched = Der wirksamste von mehreren Angriffen sieht etwas stärker aus, als er ist, weil er nach seiner Wirkung ausgewählt ist.
unreadable-note-tested = p-Werte: exakter McNemar-Test, nach Holm korrigiert über die Angriffe auf ein System und eine Stufe; er behandelt Fragen als unabhängig. Der p-Wert einer Kontrolle vergleicht sie mit ihrem Angriff, korrigiert über alle Kontrollen eines Systems.
unreadable-note-relative = Eine relative Änderung ist der Unterschied als Anteil der Genauigkeit vorher.
unreadable-note-length = Die Länge verrät die richtige Antwort: Nur falsche Optionen wurden geändert, sodass stets die { $rule ->
    [longest] längste
   *[shortest] kürzeste
} Option zu nehmen öfter richtig ist als die { SHARE($plain) } ohne Angriff: { $attacks }. Einem System, das auf die Länge achtet, hilft das, und einem, das leidet, schadet vielleicht die Länge, nicht der Wortlaut: Lesen Sie die Kontrolle gleicher Länge daneben.
unreadable-note-naive = Der Angriff steht im Text selbst (naive). Ein System, das lange Texte am Ende kürzt, kann ihn verlieren: Fragen, deren Angriff abgeschnitten wurde, wurden nicht angegriffen.
unreadable-note-cut = { $system } musste den Text bei { SHARE($plain) } der Fragen ohne Angriff kürzen, und bei bis zu { SHARE($most) } unter einem ({ $attack }). Was ein Angriff hinzufügt, { $naive ->
    [yes] kann gekürzt sein.
   *[no] wird nie gekürzt.
}
unreadable-note-shuffled = { $caveat ->
    [below] Manche Texte sind zu kurz oder wiederholen sich zu sehr, um über einen ShuffleDegree von { $threshold } hinaus gemischt zu werden; dort steht die beste Reihenfolge, die sich fand
    [stands] Wo sich keine Reihenfolge fand, in der keine falsche Option ganz steht, sagt der Text sie jetzt
    [equal] Wo eine falsche Option mit den Wörtern der richtigen in deren Reihenfolge herauskam, ist sie auch richtig
   *[unchanged] Wo es nichts zu ändern gab, blieb eine Frage, wie sie war
} (Fragen: { $questions }).
unreadable-note-ties = Bei vielen Fragen teilen sich mehrere Optionen den höchsten Wert; eine richtige Antwort ist dort so gut wie unter ihnen geraten: { $attacks }.
unreadable-analysis-nothing = Nichts ändert sich genug, um zu zeigen, womit der Schaden von { $attack } einhergeht.
unreadable-analysis-correlations = Rangkorrelationen der Änderung unter { $attack }, Frage für Frage (unter 0, wo mehr davon mit mehr Schaden einhergeht): { $correlations }.
unreadable-analysis-measure = { LABEL($measure) } { DECIMAL($estimate, digits: 2) }{ $bounds ->
    [none] {""}
   *[known] {" "}({ DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) })
}
unreadable-analysis-growth = Über { $attacks } Angriffe auf Systeme beträgt die Korrelation nach Pearson mit dem Wachstum { DECIMAL($estimate, digits: 2) }{ $bounds ->
    [none] {""}
   *[known] {" "}({ DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) })
}.
unreadable-analysis-note = Über Gruppen, wie in der Arbeit, ist jede Gruppe etwa gleich vieler Fragen ein Punkt: wenige Punkte, aus denen der meiste Zufall herausgemittelt ist; solche Korrelationen sind groß und ihre Intervalle weit. Über Fragen zählt jede -1, wo eine richtige Antwort verloren ging, 1, wo eine gewonnen wurde, und sonst 0; solche Korrelationen sind klein und zeigen, wie wenig eine einzelne Frage sagt.
trace-of = { $id } unter { $attack }
trace-title = { $attack }, Wort für Wort{ $system ->
    [none] {""}
   *[other] : { $system }
}
trace-answer = Die richtige Antwort, { $key }, hat { SHARE($start) }, { $grows ->
    [options] solange die wachsenden Optionen leer sind,
   *[passage] bevor dem Text etwas hinzugefügt ist,
} und { SHARE($end) } am Ende.
trace-always = Sie wird bei jedem Schritt gewählt.
trace-from-the-start = { $option } wird von Anfang an gewählt.
trace-turns = Die Wahl geht zuerst zu { $option }, mit Wort { $step }, { QUOTE($token) }{ $ends ->
    [back] ; spätere Wörter bringen sie zurück
    [wrong] , und ist am Ende falsch
   *[none] {""}
}.
trace-softmax = Wahrscheinlichkeiten sind das Softmax der Werte über die Optionen der Frage{ $temperature ->
    [none] ; das System ist nicht kalibriert, sie können also sicherer sein, als es richtig liegt.
   *[other] , geteilt durch die Temperatur { $temperature }, mit der das System kalibriert ist.
}
trace-note-passage = Was der Angriff dem Text hinzufügt, beginnt leer und bekommt seine Wörter eines nach dem anderen; die Optionen bleiben.
trace-note-options = { $growing ->
    [one] Option { $options } beginnt leer und bekommt ihre Wörter eines nach dem anderen. Eine
   *[other] Die Optionen { $options } beginnen leer und bekommen ihre Wörter eines nach dem anderen, Seite an Seite; eine kürzere wartet auf die längste. Eine
} leere Option wird als Text ohne Wörter bewertet, den Systeme im Training selten sahen.{ $rest ->
    [stay] {" "}Alle anderen Optionen bleiben, wie sie waren.
   *[none] {""}
}

label-un-readable-attacks = Unlesbare Angriffe
label-accuracy-under-each-attack = Genauigkeit unter jedem Angriff
label-the-attacks-and-their-controls = Die Angriffe und ihre Kontrollen
label-attacked-option-chosen = angegriffene Option gewählt
label-control = Kontrolle
label-kind-of-control = Art der Kontrolle
label-right-under-the-attack = richtig unter dem Angriff
label-attack-from = Angriff von
label-attack-to = Angriff bis
label-right-under-the-control = richtig unter der Kontrolle
label-attack-minus-control-points = Angriff minus Kontrolle (Punkte)
label-relative-change-from = relative Änderung von
label-relative-change-to = relative Änderung bis
label-the-same-not-shuffled = dasselbe, nicht gemischt
label-a-sentence-of-another-passage = ein Satz eines anderen Textes
label-neutral-words-as-many = neutrale Wörter, ebenso viele
label-accuracy-before = Genauigkeit vorher
label-accuracy-after = Genauigkeit nachher
label-mean-relative-change = mittlere relative Änderung
label-left-more-by-the-next-most-effective = mehr gelassen vom nächstwirksamen
label-what-the-length-of-options-gives-away = Was die Länge der Optionen verrät
label-what-the-attacks-consist-of = Woraus die Angriffe bestehen
label-passages-cut-to-fit = Gekürzte Texte
label-right-answers-that-attacks-turned = Richtige Antworten, die Angriffe kippten
label-questions-before-and-after = Fragen vorher und nachher
label-which-wrong-option-caught-the-system = Welche falsche Option das System anzog
label-what-the-harm-is-related-to = Womit der Schaden einhergeht
label-harm-and-how-much-longer-the-wrong-options-became = Schaden und um wie viel länger die falschen Optionen wurden
label-harm-and-the-length-of-the-right-answer = Schaden und die Länge der richtigen Antwort
label-harm-and-how-thoroughly-words-were-shuffled = Schaden und wie gründlich Wörter gemischt wurden
label-harm-and-growth-of-wrong-options-attack-by-attack = Schaden und Wachstum falscher Optionen, Angriff für Angriff
label-what-the-change-of-accuracy-is-related-to = Womit die Änderung der Genauigkeit einhergeht
label-growth-of-wrong-options = Wachstum falscher Optionen
label-growth-of-the-wrong-options = Wachstum der falschen Optionen
label-length-of-the-answer = Länge der Antwort
label-change-of-accuracy = Änderung der Genauigkeit
label-per-cent-right-relative-change = Prozent richtig (relative Änderung)
label-per-cent-right-attack-minus-control-points = Prozent richtig (Angriff minus Kontrolle, Punkte)
label-per-cent-right-by-length-only-95-interval = Prozent richtig allein nach der Länge (95-%-Intervall)
label-per-cent-of-questions = Prozent der Fragen
label-per-cent-of-the-answers-lost-to-it-if-all-attracted-alike = Prozent der an sie verlorenen Antworten (wenn alle gleich anzögen)
label-probability-in-per-cent-marks-the-choice = Wahrscheinlichkeit in Prozent (◂ steht bei der gewählten)
label-correlations-95-interval = Korrelationen (95-%-Intervall)
label-under-the-attack = unter dem Angriff
label-the-attack = der Angriff
label-attack-or-control = Angriff oder Kontrolle
label-with-and-without-an-attack = mit und ohne Angriff
label-strongest-before = vorher stärkste
label-second-before = vorher zweite
label-third-before = vorher dritte
label-fourth-before = vorher vierte
label-token-added = hinzugefügtes Wort
label-as-it-is = wie sie ist
label-empty = leer
label-grows = wächst
label-stays = bleibt
label-token-by-token = Wort für Wort
label-added-to-the-passage = dem Text hinzugefügt
label-accuracy-before-and-under-each-attack = Genauigkeit vor und unter jedem Angriff
label-accuracy-under-each-attack-and-its-controls = Genauigkeit unter jedem Angriff neben seinen Kontrollen
label-probability-of-every-option-after-each-token = Wahrscheinlichkeit jeder Option nach jedem Wort
label-with = mit
label-bins = Gruppen
label-attacks = Angriffe
label-over-bins-pearson = über Gruppen: Pearson
label-over-questions-pearson = über Fragen: Pearson
label-over-questions-spearman = über Fragen: Spearman
label-right-after-the-attack = richtig nach dem Angriff

unreadable-surest = { $title }: die { $shown } sichersten von { GROUPED($questions) } Fragen, mit der Wahrscheinlichkeit der richtigen Antwort
label-95-interval-of-the-difference = 95-%-Intervall des Unterschieds (Punkte)
label-relative = relativ
label-relative-low = relativ von
label-relative-high = relativ bis
label-change-of-accuracy-by-the-growth-of-the-wrong-options-a-point-for-each-attack-and-system = Änderung der Genauigkeit nach dem Wachstum der falschen Optionen, ein Punkt für jeden Angriff und jedes System
label-longest-option-right = längste Option richtig
label-longest-low = längste von
label-longest-high = längste bis
label-shortest-option-right = kürzeste Option richtig
label-shortest-low = kürzeste von
label-shortest-high = kürzeste bis
label-words-of-the-answer = Wörter der Antwort
label-mean-shuffledegree = mittlerer ShuffleDegree
label-texts-shuffled = gemischte Texte
label-questions-below-the-threshold = Fragen unter dem Schwellenwert
label-questions-with-nothing-to-change = Fragen, an denen nichts zu ändern ist
label-questions-with-a-second-right-answer = Fragen mit einer zweiten richtigen Antwort
label-questions-whose-passage-now-says-a-wrong-option = Fragen, deren Text jetzt eine falsche Option sagt
label-probability-of-the-key-before = Wahrscheinlichkeit der richtigen Antwort vorher
label-probability-of-the-key-after = Wahrscheinlichkeit der richtigen Antwort nachher
label-by = nach
label-distractor = falsche Option
label-letter = Buchstabe
label-rank-by-score-before = Rang nach Wert vorher
label-growing = wächst
label-length = Länge
label-mean-of-the-bin = Mittel der Gruppe
label-words-and-marks-of-the-right-answer = Wörter und Zeichen der richtigen Antwort
label-largest-shuffledegree-of-the-question = größter ShuffleDegree der Frage
label-shuffledegree = ShuffleDegree
label-growth-of-the-wrong-options-mean = Wachstum der falschen Optionen (Mittel)
label-the-words-of-the-passage = die Wörter des Textes
label-change-of-accuracy-by-bins = Änderung der Genauigkeit nach Gruppen
