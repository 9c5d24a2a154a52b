# The pages of magnetite serve, and a study's pages for the organiser.

refused-lengths = This request gives its length in two ways. Send it again, directly or through another proxy.
refused-host = This server does not answer to the name '{ $host }'. If it should, start it with --allow-host { $host }.
refused-origin = This form was sent by a page of another site, so nothing was done. Open the page here and try again.

home-title = Check an exam
home-heading = Which questions deserve a second look?
home-intro = Upload a multiple-choice reading exam. You see which questions give their answer away, through length, wording, grammar, or options that overlap or repeat one another; which are asked twice or appear under the wrong passage; and which a reading model answers without the passage. Each comes with a change to make. Only you can tell whether a key is right.
home-file = An exam file
home-drop = Drop a file here, or choose one
home-formats = Word, Excel and OpenDocument files (.docx, .xlsx, .odt, .ods), plain text, CSV, Moodle GIFT, XML and backups (.mbz), QTI (also zip and imscc), Open edX, LaTeX, R/exams, SurveyJS, Learnosity, Anki, H5P, Aiken, Blackboard, Brightspace, JSONL. At most { $most } MiB.
home-paste = Or paste questions
home-paste-hint = As you would type them: a passage, numbered questions, options with letters, and the key under each or at the end.
home-paste-example =
    Ann bought a red bicycle on Monday …

    1. What did Ann buy?
    A. a bicycle
    B. a boat
    C. a house
    ANSWER: A
home-pasted-name = pasted.txt
home-read = Read it
home-sample = Try it with the sample exam
home-nothing = Nothing was sent. Choose a file, or paste questions into the box.
home-too-large = That file is too large: at most { $most } MiB are accepted.
home-reading = Reading …
upload-ahead = Waiting: { $n ->
        [0] your file is next.
        [one] { $n } file comes first.
       *[other] { $n } files come first.
    }
home-earlier = Earlier checks
home-none = None yet. They will be listed here until you delete them.
home-questions = { $n ->
        [one] { $n } question
       *[other] { $n } questions
    }
home-delete = Delete
home-delete-named = Delete the check of { $name }

state-draft = not checked yet
state-queued = waiting
state-running = being checked
state-done = checked
state-failed = could not be checked

doing-rules = Checking by the rules
doing-loading = Reading the exam and loading the models
doing-answering = Models answer the questions
doing-writing = Writing the report

exam-heading = The exam as it was read
exam-a-table = a table
exam-read-as = Read as { $format }.
exam-counts = { $questions ->
        [one] { $questions } question
       *[other] { $questions } questions
    }, { $passages ->
        [one] { $passages } passage
       *[other] { $passages } passages
    }, { $keys } with a key
exam-to-result = See the result
exam-to-progress = See its progress
exam-changed = The exam cannot be changed while it is being checked.
exam-check = Check it
exam-models = Let models answer too
exam-models-hint = The models point out questions that can be answered without the passage, if your exam has enough questions to show that this is not luck, and list the keys to check first. Do not expect them to find wrong keys for you: in three exams with planted flaws they flagged none of 11 wrong keys, and 1 of 11 second right answers. They know English school exams (RACE) only; the report says how well they answer yours. For this exam it takes { $minutes ->
        [one] about a minute
       *[other] about { $minutes } minutes
    } on two processor cores. Without them, only the wording is checked, which takes a moment; the rules' findings are shown first in any case.
exam-no-models = Rules check the wording, which takes a moment. Models, which point out questions that need no passage and list the keys to check first, are not installed here; magnetite doctor says how to add them.
exam-language = Language of the report
exam-start = Start the check
exam-again = Check it again
exam-missing = What is missing
exam-supplied = What you supplied
exam-nothing = No question has a key yet. Mark the right options first.
exam-keys = { $n ->
        [one] Question without a key
       *[other] Questions without a key
    }
