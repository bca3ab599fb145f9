"""A soft random walk over layouts of the hidden cards, led by what the three hidden hands have shown.

Two cards of different players change places; a change that takes a hand further from what its calls have shown is
the less likely to stay the further it leads. So the walk finds narrow meanings from any start, and a player who has
strayed from the system costs chance instead of leaving nothing. Many layouts walk at once, each on its own.

The labels of contracts come from the same walk made strict: no change takes a hand out of what it has shown.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings, masks_of, random_deals
from overtrick.arrays.auctions import Indices
from overtrick.core import Hand, Seat
from overtrick.hands.cells import CELL_HCP, CELL_SHAPE, MOST_HCP, CellSet, chosen_cells, stated
from overtrick.hands.holdings import HCP
from overtrick.hands.shapes import CODE_OF_LENGTHS, LENGTHS_OF_SHAPE, SHAPE_OF_CODE, SHAPES
from overtrick.layouts.known_cards import Barred, known_deal

OUTSIDE = 4.0
"""What a hand outside its cells costs: a chance lower by e⁻⁴. Each point and each card beyond the stated ranges
costs one more, and a half."""
BEYOND_POINTS, BEYOND_CARDS = 1.0, 1.5
BARRED = 30.0
"""What a card costs in a hand that cannot hold it: it leaves as soon as it can."""
CHANGES = 320
"""Changes tried, some eight for each hidden card."""
SETTLING = 150
"""Changes of a strict walk before its first layout: some four for each hidden card."""
BETWEEN = 15
"""Changes of a strict walk from one layout to the next."""

Cards = NDArray[np.int64]
Costs = NDArray[np.float32]
Owners = NDArray[np.uint8]
"""The seat that holds each card. Shape: (…, card 52)."""

_RANK_SHIFTS = np.arange(13, dtype=np.uint16)
_RANK_POINTS = HCP[1 << np.arange(13)].astype(np.int64)
_POINTS_OF_CARD = np.tile(_RANK_POINTS, 4)
_CODE_OF_CARD = np.repeat(CODE_OF_LENGTHS, 13)
_SHAPE_OF_CODE = SHAPE_OF_CODE.astype(np.intp)
_CHANGES = np.arange(3 * 2 * 13 * 13)  # all changes: two players, and a card of each
_ONE = _CHANGES % 3
_OTHER = (_ONE + 1 + _CHANGES // 3 % 2) % 3
_GIVEN, _TAKEN = 13 * _ONE + _CHANGES // 6 % 13, 13 * _OTHER + _CHANGES // 78
_WIDTH = MOST_HCP + 4  # points on the way of a change that is not made


def costs(cells: CellSet) -> Costs:
    """What every cell costs a player who has shown these. Shape: (cell,)."""
    shown = stated(cells)
    lengths = LENGTHS_OF_SHAPE[CELL_SHAPE].astype(np.int64)
    low, high = np.array(shown.lengths).T
    cards = np.maximum(low - lengths, 0).sum(axis=1) + np.maximum(lengths - high, 0).sum(axis=1)
    points = np.maximum(shown.hcp[0] - CELL_HCP, 0) + np.maximum(CELL_HCP - shown.hcp[1], 0)
    outside = OUTSIDE + BEYOND_POINTS * points + BEYOND_CARDS * cards
    return np.where(chosen_cells(cells), 0.0, outside).astype(np.float32)


def hand_costs(holdings: Holdings, cells: CellSet) -> Costs:
    """What hands cost a player who has shown these cells. Shape: (hand, suit) to (hand,)."""
    codes = (np.bitwise_count(holdings).astype(np.int64) * CODE_OF_LENGTHS).sum(axis=1)
    table = cost_table(cells).reshape(len(SHAPES), _WIDTH)
    cost: Costs = table[_SHAPE_OF_CODE[codes], HCP[holdings].sum(axis=1, dtype=np.int64)]
    return cost


class Proposals(NamedTuple):
    """Layouts around hands, with what each hidden hand costs."""

    holdings: Holdings
    """Shape: (position, layout, seat, suit)."""
    costs: Costs
    """Of lho, partner and rho; 0 for a hand that its calls have shown. Shape: (position, layout, player)."""


def propose(
    hands: Holdings,
    seats: Indices,
    shown: Sequence[Sequence[CellSet]],
    count: int,
    rng: np.random.Generator,
    *,
    barred: Barred | None = None,
    changes: int = CHANGES,
) -> Proposals:
    """Layouts around these hands (position, suit) in which lho, partner and rho hold what they have shown, or nearly.

    `shown` has the cells of the three for each position; `barred` says who of them cannot hold which card in any
    position, as far as the walk can have it so.
    """
    meanings, different = _numbered(shown)
    hidden = _dealt(hands, seats, count, rng, barred)
    card_costs = None if barred is None else np.where(barred, np.float32(BARRED), np.float32(0))
    walker = Walker(hidden, np.repeat(meanings, count, axis=0), [cost_table(cells) for cells in different], card_costs)
    walker.go(changes, rng)
    layouts = DealBatch.of_owners(walker.owners(np.repeat(seats, count)))
    return Proposals(layouts.holdings.reshape(len(hands), count, 4, 4), walker.costs.reshape(len(hands), count, 3))


def by_cost(
    hand: Holdings, seat: Seat, tables: Sequence[Costs], card_costs: Costs, count: int, rng: np.random.Generator
) -> Holdings:
    """Layouts around a hand (suit,), the likelier the less the hands of lho, partner and rho cost.

    A table for each of them (`table_of`), and what each card costs them (player, card). Shape: (layout, seat, suit).
    """
    seats = np.array([seat])
    walker = Walker(
        _dealt(hand[np.newaxis], seats, count, rng, None), np.tile(np.arange(3), (count, 1)), tables, card_costs
    )
    walker.go(CHANGES, rng)
    return DealBatch.of_owners(walker.owners(np.repeat(seats, count))).holdings


def agreeing(
    owners: Owners, seats: Indices, shown: Sequence[Sequence[CellSet]], count: int, rng: np.random.Generator
) -> tuple[Owners, NDArray[np.bool_]]:
    """Layouts in which lho, partner and rho hold what they have shown, and which of the layouts really do.

    A strict walk for each position, from `owners` on: no hand leaves its cells, and one that is not in them may change
    freely until it is. All layouts of a position come from one walk, so they cost a twentieth of those of `propose`,
    and neighbours are alike. Shape: (position, card) to (position, count, card), (position, count).
    """
    meanings, different = _numbered(shown)
    tables = [cost_table(cells, strict=True) for cells in different]
    walker = Walker(_hidden(owners, seats), meanings, tables, strict=True)
    layouts, agree = np.empty((len(owners), count, 52), np.uint8), np.empty((len(owners), count), bool)
    walker.go(SETTLING, rng)
    for number in range(count):
        walker.go(BETWEEN, rng)
        layouts[:, number], agree[:, number] = walker.owners(seats), ~walker.costs.any(axis=1)
    return layouts, agree


def shuffled_opponents(owners: Owners, seats: Indices, count: int, rng: np.random.Generator) -> Owners:
    """Layouts in which both partners keep their cards. Shape: (position, card) to (position, count, card)."""
    return _shuffled(owners, (owners ^ seats[:, np.newaxis].astype(np.uint8)) & 1 == 1, 26, count, rng)


def shuffled_around(owners: Owners, seats: Indices, rng: np.random.Generator) -> Owners:
    """Algorithm 1 of Chen and Yang (2025): one hand stays, the other 39 cards are shuffled (Fisher and Yates).

    Shape: (position, card) to the same.
    """
    return _shuffled(owners, owners != seats[:, np.newaxis], 39, 1, rng)[:, 0]


def _shuffled(owners: Owners, free: NDArray[np.bool_], free_cards: int, count: int, rng: np.random.Generator) -> Owners:
    """Layouts in which the owners of the free cards change. Shape: (position, card) to (position, count, card)."""
    cards = np.argsort(~free, axis=1, kind="stable")[:, :free_cards]
    layouts = np.repeat(owners[:, np.newaxis], count, axis=1)
    held = np.take_along_axis(owners, cards, axis=1)
    dealt = rng.permuted(np.repeat(held[:, np.newaxis], count, axis=1), axis=2)
    np.put_along_axis(layouts, np.broadcast_to(cards[:, np.newaxis], dealt.shape), dealt, axis=2)
    return layouts


def _numbered(shown: Sequence[Sequence[CellSet]]) -> tuple[Cards, list[CellSet]]:
    """What each player has shown as a number, and the sets that are numbered. Shape: (position, player)."""
    numbers: dict[CellSet, int] = {}
    meanings = np.array([[numbers.setdefault(cells, len(numbers)) for cells in three] for three in shown])
    return meanings, list(numbers)


def _hidden(owners: Owners, seats: Indices) -> Cards:
    """The cards of lho, partner and rho, thirteen each. Shape: (layout, card) to (layout, card 39)."""
    turned = (owners.astype(np.int64) - seats[:, np.newaxis]) & 3
    return np.argsort(turned, axis=1, kind="stable")[:, 13:]


def _dealt(hands: Holdings, seats: Indices, count: int, rng: np.random.Generator, barred: Barred | None) -> Cards:
    """The hidden cards at random, thirteen each of lho, partner and rho. Shape: (position · count, card 39)."""
    if barred is not None and barred.any():
        masks = masks_of(hands).tolist()
        known = [known_deal(Hand(mask), Seat(seat), barred) for mask, seat in zip(masks, seats.tolist(), strict=True)]
        owners = np.concatenate([random_deals(count, rng, deal).owners for deal in known])
        return _hidden(owners, np.repeat(seats, count))
    held = (hands[:, :, np.newaxis] >> _RANK_SHIFTS & 1).reshape(-1, 52)
    hidden = np.argsort(held, axis=1, kind="stable")[:, :39]
    return rng.permuted(np.repeat(hidden, count, axis=0), axis=1)


class Walker:
    """The hidden cards of many layouts: thirteen of lho, of partner, of rho. Indices run over flattened arrays."""

    def __init__(
        self,
        hidden: NDArray[np.int64],
        meanings: NDArray[np.int64],
        tables: Sequence[Costs],
        card_costs: Costs | None = None,
        *,
        strict: bool = False,
    ) -> None:
        """Hidden cards (layout, 39); what each player has shown, as a place in `tables` (layout, player).

        The tables say what hands cost by shape and points (`cost_table`), `card_costs` what each card costs a player
        (player, card). A strict walk makes no change that takes more hands out of their cells.
        """
        self._count, self._meanings, self._strict = len(hidden), meanings.ravel(), strict
        self._table = np.concatenate(tables)
        self._card_costs = None if card_costs is None or not card_costs.any() else card_costs.ravel()
        self._cards = np.ascontiguousarray(hidden).ravel()
        by_player = hidden.reshape(-1, 3, 13)
        self._codes = _CODE_OF_CARD[by_player].sum(axis=2).ravel()
        self._points = _POINTS_OF_CARD[by_player].sum(axis=2).ravel()
        self._costs = self._cost(np.arange(3 * self._count), self._codes, self._points)

    def _cost(self, hands: Cards, codes: Cards, points: Cards) -> Costs:
        rows = self._meanings[hands] * len(SHAPES) + _SHAPE_OF_CODE[codes]
        cost: Costs = self._table[rows * _WIDTH + points]
        return cost

    @property
    def costs(self) -> Costs:
        """Of every hand. Shape: (layout, player)."""
        return self._costs.reshape(-1, 3)

    def owners(self, seats: NDArray[Any]) -> NDArray[np.uint8]:
        """Who holds each card now, when these seats look on (layout,). Shape: (layout, card)."""
        owners = np.repeat(seats.astype(np.uint8)[:, np.newaxis], 52, axis=1)
        holders = ((seats[:, np.newaxis] + 1 + np.arange(39) // 13) & 3).astype(np.uint8)
        owners[np.arange(self._count)[:, np.newaxis], self._cards.reshape(-1, 39)] = holders
        return owners

    def go(self, changes: int, rng: np.random.Generator) -> None:
        """Try that many changes in every layout."""
        draws = rng.integers(0, len(_CHANGES), (changes, self._count))
        if self._strict:
            luck = np.zeros((changes, 1), np.float32)
        else:
            luck = rng.standard_exponential((changes, self._count), np.float32)
        rows = np.arange(self._count)
        hands, cards = rows * 3, rows * 39
        for draw, bearable in zip(draws, luck, strict=True):
            places = cards + _GIVEN[draw], cards + _TAKEN[draw]
            self._change(hands, (_ONE[draw], _OTHER[draw]), places, bearable)

    def _change(self, rows: Cards, players: tuple[Cards, Cards], places: tuple[Cards, Cards], bearable: Costs) -> None:
        given, taken = self._cards[places[0]], self._cards[places[1]]
        code, points = _CODE_OF_CARD[taken] - _CODE_OF_CARD[given], _POINTS_OF_CARD[taken] - _POINTS_OF_CARD[given]
        hands, signs = [rows + player for player in players], (1, -1)
        codes = [self._codes[hand] + sign * code for hand, sign in zip(hands, signs, strict=True)]
        counts = [self._points[hand] + sign * points for hand, sign in zip(hands, signs, strict=True)]
        now = [self._cost(*hand) for hand in zip(hands, codes, counts, strict=True)]
        more = now[0] + now[1] - self._costs[hands[0]] - self._costs[hands[1]]
        if self._card_costs is not None:
            more = more + self._dearer(self._card_costs, players, given, taken)
        stays = more <= bearable
        for hand, *changed in zip(hands, codes, counts, now, strict=True):
            at = hand[stays]
            self._codes[at], self._points[at], self._costs[at] = (values[stays] for values in changed)
        self._cards[places[0][stays]], self._cards[places[1][stays]] = taken[stays], given[stays]

    @staticmethod
    def _dearer(card_costs: Costs, players: tuple[Cards, Cards], given: Cards, taken: Cards) -> Any:
        one, other = players[0] * 52, players[1] * 52
        after = card_costs[one + taken] + card_costs[other + given]
        return after - card_costs[one + given] - card_costs[other + taken]


@lru_cache(maxsize=512)
def cost_table(cells: CellSet, *, strict: bool = False) -> Costs:
    """The costs by shape and points, flat; in a strict walk every hand outside its cells costs the same."""
    table = np.full((len(SHAPES), MOST_HCP + 1), 2 * BARRED, np.float32)
    table[CELL_SHAPE, CELL_HCP] = ~chosen_cells(cells) if strict else costs(cells)
    return table_of(table)


def table_of(by_shape: Costs) -> Costs:
    """The costs of hands (shape, points) as a walk reads them: flat, with room for points that no hand has."""
    return np.pad(by_shape, ((0, 0), (0, _WIDTH - by_shape.shape[1])), constant_values=2 * BARRED).ravel()
