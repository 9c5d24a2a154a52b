# Die Seiten von magnetite serve und die Seiten einer Studie für die Studienleitung.

refused-lengths = Diese Anfrage nennt ihre Länge auf zwei Arten. Senden Sie sie noch einmal, direkt oder über einen anderen Proxy.
refused-host = Dieser Server hört nicht auf den Namen „{ $host }“. Wenn er es soll, starten Sie ihn mit --allow-host { $host }.
refused-origin = Dieses Formular kam von der Seite einer anderen Website; darum ist nichts geschehen. Öffnen Sie die Seite hier und versuchen Sie es noch einmal.

home-title = Eine Klausur prüfen
home-heading = Welche Fragen verdienen einen zweiten Blick?
home-intro = Laden Sie eine Klausur mit Auswahlfragen zum Lesen hoch und sehen Sie, welche Fragen ihre Lösung verraten: durch deren Länge oder Wortlaut, durch die Grammatik, durch Optionen, die sich überschneiden, andere zusammenfassen oder dasselbe sagen; welche doppelt vorkommen oder beim falschen Text stehen; welche ein Lesemodell ohne Lesen beantwortet; und was Sie ändern können. Ob eine Lösung stimmt, können nur Sie sagen.
home-file = Eine Klausurdatei
home-drop = Ziehen Sie eine Datei hierher oder wählen Sie eine aus
home-formats = Dateien aus Word, Excel und OpenDocument (.docx, .xlsx, .odt, .ods), einfacher Text, CSV, Moodle GIFT, XML und Sicherungen (.mbz), QTI (auch zip und imscc), Open edX, LaTeX, R/exams, SurveyJS, Learnosity, Anki, H5P, Aiken, Blackboard, Brightspace, JSONL. Höchstens { $most } MiB.
home-paste = Oder fügen Sie Fragen ein
home-paste-hint = So, wie Sie sie tippen würden: ein Text, nummerierte Fragen, Optionen mit Buchstaben und die Lösung unter jeder Frage oder am Ende.
home-paste-example =
    Ann hat am Montag ein rotes Fahrrad gekauft …

    1. Was hat Ann gekauft?
    A. ein Fahrrad
    B. ein Boot
    C. ein Haus
    ANSWER: A
home-pasted-name = eingefügt.txt
home-read = Einlesen
home-sample = Mit der Beispielklausur ausprobieren
home-nothing = Es wurde nichts gesendet. Wählen Sie eine Datei, oder fügen Sie Fragen in das Feld ein.
home-too-large = Diese Datei ist zu groß: Höchstens { $most } MiB werden angenommen.
home-reading = Wird eingelesen …
upload-ahead = { $n ->
        [0] Ihre Datei kommt als nächste an die Reihe.
        [one] Vorher kommt { $n } andere Datei an die Reihe.
       *[other] Vorher kommen { $n } andere Dateien an die Reihe.
    }
home-earlier = Frühere Prüfungen
home-none = Noch keine. Sie stehen hier, bis Sie sie löschen.
home-questions = { $n ->
        [one] { $n } Frage
       *[other] { $n } Fragen
    }
home-delete = Löschen
home-delete-named = Die Prüfung von { $name } löschen

state-draft = noch nicht geprüft
state-queued = wartet
state-running = wird geprüft
state-done = geprüft
state-failed = ließ sich nicht prüfen

doing-rules = Die Regeln werden geprüft
doing-loading = Die Klausur wird gelesen, die Modelle werden geladen
doing-answering = Modelle beantworten die Fragen
doing-writing = Der Bericht wird geschrieben

exam-heading = Was verstanden wurde
exam-a-table = Tabelle
exam-read-as = Gelesen als { $format }.
exam-counts = { $questions ->
        [one] { $questions } Frage
       *[other] { $questions } Fragen
    }, { $passages ->
        [one] { $passages } Text
       *[other] { $passages } Texte
    }, { $keys } mit Lösung
