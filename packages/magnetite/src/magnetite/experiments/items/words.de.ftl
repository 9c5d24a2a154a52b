look-items = Systeme haben die Klausur abgelegt wie Prüflinge, und was Teststatistik von Prüflingen sagt, lässt sich auch von ihnen sagen: welche Fragen schwer sind, welche bessere Systeme von schwächeren trennen, und wo sich die besseren auf eine Option einigen, die nicht die Lösung ist.
    .reliability = Reliabilität der Klausur (Alpha)
    .reliability-over-passages = Reliabilität der Klausur aus den Punkten je Text (Rajus Koeffizient)
    .pairs-told-apart = der Paare von Kandidaten sind zu unterscheiden, alle Paare zusammen geprüft (Holm)
    .agreement-with-the-keys = der Optionen, auf die sie sich einigen, sind die Lösung
    .keys-contradicted = Lösungen wird widersprochen, welche Kandidaten auch gezogen werden
    .wrong-keys-that-would-be-seen = der falschen Lösungen würde widersprochen, wenn es welche gäbe
    .questions-enough-drawn = zufällig gezogene Fragen ordnen die Kandidaten wie die halbe Klausur
    .run = Fragen:
figure-items-candidates = Was jeder Kandidat richtig beantwortet, vom besten zum schwächsten. { figure-intervals }
figure-items-fewer = Wie gut so viele Fragen die Kandidaten ordnen wie die andere Hälfte der Klausur: zufällig gezogene Fragen, und die mit der höchsten Trennschärfe. Die geordneten Kandidaten hatten an der Auswahl keinen Anteil. In den Bändern liegen neun Zehntel der Teilungen.
table-items-candidates = Ein Rang ist nur so sicher wie sein Intervall: die Ränge, die der Kandidat hätte, wenn andere Texte dieser Art gezogen würden.
table-items-keys = Die falsche Option, die die besseren Kandidaten der Lösung vorziehen, die stärksten Belege zuerst. So sieht eine falsche Lösung aus; aber auch eine zweite richtige Option, und eine falsche, die diese Systeme aus eigenen Gründen anzieht. Sehen Sie jede an, bevor Sie etwas ändern.
table-items-draws = Je besser ein Kandidat bei den anderen Fragen ist, desto eher wählt er diese falsche Option, und deutlicher als die Lösung. Das Intervall der Korrelation beginnt über null.
table-items-negative = Je besser ein Kandidat bei den anderen Fragen ist, desto eher liegt er hier falsch. Das Intervall der Trennschärfe endet unter null.
table-items-extremes = Diese Fragen ordnen niemanden. Liegt keiner richtig, sehen Sie die Lösung an; liegen alle richtig, kann die Frage zu leicht oder auswendig bekannt sein.
table-items-duplicates = Fragen, die zu demselben Text dasselbe oder fast dasselbe fragen. Sind die Lösungen verschieden, ist eine davon falsch.
table-items-fewer = Mittlere Rangkorrelation mit der anderen Hälfte der Klausur. Die letzte Zeile jeder Art ist das meiste, was die halbe Klausur hergibt.

