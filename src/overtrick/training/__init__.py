"""Training: solved deals, their split, lessons, recipes, the loop, evaluation and export (extra: overtrick[train])."""
