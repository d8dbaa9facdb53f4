"""Reading sentences at ingestion: names, and what is said of what, by the best analyser that is installed.

port       what an analyser gives
plain      rules, both languages; always there
english    spaCy's small English pipeline       (extra `sextant[analysis]`)
chinese    jiagu's taggers and relation model   (extra `sextant[analysis]`)
choose     which reads a sentence
"""
