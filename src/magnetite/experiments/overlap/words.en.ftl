look-overlap = Texts that stand in other data are no longer unseen: who learnt from those data may know the answers by heart. Passages and questions are told by the runs of words that they share.
    .passages-that-stand-there = of the passages stand in { $group }
    .questions-that-stand-there = of the questions stand in { $group }
    .run = Overlap:
table-overlap-passages = A passage stands there whole where one passage of the data has at least half of its runs of eight words, and in part from a tenth on.
table-overlap-questions = A question stands there where one question of the data shares three quarters of its runs of five words and of its options.

overlap-answer = { $passages ->
    [0] {""}
   *[other] { GROUPED($whole) } of { GROUPED($passages) } passages stand in { $data }{ $part ->
        [0] {""}
       *[other] , { GROUPED($part) } more in part
    }.{" "}
}{ $same ->
    [0] None of its { $questions } stands in { $data }.
   *[other] Of { $questions }, { GROUPED($same) } stand in { $data }.
}
overlap-note-words = Texts are compared word for word, case and punctuation aside. What was translated or put in other words is not found.
overlap-note-itself = { $data } is the exam itself, and was left out.
