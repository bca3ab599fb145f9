"""Bidding by a recurrent network that shows what it has understood (2022)."""
