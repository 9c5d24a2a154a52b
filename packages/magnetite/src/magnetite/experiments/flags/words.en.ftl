# The words of rules: severities, where a flag comes from, why a rule was not applied, and what each rule says.

severity-fatal = fatal
severity-serious = serious
severity-worth-a-thought = worth a thought
severity-remark = remark
worth-all = nearly all such flags are right
worth-of-ten = right in about { $of } of 10 such flags{ $ends ->
    [apart] { " " }({ $low } to { $high })
   *[other] { "" }
}
worth-of-ten-known = right in about { $of } of 10 such flags, by your settings
worth-none = almost no such flag is right
worth-short = { $of ->
    [0] almost never right
    [10] nearly always right
   *[other] right in { $of } of 10
}
worth-unmeasured = how often such flags are right was not measured

source-candidates = found in candidates' answers
source-model = found by a model that answered the question
source-rule = found in the text by a rule

form-clause = a full sentence
form-noun-phrase = a noun
form-to = “to” + verb
form-ing = a verb in -ing
form-by = a phrase with “by”
form-because = a “because” clause
form-preposition = a phrase with a preposition
form-verb = a verb
form-singular-verb = a verb in -s
form-adjective = an adjective

mark-with = with
mark-without = without

reason-answers = no candidates' answers were given
reason-groups = no column of candidates' groups was named, or none is large enough to compare
reason-candidates = { $found ->
        [one] { $found } candidate's answer is
       *[other] { $found } candidates' answers are
    } too few; at least { $needed } are needed
reason-switched-off = switched off in the settings
reason-views = it needs { NAME($views, of: "view") }
reason-interference = no search for magnet options has been made
reason-verdicts = no model that judges each option by itself was asked
reason-cut = the passage is too long for the model
reason-key = the right answer is not known
reason-passage = there is no passage
reason-guessing = on this exam, { NAME($views, of: "view") } is not clearly better than guessing
reason-luck = on this exam, most of its flags could be mere luck
note-set-aside = { QUOTE($option) } is an option of { $offered } questions. In { PERCENT($taken) } of them { NAME($view, of: "view") } chooses it; it is right in { PERCENT($right) }. That is a habit of the model, not an answer, so questions in which the model chooses it, or whose key it is, do not count when the model's flags are judged.
note-not-english = This exam is not in English. { $rules } rules do not know its language and were not applied, so finding little here means little.
note-learned-english = The model learned from English questions ({ $data }). How well it does in the language of this exam has not been measured, so treat its findings as hints.
note-learned-english-german = The model learned from English questions ({ $data }). On { $questions } that exist in both languages it answers { SHARE($english) } correctly in English and { SHARE($german) } ({ $interval }) in German{ $verdict ->
    [above] : it understands German questions in part, so treat its findings as hints
    [below] , fewer than guessing would, so do not rely on its findings about this exam
   *[open] , not clearly more than guessing would, so do not rely on its findings about this exam
}.
note-learned-unknown = The languages that the model has learned are not known, so treat its findings about this exam as hints.
reason-language = not in a language that this rule knows
reason-shared = its options are a list that other questions share
reason-questions = { $found ->
        [one] { $found } question is
       *[other] { $found } questions are
    } too few; at least { $needed } are needed

all-questions = { $together ->
    [1] {""}
   *[other] , a range that allows for all { $together } questions
}
all-options = { $together ->
    [1] {""}
   *[other] , a range that allows for all { $together } options compared
}
all-comparisons = { $together ->
    [1] {""}
   *[other] , a range that allows for all { $together } comparisons
}

rule-wrong-option-draws-the-best =
    .title = The best candidates choose a wrong option
    .sentence = { PERCENT($share) } of { $candidates } candidates choose { $option }, and the better they do on the other questions, the more often they do so (correlation { DECIMAL($correlation, digits: 2) }, { DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }{ all-options }). { PERCENT($key_share) } choose { $key }, which is keyed as right.
    .advice = Check the answer key first: is { $option } right? If { $key } is, look for a reading of the question under which { $option } can be defended, and reword it. Until then, the question should not count.

