# Was Teilnehmende einer Studie lesen, auf dem Bildschirm und auf Papier.

error-link-title = Dieser Link führt nirgendwohin
error-link-sentence = Vielleicht ist er unvollständig, durch einen neueren ersetzt, oder was zu ihm gehörte, wurde gelöscht. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.

error-organiser-title = Das ist nicht der Link der Studienleitung
error-organiser-sentence = Der Server macht bei jedem Start einen neuen und zeigt ihn im Terminal.

study-title = Fragen zum Lesen
study-page-title = Frage { $position } von { $of }
study-agree-title = Bevor Sie beginnen
study-once = Auf jeder Seite steht eine Frage. Eine Antwort gilt, sobald Sie sie gesendet haben.
study-change = Auf jeder Seite steht eine Frage. Sie können Ihre Antworten ändern, bis Sie am Ende sagen, dass Sie fertig sind.
study-pause = Sie können jederzeit aufhören. Ihre Antworten bleiben erhalten, und dieser Link führt Sie dorthin zurück, wo Sie waren.
study-time = Die Zeit, die Sie für eine Frage brauchen, wird festgehalten. Nehmen Sie sich so viel Zeit, wie Sie möchten.
study-consent = Ihre Antworten werden unter einer Nummer gespeichert, ohne Ihren Namen, und dienen dazu, herauszufinden, wie gut die Fragen sind. Die Teilnahme ist freiwillig; Sie können jederzeit aufhören, ohne einen Grund zu nennen. Sie können Ihre Antworten löschen lassen: auf jeder Seite Ihres persönlichen Links, oder indem Sie der Person, die Sie eingeladen hat, Ihre Nummer nennen.
study-consent-responsible = Verantwortlich für diese Studie: { $text }
study-consent-contact = Fragen und Beschwerden: { $text }
study-consent-purpose = Zweck: { $text }
study-consent-retention = Wie lange Antworten aufbewahrt werden: { $text }
study-consent-age = Wer teilnehmen darf: { $text }
study-consent-legal-basis = Rechtsgrundlage: { $text }
study-debriefing-title = Worum es in dieser Studie ging
study-debriefing-attack = Bei der Hälfte Ihrer Fragen war eine der falschen Antworten durch eine ersetzt, die Computerprogramme anzieht, was auch im Text steht. Das wurde Ihnen vorher nicht gesagt, denn wer es weiß, wählt anders. Die Studie fragt, ob solche Antworten auch Menschen anziehen. Die richtigen Antworten blieben, wie sie waren, und Ihre Antworten sagen nichts darüber, wie gut Sie lesen. Möchten Sie nun nicht mehr, dass Ihre Antworten verwendet werden, können Sie sie löschen lassen.
study-debriefing-no-passage = Die Fragen standen absichtlich ohne ihre Texte da. Die Studie fragt, welche davon sich beantworten lassen, ohne zu lesen: Solche Fragen messen das Lesen nicht. Ihre Antworten sagen nichts darüber, wie gut Sie lesen.
study-debriefing-with-and-without = Manche Fragen standen absichtlich ohne ihre Texte da. Die Studie fragt, welche davon sich beantworten lassen, ohne zu lesen: Solche Fragen messen das Lesen nicht. Ihre Antworten sagen nichts darüber, wie gut Sie lesen.
study-debriefing-both = Bei manchen Ihrer Fragen war eine der falschen Antworten durch eine ersetzt, die Computerprogramme anzieht, was auch im Text steht. Die Studie fragt, ob solche Antworten auch Menschen anziehen. Andere Fragen standen absichtlich ohne ihre Texte da. Die Studie fragt, welche davon sich beantworten lassen, ohne zu lesen: Solche Fragen messen das Lesen nicht. Das wurde Ihnen vorher nicht gesagt, denn wer es weiß, wählt anders. Die richtigen Antworten blieben, wie sie waren, und Ihre Antworten sagen nichts darüber, wie gut Sie lesen. Möchten Sie nun nicht mehr, dass Ihre Antworten verwendet werden, können Sie sie löschen lassen.
study-number = Ihre Nummer ist { $number }.
study-withdraw-link = Zurücktreten und meine Antworten löschen
study-withdraw-title = Von der Studie zurücktreten?
study-withdraw-sure = { $answered ->
    [0] Sie haben noch nichts beantwortet.
    [one] Ihre Antwort wird gelöscht.
   *[other] Ihre { $answered } Antworten werden gelöscht.
} Auch alles andere, was über Sie gespeichert ist, wird gelöscht, und Ihr Link führt nirgendwohin mehr. Das lässt sich nicht rückgängig machen.
study-withdraw-do = Zurücktreten und alles löschen
study-withdraw-keep = Zurück
study-withdrawn-title = Sie sind zurückgetreten
study-withdrawn = Alles, was über Sie gespeichert war, ist gelöscht. Sie können diese Seite schließen.
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
study-ended-title = Diese Studie ist beendet
study-ended = Es werden keine Antworten mehr angenommen. Danke für Ihr Interesse; was Sie bisher geantwortet haben, ist gespeichert.

