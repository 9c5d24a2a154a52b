### What readers of exam files leave out, and why.

# Questions of other kinds.

left-essay = an essay question: it has no options
left-short-answer = a short-answer question: it lists right answers, and no wrong ones
left-numerical = a numerical question
left-matching = a matching question
left-ordering = an ordering question
left-cloze = a cloze question with embedded answers
left-calculated = a calculated question
left-calculated-choice = a calculated multiple-choice question: its numbers are drawn
left-random = a random draw from a category
left-gaps-lists = a text with gaps to fill from lists
left-gaps-words = a text with gaps to drag words into
left-blanks = a text with blanks to fill in
left-several-lists = a text with several lists to choose from
left-picture-gaps = a picture with gaps to drag things into
left-categories = a question that sorts into categories
left-picture-place = a question about a place in a picture
left-picture-order = a question that asks to order places in a picture
left-picture-match = a question that asks to match places in a picture
left-picture-object = a question that asks to place an object in a picture
left-mark-words = a question that asks to mark words in a text
left-typed = a question with a typed answer
left-typed-number = a question with a typed number as its answer
left-slider = a question answered with a slider
left-upload = an upload
left-drawing = a drawing
left-no-type = a question of no type
left-poll = a poll: no option is right
left-several = several of its options may be ticked
left-several-unmarked = several of its options may be ticked: none is marked with =

# Questions without one right option.

left-no-full-mark = no option has the full mark
left-no-key = it has no key: no option is marked as right
left-no-key-marked = it has no key: no option is marked with =
left-no-key-declared = it has no key: no correct response is declared, and none could be computed
left-no-key-processing = it has no key: no response processing
left-no-key-supported = its key is computed in a way that is not supported

# Questions that cannot be read as one choice among texts.

left-extension = its kind of response is an extension
left-undeclared = its response is not declared
left-no-options = it has no options
left-key-list = a list of answers begins here (“{ $line }”) and could not be read. Write 1. B 2. C, or one letter for each question: BC
left-plain-paragraph = the paragraph “{ $text }” is in none of the styles for passage, question, option or key: give it one
left-no-letters = no options were recognised: if it is an open question, nothing is wrong; if it has options, begin each with its letter, as in A. red
left-task-several = { $questions ->
    [one] question { $numbers }: several of its options are right
   *[other] questions { $numbers }: one list of options, several of them right
}
left-task-completion = { $questions ->
    [one] question { $numbers }: a gap
   *[other] questions { $numbers }: gaps
} to fill in, without options to choose from
left-task-short-answer = { $questions ->
    [one] question { $numbers }: to be answered
   *[other] questions { $numbers }: to be answered
} in a few words, without options to choose from
left-task-open = { $questions ->
    [0] a text to be written
    [one] question { $numbers }: a text to be written
   *[other] questions { $numbers }: texts to be written
}
left-unread = { $questions ->
    [one] question { $numbers } is named here, and was not found
   *[other] questions { $numbers } are named here, and were not found
}: begin each with its number, and each of its options with its letter
left-empty-question = its question is empty
left-asks-nothing = it asks nothing: it has no interaction
left-empty = it has neither text nor a question
left-drawn-anew = its text or its key is drawn at random for each candidate
left-unused-text = a text that no question refers to

# Reasons with values.

left-outside-table = text outside Moodle’s tables (“{ $line }”), which Moodle does not read either
left-outside-questions = text outside the questions (“{ $line }”), which is not read
left-type = a question of the type { $type }
left-kind = a question of the kind { $kind }
left-activity = an activity of the kind { $kind }
left-many-right = { $right } of its options are right ({ $options }); one is expected
left-no-key-line = it has no key: no ANSWER line follows ({ $question })
left-no-options-key = it has no options and no ANSWER line ({ $question })
left-few-options = it has { $options } { $options ->
    [one] option
   *[other] options
}; a multiple-choice question has at least 2
left-empty-option = option { $options } is empty
left-parts = it has { $parts } parts to answer
left-answered-by = it is answered by { $way }, not by choosing a text
left-file-missing = the file { $file } it refers to is missing
left-bank-item = item { $item } of a question bank that is not in the file
left-bank-draw = questions drawn from the bank { $bank }, which is not in the file
left-other-format = this file does not look like { $format }, the format of the others

