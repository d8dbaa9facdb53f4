"""Retrieval: the only owner of both indexes. From queries to the few sentences that matter, and what was left out."""