study-instructions-attack = Sie lesen kurze Texte und beantworten zu jedem eine Frage, insgesamt { $of } Fragen. Wählen Sie die eine Antwort, die der Text am besten stützt.
study-instructions-no-passage = Sie beantworten { $of } Fragen zu Texten, die Sie nicht sehen. Wählen Sie die Antwort, die Ihnen am wahrscheinlichsten vorkommt, auch wenn Sie nicht sicher sein können.
study-instructions-with-and-without = Sie beantworten { $of } Fragen. Manche stehen mit dem Text da, zu dem sie gehören, andere ohne ihn. Wählen Sie die Antwort, die am besten zum Text passt, und wo kein Text steht, die, die Ihnen am wahrscheinlichsten vorkommt.

study-reminder-none =
    Guten Tag,
    Sie haben einen persönlichen Link für „{ $title }“ bekommen und noch nicht begonnen. Es sind { $of } Fragen. Bitte öffnen Sie den Link, wenn Sie etwas Ruhe haben. Falls Sie ihn nicht mehr haben, sagen Sie es mir, dann schicke ich einen neuen. Vielen Dank!
study-reminder-some =
    Guten Tag,
    Sie haben { $answered } von { $of } Fragen von „{ $title }“ beantwortet. Bitte machen Sie weiter: Ihr persönlicher Link führt Sie dorthin zurück, wo Sie aufgehört haben. Falls Sie ihn nicht mehr haben, sagen Sie es mir, dann schicke ich einen neuen. Vielen Dank!

booklet-title = Fragen zum Lesen
booklet-participant = Teilnehmende Person
booklet-question = Frage
booklet-attack = Lesen Sie jeden Text und wählen Sie die eine Antwort, die am besten passt. Wenn Sie unsicher sind, wählen Sie, was Ihnen am wahrscheinlichsten vorkommt. Bitte schlagen Sie nichts nach, und beantworten Sie jede Frage, bevor Sie zur nächsten gehen.
booklet-no-passage = Der Text, zu dem jede Frage gehört, ist absichtlich weggelassen. Wählen Sie die Antwort, die Ihnen am wahrscheinlichsten vorkommt, auch wenn Sie raten müssen. Bitte schlagen Sie nichts nach.
booklet-with-and-without = Manche Fragen stehen mit dem Text da, zu dem sie gehören; der Text anderer ist absichtlich weggelassen. Lesen Sie jeden Text und wählen Sie die Antwort, die am besten passt. Wo kein Text steht, wählen Sie, was Ihnen am wahrscheinlichsten vorkommt, auch wenn Sie raten müssen. Bitte schlagen Sie nichts nach, und beantworten Sie jede Frage, bevor Sie zur nächsten gehen.
booklet-mark = Kreuzen Sie auf dem Antwortbogen, der letzten Seite, für jede Frage einen Buchstaben an.
booklet-agree = Wenn Sie teilnehmen möchten, kreuzen Sie auf dem Antwortbogen das Kästchen an. Sonst werden Ihre Antworten nicht verwendet.
booklet-withdraw = Möchten Sie, dass Ihre Antworten gelöscht werden, nennen Sie der Person, die Sie eingeladen hat, die Nummer auf Ihrem Antwortbogen.
booklet-sheet = Antwortbogen
booklet-fields = Angaben zu Ihnen
booklet-thanks = Vielen Dank. Bitte geben Sie den Antwortbogen ab.
booklet-key = Lösungen zu den Heften
booklet-key-note = Nur für die Studienleitung. Es gelten die Buchstaben im Heft der jeweiligen Person; in jedem Heft stehen die Antworten in einer anderen Reihenfolge.
booklet-form = Form
booklet-answer = richtige Antwort
booklet-magnet = Magnet
booklet-item = Aufgabe

