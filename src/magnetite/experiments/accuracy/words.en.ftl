note-standing = On RACE test, English school exams, the system was measured at { PERCENT($measured) }. { $verdict ->
    [guessing] Here it cannot be told from guessing: what it does with these questions says little about them.
    [below] Here it gets clearly less: it may not know this kind of exam. Take what it says of single questions as a hint.
   *[as-measured] Here it does as well or better, so its answers deserve as much trust as they do there.
}
