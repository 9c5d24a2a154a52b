### Was Leser darüber wissen müssen, wie Daten gelesen wurden und welche Systeme antworten.

# Wie eine Datei gelesen wurde.

# Wie Daten zusammengestellt wurden.

note-left = { PLACE($where) }: ausgelassen ({ $reason })
note-left-broken = Ausgelassen, { PLACE($where) }: { $reason }
note-left-unplaced = Ausgelassen: { $reason }
note-repeated = { $again } von { $questions } Fragen { $again ->
    [one] wiederholt
   *[other] wiederholen
} eine andere Wort für Wort.
note-other-split = Nicht mit dem Teil { $split } geprüft, den es dort nicht gibt oder der nicht verlangt war: { $others }.
note-no-answer = Bei { $unknown } von { $questions } Fragen ist die Lösung unbekannt; sie { $unknown ->
    [one] bleibt
   *[other] bleiben
} außen vor.
note-no-passages = Keine Frage hat einen Text; die Systeme antworten also unter O und QO, und jede Frage zählt als eigener Text. Enthält eine Spalte Texte, nennen Sie sie: --columns passage=NAME.
note-pool = Der Vorrat ist { $pool } mit { $options } Optionen.{ $same ->
    [0] {""}
   *[other] {" "}{ $same } weitere gleichen einer davon.
}
note-pool-split = Die Daten haben keinen Teil „{ $split }“; Optionen daraus fehlen also im Vorrat.
note-exhibits-left-out = Nicht gezeigt, weil ohne Ergebnisse: { $exhibits }.
note-not-run = Noch nicht gelaufen: { $exhibit }.
note-exhibits-kept = { $exhibits ->
    [all] Alle Tabellen und Abbildungen bleiben, wie sie
   *[other] Es bleiben, wie sie
} { $commit ->
    [none] früher
   *[other] mit Stand { $commit }
} entstanden, denn die Ergebnisse ihrer Teile liegen nicht vor{ $exhibits ->
    [all] .
   *[other] : { $exhibits }.
}
note-number-formats = Nicht alles wurde im selben Zahlenformat gerechnet; bfloat16 ist das gröbere, in dem ein System ab und zu eine andere Option wählt. { $formats }.
note-run-in-part = { $exhibit } steht nur zum Teil da; noch nicht gelaufen: { $missing }.
note-stages-missing = { $exhibit } fehlt, weil diese Schritte noch nicht gelaufen sind: { $missing }. Mit --only { $name } laufen sie.
note-trained-on = { $same } der { $questions } Prüffragen { $same ->
    [one] wurde
   *[other] wurden
} Wort für Wort auch gelernt.
note-dev-is-test = Ausgewählt würde an den Fragen, mit denen geprüft wird; deshalb wurde nicht ausgewählt, und die letzten Gewichte gelten.

# Die Systeme, die antworten.

note-bundled = Verwendete Modelle: { $chosen }.
note-bundled-better = Es gibt ein besseres Modell ({ $better }). So installieren Sie es: { $install }.
note-passages-seen = { GROUPED($seen) } von { GROUPED($passages) } Texten stehen in dem, woraus { COUNT($systems) ->
    [one] das System „{ $systems }“
   *[other] die Systeme { $systems }
} gelernt { COUNT($systems) ->
    [one] hat
   *[other] haben
}, oder im Datensatz, aus dem das stammt ({ COMMAS($first) }{ $seen ->
    [1] {""}
    [2] {""}
    [3] {""}
   *[other] , …
}). Was dort richtig ist, wissen sie vielleicht noch.
note-seen-in-training = Das System „{ $system }“ hat Fragen von { $data } gelernt, die es hier beantwortet; was es dabei richtig macht, weiß es vielleicht noch. Prüfen Sie es an Fragen, die es nie gesehen hat.
note-other-view = { $system } hat unter { $own } gelernt und antwortet hier unter { $view }. Was es richtig macht, zeigt, was es mit diesen Angaben anfängt, nicht, wie viel sich daraus lernen lässt.
note-one-for-all = Ein einziges System, { $system }, antwortet unter allen Sichten; gelernt hat es unter { $own }. Was es unter { $others } richtig macht, zeigt, was es mit weniger anfängt, nicht, wie viel sich mit weniger beantworten lässt.
note-one-untold = Ein einziges System, { $system }, antwortet unter allen Sichten. Hat es nur unter einer gelernt, dann zeigt, was es unter { $others } richtig macht, was es mit weniger anfängt, nicht, wie viel sich mit weniger beantworten lässt.
note-prompted = Ein einziges Modell, { $system }, antwortet unter allen Sichten: unter { $others } wird es gefragt wie unter { $own }, nur mit weniger zu lesen; gelernt hat es das nicht. Was es dort richtig macht, zeigt, was es mit weniger anfängt (Balepur et al. 2024), nicht, wie viel sich mit weniger beantworten lässt; dafür braucht es Systeme, die so gelernt haben.
note-first-member = Von den Systemen für { $views } hat nur das erste Mitglied geantwortet; was anderswo gemessen wurde, gilt für alle zusammen. Mit --members all antworten alle.
note-first-member-uncalibrated = Von den Systemen für { $views } hat nur das erste Mitglied geantwortet; die Temperatur, und was anderswo gemessen wurde, gelten für alle zusammen. Mit --members all antworten alle.
note-no-reader = Geprüft haben nur die Regeln, die den Text lesen; ein Modell würde auch sagen, welche Lösungen falsch scheinen und welche Fragen keinen Text brauchen: { $install }