registration-title = Präregistrierung der Studie „{ $name }“
registration-made = Angelegt am { $at } mit Magnetite { $version }, bevor jemand geantwortet hat.
registration-asks-attack = Frage: Kosten Magneten Menschen richtige Antworten? Verglichen wird der Anteil richtiger Antworten auf angegriffene Fragen, in denen ein Magnet eine falsche Antwort ersetzt, mit dem Anteil bei ursprünglichen Fragen.
registration-asks-no-passage = Frage: Beantworten Menschen ohne die Texte die Fragen, bei denen ein System am sichersten ist, häufiger richtig als die, bei denen es am unsichersten ist? Verglichen werden beide Anteile richtiger Antworten.
registration-asks-with-and-without = Frage: Brauchen Menschen die Texte? Verglichen wird der Anteil richtiger Antworten ohne den Text mit dem Anteil mit ihm, bei denselben Fragen.
registration-asks-flagged = Frage: Beantworten Menschen ohne die Texte auffällige Fragen häufiger richtig als die übrigen? Verglichen werden beide Anteile richtiger Antworten, und der Anteil bei auffälligen Fragen mit dem Raten.
registration-questions = Fragen: { GROUPED($questions) }, zu { GROUPED($passages) } Texten (Fingerabdruck { $print }).
registration-people = Menschen: { GROUPED($planned) } sind geplant, { $forms ->
    [1] die alle dieselbe Form sehen
   *[other] je die Hälfte mit einer von zwei Formen
}. Alle sehen Fragen und Antworten in einer eigenen Reihenfolge.
registration-consent = Einwilligung: Alle stimmen dem Text mit dem Fingerabdruck { $print } zu.
registration-fields = Außerdem werden die Menschen gefragt: { $fields }.
registration-change = { $change ->
    [yes] Antworten können geändert werden, bis eine Person fertig ist.
   *[no] Die erste Antwort auf eine Frage gilt.
}
registration-exclusions = Von der Auswertung ausgeschlossen: { $rules }.
registration-exclusions-none = Niemand wird von der Auswertung ausgeschlossen.
registration-stops = Die Erhebung endet, sobald alle geplanten Personen fertig sind{ $until ->
    [none] {""}
   *[other] , spätestens aber am { $until }
}. Was Menschen geantwortet haben, wird einmal verglichen, nach dem Ende der Erhebung.
registration-analysis = Auswertung: Der Unterschied stammt aus einer Regression (kleinste Quadrate) mit einem Effekt für jede Person und, wo Fragen auf beide Arten gesehen werden, für jede Frage. Sein 95-%-Intervall (Student-t) beruht auf einer Varianz, die nach Personen und nach Texten geclustert ist (Cameron, Gelbach und Miller 2011). Ein Unterschied wird behauptet, wenn das Intervall 0 ausschließt; gleich heißen Anteile, wenn es innerhalb von ±{ $margin } Punkten liegt. { $asks ->
    [1] Kein anderer Vergleich entscheidet.
   *[other] Über jede Frage entscheidet ihr eigener Vergleich und kein anderer.
}
registration-seed = Startwert aller Zufallszüge: { $seed }.
registration-print = Fingerabdruck des ganzen Plans mit allen Texten, Lösungen und Regeln: { $print }
registration-deposit = Hinterlegen Sie diese Datei, bevor die erste Person antwortet, an einem Ort, an dem andere ihr Datum sehen, etwa bei OSF oder AsPredicted. Berichte wiederholen die SHA-256-Prüfsumme dieser Datei. Sie enthält keine Lösungen.

