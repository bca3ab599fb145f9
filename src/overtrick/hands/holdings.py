"""What one suit of a hand is worth: plainly for one holding (13-bit mask, bit 12 the ace), tabulated for all 8,192."""

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


TOP_HONOURS = ACE | KING | QUEEN


def stopping_in(holding: int) -> int:
    """How well a suit is stopped at notrump: 0 not, 1 half (K, Qx, Jxx), 2 once (A, Kx, Qxx, Jxxx), 3 twice.

    Two stoppers are AK, AQ, AJT, KQJ, or KQT with a fourth card.
    """
    length = holding.bit_count()
    doubled = (ACE | KING, ACE | QUEEN, ACE | JACK | TEN, KING | QUEEN | JACK)
    if any(holding & cards == cards for cards in doubled):
        return 3
    if length >= 4 and holding & (KING | QUEEN | TEN) == KING | QUEEN | TEN:
        return 3
    for guards, honour in enumerate((ACE, KING, QUEEN, JACK)):
        if holding & honour and length > guards:
            return 2
    return int(any(holding & honour and length == guards for guards, honour in enumerate((KING, QUEEN, JACK), 1)))


def solidity_in(holding: int) -> int:
    """2 for a solid suit, 1 for a semi-solid one, 0 otherwise.

    Solid, no loser opposite a small singleton if nothing odd happens: AKQJ and five cards, AKQT and six, AKQ and
    seven. Semi-solid, one loser: six cards with four of the top five honours or with AKQ, or seven with two of AKQ and
    the jack.
    """
    length = holding.bit_count()
    if holding & TOP_HONOURS == TOP_HONOURS:
        if length >= 7 or (length == 6 and holding & (JACK | TEN)) or (length == 5 and holding & JACK):
            return 2
        return int(length >= 6)
    top_five = (holding & (TOP_HONOURS | JACK | TEN)).bit_count()
    long_enough = length >= 6 and top_five >= 4
    broken = length >= 7 and bool(holding & JACK) and (holding & TOP_HONOURS).bit_count() == 2
    return int(long_enough or broken)


def control_round_in(holding: int) -> int:
    """The first round of the suit that the hand controls: 1 ace or void, 2 king or singleton, 3 queen or doubleton."""
    length = holding.bit_count()
    for index, honour in enumerate((ACE, KING, QUEEN)):
        if holding & honour or length == index:
            return index + 1
    return 4


def tops_in(holding: int, number: int) -> int:
    """How many of the suit's highest cards, as many as `number`, the hand has."""
    return (holding >> 13 - number).bit_count()


def half_playing_tricks_in(holding: int) -> int:
    """Tricks the suit will take by itself if it is trumps or runs, in halves.

    The honours count for the first three rounds (AKQ 3, AKJ AQJ 2½, AK 2, AQ KQJ KQx AJT KJT 1½, A KQ KJx QJT 1,
    Kx QJx ½), then each card beyond the third for one, in a four-card suit for half of one and only with two of the
    top three honours, in a five-card suit without a top honour for half of one.
    """
    length = holding.bit_count()
    halves = min(_half_honour_tricks(holding, length), 2 * length)
    tops = (holding & TOP_HONOURS).bit_count()
    if length == 4:
        return halves + (tops >= 2)
    if length == 5 and not tops:
        return halves + 2
    return halves + 2 * max(length - 3, 0)


def _half_honour_tricks(holding: int, length: int) -> int:
    """Half tricks of the honours on the first three rounds."""
    has = {letter: bool(holding & card) for letter, card in zip("AKQJT", (ACE, KING, QUEEN, JACK, TEN), strict=True)}
    if has["A"]:
        if has["K"]:
            return 6 if has["Q"] else 5 if has["J"] and length > 2 else 4
        if has["Q"]:
            return 5 if has["J"] and length > 2 else 3
        return 3 if has["J"] and has["T"] else 2
    if has["K"]:
        if has["Q"]:
            return 4 if has["J"] else 3 if length > 2 else 2
        return 3 if has["J"] and has["T"] else 2 if has["J"] and length > 2 else int(length > 1)
    if has["Q"] and has["J"] and length > 2:
        return 2 if has["T"] else 1
    return 0
