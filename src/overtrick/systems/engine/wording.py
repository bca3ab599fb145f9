"""What a text states: numbers of points and cards, and how far a call forces; and the text without what is false.

A text is made of clauses with commas between them: `raise, 3+ ♠, not forcing`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Suit
from overtrick.hands.cells import CELL_HANDS, CELL_HCP, CELL_SHAPE, CellSet, chosen_cells
from overtrick.hands.shapes import LENGTHS_OF_SHAPE

_NUMBERS = {
    word: number
    for number, word in enumerate(("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"))
}
_NUMBER = rf"(?:\d+|{'|'.join(list(_NUMBERS)[1:])})"
_SUITS = {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS}
_SUITS |= {name: suit for suit in Suit for name in (suit.name.lower(), suit.name.lower()[:-1])}
_SUIT = rf"(?:{'|'.join(_SUITS)})(?!\w)"
_COUNT = rf"(?P<low>{_NUMBER})(?:-(?P<high>{_NUMBER})|(?P<more>\+| or more)| or (?P<other>{_NUMBER}))?"
_STATEMENT = re.compile(
    rf"(?P<call>[1-7](?:NT|[♠♥♦♣]))"
    rf"|(?P<longer>[4-6]|four|five|six)-(?P<shorter>[4-6]|four|five|six)(?= in |$| or longer)"
    rf"|(?P<no>no )?{_COUNT}"
    rf"(?:(?P<card>-card)? (?:good |strong |suit )?(?P<suit>{_SUIT})"
    rf"|(?P<of_trumps>-card)? (?:good |strong )?(?P<trumps>trumps|fit|support|suit|cards)"
    rf"|-card (?P<major>majors?)"
    rf"| (?P<kind>hcp|points|aces?|kings?|key cards?|tricks?))?"
    rf"(?![\w-])"
)
_ABOUT_OTHERS = re.compile(
    r"\b(asks|bid your|help wanted|of the three|of those asked for|missing|choice|two suits|one long suit|one major|"
    r"all of them)\b"
)
"""What is said about partner's hand, or states no length."""
MOST = 40

EITHER = "either "
USUALLY = "usually "
OFTEN = 0.8
"""The share of the hands from which on something is usually so."""

_FORCES = re.compile(r"(?<!not )(?<!no )\b(?:game-)?forcing\b")
_INVITES = re.compile(r"\b(?:invites|invitational)\b")
_ENDS = re.compile(r"\b(?:to play|sign-off|not forcing)\b")


