"""Hand strength by a genetic algorithm (2023)."""
