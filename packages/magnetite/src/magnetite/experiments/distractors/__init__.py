"""Distractors: how plausible are the wrong options, which is the least, and which say the same?"""
