-- The image makes one database, the ledger; the document store has one of its own.
CREATE DATABASE documents;
