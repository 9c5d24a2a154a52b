### What the command `examfiles` prints, and what it prints around an exam on paper.

describe-summary = { $questions ->
    [one] One question
   *[other] { GROUPED($questions) } questions
} on { $passages ->
    [0] no passage
    [one] one passage
   *[other] { GROUPED($passages) } passages
}, read as { $format }.
exam-read = { $read } of { $all } questions were read.
describe-no-key = no key
describe-left = { $parts ->
    [one] One part of the file was left out:
   *[other] { GROUPED($parts) } parts of the file were left out:
}
convert-written = { $questions ->
    [one] One question: { $file }
   *[other] { GROUPED($questions) } questions: { $file }
}
formats-written = written as { $as }
formats-read-only = read only
formats-others = Also written: { $names }.
printed-exam = Exam
printed-question = Question
printed-questions = Questions
printed-answer-sheet = Answer sheet
printed-answer-key = Answer key
printed-name = Name
printed-date = Date
printed-points = Points
