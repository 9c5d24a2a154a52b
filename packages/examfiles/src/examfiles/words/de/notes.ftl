### Was beim Lesen von Klausuren auffiel.

note-of = { $name }: { $note }

note-unused-passage = Text ohne Fragen: { PLACE($where) }
note-title = { PLACE($where) }: „{ $text }“ gilt als Titel der Klausur{ $headings ->
    [one] {""}
   *[other] (insgesamt { $headings } solche Zeilen)
} und gehört zu keinem Text
note-heading = { PLACE($where) }: „{ $text }“ gilt als Überschrift{ $headings ->
    [one] {""}
   *[other], wie { $headings } solcher Zeilen insgesamt
}; die Fragen danach gehören zum Text davor
note-no-passage = { $lacking } von { $questions } Fragen { $lacking ->
    [one] hat
   *[other] haben
} keinen Text, die erste: { PLACE($first) }. Mit --passage DATEI bekommen sie einen.{ $hint }
note-fill-down = Der Text steht vielleicht nur in der ersten seiner Zeilen, wie verbundene Zellen ihn hinterlassen. --fill-down gibt { $lacking ->
    [one] der Frage ohne Text
   *[other] den { $lacking } Fragen ohne Text
} den Text darüber.
note-filled-down = { $questions ->
    [one] Eine Frage bekommt
   *[other] { $questions } Fragen bekommen
} den Text darüber, weil keiner daneben steht.
note-passages-are = {" "}{ $passages ->
    [nowhere] { $format } hat keinen Platz für Texte.
   *[other] In { $format } steht der Text hier: { $passages }.
}
passages-gift = eine Beschreibung vor ihren Fragen
passages-text = die Absätze vor ihren Fragen
passages-html = die Absätze vor ihren Fragen
passages-docx = die Absätze vor ihren Fragen
passages-odt = die Absätze vor ihren Fragen
passages-tabular = eine Spalte, wiederholt in der Zeile jeder Frage
passages-aiken = nowhere
passages-blackboard = nowhere
passages-brightspace = nowhere
passages-moodle-xml = eine Beschreibung vor ihren Fragen
passages-moodle-backup = eine Beschreibung vor ihren Fragen
passages-olx = ein Text über der Frage, in der Aufgabe oder ihrer Lerneinheit
passages-latex = ein Text zwischen den Fragen, von mindestens zwanzig Wörtern
passages-r-exams = nowhere
passages-surveyjs = ein Text (html) vor seinen Fragen
passages-learnosity = ein Text unter den „features“ seiner Aufgabe
passages-anki = nowhere
passages-qti = ein gemeinsamer Stimulus, ein Text vor den Fragen oder der Text um die Frage
passages-h5p = ein Text vor seinen Fragen, auf derselben Seite oder im selben Kapitel
note-passages-share-id = { $ids ->
    [one] Eine Textkennung steht für mehrere verschiedene Texte
   *[other] { $ids } Textkennungen stehen für mehrere verschiedene Texte
}; eine Prüfsumme an der Kennung hält sie auseinander: { $examples }
note-same-assessment = { PLACE($where) }: Dieselbe Klausur steht in einer anderen Datei; diese wurde gelesen
note-same-item = { PLACE($where) }: Dieselbe Frage steht bei { PLACE($first) }; sie wurde einmal gelesen
note-no-key-file = { PLACE($where) }: Daneben liegt keine Datei { $file }; die Lösungen fehlen also
note-short-passage = { PLACE($where) }: Ein Text von { $words } Wörtern gilt als Text der { $questions ->
    [one] Frage
   *[other] { $questions } Fragen
} danach. Ist er nur ein Titel oder eine Anweisung, nehmen Sie ihn heraus und prüfen Sie noch einmal: Vieles von dem, was hier steht, ändert sich dann.
note-encoding = { PLACE($where) }: Die Datei nennt ihre Kodierung nicht und wird als { $encoding } gelesen: „{ $line }“. Sind darin Buchstaben falsch, speichern Sie sie als UTF-8 (Speichern unter, Kodierung UTF-8; in einer Tabelle CSV UTF-8), und lesen Sie diese.
note-older-versions = { PLACE($where) }: { $versions ->
    [one] eine ältere Fassung oder ein Entwurf einer Frage wurde nicht gelesen
   *[other] { $versions } ältere Fassungen und Entwürfe von Fragen wurden nicht gelesen
}
note-gift-both-marks = { PLACE($where) }: { $questions ->
    [one] Eine Frage kennzeichnet ihre richtige Antwort
   *[other] { $questions } Fragen kennzeichnen ihre richtigen Antworten
} mit ~=; das wird wie in Moodle als = gelesen
note-gift-mark-in-text = { PLACE($where) }: In { $questions ->
    [one] einer Frage
   *[other] { $questions } Fragen
} wird ein = oder ~ mitten in einer Option als Text gelesen. In Moodle begänne dort eine neue Option: Schreiben Sie \= und \~.
note-gift-empty = { PLACE($where) }: { $questions ->
    [one] Eine Frage hat
   *[other] { $questions } Fragen haben
} eine leere Option; sie wird wie in Moodle übergangen
note-gift-full-mark = { PLACE($where) }: { $questions ->
    [one] Eine Frage kennzeichnet keine Option mit =
   *[other] { $questions } Fragen kennzeichnen keine Option mit =
}; als richtig gelesen wird die einzige mit 100 %. In Moodle dürfen Prüflinge dort mehrere ankreuzen.
note-other-sheets = { PLACE($where) }: Nicht gelesen sind die Blätter, die keine Frage mit Optionen nennen oder andere Spalten haben als das erste: { $sheets }
note-row-an-option = { PLACE($where) }: Jede Zeile ist eine Option („{ $option }“, richtig, wo „{ $right }“ es sagt), und aufeinanderfolgende Zeilen mit derselben Frage sind deren Optionen: { $questions ->
    [one] eine Frage
   *[other] { $questions } Fragen
}
note-lost-by-option = { PLACE($where) }: Weggelassen, weil sie sich von Option zu Option unterscheiden: { $columns }
note-marks-beside = { PLACE($where) }: Welche Option richtig ist, sagen die Spalten { $columns }
note-h5p-sorted = { PLACE($where) }: { $questions ->
    [one] Eine Frage gehört
   *[other] { $questions } Fragen gehören
} zu einem Single Choice Set, in dem die richtige Antwort zuerst steht und das seine Optionen in eigener Reihenfolge zeigt: Sie werden in alphabetischer Reihenfolge gelesen
note-marks-in-options = { PLACE($where) }: Welche Option richtig ist, sagt „{ $name }“ bei jeder
note-marks-in-cells = { PLACE($where) }: Alle Optionen einer Frage stehen in einer Zelle („{ $name }“); die Markierung hinter einer von ihnen kennzeichnet die Lösung
note-letters-left-out = { PLACE($where) }: Jede Option beginnt mit ihrem Buchstaben, der weggelassen wird
note-id-of-passage = { PLACE($where) }: Die Fragen eines Textes haben denselben Wert unter „{ $column }“; er gilt als Kennung des Textes, und die Fragen werden nummeriert
note-own-letters = { PLACE($where) }: Die Optionen { $questions ->
    [one] beginnen
   *[other] von { $questions } Fragen beginnen
} mit Buchstaben, die anders geordnet sind als ihre Plätze. Ein Buchstabe als Lösung meint den eigenen Buchstaben der Option, eine Zahl ihren Platz; die Buchstaben werden weggelassen
note-said-around = { PLACE($where) }: Weggelassen, weil es von der Klausur handelt: „{ $text }“
note-key-set-off = { PLACE($where) }: { $questions ->
    [one] Die Option
   *[other] Die Optionen
}, durch { $way ->
    [bold] Fettschrift
    [italic] Kursivschrift
    [underline] Unterstreichung
    [highlight] Markierung
   *[colour] Farbe
} hervorgehoben, { $questions ->
    [one] wird in einer Frage als die richtige gelesen
   *[other] werden in { $questions } Fragen als die richtigen gelesen
}
note-stimulus-missing = { PLACE($where) }: Der Text { $file }, zu dem { $questions ->
    [one] die Frage gehört
   *[other] { $questions } Fragen gehören
}, ist nicht da; { $questions ->
    [one] sie hat
   *[other] sie haben
} deshalb keinen Text. Prüfen Sie das ganze Paket, oder legen Sie die Datei dazu.
note-blank-rows = { PLACE($where) }: { $rows ->
    [one] eine leere Zeile wurde ausgelassen
   *[other] { $rows } leere Zeilen wurden ausgelassen
}
note-html-cells = { PLACE($where) }: HTML in den Zellen { $rows ->
    [one] dieser Zeile
   *[other] von { $rows } Zeilen, zuerst dieser,
} gilt als Text
note-html-cdata = { PLACE($where) }: Das HTML in { $parts ->
    [one] einem CDATA-Abschnitt
   *[other] { $parts } CDATA-Abschnitten, die ersten davon hier,
} gilt als Text
note-beside-text = { PLACE($where) }: Kopfzeilen, Fußzeilen und Kommentare wurden nicht gelesen: { $parts }. Was davon die Klausur braucht, etwa die Lösungen, gehört in den Text
note-row-explains = { PLACE($where) }: Diese Zeile erklärt die Spalten und ist keine Frage
note-settings-left = { PLACE($where) }: Die Einstellungen des Tests wurden ausgelassen: { $settings }. Alle Fragen einer Gruppe wurden gelesen, auch wenn Prüflinge nur einige davon bekommen
note-several-one-right = { PLACE($where) }: Prüflinge dürfen mehrere Antworten ankreuzen, nur eine ist richtig; gelesen als Frage mit einer Antwort
note-two-readings = { PLACE($where) }: Die Lösung „{ $key }“ könnte die Option { $read } oder die Option { $other } sein. Sie wird als { $way ->
    [letter] Buchstabe
    [number] Zahl
   *[text] Text einer Option
} gelesen{ $questions ->
    [one] {""}
   *[other] {" "}wie alle { $questions } solchen Lösungen
}
note-title-rows = { PLACE($where) }: „{ $text }“ { $rows ->
    [one] gilt als Titel, denn die Zeile steht
   *[other] und weitere Zeilen, insgesamt { $rows }, gelten als Titel, denn sie stehen
} über den Namen der Spalten
note-splits-inside = { PLACE($where) }: Die Datei nennt selbst die Teile { $splits }; sie werden alle zusammen gelesen. Um einen zu lesen, legen Sie ihn in eine eigene Datei.
note-files-in-no-split = { PLACE($where) }: nicht gelesen, denn { $files ->
    [one] eine Datei gehört zu keinem Teil: { $first }
   *[other] { $files } Dateien gehören zu keinem Teil, die erste: { $first }
}. Geben Sie ihren Pfad an, um sie zu lesen.
note-no-header = { PLACE($where) }: Die Datei benennt ihre Spalten nicht; nach ihrer Gestalt wurden sie als { COMMAS($columns) } gelesen. Ist das falsch, setzen Sie eine Zeile mit Namen darüber
note-columns = Gelesene Spalten: { $columns }; { $answers }
note-columns-kept = Gelesene Spalten: { $columns }; als Zusatzangaben behalten: { $kept }; { $answers }
answers-text = Lösungen stehen als Wortlaut der Option da
answers-keyed = die richtigen Antworten stehen in einer eigenen Spalte, die falschen daneben; die Tabelle sagt nicht, in welcher Reihenfolge sie gezeigt werden, deshalb stehen sie in alphabetischer Reihenfolge
answers-number = Lösungen sind Zahlen, gezählt ab { $first }{ $why ->
    [given] {" "}(wie angegeben)
    [highest] {" "}(eine ist so groß wie die Zahl ihrer Optionen, keine ist 0)
    [columns] {" "}(wie die Spalten der Optionen; keine ist 0)
   *[plain] {""}
}
answers-mixed = Lösungen werden als Buchstaben, als Wortlaut der Option oder als Zahlen ab { $first } gelesen{ $why ->
    [given] {" "}(wie angegeben)
    [highest] {" "}(eine ist so groß wie die Zahl ihrer Optionen, keine ist 0)
    [columns] {" "}(wie die Spalten der Optionen; keine ist 0)
   *[plain] {""}
}
answers-none = Lösungen gibt es nicht
answers-not-recognised = keine Spalte mit Lösungen wurde erkannt; gibt es eine, nennen Sie sie: --columns answer=NAME
note-no-keys = { $questions ->
    [one] Die Frage hat keine Lösung
   *[other] Keine der { $questions } Fragen hat eine Lösung
}; über Lösungen lässt sich deshalb nichts sagen. Kennzeichnen Sie sie (*B. …), oder setzen Sie unter jede eine Zeile Lösung: B.
note-some-keys = { $lacking } von { $questions } Fragen { $lacking ->
    [one] hat
   *[other] haben
} keine Lösung; über { $lacking ->
    [one] ihre richtige Antwort ist deshalb nichts gesagt: { PLACE($first) }
   *[other] ihre richtigen Antworten ist deshalb nichts gesagt; die erste: { PLACE($first) }
}
