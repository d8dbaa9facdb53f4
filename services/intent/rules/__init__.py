"""The rules of intent as data: words and shapes in English and Chinese."""
