"""The pieces of every step: the same in every run with that seed, also in one that was stopped and goes on.

A piece has views of about equally many steps, so that little is filled up.
"""

from collections.abc import Iterator

import numpy as np

from overtrick.core import BridgeError
from overtrick.nets.bidding_steps import Steps
from overtrick.training.bidding.bidding_material import BiddingMaterial, BidTables, capped, concatenate
from overtrick.training.bidding.bidding_recipe import BiddingRecipe
from overtrick.training.bidding.bidding_views import Truth, Views, all_views, seen, steps_of
from overtrick.training.split import Part

Piece = tuple[Steps, Truth]
_CAP_STREAM, _EPOCH_STREAM = 1, 2


def _sizes() -> list[int]:
    sizes = [2]
    while sizes[-1] < 66:
        sizes.append(max(sizes[-1] + 1, round(1.25 * sizes[-1])))
    return sizes


SIZES = _sizes()
"""Numbers of steps that views are filled up to, so that few shapes are compiled."""


class BiddingBatches:
    """What a run learns from, in order."""

    def __init__(self, material: BiddingMaterial, recipe: BiddingRecipe) -> None:
        self._recipe, schedule = recipe, recipe.training
        rng = np.random.default_rng((schedule.seed, _CAP_STREAM))
        cards = material.cards[Part.TRAIN]
        self._cards, self._experts = capped(cards, schedule.cap, rng), np.empty(0, np.intp)
        self._tables = cards
        if material.experts is not None and schedule.experts:
            experts = material.experts[Part.TRAIN]
            self._tables = concatenate([cards, experts])
            self._experts = len(cards) + capped(experts, schedule.cap, rng)
        self._per_epoch = max(0, len(self._epoch_pieces(0)) // schedule.pieces)
        if not self._per_epoch:
            wanted = schedule.pieces * schedule.piece
            raise BridgeError(f"expected more than {wanted:,} views to train on, one step, got {4 * len(cards):,}")

    @property
    def views(self) -> int:
        """About how many views of the cards' auctions there are."""
        return 4 * len(self._cards)

    def epoch(self, step: int) -> float:
        """How often each of the cards' auctions was seen by then."""
        return step / self._per_epoch

    def steps(self, step: int) -> Iterator[list[Piece]]:
        """The pieces of every step from this one on."""
        each, window = self._recipe.training.pieces, self._recipe.net.window
        while True:
            number, first = divmod(step, self._per_epoch)
            pieces = self._epoch_pieces(number)
            for start in range(first * each, self._per_epoch * each, each):
                yield [seen(self._tables, views, window, size) for size, views in pieces[start : start + each]]
                step += 1

    def _epoch_pieces(self, number: int) -> list[tuple[int, Views]]:
        """All pieces of a pass in a new order, each with its number of steps."""
        schedule = self._recipe.training
        rng = np.random.default_rng((schedule.seed, _EPOCH_STREAM, number))
        rows = self._cards
        if len(self._experts):
            wanted = round(len(rows) * schedule.experts / (1 - schedule.experts))
            rows = np.concatenate([rows, rng.choice(self._experts, min(wanted, len(self._experts)), replace=False)])
        pieces = in_pieces(self._tables, all_views(self._tables, rows, schedule.whole, rng), self._recipe, rng)
        return [pieces[place] for place in rng.permutation(len(pieces))]


def in_pieces(
    tables: BidTables, views: Views, recipe: BiddingRecipe, rng: np.random.Generator
) -> list[tuple[int, Views]]:
    """Views of about equally many steps together; what does not fill a piece goes to the next longer ones."""
    counts = steps_of(tables, views, recipe.net.window)
    piece, left, pieces = recipe.training.piece, np.empty(0, np.intp), []
    sizes = recipe.step_sizes or SIZES
    for shorter, size in zip([0, *sizes], sizes, strict=False):
        mine = np.flatnonzero((counts > shorter) & (counts <= size))
        mine = np.concatenate([left, rng.permutation(mine)])
        whole = len(mine) // piece * piece
        pieces += [(size, views[mine[start : start + piece]]) for start in range(0, whole, piece)]
        left = mine[whole:]
    return pieces


def held_out(tables: BidTables, views: int, recipe: BiddingRecipe) -> list[Piece]:
    """So many views, or a few less, at the end of the auctions of the first tables, in pieces."""
    rng = np.random.default_rng(0)
    chosen = all_views(tables, np.arange(min(len(tables), views // 4)), 1.0, rng)
    window = recipe.net.window
    return [seen(tables, part, window, size) for size, part in in_pieces(tables, chosen, recipe, rng)]
