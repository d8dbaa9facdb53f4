"""Measuring: questions in, prediction lines out. The scorer is not part of this, so that nothing is tuned to it."""