codebook-participant = Nummer der teilnehmenden Person
codebook-form = Form des Heftes
codebook-position = Platz der Frage im Heft, ab 1
codebook-question = Frage der Studie
codebook-item = Kennung der Frage in den Daten
codebook-passage = Kennung ihres Textes in den Daten
codebook-condition = wie sie gezeigt wurde: original (ursprünglich), attacked (mit einem Magneten) oder no-passage (ohne Text)
codebook-flagged = ob sie auffällig war, als die Studie angelegt wurde; leer, wo die Studie nicht danach fragt
codebook-order = die Optionen in der gezeigten Reihenfolge, jede mit ihrem Buchstaben in den Daten
codebook-letter = der angekreuzte Buchstabe, wie er gezeigt wurde
codebook-chosen = die gewählte Option, mit ihrem Buchstaben in den Daten; ein Magnet hat den der Option, die er ersetzt
codebook-answer = die richtige Option, mit ihrem Buchstaben in den Daten
codebook-correct = ob die Antwort richtig ist
codebook-took-magnet = ob der Magnet gewählt wurde; leer, wo keiner stand
codebook-magnet = Text des Magneten
codebook-seconds = Sekunden vom ersten Zeigen bis zur Antwort, Pausen eingeschlossen; leer, wo nicht gemessen
codebook-showings = wie oft die Frage auf einem Bildschirm gezeigt wurde
codebook-first-shown-at = wann sie zuerst auf einem Bildschirm gezeigt wurde (UTC)
codebook-source = web (Bildschirm) oder import
codebook-answered-at = wann die Antwort gespeichert wurde (UTC); mit Nummer und Form kann das Menschen erkennbar machen
codebook-excluded = die Regel der Studie, nach der Berichte diese Person weglassen

look-study-attack = Menschen beantworteten dieselben Fragen wie die Systeme, einige davon mit einem Magneten an der Stelle einer falschen Option. Wer liest, sollte sich nicht daran stören: Text, Frage und richtige Antwort blieben, wie sie waren.
    .accuracy-people-original = der ursprünglichen Fragen von Menschen richtig beantwortet
    .accuracy-people-attacked = der angegriffenen Fragen von Menschen richtig beantwortet
    .attacked-minus-original = von ursprünglich zu angegriffen, wenn man berücksichtigt, wer welche Fragen beantwortet hat
    .run = Studie mit Menschen:
look-study-magnets = Wie oft nahmen Menschen jeden Magneten? Wo Systeme es oft tun und Menschen kaum je, ist, was die Systeme anzieht, nichts, wonach sich jemand richtet, der liest.
    .magnet-chosen = der angegriffenen Fragen an den Magneten verloren, von { $group }
    .run = Studie mit Menschen:
look-study-no-passage = Menschen beantworteten Fragen ohne die Texte, zu denen sie geschrieben sind. Fragen, die sie trotzdem beantworten können, verlangen kein Lesen, was ein System auch aus ihnen macht.
    .accuracy-people-lowest-entropy = richtig bei den Fragen, bei denen das System am sichersten ist
    .accuracy-people-highest-entropy = richtig bei denen, wo es am unsichersten ist
    .guessing = durch Raten
    .run = Studie mit Menschen:
look-study-passage = Die Hälfte der Menschen sah jede Frage mit ihrem Text, die andere Hälfte ohne ihn. Eine Frage, die Menschen ohne den Text ebenso gut beantworten, verlangt kein Lesen.
    .accuracy-people-with-the-passage = der Antworten mit dem Text richtig
    .accuracy-people-without-it = der Antworten ohne ihn richtig
    .guessing = durch Raten
    .run = Studie mit Menschen:
look-study-flagged = Bevor jemand antwortete, galten einige Fragen als ohne ihren Text beantwortbar. Stimmt das, so beantworten Menschen, die die Texte nicht sehen, diese Fragen öfter richtig als die übrigen, und öfter als durch Raten.
    .accuracy-flagged = der auffälligen Fragen ohne den Text richtig beantwortet
    .accuracy-not-flagged = der übrigen ohne ihn richtig beantwortet
    .flagged-minus-not-flagged = von den übrigen zu den auffälligen Fragen
    .run = Studie mit Menschen:
