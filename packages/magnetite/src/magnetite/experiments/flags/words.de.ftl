# Die Wörter der Regeln: Schweregrade, woher ein Hinweis kommt, warum eine Regel nicht angewandt wurde, und was jede sagt.

severity-fatal = muss geändert werden
severity-serious = wichtig
severity-worth-a-thought = bedenkenswert
severity-remark = Anmerkung
worth-all = fast jeder solche Hinweis trifft zu
worth-of-ten = von 10 solchen Hinweisen treffen etwa { $of } zu{ $ends ->
    [apart] { " " }({ $low } bis { $high })
   *[other] { "" }
}
worth-of-ten-known = von 10 solchen Hinweisen treffen nach Ihren Einstellungen etwa { $of } zu
worth-none = kaum ein solcher Hinweis trifft zu
worth-short = { $of ->
    [0] treffen fast nie zu
    [10] treffen fast immer zu
   *[other] treffen in { $of } von 10 Fällen zu
}
worth-unmeasured = wie oft solche Hinweise zutreffen, wurde nicht gemessen

source-candidates = gefunden in den Antworten der Prüflinge
source-model = gefunden von einem Modell, das die Frage beantwortet hat
source-rule = im Text gefunden durch eine Regel

form-clause = ein ganzer Satz
form-noun-phrase = ein Nomen
form-to = „to“ + Verb
form-ing = ein Verb auf -ing
form-by = ein Ausdruck mit „by“
form-because = ein „because“-Satz
form-preposition = ein Ausdruck mit Präposition
form-verb = ein Verb
form-singular-verb = ein Verb auf -s
form-adjective = ein Adjektiv

mark-with = mit
mark-without = ohne

reason-answers = es liegen keine Antworten von Prüflingen vor
reason-groups = keine Spalte mit Gruppen von Prüflingen wurde genannt, oder keine ist groß genug für einen Vergleich
reason-candidates = die Antworten von { $found ->
        [one] { $found } Prüfling reichen
       *[other] { $found } Prüflingen reichen
    } nicht; nötig sind { $needed }
reason-switched-off = in den Einstellungen abgeschaltet
reason-views = dazu braucht es Antworten von { NAME($views, of: "view") }
reason-interference = es wurde nicht nach Magnet-Optionen gesucht
reason-verdicts = es wurde kein Modell gefragt, das jede Option für sich beurteilt
reason-cut = der Text passt nicht ganz in das Modell
reason-key = die richtige Antwort ist nicht bekannt
reason-guessing = in dieser Klausur nicht deutlich besser als Raten: die Antworten von { NAME($views, of: "view") }
reason-luck = in dieser Klausur könnten die meisten ihrer Hinweise bloßes Glück sein
note-set-aside = { QUOTE($option) } steht bei { $offered } Fragen zur Wahl. Bei { PERCENT($taken) } davon ist es die Wahl von { NAME($view, of: "view") }; richtig ist es bei { PERCENT($right) }. Das ist eine Gewohnheit des Modells und keine Antwort: Fragen, bei denen das Modell es wählt oder deren Lösung es ist, zählen nicht, wenn seine Hinweise beurteilt werden.
note-not-english = Diese Klausur ist nicht auf Englisch. { $rules } Regeln kennen ihre Sprache nicht und wurden nicht angewandt: Dass wenig gefunden wurde, besagt daher wenig.
note-learned-english = Das Modell hat an englischen Fragen gelernt ({ $data }). Wie gut es in der Sprache dieser Klausur ist, wurde nicht gemessen: Nehmen Sie, was es sagt, als Anregung.
note-learned-english-german = Das Modell hat an englischen Fragen gelernt ({ $data }). Bei { $questions }, die es in beiden Sprachen gibt, beantwortet es { SHARE($english) } auf Englisch richtig und { SHARE($german) } ({ $interval }) auf Deutsch{ $verdict ->
    [above] : Deutsche Fragen versteht es zum Teil. Nehmen Sie, was es sagt, als Anregung
    [below] , weniger als durch Raten. Verlassen Sie sich nicht auf das, was es über diese Klausur sagt
   *[open] , was sich vom Raten nicht unterscheiden lässt. Verlassen Sie sich nicht auf das, was es über diese Klausur sagt
}.
note-learned-unknown = Welche Sprachen das Modell gelernt hat, ist nicht bekannt: Nehmen Sie, was es über diese Klausur sagt, als Anregung.
reason-passage = es gibt keinen Text
reason-language = nicht in einer Sprache, die diese Regel kennt
reason-shared = ihre Optionen sind eine Liste, die sie mit anderen Fragen teilt
reason-questions = { $found ->
        [one] { $found } Frage reicht
       *[other] { $found } Fragen reichen
    } nicht; nötig sind { $needed }

