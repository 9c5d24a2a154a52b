description-contents = { $name } has { $questions } { $passages ->
    [0] without passages
    [one] on one passage
   *[other] on { GROUPED($passages) } passages
}, { $equal ->
    [yes] { $least } options each
   *[no] { $least } to { $most } options
}; { $known } with a known answer.
description-baselines = A blind guess is right { SHARE($guess) } of the time. Always choosing the longest option is right { SHARE($longest) } of the time ({ $interval }), { $side ->
    [above] clearly more often than guessing
    [below] clearly less often than guessing
    [level] about as often as guessing
   *[open] not clearly more or less often than guessing
}.
description-baselines-few = A blind guess is right { SHARE($guess) } of the time, always choosing the longest option { SHARE($longest) }. { $units } { $count ->
    [one] is
   *[other] are
} too few to compare the two.
description-keys = Right answers by letter: { $counts }.
description-keys-tested = Right answers by letter: { $counts } (chi-squared test of an even spread: p = { DECIMAL($p, digits: 2) }).
description-problems = To look at: { $faults }.
description-fault = { LABEL($kind) } ({ GROUPED($count) })
description-no-problems = No duplicates, empty parts or identical options.
description-left-out = { $questions } left out; the first: { PLACE($where) }: { $reason }
description-parts-left-out = { $parts ->
    [0] Nothing was left out.
    [one] One part of the file was left out.
   *[other] { GROUPED($parts) } parts of the file were left out.
}
description-tables = Add --tables to see the tables behind this summary.
