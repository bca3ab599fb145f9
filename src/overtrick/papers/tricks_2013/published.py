"""The figures of the paper's Tables 1 to 3, as printed; `docs/papers.md` says which of them cannot be right."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PublishedFigures:
    """What the paper prints about one network."""

    back_propagation: float  # Table 1, % right
    resilient: float  # Table 1, % right
    training_error: float  # Table 2, % wrong
    minutes: float  # Table 2
    testing_output: float  # Table 3, % right
    wrong: int  # Table 3, deals
    testing_error: float  # Table 3, % wrong
    deals: int  # the text after Table 3: "26 x 4 - 25 - 1 (26 deals)" and so on


PUBLISHED = {
    "26x4-25-1": PublishedFigures(15.38, 45.86, 80.86, 1.39, 15.38, 22, 84.61, 26),
    "52-25-1": PublishedFigures(55.76, 65.18, 75.96, 1.53, 37.50, 34, 65.38, 52),
    "104-25-1": PublishedFigures(69.23, 71.15, 71.15, 1.28, 55.76, 27, 25.96, 104),
    "52x4-25-1": PublishedFigures(71.15, 75.96, 65.38, 1.90, 74.03, 46, 22.11, 208),
}
"""By the name of the network."""

DEALS = 208
"""How many deals the paper took from the library."""
