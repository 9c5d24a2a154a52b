look-distractors = Wie plausibel sind die falschen Optionen für ein System? Die Plausibilität einer falschen Option ist die Wahrscheinlichkeit, die das System ihr gibt. Unter Prüflingen zählt eine falsche Option nicht, die weniger als 5 % wählen (Haladyna und Downing 1993); hier gilt dieselbe Grenze für die Wahrscheinlichkeit.
    .plausible-distractors = der falschen Optionen sind plausibel

distractors-nothing = Wie plausibel die falschen Optionen sind, ist unbekannt: Nötig sind Fragen mit bekannter Lösung.
distractors-exam = Von den { $distractors } falschen Optionen aus { $questions } sind { SHARE($plausible) } ({ $interval }) für das System plausibel: Sie haben eine Wahrscheinlichkeit von mindestens { SHARE($limit) }. Zusammen haben die falschen Optionen einer Frage im Mittel { SHARE($mass) } der Wahrscheinlichkeit.
distractors-note-left-out = { $questions } nicht berücksichtigt: ohne bekannte Lösung.
distractors-note-system = Was für ein System plausibel ist, muss es nicht für Prüflinge sein: Es weiß anderes als sie und macht andere Fehler. Eine niedrige Plausibilität ist ein Grund, eine falsche Option noch einmal zu lesen, nicht, sie zu streichen.

label-plausible-distractors = plausible falsche Optionen
label-the-least-plausible-distractors = Die am wenigsten plausiblen falschen Optionen
label-distractors = falsche Optionen
label-probability-of-all-distractors = Wahrscheinlichkeit aller falschen Optionen
label-distractors-in-play = falsche Optionen im Spiel
label-the-least-plausible-distractor = die am wenigsten plausible falsche Option
label-the-most-plausible-distractor = die plausibelste falsche Option
label-its-plausibility = ihre Plausibilität
label-plausibility = Plausibilität
label-plausible-from = plausibel von
label-plausible-to = plausibel bis
label-probability-from = Wahrscheinlichkeit von
label-probability-to = Wahrscheinlichkeit bis
label-in-play-from = im Spiel von
label-in-play-to = im Spiel bis
