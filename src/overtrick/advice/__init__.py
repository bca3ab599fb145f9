"""Which call, why, and with what odds."""
