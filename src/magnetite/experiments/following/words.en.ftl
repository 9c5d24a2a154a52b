look-following = Two systems answer the same questions, one with the passage and one without. If the one with the passage chooses as the other does, even where that is wrong, it may be taking the same shortcut instead of reading. Then it is given a passage that belongs to other questions: a system that reads should change its answers.
    .agreement = answered alike with the passage and without
    .agreement-expected = would be, by chance alone
    .follows-wrong-shortcut = of the shortcut's wrong answers given with the passage too
    .unchanged-with-random-passage = of answers stay the same with another passage