all-questions = { $together ->
    [1] {""}
   *[other] , berücksichtigt, dass { $together } Fragen verglichen werden
}
all-options = { $together ->
    [1] {""}
   *[other] , berücksichtigt, dass { $together } Optionen verglichen werden
}
all-comparisons = { $together ->
    [1] {""}
   *[other] , berücksichtigt, dass { $together } Vergleiche gemacht werden
}

rule-wrong-option-draws-the-best =
    .title = Die besten Prüflinge wählen eine falsche Option
    .sentence = { PERCENT($share) } von { $candidates } Prüflingen wählen { $option }, und zwar umso öfter, je besser sie bei den übrigen Fragen abschneiden (Korrelation { DECIMAL($correlation, digits: 2) }, { DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }{ all-options }). { PERCENT($key_share) } wählen { $key }, die als Lösung eingetragen ist.
    .advice = Prüfen Sie zuerst die Lösung: Ist { $option } richtig? Wenn { $key } stimmt, suchen Sie eine Lesart der Frage, nach der sich { $option } vertreten lässt, und formulieren Sie um. Bis dahin sollte die Frage nicht zählen.

rule-negative-discrimination =
    .title = Schwächere Prüflinge lösen diese Frage eher
    .sentence = Wer bei den übrigen Fragen gut abschneidet, löst diese seltener als wer dort schlecht abschneidet: Trennschärfe { DECIMAL($discrimination, digits: 2) } ({ DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }{ all-questions }). { PERCENT($right) } von { $candidates } Prüflingen wählen { $key }, die eingetragene Lösung.
    .advice = Prüfen Sie die Lösung. Wenn sie stimmt, suchen Sie, was gerade die Besseren in die Irre führt: ein Wort mit zwei Bedeutungen, eine Ausnahme, an die sie denken, eine zweite richtige Antwort.

rule-low-discrimination =
    .title = Trennt starke nicht von schwachen Prüflingen
    .sentence = Ob Prüflinge sie lösen, hat wenig damit zu tun, wie sie bei den übrigen Fragen abschneiden: Trennschärfe { DECIMAL($discrimination, digits: 2) } ({ DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }{ all-questions }). { PERCENT($right) } von { $candidates } Prüflingen wählen { $key }, die eingetragene Lösung.
    .advice = Sehen Sie nach, wer was gewählt hat: Raten, ein Hinweis im Wortlaut oder eine Frage nach etwas anderem als die übrige Klausur sehen so aus. Formulieren Sie um, oder ersetzen Sie die Frage.

rule-wrong-option-rises =
    .title = Bessere Prüflinge wählen eher eine falsche Option
    .sentence = { PERCENT($share) } von { $candidates } Prüflingen wählen { $option }, und zwar wer bei den übrigen Fragen gut abschneidet öfter als wer dort schlecht abschneidet (Korrelation { DECIMAL($correlation, digits: 2) }, { DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }{ all-options }). { PERCENT($key_share) } wählen { $key }, die als Lösung eingetragen ist.
    .advice = Suchen Sie, was für { $option } spricht: eine zweite richtige Antwort oder eine Lesart, auf die nur genaue Leser kommen. Formulieren Sie die Option oder die Frage so um, dass niemand sie vertreten kann.

rule-easier-for-a-group =
    .title = Für eine Gruppe leichter als für andere mit gleich vielen Punkten
    .sentence = Bei gleich vielen Punkten { $favours ->
            [group] löst Gruppe { QUOTE($group) }
           *[others] { $against ->
                [rest] lösen die anderen Gruppen
               *[one] löst Gruppe { QUOTE($others) }
            }
        } sie öfter als { $favours ->
            [group] { $against ->
                [rest] die anderen Gruppen
               *[one] Gruppe { QUOTE($others) }
            }
           *[others] Gruppe { QUOTE($group) }
        }: D { DECIMAL($difference, digits: 2) } ({ DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }{ all-comparisons }), Klasse { $size }; über 0 heißt leichter für Gruppe { QUOTE($group) } ({ $members } Prüflinge; { $rest } andere).
    .advice = Was weiß oder sah die eine Gruppe, was die andere nicht wusste oder sah: ein Wort, ein Thema, eine Übersetzung, eine andere Reihenfolge oder ein anderer Druck? Wenn es mit dem, was die Klausur messen soll, nichts zu tun hat, ändern Sie die Frage, oder werten Sie sie für niemanden.

