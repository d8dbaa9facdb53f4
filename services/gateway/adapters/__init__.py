"""Foreign systems behind the ports of the gateway."""
