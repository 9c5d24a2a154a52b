look-marked = Does a system find its answers where people found them? Each sentence of the passage is taken away in turn. The decisive sentence is the one without which the right answer gets the least probability. It is compared with the span that people marked as critical, and with the one that misleads.
    .decisive-sentence-inside = of the decisive sentences overlap the critical span

marked-nothing = It is unknown whether answers rest on what people marked: finding out takes questions with an answer and a critical span, passages of two sentences or more, and a system that sees them.
marked-overlap = The decisive sentence overlaps the { $span ->
    [critical] span that people marked as critical
   *[distractor] span that misleads
} in { SHARE($share) } ({ $interval }) of { $questions }, a sentence drawn at random in { SHARE($chance) }: { $verdict ->
    [above] more often than by chance
    [below] less often than by chance
    [level] as often as by chance
   *[open] these answers do not show whether that differs from chance
}, a difference of { $gain }.
marked-cost = On { $questions }, { $verdict ->
    [above] fewer right answers are lost without the { $span ->
        [critical] critical
       *[distractor] misleading
    } span than without another stretch as long
    [below] more right answers are lost without the { $span ->
        [critical] critical
       *[distractor] misleading
    } span than without another stretch as long
    [level] as many right answers are lost without the { $span ->
        [critical] critical
       *[distractor] misleading
    } span as without another stretch as long
   *[open] these answers do not show whether losing the { $span ->
        [critical] critical
       *[distractor] misleading
    } span costs more right answers than losing another stretch as long
}: a difference of { $gain }.
marked-note-left-out = { $questions } left out: without a known answer or a critical span, or with a passage of a single sentence.
marked-note-no-stretch = In { $questions }, the passage has no other stretch as long as the critical span; these are left out of the comparison with one.
marked-note-decisive = The decisive sentence is found only by its cost, without regard to what people marked. If an answer appears in several sentences, or is found without the passage, no sentence decides, and chance decides which one costs most.