rule-worse-than-guessing =
    .title = Weniger Prüflinge richtig, als Raten ergäbe
    .sentence = { PERCENT($right) } von { $candidates } Prüflingen wählen { $key }, die eingetragene Lösung ({ PERCENT($right_low) } bis { PERCENT($right_high) }{ all-questions }); blindes Raten träfe sie in { PERCENT($guessing) } der Fälle. Raten erklärt das nicht.
    .advice = Prüfen Sie zuerst die Lösung und die Option, die die meisten wählen. Stimmt die Lösung, führt die Frage in die Irre, oder der Stoff wurde nicht behandelt.

rule-too-hard-for-candidates =
    .title = Viel schwerer als die übrigen
    .sentence = { PERCENT($right) } von { $candidates } Prüflingen wählen { $key }, die richtige Antwort ({ PERCENT($right_low) } bis { PERCENT($right_high) }{ all-questions }); eine typische Frage dieser Klausur lösen { PERCENT($rest) }.
    .advice = Sehen Sie sich die Option an, die die meisten stattdessen wählen. Wurde der Stoff behandelt, und braucht die Klausur eine so schwere Frage?

rule-too-easy-for-candidates =
    .title = Viel leichter als die übrigen
    .sentence = { PERCENT($right) } von { $candidates } Prüflingen wählen { $key }, die richtige Antwort ({ PERCENT($right_low) } bis { PERCENT($right_high) }{ all-questions }); eine typische Frage dieser Klausur lösen { PERCENT($rest) }. Zur Rangfolge der Prüflinge trägt sie wenig bei.
    .advice = Behalten Sie sie, wenn alle das wissen müssen, oder als Einstieg. Sonst machen Sie die falschen Optionen verlockender.

rule-option-nobody-chooses =
    .title = Eine Option, die kaum jemand gewählt hat
    .sentence = { COUNT($letters) ->
            [one] Die Option { $letters } wählte
           *[other] Die Optionen { $letters } wählte
        } { $most ->
            [0] keiner
            [one] höchstens 1
           *[other] höchstens je { $most }
        } von { $candidates } Prüflingen. Für diese Prüflinge hatte die Frage damit weniger als { $options } Optionen.
    .advice = Ersetzen Sie { COUNT($letters) ->
            [one] sie durch einen Fehler, den Prüflinge machen, oder lassen Sie sie
           *[other] sie durch Fehler, die Prüflinge machen, oder lassen Sie sie
        } weg: Drei gute Optionen sind besser als vier mit einer schwachen.

rule-answerable-without-passage =
    .title = Ein Modell beantwortet sie ohne den Text
    .sentence = Ohne den Text ist die Wahrscheinlichkeit der richtigen Antwort ({ $key }) für das Modell { PERCENT($probability) }; blindes Raten hat { PERCENT($chance) }. Von { $options } Optionen kommen für das Modell etwa { DECIMAL($effective, digits: 1) } noch in Frage.
    .advice = Fragen Sie nach etwas, das nur im Text steht. Oder wählen Sie falsche Optionen, die ohne Lektüre genauso wahrscheinlich, vernünftig und passend wirken wie die richtige.

rule-answerable-from-options =
    .title = Ein Modell beantwortet sie allein aus den Optionen
    .sentence = Allein aus den Optionen, ohne auch nur die Frage, ist die Wahrscheinlichkeit der richtigen Antwort ({ $key }) für das Modell { PERCENT($probability) }; blindes Raten hat { PERCENT($chance) }. Von { $options } Optionen kommen für das Modell etwa { DECIMAL($effective, digits: 1) } noch in Frage.
    .advice = Lesen Sie die Optionen so, als würden Sie die Frage nicht kennen. Ist nur die richtige sinnvoll, oder ist sie die vorsichtigste oder genaueste? Dann formulieren Sie falsche Optionen von derselben Art.

