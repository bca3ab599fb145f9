"""A turn: what the player to call can see and knows, apart from the cards in hand.

Rules ask it their conditions, the natural bidder reads the numbers off it. Seats are counted from the dealer.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from overtrick.core import DOUBLE, PASS, Auction, Call, Suit
from overtrick.hands.cells import BY_LENGTH, CELL_HANDS, CELL_HCP, CELL_SHAPE, TRIMMED, CellSet, chosen_cells
from overtrick.hands.measures import TOTAL_POINTS
from overtrick.hands.shapes import SHAPES
from overtrick.systems.engine.automaton import States
from overtrick.systems.engine.forcing import Force, must_act
from overtrick.systems.engine.known import likely_points, needed
from overtrick.systems.engine.memo import FilledLater, cached_attribute
from overtrick.systems.language.patterns import Bound
from overtrick.systems.language.rules import CallSpec

Lengths = tuple[int, int, int, int]
Strength = tuple[tuple[int, int], tuple[int, float, int]]
"""High-card points, and total points."""
LengthsSeen = tuple[Lengths, tuple[float, float, float, float], Lengths]
"""The lengths of the suits: least, mean, most."""

RARE = 0.05
"""The share of the hands beyond each end of a range that a bidder leaves out of account."""
MOST_NUMBERS = 1 << 13
"""Sets of cells, of 2.7 kB each, whose numbers are remembered; those used longest ago are forgotten."""

_SUITS = tuple(Suit)  # to go through the class itself is slow
_NAMES = ("me", "lho", "partner", "rho")
_HCP = 38
_WIDTH = 48
_LONG = TOTAL_POINTS.table(None).astype(np.intp)[CELL_SHAPE]
_KINDS = int(_LONG.max()) + 1
_BY_KIND = _LONG * _HCP + CELL_HCP  # of every cell: points for length, high-card points
_SHIFTED = (np.arange(_KINDS)[:, None] + np.arange(_HCP)).ravel()
_ONES = np.ones(_KINDS)
_PLACES = np.arange(float(_WIDTH))


@lru_cache(maxsize=MOST_NUMBERS)
def strength(cells: CellSet) -> Strength:
    """Stated high-card points; total points: low, mean, high.

    Hands are counted, whole numbers below 2 ** 53, so that sums do not depend on their order.
    """
    chosen = chosen_cells(cells).nonzero()[0]
    kinds = np.bincount(_BY_KIND[chosen], CELL_HANDS[chosen], _KINDS * _HCP)
    points = np.zeros((2, _WIDTH))
    points[0, :_HCP] = _ONES @ kinds.reshape(_KINDS, _HCP)
    points[1] = np.bincount(_SHIFTED, kinds, _WIDTH)
    (low, _, high), total_points = _ends_and_means(points, TRIMMED, RARE)
    return (low, high), total_points


@lru_cache(maxsize=MOST_NUMBERS)
def lengths(cells: CellSet) -> LengthsSeen:
    """The length of each suit: low, mean, high."""
    chosen = chosen_cells(cells).nonzero()[0]
    by_shape = np.bincount(CELL_SHAPE[chosen], CELL_HANDS[chosen], len(SHAPES))
    lengths_of_suits = _ends_and_means((BY_LENGTH @ by_shape).reshape(4, 14), RARE, RARE, RARE, RARE)
    return tuple(zip(*lengths_of_suits, strict=True))  # type: ignore[return-value]


def _ends_and_means(counts: NDArray[np.float64], *rare: float) -> list[tuple[int, float, int]]:
    """Of every row of counts: the place where its rare lower end stops, the mean place, where the upper end begins."""
    means = (counts @ _PLACES[: counts.shape[1]]).tolist()
    return [
        (
            bisect_right(sums, share * sums[-1]),
            round(10 * mean / sums[-1]) / 10,
            bisect_left(sums, (1 - share) * sums[-1]),
        )
        for sums, mean, share in zip(counts.cumsum(1).tolist(), means, rare, strict=True)
    ]


class Seen(FilledLater):
    """What one player's calls have shown. Suits in the order clubs, diamonds, hearts, spades."""

    __slots__ = ("_compute", "acted", "calls", "cells", "hcp", "least", "mean", "most", "points", "suits")
    _filled_by: ClassVar[dict[str, str]] = {
        **{"cells": "_fill_cells", "hcp": "_fill_strength", "points": "_fill_strength"},
        **dict.fromkeys(("least", "mean", "most"), "_fill_lengths"),
    }
    cells: CellSet
    """The cells the hand may lie in."""
    hcp: tuple[int, int]
    """Stated range."""
    points: tuple[int, float, int]
    """Total points (high cards and length): 5th percentile, mean, 95th percentile."""
    least: Lengths
    """Lengths: the 5th percentile of each suit."""
    mean: tuple[float, float, float, float]
    most: Lengths

    def __init__(
        self,
        compute: Callable[[], CellSet],
        suits: tuple[Suit, ...] = (),
        calls: tuple[Call, ...] = (),
        acted: int = 0,
    ) -> None:
        self._compute = compute
        """Computes the cells."""
        self.suits = suits
        """The suits shown by natural calls or by `shows X`, in that order."""
        self.calls = calls
        """All calls of the player."""
        self.acted = acted
        """How many of them were no passes."""

    def _fill_cells(self) -> None:
        self.cells = self._compute()

    def _fill_strength(self) -> None:
        self.hcp, self.points = strength(self.cells)

    def _fill_lengths(self) -> None:
        self.least, self.mean, self.most = lengths(self.cells)


