# Was ein Bericht zeigt.

report-run = Prüfung von
figure-intervals = Jede dünne Linie ist ein Intervall: Es enthält den wahren Wert etwa 95-mal von 100.

# Namen von Dingen: die Kennung ist der englische Name.

label-accuracy = Genauigkeit
label-accuracy-by-level = Genauigkeit nach Stufe
label-every-question = Alle Fragen
label-interval-from = Intervall von
label-interval-to = Intervall bis
label-level = Stufe
label-questions = Fragen
label-system = System
label-longest = längste Option
label-word-overlap = Wortüberlappung
label-random = Raten
label-points = Punkte
label-bits = Bit
label-nats = Nat
label-yes = ja
label-no = nein
label-options-only = nur die Optionen
label-no-passage = ohne Text
label-no-question = ohne Frage
label-everything = alles
label-95-interval = 95-%-Intervall
label-options = Optionen
