"""Turns a question into searches, and findings into the next step: condense, plan, rewrite, reflect."""
