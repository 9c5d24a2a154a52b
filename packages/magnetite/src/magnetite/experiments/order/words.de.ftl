look-order = Dieselben Fragen noch einmal, ihre Optionen in anderen Reihenfolgen. Nichts, worauf es ankommt, hat sich geändert; jede Antwort sollte also bleiben. Ein System, das eine Stelle bevorzugt, was auch dort steht, verliert Fragen, deren Antwort anderswo steht; und in einer Klausur, deren Lösungen oft dort stehen, wirkt es besser, als es ist.
    .answer-changes = der Fragen bekommen in anderer Reihenfolge eine andere Antwort
    .right-in-all-rotations = in jeder Rotation der Optionen richtig
    .most-chosen-position = der gewählten Optionen sind als { $group } gezeigt
    .debiasing-adds = an Genauigkeit über die Reihenfolgen, wenn die Vorliebe herausgerechnet ist
    .run = Reihenfolge der Optionen:
figure-accuracy-by-order = Dieselben Fragen mit ihren Optionen in anderen Reihenfolgen. Die Buchstaben sind die der Klausur; die erste Zeile ist also die Klausur, wie sie ist. { figure-intervals }
figure-position-shares = Wie oft das System die Option an jeder Stelle wählt, über alle Fragen und Reihenfolgen. Ohne Vorliebe enden alle Balken an den orangen Marken, was das System auch weiß. Eine grüne Raute ist, was die geschätzte Vorliebe der Stelle in einer Frage gäbe, über die das System nichts weiß. { figure-intervals }
figure-order-trace = Eine Frage in jeder Reihenfolge, in der sie gestellt wurde: Je dunkler ein Feld, desto sicherer ist sich das System dieser Option. Ein System, dem die Reihenfolge gleich ist, hat Spalten in einem Ton.

order-option-wise = Das System für { $view } bewertet jede Option für sich und bekommt die anderen nicht gezeigt; die Reihenfolge der Optionen kann seine Antworten also nicht ändern, und es war nichts zu berechnen.
order-changes = Die Antwort ändert sich mit der Reihenfolge der Optionen bei { SHARE($changes) } von { $questions }.
order-accuracy = { SHARE($mean) } sind im Mittel über die Reihenfolgen richtig, zwischen { SHARE($low) } und { SHARE($high) } von Reihenfolge zu Reihenfolge{ $options ->
    [0] {""}
   *[other] {" "}(Fragen mit { $options } Optionen)
}, und { SHARE($everywhere) } in allen Rotationen.
order-few-passages = Das sind zu wenige Texte, um zu sagen, ob es eine Stelle bevorzugt.
order-preference = { $verdict ->
    [above] Es bevorzugt die als { $position } gezeigte Option, die es
    [level] Es bevorzugt keine Stelle um mehr als fünf Punkte: Am öftesten wählt es die als { $position } gezeigte Option,
   *[open] { $uneven ->
        [uneven] Es wählt nicht alle Stellen gleich oft, doch welche es bevorzugt, zeigen diese Fragen nicht; am öftesten wählt es die als { $position } gezeigte Option,
       *[even] Nichts zeigt, dass es eine Stelle bevorzugt; am öftesten wählt es die als { $position } gezeigte Option,
    }
} in { SHARE($chosen) } der Fälle{ $verdict ->
    [above] {" "}wählt
   *[other] {""}
} ({ $interval }); ein System ohne Vorliebe wählte sie in { SHARE($even) } der Fälle.
order-debiased = Rechnet man diese Vorliebe heraus, geht die Genauigkeit über die Reihenfolgen von { SHARE($before) } auf { SHARE($after) }, bei { $questions }, die an ihrer Schätzung keinen Anteil hatten{ $verdict ->
    [above] ; das ist besser
    [below] ; das ist schlechter
    [level] ; das ist ebenso gut
   *[open] ; ob das besser ist, zeigen diese Fragen nicht
}: ein Unterschied von { $gain }.
order-note-every = Jede Frage wurde in jeder Rotation ihrer Optionen gestellt; jede Option stand also einmal an jeder Stelle. Stelle und Buchstabe sind hier eins: Die zuerst gezeigte Option ist A.
order-note-drawn = Jede Frage wurde in { $several ->
    [none] { GROUPED($orders) } Reihenfolgen ihrer Optionen
   *[other] mehreren Reihenfolgen ihrer Optionen ({ $several })
} gestellt, denselben für alle Fragen mit ebenso vielen Optionen; jede Option stand gleich oft an jeder Stelle. Stelle und Buchstabe sind hier eins: Die zuerst gezeigte Option ist A.
order-of-options = { GROUPED($orders) } mit { $options } Optionen
order-note-pride = Die Vorliebe wurde ohne die richtigen Antworten geschätzt, an { $questions }, nach dem Startwert gezogen (PriDe, Zheng et al. 2024): je Frage das Mittel der Log-Wahrscheinlichkeiten der Stellen über die Reihenfolgen, gemittelt über die Fragen. Die Genauigkeit, bevor und nachdem sie herausgerechnet ist, wird an den übrigen gemessen.
order-note-few = Es gibt zu wenige Fragen mit { $options } Optionen, um ihre Vorliebe an einigen zu schätzen und an den anderen zu messen.
order-either = { OR($options) }
order-note-unknown = { $questions } ohne bekannte Antwort: Anteile richtiger Antworten lassen sie aus.
order-note-silent = In { GROUPED($askings) } von { GROUPED($all) } Malen nannte das System keine Option: Sie zählen als falsch, und die Stellen lassen sie aus.
order-note-ties = In { GROUPED($askings) } von { GROUPED($all) } Malen teilen sich mehrere Optionen den höchsten Wert: Von zweien zählt jede halb, von dreien jede ein Drittel als richtig, und die Stellen lassen es aus.
order-note-view = Das System sah die Sicht { $view }, die vollständigste hier, nicht die ganze Frage.
order-trace = { $id }, Reihenfolge für Reihenfolge

