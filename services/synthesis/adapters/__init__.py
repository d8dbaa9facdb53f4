"""Ways to write: by rules, from the sources' own sentences; a language model would be another file here."""
