# What a report shows.

report-run = Audit of
figure-intervals = Each thin line is an interval: it contains the true value about 95 times in 100.

report-skip-questions = Skip to the questions
report-skip-results = Skip to the results
report-parts = Parts of this report
report-behind = The numbers behind { $figures ->
    [0] this table
    [one] this figure
   *[other] these figures
}
report-keyed = { $questions } questions, with their right answers
report-numbers = All numbers of this part, with their intervals
report-numbers-all = All numbers, with their intervals
report-open = Open a question to read it with its passage, options and chosen answers.
report-left-out = This page shows the first { GROUPED($shown) } questions. The other { GROUPED($left) } are in items.csv and items.parquet in the same folder.
report-script = This table needs JavaScript. The same rows are in items.csv, in the same folder as this page.
report-method = How this was measured
report-one-per-view = One system for each view.
report-systems = “Truncated” is the share of questions whose passage had to be cut to fit. A system of several members answers with the mean of their probabilities.
report-trained = How these systems were trained
report-while = Measured during training, on the training questions.
report-prompt = How the model is asked: the prompt “{ $name }”
report-examples = Solved examples shown before each question, in this order ({ $count }): { $examples }.
report-repeat = To repeat this run
report-words = What these words mean
report-made = Made by Magnetite. This file contains everything it shows and loads nothing. Figures are drawn by Vega, Vega-Lite and Vega-Embed (© University of Washington Interactive Data Lab and contributors, BSD 3-Clause), which are part of it.
report-withheld = { $figures ->
    [one] A figure is
   *[other] { $figures } figures are
} not drawn: most of { $figures ->
    [one] its
   *[other] their
} points would represent fewer than 20 questions, which say little.
report-continued = { $title } (continued)
report-facts = Data, time, cost and fingerprints
report-look-first = Look first at:
report-rows = { GROUPED($rows) } more rows are in findings.json.
report-more = { $more } more
report-no-options = This run does not store the options.
report-no-own-options = This run does not store the question's own options.
report-passage-of = Passage of question { $number }
report-passage-of-example = Passage of example { $number }
report-key-of = Key of question { $number }
report-no-key = The key is not known.
report-among = { $id } among all questions
report-first-rows = { $title } (first { $rows } of { GROUPED($all) })
report-first-columns = { $title }; the first { $columns } of { $all } columns
report-counts = { $questions } on { $passages }
report-system = model: { $systems }
report-fingerprint = fingerprint { $fingerprint }
report-note = Note: { $note }
report-cost = Cost: { $cells } scores, { $spared } of them repeated or already stored; { $seconds } seconds.
report-cost-seconds = Cost: { $seconds } seconds.
report-cost-cells = { $cells } scores needed, { $scored } computed, { $stored } already stored, { $seconds } seconds
report-cut = Passages cut to fit: { $views }.

# What the page's script says; a name in braces is filled in there.

script-save = Save this figure as { $kind }
script-question = question
script-id = id
script-level = level
script-key = key
script-effective = effective options, { $view }
script-beaten = beaten by
script-only = Only questions
script-only-wrong = answered wrong
script-only-without = answered without the passage
script-only-beaten = beaten by an irrelevant option
script-only-attacked = right until the attack
script-only-keyless = without a key
script-right = right
script-wrong = wrong
script-no-question = (no question)
script-empty = (empty)
script-passage = Passage { $passage }
script-percent = %
script-chosen = chosen with { $view }
script-more = Show more questions
script-match = { $match } match;{" "}
script-shown = { $shown } of { $all } questions shown.
script-find = Find
script-all = all
script-level-of = Level
script-copy = Copy
script-copied = Copied
script-copy-table = Copy the table: { $title }
script-save-table = Save the table as CSV: { $title }
script-link = Link to this question
script-caption = Every question, with the option chosen under each view
script-reset = Reset
runs-title = { GROUPED($runs) } { $runs ->
    [one] run
   *[other] runs
}
runs-intro = One line per run, with its report's answers (✓ yes or no harm, ✗ no or harm, ? not shown) and the first number of each finding with its 95% interval. Click a heading to sort, or a name to open the report.
runs-differences = Each pair of runs on the questions that both have, matched by their texts: the difference between the shares of “yes”, in percentage points, with a 95% interval clustered by passage. A difference is clear if its interval excludes zero, and a paired test does too when all differences on this page are tested together (Holm): if there is no real difference at all, any is clear on one page in twenty.
runs-unread = Not read: { $why }
runs-left = { GROUPED($left) } further differences do not fit on the page.
