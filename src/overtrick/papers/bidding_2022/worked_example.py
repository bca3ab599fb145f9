"""The worked example of Zhang et al. 2022 (its Table 2 and Figure 10): what South can tell, as bars of text."""

import numpy as np

from overtrick.arrays import DealBatch, Floats
from overtrick.arrays.auctions import NO_CALL
from overtrick.core import RANKS, Auction, Deal, Seat, Suit
from overtrick.nets.bidding import BiddingNet, HiddenHands
from overtrick.nets.bidding_steps import follow, step_count

DEAL = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
AUCTION = "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P"
_WE_ARE_VULNERABLE = 1
_LHO, _PARTNER = 0, 1
_WIDTH = 40


def worked_example(net: BiddingNet) -> str:
    """North's points after 1D, and West's lengths and cards at the end, as South sees them."""
    after_1d, end = look(net, 1), look(net, None)
    parts = [
        f"Worked example: {DEAL}, N-S vulnerable, {AUCTION}",
        "\nNorth's points after 1D, as South sees them (North has 11)",
        *bars(after_1d.points[0, _PARTNER], 0.02),
        "\nWest's lengths at the end, as South sees them (West has 2 ♠, 6 ♥, 0 ♦, 5 ♣)",
    ]
    for suit in reversed(Suit):
        parts += [f"{suit.symbol}", *bars(end.lengths[0, _LHO, suit], 0.02)]
    parts += ["\nChance in per cent that West has a card, at the end, as South sees it", *_cards(end.cards[0, _LHO])]
    return "\n".join(parts)


def look(net: BiddingNet, calls: int | None) -> HiddenHands:
    """What South can tell after so many calls, or at the end."""
    made = [call.index for call in Auction.parse(AUCTION).calls]
    south = np.array([2])
    count = np.array([len(made) if calls is None else calls])
    rows = np.array([[*made, NO_CALL]], np.uint8)
    codes, standings, turns, _ = follow(rows, count, south, net.window, int(step_count(count, south, net.window)[0]))
    hand = DealBatch.stack([Deal.parse(DEAL)]).holdings[:, Seat.SOUTH]
    system = np.zeros(1, np.uint8)
    memory = net.begin(hand, system, system, np.array([_WE_ARE_VULNERABLE]))
    for step in range(len(codes)):
        memory = net.step(memory, codes[step], standings[step], turns[step])
    return net.hidden_hands(memory)


def bars(chances: Floats, least: float) -> list[str]:
    """A line for each value that has some chance."""
    most = float(chances.max())
    return [
        f"  {value:3} {100 * chance:5.1f} % {'█' * round(_WIDTH * chance / most)}"
        for value, chance in enumerate(chances.tolist())
        if chance >= least
    ]


def _cards(chances: Floats) -> list[str]:
    head = "    " + "".join(f"{rank:>5}" for rank in reversed(RANKS))
    rows = [
        f"  {suit.symbol} " + "".join(f"{100 * chances[13 * suit + place]:5.0f}" for place in reversed(range(13)))
        for suit in reversed(Suit)
    ]
    return [head, *rows]
