"""The trained extractive reader."""
