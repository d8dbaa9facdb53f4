"""A running stack: which processes it has, who watches them, and how to find it."""