# Errors: the exceptions of formats say the same.

left-id-taken = the id '{ $id }' is taken by { PLACE($first) }; ids must be unique.
left-key-unknown = the key { $key } is not one of { $letters } and not the text of an option.
left-own-letters = the key { $key } may be the option that begins with it ({ $option }) or the one in its place. Write the text of the right option as the key.
left-answer-alike = answer { $answer } is the text of several options ({ $options }). Write the letter of the right one.
left-member-twice = “{ $name }” is given twice in one object, as { $first } and as { $second }. Remove the wrong one.
left-answer-unknown = answer { $answer } is not one of { $known } or the text of an option.
left-answer-not-among = answer { $answer } is not one of { $known }.
left-answer-no-text = answer { $answer } is not the text of one of its { $options } options.
left-answer-empty = { $error } Leave the cell empty if the answer is not known.
left-no-answer-cell = its right answer is missing: the cell under “{ $column }” is empty. Fill it in.
left-out-of-order = { NAME($unit, of: "place") } { $number } begins with { $found }; expected option { $expected }.
left-empty-passage = the passage is empty; expected text.
left-two-keys = found two keys, { $keys }; expected one. Remove the wrong one.
left-brace-open = the brace {"{"} is not closed before the blank line (or the end) that ends the question. Close it, or remove the blank line; a literal brace is written \{"{"}.
left-brace-closed = found a closing brace {"}"} without an opening one. Add it; a literal brace is written \{"}"}.
left-xml = the XML is invalid ({ $problem }). The file may be cut off: download or save it again.
left-encoding = byte { $byte } is not UTF-8, in which the rest is written. The file may be damaged: save it again (in a word processor or editor: Save as, encoding UTF-8).
left-office-damaged = the file is damaged or cut off. Save it again.
left-key-count = the key lists { $letters } letters for { $questions } questions; expected one for each.
left-mark = found “{ $found }” after an option or a statement; expected one of { $expected }.
left-exsolution = exsolution is “{ $key }”; expected a digit for each of the { $options } options, 1 for the right one.
left-card = a card with a front and a back: it has no options to choose from
left-anki-answers = its answers are “{ $answers }”; expected a digit for each of its { $options } options.
left-worth = option { $option } is worth “{ $found }”; expected a number of percent, such as 100 or 0.
left-above-first = “{ $found }” comes before the first NewQuestion. Begin each question with that line.
left-fields = found { $fields } { $fields ->
    [one] field
   *[other] fields
}; expected { $expected }, as in the first line.
left-file-empty = the file is empty; expected questions.
left-source-of-tool = a source of { $tool }, which is not read. Copy the questions from the page or the PDF that { $tool } makes of it, as text: 1. Who sat? / A. Ann / B. Bo / Answer: A.
left-line-no-options = no questions were recognised. Line { $line } looks like a question (“{ $shown }”), but no options follow it. Begin each option with its letter, on a line of its own: A. red.
left-line-no-letters = no questions were recognised. Line { $line } looks like a question (“{ $shown }”), but the lines below it have no letters. Begin each option with its letter, on a line of its own: A. red.
left-line-one-option = no questions were recognised. Line { $line } looks like a question (“{ $shown }”), but only one option follows it (“{ $option }”). Begin each option with its letter, on a line of its own: A. red.
left-line-letters = no questions were recognised. Line { $line } looks like a question (“{ $shown }”), but the letters of its options do not begin with A and follow each other.
left-line-scale = no questions were recognised. Line { $line } looks like a question (“{ $shown }”), but the numbers behind it are a scale, as in a questionnaire: no option is right.
left-error = { $text }

# A part that was left out, in one line.

left-mark-up = mark-up that is not known (“{ $line }”), which is not read
left-line = { PLACE($where) }: left out ({ $reason })
left-more = and { $parts } more
left-none = none of the { $parts } could be used

# What a place in a file is called.

place-line = line
place-paragraph = paragraph
place-row = row
place-item = item
place-question = question
