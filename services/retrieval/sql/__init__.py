"""Questions answered from the tenant's databases: read, turned into one guarded SELECT, run, and kept as evidence."""
