look-unanswerable = Systeme werden mit Fragen trainiert, die niemand beantworten könnte: Die Wörter des Textes oder der Frage sind gemischt, oder die Texte fehlen. Dann lösen sie die unveränderte Klausur, ebenso wie ein System, das mit unveränderten Fragen trainiert wurde. Sinkt die Genauigkeit wenig, lässt sich das Antworten ohne den Sinn des Textes lernen.
    .accuracy-full = richtig nach vollem Training
    .accuracy-pq-shuffle = richtig nach Training mit gemischten Texten und Fragen
    .accuracy-pq-remove = richtig nach Training nur mit den Optionen
    .baseline-longest = wer stets die längste Option nimmt
    .run = Training ohne Antwort:
figure-training-sets = Anteil derselben Testfragen, den Systeme richtig beantworten, die mit unveränderten Fragen (Full), mit gemischten oder ohne einen Teil davon trainiert wurden, und Regeln, die nichts lesen. Die gestrichelte Linie ist volles Training; eine Raute, wo es eine gibt, der Wert von Si et al. (2019) für BERT-large. { figure-intervals }

unanswerable-full = Mit unveränderten Fragen trainiert, beantworten Systeme { SHARE($full) } von { $questions } richtig ({ $interval }{ $seeds ->
    [1] {""}
   *[other] , Mittel über { $seeds } Startwerte
}). Wer rät, erreicht { SHARE($random) }; wer die längste Option nimmt, { SHARE($longest) }; wer die kürzeste nimmt, { SHARE($shortest) }.
unanswerable-start = Vor jedem Training sind es { SHARE($right) } ({ $interval }).
unanswerable-not-clear = Das liegt nicht deutlich über { $rule ->
    [guessing] Raten
    [longest] der längsten Option
   *[shortest] der kürzesten Option
}{ $others ->
    [nothing] . Die anderen sagen deshalb nichts darüber, was sich lernen lässt
   *[none] {""}
}.
unanswerable-changes = { $group ->
    [loss] Ein deutlicher Verlust mit
    [better] Deutlich besser mit
   *[unclear] Kein deutlicher Verlust mit
} { $sets }.
unanswerable-change = { $training } ({ CHANGE($points) } Punkte, { CHANGE($low) } bis { CHANGE($high) })
unanswerable-taught = Ohne das trainiert, was man zum Lesen braucht, liegen diese noch deutlich über { $rule ->
    [guessing] Raten
    [longest] der längsten Option
   *[shortest] der kürzesten Option
}: { $sets }.
unanswerable-not-taught = Nicht deutlich über { $rule ->
    [guessing] Raten
    [longest] der längsten Option
   *[shortest] der kürzesten Option
}: { $sets }.
unanswerable-set = { $training } ({ $training ->
    [P-Shuffle] Texte gemischt
    [Q-Shuffle] Fragen gemischt
    [PQ-Shuffle] Texte und Fragen gemischt
    [P-Remove] ohne Texte
    [Q-Remove] ohne Fragen
   *[PQ-Remove] nur die Optionen
})
unanswerable-training = { $training }, Startwert { $seed }
unanswerable-restart = { $training }, Startwert { $seed } ({ $times })
unanswerable-note-seeds = { $seeds ->
    [1] Es wurde ein Startwert trainiert; die Streuung über Startwerte ist also nicht bekannt. Unterschiede von wenigen Punkten können allein am Startwert liegen.
   *[other] Genauigkeiten sind Mittel über { $seeds } Startwerte, Unterschiede auch, Startwert gegen Startwert. Intervalle und p-Werte betreffen andere Fragen, nicht andere Startwerte; die Spanne über die Startwerte steht daneben.
}
unanswerable-note-test = p-Werte kehren das Vorzeichen des Unterschieds zum vollen Training Text für Text um; sie sind für { $comparisons } korrigiert (Holm).
unanswerable-note-tested = Nur das Training wurde geändert: Jedes System beantwortet dieselben Testfragen, wie sie sind, mit Text und allem. Eines, das ohne Texte oder ohne Fragen trainiert wurde, begegnet ihnen im Test zum ersten Mal; die ungewohnten Texte können seine Genauigkeit also senken.
unanswerable-note-says = Ein kleiner Verlust zeigt, dass sich so viele dieser Fragen aus einem Training lernen lassen, das keinen Sinn ergibt: ohne Wortfolge oder ohne den entfernten Teil. Er zeigt nicht, dass ein mit unverändertem Text trainiertes System keinen Gebrauch davon macht, noch dass Menschen ohne ihn auskämen. Ein großer Verlust zeigt, dass unverändertes Training mehr lehrt, nicht, dass dies Verstehen ist.
unanswerable-note-restarted = Mit einem anderen Startwert noch einmal begonnen, weil sie nichts von ihren eigenen Fragen lernten: { $which }.
unanswerable-note-failed = Haben nichts von ihren eigenen Trainingsfragen gelernt: { $which }. Ihr Verlust endete bei dem des Ratens. Ihre Zeilen zeigen Trainings, die misslangen oder nichts zu lernen hatten; mehr Neustarts oder eine kleinere Lernrate können zeigen, was davon.

