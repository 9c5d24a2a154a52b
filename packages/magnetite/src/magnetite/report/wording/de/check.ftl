# Die Wörter einer geprüften Klausur: die Seite, das Terminal.

view-O = einem Modell, das nur die Optionen sieht
    .name = nur die Optionen
view-QO = einem Modell, das Frage und Optionen sieht
    .name = ohne Text
view-CO = einem Modell, das Text und Optionen sieht
    .name = ohne Frage
view-QOC = einem Modell, das alles sieht
    .name = alles
view-verdicts = einem Modell, das jede Option für sich beurteilt

page-share = { PERCENT($share) }
page-share-of = { PERCENT($share) } ({ $right } von { $questions })
page-about = { $whole ->
    [yes] { DECIMAL($value, digits: 0) }
   *[no] { DECIMAL($value, digits: 1) }
}
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
page-sign = Auch daran zu sehen:
page-by-reason = Gefundene Gründe, und bei wie vielen Fragen
page-heading-dismissed = Verworfen
page-dismissed-intro = Diese Hinweise wurden angesehen und verworfen. Sie zählen nicht mehr, bis sich die Frage ändert.
page-keys = Wo die richtigen Antworten stehen
page-keys-right = richtige Antworten
page-keys-expected = bei zufälliger Verteilung
page-readable-ease = { $words } Wörter, Lesbarkeit { DECIMAL($ease, digits: 0) }, Schuljahr { DECIMAL($grade, digits: 1) }, LIX { DECIMAL($lix, digits: 0) }
page-readable-lix = { $words } Wörter, LIX { DECIMAL($lix, digits: 0) }
page-readable-characters = { GROUPED($characters) } Schriftzeichen, etwa { GROUPED($words) } Wörter
page-readable-short = { $words ->
    [one] ein Wort
   *[other] { $words } Wörter
}
page-readable-explained = Wie schwer sich ein Text liest, wird mit Formeln geschätzt, die nur die Länge von Wörtern und Sätzen sehen: Lesbarkeit (Flesch; 90 sehr leicht, 60 normal, 30 schwer), amerikanisches Schuljahr (Flesch und Kincaid) und LIX (unter 30 leicht, über 50 schwer).
page-bars = Die Balken zeigen, wie wahrscheinlich das Modell die einzelnen Optionen wählt, ohne den Text und mit ihm. Der dünne Strich zeigt, was man durch Raten erreicht.
page-no-bars = Kein Modell hat diese Fragen beantwortet: Nur Regeln wurden angewandt, die den Text untersuchen.
page-map = Die Klausur auf einen Blick: { $look ->
        [one] { GROUPED($look) } Frage verdient
       *[other] { GROUPED($look) } Fragen verdienen
    } einen zweiten Blick, { $remark ->
        [one] { GROUPED($remark) } hat
       *[other] { GROUPED($remark) } haben
    } kleinere Anmerkungen, { $clean ->
        [one] { GROUPED($clean) } hat
       *[other] { GROUPED($clean) } haben
    } keinen Hinweis, { $unchecked ->
        [one] { GROUPED($unchecked) } wurde
       *[other] { GROUPED($unchecked) } wurden
    } nicht geprüft.
page-footer = Erstellt mit Magnetite. Diese Seite besteht aus einer einzigen Datei und lädt nichts aus dem Netz.
page-please-note = Bitte beachten
page-reading = Wie die Klausur gelesen wurde

page-verdict-some = { GROUPED($looks) } von { $questions ->
        [one] { GROUPED($questions) } Frage
       *[other] { GROUPED($questions) } Fragen
    } { $looks ->
        [one] verdient
       *[other] verdienen
    } einen zweiten Blick
page-verdict-one = In der einzigen Frage wurde nichts gefunden, was einen zweiten Blick verlangt
page-verdict-none = In den { GROUPED($questions) } Fragen wurde nichts gefunden, was einen zweiten Blick verlangt
page-verdict-unread = { GROUPED($questions) } von { GROUPED($all) } Fragen wurden gelesen; die { $unread ->
        [one] andere wurde
       *[other] anderen { GROUPED($unread) } wurden
    } nicht geprüft
page-verdict-unread-some = { GROUPED($questions) } von { GROUPED($all) } Fragen wurden gelesen; { GROUPED($looks) } davon { $looks ->
        [one] verdient
       *[other] verdienen
    } einen zweiten Blick
page-unread = Nicht gelesen:
page-verdict-empty = Hier gibt es keine Frage, die sich prüfen ließe

