# Die Wörter einer geprüften Klausur: die Seite, das Terminal.

view-O = einem Modell, das nur die Antworten sieht
view-QO = einem Modell, das Frage und Antworten sieht
view-CO = einem Modell, das Text und Antworten sieht
view-QOC = einem Modell, das alles sieht

page-share = { PERCENT($share) }
page-interval = { PERCENT($low) } bis { PERCENT($high) }
page-skip = Direkt zu den auffälligen Fragen
page-parts = Teile dieser Seite
page-question = Frage { $id }
page-unwritten = (keine Frage)
page-empty = (leer)
page-unkeyed = Die richtige Antwort ist nicht bekannt.
page-key = richtige Antwort
page-advice = Was Sie ändern können
page-passage = Text { $number }
page-to-card = Warum sie einen zweiten Blick verdient
page-no-flag = kein Hinweis
page-sign = Zeigt sich auch so:
page-by-reason = Gefundene Gründe, und bei wie vielen Fragen
page-heading-dismissed = Verworfen
page-dismissed-intro = Diese Hinweise wurden angesehen und verworfen. Sie zählen nicht mehr, bis sich die Frage ändert.
page-keys = Wo die richtigen Antworten stehen
page-keys-right = richtige Antworten
page-keys-expected = bei zufälliger Verteilung
page-readable-ease = { $words } Wörter, Lesbarkeit { DECIMAL($ease, digits: 0) }, Schuljahr { DECIMAL($grade, digits: 1) }, LIX { DECIMAL($lix, digits: 0) }
page-readable-lix = { $words } Wörter, LIX { DECIMAL($lix, digits: 0) }
page-readable-short = { $words ->
    [one] ein Wort
   *[other] { $words } Wörter
}
page-readable-explained = Wie schwer sich ein Text liest, wird mit Formeln geschätzt, die nur die Länge von Wörtern und Sätzen sehen: Lesbarkeit (Flesch; 90 sehr leicht, 60 normal, 30 schwer), amerikanisches Schuljahr (Flesch und Kincaid) und LIX (unter 30 leicht, über 50 schwer).
page-bars = Die Balken zeigen, wie wahrscheinlich ein Lesemodell die einzelnen Antworten wählt, ohne den Text und mit ihm. Der dünne Strich ist, was Raten ergibt.
page-no-bars = Kein Lesemodell hat diese Fragen beantwortet: Nur Regeln wurden angewandt, die den Text untersuchen.
page-map = Die Klausur auf einen Blick: { $look ->
        [one] { $look } Frage verdient
       *[other] { $look } Fragen verdienen
    } einen zweiten Blick, { $remark ->
        [one] { $remark } hat
       *[other] { $remark } haben
    } kleinere Anmerkungen, { $clean ->
        [one] { $clean } hat
       *[other] { $clean } haben
    } keinen Hinweis, { $unchecked ->
        [one] { $unchecked } wurde
       *[other] { $unchecked } wurden
    } nicht geprüft.
page-footer = Erstellt mit Magnetite. Diese Datei enthält alles, was sie zeigt, und lädt nichts nach.
page-please-note = Bitte beachten
page-reading = Wie die Klausur gelesen wurde

page-verdict-some = { $looks } von { $questions ->
        [one] { $questions } Frage
       *[other] { $questions } Fragen
    } { $looks ->
        [one] verdient
       *[other] verdienen
    } einen zweiten Blick
page-verdict-one = Die einzige Frage braucht keinen zweiten Blick
page-verdict-none = Keine der { $questions } Fragen braucht einen zweiten Blick
page-verdict-empty = Hier gibt es keine Frage, die sich prüfen ließe

page-kind-look = einen zweiten Blick wert
page-kind-remark = kleinere Anmerkungen
page-kind-clean = kein Hinweis
page-kind-unchecked = nicht geprüft
page-kind-left-out = ausgelassen

page-bar-without = ohne Text
page-bar-given = mit Text
page-bar-alone = nur Antworten
page-bar-candidates = Prüflinge

page-fact-key-both = richtige Antwort { PERCENT($without) } ohne Text, { PERCENT($given) } mit Text
page-fact-key-without = richtige Antwort { PERCENT($without) } ohne Text
page-fact-key-given = richtige Antwort { PERCENT($given) } mit Text
page-fact-facility = { PERCENT($share) } der Prüflinge richtig

