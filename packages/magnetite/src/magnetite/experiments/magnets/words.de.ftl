look-magnets = Optionen aus anderen Texten, die nicht richtig sein können, werden jedem System neben den eigenen Optionen jeder Frage vorgelegt. Manche ziehen es an, was auch im Text steht: Das sind Magnete. Der Interferenzwert T einer solchen Option ist der Anteil der Fragen, bei denen das System sie höher bewertet als alle eigenen Optionen. Optionen, die andere verknüpfen, wie „sowohl A als auch B“, sind eine Reihe für sich: Sie ziehen die meisten Systeme an und werden deshalb überall getrennt gezeigt.
    .strongest-interference = der Fragen an die stärkste Option verloren ({ $group })
    .mean-interference = im Mittel an eine Option verloren ({ $group })
    .run = Magnete:
look-race = Die stärksten Optionen lassen sich finden, ohne jeden Wert zu berechnen. Die Fragen kommen in zufälliger Reihenfolge an die Reihe, und eine Option scheidet aus, sobald sie kaum noch unter den stärksten sein kann. Die übrigen werden an allen Fragen probiert, sodass ihre Werte genau sind.
    .share-of-the-full-screen = der Werte einer vollen Durchmusterung berechnet
    .run = Magnete:
look-validation = Die stärksten von vielen Optionen sehen stärker aus, als sie sind, weil sie ausgewählt wurden, weil sie stark aussahen. Hier werden sie noch einmal an allen Fragen probiert; es zählt, was sie bei denen tun, die an der Suche keinen Anteil hatten.
    .mean-interference-not-seen = der ungesehenen Fragen im Mittel an eine der stärksten Optionen verloren ({ $group })
    .mean-interference-where-searched = derer, mit denen gesucht wurde ({ $group })
    .run = Magnete:
look-given = Optionen, die vorher ausgewählt wurden, anderswo oder von Hand, jede an allen Fragen probiert. Es wurde nichts gesucht; gemessen wird also, was diese Optionen tun, nicht, was die stärksten von vielen zu tun scheinen.
    .mean-interference-all-questions = der Fragen an eine gegebene Option verloren ({ $group })
    .run = Magnete:
look-agreement = Fallen verschiedene Systeme auf dieselben Optionen herein? Wenn ihre Interferenzwerte zusammen steigen und fallen, liegt der Fehler in dem, woraus sie alle gelernt haben, und Magnete des einen wirken bei einem anderen.
    .spearman-correlation = Rangkorrelation der Werte ({ $group })
    .run = Magnete:
look-features = Sind Magnete länger, auf eine bestimmte Weise formuliert, oder nur näher an den Texten? Jedes Merkmal wird über alle Optionen mit T verglichen, nach dem Rang. Ein Merkmal, das sich kaum mit T ändert, kann nicht der Grund sein, warum Optionen anziehen.
    .run = Magnete:
look-attack = Ein Magnet tritt an die Stelle einer falschen Option. Text, Frage und richtige Antwort bleiben, wie sie waren; ein System, das liest, sollte also nichts verlieren. Was es jetzt wählt, ist die richtige Antwort, der Magnet oder eine andere falsche Option.
    .accuracy-before = aller Fragen richtig vor dem Angriff ({ $group }; von mehreren Mitgliedern antwortet das erste)
    .accuracy-after = der angegriffenen richtig danach ({ $group })
    .run = Magnete:
look-transfer-attack = Magnete, die bei einem System gefunden wurden, werden an den anderen probiert. Wo sie dort ebenso viel schaden, lässt sich ein System von jemandem angreifen, der es nie bei der Arbeit gesehen hat.
    .run = Magnete:
figure-interference-curve =
    .strongest-options = Wie oft jede Option, obwohl sie mit dem Text nichts zu tun hat, alle eigenen Optionen einer Frage schlägt. Bei einem System, das liest, wäre jeder Balken nahe null; bei einem, das zwischen vier Optionen und dem Eindringling rät, nahe 20 %.
    .interference-curve = Jede probierte Option, von der stärksten zur schwächsten, mit ihrem Intervall in Grau. Eine Kurve, die hoch beginnt und steil fällt, bedeutet, dass wenige Texte das System anziehen, was auch im Text steht. Ziehen Sie, um sich entlangzubewegen, halten Sie die Umschalttaste und drehen Sie das Rad, um zu vergrößern; ein Doppelklick führt zurück.