exam-to-result = Zum Ergebnis
exam-to-progress = Zum Stand der Prüfung
exam-changed = Während die Klausur geprüft wird, lässt sie sich nicht ändern.
exam-check = Prüfen
exam-models = Auch Modelle antworten lassen
exam-models-hint = Die Modelle zeigen Fragen, die sich ohne den Text beantworten lassen, wenn Ihre Klausur genug Fragen hat, um Glück auszuschließen, und nennen die Lösungen, die Sie zuerst prüfen sollten. Falsche Lösungen finden sie kaum für Sie: In drei Klausuren mit absichtlichen Fehlern bemängelten sie keine von 11 falschen Lösungen und 1 von 11 zweiten richtigen Antworten. Sie kennen nur englische Schulprüfungen (RACE); der Bericht sagt, wie gut sie Ihre Klausur beantworten. Bei dieser Klausur dauert das { $minutes ->
        [one] etwa eine Minute
       *[other] etwa { $minutes } Minuten
    } auf zwei Prozessorkernen. Ohne sie wird nur der Wortlaut untersucht; das dauert einen Augenblick, und was die Regeln finden, steht in jedem Fall zuerst da.
exam-no-models = Regeln prüfen die Formulierungen; das dauert einen Augenblick. Modelle, die Fragen zeigen, die keinen Text brauchen, und die Lösungen nennen, die Sie zuerst prüfen sollten, sind hier nicht installiert; magnetite doctor sagt, wie man sie hinzufügt.
exam-language = Sprache des Berichts
exam-start = Prüfung starten
exam-again = Noch einmal prüfen
exam-missing = Was fehlt
exam-supplied = Was Sie ergänzt haben
exam-nothing = Noch hat keine Frage eine Lösung. Kennzeichnen Sie zuerst die richtigen Antworten.
exam-keys = { $n ->
        [one] Frage ohne Lösung
       *[other] Fragen ohne Lösung
    }
exam-keys-intro = Kennzeichnen Sie die richtige Antwort, dann wird die Frage wie die anderen geprüft. Regeln, die eine Lösung brauchen, lassen eine Frage ohne Lösung aus.
exam-key-none = keine Lösung
exam-save-keys = Lösungen speichern
exam-right-option = Richtige Antwort der Frage { $id }
exam-fill = Der Text darüber
exam-fill-intro = { $n ->
    [one] Eine Frage hat keinen Text, aber eine darüber hat einen
   *[other] { $n } Fragen haben keinen Text, aber eine darüber hat einen
}. So sieht eine Tabelle aus, in der der Text nur in der ersten seiner Zeilen steht, wie verbundene Zellen ihn hinterlassen.
exam-fill-do = Jeder Frage den Text darüber geben
exam-filled = Jede Frage ohne Text bekommt den darüber.
exam-fill-undo = Zurücknehmen
exam-passage = Text für Fragen, die keinen haben
exam-passage-intro = { $n ->
        [one] { $n } Frage hat
       *[other] { $n } Fragen haben
    } keinen Text. Ohne ihn kann niemand sagen, was das Lesen bringt.
exam-passage-text = Text
exam-passage-first = von Frage
exam-passage-last = bis Frage
exam-save-passage = Diesen Text ergänzen
exam-given = Von Ihnen ergänzte Texte
exam-given-for = für { COUNT($questions) ->
        [one] Frage { $questions }
       *[other] die Fragen { $questions }
    }
exam-take-back = Entfernen
exam-left = Ausgelassen
exam-left-intro = Das sind keine Auswahlfragen mit genau einer richtigen Antwort, oder sie lassen sich nicht lesen. Alles andere wird ohne sie geprüft.
exam-notes = Wie die Klausur gelesen wurde
exam-all = Die Klausur, wie sie geprüft wird
exam-no-passage = Ohne Text
exam-more = { $n ->
        [one] { $n } weitere Frage ist hier nicht zu sehen, wird aber
       *[other] { $n } weitere Fragen sind hier nicht zu sehen, werden aber
    } wie die anderen geprüft.
