"""The dealer language again, one deal at a time and without tables: the slow twin of the array code."""

from collections.abc import Callable

from overtrick import Deal, Hand, Suit
from overtrick.core import contract_score, imps
from overtrick.dealing.expressions import (
    Expression,
    HandCount,
    HasCard,
    HasShape,
    Imps,
    Literal,
    Named,
    Operation,
    ScoreOf,
)
from overtrick.hands.holdings import kaplan_rubens_in, quality_in
from overtrick.hands.shapes import SHAPE_NUMBER

POINTS = {
    "hcp": "JQKA",
    "controls": "KA",
    **{f"pt{number}": ("T", "J", "Q", "K", "A", "AK", "AKQ", "AKQJ", "AKQJT")[number] for number in range(9)},
}


def suit_text(hand: Hand, suit: Suit) -> str:
    return str(hand).split(".")[3 - suit]


def holding(hand: Hand, suit: Suit) -> int:
    return hand.mask >> 13 * suit & 0x1FFF


def losers(text: str) -> int:
    return sum(honour not in text for honour in "AKQ"[: len(text)])


def measured(name: str, hand: Hand, suit: Suit | None) -> int:
    texts = [suit_text(hand, each) for each in Suit if suit in (None, each)]
    cards = "".join(texts)
    if name == "length":
        return len(cards)
    if name == "losers":
        return sum(map(losers, texts))
    if name == "quality":
        assert suit is not None
        return round(100 * quality_in(holding(hand, suit)))
    if name == "cccc":
        short = sum(max(0, 3 - len(text)) for text in texts)
        shape = short - 1 if short else -0.5
        return round(100 * (sum(kaplan_rubens_in(holding(hand, each)) for each in Suit) + shape))
    if name == "pt9":
        return sum({"A": 6, "K": 4, "Q": 2, "J": 1}.get(card, 0) for card in cards)
    if name in ("hcp", "controls"):
        return sum(POINTS[name].index(card) + 1 for card in cards if card in POINTS[name])
    return sum(card in POINTS[name] for card in cards)


OPERATIONS: dict[str, Callable[[list[int]], int]] = {
    "+": sum,
    "neg": lambda values: -values[0],
    "*": lambda values: values[0] * values[1],
    "/": lambda values: int(values[0] / values[1]) if values[1] else 0,
    "%": lambda values: values[0] - values[1] * int(values[0] / values[1]) if values[1] else 0,
    "==": lambda values: values[0] == values[1],
    "!=": lambda values: values[0] != values[1],
    "<": lambda values: values[0] < values[1],
    "<=": lambda values: values[0] <= values[1],
    ">": lambda values: values[0] > values[1],
    ">=": lambda values: values[0] >= values[1],
    "&&": lambda values: all(values),
    "||": lambda values: any(values),
    "!": lambda values: not values[0],
    "?": lambda values: values[1] if values[0] else values[2],
}


def value(expression: Expression, deal: Deal) -> int:
    """The value of an expression on one deal."""
    match expression:
        case Literal(value=number):
            return number
        case HandCount(name=name, seat=seat, suit=suit):
            return measured(name, deal[seat], suit)
        case HasShape(seat=seat, shapes=shapes):
            clubs, diamonds, hearts, spades = (len(suit_text(deal[seat], suit)) for suit in Suit)
            return shapes >> SHAPE_NUMBER[clubs, diamonds, hearts, spades] & 1
        case HasCard(seat=seat, card=card):
            return card in deal[seat]
        case ScoreOf(level=level, strain=strain, doubling=doubling, tricks=tricks, vulnerable=vulnerable):
            taken = min(max(value(tricks, deal), 0), 13)
            return contract_score(level, strain, doubling, taken, vulnerable=vulnerable)
        case Imps(points=points):
            return imps(value(points, deal))
        case Named(value=inner):
            return value(inner, deal)
        case Operation(sign=sign, terms=terms):
            return int(OPERATIONS[sign]([value(term, deal) for term in terms]))
    raise NotImplementedError(type(expression).__name__)


def holds(expression: Expression, deal: Deal) -> bool:
    return value(expression, deal) != 0