class Turn:
    """A point of an auction as the player to call sees it."""

    auction: Auction
    """With North for the dealer, whoever that is."""
    turn: int
    """The seat to call."""
    legal: int
    """Legal calls as bits (bit = call index)."""
    vulnerabilities: tuple[bool, bool]
    seen: tuple[Seen, ...]
    """By seat, what it has shown."""
    suits_shown: tuple[tuple[int, Suit], ...]
    """The suits shown and by which seat, in the order of the auction."""
    tags: tuple[frozenset[str], ...]
    """By seat, the tags of the last call."""
    agreements: tuple[Suit | None, Suit | None]
    forces: tuple[Force, Force]
    opener: int
    """The seat that opened, -1 before."""
    _states: tuple[States, States]
    """By side, where the patterns of its system stand."""

    @property
    def states(self) -> States | None:
        """Where the patterns of the system that speaks stand; None before the opening bid."""
        return None if self.opener < 0 else self._states[self.turn & 1]

    # The four players

    @property
    def me(self) -> Seen:
        return self.seen[self.turn]

    @property
    def lho(self) -> Seen:
        return self.seen[self.turn + 1 & 3]

    @property
    def partner(self) -> Seen:
        return self.seen[self.turn ^ 2]

    @property
    def rho(self) -> Seen:
        return self.seen[self.turn - 1 & 3]

    @property
    def suits(self) -> tuple[tuple[Suit, ...], ...]:
        """By seat, the suits shown, in that order."""
        return tuple([seen.suits for seen in self.seen])

    @property
    def last_bid(self) -> Call | None:
        return self.auction.last_bid

    @property
    def may_pass(self) -> bool:
        """Whether the system may pass here: partner has forced nothing, or by a double that may be left in."""
        return not self.must_act or self.force.by_double

    @property
    def seat_number(self) -> int:
        return self.turn + 1

    @property
    def passed_hand(self) -> bool:
        return self._passed(self.turn)

    @property
    def partner_passed_hand(self) -> bool:
        return self._passed(self.turn ^ 2)

    def _passed(self, seat: int) -> bool:
        """Whether a seat passed before the opening bid."""
        return seat < (len(self.auction.calls) if self.opener < 0 else self.opener)

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        side = self.turn & 1
        return self.vulnerabilities[side], self.vulnerabilities[1 - side]

    @property
    def balancing(self) -> bool:
        calls = self.auction.calls
        return len(calls) >= 3 and calls[-1] is PASS and calls[-2] is PASS and self.opener >= 0

    @property
    def contested(self) -> bool:
        calls = self.auction.calls
        return any(call is not PASS for call in calls[1 - (self.turn & 1) :: 2])

    @property
    def force(self) -> Force:
        return self.forces[self.turn & 1]

    @cached_attribute
    def must_act(self) -> bool:
        return must_act(self.force, self.auction, self.turn)

    @property
    def left_in_artificial(self) -> bool:
        """Whether my own artificial bid has been doubled and passed round to me: nobody wants to play it."""
        calls = self.auction.calls[-4:]
        return (
            len(calls) == 4
            and (calls[0].is_bid and calls[1] is DOUBLE and calls[2] is PASS and calls[3] is PASS)
            and "artificial" in self.tags[self.turn]
        )

    @property
    def game_forced(self) -> bool:
        return self.force.game

    @property
    def agreed(self) -> Suit | None:
        return self.agreements[self.turn & 1]

    @property
    def partner_suits(self) -> tuple[Suit, ...]:
        return self.partner.suits

    def partner_showed(self, suit: Suit) -> bool:
        return suit in self.partner.suits

    def is_shown(self, suit: Suit) -> bool:
        """Whether any of the four has shown a suit."""
        return suit in self.all_shown

    @cached_attribute
    def all_shown(self) -> frozenset[Suit]:
        """The suits that any of the four has shown."""
        return frozenset(chain.from_iterable(self.suits))

    @cached_attribute
    def unbid(self) -> tuple[Suit, ...]:
        return tuple([suit for suit in _SUITS if suit not in self.all_shown])

    @cached_attribute
    def their_suits(self) -> tuple[Suit, ...]:
        return tuple(dict.fromkeys(chain(self.lho.suits, self.rho.suits)))

    @cached_attribute
    def suits_known(self) -> dict[str, Suit]:
        """The suits that the auction itself has given names to: `T`, `partner`, `mine`, `agreed`, `4th` …"""
        known = dict(zip(("T", "T2"), self._suits_of_side(1 - (self.turn & 1)), strict=False))
        for name, suits in (("partner", self.partner_suits), ("mine", self.me.suits)):
            if suits:
                known[name], known[f"{name}1"] = suits[-1], suits[0]
        if self.agreed is not None:
            known["agreed"] = self.agreed
        if len(self.unbid) == 1:
            known["4th"] = self.unbid[0]
        return known

    def suit_named(self, name: str) -> Suit | None:
        return self.suits_known.get(name)

    def _suits_of_side(self, side: int) -> tuple[Suit, ...]:
        """The suits a side has shown, in the order of the auction."""
        return tuple(dict.fromkeys(suit for seat, suit in self.suits_shown if seat & 1 == side))

    @cached_attribute
    def likely_points(self) -> tuple[int, int]:
        """What partner has on average, their calls taken into account."""
        return likely_points(self)

    def needed(self, word: str, suit: Suit | None, total: int) -> int:
        """What I need myself for so much together: rules ask for this number alone, so that most turns look alike."""
        return needed(self, word, suit, total)

    def legal_call(self, spec: CallSpec, suits: Bound) -> Call | None:
        """The call of a rule whose letter stands for a suit; None where that is no legal call."""
        call = spec.at(dict(suits), self.last_bid)
        return call if call is not None and self.legal >> call.index & 1 else None

    def is_legal(self, index: int) -> bool:
        """Whether the call of that index is legal."""
        return bool(self.legal >> index & 1)

    def last_call(self, turns_back: int) -> Call | None:
        calls = self.auction.calls
        return calls[-turns_back] if turns_back <= len(calls) else None

    def is_jump(self, call: Call) -> bool:
        last = self.auction.last_bid
        if not call.is_bid:
            return False
        cheapest = 1 if last is None else last.level + (call.strain <= last.strain)
        return call.level > cheapest

    @property
    def last_bidder(self) -> str:
        """`me`, `partner`, `lho`, `rho`, or an empty text before the first bid."""
        calls = self.auction.calls
        for number in range(len(calls) - 1, -1, -1):
            if calls[number].is_bid:
                return _NAMES[number - self.turn & 3]
        return ""

    @property
    def doubled(self) -> int:
        """1, 2 when the last bid is doubled, 4 redoubled."""
        return int(self.auction.doubling)

    @property
    def partner_tags(self) -> frozenset[str]:
        """The tags of partner's last call."""
        return self.tags[self.turn ^ 2]

    @property
    def rho_tags(self) -> frozenset[str]:
        return self.tags[self.turn - 1 & 3]

    @property
    def partner_forcing(self) -> str:
        """`no`, `1 round`, `to 2N`, `game`, `invite`, `signoff`: of partner's last call."""
        force = self.force
        return force.word if force.caller == self.turn ^ 2 else "no"

    @property
    def opened(self) -> str:
        """Who opened: `we`, `they`, or an empty text."""
        return "" if self.opener < 0 else "we" if self.opener & 1 == self.turn & 1 else "they"
