"""The vocabulary of the dealer language, and what somebody probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches

from overtrick.core import Suit

MEASURES = {
    **dict.fromkeys(("hcp", "hcps"), "hcp"),
    **dict.fromkeys(("control", "controls"), "controls"),
    **dict.fromkeys(("loser", "losers"), "losers"),
    "cccc": "cccc",
    "quality": "quality",
    **{f"pt{number}": f"pt{number}" for number in range(10)},
    **dict.fromkeys(("ten", "tens"), "pt0"),
    **dict.fromkeys(("jack", "jacks"), "pt1"),
    **dict.fromkeys(("queen", "queens"), "pt2"),
    **dict.fromkeys(("king", "kings"), "pt3"),
    **dict.fromkeys(("ace", "aces"), "pt4"),
    **{"top2": "pt5", "top3": "pt6", "top4": "pt7", "top5": "pt8", "c13": "pt9"},
}
"""Functions of a seat (and a suit), by every word for them."""

SUITS = {word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])}
"""`spades` and `spade` … : functions that count cards, and the names of suits."""

OTHER_FUNCTIONS = ("shape", "balanced", "hascard", "trick", "tricks", "score", "imp", "imps", "rnd")
FUNCTIONS = frozenset([*MEASURES, *SUITS, *OTHER_FUNCTIONS])

STATEMENTS = frozenset(
    ("predeal", "condition", "produce", "generate", "vulnerable", "dealer", "pointcount", "altcount", "action")
)
PRINTS = ("printall", "printpbn", "printoneline", "printcompact", "print", "printew", "printes")
ACTIONS = frozenset((*PRINTS, "average", "frequency", "evalcontract"))
OPERATORS = {"and": "&&", "or": "||", "not": "!"}
RESERVED = FUNCTIONS | STATEMENTS | ACTIONS | OPERATORS.keys() | {"any"}


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` with the nearest known word, or nothing."""
    near = get_close_matches(word.lower(), sorted(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""
