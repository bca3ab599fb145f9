"""Layouts of strangers: chances before the auction, and hands as the network reads them."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from overtrick.arrays import DealBatch, holdings_of
from overtrick.core import Auction, Card, Hand, Position, Seat, Suit, Vulnerability
from overtrick.hands.holdings import HCP
from overtrick.layouts.posterior import sample
from overtrick.layouts.reading import chances_of_length, chances_of_points, hand_tables, read
from overtrick.layouts.sampler import by_cost
from overtrick.systems.network import TRUE_TO_CARD, bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

HAND = Hand.parse("QJT73.A42.863.95")
HOLDING = holdings_of([HAND])[0]


def view(calls: str, *, strangers: bool = True) -> View:
    position = Position(HAND, Auction.parse(calls, Seat.NORTH), Vulnerability.NONE)
    return View.of(bidding_network(), Table.of("sayc"), position, Seat.EAST, strangers=strangers)


def test_points_and_lengths_before_the_auction_are_those_of_13_cards_out_of_39() -> None:
    """Mean and variance of a draw without replacement."""
    points = [max(0, card.rank - 8) for card in map(Card, range(52)) if card not in HAND]
    chances, values = chances_of_points(HOLDING), np.arange(38)
    assert chances.sum() == pytest.approx(1)
    assert chances @ values == pytest.approx(13 * np.mean(points))
    spread = chances @ values**2 - (chances @ values) ** 2
    assert spread == pytest.approx(13 * 26 / 38 * np.var(points))
    assert [chances_of_length(own) @ np.arange(14) for own in (0, 5, 13)] == pytest.approx([13 / 3, 8 / 3, 0])


def test_a_length_is_as_frequent_as_counted() -> None:
    """Two cards left of a suit: the ways to deal 13 cards of 39 that have none, one or both."""
    both = 13 * 12 / (39 * 38)
    assert chances_of_length(11)[:3] == pytest.approx([26 * 25 / (39 * 38), 2 * 13 * 26 / (39 * 38), both])


def test_layouts_are_whole_deals_around_the_hand_and_the_same_again() -> None:
    one, again, other = (read(view("1N P 3N P P P"), 30, seed=seed) for seed in (1, 1, 2))
    DealBatch(one.holdings).require_complete()
    for seat, next_seat in combinations(Seat, 2):
        assert not (one.holdings[:, seat] & one.holdings[:, next_seat]).any()
    assert (one.holdings[:, Seat.EAST] == HOLDING).all()
    np.testing.assert_array_equal(one.holdings, again.holdings)
    assert (one.holdings != other.holdings).any()
    np.testing.assert_allclose(one.weights, 1 / 30)
    assert (len(one), one.support.count, one.support.unknown_calls) == (30, 30, 0)


def test_the_hands_are_what_the_auction_tells() -> None:
    """A notrump opening is strong and even, whoever makes it; who bids spades has them."""
    layouts = read(view("1N P 3N P P P"), 200).holdings
    points, lengths = HCP[layouts].sum(axis=2), np.bitwise_count(layouts)
    assert 14.5 < points[:, Seat.NORTH].mean() < 17
    assert lengths[:, Seat.NORTH].min(axis=1).mean() > 1.9
    assert points[:, Seat.SOUTH].mean() > points[:, Seat.WEST].mean() + 3
    hearts = np.bitwise_count(read(view("1H P 2H P 4H P P P"), 200).holdings)[:, :, Suit.HEARTS]
    assert hearts[:, Seat.NORTH].mean() > 4.8
    assert hearts[:, Seat.SOUTH].mean() > 2.8


def test_a_walk_goes_where_the_network_expects_more_than_chance() -> None:
    """The same answers with partner's spades and declarer's exchanged exchange them in the layouts."""
    asked = replace(view("1S P 2S P P P"), network=bidding_network(TRUE_TO_CARD))
    hidden = asked.network.hidden_hands(asked.listeners)
    turned = hidden._replace(**{name: getattr(hidden, name)[:, [0, 2, 1]] for name in hidden._fields})
    rng, no_cards = np.random.default_rng(1), np.zeros((3, 52), np.float32)
    spades = [
        np.bitwise_count(by_cost(HOLDING, Seat.EAST, hand_tables(each, HOLDING), no_cards, 200, rng))[:, :, Suit.SPADES]
        for each in (hidden, turned)
    ]
    lho, partner, rho = Seat.SOUTH, Seat.WEST, Seat.NORTH
    assert spades[0][:, rho].mean() > spades[0][:, partner].mean() + 2
    assert spades[1][:, partner].mean() > spades[1][:, rho].mean() + 2
    assert abs(spades[0][:, lho].mean() - spades[1][:, lho].mean()) < 0.5


def test_only_strangers_are_taken_for_experts_of_any_system() -> None:
    known, unknown = view("1N P 3N P P P", strangers=False), view("1N P 3N P P P")
    assert [each.name for each in known.known_systems] == ["sayc", "sayc"]
    assert [each.name for each in unknown.known_systems] == ["experts", "experts"]
    assert sample(known, 100).likelihoods.std() > 0
