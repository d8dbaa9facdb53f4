"""Decides whether a question may be asked, what time it is about, what kind it is and how much work it gets."""
