"""Boards that were bid, looked at again: every call graded, what it cost, and where the IMPs went."""