exam-key = Lösung
exam-no-key = keine Lösung
exam-passage-named = Text { $n }
exam-words = { $n ->
        [one] { $n } Wort
       *[other] { $n } Wörter
    }
exam-download = Die Klausur in einem anderen Format herunterladen
exam-busy = Diese Klausur wird gerade geprüft und wurde darum nicht geändert. Warten Sie auf das Ergebnis und ändern Sie sie dann.
exam-changed-since = Frage { $id } wurde in einem anderen Fenster geändert, seit dieses Formular geöffnet wurde. Hier wurde nichts gespeichert: Gehen Sie zurück, öffnen Sie die Frage neu und ändern Sie sie dort.
exam-no-option = Die gewählte Option gibt es bei Frage { $id } nicht. Es wurde nichts geändert.
exam-empty-passage = Der Text ist leer. Gehen Sie zurück und fügen Sie ihn ein.
exam-not-lacking = Diese Frage hat schon einen Text, oder es gibt sie nicht mehr. Es wurde nichts geändert.

corrected-keys = { $n ->
        [one] Die Lösung von { $n } Frage wurde
       *[other] Die Lösungen von { $n } Fragen wurden
    } auf der Seite ergänzt und nicht aus der Datei gelesen.
corrected-passages = Der Text von { $n ->
        [one] { $n } Frage wurde
       *[other] { $n } Fragen wurde
    } auf der Seite ergänzt und nicht aus der Datei gelesen.

apart-slow = Das Lesen der Datei dauerte länger als { $seconds } Sekunden und wurde abgebrochen. Eine Klausur aus Texten braucht weniger als eine: Teilen Sie die Datei, oder speichern Sie sie in einem anderen Format.
apart-large = Das Lesen der Datei braucht mehr Speicher, als eine Klausur aus Texten benötigt, und wurde abgebrochen. Teilen Sie die Datei, oder speichern Sie sie in einem anderen Format.
apart-failed = Diese Datei lässt sich nicht lesen: Das Programm, das sie liest, brach mit einem Fehler ab. Speichern Sie sie in einem anderen Format, und senden Sie sie noch einmal.
apart-busy = Im Augenblick werden viele Dateien gelesen. Warten Sie eine Minute, und senden Sie die Datei noch einmal.
failed-heading = Die Prüfung wurde abgebrochen
failed-ended = Der Prozess, der die Klausur geprüft hat, brach ohne Fehlermeldung ab (Code { $code }), vielleicht weil der Speicher nicht reichte. Starten Sie die Prüfung noch einmal: Was bis dahin berechnet wurde, bleibt erhalten.
failed-start = Der Prozess, der die Klausur prüft, ließ sich nicht starten ({ $why }). Schließen Sie andere Programme und starten Sie die Prüfung noch einmal.

progress-heading = Wird geprüft
progress-waiting-heading = Wartet
progress-ahead = Vorher { $n ->
        [one] kommt { $n } andere Prüfung
       *[other] kommen { $n } andere Prüfungen
    } an die Reihe. Es läuft immer nur eine.
progress-label = Stand der Prüfung
progress-leave = Sie können diese Seite schließen: Die Prüfung läuft weiter, und unter dieser Adresse steht das Ergebnis.
progress-first = Lesen, was die Regeln gefunden haben
progress-first-hint = Was die Modelle antworten, kommt hinzu, sobald sie fertig sind.
progress-refresh = Diese Seite lädt sich selbst neu.
progress-stop = Abbrechen und löschen

result-none = Bei keiner gelesenen Frage gibt es einen Grund für einen zweiten Blick
result-looks = { $looks ->
        [one] { $looks } Frage verdient
       *[other] { $looks } Fragen verdienen
    } einen zweiten Blick
