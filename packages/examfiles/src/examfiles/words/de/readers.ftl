### Was beim Lesen von Klausuren ausgelassen wird, und warum.

# Fragen anderer Art.

left-essay = eine Freitextfrage: Sie hat keine Optionen zur Auswahl
left-short-answer = eine Kurzantwortfrage: Sie nennt richtige Antworten und keine falschen
left-numerical = eine Frage nach einer Zahl
left-matching = eine Zuordnungsfrage
left-ordering = eine Frage nach einer Reihenfolge
left-cloze = ein Lückentext mit eingebetteten Antworten
left-calculated = eine berechnete Frage
left-calculated-choice = eine berechnete Auswahlfrage: Ihre Zahlen werden gezogen
left-random = eine Zufallsauswahl aus einer Kategorie
left-gaps-lists = ein Text mit Lücken, für die gewählt wird
left-gaps-words = ein Text mit Lücken, in die Wörter gezogen werden
left-blanks = ein Text mit Lücken zum Ausfüllen
left-several-lists = ein Text mit mehreren Auswahllisten
left-picture-gaps = ein Bild mit Lücken, in die etwas gezogen wird
left-categories = eine Frage, bei der in Kategorien sortiert wird
left-picture-place = eine Frage nach einer Stelle in einem Bild
left-picture-order = Stellen in einem Bild sind zu ordnen
left-picture-match = Stellen in einem Bild sind einander zuzuordnen
left-picture-object = etwas ist in ein Bild zu setzen
left-mark-words = Wörter eines Textes sind zu markieren
left-typed = Text ist einzugeben
left-typed-number = eine Zahl ist einzugeben
left-slider = ein Schieberegler ist einzustellen
left-upload = eine Datei ist hochzuladen
left-drawing = eine Zeichnung
left-no-type = eine Frage ohne Typ
left-poll = eine Umfrage: keine Option ist richtig
left-several = mehrere Optionen dürfen angekreuzt werden
left-several-unmarked = mehrere Optionen dürfen angekreuzt werden: Keine ist mit = gekennzeichnet

# Fragen ohne genau eine richtige Antwort.

left-no-full-mark = keine Option hat die volle Punktzahl
left-no-key = die Lösung fehlt: Keine Option ist als richtig gekennzeichnet
left-no-key-marked = die Lösung fehlt: Keine Option ist mit = gekennzeichnet
left-no-key-declared = die Lösung fehlt: Keine richtige Antwort ist angegeben, und keine ließ sich berechnen
left-no-key-processing = die Lösung fehlt: Es ist keine Auswertung angegeben
left-no-key-supported = ihre Lösung wird auf eine Weise berechnet, die nicht unterstützt wird

# Fragen, die sich nicht als Wahl eines Textes lesen lassen.

left-extension = ihre Art zu antworten ist eine Erweiterung von QTI
left-undeclared = ihre Antwort ist nicht deklariert
left-no-options = sie hat keine Optionen zur Auswahl
left-key-list = hier beginnt eine Liste von Lösungen („{ $line }“), die sich nicht lesen ließ. Schreiben Sie 1. B 2. C oder einen Buchstaben je Frage: BC
left-plain-paragraph = der Absatz „{ $text }“ hat keine der Formatvorlagen für Text, Frage, Antwort oder Lösung: Geben Sie ihm eine
left-no-letters = es wurden keine Optionen erkannt: Bei einer offenen Frage ist das in Ordnung; sonst beginnt jede Option mit ihrem Buchstaben, etwa A. rot
left-task-several = { $questions ->
    [one] Frage { $numbers }: mehrere ihrer Optionen sind richtig
   *[other] Fragen { $numbers }: eine Liste von Optionen, von denen mehrere richtig sind
}
left-task-completion = { $questions ->
    [one] Frage { $numbers }: eine Lücke
   *[other] Fragen { $numbers }: Lücken
} zum Ausfüllen, ohne Optionen zur Auswahl
left-task-short-answer = { $questions ->
    [one] Frage { $numbers }
   *[other] Fragen { $numbers }
}: in wenigen Worten zu beantworten, ohne Optionen zur Auswahl
left-task-open = { $questions ->
    [0] ein Text, der geschrieben werden soll
    [one] Frage { $numbers }: ein Text, der geschrieben werden soll
   *[other] Fragen { $numbers }: Texte, die geschrieben werden sollen
}
left-unread = { $questions ->
    [one] Frage { $numbers } wird hier genannt und wurde nicht gefunden
   *[other] Fragen { $numbers } werden hier genannt und wurden nicht gefunden
}: Jede Frage beginnt mit ihrer Nummer, jede Option mit ihrem Buchstaben
left-empty-question = die Frage ist leer
left-asks-nothing = sie fragt nichts: Es gibt nichts zu antworten
left-empty = hier steht weder ein Text noch eine Frage
left-drawn-anew = Text oder Lösung werden für jeden Prüfling neu gezogen
left-unused-text = ein Text, auf den sich keine Frage bezieht

