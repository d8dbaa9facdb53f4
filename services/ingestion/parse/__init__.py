"""Formats: one file each, chosen by content in `registry`. This package runs in a limited child process."""