# Kalibrierung.

note-calibrated = Kalibriert an { $questions } { $questions ->
    [one] Frage
   *[other] Fragen
} von { $data }, eine Temperatur je Sicht: { $temperatures }.
note-not-calibrated = Das System { $system } ist nicht kalibriert: { $error }
note-no-temperature = Systeme ohne gespeicherte Temperatur sind nicht kalibriert: { $systems }.
note-few-to-calibrate = { $questions } { $questions ->
    [one] Frage ist
   *[other] Fragen sind
} wenig, um daran zu kalibrieren: Die Temperaturen sind grob.
note-calibrated-on-reported = { $questions } der ausgewerteten Fragen { $questions ->
    [one] ist
   *[other] sind
} unter denen, an denen kalibriert wurde; die Kalibrierung sieht hier also besser aus als bei Fragen, die sie nicht kennt.
note-not-on-dev = Nicht an dev-Fragen kalibriert: { $why } Es gelten die Temperaturen, die bei den Systemen gespeichert sind, falls es sie gibt.
note-no-dev-split = Die Daten haben keinen dev-Teil, oder nicht alle haben einen.

# Studien.

note-study-left-out = { $left } von { $of } Fragen fehlen in der Studie: Sie haben keinen Text oder keine bekannte Lösung.
note-few-magnets = Für die { $questions } angegriffenen Fragen eines Heftes gibt es { $magnets ->
    [one] nur einen Magneten
   *[other] { $magnets } Magnete
}; Teilnehmende sehen manche also mehrmals.

# Modelle auf Servern.