result-not-good = Eine Frage ohne Hinweis ist damit noch keine gute Frage.
result-read = Bericht lesen
result-take = Zum Herunterladen
result-report = Der Bericht
result-report-hint = Eine Seite, die sich ohne Netz öffnen lässt, zum Lesen, Drucken und Weitergeben.
result-flags = Die Hinweise als Tabelle
result-flags-hint = CSV, für eine Tabellenkalkulation: Frage, Grund, Rat, Stelle.
result-exam = Die Klausur
result-exam-hint = In jedem Format, mit dem, was Sie hier ergänzt haben.
result-see-exam = Die Klausur ansehen, ändern oder noch einmal prüfen

result-severity-serious = wichtig
result-severity-worth-a-thought = bedenkenswert
result-severity-remark = Anmerkung

download-heading = Die Klausur in einem anderen Format
download-intro = Klicken Sie auf ein Format. Jede Datei wird zurückgelesen und mit der Klausur verglichen, bevor Sie sie bekommen.
download-whole = Nimmt alles auf, was gelesen wurde.
download-loses = { $n ->
    [one] Eine Art von Angaben ginge verloren
   *[other] { $n } Arten von Angaben gingen verloren
}
download-changes = Nimmt alle Fragen auf; diese Einzelheiten weichen ab
download-versions = Fassungen mit den Optionen in anderer Reihenfolge:
download-versions-get = Fassungen als { $title } herunterladen
download-refused = Kann diese Klausur nicht aufnehmen:
download-get-named = Als { $title } herunterladen
download-own = { $name }, berichtigt
download-own-hint = Ihre eigene Datei mit Ihren Berichtigungen; alles andere ist, wie es war.
download-own-not = Diese Berichtigungen lassen sich nicht zweifelsfrei in Ihre eigene Datei einsetzen. Nehmen Sie sie dort selbst vor, oder wählen Sie unten ein Format, das sie enthält:
download-own-part = { $id }: { $part ->
    [passage] Lesetext
    [question] Wortlaut der Frage
    [key] Lösung
   *[other] Option { $part }
}
download-back = Zurück zur Prüfung

exam-columns = Auswählen, was in den Spalten der Tabelle steht
exam-columns-heading = Welche Spalte ist was?
exam-columns-unknown = Das ist eine Tabelle, aber an den Überschriften ließ sich nicht erkennen, in welcher Spalte die Fragen und in welchen die Optionen stehen. Wählen Sie sie unten aus.
exam-columns-intro = Geben Sie an, was in jeder Spalte steht; was die Überschriften sagen, ist schon gewählt. Optionen können in mehreren Spalten stehen, je eine, oder alle in einer. Spalten, die Sie auslassen, werden nach ihren Überschriften erraten oder als Anmerkungen behalten. Was Sie hier vorher ergänzt oder berichtigt haben, entfällt.
exam-columns-column = Spalte
exam-columns-example = Beginnt mit
exam-columns-role = Enthält
exam-columns-save = Die Tabelle so einlesen
exam-columns-undo = Spalten wieder erraten lassen
exam-columns-lack = Keine Spalte ist ausgewählt für: { $role }. Gehen Sie zurück und wählen Sie eine.
exam-columns-twice = Zwei Spalten sind ausgewählt für: { $role } ({ $columns }). Gehen Sie zurück und lassen Sie eine stehen.
column-none = erraten
column-remark = nichts davon: eine Anmerkung
column-passage = Text
column-question = Frage
column-options = Option oder Optionen
column-answer = Lösung
column-id = Name oder Nummer der Frage
column-level = Stufe

