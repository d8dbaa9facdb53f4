"""Documents on their way in: parse, chunk, analyse, embed, index."""