unanswerable-note-trained = Jedes System wurde an denselben { GROUPED($questions) } Fragen trainiert, verändert oder nicht, nach demselben Rezept.
unanswerable-note-dev = Von jedem System wurden die Gewichte mit dem kleinsten Verlust auf { GROUPED($questions) } Dev-Fragen behalten; diese bleiben unverändert, wie die des Tests. Mit --dev off wird vor dem Test nichts Unverändertes gesehen.
unanswerable-note-drawn = Gemischt wird nach dem Startwert des Trainings: ein Text mit all seinen Fragen einmal, { $draw ->
    [epoch] in jeder Epoche anders
   *[fixed] in allen Epochen gleich
}.
unanswerable-note-unmoved = Das Mischen mit Startwert { $seed } lässt { GROUPED($questions) } sehr kurze Fragen, wie sie sind.
unanswerable-note-init = Jedes System begann mit { $name }, einem System für { $view }, das{ $questions ->
    [0] {""}
   *[other] {" "}an { GROUPED($questions) } Fragen von { $data }
}, wie sie sind, trainiert worden war{ $passages ->
    [never] {", "}nie mit einem Text; der Umgang mit Texten wurde also hier gelernt
   *[seen] {""}
}. Keines hat also nur aus Fragen ohne Antwort gelernt. Was es vorher konnte, ist Teil seiner Genauigkeit, und ein kleiner Verlust sagt weniger als bei einem untrainierten Anfang.
unanswerable-note-diverged = { $training }, Startwert { $seed }: { $how }

label-un-answerable-training = Training ohne Antwort
label-accuracy-by-training-set = Genauigkeit nach Trainingsmenge
label-accuracy-of-every-training-set-on-the-same-test-questions = Genauigkeit jeder Trainingsmenge bei denselben Testfragen
label-every-system-by-itself = Jedes System für sich
label-lowest-seed = kleinster Startwert
label-highest-seed = größter Startwert
label-against-full-points = gegen Full (Punkte)
label-against-full-from = gegen Full von
label-against-full-to = gegen Full bis
label-gain-over-guessing-kept = behaltener Gewinn gegenüber Raten
label-gain-over-guessing-kept-from = behaltener Gewinn gegenüber Raten, von
label-gain-over-guessing-kept-to = behaltener Gewinn gegenüber Raten, bis
label-gain-kept = behaltener Gewinn
label-seeds = Startwerte
label-seeds-from = Startwerte von
label-the-paper-s-set = Menge der Arbeit
label-the-paper-s-bert-large = BERT-large der Arbeit
label-right-in-the-paper = richtig in der Arbeit
label-right-on-dev = richtig auf Dev
label-right-while-training-at-the-end = richtig im Training, am Ende
label-loss-below-guessing-s-when-the-weights-were-kept-nats = Verlust unter dem des Ratens, als die Gewichte behalten wurden (Nat)
label-times-begun = begonnen (Male)
label-difference-from-full = Unterschied zu Full
label-difference-from-full-p = Unterschied zu Full, p
label-above-the-best-rule = über der besten Regel
label-longest-option = längste Option
label-shortest-option = kürzeste Option
label-shortest = kürzeste Option
label-untrained = untrainiert