exam-answers = Antworten der Prüflinge
exam-answers-intro = Wenn die Klausur geschrieben ist: die Antworten, wie eine Lernplattform sie ausgibt, oder eine Tabelle mit einer Zeile je Prüfling und einer Spalte je Frage. Der Bericht sagt dann, wie schwer jede Frage war und ob sie starke von schwachen Prüflingen unterscheidet.
exam-answers-file = Datei mit Antworten
exam-answers-group-by = Spalte mit Gruppen (freiwillig)
exam-answers-group-by-hint = Die Überschrift einer Spalte, die Fassung, Klasse oder Sprache der Prüflinge nennt. Der Bericht zeigt dann Fragen, die einer Gruppe leichter fallen als anderen mit gleich vielen Punkten.
exam-answers-cut = Bestehensgrenze (freiwillig)
exam-answers-cut-hint = Punkte, etwa 24, oder ein Anteil, etwa 60 %. Der Bericht sagt dann, bei wie vielen Prüflingen eine zweite Klausur dieser Art gleich entscheiden würde.
exam-answers-save = Antworten speichern
exam-cut-none = Die Bestehensgrenze „{ $found }“ lässt sich nicht verwenden. Erwartet werden Punkte von 1 bis { $points } oder ein Anteil, etwa 60 %.
exam-answers-given = Ergänzt:
exam-answers-none = Es wurde keine Datei mit Antworten gesendet. Wählen Sie eine aus.

exam-correct = Diese Frage berichtigen
exam-corrected = hier berichtigt
exam-no-question = Eine Frage { $id } gibt es hier nicht. Es wurde nichts geändert.
exam-empty-option = Eine Option der Frage { $id } ist leer. Gehen Sie zurück und füllen Sie sie aus; weglassen lässt sich hier keine.
question-heading = Frage { $id } berichtigen
question-passage = Lesetext (für alle Fragen dazu)
question-text = Frage
question-options = Optionen, und welche davon richtig ist
question-option = Wortlaut der Option { $letter }
question-is-right = { $letter } ist richtig
question-save = Speichern
question-undo = Die Frage so nehmen, wie sie in der Datei steht
question-back = Zurück zur Klausur
corrected-questions = Lesetext, Wortlaut, Optionen oder Lösung von { $n ->
        [one] { $n } Frage wurden
       *[other] { $n } Fragen wurden
    } auf der Seite berichtigt und nicht aus der Datei gelesen.

flags-heading = Hinweise verwerfen
flags-intro = Einen Hinweis, den Sie angesehen haben und der keine Änderung verlangt, können Sie verwerfen, mit einer Notiz, warum. Er bleibt bei der nächsten Prüfung verworfen, auch bei einer berichtigten Datei mit demselben Namen, bis sich die Frage ändert.
flags-note = Notiz (warum nichts zu ändern ist)
flags-dismiss = Verwerfen
flags-none = Der Bericht enthält keine weiteren Hinweise.
flags-again = Im Bericht stehen sie noch.
flags-dismissed-hint = Die nächste Prüfung lässt sie weg. Auf der Kommandozeile liest magnetite check --dismissed dieselbe Datei:
flags-download = verworfene Hinweise
flags-undo = Zurücknehmen
result-dismiss = Hinweise verwerfen, die keine Änderung verlangen
result-severity-fatal = muss geändert werden

language-en = English
language-de = Deutsch

organiser-heading = Stand der Teilnehmenden
organiser-intro = Diese Seite ist nur für Sie: Wer ihre Adresse kennt, kann sie öffnen. Der Server macht bei jedem Start eine neue.
organiser-counts = { $finished ->
        [one] { $finished } Person ist
       *[other] { $finished } Personen sind
    } fertig, { $started ->
        [one] { $started } hat
       *[other] { $started } haben
    } begonnen, { $invited ->
        [one] { $invited } hat einen Link, aber noch nicht
       *[other] { $invited } haben einen Link, aber noch nicht
    } begonnen, { $new ->
        [one] { $new } hat
       *[other] { $new } haben
    } noch keinen Link.
organiser-answers = Alle Antworten herunterladen (CSV)
organiser-make = { $n ->
        [one] Einen Link für die Person erstellen, die keinen hat
       *[other] Links für die { $n } Personen erstellen, die keinen haben
    }
