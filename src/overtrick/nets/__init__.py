"""Trained networks run with NumPy alone, and the folders they are kept in."""