figure-attacks = Dieselben Fragen, bevor und nachdem eine falsche Option durch den Magneten ersetzt ist; von Magnet zu Magnet sind es nicht ganz dieselben, denn keiner wird an Texten probiert, bei denen er vorkommt. Die richtige Antwort bleibt an ihrer Stelle; ein System, das liest, sollte also nichts verlieren.
figure-interference-by-system =
    .interference-by-system = Fremde Optionen, von der, die ein System am meisten anzieht, zu der, die es am wenigsten anzieht, jedes System in seiner eigenen Reihenfolge. Ein System, das liest, bliebe überall nahe null. Ziehen Sie, um sich entlangzubewegen, halten Sie die Umschalttaste und drehen Sie das Rad, um zu vergrößern; ein Doppelklick führt zurück.
    .interference-by-origin = Dieselben Optionen nach ihrer Herkunft, jede Quelle in ihrer eigenen Reihenfolge. Wo die Linien zusammenfallen, ist es gleich, für welche Fragen eine Option geschrieben wurde.
figure-race =
    .race-options = Ein Rennen nimmt eine Frage nach der anderen und lässt jede Option fallen, die kaum unter den stärksten sein kann. Die Linie fällt auf die, die übrig bleiben und deren Werte genau sind. Gleiche Schritte auf den Achsen sind gleiche Faktoren.
    .race-scores = Bisher berechnete Werte. Die Linie ist steil, solange alle Optionen im Rennen sind; je früher sie abbiegt, desto billiger das Rennen.
figure-magnet-set = Die stärksten Optionen, nummeriert wie in der Tabelle, bei den Fragen, mit denen sie gesucht wurden, bei allen Fragen, und bei denen, die die Suche nie sah. Was eine Suche findet, sieht stärker aus, als es ist; nur die ungesehenen Fragen sagen, wie stark. Die dünnen Linien sind Intervalle über diese.
figure-given-set = Die gegebenen Optionen, nummeriert wie in der Tabelle, bei allen Fragen. Die dünnen Linien sind Intervalle, die für alle zusammen gelten.
figure-system-agreement = Wie weit zwei Systeme darin übereinstimmen, welche Optionen anziehen: 1, wo sie alle Optionen in dieselbe Reihenfolge bringen, 0, wo eines nichts über das andere sagt. Unter der Diagonale: Pearsons Korrelation der Werte; darüber: Spearmans, ihrer Ränge.
figure-interference-scatter = Jeder Punkt ist eine Option: wie oft sie bei einem System gewinnt und bei einem anderen. Auf der gestrichelten Linie zieht sie beide gleich an. Punkte weit rechts oben sind Magnete für beide.
figure-features = Ziehen Optionen an, weil sie auf eine bestimmte Weise aussehen? Rechts der gestrichelten Linie gewinnen Optionen mit mehr von einem Merkmal öfter, links seltener. Auf der Linie erklärt das Merkmal nichts. { figure-intervals }
figure-system-attacks = Was die Systeme wählen, wenn eine falsche Option durch den Magneten ersetzt ist, der über den Balken steht. Die dunkle Marke ist der Anteil, der ohne ihn richtig beantwortet wird. Höchstens 10 Magnete sind gezeichnet.
figure-best-of = Fragen, die noch richtig beantwortet werden, wenn der Angreifer bei jeder Frage denjenigen von so vielen Magneten nehmen darf, der am meisten schadet. Alle Fragen mit bekannter Antwort zählen, auch die, an denen kein Magnet probiert werden darf. { figure-intervals }
figure-transfer-attack = Jede Zeile ist das System, bei dem die Magnete gefunden wurden, jede Spalte das System, das mit ihnen angegriffen wird; je dunkler ein Feld, desto mehr Fragen werden noch richtig beantwortet. Blasse Zeilen sind Magnete, die bei Systemen wirken, bei denen sie nicht gefunden wurden.