look-study-people = Wer teilnahm, wie lange es dauerte, und wie weit sie übereinstimmen. Wo Menschen kaum übereinstimmen, kann eine Frage unklar oder ihre Lösung falsch sein.
    .people-who-answered = Menschen, die antworteten
    .krippendorff-s-alpha = Krippendorffs Alpha ({ $group ->
        [original] ursprünglich
        [attacked] angegriffen
       *[no-passage] ohne den Text
    })
    .run = Studie mit Menschen:
figure-study-accuracy = Anteil der Fragen, die Menschen richtig beantworteten, und Systeme, denen dieselben Fragen in derselben Form gestellt wurden. { figure-intervals }
figure-study-interference = Wie oft jeder Magnet genommen wird. Balken sind Menschen: der Anteil derer, denen er gezeigt wurde und die ihn wählten, mit einem Intervall als dünner Linie. Marken sind Systeme: der Anteil der Fragen der Studie, bei denen er alle eigenen Optionen der Frage schlägt.
table-study-magnets = In einer ausgewogenen Studie steht jeder Magnet in zwei Fragen, und jede Person begegnet ihm in einer davon.
table-study-participants = Nach Nummern geordnet; nichts hier sagt, wer sie sind.

people-share = { SHARE($share) }
people-unknown = unbekannt
people-gap = { WHOLE($value) } Punkte (95-%-Intervall { WHOLE($low) } bis { WHOLE($high) })
people-answers = { $people } gaben { $answers }{ $few ->
    [pair] {""}, viel zu wenige, um etwas über andere Menschen oder Fragen zu sagen: Ein oder zwei Menschen können nichts zeigen
    [few] {""}, viel zu wenige, um etwas über andere Menschen oder Fragen zu sagen
   *[enough] {""}
}.
people-nobody = So hat noch niemand geantwortet: viel zu wenig, um etwas über andere Menschen oder Fragen zu sagen.
people-attack = { $adjusted ->
    [yes] Berücksichtigt man, wer welche Fragen beantwortet hat, waren { $original } der Antworten auf ursprüngliche Fragen richtig
   *[no] { $original } der Antworten auf ursprüngliche Fragen waren richtig
} und { $attacked } der Antworten auf angegriffene.
people-attack-gap = Der Unterschied beträgt { $gap }{ $verdict ->
    [above] : Unter dem Angriff lagen Menschen öfter richtig
    [below] : Der Angriff kostet Menschen richtige Antworten
    [level] : Unter dem Angriff lagen Menschen ebenso oft richtig
   *[open] ; ob der Angriff Menschen richtige Antworten kostet, zeigt das nicht
}.
people-least = Eine Studie wie diese findet einen Unterschied von { GROUPED($least) } Punkten 4-mal von 5.
people-attack-model = { $model }, bei denselben Fragen: { $before } und { $after }.
people-magnets = Menschen nahmen den Magneten in { $share } von { $answers } auf angegriffene Fragen (95-%-Intervall { $low } bis { $high }), über { $magnets }.
people-magnets-more = { $verdict ->
    [above] Das ist öfter, als sie die Optionen nahmen, die Magnete ersetzen
    [below] Das ist seltener, als sie die Optionen nahmen, die Magnete ersetzen
    [level] Die Optionen, die Magnete ersetzen, nahmen sie ebenso oft
   *[open] Ob Menschen Magnete öfter nehmen als die Optionen, die sie ersetzen, zeigen diese Antworten nicht
}; der Unterschied beträgt { $gap }, wenn man berücksichtigt, wer welche Fragen beantwortet hat.
people-magnets-models = Von denselben Fragen: { $models }.
people-magnets-model = { $model } nahm ihn bei { $share }
people-people = { $people } von { $planned } geplanten antworteten, { $whole } davon auf alle { $questions }.
people-alphas = Krippendorffs Alpha: { $alphas }.
people-alpha = { DECIMAL($alpha, digits: 2) } ({ $condition ->
    [original] ursprünglich
    [attacked] angegriffen
   *[no-passage] ohne den Text
})
people-no-passage = { $adjusted ->
    [yes] Berücksichtigt man, wer welche Fragen beantwortet hat, waren ohne die Texte
   *[no] Ohne die Texte waren
} { $low } der Antworten auf die Fragen kleinster Entropie richtig und { $high } der Antworten auf die größter.
people-no-passage-gap = Der Unterschied beträgt { $gap }{ $verdict ->
    [above] : Ohne ihren Text beantworten Menschen die Fragen, bei denen das System am sichersten ist, öfter richtig
    [below] : Ohne ihren Text beantworten Menschen die Fragen, bei denen das System am sichersten ist, seltener richtig
    [level] : Ohne ihren Text beantworten Menschen die Fragen, bei denen das System am sichersten ist, so oft richtig wie die übrigen
   *[open] ; ob Menschen die Fragen, bei denen das System am sichersten ist, ohne ihren Text öfter richtig beantworten, zeigt das nicht
}.
people-no-passage-system = { $system }, bei { $of } und { $of_high } dieser Fragen: { $low } und { $high }.
people-passage = { $adjusted ->
    [yes] Berücksichtigt man, wer welche Fragen beantwortet hat, waren mit dem Text
   *[no] Mit dem Text waren
} { $shown } der Antworten richtig, ohne ihn { $withheld }.
people-passage-gap = Der Unterschied beträgt { $gap }{ $verdict ->
    [above] : Ohne den Text lagen Menschen öfter richtig
    [below] : Menschen brauchen den Text, um diese Fragen ebenso gut zu beantworten
    [level] : Menschen beantworten diese Fragen ohne den Text ebenso gut
   *[open] ; ob Menschen den Text brauchen, zeigt das nicht
}.
people-flagged = { $adjusted ->
    [yes] Berücksichtigt man, wer welche Fragen beantwortet hat, waren ohne die Texte
   *[no] Ohne die Texte waren
} { $flagged } der Antworten auf auffällige Fragen richtig und { $others } der Antworten auf die übrigen.
people-flagged-between = { $adjusted ->
    [yes] Berücksichtigt man, wer welche Fragen beantwortet hat, waren ohne die Texte
   *[no] Ohne die Texte waren
} { $flagged } der Antworten auf auffällige Fragen richtig (95-%-Intervall { $flagged_low } bis { $flagged_high }) und { $others } der Antworten auf die übrigen ({ $others_low } bis { $others_high }).
people-flagged-gap = Der Unterschied beträgt { $gap }{ $verdict ->
    [above] : Ohne die Texte beantworten Menschen auffällige Fragen öfter richtig als die übrigen
    [below] : Ohne die Texte beantworten Menschen auffällige Fragen seltener richtig als die übrigen
    [level] : Ohne die Texte beantworten Menschen auffällige Fragen so oft richtig wie die übrigen
   *[open] ; ob Menschen auffällige Fragen öfter richtig beantworten als die übrigen, zeigt das nicht
}.
people-flagged-guessing = Wer rät, liegt bei { $guessing } der auffälligen Fragen richtig{ $verdict ->
    [above] ; Menschen gelingt ohne die Texte mehr
    [below] ; Menschen gelingt ohne die Texte weniger
   *[open] ; ob Menschen ohne die Texte mehr gelingt, zeigen diese Antworten nicht
}.
people-flow = Eingeladen: { GROUPED($invited) }; teilgenommen: { GROUPED($took_part) }; zurückgezogen: { GROUPED($withdrawn) }; ausgeschlossen: { GROUPED($excluded) }; ausgewertet: { GROUPED($analysed) }.
people-rule = { $rule ->
    [complete] wer nicht jede Frage beantwortete
    [seconds] wer im Median weniger als { DECIMAL($value, digits: 1) } Sekunden für eine Frage brauchte
   *[alike] wer bei { SHARE($value) } der Fragen oder mehr denselben Buchstaben ankreuzte
}
people-interim = Die Erhebung ist nicht beendet: Dieser Bericht sagt, wer teilnimmt, und vergleicht nichts. Was Menschen geantwortet haben, wird nach dem Ende der Erhebung verglichen (magnetite study end).
people-departure = { $what ->
    [page] die Seite wurde geändert oder fehlt
    [everyone] niemand wird ausgeschlossen, was die Regeln auch sagen
    [early] die Erhebung wurde beendet, bevor alle geplanten Personen fertig waren
   *[late] nach dem Ende der Erhebung kamen Antworten hinzu
}
people-note-registered = Bevor jemand geantwortet hat, wurde festgelegt, was wer gefragt und wie es ausgewertet wird (preregistration.txt, SHA-256 { $print }). { $kept ->
    [yes] Dieser Bericht hält sich daran.
   *[no] Dieser Bericht weicht davon ab: { $departures }.
}
people-note-looks = Vor dem Ende der Erhebung wurden die Antworten { $looks ->
    [one] einmal
   *[other] { GROUPED($looks) }-mal
} exportiert. Wurde die Erhebung wegen ihres Ergebnisses beendet, werden Unterschiede zu leicht gefunden.
people-note-rules = Als die Studie angelegt wurde, wurde festgelegt, wer ausgeschlossen wird: { $rules }. { $applied ->
    [yes] Dieser Bericht hält sich daran.
   *[no] Dieser Bericht lässt niemanden weg.
}
note-study-expected-of = { $part ->
    [attack] Magneten
   *[no-passage] Texte
}: { $told }
note-study-expected = Vorab simuliert ({ $people }, { $first } und { $second } richtig unter den beiden verglichenen Bedingungen), findet diese Studie { $found ->
    [yes] einen Unterschied von { GROUPED($least) } Punkten 4-mal von 5
   *[no] keinen noch so großen Unterschied 4-mal von 5; sie braucht mehr Menschen oder mehr Texte
}.
people-note-one-form = Alle Fragen gehören zu einem Text; jede Person sah also entweder alle mit ihm oder alle ohne ihn. Verglichen werden verschiedene Menschen.
people-note-each = Unter jeder Bedingung beantworteten { GROUPED($least) } bis { GROUPED($most) } Menschen eine Frage; die Anteile einzelner Fragen sind also nur Hinweise.
people-note-crossed = Intervalle sind 95-%-Intervalle und gelten für andere Teilnehmende und andere Fragen: Sie berücksichtigen, dass Antworten einer Person einander ähneln, und ebenso Antworten auf eine Frage.
people-note-fixed = Alle sahen dieselbe Hälfte der Fragen angegriffen; der Unterschied hängt also auch davon ab, wie schwer die beiden Hälften zufällig sind. Ein ausgewogener Plan vergleicht jede Frage mit sich selbst.
people-note-alone = Das Intervall eines einzelnen Magneten gilt für andere Menschen, die ihm je etwa einmal begegneten, aber nur für die Fragen, in denen er stand; nur das Mittel über die Magnete gilt auch für andere Fragen.
people-note-scores = Menschen wählten unter den gezeigten Optionen, mit dem Magneten an der Stelle von einer. Das T eines Modells ist über die Fragen der Studie genommen, an denen der Magnet probiert werden darf: der Anteil, bei dem er alle eigenen Optionen der Frage schlägt. Daneben steht, bei wie vielen der Fragen, die Menschen mit dem Magneten sahen, ein Modell ihn wählt.
people-note-alpha = Krippendorffs Alpha ist 1, wo alle gleich wählen, und 0, wo sie nicht mehr als durch Zufall übereinstimmen. Optionen sind so nummeriert, dass richtige Antworten sich gleichmäßig über die Nummern verteilen; das Intervall gilt für andere Fragen.
people-note-times = Zeiten laufen vom ersten Zeigen einer Frage bis zu ihrer Antwort, Pausen eingeschlossen; deshalb sind Mediane angegeben.
people-note-counted = Gezählt, ohne zu berücksichtigen, wer welche Fragen beantwortet hat, sind es { $first } und { $second }.
people-note-flagged = { $by ->
    [rules] Auffällig heißt: Eine Prüfung hatte die Frage durch { $rules } auffällig gefunden, als die Studie angelegt wurde, bevor jemand antwortete.
   *[list] Auffällig heißt: Die Frage war als auffällig aufgeführt, als die Studie angelegt wurde, bevor jemand antwortete.
}
people-note-guessing = Wer rät, liegt bei { SHARE($share) } dieser Fragen richtig.
people-note-missing = { GROUPED($missing) } von { GROUPED($expected) } Antworten fehlen von denen, die begannen; Anteile berücksichtigen, wer welche Fragen beantwortet hat.

