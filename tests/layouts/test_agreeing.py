"""Layouts of the hidden cards: who keeps his hand keeps it, and the others hold what they have shown."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.hands import features as hands
from overtrick.hands.bounds import outer
from overtrick.hands.cells import ALL_CELLS, chosen_cells
from overtrick.layouts.sampler import agreeing, shuffled_opponents
from overtrick.systems.language.hand_reader import condition

_DEALS = random_deals(40, np.random.default_rng(3))
_SEATS = np.arange(40) % 4
_EVERY = np.arange(40)


def _held(layouts: NDArray[np.uint8], seats: NDArray[np.int64]) -> NDArray[np.uint16]:
    """The holdings of a seat in every layout. Shape: (position, layout, suit)."""
    batch = DealBatch.of_owners(layouts.reshape(-1, 52)).require_complete()
    by_position = batch.holdings.reshape(*layouts.shape[:2], 4, 4)
    held: NDArray[np.uint16] = by_position[_EVERY, :, seats]
    return held


def test_partners_keep_their_cards_while_the_opponents_are_shuffled() -> None:
    layouts = shuffled_opponents(_DEALS.owners, _SEATS, 5, np.random.default_rng(1))
    for turn in (0, 2):
        seats = (_SEATS + turn) % 4
        assert (_held(layouts, seats) == _DEALS.holdings[_EVERY, seats][:, np.newaxis]).all()
    assert not (_held(layouts, (_SEATS + 1) % 4) == _DEALS.holdings[_EVERY, (_SEATS + 1) % 4][:, np.newaxis]).all()


def test_agreeing_layouts_hold_what_was_shown() -> None:
    partner = (_SEATS + 2) % 4
    strong = hands.hcp(_DEALS.holdings)[_EVERY, partner] >= 8
    some = outer(condition("8+ hcp"))
    shown = [[ALL_CELLS, some if fits else ALL_CELLS, ALL_CELLS] for fits in strong]
    layouts, agree = agreeing(_DEALS.owners, _SEATS, shown, 20, np.random.default_rng(1))
    points = hands.hcp(_held(layouts, partner))
    assert (points[strong] >= 8).all()
    assert agree.all()
    assert (points[~strong] >= 8).any()
    assert (_held(layouts, _SEATS) == _DEALS.holdings[_EVERY, _SEATS][:, np.newaxis]).all()


def test_a_start_that_does_not_agree_walks_until_it_does() -> None:
    balanced = outer(condition("balanced, 10-14 hcp"))
    layouts, _ = agreeing(_DEALS.owners, _SEATS, [[ALL_CELLS, balanced, ALL_CELLS]] * 40, 30, np.random.default_rng(1))
    points = hands.hcp(_held(layouts, (_SEATS + 2) % 4))[:, -1]
    assert ((points >= 10) & (points <= 14)).mean() > 0.9
    assert chosen_cells(balanced).any()


def test_free_layouts_are_as_random_as_dealt_ones() -> None:
    layouts, _ = agreeing(_DEALS.owners, _SEATS, [[ALL_CELLS] * 3] * 40, 50, np.random.default_rng(1))
    lengths = hands.lengths(_held(layouts, (_SEATS + 2) % 4)).astype(float)
    own = hands.lengths(_DEALS.holdings)[_EVERY, _SEATS]
    np.testing.assert_allclose(lengths.mean(axis=(0, 1)), (13 - own).mean(axis=0) / 3, atol=0.15)