magnets-strongest = Von { $pool }, probiert an { $questions }, schlägt die stärkste, { QUOTE($option) }, alle { $listed ->
    [yes] bleibenden
   *[no] eigenen
} Optionen{ $systems ->
    [one] {""}
   *[other] , im Mittel über die Systeme,
} bei { SHARE($share) } der Fragen.
magnets-strongest-plain = Von { $pool }, probiert an { $questions }, schlägt die stärkste, { QUOTE($option) }, alle { $listed ->
    [yes] bleibenden
   *[no] eigenen
} Optionen{ $systems ->
    [one] {""}
   *[other] , im Mittel über die Systeme,
} bei { SHARE($share) } der Fragen; { QUOTE($plain) }, die erste, die keine anderen verknüpft, bei { SHARE($plain-share) }.
magnets-none-wins = Von { $pool }, probiert an { $questions }, schlägt keine bei irgendeiner Frage alle { $listed ->
    [yes] bleibenden
   *[no] eigenen
} Optionen.
magnets-attracting = { $magnets ->
    [0] Von { $pool } zieht keine erkennbar öfter an als durch Zufall ({ SHARE($guessing) }).
    [one] Von { $pool } ist eine ein Magnet: Nach einem Intervall für alle zugleich zieht sie öfter an als durch Zufall ({ SHARE($guessing) }).
   *[other] Von { $pool } sind { GROUPED($magnets) } Magnete: Nach einem Intervall für alle zugleich ziehen sie öfter an als durch Zufall ({ SHARE($guessing) }).
}
magnets-unswappable = Magnete lassen sich hier nicht suchen: Dem System werden alle Optionen auf einmal gezeigt; eine fremde Option müsste also an die Stelle einer falschen treten, und keine Antwort ist bekannt, die sagt, welche falsch sind.
magnets-unsearchable = Magnete lassen sich hier nicht suchen: { $why ->
    [no-passages] Eine Option eines anderen Textes kann nicht richtig sein, aber diese Fragen haben keine Texte, und eine Option einer anderen Frage kann es sein. Geben Sie Optionen an, die nirgends richtig sein können: --set 'magnets.pool=["Alle genannten","Keine davon"]'.
    [one-passage] Es braucht Optionen anderer Texte, und diese Klausur hat nur einen. Prüfen Sie mehr Texte, oder geben Sie Optionen an: --set 'magnets.pool=["Alle genannten","Keine davon"]'.
   *[everywhere] Es braucht Optionen anderer Texte, und hier kommt jede Option unter jedem Text vor. Prüfen Sie mehr Texte, oder geben Sie Optionen an: --set 'magnets.pool=["Alle genannten","Keine davon"]'.
}
magnets-note-raced = Das Rennen behielt { GROUPED($kept) } von { GROUPED($pool) } Optionen. Gezeigt sind nur diese.
magnets-note-guessing = Ein System, das zufällig bewertet, setzte bei { SHARE($share) } der Fragen eine fremde Option an die erste Stelle; ein Magnet ist, was sich von den anderen Optionen abhebt.
magnets-note-constraint = Eine Option wird nie an einer Frage zu einem Text probiert, unter dem sie vorkommt, ohne Rücksicht auf Großschreibung, Leerzeichen und einen Schlusspunkt; solche Fragen zählen bei ihr nicht mit.
magnets-note-searched = Die stärksten von vielen sehen stärker aus, als sie sind: Intervalle gelten hier für einzelne Optionen und sind nicht für die Suche korrigiert. Fragen, die die Suche nie sah, zeigen, was auch anderswo gilt.
magnets-note-given = Die Optionen waren gegeben, nicht gesucht. Intervalle gelten hier für einzelne Optionen.
magnets-note-view = Das System sah die Sicht { $view }: Es gibt hier keines, das die ganze Frage liest.
magnets-note-member = Von { COMMAS($systems) } antwortet hier nur das erste von { GROUPED($members) } Mitgliedern, weil Optionen einer Frage mit denen anderer verglichen werden. Seine Genauigkeit vor einem Angriff ist daher eine andere als die aller Mitglieder zusammen.
magnets-note-lists = { $systems ->
    [one] Dem System werden
   *[other] { $systems }: einem System, dem
} alle Optionen auf einmal gezeigt{ $systems ->
    [one] .
   *[other] {" "}werden.
} Eine Option ersetzt daher eine falsche und zählt, wenn sie die übrigen schlägt, eine weniger, als wenn sie hinzukäme. Fragen ohne bekannte Lösung sind ausgelassen.
race-answer = { $options } von { GROUPED($pool) } gefunden mit { GROUPED($cells) } von { GROUPED($of) } Werten je System, { SHARE($share) } der vollen Durchmusterung.
race-note-error = Die Wahrscheinlichkeit, über die zufällige Reihenfolge der Fragen, dass eine der { $top } stärksten fehlt, ist höchstens { SHARE($error) }; von Optionen, die sich den letzten Platz teilen, kann jede dastehen. Alle verknüpfenden Optionen wurden bewertet. Die Werte derer, die nicht ausschieden, sind genau. Optionen von { SHARE($worth) } oder weniger sind nicht gereiht.
race-note-above = Dieselbe Schranke gilt für die Wahrscheinlichkeit, dass eine Option fehlt, die { SHARE($above) } erreicht.
features-none = Kein Merkmal hängt über den Zufall hinaus mit der Interferenz zusammen.
features-most = Am engsten hängt „{ LABEL($feature) }“ mit der Interferenz zusammen (Rangkorrelation { DECIMAL($correlation, digits: 2) }, ohne Optionen, die andere verknüpfen).
features-note = Ein Merkmal, das mit der Interferenz zusammenhängt, muss nicht ihr Grund sein.
attack-unlabelled = Keine Lösung ist bekannt, daher lässt sich nicht sagen, wie Magnete die Genauigkeit ändern. Interferenzwerte brauchen keine Antworten.
attack-answer = { $systems }.
attack-none = keine Frage mit bekannter Antwort kann eine der Optionen aufnehmen
attack-answered = { $members ->
    [1] {""}
   *[other] , wenn das erste von { GROUPED($members) } Mitgliedern antwortet
}{ $rest ->
    [0] {""}
   *[other] {" "}({ GROUPED($rest) } weitere können die Option nicht aufnehmen)
}
attack-worst = { SHARE($before) } der Antworten auf { $questions } sind richtig{ attack-answered }, und { SHARE($left) } mit { QUOTE($worst) } an der Stelle einer falschen Option
attack-range = { SHARE($before) } der Antworten auf { $questions } sind richtig{ attack-answered }, und von { SHARE($left) } mit { QUOTE($worst) } bis { SHARE($most) } mit { QUOTE($mildest) } an der Stelle einer falschen Option
attack-note = Eine falsche Option ist ersetzt ({ $replaced ->
    [random] nach dem Startwert gezogen
    [strongest] die mit dem höchsten Wert
    [weakest] die mit dem niedrigsten Wert
   *[each] jede der Reihe nach, und die Ergebnisse gemittelt
}) und sonst nichts; ein Magnet gilt nur als gewählt, wo sein Wert strikt über dem aller bleibenden Optionen liegt. p-Werte: exakter McNemar-Test, nach Holm korrigiert über die Magnete eines Systems und einer Stufe; er behandelt Fragen als unabhängig. Die Intervalle berücksichtigen, dass Fragen zu einem Text einander ähneln.
validation-all-seen = Jede Frage hatte an der Suche Anteil; ob die Magnete auch anderswo wirken, ist also nicht bekannt: Es gibt zu wenige Texte, oder keine wurden der Suche vorenthalten.
validation-answer = Bei { $questions }, die die Suche nie sah, schlagen die { $magnets }{ $chose ->
    [all] {""}
   *[other] , von { $chose } gewählt,
} { $listed ->
    [yes] alle bleibenden Optionen
   *[no] alle eigenen Optionen
} im Mittel bei { SHARE($unseen) } dieser Fragen (bei { SHARE($subset) } der Fragen, mit denen gesucht wurde).
validation-held-up = Bei ungesehenen Fragen bewähren sich von den { $magnets } deutlich: { $held }. Sie gewinnen bei mehr Fragen als eine durchschnittliche Option und senken die Genauigkeit.
validation-held = { $held }{ $system ->
    [none] {""}
   *[other] {" "}bei { $system }
}
validation-note-intervals = Intervalle gehen über die Fragen, die die Suche nie sah, mit 95 % für alle Magnete und Systeme dieser Tabelle zusammen. Genauigkeit vorher und nachher gilt für dieselben Fragen; p ist nach McNemar, korrigiert (Holm) über die Magnete eines Systems.
validation-note-selected = Die Magnete wurden nur bei { $chose } gesucht; { $others } hatte an der Wahl keinen Anteil. Was eine durchschnittliche Option dort tut, ist nicht bekannt; ein Magnet bewährt sich dort also, wo sein Intervall über 0 liegt und sein Angriff die Genauigkeit senkt.
given-answer = Probiert an allen { $questions }: { $options }. Sie schlagen { $listed ->
    [yes] alle bleibenden Optionen
   *[no] alle eigenen Optionen einer Frage
} im Mittel bei { $shares }.
given-mean = { SHARE($mean) }{ $system ->
    [none] {""}
   *[other] {" "}mit { $system }
}
given-note = Die Optionen waren gegeben und nicht gesucht; jede Frage zählt also. Intervalle gelten mit 95 % für alle Optionen und Systeme dieser Tabelle zusammen. Genauigkeit vorher und nachher gilt für dieselben Fragen; p ist nach McNemar, korrigiert (Holm) über die Optionen eines Systems.
agreement-none = Bei keinen zwei Systemen schwanken beide Interferenzwerte; so gibt es keine Korrelation zu berichten.
agreement-two = Die Interferenzwerte von { $first } und { $second } korrelieren mit { DECIMAL($correlation, digits: 2) }.
agreement-several = Die Interferenzwerte zweier Systeme korrelieren im Mittel mit { DECIMAL($mean, digits: 2) } ({ DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }).
transfer-attack-answer = Mit Magneten, die beim System selbst gefunden wurden, bleiben { SHARE($own) } der Fragen im Mittel über Magnete und Systeme richtig, und mit Magneten eines anderen { SHARE($other) }.
transfer-attack-note = Hier werden die Magnete eines Systems an denselben Fragen gesucht und probiert.
magnets-listed = Die { $shown } stärksten von { GROUPED($all) } fremden Optionen
magnets-on = Interferenzwert T in Prozent bei { $measure } (95-%-Intervall)
magnets-mean-of = Prozent richtig (95-%-Intervall), Mittel über { $magnets } Magnete

