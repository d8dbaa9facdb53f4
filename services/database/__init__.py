"""What all stores in SQL share: the engine of PostgreSQL, and what its faults mean."""