# Gründe mit Werten.

left-outside-table = Text außerhalb der Moodle-Tabellen („{ $line }“), den auch Moodle nicht liest
left-outside-questions = Text außerhalb der Fragen („{ $line }“), der nicht gelesen wird
left-type = eine Frage vom Typ { $type }
left-kind = eine Frage der Art { $kind }
left-activity = eine Aktivität der Art { $kind }
left-many-right = { $right } Optionen sind richtig ({ $options }); erwartet wird eine
left-no-key-line = die Lösung fehlt: Es folgt keine Zeile ANSWER ({ $question })
left-no-options-key = sie hat keine Optionen zur Auswahl und keine Zeile ANSWER ({ $question })
left-few-options = Zahl der Optionen: { $options }; eine Auswahlfrage hat mindestens 2
left-empty-option = leere Option: { $options }
left-parts = sie hat { $parts } Teile zu beantworten
left-answered-by = beantwortet wird mit { $way }, nicht durch die Wahl eines Textes
left-file-missing = die genannte Datei { $file } ist nicht da
left-bank-item = Frage { $item } aus einer Fragensammlung, die nicht in der Datei ist
left-bank-draw = Fragen aus der Sammlung { $bank }, die nicht in der Datei ist
left-other-format = diese Datei sieht nicht nach { $format } aus, als das die anderen gelesen werden

# Fehler.

