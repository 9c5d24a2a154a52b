"""How a command runs, whichever package it comes from: what commands share, and none of them.

command    a command as a value, from which its flags, its function and its manual are made
data       the questions that DATA names, joined, drawn and described
panels     the systems that experiments ask, in the ways a driver can answer: score, price, export, rehearse
calibrate  their temperatures
driver     a run made ready: performed, priced, or exported
record     what a run keeps beside its findings, and where
"""
