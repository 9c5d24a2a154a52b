### What readers of exam files noticed.

note-of = { $name }: { $note }

note-unused-passage = passage without questions: { PLACE($where) }
note-title = { PLACE($where) }: “{ $text }” is read as the exam’s title{ $headings ->
    [one] {""}
   *[other], as are { $headings } such lines in all
}, which belongs to no passage
note-heading = { PLACE($where) }: “{ $text }” is read as a heading{ $headings ->
    [one] {""}
   *[other], as are { $headings } such lines in all
}; the questions after it belong to the passage before it
note-no-passage = { $lacking } of { $questions } { $questions ->
    [one] question
   *[other] questions
} { $lacking ->
    [one] has
   *[other] have
} no passage, the first at { PLACE($first) }. --passage FILE supplies one.{ $hint }
note-fill-down = The passage may be only on the first of its rows, as merged cells leave it. --fill-down gives the { $lacking } { $lacking ->
    [one] question
   *[other] questions
} without one the passage above.
note-filled-down = { $questions } { $questions ->
    [one] question without a passage takes
   *[other] questions without a passage take
} the one above.
note-passages-are = {" "}{ $passages ->
    [nowhere] { $format } has no place for passages.
   *[other] In { $format } it is { $passages }.
}
passages-gift = a description before its questions
passages-text = the paragraphs before its questions
passages-html = the paragraphs before its questions
passages-docx = the paragraphs before its questions
passages-odt = the paragraphs before its questions
passages-tabular = a column, repeated on the row of each question
passages-aiken = nowhere
passages-blackboard = nowhere
passages-brightspace = nowhere
passages-moodle-xml = a description before its questions
passages-moodle-backup = a description before its questions
passages-olx = a text above its question, in the problem or in its unit
passages-latex = a text of at least twenty words between the questions
passages-r-exams = nowhere
passages-surveyjs = a text (html) before its questions
passages-learnosity = a passage among the features of its item
passages-anki = nowhere
passages-qti = a shared stimulus, a text before its questions, or the text around a prompt
passages-h5p = a text before its questions, on the same page or in the same chapter
note-passages-share-id = { $ids ->
    [one] One passage id names several different texts
   *[other] { $ids } passage ids name several different texts
}, which are kept apart by a hash added to the id: { $examples }
note-same-assessment = { PLACE($where) }: the same assessment is in another file, which was read instead
note-same-item = { PLACE($where) }: the same item is at { PLACE($first) }; it was read once
note-no-key-file = { PLACE($where) }: no { $file } in the same folder, so its questions have no keys
note-short-passage = { PLACE($where) }: a text of { $words } words is read as the passage of the { $questions ->
    [one] question
   *[other] { $questions } questions
} after it. If it is only a title or an instruction, remove it and check again: much of this report will then change.
note-encoding = { PLACE($where) }: the file does not state its encoding and is read as { $encoding }: “{ $line }”. If letters are wrong there, save it as UTF-8 (Save as, encoding UTF-8; in a spreadsheet CSV UTF-8) and read that.
note-older-versions = { PLACE($where) }: { $versions ->
    [one] one older version or draft of a question was not read
   *[other] { $versions } older versions and drafts of questions were not read
}
note-gift-both-marks = { PLACE($where) }: { $questions ->
    [one] one question marks its right answer
   *[other] { $questions } questions mark their right answers
} with ~=, which is read as =, as Moodle reads it
note-gift-mark-in-text = { PLACE($where) }: in { $questions ->
    [one] one question
   *[other] { $questions } questions
} a = or ~ inside an answer's text is read as text. Moodle would begin a new answer there: write \= and \~.
note-gift-empty = { PLACE($where) }: { $questions ->
    [one] one question has
   *[other] { $questions } questions have
} an empty answer, which is skipped, as Moodle skips it
note-gift-full-mark = { PLACE($where) }: { $questions ->
    [one] one question marks
   *[other] { $questions } questions mark
} no answer with =; the only one worth 100% is read as right. Moodle lets candidates tick several there.
note-other-sheets = { PLACE($where) }: sheets that name no question and options, or other columns than the first, are not read: { $sheets }
note-row-an-option = { PLACE($where) }: each row is an option (“{ $option }”; “{ $right }” marks the right one), and consecutive rows with the same question are its options: { $questions ->
    [one] one question
   *[other] { $questions } questions
}
note-lost-by-option = { PLACE($where) }: left out, because they differ from option to option: { $columns }
note-marks-beside = { PLACE($where) }: which option is right was read from the columns { $columns }
note-h5p-sorted = { PLACE($where) }: { $questions ->
    [one] one question belongs
   *[other] { $questions } questions belong
} to a single choice set, which has the right answer first and shows the answers in its own order: they are read in alphabetical order
note-marks-in-options = { PLACE($where) }: which option is right was read from “{ $name }” of each
note-marks-in-cells = { PLACE($where) }: all options of a question are in one cell (“{ $name }”), and the mark behind one of them is the key
note-letters-left-out = { PLACE($where) }: each option begins with its letter, which is left out
note-id-of-passage = { PLACE($where) }: the questions of a passage share their value under “{ $column }”, so it is read as the passage’s id, and the questions are numbered
note-own-letters = { PLACE($where) }: the options { $questions ->
    [one] begin
   *[other] of { $questions } questions begin
} with letters in another order than their places. A key that is a letter is read as the option’s own letter, a number as its place; the letters are left out
note-said-around = { PLACE($where) }: left out, because it is about the exam: “{ $text }”
note-key-set-off = { PLACE($where) }: { $questions ->
    [one] the option
   *[other] the options
} set off by { $way ->
    [bold] bold type
    [italic] italic type
    [underline] underlining
    [highlight] highlighting
   *[colour] colour
} { $questions ->
    [one] of one question is read as its right one
   *[other] of { $questions } questions are read as the right ones
}
note-stimulus-missing = { PLACE($where) }: the text { $file } that { $questions ->
    [one] the question belongs
   *[other] { $questions } questions belong
} to is not there, so { $questions ->
    [one] it has
   *[other] they have
} no passage. Check the whole package, or add the file.
note-blank-rows = { PLACE($where) }: { $rows ->
    [one] one row whose fields are all empty was left out
   *[other] { $rows } rows whose fields are all empty were left out
}
note-html-cells = { PLACE($where) }: HTML in the cells of { $rows ->
    [one] this row
   *[other] { $rows } rows, this one and later ones,
} is read as text
note-html-cdata = { PLACE($where) }: the HTML in { $parts ->
    [one] a CDATA section
   *[other] { $parts } CDATA sections, these and later ones,
} is read as text
note-beside-text = { PLACE($where) }: headers, footers and comments are not read: { $parts }. If the exam needs one of them, such as a key, move it into the text
note-row-explains = { PLACE($where) }: this row explains the columns and is not a question
note-settings-left = { PLACE($where) }: the settings of the quiz are left out: { $settings }. Every question of a group is read, even if candidates are given only some of them
note-several-one-right = { PLACE($where) }: candidates may tick several options, and one of them is right; read as a question with one answer
note-two-readings = { PLACE($where) }: the key “{ $key }” could be option { $read } or option { $other }. It is read as { $way ->
    [letter] a letter
    [number] a number
   *[text] the text of an option
}{ $questions ->
    [one] {""}
   *[other] ; so are { $questions } such keys in all
}
note-title-rows = { PLACE($where) }: “{ $text }” { $rows ->
    [one] is read as a title, because it is
   *[other] and other lines, { $rows } in all, are read as titles, because they are
} above the names of the columns
note-splits-inside = { PLACE($where) }: the file itself names the splits { $splits }, and all of them are read together. To read one, put it into a separate file.
note-files-in-no-split = { PLACE($where) }: not read, because { $files ->
    [one] one file names no split: { $first }
   *[other] { $files } files name no split, the first { $first }
}. Give its path to read it.
note-no-header = { PLACE($where) }: the file does not name its columns; by their shape they were read as { COMMAS($columns) }. If that is wrong, put a line of names above them
note-columns = Columns read as: { $columns }; { $answers }
note-columns-kept = Columns read as: { $columns }; kept as metadata: { $kept }; { $answers }
answers-text = answers are read as the text of an option
answers-keyed = the right answers are in one column and the wrong options in one or more others; the table does not give the order of the options, so they are in alphabetical order
answers-number = answers are numbers counted from { $first }{ $why ->
    [given] {" "}(as given)
    [highest] {" "}(one equals its number of options and none is 0)
    [columns] {" "}(as the option columns are, and none is 0)
   *[plain] {""}
}
answers-mixed = answers are read as letters, option texts or numbers counted from { $first }{ $why ->
    [given] {" "}(as given)
    [highest] {" "}(one equals its number of options and none is 0)
    [columns] {" "}(as the option columns are, and none is 0)
   *[plain] {""}
}
answers-none = no answers were found, so the questions have no keys
answers-not-recognised = no answer column was recognised, so the questions have no keys; if another column has the answers, name it: --columns answer=NAME
note-no-keys = { $questions ->
    [one] The question has no key
   *[other] None of the { $questions } questions has a key
}, so right options cannot be checked. Mark them (*B. …), or add a line ANSWER: B under each.
note-some-keys = { $lacking } of { $questions } questions { $lacking ->
    [one] has
   *[other] have
} no key, so { $lacking ->
    [one] its right option cannot be checked: { PLACE($first) }
   *[other] their right options cannot be checked; the first: { PLACE($first) }
}
