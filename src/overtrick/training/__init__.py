"""Training: solved deals, their split, recipes, the loop, evaluation and export (extra: overtrick[train])."""