count-candidate = { GROUPED($many) } { $many ->
    [one] Kandidat
   *[other] Kandidaten
}
items-answer = { $candidates } { $groups ->
    [0] {""}
   *[other] (in { GROUPED($groups) } Gruppen){" "}
}haben { $questions } beantwortet; { SHARE($right) } der Antworten sind richtig.
items-reliability = Die Klausur hat eine Reliabilität von { DECIMAL($alpha, digits: 2) } (95-%-Intervall { DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }){ $over ->
    [passages] {" "}nach Rajus Koeffizienten der Punkte je Text, weil Fragen zu einem Text voneinander abhängen
   *[none] {""}
}{ $pairs ->
    [known] , und sie unterscheidet { SHARE($apart) } aller Paare, die zusammen geprüft sind (Holm)
   *[unknown] {""}
}.
items-common = { $common ->
    [0] Keine Frage bekamen alle Kandidaten, also ordnet sie nichts
    [one] Rangfolge und Paare beruhen auf der einen von { GROUPED($questions) } Fragen, die alle Kandidaten bekamen
   *[other] Rangfolge und Paare beruhen auf den { GROUPED($common) } von { GROUPED($questions) } Fragen, die alle Kandidaten bekamen; davon sind { SHARE($right) } der Antworten richtig
}; am wenigsten bekam { $name }, { GROUPED($own) }. Lassen Sie diesen Kandidaten weg, um die anderen an mehr Fragen zu messen.
items-contradicted = { $keys ->
    [0] Keiner Lösung wird so klar widersprochen, dass es unabhängig davon wäre, welche Kandidaten gezogen werden.
    [one] Die Kandidaten, die deutlich besser sind als Raten, widersprechen der Lösung einer Frage: { COMMAS($first) }.
   *[other] Die Kandidaten, die deutlich besser sind als Raten, widersprechen den Lösungen von { GROUPED($keys) } Fragen: { COMMAS($first) }{ $more ->
    [True] , …
   *[other] {""}
}.
} Einigen sie sich, ist es in { SHARE($agreement) } der Fälle die Lösung ({ $interval }); wäre eine falsche Option als Lösung eingetragen, würden sie in { SHARE($power) } der Fälle widersprechen.
items-untrusted = Einigen sich die Kandidaten auf eine Option, welche von ihnen auch gezogen werden, ist sie in { SHARE($agreement) } der Fälle die Lösung ({ $interval }){ $verdict ->
    [below] : Sie teilen Gewohnheiten eher als Wissen, und eine Lösung, der sie widersprechen, ist deshalb nicht verdächtig
   *[open] . Das ist nicht deutlich mehr als { SHARE($trusted) }; deshalb gilt keine Lösung als widersprochen
}.
items-lineages = Von einem Modell oder einer Grundlage, und als ein Kandidat gezählt: { $lineages }. Andere Gruppen: --groups.
items-lineage = { COMMAS($names) } ({ $lineage })
items-silent = { $count ->
    [one] { COMMAS($silent) } ist
   *[other] { GROUPED($count) } von { GROUPED($of) } Kandidaten oder Gruppen ({ COMMAS($silent) }) sind
} nicht deutlich besser als Raten und { $count ->
    [one] hat
   *[other] haben
} keine Stimme dabei, welche Lösungen verdächtig sind.
items-warning = Die Liste der Lösungen, die zuerst zu prüfen sind, beruht auf { $voters ->
    [one] den Stimmen eines Kandidaten oder einer Gruppe
   *[other] den Stimmen von { GROUPED($voters) } Kandidaten oder Gruppen
}; der beste davon beantwortet { SHARE($best) } seiner Fragen richtig. Nichts zeigt, dass sie die Antworten kennen, über die sie sich einig sind: Erwarten Sie in der Liste eher schwere Fragen als falsche Lösungen.
items-ranking = { $questions ->
    [0] Die Kandidaten: keine Frage bekamen alle
    [one] Die Kandidaten nach dem, was sie bei der einen Frage richtig beantworten, die alle bekamen
   *[other] Die Kandidaten nach dem, was sie bei den { GROUPED($questions) } Fragen richtig beantworten, die alle bekamen
}
items-note-evidence = Die Belege gegen eine Lösung zählen die Stimmen aller Kandidaten zusammen, jede danach gewichtet, wie oft er sonst richtig liegt, als irrten sie unabhängig. Das tun sie nicht: Eine Option, die alle anzieht, sieht aus wie die richtige. Die Zahl ordnet also Fragen; eine Wahrscheinlichkeit ist sie nicht. An falschen Lösungen, die zum Messen gesetzt waren, ordnete sie nicht besser als die bloße Schwierigkeit; hinzu kommt die Option, die die Kandidaten vorziehen.
items-note-groups = Kandidaten einer Gruppe zählen als einer, und Intervalle gehen über die { GROUPED($groups) } Gruppen.
items-note-alone = Jeder Kandidat zählt für sich. Modelle einer Familie, oder Größen und Zwischenstände eines Modells, machen dieselben Fehler; einzeln gezählt machen sie Intervalle zu kurz, und ein gemeinsamer Fehler sieht aus wie eine falsche Lösung. Fassen Sie sie zu Gruppen zusammen (--groups).
items-note-singly = Die Listen der falschen Optionen und der negativen Trennschärfe beurteilen jede Frage für sich: Von { GROUPED($questions) } Fragen ohne Fehler setzen 95-%-Intervalle durch Zufall etwa { GROUPED($chance) } auf jede Liste.
items-note-pairs = Zwei Kandidaten unterscheidet ein gepaarter Test über dieselben Fragen, nach Texten gebündelt und für die { GROUPED($pairs) } Paare korrigiert (Holm).
items-note-few = { $groups ->
    [one] Ein Kandidat oder eine Gruppe hat geantwortet
   *[other] { GROUPED($groups) } Kandidaten oder Gruppen haben geantwortet
}; ab { $least } haben Korrelationen Intervalle, und Listen, die sie brauchen, sind gefüllt.
items-note-unkeyed = { $questions } ausgelassen: ohne bekannte Lösung.
items-note-not-asked = Nicht alle Kandidaten bekamen alle { $questions }: Anteile und Trennschärfen beruhen auf denen, die sie bekamen, Ränge auf den { GROUPED($common) } Fragen, die alle gemeinsam haben.
items-note-silent = { $name } nannte bei { GROUPED($silent) } von { $questions } keine Option; sie zählen als falsch.
items-note-unfit = { $name } passt nicht und fehlt hier: { $error }
items-note-lacks = { $name } hat auf { GROUPED($lacking) } von { GROUPED($questions) } Fragen keine Antwort; sie gelten als nicht gestellt.

