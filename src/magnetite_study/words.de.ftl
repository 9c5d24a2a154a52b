# Was Teilnehmende einer Studie lesen, auf dem Bildschirm und auf Papier.

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
error-413-sentence = So viel wird hier nicht angenommen. Es wurde nichts gespeichert.

error-link-title = Dieser Link führt nirgendwohin
error-link-sentence = Vielleicht ist er unvollständig, durch einen neueren ersetzt, oder was zu ihm gehörte, wurde gelöscht. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.

error-organiser-title = Das ist nicht der Link der Studienleitung
error-organiser-sentence = Der Server macht bei jedem Start einen neuen und zeigt ihn im Terminal.

error-busy-title = Das ging gerade nicht
error-busy-sentence = Was vorher gespeichert war, ist nicht verloren. Warten Sie einen Moment, gehen Sie zurück und senden Sie noch einmal. Geschieht es wieder, sagen Sie es der Person, die Ihnen den Link geschickt hat.

error-500-title = In Magnetite selbst ist etwas schiefgegangen
error-500-sentence = Was vorher gespeichert war, ist nicht verloren. Was geschah, steht im Terminal, in dem der Server läuft.

common-local = Alles bleibt auf diesem Rechner. Nichts wird gesendet.
common-skip = Zum Inhalt

study-title = Fragen zum Lesen
study-page-title = Frage { $position } von { $of }
study-agree-title = Bevor Sie beginnen
study-once = Auf jeder Seite steht eine Frage. Eine Antwort gilt, sobald Sie sie gesendet haben.
study-change = Auf jeder Seite steht eine Frage. Sie können Ihre Antworten ändern, bis Sie am Ende sagen, dass Sie fertig sind.
study-pause = Sie können jederzeit aufhören. Ihre Antworten bleiben erhalten, und dieser Link führt Sie dorthin zurück, wo Sie waren.
study-time = Die Zeit, die Sie für eine Frage brauchen, wird festgehalten. Nehmen Sie sich so viel Zeit, wie Sie möchten.
study-consent = Ihre Antworten werden unter einer Nummer gespeichert, ohne Ihren Namen, und dienen dazu, herauszufinden, wie gut die Fragen sind. Die Teilnahme ist freiwillig: Um aufzuhören, schließen Sie einfach diese Seite. Möchten Sie, dass Ihre Antworten gelöscht werden, sagen Sie es der Person, die Ihnen den Link geschickt hat.
study-fields = Außerdem fragt die Studienleitung (Sie können das leer lassen)
study-agree = Ich habe das gelesen und möchte teilnehmen.
study-agree-missing = Bitte setzen Sie das Häkchen, wenn Sie teilnehmen möchten.
study-begin = Beginnen
study-passage = Der Text
study-choose = Wählen Sie eine Antwort
study-choose-missing = Bitte wählen Sie zuerst eine Antwort.
study-send = Senden und weiter
study-stands = Sie haben diese Frage beantwortet. Ihre Antwort gilt.
study-on = Weiter
study-progress = Ihr Fortschritt
study-keys = Tasten: ein Buchstabe wählt, die Eingabetaste sendet.
study-review-title = Alle Fragen sind beantwortet
study-review-intro = Sie können jede Antwort noch einmal ansehen und ändern. Wenn Sie fertig sind, drücken Sie den Knopf unten.
study-review-done = Ich bin fertig
study-review-question = Frage { $position }: { $letter }
study-thanks-title = Vielen Dank
study-thanks = Alle { $of } Antworten sind gespeichert. Sie können diese Seite schließen.

study-instructions-attack = Sie lesen kurze Texte und beantworten zu jedem eine Frage, insgesamt { $of } Fragen. Wählen Sie die eine Antwort, die der Text am besten stützt.
study-instructions-no-passage = Sie beantworten { $of } Fragen zu Texten, die Sie nicht sehen. Wählen Sie die Antwort, die Ihnen am wahrscheinlichsten vorkommt, auch wenn Sie nicht sicher sein können.

study-reminder-none =
    Guten Tag,
    Sie haben einen persönlichen Link für „{ $title }“ bekommen und noch nicht begonnen. Es sind { $of } Fragen. Bitte öffnen Sie den Link, wenn Sie etwas Ruhe haben. Falls Sie ihn nicht mehr haben, sagen Sie es mir, dann schicke ich einen neuen. Vielen Dank!
study-reminder-some =
    Guten Tag,
    Sie haben { $answered } von { $of } Fragen von „{ $title }“ beantwortet. Bitte machen Sie weiter: Ihr persönlicher Link führt Sie dorthin zurück, wo Sie aufgehört haben. Falls Sie ihn nicht mehr haben, sagen Sie es mir, dann schicke ich einen neuen. Vielen Dank!

booklet-title = Fragen zum Lesen
booklet-participant = Teilnehmende Person
booklet-question = Frage
booklet-read = Lesen Sie jeden Text und wählen Sie die eine Antwort, die am besten passt. Wenn Sie unsicher sind, wählen Sie, was Ihnen am wahrscheinlichsten vorkommt. Bitte schlagen Sie nichts nach, und beantworten Sie jede Frage, bevor Sie zur nächsten gehen.
booklet-no-passage = Der Text, zu dem jede Frage gehört, ist absichtlich weggelassen. Wählen Sie die Antwort, die Ihnen am wahrscheinlichsten vorkommt, auch wenn Sie raten müssen. Bitte schlagen Sie nichts nach.
booklet-mark = Kreuzen Sie auf dem Antwortbogen, der letzten Seite, für jede Frage einen Buchstaben an.
booklet-sheet = Antwortbogen
booklet-fields = Angaben zu Ihnen
booklet-thanks = Vielen Dank. Bitte geben Sie den Antwortbogen ab.
booklet-key = Schlüssel zu den Heften
booklet-key-note = Nur für die Studienleitung. Es gelten die Buchstaben im Heft der jeweiligen Person; in jedem Heft stehen die Antworten in einer anderen Reihenfolge.
booklet-form = Form
booklet-answer = richtige Antwort
booklet-magnet = Magnet
booklet-item = Aufgabe