note-server-sent = In diesem Lauf { $requests ->
    [one] ging eine Anfrage
   *[other] gingen { $requests } Anfragen
} hinaus, { $tokens } Token.
note-server-sent-guessed = In diesem Lauf { $requests ->
    [one] ging eine Anfrage
   *[other] gingen { $requests } Anfragen
} hinaus, { $tokens } Token, bei { $guessed } Antworten geschätzt: vier Byte je Token.
note-server-all-stored = Die Werte eines Servers lassen sich so genau wiederholen wie der Server selbst. Alle waren schon gespeichert.
note-server-model = Die Rückmeldungen des Servers nennen das Modell { $names }; gefragt wurde { $asked }.
note-server-models = Die Rückmeldungen des Servers nennen { $count } Modelle ({ $names }); gefragt wurde { $asked }. Die Werte stammen womöglich nicht von einem Modell.
note-server-fingerprints = Die Rückmeldungen des Servers tragen mehrere Kennungen ({ $names }); das Modell oder seine Einstellungen haben sich in diesem Lauf womöglich geändert.
note-server-stored = Die Werte eines Servers lassen sich so genau wiederholen wie der Server selbst. Ein Teil war schon vor diesem Lauf gespeichert, zwischen { $first } und { $last }. Eine gespeicherte Frage wurde noch einmal gestellt; ihre Werte weichen von den gespeicherten um höchstens { $by } ab.
note-server-temperature = Der Server lehnt die Temperatur 0 ab; seine Rückmeldungen sind ausgelost und können beim nächsten Mal andere sein.
note-server-asked-once = Die Werte eines Servers lassen sich so genau wiederholen wie der Server selbst. Hier wurde nichts zweimal gefragt.
note-server-alike = Die Werte eines Servers lassen sich so genau wiederholen wie der Server selbst. Die erste Anfrage wurde zweimal gestellt und gleich beantwortet.
note-server-chose-another = Die Werte eines Servers lassen sich so genau wiederholen wie der Server selbst. Die erste Anfrage wurde zweimal gestellt; beim zweiten Mal war die Antwort eine andere.
note-server-drift = Die Werte eines Servers lassen sich so genau wiederholen wie der Server selbst. Die erste Anfrage wurde zweimal gestellt; die Werte unterschieden sich um { $by }.
note-server-shares = Die Werte sind Anteile an { $asks } Anfragen je Frage, als Logarithmen; jede Anfrage zeigt die Optionen in anderer Reihenfolge. { $none } von { $answers } Rückmeldungen { $none ->
    [one] nannte keine Option und zählt nicht
   *[other] nannten keine Option und zählen nicht
}.
note-server-letters = In { $some } von { $answers } Rückmeldungen fehlte ein Buchstabe unter den wahrscheinlichsten Token, die der Server nennt; er bekam so viel, wie er höchstens haben kann. In { $none } fehlten alle; diese Fragen gelten als nicht beantwortet.
note-server-merged = In { $shorter } von { $answers } Rückmeldungen nannte der Server weniger wahrscheinliche Token als verlangt. Womöglich hat er Token mit gleichem Text zusammengelegt, etwa einen Buchstaben mit und ohne Leerzeichen, und nennt nur eines davon; die Werte der Buchstaben können zu niedrig sein. Mit einem Prompt für Chats (--prompt chat) gibt es solche Listen nicht.
note-letters-hold = { $system }: Die Buchstaben der Optionen haben bei der mittleren Frage (Median) { PERCENT($median) } der Wahrscheinlichkeit und weniger als die Hälfte bei { PERCENT($under) } von { $questions ->
    [one] einer Frage
   *[other] { GROUPED($questions) } Fragen
}.
note-letters-hold-little = { $system }: Die Buchstaben der Optionen haben wenig von der Wahrscheinlichkeit: { PERCENT($median) } bei der mittleren Frage (Median), weniger als die Hälfte bei { PERCENT($under) } von { $questions ->
    [one] einer Frage
   *[other] { GROUPED($questions) } Fragen
}. Was das Modell stattdessen sagen würde, zählt nicht; was es unter den Buchstaben wählt, besagt daher vielleicht wenig. Ein anderer Prompt (--prompt) oder eine andere Art zu antworten (--scoring) wird ihm womöglich besser gerecht.
note-letters-hold-little-logged = { $system }: Die Buchstaben der Optionen haben wenig von der Wahrscheinlichkeit: { PERCENT($median) } bei der mittleren Frage (Median), weniger als die Hälfte bei { PERCENT($under) } von { $questions ->
    [one] einer Frage
   *[other] { GROUPED($questions) } Fragen
}. Was das Modell stattdessen sagen würde, zählt nicht; was es unter den Buchstaben wählt, besagt daher vielleicht wenig. Das Programm, das gefragt hat, kommt mit einem anderen Prompt vielleicht weiter.
note-log = { $file } enthält, was ein anderes Programm bewertet hat: Log-Wahrscheinlichkeiten, wie es sie festhielt, über die Token summiert und nicht durch die Länge geteilt.
note-log-letters = Von den Optionen in { $file } ist nur der gewählte Buchstabe bekannt, nicht, wie die anderen Optionen abschnitten: Trefferquoten und Vergleiche der Wahl gelten; was Wahrscheinlichkeiten braucht, fehlt. { $silent ->
    [0] Jede Rückmeldung nannte einen Buchstaben.
    [one] Eine Rückmeldung nannte keinen.
   *[other] { $silent } Rückmeldungen nannten keinen.
}
note-log-shared = Die Werte in { $file } sind Logarithmen des Anteils, den jede Option an dem hat, was alle Optionen zusammen bekamen; wie wahrscheinlich das Modell überhaupt mit einer Option antwortete, sagen sie nicht.
note-log-order = { $moved ->
    [0] {""}
    [one] Bei einer Frage in { $file } zeigt der Prompt die Optionen in anderer Reihenfolge als die Zeile; es gilt die des Prompts.{" "}
   *[other] Bei { $moved } Fragen in { $file } zeigt der Prompt die Optionen in anderer Reihenfolge als die Zeilen; es gilt die des Prompts.{" "}
}{ $unclear ->
    [0] {""}
    [one] Bei einer Rückmeldung ist die Reihenfolge der Optionen im Prompt nicht zu erkennen; sie zählt nicht.
   *[other] Bei { $unclear } Rückmeldungen ist die Reihenfolge der Optionen im Prompt nicht zu erkennen; sie zählen nicht.
}
note-log-floor = { $floored ->
    [one] Eine Log-Wahrscheinlichkeit in { $file } ist minus unendlich; sie zählt
   *[other] { GROUPED($floored) } Log-Wahrscheinlichkeiten in { $file } sind minus unendlich; sie zählen
} als weniger als jede andere der Frage.
note-log-turned = { $turned ->
    [one] Eine Frage in { $file } wurde mit ihren Optionen in anderer Reihenfolge gestellt als in der Klausur
   *[other] { GROUPED($turned) } Fragen in { $file } wurden mit ihren Optionen in anderer Reihenfolge gestellt als in der Klausur
}; Buchstaben stehen für die Texte dahinter, und Rückmeldungen zu mehreren Reihenfolgen sind eine.
note-log-unfiltered = Bei { $answers ->
    [one] einer Rückmeldung
   *[other] { GROUPED($answers) } Rückmeldungen
} in { $file } fand der Filter der Aufgabe keine Option, der Text des Modells nennt aber eine; sie zählt. Die Trefferquote kann damit über der des Programms liegen.
note-log-unended = { $answers ->
    [one] Eine Rückmeldung in { $file } endet mitten in der Überlegung des Modells; sie nennt damit keine Option und zählt
   *[other] { GROUPED($answers) } Rückmeldungen in { $file } enden mitten in der Überlegung des Modells; sie nennen damit keine Option und zählen
} als falsch. Das Programm, das gefragt hat, brach dort ab: Geben Sie dem Modell dort mehr Token (lm_eval: --gen_kwargs max_gen_toks=8192; Inspect: --max-tokens 8192).
note-log-left-out = Von den Protokollen in { $folder } fehlt { $file }: { $error }
note-log-lacks = { $file } beantwortet { $lacking } der { $questions } Fragen nicht; sie { $lacking ->
    [one] fehlt hier und steht
   *[other] fehlen hier und stehen
} in { $beside }.
note-scores-choices = Alle Werte in { $file } sind 0 oder 1. Sie sagen, welche Optionen gewählt wurden, nicht, wie wahrscheinlich die anderen waren: Trefferquoten und Vergleiche der Wahl gelten; was Wahrscheinlichkeiten braucht, fehlt.
note-log-lacks-scores = Der Versuch { $experiment } fehlt: { PART($lacking, $asked) ->
    [all] Das Protokoll enthält keinen
   *[some] Dem Protokoll fehlen { GROUPED($lacking) }
} der { GROUPED($asked) } Werte, die er braucht. Ein Protokoll enthält nur, was sein Programm gefragt hat; nennen Sie für diesen Versuch ein Modell, das gefragt werden kann.
note-scores-lack = Der Versuch { $experiment } fehlt: { PART($lacking, $asked) ->
    [all] Die Datei mit den Bewertungen enthält keinen
   *[some] Der Datei mit den Bewertungen fehlen { GROUPED($lacking) }
} der { GROUPED($asked) } Werte, die er braucht. Sie stehen in { $beside }; lassen Sie diese bewerten, und fügen Sie die Werte der Datei hinzu.