rule-another-option-fits-better =
    .title = Nach der Lektüre zieht ein Modell eine andere Option vor
    .sentence = Mit dem Text ist die Wahrscheinlichkeit von { $other } für das Modell { PERCENT($other_probability) }, und die von { $key }, als richtig eingetragen, { PERCENT($probability) }.
    .advice = Prüfen Sie zuerst, ob die eingetragene Lösung stimmt. Wenn ja: Lässt sich auch { $other } vertreten? Wenn nein, irrt sich das Modell, und nichts muss geändert werden.

rule-passage-misleads =
    .title = Der Text führt ein Modell von der Lösung weg
    .sentence = Die Wahrscheinlichkeit der richtigen Antwort ({ $key }) ist für das Modell ohne den Text { PERCENT($without) }, mit ihm { PERCENT($given) }, und { $other } liegt dann vorn.
    .advice = Prüfen Sie die eingetragene Lösung und ob etwas im Text für { $other } spricht. Wenn Lesende aus Versehen in die Irre geraten können, formulieren Sie die Frage oder diese Option um.

rule-another-option-supported =
    .title = Für sich beurteilt, scheint auch eine andere Option richtig
    .sentence = Sieht das Modell nach der Lektüre des Textes jede Option für sich, ist sie mit einer Wahrscheinlichkeit von { PERCENT($probability) } ({ $other }) und { PERCENT($supported) } (die Lösung { $key }) richtig.
    .advice = Stellen Sie sicher, dass der Text { $other } ausschließt. Lässt sie sich vertreten, fassen Sie die Frage enger oder ändern Sie die Option.

rule-two-options-fit =
    .title = Ein Modell schwankt zwischen zwei Optionen
    .sentence = Nach der Lektüre kann sich das Modell zwischen { $letters } nicht entscheiden: Zusammen bekommen sie { PERCENT($together) }, jede etwa die Hälfte davon.
    .advice = Stellen Sie sicher, dass der Text nur eine von beiden stützt. Lassen sich beide vertreten, fassen Sie die Frage enger oder ändern Sie die falsche Option.

rule-passage-hardly-helps =
    .title = Das Lesen ändert kaum, was ein Modell antwortet
    .sentence = Die Wahrscheinlichkeit der richtigen Antwort ({ $key }) ist für das Modell mit dem Text { PERCENT($given) } und ohne ihn { PERCENT($without) }.
    .advice = Fragen Sie nach etwas, das nur im Text steht, oder ersetzen Sie die Optionen, die sich auch ohne ihn ausschließen lassen.

rule-magnet-like-option =
    .title = Modelle, die nicht gelesen haben, ziehen eine falsche Option vor
    .sentence = Für Modelle, die den Text nicht gelesen haben, ist die Wahrscheinlichkeit von { $option }, { QUOTE($text) }, mindestens { PERCENT($share) } und die der richtigen Antwort höchstens { PERCENT($key_share) }.
    .advice = Eine verlockende falsche Option ist gut, wenn sie die verlockt, die falsch gelesen haben. Stellen Sie sicher, dass der Text sie klar ausschließt und dass sie nicht allein durch ihren Wortlaut anzieht, etwa weil sie die allgemeinste oder die vorsichtigste ist.

rule-known-magnet =
    .title = Diese Option zog ein Modell an, was auch gefragt wurde
    .sentence = Bei einer Suche nach solchen Optionen hat { QUOTE($text) } ({ $option }) bei { PERCENT($interference) } der Fragen, mit denen sie nichts zu tun hatte, alle eigentlichen Optionen geschlagen.
    .advice = Ersetzen Sie sie durch eine Option, die von diesem Text handelt.

rule-option-nobody-takes =
    .title = Eine Option, die kein Modell nimmt
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } bekommt
           *[other] Die Optionen { $letters } bekommen
        } von jedem Modell höchstens { PERCENT($most) }, mit und ohne Text. Die Frage hat also in Wirklichkeit weniger als { $options } Optionen.
    .advice = Ersetzen Sie { COUNT($letters) ->
            [one] sie durch einen Irrtum, der beim Lesen vorkommen kann, oder lassen Sie sie weg
           *[other] sie durch Irrtümer, die beim Lesen vorkommen können, oder lassen Sie sie weg
        }: Drei gute Optionen sind besser als vier, von denen eine nichts taugt.