label-magnet-options = Magnete
label-the-race = Das Rennen
label-do-the-magnets-work-elsewhere = Bewähren sich die Magnete anderswo?
label-the-given-options = Die gegebenen Optionen
label-do-systems-share-their-magnets = Haben Systeme dieselben Magnete?
label-what-do-magnets-look-like = Wie sehen Magnete aus?
label-attacks-with-another-system-s-magnets = Angriffe mit den Magneten eines anderen Systems
label-how-often-each-irrelevant-option-beats-all-of-a-question-s-own = Wie oft jede fremde Option alle eigenen einer Frage schlägt
label-how-often-each-irrelevant-option-beats-all-of-the-options-that-stay = Wie oft jede fremde Option alle bleibenden schlägt
label-interference-scores-sorted = Interferenzwerte, sortiert
label-options-left-after-each-round-of-questions = Optionen, die nach jeder Runde von Fragen übrig sind
label-after-how-many-questions-each-option-was-dropped = Nach wie vielen Fragen jede Option ausschied
label-where-the-race-ended = Wo das Rennen endete
label-the-magnets-one-by-one = Die Magnete einzeln
label-the-given-options-on-all-questions = Die gegebenen Optionen bei allen Fragen
label-interference-scores-of-two-systems = Interferenzwerte zweier Systeme
label-each-option-in-two-systems = Jede Option bei zwei Systemen
label-what-goes-together-with-the-interference-score = Was mit dem Interferenzwert einhergeht
label-accuracy-when-one-wrong-option-is-replaced = Genauigkeit, wenn eine falsche Option ersetzt ist
label-accuracy-before-and-after-one-wrong-option-is-replaced = Genauigkeit, bevor und nachdem eine falsche Option ersetzt ist
label-accuracy-against-the-best-of-several-magnets = Genauigkeit gegen den besten von mehreren Magneten
label-accuracy-after-attacks-with-magnets-found-elsewhere = Genauigkeit nach Angriffen mit anderswo gefundenen Magneten
label-beat-all-own-options = schlägt alle eigenen Optionen
label-beat-all-options-that-stayed = schlägt alle bleibenden Optionen
label-taken-from-where = genommen aus
label-options-from = Optionen aus
label-strongest-interference = stärkste Interferenz
label-options-that-win-anywhere = Optionen, die irgendwo gewinnen
label-mean-interference-by-origin = mittlere Interferenz nach Herkunft
label-pool = Vorrat
label-option-combinations = verknüpfende Optionen
label-tried-nowhere = nirgends probiert
label-round = Runde
label-questions-asked = gestellte Fragen
label-options-left = verbleibende Optionen
label-options-still-in-the-race = Optionen noch im Rennen
label-scores-asked-for = berechnete Werte
label-scores-asked-for-so-far = bisher berechnete Werte
label-cells-asked-for = berechnete Werte
label-cells-of-a-full-screen = Werte einer vollen Durchmusterung
label-share-of-the-full-screen = Anteil der vollen Durchmusterung
label-interference-to-reach = zu erreichende Interferenz
label-never-dropped = nie ausgeschieden
label-scores-of-stand-ins = Werte von Vertretern
label-mean-t-of-the-search = mittleres T der Suche
label-mean-t-over-the-systems = mittleres T über die Systeme
label-t-on-questions-of-the-search = T bei Fragen der Suche
label-t-on-all-questions = T bei allen Fragen
label-t-on-questions-the-search-never-saw = T bei Fragen, die die Suche nie sah
label-holds-up = bewährt sich
label-questions-not-seen = nicht gesehene Fragen
label-questions-of-the-search = Fragen der Suche
label-all-questions = alle Fragen
label-questions-the-search-never-saw = Fragen, die die Suche nie sah
label-mean-interference = mittlere Interferenz
label-mean-interference-where-searched = mittlere Interferenz, wo gesucht
label-mean-interference-not-seen = mittlere Interferenz, nicht gesehen
label-mean-interference-all-questions = mittlere Interferenz, alle Fragen
label-magnets-that-hold-up = Magnete, die sich bewähren
label-pearson-correlation = Korrelation nach Pearson
label-spearman-correlation = Korrelation nach Spearman
label-mean-pearson-correlation = mittlere Korrelation nach Pearson
label-mean-spearman-correlation = mittlere Korrelation nach Spearman
label-all-options = alle Optionen
label-other-options = andere Optionen
label-without-option-combinations = ohne verknüpfende Optionen
label-ordinary-option = gewöhnliche Option
label-t-with-the-first = T beim ersten
label-t-with-the-second = T beim zweiten
label-feature = Merkmal
label-rank-correlation-with-t = Rangkorrelation mit T
label-rank-correlation-with-t-95-interval = Rangkorrelation mit T (95-%-Intervall)
label-characters = Zeichen
label-mean-word-length = mittlere Wortlänge
label-capitalised-words = großgeschriebene Wörter
label-ends-with-a-full-stop = endet mit einem Punkt
label-negation = Verneinung
label-absolute-terms = absolute Ausdrücke
label-hedges = Abschwächungen
label-digits = Ziffern
label-first-or-second-person = erste oder zweite Person
label-overlap-with-passages = Überlappung mit Texten
label-common-words = häufige Wörter
label-right-answer-chosen = richtige Antwort gewählt
label-option-replaced = ersetzte Option
label-magnet = Magnet
label-magnets = Magnete
label-magnets-found-on = Magnete gefunden bei
label-system-attacked = angegriffenes System
label-attacked = angegriffen
label-magnets-to-choose-from = Magnete zur Auswahl
label-magnets-as-numbered-in-the-table = Magnete, wie in der Tabelle nummeriert
label-accuracy-before-average-option = Genauigkeit vorher, durchschnittliche Option
label-accuracy-after-average-option = Genauigkeit nachher, durchschnittliche Option
label-difference-average-option = Unterschied, durchschnittliche Option
label-irrelevant-options-that-beat-it = fremde Optionen, die sie schlagen
label-irrelevant-options-tried = probierte fremde Optionen
label-strongest-irrelevant-option = stärkste fremde Option
label-right-before-the-attack = vor dem Angriff richtig
label-per-cent-right-change-in-points = Prozent richtig (Änderung in Punkten)
label-options-strongest-first = Optionen, die stärkste zuerst
label-options-of-one-source-strongest-first = Optionen einer Quelle, die stärkste zuerst
label-questions-tried = probierte Fragen
label-change = Änderung
label-outcome = Ergebnis
label-replaced = ersetzt
label-magnet-in-its-place = Magnet an ihrer Stelle
label-the-magnet = der Magnet
label-not-known = nicht bekannt
label-under-the-attack-tag = unter dem Angriff
label-95-interval-of-the-change = 95-%-Intervall der Änderung
label-all-systems = alle Systeme
label-correlations-of-interference-scores-between-systems = Korrelationen der Interferenzwerte zwischen Systemen
label-interference-score-of-each-option-with-two-systems-for-each-pair-of-systems = Interferenzwert jeder Option bei zwei Systemen, für jedes Paar von Systemen
label-rank-correlation-of-each-feature-of-an-option-with-its-interference-score = Rangkorrelation jedes Merkmals einer Option mit ihrem Interferenzwert
label-accuracy-before-and-after-each-attack = Genauigkeit vor und nach jedem Angriff
label-outcomes-of-each-attack-on-each-system-with-the-accuracy-before-it = Ergebnisse jedes Angriffs auf jedes System, mit der Genauigkeit davor
label-accuracy-left-against-the-best-of-so-many-magnets = Genauigkeit, die gegen den besten von so vielen Magneten bleibt
label-accuracy-of-each-system-under-attack-by-the-system-the-magnets-were-found-on = Genauigkeit jedes Systems unter Angriff, nach dem System, bei dem die Magnete gefunden wurden
label-interference-score-of-every-irrelevant-option-sorted = Interferenzwert jeder fremden Option, sortiert
label-the-strongest-options-and-their-interference-scores = Die stärksten Optionen und ihre Interferenzwerte
label-sorted-interference-scores-of-every-irrelevant-option-a-line-for-each-system = Sortierte Interferenzwerte jeder fremden Option, eine Linie für jedes System
label-sorted-interference-scores-by-where-the-options-come-from-a-panel-for-each-system = Sortierte Interferenzwerte nach der Herkunft der Optionen, ein Feld für jedes System
label-interference-score-of-every-magnet-on-seen-and-unseen-questions-for-each-system = Interferenzwert jedes Magneten bei gesehenen und ungesehenen Fragen, für jedes System
label-how-many-options-are-left-by-the-questions-asked = Wie viele Optionen nach den gestellten Fragen übrig sind
label-how-many-scores-a-race-has-asked-for-by-the-questions-asked = Wie viele Werte ein Rennen nach so vielen Fragen berechnet hat
label-interference-score-of-each-magnet = Interferenzwert jedes Magneten
label-without-series = ohne verknüpfende Optionen
label-other = andere
label-series = verknüpfende Optionen
label-correlation = Korrelation
label-of = von
label-given = gegeben
label-taken-from = genommen aus
label-options-asked-for = verlangte Optionen