page-heading-trust = Wie weit Sie dem trauen können
page-heading-looks = Einen zweiten Blick wert
page-heading-uses = Listen zum Durchsehen
page-heading-exam = Die Klausur als Ganzes
page-heading-answers = Was Prüflinge geantwortet haben
page-heading-all = Alle Fragen
page-heading-passages = Die Texte
page-heading-left-out = Von der Prüfung ausgenommen
page-heading-missing = Nicht geprüft
page-heading-method = Verfahren und Grenzen

page-trust-both = Diese Klausur wurde auf zwei Arten geprüft. Ein Lesemodell hat die Fragen beantwortet, während Teile davon verdeckt waren; worauf es hinweist, ist wahrscheinlich, nicht sicher. Regeln haben den Wortlaut untersucht; sie kommen jedes Mal zum selben Ergebnis und sehen die Form, nicht den Sinn.
page-trust-rules = Diese Klausur wurde nur von Regeln geprüft. Sie untersuchen den Wortlaut, kommen jedes Mal zum selben Ergebnis und sehen die Form, nicht den Sinn: Ob sich eine Frage ohne ihren Text beantworten lässt, erkennen sie nicht.
page-trust-not-good = Eine Frage ohne Hinweis ist damit noch keine gute Frage.
page-trust-race = bei RACE, anderen Schulprüfungen
page-trust-not-measured = nicht gemessen
page-trust-exam = in dieser Klausur
page-trust-guessing = Nachdem es die Texte gelesen hat, beantwortet das Modell { PERCENT($value) } der Fragen dieser Klausur richtig; so weit käme es auch durch Raten. Was es über Schlüssel und falsche Antworten sagt, wird deshalb weggelassen. Was die Regeln im Wortlaut finden, gilt wie immer.
page-trust-few = Diese Klausur ist zu klein, um zu sagen, ob das Modell sie liest oder rät: { PERCENT($value) } seiner Antworten sind richtig. Bei RACE, anderen Schulprüfungen, liest es nachweislich. Was es über Schlüssel und falsche Antworten sagt, steht hier deshalb nur als Bemerkung.
page-trust-below = Nachdem es die Texte gelesen hat, beantwortet das Modell { PERCENT($value) } der Fragen dieser Klausur richtig, weniger als bei RACE, den Schulprüfungen, an denen es gemessen wurde. Vielleicht kennt es diese Art von Klausur nicht: Nehmen Sie, was es über Schlüssel und falsche Antworten sagt, als Anregung.
page-trust-as-measured = Nachdem es die Texte gelesen hat, beantwortet das Modell { PERCENT($value) } der Fragen dieser Klausur richtig, nicht deutlich weniger als bei RACE, den Schulprüfungen, an denen es gemessen wurde.
page-trust-table = Wie oft die Antworten des Modells richtig sind. Raten träfe in dieser Klausur in { PERCENT($guessing) } der Fälle; die Spannen rechnen den Zufall ein.
page-trust-system = Antworten von

page-looks-intro = Die auffälligsten zuerst. Jede Frage steht da, wie Prüflinge sie sehen; die Anmerkungen daneben sagen, was gefunden wurde und was Sie ändern können.
page-looks-none = Keine Frage hat die Grenze erreicht. Die Anmerkungen weiter unten können trotzdem lesenswert sein.

luck-sure = Bei { $sure } von { $questions } Fragen ist sich das Modell, das { $view ->
        [O] nur die Antworten
       *[other] Frage und Antworten
    } sieht, sicher; { $right } davon beantwortet es richtig. Durch bloßes Glück wären { $luck ->
        [0] kaum welche
       *[other] etwa { $luck }
    } davon richtig ({ $low } bis { $high }).
page-luck-told = { luck-sure } Bemängelt { $raised ->
        [one] wird deshalb die sicherste
       *[other] werden deshalb die { $raised } sichersten
    }, wenige davon zufällig.
page-luck-few = { luck-sure } Das sind zu wenige, um Wissen von Glück zu unterscheiden. Bei RACE, anderen Schulprüfungen, waren { PERCENT($elsewhere) } solcher Antworten richtig: Nehmen Sie diese Hinweise als Bemerkungen.
page-luck-guessing = { luck-sure } Das ist zu nah am Glück; bemängelt wird deshalb nichts.