class Statement(NamedTuple):
    """That the points, or the length of these suits, have one of these values; or that two suits have these lengths."""

    suits: tuple[Suit, ...] = ()
    """None of them: high-card points."""
    values: int = 0
    """As bits."""
    two_suits: tuple[int, int] | None = None
    """The least length of the longer one and of the other."""

    def holds(self, hcp: NDArray[np.integer], lengths: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Of which hands it is true. Shapes: (hand,), (hand, suit), (hand,)."""
        if self.two_suits is not None:
            longest = np.sort(lengths, axis=1)[:, :1:-1]
            return np.asarray((longest >= self.two_suits).all(axis=1))
        allowed = np.array([self.values >> value & 1 for value in range(MOST + 1)], bool)
        return np.asarray(allowed[lengths[:, list(self.suits)]].all(axis=1) if self.suits else allowed[hcp])


@lru_cache(maxsize=1 << 13)
def statements(clause: str, trumps: Suit | None = None) -> tuple[Statement, ...]:
    """The numbers that a clause states about the hand; `trumps` is the suit that has no name in it.

    >>> statements("four or more hearts")[0].values == (1 << 41) - (1 << 4)
    True
    """
    if _ABOUT_OTHERS.search(clause) or clause.startswith((USUALLY, EITHER)):
        return ()
    return tuple(statement for match in _STATEMENT.finditer(clause) if (statement := _read(match, trumps)) is not None)


def _read(match: re.Match[str], trumps: Suit | None) -> Statement | None:
    if match["call"]:
        return None
    if match["longer"]:
        return Statement(two_suits=(_number(match["longer"]), _number(match["shorter"])))
    suit = _SUITS[match["suit"]] if match["suit"] else trumps if match["trumps"] else None
    if match["major"]:
        return Statement((Suit.HEARTS, Suit.SPADES), (1 << _number(match["low"])) - 1) if match["no"] else None
    is_points = match["kind"] in ("hcp", "points") or not (match["kind"] or match["trumps"] or suit is not None)
    if suit is None and not (is_points and match["low"].isdigit()):
        return None
    return Statement(() if suit is None else (suit,), _values(match))


def _values(match: re.Match[str]) -> int:
    low = _number(match["low"])
    if match["no"]:
        return (1 << low) - 1
    if match["other"]:
        return 1 << low | 1 << _number(match["other"])
    high = (
        MOST
        if match["more"] or match["card"] or match["of_trumps"]
        else _number(match["high"])
        if match["high"]
        else low
    )
    return (1 << high + 1) - (1 << low)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]


def clauses(text: str) -> list[str]:
    """The clauses of a text; alternatives, which come last, are one."""
    shared, either, others = text.partition(EITHER)
    return [*(clause for clause in shared.split(", ") if clause), *[either + others] * bool(either)]


def contradicts_forcing(clause: str, forcing: str) -> bool:
    """Whether a clause says something else about going on than the call does."""
    forces = forcing in ("1 round", "game") or forcing.startswith("to ")
    if _ENDS.search(clause):
        return forces or forcing == "invite"
    if _FORCES.search(clause):
        return not forces or ("game-forcing" in clause and forcing != "game")
    return _INVITES.search(clause) is not None and forcing != "invite"


def is_number(clause: str) -> bool:
    """Whether a clause states a number and nothing else, so that ranges say the same."""
    match = _STATEMENT.fullmatch(clause)
    if match is None or match["kind"] not in (None, "hcp", "points"):
        return False
    return not any(match[name] for name in ("no", "major", "longer", "other"))


def tells_forcing(text: str) -> bool:
    """Whether a text says how far a call forces."""
    return any(pattern.search(text) is not None for pattern in (_FORCES, _INVITES, _ENDS))


def share_true(clause: str, cells: CellSet, trumps: Suit | None = None) -> float:
    """Of how many of the hands in these cells all numbers of a clause are true."""
    stated = statements(clause, trumps)
    if not stated:
        return 1.0
    chosen = chosen_cells(cells).nonzero()[0]
    hcp, lengths = CELL_HCP[chosen], LENGTHS_OF_SHAPE[CELL_SHAPE[chosen]]
    true = np.all([statement.holds(hcp, lengths) for statement in stated], axis=0)
    return 1.0 if true.all() else float(CELL_HANDS[chosen[true]].sum() / CELL_HANDS[chosen].sum())


def without_false(text: str, cells: CellSet, forcing: str, trumps: Suit | None = None) -> str:
    """The clauses that are true of all hands in these cells, or usually, and of a call that forces so far."""
    true = []
    for clause in clauses(text):
        share = 0.0 if contradicts_forcing(clause, forcing) else share_true(clause, cells, trumps)
        true += [clause] if share == 1 else [f"{USUALLY}{clause}"] if share >= OFTEN else []
    return ", ".join(true)


def joined(texts: Iterable[str]) -> str:
    """Several texts of one call as one: what they share, then the alternatives.

    >>> joined(["raise, weak", "raise, five trumps"]), joined(["minimum", "minimum, no fit"])
    ('raise, either weak or five trumps', 'minimum')
    """
    parts = [clauses(text) for text in dict.fromkeys(texts)]
    shared = [clause for clause in parts[0] if all(clause in part for part in parts)] if parts else []
    others = [", ".join(clause for clause in part if clause not in shared) for part in parts]
    if len(parts) > 1 and all(others) and not all(map(is_number, others)):
        shared.append(EITHER + (", or " if any(", " in other for other in others) else " or ").join(others))
    return ", ".join(shared)
