"""Data to learn from, each file made by work that goes on after a kill."""