rule-negative-discrimination =
    .title = Weaker candidates do better on this question
    .sentence = Those who do well on the other questions solve this one less often than those who do badly: discrimination { DECIMAL($discrimination, digits: 2) } ({ DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }{ all-questions }). { PERCENT($right) } of { $candidates } candidates choose { $key }, the keyed answer.
    .advice = Check the answer key. If it is right, find out what misleads stronger candidates: a word with two meanings, an exception that they think of, a second right option.

rule-low-discrimination =
    .title = Does not separate strong from weak candidates
    .sentence = Whether candidates solve it has little to do with how they do on the other questions: discrimination { DECIMAL($discrimination, digits: 2) } ({ DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }{ all-questions }). { PERCENT($right) } of { $candidates } candidates choose { $key }, the keyed answer.
    .advice = Look at who chose what: guessing, a clue, or a question about something other than the rest of the exam all look like this. Reword or replace the question.

rule-wrong-option-rises =
    .title = Better candidates choose a wrong option more often
    .sentence = { PERCENT($share) } of { $candidates } candidates choose { $option }, and those who do well on the other questions do so more often than those who do badly (correlation { DECIMAL($correlation, digits: 2) }, { DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }{ all-options }). { PERCENT($key_share) } choose { $key }, the keyed answer.
    .advice = Find out what speaks for { $option }: a second right answer, or a reading of the question that only careful readers think of. Reword the option or the question so that no one can defend it.

rule-easier-for-a-group =
    .title = Easier for one group than for others who score alike
    .sentence = Among candidates with the same score, { $favours ->
            [group] group { QUOTE($group) } solves
           *[others] { $against ->
                [rest] the other groups solve
               *[one] group { QUOTE($others) } solves
            }
        } it more often than { $favours ->
            [group] { $against ->
                [rest] the other groups
               *[one] group { QUOTE($others) }
            }
           *[others] group { QUOTE($group) }
        }: D { DECIMAL($difference, digits: 2) } ({ DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }{ all-comparisons }), class { $size }, where above 0 means easier for group { QUOTE($group) } ({ $members } candidates; { $rest } others).
    .advice = Ask what one group knows or saw and the other did not: a word, a topic, a translation, another order or print. If that has nothing to do with what the exam measures, change the question or leave it out for all.

rule-worse-than-guessing =
    .title = Fewer candidates are right than guessing would give
    .sentence = { PERCENT($right) } of { $candidates } candidates choose { $key }, the keyed answer ({ PERCENT($right_low) } to { PERCENT($right_high) }{ all-questions }); blind guesses would be right { PERCENT($guessing) } of the time. Guessing does not explain that.
    .advice = Check the answer key first, and the option that most candidates take. If the key is right, the question misleads, or its subject was not taught.

rule-too-hard-for-candidates =
    .title = Much harder than the rest
    .sentence = { PERCENT($right) } of { $candidates } candidates choose { $key }, the right answer ({ PERCENT($right_low) } to { PERCENT($right_high) }{ all-questions }); { PERCENT($rest) } solve a typical question of this exam.
    .advice = Look at the option that most candidates take instead. Ask whether the subject was taught, and whether the exam needs a question this hard.

rule-too-easy-for-candidates =
    .title = Much easier than the rest
    .sentence = { PERCENT($right) } of { $candidates } candidates choose { $key }, the right answer ({ PERCENT($right_low) } to { PERCENT($right_high) }{ all-questions }); { PERCENT($rest) } solve a typical question of this exam. It does little to rank candidates.
    .advice = Keep it if everyone must know this, or as an opening. Otherwise make the wrong options more tempting.

rule-option-nobody-chooses =
    .title = An option that almost no one chose
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } was
           *[other] Options { $letters } were
        } chosen by { $most ->
            [0] none
            [one] at most 1
           *[other] at most { $most }
        } of { $candidates } candidates. So for these candidates the question had fewer than { $options } options in effect.
    .advice = Replace { COUNT($letters) ->
            [one] it by a mistake that candidates make, or leave it out
           *[other] them by mistakes that candidates make, or leave them out
        }: three good options are better than four with a weak one.