rule-empty-option =
    .title = Eine Option ist leer
    .sentence = { $right ->
            [yes] Option { $letters } hat keinen Text und gilt als richtig
           *[no] Optionen ohne Text: { $letters }
        }.
    .advice = Ergänzen Sie den Text oder streichen Sie die Option. Stand dort ein Bild oder eine Formel, so ging es verloren, bevor die Datei gelesen wurde.

rule-key-stands-twice =
    .title = Die richtige Antwort steht zweimal da
    .sentence = Die Optionen { $letters } sagen dasselbe, und eine davon gilt als richtig: { QUOTE($first) } und { QUOTE($second) }.
    .advice = Ersetzen Sie eine davon durch eine falsche Option. So, wie es ist, bekommt für die andere niemand einen Punkt, obwohl sie stimmt.

rule-options-say-the-same =
    .title = Zwei Optionen sagen dasselbe
    .sentence = Die Optionen { $letters } sagen dasselbe: { QUOTE($first) } und { QUOTE($second) }.
    .advice = Behalten Sie eine davon: Ist die eine falsch, so ist es die andere auch, und beide scheiden auf einmal aus.

rule-options-nearly-the-same =
    .title = Zwei Optionen bedeuten fast dasselbe
    .sentence = Die Optionen { $letters } bedeuten fast dasselbe: { QUOTE($first) } und { QUOTE($second) }.
    .advice = Ersetzen Sie eine davon. Ist die eine richtig, lässt sich auch die andere vertreten; ist sie falsch, scheiden beide aus.

rule-overlapping-ranges =
    .title = Bereiche überschneiden sich
    .sentence = Manche Werte liegen in zweien der Optionen { $letters }, etwa in { QUOTE($first) } und { QUOTE($second) }.
    .advice = Lassen Sie jeden Bereich enden, bevor der nächste beginnt: 10–19, 20–29.

rule-option-holds-another =
    .title = Eine Option schließt eine andere ein
    .sentence = Wenn { $outer } richtig ist, ist auch { $inner } richtig, denn { $outer } sagt dasselbe und mehr oder setzt eine engere Grenze.
    .advice = Die Optionen sollten einander ausschließen: Ändern Sie die, die die andere enthält.

rule-same-question-two-keys =
    .title = Dieselbe Frage hat zwei richtige Antworten
    .sentence = Hier gilt { QUOTE($key) } als richtig, in { COUNT($others) ->
            [one] Frage { $others } mit denselben Optionen
           *[other] den Fragen { $others } mit denselben Optionen
        } dagegen { QUOTE($other) }.
    .advice = Entscheiden Sie, welche Antwort stimmt, und behalten Sie eine der Fragen.

rule-duplicated-question =
    .title = Die Frage kommt mehrmals vor
    .sentence = Dasselbe oder fast dasselbe wird gefragt in { COUNT($others) ->
            [one] Frage { $others }
           *[other] den Fragen { $others }
        }.
    .advice = Behalten Sie eine davon.

rule-questions-in-versions =
    .title = Texte kommen in mehreren Fassungen vor
    .sentence = { $repeated } von { $questions } Fragen werden zu mehr als einem Text gestellt, { $groups } verschiedene, jede bis zu { $times }-mal; gleich sind zum Beispiel { $example }.
    .advice = Sind die Fassungen gewollt, etwa eine für jede Stufe, so prüfen Sie eine nach der anderen. Sonst behalten Sie je eine.

rule-question-of-another-passage =
    .title = Die Frage gehört vielleicht zu einem anderen Text
    .sentence = Wörter der Frage und ihrer Optionen, { QUOTE($words) }, stehen nicht in ihrem eigenen Text, sondern in dem von Frage { $other }.
    .advice = Prüfen Sie, ob die Frage beim richtigen Text steht.

rule-words-not-in-passage =
    .title = Keines ihrer Wörter steht im Text
    .sentence = Kein wichtiges Wort der Frage ({ $words }) oder ihrer Optionen kommt im Text vor.
    .advice = Prüfen Sie, ob die Frage zu diesem Text gehört. Fragt sie nach der Hauptaussage, nach dem Ton oder nach einem Zusammenhang, muss nichts geändert werden.

