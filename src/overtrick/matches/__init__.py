"""Boards bid at two tables, and the swings."""
