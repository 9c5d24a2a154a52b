"""Distractors: how plausible are the wrong options, and which is the least?"""
