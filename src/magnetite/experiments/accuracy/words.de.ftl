note-standing = Am Testteil von RACE, englischen Schulprüfungen, wurde das System mit { PERCENT($measured) } gemessen. { $verdict ->
    [guessing] Hier ist es von Raten nicht zu unterscheiden: Was es mit diesen Fragen macht, sagt wenig über sie.
    [below] Hier erreicht es deutlich weniger: Vielleicht kennt es diese Art von Prüfung nicht. Was es zu einzelnen Fragen sagt, ist nur ein Hinweis.
   *[as-measured] Hier ist es ebenso gut oder besser; seine Antworten verdienen so viel Vertrauen wie dort.
}