page-count = { GROUPED($count) }
page-kind-flagged = mit einem Hinweis
page-passages-all = Alle { $passages } Texte zeigen
page-kind-look = einen zweiten Blick wert
page-kind-remark = nur kleinere Anmerkungen
page-kind-clean = kein Hinweis
page-kind-unchecked = nicht geprüft
page-kind-left-out = ausgelassen

page-bar-without = ohne Text
page-bar-given = mit Text
page-bar-alone = nur Optionen
page-bar-supported = für sich beurteilt
page-bar-candidates = Prüflinge

page-fact-key-both = richtige Antwort { PERCENT($without) } ohne Text, { PERCENT($given) } mit Text
page-fact-key-without = richtige Antwort { PERCENT($without) } ohne Text
page-fact-key-given = richtige Antwort { PERCENT($given) } mit Text
page-fact-facility = { PERCENT($share) } der Prüflinge richtig

page-heading-trust = Wie verlässlich das ist
page-heading-looks = Einen zweiten Blick wert
page-heading-uses = Wo Sie anfangen können
page-heading-exam = Die Klausur als Ganzes
page-heading-answers = Was Prüflinge geantwortet haben
page-heading-all = Alle Fragen
page-heading-passages = Die Texte
page-heading-left-out = Von der Prüfung ausgenommen
page-heading-missing = Nicht geprüft
page-heading-method = Verfahren und Grenzen

page-trust-both = Diese Klausur wurde auf zwei Arten geprüft. Ein Modell hat die Fragen beantwortet, während Teile davon verdeckt waren; worauf es hinweist, ist wahrscheinlich, nicht sicher. Regeln haben den Wortlaut untersucht; sie kommen jedes Mal zum selben Ergebnis und sehen die Form, nicht den Sinn.
page-trust-rules = Diese Klausur wurde nur von Regeln geprüft, von keinem Modell. Sie kommen jedes Mal zum selben Ergebnis und sehen die Form, nicht den Sinn: Ob sich eine Frage ohne ihren Text beantworten lässt, erkennen sie nicht.
page-trust-not-good = Eine Frage ohne Hinweis ist damit noch keine gute Frage.
page-trust-worth = Wie viele Hinweise einer Art zutreffen, wurde an veröffentlichten Klausuren gemessen, in die ein Programm Fehler gesetzt hatte. Es hängt davon ab, wie häufig ein Fehler ist: Hier werden { PERCENT($value) } der Fragen mit einem solchen Fehler erwartet.
page-trust-race = bei RACE, englischen Schulprüfungen
page-trust-not-measured = nicht gemessen
page-trust-exam = in dieser Klausur
page-trust-cut = Die längsten Texte passen nicht ganz in das Modell: Bei { $cut } von { $questions } Fragen ({ PERCENT($share) }) würde ein Teil des Textes abgeschnitten. Mit dem Text wurde es diese nicht gefragt, und zu ihnen gibt es keine Hinweise und keine Listen, die auf dem Lesen beruhen.
page-trust-guessing = Nachdem es die Texte gelesen hat, beantwortet das Modell { PERCENT($value) } von { $questions } Fragen richtig; das ist von Raten nicht zu unterscheiden. Deshalb steht hier nichts, was auf seinem Lesen beruht. Was die Regeln im Wortlaut finden, ist davon nicht berührt.
page-trust-few = Die Klausur hat zu wenige Fragen, um zu sagen, wie gut das Modell sie versteht; hier beantwortet es { PERCENT($value) } davon richtig. Bei RACE, einer großen Sammlung englischer Schulprüfungen, ist es deutlich besser als Raten. Was es über Lösungen und falsche Optionen sagt, steht deshalb nur als Anmerkung da; die Listen, die darauf beruhen, entfallen.
page-trust-below = Nachdem es die Texte gelesen hat, beantwortet das Modell { PERCENT($value) } von { $questions } Fragen richtig, deutlich weniger als bei RACE, den englischen Schulprüfungen, an denen es gemessen wurde. Vielleicht kennt es diese Art von Klausur nicht: Nehmen Sie, was es über Lösungen und falsche Optionen sagt, als Anregung.
page-trust-as-measured = Nachdem es die Texte gelesen hat, beantwortet das Modell { PERCENT($value) } von { $questions } Fragen richtig: so gut wie bei RACE, den englischen Schulprüfungen, an denen es gemessen wurde, oder höchstens fünf Punkte schlechter.
page-trust-open = Nachdem es die Texte gelesen hat, beantwortet das Modell { PERCENT($value) } von { $questions } Fragen richtig. Es sind zu wenige, um zu zeigen, ob es hier so gut ist wie bei RACE, den englischen Schulprüfungen, an denen es gemessen wurde.
page-trust-table = Wie oft das Modell richtig antwortet. Raten träfe in dieser Klausur in { PERCENT($guessing) } der Fälle.{ $ranges ->
        [yes] {" "}Die grauen Spannen zeigen, wie weit der Zufall den Wert verschoben haben kann.
       *[no] {""}
    }
