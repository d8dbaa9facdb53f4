"""Checks of the tree that no general linter makes: size budgets, leaked evaluation data, traces of one machine."""
