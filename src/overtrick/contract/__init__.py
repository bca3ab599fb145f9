"""The best contract: from what one player has seen and heard, or for two hands that are known."""
