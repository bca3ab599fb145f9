"""Random deals are complete, even, and keep the cards that are known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Deal, Hand, Seat, Suit
from overtrick.arrays import DealBatch, concatenate, random_deals
from strategies import deals


@settings(max_examples=50, deadline=None)
@given(deals(), st.integers(0, 2**52 - 1), st.integers(0, 2**32), st.integers(0, 20))
def test_known_cards_are_respected(deal: Deal, shown: int, seed: int, count: int) -> None:
    known = Deal.of([Hand(hand.mask & shown) for hand in deal]) if shown else Deal((Hand(),) * 4)
    batch = random_deals(count, np.random.default_rng(seed), known)
    assert len(batch.require_complete()) == count
    for one in batch:
        assert all(one[seat].mask & known[seat].mask == known[seat].mask for seat in Seat)


def test_every_card_goes_everywhere_equally_often() -> None:
    count = 40_000
    owners = random_deals(count, np.random.default_rng(1)).owners
    held = np.array([(owners == seat).sum(axis=0) for seat in Seat])
    expected = count / 4
    assert ((held - expected) ** 2 / expected).sum() < 230  # about 153 degrees of freedom
    both = owners[:, 51] * 4 + owners[:, 50]  # the two top spades: apart 39 times in 51, together 12 times
    pairs = np.bincount(both, minlength=16).reshape(4, 4) / count
    np.testing.assert_allclose(pairs, np.where(np.eye(4), 12 / 51 / 4, 13 / 51 / 4), atol=0.005)


def test_shapes_and_points_come_as_the_tables_say() -> None:
    batch = list(random_deals(10_000, np.random.default_rng(3)))
    balanced = np.mean([hand.is_balanced for deal in batch for hand in deal])
    points = np.array([hand.hcp for deal in batch for hand in deal])
    assert abs(balanced - 0.4761) < 0.01  # 21.55 % 4432, 15.52 % 5332, 10.54 % 4333
    assert points.reshape(-1, 4).sum(axis=1).tolist() == [40] * 10_000
    assert abs(points.std() - 4.13) < 0.05
    assert abs((points == 10).mean() - 0.0941) < 0.006


def test_the_seed_decides() -> None:
    first, again, other = (random_deals(50, np.random.default_rng(seed)).masks for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


@given(st.lists(deals(), max_size=4))
def test_batches_keep_deals(some: list[Deal]) -> None:
    batch = DealBatch.stack(some)
    assert list(batch) == some
    assert list(DealBatch.of_masks(batch.masks)) == some
    assert list(DealBatch.of_owners(batch.owners)) == some
    assert list(concatenate([batch, batch])) == some * 2
    owners = [[next(seat for seat in Seat if deal[seat].mask >> card & 1) for card in range(52)] for deal in some]
    assert batch.owners.tolist() == owners
    holdings = [[[deal[seat].holding(suit) for suit in Suit] for seat in Seat] for deal in some]
    assert batch.holdings.tolist() == holdings


def test_a_batch_gives_single_deals_and_parts_of_itself() -> None:
    batch = random_deals(5, np.random.default_rng(1))
    deals = list(batch)
    assert [batch[2], batch[-1], batch[np.int64(0)]] == [deals[2], deals[4], deals[0]]
    assert list(batch[1:3]) == deals[1:3]
    assert list(batch[np.array([4, 0])]) == [deals[4], deals[0]]
    with pytest.raises(IndexError):
        _ = batch[5]