rule-answerable-without-passage =
    .title = A model answers it without the passage
    .sentence = Without the passage, the model's probability for the right answer ({ $key }) is { PERCENT($probability) }; a blind guess has { PERCENT($chance) }. About { DECIMAL($effective, digits: 1) } of { $options } options still look possible to it.
    .advice = Ask for something that only the passage tells. Or make the wrong options look right to someone who has not read: as likely, as sensible, as closely tied to the question.

rule-answerable-from-options =
    .title = A model answers it from the options only
    .sentence = From the options only, without even the question, the model's probability for the right answer ({ $key }) is { PERCENT($probability) }; a blind guess has { PERCENT($chance) }. About { DECIMAL($effective, digits: 1) } of { $options } options still look possible to it.
    .advice = Look at the options as someone who does not know the question. Is the right one the only one that makes sense, or the most careful or most detailed? Write wrong options of the same kind.

rule-another-option-fits-better =
    .title = Having read the passage, a model prefers another option
    .sentence = With the passage, the model's probability for { $other } is { PERCENT($other_probability) }, and for { $key }, which is keyed as right, { PERCENT($probability) }.
    .advice = Check the answer key first. If it is right, check whether { $other } can be defended as well. If it cannot, the model is mistaken and nothing needs to change.

rule-passage-misleads =
    .title = The passage leads a model away from the answer
    .sentence = The model's probability for the right answer ({ $key }) is { PERCENT($without) } without the passage and { PERCENT($given) } with it, where { $other } comes first.
    .advice = Check the answer key, and whether the passage says something in favour of { $other }. If readers could be misled by accident, reword the question or that option.

rule-another-option-supported =
    .title = Judged by itself, another option seems right, too
    .sentence = Shown one option at a time after reading the passage, the model's probability that it is right is { PERCENT($probability) } for { $other } and { PERCENT($supported) } for the key, { $key }.
    .advice = Make sure that the passage rules { $other } out. If it can be defended, sharpen the question or change the option.

rule-two-options-fit =
    .title = A model is torn between two options
    .sentence = After reading the passage, the model cannot decide between { $letters }: together they have a probability of { PERCENT($together) }, about half of it each.
    .advice = Make sure that the passage supports one of them only. If both can be defended, sharpen the question or change the wrong one.

rule-passage-hardly-helps =
    .title = Reading barely changes a model's answer
    .sentence = The model's probability for the right answer ({ $key }) is { PERCENT($given) } with the passage and { PERCENT($without) } without it.
    .advice = Ask for something that only the passage tells, or replace the options that can be ruled out without it.

rule-magnet-like-option =
    .title = Models that have not read prefer a wrong option
    .sentence = For models that have not read the passage, the probability of { $option }, { QUOTE($text) }, is at least { PERCENT($share) }, and that of the right answer at most { PERCENT($key_share) }.
    .advice = A tempting wrong option is good if it tempts those who misread. Make sure that the passage clearly rules this one out, and that its wording is not what attracts, for example by being the most general or the most careful.

rule-known-magnet =
    .title = This option attracted a model whatever was asked
    .sentence = In a search for such options, { QUOTE($text) } ({ $option }) beat all the proper options in { PERCENT($interference) } of the questions that it had nothing to do with.
    .advice = Replace it with an option that is about this passage.

rule-option-nobody-takes =
    .title = An option that no model takes
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } has
           *[other] Options { $letters } have
        } a probability of at most { PERCENT($most) } for every model, with or without the passage. So the question has fewer than { $options } options in effect.
    .advice = Replace { COUNT($letters) ->
            [one] it by a mistake that a reader could make, or leave it out
           *[other] them by mistakes that a reader could make, or leave them out
        }: three good options are better than four with a weak one.

