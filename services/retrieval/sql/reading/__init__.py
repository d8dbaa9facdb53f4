"""From a question to a query: words are linked to the schema, given roles, resolved together, and written as SQL."""