glance-attracts-title = Was zieht es an?
glance-attracts-word = { $tone ->
    [poor] { $magnets ->
        [one] Ein Magnet
       *[other] { GROUPED($magnets) } Magnete
    }
    [good] Nichts von dem, was versucht wurde
   *[open] Nichts erkennbar
}
glance-magnets = { $tone ->
    [poor] { $magnets ->
        [one] Eine von { $pool } zieht
       *[other] { GROUPED($magnets) } von { $pool } ziehen
    } es öfter an als durch Zufall ({ SHARE($guessing) }).
    [good] Selbst die stärkste von { $pool } zieht es seltener an als durch Zufall ({ SHARE($guessing) }).
   *[open] Keine von { $pool } zieht es erkennbar öfter an als durch Zufall ({ SHARE($guessing) }).
}
glance-strongest = Die stärkste, { QUOTE($option) }, schlägt bei { SHARE($share) } der Fragen alle eigenen Optionen ({ $interval }).
glance-attack-title = Was geschieht unter einem Angriff?
glance-attack-word = { $tone ->
    [poor] Es verliert richtige Antworten
    [good] So gut wie nichts
   *[open] Kein Schaden erkennbar
}
glance-attack = { $tone ->
    [poor] Mit { QUOTE($option) } anstelle einer falschen Option fällt der Anteil richtiger Antworten von { SHARE($before) } auf { SHARE($after) }, eine Änderung von { $gain }
    [good] Kein Magnet ändert den Anteil richtiger Antworten um mehr als fünf Punkte; mit { QUOTE($option) } anstelle einer falschen Option ist die Änderung { $gain }
   *[open] Kein Magnet senkt erkennbar den Anteil richtiger Antworten; mit { QUOTE($option) } anstelle einer falschen Option ist die Änderung { $gain }
} ({ $questions }{ $members ->
    [1] {""}
   *[other] , beantwortet vom ersten von { GROUPED($members) } Mitgliedern
}).
glance-held = Bei { $questions }, die die Suche nie gesehen hat, schadeten { GROUPED($held) } der { GROUPED($options) } stärksten Optionen deutlich.
