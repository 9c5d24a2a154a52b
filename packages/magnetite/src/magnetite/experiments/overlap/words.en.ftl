look-overlap = Texts that also occur in other data are no longer unseen: a system that learned from those data may know the answers by heart. Passages and questions are matched by the runs of words that they share.
    .passages-found-there = of the passages occur in { $group }
    .questions-found-there = of the questions occur in { $group }
    .run = Overlap:
table-overlap-passages = A passage occurs there whole if one passage of the data has at least half of its runs of eight words, and in part if at least a tenth.
table-overlap-questions = A question occurs there if one question of the data shares three quarters of its runs of five words and of its options.

overlap-answer = { $passages ->
    [0] {""}
   *[other] { GROUPED($whole) } of { GROUPED($passages) } passages occur in { $data }{ $part ->
        [0] {""}
       *[other] , { GROUPED($part) } more in part
    }.{" "}
}{ $same ->
    [0] None of its { $questions } occurs in { $data }.
   *[other] { GROUPED($same) } of its { $questions } occur in { $data }.
}
overlap-note-words = Texts are compared word for word, ignoring case and punctuation. Translated or reworded texts are not found.
overlap-note-itself = { $data } is the exam itself, and was left out.