page-uses-intro = Was oben steht, kommt zuerst. Das sind keine Hinweise auf Fehler: Eine Reihenfolge zeigt, wo man anfängt, nicht, was falsch ist.
page-check-first-title = Schlüssel, die zuerst zu prüfen sind
page-check-first-intro = Dem Modell, das den Text gelesen hat, erscheinen keine anderen Schlüssel unwahrscheinlicher. Die meisten sind trotzdem richtig, und das Modell irrt; aber ein falscher Schlüssel findet sich am ehesten hier.
page-check-first-none = Hier steht nichts: In dieser Klausur ist das Modell, das den Text liest, nicht von Raten zu unterscheiden, oder es wurde nicht gefragt.
page-check-first-line = der Schlüssel { $option } hat eine Wahrscheinlichkeit von { PERCENT($probability) }.
page-least-needed-title = Fragen, die den Text am wenigsten brauchen
page-least-needed-intro = Ohne den Text gibt das Modell diesen Schlüsseln die höchsten Wahrscheinlichkeiten.
page-least-needed-none = Hier steht nichts: In dieser Klausur ist das Modell, das den Text nicht kennt, nicht von Raten zu unterscheiden, oder es wurde nicht gefragt.
page-least-needed-line = der Schlüssel { $option } hat ohne den Text eine Wahrscheinlichkeit von { PERCENT($probability) }.
page-idle-title = Antworten, die niemand nähme
page-idle-intro = Kein Modell zieht diese falschen Antworten in Betracht, mit dem Text oder ohne ihn.
page-idle-none = Hier steht nichts: In dieser Klausur sind die Modelle nicht von Raten zu unterscheiden.
page-idle-line = Antwort { $option } hat höchstens eine Wahrscheinlichkeit von { PERCENT($probability) }.
page-strong-title = Am meisten auf den Text angewiesen
page-strong-intro = Eine gute Nachricht. Bei keinen anderen Fragen nimmt der Text dem Modell mehr von seinem Zweifel: Sie kommen als gute Fragen in Betracht (Liusie, Raina und Gales 2022), allein nach der Entropie, also ohne zu fragen, ob das Modell recht hat. Wo der Schlüssel es bestätigt, wählt das Modell, das liest, die richtige Antwort; wo nicht, sehen Sie sich den Schlüssel an. Das heißt nicht, dass eine Frage gut ist: Wortlaut, Schlüssel und was gefragt wird, beurteilen Sie. Und eine Frage, die hier fehlt, ist nicht schlecht, eine ohne Hinweis nicht gut (dort Anhang A): Ein schwaches Modell findet wenig in einem Text, in dem Menschen leicht etwas finden.
page-strong-none = Bei keiner Frage nimmt der Text dem Modell viel von seinem Zweifel. Das kann am Modell liegen: Ein schwaches findet wenig in einem Text.
page-weak-title = Ohne den Text am sichersten
page-weak-intro = Allein nach der Entropie, wie in der Arbeit: Bevor das Modell etwas gelesen hat, kommen für es weniger Antworten in Frage als bei den übrigen Fragen, gleich was der Schlüssel sagt. Wo der Schlüssel es bestätigt, brauchen vielleicht auch Lesende den Text nicht. Wo nicht, vertraut das Modell dem, was es zu wissen meint, und der Text berichtigt es, oder der Schlüssel ist falsch.
page-weak-none = Das Modell ist bei jeder Frage unentschieden, bis es liest.
page-passage-left = Von { $options } Antworten kommen für das Modell ohne den Text etwa { DECIMAL($without, digits: 1) } in Frage, mit ihm { DECIMAL($given, digits: 1) }.
page-passage-left-without = Von { $options } Antworten kommen für das Modell ohne den Text etwa { DECIMAL($without, digits: 1) } in Frage.
page-confirmed = Der Schlüssel bestätigt es.
page-not-confirmed = Allein nach der Entropie: Das Modell wählt eine andere Antwort als der Schlüssel.
page-by-entropy = Allein nach der Entropie: Der Schlüssel ist nicht bekannt.
page-exam-none = Zur Klausur als Ganzem wurde nichts gefunden.

page-answers-intro = Wie schwer jede Frage war und ob sie eher von denen gelöst wurde, die mehr wussten: die eigene Probe der Klausur auf die Hinweise.
page-answers-candidates = Die Antworten von { $value ->
        [one] { $value } Prüfling
       *[other] { $value } Prüflingen
    } sind bekannt.
