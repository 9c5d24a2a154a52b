look-transfer = Systeme, die mit einer Klausur trainiert wurden, lösen jede Klausur, zuerst die eigene und dann die anderen. Was ein System ohne den Text aus einer Klausur lernt und bei einer anderen brauchen kann, ist eine Gewohnheit derer, die solche Fragen schreiben.
figure-transfer = Jede Zeile ist ein System, jede Spalte eine Klausur, an der es versucht wurde; je dunkler ein Feld, desto mehr Fragen sind richtig beantwortet. Was man durch Raten erreicht, ist von Klausur zu Klausur verschieden; siehe die Tabelle darunter.

transfer-right = { SHARE($right) } bei { $exam }
transfer-listed = { $trained }, { $view }: { $rights }; deutlich besser als Raten bei { $above } von { $exams }{ $below ->
    [none] {""}
   *[other] , deutlich darunter bei { $below }
}.
transfer-spread = { $trained }, { $view }: { $least } bis { $most }, deutlich besser als Raten bei { $above } von { $exams }{ $below ->
    [none] {""}
   *[other] , deutlich darunter bei { $below }
}.
transfer-guessing = Raten: { $guesses }.
transfer-intervals = Intervalle sind 95-%-Intervalle und berücksichtigen, dass Fragen zu einem Text einander ähneln. Jede Klausur ist für sich beurteilt: Von vierzig, bei denen ein System nur rät, ist es zufällig bei einer deutlich besser als Raten.

label-transfer = Übertragung
label-accuracy-by-training-and-test-data = Genauigkeit nach Trainings- und Testdaten
label-accuracy-by-training-and-test-exam = Genauigkeit nach Trainings- und Testklausur
label-trained-on = trainiert mit
label-tested-on = geprüft an
