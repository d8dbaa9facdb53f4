"""Ways to do the steps of intent: by rules."""
