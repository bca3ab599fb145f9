"""Figure 1 of the 2023 paper: the same two hands, so the same strength, take different numbers of tricks."""

import numpy as np

from overtrick.arrays import random_deals
from overtrick.core import Deal, Strain
from overtrick.papers.paper_report import Column, PaperRow, PaperTable, columns
from overtrick.solver import solve_tables

PAIR = Deal.parse("N:AKQ96.Q965.QT.K3 ... JT7.J.AKJ7642.AT ...")
"""North and South of the paper's figure; its East and West do not make up a deal with them in the text at hand."""
LAYOUTS = 10


def figure_1(seed: int) -> PaperTable:
    """The paper's two hands over random layouts of the other cards, solved exactly: South's tricks in each strain."""
    deals = random_deals(LAYOUTS, np.random.default_rng(seed), PAIR)
    tricks = solve_tables(deals)[:, 2].astype(np.float64)
    rows = [
        PaperRow(f"{strain.symbol} by South", (), (float(of.min()), float(of.mean()), float(of.max())))
        for strain, of in ((strain, tricks[:, strain]) for strain in reversed(Strain))
    ]
    heads = (Column("fewest tricks", ".0f"), *columns("mean", form=".1f"), Column("most", ".0f"))
    notes = (
        "The strength is the same in all of them: so counts are measured against the mean over layouts.",
        "The paper shows three deals, whose East and West are damaged in the text at hand; these layouts are ours.",
    )
    return PaperTable("Fig 1", f"the paper's two hands over {LAYOUTS} layouts, solved", heads, tuple(rows), notes)
