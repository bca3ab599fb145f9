"""Training the trick networks."""