# Was man über das Gewählte wissen muss.

note-recurring-option = { $view } wählt { QUOTE($option) } bei { PERCENT($taken) } der { $offered } Fragen, die es anbieten; richtig ist es bei { PERCENT($right) } (Unterschied { DECIMAL($low, digits: 0) } bis { DECIMAL($high, digits: 0) } Punkte): Es wirkt als Magnet.{ $others ->
    [0] {""}
   *[other] {" "}Ohne diese Option wären { PERCENT($out) } der { $others } dieser Fragen, die eine andere Antwort haben, richtig; wer rät, erreicht { PERCENT($chance) }.
}
note-set-options = Bei { $found } von { $questions } Fragen ist eine Aussage zu beurteilen, oder mehrere Fragen teilen sich eine Liste von Optionen. Solche Optionen gehören zur Aufgabe: Mit anderen, oder in anderer Reihenfolge, ist sie eine andere. Was sich dort ändert, sagt wenig über das Lesen.
note-set-options-alone = Bei { $found } von { $questions } Fragen ist eine Aussage zu beurteilen, oder mehrere Fragen teilen sich eine Liste von Optionen. Solche Optionen unterscheiden die Fragen nicht; was sich aus den Optionen allein beantworten lässt, sagt über sie wenig.
note-unequal-training = Die Systeme wurden nicht mit gleich vielen Fragen trainiert ({ $seen }; Wiederholungen mitgezählt). Ein Teil dessen, was der Text oder die Frage beiträgt, kann daher am längeren Training liegen.
note-temperature-worsens = Die Temperatur von { $view }, { DECIMAL($temperature, digits: 2) }, macht den Kalibrierungsfehler hier größer: { DECIMAL($before, digits: 1) } Punkte vorher, { DECIMAL($after, digits: 1) } nachher.{ $on ->
    [none] {""}
   *[other] {" "}Angepasst wurde sie auf { $on }.
} Eine anderswo angepasste Temperatur muss hier nicht passen; --calibrate-on passt eine auf Fragen Ihrer Wahl an.

