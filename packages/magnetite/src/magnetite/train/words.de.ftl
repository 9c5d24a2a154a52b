look-training = Wie die Systeme entstanden: woraus sie lernten, wie schnell, und wo sie aufhörten. Dev-Fragen werden dem Training vorenthalten, um zu sehen, ob das Gelernte auch bei neuen Fragen gilt.
figure-learning-curve =
    .learning-curve-accuracy = Anteil richtig beantworteter Fragen, während das System lernt, eine Linie für jeden Startwert. Mit Dev-Fragen wird nicht trainiert: Wo ihre Linie nicht mehr steigt, hilft mehr Training nicht.
    .learning-curve-loss = Der Verlust, den das Training senkt (in Nat, weniger ist besser), eine Linie für jeden Startwert. Wo er bei Trainingsfragen fällt und bei Dev-Fragen steigt, lernt das System auswendig.

training-untrained = Ein { $view }-System mit { $seeds ->
    [one] einem Startwert
   *[other] { $seeds } Startwerten
} wurde ausgelost und nicht trainiert: die Basis, wie sie vortrainiert war, mit einer neuen letzten Schicht.
training-made = { $part ->
    [head] Von einem { $view }-System wurde allein die letzte Schicht
   *[all] Ein { $view }-System wurde
} mit { $seeds ->
    [one] einem Startwert
   *[other] { $seeds } Startwerten
} an { GROUPED($questions) } Fragen trainiert.
training-augmented = { GROUPED($questions) } davon hatten eine falsche Option mehr, { $draw ->
    [epoch] für jede Epoche neu
   *[fixed] einmal
} gezogen aus den { GROUPED($options) } von { $file }.
training-changed = Sie wurden durch { $change } verändert{ $draw ->
    [epoch] , in jeder Epoche neu gezogen
   *[fixed] {""}
}, sodass niemand sie hätte beantworten können.
training-measured = Es beantwortet { POINTS($right) } % von { GROUPED($questions) } Dev-Fragen richtig.
training-diverged = Das Training ist entgleist: Der Verlust fiel von { DECIMAL($first, digits: 3) } auf { DECIMAL($least, digits: 3) } und endete bei { DECIMAL($last, digits: 3) }. Behalten wurden die Gewichte von Schritt { GROUPED($step) }. Trainieren Sie mit einer kleineren Lernrate als { $rate } oder mit mehr Fragen pro Schritt.
training-note-diverged = Startwert { $seed }: { $how }
training-note-means = Punkte auf den Trainingsfragen sind Mittel über die Schritte seit dem letzten Punkt.

label-training = Training
label-learning-curves = Lernkurven
label-mean-loss-nats = mittlerer Verlust (Nat)
label-passes-over-the-training-data = Durchgänge durch die Trainingsdaten
