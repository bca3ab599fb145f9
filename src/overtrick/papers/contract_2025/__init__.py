"""The prediction of the best contract in competitive bidding (2025)."""