# Was zu jeder Lesart von Antworten gehört.

note-intervals = Intervalle sind 95-%-Intervalle und berücksichtigen, dass Fragen zum selben Text einander ähneln.
note-probabilities-uncalibrated = Wahrscheinlichkeiten sind das Softmax der Werte, die jedes System den Optionen gibt, nicht kalibriert: Ein zu sicheres System zeigt hohe Werte und zu wenige wirksame Optionen. Vergleichen Sie Sichten und Fragen miteinander statt mit einer festen Grenze.
note-probabilities-calibrated = Wahrscheinlichkeiten sind kalibriert, { $on ->
    [settings] mit den Temperaturen aus den Einstellungen
   *[other] auf { $on }
}: Die Werte der Optionen werden durch eine Temperatur geteilt ({ $temperatures }).{ $left ->
    [none] {""}
   *[other] {" "}Nicht kalibriert: { $left }.
}
note-unknown-answers = Von { $questions } { $unknown ->
    [one] hat eine keine bekannte Antwort; Anteile lassen sie
   *[other] haben { GROUPED($unknown) } keine bekannte Antwort; Anteile lassen sie
} aus.
too-few = { $count ->
    [1] { $questions } zu einem einzigen Text sagen nichts über andere Texte; Anteile haben deshalb kein Intervall.
   *[other] { $questions } zu { $passages } sind zu wenige, um etwas über andere zu sagen.
}
note-silent = Bei { GROUPED($silent) } von { $questions }{ $view ->
    [none] {""}
    [random] {" "}unter der Sicht QOC mit einem zufälligen Text
   *[other] {" "}unter der Sicht { $view }
} nannte das System keine Option; sie zählen als falsch.
note-often-tied = Bei { GROUPED($tied) } von { $questions }{ $view ->
    [none] {""}
    [random] {" "}unter der Sicht QOC mit einem zufälligen Text
   *[other] {" "}unter der Sicht { $view }
} teilen sich mehrere Optionen den höchsten Wert. Was dort als richtig zählt, ist großenteils das, was Raten unter ihnen erreicht: Von zweien zählt jede halb, von dreien jede ein Drittel.
note-tied = Bei { $tied }{ $view ->
    [none] {""}
    [random] {" "}unter der Sicht QOC mit einem zufälligen Text
   *[other] {" "}unter der Sicht { $view }
} teilen sich mehrere Optionen den höchsten Wert; von zweien zählt jede halb, von dreien jede ein Drittel.
note-richest-view = Kein System liest hier die ganze Frage; dieses sah die Sicht { $view }, die vollständigste hier.