exam-keys-intro = Mark the right option, and the question is checked like the others. Rules that need a key skip a question without one.
exam-key-none = no key
exam-save-keys = Save the keys
exam-right-option = Right option of question { $id }
exam-fill = The passage above
exam-fill-intro = { $n ->
    [one] One question has no passage, but one above it has
   *[other] { $n } questions have no passage, but one above them has
}. A table looks like this if its passage is only on the first of its rows, as merged cells leave it.
exam-fill-do = Give each question the passage above it
exam-filled = Each question without a passage takes the one above it.
exam-fill-undo = Undo
exam-passage = Passage for questions that have none
exam-passage-intro = { $n ->
        [one] { $n } question has
       *[other] { $n } questions have
    } no passage. Without one, the check cannot tell how much reading adds.
exam-passage-text = Passage
exam-passage-first = from question
exam-passage-last = to question
exam-save-passage = Add this passage
exam-given = Passages you added
exam-given-for = for { COUNT($questions) ->
        [one] question { $questions }
       *[other] questions { $questions }
    }
exam-take-back = Remove
exam-left = Left out
exam-left-intro = These are not multiple-choice questions with one right answer, or they cannot be read. The rest is checked without them.
exam-notes = How it was read
exam-all = The exam as it will be checked
exam-no-passage = Without a passage
exam-more = { $n ->
        [one] { $n } more question is not shown here, but is checked
       *[other] { $n } more questions are not shown here, but are checked
    } like the others.
exam-key = key
exam-no-key = no key
exam-passage-named = Passage { $n }
exam-words = { $n ->
        [one] { $n } word
       *[other] { $n } words
    }
exam-download = Download the exam in another format
exam-busy = This exam is being checked, so it was not changed. Wait for the result, then change it.
exam-changed-since = Question { $id } was changed in another window since this form was opened. Nothing was saved here: go back, open the question again, and make your change there.
exam-no-option = Question { $id } does not have the option that was chosen. Nothing was changed.
exam-empty-passage = The passage is empty. Go back and paste its text.
exam-not-lacking = That question already has a passage, or is no longer there. Nothing was changed.

corrected-keys = { $n ->
        [one] The key of { $n } question was
       *[other] The keys of { $n } questions were
    } supplied on the page, not by the file.
corrected-passages = The passage of { $n ->
        [one] { $n } question was
       *[other] { $n } questions was
    } supplied on the page, not by the file.

apart-slow = Reading the file took more than { $seconds } seconds, so it was stopped. An exam of texts takes less than one: split the file, or save it in another format.
apart-large = Reading the file needs more memory than an exam of texts does, so it was stopped. Split the file, or save it in another format.
apart-failed = This file cannot be read: the program that reads it stopped with an error. Save it in another format, and send it again.
apart-busy = Many files are being read at the moment. Wait a minute, and send the file again.
failed-heading = The check stopped
failed-ended = The process that ran the check failed without an error message (code { $code }), perhaps for lack of memory. Start the check again: the scores computed so far are kept.
failed-start = The process that runs the check could not be started ({ $why }). Close other programs, and start the check again.

progress-heading = Being checked
progress-waiting-heading = Waiting
progress-ahead = { $n ->
        [one] { $n } check comes
       *[other] { $n } checks come
    } first. Checks run one at a time.
progress-label = Progress of the check
progress-leave = You may close this page: the check continues, and this address shows the result.
progress-first = Read the rules' findings
progress-first-hint = The models’ answers are added when they are done.
progress-refresh = This page reloads itself.
progress-stop = Stop and delete

result-none = No question that was read has a reason for a second look
result-looks = { $looks ->
        [one] { $looks } question deserves
       *[other] { $looks } questions deserve
    } a second look
result-not-good = A question without a flag is not necessarily a good one.
result-read = Read the report
result-take = To download
result-report = The report
result-report-hint = One page that opens without a network, to read, print or pass on.
result-flags = The flags as a table
result-flags-hint = CSV, for a spreadsheet: question, reason, advice, place.
result-exam = The exam
result-exam-hint = In any format, with your additions.
result-see-exam = See the exam, change it, or check it again

