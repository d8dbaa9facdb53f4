"""How runs and answers look to people."""