label-evidence-against-the-key = Belege gegen die Lösung
label-evidence = Belege
label-whichever-candidates-are-drawn = welche Kandidaten auch gezogen werden
label-again = neu gezogen
label-chosen-by = gewählt von
label-key-chosen-by = Lösung gewählt von
label-what-the-candidates-answers-show = Was die Antworten der Kandidaten zeigen
label-how-few-questions-rank-the-candidates-the-same = wie wenige Fragen die Kandidaten ebenso ordnen
label-keys-to-check-first = Lösungen, die zuerst zu prüfen sind
label-wrong-options-that-draw-the-better-candidates = falsche Optionen, die die besseren Kandidaten anziehen
label-questions-that-weaker-candidates-solve-more-often = Fragen, die schwächere Kandidaten öfter lösen
label-questions-that-no-one-or-everyone-solves = Fragen, die niemand oder jeder löst
label-questions-that-appear-twice = Fragen, die doppelt vorkommen
label-candidates = Kandidaten
label-groups = Gruppen
label-reliability = Zuverlässigkeit
label-reliability-over-passages = Reliabilität, Texte als Fragen gezählt
label-pairs-told-apart = unterschiedene Paare
label-agreement-with-the-keys = Übereinstimmung mit den Lösungen
label-solved-by-nobody = von niemandem gelöst
label-solved-by-everybody = von allen gelöst
label-negative-discrimination = negative Trennschärfe
label-rank-from = Rang von
label-rank-to = Rang bis
label-group = Gruppe
label-questions-chosen = Fragen ausgewählt
label-drawn = zufällig
label-rank-correlation-with-the-others = Rangkorrelation mit den anderen
label-nine-tenths-from = neun Zehntel von
label-nine-tenths-to = neun Zehntel bis
label-solved-by = gelöst von
label-nobody = niemand
label-everybody = alle
label-wrong-option-chosen-most = meistgewählte falsche Option
label-strongest-wrong-option = stärkste falsche Option
label-the-same-as = dasselbe wie
label-alike = Ähnlichkeit
label-with-the-same-key = mit derselben Lösung
label-questions-enough = ausreichende Fragen
label-keys-contradicted = widersprochene Lösungen
label-wrong-keys-that-would-be-seen = falsche Lösungen, die auffielen
label-discrimination = Trennschärfe
label-discrimination-from = Trennschärfe von
label-discrimination-to = Trennschärfe bis
label-draws-the-better-candidates = zieht die besseren Kandidaten an
label-draws-from = Anziehung von
label-draws-to = Anziehung bis
label-share-of-questions-that-each-candidate-answers-right = Anteil der Fragen, die jeder Kandidat richtig beantwortet
label-rank-correlation-with-other-questions-by-the-number-of-questions = Rangkorrelation mit anderen Fragen, nach der Zahl der Fragen
