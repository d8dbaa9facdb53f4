"""Foreign systems behind the ports of ingestion."""
