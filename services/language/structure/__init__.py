"""How a question is built: what it asks politely around, what it compares, which descriptions it nests, what it lists.

Parsers by rule over English, Chinese and mixed text, without a model. They return parts of the question as written; how
such parts become questions of their own is up to the caller.
"""
