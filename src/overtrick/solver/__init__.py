"""Exact double dummy through Bo Haglund's DDS library."""

from overtrick.solver.library import SolverError
from overtrick.solver.play import CardTricks, analyse_play, solve_cards, solve_leads
from overtrick.solver.tables import UNSOLVED, Progress, Tricks, solve, solve_contracts, solve_tables, solve_tables_on

__all__ = [
    "CardTricks",
    "Progress",
    "SolverError",
    "Tricks",
    "UNSOLVED",
    "analyse_play",
    "solve",
    "solve_cards",
    "solve_contracts",
    "solve_leads",
    "solve_tables",
    "solve_tables_on",
]