rule-empty-option =
    .title = An option is empty
    .sentence = { $right ->
            [yes] Option { $letters } has no text, and is keyed as right
           *[no] Options without a text: { $letters }
        }.
    .advice = Type its text, or remove it. If there was a picture or a formula, it was lost before the file was read.

rule-key-stands-twice =
    .title = The right answer appears twice
    .sentence = Options { $letters } say the same, and one of them is keyed as right: { QUOTE($first) } and { QUOTE($second) }.
    .advice = Replace one of them with a wrong option. As it is, a candidate who chooses the other is right and scores no point.

rule-options-say-the-same =
    .title = Two options say the same
    .sentence = Options { $letters } say the same: { QUOTE($first) } and { QUOTE($second) }.
    .advice = Keep one of them: if one is wrong, both are, and can be ruled out at once.

rule-options-nearly-the-same =
    .title = Two options mean nearly the same
    .sentence = Options { $letters } mean nearly the same: { QUOTE($first) } and { QUOTE($second) }.
    .advice = Replace one of them. If one is right, the other can be defended; if one is wrong, both can be ruled out.

rule-overlapping-ranges =
    .title = Ranges overlap
    .sentence = Some values belong to two of the options { $letters }, such as { QUOTE($first) } and { QUOTE($second) }.
    .advice = Let each range end before the next begins: 10–19, 20–29.

rule-option-holds-another =
    .title = One option includes another
    .sentence = If { $outer } is right, { $inner } is right as well, because { $outer } says the same and more, or sets a narrower limit.
    .advice = Make the options exclude each other: change the one that includes the other.

rule-same-question-two-keys =
    .title = The same question has two right answers
    .sentence = Here { QUOTE($key) } is right; in { COUNT($others) ->
            [one] question { $others }, which has the same options,
           *[other] questions { $others }, which have the same options,
        } it is { QUOTE($other) }.
    .advice = Decide which answer is right, and keep one of the questions.

rule-duplicated-question =
    .title = The question is asked more than once
    .sentence = The exam asks the same, or nearly the same, in { COUNT($others) ->
            [one] question { $others }
           *[other] questions { $others }
        }.
    .advice = Keep one of them.

rule-questions-in-versions =
    .title = Passages appear in several versions
    .sentence = { $repeated } of { $questions } questions are asked about more than one passage: { $groups } different ones, each up to { $times } times. For example, { $example } are the same.
    .advice = If the versions are meant, such as one for each level, check one of them at a time. If not, keep one of each.

rule-question-of-another-passage =
    .title = The question may belong to another passage
    .sentence = Words of the question and its options, { QUOTE($words) }, are not in its own passage, but in that of question { $other }.
    .advice = Check whether the question is under the right passage.

rule-words-not-in-passage =
    .title = None of its words are in the passage
    .sentence = None of the main words of the question ({ $words }) or of its options occurs in the passage.
    .advice = Check whether the question belongs to this passage. If it asks about the main idea, the tone or how things are related, nothing needs to change.

rule-option-combination =
    .title = An option combines others
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } refers to the others as a group: { QUOTE($text) }
           *[other] Options { $letters } refer to the others as a group, for example { QUOTE($text) }
        }.
    .advice = Replace { COUNT($letters) ->
            [one] it with an option that says something of its own
           *[other] them with options that say something of their own
        }. Anyone who can confirm or rule out one or two of the others has this kind of option for free, and an option that names letters breaks when options are shuffled.

rule-combination-throughout =
    .title = The same “none” or “all” again and again
    .sentence = { $count } of { $questions } questions offer { QUOTE($text) }. This is reported once, here, and not for each of them.
    .advice = If you want it, make it right about as often as any other option; candidates who notice that it is almost never right will stop reading it. Otherwise replace it with a real wrong answer in each question.

rule-recombined-parts =
    .title = Options combine the same parts
    .sentence = All options are put together from a few parts, such as { QUOTE($parts) }.
    .advice = Ask about each part by itself: anyone who is sure of one part can rule out several options at once.

