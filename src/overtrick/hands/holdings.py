"""What one suit of a hand is worth, written plainly for one holding and tabulated for all 8,192.

A holding is the 13-bit mask of the ranks held in a suit: bit 12 the ace, bit 0 the two.
"""

import numpy as np

from overtrick.arrays import tabulate

ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT = (1 << rank for rank in (12, 11, 10, 9, 8, 7, 6))


def hcp_in(holding: int) -> int:
    """High-card points of one suit: ace 4, king 3, queen 2, jack 1."""
    return sum(points for points, card in ((4, ACE), (3, KING), (2, QUEEN), (1, JACK)) if holding & card)


def controls_in(holding: int) -> int:
    """Controls of one suit: ace 2, king 1."""
    return 2 * bool(holding & ACE) + bool(holding & KING)


def losers_in(holding: int) -> int:
    """Losing tricks of one suit: of A, K and Q, those missing among its first three cards."""
    return sum(not holding & top for top in (ACE, KING, QUEEN)[: holding.bit_count()])


def quick_tricks_in(holding: int) -> float:
    """Quick tricks: AK 2, AQ 1½, A 1, KQ 1, guarded K ½."""
    if holding & ACE:
        return 2.0 if holding & KING else 1.5 if holding & QUEEN else 1.0
    if holding & KING and holding.bit_count() > 1:
        return 1.0 if holding & QUEEN else 0.5
    return 0.0


def quality_in(holding: int) -> float:
    """Kaplan–Rubens suit quality (The Bridge World, October 1982, as the dealer program counts it)."""
    length = holding.bit_count()
    higher = (holding & (ACE | KING | QUEEN | JACK)).bit_count()
    points = float(hcp_in(holding))
    if length > 6:
        points += min(3 - 2 * bool(holding & QUEEN) - bool(holding & JACK), length - 6)
    else:
        if holding & TEN:
            points += 1 if higher > 1 or holding & JACK else 0.5
        if holding & NINE and (higher == 2 or holding & (TEN | EIGHT)):
            points += 0.5
    return points * length / 10


def kaplan_rubens_in(holding: int) -> float:
    """One suit's share of the Kaplan–Rubens count: honours and quality, without the shape."""
    length = holding.bit_count()
    points = quality_in(holding)
    higher = 0
    if holding & ACE:
        points, higher = points + 3, higher + 1
    if holding & KING:
        points, higher = points + (0.5 if length == 1 else 2), higher + 1
    if holding & QUEEN:
        points += 1 - {1: 0.75, 2: 0.25}.get(length, 0) - (0.25 if higher == 0 else 0)
        higher += 1
    if holding & JACK:
        points, higher = points + {2: 0.5, 1: 0.25}.get(higher, 0), higher + 1
    if holding & TEN and (higher == 2 or (higher == 1 and holding & NINE)):
        points += 0.25
    return points


LENGTHS = tabulate(int.bit_count, np.uint8)
SHORTNESS = tabulate(lambda holding: max(3 - holding.bit_count(), 0), np.uint8)
HCP = tabulate(hcp_in, np.uint8)
CONTROLS = tabulate(controls_in, np.uint8)
LOSERS = tabulate(losers_in, np.uint8)
QUALITY = tabulate(quality_in, np.float32)
KAPLAN_RUBENS = tabulate(kaplan_rubens_in, np.float32)