page-answers-facility-correlation = Korrelation zwischen dem Anteil der Prüflinge, die richtig lagen, und der Wahrscheinlichkeit der richtigen Antwort bei { NAME($view, of: "view") }: { $value }.
page-answers-distractor-correlation = Korrelation zwischen dem Anteil der Prüflinge, die eine falsche Antwort wählen, und ihrer Wahrscheinlichkeit bei { NAME($view, of: "view") }: { $value }.
page-answers-plot = Jeder Punkt ist eine Frage: nach rechts, wie wahrscheinlich das Modell die richtige Antwort gibt; nach oben, welcher Anteil der Prüflinge sie gab.
page-answers-dot = Frage { $id }: Modell { PERCENT($model) }, Prüflinge { PERCENT($candidates) }
page-answers-across = Modell richtig
page-answers-up = Prüflinge richtig
page-answers-question = Frage
page-answers-n = beantwortet
page-answers-facility = richtig
page-answers-mean-facility = Fragen, die einen zweiten Blick verdienen, lösen im Mittel { PERCENT($looks) } der Prüflinge, die übrigen { PERCENT($others) }.
page-answers-mean-discrimination = Die Trennschärfe liegt im Mittel bei { $looks } für Fragen, die einen zweiten Blick verdienen, und bei { $others } für die übrigen.
page-answers-discrimination = Trennschärfe
page-answers-explained = Die Trennschärfe ist die Korrelation der richtigen Lösung dieser Frage mit den übrigen Punkten. Nahe null trennt die Frage starke nicht von schwachen Prüflingen; unter null lösen eher die schwachen sie.

page-all-intro = Alle Fragen in der Reihenfolge der Klausur, auch die ohne Hinweis. Klappen Sie eine auf, um ihre Antworten zu sehen.

page-filter-form = Fragen auswählen und sortieren
page-filter-find = In Fragen, Antworten und Texten suchen
page-filter-kind = Zeigen
page-filter-rule = Grund
page-filter-severity = Gewicht
page-filter-source = Fundart
page-filter-any = alle
page-filter-sort = Sortieren
page-filter-choice = { $words } ({ $count })
page-filter-reset = Zurücksetzen
page-filter-unfold = Alle aufklappen
page-filter-fold = Alle zuklappen
page-filter-shown = # von { $questions ->
        [one] { $questions } Frage
       *[other] { $questions } Fragen
    } zu sehen

page-sort-exam = wie in der Klausur
page-sort-worst = auffälligste zuerst
page-sort-without = ohne Text lösbare zuerst
page-sort-information = vom Text am wenigsten abhängige zuerst
page-sort-hardest = für Prüflinge schwerste zuerst

page-passages-intro = Jeder Text einmal; die Fragen führen hierher. Gedruckt werden die, die ein zweiter Blick braucht.

page-left-out-intro = Geprüft werden nur Auswahlfragen mit genau einer richtigen Antwort. Diese Teile der Datei sind von anderer Art oder fehlerhaft; nichts auf dieser Seite bezieht sich auf sie.
page-left-out-none = Nichts: Jede Frage der Datei wurde geprüft.

page-missing-intro = Regeln, die sich nicht anwenden ließen, und warum. Dass sie nichts melden, sagt über diese Fragen nichts.
page-missing-all = die ganze Klausur
page-missing-some = { $n ->
        [one] { $n } Frage
       *[other] { $n } Fragen
    }
page-missing-none = Jede Regel wurde auf jede Frage angewandt.

page-method-system-answers = Ein Lesemodell wurde an Schulprüfungen darauf trainiert, die richtige Antwort zu wählen. Kopien davon sahen die Frage mit ihren Antworten ohne den Text, nur die Antworten, oder alles. Aus seinen Bewertungen wurden an anderen Fragen Wahrscheinlichkeiten gemacht, sodass 60 % dort in etwa sechs von zehn Fällen stimmen; bei Klausuren anderer Art gilt das weniger genau.
page-method-look = Ein wichtiger Grund zählt zwei Punkte, ein bedenkenswerter einen, eine Anmerkung keinen. Wenn die Einstellungen nichts anderes sagen, verdient eine Frage ab zwei Punkten einen zweiten Blick.
page-method-effective = Die effektive Zahl der Antworten sagt, wie viele noch in Frage kommen: 4, wenn alle vier gleich wahrscheinlich sind, fast 1, wenn eine heraussticht.
page-method-limits = Was hier gefunden wurde, ist ein Anlass hinzusehen und nie ein Urteil über eine Frage oder ihre Verfasserin oder ihren Verfasser. Schwache Modelle finden wenige Abkürzungen, und andere Lesende finden vielleicht andere. Kein Modell hier weiß, was Sie unterrichten. Dass eine Frage ohne Hinweis noch keine gute ist, betonen auch Liusie, Raina und Gales (2022, Anhang A): Ob ein Text das Lesen lohnt oder eine Frage das Stellen, hat niemand geprüft.
page-method-exam = Klausur
page-method-questions = Fragen
page-method-system = Antworten von { NAME($view, of: "view") }
page-method-setting = Einstellung
page-method-started = Geprüft
page-method-versions = Versionen
page-method-repeat = So lässt sich diese Prüfung wiederholen
page-method-details = Klausur, Modelle, Einstellungen und Versionen

