"""The counts written out for one hand at a time, as a player would, to hold the array code to."""

from overtrick import Hand, Strain, Suit

SCALES = {
    "hcp": (4, 3, 2, 1, 0),
    "bamberger": (7, 5, 3, 1, 0),
    "collet": (4, 3, 2, 0.5, 0.5),
    "four aces": (3, 2, 1, 0.5, 0),
    "polish": (7, 4, 3, 0, 0),
    "reith": (6, 4, 3, 2, 1),
    "robertson": (7, 5, 3, 2, 1),
    "vernes": (4, 3.1, 1.9, 0.9, 0),
    "akq": (4, 3, 2, 0, 0),
    "bum-rap": (4.5, 3, 1.5, 0.75, 0.25),
    "fifths": (4, 2.8, 1.8, 1, 0.4),
    "banzai": (5, 4, 3, 2, 1),
    "zar honours": (6, 4, 2, 1, 0),
    "cheung": (6, 4, 1.8, 0.8, 0),
}


def suits(hand: Hand) -> list[str]:
    """The ranks of clubs, diamonds, hearts and spades."""
    return list(reversed(str(hand).split(".")))


def points(hand: Hand, scale: tuple[float, ...] = SCALES["hcp"]) -> float:
    return sum(scale["AKQJT".index(rank)] for rank in str(hand) if rank in "AKQJT")


def long(hand: Hand) -> float:
    return points(hand) + sum(max(len(ranks) - 4, 0) for ranks in suits(hand))


def short(hand: Hand, trump: Strain | None) -> float:
    sides = [ranks for suit, ranks in enumerate(suits(hand)) if suit != trump]
    return points(hand) + sum({0: 5, 1: 3, 2: 1}.get(len(ranks), 0) for ranks in sides)


def losers(hand: Hand) -> int:
    total = 0
    for ranks in suits(hand):
        wanted = "AKQ"[: len(ranks)]
        total += sum(rank not in ranks for rank in wanted)
    return total


def new_losers(hand: Hand) -> float:
    cost = {"A": 1.5, "K": 1.0, "Q": 0.5}
    return sum(cost[rank] for ranks in suits(hand) for rank in "AKQ"[: len(ranks)] if rank not in ranks)


def controls(hand: Hand) -> int:
    return 2 * str(hand).count("A") + str(hand).count("K")


def zar(hand: Hand) -> float:
    a, b, _, d = hand.shape
    return points(hand) + controls(hand) + (a + b) + (a - d)


def quick_tricks(hand: Hand) -> float:
    total = 0.0
    for ranks in suits(hand):
        if ranks.startswith("AK"):
            total += 2
        elif ranks.startswith("AQ"):
            total += 1.5
        elif ranks.startswith("A") or ranks.startswith("KQ"):
            total += 1
        elif ranks.startswith("K") and len(ranks) > 1:
            total += 0.5
    return total


def pavlicek(hand: Hand, trump: Strain | None) -> float:
    lengths = [len(ranks) for ranks in suits(hand)]
    fit = trump is not None and trump is not Strain.NOTRUMP and lengths[trump] >= 4
    value = {0: 5, 1: 3, 2: 1} if fit else {0: 3, 1: 2, 2: 1}
    total = 1.0 if str(hand).count("A") + str(hand).count("T") >= 4 else 0.0
    for suit, ranks in enumerate(suits(hand)):
        honours = sum(SCALES["hcp"]["AKQJT".index(rank)] for rank in ranks if rank in "AKQJ")
        extra = 0 if suit == trump else value.get(len(ranks), 0)
        doubtful = ranks in ("K", "Q", "J") or (len(ranks) == 2 and ranks[0] != "A" and any(r in "QJ" for r in ranks))
        total += max(honours, extra) if doubtful and suit != trump else honours + extra
    return total


def kaplan_rubens(hand: Hand) -> float:
    """As the dealer program's manual tells it."""
    total = 0.0
    for ranks in suits(hand):
        n = len(ranks)
        top = [rank for rank in ranks if rank in "AKQJ"]
        quality: float = sum({"A": 4, "K": 3, "Q": 2, "J": 1}[rank] for rank in top)
        if n > 6:
            missing = 3 - (2 if "Q" in ranks else 0) - (1 if "J" in ranks else 0)
            quality += min(missing, n - 6)
        else:
            if "T" in ranks:
                quality += 1 if len(top) > 1 or "J" in ranks else 0.5
            if "9" in ranks and (len(top) == 2 or "T" in ranks or "8" in ranks):
                quality += 0.5
        total += quality * n / 10
        total += 3 * ("A" in ranks)
        if "K" in ranks:
            total += 0.5 if n == 1 else 2
        if "Q" in ranks:
            total += 1 - (0.75 if n == 1 else 0.25 if n == 2 else 0) - (0 if "A" in ranks or "K" in ranks else 0.25)
        above_jack = sum(rank in ranks for rank in "AKQ")
        if "J" in ranks:
            total += {2: 0.5, 1: 0.25}.get(above_jack, 0)
        above_ten = above_jack + ("J" in ranks)
        if "T" in ranks and (above_ten == 2 or (above_ten == 1 and "9" in ranks)):
            total += 0.25
    shortness = sum(max(0, 3 - len(ranks)) for ranks in suits(hand))
    return total + (shortness - 1 if shortness else -0.5)


def h_tl_nl(hand: Hand, trump: Suit) -> float:
    """The 2023 paper's recommended count."""
    total = sum({"A": 4, "K": 2.5, "Q": 1, "J": 0.5}.get(rank, 0) for rank in str(hand))
    total += 1.5 * (hand.lengths[trump] - 1)
    return total + sum({0: 3.5, 1: 2, 2: 0.5}.get(n, 0) for suit, n in enumerate(hand.lengths) if suit != trump)


def overtrick(north: Hand, south: Hand, trump: Suit) -> float:
    """The two-hand count, from its sentence in the documentation."""
    total = 0.0
    for hand, partner in ((north, south), (south, north)):
        total += sum({"A": 4, "K": 2.5, "Q": 1.5, "J": 0.5}.get(rank, 0) for rank in str(hand))
        total += 1.5 * hand.lengths[trump]
        for suit in range(4):
            if suit == trump:
                continue
            ranks, facing = suits(hand)[suit], partner.lengths[suit]
            if facing <= 1:
                total -= 0.5 * sum({"K": 3, "Q": 2, "J": 1}.get(rank, 0) for rank in ranks)
            if facing == 0 and "A" in ranks:
                total -= 2
            if ranks in ("K", "Q", "J"):
                total -= 1
    for suit in range(4):
        if suit != trump:
            total += {0: 5, 1: 3, 2: 0.5}.get(min(north.lengths[suit], south.lengths[suit]), 0)
    return total