rule-option-combination =
    .title = Eine Option verweist auf die anderen
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } bestätigt oder verwirft andere Optionen gemeinsam: { QUOTE($text) }
           *[other] Die Optionen { $letters } bestätigen oder verwerfen andere Optionen gemeinsam, zum Beispiel { QUOTE($text) }
        }.
    .advice = Ersetzen Sie { COUNT($letters) ->
            [one] sie durch eine eigenständige Option
           *[other] sie durch eigenständige Optionen
        }. Wer eine oder zwei der anderen bestätigen oder ausschließen kann, bekommt eine solche Option geschenkt; und nennt sie Buchstaben, stimmt sie nach dem Mischen nicht mehr.

rule-combination-throughout =
    .title = Immer wieder dasselbe „keine“ oder „alle“
    .sentence = { $count } von { $questions } Fragen bieten { QUOTE($text) } an. Das steht nur einmal hier und nicht bei jeder von ihnen.
    .advice = Wenn Sie es so wollen, sorgen Sie dafür, dass es etwa so oft richtig ist wie jede andere Option; wer merkt, dass es fast nie stimmt, liest es nicht mehr. Sonst ersetzen Sie es in jeder Frage durch eine echte falsche Option.

rule-recombined-parts =
    .title = Die Optionen kombinieren dieselben Teile
    .sentence = Alle Optionen sind aus wenigen Teilen zusammengesetzt, etwa { QUOTE($parts) }.
    .advice = Fragen Sie nach jedem Teil einzeln: Wer einen Teil sicher weiß, kann gleich mehrere Optionen ausschließen.

rule-absolute-terms =
    .title = Absolute Wörter verraten die falschen Optionen
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } ist falsch und enthält
           *[other] Die Optionen { $letters } sind falsch und enthalten
        } { QUOTE($words) }; die richtige sagt nichts so Absolutes.
    .advice = Geübte Prüflinge streichen „immer“ und „nie“, ohne zu lesen. Formulieren Sie die falschen Optionen so vorsichtig wie die richtige.

rule-absolute-option =
    .title = Ein absolutes Wort
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } enthält
           *[other] Die Optionen { $letters } enthalten
        } { QUOTE($words) }.
    .advice = Kaum etwas gilt immer, und das wissen Prüflinge. Formulieren Sie die Option vorsichtiger, es sei denn, Sie prüfen gerade dieses Wort.

rule-vague-terms =
    .title = Ein ungenaues Wort
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } enthält
           *[other] Die Optionen { $letters } enthalten
        } { QUOTE($words) }: Darunter kann man Verschiedenes verstehen.
    .advice = Schreiben Sie, wie oft oder wie viel, oder lassen Sie das Wort weg, es sei denn, Sie prüfen gerade dieses Wort.

rule-repeated-opening =
    .title = Alle Optionen fangen gleich an
    .sentence = Alle Optionen beginnen mit { QUOTE($opening) }.
    .advice = Nehmen Sie diese Wörter in die Frage, dann sind die Optionen kürzer und leichter zu vergleichen.

rule-longest-key =
    .title = Die richtige Antwort ist die längste
    .sentence = Die richtige Antwort { $key } hat { $length } Zeichen, die nächstlängste { $other }.
    .advice = Kürzen Sie die richtige Antwort, oder machen Sie die falschen ebenso ausführlich.

rule-option-length-stands-out =
    .title = Eine Option fällt durch ihre Länge auf
    .sentence = Option { $letters } hat { $length } Zeichen; die Option, die ihr in der Länge am nächsten kommt, hat { $other }.
    .advice = Bringen Sie die Optionen auf etwa dieselbe Länge: Was auffällt, wird ohne Lesen gewählt oder gemieden.

rule-uneven-lengths =
    .title = Die Optionen sind ungleich lang
    .sentence = Die längste Option { $longest } hat { $length } Zeichen, die kürzeste { $shortest } hat { $other }.
    .advice = Bringen Sie die Optionen auf etwa dieselbe Länge: Wer die Lösung nicht weiß, richtet sich sonst nach der Länge.

rule-key-repeats-passage =
    .title = Nur die richtige Antwort verwendet Wörter des Textes
    .sentence = Von den wichtigen Wörtern der richtigen Antwort { $key } stammen { PERCENT($share) } aus dem Text ({ QUOTE($words) }), von denen jeder anderen Option { $other_share ->
            [0] keines
           *[other] höchstens { PERCENT($other_share) }
        }.
    .advice = Formulieren Sie die richtige Antwort mit anderen Wörtern, oder verwenden Sie auch in falschen Optionen Wörter des Textes. So, wie es ist, genügt es, Wörter zu vergleichen.