label-from-invited-to-analysed = Von eingeladen bis ausgewertet
label-stage = Stufe
label-invited = eingeladen
label-withdrawn-with-all-their-data = zurückgezogen, mit allen Daten
label-took-part = nahm teil
label-excluded-complete = ausgeschlossen: unvollständig
label-excluded-seconds = ausgeschlossen: zu schnell
label-excluded-alike = ausgeschlossen: ein Buchstabe
label-analysed = ausgewertet
label-marked-one-letter = kreuzte einen Buchstaben an
label-magnets-and-people = Magneten und Menschen
label-more-than-the-option-replaced = häufiger als die ersetzte Antwort
label-people-under-attack = Menschen unter Angriff
label-right-answers-to-original-and-attacked-questions = Richtige Antworten auf ursprüngliche und angegriffene Fragen
label-right-answers-without-the-passage = Richtige Antworten ohne den Text
label-questions-without-their-passages = Fragen ohne ihre Texte
label-taking-part = Teilnahme
label-question-by-question = Frage für Frage
label-seconds-a-question = Sekunden je Frage
label-participants = Teilnehmende
label-questions-answered-right-by-people-and-by-systems-under-each-condition = Fragen, die Menschen und Systeme richtig beantworten, unter jeder Bedingung
label-how-often-people-and-systems-take-each-magnet = Wie oft Menschen und Systeme jeden Magneten nehmen
label-answered-by = beantwortet von
label-answers = Antworten
label-people = Menschen
label-original = ursprünglich
label-attacked-condition = angegriffen
label-lowest-entropy = kleinste Entropie
label-highest-entropy = größte Entropie
label-lowest-minus-highest-entropy = kleinste minus größte Entropie
label-flagged-questions-without-their-passages = Auffällige Fragen ohne ihre Texte
label-right-answers-to-flagged-questions-and-to-the-others = Richtige Antworten auf auffällige Fragen und auf die übrigen
label-right-answers-with-and-without-the-passage = Richtige Antworten mit und ohne Text
label-with-and-without-the-passage = Mit und ohne Text
label-flagged = auffällig
label-not-flagged = nicht auffällig
label-with-the-passage = mit dem Text
label-without-it = ohne ihn
label-without-minus-with-the-passage = ohne minus mit dem Text
label-right-with-the-passage = richtig mit dem Text
label-right-without-it = richtig ohne ihn
label-people-who-answered = Menschen, die antworteten
label-answered-all = beantworteten alle
label-krippendorff-s-alpha = Krippendorffs Alpha
label-attacked-minus-original = angegriffen minus ursprünglich
label-flagged-minus-not-flagged = auffällig minus nicht auffällig
label-placed-in = steht in
label-times-shown = Male gezeigt
label-times-taken = Male genommen
label-t-on-people = T bei Menschen
label-condition = Bedingung
label-median = Median
label-a-quarter-below = ein Viertel darunter
label-a-quarter-above = ein Viertel darüber
label-median-seconds = Median in Sekunden
label-right-original = richtig, ursprünglich
label-right-attacked = richtig, angegriffen
label-took-the-magnet = nahm den Magneten
label-entropy-is = Entropie ist
label-entropy-bits = Entropie (Bit)
label-participant = Person
label-time-attacked-against-original = Zeit, angegriffen gegen ursprünglich
label-smallest-difference-that-such-a-study-finds-4-times-in-5 = kleinster Unterschied, den eine solche Studie 4-mal von 5 findet
