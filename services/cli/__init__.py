"""The command line: `sextant`."""
