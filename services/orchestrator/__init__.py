"""Runs: one question each, worked through its steps by a worker that may die at any moment."""
