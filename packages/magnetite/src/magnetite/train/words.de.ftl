look-training = Wie die Systeme entstanden: woraus sie lernten, wie schnell, und wo sie aufhörten. Dev-Fragen werden dem Training vorenthalten, um zu sehen, ob das Gelernte auch bei neuen Fragen gilt.
figure-learning-curve =
    .learning-curve-accuracy = Anteil richtig beantworteter Fragen, während das System lernt, eine Linie für jeden Startwert. Mit Dev-Fragen wird nicht trainiert: Wo ihre Linie nicht mehr steigt, hilft mehr Training nicht.
    .learning-curve-loss = Der Verlust, den das Training senkt (in Nat, weniger ist besser), eine Linie für jeden Startwert. Wo er bei Trainingsfragen fällt und bei Dev-Fragen steigt, lernt das System auswendig.

label-training = Training
label-learning-curves = Lernkurven
label-mean-loss-nats = mittlerer Verlust (Nat)
label-passes-over-the-training-data = Durchgänge durch die Trainingsdaten
