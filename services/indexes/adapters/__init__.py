"""Engines behind the ports of `services.indexes.port`."""
