"""`magnetite unanswerable`: systems trained on questions that nobody could answer, tested on whole ones.

settings   what may be asked for, each a flag
plan       the systems that this takes, and how far each is
run        trains them, tests them, and writes the run
finding    what they get right, compared: Table 3 of Si et al. (2019)
look       what it looks like in a report; the words are beside it
command    the command, and `magnetite_papers.unanswerable`
"""