page-trust-one = { $questions ->
        [one] Es gibt nur eine Frage
       *[other] Alle { $questions } Fragen gehören zu einem einzigen Text
    }; über andere Texte sagen die Werte nichts.
page-trust-system = Richtige Antworten von

page-looks-intro = Die auffälligsten zuerst. Jede Frage steht da, wie Prüflinge sie sehen; die Anmerkungen daneben sagen, was gefunden wurde und was Sie ändern können.
page-looks-none = Keine Frage hat die Grenze erreicht. Die Anmerkungen weiter unten können trotzdem lesenswert sein.

luck-sure = Bei { $sure } von { $questions } Fragen zieht das Modell, das { $view ->
        [O] nur die Optionen
       *[other] Frage und Optionen
    } sieht, eine Option deutlich vor; { $right } davon beantwortet es richtig.
luck-share = Bloßes Glück erklärt davon { $much ->
        [none] kaum eine.
       *[some] etwa { $luck } ({ $low } bis { $high }).
    }
luck-alone = { $right ->
        [one] Eine richtige Antwort ist
       *[other] { $right } richtige Antworten sind
    } zu wenig, um Glück auszuschließen (wären alle diese Antworten geraten, wären { $ends ->
        [same] { $most }
        [or] { $least } oder { $most }
       *[to] { $least } bis { $most }
    } richtig)
page-luck-clear = { luck-sure } { luck-share } Deshalb { $raised ->
        [one] wird die deutlichste
       *[other] werden die { $raised } deutlichsten
    } bemängelt{ $parts ->
        [one] .
       *[several] : { $listed }.
    }
luck-part-severity = { $n } als „{ NAME($severity, of: "severity") }“
luck-part-other = { $n } zusammen mit einem anderen Grund
luck-part-dismissed = { $n } inzwischen verworfen
page-luck-few = { luck-sure } { luck-alone }. Bei RACE, englischen Schulprüfungen, waren { PERCENT($elsewhere) } solcher Antworten richtig; was gefunden wurde, steht deshalb nur als Anmerkung da.
page-luck-small = { luck-sure } { luck-alone }; bemängelt wird deshalb nichts.
page-luck-guessing = { luck-sure } { luck-share } Damit bleibt zu viel dem Glück überlassen; bemängelt wird deshalb nichts.

