look-transfer = Systems trained on one exam take every exam, their own first and then the others. If a system without the passage learns something from one exam that helps it on another, it has learned a habit of those who write such questions.
figure-transfer = Each row is one system, each column an exam it was tried on; the darker a cell, the more questions answered right. A blind guess is not equally often right on every exam; see the table below.

transfer-right = { SHARE($right) } on { $exam }
transfer-listed = { $trained }, { $view }: { $rights }; clearly above guessing on { $above } of { $exams }{ $below ->
    [none] {""}
   *[other] , clearly below on { $below }
}.
transfer-spread = { $trained }, { $view }: { $least } to { $most }, clearly above guessing on { $above } of { $exams }{ $below ->
    [none] {""}
   *[other] , clearly below on { $below }
}.
transfer-guessing = Guessing: { $guesses }.
transfer-intervals = Intervals are 95% and allow for the questions of one passage being alike. Each exam is judged by itself: of forty on which a system only guesses, it is clearly above guessing on one by chance.