left-id-taken = die Kennung '{ $id }' hat schon { PLACE($first) }; jede darf nur einmal vorkommen.
left-key-unknown = die Lösung { $key } ist weder ein Buchstabe von { $letters } noch der Text einer Option.
left-own-letters = die Lösung { $key } kann die Option sein, die damit beginnt ({ $option }), oder die an diesem Platz. Schreiben Sie den Text der richtigen Antwort als Lösung.
left-answer-alike = die Lösung { $answer } ist der Text mehrerer Optionen ({ $options }). Schreiben Sie den Buchstaben der richtigen.
left-member-twice = „{ $name }“ steht zweimal in einem Objekt, als { $first } und als { $second }. Entfernen Sie den falschen Wert.
left-answer-unknown = die Lösung { $answer } ist weder aus { $known } noch der Text einer Option.
left-answer-not-among = die Lösung { $answer } ist keine aus { $known }.
left-answer-no-text = die Lösung { $answer } ist nicht der Text einer ihrer { $options } Optionen.
left-answer-empty = { $error } Lassen Sie die Zelle leer, wenn die Lösung nicht bekannt ist.
left-no-answer-cell = die richtige Antwort fehlt: Die Zelle unter „{ $column }“ ist leer. Tragen Sie sie ein.
left-out-of-order = { NAME($unit, of: "place") } { $number } beginnt mit { $found }; erwartet wird die Option { $expected }.
left-empty-passage = der Text fehlt.
left-two-keys = zwei Lösungen, { $keys }; erwartet wird eine. Entfernen Sie die falsche.
left-brace-open = die Klammer {"{"} wird vor der Leerzeile (oder dem Ende), mit der die Frage endet, nicht geschlossen. Schließen Sie sie, oder entfernen Sie die Leerzeile; eine Klammer im Text schreibt man \{"{"}.
left-brace-closed = eine schließende Klammer {"}"} ohne öffnende. Ergänzen Sie sie; eine Klammer im Text schreibt man \{"}"}.
left-xml = das XML bricht ab ({ $problem }). Die Datei ist vielleicht unvollständig: Holen oder schreiben Sie sie noch einmal.
left-encoding = das Byte { $byte } ist kein UTF-8, in dem das Übrige geschrieben ist. Die Datei ist vielleicht beschädigt: Speichern Sie sie noch einmal (Speichern unter, Kodierung UTF-8).
left-office-damaged = die Datei ist beschädigt oder unvollständig. Speichern Sie sie noch einmal.
left-key-count = die Lösung nennt { $letters } Buchstaben für { $questions } Fragen; erwartet wird einer je Frage.
left-mark = hinter einer Option oder Aussage steht „{ $found }“; erwartet wird eins von { $expected }.
left-exsolution = exsolution ist „{ $key }“; erwartet wird eine Ziffer für jede der { $options } Optionen, 1 für die richtige.
left-card = eine Karte mit Vorder- und Rückseite: Sie hat keine Optionen zur Auswahl
left-anki-answers = ihre Optionen sind „{ $answers }“; erwartet wird eine Ziffer für jede der { $options } Optionen.
left-worth = die Option { $option } ist „{ $found }“ wert; erwartet wird eine Zahl in Prozent wie 100 oder 0.
left-above-first = „{ $found }“ steht über dem ersten NewQuestion. Jede Frage beginnt mit dieser Zeile.
left-fields = { $fields } Felder; erwartet werden { $expected } wie in der ersten Zeile.
left-file-empty = die Datei ist leer; erwartet werden Fragen.
left-source-of-tool = eine Quelldatei von { $tool }, die nicht gelesen wird. Kopieren Sie die Fragen aus der Seite oder dem PDF, das { $tool } daraus macht, als Text: 1. Wer saß? / A. Ann / B. Bo / Lösung: A.
left-line-no-options = es wurden keine Fragen erkannt. Zeile { $line } sieht aus wie eine Frage („{ $shown }“), aber es folgen keine Optionen. Beginnen Sie jede Option mit ihrem Buchstaben, auf einer eigenen Zeile: A. rot.
left-line-no-letters = es wurden keine Fragen erkannt. Zeile { $line } sieht aus wie eine Frage („{ $shown }“), aber die Zeilen darunter haben keine Buchstaben. Beginnen Sie jede Option mit ihrem Buchstaben, auf einer eigenen Zeile: A. rot.
left-line-one-option = es wurden keine Fragen erkannt. Zeile { $line } sieht aus wie eine Frage („{ $shown }“), aber es folgt nur eine Option („{ $option }“). Beginnen Sie jede Option mit ihrem Buchstaben, auf einer eigenen Zeile: A. rot.
left-line-letters = es wurden keine Fragen erkannt. Zeile { $line } sieht aus wie eine Frage („{ $shown }“), aber die Buchstaben ihrer Optionen beginnen nicht mit A oder folgen nicht aufeinander.
left-line-scale = es wurden keine Fragen erkannt. Zeile { $line } sieht aus wie eine Frage („{ $shown }“), aber die Zahlen dahinter sind eine Skala wie in einem Fragebogen: keine Option ist richtig.
left-error = { $text }

# Ein ausgelassener Teil in einer Zeile.

left-mark-up = unbekannte Auszeichnung („{ $line }“), die nicht gelesen wird
left-line = { PLACE($where) }: ausgelassen ({ $reason })
left-more = und { $parts } weitere
left-none = Keiner von { $parts } Teilen ließ sich verwenden

# Wie eine Stelle in einer Datei heißt.

place-line = Zeile
place-paragraph = Absatz
place-row = Zeile
place-item = Eintrag
place-question = Frage
