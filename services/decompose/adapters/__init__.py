"""Ways to do the steps of decomposing: by rules."""