page-uses-intro = Diese Listen ordnen Ihre Fragen nur danach, was das Modell sagt. Was hier steht, muss nicht falsch sein.
page-check-first-title = Lösungen, die Sie zuerst prüfen sollten
page-check-first-intro = Nachdem es den Text gelesen hat, hält das Modell diese Lösungen für die unwahrscheinlichsten. Vielleicht irrt das Modell, und die Lösungen stimmen: Prüfen Sie jede am Text.
page-check-first-line = die Wahrscheinlichkeit der Lösung ({ $option }) ist für das Modell { PERCENT($probability) }.
page-also-right-title = Falsche Optionen, die auch richtig sein könnten
page-also-right-intro = Das Modell sah den Text und eine Option nach der anderen und wurde gefragt, ob sie richtig ist. Von den falschen hält es diese am ehesten dafür.
page-also-right-line = für sich beurteilt, ist { $option } nach dem Modell mit einer Wahrscheinlichkeit von { PERCENT($probability) } richtig.
page-least-needed-title = Fragen, die das Modell ohne den Text beantwortet
page-least-needed-intro = Ohne den Text gesehen zu haben, ist sich das Modell dieser Lösungen am sichersten.
page-least-needed-line = ohne den Text ist die Wahrscheinlichkeit der Lösung ({ $option }) für das Modell { PERCENT($probability) }.
page-unmoved-title = Beantwortet, gleich welcher Satz fehlt
page-unmoved-intro = Dem Modell fehlte reihum jeder Satz des Textes, und es wählte trotzdem diese Lösungen. Vielleicht geben mehrere Sätze die Antwort, oder der Text wird nicht gebraucht.
page-unmoved-line = ohne den Satz, den das Modell am meisten braucht, ist die Wahrscheinlichkeit der Lösung ({ $option }) { PERCENT($probability) }.
page-idle-title = Falsche Optionen, die das Modell kaum erwägt
page-idle-intro = Vor dem Lesen wie danach gibt das Modell diesen falschen Optionen weniger als 5 %.
page-idle-line = Option { $option } bekommt { PERCENT($probability) }.
page-strong-title = Fragen, bei denen der Text dem Modell am meisten sagt
page-strong-intro = Hier nimmt der Text dem Modell ein halbes Bit Zweifel oder mehr. Das ist ein gutes Zeichen, kein Beweis: Wortlaut und Lösung beurteilen Sie. Eine Frage, die hier fehlt, muss nicht schlecht sein: Ein schwaches Modell findet wenig in einem Text, in dem Menschen leicht etwas finden.
page-strong-none = Bei keiner Frage nimmt der Text dem Modell ein halbes Bit Zweifel. Das kann am Modell liegen: Ein schwaches findet wenig in einem Text.
page-weak-title = Fragen, bei denen das Modell schon vor dem Lesen am sichersten ist
page-weak-intro = Bevor es etwas gelesen hat, kommen für das Modell hier weniger Optionen in Frage als bei den Fragen, die hier nicht stehen. Wählt es Ihre Lösung, brauchen vielleicht auch Lesende den Text nicht. Wählt es eine andere Option, berichtigt es vielleicht der Text, oder die Lösung ist falsch.
page-weak-none = Keine Frage fällt auf: Vor dem Lesen ist sich das Modell bei keiner sicher.
page-passage-left = von { $options } Optionen kommen für das Modell vor dem Lesen etwa { DECIMAL($without, digits: 1) } in Frage, danach { DECIMAL($given, digits: 1) }.
page-passage-left-without = von { $options } Optionen kommen für das Modell vor dem Lesen etwa { DECIMAL($without, digits: 1) } in Frage.
page-confirmed = Es wählt Ihre Lösung.
page-not-confirmed = Es wählt eine andere Option als Ihre Lösung.
page-by-entropy = Die Lösung ist nicht bekannt.
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
page-answers-explained = Die Trennschärfe ist die Korrelation der richtigen Lösung dieser Frage mit den übrigen Punkten. Nahe null trennt die Frage starke nicht von schwachen Prüflingen; unter null lösen eher die schwachen sie. Jede Spanne gilt für ihre Frage allein: Durch Zufall liegt die Spanne von einer unter vierzig guten Fragen unter null. Hinweise gehen von weiteren Spannen aus, die für alle Fragen zugleich gelten.

page-all-intro = Fragen in der Reihenfolge der Klausur. Klappen Sie eine auf, um ihre Antworten zu sehen.
page-unshown = Die Klausur ist zu groß für eine Seite. Diese zeigt { GROUPED($shown) } von { GROUPED($questions) } Fragen, zuerst die mit Hinweisen; findings.json enthält alle.

page-filter-form = Fragen auswählen und sortieren
page-filter-find = In Fragen, Antworten und Texten suchen
page-filter-kind = Zeigen
page-filter-rule = Grund
page-filter-severity = Schwere
page-filter-source = Gefunden durch
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

page-missing-intro = Regeln, die sich nicht anwenden ließen, und warum. Was sie bei diesen Fragen gefunden hätten, bleibt offen.
page-missing-all = die ganze Klausur
page-missing-some = { $n ->
        [one] { $n } Frage
       *[other] { $n } Fragen
    }
page-missing-none = Jede Regel wurde auf jede Frage angewandt.

page-method-trained = { $model } wurde an { $data } trainiert{ $school ->
        [race] {" "}(RACE sind englische Schulprüfungen).
       *[other] .
    }
page-method-partly = Ein Teil der Systeme von { $model } wurde an { $data } trainiert{ $school ->
        [race] {" "}(RACE sind englische Schulprüfungen);
       *[other] ;
    } über die übrigen ist nichts verzeichnet.