result-severity-serious = serious
result-severity-worth-a-thought = worth a thought
result-severity-remark = remark

download-heading = The exam in another format
download-intro = Click on a format. Every file is read back and compared with the exam before you get it.
download-whole = Keeps everything that was read.
download-loses = { $n ->
    [one] One kind of detail would be lost
   *[other] { $n } kinds of details would be lost
}
download-changes = Keeps every question; these details differ
download-versions = Versions with the options in other orders:
download-versions-get = Download versions as { $title }
download-refused = Cannot store this exam:
download-get-named = Download as { $title }
download-own = { $name }, corrected
download-own-hint = Your own file with your corrections; everything else is unchanged.
download-own-not = It is not certain where these corrections belong in your own file. Make them there yourself, or choose a format below, which includes them:
download-own-part = { $id }: { $part ->
    [passage] passage
    [question] wording of the question
    [key] key
   *[other] option { $part }
}
download-back = Back to the check

exam-columns = Choose the contents of the table's columns
exam-columns-heading = Which column is what?
exam-columns-unknown = This is a table, but its headings do not show which column contains the questions and which the options. Choose them below.
exam-columns-intro = Choose what each column contains; recognised headings are chosen already. Options may be in several columns, one each, or all in one. Columns that you leave out are guessed from their headings, or kept as remarks. Earlier additions and corrections are dropped.
exam-columns-column = Column
exam-columns-example = Begins with
exam-columns-role = Contains
exam-columns-save = Read the table this way
exam-columns-undo = Guess the columns again
exam-columns-lack = No column was chosen for: { $role }. Go back and choose one.
exam-columns-twice = Two columns were chosen for: { $role } ({ $columns }). Go back and keep one.
column-none = guess
column-remark = none of these: a remark
column-passage = passage
column-question = question
column-options = option or options
column-answer = right answer
column-id = name or number of the question
column-level = level

exam-answers = Candidates' answers
exam-answers-intro = If the exam has been sat: the answers, as a learning platform exports them, or a table with a row for each candidate and a column for each question. The report then says how hard each question was and whether it tells strong candidates from weak ones.
exam-answers-file = File of answers
exam-answers-group-by = Column with groups (optional)
exam-answers-group-by-hint = The heading of a column that says who had which form, class or language version. The report then shows questions that are easier for one group than for others who score alike.
exam-answers-cut = Pass mark (optional)
exam-answers-cut-hint = Points, such as 24, or a share, such as 60%. The report then says how many candidates a second exam of this kind would decide alike.
exam-answers-save = Save the answers
exam-cut-none = The pass mark “{ $found }” cannot be used. Expected points from 1 to { $points }, or a share such as 60%.
exam-answers-given = Added:
exam-answers-none = No file of answers was sent. Choose one.

exam-correct = Correct this question
exam-corrected = corrected here
exam-no-question = There is no question { $id } here. Nothing was changed.
exam-empty-option = An option of question { $id } is empty. Go back and fill it in; an option cannot be removed here.
question-heading = Correct question { $id }
question-passage = Passage (for all questions on it)
question-text = Question
question-options = Options, and which of them is right
question-option = Text of option { $letter }
question-is-right = { $letter } is right
question-save = Save
question-undo = Restore the question from the file
question-back = Back to the exam
corrected-questions = The passage, text, options or key of { $n ->
        [one] { $n } question were
       *[other] { $n } questions were
    } corrected on the page and not read from the file.

flags-heading = Dismiss flags
flags-intro = A flag that you have looked at and that needs no change can be dismissed, with a note on why. It stays dismissed in the next check, even of a corrected file of the same name, until the question changes.
flags-note = Note (why nothing needs to change)
flags-dismiss = Dismiss
flags-none = The report has no flags left.
flags-again = The report still shows them.
flags-dismissed-hint = The next check leaves these out. On the command line, magnetite check --dismissed reads the same file:
flags-download = dismissed flags
flags-undo = Undo
result-dismiss = Dismiss flags that need no change
result-severity-fatal = fatal