organiser-links-heading = Links, nur dieses eine Mal zu sehen
organiser-links-intro = Kopieren Sie sie jetzt, und geben Sie jeder Person ihren eigenen. Von einem Link wird nur ein Fingerabdruck gespeichert; er kann also nicht noch einmal gezeigt werden. Man kann einen neuen erstellen, dann führt der alte nirgendwohin.
organiser-links-none = Alle haben einen Link.
organiser-links-text = Teilnehmende und Links, zum Kopieren
organiser-back = Zurück zur Übersicht
organiser-participant = Person
organiser-form = Form
organiser-state = Stand
organiser-answered = Beantwortet
organiser-seen = Zuletzt gesehen
organiser-link = Link
organiser-new-link = Neuer Link
organiser-new-link-named = Neuer Link für Person { $number }
organiser-remove = Löschen
organiser-remove-named = Person { $number } löschen
organiser-table = Teilnehmende
organiser-of = { $answered } von { $of }
organiser-never = –
organiser-add = Eine Person hinzufügen
organiser-reminders = Erinnerungen zum Kopieren
organiser-reminders-intro = Erinnerungen enthalten den Link nicht, denn er wird nicht gespeichert: Wer seinen verloren hat, braucht einen neuen.
organiser-reminder-for = Erinnerung für Person { $number }
organiser-sure = Person { $number } und alle ihre Daten löschen?
organiser-sure-intro = { $answered ->
        [one] { $answered } Antwort
       *[other] { $answered } Antworten
    }, Zeiten, die Angaben der Person und ihr Link werden endgültig gelöscht. Niemand kann sie wiederherstellen.
organiser-delete = Endgültig löschen
organiser-keep = Behalten
organiser-no-number = Es gibt keine Person mit dieser Nummer. Es wurde nichts geändert.
organiser-state-new = noch kein Link
organiser-state-invited = nicht begonnen
organiser-state-started = begonnen
organiser-state-finished = fertig
organiser-fields-hidden = Die Angaben der Teilnehmenden stehen nur hier; in den heruntergeladenen Antworten fehlen sie.

# Alle Seiten.

error-title = Das hat nicht geklappt
error-home = Zum Anfang
error-back = Mit der Zurück-Taste des Browsers kommen Sie dorthin, wo Sie waren.

error-400-title = Diese Anfrage ist nicht lesbar
error-400-sentence = Etwas darin ist anders als erwartet. Gehen Sie zurück und versuchen Sie es noch einmal.

error-403-title = Dieses Formular gilt nicht mehr
error-403-sentence = Vielleicht stammt die Seite aus einem anderen Fenster, oder Cookies sind für diese Adresse gesperrt. Gehen Sie zurück, laden Sie die Seite neu und senden Sie noch einmal. Es wurde nichts geändert.

error-404-title = Hier ist nichts
error-404-sentence = Vielleicht ist die Adresse falsch geschrieben, oder was hier war, wurde gelöscht.

error-405-title = Diese Adresse nimmt solche Anfragen nicht an
error-405-sentence = Gehen Sie zurück und benutzen Sie die Knöpfe der Seite.

error-form-title = Das ist zu groß
error-form-sentence = Es wurde mehr gesendet, als dieses Formular annimmt. Es wurde nichts gespeichert. Gehen Sie zurück, und kürzen Sie Ihre Eingaben.

error-413-title = Das ist zu groß
error-413-sentence = { $most ->
    [0] So viel wird hier nicht angenommen
   *[other] Hier werden höchstens { $most } MiB angenommen
}; eine Klausur, die nur aus Text besteht, ist viel kleiner. Entfernen Sie eingebettete Bilder und Töne, teilen Sie die Datei, oder nutzen Sie magnetite check in einem Terminal. Es wurde nichts gespeichert.

error-busy-title = Das ging gerade nicht
error-busy-sentence = Was vorher gespeichert war, ist nicht verloren. Warten Sie einen Moment, gehen Sie zurück und senden Sie noch einmal. Geschieht es wieder, sagen Sie es der Person, die Ihnen den Link geschickt hat.

error-500-title = In Magnetite selbst ist etwas schiefgegangen
error-500-sentence = Was vorher gespeichert war, ist nicht verloren. Was geschah, steht im Terminal, in dem der Server läuft.

common-local = Alles bleibt auf diesem Rechner. Nichts wird gesendet.
common-skip = Zum Inhalt