rule-key-echoes-question =
    .title = Die richtige Antwort greift Wörter der Frage auf
    .sentence = Die richtige Antwort { $key } wiederholt mehr Wörter der Frage als jede andere: { QUOTE($words) }.
    .advice = Verwenden Sie in der richtigen Antwort andere Wörter, oder greifen Sie die Frage auch in einer falschen Option auf.

rule-key-shares-most =
    .title = Die richtige Antwort ähnelt den anderen am meisten
    .sentence = Keine andere Option hat einen größeren Teil ihrer Wörter mit den übrigen gemeinsam als die richtige, { $key }: { QUOTE($words) }.
    .advice = Verteilen Sie gemeinsame Wörter gleichmäßig auf die Optionen: Sonst findet, wer nur Wiederholungen zählt, die richtige, ohne sie zu wissen.

rule-article-cue =
    .title = „a“ oder „an“ schließt Optionen aus
    .sentence = Vor der Option steht { QUOTE($word) }, worauf { COUNT($letters) ->
            [one] Option { $letters } nicht folgen kann
           *[other] die Optionen { $letters } nicht folgen können
        }. Übrig { $left ->
            [one] bleibt nur { $left } Option
           *[other] bleiben höchstens { $left } Optionen
        }.
    .advice = Schreiben Sie in der Frage „a/an“, oder nehmen Sie den Artikel in die Optionen.

rule-verb-disagrees =
    .title = Das Verb in den Optionen schließt einige aus
    .sentence = Das Verb { COUNT($letters) ->
            [one] von Option { $letters }, { QUOTE($word) },
           *[other] der Optionen { $letters }, etwa { QUOTE($word) },
        } passt nicht zur Frage. Übrig { $left ->
            [one] bleibt { $left } Option
           *[other] bleiben { $left } Optionen
        }.
    .advice = Stimmen Sie das Verb jeder Option auf die Frage ab, oder nehmen Sie es in die Frage auf.

rule-form-cue =
    .title = Der Wortlaut der Frage schließt Optionen aus
    .sentence = Zu { QUOTE($word) } in der Frage { COUNT($letters) ->
            [one] passt Option { $letters } grammatisch nicht
           *[other] passen die Optionen { $letters } grammatisch nicht
        }. Übrig { $left ->
            [one] bleibt nur { $left } Option
           *[other] bleiben höchstens { $left } Optionen
        }.
    .advice = Lassen Sie jede Option die Frage in derselben Form fortsetzen oder beantworten, es sei denn, Sie prüfen gerade die Form.

rule-number-cue =
    .title = Das Verb in der Frage schließt Optionen aus
    .sentence = Das Verb { QUOTE($word) } passt nicht zu { COUNT($letters) ->
            [one] Option { $letters }
           *[other] den Optionen { $letters }
        }. Übrig { $left ->
            [one] bleibt { $left } Option
           *[other] bleiben { $left } Optionen
        }.
    .advice = Setzen Sie alle Optionen in die Einzahl oder alle in die Mehrzahl, oder formulieren Sie die Frage so, dass das Verb zu beidem passt.

rule-negation-not-highlighted =
    .title = Ein „nicht“, das man leicht übersieht
    .sentence = Das Wort { QUOTE($word) } kehrt die Frage um, und nichts hebt es hervor.
    .advice = Fragen Sie nach Möglichkeit danach, was zutrifft. Wenn das nicht geht, schreiben Sie das Wort groß oder fett.

rule-negative-question =
    .title = Ein „warum nicht“, das man leicht überliest
    .sentence = Die Frage lautet, warum etwas nicht so ist, und nichts hebt { QUOTE($word) } hervor.
    .advice = Fragen Sie nach Möglichkeit danach, was zutrifft („Warum ist … geschlossen?“). Wenn das nicht geht, schreiben Sie das Wort groß oder fett.

