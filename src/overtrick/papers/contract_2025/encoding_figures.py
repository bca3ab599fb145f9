"""The paper's Figures 3 to 5 and Tables V, VI and XI: how an auction is encoded, and what the models are.

The figures and Table V are our 2/1 card's reading of the auctions that the paper's examples suggest.
"""

from itertools import pairwise

from overtrick.arrays import Floats
from overtrick.contract.decisions import CHOICES
from overtrick.contract.features import FEATURES, NAMES, PLAYERS, WIDTH, features
from overtrick.contract.positions import position_of
from overtrick.core import Auction, Hand, Position, Seat, Vulnerability
from overtrick.papers.paper_report import PaperRow, PaperTable, columns
from overtrick.systems.table import Table
from overtrick.training.contract.contract_recipe import ContractRecipe

SYSTEM = "2/1"
"""The card that BBO's robots play, as near as ours come."""
_HAND = Hand.parse("AQT9.K4.KJ32.A32")
FIGURE_3 = Position(_HAND, Auction.parse("1S 2S P 2N P 3C P", Seat.EAST), Vulnerability.NS)
FIGURE_4 = Position(_HAND, Auction.parse("1N X XX P", Seat.SOUTH))
TABLE_V = Position(_HAND, Auction.parse("1D P 1H 1S P", Seat.EAST))
"""Right-hand opponent opens, partner overcalls; the player to call is South."""

PUBLISHED_V = {
    "LHO": (0, 5, 4, 7, 0, 6, 0, 7, 6, 15),
    "PD": (5, 7, 0, 4, 4, 4, 0, 4, 8, 15),
    "RHO": (0, 5, 0, 7, 3, 6, 0, 7, 11, 21),
}
PUBLISHED_VI = {
    "input size": WIDTH,
    "hidden layer 1": 1224,
    "hidden layer 2": 612,
    "output size": CHOICES,
    "dropout": 0.2,
    "learning rate (Adam)": 0.0006,
    "batch": 4096,
    "epochs": 600,
}
_ROWS = tuple(zip(("LHO", "PD", "RHO", "OWN"), PLAYERS, strict=True))


def vector(position: Position) -> Floats:
    """The 612 features of a position as our card reads it. Shape: (feature,)."""
    numbers: Floats = features(position_of(Table.of(SYSTEM, SYSTEM).tree, position))[0]
    return numbers


def encoding_texts() -> tuple[tuple[str, str], ...]:
    """Figures 3, 4 and 5 in text."""
    return (
        ("Figure 3: bidding state", _state(FIGURE_3, ("1S", "2S", "2N"))),
        ("Figure 4: a double and a redouble share a bit", _state(FIGURE_4, ("1S", "1N"))),
        ("Figure 5: the network", _network()),
    )


def _state(position: Position, bids: tuple[str, ...]) -> str:
    """The bits of the figure's columns, player by player; the columns between them are left out as there."""
    x = dict(zip(NAMES, vector(position).astype(int).tolist(), strict=True))
    kinds = {"": "bid", "A": "artificial", "P": "passed over", "X": "doubled"}
    head = ["pass hand", *(f"{bid}{letter}" for bid in bids for letter in kinds)]
    lines = ["     " + "  ".join(head)]
    for title, player in _ROWS:
        bits = [x[f"{player} opening pass"], *(x[f"{player} {bid} {kind}"] for bid in bids for kind in kinds.values())]
        lines.append(f"{title:<5}" + "  ".join(f"{bit:>{len(name)}}" for bit, name in zip(bits, head, strict=True)))
    last = (f"{name} {x[name]}" for name in ("vulnerable own", "vulnerable opponents", "opened"))
    calls = " ".join(map(str, position.auction.calls))
    return "\n".join([f"{calls} by {position.auction.dealer}, seen by {position.seat}; {', '.join(last)}", *lines])


def _network() -> str:
    sizes = [WIDTH, *ContractRecipe.load("paper").net.hidden, CHOICES]
    weights = sum(before * after + after for before, after in pairwise(sizes))
    hand, shown = FEATURES[PLAYERS[0]].start, WIDTH - FEATURES["shown"].start
    auction = WIDTH - hand - shown
    return (
        f"(a) hand {hand} + bidding state {auction} + explanations {shown} = {WIDTH} features, of dealt and augmented "
        "boards\n"
        f"(b) {' - '.join(map(str, sizes))}, fully connected, ReLU between, {weights:,} weights and biases; ours "
        "leaves out inputs that are 0 in all training data, standardises counts, and gives illegal choices no chance"
    )


def table_v() -> PaperTable:
    """What the card says that the other three have shown."""
    shown = vector(TABLE_V)[FEATURES["shown"]].reshape(3, 10).tolist()
    rows = [PaperRow(title, PUBLISHED_V[title], tuple(ours)) for title, ours in zip(PUBLISHED_V, shown, strict=True)]
    names = [f"{what} {end}" for what in ("♠", "♥", "♦", "♣", "HCP") for end in ("L", "H")]
    note = (
        f"Ours: the {SYSTEM} card after {' '.join(map(str, TABLE_V.auction.calls))}. Alike: the thirty bounds and "
        "their order. Not alike: the paper does not print its auction, and its explanations are those of BBO's robots."
    )
    return PaperTable("Table V", "bidding explanations", columns(*names, form=".0f"), tuple(rows), (note,))


def table_vi(recipe: ContractRecipe) -> PaperTable:
    """The settings of the network, as it is trained here."""
    training = recipe.training
    ours = (WIDTH, *recipe.net.hidden, CHOICES, training.dropout, training.rate, training.batch, training.epochs)
    rows = tuple(
        PaperRow(name, (paper,), (own,)) for (name, paper), own in zip(PUBLISHED_VI.items(), ours, strict=True)
    )
    rate = "falls to nothing along a cosine" if training.falling else "is constant"
    note = f"Alike: rectifiers, cross-entropy, Adam (its second moment decays by 0.99 here). The rate {rate} here."
    return PaperTable("Table VI", "settings of the network", columns("value", form="g"), rows, (note,))


def table_xi(recipe: ContractRecipe) -> PaperTable:
    """The settings of the forest."""
    rows = (PaperRow("n_estimators", (100,), (recipe.forest.trees,)), PaperRow("min_samples_split", (2,), (2,)))
    note = (
        "Alike: gini, bootstrap, class weights balanced, no limit of depth, leaves of one; `auto` features meant the "
        "root of their number. Not alike: a seed is set, so that a run can be repeated."
    )
    return PaperTable("Table XI", "settings of the forest", columns("value", form="g"), rows, (note,))
