"""Adapters of the inference port."""