rule-absolute-terms =
    .title = Absolute words mark the wrong options
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } is wrong and says
           *[other] Options { $letters } are wrong and say
        } { QUOTE($words) }; the right answer says nothing so absolute.
    .advice = Experienced candidates rule out “always” and “never” without reading. Word the wrong options as carefully as the right one.

rule-absolute-option =
    .title = An absolute word
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } says
           *[other] Options { $letters } say
        } { QUOTE($words) }.
    .advice = Few things are always so, and candidates know it. Word the option more carefully, unless this word is what you are testing.

rule-vague-terms =
    .title = A vague word
    .sentence = { COUNT($letters) ->
            [one] Option { $letters } says
           *[other] Options { $letters } say
        } { QUOTE($words) }, which different readers take differently.
    .advice = Say how often or how many, or leave the word out, unless this word is what you are testing.

rule-repeated-opening =
    .title = All options begin alike
    .sentence = All options begin with { QUOTE($opening) }.
    .advice = Move these words into the question, so that the options are shorter and easier to compare.

rule-longest-key =
    .title = The right answer is the longest
    .sentence = The right answer, { $key }, has { $length } characters; the next longest option has { $other }.
    .advice = Shorten the right answer, or give the wrong options as much detail.

rule-option-length-stands-out =
    .title = One option stands out by its length
    .sentence = Option { $letters } has { $length ->
            [one] { $length } character
           *[other] { $length } characters
        }; the option closest to it in length has { $other }.
    .advice = Bring the options to about the same length: what stands out is taken or avoided without reading.

rule-uneven-lengths =
    .title = Options of uneven lengths
    .sentence = The longest option, { $longest }, has { $length } characters; the shortest, { $shortest }, has { $other }.
    .advice = Bring the options to about the same length: candidates who do not know the answer go by length.

rule-key-repeats-passage =
    .title = Only the right answer uses the passage's words
    .sentence = { PERCENT($share) } of the main words of the right answer, { $key }, come from the passage ({ QUOTE($words) }); in every other option, { $other_share ->
            [0] none
           *[other] at most { PERCENT($other_share) }
        } do.
    .advice = Put the right answer in other words, or let wrong options use words of the passage too. As it is, matching words is enough.

rule-key-echoes-question =
    .title = The right answer repeats words of the question
    .sentence = The right answer, { $key }, repeats more words of the question than any other option: { QUOTE($words) }.
    .advice = Use other words in the right answer, or take up the question in a wrong option too.

rule-key-shares-most =
    .title = The right answer is the one most like the others
    .sentence = No other option shares a larger part of its words with the rest than the right answer, { $key }: { QUOTE($words) }.
    .advice = Spread the shared words evenly over the options: otherwise candidates can find the right one by counting repeated words.

rule-article-cue =
    .title = “a” or “an” rules options out
    .sentence = The question leads up to { QUOTE($word) }, which { COUNT($letters) ->
            [one] option { $letters }
           *[other] options { $letters }
        } cannot follow. That leaves { $left ->
            [one] only { $left } option
           *[other] at most { $left } options
        }.
    .advice = Write “a/an” in the question, or put the article into the options.

rule-verb-disagrees =
    .title = The verb in the options rules some out
    .sentence = The verb of { COUNT($letters) ->
            [one] option { $letters }, { QUOTE($word) }, does not agree
           *[other] options { $letters }, such as { QUOTE($word) }, does not agree
        } with the question. That leaves { $left ->
            [one] { $left } option
           *[other] { $left } options
        }.
    .advice = Let the verb of every option agree with the question, or move it into the question.

rule-form-cue =
    .title = The wording of the question rules options out
    .sentence = In grammar, { COUNT($letters) ->
            [one] option { $letters } does
           *[other] options { $letters } do
        } not go with { QUOTE($word) } in the question. That leaves { $left ->
            [one] only { $left } option
           *[other] at most { $left } options
        }.
    .advice = Let every option continue or answer the question in the same form, unless the form is what you are testing.

