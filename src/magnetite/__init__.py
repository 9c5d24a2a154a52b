"""Audit multiple-choice reading comprehension: does the exam measure reading, and does the model read?"""

__version__ = "0.1.0"
