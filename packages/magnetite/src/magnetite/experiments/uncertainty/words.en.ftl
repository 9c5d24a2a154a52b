look-uncertainty = Is a system less sure when no option is right, and is it right where it is sure? Each question is asked without its key, and for comparison without a wrong option.
    .area-under-the-curve = area under the curve: how well the entropy tells that the key is gone (50% is guessing)
figure-uncertainty = Share of right answers if only the questions with the lowest entropies are answered (95% intervals).

uncertainty-nothing = It is unknown whether the system's uncertainty tells that a key is gone: finding out takes questions with an answer and three options or more.
uncertainty-key = A question without its key has a higher entropy than one without a wrong option in { SHARE($area) } ({ $interval }) of all pairs of { $questions }, which is the area under the curve: { $verdict ->
    [above] the system is less sure when the key is gone
    [below] the system is surer when the key is gone
    [level] the system is as sure when the key is gone
   *[open] these questions do not show whether the system is less sure when the key is gone
}.
uncertainty-members = For the { $members } members of the system, the area is { SHARE($expected_entropy) } by their mean entropy and { SHARE($mutual_information) } by how far they disagree.
uncertainty-halves = The half of the questions with the lowest entropies has { SHARE($sure) } right answers, the other half { SHARE($unsure) }: { $verdict ->
    [above] the system is right more often where it is sure
    [below] the system is right less often where it is sure
    [level] the system is right as often where it is sure
   *[open] these questions do not show whether the system is right more often where it is sure
}, a difference of { $gain }.
uncertainty-note-left-out = { $questions } left out: without a known answer, or with only two options.
uncertainty-note-lists = With the key and without it, the lists have the same number of options, one fewer than the question has. A wrong option may be the one that made the question hard, so a list without it can be easier than the question itself.
uncertainty-note-guess = Points a question: a right answer wins 1 point, a wrong one among n options costs 1/(n − 1), and a question that is left out wins nothing. A blind guess wins nothing on average.
