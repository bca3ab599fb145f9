"""What the measures of a hand are, worked out from the letters of its cards."""

from overtrick import Hand, Suit

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def suits(hand: Hand) -> list[str]:
    """The cards of each suit, clubs first, highest card first."""
    return str(hand).split(".")[::-1]


def points(cards: str) -> int:
    return sum(POINTS.get(card, 0) for card in cards)


def quick_tricks(cards: str) -> float:
    if cards.startswith("AK"):
        return 2
    if cards.startswith("AQ"):
        return 1.5
    if cards.startswith(("A", "KQ")):
        return 1
    return 0.5 if cards.startswith("K") and len(cards) > 1 else 0


def losers(cards: str) -> int:
    return sum(top not in cards for top in "AKQ"[: len(cards)])


def stopping(cards: str) -> int:
    if cards.startswith(("AK", "AQ", "AJT", "KQJ")) or (cards.startswith("KQT") and len(cards) > 3):
        return 3
    guards = {"A": 0, "K": 1, "Q": 2, "J": 3}
    spare = max((len(cards) - 1 - need for card, need in guards.items() if card in cards), default=-9)
    return 2 if spare >= 0 else 1 if spare == -1 else 0


def control_round(cards: str) -> int:
    rounds = [1 + "AKQ".index(card) for card in cards if card in "AKQ"]
    return min([*rounds, len(cards) + 1, 4])


def solidity(cards: str) -> int:
    tops = sum(card in "AKQ" for card in cards)
    honours = sum(card in "AKQJT" for card in cards)
    length = len(cards)
    solid = {5: "J" in cards, 6: honours >= 4}.get(length, length >= 7)
    if tops == 3 and solid:
        return 2
    semi_solid = (length >= 6 and (tops == 3 or honours >= 4)) or (length >= 7 and tops == 2 and "J" in cards)
    return int(semi_solid)


def value(name: str, hand: Hand, suit: Suit | None) -> float:
    """The measure of that name."""
    every = suits(hand)
    lengths = [len(cards) for cards in every]
    total = sum(map(points, every))
    if suit is not None:
        cards = every[suit]
        if name.startswith("of top "):
            return sum(card in "AKQJT9"[: int(name[7:])] for card in cards)
        if name == "support points":
            short = {True: (5, 3, 1), False: (3, 2, 1)}[len(cards) > 3]
            return total + (len(cards) > 2) * sum(short[n] for n in lengths[:suit] + lengths[suit + 1 :] if n < 3)
        return {
            "length": len(cards),
            "pearson count": total + len(cards),
            "key cards": sum("A" in each for each in every) + ("K" in cards),
            "suit points": points(cards),
            "stopping": stopping(cards),
            "solidity": solidity(cards),
            "control round": control_round(cards),
            **{word: word[0].upper() in cards for word in ("ace", "king", "queen", "jack", "ten")},
        }[name]
    return {
        "hcp": total,
        "total points": total + sum(max(n - 4, 0) for n in lengths),
        "opening count": total + sum(sorted(lengths)[-2:]),
        "quick tricks": sum(map(quick_tricks, every)),
        "controls": sum(2 * ("A" in each) + ("K" in each) for each in every),
        "losers": sum(map(losers, every)),
        "aces": sum("A" in each for each in every),
        "kings": sum("K" in each for each in every),
        "queens": sum("Q" in each for each in every),
    }[name]
