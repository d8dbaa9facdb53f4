"""The ledger: runs, their steps, events and leases, and the outbox. It is the truth; the broker only wakes workers."""
