"""The document store.

What was taken in, its passages, their analysis and their exact vectors. The indexes are rebuilt from it.
"""
