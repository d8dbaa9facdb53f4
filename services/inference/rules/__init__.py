"""Deterministic ranking and reading, without a trained model beyond the embedder."""