rule-negated-twice =
    .title = Ein „nicht“ in der Frage und in den Optionen
    .sentence = Gefragt ist, was nicht zutrifft ({ QUOTE($word) }), und { COUNT($letters) ->
            [one] Option { $letters } enthält
           *[other] die Optionen { $letters } enthalten
        } selbst eine Verneinung.
    .advice = Formulieren Sie entweder die Frage oder die Optionen ohne Verneinung: Eine doppelte Verneinung prüft Logik und nicht, was Sie unterrichten.

rule-asks-for-exception =
    .title = Gefragt ist nach der Ausnahme
    .sentence = { QUOTE($word) } macht daraus eine Frage nach dem, was nicht zutrifft.
    .advice = Fragen Sie nach Möglichkeit danach, was zutrifft: Wer weiß, was falsch ist, weiß noch nicht, was richtig ist.

rule-blank-inside =
    .title = Eine Lücke mitten in der Frage
    .sentence = Nach der Lücke geht die Frage weiter: { QUOTE($text) }.
    .advice = Stellen Sie eine ganze Frage, oder setzen Sie die Lücke ans Ende. In einer Grammatikprüfung muss die Lücke vielleicht bleiben, wo sie ist.

rule-question-without-topic =
    .title = Die Frage hat kein Thema
    .sentence = Die Frage will nur wissen, welche Aussage zutrifft: { QUOTE($question) }. Worum es geht, steht erst in den Optionen.
    .advice = Sagen Sie in der Frage, worum es geht. Eine gute Frage lässt sich beantworten, bevor man die Optionen sieht.

rule-option-form-stands-out =
    .title = Eine Option hat eine andere Form
    .sentence = Option { $letters } hat eine andere Form ({ NAME($odd, of: "form") }) als alle übrigen ({ NAME($usual, of: "form") }).
    .advice = Geben Sie allen Optionen dieselbe grammatische Form, und zwar eine, die die Frage fortsetzt.

rule-option-forms-differ =
    .title = Optionen in verschiedenen Formen
    .sentence = Die Optionen { $letters } haben verschiedene Formen, zum Beispiel: { NAME($first, of: "form") }; { NAME($second, of: "form") }.
    .advice = Geben Sie allen Optionen dieselbe grammatische Form, und zwar eine, die die Frage fortsetzt, es sei denn, Sie prüfen gerade die Form.

rule-key-mark-stands-out =
    .title = Ein Punkt verrät die richtige Antwort
    .sentence = Die richtige Antwort { $key } steht als einzige { NAME($mark, of: "mark") } Punkt am Ende.
    .advice = Setzen Sie die Satzzeichen in allen Optionen gleich.

rule-numbers-out-of-order =
    .title = Zahlen stehen nicht in steigender Reihenfolge
    .sentence = Die Optionen sind Zahlen, steigen aber nicht von der ersten bis zur letzten. Von der kleinsten zur größten: { $letters }.
    .advice = Ordnen Sie Zahlen der Größe nach, damit niemand eine übersieht. (Wenn Ihr System die Optionen ohnehin mischt, können Sie das übergehen.)

rule-key-positions-unbalanced =
    .title = Die richtigen Antworten sind ungleich auf die Buchstaben verteilt
    .sentence = Von { $questions } richtigen Antworten stehen { $most_count } bei { $most } und { $least_count } bei { $least }: { $counts }. Bei zufälliger Verteilung käme etwas so Ungleiches in { PERCENT($p) } der Fälle vor.
    .advice = Verschieben Sie richtige Antworten, bis jeder Buchstabe etwa gleich oft vorkommt. Oder lassen Sie Ihr System die Optionen mischen.

rule-same-letter-run =
    .title = Zu oft hintereinander derselbe Buchstabe
    .sentence = Von Frage { $first } bis Frage { $last } ist { $run }-mal hintereinander { $letter } richtig. Bei zufälligen Buchstaben käme eine so lange Folge in { PERCENT($p) } der Fälle vor.
    .advice = Verschieben Sie einige richtige Antworten: Eine solche Folge macht Prüflinge misstrauisch, oder sie verlassen sich auf sie.

rule-keys-often-longest =
    .title = Zu oft ist die längste Option richtig
    .sentence = Bei { $longest } von { $questions } Fragen mit einer längsten Option ist sie die richtige ({ PERCENT($share) }); zufällig wären es { PERCENT($expected) }, und so viele oder mehr in { PERCENT($p) } der Fälle.
    .advice = Kürzen Sie richtige Antworten oder verlängern Sie falsche, bis die Länge nichts mehr verrät.