rule-number-cue =
    .title = The verb in the question rules options out
    .sentence = The verb { QUOTE($word) } does not agree with { COUNT($letters) ->
            [one] option { $letters }
           *[other] options { $letters }
        }. That leaves { $left ->
            [one] { $left } option
           *[other] { $left } options
        }.
    .advice = Make all options singular or all plural, or word the question so that the verb fits both.

rule-negation-not-highlighted =
    .title = A “not” that is easily overlooked
    .sentence = The word { QUOTE($word) } reverses the question, and nothing makes it stand out.
    .advice = Ask for what is true, if you can. If not, write the word in capitals or in bold type.

rule-negative-question =
    .title = A “why not” that is easily misread
    .sentence = The question asks why something is not so, and nothing makes { QUOTE($word) } stand out.
    .advice = Ask for what is so, if you can (“Why is … closed?”). If not, write the word in capitals or in bold type.

rule-negated-twice =
    .title = A “not” in the question and in the options
    .sentence = The question asks for what is not true ({ QUOTE($word) }), and { COUNT($letters) ->
            [one] option { $letters } says
           *[other] options { $letters } say
        } “not” as well.
    .advice = Word either the question or the options without “not”: a double negative tests logic, not what you teach.

rule-asks-for-exception =
    .title = Asks for the exception
    .sentence = { QUOTE($word) } makes this a question about what does not fit.
    .advice = Ask for what fits, if you can: knowing what is wrong is not yet knowing what is right.

rule-blank-inside =
    .title = A blank inside the question
    .sentence = The question continues after its gap: { QUOTE($text) }.
    .advice = Ask a full question, or move the gap to the end. In a test of grammar the gap may have to stay where it is.

rule-question-without-topic =
    .title = The question has no topic
    .sentence = The question only asks which statement fits: { QUOTE($question) }. What it is about is left to the options.
    .advice = Say in the question what it is about. A good question can be answered before the options are seen.

rule-option-form-stands-out =
    .title = One option has another form
    .sentence = Option { $letters } has a different form ({ NAME($odd, of: "form") }) from all the others ({ NAME($usual, of: "form") }).
    .advice = Give all options the same grammatical form, one that continues the question.

rule-option-forms-differ =
    .title = Options of different forms
    .sentence = Options { $letters } differ in form; for example, one is { NAME($first, of: "form") }, another { NAME($second, of: "form") }.
    .advice = Give all options the same grammatical form, one that continues the question, unless the form is what you are testing.

rule-key-mark-stands-out =
    .title = A full stop marks the right answer
    .sentence = The right answer, { $key }, is the only option { NAME($mark, of: "mark") } a full stop at its end.
    .advice = Punctuate all options alike.

rule-numbers-out-of-order =
    .title = Numbers are not in rising order
    .sentence = The options are numbers, but do not rise from the first to the last. From the smallest to the largest: { $letters }.
    .advice = Put numbers in order, so that no one overlooks one. (If your system shuffles the options anyway, you can ignore this.)

rule-key-positions-unbalanced =
    .title = Right answers are unevenly spread over the letters
    .sentence = Among { $questions } right answers, { $most_count } are { $most } and { $least_count } are { $least }: { $counts }. By chance, a spread this uneven would occur { PERCENT($p) } of the time.
    .advice = Move right answers until each letter has about the same number. Or let your system shuffle the options.

rule-same-letter-run =
    .title = The same letter many times in a row
    .sentence = From question { $first } to question { $last }, the right answer is { $letter } { $run } times in a row. If letters were drawn at random, a run this long would occur { PERCENT($p) } of the time.
    .advice = Move some right answers: candidates begin to doubt a run, or to trust it.

rule-keys-often-longest =
    .title = The longest option is right too often
    .sentence = In { $longest } of { $questions } questions that have a longest option, it is the right one ({ PERCENT($share) }); by chance it would be { PERCENT($expected) }, and this many or more would occur { PERCENT($p) } of the time.
    .advice = Shorten right answers, or lengthen wrong ones, until length gives nothing away.