language-en = English
language-de = Deutsch

organiser-heading = Participants' progress
organiser-intro = Keep this page to yourself: anyone who knows its address can open it. The server makes a new address each time it starts.
organiser-counts = { $finished ->
        [one] { $finished } has
       *[other] { $finished } have
    } finished, { $started ->
        [one] { $started } has
       *[other] { $started } have
    } begun, { $invited ->
        [one] { $invited } has a link but has
       *[other] { $invited } have a link but have
    } not begun, { $new ->
        [one] { $new } has
       *[other] { $new } have
    } no link yet.
organiser-answers = Download all answers (CSV)
organiser-make = { $n ->
        [one] Make a link for the participant who has none
       *[other] Make links for the { $n } participants who have none
    }
organiser-links-heading = Links, shown only this once
organiser-links-intro = Copy them now, and give each participant their own. Only a fingerprint of a link is stored, so it cannot be shown again. You can make a new one; the old one then no longer works.
organiser-links-none = Everyone has a link.
organiser-links-text = Participants and links, to copy
organiser-back = Back to the overview
organiser-participant = Participant
organiser-form = Form
organiser-state = State
organiser-answered = Answered
organiser-seen = Last seen
organiser-link = Link
organiser-new-link = New link
organiser-new-link-named = New link for participant { $number }
organiser-remove = Delete
organiser-remove-named = Delete participant { $number }
organiser-table = Participants
organiser-of = { $answered } of { $of }
organiser-never = –
organiser-add = Add a participant
organiser-reminders = Reminders to copy
organiser-reminders-intro = Reminders do not contain the link, which is not stored: anyone who has lost theirs needs a new one.
organiser-reminder-for = Reminder for participant { $number }
organiser-sure = Delete participant { $number } and all their data?
organiser-sure-intro = { $answered ->
        [one] { $answered } answer
       *[other] { $answered } answers
    }, times, the details they gave and their link are deleted for good. They cannot be restored.
organiser-delete = Delete for good
organiser-keep = Keep
organiser-no-number = There is no participant with that number. Nothing was changed.
organiser-state-new = no link yet
organiser-state-invited = not begun
organiser-state-started = begun
organiser-state-finished = finished
organiser-fields-hidden = The details that participants gave are shown only here; the downloaded answers do not contain them.

# All pages.

error-title = That did not work
error-home = Back to the start
error-back = Your browser's back button leads to where you were.

error-400-title = That request cannot be read
error-400-sentence = Part of it is not as expected. Go back and try again.

error-403-title = That form is no longer valid
error-403-sentence = Its page may be from another window, or cookies may be blocked for this address. Go back, load the page again, and send it once more. Nothing was changed.

error-404-title = There is nothing here
error-404-sentence = The address may be mistyped, or the page may have been deleted.

error-405-title = That address does not accept such a request
error-405-sentence = Go back and use the page's own buttons.

error-form-title = That is too large
error-form-sentence = More was sent than this form accepts. Nothing was stored. Go back, and shorten your text.

error-413-title = That is too large
error-413-sentence = { $most ->
    [0] This is more than is accepted here
   *[other] At most { $most } MiB are accepted here
}; an exam that is only text is far smaller. Remove embedded pictures and sounds, split the file, or use magnetite check in a terminal. Nothing was stored.

error-busy-title = That could not be done just now
error-busy-sentence = Nothing that was stored before is lost. Wait a moment, go back, and send it again. If it happens again, tell the person who sent you the link.

error-500-title = Something went wrong in Magnetite itself
error-500-sentence = Nothing that was stored before is lost. The terminal in which the server runs shows what happened.

common-local = Everything stays on this computer. Nothing is sent anywhere.
common-skip = Skip to the content
