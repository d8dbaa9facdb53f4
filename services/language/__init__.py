"""Deterministic analysis of English, Chinese and mixed text: sentences, tokens, names, numbers, dates, negation,
questions.

Pure functions over strings; no I/O, no state beyond small caches. All offsets are Python character offsets into the
text given.
"""