page-method-unknown = Wie { $model } entstanden ist, ist nicht verzeichnet.
page-method-calibrated-all = Wie aus seinen Bewertungen Wahrscheinlichkeiten werden, ist an anderen Fragen so angepasst, dass dort seine höchsten Wahrscheinlichkeiten im Mittel so hoch sind wie der Anteil seiner richtigen Antworten. Bei Klausuren anderer Art oder in einer anderen Sprache gilt das weniger genau.
page-method-calibrated-some = Die Wahrscheinlichkeiten von { NAME($views, of: "view") } wurden an anderen Fragen angepasst; die übrigen sind so, wie das Modell sie gibt, und können zu hoch oder zu niedrig sein.
page-method-calibrated-none = Niemand hat seine Wahrscheinlichkeiten daran angepasst, wie oft es recht hat: Sie sind so, wie das Modell sie gibt, und können zu hoch oder zu niedrig sein.
page-method-system-answers = Was das Modell jeweils zu sehen bekam, zeigt die Tabelle oben. Welche Fragen den Text am meisten und am wenigsten brauchen, ist nach der Entropie geordnet (Liusie, Raina und Gales 2022, §3.2), ohne zu fragen, ob das Modell recht hat.
page-method-look = Ein Grund, aus dem etwas geändert werden muss, und ein wichtiger zählen zwei Punkte, ein bedenkenswerter einen, eine Anmerkung keinen. Wenn die Einstellungen nichts anderes sagen, verdient eine Frage ab zwei Punkten einen zweiten Blick.
page-method-effective = Die effektive Zahl der Optionen sagt, wie viele noch in Frage kommen: 4, wenn alle vier gleich wahrscheinlich sind, fast 1, wenn eine heraussticht.
page-method-limits = Was hier gefunden wurde, ist ein Anlass hinzusehen und nie ein Urteil über eine Frage oder ihre Verfasserin oder ihren Verfasser. Schwache Modelle finden wenige Wege, ohne zu lesen richtig zu antworten; andere Lesende finden vielleicht andere. Kein Modell hier weiß, was Sie unterrichten. Dass eine Frage ohne Hinweis noch keine gute ist, betonen auch Liusie, Raina und Gales (2022, Anhang A): Ob ein Text das Lesen lohnt oder eine Frage das Stellen, hat niemand geprüft.
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
command-severity = Schwere
command-right = solche Hinweise
command-worth = Außerdem bedenkenswert: { $title } ({ $ids }).
command-keys = Richtige Antworten nach Buchstaben: { $counts }; bei zufälliger Verteilung je etwa { $expected }.
command-readable = Text { $passage }{ $level ->
        [none] {""}
       *[other] {" "}({ $level })
    }: { $reading }.
command-dismissed = { $dismissed ->
        [one] { $dismissed } Grund wurde
       *[other] { $dismissed } Gründe wurden
    } früher verworfen und hier weggelassen.
command-whole = Die Klausur als Ganzes:
command-left = { $left ->
        [one] { $left } Teil der Datei wurde
       *[other] { $left } Teile der Datei wurden
    } ausgelassen; nichts hier bezieht sich auf { $left ->
        [one] ihn
       *[other] sie
    }:
