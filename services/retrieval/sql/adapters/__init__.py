"""Engines behind the port."""
