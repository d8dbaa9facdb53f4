"""Compositions: one file a shape of answer."""
