"""Word lists as data: stop words, abbreviations, surnames, places and cues, in English and Chinese."""
