"""The small process that keeps runs moving: rings doorbells, and reaps what nobody takes care of."""