command-reasons = Grund
command-count = Fragen
command-severity = Gewicht
command-worth = Bedenkenswert, ohne zweiten Blick: { $title } ({ $ids }).
command-keys = Richtige Antworten nach Buchstaben: { $counts }; bei zufälliger Verteilung etwa { $expected }.
command-readable = Text { $passage }{ $level ->
        [none] {""}
       *[other] {" "}({ $level })
    }: { $reading }.
command-dismissed = { $dismissed ->
        [one] { $dismissed } Grund wurde
       *[other] { $dismissed } Gründe wurden
    } früher verworfen und hier weggelassen.
command-question = Frage
command-place = Stelle
command-why = warum
command-whole = Die Klausur als Ganzes:
command-left = { $left ->
        [one] { $left } Teil der Datei wurde
       *[other] { $left } Teile der Datei wurden
    } ausgelassen; nichts hier bezieht sich auf { $left ->
        [one] ihn
       *[other] sie
    }:
command-check-first = Schlüssel, die zuerst zu prüfen sind, weil das Modell sie am wenigsten erwartet (eine Liste, keine Hinweise): { $ids }.
command-least-needed = Fragen, die für das Modell den Text am wenigsten brauchen (eine Liste, keine Hinweise): { $ids }.
command-strong = Am meisten auf den Text angewiesen, allein nach der Entropie (eine gute Nachricht): { $ids }. { $confirmed ->
    [unknown] Kein Schlüssel ist bekannt.
    [0] Der Schlüssel bestätigt keine davon.
    [all] Der Schlüssel bestätigt sie alle.
   *[other] Der Schlüssel bestätigt { $right }.
}
command-weak = Ohne den Text ist sich das Modell am sichersten, allein nach der Entropie: { $ids }. { $confirmed ->
    [unknown] Kein Schlüssel ist bekannt.
    [0] Der Schlüssel bestätigt keine davon.
    [all] Der Schlüssel bestätigt sie alle.
   *[other] Der Schlüssel bestätigt { $right }.
}
command-more = und { $more } weitere, im Bericht
command-not-asked = { $rules ->
        [one] { $rules } Regel wurde
       *[other] { $rules } Regeln wurden
    } nicht angewendet; im Bericht steht, welche und warum.
command-not-asked-named = --fail-on { $rule }: Die Regel wurde nicht angewendet und kann die Prüfung daher nicht scheitern lassen: { $reason }.
command-failed = --fail-on { $asked }: { $failing ->
        [one] { $failing } Fund
       *[other] { $failing } Funde
    }.
command-answers = { $candidates ->
        [one] { $candidates } Prüfling hat
       *[other] { $candidates } Prüflinge haben
    } { $questions ->
        [one] { $questions } Frage
       *[other] { $questions } Fragen
    } beantwortet; im Mittel sind { PERCENT($facility) } richtig.
command-negative = Von besseren Prüflingen öfter falsch beantwortet als von schwächeren: { $ids }. Vielleicht stimmt der Schlüssel nicht, oder die Frage führt in die Irre.
command-rules-first = Was die Regeln finden, die den Text lesen; danach antwortet ein Sprachmodell, was länger dauert.
command-report = Bericht: { $path }

# Was aus den Antworten der Prüflinge gelesen wurde.

responses-read-as = Antworten wurden als { $how ->
    [letters] Buchstaben
    [texts] Texte von Antworten
    [numbers] Zahlen ab 1
   *[each] Buchstaben, Texte von Antworten oder Zahlen, jede für sich,
} gelesen.
responses-numbered = Fragen waren mit ihren Nummern benannt.
responses-absent = { $questions ->
    [one] Zu 1 Frage
   *[other] Zu { $questions } Fragen
} der Prüfung stehen keine Antworten in der Datei: { $ids }.
responses-unkeyed = Fragen ohne bekannte Lösung werden nicht ausgewertet: { $ids }.
responses-missing = { $answers ->
    [one] 1 Antwort fehlt
   *[other] { $answers } Antworten fehlen
}; eine fehlende Antwort zählt als nicht richtig.
responses-few = { $candidates ->
    [one] 1 Prüfling
   *[other] { $candidates } Prüflinge
}: zu wenige für verlässliche Trennschärfen.
