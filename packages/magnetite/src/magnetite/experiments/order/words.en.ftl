look-order = The same questions once more, with their options shown in other orders. Nothing that matters has changed, so every answer should stay. A system that prefers a position, whatever option is there, loses questions whose answer is elsewhere, and looks better than it is on an exam whose answers are often in that position.
    .answer-changes = of questions are answered differently in another order
    .right-in-all-rotations = right in every rotation of the options
    .most-chosen-position = of choices are the option shown as { $group }
    .debiasing-adds = to accuracy over the orders, with the preference divided out
    .run = Order of options:
figure-accuracy-by-order = The same questions with their options in other orders. The letters are those of the exam, so the first row is the exam as it is. { figure-intervals }
figure-position-shares = How often the system chooses the option in each position, over all questions and orders. Without a preference all bars end at the orange marks, whatever the system knows. A green diamond is the share that the estimated preference predicts for a question that the system knows nothing about. { figure-intervals }
figure-order-trace = One question in every order that was tried: the darker a cell, the surer the system is of that option. A system that does not mind the order has columns of one shade.

order-option-wise = The { $view } system scores every option by itself and is not shown the others, so the order of the options cannot change its answers; no scores were needed.
order-changes = The answer changes with the order of the options on { SHARE($changes) } of { $questions }.
order-accuracy = { SHARE($mean) } are right on average over the orders, between { SHARE($low) } and { SHARE($high) } from order to order{ $options ->
    [0] {""}
   *[other] {" "}(questions with { $options } options)
}, and { SHARE($everywhere) } in all rotations.
order-few-passages = These are too few passages to tell whether it prefers a position.
order-preference = { $verdict ->
    [above] It prefers the option shown as { $position }, chosen
    [level] It prefers no position by more than five points: most often it chooses the option shown as { $position },
   *[open] { $uneven ->
        [uneven] It does not choose all positions equally often, but these questions do not show which one it prefers; most often it chooses the option shown as { $position },
       *[even] Nothing shows that it prefers a position; most often it chooses the option shown as { $position },
    }
} { SHARE($chosen) } of the time ({ $interval }); a system without a preference would choose it { SHARE($even) } of the time.
order-debiased = With that preference divided out, accuracy over the orders goes from { SHARE($before) } to { SHARE($after) } on { $questions } that had no part in estimating it{ $verdict ->
    [above] , which is better
    [below] , which is worse
    [level] , which is as good
   *[open] ; these questions do not show whether that is better
}: a difference of { $gain }.
order-note-every = Each question was asked in every rotation of its options, so every option was shown once in every position. Position and letter are the same here: the first option shown is A.
order-note-drawn = Each question was asked in { $several ->
    [none] { GROUPED($orders) } orders of its options
   *[other] several orders of its options ({ $several })
}, the same for all questions with that number of options; every option was shown equally often in every position. Position and letter are the same here: the first option shown is A.
order-of-options = { GROUPED($orders) } with { $options } options
order-note-pride = The preference was estimated without keys, on { $questions } drawn by seed (PriDe, Zheng et al. 2024): per question the mean over orders of the positions' log-probabilities, averaged over the questions. Accuracy before and after it is divided out is measured on the others.
order-note-few = There are too few questions with { $options } options to estimate their preference on some and measure on the others.
order-either = { OR($options) }
order-note-unknown = { $questions } without a known answer: shares of right answers leave them out.
order-note-silent = In { GROUPED($askings) } of { GROUPED($all) } answers the system named no option: they count as wrong and are left out of the positions.
order-note-ties = In { GROUPED($askings) } of { GROUPED($all) } answers several options share the top score: each of two counts as half right, each of three as a third, and these answers are left out of the positions.
order-note-view = The system saw the view { $view }, the most complete available, not the whole question.
order-trace = { $id }, order by order

order-line = { $line } (of { $options })