command-check-first = Lösungen, die Sie zuerst prüfen sollten (das Modell hält sie für die unwahrscheinlichsten und kann irren): { $ids }.
command-also-right = Fragen, bei denen eine falsche Option auch richtig sein könnte, die wahrscheinlichste zuerst: { $ids }.
command-unmoved = Fragen, die beantwortet bleiben, gleich welcher Satz des Textes fehlt: { $ids }.
command-least-needed = Fragen, die das Modell ohne den Text beantwortet, die sichersten zuerst: { $ids }.
command-strong = Hier sagt der Text dem Modell am meisten (ein gutes Zeichen): { $ids }. { $confirmed ->
    [unknown] Keine Lösung ist bekannt.
    [0] Das Modell wählt eine andere Option als die Lösung.
    [all] Das Modell wählt die Lösung.
   *[other] Das Modell wählt die Lösung bei { $right }.
}
command-weak = Schon vor dem Lesen ist sich das Modell am sichersten: { $ids }. { $confirmed ->
    [unknown] Keine Lösung ist bekannt.
    [0] Es wählt eine andere Option als die Lösung.
    [all] Es wählt die Lösung.
   *[other] Es wählt die Lösung bei { $right }.
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
command-negative = Für sich genommen von besseren Prüflingen seltener richtig beantwortet als von schwächeren: { $ids }. So sieht durch Zufall eine von vierzig guten Fragen aus. Sonst stimmt vielleicht die Lösung nicht, oder die Frage führt in die Irre.
command-rules-first = Was die Regeln finden, die den Text lesen; danach antwortet ein Sprachmodell, was länger dauert.
command-report = Bericht: { $path }

# Ein Gutachter: ein Sprachmodell, das nach seiner Meinung zu den Fragen gefragt wird.

view-judge = einem Sprachmodell, das nach seiner Meinung gefragt wurde
judge-single_best_answer = zwei richtige Antworten (oder keine)
judge-plausible_distractors = falsche Optionen, die niemand glauben würde
judge-focused_stem = eine Frage, die nichts Bestimmtes fragt
judge-problem_in_stem = eine Aufgabe, die erst in den Optionen steht
judge-clear_language = unklare Formulierung
judge-unmeasured = Niemand hat die Meinung von { $judge } mit der von Menschen verglichen, also weiß niemand, was sie wert ist. Diese Listen ordnen nur Fragen, die man noch einmal lesen kann, die zweifelhaftesten zuerst; beanstandet wird deshalb nichts. Was sie wert ist, zeigen Fragen, die Menschen beurteilt haben: --judge-labels DATEI.
judge-none = { $judge } stimmte bei { $agreed } von { $measured } Mängeln mit Menschen besser überein als der Zufall, nach Intervallen, die für alle zugleich gelten. Nichts zeigt also, was seine Meinung wert ist; darum ist hier keine Frage aufgeführt.
judge-some = { $judge } stimmte bei { $agreed } von { $measured } Mängeln mit Menschen besser überein als der Zufall, nach Intervallen, die für alle zugleich gelten: { NAME($used, of: "judge") }. Diese Listen ordnen nur Fragen, die man noch einmal lesen kann; beanstandet wird deshalb nichts. Bei diesen fand es sich nicht, deshalb bleibt die Meinung dazu ungenannt: { NAME($rest, of: "judge") }.
judge-all = { $judge } stimmte bei { $agreed } von { $measured } Mängeln mit Menschen besser überein als der Zufall, nach Intervallen, die für alle zugleich gelten: bei allen, nach denen ein Gutachter gefragt wird. Diese Listen ordnen nur Fragen, die man noch einmal lesen kann; beanstandet wird deshalb nichts.
judge-unkeyed = { $questions ->
        [one] 1 Frage hat keine Lösung; nach Folgendem wurde der Gutachter bei ihr nicht gefragt:
       *[other] { $questions } Fragen haben keine Lösung; nach Folgendem wurde der Gutachter bei ihnen nicht gefragt:
    } { NAME($flaws, of: "judge") }.
page-heading-judge = Die Meinung eines Modells
page-judge-measured = Von zwei Fragen, einer, die diesen Mangel für Menschen hat, und einer ohne ihn, zweifelt { $judge } in { PERCENT($area) } der Fälle mehr an der mit dem Mangel ({ PERCENT($low) } bis { PERCENT($high) }, nach Intervallen für alle Mängel zugleich; { $n } Fragen). Zufall wären 50 %.
page-judge-line = Wahrscheinlichkeit des Mangels: { PERCENT($probability) }.
command-question = Frage
command-why = warum
command-judge = Noch einmal zu lesen, es geht um { $flaw }: { $ids }. { $worth }

# Was aus den Antworten der Prüflinge gelesen wurde.

responses-read-as = Antworten wurden als { $how ->
    [letters] Buchstaben
    [texts] Texte von Optionen
    [numbers] Zahlen ab 1
   *[each] Buchstaben, Texte von Optionen oder Zahlen, jede für sich,
} gelesen.
responses-two-readings = Die Antwort „{ $found }“ auf die Frage „{ $id }“ könnte auch { $other } bedeuten; sie gilt als { $read }, so wie die übrigen geschrieben sind{ $answers ->
    [one] .
   *[other] . Das gilt für { $answers } verschiedene Antworten.
} Wenn das falsch ist, schreiben Sie die Antworten als Buchstaben.
responses-numbered = Fragen waren mit ihren Nummern benannt.
responses-absent = { $questions ->
    [one] Zu 1 Frage
   *[other] Zu { $questions } Fragen
} der Klausur stehen keine Antworten in der Datei: { $ids }.
responses-unkeyed = Fragen ohne bekannte Lösung werden nicht ausgewertet: { $ids }.
responses-missing = { $answers ->
    [one] 1 Antwort fehlt
   *[other] { $answers } Antworten fehlen
}; eine fehlende Antwort zählt als nicht richtig.
responses-few = { $candidates ->
    [one] 1 Prüfling
   *[other] { $candidates } Prüflinge
}: zu wenige für verlässliche Trennschärfen.
