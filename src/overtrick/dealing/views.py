"""What compiled expressions look at: the hands of many deals, and their counts, each computed once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import ONE_SUIT, DealBatch, Masks
from overtrick.core import BridgeError, Card, Seat, Strain, Suit
from overtrick.dealing.counts import STANDARD, PointCounts, table
from overtrick.hands.holdings import LENGTHS
from overtrick.hands.shapes import CODE_OF_LENGTHS

Array = NDArray[Any]
Solve = Callable[[DealBatch, Seat, Strain], Array]
"""Exact double-dummy tricks of one declarer in one strain, for every deal of a batch."""


class HandsView(Protocol):
    """Where an expression finds the measures it is made of; `named` remembers the values of variables."""

    named: dict[int, Array]

    def measure(self, name: str, seat: Seat, suit: Suit | None) -> Array: ...
    def shape_codes(self, seat: Seat) -> Array: ...
    def has(self, seat: Seat, card: Card) -> Array: ...
    def tricks(self, seat: Seat, strain: Strain) -> Array: ...
    def chances(self, start: int) -> NDArray[np.uint64]: ...


class DealView:
    """Deals of which some hands, or all, are known, as 52-bit masks by seat."""

    def __init__(self, masks: Mapping[Seat, Masks], counts: PointCounts = STANDARD, solve: Solve | None = None) -> None:
        self.masks = masks
        self.named: dict[int, Array] = {}
        self._counts = counts
        self._solve = solve
        self._memo: dict[tuple[object, ...], Array] = {}

    @classmethod
    def of(cls, deals: DealBatch, counts: PointCounts = STANDARD, solve: Solve | None = None) -> "DealView":
        """All four hands of a batch."""
        masks = deals.masks
        return cls({seat: np.ascontiguousarray(masks[:, seat]) for seat in Seat}, counts, solve)

    def chosen(self, which: NDArray[np.bool_]) -> "DealView":
        """Some of the deals."""
        return DealView({seat: masks[which] for seat, masks in self.masks.items()}, self._counts, self._solve)

    def holding(self, seat: Seat, suit: Suit) -> NDArray[np.uint16]:
        """The cards of one suit in one hand. Shape: (deal,)."""
        return self._once(("holding", seat, suit), lambda: _suit_of(self.masks[seat], suit))

    def measure(self, name: str, seat: Seat, suit: Suit | None) -> Array:
        return self._once((name, seat, suit), lambda: self._measure(name, seat, suit))

    def _measure(self, name: str, seat: Seat, suit: Suit | None) -> Array:
        worth = table(name, self._counts)
        if suit is not None:
            return worth[self.holding(seat, suit)]
        total: Array = sum(worth[self.holding(seat, other)] for other in Suit)  # type: ignore[assignment]
        return total + self._shape_points(seat) if name == "cccc" else total

    def _shape_points(self, seat: Seat) -> Array:
        """Kaplan and Rubens's points for shape, times 100."""
        short: Array = sum(_SHORT[self.holding(seat, suit)] for suit in Suit)  # type: ignore[assignment]
        return np.where(short == 0, np.int16(-50), (short - 1) * np.int16(100))

    def shape_codes(self, seat: Seat) -> Array:
        """The code of each hand's shape, as `hands.shapes` has it."""
        return self._once(("shape", seat), lambda: self._shape_codes(seat))

    def _shape_codes(self, seat: Seat) -> Array:
        return _shape_codes([self.measure("length", seat, suit).astype(np.int16) for suit in Suit])

    def has(self, seat: Seat, card: Card) -> Array:
        held: Array = self.masks[seat] & np.uint64(1 << card.index) != 0
        return held

    def tricks(self, seat: Seat, strain: Strain) -> Array:
        if self._solve is None:
            raise BridgeError(f"tricks({seat.name.lower()}, {strain.name.lower()}) needs a double-dummy solver")
        solve = self._solve
        return self._once(("tricks", seat, strain), lambda: np.asarray(solve(self.batch(), seat, strain)))

    def chances(self, start: int) -> NDArray[np.uint64]:
        """A number for each deal that looks random, and is always the same for this deal and place."""
        mixed = np.full(len(self.masks[Seat.NORTH]), start, np.uint64)
        for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH):
            mixed = _scrambled(mixed ^ self.masks[seat])
        return mixed

    def batch(self) -> DealBatch:
        """The deals, once all four hands are known."""
        return DealBatch.of_masks(np.stack([self.masks[seat] for seat in Seat], axis=1))

    def _once(self, key: tuple[object, ...], compute: Callable[[], Array]) -> Array:
        if key not in self._memo:
            self._memo[key] = compute()
        return self._memo[key]


_SHORT = np.maximum(3 - LENGTHS.astype(np.int16), 0).astype(np.int16)


def _suit_of(masks: Masks, suit: Suit) -> NDArray[np.uint16]:
    return (masks >> np.uint64(13 * suit)).astype(np.uint16) & np.uint16(ONE_SUIT)


def _scrambled(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finishing step of the splitmix64 generator."""
    numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
    numbers = (numbers ^ numbers >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ numbers >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return numbers ^ numbers >> np.uint64(31)


class TotalsView:
    """Hands of which only the suit lengths and some totals are known, not the cards; one place at the table."""

    def __init__(self, lengths: Mapping[Suit, Array], totals: Mapping[str, Array]) -> None:
        self.named: dict[int, Array] = {}
        self._lengths = lengths
        self._totals = totals

    def measure(self, name: str, seat: Seat, suit: Suit | None) -> Array:
        return self._totals[name] if suit is None else self._lengths[suit]

    def shape_codes(self, seat: Seat) -> Array:
        return _shape_codes([self._lengths[suit] for suit in Suit])

    def has(self, seat: Seat, card: Card) -> Array:
        raise NotImplementedError("lengths and totals do not tell single cards")

    def tricks(self, seat: Seat, strain: Strain) -> Array:
        raise NotImplementedError("lengths and totals do not tell tricks")

    def chances(self, start: int) -> NDArray[np.uint64]:
        raise NotImplementedError("lengths and totals know no chance")


def _shape_codes(lengths: Sequence[Array]) -> Array:
    codes: Array = sum(length * int(step) for length, step in zip(lengths, CODE_OF_LENGTHS, strict=True))  # type: ignore[assignment]
    return codes