label-the-order-of-options = Die Reihenfolge der Optionen
label-options-shown-in-the-order = Optionen gezeigt in der Reihenfolge
label-position = Stelle
label-share-of-choices = Anteil der Wahlen
label-share-of-choices-by-position = Anteil der Wahlen nach Stelle
label-without-a-preference = ohne Vorliebe
label-estimated-preference = geschätzte Vorliebe
label-choices = Wahlen
label-measure = Maß
label-how-it-is-asked = wie gefragt wird
label-the-system-is-asked = das System wird gefragt
label-asks-a-question = Anfragen je Frage
label-expected-calibration-error = erwarteter Kalibrierungsfehler
label-calibration-error = Kalibrierungsfehler
label-negative-log-likelihood = negative Log-Likelihood
label-in-the-exam-s-order = in der Reihenfolge der Klausur
label-in-the-exam-s-order-estimated-preference-divided-out = in der Reihenfolge der Klausur, geschätzte Vorliebe herausgerechnet
label-mean-over-rotations = Mittel über die Rotationen
label-mean-over-all-orders-asked = Mittel über alle geprüften Reihenfolgen
label-role = Rolle
label-right-as-the-exam-has-it = richtig, wie die Klausur sie hat
label-right-on-average = im Mittel richtig
label-right-in-all-rotations = in allen Rotationen richtig
label-answer-changes = Antwort ändert sich
label-accuracy-over-orders = Genauigkeit über die Reihenfolgen
label-lowest-accuracy = kleinste Genauigkeit
label-highest-accuracy = größte Genauigkeit
label-most-chosen-position = am häufigsten gewählte Stelle
label-position-preference-p = Vorliebe für eine Stelle, p
label-accuracy-over-orders-before-debiasing = Genauigkeit über die Reihenfolgen, mit der Vorliebe
label-accuracy-over-orders-after-debiasing = Genauigkeit über die Reihenfolgen, ohne die Vorliebe
label-debiasing-adds = Herausrechnen bringt
label-accuracy-in-each-order-of-the-options = Genauigkeit in jeder Reihenfolge der Optionen
label-how-often-each-position-is-chosen = Wie oft jede Stelle gewählt wird
label-gain-from-removing-the-preference = Gewinn durch das Herausrechnen der Vorliebe
label-before-and-after-the-preference-is-divided-out = Bevor und nachdem die Vorliebe herausgerechnet ist
label-chosen-as-the-exam-has-it = gewählt, wie die Klausur sie hat
label-answer-changes-with-the-order = Antwort ändert sich mit der Reihenfolge
label-right-in-so-many-of-the-orders = in so vielen der Reihenfolgen richtig
label-chosen-in-each-order = in jeder Reihenfolge gewählt
label-the-answer = die Antwort
label-shown-as = gezeigt als
label-order = Reihenfolge
label-shown-in-the-order = gezeigt in der Reihenfolge
label-probability-of-every-option-in-each-order = Wahrscheinlichkeit jeder Option in jeder Reihenfolge
label-per-cent-and-points-95-interval = Prozent und Punkte (95-%-Intervall)
label-probability-in-per-cent-and-what-the-option-was-shown-as-marks-the-choice = Wahrscheinlichkeit in Prozent, und als was die Option gezeigt wurde (◂ steht bei der gewählten)

order-line = { $line } (von { $options })
