"""Ways to judge: by rules; a language model would be another file here."""
