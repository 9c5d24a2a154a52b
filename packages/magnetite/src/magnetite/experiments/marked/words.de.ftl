look-marked = Findet ein System seine Antworten dort, wo Menschen sie fanden? Jeder Satz des Textes wird einmal weggelassen. Ausschlaggebend ist der Satz, ohne den die richtige Antwort am wenigsten Wahrscheinlichkeit bekommt. Er wird mit der Stelle verglichen, die Menschen als entscheidend markiert haben, und mit der, die in die Irre führt.
    .decisive-sentence-inside = der ausschlaggebenden Sätze überschneiden sich mit der entscheidenden Stelle

marked-nothing = Ob Antworten auf dem beruhen, was Menschen markiert haben, ist unbekannt: Nötig sind Fragen mit Lösung und entscheidender Stelle, Texte aus mindestens zwei Sätzen und ein System, das sie sieht.
marked-overlap = Bei { SHARE($share) } ({ $interval }) von { $questions } überschneidet sich der ausschlaggebende Satz mit der { $span ->
    [critical] Stelle, die Menschen als entscheidend markiert haben
   *[distractor] Stelle, die in die Irre führt
}, ein zufälliger Satz bei { SHARE($chance) }: { $verdict ->
    [above] häufiger als durch Zufall
    [below] seltener als durch Zufall
    [level] so oft wie durch Zufall
   *[open] ob sich das vom Zufall unterscheidet, zeigen diese Antworten nicht
} (Unterschied: { $gain }).
marked-cost = Bei { $questions } { $verdict ->
    [above] gehen ohne die { $span ->
        [critical] entscheidende
       *[distractor] irreführende
    } Stelle weniger richtige Antworten verloren als ohne eine andere, gleich lange
    [below] gehen ohne die { $span ->
        [critical] entscheidende
       *[distractor] irreführende
    } Stelle mehr richtige Antworten verloren als ohne eine andere, gleich lange
    [level] gehen ohne die { $span ->
        [critical] entscheidende
       *[distractor] irreführende
    } Stelle so viele richtige Antworten verloren wie ohne eine andere, gleich lange
   *[open] zeigen diese Antworten nicht, ob ohne die { $span ->
        [critical] entscheidende
       *[distractor] irreführende
    } Stelle mehr richtige Antworten verloren gehen als ohne eine andere, gleich lange
} (Unterschied: { $gain }).
marked-note-left-out = { $questions } nicht berücksichtigt: ohne Lösung, ohne entscheidende Stelle oder mit einem Text aus einem einzigen Satz.
marked-note-no-stretch = Bei { $questions } hat der Text keine andere Stelle, die so lang ist wie die entscheidende; sie fehlen im Vergleich mit einer solchen.
marked-note-decisive = Den ausschlaggebenden Satz bestimmt allein, was sein Fehlen kostet, nicht, was Menschen markiert haben. Steht eine Antwort in mehreren Sätzen oder findet sie sich auch ohne Text, so entscheidet kein Satz, und welcher am meisten kostet, ist Zufall.

label-what-people-marked = Was Menschen markiert haben
label-where-the-decisive-sentence-stands = Wo der ausschlaggebende Satz steht
label-right-without-what-people-marked = Richtig ohne das, was Menschen markiert haben
label-marked = markiert
label-the-decisive-sentence = der ausschlaggebende Satz
label-decisive-sentence-inside = ausschlaggebender Satz darin
label-more-than-by-chance = mehr als durch Zufall
label-less-than-without-another-stretch = weniger als ohne eine andere Stelle
label-in-the-critical-span = in der entscheidenden Stelle
label-in-the-distractor-span = in der irreführenden Stelle
label-inside-from = darin von
label-inside-to = darin bis
label-more-from = mehr von
label-more-to = mehr bis
label-by-chance = durch Zufall
label-critical-span = entscheidende Stelle
label-distractor-span = irreführende Stelle
label-inside = darin
label-more = mehr
label-the-whole-passage = der ganze Text
label-without-the-critical-span = ohne die entscheidende Stelle
label-without-the-distractor-span = ohne die irreführende Stelle
label-without-another-stretch-as-long = ohne eine andere, gleich lange Stelle
