"""Candidates' answers: facility, discrimination and distractors, beside what systems thought."""
